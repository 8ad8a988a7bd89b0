//! GCDs in two to four variables: stored answers of FLINT and PARI, known GCDs of products, and what must hold for any input.

use crate::suite::{data, have_gpu};
use eliminant::plan::primes::{self, Word};
use eliminant::poly::Term;
use eliminant::{
    Backend, ErrorKind, Gcd, GcdBatch, GcdMethod, Polynomial, WordSize, gcd, gcd_list, gcd_with_cofactors, is_coprime,
    squarefree_decomposition, squarefree_part,
};
use gpu::arith::{Modulus, Mont31, Mont50};
use rug::Integer;
use rug::ops::Pow;
use serde::Deserialize;
use std::sync::OnceLock;

const VARS: [&str; 4] = ["x", "y", "z", "t"];

/// The engines: both where there is a device.
fn backends() -> &'static [Backend] {
    static GPU: OnceLock<bool> = OnceLock::new();
    if *GPU.get_or_init(have_gpu) { &[Backend::Cpu, Backend::Cuda] } else { &[Backend::Cpu] }
}

fn poly(text: &str) -> Polynomial {
    Polynomial::parse_in(text, &VARS).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// gcd(f, g) with cofactors that multiply back, on a grid and as terms suggest.
fn check_by(f: &Polynomial, g: &Polynomial, expected: &Polynomial, backend: Backend, word: WordSize, name: &str) {
    for (f, g, grid) in [(f, g, true), (g, f, true), (f, g, false), (g, f, false)] {
        let answer = Gcd::new(f, g).backend(backend).word(word).grid(grid).cofactors(true).seed(7).run();
        let answer = answer.unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(answer.gcd, *expected, "{name} {backend:?} {word:?}");
        match answer.cofactors {
            Some([a, b]) => assert_eq!((&(expected * &a), &(expected * &b)), (f, g), "cofactors of {name}"),
            None => assert!(f.is_zero() && g.is_zero(), "no cofactors of {name}"),
        }
    }
}

fn check(f: &str, g: &str, expected: &str) {
    for &backend in backends() {
        check_by(&poly(f), &poly(g), &poly(expected), backend, WordSize::Auto, f);
    }
}

#[derive(Deserialize)]
struct Case {
    name: String,
    f: String,
    g: String,
    gcd: String,
}

fn stored(backend: Backend, word: WordSize) {
    let path = data().join("gcd_multivariate.jsonl");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path:?}: {e}"));
    let mut seen = 0;
    for line in text.lines() {
        let Case { name, f, g, gcd } = serde_json::from_str(line).expect("a case");
        check_by(&poly(&f), &poly(&g), &poly(&gcd), backend, word, &name);
        seen += 1;
    }
    assert!(seen >= 60, "{seen} cases");
}

#[test]
fn stored_cases_cpu() {
    stored(Backend::Cpu, WordSize::Auto);
}

#[test]
fn stored_cases_cpu_31_bits() {
    stored(Backend::Cpu, WordSize::Bits31);
}

#[test]
fn stored_cases_cuda() {
    if have_gpu() {
        stored(Backend::Cuda, WordSize::Auto);
    }
}

#[test]
fn stored_cases_auto() {
    stored(Backend::Auto, WordSize::Auto);
}

/// A generator of pseudo-random numbers below n.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    /// All monomials with exponents up to `degrees`, the last one and the constant with coefficient 1; a share of `kept` in 16 of the
    /// others.
    fn polynomial(&mut self, degrees: &[u32], bits: u32, kept: u64) -> Polynomial {
        let mut terms: Vec<(Integer, Vec<u32>)> = vec![(1.into(), degrees.to_vec())];
        let count: u32 = degrees.iter().map(|d| d + 1).product();
        if count > 1 {
            terms.push((1.into(), vec![0; degrees.len()]));
        }
        for mut index in 1..count.max(2) - 1 {
            let mut exponents = vec![0; degrees.len()];
            for (e, d) in exponents.iter_mut().zip(degrees).rev() {
                *e = index % (d + 1);
                index /= d + 1;
            }
            let c = (0..bits.div_ceil(16)).fold(Integer::new(), |c, _| (c << 16u32) + self.below(1 << 16));
            let c = c - (Integer::from(1) << (bits.next_multiple_of(16) - 1));
            if self.below(16) < kept {
                terms.push((c, exponents));
            }
        }
        Polynomial::from_terms(&VARS[..degrees.len()], terms).unwrap().with_vars(&VARS).unwrap()
    }
}

