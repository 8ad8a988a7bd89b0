//! `--checkpoint`: runs that are killed, cancelled or lack room, and files that are damaged. The answer is the same to the byte, and what was saved is not
//! computed again.

use crate::runs::{Ran, binary, failure, run};
use crate::turns::turn;
use eliminant::{
    Backend, Certainty, Control, Decomposition, Determinant, Discriminant, ErrorKind, Gcd, GcdBatch, Interpolation,
    Matrix, Method, Polynomial, Resultant, RunOptions, RunReport,
};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const NAME: &str = "eliminant.checkpoint";

/// Pairs of a batch.
const PAIRS: usize = 120;

/// Numbers that look random.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    /// A sum of all monomials in the variables of degrees up to `degree` in each, with coefficients of so many digits.
    fn dense(&mut self, vars: &[&str], degree: u32, digits: usize) -> String {
        let count = (degree + 1).pow(vars.len() as u32);
        let term = |i: u32| {
            let digits: String = (0..digits).map(|_| char::from(b'1' + (self.next() % 9) as u8)).collect();
            let powers =
                (0..vars.len()).map(|k| format!("*{}^{}", vars[k], i / (degree + 1).pow(k as u32) % (degree + 1)));
            format!("{}{digits}{}", if digits.ends_with('1') { '-' } else { '+' }, powers.collect::<String>())
        };
        (0..count).map(term).collect()
    }

    fn polynomial(&mut self, vars: &[&str], degree: u32, digits: usize) -> Polynomial {
        Polynomial::parse_in(&self.dense(vars, degree, digits), vars).expect("a polynomial")
    }
}

type Job = Box<dyn Fn(RunOptions) -> eliminant::Result<(String, RunReport)>>;

/// Every operation.
fn jobs() -> Vec<(&'static str, Job)> {
    let numbers = &mut Numbers(3);
    let mut two = |degree, digits| [(); 2].map(|()| numbers.polynomial(&["x", "y"], degree, digits));
    let (large, [c, d]) = (two(14, 400), two(12, 300));
    let small = two(8, 300);
    let [e, _] = two(14, 300);
    let [f, g, h] = [(); 3].map(|()| numbers.polynomial(&["x"], 300, 1500));
    let [u, v, w] = [(); 3].map(|()| numbers.polynomial(&["x", "y", "z"], 5, 300));
    let [s, t] = [(); 2].map(|()| numbers.polynomial(&["x"], 150, 1000));
    let entries = |_| (0..12).map(|_| numbers.polynomial(&["x", "y"], 2, 200)).collect();
    let matrix = Matrix::new((0..12).map(entries).collect()).expect("a matrix");
    let resultant = |[a, b]: &[Polynomial; 2], method, interpolation, certainty| -> Job {
        let (a, b) = (a.clone(), b.clone());
        Box::new(move |run| {
            let resultant = Resultant::new(&a, &b, "y").run_options(run).method(method);
            let answer = resultant.interpolation(interpolation).certainty(certainty).run()?;
            Ok((answer.polynomial.to_string(), answer.report.run))
        })
    };
    let (certified, early) = (Certainty::Certified, Certainty::Probabilistic { error_exponent: 40 });
    let (fh, gh, uw, vw) = (&f * &h, &g * &h, &u * &w, &v * &w);
    let square = &(&s * &t) * &t;
    let pairs: Vec<(Polynomial, Polynomial)> = (0..PAIRS as u32)
        .map(|k| {
            let [a, b, c] = [60, 70, 30].map(|n| numbers.polynomial(&["x"], n + k / 4, 300));
            (&a * &c, &b * &c)
        })
        .collect();
    vec![
        ("resultant", resultant(&large, Method::Remainder, Interpolation::Ntt, certified)),
        ("early resultant", resultant(&large, Method::Remainder, Interpolation::Ntt, early)),
        ("at arbitrary points", resultant(&small, Method::Schur, Interpolation::Vandermonde, certified)),
        (
            "written resultant",
            Box::new(move |run| {
                let mut text = Vec::new();
                let report = Resultant::new(&c, &d, "y")
                    .run_options(run)
                    .write(&mut eliminant::poly::TextWriter::new(&mut text))?;
                Ok((String::from_utf8(text).expect("text"), report.run))
            }),
        ),
        (
            "discriminant",
            Box::new(move |run| {
                let answer = Discriminant::new(&e, "y").run_options(run).run()?;
                Ok((answer.polynomial.to_string(), answer.report.run))
            }),
        ),
        (
            "determinant",
            Box::new(move |run| {
                let answer = Determinant::new(&matrix).run_options(run).run()?;
                Ok((answer.polynomial.to_string(), answer.report.run))
            }),
        ),
        (
            "gcd",
            Box::new(move |run| {
                let answer = Gcd::new(&fh, &gh).run_options(run).run()?;
                Ok((answer.gcd.to_string(), answer.report.run))
            }),
        ),
        (
            "gcd in three variables",
            Box::new(move |run| {
                let answer = Gcd::new(&uw, &vw).grid(true).run_options(run).run()?;
                Ok((answer.gcd.to_string(), answer.report.run))
            }),
        ),
        (
            "gcds of a batch",
            Box::new(move |run| {
                let (gcds, report) = GcdBatch::new(&pairs).run_options(run).run()?;
                Ok((gcds.iter().map(|h| h.to_string() + "\n").collect(), report.run))
            }),
        ),
        (
            "squarefree decomposition",
            Box::new(move |run| {
                let (found, report) = Decomposition::new(&square).run_options(run).run()?;
                Ok((format!("{found:?}"), report.run))
            }),
        ),
    ]
}

