//! Paths of zeros while parameters move.

use super::newton::{check_points, products_of_step};
use super::on_engine::{OnEngine, Work, on_engine};
use super::plan::{SystemPlan, plan};
use super::points::widened;
use super::precise::{Family, further};
use super::size;
use crate::alone::prelude::*;
use crate::control::Control;
use crate::engine::SystemMethod;
use crate::engine::status::TrackStatus;
use crate::engine::track::{ParameterLines, PathState};
use crate::error::{Error, ErrorKind, Result};
use crate::floating::{Complex64, Precision, as_complex, as_parts};
use crate::plural::count;
use crate::poly::systems::Compiled;
use crate::run::options::{RunOptions, run_setters};
use crate::run::report::RunReport;
use crate::system::together::OnEach;
use crate::system::together::Together;
use gpu::arith::Ring;
use gpu::floating::Scalar;
use gpu::system::track::Choices;

/// The report of a path. The norm of complex numbers here is the largest real or imaginary part.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct TrackReport {
    /// How it ended.
    pub status: TrackStatus,
    /// t of the point; 1 at the end.
    pub t: f64,
    /// Attempts of a step, in all precisions.
    pub attempts: u32,
    /// The norm of the values before the last correction.
    pub residual: f64,
    /// The norm of the last correction over that of the point.
    pub correction: f64,
    /// The smallest over the largest pivot of the Jacobian at the point.
    pub pivots: f64,
    /// Some of it took double-doubles.
    pub extended: bool,
}

impl TrackReport {
    /// A warning: the Jacobian is nearly singular there, as far as doubles tell (`pivots` below 7e-7).
    pub fn is_rank_deficient(&self) -> bool {
        self.pivots < 7e-7
    }
}

/// The ends of paths, with a report for each.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct TrackAnswer {
    /// The points, \[end\]\[path\]\[variable\].
    pub points: Vec<Complex64>,
    /// A report for each, \[end\]\[path\].
    pub reports: Vec<TrackReport>,
    /// `cpu` or `cuda`: where it was done.
    pub backend: &'static str,
}

/// Choices of [`Track`].
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct TrackOptions {
    /// Most attempts of a path in each precision: 4000. Where two paths come close one takes more than 1000, few of 10^5 random ones.
    pub attempts: u32,
    /// Where and how it is computed.
    pub run: RunOptions,
}

impl Default for TrackOptions {
    fn default() -> Self {
        TrackOptions { attempts: 4000, run: RunOptions::default() }
    }
}

/// Follows the zeros of n polynomials H(x, q) in n variables x and r parameters q, the last variables of the system (in a text, those that occur last), from parameters q_0 to q_1: paths
/// x(t) with H(x(t), q_0 + t (q_1 - q_0)) = 0 from zeros at t = 0 to t = 1.
///
/// In doubles, to about 13 digits where zeros are well conditioned; paths whose steps become too small go on in double-doubles from where they are, and in
/// multiple precision past a place where two paths come close. Steps adapt to each path. The way between
/// parameters must meet no singular zero: for parameters of physical meaning go by way of random complex ones.
///
/// There may be many ends q_1: all zeros go to each of them, all paths at the same time.
///
/// # Complexity
/// For each attempt of a step five Jacobians and eliminations.
///
/// # Source
/// A. J. Sommese, C. W. Wampler, The Numerical Solution of Systems of Polynomials Arising in Engineering and Science, 2005, chapters 2 and 7;
/// [`gpu::system::track`] has the steps.
///
/// ```
/// use eliminant::Complex64;
/// use eliminant::system::{System, Track};
///
/// // Roots of x^2 = a, from a = 1 to a = -4.
/// let roots = "x^2 - a".parse::<System>()?.compile()?;
/// let answer = Track::new(&roots, &[1.0.into()], &[Complex64::new(-4.0, 1e-3)]).run(&[1.0.into(), (-1.0).into()])?;
/// assert!((answer.points[0].im - 2.0).abs() < 1e-3 && (answer.points[1].im + 2.0).abs() < 1e-3);
/// assert_eq!(answer.reports[0].t, 1.0);
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Track<'a> {
    system: &'a Compiled,
    start: &'a [Complex64],
    ends: &'a [Complex64],
    options: TrackOptions,
}

/// The part of the work that is expected to be done in doubles.
const IN_DOUBLES: f64 = 0.9;

/// The last part of a way.
const LAST: f64 = 0.01;

run_setters!(Track, "The CUDA devices, which share paths.");

