//! Determinants of blocks by both methods, against Gaussian elimination: by one thread for one prime and for sixteen, and by teams.

use crate::common::*;
use crate::threads::{SharedRow, run_team};
use gpu::Field;
use gpu::arith::{Mont31, Mont31x16};
use gpu::determinant::condensation::Condensation;
use gpu::determinant::in_registers;
use gpu::determinant::matrix::{Blocks, Method, determinant, entry, repaired};
use gpu::fraction::Fraction;
use gpu::team::Solo;

const METHODS: [Method; 2] = [Method::Elimination, Method::Condensation];

/// A matrix of n x n residues, zeros among them more often than by chance.
fn matrix(n: u32, p: u32, zeros: u32, random: &mut Random) -> Matrix {
    let element = |random: &mut Random| if random.below(100) < zeros { 0 } else { random.below(p) };
    (0..n).map(|_| (0..n).map(|_| element(random)).collect()).collect()
}

/// Its elements as values with numbers of their own, some of them negated, and zeros as no value.
fn entries(m: &Matrix, p: u32) -> (Vec<u32>, Vec<u32>) {
    let (mut values, mut entries) = (vec![77 % p], Vec::new());
    for (i, &x) in m.iter().flatten().enumerate() {
        let negative = i % 3 == 1;
        entries.push(if x == 0 { 0 } else { entry(values.len() as u32, negative) });
        if x != 0 {
            values.push(if negative { p - x } else { x });
        }
    }
    (values, entries)
}

/// The value of a fraction in one lane, `None` where it is off.
fn value(found: Fraction<u32>, field: &Mont31) -> Option<u32> {
    (found.off == 0).then(|| field.leave(field.mul(found.numerator, field.inverse(found.denominator))))
}

#[test]
fn against_gaussian_elimination() {
    let mut random = Random::new(17);
    let mut off = [0; 2];
    for p in [3, 5, 101, primes_below(Mont31::MAX, 1)[0]] {
        let field = Mont31::new(p).unwrap();
        for round in 0..400 {
            let n = 1 + random.below(9);
            let m = matrix(n, p, [0, 30, 70][round % 3], &mut random);
            let (values, entries) = entries(&m, p);
            let values = pack(&field, &[values]);
            let (_, want) = eliminate(m.clone(), p);
            let blocks = Blocks { sizes: &[n], rank: n, entries: &entries };
            let mut room = vec![0; (n * n) as usize];
            for (method, off) in METHODS.into_iter().zip(&mut off) {
                let found = determinant(&field, Solo, method, &blocks, &&values[..], &mut &mut room[..]);
                match value(found, &field) {
                    Some(found) => assert_eq!(found, want, "{m:?} modulo {p}"),
                    None => *off += 1,
                }
            }
            let found = repaired(&field, Solo, &blocks, &&values[..], &mut &mut room[..]);
            assert_eq!(field.leave(found), want);
        }
    }
    // A single lane of a condensation has no reason to fail; pivots on the diagonal often vanish modulo 3.
    assert!(off[0] > 100 && off[1] == 0, "{off:?}");
}

#[test]
fn matrices_of_less_than_full_rank() {
    let mut random = Random::new(18);
    let p = primes_below(Mont31::MAX, 1)[0];
    let field = Mont31::new(p).unwrap();
    let mut off = 0;
    for round in 0..300 {
        let n = 2 + random.below(7);
        let rank = random.below(n);
        // A product of n x rank and rank x n; sometimes one element more, which nobody expects.
        let (a, b) = (matrix(n, p, 0, &mut random), matrix(n, p, 0, &mut random));
        let mut m: Matrix = (0..n as usize)
            .map(|i| {
                let dot = |j: usize| {
                    (0..rank as usize).fold(0, |sum, k| (sum + mul_mod(a[i][k], b[k][j], p) as u64) % p as u64)
                };
                (0..n as usize).map(|j| dot(j) as u32).collect()
            })
            .collect();
        let spoilt = round % 4 == 3;
        if spoilt {
            m[n as usize - 1][n as usize - 1] = (m[n as usize - 1][n as usize - 1] + 1) % p;
        }
        let (values, entries) = entries(&m, p);
        let values = pack(&field, &[values]);
        let blocks = Blocks { sizes: &[n], rank, entries: &entries };
        let mut room = vec![0; (n * n) as usize];
        let found = determinant(&field, Solo, Method::Elimination, &blocks, &&values[..], &mut &mut room[..]);
        assert_eq!(value(found, &field), (!spoilt).then_some(0), "rank {rank} of {n}");
        off += usize::from(spoilt);
        let found = repaired(&field, Solo, &blocks, &&values[..], &mut &mut room[..]);
        assert_eq!(field.leave(found), eliminate(m, p).1);
    }
    assert_eq!(off, 75);
}

