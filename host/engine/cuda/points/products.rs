//! Products of many vectors with one, modulo a prime of any length: by transforms modulo short primes.

use super::field::DeviceField;
use crate::engine::cuda::DeviceBuffer;
use crate::engine::cuda::driver::launch::{MOST_BLOCKS, blocks, word};
use crate::engine::cuda::engine::Cuda;
use crate::engine::cuda::grid::tables::{Batch, prime_ptr};
use crate::error::Result;
use crate::plan::grid;
use crate::run::modulus::Modulus;
use bytemuck::Pod;
use cuda_std::DevicePtr;
use gpu::arith::{Field, Mont31};
use gpu::kernels::problems::points::{FromResidues, ToResidues, Vectors};
use gpu::kernels::transform::MultiplyByOne;
use gpu::progressions::residues;
use rand::rngs::StdRng;

/// Vectors of a tensor \[outer\]\[length\]\[inner\] on the device.
pub(super) struct Source<'a, E: Pod> {
    pub buffer: &'a DeviceBuffer<E>,
    pub inner: usize,
    pub length: usize,
    /// What elements are multiplied by, plain numbers.
    pub weights: Option<&'a DeviceBuffer<E>>,
    /// Whether the last element of a vector comes first.
    pub reversed: bool,
}

/// Where products go: to `taken` elements from number `from` on of each vector of a tensor \[outer\]\[length\]\[inner\].
pub(super) struct Target<'a, E: Pod> {
    pub buffer: &'a DeviceBuffer<E>,
    pub inner: usize,
    pub length: usize,
    pub from: usize,
    pub taken: usize,
    /// The first coefficient of a product that is taken.
    pub first: usize,
    /// What coefficients are multiplied by.
    pub weights: &'a DeviceBuffer<E>,
}

/// How products of a length are computed.
pub(super) struct Products<D: DeviceField> {
    field: D,
    batch: Batch,
    /// What makes plain residues, and their Montgomery form.
    plain: DeviceBuffer<u32>,
    forms: DeviceBuffer<u32>,
    /// 1 / r_j modulo r_i.
    inverses: DeviceBuffer<u32>,
    lifts: DeviceBuffer<D::Elem>,
}

impl<D: DeviceField> Products<D> {
    /// Products of vectors of `terms` elements, of which the coefficients are needed that a product modulo x^`cyclic` - c leaves as they are, for any c;
    /// all of them have `whole` coefficients.
    ///
    /// # Errors
    /// `Limit` where there are too few short primes.
    pub fn new(
        cuda: &Cuda,
        (field, p): (D, Modulus),
        terms: usize,
        (cyclic, whole): (usize, usize),
        random: &mut StdRng,
    ) -> Result<Self> {
        // terms (p - 1)^2 < 2^bits.
        let bits = u64::from(2 * p.bits() + usize::BITS - terms.leading_zeros());
        let mut choose = |points: usize| grid::choose::<Mont31>(&[word("points", points)?], bits, &|_| true, random);
        let (mut grid, mut primes) = choose(cyclic)?;
        if grid.axes[0].cosets > 1 {
            // The product is one modulo another polynomial then, whose remainders mix all coefficients.
            (grid, primes) = choose(whole)?;
        }
        let stream = &cuda.stream;
        let short: Vec<Mont31> = primes.iter().map(|prime| prime.field).collect();
        let corrections = |power: u32| short.iter().map(|m| m.pow(m.r2(), power)).collect::<Vec<u32>>();
        let inverse = |m: &Mont31, r: &Mont31| m.inverse(m.enter(r.modulus()));
        let inverses: Vec<u32> = short.iter().flat_map(|m| short.iter().map(move |r| inverse(m, r))).collect();
        let mut lifts = Vec::new();
        residues::weights(&field, &short, |weight| lifts.push(weight));
        Ok(Products {
            field,
            batch: Batch::new(stream, &grid, &grid, &primes)?,
            plain: stream.copy_of(&corrections(D::LIMBS))?,
            forms: stream.copy_of(&corrections(D::LIMBS + 1))?,
            inverses: stream.copy_of(&inverses)?,
            lifts: stream.copy_of(&lifts)?,
        })
    }

    /// Bytes on the device of the product of one vector.
    pub fn bytes(&self) -> usize {
        // Residues, their transforms, and what interpolation from several cosets takes.
        3 * 4 * self.batch.len() * self.batch.axes[0].points() as usize
    }

