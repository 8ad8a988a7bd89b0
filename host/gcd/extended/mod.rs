//! Extended GCDs of polynomials in one variable: over Q, and modulo a prime.
//!
//! Modulo a prime it is Euclid's algorithm on the host, O(p q) products of numbers for degrees p >= q, and proved by identities that
//! are multiplied out. Over Q the combination is that of the cofactors of the GCD, which have no common divisor: see `over_q`.

mod over_q;
mod residues;

use super::builder::Gcd;
use super::options::GcdOptions;
use super::problem::vars;
use super::report::GcdReport;
use crate::alone::alone_if;
use crate::control::Control;
use crate::error::{Error, Result};
use crate::finite_field::{
    Over, PrimeField, Visit, VisitPrime,
    dense::{difference, divided, extended, product},
    over_prime,
};
use crate::poly::{Polynomial, RationalPolynomial};
use crate::run::backend::check_devices;
use crate::run::modulus::Modulus;
use crate::run::threads::on_threads;
use crate::tiny;
use residues::{coefficients, lifted, polynomial, reduced, variable};
use rug::Integer;
use std::time::Instant;

/// The ring of the polynomials, in messages.
const OPERATION: &str = "extended greatest common divisors";

/// A GCD as a combination: s f + t g = gcd; of polynomials over Z, or over Q with P = [`RationalPolynomial`].
#[derive(Debug, Clone)]
pub struct ExtendedGcdAnswer<P = Polynomial> {
    /// The GCD, as [`Gcd`] has it; modulo a prime the one with the leading coefficient 1.
    pub gcd: P,
    /// s and t.
    pub combination: [RationalPolynomial; 2],
    /// The report of the computation.
    pub report: GcdReport,
}

/// gcd(f, g) = s f + t g with the default choices: see [`ExtendedGcd`].
///
/// # Errors
/// As [`ExtendedGcd::run`].
///
/// # Examples
/// ```
/// use eliminant::{Polynomial, extended_gcd};
/// let (f, g): (Polynomial, Polynomial) = ("x^2 - 1".parse()?, "2*x^2 + x - 1".parse()?);
/// let (gcd, [s, t]) = extended_gcd(&f, &g)?;
/// assert_eq!([gcd.to_string(), s.to_string(), t.to_string()], ["x + 1", "-2", "1"]);
/// # Ok::<(), eliminant::Error>(())
/// ```
pub fn extended_gcd(f: &Polynomial, g: &Polynomial) -> Result<(Polynomial, [RationalPolynomial; 2])> {
    let answer = ExtendedGcd::new(f, g).run()?;
    Ok((answer.gcd, answer.combination))
}

/// The GCD h of two polynomials in one variable and s, t with s f + t g = h, with choices: over Z by [`ExtendedGcd::new`], over Q by
/// [`ExtendedGcd::of_rational`].
///
/// s and t have rational coefficients, deg s < deg g - deg h and deg t < deg f - deg h, which makes them unique, unless one of f / h and g / h is a
/// constant: then the other's factor is 0, and where both are it is s. gcd(0, 0) = 0 with s = t = 0.
///
/// # Examples
/// ```
/// use eliminant::{ExtendedGcd, Polynomial};
/// let (f, g): (Polynomial, Polynomial) = ("x^2 + 1".parse()?, "x^2 - 1".parse()?);
/// let answer = ExtendedGcd::new(&f, &g).run()?;
/// assert_eq!(answer.combination.map(|c| c.to_string()), ["1/2", "-1/2"]);
/// let answer = ExtendedGcd::new(&f, &g).modulus(7).run()?;
/// assert_eq!((answer.gcd.to_string(), answer.combination[0].to_string()), ("1".to_owned(), "4".to_owned()));
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct ExtendedGcd<'a, P = Polynomial> {
    pub(super) f: &'a P,
    pub(super) g: &'a P,
    pub(super) modulus: Option<Modulus>,
    pub(super) options: GcdOptions,
}

impl<'a> ExtendedGcd<'a> {
    /// A builder for gcd(`f`, `g`) and its combination.
    pub fn new(f: &'a Polynomial, g: &'a Polynomial) -> Self {
        ExtendedGcd { f, g, modulus: None, options: GcdOptions::default() }
    }

    /// Computes and verifies the GCD and its combination.
    ///
    /// # Errors
    /// - `Unsupported`: f and g have more than one variable that occurs.
    /// - `Argument`: the modulus is no prime.
    /// - `Limit`: more than 2^17 coefficients, zeros below the highest power included.
    /// - `Verification`: the combination is wrong; nothing is returned.
    /// - `Cancelled`; and as [`Gcd::run`].
    ///
    /// # Complexity
    /// For degrees p >= q: O(p q) products of numbers modulo a prime; over Q as many for each 60 bits of |f|^q |g|^p, with 2-norms of f / h and
    /// g / h.
    pub fn run(&self) -> Result<ExtendedGcdAnswer> {
        check_devices(&self.options.run)?;
        let start = Instant::now();
        let mut all = self.clone();
        all.options.run.control = self.options.run.control.begin();
        let is_tiny = tiny::gcd(&self.options.run, [self.f, self.g]);
        let mut answer = alone_if(is_tiny, || on_threads(self.options.run.threads, || all.computed()))??;
        all.options.run.control.finish();
        answer.report.run.milliseconds = start.elapsed().as_secs_f64() * 1e3;
        Ok(answer)
    }

