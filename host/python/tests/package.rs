//! The tests of the Python package, with pytest and mypy, on the module that cargo has built beside this test.
//!
//! `make setup-tests` installs both into `.venv`, with SymPy, python-flint and NumPy. Without pytest the tests are skipped, with a line.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// An interpreter with pytest: that of `.venv`, or any other.
fn interpreter(root: &Path) -> Option<PathBuf> {
    let candidates = [root.join(".venv/bin/python"), PathBuf::from("python3")];
    candidates.into_iter().find(|python| {
        let found = Command::new(python).args(["-c", "import pytest"]).output();
        found.is_ok_and(|output| output.status.success())
    })
}

/// The package as pip would install it, in a folder of this test.
fn staged(package: &Path) -> PathBuf {
    let stage = Path::new(env!("CARGO_TARGET_TMPDIR")).join("python");
    let folder = stage.join("eliminant");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    for file in fs::read_dir(package.join("eliminant")).unwrap() {
        let path = file.unwrap().path();
        if path.is_file() {
            fs::copy(&path, folder.join(path.file_name().unwrap())).unwrap();
        }
    }
    let built = std::env::current_exe().unwrap().with_file_name("libeliminant_python.so");
    fs::copy(&built, folder.join("_native.abi3.so")).unwrap_or_else(|error| panic!("{}: {error}", built.display()));
    stage
}

#[test]
fn python_tests() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = package.ancestors().nth(2).unwrap();
    let Some(python) = interpreter(root) else {
        println!("skipped: no Python with pytest; run `make setup-tests`");
        return;
    };
    let stage = staged(package);
    // Not in the folder of the package, whose sources lack the module.
    let run = |arguments: &[&str]| {
        let mut command = Command::new(&python);
        command.arg("-m").args(arguments).current_dir(&stage).env("PYTHONPATH", &stage);
        command.env("PYTHONDONTWRITEBYTECODE", "1");
        command.output().unwrap()
    };
    let (settings, folder) = (package.join("pyproject.toml"), package.join("tests"));
    let (settings, folder) = (settings.to_str().unwrap(), folder.to_str().unwrap());
    let tests = run(&["pytest", "-p", "no:cacheprovider", "-rs", "-c", settings, folder]);
    let told = String::from_utf8_lossy(&tests.stdout);
    assert!(tests.status.success(), "{told}{}", String::from_utf8_lossy(&tests.stderr));
    println!("{told}");
    if !run(&["mypy", "--version"]).status.success() {
        println!("skipped: no mypy");
        return;
    }
    let types = run(&["mypy", "--config-file", settings, "--cache-dir", "/dev/null", "-p", "eliminant"]);
    assert!(types.status.success(), "{}", String::from_utf8_lossy(&types.stdout));
}
