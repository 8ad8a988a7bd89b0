//! Names of variables: which one is eliminated, their order, doubtful ones, and very many.

use crate::runs::{answer, failure, run, run_with};
use crate::turns::turn;

/// Where there is one variable it need not be named; where there are more the message shows the command.
#[test]
fn the_variable_is_chosen_where_there_is_one() {
    assert_eq!(answer(&["discriminant", "y^3 + 3*y - 1"]), "-135\n");
    assert_eq!(answer(&["resultant", "x^2 - 2", "x + 1"]), "-1\n");
    assert_eq!(answer(&["res", "x^2 - 2", "5"]), "25\n");
    assert_eq!(answer(&["content", "6*x - 4"]), "2\n3*x - 2\n");
    let message = failure(&["resultant", "x^2 + y", "y - x"], 2);
    let shown = "choose one of the variables x, y with --var:\n  eliminant resultant 'x^2 + y' 'y - x' --var y\n";
    assert_eq!(message, format!("error: {shown}"));
    assert!(failure(&["disc", "x*y*z"], 2).contains("x, y, z with --var"));
    assert!(failure(&["content", "x*y"], 2).contains("eliminant content 'x*y' --var y"));
    assert!(failure(&["resultant", "3", "4"], 2).contains("no variable to choose"));
    assert!(
        failure(&["resultant", "x + y", "x*y", "--var", "x,y"], 2).contains("one variable at a time; take x first")
    );
    assert!(answer(&["plan", "disc", "y^2 - 2"]).starts_with("operation      discriminant\n"));
}

#[test]
fn order_of_variables() {
    let f = "y^2 + b + a";
    assert_eq!(
        answer(&["discriminant", "y^2 + b", "--var", "y", "--vars", "b,a,y", "--format", "json"]),
        "{\"vars\":[\"b\",\"a\"],\"terms\":[[\"-4\",[1,0]]]}\n"
    );
    assert_eq!(
        answer(&["resultant", "y^2 + b", "y - 1", "--var", "y", "--vars", "y,b,a", "--format", "json"]),
        "{\"vars\":[\"b\",\"a\"],\"terms\":[[\"1\",[1,0]],[\"1\",[0,0]]]}\n"
    );
    // Only a and b: the other variable is unknown.
    let message = failure(&["resultant", "y^2", f, "--var", "y", "--vars", "y,a"], 2);
    assert!(
        message.starts_with("error: G: line 1, column 7: ") && message.ends_with("\n  y^2 + b + a\n        ^\n"),
        "{message}"
    );
    assert!(failure(&["resultant", "y", f, "--var", "y", "--vars", "y,a,a"], 2).contains("occurs twice"));
    // The eliminated variable occurs, or is named.
    let message = failure(&["resultant", "x", "x + 1", "--var", "y"], 2);
    assert!(message.contains("--var y") && message.contains("--vars"), "{message}");
    assert_eq!(answer(&["resultant", "x", "x + 1", "--var", "y", "--vars", "x,y"]), "1\n");
    // Constants have no other variable that it may have been meant to be.
    assert_eq!(answer(&["resultant", "3", "5/2", "--var", "y"]), "1\n");
    assert_eq!(answer(&["resultant", "3", "0", "--var", "y"]), "0\n");
    assert_eq!(answer(&["discriminant", "2/3", "--var", "y"]), "0\n");
    assert_eq!(answer(&["content", "-4/3", "--var", "y"]), "4/3\n-1\n");
}

/// `-h` is a polynomial where one may stand; as the only argument of a command it asks for help.
#[test]
fn a_polynomial_may_be_called_as_the_flag_of_help() {
    assert_eq!(answer(&["discriminant", "-h", "--var", "h"]), "1\n");
    assert_eq!(answer(&["gcd", "-h", "h^2"]), "h\n");
    assert_eq!(answer(&["gcd", "h^2", "-h^3", "-2*h"]), "h\n");
}

