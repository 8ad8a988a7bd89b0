//! Scalars by many steps at a time, or by several threads, on a device against the CPU engine's, which takes two steps at a time by one thread: generic pairs and
//! degenerate ones, of degrees for every kernel.

use crate::drive::{grid, primes, primes_below, stages, table};
use crate::naive::Modulus;
use eliminant::ScalarShape::{self, Blocks};
use eliminant::engine::cpu::Cpu;
use eliminant::engine::cuda::Cuda;
use eliminant::engine::input::IntegerTable;
use eliminant::engine::{LiftEngine, ResultantEngine, ScalarCounts, ScalarJob, ScalarKind, ScalarMethod};
use eliminant::plan::grid::Grid;
use eliminant::plan::primes::Prime;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rug::Integer;

/// The kind of a pair.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Form {
    /// Random coefficients.
    Generic,
    /// A common factor of this degree: the sequence ends early, and all scalars are 0.
    Common(usize),
    /// Coefficients at multiples of a number only.
    Spread(usize),
    /// A quotient of a higher degree in the middle of the sequence.
    Gap,
}

/// f and g with coefficients that are polynomials of degree below 2 in x, [exponent of y][exponent of x].
type Pair = [Vec<[u64; 2]>; 2];

fn random(len: usize, rng: &mut StdRng) -> Vec<[u64; 2]> {
    (0..len).map(|_| [rng.random_range(1..1 << 20), rng.random_range(1..1 << 20)]).collect()
}

/// The product with a polynomial in y alone.
fn times(f: &[[u64; 2]], h: &[u64]) -> Vec<[u64; 2]> {
    let mut out = vec![[0; 2]; f.len() + h.len() - 1];
    for (i, x) in f.iter().enumerate() {
        for (j, y) in h.iter().enumerate() {
            out[i + j][0] += x[0] * y;
            out[i + j][1] += x[1] * y;
        }
    }
    out
}

fn pair((p, q): (usize, usize), form: Form, rng: &mut StdRng) -> Pair {
    match form {
        Form::Generic => [random(p + 1, rng), random(q + 1, rng)],
        Form::Common(degree) => {
            let h: Vec<u64> = (0..=degree).map(|_| rng.random_range(1..1000)).collect();
            [times(&random(p - degree + 1, rng), &h), times(&random(q - degree + 1, rng), &h)]
        }
        Form::Spread(step) => [p, q].map(|degree| {
            let mut f = random(degree + 1, rng);
            f.iter_mut().enumerate().filter(|(i, _)| (degree - i) % step != 0).for_each(|(_, x)| *x = [0; 2]);
            f
        }),
        // y^k u + v with v of a degree below that of g by some: the first remainder has it.
        Form::Gap => {
            let g = random(q + 1, rng);
            let mut f = times(&g, &[3, 5, 7]);
            let low = random(q - q / 8, rng);
            f.iter_mut().zip(&low).for_each(|(x, y)| *x = [x[0] + y[0], x[1] + y[1]]);
            [f, g]
        }
    }
}

/// The degrees of the remainder sequence at x = 7 modulo a large prime.
fn schedule([f, g]: &Pair) -> Vec<u32> {
    let m = Modulus(2_305_843_009_213_693_951);
    let at = |f: &[[u64; 2]]| f.iter().map(|x| (x[0] + m.mul(x[1], 7)) % m.0).collect::<Vec<u64>>();
    let (mut a, mut b) = (at(f), at(g));
    if a.len() < b.len() {
        std::mem::swap(&mut a, &mut b);
    }
    let mut degrees = vec![a.len() as u32 - 1, b.len() as u32 - 1];
    while b.len() > 1 {
        let lead = m.inverse(b[b.len() - 1]);
        while a.len() >= b.len() {
            let factor = m.mul(a[a.len() - 1], lead);
            let shift = a.len() - b.len();
            for (i, &x) in b.iter().enumerate() {
                a[shift + i] = m.sub(a[shift + i], m.mul(factor, x));
            }
            a.pop();
        }
        let Some(degree) = a.iter().rposition(|&x| x != 0) else { break };
        a.truncate(degree + 1);
        degrees.push(degree as u32);
        std::mem::swap(&mut a, &mut b);
    }
    degrees
}

