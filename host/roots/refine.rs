//! Isolating intervals made shorter.
//!
//! An interval is divided into N parts, and the part in which the chord has its zero is tried: where f has different signs at its ends it has the root,
//! and N is squared; otherwise N becomes its root. So the digits double with each step from some step on. Signs are decided by values between two floating
//! numbers, with as much precision as that takes.
//!
//! Source: Abbott, Quadratic interval refinement for real roots, 2006 (arXiv 1203.1227).

use super::enclosure::scaled;
use super::isolate::{Found, Interval};
use super::value::{Value, value};
use gpu::arith::prime::is_prime;
use rug::ops::Pow;
use rug::{Float, Integer, Rational};
use std::cmp::Ordering;
use std::sync::Arc;

/// Bits of the first try to find a sign.
const FIRST_PRECISION: u32 = 64;

/// A positive root of a squarefree polynomial: the only one between two positive dyadic numbers, with different signs at them; or exactly one.
#[derive(Debug, Clone)]
pub struct Isolated {
    pub f: Arc<Vec<Integer>>,
    pub interval: Interval,
    /// The first interval; `None` where f has no other root at all.
    isolating: Option<[Rational; 2]>,
    /// The sign of f at the lower end.
    below: Ordering,
    /// log2 N.
    zoom: u32,
    /// Bits that the last value took.
    precision: u32,
    /// Unless it is certain that f has no rational root.
    may_be_rational: bool,
}

impl Isolated {
    /// The root that was found in an interval.
    pub fn new(f: Arc<Vec<Integer>>, may_be_rational: bool, found: Found) -> Self {
        let Found { isolating, interval, closer, negative_below } = found;
        let Interval { lower, upper, scale } = &isolating;
        let isolating = Some([lower, upper].map(|end| dyadic(end, *scale)));
        let below = if negative_below { Ordering::Less } else { Ordering::Greater };
        Isolated { f, interval, isolating, below, zoom: closer.max(1), precision: FIRST_PRECISION, may_be_rational }
    }

    /// Whether f has no other root between two positive numbers, with this one between them.
    pub fn is_isolating(&self, [lower, upper]: &[Rational; 2]) -> bool {
        self.isolating.as_ref().is_none_or(|[first, last]| first <= lower && upper <= last)
    }

    /// Whether the interval is the root.
    pub fn is_exact(&self) -> bool {
        self.interval.lower == self.interval.upper
    }

    /// Both ends.
    pub fn ends(&self) -> [Rational; 2] {
        [&self.interval.lower, &self.interval.upper].map(|m| dyadic(m, self.interval.scale))
    }

    /// A value with so many bits, and its sign.
    fn value(&mut self, m: &Integer, scale: i64, bits: u32) -> (Float, Ordering) {
        // Bits are lost to cancellation, as many at near points.
        let mut precision = self.precision.max(bits + 32);
        let mut may_be_root = true;
        loop {
            let Value { v, exponent, error } = value(&self.f, m, scale, precision);
            if v.clone().abs() > Integer::from(error) << bits {
                self.precision = precision;
                let sign = v.cmp0();
                return (scaled(Float::with_val(bits + 32, v), -exponent), sign);
            }
            // Only a root takes more and more bits.
            if may_be_root && self.is_root(&dyadic(m, scale)) {
                return (Float::new(bits + 32), Ordering::Equal);
            }
            may_be_root = false;
            precision += precision / 2;
        }
    }

    /// Makes the interval shorter.
    pub fn step(&mut self) {
        if self.is_exact() {
            return;
        }
        let Interval { lower, upper, scale } = &self.interval.clone();
        let parts = Integer::from(1) << self.zoom;
        let each = Integer::from(upper - lower);
        let (lower, upper) = (Integer::from(lower << self.zoom), Integer::from(upper << self.zoom));
        let scale = scale + i64::from(self.zoom);
        let guess = if self.zoom == 1 { Integer::from(1) } else { self.zero_of_chord(&parts) };
        let at = |place: &Integer| Integer::from(&lower + place * &each);
        let middle = at(&guess);
        let sign = self.value(&middle, scale, 0).1;
        let (lower, upper, succeeded) = match sign {
            Ordering::Equal => (middle.clone(), middle, true),
            _ if sign == self.below => {
                let next = at(&Integer::from(&guess + 1));
                match next < upper && self.value(&next, scale, 0).1 == self.below {
                    true => (next, upper, false),
                    false => (middle, next, true),
                }
            }
            _ => {
                let next = at(&Integer::from(&guess - 1));
                match next > lower && self.value(&next, scale, 0).1 != self.below {
                    true => (lower, next, false),
                    false => (next, middle, true),
                }
            }
        };
        self.interval = Interval { lower, upper, scale };
        self.zoom = if succeeded { self.zoom.saturating_mul(2) } else { (self.zoom / 2).max(1) };
    }

