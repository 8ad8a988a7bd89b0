//! Resultants and discriminants of small degree over Z, without primes: the minors of a matrix of Bezout's, or the formula of a trinomial.
//!
//! For f = sum a_k y^k and g = sum b_k y^k of degrees p >= q let G = y^(p - q) g = sum B_k y^k and
//! C_i = (a_p y^(i - 1) + .. + a_(p - i + 1)) G - (B_p y^(i - 1) + .. + B_(p - i + 1)) f for i = 1, .., q. Its terms of degree p and above cancel. With the rows C_q, .., C_1,
//! y^(p - q - 1) g, .., g, and the columns y^(p - 1), .., 1, the determinant of order p is res(f, g): in Sylvester's matrix, whose rows are those of f first, row
//! y^(p - q + i - 1) g may be replaced by C_i, which multiplies the determinant by a_p; then the q rows of f are triangular with a_p on the diagonal.
//!
//! The discriminant of f of degree n is that of f' and n f - y f', of formal degrees n - 1, times (-1)^(n (n - 1) / 2) / n^(n - 2): no division by a polynomial.
//!
//! Entries are products of two coefficients, and the order is half that of Sylvester's matrix, so that there are few products for a generic pair: see
//! [`crate::poly::matrix::minors`].
//!
//! Source: Diaz-Toca and Gonzalez-Vega, Various new expressions for subresultants and their applications, AAECC 15 (2004), for the matrix.

use super::modular::Modular;
use super::options::{Interpolation, Method, ResultantOptions};
use super::sparse::{Found, verified};
use super::trinomial::Trinomial;
use crate::engine::ScalarKind;
use crate::error::Result;
use crate::lift::Lift;
use crate::plan::grid::Evaluation;
use crate::plan::rows::{Row, Rows};
use crate::poly::matrix::minors::Minors;
use crate::poly::{Exponents, Matrix, Polynomial};
use crate::run::options::Backend;
use crate::run::{backend, memory, minors};
use rug::Integer;
use rug::ops::Pow;
use std::borrow::Cow;

/// The largest degree in the eliminated variable.
const DEGREE: usize = 16;

/// Products of terms with which the matrix is made, at most.
const ENTRIES: usize = 1 << 17;

/// A resultant or discriminant in a way that is predicted to take less time than primes.
pub(super) struct Expansion {
    way: Way,
    /// Bytes of the host, and terms of the answer, at most.
    pub bytes: u64,
    pub terms: u64,
    /// Bounds on the degrees per axis, and on the bits of the coefficients.
    pub degree_bound: Vec<u32>,
    pub height_bound: u64,
}

/// The ways over Z.
enum Way {
    /// The determinant of a matrix, divided by an integer.
    Minors(Minors<'static>, Integer),
    /// The formula.
    Trinomial(Trinomial),
}

/// Whether answers may be computed so, as they are wanted: what is asked for takes primes, and so does a device.
fn may_be(problem: &Modular, options: &ResultantOptions) -> bool {
    let is_free = options.method == Method::Remainder && options.interpolation == Interpolation::Ntt;
    let is_free = is_free && options.lift == Lift::Auto && options.evaluation == Evaluation::Auto;
    is_free && problem.f.kept > 0 && options.modulus.is_none() && options.run.backend != Backend::Cuda
}

/// Whether the matrix is of small order, and made of few products.
fn has_small_matrix(problem: &Modular) -> bool {
    let (p, q) = (problem.f.rows.len() - 1, problem.g.rows.len() - 1);
    let terms = |f: &Rows| f.rows.iter().map(|row| row.terms.len()).sum::<usize>();
    // Each of q rows adds up the products of pairs of coefficients.
    let products = terms(&problem.f).saturating_mul(terms(&problem.g)).saturating_mul(2 * p.min(q));
    p.min(q) > 0 && p.max(q) <= DEGREE && products <= ENTRIES
}

impl Way {
    /// Nanoseconds and bytes, with so many bytes of `memory`.
    fn cost(&self, memory: u64) -> Result<(f64, u64)> {
        match self {
            Way::Minors(minors, _) => Ok((minors.nanoseconds(), minors.bytes())),
            Way::Trinomial(trinomial) => trinomial.cost(memory),
        }
    }
}

impl Expansion {
    /// Whether it is the formula, and no determinant.
    pub fn is_formula(&self) -> bool {
        matches!(self.way, Way::Trinomial(_))
    }

