//! Functions that the bodies of the kernels share.

use super::{ADJUGATE, CHARACTERISTIC, MatrixParameters};
use crate::arith::Mont31;
use crate::determinant::matrix::load;
use crate::kernels::device::*;
use crate::matrix::jordan::Shape;
use crate::matrix::{hessenberg, jordan};
use crate::memory::{Part, Row};
use crate::team::Team;

/// The numbers of one point, number `point` of prime number `prime`; `room` has [`super::room`] words.
///
/// # Safety
/// `entries` has an entry for each element of the matrix, none of another value than there are; values and outputs have as many words a point as the parameters say. All threads of the
/// team are here.
#[inline(always)]
pub unsafe fn at_point<const WANTED: u32, R: Row<u32> + Part<u32>, T: Team>(
    team: T,
    room: R,
    (prime, point): (usize, u32),
    (primes, values, entries): (*const Mont31, *const u32, *const u32),
    outputs: *mut u32,
    job: &MatrixParameters,
) {
    let &MatrixParameters { points, rows, columns, .. } = job;
    let elements = rows * columns;
    let stride = points as usize;
    // SAFETY: the caller's.
    let (field, values, entries, mut output) = unsafe {
        let values = values.add(prime * job.values as usize * stride + point as usize);
        let outputs = outputs.add(prime * job.outputs as usize * stride + point as usize);
        let entries = core::slice::from_raw_parts(entries, elements as usize);
        (*primes.add(prime), GlobalRow::new(values.cast_mut(), stride), entries, GlobalRow::new(outputs, stride))
    };
    let (mut m, mut beside) = (room, room.part(elements));
    load(&field, team, entries, &values, &mut m);
    if WANTED == CHARACTERISTIC {
        hessenberg::with_pivots(&field, team, &mut m, rows, &mut beside);
        let first = hessenberg::answer(rows);
        team.each(rows, |i| output.set(i, beside.get(first + i)));
        return;
    }
    let determinant = jordan::with_pivots(&field, team, &mut m, Shape { rows, columns }, &mut beside);
    let last = if WANTED == ADJUGATE {
        team.each(elements, |i| output.set(i, m.get(i)));
        elements
    } else {
        let right = columns - rows;
        team.each(rows * right, |i| output.set(i, m.get(i / right * columns + rows + i % right)));
        rows * right
    };
    if team.rank() == 0 {
        output.set(last, determinant);
    }
}
