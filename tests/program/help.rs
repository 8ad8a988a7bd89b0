//! Help, completions and manual pages: each command has a page with two examples, and every example runs.

use crate::runs::{answer, binary, cache, failure};
use std::path::Path;
use std::process::Command;

/// Lines of a page of short help, at most.
const PAGE: usize = 60;

/// The names of the commands in a help text.
fn commands(help: &str) -> Vec<String> {
    let list = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = list.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help").map(str::to_owned).collect()
}

/// All commands, also those below `plan`.
fn all_commands() -> Vec<Vec<String>> {
    let below = commands(&answer(&["plan", "-h"])).into_iter().map(|name| vec!["plan".to_owned(), name]);
    let all: Vec<Vec<String>> = commands(&answer(&["-h"])).into_iter().map(|name| vec![name]).chain(below).collect();
    assert!(all.len() > 20, "{all:?}");
    all
}

fn help(command: &[String], flag: &str) -> String {
    let line: Vec<&str> = command.iter().map(String::as_str).chain([flag]).collect();
    answer(&line)
}

#[test]
fn every_command_has_a_page_and_a_book() {
    for command in all_commands() {
        let [page, book] = ["-h", "--help"].map(|flag| help(&command, flag));
        assert!(page.contains("Usage: eliminant ") && page.contains("  -h, --help"), "{command:?}: {page}");
        assert!(page.lines().count() <= PAGE, "{command:?}: {} lines", page.lines().count());
        assert!(book.contains("  -h, --help") && book.lines().count() > page.lines().count(), "{command:?}: {book}");
        assert!(book.contains("Exit status: 0 answer"), "{command:?}");
        let examples = page.lines().skip_while(|line| *line != "Examples:").skip(1).take_while(|line| !line.is_empty());
        let name = command.join(" ");
        // `serve` is for other commands to start.
        let names = [format!("  eliminant {name}"), format!("--with 'eliminant {name}")];
        let is_of_command = |line: &&str| line.starts_with(&names[0]) || line.contains(&names[1]);
        assert_eq!(examples.filter(is_of_command).count(), 2, "{page}");
    }
    // Options of the papers stand at the end of the book.
    let book = answer(&["resultant", "--help"]);
    let places =
        ["\nOutput:\n", "\nComputation:\n", "\nMethods, also those of the papers", "schur-2010", "\nExamples:\n"];
    let places = places.map(|text| book.find(text).expect(text));
    assert!(places.is_sorted(), "{book}");
    assert!(!answer(&["resultant", "-h"]).contains("schur"));
    // A command shows what it takes.
    let zeros = answer(&["solve-system", "--help"]);
    assert!(!zeros.contains("POINTS") && !zeros.contains("json, bin"), "{zeros}");
    assert!(failure(&["solve-system", "x", "--format", "bin"], 2).contains("[possible values: text, json]"));
}

#[test]
fn every_example_runs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    if !root.join("examples/folium.poly").is_file() {
        println!("skipped: the examples are not on this machine");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    std::os::unix::fs::symlink(root.join("examples"), folder.path().join("examples")).expect("a link");
    let path = binary().parent().expect("a folder").to_owned();
    let others = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths([path].into_iter().chain(std::env::split_paths(&others))).expect("a search path");
    for command in all_commands() {
        for example in help(&command, "-h").lines().filter(|line| line.starts_with("  eliminant ")) {
            let mut shell = Command::new("sh");
            shell.args(["-c", example]).current_dir(folder.path()).env("PATH", &path).env("XDG_CACHE_HOME", cache());
            let output = shell.output().expect("a shell");
            // A GPU that cannot be used is a finding of `doctor` and `devices`.
            let is_of_machine = example.contains("doctor") || example.contains("devices");
            let status = output.status.code().expect("no signal");
            let err = String::from_utf8_lossy(&output.stderr);
            assert!(status == 0 || is_of_machine && status == 3, "{example}: {err}");
        }
    }
}

#[test]
fn completions_and_manual_pages() {
    for (shell, part) in [("bash", "complete -F"), ("zsh", "#compdef eliminant"), ("fish", "complete -c eliminant")] {
        let script = answer(&["completions", shell]);
        assert!(script.contains(part) && script.contains("squarefree") && script.contains("certainty"), "{shell}");
    }
    assert!(failure(&["completions", "tcsh"], 2).contains("possible values: "));
    let page = answer(&["man"]);
    assert!(page.contains(".TH eliminant 1") && page.contains("solve\\-system"), "{page}");
    let folder = tempfile::tempdir().expect("a folder");
    let pages = folder.path().join("man1");
    assert_eq!(answer(&["man", "--output", pages.to_str().expect("UTF-8")]), "");
    for command in all_commands() {
        let page = pages.join(format!("eliminant-{}.1", command.join("-")));
        let text = std::fs::read_to_string(&page).unwrap_or_else(|error| panic!("{}: {error}", page.display()));
        assert!(text.contains("Examples:"), "{command:?}");
    }
    let nowhere = failure(&["man", "--output", "/dev/null/man1"], 2);
    assert!(nowhere.contains("/dev/null/man1"), "{nowhere}");
}
