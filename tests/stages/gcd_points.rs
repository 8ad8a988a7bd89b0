//! The stages of GCDs in several variables: at points word by word against the shared function on one thread, interpolation of many
//! rows, and what is 0.

use crate::drive::{fields, grid, primes, table};
use eliminant::Control;
use eliminant::engine::LiftEngine;
use eliminant::engine::gcd::{GcdEngine, PointDegrees, PointsJob, PointsShape, UNLUCKY};
use eliminant::plan::columns::Columns;
use eliminant::plan::grid::{Axis, Grid};
use gpu::arith::Modulus as _;
use gpu::gcd::points::point;
use gpu::team::Solo;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rug::Integer;
use rug::integer::IntegerExt64;
use std::cell::Cell;
use std::ops::Range;

/// Coefficients of a polynomial of this degree, the first and the last not 0.
fn random(rng: &mut StdRng, degree: u32) -> Vec<i64> {
    (0..=degree).map(|_| rng.random_range(1..100) * [1, -1][rng.random_range(0..2)]).collect()
}

/// f h with `len` coefficients.
fn product(f: &[i64], h: &[i64], len: u32) -> Vec<Integer> {
    let mut out = vec![Integer::new(); len as usize];
    for (i, a) in f.iter().enumerate() {
        for (out, b) in out[i..].iter_mut().zip(h) {
            *out += a * b;
        }
    }
    out
}

/// The values at a point: f, g and c. `kind` 0 is the usual one; `p` is a prime of the batch.
fn column(kind: usize, job: &PointsJob, prime: u64, rng: &mut StdRng) -> Vec<Integer> {
    let &PointsJob { p, q, degree: d, .. } = job;
    let lower = p.min(q).min(d + 1);
    let (f, g, h) = match kind {
        // Both formal degrees above the true ones.
        1 if p > d && q > d => (random(rng, p - d - 1), random(rng, q - d - 1), random(rng, d)),
        // A GCD of higher degree, and of lower ones.
        2 => (random(rng, p - lower), random(rng, q - lower), random(rng, lower)),
        3 => (random(rng, p), random(rng, q), vec![1]),
        4 => (random(rng, p - d + 1), random(rng, q - d + 1), random(rng, d - 1)),
        // f or g is 0 or has the degree of the GCD, and both are 0.
        5 => (vec![0], vec![3], random(rng, d)),
        6 => (vec![-2], vec![0], random(rng, d)),
        7 => (vec![0], vec![0], random(rng, d)),
        8 => (vec![1], random(rng, q - d), random(rng, d)),
        _ => (random(rng, p - d), random(rng, q - d), random(rng, d)),
    };
    let (mut f, mut g) = (product(&f, &h, p + 1), product(&g, &h, q + 1));
    let mut c = Integer::from(rng.random_range(1..1000));
    match kind {
        9 => c = Integer::new(),
        // Modulo one prime of the batch c is 0, or f and g are, or one of them.
        10 => c *= prime,
        11 => f.iter_mut().chain(&mut g).for_each(|a| *a *= prime),
        12 => f.iter_mut().for_each(|a| *a *= prime),
        _ => {}
    }
    f.into_iter().chain(g).chain([c]).collect()
}

