//! Known curves, and the same curves in other coordinates.

use super::{Arrangement, CurveGraph, EdgeEnd, VertexKind};
use crate::poly::Polynomial;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rug::Integer;

fn graph(curves: &[&str]) -> CurveGraph {
    let curves: Vec<Polynomial> = curves.iter().map(|text| text.parse().unwrap()).collect();
    Arrangement::new(&curves.iter().collect::<Vec<_>>()).variables("x", "y").run().unwrap()
}

/// Components, ovals, isolated points, unbounded components, faces.
fn counts(graph: &CurveGraph) -> [usize; 5] {
    let unbounded = graph.components.iter().filter(|component| !component.is_bounded).count();
    [graph.components.len(), graph.ovals(), graph.isolated_points(), unbounded, graph.faces.len()]
}

#[test]
fn known_curves() {
    for (f, expected) in [
        ("x^2 + y^2 - 1", [1, 1, 0, 0, 2]),
        ("(x^2 + y^2 - 1)^2", [1, 1, 0, 0, 2]),
        ("x^2 + y^2", [1, 0, 1, 0, 1]),
        ("x^2 + y^2 + 1", [0, 0, 0, 0, 1]),
        ("7", [0, 0, 0, 0, 1]),
        ("y", [1, 0, 0, 1, 2]),
        ("x", [1, 0, 0, 1, 2]),
        ("x*(x - 1)*(x^2 + 1)", [2, 0, 0, 2, 3]),
        ("x*y", [1, 0, 0, 1, 4]),
        ("x*y - 1", [2, 0, 0, 2, 3]),
        ("x*(x*y - 1)", [3, 0, 0, 3, 4]),
        ("x^2*y - 1", [2, 0, 0, 2, 3]),
        ("(x^2 + y^2)*x*y", [1, 0, 0, 1, 4]),
        ("x*y*(x + y - 1)", [1, 0, 0, 1, 7]),
        ("y^2 - x^3", [1, 0, 0, 1, 2]),
        ("y^2 - x^4", [1, 0, 0, 1, 4]),
        ("y^3 - x^5", [1, 0, 0, 1, 2]),
        ("x - y^3", [1, 0, 0, 1, 2]),
        ("y^2 - x^3 + x^2", [2, 0, 1, 1, 2]),
        ("y^2 - x^3 - x^2", [1, 0, 0, 1, 3]),
        // The lemniscate, the folium, a four-leaved clover, an astroid.
        ("(x^2 + y^2)^2 - x^2 + y^2", [1, 0, 0, 0, 3]),
        ("x^3 + y^3 - 3*x*y", [1, 0, 0, 1, 3]),
        ("(x^2 + y^2)^3 - 4*x^2*y^2", [1, 0, 0, 0, 5]),
        ("(x^2 + y^2 - 1)^3 + 27*x^2*y^2", [1, 1, 0, 0, 2]),
        // The conchoid, the witch, the kappa curve, the devil's curve.
        ("(x - 1)^2*(x^2 + y^2) - 4*x^2", [2, 0, 0, 2, 4]),
        ("x^2*y + y - 1", [1, 0, 0, 1, 2]),
        ("(x^2 + y^2)*y^2 - x^2", [1, 0, 0, 1, 4]),
        ("y^4 - 96*y^2 - x^4 + 100*x^2", [3, 0, 0, 2, 5]),
        // Four ovals, and two nested.
        ("(x^2 + 4*y^2 - 4)*(4*x^2 + y^2 - 4) + 1", [4, 4, 0, 0, 5]),
        ("(x^2 + y^2 - 1)*(x^2 + y^2 - 4)", [2, 2, 0, 0, 3]),
        // Vertical lines through points, and beside.
        ("x*(x^2 + y^2 - 1)", [1, 0, 0, 1, 4]),
        ("(x - 1)*(x^2 + y^2 - 1)", [1, 0, 0, 1, 3]),
        ("(x - 2)*(x^2 + y^2 - 1)", [2, 1, 0, 1, 3]),
        ("(x^2 - 2)*(x^2 + y^2 - 3)", [1, 0, 0, 1, 7]),
    ] {
        assert_eq!(counts(&graph(&[f])), expected, "{f}");
    }
}

#[test]
fn vertices_and_ends() {
    let circle = graph(&["x^2 + y^2 - 2"]);
    assert!(circle.vertices.iter().all(|vertex| vertex.kind == VertexKind::VerticalTangent));
    assert_eq!(circle.vertices.iter().map(|vertex| vertex.branches).collect::<Vec<_>>(), [[0, 2], [2, 0]]);
    let cubic = graph(&["x - y^3"]);
    assert_eq!((cubic.vertices[0].branches, cubic.vertices[0].kind), ([1, 1], VertexKind::VerticalTangent));
    let hyperbola = graph(&["x*y - 1"]);
    let ends: Vec<_> = hyperbola.edges.iter().map(|edge| edge.ends).collect();
    assert_eq!(ends, [[EdgeEnd::Left, EdgeEnd::Down(0)], [EdgeEnd::Up(0), EdgeEnd::Right]]);
}

