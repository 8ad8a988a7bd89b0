//! Work on several engines. One computation: each computes residues modulo its share of the primes, then lifts its share of the
//! coefficients modulo all of them. Many computations: each takes the next when it is done with one.
//!
//! Between the two steps of one computation every engine cuts its residues by coefficients, and gathers its own from all. An engine is driven by a thread
//! that belongs to a pool of its own: what a stage does on all cores never waits for a thread that waits for a device, whatever
//! pool the caller is in. Where one engine fails the others stop at their next look at the control.

use super::backend::first;
use super::check::is_wrong;
use super::threads::{no_threads, on_own_threads};
use crate::clock::Clock;
use crate::control::Control;
use crate::engine::any::{Residues, to_host};
use crate::engine::{AnyEngine, Worker};
use crate::error::{Error, ErrorKind, Result};
use crate::lift::Lift;
use crate::plan::cost::{H200, Rates};
use crate::plan::plain_primes::{PlainPrime, moduli};
use rug::Integer;
use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The integers that `primes` determine, and what `residues` says of each share. `residues` computes all coefficients modulo
/// some of the primes; `work` is how long that takes, as progress is measured.
///
/// Several engines need as many primes and coefficients.
///
/// # Errors
/// Those of an engine, `Cancelled` only when none has another; `Limit` when an engine cannot lift its share.
pub(crate) fn integers<R: Send>(
    engines: &mut [&mut dyn AnyEngine],
    primes: &[PlainPrime],
    (coefficients, work): (usize, impl Fn(&Rates) -> f64),
    (lift, control): (Lift, &Control),
    clock: &mut Clock,
    residues: impl Fn(&mut dyn AnyEngine, &[PlainPrime], &Control, &mut Clock) -> Result<(Residues, R)> + Sync,
) -> Result<(Vec<Integer>, Vec<R>)> {
    let moduli = moduli(primes);
    if let [engine] = engines {
        check_lift(*engine, primes.len(), coefficients, lift, 0)?;
        let rates = engine.rates();
        let lifting = rates.lifting(coefficients, primes.len());
        let first = control.next_of(work(&rates), lifting);
        engine.watch(&first);
        let (residues, part) = residues(&mut **engine, primes, &first, clock)?;
        first.finish();
        let second = control.next_of(lifting, 0.0);
        engine.watch(&second);
        let integers = engine.lift(residues, &moduli, lift, &second, clock)?;
        return Ok((integers, vec![part]));
    }
    let rates = engines.first().map_or(H200, |engine| engine.rates());
    let lifting = rates.lifting(coefficients, primes.len());
    let first = &control.next_of(work(&rates), lifting);
    let word = engines.first().map_or(0, |engine| engine.prime_size().bytes() as u64);
    let weights: Vec<u32> = engines.iter().map(|engine| engine.weight()).collect();
    let (rows, columns) = (shares(primes.len(), &weights), shares(coefficients, &weights));
    for (engine, (rows, columns)) in engines.iter().zip(rows.iter().zip(&columns)) {
        // The residues stay on the engine until all have gathered.
        let held = (word * rows.len() as u64).saturating_mul(coefficients as u64);
        check_lift(&**engine, primes.len(), columns.len(), lift, held)?;
    }
    let are_apart = engines.iter().any(|engine| engine.is_remote());
    let found = on_all(engines, first, clock, |k, engine, control, clock| {
        let (all, part) = residues(engine, &primes[rows[k].clone()], control, clock)?;
        let parts = clock.time("exchange", || {
            let parts = engine.split(all, &columns)?;
            if !are_apart {
                return Ok(parts);
            }
            parts.into_iter().zip(&columns).map(|(part, columns)| to_host(engine, part, columns.len())).collect()
        })?;
        Ok((parts, part))
    })?;
    first.finish();
    let (blocks, parts): (Vec<Vec<Residues>>, Vec<R>) = found.into_iter().unzip();
    let integers = on_all(engines, &control.next_of(lifting, 0.0), clock, |k, engine, control, clock| {
        let of_all: Vec<&Residues> = blocks.iter().map(|blocks| &blocks[k]).collect();
        let residues = clock.time("exchange", || engine.join(&of_all))?;
        engine.lift(residues, &moduli, lift, control, clock)
    })?;
    Ok((integers.into_iter().flatten().collect(), parts))
}

