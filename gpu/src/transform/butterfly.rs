//! Butterflies in registers: what one pass does with the elements j + k m, k < r, or two passes together.
//!
//! The two passes of radices A and 4 on blocks of n = 4 A m elements, see [`super::ntt`], work on the elements j + k m, k < 4 A, of
//! the same j. With w of order n and k = b + 4 a the first one makes
//!
//! > X_(b,t) = w^((j + m b) t) sum_a w^(4 m a t) x_(b + 4 a) = w^(j t) v^(b t) sum_a v^(4 a t) x_(b + 4 a),  v = w^m of order 4 A,
//!
//! and the second one from these Z_(t,s) at k = s + 4 t. The powers of w go to the end: Z_(t,s) has the factor w^(j (t + A s)), and
//! what is before depends on v only.

use super::ntt::{ReadRow, Twiddles};
use crate::arith::field::Field;

/// Most elements of a butterfly.
pub const MOST: usize = 16;

/// The powers of v that a butterfly of `R` elements needs.
#[inline(always)]
pub fn constants<F: Field, W: ReadRow<F::Elem>, const R: u32>(field: &F, w: &Twiddles<W>) -> [F::Elem; 6] {
    let unit = w.order() / R;
    let power = |e: u32| w.power(e * unit);
    let zero = field.zero();
    match R {
        16 => [power(1), power(2), power(3), power(4), power(6), power(9)],
        8 => [power(1), power(2), power(3), zero, zero, zero],
        5 => [power(1), power(2), power(3), power(4), zero, zero],
        4 => [power(1), zero, zero, zero, zero, zero],
        3 => [power(1), power(2), zero, zero, zero, zero],
        _ => [zero; 6],
    }
}

/// e where element `k` of a butterfly of `r` elements has the factor w^(j e) outside.
#[inline(always)]
pub const fn exponent(r: u32, k: u32) -> u32 {
    match r {
        16 => k / 4 + 4 * (k % 4),
        8 => k / 4 + 2 * (k % 4),
        _ => k,
    }
}

/// sum_k i^(k t) x_k at t < 4. With `LOOSE` those but the first are loose, see [`Field::sub_loose`].
#[inline(always)]
fn four<F: Field, const LOOSE: bool>(field: &F, [x0, x1, x2, x3]: [F::Elem; 4], i: F::Elem) -> [F::Elem; 4] {
    let (even, odd) = (field.add(x0, x2), field.add(x1, x3));
    let turned = field.mul(field.sub_loose(x1, x3), i);
    if LOOSE {
        let rest = field.sub_loose(x0, x2);
        let (y1, y3) = (field.add_loose(rest, turned), field.sub_loose(rest, turned));
        return [field.add(even, odd), y1, field.sub_loose(even, odd), y3];
    }
    let rest = field.sub(x0, x2);
    [field.add(even, odd), field.add(rest, turned), field.sub(even, odd), field.sub(rest, turned)]
}

/// The same where x_2 and x_3 are 0.
#[inline(always)]
fn two_of_four<F: Field, const LOOSE: bool>(field: &F, [x0, x1]: [F::Elem; 2], i: F::Elem) -> [F::Elem; 4] {
    let turned = field.mul(x1, i);
    if LOOSE {
        let (y1, y3) = (field.add_loose(x0, turned), field.sub_loose(x0, turned));
        return [field.add(x0, x1), y1, field.sub_loose(x0, x1), y3];
    }
    [field.add(x0, x1), field.add(x0, turned), field.sub(x0, x1), field.sub(x0, turned)]
}

/// x_t v^(b t) for v^b, v^2b, v^3b.
#[inline(always)]
fn turn<F: Field>(field: &F, [x0, x1, x2, x3]: [F::Elem; 4], [v1, v2, v3]: [F::Elem; 3]) -> [F::Elem; 4] {
    [x0, field.mul(x1, v1), field.mul(x2, v2), field.mul(x3, v3)]
}

