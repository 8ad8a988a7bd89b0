//! Newton's method on a system.

use super::on_engine::{OnEngine, Work, on_engine};
use super::plan::{SystemPlan, plan};
use super::points::widened;
use super::size;
use super::stepper::NewtonStepper;
use crate::control::Control;
use crate::engine::SystemMethod;
use crate::engine::status::NewtonReport;
use crate::error::{Error, Result};
use crate::floating::{Complex64, Precision, as_parts, relative_error};
use crate::plural::count;
use crate::poly::systems::Compiled;
use crate::run::options::{RunOptions, run_setters};
use crate::run::report::RunReport;
use crate::system::together::Together;
use gpu::system::newton::Stop;

/// The points after Newton's method, with a report for each.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct NewtonAnswer<R> {
    /// The points, \[point\]\[variable\], each `[re, im]`.
    pub points: Vec<[R; 2]>,
    /// A report for each point.
    pub reports: Vec<NewtonReport>,
    /// `cpu` or `cuda`: where it was done.
    pub backend: &'static str,
}

/// Choices of [`Newton`].
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct NewtonOptions {
    /// Most steps of a point: 20.
    pub iterations: u32,
    /// T, above 0 and at most 1; 64 e unless set.
    pub tolerance: Option<f64>,
    /// Where and how it is computed.
    pub run: RunOptions,
}

impl Default for NewtonOptions {
    fn default() -> Self {
        NewtonOptions { iterations: 20, tolerance: None, run: RunOptions::default() }
    }
}

/// Improves zeros by Newton's method x - J(x)^-1 f(x), for n polynomials in n variables, at many points at once, in any of the precisions.
///
/// Points are \[point\]\[variable\]. Each stops on its own: when a step is at most T / max(r, sqrt(T)) of the largest point on the way, for
/// the tolerance T and the ratio r of pivots; when it can get no further ([`NewtonStatus`](super::NewtonStatus)); or after the greatest number of iterations. No point
/// is replaced by one that is not finite.
///
/// # Complexity
/// For each point and step the products of [`Compiled::products`], n^3 / 3 + n^2 products and n divisions. One evaluation and elimination
/// more than there are steps.
///
/// # Source
/// N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., chapters 9 and 25.
///
/// ```
/// use eliminant::system::{Newton, NewtonStatus, System};
///
/// let circle = "x^2 + y^2 - 2; x - y".parse::<System>()?.compile()?;
/// let answer = Newton::new(&circle).run(&[[[1.1], [0.1]], [[0.9], [0.0]]])?;
/// assert_eq!(answer.reports[0].status, NewtonStatus::Converged);
/// assert!((answer.points[0][0][0] - 1.0).abs() < 1e-15 && answer.points[0][1][0].abs() < 1e-15);
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Newton<'a> {
    system: &'a Compiled,
    options: NewtonOptions,
}

run_setters!(Newton, "The CUDA devices, which share points.");

impl<'a> Newton<'a> {
    /// A builder for Newton's method on this system: at most 20 iterations, T = 64 e for the error e of an operation of the precision (1.1e-16, 1.2e-31 and 2.4e-63).
    pub fn new(system: &'a Compiled) -> Self {
        Newton { system, options: NewtonOptions::default() }
    }

    /// The largest number of steps of a point. With 0 only the reports are computed.
    pub fn iterations(mut self, most: u32) -> Self {
        self.options.iterations = most;
        self
    }

    /// All choices together.
    pub fn options(mut self, options: NewtonOptions) -> Self {
        self.options = options;
        self
    }

    /// T, above 0 and at most 1.
    pub fn tolerance(mut self, tolerance: f64) -> Self {
        self.options.tolerance = Some(tolerance);
        self
    }

    /// Computes the points after Newton's method. For n = 0 there are no points. Both engines give the same bits.
    ///
    /// # Errors
    /// `Argument` where there are not as many polynomials as variables, the points are no whole ones or not finite, the tolerance is none, or a
    /// coefficient is beyond the range of doubles; `Limit` where points exceed memory; `Cancelled`; those of the CUDA engine as [`crate::Determinant::run`].
    pub fn run<R: Precision>(&self, points: &[[R; 2]]) -> Result<NewtonAnswer<R>> {
        self.check::<R>(points)?;
        on_engine::<R, _>(
            &self.options.run,
            self.work::<R>(self.count(points), &[R::PARTS]),
            Run { newton: self, points },
        )
    }

