//! Resultants and discriminants in several kept variables: stored cases of FLINT and PARI, generic and degenerate, with every choice.

use crate::device_lists::lists_of_devices;
use crate::suite::{self, Case};
use eliminant::poly::TextWriter;
use eliminant::{
    Backend, Certainty, Devices, Discriminant, ErrorKind, Interpolation, Lift, Method, Polynomial, Remedy, Resultant,
    ResultantAnswer, ResultantOptions, WordSize,
};
use serde::Deserialize;

const METHODS: [Method; 4] = [Method::Remainder, Method::Schur, Method::Schur2010, Method::Sylvester];

/// A case, and the variables that it is read in.
#[derive(Debug, Deserialize)]
struct Several {
    #[serde(flatten)]
    case: Case,
    vars: Vec<String>,
}

/// A case with its polynomials; g of a discriminant is 0.
struct Read {
    name: String,
    f: Polynomial,
    g: Polynomial,
    var: String,
    is_resultant: bool,
    expected: Polynomial,
}

impl Read {
    fn run(&self, options: ResultantOptions) -> eliminant::Result<ResultantAnswer> {
        match self.is_resultant {
            true => Resultant::new(&self.f, &self.g, &self.var).options(options).run(),
            false => Discriminant::new(&self.f, &self.var).options(options).run(),
        }
    }

    fn write(&self, options: ResultantOptions) -> String {
        let mut text = Vec::new();
        let sink = &mut TextWriter::new(&mut text);
        let report = match self.is_resultant {
            true => Resultant::new(&self.f, &self.g, &self.var).options(options).write(sink),
            false => Discriminant::new(&self.f, &self.var).options(options).write(sink),
        };
        report.unwrap_or_else(|error| panic!("{}: {error}", self.name));
        String::from_utf8(text).expect("UTF-8")
    }
}

/// The cases of this file of stored answers.
fn cases(file: &str) -> Vec<Read> {
    let path = suite::data().join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let read = |line: &str| {
        let Several { case, vars } = serde_json::from_str(line).expect("a case a line");
        let poly = |text: &str| Polynomial::parse_in(text, &vars).unwrap_or_else(|e| panic!("{}: {e}", case.name));
        let kept: Vec<&String> = vars.iter().filter(|name| **name != case.var).collect();
        Read {
            f: poly(&case.f),
            g: poly(case.g.as_deref().filter(|g| !g.is_empty()).unwrap_or("0")),
            expected: poly(&case.expected).with_vars(&kept).expect("the kept variables"),
            is_resultant: case.kind == "resultant",
            var: case.var,
            name: case.name,
        }
    };
    text.lines().map(read).collect()
}

/// The options that `set` makes of the default ones on a backend.
fn options(backend: Backend, set: impl Fn(&mut ResultantOptions)) -> ResultantOptions {
    let mut options = ResultantOptions::default();
    options.run.backend = backend;
    options.run.seed = Some(5);
    set(&mut options);
    options
}

/// All cases give the stored answers; the answers.
pub fn check_all(backend: Backend, set: impl Fn(&mut ResultantOptions)) -> Vec<ResultantAnswer> {
    check_file("several.jsonl", backend, set)
}

/// The same of the cases of another file.
pub fn check_file(file: &str, backend: Backend, set: impl Fn(&mut ResultantOptions)) -> Vec<ResultantAnswer> {
    let check = |case: &Read| {
        let answer = case.run(options(backend, &set)).unwrap_or_else(|error| panic!("{}: {error}", case.name));
        assert_eq!(answer.polynomial, case.expected, "{}", case.name);
        assert_eq!(answer.polynomial.vars(), case.expected.vars(), "{}", case.name);
        answer
    };
    cases(file).iter().map(check).collect()
}

fn every_method(backend: Backend) {
    for method in METHODS {
        check_all(backend, |options| options.method = method);
    }
}

#[test]
fn stored_cases_cpu() {
    every_method(Backend::Cpu);
}

