//! Adjugates, linear systems and characteristic polynomials by teams of threads, against one thread, whose answers are those of their definitions.

use crate::common::*;
use crate::threads::{SharedRow, run_team};
use gpu::arith::{Modulus, Mont31, Mont31x16};
use gpu::matrix::jordan::Shape;
use gpu::matrix::{hessenberg, jordan};
use gpu::team::{Solo, Team};
use gpu::{Field, memory::Row};

/// A matrix of residues, zeros among them, and often of a lower rank.
fn matrix(random: &mut Random, field: &Mont31, (rows, columns): (u32, u32), round: u32) -> Vec<u32> {
    let zeros = [0, 40, 70][round as usize % 3];
    let mut element = || if random.below(100) < zeros { 0 } else { field.enter(random.below(field.p() as u32)) };
    let mut m: Vec<u32> = (0..rows * columns).map(|_| element()).collect();
    if round % 4 > 1 && rows > 1 {
        let columns = columns as usize;
        for k in 0..=(round as usize / 4 % 2).min(rows as usize - 2) {
            m.copy_within(0..columns, (rows as usize - 1 - k) * columns);
        }
    }
    m
}

#[test]
fn teams_do_as_one_thread() {
    let field = Mont31::new(1_000_003).unwrap();
    let mut random = Random::new(41);
    for (round, size) in (0..).zip([1, 2, 3, 4, 8, 32, 64, 5, 16, 32, 4, 2]) {
        for n in [1, 2, 3, 5, 7] {
            let columns = n + [0, 0, 2][round as usize % 3];
            let shape = Shape { rows: n, columns };
            let m = matrix(&mut random, &field, (n, columns), round);
            let (mut expected, mut swaps) = (m.clone(), vec![0; 2 * n as usize]);
            let det = jordan::with_pivots(&field, Solo, &mut &mut expected[..], shape, &mut &mut swaps[..]);
            let rows = [SharedRow::new(&m), SharedRow::new(&vec![0; 2 * n as usize])];
            let found = run_team(size, &rows, |team, views| {
                let (mut m, mut swaps) = (views.next().unwrap(), views.next().unwrap());
                jordan::with_pivots(&field, team, &mut m, shape, &mut swaps)
            });
            assert!(found.iter().all(|&value| value == det));
            let answer = |m: &[u32]| -> Vec<u32> {
                let first = if columns == n { 0 } else { n };
                m.chunks(columns as usize).flat_map(|row| row[first as usize..].to_vec()).collect()
            };
            assert_eq!(answer(&rows[0].values()), answer(&expected), "{size} {m:?}");
            assert!(!rows[0].race() && !rows[1].race(), "{size} {n}");
            // Without division.
            let (mut expected, mut prefixes) = (m.clone(), vec![0; n as usize]);
            let one = jordan::eliminate(&field, Solo, &mut &mut expected[..], shape, &mut &mut prefixes[..]);
            let rows = [SharedRow::new(&m), SharedRow::new(&vec![0; n as usize])];
            let found = run_team(size, &rows, |team, views| {
                let (mut m, mut prefixes) = (views.next().unwrap(), views.next().unwrap());
                jordan::eliminate(&field, team, &mut m, shape, &mut prefixes)
            });
            assert!(found.iter().all(|ended| (ended.product, ended.off) == (one.product, one.off)));
            assert_eq!((rows[0].values(), rows[1].values()), (expected, prefixes));
            assert!(!rows[0].race() && !rows[1].race(), "{size} {n}");
        }
    }
}

#[test]
fn teams_find_characteristic_polynomials() {
    let field = Mont31::new(1_000_003).unwrap();
    let mut random = Random::new(42);
    for (round, size) in (0..).zip([1, 2, 3, 4, 8, 32, 64, 5, 16, 32, 4, 2]) {
        for n in [1, 2, 3, 5, 8] {
            let m = matrix(&mut random, &field, (n, n), round);
            let zeros = vec![0; hessenberg::beside(n) as usize];
            let (mut a, mut beside) = (m.clone(), zeros.clone());
            hessenberg::with_pivots(&field, Solo, &mut &mut a[..], n, &mut &mut beside[..]);
            let rows = [SharedRow::new(&m), SharedRow::new(&zeros)];
            run_team(size, &rows, |team, views| {
                let (mut m, mut beside) = (views.next().unwrap(), views.next().unwrap());
                hessenberg::with_pivots(&field, team, &mut m, n, &mut beside);
            });
            let at = hessenberg::answer(n) as usize;
            assert_eq!(rows[1].values()[at..at + n as usize], beside[at..at + n as usize], "{size} {m:?}");
            assert!(!rows[0].race() && !rows[1].race(), "{size} {n}");
            let has_pivot = vec![1; n as usize];
            let rows = [SharedRow::new(&m), SharedRow::new(&zeros)];
            let found = run_team(size, &rows, |team, views| {
                let (mut m, mut beside) = (views.next().unwrap(), views.next().unwrap());
                let found = hessenberg::characteristic(&field, team, &mut m, n, &has_pivot, &mut beside);
                team.sync();
                let inverse = field.reciprocal(found.product);
                if team.rank() == 0 && found.off == 0 {
                    let mut all: Vec<u32> = (0..n).map(|i| beside.get(at as u32 + i)).collect();
                    hessenberg::divide(&field, &mut &mut all[..], n, inverse);
                    (0..n).for_each(|i| beside.set(at as u32 + i, all[i as usize]));
                }
                found.off
            });
            if found[0] == 0 {
                assert_eq!(rows[1].values()[at..at + n as usize], beside[at..at + n as usize], "{size} {m:?}");
            }
            assert!(!rows[0].race() && !rows[1].race(), "{size} {n}");
        }
    }
}

/// Lanes with a prime each: those without pivots where they are looked for are off, and the others are right.
#[test]
fn lanes_of_different_primes() {
    let fields: Vec<Mont31> = primes_below(Mont31::MAX, 16).iter().map(|&p| Mont31::new(p).unwrap()).collect();
    let all = <Mont31x16 as gpu::arith::Bundle>::from_primes(&fields).unwrap();
    let mut random = Random::new(43);
    for n in 2..7u32 {
        // In lane 3 the first pivot is 0.
        let lanes: Vec<Vec<u32>> = (0..16)
            .map(|lane| (0..n * n).map(|k| if k == 0 && lane == 3 { 0 } else { 1 + random.below(999) }).collect())
            .collect();
        let shape = Shape { rows: n, columns: n };
        let mut found = pack(&all, &lanes);
        let mut prefixes = vec![all.zero(); n as usize];
        let ended = jordan::eliminate(&all, Solo, &mut &mut found[..], shape, &mut &mut prefixes[..]);
        assert_eq!(ended.off, 1 << 3);
        let (product, denominator) = (all.leave_all(ended.product), all.leave_all(ended.denominator));
        for (lane, field) in fields.iter().enumerate().filter(|&(lane, _)| lane != 3) {
            let mut expected = pack(field, &lanes[lane..=lane]);
            let mut swaps = vec![0; 2 * n as usize];
            let det = jordan::with_pivots(field, Solo, &mut &mut expected[..], shape, &mut &mut swaps[..]);
            let p = field.p() as u32;
            let inverse = inverse_mod(denominator[lane], p);
            assert_eq!(mul_mod(product[lane], inverse, p), field.leave(det));
            for (k, &x) in expected.iter().enumerate() {
                let factor = mul_mod(all.leave_all(prefixes[k / n as usize])[lane], inverse, p);
                assert_eq!(mul_mod(factor, all.leave_all(found[k])[lane], p), field.leave(x));
            }
        }
    }
}