    /// `None` where it is not predicted to be faster, or may not be.
    ///
    /// # Errors
    /// `Limit` where exponents are too large whatever is done.
    pub fn new(problem: &Modular, options: &ResultantOptions) -> Result<Option<Self>> {
        let trinomial = match may_be(problem, options) {
            true => Trinomial::of(problem, |row| polynomial(&names(&problem.f), row))?,
            false => return Ok(None),
        };
        if trinomial.is_none() && !has_small_matrix(problem) {
            return Ok(None);
        }
        let degree_bound = problem.degrees_of_axes()?;
        let height_bound = problem.plain_height_bound();
        let coefficients = degree_bound.iter().map(|&d| u64::from(d) + 1).fold(1, u64::saturating_mul);
        let work = problem.work(options, (&degree_bound, coefficients), height_bound);
        let modulo_primes = backend::milliseconds(&options.run, &work);
        let variables = problem.thinning.answer.variables().len();
        let Some(limit) = minors::beaten_by(modulo_primes, variables) else { return Ok(None) };
        let way = match trinomial {
            Some(trinomial) => Way::Trinomial(trinomial),
            None => {
                let (matrix, divisor) = matrix(problem)?;
                let Some(minors) = Minors::new(Cow::Owned(matrix)) else { return Ok(None) };
                Way::Minors(minors, divisor)
            }
        };
        let (nanoseconds, bytes) = way.cost(memory::allowed(&options.run))?;
        let pays = minors::pays(nanoseconds, bytes, limit, &options.run);
        // Each term of the answer has more than a word.
        let terms = coefficients.min(bytes / 8);
        Ok(pays.then_some(Expansion { way, bytes, terms, degree_bound, height_bound }))
    }

