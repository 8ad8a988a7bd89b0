//! Resultants of two polynomials over a finite field, constant terms first, for the degrees that their lengths say: the determinant of Sylvester's matrix of
//! that size, also where leading coefficients are 0.
//!
//! With deg f = m' < m and deg g = n: res_(m,n)(f, g) = (-1)^(n (m - m')) lc(g)^(m - m') res_(m',n)(f, g); with deg g = n' < n and deg f = m:
//! res_(m,n)(f, g) = lc(f)^(n - n') res_(m,n')(f, g); where both are lower it is 0.

use super::arithmetic::Arithmetic;
use super::dense::trim;
use crate::control::Control;
use crate::error::Result;

/// Quotients of more terms are found with an inverse; shorter ones by products alone, which take less.
const LONG: usize = 6;

/// Products between two looks at the control.
const LOOK: usize = 1 << 20;

/// A fraction, or 0 at once.
struct Value<K: Arithmetic> {
    field: K,
    numerator: K::Elem,
    denominator: K::Elem,
}

impl<K: Arithmetic> Value<K> {
    /// Times -1 to the power m n.
    fn swapped(&mut self, m: usize, n: usize) {
        if m & n & 1 != 0 {
            self.numerator = self.field.sub(self.field.zero(), self.numerator);
        }
    }

    /// Times x^e.
    fn times(&mut self, x: K::Elem, e: usize) {
        self.numerator = self.field.mul(self.numerator, self.field.pow(x, e as u64));
    }

    /// Over x^e.
    fn over(&mut self, x: K::Elem, e: usize) {
        self.denominator = self.field.mul(self.denominator, self.field.pow(x, e as u64));
    }

    fn quotient(self) -> K::Elem {
        match self.denominator == self.field.one() {
            true => self.numerator,
            false => self.field.mul(self.numerator, self.field.inverse(self.denominator)),
        }
    }
}

/// res(f, g) by the Euclidean algorithm. O(m n) products for degrees m and n, and one inverse; one more for each quotient of more than some terms.
///
/// # Errors
/// `Cancelled`.
pub(crate) fn resultant<K: Arithmetic>(
    field: K,
    (mut f, mut g): (Vec<K::Elem>, Vec<K::Elem>),
    control: &Control,
) -> Result<K::Elem> {
    let mut value = Value { field, numerator: field.one(), denominator: field.one() };
    let mut since = 0;
    loop {
        let (formal_m, formal_n) = (f.len().saturating_sub(1), g.len().saturating_sub(1));
        trim(&mut f);
        trim(&mut g);
        let (Some(&lead_f), Some(&lead_g)) = (f.last(), g.last()) else {
            // res(0, g) is g^0 for degree 0 of g only where the degree of 0 is 0 as well; else a power of g, which is a number, or 0.
            let (other, own, degree) = if f.is_empty() { (&g, formal_m, formal_n) } else { (&f, formal_n, formal_m) };
            let of_number = other.last().copied().filter(|_| degree == 0 && other.len() == 1);
            return Ok(match of_number {
                _ if own == 0 && degree == 0 => field.one(),
                Some(number) => {
                    value.times(number, own);
                    value.quotient()
                }
                None => field.zero(),
            });
        };
        let (m, n) = (f.len() - 1, g.len() - 1);
        if m < formal_m && n < formal_n {
            return Ok(field.zero());
        }
        value.times(lead_g, formal_m - m);
        value.swapped(n, formal_m - m);
        value.times(lead_f, formal_n - n);
        if m < n {
            value.swapped(m, n);
            std::mem::swap(&mut f, &mut g);
            continue;
        }
        if n == 0 {
            value.times(lead_g, m);
            return Ok(value.quotient());
        }
        since += (m - n + 1) * n;
        if since >= LOOK {
            control.check()?;
            since = 0;
        }
        // res(f, g) = (-1)^(m n) res(g, f), and that is lc(g)^(m - k) res(g, r) for the remainder r of degree k < n, here taken as n - 1.
        value.swapped(m, n);
        value.times(lead_g, m + 1 - n);
        let quotient = m - n + 1;
        if quotient > LONG {
            let inverse = field.inverse(lead_g);
            for off in (0..quotient).rev() {
                let factor = field.mul(f[off + n], inverse);
                f[off..off + n].iter_mut().zip(&g).for_each(|(x, &y)| *x = field.sub(*x, field.mul(factor, y)));
            }
        } else {
            for off in (0..quotient).rev() {
                let top = f[off + n];
                let (low, high) = f[..off + n].split_at_mut(off);
                low.iter_mut().for_each(|x| *x = field.mul(*x, lead_g));
                let step = |(x, &y): (&mut K::Elem, &K::Elem)| *x = field.sub(field.mul(*x, lead_g), field.mul(top, y));
                high.iter_mut().zip(&g).for_each(step);
            }
            // The rest is lc(g)^quotient r, and res(g, c r) = c^n res(g, r).
            value.over(lead_g, quotient * n);
        }
        f.truncate(n);
        std::mem::swap(&mut f, &mut g);
    }
}

