//! The stages of GCDs on the device against the same algorithms on one host thread: images in all shapes, divisions by both ways,
//! and selection, word by word.

use super::engine;
use eliminant::engine::cuda::{Cuda, Thresholds};
use eliminant::engine::gcd::{Division, GcdEngine, GcdJob, GcdMethod, GcdPair, GcdShape, UNLUCKY};
use eliminant::engine::input::IntegerTable;
use eliminant::engine::{Engine, LiftEngine};
use eliminant::plan::columns::Columns;
use eliminant::plan::grid::{Axis, Grid};
use eliminant::plan::primes::{Prime, with_roots};
use eliminant::{Control, ErrorKind};
use gpu::Field;
use gpu::arith::{Mont31, prime::is_prime};
use gpu::columns::BoxAxis;
use gpu::gcd;
use gpu::team::Solo;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// A grid of one axis with `len` points a coset, or of none for `len` = 0.
fn grid(len: u32, cosets: u32) -> Grid {
    Grid::new(if len == 0 { Vec::new() } else { vec![Axis { len, cosets }] })
}

/// The `count` largest primes at most `top` that have the grid.
fn primes(grid: &Grid, top: u32, count: usize, rng: &mut StdRng) -> Vec<Prime> {
    let step = grid.axes.first().map_or(2, |axis| axis.len * (2 - axis.len.is_multiple_of(2) as u32));
    let all = (1..=(top - 1) / step).rev().map(|k| k * step + 1);
    let mut found: Vec<u64> = all.filter(|&p| is_prime(p)).take(count).map(u64::from).collect();
    assert_eq!(found.len(), count);
    found.reverse();
    with_roots(&found, grid, rng).unwrap()
}

/// Polynomials over the integers, the constant term first.
type Poly = Vec<i64>;

fn random(rng: &mut StdRng, degree: usize) -> Poly {
    (0..=degree).map(|_| rng.random_range(1..10) * [1, -1][rng.random_range(0..2)]).collect()
}

fn product(f: &[i64], g: &[i64]) -> Poly {
    let mut out = vec![0; f.len() + g.len() - 1];
    for (i, a) in f.iter().enumerate() {
        for (out, b) in out[i..].iter_mut().zip(g) {
            *out += a * b;
        }
    }
    out
}

/// f(x^e).
fn spread(f: &[i64], e: usize) -> Poly {
    let mut out = vec![0; (f.len() - 1) * e + 1];
    out.iter_mut().step_by(e).zip(f).for_each(|(out, c)| *out = *c);
    out
}

/// Integers of a batch, and where its polynomials begin.
#[derive(Default)]
struct Integers(Vec<i64>);

impl Integers {
    fn push(&mut self, f: &[i64]) -> u32 {
        let at = self.0.len() as u32;
        self.0.extend(f);
        at
    }

    fn table(&self) -> IntegerTable {
        let integers: Vec<rug::Integer> = self.0.iter().map(|&integer| rug::Integer::from(integer)).collect();
        IntegerTable::of(1, &[integers.len() as u32], &integers).unwrap()
    }

    /// `count` integers from `at` on modulo the prime.
    fn residues(&self, field: &Mont31, at: u32, count: u32) -> Vec<u32> {
        let integers = &self.0[at as usize..][..count as usize];
        integers.iter().map(|&c| field.enter(c.rem_euclid(field.modulus() as i64) as u32)).collect()
    }

    fn reduced(&self, engine: &mut Cuda, batch: &<Cuda as Engine>::Batch) -> <Cuda as Engine>::Buffer {
        let input = engine.load(&self.table()).unwrap();
        engine.reduce(batch, &input).unwrap()
    }
}

/// Pairs of a batch.
#[derive(Default)]
struct Pairs {
    integers: Integers,
    pairs: Vec<GcdPair>,
}

