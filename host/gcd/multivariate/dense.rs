//! Dense polynomials in a few variables.

use crate::alone::prelude::*;
use rug::Integer;
use rug::ops::NegAssign;

/// A polynomial that is not 0: coefficients row-major over the exponents, degree + 1 of them per variable. A variable that does not
/// occur has the length 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Dense {
    /// Degree + 1 per variable.
    pub dims: Vec<usize>,
    /// As many as the product of `dims`; no slice at the last exponent of a variable is 0.
    pub coefficients: Vec<Integer>,
}

/// The coefficients of a polynomial by powers of one variable, of which the last is not 0; `None` is 0.
pub(super) type Rows = Vec<Option<Dense>>;

/// Coefficients that one thread copies, at least.
pub(super) const PARALLEL: usize = 1024;

/// c x^low f with a primitive f that is no multiple of a variable, lc(f) > 0.
pub(super) struct Stripped {
    /// The content, with the sign of the leading coefficient.
    pub content: Integer,
    /// Lowest exponents.
    pub low: Vec<usize>,
    /// f.
    pub primitive: Dense,
}

/// Calls `visit` with the number of each coefficient and its exponents, in order.
pub(super) fn each_place(dims: &[usize], mut visit: impl FnMut(usize, &[usize])) {
    let mut exponents = vec![0; dims.len()];
    for place in 0..dims.iter().product() {
        visit(place, &exponents);
        for (e, &n) in exponents.iter_mut().zip(dims).rev() {
            *e += 1;
            if *e < n {
                break;
            }
            *e = 0;
        }
    }
}

/// Place of `exponents` in a box of `dims`.
pub(super) fn place_in(dims: &[usize], exponents: &[usize]) -> usize {
    dims.iter().zip(exponents).fold(0, |place, (&n, &e)| place * n + e)
}

impl Dense {
    /// The polynomial with coefficients in a box that may be too large; `None` for 0.
    pub fn new(dims: Vec<usize>, mut coefficients: Vec<Integer>) -> Option<Self> {
        // The last one has the last exponents of all variables.
        if coefficients.last().is_some_and(|c| !c.is_zero()) {
            return Some(Dense { dims, coefficients });
        }
        let mut tight = vec![0; dims.len()];
        let mut zero = true;
        each_place(&dims, |place, exponents| {
            if !coefficients[place].is_zero() {
                zero = false;
                tight.iter_mut().zip(exponents).for_each(|(most, &e)| *most = e.max(*most));
            }
        });
        if zero {
            return None;
        }
        tight.iter_mut().for_each(|most| *most += 1);
        if tight == dims {
            return Some(Dense { dims, coefficients });
        }
        let mut kept = Vec::with_capacity(tight.iter().product());
        each_place(&tight, |_, exponents| kept.push(std::mem::take(&mut coefficients[place_in(&dims, exponents)])));
        Some(Dense { dims: tight, coefficients: kept })
    }

    /// A constant that is not 0, in `variables` variables.
    pub fn constant(variables: usize, value: Integer) -> Self {
        Dense { dims: vec![1; variables], coefficients: vec![value] }
    }

    /// 1.
    pub fn one(variables: usize) -> Self {
        Dense::constant(variables, Integer::from(1))
    }

    /// Whether no variable occurs.
    pub fn is_constant(&self) -> bool {
        self.coefficients.len() == 1
    }

    /// Whether this is 1.
    pub fn is_one(&self) -> bool {
        self.is_constant() && self.coefficients[0] == 1
    }

    /// Degree in a variable.
    pub fn degree(&self, var: usize) -> usize {
        self.dims[var] - 1
    }

    /// The coefficient that is first in descending lexicographic order.
    pub fn leading(&self) -> Option<&Integer> {
        self.coefficients.iter().rev().find(|c| !c.is_zero())
    }

    /// Most bits of a coefficient.
    pub fn height(&self) -> u64 {
        crate::engine::input::height(&self.coefficients[..])
    }

    /// Bits that the sum of the absolute values of the coefficients has at most.
    pub fn norm_bits(&self) -> u64 {
        let mut sum = Integer::new();
        for c in &self.coefficients {
            if c.is_negative() { sum -= c } else { sum += c }
        }
        u64::from(sum.significant_bits())
    }

    /// This or its negative, whose leading coefficient is positive.
    pub fn positive(mut self) -> Self {
        if self.leading().is_some_and(Integer::is_negative) {
            self.coefficients.iter_mut().for_each(Integer::neg_assign);
        }
        self
    }

    /// c times this, c not 0.
    pub fn scaled(mut self, c: &Integer) -> Self {
        if *c != 1 {
            self.coefficients.iter_mut().for_each(|coefficient| *coefficient *= c);
        }
        self
    }

    /// This divided by c, which divides all coefficients.
    pub fn divided(mut self, c: &Integer) -> Self {
        if *c != 1 {
            self.coefficients.iter_mut().for_each(|coefficient| coefficient.div_exact_mut(c));
        }
        self
    }

    /// Without content and powers of variables.
    pub fn stripped(mut self) -> Stripped {
        let mut low = self.dims.clone();
        each_place(&self.dims, |place, exponents| {
            if !self.coefficients[place].is_zero() {
                low.iter_mut().zip(exponents).for_each(|(least, &e)| *least = e.min(*least));
            }
        });
        let mut content = crate::gcd::pair::content(&self.coefficients);
        if self.leading().is_some_and(Integer::is_negative) {
            content = -content;
        }
        if low.iter().any(|&e| e > 0) {
            let dims: Vec<usize> = self.dims.iter().zip(&low).map(|(n, e)| n - e).collect();
            let mut kept = Vec::with_capacity(dims.iter().product());
            each_place(&dims, |_, exponents| {
                let from: Vec<usize> = exponents.iter().zip(&low).map(|(e, low)| e + low).collect();
                kept.push(std::mem::take(&mut self.coefficients[place_in(&self.dims, &from)]));
            });
            self = Dense { dims, coefficients: kept };
        }
        Stripped { primitive: self.divided(&content), content, low }
    }

