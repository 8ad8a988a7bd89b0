//! Tables of one bundle of primes, and how a stage is run on it.

use crate::error::{ErrorKind, Result};
use crate::plan::grid::Grid;
use crate::plan::primes::Prime;
use gpu::arith::{Bundle, Mont31};
use gpu::ntt::Passes;

/// A stage: the same code for every width of bundle.
pub(super) trait Stage: Sync {
    /// Output of the stage for one bundle.
    fn run<B: Bundle>(&self, tables: &Tables<B>, input: &[B::Elem]) -> Vec<B::Elem>;
}

/// Runs a closure body compiled for the SIMD instructions of this processor.
pub(super) fn simd<R>(task: impl pulp::NullaryFnOnce<Output = R>) -> R {
    pulp::Arch::new().dispatch(task)
}

/// What a bundle of primes needs for its stages.
pub(super) struct Tables<B: Bundle> {
    /// Arithmetic of all lanes.
    pub field: B,
    /// The primes, one per lane in use.
    pub primes: Vec<Mont31>,
    /// Per kept variable.
    pub axes: Vec<AxisTables<B>>,
}

/// Tables of one kept variable.
pub(super) struct AxisTables<B: Bundle> {
    /// Length of a transform.
    pub len: usize,
    /// Its passes.
    pub passes: Passes,
    /// w^i for i < len.
    pub powers: Vec<B::Elem>,
    /// s_j.
    pub shifts: Vec<B::Elem>,
    /// s_j^-1.
    pub inverse_shifts: Vec<B::Elem>,
    /// 1 / len.
    pub inverse_len: B::Elem,
    /// Inverse of the matrix (s_j^len)^m over (j, m), row-major over (m, j).
    pub unmix: Vec<B::Elem>,
}

impl<B: Bundle> Tables<B> {
    /// Tables of up to [`Field::LANES`] primes.
    pub fn new(grid: &Grid, primes: &[Prime]) -> Result<Self> {
        let wrong = ErrorKind::Shape { what: "bundle of primes", expected: B::LANES as usize, found: primes.len() };
        let fields: Vec<Mont31> = primes.iter().map(|prime| prime.field).collect();
        let field = B::from_primes(&fields).ok_or(wrong)?;
        let lanes = |value: &dyn Fn(&Prime) -> u32| {
            let mut element = field.zero();
            for lane in 0..B::LANES as usize {
                B::set_lane(&mut element, lane, value(&primes[lane.min(primes.len() - 1)]));
            }
            element
        };
        let mut axes = Vec::with_capacity(grid.axes.len());
        for (k, axis) in grid.axes.iter().enumerate() {
            let root = lanes(&|prime| prime.axes[k].root);
            let cosets = axis.cosets as usize;
            let len = axis.len as usize;
            let mut powers = Vec::with_capacity(len);
            let mut power = field.one();
            for _ in 0..len {
                powers.push(power);
                power = field.mul(power, root);
            }
            let inverses: Vec<Vec<u32>> = primes.iter().map(|p| p.axes[k].unmix(&p.field, axis.len)).collect();
            let unmix = (0..cosets * cosets)
                .map(|i| {
                    let mut element = field.zero();
                    for lane in 0..B::LANES as usize {
                        B::set_lane(&mut element, lane, inverses[lane.min(primes.len() - 1)][i]);
                    }
                    element
                })
                .collect();
            axes.push(AxisTables {
                len,
                passes: Passes::new(axis.len).ok_or(ErrorKind::Shape {
                    what: "length of a transform",
                    expected: 1,
                    found: len,
                })?,
                powers,
                shifts: (0..cosets).map(|j| lanes(&|p| p.axes[k].shifts[j])).collect(),
                inverse_shifts: (0..cosets).map(|j| lanes(&|p| p.field.inverse(p.axes[k].shifts[j]))).collect(),
                inverse_len: lanes(&|p| p.field.inverse(p.field.enter(axis.len))),
                unmix,
            });
        }
        Ok(Tables { field, primes: fields, axes })
    }
}
