//! Real roots of a polynomial in one variable.

use super::input::Reading;
use super::output::{self, Destination};
use super::output_args::{AnswerFormat, Output};
use super::root_args::{RootsArgument, RootsChoices};
use super::session::session;
use super::status::Failure;
use super::zeros::{stages, tell};
use eliminant::plural::count;
use eliminant::{Control, Rational, RealAlgebraic, RealRoot, RealRoots};
use serde_json::{Map, Value, json};
use std::time::Instant;

/// Digits of irrational roots, unless others are asked for.
const DIGITS: u32 = 20;

/// Relative length of the intervals that are shown: 2^-20.
const BITS: u32 = 20;

/// `eliminant roots`.
pub fn run(argument: &RootsArgument, choices: &RootsChoices, output: &Output) -> Result<(), Failure> {
    let destination = Destination::new(output)?;
    let reading = Reading { vars: None, memory: choices.engine.memory_limit };
    let read = || {
        let f = reading.function("F", &argument.f, None)?;
        match f.divisor() {
            None => Ok(f.into_numerator()),
            Some(_) => {
                output::message("note: F is a rational function: the roots are those of its numerator in lowest terms");
                Ok(f.reduced()?.into_numerator())
            }
        }
    };
    let run = |f: &eliminant::RationalPolynomial, control: &Control| {
        let start = Instant::now();
        let f = f.numerator();
        let digits = argument.digits.unwrap_or(DIGITS);
        let roots = RealRoots::new(f).run_options(choices.engine.options(control)).bits(bits_of(digits)).run()?;
        let isolated = Instant::now();
        let shown = roots.iter().map(|root| Shown::new(root, digits)).collect::<Vec<_>>();
        let var = f.occurring().next().unwrap_or("x").to_owned();
        let marks = [("isolate", start), ("digits", isolated)];
        Ok((shown, var.clone(), f.degree(&var), stages(&marks, Instant::now())))
    };
    let (roots, var, degree, stages) = session(output, &destination, read, run)?;
    let all: u64 = roots.iter().map(|root| u64::from(root.multiplicity)).sum();
    let degree = degree.unwrap_or(0);
    match output.format {
        AnswerFormat::Json => {
            let mut fields = Map::from_iter([("degree".into(), json!(degree)), ("variable".into(), json!(var))]);
            if output.report {
                let milliseconds: f64 = stages.iter().map(|stage| stage.milliseconds).sum();
                fields.insert("report".into(), json!({ "milliseconds": milliseconds, "real": all }));
            }
            destination.json_with_list(&fields, "roots", roots.iter().map(Shown::to_json))?;
        }
        _ => destination.lines(roots.iter().flat_map(|root| root.lines(&var, argument)))?,
    }
    if roots.is_empty() {
        output::message(format_args!("no real roots: the degree is {degree}"));
    }
    if output.report && output.format != AnswerFormat::Json {
        let different = count(roots.len(), "real root");
        output::message(format_args!("{different}, {all} with multiplicities; degree {degree}"));
    }
    tell(output, "real roots", &stages)
}

/// Bits with which so many digits are mostly certain.
fn bits_of(digits: u32) -> u32 {
    digits.saturating_mul(10) / 3 + 16
}

/// A root as it is shown.
struct Shown {
    decimal: String,
    rational: Option<Rational>,
    interval: [Rational; 2],
    multiplicity: u32,
}

impl Shown {
    fn new(root: &RealRoot, digits: u32) -> Self {
        let value: &RealAlgebraic = &root.value;
        let interval = value.interval(BITS);
        let rational = value.as_rational().cloned();
        Shown { decimal: value.to_decimal(digits), rational, interval, multiplicity: root.multiplicity }
    }

    /// The line of a root, and one that is a comment with its interval where that is wanted.
    fn lines(&self, var: &str, argument: &RootsArgument) -> Vec<String> {
        let value = match &self.rational {
            Some(value) if argument.digits.is_none() => value.to_string(),
            _ => self.decimal.clone(),
        };
        let multiplicity = match self.multiplicity {
            1 => String::new(),
            m => format!("  # multiplicity {m}"),
        };
        let interval = argument.intervals.then(|| format!("  # {var} in [{}, {}]", self.interval[0], self.interval[1]));
        [Some(format!("{var} = {value}{multiplicity}")), interval].into_iter().flatten().collect()
    }

    fn to_json(&self) -> Value {
        let mut root = json!({
            "value": self.decimal,
            "interval": self.interval.each_ref().map(Rational::to_string),
            "multiplicity": self.multiplicity,
        });
        if let Some(value) = &self.rational {
            root["rational"] = json!(value.to_string());
        }
        root
    }
}
