//! All isolated zeros of a system.

use super::explain;
use super::input::Reading;
use super::output::{self, Destination};
use super::output_args::{AnswerFormat, Output};
use super::session::session;
use super::status::{Failure, Status};
use super::system_args::{PrecisionName, SolveArgument, SolveChoices};
use super::zeros::{point_to_json, point_to_text, stages, tell, vars};
use eliminant::floating::as_parts;
use eliminant::plural::count;
use eliminant::system::{CertifiedRoot, Coordinate, Proved, Reality, RootCounts, number_to_text};
use eliminant::{Control, Solution, Solve, SolveAnswer, System};
use serde_json::{Map, Value, json};
use std::time::Instant;

/// Seed of the second start, beside the first one.
const OTHER: u64 = 0x9e37_79b9_7f4a_7c15;

/// Solves, writes the zeros, and says on standard error what they may lack.
pub fn run(argument: &SolveArgument, choices: &SolveChoices, output: &Output) -> Result<(), Failure> {
    let (destination, paths) = (Destination::new(output)?, &choices.paths);
    let input = || Reading { vars: None, memory: paths.engine.memory_limit }.system("SYSTEM", &argument.system);
    let run = |system: &System, control: &Control| {
        let start = Instant::now();
        let solve = |seed: Option<u64>| {
            let (bits, _) = argument.precision.bits_and_digits();
            let solve =
                Solve::new(system).run_options(paths.engine.options(control)).bits(bits).start(paths.start.into());
            seed.map_or(solve.clone(), |seed| solve.seed(seed)).run()
        };
        let answer = solve(paths.seed)?;
        let mut marks = vec![("solve", start)];
        let other = match choices.check {
            true => {
                marks.push(("solve again", Instant::now()));
                Some(solve(Some(paths.seed.unwrap_or(0) ^ OTHER))?)
            }
            false => None,
        };
        Ok((answer, other, system.variables().to_vec(), stages(&marks, Instant::now())))
    };
    let (answer, other, names, stages): (SolveAnswer, Option<SolveAnswer>, _, _) =
        session(output, &destination, input, run)?;
    match output.format {
        AnswerFormat::Json => {
            let whole = account(&answer, &names, output.report);
            let solutions = shown(&answer, argument).map(|zero| in_json(zero, argument.precision));
            destination.json_with_list(&whole, "solutions", solutions)?;
        }
        _ => destination.lines(shown(&answer, argument).flat_map(|zero| in_lines(zero, &names, argument)))?,
    }
    let mut remarks = remarks(&answer, &names);
    if argument.real && !answer.solutions.is_empty() && shown(&answer, argument).next().is_none() {
        let zeros = count(answer.solutions.len(), "isolated zero");
        remarks.push(Remark { text: format!("none of {zeros} is real"), is_fault: false });
    }
    remarks.extend(other.iter().flat_map(|other| differences(&answer, other, &names)));
    if output.report && output.format != AnswerFormat::Json {
        output::message(table(&answer));
    }
    if argument.explain {
        output::message(explain::zeros(&answer));
    }
    tell(output, "zeros", &stages)?;
    say(&remarks)
}

/// The zeros that are wanted.
fn shown<'a>(answer: &'a SolveAnswer, argument: &SolveArgument) -> impl Iterator<Item = &'a Solution> {
    let only_real = argument.real;
    answer.solutions.iter().filter(move |zero| !only_real || zero.may_be_real())
}

/// The line of a zero, and one that is a comment for each bound that is wanted.
fn in_lines(zero: &Solution, names: &[String], argument: &SolveArgument) -> Vec<String> {
    let doubt = match zero.root().map(|root| root.reality) {
        Some(Reality::Undecided) | None if argument.real => "; may be real",
        _ => "",
    };
    let point = match precise(zero, argument.precision) {
        None => point_to_text(names, as_parts(&zero.point)),
        Some((root, digits)) => {
            let coordinate = |(name, x): (&String, &Coordinate)| format!("{name} = {}", decimal(&x.to_decimal(digits)));
            names.iter().zip(&root.coordinates).map(coordinate).collect::<Vec<_>>().join(", ")
        }
    };
    let mut lines = vec![format!("{point}  # {}{doubt}", zero.description())];
    if let Some(root) = zero.root().filter(|_| argument.boxes) {
        let side = |(name, coordinate): (&String, &Coordinate)| {
            let [re, im] = match precise(zero, argument.precision) {
                None => [coordinate.re, coordinate.im].map(|part| part.map(number)),
                Some((_, digits)) => coordinate.bounds_to_decimal(digits),
            };
            let interval = |[lower, upper]: [String; 2]| format!("[{lower}, {upper}]");
            let imaginary = match root.reality {
                Reality::Real => String::new(),
                _ => format!(" + {}*i", interval(im)),
            };
            format!("  # {name} in {}{imaginary}", interval(re))
        };
        lines.extend(names.iter().zip(&root.coordinates).map(side));
    }
    lines
}

