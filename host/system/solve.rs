//! All isolated zeros of a square system.

mod sample;

use self::sample::Sample;
use super::balance::{Balanced, balanced, shifted};
use super::certify::{Certificate, Coordinate, Reason};
use super::endgame::{Course, courses};
use super::homotopy::{Homotopy, coefficient, over};
use super::infinity::Forms;
use super::newton::{Newton, products_of_step};
use super::on_engine::{OnEngine, Work, on_engine};
use super::plan::{SystemPlan, plan};
use super::precise::{self, End, Family, Infinity, Known, Local, local};
use super::reduce::reduced;
use super::size;
use super::track::{Effort, Paths, Tracker};
use super::zero::{Ended, Place, Zero, certified, certified_among_others, groups, printed};
use crate::control::Control;
use crate::engine::status::{NewtonReport, TrackStatus};
use crate::error::Result;
use crate::poly::size::block;
use crate::poly::systems::{Coefficient, Compiled, System};
use crate::run::memory;
use crate::run::options::{Backend, RunOptions, run_setters};
use crate::run::random::{Purpose, rng};
use crate::run::report::RunReport;
use crate::system::together::Together;
use rand::rngs::StdRng;
use rayon::prelude::*;

/// Paths that are followed at the same time, at most.
const BATCH: u64 = 1 << 14;

/// The same, at least, where memory is short: enough for the lanes of many threads.
const FEWEST: u64 = 1 << 8;

/// The part of the work of a batch that takes paths to where they turn to their ends, and that for those which end there; the rest is for
/// others.
const TO_THE_ENDS: f64 = 0.6;
const REGULAR_ENDS: f64 = 0.1;

/// u where paths turn to their ends.
const RADIUS: f64 = 0.1;

/// Attempts from there straight to u = 0: nine of ten paths of katsura-10 take fewer. Paths to other ends would make as many as they may.
const STRAIGHT: u32 = 32;

/// x_0 below this part of the largest coordinate is a rounding error.
const NOTHING: f64 = 1e-13;

/// Newton's method moves an end by no more than this part of the largest coordinate, or 1.
const STAYED: f64 = 1e-4;

/// Times that paths are followed again, on another patch and with more care: where several end in one regular zero, and where no end was found. The last
/// time it is done in multiple precision.
const AGAIN: usize = 2;

/// Systems of at most so many paths have each path to infinity confirmed in multiple precision, which takes milliseconds to tenths of a second.
const CONFIRMED: u64 = 64;

/// A zero of a system.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Solution {
    /// Its coordinates: doubles that are right but for the last place where the zero is certified.
    pub point: Vec<[[f64; 1]; 2]>,
    /// Paths that end here: its multiplicity, where all of them were followed to their end.
    pub multiplicity: usize,
    /// The largest winding number of its paths: 1 for a regular zero.
    pub winding: usize,
    /// What Newton's method says there, of polynomials and variables in balanced units.
    pub report: NewtonReport,
    /// The Jacobian has an inverse, and Newton's method converges: the zero is certified, or was found so in multiple precision.
    pub regular: bool,
    /// The proof that there is exactly one zero near the point, or why there is none.
    pub certificate: Certificate,
}

impl Solution {
    /// Whether both are the same zero of a system: boxes meet or, where one is not certified, coordinates agree to ten digits.
    pub fn is_same(&self, other: &Solution) -> bool {
        let near = |a: f64, b: f64, unit: f64| (a - b).abs() <= 1e-10 * unit;
        match (self.certificate.root(), other.certificate.root()) {
            (Some(a), Some(b)) => a.meets(b),
            _ => self.point.iter().zip(&other.point).all(|(a, b)| {
                let unit = a.as_flattened().iter().chain(b.as_flattened()).fold(0.0, |unit: f64, x| unit.max(x.abs()));
                near(a[0][0], b[0][0], unit) && near(a[1][0], b[1][0], unit)
            }),
        }
    }
}