impl<'a> Track<'a> {
    /// A builder for paths from the parameters `start`, whose number is r, to parameters `ends`, \[end\]\[parameter\].
    pub fn new(system: &'a Compiled, start: &'a [Complex64], ends: &'a [Complex64]) -> Self {
        Track { system, start, ends, options: TrackOptions::default() }
    }

    /// All choices together.
    pub fn options(mut self, options: TrackOptions) -> Self {
        self.options = options;
        self
    }

    /// The largest number of attempted steps of a path in each precision; 4000 unless set.
    pub fn attempts(mut self, most: u32) -> Self {
        self.options.attempts = most;
        self
    }

    /// Follows the paths from these zeros for the parameters `start`, to each end. Both engines give the same bits.
    ///
    /// # Errors
    /// `Argument` where parameters or points are not finite, the points are no whole ones, the ends are no whole ones, or
    /// variables without parameters are not as many as polynomials; `Limit` for 2^32 paths and more, and for paths that exceed memory; `Cancelled`; those of the CUDA engine as
    /// [`crate::Determinant::run`].
    pub fn run(&self, points: &[Complex64]) -> Result<TrackAnswer> {
        let points = as_parts(points);
        check_points(points, self.system.polynomials())?;
        let work = self.work(points.len().checked_div(self.system.polynomials()).unwrap_or(0))?;
        let ends = self.ends.len().checked_div(self.start.len()).unwrap_or(1);
        on_engine::<[f64; 1], _>(&self.options.run, work, Run { track: self, points, ends })
    }

    /// Predicts memory and time of [`Track::run`] for so many zeros at the start, if a path takes 40 steps. Computes nothing.
    ///
    /// # Errors
    /// As there.
    ///
    /// ```
    /// use eliminant::system::{System, Track};
    /// use eliminant::Backend;
    ///
    /// let square = "x^2 - q".parse::<System>()?.compile()?;
    /// let (start, ends) = ([1.0.into()], [2.0.into(), 3.0.into()]);
    /// let plan = Track::new(&square, &start, &ends).backend(Backend::Cpu).plan(2)?;
    /// assert_eq!(plan.points, 4);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn plan(&self, zeros: usize) -> Result<SystemPlan> {
        let ends = self.ends.len().checked_div(self.start.len()).unwrap_or(1);
        plan::<[f64; 1]>(&self.options.run, &self.work(zeros)?, zeros as u64 * ends as u64)
    }

    /// The work of paths from so many zeros.
    ///
    /// # Errors
    /// As [`Track::run`].
    fn work(&self, zeros: usize) -> Result<Work> {
        let (n, m, r) = (self.system.variables(), self.system.polynomials(), self.start.len());
        if n != m + r {
            let message = format!(
                "has {} in {}, of which {r} are parameters; give as many polynomials as other variables",
                count(m, "polynomial"),
                count(n, "variable")
            );
            return Err(Error::argument("parameters", message));
        }
        if self.ends.is_empty() && r > 0 || !self.ends.len().is_multiple_of(r.max(1)) {
            let message = format!("have {}; each end takes {}", count(self.ends.len(), "number"), count(r, "number"));
            return Err(Error::argument("parameters", message));
        }
        check_points(as_parts(self.start), r)?;
        check_points(as_parts(self.ends), r)?;
        let ends = self.ends.len().checked_div(r).unwrap_or(1);
        let paths = zeros as u128 * ends as u128;
        let allowed = u128::from(u32::MAX);
        if paths > allowed {
            return Err(ErrorKind::Limit { what: "paths", needed: paths, allowed }.into());
        }
        let bytes = paths as u64 * Paths::bytes(m)
            // The ends of the lines, as they are given, and as they are in both precisions.
            + ((7 * self.ends.len() + zeros * m) * size_of::<[[f64; 1]; 2]>()) as u64
            + size::on_engine(self.system, &[1, 2]);
        let chain = 40.0 * 5.0 * products_of_step(self.system, 2);
        Ok(Work { products: paths as f64 * chain, chain: 2.0 * chain, bytes: bytes as f64, held: bytes })
    }
}

/// The computation.
struct Run<'a, 's> {
    track: &'a Track<'s>,
    points: &'a [[[f64; 1]; 2]],
    ends: usize,
}

impl OnEngine for Run<'_, '_> {
    type Output = TrackAnswer;

