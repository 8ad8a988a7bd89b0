//! The GCD of two polynomials as a combination of them.

use super::engine_args::GcdChoices;
use super::gcd::{end, read_pair};
use super::input::Need;
use super::output::Destination;
use super::output_args::{AnswerFormat, Output};
use super::polynomial_args::PlainPair;
use super::session::session;
use super::status::Failure;
use eliminant::{Control, ExtendedGcd, GcdPlan, GcdReport, RationalPolynomial};
use serde::Serialize;

/// A GCD as a combination, as JSON.
#[derive(Serialize)]
struct Combined<'a> {
    gcd: &'a RationalPolynomial,
    combination: &'a [RationalPolynomial; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<&'a GcdReport>,
}

/// The polynomials of a command. Rational functions are refused.
fn read(
    PlainPair { f, g, order }: PlainPair,
    is_modular: bool,
    choices: &GcdChoices,
    need: Option<&Need>,
) -> Result<(RationalPolynomial, RationalPolynomial), Failure> {
    let arguments: Vec<String> = std::iter::once(f).chain(g).collect();
    let (f, g) = read_pair(("xgcd", is_modular), &arguments, order.vars.as_deref(), choices, need)?;
    Ok((f.into_numerator(), g.into_numerator()))
}

/// `eliminant plan xgcd`.
pub fn plan(pair: PlainPair, choices: &GcdChoices, need: &Need) -> Result<GcdPlan, Failure> {
    let (f, g) = read(pair, false, choices, Some(need))?;
    Ok(ExtendedGcd::of_rational(&f, &g).options(choices.options(&Control::default())).plan()?)
}

/// `eliminant xgcd`.
pub fn extended(pair: PlainPair, modulus: Option<u64>, choices: &GcdChoices, output: &Output) -> Result<(), Failure> {
    choices.exact.check(output)?;
    let read = || read(pair, modulus.is_some(), choices, None);
    let run = |(f, g): &(RationalPolynomial, RationalPolynomial), control: &Control| {
        let gcd = ExtendedGcd::of_rational(f, g).options(choices.options(control));
        let answer = modulus.map_or(gcd.clone(), |p| gcd.modulus(p)).run()?;
        Ok((answer.gcd, answer.combination, answer.report))
    };
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
