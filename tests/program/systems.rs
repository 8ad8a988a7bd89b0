//! `eval`: values of systems at points.

use crate::runs::{answer, failure, run, run_with};
use eliminant::system::System;
use serde_json::{Value, json};

#[test]
fn values_and_derivatives() {
    let line = ["eval", "x^2 + y^2 - 1; x*y", "--points", "1, 2\n# a comment\n0.5 - 2*i, 1/4\n"];
    assert_eq!(answer(&line), "f1 = 4\nf2 = 2\n\nf1 = -4.6875 - 2*i\nf2 = 0.125 - 0.5*i\n");
    let json = answer(&[&line[..], &["--jacobian", "--format", "json"]].concat());
    let found: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(found["vars"], json!(["x", "y"]));
    assert_eq!(found["points"][0]["jacobian"], json!([[[2.0, 0.0], [4.0, 0.0]], [[2.0, 0.0], [1.0, 0.0]]]));
    assert_eq!(found["points"][1]["values"], json!([[-4.6875, -2.0], [0.125, -0.5]]));
    // The paper's kernels, and every precision: these values are exact.
    for more in [&["--method", "paper"][..], &["--precision", "dd"], &["--precision", "qd", "--threads", "1"]] {
        assert_eq!(answer(&[&line[..], more].concat()), answer(&line));
    }
    let report = run(&[&line[..], &["--backend", "cpu", "--report", "--timings"]].concat());
    assert!(report.err.contains("\nevaluate "), "{}", report.err);
    assert!(
        report.err.starts_with("engine         cpu, ")
            && report.err.contains("\npoints         2\nfinite         2\ntime "),
        "{}",
        report.err
    );
}

#[test]
fn forms_of_systems_and_points() {
    let phc = answer(&["eval", "2\nx**2 - 1;\nx*y;\n", "--points", "[[2, [\"0\", \"1\"]]]"]);
    assert_eq!(phc, "f1 = 3\nf2 = 0 + 2*i\n");
    let json = r#"{"vars":["x"],"polynomials":[[["1","2",[1]],["-1/3",[0]]]]}"#;
    assert_eq!(answer(&["eval", json, "--points", "1/3"]), "f1 = 0 + 0.6666666666666666*i\n");
    // All digits of a decimal string, and of a number, count.
    for point in ["[[\"0.1000000000000000000000001\"]]", "[[0.1000000000000000000000001]]"] {
        let value = answer(&["eval", "x - 1/10", "--points", point, "--precision", "qd"]);
        assert!(
            value.starts_with("f1 = 1.0000000000000000000000000000000000000") || value == "f1 = 1e-25\n",
            "{value}"
        );
    }
    // Overflow is told in the value.
    assert_eq!(answer(&["eval", "x^2", "--points", "1e308"]), "f1 = inf\n");
    let null = answer(&["eval", "x^2", "--points", "1e308", "--precision", "dd", "--format", "json"]);
    assert!(null.contains("\"values\":[[null,"), "{null}");
}

/// Powers beyond the range of doubles, in values and derivatives that are not.
#[test]
fn powers_beyond_the_range() {
    for precision in ["d", "dd", "qd"] {
        let eval = |system: &str, points: &str| {
            answer(&["eval", system, "--points", points, "--precision", precision, "--jacobian", "--backend", "cpu"])
        };
        // Powers of two, so that everything is exact.
        let large = 2f64.powi(100).to_string();
        let small = format!("1/{large}");
        let found = eval("x^20*y^20", &format!("{large}, {small}"));
        let [dx, dy] = [20.0 * 2f64.powi(-100), 20.0 * 2f64.powi(100)];
        let numbers: Vec<f64> =
            found.lines().map(|line| line.split(" = ").nth(1).expect("a number").parse().expect("a number")).collect();
        assert_eq!(numbers, [1.0, dx, dy], "{precision}");
        let value = eval("x^20*y^20", "1e20, 1e-20");
        let value = value.lines().next().and_then(|line| line.strip_prefix("f1 = ")).expect("a value");
        assert!((value.parse::<f64>().expect("a number") - 1.0).abs() < 1e-13, "{precision}: {value}");
        let small = eval("x^20*y^17/2", &format!("{small}, {large}"));
        let first_value = small.lines().next().and_then(|line| line.strip_prefix("f1 = ")).expect("a value");
        assert_eq!(first_value.parse(), Ok(2f64.powi(-301)), "{precision}: {small}");
        // Infinities that cancel, and values that are infinite.
        let first = |system: &str, points: &str| eval(system, points).lines().next().map(str::to_owned);
        assert_eq!(first("x^2*y - x^2*z", "1e300, 3, 3").as_deref(), Some("f1 = 0"), "{precision}");
        assert_eq!(first("-x^2*y", "1e300, 3").as_deref(), Some("f1 = -inf"), "{precision}");
        assert_eq!(first("x^2", "1e300 + 1e300*i").as_deref(), Some("f1 = 0 + inf*i"), "{precision}");
        assert!(!eval("x^3*y - y^3; x^9 - x*y^9 + i", "1e300 - 1e300*i, 1e-300 + 1e300*i\n1e200, i").contains("NaN"));
    }
}