impl Pairs {
    fn push(&mut self, f: &[i64], g: &[i64], lead: i64) {
        let (p, q) = (f.len() as u32 - 1, g.len() as u32 - 1);
        let (f, g, lead) = (self.integers.push(f), self.integers.push(g), self.integers.push(&[lead]));
        self.pairs.push(GcdPair { f, p, g, q, lead });
    }

    /// Image and degree of one pair on one host thread.
    fn image(&self, field: &Mont31, pair: &GcdPair) -> (Vec<u32>, u32) {
        let mut f = self.integers.residues(field, pair.f, pair.p + 1);
        let mut g = self.integers.residues(field, pair.g, pair.q + 1);
        let [lead] = self.integers.residues(field, pair.lead, 1)[..] else { unreachable!() };
        let image = gcd::gcd(field, Solo, &mut f[..], pair.p, &mut g[..], pair.q);
        let mut out = vec![0; pair.width() as usize];
        let Some(degree) = image.degree.filter(|_| lead != 0) else { return (out, UNLUCKY) };
        let row = if image.in_f { f } else { g };
        let factor = field.mul(lead, field.inverse(row[degree as usize]));
        for (out, &c) in out.iter_mut().zip(&row[..=degree as usize]) {
            *out = field.mul(factor, c);
        }
        (out, degree)
    }

    /// All images by each of the shapes against the host.
    fn check(self, engine: &mut Cuda, primes: &[Prime], shapes: &[GcdShape]) {
        self.check_on(engine, &grid(0, 1), primes, shapes);
    }

    /// As [`Pairs::check`], for primes with the grid.
    fn check_on(self, engine: &mut Cuda, grid: &Grid, primes: &[Prime], shapes: &[GcdShape]) {
        let batch = engine.begin(grid, primes).unwrap();
        let residues = self.integers.reduced(engine, &batch);
        let expected: Vec<Vec<(Vec<u32>, u32)>> =
            primes.iter().map(|prime| self.pairs.iter().map(|pair| self.image(&prime.field, pair)).collect()).collect();
        // Rounds are applied with tensor cores and without.
        let both = shapes.iter().flat_map(|&shape| [true, false].map(|tensor_rounds| (shape, tensor_rounds)));
        for (shape, tensor_rounds) in both {
            engine.set_thresholds(Thresholds { tensor_rounds, ..Thresholds::default() });
            let job = GcdJob { pairs: self.pairs.clone(), method: GcdMethod::Remainder, shape, expected: Vec::new() };
            let (images, degrees) = engine.gcd_images(&batch, &residues, &job).unwrap();
            let (images, mut degrees) = (images.to_vec().unwrap(), degrees.into_iter());
            let mut rest = &images[..];
            for (prime, expected) in primes.iter().zip(&expected) {
                for (pair, (image, degree)) in self.pairs.iter().zip(expected) {
                    let what = format!("{shape:?} {tensor_rounds} {pair:?} modulo {}", prime.field.modulus());
                    assert_eq!(degrees.next(), Some(*degree), "degree, {what}");
                    let (found, after) = rest.split_at(image.len());
                    let wrong = (0..image.len()).find(|&i| found[i] != image[i]);
                    assert_eq!(wrong, None, "coefficient, {what}");
                    rest = after;
                }
            }
            assert!(rest.is_empty() && degrees.next().is_none());
        }
    }
}

const ALL: [GcdShape; 3] = [GcdShape::Auto, GcdShape::Block, GcdShape::Rounds];

