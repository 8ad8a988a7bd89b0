//! Many steps of the remainder sequence at once: by the leading coefficients alone first, then on everything.
//!
//! A round takes (A, B), deg A = a >= b = deg B >= 1, to (A', B') = M (A, x^shift B) with the same GCD. [`head`] finds M, a 2 x 2
//! matrix of polynomials of degree at most [`STEPS`], from the [`WINDOW`] leading coefficients; [`combine`] computes the
//! coefficients of A' and B', which know nothing of each other, so that any number of blocks can. That leading digits determine many
//! quotients is D. H. Lehmer's observation (1938); the steps on them are a plain sequence, quadratic in a constant.
//!
//! # What is known of a step's leading coefficients
//! Let c = a + 1 - [`WINDOW`] > 0 and A = A0 x^c + A1, x^shift B = B0 x^c + B1 with deg A1, deg B1 < c: the window has A0 and B0. Let
//! (m0, m1) be the row of M that a polynomial X = m0 A + m1 x^shift B of the sequence has by now, with degrees at most d. Then
//! X - (m0 A0 + m1 B0) x^c = m0 A1 + m1 B1 has a degree below c + d: *the coefficients of the window's m0 A0 + m1 B0 from position d on are
//! those of X*, and those below mean nothing. A step is done only where the leading coefficients it is made of, of both polynomials,
//! are at such positions; this holds for any degrees, gaps included. With c = 0 the window is all there is, and every position is known.
//!
//! In a normal sequence, every quotient of degree 1, n steps leave degrees WINDOW - 1 - n and WINDOW - 2 - n in the window and rows
//! of degrees n - 1 and n: n = STEPS of them are done, since WINDOW - 2 = 2 STEPS. Every step multiplies by a constant and
//! subtracts a multiple, so the GCD stays; the first elimination of a round is always possible, so a + b decreases.

use crate::arith::Mont31;
use crate::arith::field::Field;
use crate::memory::Row;
use crate::team::Team;

pub use super::head::head;

/// Largest degree of an entry of a round's matrix: so many steps of a normal sequence are one round.
pub const STEPS: u32 = 122;
/// Coefficients of an entry, a multiple of [`OUTPUTS`].
pub const COEFFICIENTS: u32 = STEPS + 1;
/// Leading coefficients that a round's matrix is made of.
pub const WINDOW: u32 = 2 * STEPS + 2;
/// Elements ([`Quad`]) of one of the two rows of [`head`], some at the end without a meaning.
pub const QUADS: u32 = 256;
/// Neighbouring quads that one thread takes at a time in a pass of two steps.
pub(super) const OWN: u32 = 2;
/// Most threads of a team of [`head`]: all have room for quads.
pub const HEADS: u32 = QUADS / OWN;
/// Elements from one column of the matrix to the next: even, and one more than a column has, which is 0.
pub(super) const COLUMN: u32 = STEPS + 2;
/// Where the window begins, or one below its beginning (see [`head`]).
pub(super) const WINDOW_AT: u32 = 2 * COLUMN;
/// Neighbouring coefficients that one thread computes of A' and of B': odd, so that threads at this stride in shared memory meet in
/// no bank.
pub const OUTPUTS: u32 = 3;
/// Coefficients below the first one of a tile that it needs.
pub const HALO: u32 = STEPS;

const _: () = assert!(COEFFICIENTS.is_multiple_of(OUTPUTS) && COLUMN.is_multiple_of(2));
const _: () = assert!(WINDOW_AT + 1 + WINDOW <= 2 * QUADS);

/// Elements 2 j and 2 j + 1 of both polynomials of [`head`], by turns: what one thread reads and writes at once.
///
/// An element is a coefficient of the first column of a polynomial's row of the matrix, of the second, or of the window.
pub type Quad<E> = [E; 4];

/// The results of [`head`] besides the matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    /// The matrix is that of A and x^shift B.
    pub shift: u32,
    /// B is so much shorter that A' is the remainder of a part of the division only; B' is B, whatever the second row says.
    pub uneven: bool,
    /// Coefficients of the longest entry.
    pub len: u32,
    /// Formal degrees of A' and B'; their leading coefficients may be 0, and either may be 0 altogether. No order.
    pub degrees: (u32, u32),
    /// Whether the first of a quad's two polynomials is A'; else the second.
    pub in_order: bool,
    /// Whether the first of the two rows has the matrix; else the second.
    pub in_first: bool,
}

/// Coefficients `j` of the four entries of the matrix in `row`, row by row; `in_order` as in [`Round`].
#[inline(always)]
pub fn coefficients<E: Copy, R: Row<Quad<E>>>(row: &R, in_order: bool, j: u32) -> [E; 4] {
    let (left, right) = (both(row, j), both(row, COLUMN + j));
    if in_order { [left.0, right.0, left.1, right.1] } else { [left.1, right.1, left.0, right.0] }
}