/// Options with so much memory.
fn options(folder: Option<&Path>, seed: u64, (memory, control): (u64, Control)) -> RunOptions {
    let mut run = RunOptions::default();
    // As slow everywhere.
    (run.backend, run.threads) = (Backend::Cpu, Some(2));
    (run.checkpoint, run.seed, run.control) = (folder.map(Path::to_owned), Some(seed), control);
    run.memory_limit = Some(memory);
    run
}

/// Amounts of memory, from little on: with as little as possible there are many batches.
fn memories() -> impl Iterator<Item = u64> {
    std::iter::successors(Some(1u64 << 21), |bytes| Some(bytes + bytes / 4))
}

/// A control that cancels the computation at this part of it.
fn cancelled_at(part: f64) -> Control {
    let handle = Arc::new(Mutex::new(None::<Control>));
    let watched = handle.clone();
    let control = Control::with_progress(move |fraction| {
        if fraction >= part {
            watched.lock().expect("one caller").iter().for_each(Control::cancel);
        }
    });
    *handle.lock().expect("nobody else") = Some(control.clone());
    control
}

/// Every operation, cancelled in its middle, goes on where it was, and after an end that is kept has nothing to compute.
#[test]
fn every_operation_goes_on() {
    let _turn = turn();
    let mut went_on = 0;
    for (name, job) in jobs() {
        // With as little memory as is enough without a checkpoint; a little more for those with one.
        let (enough, time, (expected, report)) = memories()
            .find_map(|memory| {
                let begin = Instant::now();
                let answer = job(options(None, 1, (memory, Control::default()))).ok()?;
                Some((memory, begin.elapsed(), answer))
            })
            .expect(name);
        assert_eq!((report.restored, report.damaged), (0, None), "{name}");
        let (folder, memory) = (tempfile::tempdir().expect("a folder"), enough * 5 / 4);
        // One that comes to its end before it looks at the control removes the file.
        let stopped = [0.7, 0.5, 0.3, 0.1].into_iter().find_map(|part| {
            let stopped = job(options(Some(folder.path()), 2, (memory, cancelled_at(part)))).err();
            stopped.filter(|_| fs::metadata(folder.path().join(NAME)).is_ok_and(|file| file.len() > 300))
        });
        let (found, report) = job(options(Some(folder.path()), 3, (memory, Control::default()))).expect(name);
        eprintln!("{name}: {time:?}, {memory} bytes, {} of {} primes", report.restored, report.primes);
        if let Some(error) = stopped {
            assert_eq!((error.kind(), report.restored > 0), (&ErrorKind::Cancelled, true), "{name}");
            went_on += 1;
        }
        assert!(found == expected && report.damaged.is_none(), "{name}");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0, "{name}");
        // The other way round: nothing is left to be done.
        let kept = || {
            let mut run = options(Some(folder.path()), 4, (memory, Control::default()));
            run.keep_checkpoint = true;
            job(run).expect(name)
        };
        let (first, second) = (kept(), kept());
        assert!(first.0 == expected && second.0 == expected, "{name}");
        let all = if name.contains("batch") { PAIRS } else { second.1.primes };
        // GCDs of contents, in one variable, are too little to be saved.
        let least = if name.contains("variables") { all / 2 } else { all };
        assert!(first.1.restored == 0 && (least..=all).contains(&second.1.restored), "{name} {}", second.1.restored);
    }
    // Progress is told twenty times a second: what is done sooner is not stopped.
    assert!(went_on >= 6, "{went_on}");
}