/// (a h, b h) for random a and b, which are coprime: their largest monomials have coefficient 1, and random polynomials have no factor
/// in common.
#[test]
fn products_with_a_known_gcd() {
    let mut random = Random(1);
    type Degrees = &'static [u32];
    let shapes: [(Degrees, Degrees, Degrees, u32); 12] = [
        (&[3, 4], &[2, 5], &[4, 3], 10),
        (&[12, 9], &[10, 14], &[11, 8], 100),
        (&[40, 2], &[1, 50], &[30, 3], 20),
        (&[0, 7], &[9, 0], &[5, 5], 30),
        (&[1, 1], &[1, 1], &[20, 20], 200),
        (&[2, 3, 2], &[3, 2, 1], &[2, 2, 2], 20),
        (&[5, 6, 4], &[4, 3, 5], &[3, 4, 5], 60),
        (&[0, 3, 2], &[4, 0, 2], &[3, 1, 0], 33),
        (&[1, 2, 3], &[3, 2, 1], &[0, 0, 1], 16),
        (&[1, 2, 1, 2], &[2, 1, 2, 1], &[1, 1, 2, 2], 20),
        (&[3, 3, 3, 3], &[2, 2, 2, 2], &[2, 3, 2, 2], 30),
        (&[2, 0, 2, 1], &[1, 3, 0, 2], &[2, 0, 1, 0], 50),
    ];
    for (i, (a, b, h, bits)) in shapes.into_iter().enumerate() {
        for kept in [16, 5] {
            let [a, b, h] = [a, b, h].map(|degrees| random.polynomial(degrees, bits, kept));
            let (f, g, name) = (&a * &h, &b * &h, format!("shape {i}, {kept}/16"));
            for &backend in backends() {
                check_by(&f, &g, &h, backend, WordSize::Auto, &name);
            }
            check_by(&f, &g, &h, Backend::Cpu, WordSize::Bits31, &name);
        }
    }
}

#[test]
fn contents_monomials_and_signs() {
    check("6*x^2*y^3 - 6*y^3", "-4*x^3*y + 4*y", "2*x*y - 2*y");
    check("-x*y", "-x^2*y", "x*y");
    check("12*x*y*z", "18*y*z^2*t", "6*y*z");
    check("(x^2 + 1)*(y - x)*(z + 3)", "(x^2 + 1)*(y + x)*(2*z + 6)", "(x^2 + 1)*(z + 3)");
    check("-3*(x*y - 1)*(y^2 + x)^2", "6*(x*y - 1)^2*(y^2 + x)", "3*(x*y - 1)*(y^2 + x)");
    // The content in every variable.
    check("(x + 1)*(y + 1)*(z + 1)*(t + 1)", "(x + 1)*(y - 1)*(z + 1)*(t + 2)", "(x + 1)*(z + 1)");
    check("(x + y)*(x + z)*(y + z)", "(x + y)*(x + t)*(y + t)", "x + y");
    check("1 - x*y", "x^2*y^2 - 1", "x*y - 1");
    check("0", "4*y - 2*x", "2*x - 4*y");
    check("7", "x*y", "1");
    check("x + y + z + t", "0", "x + y + z + t");
    check("0", "0", "0");
}

