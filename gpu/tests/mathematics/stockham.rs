//! Stockham transforms against Horner's rule and the matrices of their formula, by one thread and by teams; transpositions; launches.

use crate::common::{Plain, Random, is_prime, mul_mod, pow_mod};
use crate::threads::{SharedRow, run_team};
use gpu::Field;
use gpu::arith::{Bundle, Mont31, Mont31x16, prime};
use gpu::team::{Solo, Team};
use gpu::transform::ntt::Twiddles;
use gpu::transform::stockham::{
    LONGEST, Launch, Situation, THREADS, TILE_MEMORY, butterflies, stride, tiles, transform, transpose_tile, twiddle,
};
use std::cell::Cell;

/// A prime with roots of unity of every length here.
const P: u32 = 998_244_353;

fn field() -> Mont31 {
    assert!(is_prime(P) && (P - 1).is_multiple_of(LONGEST));
    Mont31::new(P).unwrap()
}

/// w^i, i < len.
fn powers(m: &Mont31, len: u32) -> Vec<u32> {
    let w = prime::root_of_unity(m, len).unwrap();
    (0..len).map(|i| m.pow(w, i)).collect()
}

/// Vectors one behind the other through [`transform`], one thread.
fn solo<F: Field>(field: &F, input: &[F::Elem], len: u32, powers: &[F::Elem], inverse: bool) -> Vec<F::Elem> {
    let count = input.len() as u32 / len;
    let memories = [0, 1].map(|_| input.iter().map(|&x| Cell::new(x)).collect::<Vec<_>>());
    let mut found = input.to_vec();
    transform(
        field,
        Solo,
        (count, len),
        &Twiddles::new(powers, len, inverse),
        [&memories[0][..], &memories[1][..]],
        |v, k| input[(v * len + k) as usize],
        |v, k, x| found[(v * len + k) as usize] = x,
    );
    found
}

/// The values at w^0, w^1, .. in that order; and back, up to the factor `len`.
#[test]
fn values_are_in_natural_order() {
    let (m, mut random) = (field(), Random::new(3));
    for log in 0..=13 {
        let len = 1 << log;
        let (powers, f) = (powers(&m, len), (0..len).map(|_| m.enter(random.below(P))).collect::<Vec<u32>>());
        let values = solo(&m, &f, len, &powers, false);
        for i in (0..len).step_by(1 + len as usize / 40) {
            let horner = f.iter().rev().fold(0, |sum, &c| m.add(m.mul(sum, powers[i as usize]), c));
            assert_eq!(values[i as usize], horner, "length {len}, point {i}");
        }
        let back = solo(&m, &values, len, &powers, true);
        assert!(back.iter().zip(&f).all(|(&b, &c)| b == m.mul(c, m.enter(len))), "length {len}");
    }
}

/// Sixteen primes at once, and several vectors.
#[test]
fn lanes_go_their_own_ways() {
    let primes: Vec<u32> = (1..).map(|k| k * 1024 + 1).filter(|&p| p > 1 << 29 && is_prime(p)).take(16).collect();
    let lanes: [Mont31; 16] = std::array::from_fn(|i| Mont31::new(primes[i]).unwrap());
    let all = Mont31x16::from_primes(&lanes).unwrap();
    let len = 64;
    let roots: Vec<u32> = lanes.iter().map(|m| m.leave(prime::root_of_unity(m, len).unwrap())).collect();
    let power = |i: u32| all.enter_all(&(0..16).map(|k| pow_mod(roots[k], i, primes[k])).collect::<Vec<_>>());
    let table: Vec<_> = (0..len).map(power).collect();
    let number = |i: u32, p: u32| (i * i + 77 * i + 5) % p;
    let input: Vec<_> =
        (0..3 * len).map(|i| all.enter_all(&primes.iter().map(|&p| number(i, p)).collect::<Vec<_>>())).collect();
    let values = solo(&all, &input, len, &table, false);
    for (i, &value) in values.iter().enumerate() {
        let (v, i) = (i as u32 / len, i as u32 % len);
        for (k, &p) in primes.iter().enumerate() {
            let x = pow_mod(roots[k], i, p);
            let horner = (0..len).rev().fold(0, |sum, j| (mul_mod(sum, x, p) + number(v * len + j, p)) % p);
            assert_eq!(all.leave_all(value)[k], horner, "vector {v}, point {i}, modulo {p}");
        }
    }
}

