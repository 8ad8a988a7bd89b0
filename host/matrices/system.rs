//! The builder of linear systems.

use super::adjugate::of_rows;
use super::answer::{LinearAnswer, Solvability};
use super::compute;
use super::points::{self, PointRank};
use super::rank::{is_solution, over_q};
use crate::alone::alone_if;
use crate::clock::Clock;
use crate::engine::MatrixWanted;
use crate::error::{Error, Result};
use crate::gcd::Gcd;
use crate::plural::count;
use crate::poly::{Matrix, Polynomial, RationalMatrix};
use crate::run::checkpoint::Fingerprint;
use crate::run::options::RunOptions;
use crate::run::random::{Purpose, rng};
use crate::run::resume::with_checkpoint;
use crate::run::stopping::Certainty;
use crate::run::threads::on_threads;
use crate::run::tuples::{ListOptions, ListPlan, ListReport, list_setters};
use crate::tiny;
use rand::Rng;
use rug::Integer;
use std::time::Instant;

/// The name of the operation.
const OPERATION: &str = "linear system";

/// Solves M x = b over the field of rational functions, with all choices: over Z by [`LinearSystem::new`], over Q by [`LinearSystem::of_rational`]. b is a
/// matrix, with a column for each right side.
///
/// The solution is given by numerators over a common denominator, without a common factor. M need not be square. Where there are infinitely many solutions, some unknowns
/// are free, and 0 in the one that is given; that there is none is an answer too ([`Solvability`]).
///
/// # Examples
/// ```
/// use eliminant::{LinearSystem, Matrix};
/// use eliminant::matrices::Solvability;
/// let m: Matrix = "[[x, 1], [1, y]]".parse()?;
/// let b: Matrix = "[[1], [0]]".parse()?;
/// let answer = LinearSystem::new(&m, &b).run()?;
/// assert_eq!(answer.solvability, Solvability::Unique);
/// assert_eq!((answer.numerators.to_string(), answer.denominator.to_string()), ("[[y], [-1]]".into(), "x*y - 1".into()));
///
/// let m: Matrix = "[[x, x^2], [1, x]]".parse()?;
/// let answer = LinearSystem::new(&m, &b).run()?;
/// assert_eq!(answer.solvability, Solvability::None);
/// let b: Matrix = "[[x], [1]]".parse()?;
/// let answer = LinearSystem::new(&m, &b).run()?;
/// assert_eq!((answer.solvability, answer.free.len()), (Solvability::Infinite, 1));
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct LinearSystem<'a, M = Matrix> {
    matrix: &'a M,
    right: &'a M,
    pub(super) options: ListOptions,
}

list_setters!(LinearSystem<M>);

/// A solution that is found.
struct Found {
    solvability: Solvability,
    numerators: Vec<Polynomial>,
    denominator: Polynomial,
    free: Vec<usize>,
    report: ListReport,
}

impl<'a> LinearSystem<'a> {
    /// A builder for the solution of `matrix` x = `right`. The answer has the variables of both.
    pub fn new(matrix: &'a Matrix, right: &'a Matrix) -> Self {
        LinearSystem { matrix, right, options: ListOptions::default() }
    }

    fn fingerprint(&self) -> Fingerprint {
        let mut fingerprint = Fingerprint::new(OPERATION);
        fingerprint.number(self.matrix.rows() as u64).number(self.right.columns() as u64);
        let entries = self.matrix.entries().iter().chain(self.right.entries());
        entries.for_each(|entry| _ = fingerprint.polynomial(entry));
        fingerprint
    }

    /// (M | b), over the variables of both.
    fn whole(&self) -> Result<Matrix> {
        let (m, b) = (self.matrix, self.right);
        if m.rows() != b.rows() {
            let rows = count(b.rows(), "row");
            let message = format!("has {rows}, and the matrix has {}; give it as many", m.rows());
            return Err(Error::argument("right side", message));
        }
        let mut vars: Vec<&String> = m.vars().iter().collect();
        vars.extend(b.vars().iter().filter(|name| !m.vars().contains(name)));
        let row = |i: usize| {
            let of = |matrix: &Matrix| (0..matrix.columns()).filter_map(|j| matrix.entry(i, j).cloned()).collect();
            let (mut row, right): (Vec<Polynomial>, Vec<Polynomial>) = (of(m), of(b));
            row.extend(right);
            row
        };
        Matrix::over(&vars, (0..m.rows()).map(row).collect())
    }

    /// Computes the plan of the square system that is solved: bounds, grid, primes and memory, nothing of the answer but the rank. A plan without a grid means that there is no solution, or nothing to be computed.
    ///
    /// # Errors
    /// As [`Self::run`], except for faults of a device.
    pub fn plan(&self) -> Result<ListPlan> {
        over_q(OPERATION, &self.options)?;
        let whole = self.whole()?;
        let work = || -> Result<ListPlan> {
            let (n, options) = (self.matrix.columns(), &self.options);
            let found = points::rank(&whole, n, &options.run, &mut rng(&options.run, Purpose::Outline))?;
            if found.with_right > found.rank || found.rank == 0 || self.right.columns() == 0 {
                return Ok(ListPlan::new(OPERATION, None));
            }
            let system = whole.submatrix(&found.rows, &self.chosen(&found))?;
            compute::plan(OPERATION, (&system, MatrixWanted::Solution), options)
        };
        on_threads(self.options.run.threads, work)?
    }

