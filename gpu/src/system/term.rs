//! A monomial and all its derivatives.
//!
//! For c x_1^e_1 .. x_k^e_k let q = c x_1^(e_1 - 1) .. x_k^(e_k - 1), the *common factor*, f_j = x_1 .. x_j and b_j = q x_{j+1} .. x_k. Then the
//! value is q f_k, and the derivative by x_j is e_j f_{j-1} b_j: A. Griewank, A. Walther, Evaluating Derivatives, 2nd ed., section 3.2, on
//! B. Speelpenning's example. With the common factor in b from the start, a term takes
//!
//! - one product for each exponent above 1: q,
//! - k - 1 products for f_2, .., f_k, one for the value,
//! - k - 1 products for b_{k-1}, .., b_1, and k - 1 for f_{j-1} b_j with j > 1,
//!
//! together at most 4 k - 2, where the paper's kernels take 6 k - 5 (evaluation-differentiation-2012, sections 3.1 to 3.3).

use super::program::Factor;
use crate::arith::Ring;
use crate::memory::Row;

/// A block for each place of a chunk of `$size` factors, in this order: compilers leave a loop one, with what it indexes in memory.
macro_rules! for_each {
    ($i:ident of $size:expr, [$($place:literal),*], $body:block) => { $(
        if $place < $size {
            const $i: usize = $place;
            $body
        }
    )* };
    ($i:ident ascending in $of:expr, $body:block) => {
        for_each!($i of $of, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15], $body)
    };
    ($i:ident descending in $of:expr, $body:block) => {
        for_each!($i of $of, [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0], $body)
    };
}

/// Where the value of a term and its derivatives go.
pub trait Sink<E> {
    /// The value.
    fn value(&mut self, value: E);
    /// f_{j-1} b_j: the derivative by x_j is this times e_j. `j` counts from 0.
    fn derivative(&mut self, j: u32, factor: &Factor, derivative: E);
    /// The same of the first `len` of some factors, from number `first` on: of all of them where the chunk is `FULL`.
    #[inline(always)]
    fn derivatives<const C: usize, const FULL: bool>(
        &mut self,
        (first, len): (u32, usize),
        factors: &[Factor; C],
        derivatives: &[E; C],
    ) where
        E: Copy,
    {
        for_each!(I descending in C, {
            if FULL || I < len {
                self.derivative(first + I as u32, &factors[I], derivatives[I]);
            }
        });
    }
}

/// Adds terms to the sums of their polynomial: values to number 0, derivatives to the slots of their variables.
pub struct Add<'a, R, S> {
    /// The arithmetic.
    pub ring: &'a R,
    /// The sums.
    pub sums: &'a mut S,
}

impl<R: Ring, S: Row<R::Elem>> Sink<R::Elem> for Add<'_, R, S> {
    #[inline(always)]
    fn value(&mut self, value: R::Elem) {
        self.sums.set(0, self.ring.add(self.sums.get(0), value));
    }
    #[inline(always)]
    fn derivative(&mut self, _: u32, factor: &Factor, derivative: R::Elem) {
        self.sums.set(factor.slot, add_derivative(self.ring, self.sums.get(factor.slot), derivative, factor.exponent));
    }
    /// The variables of a term are different, and so are their sums: all are read before one is set.
    #[inline(always)]
    fn derivatives<const C: usize, const FULL: bool>(
        &mut self,
        (_, len): (u32, usize),
        factors: &[Factor; C],
        derivatives: &[R::Elem; C],
    ) {
        let mut sums = [self.ring.zero(); C];
        for_each!(I descending in C, {
            sums[I] = self.sums.get(factors[I].slot);
        });
        for_each!(I descending in C, {
            let sum = add_derivative(self.ring, sums[I], derivatives[I], factors[I].exponent);
            if FULL || I < len {
                self.sums.set(factors[I].slot, sum);
            }
        });
    }
}

/// A sum of derivatives and e times one more.
#[inline(always)]
pub fn add_derivative<R: Ring>(ring: &R, sum: R::Elem, derivative: R::Elem, e: u32) -> R::Elem {
    if e > 1 { ring.add_times(sum, derivative, e) } else { ring.add(sum, derivative) }
}

