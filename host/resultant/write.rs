//! An answer that is written as it is made: it need not fit in memory.

use super::compute::{by_integers, expanded, on_pool, solved};
use super::integers;
use super::minors::Expansion;
use super::modular::Modular;
use super::options::{Interpolation, ResultantOptions};
use super::problem::{Computation, Problem};
use super::remedy;
use super::report::{ResultantAnswer, ResultantReport};
use super::verify;
use crate::clock::Clock;
use crate::error::Result;
use crate::poly::TermSink;
use crate::run::options::RunOptions;
use crate::run::pointwise::{Answer, write};
use crate::run::stopping::Certainty;
use rug::Integer;
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
        && problem.deflation.is_none()
        && !(remedy::is_sought(options) && remedy::choose(modular, options)?.is_some());
    Ok(plain.then_some(&**modular))
}

/// Writes an answer that is known as a whole.
fn in_whole(answer: ResultantAnswer, sink: &mut dyn TermSink) -> Result<ResultantReport> {
    answer.polynomial.write_to(sink)?;
    Ok(answer.report)
}

fn written(
    problem: &Problem,
    options: &ResultantOptions,
    mut clock: Clock,
    sink: &mut (dyn TermSink + Send),
) -> Result<ResultantReport> {
    let Some(modular) = in_ranges(problem, options)? else {
        return in_whole(solved(problem, options, clock)?, sink);
    };
    let mut report = ResultantReport::new(problem, options);
    if let Some(expansion) = clock.time("plan", || Expansion::new(modular, options))? {
        return in_whole(expanded(problem, modular, expansion, options, (report, clock))?, sink);
    }
    let outline = clock.time("plan", || modular.outline(options))?;
    (report.degree_bound, report.height_bound) = (modular.degrees(&outline.degree_bound)?, outline.height_bound);
    if let Some(sequence) = integers::pays(modular, &outline, options) {
        let answer = by_integers(problem, modular, (&outline, &sequence), options, (report, clock))?;
        return in_whole(answer, sink);
    }
    let new_check = |run: &RunOptions| verify::check(modular, run);
    let exponents = (&modular.thinning.answer, Integer::ONE);
    let mut answer = Answer::new(problem.operation, &problem.kept, exponents, sink);
    let written = write(&outline, &options.how(), &mut clock, new_check, &mut answer)?;
    report.run.chose(&written.chosen);
    report.run.verified_modulo = written.verified_modulo.into();
    report.points = written.points;
    report.count(&written.part);
    report.run.stages = clock.into_stages();
    Ok(report)
}

#[cfg(test)]
mod tests {
    use super::super::deflation::PowersOfY;
    use super::*;
    use crate::engine::any::objects;
    use crate::engine::cpu::Cpu;
    use crate::error::ErrorKind;
    use crate::poly::{Polynomial, TextWriter};
    use crate::run::memory::{is_lack, lack};
    use crate::run::options::{Backend, WordSize};
    use crate::run::pointwise::write_on;
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
                (Certainty::Certified, crate::resultant::Method::Schur),
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
        let problem = Problem::resultant(&f, &g, "y", PowersOfY::Go).unwrap();
        let Computation::Modular(modular) = &problem.task else { panic!("a computation") };
        let expected = Resultant::new(&f, &g, "y").backend(Backend::Cpu).run().unwrap().polynomial.to_string();
        for (slabs, count) in [(0, 1), (3, 1), (0, 3), (7, 2), (48, 40)] {
            let run = RunOptions { seed: Some(7), slabs, always_split: true, ..RunOptions::default() };
            let options = ResultantOptions { run, ..ResultantOptions::default() };
            let outline = modular.outline(&options).unwrap();
            let mut engines = vec![Cpu::new(1 << 20, options.run.control.clone()); count];
            let mut engines = objects(&mut engines);
            let (mut text, mut clock) = (Vec::new(), Clock::default());
            let sink = &mut TextWriter::new(&mut text);
            let exponents = (&modular.thinning.answer, Integer::ONE);
            let mut answer = Answer::new(problem.operation, &problem.kept, exponents, sink);
            let (how, new_check) = (options.how(), |run: &RunOptions| verify::check(modular, run));
            let (written, ..) = write_on(&mut engines, &outline, &how, &mut clock, new_check, &mut answer).unwrap();
            assert!(String::from_utf8(text).unwrap() == expected, "{slabs} slabs, {count} engines");
            assert!(written.slabs >= slabs as usize);
            // Engines that are more than the primes share the slabs of one prime after the other.
            let is_shared = count.min(written.slabs) > written.primes;
            assert_eq!((is_shared, written.batches == written.primes), (count == 40, count == 40), "{written:?}");
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
