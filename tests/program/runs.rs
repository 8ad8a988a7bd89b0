//! Runs of the program: what it prints, and its status.
//!
//! `ELIMINANT_BIN` names the program where it was not built by cargo on this machine.

use assert_cmd::Command;
use std::path::PathBuf;

pub fn binary() -> PathBuf {
    std::env::var_os("ELIMINANT_BIN").unwrap_or_else(|| env!("CARGO_BIN_EXE_eliminant").into()).into()
}

/// The output of a run, and its status.
pub struct Ran {
    pub out: String,
    pub err: String,
    pub status: i32,
}

/// Where these tests keep what the program measures of this machine.
pub fn cache() -> PathBuf {
    std::env::temp_dir().join("eliminant-tests")
}

pub fn run_with(input: &str, arguments: &[&str]) -> Ran {
    let mut program = Command::new(binary());
    let output = program.args(arguments).env("XDG_CACHE_HOME", cache()).write_stdin(input).output();
    let output = output.expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Ran { out: text(output.stdout), err: text(output.stderr), status: output.status.code().expect("no signal") }
}

pub fn run(arguments: &[&str]) -> Ran {
    run_with("", arguments)
}

/// The answer of a run that says nothing on standard error.
pub fn answer(arguments: &[&str]) -> String {
    let Ran { out, err, status } = run(arguments);
    assert_eq!((err.as_str(), status), ("", 0), "{arguments:?}");
    out
}

/// The message of a run that fails with `status`; nothing is on standard output.
pub fn failure(arguments: &[&str], status: i32) -> String {
    let ran = run(arguments);
    assert_eq!((ran.out.as_str(), ran.status), ("", status), "{arguments:?}: {}", ran.err);
    ran.err
}

/// Two dense polynomials of total degree `degree` in x and y with coefficients of `digits` digits.
pub fn dense_pair(degree: u32, digits: u32) -> [String; 2] {
    let mut state = 88172645463325252u64;
    let mut digit = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (b'1' + (state >> 33) as u8 % 9) as char
    };
    [(); 2].map(|()| {
        let mut text = String::new();
        for (i, j) in (0..=degree).flat_map(|i| (0..=degree - i).map(move |j| (i, j))) {
            text.push(if digit() > '5' { '+' } else { '-' });
            text.extend((0..digits).map(|_| digit()));
            text += &format!("*x^{i}*y^{j}");
        }
        text
    })
}
