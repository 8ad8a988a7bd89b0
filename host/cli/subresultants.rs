//! Subresultants of two polynomials, their cofactors, and Sturm-Habicht sequences of one.

use super::batch::{self, Line, Refusal, Shape};
use super::batch_plans::{self, Lines};
use super::describe::Size;
use super::elimination::{chosen, names_of, order};
use super::engine_args::ListChoices;
use super::input::{LEAST_NEED, Need, Reading, function_over, one_standard_input, warn_of_names};
use super::list_report::end;
use super::output::Destination;
use super::output_args::{AnswerFormat, Output, PlanOutput};
use super::polynomial_args::{Asked, Names, Pairs, Singles, no_pair, takes};
use super::prediction;
use super::session::session;
use super::status::Failure;
use super::variable::Typed;
use eliminant::poly::{Notation, RationalFunction, union_vars};
use eliminant::{Cofactors, Control, ListPlan, ListReport, RationalPolynomial, Subresultants};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// What is asked for.
pub enum Task {
    Subresultants(Asked),
    SturmHabicht(Asked),
    /// Of this subresultant.
    Cofactors(u32),
}

/// Of what.
pub enum Given {
    Pair(Pairs),
    Single(Singles),
}

/// Subresultants, or a sequence, as JSON.
#[derive(Serialize)]
struct Listed<'a> {
    #[serde(flatten)]
    list: std::collections::BTreeMap<&'static str, &'a [RationalPolynomial]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<&'a ListReport>,
}

/// Cofactors as JSON.
#[derive(Serialize)]
struct Combined<'a> {
    subresultant: &'a RationalPolynomial,
    cofactors: &'a [RationalPolynomial],
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<&'a ListReport>,
}

impl Task {
    fn command(&self) -> &'static str {
        match self {
            Task::Subresultants(_) => "subresultants",
            Task::SturmHabicht(_) => "sturm-habicht",
            Task::Cofactors(_) => "cofactors",
        }
    }

    /// The lines of batches.
    fn shape(&self) -> Shape {
        let optional = &["var"];
        match self {
            Task::Subresultants(_) => Shape { keys: &["f", "g"], optional, answer: "subresultants" },
            Task::SturmHabicht(_) => Shape { keys: &["f"], optional, answer: "Sturm-Habicht sequence" },
            Task::Cofactors(_) => Shape { keys: &["f", "g"], optional, answer: "cofactors" },
        }
    }

    /// The key of the list in JSON.
    fn key(&self) -> &'static str {
        match self {
            Task::Subresultants(asked) | Task::SturmHabicht(asked) if asked.principal => "principal",
            Task::SturmHabicht(_) => "sequence",
            _ => "subresultants",
        }
    }
}

impl Given {
    fn names(&self) -> &Names {
        match self {
            Given::Pair(pairs) => &pairs.names,
            Given::Single(singles) => &singles.names,
        }
    }

    fn batch(&self) -> Option<&String> {
        match self {
            Given::Pair(pairs) => pairs.batch.as_ref(),
            Given::Single(singles) => singles.batch.as_ref(),
        }
    }

    fn reading(&self, choices: &ListChoices) -> Reading<'_> {
        let vars = self.names().order.vars.as_deref();
        Reading { vars, memory: choices.over_q.exact.engine.memory_limit }
    }
}

/// The polynomials, and the variable that is eliminated.
struct Input {
    f: RationalPolynomial,
    /// `None` for a Sturm-Habicht sequence.
    g: Option<RationalPolynomial>,
    var: String,
}

