//! Paths of zeros while the parameters of a system move, one path in every lane.
//!
//! A system H(x, q) of n polynomials in n variables and r parameters, the last variables of its program; the parameters go from q_0 to q_1 on
//! a straight line, q(u) = q_1 + u (q_0 - q_1), or decay ([`super::motion`]), and u goes from one complex number to another on a straight line again, on the whole from 1 to
//! 0: near the end, where paths become singular, u is as exact as its own size asks. Along x(u) with H(x(u), q(u)) = 0 the derivative is
//! x' = -J^-1 H', for the Jacobian J by x and H' = H_q q'.
//!
//! A step predicts by the classical Runge-Kutta method of order four from the derivative at hand, and corrects twice by Newton's method,
//! whose last Jacobian gives the next derivative: five Jacobians for each attempt. Its size follows P. Deuflhard's theory of Newton's
//! method (Newton Methods for Nonlinear Problems, chapter 5), as S. Timme uses it (Mixed precision path tracking for polynomial homotopy
//! continuation, Adv. Comput. Math. 47 (2021)): what the two corrections d_0 and d_1 tell, relative to the point, is how far the predictor was
//! off and how fast the corrector contracts. d_0 and d_1 / d_0 go with h^5, d_1 with h^10, and so the next step is that for which they will
//! be a quarter of what is allowed. Lanes have square roots; the fourth root is taken in place of the fifth.

use super::linear;
pub use super::motion::Line;
use super::motion::{parameter, slope};
use super::newton::{Workspace, larger, linearise, size};
use super::program::Program;
use super::team::Agree;
use crate::arith::Ring;
use crate::floating::real::Part;
use crate::floating::{Complex, Float, Real};
use crate::memory::Row;

/// How a lane stands, as the doubles that lanes hold.
pub mod status {
    /// On its way.
    pub const RUNNING: f64 = 0.0;
    /// u is where it was to go.
    pub const END: f64 = 1.0;
    /// Corrections are too large however small the steps are.
    pub const SMALL: f64 = 2.0;
    /// The greatest number of attempts was made.
    pub const STEPS: f64 = 3.0;
    /// The point is beyond the bound.
    pub const DIVERGED: f64 = 4.0;
    /// Newton's method does not settle at the first point.
    pub const START: f64 = 5.0;
}

/// The choices of a tracker. Corrections are relative to the point.
#[cuda_std::kernel_param]
pub struct Choices {
    /// Most attempts from one u to the other.
    pub attempts: u64,
    /// The least step, as a part of the way.
    pub least: f64,
    /// The largest second correction that is allowed.
    pub correction: f64,
    /// The largest first one.
    pub prediction: f64,
    /// The largest quotient of the second by the first one.
    pub contraction: f64,
    /// Second corrections up to this are rounding errors, of which nothing is asked.
    pub noise: f64,
    /// Bound of the point.
    pub bound: f64,
    /// 0 where parameters move on lines, 1 where they decay.
    pub decays: u64,
}

/// Where a lane is. Its u is `to` less (1 - `done`) `way`.
#[derive(Clone, Copy)]
pub struct Lane<R: Real> {
    /// The u it goes to.
    pub to: [R::Elem; 2],
    /// `to` less the u it came from; not 0.
    pub way: [R::Elem; 2],
    /// |`way`|.
    pub length: Part<R>,
    /// The part of the way that is done.
    pub done: Part<R>,
    /// Length of the next step, where it is not the last one.
    pub step: Part<R>,
    /// 1 where the derivative at the point is known, 0 before the first attempt, which finds it.
    pub known: Part<R>,
    /// Attempts so far.
    pub attempts: Part<R>,
    /// The largest part of the system's values before the last correction.
    pub residual: Part<R>,
    /// The last correction, relative to the point.
    pub correction: Part<R>,
    /// The ratio of pivots ([`linear::Pivots::ratio`]).
    pub ratio: Part<R>,
    /// One of [`status`].
    pub status: Part<R>,
}

/// Memory of a path besides the workspace: n elements each.
pub struct Path<P> {
    /// The point.
    pub point: P,
    /// The derivative by u there.
    pub tangent: P,
    /// Between the stages of an attempt.
    pub sum: P,
}

