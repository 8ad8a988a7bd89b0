//! GCDs and resultants of long polynomials by half-gcd, products by transforms: quasi-linear time.
//!
//! J. von zur Gathen, J. Gerhard, Modern Computer Algebra, sec. 11.1: of r_0, r_1 with deg r_0 = n, the quotients whose degrees
//! sum up to at most k depend on the 2k + 1 leading coefficients of r_0, and those of r_1 at the same places, only. So the matrix of
//! these steps is found from the first half of them, a step, and the second half. Steps are division-free: a remainder is that of a plain
//! division-free sequence, factor and all, so that the factors which a resultant asks for are known step by step.
//!
//! Lanes follow the degrees of the lanes that are not off, as in [`gpu::gcd::gcd`].

mod products;
mod resultant;
mod steps;
mod trace;

use super::gcd::found::Found;
use crate::engine::cpu::bundle::{AxisTables, Tables};
use crate::engine::cpu::thresholds::Thresholds;
use crate::engine::cpu::word::{CpuWord, Lanes};
use crate::tasks::Tasks;
use gpu::arith::Modulus;
use gpu::transform::ntt::Passes;
use steps::{Base, Rest, Side, Step, trim};
use trace::{Trace, Untraced};

/// Products of a transform that the steps for one degree take as long as: about three on each of some 500 coefficients, two degrees at
/// a time.
const STEPS: usize = 720;

/// Products of transforms of `len` points.
fn products(len: usize) -> usize {
    len * len.max(2).ilog2() as usize
}

/// The progress that a GCD of coprime polynomials of degree `degree` reports: at each level eight transforms that are
/// as long as the sum of degrees and as much again, and twelve as long; at the top eight. Levels are those above a sum
/// of degrees of `base`.
fn work(degree: usize, base: usize) -> usize {
    let levels = std::iter::successors(Some(degree / 2), |&k| Some(k / 2)).take_while(|&k| k > base);
    let of_level = |k: usize| 25 * degree * k.ilog2() as usize;
    let products = levels.map(of_level).sum::<usize>() + 14 * products(degree);
    degree * STEPS + (products as f64 * excess(degree)) as usize
}

/// The same for a GCD of degree `end`: each time both degrees are halved it is the same for half of them, so that half of the degrees take more than half of the
/// work; of what is between, the part of the degrees.
fn work_to(degree: usize, end: usize, base: usize) -> usize {
    let (mut all, mut at) = (0.0, degree);
    while at > end && at > 1 {
        let half = at / 2;
        let part = (at - end.max(half)) as f64 / (at - half) as f64;
        all += part * (work(at, base) - work(half, base)) as f64;
        at = half;
    }
    all as usize
}

/// Whether a quotient of polynomials of degrees p >= q is so long that what it takes is told beside the levels, which know short ones only.
pub(super) fn is_long(p: usize, q: usize) -> bool {
    p - q > q / 8
}

/// The progress that a pair of degrees p >= q reports down to degree `end`: a long quotient first, which leaves a pair
/// of degrees below q.
pub(in crate::engine::cpu) fn work_of((p, q): (usize, usize), end: usize, base: usize) -> usize {
    let (first, p) = if is_long(p, q) { ((p - q) * q / 2, q) } else { (0, p) };
    first + work_to(p, end, base)
}

/// How many times as many points as coefficients transforms have: there are those of 2^a, 3 2^a, 5 2^a and 15 2^a points, and degrees are halved
/// from level to level.
pub(crate) fn excess(degree: usize) -> f64 {
    let degree = degree.max(16);
    let lengths = [1, 3, 5, 15].map(|odd: usize| odd * degree.div_ceil(odd).next_power_of_two());
    lengths.into_iter().min().unwrap_or(degree) as f64 / degree as f64
}

/// A polynomial without leading zeros in all lanes; empty for 0.
type Poly<E> = Vec<E>;

/// Rows of the polynomials that a pair became, in terms of the pair it was.
type Matrix<E> = [[Poly<E>; 2]; 2];

