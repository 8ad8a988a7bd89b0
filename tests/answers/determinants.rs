//! Determinants: stored cases of FLINT and PARI, generic and degenerate, with every choice.

use crate::device_lists::lists_of_devices;
use crate::suite;
use eliminant::poly::TextWriter;
use eliminant::{
    Backend, Certainty, Determinant, DeterminantAnswer, DeterminantMethod, DeterminantOptions, Devices, ErrorKind,
    Lift, Matrix, MatrixShape, Polynomial, RationalMatrix, RationalPolynomial, WordSize,
};
use rug::Integer;
use serde::Deserialize;

const METHODS: [DeterminantMethod; 2] = [DeterminantMethod::Elimination, DeterminantMethod::Condensation];

/// A case as it is stored.
#[derive(Debug, Deserialize)]
struct Stored {
    name: String,
    vars: Vec<String>,
    rows: Vec<Vec<String>>,
    expected: String,
}

/// A case: with each row times its denominators, as its answer.
pub struct Case {
    pub name: String,
    pub matrix: Matrix,
    pub expected: Polynomial,
}

impl Case {
    pub fn determinant(&self, options: DeterminantOptions) -> Determinant<'_> {
        Determinant::new(&self.matrix).options(options)
    }

    pub fn run(&self, options: DeterminantOptions) -> DeterminantAnswer {
        self.determinant(options).run().unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }
}

pub fn cases() -> Vec<Case> {
    let path = suite::data().join("determinants.jsonl");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let read = |line: &str| {
        let Stored { name, vars, rows, expected } = serde_json::from_str(line).expect("a case a line");
        let entry = |text: &String| RationalPolynomial::parse_in(text, &vars).unwrap_or_else(|e| panic!("{name}: {e}"));
        let rows = rows.iter().map(|row| row.iter().map(entry).collect()).collect();
        let (matrix, denominator) = RationalMatrix::over(&vars, rows).expect("a matrix").into_parts();
        let (expected, divisor) = entry(&expected).into_parts();
        let (times, rest) = denominator.div_rem(divisor);
        assert!(rest.is_zero(), "{name}");
        let times = Polynomial::constant(&vars, times).expect("a constant");
        Case { name, matrix, expected: &expected * &times }
    };
    text.lines().map(read).collect()
}

/// The options that `set` makes of the default ones on a backend.
pub fn options(backend: Backend, set: impl Fn(&mut DeterminantOptions)) -> DeterminantOptions {
    let mut options = DeterminantOptions::default();
    options.run.backend = backend;
    options.run.seed = Some(5);
    set(&mut options);
    options
}

/// All cases give the stored answers; the answers.
pub fn check_all(backend: Backend, set: impl Fn(&mut DeterminantOptions)) -> Vec<DeterminantAnswer> {
    let check = |case: &Case| {
        let answer = case.run(options(backend, &set));
        assert_eq!(answer.polynomial, case.expected, "{}", case.name);
        assert_eq!(answer.polynomial.vars(), case.matrix.vars(), "{}", case.name);
        answer
    };
    cases().iter().map(check).collect()
}

fn both_methods(backend: Backend) {
    for method in METHODS {
        let answers = check_all(backend, |options| options.method = method);
        assert!(answers.iter().all(|answer| answer.report.method == method.name()));
    }
}

#[test]
fn stored_cases_cpu() {
    both_methods(Backend::Cpu);
}

#[test]
fn stored_cases_cuda() {
    if suite::have_gpu() {
        both_methods(Backend::Cuda);
    }
}

/// Where a matrix is does not change its determinant; what does not fit a shape is refused.
#[test]
fn shapes_cuda() {
    if !suite::have_gpu() {
        return;
    }
    for shape in
        [MatrixShape::Thread, MatrixShape::Lanes4, MatrixShape::Lanes32, MatrixShape::Block256, MatrixShape::Global]
    {
        for case in cases().iter().filter(|case| case.matrix.rows() <= 12) {
            let answer = case.run(options(Backend::Cuda, |options| options.shape = shape));
            assert_eq!(answer.polynomial, case.expected, "{} by {shape:?}", case.name);
        }
    }
}

#[test]
fn stored_cases_on_several_devices() {
    if suite::have_gpu() {
        for devices in lists_of_devices() {
            check_all(Backend::Cuda, |options| {
                options.run.devices = Devices::Numbers(devices.clone());
                options.run.always_split = true;
            });
        }
    }
}

