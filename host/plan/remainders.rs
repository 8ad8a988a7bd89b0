//! The remainder sequence of two polynomials over a prime field, as plans and checks want it: degrees and leading coefficients.
//!
//! Euclid's algorithm with one inversion for each remainder; only arithmetic is shared with the engines, whose steps are free of divisions. Modulo
//! primes of 31 bits the loops are those of bundles, whose lanes have one prime here: two polynomials of degree 8192 take 40 ms on one core of an
//! EPYC with AVX2 in a release build, and 180 modulo a prime of 61 bits. Half-gcd whose products are those of long integers, with three limbs for a coefficient, took twice as long as the latter at degree
//! 16,000 and half as long at 100,000.

use super::prime61::Prime61;
use crate::control::Control;
use crate::error::Result;
use crate::simd::{Lanes, Mont31x16};
use gpu::arith::{Bundle, Field, Modulus, Mont31, Mont61};

/// Element steps between two looks at the control: a few milliseconds.
const LOOK: usize = 1 << 20;

/// Of r_0, r_1, ..., where r_(i+1) is the remainder of r_(i-1) by r_i, all that are not 0.
pub(crate) struct Remainders {
    /// Their degrees.
    pub degrees: Vec<u32>,
    /// res(r_0, r_1), in Montgomery form.
    pub resultant: u64,
}

impl Remainders {
    /// Of polynomials in Montgomery form whose last coefficients are not 0, the constant terms first, the first one not shorter than the second. O(a b)
    /// element steps for degrees a and b.
    ///
    /// # Errors
    /// `Cancelled`.
    pub fn new(field: Prime61, a: Vec<u64>, b: Vec<u64>, control: &Control) -> Result<Self> {
        let arch = pulp::Arch::new();
        let Some(short) = Mont31::of(field.modulus()) else {
            let Sequence { degrees, leads } = arch.dispatch(Euclid { field: *field, a, b, control })?;
            let resultant = resultant(*field, &degrees, &leads);
            return Ok(Remainders { degrees, resultant });
        };
        let [a, b] = [a, b].map(|f| f.into_iter().map(|c| short.element(field.leave(c))).collect());
        let Sequence { degrees, leads } = arch.dispatch(Euclid { field: short, a, b, control })?;
        let resultant = field.enter(short.number(resultant(short, &degrees, &leads)));
        Ok(Remainders { degrees, resultant })
    }
}

/// res(r_0, r_1) = (-1)^(ab) lc(r_1)^(a - c) res(r_1, r_2) with the degrees a, b, c of r_0, r_1, r_2.
fn resultant<M: Modulus>(field: M, degrees: &[u32], leads: &[M::Elem]) -> M::Elem {
    if degrees.last() != Some(&0) {
        return field.zero();
    }
    let (mut value, mut negative) = (field.one(), false);
    // A constant is followed by nothing.
    let after = degrees.iter().skip(2).chain(&[0]);
    for (((&a, &b), &c), &lead) in degrees.iter().zip(&degrees[1..]).zip(after).zip(&leads[1..]) {
        value = field.mul(value, field.power(lead, (a - c).into()));
        negative ^= a & b & 1 != 0;
    }
    if negative { field.neg(value) } else { value }
}

/// Degrees and leading coefficients.
struct Sequence<E> {
    degrees: Vec<u32>,
    leads: Vec<E>,
}

/// A field with sums of multiples of rows.
trait Multiples: Modulus {
    /// Adds x y + x' y' to each element, for numbers x and x' and elements y and y' of as many.
    fn add_multiples(&self, to: &mut [Self::Elem], of: [(Self::Elem, &[Self::Elem]); 2]);

    /// The same, one element after the other.
    #[inline(always)]
    fn add_multiples_of_each(&self, to: &mut [Self::Elem], [(x, y), (x2, y2)]: [(Self::Elem, &[Self::Elem]); 2]) {
        for ((to, &y), &y2) in to.iter_mut().zip(y).zip(y2) {
            *to = self.add(*to, self.dot2(x, y, x2, y2));
        }
    }
}

impl Multiples for Mont61 {
    #[inline(always)]
    fn add_multiples(&self, to: &mut [u64], of: [(u64, &[u64]); 2]) {
        self.add_multiples_of_each(to, of);
    }
}

/// All lanes have one prime here.
type Wide = Mont31x16;

