//! Two ways to the same answers.

use crate::arguments::{Against, Arguments};
use crate::choices::Choices;
use crate::problem::{Place, Problem};
use crate::solve::{Events, Outcome, solve};
use crate::workers;
use eliminant::Backend;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Characters of an answer that are printed.
const SHOWN: usize = 2000;

/// Disagreements after which no more problems are solved: a device with a fault computes no more.
const MOST: u64 = 200;

/// The results of all comparisons.
#[derive(Default)]
struct Summary {
    counts: BTreeMap<String, u64>,
    disagreements: u64,
    /// The ways of the second computation.
    events: Events,
    /// Time of all threads in the first and in the second way.
    spent: [Duration; 2],
    slowest: Option<(Duration, Place)>,
}

/// Solves every problem in both ways; the number of disagreements.
pub fn all(arguments: &Arguments, against: Against) -> u64 {
    let summary = Mutex::new(Summary::default());
    let start = Instant::now();
    workers::each(arguments, |place, problem| one(place, &problem, (against, arguments.slabs), &summary));
    let summary = summary.into_inner().unwrap_or_else(PoisonError::into_inner);
    let seconds = start.elapsed().as_secs_f64();
    println!("net: {against:?}, seed {}, {seconds:.1} s", arguments.seed);
    for (what, count) in &summary.counts {
        println!("  {count:>8} {what}");
    }
    let [first, second] = summary.spent.map(|time| time.as_secs_f64());
    println!("  {:?}", summary.events);
    println!("  {first:.1} s of threads for the first answers, {second:.1} s for the second ones");
    if let Some((time, place)) = summary.slowest {
        println!("  the slowest took {:.3} s: {place}", time.as_secs_f64());
    }
    println!("net: {} disagreements", summary.disagreements);
    summary.disagreements
}

fn one(place: Place, problem: &Problem, (against, slabs): (Against, Option<u32>), summary: &Mutex<Summary>) {
    {
        let mut summary = summary.lock().unwrap_or_else(PoisonError::into_inner);
        if summary.disagreements >= MOST {
            *summary.counts.entry(format!("left out after {MOST} disagreements")).or_default() += 1;
            return;
        }
    }
    let plain = Choices::plain();
    let backend = if against == Against::Cuda { Backend::Cuda } else { Backend::Cpu };
    let slabs = slabs.unwrap_or(problem.choices.slabs);
    let chosen = Choices { backend, slabs, ..problem.choices.clone() };
    let start = Instant::now();
    let (first, _) = solve(problem, &plain);
    let between = Instant::now();
    let (second, events) = solve(problem, &chosen);
    let spent = [between - start, between.elapsed()];
    let what = verdict(&first, &second).map(|verdict| match verdict.is_empty() {
        true => format!("{:?}", problem.operation),
        false => format!("{:?}, {verdict}", problem.operation),
    });
    // How much was missing, and who has it.
    if let (Outcome::Answer(_), Outcome::Refused(kind, text)) = (&first, &second)
        && kind == "OutOfMemory"
    {
        println!("{place}, limit {:?}: {text}", chosen.memory_limit);
    }
    let mut summary = summary.lock().unwrap_or_else(PoisonError::into_inner);
    summary.events.add(events);
    let longest = spent[0] + spent[1];
    if summary.slowest.is_none_or(|(slowest, _)| slowest < longest) {
        summary.slowest = Some((longest, place));
    }
    for (sum, time) in summary.spent.iter_mut().zip(spent) {
        *sum += time;
    }
    match what {
        Ok(what) => *summary.counts.entry(what).or_default() += 1,
        Err(()) => {
            summary.disagreements += 1;
            println!("DISAGREEMENT: {place}\n{:?} {:?}", problem.operation, problem.variable);
            println!("modulus {:?}, {chosen:?}", problem.modulus);
            problem.inputs.iter().for_each(|f| println!("input: {f}"));
            println!("first: {}\nsecond: {}", shown(&first), shown(&second));
        }
    }
}

/// The events to be counted; an error for a disagreement.
fn verdict(first: &Outcome, second: &Outcome) -> Result<String, ()> {
    match (first, second) {
        (Outcome::Answer(a), Outcome::Answer(b)) if a == b => {
            let zero = a.polynomials.iter().all(|f| f.is_zero());
            Ok(if zero { "an answer that is 0" } else { "" }.to_owned())
        }
        (Outcome::Refused(kind, _), Outcome::Refused(..)) => Ok(format!("both refused: {kind}")),
        (Outcome::Answer(_), Outcome::Refused(kind, _)) => Ok(format!("refused: {kind}")),
        _ => Err(()),
    }
}

fn shown(outcome: &Outcome) -> String {
    let text = match outcome {
        Outcome::Answer(answer) => {
            let polynomials: Vec<String> = answer.polynomials.iter().map(ToString::to_string).collect();
            format!("{} {:?}", polynomials.join("; "), answer.powers)
        }
        other => format!("{other:?}"),
    };
    text.chars().take(SHOWN).collect()
}