/// A length of transforms.
#[derive(Clone, Copy)]
struct Length<E> {
    points: usize,
    passes: Passes,
    /// 1 / points.
    inverse: E,
}

/// Tables that half-gcds of one bundle share.
pub(in crate::engine::cpu) struct Half<'a, B: Lanes<Modulus: CpuWord>> {
    field: &'a B,
    axis: &'a AxisTables<B>,
    /// Ascending.
    lengths: Vec<Length<B::Elem>>,
    thresholds: &'a Thresholds,
    tasks: &'a Tasks<'a>,
}

impl<'a, B: Lanes<Modulus: CpuWord>> Half<'a, B> {
    /// With the transforms of products at a point, or those of one axis of one coset, of at least `degree` + 1 points; `None` where there are none.
    pub fn new(tables: &'a Tables<B>, degree: u32, thresholds: &'a Thresholds, tasks: &'a Tasks<'a>) -> Option<Self> {
        let ((Some(axis), _) | (None, [axis])) = (&tables.products, &tables.axes[..]) else { return None };
        if axis.shifts.len() != 1 || axis.len <= degree as usize {
            return None;
        }
        let divisors = (0..32).flat_map(|a| [1, 3, 5, 15].map(|odd| odd << a)).filter(|&n| axis.len.is_multiple_of(n));
        let inverse = |n: usize| {
            let of_lane = |prime: &B::Modulus| prime.reciprocal(prime.element(n as u64));
            tables.gather(|lane| of_lane(&tables.primes[lane]))
        };
        let length = |n: usize| Some(Length { points: n, passes: Passes::new(n as u32)?, inverse: inverse(n) });
        let mut lengths: Vec<Length<B::Elem>> = divisors.filter_map(length).collect();
        lengths.sort_by_key(|length| length.points);
        Some(Half { field: &tables.field, axis, lengths, thresholds, tasks })
    }

    /// The matrix of the steps of (a, b), deg a >= deg b, whose quotients' degrees sum up to at most `k`; `None` for no step.
    /// Leading coefficients are not 0 in lanes that are not off. Both lack their `below` lowest coefficients.
    fn half(
        &self,
        (a, b): (&[B::Elem], &[B::Elem]),
        below: usize,
        k: usize,
        off: &mut u32,
        trace: &mut impl Trace<B>,
    ) -> Option<Matrix<B::Elem>> {
        if b.is_empty() || a.len() - b.len() > k || self.is_over(trace) {
            return None;
        }
        let top = |f: &'_ [B::Elem], cut: usize| f.get(cut..).map_or_else(Vec::new, <[B::Elem]>::to_vec);
        // The coefficients that the quotients depend on.
        let cut = (a.len() - 1).saturating_sub(2 * k);
        let (a, b, below) = (top(a, cut), top(b, cut), below + cut);
        if k <= self.thresholds.half_base {
            let found = self.field.simd(Base { field: self.field, a: &a, b: &b, below, k, off, trace });
            self.tasks.done(k * STEPS);
            return found;
        }
        let n = a.len() - 1;
        let first = self.half((&a, &b), below, k / 2, off, trace);
        if self.is_over(trace) {
            return None;
        }
        let [x, y] = match &first {
            Some(m) => {
                let pair = self.apply(m, &a, &b, off);
                drop([a, b]);
                pair
            }
            None => [a, b],
        };
        if y.is_empty() || x.len() < y.len() || n - (y.len() - 1) > k {
            return first;
        }
        let [row_x, row_y] = first.unwrap_or_else(|| {
            let one = || vec![self.field.one()];
            [[one(), Vec::new()], [Vec::new(), one()]]
        });
        let (mut x, y) = (Side { poly: x, row: row_x }, Side { poly: y, row: row_y });
        trace.step(self.field, (&x.poly, &y.poly), below);
        self.field.simd(Step { field: self.field, x: &mut x, y: &y, off, tasks: self.tasks });
        if self.is_over(trace) {
            return None;
        }
        let spent = n - (y.poly.len() - 1);
        let second = self.half((&y.poly, &x.poly), below, k - spent, off, trace);
        let so_far = [y.row, x.row];
        Some(match second {
            Some(m) => self.product(&m, &so_far),
            None => so_far,
        })
    }

