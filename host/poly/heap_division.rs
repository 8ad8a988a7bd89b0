//! Exact division of lists of terms, term by term, with a heap of the products that come next.
//!
//! There is one product in the heap for each term of the divisor h: the terms of f, those of the quotient and their products are met in
//! descending order, and nothing of the size of a degree is made.
//!
//! Source: S. C. Johnson, Sparse polynomial arithmetic, SIGSAM Bulletin 8 (1974).

use super::exponent_words::Monomial;
use crate::error::Result;
use crate::finite_field::{Arithmetic, Element};
use rug::Integer;
use std::borrow::Borrow;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

/// How a division ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Outcome<T> {
    /// The quotient.
    Exact(T),
    /// The divisor does not divide.
    Inexact,
    /// The budget is used, or a number is too long.
    Abandoned,
}

/// Coefficients that are divided.
pub(crate) trait Ring: Sync {
    type Number: Clone + Send + Sync;

    /// A sum of products.
    type Sum: Default + Send;

    /// sum + a; `false` where that is too long.
    fn add(&self, sum: &mut Self::Sum, a: &Self::Number) -> bool;

    /// sum - a b; `false` where that is too long.
    fn subtract_product(&self, sum: &mut Self::Sum, a: &Self::Number, b: &Self::Number) -> bool;

    fn is_zero(&self, sum: &Self::Sum) -> bool;

    /// sum / lead.
    fn divide(&self, sum: Self::Sum, lead: &Self::Number) -> Outcome<Self::Number>;

    /// Words of a number.
    fn limbs(&self, number: &Self::Number) -> u64;
}

/// Descending monomials and their coefficients.
pub(crate) type Terms<K, R> = Vec<(K, <R as Ring>::Number)>;

/// Integers below 2^63.
pub(crate) struct Words;

impl Ring for Words {
    type Number = i64;
    type Sum = i128;

    fn add(&self, sum: &mut i128, a: &i64) -> bool {
        let (all, is_long) = sum.overflowing_add(i128::from(*a));
        *sum = all;
        !is_long
    }

    fn subtract_product(&self, sum: &mut i128, a: &i64, b: &i64) -> bool {
        let (all, is_long) = sum.overflowing_sub(i128::from(*a) * i128::from(*b));
        *sum = all;
        !is_long
    }

    fn is_zero(&self, sum: &i128) -> bool {
        *sum == 0
    }

    fn divide(&self, sum: i128, lead: &i64) -> Outcome<i64> {
        // Mostly both are short, and divisions of 64 bits take a third of the time.
        let (quotient, rest) = match i64::try_from(sum) {
            Ok(sum) if *lead != -1 => (i128::from(sum / lead), i128::from(sum % lead)),
            _ => (sum / i128::from(*lead), sum % i128::from(*lead)),
        };
        match (rest, i64::try_from(quotient)) {
            (0, Ok(quotient)) => Outcome::Exact(quotient),
            (0, Err(_)) => Outcome::Abandoned,
            _ => Outcome::Inexact,
        }
    }

    fn limbs(&self, _: &i64) -> u64 {
        1
    }
}

/// All integers.
pub(crate) struct Integers;

impl Ring for Integers {
    type Number = Integer;
    type Sum = Integer;

    fn add(&self, sum: &mut Integer, a: &Integer) -> bool {
        *sum += a;
        true
    }

    fn subtract_product(&self, sum: &mut Integer, a: &Integer, b: &Integer) -> bool {
        *sum -= a * b;
        true
    }

    fn is_zero(&self, sum: &Integer) -> bool {
        sum.is_zero()
    }

    fn divide(&self, sum: Integer, lead: &Integer) -> Outcome<Integer> {
        match sum.is_divisible(lead) {
            true => Outcome::Exact(sum.div_exact(lead)),
            false => Outcome::Inexact,
        }
    }

    fn limbs(&self, number: &Integer) -> u64 {
        number.as_limbs().len() as u64
    }
}

/// Elements of a field, and the inverse of the divisor's leading coefficient.
pub(crate) struct Residues<K: Arithmetic> {
    field: K,
    inverse: K::Elem,
}

impl<K: Arithmetic> Residues<K> {
    /// For divisors with this leading coefficient, which is not 0.
    pub fn new(field: K, lead: K::Elem) -> Self {
        Residues { field, inverse: field.inverse(lead) }
    }
}

