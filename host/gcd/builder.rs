//! The builder of one GCD.

use super::compute;
use super::describe::{GcdPlan, describe};
use super::modulo::gcd_modulo;
use super::options::GcdOptions;
use super::pair::Pair;
use super::plan;
use super::problem::{Case, Problem, vars};
use super::report::{GcdAnswer, GcdReport};
use super::request::{Request, Solution};
use crate::alone::alone_if;
use crate::clock::Clock;
use crate::error::Result;
use crate::poly::Polynomial;
use crate::run::checkpoint::Fingerprint;
use crate::run::modulus::Modulus;
use crate::run::resume::with_checkpoint;
use crate::run::threads::on_threads;
use crate::tiny;
use std::time::Instant;

/// Steps of Euclid's algorithm up to which two images are taken first: these take less time than an engine does to begin.
const MOST_STEPS_OF_IMAGES: usize = 1 << 12;

/// Computes the greatest common divisor of two polynomials, with all choices: over Z by [`Gcd::new`], over Q by [`Gcd::of_rational`],
/// of rational functions by [`Gcd::of_functions`].
///
/// # Examples
/// ```
/// use eliminant::{Backend, Gcd, Polynomial};
/// let f: Polynomial = "x^5 - x".parse()?;
/// let g: Polynomial = "x^4 - 2*x^2 + 1".parse()?;
/// let answer = Gcd::new(&f, &g).backend(Backend::Cpu).cofactors(true).run()?;
/// assert_eq!(answer.gcd.to_string(), "x^2 - 1");
/// let [a, b] = answer.cofactors.unwrap();
/// assert_eq!((&answer.gcd * &a, &answer.gcd * &b), (f, g));
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Gcd<'a, P = Polynomial> {
    pub(super) f: &'a P,
    pub(super) g: &'a P,
    pub(super) cofactors: bool,
    pub(super) modulus: Option<Modulus>,
    /// Bytes of the host that the caller holds besides.
    pub(super) beside: u64,
    pub(super) options: GcdOptions,
}

impl<'a> Gcd<'a> {
    /// A builder for gcd(`f`, `g`).
    pub fn new(f: &'a Polynomial, g: &'a Polynomial) -> Self {
        Gcd { f, g, cofactors: false, modulus: None, beside: 0, options: GcdOptions::default() }
    }

    /// Beside `bytes` of the host that the caller holds.
    pub(super) fn beside(mut self, bytes: u64) -> Self {
        self.beside = bytes;
        self
    }