/// `solve` for all of `jobs`, each by the engine that is free first; answers in the order of the jobs. A job that another process did wrong is done again by this
/// one, and so is what that process would have done after it.
///
/// # Errors
/// As [`integers`].
pub(crate) fn each<J: Sync, R: Send>(
    engines: &mut [&mut dyn AnyEngine],
    jobs: &[J],
    control: &Control,
    clock: &mut Clock,
    solve: impl Fn(&mut dyn AnyEngine, &J, &Control, &mut Clock) -> Result<R> + Sync,
) -> Result<Vec<R>> {
    if jobs.is_empty() {
        return Ok(Vec::new());
    }
    if engines.is_empty() {
        return Err(Error::argument("devices", "name at least one"));
    }
    let (whole, count) = (control, engines.len().min(jobs.len()));
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let found = on_all(&mut engines[..count], control, clock, |_, engine, control, clock| {
        let mut found = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(job) = jobs.get(at) else { return Ok(found) };
            control.check()?;
            // Of the whole: an engine may do more of the jobs than its share.
            let part = control.with_progress_of(whole).share(1.0 / jobs.len() as f64);
            engine.watch(&part);
            match solve(engine, job, &part, clock) {
                Err(error) if engine.is_remote() && is_wrong(&error) => {
                    engine.distrust();
                    wrong.lock().unwrap_or_else(PoisonError::into_inner).push(at);
                    return Ok(found);
                }
                solved => found.push((at, solved?)),
            }
            part.finish();
        }
    })?;
    let mut found: Vec<(usize, R)> = found.into_iter().flatten().collect();
    for at in wrong.into_inner().unwrap_or_else(PoisonError::into_inner) {
        let engine = first(engines)?;
        engine.watch(control);
        found.push((at, solve(engine, &jobs[at], control, clock)?));
    }
    found.sort_unstable_by_key(|&(at, _)| at);
    Ok(found.into_iter().map(|(_, answer)| answer).collect())
}

/// Refuses what could be computed but not lifted; `held` bytes besides stay in use.
fn check_lift(engine: &dyn AnyEngine, primes: usize, coefficients: usize, how: Lift, held: u64) -> Result<()> {
    let (needed, allowed) = (engine.lift_memory(primes, coefficients, how).saturating_add(held), engine.memory()?);
    if needed > allowed {
        let (needed, allowed) = (needed as u128, allowed as u128);
        return Err(ErrorKind::Limit { what: "bytes of memory for the lift", needed, allowed }.into());
    }
    Ok(())
}

/// Ranges that cover 0..`n`, one per weight and about in proportion to it, none of them empty when `n` is at least their number.
pub(crate) fn shares(n: usize, weights: &[u32]) -> Vec<Range<usize>> {
    let whole: u128 = weights.iter().map(|&weight| u128::from(weight.max(1))).sum();
    let each = usize::from(n >= weights.len());
    let spread = n - each * weights.len();
    let mut start = 0;
    let mut sum = 0;
    weights
        .iter()
        .enumerate()
        .map(|(k, &weight)| {
            sum += u128::from(weight.max(1));
            // At most `spread`, a usize.
            let end = each * (k + 1) + (spread as u128 * sum / whole) as usize;
            std::mem::replace(&mut start, end)..end
        })
        .collect()
}

/// `run` for every engine with its share of the primes, and how many come before; all at the same time.
///
/// # Errors
/// As [`integers`].
pub(crate) fn by_primes<R: Send>(
    engines: &mut [&mut dyn AnyEngine],
    primes: &[PlainPrime],
    (control, clock): (&Control, &mut Clock),
    run: impl Fn(&mut dyn AnyEngine, &[PlainPrime], usize, &Control, &mut Clock) -> Result<R> + Sync,
) -> Result<Vec<R>> {
    let weights: Vec<u32> = engines.iter().map(|engine| engine.weight()).collect();
    let shares = shares(primes.len(), &weights);
    on_all(engines, control, clock, |k, engine, control, clock| {
        run(engine, &primes[shares[k].clone()], shares[k].start, control, clock)
    })
}

