//! The stages of resultants and discriminants: scalars at the points of a grid, and samples at arbitrary points.

use super::Engine;
use crate::error::{ErrorKind, Result};
use crate::plan::cost::Scalar;
use crate::plan::cost::half_gcd::{half_gcd_points, half_resultant};
use crate::plan::primes::Prime;
use std::ops::Range;

/// How the resultant at one point is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum ScalarMethod {
    /// Division-free remainder sequence on a common schedule of degrees.
    #[default]
    Remainder,
    /// Generalised Schur algorithm, the displacement form of the 2013 paper (f monic).
    Schur,
    /// Generalised Schur algorithm, the displacement form of the 2010 paper (f and g monic).
    Schur2010,
}

/// How many threads of a device share one scalar, and where its operands are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum ScalarShape {
    /// The engine chooses by the size of the problem.
    #[default]
    Auto,
    /// One thread a scalar, operands in shared memory.
    Thread,
    /// Two threads a scalar, in the same lane of both warps of a block: their steps are found by the first one.
    Columns2,
    /// Four such threads a scalar.
    Columns4,
    /// Eight such threads a scalar.
    Columns8,
    /// Four lanes of a warp a scalar.
    Lanes4,
    /// Eight lanes of a warp a scalar.
    Lanes8,
    /// Half a warp a scalar.
    Lanes16,
    /// Each scalar has a warp.
    Lanes32,
    /// A block of 64 threads a scalar.
    Block64,
    /// A block of 128 threads a scalar.
    Block128,
    /// A block of 256 threads a scalar.
    Block256,
    /// One block a scalar, operands in memory of the device: for any degrees.
    Global,
    /// Many steps at a time, whose products tensor cores compute, by as many threads and in such memory as suit the degrees. As
    /// [`ScalarShape::Auto`] among the others on devices below compute capability 8.0, which lack the instruction.
    Blocks,
}

/// The scalar stage at each point, from f (degree p) and g (degree q).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScalarKind {
    /// res_(p,q)(f, g).
    Resultant,
    /// disc_p(f); g is f'.
    Discriminant,
}

/// The scalar stage of resultants and discriminants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScalarJob {
    /// The scalar.
    pub kind: ScalarKind,
    /// Formal degree of f: rows 0..=p of the values.
    pub p: u32,
    /// Formal degree of g: rows p+1..=p+q+1 of the values.
    pub q: u32,
    /// Degrees of the remainder sequence, larger degree first.
    pub schedule: Vec<u32>,
    /// How it is computed.
    pub method: ScalarMethod,
    /// On how many threads of a device.
    pub shape: ScalarShape,
}

impl ScalarJob {
    /// Rows of values that go in: the coefficients of f and g.
    pub fn rows(&self) -> u32 {
        self.p + self.q + 2
    }

    /// Refuses what no pair has: degrees whose rows are 2^31 or more, a schedule that does not begin with both degrees, the larger
    /// one first, or does not descend, a discriminant whose g has another degree than f'. Engines ask before they believe it.
    ///
    /// # Errors
    /// `Shape`.
    pub fn check(&self) -> Result<()> {
        let wrong = |what, expected: u32, found: u32| {
            Err(ErrorKind::Shape { what, expected: expected as usize, found: found as usize }.into())
        };
        if u64::from(self.p) + u64::from(self.q) + 2 > i32::MAX as u64 {
            return wrong("degree of a scalar", i32::MAX as u32, self.p.max(self.q));
        }
        if self.kind == ScalarKind::Discriminant && self.p.checked_sub(1) != Some(self.q) {
            return wrong("degree of a derivative", self.p.saturating_sub(1), self.q);
        }
        let (larger, smaller) = (self.p.max(self.q), self.p.min(self.q));
        let [first, second, ..] = self.schedule[..] else {
            return wrong("degrees of a schedule", 2, self.schedule.len() as u32);
        };
        if first != larger || second != smaller {
            let (expected, found) = if first != larger { (larger, first) } else { (smaller, second) };
            return wrong("first degrees of a schedule", expected, found);
        }
        match self.schedule[1..].windows(2).find(|pair| pair[1] >= pair[0]) {
            Some(pair) => wrong("next degree of a schedule, at most", pair[0].saturating_sub(1), pair[1]),
            None => Ok(()),
        }
    }

    /// Element steps of one scalar, about: (p + 1) (q + 1), or fewer where the degrees of a remainder sequence fall by more than one.
    pub fn steps(&self) -> u64 {
        self.scalar().steps
    }

    /// The same with what its time depends on.
    pub(crate) fn scalar(&self) -> Scalar {
        let long = Some((self.p.max(self.q), self.p.min(self.q))).filter(|_| self.method == ScalarMethod::Remainder);
        let mut scalar = Scalar { long, ..Scalar::resultant(self.p, self.q) };
        if self.method == ScalarMethod::Remainder && self.schedule.last() == Some(&0) {
            // b + 1 for each degree that one of degree a loses by one of degree b, and for one more.
            let of_pair = |pair: &[u32]| u64::from(pair[0].abs_diff(pair[1]) + 1) * (u64::from(pair[1]) + 1);
            let steps = self.schedule.windows(2).map(of_pair).sum::<u64>();
            if steps < scalar.steps {
                (scalar.steps, scalar.size) = (steps, (steps as f64).sqrt());
            }
        }
        scalar
    }

    /// Points of the transforms by which half-gcd multiplies polynomials modulo primes that are sure to have so many bits, where that may be faster than
    /// the remainder sequence step by step: on a CPU, where all primes of a bundle have one point.
    pub(crate) fn products(&self, prime_bits: u32) -> Option<u32> {
        let (p, q) = self.scalar().long?;
        (q >= half_resultant(prime_bits)).then(|| half_gcd_points(p))
    }

