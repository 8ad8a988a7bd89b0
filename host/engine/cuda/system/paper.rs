//! The paper's three kernels for values and Jacobians (evaluation-differentiation-2012), and the alternatives it weighs.

use super::super::DeviceBuffer;
use super::super::driver::launch::{blocks, word};
use super::{Cuda, CudaSystem, launch};
use crate::engine::system::{PaperLists, points_of};
use crate::error::{Error, ErrorKind, Result};
use crate::floating::Precision;
use crate::poly::systems::Compiled;
use cuda_std::DevicePtr;
use gpu::kernels::system_paper::{
    PAPER_THREADS, PaperFactorsD, PaperFactorsDd, PaperFactorsQd, PaperFactorsWithoutTableD,
    PaperFactorsWithoutTableDd, PaperFactorsWithoutTableQd, PaperShape, PaperSumsD, PaperSumsDd, PaperSumsQd,
    PaperTermsD, PaperTermsDd, PaperTermsQd,
};
use gpu::system::program::Factor;

/// The choices of the paper's section 3.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct PaperForm {
    /// Common factors from a table of powers, rather than by each thread alone.
    pub table: bool,
    /// Positions and exponents in a byte each: for at most 256 variables and exponents to 256, as in the paper. With a table only.
    pub compact: bool,
    /// Terms are written in order of their threads and gathered, rather than scattered and read in order.
    pub coalesced: bool,
}

impl Default for PaperForm {
    /// The choice of the paper.
    fn default() -> Self {
        PaperForm { table: true, compact: false, coalesced: false }
    }
}

/// Tables that the paper's kernels read besides the lists of a program.
pub(super) struct PaperSystem {
    shape: PaperShape,
    /// Words before the starts of terms among the lists.
    term_starts: usize,
    bytes: Option<DeviceBuffer<u8>>,
    places: DeviceBuffer<u32>,
    starts: DeviceBuffer<u32>,
    slots: DeviceBuffer<u32>,
    coefficients: DeviceBuffer<f64>,
}

impl PaperSystem {
    /// Numbers of a point between the kernels.
    pub fn numbers_of_point(&self) -> usize {
        let shape = &self.shape;
        shape.terms as usize + shape.longest as usize * shape.polynomials as usize * (shape.variables as usize + 1)
    }
}

/// Common factors and terms between the kernels, for some points.
pub struct PaperRoom {
    form: PaperForm,
    points: usize,
    common: DeviceBuffer<f64>,
    terms: DeviceBuffer<f64>,
}

/// Positions and exponents as bytes, a row of the widest term each; `None` where they do not fit.
fn bytes(compiled: &Compiled, widest: usize) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(2 * widest * compiled.terms());
    for t in 0..compiled.terms() {
        let factors = compiled.factors_of(t);
        for &Factor { variable, exponent, .. } in factors {
            bytes.extend([u8::try_from(variable).ok()?, u8::try_from(exponent - 1).ok()?]);
        }
        // The 0-th power of the first variable.
        bytes.resize(bytes.len() + 2 * (widest - factors.len()), 0);
    }
    Some(bytes)
}

impl Cuda {
    /// The lists of the paper's kernels.
    pub(super) fn load_paper<R: Precision>(&mut self, compiled: &Compiled) -> Result<PaperSystem> {
        let stream = &self.stream;
        let PaperLists { shape, places, starts, slots, coefficients } = PaperLists::<R>::new(compiled)?;
        let bytes = bytes(compiled, shape.widest as usize);
        Ok(PaperSystem {
            term_starts: compiled.lengths().words()[..4].iter().sum(),
            bytes: bytes.map(|bytes| stream.copy_of(&bytes)).transpose()?,
            places: stream.copy_of(&places)?,
            starts: stream.copy_of(&starts)?,
            slots: stream.copy_of(&slots)?,
            coefficients: stream.copy_of(bytemuck::cast_slice(&coefficients))?,
            shape,
        })
    }

    /// Room between the paper's kernels for so many points.
    ///
    /// # Errors
    /// `Argument` for a system that was loaded for other kernels, and for bytes that do not hold its variables and exponents; of the engine.
    pub fn paper_room<R: Precision>(
        &self,
        system: &CudaSystem<R>,
        form: PaperForm,
        points: usize,
    ) -> Result<PaperRoom> {
        let paper = system.paper()?;
        if form.compact && paper.bytes.is_none() {
            let message = "is for at most 256 variables and exponents to 256";
            return Err(Error::argument("compact encoding", message));
        }
        let doubles = 2 * R::PARTS * points;
        let shape = &paper.shape;
        let terms = match form.coalesced {
            true => shape.terms as usize * (shape.widest as usize + 1),
            false => paper.numbers_of_point() - shape.terms as usize,
        };
        Ok(PaperRoom {
            form,
            points,
            common: self.stream.alloc(doubles * shape.terms as usize)?,
            // Zeros stay where no term is.
            terms: self.stream.zeroed(doubles * terms)?,
        })
    }

