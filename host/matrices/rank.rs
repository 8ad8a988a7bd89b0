//! The builder of ranks.

use super::answer::RankAnswer;
use super::compute;
use super::points::{self, PointRank};
use super::problem::Problem;
use crate::alone::alone_if;
use crate::alone::prelude::*;
use crate::clock::Clock;
use crate::control::Control;
use crate::engine::MatrixWanted;
use crate::error::{Error, ErrorKind, Result};
use crate::poly::{Matrix, Polynomial, RationalMatrix};
use crate::run::backend::check_devices;
use crate::run::random::{Purpose, rng};
use crate::run::stopping::Certainty;
use crate::run::threads::on_threads;
use crate::run::tuples::{self, ListOptions, ListPlan, ListReport, list_setters};
use crate::tiny;
use std::time::Instant;

/// The name of the operation.
const OPERATION: &str = "rank";

/// Milliseconds that a proof may be predicted to take where nobody has asked for one.
const CHEAP: f64 = 200.0;

/// Computes the rank of a matrix over the field of rational functions in its variables, with all choices: over Z by [`Rank::new`], over Q by [`Rank::of_rational`].
///
/// The rank at random points modulo random 61-bit primes is that or less, and less with a probability below 2^-100 or so, which the report has. A minor that is not 0 there proves that the
/// rank is no less. That it is no larger is proved by the identity M_21 X = d M_22, for d X = adj(M_11) M_12, d = det M_11: computed where that is predicted to
/// take little time, or [where it is asked for](Rank::certify).
///
/// # Examples
/// ```
/// use eliminant::{Matrix, Rank};
/// let m: Matrix = "[[x, y, x + y], [x^2, x*y, x^2 + x*y], [1, 2, 3]]".parse()?;
/// let answer = Rank::new(&m).run()?;
/// assert_eq!((answer.rank, answer.is_certified), (2, true));
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Rank<'a, M = Matrix> {
    matrix: &'a M,
    certify: Option<bool>,
    pub(super) options: ListOptions,
}

list_setters!(Rank<M>);

impl<M> Rank<'_, M> {
    /// Whether it is proved that the rank is not larger; unless set, where that is predicted to take little time. With [`Certainty::Probabilistic`](crate::Certainty::Probabilistic) only where
    /// it is set.
    pub fn certify(mut self, certify: bool) -> Self {
        self.certify = Some(certify);
        self
    }
}

impl<'a> Rank<'a> {
    /// A builder for the rank of `matrix`, which need not be square.
    pub fn new(matrix: &'a Matrix) -> Self {
        Rank { matrix, certify: None, options: ListOptions::default() }
    }

    /// Computes the plan of the proof, where one is wanted or cheap. A plan without a grid means that there is none, or nothing to be computed. The rank at points is computed.
    ///
    /// # Errors
    /// As [`Self::run`], except for faults of a device.
    pub fn plan(&self) -> Result<ListPlan> {
        over_q(OPERATION, &self.options)?;
        let work = || -> Result<ListPlan> {
            let rng = &mut rng(&self.options.run, Purpose::Outline);
            let found = points::rank(self.matrix, self.matrix.columns(), &self.options.run, rng)?;
            if found.rank == 0 || found.failure_log2.is_none() || !self.proves(&found)? {
                return Ok(ListPlan::new(OPERATION, None));
            }
            let options = ListOptions { certainty: Certainty::Certified, ..self.options.clone() };
            match compute::plan(OPERATION, (&self.system(&found)?.0, MatrixWanted::Solution), &options) {
                // Nobody has asked for a proof that is too large.
                Err(error) if self.certify.is_none() && !is_final(&error) => Ok(ListPlan::new(OPERATION, None)),
                plan => plan,
            }
        };
        on_threads(self.options.run.threads, work)?
    }

