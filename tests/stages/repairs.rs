//! Scalars that leave the schedule: division, compaction and repair.
//!
//! Values of f and g are chosen freely at every point and prime, so different lanes fail at different points; the input is
//! the integer polynomials through them.

use crate::drive::{chinese, grid, modulus, points, primes, primes_below, stages, table};
use crate::lanes::lane;
use eliminant::ScalarShape;
use eliminant::engine::input::IntegerTable;
use eliminant::engine::{LiftEngine, ResultantEngine, ScalarCounts, ScalarJob, ScalarKind, ScalarMethod};
use eliminant::plan::grid::Grid;
use eliminant::plan::primes::{Prime, Word};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rug::Integer;
use rug::integer::IntegerExt64;

/// f and g at one point, constant terms first.
type Lane = (Vec<u64>, Vec<u64>);

/// Polynomials with known values at all points of a grid with one axis.
struct Problem<M: Word> {
    kind: ScalarKind,
    degrees: (u32, u32),
    grid: Grid,
    primes: Vec<Prime<M>>,
    /// [prime][point].
    points: Vec<Vec<u64>>,
    lanes: Vec<Vec<Lane>>,
    expected: Vec<Vec<u64>>,
    table: IntegerTable,
}

impl<M: Word> Problem<M> {
    /// A share of the lanes is special. The primes are the largest below `end`, or the largest of all for `None`.
    fn new(
        kind: ScalarKind,
        degrees: (u32, u32),
        axis: (u32, u32),
        count: usize,
        end: Option<u64>,
        share: f64,
        rng: &mut StdRng,
    ) -> Self {
        let grid = grid(&[axis]);
        let primes = match end {
            Some(end) => primes_below(end, &grid, count, rng),
            None => primes(&grid, count, rng),
        };
        let points: Vec<Vec<u64>> = primes.iter().map(|prime| points(&grid, prime, 0)).collect();
        let n = grid.points() as usize;
        let mut lanes = Vec::new();
        let mut expected = Vec::new();
        // [prime][row][exponent].
        let mut coefficients = Vec::new();
        for (prime, points) in primes.iter().zip(&points) {
            let m = modulus(prime);
            let values: Vec<Lane> = (0..n).map(|_| lane(m, kind, degrees, share, rng)).collect();
            expected.push(values.iter().map(|(f, g)| m.scalar(kind, f, g)).collect());
            let matrix = m.interpolation(points);
            let rows: Vec<Vec<u64>> = (0..degrees.0 as usize + degrees.1 as usize + 2)
                .map(|row| {
                    let value = |(f, g): &Lane| f.iter().chain(g).nth(row).copied();
                    let column: Vec<u64> = values.iter().map(|lane| value(lane).expect("a row of f or g")).collect();
                    matrix.iter().map(|weights| m.dot(weights, &column)).collect()
                })
                .collect();
            coefficients.push(rows);
            lanes.push(values);
        }
        let rows = coefficients[0].len();
        let integers: Vec<Integer> =
            (0..rows * n).map(|i| chinese(&primes, coefficients.iter().map(|c| c[i / n][i % n]), i)).collect();
        let table = table(rows as u32, &[n as u32], &integers);
        Problem { kind, degrees, grid, primes, points, lanes, expected, table }
    }

    /// Computes and compares everything: the answer at every point, and the number of repairs.
    fn check<E: ResultantEngine + LiftEngine<Modulus = M>>(
        &self,
        engine: &mut E,
        method: ScalarMethod,
        shape: ScalarShape,
        schedule: &[u32],
        batch: usize,
    ) -> u64 {
        let (p, q) = self.degrees;
        let job = ScalarJob { kind: self.kind, p, q, schedule: schedule.to_vec(), method, shape };
        let n = self.grid.points() as u32;
        let mut counts = ScalarCounts::default();
        let found = stages(engine, (&self.grid, &self.primes, batch), &self.table, &[n], |engine, tables, residues| {
            let values = engine.evaluate(tables, residues, self.table.rows(), self.table.dims()).expect("evaluate");
            let (scalars, more) = engine.scalars(tables, values, &job).expect("scalars");
            counts.scalars += more.scalars;
            counts.repairs += more.repairs;
            engine.interpolate(tables, scalars, 1).expect("interpolate")
        });
        for (i, answer) in found.iter().enumerate() {
            let m = modulus(&self.primes[i]);
            for (k, &x) in self.points[i].iter().enumerate() {
                let (f, g) = &self.lanes[i][k];
                let value = m.horner(answer, x);
                assert_eq!(value, self.expected[i][k], "{job:?} modulo {}: f = {f:?}, g = {g:?}", m.0);
            }
        }
        let repaired = |prime: &Prime<M>, lanes: &[Lane]| {
            let m = modulus(prime);
            lanes.iter().filter(|(f, g)| m.is_repaired(&job, f, g)).count() as u64
        };
        let predicted: u64 = self.primes.iter().zip(&self.lanes).map(|(prime, lanes)| repaired(prime, lanes)).sum();
        let scalars = n as u64 * self.primes.len() as u64;
        assert_eq!(counts, ScalarCounts { scalars, repairs: predicted }, "{job:?}");
        predicted
    }

