//! GCDs and squarefree decompositions against answers of FLINT and PARI, and by what must hold for any input.

use crate::suite::{data, have_gpu};
use eliminant::{
    Backend, Control, Decomposition, ErrorKind, Gcd, GcdBatch, GcdMethod, Polynomial, WordSize, gcd, gcd_batch,
    gcd_list, is_coprime, squarefree_decomposition, squarefree_part,
};
use rug::Integer;
use serde::Deserialize;
use std::sync::{Arc, Mutex};

fn polynomial(coefficients: &[String]) -> Polynomial {
    let coefficients = coefficients.iter().map(|c| c.parse().expect("an integer")).collect();
    Polynomial::from_dense("x", coefficients).expect("one variable")
}

fn x(text: &str) -> Polynomial {
    Polynomial::parse_in(text, &["x"]).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// Coefficients from the lowest up.
#[derive(Deserialize)]
struct Case {
    name: String,
    f: Vec<String>,
    g: Vec<String>,
    gcd: Vec<String>,
}

/// The cases of tests/data/gcd.jsonl and the files of vectors: names, f, g and their gcd.
fn cases() -> Vec<(String, Polynomial, Polynomial, Polynomial)> {
    let read = |path: std::path::PathBuf| std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path:?}: {e}"));
    let mut texts: Vec<String> = read(data().join("gcd.jsonl")).lines().map(str::to_owned).collect();
    for entry in std::fs::read_dir(data().join("vectors")).expect("the folder of vectors") {
        let path = entry.expect("a folder entry").path();
        if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("gcd_")) {
            texts.push(read(path));
        }
    }
    let cases: Vec<Case> = texts.iter().map(|text| serde_json::from_str(text).expect("a case")).collect();
    assert!(cases.len() > 400);
    cases.into_iter().map(|c| (c.name, polynomial(&c.f), polynomial(&c.g), polynomial(&c.gcd))).collect()
}

/// Every case by itself, with cofactors.
fn check(backend: Backend, word: WordSize, method: GcdMethod) {
    for (name, f, g, expected) in cases() {
        for (f, g) in [(&f, &g), (&g, &f)] {
            let answer = Gcd::new(f, g).backend(backend).word(word).method(method).cofactors(true).seed(1).run();
            let answer = answer.unwrap_or_else(|e| panic!("{name}: {e}"));
            assert_eq!(answer.gcd, expected, "{name} {backend:?} {word:?} {method:?}");
            match answer.cofactors {
                Some([a, b]) => {
                    assert_eq!((&expected * &a, &expected * &b), (f.clone(), g.clone()), "cofactors of {name}");
                }
                None => assert!(f.is_zero() && g.is_zero(), "no cofactors of {name}"),
            }
        }
    }
}

#[test]
fn cases_cpu() {
    check(Backend::Cpu, WordSize::Auto, GcdMethod::Remainder);
}

#[test]
fn cases_cpu_31_bits() {
    check(Backend::Cpu, WordSize::Bits31, GcdMethod::Remainder);
}

#[test]
fn cases_cpu_schur() {
    check(Backend::Cpu, WordSize::Auto, GcdMethod::Schur);
}

#[test]
fn cases_cuda() {
    if have_gpu() {
        check(Backend::Cuda, WordSize::Auto, GcdMethod::Remainder);
    }
}

#[test]
fn cases_cuda_schur() {
    if have_gpu() {
        check(Backend::Cuda, WordSize::Auto, GcdMethod::Schur);
    }
}

/// All cases as one batch, in order, together with pairs that need no computation.
fn check_batch(backend: Backend, method: GcdMethod) {
    let cases = cases();
    let pairs: Vec<_> = cases.iter().map(|(_, f, g, _)| (f.clone(), g.clone())).collect();
    let (gcds, report) = GcdBatch::new(&pairs).backend(backend).method(method).seed(1).run().expect("all pairs");
    assert_eq!((gcds.len(), report.pairs), (cases.len(), cases.len()));
    for (found, (name, .., expected)) in gcds.iter().zip(&cases) {
        assert_eq!(found, expected, "{name}");
    }
}

#[test]
fn batches_cpu() {
    check_batch(Backend::Cpu, GcdMethod::Remainder);
}

