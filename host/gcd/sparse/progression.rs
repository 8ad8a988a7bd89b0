//! Images of f and g at a geometric progression of points, and their GCDs.

use super::projection::Projection;
use crate::alone;
use crate::alone::prelude::*;
use crate::control::Control;
use crate::error::Result;
use crate::finite_field::dense::{gcd, monic, quotient, trim};
use crate::finite_field::{Arithmetic, Element, Powers};
use crate::poly::{Polynomial, Term};
use rug::Integer;

/// Terms that one thread takes, at least.
const PARALLEL: usize = 4096;

/// Points x_k = shifts\[k\] ratios\[k\]^j, j = 0, 1, ...
#[derive(Debug, Clone)]
pub(super) struct Points<E = u64> {
    pub shifts: Vec<E>,
    pub ratios: Vec<E>,
}

/// One polynomial: its terms by their degree in y.
struct Terms<E> {
    /// Values at the next point, and by what they are multiplied from point to point.
    values: Vec<E>,
    ratios: Vec<E>,
    degrees: Vec<u32>,
    length: usize,
}

impl<E: Element> Terms<E> {
    fn new<K: Arithmetic<Elem = E>>(field: K, f: &Polynomial, projection: &Projection, points: &Points<E>) -> Self {
        let degrees = projection.degrees(f);
        let coefficients: Vec<&Integer> = f.terms().iter().map(|term| &term.coefficient).collect();
        let residues = field.residues(&coefficients);
        let limits = f.all_degrees();
        let tables = |bases: &[E]| -> Vec<Powers<E>> {
            let tables = bases.iter().zip(&limits);
            tables.map(|(&base, &degree)| Powers::new(field, base, degree, f.terms().len())).collect()
        };
        let (shifts, ratios) = (tables(&points.shifts), tables(&points.ratios));
        let product = |start: E, exponents: &[u32], powers: &[Powers<E>]| {
            let powers = exponents.iter().zip(powers).filter(|(e, _)| **e > 0);
            powers.fold(start, |all, (&e, powers)| field.mul(all, powers.of(field, e)))
        };
        let one = field.one();
        let value = |(term, &residue): (&Term, &E)| {
            (product(residue, &term.exponents, &shifts), product(one, &term.exponents, &ratios))
        };
        // In the order of the terms, which lie one after the other, and then in that of degrees.
        let all = f.terms().par_iter().zip(&residues).with_min_len(PARALLEL);
        let all: Vec<(E, E)> = all.map(value).collect();
        let mut order: Vec<(u32, u32)> = degrees.into_iter().zip(0..).collect();
        order.par_sort_unstable();
        let (values, ratios) = order.par_iter().with_min_len(PARALLEL).map(|&(_, i)| all[i as usize]).unzip();
        let degrees: Vec<u32> = order.iter().map(|&(degree, _)| degree).collect();
        let length = degrees.last().map_or(0, |&degree| degree as usize + 1);
        Terms { values, ratios, degrees, length }
    }

    /// The images at the next `count` points, one after the other, the constant term first.
    fn images<K: Arithmetic<Elem = E>>(&mut self, field: K, count: usize) -> Vec<E> {
        let length = self.length;
        let of_part = |(values, ratios, degrees): (&mut [E], &[E], &[u32])| {
            let first = degrees.first().map_or(0, |&degree| degree as usize);
            let width = degrees.last().map_or(0, |&degree| degree as usize + 1 - first);
            let mut images = vec![E::ZERO; width * count];
            for image in images.chunks_exact_mut(width.max(1)) {
                for ((value, &ratio), &degree) in values.iter_mut().zip(ratios).zip(degrees) {
                    let sum = &mut image[degree as usize - first];
                    *sum = field.add(*sum, *value);
                    *value = field.mul(*value, ratio);
                }
            }
            (first, width, images)
        };
        let parts: Vec<_> = {
            let values = self.values.par_chunks_mut(PARALLEL);
            let rest = self.ratios.par_chunks(PARALLEL).zip(self.degrees.par_chunks(PARALLEL));
            values.zip(rest).map(|(values, (ratios, degrees))| of_part((values, ratios, degrees))).collect()
        };
        let mut images = vec![E::ZERO; length * count];
        for (first, width, part) in parts {
            for (image, part) in images.chunks_exact_mut(length).zip(part.chunks_exact(width)) {
                image[first..].iter_mut().zip(part).for_each(|(sum, &c)| *sum = field.add(*sum, c));
            }
        }
        images
    }
}

/// Bytes of the host that a progression takes with so many points, for elements of type `E`.
pub(super) fn bytes<E>(terms: usize, projection: &Projection, points: usize) -> u64 {
    // Values, ratios and degrees of terms, and the same with their numbers while they are ordered; images of all points, once in rows and once in sequences.
    let element = size_of::<E>() as u64;
    (4 * element + 12) * terms as u64 + projection.lengths.saturating_mul(3 * element * points as u64)
}