/// A file in binary form is taken where a text is; one that was changed, or holds a polynomial, is refused.
#[test]
fn systems_in_binary_form() {
    let file = |name: &str| format!("@{}/tests/data/binary/{name}", env!("CARGO_MANIFEST_DIR"));
    let eval = |name: &str| answer(&["eval", &file(name), "--points", "1, i, -1", "--jacobian", "--precision", "qd"]);
    assert_eq!(eval("system1.bin"), eval("system1.txt"));
    let folder = tempfile::tempdir().expect("a folder");
    let [whole, cut] = ["whole", "cut"].map(|name| folder.path().join(name));
    let mut bytes = Vec::new();
    System::katsura(2).and_then(|system| system.write_binary(&mut bytes)).expect("written");
    std::fs::write(&whole, &bytes).expect("written");
    std::fs::write(&cut, &bytes[..bytes.len() - 9]).expect("written");
    let argument = |path: &std::path::Path| format!("@{}", path.display());
    let zeros = parsed(&["solve-system", &argument(&whole), "--format", "json"]);
    assert_eq!(zeros["solutions"].as_array().map(Vec::len), Some(4));
    let refused = |argument: &str| failure(&["solve-system", argument], 2);
    let message = refused(&argument(&cut));
    assert!(message.contains("SYSTEM (") && message.contains("the file ends in its end record"), "{message}");
    let other = refused(&file("version1.bin"));
    assert!(other.contains("not a system in binary form"), "{other}");
    let limit = failure(&["eval", &file("system1.bin"), "--points", "1, 1, 1", "--memory-limit", "1000"], 4);
    assert!(limit.contains("of memory for the system"), "{limit}");
}

#[test]
fn what_is_wrong() {
    for (system, points, message) in [
        ("x^2 + y z", "1", "line 1, column 9"),
        ("3\nx;\ny;\n", "1, 2", "the count is 3, and there are 2 polynomials"),
        ("x + y", "1, 2, 3", "number 1 has 3 coordinates; give 2, or 4 with real and imaginary parts: x, y"),
        ("x + y", "1, 2\n1, z", "line 2, column 3: \"z\" is not a number"),
        ("x + y", "1, i, 2, 0", "real and imaginary part are real numbers"),
        ("x + y", "[[1, 2], [3]]", "number 2 has 1 coordinate;"),
        ("x + y", "[[1, [2, 3, 4]]]", "not a pair of real and imaginary part"),
        ("x + y", "[[1, true]]", "true is not a number"),
        ("x + y", "[[1, 2]", "line 1"),
        ("x", "1e400", "beyond the range of doubles"),
        (
            "1e400*x",
            "1",
            "coefficient: 1000000000000000000000000000000000000000.. (401 characters) is beyond the range",
        ),
        ("3; 4", "[[]]", "has no variables"),
    ] {
        let found = failure(&["eval", system, "--points", points], 2);
        assert!(found.contains(message), "{system:?} {points:?}: {found}");
    }
    assert!(
        failure(&["eval", "-", "--points", "-"], 2).contains("are both `-`")
            || failure(&["eval", "-", "--points", "-"], 2).contains("`-`")
    );
    assert!(failure(&["eval", "x", "--points", "1", "--format", "bin"], 2).contains("values: text, json"));
    let limit =
        failure(&["eval", "x; x; x", "--points", &"1\n".repeat(20_000), "--jacobian", "--memory-limit", "100K"], 4);
    assert!(limit.contains("memory"), "{limit}");
}

