//! Transforms of a tile of neighbouring vectors by a team with memory of its own: a block of threads.
//!
//! In a tensor \[outer\]\[n\]\[inner\] the vectors lie at stride `inner`. A tile has up to C columns, C a power of two: C neighbours of one
//! outer index, or, where `inner` is less, all vectors of as many outer indices as fit. Threads go through its elements in the order
//! in which they lie in global memory, so that whole lines are read and written. In the team's memory element k of column c is at
//!
//! > k P + c,  P = C + 1, or 1 for C = 1,
//!
//! odd, so that neighbours along the vectors lie in different banks, as those across do. Each column has its share of the
//! threads: with 32 columns or more a warp does the same butterfly in 32 columns, and reads one power of the root.

use super::ntt::{self, Passes, ReadRow, Twiddles};
use crate::arith::field::Field;
use crate::memory::Row;
use crate::team::Team;

/// How a tensor's vectors are taken in tiles.
#[derive(Clone, Copy)]
pub struct Tiling {
    outer: u32,
    inner: u32,
    log_columns: u32,
}

/// A tile: vectors `first` .. `first` + `width` of each of `outers` outer indices from `outer` on.
#[derive(Clone, Copy)]
#[cfg_attr(not(target_arch = "nvptx64"), derive(Debug, PartialEq, Eq))]
pub struct Tile {
    outer: u32,
    outers: u32,
    first: u32,
    width: u32,
}

/// An element of a tile: element `k` of vector `i` of the tile's outer index `g`.
#[derive(Clone, Copy)]
pub struct Place {
    g: u32,
    /// Its number along the axis.
    pub k: u32,
    i: u32,
}

impl Tiling {
    /// Tiles of 2^`log_columns` columns, up to 2^15; `inner` is not 0.
    #[inline(always)]
    pub const fn new(outer: u32, inner: u32, log_columns: u32) -> Self {
        Tiling { outer, inner, log_columns }
    }

    /// Columns of a tile.
    #[inline(always)]
    pub const fn columns(&self) -> u32 {
        1 << self.log_columns
    }

    /// From an element to the next one of its column.
    #[inline(always)]
    const fn pitch(&self) -> u32 {
        self.columns() | 1
    }

    /// Elements of the team's memory for vectors of `len` elements.
    pub const fn words(&self, len: u32) -> u64 {
        len as u64 * self.pitch() as u64
    }

    /// Number of tiles.
    pub const fn tiles(&self) -> u64 {
        let (outer, inner, columns) = (self.outer as u64, self.inner as u64, self.columns() as u64);
        if inner < columns { outer.div_ceil(columns / inner) } else { outer * inner.div_ceil(columns) }
    }

    /// Tile `number` < [`Tiling::tiles`].
    #[inline(always)]
    pub const fn tile(&self, number: u32) -> Tile {
        let (inner, columns) = (self.inner, self.columns());
        if inner < columns {
            let outers = columns / inner;
            let outer = number * outers;
            let rest = self.outer - outer;
            return Tile { outer, outers: if outers < rest { outers } else { rest }, first: 0, width: inner };
        }
        let across = inner.div_ceil(columns);
        let first = number % across * columns;
        let rest = inner - first;
        Tile { outer: number / across, outers: 1, first, width: if columns < rest { columns } else { rest } }
    }

    /// The thread's column of `tile`, and those that share it. The team's size is a multiple of the number of columns. A thread without a
    /// column only waits: it has column 0, and no butterfly has its rank.
    #[inline(always)]
    fn share<T: Team>(&self, tile: &Tile, team: T, len: u32) -> (u32, Share<T>) {
        let column = team.rank() & (self.columns() - 1);
        let size = team.size() >> self.log_columns;
        if column < tile.outers * tile.width {
            (column, Share { team, rank: team.rank() >> self.log_columns, size })
        } else {
            (0, Share { team, rank: len, size })
        }
    }

    /// The part of `tile` of a thread where each keeps to one column: its place there, those that share the column, and
    /// the column in the team's `memory`.
    #[inline(always)]
    pub fn column<E: Copy, T: Team, R: Row<E> + Copy>(
        &self,
        tile: &Tile,
        team: T,
        len: u32,
        memory: R,
    ) -> (Place, Share<T>, impl Row<E> + Copy + use<E, T, R>) {
        let (column, share) = self.share(tile, team, len);
        let place = Place { g: column / tile.width, k: 0, i: column % tile.width };
        (place, share, Column { memory, pitch: self.pitch(), column })
    }

    /// Where the vector of `place` begins in a tensor with `n` elements to a vector; its next element is `inner` further on.
    #[inline(always)]
    pub const fn start(&self, tile: &Tile, place: Place, n: u32) -> usize {
        let outer = tile.outer as usize + place.g as usize;
        outer * n as usize * self.inner as usize + tile.first as usize + place.i as usize
    }
}

