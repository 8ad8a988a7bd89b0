//! The criterion benches: resultants end to end, the eliminations of an example, the lift, the plan, the arithmetic of every field, and complex numbers. A
//! filter takes one part of them, as in `cargo bench --bench micro -- dot3`, and inputs are made when a benchmark that the filter lets
//! through needs them.

mod arith;
mod floating;
mod harmonics;
mod lift;
mod plan;
mod resultant;

use criterion::{criterion_group, criterion_main};

/// That of the program `eliminant`, so that times compare. `plan` and `arith` hardly allocate.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

criterion_group!(
    benches,
    resultant::resultants,
    harmonics::harmonics,
    lift::lifts,
    plan::plans,
    arith::arithmetic,
    floating::complex_numbers
);
criterion_main!(benches);
