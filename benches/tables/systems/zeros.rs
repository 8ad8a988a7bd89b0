//! Newton's method at many points, and zeros for many parameters.

use super::inputs::points;
use super::{Options, median};
use eliminant::engine::{NewtonEngine, SystemMethod};
use eliminant::floating::Precision;
use eliminant::system::{Coefficient, NewtonReport, Solve, System, Term, Track, TrackStatus};
use eliminant::{Backend, Control};
use gpu::system::newton::Stop;
use rug::Rational;

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

/// The equations of seven oscillators in a row ([`System::kuramoto`]): twelve variables, as many parameters and 2^6 zeros. From random complex
/// parameters, whose zeros are found first, to real ones near 1.
pub fn parameters(options: &Options, backend: Backend, ends: usize, threads: Option<usize>) -> eliminant::Result<()> {
    let edges: Vec<(usize, usize)> = (0..6).map(|i| (i, i + 1)).collect();
    let system = System::kuramoto(7, &edges)?;
    let (n, r) = (12, 12);
    let fraction = |i: usize| (i as f64 * 0.618_033_988_749_894_9).fract();
    // Frequencies are small beside strengths, so that zeros stay small: sines of angles are sums of frequencies over strengths.
    let start: Vec<[[f64; 1]; 2]> = (1..=r)
        .map(|i| match i <= 6 {
            true => [[0.2 * fraction(i) - 0.1], [0.2 * fraction(3 * i) - 0.1]],
            false => [[1.0 + 0.2 * fraction(i)], [0.5 * fraction(3 * i) - 0.25]],
        })
        .collect();
    // The same system with numbers in place of parameters.
    let at_start = |term: &Term| {
        let mut coefficient = term.coefficient.clone();
        let mut exponents = Vec::new();
        for &(v, e) in &term.exponents {
            match v.checked_sub(n) {
                None => exponents.push((v, e)),
                Some(k) => {
                    let [re, im] = start[k].map(|[x]| Rational::from_f64(x).unwrap_or_default());
                    coefficient = coefficient * Coefficient::new(re, im).power(e);
                }
            }
        }
        Term { coefficient, exponents }
    };
    let polynomials = system.polynomials().iter().map(|terms| terms.iter().map(at_start).collect()).collect();
    let zeros = Solve::new(&System::new(&system.variables()[..n], polynomials)?).seed(1).run()?.solutions;
    let zeros: Vec<[[f64; 1]; 2]> = zeros.iter().flat_map(|zero| zero.point.iter().copied()).collect();
    let ends: Vec<[[f64; 1]; 2]> = (0..r * ends)
        .map(|i| [[if i % r < 6 { 0.2 * fraction(i) - 0.1 } else { 1.0 + 0.2 * fraction(i) }], [0.0]])
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
