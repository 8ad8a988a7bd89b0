//! The stage of adjugates, linear systems and characteristic polynomials at points, against determinants.
//!
//! Entries are polynomials in one kept variable; modulo small primes pivots vanish at many points.

use crate::drive::{grid, modulus, points, primes, primes_below, table, values_of_tuples};
use crate::naive::Modulus;
use eliminant::ErrorKind;
use eliminant::engine::{MatrixJob, MatrixWanted, TupleEngine, TupleJob};
use eliminant::plan::primes::Prime;
use gpu::determinant::matrix::entry;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rug::Integer;
use rug::integer::IntegerExt64;

const WANTED: [MatrixWanted; 3] = [MatrixWanted::Adjugate, MatrixWanted::Solution, MatrixWanted::Characteristic];

/// A job with random entries, some of them equal or negatives; the first `rank` rows are independent, and the others are copies.
fn random(
    wanted: MatrixWanted,
    (n, rank): (u32, u32),
    zeros: f64,
    dim: u32,
    rng: &mut StdRng,
) -> (MatrixJob, Vec<Integer>) {
    let columns = if wanted == MatrixWanted::Solution { n + rng.random_range(1..4) } else { n };
    let values = (n * columns).div_ceil(2).max(1);
    let mut entries: Vec<u32> = (0..n * columns)
        .map(|k| match k / columns != k % columns && rng.random_bool(zeros) {
            true => 0,
            false => entry(if k < values { k } else { rng.random_range(0..values) }, rng.random()),
        })
        .collect();
    for i in rank..n {
        let (from, to) = ((i % rank.max(1) * columns) as usize, (i * columns) as usize);
        entries.copy_within(from..from + columns as usize, to);
    }
    let steps = if wanted == MatrixWanted::Characteristic { n.saturating_sub(2) } else { 0 };
    let rank = if wanted == MatrixWanted::Adjugate { rank } else { n };
    let job = MatrixJob { values, rows: n, columns, entries, wanted, rank, pivots: vec![1; steps as usize] };
    let integers = (0..values * dim).map(|_| Integer::from(rng.random_range(-1_000_000_000i64..1_000_000_000)));
    (job, integers.collect())
}

/// The matrix at a point, row by row.
fn at(m: Modulus, job: &MatrixJob, (dim, integers): (u32, &[Integer]), x: u64) -> Vec<Vec<u64>> {
    let value = |c: &[Integer]| m.horner(&c.iter().map(|c| c.mod_u64(m.0)).collect::<Vec<u64>>(), x);
    let all: Vec<u64> = integers.chunks(dim as usize).map(value).collect();
    let element = |&entry: &u32| match (entry as usize / 2).checked_sub(1) {
        None => 0,
        Some(k) if entry % 2 == 1 => m.sub(0, all[k]),
        Some(k) => all[k],
    };
    job.entries.chunks(job.columns as usize).map(|row| row.iter().map(element).collect()).collect()
}

/// The outputs at a point by determinants.
fn by_definition(m: Modulus, job: &MatrixJob, a: &[Vec<u64>]) -> Vec<u64> {
    let n = a.len();
    let square: Vec<Vec<u64>> = a.iter().map(|row| row[..n].to_vec()).collect();
    match job.wanted {
        MatrixWanted::Adjugate => {
            let cofactor = |k: usize| {
                let (i, j) = (k / n, k % n);
                let without = |row: &Vec<u64>| (0..n).filter(|&c| c != i).map(|c| row[c]).collect::<Vec<u64>>();
                let minor = (0..n).filter(|&r| r != j).map(|r| without(&square[r])).collect();
                let value = m.determinant(minor);
                if (i + j) % 2 == 0 { value } else { m.sub(0, value) }
            };
            (0..n * n).map(cofactor).chain([m.determinant(square.clone())]).collect()
        }
        MatrixWanted::Solution => {
            let beside = job.columns as usize - n;
            let numerator = |k: usize| {
                let (i, c) = (k / beside, k % beside);
                let replaced = a.iter().map(|row| (0..n).map(|j| if j == i { row[n + c] } else { row[j] }).collect());
                m.determinant(replaced.collect())
            };
            (0..n * beside).map(numerator).chain([m.determinant(square.clone())]).collect()
        }
        // Sums of principal minors.
        MatrixWanted::Characteristic => {
            let mut coefficients = vec![0; n + 1];
            for set in 0u32..1 << n {
                let of: Vec<usize> = (0..n).filter(|i| set >> i & 1 == 1).collect();
                let minor = of.iter().map(|&i| of.iter().map(|&j| square[i][j]).collect()).collect();
                let (value, place) = (m.determinant(minor), n - of.len());
                let value = if of.len().is_multiple_of(2) { value } else { m.sub(0, value) };
                coefficients[place] = (coefficients[place] + value) % m.0;
            }
            coefficients.truncate(n);
            coefficients
        }
    }
}

