//! Greatest common divisors over Q, and what follows from them.
//!
//! For f = F / a and g = G / b in lowest terms, with polynomials F and G over Z, l = lcm(a, b) and h = gcd(F, G),
//!
//! > gcd(f, g) = h / l, with the cofactors (F / h) (l / a) and (G / h) (l / b).
//!
//! F and a have no common divisor. So at every prime the content of f has the exponent of F, or minus that of a, and the GCD has the smaller exponent of f
//! and g. Modulo a prime the GCD of the numerators is that of f and g, which differ by units.

use super::batch::{GcdBatch, Pairs, Refused};
use super::builder::Gcd;
use super::content::{Content, ContentAnswer};
use super::describe::GcdPlan;
use super::extended::{ExtendedGcd, ExtendedGcdAnswer};
use super::options::GcdOptions;
use super::report::{GcdAnswer, GcdReport, Squarefree};
use super::squarefree::Decomposition;
use crate::error::{Error, Result};
use crate::poly::{Polynomial, RationalPolynomial};
use crate::run::modulus::{self, Modulus};
use rug::{Integer, Rational};

/// The GCD of the numerators over the least common multiple of the denominators.
pub(super) fn over_lcm(gcd: Polynomial, f: &RationalPolynomial, g: &RationalPolynomial) -> Result<RationalPolynomial> {
    RationalPolynomial::new(gcd, Integer::from(f.denominator().lcm_ref(g.denominator())))
}

/// l / a for l = lcm(a, b).
fn missing(f: &RationalPolynomial, g: &RationalPolynomial) -> Integer {
    let (a, b) = (f.denominator(), g.denominator());
    Integer::from(b.div_exact_ref(&Integer::from(a.gcd_ref(b))))
}

/// 1 / a modulo a prime for the denominator a of f.
///
/// # Errors
/// `Argument` where there is none.
fn inverse(f: &RationalPolynomial, p: Modulus) -> Result<Integer> {
    modulus::inverse(f.denominator(), 1, p)
}

impl<'a> Gcd<'a, RationalPolynomial> {
    /// A builder for gcd(`f`, `g`) over Q: the h with a positive leading coefficient for which f / h and g / h have integer coefficients and the GCD 1;
    /// gcd(0, 0) = 0, and gcd(0, g) is the one of g and -g with a positive leading coefficient.
    ///
    /// # Examples
    /// ```
    /// use eliminant::{Gcd, RationalPolynomial};
    /// let f: RationalPolynomial = "x^2/4 - 1/4".parse()?;
    /// let g: RationalPolynomial = "x/6 + 1/6".parse()?;
    /// let answer = Gcd::of_rational(&f, &g).cofactors(true).run()?;
    /// assert_eq!(answer.gcd.to_string(), "1/12*x + 1/12");
    /// assert_eq!(answer.cofactors.unwrap().map(|f| f.to_string()), ["3*x - 3", "2"]);
    /// assert_eq!(Gcd::of_rational(&f, &g).modulus(7).run()?.gcd.to_string(), "x + 1");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn of_rational(f: &'a RationalPolynomial, g: &'a RationalPolynomial) -> Self {
        Gcd { f, g, cofactors: false, modulus: None, beside: 0, options: GcdOptions::default() }
    }

    fn of_numerators(&self) -> Gcd<'a> {
        let Gcd { f, g, cofactors, modulus, beside, ref options } = *self;
        Gcd { f: f.numerator(), g: g.numerator(), cofactors, modulus, beside, options: options.clone() }
    }

    /// Computes the plan for the numerators alone: bounds, primes and memory, nothing of the answer; in several variables one image for each of
    /// them.
    ///
    /// # Errors
    /// As [`Self::run`], except for faults of a device.
    ///
    /// # Complexity
    /// As for polynomials over Z.
    pub fn plan(&self) -> Result<GcdPlan> {
        self.of_numerators().plan()
    }

    /// Computes, proves and verifies the GCD of the numerators, and divides it by the least common multiple of the denominators. The report is that of
    /// the numerators. Cofactors have integer coefficients. Modulo a prime it is the GCD of the images, with the leading coefficient 1.
    ///
    /// # Errors
    /// As for polynomials over Z; `Argument` where the modulus divides a denominator.
    ///
    /// # Complexity
    /// As for the numerators, and a product for each coefficient of the cofactors.
    pub fn run(&self) -> Result<GcdAnswer<RationalPolynomial>> {
        let (f, g) = (self.f, self.g);
        let Some(p) = self.modulus else {
            let GcdAnswer { gcd, cofactors, report } = self.of_numerators().run()?;
            let cofactors =
                cofactors.map(|[of_f, of_g]| [of_f.times_integer(&missing(f, g)), of_g.times_integer(&missing(g, f))]);
            return Ok(GcdAnswer { gcd: over_lcm(gcd, f, g)?, cofactors, report });
        };
        let [a, b] = [inverse(f, p)?, inverse(g, p)?];
        let GcdAnswer { gcd, cofactors, report } = self.of_numerators().run()?;
        let cofactors = match cofactors {
            Some([of_f, of_g]) => Some([modulus::times(&of_f, &a, p)?, modulus::times(&of_g, &b, p)?]),
            None => None,
        };
        Ok(GcdAnswer { gcd: gcd.into(), cofactors, report })
    }

    /// The least common multiple: f times the cofactor of g, with a positive leading coefficient; 0 where one of both is 0. The report is that of the GCD.
    ///
    /// # Errors
    /// As [`Self::run`]; `Argument` where there is a modulus, or an exponent would pass [`Polynomial::MAX_EXPONENT`].
    ///
    /// # Examples
    /// ```
    /// use eliminant::{Gcd, RationalPolynomial};
    /// let (f, g): (RationalPolynomial, RationalPolynomial) = ("x^2/4 - 1/4".parse()?, "x/6 + 1/6".parse()?);
    /// assert_eq!(Gcd::of_rational(&f, &g).lcm()?.0.to_string(), "1/2*x^2 - 1/2");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn lcm(&self) -> Result<(RationalPolynomial, GcdReport)> {
        if self.modulus.is_some() {
            return Err(Error::argument(
                "modulus",
                "is for greatest common divisors; a least common multiple has none",
            ));
        }
        let GcdAnswer { cofactors, report, .. } = self.clone().cofactors(true).run()?;
        let multiple = match cofactors {
            Some([_, cofactor]) => self.f.checked_mul(&cofactor.into())?,
            // Both are 0.
            None => self.f.clone(),
        };
        let is_negative = multiple.numerator().leading_coefficient().is_some_and(|lead| lead.is_negative());
        Ok((if is_negative { -multiple } else { multiple }, report))
    }
}

