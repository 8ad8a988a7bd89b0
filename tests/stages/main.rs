//! The stages of the engines, one suite for both, against plain arithmetic; and the kernels, one by one.

mod axes;
#[cfg(feature = "cuda")]
mod blocks;
mod columns;
mod determinants;
#[cfg(feature = "cuda")]
#[path = "../common/device.rs"]
mod device;
mod drive;
mod gcd_points;
mod integers;
#[cfg(feature = "cuda")]
mod kernels;
mod lanes;
mod limits;
mod matrices;
mod naive;
mod repairs;
mod stockham;
mod subresultants;
mod transforms;
#[path = "../common/turns.rs"]
mod turns;

use eliminant::engine::ScalarMethod;
use eliminant::engine::cpu::Cpu;
#[cfg(feature = "cuda")]
use eliminant::engine::cuda::Cuda;
use eliminant::{Backend, Control, ScalarShape};

/// The CPU engine; it takes no notice of shapes.
fn cpu() -> (Cpu, &'static [ScalarShape]) {
    (Cpu::new(1 << 30, Control::default()), &[ScalarShape::Auto])
}

/// The CPU engine with 50-bit primes. Without AVX-512 IFMA the test is skipped with a printed line.
#[cfg(target_arch = "x86_64")]
fn ifma() -> Option<(Cpu<gpu::arith::Mont50>, &'static [ScalarShape])> {
    let engine = Cpu::with_ifma(1 << 30, Control::default());
    if engine.is_none() {
        println!("skipped: this processor has no AVX-512 IFMA");
    }
    engine.map(|engine| (engine, &[ScalarShape::Auto][..]))
}

/// The CUDA engine of the first device. Without one the test is skipped with a printed line, or fails with REQUIRE_GPU=1.
#[cfg(feature = "cuda")]
fn cuda() -> Option<(Cuda, &'static [ScalarShape])> {
    const SHAPES: [ScalarShape; 14] = [
        ScalarShape::Auto,
        ScalarShape::Thread,
        ScalarShape::Columns2,
        ScalarShape::Columns4,
        ScalarShape::Columns8,
        ScalarShape::Lanes4,
        ScalarShape::Lanes8,
        ScalarShape::Lanes16,
        ScalarShape::Lanes32,
        ScalarShape::Block64,
        ScalarShape::Block128,
        ScalarShape::Block256,
        ScalarShape::Global,
        ScalarShape::Blocks,
    ];
    device::unless_absent(Cuda::new(0)).map(|engine| (engine, &SHAPES[..]))
}

/// A module of tests per suite: on the CPU with both words and on CUDA.
macro_rules! on_both {
    ($($name:ident: |$engine:ident, $shapes:ident| $suite:expr;)*) => {$(
        mod $name {
            use super::*;

            #[test]
            fn cpu() {
                let (mut engine, $shapes) = super::cpu();
                let ($engine, _) = (&mut engine, $shapes);
                $suite;
            }

            #[cfg(target_arch = "x86_64")]
            #[test]
            fn ifma() {
                if let Some((mut engine, $shapes)) = super::ifma() {
                    let ($engine, _) = (&mut engine, $shapes);
                    $suite;
                }
            }

            #[cfg(feature = "cuda")]
            #[test]
            fn cuda() {
                if let Some((mut engine, $shapes)) = super::cuda() {
                    let ($engine, _) = (&mut engine, $shapes);
                    $suite;
                }
            }
        }
    )*};
}

/// The suites of repairs for one method.
macro_rules! repairs_by {
    ($($name:ident: $method:expr;)*) => {$(
        mod $name {
            use super::*;

            on_both! {
                resultants: |engine, shapes| repairs::resultants(engine, $method, shapes);
                discriminants: |engine, shapes| repairs::discriminants(engine, $method, shapes);
                all_special: |engine, shapes| repairs::all_special(engine, $method, shapes);
                primes_in_a_batch: |engine, shapes| repairs::primes_in_a_batch(engine, $method, shapes);
                numbers_of_points: |engine, shapes| repairs::numbers_of_points(engine, $method, shapes);
                small_primes: |engine, shapes| repairs::small_primes(engine, $method, shapes);
                large_degrees: |engine, shapes| repairs::large_degrees(engine, $method, shapes);
            }
        }
    )*};
}

repairs_by! {
    remainder: ScalarMethod::Remainder;
    schur: ScalarMethod::Schur;
    schur_2010: ScalarMethod::Schur2010;
}

