//! Square matrices of which determinants are asked for: generic ones and degenerate ones.

use crate::random::{
    coefficient, constant, critical_prime, inflated, mapped, monomial, of, once_in, pick, positive, sparse, within,
};
use eliminant::{Matrix, Polynomial};
use rand::Rng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rug::Integer;

const NAMES: [&str; 6] = ["x", "y", "z", "t", "u", "v"];

/// Rows of a matrix, the variables and degrees of its entries, and bits of their coefficients.
#[derive(Debug, Clone)]
pub struct Size {
    n: usize,
    vars: &'static [&'static str],
    degrees: Vec<u32>,
    bits: u32,
}

impl Size {
    /// Sizes of a small problem.
    pub fn small(rng: &mut StdRng) -> Self {
        let n = if once_in(rng, 40) { 0 } else { pick(rng, &[1, 2, 2, 3, 3, 4, 5, 6, 8]) };
        let vars = pick(rng, &[0, 1, 1, 1, 2, 2, 2, 3, 4, 6]);
        let bits = pick(rng, &[1, 2, 8, 8, 31, 64, 200]);
        Self::within(rng, n, vars, rng_degree(vars), bits, 3e5)
    }

    /// Sizes of a medium problem, which takes a CPU some milliseconds.
    pub fn medium(rng: &mut StdRng) -> Self {
        let vars = pick(rng, &[0, 1, 1, 2, 3]);
        let n = rng.random_range(5..=[60, 40, 12, 7][vars]);
        let bits = pick(rng, &[1, 8, 32, 100]);
        Self::within(rng, n, vars, [0, 9, 4, 2][vars], bits, 2e7)
    }

    /// With degrees up to `most` at which all determinants take about so many steps, or fewer.
    fn within(rng: &mut StdRng, n: usize, vars: usize, most: u32, bits: u32, steps: f64) -> Self {
        let mut degrees: Vec<u32> = (0..vars).map(|_| rng.random_range(0..=most)).collect();
        let cost = |degrees: &[u32]| {
            let points: f64 = degrees.iter().map(|&d| n as f64 * f64::from(d) + 1.0).product();
            points * (n as f64).powi(3) * (n as f64 * f64::from(bits + 4) / 30.0 + 1.0)
        };
        while let Some(k) = (0..vars).max_by_key(|&k| degrees[k]).filter(|&k| degrees[k] > 0 && cost(&degrees) > steps)
        {
            degrees[k] -= 1;
        }
        Size { n, vars: &NAMES[..vars], degrees, bits }
    }

    fn dense(&self, rng: &mut StdRng) -> Polynomial {
        within(rng, self.vars, &self.degrees, 1.0, self.bits)
    }

    /// A part of the coefficients.
    fn part(&self, rng: &mut StdRng) -> Polynomial {
        let density = rng.random();
        within(rng, self.vars, &self.degrees, density, self.bits)
    }

    /// One to three terms.
    fn short(&self, rng: &mut StdRng) -> Polynomial {
        let terms = rng.random_range(1..4);
        sparse(rng, self.vars, &self.degrees, terms, self.bits)
    }

    fn number(&self, value: impl Into<Integer>) -> Polynomial {
        constant(self.vars, value.into())
    }

    fn zero(&self) -> Polynomial {
        self.number(0)
    }

    /// The variable at some place less something, or a number that vanishes modulo a prime.
    fn vanishing(&self, rng: &mut StdRng, modulus: Option<u32>) -> Polynomial {
        let prime = modulus.map_or_else(|| critical_prime(rng), u64::from);
        match self.vars.len() {
            0 => self.number(prime),
            _ if once_in(rng, 3) => self.number(prime),
            count => {
                let (place, power) = (rng.random_range(0..count), pick(rng, &[1, 1, 2, 3]));
                &monomial(self.vars, place, power, 1.into()) - &self.number(rng.random_range(-1..2))
            }
        }
    }