#[test]
fn batches_cuda() {
    if have_gpu() {
        check_batch(Backend::Cuda, GcdMethod::Remainder);
        check_batch(Backend::Cuda, GcdMethod::Schur);
    }
}

#[derive(Deserialize)]
struct Decomposed {
    name: String,
    f: Vec<String>,
    content: String,
    factors: Vec<(Vec<String>, u32)>,
}

#[test]
fn squarefree_decompositions() {
    let path = data().join("squarefree.jsonl");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path:?}: {e}"));
    let mut seen = 0;
    for line in text.lines() {
        let case: Decomposed = serde_json::from_str(line).expect("a case");
        let f = polynomial(&case.f);
        let found = squarefree_decomposition(&f).unwrap_or_else(|e| panic!("{}: {e}", case.name));
        assert_eq!(found.content, case.content.parse::<Integer>().unwrap(), "{}", case.name);
        let expected: Vec<_> = case.factors.iter().map(|(factor, m)| (polynomial(factor), *m)).collect();
        assert_eq!(found.factors, expected, "{}", case.name);
        let mut part = Polynomial::constant(&["x"], u32::from(!f.is_zero()).into()).unwrap();
        for (factor, _) in &expected {
            part = &part * factor;
        }
        assert_eq!(squarefree_part(&f).unwrap(), part, "{}", case.name);
        seen += 1;
    }
    assert!(seen > 50);
}

#[test]
fn lists_and_coprimality() {
    let list = ["6*x^4 - 6", "4*x^6 - 4", "10*x^2 - 10"].map(x);
    assert_eq!(gcd_list(&list).unwrap(), x("2*x^2 - 2"));
    assert_eq!(gcd_list(&list[..1]).unwrap(), list[0]);
    assert!(gcd_list(&[]).unwrap().is_zero());
    assert!(is_coprime(&x("x^5 - x - 1"), &x("5*x^4 - 1")).unwrap());
    assert!(is_coprime(&x("6"), &x("4")).unwrap() && is_coprime(&x("0"), &x("4")).unwrap());
    assert!(!is_coprime(&x("0"), &x("x")).unwrap() && !is_coprime(&x("0"), &x("0")).unwrap());
}

#[test]
fn variables_and_their_order() {
    let (f, g): (Polynomial, Polynomial) = ("y^2 - 1".parse().unwrap(), "3*y - 3".parse().unwrap());
    let wide = |f: &Polynomial| f.with_vars(&["z", "y", "a"]).unwrap();
    assert_eq!(gcd(&wide(&f), &wide(&g)).unwrap(), wide(&"y - 1".parse().unwrap()));
    let both = gcd(&f, &wide(&g)).unwrap();
    assert_eq!((both.to_string(), both.vars()), ("y - 1".to_owned(), &["a", "y", "z"].map(str::to_owned)[..]));
}

/// Exponents with a common divisor of their differences cost what the quotients cost.
#[test]
fn sparse_polynomials_of_huge_degree() {
    let (f, g) = (x("x^2000000000 - 1"), x("x^1500000000 - 1"));
    assert_eq!(gcd(&f, &g).unwrap(), x("x^500000000 - 1"));
    assert_eq!(gcd(&x("7*x^2000000001"), &x("21*x^1500000000 - 14*x^3")).unwrap(), x("7*x^3"));
    let error = gcd(&x("x^2000000000 + x + 1"), &g).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Limit { needed: 2_000_000_001, .. }), "{error}");
}

#[test]
fn wrong_choices_are_refused() {
    let (f, g) = (x("x^9 - 1"), x("x^6 - 1"));
    assert!(matches!(Gcd::new(&f, &g).threads(0).run().unwrap_err().kind(), ErrorKind::Argument { .. }));
    assert!(matches!(Gcd::new(&f, &g).memory_limit(0).run().unwrap_err().kind(), ErrorKind::Argument { .. }));
    let small = Gcd::new(&f, &g).backend(Backend::Cpu).memory_limit(100).run().unwrap_err();
    assert!(matches!(small.kind(), ErrorKind::Limit { .. }), "{small}");
    assert_eq!(
        Gcd::new(&f, &g).backend(Backend::Cpu).memory_limit(100_000).threads(1).run().unwrap().gcd,
        x("x^3 - 1")
    );
}