#[test]
fn images_of_any_size() {
    let Some(mut engine) = engine() else { return };
    let rng = &mut StdRng::seed_from_u64(1);
    let mut all = Pairs::default();
    let sizes = [
        (0, 0, 0),
        (0, 1, 1),
        (0, 3, 2),
        (2, 5, 5),
        (0, 10, 0),
        (50, 100, 90),
        (60, 200, 17),
        (61, 62, 63),
        (0, 124, 124),
        (1, 125, 126),
        (500, 400, 300),
        (0, 1023, 1024),
        (0, 1024, 1025),
        (0, 1499, 1498),
        (0, 1500, 1400),
        (10, 2000, 1990),
        (700, 900, 800),
        (1000, 1000, 1000),
        (1100, 700, 690),
        (0, 3000, 17),
        (200, 3000, 17),
        (0, 17, 3000),
        (0, 4000, 0),
        (1700, 1, 1),
    ];
    for (h, p, q) in sizes {
        let h = random(rng, h);
        let (f, g) = (product(&random(rng, p), &h), product(&random(rng, q), &h));
        all.push(&f, &g, rng.random_range(1..1 << 40));
    }
    let primes = primes(&grid(0, 1), Mont31::MAX, 3, rng);
    all.check(&mut engine, &primes, &ALL);
}

#[test]
fn images_of_degenerate_pairs() {
    let Some(mut engine) = engine() else { return };
    let rng = &mut StdRng::seed_from_u64(2);
    for top in [200, 70_000, Mont31::MAX] {
        let primes = primes(&grid(0, 1), top, 4, rng);
        let p = |i: usize| i64::from(primes[i].field.modulus());
        let mut all = Pairs::default();
        for size in [1, 8, 300, 1600] {
            let (f, g) = (random(rng, size), random(rng, size / 2));
            let fg = product(&f, &g);
            all.push(&f, &f, 7);
            all.push(&fg, &g, -7);
            all.push(&f, &fg, 1);
            all.push(&f, &[0], 3);
            all.push(&vec![0; 2 * size], &g, 3);
            all.push(&vec![0; size], &vec![0; 2 * size], 3);
            all.push(&f, &g, p(1));
            all.push(&f, &g, 0);
            // Zero modulo one prime, of lower degree modulo another.
            let times = |f: &[i64], m: i64| f.iter().map(|c| c * m).collect::<Poly>();
            all.push(&times(&f, p(0)), &fg, 5);
            all.push(&times(&f, p(0)), &times(&g, p(0)), 5);
            let mut low = fg.clone();
            let top = low.len() - 1;
            low[top - 1..].iter_mut().for_each(|c| *c = p(2));
            all.push(&low, &f, 5);
            all.push(&low, &low, 5);
            low[size / 3..].iter_mut().for_each(|c| *c *= p(3));
            all.push(&f, &low, 5);
            // Zeros at the top of both.
            let padded = [&fg[..], &vec![0; 2 * size]].concat();
            all.push(&padded, &[&f[..], &[0; 100]].concat(), 2);
            // Gaps: in every remainder, and one.
            for e in [2, 3, if size < 1000 { 70 } else { 20 }] {
                let (few, fewer) = (spread(&f[..=size / 4], e), spread(&g[..=size / 8], e));
                all.push(&few, &fewer, 2);
                let mut other = fewer.clone();
                other[0] += 1;
                all.push(&few, &product(&other, &fewer), 2);
            }
            let mut near = fg.clone();
            near.iter_mut().zip(random(rng, size.min(5))).for_each(|(c, r)| *c += r);
            all.push(&near, &f, 2);
            let unit = |n: usize| [&[-1], &vec![0; n - 1][..], &[1]].concat();
            all.push(&unit(5 * size), &unit(3 * size), 2);
            all.push(&unit(3 * size), &unit(5 * size + 1), 2);
        }
        all.check(&mut engine, &primes, &ALL);
    }
}

#[test]
fn images_beyond_shared_memory() {
    let Some(mut engine) = engine() else { return };
    let rng = &mut StdRng::seed_from_u64(3);
    let primes = primes(&grid(0, 1), Mont31::MAX, 2, rng);
    let mut all = Pairs::default();
    let h = random(rng, 69_900);
    all.push(&product(&h, &random(rng, 100)), &product(&h, &random(rng, 91)), 11);
    all.push(&product(&h, &random(rng, 100)), &random(rng, 60), 12);
    all.push(&random(rng, 5), &h, 13);
    all.push(&h, &h, 14);
    all.push(&h, &[0, 0, 0], 15);
    all.push(&random(rng, 9), &random(rng, 8), 16);
    all.check(&mut engine, &primes, &[GcdShape::Auto, GcdShape::Rounds]);
}

