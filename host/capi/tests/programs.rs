//! The programs in C: compiled with warnings as errors, linked with the shared and with the static library, run, and
//! run under valgrind.
#![cfg(unix)]

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// What the static library needs of the system.
const SYSTEM: &[&str] = &["-lpthread", "-ldl", "-lm"];

#[derive(Clone, Copy, PartialEq)]
enum Link {
    Shared,
    Static,
}

fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// A file that cargo has built with this test: beside it, or a folder above.
fn built(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("a test");
    let found = test.ancestors().skip(1).take(2).map(|folder| folder.join(name)).find(|path| path.is_file());
    found.unwrap_or_else(|| panic!("{name} is not beside {}", test.display()))
}

/// A folder with the library as it is named where it is installed.
fn installed(link: Link) -> PathBuf {
    let (ending, folder) = match link {
        Link::Shared if cfg!(target_os = "macos") => ("dylib", "shared"),
        Link::Shared => ("so", "shared"),
        Link::Static => ("a", "static"),
    };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    let library = folder.join(format!("libeliminant.{ending}"));
    let built = built(&format!("libeliminant_c.{ending}"));
    // Tests run at the same time: what is there is replaced as a whole.
    let fresh = folder.join(format!("fresh-{:?}", std::thread::current().id()));
    std::fs::copy(&built, &fresh).expect("a copy");
    std::fs::rename(&fresh, &library).expect("the library");
    folder
}

/// Runs a command that must succeed.
fn succeed(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let told = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
    assert!(output.status.success(), "{command:?}: {}\n{}{}", output.status, told[0], told[1]);
    output
}

/// The compiled program.
fn compiled(name: &str, link: Link) -> PathBuf {
    let folder = installed(link);
    let program = folder.join(name);
    // The library of a build with the feature `mpi` needs an MPI; its compiler adds that, and is the system's otherwise.
    let has_mpi = link == Link::Static && Command::new("mpicc").arg("--version").output().is_ok();
    let mut compiler = Command::new(if has_mpi { "mpicc" } else { "cc" });
    compiler.args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-pedantic", "-pthread", "-g", "-I"]);
    compiler.arg(source("include")).arg(source("tests").join(format!("{name}.c"))).arg("-o").arg(&program);
    compiler.arg("-L").arg(&folder).arg("-leliminant");
    match link {
        Link::Shared => compiler.arg(format!("-Wl,-rpath,{}", folder.display())),
        Link::Static => compiler.args(SYSTEM),
    };
    succeed(&mut compiler);
    program
}

/// Runs a program under valgrind, where that is installed.
fn check_memory(program: &Path) {
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("skipped: memory is checked by valgrind, which is not installed");
        return;
    }
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--quiet", "--leak-check=full", "--error-exitcode=1"]);
    valgrind.args(["--errors-for-leak-kinds=definite", "--show-leak-kinds=definite"]);
    // A child has lost what other threads owned.
    valgrind.arg("--child-silent-after-fork=yes");
    // Optimised Rust compares what an `Option` would hold before it knows whether there is something, and drops the
    // result: no use of unset memory.
    valgrind.arg("--undef-value-errors=no");
    succeed(valgrind.arg(program));
}

#[test]
fn the_first_program() {
    let expected = "resultant: x^4 + x^2 - 1\n\
                    ELIMINANT_ARGUMENT: variable: \"z\" does not occur; variables are x, y\n";
    for link in [Link::Shared, Link::Static] {
        let program = compiled("first", link);
        let output = succeed(&mut Command::new(&program));
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
        if link == Link::Shared {
            check_memory(&program);
        }
    }
}

#[test]
fn every_function() {
    let program = compiled("all", Link::Shared);
    succeed(&mut Command::new(&program));
    check_memory(&program);
}

fn read(path: &str) -> String {
    std::fs::read_to_string(source(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The words of a text that are names in the library.
fn names(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter(|word| word.starts_with("eliminant_") || word.starts_with("ELIMINANT_"))
}

/// Every function, type and status of the header is in `all.c`.
#[test]
fn nothing_is_left_out() {
    let (header, program) = (read("include/eliminant.h"), read("tests/all.c"));
    let used: HashSet<&str> = names(&program).collect();
    let code = header.lines().filter(|line| !line.trim_start().starts_with("//"));
    let declared: HashSet<&str> = code.flat_map(names).collect();
    assert!(declared.len() > 80, "{declared:?}");
    // No test can make these happen.
    let seldom = ["ELIMINANT_H", "ELIMINANT_OUT_OF_MEMORY", "ELIMINANT_VERIFICATION"];
    let missing: Vec<_> = declared.difference(&used).filter(|name| !seldom.contains(name)).collect();
    assert!(missing.is_empty(), "tests/all.c has no {missing:?}");
}

/// The page shows the first program, and names what there is.
#[test]
fn the_page_is_of_this_library() {
    let page = read("../../docs/c.md");
    assert!(page.contains(&format!("```c\n{}```", read("tests/first.c"))), "docs/c.md has another first program");
    let header = read("include/eliminant.h");
    let known: HashSet<&str> = names(&header).collect();
    // The file that cargo writes has another name.
    let unknown: Vec<&str> = names(&page).filter(|name| !known.contains(name)).collect();
    assert!(unknown.is_empty(), "docs/c.md has {unknown:?}, which are not in the header");
}

/// Where there is a compiler for C++, it reads the header too.
#[test]
fn the_header_in_cpp() {
    let text = "#include <eliminant.h>\nint main() { return eliminant_function_is_zero(nullptr); }\n";
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join("header.cpp");
    std::fs::write(&path, text).expect("a source");
    if Command::new("c++").arg("--version").output().is_err() {
        println!("skipped: there is no c++");
        return;
    }
    let mut compiler = Command::new("c++");
    compiler.args(["-std=c++17", "-Wall", "-Wextra", "-Werror", "-pedantic", "-fsyntax-only", "-I"]);
    succeed(compiler.arg(source("include")).arg(&path));
}
