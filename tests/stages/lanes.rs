//! Pairs f, g over a prime field in which something vanishes.

use crate::naive::Modulus;
use eliminant::engine::ScalarKind;
use rand::Rng;
use rand::rngs::StdRng;

/// n random residues.
fn random(m: Modulus, n: usize, rng: &mut StdRng) -> Vec<u64> {
    (0..n).map(|_| rng.random_range(0..m.0)).collect()
}

/// A random polynomial of degree n.
fn of_degree(m: Modulus, n: usize, rng: &mut StdRng) -> Vec<u64> {
    let mut f = random(m, n + 1, rng);
    f[n] = rng.random_range(1..m.0);
    f
}

/// Sets the coefficients from `from` on to zero.
fn cut(mut f: Vec<u64>, from: usize) -> Vec<u64> {
    f[from..].fill(0);
    f
}

fn sparse(m: Modulus, n: usize, rng: &mut StdRng) -> Vec<u64> {
    (0..n).map(|_| if rng.random_bool(0.5) { 0 } else { [1, m.0 - 1][rng.random_range(0..2)] }).collect()
}

/// f, g of degrees p, q with a remainder sequence that jumps; it may end with a common factor.
fn jumping(m: Modulus, p: usize, q: usize, rng: &mut StdRng) -> (Vec<u64>, Vec<u64>) {
    let (high, low) = (p.max(q), p.min(q));
    let mut degrees = vec![high, low];
    degrees.extend((0..low).rev().filter(|_| rng.random_bool(0.5)));
    let mut next = vec![0];
    let mut current = of_degree(m, degrees[degrees.len() - 1], rng);
    for pair in degrees.windows(2).rev() {
        let quotient = of_degree(m, pair[0] - pair[1], rng);
        let mut before = m.product(&quotient, &current);
        for (x, y) in before.iter_mut().zip(&next) {
            *x = (*x + y) % m.0;
        }
        (current, next) = (before, current);
    }
    if p < q { (next, current) } else { (current, next) }
}

/// f and g with p + 1 and q + 1 coefficients: random with probability 1 - `share`, otherwise one of the cases in turn.
pub fn lane(m: Modulus, kind: ScalarKind, (p, q): (u32, u32), share: f64, rng: &mut StdRng) -> (Vec<u64>, Vec<u64>) {
    let (p, q) = (p as usize, q as usize);
    let (f, g) = (random(m, p + 1, rng), random(m, q + 1, rng));
    let special = rng.random_bool(share);
    match kind {
        ScalarKind::Discriminant => {
            let f = if special { discriminant(m, f, rng) } else { f };
            let g = m.derivative(&f);
            (f, g)
        }
        ScalarKind::Resultant if special => resultant(m, f, g, rng),
        ScalarKind::Resultant => (f, g),
    }
}

fn resultant(m: Modulus, f: Vec<u64>, g: Vec<u64>, rng: &mut StdRng) -> (Vec<u64>, Vec<u64>) {
    let (p, q) = (f.len() - 1, g.len() - 1);
    match rng.random_range(0..14) {
        // Leading coefficients.
        0 => (cut(f, p), g),
        1 => (f, cut(g, q)),
        2 => (cut(f, p), cut(g, q)),
        // All from some degree on.
        3 => (cut(f, rng.random_range(0..p + 1)), g),
        4 => (f, cut(g, rng.random_range(0..q + 1))),
        5 => (cut(f, rng.random_range(0..p + 1)), cut(g, rng.random_range(0..q + 1))),
        // Nothing left, or a constant.
        6 => (vec![0; p + 1], g),
        7 => (f, vec![0; q + 1]),
        8 => (cut(f, 1), g),
        9 => (f, cut(g, 1)),
        10 => (sparse(m, p + 1, rng), sparse(m, q + 1, rng)),
        11 if p > 0 && q > 0 => {
            let root = [rng.random_range(0..m.0), 1];
            (m.product(&root, &f[1..]), m.product(&root, &g[1..]))
        }
        _ => jumping(m, p, q, rng),
    }
}

fn discriminant(m: Modulus, f: Vec<u64>, rng: &mut StdRng) -> Vec<u64> {
    let p = f.len() - 1;
    match rng.random_range(0..7) {
        0 => cut(f, p),
        1 => cut(f, p - 1),
        2 => cut(f, rng.random_range(0..p + 1)),
        3 => sparse(m, p + 1, rng),
        4 if p > 1 => {
            let root = [rng.random_range(0..m.0), 1];
            m.product(&root, &m.product(&root, &f[2..]))
        }
        // y^p + c y^k, whose sequence jumps.
        5 => {
            let mut f = vec![0; p + 1];
            f[rng.random_range(0..p)] = rng.random_range(1..m.0);
            f[p] = 1;
            f
        }
        _ => vec![0; p + 1],
    }
}
