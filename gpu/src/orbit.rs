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

/// The most groups of three coefficients that a kernel has registers for.
pub const MAX_TRIPLES: u32 = 8;

/// Groups of three coefficients in each of the r sums of a polynomial with `n` coefficients.
pub const fn triples(n: u32, radix: u32) -> u32 {
    n.div_ceil(radix).div_ceil(3)
}

/// An orbit with its powers in registers, for a GPU thread that evaluates many polynomials there: x^a for a < r and X^k,
/// X = x^r, k < K, so that S_a = x^a sum_k f_(a + r k) X^k. K is three times the number of triples.
pub struct Powers<E, const K: usize> {
    offsets: [E; 5],
    powers: [E; K],
    roots: [E; 5],
}

impl<E: Copy, const K: usize> Powers<E, K> {
    /// The orbit of x; `w` as in [`orbit`]. K + 4 products.
    #[inline(always)]
    pub fn new<F: Field<Elem = E>, W: ReadRow<E>>(field: &F, x: E, radix: u32, w: &Twiddles<W>) -> Self {
        let (mut offsets, mut powers, mut roots) = ([field.one(); 5], [field.one(); K], [field.one(); 5]);
        let mut step = x;
        for a in 1..5 {
            if a < radix {
                offsets[a as usize] = step;
                step = field.mul(step, x);
                roots[a as usize] = w.power(w.order() / radix * a);
            }
        }
        // Two halves: a longer loop would not be unrolled, and the powers would not be registers.
        for k in 1..K.min(12) {
            powers[k] = field.mul(powers[k - 1], step);
        }
        for k in 12..K {
            powers[k] = field.mul(powers[k - 1], step);
        }
        Powers { offsets, powers, roots }
    }

    /// Values at x w_r^t, t < r, of two polynomials, i = 0 and 1, of which `coefficients(i, a, t)` are coefficients a + r k,
    /// k = 3 t .. 3 t + 2, 0 beyond the last. Entries from r on mean nothing. Two at a time keep a thread from waiting for
    /// each sum.
    #[inline(always)]
    pub fn values<F: Field<Elem = E>>(
        &self,
        field: &F,
        radix: u32,
        coefficients: impl Fn(u32, u32, u32) -> [E; 3],
    ) -> [[E; 5]; 2] {
        // Written out, as is what calls this: loops that are not unrolled would index arrays, which are then no registers.
        let s0 = self.sums(field, radix, 0, &coefficients);
        let s1 = self.sums(field, radix, 1, &coefficients);
        let s2 = self.sums(field, radix, 2, &coefficients);
        let s3 = self.sums(field, radix, 3, &coefficients);
        let s4 = self.sums(field, radix, 4, &coefficients);
        let one = self.butterfly(field, radix, [s0[0], s1[0], s2[0], s3[0], s4[0]]);
        let two = self.butterfly(field, radix, [s0[1], s1[1], s2[1], s3[1], s4[1]]);
        [one, two]
    }

    /// The last butterfly. With the radix as a constant the roots stay in registers.
    #[inline(always)]
    fn butterfly<F: Field<Elem = E>>(&self, field: &F, radix: u32, sums: [E; 5]) -> [E; 5] {
        match radix {
            2 => dft(field, 2, sums, &Twiddles::new(&self.roots, 2, false)),
            3 => dft(field, 3, sums, &Twiddles::new(&self.roots, 3, false)),
            4 => dft(field, 4, sums, &Twiddles::new(&self.roots, 4, false)),
            5 => dft(field, 5, sums, &Twiddles::new(&self.roots, 5, false)),
            _ => sums,
        }
    }

    /// S_a of both polynomials for a < r, 0 for other a.
    #[inline(always)]
    fn sums<F: Field<Elem = E>>(
        &self,
        field: &F,
        radix: u32,
        a: u32,
        coefficients: &impl Fn(u32, u32, u32) -> [E; 3],
    ) -> [E; 2] {
        let (mut one, mut two) = (field.zero(), field.zero());
        if a >= radix {
            return [one, two];
        }
        let mut add = |t: usize| {
            let [x0, x1, x2] = [self.powers[3 * t], self.powers[3 * t + 1], self.powers[3 * t + 2]];
            let ([c0, c1, c2], [d0, d1, d2]) = (coefficients(0, a, t as u32), coefficients(1, a, t as u32));
            one = field.add(one, field.dot3(c0, x0, c1, x1, c2, x2));
            two = field.add(two, field.dot3(d0, x0, d1, x1, d2, x2));
        };
        // In two halves, as in `new`.
        for t in 0..(K / 3).min(4) {
            add(t);
        }
        for t in 4..K / 3 {
            add(t);
        }
        if a == 0 {
            return [one, two];
        }
        let offset = self.offsets[a as usize];
        [field.mul(one, offset), field.mul(two, offset)]
    }
}

impl<E: Copy> ReadRow<E> for &[E; 5] {
    #[inline(always)]
    fn read(&self, i: u32) -> E {
        self[i as usize]
    }
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
                    let coefficient = |i: u32, a: u32, t: u32| {
                        [0, 1, 2].map(|k| rows[i as usize].get((a + r * (3 * t + k)) as usize).copied().unwrap_or(0))
                    };
                    macro_rules! registers {
                        ($($k:literal)*) => {
                            match 3 * triples(n, r) {
                                $($k => Powers::<u32, $k>::new(&m, x, r, &w).values(&m, r, coefficient),)*
                                _ => found,
                            }
                        };
                    }
                    let again: [[u32; 5]; 2] = registers!(3 6 9 12 15 18 21 24);
                    for ((row, found), again) in rows.iter().zip(found).zip(again) {
                        assert_eq!(again[..r as usize], found[..r as usize], "powers in registers");
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