/// The grid that long rounds need.
fn long_grid(engine: &Cuda) -> Grid {
    grid(engine.image_points((100_000, 100_000)), 1)
}

const LONG: [GcdShape; 3] = [GcdShape::Long, GcdShape::Rounds, GcdShape::Block];

#[test]
fn long_rounds() {
    let Some(mut engine) = engine() else { return };
    let rng = &mut StdRng::seed_from_u64(9);
    let mut all = Pairs::default();
    let sizes = [
        (0, 2500, 2500),
        (0, 4001, 4000),
        (1500, 2000, 2000),
        (3000, 1000, 990),
        (2200, 2000, 1878),
        (2200, 2000, 1877),
        (20, 1100, 4000),
        (4000, 3, 200),
        (0, 1960, 1950),
        (0, 1953, 1953),
        (0, 1954, 1954),
        (5, 300, 290),
        (3900, 0, 100),
        (2977, 2000, 1990),
    ];
    for (h, p, q) in sizes {
        let h = random(rng, h);
        let (f, g) = (product(&random(rng, p), &h), product(&random(rng, q), &h));
        all.push(&f, &g, rng.random_range(1..1 << 40));
    }
    let grid = long_grid(&engine);
    let primes = primes(&grid, Mont31::MAX, 3, rng);
    all.check_on(&mut engine, &grid, &primes, &LONG);
}

/// Degrees that fall by more than 1, modulo primes as small as the grid allows and large ones.
#[test]
fn long_rounds_of_degenerate_pairs() {
    let Some(mut engine) = engine() else { return };
    let rng = &mut StdRng::seed_from_u64(10);
    let grid = long_grid(&engine);
    for top in [90_000, Mont31::MAX] {
        let primes = primes(&grid, top, 4, rng);
        let p = |i: usize| i64::from(primes[i].field.modulus());
        let mut all = Pairs::default();
        let (f, g) = (random(rng, 3000), random(rng, 2950));
        let few = random(rng, 40);
        let many = product(&f, &few);
        all.push(&f, &f, 7);
        all.push(&f, &g, 7);
        all.push(&many, &f, -7);
        all.push(&f, &many, 1);
        all.push(&f, &[0], 3);
        all.push(&vec![0; 4000], &vec![0; 3000], 3);
        all.push(&f, &g, p(1));
        let times = |f: &[i64], m: i64| f.iter().map(|c| c * m).collect::<Poly>();
        all.push(&times(&f, p(0)), &g, 5);
        // Other degrees modulo one of the primes.
        for cut in [1, 100, 130, 2000] {
            let mut low = g.clone();
            let top = low.len() - cut;
            low[top..].iter_mut().for_each(|c| *c *= p(2));
            all.push(&f, &low, 5);
            all.push(&low, &f, 5);
        }
        all.push(&[&f[..], &[0; 500]].concat(), &[&g[..], &[0; 70]].concat(), 2);
        for e in [2, 3, 40, 130] {
            let (few, fewer) = (spread(&f[..3200 / e], e), spread(&g[..3100 / e], e));
            all.push(&few, &fewer, 2);
            let mut other = fewer.clone();
            other[1] += 1;
            all.push(&few, &other, 2);
        }
        // Differences that the window shows at its end, or just not.
        for place in [3000 - 1954, 3001 - 1954, 3000 - 246, 3000 - 122, 1500, 20] {
            let mut near = f.clone();
            near[place] += 1;
            all.push(&f, &near, 2);
            all.push(&product(&f, &few), &product(&near, &few), 2);
        }
        all.check_on(&mut engine, &grid, &primes, &LONG);
    }
}

