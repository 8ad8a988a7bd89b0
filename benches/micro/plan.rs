//! `plan/ROW`: what is decided before a resultant is computed, warm, for rows of the 2013 paper in `benches/data`.

use criterion::Criterion;
use eliminant::{Backend, Polynomial, Resultant};
use std::cell::LazyCell;
use std::hint::black_box;
use std::path::PathBuf;

/// The folder benches/data: beside the sources, or below the working directory.
fn data() -> PathBuf {
    let beside = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/benches/data"));
    if beside.is_dir() { beside } else { "benches/data".into() }
}

pub fn plans(c: &mut Criterion) {
    let folder = data();
    let mut group = c.benchmark_group("plan");
    for row in ["R1", "R3", "R5", "R9", "R13"] {
        let read = |which| {
            let path = folder.join(format!("{row}.{which}.txt"));
            let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            text.parse::<Polynomial>().expect("a polynomial")
        };
        // Only a benchmark that runs reads them: the filter may leave all others out.
        let pair = LazyCell::new(|| (read("f"), read("g")));
        group.bench_function(row, |b| {
            let (f, g) = &*pair;
            b.iter(|| black_box(Resultant::new(f, g, "y").backend(Backend::Cpu).plan().expect("a plan")))
        });
    }
    group.finish();
}
