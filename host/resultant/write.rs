//! An answer that is written as it is made: it need not fit in memory.
//!
//! Residues modulo all primes leave the engines for a store, and are lifted in ranges of coefficients, from the last to the first. Each
//! range is evaluated at the point of the check before it is written; the comparison comes last.

use super::compute::{CHECKED, PLANNED, on_pool, solved};
use super::memory::PRIME;
use super::options::{Interpolation, ResultantOptions};
use super::plan::{Outline, Prepared};
use super::problem::{Computation, Modular, Problem};
use super::remedy;
use super::report::ResultantReport;
use super::stages::Scalars;
use super::verify::Check;
use crate::clock::Clock;
use crate::control::Control;
use crate::engine::ScalarCounts;
use crate::error::{Error, Result};
use crate::plan::cost::{H200, StageRates};
use crate::plan::primes::Word;
use crate::poly::TermSink;
use crate::run::backend::{AllStages, OnEngines, first, in_memory};
use crate::run::goal::Certainty;
use crate::run::memory::{is_lack, lack};
use crate::run::on_grid::OnGrid;
use crate::run::ranges::{Layout, Size};
use crate::run::store::Store;
use crate::run::team;
use rug::Integer;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// Computes, verifies and writes the answer of the problem that `problem` sets up.
pub(super) fn run(
    problem: impl FnOnce() -> Result<Problem> + Send,
    options: &ResultantOptions,
    sink: &mut (dyn TermSink + Send),
) -> Result<ResultantReport> {
    let start = Instant::now();
    let mut report = on_pool(problem, options, |problem, options, clock| written(problem, options, clock, sink))?;
    report.run.milliseconds = start.elapsed().as_secs_f64() * 1e3;
    Ok(report)
}

/// The problem whose answer can be written as it is made: not one that is known only as a whole.
fn in_ranges<'p>(problem: &'p Problem, options: &ResultantOptions) -> Result<Option<&'p Modular>> {
    let Computation::Modular(modular) = &problem.task else { return Ok(None) };
    let plain = options.certainty == Certainty::Certified
        && options.interpolation == Interpolation::Ntt
        && options.modulus.is_none()
        && !(remedy::is_sought(options) && remedy::choose(modular, options)?.is_some());
    Ok(plain.then_some(&**modular))
}

fn written(
    problem: &Problem,
    options: &ResultantOptions,
    mut clock: Clock,
    sink: &mut (dyn TermSink + Send),
) -> Result<ResultantReport> {
    let Some(modular) = in_ranges(problem, options)? else {
        let answer = solved(problem, options, clock)?;
        answer.polynomial.write_to(sink)?;
        return Ok(answer.report);
    };
    let mut report = ResultantReport::new(problem, options);
    let outline = clock.time("plan", || modular.outline(options))?;
    let mut chosen = clock.time("engine", || outline.choose(options, true))?;
    options.run.control.advance(PLANNED);
    let mut solving = options.clone();
    solving.run.control = options.run.control.next(1.0 - CHECKED);
    let shorter = || outline.choose(&solving.with_short_words(), true);
    let mut begun = false;
    in_memory(&options.run, &mut chosen, shorter, |chosen| {
        let (outline, options, clock, report, sink) = (&outline, &solving, &mut clock, &mut report, &mut *sink);
        let answer = Answer { problem, modular, begun: &mut begun, sink };
        chosen.run(Write { outline, options, clock, report, answer })
    })?;
    solving.run.control.finish();
    report.run.chose(&chosen);
    report.run.stages = clock.into_stages();
    Ok(report)
}

/// The answer to be written.
struct Answer<'a> {
    problem: &'a Problem,
    modular: &'a Modular,
    /// Whether the sink has begun.
    begun: &'a mut bool,
    sink: &'a mut (dyn TermSink + Send),
}

impl Answer<'_> {
    /// Writes the coefficients from number `first` on, the last one first.
    fn write(&mut self, first: usize, keep: &[u32], integers: &[Integer]) -> Result<()> {
        if !std::mem::replace(self.begun, true) {
            self.sink.begin(&self.problem.kept, Integer::ONE)?;
        }
        for (number, coefficient) in integers.iter().enumerate().rev() {
            if !coefficient.is_zero() {
                let exponents = self.modular.thinning.exponents(keep, first + number);
                self.sink.term(coefficient, &exponents)?;
            }
        }
        Ok(())
    }
}

