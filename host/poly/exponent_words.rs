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

/// The places of all variables whose exponents are not always 0. No field is in two words, and above each field is a free bit, so that a
/// difference that is negative in one variable is seen.
pub(crate) struct Packing {
    /// `None` for a variable that does not occur.
    fields: Vec<Option<Field>>,
    words: usize,
}

impl Packing {
    /// For exponents up to `degrees`, the first variable in the highest bits.
    pub fn new(degrees: &[u32]) -> Self {
        let (mut word, mut free) = (0, u64::BITS);
        let field = |&degree: &u32| {
            let bits = u32::BITS - degree.leading_zeros();
            if bits == 0 {
                return None;
            }
            if free < bits + 1 {
                (word, free) = (word + 1, u64::BITS);
            }
            free -= bits + 1;
            Some(Field { word, shift: free, bits })
        };
        let fields = degrees.iter().map(field).collect();
        Packing { fields, words: word + 1 }
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

    pub fn unpack<const W: usize>(&self, packed: &[u64; W]) -> Exponents {
        let exponent = |field: &Option<Field>| match *field {
            None => 0,
            Some(Field { word, shift, bits }) => (packed[word] >> shift & ((1 << bits) - 1)) as u32,
        };
        self.fields.iter().map(exponent).collect()
    }

    /// The free bits above all fields.
    fn guards<const W: usize>(&self) -> [u64; W] {
        let mut guards = [0; W];
        for Field { word, shift, bits } in self.fields.iter().flatten() {
            guards[*word] |= 1 << (shift + bits);
        }
        guards
    }

    /// The quotient by `lead`, where it has no negative exponent and none above those of `room`.
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
            let packing = Packing::new(degrees);
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
        let packing = Packing::new(&[3, 300]);
        assert!(packing.pack::<1>(&[1, 0]) > packing.pack::<1>(&[0, 300]));
    }
}
