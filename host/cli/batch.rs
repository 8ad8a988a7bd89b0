//! Batches: a line of JSON for each problem, and one for each answer. A line that is refused does not spoil the others.

use super::describe::{Described, lines};
use super::engine_args::{AnswerChoices, ExactChoices};
use super::input::{Need, Reading, listed_lines, warn_of_assignment};
use super::output::{self, Destination};
use super::output_args::Output;
use super::session::{Computation, session, times};
use super::status::{Failure, Status};
use eliminant::Control;
use eliminant::poly::{Notation, RationalFunction, RationalFunctionMatrix};
use eliminant::shorten::{shortened, shortened_middle};
use serde_json::{Map, Value, json};
use std::cell::OnceCell;
use std::time::Instant;

/// The keys of a line, and the name of its answer.
pub struct Shape {
    /// Keys that every line has.
    pub keys: &'static [&'static str],
    /// Keys that a line may have.
    pub optional: &'static [&'static str],
    /// An answer in words. Its key has `_` between them.
    pub answer: &'static str,
}

impl Shape {
    /// The key of an answer.
    fn answer_key(&self) -> String {
        self.answer.replace(' ', "_")
    }

    /// The answers in words.
    pub fn answers(&self) -> String {
        if self.answer.ends_with('s') { self.answer.to_owned() } else { format!("{}s", self.answer) }
    }

    /// `{"f":"...","g":"..."}`.
    fn example(&self) -> String {
        let keys: Vec<String> = self.keys.iter().map(|key| format!("\"{key}\":\"...\"")).collect();
        format!("{{{}}}", keys.join(","))
    }

    /// The texts of a line.
    fn read(&self, text: &str) -> Result<Map<String, Value>, Failure> {
        let wrong = |message: String| Failure::usage(format!("{message}; a line is {}", self.example()));
        let fields: Map<String, Value> = serde_json::from_str(text)
            .map_err(|error| wrong(format!("column {}: this is not a JSON object", error.column().max(1))))?;
        let is_known = |key: &str| self.keys.contains(&key) || self.optional.contains(&key);
        if let Some(key) = fields.keys().find(|key| !is_known(key)) {
            return Err(wrong(format!("the key `{}` has no meaning here", shortened(key))));
        }
        if let Some(key) = self.keys.iter().find(|key| !fields.contains_key(**key)) {
            return Err(wrong(format!("the key `{key}` is missing")));
        }
        match fields.iter().find(|field| !field.1.is_string()) {
            Some((key, value)) => Err(wrong(format!(
                "`{key}` is {}, which is no text; write it in quotes",
                shortened_middle(&value.to_string())
            ))),
            None => Ok(fields),
        }
    }
}

/// A line of a batch.
pub struct Line {
    /// From 1.
    number: usize,
    fields: Map<String, Value>,
    /// The first key whose text defines a name in other systems, with that name.
    assigned: OnceCell<(String, String)>,
}

/// Why a line has no answer.
#[derive(Debug, Clone)]
pub struct Refusal {
    /// The line, from 1.
    number: usize,
    /// The key of the line, where only its text is wrong.
    key: Option<String>,
    failure: Failure,
}

impl Refusal {
    /// The line of the answer.
    pub fn to_json(&self) -> String {
        json!({ "error": self.failure.clone().within(&self.place()).message }).to_string()
    }

    /// Of line `number`.
    pub fn of(number: usize, failure: Failure) -> Self {
        Refusal { number, key: None, failure }
    }

    /// Whether there was too little memory.
    pub fn lacks_memory(&self) -> bool {
        self.failure.lacks_memory
    }

    /// Whether it was interrupted.
    pub fn is_interrupt(&self) -> bool {
        self.failure.status == Status::Interrupted
    }

    fn place(&self) -> String {
        match &self.key {
            None => format!("line {}", self.number),
            Some(key) => format!("line {}, {key}", self.number),
        }
    }
}

impl Line {
    /// The text of an optional key.
    pub fn get(&self, key: &str) -> Option<&String> {
        match self.fields.get(key) {
            Some(Value::String(text)) => Some(text),
            _ => None,
        }
    }

    /// The rational function of a key. For `need` see [`Reading::function`].
    pub fn function(&self, key: &str, reading: &Reading<'_>, need: Option<&Need>) -> Result<RationalFunction, Refusal> {
        let text = self.text(key);
        let found = reading.with(need, 0, |reading| Ok(reading.function_of(text)?));
        let found = found.map_err(|failure| self.refused_in(key, failure))?;
        if let Some(name) = reading.assigned(text) {
            self.assigned.get_or_init(|| (key.to_owned(), name));
        }
        Ok(found)
    }

