//! Exponents as numbers: those of some variables together are one exponent of an element of large order.

use std::ops::Range;

/// Variables whose exponents have one number, from -d_k to d_k each: sum e_k stride_k, where stride_k is the product of the 2 d_i + 1 before.
#[derive(Debug, Clone)]
pub(super) struct Group {
    pub variables: Range<usize>,
    /// The limits d_k.
    limits: Vec<u64>,
    pub strides: Vec<u64>,
    /// All numbers are below 2^(bits - 1) in absolute value.
    pub bits: u32,
}

impl Group {
    /// Variables in as few groups as their order allows, with 2^`bits` numbers each, or those of one variable; exponents are below 2^31 in absolute value.
    pub fn all(limits: &[u32], bits: u32) -> Vec<Self> {
        let mut groups: Vec<Self> = Vec::new();
        let mut count = 1u64 << bits;
        for (k, &limit) in limits.iter().enumerate() {
            let side = 2 * u64::from(limit) + 1;
            match groups.last_mut().filter(|_| count.checked_mul(side).is_some_and(|all| all <= 1 << bits)) {
                Some(group) => {
                    group.strides.push(count);
                    group.limits.push(limit.into());
                    group.variables.end = k + 1;
                    count *= side;
                }
                None => {
                    let limits = vec![limit.into()];
                    groups.push(Group { variables: k..k + 1, limits, strides: vec![1], bits: 1 });
                    count = side;
                }
            }
            if let Some(group) = groups.last_mut() {
                // The numbers are at most (count - 1) / 2.
                group.bits = (u64::BITS - (count - 1).leading_zeros()).max(1);
            }
        }
        groups
    }

    /// The exponents with this number; `None` where there are none within the limits.
    pub fn exponents(&self, number: i64) -> Option<Vec<i64>> {
        let mut rest = number;
        let digit = |&limit: &u64| {
            let (limit, side) = (limit as i64, 2 * limit as i64 + 1);
            let digit = (rest + limit).rem_euclid(side) - limit;
            rest = (rest - digit) / side;
            digit
        };
        let exponents = self.limits.iter().map(digit).collect();
        (rest == 0).then_some(exponents)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_exponents() {
        for limits in [vec![3, 0, 7, 1], vec![(1 << 31) - 1; 3], vec![50; 12], vec![0, 0]] {
            let groups = Group::all(&limits, 46);
            let covered: Vec<usize> = groups.iter().flat_map(|group| group.variables.clone()).collect();
            assert_eq!(covered, (0..limits.len()).collect::<Vec<_>>());
            for group in groups {
                assert!(group.bits <= 46);
                let limits = &limits[group.variables.clone()];
                for sign in [-1, 0, 1] {
                    let exponents: Vec<i64> = limits
                        .iter()
                        .enumerate()
                        .map(|(k, &d)| if k % 2 == 0 { sign } else { -sign } * i64::from(d))
                        .collect();
                    let number: i64 = exponents.iter().zip(&group.strides).map(|(e, &stride)| e * stride as i64).sum();
                    assert!(number.unsigned_abs() < 1 << (group.bits - 1));
                    assert_eq!(group.exponents(number), Some(exponents));
                }
            }
        }
        assert_eq!(Group::all(&[1], 46)[0].exponents(2), None);
        // A group of its own for a variable with more.
        assert_eq!(Group::all(&[1000, 1000, 1, 1 << 30], 12).len(), 4);
    }
}
