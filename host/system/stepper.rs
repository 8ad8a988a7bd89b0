//! Newton's method at one point, a step a call.

use super::size;
use crate::engine::cpu::{Cpu, CpuSystem};
#[cfg(feature = "cuda")]
use crate::engine::cuda::{Cuda, CudaStep};
use crate::engine::status::{NewtonReport, NewtonStatus};
use crate::engine::{SystemEngine, SystemMethod};
use crate::error::{Error, Result};
use crate::floating::{Lane, Precision, lane, of_lane};
use crate::plural::count;
use crate::poly::systems::Compiled;
use crate::run::backend::is_absence;
use crate::run::memory;
use crate::run::options::{Backend, RunOptions};
use gpu::arith::{Mont31, Ring};
use gpu::floating::{Complex, Scalar};
use gpu::system::newton::{self, Stop};
use gpu::team::Solo;

/// A point that Newton's method moves by one step for each call: [`Newton::stepper`](super::Newton::stepper).
///
/// Each step is that of [`Newton::run`](super::Newton::run) to the bit, on either engine. The point stays where it is, and a device keeps the system,
/// until the stepper is dropped.
pub struct NewtonStepper<R: Precision> {
    place: Place<R>,
    names: Vec<String>,
}

/// Where steps are done.
enum Place<R: Precision> {
    Cpu(Box<CpuStep<R>>),
    #[cfg(feature = "cuda")]
    Cuda(Box<CudaStep<R>>),
}

/// Seconds of a step on a device at the least, and of each unknown that is eliminated, in double, by `benches/results/2026-11-25-h100-systems.txt`.
const STEP: (f64, f64) = (1.6e-5, 1.3e-6);

/// Whether a device makes a step of so many products in n variables sooner than a thread of the CPU.
fn suits_device<R: Precision>(products: f64, n: usize) -> bool {
    // Products in a second of a thread that has one point for all lanes, and how much longer the device's arithmetic takes than in double; by the
    // same file.
    let (core, slower) = match R::PARTS {
        1 => (7e7, 1.0),
        2 => (1.7e7, 1.8),
        _ => (9e5, 17.0),
    };
    cfg!(feature = "cuda") && STEP.0 + STEP.1 * slower * (n as f64) < products / core
}

impl<R: Precision> NewtonStepper<R> {
    /// On an engine of its own.
    pub(super) fn new(
        system: &Compiled,
        run: &RunOptions,
        stop: Stop,
        point: &[[R; 2]],
        products: f64,
    ) -> Result<Self> {
        let n = system.variables();
        let numbers = (n * n + 3 * n) * size_of::<[R; 2]>();
        let held = size::on_engine(system, &[R::PARTS]).saturating_add(numbers as u64);
        let room = memory::left(run, held)?;
        let on_device = match run.backend {
            Backend::Cpu => None,
            Backend::Cuda => Some(cuda::<R>(system, run, stop)?),
            Backend::Auto if !suits_device::<R>(products, n) => None,
            Backend::Auto => match cuda::<R>(system, run, stop) {
                Ok(place) => Some(place),
                Err(error) if is_absence(&error) => None,
                Err(error) => return Err(error),
            },
        };
        let place = match on_device {
            Some(place) => place,
            None => Place::Cpu(Box::new(CpuStep::new(system, run, stop, room)?)),
        };
        let mut stepper = NewtonStepper { place, names: system.names().to_vec() };
        stepper.set_point(point)?;
        Ok(stepper)
    }

