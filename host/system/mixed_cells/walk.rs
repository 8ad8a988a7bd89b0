//! Mixed cells by a tropical homotopy: the points in which tropical hypersurfaces meet are followed while weights move.
//!
//! The hypersurface of a support with weights w is where the least of all <p, x> + w(p) is that of two points p. n generic ones meet in points
//! that belong to mixed cells, and the volumes of all cells add up to the mixed volume of the supports (B. Huber, B. Sturmfels, A polyhedral method for solving
//! sparse polynomial systems, Math. Comp. 64 (1995)).
//!
//! Where the weights of some points grow by s, each meeting point moves on a line, until another point p of a support j has the same value as its edge
//! (a, b). The other hypersurfaces meet in a line there, on which a, b and p are three linear functions: if p has the middle slope, two points go on, with the edges (a, p) and
//! (p, b). If p has an outer slope, this point and another one become one, whose edge has both outer slopes; of
//! the two cells the one with the smaller outer place goes on. So each point of the end is reached once, and nothing has to be remembered.
//!
//! It begins with n tropical hyperplanes, which meet in one point. One after the other they are replaced by the supports: the hyperplane, as one of a simplex that holds the
//! support, moves away from s = -infinity to infinity. Everything is computed with integers, and exact.
//!
//! A. Jensen, Tropical homotopy continuation, arXiv 1601.02818.

use super::cell::{Cell, TooLarge, dot};
use super::supports::Support;
use super::whole::Whole;
use std::cmp::Ordering;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// The weights that move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// The simplex of this support, away from it. Earlier supports are there, later ones are unit simplices.
    Support(usize),
    /// The origins of all supports.
    Origins,
}

/// Why a walk is given up.
///
/// Of several the last one counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::system) enum Trouble {
    /// Two points have the same value as an edge at once: the weights are not generic.
    Tie,
    /// A number does not fit.
    TooLarge,
    /// It takes more steps or memory than it may, or the computation was stopped.
    Stopped,
}

impl From<TooLarge> for Trouble {
    fn from(TooLarge: TooLarge) -> Self {
        Trouble::TooLarge
    }
}

/// How much a walk may take.
#[derive(Clone, Copy)]
pub(in crate::system) struct Limits<'a> {
    /// Products of integers, about.
    pub(in crate::system) products: u64,
    /// Bytes of cells that are kept.
    pub(in crate::system) bytes: u64,
    /// Whether the computation was cancelled.
    pub(in crate::system) is_stopped: &'a (dyn Fn() -> bool + Sync),
}

/// The rest of the limits. A walk that ends takes as much whatever the threads are.
pub(super) struct Left<'a> {
    products: AtomicU64,
    bytes: AtomicU64,
    is_stopped: &'a (dyn Fn() -> bool + Sync),
}

impl<'a> Left<'a> {
    pub(super) fn new(limits: &Limits<'a>) -> Self {
        let Limits { products, bytes, is_stopped } = *limits;
        Left { products: AtomicU64::new(products), bytes: AtomicU64::new(bytes), is_stopped }
    }
}

impl Left<'_> {
    fn spend(&self, products: u64, bytes: u64) -> Result<(), Trouble> {
        let take = |from: &AtomicU64, part: u64| from.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(part));
        let are_left = take(&self.products, products).is_ok() && take(&self.bytes, bytes).is_ok();
        if are_left && !(self.is_stopped)() { Ok(()) } else { Err(Trouble::Stopped) }
    }
}

/// Products of a step with n supports of so many points together, about.
pub(in crate::system) fn step(n: usize, points: usize) -> u64 {
    (2 * n as u64).saturating_mul(points as u64).saturating_add(4 * (n as u64).pow(2))
}

/// Where the cells of some supports are looked for.
pub(super) struct Walk<'a> {
    pub(super) supports: &'a [Support],
    /// Bits of the largest weight.
    pub(super) weight: u32,
    pub(super) left: Left<'a>,
}

/// Steps after which it is asked whether there may be more.
const TOGETHER: u64 = 64;

/// The first event on the way of a cell.
struct Event<I> {
    support: usize,
    place: usize,
    /// It happens at s = `value` / `speed`.
    value: I,
    speed: I,
}

