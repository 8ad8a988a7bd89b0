//! Random inputs of resultants and discriminants: polynomials in x and y, of which y is eliminated.

use crate::random::{
    coefficient, constant, critical_prime, inflated, mapped, monomial, of, once_in, pick, positive, sparse, within,
};
use eliminant::Polynomial;
use rand::Rng;
use rand::rngs::StdRng;
use rug::Integer;

/// The variables.
const XY: [&str; 2] = ["x", "y"];

/// Degrees of f and g in y, of both in x, and bits of the coefficients.
#[derive(Debug, Clone, Copy)]
pub struct Size {
    pub y: [u32; 2],
    pub x: u32,
    pub bits: u32,
}

impl Size {
    /// Sizes of a small problem.
    pub fn small(rng: &mut StdRng) -> Self {
        let most = pick(rng, &[3, 3, 5, 5, 8, 12]);
        let x = pick(rng, &[0, 1, 1, 2, 2, 4, 8]);
        let bits = pick(rng, &[1, 2, 8, 8, 31, 40, 64, 200]);
        // Constants seldom.
        let least = u32::from(!once_in(rng, 6));
        Size {
            y: [rng.random_range(least..=most), rng.random_range(least..=most)],
            x: rng.random_range(0..=x),
            bits: rng.random_range(1..=bits),
        }
    }

    /// Sizes of a medium problem, which takes a CPU some milliseconds.
    pub fn medium(rng: &mut StdRng) -> Self {
        let degree = |rng: &mut StdRng| (30.0 * 10f64.powf(rng.random())) as u32;
        let [p, q] = [degree(rng), degree(rng)];
        let bits = pick(rng, &[1, 8, 32, 100, 200]);
        // Steps are p q at each of x (p + q) points for each of about (bits + 4) (p + q) / 30 primes.
        let steps = |x: u32, bits: u32| {
            f64::from(p * q) * f64::from(x * (p + q) + 1) * (f64::from((bits + 4) * (p + q)) / 30.0)
        };
        let most = 10f64.powf(rng.random_range(6.0..7.5));
        let x = (0..=40).rev().find(|&x| steps(x, bits) < most).unwrap_or(0);
        let bits = (1..=bits).rev().find(|&bits| steps(x, bits) < most).unwrap_or(1);
        Size { y: [p, q], x, bits }
    }

    /// Another polynomial of this size in place of f.
    fn of_degree(self, y: u32) -> Self {
        Size { y: [y, self.y[1]], ..self }
    }

    /// f of this size with all coefficients.
    fn dense(self, rng: &mut StdRng) -> Polynomial {
        within(rng, &XY, &[self.x, self.y[0]], 1.0, self.bits)
    }

    /// f with a part of the coefficients, of its degree in y.
    fn sparse(self, rng: &mut StdRng) -> Polynomial {
        let density = rng.random();
        let top = sparse(rng, &XY, &[self.x, 0], 1, self.bits);
        &within(rng, &XY, &[self.x, self.y[0]], density, self.bits) + &(&top * &y_to(self.y[0]))
    }

    /// The sizes of f and of g.
    fn both(self) -> [Self; 2] {
        [self, Size { y: [self.y[1], self.y[0]], ..self }]
    }

    /// Something else in the same style, for both.
    fn of_both(self, rng: &mut StdRng, make: impl Fn(Size, &mut StdRng) -> Polynomial) -> [Polynomial; 2] {
        self.both().map(|size| make(size, rng))
    }
}

/// y^k.
fn y_to(k: u32) -> Polynomial {
    monomial(&XY, 1, k, Integer::from(1))
}

/// The coefficients of powers of y for which `keep` says so.
fn rows(f: &Polynomial, keep: impl Fn(u32) -> bool) -> Polynomial {
    mapped(f, |coefficient, exponents| if keep(exponents[1]) { coefficient } else { Integer::new() })
}

/// A leading coefficient that vanishes somewhere: at small integers, at a random one, modulo a prime, or nearly everywhere.
fn vanishing(rng: &mut StdRng, modulus: Option<u32>) -> Polynomial {
    let prime = modulus.map_or_else(|| critical_prime(rng), u64::from);
    let root = |value: Integer| of(&XY, vec![(1.into(), vec![1, 0]), (-value, vec![0, 0])]);
    match rng.random_range(0..5) {
        0 => (-2..=2).fold(constant(&XY, 1.into()), |product, value| &product * &root(value.into())),
        1 => root(coefficient(rng, 70)),
        2 => constant(&XY, prime.into()),
        // x^p - x for a small prime.
        3 => {
            let p = pick(rng, &[2, 3, 5, 7]);
            of(&XY, vec![(1.into(), vec![p, 0]), ((-1).into(), vec![1, 0])])
        }
        _ => &root(coefficient(rng, 8)) * &constant(&XY, Integer::from(prime) * critical_prime(rng)),
    }
}

/// f with its leading coefficient in y multiplied.
fn with_leading(f: &Polynomial, factor: &Polynomial) -> Polynomial {
    let degree = f.degree("y").unwrap_or(0);
    &rows(f, |k| k < degree) + &(&rows(f, |k| k == degree) * factor)
}

