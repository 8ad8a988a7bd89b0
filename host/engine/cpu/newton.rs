//! Newton's method: as many points at a time as a register has doubles.

use super::Cpu;
use super::system::{CpuSystem, get, set, splat};
use super::system_loops::system_loops;
use super::until::Until;
use super::word::CpuWord;
use crate::alone::prelude::*;
use crate::control::Control;
use crate::engine::newton::{NewtonEngine, check_square};
use crate::engine::status::{NewtonReport, NewtonStatus};
use crate::error::Result;
use crate::floating::{Lanes, Precision};
use gpu::arith::Ring;
use gpu::floating::{Complex, Float};
use gpu::system::newton::{Stop, Workspace, refine};
use pulp::{Simd, WithSimd};

/// Points of a task: the lanes of the widest registers.
const POINTS: usize = 8;

impl<M: CpuWord> NewtonEngine for Cpu<M> {
    fn refine_points<R: Precision>(
        &mut self,
        system: &CpuSystem<R>,
        stop: Stop,
        points: &mut [[R; 2]],
        reports: &mut [NewtonReport],
    ) -> Result<()> {
        check_square(&system.compiled, points.len(), reports.len())?;
        let n = system.compiled.variables();
        let (control, count) = (&self.control, reports.len());
        // Without variables there are no coordinates, and nothing to do.
        let tasks = points.par_chunks_mut((POINTS * n).max(1)).zip(reports.par_chunks_mut(POINTS));
        tasks.for_each(|(points, reports)| {
            (system_loops().refine)(Refine { system, stop, control, count, points, reports });
        });
        control.check()
    }
}

/// Some points, one after the other in groups of lanes.
pub struct Refine<'a, R> {
    system: &'a CpuSystem<R>,
    stop: Stop,
    control: &'a Control,
    /// Points of all tasks.
    count: usize,
    points: &'a mut [[R; 2]],
    reports: &'a mut [NewtonReport],
}

impl<R: Precision> WithSimd for Refine<'_, R> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let reals = R::reals(Lanes(simd));
        let ring = Complex(reals);
        let Refine { system, stop, control, count: all, points, reports } = self;
        let compiled = &system.compiled;
        let program = compiled.program();
        let n = compiled.variables();
        let zero = ring.zero();
        let mut table = vec![zero; compiled.entries()];
        let mut forward = vec![zero; compiled.widest_term()];
        let mut sums = vec![zero; compiled.widest_polynomial() + 1];
        let mut matrix = vec![zero; n * (n + 1)];
        let mut space = Workspace {
            table: &mut table[..],
            forward: &mut forward[..],
            sums: &mut sums[..],
            matrix: &mut matrix[..],
        };
        let coefficient = |t: u32| {
            let [re, im] = &system.coefficients[t as usize];
            [splat::<R, S>(reals, re), splat::<R, S>(reals, im)]
        };
        let count = reports.len();
        for first in (0..count).step_by(S::F64_LANES) {
            if control.is_stopped() {
                return;
            }
            let lanes = S::F64_LANES.min(count - first);
            for v in 0..n {
                // Lanes without a point repeat the last one.
                for lane in 0..S::F64_LANES {
                    set::<R, S>(&mut space.table[v], lane, &points[(first + lane.min(lanes - 1)) * n + v]);
                }
            }
            let found = refine(&ring, &Until(control), &program, stop, coefficient, &mut space);
            for lane in 0..lanes {
                for v in 0..n {
                    get::<R, S>(&space.table[v], lane, &mut points[(first + lane) * n + v]);
                }
                let read = |x| <Lanes<S> as Float>::lane(x, lane);
                reports[first + lane] = NewtonReport {
                    status: NewtonStatus::from_lane(read(&found.status)),
                    residual: read(&found.residual),
                    step: read(&found.step),
                    iterations: read(&found.iterations) as u32,
                    pivots: read(&found.ratio),
                };
            }
            control.advance(lanes as f64 / all as f64);
        }
    }
}
