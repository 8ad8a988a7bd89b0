//! GCDs of many pairs in one set of launches.

use super::checkpoint;
use super::compute;
use super::groups;
use super::memory;
use super::multivariate;
use super::options::GcdOptions;
use super::pair::Pair;
use super::plan;
use super::problem::{Case, Problem};
use super::report::GcdReport;
use super::request::{Counts, Request, Solution};
use super::sparse;
use crate::alone::prelude::*;
use crate::clock::Clock;
use crate::control::Control;
use crate::error::{Error, ErrorKind, Result};
use crate::poly::Polynomial;
use crate::run::backend;
use crate::run::checkpoint::Fingerprint;
use crate::run::memory::is_lack;
use crate::run::options::RunOptions;
use crate::run::resume::with_checkpoint;
use crate::run::team;
use crate::run::threads::on_threads;
use std::time::Instant;

/// Share of the progress of a batch that its reading has: images of long pairs take more, and short pairs are done before anybody looks.
const READING: f64 = 0.1;

/// Computes the GCDs of all pairs, in order, with the default choices: see [`GcdBatch`].
///
/// # Errors
/// See [`GcdBatch::run`].
///
/// # Examples
/// ```
/// use eliminant::{Polynomial, gcd_batch};
/// let pair = |f: &str, g: &str| Ok::<_, eliminant::Error>((f.parse::<Polynomial>()?, g.parse::<Polynomial>()?));
/// let pairs = [pair("x^2 - 1", "x^3 - 1")?, pair("12", "-18")?, pair("y^2 + y", "y^3")?];
/// let gcds: Vec<String> = gcd_batch(&pairs)?.iter().map(Polynomial::to_string).collect();
/// assert_eq!(gcds, ["x - 1", "6", "y"]);
/// # Ok::<(), eliminant::Error>(())
/// ```
pub fn gcd_batch(pairs: &[(Polynomial, Polynomial)]) -> Result<Vec<Polynomial>> {
    Ok(GcdBatch::new(pairs).run()?.0)
}

/// Computes the GCDs of many pairs of any sizes, with all choices: over Z by [`GcdBatch::new`], over Q by [`GcdBatch::of_rational`].
///
/// On a device pairs of similar sizes are computed together, modulo the same primes, those in more than one variable one after the
/// other; several devices share them. On a CPU each is computed by one thread.
///
/// # Examples
/// ```
/// use eliminant::{Backend, GcdBatch, Polynomial};
/// let f: Polynomial = "x^4 - 1".parse()?;
/// let pairs: Vec<_> = (1..50).map(|n| Ok((f.clone(), format!("x^{n} - 1").parse()?))).collect::<eliminant::Result<_>>()?;
/// let (gcds, report) = GcdBatch::new(&pairs).backend(Backend::Cpu).run()?;
/// assert_eq!(gcds[5].to_string(), "x^2 - 1");
/// assert_eq!(report.pairs, 49);
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct GcdBatch<'a, P = Polynomial> {
    pub(super) pairs: &'a [(P, P)],
    pub(super) options: GcdOptions,
}

/// The pairs of a batch, wherever they are.
#[derive(Clone)]
pub(super) struct Pairs<'a> {
    pub pairs: Vec<(&'a Polynomial, &'a Polynomial)>,
    pub options: GcdOptions,
}

/// How a batch goes on after a pair that is refused.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Refused {
    /// Its error.
    EndsAll,
    /// The pair has an error, and the others have answers.
    IsTold,
}

impl<'a> GcdBatch<'a> {
    /// A builder for the GCDs of all of `pairs`.
    pub fn new(pairs: &'a [(Polynomial, Polynomial)]) -> Self {
        GcdBatch { pairs, options: GcdOptions::default() }
    }

    /// Computes, proves and verifies the GCDs, in the order of the pairs.
    ///
    /// # Errors
    /// As [`super::Gcd::run`], for any of the pairs; then none is returned. See [`GcdBatch::run_each`].
    pub fn run(&self) -> Result<(Vec<Polynomial>, GcdReport)> {
        let (gcds, report) = self.listed().solved(Refused::EndsAll)?;
        Ok((gcds.into_iter().collect::<Result<_>>()?, report))
    }