on_both! {
    wrong_schedules: |engine, shapes| repairs::wrong_schedules(engine, shapes);
    common_factors: |engine, shapes| repairs::common_factors(engine, shapes);
    tensors: |engine, _shapes| transforms::tensors(engine);
    every_point: |engine, _shapes| transforms::every_point(engine);
    values_and_back: |engine, _shapes| transforms::values_and_back(engine);
    many_vectors: |engine, _shapes| transforms::many_vectors(engine);
    long_transforms: |engine, _shapes| transforms::long_transforms(engine);
    long_cosets: |engine, _shapes| transforms::long_cosets(engine);
    long_outer_axis: |engine, _shapes| transforms::long_outer_axis(engine);
    long_inner_axis: |engine, _shapes| transforms::long_inner_axis(engine);
    short_axes: |engine, _shapes| axes::short(engine);
    long_axes: |engine, _shapes| axes::long(engine);
    wrong_axes: |engine, _shapes| axes::wrong_shapes(engine);
    stockham_tensors: |engine, _shapes| stockham::tensors(engine);
    stockham_values: |engine, _shapes| stockham::values_and_back(engine);
    stockham_axes: |engine, _shapes| stockham::axes(engine);
    stockham_order: |engine, _shapes| stockham::natural_order(engine);
    stockham_refused: |engine, _shapes| stockham::refused(engine);
    reduction: |engine, _shapes| integers::reduction(engine);
    batches_and_integers: |engine, _shapes| integers::batches_and_integers(engine);
    measures: |engine, _shapes| integers::measures(engine);
    polynomials: |engine, _shapes| integers::polynomials(engine);
    lists: |engine, _shapes| integers::lists(engine);
    remainders_are_checked: |engine, _shapes| integers::remainders_are_checked(engine);
    determinants_small: |engine, shapes| determinants::small(engine, shapes);
    determinants_large: |engine, shapes| determinants::large(engine, shapes);
    determinants_of_blocks: |engine, shapes| determinants::blocks(engine, shapes);
    determinants_by_rank: |engine, shapes| determinants::ranks(engine, shapes);
    determinants_in_numbers: |engine, shapes| determinants::numbers(engine, shapes);
    determinants_modulo_small_primes: |engine, shapes| determinants::small_primes(engine, shapes);
    determinants_refused: |engine, _shapes| determinants::refused(engine);
    gcds_at_points: |engine, _shapes| gcd_points::all_kinds(engine);
    gcds_of_any_degree: |engine, _shapes| gcd_points::any_degree(engine);
    matrices_small: |engine, _shapes| matrices::small(engine);
    matrices_large: |engine, shapes| matrices::large(engine, shapes.len() > 1);
    matrices_refused: |engine, _shapes| matrices::refused(engine);
    subresultants_small: |engine, _shapes| subresultants::small(engine);
    subresultants_large: |engine, shapes| subresultants::large(engine, shapes.len() > 1);
    subresultants_off_schedule: |engine, _shapes| subresultants::wrong_schedules(engine);
    subresultants_refused: |engine, _shapes| subresultants::refused(engine);
    rows_and_back: |engine, _shapes| gcd_points::rows_and_back(engine);
    columns_selected: |engine, _shapes| columns::selected(engine);
    columns_vanishing: |engine, _shapes| columns::vanishing(engine);
    columns_refused: |engine, _shapes| columns::refused(engine);
    batches_agree: |engine, _shapes| integers::batches_agree(engine);
    shapes_are_checked: |engine, _shapes| integers::shapes_are_checked(engine);
    tensors_are_checked: |engine, _shapes| integers::tensors_are_checked(engine);
}

#[test]
fn digits_cpu() {
    integers::batches_and_digits(&mut cpu().0);
}

#[cfg(feature = "cuda")]
#[test]
fn digits_cuda() {
    if let Some((mut engine, _)) = cuda() {
        integers::batches_and_digits(&mut engine);
    }
}

#[test]
fn memory_cpu() {
    limits::memory(Backend::Cpu);
}

#[test]
fn cancellation_cpu() {
    limits::cancellation(Backend::Cpu);
    limits::cancelled_before(Backend::Cpu);
}

#[test]
fn stopped_stages() {
    limits::stopped_stages(&mut cpu().0);
    #[cfg(target_arch = "x86_64")]
    if let Some((mut engine, _)) = ifma() {
        limits::stopped_stages(&mut engine);
    }
}

#[cfg(feature = "cuda")]
#[test]
fn memory_cuda() {
    if cuda().is_some() {
        limits::memory(Backend::Cuda);
    }
}

#[cfg(feature = "cuda")]
#[test]
fn cancellation_cuda() {
    if cuda().is_some() {
        limits::cancellation(Backend::Cuda);
        limits::cancelled_before(Backend::Cuda);
    }
}
