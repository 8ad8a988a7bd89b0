//! Smoke mode: the rows are what they should be, and small ones can be timed and drawn.

use super::engine::{Engine, timed};
use super::programs::Programs;
use super::rows::{self, Row};
use super::table::{self, RowResult};
use super::{figures, paper};
use crate::{checksum, files};
use eliminant::DeterminantMethod;
use std::time::Duration;

/// Of the files ROW.json and ROW.txt that `benches/data/make_det_rows.py` writes.
const FILES: [(&str, u64, u64); 3] = [
    ("T2-8-3", 0xf5f3_7b25_8ff6_ec80, 0x05bb_8e81_ae6a_e56d),
    ("T3-20-64", 0x15b6_f88b_9676_58ca, 0x0ede_a029_1c81_3da2),
    ("M2-20-5", 0x601c_603b_3b04_84dc, 0x0eb6_c025_d871_920f),
];

/// Of the determinants that the baseline program finds.
const ANSWERS: [(&str, u64); 2] = [("T2-8-3", 0xbfbc_3eeb_8f45_771b), ("M2-8-3", 0x70c7_8b95_d5db_c1b5)];

fn row(name: &str) -> Result<Row, String> {
    rows::all().into_iter().find(|row| row.name == name).ok_or_else(|| format!("no row {name}"))
}

/// Whether the stored tables add up, the rows are those of the Python script, determinants are those of the baseline by both methods, and the table
/// and the figures show what was measured.
pub fn run() -> Result<(), String> {
    stored()?;
    for (name, json, plain) in FILES {
        let row = row(name)?;
        let found = (checksum::of_bytes(row.json().as_bytes()), checksum::of_bytes(row.plain().as_bytes()));
        if found != (json, plain) {
            return Err(format!("{name}: not the files of make_det_rows.py, {:#018x}, {:#018x}", found.0, found.1));
        }
    }
    println!("rows: right");
    for (name, expected) in ANSWERS {
        let matrix = row(name)?.matrix().map_err(|error| error.to_string())?;
        for method in [DeterminantMethod::Elimination, DeterminantMethod::Condensation] {
            let engine = Engine { method, threads: None, ..Engine::of_one_thread() };
            let (answer, _) = timed(&engine.job(&matrix)).map_err(|error| error.to_string())?;
            let found = checksum::of_polynomial(&answer.polynomial);
            if found != expected {
                return Err(format!("{name}, {}: another determinant than FLINT's, {found:#018x}", engine.label()));
            }
        }
    }
    println!("determinants: right");
    drawn()
}

/// Whether the tables of the paper are whole: stages make up the total, and degrees go with the names.
fn stored() -> Result<(), String> {
    let all = paper::rows();
    let wrong = all.iter().find(|paper| {
        let sum: f64 = paper.stages.iter().sum();
        let variables = if paper.name.starts_with("T2") { paper.name.rsplit('-').next() } else { Some("4") };
        // Totals are rounded to ten seconds at worst; two of them are smaller than the sum of their stages.
        (sum - paper.gpu.milliseconds).abs() > 0.02 * sum || variables != Some(&paper.degrees.len().to_string())
    });
    match (all.len(), wrong) {
        (78, None) => Ok(()),
        (78, Some(paper)) => Err(format!("{}: stages, total or degrees are wrong", paper.name)),
        (count, _) => Err(format!("{count} rows are stored")),
    }
}

/// Times two small rows, one of each table, in processes of their own, leaves one out, and draws them.
fn drawn() -> Result<(), String> {
    let within = |limit| {
        let engines = vec![Engine { threads: None, ..Engine::of_one_thread() }];
        Programs { engines, baseline: None, repeat: 2, limit }
    };
    let (programs, none) = (within(Duration::from_secs(600)), within(Duration::from_nanos(1)));
    let mut results = vec![RowResult::of(row("T2-8-3")?, &programs)?, RowResult::of(row("M3-8-16")?, &programs)?];
    results.push(RowResult::of(row("T3-20-64")?, &none)?);
    let text = table::text(&results);
    let dir = tempfile::tempdir().map_err(|error| error.to_string())?;
    figures::draw(&results, "here", &text, dir.path())?;
    let marks: [(&str, &[&str]); 3] = [
        ("det-figures.txt", &["bfbc3eeb8f45771b; cpu all", "left out, ", "M3-8-16 "]),
        ("det-fig4-time.svg", &["paper, 3 variables", "Maple 18, 3 variables", "cpu all, 3 variables"]),
        ("det-fig5-time.svg", &["paper, degrees 64", "cpu all, degrees 16, one term"]),
    ];
    for (name, marks) in marks {
        let found = files::read(&dir.path().join(name))?;
        if let Some(missing) = marks.iter().find(|mark| !found.contains(*mark)) {
            return Err(format!("{name} does not show {missing}:\n{found}"));
        }
    }
    println!("figures: right");
    Ok(())
}
