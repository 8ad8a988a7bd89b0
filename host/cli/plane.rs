//! The real solutions of two polynomials in the plane.

use super::batch::{Line, Shape};
use super::coordinate::{ComplexCoordinate, Coordinate, bits_of, comment};
use super::input::Reading;
use super::output::{self, Destination};
use super::output_args::{AnswerFormat, Output};
use super::root_args::{PlaneArgument, RootDigits, RootsChoices, both};
use super::root_batch;
use super::session::session;
use super::status::Failure;
use super::zeros::{stages, tell};
use eliminant::plural::count;
use eliminant::{ComplexPlaneSolution, Control, PlaneAnswer, PlaneSolution, Polynomial, RationalFunction, SolvePlane};
use serde_json::{Map, Value, json};
use std::time::Instant;

/// The numerators of both arguments.
fn read(argument: &PlaneArgument, choices: &RootsChoices) -> Result<[Polynomial; 2], Failure> {
    let reading = Reading { vars: argument.vars.as_deref(), memory: choices.engine.memory_limit };
    let mut list = reading.functions("F", argument.f.as_deref().unwrap_or_default(), None)?;
    if let Some(g) = &argument.g {
        list.push(reading.function("G", g, None)?);
    }
    let numerator = |f: RationalFunction| {
        if f.divisor().is_some() {
            output::message("note: a polynomial is divided: solutions are those of its numerator in lowest terms");
        }
        f.into_numerator().into_parts().0
    };
    let found = list.len();
    let pair: [RationalFunction; 2] = list.try_into().map_err(|_| {
        let advice = "eliminant solve F G; for one, eliminant roots F; for more, eliminant solve-system 'F; G; ..'";
        Failure::usage(format!("solve takes two polynomials, and {found} given: {advice}"))
    })?;
    Ok(pair.map(numerator))
}

/// `eliminant solve`.
pub fn run(argument: &PlaneArgument, choices: &RootsChoices, output: &Output) -> Result<(), Failure> {
    let names = both(argument.vars.as_deref())?;
    let digits = argument.shown.digits();
    let find = |[f, g]: &[Polynomial; 2], control: &Control| {
        let solve = SolvePlane::new(f, g).run_options(choices.engine.options(control)).bits(bits_of(digits));
        let solve = solve.complex(argument.complex);
        let answer = names.map_or(solve.clone(), |(x, y)| solve.variables(x, y)).run()?;
        let solved = Instant::now();
        let real = |s: &PlaneSolution| Shown {
            point: [&s.x, &s.y].map(|x| Coordinate::new(x, digits)),
            multiplicity: s.multiplicity,
        };
        let other = |s: &ComplexPlaneSolution| Shown {
            point: [&s.x, &s.y].map(|x| ComplexCoordinate::new(x, digits)),
            multiplicity: s.multiplicity,
        };
        let (real, others) = (answer.solutions.iter().map(real).collect(), answer.others.iter().map(other).collect());
        Ok::<_, eliminant::Error>((Found { answer, real, others }, solved))
    };
    if let Some(file) = &argument.batch {
        let reading = Reading { vars: argument.vars.as_deref(), memory: choices.engine.memory_limit };
        let read = |line: &Line| {
            let numerator = |key: &str| {
                let f = line.function(key, &reading, None)?.reduced().map_err(|error| line.refused(error.into()))?;
                Ok(f.into_numerator().into_parts().0)
            };
            Ok([numerator("f")?, numerator("g")?])
        };
        let solve = |pair: &[Polynomial; 2], control: &Control| {
            let (found, _) = find(pair, control)?;
            let mut fields = found.fields(argument);
            fields.insert("solutions".into(), found.real_json().collect());
            Ok(Value::Object(fields))
        };
        return root_batch::run((file, &SHAPE), read, solve, (&choices.engine, output));
    }
    let destination = Destination::new(output)?;
    let run = |pair: &[Polynomial; 2], control: &Control| {
        let start = Instant::now();
        let (found, solved) = find(pair, control)?;
        Ok((found, stages(&[("solve", start), ("digits", solved)], Instant::now())))
    };
    let (found, stages) = session(output, &destination, || read(argument, choices), run)?;
    match output.format {
        AnswerFormat::Json => {
            let mut fields = found.fields(argument);
            if output.report {
                let milliseconds: f64 = stages.iter().map(|stage| stage.milliseconds).sum();
                fields.insert(
                    "report".into(),
                    json!({ "direction": found.answer.direction, "milliseconds": milliseconds }),
                );
            }
            destination.json_with_list(&fields, "solutions", found.real_json())?;
        }
        _ => destination.lines(found.lines(&argument.shown))?,
    }
    remarks(&found.answer, output);
    tell(output, "solutions in the plane", &stages)
}

