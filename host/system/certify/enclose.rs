//! A system whose coefficients are enclosed: its values and its Jacobian on rectangles.

use super::super::{Coefficient, System, Term as ExactTerm};
use crate::floating::interval::{Interval, Rectangle};
use rug::{Float, Rational};

/// A term: its coefficient enclosed by floats and by doubles, and its variables.
struct Term<'a> {
    float: Rectangle<Float>,
    double: Rectangle<f64>,
    exponents: &'a [(usize, u32)],
}

/// A system.
///
/// Each polynomial is divided by a power of two first, so that its largest coefficient is about 1: its roots stay where they are, and doubles
/// reach further.
pub(super) struct Enclosed<'a> {
    polynomials: Vec<Vec<Term<'a>>>,
}

impl<'a> Enclosed<'a> {
    /// With floats of `precision` bits.
    pub(super) fn new(system: &'a System, precision: u32) -> Self {
        let polynomial = |terms: &'a Vec<ExactTerm>| -> Vec<Term<'a>> {
            let mut floats: Vec<_> = terms.iter().map(|term| around(&term.coefficient, precision)).collect();
            let mut ends: Vec<&mut Float> = floats.iter_mut().flat_map(Rectangle::ends_mut).collect();
            let scale = ends.iter().filter_map(|end| end.get_exp()).max().unwrap_or(0);
            ends.iter_mut().for_each(|end| **end >>= scale);
            let term = |(term, float): (&'a ExactTerm, Rectangle<Float>)| Term {
                double: float.doubles(),
                float,
                exponents: &term.exponents,
            };
            terms.iter().zip(floats).map(term).collect()
        };
        Enclosed { polynomials: system.polynomials().iter().map(polynomial).collect() }
    }

    /// Doubles around the values at a point: computed with floats, so that what cancels near a root does not count.
    pub(super) fn values(&self, point: &[Rectangle<Float>]) -> Vec<Rectangle<f64>> {
        let value = |term: &Term| {
            let powers = term.exponents.iter().map(|&(place, e)| point[place].power(e));
            powers.fold(term.float.clone(), |product, power| product.times(&power))
        };
        let sum = |terms: &Vec<Term>| terms.iter().map(value).reduce(|sum, x| sum.plus(&x));
        self.polynomials.iter().map(|terms| sum(terms).map_or(Rectangle::ZERO, |sum| sum.doubles())).collect()
    }

    /// Rectangles around the partial derivatives at all points of a box, polynomials by variables.
    ///
    /// 3 k products of rectangles for a term in k variables, and its powers.
    pub(super) fn jacobian(&self, place: &[Rectangle<f64>]) -> Vec<Vec<Rectangle<f64>>> {
        let mut rows = vec![vec![Rectangle::ZERO; place.len()]; self.polynomials.len()];
        // after[i]: the product of the factors behind the i-th of a term.
        let mut after = Vec::new();
        for (row, terms) in rows.iter_mut().zip(&self.polynomials) {
            for Term { double, exponents, .. } in terms {
                after.clear();
                after.resize(exponents.len(), Rectangle::point([1.0, 0.0]));
                for i in (1..exponents.len()).rev() {
                    let (j, e) = exponents[i];
                    after[i - 1] = after[i].times(&place[j].power(e));
                }
                let mut before = *double;
                for (&(j, e), after) in exponents.iter().zip(&after) {
                    let mut derivative = before.times(after);
                    if e > 1 {
                        let lower = place[j].power(e - 1);
                        derivative = derivative.times(&lower).times(&Rectangle::point([f64::from(e), 0.0]));
                        before = before.times(&lower);
                    }
                    before = before.times(&place[j]);
                    row[j] = row[j].plus(&derivative);
                }
            }
        }
        rows
    }
}

/// The floats around a number.
pub(super) fn around(number: &Coefficient, precision: u32) -> Rectangle<Float> {
    let part = |x: &Rational| Interval::between([x, x], precision);
    Rectangle { re: part(&number.re), im: part(&number.im) }
}