    /// Computes the rank.
    ///
    /// # Errors
    /// - `Argument`: threads or memory are 0; a modulus is set, since a rank is one over Q.
    /// - `Limit`: a proof that is asked for needs more primes or memory than there are.
    /// - Of devices, `Verification` and `Cancelled` as for [`Determinant::run`](crate::Determinant::run).
    ///
    /// # Complexity
    /// At the points O(m n r) products for m x n entries and rank r; a proof takes the time of min(m, n) - r right sides of a [linear system](crate::LinearSystem) of r unknowns, and
    /// (m - r) (n - r) (r + 1) products of polynomials.
    pub fn run(&self) -> Result<RankAnswer> {
        over_q(OPERATION, &self.options)?;
        check_devices(&self.options.run)?;
        let (matrix, start) = (self.matrix, Instant::now());
        let is_tiny = tiny::determinant(&self.options.run, matrix.rows().max(matrix.columns()), matrix.entries());
        let work = || -> Result<RankAnswer> {
            let mut clock = Clock::default();
            let mut report = ListReport::new(OPERATION, &self.options);
            // New points for each round.
            let rng = &mut rng(&self.options.run, Purpose::Outline);
            let mut found = clock.time("points", || points::rank(matrix, matrix.columns(), &self.options.run, rng))?;
            while let Some(failure) = found.failure_log2 {
                if !self.proves(&found)? {
                    (report.certainty, report.failure_log2) = (Certainty::PROBABILISTIC, Some(failure));
                    break;
                }
                let proof = match clock.time("proof", || self.proof(&found)) {
                    // Nobody has asked for a proof that is too large.
                    Err(error) if self.certify.is_none() && !is_final(&error) => {
                        (report.certainty, report.failure_log2) = (Certainty::PROBABILISTIC, Some(failure));
                        break;
                    }
                    proof => proof?,
                };
                if let (Some(of_proof), is_proved) = proof {
                    let asked = report.certainty_asked;
                    report = ListReport { operation: OPERATION, certainty_asked: asked, ..of_proof };
                    if is_proved {
                        break;
                    }
                }
                // All points were bad ones.
                found = clock.time("points", || points::rank(matrix, matrix.columns(), &self.options.run, rng))?;
            }
            let PointRank { rank, mut rows, mut columns, .. } = found;
            rows.sort_unstable();
            columns.sort_unstable();
            report.run.stages = clock.into_stages();
            report.run.milliseconds = start.elapsed().as_secs_f64() * 1e3;
            let is_certified = report.failure_log2.is_none();
            Ok(RankAnswer { rank, rows, columns, is_certified, report })
        };
        alone_if(is_tiny, || on_threads(self.options.run.threads, work)?)
    }

    /// Whether a proof is wanted, or cheap.
    fn proves(&self, found: &PointRank) -> Result<bool> {
        let is_free = self.options.certainty == Certainty::Certified;
        match self.certify {
            Some(certify) => Ok(certify),
            None if !is_free => Ok(false),
            None => {
                let (system, rest) = self.system(found)?;
                let unknowns = found.rank.max(1);
                let products = rest.len() as f64 * unknowns as f64;
                let problem = Problem::new(&system, MatrixWanted::Solution, None)?;
                let predicted = tuples::predicted(&problem, &self.options)?;
                // Products with entries take about as long as what they are multiplied with was found in.
                let whole = predicted.map(|time| time * (1.0 + products / (unknowns * unknowns) as f64));
                Ok(whole.is_some_and(|time| time < CHEAP))
            }
        }
    }

    /// The system M_11 X = M_12 of the matrix or of the transposed one, whichever has fewer right sides, and the rows (M_21, M_22).
    fn system(&self, found: &PointRank) -> Result<(Matrix, Vec<Vec<Polynomial>>)> {
        let is_wide = self.matrix.columns() > self.matrix.rows();
        let (matrix, rows, columns) = match is_wide {
            true => (self.matrix.transposed(), &found.columns, &found.rows),
            false => (self.matrix.clone(), &found.rows, &found.columns),
        };
        let others = |count: usize, some: &[usize]| (0..count).filter(|k| !some.contains(k)).collect::<Vec<usize>>();
        let columns: Vec<usize> = columns.iter().copied().chain(others(matrix.columns(), columns)).collect();
        let system = matrix.submatrix(rows, &columns)?;
        let rest = matrix.submatrix(&others(matrix.rows(), rows), &columns)?;
        let rest = rest.entries().chunks(columns.len().max(1)).map(<[Polynomial]>::to_vec).collect();
        Ok((system, rest))
    }

