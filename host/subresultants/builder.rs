//! The builder of subresultants.

use super::answer::SubresultantsAnswer;
use super::problem::Problem;
use super::values::SubresultantValues;
use super::which::{Which, beyond, checked, last};
use crate::alone::alone_if;
use crate::error::Result;
use crate::poly::{Polynomial, RationalPolynomial};
use crate::run::checkpoint::Fingerprint;
use crate::run::denominator::Denominator;
use crate::run::modulus::{self, Modulus};
use crate::run::options::RunOptions;
use crate::run::resume::with_checkpoint;
use crate::run::tuples::{self, ListOptions, ListPlan, ListReport, list_setters};
use crate::tiny;

/// The second polynomial.
#[derive(Debug, Clone)]
enum Second<'a, P> {
    Given(&'a P),
    /// The derivative of the first one, for a Sturm-Habicht sequence.
    Derivative(P),
}

/// What is asked for, of polynomials whose degrees are not known yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asked {
    Chain,
    Principal,
    Index(u32),
}

/// Computes subresultants of f and g in one of their variables, with all choices: over Z by [`Subresultants::new`], over Q by [`Subresultants::of_rational`]. What
/// they are is said in [the module](crate::subresultants).
///
/// # Examples
/// ```
/// use eliminant::{Polynomial, Subresultants};
/// let [f, g] = ["y^3 - x", "y^2 + x*y + 1"].map(|text| text.parse::<Polynomial>().unwrap());
/// let chain = Subresultants::new(&f, &g, "y").run()?.polynomials;
/// assert_eq!(chain[2], g);
/// assert_eq!(chain[1].to_string(), "x^2*y - y");
/// let resultant = eliminant::resultant(&f, &g, "y")?;
/// assert_eq!(chain[0], resultant.with_vars(&["x", "y"])?);
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Subresultants<'a, P = Polynomial> {
    f: &'a P,
    second: Second<'a, P>,
    var: &'a str,
    asked: Asked,
    pub(super) options: ListOptions,
}

list_setters!(Subresultants<P>);

impl<'a, P> Subresultants<'a, P> {
    fn of(f: &'a P, second: Second<'a, P>, var: &'a str) -> Self {
        Subresultants { f, second, var, asked: Asked::Chain, options: ListOptions::default() }
    }

    fn g(&self) -> &P {
        match &self.second {
            Second::Given(g) => g,
            Second::Derivative(g) => g,
        }
    }

    pub(super) fn is_sturm_habicht(&self) -> bool {
        matches!(self.second, Second::Derivative(_))
    }

    /// The name of the operation.
    fn operation(&self) -> &'static str {
        if self.is_sturm_habicht() { "Sturm-Habicht sequence" } else { "subresultants" }
    }

    /// The principal coefficients psc_0, psc_1, .. alone, polynomials in the kept variables.
    ///
    /// ```
    /// use eliminant::{Polynomial, Subresultants};
    /// let [f, g] = ["y^2 + a*y + b", "y^2 + c*y + d"].map(|text| text.parse::<Polynomial>().unwrap());
    /// let psc = Subresultants::new(&f, &g, "y").principal().run()?.polynomials;
    /// assert_eq!(psc[1].to_string(), "-a + c");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn principal(mut self) -> Self {
        self.asked = Asked::Principal;
        self
    }

    /// S_k alone.
    pub fn index(mut self, k: u32) -> Self {
        self.asked = Asked::Index(k);
        self
    }

    /// The number of the first one that is asked for.
    fn first(&self) -> u32 {
        if let Asked::Index(k) = self.asked { k } else { 0 }
    }
}

impl<'a> Subresultants<'a> {
    /// A builder for the subresultants of f and g in `var`: all of them, unless others are asked for.
    pub fn new(f: &'a Polynomial, g: &'a Polynomial, var: &'a str) -> Self {
        Self::of(f, Second::Given(g), var)
    }

