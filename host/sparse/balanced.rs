//! Integers from their residues modulo random primes, one prime after the other.

use crate::plan::prime61::Prime61;
use rug::Integer;
use rug::integer::IntegerExt64;

/// Integers modulo a growing product of primes, the absolutely least ones.
pub(crate) struct Balanced {
    pub values: Vec<Integer>,
    pub product: Integer,
    /// Whether the last prime changed none.
    pub stable: bool,
}

impl Balanced {
    pub fn new(residues: &[u64], p: u64) -> Self {
        let mut this = Balanced { values: vec![Integer::new(); residues.len()], product: 1.into(), stable: false };
        this.include(residues, p);
        this.stable = false;
        this
    }

    /// A further prime, which does not divide the product.
    pub fn include(&mut self, residues: &[u64], p: u64) {
        let field = Prime61::new(p);
        let inverse = field.inverse(field.enter(self.product.mod_u64(p)));
        self.stable = true;
        for (value, &residue) in self.values.iter_mut().zip(residues) {
            let difference = field.sub(field.enter(residue), field.enter(value.mod_u64(p)));
            let digit = field.leave(field.mul(difference, inverse));
            if digit == 0 {
                continue;
            }
            self.stable = false;
            // Between -p / 2 and p / 2.
            match digit > p / 2 {
                true => *value -= Integer::from(&self.product * (p - digit)),
                false => *value += Integer::from(&self.product * digit),
            }
        }
        self.product *= p;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_of_several_primes() {
        let primes = [(1u64 << 61) - 1, 1_152_921_504_606_847_009];
        let given: Vec<Integer> = [0i64, 1, -1, i64::MAX, i64::MIN].map(Integer::from).into_iter().collect();
        let residues = |p: u64| given.iter().map(|c| c.mod_u64(p)).collect::<Vec<u64>>();
        let mut found = Balanced::new(&residues(primes[0]), primes[0]);
        assert!(!found.stable && found.values[..3] == given[..3] && found.values != given);
        found.include(&residues(primes[1]), primes[1]);
        assert!(!found.stable && found.values == given);
        let last = 2_147_483_647;
        found.include(&residues(last), last);
        assert!(found.stable && found.values == given);
    }
}
