//! Determinants by elimination of 32 pivots at a time, which are those on the diagonal: for large matrices, most of whose work is then a
//! matrix product.
//!
//! With the pivots' block A, what is to its right (B), below it (C) and the rest (M), and N = -d A^-1 for a number d, the rest becomes
//!
//! > M <- d M + (C N) B,
//!
//! that is d times the Schur complement. So with m rows left det = det A det(M') / d^m. N is found without division by `invert`, pair by pair
//! of pivots as in [`super::elimination`]; d is the product of the determinants D of its pairs. The sums of (C N) B are products of
//! matrices ([`Products`]): by one thread or many as they come, or from the digits of the residues on tensor cores ([`super::digits`]).
//!
//! A matrix has its rows padded with those of the identity up to a multiple of [`TILE`], so that there are whole tiles only.
//!
//! The order of rows and columns is the caller's, as in [`super::elimination`]: lanes in which a D vanishes are off.

#![allow(clippy::needless_range_loop, reason = "iterators over arrays keep them in memory, and not in registers")]

use super::elimination::{Pair, Pivots};
use super::matrix::{Blocks, Values, number, signed};
use crate::arith::field::Field;
use crate::fraction::Fraction;
use crate::memory::Part;
use crate::team::Team;
use crate::transform::ntt::ReadRow;

/// Pivots of a step.
pub const PANEL: u32 = 32;

/// Rows that are computed together, a divisor of [`PANEL`].
pub const TILE: u32 = 16;

/// Rows of a matrix of n rows with padding.
pub const fn padded(n: u32) -> u32 {
    n.next_multiple_of(TILE)
}

/// Words from one row to the next. The rest of a division by 32 is 8 or 24, so that eight columns of four rows are in 32 banks of shared
/// memory, and so are eight pairs of columns of two rows.
pub const fn stride(n: u32) -> u32 {
    padded(n) + 8
}

/// Words of a matrix of n rows with padding.
pub const fn room(n: u32) -> usize {
    padded(n) as usize * stride(n) as usize
}

/// Words that `invert` exchanges: multipliers of all rows, and both rows of pivots.
pub const EXCHANGE: u32 = 4 * PANEL;

/// Words from one row to the next of a block of pivots that is staged.
const STAGED: u32 = PANEL + 8;

/// Words of memory near the team for a matrix of n rows that is elsewhere: see [`Staged`].
pub const fn staged(n: u32) -> usize {
    (EXCHANGE + PANEL * STAGED) as usize + PANEL as usize * stride(n) as usize
}

/// A matrix, or its part from some element on.
#[derive(Clone, Copy)]
pub struct View<R> {
    row: R,
    stride: u32,
}

impl<R> View<R> {
    /// Row after row, so many words apart.
    #[inline(always)]
    pub fn new(row: R, stride: u32) -> Self {
        View { row, stride }
    }

    /// Element (i, j).
    #[inline(always)]
    pub fn get<E: Copy>(&self, i: u32, j: u32) -> E
    where
        R: Part<E>,
    {
        self.row.get(i * self.stride + j)
    }

    /// Sets element (i, j).
    #[inline(always)]
    pub fn set<E: Copy>(&mut self, i: u32, j: u32, value: E)
    where
        R: Part<E>,
    {
        self.row.set(i * self.stride + j, value);
    }

    /// The part whose first element is (i, j).
    #[inline(always)]
    pub fn from<E: Copy>(&self, i: u32, j: u32) -> Self
    where
        R: Part<E>,
    {
        View { row: self.row.part(i * self.stride + j), stride: self.stride }
    }
}

/// The places (i, j), i < `rows` and j < `columns`, that are a thread's. A team has at most 32 threads, or a multiple of 32: then the lanes of a warp
/// have neighbouring columns of the same row.
#[derive(Clone, Copy)]
struct Grid {
    first: (u32, u32),
    step: (u32, u32),
}

impl Grid {
    #[inline(always)]
    fn of<T: Team>(team: T) -> Self {
        let (rank, size) = (team.rank(), team.size());
        Grid { first: (rank / PANEL, rank % PANEL), step: ((size / PANEL).max(1), size.min(PANEL)) }
    }
}

