//! The memory of a run: no more than the limit and what every process takes, whatever is computed; and no less than
//! that is refused before any work.
//!
//! A test program by itself: the peak of a child counts the memory of the process that started it. `ELIMINANT_BIN` names the program where
//! it was not built by cargo on this machine.

#![cfg(target_os = "linux")]

#[path = "../common/turns.rs"]
mod turns;

use eliminant::poly::{BinaryWriter, TermSink};
use eliminant::system::System;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use tempfile::NamedTempFile;
use turns::turn;

/// Bytes beyond the limit that a process may take: the program itself, its threads, what its allocator keeps.
const PROCESS: u64 = 64 << 20;

/// The standard output and standard error of a run, its status, and the most memory it had.
struct Ran {
    out: Vec<u8>,
    err: String,
    status: i32,
    peak: u64,
}

fn binary() -> PathBuf {
    std::env::var_os("ELIMINANT_BIN").unwrap_or_else(|| env!("CARGO_BIN_EXE_eliminant").into()).into()
}

/// Runs the program on the CPU, with two threads, under a limit.
#[allow(clippy::zombie_processes, reason = "it is waited for by number, which tells what it took")]
fn run(arguments: &[&str], limit: Option<u64>) -> Ran {
    let mut command = Command::new(binary());
    command.args(arguments).args(["--backend", "cpu", "--threads", "2"]);
    if !matches!(arguments[0], "eval" | "newton" | "track") {
        command.args(["--seed", "7"]);
    }
    if let Some(bytes) = limit {
        command.args(["--memory-limit", &bytes.to_string()]);
    }
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let mut stderr = child.stderr.take().expect("a pipe");
    let errors = std::thread::spawn(move || {
        let mut err = String::new();
        stderr.read_to_string(&mut err).expect("UTF-8");
        err
    });
    let mut out = Vec::new();
    child.stdout.take().expect("a pipe").read_to_end(&mut out).expect("a pipe");
    let err = errors.join().expect("the thread that reads");
    let (status, peak) = wait(child.id());
    Ran { out, err, status, peak }
}

/// Waits for a child: its exit status, and its peak memory in bytes.
fn wait(child: u32) -> (i32, u64) {
    let mut status = 0;
    // SAFETY: all zero is a value of this struct of integers.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: both pointers are to values of this function; nobody else waits for the child.
    let found = unsafe { libc::wait4(child as i32, &mut status, 0, &mut usage) };
    assert_eq!(found, child as i32);
    assert!(libc::WIFEXITED(status), "ended by a signal: {status}");
    (libc::WEXITSTATUS(status), usage.ru_maxrss as u64 * 1024)
}

/// The bytes that a refusal asks for, as in `needs 26.8 GB of memory`: rounded up by a hundredth at most.
fn needed(err: &str) -> u64 {
    let text = err.split("needs ").nth(1).unwrap_or_else(|| panic!("{err}"));
    let mut words = text.split(' ');
    let (number, unit) = (words.next().expect("a number"), words.next().expect("a unit"));
    let power =
        ["bytes", "kB", "MB", "GB", "TB"].iter().position(|name| *name == unit).unwrap_or_else(|| panic!("{err}"));
    let number: f64 = number.parse().unwrap_or_else(|_| panic!("{err}"));
    (number * 1000f64.powi(power as i32)).ceil() as u64
}

/// A file with a text.
fn file(text: &str) -> NamedTempFile {
    let mut file = NamedTempFile::new().expect("a file");
    file.write_all(text.as_bytes()).expect("a file");
    file
}

/// The argument that reads a file.
fn argument(file: &NamedTempFile) -> String {
    format!("@{}", file.path().display())
}

/// Numbers that look random, of `digits` decimal digits.
fn numbers(mut state: u64, digits: usize) -> impl FnMut() -> String {
    move || {
        let mut digit = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (b'1' + (state >> 60) as u8 % 9) as char
        };
        (0..digits).map(|_| digit()).collect()
    }
}