    /// Times a monomial.
    pub fn shifted(mut self, low: &[usize]) -> Self {
        if low.iter().all(|&e| e == 0) {
            return self;
        }
        let dims: Vec<usize> = self.dims.iter().zip(low).map(|(n, e)| n + e).collect();
        let mut coefficients = vec![Integer::new(); dims.iter().product()];
        each_place(&self.dims, |place, exponents| {
            let to: Vec<usize> = exponents.iter().zip(low).map(|(e, low)| e + low).collect();
            coefficients[place_in(&dims, &to)] = std::mem::take(&mut self.coefficients[place]);
        });
        Dense { dims, coefficients }
    }

    /// Coefficients by powers of a variable.
    pub fn rows(&self, var: usize) -> Rows {
        let inner: usize = self.dims[var + 1..].iter().product();
        let (outer, n) = (self.dims[..var].iter().product::<usize>(), self.dims[var]);
        let mut dims = self.dims.clone();
        dims[var] = 1;
        let row = |i: usize| {
            let mut coefficients = Vec::with_capacity(outer * inner);
            (0..outer).for_each(|o| coefficients.extend_from_slice(&self.coefficients[(o * n + i) * inner..][..inner]));
            Dense::new(dims.clone(), coefficients)
        };
        (0..n).into_par_iter().with_min_len(PARALLEL.div_ceil(outer * inner)).map(row).collect()
    }

    /// The sum of rows\[i\] var^i; `None` for 0. The variable occurs in no row.
    pub fn from_rows(var: usize, rows: Rows) -> Option<Self> {
        let mut dims = rows.iter().flatten().map(|row| row.dims.clone()).reduce(|a, b| box_of(&a, &b))?;
        dims[var] = rows.len();
        let stride: usize = dims[var + 1..].iter().product();
        let mut coefficients = vec![Integer::new(); dims.iter().product()];
        for (i, row) in rows.into_iter().enumerate() {
            let Some(mut row) = row else { continue };
            // The exponent of the variable is 0 in the row.
            let start = i * stride;
            each_place(&row.dims, |place, exponents| {
                coefficients[start + place_in(&dims, exponents)] = std::mem::take(&mut row.coefficients[place]);
            });
        }
        Dense::new(dims, coefficients)
    }

    /// Puts the coefficients where they belong in a larger box, in order.
    pub fn pad<'a>(&'a self, dims: &[usize], into: &mut [&'a Integer]) {
        if *dims == *self.dims {
            into.iter_mut().zip(&self.coefficients).for_each(|(to, c)| *to = c);
        } else {
            each_place(&self.dims, |place, exponents| into[place_in(dims, exponents)] = &self.coefficients[place]);
        }
    }

    /// The box of the coefficient of the highest power of a variable.
    pub fn leading_box(&self, var: usize) -> Vec<usize> {
        let mut dims = self.dims.clone();
        dims[var] = 1;
        let (mut tight, mut at) = (vec![1; dims.len()], vec![0; dims.len()]);
        each_place(&dims, |_, exponents| {
            at.copy_from_slice(exponents);
            at[var] = self.degree(var);
            if !self.coefficients[place_in(&self.dims, &at)].is_zero() {
                tight.iter_mut().zip(exponents).for_each(|(n, &e)| *n = (e + 1).max(*n));
            }
        });
        tight
    }
}

/// The least box with two boxes in it.
pub(super) fn box_of(a: &[usize], b: &[usize]) -> Vec<usize> {
    a.iter().zip(b).map(|(&a, &b)| a.max(b)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dense(dims: &[usize], coefficients: &[i64]) -> Option<Dense> {
        Dense::new(dims.to_vec(), coefficients.iter().map(|&c| c.into()).collect())
    }

    #[test]
    fn boxes_are_tight() {
        let f = dense(&[2, 3], &[1, 2, 0, 3, 0, 0]).unwrap();
        assert_eq!((&f.dims[..], f.coefficients.len()), (&[2, 2][..], 4));
        assert_eq!(f, dense(&[2, 2], &[1, 2, 3, 0]).unwrap());
        assert_eq!(dense(&[2, 2], &[0; 4]), None);
        assert_eq!(f.leading(), Some(&3.into()));
        assert_eq!((f.norm_bits(), f.height()), (3, 2));
    }

    #[test]
    fn rows_and_back() {
        let f = dense(&[2, 3, 2], &[1, 2, 0, 0, 3, 0, 0, 0, 0, 0, 5, -7]).unwrap();
        for var in 0..3 {
            let rows = f.rows(var);
            assert_eq!(rows.len(), f.dims[var]);
            assert!(rows.iter().flatten().all(|row| row.dims[var] == 1));
            assert_eq!(Dense::from_rows(var, rows), Some(f.clone()));
        }
        assert!(f.rows(1)[1].is_none());
        assert_eq!([0, 1, 2].map(|var| f.leading_box(var)), [[1, 3, 2], [2, 1, 2], [2, 3, 1]]);
    }

    #[test]
    fn content_and_monomials_are_taken_out() {
        let f = dense(&[2, 3], &[0, 0, 0, 0, 6, -4]).unwrap();
        let Stripped { content, low, primitive } = f.clone().stripped();
        assert_eq!((content.to_i32(), &low[..]), (Some(-2), &[1, 1][..]));
        assert_eq!(primitive, dense(&[1, 2], &[-3, 2]).unwrap());
        assert_eq!(primitive.scaled(&content).shifted(&low), f);
    }
}
