//! `plan/ROW`: what is decided before a resultant is computed, warm, for rows of the 2013 paper in `benches/data`.

use criterion::{Criterion, criterion_group, criterion_main};
use eliminant::{Backend, Polynomial, Resultant};
use std::hint::black_box;
use std::path::Path;

fn plans(c: &mut Criterion) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/data");
    let mut group = c.benchmark_group("plan");
    for row in ["R1", "R3", "R5", "R9", "R13"] {
        let read = |which| {
            let text = std::fs::read_to_string(folder.join(format!("{row}.{which}.txt"))).expect("a row of the paper");
            text.parse::<Polynomial>().expect("a polynomial")
        };
        let (f, g) = (read("f"), read("g"));
        let plan = || Resultant::new(&f, &g, "y").backend(Backend::Cpu).plan().expect("a plan");
        group.bench_function(row, |b| b.iter(|| black_box(plan())));
    }
    group.finish();
}

criterion_group!(benches, plans);
criterion_main!(benches);