impl Input {
    /// Of the arguments of a command.
    fn read(task: &Task, given: &Given, choices: &ListChoices, need: Option<&Need>) -> Result<Self, Failure> {
        let (reading, command) = (given.reading(choices), task.command());
        let (first, second) = match given {
            Given::Pair(pairs) => pairs.one(command)?,
            Given::Single(singles) => (singles.one(command)?, None),
        };
        let mut arguments = vec![("F", first)];
        arguments.extend(second.map(|second| ("G", second)));
        one_standard_input(&arguments)?;
        let functions = match (given, second) {
            (_, Some(second)) => vec![reading.function("F", first, need)?, reading.function("G", second, need)?],
            (Given::Single(_), None) => vec![reading.function("F", first, need)?],
            (Given::Pair(_), None) => reading.functions("F", first, need)?,
        };
        if matches!(given, Given::Pair(_)) && functions.len() != 2 {
            return Err(no_pair(command, functions.len()));
        }
        Input::new(command, (["F", "G"], functions), given.names(), &Typed { command, arguments: &arguments })
    }

    /// Of a line.
    fn of_line(
        task: &Task,
        given: &Given,
        line: &Line,
        choices: &ListChoices,
        need: Option<&Need>,
    ) -> Result<Self, Refusal> {
        let reading = given.reading(choices);
        let functions: Result<Vec<RationalFunction>, Refusal> =
            task.shape().keys.iter().map(|key| line.function(key, &reading, need)).collect();
        let names = names_of(given.names(), line.get("var"));
        let command = task.command();
        let typed = Typed { command: &format!("{command} --batch FILE"), arguments: &[] };
        Input::new(command, (["f", "g"], functions?), &names, &typed).map_err(|failure| line.refused(failure))
    }

    /// Of functions with these names in messages.
    fn new(
        command: &str,
        (titles, functions): ([&str; 2], Vec<RationalFunction>),
        names: &Names,
        typed: &Typed<'_>,
    ) -> Result<Self, Failure> {
        let vars = match &functions[..] {
            [f, g] => union_vars(f.numerator().numerator(), g.numerator().numerator()),
            _ => functions.iter().flat_map(RationalFunction::vars).cloned().collect(),
        };
        let var = chosen(names, &vars, typed)?;
        let order = names.order.vars.clone().unwrap_or_else(|| order(&vars, &var));
        warn_of_names(&order, names.order.vars.as_deref());
        let polynomial = |(name, f): (&str, RationalFunction)| match f.divisor() {
            None => Ok(function_over(f, &order)?.into_numerator()),
            Some(divisor) => Err(Failure::usage(format!(
                "{name} is a rational function, and {command} {} polynomials: multiply it by {}",
                takes(command),
                eliminant::shorten::shortened(&divisor)
            ))),
        };
        let mut polynomials = titles.into_iter().zip(functions).map(polynomial);
        let f = polynomials.next().unwrap_or_else(|| Err(no_pair(command, 0)))?;
        Ok(Input { f, g: polynomials.next().transpose()?, var })
    }

    /// Those that are asked for.
    fn subresultants(
        &self,
        asked: &Asked,
        choices: &ListChoices,
        control: &Control,
    ) -> Result<Subresultants<'_, RationalPolynomial>, Failure> {
        let all = match &self.g {
            Some(g) => Subresultants::of_rational(&self.f, g, &self.var),
            None => Subresultants::sturm_habicht_of_rational(&self.f, &self.var),
        };
        let all = all.options(choices.options(control)?);
        Ok(match asked.index {
            Some(k) => all.index(k),
            None if asked.principal => all.principal(),
            None => all,
        })
    }

    fn cofactors(
        &self,
        index: u32,
        choices: &ListChoices,
        control: &Control,
    ) -> Result<Cofactors<'_, RationalPolynomial>, Failure> {
        // Two are read.
        let g = self.g.as_ref().unwrap_or(&self.f);
        Ok(Cofactors::of_rational(&self.f, g, &self.var).index(index).options(choices.options(control)?))
    }

    fn plan(&self, task: &Task, choices: &ListChoices) -> Result<ListPlan, Failure> {
        let control = &Control::default();
        Ok(match task {
            Task::Subresultants(asked) | Task::SturmHabicht(asked) => {
                self.subresultants(asked, choices, control)?.plan()?
            }
            Task::Cofactors(index) => self.cofactors(*index, choices, control)?.plan()?,
        })
    }

    /// The list; of cofactors the subresultant and both.
    fn run(
        &self,
        task: &Task,
        choices: &ListChoices,
        control: &Control,
    ) -> Result<(Vec<RationalPolynomial>, ListReport), Failure> {
        Ok(match task {
            Task::Subresultants(asked) | Task::SturmHabicht(asked) => {
                let answer = self.subresultants(asked, choices, control)?.run()?;
                (answer.polynomials, answer.report)
            }
            Task::Cofactors(index) => {
                let answer = self.cofactors(*index, choices, control)?.run()?;
                (vec![answer.subresultant, answer.u, answer.v], answer.report)
            }
        })
    }
}

