//! GCD and cofactors of the values of two polynomials at one point, the middle stage of GCDs in several variables.
//!
//! The input of a point is a column of p + q + 3 values: the coefficients of f and of g, the constant terms first, and
//! c. The output, for the GCD h of degree d with leading coefficient c, is a column of p + q + 2 - d: h without c,
//! f / h, g / h.

use super::{divide, gcd};
use crate::arith::Modulus;
use crate::arith::field::Field;
use crate::memory::{Part, Row};
use crate::resultant::remainder::RemainderRow;
use crate::team::Team;
use crate::transform::ntt::ReadRow;

/// Formal degrees p of f and q of g, and the degree d >= 1 that their GCD has at most points, d <= p, q.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Degrees {
    /// p.
    pub p: u32,
    /// q.
    pub q: u32,
    /// d.
    pub d: u32,
}

impl Degrees {
    /// Values that go in at a point.
    pub const fn inputs(&self) -> u32 {
        self.p + self.q + 3
    }

    /// Values that come out.
    pub const fn outputs(&self) -> u32 {
        self.p + self.q + 2 - self.d
    }

    /// Elements of memory that [`point`] works in: f and g, then h and the longer of them.
    pub const fn memory(&self) -> u32 {
        self.p + self.q + 2
    }
}

/// Copies `count` elements of `values` from `first` on to `row`; nobody waits.
#[inline(always)]
fn copy<T: Copy, V: ReadRow<T>, R: Row<T>, G: Team>(team: G, values: &V, first: u32, count: u32, row: &mut R) {
    team.each(count, |i| row.set(i, values.read(first + i)));
}

/// The column that comes out for the monic GCD `h` of degree d, which is left as it is, and `inverse` = 1 / c; returns the lanes in which
/// h does not divide f or g, or c is 0.
///
/// `rest` has max(p, q) + 1 elements. Nobody has to wait before, if all threads see `values` and `h`; `out` is written without a barrier
/// after it. O(d (p + q - 2 d)) element steps of two products and one reduction.
#[inline(always)]
pub fn write<F: Field, V: ReadRow<F::Elem>, R: Row<F::Elem>, O: Row<F::Elem>, T: Team>(
    field: &F,
    team: T,
    degrees: &Degrees,
    values: &V,
    (h, rest): (&mut R, &mut R),
    inverse: F::Elem,
    out: &mut O,
) -> u32 {
    let &Degrees { p, q, d } = degrees;
    let c = values.read(p + q + 2);
    team.each(d, |i| out.set(i, field.mul(c, h.get(i))));
    let mut off = field.zeros(c);
    let (mut first, mut n, mut to) = (0, p, d);
    loop {
        copy(team, values, first, n + 1, rest);
        team.sync();
        off |= divide(field, team, rest, n, h, d, field.one());
        let mut i = team.rank();
        while i <= n - d {
            out.set(to + i, field.mul(inverse, rest.get(d + i)));
            i += team.size();
        }
        if first > 0 {
            return off;
        }
        // All have read the quotient before g takes its place.
        team.sync();
        (first, n, to) = (p + 1, q, p + 1);
    }
}

/// The degree of the GCD at a point, and where it is d the column that comes out. `None`, and a column that means nothing, where c is 0
/// or f and g are.
///
/// `memory` has [`Degrees::memory`] elements of any content; all threads return the same. One GCD, one inverse, two exact divisions.
#[inline(always)]
pub fn point<F, V, R, O, T>(field: &F, team: T, degrees: &Degrees, values: &V, memory: R, out: &mut O) -> Option<u32>
where
    F: Modulus,
    V: ReadRow<F::Elem>,
    R: Part<F::Elem> + RemainderRow<F::Elem>,
    O: Row<F::Elem>,
    T: Team,
{
    let &Degrees { p, q, d } = degrees;
    let mut h = memory;
    copy(team, values, 0, degrees.memory(), &mut h);
    team.sync();
    let (f, g) = (memory, memory.part(p + 1));
    let image = gcd(field, team, f, p, g, q);
    let degree = image.degree?;
    // Where c vanishes the leading coefficient of the GCD may, and degrees mean nothing.
    let c = values.read(p + q + 2);
    if field.zeros(c) != 0 {
        return None;
    }
    if degree != d {
        return Some(degree);
    }
    // Monic, and to the front, from where it is or from elements behind p >= d.
    let found = if image.in_f { f } else { g };
    let lead = found.get(d);
    let both = field.reciprocal(field.mul(c, lead));
    let (of_lead, of_c) = (field.mul(both, c), field.mul(both, lead));
    // Others may still be looking for the degree, in the row that is 0.
    team.sync();
    team.each(d, |i| h.set(i, field.mul(of_lead, found.get(i))));
    team.sync();
    // The other p + q + 1 - d elements hold p + 1 or q + 1.
    let mut rest = memory.part(d + 1);
    let off = write(field, team, degrees, values, (&mut h, &mut rest), of_c, out);
    if off == 0 { Some(d) } else { None }
}
