//! Where the point stages take their values from.

use super::orbits::{Orbits, Pending};
use crate::engine::cpu::bundle::Tables;
use crate::engine::cpu::word::{CpuWord, Lanes};

/// Points of a tile of stored values, and bytes of it unless one point has more: a quarter of a small L2 cache.
const TILE: usize = 32;
const BYTES: usize = 1 << 18;

/// Values of all rows at all points of one bundle.
#[derive(Clone, Copy)]
pub(in crate::engine::cpu) enum Values<'a, B: Lanes<Modulus: CpuWord>> {
    /// Stored, \[row\]\[point\].
    Stored { values: &'a [B::Elem], points: usize },
    /// To be evaluated.
    Pending(Orbits<'a, B>),
}

impl<'a, B: Lanes<Modulus: CpuWord>> Values<'a, B> {
    /// Of stored values \[row\]\[point\] at `points` points, or of what is still to be evaluated.
    pub fn new(tables: &'a Tables<B>, pending: Option<Pending>, input: &'a [B::Elem], points: usize) -> Self {
        match pending.and_then(|pending| Orbits::new(tables, pending, input)) {
            Some(orbits) => Values::Pending(orbits),
            None => Values::Stored { values: input, points },
        }
    }

    /// Tiles start at multiples of this number of points.
    pub fn granule(&self) -> usize {
        match self {
            Values::Stored { .. } => 1,
            Values::Pending(orbits) => orbits.granule(),
        }
    }

    /// Points of a tile with columns of `rows`: a multiple of the granule.
    pub fn tile(&self, rows: usize) -> usize {
        match self {
            Values::Stored { .. } => (BYTES / (rows * size_of::<B::Elem>()).max(1)).clamp(1, TILE),
            Values::Pending(orbits) => orbits.tile(),
        }
    }

    /// Values \[point\]\[row\] at the points from `first` on, a multiple of the granule; `tile` holds whole granules of them.
    /// `powers` is scratch.
    #[inline(always)]
    pub fn fill(&self, first: usize, rows: usize, tile: &mut [B::Elem], powers: &mut Vec<B::Elem>) {
        match self {
            Values::Stored { values, points } => {
                for row in 0..rows {
                    let source = &values[row * points + first..];
                    for (column, &value) in tile.chunks_exact_mut(rows).zip(source) {
                        column[row] = value;
                    }
                }
            }
            Values::Pending(orbits) => orbits.fill(first, tile, powers),
        }
    }
}