    fn run(self, engine: &mut Together<'_, '_>, control: &Control, report: RunReport) -> Result<TrackAnswer> {
        let Run { track: &Track { system, start, ends, ref options }, points, ends: count } = self;
        let (start, ends) = (as_parts(start), as_parts(ends));
        let m = system.polynomials();
        let mut tracker = Tracker::new(engine, system, start, ends)?;
        let mut paths = Paths::new(points.repeat(count), m, 1.0, 0.02);
        let of_end = points.len().checked_div(m).unwrap_or(0);
        for (i, state) in paths.states.iter_mut().enumerate() {
            state.line = (i / of_end) as u32;
        }
        // The last part with small corrections: what the last one leaves is the error of the end.
        paths.go_to([LAST, 0.0]);
        let effort = Effort { attempts: options.attempts, bound: 1e8, ..Effort::default() };
        let first = control.share(0.8);
        tracker.advance(effort, &first, &mut paths)?;
        first.finish();
        // Two paths come close: in multiple precision past that place, and on.
        for _ in 0..PASSES {
            let stuck: Vec<usize> = (0..paths.states.len()).filter(|&i| is_stuck(&paths.states[i])).collect();
            if stuck.is_empty() {
                break;
            }
            let mut some = paths.some(&stuck);
            pass(system, start, ends, control, &mut some);
            control.check()?;
            tracker.advance(effort, &control.next(0.3), &mut some)?;
            paths.put(&stuck, &some);
        }
        let there: Vec<usize> =
            (0..paths.states.len()).filter(|&i| paths.states[i].status == TrackStatus::End).collect();
        let mut last = paths.some(&there);
        last.go_to([0.0, 0.0]);
        tracker.advance(Effort { care: 0.01, ..effort }, &control.share(0.2), &mut last)?;
        paths.put(&there, &last);
        let of_path = |(state, &extended): (&PathState<[f64; 1]>, &bool)| TrackReport {
            status: state.status,
            t: 1.0 - state.at[0][0],
            attempts: state.attempts,
            residual: state.residual,
            correction: state.correction,
            pivots: state.pivots,
            extended,
        };
        let reports = paths.states.iter().zip(&paths.extended).map(of_path).collect();
        Ok(TrackAnswer { points: as_complex(&paths.points).to_vec(), reports, backend: report.backend })
    }
}

/// Times that a path is taken past a place where it stopped.
const PASSES: usize = 4;

/// A path that stopped nearer than that to its end is at a singular end.
const SINGULAR_END: f64 = 1e-4;

/// Steps below that part of u are short.
const SHORT: f64 = 1e-3;

/// How far paths are taken in multiple precision: u there over u where they stopped.
const PAST: f64 = 0.8;

/// Its steps became short before its end.
fn is_stuck(state: &PathState<[f64; 1]>) -> bool {
    let has_stopped = matches!(state.status, TrackStatus::SmallSteps | TrackStatus::Steps);
    has_stopped && state.at[0][0] > SINGULAR_END && state.step < SHORT * state.at[0][0]
}

/// Takes paths that stopped further in multiple precision. They stay as they are where that finds no way.
fn pass(system: &Compiled, start: &[[[f64; 1]; 2]], ends: &[[[f64; 1]; 2]], control: &Control, paths: &mut Paths) {
    let further = |i: usize| {
        let state = &paths.states[i];
        let end = &ends[state.line as usize * start.len()..][..start.len()];
        let u = state.at[0][0];
        let family = Family::new(system, start, end);
        let point = further(&family, u.log2(), &paths.plain(i), (PAST * u).log2(), control)?;
        Some((point, PAST * u))
    };
    let found: Vec<Option<(Vec<[f64; 2]>, f64)>> = (0..paths.states.len()).into_par_iter().map(further).collect();
    for (i, (point, u)) in found.into_iter().enumerate().filter_map(|(i, found)| Some((i, found?))) {
        let PathState { line, to, attempts, .. } = paths.states[i];
        let numbers = paths.points[i * paths.n..][..paths.n].iter_mut();
        numbers.zip(point).for_each(|(slot, x)| *slot = x.map(|part| [part]));
        paths.states[i] = PathState { attempts, ..PathState::new(line, [[u], [0.0]], to, 0.02) };
        paths.extended[i] = true;
    }
}

/// The limits of a way, and how careful its steps are.
#[derive(Debug, Clone, Copy)]
pub(super) struct Effort {
    /// Most attempts.
    pub(super) attempts: u32,
    /// The least step as a part of the way.
    pub(super) least: f64,
    /// The tolerance of first corrections and contractions is multiplied with this, that of second corrections with its
    /// square.
    pub(super) care: f64,
    /// Bound of points.
    pub(super) bound: f64,
    /// Paths that do not get on in doubles go on in double-doubles.
    pub(super) extend: bool,
}

impl Default for Effort {
    fn default() -> Self {
        Effort { attempts: 1000, least: 1e-8, care: 1.0, bound: 1e12, extend: true }
    }
}