#[test]
fn coprime_divisible_and_equal() {
    check("x*y + 1", "x*y + 2", "1");
    check("x^2 + y^2 + z^2 + t^2", "x*y*z*t + 1", "1");
    check("(x + y + z)^4", "(x + y + z)^7", "(x + y + z)^4");
    check("(x*y + z)^3", "(x*y + z)^3", "(x*y + z)^3");
    check("2*(x*y + z)^3*(x - y)", "-4*(x*y + z)^3", "2*(x*y + z)^3");
    assert!(is_coprime(&poly("x*y + 1"), &poly("x + y")).unwrap());
    assert!(!is_coprime(&poly("x*y + x"), &poly("x*y - x")).unwrap());
    assert!(is_coprime(&poly("2*x*y"), &poly("2*z")).unwrap());
}

#[test]
fn variables_that_occur_in_one_only() {
    check("(x + 2)^3*(y + 1)*(z^2 - x)", "(x + 2)^2*(x - 5)", "(x + 2)^2");
    check("(x^2 + y)*(x^2 - y)", "(x^2 + y)*(z + t)", "x^2 + y");
    check("x^3 - y^3", "x*z - y*z", "x - y");
    check("(x + 1)*(y + 1)", "(x + 1)*(z + 1)", "x + 1");
    check("x + 1", "y + 1", "1");
    check("x^2 - 1", "(x - 1)*(y*z*t + 3)", "x - 1");
}

/// Points at which images have a common factor too many: roots of the resultant of the cofactors, among them 0, 1 and -1.
#[test]
fn unlucky_points_on_purpose() {
    let factors = (1..30).map(|k| format!("(x - {k})*(x + {k})")).collect::<Vec<_>>().join("*");
    let (f, g) = (format!("(y + x)*(y - 1 + {factors})"), "(y + x)*(y - 1)".to_owned());
    check(&f, &g, "x + y");
    check("(y*(x - 1) + 1)*(x*y + 2)", "(y*(x - 1) + 1)*(x*y + 3)", "y*(x - 1) + 1");
    check("(x - 1)*(y - 1)*(x + y)", "(x - 1)*(y + 1)*(x + y)", "(x - 1)*(x + y)");
    // Cofactors that agree where x^64 = 1 or x = z.
    check("(y^2 + x)*(y + x^64)", "(y^2 + x)*(y + 1)", "y^2 + x");
    check("(y^2 + x*z)*(y + x)", "(y^2 + x*z)*(y + z)", "y^2 + x*z");
}

/// Both leading coefficients vanish in all variables at many points, or have a common factor that the GCD has not.
#[test]
fn vanishing_leading_coefficients() {
    let all = (1..20).map(|k| format!("(x - {k})")).collect::<Vec<_>>().join("*");
    let f = format!("({all}*y^3 + y + 1)*({all}*y + x)");
    let g = format!("({all}*y^2 + x)*({all}*y + x)");
    check(&f, &g, &format!("{all}*y + x"));
    // The GCD's leading coefficient is 1, those of f and g have a large common divisor.
    let f = format!("({all}*y^3 + y + 1)*(y^2 + x)");
    let g = format!("({all}*y^2 + x)*(y^2 + x)");
    check(&f, &g, "y^2 + x");
    check("(x*y*z + 1)*(x^2*y + z*x + 1)", "(x*y*z + 1)*(x*y^2 + z*x*t + 1)", "x*y*z + 1");
    check("(x^20 - 1)*y^4 + (x^10 - 1)*y^2", "(x^15 - 1)*y^3 + (x^5 - 1)*y", "y*(x^5 - 1)");
}

