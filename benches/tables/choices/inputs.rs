//! Inputs of the stages, loaded and reduced on an engine.

use eliminant::Result;
use eliminant::engine::cpu::half_gcd_points;
use eliminant::engine::gcd::{Division, GcdEngine, GcdJob, GcdMethod, GcdPair, GcdShape};
use eliminant::engine::input::IntegerTable;
use eliminant::engine::{Engine, ResultantEngine, ScalarJob, ScalarKind, ScalarMethod, ScalarShape};
use eliminant::plan::grid::{self, Grid};
use eliminant::plan::primes::{Prime, with_roots};
use gpu::arith::Modulus;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rug::Integer;

/// Random coefficients, none of them 0.
pub fn random(degree: u32, rng: &mut StdRng) -> Vec<i64> {
    (0..=degree).map(|_| rng.random_range(1..1 << 15)).collect()
}

/// f g.
pub fn product(f: &[i64], g: &[i64]) -> Vec<i64> {
    let mut out = vec![0; f.len() + g.len() - 1];
    for (i, a) in f.iter().enumerate() {
        out[i..].iter_mut().zip(g).for_each(|(out, b)| *out += a * b);
    }
    out
}

/// One row of integers.
pub fn row(integers: &[i64]) -> Result<IntegerTable> {
    let integers: Vec<Integer> = integers.iter().map(|&c| Integer::from(c)).collect();
    IntegerTable::of(1, &[integers.len() as u32], &integers)
}

/// `count` primes with a grid of as many points on one axis, or with none for 0.
pub fn primes<E: Engine>(points: u32, count: usize) -> Result<(Grid, Vec<Prime<E::Modulus>>)> {
    let points = Some(points).filter(|&points| points > 0);
    let bits = count as u64 * u64::from(E::Modulus::MAX.ilog2() + 1);
    let (grid, mut primes) =
        grid::choose::<E::Modulus>(points.as_slice(), bits, &|_| true, &mut StdRng::seed_from_u64(1))?;
    primes.truncate(count);
    Ok((grid, primes))
}

/// A pair of degree n for images of GCDs.
pub struct Pair<E: Engine> {
    pub batch: E::Batch,
    pub residues: E::Buffer,
    pub job: GcdJob,
}

impl<E: GcdEngine> Pair<E> {
    /// f and g of degree n whose GCD has degree d, modulo `count` primes, with the grid that the engine asks for.
    pub fn new(engine: &mut E, n: u32, d: u32, count: usize, shape: GcdShape) -> Result<Self> {
        let mut rng = StdRng::seed_from_u64(u64::from(n));
        let h = random(d, &mut rng);
        let [f, g] = [0; 2].map(|_| product(&h, &random(n - d, &mut rng)));
        let pair = GcdPair { f: 0, p: n, g: n + 1, q: n, lead: 2 * n + 2 };
        let (grid, primes) = primes::<E>(engine.image_points((n, n)), count)?;
        let loaded = engine.load(&row(&[f, g, vec![1]].concat())?)?;
        let batch = engine.begin(&grid, &primes)?;
        let residues = engine.reduce(&batch, &loaded)?;
        Ok(Pair {
            batch,
            residues,
            job: GcdJob { pairs: vec![pair], method: GcdMethod::Remainder, shape, expected: Vec::new() },
        })
    }

    /// The images, and nothing of them.
    pub fn images(&self, engine: &mut E) -> Result<()> {
        engine.gcd_images(&self.batch, &self.residues, &self.job).map(drop)
    }
}

/// A pair for the resultant modulo primes that have roots of unity for products of polynomials.
pub struct Coprime<E: Engine> {
    batch: E::Batch,
    input: E::Input,
    job: ScalarJob,
}