/// A dense polynomial with `dims` coefficients in the variables x, y, z.
fn dense(dims: &[u32], seed: u64, digits: usize) -> String {
    let (mut number, mut text) = (numbers(seed, digits), String::new());
    for place in 0..dims.iter().product::<u32>() {
        text += &format!("+{}", number());
        let mut rest = place;
        for (name, n) in ["x", "y", "z"].iter().zip(dims) {
            text += &format!("*{name}^{}", rest % n);
            rest /= n;
        }
    }
    text
}

/// The answer of a run without a limit; under the least limit there is the same answer, in so much memory; below it, a refusal at once.
/// Where it may, the run takes `large` bytes or more: two thirds of what it took when the test was written, since that depends on the machine.
fn holds(arguments: &[&str], large: u64) {
    holds_from(4 << 20, arguments, large);
}

/// The same with another first limit, which is too little.
fn holds_from(mut limit: u64, arguments: &[&str], large: u64) {
    let free = run(arguments, None);
    assert_eq!((free.err.as_str(), free.status), ("", 0), "{arguments:?}");
    // Refusals may come one after the other, as more becomes known.
    let mut least = None;
    for _ in 0..8 {
        let ran = run(arguments, Some(limit));
        assert!(ran.peak <= limit + PROCESS, "{} bytes under a limit of {limit}: {arguments:?}", ran.peak);
        if ran.status == 0 {
            assert!(ran.out == free.out, "{arguments:?}: another answer under {limit}");
            least = Some((limit, ran.peak));
            break;
        }
        assert_eq!(ran.status, 4, "{}", ran.err);
        // Lines of a batch are refused one by one.
        assert!(ran.out.is_empty() || arguments.contains(&"--batch"));
        println!("{limit}: {}", ran.err.trim());
        limit = needed(&ran.err);
    }
    let (least, peak) = least.unwrap_or_else(|| panic!("{limit} bytes are too little for {arguments:?}"));
    // Less by more than the rounding of the message.
    assert_eq!(run(arguments, Some(least - least / 50)).status, 4, "{arguments:?}");
    println!("least {least}: {peak}; free {}; {}", free.peak, arguments[0]);
    assert!(free.peak >= large, "{} bytes are too little for a test of {arguments:?}", free.peak);
}

/// Like terms are added while a text is read: it takes the memory of what it comes to, whoever reads it.
#[test]
fn a_long_sum_of_like_terms() {
    let text = "x + y^2 - ".repeat(600_000) + "5";
    let sum = file(&text);
    // The first y^2 is added, all others too, and every x but the first is subtracted.
    for (arguments, expected) in [
        (&["gcd", &argument(&sum), "0"][..], "599998*x - 600000*y^2 + 5\n"),
        (&["resultant", &argument(&sum), "y", "--var", "y"], "-599998*x - 5\n"),
        (&["discriminant", &argument(&sum), "--var", "x"], "1\n"),
    ] {
        let ran = run(arguments, None);
        println!("{}: {}", arguments[0], ran.peak);
        assert_eq!(String::from_utf8_lossy(&ran.out), expected, "{}", ran.err);
        assert!(ran.peak < text.len() as u64 + PROCESS, "{} bytes: {arguments:?}", ran.peak);
    }
}

/// A term takes at most 150 bytes of a polynomial in up to four variables, its text included, while it is read; and a resultant has its rows and
/// tables beside.
#[test]
fn a_long_sum_of_different_terms() {
    let terms = 1_000_000;
    let text: String = (1..=terms).map(|e| format!("+x^{e}")).collect();
    let sum = file(&text);
    for (arguments, each) in
        [(&["gcd", &argument(&sum), "6"][..], 150), (&["resultant", &argument(&sum), "y - x", "--var", "y"], 300)]
    {
        let ran = run(arguments, None);
        println!("{}: {}", arguments[0], ran.peak);
        assert_eq!(ran.status, 0, "{}", ran.err);
        assert!(ran.peak < each * terms + PROCESS, "{} bytes: {arguments:?}", ran.peak);
    }
}