/// JSON of an answer.
fn parsed(line: &[&str]) -> Value {
    serde_json::from_str(&answer(line)).expect("JSON")
}

/// The parts of a point, as they are in JSON.
fn parts(point: &Value) -> Vec<[f64; 2]> {
    let part = |value: &Value| value.as_f64().expect("a number");
    point.as_array().expect("a list").iter().map(|x| [part(&x[0]), part(&x[1])]).collect()
}

#[test]
fn newtons_method() {
    let found = parsed(&["newton", "x^2 + y^2 - 2; x - y", "--points", "1.1, 0.9\n0, 0", "--format", "json"]);
    let [first, second] = [&found["points"][0], &found["points"][1]];
    assert_eq!((&first["status"], &second["status"]), (&json!("converged"), &json!("singular")));
    assert!(parts(&first["point"]).iter().all(|[re, im]| (re - 1.0).abs() < 1e-15 && im.abs() < 1e-15), "{first}");
    let text = answer(&["newton", "x^2 - 2", "--points", "1.4", "--precision", "dd"]);
    assert!(text.starts_with("x = 1.41421356237309504880168872"), "{text}");
    assert!(failure(&["newton", "x^2 - 2; x", "--points", "1"], 2).contains("2 polynomials in 1 variable;"));
    assert!(failure(&["newton", "x", "--points", "1", "--tolerance", "7"], 2).contains("tolerance"));
}

/// How points and paths ended: words in text, names in JSON.
#[test]
fn ends_are_said_in_words() {
    let text = answer(&["newton", "x^2 + 1", "--points", "0.5"]);
    assert!(text.contains("# did not converge after 20 steps"), "{text}");
    let text = answer(&["newton", "x - 3", "--points", "3.5", "--iterations", "1"]);
    assert!(text.contains("after 1 step, "), "{text}");
    let line = ["track", "x^2 - a", "--parameters", "a", "--points", "1", "--from", "1", "--to"];
    let text = answer(&[&line[..], &["-1"]].concat());
    assert!(text.contains("# steps became too small at t = 0.49"), "{text}");
    let json = parsed(&[&line[..], &["-1", "--format", "json"]].concat());
    assert_eq!(json["ends"][0]["paths"][0]["status"], json!("small_steps"));
    let other = answer(&["track", "x^2 - a", "--parameters", "a", "--points", "2", "--from", "1", "--to", "9"]);
    assert!(other.contains("# not a regular zero at t = 0"), "{other}");
}

#[test]
fn paths() {
    // The parameter comes first in the text and last in the system.
    let line = ["track", "a - x^2", "--parameters", "a", "--points", "1\n-1", "--from", "1", "--to", "[[9], [[0, 8]]]"];
    let found = parsed(&[&line[..], &["--format", "json"]].concat());
    let ends: Vec<[f64; 2]> = found["ends"]
        .as_array()
        .expect("a list")
        .iter()
        .flat_map(|end| {
            end["paths"].as_array().expect("a list").iter().flat_map(|path| parts(&path["point"])).collect::<Vec<_>>()
        })
        .collect();
    let expected = [[3.0, 0.0], [-3.0, 0.0], [2.0, 2.0], [-2.0, -2.0]];
    assert!(ends.iter().flatten().zip(expected.iter().flatten()).all(|(a, b)| (a - b).abs() < 1e-10), "{ends:?}");
    for (parameters, from, message) in [
        ("b", "1", "\"b\" does not occur; variables are a, x"),
        ("a,a", "1, 1", "\"a\" occurs twice"),
        ("a", "1\n2", "one value for each parameter"),
        ("a", "1, 2, 3", "coordinates"),
    ] {
        let line = ["track", "x^2 - a", "--points", "1", "--to", "4", "--parameters", parameters, "--from", from];
        let found = failure(&line, 2);
        assert!(found.contains(message) || found.contains("variables are x, a"), "{found}");
    }
}

