//! GCDs of rational polynomials, of batches of pairs, and squarefree decompositions.

use super::args::{AnswerFormat, ContentArgument, GcdChoices, GcdPair, Output, PlannedPair};
use super::elimination::order;
use super::input::{Need, Reading, one_standard_input, over, warn_of_names};
use super::output::Destination;
use super::session::{session, times};
use super::status::Failure;
use super::{describe, output};
use eliminant::poly::{json_message, union_vars};
use eliminant::shorten::shortened_middle;
use eliminant::{
    Content, Control, Decomposition, ExtendedGcd, Gcd, GcdBatch, GcdPlan, GcdReport, Polynomial, RationalPolynomial,
    Squarefree,
};
use serde::{Deserialize, Serialize};

/// Two polynomials over the same variables.
type Pair = (RationalPolynomial, RationalPolynomial);

/// Two polynomials over the variables that are named, else over all of both in alphabetical order.
fn pair_over(f: RationalPolynomial, g: RationalPolynomial, vars: Option<&[String]>) -> eliminant::Result<Pair> {
    let order = vars.map_or_else(|| union_vars(f.numerator(), g.numerator()), <[String]>::to_vec);
    Ok((over(f, &order)?, over(g, &order)?))
}

/// A GCD with its cofactors, as JSON.
#[derive(Serialize)]
struct WithCofactors<'a> {
    gcd: &'a RationalPolynomial,
    cofactors: [RationalPolynomial; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<&'a GcdReport>,
}

/// `eliminant gcd`.
pub fn gcd(pair: &GcdPair, choices: &GcdChoices, output: &Output) -> Result<(), Failure> {
    choices.engine.check(output)?;
    match (&pair.batch, &pair.f, &pair.g) {
        (Some(file), ..) => batch(file, pair.vars.as_deref(), choices, output),
        (None, Some(f), Some(g)) => single(f, g, pair, choices, output),
        // Clap asks for both.
        _ => Err(Failure::usage("two polynomials, or --batch FILE".to_owned())),
    }
}

/// The polynomials of two arguments.
fn read(
    (f, g): (&str, &str),
    vars: Option<&[String]>,
    choices: &GcdChoices,
    need: Option<&Need>,
) -> Result<Pair, Failure> {
    one_standard_input(&[("F", f), ("G", g)])?;
    let reading = Reading { vars, memory: choices.engine.memory_limit };
    let (f, g) = (reading.polynomial("F", f, need)?, reading.polynomial("G", g, need)?);
    warn_of_names(&union_vars(f.numerator(), g.numerator()), vars);
    Ok(pair_over(f, g, vars)?)
}

/// `eliminant plan gcd`: bits are those of the numerators.
pub fn plan(pair: &PlannedPair, choices: &GcdChoices, need: &Need) -> Result<GcdPlan, Failure> {
    let (f, g) = read((&pair.f, &pair.g), pair.vars.as_deref(), choices, Some(need))?;
    Ok(Gcd::of_rational(&f, &g).options(choices.options(&Control::default())).plan()?)
}

fn single(f: &str, g: &str, pair: &GcdPair, choices: &GcdChoices, output: &Output) -> Result<(), Failure> {
    let read = || read((f, g), pair.vars.as_deref(), choices, None);
    let run = |(f, g): &Pair, control: &Control| {
        let gcd = Gcd::of_rational(f, g).options(choices.options(control)).cofactors(pair.cofactors);
        let answer = pair.modulus.map_or(gcd.clone(), |p| gcd.modulus(p)).run()?;
        Ok((answer.gcd, answer.cofactors, answer.report))
    };
    let destination = match pair.cofactors {
        true => Destination::for_several(output, "leave out --cofactors, or take --format json")?,
        false => Destination::new(output)?,
    };
    let (gcd, cofactors, report) = session(output, &destination, read, run)?;
    let zero = || Polynomial::zero(gcd.numerator().vars());
    let cofactors = match (pair.cofactors, cofactors) {
        (true, Some([f, g])) => Some([f.into(), g.into()]),
        // Both polynomials are 0.
        (true, None) => Some([zero()?.into(), zero()?.into()]),
        (false, _) => None,
    };
    let shown = output.report.then_some(&report);
    match (output.format, cofactors) {
        (_, None) => destination.polynomial(&gcd, shown)?,
        (AnswerFormat::Json, Some(cofactors)) => {
            destination.json(&WithCofactors { gcd: &gcd, cofactors, report: shown })?;
        }
        // Binary was refused.
        (_, Some([f, g])) => destination.lines([&gcd, &f, &g].into_iter())?,
    }
    choices.engine.end(&report.run);
    if output.report && output.format != AnswerFormat::Json {
        output::message(describe::gcd_report("gcd", Some(&gcd), &report));
    }
    times(output, &describe::gcd_title(&report), &report.run.stages, report.run.milliseconds)
}

