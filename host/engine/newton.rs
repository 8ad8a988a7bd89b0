//! Newton's method at many points.

use super::system::SystemEngine;
use crate::engine::status::NewtonReport;
use crate::error::{ErrorKind, Result};
use crate::floating::Precision;
use crate::poly::systems::Compiled;
use gpu::system::newton::Stop;

/// Newton's method on systems of n polynomials in n variables.
pub trait NewtonEngine: SystemEngine {
    /// Moves each point by Newton's method until it stops ([`gpu::system::newton::refine`]); a report for each.
    /// For n = 0 there is nothing to do, and reports stay as they are.
    ///
    /// # Errors
    /// `Shape` for lists of the wrong length and where there are not as many polynomials as variables; `Cancelled`; of the engine.
    fn refine_points<R: Precision>(
        &mut self,
        system: &Self::System<R>,
        stop: Stop,
        points: &mut [[R; 2]],
        reports: &mut [NewtonReport],
    ) -> Result<()>;
}

/// # Errors
/// `Shape` where the lists do not belong together, or the system is not square.
pub(crate) fn check_square(system: &Compiled, points: usize, reports: usize) -> Result<()> {
    let n = system.variables();
    let check = |what, expected: usize, found: usize| -> Result<()> {
        if expected == found { Ok(()) } else { Err(ErrorKind::Shape { what, expected, found }.into()) }
    };
    check("a system for Newton's method", n, system.polynomials())?;
    check("coordinates of points", reports * n, points)
}
