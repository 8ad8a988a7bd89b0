//! From two polynomials in one variable to primitive ones of positive degree, and back.

use crate::error::{ErrorKind, Result};
use crate::poly::{Polynomial, Term};
use rayon::prelude::*;
use rug::Integer;
use std::borrow::{Borrow, Cow};

/// Dense coefficients, the constant term first; the last one is not 0.
pub(super) type Dense<'a> = Vec<Cow<'a, Integer>>;

/// Most coefficients of a dense polynomial.
const MAX_LENGTH: u128 = 1 << 25;

/// A polynomial c x^low h(x^stride) with a primitive h, h(0) != 0, lc(h) > 0.
pub(super) struct Parts<'a> {
    /// c: the content with the sign of the leading coefficient.
    pub content: Integer,
    /// The lowest exponent.
    pub low: u32,
    /// h.
    pub primitive: Dense<'a>,
    /// Bits of its longest coefficient.
    pub height: u64,
}

/// The primitive pair whose GCD and cofactors are those wanted, up to contents, powers of x and x^stride in place of x.
pub(super) struct Pair<'a> {
    pub f: Parts<'a>,
    pub g: Parts<'a>,
    /// gcd(lc(h_f), lc(h_g)): a multiple of the leading coefficient of the GCD.
    pub lead: Cow<'a, Integer>,
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

/// Most bits of a coefficient; on all cores where there are many.
pub(super) fn height<C: Borrow<Integer> + Sync>(coefficients: &[C]) -> u64 {
    let bits = |c: &C| u64::from(c.borrow().significant_bits());
    coefficients.par_iter().with_min_len(PER_THREAD).map(bits).max().unwrap_or(0)
}

/// The coefficients of a dense polynomial.
pub(super) fn integers<'a>(f: &'a Dense<'_>) -> impl Iterator<Item = &'a Integer> + Clone {
    f.iter().map(|c| &**c)
}

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

impl<'a> Parts<'a> {
    /// Of `f`, not 0, in variable number `var` of its list; its exponents are the lowest plus multiples of `stride` > 0.
    fn new(f: &'a Polynomial, var: Option<usize>, stride: u32) -> Result<Self> {
        let exponent = |term: &Term| exponent(term, var);
        let (high, low) = (f.terms().first().map_or(0, exponent), f.terms().last().map_or(0, exponent));
        let needed = u128::from((high - low) / stride) + 1;
        if needed > MAX_LENGTH {
            let what = "coefficients of a dense polynomial";
            return Err(ErrorKind::Limit { what, needed, allowed: MAX_LENGTH }.into());
        }
        let mut content = content(f.terms().iter().map(|term| &term.coefficient));
        if f.terms().first().is_some_and(|term| term.coefficient.is_negative()) {
            content = -content;
        }
        let one = content == 1;
        let coefficient = |term: &'a Term| match one {
            true => Cow::Borrowed(&term.coefficient),
            false => Cow::Owned(Integer::from(term.coefficient.div_exact_ref(&content))),
        };
        let primitive: Dense<'a> = match f.terms().len() == needed as usize {
            true => f.terms().par_iter().with_min_len(PER_THREAD).rev().map(coefficient).collect(),
            false => {
                let mut primitive: Dense<'a> = vec![Cow::Owned(Integer::new()); needed as usize];
                for term in f.terms() {
                    primitive[((exponent(term) - low) / stride) as usize] = coefficient(term);
                }
                primitive
            }
        };
        let height = height(&primitive);
        Ok(Parts { content, low, primitive, height })
    }

    /// Degree of h.
    pub fn degree(&self) -> u32 {
        self.primitive.len() as u32 - 1
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
        let last = |h: &Dense<'_>| h.last().map_or_else(Integer::new, |c| c.clone().into_owned());
        let lead = last(&f.primitive).gcd(&last(&g.primitive));
        Ok(Pair { f, g, lead: Cow::Owned(lead), stride })
    }

    /// Whether one of the primitive polynomials is 1, and so their GCD.
    pub fn is_trivial(&self) -> bool {
        self.f.degree() == 0 || self.g.degree() == 0
    }

    /// gcd(f, g) for the GCD h of the primitive polynomials, with its exponents, descending.
    pub fn gcd(&self, h: Vec<Integer>) -> Vec<(Integer, u32)> {
        let content = Integer::from(self.f.content.gcd_ref(&self.g.content));
        spread(h, &content, self.f.low.min(self.g.low), self.stride)
    }

    /// f / gcd(f, g) for the cofactor of the primitive polynomial, and the same of g.
    pub fn cofactors(&self, [f, g]: [Vec<Integer>; 2]) -> [Vec<(Integer, u32)>; 2] {
        let content = Integer::from(self.f.content.gcd_ref(&self.g.content));
        let low = self.f.low.min(self.g.low);
        let cofactor = |cofactor, parts: &Parts<'_>| {
            let content = Integer::from(parts.content.div_exact_ref(&content));
            spread(cofactor, &content, parts.low - low, self.stride)
        };
        [cofactor(f, &self.f), cofactor(g, &self.g)]
    }

    /// The primitive polynomials, which are their own cofactors where they are coprime.
    pub fn primitives(&self) -> [Vec<Integer>; 2] {
        [&self.f, &self.g].map(|parts| integers(&parts.primitive).cloned().collect())
    }
}

/// c x^low h(x^stride), terms with descending exponents.
fn spread(h: Vec<Integer>, c: &Integer, low: u32, stride: u32) -> Vec<(Integer, u32)> {
    let terms = h.into_iter().enumerate().rev().filter(|(_, coefficient)| !coefficient.is_zero());
    let one = *c == 1;
    terms.map(|(i, coefficient)| (if one { coefficient } else { coefficient * c }, low + i as u32 * stride)).collect()
}
