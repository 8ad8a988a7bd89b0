//! Exponents of the kept variables, made small before the computation and large again afterwards.
//!
//! Where all exponents of v in f are a plus multiples of d, and in g b plus multiples of d, f = v^a f1(v^d), g = v^b g1(v^d), and with
//! the degrees p, q in the eliminated variable
//!
//! > res(f, g) = v^(a q + b p) res(f1, g1)(v^d), disc(f) = v^(a (2p - 2)) disc(f1)(v^d),
//!
//! since each row of f in the Sylvester matrix has the factor v^a, each of g v^b, and disc(f) is homogeneous of degree 2p - 2 in the
//! coefficients of f. Grids have an axis for each variable, whose points count with all others: so what need not be computed is not.
//! A variable that is in monomial factors only has no axis.

use crate::error::Result;
use crate::plan::exponents::{AnswerExponents, Variable, gcd};
use crate::poly::Polynomial;

/// How exponents of the kept variables are made small, and those of the answer large.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Thinning {
    /// Those of the answer.
    pub answer: AnswerExponents,
    /// The lowest exponents of each variable that occurs in the polynomials.
    lowest: Vec<Vec<u32>>,
}

impl Thinning {
    /// Of the polynomials, none of which is 0; the answer is homogeneous in the coefficients of each, of the degrees `weights`.
    pub fn new(kept: &[String], polynomials: &[&Polynomial], weights: &[u64]) -> Self {
        let variable = |(place, name): (usize, &String)| {
            let (mut lowest, mut step, mut occurs) = (Vec::with_capacity(polynomials.len()), 0, false);
            for f in polynomials {
                let Some(index) = f.vars().iter().position(|v| v == name) else {
                    lowest.push(0);
                    continue;
                };
                let exponents = || f.terms().iter().map(|term| term.exponents[index]);
                let least = exponents().min().unwrap_or(0);
                for e in exponents() {
                    occurs |= e > 0;
                    if step != 1 {
                        step = gcd(e - least, step);
                    }
                }
                lowest.push(least);
            }
            let shift = lowest.iter().zip(weights).map(|(&e, &weight)| u64::from(e).saturating_mul(weight)).sum();
            occurs.then_some((Variable { place, step, shift }, lowest))
        };
        let (variables, lowest) = kept.iter().enumerate().filter_map(variable).unzip();
        Thinning { answer: AnswerExponents { kept: kept.len(), variables }, lowest }
    }

    /// Kept variables, with those that do not occur.
    pub fn kept(&self) -> usize {
        self.answer.kept
    }

    /// The variables that have an axis: place among the kept ones, the factor that exponents are divided by, and how much is taken
    /// from those of polynomial number `which` before.
    pub fn axes(&self, which: usize) -> impl Iterator<Item = (usize, u32, u32)> {
        let with_axis = self.answer.variables.iter().zip(&self.lowest).filter(|(variable, _)| variable.step > 0);
        with_axis.map(move |(variable, lowest)| (variable.place, variable.step, lowest[which]))
    }

    /// Degrees of an answer per kept variable that occurs, for those `small` ones per axis.
    ///
    /// # Errors
    /// `Limit` when one is 2^30 or more.
    pub fn degrees(&self, small: &[u64]) -> Result<Vec<u32>> {
        self.answer.degrees(small)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_and_shifts() {
        let names: Vec<String> = ["a", "b", "c", "d"].map(String::from).to_vec();
        let [f, g] = ["a^2*b^7*y^3 + a^8*b^7", "a^5*b*y^2 + 3*a^11*b*d"]
            .map(|text| Polynomial::parse_in(text, &["a", "b", "c", "d", "y"]).unwrap());
        // a: 2 + 6 k and 5 + 6 k; b: 7 and 1, without an axis; c does not occur; d: nothing to take out.
        let thinning = Thinning::new(&names, &[&f, &g], &[2, 3]);
        assert_eq!(thinning.kept(), 4);
        assert_eq!(thinning.axes(0).collect::<Vec<_>>(), [(0, 6, 2), (3, 1, 0)]);
        assert_eq!(thinning.axes(1).collect::<Vec<_>>(), [(0, 6, 5), (3, 1, 0)]);
        assert_eq!(thinning.degrees(&[4, 3]).unwrap(), [2 * 2 + 5 * 3 + 6 * 4, 7 * 2 + 3, 3]);
        assert_eq!(thinning.answer.exponents(&[5, 4], 7).to_vec(), [19 + 6, 17, 0, 3]);
        assert!(thinning.degrees(&[1 << 28, 3]).is_err());
    }
}
