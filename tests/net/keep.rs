//! Random inputs of resultants and discriminants in several kept variables: y is eliminated, and the variables behind it in the list
//! are kept.

use crate::random::{
    coefficient, constant, critical_prime, inflated, mapped, monomial, of, once_in, pick, positive, sparse, within,
};
use eliminant::Polynomial;
use rand::Rng;
use rand::rngs::StdRng;
use rug::Integer;

/// All variables, the eliminated one first.
const NAMES: [&str; 6] = ["y", "x", "z", "t", "w", "u"];

/// The variables, degrees of f and g in y, of both in each kept variable, and bits of the coefficients.
#[derive(Debug, Clone)]
pub struct Size {
    pub vars: &'static [&'static str],
    pub y: [u32; 2],
    pub kept: Vec<u32>,
    pub bits: u32,
}

impl Size {
    /// Sizes of a small problem.
    pub fn small(rng: &mut StdRng) -> Self {
        let count = pick(rng, &[2usize, 2, 2, 2, 3, 3, 4, 5]);
        let (y, kept) = [(5, 3), (3, 2), (2, 1), (1, 1)][count - 2];
        let bits = pick(rng, &[1, 2, 8, 8, 31, 40, 64, 200]);
        let least = u32::from(!once_in(rng, 6));
        let mut size = Size {
            vars: &NAMES[..=count],
            y: [rng.random_range(least..=y), rng.random_range(least..=y)],
            kept: (0..count).map(|_| rng.random_range(0..=kept)).collect(),
            bits: rng.random_range(1..=bits),
        };
        // Lopsided.
        if once_in(rng, 4) {
            size.kept = (0..count).map(|_| rng.random_range(0..=1)).collect();
            size.kept[rng.random_range(0..count)] = rng.random_range(4..=12);
        }
        size
    }

    /// Sizes of a medium problem.
    pub fn medium(rng: &mut StdRng) -> Self {
        let count = pick(rng, &[2usize, 2, 3, 4]);
        let (y, kept) = [(9, 4), (5, 2), (3, 1)][count - 2];
        Size {
            vars: &NAMES[..=count],
            y: [rng.random_range(2..=y), rng.random_range(2..=y)],
            kept: (0..count).map(|_| rng.random_range(1..=kept)).collect(),
            bits: pick(rng, &[1, 8, 32, 100]),
        }
    }

    /// Degrees of f in all variables.
    fn degrees(&self) -> Vec<u32> {
        [self.y[0]].iter().chain(&self.kept).copied().collect()
    }

    /// Another degree in y in place of that of f.
    fn of_degree(&self, y: u32) -> Self {
        Size { y: [y, self.y[1]], ..self.clone() }
    }

    /// No degree in a kept variable above this.
    fn within(&self, most: u32) -> Self {
        Size { kept: self.kept.iter().map(|&d| d.min(most)).collect(), ..self.clone() }
    }

    fn dense(&self, rng: &mut StdRng) -> Polynomial {
        within(rng, self.vars, &self.degrees(), 1.0, self.bits)
    }

    /// A part of the coefficients, and one at the highest power of y.
    fn sparse(&self, rng: &mut StdRng) -> Polynomial {
        let density = rng.random();
        let top = sparse(rng, self.vars, &self.of_degree(0).degrees(), 1, self.bits);
        &within(rng, self.vars, &self.degrees(), density, self.bits) + &(&top * &self.power(0, self.y[0]))
    }

    /// A power of the variable at `place`.
    fn power(&self, place: usize, k: u32) -> Polynomial {
        monomial(self.vars, place, k, Integer::from(1))
    }

    fn constant(&self, value: Integer) -> Polynomial {
        constant(self.vars, value)
    }

    /// The sizes of f and of g.
    fn both(&self) -> [Self; 2] {
        [self.clone(), Size { y: [self.y[1], self.y[0]], ..self.clone() }]
    }

    /// The place of a kept variable.
    fn place(&self, rng: &mut StdRng) -> usize {
        rng.random_range(1..self.vars.len())
    }

    /// A factor free of y that vanishes somewhere: at an integer, on a curve, at roots of unity, or modulo a prime.
    fn vanishing(&self, rng: &mut StdRng, modulus: Option<u32>) -> Polynomial {
        let [i, j] = [0, 1].map(|_| self.place(rng));
        let one = || self.constant(1.into());
        match rng.random_range(0..5) {
            0 => &self.power(i, 1) - &self.constant(rng.random_range(-3..4).into()),
            1 => &(&self.power(i, 1) * &self.power(j, 1)) - &one(),
            2 => &self.power(i, pick(rng, &[2, 3, 4, 6])) - &one(),
            3 => &self.power(i, 1) - &self.power(j, 2),
            _ => self.constant(modulus.map_or_else(|| critical_prime(rng), u64::from).into()),
        }
    }
}

/// The terms for whose power of y `keep` says so.
fn rows(f: &Polynomial, keep: impl Fn(u32) -> bool) -> Polynomial {
    mapped(f, |coefficient, exponents| if keep(exponents[0]) { coefficient } else { Integer::new() })
}

