//! GCDs of rational polynomials, of batches of pairs, and squarefree decompositions.
//!
//! For f = F / a and g = G / b with integer polynomials F, G and l = lcm(a, b): gcd(f, g) = gcd(F l / a, G l / b) / l, so that
//! gcd(1/2, 1/3) = 1/6 and the cofactors are integral.

use super::args::{AnswerFormat, ContentArgument, GcdChoices, GcdPair, Output, PlannedPair};
use super::denominator::Denominator;
use super::elimination::order;
use super::input::{Need, Reading, one_standard_input, over, warn_of_names};
use super::output::Destination;
use super::session::{session, times};
use super::status::Failure;
use super::{describe, output};
use eliminant::poly::union_vars;
use eliminant::shorten::shortened_middle;
use eliminant::{
    Content, Control, Decomposition, ExtendedGcd, Gcd, GcdBatch, GcdPlan, GcdReport, Polynomial, RationalPolynomial,
    Squarefree,
};
use rug::Integer;
use serde::{Deserialize, Serialize};

/// Two polynomials over one denominator.
struct Numerators {
    f: Polynomial,
    g: Polynomial,
    denominator: Integer,
}

impl Numerators {
    fn new(f: RationalPolynomial, g: RationalPolynomial, vars: Option<&[String]>) -> Result<Self, Failure> {
        let ((f, a), (g, b)) = (f.into_parts(), g.into_parts());
        let order = vars.map_or_else(|| union_vars(&f, &g), <[String]>::to_vec);
        let denominator = Integer::from(a.lcm_ref(&b));
        let scaled = |f: Polynomial, a: Integer| {
            let factor = Integer::from(denominator.div_exact_ref(&a));
            let f = over(f, &order)?;
            if factor == 1 { Ok(f) } else { f.checked_mul(&Polynomial::constant(&order, factor)?) }
        };
        Ok(Numerators { f: scaled(f, a)?, g: scaled(g, b)?, denominator })
    }
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

/// A polynomial modulo a prime by which its denominator is divided, where that is asked for.
fn modulo(numerators: Numerators, modulus: Option<u64>) -> Result<Numerators, Failure> {
    let Some(p) = modulus else { return Ok(numerators) };
    let denominator = Denominator::of_powers([(numerators.denominator, 1)])?;
    denominator.check(Some(p))?;
    let image = |h: Polynomial| Ok::<_, Failure>(denominator.under(h, Some(p))?.into_parts().0);
    Ok(Numerators { f: image(numerators.f)?, g: image(numerators.g)?, denominator: Integer::from(1) })
}

/// The polynomials of two arguments.
fn read(
    (f, g): (&str, &str),
    vars: Option<&[String]>,
    choices: &GcdChoices,
    need: Option<&Need>,
) -> Result<Numerators, Failure> {
    one_standard_input(&[("F", f), ("G", g)])?;
    let reading = Reading { vars, memory: choices.engine.memory_limit };
    let (f, g) = (reading.polynomial("F", f, need)?, reading.polynomial("G", g, need)?);
    warn_of_names(&union_vars(f.numerator(), g.numerator()), vars);
    Numerators::new(f, g, vars)
}

/// `eliminant plan gcd`: bits are those of the numerators over one denominator.
pub fn plan(pair: &PlannedPair, choices: &GcdChoices, need: &Need) -> Result<GcdPlan, Failure> {
    let Numerators { f, g, .. } = read((&pair.f, &pair.g), pair.vars.as_deref(), choices, Some(need))?;
    Ok(Gcd::new(&f, &g).options(choices.options(&Control::default())).plan()?)
}

fn single(f: &str, g: &str, pair: &GcdPair, choices: &GcdChoices, output: &Output) -> Result<(), Failure> {
    let read = || modulo(read((f, g), pair.vars.as_deref(), choices, None)?, pair.modulus);
    let run = |numerators: &Numerators, control: &Control| {
        let Numerators { f, g, denominator } = numerators;
        let gcd = Gcd::new(f, g).options(choices.options(control)).cofactors(pair.cofactors);
        let answer = pair.modulus.map_or(gcd.clone(), |p| gcd.modulus(p)).run()?;
        Ok((RationalPolynomial::new(answer.gcd, denominator.clone())?, answer.cofactors, answer.report))
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
    pairs: Vec<(Polynomial, Polynomial)>,
    denominators: Vec<Integer>,
    /// The line of each pair, from 1.
    lines: Vec<usize>,
}

fn batch(file: &str, vars: Option<&[String]>, choices: &GcdChoices, output: &Output) -> Result<(), Failure> {
    let reading = Reading { vars, memory: choices.engine.memory_limit };
    let read = || {
        let argument = if file == "-" { file.to_owned() } else { format!("@{file}") };
        let (place, text) = reading.text("--batch", &argument)?;
        let (mut all, mut lines) = (Vec::new(), Vec::new());
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let place = |what: &str| format!("{place}, line {}{what}", number + 1);
            let line: Line = serde_json::from_str(line).map_err(|error| {
                let error = error.to_string();
                let message = format!("{}; a line is {{\"f\":\"...\",\"g\":\"...\"}}", shortened_middle(&error));
                Failure::usage(message).within(&place(""))
            })?;
            let parse =
                |what: &str, text: &str| reading.parse(text).map_err(|error| Failure::from(error).within(&place(what)));
            let numerators = Numerators::new(parse(", f", &line.f)?, parse(", g", &line.g)?, vars);
            all.push(numerators.map_err(|failure| failure.within(&place("")))?);
            lines.push(number + 1);
        }
        let denominators: Vec<Integer> = all.iter().map(|n| n.denominator.clone()).collect();
        let pairs: Vec<(Polynomial, Polynomial)> = all.into_iter().map(|n| (n.f, n.g)).collect();
        Ok(Batch { place, pairs, denominators, lines })
    };
    let run = |batch: &Batch, control: &Control| {
        let (gcds, report) = GcdBatch::new(&batch.pairs).options(choices.options(control)).run_each()?;
        Ok((gcds, (batch.place.clone(), batch.denominators.clone(), batch.lines.clone()), report))
    };
    let destination = Destination::for_several(output, "a batch has many; its answers are always lines of JSON")?;
    let (gcds, (place, denominators, lines), report) = session(output, &destination, read, run)?;
    let (mut without, all) = (Vec::new(), gcds.len());
    let answer = |((gcd, denominator), line): ((eliminant::Result<Polynomial>, Integer), usize)| {
        let answer = match gcd {
            Ok(gcd) => Answer::Gcd(RationalPolynomial::new(gcd, denominator)?.to_string()),
            Err(error) => {
                let failure = Failure::from(error);
                let message = failure.message.clone();
                without.push((line, failure));
                Answer::Error(message)
            }
        };
        serde_json::to_string(&answer).map_err(|error| Failure::usage(error.to_string()))
    };
    let answers: Vec<String> =
        gcds.into_iter().zip(denominators).zip(lines).map(answer).collect::<Result<_, Failure>>()?;
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

/// `eliminant xgcd`: for f = F / l and g = G / l with s F + t G = h it is s f + t g = h / l.
pub fn extended(
    pair: &PlannedPair,
    modulus: Option<u64>,
    choices: &GcdChoices,
    output: &Output,
) -> Result<(), Failure> {
    choices.engine.check(output)?;
    let read = || modulo(read((&pair.f, &pair.g), pair.vars.as_deref(), choices, None)?, modulus);
    let run = |Numerators { f, g, denominator }: &Numerators, control: &Control| {
        let gcd = ExtendedGcd::new(f, g).options(choices.options(control));
        let answer = modulus.map_or(gcd.clone(), |p| gcd.modulus(p)).run()?;
        Ok((RationalPolynomial::new(answer.gcd, denominator.clone())?, answer.combination, answer.report))
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

/// `eliminant content`: of F / a it is that of F by a, and the primitive part is that of F.
pub fn content(argument: &ContentArgument, choices: &GcdChoices, output: &Output) -> Result<(), Failure> {
    choices.engine.check(output)?;
    let (vars, var) = (argument.vars.as_deref(), &argument.var);
    let read = || {
        let reading = Reading { vars, memory: choices.engine.memory_limit };
        let (f, denominator) = reading.polynomial("F", &argument.f, None)?.into_parts();
        let order = vars.map_or_else(|| order(f.vars(), var), <[String]>::to_vec);
        warn_of_names(&order, vars);
        Ok((over(f, &order)?, denominator))
    };
    let run = |(f, denominator): &(Polynomial, Integer), control: &Control| {
        let answer = Content::new(f, var).options(choices.options(control)).run()?;
        Ok((RationalPolynomial::new(answer.content, denominator.clone())?, answer.primitive.into(), answer.report))
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
        let (f, denominator) = reading.polynomial("F", f, None)?.into_parts();
        let order = vars.map_or_else(|| union_vars(&f, &f), <[String]>::to_vec);
        warn_of_names(&order, vars);
        let zero = Polynomial::zero(&order)?;
        let Numerators { f, denominator, .. } =
            modulo(Numerators { f: over(f, &order)?, g: zero, denominator }, modulus)?;
        Ok((f, denominator))
    };
    let run = |(f, denominator): &(Polynomial, Integer), control: &Control| {
        let decomposition = Decomposition::new(f).options(choices.options(control));
        let (decomposition, report) = modulus.map_or(decomposition.clone(), |p| decomposition.modulus(p)).run()?;
        Ok((decomposition, denominator.clone(), report))
    };
    let destination = Destination::for_several(output, "a decomposition has several; take --format text or json")?;
    let (Squarefree { content, factors }, denominator, report) = session(output, &destination, read, run)?;
    let content = RationalPolynomial::new(Polynomial::constant::<&str>(&[], content)?, denominator)?.to_string();
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
