//! All mixed cells of the supports of a system, and what their volumes add up to.

use super::Exponents;
use super::cell::Cell;
use super::supports::supports;
use super::walk::{Left, Limits, Phase, Trouble, Walk};
use super::whole::Whole;
use crate::alone::prelude::*;
use rand::rngs::StdRng;

/// Cells after which the walk is no longer phase by phase, but from each of them to its ends, on all threads.
const ENOUGH: usize = 512;

/// Times that other weights are tried where two events fall together.
const TRIES: usize = 8;

/// A mixed cell of supports: an edge of each, and by how much the other points are above it.
#[derive(Debug, Clone)]
pub(in crate::system) struct MixedCell {
    /// The places of both ends in the lists of exponents.
    pub(in crate::system) edges: Vec<[usize; 2]>,
    /// The determinant of the edges: solutions of the binomial system.
    pub(in crate::system) volume: u64,
    /// How far each point is above the edge of its support, all supports one after the other: exponents of the homotopy parameter.
    pub(in crate::system) heights: Vec<f64>,
}

/// The mixed cells of supports, and of the supports with 0.
#[derive(Debug, Default)]
pub(in crate::system) struct MixedCells {
    /// Of the supports.
    pub(in crate::system) torus: Vec<MixedCell>,
    /// Of the supports with 0: paths from their zeros reach every isolated zero in C^n.
    pub(in crate::system) with_origins: Vec<MixedCell>,
    /// The stable mixed volume, if it is below 2^64.
    pub(in crate::system) stable: Option<u64>,
}

/// The sum of the volumes, if it is below 2^64.
pub(in crate::system) fn volume(cells: &[MixedCell]) -> Option<u64> {
    cells.iter().try_fold(0u64, |sum, cell| sum.checked_add(cell.volume))
}

/// All mixed cells for random weights.
///
/// # Errors
/// `Stopped` where the limits are reached; `TooLarge` for exponents that integers of 128 bits do not reach; `Tie` with little probability.
pub(in crate::system) fn mixed_cells(
    exponents: &[Exponents],
    random: &mut StdRng,
    limits: &Limits<'_>,
) -> Result<MixedCells, Trouble> {
    let mut last = Trouble::Tie;
    for _ in 0..TRIES {
        let (supports, weight) = supports(exponents, random).ok_or(Trouble::TooLarge)?;
        if supports.iter().any(|support| support.degree == 0) {
            return Ok(MixedCells { stable: Some(0), ..MixedCells::default() });
        }
        let walk = Walk { supports: &supports, weight, left: Left::new(limits) };
        let found = match walk_all::<i64>(&walk) {
            Err(Trouble::TooLarge) => walk_all::<i128>(&Walk { left: Left::new(limits), ..walk }),
            found => found,
        };
        match found {
            Err(Trouble::Tie) => last = Trouble::Tie,
            found => return found,
        }
    }
    Err(last)
}

/// The cells of a walk.
fn walk_all<I: Whole>(walk: &Walk<'_>) -> Result<MixedCells, Trouble> {
    let n = walk.supports.len();
    let mut cells = vec![Cell::<I>::first(n)];
    let mut k = 0;
    while k < n && cells.len() < ENOUGH {
        cells = follow_all(walk, Phase::Support(k), cells)?;
        k += 1;
    }
    if k < n {
        let to_the_end = |cell: Cell<I>| -> Result<Vec<Cell<I>>, Trouble> {
            let (mut ends, mut open) = (Vec::new(), vec![(k, cell)]);
            while let Some((k, cell)) = open.pop() {
                if k == n {
                    ends.push(cell);
                } else {
                    open.extend(walk.follow(Phase::Support(k), cell)?.into_iter().map(|cell| (k + 1, cell)));
                }
            }
            Ok(ends)
        };
        cells = gathered(cells.into_par_iter().map(to_the_end).collect())?;
    }
    let with_origins = cells.par_iter().map(|cell| mixed(walk, cell)).collect::<Result<Vec<_>, _>>()?;
    if walk.supports.iter().all(|support| support.origin.is_none()) {
        let stable = volume(&with_origins);
        return Ok(MixedCells { torus: with_origins.clone(), with_origins, stable });
    }
    let ends = follow_all(walk, Phase::Origins, cells)?;
    let is_stable = |cell: &&Cell<I>| walk.velocity(Phase::Origins, cell).iter().all(|x| *x >= I::default());
    let of_origin = |cell: &Cell<I>| {
        let mut edges = cell.edges.iter().zip(walk.supports);
        edges.any(|(edge, support)| edge.iter().any(|&place| support.origin == Some(place as usize)))
    };
    let stable = ends.iter().filter(is_stable).try_fold(0u64, |sum, cell| sum.checked_add(cell.volume.word()?));
    let torus: Vec<&Cell<I>> = ends.iter().filter(|cell| !of_origin(cell)).collect();
    let torus = torus.into_par_iter().map(|cell| mixed(walk, cell)).collect::<Result<_, _>>()?;
    Ok(MixedCells { torus, with_origins, stable })
}

/// Each cell to the end of a phase.
fn follow_all<I: Whole>(walk: &Walk<'_>, phase: Phase, cells: Vec<Cell<I>>) -> Result<Vec<Cell<I>>, Trouble> {
    gathered(cells.into_par_iter().map(|cell| walk.follow(phase, cell)).collect())
}

/// All lists as one, or the gravest trouble: which one comes first depends on the threads.
fn gathered<T>(lists: Vec<Result<Vec<T>, Trouble>>) -> Result<Vec<T>, Trouble> {
    match lists.iter().filter_map(|list| list.as_ref().err()).max() {
        Some(trouble) => Err(*trouble),
        None => Ok(lists.into_iter().flatten().flatten().collect()),
    }
}

/// A cell of the supports as it is kept.
fn mixed<I: Whole>(walk: &Walk<'_>, cell: &Cell<I>) -> Result<MixedCell, Trouble> {
    let corners = walk.supports.len() + 1;
    let edges = cell.edges.iter().map(|edge| edge.map(|place| place as usize - corners)).collect();
    let heights = walk.heights(cell);
    let volume = cell.volume.word().ok_or(Trouble::TooLarge)?;
    Ok(MixedCell { edges, volume, heights })
}