/// The same by another way, for checks: the determinant of Bezout's matrix of g and the remainder of f by it, n rows for the lower degree n. O(m n + n^3) products.
///
/// # Errors
/// `Cancelled`.
pub(crate) fn by_bezout<K: Arithmetic>(
    field: K,
    (mut f, mut g): (Vec<K::Elem>, Vec<K::Elem>),
    control: &Control,
) -> Result<K::Elem> {
    let (formal_m, formal_n) = (f.len() - 1, g.len() - 1);
    trim(&mut f);
    trim(&mut g);
    let (Some(&lead_f), Some(&lead_g)) = (f.last(), g.last()) else {
        f.resize(formal_m + 1, field.zero());
        g.resize(formal_n + 1, field.zero());
        return resultant(field, (f, g), control);
    };
    let (m, n) = (f.len() - 1, g.len() - 1);
    if m < formal_m && n < formal_n {
        return Ok(field.zero());
    }
    let mut value = Value { field, numerator: field.one(), denominator: field.one() };
    value.times(lead_g, formal_m - m);
    value.swapped(n, formal_m - m);
    value.times(lead_f, formal_n - n);
    if m < n {
        value.swapped(m, n);
        std::mem::swap(&mut f, &mut g);
    }
    let (m, n, lead) = (m.max(n), m.min(n), g[g.len() - 1]);
    let (_, mut rest) = super::dense::divided(field, f, &g, control)?;
    rest.resize(n + 1, field.zero());
    // (g(x) r(y) - g(y) r(x)) / (x - y) = sum B_ij x^i y^j.
    let mut matrix = vec![field.zero(); n * n];
    for i in (0..n).rev() {
        for j in 0..n {
            let of = |a: usize, b: usize| field.sub(field.mul(g[a], rest[b]), field.mul(g[b], rest[a]));
            // B_ij = (coefficient of x^(i+1) y^j) + B_(i+1)(j-1).
            let above = if i + 1 < n && j > 0 { matrix[(i + 1) * n + j - 1] } else { field.zero() };
            matrix[i * n + j] = field.add(of(i + 1, j), above);
        }
    }
    let determinant = super::determinants::determinant(field, n, matrix, control)?;
    // det B = (-1)^(n (n - 1) / 2) res_(n,n)(g, r), and res_(n,n)(g, r) = lc(g) res_(n,n-1)(g, r).
    value.times(determinant, 1);
    value.times(lead, m - n);
    value.swapped(m, n);
    value.swapped(1, usize::from(n % 4 > 1));
    Ok(value.quotient())
}

#[cfg(test)]
mod tests {
    use super::super::tables::{Tabled, Tables};
    use super::super::words::{Words, words};
    use super::*;
    use crate::plan::prime61::Prime61;
    use gpu::arith::MontWords;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};
    use rug::Integer;

    /// By definition.
    fn sylvester<K: Arithmetic>(field: K, f: &[K::Elem], g: &[K::Elem]) -> K::Elem {
        let (m, n) = (f.len() - 1, g.len() - 1);
        let size = m + n;
        let mut matrix = vec![field.zero(); size * size];
        for (row, (h, shift)) in (0..n).map(|i| (f, i)).chain((0..m).map(|i| (g, i))).enumerate() {
            h.iter().rev().enumerate().for_each(|(k, &c)| matrix[row * size + shift + k] = c);
        }
        super::super::determinants::determinant(field, size, matrix, &Control::default()).unwrap()
    }

    fn check<K: Arithmetic>(field: K, rng: &mut StdRng) {
        let control = Control::default();
        for round in 0..400 {
            let mut random = |most: usize| {
                let length = rng.random_range(1..most);
                let zeros = [0.0, 0.3, 0.8][round % 3];
                let element = |_| if rng.random_bool(zeros) { field.zero() } else { field.nonzero(rng) };
                (0..length).map(element).collect::<Vec<_>>()
            };
            let (mut f, mut g) = (random(14), random(9));
            if round % 5 == 0 {
                let common = random(4);
                (f, g) = (field.multiply(&f, &common), field.multiply(&g, &common));
            }
            let expected = sylvester(field, &f, &g);
            assert_eq!(resultant(field, (f.clone(), g.clone()), &control).unwrap(), expected, "{f:?} {g:?}");
            assert_eq!(resultant(field, (g.clone(), f.clone()), &control).unwrap(), sylvester(field, &g, &f));
            assert_eq!(by_bezout(field, (f.clone(), g.clone()), &control).unwrap(), expected, "{f:?} {g:?}");
        }
    }

    /// Gaps, common factors and leading coefficients that are 0, in fields of all kinds.
    #[test]
    fn both_are_determinants_of_sylvester() {
        let mut rng = StdRng::seed_from_u64(3);
        for p in [3, 7, 2_147_483_629, (1 << 61) - 1] {
            check(Prime61::new(p), &mut rng);
        }
        check(Tabled(&Tables::new(2, 3)), &mut rng);
        check(Tabled(&Tables::new(3, 5)), &mut rng);
        let p = (Integer::from(1) << 254u32).next_prime();
        check(Words(&MontWords::<4>::new(words(&p)).unwrap()), &mut rng);
    }
}
