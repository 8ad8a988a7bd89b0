//! One engine for systems of polynomials, wherever it computes: an object for each precision, so that what drives it is compiled once.

use super::status::NewtonReport;
use super::track::{ParameterLines, PathState};
use super::{NewtonEngine, SystemEngine, SystemMethod, TrackEngine, Worker};
use crate::error::{Error, Result};
use crate::floating::{OfPrecisions, Precision};
use crate::poly::systems::Compiled;
use gpu::system::newton::Stop;
use gpu::system::track::Choices;
use std::any::Any;

/// A system on an engine: [`SystemEngine::System`].
pub struct LoadedSystem(Box<dyn Any + Send + Sync>);

impl LoadedSystem {
    /// A system of some engine.
    pub(crate) fn of<T: Any + Send + Sync>(system: T) -> Self {
        LoadedSystem(Box::new(system))
    }

    pub(crate) fn get<T: Any>(&self) -> Result<&T> {
        let of_another = || Error::argument("engine", "was given a system of another engine or precision");
        self.0.downcast_ref().ok_or_else(of_another)
    }
}

/// The stages for systems in numbers of one precision. Each is the typed stage of the same name.
pub trait SystemsIn<R>: Worker {
    /// As [`SystemEngine::load_system`].
    fn load_system(&mut self, system: &Compiled, method: SystemMethod) -> Result<LoadedSystem>;

    /// As [`SystemEngine::evaluate_system`].
    fn evaluate_system(
        &mut self,
        system: &LoadedSystem,
        points: &[[R; 2]],
        values: &mut [[R; 2]],
        jacobians: Option<&mut [[R; 2]]>,
    ) -> Result<()>;

    /// As [`NewtonEngine::refine_points`].
    fn refine_points(
        &mut self,
        system: &LoadedSystem,
        stop: Stop,
        points: &mut [[R; 2]],
        reports: &mut [NewtonReport],
    ) -> Result<()>;

    /// As [`TrackEngine::track_paths`].
    fn track_paths(
        &mut self,
        system: &LoadedSystem,
        lines: &ParameterLines<R>,
        choices: Choices,
        points: &mut [[R; 2]],
        tangents: &mut [[R; 2]],
        paths: &mut [PathState<R>],
    ) -> Result<()>;
}

impl<R: Precision, E: NewtonEngine + TrackEngine + SystemEngine<System<R>: Any>> SystemsIn<R> for E {
    fn load_system(&mut self, system: &Compiled, method: SystemMethod) -> Result<LoadedSystem> {
        let loaded: E::System<R> = SystemEngine::load_system(self, system, method)?;
        Ok(LoadedSystem::of(loaded))
    }

    fn evaluate_system(
        &mut self,
        system: &LoadedSystem,
        points: &[[R; 2]],
        values: &mut [[R; 2]],
        jacobians: Option<&mut [[R; 2]]>,
    ) -> Result<()> {
        SystemEngine::evaluate_system::<R>(self, system.get()?, points, values, jacobians)
    }

    fn refine_points(
        &mut self,
        system: &LoadedSystem,
        stop: Stop,
        points: &mut [[R; 2]],
        reports: &mut [NewtonReport],
    ) -> Result<()> {
        NewtonEngine::refine_points::<R>(self, system.get()?, stop, points, reports)
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
        TrackEngine::track_paths::<R>(self, system.get()?, lines, choices, points, tangents, paths)
    }
}

/// The stages for systems in all precisions.
pub trait AnySystems: SystemsIn<[f64; 1]> + SystemsIn<[f64; 2]> + SystemsIn<[f64; 4]> {}

impl<E: SystemsIn<[f64; 1]> + SystemsIn<[f64; 2]> + SystemsIn<[f64; 4]>> AnySystems for E {}

/// The engine for numbers of the precision R.
pub(crate) fn in_precision<R: Precision>(engine: &mut dyn AnySystems) -> &mut dyn SystemsIn<R> {
    struct In;
    impl OfPrecisions for In {
        type Of<R> = fn(&mut dyn AnySystems) -> &mut dyn SystemsIn<R>;

        fn d() -> Self::Of<[f64; 1]> {
            |engine| engine
        }

        fn dd() -> Self::Of<[f64; 2]> {
            |engine| engine
        }

        fn qd() -> Self::Of<[f64; 4]> {
            |engine| engine
        }
    }
    R::choose::<In>()(engine)
}
