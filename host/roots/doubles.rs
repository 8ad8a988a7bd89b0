//! A polynomial on an interval in doubles: a small part of the work that more bits take.

use super::isolate::Interval;
use super::local::Local;
use rug::{Float, Integer};

/// Half of the distance from 1 to the next double.
const UNIT: f64 = f64::EPSILON / 2.0;

/// What is smaller than the sum of all terms by this factor is left out.
const NEGLIGIBLE: f64 = 1e-24;

/// A polynomial f.
pub struct Doubles {
    /// k, m and e for f_k = m 2^e other than 0, 1/2 <= |m| <= 1, ascending.
    terms: Vec<(usize, f64, i64)>,
}

/// f(a + w x), up to a positive factor.
pub struct InDoubles {
    pub coefficients: Vec<f64>,
    /// More than the sum of the errors of all coefficients.
    pub error: f64,
}

impl Doubles {
    pub fn of(f: &[Integer]) -> Self {
        let term = |(k, c): (usize, &Integer)| {
            let (m, e) = c.to_f64_exp();
            (m != 0.0).then_some((k, m, i64::from(e)))
        };
        Doubles { terms: f.iter().enumerate().filter_map(term).collect() }
    }

    /// f on an interval from a >= 0 to b = a + w > 0, with about 1 for the largest of the numbers F_k = f_k b^k.
    ///
    /// It is F(a/b + w/b x). Let u be 2^-53 and s be the sum of all |F_k|. GMP cuts c = b / 2^t and f_k off, each by 2 u, and a product adds u: F_k is
    /// within (3 k + 3) u of its number. Horner's rule multiplies by a/b + w/b x, whose coefficients are within 3 u and add up to 1, and each of n steps adds 3 u at
    /// most. So errors add up to less than (3 n + 3) s u and 6 n s u, and 15 s u are left for products of errors.
    /// What is left out at the end of higher degree grows no more either.
    pub fn on(&self, Interval { lower, upper, scale }: &Interval) -> InDoubles {
        let terms = self.scaled(upper, *scale);
        let sum: f64 = terms.iter().map(|(_, term)| term.abs()).sum();
        let place = |m: &Integer| (Float::with_val(53, m) / Float::with_val(53, upper)).to_f64();
        let [a, w] = [place(lower), place(&Integer::from(upper - lower))];
        let least = NEGLIGIBLE * sum;
        let mut left_out = 0.0;
        let (mut c, mut next): (Vec<f64>, Vec<f64>) = (Vec::new(), Vec::new());
        let mut terms = terms.into_iter().rev().peekable();
        let degree = terms.peek().map_or(0, |(k, _)| *k);
        for k in (0..=degree).rev() {
            next.clear();
            next.extend(c.first().map(|first| a * first));
            next.extend(c.windows(2).map(|pair| a * pair[1] + w * pair[0]));
            next.extend(c.last().map(|last| w * last));
            if let Some((_, term)) = terms.next_if(|(at, _)| *at == k) {
                match next.first_mut() {
                    Some(first) => *first += term,
                    None => next.push(term),
                }
            }
            while let Some(last) = next.pop_if(|last| last.abs() < least) {
                left_out += last.abs();
            }
            std::mem::swap(&mut c, &mut next);
        }
        InDoubles { coefficients: c, error: 9.0 * (degree as f64 + 2.0) * UNIT * sum + 2.0 * left_out }
    }

    /// k and F_k over a power of 2, the largest one from 1/4 to 1; those below 2^-200 are left out, which changes sums by far less than their rounding.
    fn scaled(&self, b: &Integer, scale: i64) -> Vec<(usize, f64)> {
        // b = c 2^t and c^k = power 2^exponent.
        let (c, t) = b.to_f64_exp();
        let t = i64::from(t) - scale;
        let (mut power, mut exponent, mut at) = (1.0, 0i64, 0);
        let mut terms = Vec::with_capacity(self.terms.len());
        for &(k, m, e) in &self.terms {
            while at < k {
                power *= c;
                at += 1;
                if power < 0.5 {
                    power *= 2.0;
                    exponent -= 1;
                }
            }
            terms.push((k, m * power, e + exponent + t * k as i64));
        }
        let largest = terms.iter().map(|(_, _, e)| *e).max().unwrap_or(0);
        let of = |(k, m, e): (usize, f64, i64)| (e + 200 > largest).then(|| (k, m * 2f64.powi((e - largest) as i32)));
        terms.into_iter().filter_map(of).collect()
    }
}