#[test]
fn words_lifts_and_threads() {
    for method in METHODS {
        check_all(Backend::Cpu, |options| {
            options.method = method;
            options.run.word = WordSize::Bits31;
        });
    }
    for (lift, threads) in [(Lift::MixedRadix, 1), (Lift::MixedRadixThread, 2), (Lift::Crt, 3)] {
        check_all(Backend::Cpu, |options| {
            options.lift = lift;
            options.run.threads = Some(threads);
        });
    }
}

fn slabs(backend: Backend) {
    for (slabs, word) in [(2, WordSize::Auto), (5, WordSize::Bits31), (1000, WordSize::Auto)] {
        let answers = check_all(backend, |options| {
            options.run.slabs = slabs;
            options.run.word = word;
        });
        let computed = answers.iter().filter(|answer| answer.report.points > 1).count();
        let cut = answers.iter().filter(|answer| answer.report.run.slabs > 1).count();
        assert!(2 * cut > computed, "{cut} of {computed} cut");
    }
}

#[test]
fn slabs_cpu() {
    slabs(Backend::Cpu);
}

#[test]
fn slabs_cuda() {
    if suite::have_gpu() {
        slabs(Backend::Cuda);
    }
}

/// All cases, and one whose bound is far above its answer: det(P M Q) for P and Q with determinant 1.
#[test]
fn probabilistic() {
    let certainty = Certainty::Probabilistic { error_exponent: 60 };
    for method in METHODS {
        check_all(Backend::Cpu, |options| {
            options.certainty = certainty;
            options.method = method;
        });
    }
    let m = matrix("[[x, 3, y], [y, x - 1, 2], [5, x*y, 7]]");
    let s = "8".repeat(500);
    let p = matrix(&format!("[[1, {s}*x - y, {s}], [0, 1, {s} - x], [0, 0, 1]]"));
    let far = product(&product(&p, &m), &p.transposed());
    let expected = Determinant::new(&m).backend(Backend::Cpu).run().expect("an answer");
    let early = Determinant::new(&far).backend(Backend::Cpu).certainty(certainty).run().expect("an answer");
    assert_eq!(early.polynomial, expected.polynomial);
    assert!(early.report.failure_log2.is_some_and(|log2| log2 <= -60.0), "{:?}", early.report);
    assert_eq!((early.report.certainty, expected.report.certainty), ("probabilistic", "certified"));
}

/// The image modulo p, in Z / p alone where that can be, and over Z.
fn modulus(backend: Backend) {
    let mut direct = 0;
    let cases = cases();
    for (round, p) in [2, 3, 7, 97, 65_537, 1_000_003, 998_244_353, 2_147_483_647].into_iter().enumerate() {
        for (number, case) in cases.iter().enumerate() {
            let terms = case.expected.terms().iter();
            let image = terms.map(|t| (Integer::from(t.coefficient.mod_u(p)), t.exponents.to_vec()));
            let image = Polynomial::from_terms(case.expected.vars(), image).expect("an answer");
            // Both choices in turn.
            let (slabs, method) = [(0, METHODS[0]), (5, METHODS[1])][(round + number) % 2];
            let answer = case.run(options(backend, |options| {
                options.modulus = Some(u64::from(p).into());
                options.method = method;
                options.run.slabs = slabs;
            }));
            assert_eq!(answer.polynomial, image, "{} modulo {p}", case.name);
            direct += usize::from(answer.report.direct);
            // It has roots of unity for all grids, and so many elements that each of these has room.
            let computed = answer.report.run.verified_modulo != 0;
            assert!(p != 998_244_353 || answer.report.direct || !computed, "{}", case.name);
        }
    }
    assert!(direct > 200, "{direct}");
}

#[test]
fn modulus_cpu() {
    modulus(Backend::Cpu);
}

#[test]
fn modulus_cuda() {
    if suite::have_gpu() {
        modulus(Backend::Cuda);
    }
}

/// Term by term, whole or in slabs.
#[test]
fn written_answers() {
    for (slabs, method) in [(0, METHODS[0]), (5, METHODS[1])] {
        for case in cases() {
            let mut text = Vec::new();
            let options = options(Backend::Cpu, |options| {
                options.run.slabs = slabs;
                options.method = method;
            });
            let report = case.determinant(options).write(&mut TextWriter::new(&mut text));
            let report = report.unwrap_or_else(|error| panic!("{}: {error}", case.name));
            assert!(text == case.expected.to_string().as_bytes(), "{}", case.name);
            assert_eq!(report.size, case.matrix.rows(), "{}", case.name);
        }
    }
}