type Matrix = Vec<Vec<u32>>;

fn identity(n: usize) -> Matrix {
    (0..n).map(|i| (0..n).map(|j| u32::from(i == j)).collect()).collect()
}

/// A x B as in (4).
fn tensor(a: &Matrix, b: &Matrix) -> Matrix {
    let row = |i: usize, k: usize| a[i].iter().flat_map(|&x| b[k].iter().map(move |&y| mul_mod(x, y, P))).collect();
    (0..a.len()).flat_map(|i| (0..b.len()).map(move |k| (i, k))).map(|(i, k)| row(i, k)).collect()
}

fn apply(matrix: &Matrix, x: &[u32]) -> Vec<u32> {
    let sum = |row: &Vec<u32>| row.iter().zip(x).fold(0, |sum, (&a, &b)| (sum + mul_mod(a, b, P)) % P);
    matrix.iter().map(sum).collect()
}

/// L_J^(J K): x[i J + j] goes to place j K + i.
fn stride_matrix(j: usize, k: usize) -> Matrix {
    let mut matrix = vec![vec![0; j * k]; j * k];
    (0..k).for_each(|i| (0..j).for_each(|r| matrix[r * k + i][i * j + r] = 1));
    matrix
}

/// Each step is the tensor product that formula (7) has in its place, and their product is the transform.
#[test]
fn steps_are_the_factors_of_the_formula() {
    let m = field();
    for log in 1..=5u32 {
        let (len, n) = (1 << log, 1usize << log);
        let powers = powers(&m, len);
        let plain: Vec<u32> = powers.iter().map(|&w| m.leave(w)).collect();
        let w = Twiddles::new(&powers[..], len, false);
        let cells = |x: &[u32]| x.iter().map(|&x| Cell::new(m.enter(x))).collect::<Vec<_>>();
        let left = |x: &[Cell<u32>]| x.iter().map(|x| m.leave(x.get())).collect::<Vec<_>>();
        let mut x: Vec<u32> = (0..len).map(|i| (i * i + 11 * i + 2) % P).collect();
        let (dft, input) = ((0..n).map(|i| (0..n).map(|j| plain[i * j % n]).collect()).collect(), x.clone());
        for i in (0..log).rev() {
            let (s, k) = (1u32 << i, n >> (i + 1));
            let (from, to) = (cells(&x), cells(&vec![0; n]));
            stride(Solo, (len, len), s, &&from[..], &mut &to[..]);
            x = apply(&tensor(&stride_matrix(2, k), &identity(s as usize)), &x);
            assert_eq!(left(&to), x, "S1, length {len}, i = {i}");
            twiddle(&m, Solo, (len, len), s, &w, &mut &to[..]);
            let mut diagonal = identity(2 * k);
            (0..k).for_each(|r| diagonal[k + r][k + r] = plain[s as usize * r]);
            x = apply(&tensor(&diagonal, &identity(s as usize)), &x);
            assert_eq!(left(&to), x, "S2, length {len}, i = {i}");
            butterflies(&m, Solo, (len, len), &mut &to[..]);
            x = apply(&tensor(&vec![vec![1, 1], vec![1, P - 1]], &identity(n / 2)), &x);
            assert_eq!(left(&to), x, "S3, length {len}, i = {i}");
        }
        assert_eq!(x, apply(&dft, &input), "length {len}");
    }
}