    /// Whether nothing more is to be done.
    fn is_over(&self, trace: &impl Trace<B>) -> bool {
        trace.is_lost() || self.tasks.is_stopped()
    }

    /// The remainder sequence of f and g, the longer one first, down to a short pair: one whose second polynomial is constant or 0, or whose first one has fewer
    /// coefficients than [`Thresholds::half_rest`]. `None` when it is over before.
    fn shorten(
        &self,
        (f, g): (&[B::Elem], &[B::Elem]),
        off: &mut u32,
        trace: &mut impl Trace<B>,
    ) -> Option<[Poly<B::Elem>; 2]> {
        let field = self.field;
        let (mut a, mut b) = (f.to_vec(), g.to_vec());
        trim(field, &mut a, off);
        trim(field, &mut b, off);
        if a.len() < b.len() {
            std::mem::swap(&mut a, &mut b);
        }
        while b.len() > 1 && a.len() >= self.thresholds.half_rest {
            let half = self.half((&a, &b), 0, (a.len() - 1) / 2, off, trace);
            if self.is_over(trace) {
                return None;
            }
            if let Some(m) = half {
                [a, b] = self.apply(&m, &a, &b, off);
                if b.len() < 2 {
                    break;
                }
            }
            trace.step(field, (&a, &b), 0);
            let none = || [Vec::new(), Vec::new()];
            let (mut x, y) = (Side { poly: a, row: none() }, Side { poly: b, row: none() });
            field.simd(Step { field, x: &mut x, y: &y, off, tasks: self.tasks });
            (a, b) = (y.poly, x.poly);
        }
        Some([a, b])
    }

    /// gcd(f, g) up to a factor with its degree, `None` for 0; and the lanes whose degrees differ, all of them when stopped.
    pub fn gcd(&self, f: &[B::Elem], g: &[B::Elem]) -> Found<B::Elem> {
        let (field, mut off) = (self.field, 0);
        let Some([a, b]) = self.shorten((f, g), &mut off, &mut Untraced) else {
            return Found { row: Vec::new(), degree: None, off: B::ALL };
        };
        if b.is_empty() {
            let degree = (a.len() as u32).checked_sub(1);
            return Found { row: a, degree, off };
        }
        let rest = field.simd(Rest { field, a, b, tasks: self.tasks });
        Found { off: off | rest.off, ..rest }
    }
}

#[cfg(test)]
mod testing;

#[cfg(test)]
mod tests {
    use super::testing::{elements, product, random, spread, tables};
    use super::*;
    use crate::control::Control;
    use gpu::Field;
    use gpu::arith::{Bundle, Mont31, Mont31x4};
    use gpu::gcd;
    use gpu::team::Solo;
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    type Elem = <Mont31x4 as Field>::Elem;

    #[test]
    fn lengths_exceed_degrees() {
        for (degree, points) in [(61_440, 61_440), (60_000, 61_440), (140_000, 163_840), (200_000, 245_760), (3, 16)] {
            assert_eq!((excess(degree) * degree.max(16) as f64).round() as usize, points, "{degree}");
        }
    }

    /// One lane made monic.
    fn monic(tables: &Tables<Mont31x4>, f: &[Elem], degree: Option<u32>, lane: usize) -> Vec<u32> {
        let field = &tables.primes[lane];
        let Some(degree) = degree else { return Vec::new() };
        let row: Vec<u32> = f[..=degree as usize].iter().map(|c| Mont31x4::lane(c, lane)).collect();
        let inverse = field.inverse(row[degree as usize]);
        row.iter().map(|&c| field.mul(c, inverse)).collect()
    }

