//! Systems of polynomials on an engine of another process: points and paths go there and come back.

use super::client::Remote;
use super::protocol::Op;
use super::wire::{Wire, no_message, put_slice};
use crate::engine::any_systems::{LoadedSystem, SystemsIn, in_precision};
use crate::engine::status::NewtonReport;
use crate::engine::track::{ParameterLines, PathState};
use crate::engine::{AnySystems, SystemMethod};
use crate::error::{ErrorKind, Result};
use crate::floating::Precision;
use crate::poly::systems::Compiled;
use gpu::system::newton::Stop;
use gpu::system::track::Choices;
use std::collections::HashMap;

/// Complex numbers as their doubles.
fn put_numbers<R: Precision>(numbers: &[[R; 2]], to: &mut Vec<u8>) {
    put_slice::<f64>(bytemuck::cast_slice(numbers), to);
}

fn take_numbers<R: Precision>(from: &mut &[u8]) -> Result<Vec<[R; 2]>> {
    let doubles: Vec<f64> = Wire::take(from)?;
    // Their places in memory are those of doubles.
    Ok(bytemuck::try_cast_slice(&doubles).map_err(|_| no_message())?.to_vec())
}

/// What has come in the place of as many that went.
fn replace<T: Copy>(values: &mut [T], found: &[T]) -> Result<()> {
    if values.len() != found.len() {
        let (expected, found) = (values.len(), found.len());
        return Err(ErrorKind::Shape { what: "numbers from a process", expected, found }.into());
    }
    values.copy_from_slice(found);
    Ok(())
}

impl<R: Precision> Wire for ParameterLines<R> {
    fn put(&self, to: &mut Vec<u8>) {
        (self.parameters, self.count).put(to);
        put_numbers(&self.ends, to);
        put_numbers(&self.backs, to);
    }

    fn take(from: &mut &[u8]) -> Result<Self> {
        let (parameters, count) = Wire::take(from)?;
        Ok(ParameterLines { parameters, count, ends: take_numbers(from)?, backs: take_numbers(from)? })
    }
}

impl<R: Precision> Wire for PathState<R> {
    fn put(&self, to: &mut Vec<u8>) {
        let PathState { line, at, to: end, step, known, status, attempts, residual, correction, pivots } = self;
        put_numbers(&[*at, *end], to);
        ((*line, *attempts), (*known, *status)).put(to);
        ((*step, *residual), (*correction, *pivots)).put(to);
    }

    fn take(from: &mut &[u8]) -> Result<Self> {
        let ends: Vec<[R; 2]> = take_numbers(from)?;
        let &[at, to] = &ends[..] else { return Err(no_message()) };
        let ((line, attempts), (known, status)) = Wire::take(from)?;
        let ((step, residual), (correction, pivots)) = Wire::take(from)?;
        Ok(PathState { line, at, to, step, known, status, attempts, residual, correction, pivots })
    }
}

impl<R: Precision> SystemsIn<R> for Remote {
    fn load_system(&mut self, system: &Compiled, method: SystemMethod) -> Result<LoadedSystem> {
        let arguments = |to: &mut Vec<u8>| {
            R::PARTS.put(to);
            system.put(to);
            method.put(to);
        };
        self.making(Op::LoadSystem, arguments).map(LoadedSystem::of)
    }

    fn evaluate_system(
        &mut self,
        system: &LoadedSystem,
        points: &[[R; 2]],
        values: &mut [[R; 2]],
        jacobians: Option<&mut [[R; 2]]>,
    ) -> Result<()> {
        let number = self.number(system.get()?)?;
        let sizes = (values.len(), jacobians.as_ref().map(|rows| rows.len()));
        let arguments = |to: &mut Vec<u8>| {
            (R::PARTS, number).put(to);
            put_numbers(points, to);
            sizes.put(to);
        };
        self.stage(Op::EvaluateSystem, arguments, |from| {
            replace(values, &take_numbers(from)?)?;
            jacobians.map_or(Ok(()), |rows| replace(rows, &take_numbers(from)?))
        })
    }