#[test]
fn resultants_and_discriminants() {
    let _turn = turn();
    // 60,001 coefficients, of which a bundle has 62 rows of values at as many points.
    let mut number = numbers(3, 4);
    let mut sparse = |step: u32| -> String {
        (0..=30)
            .map(|j| format!("+{}*x^{}*y^{j}-{}*x^{j}*y^{j}", number(), (step * j + 300) % 1000, number()))
            .collect()
    };
    let (f, g) = (file(&sparse(17)), file(&sparse(31)));
    holds(&["resultant", &argument(&f), &argument(&g), "--var", "y"], 100 << 20);
    holds_from(1 << 20, &["discriminant", &argument(&f), "--var", "y"], 70 << 20);
}

#[test]
fn several_kept_variables() {
    let _turn = turn();
    // 46,225 coefficients of some 400 bits.
    let [f, g] = [(1, 3), (2, 4)].map(|(seed, rows)| file(&dense(&[43, rows, 43], seed, 20)));
    holds(&["resultant", &argument(&f), &argument(&g), "--var", "y"], 20 << 20);
    // With the answer for another pair, of more coefficients, and the way back from it.
    let u = "(x^20-z^15+x*z)";
    let irregular = [format!("{u}*(y^4+2*y+1)"), format!("2*{u}*(y^4+1)+2*y")];
    holds(&["resultant", &irregular[0], &irregular[1], "--var", "y", "--method", "schur"], 10 << 20);
}

/// A square matrix in JSON.
fn matrix(n: usize, mut entry: impl FnMut(usize, usize) -> String) -> NamedTempFile {
    let mut row = |i: usize| (0..n).map(|j| format!("\"{}\"", entry(i, j))).collect::<Vec<_>>().join(",");
    let rows: Vec<String> = (0..n).map(&mut row).collect();
    file(&format!("{{\"rows\":[[{}]]}}", rows.join("],[")))
}

#[test]
fn determinants() {
    let _turn = turn();
    // 144 entries of 101 coefficients each.
    let mut number = numbers(9, 6);
    let mut polynomial = || -> String { (0..=100).map(|k| format!("+{}*x^{k}", number())).collect() };
    let dense = matrix(12, |_, _| polynomial());
    holds(&["det", &dense.path().display().to_string()], 20 << 20);
}

#[test]
fn gcds_in_one_variable() {
    let _turn = turn();
    let [h, a, b] = [(1, 1000), (2, 3000), (3, 3000)].map(|(seed, n)| dense(&[n], seed, 60));
    let (f, g) = (file(&format!("({h})*({a})")), file(&format!("({h})*({b})")));
    holds(&["gcd", &argument(&f), &argument(&g), "--cofactors"], 20 << 20);
    let square = file(&format!("({})^2*({})", dense(&[1500], 1, 30), dense(&[1000], 2, 30)));
    holds(&["squarefree", &argument(&square)], 20 << 20);
}

#[test]
fn gcds_in_several_variables() {
    let _turn = turn();
    let [h, a, b] = [1, 2, 3].map(|seed| dense(&[12, 13, 14], seed, 9));
    let (f, g) = (file(&format!("({h})*({a})")), file(&format!("({h})*({b})")));
    holds(&["gcd", &argument(&f), &argument(&g)], 28 << 20);
    let line = |seed| {
        let [h, a, b] = [seed, seed + 1, seed + 2].map(|seed| dense(&[24, 25], seed, 9));
        format!("{{\"f\":\"({h})*({a})\",\"g\":\"({h})*({b})\"}}\n")
    };
    let pairs = file(&(0..40).map(line).collect::<String>());
    let path = pairs.path().display().to_string();
    holds(&["gcd", "--batch", &path], 40 << 20);
}