    /// Transforms \[short prime\]\[vector\]\[point\] of `count` vectors from number `first` on.
    fn transforms(
        &self,
        cuda: &mut Cuda,
        source: &Source<'_, D::Elem>,
        (first, count): (usize, usize),
        corrections: &DeviceBuffer<u32>,
    ) -> Result<DeviceBuffer<u32>> {
        let (primes, length) = (self.batch.len(), source.length);
        let residues = cuda.stream.alloc(primes * count * length)?;
        let vectors = vectors((first, count), (source.inner, length), (0, length))?;
        let weights = source.weights;
        let (has_weights, reversed) = (weights.is_some().into(), source.reversed.into());
        let job = ToResidues { primes: primes as u32, has_weights, reversed };
        let addresses = [source.buffer.as_ptr(), weights.map_or(DevicePtr::NULL, DeviceBuffer::as_ptr)];
        let tables = (prime_ptr(&self.batch.primes), corrections.as_ptr());
        let grid = ((blocks(count * length, 128)?, 1, 1), 0);
        // SAFETY: the vectors are those of the source; as many weights as a vector has elements; residues for all of them.
        unsafe { self.field.residues(&cuda.stream, grid, tables, addresses, residues.as_ptr(), (vectors, job))? };
        let axis = &self.batch.axes[0];
        cuda.evaluate_along(&self.batch, axis, &residues, count, 1, word("elements of a vector", length)?)
    }

    /// The transform of the vector of plain numbers that others are multiplied by.
    pub fn transform(&self, cuda: &mut Cuda, vector: &DeviceBuffer<D::Elem>) -> Result<DeviceBuffer<u32>> {
        let source = Source { buffer: vector, inner: 1, length: vector.len(), weights: None, reversed: false };
        self.transforms(cuda, &source, (0, 1), &self.forms)
    }

    /// Coefficients of the products of `count` vectors from number `first` on with the one of a transform. Vectors are elements and their weights plain
    /// numbers, or the elements are the plain numbers; the coefficients have Montgomery form before they are multiplied by the target's weights.
    pub fn multiply(
        &self,
        cuda: &mut Cuda,
        source: &Source<'_, D::Elem>,
        (first, count): (usize, usize),
        by: &DeviceBuffer<u32>,
        target: &Target<'_, D::Elem>,
    ) -> Result<()> {
        let transforms = self.transforms(cuda, source, (first, count), &self.plain)?;
        let (axis, primes) = (&self.batch.axes[0], prime_ptr(&self.batch.primes));
        let (data, points) = (transforms.as_ptr(), axis.points());
        let number = word("vectors of a product", count)?;
        let kernel = MultiplyByOne { primes, factors: by.as_ptr(), data, vectors: number, points };
        let grid = (blocks(points as usize, 256)?, number.min(MOST_BLOCKS as u32), self.batch.len() as u32);
        // SAFETY: both are transforms by this batch, of one vector and of `count`.
        unsafe { cuda.stream.launch(&kernel, grid, 0)? };
        let products = cuda.interpolate_along(&self.batch, axis, transforms, count, 1)?;
        let vectors = vectors((first, count), (target.inner, target.length), (target.from, target.taken))?;
        let job = FromResidues {
            primes: self.batch.len() as u32,
            length: points,
            from: word("first coefficient", target.first)?,
        };
        let tables = (primes, self.inverses.as_ptr(), self.lifts.as_ptr());
        let addresses = [target.weights.as_ptr(), target.buffer.as_ptr()];
        let grid = ((blocks(count * target.taken, 128)?, 1, 1), 0);
        // SAFETY: a product has `points` coefficients; the target has the vectors, and a weight for each element of one that is written.
        unsafe { self.field.lift(&cuda.stream, grid, tables, products.as_ptr(), addresses, (vectors, job)) }
    }
}

/// Vectors `first` to `first` + `count` - 1 of a tensor, of whose `length` elements those from number `from` on are taken.
fn vectors(
    (first, count): (usize, usize),
    (inner, length): (usize, usize),
    (from, taken): (usize, usize),
) -> Result<Vectors> {
    Ok(Vectors {
        first: word("vectors", first)?,
        count: word("vectors", count)?,
        inner: word("stride", inner)?,
        length: word("elements of a vector", length)?,
        from: word("elements of a vector", from)?,
        taken: word("elements of a vector", taken)?,
    })
}
