//! The shape of images of two polynomials, before they are computed.

use super::dense::Dense;
use crate::engine::AnyEngine;
use crate::engine::gcd::{PointsJob, PointsShape};
use crate::gcd::bound::{log2_binomial, log2_norm};
use crate::plan::cost::{Scalar, Work, usual_points};
use crate::plan::grid::Evaluation;

/// Polynomials without content, with their main variable and bounds on the degrees of their GCD.
pub(super) struct Shape<'a> {
    pub f: &'a Dense,
    pub g: &'a Dense,
    /// The main variable.
    pub var: usize,
    /// Degrees that the GCD has at most, and is likely to have.
    pub bounds: &'a [usize],
}

/// The same by degrees alone.
#[derive(Clone, Copy)]
pub(super) struct Sizes<'a> {
    /// Coefficients of f and g in each variable.
    pub f: &'a [usize],
    pub g: &'a [usize],
    pub var: usize,
    pub bounds: &'a [usize],
}

/// log2 of the Euclidean norm.
fn norm(f: &Dense) -> f64 {
    log2_norm(f.coefficients.iter().map(|c| c.as_limbs()))
}

/// The sum of the degrees in all variables.
fn degrees(f: &Dense) -> f64 {
    f.dims.iter().map(|&n| n as f64 - 1.0).sum()
}

/// Bits that suffice for the coefficients of every divisor of f and of g with degrees up to `bounds`.
///
/// The coefficients of a polynomial h of degrees d_k are at most prod C(d_k, e_k) M(h) for Mahler's measure M (Mahler, On some inequalities
/// for polynomials in several variables, J. London Math. Soc. 37, 1962). It is multiplicative, at least 1 for integer polynomials, and at
/// most the Euclidean norm.
pub(super) fn divisor_bits(f: &Dense, g: &Dense, bounds: &[usize]) -> u64 {
    let binomials: f64 = bounds.iter().map(|&d| log2_binomial(d as u64, d as u64 / 2)).sum();
    (binomials + norm(f).min(norm(g))).max(0.0).ceil() as u64 + 1
}

impl Sizes<'_> {
    /// The stage at a point.
    pub fn job(&self) -> PointsJob {
        let (p, q) = (self.f[self.var] as u32 - 1, self.g[self.var] as u32 - 1);
        PointsJob { p, q, degree: (self.bounds[self.var] as u32).min(p).min(q), shape: PointsShape::Auto }
    }

    /// Coefficients of f and g, and points, per kept variable.
    pub fn dims(&self) -> Vec<u32> {
        let kept = (0..self.f.len()).filter(|&k| k != self.var);
        kept.map(|k| self.f[k].max(self.g[k]) as u32).collect()
    }

    /// Coefficients of the GCD and of both cofactors.
    pub fn coefficients(&self) -> u64 {
        let sizes = |degree: &dyn Fn(usize) -> usize| (0..self.f.len()).map(|k| degree(k) as u64 + 1).product::<u64>();
        let cofactor = |h: &[usize]| sizes(&|k| (h[k] - 1).saturating_sub(self.bounds[k]));
        sizes(&|k| self.bounds[k]) + cofactor(self.f) + cofactor(self.g)
    }

    /// The quantities that the time of the images and of their lift depends on, for coefficients of so many bits.
    pub fn work(&self, bits: u64) -> Work {
        let (job, dims) = (self.job(), self.dims());
        let rows = u64::from(job.inputs());
        let degrees: Vec<u32> = dims.iter().map(|&n| n - 1).collect();
        let integers = dims.iter().fold(rows, |all, &n| all.saturating_mul(n.into()));
        Work {
            integers,
            words: integers.saturating_mul(bits.div_ceil(32)),
            axes: dims.iter().copied().zip(usual_points(&degrees, Evaluation::Auto)).collect(),
            on_roots: true,
            scalar: Scalar { steps: steps(&job), ..Scalar::resultant(job.p, job.q) },
            coefficients: self.coefficients(),
            bits: usual_bits(bits, self.bounds),
        }
    }
}

