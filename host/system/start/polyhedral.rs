//! The start of as many paths as the mixed volume: a generic system with the supports of the given one.
//!
//! Near t = 0 the zeros of the system with the coefficients c_p t^w(p), for the weights w of mixed cells, are those of binomial systems, one for each cell, times
//! powers of t. In coordinates that follow these powers the coefficients are c_p t^h, where h is how far p is above the edge of its support: from
//! t = 0, where nothing but the edges is left, to t = 1 (B. Huber, B. Sturmfels, A polyhedral method for solving sparse polynomial systems,
//! Math. Comp. 64 (1995)). In log t coefficients decay, and u goes from 1 to 0.

use super::GenericTerm;
use super::binomial::{Binomial, HALF, of_turns};
use crate::alone::prelude::*;
use crate::control::Control;
use crate::engine::status::TrackStatus;
use crate::error::Result;
use crate::poly::systems::Compiled;
use crate::system::homotopy::on_patch;
use crate::system::mixed_cells::{Exponents, MixedCell};
use crate::system::together::Together;
use crate::system::track::{Effort, Paths, Tracker};
use rand::Rng;
use rand::rngs::StdRng;
use std::collections::BTreeMap;

/// The term that is least above an edge is e^-28 = 7e-13 at u = 1.
const RATE: f64 = 28.0;

/// Heights below that part of the largest one are 0: the weights were not generic.
const LEAST: f64 = 1e-12;

/// The first step of u, and the least one: heights may differ by a factor of 10^12.
const FIRST_STEP: f64 = 0.1;
const LEAST_STEP: f64 = 1e-14;

/// Most attempts of a step of a path in each precision.
const ATTEMPTS: u32 = 4000;

/// Zeros of a generic system that are nearer to each other, relative to the largest coordinate, are the same.
const SAME: f64 = 1e-7;

/// A coordinate below that part of the largest one is 0.
const NOTHING: f64 = 1e-14;

/// A generic system, and where its zeros come from.
#[derive(Debug, Clone)]
pub(in crate::system) struct Polyhedral {
    cells: Vec<MixedCell>,
    /// The number of the first path of each cell, and that of all paths.
    first: Vec<u64>,
    /// The exponents of each polynomial, of the affine coordinates.
    points: Vec<Vec<Vec<i64>>>,
    /// The arguments of the coefficients, as parts 2^-64 of a turn.
    turns: Vec<Vec<u64>>,
    /// Zeros that were found, on some patch, by the numbers of paths.
    zeros: BTreeMap<u64, Vec<[f64; 2]>>,
}

impl Polyhedral {
    /// With random coefficients of absolute value 1. `with_origins`: the supports are those with 0. Nothing where weights were not generic.
    pub(in crate::system) fn new(
        exponents: &[Exponents],
        with_origins: bool,
        cells: Vec<MixedCell>,
        random: &mut StdRng,
    ) -> Option<Self> {
        let count = |of: &Exponents| if with_origins { of.len() } else { of.own() };
        let of = |of: &Exponents| (0..count(of)).map(|place| of.point(place).to_vec()).collect::<Vec<_>>();
        let points: Vec<Vec<Vec<i64>>> = exponents.iter().map(of).collect();
        let turns = points.iter().map(|points| points.iter().map(|_| random.random()).collect()).collect();
        let mut cells = cells;
        // Heights of the points that there are.
        for cell in &mut cells {
            let mut heights = std::mem::take(&mut cell.heights).into_iter();
            for of in exponents {
                let all: Vec<f64> = heights.by_ref().take(of.len()).collect();
                cell.heights.extend(&all[..count(of)]);
            }
            let mut place = 0;
            for (points, edge) in points.iter().zip(&cell.edges) {
                edge.iter().for_each(|end| cell.heights[place + end] = 0.0);
                place += points.len();
            }
            let most = cell.heights.iter().fold(0.0, |most: f64, &h| most.max(h));
            let low = cell.heights.iter().filter(|&&h| h <= LEAST * most).count();
            // The ends of the edges, and no others.
            (low == 2 * points.len()).then_some(())?;
        }
        let mut first = vec![0u64];
        for cell in &cells {
            first.push(first[first.len() - 1].checked_add(cell.volume)?);
        }
        Some(Polyhedral { cells, first, points, turns, zeros: BTreeMap::new() })
    }

