//! Quotients by eliminating leading coefficients, and products with the short polynomials that come of them: what half-gcd on the host does
//! to slices. Its recursion, vectors and threads are the host's.
//!
//! Polynomials are slices with the constant term first. Steps are division-free: one that takes off e leading coefficients of x multiplies it by l^e, l the leading
//! coefficient of y, and by nothing else, which resultants rely on.
//!
//! Loops are `for` loops: closures that functions of the standard library call may not become a part of a task that is compiled for a bundle's instructions, and call
//! each of these as a function then.

use crate::arith::field::Field;
use crate::resultant::remainder::PairStep;

/// How many coefficients `f` has without leading ones that are 0 in every lane that is not off. Lanes where the leading one that stays is 0
/// are off.
#[inline(always)]
pub fn trimmed<F: Field>(field: &F, f: &[F::Elem], off: &mut u32) -> usize {
    let mut len = f.len();
    while len > 0 {
        let zeros = field.zeros(f[len - 1]) | *off;
        if zeros != F::ALL {
            *off = zeros;
            break;
        }
        len -= 1;
    }
    len
}

/// A step x <- scale x + high z^shift y + low z^(shift - 1) y, shift <= 1, which eliminates one or two leading coefficients of x.
#[derive(Clone, Copy)]
pub struct Elimination<E> {
    factors: (E, E, E),
    shift: usize,
    /// Leading coefficients that are 0 afterwards.
    pub eliminated: usize,
}

impl<E: Copy> Elimination<E> {
    /// The step for x of the degree of y, which is not empty, or one degree more: two coefficients where both have them. Degrees are formal:
    /// coefficients of x that happen to vanish take a factor 0.
    #[inline(always)]
    pub fn new<F: Field<Elem = E>>(field: &F, x: &[E], y: &[E]) -> Self {
        let (m, n) = (x.len(), y.len());
        let shift = m - n;
        if shift > 0 && n > 1 {
            let factors = PairStep::new(field, y[n - 1], y[n - 2], x[m - 1], x[m - 2]).factors();
            return Elimination { factors, shift, eliminated: 2 };
        }
        Elimination { factors: (y[n - 1], field.neg(x[m - 1]), field.zero()), shift, eliminated: 1 }
    }

    /// How many coefficients `x` needs for a step with `y`: a row that the step takes may become longer.
    #[inline(always)]
    pub fn row_len(&self, x: &[E], y: &[E]) -> usize {
        if y.is_empty() { x.len() } else { x.len().max(y.len() + self.shift) }
    }

    /// The step on `x`, which has at least [`Elimination::row_len`] coefficients. One product and one reduction of a sum of up to three for
    /// each.
    #[inline(always)]
    pub fn apply<F: Field<Elem = E>>(&self, field: &F, x: &mut [E], y: &[E]) {
        let (scale, high, low) = self.factors;
        let mut rest = x;
        if self.shift > 0
            && let Some((x, others)) = core::mem::take(&mut rest).split_first_mut()
        {
            *x = field.dot2(scale, *x, low, y.first().copied().unwrap_or(field.zero()));
            rest = others;
        }
        // Here element i is coefficient shift + i of x.
        let near = y.iter().skip(1).copied().chain(core::iter::repeat(field.zero()));
        let count = y.len().min(rest.len());
        let (reached, beyond) = rest.split_at_mut(count);
        for ((x, &far), near) in reached.iter_mut().zip(y).zip(near) {
            *x = field.dot3(scale, *x, high, far, low, near);
        }
        for x in beyond {
            *x = field.mul(scale, *x);
        }
    }
}

/// x <- l^e x + q y, l the leading coefficient of y: leaves in the coefficients of x below the leading one of y a remainder, in the
/// `quotient` of x.len() - y.len() + 1 = e coefficients q, and returns l^e. x is not shorter than y, which is not empty.
///
/// A step takes the coefficients of x that it reaches; powers of l are kept aside for those below until one does, and for those of q until
/// the end. So O(x.len() + e y.len()) element steps. Where it `is_stopped` nothing means anything.
#[inline(always)]
pub fn pseudo_divide<F: Field>(
    field: &F,
    x: &mut [F::Elem],
    y: &[F::Elem],
    quotient: &mut [F::Elem],
    is_stopped: impl Fn() -> bool,
) -> F::Elem {
    let (mut m, n) = (x.len(), y.len());
    let lead = y[n - 1];
    // The steps that coefficients below number `reached` lack.
    let (mut power, mut reached) = (field.one(), m);
    while m >= n && !is_stopped() {
        let shift = m - n;
        let from = shift.saturating_sub(1);
        if reached < m {
            for x in &mut x[from..reached] {
                *x = field.mul(power, *x);
            }
        }
        reached = from;
        let step = Elimination::new(field, &x[from..m], y);
        step.apply(field, &mut x[from..m], y);
        let (scale, high, low) = step.factors;
        power = field.mul(power, scale);
        quotient[shift] = high;
        if shift > 0 {
            quotient[from] = low;
        }
        m -= step.eliminated;
    }
    // A step's coefficients of q take the factors of all steps behind it: the last one first.
    let together = if n > 1 { 2 } else { 1 };
    let (last, others) = quotient.split_at_mut(quotient.len() % together);
    let scale = if n > 1 { field.mul(lead, lead) } else { lead };
    let mut behind = if last.is_empty() { field.one() } else { lead };
    for coefficients in others.chunks_mut(together) {
        for q in coefficients {
            *q = field.mul(behind, *q);
        }
        behind = field.mul(behind, scale);
    }
    behind
}