/// Coefficients of the answer, [prime][exponent], and counts.
fn answers<E: ResultantEngine + LiftEngine>(
    engine: &mut E,
    (grid, primes): (&Grid, &[Prime<E::Modulus>]),
    table: &IntegerTable,
    job: &ScalarJob,
) -> (Vec<Vec<u64>>, ScalarCounts) {
    let mut counts = ScalarCounts::default();
    let keep = [grid.points() as u32];
    let found = stages(engine, (grid, primes, primes.len()), table, &keep, |engine, tables, residues| {
        let values = engine.evaluate(tables, residues, table.rows(), table.dims()).expect("evaluate");
        let (scalars, found) = engine.scalars(tables, values, job).expect("scalars");
        counts = found;
        engine.interpolate(tables, scalars, 1).expect("interpolate")
    });
    (found, counts)
}

struct Case {
    shape: ScalarShape,
    degrees: (usize, usize),
    form: Form,
    /// Points, and primes below an end, where leading coefficients vanish by chance.
    size: (u32, usize, Option<u64>),
}

/// Compares one case; returns its pairs and how many were repaired.
fn compare(cuda: &mut Cuda, cpu: &mut Cpu, case: &Case, rng: &mut StdRng) -> (u64, u64) {
    let (points, count, end) = case.size;
    let grid = grid(&[(points, 1)]);
    let primes = match end {
        Some(end) => primes_below(end, &grid, count, rng),
        None => primes(&grid, count, rng),
    };
    let pair = pair(case.degrees, case.form, rng);
    let (p, q) = (pair[0].len() as u32 - 1, pair[1].len() as u32 - 1);
    let integers: Vec<Integer> = pair.iter().flatten().flatten().map(|&x| Integer::from(x)).collect();
    let table = table(p + q + 2, &[2], &integers);
    let (kind, method, schedule) = (ScalarKind::Resultant, ScalarMethod::Remainder, schedule(&pair));
    let job = ScalarJob { kind, p, q, schedule, method, shape: case.shape };
    let found = answers(cuda, (&grid, &primes), &table, &job);
    let expected = answers(cpu, (&grid, &primes), &table, &job);
    assert_eq!(found.1, expected.1, "{:?} {:?} {:?}", case.shape, case.degrees, case.form);
    assert!(found.0 == expected.0, "{:?} {:?} {:?}: another answer", case.shape, case.degrees, case.form);
    // Spread coefficients may have a power of y in common.
    if !matches!(case.form, Form::Spread(_)) {
        let is_zero = found.0.iter().flatten().all(|&x| x == 0);
        assert_eq!(is_zero, matches!(case.form, Form::Common(_)), "{:?}", case.form);
    }
    (found.1.scalars, found.1.repairs)
}

/// Degrees for each kernel, in memory of the device too; pairs whose degrees are apart.
#[test]
fn every_kernel() {
    let Some((mut cuda, _)) = crate::cuda() else { return };
    let (mut cpu, _) = crate::cpu();
    let mut rng = StdRng::seed_from_u64(61);
    let degrees = [
        (61, 60),
        (60, 61),
        (150, 149),
        (700, 690),
        (500, 900),
        (1100, 1000),
        (2000, 2000),
        (3500, 3400),
        (4200, 4100),
        (6000, 5900),
        (9000, 9000),
        (14_000, 13_900),
        (30_000, 400),
    ];
    for degrees in degrees {
        for form in [Form::Generic, Form::Common(20), Form::Gap] {
            compare(&mut cuda, &mut cpu, &Case { shape: Blocks, degrees, form, size: (6, 2, None) }, &mut rng);
        }
    }
    // Lanes leave the schedule inside of blocks that the first warp finds.
    for degrees in [(4200, 4100), (8300, 8299)] {
        let case = Case { shape: Blocks, degrees, form: Form::Generic, size: (16, 3, Some(40_000)) };
        assert!(compare(&mut cuda, &mut cpu, &case, &mut rng).1 > 0);
    }
    // Operands in memory of the device.
    compare(
        &mut cuda,
        &mut cpu,
        &Case { shape: Blocks, degrees: (29_100, 29_000), form: Form::Generic, size: (1, 1, None) },
        &mut rng,
    );
}

