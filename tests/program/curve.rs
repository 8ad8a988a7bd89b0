//! The topology of curves, from outside.

use crate::runs::{answer, failure};
use serde_json::{Value, json};

#[test]
fn graphs_in_text() {
    assert_eq!(
        answer(&["curve", "y^2 = x^3 - x^2"]),
        "# 2 components: 0 ovals, 1 isolated point, 1 unbounded; 2 faces\n\
         vertex 0: x = 0, y = 0  # isolated, branches 0 + 0\n\
         vertex 1: x = 1, y = 0  # vertical tangent, branches 0 + 2\n\
         edge 0: vertex 1; x -> oo\n\
         edge 1: vertex 1; x -> oo\n"
    );
    assert_eq!(
        answer(&["curve", "s*t = 1", "s", "--digits", "3"]),
        "# 3 components: 0 ovals, 0 isolated points, 3 unbounded; 4 faces\n\
         edge 0: s -> -oo; t -> -oo at s = 0  # on 0\n\
         edge 1: t -> oo at s = 0; s -> oo  # on 0\n\
         edge 2: t -> -oo at s = 0; t -> oo at s = 0  # on 1\n"
    );
    assert_eq!(
        answer(&["curve", "x^2 + y^2 + 1"]),
        "# 0 components: 0 ovals, 0 isolated points, 0 unbounded; 1 face\n"
    );
    let boxes = answer(&["curve", "x^2 - 2", "y", "--intervals", "--digits", "2"]);
    assert!(boxes.contains("vertex 0: x = -1.4, y = 0  # singular on 0, 1, branches 1 + 1\n  # x in [-"), "{boxes}");
}

#[test]
fn graphs_in_json() {
    let value: Value =
        serde_json::from_str(&answer(&["curve", "[x^2 + y^2 - 2, y - x]", "--format", "json", "--report"])).unwrap();
    assert_eq!(value["variables"], json!(["x", "y"]));
    let count = |key: &str| value[key].as_array().unwrap().len();
    assert_eq!([count("vertices"), count("edges"), count("faces"), count("components")], [4, 7, 4, 1]);
    assert_eq!(value["vertices"][1]["point"][0]["rational"], json!("-1"));
    assert_eq!((&value["vertices"][1]["kind"], &value["vertices"][1]["curves"]), (&json!("singular"), &json!([0, 1])));
    assert_eq!(value["edges"][0], json!({ "ends": [{ "x": "-oo" }, { "vertex": 1 }], "curves": [1] }));
    assert_eq!(value["components"][0]["oval"], json!(false));
    assert!(value["faces"].as_array().unwrap().iter().filter(|face| face["bounded"] == json!(true)).count() == 2);
    assert!(value["report"]["milliseconds"].as_f64().unwrap() > 0.0);
}

/// Each fault names what is wrong.
#[test]
fn faults_are_said() {
    for (arguments, text) in [
        (&["curve", "0", "--vars", "x,y"][..], "its curve is the whole plane"),
        (&["curve", "x*y", "z"], "x, y, z; two are wanted"),
        (&["curve", "x^2 - 1"], "name both"),
        (&["curve", "x*y", "--vars", "x"], "--vars has 1 name"),
        (&["curve", "x*y)"], "F"),
        (&["curve"], "<F>"),
    ] {
        let message = failure(arguments, 2);
        assert!(message.contains(text), "{arguments:?}: {message}");
    }
}
