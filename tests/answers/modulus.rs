//! Resultants and discriminants modulo primes: cases of FLINT and PARI, images of all stored answers over Z, both ways.

use crate::device::unless_absent;
use crate::suite::{self, Case, poly};
use eliminant::{Backend, Discriminant, ErrorKind, Interpolation, Method, Polynomial, Resultant, ResultantAnswer};
use rug::Integer;
use serde::Deserialize;

#[derive(Deserialize)]
struct Modular {
    #[serde(flatten)]
    case: Case,
    modulus: u32,
}

fn run(case: &Case, p: u32, backend: Backend, method: Method, interpolation: Interpolation) -> ResultantAnswer {
    let (f, g) = (poly(&case.f), poly(case.g.as_deref().filter(|g| !g.is_empty()).unwrap_or("0")));
    let answer = match case.kind.as_str() {
        "resultant" => Resultant::new(&f, &g, &case.var)
            .backend(backend)
            .method(method)
            .interpolation(interpolation)
            .modulus(u64::from(p))
            .run(),
        _ => Discriminant::new(&f, &case.var)
            .backend(backend)
            .method(method)
            .interpolation(interpolation)
            .modulus(u64::from(p))
            .run(),
    };
    answer.unwrap_or_else(|error| panic!("{} modulo {p}, {backend:?}, {method:?}: {error}", case.name))
}

/// The image of an answer over Z in the kept variable.
fn image(expected: &str, var: &str, p: u32) -> Polynomial {
    let kept = if var == "y" { "x" } else { "y" };
    let expected = Polynomial::parse_in(expected, &[kept]).expect("an answer");
    let terms = expected.terms().iter().map(|t| (t.coefficient.mod_u(p).into(), t.exponents.to_vec()));
    Polynomial::from_terms(&[kept], terms).expect("an answer")
}

/// Whether there are so many points in at most 16 cosets of roots of unity modulo p, of an order 2^a 3^b 5^c: fewer than p / 2.
fn has_grid(p: u32, points: u32) -> bool {
    let smooth = |n: u32| {
        let mut rest = n;
        for q in [2, 3, 5] {
            while rest.is_multiple_of(q) {
                rest /= q;
            }
        }
        rest == 1
    };
    let orders = (1..=points).filter(|&n| (p - 1).is_multiple_of(n) && smooth(n));
    // The next larger order too.
    let next = (points..2 * points + 10).find(|&n| (p - 1).is_multiple_of(n) && smooth(n));
    orders.chain(next).any(|n| points.div_ceil(n) <= 16 && n * points.div_ceil(n) < p / 2)
}

fn flint_and_pari(backend: Backend) {
    let text = std::fs::read_to_string(suite::data().join("modular.jsonl")).expect("tests/data/modular.jsonl");
    let (mut direct, mut over_z) = (0, 0);
    for line in text.lines() {
        let Modular { case, modulus: p } = serde_json::from_str(line).expect("a case a line");
        for (method, interpolation) in [
            (Method::Remainder, Interpolation::Ntt),
            (Method::Schur, Interpolation::Ntt),
            (Method::Sylvester, Interpolation::Ntt),
            (Method::Remainder, Interpolation::Vandermonde),
            (Method::Schur, Interpolation::Vandermonde),
        ] {
            let answer = run(&case, p, backend, method, interpolation);
            assert_eq!(answer.polynomial, image(&case.expected, &case.var, p), "{} {method:?}", case.name);
            assert_eq!(answer.report.modulus, Some(u64::from(p).into()));
            if answer.report.direct {
                assert_eq!((answer.report.run.primes, answer.report.run.verified_modulo), (1, u64::from(p).into()));
                direct += 1;
            } else {
                over_z += 1;
            }
            // Every field of the engines with room for the points is used directly, by roots of unity where it has them; for matrices
            // it must have them.
            let computed = answer.report.run.verified_modulo != 0;
            let sampled = method != Method::Sylvester && [1_000_000_007, 1_073_741_827, 1_431_655_751].contains(&p);
            if computed && (p == 998_244_353 || sampled) {
                assert!(answer.report.direct, "{}", case.name);
                // 998244353 = 119 2^23 + 1 has roots of unity for every grid, 1000000007 = 2 500000003 + 1 for 32 points.
                let want = match interpolation {
                    Interpolation::Ntt if has_grid(p, answer.report.degree_bound[0] + 1) => "ntt",
                    _ => "vandermonde",
                };
                assert_eq!(answer.report.interpolation, want, "{}", case.name);
            }
            // Points of larger fields are those of the CPU.
            assert!(!answer.report.direct || p > 5 && (p < u32::MAX / 3 || backend == Backend::Cpu));
        }
    }
    assert!(direct > 200 && over_z > 200, "{direct} {over_z}");
}

#[test]
fn flint_and_pari_cpu() {
    flint_and_pari(Backend::Cpu);
}

#[test]
fn flint_and_pari_cuda() {
    if suite::have_gpu() {
        flint_and_pari(Backend::Cuda);
    }
}

/// The stored answers over Z, degenerate ones and vanishing leading coefficients included.
#[test]
fn images_of_stored_cases() {
    for case in suite::cases() {
        for p in [2, 3, 5, 97, 65_537, 998_244_353, 1_000_000_007, 2_147_483_647] {
            let answer = run(&case, p, Backend::Cpu, Method::Remainder, Interpolation::Ntt);
            assert_eq!(answer.polynomial, image(&case.expected, &case.var, p), "{} modulo {p}", case.name);
        }
    }
}