    /// The columns of the unknowns that are not free, and the right sides.
    fn chosen(&self, found: &PointRank) -> Vec<usize> {
        let (n, beside) = (self.matrix.columns(), self.right.columns());
        found.columns.iter().copied().chain(n..n + beside).collect()
    }

    /// Computes and verifies the solution.
    ///
    /// # Errors
    /// - `Argument`: M and b differ in rows, threads or memory are 0; a modulus is set, since the solution is one over Q.
    /// - `Limit`: the answer needs more primes or memory than there are, or has more than 2^24 numerators.
    /// - Of devices, `Verification`, `Checkpoint` and `Cancelled` as for [`Determinant::run`](crate::Determinant::run).
    ///
    /// # Complexity
    /// For r unknowns that are not free, s right sides and numerators of H bits on a grid of D points: O(H D r^2 (r + s)) element steps, for each numerator O(H D log D) for
    /// interpolation and O(H^2 D) for lifting, a GCD of the denominator and a combination of the numerators, and a division of each where that is not 1.
    pub fn run(&self) -> Result<LinearAnswer> {
        over_q(OPERATION, &self.options)?;
        let whole = self.whole()?;
        let computed = |run: RunOptions| {
            let options = ListOptions { run, ..self.options.clone() };
            on_threads(options.run.threads, || self.computed(&whole, &options))?
        };
        let is_tiny = tiny::determinant(&self.options.run, whole.rows().max(whole.columns()), whole.entries());
        alone_if(is_tiny, || {
            with_checkpoint(
                &self.options.run,
                || self.fingerprint(),
                computed,
                |answer: &mut LinearAnswer| &mut answer.report.run,
            )
        })
    }

    fn computed(&self, whole: &Matrix, options: &ListOptions) -> Result<LinearAnswer> {
        let start = Instant::now();
        let mut found = self.found(whole, options)?;
        found.report.run.milliseconds = start.elapsed().as_secs_f64() * 1e3;
        let Found { solvability, numerators, denominator, free, report } = found;
        let vars = whole.vars();
        let numerators = match numerators.is_empty() {
            true if solvability != Solvability::None => {
                // Without unknowns, or without right sides.
                Matrix::over(vars, vec![Vec::new(); self.matrix.columns()])?
            }
            true => Matrix::over(vars, Vec::new())?,
            false => of_rows(vars, self.right.columns(), numerators)?,
        };
        Ok(LinearAnswer { solvability, numerators, denominator, free, report })
    }

    fn found(&self, whole: &Matrix, options: &ListOptions) -> Result<Found> {
        let (n, beside) = (self.matrix.columns(), self.right.columns());
        let constant = |c: i32| Polynomial::constant(whole.vars(), c.into());
        let mut clock = Clock::default();
        let points =
            clock.time("points", || points::rank(whole, n, &options.run, &mut rng(&options.run, Purpose::Outline)))?;
        let chosen = self.chosen(&points);
        let PointRank { rank, rows, columns, with_right, failure_log2 } = points;
        let mut report = ListReport::new(OPERATION, options);
        let doubtful = |report: &mut ListReport| {
            if let Some(failure) = failure_log2 {
                let failure = report.failure_log2.map_or(failure, |own| own.max(failure) + 1.0);
                (report.certainty, report.failure_log2) = (Certainty::PROBABILISTIC, Some(failure));
            }
        };
        let none = |mut report: ListReport| -> Result<Found> {
            doubtful(&mut report);
            let (numerators, free) = (Vec::new(), Vec::new());
            Ok(Found { solvability: Solvability::None, numerators, denominator: constant(0)?, free, report })
        };
        if with_right > rank {
            report.run.stages = clock.into_stages();
            return none(report);
        }
        let free: Vec<usize> = (0..n).filter(|j| !columns.contains(j)).collect();
        let mut numerators = vec![constant(0)?; n * beside];
        let mut denominator = constant(1)?;
        let others: Vec<usize> = (0..whole.rows()).filter(|i| !rows.contains(i)).collect();
        let mut of_unknowns = Vec::new();
        if rank > 0 && beside > 0 {
            let system = whole.submatrix(&rows, &chosen)?;
            let (polynomials, of_system) = compute::run(OPERATION, (&system, MatrixWanted::Solution), options)?;
            report = of_system;
            let run = options.run.with_control(options.run.control.silent());
            (of_unknowns, denominator) = clock.time("primitive", || primitive(polynomials, &run))?;
        }
        let rest = whole.submatrix(&others, &chosen)?;
        let rest: Vec<Vec<Polynomial>> =
            rest.entries().chunks(chosen.len().max(1)).map(<[Polynomial]>::to_vec).collect();
        let holds = clock.time("equations", || {
            is_solution(&rest, columns.len(), &of_unknowns, &denominator, &options.run.control)
        })?;
        report.run.stages.extend(clock.into_stages());
        if !holds {
            return none(report);
        }
        for (k, value) in of_unknowns.into_iter().enumerate() {
            numerators[columns[k / beside] * beside + k % beside] = value;
        }
        let solvability = if free.is_empty() { Solvability::Unique } else { Solvability::Infinite };
        if solvability == Solvability::Infinite {
            doubtful(&mut report);
        }
        Ok(Found { solvability, numerators, denominator, free, report })
    }
}

