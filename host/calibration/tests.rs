use super::jobs::{Job, matrix};
use super::*;
use crate::control::Control;
use crate::error::ErrorKind;
use crate::plan::cost::ROWS;
use crate::run::options::WordSize;
use gpu::Field;
use gpu::arith::{Modulus, Mont31};
use gpu::determinant::Method;
use gpu::team::Solo;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// A matrix without an inverse, or whose first rows and columns have none, would be computed by another routine, whose time tells nothing.
#[test]
fn matrices_have_the_pivots_of_almost_all() {
    let field = Mont31::new(998_244_353).unwrap();
    let mut rng = StdRng::seed_from_u64(2);
    for size in ROWS {
        for values in [size * size, (size * size).min(256)] {
            let Job::Determinant(job) = matrix(values, size) else { panic!("a resultant") };
            job.check().unwrap();
            let values: Vec<u32> = (0..values).map(|_| field.element(rng.random_range(1..1 << 29))).collect();
            let mut scratch = vec![field.zero(); (size * size) as usize];
            let (blocks, room) = (job.blocks(), &mut &mut scratch[..]);
            let method = Method::Elimination;
            let found = gpu::determinant::matrix::determinant(&field, Solo, method, &blocks, &&values[..], room);
            assert!(found.off == 0 && found.numerator != 0, "{size} rows");
        }
    }
}

/// Measured rates can be true: positive where there is work, whatever the machine is.
#[test]
fn rates_are_sound_in_both_words() {
    let words =
        if crate::engine::cpu::has_ifma() { &[WordSize::Bits31, WordSize::Bits50][..] } else { &[WordSize::Bits31] };
    for &word in words {
        let options = RunOptions { backend: Backend::Cpu, word, threads: Some(1), ..RunOptions::default() };
        let rates = measured(&options).unwrap();
        assert!(rates.is_sound(), "{rates:?}");
        assert_eq!(rates.prime_bits, if word == WordSize::Bits31 { 30 } else { 49 });
        // Each of them is of some work.
        for (what, positive) in [
            ("tables", rates.table > 0.0),
            ("reduction", rates.reduction.at(4.0) > 0.0),
            ("products", rates.product.at(8.0) > 0.0),
            ("transforms", rates.forward.at(6.0) > 0.0),
            ("interpolation", rates.inverse.at(6.0) > 0.0),
            ("lift", rates.lifting(1000, 100) > 0.0),
            ("coefficient", rates.coefficient > 0.0),
            ("fixed", rates.fixed > 0.0),
        ] {
            assert!(positive, "{what}: {rates:?}");
        }
    }
}

#[test]
fn engines_have_names_of_their_own() {
    let of = |threads, word| {
        let options = RunOptions { backend: Backend::Cpu, threads: Some(threads), word, ..RunOptions::default() };
        name(&options).unwrap()
    };
    let names = [of(1, WordSize::Bits31), of(2, WordSize::Bits31), of(1, WordSize::Auto)];
    assert!(names[0].contains("1 threads") && names[0] != names[1], "{names:?}");
    assert_eq!(names[0] == names[2], !crate::engine::cpu::has_ifma());
}

#[test]
fn measuring_can_be_cancelled() {
    let control = Control::default();
    control.cancel();
    let options = RunOptions { backend: Backend::Cpu, control, ..RunOptions::default() };
    assert_eq!(measured(&options).unwrap_err().kind(), &ErrorKind::Cancelled);
}
