//! The three kernels of the paper evaluation-differentiation-2012, for a thread each.
//!
//! 1. Section 3.1: a table of the powers x_v^i, i < d, then the common factor of each monomial, x_1^(e_1 - 1) .. x_k^(e_k - 1), as a product of k of
//!    them: d - 2 products for each variable (section 3.1 prints d - 1), k - 1 for each monomial. The paper weighs it against powers
//!    that every thread makes by itself.
//! 2. Section 3.2: Speelpenning's product and its derivatives, forward and backward, in k + 1 places L: 3 k - 6 products; k to multiply
//!    them by the common factor, one for the value, k + 1 for the coefficients: 5 k - 4, and 3 for k = 1. (As printed, the algorithm squares x_2
//!    for k = 2; there is nothing to be done.)
//! 3. Section 3.3: sums of as many terms for every polynomial and derivative, zeros among them.

use super::program::Factor;
use crate::arith::Ring;
use crate::memory::Row;

/// Powers 0 to d - 1 of variable `v` of `n`: x_v^i is number i n + v of the table.
#[inline(always)]
pub fn powers<R: Ring>(ring: &R, x: R::Elem, (v, n, d): (u32, u32, u32), table: &mut impl Row<R::Elem>) {
    table.set(v, ring.one());
    if d > 1 {
        table.set(n + v, x);
    }
    let mut power = x;
    for i in 2..d {
        power = ring.mul(power, x);
        table.set(i * n + v, power);
    }
}

/// The common factor of a monomial in `n` variables as a product of powers of the table; 1 for k = 0.
#[inline(always)]
pub fn common_factor<R: Ring>(ring: &R, factors: &[Factor], n: u32, table: &impl Row<R::Elem>) -> R::Elem {
    product(ring, factors.iter().map(|factor| table.get((factor.exponent - 1) * n + factor.variable)))
}

/// The same from the variables alone.
#[inline(always)]
pub fn common_factor_without_table<R: Ring>(
    ring: &R,
    factors: &[Factor],
    variable: impl Fn(u32) -> R::Elem,
) -> R::Elem {
    product(ring, factors.iter().map(|factor| ring.pow(variable(factor.variable), factor.exponent - 1)))
}

/// A product of k elements by k - 1 products; 1 for none.
#[inline(always)]
pub fn product<R: Ring>(ring: &R, mut elements: impl Iterator<Item = R::Elem>) -> R::Elem {
    let Some(first) = elements.next() else { return ring.one() };
    elements.fold(first, |product, element| ring.mul(product, element))
}

/// A term of `k` variables from its common factor: places 0 to k - 1 of `l` get the derivatives, place k the value.
///
/// `variable` gives the j-th variable of the term, `coefficient` those of its derivatives for j < k, c e_j, and of itself for j = k, c.
#[inline(always)]
pub fn term<R: Ring>(
    ring: &R,
    k: u32,
    common: R::Elem,
    variable: impl Fn(u32) -> R::Elem,
    coefficient: impl Fn(u32) -> R::Elem,
    l: &mut impl Row<R::Elem>,
) {
    match k {
        0 => l.set(0, common),
        1 => {
            l.set(0, common);
            l.set(1, ring.mul(common, variable(0)));
        }
        _ => {
            // Place j has x_0 .. x_{j-1}, for j = 1, .., k - 1.
            let mut product = variable(0);
            l.set(1, product);
            for j in 1..k - 1 {
                product = ring.mul(product, variable(j));
                l.set(j + 1, product);
            }
            // Q is x_{j+1} .. x_{k-1}.
            let mut q = variable(k - 1);
            for j in (1..k - 1).rev() {
                l.set(j, ring.mul(l.get(j), q));
                q = ring.mul(q, variable(j));
            }
            l.set(0, q);
            for j in 0..k {
                l.set(j, ring.mul(l.get(j), common));
            }
            l.set(k, ring.mul(l.get(k - 1), variable(k - 1)));
        }
    }
    for j in 0..=k {
        l.set(j, ring.mul(l.get(j), coefficient(j)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arith::Mont31;
    use core::cell::Cell;

    /// Counts products.
    #[derive(Clone, Copy)]
    struct Counted<'a>(Mont31, &'a Cell<u32>);

    // SAFETY: tests have one thread.
    unsafe impl Send for Counted<'_> {}
    // SAFETY: as above.
    unsafe impl Sync for Counted<'_> {}

    impl Ring for Counted<'static> {
        type Elem = u32;
        const LANES: u32 = 1;
        fn zero(&self) -> u32 {
            0
        }
        fn one(&self) -> u32 {
            Ring::one(&self.0)
        }
        fn add(&self, a: u32, b: u32) -> u32 {
            Ring::add(&self.0, a, b)
        }
        fn sub(&self, a: u32, b: u32) -> u32 {
            Ring::sub(&self.0, a, b)
        }
        fn neg(&self, a: u32) -> u32 {
            Ring::neg(&self.0, a)
        }
        fn mul(&self, a: u32, b: u32) -> u32 {
            self.1.set(self.1.get() + 1);
            Ring::mul(&self.0, a, b)
        }
    }

    #[test]
    fn the_counts_of_the_paper() {
        let field = Mont31::new(1_000_003).unwrap();
        let count: &'static Cell<u32> = Box::leak(Box::new(Cell::new(0)));
        let ring = Counted(field, count);
        let counted = |work: &mut dyn FnMut()| {
            count.set(0);
            work();
            count.get()
        };
        let x = |v: u32| field.enter(3 + 2 * v);
        let pow = |v: u32, e: u32| Ring::pow(&field, x(v), e);
        let mul = |a, b| Ring::mul(&field, a, b);
        let d = 5;
        for k in 0..12u32 {
            let factors: Vec<Factor> =
                (0..k).map(|v| Factor { variable: v, exponent: 1 + (2 * v + 1) % d, ..Factor::default() }).collect();
            let mut table = vec![0; (k * d) as usize];
            for v in 0..k {
                assert_eq!(counted(&mut || powers(&ring, x(v), (v, k, d), &mut &mut table[..])), d - 2);
            }
            let mut common = 0;
            let made = counted(&mut || common = common_factor(&ring, &factors, k, &&mut table[..]));
            assert_eq!(made, k.saturating_sub(1));
            assert_eq!(common, common_factor_without_table(&ring, &factors, x));
            assert_eq!(common, factors.iter().fold(ring.one(), |a, f| mul(a, pow(f.variable, f.exponent - 1))));
            let c = field.enter(77);
            let e = |j: u32| factors[j as usize].exponent;
            let coefficient = |j: u32| if j < k { mul(c, field.enter(e(j))) } else { c };
            let mut l = vec![0; k as usize + 1];
            let made = counted(&mut || term(&ring, k, common, x, coefficient, &mut &mut l[..]));
            assert_eq!(made, [1, 3].get(k as usize).copied().unwrap_or_else(|| 5 * k - 4));
            for j in 0..=k {
                let of = |v: u32| if v == j { mul(field.enter(e(v)), pow(v, e(v) - 1)) } else { pow(v, e(v)) };
                assert_eq!(l[j as usize], (0..k).fold(c, |a, v| mul(a, of(v))), "k = {k}, j = {j}");
            }
        }
    }
}
