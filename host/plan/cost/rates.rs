//! How fast an engine is: nanoseconds of what its stages are made of.

use super::half_gcd::{half_gcd_points, half_resultant};
use super::{Axis, Scalar, ScalarFamily, Work};
use crate::clock::StageTime;
use serde::{Deserialize, Serialize};

/// Nanoseconds of one thing, and of each unit of its size: t = each + further * size.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Linear {
    /// Of size 0.
    pub each: f64,
    /// For each unit of the size.
    pub further: f64,
}

impl Linear {
    /// Of one thing of this size.
    pub fn at(&self, size: f64) -> f64 {
        self.each + self.further * size
    }
}

/// Degrees of both polynomials of a resultant at which steps are measured, ascending: from 340 on a device takes them in blocks.
pub const DEGREES: [u32; 9] = [4, 8, 16, 32, 64, 256, 512, 1024, 2048];

/// Rows of a matrix at which they are.
pub const ROWS: [u32; 6] = [4, 8, 16, 32, 64, 256];

/// The value of a curve at `size`: between two of its `sizes` on a line over the logarithm, beyond them as at the last.
fn on_curve(sizes: &[u32], curve: &[f64], size: f64) -> f64 {
    let next = sizes.iter().take_while(|&&at| f64::from(at) < size).count();
    let Some(before) = next.checked_sub(1) else { return curve[0] };
    let Some(&end) = sizes.get(next) else { return curve[before] };
    let begin = f64::from(sizes[before]);
    let part = (size / begin).log2() / (f64::from(end) / begin).log2();
    curve[before] + part * (curve[next] - curve[before])
}

/// Nanoseconds of an engine, on one core or on all that it has, for each prime of a bundle that is full. Which one says who has them: the
/// constants are of one core, or of a device; measured ones of an engine with all its threads ([`crate::Calibration`]).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rates {
    /// Bits that a prime is sure to have: 2^bits divides nothing, but primes are above it.
    pub prime_bits: u32,
    /// Primes of a bundle, which takes its time however few it has, and of a smaller one for what is left, up to half of a large one.
    pub bundle: (u32, u32),
    /// Time of a smaller bundle in that of a large one.
    pub small_bundle: f64,
    /// Most coefficients with which the last variable is evaluated by products, in place of a transform.
    pub direct: u32,
    /// A root of unity of the tables.
    pub table: f64,
    /// A polynomial of the input until an engine has it, and each 32-bit word of its integers: what is taken out, bounds, primes; once, on the host.
    pub input: Linear,
    /// An integer that is reduced, and each 32-bit word of it.
    pub reduction: Linear,
    /// A value along the last variable by products, and each coefficient of it.
    pub product: Linear,
    /// A point, whatever is computed there: powers that its values have in common, and its part of an inversion.
    pub point: f64,
    /// An element that a transform makes on the way to values, and each doubling of its length.
    pub forward: Linear,
    /// The same on the way back.
    pub inverse: Linear,
    /// An element of a tensor beyond the cache, as it is written and read again.
    pub far: f64,
    /// A coefficient of the answer as a plain residue among those of its prime.
    pub selection: f64,
    /// An element step of a resultant, three products, by its size: at [`DEGREES`].
    pub resultant: [f64; DEGREES.len()],
    /// An element that a division only multiplies ([`Scalar::scaled`]), one product.
    pub scaling: f64,
    /// An element step of a determinant, three products, by its size: at [`ROWS`].
    pub determinant: [f64; ROWS.len()],
    /// A product of the lift: coefficients times primes times primes.
    pub lift: f64,
    /// The same where the lift's table is beyond the cache.
    pub far_lift: f64,
    /// A residue that is lifted.
    pub residue: f64,
    /// An entry of the lift's table: primes times primes.
    pub entry: f64,
    /// An integer that is lifted, of however few primes.
    pub integer: f64,
    /// How many primes there are for each coefficient, at least, where they are lifted by a tree of products.
    pub tree_primes: u32,
    /// Such a tree, and each coefficient that it lifts: n log2(n)^2 times for n primes.
    pub tree: Linear,
    /// A coefficient of the answer, which is compared and written down.
    pub coefficient: f64,
    /// Milliseconds however little there is to do.
    pub fixed: f64,
}