/// Runs `run` for every engine with its number, all at the same time, and adds the times of the longest; one by itself on the thread of
/// the caller.
pub(crate) fn on_all<E: Worker + ?Sized, R: Send>(
    engines: &mut [&mut E],
    control: &Control,
    clock: &mut Clock,
    run: impl Fn(usize, &mut E, &Control, &mut Clock) -> Result<R> + Sync,
) -> Result<Vec<R>> {
    if let [engine] = engines {
        engine.watch(control);
        return Ok(vec![run(0, engine, control, clock)?]);
    }
    let (run, count) = (&run, engines.len());
    // The others compute elsewhere.
    let here = engines.iter().filter(|engine| !engine.is_remote()).count();
    let threads = rayon::current_num_threads() / here.max(1);
    let stop = Arc::new(AtomicBool::new(false));
    let outcomes: Vec<(Result<R>, Clock)> = std::thread::scope(|scope| {
        let mut workers = Vec::with_capacity(count);
        for (k, engine) in engines.iter_mut().enumerate() {
            let (control, halt) = (control.share(1.0 / count as f64).stopped_by(stop.clone()), stop.clone());
            let work = move || {
                let _alarm = Alarm { stop: &halt };
                let mut clock = Clock::default();
                engine.watch(&control);
                let threads = if engine.is_remote() { 1 } else { threads };
                let result = on_own_threads(threads, || run(k, engine, &control, &mut clock)).and_then(|result| result);
                if result.is_err() {
                    halt.store(true, Ordering::Relaxed);
                }
                (result, clock)
            };
            match std::thread::Builder::new().spawn_scoped(scope, work) {
                Ok(worker) => workers.push(worker),
                Err(error) => {
                    stop.store(true, Ordering::Relaxed);
                    return vec![(Err(no_threads(1, &error)), Clock::default())];
                }
            }
        }
        workers.into_iter().map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    });
    let (results, clocks): (Vec<Result<R>>, Vec<Clock>) = outcomes.into_iter().unzip();
    clock.add_longest(clocks);
    // Engines that only stopped because another failed come last.
    let failed = |result: &Result<R>| matches!(result, Err(error) if *error.kind() != ErrorKind::Cancelled);
    match results.iter().position(failed) {
        Some(first) => results.into_iter().skip(first).take(1).collect(),
        None => results.into_iter().collect(),
    }
}

