//! Contraction of all variables to two, which section 4.2 of the 2020 paper weighs against transforms in all of them.
//!
//! With bounds d_i on the degrees of the determinant and n_i = d_i + 1, each of the first variables stands for a power of X, each of the others
//! for one of Y: x_i for X^(n_(i + 1) .. n_(g - 1)) for i < g, and the others likewise. That is a homomorphism of rings, so the determinant of
//! the contracted matrix is the contracted determinant. Exponents up to d_i are the digits of those of X and Y: different monomials stay
//! different, and in lexicographic order. So coefficient number i of the one determinant is coefficient number i of the other, and there is
//! nothing to be done to expand it.
//!
//! The two degrees are made as equal as variables in their order allow, as in the balanced products of M. Moreno Maza and Y. Xie, Balanced
//! dense polynomial multiplication on multi-cores (2011).

use crate::error::{ErrorKind, Result};
use crate::plan::rows::{Row, Rows};
use crate::poly::Exponents;

/// Degrees in X and Y are below, as those of any answer.
const DEGREES: u128 = 1 << 30;

/// How variables are contracted to two.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Contraction {
    /// For each variable whether it stands for a power of Y, and which one of X or Y it stands for.
    powers: Vec<(usize, u32)>,
    /// Bounds on the degrees in X and Y.
    pub degree_bound: [u32; 2],
}

impl Contraction {
    /// For bounds on the degrees of a determinant; `None` for two variables or fewer.
    ///
    /// # Errors
    /// `Limit` when a degree in X or Y may be 2^30 or more.
    pub fn new(degree_bound: &[u32]) -> Result<Option<Self>> {
        if degree_bound.len() <= 2 {
            return Ok(None);
        }
        let product = |bounds: &[u32]| bounds.iter().fold(1u128, |all, &d| all.saturating_mul(u128::from(d) + 1));
        let larger = |&g: &usize| product(&degree_bound[..g]).max(product(&degree_bound[g..]));
        // There are two splits at least.
        let split = (1..degree_bound.len()).min_by_key(larger).unwrap_or(1);
        let (needed, allowed) = (larger(&split) - 1, DEGREES - 1);
        if needed > allowed {
            return Err(ErrorKind::Limit {
                what: "degree in one of the two variables of a contraction",
                needed,
                allowed,
            }
            .into());
        }
        let place = |i: usize| usize::from(i >= split);
        let behind = |i: usize| if i < split { &degree_bound[i + 1..split] } else { &degree_bound[i + 1..] };
        let powers = (0..degree_bound.len()).map(|i| (place(i), product(behind(i)) as u32)).collect();
        let degree = |bounds| product(bounds) as u32 - 1;
        Ok(Some(Contraction { powers, degree_bound: [degree(&degree_bound[..split]), degree(&degree_bound[split..])] }))
    }

    /// The entries of the matrix over X and Y.
    ///
    /// An element of a block is in some permutation without zeros: else the block would fall apart. So no entry has a degree above the bounds.
    pub fn entries(&self, entries: &Rows) -> Rows {
        let contracted = |exponents: &Exponents| {
            let mut found = [0u32; 2];
            for (&e, &(place, power)) in exponents.iter().zip(&self.powers) {
                found[place] += e * power;
            }
            debug_assert!(found[0] <= self.degree_bound[0] && found[1] <= self.degree_bound[1]);
            Exponents::from_slice(&found)
        };
        let row = |row: &Row| Row { terms: row.terms.iter().map(|(c, e)| (c.clone(), contracted(e))).collect() };
        Rows { kept: 2, rows: entries.rows.iter().map(row).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_are_balanced() {
        let of = |bounds: &[u32]| Contraction::new(bounds).unwrap().map(|found| (found.powers, found.degree_bound));
        assert_eq!([of(&[]), of(&[5]), of(&[5, 7])], [None, None, None]);
        // 30 30 | 27 28: 961 and 812 values, and the powers of the digits.
        assert_eq!(of(&[30, 30, 27, 28]), Some((vec![(0, 31), (0, 1), (1, 29), (1, 1)], [960, 811])));
        assert_eq!(of(&[1, 1, 9]), Some((vec![(0, 2), (0, 1), (1, 1)], [3, 9])));
        assert_eq!(of(&[9, 1, 1, 0]), Some((vec![(0, 1), (1, 2), (1, 1), (1, 1)], [9, 3])));
    }

    #[test]
    fn degrees_have_a_limit() {
        let limit = |bounds: &[u32]| Contraction::new(bounds).unwrap_err().kind().clone();
        let needed = |kind| match kind {
            ErrorKind::Limit { needed, allowed, .. } => (needed, allowed),
            other => panic!("{other:?}"),
        };
        assert_eq!(needed(limit(&[1 << 15, 1 << 15, 1 << 15])), ((1 + (1 << 15)) * (1 + (1 << 15)) - 1, DEGREES - 1));
        assert!(Contraction::new(&[(1 << 15) - 1, (1 << 15) - 1, 1 << 29]).unwrap().is_some());
        assert_eq!(needed(limit(&[u32::MAX; 16])).1, DEGREES - 1);
    }

    /// All monomials of a box, in the order of their exponents.
    #[test]
    fn order_is_kept() {
        let bounds = [2, 1, 3, 1];
        let all =
            (0..3).flat_map(|a| (0..2).flat_map(move |b| (0..4).flat_map(move |c| (0..2).map(move |d| [a, b, c, d]))));
        let terms = all.map(|e| (1.into(), Exponents::from_slice(&e))).collect();
        let contraction = Contraction::new(&bounds).unwrap().unwrap();
        let found = contraction.entries(&Rows { kept: 4, rows: vec![Row { terms }] });
        let [x, y] = contraction.degree_bound;
        let box_of_two = (0..=x).flat_map(|i| (0..=y).map(move |j| [i, j]));
        let exponents: Vec<[u32; 2]> = found.rows[0].terms.iter().map(|(_, e)| [e[0], e[1]]).collect();
        assert_eq!((exponents, found.kept), (box_of_two.collect(), 2));
    }
}