impl Tile {
    /// The column of `place`.
    #[inline(always)]
    const fn column(&self, place: Place) -> u32 {
        place.g * self.width + place.i
    }

    /// Calls `work` with this thread's places among the first `n` > 0 elements of the vectors, in the order of their addresses: every
    /// one of the team's size from its rank on. Divides beforehand only.
    #[inline(always)]
    fn each<T: Team>(&self, team: T, n: u32, mut work: impl FnMut(Place)) {
        // Number (g n + k) width + i, and the team's size in these digits: k and its step are below n, so that with the carry of i
        // their sum is below 2 n.
        let (rank, size, width) = (team.rank(), team.size(), self.width);
        let mut place = Place { g: rank / width / n, k: rank / width % n, i: rank % width };
        let step = Place { g: size / width / n, k: size / width % n, i: size % width };
        while place.g < self.outers {
            work(place);
            place.i += step.i;
            place.k += step.k;
            place.g += step.g;
            if place.i >= width {
                place.i -= width;
                place.k += 1;
            }
            if place.k >= n {
                place.k -= n;
                place.g += 1;
            }
        }
    }
}

/// A column of the team's memory.
#[derive(Clone, Copy)]
struct Column<R> {
    memory: R,
    pitch: u32,
    column: u32,
}

impl<T: Copy, R: Row<T>> Row<T> for Column<R> {
    #[inline(always)]
    fn get(&self, i: u32) -> T {
        self.memory.get(i * self.pitch + self.column)
    }
    #[inline(always)]
    fn set(&mut self, i: u32, value: T) {
        self.memory.set(i * self.pitch + self.column, value);
    }
}

/// The threads of a team that have one column; they wait for all.
#[derive(Clone, Copy)]
pub struct Share<T> {
    team: T,
    rank: u32,
    size: u32,
}

impl<T: Team> Team for Share<T> {
    const SOLO: bool = false;
    #[inline(always)]
    fn rank(&self) -> u32 {
        self.rank
    }
    #[inline(always)]
    fn size(&self) -> u32 {
        self.size
    }
    #[inline(always)]
    fn sync(&self) {
        self.team.sync();
    }
}

