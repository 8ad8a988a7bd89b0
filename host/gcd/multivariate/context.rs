//! The context that the recursion passes on.

use super::memory::Room;
use crate::clock::Clock;
use crate::control::Control;
use crate::engine::AnyEngine;
use crate::error::Result;
use crate::gcd::options::GcdOptions;
use crate::gcd::request::Counts;
use crate::plan::prime61::Prime61;
use rand::rngs::StdRng;

/// The context that all steps of one computation share.
pub(super) struct Context<'a> {
    pub engine: &'a mut dyn AnyEngine,
    pub options: &'a GcdOptions,
    /// Of the step that is computed.
    pub control: Control,
    pub clock: &'a mut Clock,
    pub counts: Counts,
    /// Those of the images that tell bounds on degrees.
    pub primes: Vec<Prime61>,
    pub random: StdRng,
    /// Memory of the host beside the polynomials.
    pub room: Room,
}

impl Context<'_> {
    /// Computes what takes so long, before what takes so long, both in any unit.
    pub fn within<R>(&mut self, (now, behind): (f64, f64), work: impl FnOnce(&mut Self) -> Result<R>) -> Result<R> {
        let section = self.control.next_of(now, behind);
        let whole = std::mem::replace(&mut self.control, section);
        let result = work(self);
        let section = std::mem::replace(&mut self.control, whole);
        section.finish();
        result
    }
}
