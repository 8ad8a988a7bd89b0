//! Projections onto one variable: x_k = b_k y^(s_k) with small weights s_k, for which the leading form of f or g is a single term.
//!
//! Then the leading forms of its divisors are single terms too. So the images of the GCD and of a cofactor, divided by their leading coefficients,
//! are images of Laurent polynomials with as many terms, and no leading coefficient need be known before.
//!
//! Source: Q.-L. Huang and X.-S. Gao, arXiv 2609.08074, for weights in place of a main variable.

use crate::alone;
use crate::alone::prelude::*;
use crate::poly::{Exponents, Polynomial};
use rand::Rng;

/// The longest image.
const LONGEST: u64 = 1 << 22;

/// Weights above which none are tried: among n d of them, for degrees d, one suffices with a probability of a half.
const WEIGHT: u32 = 1 << 24;

/// Terms of which one thread computes weights, at least.
const PARALLEL: usize = 4096;

/// Weights, and the end of the images at which single terms are.
#[derive(Debug, Clone)]
pub(super) struct Projection {
    weights: Vec<u32>,
    /// The leading forms are those of the lowest weight.
    from_below: bool,
    /// Whether the leading forms of f and g are single terms; one of them is.
    pub single: [bool; 2],
    /// The most terms of f or g of one weight.
    pub most: usize,
    /// Coefficients of the images of f and g together.
    pub lengths: u64,
    /// Degrees of f and g in all variables.
    pub limits: [Exponents; 2],
}

/// The weights of the terms of a polynomial.
struct Profile {
    lowest: u64,
    highest: u64,
    /// Terms of the lowest and of the highest weight.
    ends: [usize; 2],
    /// Terms of the most frequent weight.
    most: usize,
}

impl Profile {
    /// `None` where images are longer than [`LONGEST`].
    fn new(f: &Polynomial, weights: &[u32]) -> Option<Self> {
        let all = weights_of(f, weights);
        let (lowest, highest) = (*all.iter().min()?, *all.iter().max()?);
        if highest - lowest > LONGEST {
            return None;
        }
        if highest - lowest > 4 * all.len() as u64 {
            return Some(Self::of_few(all));
        }
        let mut counts = vec![0; (highest - lowest) as usize + 1];
        all.iter().for_each(|w| counts[(w - lowest) as usize] += 1);
        let ends = [counts[0], counts[counts.len() - 1]];
        Some(Profile { lowest, highest, ends, most: counts.into_iter().max().unwrap_or(0) })
    }

    /// Of weights that are few beside their range.
    fn of_few(mut all: Vec<u64>) -> Self {
        all.sort_unstable();
        let runs = || all.chunk_by(|a, b| a == b);
        let length = |run: Option<&[u64]>| run.map_or(0, <[u64]>::len);
        Profile {
            lowest: all.first().copied().unwrap_or(0),
            highest: all.last().copied().unwrap_or(0),
            ends: [length(runs().next()), length(runs().next_back())],
            most: runs().map(<[u64]>::len).max().unwrap_or(0),
        }
    }

    fn degree(&self) -> u64 {
        self.highest - self.lowest
    }
}

fn weight(weights: &[u32], exponents: &[u32]) -> u64 {
    exponents.iter().zip(weights).map(|(&e, &s)| u64::from(e) * u64::from(s)).sum()
}

/// The weights of all terms.
fn weights_of(f: &Polynomial, weights: &[u32]) -> Vec<u64> {
    f.terms().par_iter().with_min_len(PARALLEL).map(|term| weight(weights, &term.exponents)).collect()
}

impl Projection {
    /// The one with the least predicted time; `None` where there is none with images of at most [`LONGEST`].
    pub fn choose(f: &Polynomial, g: &Polynomial, random: &mut impl Rng) -> Option<Self> {
        let n = f.vars().len();
        let unit = |k: usize| (0..n).map(|i| u32::from(i == k)).collect::<Vec<u32>>();
        let limits = [f, g].map(Polynomial::all_degrees);
        let mut best: Option<(f64, Self)> = None;
        let mut include = |weights: Vec<u32>| {
            if let Some((time, projection)) = Self::predicted((f, g), weights, &limits)
                && best.as_ref().is_none_or(|(least, _)| time < *least)
            {
                best = Some((time, projection));
                return true;
            }
            best.is_none()
        };
        (0..n).for_each(|k| _ = include(unit(k)));
        include(vec![1; n]);
        let mut largest = 2;
        // Longer images have fewer terms of one weight, up to a point.
        while largest <= WEIGHT && include((0..n).map(|_| random.random_range(1..=largest)).collect()) {
            largest *= 2;
        }
        best.map(|(_, projection)| projection)
    }