/// A sum of elements, 0 at first.
pub(crate) struct ElementSum<E>(E);

impl<E: Element> Default for ElementSum<E> {
    fn default() -> Self {
        ElementSum(E::ZERO)
    }
}

impl<K: Arithmetic> Ring for Residues<K> {
    type Number = K::Elem;
    type Sum = ElementSum<K::Elem>;

    fn add(&self, sum: &mut Self::Sum, a: &K::Elem) -> bool {
        sum.0 = self.field.add(sum.0, *a);
        true
    }

    fn subtract_product(&self, sum: &mut Self::Sum, a: &K::Elem, b: &K::Elem) -> bool {
        sum.0 = self.field.sub(sum.0, self.field.mul(*a, *b));
        true
    }

    fn is_zero(&self, sum: &Self::Sum) -> bool {
        sum.0 == self.field.zero()
    }

    fn divide(&self, sum: Self::Sum, _: &K::Elem) -> Outcome<K::Elem> {
        Outcome::Exact(self.field.mul(sum.0, self.inverse))
    }

    fn limbs(&self, _: &K::Elem) -> u64 {
        // Words.
        size_of::<K::Elem>() as u64 / 8
    }
}

/// f / h for terms with descending monomials. `over` divides a monomial by the first one of h, and has `None` where no quotient has such a term; `spend` is
/// given the words of the products of each term of the quotient, before they are computed, and has `false` where it is to end.
///
/// For m terms of f, n of h and t of the quotient: n t products and O((m + n t) log n) comparisons.
///
/// # Errors
/// Of `spend`.
pub(crate) fn divide<K: Monomial, R: Ring, C: Borrow<R::Number>>(
    ring: &R,
    f: impl Iterator<Item = (K, C)>,
    h: &[(K, R::Number)],
    over: impl Fn(&K) -> Option<K>,
    mut spend: impl FnMut(u64) -> Result<bool>,
) -> Result<Outcome<Terms<K, R>>> {
    let Some(((_, lead), rest)) = h.split_first() else { return Ok(Outcome::Inexact) };
    let mut f = f.peekable();
    let mut quotient: Terms<K, R> = Vec::new();
    // For each term of h but the first: the next term of the quotient that it is multiplied by; the heap has those that are there.
    let mut next = vec![0; rest.len()];
    let mut waiting: Vec<usize> = (0..rest.len()).collect();
    let mut heap: BinaryHeap<(K, usize)> = BinaryHeap::with_capacity(rest.len());
    loop {
        let of_heap = heap.peek().map(|top| &top.0);
        let Some(monomial) = f.peek().map(|term| &term.0).max(of_heap).cloned() else {
            return Ok(Outcome::Exact(quotient));
        };
        let mut sum = R::Sum::default();
        if let Some((_, c)) = f.next_if(|term| term.0 == monomial)
            && !ring.add(&mut sum, c.borrow())
        {
            return Ok(Outcome::Abandoned);
        }
        while let Some(mut top) = heap.peek_mut().filter(|top| top.0 == monomial) {
            let which = top.1;
            let (of_rest, of_quotient) = (&rest[which], &quotient[next[which]]);
            if !ring.subtract_product(&mut sum, &of_quotient.1, &of_rest.1) {
                return Ok(Outcome::Abandoned);
            }
            next[which] += 1;
            match quotient.get(next[which]) {
                Some(term) => top.0 = term.0.times(&of_rest.0),
                None => {
                    waiting.push(which);
                    PeekMut::pop(top);
                }
            }
        }
        if ring.is_zero(&sum) {
            continue;
        }
        let Some(monomial) = over(&monomial) else { return Ok(Outcome::Inexact) };
        let coefficient = match ring.divide(sum, lead) {
            Outcome::Exact(coefficient) => coefficient,
            Outcome::Inexact => return Ok(Outcome::Inexact),
            Outcome::Abandoned => return Ok(Outcome::Abandoned),
        };
        if !spend(h.len() as u64 * ring.limbs(&coefficient))? {
            return Ok(Outcome::Abandoned);
        }
        // All that wait have had every term so far.
        heap.extend(waiting.drain(..).map(|which| (monomial.times(&rest[which].0), which)));
        quotient.push((monomial, coefficient));
    }
}
