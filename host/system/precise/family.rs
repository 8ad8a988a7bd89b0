//! A system whose parameters move on a line, in any precision: its values, derivatives, and Newton's method.

use super::super::Compiled;
use super::number::{Number, largest};
use std::sync::OnceLock;

/// Bits of the lowest precision. Each level has twice as many as the one below.
const LOWEST: u32 = 128;

/// The highest level: 8192 bits.
pub(super) const HIGHEST: usize = 6;

/// Most corrections of a point.
const CORRECTIONS: usize = 12;

/// Coordinates count as if they were at least 2^-`FLOOR` of the largest one. A zero with a coordinate of 10^33 beside ones of size 1 has its
/// own x_0 yet.
pub(super) const FLOOR: f64 = 110.0;

/// H(x, q(u)) with q(u) = q_1 + u (q_0 - q_1): n polynomials in n variables, the first ones of `system`, and parameters, the last ones.
pub(in crate::system) struct Family<'a> {
    system: &'a Compiled,
    ends: Vec<[f64; 2]>,
    backs: Vec<[f64; 2]>,
    levels: [OnceLock<Level>; HIGHEST + 1],
}

/// The numbers of a family in a precision.
struct Level {
    coefficients: Vec<Number>,
    ends: Vec<Number>,
    backs: Vec<Number>,
}

/// H at a point.
pub(super) struct Linear {
    /// n rows: the derivatives by the n variables, the value, and the derivative by u.
    rows: Vec<Vec<Number>>,
    /// The size of the largest term of each polynomial.
    terms: Vec<f64>,
}

/// A point that Newton's method has moved to the path.
pub(super) struct Corrected {
    pub(super) point: Vec<Number>,
    /// The derivative of the path by u.
    pub(super) slope: Vec<Number>,
    /// The size of the first correction.
    pub(super) first: f64,
    /// The size of the second over that of the first; minus infinity where one was enough.
    pub(super) contraction: f64,
}

/// Why a point is not corrected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trouble {
    /// Newton's method does not contract.
    Diverges,
    /// It contracts until rounding errors are larger than what is left.
    Precision,
}

/// The size that each coordinate is relative to: its own, or the least one that counts.
pub(super) fn weights(point: &[Number]) -> Vec<f64> {
    let norm = largest(point);
    point.iter().map(|x| x.size().max(norm - FLOOR)).collect()
}

/// The largest size over its weight.
pub(super) fn relative(vector: &[Number], weights: &[f64]) -> f64 {
    vector.iter().zip(weights).map(|(x, w)| x.size() - w).fold(f64::NEG_INFINITY, f64::max)
}

/// Bits of a level.
pub(super) fn precision(level: usize) -> u32 {
    LOWEST << level
}

impl<'a> Family<'a> {
    /// From parameters `start` to `end`, both exact.
    pub(in crate::system) fn new(system: &'a Compiled, start: &[[[f64; 1]; 2]], end: &[[[f64; 1]; 2]]) -> Self {
        let plain = |numbers: &[[[f64; 1]; 2]]| numbers.iter().map(|x| x.map(|[x]| x)).collect::<Vec<_>>();
        Family { system, ends: plain(end), backs: plain(start), levels: Default::default() }
    }

    /// n.
    pub(super) fn variables(&self) -> usize {
        self.system.polynomials()
    }

    fn level(&self, level: usize) -> &Level {
        self.levels[level].get_or_init(|| {
            let p = precision(level);
            let numbers = |list: &[[f64; 2]]| list.iter().map(|&x| Number::of(x, p)).collect::<Vec<_>>();
            let ends = numbers(&self.ends);
            Level {
                coefficients: self.system.coefficients().iter().map(|c| Number::nearest(c, p)).collect(),
                backs: numbers(&self.backs).iter().zip(&ends).map(|(start, end)| start.minus(end)).collect(),
                ends,
            }
        })
    }

    /// Values and derivatives at a point.
    pub(super) fn at(&self, level: usize, point: &[Number], u: &Number) -> Linear {
        let (n, p) = (self.variables(), precision(level));
        let Level { coefficients, ends, backs } = self.level(level);
        let program = self.system.program();
        let mut table = point.to_vec();
        table.extend(ends.iter().zip(backs).map(|(end, back)| end.plus(&u.times(back))));
        for &[a, b] in program.powers {
            table.push(table[a as usize].times(&table[b as usize]));
        }
        let mut rows = vec![vec![Number::zero(p); n + 2]; n];
        let mut terms = vec![f64::NEG_INFINITY; n];
        // before[j]: the product of the first j factors of a term.
        let mut before: Vec<Number> = Vec::new();
        for (k, (row, largest)) in rows.iter_mut().zip(&mut terms).enumerate() {
            for t in self.system.terms_of(k) {
                let factors = self.system.factors_of(t);
                let mut common = coefficients[t].clone();
                before.clear();
                for factor in factors {
                    if factor.exponent > 1 {
                        common = common.times(&table[factor.power as usize]);
                    }
                    let x = &table[factor.variable as usize];
                    let product = before.last().map_or_else(|| x.clone(), |product| product.times(x));
                    before.push(product);
                }
                let value = before.last().map_or_else(|| common.clone(), |product| product.times(&common));
                *largest = largest.max(value.size());
                row[n].add(&value);
                for (j, factor) in factors.iter().enumerate().rev() {
                    let derivative = if j == 0 { common.clone() } else { before[j - 1].times(&common) };
                    let derivative = derivative.multiple(factor.exponent);
                    match (factor.variable as usize).checked_sub(n) {
                        None => row[factor.variable as usize].add(&derivative),
                        Some(q) => row[n + 1].add(&derivative.times(&backs[q])),
                    }
                    if j > 0 {
                        common = common.times(&table[factor.variable as usize]);
                    }
                }
            }
        }
        Linear { rows, terms }
    }

