//! The builder of subresultants.

use super::answer::SubresultantsAnswer;
use super::compute;
use super::problem::Problem;
use super::which::{Which, checked, last};
use crate::alone::alone_if;
use crate::error::Result;
use crate::poly::{Polynomial, RationalPolynomial};
use crate::run::checkpoint::Fingerprint;
use crate::run::denominator::Denominator;
use crate::run::modulus;
use crate::run::options::RunOptions;
use crate::run::resume::with_checkpoint;
use crate::run::tuples::{ListOptions, ListPlan, ListReport, list_setters};
use crate::tiny;

/// The name of the operation.
const OPERATION: &str = "subresultants";

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
    g: &'a P,
    var: &'a str,
    asked: Asked,
    pub(super) options: ListOptions,
}

list_setters!(Subresultants<P>);

impl<'a, P> Subresultants<'a, P> {
    fn of(f: &'a P, g: &'a P, var: &'a str) -> Self {
        Subresultants { f, g, var, asked: Asked::Chain, options: ListOptions::default() }
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

    fn which(&self, degrees: (u32, u32)) -> Result<Option<Which>> {
        Ok(match (self.asked, last(degrees)) {
            (Asked::Index(k), _) => Some(Which::One(checked(k, degrees)?)),
            (_, None) => None,
            (Asked::Chain, Some(last)) => Some(Which::Chain { last }),
            (Asked::Principal, Some(last)) => Some(Which::Principal { last }),
        })
    }
}

impl<'a> Subresultants<'a> {
    /// A builder for the subresultants of f and g in `var`: all of them, unless others are asked for.
    pub fn new(f: &'a Polynomial, g: &'a Polynomial, var: &'a str) -> Self {
        Self::of(f, g, var)
    }

    fn fingerprint(&self) -> Fingerprint {
        let mut fingerprint = Fingerprint::new(OPERATION);
        let asked = match self.asked {
            Asked::Chain => [0, 0],
            Asked::Principal => [1, 0],
            Asked::Index(k) => [2, k],
        };
        fingerprint.text(self.var).numbers(&asked).number(self.options.modulus.unwrap_or(0));
        fingerprint.polynomial(self.f).polynomial(self.g);
        fingerprint
    }

    /// Computes the plan alone: bounds, grid, primes and memory, nothing of the answer.
    ///
    /// # Errors
    /// As [`Self::run`], except for faults of a device.
    pub fn plan(&self) -> Result<ListPlan> {
        self.options.modulus.map_or(Ok(()), modulus::check)?;
        match self.which(self.degrees())? {
            Some(which) => {
                let problem = || Problem::new([self.f, self.g], self.var, |_| Ok(which), self.options.modulus);
                compute::plan(OPERATION, problem, &self.options)
            }
            None => {
                self.check_constants()?;
                Ok(ListPlan::new(OPERATION, self.options.modulus))
            }
        }
    }

    fn degrees(&self) -> (u32, u32) {
        let [p, q] = [self.f, self.g].map(|h| h.degree(self.var).unwrap_or(0));
        (p, q)
    }

    /// Two polynomials without subresultants are looked at nevertheless.
    fn check_constants(&self) -> Result<()> {
        Problem::new([self.f, self.g], self.var, |_| Ok(Which::Chain { last: 0 }), None).map(drop)
    }

    /// Computes and verifies the answer: S_0, S_1, .. up to the last one there is, in all variables of f and g. None of two polynomials without the variable.
    ///
    /// # Errors
    /// - `Argument`: f or g is 0, the variable does not occur, there is no subresultant of that number, threads or memory are 0, the modulus is no prime below
    ///   2^63.
    /// - `Limit`: the answer needs more primes or memory than there are, or has more than 2^24 coefficients in the kept variables; degrees above 65,535.
    /// - Of devices, `Verification`, `Checkpoint` and `Cancelled` as for [`Resultant::run`](crate::Resultant::run).
    ///
    /// # Complexity
    /// For degrees p, q in the variable, and an answer of H bits on a grid of D points: O(H D p q) element steps, and for each of the C coefficients in the
    /// kept variables O(H D log D) for interpolation and O(H^2 D) for lifting, with words of 30 bits.
    pub fn run(&self) -> Result<SubresultantsAnswer> {
        self.options.modulus.map_or(Ok(()), modulus::check)?;
        let computed = |run: RunOptions| {
            let options = ListOptions { run, ..self.options.clone() };
            let Some(which) = self.which(self.degrees())? else {
                self.check_constants()?;
                let report = ListReport::new(OPERATION, &options);
                return Ok(SubresultantsAnswer { polynomials: Vec::new(), report });
            };
            let problem = || Problem::new([self.f, self.g], self.var, |_| Ok(which), options.modulus);
            let (polynomials, report) = compute::run(OPERATION, problem, &options)?;
            Ok(SubresultantsAnswer { polynomials, report })
        };
        let is_tiny = tiny::resultant(&self.options.run, self.f, self.g, self.var);
        alone_if(is_tiny, || {
            with_checkpoint(
                &self.options.run,
                || self.fingerprint(),
                computed,
                |answer: &mut SubresultantsAnswer| &mut answer.report.run,
            )
        })
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
        Self::of(f, g, var)
    }

    /// As [`Subresultants::plan`] over Z: of the numerators.
    ///
    /// # Errors
    /// As there.
    pub fn plan(&self) -> Result<ListPlan> {
        self.denominator(if let Asked::Index(k) = self.asked { k } else { 0 })?;
        self.over_z().plan()
    }

    /// What S_k of the numerators is divided by.
    fn denominator(&self, k: u32) -> Result<Denominator> {
        let (p, q) = self.over_z().degrees();
        let [c, d] = [self.f, self.g].map(|h| h.denominator().clone());
        Denominator::new([(c, q.saturating_sub(k)), (d, p.saturating_sub(k))], self.options.modulus)
    }

    /// Of the numerators.
    fn over_z(&self) -> Subresultants<'a> {
        let (f, g) = (self.f.numerator(), self.g.numerator());
        Subresultants { f, g, var: self.var, asked: self.asked, options: self.options.clone() }
    }

    /// As [`Subresultants::run`] over Z. Modulo a prime the denominators must be prime to it.
    ///
    /// # Errors
    /// As there.
    pub fn run(&self) -> Result<SubresultantsAnswer<RationalPolynomial>> {
        let first = if let Asked::Index(k) = self.asked { k } else { 0 };
        // The first one has the largest denominator: what is refused is refused at once.
        self.denominator(first)?;
        let SubresultantsAnswer { polynomials, report } = self.over_z().run()?;
        let of = |(k, polynomial): (u32, Polynomial)| self.denominator(k)?.under(polynomial);
        let polynomials = (first..).zip(polynomials).map(of).collect::<Result<_>>()?;
        Ok(SubresultantsAnswer { polynomials, report })
    }
}