// A rate that is 0 in the constants is a part of other rates there: they are of whole stages.

/// One core with 31-bit primes in AVX-512, as compilers made it before there was code for AVX2: dense pairs of degrees 20 and 40 in both variables, one of y-degree 200, and a univariate one of
/// degree 3000, on two cores of an EPYC; medians of the 2013 paper's rows R1, R5, R12, R16'.
///
/// A reduction takes a quarter to a half of this by now (`benches/results/2026-11-27-h100-rows.txt`). The choice between primes and sequences of long integers
/// has been tried with these numbers, and would keep to primes for up to twice as long as the sequence takes with smaller ones.
pub const CORE_31: Rates = Rates {
    prime_bits: 30,
    bundle: (16, 4),
    small_bundle: 0.5,
    direct: 64,
    table: 10.0,
    input: Linear { each: 0.0, further: 0.0 },
    reduction: Linear { each: 13.0, further: 0.7 },
    product: Linear { each: 3.0, further: 0.1 },
    point: 0.0,
    forward: Linear { each: 5.0, further: 1.0 },
    inverse: Linear { each: 5.0, further: 1.0 },
    far: 0.0,
    selection: 0.0,
    resultant: [0.4; DEGREES.len()],
    scaling: 0.4,
    determinant: [0.6; ROWS.len()],
    lift: 0.2,
    far_lift: 0.2,
    residue: 50.0,
    entry: 0.5,
    integer: 0.0,
    tree_primes: u32::MAX,
    tree: Linear { each: 0.0, further: 0.0 },
    coefficient: 500.0,
    fixed: 0.1,
};

/// One core with 31-bit primes in AVX2, as every x86-64 processor that has it takes them: a Zen 3, as a calibration finds it
/// (`benches/results/2026-11-27-epyc-avx2.txt`); of its reduction see [`CORE_31`].
pub const CORE_31_AVX2: Rates = Rates {
    small_bundle: 0.5,
    table: 0.8,
    reduction: Linear { each: 0.4, further: 0.9 },
    product: Linear { each: 1.8, further: 0.055 },
    point: 2.8,
    forward: Linear { each: 0.1, further: 0.31 },
    inverse: Linear { each: 1.3, further: 0.14 },
    selection: 1.4,
    resultant: [0.83, 0.58, 0.47, 0.33, 0.28, 0.28, 0.28, 0.28, 0.28],
    scaling: 0.035,
    determinant: [0.42, 0.28, 0.3, 0.3, 0.3, 0.3],
    lift: 0.17,
    far_lift: 0.17,
    residue: 9.0,
    entry: 2.6,
    integer: 130.0,
    coefficient: 50.0,
    fixed: 0.01,
    ..CORE_31
};

/// One core with 50-bit primes: see [`CORE_31`], and R3, R10, R12, R16'.
pub const CORE_50: Rates = Rates {
    prime_bits: 49,
    bundle: (8, 8),
    small_bundle: 1.0,
    direct: 96,
    table: 15.0,
    input: Linear { each: 0.0, further: 0.0 },
    reduction: Linear { each: 22.0, further: 1.0 },
    product: Linear { each: 2.5, further: 0.08 },
    point: 0.0,
    forward: Linear { each: 6.0, further: 1.5 },
    inverse: Linear { each: 8.0, further: 1.5 },
    far: 0.0,
    selection: 0.0,
    resultant: [0.27; DEGREES.len()],
    scaling: 0.3,
    determinant: [0.4; ROWS.len()],
    lift: 0.06,
    far_lift: 0.12,
    residue: 55.0,
    entry: 18.0,
    integer: 0.0,
    tree_primes: 64,
    tree: Linear { each: 15.0, further: 5.0 },
    coefficient: 500.0,
    fixed: 0.1,
};