/// Names that other systems read as products get a warning, unless their numbers begin with 0 or 1.
#[test]
fn doubtful_names_are_warned_of() {
    let warnings = |line: &[&str]| {
        let ran = run(line);
        assert_eq!(ran.status, 0, "{}", ran.err);
        ran.err.lines().filter(|line| line.starts_with("warning: ")).count()
    };
    let warning = run(&["gcd", "x2 + x", "x"]).err;
    assert!(warning.starts_with("warning: `x2` is one variable; write `x^2` for a power"), "{warning}");
    assert_eq!(warnings(&["gcd", "x2*y + x", "y - xy"]), 2);
    assert_eq!(warnings(&["squarefree", "x1^2"]), 0);
    assert_eq!(warnings(&["gcd", "x2 + x", "x", "--vars", "x,x2"]), 0);
    assert_eq!(warnings(&["discriminant", "y^2 - x2 + x1", "--var", "y"]), 0);
    assert_eq!(warnings(&["discriminant", "y^2 - x2", "--var", "y"]), 1);
}

/// Names that do not occur cost what reading them costs: it takes a second at most for 100,000, where a search for each of them among all others took
/// a minute.
#[test]
fn names_that_do_not_occur_take_linear_time() {
    let _turn = turn();
    let others = 100_000;
    let names = |first: &str| format!("{first}{}", (0..others).map(|k| format!(",\"v{k}\"")).collect::<String>());
    let zeros = ",0".repeat(others);
    // x^2 + y^2 - 1.
    let circle = format!(
        "{{\"vars\":[{}],\"terms\":[[1,[2,0{zeros}]],[1,[0,2{zeros}]],[-1,[0,0{zeros}]]]}}",
        names("\"x\",\"y\"")
    );
    let matrix = format!("{{\"vars\":[{}],\"rows\":[[\"x\",\"y\"],[\"y\",\"x*y + 1\"]]}}", names("\"x\",\"y\""));
    for (arguments, input, expected) in [
        (&["resultant", "-", "y - x^2", "--var", "y"][..], &circle, "x^4 + x^2 - 1\n"),
        (&["resultant", "y - x^2", "-", "--var", "y"], &circle, "x^4 + x^2 - 1\n"),
        (&["discriminant", "-", "--var", "y"], &circle, "-4*x^2 + 4\n"),
        (&["det", "-"], &matrix, "x^2*y + x - y^2\n"),
        (&["gcd", "-", "x^2 + 2*x + 1"], &circle, "1\n"),
        (&["gcd", "-", "6*x^3 + 6*x*y^2 - 6*x"], &circle, "x^2 + y^2 - 1\n"),
        (&["content", "-", "--var", "y"], &circle, "1\n"),
        (&["squarefree", "-"], &circle, "x^2 + y^2 - 1\n"),
        (&["plan", "resultant", "-", "y - x^2", "--var", "y"], &circle, ""),
        (&["plan", "discriminant", "-", "--var", "y"], &circle, ""),
        (&["plan", "det", "-"], &matrix, ""),
        (&["plan", "gcd", "-", "6*x^3 + 6*x*y^2 - 6*x"], &circle, ""),
    ] {
        let begin = std::time::Instant::now();
        let ran = run_with(input, &[arguments, &["--backend", "cpu"]].concat());
        println!("{arguments:?}: {:?}", begin.elapsed());
        assert_eq!((ran.err.as_str(), ran.status), ("", 0), "{arguments:?}");
        assert!(ran.out.starts_with(expected), "{arguments:?}: {}", ran.out);
        assert!(begin.elapsed().as_secs() < 20, "{arguments:?}: {:?}", begin.elapsed());
    }
}

/// Many names and many threads take no time of their own.
#[test]
fn names_and_threads_that_are_many() {
    let names: Vec<String> =
        ["x", "y"].into_iter().map(str::to_owned).chain((0..20_000).map(|i| format!("v{i}"))).collect();
    let names = names.join(",");
    let start = std::time::Instant::now();
    assert_eq!(answer(&["gcd", "x^2 - 1", "x - 1", "--vars", &names]), "x - 1\n");
    assert_eq!(
        answer(&["resultant", "x^2 - y + v7", "y - 1 + x", "--var", "x", "--vars", &names]),
        "y^2 - 3*y + v7 + 1\n"
    );
    assert_eq!(answer(&["squarefree", "x^2 - 1", "--vars", &names]), "x^2 - 1\n");
    assert_eq!(answer(&["gcd", "x^2 - 1", "x - 1", "--threads", "3000"]), "x - 1\n");
    // They took a minute together.
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}
