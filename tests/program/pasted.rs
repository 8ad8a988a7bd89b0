//! Lines that people paste from other systems: what is read, or what the message says.

use crate::runs::{Ran, answer, failure, run, run_with};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// A line of `tests/data/pasted.jsonl`: arguments, and the answer or parts of the message.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    /// The system whose users write so, where it is one of few.
    from: Option<String>,
    line: Vec<String>,
    /// Standard output, without its last end of line.
    answer: Option<String>,
    /// Parts of standard error; the answer comes without a word where there are none.
    #[serde(default)]
    says: Vec<String>,
}

#[test]
fn pasted_lines_are_read_or_explained() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/pasted.jsonl");
    let text = std::fs::read_to_string(path).expect("tests/data/pasted.jsonl");
    let (mut count, mut systems) = (0, BTreeMap::<String, usize>::new());
    for line in text.lines() {
        let case: Case = serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        let Ran { out, err, status } = run(&case.line.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(case.answer.is_some() || !case.says.is_empty(), "{line}: nothing is expected");
        match &case.answer {
            Some(answer) => assert_eq!((out.trim_end(), status), (answer.as_str(), 0), "{line}: {err}"),
            None => assert_eq!((out.as_str(), status), ("", 2), "{line}: {err}"),
        }
        assert_eq!(err.is_empty(), case.says.is_empty(), "{line}: {err}");
        for part in &case.says {
            assert!(err.contains(part.as_str()), "{line}: {err}");
        }
        count += 1;
        case.from.into_iter().for_each(|name| *systems.entry(name).or_default() += 1);
    }
    assert!(count > 40, "{count} lines");
    // The first minutes of users of seven systems and more.
    assert!(systems.values().filter(|&&lines| lines > 1).count() > 7, "{systems:?}");
}

/// A name without `@` where a file has it.
#[test]
fn a_file_of_that_name_is_pointed_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("folium");
    std::fs::write(&path, "x^3 + y^3 - 3*x*y").expect("written");
    let path = path.to_str().expect("UTF-8");
    for line in [&["discriminant", path, "--var", "y"][..], &["solve-system", path], &["eval", "x", "--points", path]] {
        let message = failure(line, 2);
        let hint = format!("there is a file of that name: to read the file write @{path}\n");
        assert!(message.starts_with("warning: ") && message.contains(&hint), "{message}");
    }
}

/// One grammar for arguments, files, standard input, matrices, systems and points.
#[test]
fn every_place_reads_the_same() {
    let text = "x\u{b2} + 2x[1] = 1/2  # a parabola\n";
    let expected = "-8*x_1 + 2\n";
    let line = |argument: &str| ["discriminant", argument, "--var", "x"].map(str::to_owned).to_vec();
    let words = |line: &[String]| answer(&line.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(words(&line(text)), expected);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("f");
    std::fs::write(&path, text).expect("written");
    assert_eq!(words(&line(&format!("@{}", path.display()))), expected);
    let ran = run_with(text, &["discriminant", "-", "--var", "x"]);
    assert_eq!((ran.out.as_str(), ran.err.as_str()), (expected, ""));
    let matrix = "[[x\u{b2} + 2x[1], \\frac{1}{2}], [2(x), 1e1 /* ten */]] # two rows";
    assert_eq!(answer(&["det", matrix]), "10*x^2 - x + 20*x_1\n");
    let values = "f1 = 6.5\n";
    assert_eq!(answer(&["eval", text, "--points", "x = 3, x_1 = -1  # named"]), values);
    assert_eq!(answer(&["eval", text, "--points", "x_1 = -1, x = 3"]), values);
    assert_eq!(answer(&["eval", text, "--points", "6/2, -1e0"]), values);
    let missing = failure(&["eval", text, "--points", "x = 3, y = 1"], 2);
    assert!(missing.contains("the coordinates are x, y, and the variables are x, x_1"), "{missing}");
}

/// Answers in text and JSON are input of the next command.
#[test]
fn answers_are_input() {
    let system = "x*y - 1; x^2 + x*y - 2";
    for format in ["text", "json"] {
        let zeros = answer(&["solve-system", system, "--seed", "1", "--format", format]);
        let refined = run_with(&zeros, &["newton", system, "--points", "-", "--format", format]);
        assert_eq!((refined.err.as_str(), refined.status), ("", 0), "{zeros}");
        assert_eq!(refined.out.matches("converged").count(), 2, "{}", refined.out);
        let again = run_with(&refined.out, &["newton", system, "--points", "-", "--precision", "dd"]);
        assert_eq!(again.out.lines().filter(|line| line.starts_with("x = ")).count(), 2, "{}", again.err);
        let moved =
            ["track", "x*y - a; x^2 + x*y - 2", "--parameters", "a", "--points", "-", "--from", "1", "--to", "0.5"];
        let moved = run_with(&zeros, &[&moved[..], &["--format", format]].concat());
        assert_eq!(moved.status, 0, "{}", moved.err);
        let back = run_with(&moved.out, &["newton", system, "--points", "-"]);
        assert_eq!(back.out.matches("converged").count(), 2, "{}", back.err);
    }
    let parts = answer(&["squarefree", "3*(x + 1)^2*(x - y)", "--format", "json"]);
    assert_eq!(run_with(&parts, &["gcd", "-", "x^2 - 1"]).out, "x + 1\n");
    let text = answer(&["squarefree", "3*(x + 1)^2*(x - y)"]);
    assert_eq!(run_with(&text, &["gcd", "-", "x^2 - 1"]).out, "x + 1\n");
    let gcd = answer(&["gcd", "x^2 - 1", "x^3 - 1", "--cofactors", "--format", "json"]);
    assert_eq!(run_with(&gcd, &["discriminant", "-", "--var", "x"]).out, "1\n");
}
