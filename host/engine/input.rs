//! Big integers in the form engines take them in.

use crate::plan::rows::Rows;
use rug::Integer;

/// The coefficients of several polynomials as one dense table: row-major over (row, exponents of the kept variables).
///
/// Integer `i` has magnitude `limbs[offsets[i]..offsets[i + 1]]` (least significant first, no leading zero limbs, none for
/// zero) and sign `negative[i]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IntegerTable {
    /// Number of polynomials in the kept variables.
    pub rows: u32,
    /// Coefficients per kept variable.
    pub dims: Vec<u32>,
    /// Starts of the integers in `limbs`, and the end.
    pub offsets: Vec<u32>,
    /// All limbs.
    pub limbs: Vec<u32>,
    /// Signs.
    pub negative: Vec<bool>,
}

impl IntegerTable {
    /// The rows of all `polynomials`, one polynomial after the other. `None` when they have 2^32 integers or limbs.
    pub fn new(polynomials: &[&Rows]) -> Option<Self> {
        let kept = polynomials.first().map_or(0, |f| f.kept);
        let all = || polynomials.iter().flat_map(|f| &f.rows);
        let dims: Vec<u32> = (0..kept).map(|k| all().filter_map(|row| row.degree(k)).max().unwrap_or(0) + 1).collect();
        let width = dims.iter().try_fold(1usize, |acc, &n| acc.checked_mul(n as usize))?;
        let count = all().count();
        let size = width.checked_mul(count).filter(|&n| n < u32::MAX as usize)?;
        let mut slots = vec![None; size];
        for (i, row) in all().enumerate() {
            for (coefficient, exponents) in &row.terms {
                let place = dims.iter().zip(exponents).fold(0, |acc, (&n, &e)| acc * n as usize + e as usize);
                slots[i * width + place] = Some(coefficient);
            }
        }
        // Twice the 64-bit limbs: a little more than the digits.
        let total = slots.iter().flatten().map(|c| 2 * c.as_limbs().len()).sum();
        let mut table = IntegerTable {
            rows: count as u32,
            dims,
            offsets: Vec::with_capacity(size + 1),
            limbs: Vec::with_capacity(total),
            negative: Vec::with_capacity(size),
        };
        table.offsets.push(0);
        let zero = Integer::new();
        for slot in &slots {
            table.push(slot.unwrap_or(&zero))?;
        }
        Some(table)
    }

    /// A list of integers, as one polynomial. `None` when there are 2^32 integers or limbs.
    pub fn flat<'a>(integers: impl Iterator<Item = &'a Integer> + Clone) -> Option<Self> {
        let (mut count, mut total) = (0usize, 0);
        for integer in integers.clone() {
            count += 1;
            total += 2 * integer.as_limbs().len();
        }
        let dims = vec![u32::try_from(count).ok().filter(|&n| n < u32::MAX)?];
        let mut table = IntegerTable {
            rows: 1,
            dims,
            offsets: Vec::with_capacity(count + 1),
            limbs: Vec::with_capacity(total),
            negative: Vec::with_capacity(count),
        };
        table.offsets.push(0);
        for integer in integers {
            table.push(integer)?;
        }
        Some(table)
    }

    /// Appends one integer; `None` when there are 2^32 limbs.
    fn push(&mut self, integer: &Integer) -> Option<()> {
        self.limbs.extend(integer.as_limbs().iter().flat_map(|&limb| [limb as u32, (limb >> 32) as u32]));
        // The upper half of the last limb, which is not 0, may be.
        self.limbs.pop_if(|high| !integer.is_zero() && *high == 0);
        self.negative.push(integer.is_negative());
        self.offsets.push(u32::try_from(self.limbs.len()).ok()?);
        Some(())
    }

    /// Number of integers.
    pub fn len(&self) -> usize {
        self.negative.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.negative.is_empty()
    }

    /// Magnitude of integer `i`.
    pub fn magnitude(&self, i: usize) -> &[u32] {
        &self.limbs[self.offsets[i] as usize..self.offsets[i + 1] as usize]
    }
}
