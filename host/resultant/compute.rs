//! The computation: residues, lift, verification, on whichever engine was chosen.

use super::modulo;
use super::options::{Interpolation, ResultantOptions};
use super::plan::{Outline, Prepared};
use super::problem::{Computation, Problem};
use super::remedy::{self, Coefficients};
use super::report::{ResultantAnswer, ResultantReport};
use super::stages::{Sampled, Scalars};
use super::verify::Check;
use crate::clock::Clock;
use crate::control::Control;
use crate::engine::ScalarCounts;
use crate::error::Result;
use crate::plan::cost::{H200, StageRates};
use crate::plan::grid::{FIRST_POINTS, Grid};
use crate::plan::primes::{Prime, Word};
use crate::poly::Polynomial;
use crate::run::backend::{AllStages, Chosen, OnEngines, first, in_memory};
use crate::run::batches;
use crate::run::goal::{Goal, Integers};
use crate::run::on_grid::{OnGrid, of_slabs};
use crate::run::random::{Purpose, rng};
use crate::run::team;
use crate::run::threads::on_threads;
use rand::Rng;
use rug::Integer;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// The parts of a computation that are its planning, and its check and the writing down of the answer.
pub(super) const PLANNED: f64 = 0.01;
pub(super) const CHECKED: f64 = 0.01;

/// The integers of the answer with what was done for them.
#[derive(Default)]
pub(super) struct Solution {
    pub coefficients: Vec<Integer>,
    pub counts: ScalarCounts,
    pub dropped: u64,
    pub primes: usize,
    pub points: u64,
    pub interpolation: Interpolation,
    pub batches: usize,
    pub slabs: usize,
    pub failure_log2: Option<f64>,
}

/// Computes and verifies the answer of the problem that `problem` sets up.
pub(super) fn run(
    problem: impl FnOnce() -> Result<Problem> + Send,
    options: &ResultantOptions,
) -> Result<ResultantAnswer> {
    let start = Instant::now();
    let mut answer = on_pool(problem, options, solved)?;
    answer.report.run.milliseconds = start.elapsed().as_secs_f64() * 1e3;
    Ok(answer)
}

/// `solve` for the problem that `problem` sets up, on as many threads as the options ask for.
pub(super) fn on_pool<R: Send>(
    problem: impl FnOnce() -> Result<Problem> + Send,
    options: &ResultantOptions,
    solve: impl FnOnce(&Problem, &ResultantOptions, Clock) -> Result<R> + Send,
) -> Result<R> {
    let mut options = options.with_word_of_lift()?;
    options.run.control = options.run.control.begin();
    let options = &options;
    let work = || {
        let mut clock = Clock::default();
        let problem = clock.time("input", problem)?;
        // A thread that enters the pool sleeps and wakes, which costs more than little work gains there.
        match problem.is_small(options) {
            true => solve(&problem, options, clock),
            false => rayon::scope(|_| solve(&problem, options, clock)),
        }
    };
    let answer = match options.run.threads {
        None => work(),
        threads => on_threads(threads, work)?,
    }?;
    options.run.control.finish();
    Ok(answer)
}

