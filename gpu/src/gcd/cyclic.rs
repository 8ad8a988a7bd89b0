//! Two rows times a 2 x 2 matrix by cyclic convolutions of [`LEN`] points, with 16 elements of a transform in a thread's registers.
//!
//! A transform is three passes of radix 16 (W. M. Gentleman, G. Sande, Fast Fourier transforms: for fun and profit, AFIPS 1966;
//! [`crate::transform::ntt`] for other lengths): pass n takes the elements 16^(2 - n) apart. The third pass forward, the products with the
//! matrix and the first pass back take the same 16 elements: no barriers between them. Roots of unity of order LEN are a table
//! w^0 .. w^(LEN - 1).

use crate::arith::field::Field;
use crate::memory::Row;
use crate::team::Team;
use crate::transform::ntt::ReadRow;

/// Points.
pub const LEN: u32 = STRIDE * RADIX;
/// Words of a row of scratch.
pub const WORDS: u32 = place(LEN);
/// Threads of which each has one group of elements in every pass.
pub const THREADS: u32 = STRIDE;

/// Elements of a group.
const RADIX: u32 = 16;
/// Distance of the first pass.
const STRIDE: u32 = RADIX * RADIX;

/// Elements of a group, or its transform.
type Group<E> = [E; RADIX as usize];

/// Where element `i` is in a row of scratch: neighbouring threads meet in no bank in any pass.
const fn place(i: u32) -> u32 {
    i + i / RADIX
}

/// Roots of unity inside a group: z of order 16.
#[derive(Clone, Copy)]
struct Roots<E> {
    /// z^4.
    i: E,
    /// z^(j k) in row j - 1 and column k - 1, 1 <= j, k <= 3.
    powers: [[E; 3]; 3],
}

impl<E: Copy> Roots<E> {
    #[inline(always)]
    fn new<W: ReadRow<E>>(table: &W, inverse: bool) -> Self {
        // 0 < k < 16.
        let power = |k: u32| table.read(if inverse { LEN - STRIDE * k } else { STRIDE * k });
        let (i, z2, z3, z6) = (power(4), power(2), power(3), power(6));
        Roots { i, powers: [[power(1), z2, z3], [z2, i, z6], [z3, z6, power(9)]] }
    }
}

/// sum_k i^(j k) x_k.
#[inline(always)]
fn four<F: Field>(field: &F, x: [F::Elem; 4], i: F::Elem) -> [F::Elem; 4] {
    let (s02, d02) = (field.add(x[0], x[2]), field.sub(x[0], x[2]));
    let (s13, d13) = (field.add(x[1], x[3]), field.mul(field.sub(x[1], x[3]), i));
    [field.add(s02, s13), field.add(d02, d13), field.sub(s02, s13), field.sub(d02, d13)]
}

/// sum_k z^(j k) x_k. With k = 4 a + b and j = c + 4 d it is sum_b i^(d b) z^(c b) sum_a i^(c a) x_(4 a + b): 17 products.
#[inline(always)]
fn sixteen<F: Field>(field: &F, x: Group<F::Elem>, roots: &Roots<F::Elem>) -> Group<F::Elem> {
    let mut y = x;
    for b in 0..4 {
        let inner = four(field, [x[b], x[b + 4], x[b + 8], x[b + 12]], roots.i);
        y[b] = inner[0];
        for c in 1..4 {
            y[b + 4 * c] = if b == 0 { inner[c] } else { field.mul(inner[c], roots.powers[b - 1][c - 1]) };
        }
    }
    let mut out = x;
    for c in 0..4 {
        let outer = four(field, [y[4 * c], y[4 * c + 1], y[4 * c + 2], y[4 * c + 3]], roots.i);
        for d in 0..4 {
            out[c + 4 * d] = outer[d];
        }
    }
    out
}

/// u^k x_k: 29 products, in chains of four.
#[inline(always)]
fn scaled<F: Field>(field: &F, x: Group<F::Elem>, u: F::Elem) -> Group<F::Elem> {
    let u2 = field.mul(u, u);
    let u4 = field.mul(u2, u2);
    // u^(4 a + b); u^0 is not used.
    let mut powers = [u, u, u2, field.mul(u2, u)];
    let mut out = x;
    for a in 0..4 {
        for b in 0..4 {
            if a > 0 {
                powers[b] = if a == 1 && b == 0 { u4 } else { field.mul(powers[b], u4) };
            }
            if a + b > 0 {
                out[4 * a + b] = field.mul(x[4 * a + b], powers[b]);
            }
        }
    }
    out
}

/// A group of a row of scratch.
#[derive(Clone, Copy)]
struct Place {
    /// Where the row begins.
    row: u32,
    first: u32,
    distance: u32,
}

impl Place {
    /// Group `t` of the first pass.
    #[inline(always)]
    fn first(row: u32, t: u32) -> Self {
        Place { row, first: t, distance: STRIDE }
    }

