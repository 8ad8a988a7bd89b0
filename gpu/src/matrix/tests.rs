//! Both forms of each against definitions by determinants of minors.

use super::{hessenberg, jordan};
use crate::arith::field::Field;
use crate::arith::{Modulus, Mont31};
use crate::team::Solo;
use jordan::Shape;

const P: u32 = 1_000_003;

/// Numbers that look random: splitmix64.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ x >> 31) % u64::from(end)) as u32
    }
}

/// The determinant by expansion.
fn determinant(field: &Mont31, n: usize, m: &[u32]) -> u32 {
    if n == 0 {
        return field.one();
    }
    (0..n).fold(0, |sum, j| {
        let minor: Vec<u32> = (n..n * n).filter(|k| k % n != j).map(|k| m[k]).collect();
        let product = field.mul(m[j], determinant(field, n - 1, &minor));
        if j % 2 == 0 { field.add(sum, product) } else { field.sub(sum, product) }
    })
}

/// The adjugate by its definition.
fn adjugate(field: &Mont31, n: usize, m: &[u32]) -> Vec<u32> {
    let cofactor = |k: usize| {
        let (j, i) = (k / n, k % n);
        let minor: Vec<u32> = (0..n * n).filter(|k| k / n != i && k % n != j).map(|k| m[k]).collect();
        let value = determinant(field, n - 1, &minor);
        if (i + j) % 2 == 0 { value } else { field.neg(value) }
    };
    (0..n * n).map(cofactor).collect()
}

/// The numerators by Cramer's rule, column by column of the right side.
fn numerators(field: &Mont31, n: usize, m: &[u32], b: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let of = |b: &Vec<u32>, i: usize| {
        let replaced: Vec<u32> = (0..n * n).map(|k| if k % n == i { b[k / n] } else { m[k] }).collect();
        determinant(field, n, &replaced)
    };
    b.iter().map(|b| (0..n).map(|i| of(b, i)).collect()).collect()
}

/// The coefficients of the characteristic polynomial from sums of principal minors.
fn characteristic(field: &Mont31, n: usize, m: &[u32]) -> Vec<u32> {
    let mut coefficients = vec![0; n + 1];
    for set in 0u32..1 << n {
        let of: Vec<usize> = (0..n).filter(|i| set >> i & 1 == 1).collect();
        let minor: Vec<u32> = of.iter().flat_map(|&i| of.iter().map(move |&j| m[i * n + j])).collect();
        let value = determinant(field, of.len(), &minor);
        let place = &mut coefficients[n - of.len()];
        *place = if of.len().is_multiple_of(2) { field.add(*place, value) } else { field.sub(*place, value) };
    }
    coefficients.truncate(n);
    coefficients
}

/// A matrix of any rank, with zeros.
fn matrix(rng: &mut Numbers, field: &Mont31, n: usize, round: usize) -> Vec<u32> {
    let zeros = [0, 40, 70][round % 3];
    let mut element = || match rng.below(100) < zeros {
        true => 0,
        false => field.enter(1 + rng.below(P - 1)),
    };
    let mut m: Vec<u32> = (0..n * n).map(|_| element()).collect();
    let equal = [0, 0, 1, 0, 2][round % 5].min(n.saturating_sub(1));
    for k in 0..equal {
        let row = m[..n].to_vec();
        m[(n - 1 - k) * n..][..n].copy_from_slice(&row);
    }
    m
}

/// Divides what an elimination left, row by row: `inverse` is that of its denominator.
fn divide(field: &Mont31, m: &mut [u32], prefixes: &[u32], inverse: u32) {
    let columns = m.len().checked_div(prefixes.len()).unwrap_or(0).max(1);
    for (row, &prefix) in m.chunks_mut(columns).zip(prefixes) {
        let factor = field.mul(prefix, inverse);
        row.iter_mut().for_each(|x| *x = field.mul(factor, *x));
    }
}

#[test]
fn adjugates() {
    let field = Mont31::new(P).unwrap();
    let mut rng = Numbers(1);
    let (mut on, mut singular) = (0, 0);
    for round in 0..600 {
        let n = round % 7;
        let m = matrix(&mut rng, &field, n, round / 7);
        let (expected, det) = (adjugate(&field, n, &m), determinant(&field, n, &m));
        let shape = Shape { rows: n as u32, columns: n as u32 };
        let mut swaps = vec![0; 2 * n];
        let mut found = m.clone();
        assert_eq!(jordan::with_pivots(&field, Solo, &mut &mut found[..], shape, &mut &mut swaps[..]), det, "{m:?}");
        assert_eq!(found, expected, "{m:?}");
        let (mut found, mut prefixes) = (m.clone(), vec![0; n]);
        let ended = jordan::eliminate(&field, Solo, &mut &mut found[..], shape, &mut &mut prefixes[..]);
        if ended.off == 0 {
            let inverse = field.reciprocal(ended.denominator);
            divide(&field, &mut found, &prefixes, inverse);
            assert_eq!((field.mul(ended.product, inverse), found), (det, expected), "{m:?}");
            (on, singular) = (on + 1, singular + usize::from(det == 0));
        }
    }
    assert!(on > 200 && singular > 20, "{on} {singular}");
}

