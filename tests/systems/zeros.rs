//! Numbers of isolated zeros and multiplicities that are known (`tests/data/zeros.jsonl`), with one seed, or several.

use crate::tally::{Fault, Tally, fault, raised};
use eliminant::system::{SolveAnswer, System};
use serde::Deserialize;

/// A line of the file.
#[derive(Deserialize)]
struct Known {
    name: String,
    system: String,
    zeros: usize,
    /// Ascending; all are 1 where there are none.
    multiplicities: Option<Vec<usize>>,
    not_isolated: bool,
    /// With which paths have jumped.
    seed: Option<u64>,
}

#[test]
fn known_numbers_of_zeros() {
    let mut tally = Tally::new("known");
    for line in include_str!("../data/zeros.jsonl").lines() {
        let known: Known = serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        let system: System = known.system.parse().unwrap_or_else(|error| panic!("{}: {error}", known.name));
        let seed = known.seed.unwrap_or(1);
        for seed in raised().unwrap_or(seed..seed + 1) {
            tally.solve(&system, &known.system, seed, |answer| judge(&known, answer));
        }
    }
    tally.finish();
}

/// The answer is complete, and has these numbers.
fn judge(known: &Known, answer: &SolveAnswer) -> Result<(), Fault> {
    let mut multiplicities: Vec<usize> = answer.solutions.iter().map(|zero| zero.multiplicity).collect();
    multiplicities.sort_unstable();
    let expected = known.multiplicities.clone().unwrap_or_else(|| vec![1; known.zeros]);
    assert_eq!(expected.len(), known.zeros, "{}", known.name);
    let SolveAnswer { failed, inconsistent, at_infinity, .. } = answer;
    let has_more = !answer.not_isolated.is_empty();
    let detail = format!(
        "{}: {} zeros for {}, multiplicities {multiplicities:?}, {at_infinity} paths at infinity, {failed} failed, \
         {inconsistent} zeros inconsistent, not isolated: {has_more}",
        known.name,
        answer.solutions.len(),
        known.zeros
    );
    match answer.is_complete() {
        false => fault!("not complete", "{detail}"),
        true if multiplicities.len() > known.zeros => fault!("too many", "{detail}"),
        true if multiplicities.len() < known.zeros => fault!("missing, unsaid", "{detail}"),
        true if multiplicities != expected => fault!("multiplicity, unsaid", "{detail}"),
        true if has_more != known.not_isolated => fault!("not isolated", "{detail}"),
        true => Ok(()),
    }
}
