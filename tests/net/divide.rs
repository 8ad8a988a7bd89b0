//! Random inputs of GCDs and squarefree decompositions.

use crate::random::{
    coefficient, constant, critical_prime, engine_prime, inflated, monomial, once_in, pick, sparse, within,
};
use eliminant::Polynomial;
use rand::Rng;
use rand::rngs::StdRng;
use rug::Integer;

/// Variables, a degree for each, and bits of the coefficients of what is multiplied together.
#[derive(Debug, Clone)]
pub struct Size {
    pub vars: Vec<&'static str>,
    pub degree: u32,
    pub bits: u32,
}

impl Size {
    /// Sizes of a small problem in so many variables.
    pub fn small(rng: &mut StdRng, variables: usize) -> Self {
        let most = pick(rng, [&[2, 6, 12, 40][..], &[1, 3, 6], &[1, 2, 3], &[1, 2]][variables - 1]);
        let bits = pick(rng, &[1, 3, 8, 31, 40, 64, 200]);
        Size { vars: names(rng, variables), degree: rng.random_range(0..=most), bits: rng.random_range(1..=bits) }
    }

    /// Sizes of a medium problem.
    pub fn medium(rng: &mut StdRng, variables: usize) -> Self {
        let least = [100.0, 10.0, 4.0, 2.0][variables - 1];
        let degree = least * [15.0f64, 3.0, 2.0, 1.5][variables - 1].powf(rng.random());
        let bits = pick(rng, &[1, 10, 60, 200]);
        Size { vars: names(rng, variables), degree: degree as u32, bits: rng.random_range(1..=bits) }
    }

    /// A polynomial of degrees up to those.
    fn polynomial(&self, rng: &mut StdRng) -> Polynomial {
        let degrees: Vec<u32> = self.vars.iter().map(|_| rng.random_range(0..=self.degree)).collect();
        match rng.random_range(0..8) {
            0..4 => within(rng, &self.vars, &degrees, 1.0, self.bits),
            4 => {
                let density = rng.random();
                within(rng, &self.vars, &degrees, density, self.bits)
            }
            5..7 => {
                let terms = rng.random_range(1..8);
                sparse(rng, &self.vars, &degrees, terms, self.bits)
            }
            _ => constant(&self.vars, coefficient(rng, self.bits)),
        }
    }

    /// These sizes with another degree.
    fn of_degree(&self, degree: u32) -> Self {
        Size { degree, ..self.clone() }
    }
}

/// Variables in any order.
fn names(rng: &mut StdRng, count: usize) -> Vec<&'static str> {
    let mut names = vec!["x", "y", "z", "t"];
    if once_in(rng, 4) {
        names.rotate_left(rng.random_range(0..4));
        names.swap(0, 1);
    }
    names.truncate(count);
    names
}

/// Two polynomials, most often with a common divisor.
pub fn pair(rng: &mut StdRng, size: &Size) -> [Polynomial; 2] {
    let some = |rng: &mut StdRng| size.polynomial(rng);
    let number = |rng: &mut StdRng| constant(&size.vars, pick(rng, &[1, 1, -1, 2, 6, -10, 15, 64]).into());
    let [h, a, b] = [0, 1, 2].map(|_| some(rng));
    let place = rng.random_range(0..size.vars.len());
    let [mut f, mut g] = match rng.random_range(0..16) {
        0..5 => [&h * &a, &h * &b],
        5 => [a, b],
        // One divides the other, or they are equal but for the sign.
        6 => [h.clone(), &h * &a],
        7 => [&h * &number(rng), &h * &number(rng)],
        // A zero, or constants.
        8 if once_in(rng, 3) => [h, constant(&size.vars, Integer::new())],
        8 => [h, number(rng)],
        // Cofactors alike modulo primes: these are unlucky.
        9..11 => {
            let count = rng.random_range(1..4);
            let primes = (0..count).fold(Integer::from(1), |product, _| product * engine_prime(rng));
            let other = &a + &(&b * &constant(&size.vars, primes));
            [&h * &a, &h * &other]
        }
        // Leading coefficients, or all but one coefficient, that are multiples of primes.
        11 => {
            let prime = Integer::from(critical_prime(rng)) * critical_prime(rng);
            let top = size.degree + 1;
            let with_top = |f: &Polynomial| f + &monomial(&size.vars, place, top, prime.clone());
            match rng.random_range(0..3) {
                0 => [&h * &with_top(&a), &h * &with_top(&b)],
                1 => [&with_top(&h) * &a, &with_top(&h) * &b],
                _ => [&h * &a, &with_top(&h) * &b],
            }
        }
        // Powers.
        12 => {
            let small = size.of_degree(size.degree / 3).polynomial(rng);
            let square = &small * &small;
            [&square * &(&small * &a), &square * &b]
        }
        // Derivatives.
        13 => {
            let f = &(&h * &h) * &a;
            let derivative = f.derivative(size.vars[place]);
            [f, derivative]
        }
        // A remainder sequence that jumps.
        14 => {
            let low = size.of_degree(size.degree / 4).polynomial(rng);
            [&h * &(&(&a * &b) + &low), &h * &b]
        }
        _ => [&h * &a, &(&h * &b) + &constant(&size.vars, 1.into())],
    };
    if once_in(rng, 3) {
        f = &f * &number(rng);
        g = &g * &number(rng);
    }
    if once_in(rng, 6) {
        f = &f * &monomial(&size.vars, place, rng.random_range(0..5), 1.into());
        g = &g * &monomial(&size.vars, place, rng.random_range(0..5), 1.into());
    }
    // A content in all variables but one.
    if once_in(rng, 6) && size.vars.len() > 1 && size.degree < 8 {
        let degrees: Vec<u32> = (0..size.vars.len()).map(|k| u32::from(k != place)).collect();
        let content = sparse(rng, &size.vars, &degrees, 2, 4);
        f = &f * &content;
        g = &g * &content;
    }
    if once_in(rng, 8) && size.degree <= 40 {
        let times = pick(rng, &[2, 3]);
        [f, g] = [f, g].map(|f| inflated(&f, place, times));
    }
    if rng.random() { [g, f] } else { [f, g] }
}

/// One polynomial and so many others, most often with a common divisor.
pub fn list(rng: &mut StdRng, size: &Size, others: usize) -> Vec<Polynomial> {
    let [f, g] = pair(rng, size);
    let mut list = vec![f];
    for _ in 0..others {
        let factor = size.of_degree(size.degree.min(3)).polynomial(rng);
        list.push(&g * &factor);
    }
    list
}

/// A polynomial in one variable with multiple factors.
pub fn powers(rng: &mut StdRng, size: &Size) -> Polynomial {
    let mut product = constant(&size.vars, coefficient(rng, 10));
    for _ in 0..rng.random_range(0..5) {
        let (factor, power) = match rng.random_range(0..6) {
            0 => (monomial(&size.vars, 0, 1, 1.into()), rng.random_range(1..9)),
            1 => (within(rng, &size.vars, &[1], 1.0, 5), rng.random_range(1..12)),
            _ => (size.of_degree(size.degree / 4).polynomial(rng), rng.random_range(1..5)),
        };
        product = &product * &factor.pow(power).expect("exponents below the limit");
    }
    if once_in(rng, 12) { size.polynomial(rng) } else { product }
}