/// One thread, fewer than elements, as many, and more; no element is used by two of them without a barrier between.
#[test]
fn teams_agree_with_one_thread() {
    let (m, mut random) = (field(), Random::new(8));
    for (count, len) in [(1, 1), (3, 1), (1, 2), (5, 2), (2, 16), (3, 64)] {
        let (powers, total) = (powers(&m, len), count * len);
        let input: Vec<u32> = (0..total).map(|_| m.enter(random.below(P))).collect();
        for inverse in [false, true] {
            let expected = solo(&m, &input, len, &powers, inverse);
            for size in [1, 2, 7, total, total + 3] {
                let rows = [0, 1, 2].map(|_| SharedRow::new(&vec![0; total as usize]));
                run_team(size, &rows, |team, views| {
                    use gpu::memory::Row;
                    let [from, to, mut out] = std::array::from_fn(|_| views.next().unwrap());
                    let w = Twiddles::new(&powers[..], len, inverse);
                    let load = |v: u32, k: u32| input[(v * len + k) as usize];
                    transform(&m, team, (count, len), &w, [from, to], load, |v, k, x| out.set(v * len + k, x));
                });
                assert!(rows.iter().all(|row| !row.race()), "race, {count} of {len}, {size} threads");
                assert_eq!(rows[2].values(), expected, "{count} of {len}, {size} threads");
            }
        }
    }
}

fn transposed<T: Team, R: gpu::memory::Part<u32>>(team: T, (rows, columns): (u32, u32), memory: R, mut out: R) {
    for tile in 0..tiles(rows, columns) as u32 {
        transpose_tile(team, (rows, columns), tile, memory, |i, j| i * columns + j, |j, i, x| out.set(j * rows + i, x));
        team.sync();
    }
}

#[test]
fn tiles_transpose() {
    for (rows, columns) in [(1, 1), (1, 40), (40, 1), (31, 33), (32, 32), (65, 5), (70, 100)] {
        let all = (rows * columns) as usize;
        let expected: Vec<u32> = (0..columns).flat_map(|j| (0..rows).map(move |i| i * columns + j)).collect();
        let cells = |n: usize| vec![Cell::new(u32::MAX); n];
        let (memory, out) = (cells(TILE_MEMORY as usize), cells(all));
        transposed(Solo, (rows, columns), &memory[..], &out[..]);
        assert_eq!(out.iter().map(Cell::get).collect::<Vec<_>>(), expected, "{rows} x {columns}");
        let both = [SharedRow::new(&[0; TILE_MEMORY as usize]), SharedRow::new(&vec![0; all])];
        run_team(9, &both, |team, views| {
            let [memory, out] = std::array::from_fn(|_| views.next().unwrap());
            transposed(team, (rows, columns), memory, out);
        });
        assert!(both.iter().all(|row| !row.race()) && both[1].values() == expected, "{rows} x {columns}, a team");
    }
}

#[test]
fn situations() {
    use Situation::{Blocks, OneBlock, Rounds};
    let of = |count, len, at_once| {
        let Launch { situation, vectors, blocks } = Launch::new(count, len, at_once);
        (situation, vectors, blocks)
    };
    // A thread for each of up to 512 elements.
    assert_eq!([of(8, 64, 9), of(512, 1, 9), of(0, 4, 9)], [(OneBlock, 8, 1), (OneBlock, 512, 1), (OneBlock, 1, 1)]);
    // ceil(9 / (8192 / 1024)) = 2.
    assert_eq!([of(9, 64, 9), of(9, 1024, 9), of(9, 8192, 9)], [(Blocks, 128, 1), (Blocks, 8, 2), (Blocks, 1, 9)]);
    assert_eq!([of(10, 8192, 9), of(u32::MAX, 1, 9)], [(Rounds, 1, 9), (Rounds, 8192, 9)]);
    for log in 0..=13 {
        for (count, at_once) in [(1, 1), (3, 2), (100, 1), (5000, 7), (5000, 5000)] {
            let launch = Launch::new(count, 1 << log, at_once);
            assert!(launch.blocks >= 1 && launch.blocks <= at_once && launch.elements(1 << log) <= LONGEST);
            let rounds = count.div_ceil(launch.vectors * launch.blocks);
            assert_eq!(rounds > 1, launch.situation == Rounds, "{count} of 2^{log} on {at_once}");
            let threads = launch.situation == OneBlock && launch.elements(1 << log) <= THREADS;
            assert_eq!(threads, count << log <= THREADS, "{count} of 2^{log} on {at_once}");
        }
    }
}