    /// A builder for the Sturm-Habicht sequence of f in `var`, p = deg f: for 0 <= k < p
    ///
    /// > StHa_k(f) = (-1)^((p-k)(p-k-1)/2) S_k(f, f'),  StHa_p(f) = f
    ///
    /// so that StHa_(p-1) = f'. The answer is StHa_0, .., StHa_p, or what is asked for of them: their principal coefficients, or one. At every point of the kept variables where lc(f)
    /// is not 0 the signs of the principal coefficients tell the number of different real roots, and StHa_k for the first one that is not 0 is a multiple of gcd(f, f').
    ///
    /// Source: Gonzalez-Vega, Lombardi, Recio, Roy, Determinants and real roots of univariate polynomials (1998).
    ///
    /// ```
    /// use eliminant::{Polynomial, Subresultants};
    /// let f: Polynomial = "y^3 + a*y + b".parse()?;
    /// let sequence = Subresultants::sturm_habicht(&f, "y").run()?.polynomials;
    /// let text: Vec<String> = sequence.iter().map(Polynomial::to_string).collect();
    /// assert_eq!(text, ["-4*a^3 - 27*b^2", "-6*a*y - 9*b", "a + 3*y^2", "a*y + b + y^3"]);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn sturm_habicht(f: &'a Polynomial, var: &'a str) -> Self {
        Self::of(f, Second::Derivative(f.derivative(var)), var)
    }

    fn fingerprint(&self) -> Fingerprint {
        let mut fingerprint = Fingerprint::new(self.operation());
        let asked = match self.asked {
            Asked::Chain => [0, 0],
            Asked::Principal => [1, 0],
            Asked::Index(k) => [2, k],
        };
        fingerprint.text(self.var).numbers(&asked).modulus(self.options.modulus);
        fingerprint.polynomial(self.f).polynomial(self.g());
        fingerprint
    }

    /// An object that answers questions for values of subresultants at points modulo primes, and computes those that are asked for as polynomials.
    ///
    /// # Errors
    /// `Argument`: f or g is 0, the variable does not occur. `Limit`: degrees above 65,535.
    pub fn values(&self) -> Result<SubresultantValues> {
        self.check_constants()?;
        SubresultantValues::new(self)
    }

    /// f, g and the variable.
    pub(super) fn pair(&self) -> ([&Polynomial; 2], &str) {
        ([self.f, self.g()], self.var)
    }

    /// Which of the subresultants are to be computed: none where there are none, and where f alone is asked for.
    ///
    /// # Errors
    /// `Argument` for a number that none has.
    fn which(&self) -> Result<Option<Which>> {
        let degrees = self.degrees();
        Ok(match (self.asked, last(degrees)) {
            (Asked::Index(k), _) if self.is_sturm_habicht() && k >= degrees.0 => {
                if k > degrees.0 {
                    return Err(beyond(k, degrees.0));
                }
                None
            }
            (Asked::Index(k), _) => Some(Which::One(checked(k, degrees)?)),
            (_, None) => None,
            (Asked::Chain, Some(last)) => Some(Which::Chain { last }),
            (Asked::Principal, Some(last)) => Some(Which::Principal { last }),
        })
    }

    fn problem(&self, which: Which) -> Result<Problem> {
        Problem::new([self.f, self.g()], self.var, |_| Ok(which), self.options.modulus)
    }

    /// Computes the plan alone: bounds, grid, primes and memory, nothing of the answer.
    ///
    /// # Errors
    /// As [`Self::run`], except for faults of a device.
    pub fn plan(&self) -> Result<ListPlan> {
        self.options.modulus.map_or(Ok(()), Modulus::check)?;
        match self.checked_which()? {
            Some(which) => tuples::plan(self.operation(), &self.problem(which)?, &self.options),
            None => {
                self.check_constants()?;
                Ok(ListPlan::new(self.operation(), self.options.modulus))
            }
        }
    }

    fn degrees(&self) -> (u32, u32) {
        let [p, q] = [self.f, self.g()].map(|h| h.degree(self.var).unwrap_or(0));
        (p, q)
    }

    /// [`Self::which`]; a wrong polynomial is named before a wrong number.
    fn checked_which(&self) -> Result<Option<Which>> {
        self.which().or_else(|error| self.check_constants().and(Err(error)))
    }

    /// Polynomials without subresultants are looked at nevertheless.
    fn check_constants(&self) -> Result<()> {
        let g = if self.is_sturm_habicht() { self.f } else { self.g() };
        Problem::new([self.f, g], self.var, |_| Ok(Which::Chain { last: 0 }), None).map(drop)
    }

    /// Computes and verifies the answer: S_0, S_1, .. up to the last one there is, in all variables of f and g. None of two polynomials without the variable.
    ///
    /// # Errors
    /// - `Argument`: f or g is 0, the variable does not occur, there is no subresultant of that number, threads or memory are 0, the modulus is no prime.
    /// - `Limit`: the answer needs more primes or memory than there are, or has more than 2^24 coefficients in the kept variables; degrees above 65,535.
    /// - Of devices, `Verification`, `Checkpoint` and `Cancelled` as for [`Resultant::run`](crate::Resultant::run).
    ///
    /// # Complexity
    /// For degrees p, q in the variable, and an answer of H bits on a grid of D points: O(H D p q) element steps, and for each of the C coefficients in the
    /// kept variables O(H D log D) for interpolation and O(H^2 D) for lifting, with words of 30 bits.
    pub fn run(&self) -> Result<SubresultantsAnswer> {
        self.options.modulus.map_or(Ok(()), Modulus::check)?;
        let computed = |run: RunOptions| {
            let options = ListOptions { run, ..self.options.clone() };
            let (mut polynomials, report) = match self.checked_which()? {
                Some(which) => tuples::run(self.operation(), || self.problem(which), &options)?,
                None => {
                    self.check_constants()?;
                    (Vec::new(), ListReport::new(self.operation(), &options))
                }
            };
            if self.is_sturm_habicht() {
                self.finish(&mut polynomials)?;
            }
            Ok(SubresultantsAnswer { polynomials, report })
        };
        let is_tiny = tiny::resultant(&self.options.run, self.f, self.g(), self.var);
        alone_if(is_tiny, || {
            with_checkpoint(
                &self.options.run,
                || self.fingerprint(),
                computed,
                |answer: &mut SubresultantsAnswer| &mut answer.report.run,
            )
        })
    }

    /// Subresultants of f and f' with the signs of a Sturm-Habicht sequence, and f behind them.
    fn finish(&self, list: &mut Vec<Polynomial>) -> Result<()> {
        let (p, first) = (self.degrees().0, self.first());
        let reduced = |f: &Polynomial, factor: i64| match self.options.modulus {
            Some(p) => modulus::times(f, &factor.into(), p),
            None => Ok(if factor < 0 { -f.clone() } else { f.clone() }),
        };
        for (k, polynomial) in (first..).zip(list.iter_mut()) {
            // (p-k)(p-k-1)/2 is odd.
            if (p - k) % 4 > 1 {
                *polynomial = reduced(polynomial, -1)?;
            }
        }
        match self.asked {
            Asked::Index(k) if k < p => {}
            Asked::Principal => list.extend(self.f.collect(self.var)?.last().map(|lead| reduced(lead, 1)).transpose()?),
            _ => list.push(reduced(self.f, 1)?),
        }
        Ok(())
    }
}

