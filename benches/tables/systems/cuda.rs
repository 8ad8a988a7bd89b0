//! The rows on a device.

use super::inputs::{Row, points};
use super::{EVALUATIONS, Options, median, zeros};
use crate::absent;
use eliminant::engine::cuda::{Context, Cuda, DeviceBuffer, PaperForm, PointShape, Stream};
use eliminant::engine::{SystemEngine, SystemMethod};
use eliminant::floating::Precision;
use eliminant::{Backend, Result};

/// Fused multiply-adds of doubles that a multiprocessor of the devices with fast ones (sm_80, sm_90) does in a clock; the clock of an H200
/// at work is 1.98 GHz.
const PER_CLOCK: f64 = 64.0;

/// Many points: results left on the device, and copied.
fn batched<R: Precision>(
    engine: &mut Cuda,
    context: &Context,
    row: &Row,
    options: &Options,
    count: usize,
) -> Result<()> {
    let compiled = row.system()?.compile()?;
    let (n, m, doubles) = (compiled.variables(), compiled.polynomials(), 2 * R::PARTS);
    let points = points::<R>(n, count);
    let loaded = engine.load_system::<R>(&compiled, SystemMethod::Auto)?;
    let stream = Stream::new(context)?;
    let source = stream.copy_of::<f64>(bytemuck::cast_slice(&points))?;
    let mut values: DeviceBuffer<f64> = stream.zeroed(count * m * doubles)?;
    let mut rows: DeviceBuffer<f64> = stream.zeroed(count * m * n * doubles)?;
    context.synchronize()?;
    for shape in [PointShape::Batch, PointShape::Point] {
        if shape == PointShape::Point && count > 65_535 {
            continue;
        }
        let seconds = median(options.repeat, || {
            engine.evaluate_resident(&loaded, shape, &source, &mut values, Some(&mut rows))?;
            context.synchronize()
        })?;
        let method = 4.0 * row.products() + 2.0 * row.sums();
        let ours = 4.0 * compiled.products() as f64 + 2.0 * compiled.sums() as f64;
        let most = PER_CLOCK * 1.98e9 * f64::from(engine.device().multiprocessors);
        let part = match R::PARTS {
            1 => format!(
                ", {:.0}% of the bound by the method's count, {:.0}% by ours",
                100.0 * method * count as f64 / seconds / most,
                100.0 * ours * count as f64 / seconds / most
            ),
            _ => String::new(),
        };
        println!(
            "  {:<24} {:<2} {shape:?} {count:>7} points {:>10.3} ms on the device; 100,000: {:>10.3} ms{part}",
            row.name(),
            R::NAME,
            1e3 * seconds,
            1e3 * seconds * EVALUATIONS / count as f64
        );
    }
    let mut host_values = vec![[R::default(); 2]; count * m];
    let mut host_rows = vec![[R::default(); 2]; count * m * n];
    let seconds = median(options.repeat.min(3), || {
        engine.evaluate_system(&loaded, &points, &mut host_values, Some(&mut host_rows))
    })?;
    println!("  {:<24} {:<2} with copies {:>10.3} ms", row.name(), R::NAME, 1e3 * seconds);
    Ok(())
}

/// One point after the other, each when the one before is done, results left on the device.
fn dependent<R: Precision>(engine: &mut Cuda, context: &Context, row: &Row, options: &Options) -> Result<()> {
    /// Evaluations of a run.
    const COUNT: usize = 2000;
    let compiled = row.system()?.compile()?;
    let (n, m, doubles) = (compiled.variables(), compiled.polynomials(), 2 * R::PARTS);
    let loaded = engine.load_system::<R>(&compiled, SystemMethod::Auto)?;
    let stream = Stream::new(context)?;
    let source = stream.copy_of::<f64>(bytemuck::cast_slice(&points::<R>(n, 1)))?;
    let mut values: DeviceBuffer<f64> = stream.zeroed(m * doubles)?;
    let mut rows: DeviceBuffer<f64> = stream.zeroed(m * n * doubles)?;
    context.synchronize()?;
    let seconds = median(options.repeat, || {
        for _ in 0..COUNT {
            engine.evaluate_resident(&loaded, PointShape::Point, &source, &mut values, Some(&mut rows))?;
        }
        context.synchronize()
    })? / COUNT as f64;
    let paper = match row.paper {
        Some((device, core)) => {
            format!("; the paper: {:.1} us on a C2050, {:.0} us on a core", device * 10.0, core * 10.0)
        }
        None => String::new(),
    };
    println!("  {:<24} {:<2} {:>9.2} us an evaluation{paper}", row.name(), R::NAME, 1e6 * seconds);
    let loaded = engine.load_system::<R>(&compiled, SystemMethod::Paper)?;
    print!("  {:<24} {:<2} by the paper's kernels:", row.name(), R::NAME);
    for (table, compact, coalesced) in
        [(true, false, false), (false, false, false), (true, true, false), (true, false, true)]
    {
        let mut form = PaperForm::default();
        (form.table, form.compact, form.coalesced) = (table, compact, coalesced);
        let mut room = engine.paper_room(&loaded, form, 1)?;
        let seconds = median(options.repeat, || {
            for _ in 0..COUNT {
                engine.evaluate_paper(&loaded, &mut room, &source, &mut values, &mut rows)?;
            }
            context.synchronize()
        })? / COUNT as f64;
        let name = match (table, compact, coalesced) {
            (false, ..) => "without table",
            (_, true, _) => "compact",
            (_, _, true) => "coalesced output",
            _ => "as chosen there",
        };
        print!(" {name} {:.2} us;", 1e6 * seconds);
    }
    println!();
    Ok(())
}

/// Measures and prints everything.
pub fn run(options: &Options, smoke: bool) -> std::result::Result<(), String> {
    let measure = || -> Result<()> {
        let (mut engine, context) = (Cuda::new(0)?, Context::new(0)?);
        println!("\ncuda, {}", engine.device());
        let count = options.points.unwrap_or(if smoke { 64 } else { 100_000 });
        for row in options.batched(smoke) {
            batched::<[f64; 1]>(&mut engine, &context, &row, options, count)?;
            batched::<[f64; 2]>(&mut engine, &context, &row, options, count)?;
            batched::<[f64; 4]>(&mut engine, &context, &row, options, (count / 4).max(1))?;
        }
        let counts = if smoke { (8, 8, 8) } else { (1_000_000, 200_000, 20_000) };
        zeros::all_newton(&mut engine, options, counts)?;
        zeros::all_steps(options)?;
        zeros::parameters(options, Backend::Cuda, if smoke { 1 } else { 10_000 }, None)?;
        println!("one at a time");
        for row in options.dependent(smoke) {
            dependent::<[f64; 1]>(&mut engine, &context, &row, options)?;
            dependent::<[f64; 2]>(&mut engine, &context, &row, options)?;
            dependent::<[f64; 4]>(&mut engine, &context, &row, options)?;
        }
        // Where one launch for all points becomes faster than a block for each polynomial at each point.
        println!("few points");
        for row in options.batched(smoke) {
            for count in [1, 8, 64, 256, 1024, 4096] {
                batched::<[f64; 1]>(&mut engine, &context, &row, options, count)?;
                batched::<[f64; 2]>(&mut engine, &context, &row, options, count)?;
            }
        }
        Ok(())
    };
    match measure() {
        Err(error) if absent::is_absence(&error) => absent::skip("systems", &error.to_string()),
        outcome => outcome.map_err(|error| error.to_string()),
    }
}