impl Multiples for Mont31 {
    #[inline(always)]
    fn add_multiples(&self, to: &mut [u32], [(x, y), (x2, y2)]: [(u32, &[u32]); 2]) {
        let Some(lanes) = Wide::from_primes(&[*self]) else {
            return self.add_multiples_of_each(to, [(x, y), (x2, y2)]);
        };
        let [of_x, of_x2] = [x, x2].map(Wide::splat);
        let (to, to_rest) = Wide::parts_mut(to);
        let ((y, y_rest), (y2, y2_rest)) = (Wide::parts(y), Wide::parts(y2));
        for ((to, &y), &y2) in to.iter_mut().zip(y).zip(y2) {
            let sum = lanes.dot2(of_x, Wide::load(y), of_x2, Wide::load(y2));
            *to = Wide::store(lanes.add(Wide::load(*to), sum));
        }
        self.add_multiples_of_each(to_rest, [(x, y_rest), (x2, y2_rest)]);
    }
}

/// The whole sequence, with the instructions that the processor has.
struct Euclid<'c, M: Modulus> {
    field: M,
    a: Vec<M::Elem>,
    b: Vec<M::Elem>,
    control: &'c Control,
}

impl<M: Multiples> pulp::NullaryFnOnce for Euclid<'_, M> {
    type Output = Result<Sequence<M::Elem>>;

    #[inline(always)]
    fn call(self) -> Self::Output {
        let Euclid { field, mut a, mut b, control } = self;
        let mut found = Sequence { degrees: Vec::new(), leads: Vec::new() };
        let mut steps = LOOK;
        while let Some(&lead) = a.last() {
            found.degrees.push(a.len() as u32 - 1);
            found.leads.push(lead);
            let Some(&lead) = b.last() else { break };
            // By a constant it is 0.
            if b.len() == 1 {
                a.clear();
            }
            let inverse = field.neg(field.reciprocal(lead));
            while a.len() >= b.len() {
                if steps >= LOOK {
                    control.check()?;
                    steps = 0;
                }
                steps += 2 * b.len();
                eliminate(&field, &mut a, &b, inverse);
            }
            while a.last().is_some_and(|&c| field.zeros(c) != 0) {
                a.pop();
            }
            std::mem::swap(&mut a, &mut b);
        }
        Ok(found)
    }
}