/// Files of the input and the command of each operation; what they print does not depend on the seed.
fn commands(folder: &Path) -> Vec<(&'static str, Vec<String>)> {
    let numbers = &mut Numbers(5);
    let file = |name: &str, text: String| {
        let path = folder.join(name);
        fs::write(&path, text).expect("a file");
        format!("@{}", path.display())
    };
    let mut two = |name: &str, vars: &[&str], degree, digits| {
        ["f", "g"].map(|which| file(&format!("{name}.{which}"), numbers.dense(vars, degree, digits)))
    };
    let xy = two("xy", &["x", "y"], 14, 400);
    let small = two("small", &["x", "y"], 12, 300);
    let [p, q] = two("p", &["x"], 250, 1500);
    let [u, v] = two("u", &["x", "y", "z"], 5, 300);
    let product = |a: &str, b: &str| {
        let read =
            |path: &str| fs::read_to_string(&path[1..]).expect("a file").parse::<Polynomial>().expect("a polynomial");
        (&read(a) * &read(b)).to_string()
    };
    let [pp, pq, uu, uv] = [(&p, &p), (&p, &q), (&u, &u), (&u, &v)].map(|(a, b)| product(a, b));
    let [pp, pq, uu, uv] = [("pp", pp), ("pq", pq), ("uu", uu), ("uv", uv)].map(|(name, text)| file(name, text));
    let row = |n: &mut Numbers| (0..12).map(|_| n.dense(&["x", "y"], 2, 200)).collect::<Vec<_>>().join(",");
    let rows: Vec<String> = (0..12).map(|_| format!("[{}]", row(&mut Numbers(numbers.next())))).collect();
    let matrix = file("matrix", format!("[{}]", rows.join(",")));
    let line = |k: usize| {
        let mut n = Numbers(k as u64);
        let [a, b, c] = [60, 70, 30].map(|degree| n.dense(&["x"], degree, 300));
        format!("{{\"f\":\"({a})*({c})\",\"g\":\"({b})*({c})\"}}\n")
    };
    let pairs = file("pairs", (0..PAIRS).map(line).collect());
    let words = |line: &[&str]| line.iter().map(|word| (*word).to_owned()).collect::<Vec<String>>();
    vec![
        ("resultant", words(&["resultant", &xy[0], &xy[1], "--var", "y"])),
        ("written", words(&["resultant", &small[0], &small[1], "--var", "y", "--format", "bin", "--output", "OUT"])),
        ("discriminant", words(&["discriminant", &small[0], "--var", "y"])),
        ("det", words(&["det", &matrix])),
        ("gcd", words(&["gcd", &pq, &pp, "--cofactors"])),
        ("gcd in three variables", words(&["gcd", &uv, &uu])),
        ("batch", words(&["gcd", "--batch", &pairs[1..]])),
        ("squarefree", words(&["squarefree", &pp])),
    ]
}

/// The program, with nobody who listens.
fn started(arguments: &[String]) -> Child {
    let mut command = Command::new(binary());
    command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts")
}

/// The program, ended with no chance to clean up after `delay`; whether it was still running.
fn killed(arguments: &[String], delay: Duration) -> bool {
    let mut child = started(arguments);
    std::thread::sleep(delay);
    let running = child.try_wait().expect("a status").is_none();
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    running
}

/// The text that a command prints or writes.
fn output(arguments: &[String], out: &Path) -> (Vec<u8>, String) {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let Ran { out: printed, err, status } = run(&arguments);
    assert_eq!(status, 0, "{arguments:?}: {err}");
    (fs::read(out).unwrap_or(printed.into_bytes()), err)
}

/// Adds little memory to a command; about how long it takes with that: how long it takes with a little less, which is enough.
fn with_little_memory(arguments: &mut Vec<String>) -> Duration {
    for memory in memories() {
        let limit = |memory: u64| ["--memory-limit".to_owned(), memory.to_string()];
        let words: Vec<String> = [&arguments[..], &limit(memory)].concat();
        let begin = Instant::now();
        if run(&words.iter().map(String::as_str).collect::<Vec<_>>()).status == 0 {
            let time = begin.elapsed();
            arguments.extend(limit(memory * 5 / 4));
            return time;
        }
    }
    unreachable!("amounts without end");
}