    /// d_0, d_1, d_1 - 1, ..., 0.
    fn schedule(&self) -> Vec<u32> {
        let (p, q) = self.degrees;
        std::iter::once(p.max(q)).chain((0..=p.min(q)).rev()).collect()
    }
}

const RESULTANTS: [(u32, u32); 13] =
    [(0, 0), (0, 3), (3, 0), (1, 1), (2, 1), (1, 2), (1, 5), (3, 3), (4, 2), (2, 5), (5, 4), (3, 6), (6, 5)];

/// Resultants of all small degrees, a third of the lanes special, five primes in two batches.
pub fn resultants<E: ResultantEngine + LiftEngine>(engine: &mut E, method: ScalarMethod, shapes: &[ScalarShape]) {
    let mut rng = StdRng::seed_from_u64(11);
    for degrees in RESULTANTS {
        let problem = Problem::<E::Modulus>::new(ScalarKind::Resultant, degrees, (45, 1), 5, None, 0.35, &mut rng);
        for &shape in shapes {
            let repairs = problem.check(engine, method, shape, &problem.schedule(), 4);
            assert!(repairs > 0 || degrees.0.min(degrees.1) < 2, "{degrees:?}");
        }
    }
}

/// Discriminants of degrees 1 to 6.
pub fn discriminants<E: ResultantEngine + LiftEngine>(engine: &mut E, method: ScalarMethod, shapes: &[ScalarShape]) {
    let mut rng = StdRng::seed_from_u64(12);
    for p in 1..=6 {
        let problem =
            Problem::<E::Modulus>::new(ScalarKind::Discriminant, (p, p - 1), (30, 2), 5, None, 0.35, &mut rng);
        for &shape in shapes {
            let repairs = problem.check(engine, method, shape, &problem.schedule(), 5);
            assert!(repairs > 0, "{p}");
        }
    }
}

/// Every lane special, so nearly every warp, block and bundle holds lanes that fail and lanes that do not.
pub fn all_special<E: ResultantEngine + LiftEngine>(engine: &mut E, method: ScalarMethod, shapes: &[ScalarShape]) {
    let mut rng = StdRng::seed_from_u64(13);
    for (kind, degrees) in [(ScalarKind::Resultant, (4, 5)), (ScalarKind::Discriminant, (5, 4))] {
        let problem = Problem::<E::Modulus>::new(kind, degrees, (135, 1), 3, None, 1.0, &mut rng);
        for &shape in shapes {
            let repairs = problem.check(engine, method, shape, &problem.schedule(), 3);
            assert!(repairs > 135, "{repairs}");
        }
    }
}

/// Numbers of primes around the sizes of bundles; the last batch is short.
pub fn primes_in_a_batch<E: ResultantEngine + LiftEngine>(
    engine: &mut E,
    method: ScalarMethod,
    shapes: &[ScalarShape],
) {
    let mut rng = StdRng::seed_from_u64(14);
    for count in [1, 3, 4, 5, 16, 17, 33] {
        let problem = Problem::<E::Modulus>::new(ScalarKind::Resultant, (3, 2), (27, 1), count, None, 0.3, &mut rng);
        for &shape in shapes {
            for batch in [count, 16] {
                assert!(problem.check(engine, method, shape, &problem.schedule(), batch) > 0);
            }
        }
    }
}

/// Numbers of points around 32, 64, 128 and 256, the sizes of warps, blocks and what one block divides, and several of these.
pub fn numbers_of_points<E: ResultantEngine + LiftEngine>(
    engine: &mut E,
    method: ScalarMethod,
    shapes: &[ScalarShape],
) {
    let mut rng = StdRng::seed_from_u64(15);
    for (axis, share) in [
        ((1, 1), 1.0),
        ((27, 1), 0.2),
        ((64, 1), 0.2),
        ((25, 3), 0.2),
        ((125, 1), 0.5),
        ((500, 1), 0.1),
        ((540, 1), 0.1),
        ((1125, 1), 0.05),
    ] {
        let problem = Problem::<E::Modulus>::new(ScalarKind::Resultant, (2, 3), axis, 1, None, share, &mut rng);
        for &shape in shapes {
            problem.check(engine, method, shape, &problem.schedule(), 1);
        }
    }
}

/// Schedules that no lane or few lanes follow: a gap, a remainder that is not zero, the last degree at once.
pub fn wrong_schedules<E: ResultantEngine + LiftEngine>(engine: &mut E, shapes: &[ScalarShape]) {
    let mut rng = StdRng::seed_from_u64(16);
    for (kind, degrees) in
        [(ScalarKind::Resultant, (5, 5)), (ScalarKind::Resultant, (3, 6)), (ScalarKind::Discriminant, (6, 5))]
    {
        let problem = Problem::<E::Modulus>::new(kind, degrees, (81, 1), 2, None, 0.2, &mut rng);
        let (high, low) = (degrees.0.max(degrees.1), degrees.0.min(degrees.1));
        let tails: [&[u32]; 5] = [&[], &[0], &[low - 1], &[low - 2, 0], &[low - 1, low - 2]];
        for tail in tails {
            let schedule = [&[high, low], tail].concat();
            for &shape in shapes {
                let repairs = problem.check(engine, ScalarMethod::Remainder, shape, &schedule, 2);
                assert!(repairs > 100, "{schedule:?}: {repairs}");
            }
        }
    }
}

