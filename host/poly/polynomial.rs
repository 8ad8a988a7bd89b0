//! The type: sparse, terms in descending lexicographic order; constructors and what can be read off the terms.

use std::collections::HashSet;
use std::sync::Arc;

use rug::Integer;
use smallvec::SmallVec;

use super::lexer::is_name;
use crate::error::{Error, Result};
use crate::shorten::{shortened, shortened_list};

/// An exponent for each variable; of up to six variables without memory of their own.
pub type Exponents = SmallVec<[u32; 6]>;

/// One term: a coefficient, not zero, and an exponent for each variable of the polynomial.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Term {
    /// The coefficient.
    pub coefficient: Integer,
    /// Exponents in the order of the polynomial's variables.
    pub exponents: Exponents,
}

/// A polynomial over Z.
///
/// Invariant: terms are in strictly descending lexicographic order of exponents, none has coefficient zero, and each has
/// as many exponents as there are variables, all at most [`Polynomial::MAX_EXPONENT`]. Zero has no terms. Variables are
/// distinct identifiers; one need not occur in a term.
///
/// Equality compares the lists of variables too: `x` in the variables x and `x` in the variables x, y differ.
///
/// ```
/// use eliminant::poly::Polynomial;
///
/// let f = Polynomial::from_terms(&["x", "y"], [(3.into(), vec![2, 1]), ((-5).into(), vec![0, 1])])?;
/// assert_eq!(f.to_string(), "3*x^2*y - 5*y");
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Polynomial {
    pub(super) vars: Arc<[String]>,
    pub(super) terms: Vec<Term>,
}

/// The list as the shared form, when the names are distinct identifiers.
pub(super) fn checked_vars<S: AsRef<str>>(vars: &[S]) -> Result<Arc<[String]>> {
    let mut seen = HashSet::new();
    for name in vars {
        let name = name.as_ref();
        if !is_name(name) {
            return Err(Error::argument(
                "variables",
                format!("`{}` is not a name; use letters, digits and `_`, not beginning with a digit", shortened(name)),
            ));
        }
        if !seen.insert(name) {
            return Err(Error::argument(
                "variables",
                format!("`{}` occurs twice; name each variable once", shortened(name)),
            ));
        }
    }
    Ok(vars.iter().map(|name| name.as_ref().to_owned()).collect())
}

/// Sorts into descending order, adds like terms, drops zeros: O(n log n) comparisons, O(n) when already in order.
pub(super) fn normalise(mut terms: Vec<Term>) -> Vec<Term> {
    terms.sort_by(|a, b| b.exponents.cmp(&a.exponents));
    terms.dedup_by(|later, kept| {
        let same = later.exponents == kept.exponents;
        if same {
            kept.coefficient += &later.coefficient;
        }
        same
    });
    terms.retain(|term| !term.coefficient.is_zero());
    terms
}

impl Polynomial {
    /// The largest exponent, 2^31 - 1.
    pub const MAX_EXPONENT: u32 = (1 << 31) - 1;

    /// The polynomial 0.
    ///
    /// # Errors
    /// `Argument` when a name is no identifier or occurs twice.
    ///
    /// ```
    /// use eliminant::poly::Polynomial;
    /// assert!(Polynomial::zero(&["x"])?.is_zero());
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn zero<S: AsRef<str>>(vars: &[S]) -> Result<Self> {
        Ok(Polynomial { vars: checked_vars(vars)?, terms: Vec::new() })
    }