/// The computation on the engines chosen.
struct Write<'a> {
    outline: &'a Outline,
    options: &'a ResultantOptions,
    clock: &'a mut Clock,
    report: &'a mut ResultantReport,
    answer: Answer<'a>,
}

impl OnEngines for Write<'_> {
    type Output = Result<()>;

    fn run<E: AllStages>(self, engines: &mut [&mut E]) -> Result<()> {
        let Write { outline, options, clock, report, mut answer } = self;
        let all = engines.len();
        let engine = first(engines)?;
        let (prepared, size, layout) = clock.time("plan", || outline.prepare_in_ranges(&*engine, all, options))?;
        let (primes, keep, run) = (prepared.certified(), outline.keep(), &options.run);
        let count = prepared.work_of(primes.len()).devices(all, run.always_split);
        let engines = &mut engines[..count];
        let store = Mutex::new(layout.store::<E>(&size)?);
        let rates: StageRates = engines.first().map_or(H200, |engine| engine.rates());
        let lift = rates.lift(size.coefficients, primes.len());
        let control = run.control.next_of(prepared.predicted(&rates, primes.len()), lift);
        // Where there is no answer, the work on what it would be compared with ends.
        let stop = Arc::new(AtomicBool::new(false));
        let checking = run.with_control(run.control.silent().stopped_by(stop.clone()));
        let mut check = None;
        let gathered = rayon::in_place_scope(|scope| {
            scope.spawn(|_| check = Some(Check::new(answer.modular, &checking)));
            let gathered = prepared.gather(engines, &layout, &store, (&control, &mut *clock));
            if gathered.is_err() {
                stop.store(true, Ordering::Relaxed);
            }
            gathered
        })?;
        control.finish();
        let check = check.unwrap_or_else(|| Check::new(answer.modular, run))?;
        let mut values = check.values(&keep);
        let moduli: Vec<E::Modulus> = primes.iter().map(|prime| prime.field).collect();
        let what = (&moduli[..], size.coefficients);
        layout.lift(
            engines,
            what,
            &store,
            options.lift,
            (&run.control.next(1.0), &mut *clock),
            |first, integers, clock| {
                clock.time("verify", || values.include(first, &integers));
                clock.time("write", || answer.write(first, &keep, &integers))
            },
        )?;
        report.run.verified_modulo = values.compare(answer.problem.operation)?;
        answer.write(0, &keep, &[])?;
        answer.sink.finish()?;
        let (scalars, repairs): (u64, u64) = gathered.iter().fold((0, 0), |(a, b), c| (a + c.scalars, b + c.repairs));
        (report.scalars, report.repairs, report.batches) = (scalars, repairs, gathered.len());
        report.interpolation = prepared.interpolation.name();
        report.run.primes = primes.len();
        report.run.slabs = if prepared.cut.is_none() { 0 } else { prepared.cut.of(&prepared.grid).count() };
        report.points = prepared.grid.points();
        (report.degree_bound, report.height_bound) = (answer.modular.degrees(outline)?, outline.height_bound);
        Ok(())
    }
}

impl Outline {
    /// Grid and primes with the coarsest cut for which the engines have the memory, and how the residues are kept.
    ///
    /// # Errors
    /// `Limit`; of the engine.
    fn prepare_in_ranges<'a, E: AllStages>(
        &'a self,
        engine: &E,
        engines: usize,
        options: &'a ResultantOptions,
    ) -> Result<(Prepared<'a, E::Modulus>, Size, Layout<'a>)> {
        let mut least: Option<Error> = None;
        // A file comes last.
        let folders = std::iter::once(None).chain(options.run.scratch.as_deref().map(Some));
        for (folder, cut) in folders.flat_map(|folder| self.cuts(options).into_iter().map(move |cut| (folder, cut))) {
            let prepared = self.prepare::<E::Modulus>(options, cut)?;
            let (primes, coefficients) = (prepared.needed, prepared.coefficients());
            let size = Size { primes, coefficients, bits: self.height_bound };
            let found = prepared.one_in_ranges(engine).and_then(|on_host| {
                let held = self.held + PRIME * prepared.primes.len() as u64;
                size.layout(engine, engines, (held, on_host), (&options.run, options.lift), folder)
            });
            match found {
                Ok(layout) => return Ok((prepared, size, layout)),
                Err(error) if is_lack(&error) => {
                    least = least.filter(|least| lack(least) <= lack(&error)).or(Some(error));
                }
                Err(error) => return Err(error),
            }
        }
        Err(least.unwrap_or_else(|| Error::argument("slabs", "there is no way to cut the grid")))
    }
}

