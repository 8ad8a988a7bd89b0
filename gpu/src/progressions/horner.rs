//! Horner's rule by two coefficients at a time.

use crate::arith::Field;

/// sum_k c_k x^k for `count` coefficients: two products and one reduction for two of them.
#[inline(always)]
pub fn value<F: Field>(field: &F, count: u32, x: F::Elem, coefficient: impl Fn(u32) -> F::Elem) -> F::Elem {
    let square = field.mul(x, x);
    let mut k = count;
    let mut sum = field.zero();
    if k % 2 == 1 {
        k -= 1;
        sum = coefficient(k);
    }
    while k > 0 {
        k -= 2;
        sum = field.add(field.dot2(sum, square, coefficient(k + 1), x), coefficient(k));
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arith::Mont61;

    #[test]
    fn values_of_any_number_of_coefficients() {
        let field = Mont61::new((1 << 61) - 1).unwrap();
        let x = field.enter(123_456_789);
        let mut expected = 0;
        for count in 0..10 {
            let coefficient = |k: u32| field.enter(u64::from(k) * 77 + 5);
            assert_eq!(value(&field, count, x, coefficient), expected);
            expected = field.add(expected, field.mul(coefficient(count), field.pow(x, u64::from(count))));
        }
    }
}
