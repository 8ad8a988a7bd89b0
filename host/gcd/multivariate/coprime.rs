//! Bounds on the degrees of a GCD in several variables, from the terms alone. Most pairs have no common divisor but integers and monomials: bounds of 0 tell it.
//!
//! The images that [`super::bounds`] takes are of dense polynomials: here they come from the terms, so that
//! neither degrees nor the number of variables need be small.

use super::bounds::gcd_degree;
use super::terms::{MAX_LENGTH, MAX_VARIABLES, Terms, common_strides};
use crate::alone;
use crate::alone::prelude::*;
use crate::error::{Error, ErrorKind, Result};
use crate::finite_field::Powers;
use crate::gcd::pair;
use crate::plan::prime61::Prime61;
use crate::poly::{Polynomial, Term};
use crate::run::memory;
use crate::run::options::RunOptions;
use crate::run::random::{Purpose, rng};
use rug::Integer;

/// The most steps of Euclid's algorithm for the images in all variables: 10 s.
const MOST_STEPS: u64 = 1 << 32;

/// Longest image.
const LONGEST: u64 = 1 << 22;

/// Terms that one thread takes, at least.
const PARALLEL: usize = 4096;

/// Coefficients of a dense polynomial for each term, up to which polynomials are dense: their images take no longer than those
/// of terms (rows P1 to P5 of `benches/results/2026-11-25-h100-rows.txt`), and so do their GCDs (`benches/results/2026-11-28-sparse-gcds.txt`).
const DENSE: u64 = 2;

/// Steps of Euclid's algorithm up to which images of dense polynomials are taken as well: an engine takes longer than that to begin.
const FEW_STEPS: u64 = 1 << 10;

/// Images that must agree, modulo different primes at different points, so that no single fault decides.
const IMAGES: usize = 2;

/// A polynomial modulo a prime, with powers of a point.
struct Specialised<'a> {
    terms: &'a Terms<'a>,
    strides: &'a [u32],
    residues: Vec<u64>,
    powers: Vec<Powers>,
}

impl<'a> Specialised<'a> {
    fn new(field: Prime61, terms: &'a Terms<'a>, strides: &'a [u32], point: &[u64]) -> Self {
        let coefficients: Vec<&Integer> = terms.terms.iter().map(|term| &term.coefficient).collect();
        let powers = |(k, &x): (usize, &u64)| Powers::new(field, x, terms.degree(k, strides), coefficients.len());
        let powers = point.iter().enumerate().map(powers).collect();
        Specialised { terms, strides, residues: field.residues(&coefficients[..]), powers }
    }

    /// The images in these variables, each with the point in place of all others, the constant term first.
    fn images(&self, field: Prime61, vars: &[usize]) -> Vec<Vec<u64>> {
        let lengths: Vec<usize> = vars.iter().map(|&k| self.terms.degree(k, self.strides) as usize + 1).collect();
        let zeros = || lengths.iter().map(|&n| vec![0; n]).collect::<Vec<Vec<u64>>>();
        // A part has images of its own, no longer than it.
        let part = PARALLEL.max(lengths.iter().sum());
        let of_part = |(terms, residues): (&[Term], &[u64])| {
            let (mut images, n) = (zeros(), self.strides.len());
            // Exponents, powers, and for each variable the product of what is before it.
            let (mut places, mut powers, mut before) = (vec![0; n], vec![0; n], vec![0; n]);
            for (term, &residue) in terms.iter().zip(residues) {
                let mut product = residue;
                for (k, (e, &stride)) in self.terms.above(term).zip(self.strides).enumerate() {
                    places[k] = if stride == 1 { e } else { e / stride };
                    powers[k] = self.powers[k].of(field, places[k]);
                    before[k] = product;
                    product = field.mul(product, powers[k]);
                }
                let (mut behind, mut open) = (field.one(), vars.len());
                for k in (0..n).rev() {
                    if open > 0 && vars[open - 1] == k {
                        open -= 1;
                        let coefficient = &mut images[open][places[k] as usize];
                        *coefficient = field.add(*coefficient, field.mul(before[k], behind));
                    }
                    behind = field.mul(behind, powers[k]);
                }
            }
            images
        };
        let sum = |mut a: Vec<Vec<u64>>, b: Vec<Vec<u64>>| {
            a.iter_mut().flatten().zip(b.into_iter().flatten()).for_each(|(a, b)| *a = field.add(*a, b));
            a
        };
        self.terms.terms.par_chunks(part).zip(self.residues.par_chunks(part)).map(of_part).reduce(zeros, sum)
    }
}

