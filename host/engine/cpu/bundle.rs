//! Tables of one bundle of primes, and how a stage is run on it.

use super::word::{CpuWord, Lanes, Residue};
use crate::control::Control;
use crate::error::{ErrorKind, Result};
use crate::plan::grid::{Axis, Grid};
use crate::plan::primes::{AxisRoots, Prime};
use crate::tasks::Tasks;
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

/// The constants of a bundle of primes for its stages.
pub struct Tables<B: Lanes> {
    /// Arithmetic of all lanes.
    pub field: B,
    /// The primes, one per lane in use.
    pub primes: Vec<B::Modulus>,
    /// Per kept variable.
    pub axes: Vec<AxisTables<B>>,
    /// Of the products at a point, where they are by transforms.
    pub products: Option<AxisTables<B>>,
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

/// first ratio^i for i < `count`.
pub fn powers<B: Lanes>(field: &B, first: B::Elem, ratio: B::Elem, count: usize) -> Vec<B::Elem> {
    field.simd(Powers { field, first, ratio, count })
}

/// See [`powers`].
struct Powers<'a, B: Lanes> {
    field: &'a B,
    first: B::Elem,
    ratio: B::Elem,
    count: usize,
}

impl<B: Lanes> pulp::NullaryFnOnce for Powers<'_, B> {
    type Output = Vec<B::Elem>;

    #[inline(always)]
    fn call(self) -> Vec<B::Elem> {
        let Powers { field, first, ratio, count } = self;
        let mut powers = Vec::with_capacity(count);
        let mut power = first;
        for _ in 0..count {
            powers.push(power);
            power = field.mul(power, ratio);
        }
        powers
    }
}

impl<B: Lanes<Modulus: CpuWord>> Tables<B> {
    /// Tables of up to [`gpu::Field::LANES`] primes.
    pub fn new(grid: &Grid, primes: &[Prime<B::Modulus>]) -> Result<Self> {
        let wrong = ErrorKind::Shape { what: "bundle of primes", expected: B::LANES as usize, found: primes.len() };
        let fields: Vec<B::Modulus> = primes.iter().map(|prime| prime.field).collect();
        let field = B::from_primes(&fields).ok_or(wrong)?;
        let mut tables = Tables { field, primes: fields, axes: Vec::with_capacity(grid.axes.len()), products: None };
        for (k, &axis) in grid.axes.iter().enumerate() {
            let next = tables.axis(axis, |lane| &primes[lane].axes[k])?;
            tables.axes.push(next);
        }
        if let Some(len) = grid.products {
            let (axis, behind) = (Axis { len, cosets: 1 }, grid.axes.len());
            tables.products = Some(tables.axis(axis, |lane| &primes[lane].axes[behind])?);
        }
        Ok(tables)
    }

    /// Tables of an axis from the `roots` of each lane.
    fn axis<'p>(&self, axis: Axis, roots: impl Fn(usize) -> &'p AxisRoots<B::Modulus>) -> Result<AxisTables<B>> {
        let (field, primes) = (&self.field, &self.primes);
        let root = self.gather(|lane| roots(lane).root);
        let powers = powers(field, field.one(), root, axis.len as usize);
        let cosets = axis.cosets as usize;
        let len = axis.len as usize;
        let inverses: Vec<_> = primes.iter().enumerate().map(|(lane, p)| roots(lane).unmix(p, axis.len)).collect();
        let wrong = ErrorKind::Shape { what: "length of a transform", expected: 1, found: len };
        Ok(AxisTables {
            len,
            passes: Passes::new(axis.len).ok_or(wrong)?,
            powers,
            shifts: (0..cosets).map(|j| self.gather(|lane| roots(lane).shifts[j])).collect(),
            inverse_shifts: (0..cosets)
                .map(|j| self.gather(|lane| primes[lane].reciprocal(roots(lane).shifts[j])))
                .collect(),
            inverse_len: self.gather(|lane| primes[lane].reciprocal(primes[lane].element(axis.len.into()))),
            unmix: (0..cosets * cosets).map(|i| self.gather(|lane| inverses[lane][i])).collect(),
        })
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
