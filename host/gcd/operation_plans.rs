//! Plans of squarefree decompositions, contents and extended GCDs: each is that of one GCD, the largest of those that are needed.

use super::content::{Content, by_powers};
use super::describe::{CombinationPlan, GcdPlan, describe};
use super::extended::{ExtendedGcd, bound};
use super::options::GcdOptions;
use super::squarefree::{Decomposition, first_work, primitive, without_variables};
use crate::error::Result;
use crate::plural::count;
use crate::poly::{Polynomial, RationalFunction, RationalPolynomial, size};
use crate::run::threads::on_threads;

/// The plan where f is the answer, up to constants and powers of variables.
fn known(f: &Polynomial, options: &GcdOptions) -> Result<GcdPlan> {
    describe(f, &Polynomial::zero(f.vars())?, options)
}

impl GcdPlan {
    /// As the plan of an operation that has so many copies of f besides the GCD.
    fn of_operation(mut self, operation: &'static str, gcd_of: String, f: &Polynomial) -> Self {
        let held = 3 * size::polynomial(f);
        (self.operation, self.gcd_of) = (operation, gcd_of);
        (self.usual_bytes, self.least_bytes) =
            (self.usual_bytes.saturating_add(held), self.least_bytes.saturating_add(held));
        self
    }
}

impl Decomposition<'_> {
    /// Computes the plan of the largest GCD alone: of f without powers of variables and its derivative in its first variable. The predicted time is that of all
    /// GCDs for the expected degree of this one; those of contents are not in it, nor is the modulus.
    ///
    /// # Errors
    /// As [`Self::run`], except for faults of a device.
    ///
    /// # Examples
    /// ```
    /// use eliminant::{Decomposition, Polynomial};
    /// let f: Polynomial = "x^3*(x^2 + 1)^4".parse()?;
    /// let plan = Decomposition::new(&f).plan()?;
    /// assert_eq!((plan.operation, &plan.degrees), ("squarefree", &[vec![8], vec![7]]));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn plan(&self) -> Result<GcdPlan> {
        on_threads(self.options.run.threads, || {
            if self.f.is_zero() {
                return Ok(known(self.f, &self.options)?.of_operation("squarefree", String::new(), self.f));
            }
            let (_, rest) = without_variables(&primitive(self.f)?.1)?;
            let Some(var) = rest.occurring().next().map(str::to_owned) else {
                return Ok(known(&rest, &self.options)?.of_operation("squarefree", String::new(), self.f));
            };
            let mut plan = describe(&rest, &rest.derivative(&var), &self.options)?;
            let place = plan.vars.iter().position(|name| *name == var);
            let expected = place.and_then(|place| plan.expected_degree.get(place)).copied().unwrap_or(0);
            let (first, following) = first_work(rest.degree(&var).unwrap_or(0).into(), expected.into());
            plan.times = 1.0 + following / first;
            Ok(plan.of_operation("squarefree", format!("F and its derivative in {var}"), self.f))
        })?
    }
}

impl Content<'_> {
    /// Computes the plan of the first GCD alone: of the two coefficients of powers of the variable that have the fewest terms. Mostly there is no other one.
    ///
    /// # Errors
    /// As [`Self::run`], except for faults of a device.
    ///
    /// # Examples
    /// ```
    /// use eliminant::{Content, Polynomial};
    /// let f: Polynomial = "(a + b)^2*x^2 + (a^2 - b^2)*x + (a + b)^3*(a - b)".parse()?;
    /// let plan = Content::new(&f, "x").plan()?;
    /// assert_eq!((plan.operation, &plan.degrees), ("content", &[vec![2, 2], vec![2, 2]]));
    /// assert_eq!(plan.gcd_of, "the 2 shortest of 3 coefficients");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn plan(&self) -> Result<GcdPlan> {
        on_threads(self.options.run.threads, || {
            let mut rows = by_powers(self.f, self.f.index_of(self.var)?)?;
            rows.sort_by_key(|row| row.terms().len());
            let (plan, gcd_of) = match &rows[..] {
                [] => (known(self.f, &self.options)?, String::new()),
                [only] => (known(only, &self.options)?, String::new()),
                [first, second, ..] => {
                    let mut plan = describe(first, second, &self.options)?;
                    // The division of f by its content, which is no larger than a coefficient.
                    let division = describe(self.f, first, &self.options)?;
                    plan.usual_bytes = plan.usual_bytes.max(division.usual_bytes);
                    plan.least_bytes = plan.least_bytes.max(division.least_bytes);
                    (plan, format!("the 2 shortest of {}", count(rows.len(), "coefficient")))
                }
            };
            Ok(plan.of_operation("content", gcd_of, self.f))
        })?
    }
}

