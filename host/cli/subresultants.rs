//! Subresultants of two polynomials, and their cofactors.

use super::describe::Size;
use super::elimination::order;
use super::engine_args::ListChoices;
use super::input::{Reading, function_over, one_standard_input, warn_of_names};
use super::list_report::end;
use super::output::Destination;
use super::output_args::{AnswerFormat, Output};
use super::polynomial_args::{Pair, no_pair};
use super::session::session;
use super::status::Failure;
use super::variable::{Typed, variable};
use eliminant::poly::{RationalFunction, union_vars};
use eliminant::{Cofactors, Control, ListReport, RationalPolynomial, Subresultants};
use serde::Serialize;

/// Subresultants as JSON.
#[derive(Serialize)]
struct Listed<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    subresultants: Option<&'a [RationalPolynomial]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    principal: Option<&'a [RationalPolynomial]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<&'a ListReport>,
}

/// Cofactors as JSON.
#[derive(Serialize)]
struct Combined<'a> {
    subresultant: &'a RationalPolynomial,
    cofactors: [&'a RationalPolynomial; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<&'a ListReport>,
}

/// The polynomials, and the variable that is eliminated.
struct Input {
    f: RationalPolynomial,
    g: RationalPolynomial,
    var: String,
}

impl Input {
    fn read(command: &'static str, pair: &Pair, choices: &ListChoices) -> Result<Self, Failure> {
        let reading = Reading { vars: pair.names.order.vars.as_deref(), memory: choices.exact.engine.memory_limit };
        let mut arguments = vec![("F", &pair.f[..])];
        arguments.extend(pair.g.as_deref().map(|g| ("G", g)));
        one_standard_input(&arguments)?;
        let (f, g) = match &pair.g {
            Some(g) => (reading.function("F", &pair.f, None)?, reading.function("G", g, None)?),
            None => match <[RationalFunction; 2]>::try_from(reading.functions("F", &pair.f, None)?) {
                Ok([f, g]) => (f, g),
                Err(list) => return Err(no_pair(list.len())),
            },
        };
        let vars = union_vars(f.numerator().numerator(), g.numerator().numerator());
        let typed = Typed { command, arguments: &arguments };
        let var = variable(pair.names.var.as_deref(), pair.names.order.vars.as_deref().unwrap_or(&vars), &typed)?;
        let order = pair.names.order.vars.clone().unwrap_or_else(|| order(&vars, &var));
        warn_of_names(&order, pair.names.order.vars.as_deref());
        let polynomial = |(name, f): (&str, RationalFunction)| match f.divisor() {
            None => Ok(function_over(f, &order)?.into_numerator()),
            Some(divisor) => Err(Failure::usage(format!(
                "{name} is a rational function, and {command} are of polynomials: multiply it by {}",
                eliminant::shorten::shortened(&divisor)
            ))),
        };
        Ok(Input { f: polynomial(("F", f))?, g: polynomial(("G", g))?, var })
    }
}

/// The largest polynomial of an answer, for its report.
pub fn largest(polynomials: &[RationalPolynomial]) -> Size {
    polynomials.iter().max_by_key(|f| f.numerator().terms().len()).map(Size::of).unwrap_or_default()
}

/// `eliminant subresultants`.
pub fn subresultants(
    pair: &Pair,
    (principal, index): (bool, Option<u32>),
    choices: &ListChoices,
    output: &Output,
) -> Result<(), Failure> {
    choices.exact.check(output)?;
    let read = || Input::read("subresultants", pair, choices);
    let run = |Input { f, g, var }: &Input, control: &Control| {
        let all = Subresultants::of_rational(f, g, var).options(choices.options(control)?);
        let asked = match index {
            Some(k) => all.index(k),
            None if principal => all.principal(),
            None => all,
        };
        Ok(asked.run()?)
    };
    let destination = Destination::for_several(output, "there may be several; take --format text or json")?;
    let answer = session(output, &destination, read, run)?;
    let list = &answer.polynomials;
    match output.format {
        AnswerFormat::Json => {
            let report = output.report.then_some(&answer.report);
            let (subresultants, principal) = if principal { (None, Some(&list[..])) } else { (Some(&list[..]), None) };
            destination.json(&Listed { subresultants, principal, report })?;
        }
        _ => {
            let list: Vec<RationalFunction> = list.iter().map(|f| f.clone().into()).collect();
            destination.functions(&list)?;
        }
    }
    end(&answer.report, &largest(list), choices, output)
}

/// `eliminant cofactors`.
pub fn cofactors(pair: &Pair, index: u32, choices: &ListChoices, output: &Output) -> Result<(), Failure> {
    choices.exact.check(output)?;
    let read = || Input::read("cofactors", pair, choices);
    let run = |Input { f, g, var }: &Input, control: &Control| {
        let cofactors = Cofactors::of_rational(f, g, var).index(index).options(choices.options(control)?);
        Ok(cofactors.run()?)
    };
    let destination = Destination::for_several(output, "there are three polynomials; take --format text or json")?;
    let answer = session(output, &destination, read, run)?;
    let all = [&answer.subresultant, &answer.u, &answer.v];
    match output.format {
        AnswerFormat::Json => {
            let report = output.report.then_some(&answer.report);
            destination.json(&Combined { subresultant: all[0], cofactors: [all[1], all[2]], report })?;
        }
        _ => destination.functions(&all.map(|f| f.clone().into()))?,
    }
    end(&answer.report, &largest(&all.map(Clone::clone)), choices, output)
}