/// gcd(lc f, lc g) is the GCD's leading coefficient times an integer, or times a polynomial: then f and g are multiplied by it.
#[test]
fn common_factors_of_leading_coefficients() {
    let check = |a: &str, b: &str, h: &str, multiplied: bool| {
        let [a, b, h] = [a, b, h].map(poly);
        let (f, g) = (&a * &h, &b * &h);
        for &backend in backends() {
            let name = format!("({f}, {g})");
            check_by(&f, &g, &h, backend, WordSize::Auto, &name);
            let report = Gcd::new(&f, &g).backend(backend).grid(true).run().unwrap().report;
            assert_eq!(report.run.stages.iter().any(|stage| stage.stage == "multiply"), multiplied, "{name}");
            // Where the GCD has higher degrees than the leading coefficients, fractions are tried first.
            let tried = multiplied && h.degree("x") == Some(9) && a.degree("x") < Some(9);
            assert!(!tried || report.unlucky > 0, "{name}");
        }
    };
    // Cofactors and GCDs for which x and y are alike, so that the main variable does not matter.
    for h in [
        "x*y^9 + x^9*y + 5*x*y + 3",
        "(x + 5)*y^2 + x^2*y - 3",
        "4*x^3*y^3 + x + 2*y - 9",
        "(x^2 + 2)*y^3 + 6*x^3*y + x^2 - 1",
    ] {
        for e in
            ["1", "6", "-35", "123456789123456789", "(x + 1)*(y + 1)", "(6*x - 4)*(2*y + 6)", "(x^9 + 2)*(y^9 + 3)"]
        {
            check(&format!("{e}*x^2*y^2 + 3*x*y + 1"), &format!("{e}*x^2*y^2 - 5*x + y + 7"), h, true);
        }
        for (c, d) in [("1", "1"), ("6", "9"), ("-35", "14"), ("246913578246913578", "370370367370370367")] {
            check(&format!("{c}*x^3 + {c}*y^3 + x*y + 4"), &format!("{d}*x^3 + {d}*y^3 - x + 1"), h, false);
        }
    }
}

/// A prime modulo which the cofactors agree is unlucky everywhere: primes of the kind that engines take, times a difference.
#[test]
fn unlucky_primes() {
    let mut product = Integer::from(1);
    // Multiples of 2^10 and one, below 2^32 / 3 and 2^50.
    for top in [1_431_655_765u64, 1 << 50] {
        let mut k = (top - 1) >> 10;
        let mut found = 0;
        while found < 6 {
            let p = Integer::from((k << 10) + 1);
            if p.is_probably_prime(20) != rug::integer::IsPrime::No {
                product *= p;
                found += 1;
            }
            k -= 1;
        }
    }
    check(&format!("(x*y + 3)*(x + y^2 + {product}*y)"), "(x*y + 3)*(x + y^2)", "x*y + 3");
    check(
        &format!("({product}*x*y + 3)*(x + y)"),
        &format!("({product}*x*y + 3)*(x - y)"),
        &format!("{product}*x*y + 3"),
    );
}

/// f with f(i x, x) = 0 modulo so many of the largest primes p = 1 mod `modulus` of a word, others for each i = 1, ..., 20, and g = prod (y - i x): modulo each of
/// these primes they have a common divisor. Newton's interpolation finds small coefficients: f(k + 1) = 0 modulo the product for k + 1 tells the
/// coefficient of (y - 1) ... (y - k).
fn aimed_at<M: Word>(modulus: u32, primes: usize) -> [Polynomial; 2] {
    let bits = primes as u64 * 20 * u64::from(M::MAX.ilog2() + 1);
    let found = primes::largest::<M>(modulus, bits, &|_| true).expect("enough primes");
    let products = found
        .rchunks(primes)
        .take(20)
        .map(|part| part.iter().map(|prime| Integer::from(prime.field.p())).product::<Integer>());
    let products: Vec<Integer> = products.collect();
    let (mut f, mut basis) = (poly("0"), poly("1"));
    for k in 0..20u32 {
        // Both are homogeneous in the end: here x = 1.
        let value = |term: &Term| &term.coefficient * Integer::from(k + 1).pow(term.exponents[1]);
        let at = |h: &Polynomial| h.terms().iter().map(value).sum::<Integer>();
        let module = &products[k as usize];
        let coefficient = -at(&f) * at(&basis).invert(module).expect("a product of small factors") % module + module;
        f = &f + &(&basis * &Polynomial::constant(&VARS, coefficient).expect("a constant"));
        basis = &basis * &poly(&format!("y - {}", k + 1));
    }
    let f = &f + &basis;
    [f, basis].map(|h| {
        let terms = h
            .terms()
            .iter()
            .map(|term| (term.coefficient.clone(), vec![20 - term.exponents[1], term.exponents[1], 0, 0]));
        Polynomial::from_terms(&VARS, terms).expect("a polynomial")
    })
}

