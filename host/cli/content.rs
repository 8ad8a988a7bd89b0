//! Content and primitive part of a polynomial.

use super::elimination::order;
use super::engine_args::GcdChoices;
use super::gcd::end;
use super::input::{Reading, over, warn_of_names};
use super::output::Destination;
use super::output_args::{AnswerFormat, Output};
use super::polynomial_args::ContentArgument;
use super::session::session;
use super::status::Failure;
use super::variable::{Typed, variable};
use eliminant::{Content, Control, GcdReport, RationalPolynomial};
use serde::Serialize;

/// A content with the primitive part, as JSON.
#[derive(Serialize)]
struct Split<'a> {
    content: &'a RationalPolynomial,
    primitive: &'a RationalPolynomial,
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<&'a GcdReport>,
}

/// `eliminant content`.
pub fn content(argument: &ContentArgument, choices: &GcdChoices, output: &Output) -> Result<(), Failure> {
    choices.exact.check(output)?;
    let vars = argument.order.vars.as_deref();
    let read = || {
        let reading = Reading { vars, memory: choices.exact.engine.memory_limit };
        let f = reading.polynomial("F", &argument.f, None)?;
        let all = vars.unwrap_or(f.numerator().vars());
        let typed = Typed { command: "content", arguments: &[("F", &argument.f)] };
        let var = variable(argument.var.as_deref(), all, &typed)?;
        let order = vars.map_or_else(|| order(f.numerator().vars(), &var), <[String]>::to_vec);
        warn_of_names(&order, vars);
        Ok((over(f, &order)?, var))
    };
    let run = |(f, var): &(RationalPolynomial, String), control: &Control| {
        let answer = Content::of_rational(f, var).options(choices.options(control)).run()?;
        Ok((answer.content, answer.primitive.into(), answer.report))
    };
    let destination =
        Destination::for_several(output, "there are content and primitive part; take --format text or json")?;
    let (content, primitive, report): (_, RationalPolynomial, _) = session(output, &destination, read, run)?;
    match output.format {
        AnswerFormat::Json => {
            let report = output.report.then_some(&report);
            destination.json(&Split { content: &content, primitive: &primitive, report })?;
        }
        _ => destination.polynomials([&content, &primitive])?,
    }
    end("content", Some(&content), &report, choices, output)
}