#[test]
fn cancelled_computations_say_so() {
    let control = Control::default();
    control.cancel();
    let (f, g) = (x("x^9 - 1"), x("x^6 - 1"));
    let single = Gcd::new(&f, &g).control(control.clone()).run().unwrap_err();
    assert!(matches!(single.kind(), ErrorKind::Cancelled), "{single}");
    let pairs = vec![(f, g); 3];
    let batch = GcdBatch::new(&pairs).control(control).run().unwrap_err();
    assert!(matches!(batch.kind(), ErrorKind::Cancelled), "{batch}");
}

/// (a h, b h) for random a, b, h: a multiple of h, and h itself where the cofactors are coprime.
/// Of one GCD, one whose first primes are too few, one that is 1, one in two variables, a batch and a decomposition.
#[test]
fn progress_rises_to_one() {
    // Longer than what images show to be coprime before there is anything to tell.
    let (mut f, mut g) = (x("x^80 + 7*x^3 + 12345678901234567890"), x("x^78 - 2*x + 5"));
    let h = x("x^20 - 3*x + 1");
    let coprime = (f.clone(), g.clone());
    (f, g) = (&f * &h, &g * &h);
    let two =
        ["(x + y^3 - 2)*(x*y + 7)", "(x + y^3 - 2)*(x^2 - y)"].map(|f| f.parse::<Polynomial>().expect("a polynomial"));
    let square = &(&f * &f) * &g;
    type Run<'a> = Box<dyn Fn(Control) -> eliminant::Result<()> + 'a>;
    let single =
        |f: &Polynomial, g: &Polynomial, control| Gcd::new(f, g).backend(Backend::Cpu).control(control).run().map(drop);
    let pairs = [(f.clone(), g.clone()), coprime.clone(), (two[0].clone(), two[1].clone())];
    let runs: [Run<'_>; 5] = [
        Box::new(|control| single(&f, &g, control)),
        Box::new(|control| single(&coprime.0, &coprime.1, control)),
        Box::new(|control| single(&two[0], &two[1], control)),
        Box::new(|control| GcdBatch::new(&pairs).backend(Backend::Cpu).control(control).run().map(drop)),
        Box::new(|control| Decomposition::new(&square).backend(Backend::Cpu).control(control).run().map(drop)),
    ];
    for run in runs {
        let seen = Arc::new(Mutex::new(Vec::new()));
        let told = seen.clone();
        run(Control::with_progress(move |fraction| told.lock().unwrap().push(fraction))).expect("GCDs");
        let seen = seen.lock().unwrap();
        assert!(seen.is_sorted() && seen.len() > 1 && seen.last() == Some(&1.0), "{seen:?}");
    }
}

#[test]
fn random_products() {
    let mut state = 1u64;
    let mut next = |n: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % n
    };
    let mut random = |degree: u64, bits: u64| {
        let terms = (0..=degree).map(|e| {
            let c = Integer::from(next(1 << 20) as i64 - (1 << 19)) << next(bits) as u32;
            (c, vec![e as u32])
        });
        &Polynomial::from_terms(&["x"], terms).unwrap()
            + &Polynomial::from_terms(&["x"], [(1.into(), vec![degree as u32])]).unwrap()
    };
    let mut pairs = Vec::new();
    for (p, q, d, bits) in [(3, 2, 4, 10), (20, 30, 0, 90), (120, 7, 60, 300), (1, 1, 700, 5), (300, 280, 150, 40)] {
        let (a, b, h) = (random(p, bits), random(q, bits), random(d, bits));
        pairs.push((&a * &h, &b * &h));
    }
    let gcds = gcd_batch(&pairs).unwrap();
    for ((f, g), h) in pairs.iter().zip(&gcds) {
        let answer = Gcd::new(f, g).cofactors(true).backend(Backend::Cpu).run().unwrap();
        assert_eq!(answer.gcd, *h);
        let [a, b] = answer.cofactors.unwrap();
        assert_eq!((&(&a * h), &(&b * h)), (f, g));
        assert!(is_coprime(&a, &b).unwrap());
    }
}
