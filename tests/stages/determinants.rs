//! The stage of determinants against elimination at each point: all shapes and both methods, blocks, ranks, pivots that vanish.
//!
//! Values of the entries are chosen freely at every point and prime, so different lanes fail at different points; the input is
//! the integer polynomials through them.

use crate::drive::{chinese, grid, modulus, points, primes, primes_below, stages, table};
use crate::naive::Modulus;
use eliminant::engine::input::IntegerTable;
use eliminant::engine::{DeterminantEngine, DeterminantJob, LiftEngine, MatrixShape, ScalarCounts};
use eliminant::plan::grid::Grid;
use eliminant::plan::primes::{Prime, Word};
use eliminant::{DeterminantMethod, ErrorKind, ScalarShape};
use gpu::determinant::matrix::entry;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rug::Integer;

const METHODS: [DeterminantMethod; 2] = [DeterminantMethod::Elimination, DeterminantMethod::Condensation];

/// The shapes to be tried by an engine that has these of other scalars: a CPU takes no notice.
fn shapes(scalars: &[ScalarShape]) -> &'static [MatrixShape] {
    const SHAPES: [MatrixShape; 8] = [
        MatrixShape::Auto,
        MatrixShape::Thread,
        MatrixShape::Lanes4,
        MatrixShape::Lanes32,
        MatrixShape::Block256,
        MatrixShape::Registers,
        MatrixShape::Global,
        MatrixShape::Panels,
    ];
    if scalars.len() > 1 { &SHAPES } else { &SHAPES[..1] }
}

/// Blocks of these sizes with random elements, of which a share is zero but on the diagonal; every value is the element of some place. The
/// last block has that rank: its other rows are earlier ones or their negatives.
fn job(sizes: &[u32], values: u32, zeros: f64, rank: Option<u32>, rng: &mut StdRng) -> DeterminantJob {
    let mut entries = Vec::new();
    let mut next = 0;
    for &n in sizes {
        for place in 0..n * n {
            let off_diagonal = place / n != place % n;
            entries.push(match off_diagonal && rng.random_bool(zeros) {
                true => 0,
                false => {
                    next += 1;
                    let number = if next <= values { next - 1 } else { rng.random_range(0..values) };
                    entry(number, rng.random())
                }
            });
        }
    }
    let last = sizes.last().copied().unwrap_or(0);
    let rank = rank.unwrap_or(last);
    if rank < last {
        let from = entries.len() - (last * last) as usize;
        for row in rank as usize..last as usize {
            let flip = u32::from(rng.random::<bool>());
            for column in 0..last as usize {
                let above = match rank {
                    0 => 0,
                    rank => entries[from + row % rank as usize * last as usize + column],
                };
                entries[from + row * last as usize + column] = if above == 0 { 0 } else { above ^ flip };
            }
        }
    }
    let (method, shape) = (DeterminantMethod::default(), MatrixShape::default());
    DeterminantJob { values, sizes: sizes.to_vec(), rank, entries, negative: rng.random(), method, shape }
}

/// Values at a point: random ones; or what makes minors vanish.
fn lane(m: Modulus, count: u32, special: bool, rng: &mut StdRng) -> Vec<u64> {
    let kind = if special { rng.random_range(0..5) } else { 5 };
    let random = rng.random_range(0..m.0);
    let mut values: Vec<u64> = (0..count)
        .map(|_| match kind {
            0 => 0,
            1 => random,
            2 => [0, 1, m.0 - 1][rng.random_range(0..3)],
            _ => rng.random_range(0..m.0),
        })
        .collect();
    match kind {
        // The first pivot, and the first pair of them where the last of four is the element in its place.
        3 => values[0] = 0,
        4 if count > 3 => values[..4].fill(random),
        _ => {}
    }
    values
}

/// The matrices of a job's blocks.
fn matrices(job: &DeterminantJob, m: Modulus, values: &[u64]) -> Vec<Vec<Vec<u64>>> {
    let mut entries = job.entries.iter().map(|&entry| match entry {
        0 => 0,
        _ if entry % 2 == 1 => m.sub(0, values[entry as usize / 2 - 1]),
        _ => values[entry as usize / 2 - 1],
    });
    let block = |&n: &u32| (0..n).map(|_| entries.by_ref().take(n as usize).collect()).collect();
    job.sizes.iter().map(block).collect()
}

