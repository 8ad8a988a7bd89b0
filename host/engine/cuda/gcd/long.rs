//! Long rounds: many rounds on the leading coefficients, then one update of everything by transforms.

use super::rounds::{Launches, Plain, Told, Work, endless};
use crate::engine::cuda::DeviceBuffer;
use crate::engine::cuda::driver::launch::blocks;
use crate::engine::cuda::grid::tables::{AxisTables, Batch, prime_ptr};
use crate::engine::cuda::thresholds::Thresholds;
use crate::engine::gcd::GcdShape;
use crate::error::{Error, Result};
use gpu::gcd::cyclic::LEN;
use gpu::kernels::gcd_long::{
    APPLY_WORDS, BEGIN_WORDS, GcdLongApply, GcdLongBegin, GcdLongHead, GcdLongSpectra, LEVEL, MARKS, SPECTRA_WORDS,
};
use gpu::kernels::problems::{HEAD_WORDS, Problems, STATE};

/// Degree from which a long round is worth it however many problems there are: one of its rounds updates as much as a plain round of
/// degree `LEVEL.row()`.
const LEAST: u32 = 2 * LEVEL.row();

/// Words of a problem for long rounds: its windows and their state, marks, and the values of its matrix.
pub(super) const WORDS: usize = 4 * LEVEL.row() as usize + (STATE + MARKS) as usize + 4 * LEN as usize;

/// [`crate::engine::gcd::GcdEngine::image_points`].
pub(super) fn points((p, q): (u32, u32), from: u32) -> u32 {
    if p.min(q) >= from { LEN } else { 0 }
}

/// The axis with the roots of unity that tiles take, if the primes have them.
fn axis(batch: &Batch) -> Option<&AxisTables> {
    batch.axes.iter().find(|axis| axis.len == LEN && axis.cosets == 1)
}

/// Degree down to which `total` problems of degree `longest` have long rounds, if they have any.
///
/// # Errors
/// `Argument` where long rounds are asked for and the primes have no roots of unity for them.
pub(super) fn limit(
    on: &Launches,
    shape: GcdShape,
    longest: u32,
    total: usize,
    thresholds: &Thresholds,
) -> Result<Option<u32>> {
    let limit = match shape {
        GcdShape::Long if axis(on.batch).is_none() => {
            return Err(Error::argument("grid", format!("long rounds need an axis of {LEN} points, on one coset")));
        }
        GcdShape::Long => LEVEL.window(),
        GcdShape::Auto if axis(on.batch).is_some() => {
            worth(on.stream.context().device().multiprocessors, total, thresholds.long_coefficients)
        }
        _ => return Ok(None),
    };
    Ok((longest >= limit).then_some(limit))
}

/// Degree from which a long round takes `total` problems less time than plain ones: with `coefficients` of all for each multiprocessor.
fn worth(multiprocessors: u32, total: usize, coefficients: u32) -> u32 {
    let each = u64::from(coefficients) * u64::from(multiprocessors) / (total as u64).max(1);
    u32::try_from(each).unwrap_or(u32::MAX).max(LEAST)
}

/// Memory for the long rounds of some problems.
pub(super) struct Long<'a> {
    on: Launches<'a>,
    axis: &'a AxisTables,
    limit: u32,
    windows: DeviceBuffer<u32>,
    window_states: DeviceBuffer<u32>,
    marks: DeviceBuffer<u32>,
    spectra: DeviceBuffer<u32>,
    counts: DeviceBuffer<u32>,
}

impl<'a> Long<'a> {
    /// For `chunk` problems of degree `limit` or more.
    pub fn new(on: Launches<'a>, limit: u32, chunk: usize) -> Result<Self> {
        let stream = on.stream;
        let axis = axis(on.batch).ok_or_else(|| Error::argument("grid", "has no axis for long rounds"))?;
        Ok(Long {
            on,
            axis,
            limit,
            windows: stream.alloc(chunk * 4 * LEVEL.row() as usize)?,
            window_states: stream.alloc(chunk * STATE as usize)?,
            marks: stream.alloc(chunk * MARKS as usize)?,
            spectra: stream.alloc(chunk * 4 * LEN as usize)?,
            counts: stream.alloc(2)?,
        })
    }