    /// Improves points to quad-double accuracy: in double, from there in double-double, from there in quad-double. A point that does not converge in
    /// one precision goes on in the next all the same.
    ///
    /// # Errors
    /// As [`Newton::run`].
    ///
    /// ```
    /// use eliminant::floating::print;
    /// use eliminant::system::{Newton, System};
    ///
    /// let root = "x^2 - 2".parse::<System>()?.compile()?;
    /// let answer = Newton::new(&root).refine(&[1.4.into()])?;
    /// assert!(print(&answer.points[0][0]).starts_with("1.4142135623730950488016887242096980785696718753769480731766"));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn refine(&self, points: &[Complex64]) -> Result<NewtonAnswer<[f64; 4]>> {
        let points = as_parts(points);
        self.check(points)?;
        on_engine::<[f64; 4], _>(
            &self.options.run,
            self.work::<[f64; 1]>(self.count(points), &[1, 2, 4]),
            Refine { newton: self, points },
        )
    }

    /// A stepper at this point: one step for each call, if decisions are to be made between steps. On a device what a step takes is captured once and
    /// replayed, one call of the driver. The greatest number of iterations is of no account.
    ///
    /// # Errors
    /// As [`Newton::run`]; `Argument` for several points, or none.
    ///
    /// ```
    /// use eliminant::system::{Newton, NewtonStatus, System};
    ///
    /// let root = "x^2 - 2".parse::<System>()?.compile()?;
    /// let mut stepper = Newton::new(&root).stepper(&[[[1.5], [0.0]]])?;
    /// let report = stepper.step()?;
    /// assert_eq!((report.residual, report.iterations), (0.25, 1));
    /// assert_eq!(stepper.point()?[0][0][0], 1.5 - 0.25 / 3.0);
    /// while stepper.step()?.status != NewtonStatus::Converged {}
    /// assert!((stepper.point()?[0][0][0] - 2f64.sqrt()).abs() < 1e-15);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn stepper<R: Precision>(&self, point: &[[R; 2]]) -> Result<NewtonStepper<R>> {
        self.check::<R>(point)?;
        let n = self.system.variables();
        if n == 0 || point.len() != n {
            let message =
                format!("has {}; a stepper has one point, of {}", count(point.len(), "number"), count(n, "variable"));
            return Err(Error::argument("point", message));
        }
        NewtonStepper::new(self.system, &self.options.run, self.stop::<R>(), point, products_of_step(self.system, 1))
    }

    /// When to stop.
    fn stop<R: Precision>(&self) -> Stop {
        let tolerance = self.options.tolerance.unwrap_or(64.0 * relative_error::<R>());
        Stop { iterations: self.options.iterations.into(), tolerance, root: tolerance.sqrt() }
    }

    /// # Errors
    /// As [`Newton::run`].
    fn check<R: Precision>(&self, points: &[[R; 2]]) -> Result<()> {
        let (n, m) = (self.system.variables(), self.system.polynomials());
        if n != m {
            let message = format!(
                "has {} in {}; Newton's method needs as many polynomials as variables",
                count(m, "polynomial"),
                count(n, "variable")
            );
            return Err(Error::argument("system", message));
        }
        check_points(points, n)?;
        match self.options.tolerance {
            Some(tolerance) if !(tolerance > 0.0 && tolerance <= 1.0) => {
                Err(Error::argument("tolerance", format!("is {tolerance}; it must be above 0 and at most 1")))
            }
            _ => Ok(()),
        }
    }

    /// Predicts memory and time of [`Newton::run`] for so many points, if they take six steps or the greatest number of iterations where that is less. Computes
    /// nothing.
    ///
    /// # Errors
    /// As there.
    ///
    /// ```
    /// use eliminant::system::{Newton, System};
    /// use eliminant::Backend;
    ///
    /// let circle = "x^2 + y^2 - 2; x - y".parse::<System>()?.compile()?;
    /// let plan = Newton::new(&circle).backend(Backend::Cpu).plan::<[f64; 1]>(500)?;
    /// assert_eq!((plan.points, plan.backend), (500, "cpu"));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn plan<R: Precision>(&self, points: usize) -> Result<SystemPlan> {
        self.check::<R>(&[])?;
        plan::<R>(&self.options.run, &self.work::<R>(points, &[R::PARTS]), points as u64)
    }

    /// The number of points of a list.
    fn count<R>(&self, points: &[[R; 2]]) -> usize {
        points.len().checked_div(self.system.variables()).unwrap_or(0)
    }

    /// The work in precisions of so many doubles, about: few points need more than six steps.
    fn work<R: Precision>(&self, points: usize, parts: &[usize]) -> Work {
        let chain = f64::from(self.options.iterations.min(6) + 1) * products_of_step(self.system, 1);
        let numbers = points.saturating_mul(self.system.variables());
        // The points as they are given and, in each precision, before and after.
        let doubles = numbers.saturating_mul(2 * (R::PARTS + 2 * parts.iter().sum::<usize>()));
        let reports = points.saturating_mul(parts.len() * size_of::<NewtonReport>());
        let held = doubles.saturating_mul(size_of::<f64>()).saturating_add(reports) as u64;
        let held = held.saturating_add(size::on_engine(self.system, parts));
        let bytes = 2.0 * numbers as f64 * size_of::<[R; 2]>() as f64;
        Work { products: points as f64 * chain, chain, bytes, held }
    }

    /// One precision.
    pub(super) fn stage<R: Precision>(
        &self,
        engine: &mut Together<'_, '_>,
        control: &Control,
        points: &[[R; 2]],
    ) -> Result<(Vec<[R; 2]>, Vec<NewtonReport>)> {
        engine.watch(control);
        let system = engine.load_system::<R>(self.system, SystemMethod::Auto)?;
        let mut points = points.to_vec();
        let count = points.len().checked_div(self.system.variables()).unwrap_or(0);
        let mut reports = vec![NewtonReport::default(); count];
        engine.refine_points(&system, self.stop::<R>(), &mut points, &mut reports)?;
        Ok((points, reports))
    }
}

