//! Whether a path goes to infinity: valuations, and leading forms.
//!
//! Along a path to infinity each coordinate is about a_j u^(v_j), with v_0 > 0. Two things are asked for, besides that the v_j are the same at two
//! pairs of radii.
//!
//! 1. *The lowest terms cancel.* In each polynomial of the homotopy the terms whose valuation, the sum of e_j v_j, is the least must be far
//!    larger than all others together: they cancel among themselves (B. Huber, J. Verschelde, Polyhedral end games for polynomial continuation,
//!    Numer. Algorithms 18 (1998)). A path whose end is finite and far looks like one to infinity for a while; then a term with a small
//!    coefficient and a low valuation is alone.
//! 2. *The leading forms vanish at the end.* In the coordinates that stay, the others being 0, the forms of highest degree must have a common zero near the path:
//!    Levenberg and Marquardt's method in double-doubles must find one. Lines that are nearly parallel have none.
//!
//! That is evidence and no proof: a zero whose coordinates are beyond 10^28, in the balanced units, since leading forms nearly have a common zero counts as one at
//! infinity. Nearer zeros may do so too, if the leading forms have a multiple zero there: [`super::precise`] follows such paths on where they are few.

use super::start::GenericTerm;
use crate::error::Result;
use crate::poly::systems::System;
use gpu::arith::Ring;
use gpu::floating::{Complex, Double, DoubleDouble, Scalar};

/// The least valuation of x_0.
const LEAST: f64 = 0.03;

/// Relative changes of valuations that have settled.
const STEADY: f64 = 0.03;

/// A coordinate stays where its valuation is below this part of that of x_0.
const STAYS: f64 = 0.15;

/// Valuations of terms that differ by less than this part of the least valuation of a coordinate are the same.
const SAME: f64 = 0.35;

/// The other terms over the lowest ones, at most. One lowest term alone is at most as large as the others.
const OTHERS: f64 = 0.1;

/// x_0 is above this part of the largest coordinate where it is not asked whether a path goes to infinity. For an exponent of 1/7, as paths of
/// cyclic-7 have, u is 1e-14 when it is below.
const SMALL: f64 = 0.01;

/// Values of leading forms that vanish, relative to their terms, at most.
const VANISHED: f64 = 1e-28;

/// Steps of the search for a common zero of the leading forms. It reaches a simple one within `FAST` steps. Each later step must leave at most
/// `PROGRESS` of the values.
const STEPS: usize = 64;
const FAST: usize = 6;
const PROGRESS: f64 = 0.6;

/// x_0 is below this part of the largest coordinate where it is said that a path goes to a multiple zero of the leading forms: to a far zero near
/// such a zero it looks the same until it is there.
const DEEP: f64 = 1e-6;

/// How far it may go, as a part of the largest coordinate.
const FAR: f64 = 0.5;

/// A zero of the leading forms.
enum CommonZero {
    /// The method converges fast.
    Simple,
    Multiple,
}

/// A term of a polynomial made homogeneous by x_0.
struct Term {
    /// In double-doubles: forms that nearly have a common zero are told from forms that have one.
    coefficient: [[f64; 2]; 2],
    /// Places of variables in projective coordinates.
    exponents: Vec<(usize, u32)>,
    is_leading: bool,
}

/// The polynomials of a homotopy.
pub(super) struct Forms {
    polynomials: Vec<Vec<Term>>,
    /// The terms of the start system.
    start: Vec<Vec<GenericTerm>>,
}

impl Forms {
    /// Of the system whose polynomials have coefficients about 1.
    ///
    /// # Errors
    /// `Argument` for a coefficient beyond the range of doubles.
    pub(super) fn new(system: &System, start: Vec<Vec<GenericTerm>>) -> Result<Self> {
        let polynomial = |terms: &Vec<super::Term>| {
            let degree = terms.iter().map(super::Term::degree).max().unwrap_or(0);
            let term = |term: &super::Term| {
                let rest = (degree - term.degree()) as u32;
                let x0 = (rest > 0).then_some((0, rest));
                let exponents = x0.into_iter().chain(term.exponents.iter().map(|&(v, e)| (v + 1, e))).collect();
                Ok(Term { coefficient: term.coefficient.nearest::<2>()?, exponents, is_leading: rest == 0 })
            };
            terms.iter().map(term).collect::<Result<_>>()
        };
        let polynomials = system.polynomials().iter().map(polynomial).collect::<Result<_>>()?;
        Ok(Forms { polynomials, start })
    }