/// The zeros of a system, and what became of its paths.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct SolveAnswer {
    /// The isolated zeros, in no order of meaning, each once.
    pub solutions: Vec<Solution>,
    /// Paths: the product of the degrees, after polynomials whose leading forms depend on others were made lower. They are the multiplicities of the zeros, `not_isolated`, `at_infinity` and `failed` together.
    pub paths: u64,
    /// Points in which zeros are not isolated, with the paths that end in each: the system has a curve of zeros there, or more.
    pub not_isolated: Vec<(Vec<[[f64; 1]; 2]>, usize)>,
    /// Those that go to infinity.
    pub at_infinity: u64,
    /// Those whose end was not found. Zeros may be missing where this is not 0.
    pub failed: u64,
    /// Zeros whose multiplicity is not what the paths that end there add up to.
    pub inconsistent: u64,
    /// Those that were followed again, as several ended in one regular zero or no end was found.
    pub again: u64,
    /// Those that took double-doubles.
    pub extended: u64,
    /// Those that ended in multiple precision.
    pub precise: u64,
    /// Attempts of a step, without those near u = 0.
    pub attempts: u64,
    /// `cpu` or `cuda`: where paths were followed.
    pub backend: &'static str,
}

impl SolveAnswer {
    /// Of so many paths, before any is followed.
    fn new(paths: u64, backend: &'static str) -> Self {
        SolveAnswer {
            solutions: Vec::new(),
            paths,
            not_isolated: Vec::new(),
            at_infinity: 0,
            failed: 0,
            inconsistent: 0,
            again: 0,
            extended: 0,
            precise: 0,
            attempts: 0,
            backend,
        }
    }

    /// The end of every path was found, and multiplicities are what they must be. It is evidence, and no proof, that no isolated zero is missing.
    pub fn is_complete(&self) -> bool {
        self.failed == 0 && self.inconsistent == 0
    }
}

/// Choices of [`Solve`].
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct SolveOptions {
    /// Where and how it is computed, with which seed.
    pub run: RunOptions,
}

/// All isolated zeros in C^n of n polynomials in n variables, by paths from a start system of the same degrees.
///
/// Where leading forms depend on each other linearly, polynomials are combined to ones of lower degree first, and units are chosen in which
/// coefficients are about 1. The number of paths is d_1 .. d_n, the product of the degrees; each isolated zero is the end of at least one, with probability one for the
/// random numbers of the homotopy. Other ends are zeros at infinity, or points where zeros are not isolated. Every path is accounted for. That a
/// path goes to infinity is decided by its valuations and by the leading forms, in systems of at most 64 paths also by its course further on; ends that are singular, clustered or far are found in multiple precision. That no
/// zero is missing is not proved: the answer says what may be missing.
///
/// # Complexity
/// For each path some tens of steps of five Jacobians and eliminations each; ends at infinity take some hundred more, and ends in multiple precision some
/// milliseconds to seconds each.
///
/// # Source
/// A. J. Sommese, C. W. Wampler, The Numerical Solution of Systems of Polynomials Arising in Engineering and Science, 2005, chapters 8 and 10.
///
/// ```
/// use eliminant::system::{Solve, System};
///
/// // Two of the four paths go to infinity.
/// let system: System = "x*y - 1; x^2 + x*y - 2".parse()?;
/// let answer = Solve::new(&system).seed(1).run()?;
/// assert_eq!((answer.solutions.len(), answer.paths, answer.at_infinity, answer.failed), (2, 4, 2, 0));
/// let x: f64 = answer.solutions.iter().map(|zero| zero.point[0][0][0]).product();
/// assert!((x + 1.0).abs() < 1e-12);
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Solve<'a> {
    system: &'a System,
    options: SolveOptions,
}

/// The zeros of a square system with the default choices: [`Solve`].
///
/// # Errors
/// As [`Solve::run`].
///
/// ```
/// use eliminant::system::{System, solve_system};
/// assert_eq!(solve_system(&System::katsura(3)?)?.solutions.len(), 8);
/// # Ok::<(), eliminant::Error>(())
/// ```
pub fn solve_system(system: &System) -> Result<SolveAnswer> {
    Solve::new(system).run()
}