    /// Long rounds until no problem has any more, with plain ones between them where pairs are uneven. The rows are on side 0; returns the
    /// side where they are then. `most` is more than the sum of the degrees of any pair.
    pub fn rounds(&mut self, work: &Work, plain: &Plain, told: &Told, most: usize) -> Result<u32> {
        // Each long round, or the plain ones after it, lessens the sum of degrees of every problem that is counted.
        for round in 0..=most {
            self.on.control.check()?;
            let side = round as u32 & 1;
            self.round(work, side)?;
            let mut found = [0, 0];
            self.counts.download(0, &mut found)?;
            let [rounds, uneven] = found;
            if rounds == 0 && uneven == 0 {
                return Ok(1 - side);
            }
            told.steps(LEVEL.most());
            if uneven > 0 {
                self.on.plain_rounds(work, plain, 1 - side)?;
            }
        }
        Err(endless("gcd_long_begin", work.count, work.count, most))
    }

    /// A long round of all problems that can have one; their rows, and those of all that are not done, go from side `side` to the other.
    fn round(&mut self, work: &Work, side: u32) -> Result<()> {
        let stream = self.on.stream;
        let &Work { problems, count, rows, states } = work;
        let primes = prime_ptr(&self.on.batch.primes);
        self.counts.zero(0..2)?;
        let (windows, window_states) = (self.windows.as_ptr(), self.window_states.as_ptr());
        let (marks, spectra, counts) = (self.marks.as_ptr(), self.spectra.as_ptr(), self.counts.as_ptr());
        let (powers, inverse_lens) = (self.axis.powers.as_ptr(), self.axis.inverse_lens.as_ptr());
        let limit = self.limit;
        let begin = GcdLongBegin { primes, rows, states, windows, window_states, marks, counts, side, limit, problems };
        // SAFETY: rows and states of `count` problems as [`Work`] says; windows, their states and marks of as many by `new`.
        unsafe { stream.launch(&begin, (count, 1, 1), 4 * BEGIN_WORDS)? };
        let of = Problems { width: LEVEL.row(), ..problems };
        for inner in 0..LEVEL.rounds() {
            let side = inner & 1;
            let head = GcdLongHead { primes, windows, window_states, marks, side, problems };
            // SAFETY: as above.
            unsafe { stream.launch(&head, (count, 1, 1), 4 * HEAD_WORDS)? };
            // SAFETY: windows are rows of LEVEL.row() words, with states of their own.
            unsafe { self.on.update((windows, window_states), of, count, side)? };
        }
        let transform =
            GcdLongSpectra { primes, powers, inverse_lens, windows, window_states, marks, spectra, states, problems };
        // SAFETY: as above; 4 LEN words of spectra a problem; LEN powers and one inverse a prime, since there is one coset.
        unsafe { stream.launch(&transform, (4, count, 1), 4 * SPECTRA_WORDS)? };
        let apply = GcdLongApply { primes, powers, rows, states, window_states, marks, spectra, side, problems };
        let tiles = blocks(problems.width as usize, LEVEL.tile())?;
        // SAFETY: as above; the grid covers the rows.
        unsafe { stream.launch(&apply, (tiles, count, 1), 4 * APPLY_WORDS) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_rounds_are_for_many_coefficients() {
        let thresholds = Thresholds::default();
        let points = |degrees| points(degrees, thresholds.long_from);
        let worth = |multiprocessors, total| worth(multiprocessors, total, thresholds.long_coefficients);
        assert_eq!(points((100_000, 100_000)), LEN);
        assert_eq!((points((100_000, 7999)), points((1000, 900))), (0, 0));
        // 50 primes have enough coefficients from degree 2112 on.
        assert_eq!(worth(132, 50), LEAST);
        assert_eq!(worth(132, 10), 10_560);
        assert_eq!(worth(132, 1), 105_600);
        assert_eq!(worth(132, 0), 105_600);
        assert_eq!(worth(16, 1 << 20), LEAST);
    }
}