impl Shape<'_> {
    /// Its degrees.
    pub fn sizes(&self) -> Sizes<'_> {
        Sizes { f: &self.f.dims, g: &self.g.dims, var: self.var, bounds: self.bounds }
    }

    /// The stage at a point.
    pub fn job(&self) -> PointsJob {
        self.sizes().job()
    }

    /// Coefficients of f and g, and points, per kept variable.
    pub fn dims(&self) -> Vec<u32> {
        self.sizes().dims()
    }

    /// Coefficients of the GCD and of both cofactors.
    pub fn coefficients(&self) -> u64 {
        self.sizes().coefficients()
    }

    /// Bits of the primes that usually suffice.
    pub fn bits(&self) -> u64 {
        usual_bits(self.f.height().max(self.g.height()), self.bounds)
    }

    /// As many primes of an engine.
    pub fn primes(&self, engine: &dyn AnyEngine) -> usize {
        (self.bits() / engine.prime_size().least_bits()) as usize + 2
    }

    /// Bits of the primes that always suffice, when none of them is unlucky.
    ///
    /// With c = gcd(lc f, lc g), H F = s f for a divisor s of c. All norms of divisors of s f are at most 2^(sum of its degrees) times its
    /// measure, and so is their product; M(s f) <= |s|_1 |f|_2. What is found is certain when the primes exceed 2^4 |H|_1 |F|, and of
    /// what is missing half as much again is taken.
    pub fn most_bits(&self) -> u64 {
        let lead = |f: &Dense| {
            let rows = f.rows(self.var);
            let last = rows.into_iter().flatten().next_back();
            last.map_or((0.0, 0.0), |lead| (degrees(&lead), degrees(&lead) + norm(&lead)))
        };
        let (f, g) = (lead(self.f), lead(self.g));
        let (of_scale, scale) = if f.1 <= g.1 { f } else { g };
        let certain = |f: &Dense| degrees(f) + of_scale + scale + norm(f) + 4.0;
        (1.5 * certain(self.f).max(certain(self.g))).ceil() as u64
    }

    /// The quantities that the time of the images and of their lift depends on.
    pub fn work(&self) -> Work {
        self.sizes().work(self.f.height().max(self.g.height()))
    }
}

/// Element steps at a point, those of the quotients too, by which a fifth more time goes by than with those of a resultant.
pub(super) fn steps(job: &PointsJob) -> u64 {
    job.steps().iter().sum::<u64>() * 6 / 5
}

/// The same, as progress is measured: each division of a remainder sequence takes the time of some steps however short it is.
pub(super) fn predicted_steps(job: &PointsJob) -> u64 {
    steps(job) + DIVISION * u64::from(job.p.min(job.q) - job.degree + 1)
}

/// Element steps in whose time a division begins and ends: 20 to 30 ns of one prime of sixteen, in three and four variables.
const DIVISION: u64 = 70;

/// Bits of the primes that usually suffice for polynomials of `height` bits and a GCD of the degrees `bounds`.
pub(super) fn usual_bits(height: u64, bounds: &[usize]) -> u64 {
    let size: f64 = bounds.iter().map(|&b| (b as f64 + 1.0).log2()).sum();
    height + size as u64 + 4
}

#[cfg(test)]
mod tests {
    use super::super::exact;
    use super::*;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    /// Divisors are within their bound, among them some that are longer than their multiples, and identities within theirs.
    #[test]
    fn divisors_are_within() {
        let mut rng = StdRng::seed_from_u64(3);
        let mut random = |dims: [usize; 2], most: i32| {
            let coefficients = (0..dims[0] * dims[1]).map(|_| rng.random_range(1..=most).into()).collect();
            Dense::new(dims.to_vec(), coefficients).unwrap()
        };
        // (x y - 1)^3 divides (x^3 y^3 - 1)^3.
        let binomial = |e: usize| {
            let mut one = vec![0.into(); (e + 1) * (e + 1)];
            (one[0], one[(e + 1) * (e + 1) - 1]) = ((-1).into(), 1.into());
            let one = Dense::new(vec![e + 1, e + 1], one).unwrap();
            let square = exact::product(&one, &one, 1 << 30).unwrap();
            exact::product(&square, &one, 1 << 30).unwrap()
        };
        let whole = binomial(3);
        let part = binomial(1);
        assert!(part.height() <= divisor_bits(&whole, &whole, &[3, 3]));
        for (dims, most) in [([3, 4], 100), ([2, 2], 1 << 30), ([6, 5], 3)] {
            let [h, a, b] = [dims, [3, 3], [4, 2]].map(|dims| random(dims, most));
            let [f, g] = [&a, &b].map(|other| exact::product(&h, other, 1 << 30).unwrap());
            let bounds: Vec<usize> = dims.iter().map(|n| n - 1).collect();
            assert!(h.height() <= divisor_bits(&f, &g, &bounds), "{dims:?}");
            let shape = Shape { f: &f, g: &g, var: 0, bounds: &bounds };
            // h itself has the bits that prove it.
            assert!(h.norm_bits() + a.height().max(b.height()) <= shape.most_bits(), "{dims:?}");
            assert!(shape.bits() <= shape.most_bits());
            let steps = shape.job();
            assert_eq!((shape.dims(), steps.degree), (vec![f.dims[1].max(g.dims[1]) as u32], bounds[0] as u32));
        }
    }
}
