//! Contents and primitive parts of polynomials as polynomials in one variable.

use super::builder::Gcd;
use super::options::GcdOptions;
use super::report::GcdReport;
use crate::alone::alone_if;
use crate::clock::Clock;
use crate::control::Control;
use crate::error::{Error, Result};
use crate::poly::{Polynomial, size};
use crate::run::checkpoint::Fingerprint;
use crate::run::resume::with_checkpoint;
use crate::run::threads::on_threads;
use crate::tiny;
use std::time::Instant;

/// Content and primitive part of a polynomial in a variable; over Z, over Q with P = [`RationalPolynomial`](crate::RationalPolynomial), or of a
/// rational function with P = [`RationalFunction`](crate::RationalFunction).
#[derive(Debug, Clone)]
pub struct ContentAnswer<P = Polynomial> {
    /// The greatest common divisor of the coefficients, polynomials in the other variables; the first term is positive. 0 for 0.
    pub content: P,
    /// The quotient by it: it has the content 1, and integer coefficients, over Q too. 0 for 0.
    pub primitive: Polynomial,
    /// The report of the computation.
    pub report: GcdReport,
}

/// Computes content and primitive part of f in a variable with the default choices: see [`Content`].
///
/// # Errors
/// As [`Content::run`].
///
/// # Examples
/// ```
/// use eliminant::{Polynomial, content};
/// let f: Polynomial = "-2*x*y^2 + 2*x^2*y + 4*x".parse()?;
/// let (content, primitive) = content(&f, "y")?;
/// assert_eq!([content, primitive].map(|f| f.to_string()), ["2*x", "x*y - y^2 + 2"]);
/// # Ok::<(), eliminant::Error>(())
/// ```
pub fn content(f: &Polynomial, var: &str) -> Result<(Polynomial, Polynomial)> {
    let answer = Content::new(f, var).run()?;
    Ok((answer.content, answer.primitive))
}

/// Computes content and primitive part of f as a polynomial in one variable, f = content primitive, with all choices: over Z by [`Content::new`], over Q by
/// [`Content::of_rational`], of rational functions by [`Content::of_functions`].
///
/// # Examples
/// ```
/// use eliminant::{Backend, Content, Polynomial};
/// let f: Polynomial = "(a + b)*(x^2 + a*x + b)".parse()?;
/// let answer = Content::new(&f, "x").backend(Backend::Cpu).run()?;
/// assert_eq!(answer.content.to_string(), "a + b");
/// assert_eq!(answer.primitive.to_string(), "a*x + b + x^2");
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Content<'a, P = Polynomial> {
    pub(super) f: &'a P,
    pub(super) var: &'a str,
    pub(super) options: GcdOptions,
}

impl<'a> Content<'a> {
    /// A builder for content and primitive part of `f` as a polynomial in `var`.
    pub fn new(f: &'a Polynomial, var: &'a str) -> Self {
        Content { f, var, options: GcdOptions::default() }
    }

    /// Computes the content, which is the GCD of the coefficients, the shortest first, until it is 1, and the quotient, which is verified as the cofactor
    /// of a GCD.
    ///
    /// # Errors
    /// As [`Gcd::run`]; `Argument` where `var` is not in the list of variables.
    ///
    /// # Complexity
    /// A GCD of two coefficients mostly, and a division.
    pub fn run(&self) -> Result<ContentAnswer> {
        let problem = || {
            let mut fingerprint = Fingerprint::new("content");
            fingerprint.polynomial(self.f).text(self.var);
            fingerprint
        };
        let solved = |run| self.clone().run_options(run).timed();
        with_checkpoint(&self.options.run, problem, solved, |answer| &mut answer.report.run)
    }