impl Effort {
    /// For an arithmetic with this error.
    fn choices(&self, error: f64) -> Choices {
        Choices {
            attempts: self.attempts.into(),
            least: self.least,
            correction: 1e-6 * self.care * self.care,
            prediction: 0.05 * self.care,
            contraction: 0.05 * self.care,
            noise: 1e4 * error,
            bound: self.bound,
            decays: 0,
        }
    }
}

/// Paths with what is known of them.
#[derive(Debug, Clone)]
pub(super) struct Paths {
    /// Variables.
    pub(super) n: usize,
    /// \[path\]\[variable\]
    pub(super) points: Vec<[[f64; 1]; 2]>,
    /// The same shape.
    pub(super) tangents: Vec<[[f64; 1]; 2]>,
    pub(super) states: Vec<PathState<[f64; 1]>>,
    /// Some of the way took double-doubles.
    pub(super) extended: Vec<bool>,
}

impl Paths {
    /// Paths at `u`.
    pub(super) fn new(points: Vec<[[f64; 1]; 2]>, n: usize, u: f64, step: f64) -> Self {
        let count = points.len().checked_div(n).unwrap_or(0);
        let at = [[u], [0.0]];
        let states = vec![PathState::new(0, at, at, step); count];
        Paths { n, tangents: points.clone(), points, states, extended: vec![false; count] }
    }

    /// Bytes of a path with n variables while it is followed: it and those that are singled out, in double-doubles too; its line, and what is
    /// told of it.
    pub(super) fn bytes(n: usize) -> u64 {
        let of = |numbers: usize, state: usize| 4 * n * numbers * size_of::<f64>() + state;
        let (double, extended) = (of(1, size_of::<PathState<[f64; 1]>>() + 1), of(2, size_of::<PathState<[f64; 2]>>()));
        (3 * double + 2 * extended + 2 * size_of::<usize>() + size_of::<TrackReport>()) as u64
    }

    /// Where all go.
    pub(super) fn go_to(&mut self, [re, im]: [f64; 2]) {
        self.states.iter_mut().for_each(|state| state.to = [[re], [im]]);
    }

    /// The point of a path.
    pub(super) fn point(&self, i: usize) -> &[[[f64; 1]; 2]] {
        &self.points[i * self.n..][..self.n]
    }

    /// The same as plain complex numbers.
    pub(super) fn plain(&self, i: usize) -> Vec<[f64; 2]> {
        self.point(i).iter().map(|x| x.map(|[x]| x)).collect()
    }

    /// Some of the paths.
    pub(super) fn some(&self, which: &[usize]) -> Paths {
        let rows = |rows: &[[[f64; 1]; 2]]| {
            which.iter().flat_map(|&i| rows[i * self.n..][..self.n].iter().copied()).collect::<Vec<_>>()
        };
        Paths {
            n: self.n,
            points: rows(&self.points),
            tangents: rows(&self.tangents),
            states: which.iter().map(|&i| self.states[i]).collect(),
            extended: which.iter().map(|&i| self.extended[i]).collect(),
        }
    }

    /// Puts some of the paths back.
    pub(super) fn put(&mut self, which: &[usize], some: &Paths) {
        let n = self.n;
        for (from, &to) in which.iter().enumerate() {
            self.points[to * n..][..n].copy_from_slice(&some.points[from * n..][..n]);
            self.tangents[to * n..][..n].copy_from_slice(&some.tangents[from * n..][..n]);
            self.states[to] = some.states[from];
            self.extended[to] = some.extended[from];
        }
    }
}

/// A system with lines of its parameters on an engine, ready in both precisions.
pub(super) struct Tracker<'m, 't, 'e> {
    engine: &'m mut Together<'t, 'e>,
    d: (OnEach, ParameterLines<[f64; 1]>),
    dd: (OnEach, ParameterLines<[f64; 2]>),
    /// Whether parameters decay.
    decays: bool,
}

impl<'m, 't, 'e> Tracker<'m, 't, 'e> {
    /// From parameters `start` to each of `ends`.
    pub(super) fn new(
        engine: &'m mut Together<'t, 'e>,
        system: &Compiled,
        start: &[[[f64; 1]; 2]],
        ends: &[[[f64; 1]; 2]],
    ) -> Result<Self> {
        Self::with(engine, system, lines(start, ends), lines(&widened(start), &widened(ends)), false)
    }

