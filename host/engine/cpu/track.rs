//! Paths: as many at a time as a register has doubles, each at its own pace.

use super::Cpu;
use super::system::{CpuSystem, get, set, splat};
use super::system_loops::system_loops;
use super::until::Until;
use super::word::CpuWord;
use crate::alone::prelude::*;
use crate::control::Control;
use crate::engine::status::TrackStatus;
use crate::engine::track::{ParameterLines, PathState, TrackEngine, check_paths};
use crate::error::Result;
use crate::floating::{Lanes, Precision};
use gpu::arith::Ring;
use gpu::floating::{Complex, Float};
use gpu::system::newton::Workspace;
use gpu::system::track::{Choices, Lane, Line, Path, attempt, status};
use pulp::{Simd, WithSimd};

/// Most paths of a task: a lane that is done takes the next one of its task.
const PATHS: usize = 128;

/// Parts of a way that are told.
const TOLD: f64 = 0.05;

/// Fewest: two for each lane of the widest registers.
const FEWEST: usize = 16;

impl<M: CpuWord> TrackEngine for Cpu<M> {
    fn track_paths<R: Precision>(
        &mut self,
        system: &CpuSystem<R>,
        lines: &ParameterLines<R>,
        choices: Choices,
        points: &mut [[R; 2]],
        tangents: &mut [[R; 2]],
        paths: &mut [PathState<R>],
    ) -> Result<()> {
        check_paths(&system.compiled, lines, points.len(), tangents.len(), paths)?;
        let n = system.compiled.polynomials();
        let (control, count) = (&self.control, paths.len());
        let of_task = (count / (4 * self.threads())).clamp(FEWEST, PATHS);
        let of_points = (of_task * n).max(1);
        // Without variables there is nowhere to go.
        let points = points.par_chunks_mut(of_points).zip(tangents.par_chunks_mut(of_points));
        points.zip(paths.par_chunks_mut(of_task)).for_each(|((points, tangents), paths)| {
            (system_loops().track)(Track { system, lines, choices, control, count, points, tangents, paths });
        });
        control.check()
    }
}

/// Some paths.
pub struct Track<'a, R> {
    system: &'a CpuSystem<R>,
    lines: &'a ParameterLines<R>,
    choices: Choices,
    control: &'a Control,
    /// Paths of all tasks.
    count: usize,
    points: &'a mut [[R; 2]],
    tangents: &'a mut [[R; 2]],
    paths: &'a mut [PathState<R>],
}

/// The line of the path in every lane.
struct InLanes<E> {
    end: Vec<E>,
    back: Vec<E>,
}

impl<E: Copy> Line<E> for InLanes<E> {
    #[inline(always)]
    fn end(&self, k: u32) -> E {
        self.end[k as usize]
    }
    #[inline(always)]
    fn back(&self, k: u32) -> E {
        self.back[k as usize]
    }
}