impl<E: ResultantEngine> Coprime<E> {
    /// Of degrees n and n - 1, modulo `count` primes.
    pub fn new(engine: &mut E, n: u32, count: usize) -> Result<Self> {
        let mut rng = StdRng::seed_from_u64(u64::from(n));
        let [f, g] = [n, n - 1].map(|degree| random(degree, &mut rng));
        let rows = 2 * n + 1;
        let integers: Vec<Integer> = f.into_iter().chain(g).map(Integer::from).collect();
        let input = engine.load(&IntegerTable::of(rows, &[], &integers)?)?;
        let points = half_gcd_points(n);
        let (_, primes) = primes::<E>(points, count)?;
        let moduli: Vec<u64> = primes.iter().map(|prime| prime.field.p()).collect();
        let grid = Grid::new(Vec::new()).with_products(points);
        let batch = engine.begin(&grid, &with_roots(&moduli, &grid, &mut rng)?)?;
        let schedule = std::iter::once(n).chain((0..n).rev()).collect();
        let (kind, method, shape) = (ScalarKind::Resultant, ScalarMethod::Remainder, ScalarShape::Auto);
        Ok(Coprime { batch, input, job: ScalarJob { kind, p: n, q: n - 1, schedule, method, shape } })
    }

    /// The resultants modulo all primes, and nothing of them.
    pub fn resultant(&self, engine: &mut E) -> Result<()> {
        let residues = engine.reduce(&self.batch, &self.input)?;
        engine.scalars(&self.batch, residues, &self.job).map(drop)
    }
}

/// An exact division of degree n by degree n / 2.
pub struct Quotient<E: Engine> {
    grid: Grid,
    primes: Vec<Prime<E::Modulus>>,
    dividends: E::Buffer,
    divisors: E::Buffer,
    division: Division,
}

impl<E: GcdEngine> Quotient<E> {
    /// Modulo `count` primes, with the grid that the engine asks for.
    pub fn new(engine: &mut E, n: u32, count: usize) -> Result<Self> {
        let mut rng = StdRng::seed_from_u64(u64::from(n));
        let h = random(n / 2, &mut rng);
        let f = product(&h, &random(n - n / 2, &mut rng));
        let division = Division { dividend: 0, n, divisor: 0, d: n / 2 };
        let (grid, primes) = primes::<E>(engine.division_points(&[division]), count)?;
        let (f, h) = (engine.load(&row(&f)?)?, engine.load(&row(&h)?)?);
        let batch = engine.begin(&grid, &primes)?;
        let (dividends, divisors) = (engine.reduce(&batch, &f)?, engine.reduce(&batch, &h)?);
        Ok(Quotient { grid, primes, dividends, divisors, division })
    }

    /// The tables of the batch and the quotient, and nothing of it.
    pub fn divide(&self, engine: &mut E) -> Result<()> {
        let batch = engine.begin(&self.grid, &self.primes)?;
        engine.divide(&batch, &self.dividends, &self.divisors, &[self.division]).map(drop)
    }
}

/// Polynomials of degree p and q in y with `n` coefficients in x, and the primes with `points` points in x.
pub struct Rows<E: Engine> {
    pub batch: E::Batch,
    pub input: E::Input,
    pub table: IntegerTable,
    pub grid: Grid,
    pub primes: Vec<Prime<E::Modulus>>,
    pub job: ScalarJob,
}

impl<E: Engine> Rows<E> {
    pub fn new(engine: &mut E, (p, q): (u32, u32), n: u32, points: u32, count: usize) -> Result<Self> {
        let mut rng = StdRng::seed_from_u64(u64::from(n));
        let rows = p + q + 2;
        let integers: Vec<Integer> = (0..rows * n).map(|_| Integer::from(rng.random_range(1..1u32 << 30))).collect();
        let table = IntegerTable::of(rows, &[n], &integers)?;
        let (grid, primes) = primes::<E>(points, count)?;
        let input = engine.load(&table)?;
        let batch = engine.begin(&grid, &primes)?;
        let mut schedule: Vec<u32> = (0..=q).rev().collect();
        schedule.insert(0, p);
        let (kind, method, shape) = (ScalarKind::Resultant, ScalarMethod::Remainder, ScalarShape::Auto);
        Ok(Rows { batch, input, table, grid, primes, job: ScalarJob { kind, p, q, schedule, method, shape } })
    }
}