/// The answer, on this thread's pool, or with the global one.
pub(super) fn solved(problem: &Problem, options: &ResultantOptions, mut clock: Clock) -> Result<ResultantAnswer> {
    let mut report = ResultantReport::new(problem, options);
    let modular = match &problem.task {
        Computation::Trivial(value) => {
            let polynomial = Polynomial::constant(&problem.kept, value.clone())?;
            return Ok(ResultantAnswer { polynomial, report });
        }
        Computation::Modular(modular) => modular,
    };
    let direct = match options.modulus {
        Some(p) => clock.time("plan", || modulo::direct(modular, p, options))?,
        None => None,
    };
    report.direct = direct.is_some();
    let remedied = match remedy::is_sought(options) && !report.direct {
        true => clock.time("remedy", || remedy::choose(modular, options))?,
        false => None,
    };
    let computed = remedied.as_ref().map_or(&**modular, |remedied| &remedied.problem);
    let outline = match (direct, &remedied) {
        (Some(outline), _) => outline,
        (None, Some(remedied)) => clock.time("plan", || remedied.outline(modular, options))?,
        (None, None) => clock.time("plan", || modular.outline(options))?,
    };
    let keep = outline.keep();
    let mut chosen = clock.time("engine", || outline.choose(options, false))?;
    let modulus = options.modulus.filter(|_| report.direct);
    // Where there is no answer, the work on what it would be compared with ends.
    let stop = Arc::new(AtomicBool::new(false));
    let checking = options.run.with_control(options.run.control.silent().stopped_by(stop.clone()));
    let new_check = || match modulus {
        Some(p) => Check::modulo(modular, p, &keep, &checking),
        None => Check::new(modular, &checking),
    };
    // What was planned is known by now, what follows is checked and written soon.
    options.run.control.advance(PLANNED);
    let mut solving = options.clone();
    solving.run.control = options.run.control.next(1.0 - CHECKED);
    // What the answer is compared with is computed by a thread that has nothing else to do, or afterwards.
    let mut check = None;
    let solution = rayon::in_place_scope(|scope| {
        scope.spawn(|_| check = Some(new_check()));
        let shorter = || outline.choose(&solving.with_short_words(), false);
        let solve = |chosen: &mut Chosen| chosen.run(Solve { outline: &outline, options: &solving, clock: &mut clock });
        let solution = in_memory(&options.run, &mut chosen, shorter, solve);
        if solution.is_err() {
            stop.store(true, Ordering::Relaxed);
        }
        solution
    })?;
    report.run.chose(&chosen);
    solving.run.control.finish();
    report.interpolation = solution.interpolation.name();
    let mut image = Coefficients { keep: keep.clone(), values: solution.coefficients };
    if let Some(remedied) = &remedied {
        report.remedy = remedied.remedy.name();
        image = clock.time("remedy", || remedied.compensate(image, modular, problem.operation, &options.run))?;
    }
    let check = check.unwrap_or_else(new_check)?;
    report.run.verified_modulo =
        clock.time("verify", || check.compare(problem.operation, &image.keep, &image.values))?;
    if let Some(p) = options.modulus {
        image.values.iter_mut().for_each(|value| *value = value.mod_u(p).into());
    }
    let polynomial = clock.time("assemble", || problem.answer(modular, &image.keep, image.values))?;
    if solution.failure_log2.is_some() {
        report.certainty = "probabilistic";
        report.failure_log2 = solution.failure_log2;
    }
    report.run.primes = solution.primes;
    report.run.slabs = solution.slabs;
    report.points = solution.points;
    report.scalars = solution.counts.scalars;
    report.repairs = solution.counts.repairs;
    report.dropped = solution.dropped;
    report.degree_bound = computed.degrees(&outline)?;
    report.height_bound = outline.height_bound;
    report.batches = solution.batches;
    report.run.stages = clock.into_stages();
    Ok(ResultantAnswer { polynomial, report })
}

/// The computation on the engines chosen.
struct Solve<'a> {
    outline: &'a Outline,
    options: &'a ResultantOptions,
    clock: &'a mut Clock,
}

impl OnEngines for Solve<'_> {
    type Output = Result<Solution>;

    fn run<E: AllStages>(self, engines: &mut [&mut E]) -> Result<Solution> {
        let Solve { outline, options, clock } = self;
        let engine = first(engines)?;
        let (prepared, _) = clock.time("plan", || outline.prepare_on(&*engine, options))?;
        solve(engines, &prepared, options, clock)
    }
}

/// The coefficients of the answer.
fn solve<E: AllStages>(
    engines: &mut [&mut E],
    prepared: &Prepared<'_, E::Modulus>,
    options: &ResultantOptions,
    clock: &mut Clock,
) -> Result<Solution> {
    let mut solution = Solution::default();
    let images = |primes: &[Prime<E::Modulus>], control: &Control, clock: &mut Clock| {
        let part = images(engines, prepared, primes, options, control, clock)?;
        solution.count(&part);
        (solution.points, solution.interpolation) = (part.points, part.interpolation);
        Ok(part.coefficients)
    };
    let reached = Integers::new(prepared.bounded(), options.certainty, &options.run, clock, images).reach()?;
    Ok(Solution { coefficients: reached.values, failure_log2: reached.failure_log2, ..solution })
}