/// A product of matrices in a step: the rest becomes `scale` times itself and (`left` `inverse`) `above`.
#[derive(Clone, Copy)]
pub struct Step<E, R, S> {
    /// 32 columns below the pivots.
    pub left: View<R>,
    /// The rest behind them.
    pub rest: View<R>,
    /// 32 rows of pivots behind their block.
    pub above: View<S>,
    /// -`scale` times the inverse of the pivots' block.
    pub inverse: View<S>,
    /// The product of the pairs' determinants.
    pub scale: E,
    /// Rows and columns of the rest, a multiple of [`TILE`].
    pub size: u32,
}

/// How the products of a step are computed.
pub trait Products<F: Field, T: Team>: Copy {
    /// Does a step. Rows are independent, and nobody waits: the caller does, before and afterwards.
    fn update<R: Part<F::Elem>, S: Part<F::Elem>>(&self, field: &F, team: T, step: Step<F::Elem, R, S>);
}

/// Products one element after the other, by a team of any kind: three of them for each reduction.
#[derive(Clone, Copy)]
pub struct Plain;

impl<F: Field, T: Team> Products<F, T> for Plain {
    fn update<R: Part<F::Elem>, S: Part<F::Elem>>(&self, field: &F, team: T, step: Step<F::Elem, R, S>) {
        let Step { left, mut rest, above, inverse, scale, size } = step;
        team.each(size, |i| {
            let mut factors = [field.zero(); PANEL as usize];
            for (j, factor) in (0..).zip(&mut factors) {
                for k in (0..PANEL).step_by(2) {
                    *factor = field.add(
                        *factor,
                        field.dot2(left.get(i, k), inverse.get(k, j), left.get(i, k + 1), inverse.get(k + 1, j)),
                    );
                }
            }
            for j in 0..size {
                let mut sum = field.mul(scale, rest.get(i, j));
                for (k, pair) in (0..PANEL).step_by(2).zip(factors.chunks_exact(2)) {
                    sum = field.add(sum, field.dot2(pair[0], above.get(k, j), pair[1], above.get(k + 1, j)));
                }
                rest.set(i, j, sum);
            }
        });
    }
}

/// Where a team has a matrix, and memory to eliminate in.
pub trait Place<E: Copy>: Copy {
    /// Memory of the matrix.
    type Matrix: Part<E>;
    /// Memory that every thread reads often.
    type Near: Part<E>;
    /// The matrix, of n rows.
    fn matrix(&self, n: u32) -> View<Self::Matrix>;
    /// [`EXCHANGE`] elements.
    fn exchange(&self) -> Self::Near;
    /// The block of the pivots from k on of a matrix of `side` rows with padding, and the rows behind it, from where they are read. Waits
    /// where it copies.
    fn near<T: Team>(
        &self,
        team: T,
        matrix: View<Self::Matrix>,
        k: u32,
        side: u32,
    ) -> (View<Self::Near>, View<Self::Near>);
}

/// The matrix is where all is near: [`EXCHANGE`] elements, then the matrix.
#[derive(Clone, Copy)]
pub struct Near<R>(pub R);

impl<E: Copy, R: Part<E>> Place<E> for Near<R> {
    type Matrix = R;
    type Near = R;
    #[inline(always)]
    fn matrix(&self, n: u32) -> View<R> {
        View::new(self.0.part(EXCHANGE), stride(n))
    }
    #[inline(always)]
    fn exchange(&self) -> R {
        self.0
    }
    #[inline(always)]
    fn near<T: Team>(&self, _: T, matrix: View<R>, k: u32, _: u32) -> (View<R>, View<R>) {
        (matrix.from(k, k), matrix.from(k, k + PANEL))
    }
}

/// The matrix is far away; the rows of the pivots of a step are staged near the team, [`staged`] elements in all.
#[derive(Clone, Copy)]
pub struct Staged<R, S> {
    /// The matrix.
    pub far: R,
    /// The near part.
    pub near: S,
}

