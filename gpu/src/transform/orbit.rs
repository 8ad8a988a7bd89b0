//! Direct evaluation at one orbit of points: for polynomials of few coefficients on a long grid.
//!
//! A transform of length L whose last pass has radix r leaves at positions r m .. r m + r - 1 the values at
//!
//! > x w_r^t,  t = 0..r-1,  w_r = w^(L / r),  x = s w^e(r m)
//!
//! (e is [`super::ntt::exponent_at`], s the shift of the coset). These r points need one sum of products each,
//!
//! > S_a = sum_k f_(a + r k) x^(a + r k),  f(x w_r^t) = sum_a w_r^(a t) S_a,
//!
//! and the last butterfly: n products and about n / 3 reductions for r values of a polynomial with n coefficients. The powers
//! of x are the same for all polynomials.

use super::ntt::{Passes, ReadRow, Twiddles, dft, exponent_at};
use crate::arith::Mont31;
use crate::arith::field::Field;

/// The size of an orbit: the radix of the last pass; 1 for a transform of length 1, which has no pass.
#[inline(always)]
pub const fn radix(passes: Passes) -> u32 {
    match passes.split_last() {
        Some((radix, _)) => radix,
        None => 1,
    }
}

/// The first point x = s w^e(`start`) of the orbit at position `start`, a multiple of the radix, with the shift s of its coset.
#[inline(always)]
pub fn first_point<F: Field, W: ReadRow<F::Elem>>(
    field: &F,
    shift: F::Elem,
    start: u32,
    passes: Passes,
    w: &Twiddles<W>,
) -> F::Elem {
    field.mul(shift, w.power(exponent_at(start, w.order(), passes)))
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

/// Two orbits with their powers in registers, for a GPU thread that evaluates many polynomials there: for each of its points x
/// the powers x^a, a < r, and X^k, X = x^r, k < K, so that S_a = x^a sum_k f_(a + r k) X^k; K is three times the number of
/// triples. With few of them all x^(a + r k) have registers, and the products with x^a are saved. Two orbits, so that every
/// coefficient read serves twice: reading them would bind a single one.
pub struct Powers<const K: usize> {
    one: Point<K>,
    two: Point<K>,
    roots: [u32; 5],
}

/// The powers of one x: x^a, and X^k, or x^(a + r k) in row a.
struct Point<const K: usize> {
    offsets: [u32; 5],
    powers: [[u32; K]; 5],
}

impl<const K: usize> Point<K> {
    /// Whether there are registers for x^(a + r k) for all a.
    const ALL: bool = K <= 3;

    /// K + 3 products at radix 5, 5 K + 3 if there are all powers.
    #[inline(always)]
    fn new(field: &Mont31, x: u32, radix: u32) -> Self {
        let (mut offsets, mut powers) = ([field.one(); 5], [[field.one(); K]; 5]);
        let mut step = x;
        for a in 1..5 {
            if a < radix {
                offsets[a as usize] = step;
                step = field.mul(step, x);
            }
        }
        // Two halves: a longer loop would not be unrolled, and the powers would not be registers.
        for k in 1..K.min(12) {
            powers[0][k] = field.mul(powers[0][k - 1], step);
        }
        for k in 12..K {
            powers[0][k] = field.mul(powers[0][k - 1], step);
        }
        if Self::ALL {
            let [first, others @ ..] = &mut powers;
            for (row, &offset) in others.iter_mut().zip(&offsets[1..]) {
                for (power, &x) in row.iter_mut().zip(&*first) {
                    *power = field.mul(offset, x);
                }
            }
        }
        Point { offsets, powers }
    }

    /// Row `a` of the powers that sums number a are made with.
    #[inline(always)]
    fn row(&self, a: u32) -> &[u32; K] {
        &self.powers[if Self::ALL { a as usize } else { 0 }]
    }
}

impl<const K: usize> Powers<K> {
    /// The orbits of x and y; `w` as in [`orbit`].
    #[inline(always)]
    pub fn new<W: ReadRow<u32>>(field: &Mont31, x: u32, y: u32, radix: u32, w: &Twiddles<W>) -> Self {
        let mut roots = [field.one(); 5];
        for a in 1..5 {
            if a < radix {
                roots[a as usize] = w.power(w.order() / radix * a);
            }
        }
        Powers { one: Point::new(field, x, radix), two: Point::new(field, y, radix), roots }
    }

    /// Values at x w_r^t and at y w_r^t, t < r, of the polynomial of which `coefficients(a, t)` are coefficients a + r k,
    /// k = 3 t .. 3 t + 2, 0 beyond the last. Entries from r on mean nothing.
    #[inline(always)]
    pub fn values(&self, field: &Mont31, radix: u32, coefficients: impl Fn(u32, u32) -> [u32; 3]) -> [[u32; 5]; 2] {
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
    fn butterfly(&self, field: &Mont31, radix: u32, sums: [u32; 5]) -> [u32; 5] {
        match radix {
            2 => dft(field, 2, sums, &Twiddles::new(&self.roots, 2, false)),
            3 => dft(field, 3, sums, &Twiddles::new(&self.roots, 3, false)),
            4 => dft(field, 4, sums, &Twiddles::new(&self.roots, 4, false)),
            5 => dft(field, 5, sums, &Twiddles::new(&self.roots, 5, false)),
            _ => sums,
        }
    }

    /// S_a at both points for a < r, 0 for other a.
    #[inline(always)]
    fn sums(&self, field: &Mont31, radix: u32, a: u32, coefficients: &impl Fn(u32, u32) -> [u32; 3]) -> [u32; 2] {
        if a >= radix {
            return [0, 0];
        }
        let (mut one, mut two) = (0, 0);
        let (x, y) = (self.one.row(a), self.two.row(a));
        let mut add = |t: usize| {
            let c = coefficients(a, t as u32);
            one = field.sum3(one, c, [x[3 * t], x[3 * t + 1], x[3 * t + 2]]);
            two = field.sum3(two, c, [y[3 * t], y[3 * t + 1], y[3 * t + 2]]);
        };
        // In two halves, as in `new`.
        for t in 0..(K / 3).min(4) {
            add(t);
        }
        for t in 4..K / 3 {
            add(t);
        }
        let (one, two) = (field.reduce(one), field.reduce(two));
        if a == 0 || Point::<K>::ALL {
            return [one, two];
        }
        [field.mul(one, self.one.offsets[a as usize]), field.mul(two, self.two.offsets[a as usize])]
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
    use crate::arith::prime;
    use crate::team::Solo;
    use crate::transform::ntt::forward;

    #[test]
    fn orbits_are_what_the_transform_leaves() {
        let mut used = std::collections::BTreeSet::new();
        for len in [1u32, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 60, 64, 125, 225] {
            let p = (1..).map(|k| Mont31::MAX / len * len + 1 - k * len).find(|&p| prime::is_prime(p)).unwrap();
            let m = Mont31::new(p).unwrap();
            let root = prime::root_of_unity(&m, len).unwrap();
            let table: Vec<u32> = (0..len).map(|i| m.pow(root, i)).collect();
            let passes = Passes::new(len).unwrap();
            let r = radix(passes);
            let shift = m.enter(12345);
            let w = Twiddles::new(&table[..], len, false);
            let point = |start: u32| first_point(&m, shift, start, passes, &w);
            for n in [0, 1, 2, 3, 4, 5, 6, 7, 9, 13, 16, 31, 54, 60, 64, 80].into_iter().filter(|&n| n <= len) {
                let random = |i: u32| m.enter(i.wrapping_mul(2654435761) >> 3);
                let rows: [Vec<u32>; 2] = [0, 1000].map(|seed| (0..n).map(|i| random(seed + i + 1)).collect());
                let transforms = [&rows[0], &rows[1]].map(|row| {
                    let mut whole: Vec<u32> =
                        (0..len).map(|j| row.get(j as usize).map_or(0, |&c| m.mul(c, m.pow(shift, j)))).collect();
                    forward(&m, Solo, &mut whole.as_mut_slice(), len, passes, &w);
                    whole
                });
                for start in (0..len).step_by(r as usize) {
                    let x = point(start);
                    let powers: Vec<u32> = (0..n).map(|j| m.pow(x, j)).collect();
                    let found = orbit(&m, &[&rows[0][..], &rows[1][..]], n, &&powers[..], r, &w);
                    let other = (start + 3 * r) % len;
                    for ((row, found), whole) in rows.iter().zip(found).zip(&transforms) {
                        let expected = |start: u32| &whole[start as usize..(start + r) as usize];
                        assert_eq!(&found[..r as usize], expected(start), "length {len}, {n} coefficients, at {start}");
                        let coefficients = |a: u32, t: u32| {
                            [0, 1, 2].map(|k| row.get((a + r * (3 * t + k)) as usize).copied().unwrap_or(0))
                        };
                        macro_rules! registers {
                            ($($k:literal)*) => {
                                match 3 * triples(n, r) {
                                    $($k => Powers::<$k>::new(&m, x, point(other), r, &w).values(&m, r, coefficients),)*
                                    _ => continue,
                                }
                            };
                        }
                        let [one, two] = registers!(3 6 9 12 15 18 21 24);
                        assert_eq!(&one[..r as usize], expected(start), "length {len}, {n} coefficients, at {start}");
                        assert_eq!(&two[..r as usize], expected(other), "length {len}, {n} coefficients, at {other}");
                        used.insert((r, 3 * triples(n, r)));
                    }
                }
            }
        }
        // Every number of powers, and every radix with some that are kept in both ways.
        for k in (3..=24).step_by(3) {
            assert!(used.iter().any(|&(_, found)| found == k), "{k}: {used:?}");
        }
        for r in 2..=5 {
            assert!(
                used.contains(&(r, 3)) && (r == 2 || used.range((r, 6)..(r, 99)).next().is_some()),
                "{r}: {used:?}"
            );
        }
    }
}
