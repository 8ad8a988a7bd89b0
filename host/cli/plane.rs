//! The real solutions of two polynomials in the plane.

use super::batch::{Line, Shape};
use super::coordinate::{Coordinate, bits_of, comment};
use super::input::Reading;
use super::output::{self, Destination};
use super::output_args::{AnswerFormat, Output};
use super::root_args::{PlaneArgument, RootDigits, RootsChoices, both};
use super::root_batch;
use super::session::session;
use super::status::Failure;
use super::zeros::{stages, tell};
use eliminant::plural::count;
use eliminant::{Control, PlaneAnswer, PlaneSolution, Polynomial, RationalFunction, SolvePlane};
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
        let answer = names.map_or(solve.clone(), |(x, y)| solve.variables(x, y)).run()?;
        let solved = Instant::now();
        let shown = answer.solutions.iter().map(|solution| Shown::new(solution, digits)).collect::<Vec<_>>();
        Ok::<_, eliminant::Error>((answer, shown, solved))
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
            let (answer, shown, _) = find(pair, control)?;
            let mut fields = fields(&answer);
            fields.insert("solutions".into(), shown.iter().map(Shown::to_json).collect());
            Ok(Value::Object(fields))
        };
        return root_batch::run((file, &SHAPE), read, solve, (&choices.engine, output));
    }
    let destination = Destination::new(output)?;
    let run = |pair: &[Polynomial; 2], control: &Control| {
        let start = Instant::now();
        let (answer, shown, solved) = find(pair, control)?;
        Ok((answer, shown, stages(&[("solve", start), ("digits", solved)], Instant::now())))
    };
    let (answer, shown, stages) = session(output, &destination, || read(argument, choices), run)?;
    match output.format {
        AnswerFormat::Json => {
            let mut fields = fields(&answer);
            if output.report {
                let milliseconds: f64 = stages.iter().map(|stage| stage.milliseconds).sum();
                fields.insert("report".into(), json!({ "direction": answer.direction, "milliseconds": milliseconds }));
            }
            destination.json_with_list(&fields, "solutions", shown.iter().map(Shown::to_json))?;
        }
        _ => destination.lines(shown.iter().flat_map(|solution| solution.lines(&answer.variables, &argument.shown)))?,
    }
    remarks(&answer, output);
    tell(output, "solutions in the plane", &stages)
}

/// The lines of batches.
const SHAPE: Shape = Shape { keys: &["f", "g"], optional: &[], answer: "solutions in the plane" };

/// The keys of an answer besides its solutions.
fn fields(answer: &PlaneAnswer) -> Map<String, Value> {
    Map::from_iter([
        ("common".into(), json!(answer.common.as_ref().map(Polynomial::to_string))),
        ("complex".into(), json!(answer.complex)),
        ("different".into(), json!(answer.different)),
        ("variables".into(), json!(answer.variables)),
    ])
}

/// What is not in the list of solutions.
fn remarks(answer: &PlaneAnswer, output: &Output) {
    if let Some(h) = &answer.common {
        output::message(format_args!("note: both are 0 wherever {h} = 0; solutions are those outside that curve"));
    }
    if answer.solutions.is_empty() {
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

/// A solution as it is shown.
struct Shown {
    point: [Coordinate; 2],
    multiplicity: u32,
}

impl Shown {
    fn new(solution: &PlaneSolution, digits: u32) -> Self {
        let point = [&solution.x, &solution.y].map(|x| Coordinate::new(x, digits));
        Shown { point, multiplicity: solution.multiplicity }
    }

    /// The line of a solution, and one that is a comment with its box where that is wanted.
    fn lines(&self, names: &[String; 2], choices: &RootDigits) -> Vec<String> {
        let joined = |sign: &str, of: &dyn Fn(&Coordinate) -> String| {
            let parts = names.iter().zip(&self.point).map(|(name, x)| format!("{name} {sign} {}", of(x)));
            parts.collect::<Vec<_>>().join(", ")
        };
        let line = joined("=", &|x| x.text(choices)) + &comment(self.multiplicity);
        let interval = choices.intervals.then(|| format!("  # {}", joined("in", &Coordinate::interval)));
        [Some(line), interval].into_iter().flatten().collect()
    }

    fn to_json(&self) -> Value {
        json!({ "point": self.point.each_ref().map(Coordinate::to_json), "multiplicity": self.multiplicity })
    }
}