    /// The place of the chord's zero among the inner ones of so many parts.
    fn zero_of_chord(&mut self, parts: &Integer) -> Integer {
        let Interval { lower, upper, scale } = self.interval.clone();
        let bits = self.zoom + 8;
        let [below, above] = [lower, upper].map(|m| self.value(&m, scale, bits).0);
        let share = Float::with_val(bits + 8, &below - &above);
        let place = Float::with_val(bits + 8, below * parts) / share;
        let place = place.to_integer().unwrap_or_default();
        place.max(1.into()).min(Integer::from(parts - 1))
    }

    /// Makes the interval so short that it is at most 2^-bits of the root, or is the root.
    ///
    /// # Errors
    /// Of `look`, which is called before each step.
    pub fn refine<E>(&mut self, bits: u32, look: impl Fn() -> Result<(), E>) -> Result<(), E> {
        let is_long = |Interval { lower, upper, .. }: &Interval| Integer::from(upper - lower) << bits > *lower;
        while !self.is_exact() && is_long(&self.interval) {
            look()?;
            self.step();
        }
        Ok(())
    }

    /// The root as a fraction, if it is one: its denominator divides the leading coefficient.
    pub fn rational(&mut self) -> Option<Rational> {
        if !self.is_exact() && !self.may_be_rational {
            return None;
        }
        let lead = self.f.last()?.clone().abs();
        // One multiple of 1 / lead in the interval at most, after it is shorter than that.
        let is_long = |interval: &Interval| {
            let width = Integer::from(&interval.upper - &interval.lower) * &lead;
            dyadic(&width, interval.scale) >= 1
        };
        while is_long(&self.interval) {
            self.step();
        }
        let [lower, upper] = self.ends();
        if self.is_exact() {
            return Some(lower);
        }
        let above = (upper * &lead).floor().into_numer_denom().0;
        let root = Rational::from((above, lead));
        // The ends of an interval are no roots.
        (root > lower && self.is_root(&root)).then_some(root)
    }

    /// Whether f is 0 at a positive fraction.
    fn is_root(&self, x: &Rational) -> bool {
        let (above, below) = (x.numer(), x.denom());
        // b x - a divides f over Z, so that a and b divide the coefficients at the ends: cheap, and excludes most.
        let (first, last) = (&self.f[0], &self.f[self.f.len() - 1]);
        if !first.is_divisible(above) || !last.is_divisible(below) {
            return false;
        }
        // sum c_k a^k b^(n-k).
        let mut power = Integer::from(1);
        let mut value = Integer::new();
        for c in self.f.iter().rev() {
            value = value * above + Integer::from(c * &power);
            power *= below;
        }
        value.is_zero()
    }
}

/// Primes modulo which roots are looked for begin here: below there mostly are some.
const FIRST_PRIME: u32 = 23;

/// How many are tried.
const PRIMES: usize = 32;

/// Prime times coefficients: a tenth of a second.
const MOST_WORK: usize = 1 << 25;

/// Whether there is no small prime that shows that a polynomial, not 0 at 0, has no rational root: one that divides neither end, and modulo which there is no root. A random
/// polynomial has none modulo a prime in one case of e. Polynomials of the classical families have ends that many primes below their degree divide.
pub fn may_have_rational_roots(f: &[Integer]) -> bool {
    let ends = [f.first(), f.last()];
    let most = (16 * f.len()).min(MOST_WORK / f.len()).max(8 * FIRST_PRIME as usize) as u32;
    let divides_none = |p: &u32| ends.iter().flatten().all(|c| c.mod_u(*p) != 0);
    (FIRST_PRIME..most).filter(|&p| is_prime(p)).filter(divides_none).take(PRIMES).all(|p| {
        let residues: Vec<u64> = f.iter().rev().map(|c| u64::from(c.mod_u(p))).collect();
        let p = u64::from(p);
        (1..p).any(|x| residues.iter().fold(0, |value, c| (value * x + c) % p) == 0)
    })
}

/// m / 2^scale.
pub fn dyadic(m: &Integer, scale: i64) -> Rational {
    let power = Integer::from(2).pow(u32::try_from(scale.unsigned_abs()).unwrap_or(u32::MAX));
    if scale >= 0 { Rational::from((m, power)) } else { Rational::from(m * power) }
}