    /// As [`GcdBatch::run`], but a pair that is refused has its error in place of an answer, and the others have their answers.
    ///
    /// # Errors
    /// As [`super::Gcd::run`], but for pairs with too many coefficients or too high degrees, which are known before anything is
    /// computed.
    ///
    /// # Examples
    /// ```
    /// use eliminant::{GcdBatch, Polynomial};
    /// let pair = |f: &str, g: &str| Ok::<_, eliminant::Error>((f.parse::<Polynomial>()?, g.parse::<Polynomial>()?));
    /// let high_degrees = pair("(a^20000000*b + a + 1)*(a - b)", "(a^20000000*b + a - 1)*(a - b)")?;
    /// let pairs = [high_degrees, pair("x^2 - 1", "x^3 - 1")?];
    /// let (gcds, _) = GcdBatch::new(&pairs).run_each()?;
    /// assert!(gcds[0].is_err());
    /// assert_eq!(gcds[1].as_ref().map(Polynomial::to_string), Ok("x - 1".to_owned()));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn run_each(&self) -> Result<(Vec<Result<Polynomial>>, GcdReport)> {
        self.listed().solved(Refused::IsTold)
    }

    fn listed(&self) -> Pairs<'a> {
        Pairs { pairs: self.pairs.iter().map(|(f, g)| (f, g)).collect(), options: self.options.clone() }
    }
}