    /// Computes the plan alone: bounds, primes and memory, nothing of the answer; in several variables one image for each of them.
    ///
    /// # Errors
    /// As [`Self::run`], except for faults of a device.
    ///
    /// # Complexity
    /// O(B) for f and g of B bits; in n variables O(n s) products modulo a prime for s coefficients besides, and steps of as many remainder sequences.
    ///
    /// # Examples
    /// ```
    /// use eliminant::{Gcd, Polynomial};
    /// let f: Polynomial = "(x + y + 1)^4".parse()?;
    /// let g: Polynomial = "(x + y + 1)^3".parse()?;
    /// let plan = Gcd::new(&f, &g).plan()?;
    /// assert_eq!((plan.computation, &plan.degree_bound[..]), ("points", &[3, 3][..]));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn plan(&self) -> Result<GcdPlan> {
        on_threads(self.options.run.threads, || describe(self.f, self.g, &self.options))?
    }

    /// Computes, proves and verifies the GCD.
    ///
    /// # Errors
    /// - `Argument`: threads or memory are 0, or the modulus is no prime.
    /// - `Limit`: polynomials that are sparse have images in one variable with more than 2^22 coefficients, and more than 2^25 as dense ones, counted with a common
    ///   divisor of all differences of exponents taken out; or the answer needs more memory than there is. Modulo a prime there is no limit on coefficients, but
    ///   exponents of polynomials that are not sparse may have 128 bits in all.
    /// - `DriverUnavailable`, `NoDevice`, `BuiltWithoutKernels`, `UnsupportedDevice`, `Ptx`, `Driver`, `OutOfMemory`,
    ///   `Device`: the CUDA engine.
    /// - `Verification`: the answer disagrees with an independent computation; nothing is returned.
    /// - `Checkpoint`: the file of [`RunOptions::checkpoint`](crate::RunOptions::checkpoint) cannot be read or written, is of another
    ///   problem or version, or another computation has it.
    /// - `Cancelled`: by [`crate::Control::cancel`].
    ///
    /// # Complexity
    /// For degrees p >= q, a GCD of degree d and H bits, and f, g of B bits: O(H (p q - d^2)) element steps of three products for the
    /// images, O(H p log^2 p) for long ones on a CPU, and O(B (p log p + B p)) products for proof and lift, with words of 30 or 50 bits.
    /// In more variables: as many times as the kept ones have points, about the product of max(deg f, deg g) + 1 over them, with
    /// H = max(bits of f, g).
    ///
    /// Sparse polynomials, with s terms of f and g: for T, the terms of the GCD or of a cofactor of one weight, O(T) images of O(s + p q) products each, as many for each
    /// further prime, and exact divisions. Modulo a prime some more for each few variables.
    ///
    /// Modulo a prime, with s terms of f and g in n variables: O(n s) products for an image in each of them, and O(p q) for Euclid's algorithm. Then, if polynomials are
    /// not sparse, as many images in
    /// one variable as the product, over the others, of the degree of the GCD and of the GCD of leading coefficients and some 3 more,
    /// where a division is quick, or at most of max(deg f, deg g) and that of the leading coefficients and 1 more.
    pub fn run(&self) -> Result<GcdAnswer> {
        let problem = || {
            let mut fingerprint = Fingerprint::new("gcd");
            fingerprint.polynomial(self.f).polynomial(self.g).modulus(self.modulus);
            fingerprint
        };
        let solved = |run| self.clone().run_options(run).timed();
        with_checkpoint(&self.options.run, problem, solved, |answer| &mut answer.report.run)
    }

    fn timed(&self) -> Result<GcdAnswer> {
        let start = Instant::now();
        let mut all = self.clone();
        all.options.run.control = self.options.run.control.begin();
        let is_tiny = tiny::gcd(&self.options.run, [self.f, self.g]);
        let mut answer = alone_if(is_tiny, || on_threads(self.options.run.threads, || all.computed()))??;
        all.options.run.control.finish();
        answer.report.run.milliseconds = start.elapsed().as_secs_f64() * 1e3;
        Ok(answer)
    }

    fn computed(&self) -> Result<GcdAnswer> {
        let (mut clock, run) = (Clock::default(), &self.options.run);
        let (control, cofactors, beside) = (&run.control, self.cofactors, self.beside);
        let request = Request { options: &self.options, control, cofactors, beside };
        let mut report = GcdReport::new(self.options.method, 1);
        if let Some(p) = self.modulus {
            let vars = vars(self.f, self.g);
            let (gcd, all) = clock.time("gcd", || gcd_modulo((self.f, self.g), (p, &vars), (run, beside)))?;
            (report.run.backend, report.run.verified_modulo) = ("cpu", p);
            report.run.stages = clock.into_stages();
            return Ok(GcdAnswer { gcd, cofactors: all.filter(|_| cofactors), report });
        }
        let input = clock.time("input", || Problem::new(self.f, self.g, cofactors, (run, self.options.on_grid())))?;
        let (gcd, cofactors) = match &input.task {
            Case::Known(gcd, cofactors) => (gcd.clone(), cofactors.clone().filter(|_| self.cofactors)),
            Case::Multivariate(problem) => {
                let engine_request = clock.time("engine", || {
                    plan::engine_request_of_points(run, [problem.work()], problem.held() + self.beside)
                });
                let mut chosen = clock.time("engine", || engine_request.choose(run, || 1))?;
                let (solution, counts) =
                    chosen.run_in_memory(run, |engines| problem.on_first(engines, request, &mut clock))?;
                report.run.chose(&chosen);
                report.add(&counts);
                clock.time("assemble", || problem.answer(solution, self.cofactors))?
            }
            Case::Sparse(problem) => {
                let solve = || problem.solve(run, control, beside);
                let ((gcd, cofactors), counts) = clock.time("gcd", solve)?;
                report.run.backend = "cpu";
                report.add(&counts);
                (gcd, cofactors.filter(|_| self.cofactors))
            }
            Case::Pair(pair) => {
                let is_short = pair.f.length().saturating_mul(pair.g.length()) <= MOST_STEPS_OF_IMAGES;
                let by_images = is_short && !self.options.on_grid();
                let are_coprime = pair.is_trivial() || by_images && pair.is_coprime_by_images(control)?;
                let solution = match are_coprime {
                    true => Solution::coprime(pair, request),
                    false => self.solved(pair, request, &mut report, &mut clock)?,
                };
                clock.time("assemble", || input.answer(pair, solution))
            }
        };
        report.run.stages = clock.into_stages();
        Ok(GcdAnswer { gcd, cofactors, report })
    }

    fn solved(
        &self,
        pair: &Pair<'_>,
        request: Request<'_>,
        report: &mut GcdReport,
        clock: &mut Clock,
    ) -> Result<Solution> {
        let run = &self.options.run;
        let mut engine_request = plan::engine_request(run, &[pair]);
        engine_request.held += self.beside;
        let mut chosen = clock.time("engine", || engine_request.choose(run, || 1))?;
        let (solution, counts) =
            chosen.run_in_memory(run, |engines| compute::on_first(engines, pair, request, clock))?;
        report.run.chose(&chosen);
        report.add(&counts);
        Ok(solution)
    }
}

impl<P> Gcd<'_, P> {
    /// Whether the answer has f / gcd and g / gcd too. The computation finds them anyway, but writing them down takes time.
    pub fn cofactors(mut self, wanted: bool) -> Self {
        self.cofactors = wanted;
        self
    }

    /// Computes modulo this prime, of at most 256 bits: the GCD of the images of f and g, in any number of variables, with coefficients from 0 to `p` - 1. The
    /// coefficient of its first term in descending lexicographic order is 1. It is computed on the host: by Euclid's algorithm in one variable, in more by
    /// progressions of points for sparse polynomials and by Brown's for others.
    ///
    /// # Examples
    /// ```
    /// use eliminant::{Gcd, Polynomial};
    /// let (f, g): (Polynomial, Polynomial) = ("x^2 + 1".parse()?, "3*x - 6".parse()?);
    /// assert_eq!(Gcd::new(&f, &g).modulus(5).run()?.gcd.to_string(), "x + 3");
    /// let (f, g): (Polynomial, Polynomial) = ("x^2 + y^2".parse()?, "x*z + y*z".parse()?);
    /// assert_eq!(Gcd::new(&f, &g).modulus(2).run()?.gcd.to_string(), "x + y");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn modulus(mut self, p: impl Into<Modulus>) -> Self {
        self.modulus = Some(p.into());
        self
    }
}