/// Whether engines share the slabs of a grid: there are fewer primes than engines.
fn share_slabs<M: Word>(prepared: &Prepared<'_, M>, primes: usize, engines: usize) -> bool {
    let slabs = if prepared.cut.is_none() { 0 } else { prepared.cut.of(&prepared.grid).count() };
    primes < engines && slabs > 1 && prepared.interpolation == Interpolation::Ntt
}

/// The integers that `primes` determine, |v| < (product of the primes) / 2, on as many of the engines as make it faster.
fn images<E: AllStages>(
    engines: &mut [&mut E],
    prepared: &Prepared<'_, E::Modulus>,
    primes: &[Prime<E::Modulus>],
    options: &ResultantOptions,
    control: &Control,
    clock: &mut Clock,
) -> Result<Solution> {
    if share_slabs(prepared, primes.len(), engines.len()) {
        return images_of_slabs(engines, prepared, primes, options, control, clock);
    }
    let (table, job) = (&prepared.outline.table, &prepared.outline.job);
    let columns = prepared.grid.inside(&prepared.outline.keep());
    // Points may differ from engine to engine, but need not.
    let first = rng(&options.run, Purpose::Points).random_range(0..FIRST_POINTS);
    let residues = |engine: &mut E, primes: &[Prime<E::Modulus>], control: &Control, clock: &mut Clock| {
        let mut part = Solution { primes: primes.len(), ..Solution::default() };
        let input = &clock.time("load", || engine.load(table))?;
        let residues = match prepared.interpolation {
            Interpolation::Ntt => {
                let (middle, kept) = (Scalars { job }, prepared.coefficients() as u64);
                let (grid, cut, host) = (&prepared.grid, &prepared.cut, prepared.host);
                let stage = OnGrid { middle, input, dims: table.dims(), grid, cut, kept, host };
                let (residues, found) = batches::residues(engine, &stage, primes, &columns, control, clock)?;
                part.batches = found.len();
                part.slabs = if cut.is_none() { 0 } else { cut.of(grid).count() };
                found.into_iter().for_each(|counts| part.counts.include(counts));
                residues
            }
            Interpolation::Vandermonde => {
                let (dims, integers) = (table.dims(), table.len());
                let stage = Sampled { job, input, integers, dims, grid: &prepared.grid, first };
                let (residues, found) = batches::residues(engine, &stage, primes, &columns, control, clock)?;
                part.batches = found.len();
                for counts in found {
                    part.counts.include(counts.scalars);
                    part.dropped += counts.dropped;
                }
                residues
            }
        };
        Ok((residues, part))
    };
    let work = prepared.work_of(primes.len());
    let count = work.devices(engines.len(), options.run.always_split);
    let (coefficients, parts) = team::integers(
        &mut engines[..count],
        primes,
        (prepared.coefficients(), |rates: &StageRates| prepared.predicted(rates, primes.len())),
        (options.lift, control),
        clock,
        residues,
    )?;
    let (points, interpolation) = (prepared.grid.points(), prepared.interpolation);
    let mut solution = Solution { coefficients, points, interpolation, ..Solution::default() };
    parts.iter().for_each(|part| solution.count(part));
    Ok(solution)
}