    fn timed(&self) -> Result<ContentAnswer> {
        let start = Instant::now();
        let mut clock = Clock::default();
        let mut report = GcdReport::new(self.options.method, 0);
        let control = self.options.run.control.begin();
        let mut options = self.options.clone();
        options.run.control = control.clone();
        let work = || split(self.f, self.var, &options, &control, &mut report, &mut clock);
        let is_tiny = tiny::gcd(&self.options.run, [self.f]);
        let (content, primitive) = alone_if(is_tiny, || on_threads(self.options.run.threads, work))??;
        control.finish();
        report.run.stages = clock.into_stages();
        report.run.milliseconds = start.elapsed().as_secs_f64() * 1e3;
        Ok(ContentAnswer { content, primitive, report })
    }
}

/// Content and primitive part of f in `var`, as parts of a computation.
pub(super) fn split(
    f: &Polynomial,
    var: &str,
    options: &GcdOptions,
    control: &Control,
    report: &mut GcdReport,
    clock: &mut Clock,
) -> Result<(Polynomial, Polynomial)> {
    let index = f.index_of(var)?;
    if f.is_zero() {
        return Ok((f.clone(), f.clone()));
    }
    let held = 3 * size::polynomial(f);
    let mut gcd = |f: &Polynomial, g: &Polynomial, behind: f64, cofactors: bool, report: &mut GcdReport| {
        let gcd = Gcd::new(f, g).options(options.clone()).control(control.next_of(1.0, behind)).cofactors(cofactors);
        let mut answer = clock.time("gcd", || gcd.beside(held).run())?;
        report.include(std::mem::replace(&mut answer.report, GcdReport::new(options.method, 0)));
        Ok::<_, Error>(answer)
    };
    let mut rows: Vec<Polynomial> = by_powers(f, index)?;
    rows.sort_by_key(|row| std::cmp::Reverse(row.terms().len()));
    let mut content = Polynomial::zero(f.vars())?;
    while content.as_constant().is_none_or(|c| c != 1)
        && let Some(row) = rows.pop()
    {
        content = gcd(&content, &row, rows.len() as f64 + 1.0, false, report)?.gcd;
    }
    if content.as_constant().is_some_and(|c| c == 1) {
        return Ok((content, f.clone()));
    }
    let answer = gcd(f, &content, 0.0, true, report)?;
    let [primitive, _] = answer.cofactors.ok_or_else(|| Error::argument("polynomial", "must not be 0"))?;
    Ok((content, primitive))
}

/// The coefficients of the powers of a variable that are not 0, over the same variables.
pub(super) fn by_powers(f: &Polynomial, index: usize) -> Result<Vec<Polynomial>> {
    let mut rows: std::collections::BTreeMap<u32, Vec<_>> = std::collections::BTreeMap::new();
    for term in f.terms() {
        let mut exponents = term.exponents.to_vec();
        let power = std::mem::take(&mut exponents[index]);
        rows.entry(power).or_default().push((term.coefficient.clone(), exponents));
    }
    rows.into_values().map(|terms| Polynomial::from_terms(f.vars(), terms)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_and_primitive_parts() {
        for (f, var, expected, primitive) in [
            ("0", "x", "0", "0"),
            ("-6", "x", "6", "-1"),
            ("-6*y", "x", "6*y", "-1"),
            ("-6*y", "y", "6", "-y"),
            ("6*x^2*y - 4*x^5*y^3", "x", "2*y", "3*x^2 - 2*x^5*y^2"),
            ("(y^2 - z^2)*x^3 + (y + z)*x + y^2 + y*z", "x", "y + z", "x^3*y - x^3*z + x + y"),
            ("(y + z)*x + 1", "x", "1", "x*y + x*z + 1"),
            ("(y - z)*(z - y)", "x", "y^2 - 2*y*z + z^2", "-1"),
        ] {
            let vars = ["x", "y", "z"];
            let [f, expected, primitive] = [f, expected, primitive].map(|f| Polynomial::parse_in(f, &vars).unwrap());
            assert_eq!(content(&f, var).unwrap(), (expected, primitive), "{f} in {var}");
        }
        let f: Polynomial = "x + y".parse().unwrap();
        assert!(content(&f, "t").unwrap_err().to_string().contains('t'));
    }
}