/// All of many of the engines' first primes are unlucky: the others are random, and few.
#[test]
fn inputs_aimed_at_the_largest_primes() {
    let h = poly("x*y + 3");
    let check = |f: &Polynomial, g: &Polynomial, backend: Backend, word: WordSize| {
        for seed in 0..3 {
            let answer = Gcd::new(f, g).backend(backend).word(word).grid(true).seed(seed).run().unwrap();
            assert_eq!(answer.gcd, h);
            assert!((10..100).contains(&answer.report.unlucky), "{}", answer.report.unlucky);
        }
    };
    // Grids of 22 to 24 points have roots of unity of order 24.
    let short = aimed_at::<Mont31>(24, 15).map(|f| &f * &h);
    check(&short[0], &short[1], Backend::Cpu, WordSize::Bits31);
    if have_gpu() {
        check(&short[0], &short[1], Backend::Cuda, WordSize::Auto);
    }
    if eliminant::engine::cpu::Cpu::with_ifma(1 << 20, eliminant::Control::default()).is_some() {
        let long = aimed_at::<Mont50>(24, 15).map(|f| &f * &h);
        check(&long[0], &long[1], Backend::Cpu, WordSize::Bits50);
    }
    // In one variable, without a grid: (x + 3) a and (x + 3) (a + M).
    let primes = primes::largest::<Mont31>(1, 31 * 300, &|_| true).expect("enough primes");
    let product: Integer = primes.iter().map(|prime| Integer::from(prime.field.p())).product();
    let (f, g) = (poly("(x + 3)*(x^2 + 1)"), poly(&format!("(x + 3)*(x^2 + 1 + {product})")));
    let answer = Gcd::new(&f, &g).backend(Backend::Cpu).word(WordSize::Bits31).seed(1).run().unwrap();
    assert_eq!(answer.gcd, poly("x + 3"));
    // All aimed ones have the same degree, so that nothing tells them from lucky ones before another prime does.
    assert!(answer.report.unlucky <= primes.len() + 16, "{} of {}", answer.report.unlucky, primes.len());
}

#[test]
fn lists_batches_and_orders_of_variables() {
    let list = ["(x*y + 1)*(x + z)*6", "(x*y + 1)*(y + z)*4", "(x*y + 1)*(x + y)*10"].map(poly);
    assert_eq!(gcd_list(&list).unwrap(), poly("2*x*y + 2"));
    // The sign follows the list of the answer, also where a 0 or an empty list has another.
    let f = Polynomial::parse_in("y - x", &["y", "x"]).unwrap();
    assert_eq!(gcd_list(&[f.clone(), f.clone()]).unwrap(), f);
    let zero = Polynomial::zero(&["x", "y"]).unwrap();
    assert_eq!(gcd(&zero, &f).unwrap(), Polynomial::parse_in("x - y", &["x", "y"]).unwrap());
    let pairs: Vec<_> = (1..20u32)
        .map(|n| (poly(&format!("x^{n} - y^{n}")), if n % 3 == 0 { poly("x^2 - 1") } else { poly("x^6 - y^6") }))
        .collect();
    for &backend in backends() {
        let (gcds, report) = GcdBatch::new(&pairs).backend(backend).grid(true).run().unwrap();
        assert_eq!(GcdBatch::new(&pairs).backend(backend).run().unwrap().0, gcds);
        for (n, h) in (1..20u32).zip(&gcds) {
            let expected = match n % 6 {
                0 | 3 => "1".to_owned(),
                2 | 4 => "x^2 - y^2".to_owned(),
                _ => "x - y".to_owned(),
            };
            assert_eq!(*h, poly(&expected), "{n}");
        }
        assert_eq!(report.pairs, 19);
    }
    // The sign is that of the first term in the order of the list.
    let (f, g): (Polynomial, Polynomial) = ("y^2 - a^2".parse().unwrap(), "y - a".parse().unwrap());
    assert_eq!(gcd(&f, &g).unwrap().to_string(), "a - y");
    let wide = |f: &Polynomial| f.with_vars(&["y", "u", "a"]).unwrap();
    assert_eq!(gcd(&wide(&f), &wide(&g)).unwrap().to_string(), "y - a");
    let (h, a, b) = gcd_with_cofactors(&wide(&f), &g).unwrap();
    assert_eq!([h, a, b].map(|h| h.to_string()), ["a - y", "-a - y", "-1"]);
}

