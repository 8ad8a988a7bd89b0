//! From two polynomials in one variable to primitive ones of positive degree, and back.

use crate::engine::input::{IntegerTable, Integers, too_many};
use crate::error::{ErrorKind, Result};
use crate::poly::{Polynomial, Term};
use rayon::prelude::*;
use rug::Integer;
use std::ops::Range;

/// Most coefficients of a dense polynomial.
const MAX_LENGTH: u128 = 1 << 25;

/// A polynomial c x^low h(x^stride) with a primitive h, h(0) != 0, lc(h) > 0.
pub(super) struct Parts {
    /// c: the content with the sign of the leading coefficient.
    pub content: Integer,
    /// The lowest exponent.
    pub low: u32,
    /// Places of the coefficients of h in the table of the pair, the constant term first.
    pub places: Range<usize>,
    /// h(0).
    pub first: Integer,
    /// lc(h).
    pub last: Integer,
    /// Bits of the longest coefficient of h.
    pub height: u64,
}

/// The primitive pair whose GCD and cofactors are those wanted, up to contents, powers of x and x^stride in place of x.
pub(super) struct Pair {
    pub f: Parts,
    pub g: Parts,
    /// gcd(lc(h_f), lc(h_g)): a multiple of the leading coefficient of the GCD.
    pub lead: Integer,
    /// The coefficients of both, and `lead`, as engines take them in.
    pub table: IntegerTable,
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
    /// One integer.
    Constant(&'a Integer),
}

impl Integers for Coefficients<'_> {
    fn count(&self) -> usize {
        match self {
            Coefficients::Terms(terms) => terms.len(),
            Coefficients::Sparse(slots) => slots.len(),
            Coefficients::Divided(integers) => integers.len(),
            Coefficients::Constant(_) => 1,
        }
    }

    fn at(&self, i: usize) -> &Integer {
        const ZERO: &Integer = &Integer::new();
        match self {
            // Exponents descend.
            Coefficients::Terms(terms) => &terms[terms.len() - 1 - i].coefficient,
            Coefficients::Sparse(slots) => slots[i].unwrap_or(ZERO),
            Coefficients::Divided(integers) => &integers[i],
            Coefficients::Constant(c) => c,
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
        // The sign is left to the table.
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

    /// h(0) and lc(h), up to their signs.
    fn ends(&self) -> [Integer; 2] {
        [0, self.count() - 1].map(|i| self.at(i).clone())
    }
}

impl Parts {
    /// Degree of h.
    pub fn degree(&self) -> u32 {
        self.places.len() as u32 - 1
    }
}

impl Pair {
    /// Of f and g, not 0, each in variable number `var` of its list or constant.
    ///
    /// # Errors
    /// `Limit` when a dense polynomial would be too long.
    pub fn new((f, f_var): (&Polynomial, Option<usize>), (g, g_var): (&Polynomial, Option<usize>)) -> Result<Self> {
        let (mut a, mut b) = (stride(f, f_var), stride(g, g_var));
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let stride = a.max(1);
        let (f, g) = (Coefficients::new(f, f_var, stride)?, Coefficients::new(g, g_var, stride)?);
        let ([f_first, f_last], [g_first, g_last]) = (f.2.ends(), g.2.ends());
        let lead = Integer::from(f_last.gcd_ref(&g_last));
        let mut table = IntegerTable::flat(&[&f.2, &g.2, &Coefficients::Constant(&lead)]).ok_or_else(too_many)?;
        let mut parts =
            |(content, low, h): (Integer, u32, Coefficients<'_>), start: usize, first: Integer, last: Integer| {
                let places = start..start + h.count();
                let (first, last) = if content < 0 { (-first, -last) } else { (first, last) };
                if content < 0 {
                    table.negate(places.clone());
                }
                Parts { content, low, height: table.height(places.clone()), places, first, last }
            };
        let f = parts(f, 0, f_first, f_last);
        let g = parts(g, f.places.len(), g_first, g_last);
        Ok(Pair { f, g, lead, table, stride })
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
        let cofactor = |cofactor, parts: &Parts| {
            let content = Integer::from(parts.content.div_exact_ref(&content));
            spread(cofactor, &content, parts.low - low, self.stride)
        };
        [cofactor(f, &self.f), cofactor(g, &self.g)]
    }

    /// The primitive polynomials, which are their own cofactors where they are coprime.
    pub fn primitives(&self) -> [Vec<Integer>; 2] {
        let integers = |parts: &Parts| parts.places.clone().map(|i| self.table.integer(i)).collect();
        [&self.f, &self.g].map(integers)
    }
}

/// c x^low h(x^stride), terms with descending exponents.
fn spread(h: Vec<Integer>, c: &Integer, low: u32, stride: u32) -> Vec<(Integer, u32)> {
    let terms = h.into_iter().enumerate().rev().filter(|(_, coefficient)| !coefficient.is_zero());
    let one = *c == 1;
    terms.map(|(i, coefficient)| (if one { coefficient } else { coefficient * c }, low + i as u32 * stride)).collect()
}
