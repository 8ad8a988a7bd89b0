//! Direct evaluation at one orbit of points: for polynomials of few coefficients on a long grid.
//!
//! A transform of length L whose last pass has radix r leaves at positions r m .. r m + r - 1 the values at
//!
//! > x w_r^t,  t = 0..r-1,  w_r = w^(L / r),  x = s w^e(r m)
//!
//! (e is [`crate::ntt::exponent_at`], s the shift of the coset). These r points need one sum of products each,
//!
//! > S_a = sum_k f_(a + r k) x^(a + r k),  f(x w_r^t) = sum_a w_r^(a t) S_a,
//!
//! and the last butterfly: n products and about n / 3 reductions for r values of a polynomial with n coefficients. The powers
//! of x are the same for all polynomials.

use crate::field::Field;

use crate::ntt::{Passes, ReadRow, Twiddles, dft};

/// The size of an orbit: the radix of the last pass; 1 for a transform of length 1, which has no pass.
#[inline(always)]
pub const fn radix(passes: Passes) -> u32 {
    match passes.split_last() {
        Some((radix, _)) => radix,
        None => 1,
    }
}

/// Values of `ROWS` polynomials at the points x w_r^t, t < r = `radix` in 1..=5; entries from r on mean nothing.
///
/// `coefficients[i]` reads the n = `n` coefficients of polynomial i, `powers` reads x^j for j < n, and `w` is the table of a
/// root whose order r divides. n = 0 gives zeros.
///
/// Per polynomial n products with at most n / 3 + r reductions, and a butterfly; each power is read once for all of them.
#[inline(always)]
pub fn orbit<F: Field, C: ReadRow<F::Elem>, P: ReadRow<F::Elem>, W: ReadRow<F::Elem>, const ROWS: usize>(
    field: &F,
    coefficients: &[C; ROWS],
    n: u32,
    powers: &P,
    radix: u32,
    w: &Twiddles<W>,
) -> [[F::Elem; 5]; ROWS] {
    let mut sums = [[field.zero(); 5]; ROWS];
    for a in 0..5 {
        if a < radix {
            let partial = progression(field, coefficients, a, radix, n, powers);
            for (sums, partial) in sums.iter_mut().zip(partial) {
                sums[a as usize] = partial;
            }
        }
    }
    if radix > 1 {
        for sums in &mut sums {
            *sums = dft(field, radix, *sums, w);
        }
    }
    sums
}

/// sum f_j x^j over j = first, first + step, ... < n, for each polynomial.
#[inline(always)]
fn progression<F: Field, C: ReadRow<F::Elem>, P: ReadRow<F::Elem>, const ROWS: usize>(
    field: &F,
    coefficients: &[C; ROWS],
    first: u32,
    step: u32,
    n: u32,
    powers: &P,
) -> [F::Elem; ROWS] {
    let mut sums = [field.zero(); ROWS];
    let mut j = first;
    while j + 2 * step < n {
        let (j1, j2) = (j + step, j + 2 * step);
        let (x0, x1, x2) = (powers.read(j), powers.read(j1), powers.read(j2));
        for (sum, c) in sums.iter_mut().zip(coefficients) {
            *sum = field.add(*sum, field.dot3(c.read(j), x0, c.read(j1), x1, c.read(j2), x2));
        }
        j = j2 + step;
    }
    if j + step < n {
        let j1 = j + step;
        let (x0, x1) = (powers.read(j), powers.read(j1));
        for (sum, c) in sums.iter_mut().zip(coefficients) {
            *sum = field.add(*sum, field.dot2(c.read(j), x0, c.read(j1), x1));
        }
    } else if j < n {
        let x0 = powers.read(j);
        for (sum, c) in sums.iter_mut().zip(coefficients) {
            *sum = field.add(*sum, field.mul(c.read(j), x0));
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arith::{Mont31, prime};
    use crate::ntt::{exponent_at, forward};
    use crate::team::Solo;

    #[test]
    fn orbits_are_what_the_transform_leaves() {
        for len in [1u32, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 60, 64, 225] {
            let p = (1..).map(|k| Mont31::MAX / len * len + 1 - k * len).find(|&p| prime::is_prime(p)).unwrap();
            let m = Mont31::new(p).unwrap();
            let root = prime::root_of_unity(&m, len).unwrap();
            let table: Vec<u32> = (0..len).map(|i| m.pow(root, i)).collect();
            let passes = Passes::new(len).unwrap();
            let r = radix(passes);
            let shift = m.enter(12345);
            for n in [0, 1, 2, 3, 4, 5, 6, 7, 9, 13, 16, 31, 64].into_iter().filter(|&n| n <= len) {
                let random = |i: u32| m.enter(i.wrapping_mul(2654435761) >> 3);
                let rows: [Vec<u32>; 2] = [0, 1000].map(|seed| (0..n).map(|i| random(seed + i + 1)).collect());
                for start in (0..len).step_by(r as usize) {
                    let x = m.mul(shift, table[exponent_at(start, len, passes) as usize]);
                    let powers: Vec<u32> = (0..n).map(|j| m.pow(x, j)).collect();
                    let w = Twiddles::new(&table[..], len, false);
                    let found = orbit(&m, &[&rows[0][..], &rows[1][..]], n, &&powers[..], r, &w);
                    for (row, found) in rows.iter().zip(found) {
                        let mut whole: Vec<u32> =
                            (0..len).map(|j| row.get(j as usize).map_or(0, |&c| m.mul(c, m.pow(shift, j)))).collect();
                        forward(&m, Solo, &mut whole.as_mut_slice(), len, passes, &w);
                        let expected = &whole[start as usize..(start + r) as usize];
                        assert_eq!(&found[..r as usize], expected, "length {len}, {n} coefficients, orbit at {start}");
                    }
                }
            }
        }
    }
}
