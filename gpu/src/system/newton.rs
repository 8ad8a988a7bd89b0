//! Newton's method, at one point in every lane.

use super::evaluate::{Stored, polynomial};
use super::linear::{self, Pivots};
use super::program::Program;
use super::team::Agree;
use crate::arith::Ring;
use crate::floating::real::Part;
use crate::floating::{Complex, Float, Real, Scalar};
use crate::memory::Row;
use crate::team::Team;

/// How a lane ended, as the doubles that lanes hold.
pub mod status {
    /// It has not ended.
    pub const RUNNING: f64 = 0.0;
    /// The last step was below the tolerance, or the residual is 0.
    pub const CONVERGED: f64 = 1.0;
    /// Steps are small, and get no smaller: the accuracy that the precision allows.
    pub const STAGNATED: f64 = 2.0;
    /// The greatest number of iterations was reached.
    pub const ITERATIONS: f64 = 3.0;
    /// The Jacobian has no inverse.
    pub const SINGULAR: f64 = 4.0;
    /// A value, the Jacobian or the next point is not finite.
    pub const OVERFLOW: f64 = 5.0;
}

/// When to stop.
#[cuda_std::kernel_param]
pub struct Stop {
    /// T: a step is small when it is at most T / max(r, sqrt(T)) of the point, for the ratio r of pivots ([`Pivots::ratio`]).
    pub tolerance: f64,
    /// sqrt(T).
    pub root: f64,
    /// Most steps.
    pub iterations: u64,
}

/// The state of every lane.
#[derive(Clone, Copy)]
pub struct Report<R: Real> {
    /// The largest real or imaginary part of the system's values at the point, leading doubles.
    pub residual: Part<R>,
    /// The last step over the largest point so far, in the same norm; infinite before the first step.
    pub step: Part<R>,
    /// Steps.
    pub iterations: Part<R>,
    /// The smallest pivot at the point over the largest one so far.
    pub ratio: Part<R>,
    /// One of [`status`].
    pub status: Part<R>,
}

/// Memory of a point, or a point in every lane. `forward` and `sums` are those of one member of the team.
pub struct Workspace<T, F, S, M> {
    /// The point and its powers: as many elements as the program has entries.
    pub table: T,
    /// As [`polynomial`] asks.
    pub forward: F,
    /// A value and as many derivatives as the widest polynomial has variables.
    pub sums: S,
    /// n rows of n + 1 elements, n + 2 for paths.
    pub matrix: M,
}

/// Values and derivatives of n polynomials as the matrix of a linear system, n rows of n + `columns` elements: derivatives by
/// the first n variables, the value, and with two columns the derivative along `direction`, which tells for each further variable, by its
/// place among them and its value, how fast it moves.
///
/// Gives the largest part of the values, infinite where one is not finite. The caller synchronises the team before.
#[allow(clippy::too_many_arguments, reason = "a system, what it is wanted for, and memory")]
#[inline(always)]
pub fn linearise<R: Real, T, F, S, M>(
    ring: &Complex<R>,
    team: &impl Agree<R::Float>,
    program: &Program<'_>,
    (n, columns): (u32, u32),
    coefficient: impl Fn(u32) -> [R::Elem; 2],
    direction: impl Fn(u32, [R::Elem; 2]) -> [R::Elem; 2],
    space: &mut Workspace<T, F, S, M>,
) -> Part<R>
where
    T: Row<[R::Elem; 2]>,
    F: Row<[R::Elem; 2]>,
    S: Row<[R::Elem; 2]>,
    M: Row<[R::Elem; 2]>,
{
    let f = ring.0.float();
    let Workspace { table, forward, sums, matrix } = space;
    for v in team.turns(program.variables()) {
        program.powers_of(ring, v, table);
    }
    team.sync();
    let mut residual = f.splat(0.0);
    for p in team.turns(n) {
        polynomial(ring, (program, p), Stored, &coefficient, table, forward, sums);
        let row = p * (n + columns);
        for v in 0..n {
            matrix.set(row + v, ring.zero());
        }
        let starts = program.column_starts[p as usize]..program.column_starts[p as usize + 1];
        let mut along = ring.zero();
        for (&v, slot) in program.columns[starts.start as usize..starts.end as usize].iter().zip(1..) {
            if v < n {
                matrix.set(row + v, sums.get(slot));
            } else {
                along = ring.add(along, ring.mul(direction(v - n, table.get(v)), sums.get(slot)));
            }
        }
        let value = sums.get(0);
        matrix.set(row + n, value);
        if columns > 1 {
            matrix.set(row + n + 1, along);
        }
        residual = larger::<R>(&f, residual, size(ring, value));
    }
    team.sync();
    team.largest(&f, residual)
}

