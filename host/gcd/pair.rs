//! From two polynomials in one variable to primitive ones of positive degree, and back.

use super::multivariate::gcd_degree;
use crate::alone::prelude::*;
use crate::control::Control;
use crate::engine::input::{Extent, Integers, List, extent};
use crate::error::{ErrorKind, Result};
use crate::plan::prime61::Prime61;
use crate::poly::{Polynomial, Term};
use crate::run::checkpoint::Fingerprint;
use rug::Integer;
use rug::integer::IntegerExt64;

/// Most coefficients of a dense polynomial.
const MAX_LENGTH: u128 = 1 << 25;

/// The largest two primes below 2^61.
const PRIMES: [u64; 2] = [(1 << 61) - 1, (1 << 61) - 31];

/// A polynomial c x^low h(x^stride) with a primitive h, h(0) != 0, lc(h) > 0.
pub(super) struct Parts<'a> {
    /// c: the content with the sign of the leading coefficient.
    pub content: Integer,
    /// The lowest exponent.
    pub low: u32,
    /// The coefficients of h, or of -h where c < 0.
    coefficients: Coefficients<'a>,
    /// h(0).
    pub first: Integer,
    /// lc(h).
    pub last: Integer,
    /// Bits of the longest coefficient of h.
    pub height: u64,
    /// Words of 32 bits of all of them.
    words: usize,
}

/// The primitive pair whose GCD and cofactors are those wanted, up to contents, powers of x and x^stride in place of x.
pub(super) struct Pair<'a> {
    pub f: Parts<'a>,
    pub g: Parts<'a>,
    /// gcd(lc(h_f), lc(h_g)): a multiple of the leading coefficient of the GCD.
    pub lead: Integer,
    /// gcd(h_f(0), h_g(0)): a multiple of the constant term of the GCD.
    pub trail: Integer,
    /// The greatest common divisor of all differences of exponents.
    stride: u32,
}

/// gcd(c_0, c_1, ...) >= 0, with an end as soon as it is 1.
pub(super) fn content<'a>(coefficients: impl IntoIterator<Item = &'a Integer>) -> Integer {
    let mut content = Integer::new();
    for c in coefficients {
        content.gcd_mut(c);
        if content == 1 {
            break;
        }
    }
    content
}

/// Coefficients that one thread looks at, at least.
const PER_THREAD: usize = 2048;

/// Exponent of variable `var`, or 0 where there is none.
fn exponent(term: &Term, var: Option<usize>) -> u32 {
    var.map_or(0, |var| term.exponents[var])
}

/// gcd of all differences of exponents; 0 for one term.
fn stride(f: &Polynomial, var: Option<usize>) -> u32 {
    let low = f.terms().last().map_or(0, |term| exponent(term, var));
    let mut stride = 0;
    for term in f.terms() {
        let (mut a, mut b) = (exponent(term, var) - low, stride);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        stride = a;
        if stride == 1 {
            break;
        }
    }
    stride
}

/// The coefficients of h, or of -h where c < 0, in a polynomial c x^low h(x^stride), the constant term first.
enum Coefficients<'a> {
    /// All terms, whose content is 1.
    Terms(&'a [Term]),
    /// Some terms, whose content is 1.
    Sparse(Vec<Option<&'a Integer>>),
    /// Terms without their content.
    Divided(Vec<Integer>),
}

impl Integers for Coefficients<'_> {
    fn count(&self) -> usize {
        match self {
            Coefficients::Terms(terms) => terms.len(),
            Coefficients::Sparse(slots) => slots.len(),
            Coefficients::Divided(integers) => integers.len(),
        }
    }

    fn at(&self, i: usize) -> &Integer {
        const ZERO: &Integer = &Integer::new();
        match self {
            // Exponents descend.
            Coefficients::Terms(terms) => &terms[terms.len() - 1 - i].coefficient,
            Coefficients::Sparse(slots) => slots[i].unwrap_or(ZERO),
            Coefficients::Divided(integers) => &integers[i],
        }
    }
}