#[test]
fn all_zeros() {
    // (-1, 0) is regular; at (1, 0) the circle touches one line and meets the other.
    let line = ["solve-system", "x^2 + y^2 - 1; (x - 1)*y", "--seed", "1", "--format", "json"];
    let output = run(&line);
    assert_eq!(output.err, "");
    let found: Value = serde_json::from_str(&output.out).expect("JSON");
    let solutions = found["solutions"].as_array().expect("a list");
    assert_eq!((solutions.len(), &found["failed"]), (2, &json!(0)));
    for zero in solutions {
        let [[x, im], _] = parts(&zero["point"])[..] else { panic!("{zero}") };
        let regular = x < 0.0;
        assert!((x.abs() - 1.0).abs() < 1e-6 && im.abs() < 1e-6);
        assert_eq!((&zero["certified"], &zero["regular"]), (&json!(regular), &json!(regular)));
        assert_eq!(zero["real"], if regular { json!(true) } else { Value::Null });
        assert_eq!(zero["multiplicity"], if regular { json!(1) } else { json!(3) });
    }
    let complex = parsed(&["solve-system", "x^2 + 1", "--format", "json"]);
    assert!(
        complex["solutions"]
            .as_array()
            .is_some_and(|list| list.len() == 2 && list.iter().all(|zero| zero["real"] == json!(false)))
    );
    let report = run(&["solve-system", "x*y - 1; x^2 + x*y - 2", "--report", "--timings"]);
    assert!(report.err.contains("at infinity    2\n") && report.err.contains("solve"), "{}", report.err);
    // A curve of zeros is said, and is no fault; nothing but zeros is on standard output.
    let curve = run(&["solve-system", "x*y; x*(y - 1)", "--seed", "1", "--check"]);
    assert!(curve.out.is_empty() && curve.err.contains("zeros are not isolated: 2 of 2 paths"), "{}", curve.err);
    let json = parsed(&["solve-system", "(x - 1)^2*(x - 2000)", "--seed", "1", "--format", "json"]);
    for (name, number) in [("paths", 3), ("at_infinity", 0), ("failed", 0), ("inconsistent", 0)] {
        assert_eq!(json[name], json!(number), "{name}");
    }
    assert_eq!(json["not_isolated"], json!([]));
    // Bounds hold the zero, and are in JSON always; what is not certified has none.
    let bounds = solutions.iter().find(|zero| zero["certified"] == json!(true)).expect("a certified zero");
    let side = |k: usize| bounds["box"][0][0][k].as_f64().expect("a bound");
    assert!(side(0) <= -1.0 && -1.0 <= side(1) && side(1) - side(0) < 1e-15, "{bounds}");
    assert!(bounds["radius"][1].as_f64() > Some(0.0));
    assert!(solutions.iter().all(|zero| zero["box"].is_null() == (zero["certified"] == json!(false))));
    assert!(failure(&["solve-system", "x + y"], 2).contains("1 polynomial in 2 variables"));
}

/// Curves of zeros, and more polynomials than variables.
#[test]
fn components() {
    let line = ["decompose", "x*(y - x^2)*(y - 2); x*(y - x^2)*(x - 3)", "--seed", "1"];
    let text = run(&[&line[..], &["--report"]].concat());
    assert_eq!(text.out, "dimension 1, degree 1\ndimension 1, degree 2\nx = 3, y = 2  # certified, real\n");
    assert!(text.err.contains("dimension      1\ncomponents     2\nisolated zeros 1\n"), "{}", text.err);
    let json = parsed(&[&line[..], &["--format", "json", "--report"]].concat());
    let part = &json["components"][1];
    for (name, number) in [("dimension", 1), ("degree", 2), ("multiplicity", 1)] {
        assert_eq!(part[name], json!(number), "{name}");
    }
    assert_eq!((&part["irreducible"], &json["report"]["dimension"]), (&json!(true), &json!(1)));
    assert_eq!(
        (part["points"].as_array().map(Vec::len), part["slices"][0].as_array().map(Vec::len)),
        (Some(2), Some(3))
    );
    assert_eq!((json["isolated"].as_array().map(Vec::len), &json["vars"]), (Some(1), &json!(["x", "y"])));
    let multiple = run(&["decompose", "(x*y - 1)^2"]);
    assert_eq!(multiple.out, "dimension 1, degree 2, multiplicity 2  # not split\n");
    assert!(multiple.err.contains("several of lower degree"), "{}", multiple.err);
    let none = run(&["decompose", "x*y - 1; x"]);
    assert_eq!((none.out.as_str(), none.err.as_str()), ("", "no zeros were found\n"));
    let more = run(&["solve-system", "x^2 + y^2 - 5; x*y - 2; x - y + 2", "--format", "json"]);
    assert_eq!(more.err, "no isolated zeros were found\n");
    let more: Value = serde_json::from_str(&more.out).expect("JSON");
    assert_eq!((more["solutions"].as_array().map(Vec::len), &more["nonsolutions"]), (Some(0), &more["paths"]));
    assert!(failure(&["decompose", "1"], 2).contains("give one at least"));
}