/// The certificate of a zero that is shown with more digits than doubles have, and their number. Only certified ones are.
fn precise(zero: &Solution, precision: PrecisionName) -> Option<(&CertifiedRoot, u32)> {
    let (_, digits) = precision.bits_and_digits();
    zero.root().filter(|_| precision != PrecisionName::D).map(|root| (root, digits))
}

/// A number as [`number_to_text`] has it, of the digits of its parts.
fn decimal([re, im]: &[String; 2]) -> String {
    match (&**im, im.strip_prefix('-')) {
        ("0", _) => re.clone(),
        (_, Some(im)) => format!("{re} - {im}*i"),
        (im, None) => format!("{re} + {im}*i"),
    }
}

/// A zero as JSON. Digits and bounds are strings where there are more of them than doubles have.
fn in_json(zero: &Solution, precision: PrecisionName) -> Value {
    let mut value = json!(zero);
    if let Some((root, digits)) = precise(zero, precision) {
        let point = root.coordinates.iter().map(|x| x.to_decimal(digits));
        let bounds = root.coordinates.iter().map(|x| x.bounds_to_decimal(digits));
        (value["point"], value["box"]) = (json!(point.collect::<Vec<_>>()), json!(bounds.collect::<Vec<_>>()));
    }
    value
}

/// The shortest digits that are this number.
fn number(x: f64) -> String {
    number_to_text(&[[x], [0.0]])
}

/// Names, and what became of all paths.
fn account(answer: &SolveAnswer, names: &[String], report: bool) -> Map<String, Value> {
    let mut whole = vars(names);
    let not_isolated: Vec<Value> = answer
        .not_isolated
        .iter()
        .map(|(point, paths)| json!({ "point": point_to_json(as_parts(point)), "paths": paths }))
        .collect();
    whole.insert("paths".to_owned(), json!(answer.paths));
    whole.insert("not_isolated".to_owned(), json!(not_isolated));
    whole.insert("at_infinity".to_owned(), json!(answer.at_infinity));
    whole.insert("failed".to_owned(), json!(answer.failed));
    whole.insert("inconsistent".to_owned(), json!(answer.inconsistent));
    whole.insert("nonsolutions".to_owned(), json!(answer.nonsolutions));
    whole.insert("proved".to_owned(), json!(answer.proved()));
    if report {
        let report = json!({
            "backend": answer.backend, "again": answer.again, "extended": answer.extended, "precise": answer.precise,
            "attempts": answer.attempts, "root_counts": answer.root_counts, "start": start(answer.is_polyhedral),
        });
        whole.insert("report".to_owned(), report);
    }
    whole
}

fn not_isolated(answer: &SolveAnswer) -> usize {
    answer.not_isolated.iter().map(|(_, paths)| paths).sum()
}

/// The numbers of paths by their ends, in lines.
fn table(answer: &SolveAnswer) -> String {
    let proved = answer.solutions.iter().filter(|zero| zero.is_certified()).count();
    let multiplicities: usize = answer.solutions.iter().map(|zero| zero.multiplicity).sum();
    format!(
        "start          {}\nbounds         {}\npaths          {}\nto zeros       {multiplicities}\nnot isolated   {}\nat infinity    {}\nnonsolutions   {}\nfailed         {}\nzeros          {}, {proved} certified\nproved         {}",
        start(answer.is_polyhedral),
        bounds(&answer.root_counts),
        answer.paths,
        not_isolated(answer),
        answer.at_infinity,
        answer.nonsolutions,
        answer.failed,
        answer.solutions.len(),
        match answer.proved() {
            Some(Proved::All) => "no isolated zero is missing",
            Some(_) => "no isolated zero without a coordinate 0 is missing",
            None => "nothing of missing zeros",
        }
    )
}