    /// The answer.
    ///
    /// # Errors
    /// `Cancelled`; `Verification`.
    pub fn answer(self, problem: &Modular, options: &ResultantOptions, operation: &'static str) -> Result<Found> {
        let Expansion { way, degree_bound, height_bound, .. } = self;
        let value = match way {
            Way::Minors(minors, divisor) => minors.determinant(&options.run.control)?.exact_div_integer(&divisor)?,
            Way::Trinomial(trinomial) => trinomial.discriminant(memory::allowed(&options.run))?,
        };
        let terms: Vec<(Exponents, Integer)> =
            value.terms().iter().rev().map(|term| (term.exponents.clone(), term.coefficient.clone())).collect();
        let (verified_modulo, _) = verified(problem, &terms, (&degree_bound, height_bound), 0, (options, operation))?;
        Ok(Found { terms, degree_bound, height_bound, primes: 0, scalars: 0, verified_modulo, failure_log2: None })
    }
}

/// The names of the kept variables.
fn names(h: &Rows) -> Vec<String> {
    (0..h.kept).map(|k| format!("x{k}")).collect()
}

/// A coefficient of a power of the eliminated variable.
fn polynomial(names: &[String], row: &Row) -> Result<Polynomial> {
    Polynomial::from_terms(names, row.terms.iter().map(|(c, e)| (c.clone(), e.to_vec())))
}

/// The matrix, and what its determinant is divided by.
fn matrix(problem: &Modular) -> Result<(Matrix, Integer)> {
    let names = names(&problem.f);
    let polynomials = |h: &Rows| h.rows.iter().map(|row| polynomial(&names, row)).collect::<Result<Vec<_>>>();
    let (f, g) = (polynomials(&problem.f)?, polynomials(&problem.g)?);
    let (p, q) = (f.len() - 1, g.len() - 1);
    match problem.kind {
        ScalarKind::Resultant if p >= q => Ok((hybrid_bezout(&names, &f, &g)?, Integer::from(1))),
        ScalarKind::Resultant => {
            let sign = if p % 2 == 1 && q % 2 == 1 { -1 } else { 1 };
            Ok((hybrid_bezout(&names, &g, &f)?, Integer::from(sign)))
        }
        ScalarKind::Discriminant => {
            let n = p as u32;
            // n f - y f' = sum (n - k) a_k y^k.
            let rest: Vec<Polynomial> = f[..p].iter().enumerate().map(|(k, a)| a * Integer::from(p - k)).collect();
            let sign = if n / 2 % 2 == 1 { -1 } else { 1 };
            Ok((hybrid_bezout(&names, &g, &rest)?, sign * Integer::from(n).pow(n.saturating_sub(2))))
        }
    }
}

/// The matrix of f and g, by powers of y, with at least as many coefficients of f as of g; the leading ones may be 0.
pub(crate) fn hybrid_bezout(names: &[String], f: &[Polynomial], g: &[Polynomial]) -> Result<Matrix> {
    let (p, q) = (f.len() - 1, g.len() - 1);
    let zero = Polynomial::zero(names)?;
    let lifted = |k: usize| k.checked_sub(p - q).map_or(&zero, |k| &g[k]);
    let mut rows = Vec::with_capacity(p);
    for i in (1..=q).rev() {
        let coefficient = |m: usize| {
            let mut sum = zero.clone();
            for k in 0..i {
                // Of y^(i - 1 - k) times y^(m - (i - 1 - k)).
                let Some(below) = m.checked_sub(i - 1 - k) else { continue };
                sum = &sum + &f[p - k].checked_mul(lifted(below))?;
                sum = &sum - &lifted(p - k).checked_mul(&f[below])?;
            }
            Ok(sum)
        };
        rows.push((0..p).rev().map(coefficient).collect::<Result<Vec<_>>>()?);
    }
    for shift in (0..p - q).rev() {
        let coefficient = |m: usize| m.checked_sub(shift).and_then(|k| g.get(k)).unwrap_or(&zero).clone();
        rows.push((0..p).rev().map(coefficient).collect());
    }
    Matrix::over(names, rows)
}

#[cfg(test)]
mod tests {
    use super::super::deflation::PowersOfY;
    use super::super::problem::{Computation, Problem};
    use super::*;
    use crate::{Discriminant, Resultant};
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    /// Both ways, where the matrix is small enough; whether it was.
    fn agrees(problem: &Problem, by_primes: &Polynomial) -> bool {
        let Computation::Modular(modular) = &problem.task else { return false };
        if problem.deflation.is_some() {
            return false;
        }
        let (matrix, divisor) = matrix(modular).unwrap();
        let Some(minors) = Minors::new(Cow::Owned(matrix)) else { return false };
        let value = minors.determinant(&crate::Control::default()).unwrap().exact_div_integer(&divisor).unwrap();
        let terms = value
            .terms()
            .iter()
            .map(|term| (term.coefficient.clone(), modular.thinning.answer.large(&term.exponents).unwrap().to_vec()));
        assert_eq!(&Polynomial::from_terms(&problem.kept, terms).unwrap(), by_primes);
        true
    }

    /// Against remainder sequences modulo primes: all small degrees, sparse and dense coefficients, common factors.
    #[test]
    fn minors_are_resultants_and_discriminants() {
        let mut rng = StdRng::seed_from_u64(5);
        let mut compared = 0;
        for round in 0..300 {
            let mut random = |degree: usize| {
                let mut text = vec!["0".to_owned()];
                for k in 0..=degree {
                    if k == degree || rng.random_range(0..4) > 0 {
                        let mut term = || {
                            let [a, b] = [(); 2].map(|()| rng.random_range(0..3));
                            format!("({})*a^{a}*b^{b}", rng.random_range(-5..6))
                        };
                        text.push(format!("({} + {})*y^{k}", term(), term()));
                    }
                }
                Polynomial::parse_in(&text.join(" + "), &["a", "b", "y"]).unwrap()
            };
            let (mut f, mut g) = (random(1 + round % 5), random(1 + round / 5 % 4));
            if round % 9 == 0 {
                let common = random(1);
                (f, g) = (&f * &common, &g * &common);
            }
            let primes = Resultant::new(&f, &g, "y").lift(Lift::Crt).run().unwrap().polynomial;
            compared += usize::from(agrees(&Problem::resultant(&f, &g, "y", PowersOfY::Stay).unwrap(), &primes));
            let primes = Discriminant::new(&f, "y").lift(Lift::Crt).run().unwrap().polynomial;
            compared += usize::from(agrees(&Problem::discriminant(&f, "y", PowersOfY::Stay).unwrap(), &primes));
        }
        assert!(compared > 300, "{compared}");
    }

