//! Polynomials on cosets of the group of order L: what a transform on one of them begins with, and how those of several go together.
//!
//! On the coset with shift s a polynomial f is f mod x^L - s^L. So f(s x) folded to L coefficients,
//!
//! > sum_m f_(k + m L) s^(k + m L),  k < L,
//!
//! has the values of f on the coset at the powers of w. And an interpolation on coset j finds, from the values of f there,
//!
//! > r_j,k = sum_m f_(k + m L) (s_j^L)^m,
//!
//! so that the coefficients f_(k + m L) are the solution of a Vandermonde system in the s_j^L, whose inverse matrix belongs to the grid.

use super::butterfly::MOST;
use super::ntt::ReadRow;
use super::steps::unrolled;
use crate::arith::field::Field;

/// Coefficient `k` < `len` of f(s x) folded: `f` reads the `n` coefficients of f, and `powers` the powers of s.
#[inline(always)]
pub fn folded<F: Field, C: ReadRow<F::Elem>, P: ReadRow<F::Elem>>(
    field: &F,
    (f, n): (&C, u32),
    powers: &P,
    k: u32,
    len: u32,
) -> F::Elem {
    let mut sum = field.zero();
    let mut i = k;
    while i < n {
        sum = field.add(sum, field.mul(f.read(i), powers.read(i)));
        i += len;
    }
    sum
}

/// [`folded`] for the elements of a butterfly: `base` + k `m` < `len`, k < `R`.
#[inline(always)]
pub fn folded_elements<F: Field, C: ReadRow<F::Elem>, P: ReadRow<F::Elem>, const R: u32>(
    field: &F,
    (f, n): (&C, u32),
    powers: &P,
    (base, m): (u32, u32),
    len: u32,
) -> [F::Elem; MOST] {
    // All are on their way before the first is there.
    let mut sums = [field.zero(); MOST];
    unrolled::<R>(|k| {
        let i = base + k as u32 * m;
        if i < n {
            sums[k] = f.read(i);
        }
    });
    unrolled::<R>(|k| {
        let i = base + k as u32 * m;
        if i < n {
            sums[k] = field.mul(sums[k], powers.read(i));
        }
    });
    let mut first = base + len;
    while first < n {
        unrolled::<R>(|k| {
            let i = first + k as u32 * m;
            if i < n {
                sums[k] = field.add(sums[k], field.mul(f.read(i), powers.read(i)));
            }
        });
        first += len;
    }
    sums
}

/// [`folded_elements`] of n <= len / 2 coefficients: those with k < R / 2, all others are 0.
#[inline(always)]
pub fn lower_elements<F: Field, C: ReadRow<F::Elem>, P: ReadRow<F::Elem>, const R: u32>(
    field: &F,
    (f, n): (&C, u32),
    powers: &P,
    (base, m): (u32, u32),
) -> [F::Elem; MOST] {
    let mut scaled = [field.zero(); MOST];
    let below = |k: usize| {
        let i = base + k as u32 * m;
        (2 * (k as u32) < R && i < n).then_some(i)
    };
    unrolled::<R>(|k| {
        if let Some(i) = below(k) {
            scaled[k] = f.read(i);
        }
    });
    unrolled::<R>(|k| {
        if let Some(i) = below(k) {
            scaled[k] = field.mul(scaled[k], powers.read(i));
        }
    });
    scaled
}

/// Coefficient k + m len of f: `row` reads row m of the inverse matrix, and `found(j)` is r_j,k, for j < `cosets`.
#[inline(always)]
pub fn unmixed<F: Field, M: ReadRow<F::Elem>>(
    field: &F,
    row: &M,
    found: impl Fn(u32) -> F::Elem,
    cosets: u32,
) -> F::Elem {
    let mut sum = field.zero();
    for j in 0..cosets {
        sum = field.add(sum, field.mul(row.read(j), found(j)));
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arith::{Mont31, prime};

    fn value(m: &Mont31, f: &[u32], x: u32) -> u32 {
        f.iter().rev().fold(0, |sum, &c| m.add(m.mul(sum, x), c))
    }

    #[test]
    fn folding_keeps_the_values_on_the_coset() {
        let m = Mont31::new((1..).map(|k| 60 * k + 1).find(|&p| p > 1 << 30 && prime::is_prime(p)).unwrap()).unwrap();
        let s = m.enter(12_345);
        for len in [1, 2, 5, 12, 60] {
            let w = prime::root_of_unity(&m, len).unwrap();
            for n in [0, 1, len - 1, len, len + 1, 3 * len + 2] {
                let f: Vec<u32> = (0..n).map(|i| m.enter(i * i + 3)).collect();
                let powers: Vec<u32> = (0..n).map(|i| m.pow(s, i)).collect();
                let short: Vec<u32> = (0..len).map(|k| folded(&m, (&&f[..], n), &&powers[..], k, len)).collect();
                for i in 0..len {
                    let x = m.pow(w, i);
                    assert_eq!(value(&m, &short, x), value(&m, &f, m.mul(s, x)), "{n} coefficients, length {len}");
                }
            }
        }
    }

    #[test]
    fn unmixing_undoes_the_cosets() {
        let m = Mont31::new(1_000_003).unwrap();
        // Two cosets with t_j = s_j^L: the inverse of ((1, t_0), (1, t_1)) is ((t_1, -t_0), (-1, 1)) / (t_1 - t_0).
        let t = [m.enter(5), m.enter(77)];
        let inverse = m.inverse(m.sub(t[1], t[0]));
        let matrix = [[t[1], m.neg(t[0])], [m.neg(m.one()), m.one()]].map(|row| row.map(|x| m.mul(x, inverse)));
        let f = [m.enter(123), m.enter(456)];
        let found = |j: u32| m.add(f[0], m.mul(t[j as usize], f[1]));
        assert_eq!([0, 1].map(|k: usize| unmixed(&m, &&matrix[k][..], found, 2)), f);
    }
}