impl<E: Copy, R: Part<E>, S: Part<E>> Place<E> for Staged<R, S> {
    type Matrix = R;
    type Near = S;
    #[inline(always)]
    fn matrix(&self, n: u32) -> View<R> {
        View::new(self.far, stride(n))
    }
    #[inline(always)]
    fn exchange(&self) -> S {
        self.near
    }
    #[inline(always)]
    fn near<T: Team>(&self, team: T, matrix: View<R>, k: u32, side: u32) -> (View<S>, View<S>) {
        let mut block = View::new(self.near.part(EXCHANGE), STAGED);
        let mut above = View::new(self.near.part(EXCHANGE + PANEL * STAGED), side + 8);
        let Grid { first, step } = Grid::of(team);
        let mut i = first.0;
        while i < PANEL.min(side - k) {
            let mut j = first.1;
            while j < side - k {
                let element = matrix.get(k + i, k + j);
                match j.checked_sub(PANEL) {
                    None => block.set(i, j, element),
                    Some(behind) => above.set(i, behind, element),
                }
                j += step.1;
            }
            i += step.0;
        }
        team.sync();
        (block, above)
    }
}

/// Eliminates with all pivots of a block of `size` rows, 16 or 32; returns the determinants of their pairs.
///
/// With `inverts` the block becomes -d times its inverse, where d is their product; else it is destroyed. For that a pair of pivots with the block
/// (a b; c e) eliminates above and below, and its own rows are multiplied by -s adj(a b; c e), s the product of the determinants before:
/// later pairs multiply them by theirs, so that each ends with -d on the diagonal. These are the multipliers of (s, 0) and (0, s), as those of
/// other rows are of their elements in the pivots' columns. As all rows that have not been pivots are multiplied by the same s, the columns of
/// the pivots, which become those of the inverse, begin as s times those of the identity.
///
/// Two barriers for each pair.
#[inline(always)]
fn invert<F: Field, R: Part<F::Elem>, T: Team>(
    field: &F,
    team: T,
    mut block: View<R>,
    exchange: R,
    (size, inverts): (u32, bool),
) -> Pivots<F::Elem> {
    let mut pivots = Pivots::new(field);
    // Both multipliers of each row, and both rows of pivots as they are multiplied with them.
    let mut multipliers = View::new(exchange, PANEL);
    let mut rows = multipliers.from(2, 0);
    let Grid { first, step } = Grid::of(team);
    let mut k = 0;
    while k < size {
        let row = |i| (block.get(i, k), block.get(i, k + 1));
        let pair = Pair::new(field, row(k), row(k + 1));
        let before = pivots.product();
        pivots.take(field, pair.determinant);
        team.each(2 * size, |at| {
            let (i, is_row) = (at % size, at >= size);
            let own = (if i == k { before } else { field.zero() }, if i == k + 1 { before } else { field.zero() });
            let is_pivot = i & !1 == k;
            if is_row {
                let (first, second) = if is_pivot { own } else { (block.get(k, i), block.get(k + 1, i)) };
                rows.set(0, i, first);
                rows.set(1, i, second);
            } else {
                let (x, y) = if is_pivot { own } else { row(i) };
                let (u, v) = pair.multipliers(field, x, y);
                multipliers.set(0, i, u);
                multipliers.set(1, i, v);
            }
        });
        team.sync();
        let from = if inverts { 0 } else { k + 2 };
        let mut j = first.1;
        while j < size {
            if j >= from {
                let (above, below) = (rows.get(0, j), rows.get(1, j));
                let mut i = first.0;
                while i < size {
                    // Four rows whose products do not wait for each other.
                    let mut found = [field.zero(); 4];
                    four!(R {
                        let i = i + R as u32 * step.0;
                        if i < size {
                            let is_pivot = i & !1 == k || j & !1 == k;
                            let element = if is_pivot { field.zero() } else { block.get(i, j) };
                            let (u, v) = (multipliers.get(0, i), multipliers.get(1, i));
                            found[R] = field.dot3(pair.determinant, element, u, above, v, below);
                        }
                    });
                    four!(R {
                        let i = i + R as u32 * step.0;
                        if i < size {
                            block.set(i, j, found[R]);
                        }
                    });
                    i += 4 * step.0;
                }
            }
            j += step.1;
        }
        team.sync();
        k += 2;
    }
    pivots
}

/// The entries of a matrix at a point, as [`load`] asks for them.
pub trait Entries<F: Field> {
    /// Loads a matrix of n rows from its `entries`, with padding. Nobody waits.
    fn load<R: Part<F::Elem>, T: Team>(&self, field: &F, team: T, entries: &[u32], m: View<R>, n: u32);
}

impl<F: Field, V: ReadRow<F::Elem>> Entries<F> for V {
    #[inline(always)]
    fn load<R: Part<F::Elem>, T: Team>(&self, field: &F, team: T, entries: &[u32], m: View<R>, n: u32) {
        load(field, team, entries, self, m, n);
    }
}