run_setters!(Solve, "The CUDA devices, which share paths.");

impl<'a> Solve<'a> {
    /// Of this system.
    pub fn new(system: &'a System) -> Self {
        Solve { system, options: SolveOptions::default() }
    }

    /// The zeros. Both engines give the same bits.
    ///
    /// # Errors
    /// `Argument` where there are not as many polynomials as variables, none, or one of them is 0, or a coefficient is beyond the range of
    /// doubles; `Limit` for 2^32 paths and more, and where all of them to ends of their own would exceed memory, with certificates of
    /// [`super::certify()`]; `Cancelled`; those of the CUDA engine as [`crate::Determinant::run`].
    pub fn run(&self) -> Result<SolveAnswer> {
        let Prepared { work, run } = self.prepare()?;
        on_engine::<[f64; 1], _>(&self.options.run, work, run)
    }

    /// What [`Solve::run`] will take. On a CPU some of the paths are followed, for a fifth of a second or a little more, two at the most, since those that go to
    /// infinity or end together take many times as long as others; nothing is kept of them. On devices the time is that of 60 steps a path.
    ///
    /// # Errors
    /// As there.
    ///
    /// ```
    /// use eliminant::system::{Solve, System};
    /// assert_eq!(Solve::new(&System::katsura(6)?).plan()?.points, 64);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn plan(&self) -> Result<SystemPlan> {
        let Prepared { work, run } = self.prepare()?;
        let plan = plan::<[f64; 1]>(&self.options.run, &work, run.homotopy.paths())?;
        if plan.devices > 0 {
            return Ok(plan);
        }
        let control = self.options.run.control.silent();
        let options = RunOptions { backend: Backend::Cpu, control, ..self.options.run.clone() };
        Ok(plan.by(&on_engine::<[f64; 1], _>(&options, work, Sample(run))?))
    }

    /// The homotopy, and what it takes.
    ///
    /// # Errors
    /// As [`Solve::run`].
    fn prepare(&self) -> Result<Prepared> {
        let mut random = rng(&self.options.run, Purpose::Homotopy);
        let balanced = balanced(&reduced(self.system.clone()))?;
        let system = &balanced.system;
        let homotopy = Homotopy::new(system, &mut random)?;
        let chain = 60.0 * 5.0 * products_of_step(&homotopy.compiled, 2);
        let (paths, n) = (homotopy.paths(), system.variables().len());
        // The system, its scaled form, and lists of it and of the homotopy on the engine.
        let systems = 4 * size::system(system) + 2 * size::on_engine(&homotopy.compiled, &[1, 2]);
        let fixed = paths.saturating_mul(bytes_of_end(n)).saturating_add(systems);
        let each = bytes_of_path(n + 1);
        let room = memory::allowed(&self.options.run).saturating_sub(fixed) / each;
        let batch = room.clamp(FEWEST, BATCH).min(paths).max(1);
        let work = Work {
            products: paths as f64 * chain,
            chain: 20.0 * chain,
            bytes: 0.0,
            held: fixed.saturating_add(batch * each),
        };
        Ok(Prepared { work, run: Run { balanced, homotopy, random, batch } })
    }
}

/// What is computed, and what that takes.
struct Prepared {
    work: Work,
    run: Run,
}

/// The computation.
struct Run {
    balanced: Balanced,
    homotopy: Homotopy,
    random: StdRng,
    /// Paths that are followed at the same time.
    batch: u64,
}

/// Bytes that are kept of a path to the answer, where it has a zero of its own: its end, that in the order of the zeros with the group it is in,
/// and what [`super::certify()`] says of it.
fn bytes_of_end(n: usize) -> u64 {
    let point = block((n * size_of::<[f64; 2]>()) as u64);
    // Lists that grow have up to as much room again.
    let end = 2 * size_of::<Ended>() as u64 + block(size_of::<Solution>() as u64) + point;
    let in_order = 2 * size_of::<(f64, f64, usize, &Zero)>() as u64;
    let group = (2 * size_of::<Vec<usize>>() + size_of::<usize>()) as u64 + block(32);
    // Middles and centres are rational numbers of a few limbs.
    let coordinate = size_of::<Coordinate>() as u64 + 4 * block(40) + size_of::<Coefficient>() as u64 + 4 * block(40);
    end + in_order + group + point + block(size_of::<Zero>() as u64) + 2 * n as u64 * coordinate
}

