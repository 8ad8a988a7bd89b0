//! Resultants and discriminants of long polynomials by half-gcd: one point, all primes of a bundle at once.

use crate::alone::prelude::*;
use crate::engine::cpu::bundle::{BundleStage, Tables, Watch};
use crate::engine::cpu::half_gcd::{self, Half};
use crate::engine::cpu::points::PointJob;
use crate::engine::cpu::thresholds::Thresholds;
use crate::engine::cpu::watched::Steps;
use crate::engine::cpu::word::{CpuWord, Lanes};
use crate::engine::{ScalarCounts, ScalarJob, ScalarMethod};
use gpu::fraction::Fraction;
use std::sync::atomic::{AtomicU64, Ordering};

/// The scalar of coefficients.
pub struct Long<'a> {
    job: &'a ScalarJob,
    thresholds: &'a Thresholds,
    scalars: AtomicU64,
    repairs: AtomicU64,
}

impl<'a> Long<'a> {
    /// `None` where the plain remainder sequence is faster, or there are no transforms of `products` points.
    pub fn new(job: &'a ScalarJob, products: Option<u32>, thresholds: &'a Thresholds) -> Option<Self> {
        let (larger, smaller) = (job.p.max(job.q), job.p.min(job.q));
        let pays = job.method == ScalarMethod::Remainder && smaller >= thresholds.half_resultant;
        let (scalars, repairs) = (AtomicU64::new(0), AtomicU64::new(0));
        (pays && products? > larger).then_some(Long { job, thresholds, scalars, repairs })
    }

    pub fn counts(&self) -> ScalarCounts {
        ScalarCounts { scalars: self.scalars.load(Ordering::Relaxed), repairs: self.repairs.load(Ordering::Relaxed) }
    }
}

impl BundleStage for Long<'_> {
    fn run<B: Lanes<Modulus: CpuWord>>(&self, tables: &Tables<B>, input: &[B::Elem], watch: Watch<'_>) -> Vec<B::Elem> {
        let Long { job, thresholds, .. } = *self;
        let (field, lanes) = (&tables.field, tables.primes.len());
        let (larger, smaller) = (job.p.max(job.q) as usize, job.p.min(job.q) as usize);
        let tasks = watch.tasks(half_gcd::work_of((larger, smaller), 0, thresholds.half_base));
        let (f, g) = input.split_at(job.p as usize + 1);
        let pair = if job.swapped() { (g, f) } else { (f, g) };
        let found = match Half::new(tables, larger as u32, thresholds, &tasks) {
            Some(half) => half.resultant(pair.0, pair.1, &job.schedule),
            None => Fraction { off: B::ALL, ..Fraction::one(field) },
        };
        let Fraction { numerator, denominator, off } = job.of_resultant().scalar(field, found, f[job.p as usize]);
        let inverse = tables.inverse(field.select(off, field.one(), denominator));
        let mut scalar = field.mul(numerator, inverse);
        let lanes: Vec<usize> = (0..lanes).filter(|lane| off >> lane & 1 != 0).collect();
        let repaired = |&lane: &usize| {
            let values = input.iter().map(|value| B::lane(value, lane)).collect();
            (lane, job.repaired(&tables.primes[lane], Steps::new(&tasks).team(), values))
        };
        if !tasks.is_stopped() {
            let repaired: Vec<_> = lanes.par_iter().map(repaired).collect();
            repaired.into_iter().for_each(|(lane, value)| B::set_lane(&mut scalar, lane, value));
        }
        tasks.finish();
        self.scalars.fetch_add(tables.primes.len() as u64, Ordering::Relaxed);
        self.repairs.fetch_add(lanes.len() as u64, Ordering::Relaxed);
        vec![scalar]
    }
}
