//! Common parts of the tests of answers: backends, stored cases, where the data is.

use crate::device::unless_absent;
use eliminant::{
    Backend, Discriminant, Evaluation, Interpolation, Method, Polynomial, Resultant, ScalarShape, WordSize,
};
use serde::Deserialize;
use std::path::PathBuf;

/// One stored case.
#[derive(Debug, Deserialize)]
pub struct Case {
    pub name: String,
    pub f: String,
    #[serde(default)]
    pub g: Option<String>,
    pub var: String,
    pub kind: String,
    pub expected: String,
}

/// The folder tests/data: from the environment, beside the sources, or below the working directory.
pub fn data() -> PathBuf {
    if let Some(path) = std::env::var_os("ELIMINANT_DATA") {
        return path.into();
    }
    let beside = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data"));
    if beside.is_dir() { beside } else { "tests/data".into() }
}

/// The cases of tests/data/resultants.jsonl.
pub fn cases() -> Vec<Case> {
    let path = data().join("resultants.jsonl");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    text.lines().map(|line| serde_json::from_str(line).expect("a case a line")).collect()
}

/// A polynomial in x and y.
pub fn poly(text: &str) -> Polynomial {
    Polynomial::parse_in(text, &["x", "y"]).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// Whether CUDA tests can run; see [`unless_absent`].
pub fn have_gpu() -> bool {
    let (f, g) = (poly("x*y + 1"), poly("y^2 - x"));
    unless_absent(Resultant::new(&f, &g, "y").backend(Backend::Cuda).run()).is_some()
}

/// The backend of a suite.
#[derive(Debug, Clone, Copy)]
pub struct Setup {
    pub backend: Backend,
    pub method: Method,
    pub shape: ScalarShape,
    pub interpolation: Interpolation,
    pub evaluation: Evaluation,
    pub word: WordSize,
}

impl Setup {
    /// `method` on `backend`, shapes by size.
    pub fn new(backend: Backend, method: Method) -> Self {
        Setup {
            backend,
            method,
            shape: ScalarShape::Auto,
            interpolation: Interpolation::Ntt,
            evaluation: Evaluation::Auto,
            word: WordSize::Auto,
        }
    }
}

/// The answer of one case.
pub fn answer(case: &Case, setup: Setup) -> eliminant::Result<eliminant::ResultantAnswer> {
    let f = poly(&case.f);
    let Setup { backend, method, shape, interpolation, evaluation, word } = setup;
    match case.kind.as_str() {
        "resultant" => {
            let g = poly(case.g.as_deref().expect("g of a resultant"));
            Resultant::new(&f, &g, &case.var)
                .backend(backend)
                .method(method)
                .scalar_shape(shape)
                .interpolation(interpolation)
                .evaluation(evaluation)
                .word(word)
                .run()
        }
        _ => Discriminant::new(&f, &case.var)
            .backend(backend)
            .method(method)
            .scalar_shape(shape)
            .interpolation(interpolation)
            .evaluation(evaluation)
            .word(word)
            .run(),
    }
}

/// All stored cases; prints how many scalars had to be repaired.
pub fn check_all(setup: Setup) {
    let mut wrong = Vec::new();
    let (mut scalars, mut repairs, mut dropped) = (0, 0, 0);
    for case in cases() {
        match answer(&case, setup) {
            Ok(answer) => {
                scalars += answer.report.scalars;
                repairs += answer.report.repairs;
                dropped += answer.report.dropped;
                let kept = if case.var == "y" { "x" } else { "y" };
                let expected = Polynomial::parse_in(&case.expected, &[kept]).expect("stored answer");
                if answer.polynomial != expected {
                    wrong.push(format!(
                        "{}: found {}, expected {}",
                        case.name,
                        cut(&answer.polynomial),
                        cut(&expected)
                    ));
                }
            }
            Err(error) => wrong.push(format!("{}: {error}", case.name)),
        }
    }
    println!("{setup:?}: {scalars} scalars, {repairs} repaired, {dropped} dropped");
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

fn cut(f: &Polynomial) -> String {
    f.to_string().chars().take(200).collect()
}