    /// The formula against primes: all exponents without a common divisor, coefficients of several terms.
    #[test]
    fn trinomials_have_a_formula() {
        let coefficients = ["a", "2*b - 3*a", "a*b - 1", "-7", "a^2 + b^2"];
        let mut compared = 0;
        for n in 2..9u32 {
            for k in 1..n {
                let [a, b, c] = [n, n + k, 3 * k].map(|at| coefficients[at as usize % coefficients.len()]);
                let text = format!("({a})*y^{n} + ({b})*y^{k} + {c}");
                let f = Polynomial::parse_in(&text, &["a", "b", "y"]).unwrap();
                let primes = Discriminant::new(&f, "y").lift(Lift::Crt).run().unwrap().polynomial;
                let chosen = Discriminant::new(&f, "y").backend(Backend::Cpu).run().unwrap();
                assert_eq!(chosen.polynomial, primes, "{text}");
                let problem = Problem::discriminant(&f, "y", PowersOfY::Stay).unwrap();
                let Computation::Modular(modular) = &problem.task else { panic!("{text}") };
                let found = Trinomial::of(modular, |row| polynomial(&names(&modular.f), row)).unwrap();
                let Some(trinomial) = found.filter(|_| crate::plan::exponents::gcd(n, k) == 1) else { continue };
                let (_, bytes) = trinomial.cost(u64::MAX).unwrap();
                let value = trinomial.discriminant(bytes).unwrap();
                let terms = value.terms().iter().map(|term| {
                    (term.coefficient.clone(), modular.thinning.answer.large(&term.exponents).unwrap().to_vec())
                });
                assert_eq!(Polynomial::from_terms(&problem.kept, terms).unwrap(), primes, "{text}");
                compared += 1;
            }
        }
        assert_eq!(compared, 21);
        // Exponents with a common divisor, which are divided by it before.
        for (f, is_formula) in [("a*y^30 + b*y^12 + c", true), ("a*y^9 + b*y^6 + c*y^3 + d", false)] {
            let f: Polynomial = f.parse().unwrap();
            let answer = Discriminant::new(&f, "y").backend(Backend::Cpu).run().unwrap();
            assert_eq!((answer.report.formula, answer.report.minors), (is_formula, !is_formula));
            assert_eq!(answer.polynomial, Discriminant::new(&f, "y").lift(Lift::Crt).run().unwrap().polynomial);
            let plan = Discriminant::new(&f, "y").backend(Backend::Cpu).plan().unwrap();
            assert_eq!((plan.formula, plan.minors), (is_formula, !is_formula));
        }
        let (f, g): (Polynomial, Polynomial) =
            ("a*y^6 + b*y^3 + c".parse().unwrap(), "d*y^9 - e*y^3 + a".parse().unwrap());
        let answer = Resultant::new(&f, &g, "y").backend(Backend::Cpu).run().unwrap();
        assert!(answer.report.minors && answer.report.power == 3);
        assert_eq!(answer.polynomial, Resultant::new(&f, &g, "y").lift(Lift::Crt).run().unwrap().polynomial);
        let f: Polynomial = "a*y^200 + b*y^77 + c".parse().unwrap();
        let answer = Discriminant::new(&f, "y").backend(Backend::Cpu).run().unwrap();
        assert_eq!((answer.polynomial.terms().len(), answer.report.minors), (2, false));
        assert!(answer.report.formula);
    }

    /// Coefficients that are symbols: the number of terms is known, and it is this way that is chosen.
    #[test]
    fn generic_pairs_are_computed_so() {
        let generic = |name: &str, degree: usize| {
            let text: Vec<String> = (0..=degree).map(|k| format!("{name}{k}*y^{k}")).collect();
            text.join(" + ").parse::<Polynomial>().unwrap()
        };
        let (f, g) = (generic("a", 5), generic("b", 5));
        let answer = Resultant::new(&f, &g, "y").backend(Backend::Cpu).run().unwrap();
        assert_eq!((answer.polynomial.terms().len(), answer.report.minors), (1696, true));
        let answer = Discriminant::new(&generic("a", 6), "y").backend(Backend::Cpu).run().unwrap();
        assert_eq!((answer.polynomial.terms().len(), answer.report.minors), (246, true));
    }
}
