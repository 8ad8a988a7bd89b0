//! Sequences s b^i q^C(i,2).

use crate::arith::Limbs;

/// s, b and q.
#[derive(Clone, Copy)]
pub struct Sequence<E> {
    /// The first term.
    pub start: E,
    /// The second one over the first.
    pub ratio: E,
    /// What each ratio of neighbours is multiplied by.
    pub growth: E,
}

impl<E: Copy> Sequence<E> {
    /// Gives `put` the terms number `first` to `first` + `count` - 1 in order: two products each, and two powers at the beginning. They have the
    /// form of s: plain numbers where s is [`Limbs::plain`].
    #[inline(always)]
    pub fn terms<F: Limbs<Elem = E>>(&self, field: &F, first: u32, count: u32, mut put: impl FnMut(u32, E)) {
        let i = first as u64;
        let exponent = if i == 0 { 0 } else { i * (i - 1) / 2 };
        let mut term = field.mul(self.start, field.mul(field.power(self.ratio, i), field.power(self.growth, exponent)));
        let mut ratio = field.mul(self.ratio, field.power(self.growth, i));
        for i in first..first + count {
            put(i, term);
            term = field.mul(term, ratio);
            ratio = field.mul(ratio, self.growth);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Field;
    use crate::arith::Mont32;

    #[test]
    fn terms_are_those_of_the_formula() {
        let field = Mont32::new(2_147_483_629).unwrap();
        let sequence = Sequence { start: field.enter(5), ratio: field.enter(1_000_003), growth: field.enter(77_777) };
        let plain = Sequence { start: Mont32::plain(5), ..sequence };
        for (first, count) in [(0, 9), (1, 3), (2, 1), (7, 20), (100_000, 5), (3, 0)] {
            let (mut next, mut seen) = (first, 0);
            sequence.terms(&field, first, count, |i, term| {
                assert_eq!(i, next);
                let e = u64::from(i);
                let power = field
                    .mul(field.power(sequence.ratio, e), field.power(sequence.growth, e * e.saturating_sub(1) / 2));
                assert_eq!(term, field.mul(sequence.start, power));
                next += 1;
                seen += 1;
            });
            assert_eq!(seen, count);
            let mut all = [0; 32];
            sequence.terms(&field, first, count, |i, term| all[(i - first) as usize] = field.leave(term));
            plain.terms(&field, first, count, |i, term| assert_eq!(term, all[(i - first) as usize]));
        }
    }
}
