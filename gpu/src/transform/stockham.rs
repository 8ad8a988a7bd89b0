//! Stockham transforms of length N = 2^l with natural order in and out, and the transposition that brings the next variable to the end:
//! the evaluation of the 2020 paper.
//!
//! Its formula (7), with the errata applied, is a product of l factors, of which the one with i = l - 1 acts first:
//!
//! > DFT_N = prod_(i = 0)^(l - 1) (DFT_2 x I_(N / 2)) (D_(2, K) x I_s) (L_2^(2 K) x I_s),  s = 2^i, K = N / 2 s.
//!
//! A factor is three steps, the paper's S1 to S3. For 0 <= j < 2, 0 <= k < K, 0 <= t < s and w of order N:
//!
//! | step | | |
//! |---|---|---|
//! | S1, stride permutation | x\[(2 k + j) s + t\] goes to y\[(j K + k) s + t\] | [`stride`] |
//! | S2, twiddles | y\[(K + k) s + t\] is multiplied by w^(s k) | [`twiddle`] |
//! | S3, butterflies | y\[m\], y\[m + N / 2\] become their sum and their difference | [`butterflies`] |
//!
//! Errata: (5) as printed is the identity; the permutation is x\[i J + j\] -> x\[j K + i\]. In (7) the order of L is 2^(l - i) and not l - i, and D
//! has powers of w^(2^i).
//!
//! Several variables: the last one is transformed, then the tensor \[known\]\[last\] is transposed, so that the variable before it is the last
//! one (Algorithm 2). After as many rounds as there are variables they are in their order again.
//!
//! Wei and Chen, Optimized multivariate polynomial determinant on GPU (2020), section 2 (3) to (7) and section 3.1; T. G. Stockham,
//! High-speed convolution and correlation, AFIPS 1966.

use super::ntt::{ReadRow, Twiddles};
use crate::arith::field::Field;
use crate::memory::Part;
use crate::team::Team;

/// The longest transform, and most elements of a block: MAX_FFT_DIM.
pub const LONGEST: u32 = 8192;

/// Threads of a block: TDIM. The paper names none.
pub const THREADS: u32 = 512;

/// The situations that section 3.1.2 tells apart.
#[derive(Clone, Copy)]
#[cfg_attr(not(target_arch = "nvptx64"), derive(Debug, PartialEq, Eq))]
pub enum Situation {
    /// 1: one block has a thread for each element.
    OneBlock,
    /// 2: blocks of as many vectors as fit.
    Blocks,
    /// 3: there are not as many blocks at a time, and each has several rounds.
    Rounds,
}

/// How vectors are shared among blocks.
#[derive(Clone, Copy)]
#[cfg_attr(not(target_arch = "nvptx64"), derive(Debug, PartialEq, Eq))]
pub struct Launch {
    /// Which one it is.
    pub situation: Situation,
    /// Vectors of a block in a round.
    pub vectors: u32,
    /// Blocks. In round r block b has the vectors from (r blocks + b) `vectors` on.
    pub blocks: u32,
}

impl Launch {
    /// For `count` vectors of `len` elements, 0 < `len` <= [`LONGEST`], on a device that runs `at_once` > 0 blocks at a time: ceil(count / (8192 /
    /// len)) blocks as in (8), or all that there are.
    pub const fn new(count: u32, len: u32, at_once: u32) -> Self {
        if count as u64 * len as u64 <= THREADS as u64 {
            let vectors = if count == 0 { 1 } else { count };
            return Launch { situation: Situation::OneBlock, vectors, blocks: 1 };
        }
        let vectors = LONGEST / len;
        let blocks = count.div_ceil(vectors);
        match blocks <= at_once {
            true => Launch { situation: Situation::Blocks, vectors, blocks },
            false => Launch { situation: Situation::Rounds, vectors, blocks: at_once },
        }
    }

    /// Elements of a block in each of its two memories.
    pub const fn elements(&self, len: u32) -> u32 {
        self.vectors * len
    }
}

/// S1 of the factor with this `s` for `total` / `len` vectors one behind the other: from one memory to the other, an element a thread.
#[inline(always)]
pub fn stride<E: Copy, T: Team, R: Part<E>>(team: T, (total, len): (u32, u32), s: u32, from: &R, to: &mut R) {
    // Lengths are powers of two, so quotients are shifts.
    let (log_s, log_k) = (s.trailing_zeros(), (len / (2 * s)).trailing_zeros());
    let mut e = team.rank();
    while e < total {
        let i = e & (len - 1);
        let (q, t) = (i >> log_s, i & (s - 1));
        let (j, k) = (q >> log_k, q & ((1 << log_k) - 1));
        to.set(e, from.get((e - i) + (((2 * k + j) << log_s) | t)));
        e += team.size();
    }
}