/// The name of the start system.
pub fn start(is_polyhedral: bool) -> &'static str {
    if is_polyhedral { "polyhedral" } else { "total degree" }
}

/// Bounds of the number of isolated zeros in a line.
pub fn bounds(counts: &RootCounts) -> String {
    let bound = |name: &str, bound: Option<u64>| bound.map(|bound| format!("{name} {bound}"));
    let all = [
        bound("total degree", counts.total_degree),
        bound("mixed volume", counts.mixed_volume),
        bound("stable mixed volume", counts.stable_mixed_volume),
    ];
    all.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// A line on standard error.
pub(super) struct Remark {
    text: String,
    is_fault: bool,
}

/// Writes all remarks but faults.
///
/// # Errors
/// `Incomplete` with the faults, where there are any.
pub(super) fn say(remarks: &[Remark]) -> Result<(), Failure> {
    for remark in remarks.iter().filter(|remark| !remark.is_fault) {
        output::message(&remark.text);
    }
    let faults: Vec<&str> = remarks.iter().filter(|remark| remark.is_fault).map(|remark| &remark.text[..]).collect();
    match faults.is_empty() {
        true => Ok(()),
        false => Err(Failure { status: Status::Incomplete, message: faults.join("; "), lacks_memory: false }),
    }
}

/// `1 zero has`, `2 zeros have`.
fn have(zeros: u64) -> String {
    format!("{} {}", count(zeros, "zero"), if zeros == 1 { "has" } else { "have" })
}

/// Remarks on curves of zeros, and on zeros that may be missing.
pub(super) fn remarks(answer: &SolveAnswer, names: &[String]) -> Vec<Remark> {
    let mut remarks = Vec::new();
    let mut say = |is_fault, text| remarks.push(Remark { text, is_fault });
    if answer.solutions.is_empty() && answer.is_complete() {
        say(false, "no isolated zeros were found".to_owned());
    }
    if let Some((point, _)) = answer.not_isolated.first() {
        let (paths, all) = (not_isolated(answer), answer.paths);
        let text = format!(
            "zeros are not isolated: {paths} of {} {} on a curve or surface of zeros, as at {}",
            count(all, "path"),
            if paths == 1 { "ends" } else { "end" },
            point_to_text(names, as_parts(point))
        );
        say(false, text);
    }
    if answer.below_range > 0 {
        let text = format!(
            "{} a coordinate below 2.2e-308 in size, of which a double has few digits or none; choose a smaller unit for it",
            have(answer.below_range),
        );
        say(false, text);
    }
    // A proof by bounds holds whatever became of a path.
    let (may, is_fault) = match answer.proved() {
        Some(Proved::All) => ("no isolated zero is missing all the same, which is proved", false),
        _ => ("zeros may be missing", true),
    };
    if answer.failed > 0 {
        let text = format!("the ends of {} of {} were not found; {may}", answer.failed, count(answer.paths, "path"));
        say(is_fault, text);
    }
    if answer.inconsistent > 0 {
        let text = format!("{} a multiplicity that their paths do not add up to; {may}", have(answer.inconsistent));
        say(is_fault, text);
    }
    remarks
}

/// Zeros that only one of two starts found.
fn differences(answer: &SolveAnswer, other: &SolveAnswer, names: &[String]) -> Vec<Remark> {
    let missing = |of: &SolveAnswer, in_: &SolveAnswer, which: &str| {
        let of: Vec<&Solution> =
            of.solutions.iter().filter(|zero| !in_.solutions.iter().any(|x| x.is_same(zero))).collect();
        of.first().map(|zero| Remark {
            text: format!(
                "{} found from the {which} start only, as {}",
                if of.len() == 1 { "1 zero was".to_owned() } else { format!("{} zeros were", of.len()) },
                point_to_text(names, as_parts(&zero.point))
            ),
            is_fault: true,
        })
    };
    missing(answer, other, "first").into_iter().chain(missing(other, answer, "second")).collect()
}
