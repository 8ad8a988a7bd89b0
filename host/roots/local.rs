//! A polynomial on an interval, with as many bits as signs need.

use super::isolate::Interval;
use super::rows::Rows;
use crate::alone;
use crate::error::Result;
use crate::poly::kronecker;
use rug::ops::Pow;
use rug::{Float, Integer};

/// Coefficients up to which Horner's rule is taken: a guess, of the order at which products of polynomials take as long.
const BY_HORNER: usize = 16;

/// Terms up to which each is expanded by itself: a guess.
const BY_TERMS: usize = 16;

/// Coefficients from which on halves are expanded anew: of 2000 coefficients with 250 bits either way takes about 10 ms.
const BY_HALVES: usize = 2000;

/// The same, for each term of f: by few terms it is faster.
const BY_HALVES_A_TERM: usize = 128;

/// f(a + w x), up to a positive factor: each coefficient is within `error` of its row, and those without a row are within it of 0.
#[derive(Debug, Clone)]
pub struct Local {
    pub rows: Rows,
    pub error: u64,
    /// Coefficients from which on halves are expanded anew.
    most: usize,
}

impl Local {
    /// f on an interval from a >= 0 to b = a + w > 0, with `bits` bits for the largest of the numbers f_k b^k.
    ///
    /// It is F(a' + w' x) for F(x) = f(b x), a' = a/b and w' = w/b. Since a' + w' <= 1, the sum of the coefficients of
    /// (a' + w' x)^k is at most 1, and an error e in each F_k is at most e sum_k 1 in all of them. Numbers are multiples of a unit u, the
    /// last bit of F_k, and those of powers have 2 log2 n + 8 bits more, so that their errors, n units of them, change sums of n products by less than a 16th of u.
    /// An F_k is within 2 u of its number, and each of at most n steps adds u or less; so does each of a few terms that is expanded by itself.
    ///
    /// # Errors
    /// Of `look`, which is called every few milliseconds.
    pub fn of(f: &[Integer], interval: &Interval, bits: u32, look: &(impl Fn() -> Result<()> + Sync)) -> Result<Self> {
        let Interval { lower, upper, .. } = interval;
        let count = f.len() as u64;
        let precision = bits + 2 * (u64::BITS - count.leading_zeros()) + 8;
        let scaled = scaled(f, interval, bits, precision);
        look()?;
        let most = BY_HALVES.min(BY_HALVES_A_TERM * scaled.len());
        let place = |m: &Integer| Integer::from(m << precision) / upper;
        let line = [place(lower), place(&Integer::from(upper - lower))];
        let dense = |terms: Vec<(usize, Integer)>| {
            let mut all = vec![Integer::new(); terms.last().map_or(0, |(k, _)| k + 1)];
            terms.into_iter().for_each(|(k, c)| all[k] = c);
            all
        };
        let all = if lower.is_zero() {
            dense(scaled)
        } else if scaled.len() <= BY_TERMS && !line[0].is_zero() {
            by_terms(&scaled, &line, precision, look)?
        } else {
            let dense = dense(scaled);
            Powers::of(&line, precision, dense.len(), look)?.compose(&dense, look)?
        };
        let mut local = Local { rows: Rows::of(&all), error: 4 * count, most };
        local.trim();
        Ok(local)
    }

    /// A polynomial whose coefficients are within `error` of these numbers.
    pub fn new(numbers: &[Integer], error: u64) -> Self {
        Local { rows: Rows::of(numbers), error, most: BY_HALVES }
    }

    /// Bits by which the largest coefficient exceeds the errors.
    pub fn accuracy(&self) -> u32 {
        self.rows.bits().saturating_sub(u64::BITS - self.error.leading_zeros())
    }

    /// Whether the value at the lower end is negative.
    pub fn is_negative_below(&self) -> bool {
        self.rows.is_first_negative()
    }

    /// On both halves of the interval; `None` where it is faster to expand them anew.
    ///
    /// An error e in each c_k is at most e in c_k/2^k, and at most e sum_k binomial(k, j)/2^k <= 2 e in the j-th coefficient of q((1 + x)/2).
    pub fn halves(&self) -> Option<[Self; 2]> {
        if self.rows.len() > self.most {
            return None;
        }
        let (below, above) = alone::join(|| self.rows.halved(), || self.rows.upper());
        let blocks = self.rows.len() as u64 / 64 + 2;
        let half = |rows, error| Local { rows, error, most: self.most };
        let mut halves = [half(below, self.error + 1), half(above, 2 * self.error + blocks)];
        halves.iter_mut().for_each(Self::trim);
        Some(halves)
    }

