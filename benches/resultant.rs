//! `resultant/BACKEND/deg=..,bits=..`: dense f, g of degree deg in x and in y, end to end, warm.

use criterion::{Criterion, criterion_group, criterion_main};
use eliminant::{Backend, Error, ErrorKind, Polynomial, Resultant};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rug::Integer;
use rug::integer::Order;
use std::hint::black_box;
use std::time::Duration;

/// The program's.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

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

fn resultants(c: &mut Criterion) {
    let backends = backends();
    for (deg, bits) in SHAPES {
        let mut rng = StdRng::seed_from_u64(u64::from(deg * 1000 + bits));
        let f = dense(&mut rng, deg, bits).expect("two variables, small exponents");
        let g = dense(&mut rng, deg, bits).expect("two variables, small exponents");
        let run = |backend| Resultant::new(&f, &g, "y").backend(backend).seed(1).run();
        // Once per shape: res(g, f) = (-1)^(deg^2) res(f, g) = res(f, g), as every deg is even; every backend says the same.
        let swapped = Resultant::new(&g, &f, "y").backend(Backend::Cpu).run().expect("a resultant").polynomial;
        for &(backend, name) in &backends {
            assert_eq!(run(backend).expect("a resultant").polynomial, swapped, "{name} deg={deg} bits={bits}");
            let mut group = c.benchmark_group(format!("resultant/{name}"));
            group.sample_size(10).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(3));
            group.bench_function(format!("deg={deg},bits={bits}"), |b| b.iter(|| black_box(run(backend))));
            group.finish();
        }
    }
}

criterion_group!(benches, resultants);
criterion_main!(benches);