/// Points and their values, zeros and paths.
#[test]
fn systems() {
    let _turn = turn();
    let katsura = file(&System::katsura(9).expect("a system").to_string());
    let number = |i: usize| format!("{:.3}", (i as f64).sin());
    let point = |i: usize| (0..10).map(|v| number(10 * i + v)).collect::<Vec<_>>().join(",") + "\n";
    let points = file(&(0..1500).map(point).collect::<String>());
    let (katsura, points) = (argument(&katsura), argument(&points));
    holds_from(1 << 18, &["eval", &katsura, "--points", &points, "--jacobian"], 2 << 20);
    holds_from(1 << 18, &["eval", &katsura, "--points", &points, "--jacobian", "--format", "json"], 2 << 20);
    holds_from(1 << 18, &["newton", &katsura, "--points", &points], 1 << 19);
    let ends = file(&(0..1000).map(|i| format!("{},0.5\n", number(i))).collect::<String>());
    let ends = argument(&ends);
    let track = ["track", "x^2 - a", "--parameters", "a", "--points", "1\n-1", "--from", "1", "--to", &ends];
    holds_from(1 << 18, &track, 1 << 20);
    // 500 paths, each to a zero of its own, of which 256 go at a time where memory is short.
    holds_from(
        1 << 18,
        &["solve-system", "x^5 - y - 1; y^5 - z - 1; z^5 - u + 1; u^4 - x", "--format", "json"],
        4 << 20,
    );
}

/// Systems of so many paths that no machine has memory for all their ends are refused at once, with a limit and without one.
#[test]
fn too_many_paths() {
    let _turn = turn();
    let huge = file(&System::katsura(31).expect("a system").to_string());
    let start = std::time::Instant::now();
    for limit in [None, Some(1 << 30)] {
        let ran = run(&["solve-system", &argument(&huge), "--start", "total"], limit);
        assert_eq!((ran.status, ran.out.len()), (4, 0), "{}", ran.err);
        assert!(needed(&ran.err) > 1 << 40 && ran.peak < PROCESS, "{} {}", ran.err, ran.peak);
    }
    assert!(start.elapsed() < std::time::Duration::from_secs(5), "{:?}", start.elapsed());
}

/// Whether two files have the same bytes, a block at a time.
fn same_bytes(a: &str, b: &str) -> bool {
    let open = |path| std::fs::File::open(path).expect("a file");
    let (mut a, mut b, mut blocks) = (open(a), open(b), [vec![0; 1 << 16], vec![0; 1 << 16]]);
    loop {
        let [x, y] = &mut blocks;
        let count = a.read(x).expect("a block");
        if b.read_exact(&mut y[..count]).is_err() || x[..count] != y[..count] {
            return false;
        }
        if count == 0 {
            return b.read(y).expect("the end") == 0;
        }
    }
}

