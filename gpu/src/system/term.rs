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

/// Where the value of a term and its derivatives go.
pub trait Sink<E> {
    /// The value.
    fn value(&mut self, value: E);
    /// f_{j-1} b_j: the derivative by x_j is this times e_j. `j` counts from 0.
    fn derivative(&mut self, j: u32, factor: &Factor, derivative: E);
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

/// q times the part of one factor.
#[inline(always)]
fn common<R: Ring>(ring: &R, common: R::Elem, factor: &Factor, table: &impl Row<R::Elem>) -> R::Elem {
    if factor.exponent > 1 { ring.mul(common, table.get(factor.power)) } else { common }
}

/// Factors that are worked on together by [`in_registers`].
pub const CHUNK: usize = 8;

/// A block for each place of a chunk, in this order, if the chunk has it: compilers leave a loop one, with what it indexes in memory.
macro_rules! for_each {
    ($i:ident of $factors:expr, [$($place:literal),*], $body:block) => { $(
        if $place < $factors.len() {
            const $i: usize = $place;
            $body
        }
    )* };
    ($i:ident ascending in $factors:expr, $body:block) => { for_each!($i of $factors, [0, 1, 2, 3, 4, 5, 6, 7], $body) };
    ($i:ident descending in $factors:expr, $body:block) => { for_each!($i of $factors, [7, 6, 5, 4, 3, 2, 1, 0], $body) };
}

/// The same as [`stored`], to the bit, with products in registers, for processors whose memory is slower than products.
///
/// Factors are taken in chunks of [`CHUNK`]. Going forward, only f at the start of each chunk is stored; going backward, the products of
/// a chunk are made once more, but for the last one: one product a factor in place of a store and a load. `forward` has room for (k - 1) / 8
/// elements, rounded down.
#[inline(always)]
pub fn in_registers<R: Ring>(
    ring: &R,
    coefficient: R::Elem,
    factors: &[Factor],
    table: &impl Row<R::Elem>,
    forward: &mut impl Row<R::Elem>,
    sink: &mut impl Sink<R::Elem>,
) {
    if factors.is_empty() {
        sink.value(coefficient);
        return;
    }
    let (mut product, mut common) = (None, coefficient);
    let (mut rest, mut chunks) = (factors, 0);
    while rest.len() > CHUNK {
        let (chunk, behind) = rest.split_at(CHUNK);
        for factor in chunk {
            common = self::common(ring, common, factor, table);
            product = Some(times(ring, product, table.get(factor.variable)));
        }
        if let Some(product) = product {
            forward.set(chunks, product);
        }
        rest = behind;
        chunks += 1;
    }
    let last = Chunk::forward(ring, product, rest, table);
    for_each!(I ascending in rest, {
        common = self::common(ring, common, &rest[I], table);
    });
    sink.value(ring.mul(common, last.product));
    let mut backward = last.backward(ring, common, chunks * CHUNK as u32, rest, sink);
    while chunks > 0 {
        chunks -= 1;
        let start = if chunks == 0 { None } else { Some(forward.get(chunks - 1)) };
        let chunk = &factors[chunks as usize * CHUNK..][..CHUNK];
        let chunk_products = Chunk::forward(ring, start, chunk, table);
        backward = chunk_products.backward(ring, backward, chunks * CHUNK as u32, chunk, sink);
    }
}

/// a x, or x where there is no a.
#[inline(always)]
fn times<R: Ring>(ring: &R, a: Option<R::Elem>, x: R::Elem) -> R::Elem {
    match a {
        Some(a) => ring.mul(a, x),
        None => x,
    }
}

/// Up to [`CHUNK`] factors: x_j, f_{j-1} for each, and f behind them, all in registers.
struct Chunk<R: Ring> {
    variables: [R::Elem; CHUNK],
    before: [R::Elem; CHUNK],
    product: R::Elem,
}

impl<R: Ring> Chunk<R> {
    /// From f before them, none for the first chunk of a term.
    #[inline(always)]
    fn forward(ring: &R, start: Option<R::Elem>, factors: &[Factor], table: &impl Row<R::Elem>) -> Self {
        let mut variables = [ring.zero(); CHUNK];
        let mut before = [ring.zero(); CHUNK];
        let mut product = ring.zero();
        for_each!(I ascending in factors, {
            variables[I] = table.get(factors[I].variable);
            if I == 0 {
                before[0] = start.unwrap_or(product);
                product = times(ring, start, variables[0]);
            } else {
                before[I] = product;
                product = ring.mul(product, variables[I]);
            }
        });
        Chunk { variables, before, product }
    }

    /// Gives the derivatives, from b behind these factors, the first of which has this number; returns b before them.
    #[inline(always)]
    fn backward(
        self,
        ring: &R,
        mut backward: R::Elem,
        first: u32,
        factors: &[Factor],
        sink: &mut impl Sink<R::Elem>,
    ) -> R::Elem {
        for_each!(I descending in factors, {
            if I == 0 && first == 0 {
                sink.derivative(0, &factors[0], backward);
            } else {
                sink.derivative(first + I as u32, &factors[I], ring.mul(self.before[I], backward));
                backward = ring.mul(backward, self.variables[I]);
            }
        });
        backward
    }
}
