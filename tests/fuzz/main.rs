//! Texts, JSON, binary files, matrices, systems, points, batches and command lines that nobody would write: whatever is read, nothing panics, what parses is
//! printed and read again, and plans of it are made or refused.
//!
//! Inputs are those of `tests/data/corpus`, one a line as a JSON string after the name of its target, and mutations of them: bytes and tokens that are changed, left
//! out, doubled, and pieces of other inputs. The seed is fixed. ELIMINANT_FUZZ_SECONDS lets each target run for so long, with another seed each time; an input
//! that fails is printed as a line for the corpus.

mod mutate;
mod program;
mod targets;

use mutate::Mutator;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use targets::Target;

fn data() -> PathBuf {
    let folder = std::env::var_os("ELIMINANT_DATA").map(PathBuf::from);
    folder.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data"))
}

/// The inputs of a target.
fn corpus(target: Target) -> Vec<Vec<u8>> {
    let text = std::fs::read_to_string(data().join("corpus/inputs.jsonl")).expect("tests/data/corpus/inputs.jsonl");
    let lines = text.lines().map(|line| serde_json::from_str::<(String, String)>(line).expect("[target, input]"));
    lines.filter(|(name, _)| name == target.name()).map(|(_, input)| targets::bytes(&input)).collect()
}

/// Runs an input; one that panics is printed first.
fn run(target: Target, input: &[u8]) {
    struct Shown<'a>(Target, &'a [u8]);
    impl Drop for Shown<'_> {
        fn drop(&mut self) {
            if std::thread::panicking() {
                eprintln!("{}", serde_json::json!([self.0.name(), targets::text(self.1)]));
            }
        }
    }
    let _shown = Shown(target, input);
    target.run(input);
}

fn fuzz(target: Target) {
    let corpus = corpus(target);
    assert!(corpus.len() >= 4, "{} has {} inputs", target.name(), corpus.len());
    corpus.iter().for_each(|input| run(target, input));
    let seconds = std::env::var("ELIMINANT_FUZZ_SECONDS").ok().and_then(|seconds| seconds.parse().ok());
    let (mut mutator, start) = (Mutator::new(seconds.map_or(1, |_| rand::random())), Instant::now());
    let mut done = 0;
    while seconds.map_or(done < target.mutations(), |seconds| start.elapsed() < Duration::from_secs(seconds)) {
        run(target, &mutator.mutated(&corpus));
        done += 1;
    }
    println!("{}: {done} mutations in {:?}", target.name(), start.elapsed());
}

#[test]
fn texts() {
    fuzz(Target::Text);
}

#[test]
fn json() {
    fuzz(Target::Json);
}

#[test]
fn binary_files() {
    fuzz(Target::Binary);
}

#[test]
fn matrices() {
    fuzz(Target::Matrix);
}

#[test]
fn systems() {
    fuzz(Target::System);
}

#[test]
fn points() {
    fuzz(Target::Points);
}

#[test]
fn batches() {
    fuzz(Target::Batch);
}

#[test]
fn command_lines() {
    fuzz(Target::CommandLine);
}