/// Degrees are those over Z: with f of degree 2, lc(f) = 0 modulo p, res(f, g) has a factor lc(g) more than modulo p alone.
#[test]
fn degrees_are_those_over_z() {
    for p in [2u32, 7, 998_244_353] {
        let f = poly(&format!("{p}*x*y^2 + y + x"));
        let g = poly("(x + 1)*y^3 + y + x");
        let over_z = Resultant::new(&f, &g, "y").backend(Backend::Cpu).run().unwrap().polynomial;
        let answer = Resultant::new(&f, &g, "y").backend(Backend::Cpu).modulus(u64::from(p)).run().unwrap();
        assert_eq!(answer.polynomial, image(&over_z.to_string(), "y", p));
        assert!(!answer.report.direct);
        // res_{1,3}(y + x, g) = g(-x) up to sign, times lc(g).
        let lower = poly("y + x");
        let lower =
            Resultant::new(&lower, &g, "y").backend(Backend::Cpu).modulus(u64::from(p)).run().unwrap().polynomial;
        assert_eq!(lower.degree("x").unwrap() + 1, answer.polynomial.degree("x").unwrap());
    }
}

#[test]
fn both_leading_coefficients_vanish() {
    let (f, g) = (poly("7*y^2 + x*y + 1"), poly("14*y^3 + y - x"));
    let answer = Resultant::new(&f, &g, "y").backend(Backend::Cpu).modulus(7).run().unwrap();
    assert!(answer.polynomial.is_zero());
    // All of f is a multiple of p: 0, but 1 where the other degree is 0.
    let (f, c) = (poly("7*y^2 + 14*x"), poly("x + 3"));
    assert!(Resultant::new(&f, &g, "y").backend(Backend::Cpu).modulus(7).run().unwrap().polynomial.is_zero());
    let power = Resultant::new(&f, &c, "y").backend(Backend::Cpu).modulus(7).run().unwrap().polynomial;
    assert_eq!(power, image("x^2 + 6*x + 9", "y", 7));
}

#[test]
fn only_primes() {
    let (f, g) = (poly("y^2 - x"), poly("y - x"));
    for p in [0, 1, 4, 561, 25_326_001, 1 << 31, u64::from(u32::MAX), (1 << 63) - 1, u64::MAX] {
        let error = Resultant::new(&f, &g, "y").modulus(p).run().unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Argument { .. }), "{error}");
        assert!(error.to_string().contains("is not a prime"), "{error}");
        assert!(Resultant::new(&f, &g, "y").modulus(p).plan().is_err());
    }
    let plan = Resultant::new(&f, &g, "y").modulus(1_000_000_007).plan().unwrap();
    assert_eq!((plan.modulus, plan.direct, plan.on_grid.primes), (Some(1_000_000_007.into()), true, 1));
}

/// Primes beyond the words of the engines, of up to 256 bits.
#[test]
fn long_primes() {
    let (f, g) = (poly("3*x*y^3 - 5*y + x^2 - 7"), poly("x^3*y^2 + 11*y - 2*x"));
    let over_z = Resultant::new(&f, &g, "y").backend(Backend::Cpu).run().unwrap().polynomial;
    let discriminant = eliminant::Discriminant::new(&f, "y").backend(Backend::Cpu).run().unwrap().polynomial;
    let expected = |answer: &Polynomial, p: &Integer| {
        let residue = |c: &Integer| (c.clone() % p + p) % p;
        let terms = answer.terms().iter().map(|term| (residue(&term.coefficient), term.exponents.to_vec()));
        Polynomial::from_terms(answer.vars(), terms).unwrap()
    };
    let power = |bits: u32| Integer::from(1) << bits;
    let short =
        [4_294_967_291, 4_294_967_311, (1 << 61) - 1, 9_223_372_036_854_775_783, u64::MAX - 58].map(Integer::from);
    let long = [64, 127, 128, 191, 254].map(|bits| power(bits).next_prime());
    for p in short.into_iter().chain(long).chain([power(255) - 19u32, power(256) - 189u32]) {
        let answer = Resultant::new(&f, &g, "y").backend(Backend::Cpu).modulus(&p).run().unwrap();
        assert_eq!(answer.polynomial, expected(&over_z, &p), "{p}");
        let answer = eliminant::Discriminant::new(&f, "y").backend(Backend::Cpu).modulus(&p).run().unwrap();
        assert_eq!((answer.polynomial, answer.report.modulus), (expected(&discriminant, &p), Some((&p).into())));
    }
    let error = Resultant::new(&f, &g, "y").modulus(&power(256).next_prime()).run().unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Limit { needed: 257, .. }), "{error}");
}

/// Dense polynomials modulo primes of all lengths that kernels compute with: in the field of the prime, the same as on the CPU.
#[test]
fn devices_compute_in_fields() {
    let dense = |seed: u64| {
        let terms = (0..101u32).flat_map(|i| (0..101u32).map(move |j| vec![i, j]));
        let coefficient =
            |e: &[u32]| (u64::from(e[0]) * 101 + u64::from(e[1]) + seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 4;
        let terms: Vec<(Integer, Vec<u32>)> = terms.map(|e| (Integer::from(coefficient(&e) | 1), e)).collect();
        Polynomial::from_terms(&["x", "y"], terms).unwrap()
    };
    let (f, g) = (dense(1), dense(1 << 40));
    let power = |bits: u32, less: u32| (Integer::from(1) << bits) - less;
    for p in [power(31, 19), power(60, 93), power(64, 59), power(128, 159), power(255, 19)] {
        let question = |backend| Resultant::new(&f, &g, "y").modulus(&p).backend(backend).run();
        let Some(found) = unless_absent(question(Backend::Cuda)) else { return };
        assert_eq!(found.report.run.backend, "cuda");
        assert!(found.report.direct && found.report.run.primes == 1, "modulo {p}: {:?}", found.report);
        assert!(found.polynomial == question(Backend::Cpu).unwrap().polynomial, "modulo {p}");
    }
}