impl ExtendedGcd<'_> {
    /// Computes the plan of the GCD, and bounds on its combination where f and g are coprime. The time of the combination is not predicted.
    ///
    /// # Errors
    /// As [`Self::run`].
    ///
    /// # Examples
    /// ```
    /// use eliminant::{ExtendedGcd, Polynomial};
    /// let (f, g): (Polynomial, Polynomial) = ("x^3 + 2".parse()?, "3*x^2 - 5".parse()?);
    /// let combination = ExtendedGcd::new(&f, &g).plan()?.combination.unwrap();
    /// assert_eq!((combination.lengths, combination.height_bound, combination.primes), ([2, 3], 14, 1));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn plan(&self) -> Result<GcdPlan> {
        let combination = bound(self.f, self.g)?;
        let mut plan = on_threads(self.options.run.threads, || describe(self.f, self.g, &self.options))??;
        plan.operation = "xgcd";
        plan.combination = combination.map(|(lengths, height_bound)| CombinationPlan {
            lengths,
            height_bound,
            primes: height_bound / 60 + 1,
        });
        Ok(plan)
    }
}

impl Decomposition<'_, RationalPolynomial> {
    /// The plan for the numerator.
    ///
    /// # Errors
    /// As [`Self::run`], except for faults of a device.
    pub fn plan(&self) -> Result<GcdPlan> {
        Decomposition::new(self.f.numerator()).options(self.options.clone()).plan()
    }
}

impl Decomposition<'_, RationalFunction> {
    /// The plan for the numerator.
    ///
    /// # Errors
    /// As [`Self::run`], except for faults of a device.
    pub fn plan(&self) -> Result<GcdPlan> {
        Decomposition::of_rational(self.f.numerator()).options(self.options.clone()).plan()
    }
}

impl Content<'_, RationalPolynomial> {
    /// The plan for the numerator.
    ///
    /// # Errors
    /// As [`Self::run`], except for faults of a device.
    pub fn plan(&self) -> Result<GcdPlan> {
        Content::new(self.f.numerator(), self.var).options(self.options.clone()).plan()
    }
}

impl Content<'_, RationalFunction> {
    /// The plan for the numerator.
    ///
    /// # Errors
    /// As [`Self::run`], except for faults of a device.
    pub fn plan(&self) -> Result<GcdPlan> {
        Content::of_rational(self.f.numerator(), self.var).options(self.options.clone()).plan()
    }
}

impl ExtendedGcd<'_, RationalPolynomial> {
    /// The plan for the numerators.
    ///
    /// # Errors
    /// As [`Self::run`].
    pub fn plan(&self) -> Result<GcdPlan> {
        ExtendedGcd::new(self.f.numerator(), self.g.numerator()).options(self.options.clone()).plan()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::cost::CORE_31;

    fn parsed(text: &str) -> Polynomial {
        text.parse().unwrap()
    }

    #[test]
    fn nothing_is_planned_where_the_answer_is_known() {
        for f in ["0", "-7", "6*x^3*y", "x"] {
            let plan = Decomposition::new(&parsed(f)).plan().unwrap();
            assert_eq!((plan.computation, plan.operation, plan.gcd_of.as_str()), ("none", "squarefree", ""), "{f}");
        }
        for f in ["0*x", "x^3", "(a^2 - 1)*x"] {
            let f = Polynomial::parse_in(f, &["a", "x"]).unwrap();
            assert_eq!(Content::new(&f, "x").plan().unwrap().computation, "none", "{f}");
        }
        assert!(Content::new(&parsed("x"), "t").plan().is_err());
        assert!(ExtendedGcd::new(&parsed("x"), &parsed("y")).plan().is_err());
        for (f, g) in [("0", "x"), ("0", "0"), ("5", "x + 1")] {
            let plan = ExtendedGcd::new(&parsed(f), &parsed(g)).plan().unwrap();
            assert!(plan.combination.is_none(), "{f}, {g}");
        }
    }

    /// More multiplicities take more GCDs.
    #[test]
    fn all_gcds_have_a_predicted_time() {
        let time = |f: &str| Decomposition::new(&parsed(f)).plan().unwrap().predict(&CORE_31).milliseconds;
        let alone = |f: &str| {
            let f = parsed(f);
            crate::Gcd::new(&f, &f.derivative("x")).plan().unwrap().predict(&CORE_31).milliseconds
        };
        let f = "(5*x^2 + 7*x + 11)^6";
        assert!(time(f) > alone(f) && alone(f) > 0.0, "{} {}", time(f), alone(f));
    }

    /// The bound holds for what is found.
    #[test]
    fn combinations_are_within_their_bound() {
        let (f, g) = (parsed("3*x^5 - 7*x^2 + 11"), parsed("13*x^4 + x^3 - 17"));
        let bound = ExtendedGcd::new(&f, &g).plan().unwrap().combination.unwrap();
        let answer = ExtendedGcd::new(&f, &g).run().unwrap();
        for (found, length) in answer.combination.iter().zip(bound.lengths) {
            let bits = found.numerator().terms().iter().map(|term| term.coefficient.significant_bits()).max();
            assert!(u64::from(bits.unwrap()) <= bound.height_bound);
            assert!(found.numerator().terms()[0].exponents[0] < length as u32);
        }
    }
}
