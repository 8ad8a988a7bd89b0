//! Squarefree parts and decompositions (Yun's algorithm) by GCDs with the derivative.

use super::builder::Gcd;
use super::forecast::Sizes;
use super::options::GcdOptions;
use super::problem::{Case, Problem};
use super::report::GcdReport;
use crate::clock::Clock;
use crate::control::Control;
use crate::error::{Error, Result};
use crate::poly::{Polynomial, size};
use crate::run::checkpoint::{Fingerprint, with_checkpoint};
use crate::run::options::RunOptions;
use rug::Integer;
use std::time::Instant;

/// f = content prod factors\[i\].0 ^ factors\[i\].1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Squarefree {
    /// The content with the sign of the leading coefficient; 0 for f = 0.
    pub content: Integer,
    /// Squarefree, primitive, pairwise coprime polynomials of positive degree with positive leading coefficients, with their
    /// multiplicities, which ascend.
    pub factors: Vec<(Polynomial, u32)>,
}

/// f / (content and sign): f is not 0.
fn primitive(f: &Polynomial) -> Result<(Integer, Polynomial)> {
    let mut content = f.content();
    if f.terms().first().is_some_and(|term| term.coefficient.is_negative()) {
        content = -content;
    }
    let primitive = f.exact_div_integer(&content)?;
    Ok((content, primitive))
}

/// The variable of f; an error where there are several.
fn variable(f: &Polynomial, run: &RunOptions) -> Result<Option<String>> {
    let occurring: Vec<&str> = f.occurring().collect();
    if occurring.len() > 1 {
        let names = occurring.join(", ");
        let message = format!("squarefree decompositions are of polynomials in one variable; this one has {names}");
        return Err(Error::unsupported(message));
    }
    let problem = Problem::new(f, f, run)?;
    Ok(match problem.task {
        Case::Known(..) | Case::Multivariate(_) => None,
        Case::Pair(_) => problem.var.map(|var| problem.vars[var].clone()),
    })
}

/// The degree of gcd(f, g) that is expected; f and g have the same variable and are not 0.
fn expected_degree(f: &Polynomial, g: &Polynomial, options: &GcdOptions) -> Result<f64> {
    Ok(match Problem::new(f, g, &options.run)?.task {
        Case::Pair(pair) if !pair.is_trivial() => pair.degree_with(Sizes::new(&pair, options.method).degree()).into(),
        _ => 0.0,
    })
}

/// The work of the GCDs of b behind a first one, in units of that, where so many roots are left: if all multiplicities up to twice the mean
/// of those left are there, b shrinks evenly, with its square the work on it.
fn following(left: f64, b: f64) -> f64 {
    2.0 / 3.0 * left / b
}

/// The work of the GCD of f, of degree n, with its derivative, and of those that follow, in any unit, where the first has degree d: bits are in
/// proportion to degrees. A squarefree f has none that follow.
fn first_work(n: f64, d: f64) -> (f64, f64) {
    let b = n - d;
    let behind = if d < 0.5 { 0.0 } else { b.powi(3) * (1.0 + following(d, b)) };
    (n * (n * n - d * d), behind)
}

/// The squarefree decomposition of f in Z\[x\] with the default choices: see [`Decomposition`].
///
/// # Errors
/// As [`Gcd::run`]; `Unsupported` for more than one variable.
///
/// # Examples
/// ```
/// use eliminant::{Polynomial, squarefree_decomposition};
/// let f: Polynomial = "-12*(x - 1)^3*(x + 2)*x^3".parse()?;
/// let decomposition = squarefree_decomposition(&f)?;
/// assert_eq!(decomposition.content, -12);
/// let factors: Vec<_> = decomposition.factors.iter().map(|(f, m)| format!("({f})^{m}")).collect();
/// assert_eq!(factors, ["(x + 2)^1", "(x^2 - x)^3"]);
/// # Ok::<(), eliminant::Error>(())
/// ```
pub fn squarefree_decomposition(f: &Polynomial) -> Result<Squarefree> {
    Ok(Decomposition::new(f).run()?.0)
}

/// The squarefree decomposition of a polynomial, with choices.
///
/// # Examples
/// ```
/// use eliminant::{Backend, Decomposition, Polynomial};
/// let f: Polynomial = "(x^2 + 1)^2*(x - 3)".parse()?;
/// let (decomposition, report) = Decomposition::new(&f).backend(Backend::Cpu).run()?;
/// assert_eq!(decomposition.factors.len(), 2);
/// assert_eq!(report.run.backend, "cpu");
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Decomposition<'a> {
    f: &'a Polynomial,
    pub(super) options: GcdOptions,
}

impl<'a> Decomposition<'a> {
    /// The decomposition of `f`.
    pub fn new(f: &'a Polynomial) -> Self {
        Decomposition { f, options: GcdOptions::default() }
    }

