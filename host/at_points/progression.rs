//! Polynomials from and to their values at a geometric progression of points a, a q, a q^2, ..
//!
//! Sums with powers q^(i k) are products of polynomials (chirp transform), since i k = C(i + k, 2) - C(i, 2) - C(k, 2):
//!
//! > P(b q^i) = q^-C(i,2) sum_k (c_k b^k q^-C(k,2)) q^C(i+k,2).
//!
//! Back, for points 1, q, .., q^(n-1) and M = prod (x - q^i):
//!
//! > P = M sum_i v_i / (M'(q^i) (x - q^i)) = -M sum_k x^k sum_i v_i / M'(q^i) q^(-i (k + 1)) modulo x^n,
//!
//! where with u_i = (1 - q) (1 - q^2) .. (1 - q^i)
//!
//! > M'(q^i) = (-1)^i q^(C(i,2) + i (n - 1 - i)) u_i u_(n-1-i),
//! > M = sum_k (-1)^(n-k) q^C(n-k,2) (1 - q^n) u_(n-1) / (u_k u_(n-k)) x^k for 0 < k < n (q-binomial theorem).
//!
//! Source: Bluestein, A linear filtering approach to the computation of the discrete Fourier transform (1970); Bostan, Schost, Polynomial evaluation and
//! interpolation on special sets of points, J. Complexity 21 (2005).

use crate::alone::join;
use crate::finite_field::Arithmetic;
use crate::finite_field::dense::invert;

/// x^C(0,2), x^C(1,2), .. : `count` of them.
fn triangular<K: Arithmetic>(field: K, x: K::Elem, count: usize) -> Vec<K::Elem> {
    let (mut power, mut next) = (field.one(), field.one());
    let term = |_| {
        let term = next;
        next = field.mul(next, power);
        power = field.mul(power, x);
        term
    };
    (0..count).map(term).collect()
}

/// Whether 1, q, .., q^(n-1) are different.
pub(super) fn has_order<K: Arithmetic>(field: K, q: K::Elem, n: u32) -> bool {
    let mut power = q;
    (1..n).all(|_| {
        let differs = power != field.one();
        power = field.mul(power, q);
        differs
    })
}

/// Values of polynomials of one length at so many points at a time.
pub(super) struct Chirp<K: Arithmetic> {
    field: K,
    /// q^C(m,2) and their inverses.
    powers: Vec<K::Elem>,
    inverses: Vec<K::Elem>,
    points: usize,
}

impl<K: Arithmetic> Chirp<K> {
    pub fn new(field: K, q: K::Elem, length: usize, points: usize) -> Self {
        let powers = triangular(field, q, length + points - 1);
        let inverses = triangular(field, field.inverse(q), length.max(points));
        Chirp { field, powers, inverses, points }
    }

    /// The values at b, b q, .. of a polynomial of the length of all.
    pub fn values(&self, f: &[K::Elem], b: K::Elem) -> Vec<K::Elem> {
        let (field, length) = (self.field, f.len());
        let mut power = field.one();
        let scaled = |(&c, &by): (&K::Elem, &K::Elem)| {
            let scaled = field.mul(c, field.mul(power, by));
            power = field.mul(power, b);
            scaled
        };
        let mut scaled: Vec<K::Elem> = f.iter().zip(&self.inverses).map(scaled).collect();
        scaled.reverse();
        let product = field.multiply(&scaled, &self.powers[..length + self.points - 1]);
        product[length - 1..].iter().zip(&self.inverses).take(self.points).map(|(&x, &by)| field.mul(x, by)).collect()
    }
}

/// Interpolation at a, a q, .., a q^(n-1).
pub(super) struct Interpolation<K: Arithmetic> {
    field: K,
    /// (-1)^i q^-(i (n - 1 - i)) / (u_i u_(n-1-i)).
    weights: Vec<K::Elem>,
    /// q^-C(m,2) for m = 1, 2, .., 2 n - 1.
    chirp: Vec<K::Elem>,
    /// -q^C(k+1,2).
    behind: Vec<K::Elem>,
    /// The lower n coefficients of M.
    master: Vec<K::Elem>,
    /// a^-k.
    scale: Vec<K::Elem>,
}

impl<K: Arithmetic> Interpolation<K> {
    /// For n >= 1 points, which are different.
    pub fn new(field: K, (a, q): (K::Elem, K::Elem), n: usize) -> Self {
        let minus = |x: K::Elem| field.sub(field.zero(), x);
        let inverse = field.inverse(q);
        let powers = |x: K::Elem, count: usize| {
            std::iter::successors(Some(field.one()), move |&power| Some(field.mul(power, x))).take(count)
        };
        // u_0 .. u_(n-1), and 1 - q^n.
        let (mut u, mut last) = (Vec::with_capacity(n), field.one());
        let mut product = field.one();
        for power in powers(q, n + 1) {
            last = field.sub(field.one(), power);
            if u.len() < n {
                product = if u.is_empty() { field.one() } else { field.mul(product, last) };
                u.push(product);
            }
        }
        let mut over = u.clone();
        invert(field, &mut over);
        let (mut weights, mut power) = (Vec::with_capacity(n), field.one());
        // From i to i + 1 the exponent i (n - 1 - i) grows by n - 2 - 2 i.
        let mut step = field.pow(inverse, n.saturating_sub(2) as u64);
        for i in 0..n {
            let weight = field.mul(power, field.mul(over[i], over[n - 1 - i]));
            weights.push(if i % 2 == 0 { weight } else { minus(weight) });
            power = field.mul(power, step);
            step = field.mul(step, field.mul(q, q));
        }
        let of_q = triangular(field, q, n + 1);
        let constant = field.mul(last, u[n - 1]);
        let coefficient = |k: usize| {
            let binomial = if k == 0 { field.one() } else { field.mul(constant, field.mul(over[k], over[n - k])) };
            let coefficient = field.mul(of_q[n - k], binomial);
            if (n - k).is_multiple_of(2) { coefficient } else { minus(coefficient) }
        };
        let master = (0..n).map(coefficient).collect();
        let behind = of_q[1..].iter().map(|&x| minus(x)).collect();
        let chirp = triangular(field, inverse, 2 * n).split_off(1);
        let scale = powers(field.inverse(a), n).collect();
        Interpolation { field, weights, chirp, behind, master, scale }
    }