    /// Leaves out last coefficients and bits that errors hide.
    fn trim(&mut self) {
        // Rounding down adds 1, and a coefficient that is left out is -1 or 0.
        let spare = (u64::BITS - self.error.leading_zeros()).saturating_sub(8);
        if spare > 16 {
            self.rows.shift_right(spare);
            self.error = (self.error >> spare) + 2;
        }
        self.rows.trim();
        self.rows.shorten();
        self.error += 1;
    }
}

/// The numbers f_k b^k other than 0 for the upper end b of an interval, in units of the last of `bits` bits of the largest one; those below 2 units are
/// left out at the end of higher degree.
fn scaled(f: &[Integer], Interval { upper, scale, .. }: &Interval, bits: u32, precision: u32) -> Vec<(usize, Integer)> {
    // b = c 2^exponent for 1/2 <= c < 1. Powers of c lose a bit of `precision` each.
    let exponent = i64::from(upper.significant_bits()) - scale;
    let c = Float::with_val(precision, upper) >> upper.significant_bits();
    let (mut power, mut last) = (Float::with_val(precision, 1), 0);
    let mut terms = Vec::new();
    for (k, coefficient) in f.iter().enumerate().filter(|(_, c)| !c.is_zero()) {
        // Exponents of powers of c are at least -n, which floats have.
        power *= Float::with_val(precision, (&c).pow((k - last) as u32));
        terms.push((k, Float::with_val(precision, coefficient * &power), exponent * k as i64));
        last = k;
    }
    let reach = |(_, term, at): &(usize, Float, i64)| term.get_exp().map(|exponent| i64::from(exponent) + at);
    let unit = terms.iter().filter_map(reach).max().unwrap_or(0) - i64::from(bits);
    let count = terms.iter().rposition(|term| reach(term).is_some_and(|reach| reach > unit + 1)).map_or(0, |at| at + 1);
    let integer = |(k, term, at): (usize, Float, i64)| match i32::try_from(at - unit) {
        Ok(places) => (k, (term << places).to_integer().unwrap_or_default()),
        // Far below the unit: the largest one is not above 2^bits units.
        Err(_) => (k, Integer::new()),
    };
    terms.into_iter().take(count).map(integer).collect()
}

/// f(a + w x) from the terms of f, for a > 0: the terms of (a + w x)^k are a^k binomial(k, j) (w/a)^j.
fn by_terms(
    f: &[(usize, Integer)],
    [a, w]: &[Integer; 2],
    precision: u32,
    look: &impl Fn() -> Result<()>,
) -> Result<Vec<Integer>> {
    let [a, w] = [a, w].map(|number| Float::with_val(precision, number) >> precision);
    let ratio = Float::with_val(precision, &w / &a);
    let mut sums: Vec<Integer> = Vec::new();
    for (k, c) in f {
        look()?;
        let mut term = Float::with_val(precision, (&a).pow(*k as u32)) * c;
        for j in 0..=*k {
            // Terms become larger up to some j, and smaller from there on.
            if term.get_exp().is_none_or(|exponent| exponent < 0)
                && (j + 1) as f64 * a.to_f64() > (k - j) as f64 * w.to_f64()
            {
                break;
            }
            if j == sums.len() {
                sums.push(Integer::new());
            }
            sums[j] += term.to_integer().unwrap_or_default();
            term *= &ratio;
            term *= (k - j) as u64;
            term /= (j + 1) as u64;
        }
    }
    Ok(sums)
}

/// Powers of a line a + w x for a + w <= 1, in fixed point.
struct Powers {
    precision: u32,
    line: [Integer; 2],
    /// Those of exponents `BY_HORNER` 2^i.
    powers: Vec<Vec<Integer>>,
}

impl Powers {
    /// Those that are needed for so many coefficients.
    fn of(line: &[Integer; 2], precision: u32, count: usize, look: &(impl Fn() -> Result<()> + Sync)) -> Result<Self> {
        let mut powers = Powers { precision, line: line.clone(), powers: Vec::new() };
        let mut exponent = BY_HORNER;
        while exponent < count {
            look()?;
            let next = match powers.powers.last() {
                Some(last) => powers.product(last, last),
                None => {
                    let mut power = vec![Integer::from(1) << precision];
                    (0..BY_HORNER).for_each(|_| powers.times_line(&mut power));
                    power
                }
            };
            powers.powers.push(next);
            exponent *= 2;
        }
        Ok(powers)
    }

    fn rounded(&self, c: Integer) -> Integer {
        (c + (Integer::from(1) << (self.precision - 1))) >> self.precision
    }

