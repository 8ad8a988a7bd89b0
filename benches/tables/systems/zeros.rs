//! Newton's method at many points, and zeros for many parameters.

use super::inputs::points;
use super::{Options, median};
use eliminant::engine::{NewtonEngine, SystemMethod};
use eliminant::floating::Precision;
use eliminant::system::{Newton, NewtonReport, System, Track, TrackStatus};
use eliminant::{Backend, Complex64, Control};
use gpu::system::newton::Stop;

/// Newton's method in one precision at points of the unit circle, where it seldom settles soon: steps a second, of all that is done.
fn newton<R: Precision>(
    engine: &mut impl NewtonEngine,
    (name, system): &(&str, System),
    options: &Options,
    count: usize,
) -> eliminant::Result<()> {
    let compiled = system.compile()?;
    let start = points::<R>(compiled.variables(), count);
    let loaded = engine.load_system::<R>(&compiled, SystemMethod::Auto)?;
    let stop = Stop { iterations: 10, tolerance: 1e-14, root: 1e-7 };
    let mut reports = vec![NewtonReport::default(); count];
    let mut moved = start.clone();
    let seconds = median(options.repeat, || {
        moved.copy_from_slice(&start);
        engine.refine_points(&loaded, stop, &mut moved, &mut reports)
    })?;
    let steps: f64 = reports.iter().map(|report| f64::from(report.iterations)).sum();
    println!(
        "  {name:<24} {:<2} {count:>8} points {:>10.3} ms, {:>8.2e} steps a second",
        R::NAME,
        1e3 * seconds,
        steps / seconds
    );
    Ok(())
}

/// Newton's method at n = 10 in all precisions.
pub fn all_newton(
    engine: &mut impl NewtonEngine,
    options: &Options,
    (d, dd, qd): (usize, usize, usize),
) -> eliminant::Result<()> {
    println!("Newton's method, at most 10 steps, with copies to the host");
    let rows = [
        ("n 10 T 100 k 5 d 3", System::synthetic(10, 100, 5, 3, 1)?),
        ("katsura, n 10", System::katsura(9)?),
        ("noon, n 10", System::noon(10)?),
    ];
    for row in &rows {
        newton::<[f64; 1]>(engine, row, options, d)?;
        newton::<[f64; 2]>(engine, row, options, dd)?;
        newton::<[f64; 4]>(engine, row, options, qd)?;
    }
    Ok(())
}

/// A step a call at one point, from far away again and again; microseconds of a step, on the CPU and on a device where there is one.
fn step<R: Precision>((name, system): &(&str, System), options: &Options) -> eliminant::Result<()> {
    const STEPS: u32 = 200;
    let compiled = system.compile()?;
    let start = points::<R>(compiled.variables(), 1);
    let mut times = Vec::new();
    for backend in [Backend::Cpu, Backend::Cuda] {
        let mut stepper = match Newton::new(&compiled).backend(backend).stepper(&start) {
            Ok(stepper) => stepper,
            Err(error) if backend == Backend::Cuda => {
                println!("  no device: {error}");
                continue;
            }
            Err(error) => return Err(error),
        };
        let seconds = median(options.repeat, || {
            for _ in 0..STEPS {
                // A point that has settled goes no further.
                if stepper.step()?.iterations == 0 {
                    stepper.set_point(&start)?;
                }
            }
            Ok(())
        })?;
        times.push(format!("{backend:?} {:>9.2} us", 1e6 * seconds / f64::from(STEPS)));
    }
    println!("  {name:<24} {:<2} {}", R::NAME, times.join("   "));
    Ok(())
}