/// Squarefree decompositions of products of known factors, irreducible ones that differ, some of them without the first variables.
#[test]
fn squarefree_in_several_variables() {
    let cases: [(&str, &[(&str, u32)]); 9] = [
        ("6", &[("x*y - 1", 1)]),
        ("-4", &[("x*y + z", 2)]),
        ("1", &[("x", 3), ("y", 1), ("x + y", 3)]),
        ("-15", &[("x*y + 1", 1), ("y - 1", 1), ("x + y^2", 2), ("y + 2", 2), ("z", 5)]),
        ("7", &[("x^2 + y*z", 1), ("y^2 - z", 3), ("z + 1", 3), ("3*x*z + 2", 4)]),
        ("2", &[("y^2 + z^2", 2), ("z^3 - 2", 1), ("t", 7)]),
        ("1", &[("x*y*z*t + 1", 2), ("x + y + z + t", 3), ("t^2 + 1", 2)]),
        ("-1", &[("2*x^2 + 3*y^3", 1), ("2*x^2 - 3*y^3", 6)]),
        ("12", &[("x^5*y + y^2 - 3", 2), ("x^4 + x*y^3 + 1", 2), ("x - y", 1)]),
    ];
    for (content, powers) in cases {
        let mut f = poly(content);
        let mut expected = std::collections::BTreeMap::new();
        let mut part = poly("1");
        for &(factor, multiplicity) in powers {
            let factor = poly(factor);
            (0..multiplicity).for_each(|_| f = &f * &factor);
            let product: &mut Polynomial = expected.entry(multiplicity).or_insert_with(|| poly("1"));
            *product = &*product * &factor;
            part = &part * &factor;
        }
        let found = squarefree_decomposition(&f).unwrap();
        assert_eq!(found.content, content.parse::<Integer>().unwrap(), "{f}");
        let expected: Vec<(Polynomial, u32)> = expected.into_iter().map(|(m, product)| (product, m)).collect();
        assert_eq!(found.factors, expected, "{f}");
        assert_eq!(squarefree_part(&f).unwrap(), part, "{f}");
    }
}