#[test]
fn several_curves() {
    let both = graph(&["x^2 + y^2 - 1", "x - y"]);
    assert_eq!(counts(&both), [1, 0, 0, 1, 4]);
    let crossings = both.vertices.iter().filter(|vertex| vertex.curves == [0, 1]).count();
    assert_eq!((crossings, both.edges.len(), both.vertices.len()), (2, 7, 4));
    // An isolated point of one curve on another one, and a common component.
    let on_line = graph(&["x^2 + y^2", "y"]);
    assert_eq!(on_line.vertices[0].curves, [0, 1]);
    let shared = graph(&["y*(x - 1)", "y*(x - 2)", "x - 2"]);
    assert_eq!(counts(&shared), [1, 0, 0, 1, 6]);
    let of: Vec<_> = shared.edges.iter().map(|edge| edge.curves.clone()).collect();
    assert_eq!(of.iter().filter(|curves| **curves == [0, 1]).count(), 3);
    assert_eq!(of.iter().filter(|curves| **curves == [1, 2]).count(), 2);
}

/// A random polynomial of a degree, of small coefficients, with some of its terms.
fn random(rng: &mut StdRng, degree: u32, size: i32, part: f64) -> Polynomial {
    let mut terms = Vec::new();
    for i in 0..=degree {
        for j in 0..=degree - i {
            if rng.random_bool(part) {
                terms.push((Integer::from(rng.random_range(-size..=size)), vec![i, j]));
            }
        }
    }
    Polynomial::from_terms(&["x", "y"], terms).unwrap()
}

/// A curve of one of many kinds, mostly singular.
fn curve(rng: &mut StdRng, kind: usize) -> Polynomial {
    let mut of = |degree, part| random(rng, degree, 3, part);
    let parse = |text: &str| Polynomial::parse_in(text, &["x", "y"]).unwrap();
    let square = |f: &Polynomial| f.checked_mul(f).unwrap();
    match kind {
        // Smooth, mostly.
        0 => of(4, 0.8),
        // Sparse ones have singular points at the origin and at infinity.
        1 => of(6, 0.3),
        // Singular where a = b = 0: nodes and isolated points.
        2 => {
            let (a, b) = (of(2, 0.7), of(2, 0.7));
            &square(&a) - &square(&b).checked_mul(&of(1, 0.8)).unwrap()
        }
        // Sums of squares have isolated points alone.
        3 => &square(&of(2, 0.6)) + &square(&of(2, 0.6)),
        // Several components through common points.
        4 => of(2, 0.7).checked_mul(&of(2, 0.7)).unwrap().checked_mul(&of(1, 0.9)).unwrap(),
        // y^2 = p(x) with multiple roots: cusps, tacnodes, isolated points.
        5 => {
            let p = (0..3)
                .fold(parse("1"), |p, _| p.checked_mul(&parse("x").checked_mul(&parse("x + 1")).unwrap()).unwrap());
            let line = Polynomial::from_terms(
                &["x", "y"],
                [
                    (Integer::from(rng.random_range(-2..3)), vec![1, 0]),
                    (Integer::from(rng.random_range(1..3)), vec![0, 0]),
                ],
            )
            .unwrap();
            &parse("y^2").checked_mul(&parse("x + 2")).unwrap() - &p.checked_mul(&line).unwrap()
        }
        // Symmetric ones have many critical points above each other.
        6 => {
            let f = of(3, 0.7);
            f.substitute("x", &parse("x^2")).unwrap().substitute("y", &parse("y^2")).unwrap()
        }
        // Tacnodes and higher contacts: two curves that differ by high powers.
        7 => {
            let a = of(2, 0.8);
            a.checked_mul(&(&a + &parse("x^4"))).unwrap()
        }
        // Vertical lines and asymptotes.
        _ => of(2, 0.7)
            .checked_mul(&parse("x"))
            .unwrap()
            .checked_mul(&(&parse("x*y^2 - y").checked_mul(&of(1, 0.7)).unwrap() + &parse("1")))
            .unwrap(),
    }
}

/// Counts do not depend on coordinates: x and y exchanged, and x + c y in place of x.
#[test]
fn counts_are_those_of_other_coordinates() {
    let mut rng = StdRng::seed_from_u64(49);
    let rounds: usize = std::env::var("CURVES").ok().and_then(|text| text.parse().ok()).unwrap_or(45);
    for round in 0..rounds {
        let f = curve(&mut rng, round % 9);
        if f.is_zero() {
            continue;
        }
        let of = |f: &Polynomial| counts(&Arrangement::new(&[f]).variables("x", "y").run().unwrap());
        let line = Polynomial::parse_in(&format!("x + {}*y", rng.random_range(1..4)), &["x", "y"]).unwrap();
        let first = of(&f);
        assert_eq!(first, of(&f.substitute("x", &line).unwrap()), "{f} and x = {line}");
        let swap = f.swap("x", "y").unwrap();
        assert_eq!(first, of(&swap), "{f} exchanged");
    }
}
