//! Squarefree parts and decompositions (Yun's algorithm) by GCDs with the derivative.
//!
//! In several variables a polynomial is its content in a variable x, without x, times its primitive part, of which every factor has x. So
//! the two have no factor in common, and the parts of a multiplicity are multiplied. Over Z a primitive polynomial has a factor more than
//! once if and only if its derivative by x has it, whatever the other variables are: Yun's identities are those over the field of fractions in these,
//! and all GCDs divide a primitive polynomial.
//!
//! Source: Yun, On square-free decomposition algorithms, SYMSAC 1976; Geddes, Czapor, Labahn, Algorithms for Computer Algebra, section 8.2.

use super::builder::Gcd;
use super::forecast::Sizes;
use super::options::GcdOptions;
use super::problem::{Case, Problem};
use super::report::{GcdReport, Squarefree};
use super::{content, modulo};
use crate::alone::alone_if;
use crate::clock::Clock;
use crate::control::Control;
use crate::error::{Error, Result};
use crate::poly::{Polynomial, Term, size};
use crate::run::checkpoint::Fingerprint;
use crate::run::modulus::Modulus;
use crate::run::resume::with_checkpoint;
use crate::run::threads::on_threads;
use crate::tiny;
use rug::Integer;
use std::collections::BTreeMap;
use std::time::Instant;

/// f / (content and sign): f is not 0.
pub(super) fn primitive(f: &Polynomial) -> Result<(Integer, Polynomial)> {
    let mut content = f.content();
    if f.terms().first().is_some_and(|term| term.coefficient.is_negative()) {
        content = -content;
    }
    let primitive = f.exact_div_integer(&content)?;
    Ok((content, primitive))
}

/// The variables that divide f, which is not 0, with their multiplicities, and the rest of f.
///
/// The search for the other factors takes a GCD for each multiplicity up to the highest. That is less than the number of terms: a polynomial with a root of
/// multiplicity m that is not 0 has more than m terms (Hajos's lemma). Powers of variables have one.
pub(super) fn without_variables(f: &Polynomial) -> Result<(Vec<(Polynomial, u32)>, Polynomial)> {
    let count = f.vars().len();
    let low: Vec<u32> = (0..count).map(|k| f.terms().iter().map(|term| term.exponents[k]).min().unwrap_or(0)).collect();
    let var = |(k, &e): (usize, &u32)| {
        let exponents = (0..count).map(|i| u32::from(i == k)).collect();
        Ok((Polynomial::from_terms(f.vars(), [(Integer::from(1), exponents)])?, e))
    };
    let powers = low.iter().enumerate().filter(|(_, e)| **e > 0).map(var).collect::<Result<_>>()?;
    let lowered = |term: &Term| Term {
        coefficient: term.coefficient.clone(),
        exponents: term.exponents.iter().zip(&low).map(|(e, low)| e - low).collect(),
    };
    // A monomial less keeps the order.
    Ok((powers, Polynomial::from_descending(f.vars(), f.terms().iter().map(lowered).collect())?))
}

/// Multiplies the factor of a multiplicity by one more.
pub(super) fn insert<M: Ord>(factors: &mut BTreeMap<M, Polynomial>, factor: Polynomial, multiplicity: M) -> Result<()> {
    let factor = match factors.remove(&multiplicity) {
        Some(others) => others.checked_mul(&factor)?,
        None => factor,
    };
    factors.insert(multiplicity, factor);
    Ok(())
}