    /// The matrix of a key. For `need` see [`Reading::function`].
    pub fn matrix(
        &self,
        key: &str,
        reading: &Reading<'_>,
        need: Option<&Need>,
    ) -> Result<RationalFunctionMatrix, Refusal> {
        let found = reading.with(need, 0, |reading| Ok(reading.matrix_of(self.text(key))?));
        found.map_err(|failure| self.refused_in(key, failure))
    }

    /// Every line has the keys of its shape.
    fn text(&self, key: &str) -> &str {
        self.get(key).map_or("", String::as_str)
    }

    fn refused_in(&self, key: &str, failure: Failure) -> Refusal {
        Refusal { number: self.number, key: Some(key.to_owned()), failure }
    }

    /// Why this line has no answer.
    pub fn refused(&self, failure: Failure) -> Refusal {
        Refusal::of(self.number, failure)
    }
}

/// A batch, with what `read` makes of its lines.
pub struct Batch<T> {
    /// The name of the file in messages.
    pub place: String,
    /// A problem, or why there is none, for each line that is not empty.
    pub problems: Vec<Result<T, Refusal>>,
    /// The line of each problem, from 1.
    pub numbers: Vec<usize>,
    /// Bytes of the whole text.
    pub bytes: u64,
}

impl<T> Batch<T> {
    /// Reads a file, or standard input as `-`. Empty lines are passed over. Warns of `f = ..` once for all lines.
    ///
    /// # Errors
    /// Of usage, where the file cannot be read.
    pub fn read(
        file: &str,
        shape: &Shape,
        memory: Option<u64>,
        mut read: impl FnMut(&Line) -> Result<T, Refusal>,
    ) -> Result<Self, Failure> {
        let argument = if file == "-" { file.to_owned() } else { format!("@{file}") };
        let (place, text) = Reading { vars: None, memory }.text("--batch", &argument)?;
        let (mut problems, mut numbers, mut assigned) = (Vec::new(), Vec::new(), Vec::new());
        for (text, number) in text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty()) {
            let fields = shape.read(text).map_err(|failure| Refusal::of(number, failure));
            problems.push(fields.and_then(|fields| {
                let line = Line { number, fields, assigned: OnceCell::new() };
                let problem = read(&line);
                assigned.extend(line.assigned.into_inner().map(|(key, name)| (number, key, name)));
                problem
            }));
            numbers.push(number);
        }
        if let [(number, key, name), others @ ..] = &assigned[..] {
            let others: Vec<usize> = others.iter().map(|other| other.0).collect();
            warn_of_assignment(&format!("{place}, line {number}, {key}"), name, &others);
        }
        Ok(Batch { place, problems, numbers, bytes: text.len() as u64 })
    }
}

/// The failure of a batch of which some lines are refused, with the place of the first.
///
/// # Errors
/// That failure, unless there is none.
pub fn refused(place: &str, refusals: &[Refusal], all: usize) -> Result<(), Failure> {
    let [first, others @ ..] = refusals else { return Ok(()) };
    let mut failure = first.failure.clone().within(&format!("{place}, {}", first.place()));
    if !others.is_empty() {
        let others: Vec<usize> = others.iter().map(|refusal| refusal.number).collect();
        failure.message +=
            &format!("\n{} of {all} lines have no answer, also {}", refusals.len(), listed_lines(&others));
    }
    Err(failure)
}

/// Computes functions, the answers of a batch, and writes them.
///
/// # Errors
/// As [`run`].
pub fn run_functions<C: Computation + Sync>(
    file: &str,
    shape: &Shape,
    read: impl FnMut(&Line) -> Result<C, Refusal>,
    (exact, choices): (&ExactChoices, &AnswerChoices),
    output: &Output,
) -> Result<(), Failure> {
    if choices.scratch.is_some() {
        return Err(no_batch("--scratch"));
    }
    let solve = |computation: &C, control: &Control, notation: Notation| {
        let (function, report) = computation.run(control)?;
        let answer = Map::from_iter([(shape.answer_key(), json!(function.to_text(notation)))]);
        Ok((answer, report.run().primes))
    };
    run(file, shape, read, solve, exact, output)
}

/// An option that is for a single problem.
fn no_batch(option: &str) -> Failure {
    Failure::usage(format!("{option} is for one problem; leave it out for a batch"))
}

/// The line of an answer and its primes, or why the line has none; a failure of the computation.
type Solved = Result<Result<(String, usize), Refusal>, Failure>;

