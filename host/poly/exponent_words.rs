//! Exponents packed into words, so that they are added, subtracted and compared as integers.

use super::polynomial::Exponents;

/// A product of powers of variables. The order is the lexicographic one, with which products are compatible.
pub(crate) trait Monomial: Clone + Ord {
    /// The product. Its exponents are in the limits of the packing.
    fn times(&self, other: &Self) -> Self;
}

impl Monomial for u32 {
    fn times(&self, other: &Self) -> Self {
        self + other
    }
}

impl<const W: usize> Monomial for [u64; W] {
    fn times(&self, other: &Self) -> Self {
        std::array::from_fn(|k| self[k] + other[k])
    }
}

/// A monomial of words.
pub(crate) trait Word: Monomial + Send + Sync {
    /// A number of which the high bits are different for most different monomials.
    fn mixed(&self) -> u64;
}

impl<const W: usize> Word for [u64; W] {
    fn mixed(&self) -> u64 {
        self.iter().fold(0, |all: u64, &word| {
            let word = all.rotate_left(23) ^ word ^ word >> 32;
            // The golden ratio.
            word.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        })
    }
}

impl Monomial for Exponents {
    fn times(&self, other: &Self) -> Self {
        self.iter().zip(other).map(|(a, b)| a + b).collect()
    }
}

/// The place of a variable: a word, and the bit of it where its exponent begins.
#[derive(Clone, Copy)]
struct Field {
    word: usize,
    shift: u32,
    bits: u32,
}

/// The places of all variables whose exponents are not always 0. No field is in two words.
pub(crate) struct Packing {
    /// `None` for a variable that does not occur.
    fields: Vec<Option<Field>>,
    words: usize,
    /// The variable of each bit.
    owners: Vec<usize>,
}

impl Packing {
    /// For exponents up to `degrees`, the first variable in the highest bits. Above each field is a free bit, so that a difference that is negative in
    /// one variable is seen.
    pub fn with_guards(degrees: &[u32]) -> Self {
        Self::new(degrees, 1)
    }

    /// The same without free bits, for products alone.
    pub fn tight(degrees: &[u32]) -> Self {
        Self::new(degrees, 0)
    }

    fn new(degrees: &[u32], guard: u32) -> Self {
        let (mut word, mut free) = (0, u64::BITS);
        let field = |&degree: &u32| {
            let bits = u32::BITS - degree.leading_zeros();
            if bits == 0 {
                return None;
            }
            if free < bits + guard {
                (word, free) = (word + 1, u64::BITS);
            }
            free -= bits + guard;
            Some(Field { word, shift: free, bits })
        };
        let fields: Vec<Option<Field>> = degrees.iter().map(field).collect();
        let words = word + 1;
        let mut owners = vec![0; words * u64::BITS as usize];
        for (variable, field) in fields.iter().enumerate() {
            if let Some(Field { word, shift, bits }) = *field {
                let first = word * u64::BITS as usize + shift as usize;
                owners[first..first + bits as usize].fill(variable);
            }
        }
        Packing { fields, words, owners }
    }

    /// How many words an exponent vector takes.
    pub fn words(&self) -> usize {
        self.words
    }

    /// `W` is at least [`Packing::words`]; `exponents` are at most the degrees.
    pub fn pack<const W: usize>(&self, exponents: &[u32]) -> [u64; W] {
        let mut packed = [0; W];
        for (&e, field) in exponents.iter().zip(&self.fields) {
            if let Some(Field { word, shift, .. }) = *field {
                packed[word] |= u64::from(e) << shift;
            }
        }
        packed
    }

