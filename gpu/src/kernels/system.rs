//! Family `system`: values and Jacobians of systems of polynomials, in double, double-double and quad-double.
//!
//! `lists` are those of a program ([`crate::system::lists`]). A complex number of N doubles is N doubles of its real part, then N of
//! its imaginary part; `coefficients` are \[term\], `points` \[point\]\[variable\], `values` \[point\]\[polynomial\] and `jacobians`
//! \[point\]\[polynomial\]\[variable\], null where they are not wanted: then nothing is made of them, and a thread has no numbers of its own.

#[cfg(target_arch = "nvptx64")]
mod body;

use crate::floating::{Double, DoubleDouble, QuadDouble, Scalar};
use crate::system::evaluate::{Keep, Registers, Stored};
use crate::system::lists::Lengths;
use crate::system::shape::Shape;
use cuda_std::prelude::*;

/// A form of the kernels for many points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BatchForm {
    /// Threads of a block.
    pub threads: u32,
    /// [`Keep::CHUNK`] of what keeps the products of a term.
    pub chunk: u32,
}

const fn chunk<K: Keep>(_: K) -> u32 {
    K::CHUNK
}

/// Numbers that a block needs: the tables of its points, then sums and products of its threads.
pub const fn numbers_of_block(form: BatchForm, entries: u64, shape: &Shape) -> u64 {
    (entries << shape.log_points) + form.threads as u64 * (shape.sums as u64 + shape.forward as u64)
}

macro_rules! batches {
    ($($name:ident, $parts:literal, $reals:ident, $threads:literal, $keep:expr, $form:ident;)*) => { $(
        #[doc = concat!("Values and Jacobians at points of ", stringify!($parts), " doubles a part. Blocks take groups of points in turn.")]
        #[doc = "Shared: [`numbers_of_block`]."]
        #[kernel(family = "system", block = $threads)]
        pub unsafe fn $name(
            lists: *const u32,
            coefficients: *const f64,
            points: *const f64,
            values: *mut f64,
            jacobians: *mut f64,
            lengths: Lengths,
            shape: Shape,
        ) {
            // SAFETY: the caller's.
            unsafe {
                let base = dynamic_shared_mem::<f64>();
                let at = |number: u32, stride: u32| body::SharedNumbers::<$parts>::new(base.add(2 * number), stride);
                let system = body::System::of(&lengths, coefficients, points, values, jacobians);
                body::batch($reals(Scalar), $keep, $form, &lengths.program(lists), &system, &shape, at);
            }
        }

        /// How it is launched.
        pub const $form: BatchForm = BatchForm { threads: $threads, chunk: chunk($keep) };
    )* };
}

// Terms of 9 to 12 and of 16 factors take 6 to 29 and 11 percent less time in one chunk than in two of 8 ([`BatchForm::of_double`]).
batches! {
    evaluate_batch_d, 1, Double, 256, Registers::<8>, BATCH_D;
    evaluate_batch_12_d, 1, Double, 256, Registers::<12>, BATCH_12_D;
    evaluate_batch_16_d, 1, Double, 256, Registers::<16>, BATCH_16_D;
    evaluate_batch_dd, 2, DoubleDouble, 128, Registers::<4>, BATCH_DD;
    evaluate_batch_qd, 4, QuadDouble, 128, Stored, BATCH_QD;
}

impl BatchForm {
    /// That of systems in double whose longest term has so many factors: `benches/results/2026-11-26-h100-systems.txt` has all forms for 2 to 20.
    pub const fn of_double(longest: u32) -> Self {
        match longest {
            9..=12 => BATCH_12_D,
            16 => BATCH_16_D,
            _ => BATCH_D,
        }
    }
}