/// Exponents with a common divisor of their differences cost what the quotients cost.
#[test]
fn limits() {
    check("x^20000000*y^3 - y^3", "x^15000000*y^2 - y^2", "x^5000000*y^2 - y^2");
    // Coprime pairs have no limit of dense coefficients, nor of variables.
    check("x^20000*y^20000 + x + y", "x*y + 1", "1");
    let five = ["6*a*b^2 + 9*b*c*d + 12*b*e", "15*(a + b + c + d + e)*b^2"].map(|text| text.parse().unwrap());
    let answer = Gcd::new(&five[0], &five[1]).cofactors(true).run().unwrap();
    let text = |f: &Polynomial| f.to_string();
    let cofactors = answer.cofactors.map(|[a, b]| [text(&a), text(&b)]).unwrap();
    assert_eq!(text(&answer.gcd), "3*b");
    assert_eq!(cofactors, ["2*a*b + 3*c*d + 4*e", "5*a*b + 5*b^2 + 5*b*c + 5*b*d + 5*b*e"]);
    // Sparse polynomials have a limit on degrees alone.
    check("(x^20000*y^20000 + x + y)*(x + 1)", "(x*y + 1)*(x + 1)", "x + 1");
    let long = [poly("(x^20000000*y + x^19999999 + 1)*(x + y)"), poly("(x*y + 1)*(x + y)")];
    let error = gcd(&long[0], &long[1]).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Limit { needed: 20_000_002, allowed: 4_194_304, .. }), "{error}");
    let five: Polynomial = "(a*b*c*d*e)^2 - a".parse().unwrap();
    assert_eq!(gcd(&five, &five).unwrap(), five);
    let high =
        |sign: &str| format!("((a*b*c*d*e)^300 {sign} a + b + c + d + e)*(a + b)").parse::<Polynomial>().unwrap();
    assert_eq!(gcd(&high("+"), &high("-")).unwrap().to_string(), "a + b");
    let (f, g) = (poly("(x*y + 1)*(x + y)^9"), poly("(x*y + 1)*(x - y)^9"));
    let small = Gcd::new(&f, &g).backend(Backend::Cpu).grid(true).memory_limit(1000).run().unwrap_err();
    assert!(matches!(small.kind(), ErrorKind::Limit { .. }), "{small}");
    if backends().contains(&Backend::Cuda) {
        let small = Gcd::new(&f, &g).backend(Backend::Cuda).memory_limit(1000).run().unwrap_err();
        assert!(matches!(small.kind(), ErrorKind::Limit { .. } | ErrorKind::OutOfMemory { .. }), "{small}");
    }
    let control = eliminant::Control::default();
    control.cancel();
    let cancelled = Gcd::new(&f, &g).control(control).run().unwrap_err();
    assert!(matches!(cancelled.kind(), ErrorKind::Cancelled), "{cancelled}");
}

/// A batch with pairs in one variable and in several, zeros among them, and both methods.
#[test]
fn mixed_batches_and_methods() {
    let texts = [
        ("(x*y + 1)*(x - y)^3", "(x*y + 1)*(x + y)^3", "x*y + 1"),
        ("(x^2 + 1)*(x - 3)^40", "(x^2 + 1)*(x + 5)^41", "x^2 + 1"),
        ("0", "2*x*y - 6*z", "2*x*y - 6*z"),
        // The sign is that of the first term in the order of x, y, z, t.
        ("(z^3 - x)*(x + y + z)^4", "(z^3 - x)*(x - y + 2*z + 1)^4", "x - z^3"),
        ("(3*t^2 + 2)*(t - 1)^30", "(3*t^2 + 2)*(t + 7)^30", "3*t^2 + 2"),
        ("x*y - 2", "x*z + 3", "1"),
    ];
    let pairs: Vec<_> = texts.iter().map(|(f, g, _)| (poly(f), poly(g))).collect();
    for &backend in backends() {
        for method in [GcdMethod::Remainder, GcdMethod::Schur] {
            let (gcds, report) = GcdBatch::new(&pairs).backend(backend).method(method).run().unwrap();
            assert_eq!((report.pairs, report.method), (texts.len(), method.name()));
            for ((h, (f, g)), (_, _, expected)) in gcds.iter().zip(&pairs).zip(&texts) {
                assert_eq!(*h, poly(expected), "{backend:?} {method:?}");
                let answer = Gcd::new(f, g).backend(backend).method(method).run().unwrap();
                assert_eq!((&answer.gcd, answer.report.method), (h, method.name()));
                let named = if backend == Backend::Cuda { "cuda" } else { "cpu" };
                assert!(answer.report.run.primes == 0 || answer.report.run.backend == named);
            }
        }
    }
}

#[test]
fn answers_do_not_depend_on_the_seed() {
    let mut random = Random(9);
    let [a, b, h] = [[3, 4, 2], [2, 2, 3], [3, 1, 2]].map(|degrees| random.polynomial(&degrees, 40, 9));
    let (f, g) = (&a * &h, &b * &h);
    for &backend in backends() {
        for seed in 0..50 {
            let gcd = Gcd::new(&f, &g).backend(backend).word(WordSize::Bits31).threads(1).seed(seed);
            let answer = gcd.run().unwrap();
            assert_eq!(answer.gcd, h);
            assert!(answer.report.run.verified_modulo > 1 << 60 && answer.report.run.primes > 0);
        }
    }
}
