//! Inputs of the program: it ends with an answer or says what is wrong, and soon.

use std::io::Write;
use std::path::PathBuf;
use std::process::Output;
use std::time::{Duration, Instant};
use tempfile::NamedTempFile;

/// Longest time of a run on one thread in 64 MB.
const LONGEST: Duration = Duration::from_secs(60);

fn binary() -> PathBuf {
    std::env::var_os("ELIMINANT_BIN").unwrap_or_else(|| env!("CARGO_BIN_EXE_eliminant").into()).into()
}

/// Runs the program with little memory.
fn run(words: &[String]) -> Output {
    let start = Instant::now();
    let bounds = ["--backend", "cpu", "--threads", "1", "--memory-limit", "64M"];
    let mut command = assert_cmd::Command::new(binary());
    let output = command.args(words).args(bounds).timeout(2 * LONGEST).output().expect("the program starts");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(matches!(output.status.code(), Some(0 | 2 | 4)), "{:?}: {told}", output.status);
    assert!(!told.contains("panicked"), "{told}");
    // Warnings may come before it.
    assert!(output.status.success() || told.lines().any(|line| line.starts_with("error: ")), "{told}");
    assert!(start.elapsed() < LONGEST, "{:?}", start.elapsed());
    output
}

/// A batch of GCDs: an answer a line, or a message.
pub fn batch(input: &[u8]) {
    let mut file = NamedTempFile::new().expect("a file");
    file.write_all(input).expect("a file");
    let output = run(&["gcd".to_owned(), "--batch".to_owned(), file.path().display().to_string()]);
    if output.status.success() {
        let lines =
            |bytes: &[u8]| String::from_utf8_lossy(bytes).lines().filter(|line| !line.trim().is_empty()).count();
        assert_eq!(lines(&output.stdout), lines(input));
    }
}

/// A plan: an answer, or a message.
pub fn plan(input: &[u8]) {
    // No argument has a zero byte, and none ends what the program reads as options.
    let text = String::from_utf8_lossy(input).replace('\0', "");
    let words = text.split('\t').filter(|word| *word != "--" && !word.starts_with('@')).map(str::to_owned);
    let words: Vec<String> = std::iter::once("plan".to_owned()).chain(words).collect();
    run(&words);
}
