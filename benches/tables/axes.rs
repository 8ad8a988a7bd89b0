//! Evaluation and interpolation axis by axis, on tensors whose outer axes have long strides, beside a plain copy of as many bytes.

use crate::values::{one_of, positive};
use crate::{absent, machine};
use clap::Args;
use eliminant::engine::cpu::Cpu;
#[cfg(feature = "cuda")]
use eliminant::engine::cuda::{Context, Cuda, DeviceBuffer, Stream};
use eliminant::engine::input::IntegerTable;
use eliminant::engine::{Along, Engine};
use eliminant::plan::grid::{Axis, Grid};
use eliminant::plan::primes;
use eliminant::{Backend, Control, Result};
use gpu::arith::Mont31;
use gpu::transform::ntt::Passes;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rayon::prelude::*;
use rug::Integer;
use std::hint::black_box;
use std::time::Instant;

#[derive(Args)]
pub struct Options {
    /// The engine
    #[arg(long, value_parser = one_of([("cpu", Backend::Cpu), ("cuda", Backend::Cuda)]), default_value = "cpu")]
    backend: Backend,
    /// Threads of the CPU, a column of rows for each number
    #[arg(long, value_name = "N,..", value_delimiter = ',', value_parser = positive)]
    threads: Vec<usize>,
    /// Least size of the values in MiB, by rows: they and half as much of coefficients should exceed the cache fourfold
    #[arg(long, value_name = "MIB", value_parser = positive, default_value = "256")]
    mib: usize,
    /// Primes of 31 bits
    #[arg(long, value_name = "N", value_parser = positive, default_value = "16")]
    primes: usize,
    /// Runs that count, after one that does not
    #[arg(long, value_name = "N", value_parser = positive, default_value = "5")]
    repeat: usize,
    /// Commit for the header; else ELIMINANT_COMMIT of the build, else what git says
    #[arg(long, value_name = "TEXT")]
    commit: Option<String>,
}

/// Points along an axis, and axes.
const TENSORS: [(u32, usize); 3] = [(128, 3), (32, 4), (16, 5)];

/// Products of residues and other multiplications of a transform on one vector: of radix r, (len / r) (r - 1) by powers of the
/// root, and 1, 4 and 16 in a butterfly of radix 4, 3 and 5.
fn products(len: u32) -> f64 {
    let mut passes = Passes::new(len);
    let mut sum = 0;
    while let Some((radix, rest)) = passes.and_then(Passes::split_first) {
        let inside = [0, 0, 0, 4, 1, 16][radix as usize];
        sum += len / radix * (radix - 1 + inside);
        passes = Some(rest);
    }
    f64::from(sum)
}

/// Seconds of the median of `repeat` runs after one to warm up.
fn median(repeat: usize, mut run: impl FnMut() -> Result<()>) -> Result<f64> {
    run()?;
    let mut times = Vec::with_capacity(repeat);
    for _ in 0..repeat {
        let start = Instant::now();
        run()?;
        times.push(start.elapsed().as_secs_f64());
    }
    times.sort_by(f64::total_cmp);
    Ok(times[times.len() / 2])
}

/// The parts of an engine that are needed here besides its stages.
struct Place<'a> {
    /// Waits for all that was asked for.
    wait: &'a dyn Fn() -> Result<()>,
    /// Seconds of reading so many bytes once and writing them once.
    copy: &'a dyn Fn(usize) -> Result<f64>,
    /// Products of residues that a second of its arithmetic has, where that is known.
    products: Option<f64>,
}

