//! Exact division of polynomials by rows, the first one first.
//!
//! A quotient that is exact has in each variable the difference of the degrees. A monomial beyond that ends the division, and so no exponent of a
//! product ever leaves its bits: what is found is a proof.

use super::effort::Effort;
use super::layout::{degrees, quotient};
use super::levels::{Level, bytes};
use crate::control::Control;
use crate::error::Result;
use crate::finite_field::{
    Arithmetic,
    dense::{divided, trim},
};
use crate::poly::heap_division::Outcome;
use crate::run::memory;
use std::collections::BTreeMap;

/// f / h, where the exponents of x_1, ..., x_(n-1) have so many bits, with no more than `budget` products of numbers and in no more than `room` bytes.
///
/// # Errors
/// `Limit`; `Cancelled`.
pub(super) fn divide<K: Arithmetic>(
    (field, bits): (K, &[u32]),
    (f, h): (&Level<K::Elem>, &Level<K::Elem>),
    (budget, room): (u64, u64),
    (effort, control): (&mut Effort, &Control),
) -> Result<Outcome<Level<K::Elem>>> {
    let ([of_f, of_h], Some((first, others))) =
        ([f, h].map(|p| degrees(bits, p.rows.iter().map(|row| row.0))), h.rows.split_first())
    else {
        return Ok(Outcome::Inexact);
    };
    let most: Option<Vec<u32>> = of_f.iter().zip(of_h).map(|(a, b)| a.checked_sub(b)).collect();
    let (Some(most), Some(length)) = (most, (f.degree() + 1).checked_sub(h.degree())) else {
        return Ok(Outcome::Inexact);
    };
    let end = effort.done.saturating_add(budget);
    let mut held = f.bytes().saturating_mul(2);
    memory::check(held, room)?;
    let mut rest: BTreeMap<u128, Vec<K::Elem>> = f.rows.iter().cloned().collect();
    let mut rows = Vec::new();
    while let Some((monomial, mut row)) = rest.pop_last() {
        trim(&mut row);
        if row.is_empty() {
            continue;
        }
        let Some(at) = quotient(bits, monomial, first.0, &most) else { return Ok(Outcome::Inexact) };
        let (factor, remainder) = divided(field, row, &first.1, control)?;
        if !remainder.is_empty() || factor.len() > length {
            return Ok(Outcome::Inexact);
        }
        for (by, c) in others {
            let products = factor.len() as u64 * c.len() as u64;
            // A look into the tree takes as long as some products.
            effort.spend(products + 8, control)?;
            let to = rest.entry(at + by).or_default();
            let needed = factor.len() + c.len() - 1;
            if to.len() < needed {
                held += bytes::<K::Elem>(u64::from(to.is_empty()), (needed - to.len()) as u64);
                to.resize(needed, field.zero());
            }
            for (i, &x) in factor.iter().enumerate().filter(|term| *term.1 != field.zero()) {
                to[i..].iter_mut().zip(c).for_each(|(to, &c)| *to = field.sub(*to, field.mul(x, c)));
            }
        }
        if effort.done > end {
            return Ok(Outcome::Abandoned);
        }
        held += bytes::<K::Elem>(1, factor.len() as u64);
        memory::check(held, room)?;
        rows.push((at, factor));
    }
    Ok(Outcome::Exact(Level { rows }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;
    use crate::finite_field::Field;

    /// Exponents of x_1 and the coefficients in x_2, numbers below 7.
    type Rows<'a> = &'a [(u128, &'a [u64])];

    fn level(rows: Rows) -> Level {
        let row = |row: &[u64]| row.iter().map(|&c| Field::new(7).enter(c)).collect();
        Level { rows: rows.iter().map(|(e, c)| (*e, row(c))).collect() }
    }

    /// f / h modulo 7 in two variables.
    fn quotient(f: Rows, h: Rows, limits: (u64, u64)) -> Result<Outcome<Level>> {
        divide((Field::new(7), &[3]), (&level(f), &level(h)), limits, (&mut Effort::default(), &Control::default()))
    }

    const NONE: (u64, u64) = (u64::MAX, u64::MAX);

    /// Every way in which a division is not exact is told, and only those.
    #[test]
    fn exact_and_inexact() {
        // (x_1 x_2 + 3) (x_1 + x_2 + 1) = x_1^2 x_2 + x_1 (x_2^2 + x_2 + 3) + 3 x_2 + 3.
        let f: Rows = &[(2, &[0, 1]), (1, &[3, 1, 1]), (0, &[3, 3])];
        let exact = Outcome::Exact(level(&[(1, &[0, 1]), (0, &[3])]));
        assert_eq!(quotient(f, &[(1, &[1]), (0, &[1, 1])], NONE).unwrap(), exact);
        let inexact: [(Rows, Rows); 5] = [
            // x_1 x_2 by x_2 + 1: the first row leaves a remainder, and nothing is below it.
            (&[(1, &[0, 1])], &[(0, &[1, 1])]),
            // x_1 (x_2 + 1) + x_2 by x_2 + 1: so does the last one.
            (&[(1, &[1, 1]), (0, &[0, 1])], &[(0, &[1, 1])]),
            // x_1^2 + x_1 x_2 by x_1 + 1: a row without x_1 is left.
            (&[(2, &[1]), (1, &[0, 1])], &[(1, &[1]), (0, &[1])]),
            // x_1^2 x_2 + 1 by x_1 + x_2: the first row of the quotient would have too high a degree.
            (&[(2, &[0, 1]), (0, &[1])], &[(1, &[1]), (0, &[0, 1])]),
            // x_1 by x_1^2: the degree is too low.
            (&[(1, &[1])], &[(2, &[1])]),
        ];
        for (f, h) in inexact {
            assert_eq!(quotient(f, h, NONE).unwrap(), Outcome::Inexact, "{f:?} by {h:?}");
        }
    }

    /// A division ends where its budget does, and where its room is too small.
    #[test]
    fn limits() {
        let (f, h): (Rows, Rows) = (&[(2, &[1]), (1, &[2]), (0, &[1])], &[(1, &[1]), (0, &[1])]);
        assert_eq!(quotient(f, h, (0, u64::MAX)).unwrap(), Outcome::Abandoned);
        assert!(matches!(quotient(f, h, (u64::MAX, 0)).unwrap_err().kind(), ErrorKind::Limit { .. }));
    }
}
