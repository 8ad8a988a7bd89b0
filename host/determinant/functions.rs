//! Determinants of matrices of rational functions.
//!
//! Row i times D_i, the product of its common divisors, is row i of a matrix N of polynomials, and det M = det N / (D_0 D_1 ...).

use super::builder::Determinant;
use super::describe::DeterminantPlan;
use super::options::DeterminantOptions;
use super::report::DeterminantAnswer;
use crate::error::{Error, Result};
use crate::gcd::divided;
use crate::poly::{Polynomial, RationalFunction, RationalFunctionMatrix, RationalMatrix};

impl<'a> Determinant<'a, RationalFunctionMatrix> {
    /// A builder for det `matrix`, a rational function in the variables of the matrix; 1 for the matrix without rows.
    ///
    /// # Examples
    /// ```
    /// use eliminant::Determinant;
    /// use eliminant::poly::RationalFunctionMatrix;
    /// let matrix = RationalFunctionMatrix::parse("[[1/(x^2 - 1), 1], [1, x - 1]]")?;
    /// assert_eq!(Determinant::of_functions(&matrix).run()?.polynomial.to_string(), "-x/(x + 1)");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn of_functions(matrix: &'a RationalFunctionMatrix) -> Self {
        Determinant { matrix, beside: 0, options: DeterminantOptions::default() }
    }

    /// The matrix of polynomials, and what the answer is divided by.
    fn parts(&self) -> Result<(RationalMatrix, Vec<(Polynomial, u64)>)> {
        let (matrix, powers) = self.matrix.clone().into_parts()?;
        if self.options.modulus.is_some() && !powers.is_empty() {
            return Err(Error::argument(
                "modulus",
                "is for polynomials, and an entry of the matrix is a rational function",
            ));
        }
        Ok((matrix, powers))
    }

    fn of_numerators<'m>(&self, matrix: &'m RationalMatrix) -> Determinant<'m, RationalMatrix> {
        Determinant { matrix, beside: self.beside, options: self.options.clone() }
    }

    /// Computes the plan for the matrix of polynomials alone: bounds, grid, primes and memory, nothing of the answer.
    ///
    /// # Errors
    /// As [`Self::run`], except for faults of a device.
    pub fn plan(&self) -> Result<DeterminantPlan> {
        let (matrix, _) = self.parts()?;
        self.of_numerators(&matrix).plan()
    }

    /// Computes and verifies the determinant of the matrix of polynomials, and divides it by the product of the D_i. The quotient is in lowest
    /// terms, as [`RationalFunction::reduced`] has it. The report is that of the polynomials.
    ///
    /// # Errors
    /// As over Q; `Argument` where an entry has a divisor and there is a modulus; `Limit` where a divisor has an exponent of 2^31 or more in the answer.
    pub fn run(&self) -> Result<DeterminantAnswer<RationalFunction>> {
        let (matrix, powers) = self.parts()?;
        let DeterminantAnswer { polynomial, report } = self.of_numerators(&matrix).run()?;
        Ok(DeterminantAnswer { polynomial: divided(polynomial, powers, &self.options.run)?, report })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn determinant(text: &str) -> RationalFunction {
        RationalFunctionMatrix::parse(text).unwrap().determinant().unwrap()
    }

    #[test]
    fn small_matrices() {
        for (matrix, expected) in [
            ("[]", "1"),
            ("[[1/x]]", "1/x"),
            ("[[x/2, 1/3], [5, y/7]]", "1/14*x*y - 5/3"),
            ("[[1/x, 1/y], [1/y, 1/x]]", "(-x^2 + y^2)/(x^2*y^2)"),
            ("[[1/x, 1/x], [1/x, 1/x]]", "0"),
            // The matrix of Hilbert and Cauchy: a product of differences over a product of sums.
            (
                "[[1/(a + x), 1/(a + y)], [1/(b + x), 1/(b + y)]]",
                "(a*x - a*y - b*x + b*y)/((a + x)*(a + y)*(b + x)*(b + y))",
            ),
        ] {
            let (found, expected) = (determinant(matrix), RationalFunction::parse(expected).unwrap());
            assert!((&found - &expected).numerator().numerator().is_zero(), "{matrix}: {found}");
        }
    }

    #[test]
    fn characteristic_polynomials_and_moduli() {
        let m = RationalFunctionMatrix::parse("[[1/x, 1], [2, x]]").unwrap();
        assert_eq!(m.characteristic_polynomial("t").unwrap().to_string(), "(t^2*x - t*x^2 - t - x)/x");
        let error = Determinant::of_functions(&m).modulus(7).run().unwrap_err().to_string();
        assert!(error.starts_with("modulus: is for polynomials"), "{error}");
        let m = RationalFunctionMatrix::parse("[[x, 1], [2, x/2]]").unwrap();
        assert_eq!(Determinant::of_functions(&m).modulus(7).run().unwrap().polynomial.to_string(), "4*x^2 + 5");
        assert!(RationalFunctionMatrix::parse("[[1/x, 2]]").unwrap().determinant().is_err());
    }
}
