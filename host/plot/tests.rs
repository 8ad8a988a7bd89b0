//! What is in a picture.

use super::Plot;
use crate::curve::{Arrangement, CurveGraph, Window};
use crate::poly::Polynomial;
use crate::roots::ComplexRoot;
use crate::system::{Solve, SolveAnswer, System};

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

fn roots(f: &str) -> Vec<ComplexRoot> {
    f.parse::<Polynomial>().unwrap().complex_roots().unwrap()
}

fn solutions(system: &str) -> SolveAnswer {
    Solve::new(&system.parse::<System>().unwrap()).seed(1).run().unwrap()
}

/// The places of all marks of roots and solutions: those of discs, then those of diamonds.
fn marks(svg: &str) -> [usize; 2] {
    [svg.matches("<circle class=\"vertex\"").count(), svg.matches("<path class=\"vertex\"").count()]
}

#[test]
fn roots_have_kinds_and_multiplicities() {
    let found = roots("(x - 1)^3*(x + 2)*(x^2 + x + 1)^2*(x^2 + 9)");
    let picture = Plot::of_roots("x", &found).svg().unwrap();
    assert_eq!(marks(&picture), [2, 4]);
    for title in ["x = 1: real root, multiplicity 3", "x = -2: real root<", "i: not real, multiplicity 2"] {
        assert!(picture.contains(title), "{title}: {picture}");
    }
    // A ring for each of three multiple roots, and one in the legend.
    assert_eq!(picture.matches("class=\"ring\"").count(), 4);
    for text in ["Re x", "Im x", "real roots", "other roots", "multiple"] {
        assert!(picture.contains(&format!(">{text}</text>")), "{text}: {picture}");
    }
    // Only what occurs is in the legend.
    let simple = Plot::of_roots("t", &roots("t^2 - 2")).svg().unwrap();
    assert!(simple.contains("Re t") && !simple.contains("other") && !simple.contains("multipl"));
    // A root above the window is left out.
    let window = Window::new([-3.0, 3.0], [-2.0, 2.0]).unwrap();
    assert_eq!(marks(&Plot::of_roots("x", &found).window(window).svg().unwrap()), [2, 2]);
}

/// Scales are equal on both axes, all roots are inside, and any sizes of roots have a window.
#[test]
fn windows_of_roots_are_square_planes() {
    for f in [
        "7",
        "x",
        "x - 3",
        "x^3",
        "x^5 - 1",
        "(x - 1)*(x - 10^9)",
        "x^2 + 10^40",
        "10^40*x^2 + 1",
        "10^9*(x - 10^9)^2 + 1",
    ] {
        let found = roots(f);
        for [width, height] in [[100, 100], [400, 300], [1600, 1200], [300, 900]] {
            let plot = Plot::of_roots("x", &found).size(width, height).unwrap();
            let window = plot.shown().unwrap();
            let [across, up] = super::svg::area([width, height]);
            let ratio = (window.x[1] - window.x[0]) / across / ((window.y[1] - window.y[0]) / up);
            assert!((ratio - 1.0).abs() < 1e-5, "{f}: {ratio}");
            let picture = plot.svg().unwrap();
            assert_eq!(marks(&picture).iter().sum::<usize>(), found.len(), "{f}");
            assert!(!picture.contains("NaN") && !picture.contains("inf"), "{f}: {picture}");
        }
    }
    // No double has this root.
    let huge = roots(&format!("x - 1{}", "0".repeat(400)));
    assert!(Plot::of_roots("x", &huge).svg().unwrap_err().to_string().contains("range of doubles"));
    assert!(Plot::of_roots("x", &huge).window(Window::new([0.0, 1.0], [0.0, 1.0]).unwrap()).svg().is_ok());
}

