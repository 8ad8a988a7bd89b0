//! Sums of products of sparse polynomials whose exponents are packed into words, with coefficients of as many bits as a bound asks for.
//!
//! A product is a list of runs: a term of the shorter factor times all of the longer one, which keeps the order. Runs are merged in pairs, and the sums of
//! these in pairs, so that like terms meet early and a term takes as many comparisons as the number of runs has bits.

use super::exponent_words::{Monomial, Packing};
use super::polynomial::{Exponents, Term};
use crate::alone;
use crate::alone::prelude::*;
use rug::Integer;
use rug::ops::NegAssign;
use std::cmp::Ordering;

/// A coefficient. A type of limited range is for numbers with a proved bound, which holds for the sums of some of the products too.
pub(crate) trait Coefficient: Clone + Send + Sync {
    /// Bits of an absolute value for which there is room, `None` for any number.
    const BITS: Option<u32>;

    /// Of a number for which there is room.
    fn enter(c: &Integer) -> Self;

    fn leave(self) -> Integer;

    fn times(&self, other: &Self) -> Self;

    fn plus(self, other: Self) -> Self;

    fn negated(self) -> Self;

    fn is_zero(&self) -> bool;
}

macro_rules! word {
    ($type:ty, $enter:ident) => {
        impl Coefficient for $type {
            const BITS: Option<u32> = Some(<$type>::BITS - 1);

            fn enter(c: &Integer) -> Self {
                debug_assert!(c.significant_bits() < <$type>::BITS, "a bound of all sums is one of each number");
                c.$enter()
            }

            fn leave(self) -> Integer {
                Integer::from(self)
            }

            fn times(&self, other: &Self) -> Self {
                self * other
            }

            fn plus(self, other: Self) -> Self {
                self + other
            }

            fn negated(self) -> Self {
                -self
            }

            fn is_zero(&self) -> bool {
                *self == 0
            }
        }
    };
}

word!(i64, to_i64_wrapping);
word!(i128, to_i128_wrapping);

impl Coefficient for Integer {
    const BITS: Option<u32> = None;

    fn enter(c: &Integer) -> Self {
        c.clone()
    }

    fn leave(self) -> Integer {
        self
    }

    fn times(&self, other: &Self) -> Self {
        Integer::from(self * other)
    }

    fn plus(self, other: Self) -> Self {
        self + other
    }

    fn negated(mut self) -> Self {
        self.neg_assign();
        self
    }

    fn is_zero(&self) -> bool {
        Integer::is_zero(self)
    }
}

/// Whether a type has room for numbers below 2^`bits`, a bound that was rounded: a bit is spared.
pub(crate) fn has_room<C: Coefficient>(bits: f64) -> bool {
    C::BITS.is_none_or(|room| bits < f64::from(room) - 1.0)
}

/// Terms in descending order, none of them zero.
pub(crate) type Terms<K, C> = Vec<(K, C)>;

/// A monomial that threads share.
pub(crate) trait Key: Monomial + Send + Sync {}

impl<K: Monomial + Send + Sync> Key for K {}

/// f g, or -f g.
pub(crate) struct Product<'a, K, C> {
    pub is_negative: bool,
    pub f: &'a [(K, C)],
    pub g: &'a [(K, C)],
}

/// A term times a list of terms.
struct Run<'a, K, C> {
    is_negative: bool,
    by: &'a (K, C),
    terms: &'a [(K, C)],
}

impl<'a, K: Key, C: Coefficient> Run<'a, K, C> {
    fn terms(&self) -> impl Iterator<Item = (K, C)> + use<'a, K, C> {
        let (by, terms) = (self.by, self.terms);
        let factor = if self.is_negative { by.1.clone().negated() } else { by.1.clone() };
        terms.iter().map(move |(monomial, c)| (monomial.times(&by.0), factor.times(c)))
    }
}

/// Terms of runs from which two threads take a half each.
const PARALLEL: usize = 1 << 15;