/// One job on the engine, with points of the kinds in turn, against the shared function modulo each prime.
fn check<E: GcdEngine + LiftEngine>(
    engine: &mut E,
    job: PointsJob,
    (grid, count): (&Grid, usize),
    kinds: impl Fn(usize) -> usize,
    rng: &mut StdRng,
) {
    let primes = primes::<E::Modulus>(grid, count, rng);
    let points = grid.points() as usize;
    let columns: Vec<Vec<Integer>> =
        (0..points).map(|i| column(kinds(i), &job, primes[i % count].field.p(), rng)).collect();
    // Rows of values, with as many "coefficients" as there are points.
    let integers: Vec<Integer> =
        (0..job.inputs() as usize).flat_map(|row| columns.iter().map(move |column| column[row].clone())).collect();
    let input = engine.load(&table(job.inputs(), &[points as u32], &integers)).expect("load");
    let batch = engine.begin(grid, &primes).expect("begin");
    let values = engine.reduce(&batch, &input).expect("reduce");
    let (found, degrees) = engine.gcd_points(&batch, values, &job).expect("gcd_points");
    assert_eq!(degrees.len(), count);
    for (k, field) in fields(&primes).into_iter().enumerate() {
        let mut expected = PointDegrees::NONE;
        // Places in the rows that come out, in order of the points, and what is there.
        let (mut places, mut answers): (Vec<Range<usize>>, Vec<u64>) = (Vec::new(), Vec::new());
        for (i, column) in columns.iter().enumerate() {
            let values: Vec<_> = column.iter().map(|c| field.element(c.mod_u64(field.p()))).collect();
            let mut memory = vec![values[0]; job.degrees().memory() as usize];
            let mut out = vec![values[0]; job.outputs() as usize];
            let cells = Cell::from_mut(&mut memory[..]).as_slice_of_cells();
            let degree = point(&field, Solo, &job.degrees(), &&values[..], cells, &mut &mut out[..]);
            let degree = degree.unwrap_or(UNLUCKY);
            expected.include(PointDegrees { least: degree, most: degree });
            if degree == job.degree {
                places.extend((0..job.outputs() as usize).map(|row| row * points + i).map(|at| at..at + 1));
                answers.extend(out.iter().map(|&a| field.number(a)));
            }
        }
        assert_eq!(degrees[k], expected, "{job:?}, prime {k}");
        let mut residues = engine.residues(1, places.len()).expect("residues");
        let columns: Columns = places.iter().cloned().collect();
        engine.select(&batch, &found, &[k as u32], &columns, &mut residues, 0).expect("select");
        let integers = engine.crt(residues, &[field], &Control::default()).expect("integers");
        let found: Vec<u64> = integers.iter().map(|v| v.mod_u64(field.p())).collect();
        assert_eq!(found.len(), answers.len());
        if let Some(at) = (0..found.len()).find(|&i| found[i] != answers[i]) {
            let (row, place) = (at as u32 % job.outputs(), &places[at]);
            panic!("{job:?}, prime {k}, row {row} at {place:?}: {} for {}", found[at], answers[at]);
        }
    }
}

/// (length, cosets) per axis.
type Axes = &'static [(u32, u32)];

/// Small degrees with all kinds of points, usual ones in between, and with one kind everywhere.
pub fn all_kinds<E: GcdEngine + LiftEngine>(engine: &mut E) {
    let rng = &mut StdRng::seed_from_u64(31);
    let cases: [(u32, u32, u32, Axes, usize); 9] = [
        (1, 1, 1, &[], 2),
        (2, 3, 1, &[(3, 1)], 1),
        (5, 5, 5, &[(45, 1)], 3),
        (3, 7, 3, &[(20, 3)], 17),
        (9, 3, 3, &[(32, 1)], 2),
        (8, 6, 2, &[(6, 1), (9, 1)], 20),
        (20, 20, 10, &[(4, 1), (3, 2), (5, 1)], 5),
        (60, 60, 30, &[(64, 1)], 3),
        (31, 40, 30, &[(100, 1)], 4),
    ];
    for (p, q, degree, axes, count) in cases {
        let (job, grid) = (PointsJob { p, q, degree, shape: PointsShape::Auto }, grid(axes));
        check(engine, job, (&grid, count), |_| 0, rng);
        check(engine, job, (&grid, count), |i| if i % 3 == 0 { 0 } else { i % 13 }, rng);
        for kind in 1..13 {
            check(engine, job, (&grid, count), |_| kind, rng);
        }
    }
}

