//! The builder of cofactors.

use super::answer::CofactorsAnswer;
use super::problem::Problem;
use super::which::{Which, checked};
use crate::alone::alone_if;
use crate::error::{ErrorKind, Result};
use crate::poly::{Polynomial, RationalPolynomial};
use crate::run::checkpoint::Fingerprint;
use crate::run::denominator::Denominator;
use crate::run::modulus::Modulus;
use crate::run::options::RunOptions;
use crate::run::resume::with_checkpoint;
use crate::run::tuples::{self, ListOptions, ListPlan, list_setters};
use crate::tiny;

/// The name of the operation.
const OPERATION: &str = "cofactors";

/// Computes the cofactors of the resultant, or of another subresultant: polynomials U and V with integer coefficients and
///
/// > U f + V g = S_k(f, g), deg U < deg g - k, deg V < deg f - k
///
/// in the eliminated variable. For k = 0 that is a proof that each common zero of f and g is one of the resultant, and it is an extended GCD over the fraction field. U and V are
/// those of the determinant that defines S_k, expanded along its last column.
///
/// # Examples
/// ```
/// use eliminant::{Cofactors, Polynomial};
/// let [f, g] = ["y^2 - x", "x*y - 1"].map(|text| text.parse::<Polynomial>().unwrap());
/// let found = Cofactors::new(&f, &g, "y").run()?;
/// assert_eq!(found.subresultant.to_string(), "-x^3 + 1");
/// assert_eq!((found.u.to_string(), found.v.to_string()), ("x^2".into(), "-x*y - 1".into()));
/// assert_eq!(&(&found.u * &f) + &(&found.v * &g), found.subresultant);
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Cofactors<'a, P = Polynomial> {
    f: &'a P,
    g: &'a P,
    var: &'a str,
    k: u32,
    pub(super) options: ListOptions,
}

list_setters!(Cofactors<P>);

impl<P> Cofactors<'_, P> {
    /// The number k of the subresultant; 0, the resultant, unless set.
    pub fn index(mut self, k: u32) -> Self {
        self.k = k;
        self
    }
}

impl<'a> Cofactors<'a> {
    /// A builder for the cofactors of f and g in `var`.
    pub fn new(f: &'a Polynomial, g: &'a Polynomial, var: &'a str) -> Self {
        Cofactors { f, g, var, k: 0, options: ListOptions::default() }
    }

    fn fingerprint(&self) -> Fingerprint {
        let mut fingerprint = Fingerprint::new(OPERATION);
        fingerprint.text(self.var).number(self.k.into()).modulus(self.options.modulus);
        fingerprint.polynomial(self.f).polynomial(self.g);
        fingerprint
    }

    /// Computes the plan alone: bounds, grid, primes and memory, nothing of the answer.
    ///
    /// # Errors
    /// As [`Self::run`], except for faults of a device.
    pub fn plan(&self) -> Result<ListPlan> {
        self.options.modulus.map_or(Ok(()), Modulus::check)?;
        tuples::plan(OPERATION, &self.problem()?, &self.options)
    }

    fn problem(&self) -> Result<Problem> {
        let which = |degrees| Ok(Which::Cofactors(checked(self.k, degrees)?));
        Problem::new([self.f, self.g], self.var, which, self.options.modulus)
    }

    /// Computes and verifies the answer, in all variables of f and g.
    ///
    /// # Errors
    /// As [`Subresultants::run`](crate::Subresultants::run); `Argument` too for two polynomials without the variable.
    ///
    /// # Complexity
    /// As the subresultant number p + q - k of polynomials whose degrees are larger by p + q - 2 k.
    pub fn run(&self) -> Result<CofactorsAnswer> {
        self.options.modulus.map_or(Ok(()), Modulus::check)?;
        let computed = |run: RunOptions| {
            let options = ListOptions { run, ..self.options.clone() };
            let (polynomials, report) = tuples::run(OPERATION, || self.problem(), &options)?;
            let expected =
                ErrorKind::Shape { what: "polynomials with cofactors", expected: 3, found: polynomials.len() };
            let [subresultant, u, v] = <[Polynomial; 3]>::try_from(polynomials).map_err(|_| expected)?;
            Ok(CofactorsAnswer { subresultant, u, v, report })
        };
        let is_tiny = tiny::resultant(&self.options.run, self.f, self.g, self.var);
        alone_if(is_tiny, || {
            with_checkpoint(
                &self.options.run,
                || self.fingerprint(),
                computed,
                |answer: &mut CofactorsAnswer| &mut answer.report.run,
            )
        })
    }
}

impl<'a> Cofactors<'a, RationalPolynomial> {
    /// The same of polynomials over Q.
    pub fn of_rational(f: &'a RationalPolynomial, g: &'a RationalPolynomial, var: &'a str) -> Self {
        Cofactors { f, g, var, k: 0, options: ListOptions::default() }
    }

    /// As [`Cofactors::plan`] over Z: of the numerators.
    ///
    /// # Errors
    /// As there.
    pub fn plan(&self) -> Result<ListPlan> {
        self.denominators()?;
        self.over_z().plan()
    }

    /// What S_k, U and V of the numerators are divided by: (c U) (f / c) + (d V) (g / d) = S_k, and a cofactor without coefficients is 0.
    fn denominators(&self) -> Result<[Denominator; 3]> {
        let over_z = self.over_z();
        let [n, m] = [over_z.g, over_z.f].map(|h| h.degree(self.var).unwrap_or(0).saturating_sub(self.k));
        let [c, d] = [self.f, self.g].map(|h| h.denominator());
        let of = |n, m| Denominator::new([(c.clone(), n), (d.clone(), m)], self.options.modulus);
        Ok([of(n, m)?, of(n.saturating_sub(1), m)?, of(n, m.saturating_sub(1))?])
    }

    /// Of the numerators.
    fn over_z(&self) -> Cofactors<'a> {
        let (f, g) = (self.f.numerator(), self.g.numerator());
        Cofactors { f, g, var: self.var, k: self.k, options: self.options.clone() }
    }

    /// As [`Cofactors::run`] over Z. Modulo a prime the denominators must be prime to it.
    ///
    /// # Errors
    /// As there.
    pub fn run(&self) -> Result<CofactorsAnswer<RationalPolynomial>> {
        let [of_s, of_u, of_v] = self.denominators()?;
        let CofactorsAnswer { subresultant, u, v, report } = self.over_z().run()?;
        Ok(CofactorsAnswer { subresultant: of_s.under(subresultant)?, u: of_u.under(u)?, v: of_v.under(v)?, report })
    }
}