    fn rows(&self, mut entry: impl FnMut(usize, usize) -> Polynomial) -> Rows {
        (0..self.n).map(|i| (0..self.n).map(|j| entry(i, j)).collect()).collect()
    }
}

/// Degrees of entries of small problems in so many variables.
fn rng_degree(vars: usize) -> u32 {
    [0, 5, 3, 2, 1, 1, 1][vars]
}

type Rows = Vec<Vec<Polynomial>>;

/// The entries of a matrix row by row, for a determinant modulo `modulus` where there is one.
pub fn entries(rng: &mut StdRng, size: &Size, modulus: Option<u32>) -> Vec<Polynomial> {
    let mut rows = pattern(rng, size, modulus);
    let n = rows.len();
    if n > 1 && once_in(rng, 3) {
        rows.shuffle(rng);
        let mut order: Vec<usize> = (0..n).collect();
        order.shuffle(rng);
        rows = rows.iter().map(|row| order.iter().map(|&j| row[j].clone()).collect()).collect();
    }
    if once_in(rng, 8) {
        multiply(rng, size, &mut rows);
    }
    rows.concat()
}

/// The matrix of these entries.
pub fn matrix(entries: &[Polynomial]) -> Matrix {
    let n = entries.len().isqrt();
    let rows = entries.chunks(n.max(1)).map(<[_]>::to_vec).collect();
    Matrix::new(rows).expect("rows of one length over the same variables")
}

/// Multiplies rows and columns by numbers and powers of variables.
fn multiply(rng: &mut StdRng, size: &Size, rows: &mut Rows) {
    let n = rows.len();
    for _ in 0..rng.random_range(1..4) {
        let bits = pick(rng, &[3, 40]);
        let mut factor = size.number(coefficient(rng, bits));
        if !size.vars.is_empty() {
            let place = rng.random_range(0..size.vars.len());
            factor = &factor * &monomial(size.vars, place, pick(rng, &[0, 1, 3, 100]), 1.into());
        }
        let (line, of_column) = (rng.random_range(0..n.max(1)), rng.random::<bool>());
        let times = |entry: &mut Polynomial| *entry = &*entry * &factor;
        match of_column {
            true => rows.iter_mut().for_each(|row| times(&mut row[line])),
            false => rows.get_mut(line).into_iter().flatten().for_each(times),
        }
    }
}