/// The sum of products. `look` is called before each two lists are merged.
///
/// N log2 r comparisons at most, for N products of terms in r runs, as many as the shorter factors have terms.
///
/// # Errors
/// Of `look`.
pub(crate) fn sum_of_products<K: Key, C: Coefficient, E: Send>(
    products: &[Product<'_, K, C>],
    look: &(impl Fn() -> Result<(), E> + Sync),
) -> Result<Terms<K, C>, E> {
    let runs: Vec<Run<'_, K, C>> = products
        .iter()
        .flat_map(|product| {
            let (f, g) = (product.f, product.g);
            let (short, long) = if f.len() <= g.len() { (f, g) } else { (g, f) };
            let is_negative = product.is_negative;
            short.iter().map(move |by| Run { is_negative, by, terms: long })
        })
        .filter(|run| !run.terms.is_empty())
        .collect();
    sum_of_runs(&runs, look)
}

fn sum_of_runs<K: Key, C: Coefficient, E: Send>(
    runs: &[Run<'_, K, C>],
    look: &(impl Fn() -> Result<(), E> + Sync),
) -> Result<Terms<K, C>, E> {
    look()?;
    match runs {
        [] => Ok(Vec::new()),
        // Z has no zero divisors.
        [run] => Ok(run.terms().collect()),
        [f, g] => Ok(merge(f.terms(), g.terms(), f.terms.len() + g.terms.len())),
        _ => {
            let (front, back) = runs.split_at(runs.len() / 2);
            let (sum, of) = (|| sum_of_runs(front, look), || sum_of_runs(back, look));
            let is_long = runs.iter().map(|run| run.terms.len()).sum::<usize>() > PARALLEL;
            let (f, g) = if is_long { alone::join(sum, of) } else { (sum(), of()) };
            let (f, g) = (f?, g?);
            let most = f.len() + g.len();
            Ok(merge(f.into_iter(), g.into_iter(), most))
        }
    }
}

/// The sum of two lists of `most` terms together.
fn merge<K: Key, C: Coefficient>(
    mut f: impl Iterator<Item = (K, C)>,
    mut g: impl Iterator<Item = (K, C)>,
    most: usize,
) -> Terms<K, C> {
    let mut sum = Vec::with_capacity(most);
    let (mut next_f, mut next_g) = (f.next(), g.next());
    loop {
        match (next_f, next_g) {
            (Some(a), Some(b)) => match a.0.cmp(&b.0) {
                Ordering::Greater => {
                    sum.push(a);
                    (next_f, next_g) = (f.next(), Some(b));
                }
                Ordering::Less => {
                    sum.push(b);
                    (next_f, next_g) = (Some(a), g.next());
                }
                Ordering::Equal => {
                    let c = a.1.plus(b.1);
                    if !c.is_zero() {
                        sum.push((a.0, c));
                    }
                    (next_f, next_g) = (f.next(), g.next());
                }
            },
            (Some(a), None) => {
                sum.push(a);
                sum.extend(f);
                return sum;
            }
            (None, Some(b)) => {
                sum.push(b);
                sum.extend(g);
                return sum;
            }
            (None, None) => return sum,
        }
    }
}

/// Terms that a thread converts at least.
const CONVERTED: usize = 1 << 12;

/// How lists of terms are packed and unpacked.
pub(crate) trait Keys: Sync {
    type Key: Key;

    fn pack(&self, exponents: &Exponents) -> Self::Key;

    fn unpack(&self, key: Self::Key) -> Exponents;

    /// Terms for whose coefficients there is room.
    fn packed<C: Coefficient>(&self, terms: &[Term]) -> Terms<Self::Key, C> {
        terms.iter().map(|term| (self.pack(&term.exponents), C::enter(&term.coefficient))).collect()
    }

    /// Terms, or their negatives.
    fn unpacked<C: Coefficient>(&self, terms: Terms<Self::Key, C>, is_negative: bool) -> Vec<Term> {
        let term = |(key, c): (Self::Key, C)| {
            let c = if is_negative { c.negated() } else { c };
            Term { coefficient: c.leave(), exponents: self.unpack(key) }
        };
        match terms.len() <= CONVERTED {
            true => terms.into_iter().map(term).collect(),
            false => terms.into_par_iter().with_min_len(CONVERTED).map(term).collect(),
        }
    }
}

/// Keys of `W` words.
pub(crate) struct Words<'p, const W: usize>(pub &'p Packing);

impl<const W: usize> Keys for Words<'_, W> {
    type Key = [u64; W];

    fn pack(&self, exponents: &Exponents) -> [u64; W] {
        self.0.pack(exponents)
    }

    fn unpack(&self, key: [u64; W]) -> Exponents {
        self.0.unpack(&key)
    }
}

/// Lists of exponents as they are, where they are too long for words.
pub(crate) struct Lists;

impl Keys for Lists {
    type Key = Exponents;

    fn pack(&self, exponents: &Exponents) -> Exponents {
        exponents.clone()
    }

    fn unpack(&self, key: Exponents) -> Exponents {
        key
    }
}
