//! Evaluation and interpolation along one axis of a tensor, with vectors side by side, against the values by Horner's rule.

use crate::drive::{grid, modulus, points, primes, table};
use eliminant::engine::{Along, LiftEngine};
use eliminant::plan::columns::Columns;
use eliminant::plan::grid::Grid;
use eliminant::plan::primes::Prime;
use eliminant::{Clock, Control, ErrorKind, Lift};
use gpu::arith::Modulus as _;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rug::Integer;
use rug::integer::IntegerExt64;

/// Outer indices and stride.
type Around = (usize, usize);
/// Length and number of cosets.
type Axis = (u32, u32);

/// All elements of a buffer as residues \[prime\]\[element\].
fn elements<E: LiftEngine>(
    engine: &mut E,
    batch: &E::Batch,
    primes: &[Prime<E::Modulus>],
    buffer: &E::Buffer,
    count: usize,
) -> Vec<Vec<u64>> {
    let mut all = engine.residues(primes.len(), count).expect("residues");
    let numbers: Vec<u32> = (0..primes.len() as u32).collect();
    engine.select(batch, buffer, &numbers, &Columns::range(0..count), &mut all, 0).expect("select");
    let fields: Vec<E::Modulus> = primes.iter().map(|prime| prime.field).collect();
    let integers = engine.lift(all, &fields, Lift::Auto, &Control::default(), &mut Clock::default()).expect("integers");
    primes.iter().map(|prime| integers.iter().map(|v| v.mod_u64(prime.field.p())).collect()).collect()
}

/// Comparisons by Horner's rule of one tensor: up to so many steps all of them, beyond that some.
const STEPS: usize = 1 << 21;

/// Random polynomials with `n` coefficients, the first of them x, whose values are the points in the engine's order.
pub fn one<E: LiftEngine>(
    engine: &mut E,
    (outer, inner): Around,
    grid: &Grid,
    n: usize,
    count: usize,
    rng: &mut StdRng,
) {
    let (along, primes) = (grid.axes[0].points() as usize, primes::<E::Modulus>(grid, count, rng));
    let x = |element: usize| i64::from(element == inner);
    let first = |element: usize| element.is_multiple_of(inner) && element / inner < n;
    let integer = |i: usize, rng: &mut StdRng| if first(i) { x(i) } else { rng.random_range(-1i64 << 40..1 << 40) };
    let integers: Vec<i64> = (0..outer * n * inner).map(|i| integer(i, rng)).collect();
    let big: Vec<Integer> = integers.iter().map(|&v| Integer::from(v)).collect();
    let loaded = engine.load(&table((outer * n * inner) as u32, &[], &big)).expect("load");
    let batch = engine.begin(grid, &primes).expect("begin");
    let coefficients = engine.reduce(&batch, &loaded).expect("reduce");
    let shape = Along { axis: 0, outer, n, inner };
    let values = engine.evaluate_axis(&batch, &coefficients, shape).expect("evaluate");
    let total = outer * along * inner;
    let found = elements(engine, &batch, &primes, &values, total);
    let back = engine.interpolate_axis(&batch, values, Along { n: along, ..shape }).expect("interpolate");
    let back = elements(engine, &batch, &primes, &back, total);
    for ((prime, found), back) in primes.iter().zip(&found).zip(&back) {
        let (m, p) = (modulus(prime), prime.field.p());
        let what = format!("{outer} x {n} x {inner} to {grid:?}, modulo {p}");
        let residue = |v: i64| v.rem_euclid(p as i64) as u64;
        let all = points(grid, prime, 0);
        // In the order of the engine where x is among the polynomials.
        let order: Vec<u64> = (0..along).map(|k| found[k * inner]).collect();
        if n > 1 {
            let (mut order, mut all) = (order.clone(), all.clone());
            order.sort_unstable();
            all.sort_unstable();
            assert!(order == all, "{what}: other points");
        }
        let vector = |of: &[u64], (o, i): (usize, usize), len: usize| -> Vec<u64> {
            (0..len).map(|k| of[(o * len + k) * inner + i]).collect()
        };
        let reduced: Vec<u64> = integers.iter().map(|&v| residue(v)).collect();
        let check = |(o, i): (usize, usize), k: usize| {
            let f = vector(&reduced, (o, i), n);
            let value = m.horner(&f, if n > 1 { order[k] } else { 0 });
            assert_eq!(found[(o * along + k) * inner + i], value, "{what}: vector {o}, {i}, point {k}");
        };
        let polynomial = |o: usize, i: usize| {
            let (mut f, found) = (vector(&reduced, (o, i), n), vector(back, (o, i), along));
            if n <= along {
                f.resize(along, 0);
                assert!(f == found, "{what}: coefficients of vector {o}, {i}");
            } else {
                let x = order[scattered(o * inner + i) % along];
                assert_eq!(m.horner(&f, x), m.horner(&found, x), "{what}: interpolant of vector {o}, {i}");
            }
        };
        if total * n <= STEPS {
            let vectors = (0..outer).flat_map(|o| (0..inner).map(move |i| (o, i)));
            vectors.clone().for_each(|vector| (0..along).for_each(|k| check(vector, k)));
            vectors.for_each(|(o, i)| polynomial(o, i));
        } else {
            let ends = [(0, 0), (outer - 1, inner - 1), (outer / 2, inner / 3)];
            for (o, i) in ends {
                [0, along / 2, along - 1].into_iter().for_each(|k| check((o, i), k));
                polynomial(o, i);
            }
            for _ in 0..STEPS / n / 64 {
                check((rng.random_range(0..outer), rng.random_range(0..inner)), rng.random_range(0..along));
            }
            // The coefficients of many more.
            for (o, i) in (0..outer).flat_map(|o| (0..inner).map(move |i| (o, i))).step_by(7) {
                polynomial(o, i);
            }
        }
    }
}

