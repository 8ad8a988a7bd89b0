//! Processes that share the work, on this machine: those of `--with`, and ranks of MPI.

use crate::runs::{Ran, answer, binary, cache, dense_pair, failure, run};
use crate::turns::turn;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The command of another process.
fn other() -> String {
    format!("'{}' serve", binary().display())
}

/// The answer with so many other processes, and the report, which says that they have shared the work.
fn shared(arguments: &[&str], others: usize) -> String {
    let other = other();
    let mut line = [arguments, &["--report"]].concat();
    (0..others).for_each(|_| line.extend(["--with", &other]));
    checked(&run(&line), others)
}

/// The answer of a run with a report, which says that so many other processes have shared the work.
fn checked(ran: &Ran, others: usize) -> String {
    assert_eq!(ran.status, 0, "{}", ran.err);
    let told = match others {
        0 => "cpu, 1 threads\n".to_owned(),
        1 => "and those of another process\n".to_owned(),
        others => format!("and those of {others} other processes\n"),
    };
    assert!(ran.err.contains(&told), "{}", ran.err);
    ran.out.clone()
}

/// The same answers with one, two and three other processes, in memory and in files; that of a batch.
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
    assert!(fs::read_to_string(&file).expect("an answer") == expected);
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

/// A computation that takes seconds, with a checkpoint in a folder, where its input is too.
fn long(folder: &Path) -> Vec<String> {
    let path = |name: &str| folder.join(name).to_str().expect("a path").to_owned();
    let files = ["f", "g"].map(path);
    dense_pair(34, 250).iter().zip(&files).for_each(|(text, file)| fs::write(file, text).expect("a file"));
    let [f, g] = files.map(|file| format!("@{file}"));
    let line = [
        "resultant",
        &f,
        &g,
        "--var",
        "y",
        "--backend",
        "cpu",
        "--threads",
        "1",
        "--checkpoint",
        &path("kept"),
        "--quiet",
    ];
    line.map(str::to_owned).into()
}

/// Waits until a checkpoint has residues.
fn wait_for_residues(folder: &Path) {
    let begun = Instant::now();
    let has_some = || fs::metadata(folder.join("kept/eliminant.checkpoint")).is_ok_and(|file| file.len() > 1000);
    while !has_some() {
        assert!(begun.elapsed() < Duration::from_secs(120), "no residues in a checkpoint");
        sleep(Duration::from_millis(5));
    }
}

/// A process that is killed ends the computation, with its number; another number of processes goes on from the checkpoint.
#[test]
fn a_killed_process_leaves_a_checkpoint() {
    let _turn = turn();
    let folder = tempfile::tempdir().expect("a folder");
    let line = long(folder.path());
    let line: Vec<&str> = line.iter().map(String::as_str).collect();
    let number = folder.path().join("number");
    let noted = format!("echo $$ > '{}'; exec {}", number.display(), other());
    let started = Command::new(binary())
        .args([&line[..], &["--with", &noted, "--with", &other()]].concat())
        .env("XDG_CACHE_HOME", cache())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    wait_for_residues(folder.path());
    let number = fs::read_to_string(number).expect("a number of a process");
    let killed = Command::new("kill").args(["-KILL", number.trim()]).status().expect("kill");
    assert!(killed.success(), "it had ended before");
    let (ended, begun) = (started.wait_with_output().expect("an end"), Instant::now());
    let message = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(3), "{message}");
    assert!(message.contains("process 1 is gone"), "{message}");
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
    let other = other();
    let resumed = run(&[&line[..], &["--report", "--with", &other]].concat());
    assert!(resumed.err.contains("\ncheckpoint     had "), "{}", resumed.err);
    assert!(checked(&resumed, 1) == answer(&line[..line.len() - 3]), "another answer");
}

#[cfg(feature = "mpi")]
mod mpi {
    use super::*;

    /// As root, with more ranks than cores, in containers that have no ssh and forbid to look into other processes.
    fn mpirun(ranks: usize, arguments: &[&str]) -> Command {
        let mut command = Command::new("mpirun");
        command
            .args(["--allow-run-as-root", "--oversubscribe", "-n", &ranks.to_string()])
            .arg(binary())
            .args(arguments)
            .env("XDG_CACHE_HOME", cache())
            .env("OMPI_MCA_plm_rsh_agent", "sh")
            .env("OMPI_MCA_btl_vader_single_copy_mechanism", "none")
            .stdin(Stdio::null());
        command
    }

    fn ran(ranks: usize, arguments: &[&str]) -> Ran {
        let output = mpirun(ranks, arguments).output().expect("mpirun starts");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        Ran { out: text(output.stdout), err: text(output.stderr), status: output.status.code().expect("no signal") }
    }

    /// Every kind of exact operation, and a system, with one to four ranks.
    #[test]
    fn answers_are_the_same() {
        let _turn = turn();
        let [f, g] = dense_pair(18, 200);
        let resultant = ["resultant", &f, &g, "--var", "y", "--backend", "cpu", "--threads", "1"];
        let expected = answer(&resultant);
        for ranks in 1..=4 {
            let found = ran(ranks, &[&resultant[..], &["--report"]].concat());
            assert!(checked(&found, ranks - 1) == expected, "{ranks}");
        }
        let discriminant = ["discriminant", &f, "--var", "y", "--backend", "cpu", "--threads", "1"];
        let found = ran(3, &[&discriminant[..], &["--report"]].concat());
        assert!(checked(&found, 2) == answer(&discriminant));
        // What is short is not shared, and the others wait for it.
        let found = ran(3, &["gcd", "x^2 - 1", "x^3 - 1"]);
        assert_eq!((found.out.as_str(), found.err.as_str(), found.status), ("x - 1\n", "", 0));
        let system = ["solve-system", "x^3*y - 2*y^2 + 1; y^4 - x*y + x^2 - 3; z^2 - x - y", "--backend", "cpu"];
        assert_eq!(ran(2, &system).out, answer(&system));
        // A mistake of the caller's is told once.
        let found = ran(3, &["gcd", "x^2 -", "x"]);
        assert_eq!((found.out.as_str(), found.err.matches("error:").count()), ("", 1), "{}", found.err);
        assert_eq!(found.status, 2);
    }

    /// The ranks of this process, as it has started them.
    fn ranks(mpirun: u32) -> Vec<String> {
        let listed = fs::read_to_string(format!("/proc/{mpirun}/task/{mpirun}/children")).expect("the system's list");
        listed.split_whitespace().map(str::to_owned).collect()
    }

    /// MPI ends all ranks where one is killed; another number of them goes on from the checkpoint.
    #[test]
    fn a_killed_rank_leaves_a_checkpoint() {
        let _turn = turn();
        let folder = tempfile::tempdir().expect("a folder");
        let line = long(folder.path());
        let line: Vec<&str> = line.iter().map(String::as_str).collect();
        let mut command = mpirun(3, &line);
        let started = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("mpirun starts");
        wait_for_residues(folder.path());
        let last = ranks(started.id()).pop().expect("ranks");
        let killed = Command::new("kill").args(["-KILL", &last]).status().expect("kill");
        assert!(killed.success(), "it had ended before");
        let (ended, begun) = (started.wait_with_output().expect("an end"), Instant::now());
        assert!(!ended.status.success() && ended.stdout.is_empty());
        assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
        let resumed = ran(2, &[&line[..], &["--report"]].concat());
        assert!(resumed.err.contains("\ncheckpoint     had "), "{}", resumed.err);
        assert!(checked(&resumed, 1) == answer(&line[..line.len() - 3]), "another answer");
    }
}