/// Numerators and the denominator behind them without a common factor, the denominator with a positive leading coefficient.
///
/// # Errors
/// Of GCDs.
fn primitive(mut all: Vec<Polynomial>, run: &RunOptions) -> Result<(Vec<Polynomial>, Polynomial)> {
    let Some(mut denominator) = all.pop() else { return Ok((all, Polynomial::from(1))) };
    let mut rng = rng(run, Purpose::Check);
    let gcd = |f: &Polynomial, g: &Polynomial| Ok::<_, Error>(Gcd::new(f, g).run_options(run.clone()).run()?.gcd);
    // Almost all combinations have no further factor in common with the denominator.
    let mut sum = Polynomial::zero(denominator.vars())?;
    for numerator in &all {
        sum = &sum + &(numerator * &Polynomial::from(rng.random_range(1i64..1 << 30)));
    }
    let mut common = gcd(&denominator, &sum)?;
    while common.as_constant().is_none_or(|c| c != 1) {
        let quotient = |f: &Polynomial| f.exact_div(&common);
        match all.iter().position(|f| !f.is_zero() && quotient(f).is_err()) {
            Some(k) => common = gcd(&common, &all[k])?,
            None => {
                all = all.iter().map(quotient).collect::<Result<_>>()?;
                denominator = quotient(&denominator)?;
                break;
            }
        }
    }
    if denominator.terms().first().is_some_and(|term| term.coefficient < Integer::ZERO) {
        denominator = denominator.negate();
        all.iter_mut().for_each(|f| *f = f.negate());
    }
    Ok((all, denominator))
}

impl<'a> LinearSystem<'a, RationalMatrix> {
    /// The same of matrices over Q: each equation is multiplied by the least common multiple of its denominators.
    ///
    /// # Examples
    /// ```
    /// use eliminant::{LinearSystem, RationalMatrix};
    /// let [m, b] = ["[[x/2]]", "[[1/3]]"].map(RationalMatrix::parse);
    /// let answer = LinearSystem::of_rational(&m?, &b?).run()?;
    /// assert_eq!((answer.numerators.to_string(), answer.denominator.to_string()), ("[[2]]".into(), "3*x".into()));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn of_rational(matrix: &'a RationalMatrix, right: &'a RationalMatrix) -> Self {
        LinearSystem { matrix, right, options: ListOptions::default() }
    }

    /// As [`LinearSystem::plan`] over Z.
    ///
    /// # Errors
    /// As there.
    pub fn plan(&self) -> Result<ListPlan> {
        let [matrix, right] = self.over_z()?;
        LinearSystem { matrix: &matrix, right: &right, options: self.options.clone() }.plan()
    }

    /// As [`LinearSystem::run`] over Z.
    ///
    /// # Errors
    /// As there.
    pub fn run(&self) -> Result<LinearAnswer> {
        let [matrix, right] = self.over_z()?;
        LinearSystem { matrix: &matrix, right: &right, options: self.options.clone() }.run()
    }

    /// The equations without denominators.
    fn over_z(&self) -> Result<[Matrix; 2]> {
        let (m, b) = (self.matrix, self.right);
        let scaled = |matrix: &RationalMatrix, scales: &[Integer]| -> Result<Matrix> {
            let columns = matrix.columns();
            let entry = |k: usize| -> Result<Polynomial> {
                let entry = &matrix.entries()[k];
                let factor = Integer::from(scales[k / columns].div_exact_ref(entry.denominator()));
                Ok(entry.numerator().clone().times_integer(&factor))
            };
            let row = |i: usize| (i * columns..(i + 1) * columns).map(entry).collect::<Result<Vec<_>>>();
            Matrix::over(matrix.vars(), (0..matrix.rows()).map(row).collect::<Result<_>>()?)
        };
        let mut scales = super::adjugate::denominators(m);
        for (scale, other) in scales.iter_mut().zip(super::adjugate::denominators(b)) {
            scale.lcm_mut(&other);
        }
        // Rows without a partner are refused by the other one.
        let of_right: Vec<Integer> = match m.rows() == b.rows() {
            true => scales.clone(),
            false => super::adjugate::denominators(b),
        };
        Ok([scaled(m, &scales)?, scaled(b, &of_right)?])
    }
}