/// A pair for a resultant, modulo `modulus` where there is one.
pub fn pair(rng: &mut StdRng, size: Size, modulus: Option<u32>) -> [Polynomial; 2] {
    let Size { y: [p, q], x, bits } = size;
    let mut pair = match rng.random_range(0..20) {
        0..3 => size.of_both(rng, Size::dense),
        3..5 => size.of_both(rng, Size::sparse),
        // Gaps of degree.
        5 => {
            let most = if p.max(q) > 12 { x } else { pick(rng, &[1, 3, 40]) };
            [p, q].map(|degree| {
                let terms = rng.random_range(1..5);
                let y = if degree > 12 { degree } else { pick(rng, &[degree, 2 * degree, 40]) };
                sparse(rng, &XY, &[if y < 40 { most } else { most.min(3) }, y], terms, bits.min(40))
            })
        }
        // Curves: total degrees.
        6 => size.of_both(rng, |size, rng| {
            let total = size.y[0].max(size.x);
            let f = size.dense(rng);
            mapped(&f, |c, exponents| if exponents[0] + exponents[1] <= total { c } else { Integer::new() })
        }),
        7 => {
            let common = Size { x: x.min(1), ..size.of_degree(rng.random_range(1..=p.clamp(1, 3))) }.sparse(rng);
            size.of_both(rng, Size::sparse).map(|f| &f * &common)
        }
        8..10 => {
            let times = pick(rng, &[2, 3]);
            let thin = Size { y: [p / times, q / times], ..size };
            thin.of_both(rng, Size::dense).map(|f| inflated(&f, 1, times))
        }
        10 => {
            let [a, b] = [0, 1].map(|_| y_to(rng.random_range(0..4)));
            let [f, g] = size.of_both(rng, Size::sparse);
            [&f * &a, &g * &b]
        }
        // Contents.
        11 => size.of_both(rng, |size, rng| {
            let content = Size { x: 2, ..size.of_degree(0) }.sparse(rng);
            &size.dense(rng) * &content
        }),
        12..15 => {
            let [f, g] = size.of_both(rng, Size::dense);
            let f = with_leading(&f, &vanishing(rng, modulus));
            let g = if rng.random() { with_leading(&g, &vanishing(rng, modulus)) } else { g };
            [f, g]
        }
        // Zero rows.
        15 => size.of_both(rng, |size, rng| {
            let [low, high] = [0, 1].map(|_| rng.random_range(0..=size.y[0]));
            rows(&size.dense(rng), |k| k < low.min(high) || k >= low.max(high))
        }),
        // A remainder sequence that jumps: f = a g + r with an r of low degree.
        16 => {
            let [_, g] = size.of_both(rng, Size::dense);
            let rest = size.of_degree(rng.random_range(0..=q / 2)).sparse(rng);
            let quotient = Size { x: x.min(2), ..size.of_degree(p / 2) }.sparse(rng);
            [&(&quotient * &g) + &rest, g]
        }
        // One in terms of the other.
        17 => {
            let f = size.sparse(rng);
            let g = match rng.random_range(0..4) {
                0 => f.clone(),
                1 => f.derivative("y"),
                2 => &f + &constant(&XY, coefficient(rng, bits)),
                _ => &f * &constant(&XY, coefficient(rng, bits)),
            };
            [f, g]
        }
        // Without x, or without y.
        18 => match rng.random_range(0..4) {
            0 => Size { x: 0, ..size }.of_both(rng, Size::dense),
            1 => [Size { x: 0, ..size }.dense(rng), size.both()[1].dense(rng)],
            2 => [size.dense(rng), size.of_degree(0).dense(rng)],
            _ => [size.dense(rng), constant(&XY, coefficient(rng, bits))],
        },
        _ => size.of_both(rng, |size, rng| match rng.random_range(0..8) {
            0 => constant(&XY, Integer::new()),
            1 => y_to(size.y[0]),
            2 => Size { bits: 1, ..size }.sparse(rng),
            _ => size.sparse(rng),
        }),
    };
    if once_in(rng, 12) && p.max(q) <= 12 {
        pair = heights(rng, pair, modulus);
    }
    if rng.random() {
        pair.reverse();
    }
    pair
}

/// The pair with one huge coefficient, all coefficients but a few multiples of a prime, or all of one of them.
fn heights(rng: &mut StdRng, [f, g]: [Polynomial; 2], modulus: Option<u32>) -> [Polynomial; 2] {
    let prime = modulus.map_or_else(|| critical_prime(rng), u64::from);
    let f = match rng.random_range(0..3) {
        0 => {
            let exponents = f.terms().first().map_or(vec![0, 0], |term| term.exponents.to_vec());
            let bits = rng.random_range(300..1500);
            &f + &of(&XY, vec![(positive(rng, bits), exponents)])
        }
        1 => mapped(&f, |c, _| if once_in(rng, 4) { c } else { c * prime }),
        _ => mapped(&f, |c, _| c * prime),
    };
    [f, g]
}

/// A polynomial for a discriminant.
pub fn alone(rng: &mut StdRng, size: Size, modulus: Option<u32>) -> Polynomial {
    let Size { y: [p, q], x, bits } = size.of_degree(size.y[0].max(size.y[1]));
    match rng.random_range(0..8) {
        // Double factors.
        0 => {
            let factor = Size { x: x.min(1), ..size.of_degree(rng.random_range(1..=p.clamp(1, 3))) }.sparse(rng);
            &(&factor * &factor) * &size.of_degree(q / 2).sparse(rng)
        }
        // y^n + a y^k + b.
        1 => {
            let low = sparse(rng, &XY, &[x, 0], 1, bits);
            let middle = &sparse(rng, &XY, &[x, 0], 2, bits) * &y_to(rng.random_range(0..=p));
            &(&y_to(p) + &middle) + &low
        }
        _ => {
            let [f, g] = pair(rng, size, modulus);
            if f.degree("y") < g.degree("y") { g } else { f }
        }
    }
}