/// A device (H200), warm: R12 and R16', and what is left for R1, launches and copies.
pub const H200: Rates = Rates {
    prime_bits: 30,
    bundle: (1, 1),
    small_bundle: 1.0,
    direct: 64,
    table: 0.0,
    input: Linear { each: 0.0, further: 0.0 },
    reduction: Linear { each: 0.0045, further: 0.0 },
    product: Linear { each: 0.0045, further: 0.0 },
    point: 0.0,
    forward: Linear { each: 0.0045, further: 0.0 },
    inverse: Linear { each: 0.0045, further: 0.0 },
    far: 0.0,
    selection: 0.0,
    resultant: [0.00042; DEGREES.len()],
    scaling: 0.00042,
    determinant: [0.00042; ROWS.len()],
    lift: 0.0004,
    far_lift: 0.0004,
    residue: 0.0,
    entry: 0.0,
    integer: 0.0,
    tree_primes: u32::MAX,
    tree: Linear { each: 0.0, further: 0.0 },
    coefficient: 0.0,
    fixed: 0.3,
};

/// Primes between 2^29 and 2^32 / 3.
const PRIMES_31: f64 = 43.3e6;

/// Primes whose table of the lift is some ten MiB.
const CACHED: f64 = 1500.0;

/// Primes from which products of long integers make a lift grow less than the square of their number: about as n^(3/2), on one core of a Zen 3 63, 79, 240, 417 and 532 ns
/// for each residue of 138, 533, 1980, 6585 and 15,803 primes (`benches/results/2026-11-26-epyc-progress-2.txt`).
const LONG: f64 = 640.0;

/// Elements of a tensor of 16 MiB, which all primes of a bundle have 64 bytes for: more than the caches keep from one stage to the next.
const NEAR: f64 = (1 << 18) as f64;

/// n log2(n)^2: what a tree of products over so many primes takes, each of whose levels multiplies numbers of n words altogether.
pub(crate) fn tree_size(primes: usize) -> f64 {
    let n = primes.max(2) as f64;
    n * n.log2().powi(2)
}

impl Rates {
    /// Primes as many as take the time of `primes` in full bundles.
    pub fn in_bundles(&self, primes: u64) -> f64 {
        let (large, small) = (u64::from(self.bundle.0.max(1)), u64::from(self.bundle.1.max(1)));
        let rest = primes % large;
        match rest > 0 && small < large && rest <= large / 2 {
            true => (primes - rest) as f64 + rest.div_ceil(small) as f64 * large as f64 * self.small_bundle,
            false => primes.next_multiple_of(large) as f64,
        }
    }

    /// Primes that determine integers of so many bits and their signs; one where there are none to be lifted.
    pub fn primes(&self, bits: u64) -> u64 {
        bits / u64::from(self.prime_bits.max(1)) + 1
    }

    /// Whether so many coefficients are few for so many primes, fewer than one for every [`Rates::tree_primes`] of them: then a tree of products
    /// takes less time than a table of cofactors. O(1).
    pub fn lifts_by_tree(&self, coefficients: usize, primes: usize) -> bool {
        coefficients.saturating_mul(self.tree_primes as usize) < primes
    }

    /// Whether the lift multiplies long integers: where a CPU has primes of 31 bits.
    fn multiplies(&self) -> bool {
        self.bundle.0 > 1 && self.prime_bits <= 31
    }

