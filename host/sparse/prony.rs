//! Polynomials of few terms from their values at a geometric sequence, modulo a prime.
//!
//! A polynomial sum c_k x^(E_k) of T terms has at x = w^n the values s_n = sum c_k r_k^n with r_k = w^(E_k): a sequence with the linear recurrence
//! whose characteristic polynomial is the product of all z - r_k. Berlekamp and Massey find it from 2 T values; its roots are powers
//! of w, whose order is a power of two, so that they are parted by the bits of their logarithms; and the coefficients are the solution of a transposed Vandermonde
//! system.
//!
//! Source: M. Ben-Or and P. Tiwari, A deterministic algorithm for sparse multivariate polynomial interpolation, STOC 1988; J. L. Massey,
//! Shift-register synthesis and BCH decoding (1969); S. Pohlig and M. Hellman (1978).

use crate::control::Control;
use crate::error::Result;
use crate::finite_field::Arithmetic;
use crate::finite_field::dense::{gcd, invert, product, quotient, trim};
use rand::Rng;

/// The characteristic polynomial of the shortest linear recurrence of a sequence, monic, the constant term first. O(n^2) products.
pub(crate) fn recurrence<K: Arithmetic>(field: K, s: &[K::Elem]) -> Vec<K::Elem> {
    let zero = field.zero();
    if s.iter().all(|&s| s == zero) {
        return vec![field.one()];
    }
    // c and b: connection polynomials, with c_0 = 1; the discrepancy of b, and how long ago it was the current one.
    let (mut c, mut b, mut length) = (vec![field.one()], vec![field.one()], 0);
    let (mut of_b, mut age) = (field.one(), 1);
    for n in 0..s.len() {
        let terms = c.iter().zip(s[..=n].iter().rev()).take(length + 1);
        let d = terms.fold(zero, |d, (&c, &s)| field.add(d, field.mul(c, s)));
        if d == zero {
            age += 1;
            continue;
        }
        let factor = field.mul(d, field.inverse(of_b));
        let before = c.clone();
        c.resize(c.len().max(b.len() + age), zero);
        c[age..].iter_mut().zip(&b).for_each(|(c, &b)| *c = field.sub(*c, field.mul(factor, b)));
        if 2 * length <= n {
            (length, b, of_b, age) = (n + 1 - length, before, d, 1);
        } else {
            age += 1;
        }
    }
    c.resize(length + 1, zero);
    c.reverse();
    c
}

/// The remainder of a by a monic b of positive degree, with as many coefficients as that degree.
fn remainder<K: Arithmetic>(field: K, a: &mut Vec<K::Elem>, b: &[K::Elem]) {
    let degree = b.len() - 1;
    while a.len() > degree {
        let Some(top) = a.pop().filter(|&top| top != field.zero()) else { continue };
        let off = a.len() - degree;
        a[off..].iter_mut().zip(b).for_each(|(a, &b)| *a = field.sub(*a, field.mul(top, b)));
    }
    a.resize(degree, field.zero());
}

/// The square of a modulo a monic m of the length of a or one more.
fn square<K: Arithmetic>(field: K, a: &[K::Elem], m: &[K::Elem]) -> Vec<K::Elem> {
    let mut square = vec![field.zero(); (2 * a.len()).saturating_sub(1)];
    for (i, &x) in a.iter().enumerate() {
        square[2 * i] = field.add(square[2 * i], field.mul(x, x));
        let twice = field.add(x, x);
        square[2 * i + 1..].iter_mut().zip(&a[i + 1..]).for_each(|(to, &y)| *to = field.add(*to, field.mul(twice, y)));
    }
    remainder(field, &mut square, m);
    square
}

/// A factor of which all roots w^E have the same last bits of E.
struct Class<E> {
    factor: Vec<E>,
    bits: u32,
    /// These bits.
    last: u64,
}