/// Problems of any lengths together: in every long round some have none.
#[test]
fn long_rounds_of_a_batch() {
    let Some(mut engine) = engine() else { return };
    let rng = &mut StdRng::seed_from_u64(11);
    let grid = long_grid(&engine);
    let primes = primes(&grid, Mont31::MAX, 2, rng);
    let mut all = Pairs::default();
    for _ in 0..40 {
        let h = rng.random_range(0..1500);
        let h = random(rng, h);
        let (p, q) = (rng.random_range(0..2500), rng.random_range(0..2500));
        all.push(&product(&random(rng, p), &h), &product(&random(rng, q), &h), rng.random_range(1..100));
    }
    all.check_on(&mut engine, &grid, &primes, &[GcdShape::Long]);
}

/// Long enough, and problems enough, for long rounds without being asked for; several tiles.
#[test]
fn long_rounds_by_size() {
    let Some(mut engine) = engine() else { return };
    let rng = &mut StdRng::seed_from_u64(12);
    let grid = long_grid(&engine);
    let count = (2500 * engine.device().multiprocessors as usize).div_ceil(9000);
    let primes = primes(&grid, Mont31::MAX, count, rng);
    let h = random(rng, 8600);
    let mut all = Pairs::default();
    all.push(&product(&h, &random(rng, 900)), &product(&h, &random(rng, 880)), 11);
    all.check_on(&mut engine, &grid, &primes, &[GcdShape::Auto, GcdShape::Long]);
}

#[test]
fn many_unequal_pairs() {
    let Some(mut engine) = engine() else { return };
    let rng = &mut StdRng::seed_from_u64(4);
    let mut all = Pairs::default();
    for k in 0..600usize {
        // Mostly short ones, some of every length up to twice that of rounds.
        let most = [20, 100, 300, 900, 3000][if k.is_multiple_of(50) { 4 } else { k % 4 }];
        let h = rng.random_range(0..most / 3);
        let h = random(rng, h);
        let (p, q) = (rng.random_range(0..most / 3), rng.random_range(0..most / 3));
        let (f, g) = (product(&random(rng, p), &h), product(&random(rng, q), &h));
        all.push(&f, &g, rng.random_range(1..100));
    }
    let primes = primes(&grid(0, 1), Mont31::MAX, 3, rng);
    all.check(&mut engine, &primes, &[GcdShape::Auto]);
}

/// A table that does not fit, and what there is no kernel for, are errors.
#[test]
fn wrong_jobs_are_refused() {
    let Some(mut engine) = engine() else { return };
    let rng = &mut StdRng::seed_from_u64(5);
    let primes = primes(&grid(0, 1), Mont31::MAX, 2, rng);
    let batch = engine.begin(&grid(0, 1), &primes).unwrap();
    let residues = Integers(vec![1; 10]).reduced(&mut engine, &batch);
    let mut images = |pair: GcdPair, shape| {
        let job = GcdJob { pairs: vec![pair], method: GcdMethod::Remainder, shape, expected: Vec::new() };
        engine.gcd_images(&batch, &residues, &job).map(|(_, degrees)| degrees)
    };
    let good = GcdPair { f: 0, p: 4, g: 5, q: 3, lead: 9 };
    assert_eq!(images(good, GcdShape::Auto).unwrap().len(), 2);
    for wrong in [GcdPair { f: 6, ..good }, GcdPair { q: 5, ..good }, GcdPair { lead: 10, ..good }] {
        let error = images(GcdPair { ..wrong }, GcdShape::Rounds).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Shape { .. }), "{error}");
    }
    let error = images(good, GcdShape::Long).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Argument { .. }), "no roots of unity: {error}");
    let job = GcdJob { pairs: Vec::new(), method: GcdMethod::Remainder, shape: GcdShape::Auto, expected: Vec::new() };
    let (none, degrees) = engine.gcd_images(&batch, &residues, &job).unwrap();
    assert!(none.is_empty() && degrees.is_empty());
    let division = Division { dividend: 0, n: 2, divisor: 0, d: 3 };
    assert!(engine.divide(&batch, &residues, &residues, &[division]).is_err());
}