/// Gives a term and its derivatives to `sink`, the value first, then the derivatives by the last variable to the first.
///
/// `forward` has room for k - 1 elements, the products f_1, .., f_{k-1}.
#[inline(always)]
pub fn stored<R: Ring>(
    ring: &R,
    coefficient: R::Elem,
    factors: &[Factor],
    table: &impl Row<R::Elem>,
    forward: &mut impl Row<R::Elem>,
    sink: &mut impl Sink<R::Elem>,
) {
    let Some((first, rest)) = factors.split_first() else {
        sink.value(coefficient);
        return;
    };
    let mut product = table.get(first.variable);
    let mut common = common(ring, coefficient, first, table);
    for (j, factor) in rest.iter().enumerate() {
        forward.set(j as u32, product);
        common = self::common(ring, common, factor, table);
        product = ring.mul(product, table.get(factor.variable));
    }
    sink.value(ring.mul(common, product));
    let mut backward = common;
    for (j, factor) in rest.iter().enumerate().rev() {
        sink.derivative(j as u32 + 1, factor, ring.mul(forward.get(j as u32), backward));
        backward = ring.mul(backward, table.get(factor.variable));
    }
    sink.derivative(0, first, backward);
}

/// The value of a term alone, the one that [`stored`] gives to the bit: the products going forward, k and one for each exponent above 1.
#[inline(always)]
pub fn value<R: Ring>(ring: &R, coefficient: R::Elem, factors: &[Factor], table: &impl Row<R::Elem>) -> R::Elem {
    let Some((first, rest)) = factors.split_first() else { return coefficient };
    let mut product = table.get(first.variable);
    let mut common = common(ring, coefficient, first, table);
    for factor in rest {
        common = self::common(ring, common, factor, table);
        product = ring.mul(product, table.get(factor.variable));
    }
    ring.mul(common, product)
}

/// q times the part of one factor.
#[inline(always)]
fn common<R: Ring>(ring: &R, common: R::Elem, factor: &Factor, table: &impl Row<R::Elem>) -> R::Elem {
    if factor.exponent > 1 { ring.mul(common, table.get(factor.power)) } else { common }
}

/// The same as [`stored`], to the bit, with products in registers, for processors whose memory is slower than products.
///
/// Factors are taken in chunks of `C`, at most 16. Going forward, only f at the end of each chunk is stored; going backward, the products of
/// a chunk are made once more, but for the last one: one product a factor in place of a store and a load. `forward` has room for (k - 1) / C
/// elements, rounded down.
#[inline(always)]
pub fn in_registers<const C: usize, R: Ring>(
    ring: &R,
    coefficient: R::Elem,
    factors: &[Factor],
    table: &impl Row<R::Elem>,
    forward: &mut impl Row<R::Elem>,
    sink: &mut impl Sink<R::Elem>,
) {
    const { assert!(0 < C && C <= 16) };
    if factors.is_empty() {
        sink.value(coefficient);
        return;
    }
    let (mut product, mut common) = (None, coefficient);
    let (mut rest, mut chunks) = (factors, 0);
    while rest.len() > C {
        let (chunk, behind) = rest.split_at(C);
        let read = Chunk::<R, C>::read::<true>(ring, chunk, table);
        common = read.common::<true>(ring, common, table);
        let (_, end) = read.forward::<true>(ring, product);
        product = Some(end);
        forward.set(chunks, end);
        rest = behind;
        chunks += 1;
    }
    let mut backward = if rest.len() == C {
        Chunk::<R, C>::last::<true>(ring, (product, common), chunks * C as u32, rest, table, sink)
    } else {
        Chunk::<R, C>::last::<false>(ring, (product, common), chunks * C as u32, rest, table, sink)
    };
    while chunks > 0 {
        chunks -= 1;
        let start = if chunks == 0 { None } else { Some(forward.get(chunks - 1)) };
        let chunk = &factors[chunks as usize * C..][..C];
        let read = Chunk::<R, C>::read::<true>(ring, chunk, table);
        let (before, _) = read.forward::<true>(ring, start);
        backward = read.backward::<true>(ring, before, backward, chunks * C as u32, sink);
    }
}

