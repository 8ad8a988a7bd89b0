//! Rational functions in lowest terms, and answers that are divided by the divisors of their input.

use super::builder::Gcd;
use super::report::GcdReport;
use crate::engine::gcd::GcdMethod;
use crate::error::{Error, ErrorKind, Result};
use crate::poly::{Polynomial, RationalFunction, RationalPolynomial};
use crate::run::options::{Backend, RunOptions};

impl RationalFunction {
    /// The function without common factors of its numerator and its divisors. A GCD that is beyond its limits leaves them as they are.
    ///
    /// Divisors stay factored: one of which a factor is cancelled becomes two. On the CPU.
    ///
    /// # Errors
    /// `Verification` as of [`gcd()`](super::gcd()).
    ///
    /// ```
    /// use eliminant::poly::RationalFunction;
    /// let reduced = |text: &str| Ok::<_, eliminant::Error>(RationalFunction::parse(text)?.reduced()?.to_string());
    /// assert_eq!(reduced("(x^2 - 1)/(x^2 - 2*x + 1)")?, "(x + 1)/(x - 1)");
    /// assert_eq!(reduced("(x^2 - y^2)/(x^2 + 2*x*y + y^2)^2")?, "(x - y)/(x + y)^3");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn reduced(self) -> Result<RationalFunction> {
        self.reduced_with(&RunOptions::default())
    }

    /// The same, cancelled and limited as `run` says, without progress.
    fn reduced_with(self, run: &RunOptions) -> Result<RationalFunction> {
        let mut report = GcdReport::new(GcdMethod::Remainder, 0);
        self.without_common_factors(run, &mut report).map(|(function, _)| function)
    }

    /// The same, where a GCD that is beyond its limits is an error. What was done is added to the report.
    ///
    /// # Errors
    /// As [`Gcd::run`].
    pub(super) fn lowest_terms(self, run: &RunOptions, report: &mut GcdReport) -> Result<RationalFunction> {
        match self.without_common_factors(run, report)? {
            (function, None) => Ok(function),
            (_, Some(refused)) => Err(refused),
        }
    }

    /// The function without the common factors that were found, and why others may be left.
    fn without_common_factors(self, run: &RunOptions, report: &mut GcdReport) -> Result<(Self, Option<Error>)> {
        if self.divisors().is_empty() {
            return Ok((self, None));
        }
        let run = of_divisors(run);
        let mut pending: Vec<(Polynomial, u32)> = self.divisors().iter().rev().cloned().collect();
        let (mut numerator, denominator) = self.into_numerator().into_parts();
        let (mut kept, mut refused) = (Vec::new(), None);
        while let Some((divisor, exponent)) = pending.pop() {
            let found = Gcd::new(&numerator, &divisor).run_options(run.clone()).cofactors(true).run();
            let answer = match found {
                Ok(answer) => answer,
                Err(error) => match error.kind() {
                    ErrorKind::Limit { .. } | ErrorKind::Unsupported { .. } | ErrorKind::OutOfMemory { .. } => {
                        kept.push((divisor, exponent.into()));
                        refused = Some(error);
                        continue;
                    }
                    _ => return Err(error),
                },
            };
            report.include(answer.report);
            match answer.cofactors {
                Some([above, below]) if answer.gcd.as_constant().is_none() => {
                    // d^e = h^e g^(e - 1) g for d = g h. The degree of the numerator falls, so this ends.
                    numerator = above;
                    pending.extend((exponent > 1).then_some((answer.gcd, exponent - 1)));
                    pending.extend(below.as_constant().is_none().then_some((below, exponent)));
                }
                _ => kept.push((divisor, exponent.into())),
            }
        }
        Ok((RationalFunction::over(RationalPolynomial::new(numerator, denominator)?, kept)?, refused))
    }
}

/// The choices for GCDs of divisors: without progress, and not kept in a checkpoint. Every engine finds the same factors, but they differ in their limits.
pub(super) fn of_divisors(run: &RunOptions) -> RunOptions {
    let mut run = run.with_control(run.control.silent());
    (run.backend, run.checkpoint, run.scratch, run.archive) = (Backend::Cpu, None, None, None);
    run
}

/// An answer divided by powers of polynomials in its variables, in lowest terms.
///
/// # Errors
/// As [`RationalFunction::reduced`]; `Cancelled`.
pub(crate) fn divided(
    answer: RationalPolynomial,
    powers: Vec<(Polynomial, u64)>,
    run: &RunOptions,
) -> Result<RationalFunction> {
    let vars = answer.numerator().vars().to_vec();
    let powers = powers.into_iter().map(|(divisor, exponent)| Ok((divisor.with_vars(&vars)?, exponent)));
    RationalFunction::over(answer, powers.collect::<Result<Vec<_>>>()?)?.reduced_with(run)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report() -> GcdReport {
        GcdReport::new(GcdMethod::Remainder, 0)
    }

    #[test]
    fn lowest_terms() {
        for (text, expected) in [
            ("(x^2 - 1)/(x^2 - 2*x + 1)", "(x + 1)/(x - 1)"),
            ("(x^2 - 1)^3/(x^2 - 2*x + 1)", "x^4 + 2*x^3 - 2*x - 1"),
            ("(6*x^2 - 6)/(4*x^2 + 8*x + 4)", "(3*x - 3)/(2*(x + 1))"),
            ("(x*y - y)/(x^2*y^2 - y^2)", "1/(y*(x + 1))"),
            ("1/(x - 1) + 1/(x^2 - 1)", "(x + 2)/(x^2 - 1)"),
            ("(x - 1)*(x + 2)/(x^2 - 1)^2", "(x + 2)/((x + 1)^2*(x - 1))"),
            ("(x + y)/(x - y)", "(x + y)/(x - y)"),
            ("x/2", "1/2*x"),
        ] {
            assert_eq!(RationalFunction::parse(text).unwrap().reduced().unwrap().to_string(), expected, "{text}");
        }
    }

    /// Limits leave a function as it is, and everything else does not.
    #[test]
    fn what_is_refused_stays() {
        let f = RationalFunction::parse("(x^2 - 1)/(x^2 - 2*x + 1)").unwrap();
        let mut run = RunOptions { memory_limit: Some(1), ..RunOptions::default() };
        assert_eq!(f.clone().reduced_with(&run), Ok(f.clone()));
        run.memory_limit = None;
        run.control.cancel();
        assert!(
            f.clone()
                .lowest_terms(&RunOptions { memory_limit: Some(1), ..RunOptions::default() }, &mut report())
                .is_err()
        );
        assert!(matches!(f.reduced_with(&run).unwrap_err().kind(), ErrorKind::Cancelled));
    }
}