#[test]
fn stored_cases_cuda() {
    if suite::have_gpu() {
        every_method(Backend::Cuda);
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
fn stored_cases_31_bits() {
    for method in METHODS {
        check_all(Backend::Cpu, |options| {
            options.method = method;
            options.run.word = WordSize::Bits31;
        });
    }
}

fn slabs(backend: Backend) {
    for (slabs, word) in [(2, WordSize::Auto), (7, WordSize::Bits31), (1000, WordSize::Auto)] {
        let answers = check_all(backend, |options| {
            options.run.slabs = slabs;
            options.run.word = word;
        });
        let cut = answers.iter().filter(|answer| answer.report.run.slabs > 1).count();
        assert!(2 * cut > answers.len(), "{cut} of {} cut", answers.len());
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

/// All cases, and one whose bound is far above its answer: y -> y + s changes no resultant.
#[test]
fn probabilistic() {
    let certainty = Certainty::Probabilistic { error_exponent: 60 };
    for method in [Method::Remainder, Method::Sylvester] {
        check_all(Backend::Cpu, |options| (options.certainty, options.method) = (certainty, method));
    }
    let [f, g] = ["y^5 - 3*x*y^2 + z - 3", "2*y^4 + z*y^2 - 5*x"].map(poly);
    let s = poly(&format!("y + {}*x - {}*z", "7".repeat(80), "3".repeat(70)));
    let [far_f, far_g] = [&f, &g].map(|h| h.substitute("y", &s).expect("a shift"));
    let expected = Resultant::new(&f, &g, "y").backend(Backend::Cpu).run().expect("an answer");
    let early =
        Resultant::new(&far_f, &far_g, "y").backend(Backend::Cpu).certainty(certainty).run().expect("an answer");
    assert_eq!(early.polynomial, expected.polynomial);
    assert!(early.report.failure_log2.is_some_and(|log2| log2 <= -60.0), "{:?}", early.report);
}

/// Remedies that are asked for change no answer; all of them are taken in some case.
#[test]
fn remedies() {
    for remedy in [Remedy::Swap, Remedy::Factor, Remedy::Combination, Remedy::Squares] {
        for method in [Method::Schur, Method::Schur2010] {
            let answers = check_all(Backend::Cpu, |options| {
                options.method = method;
                options.remedy = remedy;
            });
            assert!(answers.iter().any(|answer| answer.report.remedy != "none"), "{remedy:?}");
        }
    }
    let answers = check_all(Backend::Cpu, |options| options.method = Method::Schur);
    for remedy in ["swap", "factor y^k", "combination", "squares"] {
        assert!(answers.iter().any(|answer| answer.report.remedy == remedy), "{remedy}");
    }
}

/// The image modulo p, in Z / p alone where that can be, and over Z.
fn modulus(backend: Backend) {
    let mut direct = 0;
    for p in [2, 3, 7, 97, 65_537, 998_244_353, 1_000_000_007, 2_147_483_647] {
        for case in cases("several.jsonl") {
            for (slabs, method) in [(0, Method::Remainder), (5, Method::Schur), (3, Method::Sylvester)] {
                let answer = case.run(options(backend, |options| {
                    options.modulus = Some(u64::from(p).into());
                    options.method = method;
                    options.run.slabs = slabs;
                }));
                let answer = answer.unwrap_or_else(|error| panic!("{} modulo {p}: {error}", case.name));
                let image = case.expected.terms().iter().map(|t| (t.coefficient.mod_u(p).into(), t.exponents.to_vec()));
                let image = Polynomial::from_terms(case.expected.vars(), image).expect("an answer");
                assert_eq!(answer.polynomial, image, "{} modulo {p}", case.name);
                direct += usize::from(answer.report.direct);
                // It has roots of unity for all grids.
                let computed = answer.report.run.verified_modulo != 0;
                let lead = case.name.contains("zero_modulo") || case.expected.is_zero();
                assert!(p != 998_244_353 || answer.report.direct || !computed || lead, "{}", case.name);
            }
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
    for (slabs, method) in [(0, Method::Remainder), (4, Method::Remainder), (3, Method::Sylvester)] {
        for case in cases("several.jsonl") {
            let text = case.write(options(Backend::Cpu, |options| {
                options.run.slabs = slabs;
                options.method = method;
            }));
            assert!(text == case.expected.to_string(), "{}", case.name);
        }
    }
}

/// A plan says beforehand what a report says afterwards.
#[test]
fn plans() {
    for (case, method) in cases("several.jsonl").iter().flat_map(|case| METHODS.map(|method| (case, method))) {
        let set = options(Backend::Cpu, |options| (options.method, options.remedy) = (method, Remedy::None));
        let plan = match case.is_resultant {
            true => Resultant::new(&case.f, &case.g, &case.var).options(set.clone()).plan(),
            false => Discriminant::new(&case.f, &case.var).options(set.clone()).plan(),
        };
        let plan = plan.unwrap_or_else(|error| panic!("{}: {error}", case.name));
        let report = case.run(set).expect("an answer").report;
        assert_eq!(
            (&plan.degree_bound, plan.on_grid.primes, plan.method),
            (&report.degree_bound, report.run.primes, report.method),
            "{}",
            case.name
        );
        let points: u64 = plan.on_grid.grid.iter().map(|&(len, cosets)| u64::from(len) * u64::from(cosets)).product();
        let ways = (plan.integers, plan.minors, plan.formula);
        assert_eq!(ways, (report.integers, report.minors, report.formula), "{}", case.name);
        let is_direct = plan.integers || plan.minors || plan.formula;
        assert!(plan.degrees.is_none() || is_direct || points == report.points, "{}", case.name);
        let mut bounds = plan.degree_bound.iter();
        for name in case.expected.vars().iter().filter(|name| case.f.contains(name) || case.g.contains(name)) {
            let bound = bounds.next().copied().unwrap_or(u32::MAX);
            assert!(plan.degrees.is_none() || case.expected.degree(name).unwrap_or(0) <= bound, "{}", case.name);
        }
    }
}

fn poly(text: &str) -> Polynomial {
    text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// The Vandermonde-Schur algorithm is for one variable that has an axis.
#[test]
fn arbitrary_points_are_for_one_kept_variable() {
    let (f, g) = (poly("x*y^2 + z"), poly("y^3 - x + z"));
    let problem = || Resultant::new(&f, &g, "y").interpolation(Interpolation::Vandermonde);
    let errors = [
        problem().run().unwrap_err(),
        problem().plan().unwrap_err(),
        problem().modulus(1_000_000_007).run().unwrap_err(),
        problem().write(&mut TextWriter::new(Vec::new())).unwrap_err(),
    ];
    for error in errors {
        assert!(matches!(error.kind(), ErrorKind::Unsupported { .. }), "{error}");
        assert!(error.to_string().contains("for one kept variable, and x, z would be kept"), "{error}");
    }
    // Nor is it for matrices.
    let (a, b) = (poly("y^2 - x"), poly("x*y + 1"));
    let matrices = Resultant::new(&a, &b, "y").method(Method::Sylvester).interpolation(Interpolation::Vandermonde);
    let error = matrices.run().unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Unsupported { .. }), "{error}");
    assert!(error.to_string().contains("the method sylvester has no interpolation at arbitrary points"), "{error}");
    // z is a factor only.
    let (f, g) = (poly("z*(x*y^2 + 1)"), poly("z^2*(y^3 - x)"));
    let answer = Resultant::new(&f, &g, "y").interpolation(Interpolation::Vandermonde).backend(Backend::Cpu).run();
    let answer = answer.expect("one variable");
    assert_eq!((answer.polynomial.to_string().as_str(), answer.report.interpolation), ("x^5*z^7 + z^7", "vandermonde"));
}

/// Whatever vanishes: at points, everywhere, or because there is nothing to vanish.
#[test]
fn sylvester_matrices_of_degenerate_pairs() {
    let check = |f: &str, g: &str| {
        let (f, g) = (poly(f), poly(g));
        let by = |method| Resultant::new(&f, &g, "y").backend(Backend::Cpu).seed(5).method(method).run();
        let ([answer, expected], matrix) = ([Method::Sylvester, Method::Remainder].map(|m| by(m).unwrap()), by);
        assert_eq!(answer.polynomial, expected.polynomial, "{f}, {g}");
        assert_eq!(matrix(Method::Sylvester).unwrap().report.method, "sylvester");
        answer.polynomial.to_string()
    };
    assert_eq!(check("x + z", "y^3 - x"), "x^3 + 3*x^2*z + 3*x*z^2 + z^3");
    assert_eq!(check("y^2", "x*y^3 + z"), "z^2");
    assert_eq!(check("y^3", "x*y^2"), "0");
    assert_eq!(check("(y - x)*(z*y + 1)", "(y - x)*(y^2 - 5)"), "0");
    assert_eq!(check("(y - x)*(z*y + 1)", "(y - x)*(z*y + 1)"), "0");
    assert_eq!(check("x*y^2 - x", "z*y^2 - 4*z"), "9*x^2*z^2");
    check("(x - 1)*(x - 2)*y^5 + (x - 3)*y^4 + z", "(x - 1)*(x - 2)*y^3 + z*y - 1");
    let singular = poly("(y - x)^2*(y + z)");
    let matrix = Discriminant::new(&singular, "y").backend(Backend::Cpu).method(Method::Sylvester);
    assert!(matrix.run().unwrap().polynomial.is_zero());
    // The leading coefficient vanishes at points.
    for text in ["x*y^2 + z*y + 1", "(x - 1)*(x - 2)*(x - 3)*y^4 + z*y^3 - x", "x*y^3 - z*y^2"] {
        let f = poly(text);
        let by = |method| Discriminant::new(&f, "y").backend(Backend::Cpu).seed(5).method(method).run().unwrap();
        assert_eq!(by(Method::Sylvester).polynomial, by(Method::Remainder).polynomial, "{text}");
    }
}

/// A matrix with too many rows is refused before it is made.
#[test]
fn sylvester_matrices_that_are_too_large() {
    let (f, g) = (poly("y^30000 + y - x"), poly("x*y^3000 + 1"));
    let error = Resultant::new(&f, &g, "y").backend(Backend::Cpu).method(Method::Sylvester).run().unwrap_err();
    let ErrorKind::Limit { what, needed, allowed } = error.kind() else { panic!("{error}") };
    assert_eq!((*what, *needed, *allowed), ("rows of the Sylvester matrix", 33_000, 1 << 15));
}

/// Problems that are too large are refused before any work, whatever computes.
#[test]
fn boxes_that_are_too_large() {
    let many: Vec<String> = (0..40).map(|i| format!("v{i}")).collect();
    let line = |sign: &str, power: &str| poly(&format!("y^{power} {sign} {}", many.join(sign)));
    let wide = |e: u32| [format!("y^3 + x^{e}*y + z^{e} + x + z"), format!("y^4 - x^{e}*z^{e}*y + w^{e} + w")];
    let [a, b] = wide(30_000).map(|text| poly(&text));
    let [c, d] = wide(100).map(|text| poly(&text));
    for backend in [Backend::Auto, Backend::Cpu, Backend::Cuda] {
        for (f, g) in [(&line("+", "2"), &line("-", "3")), (&a, &b), (&c, &d)] {
            // A lift that is asked for takes a grid; small degrees need none.
            let resultant = Resultant::new(f, g, "y").backend(backend).memory_limit(1 << 30).lift(Lift::Crt);
            let error = resultant.run().unwrap_err();
            let is_limit = matches!(error.kind(), ErrorKind::Limit { .. });
            let no_device = backend == Backend::Cuda && !matches!(error.kind(), ErrorKind::Verification { .. });
            assert!(is_limit || no_device, "{error}");
        }
    }
}