impl<R: Precision> WithSimd for Track<'_, R> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let reals = R::reals(Lanes(simd));
        let ring = Complex(reals);
        let float = Lanes(simd);
        let Track { system, lines, choices, control, count, points, tangents, paths } = self;
        let compiled = &system.compiled;
        let program = compiled.program();
        let n = compiled.polynomials();
        let zero = ring.zero();
        let mut table = vec![zero; compiled.entries()];
        let mut forward = vec![zero; compiled.widest_term()];
        let mut sums = vec![zero; compiled.widest_polynomial() + 1];
        let mut matrix = vec![zero; n * (n + 2)];
        let (mut point, mut tangent, mut sum) = (vec![zero; n], vec![zero; n], vec![zero; n]);
        let mut space = Workspace {
            table: &mut table[..],
            forward: &mut forward[..],
            sums: &mut sums[..],
            matrix: &mut matrix[..],
        };
        let mut path = Path { point: &mut point[..], tangent: &mut tangent[..], sum: &mut sum[..] };
        let coefficient = |t: u32| {
            let [re, im] = &system.coefficients[t as usize];
            [splat::<R, S>(reals, re), splat::<R, S>(reals, im)]
        };
        let r = lines.parameters;
        let mut line = InLanes { end: vec![zero; r], back: vec![zero; r] };
        let none = float.splat(0.0);
        let mut lane = Lane {
            to: zero,
            way: zero,
            length: float.splat(1.0),
            done: none,
            step: none,
            known: none,
            attempts: none,
            residual: none,
            correction: none,
            ratio: none,
            // Nothing runs before it is given a path.
            status: float.splat(status::END),
        };
        let put = |x: &mut S::f64s, i: usize, value: f64| <Lanes<S> as Float>::set_lane(x, i, value);
        let read = |x: &S::f64s, i: usize| <Lanes<S> as Float>::lane(x, i);
        let mut of_lane: [Option<usize>; 32] = [None; 32];
        // The reported part of the way of the path in a lane.
        let mut told = [0.0; 32];
        let mut next = 0;
        loop {
            let mut running = false;
            for (i, of_lane) in of_lane.iter_mut().enumerate().take(S::F64_LANES) {
                if let Some(p) = *of_lane
                    && read(&lane.status, i) != status::RUNNING
                {
                    for v in 0..n {
                        get::<R, S>(&path.point[v], i, &mut points[p * n + v]);
                        get::<R, S>(&path.tangent[v], i, &mut tangents[p * n + v]);
                    }
                    let state = &mut paths[p];
                    state.status = TrackStatus::from_lane(read(&lane.status, i));
                    state.at = state.time(read(&lane.done, i));
                    state.step = read(&lane.step, i);
                    state.known = read(&lane.known, i) > 0.5;
                    state.attempts += read(&lane.attempts, i) as u32;
                    state.residual = read(&lane.residual, i);
                    state.correction = read(&lane.correction, i);
                    state.pivots = read(&lane.ratio, i);
                    *of_lane = None;
                    control.advance((1.0 - told[i]) / count as f64);
                    told[i] = 0.0;
                }
                if of_lane.is_none() && next < paths.len() {
                    let p = next;
                    next += 1;
                    let state = &paths[p];
                    let (way, length) = state.way();
                    if length == 0.0 {
                        paths[p].status = TrackStatus::End;
                        control.advance(1.0 / count as f64);
                        continue;
                    }
                    for v in 0..n {
                        set::<R, S>(&mut path.point[v], i, &points[p * n + v]);
                        set::<R, S>(&mut path.tangent[v], i, &tangents[p * n + v]);
                    }
                    for k in 0..r {
                        let of_path = state.line as usize * r + k;
                        set::<R, S>(&mut line.end[k], i, &lines.ends[of_path]);
                        set::<R, S>(&mut line.back[k], i, &lines.backs[of_path]);
                    }
                    set::<R, S>(&mut lane.to, i, &state.to);
                    set::<R, S>(&mut lane.way, i, &way);
                    put(&mut lane.length, i, length);
                    put(&mut lane.done, i, 0.0);
                    put(&mut lane.step, i, state.step);
                    put(&mut lane.known, i, if state.known { 1.0 } else { 0.0 });
                    put(&mut lane.attempts, i, 0.0);
                    put(&mut lane.residual, i, state.residual);
                    put(&mut lane.correction, i, state.correction);
                    put(&mut lane.ratio, i, state.pivots);
                    put(&mut lane.status, i, status::RUNNING);
                    *of_lane = Some(p);
                }
                if of_lane.is_some() {
                    running = true;
                    let done = read(&lane.done, i);
                    if done > told[i] + TOLD {
                        control.advance((done - told[i]) / count as f64);
                        told[i] = done;
                    }
                }
            }
            if !running && next >= paths.len() || control.is_stopped() {
                return;
            }
            attempt(&ring, &Until(control), &program, choices, coefficient, &line, &mut space, &mut path, &mut lane);
        }
    }
}