    /// f g, rounded.
    fn product(&self, f: &[Integer], g: &[Integer]) -> Vec<Integer> {
        let places = |list: &[Integer]| -> Vec<(usize, Integer)> {
            list.iter().cloned().enumerate().filter(|(_, c)| !c.is_zero()).collect()
        };
        let (f, g) = (places(f), places(g));
        let [f, g] = [&f, &g].map(|list| list.iter().map(|(at, c)| (*at, c)).collect::<Vec<_>>());
        let (Some(last_f), Some(last_g)) = (f.last(), g.last()) else { return Vec::new() };
        let count = last_f.0 + last_g.0 + 1;
        let mut product: Vec<Integer> =
            kronecker::product(&f, &g, count).into_iter().map(|c| self.rounded(c)).collect();
        while product.last().is_some_and(Integer::is_zero) {
            product.pop();
        }
        product
    }

    /// Replaces f by f (a + w x), rounded.
    fn times_line(&self, f: &mut Vec<Integer>) {
        let [a, w] = &self.line;
        let mut before = Integer::new();
        f.push(Integer::new());
        for c in f.iter_mut() {
            let product = Integer::from(&*c * a) + Integer::from(&before * w);
            before = std::mem::replace(c, self.rounded(product));
        }
        if f.last().is_some_and(Integer::is_zero) {
            f.pop();
        }
    }

    /// f(a + w x).
    fn compose(&self, f: &[Integer], look: &(impl Fn() -> Result<()> + Sync)) -> Result<Vec<Integer>> {
        look()?;
        if f.len() <= BY_HORNER {
            let mut all = Vec::new();
            for c in f.iter().rev() {
                self.times_line(&mut all);
                match all.first_mut() {
                    Some(first) => *first += c,
                    None => all.push(c.clone()),
                }
            }
            return Ok(all);
        }
        let level = (f.len() - 1) / BY_HORNER;
        let level = level.ilog2();
        let (low, high) = f.split_at(BY_HORNER << level);
        let (low, high) = alone::join(|| self.compose(low, look), || self.compose(high, look));
        let (mut all, high) = (low?, self.product(&high?, &self.powers[level as usize]));
        if all.len() < high.len() {
            all.resize(high.len(), Integer::new());
        }
        all.iter_mut().zip(high).for_each(|(c, other)| *c += other);
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::poly::UnivariatePolynomial;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    /// c is q up to a factor, but for errors: with the largest q_m the factor is known to an error too.
    fn check(local: &Local, q: &[Integer]) {
        let mut c = local.rows.numbers();
        c.resize(q.len(), Integer::new());
        let largest = (0..q.len()).max_by(|&i, &j| q[i].cmp_abs(&q[j])).unwrap();
        for (k, expected) in q.iter().enumerate() {
            let off = Integer::from(&c[k] * &q[largest]) - Integer::from(&c[largest] * expected);
            assert!(off.abs() <= Integer::from(2 * local.error) * q[largest].clone().abs(), "{k}");
        }
    }

    /// Polynomials with many terms and with few, on intervals of all kinds, and on halves of them.
    #[test]
    fn coefficients_are_within_their_errors() {
        let mut rng = StdRng::seed_from_u64(1);
        for (degree, gap) in [(1, 1), (5, 1), (17, 1), (33, 1), (70, 1), (70, 9), (200, 40)] {
            for (bits, words) in [(64, 1), (200, 1), (300, 5)] {
                let mut number =
                    || Integer::from(rng.random_range(-1000i32..1000)) << (64 * rng.random_range(0..words)) as u32;
                let f: Vec<Integer> =
                    (0..=degree).map(|k| if k % gap == 0 { number() * 2 + 1 } else { Integer::new() }).collect();
                let lower = if rng.random_range(0..4) == 0 { 0 } else { rng.random_range(1..5000u32) };
                let upper = lower + rng.random_range(1..2000);
                let scale = rng.random_range(-3..14i64);
                let interval = Interval { lower: lower.into(), upper: upper.into(), scale };
                let local = Local::of(&f, &interval, bits, &|| Ok(())).unwrap();
                // f(a + w x), times a power of 2.
                let line = UnivariatePolynomial::new([lower, upper - lower]);
                let places =
                    |k: usize| if scale > 0 { scale as usize * (f.len() - 1 - k) } else { -scale as usize * k };
                let sum = f.iter().enumerate().rev().fold(UnivariatePolynomial::default(), |sum, (k, c)| {
                    sum * &line + Integer::from(c << places(k) as u32)
                });
                let q = sum.coefficients();
                check(&local, q);
                assert!(bits != 200 || local.accuracy() > 50);
                let [below, above] = local.halves().unwrap();
                let half = |line: [i32; 2]| {
                    let line = UnivariatePolynomial::new(line);
                    let scaled = q.iter().enumerate().rev().map(|(k, c)| Integer::from(c << (q.len() - 1 - k) as u32));
                    scaled.fold(UnivariatePolynomial::default(), |sum, c| sum * &line + c)
                };
                check(&below, half([0, 1]).coefficients());
                check(&above, half([1, 1]).coefficients());
            }
        }
    }
}
