//! Many paths of zeros.

use super::system::SystemEngine;
use crate::error::{ErrorKind, Result};
use crate::floating::Precision;
use crate::system::{Compiled, TrackStatus};
use gpu::system::track::Choices;

/// The straight line of the parameters, q_1 + u (q_0 - q_1) from u = 1 to u = 0.
#[derive(Debug, Clone)]
pub struct ParameterLine<R> {
    /// q_1.
    pub end: Vec<[R; 2]>,
    /// q_0 - q_1.
    pub back: Vec<[R; 2]>,
}

/// Where a path is and where it is to go. A path that has reached an end goes on from there when it is given another one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PathState<R> {
    /// u of the point.
    pub at: [R; 2],
    /// u to go to.
    pub to: [R; 2],
    /// Length of the next step.
    pub step: f64,
    /// The tangent belongs to the point.
    pub known: bool,
    /// How the last call ended.
    pub status: TrackStatus,
    /// Attempts of all calls.
    pub attempts: u32,
    /// The norm of the values before the last correction.
    pub residual: f64,
    /// The last correction over the point.
    pub correction: f64,
    /// The smallest over the largest pivot at the point.
    pub pivots: f64,
}

impl<R: Precision> PathState<R> {
    /// Before the first step.
    pub fn new(at: [R; 2], to: [R; 2], step: f64) -> Self {
        PathState {
            at,
            to,
            step,
            known: false,
            status: TrackStatus::Steps,
            attempts: 0,
            residual: f64::INFINITY,
            correction: f64::INFINITY,
            pivots: 0.0,
        }
    }
}

/// Paths of zeros of a system whose last variables are parameters ([`gpu::system::track`]).
pub trait TrackEngine: SystemEngine {
    /// Takes each path from its u to the one it is to go to, as far as it gets. Points and tangents are \[path\]\[variable\].
    ///
    /// # Errors
    /// `Shape` for lists of the wrong length; `Cancelled`; of the engine.
    fn track_paths<R: Precision>(
        &mut self,
        system: &Self::System<R>,
        line: &ParameterLine<R>,
        choices: Choices,
        points: &mut [[R; 2]],
        tangents: &mut [[R; 2]],
        paths: &mut [PathState<R>],
    ) -> Result<()>;
}

/// # Errors
/// `Shape` where the lists do not belong together.
pub(crate) fn check_paths(
    system: &Compiled,
    parameters: (usize, usize),
    points: usize,
    tangents: usize,
    paths: usize,
) -> Result<()> {
    let n = system.polynomials();
    let check = |what, expected: usize, found: usize| -> Result<()> {
        if expected == found { Ok(()) } else { Err(ErrorKind::Shape { what, expected, found }.into()) }
    };
    check("variables and parameters of a system", n + parameters.0, system.variables())?;
    check("parameters of a line", parameters.0, parameters.1)?;
    check("coordinates of points", paths * n, points)?;
    check("coordinates of tangents", paths * n, tangents)
}