impl Pairs<'_> {
    /// Computes, proves and verifies the answers.
    pub fn solved(&self, refused: Refused) -> Result<(Vec<Result<Polynomial>>, GcdReport)> {
        let problem = || {
            let mut fingerprint = Fingerprint::new("batch");
            self.pairs.iter().for_each(|(f, g)| _ = fingerprint.polynomial(f).polynomial(g));
            fingerprint
        };
        let solved = |run| self.with_run(run).timed(refused);
        with_checkpoint(&self.options.run, problem, solved, |(_, report)| &mut report.run)
    }

    /// The same with other choices of how they are run.
    fn with_run(&self, run: RunOptions) -> Self {
        Pairs { options: GcdOptions { run, ..self.options.clone() }, ..self.clone() }
    }

    fn timed(&self, refused: Refused) -> Result<(Vec<Result<Polynomial>>, GcdReport)> {
        let start = Instant::now();
        let run = &self.options.run;
        let all = self.with_run(run.with_control(run.control.begin()));
        let (gcds, mut report) = on_threads(self.options.run.threads, || all.computed(refused))??;
        all.options.run.control.finish();
        report.run.milliseconds = start.elapsed().as_secs_f64() * 1e3;
        Ok((gcds, report))
    }

    /// GCDs alone.
    fn request<'o>(&'o self, control: &'o Control) -> Request<'o> {
        Request { options: &self.options, control, cofactors: false, beside: 0 }
    }

    fn computed(&self, refused: Refused) -> Result<(Vec<Result<Polynomial>>, GcdReport)> {
        let mut clock = Clock::default();
        let mut report = GcdReport::new(self.options.method, self.pairs.len());
        let (run, whole) = (&self.options.run, &self.options.run.control);
        let all: Vec<Result<Problem>> = clock.time("input", || {
            let section = whole.next(READING);
            let parts = self.pairs.par_iter().map(|(f, g)| {
                let control = section.share(1.0 / self.pairs.len() as f64);
                let problem = Problem::new(f, g, false, (&run.with_control(control.clone()), self.options.on_grid()));
                control.finish();
                problem
            });
            let all = parts.collect();
            section.finish();
            all
        });
        let mut problems = Vec::with_capacity(all.len());
        let mut answers: Vec<Result<()>> = Vec::with_capacity(all.len());
        for problem in all {
            answers.push(match problem {
                Ok(problem) => {
                    problems.push(problem);
                    Ok(())
                }
                Err(error) if refused == Refused::EndsAll => return Err(error),
                Err(error) => Err(error),
            });
        }
        let pairs: Vec<Option<&Pair<'_>>> = problems
            .iter()
            .map(|problem| match &problem.task {
                Case::Pair(pair) if !pair.is_trivial() => Some(pair),
                _ => None,
            })
            .collect();
        let hard: Vec<&Pair<'_>> = pairs.iter().copied().flatten().collect();
        let several =
            problems.iter().filter_map(Problem::multivariate).map(|problem| problem.work().cpu(1)).sum::<f64>();
        let control = whole.next_of(plan::work(&hard).cpu(1), several);
        let mut solutions = self.univariate(&hard, &control, &mut report, &mut clock)?.into_iter();
        control.finish();
        let control = whole.next_of(several, problems.iter().filter_map(Problem::sparse).count() as f64);
        let several = self.multivariate(&problems, &control, &mut report, &mut clock)?;
        control.finish();
        let sparse: Vec<&sparse::Problem> = problems.iter().filter_map(Problem::sparse).collect();
        let section = whole.next(1.0);
        let held: u64 = sparse.iter().map(|problem| problem.bytes()).sum();
        let solve = |problem: &sparse::Problem, alone: bool| {
            let control = section.share(1.0 / sparse.len() as f64);
            let solved = problem.solve(run, &control, if alone { 0 } else { held - problem.bytes() })?;
            control.finish();
            Ok(solved)
        };
        let solved = clock.time("gcd", || all_or_alone(&sparse, solve))?;
        let mut solved = solved.into_iter();
        let several = several.into_iter().zip(&problems).map(|(gcd, problem)| match problem.sparse() {
            None => gcd,
            Some(_) => solved.next().map(|((gcd, _), counts)| {
                report.add(&counts);
                gcd
            }),
        });
        let several: Vec<Option<Polynomial>> = several.collect();
        let solved: Vec<Option<Solution>> = pairs.iter().map(|pair| pair.and_then(|_| solutions.next())).collect();
        let gcds = clock.time("assemble", || {
            let answer = |((problem, solution), several): ((&Problem, Option<Solution>), Option<Polynomial>)| {
                match &problem.task {
                    Case::Known(gcd, _) => Ok(gcd.clone()),
                    Case::Sparse(_) | Case::Multivariate(_) => several.ok_or_else(|| {
                        ErrorKind::Shape { what: "GCDs in several variables of a batch", expected: 1, found: 0 }.into()
                    }),
                    Case::Pair(pair) => {
                        let solution = solution
                            .unwrap_or_else(|| Solution::coprime(pair, self.request(&self.options.run.control)));
                        Ok(problem.answer(pair, solution).0)
                    }
                }
            };
            problems.par_iter().zip(solved).zip(several).map(answer).collect::<Result<Vec<_>>>()
        })?;
        clock.time("assemble", || problems.into_par_iter().for_each(drop));
        report.run.stages = clock.into_stages();
        let mut gcds = gcds.into_iter();
        let answer = |refused: Result<()>| {
            let missing = || ErrorKind::Shape { what: "GCDs of a batch", expected: 1, found: 0 };
            refused.and_then(|()| gcds.next().ok_or_else(|| missing().into()))
        };
        Ok((answers.into_iter().map(answer).collect(), report))
    }

    /// The GCDs in more than one variable, each by itself: on the devices, else on a CPU engine each. `None` for the others.
    fn multivariate(
        &self,
        problems: &[Problem],
        control: &Control,
        report: &mut GcdReport,
        clock: &mut Clock,
    ) -> Result<Vec<Option<Polynomial>>> {
        let several: Vec<&multivariate::Problem> = problems.iter().filter_map(Problem::multivariate).collect();
        if several.is_empty() {
            return Ok(problems.iter().map(|_| None).collect());
        }
        let run = &self.options.run;
        let held = several.iter().map(|problem| problem.held()).sum();
        let engine_request = plan::engine_request_of_points(run, several.iter().map(|problem| problem.work()), held);
        let mut chosen = clock.time("engine", || engine_request.choose(run, || several.len()))?;
        let solved = clock.time("multivariate", || match chosen.has_devices() || chosen.has_others() {
            true => chosen.run(|engines| {
                team::each(engines, &several, control, &mut Clock::default(), |engine, problem, control, _| {
                    problem.on_engine(engine, self.request(control), &mut Clock::default())
                })
            }),
            false => {
                let together = several.len();
                let work = |problem: &multivariate::Problem| problem.work().cpu(1);
                let all: f64 = several.iter().map(|problem| work(problem)).sum();
                let solve = |problem: &multivariate::Problem, together: usize| {
                    let control = control.share(work(problem) / all);
                    let request = Request { beside: held - problem.held(), ..self.request(&control) };
                    let (engines, clock) = (run.with_control(control.clone()), &mut Clock::default());
                    let mut chosen = backend::cpu(&engines, run.word, held)?.sharing(together);
                    let solution = chosen.run_in_memory(run, |engines| problem.on_first(engines, request, clock))?;
                    control.finish();
                    Ok(solution)
                };
                all_or_alone(&several, |problem, alone| solve(problem, if alone { 1 } else { together }))
            }
        })?;
        // A device where a part of the batch has one.
        if chosen.has_devices() || report.run.device.is_empty() {
            report.run.chose(&chosen);
        }
        let answer = |(problem, (solution, counts)): (&multivariate::Problem, (multivariate::Solution, Counts))| {
            Ok::<_, Error>((problem.answer(solution, false)?.0, counts))
        };
        let solved: Vec<(Polynomial, Counts)> = clock
            .time("multivariate", || several.par_iter().copied().zip(solved).map(answer).collect::<Result<_>>())?;
        let mut solved = solved.into_iter();
        let take = |problem: &Problem| {
            problem.multivariate()?;
            let (gcd, counts) = solved.next()?;
            report.add(&counts);
            Some(gcd)
        };
        Ok(problems.iter().map(take).collect())
    }

    /// The GCDs in one variable: in groups on the devices, else on a CPU engine each.
    fn univariate(
        &self,
        pairs: &[&Pair<'_>],
        control: &Control,
        report: &mut GcdReport,
        clock: &mut Clock,
    ) -> Result<Vec<Solution>> {
        let restored: Vec<Option<Solution>> =
            pairs.iter().map(|pair| checkpoint::restored(&self.options.run, pair)).collect::<Result<_>>()?;
        let left = pairs.iter().zip(&restored).filter(|(_, found)| found.is_none());
        let left: Vec<&Pair<'_>> = left.map(|(pair, _)| *pair).collect();
        let mut solved = self.computed_pairs(&left, control, report, clock)?.into_iter();
        Ok(restored.into_iter().filter_map(|found| found.or_else(|| solved.next())).collect())
    }

    /// The same of those that no checkpoint has.
    fn computed_pairs(
        &self,
        pairs: &[&Pair<'_>],
        control: &Control,
        report: &mut GcdReport,
        clock: &mut Clock,
    ) -> Result<Vec<Solution>> {
        if pairs.is_empty() {
            return Ok(Vec::new());
        }
        let run = &self.options.run;
        let engine_request = plan::engine_request(run, pairs);
        let mut chosen = clock.time("engine", || engine_request.choose(run, || groups::shares(pairs)))?;
        if chosen.has_devices() || chosen.has_others() {
            let request = self.request(control);
            let solutions = chosen.run(|engines| groups::solutions(engines, pairs, request, report, clock))?;
            report.run.chose(&chosen);
            return Ok(solutions);
        }
        report.run.chose(&chosen);
        // Every pair with an engine of its own, on one thread where there are more pairs than threads.
        let together = pairs.len();
        let work = |pair: &Pair<'_>| plan::work(&[pair]).cpu(1);
        let all: f64 = pairs.iter().map(|pair| work(pair)).sum();
        let solve = |pair: &Pair<'_>, together: usize| {
            let control = control.share(work(pair) / all);
            let request = Request { beside: engine_request.held - memory::held(pair), ..self.request(&control) };
            let (engines, clock) = (run.with_control(control.clone()), &mut Clock::default());
            let mut chosen = backend::cpu(&engines, run.word, engine_request.held)?.sharing(together);
            let solved = chosen.run_in_memory(run, |engines| compute::on_first(engines, pair, request, clock))?;
            checkpoint::keep(run, pair, &solved.0)?;
            control.finish();
            Ok(solved)
        };
        let solved =
            clock.time("pairs", || all_or_alone(pairs, |pair, alone| solve(pair, if alone { 1 } else { together })))?;
        let counted = |(solution, counts): (Solution, Counts)| {
            report.add(&counts);
            solution
        };
        Ok(solved.into_iter().map(counted).collect())
    }
}

/// All of `items` at the same time, which share the memory; then, one after the other, those that had too little of it.
fn all_or_alone<T: Sync + ?Sized, R: Send>(
    items: &[&T],
    solve: impl Fn(&T, bool) -> Result<R> + Sync,
) -> Result<Vec<R>> {
    let together = |item: &&T| match solve(item, false) {
        Err(error) if is_lack(&error) => Ok(None),
        found => found.map(Some),
    };
    let solved: Vec<Option<R>> = items.par_iter().map(together).collect::<Result<_>>()?;
    solved.into_iter().zip(items).map(|(found, item)| found.map_or_else(|| solve(item, true), Ok)).collect()
}
