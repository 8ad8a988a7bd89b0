//! The supports of polynomials, each with random weights and the simplex that it replaces.

use super::Exponents;
use rand::Rng;
use rand::rngs::StdRng;

/// Bits of weights. Large degrees leave fewer: then events coincide more often, which the walk notices.
const WEIGHT: u32 = 32;

/// Bits of a weight times a degree.
const ROOM: u32 = 60;

/// The exponents of a polynomial: points of Z^n. The first n + 1 places are the corners 0, d e_1, .., d e_n of a simplex that holds them.
pub(super) struct Support {
    /// Coordinates of the points after the corners, \[point\]\[variable\].
    coordinates: Vec<i64>,
    /// n.
    variables: usize,
    /// The weight of each point. Those of the corners are d times those of the unit simplex.
    weights: Vec<i64>,
    /// d: the largest degree.
    pub(super) degree: i64,
    /// The place of a constant term that the polynomial does not have.
    pub(super) origin: Option<usize>,
}

impl Support {
    /// The number of places.
    pub(super) fn len(&self) -> usize {
        self.weights.len()
    }

    /// The exponents at a place after the corners.
    pub(super) fn point(&self, place: usize) -> &[i64] {
        let n = self.variables;
        &self.coordinates[(place - n - 1) * n..][..n]
    }

    /// A coordinate of the point at a place.
    pub(super) fn coordinate(&self, place: usize, v: usize) -> i64 {
        match place.checked_sub(self.variables + 1) {
            Some(point) => self.coordinates[point * self.variables + v],
            None if place == v + 1 => self.degree,
            None => 0,
        }
    }

    /// The weight at a place.
    pub(super) fn weight(&self, place: usize) -> i64 {
        self.weights[place]
    }

    /// Bits of the largest degree.
    pub(super) fn bits(&self) -> u32 {
        64 - self.degree.leading_zeros()
    }
}

/// Supports in n variables with random weights; with the bits of the largest; nothing where degrees are too large for any.
///
/// The weights of simplex j are those of a tropical hyperplane through a random point, the same for all, which lies where 0 and e_j have the
/// least value: there all n hyperplanes meet, and nowhere else.
pub(super) fn supports(exponents: &[Exponents], random: &mut StdRng) -> Option<(Vec<Support>, u32)> {
    let n = exponents.len();
    let degree = |points: &[Vec<i64>]| points.iter().map(|p| p.iter().sum::<i64>()).max().unwrap_or(0);
    let largest = exponents.iter().map(|of| degree(&of.points)).max().unwrap_or(0);
    let bits = WEIGHT.min(ROOM.checked_sub(64 - largest.leading_zeros())?);
    let range = 0..1i64 << bits;
    let meeting: Vec<i64> = (0..n).map(|_| random.random_range(range.clone())).collect();
    let support = |(j, Exponents { points, origin }): (usize, &Exponents)| {
        let degree = degree(points);
        let mut weights = vec![0];
        for (i, at) in meeting.iter().enumerate() {
            let above = if i == j { 0 } else { random.random_range(range.clone()) + 1 };
            weights.push(degree * (at + above));
        }
        let coordinates = points.iter().flatten().copied().collect();
        weights.extend(points.iter().map(|_| random.random_range(range.clone())));
        Support { coordinates, variables: n, weights, degree, origin: origin.map(|place| n + 1 + place) }
    };
    // Of a weight times a degree.
    let bits = bits + 1 + 64 - largest.leading_zeros();
    Some((exponents.iter().enumerate().map(support).collect(), bits))
}