/// Up to `C` factors with their variables, in registers: all of a chunk are read before anything is done with them.
///
/// A chunk that is not full repeats its last factor, and keeps nothing of what is done with it there: a question at each place would keep loads and
/// products apart, which takes longer than products that are made for nothing.
struct Chunk<R: Ring, const C: usize> {
    factors: [Factor; C],
    variables: [R::Elem; C],
    len: usize,
}

impl<R: Ring, const C: usize> Chunk<R, C> {
    #[inline(always)]
    fn read<const FULL: bool>(ring: &R, factors: &[Factor], table: &impl Row<R::Elem>) -> Self {
        let len = factors.len();
        let mut chunk = Chunk { factors: [Factor::default(); C], variables: [ring.zero(); C], len };
        for_each!(I ascending in C, {
            chunk.factors[I] = factors[if FULL || I < len { I } else { len - 1 }];
        });
        for_each!(I ascending in C, {
            chunk.variables[I] = table.get(chunk.factors[I].variable);
        });
        chunk
    }

    /// Whether there is a factor at place `i`.
    #[inline(always)]
    fn has<const FULL: bool>(&self, i: usize) -> bool {
        FULL || i < self.len
    }

    /// The part of the common factor behind the chunk, from that before it.
    #[inline(always)]
    fn common<const FULL: bool>(&self, ring: &R, mut common: R::Elem, table: &impl Row<R::Elem>) -> R::Elem {
        let mut powers = [common; C];
        // Those of exponent 1 have the place of some number.
        for_each!(I ascending in C, {
            powers[I] = table.get(self.factors[I].power);
        });
        for_each!(I ascending in C, {
            if self.has::<FULL>(I) && self.factors[I].exponent > 1 {
                common = ring.mul(common, powers[I]);
            }
        });
        common
    }

    /// f_{j-1} for each factor, and f behind the chunk, from that before it, none for the first chunk of a term.
    #[inline(always)]
    fn forward<const FULL: bool>(&self, ring: &R, start: Option<R::Elem>) -> ([R::Elem; C], R::Elem) {
        let mut before = [self.variables[0]; C];
        let mut product = self.variables[0];
        for_each!(I ascending in C, {
            if I == 0 {
                if let Some(start) = start {
                    before[0] = start;
                    product = ring.mul(start, product);
                }
            } else {
                before[I] = product;
                let next = ring.mul(product, self.variables[I]);
                product = if self.has::<FULL>(I) { next } else { product };
            }
        });
        (before, product)
    }

    /// Gives the derivatives, from f_{j-1} and from b behind these factors, the first of which has this number; returns b before them.
    #[inline(always)]
    fn backward<const FULL: bool>(
        &self,
        ring: &R,
        before: [R::Elem; C],
        mut backward: R::Elem,
        first: u32,
        sink: &mut impl Sink<R::Elem>,
    ) -> R::Elem {
        let mut derivatives = before;
        for_each!(I descending in C, {
            if I == 0 && first == 0 {
                derivatives[0] = backward;
            } else {
                derivatives[I] = ring.mul(before[I], backward);
                let next = ring.mul(backward, self.variables[I]);
                backward = if self.has::<FULL>(I) { next } else { backward };
            }
        });
        sink.derivatives::<C, FULL>((first, self.len), &self.factors, &derivatives);
        backward
    }

    /// The last chunk of a term, forward and backward, from f and the part of the common factor before it.
    #[inline(always)]
    fn last<const FULL: bool>(
        ring: &R,
        (product, common): (Option<R::Elem>, R::Elem),
        first: u32,
        factors: &[Factor],
        table: &impl Row<R::Elem>,
        sink: &mut impl Sink<R::Elem>,
    ) -> R::Elem {
        let chunk = Self::read::<FULL>(ring, factors, table);
        let common = chunk.common::<FULL>(ring, common, table);
        let (before, product) = chunk.forward::<FULL>(ring, product);
        sink.value(ring.mul(common, product));
        chunk.backward::<FULL>(ring, before, common, first, sink)
    }
}
