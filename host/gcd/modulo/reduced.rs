//! Two polynomials as their GCD is computed: without lowest powers, x for x^s where all exponents of both are multiples of s.
//!
//! gcd(f(x^s), g(x^s)) = h(x^s) for h = gcd(f, g) over any field: Euclid's algorithm takes the same steps.

use super::image::Image;
use super::layout::Layout;
use super::levels::Keys;
use crate::finite_field::{Element, PrimeField};
use crate::plan::exponents::gcd as integer_gcd;
use crate::poly::{Exponents, Polynomial, Term};
use std::sync::Arc;

/// The terms of a polynomial, which is not 0, in some variables, with elements of the prime's field.
pub(super) struct Terms<E = u64> {
    exponents: Vec<u32>,
    coefficients: Vec<E>,
    /// The degree in each variable.
    pub degrees: Vec<u32>,
}

impl<E: Element> Terms<E> {
    /// How many there are.
    pub fn count(&self) -> usize {
        self.coefficients.len()
    }

    /// Exponents and coefficients.
    pub fn iter(&self) -> impl Iterator<Item = (&[u32], E)> {
        self.exponents.chunks_exact(self.degrees.len().max(1)).zip(self.coefficients.iter().copied())
    }

    /// The numbers of the monomials, with variables in this order, and the coefficients that these have in another field, in descending order.
    pub fn keys<F>(&self, layout: &Layout, order: &[usize], embed: impl Fn(E) -> F) -> Keys<F> {
        let key = |(exponents, c): (&[u32], E)| (layout.pack(order.iter().map(|&k| exponents[k])), embed(c));
        let mut keys: Keys<F> = self.iter().map(key).collect();
        keys.sort_unstable_by_key(|term| std::cmp::Reverse(term.0));
        keys
    }
}

/// Two polynomials that are not 0.
pub(super) struct Reduced<E = u64> {
    variables: usize,
    /// Lowest exponents of each.
    pub low: [Vec<u32>; 2],
    /// Variables that are left.
    pub places: Vec<usize>,
    /// Of each variable, 0 for those that are not left.
    strides: Vec<u32>,
    pub parts: [Terms<E>; 2],
}

impl<E: Element> Reduced<E> {
    pub fn new(f: &Image<E>, g: &Image<E>) -> Self {
        let low = [f.low(), g.low()];
        let mut strides = vec![0; f.variables];
        for (image, low) in [f, g].into_iter().zip(&low) {
            for (exponents, _) in &image.terms {
                let above = exponents.iter().zip(low).map(|(e, low)| e - low);
                strides.iter_mut().zip(above).for_each(|(stride, e)| *stride = integer_gcd(*stride, e));
            }
        }
        let places: Vec<usize> = (0..f.variables).filter(|&k| strides[k] > 0).collect();
        let part = |image: &Image<E>, low: &[u32]| {
            let mut part = Terms { exponents: Vec::new(), coefficients: Vec::new(), degrees: vec![0; places.len()] };
            for (exponents, c) in &image.terms {
                let each = places.iter().map(|&k| (exponents[k] - low[k]) / strides[k]);
                part.exponents.extend(each);
                part.coefficients.push(*c);
            }
            for exponents in part.exponents.chunks_exact(places.len().max(1)) {
                part.degrees.iter_mut().zip(exponents).for_each(|(degree, &e)| *degree = e.max(*degree));
            }
            part
        };
        let parts = [part(f, &low[0]), part(g, &low[1])];
        Reduced { variables: f.variables, low, places, strides, parts }
    }

    /// Terms of both.
    pub fn terms(&self) -> u64 {
        self.parts.iter().map(|part| part.count() as u64).sum()
    }

    /// The highest degree in one variable.
    pub fn degree(&self) -> u64 {
        self.parts.iter().flat_map(|part| &part.degrees).max().map_or(0, |&degree| degree.into())
    }

    /// Coefficients of a dense polynomial for each term, of the sparser one of both.
    pub fn sparsity(&self) -> u64 {
        let length = |part: &Terms<E>| part.degrees.iter().fold(1u64, |all, &d| all.saturating_mul(u64::from(d) + 1));
        self.parts.iter().map(|part| length(part) / (part.count() as u64).max(1)).max().unwrap_or(1)
    }

    /// Both over the variables that are left, with coefficients below p.
    pub fn polynomials(&self, field: impl PrimeField<Elem = E>) -> [Polynomial; 2] {
        let names: Arc<[String]> = self.places.iter().map(|place| format!("x_{place}")).collect();
        self.parts.each_ref().map(|part| {
            let term = |(exponents, c): (&[u32], E)| Term { coefficient: field.number(c), exponents: exponents.into() };
            // Less exponents and multiples have the order of those given.
            Polynomial::descending(&names, part.iter().map(term).collect())
        })
    }

    /// Bytes that it takes, at most, with the numbers of monomials.
    pub fn bytes_of(f: &Image<E>, g: &Image<E>) -> u64 {
        let each = 4 * f.variables as u64 + (size_of::<E>() + size_of::<(u128, E)>()) as u64;
        (f.terms.len() + g.terms.len()) as u64 * each
    }

    /// Lowest exponents of both.
    pub fn common(&self) -> Vec<u32> {
        self.low[0].iter().zip(&self.low[1]).map(|(&a, &b)| a.min(b)).collect()
    }

    /// The image with these exponents, in this order of the variables that are left, and elements of the prime's field, times a monomial.
    pub fn image(&self, terms: impl Iterator<Item = (Vec<u32>, E)>, order: &[usize], low: &[u32]) -> Image<E> {
        let term = |(exponents, c): (Vec<u32>, E)| {
            let mut whole = Exponents::from_slice(low);
            for (place, e) in order.iter().map(|&k| self.places[k]).zip(exponents) {
                whole[place] += e * self.strides[place];
            }
            (whole, c)
        };
        let mut terms: Vec<(Exponents, E)> = terms.map(term).collect();
        terms.sort_unstable_by(|a, b| b.0.cmp(&a.0));
        Image { variables: self.variables, terms }
    }
}