/// The degree of gcd(f, g) that is expected; f and g have the same variable and are not 0.
fn expected_degree(f: &Polynomial, g: &Polynomial, options: &GcdOptions) -> Result<f64> {
    let run = options.run.with_control(options.run.control.silent());
    Ok(match Problem::new(f, g, false, (&run, options.on_grid()))?.task {
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
pub(super) fn first_work(n: f64, d: f64) -> (f64, f64) {
    let b = n - d;
    let behind = if d < 0.5 { 0.0 } else { b.powi(3) * (1.0 + following(d, b)) };
    (n * (n * n - d * d), behind)
}

/// Computes the squarefree decomposition of f with the default choices: see [`Decomposition`].
///
/// # Errors
/// As [`Gcd::run`].
///
/// # Examples
/// ```
/// use eliminant::{Polynomial, squarefree_decomposition};
/// let f: Polynomial = "-12*(x - 1)^3*(x + 2)*x^3".parse()?;
/// let decomposition = squarefree_decomposition(&f)?;
/// assert_eq!(decomposition.content, -12);
/// let factors: Vec<_> = decomposition.factors.iter().map(|(f, m)| format!("({f})^{m}")).collect();
/// assert_eq!(factors, ["(x + 2)^1", "(x^2 - x)^3"]);
/// let f: Polynomial = "6*(x*y + 1)^2*(y - 1)^2*x".parse()?;
/// let factors = squarefree_decomposition(&f)?.factors;
/// assert_eq!([&factors[0].0, &factors[1].0].map(|f| f.to_string()), ["x", "x*y^2 - x*y + y - 1"]);
/// # Ok::<(), eliminant::Error>(())
/// ```
pub fn squarefree_decomposition(f: &Polynomial) -> Result<Squarefree> {
    Ok(Decomposition::new(f).run()?.0)
}

/// Computes the squarefree decomposition of a polynomial, with all choices: over Z by [`Decomposition::new`], over Q by [`Decomposition::of_rational`],
/// of rational functions by [`Decomposition::of_functions`].
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
pub struct Decomposition<'a, P = Polynomial> {
    pub(super) f: &'a P,
    pub(super) modulus: Option<Modulus>,
    pub(super) options: GcdOptions,
}

impl<'a> Decomposition<'a> {
    /// A builder for the squarefree decomposition of `f`.
    pub fn new(f: &'a Polynomial) -> Self {
        Decomposition { f, modulus: None, options: GcdOptions::default() }
    }

    /// Computes the decomposition by Yun's algorithm, one GCD for each multiplicity, in each variable of the content that is left by those before; the report is of
    /// all of them together.
    ///
    /// Modulo a prime p it is a few GCDs for each variable and each multiplicity modulo p, and as many for each further digit of the highest one to the base p.
    ///
    /// # Errors
    /// As [`Gcd::run`].
    pub fn run(&self) -> Result<(Squarefree, GcdReport)> {
        let problem = || {
            let mut fingerprint = Fingerprint::new("squarefree");
            fingerprint.polynomial(self.f).modulus(self.modulus);
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
        let is_tiny = tiny::squarefree(&self.options.run, self.f);
        let squarefree = alone_if(is_tiny, || all.decomposed(&mut report, &mut clock))?;
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
        if let Some(p) = self.modulus {
            (report.run.backend, report.run.verified_modulo) = ("cpu", p);
            return clock.time("gcd", || {
                on_threads(self.options.run.threads, || modulo::squarefree_modulo(self.f, p, &self.options.run))
            })?;
        }
        if self.f.is_zero() {
            return Ok(Squarefree { content: Integer::new(), factors: Vec::new() });
        }
        let (content, rest) = primitive(self.f)?;
        let control = &self.options.run.control;
        let mut factors: BTreeMap<u32, Polynomial> = BTreeMap::new();
        let (powers, mut rest) = without_variables(&rest)?;
        for (var, multiplicity) in powers {
            insert(&mut factors, var, multiplicity)?;
        }
        let variables: Vec<String> = rest.occurring().map(str::to_owned).collect();
        for (k, var) in variables.iter().enumerate() {
            if !rest.contains(var) {
                continue;
            }
            let mut part = rest.clone();
            if variables.len() > 1 {
                let share = control.next_of(1.0, 2.0 * (variables.len() - k) as f64);
                (rest, part) = content::split(&rest, var, &self.options, &share, report, clock)?;
            } else {
                rest = Polynomial::constant(rest.vars(), Integer::from(1))?;
            }
            let share = control.next_of(1.0, (variables.len() - k - 1) as f64);
            for (factor, multiplicity) in self.by_yun(part, var, &share, report, clock)? {
                insert(&mut factors, factor, multiplicity)?;
            }
        }
        Ok(Squarefree {
            content,
            factors: factors.into_iter().map(|(multiplicity, factor)| (factor, multiplicity)).collect(),
        })
    }

    /// The squarefree factors, which are primitive, of a polynomial that is primitive in a variable and has a positive degree in it, with their multiplicities.
    fn by_yun(
        &self,
        f: Polynomial,
        var: &str,
        control: &Control,
        report: &mut GcdReport,
        clock: &mut Clock,
    ) -> Result<Vec<(Polynomial, u32)>> {
        // With f = prod a_i^i: b = prod a_i, c = sum i a_i' b / a_i, d = c - b' = sum (i - 1) a_i' b / a_i; gcd(b, d) = a_1.
        let degree = |h: &Polynomial| f64::from(h.degree(var).unwrap_or(0));
        // The polynomial, its primitive part or the polynomials b and c, and the factors found are there beside each GCD.
        let held = 3 * size::polynomial(self.f);
        let derivative = f.derivative(var);
        let (now, behind) = first_work(degree(&f), expected_degree(&f, &derivative, &self.options)?);
        let first = (control.next_of(now, behind), held);
        let (_, mut b, mut c) = self.cofactors((&f, &derivative), first, report, clock)?;
        // Roots of f, with multiplicities less those seen.
        let mut left = degree(&f);
        let mut factors = Vec::new();
        let mut multiplicity = 1;
        while b.degree(var).unwrap_or(0) > 0 {
            let d = &c - &b.derivative(var);
            // gcd(b, 0) = b ends it.
            left -= degree(&b);
            let now = degree(&b).powi(3);
            let section = control.next_of(now, now * following(left, degree(&b)));
            let (a, next_b, next_c) = self.cofactors((&b, &d), (section, held), report, clock)?;
            if a.degree(var).unwrap_or(0) > 0 {
                factors.push((primitive(&a)?.1, multiplicity));
            }
            (b, c) = (next_b, next_c);
            multiplicity += 1;
        }
        Ok(factors)
    }
}

impl<P> Decomposition<'_, P> {
    /// Computes modulo this prime, of at most 256 bits: the decomposition of the image of f, in any number of variables, on the host. The content is its leading
    /// coefficient, that of the first term in descending lexicographic order, and factors have the leading coefficient 1 and others from 0 to `p` - 1.
    ///
    /// # Examples
    /// ```
    /// use eliminant::{Decomposition, Polynomial};
    /// let f: Polynomial = "2*x^6 + 2".parse()?;
    /// let (found, _) = Decomposition::new(&f).modulus(3).run()?;
    /// assert_eq!((found.content.to_string(), found.factors[0].0.to_string(), found.factors[0].1), ("2".to_owned(), "x^2 + 1".to_owned(), 3));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn modulus(mut self, p: impl Into<Modulus>) -> Self {
        self.modulus = Some(p.into());
        self
    }
}

/// Computes the product of the distinct irreducible factors of f that are not constant, primitive with a positive first term. 1 for constants, 0 for 0.
///
/// # Errors
/// As [`Gcd::run`].
///
/// # Examples
/// ```
/// use eliminant::{Polynomial, squarefree_part};
/// let f: Polynomial = "-4*(x - 1)^3*(x + 2)^2".parse()?;
/// assert_eq!(squarefree_part(&f)?.to_string(), "x^2 + x - 2");
/// let f: Polynomial = "(x*y - 1)^3*y^2".parse()?;
/// assert_eq!(squarefree_part(&f)?.to_string(), "x*y^2 - y");
/// # Ok::<(), eliminant::Error>(())
/// ```
pub fn squarefree_part(f: &Polynomial) -> Result<Polynomial> {
    if f.is_zero() {
        return Ok(f.clone());
    }
    let (_, mut rest) = primitive(f)?;
    let mut product = Polynomial::constant(rest.vars(), Integer::from(1))?;
    let variables: Vec<String> = rest.occurring().map(str::to_owned).collect();
    for var in &variables {
        if !rest.contains(var) {
            continue;
        }
        let (content, part) = content::content(&rest, var)?;
        // The derivative is not 0, so that there are cofactors.
        if let Some([part, _]) = Gcd::new(&part, &part.derivative(var)).cofactors(true).run()?.cofactors {
            product = product.checked_mul(&primitive(&part)?.1)?;
        }
        rest = content;
    }
    Ok(product)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Powers of variables take no GCDs, however high they are.
    #[test]
    fn high_powers_of_variables() {
        for (f, expected) in [
            ("u^2000000000*z^2", "1 (z)^2 (u)^2000000000"),
            ("-6*u^1000000000*z^1000000000*(u + z)^2", "-6 (u + z)^2 (u*z)^1000000000"),
            ("x^2000000000*(x - 1)^2*(x + 1)^3", "1 (x - 1)^2 (x + 1)^3 (x)^2000000000"),
            ("4*x^3*(y^2 - 1)^3", "4 (x*y^2 - x)^3"),
        ] {
            let f: Polynomial = f.parse().unwrap();
            let found = squarefree_decomposition(&f).unwrap();
            let factors = found.factors.iter().map(|(factor, m)| format!(" ({factor})^{m}"));
            assert_eq!(format!("{}{}", found.content, factors.collect::<String>()), expected);
        }
        let f: Polynomial = "u^2000000000*z^2*(u - z)^3".parse().unwrap();
        assert_eq!(squarefree_part(&f).unwrap().to_string(), "u^2*z - u*z^2");
    }
}
