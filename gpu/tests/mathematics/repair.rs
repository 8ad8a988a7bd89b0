//! Resultants and discriminants that follow their own degrees, against determinants, modulo primes so small that every
//! combination of vanishing coefficients occurs.

use crate::common::*;
use crate::threads::{SharedRow, run_team};
use gpu::arith::Mont31;
use gpu::resultant::repair::{discriminant, resultant};
use gpu::team::Solo;

/// The polynomial with coefficients the digits of `index` to the base `p`.
fn digits(mut index: u32, len: usize, p: u32) -> Vec<u32> {
    (0..len)
        .map(|_| {
            let digit = index % p;
            index /= p;
            digit
        })
        .collect()
}

fn repaired(field: &Mont31, f: &[u32], g: &[u32]) -> u32 {
    let (mut a, mut b) = (pack(field, &[f.to_vec()]), pack(field, &[g.to_vec()]));
    field.leave(resultant(field, Solo, &mut a[..], &mut b[..], f.len() as u32 - 1, g.len() as u32 - 1))
}

#[test]
fn every_pair_modulo_3() {
    let field = Mont31::new(3).unwrap();
    for (p, q) in [(0, 0), (0, 1), (1, 0), (1, 1), (0, 3), (3, 0), (2, 1), (1, 2), (2, 2), (3, 2), (2, 3), (4, 1)] {
        for i in 0..3u32.pow(p as u32 + 1) {
            for j in 0..3u32.pow(q as u32 + 1) {
                let (f, g) = (digits(i, p + 1, 3), digits(j, q + 1, 3));
                assert_eq!(repaired(&field, &f, &g), resultant_by_definition(&f, &g, 3), "f {f:?} g {g:?}");
            }
        }
    }
}

#[test]
fn random_pairs() {
    let mut random = Random::new(30);
    for p in [3, 5, 7, 101, primes_below(Mont31::MAX, 1)[0]] {
        let field = Mont31::new(p).unwrap();
        for _ in 0..1000 {
            let f = random_polynomials(&[p], 1 + random.below(10) as usize, &mut random).remove(0);
            let g = random_polynomials(&[p], 1 + random.below(10) as usize, &mut random).remove(0);
            assert_eq!(repaired(&field, &f, &g), resultant_by_definition(&f, &g, p), "mod {p}: f {f:?} g {g:?}");
        }
    }
}

/// disc_n(f) by its definition as a polynomial: the Sylvester matrix of f, f' with a_n divided out of its first column.
fn discriminant_by_definition(f: &[u32], p: u32) -> u32 {
    let n = f.len() - 1;
    let derivative: Vec<u32> = f.iter().enumerate().skip(1).map(|(i, &x)| mul_mod(i as u32 % p, x, p)).collect();
    let mut m = sylvester(f, &derivative);
    for row in &mut m {
        row[0] = 0;
    }
    if n > 1 {
        m[0][0] = 1;
    }
    m[n - 1][0] = n as u32 % p;
    let value = eliminate(m, p).1;
    if n * (n - 1) / 2 % 2 == 1 { (p - value) % p } else { value }
}

#[test]
fn discriminants() {
    // The formula itself: b^2 - 4 a c.
    assert_eq!(discriminant_by_definition(&[5, 11, 3], 1009), 121 - 60);
    let mut random = Random::new(31);
    for p in [11, 13, 101, primes_below(Mont31::MAX, 1)[0]] {
        let field = Mont31::new(p).unwrap();
        for n in 1..=9 {
            for round in 0..60 {
                let mut f = random_polynomials(&[p], n + 1, &mut random).remove(0);
                // Leading coefficients that vanish, one, two, all.
                for gone in 0..[0, 1, 2, n + 1][round % 4].min(n + 1) {
                    f[n - gone] = 0;
                }
                let mut a = pack(&field, &[f.clone()]);
                let mut b = vec![0; n];
                let value = field.leave(discriminant(&field, Solo, &mut a[..], &mut b[..], n as u32));
                assert_eq!(value, discriminant_by_definition(&f, p), "mod {p}: {f:?}");
            }
        }
    }
}

/// Long runs of ordinary steps, broken by coefficients that vanish: modulo small primes one leading coefficient in p does.
#[test]
fn runs_of_many_steps() {
    let mut random = Random::new(33);
    for p in [3, 5, 101, 10_007, primes_below(Mont31::MAX, 1)[0]] {
        let field = Mont31::new(p).unwrap();
        for (m, n) in [(30, 29), (17, 16), (40, 12), (25, 25), (9, 33)] {
            for _ in 0..20 {
                let f = random_polynomials(&[p], m + 1, &mut random).remove(0);
                let g = random_polynomials(&[p], n + 1, &mut random).remove(0);
                assert_eq!(repaired(&field, &f, &g), resultant_by_definition(&f, &g, p), "mod {p}: f {f:?} g {g:?}");
            }
        }
    }
}

#[test]
fn teams_of_threads() {
    let mut random = Random::new(32);
    for p in [3, 7, primes_below(Mont31::MAX, 1)[0]] {
        let field = Mont31::new(p).unwrap();
        // Two members take four steps at a time from degree 32 on.
        for (size, degrees) in [
            (2, (5, 3)),
            (3, (4, 7)),
            (4, (9, 9)),
            (8, (13, 6)),
            (5, (6, 0)),
            (2, (50, 49)),
            (2, (41, 44)),
            (3, (30, 29)),
        ] {
            let f = random_polynomials(&[p], degrees.0 + 1, &mut random).remove(0);
            let g = random_polynomials(&[p], degrees.1 + 1, &mut random).remove(0);
            let shared = [&f, &g].map(|f| SharedRow::new(&pack(&field, std::slice::from_ref(f))));
            let values = run_team(size, &shared, |member, views| {
                let (a, b) = (views.next().unwrap(), views.next().unwrap());
                field.leave(resultant(&field, member, a, b, degrees.0 as u32, degrees.1 as u32))
            });
            assert!(shared.iter().all(|row| !row.race()), "mod {p}, {degrees:?}: race");
            assert_eq!(values, vec![resultant_by_definition(&f, &g, p); size as usize], "mod {p}: f {f:?} g {g:?}");
            let n = degrees.0 as u32;
            let shared = [&f, &vec![0; degrees.0]].map(|f| SharedRow::new(&pack(&field, std::slice::from_ref(f))));
            let values = run_team(size, &shared, |member, views| {
                let (a, b) = (views.next().unwrap(), views.next().unwrap());
                field.leave(discriminant(&field, member, a, b, n))
            });
            assert!(shared.iter().all(|row| !row.race()), "mod {p}, {degrees:?}: race");
            assert!(values.iter().all(|&value| value == values[0]), "mod {p}: f {f:?}");
            if p as usize > degrees.0 {
                assert_eq!(values[0], discriminant_by_definition(&f, p), "mod {p}: f {f:?}");
            }
        }
    }
}
