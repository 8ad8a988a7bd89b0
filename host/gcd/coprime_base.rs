//! Products of powers of polynomials by their common factors.
//!
//! Source: Bach, Driscoll, Shallit, Factor refinement, SODA 1990.

use super::builder::Gcd;
use super::report::GcdReport;
use crate::error::Result;
use crate::poly::Polynomial;
use crate::run::options::RunOptions;

/// Pairwise coprime polynomials, not constant, of whose powers N products consist.
pub(super) struct CoprimeBase<const N: usize> {
    /// Each with its exponent in each of the products.
    factors: Vec<(Polynomial, [u64; N])>,
    run: RunOptions,
    /// The report of the GCDs.
    pub report: GcdReport,
}

impl<const N: usize> CoprimeBase<N> {
    /// Without factors: all products are 1.
    pub fn new(run: RunOptions, report: GcdReport) -> Self {
        CoprimeBase { factors: Vec::new(), run, report }
    }

    /// The factors, each with its exponents.
    pub fn factors(&self) -> &[(Polynomial, [u64; N])] {
        &self.factors
    }

    /// Multiplies each product by its power of `factor`: a primitive polynomial that is not constant, with a positive first coefficient.
    ///
    /// # Errors
    /// As [`Gcd::run`].
    ///
    /// # Complexity
    /// A GCD for each pair of factors, and three more for each common factor that is found.
    pub fn multiply(&mut self, factor: Polynomial, exponents: [u64; N]) -> Result<()> {
        let mut pending = vec![(factor, exponents)];
        while let Some((factor, exponents)) = pending.pop() {
            match self.common(&factor)? {
                None => self.factors.push((factor, exponents)),
                Some((place, common, of_known, rest)) => {
                    let (_, own) = self.factors.remove(place);
                    let sum = std::array::from_fn(|product| own[product] + exponents[product]);
                    // The degrees of all factors together fall, so this ends.
                    let parts = [(rest, exponents), (of_known, own), (common, sum)];
                    pending.extend(parts.into_iter().filter(|(part, _)| part.as_constant().is_none()));
                }
            }
        }
        Ok(())
    }

    /// The first factor that is not coprime to a polynomial: its place, their GCD, and both divided by it.
    fn common(&mut self, factor: &Polynomial) -> Result<Option<(usize, Polynomial, Polynomial, Polynomial)>> {
        for (place, (known, _)) in self.factors.iter().enumerate() {
            let answer = Gcd::new(known, factor).run_options(self.run.clone()).cofactors(true).run()?;
            self.report.include(answer.report);
            match answer.cofactors {
                Some([of_known, rest]) if answer.gcd.as_constant().is_none() => {
                    return Ok(Some((place, answer.gcd, of_known, rest)));
                }
                _ => {}
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::gcd::GcdMethod;

    #[test]
    fn factors_are_coprime_and_products_stay() {
        let mut base = CoprimeBase::new(RunOptions::default(), GcdReport::new(GcdMethod::Remainder, 0));
        for (factor, exponents) in
            [("x^3 - x", [2, 0]), ("x^2 + x", [0, 3]), ("x - 1", [1, 1]), ("y^2 - 1", [0, 1]), ("x - 1", [0, 1])]
        {
            base.multiply(factor.parse().unwrap(), exponents).unwrap();
        }
        let mut found: Vec<String> =
            base.factors().iter().map(|(factor, [a, b])| format!("{factor}: {a} {b}")).collect();
        found.sort();
        assert_eq!(found, ["x - 1: 3 2", "x^2 + x: 2 3", "y^2 - 1: 0 1"]);
        assert!(base.report.pairs > 3);
    }
}
