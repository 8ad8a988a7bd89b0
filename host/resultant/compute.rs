//! The computation: residues, lift, verification, on whichever engine was chosen.

use super::at_points::{self, Chosen};
use super::integers::{self, Sequence};
use super::minors::Expansion;
use super::modular::Modular;
use super::modulo;
use super::options::ResultantOptions;
use super::problem::{Computation, Problem};
use super::remedy::{self, Coefficients};
use super::report::{ResultantAnswer, ResultantReport};
use super::sparse::{self, Found};
use super::stages::Outline;
use super::verify;
use crate::at_points::Computed;
use crate::clock::Clock;
use crate::error::{Error, ErrorKind, Result};
use crate::plan::support::Support;
use crate::poly::{Exponents, Polynomial, Term};
use crate::run::check::Check;
use crate::run::modulus::Modulus;
use crate::run::options::RunOptions;
use crate::run::pointwise::{Solved, solve};
use crate::run::threads;
use rug::Integer;
use std::borrow::Cow;
use std::time::Instant;

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
    threads::on_pool(
        &options.run,
        problem,
        |problem| problem.is_small(options),
        |problem, clock| solve(problem, options, clock),
    )
}

/// The answer, on this thread's pool, or with the global one.
pub(super) fn solved(problem: &Problem, options: &ResultantOptions, mut clock: Clock) -> Result<ResultantAnswer> {
    let mut report = ResultantReport::new(problem, options);
    let modular = match &problem.task {
        Computation::Trivial(value) => {
            let known = Polynomial::constant(&problem.kept, value.clone())?;
            let polynomial = problem.inflated(known, options)?;
            return Ok(ResultantAnswer { polynomial, report });
        }
        Computation::Modular(modular) => modular,
    };
    if !remedy::is_sought(options) {
        if let Some(expansion) = clock.time("plan", || Expansion::new(modular, options))? {
            return expanded(problem, modular, expansion, options, (report, clock));
        }
        if problem.power() == 1
            && let Some(found) = clock.time("sparse", || sparse::attempt(modular, options, problem.operation))?
        {
            report.sparse = true;
            return of_terms(problem, modular, found, options, (report, clock));
        }
    }
    let direct = match options.modulus.and_then(Modulus::of_31_bits) {
        Some(p) => clock.time("plan", || modulo::direct(modular, p, options))?,
        None => None,
    };
    report.direct = direct.is_some();
    let remedied = match remedy::is_sought(options) && !report.direct {
        true => clock.time("remedy", || remedy::choose(modular, options))?,
        false => None,
    };
    if remedied.is_none()
        && !report.direct
        && let Some(chosen) = clock.time("plan", || at_points::pays(modular, options))?
        && let Some(found) =
            chosen.plan.answer(&**modular, &chosen.support, problem.operation, &options.run, &mut clock)?
    {
        return by_points(problem, modular, (&chosen, found), options, (report, clock));
    }
    let computed = remedied.as_ref().map_or(&**modular, |remedied| &remedied.problem);
    let outline = match (direct, &remedied) {
        (Some(outline), _) => outline,
        (None, Some(remedied)) => clock.time("plan", || remedied.outline(modular, options))?,
        (None, None) => clock.time("plan", || modular.outline(options))?,
    };
    let bounds = (computed.degrees(&outline.degree_bound)?, outline.height_bound);
    let size = (&outline.degree_bound[..], outline.support.len());
    (report.degree_bound, report.height_bound) = problem.bounds(computed, size, bounds, options)?;
    if let Some(sequence) = remedied.is_none().then(|| integers::pays(modular, &outline, options)).flatten() {
        return by_integers(problem, modular, (&outline, &sequence), options, (report, clock));
    }
    let modulus = options.modulus.and_then(Modulus::of_31_bits).filter(|_| report.direct);
    let new_check = |run: &RunOptions| match modulus {
        Some(p) => verify::check_modulo(modular, p, outline.support.sides(), run),
        None => verify::check(modular, run),
    };
    let confirm = |values: &[_], check: &Check, clock: &mut Clock| {
        let Some(remedied) = &remedied else {
            let verified = clock.time("verify", || check.compare(problem.operation, &outline.support, values))?;
            return Ok((verified, None));
        };
        let image = Coefficients { keep: outline.keep(), values: values.to_vec() };
        let back = clock.time("remedy", || remedied.compensate(image, modular, problem.operation, &options.run))?;
        let support = Support::whole(back.keep);
        let verified = clock.time("verify", || check.compare(problem.operation, &support, &back.values))?;
        Ok((verified, Some((support, back.values))))
    };
    let Solved { mut solution, confirmed, chosen } = solve(&outline, &options.how(), &mut clock, new_check, confirm)?;
    report.run.chose(&chosen);
    report.interpolation = outline.job.interpolation().name();
    report.run.verified_modulo = confirmed.0.into();
    let (support, mut values) = match confirmed.1 {
        Some((support, values)) => (Cow::Owned(support), values),
        None => (Cow::Borrowed(&outline.support), std::mem::take(&mut solution.coefficients)),
    };
    if let Some(remedied) = &remedied {
        report.remedy = remedied.remedy.name();
    }
    if let Some(p) = options.modulus {
        values.iter_mut().for_each(|value| *value = p.residue(value));
    }
    let polynomial = clock.time("assemble", || {
        let computed = modular.thinning.answer.polynomial(&problem.kept, &support, values, Integer::ONE)?;
        problem.inflated(computed, options)
    })?;
    if solution.failure_log2.is_some() {
        report.certainty = "probabilistic";
        report.failure_log2 = solution.failure_log2;
    }
    report.points = solution.points;
    report.count(&solution.part);
    report.run.stages = clock.into_stages();
    Ok(ResultantAnswer { polynomial, report })
}