impl<'a> Coefficients<'a> {
    /// c, low and the coefficients of h, of `f`, not 0, in variable number `var` of its list; its exponents are the lowest plus
    /// multiples of `stride` > 0.
    fn new(f: &'a Polynomial, var: Option<usize>, stride: u32) -> Result<(Integer, u32, Self)> {
        let terms = f.terms();
        let exponent = |term: &Term| exponent(term, var);
        let (high, low) = (terms.first().map_or(0, exponent), terms.last().map_or(0, exponent));
        let needed = u128::from((high - low) / stride) + 1;
        if needed > MAX_LENGTH {
            let what = "coefficients of a dense polynomial";
            return Err(ErrorKind::Limit { what, needed, allowed: MAX_LENGTH }.into());
        }
        let content = content(terms.iter().map(|term| &term.coefficient));
        let negative = terms.first().is_some_and(|term| term.coefficient.is_negative());
        // The sign is left to those who read them.
        let unit = content == 1;
        let dense = terms.len() == needed as usize;
        let divided = |c: &Integer| Integer::from(c.div_exact_ref(&content));
        let coefficients = if dense {
            let divided = |term: &Term| divided(&term.coefficient);
            match unit {
                true => Coefficients::Terms(terms),
                false => Coefficients::Divided(terms.par_iter().with_min_len(PER_THREAD).rev().map(divided).collect()),
            }
        } else {
            let mut slots = vec![None; needed as usize];
            terms.iter().for_each(|term| slots[((exponent(term) - low) / stride) as usize] = Some(&term.coefficient));
            let divided = |c: Option<&Integer>| c.map_or_else(Integer::new, divided);
            match unit {
                true => Coefficients::Sparse(slots),
                false => Coefficients::Divided(slots.into_par_iter().with_min_len(PER_THREAD).map(divided).collect()),
            }
        };
        Ok((if negative { -content } else { content }, low, coefficients))
    }
}

impl<'a> Parts<'a> {
    /// The parts of f, as [`Coefficients::new`] reads it.
    fn new(f: &'a Polynomial, var: Option<usize>, stride: u32) -> Result<Self> {
        let (content, low, coefficients) = Coefficients::new(f, var, stride)?;
        let end = |i: usize| {
            let c = coefficients.at(i).clone();
            if content < 0 { -c } else { c }
        };
        let (first, last) = (end(0), end(coefficients.count() - 1));
        let Extent { height, words } = extent(&coefficients);
        Ok(Parts { content, low, coefficients, first, last, height, words })
    }

    /// Degree of h.
    pub fn degree(&self) -> u32 {
        self.length() as u32 - 1
    }

    /// Number of coefficients of h, among them zeros.
    pub fn length(&self) -> usize {
        self.coefficients.count()
    }

    /// Bytes of the magnitudes of all coefficients of h, in words of 32 bits.
    pub fn magnitude_bytes(&self) -> u64 {
        4 * self.words as u64
    }

    /// The coefficients of h, the constant term first.
    pub fn list(&self) -> List<'_> {
        List { integers: &self.coefficients, negate: self.content < 0, words: Some(self.words) }
    }

    /// Their magnitudes.
    pub fn magnitudes(&self) -> impl Iterator<Item = &[u64]> {
        (0..self.length()).map(|i| self.coefficients.at(i).as_limbs())
    }

    /// The coefficients of h by themselves.
    fn integers(&self) -> Vec<Integer> {
        let List { integers, negate, .. } = self.list();
        let integer = |i: usize| integers.at(i).clone();
        (0..self.length()).map(|i| if negate { -integer(i) } else { integer(i) }).collect()
    }
}