/// A line of a batch.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    f: String,
    g: String,
}

/// An answer of a batch.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Answer {
    Gcd(String),
    Error(String),
}

/// The failure of a batch of which some pairs are refused, with the place of the first.
fn refused(place: &str, pairs: &[(usize, Failure)], all: usize) -> Result<(), Failure> {
    let [(line, first), others @ ..] = pairs else { return Ok(()) };
    let mut failure = first.clone().within(&format!("{place}, line {line}"));
    if !others.is_empty() {
        let lines: Vec<String> = others.iter().take(10).map(|(line, _)| line.to_string()).collect();
        let more = if others.len() > lines.len() { ", ..." } else { "" };
        failure.message +=
            &format!("; {} of {all} pairs have no answer, also those of lines {}{more}", pairs.len(), lines.join(", "));
    }
    Err(failure)
}

/// The pairs of a batch.
struct Batch {
    /// What the file is called in messages.
    place: String,
    pairs: Vec<Pair>,
    /// The line of each pair, from 1.
    lines: Vec<usize>,
}

fn batch(file: &str, vars: Option<&[String]>, choices: &GcdChoices, output: &Output) -> Result<(), Failure> {
    let reading = Reading { vars, memory: choices.engine.memory_limit };
    let read = || {
        let argument = if file == "-" { file.to_owned() } else { format!("@{file}") };
        let (place, text) = reading.text("--batch", &argument)?;
        let (mut pairs, mut lines) = (Vec::new(), Vec::new());
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let place = |what: &str| format!("{place}, line {}{what}", number + 1);
            let line: Line = serde_json::from_str(line).map_err(|error| {
                let error = format!("column {}: {}", error.column(), json_message(&error));
                let message = format!("{}; a line is {{\"f\":\"...\",\"g\":\"...\"}}", shortened_middle(&error));
                Failure::usage(message).within(&place(""))
            })?;
            let parse =
                |what: &str, text: &str| reading.parse(text).map_err(|error| Failure::from(error).within(&place(what)));
            let pair = pair_over(parse(", f", &line.f)?, parse(", g", &line.g)?, vars);
            pairs.push(pair.map_err(|error| Failure::from(error).within(&place("")))?);
            lines.push(number + 1);
        }
        Ok(Batch { place, pairs, lines })
    };
    let run = |batch: &Batch, control: &Control| {
        let (gcds, report) = GcdBatch::of_rational(&batch.pairs).options(choices.options(control)).run_each()?;
        Ok((gcds, (batch.place.clone(), batch.lines.clone()), report))
    };
    let destination = Destination::for_several(output, "a batch has many; its answers are always lines of JSON")?;
    let (gcds, (place, lines), report) = session(output, &destination, read, run)?;
    let (mut without, all) = (Vec::new(), gcds.len());
    let answer = |(gcd, line): (eliminant::Result<RationalPolynomial>, usize)| {
        let answer = match gcd {
            Ok(gcd) => Answer::Gcd(gcd.to_string()),
            Err(error) => {
                let failure = Failure::from(error);
                let message = failure.message.clone();
                without.push((line, failure));
                Answer::Error(message)
            }
        };
        serde_json::to_string(&answer).map_err(|error| Failure::usage(error.to_string()))
    };
    let answers: Vec<String> = gcds.into_iter().zip(lines).map(answer).collect::<Result<_, Failure>>()?;
    destination.lines(answers.iter())?;
    choices.engine.end(&report.run);
    if output.report {
        output::message(describe::gcd_report("gcd", None, &report));
    }
    times(output, &describe::gcd_title(&report), &report.run.stages, report.run.milliseconds)?;
    refused(&place, &without, all)
}