    /// Whether the path through these points on the real axis goes to infinity: each is the logarithm of u to base 2, descending, and the point.
    /// Coordinates below `noise` of the largest one are rounding errors: of their valuation no more is known than that size.
    pub(super) fn is_infinite(&self, path: [&(f64, Vec<[f64; 2]>); 3], noise: f64) -> bool {
        let size = |x: [f64; 2]| x[0].hypot(x[1]);
        let (log, point) = path[2];
        let here: Vec<f64> = point.iter().map(|&x| size(x)).collect();
        let largest = (0..here.len()).max_by(|&i, &j| here[i].total_cmp(&here[j])).unwrap_or(0);
        let ratio = |i: usize, j: usize| size(path[i].1[j]) / size(path[i].1[largest]);
        let valuation = |i: usize, j: usize| (ratio(i, j) / ratio(i + 1, j)).log2() / (path[i].0 - path[i + 1].0);
        // Of x_0, too, no more may be known than that it is small.
        let bound = noise.log2() / log;
        let first = if here[0] <= noise * here[largest] { bound.min(1.0) } else { valuation(1, 0) };
        if !(first > LEAST && here[0] < SMALL * here[largest]) {
            return false;
        }
        let (mut valuations, mut errors, mut least) = (Vec::new(), Vec::new(), first);
        for j in 0..here.len() {
            if here[j] <= noise * here[largest] {
                valuations.push(bound);
                errors.push(f64::INFINITY);
                continue;
            }
            let (now, before) = (valuation(1, j), valuation(0, j));
            let change = (now - before).abs();
            // A coordinate that vanishes settles; one that stays goes on to lose its valuation.
            if now > LEAST / 2.0 && change < STEADY * now {
                least = least.min(now);
                valuations.push(now);
                errors.push(change);
            } else if now.abs() < STAYS * first && change < STAYS * first {
                valuations.push(0.0);
                errors.push(0.0);
            } else {
                return false;
            }
        }
        self.lowest_terms_cancel(log.exp2(), point, &valuations, &errors, SAME * least)
            && match self.common_zero(point, &valuations, largest) {
                Some(CommonZero::Simple) => true,
                Some(CommonZero::Multiple) => here[0] < DEEP * here[largest],
                None => false,
            }
    }

    /// A polynomial passes, too, where a rounding error may be the coordinate of a lowest term.
    fn lowest_terms_cancel(&self, u: f64, point: &[[f64; 2]], valuations: &[f64], errors: &[f64], same: f64) -> bool {
        let of = |exponents: &[(usize, u32)], values: &[f64]| -> f64 {
            exponents.iter().map(|&(v, e)| f64::from(e) * values[v]).sum()
        };
        let size = |coefficient: [f64; 2], exponents: &[(usize, u32)]| {
            let powers = exponents.iter().map(|&(v, e)| point[v][0].hypot(point[v][1]).powi(e as i32));
            coefficient[0].hypot(coefficient[1]) * powers.product::<f64>()
        };
        self.polynomials.iter().zip(&self.start).all(|(terms, start)| {
            let start = start.iter().map(|GenericTerm { coefficient, exponents }| {
                (1.0 + of(exponents, valuations), of(exponents, errors), u * size(*coefficient, exponents))
            });
            let all: Vec<(f64, f64, f64)> = terms
                .iter()
                .map(|term| {
                    let exponents = &term.exponents;
                    let coefficient = term.coefficient.map(|[x, _]| x);
                    (of(exponents, valuations), of(exponents, errors), size(coefficient, exponents))
                })
                .chain(start)
                .collect();
            let known = || all.iter().filter(|term| term.1.is_finite());
            let lowest = known().map(|term| term.0).fold(f64::INFINITY, f64::min);
            if all.iter().any(|term| term.1.is_infinite() && term.0 < lowest + same) {
                return true;
            }
            let (mut low, mut others) = (0.0, 0.0);
            for &(valuation, error, size) in known() {
                if valuation - lowest < same {
                    // Errors that could bring a term among the lowest ones, or out of them.
                    if error > same {
                        return false;
                    }
                    low += size;
                } else {
                    others += size;
                }
            }
            others < OTHERS * low
        })
    }

