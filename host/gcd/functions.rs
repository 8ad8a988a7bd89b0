//! Greatest common divisors of rational functions, and what follows from them.
//!
//! For f = F / d and g = G / e in lowest terms, with polynomials F and G over Q and h = gcd(F, G), l = lcm(d, e),
//!
//! > gcd(f, g) = h / l, with the cofactors (F / h) (l / d) and (G / h) (l / e), and lcm(f, g) = lcm(F, G) / gcd(d, e).
//!
//! F and d have no common divisor. So at every irreducible polynomial f has the exponent of F, or minus that of d. The GCD has the smaller exponent
//! of f and g, and the least common multiple the larger one.

use super::batch::{GcdBatch, Pairs, Refused};
use super::builder::Gcd;
use super::content::{Content, ContentAnswer};
use super::coprime_base::CoprimeBase;
use super::describe::GcdPlan;
use super::options::GcdOptions;
use super::rational::over_lcm;
use super::reduced::of_divisors;
use super::report::{GcdAnswer, GcdReport, Squarefree};
use super::squarefree::{Decomposition, insert};
use crate::error::{Error, ErrorKind, Result};
use crate::poly::{Polynomial, RationalFunction, RationalPolynomial};
use crate::run::modulus::Modulus;
use crate::shorten::shortened;
use rug::Rational;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Refuses divisors where there is a modulus: modulo a prime a function need not be in lowest terms.
fn check_modulus(modulus: Option<Modulus>, functions: &[(&'static str, &RationalFunction)]) -> Result<()> {
    let divided = functions.iter().find_map(|(name, f)| Some((name, f.divisor()?)));
    match (modulus, divided) {
        (Some(_), Some((name, divisor))) => Err(Error::argument(
            "modulus",
            format!("is for polynomials, and {name} is divided by {}; take the numerator", shortened(&divisor)),
        )),
        _ => Ok(()),
    }
}

/// A power of a divisor that is too high.
fn exponent_limit(needed: u64) -> Error {
    let (needed, allowed) = (needed.into(), Polynomial::MAX_EXPONENT.into());
    ErrorKind::Limit { what: "exponent of a divisor", needed, allowed }.into()
}

/// A function in lowest terms. Polynomials are not copied.
///
/// # Errors
/// As [`Gcd::run`], also where a GCD is beyond its limits.
fn in_lowest_terms<'a>(
    f: &'a RationalFunction,
    options: &GcdOptions,
    report: &mut GcdReport,
) -> Result<Cow<'a, RationalFunction>> {
    match f.as_polynomial() {
        Some(_) => Ok(Cow::Borrowed(f)),
        None => f.clone().lowest_terms(&options.run, report).map(Cow::Owned),
    }
}

/// Two functions in lowest terms, with the powers of coprime factors that their divisors are.
struct Divided<'a> {
    f: Cow<'a, RationalFunction>,
    g: Cow<'a, RationalFunction>,
    /// Those of f, and of g.
    divisors: CoprimeBase<2>,
}

impl<'a> Divided<'a> {
    fn new(f: &'a RationalFunction, g: &'a RationalFunction, options: &GcdOptions) -> Result<Self> {
        let mut report = GcdReport::new(options.method, 0);
        let f = in_lowest_terms(f, options, &mut report)?;
        let g = in_lowest_terms(g, options, &mut report)?;
        let mut divisors = CoprimeBase::new(of_divisors(&options.run), report);
        for (divisor, exponent) in f.divisors() {
            divisors.multiply(divisor.clone(), [u64::from(*exponent), 0])?;
        }
        for (divisor, exponent) in g.divisors() {
            divisors.multiply(divisor.clone(), [0, u64::from(*exponent)])?;
        }
        Ok(Divided { f, g, divisors })
    }

    /// `numerator` divided by each factor to the power that `exponent` makes of those in d and e.
    fn over(&self, numerator: RationalPolynomial, exponent: impl Fn(u64, u64) -> u64) -> Result<RationalFunction> {
        let power = |(factor, [of_f, of_g]): &(Polynomial, [u64; 2])| (factor.clone(), exponent(*of_f, *of_g));
        let powers = self.divisors.factors().iter().map(power).filter(|(_, exponent)| *exponent > 0);
        RationalFunction::over(numerator, powers)
    }

