//! Long answers and small degrees: the subresultant sequence over Z, without primes. Kept variables are packed into the integers
//! ([`super::packing`]).
//!
//! Modulo primes the work is quadratic in the bits of the answer, as each of so many primes looks at all of the input and the lift puts them
//! together; products of long integers are nearly linear. So few long coefficients are for this way, and many short ones for primes. Where the
//! degrees have a gap, a step takes powers of y ([`super::pseudo_remainder`]).
//!
//! With l = lc(B), d = deg A - deg B and R = l^(d + 1) A - Q B, the sequence A, B, R / (g h^d), ... stays in Z, where g is the leading
//! coefficient of A, from the second step on, and h <- g^d / h^(d - 1). Coefficients are minors of the Sylvester matrix, so none
//! has more bits than its bound.
//!
//! Source: H. Cohen, A Course in Computational Algebraic Number Theory (1993), algorithm 3.3.7; L. Ducos, Optimizations of the
//! subresultant algorithm, J. Pure Appl. Algebra 145 (2000), for h by powers that are divided on the way.

use super::modular::Modular;
use super::options::{Method, ResultantOptions};
use super::packing::Packing;
use super::pseudo_remainder::{by_powers, pseudo_remainder};
use super::stages::Outline;
use crate::control::Control;
use crate::engine::ScalarKind;
use crate::error::Result;
use crate::lift::Lift;
use crate::plan::support::Support;
use crate::poly::size;
use crate::run::backend;
use crate::run::memory;
use crate::run::options::Backend;
use rug::Integer;
use rug::ops::Pow;

/// Bits of an answer, all its coefficients together, from which it is looked at, a guess: shorter ones stay with primes.
const BITS: u64 = 1 << 14;

/// How many times faster the sequence is predicted to be where kept variables are packed, at least.
const PACKED: f64 = 2.0;

/// Nanoseconds that a product of integers of `limbs` limbs takes, about: an estimate that was not measured, meant to be on the high side.
fn product(limbs: f64) -> f64 {
    10.0 * limbs * (limbs + 2.0).log2()
}

/// The cost of the sequence, about.
#[derive(Debug, Clone, PartialEq)]
struct Estimate {
    /// Nanoseconds of each step, and of what follows all of them.
    steps: Vec<f64>,
    /// Beside the input.
    bytes: u64,
}

impl Estimate {
    fn milliseconds(&self) -> f64 {
        self.steps.iter().sum::<f64>() / 1e6
    }
}

/// A computation in this way: how the kept variables are packed, and the time that the steps are predicted to take, in any unit.
pub(super) struct Sequence {
    packing: Packing,
    steps: Vec<f64>,
    /// Bytes that it takes, with all that is held.
    pub bytes: u64,
}

/// One of the two polynomials that are given.
#[derive(Debug, Clone, Copy)]
struct Given {
    /// Coefficients that are not 0.
    terms: usize,
    /// Bits of the longest one.
    bits: u64,
}

/// The sequence of these degrees, which begins with the given polynomials, for an answer of `limbs` limbs.
///
/// The coefficients of a remainder are minors: of order p + q - 2 (d - 1) behind one of degree d, that is so much of p + q of the answer's bits.
fn estimate(schedule: &[u32], given: [Given; 2], limbs: f64) -> Estimate {
    let (all, mut times, mut bytes) = (f64::from(schedule[0] + schedule[1]).max(1.0), Vec::new(), 0.0f64);
    // In limbs, not rounded up.
    let size = |i: usize| match given.get(i) {
        Some(given) => given.bits as f64 / 64.0,
        None => limbs * ((all - 2.0 * (f64::from(schedule[i - 1]) - 1.0)) / all).clamp(0.0, 1.0),
    };
    for (i, pair) in schedule.windows(2).enumerate() {
        let (a, b) = (pair[0], pair[1]);
        let terms = given.get(i).map_or(a as usize + 1, |given| given.terms);
        // l^(d + 1) A before it is divided by what is known to divide it.
        let (steps, width) = (a - b + 1, f64::from(b) + 1.0);
        let long = size(i) + f64::from(steps) * size(i + 1) + 1.0;
        bytes = bytes.max(8.0 * (size(i) * terms as f64 + 6.0 * long * width));
        let count = match by_powers(steps as usize, b as usize, terms) {
            _ if b == 0 => 0.0,
            // b^2 products of coefficients, and 2 b (b - 1) of what a remainder of degree 2 b - 2 takes, for each power.
            true => (3.0 * width - 5.0) * (width - 1.0) * (f64::from(steps).min(terms as f64).log2() + 2.0),
            false => 2.0 * width * f64::from(steps),
        };
        times.push(count * product(long));
    }
    times.push(2.0 * product(limbs));
    Estimate { steps: times, bytes: bytes as u64 }
}

