//! Lists of variables: embedding, permuting, and splitting a polynomial by the powers of one variable.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use rug::Integer;

use super::polynomial::{Exponents, Polynomial, Term, checked_vars, normalise};
use crate::error::{Error, ErrorKind, Result};
use crate::plural::count;
use crate::shorten::{shortened, shortened_list};

/// The most rows or dense coefficients that a sparse polynomial is spread to.
const MAX_ROWS: u128 = 1 << 24;

/// The variables of both polynomials in alphabetical order (by code of the characters).
///
/// ```
/// use eliminant::poly::{Polynomial, union_vars};
/// let (f, g): (Polynomial, Polynomial) = ("z + x".parse()?, "y".parse()?);
/// assert_eq!(union_vars(&f, &g), ["x", "y", "z"]);
/// # Ok::<(), eliminant::Error>(())
/// ```
pub fn union_vars(f: &Polynomial, g: &Polynomial) -> Vec<String> {
    let union: BTreeSet<&String> = f.vars.iter().chain(g.vars.iter()).collect();
    union.into_iter().cloned().collect()
}

/// The common list when both have the same, else the union.
pub(super) fn merged_vars(f: &Polynomial, g: &Polynomial) -> Arc<[String]> {
    if f.vars == g.vars { Arc::clone(&f.vars) } else { union_vars(f, g).into() }
}

/// The place of each of the `names` in the list of `f`, if it has one. O(names + variables), where looking them up one by one
/// takes the product of both.
pub(crate) fn places<S: AsRef<str>>(f: &Polynomial, names: &[S]) -> Vec<Option<usize>> {
    let known: HashMap<&str, usize> = f.vars.iter().enumerate().map(|(place, name)| (name.as_str(), place)).collect();
    names.iter().map(|name| known.get(name.as_ref()).copied()).collect()
}

/// `f` over a list that holds every variable that occurs in it; others are dropped.
pub(super) fn embed(f: &Polynomial, vars: &Arc<[String]>) -> Polynomial {
    let places = places(f, vars);
    let move_term = |term: &Term| Term {
        coefficient: term.coefficient.clone(),
        exponents: places.iter().map(|place| place.map_or(0, |at| term.exponents[at])).collect(),
    };
    // The sort is linear where the order of the variables is kept.
    Polynomial { vars: Arc::clone(vars), terms: normalise(f.terms.iter().map(move_term).collect()) }
}

fn check_rows(degree: u32) -> Result<()> {
    let needed = u128::from(degree) + 1;
    match needed > MAX_ROWS {
        true => {
            Err(ErrorKind::Limit { what: "coefficients by powers of one variable", needed, allowed: MAX_ROWS }.into())
        }
        false => Ok(()),
    }
}

impl Polynomial {
    /// The same polynomial over another list of variables: a permutation, with further variables, or without variables
    /// that do not occur.
    ///
    /// # Errors
    /// `Argument` when a name is no identifier or occurs twice, or when a variable that occurs is missing.
    ///
    /// ```
    /// use eliminant::poly::Polynomial;
    /// let f: Polynomial = "x^2 + y^3".parse()?;
    /// let g = f.with_vars(&["y", "t", "x"])?;
    /// assert_eq!(g.vars(), ["y", "t", "x"]);
    /// assert_eq!(g.to_string(), "y^3 + x^2");
    /// assert!(f.with_vars(&["x"]).is_err());
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn with_vars<S: AsRef<str>>(&self, vars: &[S]) -> Result<Polynomial> {
        let vars = checked_vars(vars)?;
        let list: HashSet<&str> = vars.iter().map(String::as_str).collect();
        if let Some(name) = self.occurring().find(|name| !list.contains(name)) {
            return Err(Error::argument(
                "variables",
                format!("`{}` occurs in the polynomial; add it to the list", shortened(name)),
            ));
        }
        Ok(embed(self, &vars))
    }