/// Some number that depends on `i` alone.
fn scattered(i: usize) -> usize {
    (i as u32).wrapping_mul(2_654_435_761) as usize >> 7
}

/// Short vectors, side by side and one behind the other: odd sizes, strides that are no multiple of a tile, cosets, more
/// coefficients than points.
pub fn short<E: LiftEngine>(engine: &mut E) {
    let mut rng = StdRng::seed_from_u64(71);
    let cases: [(Around, Axis, usize); 20] = [
        ((1, 1), (1, 1), 1),
        ((3, 1), (2, 1), 2),
        ((5, 3), (3, 2), 4),
        ((2, 4), (5, 1), 3),
        ((3, 5), (16, 1), 8),
        ((40, 1), (16, 2), 20),
        ((2, 33), (30, 1), 15),
        ((1, 100), (30, 3), 90),
        ((7, 17), (128, 1), 64),
        ((11, 8), (16, 1), 40),
        ((1, 7), (1, 3), 3),
        ((300, 1), (1, 2), 5),
        ((1, 300), (2, 2), 3),
        ((13, 1), (30, 1), 30),
        ((130, 1), (128, 1), 100),
        ((2, 70), (128, 1), 128),
        ((2, 9), (1000, 1), 500),
        ((1, 40), (1000, 2), 999),
        ((3, 1), (1000, 3), 1100),
        ((1, 31), (6, 5), 29),
    ];
    for (around, axis, n) in cases {
        one(engine, around, &grid(&[axis]), n, 2, &mut rng);
        one(engine, around, &grid(&[axis]), 1, 2, &mut rng);
    }
    // Primes that fill bundles, and tiles enough for a large device.
    one(engine, (3, 37), &grid(&[(16, 1)]), 8, 45, &mut rng);
    one(engine, (2, 40), &grid(&[(12, 2)]), 24, 45, &mut rng);
}

/// Vectors at a stride that are long: tiles of few columns, and several launches; many vectors.
pub fn long<E: LiftEngine>(engine: &mut E) {
    let mut rng = StdRng::seed_from_u64(72);
    let cases: [(Around, Axis, usize); 6] = [
        ((1, 5), (16384, 1), 700),
        ((1, 3), (64800, 1), 3),
        ((2, 2), (64800, 1), 200),
        ((1, 3), (60000, 2), 300),
        ((70_000, 1), (2, 1), 2),
        ((1, 70_000), (3, 1), 2),
    ];
    for (around, axis, n) in cases {
        one(engine, around, &grid(&[axis]), n, 2, &mut rng);
    }
}

/// Shapes that do not fit are refused.
pub fn wrong_shapes<E: LiftEngine>(engine: &mut E) {
    let mut rng = StdRng::seed_from_u64(73);
    let grid = grid(&[(4, 1)]);
    let primes = primes::<E::Modulus>(&grid, 1, &mut rng);
    let loaded = engine.load(&table(12, &[], &vec![Integer::from(5); 12])).expect("load");
    let batch = engine.begin(&grid, &primes).expect("begin");
    let tensor = engine.reduce(&batch, &loaded).expect("reduce");
    let along = |axis, outer, n, inner| Along { axis, outer, n, inner };
    let is_shape = |kind: &ErrorKind| matches!(kind, ErrorKind::Shape { .. });
    for wrong in [along(1, 1, 3, 4), along(0, 1, 3, 5), along(0, 2, 3, 4)] {
        let error = engine.evaluate_axis(&batch, &tensor, wrong).err().expect("an error");
        assert!(is_shape(error.kind()), "{error}");
    }
    let error = engine.evaluate_axis(&batch, &tensor, along(0, 1 << 33, 1 << 20, 1 << 33)).err().expect("an error");
    assert!(matches!(error.kind(), ErrorKind::Limit { .. }), "{error}");
    for wrong in [along(0, 4, 3, 1), along(0, 1, 4, 4), along(2, 1, 4, 3)] {
        let values = engine.reduce(&batch, &loaded).expect("reduce");
        let error = engine.interpolate_axis(&batch, values, wrong).err().expect("an error");
        assert!(is_shape(error.kind()), "{error}");
    }
    let values = engine.reduce(&batch, &loaded).expect("reduce");
    assert!(engine.interpolate_axis(&batch, values, along(0, 1, 4, 3)).is_ok());
}
