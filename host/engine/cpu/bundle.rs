//! Tables of one bundle of primes, and how a stage is run on it.

use super::word::{CpuWord, Lanes, Residue};
use crate::control::Control;
use crate::error::{ErrorKind, Result};
use crate::meter::Tasks;
use crate::plan::grid::Grid;
use crate::plan::primes::Prime;
use gpu::arith::Modulus;
use gpu::transform::ntt::Passes;

/// A stage: the same code for every width of bundle.
pub(super) trait BundleStage: Sync {
    /// Output of the stage for one bundle.
    fn run<B: Lanes<Modulus: CpuWord>>(&self, tables: &Tables<B>, input: &[B::Elem], watch: Watch<'_>) -> Vec<B::Elem>;
}

/// The control of a stage, or of one bundle of it, and what part of the control's progress that is.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    pub control: &'a Control,
    pub part: f64,
}

impl<'a> Watch<'a> {
    /// So much of it.
    pub fn part(self, part: f64) -> Self {
        Watch { part: part * self.part, ..self }
    }

    /// As so many tasks.
    pub(super) fn tasks(self, count: usize) -> Tasks<'a> {
        Tasks::new(self.control, self.part, count)
    }
}

/// What a bundle of primes needs for its stages.
pub struct Tables<B: Lanes> {
    /// Arithmetic of all lanes.
    pub field: B,
    /// The primes, one per lane in use.
    pub primes: Vec<B::Modulus>,
    /// Per kept variable.
    pub axes: Vec<AxisTables<B>>,
}

/// Tables of one kept variable.
pub struct AxisTables<B: Lanes> {
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

impl<B: Lanes<Modulus: CpuWord>> Tables<B> {
    /// Tables of up to [`gpu::Field::LANES`] primes.
    pub fn new(grid: &Grid, primes: &[Prime<B::Modulus>]) -> Result<Self> {
        let wrong = ErrorKind::Shape { what: "bundle of primes", expected: B::LANES as usize, found: primes.len() };
        let fields: Vec<B::Modulus> = primes.iter().map(|prime| prime.field).collect();
        let field = B::from_primes(&fields).ok_or(wrong)?;
        let mut tables = Tables { field, primes: fields, axes: Vec::with_capacity(grid.axes.len()) };
        for (k, axis) in grid.axes.iter().enumerate() {
            let of = |value: &dyn Fn(&Prime<B::Modulus>) -> Residue<B>| tables.gather(|lane| value(&primes[lane]));
            let root = of(&|prime| prime.axes[k].root);
            let cosets = axis.cosets as usize;
            let len = axis.len as usize;
            let mut powers = Vec::with_capacity(len);
            let mut power = field.one();
            for _ in 0..len {
                powers.push(power);
                power = field.mul(power, root);
            }
            let inverses: Vec<_> = primes.iter().map(|p| p.axes[k].unmix(&p.field, axis.len)).collect();
            let next = AxisTables {
                len,
                passes: Passes::new(axis.len).ok_or(ErrorKind::Shape {
                    what: "length of a transform",
                    expected: 1,
                    found: len,
                })?,
                powers,
                shifts: (0..cosets).map(|j| of(&|p| p.axes[k].shifts[j])).collect(),
                inverse_shifts: (0..cosets).map(|j| of(&|p| p.field.reciprocal(p.axes[k].shifts[j]))).collect(),
                inverse_len: of(&|p| p.field.reciprocal(p.field.element(axis.len as u64))),
                unmix: (0..cosets * cosets).map(|i| tables.gather(|lane| inverses[lane][i])).collect(),
            };
            tables.axes.push(next);
        }
        Ok(tables)
    }

    /// The element with `value(i)` in lane i of the primes in use; lanes beyond repeat the last.
    pub fn gather(&self, value: impl Fn(usize) -> Residue<B>) -> B::Elem {
        let mut element = self.field.zero();
        for lane in 0..B::LANES as usize {
            B::set_lane(&mut element, lane, value(lane.min(self.primes.len() - 1)));
        }
        element
    }

    /// 1 / a lane by lane.
    pub fn inverse(&self, a: B::Elem) -> B::Elem {
        self.gather(|lane| self.primes[lane].reciprocal(B::lane(&a, lane)))
    }
}