/// The answer over Z, by minors or by a formula.
pub(super) fn expanded(
    problem: &Problem,
    modular: &Modular,
    expansion: Expansion,
    options: &ResultantOptions,
    (mut report, mut clock): (ResultantReport, Clock),
) -> Result<ResultantAnswer> {
    report.formula = expansion.is_formula();
    report.minors = !report.formula;
    let found = clock.time(if report.formula { "formula" } else { "minors" }, || {
        expansion.answer(modular, options, problem.operation)
    })?;
    of_terms(problem, modular, found, options, (report, clock))
}

/// The answer by a subresultant sequence of integers. The report has the bounds.
pub(super) fn by_integers(
    problem: &Problem,
    modular: &Modular,
    (outline, sequence): (&Outline, &Sequence),
    options: &ResultantOptions,
    (mut report, mut clock): (ResultantReport, Clock),
) -> Result<ResultantAnswer> {
    report.integers = true;
    let (control, operation, support) = (&options.run.control, problem.operation, &outline.support);
    let values = clock.time("integers", || integers::answer((modular, support), sequence, operation, control))?;
    let check = clock.time("verify", || verify::check(modular, &options.run))?;
    report.run.verified_modulo = clock.time("verify", || check.compare(operation, support, &values))?.into();
    let known = modular.thinning.answer.polynomial(&problem.kept, support, values, Integer::ONE)?;
    let polynomial = clock.time("assemble", || problem.inflated(known, options))?;
    report.run.stages = clock.into_stages();
    control.finish();
    Ok(ResultantAnswer { polynomial, report })
}

/// The answer by its values at points modulo the prime of the options.
fn by_points(
    problem: &Problem,
    modular: &Modular,
    (chosen, found): (&Chosen, Computed),
    options: &ResultantOptions,
    (mut report, mut clock): (ResultantReport, Clock),
) -> Result<ResultantAnswer> {
    let (plan, support, run) = (&chosen.plan, &chosen.support, &options.run);
    let bounds = (modular.degrees(&chosen.degree_bound)?, options.modulus.map_or(0, |p| p.bits().into()));
    let size = (&chosen.degree_bound[..], support.len());
    (report.degree_bound, report.height_bound) = problem.bounds(modular, size, bounds, options)?;
    plan.tell(&found, &mut report.run);
    let known = modular.thinning.answer.polynomial(&problem.kept, support, found.coefficients, Integer::ONE)?;
    let polynomial = clock.time("assemble", || problem.inflated(known, options))?;
    report.direct = true;
    (report.points, report.scalars, report.batches) = (plan.count(), plan.count(), 1);
    report.interpolation = "progression";
    report.extension = plan.degree();
    report.run.stages = clock.into_stages();
    run.control.finish();
    Ok(ResultantAnswer { polynomial, report })
}

