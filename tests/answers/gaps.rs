//! Exponents with gaps: strides, lowest exponents, sparse polynomials of high degree, against stored answers of FLINT.

use crate::several::check_file;
use crate::suite;
use eliminant::{Backend, Certainty, Discriminant, Method, Polynomial, Remedy, Resultant, WordSize};
use rug::Integer;

const FILE: &str = "gaps.jsonl";

fn every_method(backend: Backend) {
    for method in [Method::Remainder, Method::Schur, Method::Schur2010, Method::Sylvester] {
        check_file(FILE, backend, |options| options.method = method);
    }
}

#[test]
fn stored_gaps_cpu() {
    every_method(Backend::Cpu);
}

#[test]
fn stored_gaps_cuda() {
    if suite::have_gpu() {
        every_method(Backend::Cuda);
    }
}

#[test]
fn stored_gaps_with_choices() {
    for remedy in [Remedy::Swap, Remedy::Combination] {
        check_file(FILE, Backend::Cpu, |options| options.remedy = remedy);
    }
    check_file(FILE, Backend::Cpu, |options| {
        options.certainty = Certainty::Probabilistic { error_exponent: 40 };
        options.run.word = WordSize::Bits31;
    });
    check_file(FILE, Backend::Cpu, |options| options.run.slabs = 3);
}

fn poly(text: &str) -> Polynomial {
    Polynomial::parse_in(text, &["x", "y"]).expect("a polynomial")
}

fn in_x(text: &str) -> Polynomial {
    Polynomial::parse_in(text, &["x"]).expect("a polynomial")
}

fn resultant<'a>(f: &'a Polynomial, g: &'a Polynomial) -> Resultant<'a> {
    Resultant::new(f, g, "y").backend(Backend::Cpu)
}

/// Few coefficients are computed where the answer has few: after a shear, and where it begins with a high power.
#[test]
fn coefficients_are_those_between_the_bounds() {
    // x^5 is a root of g; the answer x^10 - x^10 - x^10000 in steps of 9990.
    let (f, g) = (poly("y^2 - x^10 - x^10000"), poly("y - x^5"));
    let answer = resultant(&f, &g).run().expect("an answer");
    assert_eq!((answer.polynomial, answer.report.points), (in_x("-x^10000"), 2));
    let f = poly("y^2 + x*y - x^10000000");
    let discriminant = Discriminant::new(&f, "y").backend(Backend::Cpu).run().expect("an answer");
    assert_eq!((discriminant.polynomial, discriminant.report.points), (in_x("4*x^10000000 + x^2"), 2));
    // Roots of degree 1000 and more.
    let (f, g) = (poly("y^3 + x^2001*y + x^3002"), poly("y^2 + x^1002*y - 5*x^2000"));
    let plan = resultant(&f, &g).plan().expect("a plan");
    assert!(plan.on_grid.coefficients < 20, "{}", plan.on_grid.coefficients);
    let (a, b) = (poly("y^3 + x*y + x^2"), poly("y^2 + x^2*y - 5"));
    let small = resultant(&a, &b).run().expect("an answer").polynomial;
    let answer = resultant(&f, &g).run().expect("an answer").polynomial;
    // y = x^1000 z, and 6 for each pair of roots.
    assert_eq!(answer, &small * &in_x("x^6000"));
}

/// Degrees that none but a few products of long integers can be for.
#[test]
fn long_powers() {
    // Whether integers are taken is decided by predictions, which know threads and words.
    let resultant = |f: &Polynomial, g: &Polynomial| {
        Resultant::new(f, g, "y").backend(Backend::Cpu).threads(1).word(WordSize::Bits31).run()
    };
    let (f, g) = (poly("y^99999 - x*y^5 - x"), poly("y - 2"));
    let answer = resultant(&f, &g).expect("an answer");
    let power = Polynomial::constant(&["x"], Integer::from(1) << 99_999).expect("a constant");
    // -f(2).
    assert_eq!(answer.polynomial, &in_x("33*x") - &power);
    assert!(answer.report.integers && answer.report.run.verified_modulo > 0);
    let (f, g) = (poly("y^1500 - x"), poly("y^1499 - x - 1"));
    let answer = resultant(&f, &g).expect("an answer");
    assert!(answer.report.integers);
    assert_eq!(answer.polynomial, &in_x("(x + 1)^1500") - &in_x("x^1499"));
    let (f, g) = (poly("y^20000 - x"), poly("y^2 - y - 1"));
    let answer = resultant(&f, &g).expect("an answer");
    assert!(answer.report.integers);
    // N(a^n - x) = 1 - L_n x + x^2 with the Lucas number L_n, for even n.
    let terms = answer.polynomial.dense_coefficients().expect("one variable");
    let lucas = Integer::from(Integer::lucas(20_000));
    assert_eq!(terms, [Integer::from(1), -lucas, Integer::from(1)]);
}
