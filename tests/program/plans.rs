//! Plans of resultants and GCDs: what they say, that a run agrees with it, and the rates by which they predict times.

use crate::runs::{answer, binary, dense_pair, failure, run, run_with};
use crate::turns::turn;
use assert_cmd::Command;
use serde_json::{Value, json};

#[test]
fn resultants() {
    let text = answer(&["plan", "resultant", "y^2 - x/3", "y^3 - x + 1", "--var", "y"]);
    assert!(text.contains("degrees        2 and 3\n") && text.contains("degree bound   3\n"), "{text}");
    let json = answer(&["plan", "discriminant", "y^3 + x*y + 1", "--var", "y", "--format", "json"]);
    let plan: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&plan["degrees"], &plan["degree_bound"]), (&serde_json::json!([3, 2]), &serde_json::json!([3])));
    assert!(answer(&["plan", "discriminant", "y + x", "--var", "y"]).contains("known constant"));
    assert_eq!(plan["automatic"], "cpu");
    let text = answer(&["plan", "resultant", "x*y + 1", "y + 2", "--var", "y"]);
    assert!(text.contains("auto backend   cpu\n") && text.contains(" ms, measured on this machine: "), "{text}");
    // x y^4 + 1 before y^3 - x y has a leading minor that vanishes: the pair is swapped.
    let schur = ["resultant", "y^4*x + 1", "y^3 - x*y", "--var", "y", "--method", "schur"];
    let text = answer(&[&["plan"], &schur[..]].concat());
    assert!(text.contains("method         schur\nremedy         swap: another pair is computed"), "{text}");
    let sylvester = ["resultant", "y^4*x + 1", "y^3 - x*y", "--var", "y", "--method", "sylvester"];
    let text = answer(&[&["plan"], &sylvester[..]].concat());
    assert!(text.contains("method         sylvester\n") && !text.contains("schedule"), "{text}");
    let report = run(&[&sylvester[..], &["--backend", "cpu", "--report"]].concat());
    assert!(report.err.contains("method         sylvester, ntt interpolation"), "{}", report.err);
    let line = [&sylvester[..], &["--interpolation", "vandermonde"]].concat();
    let message = failure(&line, 2);
    assert!(message.contains("the method sylvester has no interpolation at arbitrary points"), "{message}");
    let report = run(&[&schur[..], &["--backend", "cpu", "--report"]].concat());
    assert!(report.err.contains("remedy         swap: "), "{}", report.err);
    let text = answer(&["plan", "resultant", "y^4*x + 1", "y^3 - x*y", "--var", "y"]);
    assert!(!text.contains("remedy"), "{text}");
}

