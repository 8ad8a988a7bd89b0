//! Determinants by panels of 32 pivots, against Gaussian elimination: by one thread, by teams, and from digits with warps whose tensor cores are
//! the model of the instruction.

use crate::common::*;
use crate::threads::{Core, SharedRow, Warp, run_team};
use gpu::Field;
use gpu::arith::Mont31;
use gpu::determinant::matrix::{Blocks, entry};
use gpu::determinant::panels::{
    EXCHANGE, Near, Plain, Products, Staged, View, determinant, padded, room, staged, stride,
};
use gpu::determinant::panels::{PANEL, Step};
use gpu::fraction::Fraction;
use gpu::team::Solo;
use gpu::tensor::Digits;
use std::cell::Cell;

/// Blocks of random residues, a share of them zero but on the diagonal; entries are values with numbers of their own, some negated.
struct Problem {
    field: Mont31,
    sizes: Vec<u32>,
    matrices: Vec<Matrix>,
    entries: Vec<u32>,
    values: Vec<u32>,
}

impl Problem {
    fn new(matrices: Vec<Matrix>, p: u32) -> Self {
        let field = Mont31::new(p).unwrap();
        let (mut entries, mut values) = (Vec::new(), Vec::new());
        for &x in matrices.iter().flatten().flatten() {
            let negative = values.len() % 3 == 1;
            entries.push(if x == 0 { 0 } else { entry(values.len() as u32, negative) });
            if x != 0 {
                values.push(field.enter(if negative { p - x } else { x }));
            }
        }
        let sizes = matrices.iter().map(|m| m.len() as u32).collect();
        Problem { field, sizes, matrices, entries, values }
    }

    fn random(sizes: &[u32], p: u32, zeros: u32, random: &mut Random) -> Self {
        let matrix = |&n: &u32, random: &mut Random| -> Matrix {
            let element = |i, j, random: &mut Random| match i != j && random.below(100) < zeros {
                true => 0,
                false => 1 + random.below(p - 1),
            };
            (0..n).map(|i| (0..n).map(|j| element(i, j, random)).collect()).collect()
        };
        Problem::new(sizes.iter().map(|n| matrix(n, random)).collect(), p)
    }

    fn blocks(&self) -> Blocks<'_> {
        Blocks { sizes: &self.sizes, rank: self.sizes.last().copied().unwrap_or(0), entries: &self.entries }
    }

    fn expected(&self) -> u32 {
        let p = self.field.modulus();
        self.matrices.iter().fold(1, |product, m| mul_mod(product, eliminate(m.clone(), p).1, p))
    }

    fn largest(&self) -> u32 {
        self.sizes.iter().copied().max().unwrap_or(1)
    }

    /// The result of one thread.
    fn alone(&self) -> Option<u32> {
        let memory = vec![Cell::new(0); EXCHANGE as usize + room(self.largest())];
        let found = determinant(&self.field, Solo, Plain, &self.blocks(), &&self.values[..], Near(&memory[..]));
        self.value(found)
    }

    fn value(&self, found: Fraction<u32>) -> Option<u32> {
        let field = &self.field;
        assert_eq!(found.off == 0, found.denominator != 0);
        (found.off == 0).then(|| field.leave(field.mul(found.numerator, field.inverse(found.denominator))))
    }

    /// A team's memory, near it with the matrix; or the matrix far away, and what is near.
    fn memory(&self, is_far: bool) -> Vec<SharedRow<u32>> {
        let n = self.largest();
        let sizes = if is_far { vec![room(n), staged(n)] } else { vec![EXCHANGE as usize + room(n)] };
        sizes.into_iter().map(|words| SharedRow::new(&vec![0; words])).collect()
    }

    /// The result of each thread of a team, with the matrix near it or far away.
    fn by_threads(&self, size: u32, is_far: bool) -> Vec<Option<u32>> {
        let rows = self.memory(is_far);
        let (blocks, values) = (self.blocks(), &self.values[..]);
        let found = run_team(size, &rows, |team, rows| {
            let first = rows.next().unwrap();
            match rows.next() {
                None => determinant(&self.field, team, Plain, &blocks, &values, Near(first)),
                Some(near) => determinant(&self.field, team, Plain, &blocks, &values, Staged { far: first, near }),
            }
        });
        assert!(!rows.iter().any(SharedRow::race), "{:?} by {size} threads", self.sizes);
        found.into_iter().map(|found| self.value(found)).collect()
    }

    /// The same from digits, by warps.
    fn by_warps(&self, warps: u32, is_far: bool) -> Vec<Option<u32>> {
        let rows = self.memory(is_far);
        let (blocks, values) = (self.blocks(), &self.values[..]);
        let cores: Vec<Core> = (0..warps).map(|_| Core::new()).collect();
        let found = run_team(32 * warps, &rows, |member, rows| {
            let team = Warp::new(member, &cores);
            let (first, digits) = (rows.next().unwrap(), Digits::new(&self.field));
            match rows.next() {
                None => determinant(&self.field, team, digits, &blocks, &values, Near(first)),
                Some(near) => determinant(&self.field, team, digits, &blocks, &values, Staged { far: first, near }),
            }
        });
        assert!(!rows.iter().any(SharedRow::race), "{:?} by {warps} warps", self.sizes);
        found.into_iter().map(|found| self.value(found)).collect()
    }
}

fn largest_prime() -> u32 {
    primes_below(Mont31::MAX, 1)[0]
}

