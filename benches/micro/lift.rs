//! `lift/BACKEND/WAY/primes=..,coefficients=..`: residues on the engine to integers, by explicit Chinese remaindering and by
//! mixed-radix digits: where the one overtakes the other, an engine's `crt_primes`.

use criterion::{BenchmarkId, Criterion};
use eliminant::engine::MixedRadix;
use eliminant::engine::cpu::Cpu;
use eliminant::engine::input::IntegerTable;
use eliminant::lift::{MixedRadixTables, recover};
use eliminant::plan::columns::Columns;
use eliminant::plan::grid::Grid;
use eliminant::plan::primes::Prime;
use eliminant::{Control, Lift, Result};
use gpu::arith::{Mont31, prime::is_prime};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rug::Integer;
use std::cell::LazyCell;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Primes and coefficients; the last has the primes of row R16p and a tenth of its coefficients.
const SHAPES: [(usize, usize); 9] =
    [(4, 1000), (8, 1000), (16, 1000), (32, 1000), (64, 1000), (128, 1000), (400, 1000), (1000, 1000), (2042, 300)];

/// Integers of nearly all bits that the primes can hold.
struct Problem {
    primes: Vec<Prime>,
    moduli: Vec<Mont31>,
    integers: Vec<Integer>,
    table: IntegerTable,
}

impl Problem {
    fn new(n: usize, coefficients: usize) -> Self {
        let mut primes: Vec<u32> = (3..=Mont31::MAX).rev().filter(|&p| is_prime(p)).take(n).collect();
        primes.reverse();
        let moduli: Vec<Mont31> = primes.into_iter().filter_map(Mont31::new).collect();
        let primes = moduli.iter().map(|&field| Prime { field, axes: Vec::new() }).collect();
        let mut rng = StdRng::seed_from_u64(n as u64);
        let mut integers = Vec::new();
        for _ in 0..coefficients {
            // Two bits less than the product, the least bound that certified answers leave.
            let words: Vec<u32> = (0..(30 * n).div_ceil(32)).map(|_| rng.random()).collect();
            let size = Integer::from_digits(&words, rug::integer::Order::Lsf).keep_bits(30 * n as u32 - 2);
            integers.push(if rng.random() { -size } else { size });
        }
        let table = IntegerTable::of(1, &[coefficients as u32], &integers).expect("fewer than 2^32 limbs");
        Problem { primes, moduli, integers, table }
    }

    fn residues<E: MixedRadix>(&self, engine: &mut E) -> Result<E::Residues> {
        let width = self.table.dims()[0];
        let mut all = engine.residues(self.primes.len(), width as usize)?;
        let input = engine.load(&self.table)?;
        let batch = engine.begin(&Grid::new(Vec::new()), &self.primes)?;
        let residues = engine.reduce(&batch, &input)?;
        let rows: Vec<u32> = (0..self.primes.len() as u32).collect();
        engine.select(&batch, &residues, &rows, &Columns::range(0..width as usize), &mut all, 0)?;
        Ok(all)
    }

    fn crt<E: MixedRadix>(&self, engine: &mut E) -> Result<(Duration, Vec<Integer>)> {
        let residues = self.residues(engine)?;
        let start = Instant::now();
        let integers = engine.crt(residues, &self.moduli, &Control::default())?;
        Ok((start.elapsed(), integers))
    }

    fn mixed_radix<E: MixedRadix>(&self, engine: &mut E) -> Result<(Duration, Vec<Integer>)> {
        let residues = self.residues(engine)?;
        let start = Instant::now();
        let tables = MixedRadixTables::new(&self.moduli)?;
        let digits = engine.digits(residues, &tables, Lift::MixedRadix)?;
        let integers = recover(&tables, &digits, self.table.dims()[0] as usize)?;
        Ok((start.elapsed(), integers))
    }
}

fn both_ways<E: MixedRadix>(c: &mut Criterion, name: &str, engine: &mut E) {
    for (n, coefficients) in SHAPES {
        // Only a benchmark that runs makes it: the filter may leave all others out.
        let problem = LazyCell::new(|| Problem::new(n, coefficients));
        for way in ["crt", "mixed-radix"] {
            let mut group = c.benchmark_group(format!("lift/{name}/{way}"));
            group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1));
            let mut run = || match way {
                "crt" => problem.crt(engine),
                _ => problem.mixed_radix(engine),
            };
            let id = BenchmarkId::from_parameter(format!("primes={n},coefficients={coefficients}"));
            let mut checked = false;
            group.bench_function(id, |b| {
                // Once per shape: what comes back is what went in.
                if !checked {
                    assert!(run().expect("integers").1 == problem.integers, "{name} {way} primes={n}");
                    checked = true;
                }
                b.iter_custom(|iterations| {
                    (0..iterations).map(|_| black_box(run().expect("integers")).0).sum::<Duration>()
                })
            });
            group.finish();
        }
    }
}

pub fn lifts(c: &mut Criterion) {
    both_ways(c, "cpu", &mut Cpu::new(4 << 30, Control::default()));
    #[cfg(feature = "cuda")]
    match eliminant::engine::cuda::Cuda::new(0) {
        Ok(mut engine) => both_ways(c, "cuda", &mut engine),
        Err(error) if std::env::var("REQUIRE_GPU").is_ok_and(|value| value == "1") => panic!("cuda: {error}"),
        Err(error) => eprintln!("skipped: cuda: {error}"),
    }
}
