//! The scalar stage: one resultant or discriminant per point and prime.

use super::bundle::{Stage, Tables, simd};
use crate::engine::{Method, ScalarCounts, ScalarJob, ScalarKind};
use crate::options::Control;
use gpu::Field;
use gpu::arith::{Bundle, Mont31};
use gpu::remainder::{self, Fraction};
use gpu::repair;
use gpu::schur::{self, Columns, Form};
use gpu::team::Solo;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};

/// Points that share one batched inversion and one visit of the rows.
pub(super) const CHUNK: usize = 32;

/// Scalars \[point\] from values \[row\]\[point\].
pub(super) struct Scalars<'a> {
    job: &'a ScalarJob,
    points: usize,
    control: &'a Control,
    scalars: AtomicU64,
    repairs: AtomicU64,
}

impl<'a> Scalars<'a> {
    pub fn new(job: &'a ScalarJob, points: usize, control: &'a Control) -> Self {
        Scalars { job, points, control, scalars: AtomicU64::new(0), repairs: AtomicU64::new(0) }
    }

    pub fn counts(&self) -> ScalarCounts {
        ScalarCounts { scalars: self.scalars.load(Ordering::Relaxed), repairs: self.repairs.load(Ordering::Relaxed) }
    }
}

/// Up to [`CHUNK`] points of one bundle; leaves the lanes that are off to [`repair_lane`] and returns their masks.
struct Task<'a, B: Bundle> {
    field: &'a B,
    primes: &'a [Mont31],
    job: &'a ScalarJob,
    values: &'a [B::Elem],
    points: usize,
    first: usize,
    target: &'a mut [B::Elem],
}

/// The rows one scalar is computed in.
struct Rows<E> {
    f: Vec<E>,
    /// For the remainder form g; for the Schur forms g y^(p-1), which g ends.
    g: Vec<E>,
    /// The other columns of the Schur forms.
    c: Vec<E>,
    d: Vec<E>,
}

impl<E: Copy> Rows<E> {
    #[inline(always)]
    fn new<F: Field<Elem = E>>(field: &F, job: &ScalarJob) -> Self {
        let (p, q) = (job.p as usize, job.q as usize);
        let zeros = |n: usize| vec![field.zero(); n];
        match job.method {
            Method::Remainder => Rows { f: zeros(p + 1), g: zeros(q + 1), c: Vec::new(), d: Vec::new() },
            Method::Schur | Method::Schur2010 => {
                Rows { f: zeros(p + 1), g: zeros((p + q).max(q + 1)), c: zeros(p), d: zeros(p) }
            }
        }
    }

    /// Takes in f and g at point `column`; returns lc(f).
    #[inline(always)]
    fn load(&mut self, job: &ScalarJob, values: &[E], points: usize, column: usize) -> E {
        let (p, q) = (job.p as usize, job.q as usize);
        for (row, value) in self.f.iter_mut().enumerate() {
            *value = values[row * points + column];
        }
        let start = self.g.len() - (q + 1);
        for (row, value) in self.g[start..].iter_mut().enumerate() {
            *value = values[(p + 1 + row) * points + column];
        }
        self.f[p]
    }

    #[inline(always)]
    fn fraction<F: Field<Elem = E>>(&mut self, field: &F, job: &ScalarJob) -> Fraction<E> {
        let form = match job.method {
            Method::Remainder => {
                let (f, g) = (&mut self.f[..], &mut self.g[..]);
                let (a, b) = if job.swapped() { (g, f) } else { (f, g) };
                return remainder::resultant(field, Solo, a, b, &job.schedule);
            }
            Method::Schur => Form::Block2013,
            Method::Schur2010 => Form::Shift2010,
        };
        let columns = Columns { f: &mut self.f[..], b: &mut self.g[..], c: &mut self.c[..], d: &mut self.d[..] };
        schur::resultant(field, Solo, form, columns, job.p, job.q)
    }
}