    /// The mixed volume.
    pub(in crate::system) fn paths(&self) -> u64 {
        self.first[self.cells.len()]
    }

    /// Bytes of the cells, and of all zeros.
    pub(in crate::system) fn bytes(&self) -> u64 {
        let cell = |cell: &MixedCell| size_of_val(&cell.heights[..]) + size_of_val(&cell.edges[..]) + 128;
        // In a tree whose nodes may be half full.
        let zero = (self.points.len() + 1) * size_of::<[f64; 2]>() + 2 * size_of::<(u64, Vec<[f64; 2]>)>() + 16;
        self.cells.iter().map(|x| cell(x) as u64).sum::<u64>() + self.paths().saturating_mul(zero as u64)
    }

    /// The terms of each polynomial, in the order of those of the system; then a constant term where it was added.
    pub(in crate::system) fn terms(&self) -> Vec<Vec<GenericTerm>> {
        let of = |(points, turns): (&Vec<Vec<i64>>, &Vec<u64>)| {
            let degree: i64 = points.iter().map(|point| point.iter().sum()).max().unwrap_or(0);
            let term = |(point, &turns): (&Vec<i64>, &u64)| {
                let homogeneous = std::iter::once(degree - point.iter().sum::<i64>()).chain(point.iter().copied());
                let exponents = homogeneous.enumerate().filter(|&(_, e)| e > 0).map(|(v, e)| (v, e as u32)).collect();
                GenericTerm { coefficient: of_turns(turns), exponents }
            };
            points.iter().zip(turns).map(term).collect()
        };
        self.points.iter().zip(&self.turns).map(of).collect()
    }

    /// The zero at which a path begins, on some patch, if it was found.
    pub(in crate::system) fn zero(&self, number: u64) -> Option<&[[f64; 2]]> {
        self.zeros.get(&number).map(|zero| &zero[..])
    }

    /// Bytes of a path while its zero is looked for, with so many parameters: its lines in both precisions, and its binomial system.
    pub(in crate::system) fn bytes_of_path(&self, parameters: usize) -> u64 {
        let lines = 2 * (1 + 2) * parameters * size_of::<[f64; 2]>();
        (lines + self.points.len().pow(2) * size_of::<i128>()) as u64
    }