/// The plan of a GCD as JSON.
fn gcd_plan(f: &str, g: &str, more: &[&str]) -> Value {
    let text = answer(&[&["plan", "gcd", f, g, "--backend", "cpu", "--format", "json"], more].concat());
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn gcds() {
    let text = answer(&["plan", "gcd", "x^4 - 1", "6*x^6 - 6", "--backend", "cpu"]);
    for line in ["variables      x", "degrees of F   4; 1 bit", "degree bound   4", "method         remainder"] {
        assert!(text.contains(&format!("{line}\n")), "{text}");
    }
    assert!(text.contains(" of the proof\n") && text.contains(" ms, measured on this machine: "), "{text}");
    assert!(text.contains("auto backend   cpu\n") && text.contains(", at least "), "{text}");
    let schur = gcd_plan("x^4 - 1", "x^6 - 1", &["--method", "schur"]);
    assert_eq!((&schur["method"], &schur["computation"]), (&json!("schur"), &json!("images")));
    // x^2 in place of x, and powers of x that are taken out.
    let plan = gcd_plan("x^7 - x^3", "x^12 - x^2", &[]);
    assert_eq!((&plan["degree_bound"], &plan["degrees"]), (&json!([6]), &json!([[7], [12]])));
    // The GCD is a constant, or a power of x.
    for (f, g) in [("6", "4*x"), ("x^3", "x^5 - x^2"), ("0", "0"), ("0", "6*x - 3")] {
        assert!(answer(&["plan", "gcd", f, g]).contains("none needed"), "{f}, {g}");
    }
    assert_eq!(gcd_plan("0", "x^3 - 12", &[])["height_bound"], 4);
}

/// In several variables one image for each of them tells the degrees.
#[test]
fn gcds_in_several_variables() {
    let [h, a] = dense_pair(6, 10);
    let [b, _] = dense_pair(5, 12);
    let (f, g) = (format!("({a})*({h})"), format!("({b})*({h})"));
    let plan = gcd_plan(&f, &g, &[]);
    let expected =
        [("computation", json!("points")), ("degree_bound", json!([6, 6])), ("degrees", json!([[12, 12], [11, 11]]))];
    for (key, value) in expected {
        assert_eq!(plan[key], value, "{key}");
    }
    let number = |key: &str| plan[key].as_u64().expect("a number");
    assert!(number("primes") <= number("most_primes") && number("batch") <= number("primes"), "{plan}");
    assert!(plan["predictions"][0]["milliseconds"].as_f64().is_some_and(|time| time > 0.0), "{plan}");
    let report: Value = serde_json::from_str(&answer(&["gcd", &f, &g, "--report", "--format", "json"])).expect("JSON");
    assert!(report["report"]["primes"].as_u64().expect("a number") <= number("most_primes"), "{report}");
    let text = answer(&["plan", "gcd", &f, &g, "--backend", "cpu"]);
    assert!(text.contains("variables      x, y\n") && text.contains("points         13\n"), "{text}");
    // Coprime, or without a power of y: the coefficients by powers of y tell.
    assert_eq!(gcd_plan("x*y + 1", "x + y^2", &[])["computation"], "none");
    let text = answer(&["plan", "gcd", "(x^2 - 1)*(y + x)", "(x + 1)*(y^2 + 3)"]);
    assert!(text.contains("computation    GCDs of coefficients") && text.contains("degree bound   1, 0\n"), "{text}");
    assert_eq!(gcd_plan("(x^2 - 1)*(y + x)", "x + 1", &[])["computation"], "coefficients");
    // In one variable after the powers of another were taken out.
    let plan = gcd_plan("y*(x^2 - 1)", "y^2*(x^3 - 1)", &[]);
    assert_eq!((&plan["computation"], &plan["degree_bound"]), (&json!("images"), &json!([2, 1])));
    let five = answer(&["plan", "gcd", "(a*b*c*d*e - 1)*(a + 1)", "(a + b)*(a + 1)"]);
    assert!(
        five.contains("images at a geometric progression") && five.contains("degree bound   1, 0, 0, 0, 0\n"),
        "{five}"
    );
}

/// With the least memory of the plan a GCD is computed, and with less neither computed nor planned.
#[test]
fn least_memory_of_gcds() {
    let _turn = turn();
    let dense = |degree: u32, digits: u32, shift: u32| {
        let terms = (0..=degree).map(|k| {
            let digit = |i: u32| char::from(b'1' + ((k * k * 7 + i * i * i + 3 * i * k + shift) % 9) as u8);
            format!(
                "{}{}*x^{k}",
                if (k + shift).is_multiple_of(3) { '-' } else { '+' },
                (0..digits).map(digit).collect::<String>()
            )
        });
        terms.collect::<String>()
    };
    let one = [(300, 60), (301, 70)]
        .map(|(degree, digits)| format!("({})*({})", dense(degree, digits, 2), dense(250, 80, 1)));
    let [h, a] = dense_pair(8, 30);
    let [b, _] = dense_pair(9, 31);
    let two = [a, b].map(|a| format!("({a})*({h})"));
    for [f, g] in [one, two] {
        for word in ["31", "auto"] {
            let more = ["--seed", "1", "--word", word];
            let plan = gcd_plan(&f, &g, &more);
            let number = |key: &str| plan[key].as_u64().expect("a number");
            let (least, usual) = (number("least_bytes"), number("usual_bytes"));
            assert!(least > 100_000 && least <= usual, "{least} {usual}");
            let with = |command: &[&str], limit: u64| {
                let limit = limit.to_string();
                run(&[command, &[&f, &g, "--backend", "cpu", "--memory-limit", &limit], &more].concat())
            };
            for command in [&["gcd"][..], &["plan", "gcd"]] {
                let enough = with(command, least);
                assert_eq!(enough.status, 0, "{command:?} {word}: {}", enough.err);
                let short = with(command, least - 1);
                assert_eq!((short.status, &short.out[..]), (4, ""), "{command:?} {word}");
                let message = short.err.starts_with("error: needs ") && short.err.contains(" of memory; ");
                assert!(message, "{command:?} {word}: {}", short.err);
            }
        }
    }
}

/// Rates are measured once and kept; where they cannot be kept, or are damaged, they are measured again.
#[test]
fn rates_of_this_machine() {
    let _turn = turn();
    let folder = tempfile::tempdir().expect("a folder");
    let line =
        ["plan", "resultant", "x^5*y^2 - 3", "y^3 - x + 1", "--var", "y", "--backend", "cpu", "--format", "json"];
    let plan = |cache: Option<&std::path::Path>, more: &[&str]| {
        let mut program = Command::new(binary());
        program.env_remove("XDG_CACHE_HOME").env_remove("HOME");
        if let Some(cache) = cache {
            program.env("XDG_CACHE_HOME", cache);
        }
        let output = program.args(line).args(more).output().expect("the program starts");
        assert_eq!((output.status.code(), &output.stderr[..]), (Some(0), &b""[..]));
        let plan: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let prediction = plan["predictions"][0].clone();
        let stages = prediction["stages"].as_array().expect("stages");
        let sum: f64 = stages.iter().map(|stage| stage["milliseconds"].as_f64().expect("a number")).sum();
        assert!((sum - prediction["milliseconds"].as_f64().expect("a number")).abs() < 1e-9, "{plan}");
        assert!(sum > 0.0 && prediction["backend"] == "cpu", "{plan}");
        prediction
    };
    let first = plan(Some(folder.path()), &[]);
    let files = || {
        let entries = std::fs::read_dir(folder.path().join("eliminant")).expect("a folder");
        entries.map(|entry| entry.expect("a file").path()).collect::<Vec<_>>()
    };
    let kept = files();
    assert_eq!(kept.len(), 1);
    let content = std::fs::read(&kept[0]).expect("a file");
    assert_eq!(plan(Some(folder.path()), &[]), first, "the same rates");
    assert_eq!(std::fs::read(&kept[0]).expect("a file"), content, "not written again");
    // Another number of threads is another engine.
    plan(Some(folder.path()), &["--threads", "1"]);
    assert_eq!(files().len(), 2);
    for damaged in [&content[..content.len() / 2], b"", b"{\"format\":2}"] {
        std::fs::write(&kept[0], damaged).expect("a file");
        plan(Some(folder.path()), &[]);
        assert!(std::fs::read(&kept[0]).expect("a file").starts_with(b"{\n  \"format\": 3,"));
    }
    plan(Some(folder.path()), &["--calibrate"]);
    // A file in place of the folder, and none at all.
    let file = folder.path().join("file");
    std::fs::write(&file, "").expect("a file");
    plan(Some(&file), &[]);
    plan(None, &[]);
    // A computation neither measures nor reads.
    let other = tempfile::tempdir().expect("a folder");
    let mut program = Command::new(binary());
    let computed = program.args(&line[1..8]).env("XDG_CACHE_HOME", other.path()).output().expect("the program starts");
    assert_eq!(computed.status.code(), Some(0));
    assert_eq!(std::fs::read_dir(other.path()).expect("a folder").count(), 0);
}

/// Work runs with the memory that its plan names, however little there is to do.
#[test]
fn work_runs_with_the_memory_of_its_plan() {
    let long = format!("({})^3 - x", (1..40).map(|k| format!("{k}*x^{k}")).collect::<Vec<_>>().join("+"));
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("f");
    std::fs::write(&path, format!("x^2 - 1{}", " ".repeat(5000))).expect("written");
    let file = format!("@{}", path.display());
    for line in [
        &["resultant", "x", "y", "--var", "x"][..],
        &["resultant", "0", "x", "--var", "x"],
        &["resultant", "1", "2", "--var", "x"],
        &["resultant", "2", "x^2000 - y", "--var", "x"],
        &["resultant", "x^200 - 3", "x^200 + 5", "--var", "x"],
        &["resultant", "x^12 - y", "7*x^12*y^3 + 2", "--var", "x"],
        &["resultant", "x^12 - y", "7*x^12*y^3 + 2", "--var", "x", "--modulus", "101"],
        // Powers term by term; for the last two, by the bound on terms, the plan names dense ones.
        &["resultant", "u + 1", "z^2 - u^100000000 - 1", "--var", "z"],
        &["resultant", "2*z^3", "z^3 - u^600000000 - 1", "--var", "z"],
        &["resultant", "y^64 - a - b - c - 1", "y^64 - d", "--var", "y", "--modulus", "2"],
        &["resultant", "y^4 - a^9 - b^8 - 7^200", "y^4 - a*b - 7", "--var", "y"],
        &["resultant", "y^12 - a^2*b", "y^12 - a*b^2 + b^3", "--var", "y"],
        &["resultant", &long, &long, "--var", "x"],
        &["resultant", &file, "1", "--var", "x"],
        &["discriminant", "5*x + 1", "--var", "x"],
        &["discriminant", "x^2 - y^2", "--var", "x"],
        &["discriminant", "x^20 - y", "--var", "x"],
        &["discriminant", "x^20 - y", "--var", "x", "--modulus", "101"],
        &["det", "[]"],
        &["det", "[[1]]"],
        &["det", "[[x, y], [1, 0]]"],
        &["det", "[[1, 2], [3, 4]]"],
        &["gcd", "0", "0"],
        &["gcd", "x", "x"],
        &["gcd", "x^2 - 1", "x - 1"],
        &["gcd", "x + 1", "x + y + z"],
        &["gcd", "(x - y)^3", "x^2 - y"],
        &["gcd", "(x + 1)*y^2 + x^2 - 1", "x^5 + 1"],
        &["gcd", &long, "x"],
    ] {
        let line = [line, &["--backend", "cpu"]].concat();
        let json = answer(&[&["plan"], &line[..], &["--format", "json"]].concat());
        let plan: Value = serde_json::from_str(&json).expect("JSON");
        for amount in ["least_bytes", "usual_bytes"] {
            let bytes = plan[amount].as_u64().expect("a number of bytes");
            let with_limit = run(&[&line[..], &["--memory-limit", &bytes.to_string()]].concat());
            assert_eq!(with_limit.status, 0, "{line:?} {amount} {bytes}: {}", with_limit.err);
        }
        let text = answer(&[&["plan"], &line[..]].concat());
        assert!(text.contains("\nmemory         ") && !text.contains(" 0 bytes"), "{line:?}: {text}");
    }
    // Those of systems name one amount.
    for (plan, line) in [
        (&["plan", "eval", "x", "--count", "1"][..], &["eval", "x", "--points", "1"][..]),
        (&["plan", "newton", "x", "--count", "1"], &["newton", "x", "--points", "1"]),
        (
            &["plan", "track", "x - a", "--parameters", "a", "--count", "1"],
            &["track", "x - a", "--parameters", "a", "--points", "1", "--from", "1", "--to", "2"],
        ),
        (&["plan", "solve-system", "x - 1"], &["solve-system", "x - 1"]),
        (&["plan", "decompose", "x*y"], &["decompose", "x*y"]),
    ] {
        let json = answer(&[plan, &["--backend", "cpu", "--format", "json"]].concat());
        let plan: Value = serde_json::from_str(&json).expect("JSON");
        let bytes = plan["bytes"].as_u64().expect("a number of bytes").to_string();
        let with_limit = run(&[line, &["--backend", "cpu", "--memory-limit", &bytes]].concat());
        assert_eq!(with_limit.status, 0, "{line:?} {bytes}: {}", with_limit.err);
    }
}

#[test]
fn operations_of_several_gcds() {
    let text = answer(&["plan", "squarefree", "(3*x^2 + 5*x + 7)^4*(x - 2)", "--backend", "cpu"]);
    assert!(text.contains("GCD of         F and its derivative in x\n") && text.contains(" ms, measured on"), "{text}");
    let text = answer(&["plan", "squarefree", "x^3*y"]);
    assert!(
        text.contains("operation      squarefree\n") && text.contains("none needed: the answer is known"),
        "{text}"
    );
    let text = answer(&["plan", "content", "(a + b)*x^2 + (a^2 - b^2)*x + a + b", "--var", "x"]);
    assert!(text.contains("GCD of         the 2 shortest of 3 coefficients\n"), "{text}");
    assert!(failure(&["plan", "content", "x*y"], 2).contains("choose one of the variables x, y"));
    let json = answer(&["plan", "xgcd", "3*x^5 - 7*x + 11", "13*x^4 - 17", "--format", "json"]);
    let plan: Value = serde_json::from_str(&json).expect("JSON");
    let combination = json!({"lengths": [4, 5], "height_bound": 40, "primes": 1});
    assert_eq!((&plan["operation"], &plan["combination"]), (&json!("xgcd"), &combination));
    assert!(failure(&["plan", "xgcd", "x", "y"], 2).contains("polynomials in one variable"));
    // The limit that a plan names is enough.
    for line in [
        &["squarefree", "(5*x^3 + 7*x + 11)^4*(x - 2)^3"][..],
        &["squarefree", "(x + y + 1)^3*(x - y)^2"],
        &["content", "(a + b)^3*x^2 + (a^2 - b^2)*x + (a + b)^5", "--var", "x"],
        &["xgcd", "3*x^15 - 7*x + 11", "13*x^14 - 17"],
    ] {
        let json = answer(&[&["plan"], line, &["--backend", "cpu", "--format", "json"]].concat());
        let plan: Value = serde_json::from_str(&json).expect("JSON");
        let bytes = plan["least_bytes"].as_u64().expect("a number of bytes").to_string();
        let ran = run(&[line, &["--backend", "cpu", "--memory-limit", &bytes]].concat());
        assert_eq!(ran.status, 0, "{line:?} {bytes}: {}", ran.err);
    }
}

/// Lists have the plan of their largest GCD, with the time of all, and its limit is enough.
#[test]
fn lists_and_multiples() {
    let [h, a] = dense_pair(3, 5);
    let [b, c] = dense_pair(2, 6);
    let functions = [format!("({a})*({h})"), format!("({b})*({h})"), format!("({c})*({h})")];
    let [f, g, k] = &functions;
    let json = |line: &[&str]| -> Value {
        let text = answer(&[&["plan"], line, &["--backend", "cpu", "--format", "json"]].concat());
        serde_json::from_str(&text).expect("JSON")
    };
    let time = |plan: &Value| plan["predictions"][0]["milliseconds"].as_f64().expect("a time");
    let pair = json(&["gcd", f, g]);
    assert!(pair.get("gcd_of").is_none(), "{pair}");
    let list = json(&["gcd", f, g, k]);
    assert!(list["gcd_of"].as_str().is_some_and(|text| text.ends_with(", the largest of 2 pairs")), "{list}");
    assert_eq!((&list["operation"], list["degrees"].as_array().map(Vec::len)), (&json!("gcd"), Some(2)));
    assert!(time(&list) > time(&pair), "{list}");
    // The polynomial of the lowest degree stands for the GCD of the others.
    let text = answer(&["plan", "gcd", "[(x + 1)^9*(x - 5)^9, (x + 1)^7*(x - 5)^2, (x + 1)^8*(x - 2)^9]"]);
    assert!(text.contains("GCD of         F1 and F2, the largest of 2 pairs\n"), "{text}");
    assert!(text.contains("\nand            9; ") && text.contains(" ms, measured on this machine: "), "{text}");
    let text = answer(&["plan", "lcm", "x^9 - 1", "x^6 - 1"]);
    let rows = "operation      lcm\nGCD of         F and G; a product follows, which is not predicted\n";
    assert!(text.starts_with(rows) && text.contains("degrees        9; 1 bit\n"), "{text}");
    let product = json(&["lcm", f, g, k]);
    let of = "F1*F2 and F3, the largest of 2 pairs; products follow, which are not predicted";
    assert_eq!((&product["operation"], &product["gcd_of"]), (&json!("lcm"), &json!(of)));
    for line in [&["gcd", f, g, k][..], &["lcm", f, g], &["lcm", f, g, k], &["lcm", "2*x", "3*x*y", "4*y^2"]] {
        let bytes = json(line)["least_bytes"].as_u64().expect("a number of bytes").to_string();
        let ran = run(&[line, &["--backend", "cpu", "--memory-limit", &bytes]].concat());
        assert_eq!(ran.status, 0, "{line:?} {bytes}: {}", ran.err);
    }
    assert!(failure(&["plan", "gcd", "x"], 2).contains("gcd takes two polynomials or more"));
    assert!(failure(&["plan", "lcm", "[x]"], 2).contains("lcm takes two polynomials or more"));
}

/// The plan of a characteristic polynomial is that of the determinant which it is.
#[test]
fn characteristic_polynomials() {
    let matrix = "[[x, 1, y], [y^2, x, 3], [1, x*y, 7]]";
    let of_determinant = answer(&["plan", "det", matrix, "--characteristic", "t", "--backend", "cpu"]);
    let fixed = |text: &str| text.lines().filter(|line| !line.starts_with("predicted")).count();
    let text = answer(&["plan", "charpoly", matrix, "--backend", "cpu"]);
    assert_eq!(fixed(&text), fixed(&of_determinant), "{text}");
    assert!(text.contains("variables      t, x, y\n") || text.contains("variables      x, y, t\n"), "{text}");
    let named = answer(&["plan", "charpoly", matrix, "--var", "s", "--format", "json"]);
    let plan: Value = serde_json::from_str(&named).expect("JSON");
    assert!(plan["vars"].as_array().is_some_and(|vars| vars.contains(&json!("s"))), "{plan}");
    let ran = run_with("{\"matrix\":\"[[x, 1], [2, y]]\"}\n", &["plan", "charpoly", "--batch", "-"]);
    assert!(ran.out.starts_with("operation      characteristic polynomials of a batch\n"), "{}: {}", ran.out, ran.err);
}

#[test]
fn batches() {
    let planned = |command: &str, lines: &str, more: &[&str]| {
        run_with(lines, &[&["plan", command, "--batch", "-", "--backend", "cpu"], more].concat())
    };
    let pairs = "{\"f\":\"y^2 - x\",\"g\":\"y^3 + x*y + 1\"}\n\n{\"f\":\"y^9 - x*y + 7\",\"g\":\"y^8 + x*y + 1\"}\n";
    let ran = planned("resultant", pairs, &["--var", "y"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    for row in ["operation      resultants of a batch", "lines          2", "errors         0", "largest        line 3"]
    {
        assert!(ran.out.contains(&format!("{row}\n")), "{}", ran.out);
    }
    assert!(ran.out.contains(" ms, one line after the other, measured on this machine: "), "{}", ran.out);
    let json = planned("gcd", pairs, &["--format", "json"]).out;
    let plan: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&plan["operation"], &plan["lines"]), (&json!("gcds of a batch"), &json!(2)));
    let bytes = plan["least_bytes"].as_u64().expect("a number of bytes").to_string();
    assert_eq!(run_with(pairs, &["gcd", "--batch", "-", "--backend", "cpu", "--memory-limit", &bytes]).status, 0);
    let singles = "{\"f\":\"y^2 - x\"}\n{\"f\":\"3$\"}\n";
    let ran = planned("discriminant", singles, &["--var", "y"]);
    assert!(ran.out.contains("errors         1\n") && ran.status == 2, "{}", ran.out);
    assert!(ran.err.starts_with("error: --batch (standard input), line 2, f: line 1, column 2"), "{}", ran.err);
    let ran = planned("det", "{\"matrix\":\"[[x, 1], [2, y]]\"}\n", &[]);
    assert!(ran.out.contains("operation      determinants of a batch\nlines          1\n"), "{}: {}", ran.out, ran.err);
    assert!(planned("gcd", "", &[]).out.contains("lines          0\n"));
}
