//! Complex roots of a polynomial in one variable.

use super::coordinate::{Coordinate, bits_of, comment};
use super::output::{self, Destination};
use super::output_args::{AnswerFormat, Output};
use super::root_args::{RootDigits, RootsArgument, RootsChoices};
use super::roots::read;
use super::session::session;
use super::status::Failure;
use super::zeros::{stages, tell};
use eliminant::plural::count;
use eliminant::{ComplexRoot, ComplexRoots, Control, Rational, RationalPolynomial};
use serde_json::{Map, Value, json};
use std::time::Instant;

/// `eliminant roots --complex`.
pub fn run(argument: &RootsArgument, choices: &RootsChoices, output: &Output) -> Result<(), Failure> {
    let destination = Destination::new(output)?;
    let run = |f: &RationalPolynomial, control: &Control| {
        let start = Instant::now();
        let f = f.numerator();
        let digits = argument.shown.digits();
        let roots = ComplexRoots::new(f).run_options(choices.engine.options(control)).bits(bits_of(digits)).run()?;
        let isolated = Instant::now();
        let shown = roots.iter().map(|root| Shown::new(root, digits)).collect::<Vec<_>>();
        let var = f.occurring().next().unwrap_or("x").to_owned();
        let degree = f.degree(&var).unwrap_or(0);
        Ok((shown, var, degree, stages(&[("isolate", start), ("digits", isolated)], Instant::now())))
    };
    let (roots, var, degree, stages) = session(output, &destination, || read(argument, choices), run)?;
    let real = roots.iter().filter(|root| root.is_real()).count();
    match output.format {
        AnswerFormat::Json => {
            let mut fields = Map::from_iter([("degree".into(), json!(degree)), ("variable".into(), json!(var))]);
            if output.report {
                let milliseconds: f64 = stages.iter().map(|stage| stage.milliseconds).sum();
                fields.insert("report".into(), json!({ "milliseconds": milliseconds, "real": real }));
            }
            destination.json_with_list(&fields, "roots", roots.iter().map(Shown::to_json))?;
        }
        _ => destination.lines(roots.iter().flat_map(|root| root.lines(&var, &argument.shown)))?,
    }
    if roots.is_empty() {
        output::message(format_args!("no roots: the degree is {degree}"));
    }
    if output.report && output.format != AnswerFormat::Json {
        let different = count(roots.len(), "root");
        output::message(format_args!("{different}, {real} of them real; degree {degree}"));
    }
    tell(output, "complex roots", &stages)
}

/// A root as it is shown.
struct Shown {
    value: Number,
    multiplicity: u32,
}

enum Number {
    Real(Coordinate),
    Other { parts: [String; 2], rectangle: [[Rational; 2]; 2] },
}

impl Shown {
    fn new(root: &ComplexRoot, digits: u32) -> Self {
        let value = match root.value.as_real() {
            Some(value) => Number::Real(Coordinate::new(value, digits)),
            // As short as the digits need.
            None => Number::Other { parts: root.value.to_decimal(digits), rectangle: root.value.rectangle(0) },
        };
        Shown { value, multiplicity: root.multiplicity }
    }

    fn is_real(&self) -> bool {
        matches!(self.value, Number::Real(_))
    }

    /// The line of a root, and one that is a comment with its rectangle where that is wanted.
    fn lines(&self, var: &str, choices: &RootDigits) -> Vec<String> {
        let (number, place) = match &self.value {
            Number::Real(value) => (value.text(choices), value.interval()),
            Number::Other { parts: [re, im], rectangle: [[a, b], [c, d]] } => {
                let (sign, size) = im.strip_prefix('-').map_or(("+", im.as_str()), |im| ("-", im));
                (format!("{re} {sign} {size}*i"), format!("[{a}, {b}] + [{c}, {d}]*i"))
            }
        };
        let line = format!("{var} = {number}{}", comment(self.multiplicity));
        let interval = choices.intervals.then(|| format!("  # {var} in {place}"));
        [Some(line), interval].into_iter().flatten().collect()
    }

    fn to_json(&self) -> Value {
        match &self.value {
            Number::Real(value) => {
                let of = value.to_json();
                let mut root = json!({
                    "real": true, "multiplicity": self.multiplicity, "value": [of["value"], "0"],
                    "rectangle": [of["interval"], ["0", "0"]],
                });
                if let Some(rational) = of.get("rational") {
                    root["rational"] = rational.clone();
                }
                root
            }
            Number::Other { parts, rectangle } => {
                let rectangle = rectangle.each_ref().map(|ends| ends.each_ref().map(Rational::to_string));
                json!({ "real": false, "multiplicity": self.multiplicity, "value": parts, "rectangle": rectangle })
            }
        }
    }
}