    /// The zero near by of the leading forms in the coordinates that stay, if there is one: Levenberg and Marquardt's method, with the largest coordinate held. Zeros
    /// need be neither isolated nor simple: near a multiple one each step leaves a quarter of the values, or a third.
    fn common_zero(&self, point: &[[f64; 2]], valuations: &[f64], largest: usize) -> Option<CommonZero> {
        let stays = |v: usize| valuations[v] == 0.0;
        let forms: Vec<Vec<&Term>> = self
            .polynomials
            .iter()
            .map(|terms| terms.iter().filter(|t| t.is_leading && t.exponents.iter().all(|&(v, _)| stays(v))).collect())
            .filter(|form: &Vec<_>| !form.is_empty())
            .collect();
        if forms.is_empty() {
            return Some(CommonZero::Simple);
        }
        // One term never vanishes.
        if forms.iter().any(|form| form.len() == 1) {
            return None;
        }
        let (ring, reals) = (Complex(DoubleDouble(Scalar)), Complex(Double(Scalar)));
        let held = point[largest];
        let scaled = |x: [f64; 2]| super::homotopy::over(x, held);
        let mut exact: Vec<Number> = point.iter().map(|&x| scaled(x).map(|part| [part, 0.0])).collect();
        let free: Vec<usize> = (1..point.len()).filter(|&v| stays(v) && v != largest).collect();
        let mut before = f64::INFINITY;
        for step in 0..STEPS {
            let near: Vec<[[f64; 1]; 2]> = exact.iter().map(|x| x.map(|part| [part[0]])).collect();
            let (mut residuals, mut rows, mut worst) = (Vec::new(), Vec::new(), 0f64);
            for form in &forms {
                let (mut value, mut all, mut row) = (ring.zero(), 0.0, vec![[0.0; 2]; free.len()]);
                for term in form {
                    let mut product = term.coefficient;
                    for &(v, e) in &term.exponents {
                        product = ring.mul(product, ring.pow(exact[v], e));
                    }
                    value = ring.add(value, product);
                    all += product[0][0].hypot(product[1][0]);
                    for (slot, &v) in row.iter_mut().zip(&free) {
                        let Some(&(_, e)) = term.exponents.iter().find(|factor| factor.0 == v) else { continue };
                        let mut product = term.coefficient.map(|[part, _]| [part * f64::from(e)]);
                        for &(other, f) in &term.exponents {
                            let power = if other == v { f - 1 } else { f };
                            product = reals.mul(product, reals.pow(near[other], power));
                        }
                        *slot = [slot[0] + product[0][0], slot[1] + product[1][0]];
                    }
                }
                let value = value.map(|part| part[0] / all);
                // Not a number remains one.
                let size = value[0].hypot(value[1]);
                worst = if size > worst || size.is_nan() { size } else { worst };
                residuals.push(value);
                rows.push(row.iter().map(|x| x.map(|part| part / all)).collect::<Vec<_>>());
            }
            if worst <= VANISHED {
                let moved = point.iter().zip(&exact).map(|(&x, y)| {
                    let x = scaled(x);
                    (x[0] - y[0][0]).hypot(x[1] - y[1][0])
                });
                let zero = if step <= FAST { CommonZero::Simple } else { CommonZero::Multiple };
                return (moved.fold(0.0, f64::max) < FAR).then_some(zero);
            }
            // The first steps may go anywhere.
            if !worst.is_finite() || step > FAST && worst > PROGRESS * before {
                return None;
            }
            before = worst;
            for (&v, step) in free.iter().zip(least_squares(&rows, &residuals)) {
                exact[v] = ring.sub(exact[v], step);
            }
        }
        None
    }
}

/// A complex number in double-doubles.
type Number = [[f64; 2]; 2];

/// x with (J* J + ridge) x = J* b, in double-doubles: J may be nearly singular, and its singular values are squared. The ridge is |b|^2 of the largest diagonal
/// element (J. Fan, Y. Yuan, On the quadratic convergence of the Levenberg-Marquardt method without nonsingularity assumption, Computing 74
/// (2005)).
fn least_squares(rows: &[Vec<[f64; 2]>], b: &[[f64; 2]]) -> Vec<Number> {
    let ring = Complex(DoubleDouble(Scalar));
    let n = rows.first().map_or(0, Vec::len);
    let wide = |x: [f64; 2]| x.map(|part| [part, 0.0]);
    let mut normal = vec![vec![ring.zero(); n + 1]; n];
    for (row, &value) in rows.iter().zip(b) {
        for i in 0..n {
            let left = wide([row[i][0], -row[i][1]]);
            for (slot, &right) in normal[i].iter_mut().zip(row.iter().chain([&value])) {
                *slot = ring.add(*slot, ring.mul(left, wide(right)));
            }
        }
    }
    let most = (0..n).map(|i| normal[i][i][0][0]).fold(f64::MIN_POSITIVE, f64::max);
    let square = b.iter().map(|x| x[0] * x[0] + x[1] * x[1]).sum::<f64>();
    let ridge = wide([most * square.max(1e-30), 0.0]);
    (0..n).for_each(|i| normal[i][i] = ring.add(normal[i][i], ridge));
    for k in 0..n {
        let (head, tail) = normal.split_at_mut(k + 1);
        let row = &head[k];
        for other in tail {
            let factor = ring.div(other[k], row[k]);
            other[k..].iter_mut().zip(&row[k..]).for_each(|(x, &y)| *x = ring.sub(*x, ring.mul(factor, y)));
        }
    }
    let mut solution = vec![ring.zero(); n];
    for k in (0..n).rev() {
        let known = (k + 1..n).fold(normal[k][n], |rest, j| ring.sub(rest, ring.mul(normal[k][j], solution[j])));
        solution[k] = ring.div(known, normal[k][k]);
    }
    solution
}