impl<B: Bundle> pulp::NullaryFnOnce for Task<'_, B> {
    type Output = Vec<u32>;
    #[inline(always)]
    fn call(self) -> Vec<u32> {
        let Task { field, primes, job, values, points, first, target } = self;
        let mut rows = Rows::new(field, job);
        let mut denominators = Vec::with_capacity(target.len());
        let mut masks = Vec::with_capacity(target.len());
        let negative = job.negative();
        for (i, slot) in target.iter_mut().enumerate() {
            let lead = rows.load(job, values, points, first + i);
            let Fraction { numerator, mut denominator, mut off } = rows.fraction(field, job);
            if job.kind == ScalarKind::Discriminant {
                denominator = field.mul(denominator, lead);
                off |= field.zeros(lead);
            }
            *slot = if negative { field.neg(numerator) } else { numerator };
            denominators.push(field.select(off, field.one(), denominator));
            masks.push(off);
        }
        divide(field, primes, target, &denominators);
        masks
    }
}

/// Scalars at points `first`.. of one bundle, as many as `target` has; returns the masks of the lanes that failed.
pub(super) fn chunk<B: Bundle>(
    tables: &Tables<B>,
    job: &ScalarJob,
    values: &[B::Elem],
    points: usize,
    first: usize,
    target: &mut [B::Elem],
) -> Vec<u32> {
    simd(Task { field: &tables.field, primes: &tables.primes, job, values, points, first, target })
}

/// target\[i\] / denominators\[i\], one inversion per lane (Montgomery's trick).
#[inline(always)]
fn divide<B: Bundle>(field: &B, primes: &[Mont31], target: &mut [B::Elem], denominators: &[B::Elem]) {
    let mut prefixes = Vec::with_capacity(denominators.len());
    let mut product = field.one();
    for &d in denominators {
        prefixes.push(product);
        product = field.mul(product, d);
    }
    let mut inverse = product;
    for lane in 0..B::LANES as usize {
        let prime = primes[lane.min(primes.len() - 1)];
        B::set_lane(&mut inverse, lane, prime.inverse(B::lane(&product, lane)));
    }
    for ((slot, &d), &prefix) in target.iter_mut().zip(denominators).zip(&prefixes).rev() {
        *slot = field.mul(*slot, field.mul(inverse, prefix));
        inverse = field.mul(inverse, d);
    }
}

/// The scalar of one lane at one point by the routine that follows its own degrees.
pub(super) fn repair_lane<B: Bundle>(
    prime: &Mont31,
    job: &ScalarJob,
    values: &[B::Elem],
    points: usize,
    column: usize,
    lane: usize,
) -> u32 {
    let gather = |rows: std::ops::Range<usize>| -> Vec<u32> {
        rows.map(|row| B::lane(&values[row * points + column], lane)).collect()
    };
    let (p, q) = (job.p as usize, job.q as usize);
    let mut f = gather(0..p + 1);
    let mut g = gather(p + 1..p + q + 2);
    match job.kind {
        ScalarKind::Resultant => repair::resultant(prime, Solo, &mut f[..], &mut g[..], job.p, job.q),
        ScalarKind::Discriminant => repair::discriminant(prime, Solo, &mut f[..], &mut g[..], job.p),
    }
}

impl Stage for Scalars<'_> {
    fn run<B: Bundle>(&self, tables: &Tables<B>, values: &[B::Elem]) -> Vec<B::Elem> {
        let Scalars { job, points, .. } = *self;
        let lanes = tables.primes.len();
        let in_use = if lanes == 32 { u32::MAX } else { (1 << lanes) - 1 };
        let mut output = vec![tables.field.zero(); points];
        // About 2^24 element steps between two looks at the control.
        let steps = (job.p as usize + 1).saturating_mul(job.q as usize + 1);
        let size = ((1 << 24) / steps).clamp(1, CHUNK);
        output.par_chunks_mut(size).enumerate().for_each(|(number, target)| {
            if self.control.is_cancelled() {
                return;
            }
            let first = number * size;
            let masks = chunk(tables, job, values, points, first, target);
            let mut repairs = 0;
            for (i, mask) in masks.into_iter().enumerate() {
                for lane in (0..lanes).filter(|lane| mask & in_use & (1 << lane) != 0) {
                    let value = repair_lane::<B>(&tables.primes[lane], job, values, points, first + i, lane);
                    B::set_lane(&mut target[i], lane, value);
                    repairs += 1;
                }
            }
            self.scalars.fetch_add((target.len() * lanes) as u64, Ordering::Relaxed);
            self.repairs.fetch_add(repairs, Ordering::Relaxed);
        });
        output
    }
}