    fn refine_points(
        &mut self,
        system: &LoadedSystem,
        stop: Stop,
        points: &mut [[R; 2]],
        reports: &mut [NewtonReport],
    ) -> Result<()> {
        let number = self.number(system.get()?)?;
        let arguments = |to: &mut Vec<u8>| {
            (R::PARTS, number).put(to);
            stop.put(to);
            put_numbers(points, to);
            put_slice(reports, to);
        };
        let (found, told) = self
            .stage(Op::RefinePoints, arguments, |from| Ok((take_numbers(from)?, Vec::<NewtonReport>::take(from)?)))?;
        replace(points, &found)?;
        replace(reports, &told)
    }

    fn track_paths(
        &mut self,
        system: &LoadedSystem,
        lines: &ParameterLines<R>,
        choices: Choices,
        points: &mut [[R; 2]],
        tangents: &mut [[R; 2]],
        paths: &mut [PathState<R>],
    ) -> Result<()> {
        let number = self.number(system.get()?)?;
        let arguments = |to: &mut Vec<u8>| {
            (R::PARTS, number).put(to);
            lines.put(to);
            choices.put(to);
            put_numbers(points, to);
            put_numbers(tangents, to);
            put_slice(paths, to);
        };
        let found = self.stage(Op::TrackPaths, arguments, |from| {
            Ok((take_numbers(from)?, take_numbers(from)?, Vec::<PathState<R>>::take(from)?))
        })?;
        replace(points, &found.0)?;
        replace(tangents, &found.1)?;
        replace(paths, &found.2)
    }
}

/// Systems that are held for the other end, by its numbers.
pub(super) type Systems = HashMap<u64, LoadedSystem>;

/// Does one stage, whose arguments are at the front, in numbers of the precision that these begin with; what it gives is appended to `answer`.
pub(super) fn stage(
    engine: &mut dyn AnySystems,
    held: (&mut Systems, &mut u64),
    op: Op,
    from: &mut &[u8],
    answer: &mut Vec<u8>,
) -> Result<()> {
    match usize::take(from)? {
        1 => stage_in::<[f64; 1]>(in_precision(engine), held, op, from, answer),
        2 => stage_in::<[f64; 2]>(in_precision(engine), held, op, from, answer),
        4 => stage_in::<[f64; 4]>(in_precision(engine), held, op, from, answer),
        _ => Err(no_message()),
    }
}

fn stage_in<R: Precision>(
    engine: &mut dyn SystemsIn<R>,
    (systems, next): (&mut Systems, &mut u64),
    op: Op,
    from: &mut &[u8],
    answer: &mut Vec<u8>,
) -> Result<()> {
    if op == Op::LoadSystem {
        let (system, method) = (Compiled::take(from)?, Wire::take(from)?);
        *next += 1;
        systems.insert(*next, engine.load_system(&system, method)?);
        next.put(answer);
        return Ok(());
    }
    let system = systems.get(&u64::take(from)?).ok_or_else(no_message)?;
    match op {
        Op::EvaluateSystem => {
            let points: Vec<[R; 2]> = take_numbers(from)?;
            let (values, jacobians): (usize, Option<usize>) = Wire::take(from)?;
            let zeros = |count: usize| vec![[R::default(); 2]; count];
            let (mut values, mut jacobians) = (zeros(values), jacobians.map(zeros));
            engine.evaluate_system(system, &points, &mut values, jacobians.as_deref_mut())?;
            put_numbers(&values, answer);
            jacobians.iter().for_each(|rows| put_numbers(rows, answer));
        }
        Op::RefinePoints => {
            let stop = Stop::take(from)?;
            let (mut points, mut reports) = (take_numbers::<R>(from)?, Vec::take(from)?);
            engine.refine_points(system, stop, &mut points, &mut reports)?;
            put_numbers(&points, answer);
            reports.put(answer);
        }
        Op::TrackPaths => {
            let lines = ParameterLines::take(from)?;
            let choices = Choices::take(from)?;
            let (mut points, mut tangents) = (take_numbers::<R>(from)?, take_numbers(from)?);
            let mut paths: Vec<PathState<R>> = Wire::take(from)?;
            engine.track_paths(system, &lines, choices, &mut points, &mut tangents, &mut paths)?;
            put_numbers(&points, answer);
            put_numbers(&tangents, answer);
            paths.put(answer);
        }
        _ => return Err(no_message()),
    }
    Ok(())
}
