//! The computation that a checkpoint belongs to, as a number of 128 bits.

use crate::engine::input::IntegerTable;
use crate::poly::Polynomial;
use crate::run::modulus::Modulus;
use rug::Integer;
use xxhash_rust::xxh3::Xxh3;

/// Is being made from everything that tells two computations apart. Lengths go in too, so that no two of them read the same.
pub(crate) struct Fingerprint(Xxh3);

impl Fingerprint {
    /// Of something with this name.
    pub fn new(name: &str) -> Self {
        let mut fingerprint = Fingerprint(Xxh3::new());
        fingerprint.text(name);
        fingerprint
    }

    pub fn number(&mut self, number: u64) -> &mut Self {
        self.0.update(&number.to_le_bytes());
        self
    }

    /// A modulus; 0 stands for none.
    pub fn modulus(&mut self, p: Option<Modulus>) -> &mut Self {
        p.map_or([0; 4], Modulus::words).into_iter().for_each(|word| _ = self.number(word));
        self
    }

    pub fn numbers(&mut self, numbers: &[u32]) -> &mut Self {
        self.number(numbers.len() as u64);
        numbers.iter().for_each(|n| self.0.update(&n.to_le_bytes()));
        self
    }

    pub fn text(&mut self, text: &str) -> &mut Self {
        self.number(text.len() as u64);
        self.0.update(text.as_bytes());
        self
    }

    pub fn integer(&mut self, integer: &Integer) -> &mut Self {
        let limbs = integer.as_limbs();
        self.number(2 * limbs.len() as u64 + u64::from(integer.is_negative()));
        limbs.iter().for_each(|limb| self.0.update(&limb.to_le_bytes()));
        self
    }

    pub fn polynomial(&mut self, f: &Polynomial) -> &mut Self {
        self.number(f.vars().len() as u64);
        f.vars().iter().for_each(|name| _ = self.text(name));
        self.number(f.terms().len() as u64);
        f.terms().iter().for_each(|term| _ = self.integer(&term.coefficient).numbers(&term.exponents));
        self
    }

    pub fn table(&mut self, table: &IntegerTable) -> &mut Self {
        self.number(table.rows().into()).numbers(table.dims()).number(table.len() as u64);
        for i in 0..table.len() {
            let magnitude = table.magnitude(i);
            self.number(2 * magnitude.len() as u64 + u64::from(table.is_negative(i)));
            magnitude.iter().for_each(|limb| self.0.update(&limb.to_le_bytes()));
        }
        self
    }

    /// The number.
    pub fn value(&self) -> u128 {
        self.0.digest128()
    }
}