    /// Newton's method at `u`, until a correction is below 2^-`bits` of the point: [`relative`].
    pub(super) fn correct(
        &self,
        level: usize,
        mut point: Vec<Number>,
        u: &Number,
        bits: f64,
    ) -> Result<Corrected, Trouble> {
        let (mut first, mut before, mut contraction) = (f64::NEG_INFINITY, f64::INFINITY, f64::NEG_INFINITY);
        for pass in 0..CORRECTIONS {
            let (step, slope) = self.at(level, &point, u).solve().ok_or(Trouble::Precision)?;
            let size = relative(&step, &weights(&point));
            point.iter_mut().zip(&step).for_each(|(x, step)| x.subtract(step));
            if pass == 0 {
                first = size;
            } else if pass == 1 {
                contraction = size - first;
            }
            if size <= -bits {
                return Ok(Corrected { point, slope, first, contraction });
            }
            if size.is_nan() || size > before - 1.0 {
                // The residual that rounding leaves is far smaller than the first one of Newton's method.
                let rounding = pass > 1 && before < first - 20.0;
                return Err(if rounding { Trouble::Precision } else { Trouble::Diverges });
            }
            before = size;
        }
        Err(Trouble::Diverges)
    }

    /// Whether the values are small beside the terms: those at |x_j| and, in a coordinate that may be 0, at |x_0|. In bits.
    pub(super) fn residual(&self, level: usize, point: &[Number], u: &Number) -> f64 {
        let p = precision(level);
        let floor = point[0].size();
        let raised: Vec<Number> = point
            .iter()
            .map(|x| if x.size() < floor { Number::of([1.0, 0.0], p).shifted(floor as i32) } else { x.clone() })
            .collect();
        let values = self.at(level, point, u).rows;
        let terms = self.at(level, &raised, u).terms;
        let n = self.variables();
        values.iter().zip(terms).map(|(row, term)| row[n].size() - term).fold(f64::NEG_INFINITY, f64::max)
    }
}

impl Linear {
    /// J^-1 H and -J^-1 dH/du; nothing where a pivot is 0 or something is not finite.
    fn solve(mut self) -> Option<(Vec<Number>, Vec<Number>)> {
        let n = self.terms.len();
        solve(&mut self.rows, n)?;
        let negative = |x: &Number| Number { re: -x.re.clone(), im: -x.im.clone() };
        let step = self.rows.iter().map(|row| row[n].clone()).collect();
        let slope: Vec<Number> = self.rows.iter().map(|row| negative(&row[n + 1])).collect();
        (largest(&slope) < f64::INFINITY).then_some((step, slope))
    }
}

/// X with A X = B in place of B, for rows of n elements of A and some of B; nothing where a pivot is 0 or not finite.
///
/// Pivots are chosen as if every column, and then every row, had the largest entry 1: units do not matter.
pub(in crate::system) fn solve(rows: &mut [Vec<Number>], n: usize) -> Option<()> {
    let columns: Vec<f64> =
        (0..n).map(|j| rows.iter().map(|row| row[j].size()).fold(f64::NEG_INFINITY, f64::max)).collect();
    let mut scales: Vec<f64> = rows.iter().map(|row| relative(&row[..n], &columns)).collect();
    for k in 0..n {
        let weight = |i: &usize| rows[*i][k].size() - scales[*i];
        let pivot = (k..n).max_by(|i, j| weight(i).total_cmp(&weight(j)))?;
        rows.swap(k, pivot);
        scales.swap(k, pivot);
        if !rows[k][k].size().is_finite() {
            return None;
        }
        let inverse = rows[k][k].inverse();
        let (head, tail) = rows.split_at_mut(k + 1);
        let row = &mut head[k];
        row[k + 1..].iter_mut().for_each(|x| *x = x.times(&inverse));
        for other in tail {
            let factor = other[k].clone();
            if factor.size() > f64::NEG_INFINITY {
                other[k + 1..].iter_mut().zip(&row[k + 1..]).for_each(|(x, y)| x.subtract(&factor.times(y)));
            }
        }
    }
    for k in (1..n).rev() {
        let (head, tail) = rows.split_at_mut(k);
        for row in head {
            let factor = row[k].clone();
            row[n..].iter_mut().zip(&tail[0][n..]).for_each(|(x, y)| x.subtract(&factor.times(y)));
        }
    }
    Some(())
}