    /// Nanoseconds of the lift of so many coefficients from their residues modulo so many primes.
    pub fn lifting(&self, coefficients: usize, primes: usize) -> f64 {
        if self.lifts_by_tree(coefficients, primes) {
            return tree_size(primes) * self.tree.at(coefficients as f64);
        }
        // Eight are lifted together.
        let (together, primes) = (coefficients.div_ceil(8) as f64 * 8.0, primes as f64);
        let product = if primes < CACHED { self.lift } else { self.far_lift };
        let products = if self.multiplies() { primes.min((primes * LONG).sqrt()) } else { primes };
        primes * (products * (together * product + self.entry) + together * self.residue) + together * self.integer
    }

    /// Nanoseconds of all element steps of a scalar.
    pub fn scalar(&self, scalar: &Scalar) -> f64 {
        let step = match scalar.family {
            ScalarFamily::Resultant => on_curve(&DEGREES, &self.resultant, scalar.size),
            ScalarFamily::Determinant => on_curve(&ROWS, &self.determinant, scalar.size),
        };
        step * scalar.steps as f64 + self.scaling * scalar.scaled as f64
    }

    /// The part of the time of a resultant's element steps that half-gcd takes where it is faster: the steps that make both degrees equal, and then for
    /// each degree as many as there are at the degree from which it is faster.
    pub(crate) fn by_half_gcd(&self, work: &Work) -> f64 {
        let from = half_resultant(self.prime_bits);
        let is_possible = self.bundle.0 > 1 && work.axes.is_empty() && work.on_roots;
        let Some((p, q)) = work.scalar.long.filter(|&(_, q)| is_possible && q >= from) else { return 1.0 };
        // One in phi(n) = 4 n / 15 primes is 1 modulo n = 15 2^a; 50 bits have plenty.
        let available = PRIMES_31 * 15.0 / 4.0 / f64::from(half_gcd_points(p));
        if self.prime_bits <= 31 && self.primes(work.bits) as f64 > available {
            return 1.0;
        }
        f64::from(p - q + from) / f64::from(p.max(1))
    }

    /// An element step of a long scalar that is taken by itself, as progress is measured.
    pub fn step(&self) -> f64 {
        on_curve(&DEGREES, &self.resultant, 64.0)
    }

    /// An integer that is reduced, of some words, as progress is measured.
    pub fn integer(&self) -> f64 {
        self.reduction.at(4.0)
    }

    /// A value that is made from some coefficients, as progress is measured.
    pub fn value(&self) -> f64 {
        self.product.at(20.0)
    }

    /// A coefficient that a transform of usual length makes, as progress is measured.
    pub fn interpolated(&self) -> f64 {
        self.inverse.at(10.0)
    }