/// Kills every operation at random moments, so many times, and lets it come to its end.
fn kill_and_go_on(times: u32, seed: u64) {
    let _turn = turn();
    let folder = tempfile::tempdir().expect("a folder");
    let (out, saved) = (folder.path().join("out"), folder.path().join("saved"));
    let mut numbers = Numbers(seed);
    for (name, mut arguments) in commands(folder.path()) {
        arguments.iter_mut().filter(|word| *word == "OUT").for_each(|word| *word = out.display().to_string());
        arguments.extend(["--backend", "cpu", "--quiet"].map(str::to_owned));
        let (expected, _) = output(&arguments, &out);
        let time = with_little_memory(&mut arguments);
        arguments.extend(["--checkpoint".to_owned(), saved.display().to_string()]);
        let mut reported = arguments.clone();
        reported.push("--report".to_owned());
        for _ in 0..times {
            let mut running = true;
            let mut kills = 0;
            while running && kills < 3 {
                _ = fs::remove_file(&out);
                running = killed(&arguments, time.mul_f64(0.3 + 0.7 * (numbers.next() % 1000) as f64 / 1e3));
                // A file appears when it is complete, a moment before the program ends.
                let complete = !out.exists() || fs::read(&out).is_ok_and(|found| found == expected);
                assert!(!running || complete, "{name}: an answer that is not complete");
                kills += 1;
            }
            _ = fs::remove_file(&out);
            let size = fs::metadata(saved.join(NAME)).map_or(0, |file| file.len());
            let (found, report) = output(&reported, &out);
            _ = fs::remove_file(&out);
            assert_eq!(found, expected, "{name} after {kills} kills");
            let restored = report.lines().find(|line| line.starts_with("checkpoint     had"));
            eprintln!("{name}: {time:?}, {kills} kills, {size} bytes, {}", restored.unwrap_or("nothing restored"));
            // A section of a coefficient is longer than that.
            assert!(restored.is_some() || size < 76 + 200, "{name}: {size} {report}");
            assert_eq!(fs::read_dir(&saved).expect("a folder").count(), 0, "{name}");
        }
    }
}

#[test]
fn killed_runs_go_on() {
    kill_and_go_on(1, 1);
}

/// The same often: minutes.
#[test]
#[ignore]
fn killed_runs_go_on_fifty_times() {
    (0..7).for_each(|seed| kill_and_go_on(7, 100 + seed));
}

/// Whether a file with residues has its first section whole, by the numbers in the section's beginning (docs of `host/run/checkpoint/log.rs`).
fn has_section(file: &Path) -> bool {
    const HEAD: usize = 72;
    const FIXED: usize = 64;
    let mut bytes = [0; HEAD + FIXED];
    let begun = fs::File::open(file).and_then(|mut file| file.read_exact(&mut bytes));
    let number = |at: usize, length: usize| {
        bytes[HEAD + at..HEAD + at + length].iter().rev().fold(0, |number: u64, &byte| number << 8 | u64::from(byte))
    };
    let (rows, word, columns, width) = (number(40, 4), number(44, 4), number(48, 8), number(56, 8));
    // A checksum follows the rows, and each block.
    let whole = || 136 + 16 * rows + 4 + rows * columns * word + 4 * columns.div_ceil(width);
    begun.is_ok()
        && bytes[HEAD..].starts_with(b"RESIDUES")
        && fs::metadata(file).is_ok_and(|file| file.len() >= whole())
}