/// Whether answers may be computed so, as they are wanted: a method at points or a lift that is asked for takes primes.
fn may_be(options: &ResultantOptions) -> bool {
    let is_free = options.method == Method::Remainder && options.lift == Lift::Auto;
    options.modulus.is_none() && is_free && options.run.backend != Backend::Cuda
}

/// How the kept variables are packed for an answer of this support and of `bits` bits, and what the sequence of these degrees takes;
/// `None` for short answers, and for those that are too long.
fn packed(modular: &Modular, (support, bits): (&Support, u64), schedule: &[u32]) -> Option<(Packing, Estimate)> {
    if bits.saturating_mul(support.len()) < BITS || schedule.len() < 2 {
        return None;
    }
    let (f, g) = (&modular.f, &modular.g);
    let packing = Packing::new(&[f, g], support, bits)?;
    let (larger, smaller) = if f.rows.len() < g.rows.len() { (g, f) } else { (f, g) };
    let given = [larger, smaller]
        .map(|f| Given { terms: f.rows.iter().filter(|row| !row.terms.is_empty()).count(), bits: packing.bits(f) });
    let found = estimate(schedule, given, packing.size() as f64);
    let answer = size::integers(support.len(), bits).saturating_add(16 * packing.size() as u64);
    Some((packing, Estimate { bytes: found.bytes.saturating_add(answer), ..found }))
}

/// How many times the milliseconds of the sequence must be less than those of the computation modulo primes.
fn times(modular: &Modular) -> f64 {
    // Packed coefficients are padded with zeros, and the estimate is a rough one.
    if modular.f.kept == 0 { 1.0 } else { PACKED }
}

/// The sequence over Z, where it is predicted to take less time than the computation modulo primes.
pub(super) fn pays(modular: &Modular, outline: &Outline, options: &ResultantOptions) -> Option<Sequence> {
    if !may_be(options) {
        return None;
    }
    let (packing, found) = packed(modular, (&outline.support, outline.height_bound), outline.job.schedule())?;
    let bytes = found.bytes.saturating_add(outline.held);
    let fits = bytes <= memory::allowed(&options.run);
    let modulo_primes = backend::milliseconds(&options.run, &outline.work());
    (fits && times(modular) * found.milliseconds() < modulo_primes).then_some(Sequence {
        packing,
        steps: found.steps,
        bytes,
    })
}

/// Degrees of the smaller polynomial for which the degrees of the sequence are guessed: they mostly fall by one.
const FEW: usize = 4;

/// Milliseconds that [`pays`] will compare with those of the computation modulo primes, before the degrees of the sequence are known: where one
/// polynomial has a small degree. Infinite otherwise.
pub(super) fn likely_milliseconds(modular: &Modular, answer: (&Support, u64), options: &ResultantOptions) -> f64 {
    let (p, q) = (modular.f.rows.len() - 1, modular.g.rows.len() - 1);
    if p.min(q) > FEW || !may_be(options) {
        return f64::INFINITY;
    }
    let schedule: Vec<u32> = std::iter::once(p.max(q) as u32).chain((0..=p.min(q) as u32).rev()).collect();
    packed(modular, answer, &schedule).map_or(f64::INFINITY, |(_, found)| times(modular) * found.milliseconds())
}

/// The coefficients of the answer, those of its support in order.
///
/// # Errors
/// `Cancelled`; `Verification` where they are not within their bounds.
pub(super) fn answer(
    (modular, support): (&Modular, &Support),
    Sequence { packing, steps, .. }: &Sequence,
    operation: &'static str,
    control: &Control,
) -> Result<Vec<Integer>> {
    let (f, g) = (packing.values(&modular.f), packing.values(&modular.g));
    let (lead, n) = (f.last().cloned().unwrap_or_default(), f.len() as u64 - 1);
    let mut value = resultant(f, g, steps, control)?;
    if modular.kind == ScalarKind::Discriminant {
        value.div_exact_mut(&lead);
        if n / 2 % 2 == 1 {
            value = -value;
        }
    }
    packing.coefficients(&value, support, operation)
}

