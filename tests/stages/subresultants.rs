//! The stage of subresultants at points, against determinants and against Euclid's algorithm with divisions.
//!
//! Coefficients of f and g are polynomials in one kept variable of degrees so small that values are found by Horner's rule; small primes make leading coefficients
//! vanish at many points.

use crate::drive::{grid, modulus, points, primes, primes_below, table, values_of_tuples};
use crate::naive::Modulus;
use eliminant::ErrorKind;
use eliminant::engine::{SubresultantJob, TupleEngine, TupleJob};
use eliminant::plan::primes::Prime;
use gpu::resultant::subresultants::Wanted;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rug::Integer;

/// The coefficients of S_k by its definition, f and g with the lowest coefficient first and these formal degrees.
fn by_definition(m: Modulus, [f, g]: [&[u64]; 2], k: usize) -> Vec<u64> {
    let (p, q) = (f.len() - 1, g.len() - 1);
    let row = |h: &[u64], shift: usize, j: usize| -> Vec<u64> {
        let coefficient = |power: usize| power.checked_sub(shift).and_then(|i| h.get(i)).copied().unwrap_or(0);
        (k + 1..p + q - k).rev().map(coefficient).chain([coefficient(j)]).collect()
    };
    let matrix = |j| (0..q - k).rev().map(|s| row(f, s, j)).chain((0..p - k).rev().map(|s| row(g, s, j))).collect();
    (0..=k).map(|j| m.determinant(matrix(j))).collect()
}

/// S_k for every k from `low` on that a sequence of remainders leaves, by division: S_k(A, B) = (-1)^((a-k)(b-k)) l^(a-c) S_k(B, C). Leading coefficients are not 0, and degrees
/// fall by one.
fn by_division(m: Modulus, [f, g]: [&[u64]; 2], low: usize, mut visit: impl FnMut(usize, Vec<u64>)) {
    let (mut a, mut b) = (f.to_vec(), g.to_vec());
    let (mut factors, sign) = ([1, 1], |k: usize, a: usize, b: usize| (a + k) * (b + k) % 2 == 1);
    if a.len() < b.len() {
        factors = [0, 1].map(|k| if sign(k, a.len() - 1, b.len() - 1) { m.sub(0, 1) } else { 1 });
        std::mem::swap(&mut a, &mut b);
    }
    while !b.is_empty() {
        let (da, db) = (a.len() - 1, b.len() - 1);
        let lead = b[db];
        if da > db {
            let power = (1..da - db).fold(1, |x, _| m.mul(x, lead));
            visit(db, b.iter().map(|&c| m.mul(c, m.mul(power, factors[db % 2]))).collect());
        }
        if db <= low {
            return;
        }
        let inverse = m.inverse(lead);
        while a.len() > db {
            let factor = m.mul(a.pop().unwrap(), inverse);
            let at = a.len() - db;
            a[at..].iter_mut().zip(&b).for_each(|(x, &y)| *x = m.sub(*x, m.mul(factor, y)));
        }
        while a.last() == Some(&0) {
            a.pop();
        }
        let Some(dc) = a.len().checked_sub(1) else { return };
        let power = (0..da - dc).fold(1, |x, _| m.mul(x, lead));
        factors = [0, 1].map(|k| {
            let value = m.mul(factors[k], power);
            if sign(k, da, db) { m.sub(0, value) } else { value }
        });
        std::mem::swap(&mut a, &mut b);
    }
}

/// A job with random coefficients in the kept variable; where `split` the last ones are those of two constants, so that leading coefficients do not vanish.
fn random(
    (p, q): (u32, u32),
    wanted: Wanted,
    (dim, bits): (u32, u32),
    rng: &mut StdRng,
) -> (SubresultantJob, Vec<Integer>) {
    let (larger, smaller) = (p.max(q), p.min(q));
    let schedule = [larger, smaller].into_iter().chain((0..smaller).rev()).collect();
    let job = SubresultantJob { p, q, schedule, wanted };
    let most = (1i64 << bits) - 1;
    let integers = (0..(p + q + 2) * dim).map(|_| Integer::from(rng.random_range(-most..=most))).collect();
    (job, integers)
}