/// The shapes that take four steps a pass where segments are long: several blocks of columns, the last one not full, and degrees at which each team has passes.
#[test]
fn four_steps_a_pass() {
    use ScalarShape::{Block64, Block128, Columns2, Columns4, Columns8, Lanes4, Lanes8, Lanes16, Lanes32, Thread};
    let Some((mut cuda, _)) = crate::cuda() else { return };
    let (mut cpu, _) = crate::cpu();
    let mut rng = StdRng::seed_from_u64(63);
    let (mut compared, mut repairs) = (0, 0);
    for (shapes, degrees) in [
        (
            &[Thread, Columns2, Columns4, Columns8][..],
            &[(24, 23), (31, 31), (25, 60), (61, 60), (100, 97), (160, 160)][..],
        ),
        (&[Columns2, Columns4, Columns8, Lanes4, Lanes8], &[(250, 249), (300, 140)]),
        (&[Columns8, Lanes8, Lanes16], &[(440, 430)]),
        (&[Lanes32], &[(620, 610)]),
        (&[Block64, Block128], &[(1100, 1090), (2300, 2300)]),
    ] {
        for &shape in shapes {
            for &degrees in degrees {
                for form in [Form::Generic, Form::Common(19), Form::Gap] {
                    // Of the second kind many lanes leave the schedule.
                    for size in [(72, 2, None), (40, 2, Some(4000))] {
                        // The CPU takes its time for long pairs.
                        let size = if degrees.0 > 500 { (6, 2, size.2) } else { size };
                        let found = compare(&mut cuda, &mut cpu, &Case { shape, degrees, form, size }, &mut rng);
                        (compared, repairs) = (compared + found.0, repairs + found.1);
                    }
                }
            }
        }
    }
    println!("{compared} pairs, {repairs} repaired");
    assert!(repairs > 0);
}

/// Random pairs of degrees 200 to 3000, generic and degenerate ones: 500 of them, or as many as `BLOCK_PAIRS` says.
#[test]
fn random_pairs() {
    let Some((mut cuda, _)) = crate::cuda() else { return };
    let (mut cpu, _) = crate::cpu();
    let most = std::env::var("BLOCK_PAIRS").map_or(500, |count| count.parse().expect("BLOCK_PAIRS is a number"));
    let mut rng = StdRng::seed_from_u64(62);
    let (mut pairs, mut repairs) = (0, 0);
    while pairs < most {
        let p = rng.random_range(200..=3000);
        let q = if rng.random_bool(0.5) { p } else { rng.random_range(200..=3000) };
        let form = match rng.random_range(0..8) {
            0 => Form::Common(rng.random_range(1..100)),
            1 => Form::Spread(rng.random_range(2..5)),
            2 => Form::Gap,
            _ => Form::Generic,
        };
        // A third of the primes is so small that many lanes leave the schedule.
        let end = rng.random_bool(0.3).then(|| rng.random_range(5_000..50_000));
        let points = [8, 16, 25, 32][rng.random_range(0..4)];
        let case = Case { shape: Blocks, degrees: (p, q), form, size: (points, 3, end) };
        let found = compare(&mut cuda, &mut cpu, &case, &mut rng);
        (pairs, repairs) = (pairs + found.0, repairs + found.1);
    }
    println!("{pairs} pairs, {repairs} repaired");
    assert!(repairs > 0);
}