/// Degrees at which more threads share a point, up to operands beyond shared memory.
pub fn any_degree<E: GcdEngine + LiftEngine>(engine: &mut E) {
    let rng = &mut StdRng::seed_from_u64(32);
    const ALL: &[usize] = &[0, 1, 0, 2, 3, 0, 4, 5, 6, 0, 7, 8, 0, 9, 10, 11, 12];
    /// p, q, degree, axes, primes, kinds of points.
    type Case = (u32, u32, u32, Axes, usize, &'static [usize]);
    let cases: [Case; 9] = [
        (127, 127, 5, &[(40, 1)], 2, ALL),
        (128, 127, 64, &[(40, 1)], 2, ALL),
        (128, 128, 128, &[(9, 1)], 2, ALL),
        (300, 200, 200, &[(15, 1)], 2, ALL),
        (200, 200, 1, &[(30, 1)], 3, ALL),
        (700, 100, 50, &[(5, 2)], 2, ALL),
        (900, 110, 3, &[(12, 1)], 2, ALL),
        (3400, 3300, 20, &[(3, 1)], 1, &[0, 8, 6]),
        // More than the shared memory of any block; true degrees are low, for the sake of the host.
        (58_200, 12, 7, &[(8, 1)], 1, &[8, 5, 7, 6]),
    ];
    for (p, q, degree, axes, count, kinds) in cases {
        let (job, grid) = (PointsJob { p, q, degree, shape: PointsShape::Auto }, grid(axes));
        check(engine, job, (&grid, count), |i| kinds[i % kinds.len()], rng);
        check(engine, job, (&grid, count), |_| kinds[0], rng);
    }
}

/// Rows come back from their values; what is 0 modulo some primes only is so for these.
pub fn rows_and_back<E: GcdEngine + LiftEngine>(engine: &mut E) {
    let rng = &mut StdRng::seed_from_u64(33);
    let cases: [(Axes, &[u32], u32); 8] = [
        (&[], &[], 5),
        (&[(8, 1)], &[8], 1),
        (&[(45, 1)], &[20], 7),
        (&[(20, 3)], &[41], 4),
        (&[(6, 1), (9, 1)], &[5, 8], 3),
        (&[(6, 2), (1, 3)], &[12, 2], 6),
        (&[(4, 1), (3, 2), (5, 1)], &[3, 5, 5], 9),
        (&[(2500, 1)], &[2400], 40),
    ];
    for (axes, dims, rows) in cases {
        let grid = grid(axes);
        let primes = primes::<E::Modulus>(&grid, 3, rng);
        let width: u32 = dims.iter().product();
        let mut integers: Vec<Integer> =
            (0..rows * width).map(|_| rng.random_range(1i64 << 10..1 << 59).into()).collect();
        // The last coefficient is 0 modulo the second prime, the one before modulo all.
        let last = integers.len() - 1;
        integers[last] = primes[1].field.p().into();
        if last > 0 {
            integers[last - 1] = Integer::new();
        }
        let input = engine.load(&table(rows, dims, &integers)).expect("load");
        let batch = engine.begin(&grid, &primes).expect("begin");
        let residues = engine.reduce(&batch, &input).expect("reduce");
        let values = engine.evaluate(&batch, residues, rows, dims).expect("evaluate");
        let back = engine.interpolate(&batch, values, rows).expect("interpolate_rows");
        // Rows are an axis more.
        let of_rows = [&[Axis { len: rows, cosets: 1 }], &grid.axes[..]].concat();
        let inside = Grid::new(of_rows).inside(&[&[rows], dims].concat());
        let (places, end) = (inside.ranges().flatten().collect::<Vec<usize>>(), rows as usize * grid.points() as usize);
        let starts = std::iter::once(0).chain(places.iter().map(|at| at + 1));
        let outside: Columns = starts.zip(places.iter().copied().chain([end])).map(|(from, to)| from..to).collect();
        let mut vanish = |columns: &Columns| engine.vanish(&batch, &back, columns).expect("vanish");
        let some = |of: Range<usize>| -> Columns { places[of].iter().map(|&at| at..at + 1).collect() };
        assert_eq!(vanish(&outside), [true; 3], "{axes:?}");
        assert_eq!(vanish(&Columns::new()), [true; 3]);
        assert_eq!(vanish(&some(last..last + 1)), [false, true, false]);
        if last > 0 {
            assert_eq!(vanish(&some(last - 1..last)), [true; 3]);
            assert_eq!(vanish(&some(last - 1..last + 1)), [false, true, false]);
            assert_eq!(vanish(&inside), [false; 3]);
            assert_eq!(vanish(&Columns::range(0..end)), [false; 3]);
        }
        let mut residues = engine.residues(3, inside.len()).expect("residues");
        engine.select(&batch, &back, &[0, 1, 2], &inside, &mut residues, 0).expect("select");
        let found = engine.crt(residues, &fields(&primes), &Control::default()).expect("integers");
        assert_eq!(found, integers, "{axes:?}");
    }
}