    /// Nanoseconds, about, with these weights, if they serve.
    fn predicted(
        (f, g): (&Polynomial, &Polynomial),
        weights: Vec<u32>,
        limits: &[Exponents; 2],
    ) -> Option<(f64, Self)> {
        let (a, b) = alone::join(|| Profile::new(f, &weights), || Profile::new(g, &weights));
        let profiles = [a?, b?];
        let singles = |end: usize| profiles.each_ref().map(|profile| profile.ends[end] == 1);
        let count = |single: [bool; 2]| single.iter().filter(|&&single| single).count();
        let (below, above) = (singles(0), singles(1));
        let from_below = count(below) > count(above);
        let single = if from_below { below } else { above };
        if count(single) == 0 {
            return None;
        }
        // The GCD or a cofactor has mostly no more terms than the root of those of their product.
        let terms = [f, g].map(|h| h.terms().len() as f64);
        let frequent = |i: usize| profiles[i].most as f64 / terms[i].sqrt();
        let frequent = 1.0 + frequent(0).min(frequent(1));
        let [m, n] = profiles.each_ref().map(|profile| profile.degree() as f64 + 1.0);
        let images = 2.0 * frequent * (2.0 * (terms[0] + terms[1]) + 4.0 * m * n);
        let logarithms = 200.0 * frequent * frequent * m.min(n);
        let most = profiles[0].most.max(profiles[1].most);
        let lengths = profiles[0].degree() + profiles[1].degree() + 2;
        Some((images + logarithms, Projection { weights, from_below, single, most, lengths, limits: limits.clone() }))
    }

    /// The degree in y of each term, above the least of them, or below the highest if the leading forms are those of the lowest weight.
    pub fn degrees(&self, f: &Polynomial) -> Vec<u32> {
        let all = weights_of(f, &self.weights);
        let (lowest, highest) = (all.iter().min().copied().unwrap_or(0), all.iter().max().copied().unwrap_or(0));
        let degree = |w: &u64| if self.from_below { highest - w } else { w - lowest };
        // At most LONGEST.
        all.iter().map(|w| degree(w) as u32).collect()
    }

    /// The larger one of the degrees of f and g, in each variable.
    pub fn most_degrees(&self) -> Vec<u32> {
        let [a, b] = &self.limits;
        a.iter().zip(b).map(|(&a, &b)| a.max(b)).collect()
    }

    /// How far below the leading term a term is in y, for the differences of its exponents and those of the leading term.
    pub fn distance(&self, differences: &[i64]) -> i64 {
        let weight: i64 = differences.iter().zip(&self.weights).map(|(&e, &s)| e * i64::from(s)).sum();
        if self.from_below { weight } else { -weight }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    fn poly(text: &str) -> Polynomial {
        Polynomial::parse_in(text, &["x", "y", "z"]).unwrap()
    }

    #[test]
    fn leading_forms_are_single_terms() {
        let mut random = StdRng::seed_from_u64(1);
        for (f, g) in [
            ("x + y", "x*y*z + 1"),
            ("(x + y + z + 1)^5", "(x + y - z)^4"),
            ("x^2*y + x^2*z + y*z^2 + x*y^2", "(x + y + z)*(x*y + y*z + x*z)"),
            ("x^1000*y - z^3", "x^900 + y*z + 1"),
        ] {
            let (f, g) = (poly(f), poly(g));
            let projection = Projection::choose(&f, &g, &mut random).unwrap();
            for (h, single) in [&f, &g].into_iter().zip(projection.single) {
                let degrees = projection.degrees(h);
                let top = degrees.iter().max().unwrap();
                let lead: Vec<usize> = (0..degrees.len()).filter(|&k| degrees[k] == *top).collect();
                assert_eq!(lead.len() == 1, single);
                for (term, degree) in h.terms().iter().zip(&degrees) {
                    let lead = &h.terms()[lead[0]].exponents;
                    let differences: Vec<i64> =
                        term.exponents.iter().zip(lead).map(|(&a, &b)| i64::from(a) - i64::from(b)).collect();
                    assert_eq!(projection.distance(&differences), i64::from(top - degree));
                }
                assert!(degrees.contains(&0));
            }
            assert!(projection.single.contains(&true));
        }
    }

    #[test]
    fn images_that_are_too_long() {
        let mut random = StdRng::seed_from_u64(2);
        let (f, g) = (
            poly("x^100000000*y + y^100000000*z + z^100000000*x + 1"),
            poly("x^100000000 - y^100000000*z + z^99999999"),
        );
        assert!(Projection::choose(&f, &g, &mut random).is_none());
    }
}
