//! GCDs over Z of polynomials of few terms, in any number of variables.
//!
//! Let f and g be primitive and without monomials that divide them. A [`Projection`] makes of both images in one variable, at a geometric progression of points modulo
//! a prime. Of these the GCD and the cofactors are images of the GCD and the cofactors over Z, and whichever of the three has the fewest terms is
//! interpolated: [`support`]. Further primes take as many points as there are terms of one weight, until Chinese remainders are stable.
//!
//! Proof: let a primitive H divide f and g, so that the GCD is H q. In each variable the degree of the GCD is at most that of the GCD of images in that variable, at a point
//! modulo a prime where the leading coefficient of f or g does not vanish: see `multivariate::Sparse`. If H has that degree in each variable, q is a
//! constant, and as the GCD of primitive polynomials is primitive, q = 1 or -1.
//!
//! Sources: J. Hu and M. Monagan, A fast parallel sparse polynomial GCD algorithm, ISSAC 2016 (geometric progressions, roots of smooth order, cofactors); [`Projection`].

mod exponents;
mod ladder;
mod modulo;
mod parts;
mod progression;
mod projection;
mod shifts;
mod support;

pub(super) use modulo::over_field;

use super::multivariate::Sparse;
use super::problem::is_negative;
use super::request::Counts;
use crate::alone;
use crate::control::Control;
use crate::error::{ErrorKind, Result};
use crate::plan::prime61::Prime61;
use crate::poly::{Exponents, Polynomial, Term, quotient_watched, size};
use crate::run::memory;
use crate::run::options::RunOptions;
use crate::run::random::{Purpose, rng};
use crate::sparse::balanced::Balanced;
use ladder::Ladder;
use parts::parts;
use progression::{Points, Progression, Target};
use projection::Projection;
use rand::rngs::StdRng;
use rug::Integer;
use rug::integer::IntegerExt64;
use std::f64::consts::LOG2_E;
use std::sync::Arc;
use support::{FIRST, STEP, Support, fewest_terms};

/// Primes and points that may be unlucky: each is so with a probability of less than 2^-20.
const ATTEMPTS: usize = 16;

/// Two polynomials that are not 0, as they are computed with: x for x^stride, without content and monomials.
pub(super) struct Problem {
    f: Polynomial,
    g: Polynomial,
    contents: [Integer; 2],
    low: [Vec<u32>; 2],
    strides: Vec<u32>,
    /// The variables of the answer, and the places among them of those of f and g.
    vars: Arc<[String]>,
    places: Vec<usize>,
    /// Bounds on the degrees of the GCD of f and g, mostly the degrees themselves.
    bounds: Vec<u32>,
    projection: Projection,
}

/// The GCD, and the cofactors.
pub(super) type Found = (Polynomial, Option<[Polynomial; 2]>);

impl Problem {
    /// gcd(f, g) over `vars`, of which those at `places` occur; `bounds` are those of [`Sparse::degree_bounds`].
    ///
    /// # Errors
    /// `Limit` where all images would be too long.
    pub fn new(
        pair: &Sparse<'_>,
        (vars, places): (&Arc<[String]>, &[usize]),
        bounds: Vec<u32>,
        run: &RunOptions,
    ) -> Result<Self> {
        let names: Vec<&String> = places.iter().map(|&k| &vars[k]).collect();
        let (a, b) = alone::join(|| pair.reduced(0, &names), || pair.reduced(1, &names));
        let ((f, a), (g, b)) = (a?, b?);
        let Some(projection) = Projection::choose(&f, &g, &mut rng(run, Purpose::Grid)) else {
            let degrees = (0..places.len()).map(|k| f.degree_in(k).max(g.degree_in(k)).unwrap_or(0));
            let needed = degrees.map(u128::from).max().unwrap_or(0);
            return Err(ErrorKind::Limit { what: "degree of a sparse GCD", needed, allowed: 1 << 22 }.into());
        };
        let problem = Problem {
            f,
            g,
            contents: [a, b],
            low: pair.low(),
            strides: pair.strides().to_vec(),
            vars: Arc::clone(vars),
            places: places.to_vec(),
            bounds,
            projection,
        };
        memory::check(problem.bytes(), memory::allowed(run))?;
        Ok(problem)
    }

    /// Bits of the longest coefficients of f and g.
    pub fn heights(&self) -> [u64; 2] {
        let bits = |f: &Polynomial| f.terms().iter().map(|term| u64::from(term.coefficient.significant_bits())).max();
        [&self.f, &self.g].map(|f| bits(f).unwrap_or(0))
    }

