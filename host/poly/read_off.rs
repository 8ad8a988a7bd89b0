//! Numbers that are read off the terms: how many there are, their coefficients, the total degree.

use std::slice::Iter;

use rug::Integer;

use super::polynomial::{Exponents, Polynomial, Term};

impl Polynomial {
    /// The number of terms; 0 for the polynomial 0.
    ///
    /// ```
    /// use eliminant::Polynomial;
    /// assert_eq!("(x + y)^2 - 7".parse::<Polynomial>()?.len(), 4);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// Whether there are no terms: the same as [`Polynomial::is_zero`].
    pub fn is_empty(&self) -> bool {
        self.is_zero()
    }

    /// Whether no variable occurs; 0 is a constant. [`Polynomial::as_constant`] has the value.
    ///
    /// ```
    /// use eliminant::Polynomial;
    /// assert!("x - x + 4".parse::<Polynomial>()?.is_constant() && !"x".parse::<Polynomial>()?.is_constant());
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn is_constant(&self) -> bool {
        // The order is descending: where the first term has no variable, there is no other.
        self.terms.first().is_none_or(|term| term.exponents.iter().all(|&e| e == 0))
    }

    /// The largest sum of the exponents of a term; `None` for the polynomial 0. O(terms variables).
    ///
    /// ```
    /// use eliminant::Polynomial;
    /// assert_eq!("x^3 + x^2*y^2".parse::<Polynomial>()?.total_degree(), Some(4));
    /// assert_eq!(Polynomial::from(0).total_degree(), None);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn total_degree(&self) -> Option<u64> {
        self.terms.iter().map(|term| term.exponents.iter().map(|&e| u64::from(e)).sum()).max()
    }

    /// The coefficient of the product of these powers of variables; 0 when there is no such term.
    ///
    /// A variable that is not named has the exponent 0, and the exponents of one that is named twice are added. O(log terms) comparisons.
    ///
    /// ```
    /// use eliminant::Polynomial;
    /// let f: Polynomial = "3*x^2*y - 5*y + 7".parse()?;
    /// assert_eq!(f.coefficient(&[("x", 2), ("y", 1)]), 3);
    /// assert_eq!((f.coefficient(&[]), f.coefficient(&[("x", 2)]), f.coefficient(&[("z", 1)])), (7.into(), 0.into(), 0.into()));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn coefficient(&self, powers: &[(&str, u32)]) -> Integer {
        let mut exponents = Exponents::from_elem(0, self.vars.len());
        for &(name, power) in powers.iter().filter(|(_, power)| *power > 0) {
            let Some(index) = self.vars.iter().position(|var| var == name) else { return Integer::new() };
            let Some(sum) = exponents[index].checked_add(power) else { return Integer::new() };
            exponents[index] = sum;
        }
        let place = self.terms.binary_search_by(|term| exponents.cmp(&term.exponents));
        place.map_or_else(|_| Integer::new(), |at| self.terms[at].coefficient.clone())
    }

    /// The coefficient of the first term in descending lexicographic order, where the first variable of the list counts first; `None` for the
    /// polynomial 0. [`Polynomial::collect`] has the leading coefficient in one variable, as its last row.
    ///
    /// ```
    /// use eliminant::Polynomial;
    /// let f = Polynomial::parse_in("2*x*y^5 + 3*x^2", &["x", "y"])?;
    /// assert_eq!(f.leading_coefficient(), Some(&3.into()));
    /// assert_eq!(f.with_vars(&["y", "x"])?.leading_coefficient(), Some(&2.into()));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn leading_coefficient(&self) -> Option<&Integer> {
        self.terms.first().map(|term| &term.coefficient)
    }
}

/// The terms, in descending lexicographic order.
///
/// ```
/// use eliminant::Polynomial;
/// let f: Polynomial = "3*x^2 - 5".parse()?;
/// let mut exponents = Vec::new();
/// for term in &f {
///     exponents.push(term.exponents[0]);
/// }
/// assert_eq!(exponents, [2, 0]);
/// # Ok::<(), eliminant::Error>(())
/// ```
impl<'a> IntoIterator for &'a Polynomial {
    type Item = &'a Term;
    type IntoIter = Iter<'a, Term>;

    fn into_iter(self) -> Iter<'a, Term> {
        self.terms.iter()
    }
}
