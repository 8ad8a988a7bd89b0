//! Every remedy, forced and chosen, against the remainder form, which needs none.

use super::super::deflation::PowersOfY;
use super::*;
use crate::resultant::ResultantAnswer;
use crate::resultant::problem::{Computation, Problem};
use crate::{Backend, Discriminant, Polynomial, Resultant};
use gpu::team::Solo;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rug::Integer;

const SCHUR: [Method; 2] = [Method::Schur, Method::Schur2010];

fn poly(text: &str) -> Polynomial {
    Polynomial::parse_in(text, &["x", "y"]).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn run(f: &Polynomial, g: &Polynomial, method: Method, remedy: Remedy) -> ResultantAnswer {
    let answer = Resultant::new(f, g, "y").backend(Backend::Cpu).method(method).remedy(remedy).seed(11).run();
    answer.unwrap_or_else(|e| panic!("{f} | {g}: {} {remedy:?}: {e}", method.name()))
}

/// The same answer as the remainder form; returns the Schur form's.
fn agrees(f: &Polynomial, g: &Polynomial, method: Method, remedy: Remedy) -> ResultantAnswer {
    let expected = run(f, g, Method::Remainder, Remedy::Auto);
    assert_eq!(expected.report.remedy, "none");
    let found = run(f, g, method, remedy);
    assert_eq!(found.polynomial, expected.polynomial, "{f} | {g}: {} {}", method.name(), found.report.remedy);
    found
}

/// The polynomial with all exponents of x and y that occur, the largest coefficients `size`, and y^k for its lowest power of y.
fn random(p: u32, k: u32, size: i32, rng: &mut StdRng) -> Polynomial {
    let terms = (k..=p).flat_map(|i| [(i, 0), (i, 1)]).map(|(i, e)| {
        let c = rng.random_range(1..=size);
        (Integer::from(if rng.random() { c } else { -c }), vec![e, i])
    });
    let terms: Vec<_> = terms.collect();
    Polynomial::from_terms(&["x", "y"], terms).unwrap()
}

#[test]
fn first_example_of_the_paper() {
    // Strongly regular at all points but x = 2, where one minor is 0.
    let f = poly("y^8 + y^6 - 3*y^4 - 3*y^3 + (x + 6)*y^2 + 2*y - 5*x");
    let g = poly("(2*x^3 - 13)*y^6 + 5*y^4 - 4*y^2 - 9*y + 10*x + 1");
    for method in SCHUR {
        assert_eq!(agrees(&f, &g, method, Remedy::Auto).report.remedy, "none");
    }
    let Computation::Modular(problem) = Problem::resultant(&f, &g, "y", PowersOfY::Stay).unwrap().task else {
        panic!("not trivial")
    };
    let field = Mont31::new(1_431_655_751).filter(|field| prime::is_prime(field.modulus())).expect("a prime");
    for form in [Form::Block2013, Form::Shift2010] {
        let off: Vec<u32> = (0..2000)
            .filter(|&x| {
                let point = [field.enter(x)];
                !succeeds_at(Solo, form, &field, values(&problem.f, &field, &point), values(&problem.g, &field, &point))
            })
            .collect();
        assert_eq!(off, [2], "{form:?}");
    }
}

#[test]
fn second_example_of_the_paper() {
    let f = poly("y^8 + (4*x^2 - 12)*y^6 + (12*x^3 + 2)*y^4 + (20*x^4 - 28*x^2 + 12)*y^2 - 18*x^4 - 3");
    let g = f.derivative("y");
    for method in SCHUR {
        let plain = agrees(&f, &g, method, Remedy::None).report;
        assert_eq!((plain.remedy, plain.repairs), ("none", plain.scalars));
        let swapped = agrees(&f, &g, method, Remedy::Auto).report;
        assert_eq!(swapped.remedy, "swap");
        for remedy in [Remedy::Factor, Remedy::Combination, Remedy::Squares] {
            assert_eq!(agrees(&f, &g, method, remedy).report.remedy, remedy.name());
        }
        // A grid of a few hundred points meets few where a minor vanishes.
        assert!(swapped.repairs * 100 < swapped.scalars, "{} of {}", swapped.repairs, swapped.scalars);
        println!(
            "{}: {} of {} repaired, with the swap {}",
            method.name(),
            plain.repairs,
            plain.scalars,
            swapped.repairs
        );
    }
}

#[test]
fn forced_remedies_on_pairs_of_all_small_degrees() {
    let mut rng = StdRng::seed_from_u64(3);
    for p in 0..5 {
        for q in 0..5 {
            let (f, g) = (random(p, 0, 9, &mut rng), random(q, 0, 9, &mut rng));
            if p + q == 0 {
                continue;
            }
            for remedy in [Remedy::Swap, Remedy::Combination, Remedy::Squares] {
                let method = SCHUR[rng.random_range(0..2)];
                // A power of an input without y needs no remedy.
                let expected = if p * q == 0 { "none" } else { remedy.name() };
                assert_eq!(agrees(&f, &g, method, remedy).report.remedy, expected, "p {p} q {q}");
            }
            // Nothing to take out.
            assert_eq!(agrees(&f, &g, Method::Schur, Remedy::Factor).report.remedy, "none");
        }
    }
}

#[test]
fn powers_of_y_in_either_polynomial() {
    let mut rng = StdRng::seed_from_u64(4);
    for p in 0..4 {
        for q in 1..5 {
            for k in 1..=q {
                let (f, g) = (random(p, 0, 9, &mut rng), random(q, k, 9, &mut rng));
                let method = SCHUR[rng.random_range(0..2)];
                let expected = if p == 0 { "none" } else { "factor y^k" };
                assert_eq!(agrees(&f, &g, method, Remedy::Factor).report.remedy, expected, "p {p} q {q} k {k}");
                assert_eq!(agrees(&g, &f, method, Remedy::Factor).report.remedy, expected, "p {p} q {q} k {k}");
            }
        }
    }
}

#[test]
fn the_first_remedy_that_works_is_chosen() {
    // f, g, and the first remedy that works.
    let cases = [
        ("2*x*y^2 + x*y + 1", "3*x*y^2 + 3*x + y", "none"),
        ("3*x*y^5 + 2*x + 3*y^4", "3*x*y + 3", "swap"),
        ("2*y^2 + x", "2*y^5 + x*y^3 + 2*y", "factor y^k"),
        ("2*y^6 + y^4 + 2*x*y^3 + 3*x*y", "y^3 + x", "factor y^k"),
        ("x*y^4 + x*y^3 + x", "y^3 + 1", "combination"),
        ("2*y^3 + 2", "x*y^5 + x*y^3 + 2*x*y + x", "combination"),
        ("3*y^4 + 2*y^2 + 1", "3*y^2 + 3*y + 2", "combination"),
        ("x*y^4 + 2*x*y + x", "2*x*y^4 + 2*x + 2*y", "squares"),
        ("3*x + 3*y^5 + 3*y", "2*x*y^3 + 2*x*y + 3*x + 3*y^5", "squares"),
        ("2*x*y^6 + x*y + 1", "2*x*y^6 + 1", "squares"),
        ("y^5 + 1", "x*y^5 + x + 3*y", "squares"),
    ];
    for (f, g, remedy) in cases {
        let (f, g) = (poly(f), poly(g));
        for method in SCHUR {
            let chosen = agrees(&f, &g, method, Remedy::Auto).report;
            assert_eq!(chosen.remedy, remedy, "{f} | {g}");
            assert!(chosen.repairs < chosen.scalars, "{f} | {g}: {} of {}", chosen.repairs, chosen.scalars);
            let plain = agrees(&f, &g, method, Remedy::None).report;
            println!(
                "{remedy}: {} of {} repaired, without {} of {}",
                chosen.repairs, chosen.scalars, plain.repairs, plain.scalars
            );
            assert_eq!(plain.repairs == plain.scalars, remedy != "none", "{f} | {g}");
        }
    }
}

#[test]
fn common_factors_are_left_to_the_repair_routine() {
    let (f, g) = (poly("(y^2 + x*y + 1)*(y^2 + x)"), poly("(y^2 + x*y + 1)*(y^3 - 2)"));
    let both = (poly("y^2*(y^2 + x + 1)"), poly("y^3*(y + x)"));
    for (f, g) in [(&f, &g), (&both.0, &both.1)] {
        for method in SCHUR {
            let answer = agrees(f, g, method, Remedy::Auto);
            assert!(answer.polynomial.is_zero());
            assert_eq!((answer.report.remedy, answer.report.repairs), ("none", answer.report.scalars));
            for remedy in [Remedy::Swap, Remedy::Factor, Remedy::Combination, Remedy::Squares] {
                assert!(agrees(f, g, method, remedy).polynomial.is_zero());
            }
        }
    }
}

#[test]
fn discriminants() {
    let mut rng = StdRng::seed_from_u64(6);
    let mut inputs: Vec<Polynomial> = (2..7).map(|n| random(n, 0, 9, &mut rng)).collect();
    // Even polynomials, whose derivative y divides; a leading coefficient of its own; y in f; three powers of y in f'.
    inputs.extend(
        ["(x^2 + 2)*y^4 + x*y^2 - 5", "(x - 1)*y^6 + y^2 + x", "x*y^3 + y^2 + 7*y", "(2*x + 1)*y^5 + 3*y^4 + x"]
            .map(poly),
    );
    for f in &inputs {
        let disc = |method, remedy| {
            let answer = Discriminant::new(f, "y").backend(Backend::Cpu).method(method).remedy(remedy).seed(5).run();
            answer.unwrap_or_else(|e| panic!("{f}: {remedy:?}: {e}"))
        };
        let expected = disc(Method::Remainder, Remedy::Auto).polynomial;
        for remedy in [Remedy::Auto, Remedy::None, Remedy::Swap, Remedy::Factor, Remedy::Combination, Remedy::Squares] {
            for method in SCHUR {
                assert_eq!(disc(method, remedy).polynomial, expected, "{f}: {remedy:?}");
            }
        }
    }
    // The discriminant of an even polynomial is found from that with half the exponents; the pair as it is has no common divisor of exponents.
    let even = Discriminant::new(&inputs[5], "y").backend(Backend::Cpu).method(Method::Schur).run().unwrap().report;
    assert_eq!((even.remedy, even.power), ("none", 2));
    let derivative = inputs[5].derivative("y");
    let pair = Resultant::new(&inputs[5], &derivative, "y").backend(Backend::Cpu).method(Method::Schur);
    assert_eq!(pair.run().unwrap().report.remedy, "swap");
    assert_eq!(pair.plan().unwrap().remedy, "swap");
}

#[test]
fn numbers_without_a_kept_variable() {
    let (f, g) = (poly("3*y^4 + 2*y^2 + 1"), poly("3*y^3 + 2*y"));
    for remedy in [Remedy::Auto, Remedy::Swap, Remedy::Factor, Remedy::Combination, Remedy::Squares] {
        for method in SCHUR {
            agrees(&f, &g, method, remedy);
            agrees(&g, &f, method, remedy);
        }
    }
}

#[test]
fn an_image_that_is_no_square_or_no_multiple_is_an_error() {
    let f = poly("x*y^2 + y + 1");
    let Computation::Modular(problem) = Problem::discriminant(&f, "y", PowersOfY::Stay).unwrap().task else {
        panic!("not trivial")
    };
    for remedy in [Remedy::Squares, Remedy::Swap] {
        let options = ResultantOptions { method: Method::Schur, remedy, ..ResultantOptions::default() };
        let remedied = choose(&problem, &options).unwrap().unwrap();
        let image = Coefficients { keep: vec![3], values: [2, 0, 1].map(Integer::from).to_vec() };
        let error = remedied.compensate(image, &problem, "discriminant", &options.run).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Verification { .. }), "{error}");
    }
}
