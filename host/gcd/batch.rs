//! GCDs of many pairs in one set of launches.

use super::cost::{self, PointsWork};
use super::pair::Pair;
#[cfg(feature = "cuda")]
use super::solve;
use super::solve::{Counts, Request, Solution};
use super::{GcdReport, Input, Task, gcd_choices, on_chosen};
use crate::backend::{self, Chosen};
use crate::engine::gcd::GcdMethod;
use crate::error::Result;
use crate::options::{Backend, Control, Devices, Options, WordSize};
use crate::poly::Polynomial;
use crate::report::Clock;
use rayon::prelude::*;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// The GCDs of all pairs, in order, with the default choices: see [`GcdBatch`].
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

/// The GCDs of many pairs of any sizes, with choices.
///
/// On a device pairs of similar sizes are computed together, modulo the same primes, those in more than one variable one after the
/// other; on a CPU each by one thread.
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
pub struct GcdBatch<'a> {
    pairs: &'a [(Polynomial, Polynomial)],
    method: GcdMethod,
    options: Options,
}

gcd_choices!(GcdBatch);

/// Pairs of one group differ in bits and degrees by less than this factor.
const SPREAD: u64 = 2;

impl<'a> GcdBatch<'a> {
    /// The GCDs of all of `pairs`.
    pub fn new(pairs: &'a [(Polynomial, Polynomial)]) -> Self {
        GcdBatch { pairs, method: GcdMethod::default(), options: Options::default() }
    }

    /// Computes, proves and verifies the answers; they are in the order of the pairs.
    ///
    /// # Errors
    /// As [`super::Gcd::run`], for any of the pairs; then none is returned.
    pub fn run(&self) -> Result<(Vec<Polynomial>, GcdReport)> {
        let start = Instant::now();
        let (gcds, mut report) = backend::on_threads(self.options.threads, || self.computed())??;
        self.options.control.report(1.0);
        report.milliseconds = start.elapsed().as_secs_f64() * 1e3;
        Ok((gcds, report))
    }

