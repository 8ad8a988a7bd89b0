//! The stages of a GCD: its images modulo primes, and exact division.
//!
//! Integers of a batch of pairs are one flat table, reduced by [`Engine::reduce`] to \[prime\]\[integer\]. A polynomial is a
//! range of them, the constant term first.

use super::Engine;
use crate::error::Result;
use gpu::gcd::points::Degrees;

/// How the GCD of a pair modulo a prime is computed. The answer is the same for all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum GcdMethod {
    /// A division-free remainder sequence; with long operands on a device many steps of the leading coefficients at once and
    /// a block update of the rest, on a CPU half-gcd.
    #[default]
    Remainder,
    /// Generalised Schur algorithm on S^T S, S the Sylvester matrix (GCD paper).
    Schur,
}

impl GcdMethod {
    /// The name the program uses.
    pub fn name(self) -> &'static str {
        match self {
            GcdMethod::Remainder => "remainder",
            GcdMethod::Schur => "schur",
        }
    }
}

/// How a device computes the images by remainder sequences. The answer is the same for all.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum GcdShape {
    /// The engine chooses by the size of the problem.
    #[default]
    Auto,
    /// One block an image, operands in shared memory.
    Block,
    /// Rounds over many blocks, to the end.
    Rounds,
    /// Long rounds wherever there can be one. The grid must have an axis of [`GcdEngine::image_points`] points of a long pair.
    Long,
}

/// Where the polynomials f and g of one pair are, and the scale of their GCD.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GcdPair {
    /// First coefficient of f.
    pub f: u32,
    /// Formal degree of f; integers f..=f + p are its coefficients.
    pub p: u32,
    /// First coefficient of g.
    pub g: u32,
    /// Formal degree of g.
    pub q: u32,
    /// The integer that the leading coefficient of the image shall be.
    pub lead: u32,
}

impl GcdPair {
    /// Coefficients of an image: min(p, q) + 1.
    pub fn width(&self) -> u32 {
        self.p.min(self.q) + 1
    }
}

/// The point stage of a batch of GCDs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GcdJob {
    /// The pairs; the image of each takes [`GcdPair::width`] places behind that of the one before.
    pub pairs: Vec<GcdPair>,
    /// How it is computed.
    pub method: GcdMethod,
    /// On how much of a device.
    pub shape: GcdShape,
    /// Degrees of the images that are expected of the pairs, as progress is measured; 0 where there is none.
    pub expected: Vec<u32>,
}

/// Degree of an image that is of no use: the prime divides the integer at [`GcdPair::lead`], f and g vanish modulo the prime, or
/// the method failed there.
pub const UNLUCKY: u32 = u32::MAX;

/// One exact division: a dividend of formal degree `n` by a divisor of degree `d` <= n.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Division {
    /// First coefficient of the dividend, among the dividends.
    pub dividend: u32,
    /// Its formal degree.
    pub n: u32,
    /// First coefficient of the divisor, among the divisors.
    pub divisor: u32,
    /// Its degree: the integer divisor + d is not a multiple of any prime of the batch.
    pub d: u32,
}

/// How many threads of a device share one point of [`PointsJob`].
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum PointsShape {
    /// The engine chooses by the size of the problem.
    #[default]
    Auto,
    /// One thread a point, operands in shared memory.
    Thread,
    /// Four lanes of a warp a point.
    Lanes4,
    /// Each point has a warp.
    Lanes32,
    /// Each point has a block.
    Block,
    /// One block a point, operands in memory of the device: for any degrees.
    Global,
}

/// The point stage of a GCD of polynomials in several variables: at each point of the kept ones, GCD and cofactors in the main one.
///
/// Values are those of the p + 1 coefficients of f, the q + 1 of g, and of a polynomial c: the leading coefficients of the GCDs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PointsJob {
    /// Formal degree of f.
    pub p: u32,
    /// Formal degree of g.
    pub q: u32,
    /// Degree d >= 1 that the GCD has at most points, d <= p, q.
    pub degree: u32,
    /// On how many threads of a device; where their operands do not fit into shared memory, on more.
    #[doc(hidden)]
    pub shape: PointsShape,
}