/// res(A, B) for leading coefficients, the last ones, that are not 0. O(p q) products of integers below the bound for the answer. The steps
/// are expected to take `times`, and the last of these what follows.
///
/// # Errors
/// `Cancelled`.
fn resultant(mut a: Vec<Integer>, mut b: Vec<Integer>, times: &[f64], control: &Control) -> Result<Integer> {
    let mut negative = false;
    if a.len() < b.len() {
        negative = (a.len() - 1) & (b.len() - 1) & 1 == 1;
        std::mem::swap(&mut a, &mut b);
    }
    if b.len() == 1 {
        let value = Integer::from((&b[0]).pow(a.len() as u32 - 1));
        return Ok(if negative { -value } else { value });
    }
    let contents = [&a, &b].map(|f| f.iter().fold(Integer::new(), |content, c| content.gcd(c)));
    for (f, content) in [&mut a, &mut b].into_iter().zip(&contents) {
        if *content != 1 {
            f.iter_mut().for_each(|c| c.div_exact_mut(content));
        }
    }
    let taken =
        Integer::from((&contents[0]).pow(b.len() as u32 - 1)) * Integer::from((&contents[1]).pow(a.len() as u32 - 1));
    let (mut g, mut h) = (Integer::from(1), Integer::from(1));
    let mut step = 0;
    loop {
        let section = match times.split_at_checked(step + 1) {
            Some((before, behind)) => control.next_of(before[step], behind.iter().sum()),
            None => control.silent(),
        };
        step += 1;
        let (deg_a, deg_b) = (a.len() - 1, b.len() - 1);
        let d = (deg_a - deg_b) as u32;
        negative ^= deg_a & deg_b & 1 == 1;
        pseudo_remainder(&mut a, &b, &section)?;
        if a.is_empty() {
            return Ok(Integer::new());
        }
        let divisor = Integer::from((&h).pow(d)) * &g;
        for c in &mut a {
            control.check()?;
            c.div_exact_mut(&divisor);
        }
        section.finish();
        std::mem::swap(&mut a, &mut b);
        g.clone_from(&a[deg_b]);
        h = next_h(&g, h, d);
        if b.len() == 1 {
            // deg A = deg_b.
            let value = next_h(&b[0], h, deg_b as u32) * taken;
            return Ok(if negative { -value } else { value });
        }
    }
}