/// Element `i` of both polynomials.
#[inline(always)]
pub(super) fn both<E: Copy, R: Row<Quad<E>>>(row: &R, i: u32) -> (E, E) {
    let quad = row.get(i / 2);
    if i.is_multiple_of(2) { (quad[0], quad[1]) } else { (quad[2], quad[3]) }
}

/// Degree of the polynomial in `source`, at most `at_most`; `None` where all coefficients from `floor` <= `at_most` on are 0. `scratch`
/// has an element a thread. Fields of one lane.
///
/// Each thread looks at every size-th coefficient: a remainder 0 is found out at once.
#[inline(always)]
pub fn top<F: Field, S: Row<F::Elem>, R: Row<u32>, T: Team>(
    field: &F,
    team: T,
    source: &S,
    (floor, at_most): (u32, u32),
    scratch: &mut R,
) -> Option<u32> {
    if field.zeros(source.get(at_most)) == 0 {
        return Some(at_most);
    }
    let (mut below, mut length) = (team.rank(), 0);
    while below <= at_most - floor {
        if field.zeros(source.get(at_most - below)) == 0 {
            length = at_most - below + 1;
            break;
        }
        below += team.size();
    }
    scratch.set(team.rank(), length);
    team.sync();
    let mut most = 0;
    for i in 0..team.size() {
        most = most.max(scratch.get(i));
    }
    team.sync();
    most.checked_sub(1)
}

/// The coefficients of A and of B that are element `t` of the tiles for the coefficients of A' and B' from `start` on. Below coefficient 0
/// they wrap, and are above every degree.
#[inline(always)]
pub fn places(start: u32, t: u32, shift: u32) -> (u32, u32) {
    let of_a = (start + t).wrapping_sub(HALO);
    (of_a, of_a.wrapping_sub(shift))
}

/// How many coefficients of the matrix of `len` the coefficients of A' and B' below number `end` take. In an uneven round A' is m0 A + m1
/// x^shift B with a constant m0, and nothing of B is below `shift`.
#[inline(always)]
pub fn length(len: u32, uneven: bool, shift: u32, end: u32) -> u32 {
    if uneven && end <= shift { 1 } else { len }
}