    /// Computes it by Yun's algorithm, one GCD for each multiplicity; the report is of all of them together.
    ///
    /// # Errors
    /// As [`Gcd::run`]; `Unsupported` for more than one variable.
    pub fn run(&self) -> Result<(Squarefree, GcdReport)> {
        let problem = || {
            let mut fingerprint = Fingerprint::new("squarefree");
            fingerprint.polynomial(self.f);
            fingerprint
        };
        let solved = |run| self.clone().run_options(run).timed();
        with_checkpoint(&self.options.run, problem, solved, |(_, report)| &mut report.run)
    }

    fn timed(&self) -> Result<(Squarefree, GcdReport)> {
        let start = Instant::now();
        let mut report = GcdReport::new(self.options.method, 0);
        let mut clock = Clock::default();
        let mut all = self.clone();
        all.options.run.control = self.options.run.control.begin();
        let squarefree = all.decomposed(&mut report, &mut clock)?;
        all.options.run.control.finish();
        report.run.stages = clock.into_stages();
        report.run.milliseconds = start.elapsed().as_secs_f64() * 1e3;
        Ok((squarefree, report))
    }

    /// gcd(f, g), f / gcd and g / gcd; not both are 0.
    fn cofactors(
        &self,
        (f, g): (&Polynomial, &Polynomial),
        (control, beside): (Control, u64),
        report: &mut GcdReport,
        clock: &mut Clock,
    ) -> Result<(Polynomial, Polynomial, Polynomial)> {
        let gcd = Gcd::new(f, g).options(self.options.clone()).control(control).cofactors(true).beside(beside);
        let answer = clock.time("gcd", || gcd.run())?;
        report.include(answer.report);
        let [a, b] = answer.cofactors.ok_or_else(|| Error::argument("polynomials", "must not both be 0"))?;
        Ok((answer.gcd, a, b))
    }

    fn decomposed(&self, report: &mut GcdReport, clock: &mut Clock) -> Result<Squarefree> {
        if self.f.is_zero() {
            return Ok(Squarefree { content: Integer::new(), factors: Vec::new() });
        }
        let (content, f) = primitive(self.f)?;
        let Some(var) = variable(&f, &self.options.run)? else {
            return Ok(Squarefree { content, factors: Vec::new() });
        };
        // With f = prod a_i^i: b = prod a_i, c = sum i a_i' b / a_i, d = c - b' = sum (i - 1) a_i' b / a_i; gcd(b, d) = a_1.
        let control = &self.options.run.control;
        let degree = |h: &Polynomial| f64::from(h.degree(&var).unwrap_or(0));
        // The polynomial, its primitive part or the polynomials b and c, and the factors found are there beside each GCD.
        let held = 3 * size::polynomial(self.f);
        let derivative = f.derivative(&var);
        let (now, behind) = first_work(degree(&f), expected_degree(&f, &derivative, &self.options)?);
        let first = (control.next_of(now, behind), held);
        let (_, mut b, mut c) = self.cofactors((&f, &derivative), first, report, clock)?;
        // Roots of f, with multiplicities less those seen.
        let mut left = degree(&f);
        let mut factors = Vec::new();
        let mut multiplicity = 1;
        while b.degree(&var).unwrap_or(0) > 0 {
            let d = &c - &b.derivative(&var);
            // gcd(b, 0) = b ends it.
            left -= degree(&b);
            let section = control.next_of(1.0, following(left, degree(&b)));
            let (a, next_b, next_c) = self.cofactors((&b, &d), (section, held), report, clock)?;
            if a.degree(&var).unwrap_or(0) > 0 {
                factors.push((primitive(&a)?.1, multiplicity));
            }
            (b, c) = (next_b, next_c);
            multiplicity += 1;
        }
        Ok(Squarefree { content, factors })
    }
}

/// The product of the distinct irreducible factors of positive degree of f, primitive with a positive leading coefficient:
/// f / gcd(f, f') without its content. 1 for constants, 0 for 0.
///
/// # Errors
/// As [`Gcd::run`]; `Unsupported` for more than one variable.
///
/// # Examples
/// ```
/// use eliminant::{Polynomial, squarefree_part};
/// let f: Polynomial = "-4*(x - 1)^3*(x + 2)^2".parse()?;
/// assert_eq!(squarefree_part(&f)?.to_string(), "x^2 + x - 2");
/// # Ok::<(), eliminant::Error>(())
/// ```
pub fn squarefree_part(f: &Polynomial) -> Result<Polynomial> {
    if f.is_zero() {
        return Ok(f.clone());
    }
    let (_, f) = primitive(f)?;
    let Some(var) = variable(&f, &RunOptions::default())? else { return Ok(f) };
    let derivative = f.derivative(&var);
    let answer = Gcd::new(&f, &derivative).cofactors(true).run()?;
    match answer.cofactors {
        Some([part, _]) => Ok(primitive(&part)?.1),
        None => Ok(f),
    }
}