    /// Against the plain sequence; returns the degree.
    fn check(tables: &Tables<Mont31x4>, f: &[Elem], g: &[Elem]) -> Option<u32> {
        let control = Control::default();
        let tasks = Tasks::new(&control, 1.0, 1);
        let (mut a, mut b) = (f.to_vec(), g.to_vec());
        let image = gcd::gcd(&tables.field, Solo, &mut a[..], f.len() as u32 - 1, &mut b[..], g.len() as u32 - 1);
        let expected = if image.in_f { a } else { b };
        let degree = f.len().max(g.len()) as u32 - 1;
        let Found { row, degree, off } = Half::new(tables, degree, &Mont31::THRESHOLDS, &tasks).unwrap().gcd(f, g);
        assert_eq!((degree, off), (image.degree, image.off));
        for lane in (0..4).filter(|lane| off >> lane & 1 == 0) {
            assert_eq!(monic(tables, &row, degree, lane), monic(tables, &expected, degree, lane));
        }
        degree
    }

    #[test]
    fn the_gcd_of_long_polynomials() {
        let tables = tables(3000);
        let mut rng = StdRng::seed_from_u64(2);
        for (p, q, d) in
            [(1500, 1400, 300), (1200, 1200, 0), (2000, 150, 900), (3, 2, 2500), (900, 899, 701), (0, 0, 1999)]
        {
            let [f, g, h] = [p, q, d].map(|degree| elements(&tables, &random(&mut rng, degree)));
            let (fh, gh) = (product(&tables, &f, &h), product(&tables, &g, &h));
            assert_eq!(check(&tables, &fh, &gh), Some(d as u32));
            assert_eq!(check(&tables, &gh, &fh), Some(d as u32));
        }
    }

    #[test]
    fn gaps_multiples_and_zero() {
        let tables = tables(3000);
        let mut rng = StdRng::seed_from_u64(3);
        let (f, g) = (random(&mut rng, 900), random(&mut rng, 700));
        for e in [2, 3] {
            let (f, g) = (elements(&tables, &spread(&f, e)), elements(&tables, &spread(&g, e)));
            assert_eq!(check(&tables, &f, &g), Some(0));
        }
        let mut other = spread(&g, 2);
        other[1] = 1;
        check(&tables, &elements(&tables, &spread(&f, 3)), &elements(&tables, &other));
        let (f, g) = (elements(&tables, &f), elements(&tables, &g));
        let multiple = product(&tables, &f, &g);
        assert_eq!(check(&tables, &multiple, &g), Some(700));
        assert_eq!(check(&tables, &multiple, &multiple), Some(1600));
        // A remainder of low degree: f g + r.
        let mut near = multiple.clone();
        near[2] = tables.field.add(near[2], tables.field.one());
        check(&tables, &near, &g);
        check(&tables, &product(&tables, &near, &f), &product(&tables, &g, &f));
        let zero = vec![tables.field.zero(); 1000];
        assert_eq!(check(&tables, &multiple, &zero), Some(1600));
        assert_eq!(check(&tables, &zero, &zero), None);
    }

    /// The GCD of one lane has a higher degree, and a leading coefficient vanishes in another.
    #[test]
    fn lanes_that_differ_are_off() {
        let tables = tables(3000);
        let mut rng = StdRng::seed_from_u64(4);
        let (f, g) = (elements(&tables, &random(&mut rng, 1300)), elements(&tables, &random(&mut rng, 1250)));
        let factor = |root: &dyn Fn(usize) -> u64| {
            let minus = tables.gather(|lane| tables.primes[lane].neg(tables.primes[lane].element(root(lane))));
            vec![minus, tables.field.one()]
        };
        let f = product(&tables, &f, &factor(&|_| 5));
        let mut g = product(&tables, &g, &factor(&|lane| if lane == 2 { 5 } else { 6 + lane as u64 }));
        assert_eq!(check(&tables, &f, &g), Some(0));
        let last = g.len() - 1;
        let mut top = g[last];
        Mont31x4::set_lane(&mut top, 1, 0);
        g[last] = top;
        check(&tables, &f, &g);
    }
}
