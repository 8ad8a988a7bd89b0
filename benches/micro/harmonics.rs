//! `harmonics/sources=N/STEP`: the resultants of the example `harmonics` with m as a symbol, one by one, and `all`: the elimination as the
//! example does it, spurious factors and GCDs included.

use criterion::Criterion;
use eliminant::{Backend, Resultant};
use std::cell::LazyCell;
use std::hint::black_box;

/// The example's own files; it uses what the benches do not.
#[allow(dead_code, reason = "the example uses more of it")]
#[path = "../../examples/harmonics/elimination.rs"]
mod elimination;
#[allow(dead_code, reason = "the example uses more of it")]
#[path = "../../examples/harmonics/equations.rs"]
mod equations;

/// Steps of 3, 4 and 5 sources.
const STEPS: [(usize, usize); 3] = [(3, 1), (4, 3), (5, 8)];

pub fn harmonics(c: &mut Criterion) {
    for (n, count) in STEPS {
        let mut group = c.benchmark_group(format!("harmonics/sources={n}"));
        group.sample_size(10);
        let system = || equations::equations(n, None).expect("equations");
        // Only a benchmark that runs needs it: the filter may leave all others out.
        let steps = LazyCell::new(|| {
            elimination::eliminate(system()).expect("an elimination").expect("no resultant is 0").steps
        });
        for k in 0..count {
            group.bench_function(format!("r{}", k + 1), |b| {
                assert_eq!(steps.len(), count);
                let step = &steps[k];
                let run = || Resultant::new(&step.f.f, &step.g.f, &step.var).backend(Backend::Cpu).seed(1).run();
                assert_eq!(run().expect("a resultant").polynomial, step.raw);
                b.iter(|| black_box(run()))
            });
        }
        let equations = LazyCell::new(system);
        group.bench_function("all", |b| b.iter(|| black_box(elimination::eliminate(equations.to_vec()))));
        group.finish();
    }
}