    /// A constant.
    ///
    /// # Errors
    /// `Argument` when a name is no identifier or occurs twice.
    ///
    /// ```
    /// use eliminant::poly::Polynomial;
    /// assert_eq!(Polynomial::constant(&["x"], 5.into())?.to_string(), "5");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn constant<S: AsRef<str>>(vars: &[S], value: Integer) -> Result<Self> {
        Ok(Self::constant_in(&checked_vars(vars)?, value))
    }

    /// One of the variables as a polynomial.
    ///
    /// # Errors
    /// `Argument` when a name is no identifier or occurs twice, or `var` is not in the list.
    ///
    /// ```
    /// use eliminant::poly::Polynomial;
    /// assert_eq!(Polynomial::variable(&["x", "y"], "y")?.to_string(), "y");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn variable<S: AsRef<str>>(vars: &[S], var: &str) -> Result<Self> {
        let mut result = Self::zero(vars)?;
        let mut exponents = Exponents::from_elem(0, result.vars.len());
        exponents[result.index_of(var)?] = 1;
        result.terms.push(Term { coefficient: Integer::from(1), exponents });
        Ok(result)
    }

    /// The sum of the given terms, in any order; like terms are added.
    ///
    /// # Errors
    /// `Argument` when a name is no identifier or occurs twice, when a term has not one exponent per variable, or when an
    /// exponent is above [`Polynomial::MAX_EXPONENT`].
    ///
    /// # Complexity
    /// O(n log n) comparisons of exponents for n terms.
    ///
    /// ```
    /// use eliminant::poly::Polynomial;
    /// let terms = [(1.into(), vec![0]), (2.into(), vec![3]), (4.into(), vec![0])];
    /// assert_eq!(Polynomial::from_terms(&["x"], terms)?.to_string(), "2*x^3 + 5");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn from_terms<S, I>(vars: &[S], terms: I) -> Result<Self>
    where
        S: AsRef<str>,
        I: IntoIterator<Item = (Integer, Vec<u32>)>,
    {
        let vars = checked_vars(vars)?;
        let mut list = Vec::new();
        for (index, (coefficient, exponents)) in terms.into_iter().enumerate() {
            if exponents.len() != vars.len() {
                return Err(Error::argument(
                    "terms",
                    format!(
                        "term {index} has {} exponents; give one for each of {} variables",
                        exponents.len(),
                        vars.len()
                    ),
                ));
            }
            if let Some(large) = exponents.iter().find(|&&e| e > Self::MAX_EXPONENT) {
                return Err(Error::argument(
                    "terms",
                    format!("term {index} has exponent {large}; exponents must be below 2147483648"),
                ));
            }
            list.push(Term { coefficient, exponents: exponents.into() });
        }
        Ok(Polynomial { vars, terms: normalise(list) })
    }

    /// The sum of terms as the invariant wants them: in strictly descending order, none of them zero, one exponent for each
    /// variable and none above [`Polynomial::MAX_EXPONENT`].
    ///
    /// # Errors
    /// `Argument` when a name is no identifier or occurs twice.
    pub(crate) fn from_descending<S: AsRef<str>>(vars: &[S], terms: Vec<Term>) -> Result<Self> {
        Ok(Self::descending(&checked_vars(vars)?, terms))
    }

    /// [`Self::from_descending`] over a list of variables that was checked before.
    pub(crate) fn descending(vars: &Arc<[String]>, terms: Vec<Term>) -> Self {
        debug_assert!(terms.is_sorted_by(|a, b| a.exponents > b.exponents));
        debug_assert!(terms.iter().all(|term| !term.coefficient.is_zero() && term.exponents.len() == vars.len()));
        Polynomial { vars: Arc::clone(vars), terms }
    }

    /// A constant over a list that is already checked.
    pub(super) fn constant_in(vars: &Arc<[String]>, value: Integer) -> Self {
        let terms = match value.is_zero() {
            true => Vec::new(),
            false => vec![Term { coefficient: value, exponents: Exponents::from_elem(0, vars.len()) }],
        };
        Polynomial { vars: Arc::clone(vars), terms }
    }

    /// The variables, in order.
    pub fn vars(&self) -> &[String] {
        &self.vars
    }

    /// The variables as a list that other polynomials share.
    pub(crate) fn shared_vars(&self) -> &Arc<[String]> {
        &self.vars
    }

    /// The terms, in descending lexicographic order.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// Whether this is 0.
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// The value of a constant polynomial, 0 included; `None` when a variable occurs.
    ///
    /// ```
    /// use eliminant::poly::Polynomial;
    /// assert_eq!("x - x + 4".parse::<Polynomial>()?.as_constant(), Some(4.into()));
    /// assert_eq!("x".parse::<Polynomial>()?.as_constant(), None);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn as_constant(&self) -> Option<Integer> {
        match &self.terms[..] {
            [] => Some(Integer::new()),
            [term] if term.exponents.iter().all(|&e| e == 0) => Some(term.coefficient.clone()),
            _ => None,
        }
    }

    /// The place of a variable in the list.
    ///
    /// # Errors
    /// `Argument` when it is not in the list.
    pub fn index_of(&self, var: &str) -> Result<usize> {
        self.vars.iter().position(|name| name == var).ok_or_else(|| {
            let known = if self.vars.is_empty() { "none".to_owned() } else { shortened_list(&self.vars[..]) };
            let var = shortened(var);
            Error::argument("variable", format!("`{var}` is not a variable of the polynomial; its variables: {known}"))
        })
    }

    /// The degree in a variable: `None` for the polynomial 0, `Some(0)` for a variable that does not occur or is not in
    /// the list. O(number of terms).
    ///
    /// ```
    /// use eliminant::poly::Polynomial;
    /// let f: Polynomial = "x*y^3 + x^2".parse()?;
    /// assert_eq!((f.degree("y"), f.degree("z")), (Some(3), Some(0)));
    /// assert_eq!("0".parse::<Polynomial>()?.degree("x"), None);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn degree(&self, var: &str) -> Option<u32> {
        match self.vars.iter().position(|name| name == var) {
            Some(index) => self.degree_in(index),
            None => (!self.is_zero()).then_some(0),
        }
    }

    /// The degree in the variable at a place of the list: `None` for the polynomial 0, `Some(0)` at a place beyond the list.
    pub fn degree_in(&self, index: usize) -> Option<u32> {
        if index == 0 && !self.vars.is_empty() {
            // The order is lexicographic: the first term has the largest first exponent.
            return self.terms.first().map(|term| term.exponents[0]);
        }
        self.terms.iter().map(|term| term.exponents.get(index).copied().unwrap_or(0)).max()
    }

    /// The degrees in all variables, 0 for the polynomial 0, in one pass.
    pub(crate) fn all_degrees(&self) -> Exponents {
        let mut degrees = Exponents::from_elem(0, self.vars.len());
        for term in &self.terms {
            degrees.iter_mut().zip(&term.exponents).for_each(|(degree, &e)| *degree = e.max(*degree));
        }
        degrees
    }

    /// Whether a variable occurs in a term.
    ///
    /// ```
    /// use eliminant::poly::Polynomial;
    /// let f = Polynomial::parse_in("x + 1", &["x", "y"])?;
    /// assert!(f.contains("x") && !f.contains("y"));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn contains(&self, var: &str) -> bool {
        self.degree(var).is_some_and(|degree| degree > 0)
    }

    /// The variables that occur, in their order. O(terms variables).
    ///
    /// ```
    /// use eliminant::poly::Polynomial;
    /// let f = Polynomial::parse_in("x*z + 1", &["x", "y", "z"])?;
    /// assert_eq!(f.occurring().collect::<Vec<_>>(), ["x", "z"]);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn occurring(&self) -> impl Iterator<Item = &str> {
        let mut occurs = vec![false; self.vars.len()];
        for term in &self.terms {
            occurs.iter_mut().zip(&term.exponents).for_each(|(occurs, &e)| *occurs |= e > 0);
            // The first term of a dense polynomial has all.
            if !occurs.contains(&false) {
                break;
            }
        }
        self.vars.iter().zip(occurs).filter(|(_, occurs)| *occurs).map(|(name, _)| name.as_str())
    }

    /// The content: the greatest common divisor of the coefficients, not negative; 0 for the polynomial 0.
    ///
    /// ```
    /// use eliminant::poly::Polynomial;
    /// assert_eq!("-6*x + 9*y".parse::<Polynomial>()?.content(), 3);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn content(&self) -> Integer {
        let mut content = Integer::new();
        for term in &self.terms {
            content.gcd_mut(&term.coefficient);
            if content == 1 {
                break;
            }
        }
        content
    }

    /// The 1-norm: the sum of the absolute values of the coefficients; 0 for the polynomial 0.
    ///
    /// ```
    /// use eliminant::poly::Polynomial;
    /// assert_eq!("-6*x + 9*y".parse::<Polynomial>()?.norm1(), 15);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn norm1(&self) -> Integer {
        norm1(&self.terms)
    }

    /// Bits of the largest coefficient by absolute value; 0 for the polynomial 0.
    ///
    /// ```
    /// use eliminant::poly::Polynomial;
    /// assert_eq!("-256*x + 255".parse::<Polynomial>()?.max_bits(), 9);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn max_bits(&self) -> u32 {
        max_bits(&self.terms)
    }

    /// The partial derivative with respect to a variable; 0 when it does not occur. O(number of terms).
    ///
    /// ```
    /// use eliminant::poly::Polynomial;
    /// assert_eq!("x^3*y - y^2 + 1".parse::<Polynomial>()?.derivative("y").to_string(), "x^3 - 2*y");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn derivative(&self, var: &str) -> Polynomial {
        let index = self.vars.iter().position(|name| name == var);
        let mut terms = Vec::new();
        if let Some(index) = index {
            // All kept terms lose the same power of the variable, so the order stays.
            for term in self.terms.iter().filter(|term| term.exponents[index] > 0) {
                let mut exponents = term.exponents.clone();
                exponents[index] -= 1;
                terms.push(Term { coefficient: Integer::from(&term.coefficient * term.exponents[index]), exponents });
            }
        }
        Polynomial { vars: Arc::clone(&self.vars), terms }
    }
}

