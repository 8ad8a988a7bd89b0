//! Stored resultants and discriminants, generic and degenerate, on both engines with every method and shape.

use crate::suite::{self, Setup};
use eliminant::{Backend, Interpolation, Method, ScalarShape, WordSize};

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
        use ScalarShape::{Block64, Block128, Block256, Global, Lanes2, Lanes4, Lanes8, Lanes16, Lanes32, Thread};
        for shape in [Thread, Lanes2, Lanes4, Lanes8, Lanes16, Lanes32, Block64, Block128, Block256, Global] {
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