impl InDoubles {
    fn largest(&self) -> f64 {
        self.coefficients.iter().fold(0.0, |largest, c| largest.max(c.abs()))
    }

    /// The largest coefficient over errors.
    pub fn accuracy(&self) -> f64 {
        self.largest() / self.error
    }

    /// Bits by which the largest coefficient is below 1; `None` where errors hide it.
    pub fn lost(&self) -> Option<u32> {
        (self.accuracy() > 16.0).then(|| (-self.largest().log2()).max(0.0).ceil() as u32)
    }
}

impl From<&InDoubles> for Local {
    /// In units of 2^-80: below the errors of doubles.
    fn from(of: &InDoubles) -> Self {
        let unit = 2f64.powi(80);
        let integer = |c: &f64| Integer::from_f64(c * unit).unwrap_or_default();
        let numbers: Vec<Integer> = of.coefficients.iter().map(integer).collect();
        Local::new(&numbers, (of.error * unit).ceil() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::poly::UnivariatePolynomial;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};
    use rug::Rational;

    /// Each coefficient is that of the composition with a line, but for errors: up to one factor, a power of 2.
    #[test]
    fn errors_are_bounded() {
        let mut rng = StdRng::seed_from_u64(1);
        for (degree, bits) in [(1, 10), (4, 3), (40, 1), (40, 200), (150, 30), (300, 5)] {
            for scale in [-3i64, 0, 5, 40] {
                let f: Vec<Integer> = (0..=degree)
                    .map(|k| (Integer::from(rng.random_range(-9..=9)) << rng.random_range(0..bits)) + u32::from(k == 0))
                    .collect();
                let [lower, width] = [rng.random_range(0..1000), rng.random_range(1..900)].map(Integer::from);
                let upper = Integer::from(&lower + &width);
                let exact = UnivariatePolynomial::new(f.clone());
                let line = UnivariatePolynomial::new([lower.clone(), width]);
                // f over 2^scale: c_k (l + w x)^k 2^(scale (n - k)), or a positive power of 2 besides.
                let power = |k: usize| if scale >= 0 { scale as usize * (degree - k) } else { -scale as usize * k };
                let composed =
                    exact.coefficients().iter().enumerate().rev().fold(
                        UnivariatePolynomial::new([Integer::new()]),
                        |sum, (k, c)| {
                            sum * line.clone() + UnivariatePolynomial::new([Integer::from(c << power(k) as u32)])
                        },
                    );
                let found = Doubles::of(&f).on(&Interval { lower, upper: upper.clone(), scale });
                // The factor, from the largest f_k b^k.
                let sizes = exact.coefficients().iter().enumerate().filter(|(_, c)| !c.is_zero());
                let top = sizes.map(|(k, c)| {
                    let b = Rational::from((upper.clone(), 1)) >> scale as i32;
                    let size = (0..k).fold(Rational::from(c.abs_ref()), |size, _| size * &b);
                    Float::with_val(60, size).get_exp().unwrap()
                });
                let top = top.max().unwrap();
                let whole = if scale >= 0 { scale as i32 * degree as i32 } else { 0 };
                let close = (top - 1..=top + 2).any(|top| {
                    let mut errors = 0.0;
                    for k in 0..=degree {
                        let none = Integer::new();
                        let c = composed.coefficients().get(k).unwrap_or(&none);
                        let value = (Float::with_val(200, c) >> whole) >> top;
                        errors += (value - found.coefficients.get(k).copied().unwrap_or(0.0)).abs().to_f64();
                    }
                    errors <= found.error
                });
                assert!(close, "{degree} {bits} {scale}");
                assert!(found.error < 1e-9);
            }
        }
    }
}