/// A plan says beforehand what a report says afterwards.
#[test]
fn plans() {
    for p in [None, Some(998_244_353)] {
        for case in cases() {
            let set = options(Backend::Cpu, |options| options.modulus = p.map(u64::into));
            let plan = case.determinant(set.clone()).plan().unwrap_or_else(|error| panic!("{}: {error}", case.name));
            let DeterminantAnswer { polynomial, report } = case.run(set);
            assert_eq!(
                (&plan.degree_bound, plan.height_bound, plan.on_grid.primes, &plan.blocks, plan.entries, plan.direct),
                (
                    &report.degree_bound,
                    report.height_bound,
                    report.run.primes,
                    &report.blocks,
                    report.entries,
                    report.direct
                ),
                "{}",
                case.name
            );
            let axes = plan.on_grid.grid.iter();
            let points: u64 = axes.map(|&(len, cosets)| u64::from(len) * u64::from(cosets)).product();
            assert_eq!(plan.minors, report.minors, "{}", case.name);
            let computed = !report.blocks.is_empty() && !report.minors;
            assert!(!computed || points == report.points, "{}", case.name);
            let occurs = |name: &&String| case.matrix.entries().iter().any(|entry| entry.contains(name));
            let names: Vec<&String> = case.matrix.vars().iter().filter(occurs).collect();
            assert!(!computed || names.len() == report.degree_bound.len(), "{}", case.name);
            for (name, &bound) in names.iter().zip(&report.degree_bound) {
                assert!(polynomial.degree(name).unwrap_or(0) <= bound, "{}", case.name);
            }
            // Heights are without what was taken out of rows and columns, so they bound those of primitive ones.
            let content = polynomial.terms().iter().fold(Integer::new(), |all, term| all.gcd(&term.coefficient));
            let bits = |c: &Integer| Integer::from(c / &content).significant_bits();
            let height = polynomial.terms().iter().map(|term| bits(&term.coefficient)).max().unwrap_or(0);
            assert!(!computed || u64::from(height) <= report.height_bound + 1, "{}", case.name);
        }
    }
}