/// Bytes of a path in n projective coordinates while it is followed in doubles: the paths of the batch, those near their ends, those that are tried
/// straight, and three points of each. Paths in multiple precision, one for each thread, are not counted.
fn bytes_of_path(n: usize) -> u64 {
    4 * Paths::bytes(n) + (6 * n * size_of::<[f64; 2]>() + 1024) as u64
}

impl OnEngine for Run {
    type Output = SolveAnswer;

    fn run(self, engine: &mut Together<'_, '_>, control: &Control, report: RunReport) -> Result<SolveAnswer> {
        let Run { balanced: Balanced { system, scales }, mut homotopy, mut random, batch } = self;
        let (system, compiled) = (&system, system.compile()?);
        let mut answer = SolveAnswer::new(homotopy.paths(), report.backend);
        let forms = Forms::new(system, homotopy.gamma())?;
        let mut ends: Vec<Ended> = homotopy.numbers().map(|path| Ended { path, place: Place::Unknown }).collect();
        let mut which: Vec<usize> = (0..ends.len()).collect();
        // The first time, and again with more care, and in multiple precision.
        for again in 0..=AGAIN {
            control.check()?;
            if again > 0 {
                which = doubtful(&ends);
                answer.again += which.len() as u64;
                homotopy = homotopy.on_another_patch(system, &mut random)?;
            }
            if which.is_empty() {
                break;
            }
            let control = control.next(if again == 0 { 0.9 } else { 0.7 });
            let family = Family::new(&homotopy.compiled, &homotopy.start(), &homotopy.end());
            let batches = Batches { system, compiled: &compiled, homotopy: &homotopy, forms: &forms, family: &family };
            let mut tracker = Tracker::new(engine, &homotopy.compiled, &homotopy.start(), &homotopy.end())?;
            let count = which.len() as f64;
            for which in which.chunks(batch as usize) {
                control.check()?;
                let control = control.share(which.len() as f64 / count);
                let numbers: Vec<u64> = which.iter().map(|&i| ends[i].path).collect();
                let places = if again < AGAIN {
                    batches.follow(&mut tracker, &numbers, again, &control, &mut answer)?
                } else {
                    batches.precisely(&numbers, &control, &mut answer)?
                };
                for (&i, place) in which.iter().zip(places) {
                    ends[i].place = place;
                }
                control.finish();
            }
        }
        control.check()?;
        collect(system, &compiled, &scales, engine, control, ends, &mut answer)?;
        Ok(answer)
    }
}

/// The data that all batches share.
struct Batches<'a> {
    /// In balanced units.
    system: &'a System,
    compiled: &'a Compiled,
    homotopy: &'a Homotopy,
    forms: &'a Forms,
    family: &'a Family<'a>,
}

