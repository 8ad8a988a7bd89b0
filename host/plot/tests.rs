//! What is in a picture.

use super::Plot;
use crate::curve::{Arrangement, CurveGraph, Window};
use crate::poly::Polynomial;

fn graph(curves: &[&str]) -> CurveGraph {
    let curves: Vec<Polynomial> = curves.iter().map(|text| text.parse().unwrap()).collect();
    Arrangement::new(&curves.iter().collect::<Vec<_>>()).variables("x", "y").run().unwrap()
}

/// The numbers of edges and of special points that are drawn.
fn drawn(svg: &str) -> [usize; 2] {
    [svg.matches("class=\"edge\"").count(), svg.matches("class=\"vertex\"").count()]
}

#[test]
fn pictures_have_all_that_is_in_the_window() {
    // An oval of a size of 10^-6, an isolated point, and a branch.
    let tiny = graph(&["(10^12*(x - 1)^2 + 10^12*y^2 - 1)*((x + 1)^2 + y^2)*(y - x^3)"]);
    let picture = Plot::new(&tiny).svg().unwrap();
    assert_eq!(drawn(&picture), [tiny.edges.len(), tiny.vertices.len()]);
    assert!(picture.contains("x = -1, y = 0: isolated point"), "{picture}");
    assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n") && !picture.contains("NaN"));
    // Half of a circle, without the points on the left.
    let circle = graph(&["x^2 + y^2 - 1"]);
    let half = Plot::new(&circle).window(Window::new([0.0, 2.0], [-1.0, 1.0]).unwrap()).svg().unwrap();
    assert_eq!(drawn(&half), [2, 1]);
    let beside = Plot::new(&circle).window(Window::new([2.0, 3.0], [-1.0, 1.0]).unwrap()).svg().unwrap();
    assert_eq!(drawn(&beside), [0, 0]);
    for curves in [&["7"][..], &["y"], &["x"], &["x*y - 1", "x"], &["1000000*x - 1"]] {
        assert!(!Plot::new(&graph(curves)).svg().unwrap().contains("NaN"), "{curves:?}");
    }
}

#[test]
fn windows_suit_any_units() {
    for (f, x, y) in [
        ("x^2 + y^2 - 1", [-1.0, 1.0], [-1.0, 1.0]),
        ("(x - 3000)^2 + (y - 2000)^2 - 10^6", [2000.0, 4000.0], [1000.0, 3000.0]),
        ("10^12*x^2 + 10^12*y^2 - 1", [-1e-6, 1e-6], [-1e-6, 1e-6]),
        ("(x - 1000000)^2 + y^2", [1e6, 1e6], [0.0, 0.0]),
        ("y - x^2", [0.0, 0.0], [0.0, 0.0]),
    ] {
        let window = Plot::new(&graph(&[f])).shown().unwrap();
        let largest = x.iter().chain(&y).fold(1.0, |largest: f64, end: &f64| largest.max(end.abs()));
        let of =
            |[low, high]: [f64; 2], [first, last]: [f64; 2]| low < first && last < high && high - low <= 4.0 * largest;
        assert!(of(window.x, x) && of(window.y, y), "{f}: {window:?}");
    }
    assert!(Window::new([0.0, 0.0], [0.0, 1.0]).is_err() && Window::new([0.0, f64::NAN], [0.0, 1.0]).is_err());
    assert!(Plot::new(&graph(&["x*y"])).size(10, 10).is_err());
}

/// Polygons are on the curve, and their points are near to each other.
#[test]
fn polygons_follow_the_curves() {
    let lemniscate = graph(&["(x^2 + y^2)^2 - x^2 + y^2"]);
    let window = Window::new([-1.0, 1.0], [-0.5, 0.5]).unwrap();
    for polygon in lemniscate.polygons(&window, &Default::default()).unwrap() {
        assert!(polygon.len() > 10);
        for pair in polygon.windows(2) {
            let [x, y] = [(pair[0][0] + pair[1][0]) / 2.0, (pair[0][1] + pair[1][1]) / 2.0];
            let value = (x * x + y * y).powi(2) - x * x + y * y;
            assert!(value.abs() < 2e-3 && pair[0][0] <= pair[1][0], "{pair:?}: {value}");
        }
    }
}

#[test]
fn pages_are_whole() {
    let page = Plot::new(&graph(&["x^2 + y^2 - 1", "x - y"])).html().unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.trim_end().ends_with("</html>"));
    assert!(!page.contains("/*DATA*/null") && page.contains("\"crossing\"") && page.matches("</script>").count() == 1);
}