    /// gcd(F, G) divided by lcm(d, e).
    fn gcd(&self, of_numerators: RationalPolynomial) -> Result<RationalFunction> {
        self.over(of_numerators, u64::max)
    }

    /// The cofactor of f, or of g, from that of its numerator: times l / d, or l / e.
    fn cofactor(&self, of_numerator: Polynomial, product: usize) -> Result<Polynomial> {
        self.divisors.factors().iter().try_fold(of_numerator, |cofactor, (factor, exponents)| {
            let missing = exponents[0].max(exponents[1]) - exponents[product];
            if missing == 0 {
                return Ok(cofactor);
            }
            let missing = u32::try_from(missing).map_err(|_| exponent_limit(missing))?;
            cofactor.checked_mul(&factor.pow(missing)?)
        })
    }
}

impl<'a> Gcd<'a, RationalFunction> {
    /// A builder for gcd(`f`, `g`) of rational functions: the h for which f / h and g / h are polynomials with integer coefficients and the GCD 1. That
    /// is the GCD of the numerators over the least common multiple of the divisors, with the sign of [`Gcd::of_rational`].
    ///
    /// # Examples
    /// ```
    /// use eliminant::{Gcd, RationalFunction};
    /// let f = RationalFunction::parse("(x^2 - 1)/y")?;
    /// let g = RationalFunction::parse("(x + 1)/(x*y^2)")?;
    /// let answer = Gcd::of_functions(&f, &g).cofactors(true).run()?;
    /// assert_eq!(answer.gcd.to_string(), "(x + 1)/(x*y^2)");
    /// assert_eq!(answer.cofactors.unwrap().map(|f| f.to_string()), ["x^2*y - x*y", "1"]);
    /// assert_eq!(Gcd::of_functions(&f, &g).lcm()?.0.to_string(), "(x^2 - 1)/y");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn of_functions(f: &'a RationalFunction, g: &'a RationalFunction) -> Self {
        Gcd { f, g, cofactors: false, modulus: None, beside: 0, options: GcdOptions::default() }
    }

    fn of_numerators<'b>(&self, f: &'b RationalFunction, g: &'b RationalFunction) -> Gcd<'b, RationalPolynomial> {
        let Gcd { cofactors, modulus, beside, ref options, .. } = *self;
        Gcd { f: f.numerator(), g: g.numerator(), cofactors, modulus, beside, options: options.clone() }
    }

    fn divided(&self) -> Result<Divided<'a>> {
        check_modulus(self.modulus, &[("f", self.f), ("g", self.g)])?;
        Divided::new(self.f, self.g, &self.options)
    }

    /// Computes the plan for the numerators alone.
    ///
    /// # Errors
    /// As [`Self::run`], except for faults of a device.
    pub fn plan(&self) -> Result<GcdPlan> {
        check_modulus(self.modulus, &[("f", self.f), ("g", self.g)])?;
        self.of_numerators(self.f, self.g).plan()
    }

    /// Computes the GCD of the numerators as over Q, and divides it by the least common multiple of the divisors, which are put in lowest terms first. The
    /// report counts the GCDs of divisors too. They are computed on the CPU.
    ///
    /// # Errors
    /// As over Q; `Argument` where there are divisors and a modulus; `Limit` where a cofactor or an exponent is too large.
    ///
    /// # Complexity
    /// As over Q, and a GCD for each pair of divisors, and of a numerator and a divisor.
    pub fn run(&self) -> Result<GcdAnswer<RationalFunction>> {
        let divided = self.divided()?;
        let GcdAnswer { gcd, cofactors, mut report } = self.of_numerators(&divided.f, &divided.g).run()?;
        let cofactors = match cofactors {
            Some([of_f, of_g]) => Some([divided.cofactor(of_f, 0)?, divided.cofactor(of_g, 1)?]),
            None => None,
        };
        let gcd = divided.gcd(gcd)?;
        report.include(divided.divisors.report);
        Ok(GcdAnswer { gcd, cofactors, report })
    }

    /// The least common multiple: that of the numerators over the GCD of the divisors.
    ///
    /// # Errors
    /// As [`Self::run`], and as over Q.
    pub fn lcm(&self) -> Result<(RationalFunction, GcdReport)> {
        let divided = self.divided()?;
        let (multiple, mut report) = self.of_numerators(&divided.f, &divided.g).lcm()?;
        let multiple = divided.over(multiple, u64::min)?;
        report.include(divided.divisors.report);
        Ok((multiple, report))
    }
}