impl Batches<'_> {
    /// Where these paths end, which were followed `again` times before.
    fn follow(
        &self,
        tracker: &mut Tracker<'_, '_, '_>,
        numbers: &[u64],
        again: usize,
        control: &Control,
        answer: &mut SolveAnswer,
    ) -> Result<Vec<Place>> {
        let care = 0.5f64.powi(again as i32);
        let n = self.compiled.variables() + 1;
        let mut paths = Paths::new(self.homotopy.starts(numbers.iter().copied()), n, 1.0, 0.02);
        paths.go_to([RADIUS, 0.0]);
        let first = control.share(TO_THE_ENDS);
        tracker.advance(Effort { care, ..Effort::default() }, &first, &mut paths)?;
        first.finish();
        answer.attempts += paths.states.iter().map(|state| u64::from(state.attempts)).sum::<u64>();
        let near: Vec<usize> = (0..numbers.len()).filter(|&i| paths.states[i].status == TrackStatus::End).collect();
        let mut places: Vec<Option<Place>> = numbers.iter().map(|_| None).collect();
        // Many regular ends are reached straight.
        let mut last = paths.some(&near);
        last.go_to([0.0, 0.0]);
        let effort = Effort { attempts: STRAIGHT, least: 1e-8, care, extend: false, ..Effort::default() };
        let second = control.share(REGULAR_ENDS);
        tracker.advance(effort, &second, &mut last)?;
        second.finish();
        let mut straight = Vec::new();
        for (k, &i) in near.iter().enumerate() {
            let state = &last.states[k];
            answer.attempts += u64::from(state.attempts - paths.states[i].attempts);
            if state.status == TrackStatus::End {
                straight.push((i, last.plain(k)));
            }
        }
        answer.extended += paths.extended.iter().filter(|&&extended| extended).count() as u64;
        self.regular(tracker, straight, control, &mut places)?;
        // Others from nearer, or they go to infinity.
        let rest: Vec<usize> = near.into_iter().filter(|&i| places[i].is_none()).collect();
        let mut some = paths.some(&rest);
        let found = courses(tracker, &mut some, self.forms, RADIUS, care, &control.next(0.5))?;
        let mut straight = Vec::new();
        let mut infinite = Vec::new();
        for (k, course) in found.into_iter().enumerate() {
            match course {
                Course::Infinite if self.confirms() => infinite.push(rest[k]),
                Course::Infinite => places[rest[k]] = Some(Place::Infinity),
                Course::Straight(point) => straight.push((rest[k], point)),
                Course::Open => {}
            }
        }
        self.regular(tracker, straight, control, &mut places)?;
        let open: Vec<usize> = (0..numbers.len()).filter(|&i| places[i].is_none()).collect();
        answer.precise += open.len() as u64;
        // The last point, those where the path turned to its end and where it began.
        let known = |paths: &Paths, i: usize| (paths.states[i].at[0][0].log2(), paths.plain(i));
        let first = self.starts(open.iter().map(|&i| numbers[i]));
        let starts = open.iter().zip(first).map(|(&i, first)| {
            let last = rest.binary_search(&i).ok().map(|k| known(&some, k));
            let mut points: Vec<Known> = last.into_iter().chain([known(&paths, i), first]).collect();
            if infinite.binary_search(&i).is_ok() {
                let infinity = Infinity::until(points[0].0);
                return (points, infinity);
            }
            // Doubles on another patch are faster than multiple precision from an earlier point.
            points.truncate(if again == 0 { 1 } else { 3 });
            (points, self.infinity())
        });
        for (&i, place) in open.iter().zip(self.precise(starts.collect(), &control.next(0.95))?) {
            places[i] = Some(place);
        }
        Ok(places.into_iter().map(|place| place.unwrap_or(Place::Unknown)).collect())
    }

    /// Where these paths end, all the way in multiple precision.
    fn precisely(&self, numbers: &[u64], control: &Control, answer: &mut SolveAnswer) -> Result<Vec<Place>> {
        answer.precise += numbers.len() as u64;
        let starts = self.starts(numbers.iter().copied()).into_iter().map(|start| (vec![start], self.infinity()));
        self.precise(starts.collect(), control)
    }

    /// Whether paths to infinity are confirmed.
    fn confirms(&self) -> bool {
        self.homotopy.paths() <= CONFIRMED
    }

    /// When a path counts as one to infinity in multiple precision.
    fn infinity(&self) -> Infinity {
        if self.confirms() { Infinity::Confirmed } else { Infinity::Said }
    }

    /// The first points of paths.
    fn starts(&self, numbers: impl Iterator<Item = u64>) -> Vec<Known> {
        let points = self.homotopy.starts(numbers);
        let start = |point: &[[[f64; 1]; 2]]| (0.0, point.iter().map(|x| x.map(|[x]| x)).collect());
        points.chunks(self.compiled.variables() + 1).map(start).collect()
    }

    /// Ends in projective coordinates that Newton's method and a certificate confirm are put in their places.
    fn regular(
        &self,
        tracker: &mut Tracker<'_, '_, '_>,
        mut ends: Vec<(usize, Vec<[f64; 2]>)>,
        control: &Control,
        places: &mut [Option<Place>],
    ) -> Result<()> {
        ends.retain(|(_, point)| norm(&point[..1]) > NOTHING * norm(point));
        let affine = |point: &[[f64; 2]]| point[1..].iter().map(|&x| over(x, point[0])).collect::<Vec<_>>();
        let points: Vec<Vec<[f64; 2]>> = ends.iter().map(|(_, point)| affine(point)).collect();
        let numbers: Vec<[[f64; 1]; 2]> = points.iter().flatten().map(|x| x.map(|part| [part])).collect();
        if !numbers.as_flattened().as_flattened().iter().all(|x| x.is_finite()) {
            ends.retain(|(_, point)| affine(point).as_flattened().iter().all(|x| x.is_finite()));
            return self.regular(tracker, ends, control, places);
        }
        let (moved, reports) = Newton::new(self.compiled).stage(tracker.engine(), &control.silent(), &numbers)?;
        let (mut which, mut centres) = (Vec::new(), Vec::new());
        for (((i, _), before), (after, report)) in
            ends.iter().zip(&points).zip(moved.chunks(self.compiled.variables()).zip(&reports))
        {
            let after: Vec<[f64; 2]> = after.iter().map(|x| x.map(|[x]| x)).collect();
            if report.is_converged() && apart(&after, before) < STAYED {
                which.push(*i);
                centres.push(after.iter().map(|&x| coefficient(x)).collect());
            }
        }
        for (i, (point, certificate)) in which.into_iter().zip(certified(self.system, centres)) {
            if certificate.root().is_some() {
                let zero = Zero { point, winding: 1, error: REGULAR, is_regular: true, certificate };
                places[i] = Some(Place::Finite(Box::new(zero)));
            }
        }
        Ok(())
    }

    /// Where paths end from the first of these points on that is near enough to the path, in multiple precision.
    fn precise(&self, starts: Vec<(Vec<Known>, Infinity)>, control: &Control) -> Result<Vec<Place>> {
        let part = 1.0 / starts.len().max(1) as f64;
        let ends: Vec<Option<End>> = starts
            .into_par_iter()
            .map(|(points, infinity)| {
                let end = precise::end(self.family, self.forms, &points, infinity, control);
                control.advance(part);
                end
            })
            .collect();
        control.check()?;
        let finite = |end: &End| end.point[1..].iter().map(|x| x.over(&end.point[0]).exact()).collect::<Vec<_>>();
        let place = |end: Option<End>| match end {
            None => Place::Unknown,
            Some(end) if end.is_infinite => Place::Infinity,
            Some(end) => {
                let point = finite(&end);
                let (point, certificate) = match end.is_regular {
                    true => certified_among_others(self.system, point),
                    false => (point, Certificate::NotCertified(Reason::Singular)),
                };
                let End { winding, error, is_regular, .. } = end;
                Place::Finite(Box::new(Zero { point, winding, error, is_regular, certificate }))
            }
        };
        Ok(ends.into_par_iter().map(place).collect())
    }
}