#[test]
fn linear_systems() {
    let field = Mont31::new(P).unwrap();
    let mut rng = Numbers(2);
    let mut on = 0;
    for round in 0..400 {
        let (n, beside) = (round % 6, 1 + round % 3);
        let m = matrix(&mut rng, &field, n, round / 7);
        let b: Vec<Vec<u32>> = (0..beside).map(|_| (0..n).map(|_| field.enter(rng.below(P))).collect()).collect();
        let columns = n + beside;
        let whole: Vec<u32> = (0..n * columns)
            .map(|k| if k % columns < n { m[k / columns * n + k % columns] } else { b[k % columns - n][k / columns] })
            .collect();
        let (expected, det) = (numerators(&field, n, &m, &b), determinant(&field, n, &m));
        let of = |found: &[u32]| -> Vec<Vec<u32>> {
            (0..beside).map(|c| (0..n).map(|i| found[i * columns + n + c]).collect()).collect()
        };
        let shape = Shape { rows: n as u32, columns: columns as u32 };
        let (mut found, mut swaps) = (whole.clone(), vec![0; 2 * n]);
        assert_eq!(jordan::with_pivots(&field, Solo, &mut &mut found[..], shape, &mut &mut swaps[..]), det);
        assert_eq!(of(&found), expected, "{m:?}");
        let (mut found, mut prefixes) = (whole.clone(), vec![0; n]);
        let ended = jordan::eliminate(&field, Solo, &mut &mut found[..], shape, &mut &mut prefixes[..]);
        if ended.off == 0 {
            let inverse = field.reciprocal(ended.denominator);
            divide(&field, &mut found, &prefixes, inverse);
            assert_eq!((field.mul(ended.product, inverse), of(&found)), (det, expected), "{m:?}");
            on += 1;
        }
    }
    assert!(on > 100, "{on}");
}

#[test]
fn characteristic_polynomials() {
    let field = Mont31::new(P).unwrap();
    let mut rng = Numbers(3);
    let mut on = 0;
    for round in 0..400 {
        let n = round % 7;
        let m = matrix(&mut rng, &field, n, round / 7);
        let expected = characteristic(&field, n, &m);
        let (size, at) = (hessenberg::beside(n as u32) as usize, hessenberg::answer(n as u32) as usize);
        let (mut a, mut beside) = (m.clone(), vec![0; size]);
        hessenberg::with_pivots(&field, Solo, &mut &mut a[..], n as u32, &mut &mut beside[..]);
        assert_eq!(beside[at..at + n], expected, "{m:?}");
        // All steps have pivots, or those of a matrix in the form by itself have none.
        for has in [1, 0] {
            let (mut a, mut beside) = (m.clone(), vec![0; size]);
            if has == 0 {
                (0..n * n).filter(|k| k / n > k % n && n > 2 && k % n + 2 < n).for_each(|k| a[k] = 0);
            }
            let expected = characteristic(&field, n, &a);
            let steps = vec![has; n];
            let ended =
                hessenberg::characteristic(&field, Solo, &mut &mut a[..], n as u32, &steps, &mut &mut beside[..]);
            if ended.off == 0 {
                let inverse = field.reciprocal(ended.product);
                hessenberg::divide(&field, &mut &mut beside[at..at + n], n as u32, inverse);
                assert_eq!(beside[at..at + n], expected, "{m:?}");
                on += 1;
            }
        }
    }
    assert!(on > 500, "{on}");
}

#[test]
fn ranks() {
    let field = Mont31::new(P).unwrap();
    let mut rng = Numbers(4);
    for (n, rank) in [(3u32, 1), (4, 2), (5, 0), (5, 3), (4, 4)] {
        let mut element = || field.enter(1 + rng.below(P - 1));
        let [a, b] = [0, 1].map(|_| (0..n * rank).map(|_| element()).collect::<Vec<u32>>());
        let m: Vec<u32> = (0..n * n)
            .map(|k| {
                (0..rank).fold(0, |sum, r| {
                    let (i, j) = (k / n, k % n);
                    field.add(sum, field.mul(a[(i * rank + r) as usize], b[(r * n + j) as usize]))
                })
            })
            .collect();
        let off = |rank| jordan::off_rank(&field, Solo, &mut &mut m.clone()[..], n, rank);
        assert_eq!(off(rank), 0, "{n} {rank}");
        assert!(rank == 0 || off(rank - 1) != 0);
        assert!(rank == n || off(rank + 1) != 0);
    }
}