/// A step of every lane that runs: done or, where corrections are too large, made smaller for the next attempt. Lanes that do not run stay as they
/// are.
#[allow(clippy::too_many_arguments, reason = "a system, its line, and memory of three kinds")]
#[inline(always)]
pub fn attempt<R: Real, T, F, S, M, P>(
    ring: &Complex<R>,
    team: &impl Agree<R::Float>,
    program: &Program<'_>,
    choices: Choices,
    coefficient: impl Fn(u32) -> [R::Elem; 2],
    line: &impl Line<[R::Elem; 2]>,
    space: &mut Workspace<T, F, S, M>,
    path: &mut Path<P>,
    lane: &mut Lane<R>,
) where
    T: Row<[R::Elem; 2]>,
    F: Row<[R::Elem; 2]>,
    S: Row<[R::Elem; 2]>,
    M: Row<[R::Elem; 2]>,
    P: Row<[R::Elem; 2]>,
{
    let f = ring.0.float();
    let n = program.polynomials();
    let width = n + 2;
    let decays = choices.decays != 0;
    let (zero, one, half) = (f.splat(0.0), f.splat(1.0), f.splat(0.5));
    let infinity = f.splat(f64::INFINITY);
    let known = f.less(half, lane.known);
    // The part of the way to go: no small rest is left, and the first attempt goes nowhere.
    let rest = f.sub(one, lane.done);
    let wanted = f.select(known, f.div(lane.step, lane.length), zero);
    let part = f.select(f.less(f.add(wanted, wanted), rest), wanted, f.mul(rest, half));
    let part = f.select(f.less(wanted, rest), part, rest);
    let last = f.select(f.less(wanted, rest), zero, one);
    let done = f.select(f.less(half, last), one, f.add(lane.done, part));
    let time = |done: Part<R>| {
        let left = f.sub(one, done);
        ring.sub(lane.to, [ring.0.mul_part(lane.way[0], left), ring.0.mul_part(lane.way[1], left)])
    };
    let step = [ring.0.mul_part(lane.way[0], part), ring.0.mul_part(lane.way[1], part)];
    let half_step = [ring.0.scale(step[0], half), ring.0.scale(step[1], half)];
    let sixth = ring.0.div(ring.0.one(), ring.0.of_f64(6.0));
    let sixth = ring.mul_real(step, sixth);
    let (middle, end) = (time(f.add(lane.done, f.mul(part, half))), time(done));
    for v in team.turns(n) {
        let (x, tangent) = (path.point.get(v), path.tangent.get(v));
        // Before it is known it need not be finite.
        let moved = ring.add(x, ring.mul(half_step, tangent));
        space.table.set(v, linear::select(ring, known, moved, x));
        path.sum.set(v, linear::select(ring, known, tangent, ring.zero()));
    }
    let (mut first, mut second, mut speed, mut norm) = (zero, zero, zero, zero);
    let (mut residual, mut ratio) = (zero, zero);
    for stage in 0..5 {
        let at = if stage < 2 { middle } else { end };
        for k in team.turns(program.variables() - n) {
            space.table.set(n + k, parameter(ring, line, decays, k, at));
        }
        team.sync();
        let direction = |k, value| slope(ring, line, decays, k, value);
        residual = linearise(ring, team, program, (n, 2), &coefficient, direction, space);
        // J X = [H | H'].
        let pivots = linear::solve(ring, team, n, 2, &mut space.matrix);
        ratio = pivots.ratio(&f);
        (first, second, speed, norm) = (second, zero, zero, zero);
        for v in team.turns(n) {
            let (delta, slope) = (space.matrix.get(v * width + n), ring.neg(space.matrix.get(v * width + n + 1)));
            let sum = path.sum.get(v);
            let (next, sum) = match stage {
                0 => (ring.add(path.point.get(v), ring.mul(half_step, slope)), ring.add(sum, ring.add(slope, slope))),
                1 => (ring.add(path.point.get(v), ring.mul(step, slope)), ring.add(sum, ring.add(slope, slope))),
                2 => (ring.add(path.point.get(v), ring.mul(sixth, ring.add(sum, slope))), sum),
                _ => (ring.sub(space.table.get(v), delta), slope),
            };
            second = larger::<R>(&f, second, size(ring, delta));
            speed = larger::<R>(&f, speed, size(ring, slope));
            norm = larger::<R>(&f, norm, size(ring, next));
            space.table.set(v, next);
            path.sum.set(v, sum);
        }
    }
    (first, second) = (team.largest(&f, first), team.largest(&f, second));
    (speed, norm) = (team.largest(&f, speed), team.largest(&f, norm));
    // Relative to the point, and to 1 where there is none.
    let norm = f.select(f.less(zero, norm), norm, one);
    let (first, second) = (f.div(first, norm), f.div(second, norm));
    let least = f.splat(f64::MIN_POSITIVE);
    let excess = larger::<R>(&f, f.sub(second, f.splat(choices.noise)), zero);
    let contraction = f.div(excess, larger::<R>(&f, first, least));
    // The limit is 1 for each, and each goes with h^5. Values that are not finite are not allowed.
    let excess = f.sqrt(f.div(excess, f.splat(choices.correction)));
    let worst = larger::<R>(&f, excess, f.div(contraction, f.splat(choices.contraction)));
    let worst = larger::<R>(&f, worst, f.div(first, f.splat(choices.prediction)));
    let worst = f.select(f.less(f.add(f.add(speed, norm), f.add(first, second)), infinity), worst, infinity);
    let worst = f.select(f.less(zero, ratio), worst, infinity);
    let good = f.less(worst, one);
    // A quarter of it is wanted.
    let factor = f.sqrt(f.sqrt(f.div(f.splat(0.25), worst)));
    let factor = larger::<R>(&f, factor, f.splat(0.125));
    let most = f.select(good, f.splat(2.0), half);
    let factor = f.select(f.less(factor, most), factor, most);
    let next_step = f.mul(f.mul(part, lane.length), factor);
    // A step that ended early for the rest of the way tells nothing against one of the size that was wanted.
    let shortened = f.select(f.less(part, wanted), f.select(good, one, zero), zero);
    let next_step = f.select(f.less(half, shortened), larger::<R>(&f, next_step, lane.step), next_step);
    let next_step = f.select(known, next_step, lane.step);

    let running = f.less(lane.status, half);
    let counted = f.add(lane.attempts, f.select(running, one, zero));
    // The first that is true counts: they are looked at from the last to the first.
    let mut status = f.select(f.less(counted, f.splat(choices.attempts as f64)), zero, f.splat(status::STEPS));
    let small = f.select(known, f.div(next_step, lane.length), zero);
    let small = f.select(
        f.less(small, f.splat(choices.least)),
        f.select(known, f.splat(status::SMALL), f.splat(status::START)),
        status,
    );
    status = f.select(good, status, small);
    let ended = f.select(
        f.less(norm, f.splat(choices.bound)),
        f.select(f.less(half, last), f.splat(status::END), status),
        f.splat(status::DIVERGED),
    );
    // The first attempt never ends a way: it has not gone it.
    let ended = f.select(known, ended, status);
    status = f.select(good, ended, status);
    let accepted = f.select(running, f.select(good, one, zero), zero);
    let accepted = f.less(half, accepted);
    for v in team.turns(n) {
        path.point.set(v, linear::select(ring, accepted, space.table.get(v), path.point.get(v)));
        path.tangent.set(v, linear::select(ring, accepted, path.sum.get(v), path.tangent.get(v)));
    }
    lane.done = f.select(accepted, f.select(known, done, lane.done), lane.done);
    lane.known = f.select(accepted, one, lane.known);
    lane.step = f.select(running, next_step, lane.step);
    lane.attempts = counted;
    lane.residual = f.select(accepted, residual, lane.residual);
    lane.correction = f.select(accepted, second, lane.correction);
    lane.ratio = f.select(accepted, ratio, lane.ratio);
    lane.status = f.select(running, status, lane.status);
}
