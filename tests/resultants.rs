//! Stored resultants and discriminants, generic and degenerate, on both engines with every method.

mod suite;

use eliminant::{Backend, Method};

#[test]
fn stored_cases_cpu_remainder() {
    suite::check_all(Backend::Cpu, Method::Remainder);
}

#[test]
fn stored_cases_cpu_schur() {
    suite::check_all(Backend::Cpu, Method::Schur);
}

#[test]
fn stored_cases_cpu_schur_2010() {
    suite::check_all(Backend::Cpu, Method::Schur2010);
}

#[test]
fn stored_cases_cuda_remainder() {
    if suite::have_gpu() {
        suite::check_all(Backend::Cuda, Method::Remainder);
    }
}
