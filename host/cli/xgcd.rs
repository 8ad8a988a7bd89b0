//! The GCD of two polynomials as a combination of them.

use super::batch::{self, Line, Refusal, Shape};
use super::batch_plans::{self, Lines};
use super::divided;
use super::engine_args::GcdChoices;
use super::gcd::{end, read_pair};
use super::gcd_batch::pair_of;
use super::input::{LEAST_NEED, Need};
use super::output::Destination;
use super::output_args::{AnswerFormat, Output, PlanOutput};
use super::polynomial_args::PlainPair;
use super::prediction;
use super::session::session;
use super::status::Failure;
use super::subresultants::texts;
use eliminant::Modulus;
use eliminant::poly::Notation;
use eliminant::{Control, ExtendedGcd, GcdPlan, GcdReport, RationalPolynomial};
use serde::Serialize;
use serde_json::{Map, json};

/// A GCD as a combination, as JSON.
#[derive(Serialize)]
struct Combined<'a> {
    gcd: &'a RationalPolynomial,
    combination: &'a [RationalPolynomial; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<&'a GcdReport>,
}

/// Two polynomials.
type Polynomials = (RationalPolynomial, RationalPolynomial);

/// The lines of batches.
const SHAPE: Shape = Shape { keys: &["f", "g"], optional: &[], answer: "extended gcd" };

/// The polynomials of a command. Rational functions are refused.
fn read(pair: &PlainPair, is_modular: bool, choices: &GcdChoices, need: Option<&Need>) -> Result<Polynomials, Failure> {
    let arguments: Vec<String> = pair.f.iter().chain(&pair.g).cloned().collect();
    let (f, g) = read_pair(("xgcd", is_modular), &arguments, pair.order.vars.as_deref(), choices, need)?;
    Ok((f.into_numerator(), g.into_numerator()))
}

/// Those of a line.
fn of_line(
    line: &Line,
    pair: &PlainPair,
    is_modular: bool,
    choices: &GcdChoices,
    need: Option<&Need>,
) -> Result<Polynomials, Refusal> {
    let (f, g) = pair_of(line, pair.order.vars.as_deref(), choices, need)?;
    divided::of_gcds("xgcd", &[("f", &f), ("g", &g)], is_modular).map_err(|failure| line.refused(failure))?;
    Ok((f.into_numerator(), g.into_numerator()))
}

/// `eliminant plan xgcd`.
pub fn plan(pair: &PlainPair, choices: &GcdChoices, output: &PlanOutput) -> Result<(), Failure> {
    let need = Need::new(LEAST_NEED);
    let plan = |(f, g): &Polynomials| {
        Ok(ExtendedGcd::of_rational(f, g).options(choices.options(&Control::default())).plan()?)
    };
    match &pair.batch {
        Some(file) => {
            let read = |line: &Line| of_line(line, pair, false, choices, Some(&need));
            let lines = Lines { file, shape: &SHAPE, plan, is_together: false };
            batch_plans::run(lines, read, &need, &choices.exact, output)
        }
        None => {
            let plan: GcdPlan = plan(&read(pair, false, choices, Some(&need))?)?;
            prediction::plan(plan, &need, &choices.exact, output)
        }
    }
}

/// `eliminant xgcd`.
pub fn extended(
    pair: &PlainPair,
    modulus: Option<Modulus>,
    choices: &GcdChoices,
    output: &Output,
) -> Result<(), Failure> {
    choices.exact.check(output)?;
    let run = |(f, g): &Polynomials, control: &Control| -> Result<_, Failure> {
        let gcd = ExtendedGcd::of_rational(f, g).options(choices.options(control));
        let answer = modulus.map_or(gcd.clone(), |p| gcd.modulus(p)).run()?;
        Ok((answer.gcd, answer.combination, answer.report))
    };
    if let Some(file) = &pair.batch {
        let read = |line: &Line| of_line(line, pair, modulus.is_some(), choices, None);
        let solve = |polynomials: &Polynomials, control: &Control, notation: Notation| {
            let (gcd, combination, report) = run(polynomials, control)?;
            let gcd = texts(std::slice::from_ref(&gcd), notation).concat();
            let combination = texts(&combination, notation);
            let answer = [("gcd".into(), json!(gcd)), ("combination".into(), json!(combination))];
            Ok((Map::from_iter(answer), report.run.primes))
        };
        return batch::run(file, &SHAPE, read, solve, &choices.exact, output);
    }
    let read = || read(pair, modulus.is_some(), choices, None);
    let destination = Destination::for_several(output, "there are three polynomials; take --format text or json")?;
    let (gcd, combination, report) = session(output, &destination, read, run)?;
    match output.format {
        AnswerFormat::Json => {
            let report = output.report.then_some(&report);
            destination.json(&Combined { gcd: &gcd, combination: &combination, report })?;
        }
        _ => destination.functions(&[&gcd, &combination[0], &combination[1]].map(|f| f.clone().into()))?,
    }
    end("xgcd", Some(&gcd.into()), &report, choices, output)
}