/// Small matrices of all ranks modulo large and small primes.
pub fn small<E: TupleEngine>(engine: &mut E) {
    let mut rng = StdRng::seed_from_u64(51);
    let (mut repairs, mut all) = (0, 0);
    for round in 0..60 {
        let wanted = WANTED[round % 3];
        let n = 1 + round as u32 / 3 % 6;
        let rank = n - rng.random_range(0..3).min(n - 1);
        let (job, integers) = random(wanted, (n, rank), [0.0, 0.3][round % 2], 3, &mut rng);
        job.check().unwrap();
        let axes = grid(&[(16, 1)]);
        for end in [1 << 31, 1000, 100] {
            let primes: Vec<Prime<E::Modulus>> = match end {
                1000 | 100 => primes_below(end, &axes, 2, &mut rng),
                _ => primes(&axes, 18, &mut rng),
            };
            let (found, counted) =
                values_of_tuples(engine, &TupleJob::Matrix(job.clone()), (3, &integers), (16, &primes));
            (repairs, all) = (repairs + counted, all + 16 * primes.len() as u64);
            for (prime, found) in primes.iter().zip(found) {
                let m = modulus(prime);
                for (i, &x) in points(&axes, prime, 0).iter().enumerate() {
                    let a = at(m, &job, (3, &integers), x);
                    let found: Vec<u64> = found.iter().map(|of| of[i]).collect();
                    assert_eq!(found, by_definition(m, &job, &a), "{wanted:?} of {a:?} modulo {}", m.0);
                }
            }
        }
    }
    // A device has pivots of its own for each point.
    assert!(repairs == 0 || repairs > 50 && repairs < all, "{repairs}");
}

/// Matrices for all kernels of a device: in shared memory and beyond; a CPU takes the first ones.
pub fn large<E: TupleEngine>(engine: &mut E, is_device: bool) {
    let mut rng = StdRng::seed_from_u64(52);
    let sizes = [17, 40, 90, 200, 330];
    for n in sizes.into_iter().take(if is_device { usize::MAX } else { 2 }) {
        for wanted in WANTED {
            let (job, integers) = random(wanted, (n, n), 0.1, 2, &mut rng);
            let axes = grid(&[(4, 1)]);
            let primes: Vec<Prime<E::Modulus>> = primes(&axes, 2, &mut rng);
            let (found, _) = values_of_tuples(engine, &TupleJob::Matrix(job.clone()), (2, &integers), (4, &primes));
            for (prime, found) in primes.iter().zip(found) {
                let (m, i) = (modulus(prime), rng.random_range(0..4));
                let a = at(m, &job, (2, &integers), points(&axes, prime, 0)[i]);
                let found: Vec<u64> = found.iter().map(|of| of[i]).collect();
                let n = n as usize;
                let square = |t: u64| -> Vec<Vec<u64>> {
                    (0..n).map(|r| (0..n).map(|c| m.sub(if r == c { t } else { 0 }, a[r][c])).collect()).collect()
                };
                if wanted == MatrixWanted::Characteristic {
                    let t = rng.random_range(0..m.0);
                    let value = found.iter().rev().fold(1, |sum, &c| (m.mul(sum, t) + c) % m.0);
                    assert_eq!(value, m.determinant(square(t)), "{n}");
                    continue;
                }
                let (all, det) = found.split_at(found.len() - 1);
                assert_eq!(det[0], m.determinant(a.iter().map(|row| row[..n].to_vec()).collect()), "{n}");
                // M N is det times the right sides: those of the adjugate are the unit matrix.
                let beside = all.len() / n;
                for (r, row) in a.iter().enumerate() {
                    for c in 0..beside {
                        let column: Vec<u64> = (0..n).map(|k| all[k * beside + c]).collect();
                        let right = match wanted {
                            MatrixWanted::Adjugate => u64::from(r == c),
                            _ => row[n + c],
                        };
                        assert_eq!(m.dot(&row[..n], &column), m.mul(det[0], right), "{wanted:?} {n}");
                    }
                }
            }
        }
    }
}

/// Jobs that no matrix has, and values that do not belong to a job.
pub fn refused<E: TupleEngine>(engine: &mut E) {
    let mut rng = StdRng::seed_from_u64(53);
    let (job, integers) = random(MatrixWanted::Adjugate, (3, 3), 0.0, 2, &mut rng);
    let axes = grid(&[(4, 1)]);
    let primes: Vec<Prime<E::Modulus>> = primes(&axes, 2, &mut rng);
    let batch = engine.begin(&axes, &primes).unwrap();
    let rows = job.values;
    let input = engine.load(&table(rows, &[2], &integers)).unwrap();
    let mut of = |job: MatrixJob| {
        let residues = engine.reduce(&batch, &input).unwrap();
        let values = engine.evaluate(&batch, residues, rows, &[2]).unwrap();
        engine.tuples(&batch, values, &TupleJob::Matrix(job)).err()
    };
    let is_shape = |error: Option<eliminant::Error>| matches!(error.unwrap().kind(), ErrorKind::Shape { .. });
    assert!(is_shape(of(MatrixJob { columns: 4, ..job.clone() })));
    assert!(is_shape(of(MatrixJob { entries: vec![2; 8], ..job.clone() })));
    assert!(is_shape(of(MatrixJob { rank: 4, ..job.clone() })));
    assert!(is_shape(of(MatrixJob { values: rows + 1, ..job.clone() })));
    assert!(of(job).is_none());
}