#[test]
fn products_of_blocks() {
    let mut random = Random::new(19);
    let p = 1009;
    let field = Mont31::new(p).unwrap();
    for _ in 0..100 {
        let blocks: Vec<Matrix> =
            (0..random.below(4)).map(|_| matrix(1 + random.below(4), p, 10, &mut random)).collect();
        let want = blocks.iter().fold(1, |all, m| mul_mod(all, eliminate(m.clone(), p).1, p));
        let sizes: Vec<u32> = blocks.iter().map(|m| m.len() as u32).collect();
        let (mut values, mut numbers) = (Vec::new(), Vec::new());
        for m in &blocks {
            for &x in m.iter().flatten() {
                numbers.push(entry(values.len() as u32, false));
                values.push(x);
            }
        }
        let values = pack(&field, &[values]);
        let blocks = Blocks { sizes: &sizes, rank: sizes.last().copied().unwrap_or(0), entries: &numbers };
        let mut room = [0; 16];
        for method in METHODS {
            let found = determinant(&field, Solo, method, &blocks, &&values[..], &mut &mut room[..]);
            assert!(value(found, &field).is_none_or(|found| found == want));
        }
        assert_eq!(field.leave(repaired(&field, Solo, &blocks, &&values[..], &mut &mut room[..])), want);
    }
}

/// Small primes, so that pivots vanish in some lanes and not in others.
#[test]
fn lanes_fail_by_themselves() {
    let mut random = Random::new(20);
    let primes = primes_above(11, 16);
    let fields: Vec<Mont31> = primes.iter().map(|&p| Mont31::new(p).unwrap()).collect();
    let field = <Mont31x16 as gpu::arith::Bundle>::from_primes(&fields).unwrap();
    let mut off = 0;
    for round in 0..300 {
        let n = 1 + random.below(8);
        // Zeros in the same places of all lanes, besides those by chance.
        let pattern = matrix(n, 100, [0, 50][round % 2], &mut random);
        let lanes: Vec<Matrix> = primes
            .iter()
            .map(|&p| {
                let mut m = matrix(n, p, 0, &mut random);
                for (x, &there) in m.iter_mut().flatten().zip(pattern.iter().flatten()) {
                    *x *= u32::from(there != 0);
                }
                m
            })
            .collect();
        let values: Vec<Vec<u32>> = lanes.iter().map(|m| m.concat()).collect();
        let entries: Vec<u32> =
            (0..n * n).map(|k| if pattern.concat()[k as usize] == 0 { 0 } else { entry(k, false) }).collect();
        let values = pack(&field, &values);
        let blocks = Blocks { sizes: &[n], rank: n, entries: &entries };
        let mut room = vec![values[0]; (n * n) as usize];
        for method in METHODS {
            let found = determinant(&field, Solo, method, &blocks, &&values[..], &mut &mut room[..]);
            let (numerators, denominators) = (field.leave_all(found.numerator), field.leave_all(found.denominator));
            for (lane, m) in lanes.iter().enumerate() {
                let (p, is_off) = (primes[lane], found.off >> lane & 1 != 0);
                off += usize::from(is_off);
                if !is_off {
                    let value = mul_mod(numerators[lane], inverse_mod(denominators[lane], p), p);
                    assert_eq!(value, eliminate(m.clone(), p).1, "{m:?} modulo {p}");
                }
            }
        }
    }
    assert!(off > 1000, "{off}");
}