/// Divisions of a batch.
#[derive(Default)]
struct Divisions {
    dividends: Integers,
    divisors: Integers,
    all: Vec<Division>,
}

impl Divisions {
    fn push(&mut self, f: &[i64], h: &[i64]) {
        let (n, d) = (f.len() as u32 - 1, h.len() as u32 - 1);
        self.all.push(Division { dividend: self.dividends.push(f), n, divisor: self.divisors.push(h), d });
    }

    fn check(&self, engine: &mut Cuda, grid: &Grid, primes: &[Prime]) {
        let batch = engine.begin(grid, primes).unwrap();
        let dividends = self.dividends.reduced(engine, &batch);
        let divisors = self.divisors.reduced(engine, &batch);
        let (quotients, exact) = engine.divide(&batch, &dividends, &divisors, &self.all).unwrap();
        let quotients = quotients.to_vec().unwrap();
        let mut expected_exact = vec![true; self.all.len()];
        let mut expected = Vec::new();
        for Prime { field, .. } in primes {
            for (division, exact) in self.all.iter().zip(&mut expected_exact) {
                let &Division { dividend, n, divisor, d } = division;
                let mut f = self.dividends.residues(field, dividend, n + 1);
                let mut h = self.divisors.residues(field, divisor, d + 1);
                let inverse = field.inverse(h[d as usize]);
                *exact &= gcd::divide(field, Solo, &mut &mut f[..], n, &mut &mut h[..], d, inverse) == 0;
                expected.push(f.split_off(d as usize));
            }
        }
        assert_eq!(exact, expected_exact, "{grid:?}");
        let mut rest = &quotients[..];
        for (k, expected) in expected.iter().enumerate() {
            let (found, after) = rest.split_at(expected.len());
            rest = after;
            let (prime, k) = (&primes[k / self.all.len()], k % self.all.len());
            let wrong = (0..found.len()).find(|&i| found[i] != expected[i]);
            assert!(!exact[k] || wrong.is_none(), "{:?} modulo {}: {wrong:?}", self.all[k], prime.field.modulus());
        }
        assert!(rest.is_empty());
        assert!(exact.iter().any(|&exact| exact) && exact.iter().any(|&exact| !exact));
    }
}

#[test]
fn divisions() {
    let Some(mut engine) = engine() else { return };
    let rng = &mut StdRng::seed_from_u64(6);
    let mut all = Divisions::default();
    let sizes = [(0, 0), (0, 3), (1, 1), (5, 0), (2, 40), (100, 60), (500, 1), (1, 700), (1024, 1023), (1024, 1024)];
    let more =
        [(23, 1000), (24, 1000), (1024, 0), (2048, 0), (0, 2048), (1500, 1800), (3000, 200), (9, 3900), (2000, 2095)];
    for (d, quotient) in sizes.into_iter().chain(more) {
        let (h, quotient) = (random(rng, d), random(rng, quotient));
        let f = product(&h, &quotient);
        all.push(&f, &h);
        if d > 0 {
            let mut near = f.clone();
            near[d / 2] += 1;
            all.push(&near, &h);
            let padded = [&f[..], &[0; 7]].concat();
            all.push(&padded, &h);
        }
        all.push(&vec![0; f.len()], &h);
    }
    // A divisor with the root 1 on a grid of which some coset may be the group itself, and small primes, modulo which a divisor
    // has roots on the grid more often than not.
    for (len, cosets, top) in [(0, 1, Mont31::MAX), (4096, 1, Mont31::MAX), (4096, 1, 80_000), (2048, 3, 1 << 20)] {
        let grid = grid(len, cosets);
        let primes = primes(&grid, top, 3, rng);
        all.check(&mut engine, &grid, &primes);
    }
}

