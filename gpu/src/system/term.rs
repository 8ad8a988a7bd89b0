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

/// Adds a term to the sums of its polynomial: its value to number 0, e_j f_{j-1} b_j to the slot of x_j.
///
/// `forward` has room for k - 1 elements, the products f_1, .., f_{k-1}.
#[inline(always)]
pub fn stored<R: Ring>(
    ring: &R,
    coefficient: R::Elem,
    factors: &[Factor],
    table: &impl Row<R::Elem>,
    forward: &mut impl Row<R::Elem>,
    sums: &mut impl Row<R::Elem>,
) {
    let Some((first, rest)) = factors.split_first() else {
        sums.set(0, ring.add(sums.get(0), coefficient));
        return;
    };
    let mut product = table.get(first.variable);
    let mut common = common(ring, coefficient, first, table);
    for (j, factor) in rest.iter().enumerate() {
        forward.set(j as u32, product);
        common = self::common(ring, common, factor, table);
        product = ring.mul(product, table.get(factor.variable));
    }
    sums.set(0, ring.add(sums.get(0), ring.mul(common, product)));
    let mut backward = common;
    for (j, factor) in rest.iter().enumerate().rev() {
        add_derivative(ring, factor, ring.mul(forward.get(j as u32), backward), sums);
        backward = ring.mul(backward, table.get(factor.variable));
    }
    add_derivative(ring, first, backward, sums);
}

/// q times the part of one factor.
#[inline(always)]
fn common<R: Ring>(ring: &R, common: R::Elem, factor: &Factor, table: &impl Row<R::Elem>) -> R::Elem {
    if factor.exponent > 1 { ring.mul(common, table.get(factor.power)) } else { common }
}

/// Adds e times what the derivative of the product is.
#[inline(always)]
fn add_derivative<R: Ring>(ring: &R, factor: &Factor, derivative: R::Elem, sums: &mut impl Row<R::Elem>) {
    let sum = sums.get(factor.slot);
    let sum =
        if factor.exponent > 1 { ring.add_times(sum, derivative, factor.exponent) } else { ring.add(sum, derivative) };
    sums.set(factor.slot, sum);
}

/// Factors that are worked on together by [`in_registers`].
pub const CHUNK: usize = 8;

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
    sums: &mut impl Row<R::Elem>,
) {
    if factors.is_empty() {
        sums.set(0, ring.add(sums.get(0), coefficient));
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
    for i in 0..CHUNK {
        if i < rest.len() {
            common = self::common(ring, common, &rest[i], table);
        }
    }
    sums.set(0, ring.add(sums.get(0), ring.mul(common, last.product)));
    let mut backward = last.backward(ring, common, chunks == 0, rest, sums);
    while chunks > 0 {
        chunks -= 1;
        let start = if chunks == 0 { None } else { Some(forward.get(chunks - 1)) };
        let chunk = &factors[chunks as usize * CHUNK..][..CHUNK];
        backward = Chunk::forward(ring, start, chunk, table).backward(ring, backward, chunks == 0, chunk, sums);
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

/// Up to [`CHUNK`] factors: x_j, f_{j-1} for each, and f behind them. Loops over it are unrolled, so that all of it is in registers.
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
        for i in 0..CHUNK {
            if i < factors.len() {
                variables[i] = table.get(factors[i].variable);
                if i == 0 {
                    before[0] = start.unwrap_or(product);
                    product = times(ring, start, variables[0]);
                } else {
                    before[i] = product;
                    product = ring.mul(product, variables[i]);
                }
            }
        }
        Chunk { variables, before, product }
    }

    /// Adds the derivatives, from b behind these factors; gives b before them. The first factor of a term ends it.
    #[inline(always)]
    fn backward(
        self,
        ring: &R,
        mut backward: R::Elem,
        first: bool,
        factors: &[Factor],
        sums: &mut impl Row<R::Elem>,
    ) -> R::Elem {
        for i in (0..CHUNK).rev() {
            if i < factors.len() {
                if i == 0 && first {
                    add_derivative(ring, &factors[0], backward, sums);
                } else {
                    add_derivative(ring, &factors[i], ring.mul(self.before[i], backward), sums);
                    backward = ring.mul(backward, self.variables[i]);
                }
            }
        }
        backward
    }
}
