//! Where the scalar stage takes its values from.

use super::orbits::Orbits;
use crate::engine::cpu::word::{CpuWord, Lanes};

/// Points of a tile of stored values.
const TILE: usize = 32;

/// Values of all rows at all points of one bundle.
#[derive(Clone, Copy)]
pub(in crate::engine::cpu) enum Values<'a, B: Lanes<Modulus: CpuWord>> {
    /// Stored, \[row\]\[point\].
    Stored { values: &'a [B::Elem], points: usize },
    /// To be evaluated.
    Pending(Orbits<'a, B>),
}

impl<B: Lanes<Modulus: CpuWord>> Values<'_, B> {
    /// Tiles start at multiples of this number of points.
    pub fn granule(&self) -> usize {
        match self {
            Values::Stored { .. } => 1,
            Values::Pending(orbits) => orbits.granule(),
        }
    }

    /// Points of a tile: a multiple of the granule.
    pub fn tile(&self) -> usize {
        match self {
            Values::Stored { .. } => TILE,
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