    /// Group `t` of the second pass, and the exponent of its power of w.
    #[inline(always)]
    fn second(row: u32, t: u32) -> (Self, u32) {
        let place = Place { row, first: t / RADIX * STRIDE + t % RADIX, distance: RADIX };
        (place, t % RADIX * RADIX)
    }

    /// Group `t` of the third pass.
    #[inline(always)]
    fn third(row: u32, t: u32) -> Self {
        Place { row, first: RADIX * t, distance: 1 }
    }

    /// Where element `k` is.
    #[inline(always)]
    fn of(&self, k: u32) -> u32 {
        self.row + place(self.first + self.distance * k)
    }

    /// The elements.
    #[inline(always)]
    fn gather<E: Copy, R: Row<E>>(&self, rows: &R) -> Group<E> {
        let mut x = [rows.get(self.of(0)); RADIX as usize];
        for k in 1..RADIX {
            x[k as usize] = rows.get(self.of(k));
        }
        x
    }

    /// Sets them.
    #[inline(always)]
    fn scatter<E: Copy, R: Row<E>>(&self, rows: &mut R, x: Group<E>) {
        for k in 0..RADIX {
            rows.set(self.of(k), x[k as usize]);
        }
    }
}

/// The first pass on group `t` of the elements that `load` gives, into the row of scratch at `row`.
#[inline(always)]
fn forward_first<F: Field, R: Row<F::Elem>, W: ReadRow<F::Elem>>(
    field: &F,
    rows: &mut R,
    (row, t): (u32, u32),
    load: impl Fn(u32) -> F::Elem,
    roots: &Roots<F::Elem>,
    table: &W,
) {
    let mut x = [field.zero(); RADIX as usize];
    for k in 0..RADIX {
        x[k as usize] = load(t + STRIDE * k);
    }
    Place::first(row, t).scatter(rows, scaled(field, sixteen(field, x, roots), table.read(t)));
}

/// The second.
#[inline(always)]
fn forward_second<F: Field, R: Row<F::Elem>, W: ReadRow<F::Elem>>(
    field: &F,
    rows: &mut R,
    (row, t): (u32, u32),
    roots: &Roots<F::Elem>,
    table: &W,
) {
    let (group, power) = Place::second(row, t);
    let x = sixteen(field, group.gather(rows), roots);
    group.scatter(rows, scaled(field, x, table.read(power)));
}

/// w^-e, 0 <= e < LEN.
#[inline(always)]
fn inverse_power<E: Copy, W: ReadRow<E>>(table: &W, e: u32) -> E {
    table.read((LEN - e) % LEN)
}

/// `f` for rows 0 to `count` of scratch, with the place where each begins, for the groups of this thread; then all threads have done so.
///
/// One row after the other, not both at once: the passes of one row are all that fits the caches for instructions.
#[inline(always)]
fn each<T: Team>(team: T, count: u32, mut f: impl FnMut(u32, (u32, u32))) {
    let mut t = team.rank();
    while t < THREADS {
        for r in 0..count {
            f(r, (r * WORDS, t));
        }
        t += team.size();
    }
    team.sync();
}

/// Values of the polynomial with the coefficients `load(i)`, i < LEN, at the powers of w: `store(at, value)` once for each place
/// 0 <= at < LEN, in the order that [`products`] reads. `row` is scratch of [`WORDS`] elements.
///
/// O(LEN log LEN): 3 passes of 46 products and 128 additions for 16 elements, the last without the 29 for powers of w.
#[inline(always)]
pub fn transform<F: Field, R: Row<F::Elem>, W: ReadRow<F::Elem>, T: Team>(
    field: &F,
    team: T,
    load: impl Fn(u32) -> F::Elem,
    row: &mut R,
    table: &W,
    mut store: impl FnMut(u32, F::Elem),
) {
    let roots = Roots::new(table, false);
    each(team, 1, |_, at| forward_first(field, row, at, &load, &roots, table));
    each(team, 1, |_, at| forward_second(field, row, at, &roots, table));
    each(team, 1, |_, (at, t)| {
        let x = sixteen(field, Place::third(at, t).gather(row), &roots);
        for k in 0..RADIX {
            store(STRIDE * k + t, x[k as usize]);
        }
    });
}