/// The forward butterfly of `R` = 2, 3, 4, 5, 8 or 16 elements without the factors outside; `constants` are those of `R`. With `LOOSE`
/// those but the first may be loose: they get such factors.
#[inline(always)]
pub fn forward<F: Field, const R: u32, const LOOSE: bool>(
    field: &F,
    x: [F::Elem; MOST],
    constants: &[F::Elem; 6],
) -> [F::Elem; MOST] {
    let [c1, c2, c3, c4, c5, c6] = *constants;
    let [x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15] = x;
    let zero = field.zero();
    let padded = |[a, b, c, d, e, f, g, h]: [F::Elem; 8]| {
        [a, b, c, d, e, f, g, h, zero, zero, zero, zero, zero, zero, zero, zero]
    };
    match R {
        2 => padded([field.add(x0, x1), field.sub(x0, x1), zero, zero, zero, zero, zero, zero]),
        3 => {
            let y1 = field.add(x0, field.dot2(c1, x1, c2, x2));
            let y2 = field.add(x0, field.dot2(c2, x1, c1, x2));
            padded([field.add(x0, field.add(x1, x2)), y1, y2, zero, zero, zero, zero, zero])
        }
        4 => {
            let [y0, y1, y2, y3] = four::<F, LOOSE>(field, [x0, x1, x2, x3], c1);
            padded([y0, y1, y2, y3, zero, zero, zero, zero])
        }
        5 => {
            let y0 = field.add(x0, field.add(field.add(x1, x2), field.add(x3, x4)));
            let y1 = field.add(x0, field.add(field.dot2(c1, x1, c2, x2), field.dot2(c3, x3, c4, x4)));
            let y2 = field.add(x0, field.add(field.dot2(c2, x1, c4, x2), field.dot2(c1, x3, c3, x4)));
            let y3 = field.add(x0, field.add(field.dot2(c3, x1, c1, x2), field.dot2(c4, x3, c2, x4)));
            let y4 = field.add(x0, field.add(field.dot2(c4, x1, c3, x2), field.dot2(c2, x3, c1, x4)));
            padded([y0, y1, y2, y3, y4, zero, zero, zero])
        }
        8 => {
            // v = c1, i = v^2.
            let odd = |x: F::Elem, y: F::Elem, v: F::Elem| field.mul(field.sub_loose(x, y), v);
            let even = [field.add(x0, x4), field.add(x1, x5), field.add(x2, x6), field.add(x3, x7)];
            let odd = [field.sub(x0, x4), odd(x1, x5, c1), odd(x2, x6, c2), odd(x3, x7, c3)];
            let [y0, y1, y2, y3] = four::<F, LOOSE>(field, even, c2);
            let [y4, y5, y6, y7] = four::<F, LOOSE>(field, odd, c2);
            padded([y0, y1, y2, y3, y4, y5, y6, y7])
        }
        _ => {
            // v = c1, i = v^4 = c4.
            let b0 = four::<F, false>(field, [x0, x4, x8, x12], c4);
            let b1 = turn(field, four::<F, true>(field, [x1, x5, x9, x13], c4), [c1, c2, c3]);
            let b2 = turn(field, four::<F, true>(field, [x2, x6, x10, x14], c4), [c2, c4, c5]);
            let b3 = turn(field, four::<F, true>(field, [x3, x7, x11, x15], c4), [c3, c5, c6]);
            let [y0, y1, y2, y3] = four::<F, LOOSE>(field, [b0[0], b1[0], b2[0], b3[0]], c4);
            let [y4, y5, y6, y7] = four::<F, LOOSE>(field, [b0[1], b1[1], b2[1], b3[1]], c4);
            let [y8, y9, y10, y11] = four::<F, LOOSE>(field, [b0[2], b1[2], b2[2], b3[2]], c4);
            let [y12, y13, y14, y15] = four::<F, LOOSE>(field, [b0[3], b1[3], b2[3], b3[3]], c4);
            [y0, y1, y2, y3, y4, y5, y6, y7, y8, y9, y10, y11, y12, y13, y14, y15]
        }
    }
}