    /// The same polynomial with its variables in another order: place i of the new list holds variable `order[i]`.
    ///
    /// # Errors
    /// `Argument` when `order` is no permutation of the places.
    ///
    /// ```
    /// use eliminant::poly::Polynomial;
    /// let f: Polynomial = "x + y^2".parse()?;
    /// assert_eq!(f.permute(&[1, 0])?.to_string(), "y^2 + x");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn permute(&self, order: &[usize]) -> Result<Polynomial> {
        let mut sorted = order.to_vec();
        sorted.sort_unstable();
        if !sorted.iter().copied().eq(0..self.vars.len()) {
            return Err(Error::argument(
                "order",
                format!(
                    "[{}] does not name each of the places 0 to {} once",
                    shortened_list(order),
                    self.vars.len() as i64 - 1
                ),
            ));
        }
        Ok(embed(self, &order.iter().map(|&i| self.vars[i].clone()).collect()))
    }

    /// The polynomial with two variables exchanged, over the same list: f(x, y) becomes f(y, x).
    ///
    /// # Errors
    /// `Argument` when one is not in the list.
    ///
    /// ```
    /// use eliminant::poly::Polynomial;
    /// assert_eq!("x^2 + 3*y".parse::<Polynomial>()?.swap("x", "y")?.to_string(), "3*x + y^2");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn swap(&self, a: &str, b: &str) -> Result<Polynomial> {
        let (a, b) = (self.index_of(a)?, self.index_of(b)?);
        let mut terms = self.terms.clone();
        for term in &mut terms {
            term.exponents.swap(a, b);
        }
        Ok(Polynomial { vars: Arc::clone(&self.vars), terms: normalise(terms) })
    }

    /// The coefficients by powers of a variable: row i is the coefficient of `var^i`, a polynomial in the remaining
    /// variables. There are degree + 1 rows, none for the polynomial 0; the last row is not 0.
    ///
    /// # Errors
    /// `Argument` when `var` is not in the list; `Limit` when the degree is 2^24 or more.
    ///
    /// # Complexity
    /// O(terms + degree).
    ///
    /// ```
    /// use eliminant::poly::Polynomial;
    /// let f: Polynomial = "x^2*y^2 - y^2 + 3*x".parse()?;
    /// let rows = f.collect("y")?;
    /// assert_eq!(rows.iter().map(|row| row.to_string()).collect::<Vec<_>>(), ["3*x", "0", "x^2 - 1"]);
    /// assert_eq!(Polynomial::from_rows(&["x", "y"], "y", &rows)?, f);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn collect(&self, var: &str) -> Result<Vec<Polynomial>> {
        let index = self.index_of(var)?;
        let Some(degree) = self.degree_in(index) else { return Ok(Vec::new()) };
        check_rows(degree)?;
        let rest: Arc<[String]> = self.vars.iter().filter(|name| *name != var).cloned().collect();
        let mut rows = vec![Polynomial { vars: rest, terms: Vec::new() }; degree as usize + 1];
        for term in &self.terms {
            let mut exponents = Exponents::with_capacity(term.exponents.len() - 1);
            exponents.extend_from_slice(&term.exponents[..index]);
            exponents.extend_from_slice(&term.exponents[index + 1..]);
            // Terms that agree in the exponent of one variable are in order by the others.
            rows[term.exponents[index] as usize].terms.push(Term { coefficient: term.coefficient.clone(), exponents });
        }
        Ok(rows)
    }

    /// The sum of `rows[i] * var^i`, the inverse of [`Polynomial::collect`]; no rows give 0. Trailing rows may be 0.
    ///
    /// # Errors
    /// `Argument` when `var` is not in `vars`, when a row is not over `vars` without `var` in the same order, or when there
    /// are more than 2^31 rows.
    pub fn from_rows<S: AsRef<str>>(vars: &[S], var: &str, rows: &[Polynomial]) -> Result<Polynomial> {
        let mut result = Polynomial::zero(vars)?;
        let index = result.index_of(var)?;
        if rows.len() > Self::MAX_EXPONENT as usize + 1 {
            return Err(Error::argument("rows", format!("{} rows; give at most 2147483648", rows.len())));
        }
        let rest: Vec<&String> = result.vars.iter().filter(|name| *name != var).collect();
        for (power, row) in rows.iter().enumerate() {
            if !row.vars.iter().eq(rest.iter().copied()) {
                let message = format!(
                    "row {power} is over [{}]; give it over [{}]",
                    shortened_list(&row.vars[..]),
                    shortened_list(rest)
                );
                return Err(Error::argument("rows", message));
            }
            for term in &row.terms {
                let mut exponents = Exponents::with_capacity(term.exponents.len() + 1);
                exponents.extend_from_slice(&term.exponents[..index]);
                exponents.push(power as u32);
                exponents.extend_from_slice(&term.exponents[index..]);
                result.terms.push(Term { coefficient: term.coefficient.clone(), exponents });
            }
        }
        result.terms = normalise(result.terms);
        Ok(result)
    }

    /// All coefficients of a polynomial in one variable, constant first: degree + 1 integers, none for the polynomial 0.
    ///
    /// # Errors
    /// `Argument` when the list has not exactly one variable; `Limit` when the degree is 2^24 or more.
    ///
    /// ```
    /// use eliminant::poly::Polynomial;
    /// let f: Polynomial = "x^2 - 3".parse()?;
    /// let coefficients = f.dense_coefficients()?;
    /// assert_eq!(coefficients, [-3, 0, 1]);
    /// assert_eq!(Polynomial::from_dense("x", coefficients)?, f);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn dense_coefficients(&self) -> Result<Vec<Integer>> {
        if self.vars.len() != 1 {
            return Err(Error::argument(
                "polynomial",
                format!("has {}; give a polynomial over exactly one", count(self.vars.len(), "variable")),
            ));
        }
        let Some(degree) = self.degree_in(0) else { return Ok(Vec::new()) };
        check_rows(degree)?;
        let mut result = vec![Integer::new(); degree as usize + 1];
        for term in &self.terms {
            result[term.exponents[0] as usize].clone_from(&term.coefficient);
        }
        Ok(result)
    }

    /// The polynomial in one variable with these coefficients, constant first; trailing zeros are dropped.
    ///
    /// # Errors
    /// `Argument` when the name is no identifier or there are more than 2^31 coefficients.
    pub fn from_dense(var: &str, coefficients: Vec<Integer>) -> Result<Polynomial> {
        let vars = checked_vars(&[var])?;
        if coefficients.len() > Self::MAX_EXPONENT as usize + 1 {
            let message = format!("{} integers; give at most 2147483648", coefficients.len());
            return Err(Error::argument("coefficients", message));
        }
        let terms = coefficients.into_iter().enumerate().rev().filter(|(_, c)| !c.is_zero());
        let terms =
            terms.map(|(e, coefficient)| Term { coefficient, exponents: Exponents::from_elem(e as u32, 1) }).collect();
        Ok(Polynomial { vars, terms })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn poly(text: &str) -> Polynomial {
        text.parse().unwrap()
    }

    #[test]
    fn embedding_sorts_again_and_keeps_the_value() {
        let f = poly("a^2*b + a*b^3 + c");
        let g = f.with_vars(&["c", "b", "d", "a"]).unwrap();
        assert_eq!(g.to_string(), "c + b^3*a + b*a^2");
        assert_eq!(g.with_vars(&["a", "b", "c"]).unwrap(), f);
        assert_eq!(f.permute(&[2, 1, 0]).unwrap().vars(), ["c", "b", "a"]);
        assert!(f.permute(&[0, 1]).is_err() && f.permute(&[0, 1, 1]).is_err() && f.permute(&[1, 2, 3]).is_err());
        assert!(poly("1").permute(&[0]).is_err());
        assert!(f.with_vars(&["a", "b"]).is_err() && f.with_vars(&["a", "b", "c", "c"]).is_err());
        let unused = Polynomial::parse_in("x", &["x", "y"]).unwrap();
        assert_eq!(unused.with_vars(&["x"]).unwrap(), poly("x"));
    }

    #[test]
    fn rows_of_degenerate_polynomials() {
        let zero = Polynomial::zero(&["x", "y"]).unwrap();
        assert!(zero.collect("y").unwrap().is_empty());
        assert_eq!(Polynomial::from_rows(&["x", "y"], "y", &[]).unwrap(), zero);
        let f = Polynomial::parse_in("x^2 + 1", &["x", "y"]).unwrap();
        assert_eq!(f.collect("y").unwrap(), [poly("x^2 + 1")]);
        assert!(f.collect("z").is_err());
        assert_eq!(poly("x^2 + 4").collect("x").unwrap()[2].as_constant(), Some(Integer::from(1)));
        let large = poly("x^2147483647").collect("x").unwrap_err();
        assert!(matches!(large.kind(), ErrorKind::Limit { needed: 0x8000_0000, .. }));
    }

    #[test]
    fn rows_over_wrong_variables_are_refused() {
        assert!(Polynomial::from_rows(&["x", "y"], "y", &[poly("z")]).is_err());
        assert!(Polynomial::from_rows(&["x", "y"], "z", &[poly("x")]).is_err());
        let trailing = [poly("x"), poly("0*x")];
        assert_eq!(Polynomial::from_rows(&["y", "x"], "y", &trailing).unwrap().to_string(), "x");
    }

    #[test]
    fn dense_coefficients_need_one_variable() {
        assert!(poly("x*y").dense_coefficients().is_err());
        assert!(poly("3").dense_coefficients().is_err());
        assert!(poly("x^16777216").dense_coefficients().is_err());
        assert!(poly("0*x").dense_coefficients().unwrap().is_empty());
        assert_eq!(Polynomial::from_dense("x", vec![Integer::new(); 3]).unwrap(), poly("0*x"));
        assert!(Polynomial::from_dense("1", vec![]).is_err());
    }
}
