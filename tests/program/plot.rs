//! Pictures, from outside.

use crate::runs::{answer, binary, failure, run};

#[test]
fn pictures_are_written() {
    let picture = answer(&["plot", "y^2 = x^3 - x^2", "y = x"]);
    assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"));
    assert!(picture.contains("x = 0, y = 0: crossing") && picture.contains("vertical tangent"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("page.html");
    let path = file.to_str().unwrap();
    assert_eq!(answer(&["plot", "x^2 + y^2 = 1", "--size", "300x200", "--window=-2,2,-1.5,1.5", "--output", path]), "");
    let page = std::fs::read_to_string(&file).unwrap();
    assert!(page.contains("\"size\":[300,200]") && page.contains("\"window\":[[-2.0,2.0],[-1.5,1.5]]"), "{page}");
    // The graph of a polynomial in one variable meets the axis in its roots.
    let graph = answer(&["plot", "x^3 - 4*x"]);
    assert!(["-2", "0", "2"].iter().all(|root| graph.contains(&format!("x = {root}, y = 0: crossing"))), "{graph}");
}

/// A PNG has the pixels that are asked for, in a file and on standard output.
#[test]
fn pixels_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("picture.PNG");
    assert_eq!(answer(&["plot", "x^2 + y^2 = 1", "--size", "300x200", "--output", file.to_str().unwrap()]), "");
    let mut program = std::process::Command::new(binary());
    let ran = program.args(["plot", "--complex", "x^3 - 2", "--size", "300x200", "--format", "png"]).output().unwrap();
    for png in [std::fs::read(&file).unwrap(), ran.stdout] {
        assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"), "{:?}", &png[..8]);
        // Width and height stand in the first chunk.
        assert_eq!(png[12..24], *b"IHDR\0\0\x01\x2c\0\0\0\xc8");
    }
}

#[test]
fn roots_are_drawn() {
    let picture = answer(&["plot", "--complex", "(x - 1)^2*(x^2 + 4) = 0"]);
    assert!(picture.contains("x = 1: real root, multiplicity 2") && picture.contains("Im x"), "{picture}");
    let page = answer(&["plot", "x^3 - 2", "--complex", "--format", "html"]);
    assert!(page.contains("other roots") && page.trim_end().ends_with("</html>"));
    let none = run(&["plot", "--complex", "5"]);
    assert!(none.out.starts_with("<svg") && none.err == "no roots: the plane is empty\n" && none.status == 0);
}

#[test]
fn solutions_are_drawn() {
    let ran = run(&["plot", "--system", "x^4 - 1; y - 2*x; z - x^2", "--axes", "y,z", "--seed", "1"]);
    assert_eq!((ran.err.as_str(), ran.status), ("2 solutions are not real and not shown\n", 0));
    assert!(ran.out.contains("x = -1, y = -2, z = 1: certified, real"), "{}", ran.out);
    let none = run(&["plot", "--system", "x^2 + 1; y - x"]);
    assert!(none.out.starts_with("<svg") && none.err.contains("no real solutions: the plane is empty"), "{}", none.err);
    // A curve of solutions has no isolated ones, which is said as `solve-system` says it.
    let curve = run(&["plot", "--system", "x*y; x^2*y"]);
    assert!(curve.out.starts_with("<svg") && curve.err.contains("not isolated"), "{}", curve.err);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("system.txt");
    std::fs::write(&file, "x^2 + y^2 - 5;\nx*y - 2;\n").unwrap();
    assert!(answer(&["plot", "--system", &format!("@{}", file.display())]).contains("x = 2, y = 1: certified, real"));
}

/// Each fault names what is wrong.
#[test]
fn faults_are_said() {
    for (arguments, text) in [
        (&["plot", "x*y", "--output", "picture.gif"][..], ".svg, .png or .html"),
        (&["plot", "x*y", "--window", "1,2,3"], "four are wanted"),
        (&["plot", "x*y", "--window", "1,0,0,1"], "larger"),
        (&["plot", "x*y", "--size", "10"], "800x600"),
        (&["plot", "x*y", "--size", "10x10"], "100 to 20000"),
        (&["plot", "x*y", "z"], "two are wanted"),
        (&["plot", "0", "--vars", "x,y"], "whole plane"),
        (&["plot", "--complex", "x", "x + 1"], "one polynomial in one variable, and 2 polynomials are given"),
        (&["plot", "--complex", "[x, x + 1, x + 2]"], "3 polynomials"),
        (&["plot", "--complex", "x*y"], "2 variables occur: x, y"),
        (&["plot", "--complex", "0"], "0"),
        (&["plot", "--complex", "x", "--vars", "x,y"], "--vars"),
        (&["plot", "--system", "x - 1; y - 2", "--axes", "x,w"], "w is no unknown; unknowns are x, y"),
        (&["plot", "--system", "x - 1; y - 2", "--axes", "x,x"], "different unknowns"),
        (&["plot", "--system", "x - 1; y - 2", "--axes", "x"], "--axes has 1 name"),
        (&["plot", "--system", "x^2 - 1"], "the system has one: x"),
        (&["plot", "--system", "x - 1; y - 2", "x*y"], "--system"),
        (&["plot", "x*y", "--axes", "x,y"], "--axes"),
        (&["plot", "--complex", "x", "--seed", "1"], "--seed"),
        (&["plot"], "F"),
    ] {
        let message = failure(arguments, 2);
        assert!(message.contains(text), "{arguments:?}: {message}");
    }
}