/// One of the GCD and the cofactors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    Gcd,
    /// f / gcd.
    First,
    /// g / gcd.
    Second,
}

impl Target {
    pub const ALL: [Self; 3] = [Target::Gcd, Target::First, Target::Second];
}

/// Images at the first points of a progression.
pub(super) struct Progression<K: Arithmetic> {
    pub field: K,
    pub points: Points<K::Elem>,
    terms: [Terms<K::Elem>; 2],
    single: [bool; 2],
    /// The degree of the images of the GCD in y.
    degree: usize,
    /// For each target and each power of y, the highest first, its coefficients at all points; the images have the leading coefficient 1.
    sequences: [Vec<Vec<K::Elem>>; 3],
}

/// The images of the GCD and the cofactors at one point, the highest coefficient first.
type Images<E> = [Vec<E>; 3];

impl<K: Arithmetic> Progression<K> {
    /// Before the first point.
    pub fn new(field: K, (f, g): (&Polynomial, &Polynomial), projection: &Projection, points: Points<K::Elem>) -> Self {
        let (a, b) =
            alone::join(|| Terms::new(field, f, projection, &points), || Terms::new(field, g, projection, &points));
        let sequences = [Vec::new(), Vec::new(), Vec::new()];
        Progression { field, points, terms: [a, b], single: projection.single, degree: 0, sequences }
    }

    /// How many points there are.
    pub fn count(&self) -> usize {
        self.sequences[0].first().map_or(0, Vec::len)
    }

    /// Whether the images of a target are those of a polynomial with a single leading term.
    pub fn has(&self, target: Target) -> bool {
        match target {
            Target::Gcd => true,
            Target::First => self.single[0],
            Target::Second => self.single[1],
        }
    }

    /// The coefficients of y^(degree - k) of a target for k = 0, 1, ..., at all points.
    pub fn sequences(&self, target: Target) -> &[Vec<K::Elem>] {
        &self.sequences[target as usize]
    }

    /// The next points. `false` where the degrees of images differ, or a single leading term vanishes: then some of them are unlucky, or the prime is.
    ///
    /// O(terms + D^2) products a point, for images of degree D.
    ///
    /// # Errors
    /// `Cancelled`.
    pub fn extend(&mut self, count: usize, control: &Control) -> Result<bool> {
        let field = self.field;
        let [a, b] = &mut self.terms;
        let (a_length, b_length) = (a.length, b.length);
        let (a, b) = alone::join(|| a.images(field, count), || b.images(field, count));
        control.check()?;
        let pairs = a.par_chunks_exact(a_length).zip(b.par_chunks_exact(b_length));
        let single = self.single;
        let images = |(a, b): (&[K::Elem], &[K::Elem])| {
            control.check()?;
            at_point(field, [a, b], single, control)
        };
        let Some(images): Option<Vec<Images<K::Elem>>> =
            pairs.map(images).collect::<Result<Vec<_>>>()?.into_iter().collect()
        else {
            return Ok(false);
        };
        let Some(first) = images.first() else { return Ok(true) };
        if self.count() == 0 {
            self.degree = first[0].len() - 1;
            self.sequences = first.each_ref().map(|image| vec![Vec::new(); image.len()]);
        }
        if images.iter().any(|image| image[0].len() != self.degree + 1) {
            return Ok(false);
        }
        for image in images {
            for (sequences, image) in self.sequences.iter_mut().zip(image) {
                sequences.iter_mut().zip(image).for_each(|(sequence, c)| sequence.push(c));
            }
        }
        Ok(true)
    }
}

/// gcd(a, b) and the quotients with leading coefficients 1; `None` where a single leading term vanishes, or a polynomial does.
///
/// # Errors
/// `Cancelled`.
fn at_point<K: Arithmetic>(
    field: K,
    [a, b]: [&[K::Elem]; 2],
    single: [bool; 2],
    control: &Control,
) -> Result<Option<Images<K::Elem>>> {
    let vanishes = |f: &[K::Elem]| f.last().is_none_or(|&lead| lead == field.zero());
    if [a, b].into_iter().zip(single).any(|(f, single)| single && vanishes(f)) {
        return Ok(None);
    }
    let [a, b] = [a, b].map(|f| {
        let mut f = f.to_vec();
        trim(&mut f);
        monic(field, f)
    });
    if a.is_empty() || b.is_empty() {
        return Ok(None);
    }
    let gcd = gcd(field, &a, &b, control)?;
    let (a, b) = (quotient(field, a, &gcd, control)?, quotient(field, b, &gcd, control)?);
    Ok(Some([gcd, a, b].map(|mut image| {
        image.reverse();
        image
    })))
}