/// A checkpoint of a run that was killed, and its command.
fn interrupted(folder: &Path) -> (Vec<String>, PathBuf, Vec<u8>) {
    let (name, mut arguments) = commands(folder).swap_remove(0);
    // As slow everywhere, so that something is left to be done.
    arguments.extend(["--backend", "cpu", "--threads", "2", "--quiet"].map(str::to_owned));
    let (expected, _) = output(&arguments, Path::new("nowhere"));
    with_little_memory(&mut arguments);
    let saved = folder.join("saved");
    arguments.extend(["--checkpoint".to_owned(), saved.display().to_string()]);
    let file = saved.join(NAME);
    let mut child = started(&arguments);
    // A whole batch of primes, since the beginning of one is of no use. It is killed at once: how fast a machine is does not matter.
    while !has_section(&file) {
        assert!(child.try_wait().expect("a status").is_none(), "{name}: it ended before a batch was seen");
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    (arguments, file, expected)
}

/// Damage in a file is told in one line, and costs what was damaged; others' files stay as they are.
#[test]
fn damaged_files_and_others() {
    let _turn = turn();
    let folder = tempfile::tempdir().expect("a folder");
    let (arguments, file, expected) = interrupted(folder.path());
    let whole = fs::read(&file).expect("a checkpoint");
    let notes = file.with_file_name("notes.txt");
    fs::write(&notes, "mine").expect("a file");
    let changed = |place: usize| {
        let mut bytes = whole.clone();
        bytes[place] ^= 4;
        bytes
    };
    for bytes in [changed(9), changed(whole.len() / 2), whole[..whole.len() - 100].to_vec(), vec![7; 5000]] {
        fs::write(&file, bytes).expect("a file");
        let (found, err) = output(&arguments, Path::new("nowhere"));
        assert!(found == expected && err.lines().count() == 1, "{err}");
        assert!(
            err.starts_with("checkpoint ") && err.contains("are not whole; what they held is computed again"),
            "{err}"
        );
        assert!(!file.exists() && notes.exists());
    }
    // Another problem, and another operation, leave it as it is.
    fs::write(&file, &whole).expect("a file");
    let saved = file.parent().expect("a folder").display().to_string();
    for other in [
        &["resultant", "y^2 - x", "y^3 - 2", "--var", "y"][..],
        &["gcd", "x^2 - 1", "x - 1"],
        &["det", "[[x, 1], [1, x]]"],
    ] {
        let message = failure(&[other, &["--checkpoint", &saved]].concat(), 2);
        assert!(message.contains("it is of another problem; name another folder"), "{message}");
    }
    assert!(fs::read(&file).expect("a checkpoint") == whole);
    let message = failure(&["gcd", "x", "x", "--checkpoint", &saved, "--repeat", "2"], 2);
    assert!(message.contains("only the first run would compute"), "{message}");
    // Another engine of the same problem takes it, and what is written is the same.
    let mut other: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let threads = other.iter().position(|&word| word == "--threads").expect("a number of threads") + 1;
    other[threads] = "1";
    other.extend(["--certainty", "probabilistic"]);
    assert!(run(&other).out.into_bytes() == expected && !file.exists());
}

/// A folder that somebody uses, one that cannot be made, and a disk that is full.
#[test]
#[cfg(unix)]
fn no_place_and_no_room() {
    let _turn = turn();
    let folder = tempfile::tempdir().expect("a folder");
    let (arguments, file, expected) = interrupted(folder.path());
    let saved = file.parent().expect("a folder");
    let place = |path: &Path| failure(&["gcd", "x^2 - 1", "x - 1", "--checkpoint", path.to_str().expect("UTF-8")], 2);
    let message = place(&file);
    assert!(message.contains("the folder cannot be made: "), "{message}");
    let message = place(Path::new("/proc/no"));
    assert!(message.starts_with("error: checkpoint /proc/no: the folder cannot be made: "), "{message}");
    // Somebody has it.
    let held = fs::File::open(&file).expect("a checkpoint");
    held.lock().expect("a lock");
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let message = failure(&words, 2);
    assert!(message.contains("another computation has it; wait for that, or name another folder"), "{message}");
    drop(held);
    // No file may become longer than this one and two blocks more: what was there stays, and is of use.
    let size = fs::metadata(&file).expect("a checkpoint").len();
    let script = format!("trap '' XFSZ; ulimit -f {}; exec \"$0\" \"$@\"", size / 512 + 2);
    let full = Command::new("sh").args(["-c", &script]).arg(binary()).args(&arguments).output().expect("a shell");
    let message = String::from_utf8(full.stderr).expect("UTF-8");
    assert_eq!(full.status.code(), Some(2), "{message}");
    assert!(
        message.contains("residues cannot be written: ") && message.contains("what was saved before stays"),
        "{message}"
    );
    // But the end, which the one that was killed had not written.
    assert!(fs::metadata(&file).expect("a checkpoint").len() > 2000 && saved.exists());
    let (found, report) = output(&[&arguments[..], &["--report".to_owned()]].concat(), Path::new("nowhere"));
    assert!(found == expected && report.contains("checkpoint     had "), "{report}");
}
