//! The stages of the CUDA engine against the bounds of the device's arithmetic and memory, measured in the same run.

mod determinants;
mod gcds;

use crate::{absent, machine};
use cuda_std::tensor;
use eliminant::engine::cuda::{Context, Cuda, DeviceBuffer, Stream};
use eliminant::engine::input::IntegerTable;
use eliminant::engine::{Engine, ResultantEngine, ScalarJob, ScalarKind, ScalarMethod};
use eliminant::plan::grid::Grid;
use eliminant::plan::primes::Prime;
use eliminant::{ErrorKind, Result, ScalarShape};
use gpu::kernels::bound::{BoundFloats, BoundProducts, BoundSteps, CHAINS};
use gpu::kernels::resultant_tensor::PARTS;
use gpu::kernels::tensor::{BoundTensor, SUMS};
use gpu::resultant::remainder::tensor_blocks;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rug::Integer;
use std::time::Instant;

/// Seconds of the median of five runs after one to warm up.
fn median(mut run: impl FnMut() -> Result<()>) -> Result<f64> {
    run()?;
    let mut times = Vec::new();
    for _ in 0..5 {
        let start = Instant::now();
        run()?;
        times.push(start.elapsed().as_secs_f64());
    }
    times.sort_by(f64::total_cmp);
    Ok(times[2])
}

/// Products of bytes of one product of fragments.
const FRAGMENT: f64 = (tensor::ROWS * tensor::COLUMNS * tensor::DEPTH) as f64;

/// The rates that the device's arithmetic and memory allow, all measured in this run.
struct Bounds {
    /// Element steps per second: three products of residues in registers, one reduction.
    steps: f64,
    /// Products of 32 bits per second with sums of 64.
    products: f64,
    /// Products of bytes per second by tensor cores; 0 where they have none.
    tensor: f64,
    /// Bytes written per second.
    bytes: f64,
}

impl Bounds {
    /// Seconds that `products` products and `reductions` reductions take: a reduction is what a step has beside three products.
    fn seconds(&self, products: f64, reductions: f64) -> f64 {
        products / self.products + reductions * (1.0 / self.steps - 3.0 / self.products).max(0.0)
    }
}

/// Products of residues, each with its reduction, that a second of the device's arithmetic has; prints what it was measured from.
pub fn products() -> Result<f64> {
    bounds().map(|bounds| 1.0 / bounds.seconds(1.0, 1.0))
}

/// Measures them, and prints how double precision would do in place of or beside integers.
fn bounds() -> Result<Bounds> {
    let stream = Stream::new(&Context::new(0)?)?;
    // Sixteen blocks of four warps fill every multiprocessor.
    const ROUNDS: u32 = 20_000;
    let (blocks, rounds) = (16 * stream.context().device().multiprocessors as usize, ROUNDS);
    let out: DeviceBuffer<u32> = stream.alloc(blocks * 128)?;
    let field =
        gpu::arith::Mont31::new(1_431_655_751).ok_or(ErrorKind::Shape { what: "prime", expected: 1, found: 0 })?;
    let launch = |kernel: &dyn Fn() -> Result<()>| median(|| kernel().and_then(|()| stream.synchronize()));
    let grid = (blocks as u32, 1, 1);
    let work = (blocks * 128) as f64 * rounds as f64 * CHAINS as f64;
    // SAFETY: a word a thread.
    let steps = launch(&|| unsafe { stream.launch(&BoundSteps { field, rounds, out: out.as_ptr() }, grid, 0) })?;
    // SAFETY: a word a thread.
    let products =
        launch(&|| unsafe { stream.launch(&BoundProducts { factor: 12345, rounds, out: out.as_ptr() }, grid, 0) })?;
    let has_tensor = stream.context().device().compute_capability >= (8, 0);
    let tensor_rounds = rounds / 10;
    let tensor = match has_tensor {
        true => {
            // SAFETY: a word a thread.
            launch(&|| unsafe { stream.launch(&BoundTensor { rounds: tensor_rounds, out: out.as_ptr() }, grid, 0) })?
        }
        false => f64::INFINITY,
    };
    let fragments = (4 * blocks) as f64 * f64::from(tensor_rounds) * f64::from(SUMS);
    // A buffer of zeros.
    let size = 1usize << 28;
    let zeroing = median(|| stream.zeroed::<u32>(size).and_then(|buffer| stream.synchronize().map(|()| drop(buffer))))?;
    let bounds = Bounds {
        steps: work / steps,
        products: work / products,
        tensor: fragments * FRAGMENT / tensor,
        bytes: 4.0 * size as f64 / zeroing,
    };
    println!(
        "\nbounds measured here: {:.3} T element steps/s (three products, one reduction), {:.2} T products of 32 bits",
        bounds.steps / 1e12,
        bounds.products / 1e12
    );
    println!(
        "with 64-bit sums/s, both on registers; {:.0} T products of bytes/s on tensor cores; {:.2} TB/s written\n",
        bounds.tensor / 1e12,
        bounds.bytes / 1e12
    );
    println!(
        "element steps of 31-bit primes in half of the blocks, in double precision of 50-bit primes in the others:"
    );
    for (rounds, float_rounds) in [(rounds, 0), (0, rounds), (rounds, rounds / 2), (rounds, rounds * 4 / 5)] {
        // SAFETY: a word a thread.
        let seconds = launch(&|| unsafe {
            stream.launch(&BoundFloats { field, rounds, float_rounds, out: out.as_ptr() }, grid, 0)
        })?;
        let rate = |rounds: u32| work / 2e12 / seconds * f64::from(rounds) / f64::from(ROUNDS);
        let (integers, floats) = (rate(rounds), rate(float_rounds));
        println!(
            "{integers:>8.3} T/s and {floats:.3} T/s, {:.1} T bits of residues/s",
            31.0 * integers + 50.0 * floats
        );
    }
    println!();
    Ok(bounds)
}