impl PointsJob {
    /// As the shared mathematics takes it.
    pub fn degrees(&self) -> Degrees {
        Degrees { p: self.p, q: self.q, d: self.degree }
    }

    /// Rows of values that go in.
    pub fn inputs(&self) -> u32 {
        self.degrees().inputs()
    }

    /// Rows of values that come out: coefficients below d of h, all of f / h and g / h.
    pub fn outputs(&self) -> u32 {
        self.degrees().outputs()
    }

    /// Element steps at a point where the GCD has the degree d, as progress is measured: of a remainder sequence that ends there, p q - d^2 and one
    /// for each coefficient, and of both quotients, (p - d) (d + 1) and (q - d) (d + 1). Degrees are below 2^31, so that no sum is beyond 2^64.
    pub(crate) fn steps(&self) -> [u64; 2] {
        let [p, q, d] = [self.p, self.q, self.degree].map(u64::from);
        [((p + 1) * (q + 1)).saturating_sub(d * d), (p.saturating_sub(d) + q.saturating_sub(d)) * (d + 1)]
    }
}

/// The degrees of the GCDs at all points modulo one prime.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PointDegrees {
    /// The least.
    pub least: u32,
    /// The greatest; [`UNLUCKY`] where a point is of no use: c vanishes there, or f and g do.
    pub most: u32,
}

impl PointDegrees {
    /// Where there are no points.
    pub const NONE: PointDegrees = PointDegrees { least: UNLUCKY, most: 0 };

    /// With one point more, or several.
    pub fn include(&mut self, other: PointDegrees) {
        self.least = self.least.min(other.least);
        self.most = self.most.max(other.most);
    }
}

/// An engine with the stages of GCDs.
pub trait GcdEngine: Engine {
    /// Primes whose images of one pair take about the time of one image.
    fn at_once(&self) -> usize;

    /// Points that the axis of a batch's grid should have for images of polynomials of these degrees, so that they are faster; 0: no
    /// axis is needed. It is never needed for the answer.
    fn image_points(&self, _degrees: (u32, u32)) -> u32 {
        0
    }

    /// Points that the axis of a batch's grid should have for these divisions, so that they are faster; 0: no axis is needed. It is never
    /// needed for the answer.
    fn division_points(&self, _divisions: &[Division]) -> u32 {
        0
    }

    /// Images \[prime\]\[coefficient\] of all pairs and their degrees \[prime\]\[pair\]: modulo each prime the GCD of f and g,
    /// multiplied so that its leading coefficient is that of [`GcdPair::lead`]; above its degree the image is 0. The degree is
    /// [`UNLUCKY`] where it means nothing, and so are the coefficients then.
    fn gcd_images(
        &mut self,
        batch: &Self::Batch,
        residues: &Self::Buffer,
        job: &GcdJob,
    ) -> Result<(Self::Buffer, Vec<u32>)>;

    /// From values \[prime\]\[row\]\[point\] of f, g and c, the constant terms first, the values \[prime\]\[row\]\[point\] of h, f / h and
    /// g / h, h the GCD at the point with the leading coefficient c, which is left out; and the degrees of h. Rows of a point with
    /// another degree than [`PointsJob::degree`] mean nothing. At all others h (f / h) = f by exact division.
    fn gcd_points(
        &mut self,
        batch: &Self::Batch,
        values: Self::Buffer,
        job: &PointsJob,
    ) -> Result<(Self::Buffer, Vec<PointDegrees>)>;

    /// Quotients \[prime\]\[coefficient\], n - d + 1 coefficients of each division behind those of the one before, and for each
    /// division whether the remainder is 0 modulo every prime; where it is not, the quotient means nothing. Divisors are \[prime\]\[integer\] of another table than the
    /// dividends, with the same primes.
    fn divide(
        &mut self,
        batch: &Self::Batch,
        dividends: &Self::Buffer,
        divisors: &Self::Buffer,
        divisions: &[Division],
    ) -> Result<(Self::Buffer, Vec<bool>)>;
}
