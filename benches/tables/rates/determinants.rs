//! Determinants of matrices all of whose entries differ, against the products and reductions that run.

use super::{Bounds, FRAGMENT, Line, grid, input, median};
use eliminant::engine::cuda::{Context, Cuda};
use eliminant::engine::{DeterminantEngine, DeterminantJob, Engine};
use eliminant::{DeterminantMethod, MatrixShape, Result};
use gpu::determinant::panels::{PANEL, TILE, padded};
use rand::rngs::StdRng;

/// Coefficients of an entry where the last variable is evaluated with the determinants, and values of that variable.
const LAST: (u32, u32) = (3, 30);

/// Rows, points, primes, and the shapes to run.
type Case = (u32, u32, usize, &'static [MatrixShape]);

/// Element steps of an elimination by pairs of pivots, and products of two residues for the multipliers of its rows.
fn eliminated(n: u64) -> (f64, f64) {
    let left = (2..n).step_by(2).map(|k| n - k);
    left.fold((0.0, 0.0), |(steps, multipliers), m| (steps + (m * m) as f64, multipliers + 2.0 * m as f64))
}

fn job(n: u32, method: DeterminantMethod, shape: MatrixShape) -> DeterminantJob {
    let entries = (0..n * n).map(|number| gpu::determinant::matrix::entry(number, false)).collect();
    DeterminantJob { values: n * n, sizes: vec![n], rank: n, entries, negative: false, method, shape }
}

/// Products of fragments of an elimination by panels: for 16 rows of what a panel leaves, 8 columns at a time, 16 of them, and as many for 8 columns
/// of the 32 products with the inverse.
fn panels_fragments(n: u32) -> f64 {
    let rest = (1..).map(|panel| padded(n).saturating_sub(panel * PANEL)).take_while(|&m| m > 0);
    rest.map(|m| f64::from(m / TILE) * f64::from(m / 8 + PANEL / 8) * 16.0).sum()
}

/// Products and reductions of an elimination by pairs of pivots, and where four are taken at a time: then for each element five products and one reduction,
/// for each row 16 and 8 for its multipliers, for each column 6 and 2 for the rows of the second pair, and 25 and 11 for the pairs themselves.
fn operations(n: u64, shape: MatrixShape) -> (f64, f64) {
    if shape != MatrixShape::Registers {
        let (steps, multipliers) = eliminated(n);
        return (3.0 * steps + 2.0 * multipliers, steps + multipliers);
    }
    let left = (4..n + 4).step_by(4).map(|k| n.saturating_sub(k) as f64);
    left.fold((0.0, 0.0), |(products, reductions), m| {
        (products + (5.0 * m + 22.0) * m + 25.0, reductions + (m + 10.0) * m + 11.0)
    })
}

/// A line for `total` determinants of n rows with so many products and reductions for each besides those of the elimination.
fn line(
    (n, by): (u32, MatrixShape),
    shape: String,
    seconds: f64,
    total: f64,
    entries: (f64, f64),
    bounds: &Bounds,
) -> Line {
    let (steps, _) = eliminated(n.into());
    let (products, reductions) = operations(n.into(), by);
    Line {
        stage: "determinant",
        shape,
        milliseconds: seconds * 1e3,
        rate: total * steps / seconds,
        unit: "T steps/s",
        bound: steps / bounds.seconds(products + entries.0, reductions + entries.1),
    }
}

/// Entries that are values.
fn at_points(
    (engine, context): (&mut Cuda, &Context),
    &(n, points, count, shapes): &Case,
    bounds: &Bounds,
    rng: &mut StdRng,
) -> Result<Vec<Line>> {
    let (grid, primes) = grid(&[points], count, rng)?;
    let loaded = engine.load(&input(n * n, &[grid.points() as u32], rng))?;
    let batch = engine.begin(&grid, &primes)?;
    let total = grid.points() as f64 * primes.len() as f64;
    let methods = shapes.iter().map(|&shape| (DeterminantMethod::Elimination, shape));
    let mut lines = Vec::new();
    for (method, shape) in methods.chain([(DeterminantMethod::Condensation, MatrixShape::Auto)]) {
        let job = job(n, method, shape);
        let mut residues = || {
            let residues = engine.reduce(&batch, &loaded)?;
            context.synchronize().map(|()| residues)
        };
        let mut given = [residues()?, residues()?, residues()?, residues()?, residues()?, residues()?].into_iter();
        let seconds = median(|| {
            given.next().map(|residues| engine.determinants(&batch, residues, &job)).transpose()?;
            context.synchronize()
        })?;
        let how = match method {
            DeterminantMethod::Condensation => method.name().to_string(),
            _ => format!("{shape:?}"),
        };
        let is_panels = job.shape == MatrixShape::Panels;
        let shape = format!("{n} rows x {} points x {} primes {how}", grid.points(), primes.len());
        let mut line = line((n, job.shape), shape, seconds, total, (0.0, 0.0), bounds);
        if is_panels {
            line.bound = eliminated(n.into()).0 / (panels_fragments(n) * FRAGMENT / bounds.tensor);
        }
        lines.push(line);
    }
    Ok(lines)
}

/// Entries that are polynomials in the last variable, with a coefficient in one more, which is evaluated before: that counts too.
fn in_last(
    (engine, context): (&mut Cuda, &Context),
    (&(n, points, count, _), shape): (&Case, MatrixShape),
    bounds: &Bounds,
    rng: &mut StdRng,
) -> Result<Line> {
    let (coefficients, along) = LAST;
    let (grid, primes) = grid(&[points.div_ceil(along), along], count, rng)?;
    let dims = [1, coefficients];
    let loaded = engine.load(&input(n * n, &dims, rng))?;
    let batch = engine.begin(&grid, &primes)?;
    let total = grid.points() as f64 * primes.len() as f64;
    let job = job(n, DeterminantMethod::Elimination, shape);
    let seconds = median(|| {
        let residues = engine.reduce(&batch, &loaded)?;
        engine.determinants_of(&batch, residues, &dims, &job)?;
        context.synchronize()
    })?;
    let text = format!("{n} rows x {} points x {} primes, coefficients {shape:?}", grid.points(), primes.len());
    let elements = f64::from(n * n);
    // The choice of `Auto` for so many rows.
    let by = if (5..=64).contains(&n) { MatrixShape::Registers } else { shape };
    Ok(line((n, by), text, seconds, total, (3.0 * elements, elements), bounds))
}

/// All cases, or in smoke mode the smallest.
pub fn print((engine, context): (&mut Cuda, &Context), bounds: &Bounds, rng: &mut StdRng, smoke: bool) -> Result<()> {
    use MatrixShape::{
        Block256 as Block, Global, Lanes4 as Quad, Lanes32 as Warp, Panels, Registers, Thread as Single,
    };
    let cases: &[Case] = &[
        (4, 20_000, 100, &[Single, Quad, Registers]),
        (6, 10_000, 100, &[Single, Quad, Registers]),
        (8, 10_000, 100, &[Single, Quad, Registers]),
        (10, 10_000, 100, &[Single, Quad, Warp, Registers]),
        (12, 5000, 100, &[Single, Quad, Warp, Registers]),
        (14, 5000, 100, &[Single, Quad, Warp, Registers]),
        (16, 4000, 100, &[Single, Quad, Warp, Registers]),
        (20, 4000, 100, &[Single, Quad, Warp, Registers]),
        (24, 2000, 100, &[Single, Quad, Warp, Registers]),
        (32, 1000, 100, &[Quad, Warp, Block, Registers]),
        (48, 500, 100, &[Warp, Block, Registers, Panels]),
        (64, 250, 100, &[Warp, Block, Registers, Panels]),
        (65, 250, 100, &[Block, Panels]),
        (72, 210, 100, &[Block, Panels]),
        (80, 180, 100, &[Block, Panels]),
        (88, 150, 100, &[Block, Panels]),
        (96, 120, 100, &[Warp, Block, Global, Panels]),
        (97, 120, 100, &[Block, Panels]),
        (112, 90, 100, &[Block, Panels]),
        (128, 60, 100, &[Warp, Block, Global, Panels]),
        (192, 30, 100, &[Warp, Block, Global, Panels]),
        (256, 16, 100, &[Block, Global, Panels]),
    ];
    for case in if smoke { &cases[..1] } else { cases } {
        for line in at_points((&mut *engine, context), case, bounds, rng)? {
            println!("{}", line.text());
        }
        // Beside what is chosen, the shapes that might be.
        let others = [Block, Panels].into_iter().filter(|shape| case.0 > 64 && case.3.contains(shape));
        for shape in [MatrixShape::Auto].into_iter().chain(others) {
            println!("{}", in_last((&mut *engine, context), (case, shape), bounds, rng)?.text());
        }
    }
    Ok(())
}
