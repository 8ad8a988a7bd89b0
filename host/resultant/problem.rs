//! From polynomials to rows by powers of the eliminated variable, and from coefficients to the answer.

use super::options::ResultantOptions;
use crate::engine::ScalarKind;
use crate::error::{Error, ErrorKind, Result};
use crate::plan::rows::{Row, Rows};
use crate::poly::{Exponents, Polynomial, Term, union_vars};
use rug::Integer;

/// Largest degree in the eliminated variable: exponents of the denominators, at most (deg / 2)^2, stay below 2^32.
pub(super) const MAX_DEGREE: usize = 100_000;

/// A resultant or discriminant to be computed.
pub(super) struct Problem {
    /// Name of the operation.
    pub operation: &'static str,
    /// The kept variables.
    pub kept: Vec<String>,
    /// What is to be done.
    pub task: Computation,
}

/// What is to be done.
pub(super) enum Computation {
    /// The answer, known without computation.
    Trivial(Integer),
    /// The modular computation.
    Modular(Box<Modular>),
}

/// The input of the modular computation.
pub(super) struct Modular {
    /// Resultant of f and g, or discriminant of f.
    pub kind: ScalarKind,
    /// f by powers of the eliminated variable, over the variables that occur.
    pub f: Rows,
    /// g, or f'.
    pub g: Rows,
    /// Places in `Problem::kept` of the variables of `f` and `g`.
    pub places: Vec<usize>,
}

/// Terms and pairs of rows below which a problem is small: waking a thread takes longer than what it would do for the rows, the
/// bounds or the schedule. Two idle cores plan 600 and more 13 to 20 percent sooner than one, but not beside other programs: table `small` of
/// `tables choices`, `benches/results/2026-11-23-epyc-choices.txt`.
const SMALL: usize = 2048;

impl Modular {
    /// Whether one thread sets it up as fast as several.
    pub fn is_small(&self, options: &ResultantOptions) -> bool {
        let terms: usize = self.f.rows.iter().chain(&self.g.rows).map(|row| row.terms.len()).sum();
        terms + self.f.rows.len() * self.g.rows.len() < options.small.unwrap_or(SMALL)
    }
}

impl Problem {
    /// Whether one thread does all but the computation itself as fast as several.
    pub fn is_small(&self, options: &ResultantOptions) -> bool {
        match &self.task {
            Computation::Trivial(_) => true,
            Computation::Modular(modular) => modular.is_small(options),
        }
    }

    /// res_var(f, g).
    pub fn resultant(f: &Polynomial, g: &Polynomial, var: &str) -> Result<Self> {
        let vars = union_vars(f, g);
        let kept = kept_variables(&vars, var)?;
        let operation = "resultant";
        let trivial = |value: u32| Problem { operation, kept: kept.clone(), task: Computation::Trivial(value.into()) };
        if f.is_zero() || g.is_zero() {
            return Ok(trivial(0));
        }
        if !f.contains(var) && !g.contains(var) {
            return Ok(trivial(1));
        }
        let places = occurring(&kept, &[f, g])?;
        let of = |h| rows(h, var, &kept, &places);
        let (f, g) = match f.terms().len() + g.terms().len() < SMALL / 2 {
            true => (of(f), of(g)),
            false => rayon::join(|| of(f), || of(g)),
        };
        let task = Modular { kind: ScalarKind::Resultant, f: f?, g: g?, places };
        Ok(Problem { operation, kept, task: Computation::Modular(Box::new(task)) })
    }

    /// disc_var(f).
    pub fn discriminant(f: &Polynomial, var: &str) -> Result<Self> {
        let kept = kept_variables(f.vars(), var)?;
        let operation = "discriminant";
        let trivial = |value: u32| Problem { operation, kept: kept.clone(), task: Computation::Trivial(value.into()) };
        match f.degree(var) {
            None | Some(0) => return Ok(trivial(0)),
            Some(1) => return Ok(trivial(1)),
            Some(_) => {}
        }
        let places = occurring(&kept, &[f])?;
        let f = rows(f, var, &kept, &places)?;
        let task = Modular { kind: ScalarKind::Discriminant, g: f.derivative(), f, places };
        Ok(Problem { operation, kept, task: Computation::Modular(Box::new(task)) })
    }

