//! Stored resultants and discriminants, generic and degenerate, on both engines with every method and shape.

use crate::suite::{self, Setup};
use eliminant::{Backend, Interpolation, Method, Polynomial, Resultant, ScalarShape, WordSize};
use gpu::arith::{Modulus, Mont31, Mont50, prime};

#[test]
fn stored_cases_cpu_remainder() {
    suite::check_all(Setup::new(Backend::Cpu, Method::Remainder));
}

#[test]
fn stored_cases_cpu_schur() {
    suite::check_all(Setup::new(Backend::Cpu, Method::Schur));
}

#[test]
fn stored_cases_cpu_schur_2010() {
    suite::check_all(Setup::new(Backend::Cpu, Method::Schur2010));
}

#[test]
fn stored_cases_cpu_sylvester() {
    for word in [WordSize::Auto, WordSize::Bits31] {
        suite::check_all(Setup { word, ..Setup::new(Backend::Cpu, Method::Sylvester) });
    }
}

#[test]
fn stored_cases_cpu_vandermonde() {
    for method in [Method::Remainder, Method::Schur, Method::Schur2010] {
        suite::check_all(Setup { interpolation: Interpolation::Vandermonde, ..Setup::new(Backend::Cpu, method) });
    }
}

/// Where the CPU engine takes 50-bit primes by itself, the others have to be asked for.
#[test]
fn stored_cases_cpu_31_bits() {
    for method in [Method::Remainder, Method::Schur, Method::Schur2010] {
        for interpolation in [Interpolation::Ntt, Interpolation::Vandermonde] {
            let setup = Setup::new(Backend::Cpu, method);
            suite::check_all(Setup { word: WordSize::Bits31, interpolation, ..setup });
        }
    }
}

#[test]
fn stored_cases_cuda_vandermonde() {
    if suite::have_gpu() {
        for method in [Method::Remainder, Method::Schur, Method::Schur2010] {
            suite::check_all(Setup { interpolation: Interpolation::Vandermonde, ..Setup::new(Backend::Cuda, method) });
        }
    }
}

#[test]
fn stored_cases_cuda_remainder() {
    if suite::have_gpu() {
        suite::check_all(Setup::new(Backend::Cuda, Method::Remainder));
    }
}

#[test]
fn stored_cases_cuda_remainder_forced_shapes() {
    if suite::have_gpu() {
        use ScalarShape::{
            Block64, Block128, Block256, Blocks, Columns2, Columns4, Columns8, Global, Lanes4, Lanes8, Lanes16,
            Lanes32, Thread,
        };
        for shape in [
            Thread, Columns2, Columns4, Columns8, Lanes4, Lanes8, Lanes16, Lanes32, Block64, Block128, Block256,
            Global, Blocks,
        ] {
            suite::check_all(Setup { shape, ..Setup::new(Backend::Cuda, Method::Remainder) });
        }
    }
}

#[test]
fn stored_cases_cuda_schur() {
    if suite::have_gpu() {
        suite::check_all(Setup::new(Backend::Cuda, Method::Schur));
    }
}

#[test]
fn stored_cases_cuda_schur_2010() {
    if suite::have_gpu() {
        suite::check_all(Setup::new(Backend::Cuda, Method::Schur2010));
    }
}

#[test]
fn stored_cases_cuda_sylvester() {
    if suite::have_gpu() {
        suite::check_all(Setup::new(Backend::Cuda, Method::Sylvester));
    }
}

/// f and g = y^2 + x^5 y + 2^2000 + 1, where f mod g has a degree less modulo the prime p than elsewhere: there every point leaves the schedule.
fn failing_modulo(p: u64) -> [Polynomial; 2] {
    let g = "y^2 + x^5*y + 2^2000 + 1";
    [format!("y*({g}) + {p}*y + x + 7"), g.to_owned()]
        .map(|text| Polynomial::parse_in(&text, &["x", "y"]).expect("a polynomial"))
}

/// One prime modulo which the method fails everywhere costs its own points again, not those of all primes.
fn one_failing_prime<M: Modulus>(backend: Backend, word: WordSize, most: f64) {
    let p = (3..=M::MAX).rev().find(|&p| prime::is_prime_for::<M>(p)).expect("a prime");
    let solved = |p: u64, interpolation| {
        let [f, g] = failing_modulo(p);
        let resultant = Resultant::new(&f, &g, "y").backend(backend).word(word).seed(3);
        resultant.interpolation(interpolation).run().expect("a resultant")
    };
    let [found, expected] = [Interpolation::Vandermonde, Interpolation::Ntt].map(|way| solved(p, way));
    assert_eq!(found.polynomial, expected.polynomial);
    // A prime that is none of the primes that are taken.
    let [dropped, regular] = [found.report, solved(31, Interpolation::Vandermonde).report];
    assert!(dropped.dropped >= dropped.points && regular.dropped < regular.points, "{dropped:?}");
    assert_eq!((dropped.run.primes, regular.repairs), (regular.run.primes, 0));
    let ratio = dropped.scalars as f64 / regular.scalars as f64;
    assert!(ratio < most, "{} scalars, {} without the prime", dropped.scalars, regular.scalars);
}

#[test]
fn a_prime_that_fails_everywhere_costs_little() {
    one_failing_prime::<Mont31>(Backend::Cpu, WordSize::Bits31, 1.2);
    if eliminant::engine::cpu::Cpu::with_ifma(1 << 20, eliminant::Control::default()).is_some() {
        one_failing_prime::<Mont50>(Backend::Cpu, WordSize::Bits50, 1.2);
    }
    if suite::have_gpu() {
        one_failing_prime::<Mont31>(Backend::Cuda, WordSize::Auto, 2.5);
    }
}
