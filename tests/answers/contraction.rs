//! Determinants with all variables contracted to two: the answers without it, with every choice.

use crate::determinants::{cases, check_all, options};
use crate::suite;
use eliminant::poly::TextWriter;
use eliminant::{Backend, Certainty, Determinant, DeterminantMethod, ErrorKind, Evaluation, Lift, Matrix, Polynomial};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

fn stored_cases(backend: Backend) {
    for evaluation in [Evaluation::Auto, Evaluation::Stockham] {
        let answers = check_all(backend, |options| {
            options.contraction = true;
            options.evaluation = evaluation;
        });
        assert!(answers.iter().filter(|answer| answer.report.contracted.len() == 2).count() > 5);
        for (case, answer) in cases().iter().zip(answers) {
            // More than two axes become two, of as many coefficients.
            let plain = options(backend, |options| options.method = DeterminantMethod::Elimination);
            let plan = case.determinant(plain).plan().unwrap_or_else(|error| panic!("{}: {error}", case.name));
            let contracted = &answer.report.contracted;
            assert_eq!(contracted.len(), if plan.on_grid.grid.len() > 2 { 2 } else { 0 }, "{}", case.name);
            assert_eq!(answer.report.degree_bound, plan.degree_bound, "{}", case.name);
        }
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

const NAMES: [&str; 5] = ["a", "b", "c", "d", "e"];

/// `n` rows in the first `k` variables, up to 3 terms an entry, without squares where there are many variables.
fn random(n: usize, k: usize, rng: &mut StdRng) -> Matrix {
    let names: Vec<String> = NAMES[..k].iter().map(|name| (*name).to_owned()).collect();
    let most = if k > 3 { 2 } else { 3 };
    let mut entry = || {
        let terms: Vec<_> = (0..rng.random_range(1..4))
            .map(|_| {
                (rng.random_range(-100..100).into(), (0..k).map(|_| rng.random_range(0..most)).collect::<Vec<u32>>())
            })
            .collect();
        Polynomial::from_terms(&names, terms).expect("a polynomial")
    };
    let rows = (0..n).map(|_| (0..n).map(|_| entry()).collect()).collect();
    Matrix::over(&names, rows).expect("a matrix")
}

/// In 0 to 5 variables, with every method, in slabs, early, modulo primes, term by term.
#[test]
fn any_number_of_variables() {
    let mut rng = StdRng::seed_from_u64(91);
    for k in 0..=5 {
        for n in 1..=4 {
            let matrix = random(n, k, &mut rng);
            let of = |contraction| Determinant::new(&matrix).backend(Backend::Cpu).contraction(contraction);
            // Some of them have few minors.
            let expected = of(false).method(DeterminantMethod::Elimination).run().expect("an answer");
            assert!(expected.report.contracted.is_empty());
            let found = of(true).run().expect("an answer");
            assert_eq!(found.polynomial, expected.polynomial, "{matrix}");
            assert_eq!(found.report.degree_bound, expected.report.degree_bound, "{matrix}");
            assert_eq!(found.report.contracted, of(true).plan().expect("a plan").contracted, "{matrix}");
            let condensed = of(true).method(DeterminantMethod::Condensation).slabs(3).run().expect("an answer");
            assert_eq!(condensed.polynomial, expected.polynomial, "{matrix}");
            let certainty = Certainty::Probabilistic { error_exponent: 40 };
            let early = of(true).certainty(certainty).run().expect("an answer");
            assert_eq!(early.polynomial, expected.polynomial, "{matrix}");
            for p in [2, 101, 998_244_353] {
                let [found, expected] = [true, false].map(|both| of(both).modulus(p).run().expect("an answer"));
                assert_eq!(found.polynomial, expected.polynomial, "{matrix} modulo {p}");
            }
            let mut text = Vec::new();
            let report = of(true).write(&mut TextWriter::new(&mut text)).expect("an answer");
            assert!(text == expected.polynomial.to_string().as_bytes(), "{matrix}");
            assert_eq!(report.contracted, found.report.contracted);
        }
    }
}

/// The grid of a plan has two axes, and as many points at least; a Sylvester matrix is taken as any other.
#[test]
fn plans() {
    let matrix: Matrix = "[[a^3 + b, c*d^2, 1], [d, a*b^2 + c, a], [c^2, b, d + a]]".parse().expect("a matrix");
    // A lift that is asked for takes primes, where minors would do.
    let plan = |contraction| Determinant::new(&matrix).contraction(contraction).lift(Lift::Crt).plan().expect("a plan");
    let (contracted, plain) = (plan(true), plan(false));
    assert_eq!((contracted.on_grid.grid.len(), plain.on_grid.grid.len()), (2, 4));
    assert_eq!((contracted.degree_bound, contracted.height_bound), (plain.degree_bound.clone(), plain.height_bound));
    let size = |places: &[u32]| places.iter().map(|d| d + 1).product::<u32>() - 1;
    assert_eq!(contracted.contracted, [size(&plain.degree_bound[..2]), size(&plain.degree_bound[2..])]);
    let [f, g] = ["a*y^2 + b*y - c", "y^3 - c*a + b"].map(|f| Polynomial::parse_in(f, &["a", "b", "c", "y"]).unwrap());
    let sylvester = Matrix::sylvester(&f, &g, "y").expect("a matrix");
    let of = |contraction| Determinant::new(&sylvester).contraction(contraction).run().expect("an answer");
    assert_eq!(of(true).polynomial, of(false).polynomial);
    assert_eq!((of(true).report.method, of(true).report.contracted.len()), ("elimination", 2));
}

/// A degree that is too large is refused before anything of that size is made, and named.
#[test]
fn degrees_are_bounded() {
    // The determinant is f^4 - 1, of degrees 4, 2^29 and 4: five times more than 2^29 powers of one variable, whatever the split.
    let f = "a*b^134217728*c + a*b + b*c + a + b + c + 1";
    let text = format!("[[{f}, 1, 0, 0], [0, {f}, 1, 0], [0, 0, {f}, 1], [1, 0, 0, {f}]]");
    let matrix: Matrix = text.parse().expect("a matrix");
    let error = Determinant::new(&matrix).memory_limit(1 << 60).contraction(true).plan().unwrap_err();
    let ErrorKind::Limit { what, needed, allowed } = error.kind() else { panic!("{error}") };
    assert_eq!((*needed, *allowed), (5 * ((1 << 29) + 1) - 1, (1 << 30) - 1), "{error}");
    assert!(what.contains("two variables of a contraction"), "{error}");
}