    fn computed(&self) -> Result<ExtendedGcdAnswer> {
        let var = variable(self.f, self.g, OPERATION)?;
        match self.modulus {
            Some(p) => {
                let mut report = GcdReport::new(self.options.method, 1);
                let vars = vars(self.f, self.g);
                let (pair, control) = ((self.f, self.g), &self.options.run.control);
                let [gcd, s, t] = over_prime(p, Modulo { pair, vars: &vars, var: var.as_deref(), control })??;
                report.run.verified_modulo = p;
                report.run.backend = "cpu";
                Ok(ExtendedGcdAnswer { gcd, combination: [s.into(), t.into()], report })
            }
            None => self.over_q(var.as_deref()),
        }
    }

    fn over_q(&self, var: Option<&str>) -> Result<ExtendedGcdAnswer> {
        coefficients(self.f, var)?;
        coefficients(self.g, var)?;
        let answer = Gcd::new(self.f, self.g).options(self.options.clone()).cofactors(true).run()?;
        let vars = answer.gcd.vars().to_vec();
        let zero = || Ok::<_, Error>(RationalPolynomial::from(Polynomial::zero(&vars)?));
        let Some([f, g]) = answer.cofactors else {
            return Ok(ExtendedGcdAnswer { gcd: answer.gcd, combination: [zero()?, zero()?], report: answer.report });
        };
        let over = |c: Integer| RationalPolynomial::new(Polynomial::constant(&vars, 1.into())?, c);
        let combination = match (f.as_constant(), g.as_constant()) {
            // A constant cofactor that is not 0 gives the GCD by itself.
            (_, Some(c)) if !c.is_zero() => [zero()?, over(c.clone())?],
            (Some(c), _) => [over(c.clone())?, zero()?],
            _ => {
                let (f, g) = (coefficients(&f, var)?, coefficients(&g, var)?);
                let found = over_q::combination(&f, &g, &self.options.run)?;
                let rational =
                    |h: Vec<Integer>| RationalPolynomial::new(polynomial(&vars, var, h.into_iter())?, found.r.clone());
                [rational(found.s)?, rational(found.t)?]
            }
        };
        Ok(ExtendedGcdAnswer { gcd: answer.gcd, combination, report: answer.report })
    }
}

/// The most coefficients of s and t, and the bits that none of them has more of, where f and g are coprime; `None` where one of them is a constant, and the
/// combination is known.
///
/// # Errors
/// `Unsupported` and `Limit` as [`ExtendedGcd::run`].
pub(super) fn bound(f: &Polynomial, g: &Polynomial) -> Result<Option<([usize; 2], u64)>> {
    let var = variable(f, g, OPERATION)?;
    let (f, g) = (coefficients(f, var.as_deref())?, coefficients(g, var.as_deref())?);
    let is_known = f.len() < 2 || g.len() < 2;
    Ok((!is_known).then(|| ([g.len() - 1, f.len() - 1], over_q::bound(&f, &g))))
}

impl<P> ExtendedGcd<'_, P> {
    /// Computes modulo this prime, of at most 256 bits: for the images of f and g, with coefficients from 0 to `p` - 1.
    pub fn modulus(mut self, p: impl Into<Modulus>) -> Self {
        self.modulus = Some(p.into());
        self
    }
}

/// Two polynomials in one variable, if any, whose GCD modulo a prime is wanted with its combination s f + t g = gcd.
struct Modulo<'a> {
    pair: (&'a Polynomial, &'a Polynomial),
    vars: &'a [String],
    var: Option<&'a str>,
    control: &'a Control,
}

impl VisitPrime for Modulo<'_> {
    /// The GCD, s and t.
    type Answer = Result<[Polynomial; 3]>;

    fn visit<P: PrimeField>(self, field: P) -> Self::Answer {
        let Modulo { pair: (f, g), vars, var, control } = self;
        let (f, g) = (reduced(field, &coefficients(f, var)?), reduced(field, &coefficients(g, var)?));
        let combination = Combination { prime: field, pair: (&f, &g), control };
        let found = field.over(&mut field.larger(), 0, control, combination)??;
        let lifted = |h: &Vec<P::Elem>| lifted(field, vars, var, h);
        let [gcd, s, t] = found.each_ref().map(lifted);
        Ok([gcd?, s?, t?])
    }
}

/// Two polynomials over the field of a prime, from the constant term up.
struct Combination<'a, P: PrimeField> {
    prime: P,
    pair: (&'a [P::Elem], &'a [P::Elem]),
    control: &'a Control,
}

/// In the prime's field, as it computes fastest.
impl<P: PrimeField> Visit<P> for Combination<'_, P> {
    /// The GCD, s and t.
    type Answer = Result<[Vec<P::Elem>; 3]>;

    fn visit<K: Over<P>>(self, field: K) -> Self::Answer {
        let Combination { prime, pair: (f, g), control } = self;
        let [f, g] = [f, g].map(|h| h.iter().map(|&c| field.embed(prime, c)).collect::<Vec<K::Elem>>());
        let [gcd, s, t] = extended(field, &f, &g, control)?;
        let wrong = |what: &str| {
            let message = format!("the {what} differs from what it must be");
            prime.refuted("extended gcd modulo a prime", &message)
        };
        // A common divisor that is a combination is the greatest.
        let minus = difference(field, &[], &product(field, &t, &g, control)?);
        if difference(field, &product(field, &s, &f, control)?, &minus) != gcd {
            return Err(wrong("combination of the polynomials"));
        }
        for h in [&f, &g] {
            if !divided(field, h.clone(), &gcd, control)?.1.is_empty() {
                return Err(wrong("remainder by the answer"));
            }
        }
        let within = |h: Vec<K::Elem>| h.into_iter().map(|c| field.within(prime, c)).collect::<Option<Vec<P::Elem>>>();
        let [gcd, s, t] = [gcd, s, t].map(within);
        let outside = || wrong("field of a coefficient");
        Ok([gcd.ok_or_else(outside)?, s.ok_or_else(outside)?, t.ok_or_else(outside)?])
    }
}

#[cfg(test)]
mod tests;
