//! The part of floating numbers of one, two and four doubles.

use crate::arith::Ring;
use crate::floating::{Complex, Real, Scalar};

/// Numbers that [`reals`] gives.
pub const REALS: usize = 14;

/// The operations of a real arithmetic on a and b: sum, difference, negative, product, square, multiple by an integer, with a double
/// the sum and the product, quotient, root of |a| and of a, half, the lesser, and whether a is finite. Gives `put` each double of each
/// number, as bits, with its row; every NaN as the same.
#[inline(always)]
pub fn reals<R: Real<Float = Scalar>>(r: &R, a: R::Elem, b: R::Elem, put: impl FnMut(usize, u64)) {
    let mut rows = Rows { next: 0, put };
    let x = r.leading(b);
    rows.number::<R>(r.add(a, b));
    rows.number::<R>(r.sub(a, b));
    rows.number::<R>(r.neg(a));
    rows.number::<R>(r.mul(a, b));
    rows.number::<R>(r.square(a));
    rows.number::<R>(r.times(a, 1_000_003));
    rows.number::<R>(r.add_part(a, x));
    rows.number::<R>(r.mul_part(a, x));
    rows.number::<R>(r.div(a, b));
    rows.number::<R>(r.sqrt(r.abs(a)));
    rows.number::<R>(r.sqrt(a));
    rows.number::<R>(r.scale(a, 0.5));
    rows.number::<R>(r.select(r.less(a, b), a, b));
    rows.number::<R>(r.select(r.finite(a), r.one(), r.zero()));
}

/// Numbers that [`complexes`] gives.
pub const COMPLEXES: usize = 7;

/// The operations of a complex arithmetic on a + b i and b + b i: product, square, quotient, and the length of the first, in the form of
/// [`reals`].
#[inline(always)]
pub fn complexes<R: Real<Float = Scalar>>(r: &R, a: R::Elem, b: R::Elem, put: impl FnMut(usize, u64)) {
    let mut rows = Rows { next: 0, put };
    let c = Complex(*r);
    for z in [c.mul([a, b], [b, b]), c.square([a, b]), c.div([a, b], [b, b])] {
        rows.number::<R>(z[0]);
        rows.number::<R>(z[1]);
    }
    rows.number::<R>(c.abs([a, b]));
}

/// Where the doubles of numbers go, one after the other.
struct Rows<P> {
    next: usize,
    put: P,
}

impl<P: FnMut(usize, u64)> Rows<P> {
    #[inline(always)]
    fn number<R: Real<Float = Scalar>>(&mut self, a: R::Elem) {
        for &part in a.as_ref() {
            // The sign and the digits of a NaN differ between processors.
            let bits = if part.is_nan() { f64::NAN.to_bits() } else { part.to_bits() };
            (self.put)(self.next, bits);
            self.next += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::floating::{DoubleDouble, QuadDouble};

    #[test]
    fn numbers_fill_their_rows() {
        let mut rows = [0; 4 * REALS];
        reals(&QuadDouble(Scalar), [9.0, 0.0, 0.0, 0.0], [2.0, 0.0, 0.0, 0.0], |row, bits| rows[row] = bits);
        let found: [f64; REALS] = core::array::from_fn(|i| f64::from_bits(rows[4 * i]));
        let expected = [11.0, 7.0, -9.0, 18.0, 81.0, 9_000_027.0, 11.0, 18.0, 4.5, 3.0, 3.0, 4.5, 2.0, 1.0];
        assert_eq!(found, expected);
        let mut rows = [0.0; 2 * COMPLEXES];
        complexes(&DoubleDouble(Scalar), [3.0, 0.0], [4.0, 0.0], |row, bits| rows[row] = f64::from_bits(bits));
        let leading: [f64; COMPLEXES] = core::array::from_fn(|i| rows[2 * i]);
        assert_eq!(leading, [-4.0, 28.0, -7.0, 24.0, 0.875, 0.125, 5.0]);
    }
}