impl<'a> GcdBatch<'a, RationalFunction> {
    /// A builder for the GCDs of all of `pairs`, as [`Gcd::of_functions`] has them. Those of the numerators are computed together.
    ///
    /// # Examples
    /// ```
    /// use eliminant::{GcdBatch, RationalFunction};
    /// let pairs: [(RationalFunction, RationalFunction); 2] =
    ///     [("1/x".parse()?, "1/x^2".parse()?), ("x/2".parse()?, "x/3".parse()?)];
    /// let (gcds, _) = GcdBatch::of_functions(&pairs).run()?;
    /// assert_eq!(gcds.iter().map(|gcd| gcd.to_string()).collect::<Vec<_>>(), ["1/x^2", "1/6*x"]);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn of_functions(pairs: &'a [(RationalFunction, RationalFunction)]) -> Self {
        GcdBatch { pairs, options: GcdOptions::default() }
    }

    /// Computes, proves and verifies the GCDs, in the order of the pairs.
    ///
    /// # Errors
    /// As [`Gcd::run`], for any of the pairs; then none is returned. See [`Self::run_each`].
    pub fn run(&self) -> Result<(Vec<RationalFunction>, GcdReport)> {
        let (gcds, report) = self.solved(Refused::EndsAll)?;
        Ok((gcds.into_iter().collect::<Result<_>>()?, report))
    }

    /// As [`Self::run`], but a pair that is refused has its error in place of an answer, and the others have their answers.
    ///
    /// # Errors
    /// As [`GcdBatch::run_each`] over Z.
    pub fn run_each(&self) -> Result<(Vec<Result<RationalFunction>>, GcdReport)> {
        self.solved(Refused::IsTold)
    }

    fn solved(&self, refused: Refused) -> Result<(Vec<Result<RationalFunction>>, GcdReport)> {
        let prepared: Vec<Result<Divided<'_>>> =
            self.pairs.iter().map(|(f, g)| Divided::new(f, g, &self.options)).collect();
        if let (Refused::EndsAll, Some(Err(error))) = (&refused, prepared.iter().find(|pair| pair.is_err())) {
            return Err(error.clone());
        }
        let numerators = prepared.iter().flatten().map(|pair| (pair.f.numerator(), pair.g.numerator()));
        let pairs = numerators.map(|(f, g)| (f.numerator(), g.numerator())).collect();
        let (gcds, mut report) = Pairs { pairs, options: self.options.clone() }.solved(refused)?;
        let mut gcds = gcds.into_iter();
        let mut answers = Vec::with_capacity(prepared.len());
        for pair in prepared {
            answers.push(match pair {
                Err(error) => Err(error),
                Ok(pair) => {
                    // There is one for each pair that is not refused.
                    let gcd = gcds.next().ok_or_else(|| Error::argument("pairs", "one has no answer"))?;
                    let gcd = gcd.and_then(|gcd| pair.gcd(over_lcm(gcd, pair.f.numerator(), pair.g.numerator())?));
                    // A batch counts its own pairs.
                    report.include(GcdReport { pairs: 0, ..pair.divisors.report });
                    gcd
                }
            });
        }
        Ok((answers, report))
    }
}

impl<'a> Content<'a, RationalFunction> {
    /// A builder for content and primitive part of a rational function `f` as a polynomial in `var`, which no divisor has: for f = F / d the content is
    /// that of F divided by d, and the primitive part is that of F.
    ///
    /// # Examples
    /// ```
    /// use eliminant::{Content, RationalFunction};
    /// let f = RationalFunction::parse("x*y^2/(x + 1) - 2*x^2*y")?;
    /// let answer = Content::of_functions(&f, "y").run()?;
    /// assert_eq!(answer.content.to_string(), "x/(x + 1)");
    /// assert_eq!(answer.primitive.to_string(), "-2*x^2*y - 2*x*y + y^2");
    /// assert!(Content::of_functions(&f, "x").run().is_err());
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn of_functions(f: &'a RationalFunction, var: &'a str) -> Self {
        Content { f, var, options: GcdOptions::default() }
    }

