//! Identities of resultants and discriminants on random input, on both engines with every method.

use crate::suite::{self, Setup};
use eliminant::{Backend, Certainty, Discriminant, Method, Polynomial, Resultant, WordSize};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

const SEED: u64 = 20_260_311;

/// A random polynomial with given degrees, some coefficients of it 0.
fn random(rng: &mut StdRng, deg_x: u32, deg_y: u32, bits: u32) -> Polynomial {
    let mut terms = Vec::new();
    for i in 0..=deg_y {
        for j in 0..=deg_x {
            let corner = i == deg_y && j == 0;
            if corner || rng.random_range(0..4) != 0 {
                let magnitude = rng.random_range(1i64..1 << bits);
                terms.push((rug::Integer::from(if rng.random() { magnitude } else { -magnitude }), vec![j, i]));
            }
        }
    }
    Polynomial::from_terms(&["x", "y"], terms).expect("terms in two variables")
}

fn res(setup: Setup, f: &Polynomial, g: &Polynomial) -> Polynomial {
    let run = Resultant::new(f, g, "y").backend(setup.backend).method(setup.method).run();
    run.unwrap_or_else(|e| panic!("{setup:?}, seed {SEED}: res({f}, {g}): {e}")).polynomial
}

fn disc(setup: Setup, f: &Polynomial) -> Polynomial {
    let run = Discriminant::new(f, "y").backend(setup.backend).method(setup.method).run();
    run.unwrap_or_else(|e| panic!("{setup:?}, seed {SEED}: disc({f}): {e}")).polynomial
}

/// (-1)^n f.
fn signed(n: u32, f: Polynomial) -> Polynomial {
    if n.is_multiple_of(2) { f } else { f.negate() }
}

fn suite(setup: Setup) {
    let mut rng = StdRng::seed_from_u64(SEED);
    for (p, q, r) in [(1, 1, 1), (2, 3, 1), (3, 3, 2), (5, 1, 4), (4, 7, 3), (9, 6, 5)] {
        let f = random(&mut rng, 3, p, 20);
        let g = random(&mut rng, 2, q, 30);
        let h = random(&mut rng, 4, r, 12);
        let fh = res(setup, &f, &h);
        // res(f g, h) = res(f, h) res(g, h), and the same on the right.
        assert_eq!(res(setup, &(&f * &g), &h), &fh * &res(setup, &g, &h), "{p} {q} {r}");
        assert_eq!(res(setup, &h, &(&f * &g)), &res(setup, &h, &f) * &res(setup, &h, &g), "{p} {q} {r}");
        // res(h, f) = (-1)^(p r) res(f, h).
        assert_eq!(res(setup, &h, &f), signed(p * r, fh.clone()), "{p} {r}");
        // res(-f, h) = (-1)^r res(f, h).
        assert_eq!(res(setup, &f.negate(), &h), signed(r, fh.clone()), "{p} {r}");
        // y -> y + x^2 - 3 changes neither degrees nor resultant.
        let shift: Polynomial = suite::poly("y + x^2 - 3");
        let moved = |f: &Polynomial| f.substitute("y", &shift).expect("a substitution");
        assert_eq!(res(setup, &moved(&f), &moved(&h)), fh, "{p} {r}");
        // f + a h for a free of y, and g = f: res(f, f) = 0.
        if p >= r {
            let a = suite::poly("x - 7");
            let sum = &f + &(&a * &h);
            if sum.degree("y") == Some(p) {
                assert_eq!(res(setup, &sum, &h), fh, "{p} {r}");
            }
        }
        assert!(res(setup, &f, &f).is_zero());
        assert!(res(setup, &(&f * &g), &(&f * &h)).is_zero());
        // disc(f g) = disc(f) disc(g) res(f, g)^2.
        let fg = res(setup, &f, &g);
        let product = &(&disc(setup, &f) * &disc(setup, &g)) * &(&fg * &fg);
        assert_eq!(disc(setup, &(&f * &g)), product, "{p} {q}");
        assert!(disc(setup, &(&f * &(&g * &g))).is_zero());
    }
}

/// Of one variable and so long that a CPU computes them by half-gcd modulo primes of 31 bits.
#[test]
fn long_polynomials() {
    let mut rng = StdRng::seed_from_u64(SEED + 1);
    let res = |f: &Polynomial, g: &Polynomial| {
        let run = Resultant::new(f, g, "y").backend(Backend::Cpu).word(WordSize::Bits31).run();
        run.unwrap_or_else(|e| panic!("seed {SEED}: {e}")).polynomial
    };
    let disc = |f: &Polynomial| {
        let run = Discriminant::new(f, "y").backend(Backend::Cpu).word(WordSize::Bits31).run();
        run.unwrap_or_else(|e| panic!("seed {SEED}: {e}")).polynomial
    };
    let [f, g] = [830, 801].map(|degree| random(&mut rng, 0, degree, 2));
    let (product, fg) = (&f * &g, res(&f, &g));
    // Dense, and of few terms, so that the degrees of remainders fall by more than one at the beginning.
    let few = suite::poly("y^1700 - 3*y^20 + y + 2");
    for h in [random(&mut rng, 0, 1555, 3), few] {
        assert_eq!(res(&product, &h), &res(&f, &h) * &res(&g, &h));
        assert_eq!(res(&h, &product), &res(&h, &f) * &res(&h, &g));
    }
    assert_eq!(disc(&product), &(&disc(&f) * &disc(&g)) * &(&fg * &fg));
    // A common factor whose degree is above that of what is left.
    let common = random(&mut rng, 0, 900, 2);
    assert!(res(&(&f * &common), &(&g * &common)).is_zero());
}

const METHODS: [Method; 4] = [Method::Remainder, Method::Schur, Method::Schur2010, Method::Sylvester];

#[test]
fn identities_cpu() {
    METHODS.into_iter().for_each(|method| suite(Setup::new(Backend::Cpu, method)));
}

#[test]
fn identities_cuda() {
    if suite::have_gpu() {
        METHODS.into_iter().for_each(|method| suite(Setup::new(Backend::Cuda, method)));
    }
}

fn certainties(backend: Backend) {
    let mut rng = StdRng::seed_from_u64(SEED);
    let f = random(&mut rng, 6, 8, 60);
    // A factor free of y makes the bound loose and the answer's content large; the second pair is 0.
    for g in [random(&mut rng, 5, 7, 60), &f * &suite::poly("x*y + 5")] {
        let run = |certainty, seed| {
            Resultant::new(&f, &g, "y").backend(backend).certainty(certainty).seed(seed).run().expect("an answer")
        };
        let certified = run(Certainty::Certified, 1);
        for (error_exponent, seed) in [(20, 1), (80, 2), (200, 3)] {
            let early = run(Certainty::Probabilistic { error_exponent }, seed);
            assert_eq!(early.polynomial, certified.polynomial);
            if let Some(log2) = early.report.failure_log2 {
                assert!(log2 <= -(error_exponent as f64), "2^{log2}");
            }
            if certified.polynomial.is_zero() && error_exponent == 20 {
                assert!(early.report.run.primes < certified.report.run.primes, "0 is found with few primes");
            }
        }
    }
}

#[test]
fn certainties_agree_cpu() {
    certainties(Backend::Cpu);
}

#[test]
fn certainties_agree_cuda() {
    if suite::have_gpu() {
        certainties(Backend::Cuda);
    }
}