/// The answer from its terms.
fn of_terms(
    problem: &Problem,
    modular: &Modular,
    found: Found,
    options: &ResultantOptions,
    (mut report, mut clock): (ResultantReport, Clock),
) -> Result<ResultantAnswer> {
    let bounds = (modular.degrees(&found.degree_bound)?, found.height_bound);
    (report.degree_bound, report.height_bound) =
        problem.bounds_of(modular, bounds, found.terms.len() as u64, options)?;
    let polynomial = clock.time("assemble", || {
        let term = |(small, coefficient): (Exponents, Integer)| {
            let exponents = modular.thinning.answer.large(&small).ok_or_else(|| outside(problem.operation))?;
            Ok(Term { coefficient, exponents })
        };
        let terms = found.terms.into_iter().rev().map(term).collect::<Result<Vec<Term>>>()?;
        problem.inflated(Polynomial::from_descending(&problem.kept, terms)?, options)
    })?;
    (report.run.primes, report.scalars) = (found.primes, found.scalars);
    report.run.verified_modulo = found.verified_modulo.into();
    if found.failure_log2.is_some() {
        (report.certainty, report.failure_log2) = ("probabilistic", found.failure_log2);
    }
    report.run.stages = clock.into_stages();
    options.run.control.finish();
    Ok(ResultantAnswer { polynomial, report })
}

/// A term that cannot be: coefficients of such exponents are 0 in every answer.
fn outside(operation: &'static str) -> Error {
    let message = "a term that was found has no exponents of the kept variables".into();
    ErrorKind::Verification { what: operation, prime: 0, message }.into()
}

#[cfg(test)]
mod tests {
    use super::super::deflation::PowersOfY;
    use super::super::options::Interpolation;
    use super::*;
    use crate::engine::any::objects;
    use crate::engine::cpu::Cpu;
    use crate::plan::plain_primes::PrimeSize;
    use crate::plan::slabs::Cut;
    use crate::poly::Polynomial;
    use crate::run::checkpoint::Archive;
    use crate::run::pointwise::{coefficients, share_slabs};
    use crate::run::stopping::Certainty;
    use std::sync::Arc;

