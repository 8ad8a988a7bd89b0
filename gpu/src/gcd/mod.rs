//! Greatest common divisors of two polynomials modulo a prime.

pub mod block;
pub mod cyclic;
mod divide;
mod euclid;
mod head;
pub mod long;
pub mod points;
pub mod schur;
pub mod schur_block;

pub use divide::divide;
pub use euclid::{Image, gcd};

use crate::arith::field::Field;
use crate::memory::Row;

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