/// The value of each coefficient of f and g at a point.
fn pair(m: Modulus, job: &SubresultantJob, (dim, integers): (u32, &[Integer]), x: u64) -> [Vec<u64>; 2] {
    use rug::integer::IntegerExt64;
    let value = |c: &[Integer]| m.horner(&c.iter().map(|c| c.mod_u64(m.0)).collect::<Vec<u64>>(), x);
    let mut all: Vec<u64> = integers.chunks(dim as usize).map(value).collect();
    let g = all.split_off(job.p as usize + 1);
    [all, g]
}

/// The ways to ask for subresultants of polynomials of these degrees.
fn all_wanted(p: u32, q: u32, rng: &mut StdRng) -> Vec<Wanted> {
    let last = if p == q { q - 1 } else { p.min(q) };
    let one = |k| Wanted { low: k, high: k, principal: 0 };
    let low = rng.random_range(0..=last);
    vec![
        one(0),
        one(last),
        one(rng.random_range(0..=last)),
        Wanted { low: 0, high: last, principal: 1 },
        Wanted { low: 0, high: last, principal: 0 },
        Wanted { low, high: rng.random_range(low..=last), principal: 0 },
    ]
}

/// Small degrees modulo large and small primes: at many points of the small ones the sequence is another one.
pub fn small<E: TupleEngine>(engine: &mut E) {
    let mut rng = StdRng::seed_from_u64(41);
    let mut repairs = 0;
    for (p, q) in [(1, 1), (2, 1), (1, 3), (4, 4), (5, 3), (3, 6), (7, 1), (8, 8), (9, 5), (1, 0), (0, 4)] {
        for wanted in all_wanted(p, q, &mut rng) {
            let (job, integers) = random((p, q), wanted, (3, 40), &mut rng);
            let axes = grid(&[(16, 1)]);
            for end in [1 << 31, 1000, 100] {
                let primes: Vec<Prime<E::Modulus>> = match end {
                    1000 | 100 => primes_below(end, &axes, 2, &mut rng),
                    _ => primes(&axes, 21, &mut rng),
                };
                let (found, counted) =
                    values_of_tuples(engine, &TupleJob::Subresultants(job.clone()), (3, &integers), (16, &primes));
                repairs += counted;
                for (prime, found) in primes.iter().zip(found) {
                    let m = modulus(prime);
                    for (i, &x) in points(&axes, prime, 0).iter().enumerate() {
                        let [f, g] = pair(m, &job, (3, &integers), x);
                        for k in wanted.low..=wanted.high {
                            let mut expected = by_definition(m, [&f, &g], k as usize);
                            if wanted.principal != 0 {
                                expected.drain(..k as usize);
                            }
                            let at = wanted.place(k) as usize;
                            let found: Vec<u64> = found[at..at + expected.len()].iter().map(|of| of[i]).collect();
                            assert_eq!(found, expected, "S_{k} of {f:?} and {g:?} modulo {}", m.0);
                        }
                    }
                }
            }
        }
    }
    assert!(repairs > 100, "{repairs}");
}