impl<'a> Pair<'a> {
    /// Of f and g, not 0, each in variable number `var` of its list or constant.
    ///
    /// # Errors
    /// `Limit` when a dense polynomial would be too long.
    pub fn new(
        (f, f_var): (&'a Polynomial, Option<usize>),
        (g, g_var): (&'a Polynomial, Option<usize>),
    ) -> Result<Self> {
        let (mut a, mut b) = (stride(f, f_var), stride(g, g_var));
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let stride = a.max(1);
        let (f, g) = (Parts::new(f, f_var, stride)?, Parts::new(g, g_var, stride)?);
        let lead = Integer::from(f.last.gcd_ref(&g.last));
        let trail = Integer::from(f.first.gcd_ref(&g.first));
        Ok(Pair { f, g, lead, trail, stride })
    }

    /// Words of 32 bits of both primitive polynomials.
    pub fn words(&self) -> u64 {
        self.f.words as u64 + self.g.words as u64
    }

    /// The data that determine images of the GCD.
    pub fn fingerprint(&self) -> u128 {
        let mut fingerprint = Fingerprint::new("pair");
        for parts in [&self.f, &self.g] {
            fingerprint.number(parts.length() as u64).number((parts.content < 0).into());
            (0..parts.length()).for_each(|i| _ = fingerprint.integer(parts.coefficients.at(i)));
        }
        fingerprint.value()
    }

    /// The coefficients of f and g, and `lead`.
    pub fn lists(&self) -> [List<'_>; 3] {
        [self.f.list(), self.g.list(), List::of(&self.lead)]
    }

    /// Whether one of the primitive polynomials is 1, and so their GCD.
    pub fn is_trivial(&self) -> bool {
        self.f.degree() == 0 || self.g.degree() == 0
    }

    /// Whether images modulo two primes show that the primitive polynomials have no common factor: a prime that does not divide `lead` keeps the degree of any.
    /// O(m n) for degrees m and n.
    ///
    /// # Errors
    /// `Cancelled`.
    pub fn is_coprime_by_images(&self, control: &Control) -> Result<bool> {
        for p in PRIMES {
            let field = Prime61::new(p);
            let image = |parts: &Parts<'_>| {
                let integers: Vec<&Integer> = (0..parts.length()).map(|i| parts.coefficients.at(i)).collect();
                field.residues(&integers[..])
            };
            if self.lead.mod_u64(p) == 0 || gcd_degree(field, image(&self.f), image(&self.g), control)? != Some(0) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// gcd(f, g) for the GCD h of the primitive polynomials, with its exponents, descending.
    pub fn gcd(&self, h: Vec<Integer>) -> impl Iterator<Item = (Integer, u32)> {
        spread(h, self.content(), self.f.low.min(self.g.low), self.stride)
    }

    /// f / gcd(f, g) for the cofactor of the primitive polynomial, and the same of g.
    pub fn cofactors(&self, [f, g]: [Vec<Integer>; 2]) -> [impl Iterator<Item = (Integer, u32)>; 2] {
        let content = self.content();
        let low = self.f.low.min(self.g.low);
        let cofactor = |cofactor, parts: &Parts<'_>| {
            let content = Integer::from(parts.content.div_exact_ref(&content));
            spread(cofactor, content, parts.low - low, self.stride)
        };
        [cofactor(f, &self.f), cofactor(g, &self.g)]
    }

    /// The content of the GCD.
    pub fn content(&self) -> Integer {
        Integer::from(self.f.content.gcd_ref(&self.g.content))
    }

    /// The degree of gcd(f, g) where that of the primitive polynomials is this.
    pub fn degree_with(&self, degree: u32) -> u32 {
        self.f.low.min(self.g.low) + self.stride * degree
    }

    /// The primitive polynomials, which are their own cofactors where they are coprime.
    pub fn primitives(&self) -> [Vec<Integer>; 2] {
        [&self.f, &self.g].map(Parts::integers)
    }
}

/// c x^low h(x^stride), terms with descending exponents.
fn spread(h: Vec<Integer>, c: Integer, low: u32, stride: u32) -> impl Iterator<Item = (Integer, u32)> {
    let terms = h.into_iter().enumerate().rev().filter(|(_, coefficient)| !coefficient.is_zero());
    let one = c == 1;
    terms.map(move |(i, coefficient)| (if one { coefficient } else { coefficient * &c }, low + i as u32 * stride))
}