impl<M: Word> Prepared<'_, M> {
    /// Residues of all coefficients into a store; what each batch tells.
    fn gather<E: AllStages<Modulus = M>>(
        &self,
        engines: &mut [&mut E],
        layout: &Layout<'_>,
        store: &Mutex<Store<M::Elem>>,
        (control, clock): (&Control, &mut Clock),
    ) -> Result<Vec<ScalarCounts>> {
        let (table, job) = (&self.outline.table, &self.outline.job);
        let columns = self.grid.inside(&self.outline.keep());
        let count = engines.len();
        let found =
            team::by_primes(engines, self.certified(), (control, clock), |engine, primes, before, control, clock| {
                let input = &clock.time("load", || engine.load(table))?;
                let (grid, cut, host) = (&self.grid, &self.cut, self.host / count as u64);
                let stage = OnGrid { middle: Scalars { job }, input, dims: table.dims(), grid, cut, kept: 0, host };
                layout.gather((engine, count), &stage, (primes, before), &columns, store, (control, clock))
            })?;
        Ok(found.into_iter().flatten().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::cpu::Cpu;
    use crate::error::ErrorKind;
    use crate::poly::{Polynomial, TextWriter};
    use crate::run::options::{Backend, RunOptions, WordSize};
    use crate::{Discriminant, Resultant};
    use std::io;

    fn pair() -> [Polynomial; 2] {
        ["7*y^6 - 123456789123456789*x^30*y^2 + x^4 - 5*x*y", "x^41*y^5 + 31415926535*y^3*x^22 - 2*x + 3"]
            .map(|text| Polynomial::parse_in(text, &["w", "x", "y"]).unwrap())
    }

    /// The text that is written with these options.
    fn text(f: &Polynomial, g: &Polynomial, run: &RunOptions) -> Result<String> {
        let mut text = Vec::new();
        Resultant::new(f, g, "y").run_options(run.clone()).write(&mut TextWriter::new(&mut text))?;
        Ok(String::from_utf8(text).unwrap())
    }

    #[test]
    fn what_is_written_is_the_answer() {
        let parse = |text: &str| Polynomial::parse_in(text, &["w", "x", "y"]).unwrap();
        for (f, g) in [
            ("7*y^6 - 12345678912345678912*x^3*y^2 + x^4 - 5*x*y", "x*y^5 + 31415926535*y^3*x^2 - 2*x + 3"),
            ("(y - x)*(y^2 - 3)", "(y - x)*(y + 1)"),
            ("y^2 - 2", "3*y - 1"),
            ("x + 1", "y^3 - x"),
            ("0", "y"),
            ("w*y - 1", "y^2 - w^1000"),
        ] {
            let (f, g) = (parse(f), parse(g));
            let run = RunOptions { backend: Backend::Cpu, seed: Some(3), ..RunOptions::default() };
            let expected = Resultant::new(&f, &g, "y").run_options(run.clone()).run().unwrap().polynomial;
            assert_eq!(text(&f, &g, &run).unwrap(), expected.to_string());
            for (certainty, method) in [
                (Certainty::Probabilistic { error_exponent: 60 }, Default::default()),
                (Certainty::Certified, crate::Method::Schur),
            ] {
                let mut text = Vec::new();
                let choices = Resultant::new(&f, &g, "y").run_options(run.clone()).certainty(certainty).method(method);
                choices.write(&mut TextWriter::new(&mut text)).unwrap();
                assert_eq!(String::from_utf8(text).unwrap(), expected.to_string());
            }
        }
        let f = parse("y^4 - x^3*y + w^0*5");
        let mut text = Vec::new();
        let report = Discriminant::new(&f, "y").backend(Backend::Cpu).write(&mut TextWriter::new(&mut text)).unwrap();
        let expected = Discriminant::new(&f, "y").backend(Backend::Cpu).run().unwrap();
        assert_eq!(String::from_utf8(text).unwrap(), expected.polynomial.to_string());
        assert_eq!(
            (report.run.primes, report.degree_bound),
            (expected.report.run.primes, expected.report.degree_bound)
        );
        assert_ne!(report.run.verified_modulo, 0);
    }

    /// The least memory, found by asking for what refusals say; the text there, and how many refusals there were.
    fn least(f: &Polynomial, g: &Polynomial, run: &RunOptions) -> (u64, String) {
        let mut limit = 1 << 12;
        for _ in 0..20 {
            match text(f, g, &RunOptions { memory_limit: Some(limit), ..run.clone() }) {
                Ok(text) => return (limit, text),
                Err(error) => {
                    assert!(is_lack(&error), "{error}");
                    assert!(lack(&error) > u128::from(limit));
                    limit = lack(&error) as u64;
                }
            }
        }
        panic!("{limit} bytes are too little")
    }

    #[test]
    fn a_folder_takes_what_memory_does_not() {
        let [f, g] = pair();
        // Where long primes lack memory, a folder comes before short ones.
        let word = WordSize::Bits31;
        let run = RunOptions { backend: Backend::Cpu, word, seed: Some(3), ..RunOptions::default() };
        let expected = Resultant::new(&f, &g, "y").run_options(run.clone()).run().unwrap().polynomial.to_string();
        let (in_memory, written) = least(&f, &g, &run);
        assert!(written == expected);
        let folder = std::env::temp_dir();
        let (in_file, written) = least(&f, &g, &RunOptions { scratch: Some(folder), ..run.clone() });
        assert!(written == expected && in_file < in_memory, "{in_file} {in_memory}");
        let mut nowhere = RunOptions { scratch: Some("/nowhere/at/all".into()), memory_limit: Some(in_file), ..run };
        let error = text(&f, &g, &nowhere).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::File { path, .. } if path == "/nowhere/at/all"), "{error}");
        // Where memory suffices there is no file.
        nowhere.memory_limit = Some(in_memory);
        assert!(text(&f, &g, &nowhere).unwrap() == expected);
    }

    #[test]
    fn slabs_and_several_engines_write_the_same() {
        let [f, g] = pair();
        let problem = Problem::resultant(&f, &g, "y").unwrap();
        let Computation::Modular(modular) = &problem.task else { panic!("a computation") };
        let expected = Resultant::new(&f, &g, "y").backend(Backend::Cpu).run().unwrap().polynomial.to_string();
        for (slabs, count) in [(0, 1), (3, 1), (0, 3), (7, 2)] {
            let run = RunOptions { seed: Some(7), slabs, always_split: true, ..RunOptions::default() };
            let options = ResultantOptions { run, ..ResultantOptions::default() };
            let outline = modular.outline(&options).unwrap();
            let mut engines = vec![Cpu::new(1 << 20, options.run.control.clone()); count];
            let mut engines: Vec<&mut Cpu> = engines.iter_mut().collect();
            let (mut text, mut clock, mut begun) = (Vec::new(), Clock::default(), false);
            let mut report = ResultantReport::new(&problem, &options);
            let sink = &mut TextWriter::new(&mut text);
            let answer = Answer { problem: &problem, modular, begun: &mut begun, sink };
            let write = Write { outline: &outline, options: &options, clock: &mut clock, report: &mut report, answer };
            write.run(&mut engines).unwrap();
            assert!(String::from_utf8(text).unwrap() == expected, "{slabs} slabs, {count} engines");
            assert!(report.run.slabs >= slabs as usize);
        }
    }

    /// A sink without room.
    struct Full(usize);

    impl TermSink for Full {
        fn begin(&mut self, _: &[String], _: &Integer) -> io::Result<()> {
            Ok(())
        }

        fn term(&mut self, _: &Integer, _: &[u32]) -> io::Result<()> {
            self.0 += 1;
            if self.0 > 3 { Err(io::Error::other("no room")) } else { Ok(()) }
        }

        fn finish(&mut self) -> io::Result<()> {
            panic!("it was not written")
        }
    }

    #[test]
    fn errors_of_the_sink_end_it() {
        let [f, g] = pair();
        let error = Resultant::new(&f, &g, "y").backend(Backend::Cpu).write(&mut Full(0)).unwrap_err();
        assert!(error.to_string().contains("no room"), "{error}");
    }
}
