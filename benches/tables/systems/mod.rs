//! Values and Jacobians of the random systems of the paper evaluation-differentiation-2012 and of larger ones; Newton's method, and paths.

#[cfg(feature = "cuda")]
mod cuda;
mod inputs;
mod zeros;

use crate::machine;
use crate::values::{one_of, positive};
use clap::Args;
use eliminant::engine::cpu::Cpu;
use eliminant::engine::{SystemEngine, SystemMethod};
use eliminant::floating::Precision;
use eliminant::{Backend, Control};
use inputs::{Row, points};
use std::time::Instant;

#[derive(Args)]
pub struct Options {
    /// The engine
    #[arg(long, value_parser = one_of([("cpu", Backend::Cpu), ("cuda", Backend::Cuda)]), default_value = "cpu")]
    backend: Backend,
    /// Threads of the CPU, a series of rows for each number
    #[arg(long, value_name = "N,..", value_delimiter = ',', value_parser = positive)]
    threads: Vec<usize>,
    /// Another random system, in place of the rows: n variables and polynomials, T terms of k variables, exponents to d
    #[arg(long, value_name = "n,T,k,d", value_parser = inputs::row_of)]
    row: Vec<Row>,
    /// Points; times are given for 100,000
    #[arg(long, value_name = "N", value_parser = positive)]
    points: Option<usize>,
    /// Runs that count, after one that does not
    #[arg(long, value_name = "N", value_parser = positive, default_value = "5")]
    repeat: usize,
    /// Commit for the header; else ELIMINANT_COMMIT of the build, else what git says
    #[arg(long, value_name = "TEXT")]
    commit: Option<String>,
}

impl Options {
    /// The rows of many points.
    fn batched(&self, smoke: bool) -> Vec<Row> {
        if self.row.is_empty() { inputs::batched(smoke) } else { self.row.clone() }
    }

    /// Those of one point at a time.
    #[cfg(feature = "cuda")]
    fn dependent(&self, smoke: bool) -> Vec<Row> {
        if self.row.is_empty() { inputs::dependent(smoke) } else { self.row.clone() }
    }
}

/// Evaluations that the paper's tables count.
const EVALUATIONS: f64 = 100_000.0;

/// Seconds of the median of `repeat` runs after one to warm up.
fn median(repeat: usize, mut run: impl FnMut() -> eliminant::Result<()>) -> eliminant::Result<f64> {
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

/// A row on the CPU, in one precision.
fn on_cpu<R: Precision>(row: &Row, options: &Options, count: usize) -> eliminant::Result<()> {
    let compiled = row.system()?.compile()?;
    let (n, m) = (compiled.variables(), compiled.polynomials());
    let count = (count / row.work(R::PARTS)).max(16);
    let points = points::<R>(n, count);
    let mut values = vec![[R::default(); 2]; count * m];
    let mut jacobians = vec![[R::default(); 2]; count * m * n];
    let mut engine = Cpu::new(u64::MAX, Control::default());
    let loaded = engine.load_system::<R>(&compiled, SystemMethod::Auto)?;
    let seconds =
        median(options.repeat, || engine.evaluate_system(&loaded, &points, &mut values, Some(&mut jacobians)))?;
    println!(
        "  {:<24} {:<2} {count:>7} points {:>10.3} ms; 100,000: {:>10.3} s",
        row.name(),
        R::NAME,
        1e3 * seconds,
        seconds * EVALUATIONS / count as f64
    );
    Ok(())
}

fn cpu(options: &Options, smoke: bool, threads: usize) -> Result<(), String> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| error.to_string())?;
    println!("\ncpu, {} threads", pool.current_num_threads());
    let count = options.points.unwrap_or(if smoke { 16 } else { 20_000 });
    let rows = || {
        for row in options.batched(smoke) {
            on_cpu::<[f64; 1]>(&row, options, count)?;
            on_cpu::<[f64; 2]>(&row, options, count)?;
            on_cpu::<[f64; 4]>(&row, options, count)?;
        }
        let mut engine = Cpu::new(u64::MAX, Control::default());
        let counts = if smoke { (8, 8, 8) } else { (50_000, 5_000, 200) };
        zeros::all_newton(&mut engine, options, counts)?;
        zeros::parameters(options, Backend::Cpu, if smoke { 1 } else { 1000 }, Some(pool.current_num_threads()))
    };
    pool.install(rows).map_err(|error: eliminant::Error| error.to_string())
}

/// Measures and prints everything.
///
/// # Errors
/// The engine's error.
pub fn run(options: Options, smoke: bool) -> Result<(), String> {
    print!("{}", machine::header(options.commit.as_deref()));
    if options.backend == Backend::Cuda {
        #[cfg(feature = "cuda")]
        return cuda::run(&options, smoke);
        #[cfg(not(feature = "cuda"))]
        return crate::absent::skip("systems", "this program was built without the feature cuda");
    }
    let all = [0];
    let threads = if options.threads.is_empty() { &all[..] } else { &options.threads };
    threads.iter().try_for_each(|&threads| cpu(&options, smoke, threads))
}