/// Two polynomials that are not 0, divided by their lowest powers of all variables that occur, and the strides of exponents.
pub(in crate::gcd) struct Sparse<'a> {
    pub(super) f: Terms<'a>,
    pub(super) g: Terms<'a>,
    pub(super) strides: Vec<u32>,
}

impl<'a> Sparse<'a> {
    /// Of polynomials over `vars`, of which those at `places` occur. O(variables terms).
    pub fn new(f: &'a Polynomial, g: &'a Polynomial, vars: &[String], places: &[usize]) -> Self {
        let occurring: Vec<&String> = places.iter().map(|&k| &vars[k]).collect();
        let (f, g) = alone::join(|| Terms::new(f, &occurring), || Terms::new(g, &occurring));
        let strides = common_strides(&f, &g);
        Sparse { f, g, strides }
    }

    /// Bounds on the degrees of gcd(f, g) without monomials, in powers of x^stride, mostly the degrees themselves; all are 0 only where that is shown twice.
    /// `None` where no images are taken: polynomials that are dense and not small have others.
    ///
    /// O(variables terms) products and the steps of Euclid's algorithm.
    ///
    /// # Errors
    /// `Cancelled`; `Limit` where images are too long and dense polynomials would be so too.
    pub fn degree_bounds(&self, run: &RunOptions) -> Result<Option<Vec<u32>>> {
        let common = self.common();
        let (steps, longest) = (self.steps(&common), self.longest(&common));
        if self.may_be_dense() {
            let is_short = steps <= MOST_STEPS && longest <= LONGEST && self.bytes() <= memory::allowed(run);
            if !is_short || self.is_dense() && steps > FEW_STEPS {
                return Ok(None);
            }
        }
        let within = |what: &'static str, needed: u64, allowed: u64| match needed > allowed {
            true => Err(Error::from(ErrorKind::Limit { what, needed: needed.into(), allowed: allowed.into() })),
            false => Ok(()),
        };
        within("coefficients of an image in one variable", longest, LONGEST)?;
        within("steps of Euclid's algorithm for an image in each variable", steps, MOST_STEPS)?;
        memory::check(self.bytes(), memory::allowed(run))?;
        self.bounds_of_images(&common, run).map(Some)
    }

    /// Whether dense polynomials are within their limits.
    pub fn may_be_dense(&self) -> bool {
        let lengths = self.dense_lengths();
        self.strides.len() <= MAX_VARIABLES && lengths.iter().all(|&length| u128::from(length) <= MAX_LENGTH)
    }

    /// Coefficients of both as dense polynomials.
    fn dense_lengths(&self) -> [u64; 2] {
        let lengths = (0..self.strides.len()).map(|k| self.lengths(k));
        lengths.fold([1u64; 2], |all, n| [0, 1].map(|i| all[i].saturating_mul(n[i])))
    }

    /// Steps of Euclid's algorithm for the images in these variables.
    fn steps(&self, common: &[usize]) -> u64 {
        let lengths = common.iter().map(|&k| self.lengths(k));
        lengths.fold(0u64, |sum, [p, q]| sum.saturating_add((p - 1).saturating_mul(q - 1)))
    }

    /// Lowest exponents of both in all variables that occur.
    pub fn low(&self) -> [Vec<u32>; 2] {
        [self.f.low.clone(), self.g.low.clone()]
    }

    /// Common divisors of all differences of exponents.
    pub fn strides(&self) -> &[u32] {
        &self.strides
    }

    /// Polynomial number 0 or 1 without its content and monomials, x for x^stride, and its content. The variables that occur have these names.
    pub fn reduced(&self, number: usize, names: &[&String]) -> Result<(Polynomial, Integer)> {
        let terms = if number == 0 { &self.f } else { &self.g };
        let content = pair::content(terms.terms.iter().map(|term| &term.coefficient));
        let reduced = |term: &Term| {
            let exponents = terms.above(term).zip(&self.strides).map(|(e, stride)| e / stride).collect();
            let c = &term.coefficient;
            Term { coefficient: if content == 1 { c.clone() } else { c.div_exact_ref(&content).into() }, exponents }
        };
        let mut reduced: Vec<Term> = terms.terms.par_iter().with_min_len(PARALLEL).map(reduced).collect();
        // The variables of the answer may have another order.
        if !terms.index.iter().flatten().is_sorted() {
            reduced.sort_unstable_by(|a, b| b.exponents.cmp(&a.exponents));
        }
        Ok((Polynomial::from_descending(names, reduced)?, content))
    }

    /// Coefficients of the images of both in variable number `k`.
    fn lengths(&self, k: usize) -> [u64; 2] {
        [&self.f, &self.g].map(|h| u64::from(h.degree(k, &self.strides)) + 1)
    }

    /// Whether dense polynomials have no more than [`DENSE`] coefficients for each term.
    pub fn is_dense(&self) -> bool {
        [&self.f, &self.g]
            .iter()
            .zip(self.dense_lengths())
            .all(|(h, length)| length <= DENSE.saturating_mul(h.terms.len() as u64))
    }

    /// The variables that occur in both.
    fn common(&self) -> Vec<usize> {
        (0..self.strides.len()).filter(|&k| self.lengths(k).iter().all(|&n| n > 1)).collect()
    }

    /// Coefficients of the longest image in these variables.
    fn longest(&self, common: &[usize]) -> u64 {
        common.iter().flat_map(|&k| self.lengths(k)).max().unwrap_or(0)
    }

    /// Bytes that [`Sparse::degree_bounds`] takes.
    pub fn bytes(&self) -> u64 {
        // Of each term a reference, a residue, and as much for the images of its part; powers, and those images that have all terms.
        let longest = self.longest(&self.common());
        32 * (self.f.terms.len() + self.g.terms.len()) as u64 + 32 * self.strides.len() as u64 * longest
    }

    /// In a variable x the leading coefficient of the greatest common divisor divides those of both, so that its degree is at most that of the
    /// GCD of images where the point and the prime keep one of these. Where that is 0 in every variable, the GCD is a number: this is believed when
    /// [`IMAGES`] say it.
    fn bounds_of_images(&self, common: &[usize], run: &RunOptions) -> Result<Vec<u32>> {
        let Sparse { f, g, strides } = self;
        let least = |k: usize| f.degree(k, strides).min(g.degree(k, strides));
        let mut bounds: Vec<u32> = (0..strides.len()).map(least).collect();
        let mut rng = rng(run, Purpose::Coprime);
        for image in 0..IMAGES {
            if image > 0 {
                // Nothing is behind the last one.
                run.control.next(1.0 / IMAGES as f64).finish();
            }
            let field = Prime61::random(&mut rng);
            let point: Vec<u64> = strides.iter().map(|_| field.element(&mut rng)).collect();
            let special = |h| Specialised::new(field, h, strides, &point);
            let (f, g) = alone::join(|| special(f), || special(g));
            run.control.check()?;
            let (a, b) = alone::join(|| f.images(field, common), || g.images(field, common));
            let mut are_constant = true;
            for ((&k, a), b) in common.iter().zip(a).zip(b) {
                let keeps_degree = a.last() != Some(&0) || b.last() != Some(&0);
                let degree = if keeps_degree { gcd_degree(field, a, b, &run.control)? } else { None };
                are_constant &= degree == Some(0);
                // Below 2^22.
                bounds[k] = degree.map_or(bounds[k], |degree| bounds[k].min(degree as u32));
            }
            if !are_constant {
                break;
            }
        }
        Ok(bounds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 6] = ["a", "b", "c", "d", "e", "x"];

    fn with_pair<R>(f: &str, g: &str, value: impl FnOnce(&Sparse<'_>) -> R) -> R {
        let vars: Vec<String> = NAMES.map(str::to_owned).to_vec();
        let read = |text: &str| Polynomial::parse_in(text, &vars).unwrap();
        let (f, g) = (read(f), read(g));
        let occurs = |name: &String| f.occurring().chain(g.occurring()).any(|other| other == name);
        let places: Vec<usize> = (0..vars.len()).filter(|&k| occurs(&vars[k])).collect();
        value(&Sparse::new(&f, &g, &vars, &places))
    }

    fn coprime(f: &str, g: &str) -> bool {
        with_pair(f, g, |pair| {
            (1..20u64).any(|seed| {
                let run = RunOptions { seed: Some(seed), ..RunOptions::default() };
                let bounds = pair.bounds_of_images(&pair.common(), &run).unwrap();
                bounds.iter().all(|&bound| bound == 0)
            })
        })
    }

    #[test]
    fn what_is_coprime() {
        assert!(coprime("a*b + c*d + e", "a + b + c + d + e"));
        assert!(coprime("a^2*b", "b^7*a*(x - 1)*(x + b)"));
        // In no variable together.
        assert!(coprime("a + b", "6*x + 4*c"));
        assert!(coprime("a^2000000000*b - 1", "a^1000000000 + b"));
        assert!(coprime("(x + 1)*(a - 1)", "(x + 2)*(a + 1)"));
    }

    /// Never where there is a common divisor, whatever is drawn.
    #[test]
    fn what_is_not() {
        assert!(!coprime("(a*b + 1)*(x + 3)", "(a*b + 1)*(x - 3)"));
        assert!(!coprime("(x + 1)*(a - 1)", "(x + 1)*(a + 1)"));
        assert!(!coprime("x^2 - a^2", "x*b - a*b"));
        assert!(!coprime("6*x^2*a^3 - 6*a^5", "x^7 + a*x^6"));
        assert!(!coprime("a + b + c + d + e + x", "-(a + b + c + d + e + x)"));
    }

    /// Dense images are as quick.
    #[test]
    fn what_is_dense() {
        let vars = ["a", "b"].map(str::to_owned);
        let dense = |f: &str, g: &str| {
            let read = |text: &str| Polynomial::parse_in(text, &vars).unwrap();
            Sparse::new(&read(f), &read(g), &vars, &[0, 1]).is_dense()
        };
        assert!(dense("(a + 1)*(b - 1)", "(a^2 + a + 3)*(b^2 + b + 5)"));
        assert!(dense("a^6*b^3 + a^3", "(a^3 + 1)*(b^3 + 2)"));
        assert!(!dense("(a + 1)*(b - 1)", "a^2*b^2 + a + b"));
    }

    /// Images that take too long, where dense polynomials are short enough and where they are not.
    #[test]
    fn long_images() {
        let bounds = |f: &str, g: &str| with_pair(f, g, |pair| pair.degree_bounds(&RunOptions::default()));
        assert_eq!(bounds("a^100000*b + a^99999*c + d", "a^100000 + a^99999*b*c + d").unwrap(), None);
        assert_eq!(bounds("(a + 1)*(b + 1)", "(a + 1)*(b - 1)").unwrap(), Some(vec![1, 0]));
        assert_eq!(bounds("(a + 1)^40*(b + 1)", "(a + 1)^40*(b - 1)").unwrap(), None);
        for f in ["a^2000000000*b + a^1999999999 + 1", "a^4000000*b*c*d*e*x + a^3999999 + 1"] {
            let error = bounds(f, &f.replace("+ 1", "- 1 + b*c")).unwrap_err();
            assert!(matches!(error.kind(), ErrorKind::Limit { .. }), "{error}");
        }
        // Powers of b^9.
        assert_eq!(bounds("(a*b^9 + c)*(d^99 + 1)", "(a*b^9 + c)*(x^98 - e)").unwrap(), Some(vec![1, 1, 1, 0, 0, 0]));
    }
}