/// Products of values, derivatives and an elimination with so many right-hand sides, of a system of as many polynomials as unknowns.
pub(super) fn products_of_step(system: &Compiled, columns: usize) -> f64 {
    let n = system.polynomials() as f64;
    system.products() as f64 + n * n * (n / 3.0 + columns as f64)
}

/// One precision.
struct Run<'a, 's, R> {
    newton: &'a Newton<'s>,
    points: &'a [[R; 2]],
}

impl<R: Precision> OnEngine for Run<'_, '_, R> {
    type Output = NewtonAnswer<R>;

    fn run(self, engine: &mut Together<'_, '_>, control: &Control, report: RunReport) -> Result<NewtonAnswer<R>> {
        let (points, reports) = self.newton.stage(engine, control, self.points)?;
        Ok(NewtonAnswer { points, reports, backend: report.backend })
    }
}

/// All precisions.
struct Refine<'a, 's> {
    newton: &'a Newton<'s>,
    points: &'a [[[f64; 1]; 2]],
}

impl OnEngine for Refine<'_, '_> {
    type Output = NewtonAnswer<[f64; 4]>;

    fn run(self, engine: &mut Together<'_, '_>, control: &Control, report: RunReport) -> Result<Self::Output> {
        let (d, _) = self.newton.stage(engine, &control.share(0.05), self.points)?;
        let (dd, _) = self.newton.stage::<[f64; 2]>(engine, &control.share(0.25), &widened(&d))?;
        let (points, reports) = self.newton.stage(engine, &control.share(0.7), &widened(&dd))?;
        Ok(NewtonAnswer { points, reports, backend: report.backend })
    }
}

/// # Errors
/// `Argument` where the numbers are no whole points of n variables, or not finite.
pub(super) fn check_points<R: Precision>(points: &[[R; 2]], n: usize) -> Result<()> {
    if points.len() != points.len().checked_div(n).unwrap_or(0) * n {
        let message = format!("have {}; each point takes {}", count(points.len(), "number"), count(n, "number"));
        return Err(Error::argument("points", message));
    }
    let finite = |number: &[R; 2]| number.iter().flat_map(|part| part.as_ref()).all(|x| x.is_finite());
    match points.iter().position(|number| !finite(number)) {
        None => Ok(()),
        Some(at) => Err(Error::argument("points", format!("point {} is not finite", at / n))),
    }
}
