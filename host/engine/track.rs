//! Many paths of zeros.

use super::system::SystemEngine;
use crate::engine::status::TrackStatus;
use crate::error::{ErrorKind, Result};
use crate::floating::{Precision, lane, of_lane};
use crate::poly::systems::Compiled;
use gpu::arith::Ring;
use gpu::floating::{Real, Scalar};
use gpu::system::track::Choices;

/// Straight lines of r parameters, q_1 + u (q_0 - q_1) from u = 1 to u = 0. Lists are \[line\]\[parameter\].
#[derive(Debug, Clone)]
pub struct ParameterLines<R> {
    /// r.
    pub parameters: usize,
    /// How many lines there are.
    pub count: usize,
    /// q_1.
    pub ends: Vec<[R; 2]>,
    /// q_0 - q_1.
    pub backs: Vec<[R; 2]>,
}

/// Where a path is and where it is to go. A path that has reached an end goes on from there when it is given another one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PathState<R> {
    /// Number of the line of its parameters.
    pub line: u32,
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
    pub fn new(line: u32, at: [R; 2], to: [R; 2], step: f64) -> Self {
        PathState {
            line,
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

    /// The u to go to less the one of the point, and its absolute value.
    pub(crate) fn way(&self) -> ([R; 2], f64) {
        let of = |k: usize| of_lane(R::reals(Scalar).sub(lane(&self.to[k]), lane(&self.at[k])));
        let way: [R; 2] = [of(0), of(1)];
        let length = way[0].as_ref()[0].hypot(way[1].as_ref()[0]);
        (way, length)
    }

    /// u when this part of the way is done.
    pub(crate) fn time(&self, done: f64) -> [R; 2] {
        if done == 0.0 {
            return self.at;
        }
        let (reals, (way, _)) = (R::reals(Scalar), self.way());
        let of = |k: usize| of_lane(reals.sub(lane(&self.to[k]), reals.mul_part(lane(&way[k]), 1.0 - done)));
        [of(0), of(1)]
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
        lines: &ParameterLines<R>,
        choices: Choices,
        points: &mut [[R; 2]],
        tangents: &mut [[R; 2]],
        paths: &mut [PathState<R>],
    ) -> Result<()>;
}

/// # Errors
/// `Shape` where the lists do not belong together.
pub(crate) fn check_paths<R>(
    system: &Compiled,
    lines: &ParameterLines<R>,
    points: usize,
    tangents: usize,
    paths: &[PathState<R>],
) -> Result<()> {
    let (n, r) = (system.polynomials(), lines.parameters);
    let check = |what, expected: usize, found: usize| -> Result<()> {
        if expected == found { Ok(()) } else { Err(ErrorKind::Shape { what, expected, found }.into()) }
    };
    check("variables and parameters of a system", n + r, system.variables())?;
    check("parameters at the ends of lines", lines.count * r, lines.ends.len())?;
    check("parameters along lines", lines.count * r, lines.backs.len())?;
    check("coordinates of points", paths.len() * n, points)?;
    check("coordinates of tangents", paths.len() * n, tangents)?;
    match paths.iter().find(|path| path.line as usize >= lines.count) {
        None => Ok(()),
        Some(path) => {
            Err(ErrorKind::Shape { what: "lines of parameters", expected: path.line as usize + 1, found: lines.count }
                .into())
        }
    }
}