/// Loads a matrix of n rows from its `entries`, with padding. Nobody waits. There is at least one value: where an entry is zero or padding the first one is read in
/// vain, so that there are no branches.
#[inline(always)]
pub fn load<F: Field, V: Values<F>, R: Part<F::Elem>, T: Team>(
    field: &F,
    team: T,
    entries: &[u32],
    values: &V,
    mut m: View<R>,
    n: u32,
) {
    let side = padded(n);
    let Grid { first, step } = Grid::of(team);
    let mut i = first.0;
    while i < side {
        let mut j = first.1;
        while j < side {
            // Four reads are on their way together.
            let columns = [j, j + step.1, j + 2 * step.1, j + 3 * step.1];
            let mut found = [0; 4];
            four!(C {
                let entry = entries.get((i * n + columns[C]) as usize).copied().unwrap_or(0);
                found[C] = if i < n && columns[C] < n { entry } else { 0 };
            });
            let read = |entry| values.read(number(entry).unwrap_or(0));
            let read = [read(found[0]), read(found[1]), read(found[2]), read(found[3])];
            four!(C {
                let value = signed(field, found[C], values.value(field, read[C]));
                let is_padding = i == columns[C] && i >= n;
                let otherwise = if is_padding { field.one() } else { field.zero() };
                if columns[C] < side {
                    m.set(i, columns[C], if number(found[C]).is_some() { value } else { otherwise });
                }
            });
            j += 4 * step.1;
        }
        i += step.0;
    }
}

/// The determinant of the matrix of n rows in `place`, with its padding, which is destroyed. All threads see it, and return the same.
///
/// n^2 / 2 elements are read and written in all for every 32 rows, n^3 / 3 products of two residues for their sums; barriers 2 for
/// each pair of pivots.
#[inline(always)]
fn eliminate<F: Field, T: Team, P: Products<F, T>, M: Place<F::Elem>>(
    field: &F,
    team: T,
    products: P,
    place: M,
    n: u32,
) -> Fraction<F::Elem> {
    let (side, m) = (padded(n), place.matrix(n));
    let mut found = Fraction::one(field);
    // With d_0, d_1, .. the numbers d of the steps, one of which leaves 32 (number of steps behind it) + (rows of the last block) rows: the
    // product of all d so far, and the product of these products without the last.
    let (mut scales, mut products_of_scales) = (field.one(), field.one());
    let mut k = 0;
    while side - k > PANEL {
        let (block, above) = place.near(team, m, k, side);
        let pivots = invert(field, team, block, place.exchange(), (PANEL, true));
        found.include(field, pivots.block(field));
        let scale = pivots.product();
        products_of_scales = field.mul(products_of_scales, scales);
        scales = field.mul(scales, scale);
        let behind = k + PANEL;
        let (left, rest) = (m.from(behind, k), m.from(behind, behind));
        products.update(field, team, Step { left, rest, above, inverse: block, scale, size: side - behind });
        team.sync();
        k = behind;
    }
    let (block, _) = place.near(team, m, k, side);
    let pivots = invert(field, team, block, place.exchange(), (side - k, false));
    found.include(field, pivots.block(field));
    let powers = field.mul(field.pow(products_of_scales, PANEL), field.pow(scales, side - k));
    found.denominator = field.mul(found.denominator, powers);
    found
}

/// The determinant of the matrix with the given `values`, as by [`super::matrix::determinant`]: blocks of full rank in `place`, which has room for the
/// largest of them. The team has at most 32 threads, or a multiple of 32. 1 where there are no blocks.
#[inline(always)]
pub fn determinant<F: Field, T: Team, P: Products<F, T>, V: Entries<F>, M: Place<F::Elem>>(
    field: &F,
    team: T,
    products: P,
    blocks: &Blocks<'_>,
    values: &V,
    place: M,
) -> Fraction<F::Elem> {
    let mut product = Fraction::one(field);
    let mut first = 0;
    for &n in blocks.sizes {
        values.load(field, team, blocks.entries.get(first as usize..).unwrap_or_default(), place.matrix(n), n);
        first += n * n;
        team.sync();
        // The last barrier of the elimination is behind all reads.
        product.include(field, eliminate(field, team, products, place, n));
    }
    product
}
