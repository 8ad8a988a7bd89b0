//! The stages on one bundle of primes, with the best instructions of the processor.
//!
//! They are most of what this engine takes to compile. Their callers are generic over the word, so that every crate
//! compiles what it uses of that; the functions of [`Stages`] are not, and are compiled here, once for each kind of
//! bundle.

use super::bundle::{BundleStage, Tables, Watch};
use super::gcd::points::Points;
use super::grid::{evaluate, interpolate, stockham};
use super::integers::reduce::Reduce;
use super::points::Scalars;
use super::resultant::long::Long;
use super::tuples::Tuples;
use super::word::{CpuWord, Lanes};
use crate::engine::gcd::PointDegrees;
use crate::engine::{DeterminantJob, MatrixJob, ScalarJob, SubresultantJob};
use crate::simd::Mont31x16;
#[cfg(target_arch = "x86_64")]
use crate::simd::Mont50x8;
use gpu::arith::Mont31x4;

/// Any stage from tensor to tensor.
pub enum Stage<'a> {
    Reduce(Reduce<'a>),
    Evaluate(evaluate::Evaluate),
    Finish(evaluate::Finish),
    Interpolate(interpolate::Interpolate),
    EvaluateStockham(stockham::Evaluate),
    InterpolateStockham(stockham::Interpolate),
    Transpose(stockham::Transpose),
    Resultants(&'a Scalars<'a, ScalarJob>),
    LongResultants(&'a Long<'a>),
    Determinants(&'a Scalars<'a, DeterminantJob>),
    Subresultants(&'a Tuples<'a, SubresultantJob>),
    Matrix(&'a Tuples<'a, MatrixJob>),
}

impl BundleStage for Stage<'_> {
    fn run<B: Lanes<Modulus: CpuWord>>(&self, tables: &Tables<B>, input: &[B::Elem], watch: Watch<'_>) -> Vec<B::Elem> {
        match self {
            Stage::Reduce(stage) => stage.run(tables, input, watch),
            Stage::Evaluate(stage) => stage.run(tables, input, watch),
            Stage::Finish(stage) => stage.run(tables, input, watch),
            Stage::Interpolate(stage) => stage.run(tables, input, watch),
            Stage::EvaluateStockham(stage) => stage.run(tables, input, watch),
            Stage::InterpolateStockham(stage) => stage.run(tables, input, watch),
            Stage::Transpose(stage) => stage.run(tables, input, watch),
            Stage::Resultants(stage) => stage.run(tables, input, watch),
            Stage::LongResultants(stage) => stage.run(tables, input, watch),
            Stage::Determinants(stage) => stage.run(tables, input, watch),
            Stage::Subresultants(stage) => stage.run(tables, input, watch),
            Stage::Matrix(stage) => stage.run(tables, input, watch),
        }
    }
}

/// A bundle whose stages are compiled here.
pub trait Stages: Lanes<Modulus: CpuWord> {
    /// A stage from tensor to tensor.
    fn run(stage: &Stage<'_>, tables: &Tables<Self>, input: &[Self::Elem], watch: Watch<'_>) -> Vec<Self::Elem>;

    /// GCDs at points: see [`Points::run`].
    fn gcds(stage: &Points<'_, Self>, points: usize, watch: Watch<'_>) -> (Vec<Self::Elem>, Vec<PointDegrees>);
}

macro_rules! stages {
    ($($bundle:ident)*) => { $(
        impl Stages for $bundle {
            #[inline(never)]
            fn run(stage: &Stage<'_>, tables: &Tables<Self>, input: &[Self::Elem], watch: Watch<'_>) -> Vec<Self::Elem> {
                BundleStage::run(stage, tables, input, watch)
            }
            #[inline(never)]
            fn gcds(stage: &Points<'_, Self>, points: usize, watch: Watch<'_>) -> (Vec<Self::Elem>, Vec<PointDegrees>) {
                stage.run(points, watch)
            }
        }
    )* };
}

stages!(Mont31x4 Mont31x16);
#[cfg(target_arch = "x86_64")]
stages!(Mont50x8);