    /// Finds the zeros of these numbers, ascending, on a patch, by paths of a homotopy whose parameters have the values `start` for the generic system.
    /// `places` has for each parameter the term that it belongs to, counted over all polynomials; nothing for one that is not in the generic
    /// system. Zeros are missing afterwards whose paths did not end.
    pub(in crate::system) fn find(
        &mut self,
        engine: &mut Together<'_, '_>,
        compiled: &Compiled,
        start: &[[[f64; 1]; 2]],
        (places, patch): (&[Option<usize>], &[[f64; 2]]),
        (numbers, care): (&[u64], f64),
        control: &Control,
    ) -> Result<()> {
        let of_number: Vec<usize> = numbers.iter().map(|&number| self.cell_of(number)).collect();
        let mut cells = of_number.clone();
        cells.dedup();
        let rates = |&c: &usize| {
            let heights = &self.cells[c].heights;
            let least = heights.iter().copied().filter(|&h| h > 0.0).fold(f64::INFINITY, f64::min);
            places.iter().map(move |place| [[place.map_or(0.0, |place| RATE / least * heights[place])], [0.0]])
        };
        let rates: Vec<[[f64; 1]; 2]> = cells.iter().flat_map(rates).collect();
        let binomials: Vec<Option<Binomial>> = cells.par_iter().map(|&c| self.binomial(c)).collect();
        let line = |i: usize| cells.partition_point(|&c| c < of_number[i]);
        let begin = |i: usize| {
            let solution = binomials[line(i)].as_ref()?.solution(numbers[i] - self.first[of_number[i]]);
            let point: Vec<[f64; 2]> = std::iter::once([1.0, 0.0]).chain(solution.into_iter().map(of_turns)).collect();
            Some((i, on_patch(&point, patch)))
        };
        let begins: Vec<(usize, Vec<[f64; 2]>)> = (0..numbers.len()).filter_map(begin).collect();
        let points = begins.iter().flat_map(|(_, point)| point).map(|x| x.map(|part| [part])).collect();
        let mut paths = Paths::new(points, patch.len(), 1.0, FIRST_STEP);
        paths.states.iter_mut().zip(&begins).for_each(|(state, &(i, _))| state.line = line(i) as u32);
        paths.go_to([0.0, 0.0]);
        let effort = Effort { care, least: LEAST_STEP, attempts: ATTEMPTS, ..Effort::default() };
        Tracker::decaying(engine, compiled, start, &rates)?.advance(effort, control, &mut paths)?;
        for (k, &(i, _)) in begins.iter().enumerate() {
            let point = paths.plain(k);
            if paths.states[k].status == TrackStatus::End && is_in_torus(&point) {
                self.zeros.insert(numbers[i], point);
            }
        }
        Ok(())
    }

    /// Removes both of two zeros that are the same: a path has jumped onto the other one.
    pub(in crate::system) fn remove_doubles(&mut self) {
        let mut sorted: Vec<(f64, u64)> =
            self.zeros.iter().map(|(&number, point)| (point.iter().map(|x| x[0] - 0.7 * x[1]).sum(), number)).collect();
        sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut twice = Vec::new();
        for (i, &(at, number)) in sorted.iter().enumerate() {
            let point = &self.zeros[&number];
            let (near, far) = (SAME * norm(point), 2.0 * point.len() as f64 * SAME * norm(point));
            for &(_, other) in sorted[i + 1..].iter().take_while(|other| other.0 - at < far) {
                let mut parts = self.zeros[&other].iter().zip(point);
                if parts.all(|(a, b)| size(&[a[0] - b[0], a[1] - b[1]]) < near) {
                    twice.extend([number, other]);
                }
            }
        }
        twice.iter().for_each(|number| drop(self.zeros.remove(number)));
    }

    /// The cell of a path.
    fn cell_of(&self, number: u64) -> usize {
        self.first.partition_point(|&first| first <= number) - 1
    }

    /// The system of the edges of a cell.
    fn binomial(&self, c: usize) -> Option<Binomial> {
        let edges = self.cells[c].edges.iter().zip(&self.points).zip(&self.turns);
        let (vectors, turns) = edges
            .map(|((&[a, b], points), turns)| {
                let vector = points[b].iter().zip(&points[a]).map(|(b, a)| b - a).collect();
                // c_a x^a + c_b x^b = 0.
                (vector, turns[a].wrapping_sub(turns[b]).wrapping_add(HALF))
            })
            .unzip();
        Binomial::new(vectors, turns)
    }
}

fn size(x: &[f64; 2]) -> f64 {
    x[0].hypot(x[1])
}

/// The largest coordinate.
fn norm(point: &[[f64; 2]]) -> f64 {
    point.iter().map(size).fold(0.0, f64::max)
}

/// Whether no coordinate is 0. At infinity and in the planes of coordinates a generic system may have zeros too: a path that ends there has jumped.
fn is_in_torus(point: &[[f64; 2]]) -> bool {
    let least = NOTHING * norm(point);
    point.iter().all(|x| size(x) > least)
}
