//! The reference resultants of tests/data/vectors, checked between FLINT and PARI, on both engines with every method.

use crate::suite::{self, Setup};
use eliminant::{Backend, Method, Polynomial, Resultant};
use rug::Integer;
use serde::Deserialize;

/// One file: `f[i][j]` is the coefficient of y^i x^j, `resultant[k]` of x^k.
#[derive(Deserialize)]
struct Vector {
    f: Vec<Vec<String>>,
    g: Vec<Vec<String>>,
    resultant: Vec<String>,
}

fn bivariate(rows: &[Vec<String>]) -> Polynomial {
    let terms = rows.iter().enumerate().flat_map(|(i, row)| {
        row.iter().enumerate().map(move |(j, c)| (c.parse::<Integer>().expect("an integer"), vec![j as u32, i as u32]))
    });
    Polynomial::from_terms(&["x", "y"], terms).expect("terms in two variables")
}

fn check(setup: Setup) {
    let folder = suite::data().join("vectors");
    let mut seen = 0;
    for entry in std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
        let path = entry.expect("a folder entry").path();
        if !path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("res_")) {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let vector: Vector = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let (f, g) = (bivariate(&vector.f), bivariate(&vector.g));
        let expected = vector.resultant.iter().map(|c| c.parse().expect("an integer")).collect();
        let expected = Polynomial::from_dense("x", expected).expect("one variable");
        let answer = Resultant::new(&f, &g, "y").backend(setup.backend).method(setup.method).run();
        let answer = answer.unwrap_or_else(|e| panic!("{}, {setup:?}: {e}", path.display()));
        assert_eq!(answer.polynomial, expected, "{}, {setup:?}", path.display());
        seen += 1;
    }
    assert_eq!(seen, 8, "files in {}", folder.display());
}

const METHODS: [Method; 4] = [Method::Remainder, Method::Schur, Method::Schur2010, Method::Sylvester];

#[test]
fn vectors_cpu() {
    METHODS.into_iter().for_each(|method| check(Setup::new(Backend::Cpu, method)));
}

#[test]
fn vectors_cuda() {
    if suite::have_gpu() {
        METHODS.into_iter().for_each(|method| check(Setup::new(Backend::Cuda, method)));
    }
}
