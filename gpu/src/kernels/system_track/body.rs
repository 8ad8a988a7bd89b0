//! Functions that the kernels share.

use super::doubles_of_path;
use crate::arith::Ring;
use crate::floating::{Complex, Real, Scalar};
pub use crate::kernels::device::{GlobalNumbers, SharedNumbers};
use crate::kernels::device::{LanesOfPoint, read_number, write_number};
use crate::memory::Row;
use crate::system::newton::Workspace;
use crate::system::program::Program;
use crate::system::shape::Shape;
use crate::system::track::{Choices, Lane, Line, Path, attempt, status};
use crate::team::Team;
use cuda_std::prelude::*;

/// Where paths are, and how long the kernel runs: arguments of the kernels.
pub struct Places {
    pub points: *mut f64,
    pub tangents: *mut f64,
    pub lanes: *mut f64,
    pub lines: *const u32,
    pub ends: *const f64,
    pub backs: *const f64,
    pub counts: *mut u32,
    pub rounds: u64,
}

/// No path.
const NONE: u32 = u32::MAX;

/// The line of a path, from its first parameter on.
struct OfPath {
    ends: *const f64,
    backs: *const f64,
    first: usize,
}

impl<const N: usize> Line<[[f64; N]; 2]> for OfPath {
    #[inline(always)]
    fn end(&self, k: u32) -> [[f64; N]; 2] {
        // SAFETY: lists of whole lines, and the line of a path.
        unsafe { read_number(self.ends, self.first + k as usize) }
    }
    #[inline(always)]
    fn back(&self, k: u32) -> [[f64; N]; 2] {
        // SAFETY: as above.
        unsafe { read_number(self.backs, self.first + k as usize) }
    }
}

/// N doubles, one after the other.
#[inline(always)]
unsafe fn read<const N: usize>(from: *const f64) -> [f64; N] {
    // SAFETY: the caller's.
    unsafe { from.cast::<[f64; N]>().read() }
}

/// Paths that run, one after the other. `at` gives the numbers of the warp from a pair on, with pairs of a number so far apart.
#[inline(always)]
pub unsafe fn track<const N: usize, R, M>(
    reals: R,
    program: Program<'static>,
    coefficients: *const f64,
    places: &Places,
    shape: &Shape,
    choices: Choices,
    at: impl Fn(u32, u32) -> M,
) where
    R: Real<Elem = [f64; N], Float = Scalar>,
    M: Row<[[f64; N]; 2]>,
{
    let ring = Complex(reals);
    let n = program.polynomials();
    let r = program.variables() - n;
    let points = 1 << shape.log_points;
    // SAFETY: the loops of all lanes are the same.
    let (team, place) = unsafe { LanesOfPoint::current(points) };
    let lane_id = warp::lane_id();
    let part = |number: u32, lane: u32, stride: u32| at(N as u32 * number + lane, stride);
    let matrix = program.entries() << shape.log_points;
    let vectors = matrix + ((n * (n + 2)) << shape.log_points);
    let sums = vectors + ((3 * n) << shape.log_points);
    let forward = sums + warp::SIZE * shape.sums;
    let vector = |i: u32| part(vectors + ((i * n) << shape.log_points), place, points);
    let mut space = Workspace {
        table: part(0, place, points),
        forward: part(forward, lane_id, warp::SIZE),
        sums: part(sums, lane_id, warp::SIZE),
        matrix: part(matrix, place, points),
    };
    let mut path = Path { point: vector(0), tangent: vector(1), sum: vector(2) };
    let &Places { points: all_points, tangents: all_tangents, lanes, counts, ends, backs, .. } = places;
    let zero = ring.zero();
    let mut lane = Lane::<R> {
        to: zero,
        way: zero,
        length: 1.0,
        done: 0.0,
        step: 0.0,
        known: 0.0,
        attempts: 0.0,
        residual: 0.0,
        correction: 0.0,
        ratio: 0.0,
        // Nothing runs before a path is taken.
        status: status::END,
    };
    let mut line = OfPath { ends, backs, first: 0 };
    let (mut of_team, mut rounds, mut are_left) = (NONE, places.rounds, true);
    // SAFETY: paths are as many as the launch says, each at one team; what a team's lanes decide with is the same for all of them, and votes
    // keep the lanes of the warp together.
    unsafe {
        loop {
            // Paths that have ended go back, and all when time is up.
            let is_over = rounds == 0;
            if of_team != NONE && (lane.status != status::RUNNING || is_over) {
                let first = of_team as usize * n as usize;
                for v in team.turns(n) {
                    write_number(all_points, first + v as usize, path.point.get(v));
                }
                for v in team.turns(n) {
                    write_number(all_tangents, first + v as usize, path.tangent.get(v));
                }
                if team.rank() == 0 {
                    let known = [
                        lane.done,
                        lane.step,
                        lane.known,
                        lane.attempts,
                        lane.residual,
                        lane.correction,
                        lane.ratio,
                        lane.status,
                    ];
                    let to = lanes.add(of_team as usize * doubles_of_path(N) + 4 * N + 1);
                    to.cast::<[f64; 8]>().write(known);
                    let runs = (lane.status == status::RUNNING) as usize;
                    atomic::add_u32(counts.add(1 + runs), 1);
                }
                of_team = NONE;
                lane.status = status::END;
            }
            if is_over {
                return;
            }
            rounds -= 1;
            // The next path that runs, for each team that has none.
            while warp::any(warp::FULL, of_team == NONE && are_left) {
                let wants = of_team == NONE && are_left;
                let mut next = NONE;
                if wants && team.rank() == 0 {
                    next = atomic::add_u32(counts, 1);
                }
                next = team.of_first(next);
                if wants && next >= shape.points {
                    are_left = false;
                } else if wants {
                    let from = lanes.add(next as usize * doubles_of_path(N)).cast_const();
                    let known: [f64; 9] = read(from.add(4 * N));
                    if known[8] == status::RUNNING {
                        of_team = next;
                        lane.to = [read(from), read(from.add(N))];
                        lane.way = [read(from.add(2 * N)), read(from.add(3 * N))];
                        (lane.length, lane.done, lane.step) = (known[0], known[1], known[2]);
                        (lane.known, lane.attempts, lane.residual) = (known[3], known[4], known[5]);
                        (lane.correction, lane.ratio, lane.status) = (known[6], known[7], known[8]);
                        line.first = *places.lines.add(next as usize) as usize * r as usize;
                        let first = next as usize * n as usize;
                        for v in team.turns(n) {
                            path.point.set(v, read_number(all_points, first + v as usize));
                        }
                        for v in team.turns(n) {
                            path.tangent.set(v, read_number(all_tangents, first + v as usize));
                        }
                    }
                }
            }
            if !warp::any(warp::FULL, of_team != NONE) {
                return;
            }
            team.sync();
            let coefficient = |t: u32| read_number(coefficients, t as usize);
            let (space, path, lane) = (&mut space, &mut path, &mut lane);
            attempt(&ring, &team, &program, choices, coefficient, &line, space, path, lane);
            team.sync();
        }
    }
}
