//! `det` from outside: matrices in all forms, what is wrong with them, and where answers go.

use crate::runs::{answer, failure, run, run_with};
use crate::turns::turn;
use serde_json::Value;

const MATRIX: &str = "[[x, y], [1, x*y]]";
const ANSWER: &str = "x^2*y - y\n";

#[test]
fn matrices_in_all_forms() {
    for matrix in [
        MATRIX,
        " [ [x,y] , [1,x*y] ] ",
        "[x, y; 1, x*y]",
        "{{x, y}, {1, x*y}}",
        "matrix([x, y], [1, x*y])",
        "Matrix([[x, y], [1, x*y]])",
        r#"{"rows":[["x","y"],[1,"x*y"]]}"#,
        r#"{"vars":["x","y"],"rows":[["x","y"],["1",{"vars":["x","y"],"terms":[["1",[1,1]]]}]]}"#,
    ] {
        assert_eq!(answer(&["det", matrix]), ANSWER, "{matrix}");
        let ran = run_with(matrix, &["det", "-"]);
        assert_eq!((ran.out.as_str(), ran.err.as_str(), ran.status), (ANSWER, "", 0), "{matrix}");
    }
    assert_eq!(answer(&["det", "[]"]), "1\n");
    assert_eq!(answer(&["det", r#"{"rows":[]}"#]), "1\n");
    assert_eq!(answer(&["det", "[[0]]"]), "0\n");
    assert_eq!(answer(&["det", "[[-7]]"]), "-7\n");
    assert_eq!(answer(&["det", "[[x/2, 1/3], [5, y/7]]"]), "1/14*x*y - 5/3\n");
    assert_eq!(answer(&["det", "[1/2, x; 2/3, 3]", "--characteristic", "t"]), "t^2 - 7/2*t - 2/3*x + 3/2\n");
    assert_eq!(answer(&["charpoly", "[1/2, x; 2/3, 3]"]), "t^2 - 7/2*t - 2/3*x + 3/2\n");
    assert_eq!(answer(&["charpoly", "[t, 1; 1, 0]", "--var", "z", "--vars", "t,z"]), "-t*z + z^2 - 1\n");
    let taken = failure(&["charpoly", "[t, 1; 1, 0]"], 2);
    assert!(taken.contains("the variable of the characteristic polynomial: `t` occurs in row 1, column 1"), "{taken}");
    let lines = ["[x, 1; 2, y]", "[[x, 1], [2]]", "{{1, 2}, {3, 4}}"].map(|m| format!("{{\"matrix\":\"{m}\"}}\n"));
    let ran = crate::runs::run_with(&lines.concat(), &["det", "--batch", "-"]);
    let found: Vec<&str> = ran.out.lines().collect();
    assert_eq!((found[0], found[2]), ("{\"determinant\":\"x*y - 2\"}", "{\"determinant\":\"-2\"}"));
    assert!(found[1].starts_with("{\"error\":\"line 2, matrix: line 1, column 10: row 2 has 1 entry"), "{}", found[1]);
    assert_eq!(ran.status, 2);
    let traces = crate::runs::run_with(&lines[0], &["det", "--batch", "-", "--characteristic", "t"]).out;
    assert_eq!(traces, "{\"determinant\":\"t^2 - t*x - t*y + x*y - 2\"}\n");
    let ran = crate::runs::run_with(&lines.concat(), &["charpoly", "--batch", "-", "--var", "s", "--report"]);
    let found: Vec<&str> = ran.out.lines().collect();
    assert_eq!(found[0], "{\"characteristic_polynomial\":\"s^2 - s*x - s*y + x*y - 2\"}");
    assert!(found[1].starts_with("{\"error\":\"line 2, matrix: "), "{}", found[1]);
    assert_eq!((found[2], ran.status), ("{\"characteristic_polynomial\":\"s^2 - 5*s - 2\"}", 2));
    assert!(ran.err.starts_with("operation      characteristic polynomials of a batch\n"), "{}", ran.err);
    let ran = crate::runs::run_with("{\"matrix\":\"[[t]]\"}\n", &["charpoly", "--batch", "-"]);
    assert!(ran.out.contains("line 1: the variable of the characteristic polynomial: `t` occurs"), "{}", ran.out);
    assert!(failure(&["charpoly", "[[x]]", "--batch", "-"], 2).contains("cannot be used with"));
    assert_eq!(answer(&["det", "[]", "--characteristic", "t"]), "1\n");
    assert_eq!(answer(&["det", "[[x]]", "--characteristic", "t", "--vars", "x,t"]), "-x + t\n");
    let refused = [("[[1, t]]", "matrix: is 1 x 2"), ("[[t]]", ": `t` occurs in row 1, column 1")];
    for (matrix, message) in refused {
        let ran = run(&["det", matrix, "--characteristic", "t"]);
        assert!(ran.status == 2 && ran.err.contains(message), "{matrix}: {}", ran.err);
    }
    // The order of the variables is the caller's.
    assert_eq!(answer(&["det", MATRIX, "--vars", "y,x"]), "y*x^2 - y\n");
    assert_eq!(
        answer(&["det", "[[x]]", "--vars", "z,x", "--format", "json"]),
        "{\"vars\":[\"z\",\"x\"],\"terms\":[[\"1\",[0,1]]]}\n"
    );
    for choices in [
        &["--method", "condensation"][..],
        &["--evaluation", "stockham"],
        &["--contraction"],
        &["--threads", "1", "--seed", "3"],
        &["--certainty", "probabilistic"],
    ] {
        assert_eq!(answer(&[&["det", MATRIX], choices].concat()), ANSWER, "{choices:?}");
    }
}

#[test]
fn files() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.display().to_string()
    };
    let text = path("matrix.txt", "\u{feff}[[x, y],\n [1, x*y]]\n");
    let json = path("matrix.json", r#"{"vars":["y","x"],"rows":[["x","y"],["1","x*y"]]}"#);
    assert_eq!(answer(&["det", &text]), ANSWER);
    assert_eq!(answer(&["det", &format!("@{text}")]), ANSWER);
    assert_eq!(answer(&["det", &json]), "y*x^2 - y\n");
    let bad = path("bad.txt", "[[x, y],\n [1, 3$]]\n");
    let message = failure(&["det", &bad], 2);
    assert!(message.starts_with(&format!("error: MATRIX ({bad}): line 2, column 7: row 2, column 2: ")), "{message}");
    for none in ["/no/such/file", "@/no/such/file", "x + 1", "5", ""] {
        let message = failure(&["det", none], 2);
        assert!(message.starts_with("error: MATRIX (") && message.contains("cannot be read"), "{message}");
    }
    let out = folder.path().join("answer").display().to_string();
    for (format, more) in [("text", &[][..]), ("json", &[]), ("bin", &[]), ("json", &["--modulus", "7"])] {
        let _ = std::fs::remove_file(&out);
        let line = [&["det", MATRIX, "--format", format], more].concat();
        let printed = if format == "bin" { Vec::new() } else { answer(&line).into_bytes() };
        assert_eq!(answer(&[&line[..], &["--output", &out]].concat()), "");
        let written = std::fs::read(&out).expect("the answer");
        assert!(format == "bin" || written == printed, "{format} {more:?}");
        // Written answers can be read.
        let expected = if more.contains(&"--modulus") { "x^2*y + 6*y\n" } else { ANSWER };
        assert_eq!(answer(&["gcd", &format!("@{out}"), "0"]), expected, "{format} {more:?}");
    }
    // No file is left of a computation that fails.
    let never = folder.path().join("never").display().to_string();
    failure(&["det", "[[x, 1]]", "--output", &never], 2);
    failure(&["det", "[[x^1200000000 + 1, x], [1, x^1200000000 - x]]", "--output", &never], 4);
    assert!(!std::path::Path::new(&never).exists());
}

#[test]
fn what_is_no_square_matrix_is_2() {
    for (matrix, place) in [
        ("[[x, 1], [2]]", "row 2 has 1 entry and row 1 has 2"),
        (r#"{"rows":[["x","1"],["2"]]}"#, "row 2 has 1 entry and row 1 has 2"),
        ("[[x, 1, 2], [y, 3, 4]]", "2 rows and 3 columns"),
        ("[[x, 1]]", "1 row and 2 columns"),
        ("[[x], [1]]", "2 rows and 1 column;"),
        ("[[]]", "1 row and 0 columns"),
        ("[[x, 3 y], [2, y]]", "line 1, column 8: row 1, column 2: products"),
        ("[[x, y], [2, ]]", "row 2, column 2"),
        ("[[x, y], [2, 1/0]]", "row 2, column 2"),
        ("[[x, y], [2, 1]", "never closed"),
        ("[[x]] + 1", "after the matrix"),
        (r#"{"rows":[["x","1"],["2","3$"]]}"#, "in the text of row 2, column 2"),
        (r#"{"rows":[["x","1"],["2",1.5]]}"#, "row 2, column 2"),
        (r#"{"rows":[["x"]],"vars":["y"]}"#, "row 1, column 1: unknown variable `x`"),
        (r#"{"vars":["x"]}"#, "rows"),
    ] {
        for command in [&["det"][..], &["plan", "det"]] {
            let message = failure(&[command, &[matrix]].concat(), 2);
            assert!(message.starts_with("error: ") && message.contains(place), "{matrix}: {message}");
        }
    }
    let message = failure(&["det", "[[x, z], [2, y]]", "--vars", "x,y"], 2);
    assert!(message.contains("row 1, column 2: unknown variable `z`; the variables are: x, y"), "{message}");
    for line in [
        &["det"][..],
        &["det", MATRIX, MATRIX],
        &["det", MATRIX, "--var", "x"],
        &["det", MATRIX, "--method", "schur"],
        &["det", MATRIX, "--modulus", "9"],
        &["det", "[[x/7]]", "--modulus", "7"],
    ] {
        assert!(!failure(line, 2).is_empty());
    }
}

#[test]
fn answers_modulo_a_prime() {
    assert_eq!(answer(&["det", MATRIX, "--modulus", "5"]), "x^2*y + 4*y\n");
    assert_eq!(answer(&["det", MATRIX, "--modulus", "2"]), "x^2*y + y\n");
    // 1 / 14 = 4 and 5 / 3 = 0.
    assert_eq!(answer(&["det", "[[x/2, 1/3], [5, y/7]]", "--modulus", "5"]), "4*x*y\n");
    assert_eq!(answer(&["det", "[[5*x, y], [10, 15*x]]", "--modulus", "5"]), "0\n");
    let report = run(&["det", "[[x, 3], [1, x + 1]]", "--modulus", "998244353", "--report"]);
    assert_eq!(report.out, "x^2 + x + 998244350\n");
    assert!(report.err.contains("998244353, computed modulo it alone"), "{}", report.err);
    let report = run(&["det", "[[x, 3], [1, x + 1]]", "--modulus", "3", "--report"]);
    assert!(report.err.contains("3, computed over Z and reduced"), "{}", report.err);
}

#[test]
fn plans_and_reports() {
    let plan = answer(&["plan", "det", MATRIX]);
    for line in [
        "operation      determinant\n",
        "variables      x, y\n",
        "matrix         2 rows, 2 different entries\n",
        "degree bound   2, 1\n",
        " ms, measured on this machine: ",
        " ms, evaluation alone: ",
    ] {
        assert!(plan.contains(line), "{plan}");
    }
    let json: Value = serde_json::from_str(&answer(&["plan", "det", MATRIX, "--format", "json"])).expect("JSON");
    assert_eq!(
        (&json["size"], &json["blocks"], &json["degree_bound"]),
        (&2.into(), &serde_json::json!([2]), &serde_json::json!([2, 1]))
    );
    // Two different entries of four; C_p r^2 mean(T_e) mu.
    let (prediction, number) = (&json["predictions"][0], |value: &Value| value.as_f64().expect("a number"));
    let paper = &prediction["paper"];
    assert_eq!((number(&paper["replication"]), &paper["rows"]), (0.5, &2.into()));
    let all = number(&paper["primes"]) * 4.0 * number(&paper["entry_milliseconds"]) * 0.5;
    assert!((number(&paper["milliseconds"]) / all - 1.0).abs() < 1e-9, "{paper}");
    assert!(number(&paper["milliseconds"]) < number(&prediction["milliseconds"]), "{prediction}");
    let ran = run(&["det", MATRIX, "--report"]);
    assert_eq!((ran.out.as_str(), ran.status), (ANSWER, 0));
    for line in [
        "operation      determinant\n",
        "answer         degree 2 in x, degree 1 in y, 2 terms, 1 bit\n",
        "blocks         one\n",
        "certainty      certified\n",
    ] {
        assert!(ran.err.contains(line), "{}", ran.err);
    }
    let json: Value = serde_json::from_str(&answer(&["det", MATRIX, "--format", "json", "--report"])).expect("JSON");
    let report = &json["report"];
    assert_eq!(
        (&report["operation"], &report["size"], &report["method"]),
        (&"determinant".into(), &2.into(), &"elimination".into())
    );
    // Choices that are not the default have lines of their own.
    let three = "[[x*y + 1, z], [y, z*x + y]]";
    let choices = ["--contraction", "--evaluation", "stockham"];
    let plan = answer(&[&["plan", "det", three], &choices[..]].concat());
    let ran = run(&[&["det", three, "--report"], &choices[..]].concat());
    assert_eq!((ran.out, ran.status), (answer(&["det", three]), 0));
    for line in ["evaluation     stockham\n", "contraction    to degrees up to "] {
        assert!(plan.contains(line) && ran.err.contains(line), "{plan}{}", ran.err);
    }
    assert!(!answer(&["plan", "det", three]).contains("\nevaluation "));
    // An answer that is known without computation.
    for matrix in ["[[1, x], [0, -1]]", "[]", "[[0, x], [0, 1]]"] {
        assert!(answer(&["plan", "det", matrix]).contains("operation      determinant\n"), "{matrix}");
        assert_eq!(run(&["det", matrix, "--report"]).status, 0, "{matrix}");
    }
}

/// Refusals come before any work, and so do plans of what is refused.
#[test]
fn limits_are_4_and_come_at_once() {
    let _turn = turn();
    let begin = std::time::Instant::now();
    let symbols = |n: usize| {
        let row = |i: usize| (0..n).map(|j| format!("a{i}_{j}")).collect::<Vec<_>>().join(", ");
        format!("[[{}]]", (0..n).map(row).collect::<Vec<_>>().join("], ["))
    };
    let (six, ten) = (symbols(6), symbols(10));
    for matrix in [
        "[[x^30000 + 1, y^30000 + x], [z^30000 + y, x^30000*y^30000*z^30000 + 1]]",
        "[[x^1200000000 + 1, x], [1, x^1200000000 - x]]",
        "[[x^100000000 + x, x + 2], [x + 3, x^100000000 - x]]",
        "[[x^2000*y^2000 + 1, y + x], [z, x^2000*y^2000 + x + y]]",
        "[[(x + y)^1000000]]",
        &six,
        &ten,
    ] {
        for command in [&["det"][..], &["plan", "det"]] {
            // On a grid: some of them have few minors.
            let line = [matrix, "--memory-limit", "200M", "--method", "elimination"];
            let message = failure(&[command, &line].concat(), 4);
            assert!(message.contains("are allowed") || message.contains("possible"), "{message}");
        }
    }
    assert!(begin.elapsed().as_secs() < 20, "{:?}", begin.elapsed());
}

/// Inputs that a stranger may try: none of them crawls, whatever its shape.
#[test]
fn large_matrices_of_a_pattern() {
    let _turn = turn();
    let folder = tempfile::tempdir().expect("a folder");
    let file = |n: usize, entry: &dyn Fn(usize, usize) -> String| {
        let path = folder.path().join("matrix.json");
        let row = |i: usize| (0..n).map(|j| format!("\"{}\"", entry(i, j))).collect::<Vec<_>>().join(",");
        let rows: Vec<String> = (0..n).map(row).collect();
        std::fs::write(&path, format!("{{\"rows\":[[{}]]}}", rows.join("],["))).expect("written");
        path.display().to_string()
    };
    let begin = std::time::Instant::now();
    let none = || "0".to_owned();
    let identity = file(500, &|i, j| u8::from(i == j).to_string());
    assert_eq!(answer(&["det", &identity]), "1\n");
    let powers = file(400, &|i, j| if i == j { "-x".to_owned() } else { none() });
    assert_eq!(answer(&["det", &powers]), "x^400\n");
    let triangle = file(150, &|i, j| {
        if i == j {
            "x + 1".to_owned()
        } else if i < j {
            format!("x^{j} - {i}")
        } else {
            none()
        }
    });
    assert!(answer(&["det", &triangle]).starts_with("x^150 + 150*x^149 + 11175*x^148 + "));
    // The continuants of 2 x: the Chebyshev polynomial U_60.
    let tridiagonal =
        file(60, &|i, j| if i == j { "2*x".to_owned() } else { u8::from(i.abs_diff(j) == 1).to_string() });
    let chebyshev = answer(&["det", &tridiagonal]);
    assert!(
        chebyshev.starts_with("1152921504606846976*x^60 - ") && chebyshev.ends_with(" - 1860*x^2 + 1\n"),
        "{chebyshev}"
    );
    let singular = file(120, &|i, j| ((i + 1) * (j + 2)).to_string());
    assert_eq!(answer(&["det", &singular]), "0\n");
    // J + I, whose determinant is n + 1.
    let dense = file(150, &|i, j| (1 + usize::from(i == j)).to_string());
    assert_eq!(answer(&["det", &dense]), "151\n");
    assert!(begin.elapsed().as_secs() < 60, "{:?}", begin.elapsed());
}