/// g^d / h^(d - 1), which is an integer, and so are g^k / h^(k - 1) for k <= d; h for d = 0.
fn next_h(g: &Integer, h: Integer, d: u32) -> Integer {
    if d < 2 {
        return if d == 0 { h } else { g.clone() };
    }
    if h == 1 {
        return g.pow(d).into();
    }
    let mut value = g.clone();
    for bit in (0..d.ilog2()).rev() {
        value.square_mut();
        value.div_exact_mut(&h);
        if d >> bit & 1 == 1 {
            value *= g;
            value.div_exact_mut(&h);
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::super::compute::solved;
    use super::super::deflation::PowersOfY;
    use super::super::problem::{Computation, Problem};
    use super::*;
    use crate::plan::exact;
    use crate::plan::rows::{Exponents, Row, Rows};
    use crate::{Discriminant, Polynomial, Resultant};
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    fn rows(coefficients: &[i64]) -> Rows {
        let row =
            |&c: &i64| Row { terms: (c != 0).then(|| (c.into(), Exponents::from_slice(&[0]))).into_iter().collect() };
        Rows { kept: 1, rows: coefficients.iter().map(row).collect() }
    }

    /// Against determinants of Sylvester matrices: gaps, contents, common factors, any order of degrees.
    #[test]
    fn resultants_are_determinants() {
        let mut rng = StdRng::seed_from_u64(8);
        let mut zeros = 0;
        for round in 0..600 {
            let mut random = |most: usize| -> Vec<i64> {
                let degree = rng.random_range(0..=most);
                let sparse = rng.random_range(0..3);
                let factor = rng.random_range(1..4);
                let mut f: Vec<i64> = (0..=degree)
                    .map(|_| if rng.random_range(0..3) < sparse { 0 } else { factor * rng.random_range(-9i64..10) })
                    .collect();
                f[degree] = factor * rng.random_range(1..9);
                f
            };
            let (mut f, mut g) = (random(7), random(7));
            if round % 5 == 0 {
                // A common factor y - 2.
                for h in [&mut f, &mut g] {
                    h.insert(0, 0);
                    (0..h.len() - 1).for_each(|i| h[i] -= 2 * h[i + 1]);
                }
            }
            let expected = exact::resultant(&rows(&f), &rows(&g));
            let expected = expected.first().cloned().unwrap_or_default();
            zeros += u32::from(expected.is_zero());
            let of = |f: &[i64]| f.iter().map(|&c| Integer::from(c)).collect();
            assert_eq!(resultant(of(&f), of(&g), &[1.0; 3], &Control::default()).unwrap(), expected, "{f:?} {g:?}");
        }
        assert!(zeros > 100, "{zeros}");
    }

    /// With kept variables packed: the answers of the computation modulo primes.
    #[test]
    fn packed_variables() {
        let mut rng = StdRng::seed_from_u64(21);
        let (options, control) = (ResultantOptions::default(), Control::default());
        for round in 0..120 {
            let mut random = |most: u32| {
                let degree = rng.random_range(1..=most);
                let terms = (0..=degree).flat_map(|i| [i, i]).map(|i| {
                    let c = if rng.random_range(0..3) == 0 { 0 } else { rng.random_range(-9i64..10) };
                    (c.into(), vec![rng.random_range(0..4), i, rng.random_range(0..3)])
                });
                let top: (Integer, Vec<u32>) = ((1 + round % 3).into(), vec![round as u32 % 2, degree, 0]);
                Polynomial::from_terms(&["x", "y", "z"], terms.chain([top])).unwrap()
            };
            let (f, g) = (random(5), random(4));
            let problem = match round % 4 {
                0 => Problem::discriminant(&f, "y", PowersOfY::Go).unwrap(),
                // A common factor.
                1 => Problem::resultant(&(&f * &random(1)), &(&g * &f), "y", PowersOfY::Go).unwrap(),
                _ => Problem::resultant(&f, &g, "y", PowersOfY::Go).unwrap(),
            };
            let Computation::Modular(modular) = &problem.task else { continue };
            let outline = modular.outline(&options).unwrap();
            let packing = Packing::new(&[&modular.f, &modular.g], &outline.support, outline.height_bound).unwrap();
            let sequence = Sequence { packing, steps: Vec::new(), bytes: 0 };
            let found = answer((modular, &outline.support), &sequence, problem.operation, &control).unwrap();
            let found =
                modular.thinning.answer.polynomial(&problem.kept, &outline.support, found, Integer::ONE).unwrap();
            let found = problem.inflated(found, &options).unwrap();
            assert_eq!(found, solved(&problem, &options, Default::default()).unwrap().polynomial, "{f} {g}");
        }
    }

    /// Gaps: the degrees of the sequence tell that products of long integers are few.
    #[test]
    fn gaps_take_no_primes() {
        let of = |f: &str, g: &str| {
            let [f, g] = [f, g].map(|text| Polynomial::parse_in(text, &["x", "y"]).unwrap());
            // Many threads may be faster modulo primes.
            Resultant::new(&f, &g, "y").backend(Backend::Cpu).threads(2).run().unwrap()
        };
        let x = |text: &str| Polynomial::parse_in(text, &["x"]).unwrap();
        // 2^n - x, and -(x + 1)^n + x^(n - 1), as y = x / (x + 1).
        let answer = of("y^12000 - x", "y - 2");
        assert_eq!(answer.polynomial, &Polynomial::constant(&["x"], Integer::from(1) << 12_000).unwrap() - &x("x"));
        assert!(answer.report.integers && answer.report.run.verified_modulo > 0);
        let answer = of("y^1000 - x", "y^999 - x - 1");
        assert_eq!(answer.polynomial, x("(x + 1)^1000 - x^999"));
        assert!(answer.report.integers);
        // Many coefficients that are short.
        assert!(!of("y^9 - x^5*y + 1", "y^8 - x^7*y^3 + 3*x - 1").report.integers);
    }

    /// c = 10^n - 1: res(c x^2 - c x + 1, c x - 1) = c; by primes the same.
    #[test]
    fn long_coefficients_take_no_primes() {
        for digits in [10_000u32, 100_000] {
            let c: Integer = Integer::from(10).pow(digits) - 1;
            let of = |terms: &[(Integer, u32)]| {
                Polynomial::from_terms(&["x"], terms.iter().map(|(c, e)| (c.clone(), vec![*e]))).unwrap()
            };
            let f = of(&[(c.clone(), 2), (-c.clone(), 1), (1.into(), 0)]);
            let g = of(&[(c.clone(), 1), ((-1).into(), 0)]);
            // Many threads may be faster modulo primes.
            let question = || Resultant::new(&f, &g, "x").backend(Backend::Cpu).threads(2);
            let plan = question().plan().unwrap();
            let answer = question().run().unwrap();
            assert_eq!((answer.report.run.primes, answer.report.scalars, answer.report.integers), (0, 0, true));
            assert!(plan.integers && plan.on_grid.primes == 0);
            assert_ne!(answer.report.run.verified_modulo, 0);
            // c^2 (c / c^2 - c / c + 1) = c, as 1 / c is the root of g.
            assert_eq!(answer.polynomial, Polynomial::constant::<&str>(&[], c.clone()).unwrap());
            // c^2 - 4 c.
            let answer = Discriminant::new(&f, "x").backend(Backend::Cpu).threads(2).run().unwrap();
            assert_eq!(answer.polynomial, Polynomial::constant::<&str>(&[], Integer::from(&c * &c) - 4 * c).unwrap());
            assert!(answer.report.integers);
        }
        let f: Polynomial = "x^2 - 3*x + 5".parse().unwrap();
        assert!(!Discriminant::new(&f, "x").run().unwrap().report.integers);
    }
}
