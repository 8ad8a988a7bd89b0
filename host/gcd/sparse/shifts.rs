//! Exponents of terms by shifted points, where the roots of recurrences only part the terms.
//!
//! With x_k w^(s_k) in place of x_k the coefficient of a term is multiplied by w^N, for the number N of its exponents: see [`Group`].

use super::exponents::Group;
use super::progression::{Progression, Target};
use super::projection::Projection;
use crate::control::Control;
use crate::error::Result;
use crate::finite_field::Arithmetic;
use crate::poly::Polynomial;
use crate::sparse::prony;

/// The differences of exponents from the leading ones, of all terms with these roots. `number` is N for a power w^N. `None` where there is no such number: the points
/// are unlucky. A progression of as many points as a sequence has terms for each group.
///
/// # Errors
/// `Cancelled`.
pub(super) fn differences<K: Arithmetic>(
    progression: &Progression<K>,
    (target, roots): (Target, &[Vec<K::Elem>]),
    (w, groups, number): (K::Elem, &[Group], impl Fn(K::Elem) -> Option<i64>),
    (projection, pair): (&Projection, (&Polynomial, &Polynomial)),
    control: &Control,
) -> Result<Option<Vec<Vec<i64>>>> {
    let field = progression.field;
    let most = roots.iter().map(Vec::len).max().unwrap_or(0);
    let solved = |progression: &Progression<K>| -> Vec<K::Elem> {
        let sequences = progression.sequences(target);
        roots.iter().zip(sequences).flat_map(|(roots, sequence)| prony::coefficients(field, roots, sequence)).collect()
    };
    let plain = solved(progression);
    let mut differences = vec![Vec::new(); plain.len()];
    for group in groups {
        let mut points = progression.points.clone();
        for (k, &stride) in group.variables.clone().zip(&group.strides) {
            points.shifts[k] = field.mul(points.shifts[k], field.pow(w, stride));
        }
        let mut shifted = Progression::new(field, pair, projection, points);
        if !shifted.extend(most, control)? || shifted.sequences(target).len() != roots.len() {
            return Ok(None);
        }
        for ((c, with_powers), difference) in plain.iter().zip(solved(&shifted)).zip(&mut differences) {
            if *c == field.zero() {
                return Ok(None);
            }
            let power = field.mul(with_powers, field.inverse(*c));
            let Some(exponents) = number(power).and_then(|number| group.exponents(number)) else {
                return Ok(None);
            };
            difference.extend(exponents);
        }
    }
    Ok(Some(differences))
}