/// All E < 2^`bits` with f(w^E) = 0, for w of order 2^`bits`, ascending, if a monic f is the product of the z - w^E for different E.
///
/// Bit k of E is 1 where w^(E - l) has -1 as its power with the exponent 2^(`bits` - 1 - k), for l the number of the bits before. The powers of z modulo f
/// tell it for all roots together: the greatest common divisor of the class's factor with z^(2^(bits - 1 - k)) - w^(l 2^(bits - 1 - k)) has the roots of which the
/// bit is 0. For the degree t: O(`bits` t^2) products.
///
/// # Errors
/// `Cancelled`.
pub(crate) fn logarithms<K: Arithmetic>(
    field: K,
    f: Vec<K::Elem>,
    (w, bits): (K::Elem, u32),
    control: &Control,
) -> Result<Option<Vec<u64>>> {
    let degree = f.len().saturating_sub(1);
    let mut powers = vec![vec![field.zero(), field.one()]];
    if degree > 1 {
        remainder(field, &mut powers[0], &f);
        for m in 1..bits as usize {
            powers.push(square(field, &powers[m - 1], &f));
        }
    }
    let (mut open, mut found) = (vec![Class { factor: f, bits: 0, last: 0 }], Vec::with_capacity(degree));
    while let Some(Class { factor, bits: known, last }) = open.pop() {
        match factor.len() {
            0 | 1 => continue,
            2 => match logarithm(field, field.sub(field.zero(), factor[0]), (w, bits)) {
                Some(e) => found.push(e),
                None => return Ok(None),
            },
            _ if known == bits => return Ok(None),
            _ => {
                let m = bits - 1 - known;
                let mut power = powers[m as usize].clone();
                remainder(field, &mut power, &factor);
                let root = field.pow(w, last << m);
                power[0] = field.sub(power[0], root);
                trim(&mut power);
                let zeros = gcd(field, &factor, &power, control)?;
                let ones = quotient(field, factor, &zeros, control)?;
                open.push(Class { factor: zeros, bits: known + 1, last });
                open.push(Class { factor: ones, bits: known + 1, last: last | 1 << known });
            }
        }
    }
    found.sort_unstable();
    let are_different = found.windows(2).all(|pair| pair[0] < pair[1]);
    Ok((found.len() == degree && are_different).then_some(found))
}

/// Trials to split a polynomial: each fails with a probability of some half, if it has different roots.
const TRIALS: usize = 64;

/// All roots of a monic f, ascending, if it is the product of the z - r for different r in the field.
///
/// For a random a some half of all z have a power (z + a)^((q - 1) / 2) of 1 in a field of odd q, and a trace of a z of 0 in one of even q: the polynomial with that
/// power, or trace, modulo f splits it. For the degree t: O(t^2 log q) products.
///
/// Source: D. G. Cantor and H. Zassenhaus, A new algorithm for factoring polynomials over finite fields, Math. Comp. 36 (1981).
///
/// # Errors
/// `Cancelled`.
pub(crate) fn roots<K: Arithmetic>(
    field: K,
    f: Vec<K::Elem>,
    random: &mut impl Rng,
    control: &Control,
) -> Result<Option<Vec<K::Elem>>> {
    let mut found = Vec::with_capacity(f.len());
    let mut open = vec![f];
    'factors: while let Some(factor) = open.pop() {
        if factor.len() <= 2 {
            found.extend(factor[..factor.len() - 1].iter().map(|&c| field.sub(field.zero(), c)));
            continue;
        }
        for _ in 0..TRIALS {
            let splitting = splitting(field, &factor, field.nonzero(random), control)?;
            let part = gcd(field, &factor, &splitting, control)?;
            if (2..factor.len()).contains(&part.len()) {
                let rest = quotient(field, factor, &part, control)?;
                open.extend([part, rest]);
                continue 'factors;
            }
        }
        return Ok(None);
    }
    found.sort_unstable();
    Ok(found.windows(2).all(|pair| pair[0] < pair[1]).then_some(found))
}

/// (z + a)^((q - 1) / 2) - 1 modulo a monic f for odd q, the trace of a z for even q.
fn splitting<K: Arithmetic>(field: K, f: &[K::Elem], a: K::Elem, control: &Control) -> Result<Vec<K::Elem>> {
    let q = field.order();
    let mut power = if q.is_even() { vec![field.zero(), a] } else { vec![a, field.one()] };
    remainder(field, &mut power, f);
    if q.is_even() {
        let mut trace = power.clone();
        // q is a power of two.
        for _ in 2..q.significant_bits() {
            control.check()?;
            power = square(field, &power, f);
            trace.iter_mut().zip(&power).for_each(|(sum, &c)| *sum = field.add(*sum, c));
        }
        power = trace;
    } else {
        let base = power.clone();
        let e = q >> 1u32;
        for bit in (0..e.significant_bits() - 1).rev() {
            control.check()?;
            power = square(field, &power, f);
            if e.get_bit(bit) {
                power = product(field, &power, &base, control)?;
                remainder(field, &mut power, f);
            }
        }
        power[0] = field.sub(power[0], field.one());
    }
    trim(&mut power);
    Ok(power)
}

