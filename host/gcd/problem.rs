//! From two polynomials to what is computed, and back.

use super::multivariate;
use super::pair::Pair;
use super::request::Solution;
use super::sparse;
use crate::error::Result;
use crate::poly::{Exponents, Polynomial, Term, places, union_vars};
use crate::run::options::RunOptions;
use rug::Integer;
use std::collections::HashSet;
use std::sync::Arc;

/// f / h and g / h as polynomials.
type Cofactors = [Polynomial; 2];

/// Two polynomials, as they are computed with.
pub(super) struct Problem<'a> {
    /// Variables of the answer.
    pub vars: Arc<[String]>,
    /// The variable that occurs, if it is one.
    pub var: Option<usize>,
    pub task: Case<'a>,
}

/// The task.
pub(super) enum Case<'a> {
    /// One of f and g is 0, or they have more variables and no common divisor but terms: the answer, with its cofactors where they
    /// are wanted and it is not 0.
    Known(Polynomial, Option<Cofactors>),
    /// Both are not 0, in at most one variable.
    Pair(Pair<'a>),
    /// Both are not 0, in two to four variables.
    Multivariate(Box<multivariate::Problem>),
    /// Both are not 0, in two and more variables, with few terms.
    Sparse(Box<sparse::Problem>),
}

impl<'a> Problem<'a> {
    /// The problem of f and g; `on_grid` says whether a grid of points is taken wherever there can be one.
    ///
    /// # Errors
    /// `Limit`; `Cancelled`.
    pub fn new(
        f: &'a Polynomial,
        g: &'a Polynomial,
        cofactors: bool,
        (run, on_grid): (&RunOptions, bool),
    ) -> Result<Self> {
        let vars = if f.vars() == g.vars() { Arc::clone(f.shared_vars()) } else { union_vars(f, g).into() };
        let occurring = occurring(f, g, &vars);
        let var = match occurring[..] {
            [var] => Some(var),
            _ => None,
        };
        let task = match (f.is_zero(), g.is_zero()) {
            (false, false) if occurring.len() > 1 => {
                let pair = multivariate::Sparse::new(f, g, &vars, &occurring);
                let is_term = f.terms().len() == 1 || g.terms().len() == 1;
                let has_grid = pair.may_be_dense();
                let bounds =
                    if is_term || on_grid && has_grid && pair.is_dense() { None } else { pair.degree_bounds(run)? };
                let are_coprime = bounds.as_ref().is_some_and(|bounds| bounds.iter().all(|&bound| bound == 0));
                match bounds {
                    _ if is_term || are_coprime => {
                        let (gcd, cofactors) = by_terms(f, g, &vars, cofactors)?;
                        Case::Known(gcd, cofactors)
                    }
                    Some(bounds) if !(has_grid && (on_grid || pair.is_dense())) => {
                        Case::Sparse(Box::new(sparse::Problem::new(&pair, (&vars, &occurring), bounds, run)?))
                    }
                    _ => Case::Multivariate(Box::new(multivariate::Problem::new(pair, &vars, occurring, run)?)),
                }
            }
            (false, false) => {
                let place = |h: &Polynomial| var.and_then(|var| h.vars().iter().position(|name| *name == vars[var]));
                Case::Pair(Pair::new((f, place(f)), (g, place(g)))?)
            }
            (true, true) => Case::Known(Polynomial::zero(&vars)?, None),
            (f_zero, _) => {
                // The first term is that in the order of the answer's variables.
                let h = if f_zero { g } else { f }.with_vars(&vars)?;
                let negative = is_negative(&h);
                let gcd = if negative { h.negate() } else { h };
                let zero = Polynomial::zero(&vars)?;
                let sign = Polynomial::constant(&vars, Integer::from(if negative { -1 } else { 1 }))?;
                Case::Known(gcd, Some(if f_zero { [zero, sign] } else { [sign, zero] }))
            }
        };
        Ok(Problem { vars, var, task })
    }

    /// Bytes with which [`Problem::new`] finds a known GCD.
    pub fn bytes_of_known(f: &Polynomial, g: &Polynomial, vars: &[String]) -> u64 {
        let occurring = occurring(f, g, vars);
        match f.is_zero() || g.is_zero() || occurring.len() < 2 {
            true => 0,
            false => multivariate::Sparse::new(f, g, vars, &occurring).bytes(),
        }
    }