/// An answer that goes to a file need not fit in memory, and with a folder its residues need not either.
#[test]
fn written_answers() {
    let _turn = turn();
    // res_y(y^10 + a, y^10 + b y) has degree 3000 and 14 MB.
    let mut number = numbers(5, 900);
    let mut dense = |by: &str| -> String { (0..=300).map(|i| format!("+{}*x^{i}{by}", number())).collect() };
    let (f, g) = (file(&format!("y^10{}", dense(""))), file(&format!("y^10{}", dense("*y"))));
    let (f, g, folder) = (argument(&f), argument(&g), tempfile::tempdir().expect("a folder"));
    let command = ["resultant", &f, &g, "--var", "y"];
    let [path, expected] = ["answer", "expected"].map(|name| folder.path().join(name).display().to_string());
    // Computed as a whole; no output comes here, since the peaks of the children would count it.
    let free = run(&[&command[..], &["--output", &expected, "--repeat", "1"]].concat(), None);
    assert_eq!(free.status, 0, "{}", free.err);
    let len = std::fs::metadata(&expected).expect("the answer").len();
    let scratch = folder.path().display().to_string();
    let to_file = [&command[..], &["--output", &path]].concat();
    let with_folder = [&to_file[..], &["--scratch", &scratch]].concat();
    let least = |arguments: &[&str]| {
        let mut limit = 2 << 20;
        loop {
            let ran = run(arguments, Some(limit));
            assert!(ran.peak <= limit + PROCESS, "{} bytes under a limit of {limit}: {arguments:?}", ran.peak);
            if ran.status == 0 {
                assert!(ran.out.is_empty() && same_bytes(&path, &expected));
                println!("least {limit}: {}", ran.peak);
                return (limit, ran.peak);
            }
            assert!(ran.status == 4 && needed(&ran.err) > limit, "{}", ran.err);
            limit = needed(&ran.err);
        }
    };
    println!("free {}, answer of {} bytes", free.peak, len);
    let (in_memory, in_folder) = (least(&to_file), least(&with_folder));
    assert!(in_folder.0 < in_memory.0 / 2 && in_folder.0 < len / 2, "{in_folder:?} {in_memory:?}");
    assert!(in_folder.1 < in_memory.1 && in_memory.1 < free.peak, "{in_folder:?} {in_memory:?}");
    // Nothing is left there but the answers.
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 2);
}

/// Input counts too: a text, and a product that would be expanded.
#[test]
fn input_counts() {
    let _turn = turn();
    let long = file(&dense(&[100_000], 1, 9));
    let ran = run(&["gcd", &argument(&long), "1"], Some(1 << 20));
    assert_eq!(ran.status, 4, "{}", ran.err);
    assert!(ran.err.contains("of memory for the text"), "{}", ran.err);
    let ran = run(&["gcd", "(x + y + z)^200", "1"], Some(1 << 20));
    assert_eq!(ran.status, 4, "{}", ran.err);
    assert!(ran.peak < PROCESS);
}

/// A binary file is read in as much memory as its polynomial takes, which is more than the file; and is refused where that is too much.
#[test]
fn binary_input_counts() {
    let _turn = turn();
    let file = NamedTempFile::new().expect("a file");
    let mut sink = BinaryWriter::new(file.as_file());
    sink.begin(&["x".to_owned()], &1.into()).expect("written");
    for e in (0..4_000_000u32).rev() {
        sink.term(&(e | 1).into(), &[e]).expect("written");
    }
    sink.finish().expect("written");
    // The polynomial, 228 MB, is a constant in z.
    let read = |limit| run(&["discriminant", &argument(&file), "--var", "z", "--vars", "z,x"], Some(limit));
    for (limit, status) in [(100 << 20, 4), (200 << 20, 4), (400 << 20, 0)] {
        let ran = read(limit);
        assert_eq!(ran.status, status, "{}", ran.err);
        assert!(ran.peak <= limit + PROCESS, "{} bytes under a limit of {limit}", ran.peak);
        println!("{limit}: {}", ran.peak);
    }
}

/// An address space that is bounded is a limit too: nothing is allocated that it has no room for.
#[test]
fn the_limits_of_the_process_count() {
    let _turn = turn();
    let f = file(&dense(&[150, 150], 1, 3));
    let command = format!(
        "ulimit -v 4000000 && exec '{}' resultant '{}' '{}' --var y --backend cpu",
        binary().display(),
        argument(&f),
        argument(&f)
    );
    let output = Command::new("sh").args(["-c", &command]).output().expect("a shell");
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(matches!(output.status.code(), Some(0 | 4)), "{:?} {err}", output.status);
    // Long integers of 12 GB would be made for a division of what is equal, where terms tell at once.
    let huge = "2^100000*x^1000*y^1000 + x + y + 1";
    let gcd = format!("gcd '{huge}' '{huge}' --memory-limit 1G --backend cpu");
    let command = format!("ulimit -v 6000000 && exec '{}' {gcd}", binary().display());
    let output = Command::new("sh").args(["-c", &command]).output().expect("a shell");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