    /// A bound on the bits of the coefficients of the GCD with its content: those of a divisor of f are at most e^(d_1 + .. + d_n) times the largest of f, for the
    /// degrees d_k of f (Gelfond).
    pub fn height_bound(&self) -> u64 {
        let content = Integer::from(self.contents[0].gcd_ref(&self.contents[1])).significant_bits();
        let bound = |(limits, height): (&Exponents, u64)| {
            let degrees: u64 = limits.iter().copied().map(u64::from).sum();
            height + (degrees as f64 * LOG2_E).ceil() as u64
        };
        let bounds = self.projection.limits.iter().zip(self.heights()).map(bound);
        u64::from(content) + bounds.min().unwrap_or(0)
    }

    /// Bytes of the host besides points, about: both polynomials, as they were given and as they are here, and as much for the answer.
    fn held(&self) -> u64 {
        4 * (size::polynomial(&self.f) + size::polynomial(&self.g))
    }

    /// Bytes of the host for a GCD or cofactor with no more terms of one weight than f or g has.
    pub fn bytes(&self) -> u64 {
        let points = 2 * self.projection.most + FIRST;
        self.held().saturating_add(self.bytes_of(points.saturating_add(points / 2)))
    }

    /// Bytes of images at so many points.
    fn bytes_of(&self, points: usize) -> u64 {
        progression::bytes::<u64>(self.f.terms().len() + self.g.terms().len(), &self.projection, points)
    }

    /// Bounds on the degrees of the answer, in the variables that occur.
    pub fn degrees(&self) -> Vec<u32> {
        let low = self.low[0].iter().zip(&self.low[1]).map(|(&a, &b)| a.min(b));
        low.zip(&self.bounds).zip(&self.strides).map(|((low, bound), stride)| low + bound * stride).collect()
    }

    /// The answer, and what was done.
    ///
    /// # Errors
    /// `Limit`; `Cancelled`; `Verification`.
    pub fn solve(&self, run: &RunOptions, control: &Control, beside: u64) -> Result<(Found, Counts)> {
        let room = memory::left(run, beside.saturating_add(self.held()))?;
        let mut random = rng(run, Purpose::Sparse);
        let mut counts = Counts::default();
        for _ in 0..ATTEMPTS {
            if let Some(parts) = self.attempt(&mut random, &mut counts, (room, control))? {
                counts.verified_modulo = self.check(&parts, run)?;
                return Ok((self.answer(parts), counts));
            }
            counts.unlucky += 1;
        }
        let message = "no image of the polynomials led to a common divisor of the degrees that images have".to_owned();
        Err(ErrorKind::Verification { what: "gcd", prime: 0, message }.into())
    }

    /// The GCD and the cofactors of f and g, with one prime for the terms and as many as are needed for the coefficients; `None` where they are unlucky.
    ///
    /// # Errors
    /// `Limit`; `Cancelled`.
    fn attempt(
        &self,
        random: &mut StdRng,
        counts: &mut Counts,
        (room, control): (u64, &Control),
    ) -> Result<Option<[Polynomial; 3]>> {
        let (pair, projection) = ((&self.f, &self.g), &self.projection);
        let limits = projection.most_degrees();
        let ladder = Ladder::random(&limits, random);
        let mut progression = Progression::new(ladder.field, pair, projection, ladder.points(random));
        counts.primes += 1;
        let fits = |count| memory::check(self.bytes_of(count), room);
        let Some((target, recurrences)) = fewest_terms(&mut progression, fits, control)? else { return Ok(None) };
        let Some(support) = ladder.support(&progression, (target, recurrences), (projection, pair), control)? else {
            return Ok(None);
        };
        let lead = self.lead(target);
        let residues = |progression: &Progression<Prime61>| {
            let field = progression.field;
            let lead = field.residues(std::slice::from_ref(&lead))[0];
            let scaled = |c: u64| field.leave(field.mul(c, lead));
            Some(support.coefficients(progression)?.into_iter().map(scaled).collect::<Vec<u64>>())
        };
        let Some(first) = residues(&progression) else { return Ok(None) };
        drop(progression);
        let mut integers = Balanced::new(&first, ladder.field.modulus());
        let mut was_stable = false;
        loop {
            control.next(STEP).finish();
            if is_likely(&integers) {
                counts.candidates += 1;
                if let Some(found) = self.conclude(&support, &integers, control)? {
                    return Ok(Some(found));
                }
                if was_stable {
                    // Other terms or coefficients will not come.
                    return Ok(None);
                }
                was_stable = integers.stable;
            }
            let field = Prime61::random(random);
            if integers.product.is_divisible_u64(field.modulus()) {
                continue;
            }
            let mut element = || (0..limits.len()).map(|_| field.element(random)).collect();
            let points = Points { shifts: element(), ratios: element() };
            let mut progression = Progression::new(field, pair, projection, points);
            counts.primes += 1;
            if !progression.extend(support.points(), control)? {
                counts.unlucky += 1;
                continue;
            }
            match residues(&progression) {
                Some(residues) => integers.include(&residues, field.modulus()),
                None => counts.unlucky += 1,
            }
        }
    }

