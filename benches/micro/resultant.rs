//! `resultant/BACKEND/deg=..,bits=..`: dense f, g of degree deg in x and in y, end to end, warm.

use criterion::Criterion;
use eliminant::{Backend, Error, ErrorKind, Polynomial, Resultant};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rug::Integer;
use rug::integer::Order;
use std::cell::LazyCell;
use std::hint::black_box;
use std::time::Duration;

/// Degree and bits of coefficients.
const SHAPES: [(u32, u32); 6] = [(4, 32), (8, 32), (16, 32), (16, 320), (32, 32), (32, 320)];

/// A dense polynomial in x and y of degree `deg` in each, with coefficients of `bits` bits at most.
fn dense(rng: &mut StdRng, deg: u32, bits: u32) -> Result<Polynomial, Error> {
    let mut terms = Vec::new();
    for x in 0..=deg {
        for y in 0..=deg {
            let words: Vec<u32> = (0..bits.div_ceil(32)).map(|_| rng.random()).collect();
            // Odd, so that no degree is lost.
            let size: Integer = Integer::from_digits(&words, Order::Lsf).keep_bits(bits) | 1;
            terms.push((if rng.random() { size } else { -size }, vec![x, y]));
        }
    }
    Polynomial::from_terms(&["x", "y"], terms)
}

/// The backends of this machine; says which is left out, fails instead with REQUIRE_GPU=1.
fn backends() -> Vec<(Backend, &'static str)> {
    let cpu = (Backend::Cpu, "cpu");
    let mut rng = StdRng::seed_from_u64(1);
    let probe = dense(&mut rng, 2, 8).and_then(|f| Resultant::new(&f, &f, "y").backend(Backend::Cuda).run());
    match probe.as_ref().map_err(Error::kind) {
        Ok(_) => vec![cpu, (Backend::Cuda, "cuda")],
        Err(
            ErrorKind::BuiltWithoutKernels { .. } | ErrorKind::DriverUnavailable { .. } | ErrorKind::NoDevice { .. },
        ) if !std::env::var("REQUIRE_GPU").is_ok_and(|value| value == "1") => {
            if let Err(error) = &probe {
                eprintln!("skipped: cuda: {error}");
            }
            vec![cpu]
        }
        Err(_) => panic!("cuda: {probe:?}"),
    }
}

/// f, g and their resultant.
struct Problem {
    f: Polynomial,
    g: Polynomial,
    answer: Polynomial,
}

impl Problem {
    /// The answer is that of the swapped pair on the CPU: res(g, f) = (-1)^(deg^2) res(f, g) = res(f, g), as every deg is even.
    fn new(deg: u32, bits: u32) -> Result<Self, Error> {
        let mut rng = StdRng::seed_from_u64(u64::from(deg * 1000 + bits));
        let f = dense(&mut rng, deg, bits)?;
        let g = dense(&mut rng, deg, bits)?;
        let answer = Resultant::new(&g, &f, "y").backend(Backend::Cpu).run()?.polynomial;
        Ok(Problem { f, g, answer })
    }

    fn run(&self, backend: Backend) -> Polynomial {
        Resultant::new(&self.f, &self.g, "y").backend(backend).seed(1).run().expect("a resultant").polynomial
    }
}

pub fn resultants(c: &mut Criterion) {
    let backends = backends();
    for (deg, bits) in SHAPES {
        // Only a benchmark that runs makes it: the filter may leave all others out.
        let problem = LazyCell::new(|| Problem::new(deg, bits).expect("a resultant"));
        for &(backend, name) in &backends {
            // Once per shape: every backend gives the same answer.
            let right = LazyCell::new(|| problem.run(backend) == problem.answer);
            let mut group = c.benchmark_group(format!("resultant/{name}"));
            group.sample_size(10).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(3));
            group.bench_function(format!("deg={deg},bits={bits}"), |b| {
                assert!(*right, "{name} deg={deg} bits={bits}");
                b.iter(|| black_box(problem.run(backend)))
            });
            group.finish();
        }
    }
}