/// Newton's method a step a call.
pub fn all_steps(options: &Options) -> eliminant::Result<()> {
    println!("A step of Newton's method a call, with the report on the host");
    let rows = [
        ("katsura, n 5", System::katsura(4)?),
        ("n 10 T 100 k 5 d 3", System::synthetic(10, 100, 5, 3, 1)?),
        ("n 32 T 704 k 9 d 2", System::synthetic(32, 704, 9, 2, 1)?),
        ("n 32 T 1024 k 16 d 10", System::synthetic(32, 1024, 16, 10, 1)?),
        ("n 64 T 4096 k 8 d 3", System::synthetic(64, 4096, 8, 3, 1)?),
    ];
    for row in &rows {
        step::<[f64; 1]>(row, options)?;
        step::<[f64; 2]>(row, options)?;
        step::<[f64; 4]>(row, options)?;
    }
    Ok(())
}

/// The 2^6 zeros of the equations of seven oscillators in a row for frequencies w and strengths k: the sine of each edge's angle is the sum of the frequencies
/// behind it over its strength, the cosine either root; angles add up.
fn zeros(parameters: &[Complex64]) -> Vec<Complex64> {
    let (w, k) = parameters.split_at(6);
    let mut all = Vec::new();
    for signs in 0..64 {
        let (mut sine, mut cosine) = (Complex64::new(0.0, 0.0), Complex64::new(1.0, 0.0));
        let (mut sines, mut cosines) = (Vec::new(), Vec::new());
        for edge in 0..6 {
            let s = w[edge..].iter().sum::<Complex64>() / k[edge];
            let root = (1.0 - s * s).sqrt();
            let c = if signs >> edge & 1 == 0 { root } else { -root };
            (sine, cosine) = (sine * c + cosine * s, cosine * c - sine * s);
            sines.push(sine);
            cosines.push(cosine);
        }
        all.extend(sines.into_iter().chain(cosines));
    }
    all
}

/// The equations of seven oscillators in a row ([`System::kuramoto`]): twelve variables, as many parameters and 2^6 zeros. From random complex
/// parameters to real ones near 1.
pub fn parameters(options: &Options, backend: Backend, ends: usize, threads: Option<usize>) -> eliminant::Result<()> {
    let edges: Vec<(usize, usize)> = (0..6).map(|i| (i, i + 1)).collect();
    let system = System::kuramoto(7, &edges)?;
    let (n, r) = (12, 12);
    let fraction = |i: usize| (i as f64 * 0.618_033_988_749_894_9).fract();
    // Frequencies are small beside strengths, so that zeros stay small.
    let start: Vec<Complex64> = (1..=r)
        .map(|i| match i <= 6 {
            true => Complex64::new(0.2 * fraction(i) - 0.1, 0.2 * fraction(3 * i) - 0.1),
            false => Complex64::new(1.0 + 0.2 * fraction(i), 0.5 * fraction(3 * i) - 0.25),
        })
        .collect();
    let zeros = zeros(&start);
    let ends: Vec<Complex64> = (0..r * ends)
        .map(|i| Complex64::from(if i % r < 6 { 0.2 * fraction(i) - 0.1 } else { 1.0 + 0.2 * fraction(i) }))
        .collect();
    let compiled = system.compile()?;
    let mut track = Track::new(&compiled, &start, &ends).backend(backend).control(Control::default());
    if let Some(threads) = threads {
        track = track.threads(threads);
    }
    let mut answer = track.run(&zeros)?;
    let seconds = median(options.repeat.min(3), || {
        answer = track.run(&zeros)?;
        Ok(())
    })?;
    let ended = answer.reports.iter().filter(|report| report.status == TrackStatus::End).count();
    let attempts: u64 = answer.reports.iter().map(|report| u64::from(report.attempts)).sum();
    println!(
        "seven oscillators in a row, 12 variables: {} paths to {} parameters in {:.3} s ({ended} ended, {:.1} attempts a path, {} in double-double too), {}",
        zeros.len() / n,
        ends.len() / r,
        seconds,
        attempts as f64 / answer.reports.len() as f64,
        answer.reports.iter().filter(|report| report.extended).count(),
        answer.backend
    );
    Ok(())
}