    /// To the parameters `end` at u = 0, by which all decay with these rates, \[line\]\[parameter\].
    pub(super) fn decaying(
        engine: &'m mut Together<'t, 'e>,
        system: &Compiled,
        end: &[[[f64; 1]; 2]],
        rates: &[[[f64; 1]; 2]],
    ) -> Result<Self> {
        let count = rates.len().checked_div(end.len()).unwrap_or(1);
        let d = ParameterLines { parameters: end.len(), count, ends: end.repeat(count), backs: rates.to_vec() };
        let dd = ParameterLines { parameters: d.parameters, count, ends: widened(&d.ends), backs: widened(rates) };
        Self::with(engine, system, d, dd, true)
    }

    fn with(
        engine: &'m mut Together<'t, 'e>,
        system: &Compiled,
        d: ParameterLines<[f64; 1]>,
        dd: ParameterLines<[f64; 2]>,
        decays: bool,
    ) -> Result<Self> {
        Ok(Tracker {
            d: (engine.load_system::<[f64; 1]>(system, SystemMethod::Auto)?, d),
            dd: (engine.load_system::<[f64; 2]>(system, SystemMethod::Auto)?, dd),
            engine,
            decays,
        })
    }

    /// The engine.
    pub(super) fn engine(&mut self) -> &mut Together<'t, 'e> {
        self.engine
    }

    /// Each path to its u, as far as it gets.
    pub(super) fn advance(&mut self, effort: Effort, control: &Control, paths: &mut Paths) -> Result<()> {
        let decays = self.decays.into();
        let choices = Choices { decays, ..effort.choices(f64::EPSILON / 2.0) };
        let (system, lines) = &self.d;
        self.engine.watch(&control.next(if effort.extend { IN_DOUBLES } else { 1.0 }));
        self.engine.track_paths(system, lines, choices, &mut paths.points, &mut paths.tangents, &mut paths.states)?;
        if !effort.extend {
            return Ok(());
        }
        let failed = |state: &PathState<_>| matches!(state.status, TrackStatus::SmallSteps | TrackStatus::Start);
        let which: Vec<usize> = (0..paths.states.len()).filter(|&i| failed(&paths.states[i])).collect();
        if which.is_empty() {
            return Ok(());
        }
        let mut some = paths.some(&which);
        let (mut points, mut tangents) = (widened(&some.points), widened(&some.tangents));
        let mut states: Vec<_> = some.states.iter().map(extended).collect();
        let (system, lines) = &self.dd;
        let choices = Choices { least: effort.least * 1e-4, decays, ..effort.choices(1e-31) };
        self.engine.watch(&control.next(1.0));
        self.engine.track_paths(system, lines, choices, &mut points, &mut tangents, &mut states)?;
        (some.points, some.tangents) = (widened(&points), widened(&tangents));
        some.states = states.iter().map(narrowed).collect();
        some.extended.fill(true);
        paths.put(&which, &some);
        Ok(())
    }
}

/// The lines from parameters to each of some ends.
fn lines<R: Precision>(start: &[[R; 2]], ends: &[[R; 2]]) -> ParameterLines<R> {
    let reals = R::reals(Scalar);
    let minus = |a: &R, b: &R| {
        let (mut x, mut y) = (reals.zero(), reals.zero());
        x.as_mut().copy_from_slice(a.as_ref());
        y.as_mut().copy_from_slice(b.as_ref());
        let mut difference = R::default();
        difference.as_mut().copy_from_slice(reals.sub(x, y).as_ref());
        difference
    };
    let backs = start.iter().cycle().zip(ends).map(|(a, b)| [minus(&a[0], &b[0]), minus(&a[1], &b[1])]);
    let parameters = start.len();
    ParameterLines {
        parameters,
        count: ends.len().checked_div(parameters).unwrap_or(1),
        ends: ends.to_vec(),
        backs: backs.collect(),
    }
}

/// In double-doubles.
fn extended(state: &PathState<[f64; 1]>) -> PathState<[f64; 2]> {
    let number = |a: [[f64; 1]; 2]| a.map(|[x]| [x, 0.0]);
    PathState {
        line: state.line,
        at: number(state.at),
        to: number(state.to),
        step: state.step * 4.0,
        known: state.known,
        status: state.status,
        attempts: state.attempts,
        residual: state.residual,
        correction: state.correction,
        pivots: state.pivots,
    }
}

/// In doubles.
fn narrowed(state: &PathState<[f64; 2]>) -> PathState<[f64; 1]> {
    let number = |a: [[f64; 2]; 2]| a.map(|[x, _]| [x]);
    PathState {
        line: state.line,
        at: number(state.at),
        to: number(state.to),
        step: state.step,
        known: state.known,
        status: state.status,
        attempts: state.attempts,
        residual: state.residual,
        correction: state.correction,
        pivots: state.pivots,
    }
}