/// Transforms the vectors of `tile`: [`ntt::forward`], or [`ntt::inverse`] for `INVERSE`.
///
/// `read` gives the elements and `write` takes them, each place of the tile once. `memory` has [`Tiling::words`] elements; the team's
/// size is a multiple of the number of columns. `w` fits the direction.
#[inline(always)]
pub fn transform<F: Field, T: Team, R: Row<F::Elem> + Copy, W: ReadRow<F::Elem>, const INVERSE: bool>(
    field: &F,
    team: T,
    (tiling, tile): (&Tiling, &Tile),
    memory: R,
    (len, passes, w): (u32, Passes, &Twiddles<W>),
    read: impl Fn(Place) -> F::Elem,
    mut write: impl FnMut(Place, F::Elem),
) {
    let (pitch, mut into) = (tiling.pitch(), memory);
    tile.each(team, len, |place| into.set(place.k * pitch + tile.column(place), read(place)));
    team.sync();
    let (column, share) = tiling.share(tile, team, len);
    let mut row = Column { memory, pitch, column };
    match INVERSE {
        false => ntt::forward(field, share, &mut row, len, passes, w),
        true => ntt::inverse(field, share, &mut row, len, passes, w),
    }
    tile.each(team, len, |place| write(place, memory.get(place.k * pitch + tile.column(place))));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arith::{Mont31, prime};
    use crate::team::Solo;
    use std::sync::Barrier;
    use std::sync::atomic::{AtomicU32, Ordering};

    /// Threads that wait for each other.
    #[derive(Clone, Copy)]
    struct Threads<'a> {
        rank: u32,
        size: u32,
        barrier: &'a Barrier,
    }

    impl Team for Threads<'_> {
        const SOLO: bool = false;
        fn rank(&self) -> u32 {
            self.rank
        }
        fn size(&self) -> u32 {
            self.size
        }
        fn sync(&self) {
            self.barrier.wait();
        }
    }

    /// Memory that all threads see.
    impl Row<u32> for &[AtomicU32] {
        fn get(&self, i: u32) -> u32 {
            self[i as usize].load(Ordering::Relaxed)
        }
        fn set(&mut self, i: u32, value: u32) {
            self[i as usize].store(value, Ordering::Relaxed);
        }
    }

    fn prime_for(len: u32) -> Mont31 {
        let p = (1..).map(|k| (Mont31::MAX - 1) / len * len + 1 - k * len).find(|&p| prime::is_prime(p)).unwrap();
        Mont31::new(p).unwrap()
    }

    /// Every tile of a tensor by a team of `size` threads, against one vector after the other by one thread.
    fn tiles<const INVERSE: bool>(tiling: Tiling, len: u32, size: u32) {
        let m = prime_for(len);
        let root = prime::root_of_unity(&m, len).unwrap();
        let powers: Vec<u32> = (0..len).map(|i| m.pow(root, i)).collect();
        let passes = Passes::new(len).unwrap();
        let count = tiling.outer * len * tiling.inner;
        let input: Vec<u32> = (0..count).map(|i| m.enter(i.wrapping_mul(2654435761) >> 3)).collect();
        let output: Vec<AtomicU32> = (0..count).map(|_| AtomicU32::new(u32::MAX)).collect();
        for number in 0..tiling.tiles() as u32 {
            let tile = tiling.tile(number);
            let memory: Vec<AtomicU32> = (0..tiling.words(len)).map(|_| AtomicU32::new(u32::MAX)).collect();
            let barrier = Barrier::new(size as usize);
            std::thread::scope(|scope| {
                for rank in 0..size {
                    let (team, memory) = (Threads { rank, size, barrier: &barrier }, &memory[..]);
                    let (input, output, powers) = (&input, &output, &powers);
                    scope.spawn(move || {
                        let at =
                            |place: Place| tiling.start(&tile, place, len) + place.k as usize * tiling.inner as usize;
                        let write = |place: Place, value: u32| {
                            let before = output[at(place)].swap(value, Ordering::Relaxed);
                            assert_eq!(before, u32::MAX, "written twice");
                        };
                        let w = Twiddles::new(&powers[..], len, INVERSE);
                        let both = (&tiling, &tile);
                        transform::<_, _, _, _, INVERSE>(
                            &m,
                            team,
                            both,
                            memory,
                            (len, passes, &w),
                            |place| input[at(place)],
                            write,
                        );
                    });
                }
            });
        }
        for outer in 0..tiling.outer {
            for i in 0..tiling.inner {
                let at = |k: u32| (outer * len * tiling.inner + k * tiling.inner + i) as usize;
                let mut row: Vec<u32> = (0..len).map(|k| input[at(k)]).collect();
                let w = Twiddles::new(&powers[..], len, INVERSE);
                match INVERSE {
                    false => ntt::forward(&m, Solo, &mut row.as_mut_slice(), len, passes, &w),
                    true => ntt::inverse(&m, Solo, &mut row.as_mut_slice(), len, passes, &w),
                }
                let found: Vec<u32> = (0..len).map(|k| output[at(k)].load(Ordering::Relaxed)).collect();
                assert_eq!(found, row, "{}, {}, 2^{}, length {len}", tiling.outer, tiling.inner, tiling.log_columns);
            }
        }
    }

    #[test]
    fn tiles_are_transformed_like_vectors() {
        for (outer, inner) in [(1, 1), (3, 1), (17, 1), (5, 3), (2, 4), (3, 5), (1, 9), (2, 17)] {
            for log_columns in 0..=3 {
                for len in [1, 2, 3, 5, 16, 30] {
                    tiles::<false>(Tiling::new(outer, inner, log_columns), len, 8);
                    tiles::<true>(Tiling::new(outer, inner, log_columns), len, 8);
                }
            }
        }
        tiles::<false>(Tiling::new(1, 3, 1), 128, 4);
        tiles::<true>(Tiling::new(2, 2, 0), 1000, 4);
    }

    /// All vectors are in one tile each, and numbers just beyond 32 bits are right.
    #[test]
    fn tiles_are_counted() {
        assert_eq!(Tiling::new(1 << 16, (1 << 16) + 1, 0).tiles(), (1 << 32) + (1 << 16));
        assert_eq!(Tiling::new(u32::MAX, 1, 8).tiles(), 1 << 24);
        assert_eq!(Tiling::new(1 << 31, 5, 3).tiles(), 1 << 31);
        assert_eq!(Tiling::new(1 << 20, 1 << 20, 3).words((1 << 30) + 1), 9 * ((1 << 30) + 1));
        let last = Tiling::new(10, 1000, 5).tile(319);
        assert_eq!(last, Tile { outer: 9, outers: 1, first: 992, width: 8 });
        assert_eq!(Tiling::new(10, 3, 3).tile(4), Tile { outer: 8, outers: 2, first: 0, width: 3 });
        // Tensors beyond 2^32 elements: addresses have 64 bits.
        let tiling = Tiling::new(1 << 20, 1 << 10, 5);
        let (tile, place) = (tiling.tile((1 << 25) - 1), Place { g: 0, k: 0, i: 31 });
        assert_eq!(tiling.start(&tile, place, 16), ((1 << 20) - 1) * (16 << 10) + 1023);
    }
}
