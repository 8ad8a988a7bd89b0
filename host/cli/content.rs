//! Content and primitive part of a polynomial.

use super::divided;
use super::elimination::order;
use super::engine_args::GcdChoices;
use super::gcd::end;
use super::input::{Need, Reading, function_over, warn_of_names};
use super::output::{Destination, InJson};
use super::output_args::{AnswerFormat, Output};
use super::polynomial_args::ContentArgument;
use super::session::session;
use super::status::Failure;
use super::variable::{Typed, variable};
use eliminant::{Content, Control, GcdReport, Polynomial, RationalFunction};
use serde::Serialize;

/// A content with the primitive part, as JSON.
#[derive(Serialize)]
struct Split<'a> {
    content: InJson<'a>,
    primitive: &'a Polynomial,
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<&'a GcdReport>,
}

/// A function whose content is asked for.
pub struct ContentOf {
    pub f: RationalFunction,
    pub var: String,
}

impl ContentOf {
    /// Of an argument. Says what becomes of a divisor.
    pub fn read(argument: &ContentArgument, choices: &GcdChoices, need: Option<&Need>) -> Result<Self, Failure> {
        let vars = argument.order.vars.as_deref();
        let reading = Reading { vars, memory: choices.exact.engine.memory_limit };
        let f = reading.function("F", &argument.f, need)?;
        let typed = Typed { command: "content", arguments: &[("F", &argument.f)] };
        let var = variable(argument.var.as_deref(), vars.unwrap_or(f.vars()), &typed)?;
        let order = vars.map_or_else(|| order(f.vars(), &var), <[String]>::to_vec);
        warn_of_names(&order, vars);
        if f.is_polynomial_in(&var) {
            divided::of_gcds("content", &[("F", &f)], false)?;
        }
        Ok(ContentOf { f: function_over(f, &order)?, var })
    }
}

/// `eliminant content`.
pub fn content(argument: &ContentArgument, choices: &GcdChoices, output: &Output) -> Result<(), Failure> {
    choices.exact.check(output)?;
    let read = || ContentOf::read(argument, choices, None);
    let run = |ContentOf { f, var }: &ContentOf, control: &Control| {
        let answer = Content::of_functions(f, var).options(choices.options(control)).run()?;
        Ok((answer.content, answer.primitive, answer.report))
    };
    let destination =
        Destination::for_several(output, "there are content and primitive part; take --format text or json")?;
    let (content, primitive, report) = session(output, &destination, read, run)?;
    match output.format {
        AnswerFormat::Json => {
            let report = output.report.then_some(&report);
            destination.json(&Split { content: (&content).into(), primitive: &primitive, report })?;
        }
        _ => destination.functions([&content, &primitive.into()])?,
    }
    end("content", Some(&content), &report, choices, output)
}