    /// The same integers on one engine and on several, whatever the method, the interpolation and the certainty.
    #[test]
    fn several_engines_solve_as_one() {
        let [f, g] = ["7*y^6 - 123456789123456789*x^3*y^2 + x^4 - 5*x*y", "x*y^5 + 31415926535*y^3*x^2 - 2*x + 3"]
            .map(|text| Polynomial::parse_in(text, &["x", "y"]).unwrap());
        let problem = Problem::resultant(&f, &g, "y", PowersOfY::Go).unwrap();
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
                let prepared = outline.prepare(PrimeSize::Bits31, &options.how(), Cut::none()).unwrap();
                let solved = [1, 2, 5].map(|count| {
                    let mut engines = vec![Cpu::new(1 << 30, options.run.control.clone()); count];
                    let mut engines = objects(&mut engines);
                    let mut clock = Clock::default();
                    let solution = coefficients(&mut engines, &prepared, &options.how(), &mut clock).unwrap();
                    let exchanged = clock.into_stages().iter().any(|stage| stage.stage == "exchange");
                    assert_eq!(exchanged, count > 1);
                    (solution.coefficients, solution.part.primes, solution.part.counts.scalars > 0)
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

    /// Residues that one engine has kept are taken by several, and the other way round; slabs that were kept too.
    #[test]
    fn what_is_kept_is_not_computed_again() {
        let [f, g] = ["7*y^6 - 12*x^9*y^2 + x^4 - 5*x*y", "x*y^5 + 31*y^3*x^12 - 2*x + 3"]
            .map(|text| Polynomial::parse_in(text, &["x", "y"]).unwrap());
        let problem = Problem::resultant(&f, &g, "y", PowersOfY::Go).unwrap();
        let Computation::Modular(modular) = &problem.task else { panic!("a computation") };
        let folder = std::env::temp_dir();
        let solved = |archive: &Option<Arc<Archive>>, slabs: u32, count: usize, certainty| {
            let run =
                RunOptions { seed: Some(7), always_split: true, archive: archive.clone(), ..RunOptions::default() };
            let options = ResultantOptions { run, certainty, ..ResultantOptions::default() };
            let outline = modular.outline(&options).unwrap();
            let cut = Cut::into_slabs(&outline.keep(), slabs);
            let prepared = outline.prepare(PrimeSize::Bits31, &options.how(), cut).unwrap();
            let mut engines = vec![Cpu::new(1 << 30, options.run.control.clone()); count];
            let mut engines = objects(&mut engines);
            let found = coefficients(&mut engines, &prepared, &options.how(), &mut Clock::default()).unwrap();
            (found.coefficients, prepared.needed, found.part.counts.scalars)
        };
        let (expected, ..) = solved(&None, 1, 1, Certainty::Certified);
        // A grid that is cut in another way has other primes.
        for (first, second) in [((1, 1), (1, 5)), ((1, 5), (1, 1)), ((7, 20), (7, 2)), ((3, 1), (3, 20))] {
            let archive = Some(Archive::without_name(&folder).unwrap());
            let restored = || archive.as_ref().unwrap().restored();
            let begun = solved(&archive, first.0, first.1, Certainty::Certified);
            assert!(begun.0 == expected && begun.2 > 0 && restored() == 0);
            let ended = solved(&archive, second.0, second.1, Certainty::Certified);
            assert_eq!((&ended.0, ended.2, restored()), (&expected, 0, ended.1), "{first:?} {second:?}");
            // The slabs of which the coefficients are not yet put together.
            archive.as_ref().unwrap().forget(expected.len());
            let ended = solved(&archive, second.0, second.1, Certainty::Certified);
            assert_eq!((&ended.0, ended.2 == 0), (&expected, first.0 > 1), "{first:?} {second:?}");
        }
        // A few primes of a computation that stops early.
        let kept = Archive::without_name(&folder).unwrap();
        let archive = Some(kept.clone());
        solved(&archive, 1, 1, Certainty::Probabilistic { error_exponent: 20 });
        let (found, ..) = solved(&archive, 1, 3, Certainty::Certified);
        assert!(found == expected && kept.restored() > 0);
    }

    fn share_slabs_of([f, g]: [Polynomial; 2]) {
        let problem = Problem::resultant(&f, &g, "y", PowersOfY::Go).unwrap();
        let Computation::Modular(modular) = &problem.task else { panic!("a computation") };
        let options = ResultantOptions {
            run: RunOptions { seed: Some(7), always_split: true, ..RunOptions::default() },
            ..ResultantOptions::default()
        };
        let outline = modular.outline(&options).unwrap();
        let solved = |slabs: u32, count: usize| {
            let cut = Cut::into_slabs(&outline.keep(), slabs);
            let prepared = outline.prepare(PrimeSize::Bits31, &options.how(), cut).unwrap();
            let mut engines = vec![Cpu::new(1 << 30, options.run.control.clone()); count];
            let mut engines = objects(&mut engines);
            assert_eq!(
                share_slabs(&prepared, prepared.primes.len(), count),
                count.min(prepared.slabs()) > prepared.primes.len()
            );
            coefficients(&mut engines, &prepared, &options.how(), &mut Clock::default()).unwrap()
        };
        let whole = solved(1, 1);
        for (slabs, count) in [(3, 1), (7, 20), (16, 12), (2, 20)] {
            let found = solved(slabs, count);
            assert_eq!(
                (&found.coefficients, found.part.primes),
                (&whole.coefficients, whole.part.primes),
                "{slabs} {count}"
            );
            assert!(found.part.slabs >= slabs as usize && found.part.counts.scalars > 0);
        }
    }

    /// The least memory is enough, and one byte less is too little.
    #[test]
    fn the_least_memory_is_enough() {
        let [f, g] = ["7*y^6 - 123456789123456789*x^12*y^2 + x^4 - 5*x*y", "x^11*y^5 + 31415926535*y^3*x^2 - 2*x + 3"]
            .map(|text| Polynomial::parse_in(text, &["x", "y"]).unwrap());
        let problem = Problem::resultant(&f, &g, "y", PowersOfY::Go).unwrap();
        let Computation::Modular(modular) = &problem.task else { panic!("a computation") };
        for interpolation in [Interpolation::Ntt, Interpolation::Vandermonde] {
            let options = ResultantOptions {
                run: RunOptions { seed: Some(7), ..RunOptions::default() },
                interpolation,
                ..ResultantOptions::default()
            };
            let outline = modular.outline(&options).unwrap();
            let prepared = outline.prepare(PrimeSize::Bits31, &options.how(), Cut::none()).unwrap();
            let engine = |memory| Cpu::new(memory, options.run.control.clone());
            let footprint = |memory| prepared.footprint(&engine(memory), &options.how());
            let solved = |memory| {
                let (mut engine, mut clock) = (engine(memory), Clock::default());
                let solved = coefficients(&mut [&mut engine], &prepared, &options.how(), &mut clock).unwrap();
                (solved.coefficients, solved.part.batches)
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