/// S2: the upper half of each vector, in place. Twiddle w^(s k) with m = k s + t is number m - t of the table.
#[inline(always)]
pub fn twiddle<F: Field, T: Team, R: Part<F::Elem>, W: ReadRow<F::Elem>>(
    field: &F,
    team: T,
    (total, len): (u32, u32),
    s: u32,
    w: &Twiddles<W>,
    data: &mut R,
) {
    let mut pair = team.rank();
    while pair < total / 2 {
        let (m, upper) = upper(pair, len);
        data.set(upper, field.mul(data.get(upper), w.power(m & !(s - 1))));
        pair += team.size();
    }
}

/// S3, in place: butterflies at stride `len` / 2, two elements a thread. A thread has the upper elements that it has in [`twiddle`].
#[inline(always)]
pub fn butterflies<F: Field, T: Team, R: Part<F::Elem>>(field: &F, team: T, (total, len): (u32, u32), data: &mut R) {
    let mut pair = team.rank();
    while pair < total / 2 {
        let (_, upper) = upper(pair, len);
        let (a, b) = (data.get(upper - len / 2), data.get(upper));
        data.set(upper - len / 2, field.add(a, b));
        data.set(upper, field.sub(a, b));
        pair += team.size();
    }
}

/// Of pair number `pair` among those of all vectors: its number m < `len` / 2 in its vector, and the place of its upper element.
#[inline(always)]
fn upper(pair: u32, len: u32) -> (u32, u32) {
    let m = pair & (len / 2 - 1);
    (m, 2 * (pair - m) + len / 2 + m)
}

/// Transforms of `count` vectors of `len` elements, a power of two up to [`LONGEST`]: `load(v, k)` is element k of vector v, and
/// `store(v, k, x)` takes element k of its transform, the value at w^k. With inverse twiddles the factor 1 / `len` is left to `store`.
///
/// Each of the two memories has `count` `len` elements, and may be used again after a barrier. `count` l `len` / 2 products and twice as many
/// additions, 3 l + 2 passes over the elements.
#[inline(always)]
pub fn transform<F: Field, T: Team, R: Part<F::Elem>, W: ReadRow<F::Elem>>(
    field: &F,
    team: T,
    (count, len): (u32, u32),
    w: &Twiddles<W>,
    [mut from, mut to]: [R; 2],
    load: impl Fn(u32, u32) -> F::Elem,
    mut store: impl FnMut(u32, u32, F::Elem),
) {
    let (total, log_len) = (count * len, len.trailing_zeros());
    let mut e = team.rank();
    while e < total {
        from.set(e, load(e >> log_len, e & (len - 1)));
        e += team.size();
    }
    team.sync();
    let mut s = len / 2;
    while s > 0 {
        stride(team, (total, len), s, &from, &mut to);
        team.sync();
        twiddle(field, team, (total, len), s, w, &mut to);
        butterflies(field, team, (total, len), &mut to);
        team.sync();
        (from, to) = (to, from);
        s /= 2;
    }
    let mut e = team.rank();
    while e < total {
        store(e >> log_len, e & (len - 1), from.get(e));
        e += team.size();
    }
}

/// Rows and columns of a tile of a transposition.
pub const TILE: u32 = 32;

/// Elements of a tile's memory: a row is one longer, so that the elements of a column are in different banks (Ruetsch and Micikevicius 2009).
pub const TILE_MEMORY: u32 = TILE * (TILE + 1);

/// Tiles of a matrix.
pub const fn tiles(rows: u32, columns: u32) -> u64 {
    rows.div_ceil(TILE) as u64 * columns.div_ceil(TILE) as u64
}

/// Transposes tile number `tile` < [`tiles`] of a matrix: `load(i, j)` is its element in row i and column j, and `store(j, i, x)` takes it.
/// Neighbouring threads have neighbours in a row of the matrix and in one of the transposed.
#[inline(always)]
pub fn transpose_tile<E: Copy, T: Team, R: Part<E>>(
    team: T,
    (rows, columns): (u32, u32),
    tile: u32,
    mut memory: R,
    load: impl Fn(u32, u32) -> E,
    mut store: impl FnMut(u32, u32, E),
) {
    let across = columns.div_ceil(TILE);
    let (row, column) = (tile / across * TILE, tile % across * TILE);
    let mut e = team.rank();
    while e < TILE * TILE {
        let (i, j) = (e / TILE, e % TILE);
        if i < rows - row && j < columns - column {
            memory.set(i * (TILE + 1) + j, load(row + i, column + j));
        }
        e += team.size();
    }
    team.sync();
    let mut e = team.rank();
    while e < TILE * TILE {
        let (j, i) = (e / TILE, e % TILE);
        if i < rows - row && j < columns - column {
            store(column + j, row + i, memory.get(i * (TILE + 1) + j));
        }
        e += team.size();
    }
}