/// Coefficients i, i + 1, i + 2 of A' and of B' for a matrix of `len` coefficients.
///
/// Element t of the tiles `a`, `b` is coefficient t - at - [`HALO`] + i of A and of x^shift B; `matrix(j)` are the coefficients j of the
/// four entries, row by row, for j < [`COEFFICIENTS`]. 12 `len` products, one fold of a sum ([`Mont31::sum6`]) for six, 6 reductions.
#[inline(always)]
pub fn combine<R: Row<u32>>(
    field: &Mont31,
    matrix: impl Fn(u32) -> [u32; 4],
    (a, b): (&R, &R),
    at: u32,
    len: u32,
) -> ([u32; OUTPUTS as usize], [u32; OUTPUTS as usize]) {
    const N: usize = OUTPUTS as usize;
    let (mut first, mut second) = ([0u64; N], [0u64; N]);
    // Coefficient i + k - j of A for the k and j of one turn is element k - j + N - 1.
    let (mut a_tile, mut b_tile) = ([0u32; 2 * N - 1], [0u32; 2 * N - 1]);
    let mut base = at + HALO + 1;
    for k in 0..N - 1 {
        a_tile[k] = a.get(base + k as u32);
        b_tile[k] = b.get(base + k as u32);
    }
    let mut j = 0;
    while j < len {
        base -= OUTPUTS;
        for k in (N..2 * N - 1).rev() {
            a_tile[k] = a_tile[k - N];
            b_tile[k] = b_tile[k - N];
        }
        for k in 0..N {
            a_tile[k] = a.get(base + k as u32);
            b_tile[k] = b.get(base + k as u32);
        }
        let m = [matrix(j), matrix(j + 1), matrix(j + 2)];
        for k in 0..N {
            let (a, b) = (&a_tile[k..k + N], &b_tile[k..k + N]);
            let operands = [a[2], a[1], a[0], b[2], b[1], b[0]];
            first[k] = field.sum6(first[k], [m[0][0], m[1][0], m[2][0], m[0][1], m[1][1], m[2][1]], operands);
            second[k] = field.sum6(second[k], [m[0][2], m[1][2], m[2][2], m[0][3], m[1][3], m[2][3]], operands);
        }
        j += OUTPUTS;
    }
    (first.map(|sum| field.reduce(sum)), second.map(|sum| field.reduce(sum)))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::gcd::gcd;
    use crate::gcd::rounds::{End, Next, next};
    use crate::team::Solo;

    /// Both polynomials.
    pub type Rest = (Vec<u32>, Vec<u32>);

    const P: u32 = 1_000_003;

    fn field() -> Mont31 {
        Mont31::new(P).unwrap()
    }

    /// Of this degree, no coefficient 0.
    pub fn random_in(field: &Mont31, state: &mut u64, degree: usize) -> Vec<u32> {
        (0..=degree)
            .map(|_| {
                *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                1 + (*state >> 33) as u32 % (field.modulus() - 1)
            })
            .collect()
    }

    fn random(state: &mut u64, degree: usize) -> Vec<u32> {
        random_in(&field(), state, degree)
    }

    pub fn product_in(field: &Mont31, f: &[u32], g: &[u32]) -> Vec<u32> {
        let mut out = vec![0; f.len() + g.len() - 1];
        for (i, &a) in f.iter().enumerate() {
            for (j, &b) in g.iter().enumerate() {
                out[i + j] = field.add(out[i + j], field.mul(a, b));
            }
        }
        out
    }

    fn product(f: &[u32], g: &[u32]) -> Vec<u32> {
        product_in(&field(), f, g)
    }

    /// f(x^e).
    pub fn spread(f: &[u32], e: usize) -> Vec<u32> {
        let mut out = vec![0; (f.len() - 1) * e + 1];
        for (i, &c) in f.iter().enumerate() {
            out[i * e] = c;
        }
        out
    }

    /// The degree; zeros above it are removed.
    pub fn degree_of(field: &Mont31, f: &mut Vec<u32>) -> Option<u32> {
        let mut scratch = [0];
        let at_most = f.len() as u32 - 1;
        let degree = top(field, Solo, &&mut f[..], (0, at_most), &mut &mut scratch[..]);
        f.truncate(degree.map_or(1, |d| d as usize + 1));
        degree
    }

    pub fn monic(field: &Mont31, mut f: Vec<u32>) -> Vec<u32> {
        let inverse = field.inverse(*f.last().unwrap());
        f.iter_mut().for_each(|c| *c = field.mul(*c, inverse));
        f
    }

    /// All coefficients of A' and B' up to their formal degrees, tile by tile.
    pub fn update(field: &Mont31, round: &Round, matrix: &[[u32; 4]], a: &[u32], b: &[u32]) -> Rest {
        const TILE: usize = 30;
        let most = round.degrees.0.max(round.degrees.1) as usize;
        let (mut first, mut second) = (vec![], vec![]);
        for start in (0..=most).step_by(TILE) {
            let at = |f: &[u32], i: u32| f.get(i as usize).copied().unwrap_or(0);
            let elements = (0..TILE as u32 + HALO).map(|t| places(start as u32, t, round.shift));
            let len = length(round.len, round.uneven, round.shift, (start + TILE) as u32);
            let (mut a, mut b): Rest = elements.map(|(of_a, of_b)| (at(a, of_a), at(b, of_b))).unzip();
            for at in (0..TILE as u32).step_by(OUTPUTS as usize) {
                let tiles = (&&mut a[..], &&mut b[..]);
                let (x, y) = combine(field, |j| matrix[j as usize], tiles, at, len);
                first.extend(x);
                second.extend(y);
            }
        }
        first.truncate(round.degrees.0 as usize + 1);
        second.truncate(round.degrees.1 as usize + 1);
        (first, if round.uneven { b.to_vec() } else { second })
    }

    /// The pair, of positive degrees, after one round.
    pub fn plain_round(field: &Mont31, f: &[u32], g: &[u32]) -> Rest {
        let (f, g) = if f.len() < g.len() { (g, f) } else { (f, g) };
        let (a, b) = (f.len() as u32 - 1, g.len() as u32 - 1);
        let (mut first, mut second) = (vec![[7; 4]; QUADS as usize], vec![[7; 4]; QUADS as usize]);
        let sources = (&&mut f.to_vec()[..], &&mut g.to_vec()[..]);
        let round = head(field, Solo, (sources.0, a), (sources.1, b), (&mut first[..], &mut second[..]));
        let rows = if round.in_first { &&mut first[..] } else { &&mut second[..] };
        let matrix: Vec<[u32; 4]> = (0..COEFFICIENTS).map(|j| coefficients(rows, round.in_order, j)).collect();
        let sum = round.degrees.0 + round.degrees.1;
        let rest = update(field, &round, &matrix, f, g);
        assert!(sum < a + b || rest.0.last() == Some(&0) || rest.1.last() == Some(&0));
        rest
    }

    /// The monic GCD by rounds to the end, and how many there were.
    fn by_rounds(f: &[u32], g: &[u32]) -> (Option<Vec<u32>>, u32) {
        let (mut f, mut g) = (f.to_vec(), g.to_vec());
        let mut rounds = 0;
        loop {
            match next(degree_of(&field(), &mut f), degree_of(&field(), &mut g), 0) {
                Next::Round { .. } => (f, g) = plain_round(&field(), &f, &g),
                Next::End(End::Nothing, _) => return (None, rounds),
                Next::End(End::First, _) => return (Some(monic(&field(), f)), rounds),
                // Two constants are short.
                Next::End(End::Second | End::Short, _) => return (Some(monic(&field(), g)), rounds),
            }
            rounds += 1;
            assert!(rounds < 5000);
        }
    }

    fn check(f: &[u32], g: &[u32]) -> u32 {
        for (f, g) in [(f, g), (g, f)] {
            let (mut a, mut b) = (f.to_vec(), g.to_vec());
            let (p, q) = (f.len() as u32 - 1, g.len() as u32 - 1);
            let image = gcd(&field(), Solo, &mut a[..], p, &mut b[..], q);
            let expected = image.degree.map(|d| {
                let mut row = if image.in_f { a } else { b };
                row.truncate(d as usize + 1);
                monic(&field(), row)
            });
            assert_eq!(by_rounds(f, g).0, expected, "degrees {p} and {q}");
        }
        by_rounds(f, g).1
    }

    #[test]
    fn rounds_end_in_the_gcd() {
        let mut state = 1;
        for h in [0, 1, 3, 61, 62, 63, 64, 124, 125, 126, 127, 200] {
            let h = random(&mut state, h);
            for (p, q) in [(0, 0), (5, 5), (1, 70), (62, 62), (63, 125), (126, 126), (300, 299), (200, 10), (400, 0)] {
                let (f, g) = (random(&mut state, p), random(&mut state, q));
                check(&product(&f, &h), &product(&g, &h));
            }
        }
    }

    /// Quotients of degree 1 all the way: as many steps a round as the matrix has room for.
    #[test]
    fn rounds_are_full() {
        let mut state = 2;
        let (f, g) = (random(&mut state, 1000), random(&mut state, 999));
        assert_eq!(check(&f, &g), 999u32.div_ceil(STEPS));
    }

    /// Quotients of degree 1 but for one in `every` of a degree up to 6: runs of ordinary steps that end, and begin again, anywhere.
    #[test]
    fn runs_end_anywhere() {
        let mut state = 5;
        for every in [1, 2, 3, 5, 8, 13, 31, 64, 100] {
            for h in [0, 1, 40, 260] {
                let (mut f, mut g) = (random(&mut state, h), vec![0]);
                let mut k = 0;
                while f.len() < 500 {
                    k += 1;
                    let quotient = random(&mut state, if k % every == 0 { 1 + k % 6 } else { 1 });
                    let mut next = product(&f, &quotient);
                    for (c, &r) in next.iter_mut().zip(&g) {
                        *c = field().add(*c, r);
                    }
                    (f, g) = (next, f);
                }
                check(&f, &g);
            }
        }
    }

    #[test]
    fn gaps_and_degenerate_pairs() {
        let mut state = 3;
        let (f, g, h) = (random(&mut state, 150), random(&mut state, 140), random(&mut state, 70));
        for e in [2, 3, 5, 40, 70] {
            let (few_f, few_g) = (&f[..1500 / e.max(10)], &g[..1200 / e.max(10)]);
            check(&spread(few_f, e), &spread(few_g, e));
            let mut other = spread(few_g, e);
            other[1] = 1;
            check(&spread(few_f, e), &other);
        }
        check(&f, &f);
        check(&product(&f, &g), &g);
        check(&f, &[0]);
        check(&[0, 0, 0], &vec![0; 300]);
        let padded: Vec<u32> = f.iter().copied().chain(vec![0; 400]).collect();
        check(&padded, &g);
        // A remainder of much lower degree than the window shows: f = g h + r.
        let mut low = product(&f, &g);
        for (c, r) in low.iter_mut().zip(random(&mut state, 5)) {
            *c = field().add(*c, r);
        }
        check(&low, &g);
        check(&product(&low, &f), &product(&g, &f));
        // Differences that the window shows at its end, or just not.
        for place in 170..180 {
            let f = random(&mut state, 300);
            let mut g = f.clone();
            g[place] = field().add(g[place], 1);
            check(&f, &g);
            g[3] = field().add(g[3], 1);
            check(&f, &g);
            check(&product(&f, &h), &product(&g, &h));
        }
        let monomial = |n: usize| [vec![0; n], vec![5]].concat();
        check(&monomial(500), &monomial(123));
        check(&monomial(500), &f);
    }

    #[test]
    fn zeros_are_seen_by_teams() {
        for zeros in [0, 1, 200] {
            let mut f = vec![0; 300];
            f[299 - zeros] = 1;
            assert_eq!(degree_of(&field(), &mut f), Some(299 - zeros as u32));
        }
        assert_eq!(degree_of(&field(), &mut vec![0; 300]), None);
    }
}