/// A GCD as a combination, as JSON.
#[derive(Serialize)]
struct Combined<'a> {
    gcd: &'a RationalPolynomial,
    combination: &'a [RationalPolynomial; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<&'a GcdReport>,
}

/// `eliminant xgcd`.
pub fn extended(
    pair: &PlannedPair,
    modulus: Option<u64>,
    choices: &GcdChoices,
    output: &Output,
) -> Result<(), Failure> {
    choices.engine.check(output)?;
    let read = || read((&pair.f, &pair.g), pair.vars.as_deref(), choices, None);
    let run = |(f, g): &Pair, control: &Control| {
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
        _ => destination.lines([&gcd].into_iter().chain(&combination))?,
    }
    choices.engine.end(&report.run);
    if output.report && output.format != AnswerFormat::Json {
        output::message(describe::gcd_report("xgcd", Some(&gcd), &report));
    }
    times(output, &describe::gcd_title(&report), &report.run.stages, report.run.milliseconds)
}

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
    choices.engine.check(output)?;
    let (vars, var) = (argument.vars.as_deref(), &argument.var);
    let read = || {
        let reading = Reading { vars, memory: choices.engine.memory_limit };
        let f = reading.polynomial("F", &argument.f, None)?;
        let order = vars.map_or_else(|| order(f.numerator().vars(), var), <[String]>::to_vec);
        warn_of_names(&order, vars);
        Ok(over(f, &order)?)
    };
    let run = |f: &RationalPolynomial, control: &Control| {
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
        _ => destination.lines([&content, &primitive].into_iter())?,
    }
    choices.engine.end(&report.run);
    if output.report && output.format != AnswerFormat::Json {
        output::message(describe::gcd_report("content", Some(&content), &report));
    }
    times(output, &describe::gcd_title(&report), &report.run.stages, report.run.milliseconds)
}

/// A squarefree decomposition, as JSON.
#[derive(Serialize)]
struct Decomposed {
    content: String,
    factors: Vec<Factor>,
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<GcdReport>,
}

#[derive(Serialize)]
struct Factor {
    factor: RationalPolynomial,
    multiplicity: u32,
}

/// `eliminant squarefree`.
pub fn squarefree(
    f: &str,
    (vars, modulus): (Option<&[String]>, Option<u64>),
    choices: &GcdChoices,
    output: &Output,
) -> Result<(), Failure> {
    choices.engine.check(output)?;
    let read = || {
        let reading = Reading { vars, memory: choices.engine.memory_limit };
        let f = reading.polynomial("F", f, None)?;
        let order = vars.map_or_else(|| union_vars(f.numerator(), f.numerator()), <[String]>::to_vec);
        warn_of_names(&order, vars);
        Ok(over(f, &order)?)
    };
    let run = |f: &RationalPolynomial, control: &Control| {
        let decomposition = Decomposition::of_rational(f).options(choices.options(control));
        Ok(modulus.map_or(decomposition.clone(), |p| decomposition.modulus(p)).run()?)
    };
    let destination = Destination::for_several(output, "a decomposition has several; take --format text or json")?;
    let (Squarefree { content, factors }, report) = session(output, &destination, read, run)?;
    let content = content.to_string();
    match output.format {
        AnswerFormat::Json => {
            let factor = |(factor, multiplicity): (Polynomial, u32)| Factor { factor: factor.into(), multiplicity };
            let factors = factors.into_iter().map(factor).collect();
            destination.json(&Decomposed { content, factors, report: output.report.then(|| report.clone()) })?;
        }
        _ => {
            let mut text = if content == "1" && !factors.is_empty() { Vec::new() } else { vec![content] };
            let power = |m: u32| if m == 1 { String::new() } else { format!("^{m}") };
            text.extend(factors.iter().map(|(factor, m)| format!("({factor}){}", power(*m))));
            destination.text(text.join("*"))?;
        }
    }
    choices.engine.end(&report.run);
    if output.report && output.format != AnswerFormat::Json {
        output::message(describe::gcd_report("squarefree", None, &report));
    }
    times(output, &describe::gcd_title(&report), &report.run.stages, report.run.milliseconds)
}