/// Counts the ends, and has each zero once, in the units of the caller.
fn collect(
    system: &System,
    compiled: &Compiled,
    scales: &[i32],
    engine: &mut Together<'_, '_>,
    control: &Control,
    mut ends: Vec<Ended>,
    answer: &mut SolveAnswer,
) -> Result<()> {
    let count = |is: fn(&Place) -> bool| ends.iter().filter(|end| is(&end.place)).count() as u64;
    answer.at_infinity = count(|place| matches!(place, Place::Infinity));
    answer.failed = count(|place| matches!(place, Place::Unknown));
    let groups = groups(&ends);
    let mut zeros = Vec::new();
    for group in groups {
        let mut windings: Vec<usize> = Vec::new();
        let multiplicity = group.len();
        let mut best: Option<Zero> = None;
        for i in group {
            let Place::Finite(zero) = std::mem::replace(&mut ends[i].place, Place::Unknown) else { continue };
            windings.push(zero.winding);
            let is_better = |best: &Zero| (zero.is_regular, -zero.error) > (best.is_regular, -best.error);
            if best.as_ref().is_none_or(is_better) {
                best = Some(*zero);
            }
        }
        if let Some(zero) = best {
            zeros.push((zero, multiplicity, windings));
        }
    }
    // A regular zero is the end of one path. A singular one has the multiplicity of its dual space, and paths go in cycles around it.
    let locals: Vec<Local> = zeros
        .par_iter()
        .map(
            |(zero, paths, _)| {
                if zero.is_regular { Local::Isolated(1) } else { local(system, &zero.point, paths + BEYOND) }
            },
        )
        .collect();
    control.check()?;
    let units = |zero: &Zero| -> Result<Vec<[[f64; 1]; 2]>> {
        let doubles = |(x, &bits): (Coefficient, &i32)| shifted(&x, bits.into()).nearest::<1>();
        printed(zero).into_iter().zip(scales).map(doubles).collect()
    };
    let mut isolated = Vec::new();
    for ((zero, multiplicity, windings), local) in zeros.into_iter().zip(locals) {
        let is_consistent = match local {
            Local::Larger => {
                answer.not_isolated.push((units(&zero)?, multiplicity));
                continue;
            }
            Local::Isolated(found) => found == multiplicity && are_cycles(&windings),
            Local::Unknown => are_cycles(&windings),
        };
        answer.inconsistent += u64::from(!is_consistent);
        isolated.push((zero, multiplicity, windings));
    }
    let zeros = isolated;
    let points: Vec<[[f64; 1]; 2]> =
        zeros.iter().flat_map(|(zero, ..)| zero.doubles()).map(|x| x.map(|part| [part])).collect();
    let (_, reports) = Newton::new(compiled).iterations(0).stage(engine, &control.silent(), &points)?;
    for ((zero, multiplicity, windings), report) in zeros.into_iter().zip(reports) {
        let point = units(&zero)?;
        let certificate = match zero.certificate {
            Certificate::Certified(root) => {
                let root = root.in_units(scales);
                root.map_or(Certificate::NotCertified(Reason::NotFinite), Certificate::Certified)
            }
            other => other,
        };
        let winding = windings.into_iter().max().unwrap_or(1);
        let regular = zero.is_regular;
        answer.solutions.push(Solution { point, multiplicity, winding, report, regular, certificate });
    }
    Ok(())
}