/// Computes the answers of a batch on all threads at once, and writes them: `solve` gives keys and values, and the number of primes.
///
/// # Errors
/// Of the whole batch: usage, a file that cannot be read or written, an interrupt. With answers written, that of the first line without one.
pub fn run<T: Sync>(
    file: &str,
    shape: &Shape,
    read: impl FnMut(&Line) -> Result<T, Refusal>,
    solve: impl Fn(&T, &Control, Notation) -> Result<(Map<String, Value>, usize), Failure> + Sync,
    exact: &ExactChoices,
    output: &Output,
) -> Result<(), Failure> {
    for (name, is_there) in [
        ("--checkpoint", exact.checkpoint.is_some()),
        ("--with", !exact.engine.with.is_empty()),
        ("--explain", output.explain),
    ] {
        if is_there {
            return Err(no_batch(name));
        }
    }
    let destination = Destination::for_several(output, "a batch has many; its answers are always lines of JSON")?;
    let read = || Batch::read(file, shape, exact.engine.memory_limit, read);
    let run = |batch: &Batch<T>, control: &Control| {
        let start = Instant::now();
        let (mut answers, mut refusals, mut primes) = (Vec::new(), Vec::new(), 0);
        let answer = |index: usize, control: &Control| match &batch.problems[index] {
            Ok(problem) => {
                let (answer, primes) = solve(problem, control, destination.notation())?;
                Ok(Ok((Value::Object(answer).to_string(), primes)))
            }
            Err(refusal) => Ok(Err(refusal.clone())),
        };
        let lacks = |found: &Solved| found.as_ref().is_err_and(|failure| failure.lacks_memory);
        // The other lines would fail in the same way.
        let ends = |found: &Solved| {
            let is_end = |failure: &Failure| matches!(failure.status, Status::Interrupted | Status::Unavailable);
            found.as_ref().is_err_and(is_end)
        };
        let all = || control.each(batch.problems.len(), answer, (lacks, ends));
        let mut all = exact.engine.on_threads(all)?;
        if let Some(end) = all.iter().position(ends)
            && let Err(failure) = all.swap_remove(end)
        {
            return Err(failure);
        }
        for (index, solved) in all.into_iter().enumerate() {
            let refusal = match solved {
                Ok(Ok((answer, own))) => {
                    primes += own;
                    answers.push(answer);
                    continue;
                }
                Ok(Err(refusal)) => refusal,
                Err(failure) => Refusal::of(batch.numbers[index], failure),
            };
            answers.push(refusal.to_json());
            refusals.push(refusal);
        }
        Ok((answers, refusals, primes, batch.place.clone(), start.elapsed().as_secs_f64() * 1e3))
    };
    let (answers, refusals, primes, place, milliseconds) = session(output, &destination, read, run)?;
    destination.lines(answers.iter())?;
    let title = format!("{} of a batch", shape.answers());
    if output.report {
        output::message(lines(&[
            ("operation", title.clone()),
            ("lines", answers.len().to_string()),
            ("errors", refusals.len().to_string()),
            ("primes", primes.to_string()),
            ("time", format!("{milliseconds:.3} ms")),
        ]));
    }
    times(output, &title, &[], milliseconds)?;
    refused(&place, &refusals, answers.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_say_what_is_wrong_with_them() {
        let shape = Shape { keys: &["f", "g"], optional: &["var"], answer: "resultant" };
        let message = |text: &str| shape.read(text).unwrap_err().message;
        assert_eq!(shape.read(r#"{"g":"x","f":"y","var":"z"}"#).unwrap().len(), 3);
        let shown = r#"; a line is {"f":"...","g":"..."}"#;
        assert_eq!(message(r#"{"f":"x","h":"x"}"#), format!("the key `h` has no meaning here{shown}"));
        assert_eq!(message(r#"{"f":"x"}"#), format!("the key `g` is missing{shown}"));
        assert_eq!(message(r#"{"f":"x","g":[1]}"#), format!("`g` is [1], which is no text; write it in quotes{shown}"));
        assert_eq!(message(r#"{"f":"x",}"#), format!("column 10: this is not a JSON object{shown}"));
        assert_eq!(message("x^2 - 1"), format!("column 1: this is not a JSON object{shown}"));
    }

    #[test]
    fn refused_lines_are_named() {
        let refusal = |number| Refusal::of(number, Failure::usage("is wrong"));
        assert_eq!(refused("--batch (f)", &[], 3), Ok(()));
        let one = refused("--batch (f)", &[refusal(2)], 3).unwrap_err();
        assert_eq!(one.message, "--batch (f), line 2: is wrong");
        let many: Vec<Refusal> = (2..20).map(refusal).collect();
        let message = refused("--batch (f)", &many, 20).unwrap_err().message;
        assert!(
            message.ends_with("18 of 20 lines have no answer, also lines 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, ..."),
            "{message}"
        );
        assert_eq!(refusal(7).to_json(), r#"{"error":"line 7: is wrong"}"#);
    }
}