impl<'a> GcdBatch<'a, RationalPolynomial> {
    /// A builder for the GCDs over Q of all of `pairs`, as [`Gcd::of_rational`] has them.
    ///
    /// # Examples
    /// ```
    /// use eliminant::{GcdBatch, RationalPolynomial};
    /// let pairs: [(RationalPolynomial, RationalPolynomial); 2] =
    ///     [("x/2".parse()?, "x/3".parse()?), ("1/2".parse()?, "1/3".parse()?)];
    /// let (gcds, report) = GcdBatch::of_rational(&pairs).run()?;
    /// assert_eq!(gcds.iter().map(|gcd| gcd.to_string()).collect::<Vec<_>>(), ["1/6*x", "1/6"]);
    /// assert_eq!(report.pairs, 2);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn of_rational(pairs: &'a [(RationalPolynomial, RationalPolynomial)]) -> Self {
        GcdBatch { pairs, options: GcdOptions::default() }
    }

    /// Computes, proves and verifies the GCDs, in the order of the pairs.
    ///
    /// # Errors
    /// As for polynomials over Z, for any of the pairs; then none is returned. See [`Self::run_each`].
    pub fn run(&self) -> Result<(Vec<RationalPolynomial>, GcdReport)> {
        let (gcds, report) = self.solved(Refused::EndsAll)?;
        Ok((gcds.into_iter().collect::<Result<_>>()?, report))
    }

    /// As [`Self::run`], but a pair that is refused has its error in place of an answer, and the others have their answers.
    ///
    /// # Errors
    /// As for polynomials over Z.
    pub fn run_each(&self) -> Result<(Vec<Result<RationalPolynomial>>, GcdReport)> {
        self.solved(Refused::IsTold)
    }

    fn solved(&self, refused: Refused) -> Result<(Vec<Result<RationalPolynomial>>, GcdReport)> {
        let numerators = self.pairs.iter().map(|(f, g)| (f.numerator(), g.numerator()));
        let pairs = Pairs { pairs: numerators.collect(), options: self.options.clone() };
        let (gcds, report) = pairs.solved(refused)?;
        let quotient = |(gcd, (f, g)): (Result<Polynomial>, &(_, _))| over_lcm(gcd?, f, g);
        Ok((gcds.into_iter().zip(self.pairs).map(quotient).collect(), report))
    }
}

