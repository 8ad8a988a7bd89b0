//! The choice of engines for a computation.

use super::job::{How, Pointwise};
use super::memory::MemoryEstimate;
use super::outline::Outline;
use crate::error::Result;
use crate::plan::cost::Work;
use crate::run::backend::{self, EngineRequest, SelectedEngines};
use crate::run::options::RunOptions;

impl<J: Pointwise> Outline<J> {
    /// The engines; `in_ranges` for an answer whose residues leave them.
    ///
    /// # Errors
    /// Of engines that were asked for.
    pub fn choose(&self, how: &How<'_>, in_ranges: bool) -> Result<SelectedEngines> {
        let (work, demand) = (self.work(), MemoryEstimate::new(self, how));
        let demand = if in_ranges { demand.in_ranges() } else { demand };
        let engine_request = EngineRequest {
            suits_device: backend::suits_device(how.run, &work),
            is_long: backend::is_long(how.run, || backend::cpu_milliseconds(how.run, &work)),
            systems: false,
            devices: &|most| work.devices_of_slabs(most, how.run.always_split, slabs(&work, how.run)),
            has_room: &|chosen| chosen.run(|engines| demand.has_room(engines, how.lift)),
            word: self.word(how.run),
            held: self.held,
        };
        backend::choose(how.run, &engine_request)
    }
}

/// Bytes of a large device.
const DEVICE: u64 = 80 << 30;

/// Slabs in which a device is likely to compute the grid of a prime, before it is known what memory it has: two words of 32 bits for each
/// point fit, or it is asked for more.
fn slabs(work: &Work, run: &RunOptions) -> u64 {
    let memory = run.memory_limit.unwrap_or(DEVICE).max(1) as f64;
    // Up to 2^44 points; a quotient that is beyond a u64 saturates.
    let needed = (8.0 * work.points() / memory).ceil() as u64;
    needed.max(run.slabs.into()).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::cost::{Scalar, usual_points};
    use crate::plan::grid::Evaluation;

    /// Two devices for one prime in slabs, forced or for lack of memory, and one where it fits.
    #[test]
    fn slabs_are_shares() {
        let degrees = [1000, 1000];
        let work = Work {
            integers: 1 << 20,
            words: 1 << 20,
            axes: degrees.iter().map(|&d| d + 1).zip(usual_points(&degrees, Evaluation::Auto)).collect(),
            on_roots: true,
            scalar: Scalar::resultant(40, 40),
            coefficients: 1001 * 1001,
            bits: 20,
        };
        let devices = |limit: Option<u64>, forced: u32| {
            let run = RunOptions { memory_limit: limit, slabs: forced, ..RunOptions::default() };
            (slabs(&work, &run), work.devices_of_slabs(2, true, slabs(&work, &run)))
        };
        assert_eq!((work.devices(2, true), devices(None, 0)), (1, (1, 1)));
        assert_eq!((devices(None, 5), devices(Some(4 << 20), 0), devices(Some(1 << 30), 0)), ((5, 2), (2, 2), (1, 1)));
    }
}
