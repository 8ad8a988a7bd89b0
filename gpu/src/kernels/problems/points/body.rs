//! Functions that the bodies of the kernels share.

use super::{Determinants, FromResidues, Resultants, TERMS, Terms, ToResidues, Values, Vectors};
use crate::arith::{Limbs, Mont31};
use crate::determinant::matrix::{self, Blocks, Method};
use crate::kernels::device::{Apart, Block, GlobalElements, GlobalRow, SharedElements};
use crate::progressions::residues::lift;
use crate::progressions::sequence::Sequence;
use crate::progressions::{horner, residues};
use crate::resultant::repair;
use crate::team::Team;
use cuda_std::prelude::*;

#[inline(always)]
pub unsafe fn terms<F: Limbs>(
    field: &F,
    constants: *const F::Elem,
    factors: *const F::Elem,
    out: *mut F::Elem,
    job: &Terms,
) {
    let first = thread::index_1d() * TERMS;
    if first >= job.count {
        return;
    }
    // SAFETY: three constants; terms below `count` are this thread's; mirror - i is the number of a factor.
    unsafe {
        let sequence = Sequence { start: *constants, ratio: *constants.add(1), growth: *constants.add(2) };
        sequence.terms(field, first, TERMS.min(job.count - first), |i, term| {
            let mut term = term;
            if job.has_factors != 0 {
                let both = field.mul(*factors.add(i as usize), *factors.add((job.mirror - i) as usize));
                term = field.mul(term, both);
            }
            *out.add(i as usize) = term;
        });
    }
}

#[inline(always)]
pub unsafe fn values<F: Limbs>(
    field: &F,
    points: *const F::Elem,
    coefficients: *const F::Elem,
    out: *mut F::Elem,
    job: &Values,
) {
    let (inner, at) = (job.inner as usize, thread::index_1d() as usize);
    if at >= job.points as usize * inner {
        return;
    }
    let (point, i) = (at / inner, at % inner);
    let mut o = thread::block_idx_y() as usize;
    while o < job.outer as usize {
        // SAFETY: the tensors have outer coefficients inner and outer points inner elements; each thread has a value for itself.
        unsafe {
            let vector = coefficients.add(o * job.coefficients as usize * inner + i);
            let coefficient = |k: u32| *vector.add(k as usize * inner);
            *out.add(o * job.points as usize * inner + at) =
                horner::value(field, job.coefficients, *points.add(point), coefficient);
        }
        o += thread::grid_dim_y() as usize;
    }
}

/// The vector of a thread, counted from the first of the launch, its element, and the place of that in the tensor.
#[inline(always)]
fn place(vectors: &Vectors) -> Option<(usize, usize, usize)> {
    let index = thread::index_1d() as usize;
    let (taken, inner) = (vectors.taken as usize, vectors.inner as usize);
    let (vector, k) = (index / taken, index % taken);
    if vector >= vectors.count as usize {
        return None;
    }
    let number = vectors.first as usize + vector;
    let element = vectors.from as usize + k;
    Some((vector, k, (number / inner * vectors.length as usize + element) * inner + number % inner))
}

#[inline(always)]
pub unsafe fn to_residues<F: Limbs>(
    field: &F,
    (primes, corrections): (*const Mont31, *const u32),
    (source, weights): (*const F::Elem, *const F::Elem),
    out: *mut u32,
    vectors: &Vectors,
    job: &ToResidues,
) {
    let Some((vector, k, at)) = place(vectors) else { return };
    let taken = vectors.taken as usize;
    // SAFETY: the element is one of the tensor's, and its residues are this thread's.
    unsafe {
        let mut element = *source.add(at);
        if job.has_weights != 0 {
            element = field.mul(element, *weights.add(k));
        }
        let k = if job.reversed != 0 { taken - 1 - k } else { k };
        let count = vectors.count as usize;
        for prime in 0..job.primes as usize {
            let residue = residues::residue::<F>(&*primes.add(prime), &element, *corrections.add(prime));
            *out.add((prime * count + vector) * taken + k) = residue;
        }
    }
}

