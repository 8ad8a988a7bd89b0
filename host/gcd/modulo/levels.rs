//! Polynomials in x_1, ..., x_n as sums of monomials in x_1, ..., x_(n-1) times polynomials in x_n.
//!
//! Only monomials that occur are held, so that the size is that of the terms times a degree in one variable. The exponents of a monomial are packed into
//! one number, that of x_1 highest, so that numbers have the lexicographic order of monomials, and those of a product add up as long as no exponent
//! leaves its bits.

use crate::control::Control;
use crate::error::Result;
use crate::finite_field::{Arithmetic, Element, dense};
use crate::poly::size;
use crate::run::memory;

/// A monomial in x_1, ..., x_(n-1) and its coefficient in x_n, from the constant one up, the last one not 0.
pub(super) type Row<E = u64> = (u128, Vec<E>);

/// Monomials in all variables and their coefficients, in descending order.
pub(super) type Keys<E = u64> = Vec<(u128, E)>;

/// A polynomial that is not 0: the rows that are not, in descending order. For n = 1 it is one row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Level<E = u64> {
    pub rows: Vec<Row<E>>,
}

/// Bytes of rows with so many coefficients of type `E` in all.
pub(super) fn bytes<E>(rows: u64, coefficients: u64) -> u64 {
    rows * (size_of::<Row<E>>() as u64 + size::block(0)) + size_of::<E>() as u64 * coefficients
}

impl<E: Element> Level<E> {
    pub fn one<K: Arithmetic<Elem = E>>(field: K) -> Self {
        Level { rows: vec![(0, vec![field.one()])] }
    }

    /// The polynomial with these terms, in descending order, where the exponent of x_n has so many bits.
    pub fn from_terms(terms: impl IntoIterator<Item = (u128, E)>, bits: u32) -> Self {
        let mut rows: Vec<Row<E>> = Vec::new();
        for (key, c) in terms {
            let (monomial, e) = (key >> bits, (key & ((1 << bits) - 1)) as usize);
            match rows.last_mut().filter(|row| row.0 == monomial) {
                Some((_, row)) => row[e] = c,
                None => {
                    let mut row = vec![E::ZERO; e + 1];
                    row[e] = c;
                    rows.push((monomial, row));
                }
            }
        }
        Level { rows }
    }

    /// Bytes that [`Level::from_terms`] makes of these terms.
    fn bytes_of(terms: impl IntoIterator<Item = u128>, bits: u32) -> u64 {
        let (mut rows, mut coefficients, mut last) = (0, 0, None);
        for key in terms {
            if last != Some(key >> bits) {
                last = Some(key >> bits);
                rows += 1;
                coefficients += (key & ((1 << bits) - 1)) as u64 + 1;
            }
        }
        bytes::<E>(rows, coefficients)
    }

    /// The same of two polynomials, in no more than `room` bytes.
    ///
    /// # Errors
    /// `Limit`.
    pub fn pair_from_terms(terms: &[Keys<E>; 2], bits: u32, room: u64) -> Result<[Self; 2]> {
        let [f, g] = terms.each_ref().map(|terms| Self::bytes_of(terms.iter().map(|term| term.0), bits));
        memory::check(f.saturating_add(g), room)?;
        Ok(terms.each_ref().map(|terms| Level::from_terms(terms.iter().copied(), bits)))
    }

    /// The terms in descending order.
    pub fn terms(&self, bits: u32) -> impl Iterator<Item = (u128, E)> + '_ {
        let of_row = move |(monomial, row): &'_ Row<E>| {
            let monomial = *monomial << bits;
            let terms = row.iter().enumerate().rev().filter(|term| *term.1 != E::ZERO);
            terms.map(move |(e, &c)| (monomial | e as u128, c)).collect::<Vec<_>>()
        };
        self.rows.iter().flat_map(of_row)
    }

    /// The coefficient of the first monomial.
    pub fn lead(&self) -> &[E] {
        self.rows.first().map_or(&[], |row| &row.1)
    }

    /// The first monomial in all variables, as its number is with the exponent of x_n.
    pub fn leading_monomial(&self, bits: u32) -> u128 {
        self.rows.first().map_or(0, |(monomial, row)| *monomial << bits | (row.len() as u128 - 1))
    }

    /// The degree in x_n.
    pub fn degree(&self) -> usize {
        self.rows.iter().map(|row| row.1.len()).max().unwrap_or(1) - 1
    }

    /// How many coefficients there are, zeros in rows included.
    pub fn coefficients(&self) -> u64 {
        self.rows.iter().map(|row| row.1.len() as u64).sum()
    }

    pub fn bytes(&self) -> u64 {
        bytes::<E>(self.rows.len() as u64, self.coefficients())
    }

    /// The terms in x_1, ..., x_(n-1) of the value at a point of x_n.
    pub fn at<K: Arithmetic<Elem = E>>(&self, field: K, point: E) -> Keys<E> {
        let of_row = |(monomial, row): &Row<E>| (*monomial, dense::value(field, row, point));
        self.rows.iter().map(of_row).filter(|term| term.1 != E::ZERO).collect()
    }

    /// The greatest common divisor of all rows, with the leading coefficient 1. Short rows come first, since it usually is 1.
    ///
    /// # Errors
    /// `Cancelled`.
    pub fn content<K: Arithmetic<Elem = E>>(&self, field: K, control: &Control) -> Result<Vec<E>> {
        let mut rows: Vec<&[E]> = self.rows.iter().map(|row| &row.1[..]).collect();
        rows.sort_unstable_by_key(|row| row.len());
        let mut content = Vec::new();
        for row in rows {
            content = dense::gcd(field, row, &content, control)?;
            if content.len() == 1 {
                break;
            }
        }
        Ok(content)
    }

    /// The polynomial divided by a polynomial in x_n that divides it.
    ///
    /// # Errors
    /// `Cancelled`.
    pub fn over<K: Arithmetic<Elem = E>>(self, field: K, by: &[E], control: &Control) -> Result<Self> {
        let divided = |(monomial, row)| Ok((monomial, dense::quotient(field, row, by, control)?));
        Ok(Level { rows: self.rows.into_iter().map(divided).collect::<Result<_>>()? })
    }

    /// The polynomial times a polynomial in x_n that is not 0.
    ///
    /// # Errors
    /// `Cancelled`.
    pub fn times<K: Arithmetic<Elem = E>>(mut self, field: K, by: &[E], control: &Control) -> Result<Self> {
        if *by != [field.one()] {
            for (_, row) in &mut self.rows {
                *row = dense::product(field, row, by, control)?;
            }
        }
        Ok(self)
    }

    /// The polynomial times a number that is not 0.
    pub fn scaled<K: Arithmetic<Elem = E>>(mut self, field: K, by: E) -> Self {
        if by != field.one() {
            self.rows.iter_mut().flat_map(|row| &mut row.1).for_each(|c| *c = field.mul(*c, by));
        }
        self
    }
}
