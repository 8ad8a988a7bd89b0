//! Pictures, from outside.

use crate::runs::{answer, failure};

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

/// Each fault names what is wrong.
#[test]
fn faults_are_said() {
    for (arguments, text) in [
        (&["plot", "x*y", "--output", "picture.png"][..], ".svg or .html"),
        (&["plot", "x*y", "--window", "1,2,3"], "four are wanted"),
        (&["plot", "x*y", "--window", "1,0,0,1"], "larger"),
        (&["plot", "x*y", "--size", "10"], "800x600"),
        (&["plot", "x*y", "--size", "10x10"], "100 to 20000"),
        (&["plot", "x*y", "z"], "two are wanted"),
        (&["plot", "0", "--vars", "x,y"], "whole plane"),
    ] {
        let message = failure(arguments, 2);
        assert!(message.contains(text), "{arguments:?}: {message}");
    }
}
