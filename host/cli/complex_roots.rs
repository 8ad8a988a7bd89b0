//! Complex roots of a polynomial in one variable.

use super::coordinate::{ComplexCoordinate, bits_of, comment};
use super::output::{self, Destination};
use super::output_args::{AnswerFormat, Output};
use super::root_args::{RootDigits, RootsArgument, RootsChoices};
use super::roots::{read, variable};
use super::session::session;
use super::status::Failure;
use super::zeros::{stages, tell};
use eliminant::plural::count;
use eliminant::{ComplexRoot, ComplexRoots, Control, Polynomial, RationalPolynomial, RunOptions};
use serde_json::{Map, Value, json};
use std::time::Instant;

/// `eliminant roots --complex`.
pub fn run(argument: &RootsArgument, choices: &RootsChoices, output: &Output) -> Result<(), Failure> {
    let destination = Destination::new(output)?;
    let run = |f: &RationalPolynomial, control: &Control| {
        let start = Instant::now();
        let (shown, isolated) = find(f.numerator(), argument, choices.engine.options(control))?;
        let (var, degree) = variable(f.numerator());
        Ok((shown, var, degree, stages(&[("isolate", start), ("digits", isolated)], Instant::now())))
    };
    let (roots, var, degree, stages) = session(output, &destination, || read(argument, choices), run)?;
    let real = roots.iter().filter(|root| root.value.is_real()).count();
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

/// All complex roots, and the time when they were isolated.
pub(super) fn find(
    f: &Polynomial,
    argument: &RootsArgument,
    run: RunOptions,
) -> eliminant::Result<(Vec<Shown>, Instant)> {
    let digits = argument.shown.digits();
    let roots = ComplexRoots::new(f).run_options(run).bits(bits_of(digits)).run()?;
    let isolated = Instant::now();
    Ok((roots.iter().map(|root| Shown::new(root, digits)).collect(), isolated))
}

/// A root as it is shown.
pub(super) struct Shown {
    value: ComplexCoordinate,
    multiplicity: u32,
}

impl Shown {
    fn new(root: &ComplexRoot, digits: u32) -> Self {
        Shown { value: ComplexCoordinate::new(&root.value, digits), multiplicity: root.multiplicity }
    }

    /// The line of a root, and one that is a comment with its rectangle where that is wanted.
    fn lines(&self, var: &str, choices: &RootDigits) -> Vec<String> {
        let line = format!("{var} = {}{}", self.value.text(choices), comment(self.multiplicity));
        let interval = choices.intervals.then(|| format!("  # {var} in {}", self.value.interval()));
        [Some(line), interval].into_iter().flatten().collect()
    }

    pub(super) fn to_json(&self) -> Value {
        let mut root = self.value.to_json();
        root["real"] = json!(self.value.is_real());
        root["multiplicity"] = json!(self.multiplicity);
        root
    }
}