    /// As many steps as exponents are not 0.
    pub fn unpack<const W: usize>(&self, packed: &[u64; W]) -> Exponents {
        let mut exponents = Exponents::from_elem(0, self.fields.len());
        for (owners, &word) in self.owners.chunks_exact(u64::BITS as usize).zip(packed) {
            let mut rest = word;
            while rest != 0 {
                let variable = owners[rest.trailing_zeros() as usize];
                let Some(Field { shift, bits, .. }) = self.fields[variable] else { break };
                let mask = ((1 << bits) - 1) << shift;
                exponents[variable] = ((word & mask) >> shift) as u32;
                rest &= !mask;
            }
        }
        exponents
    }

    /// The free bits above all fields of a packing that has them.
    fn guards<const W: usize>(&self) -> [u64; W] {
        let mut guards = [0; W];
        for Field { word, shift, bits } in self.fields.iter().flatten() {
            guards[*word] |= 1 << (shift + bits);
        }
        guards
    }

    /// The quotient by `lead`, where it has no negative exponent and none above those of `room`, by a packing with free bits.
    pub fn quotients<const W: usize>(
        &self,
        lead: [u64; W],
        room: [u64; W],
    ) -> impl Fn(&[u64; W]) -> Option<[u64; W]> + use<W> {
        let guards = self.guards::<W>();
        let difference = move |a: &[u64; W], b: &[u64; W]| {
            let difference: [u64; W] = std::array::from_fn(|k| (a[k] | guards[k]) - b[k]);
            let is_natural = difference.iter().zip(&guards).all(|(d, guard)| d & guard == *guard);
            is_natural.then(|| std::array::from_fn(|k| difference[k] ^ guards[k]))
        };
        move |monomial| difference(monomial, &lead).filter(|quotient| difference(&room, quotient).is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_exponents() {
        for degrees in [&[5, 0, 1 << 30, 7, (1 << 31) - 1, 1][..], &[0, 0], &[], &[u32::MAX >> 1; 4]] {
            let packing = Packing::with_guards(degrees);
            assert!(packing.words() <= 2);
            let pack = |e: &[u32]| packing.pack::<2>(e);
            let (zero, most) = (vec![0; degrees.len()], degrees.to_vec());
            let half: Vec<u32> = degrees.iter().map(|d| d / 2).collect();
            for e in [&zero, &half, &most] {
                assert_eq!(packing.unpack(&pack(e))[..], e[..]);
            }
            let rest: Vec<u32> = degrees.iter().map(|d| d - d / 2).collect();
            let over = packing.quotients(pack(&half), pack(&most));
            assert_eq!(over(&pack(&most)), Some(pack(&rest)));
            assert_eq!(pack(&rest).times(&pack(&half)), pack(&most));
            if degrees.iter().any(|&d| d > 1) {
                assert_eq!(over(&pack(&zero)), None);
                assert_eq!(packing.quotients(pack(&zero), pack(&half))(&pack(&most)), None);
            }
        }
        // The first variable decides.
        let packing = Packing::with_guards(&[3, 300]);
        assert!(packing.pack::<1>(&[1, 0]) > packing.pack::<1>(&[0, 300]));
    }

    #[test]
    fn tight_fields_fill_words() {
        let packing = Packing::tight(&[1; 65]);
        assert_eq!(
            (packing.words(), Packing::tight(&[1; 64]).words(), Packing::with_guards(&[1; 64]).words()),
            (2, 1, 2)
        );
        let exponents: Vec<u32> = (0..65).map(|k| k % 3 % 2).collect();
        assert_eq!(packing.unpack(&packing.pack::<2>(&exponents))[..], exponents[..]);
        // A degree of 1 takes a bit and one of 2^31 - 1 takes 31: two of them and two bits fill a word.
        let degrees = [(1 << 31) - 1, 1, (1 << 31) - 1, 1];
        let packing = Packing::tight(&degrees);
        let [half, rest] = [[1 << 30, 0, 5, 1], [(1 << 30) - 1, 1, (1 << 31) - 6, 0]];
        assert_eq!(
            (packing.words(), packing.pack::<1>(&half).times(&packing.pack(&rest))),
            (1, packing.pack(&degrees))
        );
    }
}
