//! GCDs of many pairs, those of similar size together.

use super::batch::{self, Batch, Line, Refusal, Shape, refused};
use super::divided;
use super::engine_args::GcdChoices;
use super::gcd::{Pair, pair_over};
use super::input::{Need, Reading};
use super::output::Destination;
use super::output_args::Output;
use super::session::{session, times};
use super::status::Failure;
use super::{describe, output};
use eliminant::poly::Notation;
use eliminant::{Control, Gcd, GcdBatch, Modulus, RationalFunction};
use serde_json::{Map, json};

/// The lines of batches of GCDs.
pub const SHAPE: Shape = Shape { keys: &["f", "g"], optional: &[], answer: "gcd" };

/// The pair of a line.
pub fn pair_of(
    line: &Line,
    vars: Option<&[String]>,
    choices: &GcdChoices,
    need: Option<&Need>,
) -> Result<Pair, Refusal> {
    let reading = Reading { vars, memory: choices.exact.engine.memory_limit };
    let (f, g) = (line.function("f", &reading, need)?, line.function("g", &reading, need)?);
    pair_over(f, g, vars).map_err(|error| line.refused(error.into()))
}

/// `eliminant gcd --batch --modulus`: each pair by itself, in the field of a prime.
pub fn modulo(
    file: &str,
    vars: Option<&[String]>,
    p: Modulus,
    choices: &GcdChoices,
    output: &Output,
) -> Result<(), Failure> {
    let read = |line: &Line| {
        let (f, g) = pair_of(line, vars, choices, None)?;
        divided::of_gcds("gcd", &[("f", &f), ("g", &g)], true).map_err(|failure| line.refused(failure))?;
        Ok((f, g))
    };
    let solve = |(f, g): &Pair, control: &Control, notation: Notation| {
        let answer = Gcd::of_functions(f, g).options(choices.options(control)).modulus(p).run()?;
        let gcd = ("gcd".into(), json!(answer.gcd.to_text(notation)));
        Ok((Map::from_iter([gcd]), answer.report.run.primes))
    };
    batch::run(file, &SHAPE, read, solve, &choices.exact, output)
}

/// `eliminant gcd --batch`.
pub fn run(file: &str, vars: Option<&[String]>, choices: &GcdChoices, output: &Output) -> Result<(), Failure> {
    if output.explain {
        return Err(Failure::usage("--explain is for one gcd; leave it out for a batch"));
    }
    let read = || {
        let read_line = |line: &Line| pair_of(line, vars, choices, None);
        let batch = Batch::read(file, &SHAPE, choices.exact.engine.memory_limit, read_line)?;
        // Pairs together, and what became of each line.
        let (mut pairs, mut lines) = (Vec::new(), Vec::new());
        for (problem, number) in batch.problems.into_iter().zip(batch.numbers) {
            lines.push((number, problem.map(|pair| pairs.push(pair))));
        }
        Ok((batch.place, pairs, lines))
    };
    type Lines = Vec<(usize, Result<(), Refusal>)>;
    let run = |(place, pairs, lines): &(String, Vec<Pair>, Lines), control: &Control| {
        let (gcds, report) = GcdBatch::of_functions(pairs).options(choices.options(control)).run_each()?;
        Ok((gcds, (place.clone(), lines.clone()), report))
    };
    let destination = Destination::for_several(output, "a batch has many; its answers are always lines of JSON")?;
    let (gcds, (place, lines), report) = session(output, &destination, read, run)?;
    let mut gcds = gcds.into_iter();
    let mut refusals = Vec::new();
    let mut answer = |(number, line): (usize, Result<(), Refusal>)| {
        let found = line.and_then(|()| match gcds.next() {
            Some(gcd) => gcd.map_err(|error| Refusal::of(number, error.into())),
            None => Err(Refusal::of(number, Failure::usage("has no answer"))),
        });
        found
            .map(|gcd: RationalFunction| json!({ "gcd": gcd.to_text(destination.notation()) }).to_string())
            .unwrap_or_else(|refusal| {
                let line = refusal.to_json();
                refusals.push(refusal);
                line
            })
    };
    let answers: Vec<String> = lines.into_iter().map(&mut answer).collect();
    destination.lines(answers.iter())?;
    choices.exact.end(&report.run);
    if output.report {
        output::message(describe::gcd_report("gcd", None, &report));
    }
    times(output, &describe::gcd_title(&report), &report.run.stages, report.run.milliseconds)?;
    refused(&place, &refusals, answers.len())
}
