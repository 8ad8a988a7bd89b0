//! The builder of determinants.

use super::characteristic::Characteristic;
use super::describe::{self, DeterminantPlan};
use super::minors::Expansion;
use super::options::DeterminantOptions;
use super::problem::Problem;
use super::report::{DeterminantAnswer, DeterminantReport};
use super::sylvester::{self, Pair};
use super::{compute, write};
use crate::alone::alone_if;
use crate::clock::Clock;
use crate::engine::DeterminantMethod;
use crate::error::Result;
use crate::poly::{Matrix, TermSink};
use crate::resultant::ResultantAnswer;
use crate::run::checkpoint::Fingerprint;
use crate::run::modulus::{self, Modulus};
use crate::run::options::RunOptions;
use crate::run::report::RunReport;
use crate::run::resume::with_checkpoint;
use crate::run::threads::on_threads_unless;
use crate::tiny;
use std::borrow::Cow;
use std::time::Instant;

/// Computes the determinant of a matrix of polynomials, with all choices: over Z by [`Determinant::new`], over Q by [`Determinant::of_rational`].
///
/// # Examples
/// ```
/// use eliminant::{Backend, Determinant, Matrix};
/// let matrix: Matrix = "[[x, y, 1], [y, x, y], [1, y, x]]".parse()?;
/// let answer = Determinant::new(&matrix).backend(Backend::Cpu).run()?;
/// assert_eq!(answer.polynomial.to_string(), "x^3 - 2*x*y^2 - x + 2*y^2");
/// assert_eq!(answer.report.size, 3);
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Determinant<'a, M = Matrix> {
    pub(super) matrix: &'a M,
    /// Bytes of the host that the caller holds besides.
    pub(super) beside: u64,
    pub(super) options: DeterminantOptions,
}

impl<'a> Determinant<'a> {
    /// A builder for det `matrix`. The answer has the variables of the matrix.
    pub fn new(matrix: &'a Matrix) -> Self {
        Determinant { matrix, beside: 0, options: DeterminantOptions::default() }
    }

    fn fingerprint(&self) -> Fingerprint {
        let mut fingerprint = Fingerprint::new("determinant");
        fingerprint.number(self.matrix.rows() as u64).modulus(self.options.modulus);
        self.matrix.entries().iter().for_each(|entry| _ = fingerprint.polynomial(entry));
        fingerprint
    }

    /// The same with other choices of how it is run.
    fn with_run(&self, run: RunOptions) -> Self {
        self.clone().run_options(run)
    }

    /// The pair whose resultant the answer is, where it is found so.
    fn pair(&self) -> Result<Option<Pair>> {
        // Of three rows elimination takes no longer.
        let may_be = self.options.method == DeterminantMethod::Auto
            && !self.options.contraction
            && self.matrix.is_square()
            && self.matrix.rows() > 3;
        if may_be { sylvester::pair(self.matrix) } else { Ok(None) }
    }

