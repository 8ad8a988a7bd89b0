//! The documents: every command of a `console` block is run and its output compared, every link leads somewhere.
//!
//! A block has commands after `$ `, which a shell runs in a folder of its own with `examples/` in it, and below each what it prints, standard
//! error included. `...` in an expected line stands for any text, as a line of its own for any lines: machines and times differ.

use crate::runs::{binary, cache};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The pages of the repository and all of docs/; `None` where they are not, as in a pack of tests.
fn documents() -> Option<Vec<(PathBuf, String)>> {
    if !root().join("README.md").is_file() {
        println!("skipped: the documents are not on this machine");
        return None;
    }
    let pages = std::fs::read_dir(root().join("docs")).expect("a folder of documents");
    let pages = pages.map(|entry| entry.expect("a document").path());
    let mut paths: Vec<PathBuf> = pages.filter(|path| path.extension().is_some_and(|e| e == "md")).collect();
    let others = ["README.md", "CONTRIBUTING.md", "examples/README.md", "benches/README.md"];
    paths.extend(others.map(|name| root().join(name)));
    paths.sort();
    Some(paths.into_iter().map(|path| (path.clone(), std::fs::read_to_string(path).expect("UTF-8"))).collect())
}

fn events(text: &str) -> impl Iterator<Item = Event<'_>> {
    Parser::new_ext(text, Options::ENABLE_TABLES)
}

/// The `console` blocks of a document.
fn consoles(text: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut open = false;
    for event in events(text) {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))) if &*language == "console" => {
                open = true;
                blocks.push(String::new());
            }
            Event::End(TagEnd::CodeBlock) => open = false,
            Event::Text(line) if open => blocks.last_mut().expect("an open block").push_str(&line),
            _ => {}
        }
    }
    blocks
}

/// Commands with what they print.
fn commands(block: &str) -> Vec<(String, Vec<String>)> {
    let mut commands: Vec<(String, Vec<String>)> = Vec::new();
    for line in block.lines() {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(command), _) => commands.push((command.to_owned(), Vec::new())),
            (None, Some((_, output))) => output.push(line.to_owned()),
            (None, None) => panic!("a block begins with `$ `, not with {line}"),
        }
    }
    commands
}

/// Whether a line is as expected: the parts between `...` in order, the first at the beginning and the last at the end.
fn line_fits(expected: &str, found: &str) -> bool {
    let Some((first, rest)) = expected.split_once("...") else { return expected == found };
    let Some(mut left) = found.strip_prefix(first) else { return false };
    let mut parts: Vec<&str> = rest.split("...").collect();
    let last = parts.pop().unwrap_or_default();
    for part in parts {
        let Some(at) = left.find(part) else { return false };
        left = &left[at + part.len()..];
    }
    left.ends_with(last)
}

/// Whether lines are as expected, where a line `...` stands for any number of them.
fn fits(expected: &[String], found: &[&str]) -> bool {
    match expected.split_first() {
        None => found.is_empty(),
        Some((line, rest)) if line == "..." => (0..=found.len()).any(|skipped| fits(rest, &found[skipped..])),
        Some((line, rest)) => found.first().is_some_and(|first| line_fits(line, first) && fits(rest, &found[1..])),
    }
}

#[test]
fn outputs_are_compared() {
    let lines = |list: &[&str]| list.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
    assert!(fits(&lines(&["a ... d", "...", "z"]), &["a b c d", "1", "2", "z"]));
    assert!(fits(&lines(&["...", "z"]), &["z"]));
    for wrong in [&["a b c d"][..], &["a b c", "z"], &["b d", "z"], &["a d", "z", "y"]] {
        assert!(!fits(&lines(&["a ... d", "...", "z"]), wrong), "{wrong:?}");
    }
}

#[test]
fn every_command_prints_what_is_written() {
    let Some(documents) = documents() else { return };
    let program = binary();
    let path = std::env::join_paths(
        [program.parent().expect("a folder").to_owned()]
            .into_iter()
            .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
    );
    let path = path.expect("a search path");
    let (mut count, mut wrong) = (0, Vec::new());
    for (document, text) in &documents {
        for block in consoles(text) {
            let folder = tempfile::tempdir().expect("a folder");
            std::os::unix::fs::symlink(root().join("examples"), folder.path().join("examples")).expect("a link");
            for (command, expected) in commands(&block) {
                count += 1;
                let mut shell = Command::new("sh");
                shell.args(["-c", &format!("{{ {command}\n}} 2>&1")]).current_dir(folder.path()).env("PATH", &path);
                shell.env("XDG_CACHE_HOME", cache());
                let output = shell.output().expect("a shell");
                let found = String::from_utf8_lossy(&output.stdout).into_owned();
                if !fits(&expected, &found.lines().collect::<Vec<_>>()) {
                    wrong.push(format!("{}: $ {command}\n{found}", document.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 20, "only {count} commands were found");
}

/// The anchor of a heading on GitHub: lower case, without punctuation, spaces as hyphens.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}

fn anchors(text: &str) -> HashSet<String> {
    let (mut heading, mut anchors) = (None, HashSet::new());
    for event in events(text) {
        match (event, &mut heading) {
            (Event::Start(Tag::Heading { .. }), _) => heading = Some(String::new()),
            (Event::End(TagEnd::Heading(_)), Some(title)) => {
                anchors.insert(anchor(title));
                heading = None;
            }
            (Event::Text(part) | Event::Code(part), Some(title)) => title.push_str(&part),
            _ => {}
        }
    }
    anchors
}

#[test]
fn every_link_leads_somewhere() {
    let Some(documents) = documents() else { return };
    let (mut count, mut broken) = (0, Vec::new());
    for (document, text) in &documents {
        for event in events(text) {
            let (Event::Start(Tag::Link { dest_url, .. }) | Event::Start(Tag::Image { dest_url, .. })) = event else {
                continue;
            };
            if dest_url.contains("://") {
                continue;
            }
            count += 1;
            let (path, place) = dest_url.split_once('#').unwrap_or((&dest_url, ""));
            let folder = document.parent().unwrap_or(Path::new("."));
            let target = if path.is_empty() { document.clone() } else { folder.join(path) };
            let is_there = match place {
                "" => target.exists(),
                place => std::fs::read_to_string(&target).is_ok_and(|text| anchors(&text).contains(place)),
            };
            if !is_there {
                broken.push(format!("{}: {dest_url}", document.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    assert!(count > 10, "only {count} links were found");
}

/// CITATION.cff and the entry for BibTeX name the same work, in the version of the program.
#[test]
fn citations_agree() {
    if documents().is_none() {
        return;
    }
    let read = |name: &str| std::fs::read_to_string(root().join(name)).expect("UTF-8");
    let (cff, bibtex) = (read("CITATION.cff"), read("docs/citing.md").replace("{GPUs}", "GPUs"));
    let (title, version) = ("Eliminant: exact elimination on GPUs", env!("CARGO_PKG_VERSION"));
    for (key, value) in [("title", title), ("repository-code", env!("CARGO_PKG_REPOSITORY"))] {
        assert!(cff.contains(&format!("{key}: \"{value}\"\n")), "CITATION.cff: {key} is not {value}");
        assert!(bibtex.contains(&format!("{{{value}}}")), "docs/citing.md: no {value}");
    }
    assert!(cff.contains(&format!("\nversion: {version}\n")), "CITATION.cff: the version is not {version}");
    assert!(bibtex.contains(&format!("{{Version {version}}}")), "docs/citing.md: the version is not {version}");
}
