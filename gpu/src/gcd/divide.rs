//! Exact division by the schoolbook method.

use crate::arith::field::Field;
use crate::memory::Row;
use crate::team::Team;

/// f / h for deg f <= `n`, deg h = `d` <= n, in place: the quotient's coefficient k is f\[d + k\] afterwards, the remainder's f\[i\],
/// i < d. `inverse` is 1 / lc(h); h is destroyed.
///
/// Two quotient coefficients in one pass over h. Returns the lanes whose remainder is not 0. O(d (n - d)) element steps of two
/// products and one reduction. Every thread of the team returns the same value.
#[inline(always)]
pub fn divide<F: Field, R: Row<F::Elem>, T: Team>(
    field: &F,
    team: T,
    f: &mut R,
    n: u32,
    h: &mut R,
    d: u32,
    inverse: F::Elem,
) -> u32 {
    // h becomes monic: f = (f / (h / lc)) h / lc.
    let mut i = team.rank();
    while i < d {
        h.set(i, field.mul(inverse, h.get(i)));
        i += team.size();
    }
    team.sync();
    let one = field.one();
    let mut top = n;
    while d > 0 && top > d && !team.is_stopped() {
        let minus_q1 = field.neg(f.get(top));
        let minus_q0 = field.dot2(minus_q1, field.neg(h.get(d - 1)), field.neg(one), f.get(top - 1));
        let shift = top - 1 - d;
        let mut j = team.rank();
        while j < d {
            let low = if j == 0 { field.zero() } else { h.get(j - 1) };
            let i = shift + j;
            f.set(i, field.dot3(one, f.get(i), minus_q1, low, minus_q0, h.get(j)));
            j += team.size();
        }
        team.sync();
        // All threads have read the element at top - 1.
        if team.rank() == 0 {
            f.set(top - 1, field.neg(minus_q0));
        }
        team.passed(d);
        top -= 2;
    }
    if d > 0 && top == d {
        let minus_q = field.neg(f.get(top));
        let mut j = team.rank();
        while j < d {
            f.set(j, field.dot2(one, f.get(j), minus_q, h.get(j)));
            j += team.size();
        }
    }
    team.sync();
    let mut i = d + team.rank();
    while i <= n {
        f.set(i, field.mul(inverse, f.get(i)));
        i += team.size();
    }
    let mut off = 0;
    for i in 0..d {
        off |= !field.zeros(f.get(i)) & F::ALL;
    }
    team.sync();
    off
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arith::Mont31;
    use crate::team::Solo;

    #[test]
    fn quotients_and_remainders() {
        let field = Mont31::new(1_000_003).unwrap();
        for d in 0..6u32 {
            for n in d..12 {
                let h: Vec<u32> = (0..=d).map(|i| field.enter(7 * i + 3)).collect();
                let quotient: Vec<u32> = (0..=n - d).map(|i| field.enter(i * i + 5)).collect();
                let mut f = vec![0; n as usize + 1];
                for (i, &a) in h.iter().enumerate() {
                    for (j, &b) in quotient.iter().enumerate() {
                        f[i + j] = field.add(f[i + j], field.mul(a, b));
                    }
                }
                let run = |f: &[u32]| {
                    let (mut f, mut h) = (f.to_vec(), h.clone());
                    let inverse = field.inverse(h[d as usize]);
                    let off = divide(&field, Solo, &mut &mut f[..], n, &mut &mut h[..], d, inverse);
                    (f, off)
                };
                let (result, off) = run(&f);
                assert_eq!((&result[d as usize..], off), (&quotient[..], 0), "{n} {d}");
                if d > 0 {
                    let other = field.add(f[d as usize - 1], 1);
                    f[d as usize - 1] = other;
                    let (result, off) = run(&f);
                    assert_eq!(off, 1);
                    assert_eq!(&result[d as usize..], &quotient[..]);
                    assert_eq!(result[d as usize - 1], 1);
                }
            }
        }
    }
}
