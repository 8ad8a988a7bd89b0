//! The lists of a program in one array of words, as a device has them and as a file does.

#[cfg(target_arch = "nvptx64")]
use super::program::Factor;
use super::program::Program;

/// Lengths of the lists of a program.
#[cuda_std::kernel_param]
pub struct Lengths {
    /// n.
    pub variables: u32,
    /// m.
    pub polynomials: u32,
    /// Powers in the table.
    pub powers: u32,
    /// T.
    pub terms: u32,
    /// Factors of all terms.
    pub factors: u32,
    /// Variables of all polynomials.
    pub columns: u32,
}

impl Lengths {
    /// Those of a program.
    pub fn of(program: &Program<'_>) -> Self {
        Lengths {
            variables: program.variables(),
            polynomials: program.polynomials(),
            powers: program.powers.len() as u32,
            terms: program.term_starts.len() as u32 - 1,
            factors: program.factors.len() as u32,
            columns: program.columns.len() as u32,
        }
    }

    /// Words of each list in their order: factors, powers, their starts, starts of polynomials, of terms, of columns, columns, starts of
    /// slots, slots.
    pub fn words(&self) -> [usize; 9] {
        let count = |n: u32| n as usize;
        [
            4 * count(self.factors),
            2 * count(self.powers),
            count(self.variables) + 1,
            count(self.polynomials) + 1,
            count(self.terms) + 1,
            count(self.polynomials) + 1,
            count(self.columns),
            count(self.columns) + 1,
            count(self.factors),
        ]
    }

    /// The lists.
    ///
    /// # Safety
    /// `words` are aligned to 16 bytes, live, and hold the lists of a program with these lengths.
    #[cfg(target_arch = "nvptx64")]
    #[inline(always)]
    pub unsafe fn program(&self, words: *const u32) -> Program<'static> {
        let (mut at, lengths) = (words, self.words());
        let mut next = |i: usize| {
            let start = at;
            // SAFETY: the lists lie one behind the other.
            at = unsafe { at.add(lengths[i]) };
            // SAFETY: as above.
            unsafe { core::slice::from_raw_parts(start, lengths[i]) }
        };
        let (factors, powers) = (next(0), next(1));
        // SAFETY: a factor is four words, aligned to 16 bytes; a power two.
        let (factors, powers) = unsafe {
            (
                core::slice::from_raw_parts(factors.as_ptr().cast::<Factor>(), self.factors as usize),
                core::slice::from_raw_parts(powers.as_ptr().cast::<[u32; 2]>(), self.powers as usize),
            )
        };
        Program {
            factors,
            powers,
            power_starts: next(2),
            polynomial_starts: next(3),
            term_starts: next(4),
            column_starts: next(5),
            columns: next(6),
            slot_starts: next(7),
            slots: next(8),
        }
    }
}