/// [`forward`] where the elements from the middle on, k >= `R` / 2, are 0; what is in `x` of them is not looked at.
#[inline(always)]
pub fn forward_half<F: Field, const R: u32, const LOOSE: bool>(
    field: &F,
    mut x: [F::Elem; MOST],
    constants: &[F::Elem; 6],
) -> [F::Elem; MOST] {
    let [c1, c2, c3, c4, c5, c6] = *constants;
    let [x0, x1, x2, x3, x4, x5, x6, x7, ..] = x;
    let zero = field.zero();
    match R {
        2 => (x[0], x[1]) = (x0, x0),
        4 => [x[0], x[1], x[2], x[3]] = two_of_four::<F, LOOSE>(field, [x0, x1], c1),
        8 => {
            let odd = [x0, field.mul(x1, c1), field.mul(x2, c2), field.mul(x3, c3)];
            [x[0], x[1], x[2], x[3]] = four::<F, LOOSE>(field, [x0, x1, x2, x3], c2);
            [x[4], x[5], x[6], x[7]] = four::<F, LOOSE>(field, odd, c2);
        }
        16 => {
            let b0 = two_of_four::<F, false>(field, [x0, x4], c4);
            let b1 = turn(field, two_of_four::<F, true>(field, [x1, x5], c4), [c1, c2, c3]);
            let b2 = turn(field, two_of_four::<F, true>(field, [x2, x6], c4), [c2, c4, c5]);
            let b3 = turn(field, two_of_four::<F, true>(field, [x3, x7], c4), [c3, c5, c6]);
            [x[0], x[1], x[2], x[3]] = four::<F, LOOSE>(field, [b0[0], b1[0], b2[0], b3[0]], c4);
            [x[4], x[5], x[6], x[7]] = four::<F, LOOSE>(field, [b0[1], b1[1], b2[1], b3[1]], c4);
            [x[8], x[9], x[10], x[11]] = four::<F, LOOSE>(field, [b0[2], b1[2], b2[2], b3[2]], c4);
            [x[12], x[13], x[14], x[15]] = four::<F, LOOSE>(field, [b0[3], b1[3], b2[3], b3[3]], c4);
        }
        // Of three the middle is between the second and the third, of five between the third and the fourth.
        _ => {
            (x[3], x[4]) = (zero, zero);
            if R == 3 {
                x[2] = zero;
            }
            return forward::<F, R, LOOSE>(field, x, constants);
        }
    }
    x
}

/// The inverse butterfly, but for the factor `R`, of elements that have lost their factors outside; `constants` are those of `R` with
/// inverse powers.
#[inline(always)]
pub fn inverse<F: Field, const R: u32>(field: &F, x: [F::Elem; MOST], constants: &[F::Elem; 6]) -> [F::Elem; MOST] {
    let [c1, c2, c3, c4, c5, c6] = *constants;
    let [x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15] = x;
    match R {
        8 => {
            let zero = field.zero();
            let [e0, e1, e2, e3] = four::<F, false>(field, [x0, x1, x2, x3], c2);
            let [o0, o1, o2, o3] = turn(field, four::<F, true>(field, [x4, x5, x6, x7], c2), [c1, c2, c3]);
            let (y0, y1, y2, y3) = (field.add(e0, o0), field.add(e1, o1), field.add(e2, o2), field.add(e3, o3));
            let (y4, y5, y6, y7) = (field.sub(e0, o0), field.sub(e1, o1), field.sub(e2, o2), field.sub(e3, o3));
            [y0, y1, y2, y3, y4, y5, y6, y7, zero, zero, zero, zero, zero, zero, zero, zero]
        }
        16 => {
            let t0 = four::<F, false>(field, [x0, x1, x2, x3], c4);
            let t1 = turn(field, four::<F, true>(field, [x4, x5, x6, x7], c4), [c1, c2, c3]);
            let t2 = turn(field, four::<F, true>(field, [x8, x9, x10, x11], c4), [c2, c4, c5]);
            let t3 = turn(field, four::<F, true>(field, [x12, x13, x14, x15], c4), [c3, c5, c6]);
            let [y0, y4, y8, y12] = four::<F, false>(field, [t0[0], t1[0], t2[0], t3[0]], c4);
            let [y1, y5, y9, y13] = four::<F, false>(field, [t0[1], t1[1], t2[1], t3[1]], c4);
            let [y2, y6, y10, y14] = four::<F, false>(field, [t0[2], t1[2], t2[2], t3[2]], c4);
            let [y3, y7, y11, y15] = four::<F, false>(field, [t0[3], t1[3], t2[3], t3[3]], c4);
            [y0, y1, y2, y3, y4, y5, y6, y7, y8, y9, y10, y11, y12, y13, y14, y15]
        }
        // The butterfly of one pass is its own inverse with inverse powers.
        _ => forward::<F, R, false>(field, x, constants),
    }
}
