//! Powers of an element by tables.

use super::arithmetic::Arithmetic;

/// x^i and x^(i 2^s) for i < 2^s.
pub(crate) struct Powers<E = u64> {
    shift: u32,
    low: Vec<E>,
    high: Vec<E>,
}

impl<E: Copy> Powers<E> {
    /// Up to x^most, of which so many are asked for: each is in the table where it has no more, and else one product of two.
    pub fn new<K: Arithmetic<Elem = E>>(field: K, x: E, most: u32, uses: usize) -> Self {
        let bits = u32::BITS - most.leading_zeros();
        let shift = if most as usize <= uses { bits } else { bits.div_ceil(2) };
        let list = |x: E, count: usize| {
            let powers = std::iter::successors(Some(field.one()), |&power| Some(field.mul(power, x)));
            powers.take(count).collect::<Vec<E>>()
        };
        let low = list(x, if shift == bits { most as usize + 1 } else { 1 << shift });
        let step = low.last().map_or(x, |&last| field.mul(last, x));
        let high = list(step, most.checked_shr(shift).unwrap_or(0) as usize + 1);
        Powers { shift, low, high }
    }

    pub fn of<K: Arithmetic<Elem = E>>(&self, field: K, e: u32) -> E {
        // Of a table of all there is no mask: exponents are in it.
        let high = e.checked_shr(self.shift).unwrap_or(0);
        let low = self.low[(e - (high << self.shift)) as usize];
        match high {
            0 => low,
            high => field.mul(low, self.high[high as usize]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::prime::Field;
    use super::*;

    #[test]
    fn powers() {
        let field = Field::new(1_000_003);
        for most in [0, 1, 2, 3, 4, 100, 65_535, 65_536, u32::MAX] {
            let of_some = [0, 1, 10].map(|uses| Powers::new(field, field.enter(5), most, uses));
            for e in [0, 1, 2, 3, most / 3, most.saturating_sub(1), most].into_iter().filter(|&e| e <= most) {
                let expected = field.pow(field.enter(5), e.into());
                assert!(of_some.iter().all(|powers| powers.of(field, e) == expected), "{e} of {most}");
            }
        }
    }
}
