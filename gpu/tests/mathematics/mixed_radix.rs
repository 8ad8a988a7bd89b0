//! Mixed-radix conversion by teams: right digits, and no element is used by two threads without a barrier between.

use crate::threads::{SharedRow, run_team};
use gpu::arith::Mont31;
use gpu::arith::prime::is_prime;
use gpu::integers::mixed_radix::{convert, convert_chunked, exchange_len, start};
use gpu::memory::Row;

fn moduli(n: usize) -> Vec<Mont31> {
    let mut primes: Vec<u32> = (3..=Mont31::MAX).rev().filter(|&p| is_prime(p)).take(n).collect();
    primes.sort_unstable();
    primes.into_iter().map(|p| Mont31::new(p).unwrap()).collect()
}

/// Residues of the number with these digits, by Horner in u64.
fn residues(moduli: &[Mont31], digits: &[u32]) -> Vec<u32> {
    let step = |acc: u64, m: &Mont31, digit: u32, p: u32| (acc * m.modulus() as u64 + digit as u64) % p as u64;
    let value = |p| moduli.iter().zip(digits).rev().fold(0, |acc, (m, &digit)| step(acc, m, digit, p)) as u32;
    moduli.iter().map(|m| value(m.modulus())).collect()
}

#[test]
fn teams_of_any_size() {
    for n in [1, 2, 3, 7, 8, 9, 15, 16, 17, 33, 50] {
        let moduli = moduli(n);
        let starts: Vec<u32> = (0..n).map(|i| start(&moduli, i)).collect();
        let scrambled = |(i, m): (usize, &Mont31)| (i as u32 + 1).wrapping_mul(2_654_435_761) % m.modulus();
        for digits in
            [moduli.iter().enumerate().map(scrambled).collect(), moduli.iter().map(|m| m.modulus() - 1).collect()]
        {
            let digits: Vec<u32> = digits;
            for size in [1, 2, 3, 4, 8] {
                let residues = residues(&moduli, &digits);
                let (work, exchange) = (vec![0; n], vec![0; exchange_len(size) as usize]);
                let simple = [SharedRow::new(&residues), SharedRow::new(&work)];
                let found = run_team(size, &simple, |team, views| {
                    let [mut row, mut work] = std::array::from_fn(|_| views.next().unwrap());
                    convert(&moduli, &starts, team, &mut row, &mut work);
                    (0..n as u32).map(|i| row.get(i)).collect::<Vec<_>>()
                });
                assert!(simple.iter().all(|row| !row.race()), "race, simple, n = {n}, {size} threads");
                assert!(found.iter().all(|found| *found == digits), "simple, n = {n}, {size} threads");
                let chunked = [SharedRow::new(&residues), SharedRow::new(&exchange)];
                let found = run_team(size, &chunked, |team, views| {
                    let [mut row, mut exchange] = std::array::from_fn(|_| views.next().unwrap());
                    convert_chunked(&moduli, &starts, team, &mut row, &mut exchange);
                    (0..n as u32).map(|i| row.get(i)).collect::<Vec<_>>()
                });
                assert!(chunked.iter().all(|row| !row.race()), "race, chunked, n = {n}, {size} threads");
                assert!(found.iter().all(|found| *found == digits), "chunked, n = {n}, {size} threads");
            }
        }
    }
}