#[test]
fn teams_do_what_one_thread_does() {
    let mut random = Random::new(21);
    let p = 10_007;
    let field = Mont31::new(p).unwrap();
    for round in 0..60 {
        let n = 1 + random.below(8);
        let rank = if round % 5 == 4 { n - 1 } else { n };
        let mut m = matrix(n, p, [0, 40][round % 2], &mut random);
        if rank < n {
            m[n as usize - 1] = m[0].clone();
        }
        let (values, entries) = entries(&m, p);
        let values = pack(&field, &[values]);
        let size = [1, 2, 3, 8, 16, 40][round % 6];
        for method in METHODS {
            let blocks = Blocks { sizes: &[n], rank, entries: &entries };
            let mut room = vec![0; (n * n) as usize];
            let alone = determinant(&field, Solo, method, &blocks, &&values[..], &mut &mut room[..]);
            let row = SharedRow::new(&room);
            let found = run_team(size, std::slice::from_ref(&row), |team, rows| {
                let mut m = rows.next().unwrap();
                determinant(&field, team, method, &blocks, &&values[..], &mut m)
            });
            assert!(!row.race(), "{method:?} of size {n} by {size} threads");
            for found in found {
                assert_eq!(value(found, &field), value(alone, &field));
            }
        }
    }
}

#[test]
fn columns_in_registers() {
    let mut random = Random::new(23);
    let p = 10_007;
    let field = Mont31::new(p).unwrap();
    for round in 0..60 {
        let ms: Vec<Matrix> =
            (0..1 + round % 2).map(|_| matrix(1 + random.below(10), p, [0, 40][round % 2], &mut random)).collect();
        let (mut values, mut numbers) = (Vec::new(), Vec::new());
        for m in &ms {
            for &x in m.iter().flatten() {
                numbers.push(if x == 0 { 0 } else { entry(values.len() as u32, x % 3 == 1) });
                values.push(x);
            }
        }
        let values = pack(&field, &[values]);
        let sizes: Vec<u32> = ms.iter().map(|m| m.len() as u32).collect();
        let blocks = Blocks { sizes: &sizes, rank: sizes[sizes.len() - 1], entries: &numbers };
        let signs = numbers.iter().any(|&number| number == 0 || number % 2 == 1);
        let mut room = [0; 100];
        let alone = determinant(&field, Solo, Method::Elimination, &blocks, &&values[..], &mut &mut room[..]);
        for size in [2, 4, 8] {
            let row = SharedRow::new(&[0; 48]);
            let columns = [5, 3, 2][size as usize / 4];
            let mut table = Vec::new();
            in_registers::table(&blocks, columns * size, |place| table.push(place));
            let values = &values[..];
            let found = run_team(size, std::slice::from_ref(&row), |team, rows| {
                let elements = in_registers::Elements { places: &table[..], signs, values };
                let mut exchange = rows.next().unwrap();
                match size {
                    2 => in_registers::blocks::<12, 5, _, _>(&field, team, &sizes, elements, &mut exchange),
                    4 => in_registers::blocks::<12, 3, _, _>(&field, team, &sizes, elements, &mut exchange),
                    _ => in_registers::blocks::<12, 2, _, _>(&field, team, &sizes, elements, &mut exchange),
                }
            });
            assert!(!row.race(), "{sizes:?} by {size} threads");
            for found in found {
                assert_eq!(value(found, &field), value(alone, &field), "{sizes:?} by {size} threads");
            }
        }
    }
}

/// The first rows by a large team, the last ones by a small one, as kernels do.
#[test]
fn condensations_go_on_with_a_smaller_team() {
    let mut random = Random::new(22);
    let p = 10_007;
    let field = Mont31::new(p).unwrap();
    for n in 1..8 {
        let m = matrix(n, p, 30, &mut random);
        let elements = pack(&field, &[m.concat()]);
        let row = SharedRow::new(&elements);
        let begun = run_team(12, std::slice::from_ref(&row), |team, rows| {
            let mut condensation = Condensation::new(&field);
            condensation.rows(&field, team, &mut rows.next().unwrap(), n, (0, n / 2));
            condensation
        });
        let rest = SharedRow::new(&row.values());
        let found = run_team(3, std::slice::from_ref(&rest), |team, rows| {
            let mut condensation = begun[0];
            condensation.rows(&field, team, &mut rows.next().unwrap(), n, (n / 2, n));
            condensation.finish(&field)
        });
        assert!(!row.race() && !rest.race());
        let want = eliminate(m, p).1;
        assert!(found.into_iter().all(|found| value(found, &field) == Some(want)));
    }
}
