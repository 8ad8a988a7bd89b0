//! Greatest common divisors of two polynomials modulo a prime.

pub mod block;
pub mod cyclic;
mod divide;
mod euclid;
mod head;
pub mod long;
pub mod points;
pub mod quotient_steps;
pub mod rounds;
pub mod schur;
pub mod schur_block;
pub mod tensor_update;

pub use divide::divide;
pub use euclid::{Image, gcd};

use crate::arith::field::Field;
use crate::memory::Row;

/// Coefficient `i` of the polynomial of degree `degree` in `source`, 0 for i above it. It is loaded in any case, so that the loads of
/// several coefficients are under way together and none is behind a branch.
#[inline(always)]
pub fn coefficient<F: Field, R: Row<F::Elem>>(field: &F, (source, degree): (&R, u32), i: u32) -> F::Elem {
    let value = source.get(i.min(degree));
    if i <= degree { value } else { field.zero() }
}

/// Degree of the polynomial in `row` in all lanes but those in `off`, whose degree is at most `at_most`; `None` when it is 0
/// there. Lanes of less degree than others are added to `off`.
#[inline(always)]
fn degree<F: Field, R: Row<F::Elem>>(field: &F, row: &R, at_most: u32, off: &mut u32) -> Option<u32> {
    let mut d = at_most;
    loop {
        let zeros = field.zeros(row.get(d)) | *off;
        if zeros != F::ALL {
            *off = zeros;
            return Some(d);
        }
        if d == 0 {
            return None;
        }
        d -= 1;
    }
}