#[test]
fn divisions_beyond_shared_memory() {
    let Some(mut engine) = engine() else { return };
    let rng = &mut StdRng::seed_from_u64(7);
    let mut all = Divisions::default();
    let (h, quotient) = (random(rng, 69_000), random(rng, 900));
    let f = product(&h, &quotient);
    all.push(&f, &h);
    all.push(&f, &quotient);
    let mut near = f.clone();
    near[0] += 1;
    all.push(&near, &h);
    all.push(&quotient, &quotient);
    for (len, cosets) in [(0, 1), (73_728, 1), (24_576, 3)] {
        let grid = grid(len, cosets);
        let primes = primes(&grid, Mont31::MAX, 2, rng);
        all.check(&mut engine, &grid, &primes);
    }
}

#[test]
fn selections() {
    let Some(mut engine) = engine() else { return };
    let rng = &mut StdRng::seed_from_u64(8);
    let primes = primes(&grid(0, 1), Mont31::MAX, 5, rng);
    let batch = engine.begin(&grid(0, 1), &primes).unwrap();
    let integers = Integers((0..10_000).map(|_| rng.random_range(-1 << 60..1 << 60)).collect());
    let source = integers.reduced(&mut engine, &batch);
    let mut columns: Columns = [5..6, 100..100, 7..5000, 0..3, 9000..10_000].into_iter().collect();
    // 20 x 21 x 11 elements, which are three pieces, the rest of one of them past a whole number of lines; then one piece exactly.
    let axes = |axes: [(u64, u64); 3]| axes.map(|(count, stride)| BoxAxis { count, stride });
    columns.push(40, &axes([(20, 450), (21, 20), (11, 1)]));
    columns.push(9, &axes([(16, 600), (16, 30), (8, 2)]));
    let boxed = (0..20).flat_map(|i| (0..21).flat_map(move |j| (0..11).map(move |k| 40 + 450 * i + 20 * j + k)));
    let spread = (0..16).flat_map(|i| (0..16).flat_map(move |j| (0..8).map(move |k| 9 + 600 * i + 30 * j + 2 * k)));
    let places: Vec<usize> = (5..6).chain(7..5000).chain(0..3).chain(9000..10_000).chain(boxed).chain(spread).collect();
    let width = columns.len();
    assert_eq!((width, columns.pieces()), (places.len(), 1 + 3 + 1 + 1 + 3 + 1));
    let mut residues = engine.residues(4, width).unwrap();
    engine.select(&batch, &source, &[1, 2, 4], &columns, &mut residues, 1).unwrap();
    engine.select(&batch, &source, &[0], &columns, &mut residues, 0).unwrap();
    engine.select(&batch, &source, &[], &columns, &mut residues, 4).unwrap();
    assert!(engine.select(&batch, &source, &[0, 1], &columns, &mut residues, 3).is_err());
    assert!(engine.select(&batch, &source, &[5], &columns, &mut residues, 0).is_err());
    assert!(engine.select(&batch, &source, &[0], &Columns::range(5..5000), &mut residues, 0).is_err());
    let mut beyond = columns.clone();
    beyond.push_range(9001..10_001);
    let mut more = engine.residues(1, beyond.len()).unwrap();
    assert!(engine.select(&batch, &source, &[0], &beyond, &mut more, 0).is_err());
    // Four primes of 30 bits hold integers of 61.
    let moduli = [0, 1, 2, 4].map(|k: usize| primes[k].field);
    let found = engine.crt(residues, &moduli, &Control::default()).unwrap();
    let expected = places.into_iter().map(|k| integers.0[k]);
    assert_eq!(found.len(), width);
    for (k, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert_eq!(*found, expected, "{k}");
    }
}