/// [`images`] where the primes are fewer than the engines and the grid is cut: the engines share its slabs, and the first one lifts.
fn images_of_slabs<E: AllStages>(
    engines: &mut [&mut E],
    prepared: &Prepared<'_, E::Modulus>,
    primes: &[Prime<E::Modulus>],
    options: &ResultantOptions,
    control: &Control,
    clock: &mut Clock,
) -> Result<Solution> {
    let (table, job, grid, cut) = (&prepared.outline.table, &prepared.outline.job, &prepared.grid, &prepared.cut);
    let (slabs, columns) = (cut.of(grid), grid.inside(&prepared.outline.keep()));
    let (count, kept) = (engines.len().min(slabs.count()), columns.len());
    let engines = &mut engines[..count];
    let rates = engines.first().map_or(H200, |engine| engine.rates());
    let first = control.next_of(prepared.predicted(&rates, primes.len()), rates.lift(kept, primes.len()));
    let width = grid.points() as usize;
    let (coefficients, found) = of_slabs::<E, _>((&slabs, width), primes, clock, |all, clock| {
        team::on_all(engines, &first, clock, |k, engine, control, clock| {
            let (middle, input) = (Scalars { job }, &clock.time("load", || engine.load(table))?);
            let stage = OnGrid { middle, input, dims: table.dims(), grid, cut, kept: kept as u64, host: prepared.host };
            stage.some_slabs(engine, (k, count), primes, all, control, clock)
        })
    })?;
    first.finish();
    let engine = self::first(engines)?;
    engine.watch(control);
    let mut residues = engine.residues(primes.len(), kept)?;
    let batch = engine.begin(&Grid { axes: Vec::new() }, primes)?;
    let rows: Vec<u32> = (0..primes.len() as u32).collect();
    coefficients.select(engine, &batch, &rows, &columns, &mut residues, 0)?;
    drop(coefficients);
    let fields: Vec<E::Modulus> = primes.iter().map(|prime| prime.field).collect();
    let coefficients = engine.lift(residues, &fields, options.lift, control, clock)?;
    let (points, interpolation) = (grid.points(), prepared.interpolation);
    let (primes, slabs) = (primes.len(), slabs.count());
    let mut solution =
        Solution { coefficients, points, interpolation, primes, batches: 1, slabs, ..Solution::default() };
    found.into_iter().flatten().for_each(|counts| solution.counts.include(counts));
    Ok(solution)
}