/// Each start finds the same zeros. The report has the start, bounds of the number of zeros, and what they prove.
#[test]
fn starts() {
    let system = "x^3*y^2 + x - 2; x*y^4 - y + 3";
    let shown = |start: &str| run(&["solve-system", system, "--seed", "1", "--start", start, "--report"]);
    let [total, polyhedral] = ["total", "polyhedral"].map(shown);
    assert_eq!(total.out, polyhedral.out);
    let bounds = "bounds         total degree 25, mixed volume 10, stable mixed volume 10\n";
    for (output, start, paths) in [(&total, "total degree", 25), (&polyhedral, "polyhedral", 10)] {
        assert!(
            output.err.contains(&format!("start          {start}\n{bounds}paths          {paths}\n")),
            "{}",
            output.err
        );
        assert!(output.err.contains("proved         no isolated zero is missing"), "{}", output.err);
    }
    let plan = answer(&["plan", "solve-system", system, "--backend", "cpu"]);
    assert!(plan.contains("start          polyhedral\n") && plan.contains(bounds), "{plan}");
    // Zeros with a coordinate 0 are not among those of the mixed volume.
    let line = ["solve-system", "(x - 1)*x; y^2 - 4", "--seed", "1", "--format", "json"];
    assert_eq!(parsed(&line)["proved"], json!("all"));
    let line = ["solve-system", "x^2*(x - 1); y - 2", "--seed", "1", "--format", "json"];
    assert_eq!(parsed(&line)["proved"], json!("without zero coordinates"));
    assert_eq!(parsed(&["solve-system", "(x - 1)^2", "--seed", "1", "--format", "json"])["proved"], Value::Null);
    assert!(
        failure(&["solve-system", system, "--start", "linear"], 2)
            .contains("[possible values: auto, total, polyhedral]")
    );
}

/// Zeros of 10^400 and 10^-400, and one that has fewer digits as a double.
#[test]
fn zeros_outside_the_range_of_doubles_are_said() {
    let far = failure(&["solve-system", "x/10^200 - 10^200; y - 2"], 2);
    assert!(far.contains("has a zero whose x is beyond the range of a double, 1.8e308"), "{far}");
    for system in ["10^200*x - 1/10^200; y - 2", "x*10^309 - 1"] {
        let tiny = run(&["solve-system", system, "--seed", "1"]);
        assert!(tiny.err.contains("1 zero has a coordinate below 2.2e-308"), "{system}: {}", tiny.err);
    }
    assert_eq!(run(&["solve-system", "x*10^307 - 1; y", "--seed", "1"]).err, "");
}

/// Zeros come in one order with correctly rounded digits, whatever the seed.
#[test]
fn zeros_are_the_same_for_every_seed() {
    for system in ["x^2 - 2", "(x^2 - 2)*(x^3 + 5)", "x^2 + y^2 - 5; x*y - 2", "x^3 - 2*y; y^2 - x - 1", "x^4 + 1"] {
        let shown = |seed: &str| answer(&["solve-system", system, "--seed", seed]);
        let first = shown("1");
        assert!(["2", "3"].iter().all(|seed| shown(seed) == first), "{system}: {first}");
    }
    let roots = "x = -1.4142135623730951  # certified, real\nx = 1.4142135623730951  # certified, real\n";
    assert_eq!(answer(&["solve-system", "x^2 - 2"]), roots);
}