/// The largest polynomial of an answer, for its report.
pub fn largest(polynomials: &[RationalPolynomial]) -> Size {
    polynomials.iter().max_by_key(|f| f.numerator().terms().len()).map(Size::of).unwrap_or_default()
}

/// Texts of polynomials.
pub fn texts(polynomials: &[RationalPolynomial], notation: Notation) -> Vec<String> {
    polynomials.iter().map(|f| RationalFunction::from(f.clone()).to_text(notation).to_string()).collect()
}

/// The plans of the commands.
pub fn plan(task: &Task, given: &Given, choices: &ListChoices, output: &PlanOutput) -> Result<(), Failure> {
    let need = Need::new(LEAST_NEED);
    let exact = &choices.over_q.exact;
    match given.batch() {
        Some(file) => {
            let read = |line: &Line| Input::of_line(task, given, line, choices, Some(&need));
            let plan = |input: &Input| input.plan(task, choices);
            let lines = Lines { file, shape: &task.shape(), plan, is_together: false };
            batch_plans::run(lines, read, &need, exact, output)
        }
        None => {
            let input = Input::read(task, given, choices, Some(&need))?;
            prediction::plan(input.plan(task, choices)?, &need, exact, output)
        }
    }
}

/// `eliminant subresultants`, `sturm-habicht` and `cofactors`.
pub fn run(task: &Task, given: &Given, choices: &ListChoices, output: &Output) -> Result<(), Failure> {
    let exact = &choices.over_q.exact;
    exact.check(output)?;
    if let Some(file) = given.batch() {
        let read = |line: &Line| Input::of_line(task, given, line, choices, None);
        let solve = |input: &Input, control: &Control, notation: Notation| {
            let (list, report) = input.run(task, choices, control)?;
            let texts = texts(&list, notation);
            let answer: Map<String, Value> = match (task, &texts[..]) {
                (Task::Cofactors(_), [first, cofactors @ ..]) => {
                    Map::from_iter([("subresultant".into(), json!(first)), ("cofactors".into(), json!(cofactors))])
                }
                _ => Map::from_iter([(task.key().into(), json!(texts))]),
            };
            Ok((answer, report.run.primes))
        };
        return batch::run(file, &task.shape(), read, solve, exact, output);
    }
    let read = || Input::read(task, given, choices, None);
    let run = |input: &Input, control: &Control| input.run(task, choices, control);
    let destination = Destination::for_several(output, "there are several polynomials; take --format text or json")?;
    let (list, report) = session(output, &destination, read, run)?;
    let shown = output.report.then_some(&report);
    match (output.format, task, &list[..]) {
        (AnswerFormat::Json, Task::Cofactors(_), [subresultant, cofactors @ ..]) => {
            destination.json(&Combined { subresultant, cofactors, report: shown })?;
        }
        (AnswerFormat::Json, ..) => {
            destination.json(&Listed { list: [(task.key(), &list[..])].into(), report: shown })?;
        }
        _ => {
            let list: Vec<RationalFunction> = list.iter().map(|f| f.clone().into()).collect();
            destination.functions(&list)?;
        }
    }
    end(&report, &largest(&list), exact, output)
}