#[inline(always)]
pub unsafe fn from_residues<F: Limbs>(
    field: &F,
    (primes, inverses, lifts): (*const Mont31, *const u32, *const F::Elem),
    (residues, weights): (*mut u32, *const F::Elem),
    target: *mut F::Elem,
    vectors: &Vectors,
    job: &FromResidues,
) {
    let Some((vector, k, at)) = place(vectors) else { return };
    let (count, length) = (vectors.count as usize, job.length as usize);
    // SAFETY: residues and an element of the tensor that are this thread's; tables of `primes` and the square of that.
    unsafe {
        let first = residues.add(vector * length + job.from as usize + k);
        let element = lift(
            field,
            job.primes,
            |i| *primes.add(i as usize),
            |i, j| *inverses.add((i * job.primes + j) as usize),
            |i| *lifts.add(i as usize),
            &mut GlobalRow::new(first, count * length),
        );
        *target.add(at) = field.mul(element, *weights.add(k));
    }
}

#[inline(always)]
pub unsafe fn resultants<F: Limbs, const LANES: u32>(
    field: &F,
    values: *const F::Elem,
    out: *mut F::Elem,
    failed: *mut u32,
    job: &Resultants,
) {
    // SAFETY: all lanes are here, in teams that go their own ways. Problems beyond the last point compute that point once more and write the
    // same. The launch has the shared memory of the block's problems, side by side.
    unsafe {
        let (team, problem) = Apart::<LANES>::current();
        let problems = Apart::<LANES>::PROBLEMS;
        let point = (thread::block_idx_x() * problems + problem).min(job.points - 1) as usize;
        let rows = job.p + job.q + 2;
        let mut f = SharedElements::<F>::new(dynamic_shared_mem::<u32>().add(problem), problems, problems * rows);
        let g = f.behind(job.p + 1);
        f.load(team, rows, |i| *values.add(i as usize * job.points as usize + point));
        team.sync();
        let lead = f.element(job.p);
        let found = repair::fraction(field, team, (f, g), (job.p, job.q));
        let mut denominator = found.denominator;
        if job.discriminant != 0 {
            denominator = field.mul(denominator, lead);
            if field.zeros(lead) != 0 {
                *failed = 1;
            }
        }
        if team.rank() == 0 {
            let numerator = if job.negative != 0 { field.neg(found.numerator) } else { found.numerator };
            *out.add(point) = field.mul(numerator, field.reciprocal(denominator));
        }
    }
}

#[inline(always)]
pub unsafe fn determinants<F: Limbs>(
    field: &F,
    values: *const F::Elem,
    (sizes, entries): (*const u32, *const u32),
    out: *mut F::Elem,
    job: &Determinants,
) {
    let point = thread::block_idx_x() as usize;
    // SAFETY: the whole block has one problem, and the launch has the shared memory of its largest matrix; the sizes are above 0, and their
    // squares add up to the entries, which name values.
    unsafe {
        let team = Block::current();
        let sizes = core::slice::from_raw_parts(sizes, job.blocks as usize);
        let entries = core::slice::from_raw_parts(entries, job.entries as usize);
        let rank = sizes.last().copied().unwrap_or(0);
        let blocks = Blocks { sizes, rank, entries };
        let values = GlobalElements::<F>::new(values.add(point), job.points as usize);
        let mut room = SharedElements::<F>::new(dynamic_shared_mem::<u32>(), 1, job.room);
        let mut found = matrix::determinant(field, team, Method::Elimination, &blocks, &values, &mut room);
        if found.off != 0 {
            // A pivot on the diagonal is 0: all threads know it.
            found = matrix::determinant(field, team, Method::Condensation, &blocks, &values, &mut room);
        }
        if team.rank() == 0 {
            *out.add(point) = field.mul(found.numerator, field.reciprocal(found.denominator));
        }
    }
}
