//! `--with`: processes that share the work, on this machine.

use crate::runs::{answer, binary, dense_pair, failure};
use crate::turns::turn;

/// The command of another process.
fn other() -> String {
    format!("'{}' serve", binary().display())
}

/// What the program writes with so many other processes, forced to share what is short too by its degree.
fn shared(arguments: &[&str], others: usize) -> String {
    let other = other();
    let mut line: Vec<&str> = arguments.to_vec();
    (0..others).for_each(|_| line.extend(["--with", &other]));
    answer(&line)
}

/// The same answers with one, two and three other processes: resultants, discriminants, determinants, lists of GCDs, in memory and in files.
#[test]
fn answers_are_the_same() {
    let _turn = turn();
    let [f, g] = dense_pair(18, 200);
    let resultant = ["resultant", &f, &g, "--var", "y", "--backend", "cpu", "--threads", "1"];
    let expected = answer(&resultant);
    for others in 1..=3 {
        assert!(shared(&resultant, others) == expected, "{others}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("answer");
    let line = [&resultant[..], &["--output", file.to_str().expect("a path")]].concat();
    assert_eq!(shared(&line, 2), "");
    assert!(std::fs::read_to_string(&file).expect("an answer") == expected);
}

/// A command that starts nothing, and one that ends at once, are named.
#[test]
fn what_is_no_process_is_named() {
    let [f, g] = dense_pair(18, 200);
    for command in ["exit 7", "no-such-program-anywhere 2>&-"] {
        let message = failure(&["resultant", &f, &g, "--var", "y", "--backend", "cpu", "--with", command], 3);
        assert!(message.contains("process 1 is gone"), "{message}");
    }
}
