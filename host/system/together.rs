//! Several engines as one: each has its share of the points or paths.
//!
//! The result at a point depends on nothing else, so that the answers are those of one engine to the bit.

use crate::clock::Clock;
use crate::control::Control;
use crate::engine::any_systems::{LoadedSystem, SystemsIn, in_precision};
use crate::engine::status::NewtonReport;
use crate::engine::track::{ParameterLines, PathState};
use crate::engine::{AnySystems, SystemMethod};
use crate::error::{Error, Result};
use crate::floating::Precision;
use crate::poly::systems::Compiled;
use crate::run::team::{on_all, shares};
use gpu::system::newton::Stop;
use gpu::system::track::Choices;
use std::sync::{Mutex, PoisonError};

/// A system on each of the engines.
pub(super) struct OnEach {
    systems: Vec<LoadedSystem>,
    variables: usize,
    polynomials: usize,
}

/// Engines that share points.
pub(super) struct Together<'t, 'e> {
    engines: &'t mut [&'e mut dyn AnySystems],
    control: Control,
}

impl<'t, 'e> Together<'t, 'e> {
    /// # Errors
    /// `Argument` where there are no engines.
    pub(super) fn new(engines: &'t mut [&'e mut dyn AnySystems], control: &Control) -> Result<Self> {
        match engines.is_empty() {
            true => Err(Error::argument("devices", "name at least one")),
            false => Ok(Together { engines, control: control.clone() }),
        }
    }

    /// Stages that follow look at `control`.
    pub(super) fn watch(&mut self, control: &Control) {
        self.control = control.clone();
    }

    /// As [`SystemsIn::load_system`], on each of the engines.
    ///
    /// # Errors
    /// As there.
    pub(super) fn load_system<R: Precision>(&mut self, system: &Compiled, method: SystemMethod) -> Result<OnEach> {
        let load = |engine: &mut &mut dyn AnySystems| in_precision::<R>(&mut **engine).load_system(system, method);
        let systems = self.engines.iter_mut().map(load).collect::<Result<_>>()?;
        Ok(OnEach { systems, variables: system.variables(), polynomials: system.polynomials() })
    }

    /// As [`SystemsIn::evaluate_system`].
    ///
    /// # Errors
    /// As there.
    pub(super) fn evaluate_system<R: Precision>(
        &mut self,
        system: &OnEach,
        points: &[[R; 2]],
        values: &mut [[R; 2]],
        jacobians: Option<&mut [[R; 2]]>,
    ) -> Result<()> {
        let (n, m) = (system.variables, system.polynomials);
        let count = points.len().checked_div(n).unwrap_or(values.len() / m.max(1));
        let sizes = self.sizes(count);
        let rows: Vec<Option<&mut [[R; 2]]>> = match jacobians {
            Some(rows) => cut_mut(rows, &sizes, m * n).into_iter().map(Some).collect(),
            None => sizes.iter().map(|_| None).collect(),
        };
        let lists = system.systems.iter().zip(cut(points, &sizes, n)).zip(cut_mut(values, &sizes, m)).zip(rows);
        self.on_parts::<R, _>(lists.collect(), |engine, (((system, points), values), rows)| {
            engine.evaluate_system(system, points, values, rows)
        })
    }

    /// As [`SystemsIn::refine_points`].
    ///
    /// # Errors
    /// As there.
    pub(super) fn refine_points<R: Precision>(
        &mut self,
        system: &OnEach,
        stop: Stop,
        points: &mut [[R; 2]],
        reports: &mut [NewtonReport],
    ) -> Result<()> {
        let sizes = self.sizes(reports.len());
        let points = cut_mut(points, &sizes, system.variables);
        let lists = system.systems.iter().zip(points).zip(cut_mut(reports, &sizes, 1));
        self.on_parts::<R, _>(lists.collect(), |engine, ((system, points), reports)| {
            engine.refine_points(system, stop, points, reports)
        })
    }

    /// As [`SystemsIn::track_paths`].
    ///
    /// # Errors
    /// As there.
    pub(super) fn track_paths<R: Precision>(
        &mut self,
        system: &OnEach,
        lines: &ParameterLines<R>,
        choices: Choices,
        points: &mut [[R; 2]],
        tangents: &mut [[R; 2]],
        paths: &mut [PathState<R>],
    ) -> Result<()> {
        let (n, sizes) = (system.polynomials, self.sizes(paths.len()));
        let lists = system.systems.iter().zip(cut_mut(points, &sizes, n)).zip(cut_mut(tangents, &sizes, n));
        self.on_parts::<R, _>(
            lists.zip(cut_mut(paths, &sizes, 1)).collect(),
            |engine, (((system, points), tangents), paths)| {
                engine.track_paths(system, lines, choices, points, tangents, paths)
            },
        )
    }

    /// Numbers of points, one for each engine that has any, in proportion to their weights.
    fn sizes(&self, count: usize) -> Vec<usize> {
        let used = self.engines.len().min(count.max(1));
        let weights: Vec<u32> = self.engines[..used].iter().map(|engine| engine.weight()).collect();
        shares(count, &weights).into_iter().map(|share| share.len()).collect()
    }

    /// `run` for each engine with its part.
    fn on_parts<R: Precision, T: Send>(
        &mut self,
        parts: Vec<T>,
        run: impl Fn(&mut dyn SystemsIn<R>, T) -> Result<()> + Sync,
    ) -> Result<()> {
        let count = parts.len();
        let parts: Vec<Mutex<Option<T>>> = parts.into_iter().map(|part| Mutex::new(Some(part))).collect();
        let (engines, control) = (&mut self.engines[..count], &self.control);
        on_all(engines, control, &mut Clock::default(), |k, engine, _, _| {
            match parts[k].lock().unwrap_or_else(PoisonError::into_inner).take() {
                Some(part) => run(in_precision(engine), part),
                None => Ok(()),
            }
        })
        .map(|_| ())
    }
}