/// Whether a lane is repaired by elimination: a minor of two, four and so on of the first rows and columns vanishes, or of as many as the
/// rank, or the rank is another one.
fn is_repaired(job: &DeterminantJob, m: Modulus, values: &[u64]) -> bool {
    let minor =
        |matrix: &[Vec<u64>], n: usize| m.determinant(matrix[..n].iter().map(|row| row[..n].to_vec()).collect());
    let all = matrices(job, m, values);
    all.iter().enumerate().any(|(number, matrix)| {
        let n = matrix.len();
        let rank = if number + 1 == all.len() { job.rank as usize } else { n };
        let pairs = (2..=rank).step_by(2).filter(|&k| k < n);
        let last = (0 < rank && rank < n).then_some(rank);
        pairs.chain(last).any(|k| minor(matrix, k) == 0) || rank < n && rank_of(m, matrix) > rank
    })
}

/// The same by panels of pivots, which are so many that the whole matrix, with its padding, is pairs: where its determinant vanishes too.
fn is_repaired_by_panels(job: &DeterminantJob, m: Modulus, values: &[u64]) -> bool {
    is_repaired(job, m, values) || matrices(job, m, values).into_iter().any(|matrix| m.determinant(matrix) == 0)
}

/// The rank of a matrix.
fn rank_of(m: Modulus, matrix: &[Vec<u64>]) -> usize {
    let (mut rows, mut rank) = (matrix.to_vec(), 0);
    for column in 0..rows.len() {
        let Some(pivot) = (rank..rows.len()).find(|&i| rows[i][column] != 0) else { continue };
        rows.swap(rank, pivot);
        let above = rows[rank].clone();
        let inverse = m.inverse(above[column]);
        for row in &mut rows[rank + 1..] {
            let factor = m.mul(row[column], inverse);
            row.iter_mut().zip(&above).for_each(|(x, &y)| *x = m.sub(*x, m.mul(factor, y)));
        }
        rank += 1;
    }
    rank
}

/// A job with known values at all points of a grid with one axis.
struct Problem<M: Word> {
    job: DeterminantJob,
    grid: Grid,
    primes: Vec<Prime<M>>,
    /// [prime][point].
    points: Vec<Vec<u64>>,
    expected: Vec<Vec<u64>>,
    /// Lanes that elimination repairs, by pairs of pivots and by panels of them; `None` where that takes long to find out.
    repaired: Option<[u64; 2]>,
    table: IntegerTable,
}

impl<M: Word> Problem<M> {
    /// A share of the lanes is special. The primes are the largest below `end`, or the largest of all for `None`.
    fn new(
        job: DeterminantJob,
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
        let mut repaired = (job.largest() <= 33).then_some([0, 0]);
        let mut expected = Vec::new();
        // [prime][row][exponent].
        let mut coefficients = Vec::new();
        for (prime, points) in primes.iter().zip(&points) {
            let m = modulus(prime);
            let lanes: Vec<Vec<u64>> = (0..n)
                .map(|_| {
                    let special = rng.random_bool(share);
                    lane(m, job.values, special, rng)
                })
                .collect();
            let answer = |values: &Vec<u64>| {
                let blocks = matrices(&job, m, values).into_iter();
                let product = blocks.fold(1, |product, matrix| m.mul(product, m.determinant(matrix)));
                if job.negative { m.sub(0, product) } else { product }
            };
            expected.push(lanes.iter().map(answer).collect());
            if let Some([by_pairs, by_panels]) = &mut repaired {
                *by_pairs += lanes.iter().filter(|values| is_repaired(&job, m, values)).count() as u64;
                *by_panels += lanes.iter().filter(|values| is_repaired_by_panels(&job, m, values)).count() as u64;
            }
            let matrix = m.interpolation(points);
            let row = |row: usize| -> Vec<u64> {
                let column: Vec<u64> = lanes.iter().map(|values| values[row]).collect();
                matrix.iter().map(|weights| m.dot(weights, &column)).collect()
            };
            coefficients.push((0..job.values as usize).map(row).collect::<Vec<_>>());
        }
        let integers: Vec<Integer> = (0..job.values as usize * n)
            .map(|i| chinese(&primes, coefficients.iter().map(|c| c[i / n][i % n]), i))
            .collect();
        let table = table(job.values, &[n as u32], &integers);
        Problem { job, grid, primes, points, expected, repaired, table }
    }

