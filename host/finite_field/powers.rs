//! Powers of an element by two tables: one product each.

use super::arithmetic::Arithmetic;

/// x^i and x^(i 2^s) for i < 2^s.
pub(crate) struct Powers {
    shift: u32,
    low: Vec<u64>,
    high: Vec<u64>,
}

impl Powers {
    /// Up to x^most.
    pub fn new<K: Arithmetic>(field: K, x: u64, most: u32) -> Self {
        let shift = (u32::BITS - most.leading_zeros()).div_ceil(2);
        let list = |x: u64, count: u32| {
            let powers = std::iter::successors(Some(field.one()), |&power| Some(field.mul(power, x)));
            powers.take(count as usize).collect::<Vec<u64>>()
        };
        let low = list(x, 1 << shift);
        let step = low.last().map_or(x, |&last| field.mul(last, x));
        let high = list(step, (most >> shift) + 1);
        Powers { shift, low, high }
    }

    pub fn of<K: Arithmetic>(&self, field: K, e: u32) -> u64 {
        let low = self.low[(e & ((1 << self.shift) - 1)) as usize];
        match e >> self.shift {
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
            let powers = Powers::new(field, field.enter(5), most);
            for e in [0, 1, 2, 3, most / 3, most.saturating_sub(1), most].into_iter().filter(|&e| e <= most) {
                assert_eq!(powers.of(field, e), field.pow(field.enter(5), e.into()), "{e} of {most}");
            }
        }
    }
}