/// Whether paths with these winding numbers are whole cycles: as many as a multiple of it have each.
fn are_cycles(windings: &[usize]) -> bool {
    windings.iter().all(|w| windings.iter().filter(|other| *other == w).count() % w == 0)
}

/// Multiplicities that are looked for beyond the number of paths.
const BEYOND: usize = 2;

/// Bits of accuracy of ends that doubles reach straight.
const REGULAR: f64 = -40.0;

/// The largest real or imaginary part.
fn norm(point: &[[f64; 2]]) -> f64 {
    point.iter().flatten().fold(0.0, |norm: f64, x| norm.max(x.abs()))
}

/// The largest difference in units of the largest coordinate, or 1.
fn apart(a: &[[f64; 2]], b: &[[f64; 2]]) -> f64 {
    a.iter().flatten().zip(b.iter().flatten()).fold(0.0, |most: f64, (a, b)| most.max((a - b).abs())) / norm(b).max(1.0)
}

/// Paths that end in a regular zero together with others, of which at most one belongs there, and those whose end was not found.
fn doubtful(ends: &[Ended]) -> Vec<usize> {
    let regular = |i: &usize| matches!(&ends[*i].place, Place::Finite(zero) if zero.is_regular);
    let crossed = groups(ends).into_iter().filter(|group| group.len() > 1 && group.iter().any(regular)).flatten();
    let unknown = (0..ends.len()).filter(|&i| matches!(ends[i].place, Place::Unknown));
    crossed.chain(unknown).collect()
}