/// The lines of batches.
const SHAPE: Shape = Shape { keys: &["f", "g"], optional: &[], answer: "solutions in the plane" };

/// What is not in the list of solutions.
fn remarks(answer: &PlaneAnswer, output: &Output) {
    if let Some(h) = &answer.common {
        output::message(format_args!("note: both are 0 wherever {h} = 0; solutions are those outside that curve"));
    }
    if answer.solutions.is_empty() && answer.others.is_empty() {
        output::message(format_args!(
            "no real solutions{}",
            if answer.common.is_some() { " outside that curve" } else { "" }
        ));
    }
    if output.report && output.format != AnswerFormat::Json {
        let all: u64 = answer.solutions.iter().map(|solution| u64::from(solution.multiplicity)).sum();
        let real = count(answer.solutions.len(), "real solution");
        output::message(format_args!(
            "{real}, {all} with multiplicities; of {} complex ones, {} with multiplicities",
            answer.different, answer.complex
        ));
    }
}

/// Solutions as they are shown.
struct Found {
    answer: PlaneAnswer,
    real: Vec<Shown<Coordinate>>,
    others: Vec<Shown<ComplexCoordinate>>,
}

impl Found {
    /// The keys of the answer besides its real solutions.
    fn fields(&self, argument: &PlaneArgument) -> Map<String, Value> {
        let mut fields = Map::from_iter([
            ("common".into(), json!(self.answer.common.as_ref().map(Polynomial::to_string))),
            ("complex".into(), json!(self.answer.complex)),
            ("different".into(), json!(self.answer.different)),
            ("variables".into(), json!(self.answer.variables)),
        ]);
        if argument.complex {
            fields.insert(
                "others".into(),
                self.others.iter().map(|other| other.to_json(ComplexCoordinate::to_json)).collect(),
            );
        }
        fields
    }

    fn real_json(&self) -> impl Iterator<Item = Value> {
        self.real.iter().map(|solution| solution.to_json(Coordinate::to_json))
    }

    fn lines(&self, choices: &RootDigits) -> impl Iterator<Item = String> {
        let names = &self.answer.variables;
        let real = self.real.iter().flat_map(|s| s.lines(names, choices, |x| [x.text(choices), x.interval()]));
        real.chain(self.others.iter().flat_map(|s| s.lines(names, choices, |x| [x.text(choices), x.interval()])))
    }
}

/// A solution as it is shown.
struct Shown<C> {
    point: [C; 2],
    multiplicity: u32,
}

impl<C> Shown<C> {
    /// The line of a solution, and one that is a comment with its box where that is wanted; of a coordinate's number and interval.
    fn lines(&self, names: &[String; 2], choices: &RootDigits, texts: impl Fn(&C) -> [String; 2]) -> Vec<String> {
        let [x, y] = self.point.each_ref().map(texts);
        let joined = |sign: &str, x: &str, y: &str| format!("{} {sign} {x}, {} {sign} {y}", names[0], names[1]);
        let line = joined("=", &x[0], &y[0]) + &comment(self.multiplicity);
        let interval = choices.intervals.then(|| format!("  # {}", joined("in", &x[1], &y[1])));
        [Some(line), interval].into_iter().flatten().collect()
    }

    fn to_json(&self, number: impl Fn(&C) -> Value) -> Value {
        json!({ "point": self.point.each_ref().map(number), "multiplicity": self.multiplicity })
    }
}