    /// The same with room of its own, in the form that the paper chose.
    pub(super) fn evaluate_by_paper<R: Precision>(
        &self,
        system: &CudaSystem<R>,
        count: usize,
        points: &DeviceBuffer<f64>,
        values: &mut DeviceBuffer<f64>,
        jacobians: &mut DeviceBuffer<f64>,
    ) -> Result<()> {
        let mut room = self.paper_room(system, PaperForm::default(), count)?;
        self.evaluate_paper(system, &mut room, points, values, jacobians)
    }

    /// As [`Cuda::evaluate_resident`] by the paper's kernels.
    ///
    /// # Errors
    /// As there, and `Limit` where a table or the places of a block have no room in shared memory.
    pub fn evaluate_paper<R: Precision>(
        &self,
        system: &CudaSystem<R>,
        room: &mut PaperRoom,
        points: &DeviceBuffer<f64>,
        values: &mut DeviceBuffer<f64>,
        jacobians: &mut DeviceBuffer<f64>,
    ) -> Result<()> {
        let of = |doubles: usize| doubles / (2 * R::PARTS);
        let compiled = &system.compiled;
        let count = points_of(compiled, of(points.len()), of(values.len()), Some(of(jacobians.len())))?;
        if count != room.points {
            return Err(ErrorKind::Shape {
                what: "points of the paper's kernels",
                expected: room.points,
                found: count,
            }
            .into());
        }
        let (stream, paper) = (&self.stream, system.paper()?);
        let form = room.form;
        let shape = PaperShape { compact: form.compact.into(), coalesced: form.coalesced.into(), ..paper.shape };
        let count = word("points", count)?;
        if count == 0 || shape.polynomials == 0 {
            return Ok(());
        }
        let number = 16 * R::PARTS as u64;
        let shared = |what, numbers: u64| {
            let (needed, allowed) = (number * numbers, self.device().shared_per_block);
            match needed <= u64::from(allowed) {
                true => Ok(needed as u32),
                false => Err(Error::from(ErrorKind::Limit { what, needed: needed.into(), allowed: allowed.into() })),
            }
        };
        let table = shared(
            "shared memory for a table of powers, in bytes",
            u64::from(shape.variables) * u64::from(shape.degree),
        );
        let places = shared(
            "shared memory for the products of terms, in bytes",
            (u64::from(shape.widest) + 1) * u64::from(PAPER_THREADS),
        )?;
        let lists = system.lists.as_ptr();
        let term_starts = lists.wrapping_add(paper.term_starts);
        let factors: DevicePtr<Factor> = DevicePtr::from_raw(lists.as_raw());
        let encoded = match &paper.bytes {
            Some(bytes) if form.compact => DevicePtr::from_raw(bytes.as_ptr().as_raw()),
            _ => factors,
        };
        let (common, terms) = (room.common.as_ptr(), room.terms.as_ptr());
        let points = points.as_ptr();
        // SAFETY (all): lists, coefficients and room are those of the system, points and results as long as it and `count` ask for; all live
        // on this stream.
        if shape.terms > 0 {
            let grid = (blocks(shape.terms as usize, PAPER_THREADS)?, count, 1);
            if form.table {
                launch!(R, stream, grid, table?, [PaperFactorsD, PaperFactorsDd, PaperFactorsQd], {
                    factors: encoded, term_starts: term_starts, points: points, common: common, shape: shape
                })?;
            } else {
                launch!(R, stream, grid, 0, [PaperFactorsWithoutTableD, PaperFactorsWithoutTableDd, PaperFactorsWithoutTableQd], {
                    factors: factors, term_starts: term_starts, points: points, common: common, shape: shape
                })?;
            }
            launch!(R, stream, grid, places, [PaperTermsD, PaperTermsDd, PaperTermsQd], {
                factors: factors, term_starts: term_starts, places: paper.places.as_ptr(),
                coefficients: paper.coefficients.as_ptr(), points: points, common: DevicePtr::from_raw(common.as_raw()),
                terms: terms, shape: shape
            })?;
        }
        let sums = shape.polynomials as usize * (shape.variables as usize + 1);
        launch!(R, stream, (blocks(sums, PAPER_THREADS)?, count, 1), 0, [PaperSumsD, PaperSumsDd, PaperSumsQd], {
            starts: paper.starts.as_ptr(), slots: paper.slots.as_ptr(), terms: DevicePtr::from_raw(terms.as_raw()),
            values: values.as_ptr(), jacobians: jacobians.as_ptr(), shape: shape
        })
    }
}
