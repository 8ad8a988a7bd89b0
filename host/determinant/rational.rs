//! Determinants of matrices of polynomials with rational coefficients.
//!
//! Row i times d_i, the least common multiple of its denominators, is row i of a matrix N over Z, and det M = det N / (d_0 d_1 ...). Modulo a prime it is the
//! quotient in its field.

use super::builder::Determinant;
use super::describe::DeterminantPlan;
use super::options::DeterminantOptions;
use super::report::{DeterminantAnswer, DeterminantReport};
use crate::error::Result;
use crate::poly::{Matrix, RationalMatrix, RationalPolynomial, TermSink, size};
use crate::run::denominator::Denominator;

impl<'a> Determinant<'a, RationalMatrix> {
    /// A builder for det `matrix` over Q, over the variables of the matrix; 1 for the matrix without rows.
    ///
    /// # Examples
    /// ```
    /// use eliminant::{Determinant, RationalMatrix};
    /// let matrix = RationalMatrix::parse("[[x/2, 1/3], [5, y/7]]")?;
    /// let answer = Determinant::of_rational(&matrix).run()?;
    /// assert_eq!(answer.polynomial.to_string(), "1/14*x*y - 5/3");
    /// assert_eq!(Determinant::of_rational(&matrix).modulus(5).run()?.polynomial.to_string(), "4*x*y");
    ///
    /// let matrix = RationalMatrix::parse("[[1/2, x], [2/3, 3]]")?.characteristic("t")?;
    /// let answer = Determinant::of_rational(&matrix).run()?;
    /// assert_eq!(answer.polynomial.to_string(), "t^2 - 7/2*t - 2/3*x + 3/2");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn of_rational(matrix: &'a RationalMatrix) -> Self {
        Determinant { matrix, beside: 0, options: DeterminantOptions::default() }
    }

    /// The integer matrix, and the denominator of the answer.
    fn parts(&self) -> Result<(Matrix, Denominator)> {
        let (matrix, product) = self.matrix.clone().into_parts();
        Ok((matrix, Denominator::new([(product, 1)], self.options.modulus)?))
    }

    /// The determinant of the integer matrix, beside that of fractions.
    fn of_integers<'m>(&self, matrix: &'m Matrix) -> Determinant<'m> {
        Determinant { matrix, beside: size::rational_matrix(self.matrix), options: self.options.clone() }
    }

    /// Computes the plan for the integer matrix alone: bounds, grid, primes and memory, nothing of the answer.
    ///
    /// # Errors
    /// As [`Self::run`], except for faults of a device.
    pub fn plan(&self) -> Result<DeterminantPlan> {
        let (matrix, _) = self.parts()?;
        self.of_integers(&matrix).plan()
    }

    /// Computes and verifies the determinant of the integer matrix, and divides it by the product of the d_i, the least common multiples of the
    /// denominators of the rows, modulo a prime in its field. The report is that of the integer matrix.
    ///
    /// # Errors
    /// As for matrices over Z, and
    /// - `Argument`: the modulus divides a denominator.
    /// - `Limit`: without a modulus, the product of the d_i has more than 2^32 bits.
    ///
    /// # Complexity
    /// As for the integer matrix, and a greatest common divisor per coefficient, of integers as long as the product of the d_i.
    pub fn run(&self) -> Result<DeterminantAnswer<RationalPolynomial>> {
        let (matrix, denominator) = self.parts()?;
        let DeterminantAnswer { polynomial, report } = self.of_integers(&matrix).run()?;
        Ok(DeterminantAnswer { polynomial: denominator.under(polynomial)?, report })
    }

    /// Computes and verifies the answer, and gives its terms to `sink` as they are made, as for matrices over Z. The sink begins with the product of
    /// the d_i, which may have divisors in common with all coefficients.
    ///
    /// # Errors
    /// As [`Self::run`]; those of the sink; `File` where the folder takes no residues. Then the sink is not finished.
    ///
    /// # Examples
    /// ```
    /// use eliminant::poly::TextWriter;
    /// use eliminant::{Determinant, RationalMatrix};
    /// let matrix = RationalMatrix::parse("[[x/2, y], [1, 2/3*y]]")?;
    /// let mut text = Vec::new();
    /// Determinant::of_rational(&matrix).write(&mut TextWriter::new(&mut text))?;
    /// assert_eq!(text, b"1/3*x*y - y");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn write(&self, sink: &mut (dyn TermSink + Send)) -> Result<DeterminantReport> {
        let (matrix, denominator) = self.parts()?;
        self.of_integers(&matrix).write(&mut denominator.over(sink))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;
    use crate::poly::InMemory;
    use crate::run::options::Backend;

    fn answer(text: &str) -> String {
        let matrix = RationalMatrix::parse(text).unwrap();
        let problem = Determinant::of_rational(&matrix).backend(Backend::Cpu);
        let answer = problem.run().unwrap().polynomial;
        assert_eq!(answer.numerator().vars(), matrix.vars());
        let mut sink = InMemory::default();
        problem.write(&mut sink).unwrap();
        assert_eq!(sink.into_polynomial().as_ref(), Ok(&answer));
        answer.to_string()
    }

    #[test]
    fn small_matrices() {
        for (matrix, expected) in [
            ("[]", "1"),
            ("[[2/3]]", "2/3"),
            ("[[x/2 - x/2]]", "0"),
            ("[[1/2, 1/3], [1/3, 2/9]]", "0"),
            ("[[x/2, 1/3], [5, y/7]]", "1/14*x*y - 5/3"),
            ("[[a/2, b/3], [c/5, d/7]]", "1/14*a*d - 1/15*b*c"),
            ("[[1, 1/2, 1/3], [1/2, 1/3, 1/4], [1/3, 1/4, 1/5]]", "1/2160"),
            // Two entries that are halves of even numbers.
            ("[[2/2*x, y], [4/2, x]]", "x^2 - 2*y"),
            // The matrix of Sylvester of y^2/2 - x and y^2/3 - 1, which is computed as their resultant.
            ("[[1/2, 0, -x, 0], [0, 1/2, 0, -x], [1/3, 0, -1, 0], [0, 1/3, 0, -1]]", "1/9*x^2 - 1/3*x + 1/4"),
        ] {
            assert_eq!(answer(matrix), expected, "{matrix}");
        }
    }

    #[test]
    fn moduli_are_prime_to_denominators() {
        let matrix = RationalMatrix::parse("[[x/2, 1/3], [5, y/7]]").unwrap();
        let problem = |p| Determinant::of_rational(&matrix).modulus(p);
        // 1 / 14 is 4 modulo 11, and -5 / 3 is 2.
        assert_eq!(problem(11).run().unwrap().polynomial.to_string(), "4*x*y + 2");
        let mut sink = InMemory::default();
        problem(11).write(&mut sink).unwrap();
        assert_eq!(sink.into_polynomial().unwrap().to_string(), "4*x*y + 2");
        for p in [2, 3, 7] {
            for error in [problem(p).run().map(drop), problem(p).plan().map(drop)] {
                assert!(matches!(error.unwrap_err().kind(), ErrorKind::Argument { what: "modulus", .. }));
            }
        }
        let rows = RationalMatrix::parse("[[1/2, 1/3]]").unwrap();
        assert!(Determinant::of_rational(&rows).run().unwrap_err().to_string().contains("1 row and 2 columns"));
    }

    /// The matrix of fractions counts where the integer matrix does.
    #[test]
    fn plans_are_those_of_the_integers() {
        let matrix = Matrix::parse("[[x, y, 1], [y, x, y], [1, y, x]]").unwrap();
        let rational = RationalMatrix::from(matrix.clone());
        let of_rational = Determinant::of_rational(&rational).plan().unwrap();
        let of_integers = Determinant::new(&matrix).plan().unwrap();
        assert_eq!(
            (of_rational.degree_bound, of_rational.height_bound),
            (of_integers.degree_bound, of_integers.height_bound)
        );
        let added = of_rational.on_grid.least_bytes - of_integers.on_grid.least_bytes;
        assert_eq!(added, size::rational_matrix(&rational));
    }
}