/// Takes the multiples of `b`, of degree 1 and more, from `a` that leave it shorter by two, or by one where it is as long as `b`; `inverse` is -1 / lc(b). Both
/// terms of the quotient take one reduction.
#[inline(always)]
fn eliminate<M: Multiples>(field: &M, a: &mut Vec<M::Elem>, b: &[M::Elem], inverse: M::Elem) {
    let (n, Some(top)) = (b.len(), a.pop()) else { return };
    let high = field.mul(top, inverse);
    let Some(at) = a.len().checked_sub(n) else {
        a.iter_mut().zip(b).for_each(|(a, &b)| *a = field.add(*a, field.mul(high, b)));
        return;
    };
    let Some(below) = a.pop() else { return };
    let low = field.mul(field.add(below, field.mul(high, b[n - 2])), inverse);
    let a = &mut a[at..];
    a[0] = field.add(a[0], field.mul(low, b[0]));
    field.add_multiples(&mut a[1..], [(low, &b[1..n - 1]), (high, &b[..n - 2])]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;
    use rand::SeedableRng;
    use rand::rngs::StdRng;
    use std::time::{Duration, Instant};

    fn random(field: Prime61, degree: usize, rng: &mut StdRng) -> Vec<u64> {
        (0..=degree).map(|_| field.element(rng)).collect()
    }

    fn times(field: Prime61, f: &[u64], g: &[u64]) -> Vec<u64> {
        let mut out = vec![0; f.len() + g.len() - 1];
        for (i, &c) in f.iter().enumerate() {
            out[i..].iter_mut().zip(g).for_each(|(out, &d)| *out = field.add(*out, field.mul(c, d)));
        }
        out
    }

    /// One term of the quotient after the other.
    fn degrees(field: Prime61, mut a: Vec<u64>, mut b: Vec<u64>) -> Vec<u32> {
        let mut found = Vec::new();
        while !a.is_empty() {
            found.push(a.len() as u32 - 1);
            while !b.is_empty() && a.len() >= b.len() {
                let (off, factor) = (a.len() - b.len(), field.mul(a[a.len() - 1], field.inverse(b[b.len() - 1])));
                for (x, &y) in a[off..].iter_mut().zip(&b) {
                    *x = field.sub(*x, field.mul(factor, y));
                }
                while a.last() == Some(&0) {
                    a.pop();
                }
            }
            if b.is_empty() {
                break;
            }
            std::mem::swap(&mut a, &mut b);
        }
        found
    }

    /// Of the largest primes, and of small ones, modulo which degrees fall by more than one often.
    fn fields(rng: &mut StdRng) -> Vec<Prime61> {
        let known = [(1 << 61) - 1, 1_431_655_777, 1_431_655_751, 10_007, 3].map(Prime61::new);
        known.into_iter().chain([Prime61::random(rng), Prime61::random_short(rng)]).collect()
    }

    #[test]
    fn degrees_are_those_of_single_steps() {
        let mut rng = StdRng::seed_from_u64(1);
        for field in fields(&mut rng) {
            let mut pairs: Vec<[Vec<u64>; 2]> = Vec::new();
            for (p, q) in
                [(0, 0), (1, 0), (1, 1), (2, 1), (5, 1), (6, 1), (15, 15), (16, 15), (60, 23), (61, 2), (90, 89)]
            {
                pairs.push([p, q].map(|degree| random(field, degree, &mut rng)));
            }
            let [f, g, h] = [12, 11, 9].map(|degree| random(field, degree, &mut rng));
            let (fh, gh) = (times(field, &f, &h), times(field, &g, &h));
            let mut sparse = vec![0; 70];
            [0, 3, 40, 69].into_iter().for_each(|i| sparse[i] = field.one());
            pairs.extend([
                [fh.clone(), gh.clone()],
                [fh.clone(), fh.clone()],
                [fh, h],
                [sparse.clone(), gh],
                [sparse, f],
            ]);
            for [a, b] in pairs {
                let found = Remainders::new(field, a.clone(), b.clone(), &Control::default()).unwrap();
                assert_eq!(
                    found.degrees,
                    degrees(field, a.clone(), b.clone()),
                    "{a:?} {b:?} modulo {}",
                    field.modulus()
                );
                assert!(found.resultant == 0 || found.degrees.last() == Some(&0));
            }
        }
    }

    /// prod (a - b) over the roots a of f and b of g, times powers of the leading coefficients.
    #[test]
    fn resultants_of_split_polynomials() {
        let mut rng = StdRng::seed_from_u64(2);
        for field in fields(&mut rng) {
            for (p, q) in [(3, 2), (1, 1), (4, 4), (4, 3), (5, 1), (2, 0), (0, 0), (40, 35)] {
                let mut split = |degree: usize| {
                    let (lead, roots) = (field.element(&mut rng), random(field, degree, &mut rng).split_off(1));
                    let factor = |f: Vec<u64>, &root: &u64| times(field, &f, &[field.sub(0, root), field.one()]);
                    (lead, roots.iter().fold(vec![lead], factor), roots)
                };
                let ((l, f, roots), (m, g, others)) = (split(p), split(q));
                let pairs = roots.iter().flat_map(|&a| others.iter().map(move |&b| field.sub(a, b)));
                let product = pairs.fold(field.one(), |product, d| field.mul(product, d));
                let leads = field.mul(field.pow(l, q as u64), field.pow(m, p as u64));
                let found = Remainders::new(field, f, g, &Control::default()).unwrap();
                assert_eq!(found.resultant, field.mul(leads, product), "{p} {q} modulo {}", field.modulus());
            }
        }
    }

    /// Some 10^10 steps, of which a second sees a half at most.
    #[test]
    fn cancelled_within_a_second() {
        let mut rng = StdRng::seed_from_u64(1);
        let field = Prime61::random(&mut rng);
        for (p, q) in [(100_000, 99_999), (200_000, 100_000)] {
            let [a, b] = [p, q].map(|degree| random(field, degree, &mut rng));
            let control = Control::default();
            let canceller = control.clone();
            let (error, late) = std::thread::scope(|scope| {
                let at = scope.spawn(move || {
                    std::thread::sleep(Duration::from_millis(50));
                    canceller.cancel();
                    Instant::now()
                });
                let error = Remainders::new(field, a, b, &control).err().expect("cancelled");
                (error, at.join().unwrap().elapsed())
            });
            assert!(matches!(error.kind(), ErrorKind::Cancelled), "{error}");
            assert!(late < Duration::from_secs(1), "{p} {q}: {late:?}");
        }
    }
}