impl<'a> Subresultants<'a, RationalPolynomial> {
    /// The same of polynomials over Q: S_k(f / c, g / d) = S_k(f, g) / (c^(q-k) d^(p-k)).
    ///
    /// # Examples
    /// ```
    /// use eliminant::{RationalPolynomial, Subresultants};
    /// let [f, g] = ["y^2 - x/2", "y^2 + y/3"].map(|text| text.parse::<RationalPolynomial>().unwrap());
    /// let chain = Subresultants::of_rational(&f, &g, "y").run()?.polynomials;
    /// assert_eq!(chain[1].to_string(), "1/2*x + 1/3*y");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn of_rational(f: &'a RationalPolynomial, g: &'a RationalPolynomial, var: &'a str) -> Self {
        Self::of(f, Second::Given(g), var)
    }

    /// The same of a polynomial over Q: StHa_k(f / c) = StHa_k(f) / c^(2p-2k-1) for k < p. See [`Subresultants::sturm_habicht`].
    pub fn sturm_habicht_of_rational(f: &'a RationalPolynomial, var: &'a str) -> Self {
        Self::of(f, Second::Derivative(f.derivative(var)), var)
    }

    /// As [`Subresultants::plan`] over Z: of the numerators.
    ///
    /// # Errors
    /// As there.
    pub fn plan(&self) -> Result<ListPlan> {
        self.denominator(self.first())?;
        self.over_z().plan()
    }

    /// What number k of the numerators is divided by.
    fn denominator(&self, k: u32) -> Result<Denominator> {
        let (p, q) = self.over_z().degrees();
        let c = self.f.denominator();
        let factors = match &self.second {
            Second::Given(g) => vec![(c.clone(), q.saturating_sub(k)), (g.denominator().clone(), p.saturating_sub(k))],
            Second::Derivative(_) => vec![(c.clone(), (2 * p.saturating_sub(k)).saturating_sub(1).max(1))],
        };
        Denominator::new(factors, self.options.modulus)
    }

    /// Of the numerators.
    fn over_z(&self) -> Subresultants<'_> {
        let f = self.f.numerator();
        let second = match &self.second {
            Second::Given(g) => Second::Given(g.numerator()),
            // That of f may have a smaller denominator.
            Second::Derivative(_) => Second::Derivative(f.derivative(self.var)),
        };
        Subresultants { f, second, var: self.var, asked: self.asked, options: self.options.clone() }
    }

    /// As [`Subresultants::run`] over Z. Modulo a prime the denominators must be prime to it.
    ///
    /// # Errors
    /// As there.
    pub fn run(&self) -> Result<SubresultantsAnswer<RationalPolynomial>> {
        let first = self.first();
        // The first one has the largest denominator: what is refused is refused at once.
        self.denominator(first)?;
        let SubresultantsAnswer { polynomials, report } = self.over_z().run()?;
        let of = |(k, polynomial): (u32, Polynomial)| self.denominator(k)?.under(polynomial);
        let polynomials = (first..).zip(polynomials).map(of).collect::<Result<_>>()?;
        Ok(SubresultantsAnswer { polynomials, report })
    }
}