    /// Nanoseconds of the stages up to the residues of the answer, modulo one prime of a full bundle.
    fn of_prime(&self, work: &Work) -> [(&'static str, f64); 5] {
        let (transforms, last) = self.evaluations(work);
        let points = work.points();
        [
            ("tables", self.table * work.roots()),
            ("reduce", self.reduction.each * work.integers as f64 + self.reduction.further * work.words as f64),
            ("evaluate", transforms),
            ("scalars", points * (self.point + self.scalar(&work.scalar) * self.by_half_gcd(work)) + last),
            ("interpolate", self.interpolation(work) + self.selection * work.coefficients as f64),
        ]
    }

    /// Nanoseconds of the stages up to the residues of the answer, as progress is measured.
    pub fn residues(&self, work: &Work, primes: u64) -> f64 {
        self.in_bundles(primes) * self.of_prime(work).iter().map(|(_, time)| time).sum::<f64>()
    }

    /// Milliseconds on the host before an engine has the input.
    pub(crate) fn input(&self, work: &Work) -> f64 {
        1e-6 * (self.input.each * work.polynomials() + self.input.further * work.words as f64)
    }

    /// Milliseconds of the stages of a computation modulo `primes` primes, in their order, and of what else there is; none of them is
    /// negative, and their sum is what it takes. The time of the last variable where it is evaluated by products is a
    /// part of the scalars, which ask for the values. O(variables) operations.
    pub fn stages(&self, work: &Work, primes: u64) -> Vec<StageTime> {
        let all = self.in_bundles(primes) * 1e-6;
        let lift = self.lifting(usize::try_from(work.coefficients).unwrap_or(usize::MAX), primes as usize);
        let other = self.fixed + 1e-6 * self.coefficient * work.coefficients as f64;
        let engine = self.of_prime(work).map(|(stage, time)| (stage, all * time));
        let stages =
            [("input", self.input(work))].into_iter().chain(engine).chain([("lift", 1e-6 * lift), ("other", other)]);
        stages.map(|(stage, milliseconds)| StageTime { stage, milliseconds }).collect()
    }

    /// Milliseconds of all stages.
    pub fn milliseconds(&self, work: &Work, primes: u64) -> f64 {
        self.stages(work, primes).iter().map(|stage| stage.milliseconds).sum()
    }

    /// Nanoseconds of memory for each element of a tensor of so many.
    fn beyond(&self, elements: f64) -> f64 {
        if elements > NEAR { self.far } else { 0.0 }
    }

    /// Nanoseconds of evaluation modulo one prime: by transforms, and by products along the last variable.
    fn evaluations(&self, work: &Work) -> (f64, f64) {
        if !work.on_roots {
            // A product of Horner's rule, which waits for the one before, takes two element steps.
            return (0.0, self.step() * work.points() * 2.0 * work.integers as f64);
        }
        let (mut made, mut transforms) = (work.integers as f64, 0.0);
        for (k, (n, axis)) in work.axes.iter().enumerate() {
            made *= axis.points() as f64 / f64::from((*n).max(1));
            if k + 1 == work.axes.len() && *n <= self.direct {
                return (transforms, made * self.product.at(f64::from(*n)));
            }
            transforms += made * (self.forward.at(f64::from(axis.len.max(1)).log2()) + self.beyond(made));
        }
        (transforms, 0.0)
    }

    /// Nanoseconds of evaluation modulo one prime, all variables.
    pub(crate) fn evaluation(&self, work: &Work) -> f64 {
        let (transforms, last) = self.evaluations(work);
        transforms + last
    }

    /// Nanoseconds of interpolation modulo one prime.
    fn interpolation(&self, work: &Work) -> f64 {
        let points = work.points();
        if !work.on_roots {
            // A step of it takes one and a half element steps.
            return self.step() * points * points * 1.5;
        }
        let depth = |len: u32, cosets: u32| {
            // A solve across cosets has as many products for each element, a doubling about one.
            f64::from(len.max(1)).log2() + if cosets > 1 { f64::from(cosets) } else { 0.0 }
        };
        let each = |axis: &Axis| self.inverse.at(depth(axis.len, axis.cosets)) + self.beyond(points);
        let outputs = f64::from(work.scalar.outputs);
        work.axes.iter().map(|(_, axis)| outputs * points * each(axis)).sum()
    }

    /// Whether every rate is a number that time may have, as those of a file need not be.
    pub(crate) fn is_sound(&self) -> bool {
        let linear = |l: &Linear| [l.each, l.further];
        let mut all = vec![self.small_bundle, self.table, self.lift, self.far_lift, self.residue, self.entry];
        all.extend([self.coefficient, self.fixed, self.point, self.far, self.selection, self.scaling, self.integer]);
        all.extend(
            [self.input, self.reduction, self.product, self.forward, self.inverse, self.tree].iter().flat_map(linear),
        );
        all.extend(self.resultant.iter().chain(&self.determinant));
        let steps = self.resultant.iter().chain(&self.determinant).all(|&step| step > 0.0);
        let sizes = [self.bundle.0, self.bundle.1, self.prime_bits, self.tree_primes].iter().all(|&n| n > 0);
        sizes && steps && all.iter().all(|rate| rate.is_finite() && *rate >= 0.0)
    }
}