/// All axes of one tensor of `n` points along each of `dims` axes.
fn tensor<E: Engine<Modulus = Mont31>>(
    engine: &mut E,
    place: &Place<'_>,
    options: &Options,
    (n, dims): (u32, usize),
) -> Result<()> {
    let mut rng = StdRng::seed_from_u64(1);
    let grid = Grid::new(vec![Axis { len: n, cosets: 1 }; dims]);
    let mut found = primes::largest::<Mont31>(n, 31 * options.primes as u64, &|_| true).unwrap_or_default();
    found.truncate(options.primes);
    let primes = primes::on_grid(&found, n, &grid, &mut rng);
    let points = grid.points() as usize;
    let rows = (options.mib << 20).div_ceil(4 * points * primes.len());
    let half = n as usize / 2;
    let (written, read) = (points * rows, points * rows / 2);
    let integers: Vec<Integer> = (0..read).map(|_| Integer::from(rng.random_range(1..1u32 << 30))).collect();
    let table = IntegerTable::of(read as u32, &[], &integers)?;
    drop(integers);
    let loaded = engine.load(&table)?;
    let batch = engine.begin(&grid, &primes)?;
    let coefficients = engine.reduce(&batch, &loaded)?;
    let words = (primes.len() * 4) as f64;
    let whole = 2.0 * words * written as f64;
    let copied = whole / (place.copy)(words as usize * written)?;
    println!("{n}^{dims} points, {rows} rows, {} primes; a copy {:.2} GB/s", primes.len(), copied / 1e9);
    let line = |stage: &str, axis: usize, seconds: f64, bytes: f64, products: f64| {
        let (rate, done) = (bytes / seconds, products / seconds);
        let part = place.products.map_or(String::new(), |most| format!(", {:>3.0}% of the bound", 100.0 * done / most));
        println!(
            "  {stage:<12} axis {axis}, stride {:>7}  {:>9.3} ms {:>8.2} GB/s, {:>3.0}% of a copy {:>8.2} G products/s{part}",
            (n as usize).pow((dims - 1 - axis) as u32),
            1e3 * seconds,
            rate / 1e9,
            100.0 * rate / copied,
            done / 1e9
        );
    };
    let vectors = (written / n as usize * primes.len()) as f64;
    for axis in 0..dims {
        let (outer, inner) = (rows * (n as usize).pow(axis as u32), (n as usize).pow((dims - 1 - axis) as u32));
        let along = |n: usize| Along { axis, outer, n, inner };
        let mut values = None;
        let seconds = median(options.repeat, || {
            values = None;
            values = Some(engine.evaluate_axis(&batch, &coefficients, along(half))?);
            (place.wait)()
        })?;
        line("evaluate", axis, seconds, words * (read + written) as f64, vectors * (products(n) + half as f64));
        let seconds = median(options.repeat, || {
            if let Some(before) = values.take() {
                values = Some(engine.interpolate_axis(&batch, before, along(n as usize))?);
            }
            (place.wait)()
        })?;
        line("interpolate", axis, seconds, whole, vectors * (products(n) + f64::from(n)));
    }
    Ok(())
}

/// All tensors, or in smoke mode one small one.
fn tensors<E: Engine<Modulus = Mont31>>(
    engine: &mut E,
    place: &Place<'_>,
    options: &Options,
    smoke: bool,
) -> Result<()> {
    let smallest = Options { mib: 1, repeat: 1, threads: Vec::new(), commit: None, ..*options };
    match smoke {
        true => tensor(engine, place, &smallest, (8, 3)),
        false => TENSORS.into_iter().try_for_each(|shape| tensor(engine, place, options, shape)),
    }
}

fn cpu(options: &Options, smoke: bool, threads: usize) -> std::result::Result<(), String> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| error.to_string())?;
    println!("\ncpu, {} threads", pool.current_num_threads());
    let copy = |bytes: usize| {
        let (source, mut target) = (vec![1u64; bytes / 8], vec![0u64; bytes / 8]);
        median(options.repeat, || {
            let parts = target.par_chunks_mut(1 << 15).zip(source.par_chunks(1 << 15));
            parts.for_each(|(target, source)| target.copy_from_slice(source));
            black_box(&mut target);
            Ok(())
        })
    };
    pool.install(|| {
        let mut engine: Cpu = Cpu::new(u64::MAX, Control::default());
        tensors(&mut engine, &Place { wait: &|| Ok(()), copy: &copy, products: None }, options, smoke)
    })
    .map_err(|error| error.to_string())
}

#[cfg(feature = "cuda")]
fn cuda(options: &Options, smoke: bool) -> std::result::Result<(), String> {
    let measure = || -> Result<()> {
        let (mut engine, context) = (Cuda::new(0)?, Context::new(0)?);
        println!("\ncuda, {}", engine.device());
        let copy = |bytes: usize| {
            let stream = Stream::new(&context)?;
            let source: DeviceBuffer<u32> = stream.zeroed(bytes / 4)?;
            let mut target: DeviceBuffer<u32> = stream.zeroed(bytes / 4)?;
            median(options.repeat, || {
                target.copy_from(0, &source, 0..bytes / 4)?;
                stream.synchronize()
            })
        };
        let products = Some(crate::rates::products()?);
        tensors(&mut engine, &Place { wait: &|| context.synchronize(), copy: &copy, products }, options, smoke)
    };
    match measure() {
        Err(error) if absent::is_absence(&error) => absent::skip("axes", &error.to_string()),
        outcome => outcome.map_err(|error| error.to_string()),
    }
}

#[cfg(not(feature = "cuda"))]
fn cuda(_: &Options, _: bool) -> std::result::Result<(), String> {
    absent::skip("axes", "this program was built without the feature cuda")
}

/// Measures and prints everything.
///
/// # Errors
/// The engine's error.
pub fn run(options: Options, smoke: bool) -> std::result::Result<(), String> {
    print!("{}", machine::header(options.commit.as_deref()));
    if options.backend == Backend::Cuda {
        return cuda(&options, smoke);
    }
    let all = [0];
    let threads = if options.threads.is_empty() { &all[..] } else { &options.threads };
    threads.iter().try_for_each(|&threads| cpu(&options, smoke, threads))
}
