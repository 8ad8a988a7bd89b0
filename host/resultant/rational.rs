//! Resultants and discriminants of polynomials with rational coefficients.
//!
//! For f = F / a and g = G / b with polynomials F and G over Z, p = deg_y f and q = deg_y g,
//!
//! > res_y(f, g) = res_y(F, G) / (a^q b^p), disc_y(f) = disc_y(F) / a^(2p - 2) for p >= 1.
//!
//! The resultant is homogeneous of degree q in the coefficients of f and of degree p in those of g, the discriminant of degree 2p - 2 in those of f.
//! Modulo a prime both are quotients in its field.

use super::builder::{Discriminant, Resultant};
use super::describe::ResultantPlan;
use super::options::ResultantOptions;
use super::report::{ResultantAnswer, ResultantReport};
use crate::error::Result;
use crate::poly::{RationalPolynomial, TermSink};
use crate::run::denominator::Denominator;

/// deg_y f, 0 where f is 0 or does not have the variable.
fn degree(f: &RationalPolynomial, var: &str) -> u32 {
    f.numerator().degree(var).unwrap_or(0)
}

impl<'a> Resultant<'a, RationalPolynomial> {
    /// A builder for res_y(`f`, `g`) over Q, y = `var`, with the conventions of [`mod@crate::resultant`] for constants and 0, and the kept variables of
    /// [`Resultant::new`].
    ///
    /// # Examples
    /// ```
    /// use eliminant::{RationalPolynomial, Resultant};
    /// let f: RationalPolynomial = "y^2/2 - x".parse()?;
    /// let g: RationalPolynomial = "y/3 - 1".parse()?;
    /// let answer = Resultant::of_rational(&f, &g, "y").run()?;
    /// assert_eq!(answer.polynomial.to_string(), "-1/9*x + 1/2");
    /// assert_eq!(Resultant::of_rational(&f, &g, "y").modulus(7).run()?.polynomial.to_string(), "3*x + 4");
    /// assert!(Resultant::of_rational(&f, &g, "y").modulus(3).run().is_err()); // 3 divides a denominator.
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn of_rational(f: &'a RationalPolynomial, g: &'a RationalPolynomial, var: &'a str) -> Self {
        Resultant { f, g, var, options: ResultantOptions::default() }
    }

    fn denominator(&self) -> Result<Denominator> {
        let [p, q] = [self.f, self.g].map(|h| degree(h, self.var));
        let powers = [(self.f.denominator().clone(), q), (self.g.denominator().clone(), p)];
        Denominator::new(powers, self.options.modulus)
    }

    fn of_numerators(&self) -> Resultant<'a> {
        Resultant::new(self.f.numerator(), self.g.numerator(), self.var).options(self.options.clone())
    }
}

impl<'a> Discriminant<'a, RationalPolynomial> {
    /// A builder for disc_y(`f`) over Q, y = `var`, with the conventions of [`mod@crate::resultant`] for constants and 0; the kept variables are all others of
    /// f, in the order of its list.
    ///
    /// # Examples
    /// ```
    /// use eliminant::{Discriminant, RationalPolynomial};
    /// let f: RationalPolynomial = "y^2/2 + x*y + 1/3".parse()?;
    /// assert_eq!(Discriminant::of_rational(&f, "y").run()?.polynomial.to_string(), "x^2 - 2/3");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn of_rational(f: &'a RationalPolynomial, var: &'a str) -> Self {
        Discriminant { f, var, options: ResultantOptions::default() }
    }

    fn denominator(&self) -> Result<Denominator> {
        let power = degree(self.f, self.var).saturating_mul(2).saturating_sub(2);
        Denominator::new([(self.f.denominator().clone(), power)], self.options.modulus)
    }

    fn of_numerators(&self) -> Discriminant<'a> {
        Discriminant::new(self.f.numerator(), self.var).options(self.options.clone())
    }
}