#[test]
fn real_zeros_and_their_bounds() {
    let cubic = answer(&["solve-system", "x^3 - 2; y^2 - x", "--real"]);
    assert_eq!((cubic.lines().count(), answer(&["solve-system", "x^3 - 2; y^2 - x"]).lines().count()), (2, 6));
    assert!(cubic.lines().all(|line| line.ends_with("  # certified, real")), "{cubic}");
    // A singular zero may be real: nothing says that it is not.
    let singular = answer(&["solve-system", "x^2 + y^2 - 1; (x - 1)*y", "--real"]);
    assert!(singular.ends_with("x = 1, y = 0  # singular, multiplicity 3; may be real\n"), "{singular}");
    let none = run(&["solve-system", "x^2 + 1", "--real"]);
    assert_eq!((none.out.as_str(), none.err.as_str()), ("", "none of 2 isolated zeros is real\n"));
    let json = parsed(&["solve-system", "x^3 - 2", "--real", "--format", "json"]);
    assert_eq!(json["solutions"].as_array().map(Vec::len), Some(1));
    // Each zero has the bounds of its coordinates below it.
    let boxes = answer(&["solve-system", "x^2 - 2", "--boxes"]);
    let lines: Vec<&str> = boxes.lines().collect();
    assert_eq!(lines.len(), 4);
    let bounds = lines[3].strip_prefix("  # x in [").and_then(|rest| rest.strip_suffix(']')).expect("bounds");
    let bounds: Vec<f64> = bounds.split(", ").map(|x| x.parse().expect("a number")).collect();
    assert!(bounds[0] * bounds[0] < 2.0 && bounds[1] * bounds[1] > 2.0 && bounds[1] - bounds[0] < 1e-15, "{boxes}");
    let complex = answer(&["solve-system", "x^2 + 1", "--boxes"]);
    assert!(
        complex.lines().nth(1).is_some_and(|line| line.contains("] + [-1.0") && line.ends_with("]*i")),
        "{complex}"
    );
}

/// Plans say what the commands take, and refuse what these refuse.
#[test]
fn plans_of_systems() {
    let count = "20000";
    let plan = |line: &[&str]| parsed(&[&["plan"], line, &["--format", "json", "--backend", "cpu"]].concat());
    let eval = ["eval", "x*y*z - 1; x; x + y", "--jacobian", "--precision", "dd"];
    let planned = plan(&[&eval[..], &["--count", count]].concat());
    assert_eq!(
        (&planned["points"], &planned["backend"], &planned["devices"]),
        (&json!(20_000), &json!("cpu"), &json!(0))
    );
    assert!(planned["milliseconds"].as_f64().expect("a number") > 0.0 && planned["products"].as_f64() > Some(20_000.0));
    // Points, values and derivatives of two doubles a part, at the least.
    let bytes = planned["bytes"].as_u64().expect("a number");
    assert!((20_000 * 32 * 15..20_000 * 32 * 15 + 10_000).contains(&bytes), "{bytes}");
    let (less, more) = ((bytes - 1).to_string(), (4 * bytes).to_string());
    let points = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(points.path(), "1, 2, 3\n".repeat(20_000)).expect("written");
    let points = format!("@{}", points.path().display());
    let run = |limit| [&eval[..], &["--points", &points, "--backend", "cpu", "--memory-limit", limit]].concat();
    let refused = failure(&run(&less), 4);
    assert!(refused.contains("memory"), "{refused}");
    failure(&[&["plan"], &eval[..], &["--count", count, "--memory-limit", &less]].concat(), 4);
    assert!(answer(&run(&more)).lines().count() > 60_000);

    let newton = plan(&["newton", "x^2 + y^2 - 2; x - y", "--count", "7", "--precision", "qd"]);
    assert_eq!(newton["points"], json!(7));
    let paths = plan(&["track", "a - x^2", "--parameters", "a", "--count", "5"]);
    assert_eq!(paths["points"], json!(5));
    let zeros = plan(&["solve-system", "x^2 - y; y^3 - x - 2"]);
    assert_eq!(zeros["points"], json!(6));
    let text = answer(&["plan", "solve-system", "x^2 - y; y^3 - x - 2", "--backend", "cpu"]);
    assert!(text.starts_with("points or paths 6\n") && text.contains(" ms, by 6 of the paths"), "{text}");
    assert!(failure(&["plan", "newton", "x^2 - 2; x", "--count", "1"], 2).contains("2 polynomials in 1 variable;"));
    assert!(failure(&["plan", "eval", "x"], 2).contains("--count"));
    assert!(failure(&["plan", "eval", "x", "--count", "18446744073709551615"], 4).contains("memory"));
    assert!(failure(&["plan", "track", "x", "--parameters", "b", "--count", "1"], 2).contains("does not occur"));
}