    /// The expansion by minors, where that is predicted to be faster.
    fn expansion(&self) -> Result<Option<Expansion<'a>>> {
        self.options.modulus.map_or(Ok(()), Modulus::check)?;
        Expansion::new(self.matrix, &self.options)
    }

    /// The answer by minors.
    fn expanded(&self, expansion: &Expansion<'_>) -> Result<DeterminantAnswer> {
        let (start, mut clock) = (Instant::now(), Clock::default());
        let mut options = self.options.clone();
        options.run.control = options.run.control.begin();
        let (value, prime) =
            on_threads_unless(expansion.is_small(), options.run.threads, || expansion.run(&options, &mut clock))??;
        let polynomial = compute::reduced(value, &options)?;
        let milliseconds = start.elapsed().as_secs_f64() * 1e3;
        let run = RunReport {
            verified_modulo: prime.into(),
            stages: clock.into_stages(),
            milliseconds,
            ..RunReport::default()
        };
        let report = DeterminantReport::of_minors(self.matrix, run, &options);
        Ok(DeterminantAnswer { polynomial, report })
    }

    /// The characteristic polynomial that the answer is, where it is found so.
    fn characteristic(&self) -> Result<Option<Characteristic>> {
        Characteristic::chosen(self.matrix, &self.options, || self.problem())
    }

    fn problem(&self) -> Result<Problem<'a>> {
        let matrix = match self.options.modulus {
            Some(p) => {
                p.check()?;
                Cow::Owned(modulus::representatives(self.matrix, p)?)
            }
            None => Cow::Borrowed(self.matrix),
        };
        Ok(Problem::new(matrix)?.beside(self.beside))
    }

    /// Computes the plan alone: bounds, grid, primes and memory, nothing of the answer.
    ///
    /// # Errors
    /// As [`Self::run`], except for faults of a device.
    pub fn plan(&self) -> Result<DeterminantPlan> {
        if let Some(pair) = self.pair()? {
            let plan = pair.resultant(&self.options).plan()?;
            return Ok(DeterminantPlan::of_resultant(plan, self.matrix.rows()));
        }
        if let Some(expansion) = self.expansion()? {
            return Ok(DeterminantPlan::of_minors(self.matrix, expansion.bytes(), &self.options));
        }
        if let Some(characteristic) = self.characteristic()? {
            return characteristic.plan(&self.options);
        }
        describe::describe(&self.problem()?, &self.options)
    }

    /// Computes and verifies the answer.
    ///
    /// # Errors
    /// - `Argument`: the matrix is not square, threads or memory are 0, the list of devices is empty, or the modulus is no prime below
    ///   2^31.
    /// - `Limit`: the answer needs more primes or memory than there are, the matrix has more than 2^15 rows, or a degree of a contraction may
    ///   be 2^30 or more.
    /// - `DriverUnavailable`, `NoDevice`, `BuiltWithoutKernels`, `UnsupportedDevice`, `Ptx`, `Driver`, `OutOfMemory`,
    ///   `Device`: the CUDA engine.
    /// - `Verification`: the answer disagrees with an independent computation; nothing is returned.
    /// - `Checkpoint`: the file of [`RunOptions::checkpoint`](crate::RunOptions::checkpoint) cannot be read or written, is of another
    ///   problem or version, or another computation has it.
    /// - `Cancelled`: by [`crate::Control::cancel`].
    ///
    /// # Complexity
    /// For blocks of n rows on the diagonal of a block triangular form, and an answer of H bits with D coefficients (products of the degrees in
    /// the variables and one): O(H D n^3) element steps of three products, and O(H D log D) for each different entry and O(H^2 D) for
    /// evaluation, interpolation and lifting, with words of 30 bits.
    pub fn run(&self) -> Result<DeterminantAnswer> {
        let computed = |run| self.with_run(run).computed();
        let is_tiny = tiny::determinant(&self.options.run, self.matrix.rows(), self.matrix.entries());
        alone_if(is_tiny, || {
            with_checkpoint(&self.options.run, || self.fingerprint(), computed, |answer| &mut answer.report.run)
        })
    }

    fn computed(&self) -> Result<DeterminantAnswer> {
        if let Some(pair) = self.pair()? {
            let ResultantAnswer { polynomial, report } = pair.resultant(&self.options).run()?;
            let report = DeterminantReport::of_resultant(report, self.matrix.rows());
            return Ok(DeterminantAnswer { polynomial, report });
        }
        if let Some(expansion) = self.expansion()? {
            return self.expanded(&expansion);
        }
        if let Some(characteristic) = self.characteristic()? {
            return characteristic.run(&self.options);
        }
        compute::run(|| self.problem(), &self.options)
    }

    /// Computes and verifies the answer, and gives its terms to `sink` as they are made, the highest first: they need not fit in
    /// memory. Then their residues must, or a folder for them ([`RunOptions::scratch`](crate::RunOptions::scratch)).
    ///
    /// Answers that are known only as a whole are computed as by [`Self::run`] first: probabilistic ones and those modulo a prime. The
    /// verification ends after the last term: what was written is of no use before this returns.
    ///
    /// # Errors
    /// As [`Self::run`]; those of the sink; `File` where the folder takes no residues. Then the sink is not finished.
    ///
    /// # Examples
    /// ```
    /// use eliminant::poly::TextWriter;
    /// use eliminant::{Backend, Determinant, Matrix};
    /// let matrix: Matrix = "[[x, y], [1, x*y]]".parse()?;
    /// let mut text = Vec::new();
    /// Determinant::new(&matrix).backend(Backend::Cpu).write(&mut TextWriter::new(&mut text))?;
    /// assert_eq!(text, b"x^2*y - y");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn write(&self, sink: &mut (dyn TermSink + Send)) -> Result<DeterminantReport> {
        let written = |run| self.with_run(run).written(sink);
        with_checkpoint(&self.options.run, || self.fingerprint(), written, |report| &mut report.run)
    }

    fn written(&self, sink: &mut (dyn TermSink + Send)) -> Result<DeterminantReport> {
        if let Some(pair) = self.pair()? {
            let report = pair.resultant(&self.options).write(sink)?;
            return Ok(DeterminantReport::of_resultant(report, self.matrix.rows()));
        }
        if let Some(expansion) = self.expansion()? {
            let answer = self.expanded(&expansion)?;
            answer.polynomial.write_to(sink)?;
            return Ok(answer.report);
        }
        if let Some(characteristic) = self.characteristic()? {
            let answer = characteristic.run(&self.options)?;
            answer.polynomial.write_to(sink)?;
            return Ok(answer.report);
        }
        write::run(|| self.problem(), &self.options, sink)
    }
}