/// E < 2^`bits` with r = w^E, for w of order 2^`bits`; `None` where there is none.
pub(crate) fn logarithm<K: Arithmetic>(field: K, r: K::Elem, (w, bits): (K::Elem, u32)) -> Option<u64> {
    let minus_one = field.sub(field.zero(), field.one());
    // r w^-E, with the bits of E that are known, and w^-(2^j).
    let (mut rest, mut inverse, mut e) = (r, field.inverse(w), 0u64);
    for bit in 0..bits {
        if rest == field.one() {
            break;
        }
        let top = (bit + 1..bits).fold(rest, |t, _| field.mul(t, t));
        if top == minus_one {
            e |= 1 << bit;
            rest = field.mul(rest, inverse);
        } else if top != field.one() {
            return None;
        }
        inverse = field.mul(inverse, inverse);
    }
    (rest == field.one()).then_some(e)
}

/// The coefficients c with s_n = sum c_k r_k^n for n < T, for T different r_k. O(T^2) products.
pub(crate) fn coefficients<K: Arithmetic>(field: K, roots: &[K::Elem], s: &[K::Elem]) -> Vec<K::Elem> {
    let (zero, one) = (field.zero(), field.one());
    let mut all = vec![one];
    for &r in roots {
        // Times z - r.
        all.push(zero);
        for n in (0..all.len()).rev() {
            let below = if n > 0 { all[n - 1] } else { zero };
            all[n] = field.sub(below, field.mul(all[n], r));
        }
    }
    let of_root = |&r: &K::Elem| {
        // The coefficients of all / (z - r) from the highest down, with the sums of them times s_n and times r^n.
        let (mut c, mut sum, mut value) = (zero, zero, zero);
        for n in (0..roots.len()).rev() {
            c = field.add(field.mul(c, r), all[n + 1]);
            sum = field.add(sum, field.mul(c, s[n]));
            value = field.add(field.mul(value, r), c);
        }
        (sum, value)
    };
    let (sums, mut values): (Vec<K::Elem>, Vec<K::Elem>) = roots.iter().map(of_root).unzip();
    invert(field, &mut values);
    sums.into_iter().zip(values).map(|(sum, inverse)| field.mul(sum, inverse)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finite_field::{Extension, Field, Packed, PrimeField, VisitPrime, over_prime};
    use crate::plan::prime61::Prime61;
    use crate::run::modulus::Modulus;
    use rand::SeedableRng;
    use rand::rngs::StdRng;
    use rug::Integer;

    fn times<K: Arithmetic>(field: K, a: &[K::Elem], b: &[K::Elem]) -> Vec<K::Elem> {
        product(field, a, b, &Control::default()).unwrap()
    }

    fn all_logarithms(field: Prime61, f: Vec<u64>, root: (u64, u32)) -> Option<Vec<u64>> {
        logarithms(field, f, root, &Control::default()).unwrap()
    }

    /// Polynomials of few terms come back, whatever their degree; from fewer values than 2 T they do not.
    #[test]
    fn terms_come_back() {
        let mut rng = StdRng::seed_from_u64(4);
        for (terms, bits) in [(0, 3), (1, 1), (1, 40), (2, 1), (7, 3), (8, 3), (20, 46), (60, 20)] {
            let (field, w) = Prime61::random_with_root(bits, &mut rng);
            let mut support: Vec<u64> = Vec::new();
            while support.len() < terms {
                let e = rng.random_range(0..1 << bits);
                if !support.contains(&e) {
                    support.push(e);
                }
            }
            let given: Vec<u64> = support.iter().map(|_| field.nonzero(&mut rng)).collect();
            let value = |n: u64| {
                let term = |(&e, &c): (&u64, &u64)| field.mul(c, field.pow(field.pow(w, e), n));
                support.iter().zip(&given).map(term).fold(0, |sum, t| field.add(sum, t))
            };
            let s: Vec<u64> = (0..2 * terms as u64 + 6).map(value).collect();
            let f = recurrence(field, &s);
            assert_eq!(f.len(), terms + 1);
            assert_eq!(recurrence(field, &s[..2 * terms]), f);
            let exponents = all_logarithms(field, f, (w, bits)).unwrap();
            let roots: Vec<u64> = exponents.iter().map(|&e| field.pow(w, e)).collect();
            let c = coefficients(field, &roots, &s);
            let mut found: Vec<(u64, u64)> = exponents.into_iter().zip(c).collect();
            let mut expected: Vec<(u64, u64)> = support.into_iter().zip(given).collect();
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected);
        }
    }

    /// Exponents that agree in many of their last bits, and neighbours.
    #[test]
    fn close_exponents() {
        let mut rng = StdRng::seed_from_u64(6);
        let (field, w) = Prime61::random_with_root(46, &mut rng);
        for support in [vec![0, 1 << 45], vec![5, 5 + (1 << 44), 5 + (3 << 44)], vec![0, 1, 2, 3, (1 << 46) - 1]] {
            let linear = |&e: &u64| [field.sub(0, field.pow(w, e)), field.one()];
            let f = support.iter().fold(vec![field.one()], |f, e| times(field, &f, &linear(e)));
            assert_eq!(all_logarithms(field, f, (w, 46)), Some(support));
        }
    }

    #[test]
    fn polynomials_without_such_roots() {
        let mut rng = StdRng::seed_from_u64(5);
        let (field, w) = Prime61::random_with_root(10, &mut rng);
        let one = field.one();
        let linear = |r: u64| [field.sub(0, r), one];
        // (z - w)^2, z^2 - n for a number that is no square, and a root that is no power of w.
        let square = times(field, &linear(w), &linear(w));
        assert_eq!(all_logarithms(field, square, (w, 10)), None);
        let n = (2..).map(|n| field.enter(n)).find(|&n| field.pow(n, field.modulus() / 2) != one).unwrap();
        assert_eq!(all_logarithms(field, vec![field.sub(0, n), 0, one], (w, 10)), None);
        assert_eq!(logarithm(field, n, (w, 10)), None);
        assert_eq!(all_logarithms(field, times(field, &linear(n), &linear(w)), (w, 10)), None);
        assert_eq!(all_logarithms(field, linear(w).to_vec(), (w, 10)), Some(vec![1]));
        assert_eq!(all_logarithms(field, vec![one], (w, 10)), Some(Vec::new()));
    }

    /// Roots in fields of all kinds come back; double roots and irreducible factors are told.
    #[test]
    fn roots_come_back() {
        struct Check<'a>(&'a mut StdRng);

        impl VisitPrime for Check<'_> {
            type Answer = ();

            fn visit<P: PrimeField>(self, field: P) {
                check(field, self.0);
            }
        }

        fn check<K: Arithmetic>(field: K, rng: &mut StdRng) {
            let control = Control::default();
            let one = field.one();
            for count in [0, 1, 2, 3, 12, 40] {
                let mut expected: Vec<K::Elem> = (0..count).map(|_| field.nonzero(rng)).collect();
                expected.sort_unstable();
                expected.dedup();
                let linear = |&r: &K::Elem| [field.sub(field.zero(), r), one];
                let f = expected.iter().fold(vec![one], |f, r| times(field, &f, &linear(r)));
                assert_eq!(roots(field, f.clone(), rng, &control).unwrap().as_ref(), Some(&expected));
                if let Some(first) = expected.first() {
                    assert_eq!(roots(field, times(field, &f, &linear(first)), rng, &control).unwrap(), None);
                }
            }
        }
        let mut rng = StdRng::seed_from_u64(7);
        let control = Control::default();
        for p in [2_147_483_647, (1 << 61) - 1, 9_223_372_036_854_775_783] {
            check(Field::new(p), &mut rng);
        }
        for bits in [64u32, 128, 256] {
            let p = (Integer::from(1) << bits).prev_prime();
            over_prime(Modulus::from(&p), Check(&mut rng)).unwrap();
        }
        for (p, e) in [(2, 40), (3, 26), (65_537, 3)] {
            check(Packed(&Extension::new(p, e, &control).unwrap()), &mut rng);
        }
        // z^2 + 1 modulo p = 3 mod 4.
        let field = Field::new(2_147_483_647);
        assert_eq!(roots(field, vec![field.one(), 0, field.one()], &mut rng, &control).unwrap(), None);
    }
}