/// The largest part of a number, infinite where it is not finite.
#[inline(always)]
pub fn size<R: Real>(ring: &Complex<R>, a: [R::Elem; 2]) -> Part<R> {
    let f = ring.0.float();
    let size = larger::<R>(&f, f.abs(ring.0.leading(a[0])), f.abs(ring.0.leading(a[1])));
    f.select(ring.finite(a), size, f.splat(f64::INFINITY))
}

/// The larger of two numbers that are not NaN.
#[inline(always)]
pub fn larger<R: Real>(f: &R::Float, a: Part<R>, b: Part<R>) -> Part<R> {
    f.select(f.less(a, b), b, a)
}

/// Newton's method from the point in the table, which becomes the last one: x - J(x)^-1 f(x) again and again, for n polynomials in n variables.
///
/// Each lane stops on its own and stays as it is then. It is never moved to a point that is not finite. A pass evaluates and eliminates,
/// so that residual and pivots are those of the last point: one pass more than there are steps.
///
/// A step is compared with the largest point so far, which is what a point near 0 began as. The slack 1 / r, up to 1 / sqrt(T), is the
/// factor by which errors of values become errors of points, mostly; near a double root, where r is of the size of the distance, it
/// ends the method at the distance sqrt(T) that errors leave there. Steps up to sqrt(T) that are more than half the one before are not those of a
/// method that converges: they come from errors, or from a root of multiplicity 3 or more.
#[inline(always)]
pub fn refine<R: Real, T, F, S, M>(
    ring: &Complex<R>,
    team: &impl Agree<R::Float>,
    program: &Program<'_>,
    stop: Stop,
    coefficient: impl Fn(u32) -> [R::Elem; 2],
    space: &mut Workspace<T, F, S, M>,
) -> Report<R>
where
    T: Row<[R::Elem; 2]>,
    F: Row<[R::Elem; 2]>,
    S: Row<[R::Elem; 2]>,
    M: Row<[R::Elem; 2]>,
{
    let f = ring.0.float();
    let n = program.variables();
    let zero = f.splat(0.0);
    let (half, infinity, root) = (f.splat(0.5), f.splat(f64::INFINITY), f.splat(stop.root));
    let mut report = Report::<R> { residual: zero, step: infinity, iterations: zero, ratio: zero, status: zero };
    let (mut scale, mut before, mut largest) = (zero, infinity, zero);
    let mut pass = 0;
    loop {
        team.sync();
        let residual = linearise(ring, team, program, (n, 1), &coefficient, |_, _| ring.zero(), space);
        let mut pivots: Pivots<R> = linear::solve(ring, team, n, 1, &mut space.matrix);
        largest = larger::<R>(&f, largest, pivots.largest);
        pivots.largest = largest;
        let (mut step, mut next) = (zero, zero);
        for v in team.turns(n) {
            let (x, delta) = (space.table.get(v), space.matrix.get(v * (n + 1) + n));
            scale = larger::<R>(&f, scale, size(ring, x));
            step = larger::<R>(&f, step, size(ring, delta));
            next = larger::<R>(&f, next, size(ring, ring.sub(x, delta)));
        }
        (scale, step, next) = (team.largest(&f, scale), team.largest(&f, step), team.largest(&f, next));
        let ratio = pivots.ratio(&f);
        let running = f.less(report.status, half);
        report.residual = f.select(running, residual, report.residual);
        report.ratio = f.select(running, ratio, report.ratio);
        // The first that is true is how a lane ends: they are looked at from the last to the first.
        let slack = f.div(f.splat(stop.tolerance), larger::<R>(&f, ratio, root));
        let mut status = f.select(f.less(f.add(step, next), infinity), zero, f.splat(status::OVERFLOW));
        status = f.select(pivots.regular(&f), status, f.splat(status::SINGULAR));
        if pass >= stop.iterations {
            status = f.splat(status::ITERATIONS);
        }
        let shrunk = f.select(f.less(root, before), zero, f.sub(f.add(report.step, report.step), before));
        status = f.select(f.less(zero, shrunk), f.splat(status::STAGNATED), status);
        status = f.select(f.less(slack, report.step), status, f.splat(status::CONVERGED));
        status = f.select(f.less(zero, residual), status, f.splat(status::CONVERGED));
        status = f.select(f.less(residual, infinity), status, f.splat(status::OVERFLOW));
        report.status = f.select(running, status, report.status);
        let moving = f.less(report.status, half);
        if !team.any(&f, moving) {
            return report;
        }
        for v in team.turns(n) {
            let (x, delta) = (space.table.get(v), space.matrix.get(v * (n + 1) + n));
            space.table.set(v, linear::select(ring, moving, ring.sub(x, delta), x));
        }
        scale = larger::<R>(&f, scale, f.select(moving, next, zero));
        before = f.select(moving, report.step, before);
        report.step = f.select(moving, f.div(step, larger::<R>(&f, scale, f.splat(f64::MIN_POSITIVE))), report.step);
        report.iterations = f.add(report.iterations, f.select(moving, f.splat(1.0), zero));
        pass += 1;
    }
}