/// Stops the others when its thread panics.
struct Alarm<'a> {
    stop: &'a AtomicBool,
}

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::any::objects;
    use crate::engine::cpu::Cpu;
    use crate::plan::residues::ResidueSlice;
    use gpu::arith::Mont31;
    use rayon::ThreadPoolBuilder;
    use std::time::{Duration, Instant};

    fn cpus(n: usize) -> Vec<Cpu> {
        vec![Cpu::new(1 << 30, Control::default()); n]
    }

    fn borrowed(engines: &mut [Cpu]) -> Vec<&mut Cpu> {
        engines.iter_mut().collect()
    }

    /// These residues on an engine, so many a prime.
    fn brought(engine: &mut dyn AnyEngine, values: &[u32], width: usize) -> Result<Residues> {
        let mut residues = engine.residues(values.len() / width, width)?;
        engine.import(ResidueSlice::Bits31(values), &mut residues, 0)?;
        Ok(residues)
    }

    /// The largest primes, ascending.
    fn primes(n: usize) -> Vec<PlainPrime> {
        let odd = (3..=Mont31::MAX).rev().filter(|&p| gpu::arith::prime::is_prime(p));
        let mut primes: Vec<u32> = odd.take(n).collect();
        primes.reverse();
        primes.into_iter().map(|p| PlainPrime { p: p.into(), axes: Vec::new() }).collect()
    }

    fn limit() -> Error {
        ErrorKind::Limit { what: "tests", needed: 2, allowed: 1 }.into()
    }

    /// Until cancelled.
    fn wait(control: &Control) -> Result<()> {
        loop {
            control.check()?;
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn shares_cover_and_are_not_empty() {
        for weights in [&[1][..], &[132, 132], &[132, 16, 1], &[0, 0, 5, u32::MAX, 1]] {
            for n in [0, 1, 2, 3, 4, 5, 6, 100, 10_001] {
                let shares = shares(n, weights);
                assert_eq!((shares.len(), shares[0].start, shares[shares.len() - 1].end), (weights.len(), 0, n));
                assert!(shares.windows(2).all(|pair| pair[0].end == pair[1].start));
                assert!(n < weights.len() || shares.iter().all(|share| !share.is_empty()), "{n} {weights:?}");
            }
        }
        assert_eq!(shares(101, &[7, 7]), [0..50, 50..101]);
        assert_eq!(shares(302, &[2, 1]), [0..201, 201..302]);
    }

    /// Eight engines have as many primes and coefficients as each other, or one more, and all that they are told to have.
    #[test]
    fn eight_engines_share_evenly() {
        for (count, width) in [(8, 8), (40, 1001), (107, 9999)] {
            let primes = primes(count);
            let residues = |engine: &mut dyn AnyEngine, part: &[PlainPrime], _: &Control, _: &mut Clock| {
                Ok((brought(engine, &vec![1; part.len() * width], width)?, part.len()))
            };
            let (mut engines, how) = (cpus(8), (Lift::Auto, &Control::default()));
            let work = (width, |_: &Rates| 1.0);
            let found =
                integers(&mut objects(&mut engines), &primes, work, how, &mut Clock::default(), residues).unwrap();
            assert_eq!((found.0, found.1.iter().sum::<usize>()), (vec![Integer::from(1); width], count));
            let columns: Vec<usize> = shares(width, &[132; 8]).iter().map(|share| share.len()).collect();
            for (all, each) in [(count, found.1), (width, columns)] {
                assert!(each.iter().all(|&part| part == all / 8 || part == all.div_ceil(8)), "{each:?} of {all}");
            }
        }
    }

    /// A lift is told to its end, however little of the work it is: its coefficients are, after the residues.
    #[test]
    fn lifts_are_told_to_the_end() {
        let (width, count) = (500, 100);
        for engines in [1, 2] {
            let told = Arc::new(Mutex::new(Vec::new()));
            let into = told.clone();
            let control = Control::with_every_progress(move |fraction| into.lock().unwrap().push(fraction)).begin();
            let residues = |engine: &mut dyn AnyEngine, part: &[PlainPrime], _: &Control, _: &mut Clock| {
                Ok((brought(engine, &vec![1; part.len() * width], width)?, ()))
            };
            let (mut engines, how) = (cpus(engines), (Lift::Crt, &control));
            let work = (width, |rates: &Rates| 99.0 * rates.lifting(width, count));
            integers(&mut objects(&mut engines), &primes(count), work, how, &mut Clock::default(), residues).unwrap();
            let told = told.lock().unwrap();
            assert!(told.len() > width && told.iter().all(|&fraction| fraction > 0.98), "{told:?}");
        }
    }

    /// Integers of both signs from their residues, by one engine and by several, by both lifts.
    #[test]
    fn integers_do_not_depend_on_the_number_of_engines() {
        for lift in [Lift::Auto, Lift::Crt, Lift::MixedRadix, Lift::MixedRadixThread] {
            for (n, width) in [(5, 5), (9, 40), (40, 7)] {
                let primes = primes(n);
                let half = primes.iter().fold(Integer::from(1), |acc, prime| acc * prime.p) >> 1u32;
                let expected: Vec<Integer> = (0..width as i32).map(|k| Integer::from(&half / (k / 2 + 1))).collect();
                let expected: Vec<Integer> =
                    expected.into_iter().enumerate().map(|(k, v)| if k % 2 == 0 { v } else { -v }).collect();
                let residues = |engine: &mut dyn AnyEngine, part: &[PlainPrime], _: &Control, _: &mut Clock| {
                    let row = |prime: &PlainPrime| expected.iter().map(|v| v.mod_u(prime.p as u32)).collect::<Vec<_>>();
                    Ok((brought(engine, &part.iter().flat_map(row).collect::<Vec<u32>>(), width)?, part.len()))
                };
                let how = (lift, &Control::default());
                for count in 1..=5 {
                    let (mut engines, mut clock) = (cpus(count), Clock::default());
                    let found = integers(
                        &mut objects(&mut engines),
                        &primes,
                        (width, |_: &Rates| 1.0),
                        how,
                        &mut clock,
                        residues,
                    )
                    .unwrap();
                    assert_eq!((&found.0, found.1.iter().sum::<usize>()), (&expected, n), "{lift:?} {count}");
                    assert_eq!(found.1.len(), count);
                }
            }
        }
    }

    #[test]
    fn one_failure_ends_all() {
        let begin = Instant::now();
        for failing in 0..3 {
            let mut engines = cpus(3);
            let error =
                on_all(&mut borrowed(&mut engines), &Control::default(), &mut Clock::default(), |k, _, control, _| {
                    if k == failing {
                        return Err::<(), _>(limit());
                    }
                    wait(control)
                });
            assert_eq!(error, Err(limit()));
        }
        assert!(begin.elapsed() < Duration::from_secs(10));
    }

    /// Jobs of all engines, none left out and none twice; progress in order, up to the end.
    #[test]
    fn each_job_is_done_once() {
        for count in [1, 2, 5] {
            for jobs in [0, 1, 3, 200] {
                let (told, mut engines) = (Arc::new(Mutex::new(Vec::new())), cpus(count));
                let into = told.clone();
                let control = Control::with_every_progress(move |fraction| into.lock().unwrap().push(fraction)).begin();
                let jobs: Vec<usize> = (0..jobs).collect();
                let (begin, started) = (Instant::now(), AtomicUsize::new(0));
                let together = count.min(jobs.len());
                let found = each(&mut objects(&mut engines), &jobs, &control, &mut Clock::default(), |_, &n, _, _| {
                    started.fetch_add(1, Ordering::Relaxed);
                    // Until every engine has one.
                    while started.load(Ordering::Relaxed) < together && begin.elapsed() < Duration::from_secs(10) {
                        std::thread::sleep(Duration::from_micros(100));
                    }
                    Ok(n * n)
                });
                assert!(begin.elapsed() < Duration::from_secs(10), "{together} jobs at the same time");
                assert_eq!(found.unwrap(), jobs.iter().map(|n| n * n).collect::<Vec<_>>());
                control.finish();
                let told = told.lock().unwrap();
                // A thread's report that comes after a larger one of another thread is left out; the last job and the
                // end are one, but for rounding.
                assert!((1..=jobs.len() + 1).contains(&told.len()), "{told:?}");
                assert!(told.is_sorted() && told.last() == Some(&1.0), "{told:?}");
            }
        }
    }

    #[test]
    fn the_failure_of_a_job_ends_all() {
        let (mut engines, jobs): (_, Vec<u32>) = (cpus(3), (0..1000).collect());
        let seen = AtomicUsize::new(0);
        let failed =
            each(&mut objects(&mut engines), &jobs, &Control::default(), &mut Clock::default(), |_, &n, _, _| {
                seen.fetch_add(1, Ordering::Relaxed);
                std::thread::sleep(Duration::from_millis(1));
                if n == 5 { Err(limit()) } else { Ok(n) }
            });
        assert_eq!(failed, Err(limit()));
        assert!(seen.into_inner() < 1000, "the others went on");
    }

    #[test]
    fn cancelling_the_whole_cancels_the_parts() {
        let (control, mut engines) = (Control::default(), cpus(2));
        let error = on_all(&mut borrowed(&mut engines), &control, &mut Clock::default(), |k, _, part, _| {
            if k == 1 {
                control.cancel();
            }
            wait(part)
        });
        assert_eq!(error.unwrap_err().kind(), &ErrorKind::Cancelled);
    }

    /// A stage looks at the control of its part, so that it does not go on for a batch after another engine has failed.
    #[test]
    fn stages_see_the_failure_of_another() {
        use crate::engine::MixedRadix;
        use crate::lift::MixedRadixTables;
        let fields: Vec<Mont31> = primes(3).iter().filter_map(|prime| Mont31::new(prime.p as u32)).collect();
        let tables = MixedRadixTables::new(&fields).unwrap();
        let residues = crate::engine::cpu::Residues { coefficients: 2, values: vec![1; 6] };
        let (mut engines, seen) = (cpus(2), AtomicBool::new(false));
        assert!(engines[1].digits(residues.clone(), &tables, Lift::MixedRadix).is_ok());
        let error = on_all(
            &mut borrowed(&mut engines),
            &Control::default(),
            &mut Clock::default(),
            |k, engine, control, _| -> Result<()> {
                if k == 0 {
                    return Err(limit());
                }
                assert!(wait(control).is_err());
                let error = engine.digits(residues.clone(), &tables, Lift::MixedRadix).unwrap_err();
                seen.store(*error.kind() == ErrorKind::Cancelled, Ordering::Relaxed);
                Err(error)
            },
        );
        assert_eq!((error, seen.into_inner()), (Err(limit()), true));
    }

    #[test]
    fn a_panic_passes_through() {
        let mut engines = cpus(2);
        let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            on_all(&mut borrowed(&mut engines), &Control::default(), &mut Clock::default(), |k, _, control, _| {
                assert!(k != 1, "a test");
                wait(control)
            })
        }));
        assert!(caught.is_err());
    }

    /// Workers that wait for each other and use all cores, called from every thread of a small pool at once.
    #[test]
    fn busy_callers_do_not_starve_the_workers() {
        use crate::alone::prelude::*;
        let pool = ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        let sums: Vec<usize> = pool.install(|| {
            (0..8usize)
                .into_par_iter()
                .map(|_| {
                    let mut engines = cpus(2);
                    let sums = on_all(
                        &mut borrowed(&mut engines),
                        &Control::default(),
                        &mut Clock::default(),
                        |_, _, _, _| Ok((0..1000usize).into_par_iter().sum::<usize>()),
                    );
                    sums.unwrap().iter().sum()
                })
                .collect()
        });
        assert_eq!(sums, [999_000; 8]);
    }

    #[test]
    fn progress_is_the_mean() {
        let seen = Arc::new(Mutex::new(Vec::new()));
        let told = seen.clone();
        let control = Control::with_every_progress(move |fraction| told.lock().unwrap().push(fraction)).begin();
        let mut engines = cpus(2);
        on_all(&mut borrowed(&mut engines), &control, &mut Clock::default(), |_, _, control, _| {
            control.advance(0.5);
            control.advance(0.5);
            Ok(())
        })
        .unwrap();
        let seen = seen.lock().unwrap();
        // The last one is the end, which is not told before there is an answer. Of two that are told at the same time the lower one may be left out.
        assert!(seen.is_sorted() && seen.iter().all(|part| [0.25, 0.5, 0.75].contains(part)), "{seen:?}");
        assert_eq!(seen.last(), Some(&0.75));
    }

    #[test]
    fn what_cannot_be_lifted_is_not_begun() {
        let mut engines = vec![Cpu::new(1000, Control::default()); 2];
        let (how, mut clock) = ((Lift::Auto, &Control::default()), Clock::default());
        let none = |_: &mut dyn AnyEngine, _: &[PlainPrime], _: &Control, _: &mut Clock| -> Result<(Residues, ())> {
            panic!("begun")
        };
        let error = integers(&mut objects(&mut engines), &primes(20), (100, |_: &Rates| 1.0), how, &mut clock, none)
            .unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Limit { what: "bytes of memory for the lift", .. }), "{error}");
    }
}