    /// A multiple of the leading coefficient of a target.
    fn lead(&self, target: Target) -> Integer {
        let lead = |f: &Polynomial| {
            let degrees = self.projection.degrees(f);
            let top = (0..degrees.len()).max_by_key(|&i| degrees[i]);
            top.map_or_else(Integer::new, |i| f.terms()[i].coefficient.clone())
        };
        match (target, self.projection.single) {
            (Target::First, _) | (Target::Gcd, [true, false]) => lead(&self.f),
            (Target::Second, _) | (Target::Gcd, [false, _]) => lead(&self.g),
            (Target::Gcd, [true, true]) => lead(&self.f).gcd(&lead(&self.g)),
        }
    }

    /// The GCD and the cofactors, if the integers are those of a target.
    ///
    /// # Errors
    /// `Cancelled`; `Limit`.
    fn conclude(&self, support: &Support, integers: &Balanced, control: &Control) -> Result<Option<[Polynomial; 3]>> {
        let terms = support.terms.iter().zip(&integers.values).filter(|(_, c)| !c.is_zero());
        let term =
            |(exponents, c): (&Exponents, &Integer)| Term { coefficient: c.clone(), exponents: exponents.clone() };
        let mut terms: Vec<Term> = terms.map(term).collect();
        terms.sort_unstable_by(|a, b| b.exponents.cmp(&a.exponents));
        let candidate = Polynomial::descending(self.f.shared_vars(), terms).primitive_part();
        let quotient = |f: &Polynomial, g: &Polynomial| quotient_watched(f, g, || control.check());
        parts((&self.f, &self.g), (support.target, candidate), &self.bounds, quotient)
    }

    /// Compares the products with f and g at a random point modulo a random 61-bit prime, which is returned.
    ///
    /// # Errors
    /// `Verification`.
    fn check(&self, [gcd, a, b]: &[Polynomial; 3], run: &RunOptions) -> Result<u64> {
        let mut random = rng(run, Purpose::Check);
        let field = Prime61::random(&mut random);
        let p = field.modulus();
        let point: Vec<u64> = self.f.vars().iter().map(|_| field.element(&mut random)).collect();
        let value = |h: &Polynomial| field.sum_of_terms(h.terms(), |term| (&term.coefficient, &term.exponents), &point);
        let common = value(gcd);
        for (whole, part) in [(&self.f, a), (&self.g, b)] {
            if field.mul(common, value(part)) != value(whole) {
                let message =
                    "the product of the answer and its cofactor differs from the polynomial at a point".into();
                return Err(ErrorKind::Verification { what: "gcd", prime: p, message }.into());
            }
        }
        Ok(p)
    }

    /// The GCD, with its first coefficient positive, and the cofactors, with contents and monomials.
    fn answer(&self, [gcd, a, b]: [Polynomial; 3]) -> Found {
        let content = Integer::from(self.contents[0].gcd_ref(&self.contents[1]));
        let low: Vec<u32> = self.low[0].iter().zip(&self.low[1]).map(|(&a, &b)| a.min(b)).collect();
        let rest = |own: &[u32]| own.iter().zip(&low).map(|(a, b)| a - b).collect::<Vec<u32>>();
        let gcd = self.spread(gcd, &content, &low);
        let [a, b] = [(a, 0), (b, 1)].map(|(part, i)| {
            let c = Integer::from(self.contents[i].div_exact_ref(&content));
            self.spread(part, &c, &rest(&self.low[i]))
        });
        match is_negative(&gcd) {
            true => (gcd.negate(), Some([a.negate(), b.negate()])),
            false => (gcd, Some([a, b])),
        }
    }

    /// c x^low f(x^stride) over the variables of the answer.
    fn spread(&self, f: Polynomial, c: &Integer, low: &[u32]) -> Polynomial {
        let term = |term: &Term| {
            let mut exponents = Exponents::from_elem(0, self.vars.len());
            let each = self.places.iter().zip(&term.exponents).zip(low.iter().zip(&self.strides));
            each.for_each(|((&at, e), (low, stride))| exponents[at] = low + e * stride);
            Term { coefficient: Integer::from(&term.coefficient * c), exponents }
        };
        // The places ascend, so that the order stays.
        Polynomial::descending(&self.vars, f.terms().iter().map(term).collect())
    }
}

/// Whether the residues are likely to be those of integers: the last prime left them, or they are short beside the product.
fn is_likely(integers: &Balanced) -> bool {
    let bits = integers.values.iter().map(Integer::significant_bits).max();
    integers.stable || 2 * bits.unwrap_or(0) < integers.product.significant_bits()
}

#[cfg(test)]
mod tests;