/// `--report` of points and paths: backend, how many ended how, and milliseconds, as lines on standard error or in JSON.
#[test]
fn reports_of_points_and_paths() {
    let eval = ["eval", "x^2", "--points", "1\n1e300\n2"];
    let newton = ["newton", "x^2 - 2", "--points", "1\n0\n2"];
    let track = ["track", "x^2 - a", "--parameters", "a", "--points", "1\n-1\n5", "--from", "1", "--to", "4\n9"];
    for (line, what, count, ended) in [
        (&eval[..], "points", 3, json!({ "finite": 2, "infinite": 1 })),
        (&newton, "points", 3, json!({ "converged": 2, "singular": 1 })),
        (&track, "paths", 6, json!({ "end": 4, "start": 2 })),
    ] {
        let line = [line, &["--backend", "cpu"]].concat();
        let plain = answer(&line);
        let with = run(&[&line[..], &["--report"]].concat());
        assert_eq!((&with.out, with.status), (&plain, 0), "{line:?}");
        assert!(with.err.starts_with("engine         cpu"), "{line:?}: {}", with.err);
        let mut rows = vec![(what, count)];
        rows.extend(
            ended.as_object().expect("an object").iter().map(|(end, n)| (end.as_str(), n.as_u64().unwrap_or(0))),
        );
        for (name, count) in rows {
            assert!(with.err.contains(&format!("\n{name:<14} {count}\n")), "{line:?}: {}", with.err);
        }
        let time = with.err.lines().last().and_then(|last| last.strip_prefix("time ")).expect("the time");
        assert!(time.ends_with(" ms"), "{line:?}: {time}");
        let json = [&line[..], &["--format", "json"]].concat();
        assert_eq!(parsed(&json).get("report"), None, "{line:?}");
        let report = &parsed(&[&json[..], &["--report"]].concat())["report"];
        assert_eq!((&report["backend"], &report[what], &report["ended"]), (&json!("cpu"), &json!(count), &ended));
        assert!(report["milliseconds"].as_f64().is_some_and(|time| time > 0.0), "{line:?}: {report}");
    }
}

/// Somebody with a folder of systems, in three forms: a plan, all zeros into a file, the zeros to more digits, and the values there.
#[test]
fn a_folder_of_systems() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let systems = [
        (
            "circles.sys",
            "# two circles in millimetres\n(x - 1000)^2 + y^2 = 9000000\nx^2 + (y - 2000)^2 = 16000000\n",
            2,
            2,
        ),
        ("cubics.phc", "2\n x**3 - y;\n y**3 - x;\n", 9, 3),
        (
            "lines.json",
            r#"{"vars":["x","y"],"polynomials":[[["1",[1,1]],["-2",[0,0]]],[["1",[1,0]],["-1",[0,1]]]]}"#,
            2,
            2,
        ),
    ];
    for (name, text, zeros, real) in systems {
        std::fs::write(path(name), text).expect("written");
        let (system, answers) = (format!("@{}", path(name)), path(&format!("{name}.zeros")));
        assert!(answer(&["plan", "solve-system", &system, "--backend", "cpu"]).contains("predicted "), "{name}");
        assert_eq!(answer(&["solve-system", &system, "--output", &answers]), "", "{name}");
        let found = std::fs::read_to_string(&answers).expect("the zeros");
        let certified = found.lines().filter(|line| line.contains("# certified")).count();
        assert_eq!((found.lines().count(), certified), (zeros, zeros), "{found}");
        assert_eq!(found.lines().filter(|line| line.ends_with("certified, real")).count(), real, "{found}");
        assert_eq!(answer(&["solve-system", &system, "--real"]).lines().count(), real, "{name}");
        // The file of zeros is a file of points.
        let points = format!("@{answers}");
        let refined = answer(&["newton", &system, "--points", &points, "--precision", "dd"]);
        assert_eq!(refined.matches("# converged").count(), zeros, "{refined}");
        let values: Value =
            serde_json::from_str(&answer(&["eval", &system, "--points", &points, "--format", "json"])).expect("JSON");
        let values = values["points"].as_array().expect("points");
        let small =
            |value: &Value| value.as_array().expect("parts").iter().all(|part| part.as_f64().unwrap().abs() < 1e-6);
        assert_eq!(values.len(), zeros, "{name}");
        assert!(values.iter().all(|point| point["values"].as_array().expect("values").iter().all(small)), "{values:?}");
    }
}