    /// GCDs alone.
    fn request<'o>(&self, options: &'o Options) -> Request<'o> {
        Request { method: self.method, cofactors: false, options }
    }

    fn computed(&self) -> Result<(Vec<Polynomial>, GcdReport)> {
        let (options, mut clock) = (&self.options, Clock::default());
        let mut report = GcdReport::new(self.method, self.pairs.len());
        let inputs: Vec<Input> =
            clock.time("input", || self.pairs.par_iter().map(|(f, g)| Input::new(f, g)).collect::<Result<Vec<_>>>())?;
        let pairs: Vec<Option<&Pair>> = inputs
            .iter()
            .map(|input| match &input.task {
                Task::Pair(pair) if !pair.is_trivial() => Some(pair),
                _ => None,
            })
            .collect();
        let hard: Vec<&Pair> = pairs.iter().copied().flatten().collect();
        let mut solutions = Vec::new();
        if !hard.is_empty() {
            let mut chosen = clock.time("engine", || cost::wish(options, &hard).choose(options))?;
            report.backend = chosen.backend();
            report.device = chosen.device();
            solutions = self.solved(&mut chosen, &hard, &mut report, &mut clock)?;
        }
        let several = self.multivariate(&inputs, &mut report, &mut clock)?;
        let mut solutions = solutions.into_iter();
        let solved: Vec<Option<Solution>> = pairs.iter().map(|pair| pair.and_then(|_| solutions.next())).collect();
        let gcds = clock.time("assemble", || {
            let answer = |((input, solution), several): ((&Input, Option<Solution>), Option<Polynomial>)| {
                match &input.task {
                    Task::Zero(gcd, _) => Ok(gcd.clone()),
                    // Every one of them has been solved.
                    Task::Multivariate(_) => several.map_or_else(|| Polynomial::zero(&input.vars), Ok),
                    Task::Pair(pair) => {
                        let solution = solution.unwrap_or_else(|| Solution::coprime(pair, self.request(options)));
                        Ok(input.answer(pair, solution)?.0)
                    }
                }
            };
            inputs.par_iter().zip(solved).zip(several).map(answer).collect::<Result<Vec<_>>>()
        })?;
        clock.time("assemble", || inputs.into_par_iter().for_each(drop));
        report.stages = clock.into_stages();
        Ok((gcds, report))
    }

    /// The GCDs in more than one variable, each by itself: one after the other on a device, else on a CPU engine each. `None` for the
    /// others.
    fn multivariate(
        &self,
        inputs: &[Input],
        report: &mut GcdReport,
        clock: &mut Clock,
    ) -> Result<Vec<Option<Polynomial>>> {
        let problems = inputs.iter().filter_map(|input| match &input.task {
            Task::Multivariate(problem) => Some(problem),
            _ => None,
        });
        let works: Vec<PointsWork> = problems.map(|problem| problem.work()).collect();
        if works.is_empty() {
            return Ok(inputs.iter().map(|_| None).collect());
        }
        let options = Options { control: self.options.control.silent(), ..self.options.clone() };
        let solve = |input: &Input, chosen: &mut Chosen| {
            let Task::Multivariate(problem) = &input.task else { return Ok(None) };
            let mut report = GcdReport::new(self.method, 0);
            let solution = problem.solve(chosen, self.method, &options, &mut report, &mut Clock::default())?;
            Ok(Some((problem.answer(solution, false)?.0, report)))
        };
        let mut chosen = clock.time("engine", || cost::wish_of_points(&options, works).choose(&options))?;
        let on_device = chosen.backend() == "cuda";
        let solved = clock.time("multivariate", || {
            if on_device {
                return inputs.iter().map(|input| solve(input, &mut chosen)).collect::<Result<Vec<_>>>();
            }
            inputs.par_iter().map(|input| solve(input, &mut backend::cpu(&options, options.word)?)).collect()
        })?;
        let mut gcds = Vec::with_capacity(solved.len());
        for solved in solved {
            gcds.push(solved.map(|(gcd, other)| {
                report.include(other);
                gcd
            }));
        }
        Ok(gcds)
    }

    fn solved(
        &self,
        #[cfg_attr(not(feature = "cuda"), allow(unused_variables, reason = "each thread has a CPU engine of its own"))]
        chosen: &mut Chosen,
        pairs: &[&Pair],
        report: &mut GcdReport,
        clock: &mut Clock,
    ) -> Result<Vec<Solution>> {
        let options = &self.options;
        #[cfg(feature = "cuda")]
        if let Chosen::Cuda(engines) = chosen
            && let Some(engine) = engines.first_mut()
        {
            return self.on_device(engine, pairs, report, clock);
        }
        // Every pair with an engine of its own, on one thread where there are more pairs than threads.
        let done = Mutex::new(0);
        let word = options.word;
        let solve = |pair: &&Pair| {
            let (mut clock, mut counts) = (Clock::default(), Counts::default());
            let quiet = Options { control: options.control.silent(), ..options.clone() };
            let mut engine = backend::cpu(&quiet, word)?;
            let solution = on_chosen(&mut engine, pair, self.request(&quiet), &mut clock, &mut counts)?;
            // Locked, so that progress is told in order.
            let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
            *done += 1;
            options.control.report(f64::from(*done) / pairs.len() as f64);
            Ok((solution, counts))
        };
        let solved = clock.time("pairs", || pairs.par_iter().map(solve).collect::<Result<Vec<_>>>())?;
        Ok(solved
            .into_iter()
            .map(|(solution, counts)| {
                report.add(&counts);
                solution
            })
            .collect())
    }

    /// Groups of similar pairs, then those that a group could not solve, one by one.
    #[cfg(feature = "cuda")]
    fn on_device(
        &self,
        engine: &mut crate::engine::cuda::Cuda,
        pairs: &[&Pair],
        report: &mut GcdReport,
        clock: &mut Clock,
    ) -> Result<Vec<Solution>> {
        let options = &self.options;
        let mut solutions: Vec<Option<Solution>> = pairs.iter().map(|_| None).collect();
        let mut done = 0;
        for group in groups(pairs) {
            let members: Vec<&Pair> = group.iter().map(|&i| pairs[i]).collect();
            let mut counts = Counts::default();
            if members.len() > 1 {
                let solved = solve::many(engine, &members, self.request(options), clock, &mut counts)?;
                group.iter().zip(solved).for_each(|(&i, solution)| solutions[i] = solution);
                report.add(&counts);
            }
            done += group.len();
            options.control.report(done as f64 / pairs.len() as f64);
        }
        let at_once = engine.device().multiprocessors as usize;
        let quiet = Options { control: options.control.silent(), ..options.clone() };
        for (pair, solution) in pairs.iter().zip(&mut solutions) {
            if solution.is_none() {
                let mut counts = Counts::default();
                *solution = Some(solve::one(engine, pair, at_once, self.request(&quiet), clock, &mut counts)?);
                report.alone += 1;
                report.add(&counts);
            }
        }
        Ok(solutions.into_iter().flatten().collect())
    }
}

/// Places of pairs that are computed together: similar bits and degrees, at most so many that their tables are handy.
#[cfg_attr(not(feature = "cuda"), allow(dead_code, reason = "devices compute groups"))]
fn groups(pairs: &[&Pair]) -> Vec<Vec<usize>> {
    /// Words of the coefficients of one group: their tables stay in memory that is used again from group to group.
    const WORDS: u64 = 1 << 22;
    let size = |pair: &Pair| {
        let (f, g) = (pair.f.height, pair.g.height);
        let class = |n: u64| n.max(32).ilog2() / SPREAD.ilog2();
        let length = u64::from(pair.f.degree()) + u64::from(pair.g.degree()) + 3;
        ((class(f.min(g)), class(f.max(g)), class(length)), length * (f.max(g) / 32 + 1))
    };
    let sizes: Vec<_> = pairs.par_iter().map(|pair| size(pair)).collect();
    let mut order: Vec<usize> = (0..pairs.len()).collect();
    order.sort_by_key(|&i| sizes[i].0);
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let (mut last, mut words) = (None, 0);
    for i in order {
        let (class, size) = sizes[i];
        match groups.last_mut() {
            Some(group) if last == Some(class) && words + size <= WORDS => group.push(i),
            _ => {
                groups.push(vec![i]);
                words = 0;
            }
        }
        last = Some(class);
        words += size;
    }
    groups
}
