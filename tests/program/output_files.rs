//! `--output`, and the binary format from outside: what is written is read again, by the program and by readers that share nothing with it.

use crate::runs::{answer, binary, dense_pair, failure, run, run_with};
use crate::turns::turn;
use assert_cmd::Command;
use eliminant::{Polynomial, RationalPolynomial};
use rug::Integer;
use std::fs;
use std::path::{Path, PathBuf};

/// A folder, and paths in it as the program gets them.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().expect("UTF-8").to_owned()
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).expect("a folder");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("a file").file_name().into_string().expect("UTF-8")).collect();
        names.sort();
        names
    }
}

fn data(name: &str) -> PathBuf {
    let folder = std::env::var_os("ELIMINANT_DATA").map(PathBuf::from);
    folder.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")).join("binary").join(name)
}

/// The polynomial of a file, read by `docs/format.md` with nothing of the library's reader.
fn independent(file: &[u8]) -> RationalPolynomial {
    fn crc32(bytes: &[u8]) -> u32 {
        !bytes.iter().fold(!0u32, |crc, &byte| {
            (0..8).fold(crc ^ u32::from(byte), |crc, _| crc >> 1 ^ if crc & 1 == 1 { 0xEDB8_8320 } else { 0 })
        })
    }
    fn number(from: &mut &[u8]) -> usize {
        let (byte, rest) = from.split_first().expect("a number");
        *from = rest;
        usize::from(byte & 127) | if byte & 128 == 0 { 0 } else { number(from) << 7 }
    }
    fn bytes<'a>(from: &mut &'a [u8], count: usize) -> &'a [u8] {
        let (bytes, rest) = from.split_at(count);
        *from = rest;
        bytes
    }
    fn integer(from: &mut &[u8], count: usize) -> Integer {
        bytes(from, count).iter().rev().fold(Integer::new(), |sum, &byte| (sum << 8u32) + byte)
    }
    let mut rest = file;
    let mut seen = bytes(&mut rest, 12).to_vec();
    assert_eq!(seen, b"\x89ELM\r\n\x1a\n\x01\0\0\0");
    let mut record = || {
        let head = bytes(&mut rest, 12);
        let count = u32::from_le_bytes(head[..4].try_into().expect("four bytes"));
        let payload = bytes(&mut rest, u64::from_le_bytes(head[4..].try_into().expect("eight bytes")) as usize);
        seen.extend([head, payload].concat());
        assert_eq!(bytes(&mut rest, 4), crc32(&seen).to_le_bytes());
        (count, payload, rest.len())
    };
    let (count, mut header, _) = record();
    let name = |from: &mut &[u8]| {
        let count = number(from);
        String::from_utf8(bytes(from, count).to_vec()).expect("UTF-8")
    };
    let vars: Vec<String> = (0..count).map(|_| name(&mut header)).collect();
    let count = number(&mut header);
    let denominator = integer(&mut header, count);
    let mut terms = Vec::new();
    loop {
        let (count, mut payload, left) = record();
        if count == 0 {
            assert_eq!((payload, left), (&(terms.len() as u64).to_le_bytes()[..], 0));
            let numerator = Polynomial::from_terms(&vars, terms).expect("terms");
            return RationalPolynomial::new(numerator, denominator).expect("not 0");
        }
        for _ in 0..count {
            let exponents = vars.iter().map(|_| number(&mut payload) as u32).collect();
            let size = number(&mut payload);
            let magnitude = integer(&mut payload, size / 2);
            terms.push((if size % 2 == 1 { -magnitude } else { magnitude }, exponents));
        }
        assert!(payload.is_empty());
    }
}

