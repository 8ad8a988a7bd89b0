//! The lists of one polynomial in one piece, for kernels whose threads have a term each: it is copied at once.
//!
//! Neighbouring threads have neighbouring terms. Where most have an even number of factors, an empty place follows the factors of each, so that their
//! places are an odd number apart, and the threads of a warp do not meet in the banks of shared memory.

use super::program::Factor;

/// How long the lists of a polynomial are; the first words of its record.
#[repr(C, align(16))]
#[derive(Clone, Copy)]
#[cfg_attr(not(target_arch = "nvptx64"), derive(Debug, PartialEq, Eq))]
pub struct Header {
    /// Terms.
    pub terms: u32,
    /// Places of factors, empty ones too.
    pub places: u32,
    /// Factors.
    pub slots: u32,
    /// Number of the first term in the system.
    pub first_term: u32,
}

impl Header {
    /// First words of the lists, in their order: factors, powers, terms, slots, starts of powers, starts of slots; and the end, a multiple of four.
    pub const fn starts(&self, variables: u32, powers: u32) -> [u32; 7] {
        let factors = 4;
        let powers_at = factors + 4 * self.places;
        let terms = powers_at + 2 * powers;
        let slots = terms + 2 * self.terms;
        let power_starts = slots + 2 * self.slots;
        let slot_starts = power_starts + variables + 1;
        let end = slot_starts + variables + 1;
        [factors, powers_at, terms, slots, power_starts, slot_starts, end.next_multiple_of(4)]
    }

    /// Numbers that a block needs for the polynomial: the table, a derivative for each place, and the values of all terms.
    pub const fn numbers(&self, entries: u32) -> u64 {
        entries as u64 + self.places as u64 + self.terms as u64
    }
}

/// The record of a polynomial.
#[derive(Clone, Copy)]
pub struct Record<'a> {
    /// How long the lists are.
    pub header: Header,
    /// By place.
    pub factors: &'a [Factor],
    /// Those of the system, as [`super::Program`] has them.
    pub powers: &'a [[u32; 2]],
    /// First place of each term, and its factors.
    pub terms: &'a [[u32; 2]],
    /// Place and exponent of each factor, those of a variable together.
    pub slots: &'a [[u32; 2]],
    /// n + 1 starts among the powers.
    pub power_starts: &'a [u32],
    /// n + 1 starts among the slots.
    pub slot_starts: &'a [u32],
}

impl Record<'_> {
    /// The record that begins at these words, of a system of so many variables and powers.
    ///
    /// # Safety
    /// There is one, aligned to 16 bytes, and it lives as long as the lists are used.
    #[inline(always)]
    pub unsafe fn at(words: *const u32, variables: u32, powers: u32) -> Self {
        // SAFETY: the header is first.
        let header = unsafe { *words.cast::<Header>() };
        let [factors, powers_at, terms, slots, power_starts, slot_starts, _] = header.starts(variables, powers);
        // SAFETY: lists are where the header says; their lengths keep factors aligned to 16 bytes and pairs to 8.
        unsafe {
            let pairs =
                |at: u32, count: u32| core::slice::from_raw_parts(words.add(at as usize).cast(), count as usize);
            let starts = |at: u32| core::slice::from_raw_parts(words.add(at as usize), variables as usize + 1);
            Record {
                header,
                factors: core::slice::from_raw_parts(words.add(factors as usize).cast(), header.places as usize),
                powers: pairs(powers_at, powers),
                terms: pairs(terms, header.terms),
                slots: pairs(slots, header.slots),
                power_starts: starts(power_starts),
                slot_starts: starts(slot_starts),
            }
        }
    }
}