pub(super) fn norm1(terms: &[Term]) -> Integer {
    let mut sum = Integer::new();
    for term in terms {
        // `sum += |c|` without a copy of c.
        if term.coefficient.is_negative() {
            sum -= &term.coefficient;
        } else {
            sum += &term.coefficient;
        }
    }
    sum
}

pub(super) fn max_bits(terms: &[Term]) -> u32 {
    terms.iter().map(|term| term.coefficient.significant_bits()).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn poly(text: &str) -> Polynomial {
        text.parse().unwrap()
    }

    #[test]
    fn like_terms_are_added_and_zeros_dropped() {
        let terms = [(1, vec![0, 2]), (3, vec![1, 0]), (-1, vec![0, 2]), (0, vec![5, 5]), (4, vec![1, 0])];
        let f = Polynomial::from_terms(&["x", "y"], terms.map(|(c, e)| (Integer::from(c), e))).unwrap();
        assert_eq!(f.terms(), [Term { coefficient: Integer::from(7), exponents: Exponents::from_slice(&[1, 0]) }]);
        let sorted = Polynomial::from_terms(&["x"], (0..5u32).map(|e| (Integer::from(1), vec![e]))).unwrap();
        assert_eq!(sorted.to_string(), "x^4 + x^3 + x^2 + x + 1");
    }

    #[test]
    fn bad_terms_and_names_are_refused() {
        let message = |result: Result<Polynomial>| result.unwrap_err().to_string();
        let none: [(Integer, Vec<u32>); 0] = [];
        assert!(message(Polynomial::from_terms(&["x", "x"], none.clone())).contains("`x` occurs twice"));
        for bad in ["", "2x", "x y", "x\u{b2}", "x-"] {
            assert!(message(Polynomial::from_terms(&[bad], none.clone())).contains("is not a name"), "{bad}");
        }
        let one = || Integer::from(1);
        assert!(message(Polynomial::from_terms(&["x"], [(one(), vec![])])).contains("term 0 has 0 exponents"));
        let large = [(one(), vec![1]), (one(), vec![1 << 31])];
        assert!(message(Polynomial::from_terms(&["x"], large)).contains("term 1 has exponent 2147483648"));
        assert!(message(Polynomial::variable(&["x"], "y")).contains("its variables: x"));
    }

    #[test]
    fn zero_and_constants() {
        let zero = Polynomial::zero(&["x", "y"]).unwrap();
        assert!(zero.is_zero() && !zero.contains("x"));
        assert_eq!((zero.degree("x"), zero.degree("z"), zero.degree_in(1)), (None, None, None));
        assert_eq!((zero.content(), zero.norm1(), zero.max_bits()), (Integer::new(), Integer::new(), 0));
        assert_eq!(zero.derivative("x"), zero);
        assert_eq!(Polynomial::constant(&["x", "y"], Integer::new()).unwrap(), zero);
        let none = Polynomial::constant::<&str>(&[], Integer::from(-3)).unwrap();
        assert_eq!((none.degree("x"), none.degree_in(0)), (Some(0), Some(0)));
        assert_eq!(none.content(), 3);
    }

    #[test]
    fn degrees_norm_content() {
        let f = poly("4*x^2*y^7 - 6*x^5 + 10");
        assert_eq!((f.degree("x"), f.degree("y"), f.degree_in(1)), (Some(5), Some(7), Some(7)));
        assert_eq!((f.norm1(), f.content(), f.max_bits()), (Integer::from(20), Integer::from(2), 4));
        assert_eq!(f.derivative("x"), poly("8*x*y^7 - 30*x^4"));
        assert_eq!(f.derivative("z"), poly("0*x*y"));
    }
}