/// The methods of both builders.
macro_rules! computes {
    ($builder:ident) => {
        impl $builder<'_, RationalPolynomial> {
            /// Computes the plan for the numerators alone: bounds, grid, primes, schedule and memory, nothing of the answer.
            ///
            /// # Errors
            /// As [`Self::run`], except for faults of a device.
            pub fn plan(&self) -> Result<ResultantPlan> {
                self.denominator()?;
                self.of_numerators().plan()
            }

            /// Computes and verifies the answer for the numerators, and divides it by the powers of the denominators, modulo a prime in its
            /// field. The report is that of the numerators.
            ///
            /// # Errors
            /// As for polynomials over Z, and
            /// - `Argument`: the modulus divides a denominator by which the answer is to be divided.
            /// - `Limit`: without a modulus, the denominator of the answer may have more than 2^32 bits.
            ///
            /// # Complexity
            /// As for the numerators, and O(log(p + q)) products and a greatest common divisor per coefficient, of integers as long as the
            /// denominator.
            pub fn run(&self) -> Result<ResultantAnswer<RationalPolynomial>> {
                let denominator = self.denominator()?;
                let ResultantAnswer { polynomial, report } = self.of_numerators().run()?;
                Ok(ResultantAnswer { polynomial: denominator.under(polynomial)?, report })
            }

            /// Computes and verifies the answer, and gives its terms to `sink` as they are made, as for polynomials over Z. The sink begins with
            /// the powers of the denominators, which may have divisors in common with all coefficients.
            ///
            /// # Errors
            /// As [`Self::run`]; those of the sink; `File` where the folder takes no residues. Then the sink is not finished.
            ///
            /// # Examples
            /// ```
            /// use eliminant::poly::TextWriter;
            /// use eliminant::{RationalPolynomial, Resultant};
            /// let f: RationalPolynomial = "y^2/2 - x".parse()?;
            /// let g: RationalPolynomial = "y/3 - 1".parse()?;
            /// let mut text = Vec::new();
            /// Resultant::of_rational(&f, &g, "y").write(&mut TextWriter::new(&mut text))?;
            /// assert_eq!(text, b"-1/9*x + 1/2");
            /// # Ok::<(), eliminant::Error>(())
            /// ```
            pub fn write(&self, sink: &mut (dyn TermSink + Send)) -> Result<ResultantReport> {
                let denominator = self.denominator()?;
                self.of_numerators().write(&mut denominator.over(sink))
            }
        }
    };
}