/// out <- out + m f, without what is above the coefficients of `out`. Two coefficients of `m` in one pass.
#[inline(always)]
pub fn add_product<F: Field>(field: &F, out: &mut [F::Elem], m: &[F::Elem], f: &[F::Elem]) {
    for (j, pair) in m.chunks(2).enumerate() {
        let (low, high) = (pair[0], pair.get(1).copied().unwrap_or(field.zero()));
        let mut before = field.zero();
        for (x, &c) in out.iter_mut().skip(2 * j).zip(f.iter().chain(core::iter::once(&field.zero()))) {
            *x = field.dot3(field.one(), *x, low, c, high, before);
            before = c;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arith::{Bundle, Mont31, Mont31x4};

    const P: u32 = 1_000_003;

    fn field() -> Mont31 {
        Mont31::new(P).unwrap()
    }

    fn random(seed: u32, len: usize) -> Vec<u32> {
        (1..=len as u32).map(|i| field().enter((seed + i).wrapping_mul(2_654_435_761) >> 3)).collect()
    }

    fn product(f: &[u32], g: &[u32]) -> Vec<u32> {
        let mut out = vec![0; (f.len() + g.len()).saturating_sub(1)];
        for (i, &a) in f.iter().enumerate() {
            for (j, &b) in g.iter().enumerate() {
                out[i + j] = field().add(out[i + j], field().mul(a, b));
            }
        }
        out
    }

    #[test]
    fn products_of_any_length() {
        for m in 0..6 {
            for n in [0, 1, 2, 7] {
                let (f, g, before) = (random(1, m), random(2, n), random(3, 15));
                for len in 0..=15 {
                    let mut out = before[..len].to_vec();
                    add_product(&field(), &mut out, &f, &g);
                    let exact = product(&f, &g);
                    let expected = |i: usize| {
                        let added = if m > 0 && n > 0 { exact.get(i).copied().unwrap_or(0) } else { 0 };
                        field().add(before[i], added)
                    };
                    assert_eq!(out, (0..len).map(expected).collect::<Vec<_>>(), "{m} by {n} coefficients to {len}");
                }
            }
        }
    }

    /// The leading coefficients vanish, and x becomes a combination of x and y with the factors that the rows show.
    #[test]
    fn eliminations_are_combinations() {
        let field = field();
        for (m, n) in [(1, 1), (2, 1), (3, 3), (4, 3), (9, 8), (3, 2)] {
            let (x, y) = (random(4, m), random(5, n));
            let step = Elimination::new(&field, &x, &y);
            assert_eq!(step.eliminated, if m > n && n > 1 { 2 } else { 1 });
            let mut after = x.clone();
            assert_eq!(step.row_len(&x, &y), m);
            step.apply(&field, &mut after, &y);
            assert!(after[m - step.eliminated..].iter().all(|&c| c == 0));
            // Rows (1, 0) and (0, 1): what becomes of x, in terms of both.
            let (one, none) = ([field.one()], []);
            let mut rows = [vec![field.one()], Vec::new()];
            for (row, of_y) in rows.iter_mut().zip([&none[..], &one[..]]) {
                row.resize(step.row_len(row, of_y), 0);
                step.apply(&field, row, of_y);
            }
            let mut combined = vec![0; m];
            add_product(&field, &mut combined, &rows[0], &x);
            add_product(&field, &mut combined, &rows[1], &y);
            assert_eq!(combined, after, "{m} and {n} coefficients");
        }
    }

    /// Step by step, every step on everything, and as a combination of x and y.
    #[test]
    fn divisions_are_their_steps() {
        let field = field();
        for n in 1..8 {
            for m in n..n + 12 {
                let (x, y) = (random(4, m), random(5, n));
                let mut expected = x.clone();
                let mut scale = field.one();
                for top in (n - 1..m).rev() {
                    let (lead, first) = (y[n - 1], expected[top]);
                    expected.iter_mut().for_each(|c| *c = field.mul(lead, *c));
                    for (i, &c) in y.iter().enumerate() {
                        let to = &mut expected[top + 1 - n + i];
                        *to = field.sub(*to, field.mul(first, c));
                    }
                    scale = field.mul(scale, lead);
                }
                let (mut rest, mut quotient) = (x.clone(), vec![7; m - n + 1]);
                assert_eq!(pseudo_divide(&field, &mut rest, &y, &mut quotient, || false), scale, "{m} by {n}");
                assert_eq!(rest[..n - 1], expected[..n - 1], "{m} by {n}");
                let mut combined = vec![0; m];
                add_product(&field, &mut combined, &[scale], &x);
                add_product(&field, &mut combined, &quotient, &y);
                assert_eq!(combined, expected, "{m} by {n}");
            }
        }
    }

    #[test]
    fn trimming_follows_the_lanes_that_are_not_off() {
        let primes = [P, 65_537, 97, 101].map(|p| Mont31::new(p).unwrap());
        let field = Mont31x4::from_primes(&primes).unwrap();
        let (zero, one) = (field.zero(), field.one());
        let some = field.select(0b0110, one, zero);
        for (f, off, expected) in [
            (&[one, some, zero][..], 0, (2, 0b1001)),
            (&[one, some, zero], 0b0110, (1, 0b0110)),
            (&[zero, zero], 0, (0, 0)),
            (&[], 0b0001, (0, 0b0001)),
        ] {
            let mut after = off;
            assert_eq!((trimmed(&field, f, &mut after), after), expected);
        }
    }
}