fn pattern(rng: &mut StdRng, size: &Size, modulus: Option<u32>) -> Rows {
    let n = size.n;
    match rng.random_range(0..22) {
        0..3 => size.rows(|_, _| size.dense(rng)),
        3..6 => {
            let zeros = rng.random();
            size.rows(|_, _| if rng.random_bool(zeros) { size.zero() } else { size.part(rng) })
        }
        6 => size.rows(|_, _| size.short(rng)),
        // A product of thin matrices, whose entries have half the degrees.
        7..9 => {
            let rank = match n {
                0 => 0,
                _ => n - rng.random_range(1..=n.min(3)),
            };
            let half = Size {
                degrees: size.degrees.iter().map(|d| d / 2).collect(),
                bits: size.bits.div_ceil(2),
                ..size.clone()
            };
            let [left, right] = [0, 1].map(|_| size.rows(|_, _| half.part(rng)));
            size.rows(|i, j| (0..rank).fold(size.zero(), |sum, k| &sum + &(&left[i][k] * &right[k][j])))
        }
        // A row or a column in terms of others.
        9 => {
            let mut rows = size.rows(|_, _| size.part(rng));
            if n > 1 {
                let (from, to) = (rng.random_range(0..n - 1), n - 1);
                let factor = match rng.random_range(0..4) {
                    0 => size.number(1),
                    1 => size.number(-1),
                    2 => size.zero(),
                    _ => size.short(rng),
                };
                let of_column = rng.random::<bool>();
                match of_column {
                    true => rows.iter_mut().for_each(|row| row[to] = &row[from] * &factor),
                    false => rows[to] = rows[from].iter().map(|entry| entry * &factor).collect(),
                }
            }
            rows
        }
        // Block triangular, with units on the diagonal now and then.
        10..13 => {
            let ends: Vec<bool> = (0..n).map(|_| rng.random()).collect();
            let number = |i: usize| ends[..i].iter().filter(|&&end| end).count();
            let numbers: Vec<usize> = (0..n).map(number).collect();
            let above = pick(rng, &[0.0, 0.3, 1.0]);
            size.rows(|i, j| match numbers[i].cmp(&numbers[j]) {
                std::cmp::Ordering::Greater => size.zero(),
                std::cmp::Ordering::Less if !rng.random_bool(above) => size.zero(),
                std::cmp::Ordering::Equal if i == j && once_in(rng, 4) => size.number(pick(rng, &[1, -1])),
                _ => size.part(rng),
            })
        }
        // Toeplitz, Hankel and circulant matrices.
        13 => {
            let band: Vec<Polynomial> = (0..2 * n).map(|_| size.part(rng)).collect();
            let kind = rng.random_range(0..3);
            size.rows(|i, j| band[[n + i - j, i + j, (n + i - j) % n][kind]].clone())
        }
        // Entries that repeat up to their signs.
        14..16 => {
            let mut pool: Vec<Polynomial> = (0..rng.random_range(1..4)).map(|_| size.short(rng)).collect();
            pool.extend(pool.clone().iter().map(Polynomial::negate));
            pool.extend([0, 1, -1].map(|value| size.number(value)));
            size.rows(|_, _| pool[rng.random_range(0..pool.len())].clone())
        }
        16 => {
            let above = size.rows(|_, _| size.part(rng));
            let sign = pick(rng, &[1, -1]);
            size.rows(|i, j| match i.cmp(&j) {
                std::cmp::Ordering::Less => above[i][j].clone(),
                std::cmp::Ordering::Equal if sign == 1 => above[i][i].clone(),
                std::cmp::Ordering::Equal => size.zero(),
                std::cmp::Ordering::Greater => &above[j][i] * &size.number(sign),
            })
        }
        // Bands, arrows, and Hessenberg form.
        17 => {
            let kind = rng.random_range(0..3);
            size.rows(|i, j| {
                let there = [i.abs_diff(j) < 2, i == j || i * j == 0, i <= j + 1][kind];
                if there { size.part(rng) } else { size.zero() }
            })
        }
        // Exponents that are multiples.
        18 => {
            let times: Vec<u32> = size.vars.iter().map(|_| pick(rng, &[1, 2, 3, 50])).collect();
            size.rows(|_, _| {
                let f = size.part(rng);
                times.iter().enumerate().fold(f, |f, (place, &times)| inflated(&f, place, times))
            })
        }
        // Pivots that vanish somewhere.
        19 => {
            let factor = size.vanishing(rng, modulus);
            size.rows(|i, j| if i == j || once_in(rng, 5) { &size.short(rng) * &factor } else { size.short(rng) })
        }
        // Characteristic polynomials.
        20 => {
            let bits = size.bits;
            let x = if size.vars.is_empty() { size.number(7) } else { monomial(size.vars, 0, 1, 1.into()) };
            size.rows(|i, j| {
                let number = size.number(coefficient(rng, bits));
                if i == j { &x - &number } else { number }
            })
        }
        // One huge coefficient, or multiples of a prime but for a few.
        _ => {
            let prime = modulus.map_or_else(|| critical_prime(rng), u64::from);
            let mut rows = size.rows(|_, _| {
                let f = size.part(rng);
                mapped(&f, |c, _| if once_in(rng, 6) { c } else { c * prime })
            });
            if n > 0 {
                let bits = rng.random_range(300..1500);
                let exponents = size.degrees.iter().map(|&d| rng.random_range(0..=d)).collect();
                let (i, j) = (rng.random_range(0..n), rng.random_range(0..n));
                rows[i][j] = &rows[i][j] + &of(size.vars, vec![(positive(rng, bits), exponents)]);
            }
            rows
        }
    }
}