    /// Whether f and g change places so that the first has the larger degree.
    pub fn swapped(&self) -> bool {
        self.p < self.q
    }

    /// Whether the answer is minus what [`ScalarJob::method`] returns: the remainder form leaves out the signs of its schedule
    /// and of the swap, the Schur forms none; a discriminant has the sign of its definition.
    pub fn negative(&self) -> bool {
        let definition = self.kind == ScalarKind::Discriminant
            && !(self.p as u64 * (self.p as u64).saturating_sub(1) / 2).is_multiple_of(2);
        let remainder = self.method == ScalarMethod::Remainder
            && (gpu::resultant::remainder::schedule_sign(&self.schedule)
                ^ (self.swapped() && self.p & self.q & 1 != 0));
        definition ^ remainder
    }
}

/// Counts of a scalar stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ScalarCounts {
    /// Scalars computed.
    pub scalars: u64,
    /// Scalars computed a second time by the routine that follows its own degrees.
    pub repairs: u64,
}

impl ScalarCounts {
    /// Adds those of a part.
    pub fn include(&mut self, other: ScalarCounts) {
        self.scalars += other.scalars;
        self.repairs += other.repairs;
    }
}

/// Counts of [`ResultantEngine::sample`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SampleCounts {
    /// Scalars computed, and those computed by the routine that follows its own degrees.
    pub scalars: ScalarCounts,
    /// Scalars left out.
    pub dropped: u64,
    /// Scalars of one prime left out so far: of the one that most were left out of.
    pub most_dropped: u64,
    /// Samples of the prime that has fewest.
    pub least: u32,
}

impl SampleCounts {
    /// Adds those of a further call on the same samples.
    pub fn include(&mut self, other: SampleCounts) {
        self.scalars.include(other.scalars);
        self.dropped += other.dropped;
        (self.most_dropped, self.least) = (other.most_dropped, other.least);
    }
}

/// An engine with the stages of resultants. `points` is the number of points of the batch's grid.
pub trait ResultantEngine: Engine {
    /// Points with their scalars, per prime.
    type Samples;

    /// Whether this engine has the fast memory that the scalar stage of `job` needs to be worth while.
    fn has_room_for(&self, _job: &ScalarJob) -> bool {
        true
    }

    /// Scalars \[prime\]\[point\] from values \[prime\]\[row\]\[point\] of f and g.
    fn scalars(
        &mut self,
        batch: &Self::Batch,
        values: Self::Buffer,
        job: &ScalarJob,
    ) -> Result<(Self::Buffer, ScalarCounts)>;

    /// Set-up for arbitrary points: a batch without transforms whose answer has `coefficients` coefficients.
    fn begin_points(&mut self, coefficients: u32, primes: &[Prime<Self::Modulus>]) -> Result<Self::Batch>;

    /// Room for one sample per coefficient and prime of a batch of [`ResultantEngine::begin_points`].
    fn samples(&mut self, batch: &Self::Batch) -> Result<Self::Samples>;

    /// Evaluates `rows` polynomials with `n` coefficients each at the integers `points` (Horner), computes the scalars and
    /// appends (point, scalar) to the samples of every prime until it has enough. Points at which [`ScalarJob::method`] fails
    /// are left out, or with `repair` computed by the routine that follows its own degrees. The points must be new and less
    /// than every prime.
    fn sample(
        &mut self,
        batch: &Self::Batch,
        coefficients: &Self::Buffer,
        job: &ScalarJob,
        points: Range<u32>,
        repair: bool,
        into: &mut Self::Samples,
    ) -> Result<SampleCounts>;

    /// Coefficients \[prime\]\[exponent\] of the polynomials through full samples (Vandermonde-Schur).
    fn interpolate_samples(&mut self, batch: &Self::Batch, samples: Self::Samples) -> Result<Self::Buffer>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schedules_that_no_pair_has_are_refused() {
        let job = |kind, (p, q), schedule: &[u32]| ScalarJob {
            kind,
            p,
            q,
            schedule: schedule.to_vec(),
            method: ScalarMethod::Remainder,
            shape: ScalarShape::Auto,
        };
        let resultant = |degrees, schedule: &[u32]| job(ScalarKind::Resultant, degrees, schedule).check();
        for schedule in [&[5, 3][..], &[5, 3, 2, 1, 0], &[5, 3, 0]] {
            assert_eq!((resultant((5, 3), schedule), resultant((3, 5), schedule)), (Ok(()), Ok(())));
        }
        assert_eq!((resultant((4, 4), &[4, 4, 1]), resultant((0, 0), &[0, 0])), (Ok(()), Ok(())));
        for schedule in
            [&[][..], &[5], &[3, 5], &[6, 3], &[5, 4, 2], &[5, 3, 3], &[5, 3, 4], &[5, 3, 1, 2], &[5, 3, 0, 0]]
        {
            let error = resultant((5, 3), schedule).unwrap_err();
            assert!(matches!(error.kind(), ErrorKind::Shape { .. }), "{schedule:?}: {error}");
        }
        assert!(resultant((u32::MAX, u32::MAX), &[u32::MAX, u32::MAX]).is_err());
        assert_eq!(job(ScalarKind::Discriminant, (5, 4), &[5, 4, 3]).check(), Ok(()));
        assert!(job(ScalarKind::Discriminant, (5, 3), &[5, 3]).check().is_err());
        assert!(job(ScalarKind::Discriminant, (0, 0), &[0, 0]).check().is_err());
    }
}