    /// Computes and compares everything by both methods; how many lanes elimination repaired.
    fn check<E: DeterminantEngine + LiftEngine<Modulus = M>>(
        &self,
        engine: &mut E,
        scalars: &[ScalarShape],
        batch: usize,
    ) -> u64 {
        let mut repairs = 0;
        for method in METHODS {
            for &shape in shapes(scalars) {
                let job = DeterminantJob { method, shape, ..self.job.clone() };
                let found = self.check_one(engine, &job, false, batch);
                assert_eq!(found, self.check_one(engine, &job, true, batch), "repairs from coefficients");
                if method == DeterminantMethod::Elimination {
                    // Devices without tensor cores, and blocks of a lower rank, have pairs.
                    let is_right = |[by_pairs, by_panels]: [u64; 2]| {
                        found == by_pairs || shape == MatrixShape::Panels && found == by_panels
                    };
                    assert!(self.repaired.is_none_or(is_right), "{found} repairs, {shape:?}: {:?}", self.job);
                    if shape == MatrixShape::Auto {
                        repairs = found;
                    }
                }
            }
        }
        repairs
    }

    fn check_one<E: DeterminantEngine + LiftEngine<Modulus = M>>(
        &self,
        engine: &mut E,
        job: &DeterminantJob,
        from_coefficients: bool,
        batch: usize,
    ) -> u64 {
        let n = self.grid.points() as u32;
        let mut counts = ScalarCounts::default();
        let found = stages(engine, (&self.grid, &self.primes, batch), &self.table, &[n], |engine, tables, residues| {
            let (rows, dims) = (self.table.rows(), self.table.dims());
            let (scalars, more) = match from_coefficients {
                true => engine.determinants_of(tables, residues, dims, job),
                false => {
                    let values = engine.evaluate(tables, residues, rows, dims).expect("evaluate");
                    engine.determinants(tables, values, job)
                }
            }
            .expect("determinants");
            counts.scalars += more.scalars;
            counts.repairs += more.repairs;
            engine.interpolate(tables, scalars, 1).expect("interpolate")
        });
        for (prime, (answer, (points, expected))) in
            self.primes.iter().zip(found.iter().zip(self.points.iter().zip(&self.expected)))
        {
            let m = modulus(prime);
            for (&x, &expected) in points.iter().zip(expected) {
                assert_eq!(m.horner(answer, x), expected, "{job:?} modulo {}", m.0);
            }
        }
        assert_eq!(counts.scalars, u64::from(n) * self.primes.len() as u64);
        assert!(counts.repairs <= counts.scalars);
        counts.repairs
    }
}

/// One block of each small size, dense and sparse, a third of the lanes special, five primes in two batches.
pub fn small<E: DeterminantEngine + LiftEngine>(engine: &mut E, scalars: &[ScalarShape]) {
    let mut rng = StdRng::seed_from_u64(51);
    for n in 1..=13 {
        for zeros in [0.0, 0.6] {
            let job = job(&[n], (n * n).min(30), zeros, None, &mut rng);
            let problem = Problem::<E::Modulus>::new(job, (15, 1), 5, None, 0.35, &mut rng);
            let repairs = problem.check(engine, scalars, 4);
            assert!((repairs > 0) == (n > 2), "{n}: {repairs}");
        }
    }
}

/// Numbers of rows around those at which devices change the shape, and those that are in no shared memory.
pub fn large<E: DeterminantEngine + LiftEngine>(engine: &mut E, scalars: &[ScalarShape]) {
    let mut rng = StdRng::seed_from_u64(52);
    let sizes = [16, 17, 24, 25, 32, 33, 64, 65, 68, 69, 70, 96, 127, 128, 129, 200, 240, 256, 300];
    let points = [8, 3, 5, 4, 4, 3, 3, 2, 2, 2, 3, 2, 1, 2, 1, 1, 1, 1, 1];
    for (n, points) in sizes.into_iter().zip(points) {
        let zeros = if n % 2 == 0 { 0.0 } else { 0.8 };
        let job = job(&[n], 40, zeros, None, &mut rng);
        Problem::<E::Modulus>::new(job, (points, 1), 1, None, 0.3, &mut rng).check(engine, scalars, 1);
    }
}

/// Several blocks, also of one row; and no block at all.
pub fn blocks<E: DeterminantEngine + LiftEngine>(engine: &mut E, scalars: &[ScalarShape]) {
    let mut rng = StdRng::seed_from_u64(53);
    for sizes in [&[1, 1][..], &[3, 1, 5, 2], &[4, 4, 4], &[1, 13], &[13, 1, 26], &[]] {
        let job = job(sizes, 12, 0.2, None, &mut rng);
        Problem::<E::Modulus>::new(job, (12, 1), 3, None, 0.3, &mut rng).check(engine, scalars, 3);
    }
}

