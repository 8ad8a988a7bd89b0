//! Pseudo-remainders over Z, whatever the gap between the degrees.
//!
//! With l = lc(B), b = deg B and n = deg A, the pseudo-remainder is l^(n - b + 1) A mod B. Step by step it takes O(b) products for each degree
//! that A loses, of integers that grow with the steps: for n far above b that is quadratic in the size of what comes out. There powers are
//! halved instead. With P_m = l^(m - b + 1) y^m mod B for m >= b and A = A1 y^m + A0,
//!
//! > l^(n - b + 1) A = (l^(n - m - b + 1) A1) P_m l^(b - 1) + l^(n - m + 1) (l^(m - b) A0)  modulo B,
//!
//! where l^(b - 1) is what the pseudo-remainder of a product of degree 2 b - 2 takes, and P_2m = l^(b - 1) P_m^2 in the same way. So a product of
//! long integers takes the place of many of short ones, and an A of few terms has few parts that are not 0.
//!
//! Source: J. von zur Gathen and J. Gerhard, Modern Computer Algebra, section 5.2 (evaluation by halves), with powers of l kept exact.

use crate::control::Control;
use crate::error::Result;
use rug::Integer;
use rug::ops::Pow;

/// Steps from which powers may pay, a guess: fewer are short whatever the sizes are.
const STEPS: usize = 16;

/// Whether powers are taken rather than steps, where A of `terms` terms loses `steps` degrees by B of degree `b`: products of b^2 coefficients
/// for about log2(terms) + 2 powers, of which each is as long as all steps together, against b for each step.
pub(super) fn by_powers(steps: usize, b: usize, terms: usize) -> bool {
    let levels = terms.max(1).ilog2() as usize + 2;
    steps >= STEPS && steps > 4 * b.saturating_mul(levels)
}

/// A <- l^(deg A - deg B + 1) A mod B, without leading zeros, for deg A >= deg B >= 1 and leading coefficients, the last ones, that are not 0.
///
/// # Errors
/// `Cancelled`.
pub(super) fn pseudo_remainder(a: &mut Vec<Integer>, b: &[Integer], control: &Control) -> Result<()> {
    let terms = a.iter().filter(|c| !c.is_zero()).count();
    match by_powers((a.len() + 1).saturating_sub(b.len()), b.len() - 1, terms) {
        true => *a = Powers { b, of: Vec::new(), control }.remainder(a)?,
        false => steps(a, b, control)?,
    }
    while a.last().is_some_and(Integer::is_zero) {
        a.pop();
    }
    Ok(())
}

/// A <- l^k A mod B for the k >= 0 steps that the length of A is above that of a remainder; leading coefficients of A may be 0.
fn steps(a: &mut Vec<Integer>, b: &[Integer], control: &Control) -> Result<()> {
    let Some((lead, rest)) = b.split_last() else { return Ok(()) };
    // A power of l is kept aside for coefficients that B does not reach yet.
    let mut power = Integer::from(1);
    let all = (a.len() + 1).saturating_sub(b.len());
    while a.len() >= b.len() {
        let Some(top) = a.pop() else { break };
        let off = a.len() - rest.len();
        if off > 0 {
            power *= lead;
            a[off - 1] *= &power;
        }
        for (c, b) in a[off..].iter_mut().zip(rest) {
            // Long products take a while each.
            control.check()?;
            *c *= lead;
            if !b.is_zero() {
                *c -= &top * b;
            }
        }
        control.advance(1.0 / all as f64);
    }
    Ok(())
}

/// The powers of y modulo B.
struct Powers<'b> {
    b: &'b [Integer],
    /// P_m for m = b, 2 b, 4 b, ...
    of: Vec<Vec<Integer>>,
    control: &'b Control,
}