#[test]
fn answers_go_to_a_file_in_every_form() {
    let folder = Folder::new();
    let path = folder.path("r");
    let commands = [
        &["resultant", "y^2/2 - x", "y^3 - x - 1", "--var", "y"][..],
        &["resultant", "y^2/2 - x", "y^3 - x - 1", "--var", "y", "--modulus", "7"],
        &["discriminant", "x^3 + y^3 - 3*x*y", "--var", "y"],
        &["gcd", "x^2*z - z*y^2", "(x - y)^3*z/4", "--vars", "z,y,x"],
        &["gcd", "0", "0"],
    ];
    for command in commands {
        let with = |more: &[&'static str]| [command, more].concat();
        let text = answer(command);
        for format in ["text", "json"] {
            let printed = answer(&with(&["--format", format]));
            assert_eq!(answer(&[command, &["--format", format, "--output", &path]].concat()), "");
            assert_eq!(fs::read_to_string(&path).expect("written"), printed);
        }
        assert_eq!(answer(&[command, &["--format", "bin", "--output", &path]].concat()), "");
        let bytes = fs::read(&path).expect("written");
        let f = RationalPolynomial::read_binary(&bytes[..]).expect("a polynomial");
        assert_eq!(format!("{f}\n"), text);
        assert_eq!(independent(&bytes), f);
        // The same bytes on standard output.
        let output = Command::new(binary()).args(with(&["--format", "bin"])).output().expect("the program starts");
        assert_eq!(output.stdout, bytes);
        // The program reads them again; gcd(f, 0) is f up to its sign.
        let file = format!("@{path}");
        let vars = f.numerator().vars().join(",");
        let order = if vars.is_empty() { vec![] } else { vec!["--vars", &vars] };
        let again = answer(&[&["gcd", &file, "0"][..], &order].concat());
        let mut other = Command::new(binary());
        other.args([&["gcd", "0", "-"][..], &order].concat()).write_stdin(bytes);
        assert_eq!(other.output().expect("the program starts").stdout, again.as_bytes());
        let negated = text.trim_end().parse::<RationalPolynomial>().expect("a polynomial");
        let (numerator, denominator) = negated.into_parts();
        let negated = RationalPolynomial::new(numerator, -denominator).expect("not 0");
        assert!(again == text || again.trim_end() == negated.to_string(), "{again} {text}");
        assert_eq!(folder.names(), ["r"]);
    }
    // Lists, too.
    for command in [&["gcd", "x^2 - 1", "x - 1", "--cofactors"][..], &["squarefree", "-4*x^2*(x + 1)"]] {
        for format in ["text", "json"] {
            let printed = answer(&[command, &["--format", format]].concat());
            assert_eq!(answer(&[command, &["--format", format, "--output", &path]].concat()), "");
            assert_eq!(fs::read_to_string(&path).expect("written"), printed);
        }
    }
    let pairs = folder.path("pairs.jsonl");
    fs::write(&pairs, r#"{"f":"x^2 - 1","g":"x^3 - 1"}"#).expect("written");
    let printed = answer(&["gcd", "--batch", &pairs]);
    assert_eq!(answer(&["gcd", "--batch", &pairs, "--output", &path]), "");
    assert_eq!(fs::read_to_string(&path).expect("written"), printed);
    // A report goes where it went.
    let ran = run(&["gcd", "x^2", "x", "--report", "--output", &path, "--format", "bin"]);
    assert!(ran.out.is_empty() && ran.err.starts_with("operation      gcd\n") && ran.status == 0, "{}", ran.err);
    let line = ["gcd", "x^2", "x", "--report", "--output", &path, "--format", "json"];
    assert_eq!(answer(&line), "");
    let json = fs::read_to_string(&path).expect("written");
    assert!(json.starts_with(r#"{"vars":["x"],"terms":[["1",[1]]],"report":{"#) && json.ends_with("}}\n"), "{json}");
}

#[test]
fn a_path_that_cannot_be_written_is_told_before_any_work() {
    let folder = Folder::new();
    let nowhere = folder.path("no/r.bin");
    // Standard input is not even read.
    for path in [nowhere.as_str(), folder.0.path().to_str().expect("UTF-8"), "/proc/r"] {
        let message = failure(&["resultant", "(", "y", "--var", "y", "--output", path], 2);
        assert!(message.starts_with(&format!("error: {path}: cannot be ")), "{message}");
    }
    assert!(folder.names().is_empty());
}

#[test]
fn a_run_without_an_answer_leaves_the_file_as_it_was() {
    let folder = Folder::new();
    let [old, new] = ["old", "new"].map(|name| folder.path(name));
    fs::write(&old, "kept").expect("written");
    for path in [&old, &new] {
        failure(&["resultant", "y^2 -", "y", "--var", "y", "--output", path], 2);
        failure(&["resultant", "x^2000000000 + y", "y^2 - 1", "--var", "y", "--output", path], 4);
        assert_eq!((fs::read_to_string(&old).expect("there").as_str(), folder.names()), ("kept", vec!["old".into()]));
    }
    assert_eq!(answer(&["resultant", "y^2 - x", "y", "--var", "y", "--output", &old]), "");
    assert_eq!((fs::read_to_string(&old).expect("there").as_str(), folder.names()), ("-x\n", vec!["old".into()]));
}

/// Nothing takes the place of a device or a pipe.
#[test]
#[cfg(target_os = "linux")]
fn devices_are_written_to_as_they_are() {
    let full = failure(&["resultant", "y^2 - x", "y", "--var", "y", "--output", "/dev/full"], 2);
    assert!(full.starts_with("error: /dev/full: "), "{full}");
    assert_eq!(answer(&["resultant", "y^2 - x", "y", "--var", "y", "--output", "/dev/stdout"]), "-x\n");
}

#[test]
fn binary_is_for_one_polynomial() {
    let folder = Folder::new();
    let path = folder.path("r.bin");
    let bin = ["--format", "bin", "--output", &path];
    for (command, right) in [
        (&["gcd", "x^2", "x", "--cofactors"][..], "leave out --cofactors, or take --format json"),
        (&["gcd", "--batch", "-"], "its answers are always lines of JSON"),
        (&["squarefree", "x^2"], "take --format text or json"),
    ] {
        let message = failure(&[command, &bin].concat(), 2);
        assert!(
            message.starts_with("error: --format bin holds one polynomial: ") && message.contains(right),
            "{message}"
        );
    }
    for command in [&["devices"][..], &["plan", "discriminant", "y", "--var", "y"]] {
        assert!(failure(&[command, &["--format", "bin"]].concat(), 2).contains("invalid value 'bin'"));
    }
    assert!(folder.names().is_empty());
}

#[test]
#[cfg(unix)]
fn a_terminal_gets_no_bytes() {
    let terminal = nix::pty::openpty(None, None).expect("a terminal");
    let output = std::process::Command::new(binary())
        .args(["gcd", "x^2", "x", "--format", "bin"])
        .stdout(terminal.slave)
        .output()
        .expect("the program starts");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2));
    assert!(message.starts_with("error: --format bin: a terminal cannot show it; add --output FILE"), "{message}");
}

#[test]
fn damaged_files_say_where() {
    let folder = Folder::new();
    let path = folder.path("f.bin");
    let [f, g] = dense_pair(8, 40);
    answer(&["resultant", &f, &g, "--var", "y", "--format", "bin", "--output", &path]);
    let whole = fs::read(&path).expect("written");
    let file = format!("@{path}");
    let read = |bytes: &[u8], status: i32, more: &[&str]| {
        fs::write(&path, bytes).expect("written");
        failure(&[&["gcd", &file, "0"][..], more].concat(), status)
    };
    let cut = read(&whole[..whole.len() / 2], 2, &[]);
    let place = format!("error: F ({path}): byte {}: the file ends in block 1, ", whole.len() / 2);
    assert!(cut.starts_with(&place), "{cut}");
    let mut changed = whole.clone();
    changed[whole.len() / 2] ^= 64;
    assert!(read(&changed, 2, &[]).contains("byte 32: the checksum of block 1 is "), "{}", read(&changed, 2, &[]));
    let small = read(&whole, 4, &["--memory-limit", "1K"]);
    assert!(
        small.contains("f.bin): needs ") && small.contains("of memory for ") && small.contains("1.02 kB are allowed"),
        "{small}"
    );
    // Beside a list of variables that it does not fit.
    assert!(read(&whole, 2, &["--vars", "t"]).contains("`x` occurs in the polynomial"));
    // As text it is none.
    assert!(failure(&["gcd", "--batch", &path], 2).contains("line 1 is not UTF-8 text"));
    assert!(run_with("\u{1a}", &["gcd", "-", "x"]).err.contains("line 1, column 1"));
}

/// Files that were written once stay readable.
#[test]
fn version_1() {
    let bytes = match fs::read(data("version1.bin")) {
        Ok(bytes) => bytes,
        Err(_) => return println!("skipped: the stored files are not on this machine"),
    };
    let f = RationalPolynomial::read_binary(&bytes[..]).expect("a polynomial");
    let text = fs::read_to_string(data("version1.poly")).expect("the text");
    assert_eq!(f, RationalPolynomial::parse_in(&text, &["x", "y_1", "Zeta"]).expect("a polynomial"));
    assert_eq!(independent(&bytes), f);
}

/// The reader that is shipped as an example.
#[test]
fn a_reader_in_python() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/read_binary.py");
    let python = std::process::Command::new("python3").arg("--version").output();
    if !python.is_ok_and(|output| output.status.success()) || !script.is_file() {
        return println!("skipped: no python3, or no examples, on this machine");
    }
    let folder = Folder::new();
    let path = folder.path("f.bin");
    let bin = ["--format", "bin", "--output", &path];
    answer(&[&["gcd", "x^300*y/2 - 7*x/3 + 5/6", "0", "--vars", "y,x"][..], &bin].concat());
    let run = || std::process::Command::new("python3").arg(&script).arg(&path).output().expect("python3");
    let output = run();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "y x\n1/2 1 300\n-7/3 0 1\n5/6 0 0\n");
    assert!(output.status.success());
    let mut bytes = fs::read(&path).expect("written");
    bytes[50] ^= 1;
    fs::write(&path, bytes).expect("written");
    assert!(String::from_utf8_lossy(&run().stderr).contains("a checksum is wrong"));
}

/// Ctrl-C in the middle of minutes of work leaves what was there, and nothing else.
#[test]
#[cfg(target_os = "linux")]
fn an_interrupt_leaves_nothing() {
    use std::process::{Command, Stdio};
    use std::time::Duration;

    let _turn = turn();
    let (folder, input) = (Folder::new(), Folder::new());
    let files = ["f", "g"].map(|name| input.path(name));
    for (path, text) in files.iter().zip(dense_pair(90, 2000)) {
        fs::write(path, text).expect("written");
    }
    let old = folder.path("old");
    fs::write(&old, "kept").expect("written");
    for path in [old, folder.path("new")] {
        let [f, g] = &files;
        let child = Command::new(binary())
            .args(["resultant", &format!("@{f}"), &format!("@{g}"), "--var", "y", "--backend", "cpu"])
            .args(["--format", "bin", "--output", &path])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        std::thread::sleep(Duration::from_millis(1500));
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
        assert!(sent.success());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!((output.status.code(), folder.names()), (Some(130), vec!["old".to_owned()]));
        assert_eq!(fs::read_to_string(folder.path("old")).expect("there"), "kept");
    }
}