    /// Whether the rank is no larger, with the report of the computation.
    fn proof(&self, found: &PointRank) -> Result<(Option<ListReport>, bool)> {
        if found.rank == 0 {
            return Ok((None, self.matrix.entries().iter().all(Polynomial::is_zero)));
        }
        let mut options = ListOptions { certainty: Certainty::Certified, ..self.options.clone() };
        // A checkpoint is of an answer.
        options.run.checkpoint = None;
        let (system, rest) = self.system(found)?;
        let (mut polynomials, report) = compute::run(OPERATION, (&system, MatrixWanted::Solution), &options)?;
        let denominator = polynomials.pop().map_or_else(|| Polynomial::zero(self.matrix.vars()), Ok)?;
        Ok((Some(report), is_solution(&rest, found.rank, &polynomials, &denominator, &self.options.run.control)?))
    }
}

/// Whether an error ends a computation whose result could be done without.
fn is_final(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::Cancelled | ErrorKind::Verification { .. })
}

/// Whether further equations, rows of coefficients and right sides, hold for `numerators` (\[unknown\]\[right side\]) over a denominator: products of polynomials decide.
///
/// # Errors
/// `Argument` for exponents that are too large; `Cancelled`.
pub(super) fn is_solution(
    rows: &[Vec<Polynomial>],
    unknowns: usize,
    numerators: &[Polynomial],
    denominator: &Polynomial,
    control: &Control,
) -> Result<bool> {
    let holds = |row: &Vec<Polynomial>| -> Result<bool> {
        let (left, right) = row.split_at(unknowns);
        for (c, right_side) in right.iter().enumerate() {
            control.check()?;
            let mut sum = right_side.checked_mul(denominator)?.negate();
            for (k, coefficient) in left.iter().enumerate().filter(|(_, coefficient)| !coefficient.is_zero()) {
                sum = &sum + &coefficient.checked_mul(&numerators[k * right.len() + c])?;
            }
            if !sum.is_zero() {
                return Ok(false);
            }
        }
        Ok(true)
    };
    let all: Vec<bool> = rows.par_iter().map(holds).collect::<Result<_>>()?;
    Ok(all.into_iter().all(|holds| holds))
}

/// Refuses a modulus.
///
/// # Errors
/// `Argument`.
pub(super) fn over_q(operation: &str, options: &ListOptions) -> Result<()> {
    match options.modulus {
        Some(p) => Err(Error::argument("modulus", format!("{p}: a {operation} is one over Q; leave the modulus out"))),
        None => Ok(()),
    }
}

impl<'a> Rank<'a, RationalMatrix> {
    /// The same of a matrix over Q: rows may be multiplied by numbers.
    ///
    /// # Examples
    /// ```
    /// use eliminant::{Rank, RationalMatrix};
    /// let m = RationalMatrix::parse("[[x/2, 1/3], [3*x, 2]]")?;
    /// assert_eq!(Rank::of_rational(&m).run()?.rank, 1);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn of_rational(matrix: &'a RationalMatrix) -> Self {
        Rank { matrix, certify: None, options: ListOptions::default() }
    }

    /// As [`Rank::plan`] over Z.
    ///
    /// # Errors
    /// As there.
    pub fn plan(&self) -> Result<ListPlan> {
        let (matrix, _) = self.matrix.clone().into_parts();
        Rank { matrix: &matrix, certify: self.certify, options: self.options.clone() }.plan()
    }

    /// As [`Rank::run`] over Z.
    ///
    /// # Errors
    /// As there.
    pub fn run(&self) -> Result<RankAnswer> {
        let (matrix, _) = self.matrix.clone().into_parts();
        Rank { matrix: &matrix, certify: self.certify, options: self.options.clone() }.run()
    }
}