    /// `cpu` or `cuda`.
    pub fn backend(&self) -> &'static str {
        match &self.place {
            Place::Cpu(_) => "cpu",
            #[cfg(feature = "cuda")]
            Place::Cuda(_) => "cuda",
        }
    }

    /// Moves the point by x - J(x)^-1 f(x) unless f(x) is 0 (`Converged`), J(x) is singular (`Singular`) or something is not finite (`Overflow`).
    ///
    /// The report has residual and pivots at the point before the step; the status is `Converged` for a step that
    /// [`Newton::run`](super::Newton::run) would end with, `Iterations` for others; `iterations` tells whether the point moved, 1 or 0.
    ///
    /// # Errors
    /// `Cancelled`; those of the CUDA engine as [`crate::Determinant::run`].
    ///
    /// # Complexity
    /// The products of [`Compiled::products`], n^3 / 3 + n^2 products and n divisions.
    pub fn step(&mut self) -> Result<NewtonReport> {
        match &mut self.place {
            Place::Cpu(place) => place.step(),
            #[cfg(feature = "cuda")]
            Place::Cuda(place) => place.step(),
        }
    }

    /// Reads the point.
    ///
    /// # Errors
    /// Those of the CUDA engine.
    pub fn point(&self) -> Result<Vec<[R; 2]>> {
        match &self.place {
            Place::Cpu(place) => Ok(place.point.clone()),
            #[cfg(feature = "cuda")]
            Place::Cuda(place) => place.point(),
        }
    }

    /// Goes on from another point.
    ///
    /// # Errors
    /// `Argument` where it has not a finite number for each variable; those of the CUDA engine.
    pub fn set_point(&mut self, point: &[[R; 2]]) -> Result<()> {
        if super::evaluator::count_points(point, &self.names)? != 1 {
            let message = format!("has {} for {}", count(point.len(), "number"), count(self.names.len(), "variable"));
            return Err(Error::argument("point", message));
        }
        match &mut self.place {
            Place::Cpu(place) => place.point.copy_from_slice(point),
            #[cfg(feature = "cuda")]
            Place::Cuda(place) => place.set_point(point)?,
        }
        Ok(())
    }
}

/// Steps on the first device that is asked for.
#[cfg(feature = "cuda")]
fn cuda<R: Precision>(system: &Compiled, run: &RunOptions, stop: Stop) -> Result<Place<R>> {
    let ordinals = crate::run::backend::ordinals(run)?;
    let first = *ordinals.first().ok_or_else(|| Error::argument("devices", "name at least one"))?;
    let mut engine = Cuda::new(first)?;
    let loaded = engine.load_system::<R>(system, SystemMethod::Auto)?;
    Ok(Place::Cuda(Box::new(CudaStep::new(engine, loaded, stop)?)))
}

/// There are none in this build.
#[cfg(not(feature = "cuda"))]
fn cuda<R: Precision>(_: &Compiled, _: &RunOptions, _: Stop) -> Result<Place<R>> {
    Err(crate::run::backend::without_cuda())
}

/// A step on the CPU.
struct CpuStep<R: Precision> {
    engine: Cpu,
    system: CpuSystem<R>,
    stop: Stop,
    point: Vec<[R; 2]>,
    values: Vec<[R; 2]>,
    jacobian: Vec<[R; 2]>,
    table: Vec<[Lane<R>; 2]>,
    matrix: Vec<[Lane<R>; 2]>,
}

impl<R: Precision> CpuStep<R> {
    fn new(system: &Compiled, run: &RunOptions, stop: Stop, room: u64) -> Result<Self> {
        let (n, zero) = (system.variables(), [R::default(); 2]);
        let mut engine = Cpu::<Mont31>::new(room, run.control.clone());
        let lanes = Complex(R::reals(Scalar)).zero();
        Ok(CpuStep {
            system: engine.load_system(system, SystemMethod::Auto)?,
            engine,
            stop,
            point: vec![zero; n],
            values: vec![zero; n],
            jacobian: vec![zero; n * n],
            table: vec![lanes; n],
            matrix: vec![lanes; n * (n + 1)],
        })
    }

    fn step(&mut self) -> Result<NewtonReport> {
        let CpuStep { engine, system, stop, point, values, jacobian, table, matrix } = self;
        engine.evaluate_system(system, point, values, Some(jacobian))?;
        let n = point.len();
        let number = |x: &[R; 2]| [lane(&x[0]), lane(&x[1])];
        for (x, to) in point.iter().zip(table.iter_mut()) {
            *to = number(x);
        }
        for ((row, derivatives), value) in matrix.chunks_exact_mut(n + 1).zip(jacobian.chunks_exact(n)).zip(&*values) {
            for (to, x) in row.iter_mut().zip(derivatives.iter().chain([value])) {
                *to = number(x);
            }
        }
        let ring = Complex(R::reals(Scalar));
        let found = newton::step(&ring, &Solo, &Solo, n as u32, *stop, &mut &mut table[..], &mut &mut matrix[..]);
        for (x, &[re, im]) in point.iter_mut().zip(&*table) {
            *x = [of_lane(re), of_lane(im)];
        }
        Ok(NewtonReport {
            status: NewtonStatus::from_lane(found.status),
            residual: found.residual,
            step: found.step,
            iterations: found.iterations as u32,
            pivots: found.ratio,
        })
    }
}