/// Digits of certified zeros, all of them right but for one unit of the last one.
#[test]
fn proved_digits() {
    let root = "1.4142135623730950488016887242096980785696718753769480731766797379907324784621";
    for (precision, digits) in [("dd", 32), ("qd", 65)] {
        let text = answer(&["solve-system", "x^2 - 2; y^2 + x^2*y - 1", "--precision", precision]);
        assert_eq!(text.lines().count(), 4);
        for line in text.lines() {
            let x = line.split([' ', ',']).nth(2).expect("x = ..").trim_start_matches('-');
            assert!((digits - 1..=digits + 1).contains(&x.len()), "{line}");
            assert_eq!(x[..x.len() - 1], root[..x.len() - 1], "{line}");
        }
    }
    // Exact numbers are short, and parts that may be 0 are.
    assert_eq!(
        answer(&["solve-system", "x^2 + 4; y - 1/3", "--precision", "dd"]),
        "x = 0 - 2*i, y = 0.33333333333333333333333333333333  # certified, not real\n\
         x = 0 + 2*i, y = 0.33333333333333333333333333333333  # certified, not real\n"
    );
    // Nothing is proved of singular zeros.
    let text = answer(&["solve-system", "(x - 1/3)^2*(x - 1/7)", "--precision", "dd"]);
    assert!(
        text.contains("x = 0.33333333333333331  # singular") || text.contains("# singular, multiplicity 2"),
        "{text}"
    );
    assert!(text.contains("x = 0.14285714285714285714285714285714  # certified, real"), "{text}");
    let boxes = answer(&["solve-system", "x^2 - 2", "--precision", "qd", "--boxes", "--real"]);
    let bounds = format!("  # x in [{}, {}38]\n", &root[..66], &root[..63]);
    assert!(boxes.contains(&bounds), "{boxes}, {bounds}");
    let json = answer(&["solve-system", "x^2 - 2", "--precision", "qd", "--format", "json"]);
    let value: Value = serde_json::from_str(&json).expect("JSON");
    let point = value["solutions"][1]["point"][0][0].as_str().expect("digits");
    assert_eq!(point[..64], root[..64]);
    // Points again.
    for text in [&json, &answer(&["solve-system", "x^2 - 2", "--precision", "qd"])] {
        let again = run_with(text, &["newton", "x^2 - 2", "--points", "-", "--precision", "qd"]);
        assert!(again.out.lines().count() == 2 && again.out.contains(&root[..60]), "{}: {}", again.out, again.err);
    }
    let told = run(&["solve-system", "x - 3", "--explain"]).err.replace('\n', " ");
    assert!(told.contains("1 zero is certified: it is proved"), "{told}");
}

/// The output of `solve-system --format json` is points of every command.
#[test]
fn zeros_in_json_are_points() {
    let system = "x^2 + y^2 - 5; x*y - 2";
    let json = answer(&["solve-system", system, "--format", "json"]);
    let values = run_with(&json, &["eval", system, "--points", "-"]);
    assert_eq!((values.out.matches("f1 = ").count(), values.status), (4, 0), "{}", values.err);
    let zeros = run_with(&json, &["newton", system, "--points", "-"]);
    assert_eq!((zeros.out.matches("converged").count(), zeros.status), (4, 0), "{}", zeros.err);
    let line = ["track", "x^2 + y^2 - a; x*y - 2", "--parameters", "a", "--points", "-", "--from", "5", "--to", "6"];
    let paths = run_with(&json, &line);
    assert_eq!((paths.out.matches("end at t = 1").count(), paths.status), (4, 0), "{}", paths.err);
    // One zero of them, as `jq '.solutions[0]'` has it.
    let value: Value = serde_json::from_str(&json).expect("JSON");
    let one = run_with(&value["solutions"][0].to_string(), &["newton", system, "--points", "-"]);
    assert_eq!((one.out.matches("converged").count(), one.status), (1, 0), "{}", one.err);
    let list = run_with(&value["solutions"].to_string(), &["newton", system, "--points", "-"]);
    assert_eq!((list.out.matches("converged").count(), list.status), (4, 0), "{}", list.err);
}
