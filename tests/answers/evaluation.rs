//! The evaluation of the 2020 paper: the stored answers of resultants, discriminants and determinants, with every choice that goes with it.

use crate::suite::{self, Setup};
use crate::{determinants, several};
use eliminant::poly::TextWriter;
use eliminant::{
    Backend, Certainty, Determinant, DeterminantMethod, ErrorKind, Evaluation, Interpolation, Matrix, Method,
    Resultant, WordSize,
};

const METHODS: [Method; 3] = [Method::Remainder, Method::Schur, Method::Schur2010];

/// Resultants in two variables and several, determinants; points of each variable are powers of two.
fn stored_cases(backend: Backend) {
    for method in METHODS {
        suite::check_all(Setup { evaluation: Evaluation::Stockham, ..Setup::new(backend, method) });
    }
    several::check_all(backend, |options| options.evaluation = Evaluation::Stockham);
    for method in [DeterminantMethod::Auto, DeterminantMethod::Elimination, DeterminantMethod::Condensation] {
        let answers = determinants::check_all(backend, |options| {
            options.method = method;
            options.evaluation = Evaluation::Stockham;
        });
        let powers = |points: u64| points == 0 || points.is_power_of_two();
        assert!(answers.iter().all(|answer| powers(answer.report.points) && answer.report.evaluation == "stockham"));
    }
}

#[test]
fn stored_cases_cpu() {
    stored_cases(Backend::Cpu);
}

#[test]
fn stored_cases_cuda() {
    if suite::have_gpu() {
        stored_cases(Backend::Cuda);
    }
}

/// Words of 31 bits, slabs, one prime, early answers, answers that are written.
fn choices(backend: Backend) {
    let stockham = Evaluation::Stockham;
    for (slabs, word) in [(2, WordSize::Bits31), (5, WordSize::Auto), (1000, WordSize::Auto)] {
        let answers = determinants::check_all(backend, |options| {
            options.evaluation = stockham;
            options.run.slabs = slabs;
            options.run.word = word;
        });
        assert!(answers.iter().any(|answer| answer.report.run.slabs > 1));
        several::check_all(backend, |options| {
            options.evaluation = stockham;
            options.run.slabs = slabs;
            options.run.word = word;
        });
    }
    several::check_all(backend, |options| {
        options.evaluation = stockham;
        options.certainty = Certainty::Probabilistic { error_exponent: 60 };
    });
    for case in determinants::cases() {
        let options = |p| {
            determinants::options(backend, |options| {
                options.evaluation = stockham;
                options.modulus = p;
            })
        };
        let mut text = Vec::new();
        let report = case.determinant(options(None)).write(&mut TextWriter::new(&mut text));
        report.unwrap_or_else(|error| panic!("{}: {error}", case.name));
        assert!(text == case.expected.to_string().as_bytes(), "{}", case.name);
        // 998244353 = 119 2^23 + 1 has all lengths, 1000003 = 2 * 500001 + 1 only two of them.
        for p in [998_244_353, 1_000_003] {
            let (found, expected) = (case.run(options(Some(p.into()))), determinants::options(backend, |_| {}));
            let expected = case.determinant(expected).modulus(p).run().unwrap_or_else(|e| panic!("{}: {e}", case.name));
            assert_eq!(found.polynomial, expected.polynomial, "{} modulo {p}", case.name);
        }
    }
}

#[test]
fn choices_cpu() {
    choices(Backend::Cpu);
}

#[test]
fn choices_cuda() {
    if suite::have_gpu() {
        choices(Backend::Cuda);
    }
}

/// Transforms have up to 8192 points; a variable with more has several cosets.
fn long_axes(backend: Backend) {
    let [f, g] = ["y^3 - x^9001*y + x + 1", "x*y^2 + 7*x^3 - y"].map(suite::poly);
    let resultant = Resultant::new(&f, &g, "y").backend(backend);
    let plan = resultant.clone().evaluation(Evaluation::Stockham).plan().expect("a plan");
    assert_eq!((&plan.on_grid.grid[..], plan.evaluation), (&[(8192, 3)][..], "stockham"));
    let [found, expected] = [Evaluation::Stockham, Evaluation::Auto]
        .map(|evaluation| resultant.clone().evaluation(evaluation).run().expect("an answer"));
    assert_eq!(found.polynomial, expected.polynomial);
    assert_eq!([found.report.evaluation, expected.report.evaluation], ["stockham", "auto"]);
    let matrix: Matrix = "[[x^17 + y, z^3, 2], [x*y^9, 5*z, x], [1, y - x, x*y*z - 3]]".parse().expect("a matrix");
    let plan = Determinant::new(&matrix).evaluation(Evaluation::Stockham).plan().expect("a plan");
    assert!(plan.on_grid.grid.iter().all(|&(len, cosets)| len.is_power_of_two() && cosets == 1), "{plan:?}");
}

#[test]
fn long_axes_cpu() {
    long_axes(Backend::Cpu);
}

#[test]
fn long_axes_cuda() {
    if suite::have_gpu() {
        long_axes(Backend::Cuda);
    }
}

#[test]
fn arbitrary_points_are_refused() {
    let [f, g] = ["y^2 - x", "y - x + 1"].map(suite::poly);
    let resultant =
        Resultant::new(&f, &g, "y").interpolation(Interpolation::Vandermonde).evaluation(Evaluation::Stockham);
    for error in [resultant.run().unwrap_err(), resultant.plan().unwrap_err()] {
        assert!(matches!(error.kind(), ErrorKind::Unsupported { .. }), "{error}");
        assert!(error.to_string().contains("choose one of the two"), "{error}");
    }
}