    /// The answer over the kept variables from its coefficients, row-major over exponents below `keep` of the variables at
    /// `places`.
    pub fn answer(&self, places: &[usize], keep: &[u32], coefficients: Vec<Integer>) -> Result<Polynomial> {
        // Row-major order over places that ascend is the lexicographic order of the exponents.
        let mut terms = Vec::with_capacity(coefficients.len());
        for (index, coefficient) in coefficients.into_iter().enumerate().rev() {
            if !coefficient.is_zero() {
                terms.push(Term { coefficient, exponents: self.exponents(places, keep, index) });
            }
        }
        Polynomial::from_descending(&self.kept, terms)
    }

    /// The exponents of coefficient number `index` of an answer.
    pub fn exponents(&self, places: &[usize], keep: &[u32], mut index: usize) -> Exponents {
        let mut exponents = Exponents::from_elem(0, self.kept.len());
        for (&place, &n) in places.iter().zip(keep).rev() {
            exponents[place] = (index % n as usize) as u32;
            index /= n as usize;
        }
        exponents
    }
}

/// All variables but `var`.
fn kept_variables(vars: &[String], var: &str) -> Result<Vec<String>> {
    if !vars.iter().any(|v| v == var) {
        let list = if vars.is_empty() { "there are none".into() } else { format!("variables are {}", vars.join(", ")) };
        return Err(Error::argument("variable", format!("{var:?} does not occur; {list}")));
    }
    Ok(vars.iter().filter(|v| *v != var).cloned().collect())
}

/// Places of the kept variables that occur: at most one.
fn occurring(kept: &[String], polynomials: &[&Polynomial]) -> Result<Vec<usize>> {
    let places: Vec<usize> = (0..kept.len()).filter(|&k| polynomials.iter().any(|f| f.contains(&kept[k]))).collect();
    if places.len() > 1 {
        let names: Vec<&str> = places.iter().map(|&k| kept[k].as_str()).collect();
        return Err(Error::unsupported(format!(
            "more than one variable would be kept ({}); this version eliminates from polynomials in two variables",
            names.join(", ")
        )));
    }
    Ok(places)
}

/// `f` by powers of `var`, over the variables of `kept` at `places`: all others that occur.
fn rows(f: &Polynomial, var: &str, kept: &[String], places: &[usize]) -> Result<Rows> {
    let degree = f.degree(var).unwrap_or(0) as usize;
    if degree > MAX_DEGREE {
        let (needed, allowed) = (degree as u128, MAX_DEGREE as u128);
        return Err(ErrorKind::Limit { what: "degree in the eliminated variable", needed, allowed }.into());
    }
    // A variable that is not in the list of f has the exponent 0.
    let index = |name: &str| f.vars().iter().position(|v| v == name);
    let exponent = |term: &Term, index: Option<usize>| index.map_or(0, |i| term.exponents[i]);
    let (y, others) = (index(var), places.iter().map(|&k| index(&kept[k])).collect::<Vec<_>>());
    let mut sizes = vec![0; degree + 1];
    f.terms().iter().for_each(|term| sizes[exponent(term, y) as usize] += 1);
    let mut rows: Vec<Row> = sizes.into_iter().map(|size| Row { terms: Vec::with_capacity(size) }).collect();
    for term in f.terms() {
        let exponents: Exponents = others.iter().map(|&i| exponent(term, i)).collect();
        rows[exponent(term, y) as usize].terms.push((term.coefficient.clone(), exponents));
    }
    Ok(Rows { kept: places.len(), rows })
}
