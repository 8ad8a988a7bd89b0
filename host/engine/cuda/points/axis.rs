//! One kept variable: values at a geometric progression, and coefficients from them.

use super::field::DeviceField;
use super::products::{Products, Source, Target};
use super::tables::{reciprocals, terms};
use crate::engine::Worker;
use crate::engine::cuda::DeviceBuffer;
use crate::engine::cuda::driver::launch::{MOST_BLOCKS, blocks, word};
use crate::engine::cuda::engine::Cuda;
use crate::error::Result;
use crate::run::modulus::Modulus;
use gpu::kernels::problems::points::Values;
use gpu::progressions::sequence::Sequence;
use rand::rngs::StdRng;

/// Coefficients from which a chirp transform takes less than Horner's rule: by `benches/results/2026-11-30-h200-points.txt`.
const LONG: usize = 96;

/// Points of a transform of vectors that lie in shared memory, which evaluation takes where polynomials are short.
const NEAR: usize = 4096;

/// Bytes of the products that are done at the same time, at most; and the part of the memory that they may take.
const AT_ONCE: u64 = 1 << 30;
const PART: u64 = 8;

/// The prime, its field, and the ratio of the points of all variables.
#[derive(Clone, Copy)]
pub(super) struct Setting<D: DeviceField> {
    pub field: D,
    pub p: Modulus,
    pub q: D::Elem,
}

/// Vectors whose products are computed together, of so many.
fn together<D: DeviceField>(cuda: &Cuda, products: &Products<D>, vectors: usize) -> Result<usize> {
    let room = (cuda.memory()? / PART).min(AT_ONCE) as usize;
    Ok((room / products.bytes()).clamp(1, vectors.max(1)))
}

/// Evaluation of polynomials of one length.
pub(super) struct Evaluation<D: DeviceField> {
    setting: Setting<D>,
    coefficients: usize,
    chirp: Option<Chirp<D>>,
}

/// The chirp transform for so many points at a time.
struct Chirp<D: DeviceField> {
    products: Products<D>,
    /// The transform of q^C(m,2).
    powers: DeviceBuffer<u32>,
    /// q^-C(i,2).
    behind: DeviceBuffer<D::Elem>,
    points: usize,
}

impl<D: DeviceField> Evaluation<D> {
    /// For polynomials with so many coefficients and so many points in all.
    pub fn new(
        cuda: &mut Cuda,
        setting: Setting<D>,
        coefficients: usize,
        points: usize,
        random: &mut StdRng,
    ) -> Result<Self> {
        let is_long = coefficients >= LONG && points > coefficients / 8;
        let chirp = is_long.then(|| Chirp::new(cuda, setting, coefficients, points, random)).transpose()?;
        Ok(Evaluation { setting, coefficients, chirp })
    }

    /// Points of a chunk: a multiple of those that a transform has.
    pub fn rounded(&self, points: usize) -> usize {
        self.chirp.as_ref().map_or(points, |chirp| points.next_multiple_of(chirp.points))
    }

    /// Values \[outer\]\[point\]\[inner\] of polynomials \[outer\]\[coefficient\]\[inner\] at the points start q^i, i < `count`.
    pub fn values(
        &self,
        cuda: &mut Cuda,
        source: &DeviceBuffer<D::Elem>,
        (outer, inner): (usize, usize),
        start: D::Elem,
        count: usize,
    ) -> Result<DeviceBuffer<D::Elem>> {
        let Setting { field, q, .. } = self.setting;
        let target = cuda.stream.alloc(outer * count * inner)?;
        let Some(chirp) = &self.chirp else {
            let one = field.one();
            let points = terms(cuda, &field, Sequence { start, ratio: q, growth: one }, None, count)?;
            let job = Values {
                coefficients: word("coefficients", self.coefficients)?,
                outer: word("polynomials", outer)?,
                inner: word("stride", inner)?,
                points: word("points", count)?,
            };
            let grid = (blocks(count * inner, 128)?, job.outer.min(MOST_BLOCKS as u32), 1);
            let at = [points.as_ptr(), source.as_ptr(), target.as_ptr()];
            // SAFETY: the tensors have outer coefficients inner and outer points inner elements.
            unsafe { field.values(&cuda.stream, (grid, 0), at, job)? };
            return Ok(target);
        };
        let at_once = together(cuda, &chirp.products, outer * inner)?;
        let to_next = field.power(q, chirp.points as u64);
        let mut at = start;
        for from in (0..count).step_by(chirp.points) {
            let growth = field.reciprocal(q);
            // c_k at^k q^-C(k,2), plain numbers.
            let weights =
                terms(cuda, &field, Sequence { start: D::plain(1), ratio: at, growth }, None, self.coefficients)?;
            let source =
                Source { buffer: source, inner, length: self.coefficients, weights: Some(&weights), reversed: true };
            let target = Target {
                buffer: &target,
                inner,
                length: count,
                from,
                taken: chirp.points.min(count - from),
                first: self.coefficients - 1,
                weights: &chirp.behind,
            };
            for first in (0..outer * inner).step_by(at_once) {
                let vectors = (first, at_once.min(outer * inner - first));
                chirp.products.multiply(cuda, &source, vectors, &chirp.powers, &target)?;
            }
            at = field.mul(at, to_next);
        }
        Ok(target)
    }
}