/// Element steps of the remainder sequence of degrees p >= q, p, q, q - 1, ...: elements that a step of three products and one
/// reduction computes.
fn steps(p: u64, q: u64) -> u64 {
    let first = (p - q + 1).div_ceil(2) * q;
    first + q * (q - 1) / 2
}

/// One stage's figures.
struct Line {
    stage: &'static str,
    shape: String,
    milliseconds: f64,
    /// The unit, units per second, and the bound.
    rate: f64,
    unit: &'static str,
    bound: f64,
}

impl Line {
    fn text(&self) -> String {
        format!(
            "{:<12}{:<44}{:>9.3} ms {:>8.3} {:<14}{:>5.0}% of {:.3}",
            self.stage,
            self.shape,
            self.milliseconds,
            self.rate / 1e12,
            self.unit,
            100.0 * self.rate / self.bound,
            self.bound / 1e12
        )
    }
}

/// `rows` random polynomials with `n` coefficients.
fn input(rows: u32, dims: &[u32], rng: &mut StdRng) -> IntegerTable {
    let count = rows * dims.iter().product::<u32>();
    let integers: Vec<Integer> = (0..count).map(|_| Integer::from(rng.random_range(1..1u32 << 30))).collect();
    IntegerTable::of(rows, dims, &integers).expect("as many integers")
}

/// A grid of at least so many points per variable with `count` primes.
fn grid(points: &[u32], count: usize, rng: &mut StdRng) -> Result<(Grid, Vec<Prime>)> {
    let (grid, mut primes) = eliminant::plan::grid::choose(points, 31 * count as u64, &|_| true, rng)?;
    primes.truncate(count);
    Ok((grid, primes))
}