    /// The coefficients of the polynomial with these values.
    pub fn coefficients(&self, values: &[K::Elem]) -> Vec<K::Elem> {
        let (field, n) = (self.field, values.len());
        let mut weighted: Vec<K::Elem> =
            values.iter().zip(&self.weights).rev().map(|(&value, &weight)| field.mul(value, weight)).collect();
        // The sums are those from n - 1 on: of the product with the first n powers its upper half, with the others its lower.
        let (first, others) = self.chirp.split_at(n);
        let (mut low, high) = join(|| field.multiply(&weighted, first), || field.multiply(&weighted, others));
        weighted.clear();
        let mut sums = low.split_off(n - 1);
        sums[1..].iter_mut().zip(&high).for_each(|(sum, &x)| *sum = field.add(*sum, x));
        sums.iter_mut().zip(&self.behind).for_each(|(sum, &by)| *sum = field.mul(*sum, by));
        let mut found = low_product(field, &self.master, &sums);
        found.iter_mut().zip(&self.scale).for_each(|(c, &by)| *c = field.mul(*c, by));
        found
    }
}

/// Lengths from which products are done in parts, on several threads.
const PARTS: usize = 1 << 12;

/// a b modulo x^n for n coefficients of each.
fn low_product<K: Arithmetic>(field: K, a: &[K::Elem], b: &[K::Elem]) -> Vec<K::Elem> {
    let n = a.len();
    if n < PARTS {
        let mut product = field.multiply(a, b);
        product.truncate(n);
        return product;
    }
    let half = n.div_ceil(2);
    let ((mut low, first), second) = join(
        || join(|| field.multiply(&a[..half], &b[..half]), || low_product(field, &a[..n - half], &b[half..])),
        || low_product(field, &a[half..], &b[..n - half]),
    );
    low.resize(n, field.zero());
    let rest = first.into_iter().zip(second).map(|(x, y)| field.add(x, y));
    low[half..].iter_mut().zip(rest).for_each(|(c, x)| *c = field.add(*c, x));
    low
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finite_field::dense::value;
    use crate::finite_field::{Tabled, Tables, Words, words};
    use crate::plan::prime61::Prime61;
    use gpu::arith::MontWords;
    use rand::SeedableRng;
    use rand::rngs::StdRng;
    use rug::Integer;

    fn check<K: Arithmetic>(field: K, lengths: &[usize]) {
        let mut rng = StdRng::seed_from_u64(5);
        for &n in lengths {
            let f: Vec<K::Elem> = (0..n).map(|_| field.nonzero(&mut rng)).collect();
            let a = field.nonzero(&mut rng);
            let q = loop {
                let q = field.nonzero(&mut rng);
                if has_order(field, q, n as u32 + 3) {
                    break q;
                }
            };
            let points: Vec<K::Elem> = (0..n + 3).map(|i| field.mul(a, field.pow(q, i as u64))).collect();
            let values: Vec<K::Elem> = points.iter().map(|&x| value(field, &f, x)).collect();
            for count in [1, n, n + 3] {
                let chirp = Chirp::new(field, q, n, count);
                assert_eq!(chirp.values(&f, a), values[..count]);
                assert_eq!(chirp.values(&f, points[2])[..count.min(n)], values[2..2 + count.min(n)]);
            }
            assert_eq!(Interpolation::new(field, (a, q), n).coefficients(&values[..n]), f, "{n}");
        }
        // All powers of an element of order 6: then 1 - q^n is 0.
        let elements = (1..field.size().min(2000)).map(|i| field.element(i));
        let of_order_6 = |q: &K::Elem| has_order(field, *q, 6) && field.pow(*q, 6) == field.one();
        if let Some(q) = elements.into_iter().find(of_order_6) {
            let f: Vec<K::Elem> = (0..6).map(|_| field.nonzero(&mut rng)).collect();
            let values: Vec<K::Elem> = (0..6).map(|i| value(field, &f, field.pow(q, i))).collect();
            assert_eq!(Interpolation::new(field, (field.one(), q), 6).coefficients(&values), f);
        }
    }

    #[test]
    fn values_and_back() {
        check(Prime61::new((1 << 61) - 1), &[1, 2, 3, 10, 100, 301, 5000]);
        check(Prime61::new(1009), &[1, 2, 3, 30]);
        check(Prime61::new(13), &[1, 2]);
        check(Tabled(&Tables::new(2, 12)), &[1, 2, 5, 150]);
        let p = (Integer::from(1) << 255u32) - 19u32;
        check(Words(&MontWords::<4>::new(words(&p)).unwrap()), &[1, 2, 3, 100, 201]);
    }

    #[test]
    fn orders() {
        let field = Prime61::new(13);
        let minus_one = field.sub(0, field.one());
        assert!(has_order(field, minus_one, 2) && !has_order(field, minus_one, 3));
        assert!(has_order(field, field.one(), 1) && !has_order(field, field.one(), 2));
    }
}
