//! Products and exact quotients by Kronecker substitution: polynomials as long integers.
//!
//! The variables become powers of 2^(64 L), with exponents in mixed radix, so that coefficients of L limbs lie side by side. Quotients
//! rest on Mahler's inequality: for q b = a with degrees d_i of a, |q|_1 |b|_1 <= 2^(d_1 + ... + d_n) |a|_1 (On some inequalities for
//! polynomials in several variables, 1962).

use super::dense::{Dense, each_place};
use crate::error::Result;
use crate::poly::kronecker::{self, limbs_for};
use crate::run::memory::check;
use rug::Integer;

/// The value of `f` where the variables are powers of 2^(64 `limbs`), a box of `dims`; |coefficients| < 2^(64 limbs).
fn pack(f: &Dense, dims: &[usize], limbs: usize) -> Integer {
    let mut places = Vec::with_capacity(f.coefficients.len());
    each_place(&f.dims, |_, exponents| places.push(dims.iter().zip(exponents).fold(0, |at, (&n, &e)| at * n + e)));
    kronecker::pack(dims.iter().product(), limbs, places.into_iter().zip(&f.coefficients))
}

/// The coefficients whose value is `value`, |coefficients| < 2^(64 limbs - 1), in a box of `dims`; `None` when it has no room for them.
fn unpack(value: &Integer, dims: &[usize], limbs: usize) -> Option<Vec<Integer>> {
    kronecker::unpack(value, dims.iter().product(), limbs)
}

/// Bytes that two long integers of `count` coefficients, of `limbs` limbs each, take with their product or quotient: the digits of
/// both signs, integers of both and their difference, the result, and as much for the multiplication.
fn bytes(count: usize, limbs: usize) -> u64 {
    (count as u64).saturating_mul(limbs as u64).saturating_mul(8 * 8)
}

/// a b in a box of `dims`: one product of long integers, which take at most `memory` bytes.
///
/// # Errors
/// `Limit` where they take more.
pub(super) fn product(a: &Dense, b: &Dense, dims: Vec<usize>, memory: u64) -> Result<Dense> {
    let limbs = limbs_for(a.norm_bits() + b.height());
    check(bytes(dims.iter().product(), limbs), memory)?;
    let value = pack(a, &dims, limbs) * pack(b, &dims, limbs);
    let coefficients = unpack(&value, &dims, limbs).unwrap_or_default();
    debug_assert_eq!(coefficients.len(), dims.iter().product::<usize>());
    // Degrees add, so the box is tight.
    Ok(Dense { dims, coefficients })
}

/// Bits that |q|_1 |b|_1 has at most for q b = a.
pub(super) fn quotient_bits(a: &Dense) -> u64 {
    let degrees: u64 = a.dims.iter().map(|&n| n as u64 - 1).sum();
    a.norm_bits() + degrees
}

/// a / b where b divides a; `None` where it does not; `bits` are those of [`quotient_bits`]. One division of long integers, which take at
/// most `memory` bytes, and proved: integers and degrees fit, and |q b| < 2^(64 L - 1) since |q|_1 |b|_1 is.
///
/// # Errors
/// `Limit` where they take more.
pub(super) fn quotient(a: &Dense, b: &Dense, bits: u64, memory: u64) -> Result<Option<Dense>> {
    let limbs = limbs_for(bits + 1);
    check(bytes(a.coefficients.len(), limbs), memory)?;
    let (value, rest) = pack(a, &a.dims, limbs).div_rem(pack(b, &a.dims, limbs));
    if !rest.is_zero() {
        return Ok(None);
    }
    let q = unpack(&value, &a.dims, limbs).and_then(|coefficients| Dense::new(a.dims.clone(), coefficients));
    let fits = |q: &Dense| a.dims.iter().zip(&b.dims).zip(&q.dims).all(|((a, b), q)| q + b - 1 == *a);
    Ok(q.filter(|q| fits(q) && q.norm_bits() + b.norm_bits() < 64 * limbs as u64))
}
