//! Family `division`: exact division of polynomials modulo primes, by the schoolbook method or by values.
//!
//! Operands are ranges of residues \[prime\]\[integer\], quotients \[prime\]\[coefficient\].

use super::device::*;
use crate::arith::Mont31;
use crate::gcd;
use crate::memory::Row;
use crate::team::Team;
use cuda_std::prelude::*;

/// One exact division.
#[kernel_param]
pub struct Quotient {
    /// First coefficient of the dividend.
    pub dividend: u32,
    /// Its formal degree.
    pub n: u32,
    /// First coefficient of the divisor.
    pub divisor: u32,
    /// Its degree, at most n.
    pub d: u32,
    /// First of the n - d + 1 coefficients of the quotient among those of a prime.
    pub out: u32,
    /// The division's flag.
    pub index: u32,
}

/// Operands and results of divisions.
#[kernel_param]
pub struct Rows {
    /// Residues of dividends a prime.
    pub dividends: u32,
    /// Residues of divisors a prime.
    pub divisors: u32,
    /// Coefficients of quotients a prime.
    pub quotients: u32,
}

/// Functions that the bodies of the kernels share.
#[cfg(target_arch = "nvptx64")]
mod body {
    use super::*;

    /// One division in rows of the block's own; sets its flag where a remainder is left.
    #[inline(always)]
    pub unsafe fn divide_in<R: Row<u32>>(
        (mut f, mut h): (R, R),
        primes: *const Mont31,
        (quotient, prime): (&Quotient, usize),
        (dividends, divisors): (*const u32, *const u32),
        (out, flags): (*mut u32, *mut u32),
        rows: &Rows,
    ) {
        // SAFETY: the whole block has one division; operands lie within rows of `dividends` and `divisors`, the quotient in one of
        // `out`.
        unsafe {
            let team = Block::current();
            let field = *primes.add(prime);
            let &Quotient { n, d, .. } = quotient;
            let source = dividends.add(prime * rows.dividends as usize + quotient.dividend as usize);
            team.each(n + 1, |i| f.set(i, *source.add(i as usize)));
            let source = divisors.add(prime * rows.divisors as usize + quotient.divisor as usize);
            team.each(d + 1, |i| h.set(i, *source.add(i as usize)));
            team.sync();
            let inverse = field.inverse(h.get(d));
            let off = gcd::divide(&field, team, &mut f, n, &mut h, d, inverse);
            let out = out.add(prime * rows.quotients as usize + quotient.out as usize);
            let mut i = team.rank();
            while i <= n - d {
                *out.add(i as usize) = f.get(d + i);
                i += team.size();
            }
            if off != 0 && team.rank() == 0 {
                atomic::or_u32(flags.add(quotient.index as usize), 1);
            }
        }
    }
}

macro_rules! dividers {
    ($($name:ident, $size:literal;)*) => { $(
        #[doc = concat!("Divisions, one a block of ", stringify!($size), " threads. Block (i, p): division i modulo prime p. Shared: n + d + 2 words")]
        /// of the division that needs most.
        #[kernel(family = "division", block = $size)]
        pub unsafe fn $name(
            primes: *const Mont31,
            dividends: *const u32,
            divisors: *const u32,
            table: *const Quotient,
            out: *mut u32,
            flags: *mut u32,
            rows: Rows,
        ) {
            // SAFETY: the grid is (divisions, primes); the caller's.
            unsafe {
                let quotient = *table.add(thread::block_idx_x() as usize);
                let shared = dynamic_shared_mem::<u32>();
                let operands = (SharedRow::new(shared, 1), SharedRow::new(shared.add(quotient.n + 1), 1));
                let at = (&quotient, thread::block_idx_y() as usize);
                body::divide_in(operands, primes, at, (dividends, divisors), (out, flags), &rows);
            }
        }
    )* };
}

dividers! {
    divide_block_32, 32;
    divide_block_128, 128;
    divide_block_512, 512;
}