/// One step of Newton's method from the point in the first n elements of `table`, for one problem: `matrix` has \[J | f\] at the point, n rows of n + 1
/// elements, and is worked on in place. The point is moved unless f is 0, J is singular or something is not finite. Elimination is
/// [`linear::solve_at_once`], so that the next point is that of [`refine`] to the bit.
///
/// The report has the residual and the ratio of pivots of the point before the step, the step over the larger of both points, and as status
/// `CONVERGED` for a step that [`refine`] would end with, `RUNNING` for others.
///
/// The caller synchronises the team before; `column` as there.
#[inline(always)]
pub fn step<R: Real<Float = Scalar>>(
    ring: &Complex<R>,
    team: &impl Team,
    column: &impl Agree<Scalar>,
    n: u32,
    stop: Stop,
    table: &mut impl Row<[R::Elem; 2]>,
    matrix: &mut impl Row<[R::Elem; 2]>,
) -> Report<R> {
    let f = ring.0.float();
    let mut residual = 0.0;
    for v in column.turns(n) {
        residual = larger::<R>(&f, residual, size(ring, matrix.get(v * (n + 1) + n)));
    }
    let residual = column.largest(&f, residual);
    team.sync();
    let pivots: Pivots<R> = linear::solve_at_once(ring, team, column, n, 1, matrix);
    let (mut scale, mut length) = (0.0, 0.0);
    let mut next = 0.0;
    for v in column.turns(n) {
        let (x, delta) = (table.get(v), matrix.get(v * (n + 1) + n));
        let moved = size(ring, ring.sub(x, delta));
        scale = larger::<R>(&f, scale, larger::<R>(&f, size(ring, x), moved));
        length = larger::<R>(&f, length, size(ring, delta));
        next = larger::<R>(&f, next, moved);
    }
    (scale, length, next) = (column.largest(&f, scale), column.largest(&f, length), column.largest(&f, next));
    let ratio = pivots.ratio(&f);
    let mut report = Report::<R> { residual, step: f64::INFINITY, iterations: 0.0, ratio, status: status::RUNNING };
    // Not a number is not below infinity.
    let is_finite = |x: f64| x < f64::INFINITY;
    if !is_finite(residual) {
        report.status = status::OVERFLOW;
    } else if residual == 0.0 {
        report.status = status::CONVERGED;
    } else if !pivots.regular(&f) {
        report.status = status::SINGULAR;
    } else if !is_finite(length + next) {
        report.status = status::OVERFLOW;
    } else {
        // The words that are written here were read by others above.
        team.sync();
        for v in team.turns(n) {
            table.set(v, ring.sub(table.get(v), matrix.get(v * (n + 1) + n)));
        }
        report.iterations = 1.0;
        report.step = length / larger::<R>(&f, scale, f64::MIN_POSITIVE);
        if report.step <= stop.tolerance / larger::<R>(&f, ratio, stop.root) {
            report.status = status::CONVERGED;
        }
    }
    report
}