fn matrix(text: &str) -> Matrix {
    text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// The product of two matrices.
fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let mut names = [a.vars(), b.vars()].concat();
    names.sort();
    names.dedup();
    let [a, b] = [a, b].map(|m| m.clone().with_vars(&names).expect("more variables"));
    let n = a.rows();
    let entry = |i: usize, j: usize| {
        let zero = Polynomial::zero(&names).expect("a polynomial");
        (0..n).fold(zero, |sum, k| &sum + &(a.entry(i, k).expect("an entry") * b.entry(k, j).expect("an entry")))
    };
    let rows = (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect();
    Matrix::over(&names, rows).expect("a matrix")
}

fn det(backend: Backend, matrix: &Matrix) -> Polynomial {
    let answer = Determinant::new(matrix).backend(backend).run();
    answer.unwrap_or_else(|error| panic!("{matrix}: {error}")).polynomial
}

/// det(A B) = det A det B, and the transposed matrix has the same determinant.
fn products(backend: Backend) {
    let cases = cases();
    let small: Vec<&Matrix> = cases
        .iter()
        .filter(|case| (2..=5).contains(&case.matrix.rows()) && case.expected.terms().len() < 200)
        .filter(|case| case.matrix.vars().iter().all(|name| case.expected.degree(name).unwrap_or(0) < 50))
        .map(|case| &case.matrix)
        .collect();
    let mut pairs = 0;
    for a in &small {
        assert_eq!(det(backend, a), det(backend, &a.transposed()), "{a}");
        let mut others =
            small.iter().filter(|b| b.rows() == a.rows() && b.vars() == a.vars() && !std::ptr::eq(**b, *a));
        if let Some(b) = others.next() {
            assert_eq!(det(backend, &product(a, b)), &det(backend, a) * &det(backend, b), "{a} {b}");
            pairs += 1;
        }
    }
    assert!(small.len() > 40 && pairs > 10, "{} {pairs}", small.len());
}

#[test]
fn products_cpu() {
    products(Backend::Cpu);
}

#[test]
fn products_cuda() {
    if suite::have_gpu() {
        products(Backend::Cuda);
    }
}

/// n! terms, all with the coefficients 1 or -1; and a matrix of symbols with two equal rows.
#[test]
fn matrices_of_symbols() {
    for (n, count) in [(0, 1), (1, 1), (2, 2), (3, 6), (4, 24)] {
        let m = Matrix::generic(n, n, "a").expect("a matrix");
        let answer = det(Backend::Cpu, &m);
        assert_eq!(answer.terms().len(), count);
        assert!(answer.terms().iter().all(|term| term.coefficient == 1 || term.coefficient == -1));
        let places = |term: &eliminant::poly::Term| -> Vec<usize> {
            term.exponents.iter().enumerate().filter(|&(_, &e)| e == 1).map(|(k, _)| k % n).collect()
        };
        for term in answer.terms() {
            let columns = places(term);
            let odd =
                (0..n).flat_map(|i| (0..i).map(move |k| (k, i))).filter(|&(k, i)| columns[k] > columns[i]).count() % 2;
            assert_eq!(term.coefficient == -1, odd == 1, "{columns:?}");
        }
    }
    let m = matrix("[[a, b, c], [d, e, f], [a, b, c]]");
    assert!(det(Backend::Cpu, &m).is_zero());
}

/// The matrices whose determinants are resultants, up to the factors that their definitions name.
#[test]
fn matrices_of_resultants() {
    for (f, g) in [
        ("x*y^3 - 2*y + x^2", "3*y^2 + x*y - 5"),
        ("y^2 + x", "y^4 - x*y^2 + 7"),
        ("(y - x)*(y^2 + 1)", "(y - x)*(y + 5)"),
        ("z*y^4 - x*y + 3", "x*y^3 + z"),
        ("2*y - x", "y^5 + x"),
    ] {
        let [f, g] = [f, g].map(|text| Polynomial::parse_in(text, &["x", "y", "z"]).expect("a polynomial"));
        let resultant = eliminant::resultant(&f, &g, "y").expect("a resultant");
        let sylvester = Matrix::sylvester(&f, &g, "y").expect("a matrix");
        assert_eq!(det(Backend::Cpu, &sylvester), resultant, "{f} {g}");
        let [p, q] = [&f, &g].map(|h| h.degree("y").expect("y occurs"));
        let n = p.max(q);
        let bezout = det(Backend::Cpu, &Matrix::bezout(&f, &g, "y").expect("a matrix"));
        let (longer, odd) = match p >= q {
            true => (&f, n * (n - 1) / 2),
            false => (&g, n * (n - 1) / 2 + n * (p + 1)),
        };
        let leading = longer.collect("y").expect("rows").pop().expect("a leading coefficient");
        let expected = (0..p.abs_diff(q)).fold(resultant, |product, _| &product * &leading);
        let expected = if odd % 2 == 1 { expected.negate() } else { expected };
        assert_eq!(bezout, expected, "{f} {g}");
    }
}

/// The characteristic polynomial of a companion matrix is the polynomial.
#[test]
fn companions() {
    for text in ["y^5 - 3*x*y^2 + z - 3", "y + x", "y^12", "y^9 - 7*y^3 + x^4*y - z^3"] {
        let f = Polynomial::parse_in(text, &["x", "y", "z"]).expect("a polynomial");
        let companion = Matrix::companion(&f, "y").expect("a matrix");
        let matrix = companion.characteristic("y").and_then(|m| m.with_vars(&["x", "y", "z"])).expect("a matrix");
        assert_eq!(det(Backend::Cpu, &matrix), f);
    }
}

/// A matrix that has no determinant, or is too large, is refused before any work, whatever computes.
#[test]
fn refusals() {
    let error = Determinant::new(&matrix("[[x, 1]]")).run().unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Argument { what: "matrix", .. }), "{error}");
    for p in [0, 1, 4, 1 << 31] {
        let error = Determinant::new(&matrix("[[x]]")).modulus(p).run().unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Argument { .. }), "{error}");
    }
    let many = Matrix::generic(6, 6, "a").expect("a matrix");
    let wide = matrix("[[x^30000 + 1, y^30000 + x], [z^30000 + y, x^30000*y^30000*z^30000 + 1]]");
    let high = matrix("[[x^600000000 + 1, x], [1, x^600000000 - x]]");
    for backend in [Backend::Auto, Backend::Cpu, Backend::Cuda] {
        for m in [&many, &wide, &high] {
            let determinant =
                || Determinant::new(m).backend(backend).memory_limit(1 << 30).method(DeterminantMethod::Elimination);
            for error in [determinant().run().unwrap_err(), determinant().plan().unwrap_err()] {
                let is_limit = matches!(error.kind(), ErrorKind::Limit { .. });
                let no_device = backend == Backend::Cuda && !matches!(error.kind(), ErrorKind::Verification { .. });
                assert!(is_limit || no_device, "{error}");
            }
        }
    }
}