/// Consecutive parts of a list, of `sizes` points of `each` numbers. If a list has too many or too few, the last part
/// has them, and its engine says so.
fn cut<'a, T>(mut list: &'a [T], sizes: &[usize], each: usize) -> Vec<&'a [T]> {
    let last = sizes.len() - 1;
    let part = |(k, &size): (usize, &usize)| {
        let (part, rest) = list.split_at(if k == last { list.len() } else { list.len().min(size * each) });
        list = rest;
        part
    };
    sizes.iter().enumerate().map(part).collect()
}

/// As [`cut`].
fn cut_mut<'a, T>(mut list: &'a mut [T], sizes: &[usize], each: usize) -> Vec<&'a mut [T]> {
    let last = sizes.len() - 1;
    let part = |(k, &size): (usize, &usize)| {
        let at = if k == last { list.len() } else { list.len().min(size * each) };
        let (part, rest) = std::mem::take(&mut list).split_at_mut(at);
        list = rest;
        part
    };
    sizes.iter().enumerate().map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::cpu::Cpu;
    use crate::error::ErrorKind;
    use crate::system::{System, TrackStatus};

    fn cpus(count: usize) -> Vec<Cpu> {
        vec![Cpu::new(1 << 30, Control::default()); count]
    }

    fn objects(engines: &mut [Cpu]) -> Vec<&mut dyn AnySystems> {
        engines.iter_mut().map(|engine| engine as &mut dyn AnySystems).collect()
    }

    /// The results of `run` with one engine and with several.
    fn compare<T: PartialEq + std::fmt::Debug>(run: impl Fn(&mut Together<'_, '_>) -> Result<T>) {
        let with = |count: usize| {
            let mut all = cpus(count);
            let mut engines = objects(&mut all);
            run(&mut Together::new(&mut engines, &Control::default())?)
        };
        let one = with(1).unwrap();
        for count in [2, 3, 8] {
            assert_eq!(with(count).unwrap(), one, "{count} engines");
        }
    }

    fn compiled(text: &str) -> Compiled {
        text.parse::<System>().unwrap().compile().unwrap()
    }

    fn points(count: usize) -> Vec<[[f64; 1]; 2]> {
        (0..2 * count).map(|k| [[1.0 + k as f64 / 64.0], [0.5 - k as f64 / 128.0]]).collect()
    }

    #[test]
    fn values_and_newton_on_several_engines() {
        let system = compiled("x^2 + y^2 - 2; x*y - 1");
        for count in [0, 1, 2, 5, 100] {
            compare(|engine| {
                let loaded = engine.load_system::<[f64; 1]>(&system, SystemMethod::Auto)?;
                let (mut values, mut rows) = (vec![[[0.0; 1]; 2]; 2 * count], vec![[[0.0; 1]; 2]; 4 * count]);
                engine.evaluate_system(&loaded, &points(count), &mut values, Some(&mut rows))?;
                let mut alone = values.clone();
                engine.evaluate_system(&loaded, &points(count), &mut alone, None)?;
                assert_eq!(alone, values);
                Ok((values, rows))
            });
            compare(|engine| {
                let loaded = engine.load_system::<[f64; 1]>(&system, SystemMethod::Auto)?;
                let (mut points, mut reports) = (points(count), vec![NewtonReport::default(); count]);
                let stop = Stop { tolerance: 1e-14, root: 1e-7, iterations: 9 };
                engine.refine_points(&loaded, stop, &mut points, &mut reports)?;
                assert!(reports.iter().all(|report| report.iterations > 0));
                Ok((points, reports))
            });
        }
    }

    #[test]
    fn paths_on_several_engines() {
        let system = compiled("x^2 - q");
        let lines =
            ParameterLines { parameters: 1, count: 3, ends: vec![[[4.0], [-1.0]]; 3], backs: vec![[[-3.0], [1.0]]; 3] };
        compare(|engine| {
            let loaded = engine.load_system::<[f64; 1]>(&system, SystemMethod::Auto)?;
            let path = |line| PathState::new(line, [[1.0], [0.0]], [[0.0], [0.0]], 0.1);
            let mut paths: Vec<PathState<[f64; 1]>> = (0..3).chain(0..3).map(path).collect();
            let mut points: Vec<[[f64; 1]; 2]> = (0..6).map(|k| [[if k < 3 { 1.0 } else { -1.0 }], [0.0]]).collect();
            let mut tangents = points.clone();
            let choices = Choices {
                attempts: 100,
                least: 1e-8,
                correction: 1e-6,
                prediction: 0.05,
                contraction: 0.05,
                noise: 1e-12,
                bound: 1e8,
                decays: 0,
            };
            engine.track_paths(&loaded, &lines, choices, &mut points, &mut tangents, &mut paths)?;
            assert!(paths.iter().all(|path| path.status == TrackStatus::End), "{paths:?}");
            Ok((points, paths))
        });
    }

    #[test]
    fn what_is_wrong_is_said() {
        let system = compiled("x^2 + y^2 - 2; x*y - 1");
        let mut all = cpus(2);
        let mut engines = objects(&mut all);
        let mut engine = Together::new(&mut engines, &Control::default()).unwrap();
        let loaded = engine.load_system::<[f64; 1]>(&system, SystemMethod::Auto).unwrap();
        let mut values = vec![[[0.0; 1]; 2]; 7];
        let error = engine.evaluate_system(&loaded, &points(4), &mut values, None).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Shape { .. }), "{error}");
        let cancelled = Control::default();
        cancelled.cancel();
        engine.watch(&cancelled);
        let mut values = vec![[[0.0; 1]; 2]; 8];
        let error = engine.evaluate_system(&loaded, &points(4), &mut values, None).unwrap_err();
        assert_eq!(*error.kind(), ErrorKind::Cancelled);
        let none: &mut [&mut dyn AnySystems] = &mut [];
        assert!(Together::new(none, &Control::default()).is_err());
    }
}