/// (m00 f + m01 g, m10 f + m11 g) LEN modulo x^LEN - 1: `store(r, i, c)` once for coefficient i < LEN of both, r = 0, 1.
///
/// f and g have the coefficients `load(0, i)` and `load(1, i)`; `spectrum(2 r + c, at)` is what [`transform`] stores of the entry m_rc. `rows` is
/// scratch of 2 [`WORDS`] elements. 4 transforms, and 4 products and 2 reductions an element.
#[inline(always)]
pub fn products<F: Field, R: Row<F::Elem>, W: ReadRow<F::Elem>, T: Team>(
    field: &F,
    team: T,
    load: impl Fn(u32, u32) -> F::Elem,
    rows: &mut R,
    table: &W,
    spectrum: impl Fn(u32, u32) -> F::Elem,
    mut store: impl FnMut(u32, u32, F::Elem),
) {
    let roots = Roots::new(table, false);
    each(team, 2, |r, at| forward_first(field, rows, at, |i| load(r, i), &roots, table));
    each(team, 2, |_, at| forward_second(field, rows, at, &roots, table));
    let back = Roots::new(table, true);
    let mut t = team.rank();
    while t < THREADS {
        // The same elements of all that follows, up to the next barrier, are this thread's own.
        for r in 0..2 {
            let group = Place::third(r * WORDS, t);
            group.scatter(rows, sixteen(field, group.gather(rows), &roots));
        }
        let (f, g) = (Place::third(0, t), Place::third(WORDS, t));
        for k in 0..RADIX {
            let at = STRIDE * k + t;
            let (u, v) = (rows.get(f.of(k)), rows.get(g.of(k)));
            rows.set(f.of(k), field.dot2(spectrum(0, at), u, spectrum(1, at), v));
            rows.set(g.of(k), field.dot2(spectrum(2, at), u, spectrum(3, at), v));
        }
        for r in 0..2 {
            let group = Place::third(r * WORDS, t);
            group.scatter(rows, sixteen(field, group.gather(rows), &back));
        }
        t += team.size();
    }
    team.sync();
    each(team, 2, |_, (row, t)| {
        let (group, power) = Place::second(row, t);
        let x = scaled(field, group.gather(rows), inverse_power(table, power));
        group.scatter(rows, sixteen(field, x, &back));
    });
    each(team, 2, |r, (row, t)| {
        let x = scaled(field, Place::first(row, t).gather(rows), inverse_power(table, t));
        let x = sixteen(field, x, &back);
        for k in 0..RADIX {
            store(r, t + STRIDE * k, x[k as usize]);
        }
    });
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::arith::Mont31;
    use crate::team::Solo;

    /// w^i, i < LEN, for the least w > 1 of order LEN that is a power of a small number.
    pub fn table(field: &Mont31) -> Vec<u32> {
        let minus_one = field.neg(field.one());
        let root = (2..).map(|g| field.pow(field.enter(g), (field.modulus() - 1) / LEN));
        let w = root.into_iter().find(|&w| field.pow(w, LEN / 2) == minus_one).unwrap();
        std::iter::successors(Some(field.one()), |&power| Some(field.mul(power, w))).take(LEN as usize).collect()
    }

    /// The stored elements of [`transform`].
    pub fn spectrum(field: &Mont31, table: &[u32], f: &[u32]) -> Vec<u32> {
        let (mut row, mut out) = (vec![7; WORDS as usize], vec![7; LEN as usize]);
        let load = |i: u32| f.get(i as usize).copied().unwrap_or(0);
        transform(field, Solo, load, &mut &mut row[..], &table, |at, value| out[at as usize] = value);
        out
    }

    #[test]
    fn values_are_all_values() {
        for p in [12_289, 998_244_353] {
            let field = Mont31::new(p).unwrap();
            let table = table(&field);
            let f: Vec<u32> = (0..50).map(|i| field.enter(1 + i * i % 77)).collect();
            let value = |x: u32| f.iter().rev().fold(0, |sum, &c| field.add(field.mul(sum, x), c));
            let mut expected: Vec<u32> = table.iter().map(|&x| value(x)).collect();
            let mut found = spectrum(&field, &table, &f);
            expected.sort_unstable();
            found.sort_unstable();
            assert!(found == expected);
        }
    }

    #[test]
    fn products_are_cyclic() {
        for p in [12_289, 998_244_353] {
            let field = Mont31::new(p).unwrap();
            let table = table(&field);
            let mut state = 1u64;
            let mut random = |len: usize| -> Vec<u32> {
                (0..len)
                    .map(|_| {
                        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                        (state >> 33) as u32 % p
                    })
                    .collect()
            };
            let n = LEN as usize;
            let (f, g) = (random(n), random(n));
            let matrix = [random(30), random(1), random(29), random(31)];
            let spectra: Vec<Vec<u32>> = matrix.iter().map(|entry| spectrum(&field, &table, entry)).collect();
            let mut out = [vec![7; n], vec![7; n]];
            products(
                &field,
                Solo,
                |r, i| [&f, &g][r as usize][i as usize],
                &mut &mut vec![7; 2 * WORDS as usize][..],
                &&table[..],
                |entry, at| spectra[entry as usize][at as usize],
                |r, i, value| out[r as usize][i as usize] = value,
            );
            let points = field.enter(LEN);
            for (r, out) in out.iter().enumerate() {
                for i in 0..n {
                    let term = |m: &[u32], f: &[u32]| {
                        let terms = m.iter().enumerate().map(|(j, &m)| field.mul(m, f[(i + n - j) % n]));
                        terms.fold(0, |sum, term| field.add(sum, term))
                    };
                    let sum = field.add(term(&matrix[2 * r], &f), term(&matrix[2 * r + 1], &g));
                    assert_eq!(out[i], field.mul(points, sum), "{r} {i}");
                }
            }
        }
    }
}
