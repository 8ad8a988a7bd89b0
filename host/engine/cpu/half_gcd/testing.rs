//! Polynomials of several lanes for tests.

use crate::engine::cpu::bundle::Tables;
use crate::plan::cost::half_gcd::half_gcd_points;
use crate::plan::grid::{self, Axis, Grid};
use gpu::Field;
use gpu::arith::{Modulus, Mont31, Mont31x4};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

type Elem = <Mont31x4 as Field>::Elem;

/// Tables of four primes with the points of half-gcds of this degree.
pub fn tables(degree: u32) -> Tables<Mont31x4> {
    let mut rng = StdRng::seed_from_u64(1);
    let (grid, primes) = grid::choose::<Mont31>(&[half_gcd_points(degree)], 110, &|_| true, &mut rng).unwrap();
    assert_eq!(grid, Grid::new(vec![Axis { len: half_gcd_points(degree), cosets: 1 }]));
    Tables::new(&grid, &primes[..4]).unwrap()
}

pub fn random(rng: &mut StdRng, degree: usize) -> Vec<u64> {
    (0..=degree).map(|_| rng.random_range(1..1 << 28)).collect()
}

/// f(x^e).
pub fn spread(f: &[u64], e: usize) -> Vec<u64> {
    let mut out = vec![0; (f.len() - 1) * e + 1];
    f.iter().enumerate().for_each(|(i, &c)| out[i * e] = c);
    out
}

pub fn elements(tables: &Tables<Mont31x4>, f: &[u64]) -> Vec<Elem> {
    f.iter().map(|&c| tables.gather(|lane| tables.primes[lane].element(c))).collect()
}

pub fn product(tables: &Tables<Mont31x4>, f: &[Elem], g: &[Elem]) -> Vec<Elem> {
    let field = &tables.field;
    let mut out = vec![field.zero(); f.len() + g.len() - 1];
    for (i, &a) in f.iter().enumerate() {
        for (x, &b) in out[i..].iter_mut().zip(g) {
            *x = field.add(*x, field.mul(a, b));
        }
    }
    out
}