/// f with its leading coefficient in y multiplied.
fn with_leading(f: &Polynomial, factor: &Polynomial) -> Polynomial {
    let degree = f.degree("y").unwrap_or(0);
    &rows(f, |k| k < degree) + &(&rows(f, |k| k == degree) * factor)
}

/// A pair for a resultant, modulo `modulus` where there is one.
pub fn pair(rng: &mut StdRng, size: &Size, modulus: Option<u32>) -> [Polynomial; 2] {
    let sizes = size.both();
    let [p, q] = size.y;
    let dense = |rng: &mut StdRng| sizes.clone().map(|size| size.dense(rng));
    let sparse_pair = |rng: &mut StdRng| sizes.clone().map(|size| size.sparse(rng));
    let thin = size.within(1);
    let mut pair = match rng.random_range(0..18) {
        0..3 => dense(rng),
        3..6 => sparse_pair(rng),
        // Total degrees.
        6 => dense(rng).map(|f| {
            let total = p.max(q).max(2);
            mapped(&f, |c, exponents| if exponents.iter().sum::<u32>() <= total { c } else { Integer::new() })
        }),
        7 => {
            let common = thin.of_degree(rng.random_range(0..=1)).sparse(rng);
            thin.both().map(|size| &size.of_degree(size.y[0].min(3)).sparse(rng) * &common)
        }
        // Exponents that differ by multiples, and monomial factors.
        8..10 => {
            let mut pair = sparse_pair(rng);
            for place in 1..size.vars.len() {
                let times = pick(rng, &[1, 1, 2, 3, 50]);
                let lows = [0, 1].map(|_| pick(rng, &[0, 0, 1, 2, 70]));
                pair = pair.map(|f| inflated(&f, place, times));
                let [f, g] = &pair;
                pair = [f * &size.power(place, lows[0]), g * &size.power(place, lows[1])];
            }
            pair
        }
        10 => {
            let times = pick(rng, &[2, 3]);
            sparse_pair(rng).map(|f| inflated(&f, 0, times))
        }
        11 => {
            let powers = [0, 1].map(|_| size.power(0, rng.random_range(0..3)));
            let [f, g] = sparse_pair(rng);
            [&f * &powers[0], &g * &powers[1]]
        }
        12..14 => {
            let [f, g] = dense(rng);
            let f = with_leading(&f, &size.vanishing(rng, modulus));
            let g = if rng.random() { with_leading(&g, &size.vanishing(rng, modulus)) } else { g };
            [f, g]
        }
        // Each has variables that the other one has not.
        14 => {
            let missing = size.place(rng);
            let free = |f: &Polynomial, at: fn(usize, usize) -> bool| {
                mapped(f, |c, exponents| {
                    (1..exponents.len()).filter(|&k| at(k, missing)).for_each(|k| exponents[k] = 0);
                    c
                })
            };
            let [f, g] = dense(rng);
            [free(&f, |k, missing| k == missing), free(&g, |k, missing| k != missing)]
        }
        // A remainder sequence that jumps.
        15 => {
            let [_, g] = thin.both().map(|size| size.dense(rng));
            let rest = thin.of_degree(rng.random_range(0..=q / 2)).sparse(rng);
            let quotient = thin.of_degree(p / 2).sparse(rng);
            [&(&quotient * &g) + &rest, g]
        }
        // Without y, numbers, zero, one in terms of the other.
        16 => {
            let f = size.sparse(rng);
            let g = match rng.random_range(0..6) {
                0 => f.clone(),
                1 => f.derivative("y"),
                2 => size.of_degree(0).sparse(rng),
                3 => size.constant(coefficient(rng, size.bits)),
                4 => size.constant(Integer::new()),
                _ => size.power(0, q),
            };
            [f, g]
        }
        // One huge coefficient, or all of one multiples of a prime.
        _ => {
            let [f, g] = sparse_pair(rng);
            let bits = rng.random_range(300..1500);
            let exponents = size.degrees().iter().map(|&d| rng.random_range(0..=d)).collect();
            let prime = modulus.map_or_else(|| critical_prime(rng), u64::from);
            match rng.random() {
                true => [&f + &of(size.vars, vec![(positive(rng, bits), exponents)]), g],
                false => [mapped(&f, |c, _| c * prime), g],
            }
        }
    };
    if rng.random() {
        pair.reverse();
    }
    pair
}

/// A polynomial for a discriminant.
pub fn alone(rng: &mut StdRng, size: &Size, modulus: Option<u32>) -> Polynomial {
    let size = &size.of_degree(size.y[0].max(size.y[1]).min(5));
    match rng.random_range(0..6) {
        0 => {
            let factor = size.within(1).of_degree(1).sparse(rng);
            &(&factor * &factor) * &size.within(1).of_degree(size.y[1].min(2)).sparse(rng)
        }
        // y^n + a y^k + b.
        1 => {
            let low = size.of_degree(0);
            let middle = &low.sparse(rng) * &size.power(0, rng.random_range(0..=size.y[0]));
            &(&size.power(0, size.y[0]) + &middle) + &low.sparse(rng)
        }
        _ => {
            let [f, g] = pair(rng, size, modulus);
            if f.degree("y") < g.degree("y") { g } else { f }
        }
    }
}