#[test]
fn one_thread_against_gaussian_elimination() {
    let mut random = Random::new(31);
    for n in [1, 2, 15, 16, 17, 31, 32, 33, 47, 48, 49, 64, 65, 80, 81, 96, 97, 129] {
        for (p, zeros) in [(largest_prime(), 0), (1_000_003, 60)] {
            let problem = Problem::random(&[n], p, zeros, &mut random);
            assert_eq!(problem.alone(), Some(problem.expected()), "{n} rows modulo {p}");
        }
    }
    for sizes in [&[][..], &[3, 40, 1], &[33, 33], &[50, 16, 64]] {
        let problem = Problem::random(sizes, largest_prime(), 20, &mut random);
        assert_eq!(problem.alone(), Some(problem.expected()), "{sizes:?}");
    }
}

/// Modulo small primes pairs of pivots vanish: the answer is right, or none.
#[test]
fn pivots_that_vanish_are_seen() {
    let mut random = Random::new(32);
    let (mut off, mut right) = (0, 0);
    for round in 0..200 {
        let (n, p) = (1 + random.below(70), [3, 5, 101, 1009][round % 4]);
        let problem = Problem::random(&[n], p, 10, &mut random);
        match problem.alone() {
            None => off += 1,
            Some(found) => {
                assert_eq!(found, problem.expected(), "{n} rows modulo {p}");
                right += 1;
            }
        }
    }
    assert!(off > 50 && right > 50, "{off} off, {right} right");
    // A pair in the middle of the second panel, and the last of all, which elimination by pairs never divides by: here all are pivots.
    let p = largest_prime();
    let mut m: Matrix = (0..70).map(|i| (0..70).map(|j| u32::from(i == j)).collect()).collect();
    m[40][40] = 0;
    assert_eq!(Problem::new(vec![m.clone()], p).alone(), None);
    (m[40][40], m[69][69]) = (1, 0);
    assert_eq!(Problem::new(vec![m.clone()], p).alone(), None);
    m[69][69] = p - 1;
    assert_eq!(Problem::new(vec![m], p).alone(), Some(p - 1));
}

#[test]
fn teams_do_what_one_thread_does() {
    let mut random = Random::new(33);
    for (n, size) in [(20, 3), (33, 16), (49, 32), (70, 64), (40, 96)] {
        let problem = Problem::random(&[n, 5], largest_prime(), 30, &mut random);
        let expected = Some(problem.expected());
        for is_far in [false, true] {
            assert!(problem.by_threads(size, is_far).into_iter().all(|found| found == expected), "{n} rows");
        }
    }
}

#[test]
fn warps_compute_from_digits() {
    let mut random = Random::new(34);
    // Fewer warps than tiles of rows, as many, and more, which share columns.
    for (n, warps, is_far) in [(47, 1, false), (64, 1, true), (65, 2, false), (49, 2, true)] {
        let problem = Problem::random(&[n, 3], largest_prime(), 30, &mut random);
        let expected = Some(problem.expected());
        assert!(problem.by_warps(warps, is_far).into_iter().all(|found| found == expected), "{n} rows");
    }
}

/// Residues that have extreme digits: 0, p - 1, and words with the bytes 0 and 255, in every operand of a step, against sums of 128 bits.
#[test]
fn steps_with_extreme_digits() {
    let mut random = Random::new(35);
    for p in [3, 257, 65_537, 16_777_213, largest_prime()] {
        let field = Mont31::new(p).unwrap();
        for round in 0..3 {
            let edges =
                [0, p - 1, 0x00ff_00ff % p, 0x4fff_ffff % p, 0xff % p, 0xff00 % p, 0xff_0000 % p, 0x3f00_00ff % p];
            let mut element = || match round {
                0 => p - 1,
                1 => edges[random.below(8) as usize],
                _ => random.below(p),
            };
            // 16 rows behind the pivots: as they lie in memory, without Montgomery's form.
            let (size, side) = (16, 48);
            let words: Vec<u32> = (0..room(side)).map(|_| element()).collect();
            let scale = element();
            let at = |i: u32, j: u32| u128::from(words[(i * stride(side) + j) as usize]);
            let modulus = u128::from(p);
            // Products leave Montgomery's form by a division by 2^32 each.
            let divisor = u128::from(inverse_mod(((1u64 << 32) % u64::from(p)) as u32, p));
            let expected = |i: u32, j: u32| {
                let factor =
                    |k: u32| (0..PANEL).map(|l| at(i, l) * at(l, k)).sum::<u128>() % modulus * divisor % modulus;
                let sum = (0..PANEL).map(|k| factor(k) * at(k, j)).sum::<u128>() + u128::from(scale) * at(i, j);
                (sum % modulus * divisor % modulus) as u32
            };
            let (row, cores) = (SharedRow::new(&words), [Core::new()]);
            run_team(32, std::slice::from_ref(&row), |member, rows| {
                let m = View::new(rows.next().unwrap(), stride(side));
                let step = Step {
                    left: m.from(PANEL, 0),
                    rest: m.from(PANEL, PANEL),
                    above: m.from(0, PANEL),
                    inverse: m.from(0, 0),
                    scale,
                    size,
                };
                Digits::new(&field).update(&field, Warp::new(member, &cores), step);
            });
            assert!(!row.race());
            let found = row.values();
            for (i, j) in (0..padded(side)).flat_map(|i| (0..padded(side)).map(move |j| (i, j))) {
                let behind = i >= PANEL && j >= PANEL;
                let expected = if behind { expected(i, j) } else { at(i, j) as u32 };
                assert_eq!(found[(i * stride(side) + j) as usize], expected, "({i}, {j}) modulo {p}, round {round}");
            }
        }
    }
}