impl Solution {
    /// Adds the counts of a part.
    pub fn count(&mut self, part: &Solution) {
        self.counts.include(part.counts);
        self.dropped += part.dropped;
        self.primes += part.primes;
        self.batches += part.batches;
        self.slabs = self.slabs.max(part.slabs);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::cpu::Cpu;
    use crate::plan::slabs::Cut;
    use crate::poly::Polynomial;
    use crate::run::goal::Certainty;
    use crate::run::options::RunOptions;

    /// The same integers on one engine and on several, whatever the method, the interpolation and the certainty.
    #[test]
    fn several_engines_solve_as_one() {
        let [f, g] = ["7*y^6 - 123456789123456789*x^3*y^2 + x^4 - 5*x*y", "x*y^5 + 31415926535*y^3*x^2 - 2*x + 3"]
            .map(|text| Polynomial::parse_in(text, &["x", "y"]).unwrap());
        let problem = Problem::resultant(&f, &g, "y").unwrap();
        let Computation::Modular(modular) = &problem.task else { panic!("a computation") };
        for interpolation in [Interpolation::Ntt, Interpolation::Vandermonde] {
            for certainty in [Certainty::Certified, Certainty::Probabilistic { error_exponent: 40 }] {
                let options = ResultantOptions {
                    run: RunOptions { seed: Some(7), always_split: true, ..RunOptions::default() },
                    interpolation,
                    certainty,
                    ..ResultantOptions::default()
                };
                let outline = modular.outline(&options).unwrap();
                let prepared = outline.prepare::<gpu::arith::Mont31>(&options, Cut::none()).unwrap();
                let solved = [1, 2, 5].map(|count| {
                    let mut engines = vec![Cpu::new(1 << 30, options.run.control.clone()); count];
                    let mut engines: Vec<&mut Cpu> = engines.iter_mut().collect();
                    let mut clock = Clock::default();
                    let solution = solve(&mut engines, &prepared, &options, &mut clock).unwrap();
                    let exchanged = clock.into_stages().iter().any(|stage| stage.stage == "exchange");
                    assert_eq!(exchanged, count > 1);
                    (solution.coefficients, solution.primes, solution.counts.scalars > 0)
                });
                assert!(!solved[0].0.is_empty() && solved[0].1 > 5 && solved[0].2);
                assert_eq!((&solved[0], &solved[0]), (&solved[1], &solved[2]), "{interpolation:?} {certainty:?}");
            }
        }
    }

    /// Engines that are more than the primes share slabs: the same integers, and each slab once.
    #[test]
    fn several_engines_share_slabs() {
        for [f, g] in [
            ["7*y^6 - 12*x^9*y^2 + x^4 - 5*x*y", "x*y^5 + 31*y^3*x^12 - 2*x + 3"],
            ["7*y^3 - 12*x^4*y^2*w + x^2 - 5*z*y + w", "x*y^2 + 31*y*z^3*w^2 - 2*x + 3"],
        ] {
            share_slabs_of([f, g].map(|text| Polynomial::parse_in(text, &["w", "x", "y", "z"]).unwrap()));
        }
    }

    fn share_slabs_of([f, g]: [Polynomial; 2]) {
        let problem = Problem::resultant(&f, &g, "y").unwrap();
        let Computation::Modular(modular) = &problem.task else { panic!("a computation") };
        let options = ResultantOptions {
            run: RunOptions { seed: Some(7), always_split: true, ..RunOptions::default() },
            ..ResultantOptions::default()
        };
        let outline = modular.outline(&options).unwrap();
        let solved = |slabs: u32, count: usize| {
            let cut = Cut::into_slabs(&outline.keep(), slabs);
            let prepared = outline.prepare::<gpu::arith::Mont31>(&options, cut).unwrap();
            let mut engines = vec![Cpu::new(1 << 30, options.run.control.clone()); count];
            let mut engines: Vec<&mut Cpu> = engines.iter_mut().collect();
            assert_eq!(
                share_slabs(&prepared, prepared.primes.len(), count),
                slabs > 1 && count > prepared.primes.len()
            );
            solve(&mut engines, &prepared, &options, &mut Clock::default()).unwrap()
        };
        let whole = solved(1, 1);
        for (slabs, count) in [(3, 1), (7, 20), (16, 12), (2, 20)] {
            let found = solved(slabs, count);
            assert_eq!((&found.coefficients, found.primes), (&whole.coefficients, whole.primes), "{slabs} {count}");
            assert!(found.slabs >= slabs as usize && found.counts.scalars > 0);
        }
    }

    /// The least memory is enough, and one byte less is too little.
    #[test]
    fn the_least_memory_is_enough() {
        let [f, g] = ["7*y^6 - 123456789123456789*x^12*y^2 + x^4 - 5*x*y", "x^11*y^5 + 31415926535*y^3*x^2 - 2*x + 3"]
            .map(|text| Polynomial::parse_in(text, &["x", "y"]).unwrap());
        let problem = Problem::resultant(&f, &g, "y").unwrap();
        let Computation::Modular(modular) = &problem.task else { panic!("a computation") };
        for interpolation in [Interpolation::Ntt, Interpolation::Vandermonde] {
            let options = ResultantOptions {
                run: RunOptions { seed: Some(7), ..RunOptions::default() },
                interpolation,
                ..ResultantOptions::default()
            };
            let outline = modular.outline(&options).unwrap();
            let prepared = outline.prepare::<gpu::arith::Mont31>(&options, Cut::none()).unwrap();
            let engine = |memory| Cpu::new(memory, options.run.control.clone());
            let footprint = |memory| prepared.footprint(&engine(memory), &options);
            let solved = |memory| {
                let (mut engine, mut clock) = (engine(memory), Clock::default());
                let solved = solve(&mut [&mut engine], &prepared, &options, &mut clock).unwrap();
                (solved.coefficients, solved.batches)
            };
            // Beside the input.
            let least = footprint(1 << 40).unwrap().least - outline.held;
            assert!(footprint(least).is_ok_and(|found| found.least == outline.held + least), "{interpolation:?}");
            let ((small, batches), (large, one)) = (solved(least), solved(1 << 40));
            assert!(small == large && batches >= one, "{interpolation:?}");
            let error = footprint(least - 1).unwrap_err();
            assert!(crate::run::memory::is_lack(&error), "{error}");
        }
    }
}