    /// Computes content and primitive part of the numerator, and divides the content.
    ///
    /// # Errors
    /// As over Q; `Argument` where a divisor has the variable: then the function has no coefficients of its powers.
    ///
    /// # Complexity
    /// As over Q, and a GCD for each divisor.
    pub fn run(&self) -> Result<ContentAnswer<RationalFunction>> {
        let mut of_divisors = GcdReport::new(self.options.method, 0);
        let f = in_lowest_terms(self.f, &self.options, &mut of_divisors)?;
        if !f.is_polynomial_in(self.var) {
            let (divisor, var) = (f.divisor().unwrap_or_default(), shortened(self.var));
            let message = format!(
                "its divisor {} has the variable `{var}`, so that it is no polynomial in {var}; take the content of the numerator, and that of the divisor",
                shortened(&divisor)
            );
            return Err(Error::argument("f", message));
        }
        let numerator = Content::of_rational(f.numerator(), self.var).options(self.options.clone());
        let ContentAnswer { content, primitive, mut report } = numerator.run()?;
        report.include(of_divisors);
        let divisors = f.divisors().iter().map(|(divisor, exponent)| (divisor.clone(), u64::from(*exponent)));
        Ok(ContentAnswer { content: RationalFunction::over(content, divisors)?, primitive, report })
    }
}

impl<'a> Decomposition<'a, RationalFunction> {
    /// A builder for the squarefree decomposition of a rational function `f`: that of its numerator over Q, and the factors of its divisors with
    /// negative multiplicities.
    ///
    /// # Examples
    /// ```
    /// use eliminant::{Decomposition, RationalFunction};
    /// let f = RationalFunction::parse("(x - 1)^2/(2*x^3*(x^2 + 1)^3)")?;
    /// let (found, _) = Decomposition::of_functions(&f).run()?;
    /// assert_eq!(found.content.to_string(), "1/2");
    /// assert_eq!(found.factors, vec![("x - 1".parse()?, 2), ("x^3 + x".parse()?, -3)]);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn of_functions(f: &'a RationalFunction) -> Self {
        Decomposition { f, modulus: None, options: GcdOptions::default() }
    }

    /// Computes the decomposition of the numerator, and those of the divisors, on the CPU. Factors of the numerator come first, then those of the divisors,
    /// both by ascending absolute values of their multiplicities.
    ///
    /// # Errors
    /// As over Q; `Argument` where there are divisors and a modulus; `Limit` where a multiplicity passes [`Polynomial::MAX_EXPONENT`].
    pub fn run(&self) -> Result<(Squarefree<Rational, i32>, GcdReport)> {
        check_modulus(self.modulus, &[("f", self.f)])?;
        let mut of_divisors = GcdReport::new(self.options.method, 0);
        let f = in_lowest_terms(self.f, &self.options, &mut of_divisors)?;
        let numerator = Decomposition { f: f.numerator(), modulus: self.modulus, options: self.options.clone() };
        let (Squarefree { content, factors }, mut report) = numerator.run()?;
        let below = self.below(&f, of_divisors, &mut report)?;
        let multiplicity = |m: u64| i32::try_from(m).map_err(|_| exponent_limit(m));
        let above = factors.into_iter().map(|(factor, m)| Ok((factor, multiplicity(m.into())?)));
        let below = below.into_iter().map(|(m, factor)| Ok((factor, -multiplicity(m)?)));
        Ok((Squarefree { content, factors: above.chain(below).collect::<Result<_>>()? }, report))
    }

    /// The squarefree factors of the product of all divisors, by their multiplicities.
    fn below(
        &self,
        f: &RationalFunction,
        of_divisors_so_far: GcdReport,
        report: &mut GcdReport,
    ) -> Result<BTreeMap<u64, Polynomial>> {
        let run = of_divisors(&self.options.run);
        let mut base = CoprimeBase::new(run.clone(), of_divisors_so_far);
        for (divisor, exponent) in f.divisors() {
            let (Squarefree { factors, .. }, of_this) = Decomposition::new(divisor).run_options(run.clone()).run()?;
            base.report.include(of_this);
            for (factor, multiplicity) in factors {
                base.multiply(factor, [u64::from(multiplicity) * u64::from(*exponent)])?;
            }
        }
        let mut below: BTreeMap<u64, Polynomial> = BTreeMap::new();
        for (factor, [multiplicity]) in base.factors() {
            insert(&mut below, factor.clone(), *multiplicity)?;
        }
        report.include(base.report);
        Ok(below)
    }
}

#[cfg(test)]
#[path = "function_tests.rs"]
mod tests;