/// Degrees in y, coefficients in x, points, primes, and the shapes to run.
type Case = (u32, u32, u32, u32, usize, &'static [ScalarShape]);

/// The stages on one case.
fn stages(
    (engine, context): (&mut Cuda, &Context),
    &(p, q, n, points, count, shapes): &Case,
    bounds: &Bounds,
    rng: &mut StdRng,
) -> Result<Vec<Line>> {
    // The remainder form takes the larger degree first.
    let (p, q) = (p.max(q), p.min(q));
    let mut lines = Vec::new();
    let rows = p + q + 2;
    let (grid, primes) = grid(&[points], count, rng)?;
    let table = input(rows, &[n], rng);
    let loaded = engine.load(&table)?;
    let batch = engine.begin(&grid, &primes)?;
    let total = grid.points() as f64 * primes.len() as f64;
    let name = format!("deg_y {p},{q} deg_x {} x {} points x {} primes", n - 1, grid.points(), primes.len());
    let mut last = None;
    let reduce = median(|| engine.reduce(&batch, &loaded).and_then(|_| context.synchronize()))?;
    let evaluate = median(|| {
        let residues = engine.reduce(&batch, &loaded)?;
        last = Some(engine.evaluate(&batch, residues, rows, table.dims())?);
        context.synchronize()
    })? - reduce;
    // The direct form, for each polynomial and orbit of four points: a product for each coefficient; a reduction for each of four
    // sums; a factor of the butterfly, and where powers of all exponents are too many for registers one for each of three sums,
    // with their reductions. Bytes: the values written.
    let factors = if gpu::transform::orbit::triples(n, 4) > 1 { 4 } else { 1 };
    let (orbits, products) = (total * rows as f64 / 4.0, f64::from(n + factors));
    let arithmetic = orbits * bounds.seconds(products, f64::from(4 + factors));
    let bytes = total * rows as f64 * 4.0;
    let shape = name.clone();
    let (rate, unit, bound) = if arithmetic > bytes / bounds.bytes {
        (orbits * products / evaluate, "T products/s", orbits * products / arithmetic)
    } else {
        (bytes / evaluate, "TB/s", bounds.bytes)
    };
    lines.push(Line { stage: "evaluate", shape, milliseconds: evaluate * 1e3, rate, unit, bound });
    drop(last);
    let mut schedule: Vec<u32> = (0..=q).rev().collect();
    schedule.insert(0, p);
    for &shape in shapes {
        let (kind, method, schedule) = (ScalarKind::Resultant, ScalarMethod::Remainder, schedule.clone());
        let job = ScalarJob { kind, p, q, schedule, method, shape };
        let mut times = Vec::new();
        for i in 0..6 {
            let residues = engine.reduce(&batch, &loaded)?;
            let values = engine.evaluate(&batch, residues, rows, table.dims())?;
            context.synchronize()?;
            let start = Instant::now();
            engine.scalars(&batch, values, &job)?;
            context.synchronize()?;
            let seconds = start.elapsed().as_secs_f64();
            // The first warms up.
            if i > 0 {
                times.push(seconds);
            }
        }
        times.sort_by(f64::total_cmp);
        let scalars = times[2];
        lines.push(Line {
            stage: "scalars",
            shape: format!("{name} {shape:?}"),
            milliseconds: scalars * 1e3,
            rate: total * steps(p.into(), q.into()) as f64 / scalars,
            unit: "T steps/s",
            // 16 coefficients of both rows after a block take products of fragments for both rows before it.
            bound: match shape {
                ScalarShape::Blocks => {
                    let fragments = 2.0 * PARTS as f64 / 16.0 / f64::from(tensor_blocks::steps(PARTS));
                    bounds.tensor / (fragments * FRAGMENT)
                }
                _ => bounds.steps,
            },
        });
    }
    let residues = engine.reduce(&batch, &loaded)?;
    let values = engine.evaluate(&batch, residues, rows, table.dims())?;
    let job = ScalarJob {
        kind: ScalarKind::Resultant,
        p,
        q,
        schedule,
        method: ScalarMethod::Remainder,
        shape: ScalarShape::Auto,
    };
    let (mut answer, _) = engine.scalars(&batch, values, &job)?;
    let mut times = Vec::new();
    for _ in 0..6 {
        let start = Instant::now();
        answer = engine.interpolate(&batch, answer, 1)?;
        context.synchronize()?;
        times.push(start.elapsed().as_secs_f64());
    }
    times.sort_by(f64::total_cmp);
    // Read once, written once.
    lines.push(Line {
        stage: "interpolate",
        shape: name,
        milliseconds: times[2] * 1e3,
        rate: total * 8.0 / times[2],
        unit: "TB/s",
        bound: bounds.bytes,
    });
    Ok(lines)
}

fn measure(smoke: bool) -> Result<()> {
    print!("{}", machine::header(None));
    let bounds = bounds()?;
    use ScalarShape::{
        Auto, Block64, Block128, Block256, Blocks, Columns2, Columns4, Columns8, Lanes4, Lanes8, Lanes16, Lanes32,
        Thread,
    };
    let (mut engine, context) = (Cuda::new(0)?, Context::new(0)?);
    let mut rng = StdRng::seed_from_u64(1);
    // Primes enough that the time of a launch does not count; beside the shape that is chosen those next to it.
    let cases: &[Case] = &[
        (20, 16, 12, 400, 20_000, &[Thread]),
        (31, 23, 43, 2000, 4000, &[Thread]),
        (41, 29, 59, 2900, 2000, &[Thread]),
        (62, 40, 13, 1100, 4000, &[Thread]),
        (80, 90, 11, 1800, 1000, &[Thread, Columns2]),
        (95, 95, 7, 1200, 1500, &[Thread, Columns2]),
        (104, 104, 7, 1200, 1500, &[Thread, Columns2]),
        (110, 110, 65, 2000, 600, &[Thread, Columns2]),
        (127, 127, 65, 2000, 600, &[Thread, Columns2, Columns4]),
        (160, 160, 41, 4000, 300, &[Columns2, Columns4, Lanes4]),
        (180, 180, 41, 4000, 300, &[Columns2, Columns4]),
        (200, 200, 41, 4000, 200, &[Columns2, Columns4, Columns8, Lanes4]),
        (250, 250, 41, 4000, 120, &[Columns4, Columns8, Lanes4]),
        (300, 300, 11, 4000, 100, &[Columns4, Columns8, Lanes4, Lanes8, Blocks]),
        (340, 340, 11, 4000, 80, &[Columns8, Blocks]),
        (400, 400, 11, 4000, 60, &[Columns4, Columns8, Lanes8, Blocks]),
        (440, 440, 11, 4000, 50, &[Columns8, Lanes8, Blocks]),
        (250, 130, 11, 4000, 150, &[Thread, Columns2, Columns4, Lanes4]),
        (600, 320, 11, 4000, 40, &[Columns8, Lanes4, Lanes8, Lanes16]),
        (250, 60, 11, 4000, 300, &[Thread, Columns4, Lanes4, Lanes8]),
        (600, 200, 11, 4000, 60, &[Columns8, Lanes4, Lanes8]),
        (1000, 100, 11, 4000, 60, &[Columns8, Lanes8, Lanes16]),
        (511, 511, 11, 4000, 50, &[Columns8, Lanes8, Lanes16, Blocks]),
        (700, 700, 11, 4000, 25, &[Columns8, Lanes8, Lanes16, Blocks]),
        (850, 850, 11, 4000, 20, &[Lanes8, Lanes16, Lanes32, Blocks]),
        (1023, 1023, 11, 4000, 20, &[Lanes8, Lanes16, Lanes32, Blocks]),
        (1400, 1400, 3, 4000, 10, &[Lanes16, Lanes32, Blocks]),
        (2047, 2047, 3, 4000, 10, &[Lanes16, Lanes32, Block64, Blocks]),
        (2800, 2800, 3, 4000, 5, &[Lanes32, Block64, Blocks]),
        (4095, 4095, 3, 4000, 4, &[Lanes32, Block64, Block128, Blocks]),
        (6000, 6000, 3, 2000, 2, &[Block64, Block128, Blocks]),
        (8191, 8191, 3, 2000, 2, &[Block64, Block128, Block256, Blocks]),
        (12_000, 12_000, 3, 2000, 1, &[Block128, Block256, Blocks]),
        (16_383, 16_383, 3, 1000, 1, &[Block128, Block256, Blocks]),
    ];
    let smallest: &[Case] = &[(20, 16, 12, 400, 2, &[Auto])];
    for case in if smoke { smallest } else { cases } {
        for line in stages((&mut engine, &context), case, &bounds, &mut rng)? {
            println!("{}", line.text());
        }
    }
    gcds::print((&mut engine, &context), &bounds, smoke)?;
    determinants::print((&mut engine, &context), &bounds, &mut rng, smoke)
}

/// Measures and prints everything, or in smoke mode the smallest case; without a device nothing.
///
/// # Errors
/// The engine's error.
pub fn run(smoke: bool) -> std::result::Result<(), String> {
    match measure(smoke) {
        Err(error) if absent::is_absence(&error) => absent::skip("rates", &error.to_string()),
        outcome => outcome.map_err(|error| error.to_string()),
    }
}