impl<'a> ExtendedGcd<'a, RationalPolynomial> {
    /// A builder for gcd(`f`, `g`) over Q, as [`Gcd::of_rational`] has it, and its combination, with the conventions of [`ExtendedGcd`] for s and t.
    ///
    /// # Examples
    /// ```
    /// use eliminant::{ExtendedGcd, RationalPolynomial};
    /// let f: RationalPolynomial = "x^2/2 + 1/2".parse()?;
    /// let g: RationalPolynomial = "x^2/3 - 1/3".parse()?;
    /// let answer = ExtendedGcd::of_rational(&f, &g).run()?;
    /// assert_eq!(answer.gcd.to_string(), "1/6");
    /// assert_eq!(answer.combination.map(|c| c.to_string()), ["1/6", "-1/4"]);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn of_rational(f: &'a RationalPolynomial, g: &'a RationalPolynomial) -> Self {
        ExtendedGcd { f, g, modulus: None, options: GcdOptions::default() }
    }

    /// Computes the combination of the numerators, and verifies it: s F + t G = h is (s a / l) f + (t b / l) g = h / l for f = F / a and g = G / b with
    /// l = lcm(a, b).
    ///
    /// # Errors
    /// As for polynomials over Z; `Argument` where the modulus divides a denominator.
    ///
    /// # Complexity
    /// As for the numerators.
    pub fn run(&self) -> Result<ExtendedGcdAnswer<RationalPolynomial>> {
        let (f, g) = (self.f, self.g);
        if let Some(p) = self.modulus {
            inverse(f, p)?;
            inverse(g, p)?;
        }
        let numerators =
            ExtendedGcd { f: f.numerator(), g: g.numerator(), modulus: self.modulus, options: self.options.clone() };
        let ExtendedGcdAnswer { gcd, combination: [s, t], report } = numerators.run()?;
        if let Some(p) = self.modulus {
            let scaled = |h: RationalPolynomial, d: &Integer| modulus::times(h.numerator(), d, p);
            let combination = [scaled(s, f.denominator())?.into(), scaled(t, g.denominator())?.into()];
            return Ok(ExtendedGcdAnswer { gcd: gcd.into(), combination, report });
        }
        let over = |h: RationalPolynomial, factor: Integer| {
            let (numerator, denominator) = h.into_parts();
            RationalPolynomial::new(numerator, denominator * factor)
        };
        let combination = [over(s, missing(f, g))?, over(t, missing(g, f))?];
        Ok(ExtendedGcdAnswer { gcd: over_lcm(gcd, f, g)?, combination, report })
    }
}

impl<'a> Content<'a, RationalPolynomial> {
    /// A builder for content and primitive part over Q of `f` as a polynomial in `var`: for f = F / a the content is that of F divided by a, and the primitive part is
    /// that of F.
    ///
    /// # Examples
    /// ```
    /// use eliminant::{Content, RationalPolynomial};
    /// let f: RationalPolynomial = "2/3*x*y^2 - 2*x^2*y".parse()?;
    /// let answer = Content::of_rational(&f, "y").run()?;
    /// assert_eq!(answer.content.to_string(), "2/3*x");
    /// assert_eq!(answer.primitive.to_string(), "-3*x*y + y^2");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn of_rational(f: &'a RationalPolynomial, var: &'a str) -> Self {
        Content { f, var, options: GcdOptions::default() }
    }

    /// Computes content and primitive part as for polynomials over Z.
    ///
    /// # Errors
    /// As there.
    ///
    /// # Complexity
    /// As there.
    pub fn run(&self) -> Result<ContentAnswer<RationalPolynomial>> {
        let numerator = Content::new(self.f.numerator(), self.var).options(self.options.clone());
        let ContentAnswer { content, primitive, report } = numerator.run()?;
        let content = RationalPolynomial::new(content, self.f.denominator().clone())?;
        Ok(ContentAnswer { content, primitive, report })
    }
}

impl<'a> Decomposition<'a, RationalPolynomial> {
    /// A builder for the squarefree decomposition of `f` over Q: for f = F / a the content is that of F divided by a, and the factors are those of F.
    ///
    /// # Examples
    /// ```
    /// use eliminant::{Decomposition, RationalPolynomial};
    /// let f: RationalPolynomial = "x^2/2 - x + 1/2".parse()?;
    /// let (found, _) = Decomposition::of_rational(&f).run()?;
    /// assert_eq!((found.content, found.factors), ((1, 2).into(), vec![("x - 1".parse()?, 2)]));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn of_rational(f: &'a RationalPolynomial) -> Self {
        Decomposition { f, modulus: None, options: GcdOptions::default() }
    }

    /// Computes the decomposition as for polynomials over Z.
    ///
    /// # Errors
    /// As there; `Argument` where the modulus divides the denominator.
    pub fn run(&self) -> Result<(Squarefree<Rational>, GcdReport)> {
        let inverse = self.modulus.map(|p| Ok::<_, Error>((inverse(self.f, p)?, p))).transpose()?;
        let numerator = Decomposition { f: self.f.numerator(), modulus: self.modulus, options: self.options.clone() };
        let (Squarefree { content, factors }, report) = numerator.run()?;
        let content = match inverse {
            Some((inverse, p)) => modulus::product(&content, &inverse, p).into(),
            None => Rational::from((content, self.f.denominator().clone())),
        };
        Ok((Squarefree { content, factors }, report))
    }
}

#[cfg(test)]
#[path = "rational_tests.rs"]
mod tests;