computes!(Resultant);
computes!(Discriminant);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;
    use crate::poly::{InMemory, Polynomial};
    use crate::run::options::Backend;
    use rug::{Integer, Rational};

    fn parsed(text: &str) -> RationalPolynomial {
        text.parse::<RationalPolynomial>().unwrap().with_vars(&["x", "y"]).unwrap()
    }

    /// The coefficients by powers of y, the highest first, at x = 2.
    fn at_2(f: &RationalPolynomial) -> Vec<Rational> {
        let degree = degree(f, "y") as usize;
        let mut all = vec![Rational::new(); degree + 1];
        for term in f.numerator().terms() {
            let power = Integer::from(1) << term.exponents[0];
            all[degree - term.exponents[1] as usize] +=
                Rational::from((power * &term.coefficient, f.denominator().clone()));
        }
        all
    }

    /// By elimination with fractions.
    fn determinant(mut rows: Vec<Vec<Rational>>) -> Rational {
        let mut product = Rational::from(1);
        for k in 0..rows.len() {
            let Some(pivot) = (k..rows.len()).find(|&i| rows[i][k] != 0) else { return Rational::new() };
            if pivot != k {
                rows.swap(pivot, k);
                product = -product;
            }
            product *= &rows[k][k];
            let (done, rest) = rows.split_at_mut(k + 1);
            for row in rest {
                let factor = Rational::from(&row[k] / &done[k][k]);
                row.iter_mut().zip(&done[k]).for_each(|(element, above)| *element -= Rational::from(&factor * above));
            }
        }
        product
    }

    /// The determinant of the Sylvester matrix at x = 2, rows of f first.
    fn by_sylvester(f: &RationalPolynomial, g: &RationalPolynomial) -> Rational {
        let (f, g) = (at_2(f), at_2(g));
        let (p, q) = (f.len() - 1, g.len() - 1);
        let shifted = |h: &[Rational], by: usize| {
            let mut row = vec![Rational::new(); p + q];
            row[by..by + h.len()].clone_from_slice(h);
            row
        };
        determinant((0..q).map(|i| shifted(&f, i)).chain((0..p).map(|i| shifted(&g, i))).collect())
    }

    /// The value at x = 2 of a polynomial in x.
    fn value(f: &RationalPolynomial) -> Rational {
        let terms = f.numerator().terms().iter().map(|term| Integer::from(&term.coefficient << term.exponents[0]));
        Rational::from((terms.sum::<Integer>(), f.denominator().clone()))
    }

    const INPUTS: [&str; 9] = [
        "y^2/2 - x",
        "y/3 - 1",
        "2/3*x*y^3 - 5/7*y + x^2/4",
        "-7/5*x",
        "5/2",
        "0",
        "x*y^2/6 + (x - 2)*y/10 - 4/15",
        "(x - 2)*y^2/3 + y/2 + 1",
        "y^3 - x",
    ];

    #[test]
    fn resultants_are_determinants_of_fractions() {
        for f in INPUTS {
            for g in INPUTS {
                let (f, g) = (parsed(f), parsed(g));
                let problem = Resultant::of_rational(&f, &g, "y").backend(Backend::Cpu);
                let answer = problem.run().unwrap().polynomial;
                assert_eq!(answer.numerator().vars(), ["x"]);
                if !f.numerator().is_zero() && !g.numerator().is_zero() {
                    assert_eq!(value(&answer), by_sylvester(&f, &g), "{f}, {g}");
                } else {
                    assert!(answer.numerator().is_zero());
                }
                let mut sink = InMemory::default();
                problem.write(&mut sink).unwrap();
                assert_eq!(sink.into_polynomial(), Ok(answer));
            }
        }
    }

    #[test]
    fn discriminants_are_resultants_with_the_derivative() {
        for f in ["y^2/2 + x*y + 1/3", "x*y^3/6 - y/10 + 2/15", "y^4/7 - x*y + 1/2"] {
            let f = parsed(f);
            let n = degree(&f, "y");
            let derivative = RationalPolynomial::new(f.numerator().derivative("y"), f.denominator().clone()).unwrap();
            let sign = if n * (n - 1) / 2 % 2 == 1 { -1 } else { 1 };
            let expected = by_sylvester(&f, &derivative) * sign / at_2(&f)[0].clone();
            let problem = Discriminant::of_rational(&f, "y").backend(Backend::Cpu);
            let answer = problem.run().unwrap().polynomial;
            assert_eq!(value(&answer), expected, "{f}");
            let mut sink = InMemory::default();
            problem.write(&mut sink).unwrap();
            assert_eq!(sink.into_polynomial(), Ok(answer));
        }
        for (f, expected) in [("y/3 + x", "1"), ("2/3", "0"), ("0", "0")] {
            assert_eq!(Discriminant::of_rational(&parsed(f), "y").run().unwrap().polynomial.to_string(), expected);
        }
    }

    #[test]
    fn answers_modulo_a_prime_are_images() {
        for p in [11, 13, 1_000_003, (1 << 61) - 1] {
            for f in INPUTS {
                let (f, g) = (parsed(f), parsed(INPUTS[6]));
                let problem = Resultant::of_rational(&f, &g, "y").backend(Backend::Cpu);
                let over_q = problem.run().unwrap().polynomial;
                let expected = Denominator::new([(over_q.denominator().clone(), 1)], Some(p.into())).unwrap();
                let expected = match expected {
                    Denominator::One => crate::run::modulus::image(over_q.numerator(), p.into()).unwrap().into(),
                    found => found.under(over_q.numerator().clone()).unwrap(),
                };
                let problem = problem.modulus(p);
                assert_eq!(problem.run().unwrap().polynomial, expected, "{f} modulo {p}");
                let mut sink = InMemory::default();
                problem.write(&mut sink).unwrap();
                assert_eq!(sink.into_polynomial(), Ok(expected));
            }
        }
    }

    #[test]
    fn denominators_that_matter_are_prime_to_the_modulus() {
        let (f, g, c) = (parsed("y/7"), parsed("y - x"), parsed("x + 1"));
        for error in [
            Resultant::of_rational(&f, &g, "y").modulus(7).run().map(drop),
            Resultant::of_rational(&g, &f, "y").modulus(7).plan().map(drop),
            Resultant::of_rational(&g, &f, "y").modulus(7).write(&mut InMemory::default()).map(drop),
            Discriminant::of_rational(&parsed("y^2/7 - x"), "y").modulus(7).plan().map(drop),
        ] {
            let error = error.unwrap_err();
            assert!(matches!(error.kind(), ErrorKind::Argument { what: "modulus", .. }), "{error}");
            assert!(error.to_string().contains("divisible by 7"), "{error}");
        }
        // f occurs in it to the power 0.
        assert_eq!(Resultant::of_rational(&f, &c, "y").modulus(7).run().unwrap().polynomial.to_string(), "x + 1");
        assert!(Resultant::of_rational(&f, &g, "y").modulus(6).run().unwrap_err().to_string().contains("not a prime"));
    }

    #[test]
    fn long_denominators_are_refused_at_once() {
        let f: RationalPolynomial = "y^2000000000/7 + x".parse().unwrap();
        for error in
            [Discriminant::of_rational(&f, "y").run().map(drop), Resultant::of_rational(&f, &f, "y").plan().map(drop)]
        {
            assert!(matches!(error.unwrap_err().kind(), ErrorKind::Limit { .. }));
        }
    }

    /// Integers have the same answers, plans and lists of variables as without denominators.
    #[test]
    fn integers_are_as_before() {
        let [f, g] = ["y^2 - u", "y^3 - v"].map(|text| Polynomial::parse_in(text, &["y", "v", "u"]).unwrap());
        let [a, b] = [&f, &g].map(|h| RationalPolynomial::from(h.clone()));
        let (problem, rational) = (Resultant::new(&f, &g, "y"), Resultant::of_rational(&a, &b, "y"));
        assert_eq!(rational.run().unwrap().polynomial, problem.run().unwrap().polynomial.into());
        assert_eq!(rational.plan().unwrap().degree_bound, problem.plan().unwrap().degree_bound);
    }
}