/// Blocks of all smaller ranks, alone and behind others; and a rank that is said to be less than it is: every lane is repaired.
pub fn ranks<E: DeterminantEngine + LiftEngine>(engine: &mut E, scalars: &[ScalarShape]) {
    let mut rng = StdRng::seed_from_u64(54);
    for n in 1..=7 {
        for rank in 0..n {
            for sizes in [&[n][..], &[2, n]] {
                let job = job(sizes, 60, 0.1, Some(rank), &mut rng);
                Problem::<E::Modulus>::new(job, (9, 1), 2, None, 0.3, &mut rng).check(engine, scalars, 2);
            }
            let job = DeterminantJob { rank, ..job(&[n], n * n, 0.0, None, &mut rng) };
            let repairs = Problem::<E::Modulus>::new(job, (9, 1), 2, None, 0.0, &mut rng).check(engine, scalars, 2);
            assert_eq!(repairs, 18, "{n} {rank}");
        }
    }
    for (n, rank) in [(20, 19), (31, 30), (33, 17), (70, 69)] {
        let job = job(&[n], 40, 0.1, Some(rank), &mut rng);
        Problem::<E::Modulus>::new(job, (3, 1), 1, None, 0.3, &mut rng).check(engine, scalars, 1);
    }
}

/// Numbers of points and of primes around the sizes of warps, blocks and bundles.
pub fn numbers<E: DeterminantEngine + LiftEngine>(engine: &mut E, scalars: &[ScalarShape]) {
    let mut rng = StdRng::seed_from_u64(55);
    for (axis, count, batch) in [
        ((1, 1), 1, 1),
        ((1, 31), 1, 1),
        ((32, 1), 1, 1),
        ((3, 11), 1, 1),
        ((125, 1), 1, 1),
        ((540, 1), 1, 1),
        ((4, 1), 3, 3),
        ((4, 1), 16, 16),
        ((4, 1), 17, 16),
        ((4, 1), 33, 33),
    ] {
        let job = job(&[4], 16, 0.1, None, &mut rng);
        Problem::<E::Modulus>::new(job, axis, count, None, 0.3, &mut rng).check(engine, scalars, batch);
    }
}

/// Primes so small that everything vanishes somewhere by itself, on grids of all their non-zero residues.
pub fn small_primes<E: DeterminantEngine + LiftEngine>(engine: &mut E, scalars: &[ScalarShape]) {
    let mut rng = StdRng::seed_from_u64(56);
    for sizes in [&[3][..], &[6], &[9], &[5, 4]] {
        let mut repairs = 0;
        for (axis, end) in [((6, 2), 14), ((30, 2), 62), ((32, 3), 98)] {
            let job = job(sizes, 30, 0.2, None, &mut rng);
            repairs += Problem::<E::Modulus>::new(job, axis, 1, Some(end), 0.0, &mut rng).check(engine, scalars, 1);
        }
        assert!(repairs > 0, "{sizes:?}");
    }
}

/// Entries that no matrix has, and values of another number, are errors.
pub fn refused<E: DeterminantEngine + LiftEngine>(engine: &mut E) {
    let mut rng = StdRng::seed_from_u64(57);
    let grid = grid(&[(4, 1)]);
    let primes = primes::<E::Modulus>(&grid, 2, &mut rng);
    let table = table(2, &[4], &[1, 2, 3, 4, 5, 6, 7, 8].map(Integer::from));
    let input = engine.load(&table).expect("load");
    let tables = engine.begin(&grid, &primes).expect("begin");
    let right = DeterminantJob {
        values: 2,
        sizes: vec![2],
        rank: 2,
        entries: vec![2, 4, 5, 2],
        negative: false,
        method: DeterminantMethod::default(),
        shape: MatrixShape::default(),
    };
    for (wrong, job) in [
        (false, right.clone()),
        (true, DeterminantJob { values: 3, ..right.clone() }),
        (true, DeterminantJob { values: 1, entries: vec![2, 2, 2, 2], ..right.clone() }),
        (true, DeterminantJob { entries: vec![2, 4, 5], ..right.clone() }),
        (true, DeterminantJob { entries: vec![2, 4, 6, 2], ..right.clone() }),
        (true, DeterminantJob { entries: vec![2, 1, 4, 2], ..right.clone() }),
        (true, DeterminantJob { rank: 3, ..right.clone() }),
        (true, DeterminantJob { sizes: vec![0, 2], ..right.clone() }),
        (true, DeterminantJob { sizes: vec![u32::MAX], ..right.clone() }),
    ] {
        let residues = engine.reduce(&tables, &input).expect("reduce");
        let values = engine.evaluate(&tables, residues, 2, &[4]).expect("evaluate");
        match engine.determinants(&tables, values, &job) {
            Ok((_, counts)) => assert!(!wrong && counts.scalars == 8, "{job:?}"),
            Err(error) => assert!(wrong && matches!(error.kind(), ErrorKind::Shape { .. }), "{job:?}: {error}"),
        }
    }
}