/// Divisions in memory of the device, for degrees beyond shared memory and for the few that [`DivisionQuotients`] leaves: items `first`
/// to `end`, prime and division number alternating in `items`, in turn among the blocks of a one-dimensional grid. `scratch` has
/// `words` words a block, at least n + d + 2 for every division.
#[kernel(family = "division", block = 512)]
#[allow(clippy::too_many_arguments, reason = "the parameters of one launch")]
pub unsafe fn divide_global(
    primes: *const Mont31,
    dividends: *const u32,
    divisors: *const u32,
    table: *const Quotient,
    items: *const u32,
    first: u32,
    end: u32,
    scratch: *mut u32,
    words: u32,
    out: *mut u32,
    flags: *mut u32,
    rows: Rows,
) {
    let mut at = first + thread::block_idx_x();
    while at < end {
        // SAFETY: items of the launch only; barriers separate loading, use and the next one's loading.
        unsafe {
            let (prime, quotient) = (*items.add(2 * at as usize), *items.add(2 * at as usize + 1));
            let quotient = *table.add(quotient as usize);
            let base = scratch.add(thread::block_idx_x() as usize * words as usize);
            let operands = (GlobalRow::new(base, 1), GlobalRow::new(base.add(quotient.n as usize + 1), 1));
            let at = (&quotient, prime as usize);
            body::divide_in(operands, primes, at, (dividends, divisors), (out, flags), &rows);
        }
        thread::sync_threads();
        at += thread::grid_dim_x();
    }
}

/// Operands of divisions as rows of equal length, 0 above their degrees, for evaluation: \[prime\]\[division\]\[coefficient\] with `len`
/// coefficients. Dividends for `which` = 0, divisors for 1; `source` has `integers` residues a prime. Block (i, j, p): elements
/// 256 i .. of division j modulo prime p.
#[kernel(family = "division", block = 256)]
pub unsafe fn division_operands(
    source: *const u32,
    table: *const Quotient,
    out: *mut u32,
    which: u32,
    integers: u32,
    len: u32,
) {
    let (i, j, prime) = (thread::index_1d(), thread::block_idx_y(), thread::block_idx_z());
    if i < len {
        // SAFETY: the grid is (elements, divisions, primes); operands lie within rows of `source`.
        unsafe {
            let quotient = *table.add(j as usize);
            let (start, degree) =
                if which == 0 { (quotient.dividend, quotient.n) } else { (quotient.divisor, quotient.d) };
            let row = source.add(prime as usize * integers as usize);
            let value = if i <= degree { *row.add((start + i) as usize) } else { 0 };
            let at = (prime as usize * thread::grid_dim_y() as usize + j as usize) * len as usize;
            *out.add(at + i as usize) = value;
        }
    }
}

/// Quotients from the coefficients of the polynomials, of degree below `points`, that have their values on the grid,
/// \[prime\]\[division\]\[coefficient\]; the flag of a division is set where a coefficient above n - d is not 0.
///
/// For a dividend f and a divisor h without a root among the points let u have the values f / h. If u has degree at most n - d then
/// f - h u has degree at most n < points and vanishes at all of them: f = h u. If h divides f then f / h is u, by its values. `skip`,
/// null or \[prime\]\[division\], marks those with a root. Block (i, j, p) as for [`DivisionOperands`], with points elements.
#[kernel(family = "division", block = 256)]
pub unsafe fn division_quotients(
    source: *const u32,
    table: *const Quotient,
    skip: *const u32,
    points: u32,
    quotients: u32,
    out: *mut u32,
    flags: *mut u32,
) {
    let (i, j, prime) = (thread::index_1d(), thread::block_idx_y(), thread::block_idx_z());
    // SAFETY: the grid is (elements, divisions, primes); a quotient lies within a row of `out`.
    unsafe {
        let quotient = *table.add(j as usize);
        let at = prime as usize * thread::grid_dim_y() as usize + j as usize;
        if i < points && (skip.is_null() || *skip.add(at) == 0) {
            let value = *source.add(at * points as usize + i as usize);
            if i <= quotient.n - quotient.d {
                *out.add(prime as usize * quotients as usize + (quotient.out + i) as usize) = value;
            } else if value != 0 {
                atomic::or_u32(flags.add(quotient.index as usize), 1);
            }
        }
    }
}