impl<D: DeviceField> Chirp<D> {
    fn new(
        cuda: &mut Cuda,
        setting: Setting<D>,
        coefficients: usize,
        points: usize,
        random: &mut StdRng,
    ) -> Result<Self> {
        let Setting { field, p, q } = setting;
        // A product has 2 coefficients + points - 2 coefficients, of which those from coefficients - 1 on are values: the others may be mixed.
        let wanted = NEAR.max(4 * coefficients).min(coefficients + points - 1);
        let points = (wanted + 1 - coefficients).min(points);
        let sizes = (coefficients + points - 1, 2 * coefficients + points - 2);
        let products = Products::new(cuda, (field, p), coefficients, sizes, random)?;
        let plain = Sequence { start: D::plain(1), ratio: field.one(), growth: q };
        let powers = terms(cuda, &field, plain, None, sizes.0)?;
        let powers = products.transform(cuda, &powers)?;
        let inverse = Sequence { start: field.one(), ratio: field.one(), growth: field.reciprocal(q) };
        let behind = terms(cuda, &field, inverse, None, points)?;
        Ok(Chirp { products, powers, behind, points })
    }
}

/// Interpolation at n points.
pub(super) struct Interpolation<D: DeviceField> {
    products: Products<D>,
    n: usize,
    /// (-1)^i q^-(i (n - 1 - i)) / (u_i u_(n-1-i)), plain numbers.
    weights: DeviceBuffer<D::Elem>,
    /// The transform of q^-C(m,2) for m = 1, 2, .., 2 n - 1.
    chirp: DeviceBuffer<u32>,
    /// -q^C(k+1,2), plain numbers.
    behind: DeviceBuffer<D::Elem>,
    /// The transform of the lower n coefficients of prod (x - q^i).
    master: DeviceBuffer<u32>,
    /// start^-k: elements, or what makes plain numbers of them.
    scale: DeviceBuffer<D::Elem>,
}

impl<D: DeviceField> Interpolation<D> {
    /// At the points start q^i, i < n, for n > 1; `None` where they are not different. Coefficients are plain numbers for `plain`.
    pub fn new(
        cuda: &mut Cuda,
        setting: Setting<D>,
        (start, n): (D::Elem, usize),
        plain: bool,
        random: &mut StdRng,
    ) -> Result<Option<Self>> {
        let Setting { field, p, q } = setting;
        let Some((mut over, last)) = reciprocals(&field, q, n) else { return Ok(None) };
        let (one, to_plain) = (field.one(), D::plain(1));
        let inverse = field.reciprocal(q);
        // Nobody reads the factor of the last term, which is replaced.
        over.push(field.zero());
        let over = cuda.stream.copy_of(&over)?;
        // Coefficients from n - 1 on of a product with 3 n - 2, and the lower ones of one with 2 n - 1.
        let products = Products::new(cuda, (field, p), n, (2 * n - 1, 3 * n - 2), random)?;
        let ratio = field.neg(field.power(inverse, n as u64 - 2));
        let weights = Sequence { start: to_plain, ratio, growth: field.mul(q, q) };
        let weights = terms(cuda, &field, weights, Some((&over, n - 1)), n)?;
        let chirp =
            terms(cuda, &field, Sequence { start: to_plain, ratio: inverse, growth: inverse }, None, 2 * n - 1)?;
        let chirp = products.transform(cuda, &chirp)?;
        let behind = terms(cuda, &field, Sequence { start: field.neg(to_plain), ratio: q, growth: q }, None, n)?;
        // C(n-k,2) = C(n,2) - k (n - 1) + C(k,2).
        let signed = |x: D::Elem| if n % 2 == 0 { x } else { field.neg(x) };
        let first = signed(field.mul(to_plain, field.power(q, n as u64 * (n as u64 - 1) / 2)));
        let constant = field.mul(field.sub(one, field.power(q, n as u64)), last);
        let ratio = field.neg(field.power(inverse, n as u64 - 1));
        let master = Sequence { start: field.mul(first, constant), ratio, growth: q };
        let mut master = terms(cuda, &field, master, Some((&over, n)), n)?;
        master.upload(0, &[first])?;
        let master = products.transform(cuda, &master)?;
        let scale = Sequence { start: if plain { to_plain } else { one }, ratio: field.reciprocal(start), growth: one };
        let scale = terms(cuda, &field, scale, None, n)?;
        Ok(Some(Interpolation { products, n, weights, chirp, behind, master, scale }))
    }

    /// Coefficients \[outer\]\[n\]\[inner\] in the place of values.
    pub fn coefficients(
        &self,
        cuda: &mut Cuda,
        values: &DeviceBuffer<D::Elem>,
        (outer, inner): (usize, usize),
    ) -> Result<()> {
        let (vectors, n) = (outer * inner, self.n);
        let at_once = together(cuda, &self.products, vectors)?;
        let sums = cuda.stream.alloc(vectors * n)?;
        let whole = |buffer, first, weights| Target { buffer, inner, length: n, from: 0, taken: n, first, weights };
        for first in (0..vectors).step_by(at_once) {
            let part = (first, at_once.min(vectors - first));
            let weighted = Source { buffer: values, inner, length: n, weights: Some(&self.weights), reversed: true };
            self.products.multiply(cuda, &weighted, part, &self.chirp, &whole(&sums, n - 1, &self.behind))?;
            let plain = Source { buffer: &sums, inner, length: n, weights: None, reversed: false };
            self.products.multiply(cuda, &plain, part, &self.master, &whole(values, 0, &self.scale))?;
        }
        Ok(())
    }
}