impl Powers<'_> {
    /// b.
    fn degree(&self) -> usize {
        self.b.len() - 1
    }

    /// P_m for m = b 2^k.
    fn power(&mut self, k: usize) -> Result<&[Integer]> {
        while self.of.len() <= k {
            let next = match self.of.last() {
                // l y^b = l y^b - B.
                None => self.b[..self.degree()].iter().map(|c| Integer::from(-c)).collect(),
                Some(last) => self.product(last, last)?,
            };
            self.of.push(next);
        }
        Ok(&self.of[k])
    }

    /// The pseudo-remainder of a product of as many coefficients as the factors have; neither has more than b.
    fn product(&self, f: &[Integer], g: &[Integer]) -> Result<Vec<Integer>> {
        let mut product = vec![Integer::new(); f.len() + g.len() - 1];
        for (i, c) in f.iter().enumerate().filter(|(_, c)| !c.is_zero()) {
            for (to, d) in product[i..].iter_mut().zip(g) {
                self.control.check()?;
                *to += c * d;
            }
        }
        // One product of many, which tells nothing by itself.
        steps(&mut product, self.b, &self.control.silent())?;
        Ok(product)
    }

    /// l^k A mod B with k = n - b + 1 for A of n + 1 coefficients, A itself where it has no more than b; not empty.
    fn remainder(&mut self, a: &[Integer]) -> Result<Vec<Integer>> {
        let b = self.degree();
        if a.iter().all(Integer::is_zero) {
            return Ok(vec![Integer::new(); b.min(a.len())]);
        }
        if a.len() < b + STEPS {
            let mut a = a.to_vec();
            steps(&mut a, self.b, &self.control.silent())?;
            return Ok(a);
        }
        let n = a.len() - 1;
        // b 2^k <= n.
        let k = (n / b).ilog2() as usize;
        let m = b << k;
        let high = self.remainder(&a[m..])?;
        self.power(k)?;
        // A part shorter than b is not scaled, and its product by that much less.
        let mut found = self.product(&high, &self.of[k])?;
        found.resize(b, Integer::new());
        if a[..m].iter().any(|c| !c.is_zero()) {
            let low = self.remainder(&a[..m])?;
            let scale = Integer::from((&self.b[b]).pow((n - m + 1) as u32));
            found.iter_mut().zip(low).for_each(|(found, low)| *found += low * &scale);
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    /// l^(n - b + 1) A - Q B by the definition, one term of the quotient after the other.
    fn naive(a: &[Integer], b: &[Integer]) -> Vec<Integer> {
        let (lead, mut a) = (b.last().unwrap(), a.to_vec());
        while a.len() >= b.len() {
            let top = a.last().unwrap().clone();
            a.iter_mut().for_each(|c| *c *= lead);
            let off = a.len() - b.len();
            a[off..].iter_mut().zip(b).for_each(|(c, b)| *c -= Integer::from(&top * b));
            assert!(a.pop().unwrap().is_zero());
        }
        while a.last().is_some_and(Integer::is_zero) {
            a.pop();
        }
        a
    }

    /// Dense and sparse A, every small degree of B, leading coefficients 1, -1 and others, multiples of B.
    #[test]
    fn powers_and_steps_are_the_definition() {
        let mut rng = StdRng::seed_from_u64(12);
        let (mut taken, mut zeros) = (0, 0);
        for round in 0..400 {
            let degree = rng.random_range(1..6);
            let mut b: Vec<Integer> = (0..=degree).map(|_| rng.random_range(-9i64..10).into()).collect();
            b[degree] = [1i64, -1, 7, -12][rng.random_range(0..4)].into();
            let n = degree + rng.random_range(0..120);
            let dense = rng.random_range(0..8);
            let mut a: Vec<Integer> = (0..=n)
                .map(|_| if rng.random_range(0..8) > dense { 0 } else { rng.random_range(-99i64..100) }.into())
                .collect();
            a[n] = rng.random_range(1i64..9).into();
            if round % 10 == 0 {
                // A multiple of B.
                let mut product = vec![Integer::new(); n + degree + 1];
                for (i, c) in a.iter().enumerate() {
                    b.iter().enumerate().for_each(|(j, d)| product[i + j] += c * d);
                }
                a = product;
            }
            let expected = naive(&a, &b);
            zeros += usize::from(expected.is_empty());
            let terms = a.iter().filter(|c| !c.is_zero()).count();
            taken += usize::from(by_powers(a.len() + 1 - b.len(), degree, terms));
            let control = Control::default();
            for powers in [false, true] {
                let mut found = match powers {
                    true => Powers { b: &b, of: Vec::new(), control: &control }.remainder(&a).unwrap(),
                    false => a.clone(),
                };
                steps(&mut found, &b, &control).unwrap();
                while found.last().is_some_and(Integer::is_zero) {
                    found.pop();
                }
                assert_eq!(found, expected, "{a:?} {b:?} {powers}");
            }
            let mut found = a.clone();
            pseudo_remainder(&mut found, &b, &control).unwrap();
            assert_eq!(found, expected);
        }
        assert!(taken > 100 && taken < 390 && zeros >= 40, "{taken} {zeros}");
    }

    #[test]
    fn cancelled() {
        let control = Control::default();
        control.cancel();
        let b = [3, 1].map(Integer::from);
        let mut a = vec![Integer::from(1); 1000];
        assert!(pseudo_remainder(&mut a, &b, &control).is_err());
    }
}