/// Degrees of all shapes of a device; a CPU takes the first ones.
pub fn large<E: TupleEngine>(engine: &mut E, is_device: bool) {
    let mut rng = StdRng::seed_from_u64(42);
    let degrees = [
        (40, 40),
        (30, 58),
        (120, 110),
        (170, 160),
        (250, 240),
        (300, 100),
        (420, 400),
        (1100, 1090),
        (2600, 2550),
        (1500, 200),
        (4000, 3990),
        (7000, 900),
        (8000, 7990),
        // Beyond shared memory: with tensor cores and without.
        (40_000, 30_000),
        (60_000, 12_000),
    ];
    for (p, q) in degrees.into_iter().take(if is_device { usize::MAX } else { 6 }) {
        let last = if p == q { q - 1 } else { p.min(q) };
        let one = |k| Wanted { low: k, high: k, principal: 0 };
        let several = |low| Wanted { low, high: low + 4, principal: 0 };
        let wanted = match p {
            ..10_000 => {
                let principal = Wanted { low: 0, high: last, principal: 1 };
                vec![one(0), one(1), one(last / 2), principal, several(last / 3)]
            }
            // The reference takes long.
            _ => vec![one(last - 100), several(last - 10)],
        };
        for wanted in wanted {
            let (job, integers) = random((p, q), wanted, (2, 30), &mut rng);
            let axes = grid(&[(4, 1)]);
            let primes: Vec<Prime<E::Modulus>> = primes(&axes, 2, &mut rng);
            let (found, _) =
                values_of_tuples(engine, &TupleJob::Subresultants(job.clone()), (2, &integers), (4, &primes));
            for (prime, found) in primes.iter().zip(found) {
                let (m, i) = (modulus(prime), rng.random_range(0..4));
                let [f, g] = pair(m, &job, (2, &integers), points(&axes, prime, 0)[i]);
                let mut seen = 0;
                by_division(m, [&f, &g], wanted.low as usize, |k, mut expected| {
                    if !wanted.has(k as u32) {
                        return;
                    }
                    if wanted.principal != 0 {
                        expected.drain(..k);
                    }
                    seen += 1;
                    let at = wanted.place(k as u32) as usize;
                    let is_same = found[at..at + expected.len()].iter().zip(&expected).all(|(of, &c)| of[i] == c);
                    assert!(is_same, "S_{k} of degrees {p}, {q}, {wanted:?} modulo {}", m.0);
                });
                assert_eq!(seen, wanted.high + 1 - wanted.low);
            }
        }
    }
}

/// A schedule that no point follows: everything is computed again.
pub fn wrong_schedules<E: TupleEngine>(engine: &mut E) {
    let mut rng = StdRng::seed_from_u64(43);
    for wanted in all_wanted(6, 5, &mut rng) {
        let (mut job, integers) = random((6, 5), wanted, (2, 30), &mut rng);
        job.schedule = vec![6, 5, 2, 1, 0];
        let axes = grid(&[(8, 1)]);
        let primes: Vec<Prime<E::Modulus>> = primes(&axes, 3, &mut rng);
        let (found, repairs) =
            values_of_tuples(engine, &TupleJob::Subresultants(job.clone()), (2, &integers), (8, &primes));
        assert!(repairs == 24 || wanted.low >= 5, "{repairs} {wanted:?}");
        let (m, x) = (modulus(&primes[1]), points(&axes, &primes[1], 0)[3]);
        let [f, g] = pair(m, &job, (2, &integers), x);
        for k in wanted.low..=wanted.high {
            let expected = by_definition(m, [&f, &g], k as usize);
            let at = (wanted.place(k) + u64::from(wanted.width(k)) - 1) as usize;
            assert_eq!(found[1][at][3], expected[k as usize], "{wanted:?}");
        }
    }
}

/// Jobs that do not belong to a pair, and values that do not belong to the job.
pub fn refused<E: TupleEngine>(engine: &mut E) {
    let mut rng = StdRng::seed_from_u64(44);
    let wanted = Wanted { low: 0, high: 2, principal: 0 };
    let (job, integers) = random((3, 2), wanted, (2, 30), &mut rng);
    let axes = grid(&[(4, 1)]);
    let primes: Vec<Prime<E::Modulus>> = primes(&axes, 2, &mut rng);
    let batch = engine.begin(&axes, &primes).unwrap();
    let input = engine.load(&table(7, &[2], &integers)).unwrap();
    let mut of = |job: SubresultantJob| {
        let residues = engine.reduce(&batch, &input).unwrap();
        let values = engine.evaluate(&batch, residues, 7, &[2]).unwrap();
        engine.tuples(&batch, values, &TupleJob::Subresultants(job)).err()
    };
    let is_shape = |error: Option<eliminant::Error>| matches!(error.unwrap().kind(), ErrorKind::Shape { .. });
    assert!(is_shape(of(SubresultantJob { wanted: Wanted { high: 3, ..wanted }, ..job.clone() })));
    assert!(is_shape(of(SubresultantJob { schedule: vec![3, 1, 0], ..job.clone() })));
    assert!(is_shape(of(SubresultantJob { schedule: vec![3, 2, 2], ..job.clone() })));
    assert!(is_shape(of(SubresultantJob { p: 4, schedule: vec![4, 2, 1, 0], ..job.clone() })));
    assert!(of(job).is_none());
}