#[test]
fn solutions_are_in_two_coordinates() {
    // Two real solutions and two others; z is the same for both.
    let answer = solutions("x^4 - 1; y - 2*x; z - x^2");
    let flat = Plot::of_solutions(&answer, None).unwrap().svg().unwrap();
    assert_eq!(marks(&flat), [2, 0]);
    assert!(flat.contains("x = -1, y = -2, z = 1: certified, real<") && flat.contains(">certified, real</text>"));
    // Solutions that agree in both coordinates share a point.
    let answer = solutions("x^2 - 1; y^2 - 1; z^2 - 1");
    let shared = Plot::of_solutions(&answer, Some(["z", "x"])).unwrap().svg().unwrap();
    assert_eq!((marks(&shared), shared.matches("certified, real\nx = ").count()), ([4, 0], 4));
    // Nothing proves that a double solution is real.
    let double = Plot::of_solutions(&solutions("(x - 1)^2; y - x"), None).unwrap().svg().unwrap();
    assert_eq!(marks(&double), [0, 1]);
    assert!(
        double.contains("singular, multiplicity 2; may be real") && double.contains(">may be real</text>"),
        "{double}"
    );
    // None is real.
    assert_eq!(marks(&Plot::of_solutions(&solutions("x^2 + 1; y - x"), None).unwrap().svg().unwrap()), [0, 0]);
}

#[test]
fn axes_are_two_unknowns() {
    let answer = solutions("x - 1; y - 2; z - 3");
    for (axes, text) in [(["x", "w"], "\"w\""), (["y", "y"], "different"), (["", "x"], "unknowns are x, y, z")] {
        let error = Plot::of_solutions(&answer, Some(axes)).unwrap_err().to_string();
        assert!(error.contains(text.trim_matches('"')), "{axes:?}: {error}");
    }
    let one = Plot::of_solutions(&solutions("x^2 - 2"), None).unwrap_err().to_string();
    assert!(one.contains("one: x"), "{one}");
}

/// A page of roots or solutions has their kinds as layers, and what is shown of each point.
#[test]
fn pages_have_layers_of_points() {
    let page = Plot::of_roots("x", &roots("(x^2 + 1)^2*(x - 1)")).html().unwrap();
    for text in ["\"plural\":\"real roots\"", "\"plural\":\"other roots\"", "\"multiplicity\":2", "\"edges\":[]"] {
        assert!(page.contains(text), "{text}: {page}");
    }
    let page = Plot::of_solutions(&solutions("x^2 - 2; y - x"), None).unwrap().html().unwrap();
    assert!(page.contains("\"plural\":\"certified, real\"") && !page.contains("/*DATA*/null"));
}

/// Legends stay inside of small pictures, and long numbers too.
#[test]
fn small_pictures_have_room() {
    let curves: Vec<String> = (1..12).map(|n| format!("y - 123456789123456789123456789{n}")).collect();
    let many = graph(&curves.iter().map(String::as_str).collect::<Vec<_>>());
    let window = Window::new([1e6, 1e6 + 0.001], [1e6, 1e6 + 0.001]).unwrap();
    let picture = Plot::new(&many).window(window).size(300, 200).unwrap().svg().unwrap();
    assert!(
        picture.contains(">and ") && picture.contains("…</text>") && picture.contains("text-anchor=\"end\" font-size=")
    );
    // The row of a legend is 18 pixels high.
    assert!(picture.matches("…</text>").count() <= 200 / 18);
    assert!(!Plot::new(&many).window(window).size(100, 100).unwrap().svg().unwrap().contains("class=\"legend\""));
}

#[cfg(feature = "png")]
#[test]
fn pixels_are_those_of_the_size() {
    use crate::error::ErrorKind;
    use resvg::tiny_skia::Pixmap;
    let found = roots("x^5 - x - 1");
    for [width, height] in [[100, 100], [400, 300], [801, 599]] {
        let png = Plot::of_roots("x", &found).size(width, height).unwrap().png().unwrap();
        let pixels = Pixmap::decode_png(&png).unwrap();
        assert_eq!([pixels.width(), pixels.height()], [width, height]);
        // The row of the numbers below the frame has ink, wherever the fonts of the machine are.
        let ink = |y: u32| (0..width).filter(|&x| pixels.pixel(x, y).is_some_and(|pixel| pixel.red() < 128)).count();
        assert!((height - 32..height - 20).any(|y| ink(y) > 0), "{width} x {height}");
        assert_eq!(ink(height - 1), 0);
    }
    let large = Plot::of_roots("x", &found).size(10_000, 10_000).unwrap().png().unwrap_err();
    assert!(matches!(large.kind(), ErrorKind::Limit { .. }), "{large}");
}

#[test]
fn pages_are_whole() {
    let page = Plot::new(&graph(&["x^2 + y^2 - 1", "x - y"])).html().unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.trim_end().ends_with("</html>"));
    assert!(!page.contains("/*DATA*/null") && page.contains("\"crossing\"") && page.matches("</script>").count() == 1);
}