impl Walk<'_> {
    /// The cells at the end of a phase that a cell at its beginning leads to.
    pub(super) fn follow<I: Whole>(&self, phase: Phase, mut cell: Cell<I>) -> Result<Vec<Cell<I>>, Trouble> {
        if let Phase::Support(k) = phase {
            cell.enlarge(k, self.supports[k].degree)?;
        }
        let (mut ends, mut running, mut steps) = (Vec::new(), vec![cell], 0);
        while let Some(cell) = running.pop() {
            steps += 1;
            if steps == TOGETHER {
                self.left.spend(steps * self.step(), 0)?;
                steps = 0;
            }
            cell.check(self.supports, self.weight)?;
            match self.event(phase, &cell)? {
                Some(event) => self.flip(phase, &event, cell, &mut running)?,
                None if self.is_there(phase, &cell) => ends.push(cell),
                None => {}
            }
        }
        self.left.spend(steps * self.step(), self.bytes::<I>(phase) * ends.len() as u64)?;
        Ok(ends)
    }

    /// Products of a step: values of all points in two directions, and a new matrix.
    fn step(&self) -> u64 {
        let (n, points) = (self.supports.len(), self.supports.iter().map(Support::len).sum::<usize>());
        step(n, points)
    }

    /// Bytes of a cell at the end of a phase, of the last support with what [`super::MixedCell`] has of it.
    fn bytes<I: Whole>(&self, phase: Phase) -> u64 {
        let n = self.supports.len();
        // With origins and without them.
        let heights: usize = self.supports.iter().map(Support::len).sum();
        let cell = (n * n * size_of::<I>() + 8 * n) as u64;
        if phase == Phase::Support(n - 1) {
            cell + 2 * (16 * n + heights * size_of::<f64>() + 256) as u64
        } else {
            cell
        }
    }

    /// The corners of the simplex of a support.
    fn corners(&self) -> usize {
        self.supports.len() + 1
    }

    /// Whether the weight of a point moves.
    fn moves(&self, phase: Phase, j: usize, place: usize) -> bool {
        match phase {
            Phase::Support(k) => j == k && place < self.corners(),
            Phase::Origins => self.supports[j].origin == Some(place),
        }
    }

    /// If nothing more happens to a cell, it is at the end of the phase, or its edge has a corner and it goes to infinity.
    fn is_there<I: Whole>(&self, phase: Phase, cell: &Cell<I>) -> bool {
        match phase {
            Phase::Support(k) => cell.edges[k].iter().all(|&place| place as usize >= self.corners()),
            Phase::Origins => true,
        }
    }

    /// Whether support j is a unit simplex yet.
    fn is_unit(phase: Phase, j: usize) -> bool {
        matches!(phase, Phase::Support(k) if j > k)
    }

    /// The weight of a point.
    fn weight(&self, phase: Phase, j: usize, place: usize) -> i64 {
        let support = &self.supports[j];
        if Self::is_unit(phase, j) { support.weight(place) / support.degree } else { support.weight(place) }
    }

    /// V x at s = 0.
    fn meeting<I: Whole>(&self, phase: Phase, cell: &Cell<I>) -> Vec<I> {
        let weight = |j, place: u32| self.weight(phase, j, place as usize);
        cell.meeting(cell.edges.iter().enumerate().map(|(j, &[a, b])| weight(j, a) - weight(j, b)))
    }

    /// V dx/ds.
    pub(super) fn velocity<I: Whole>(&self, phase: Phase, cell: &Cell<I>) -> Vec<I> {
        let moves = |j, place: u32| i64::from(self.moves(phase, j, place as usize));
        cell.meeting(cell.edges.iter().enumerate().map(|(j, &[a, b])| moves(j, a) - moves(j, b)))
    }

    /// The places of support j that there are, with <p, x> for each.
    fn values<I: Whole>(&self, phase: Phase, j: usize, x: &[I], mut see: impl FnMut(usize, I)) {
        let (support, corners) = (&self.supports[j], self.corners());
        let is_unit = Self::is_unit(phase, j);
        if is_unit || phase == Phase::Support(j) {
            let scale = I::of(if is_unit { 1 } else { support.degree });
            see(0, I::default());
            x.iter().zip(1..).for_each(|(&x, place)| see(place, x * scale));
        }
        if !is_unit {
            (corners..support.len()).for_each(|place| see(place, dot(x, support.point(place).iter().copied())));
        }
    }

    /// By how much the points of the supports are above the edge of a cell, all one after the other.
    pub(super) fn heights<I: Whole>(&self, cell: &Cell<I>) -> Vec<f64> {
        let (phase, mut all) = (Phase::Origins, Vec::new());
        let x = self.meeting(phase, cell);
        for (j, edge) in cell.edges.iter().enumerate() {
            let mut heights: Vec<I> = Vec::new();
            let at = |place: usize, value: I| value + cell.volume * I::of(self.weight(phase, j, place));
            self.values(phase, j, &x, |place, value| heights.push(at(place, value)));
            let base = heights[edge[0] as usize - self.corners()];
            all.extend(heights.into_iter().map(|height| (height - base).quotient(cell.volume)));
        }
        all
    }

    /// The first event, if there is one: a point of a support whose value falls below that of the edge.
    ///
    /// In a cell every other point is above the edge. So any that comes nearer will meet it later, and s itself need not be known.
    fn event<I: Whole>(&self, phase: Phase, cell: &Cell<I>) -> Result<Option<Event<I>>, Trouble> {
        let corners = self.corners();
        let velocity = self.velocity(phase, cell);
        let is_at_rest = velocity.iter().all(|x| *x == I::default());
        let movers = match phase {
            // Both ends of the edge are in the support: its simplex leaves. Both are in the simplex: it comes nearer to the support.
            Phase::Support(k) if is_at_rest => {
                if cell.edges[k][0] as usize >= corners {
                    return Ok(None);
                }
                k..k + 1
            }
            Phase::Origins if is_at_rest => return Ok(None),
            _ => 0..self.supports.len(),
        };
        let x = self.meeting(phase, cell);
        let mut first: Option<Event<I>> = None;
        let mut is_tie = false;
        let mut speeds: Vec<I> = Vec::new();
        for j in movers {
            let edge = cell.edges[j];
            let motion = |place: usize| if self.moves(phase, j, place) { cell.volume } else { I::default() };
            speeds.clear();
            self.values(phase, j, &velocity, |place, value| speeds.push(value + motion(place)));
            let first_place = if Self::is_unit(phase, j) || phase == Phase::Support(j) { 0 } else { corners };
            let base = speeds[edge[0] as usize - first_place];
            if speeds.iter().all(|&speed| speed >= base) {
                continue;
            }
            let at = |place: usize, value: I| value + cell.volume * I::of(self.weight(phase, j, place));
            let mut heights: Vec<I> = Vec::with_capacity(speeds.len());
            self.values(phase, j, &x, |place, value| heights.push(at(place, value)));
            let height = heights[edge[0] as usize - first_place];
            for (i, (&speed, &value)) in speeds.iter().zip(&heights).enumerate() {
                if speed >= base {
                    continue;
                }
                let (value, speed) = (value - height, base - speed);
                let order =
                    first.as_ref().map_or(Ordering::Less, |first| I::compare(value, speed, first.value, first.speed));
                match order {
                    Ordering::Less => {
                        first = Some(Event { support: j, place: first_place + i, value, speed });
                        is_tie = false;
                    }
                    Ordering::Equal => is_tie = true,
                    Ordering::Greater => {}
                }
            }
        }
        if is_tie { Err(Trouble::Tie) } else { Ok(first) }
    }

    /// The cells after an event that go on from this one.
    fn flip<I: Whole>(
        &self,
        phase: Phase,
        event: &Event<I>,
        cell: Cell<I>,
        running: &mut Vec<Cell<I>>,
    ) -> Result<(), Trouble> {
        let &Event { support: j, place, .. } = event;
        let [a, b] = cell.edges[j];
        let p = place as u32;
        let support = &self.supports[j];
        let scale = if Self::is_unit(phase, j) { support.degree } else { 1 };
        let difference = |v| (support.coordinate(place, v) - support.coordinate(a as usize, v)) / scale;
        let vector: Vec<i64> = (0..self.supports.len()).map(difference).collect();
        let y = cell.coordinates(vector.iter().copied());
        let from_p = || -> Vec<I> {
            let mut rest: Vec<I> = y.iter().map(|&y| -y).collect();
            rest[j] = rest[j] + cell.volume;
            rest
        };
        let (slope, zero) = (y[j], I::default());
        let mut go_on = |edge: [u32; 2], coordinates: &[I]| -> Result<(), Trouble> {
            let mut next = cell.clone();
            next.replace(j, edge, coordinates)?;
            running.push(next);
            Ok(())
        };
        // Along the line a has the slope 0, b the slope V.
        if slope > zero && slope < cell.volume {
            go_on([a, p], &y)?;
            go_on([p, b], &from_p())
        } else if slope == zero || slope < zero && b < p {
            go_on([p, b], &from_p())
        } else if slope == cell.volume || slope > zero && a < p {
            go_on([a, p], &y)
        } else {
            Ok(())
        }
    }
}