/// Pairs with a common factor everywhere: the schedule ends with a remainder that is zero, and few lanes leave it.
pub fn common_factors<E: ResultantEngine + LiftEngine>(engine: &mut E, shapes: &[ScalarShape]) {
    let mut rng = StdRng::seed_from_u64(17);
    let mut problem = Problem::<E::Modulus>::new(ScalarKind::Resultant, (1, 1), (1, 1), 1, None, 0.0, &mut rng);
    for degrees in [(4, 4), (3, 5), (5, 2)] {
        problem = Problem { degrees, ..problem };
        let grid = grid(&[(54, 1)]);
        let primes = primes(&grid, 2, &mut rng);
        let mut integers = Vec::new();
        // (y - 1) f and (y - 1) g at every point, for f, g with small coefficients.
        for degree in [degrees.0, degrees.1] {
            let f: Vec<i32> = (0..degree * 3).map(|_| rng.random_range(-9..10)).collect();
            for row in 0..=degree as usize {
                for k in 0..3 {
                    let at = |r: usize| f.get(r * 3 + k).copied().unwrap_or(0);
                    let below = if row > 0 { at(row - 1) } else { 0 };
                    integers.push(Integer::from(below - at(row)));
                }
            }
        }
        let table = table(degrees.0 + degrees.1 + 2, &[3], &integers);
        let points: Vec<Vec<u64>> = primes.iter().map(|prime| points(&grid, prime, 0)).collect();
        let lanes: Vec<Vec<Lane>> =
            primes.iter().zip(&points).map(|(prime, xs)| specialised(prime, xs, &integers, degrees)).collect();
        let expected = vec![vec![0; 54]; 2];
        problem = Problem { grid, primes, points, lanes, expected, table, ..problem };
        let high = degrees.0.max(degrees.1);
        let schedule: Vec<u32> = std::iter::once(high).chain((1..=degrees.0.min(degrees.1)).rev()).collect();
        for &shape in shapes {
            let repairs = problem.check(engine, ScalarMethod::Remainder, shape, &schedule, 2);
            assert!(repairs < 10, "{repairs}");
        }
    }
}

/// f and g at the points from integer coefficients [row][3].
fn specialised<M: Word>(prime: &Prime<M>, xs: &[u64], integers: &[Integer], (p, _): (u32, u32)) -> Vec<Lane> {
    let m = modulus(prime);
    let residues: Vec<u64> = integers.iter().map(|c| c.mod_u64(m.0)).collect();
    xs.iter()
        .map(|&x| {
            let mut f: Vec<u64> = residues.chunks(3).map(|row| m.horner(row, x)).collect();
            let g = f.split_off(p as usize + 1);
            (f, g)
        })
        .collect()
}

/// Primes so small that everything vanishes somewhere by itself, on grids of all their non-zero residues.
pub fn small_primes<E: ResultantEngine + LiftEngine>(engine: &mut E, method: ScalarMethod, shapes: &[ScalarShape]) {
    let mut rng = StdRng::seed_from_u64(18);
    for (kind, degrees) in
        [(ScalarKind::Resultant, (4, 3)), (ScalarKind::Resultant, (2, 4)), (ScalarKind::Discriminant, (5, 4))]
    {
        let mut repairs = 0;
        for (axis, end) in [((6, 2), 14), ((30, 2), 62), ((32, 3), 98)] {
            let problem = Problem::<E::Modulus>::new(kind, degrees, axis, 1, Some(end), 0.0, &mut rng);
            for &shape in shapes {
                repairs += problem.check(engine, method, shape, &problem.schedule(), 1);
            }
        }
        assert!(repairs > 0);
    }
}

/// Degrees beyond a warp and beyond a block of threads; by remainders also so large that every thread of a team has several groups
/// of elements: 190 for all shapes, 3300 for those that then still fit a block's shared memory on any device.
pub fn large_degrees<E: ResultantEngine + LiftEngine>(engine: &mut E, method: ScalarMethod, shapes: &[ScalarShape]) {
    let mut rng = StdRng::seed_from_u64(19);
    for (kind, degrees, len) in [
        (ScalarKind::Resultant, (40, 33), 10),
        (ScalarKind::Resultant, (20, 70), 6),
        (ScalarKind::Discriminant, (36, 35), 10),
        (ScalarKind::Resultant, (150, 145), 3),
    ] {
        let problem = Problem::<E::Modulus>::new(kind, degrees, (len, 1), 1, None, 0.6, &mut rng);
        for &shape in shapes {
            problem.check(engine, method, shape, &problem.schedule(), 1);
        }
    }
}