    /// The task in more than one variable.
    pub fn multivariate(&self) -> Option<&multivariate::Problem> {
        match &self.task {
            Case::Multivariate(problem) => Some(problem),
            _ => None,
        }
    }

    /// The task for sparse polynomials.
    pub fn sparse(&self) -> Option<&sparse::Problem> {
        match &self.task {
            Case::Sparse(problem) => Some(problem),
            _ => None,
        }
    }

    /// The answer from that of the primitive pair.
    pub fn answer(&self, pair: &Pair<'_>, solution: Solution) -> (Polynomial, Option<[Polynomial; 2]>) {
        let cofactors =
            solution.cofactors.map(|cofactors| pair.cofactors(cofactors).map(|terms| self.polynomial(terms)));
        (self.polynomial(pair.gcd(solution.gcd)), cofactors)
    }

    /// The polynomial with these coefficients and exponents, which descend.
    fn polynomial(&self, terms: impl Iterator<Item = (Integer, u32)>) -> Polynomial {
        // Most of them are not 0, but they may be.
        let mut list = Vec::with_capacity(terms.size_hint().1.unwrap_or(0));
        list.extend(terms.map(|(coefficient, exponent)| {
            let mut exponents = Exponents::from_elem(0, self.vars.len());
            if let Some(var) = self.var {
                exponents[var] = exponent;
            }
            Term { coefficient, exponents }
        }));
        Polynomial::descending(&self.vars, list)
    }
}

/// The variables of an answer.
pub(super) fn vars(f: &Polynomial, g: &Polynomial) -> Vec<String> {
    if f.vars() == g.vars() { f.vars().to_vec() } else { union_vars(f, g) }
}

/// Places of the variables in a list that occur in f or g.
pub(super) fn occurring(f: &Polynomial, g: &Polynomial, vars: &[String]) -> Vec<usize> {
    let of_f: HashSet<&str> = f.occurring().collect();
    let of_g: HashSet<&str> = g.occurring().collect();
    let occurs = |name: &str| of_f.contains(name) || of_g.contains(name);
    (0..vars.len()).filter(|&k| occurs(&vars[k])).collect()
}

/// The highest powers of variables in a list that divide f, which is not 0.
fn lowest(f: &Polynomial, vars: &[String]) -> Exponents {
    let places = places(f, vars);
    let mut low = Exponents::from_elem(u32::MAX, vars.len());
    for term in f.terms() {
        let exponents = places.iter().map(|place| place.map_or(0, |k| term.exponents[k]));
        low.iter_mut().zip(exponents).for_each(|(low, e)| *low = e.min(*low));
    }
    low
}

/// gcd(f, g) over `vars`, and its cofactors if they are wanted, for f, g that are not 0 and have no common divisor but terms c x^e:
/// gcd(cont f, cont g) times the highest powers of the variables that divide both. O(terms variables).
fn by_terms(
    f: &Polynomial,
    g: &Polynomial,
    vars: &[String],
    cofactors: bool,
) -> Result<(Polynomial, Option<Cofactors>)> {
    let content = Integer::from(f.content().gcd_ref(&g.content()));
    let low: Exponents = lowest(f, vars).iter().zip(&lowest(g, vars)).map(|(&a, &b)| a.min(b)).collect();
    let over = |h: &Polynomial| {
        let h = h.with_vars(vars)?;
        let quotient = |term: &Term| Term {
            coefficient: Integer::from(term.coefficient.div_exact_ref(&content)),
            exponents: term.exponents.iter().zip(&low).map(|(e, low)| e - low).collect(),
        };
        // A monomial less keeps the order.
        Polynomial::from_descending(vars, h.terms().iter().map(quotient).collect())
    };
    let cofactors = if cofactors { Some([over(f)?, over(g)?]) } else { None };
    let gcd = Polynomial::from_descending(vars, vec![Term { coefficient: content.clone(), exponents: low.clone() }])?;
    Ok((gcd, cofactors))
}

/// Whether the first term of f is negative.
pub(super) fn is_negative(f: &Polynomial) -> bool {
    f.terms().first().is_some_and(|term| term.coefficient.is_negative())
}
