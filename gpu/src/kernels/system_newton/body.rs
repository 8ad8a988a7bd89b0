//! Functions that the kernels share.

use super::REPORT;
use crate::floating::{Complex, Real, Scalar};
use crate::kernels::device::{Block, LanesOfPoint, read_number, write_number};
pub use crate::kernels::device::{GlobalNumbers, SharedNumbers};
use crate::memory::Row;
use crate::system::newton::{self, Stop, Workspace, refine};
use crate::system::program::Program;
use crate::system::shape::Shape;
use crate::team::Team;
use cuda_std::prelude::*;

/// A system, its points and their reports.
pub struct System {
    pub program: Program<'static>,
    pub coefficients: *const f64,
    pub points: *mut f64,
    pub reports: *mut f64,
}

/// Groups of points in turn. `at` gives the numbers of the warp from a pair on, with pairs of a number so far apart.
#[inline(always)]
pub unsafe fn newton<const N: usize, R, M>(
    reals: R,
    system: &System,
    shape: &Shape,
    stop: Stop,
    at: impl Fn(u32, u32) -> M,
) where
    R: Real<Elem = [f64; N], Float = Scalar>,
    M: Row<[[f64; N]; 2]>,
{
    let ring = Complex(reals);
    let program = &system.program;
    let n = program.variables();
    let points = 1 << shape.log_points;
    // SAFETY: the loops of all lanes are the same.
    let (team, place) = unsafe { LanesOfPoint::current(points) };
    let matrix = program.entries() << shape.log_points;
    let sums = matrix + ((n * (n + 1)) << shape.log_points);
    let forward = sums + warp::SIZE * shape.sums;
    let lane = warp::lane_id();
    let part = |number: u32, lane: u32, stride: u32| at(N as u32 * number + lane, stride);
    let mut space = Workspace {
        table: part(0, place, points),
        forward: part(forward, lane, warp::SIZE),
        sums: part(sums, lane, warp::SIZE),
        matrix: part(matrix, place, points),
    };
    let mut group = thread::block_idx_x();
    while (group as u64) << shape.log_points < shape.points as u64 {
        let point = (group << shape.log_points) + place;
        // Teams without a point repeat the last one, and write nothing.
        let first = point.min(shape.points - 1) as usize * n as usize;
        // SAFETY: points, coefficients and reports are as many as the launch says.
        unsafe {
            for v in team.turns(n) {
                space.table.set(v, read_number(system.points, first + v as usize));
            }
            let coefficient = |t: u32| read_number(system.coefficients, t as usize);
            let report = refine(&ring, &team, program, stop, coefficient, &mut space);
            // The last point may be read by a team that repeats it.
            team.sync();
            if point < shape.points {
                for v in team.turns(n) {
                    write_number(system.points, first + v as usize, space.table.get(v));
                }
                if team.rank() == 0 {
                    let found = [report.residual, report.step, report.iterations, report.ratio, report.status];
                    let to = system.reports.add(point as usize * REPORT as usize);
                    to.cast::<[f64; REPORT as usize]>().write(found);
                }
            }
            team.sync();
        }
        group += thread::grid_dim_x();
    }
}

/// A point, what is known there, and its report.
pub struct Place {
    pub values: *const f64,
    pub jacobian: *const f64,
    pub point: *mut f64,
    pub report: *mut f64,
}

/// A step by all threads of a block. `at` gives the numbers of the block from a pair on.
#[inline(always)]
pub unsafe fn step<const N: usize, R, M>(reals: R, place: &Place, n: u32, stop: Stop, at: impl Fn(u32) -> M)
where
    R: Real<Elem = [f64; N], Float = Scalar>,
    M: Row<[[f64; N]; 2]>,
{
    let ring = Complex(reals);
    // SAFETY: all threads of the block are here; each warp looks for pivots by itself.
    let (team, (column, _)) = unsafe { (Block::current(), LanesOfPoint::current(1)) };
    let (mut table, mut matrix) = (at(0), at(N as u32 * n));
    // SAFETY: as many numbers as the launch says.
    unsafe {
        for v in team.turns(n) {
            table.set(v, read_number(place.point, v as usize));
            matrix.set(v * (n + 1) + n, read_number(place.values, v as usize));
        }
        for i in team.turns(n * n) {
            matrix.set(i + i / n, read_number(place.jacobian, i as usize));
        }
    }
    team.sync();
    let report = newton::step(&ring, &team, &column, n, stop, &mut table, &mut matrix);
    // SAFETY: as above. Each thread writes the coordinates that it moved.
    unsafe {
        for v in team.turns(n) {
            write_number(place.point, v as usize, table.get(v));
        }
        if team.rank() == 0 {
            let found = [report.residual, report.step, report.iterations, report.ratio, report.status];
            place.report.cast::<[f64; REPORT as usize]>().write(found);
        }
    }
}
