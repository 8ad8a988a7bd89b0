//! Real roots of a polynomial in one variable.

use super::batch::{Line, Shape};
use super::coordinate::{Coordinate, bits_of, comment};
use super::input::Reading;
use super::output::{self, Destination};
use super::output_args::{AnswerFormat, Output};
use super::root_args::{Ends, RootDigits, RootsArgument, RootsChoices};
use super::session::session;
use super::status::Failure;
use super::zeros::{stages, tell};
use super::{complex_roots, root_batch};
use eliminant::plural::count;
use eliminant::{Control, Polynomial, RationalPolynomial, RealRoot, RealRoots, RunOptions};
use serde_json::{Map, Value, json};
use std::time::Instant;

/// The numerator of the argument.
pub(super) fn read(argument: &RootsArgument, choices: &RootsChoices) -> Result<RationalPolynomial, Failure> {
    let reading = Reading { vars: None, memory: choices.engine.memory_limit };
    let f = reading.function("F", argument.f.as_deref().unwrap_or_default(), None)?;
    match f.divisor() {
        None => Ok(f.into_numerator()),
        Some(_) => {
            output::message("note: F is a rational function: the roots are those of its numerator in lowest terms");
            Ok(f.reduced()?.into_numerator())
        }
    }
}

/// `eliminant roots`.
pub fn run(argument: &RootsArgument, choices: &RootsChoices, output: &Output) -> Result<(), Failure> {
    if let Some(file) = &argument.batch {
        return batch(file, argument, choices, output);
    }
    if argument.complex {
        return complex_roots::run(argument, choices, output);
    }
    let destination = Destination::new(output)?;
    let read = || read(argument, choices);
    let within = argument.between.as_ref().map_or(String::new(), |ends| format!(" {ends}"));
    let run = |f: &RationalPolynomial, control: &Control| {
        let start = Instant::now();
        let (found, isolated) = find(f.numerator(), argument, choices.engine.options(control))?;
        let (var, degree) = variable(f.numerator());
        Ok((found, var, degree, stages(&[("isolate", start), ("digits", isolated)], Instant::now())))
    };
    let (found, var, degree, stages) = session(output, &destination, read, run)?;
    let mut fields = Map::from_iter([("degree".into(), json!(degree)), ("variable".into(), json!(var))]);
    let is_json = output.format == AnswerFormat::Json;
    let milliseconds: f64 = stages.iter().map(|stage| stage.milliseconds).sum();
    match &found {
        Found::Count(count) => {
            fields.insert("count".into(), json!(count));
            if output.report {
                fields.insert("report".into(), json!({ "milliseconds": milliseconds }));
            }
            if is_json { destination.json(&fields)? } else { destination.text(count)? }
        }
        Found::Roots(roots) => {
            let all: u64 = roots.iter().map(|root| u64::from(root.multiplicity)).sum();
            if is_json {
                if output.report {
                    fields.insert("report".into(), json!({ "milliseconds": milliseconds, "real": all }));
                }
                destination.json_with_list(&fields, "roots", roots.iter().map(Shown::to_json))?;
            } else {
                destination.lines(roots.iter().flat_map(|root| root.lines(&var, &argument.shown)))?;
            }
            if roots.is_empty() {
                output::message(format_args!("no real roots{within}: the degree is {degree}"));
            }
            if output.report && !is_json {
                let different = count(roots.len(), "real root");
                output::message(format_args!("{different}{within}, {all} with multiplicities; degree {degree}"));
            }
        }
    }
    tell(output, "real roots", &stages)
}

/// The lines of batches.
const SHAPE: Shape = Shape { keys: &["f"], optional: &[], answer: "real roots" };

/// `eliminant roots --batch`.
fn batch(file: &str, argument: &RootsArgument, choices: &RootsChoices, output: &Output) -> Result<(), Failure> {
    let reading = Reading { vars: None, memory: choices.engine.memory_limit };
    let read = |line: &Line| {
        let f = line.function("f", &reading, None)?;
        Ok(f.reduced().map_err(|error| line.refused(error.into()))?.into_numerator())
    };
    let solve = |f: &RationalPolynomial, control: &Control| {
        let (f, run) = (f.numerator(), choices.engine.options(control));
        let (var, degree) = variable(f);
        let mut answer = json!({ "degree": degree, "variable": var });
        if argument.complex {
            let (roots, _) = complex_roots::find(f, argument, run)?;
            answer["roots"] = roots.iter().map(complex_roots::Shown::to_json).collect();
            return Ok(answer);
        }
        match find(f, argument, run)?.0 {
            Found::Count(count) => answer["count"] = json!(count),
            Found::Roots(roots) => answer["roots"] = roots.iter().map(Shown::to_json).collect(),
        }
        Ok(answer)
    };
    root_batch::run((file, &SHAPE), read, solve, (&choices.engine, output))
}

/// The variable of a polynomial, and the degree.
pub(super) fn variable(f: &Polynomial) -> (String, u32) {
    let var = f.occurring().next().unwrap_or("x").to_owned();
    let degree = f.degree(&var).unwrap_or(0);
    (var, degree)
}

/// Whatever is asked for of the real roots of one polynomial, and the time when they were isolated.
fn find(f: &Polynomial, argument: &RootsArgument, run: RunOptions) -> eliminant::Result<(Found, Instant)> {
    let digits = argument.shown.digits();
    let mut search = RealRoots::new(f).run_options(run).bits(bits_of(digits));
    if let Some(Ends { lower, upper }) = &argument.between {
        search = search.between(lower.clone(), upper.clone());
    }
    if argument.count {
        return Ok((Found::Count(search.count()?), Instant::now()));
    }
    let roots = search.run()?;
    let isolated = Instant::now();
    Ok((Found::Roots(roots.iter().map(|root| Shown::new(root, digits)).collect()), isolated))
}

/// What was asked for.
enum Found {
    Roots(Vec<Shown>),
    /// The number of different ones.
    Count(u64),
}

/// A root as it is shown.
struct Shown {
    value: Coordinate,
    multiplicity: u32,
}

impl Shown {
    fn new(root: &RealRoot, digits: u32) -> Self {
        Shown { value: Coordinate::new(&root.value, digits), multiplicity: root.multiplicity }
    }

    /// The line of a root, and one that is a comment with its interval where that is wanted.
    fn lines(&self, var: &str, choices: &RootDigits) -> Vec<String> {
        let line = format!("{var} = {}{}", self.value.text(choices), comment(self.multiplicity));
        let interval = choices.intervals.then(|| format!("  # {var} in {}", self.value.interval()));
        [Some(line), interval].into_iter().flatten().collect()
    }

    fn to_json(&self) -> Value {
        let mut root = self.value.to_json();
        root["multiplicity"] = json!(self.multiplicity);
        root
    }
}