macro_rules! batches_in_memory {
    ($($name:ident, $parts:literal, $reals:ident, $threads:literal, $keep:expr, $form:ident;)*) => { $(
        #[doc = concat!("The same with all that is kept in memory of the device, for systems whose tables have no room: ", stringify!($form), ".")]
        #[doc = "`scratch`: [`numbers_of_block`] a block."]
        #[kernel(family = "system", block = $threads)]
        pub unsafe fn $name(
            lists: *const u32,
            coefficients: *const f64,
            points: *const f64,
            values: *mut f64,
            jacobians: *mut f64,
            scratch: *mut f64,
            lengths: Lengths,
            shape: Shape,
        ) {
            // SAFETY: the caller's.
            unsafe {
                let program = lengths.program(lists);
                let size = numbers_of_block($form, program.entries() as u64, &shape) as usize;
                let base = scratch.add(2 * $parts * size * thread::block_idx_x() as usize);
                // Pairs are counted.
                let at = |pair: u32, stride: u32| body::GlobalNumbers::<$parts>::new(base.add(2 * pair as usize), stride as usize);
                let system = body::System::of(&lengths, coefficients, points, values, jacobians);
                body::batch($reals(Scalar), $keep, $form, &program, &system, &shape, at);
            }
        }
    )* };
}

batches_in_memory! {
    evaluate_batch_in_memory_d, 1, Double, 256, Registers::<8>, BATCH_D;
    evaluate_batch_in_memory_dd, 2, DoubleDouble, 128, Registers::<4>, BATCH_DD;
    evaluate_batch_in_memory_qd, 4, QuadDouble, 128, Stored, BATCH_QD;
}

macro_rules! points {
    ($($name:ident, $in_memory:ident, $parts:literal, $reals:ident, $threads:literal, $keep:expr;)*) => { $(
        #[doc = concat!("The same at few points, soon: a block for a polynomial at a point, a thread for a term, ", stringify!($parts), " doubles a part.")]
        #[doc = "Block (p, i): polynomial p at point i. `records`: starts of the records of all polynomials ([`crate::system::record`]) in units of"]
        #[doc = "16 bytes from here, and the end; then the records. Shared: `numbers`, and behind them the longest record."]
        #[kernel(family = "system", block = $threads)]
        pub unsafe fn $name(
            records: *const u32,
            coefficients: *const f64,
            points: *const f64,
            values: *mut f64,
            jacobians: *mut f64,
            numbers: u32,
            lengths: Lengths,
        ) {
            // SAFETY: the caller's.
            unsafe {
                let base = dynamic_shared_mem::<f64>();
                let at = |number: u32| body::SharedPlanes::<$parts>::new(base.add(2 * number), numbers);
                let system = body::System::of(&lengths, coefficients, points, values, jacobians);
                let record = || body::shared_record(records, &lengths, base.add(2 * $parts * numbers).cast());
                body::polynomial_at_point($reals(Scalar), $keep, &system, record, at);
            }
        }

        #[doc = concat!("The same with what is kept in memory of the device: ", stringify!($name), " whose terms have no room.")]
        #[doc = "`scratch`: `numbers` a block."]
        #[kernel(family = "system", block = $threads)]
        pub unsafe fn $in_memory(
            records: *const u32,
            coefficients: *const f64,
            points: *const f64,
            values: *mut f64,
            jacobians: *mut f64,
            scratch: *mut f64,
            numbers: u32,
            lengths: Lengths,
        ) {
            // SAFETY: the caller's.
            unsafe {
                let block = (thread::block_idx_y() * thread::grid_dim_x() + thread::block_idx_x()) as usize;
                let base = scratch.add(2 * $parts * numbers as usize * block);
                let at = |number: u32| body::GlobalNumbers::<$parts>::new(base.add(2 * $parts * number as usize), 1);
                let system = body::System::of(&lengths, coefficients, points, values, jacobians);
                let record = || body::record(records, &lengths);
                body::polynomial_at_point($reals(Scalar), $keep, &system, record, at);
            }
        }
    )* };
}

points! {
    evaluate_point_d, evaluate_point_in_memory_d, 1, Double, 256, Registers::<8>;
    evaluate_point_dd, evaluate_point_in_memory_dd, 2, DoubleDouble, 256, Registers::<4>;
    evaluate_point_qd, evaluate_point_in_memory_qd, 4, QuadDouble, 128, Stored;
}
