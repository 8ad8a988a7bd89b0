//! All isolated zeros of a square system.

use super::certify::{Certificate, Coordinate};
use super::endgame::{End, Ending, ends};
use super::homotopy::{Homotopy, over, scaled};
use super::newton::{Newton, NewtonReport, products_of_step};
use super::on_engine::{OnEngine, Work, on_engine};
use super::plan::{SystemPlan, plan};
use super::size;
use super::system::System;
use super::track::{Effort, Paths, TrackStatus, Tracker};
use crate::control::Control;
use crate::engine::{NewtonEngine, TrackEngine};
use crate::error::Result;
use crate::poly::size::block;
use crate::run::memory;
use crate::run::options::{RunOptions, run_setters};
use crate::run::random::{Purpose, rng};
use crate::run::report::RunReport;
use rand::rngs::StdRng;

/// Paths that are followed at the same time, at most.
const BATCH: u64 = 1 << 14;

/// The same, at least, where memory is short: enough for the lanes of many threads.
const FEWEST: u64 = 1 << 8;

/// The part of the work of a batch that takes paths to where they turn to their ends, and that for those which end there; the rest is for
/// circles.
const TO_THE_ENDS: f64 = 0.6;
const REGULAR_ENDS: f64 = 0.1;

/// u where paths turn to their ends.
const RADIUS: f64 = 0.1;

/// A zero with |x_0| below this part of the largest coordinate is one at infinity.
const INFINITE: f64 = 1e-6;

/// The same for zeros that Newton's method does not confirm: errors of doubles move a triple zero at infinity by the third root of 10^-16.
const FAR: f64 = 1e-3;

/// Pivots below this part of the largest are looked at by the endgame.
const SINGULAR: f64 = 1e-7;

/// Singular zeros as near as that are the same one. The unit is the largest coordinate, or 1.
const SAME: f64 = 1e-6;

/// The same for regular ones, to which Newton's method has converged.
const EQUAL: f64 = 1e-10;

/// Times that paths are followed again, on another patch and with more care: where several end in one regular zero, and where no end was found.
const AGAIN: usize = 3;

/// A zero of a system.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Solution {
    /// Its coordinates, after Newton's method where it is regular.
    pub point: Vec<[[f64; 1]; 2]>,
    /// Paths that end here: its multiplicity, where all of them were followed to their end.
    pub multiplicity: usize,
    /// The largest winding number of its paths: 1 for a regular zero.
    pub winding: usize,
    /// What Newton's method says there, of polynomials that are scaled by powers of two to coefficients about 1; for a singular zero, how large
    /// the values are and how near to singular the Jacobian.
    pub report: NewtonReport,
    /// The Jacobian has an inverse, as far as doubles tell, and Newton's method converges.
    pub regular: bool,
}

/// The zeros of a system, and what became of its paths.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct SolveAnswer {
    /// The zeros, in no order of meaning, each once.
    pub solutions: Vec<Solution>,
    /// Paths: the product of the degrees.
    pub paths: u64,
    /// Those that go to infinity.
    pub at_infinity: u64,
    /// Those whose end was not found. Zeros may be missing where this is not 0.
    pub failed: u64,
    /// Those that were followed again, as several ended in one regular zero or no end was found.
    pub again: u64,
    /// Those that took double-doubles.
    pub extended: u64,
    /// Those that ended on a circle around u = 0, or go to infinity.
    pub circled: u64,
    /// Attempts of a step, without those around u = 0.
    pub attempts: u64,
    /// `cpu` or `cuda`: where paths were followed.
    pub backend: &'static str,
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
/// The number of paths is d_1 .. d_n, the product of the degrees; each isolated zero is the end of at least one, with probability one for the
/// random numbers of the homotopy. Other ends are zeros at infinity, or points of sets of positive dimension, which show as singular
/// zeros. Zeros with coordinates beyond 10^6, and singular ones beyond 10^3, are taken for those at infinity. Nothing is proved: a report
/// says what may be missing.
///
/// # Complexity
/// For each path some tens of steps of five Jacobians and eliminations each; ends at infinity and singular ones take some hundred more.
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

    /// What [`Solve::run`] will take, if each path takes 60 steps. Computes nothing. Where many paths go to infinity, or end together, they take several
    /// times as many.
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
        plan::<[f64; 1]>(&self.options.run, &work, run.homotopy.paths())
    }

    /// The homotopy, and what it takes.
    ///
    /// # Errors
    /// As [`Solve::run`].
    fn prepare(&self) -> Result<Prepared> {
        let mut random = rng(&self.options.run, Purpose::Homotopy);
        let system = scaled(self.system)?;
        let homotopy = Homotopy::new(&system, &mut random)?;
        let chain = 60.0 * 5.0 * products_of_step(&homotopy.compiled, 2);
        let (paths, n) = (homotopy.paths(), system.variables().len());
        // The system, its scaled form, and lists of it and of the homotopy on the engine.
        let systems = 4 * size::system(&system) + 2 * size::on_engine(&homotopy.compiled, &[1, 2]);
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
        Ok(Prepared { work, run: Run { system, homotopy, random, batch } })
    }
}

/// What is computed, and what that takes.
struct Prepared {
    work: Work,
    run: Run,
}

/// The computation.
struct Run {
    /// With coefficients about 1.
    system: System,
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
    let in_order = 2 * size_of::<(f64, usize, Vec<[f64; 2]>)>() as u64 + point;
    let group = (2 * size_of::<Vec<usize>>() + size_of::<Option<usize>>()) as u64 + block(32);
    // Centres are rational numbers of a few limbs.
    let coordinate = size_of::<Coordinate>() as u64 + 4 * block(16);
    end + in_order + group + 2 * point + 2 * size_of::<Certificate>() as u64 + n as u64 * coordinate
}

/// Bytes of a path in n projective coordinates while it is followed, around its end too: there are the paths of the batch, those that are near
/// their ends, those that are on circles with where they began and what was summed, and those of one turn.
fn bytes_of_path(n: usize) -> u64 {
    4 * Paths::bytes(n) + (6 * n * size_of::<[f64; 2]>() + 1024) as u64
}

impl OnEngine for Run {
    type Output = SolveAnswer;

    fn run<E: NewtonEngine + TrackEngine>(
        self,
        engine: &mut E,
        control: &Control,
        report: RunReport,
    ) -> Result<SolveAnswer> {
        let Run { system, mut homotopy, mut random, batch } = self;
        let system = &system;
        let mut answer = SolveAnswer {
            solutions: Vec::new(),
            paths: homotopy.paths(),
            at_infinity: 0,
            failed: 0,
            again: 0,
            extended: 0,
            circled: 0,
            attempts: 0,
            backend: report.backend,
        };
        let mut tracker = Tracker::new(engine, &homotopy.compiled, &homotopy.start(), &homotopy.end())?;
        let mut ends = Vec::new();
        for numbers in homotopy.batches(batch) {
            let part = (numbers.end - numbers.start) as f64 / answer.paths as f64;
            let numbers: Vec<u64> = numbers.collect();
            control.check()?;
            let control = control.share(0.9 * part);
            ends.extend(follow(system, &homotopy, &mut tracker, &numbers, 1.0, &control, &mut answer)?);
            control.finish();
        }
        for again in 1..=AGAIN {
            let doubtful = doubtful(&ends);
            if doubtful.is_empty() {
                break;
            }
            answer.again += doubtful.len() as u64;
            homotopy = homotopy.on_another_patch(system, &mut random)?;
            let care = 0.5f64.powi(again as i32);
            let mut tracker = Tracker::new(tracker.engine(), &homotopy.compiled, &homotopy.start(), &homotopy.end())?;
            // Most are done the first time.
            let (control, count) = (control.next(0.7), doubtful.len() as f64);
            for doubtful in doubtful.chunks(batch as usize) {
                control.check()?;
                let control = control.share(doubtful.len() as f64 / count);
                let numbers: Vec<u64> = doubtful.iter().map(|&i| ends[i].path).collect();
                let found = follow(system, &homotopy, &mut tracker, &numbers, care, &control, &mut answer)?;
                for (&i, end) in doubtful.iter().zip(found) {
                    ends[i] = end;
                }
                control.finish();
            }
        }
        control.check()?;
        answer.at_infinity = ends.iter().filter(|end| matches!(end.place, Place::Infinity)).count() as u64;
        answer.failed = ends.iter().filter(|end| matches!(end.place, Place::Unknown)).count() as u64;
        answer.solutions = together(ends);
        Ok(answer)
    }
}

/// Where these paths end.
fn follow<E: NewtonEngine + TrackEngine>(
    system: &System,
    homotopy: &Homotopy,
    tracker: &mut Tracker<'_, E>,
    numbers: &[u64],
    care: f64,
    control: &Control,
    answer: &mut SolveAnswer,
) -> Result<Vec<Ended>> {
    let n = system.variables().len() + 1;
    let mut paths = Paths::new(homotopy.starts(numbers.iter().copied()), n, 1.0, 0.02);
    paths.go_to([RADIUS, 0.0]);
    let first = control.share(TO_THE_ENDS);
    tracker.advance(Effort { care, ..Effort::default() }, &first, &mut paths)?;
    first.finish();
    let silent = &control.silent();
    answer.attempts += paths.states.iter().map(|state| u64::from(state.attempts)).sum::<u64>();
    let near: Vec<usize> = (0..numbers.len()).filter(|&i| paths.states[i].status == TrackStatus::End).collect();
    // Regular ends need no circles.
    let mut last = paths.some(&near);
    last.go_to([0.0, 0.0]);
    let effort = Effort { attempts: 100, least: 1e-8, care, extend: false, ..Effort::default() };
    let second = control.share(REGULAR_ENDS);
    tracker.advance(effort, &second, &mut last)?;
    second.finish();
    let mut endings: Vec<Option<Ending>> = vec![None; numbers.len()];
    let mut rest = Vec::new();
    for (k, &i) in near.iter().enumerate() {
        let state = &last.states[k];
        answer.attempts += u64::from(state.attempts - paths.states[i].attempts);
        if state.status == TrackStatus::End && state.pivots > SINGULAR {
            let point = last.point(k).iter().map(|x| x.map(|[x]| x)).collect();
            endings[i] = Some(Ending::Finite(End { point, winding: 1, error: state.correction }));
        } else {
            rest.push(i);
        }
    }
    answer.circled += rest.len() as u64;
    answer.extended += paths.extended.iter().filter(|&&extended| extended).count() as u64;
    for (ending, &i) in ends(tracker, paths.some(&rest), RADIUS, care, &control.next(0.95))?.into_iter().zip(&rest) {
        endings[i] = ending;
    }
    // Finite ends by Newton's method on the system itself.
    let mut places: Vec<Place> = Vec::with_capacity(numbers.len());
    let (mut finite, mut points) = (Vec::new(), Vec::new());
    for (i, ending) in endings.into_iter().enumerate() {
        let End { point, winding, error } = match ending {
            Some(Ending::Finite(end)) => end,
            Some(Ending::Infinite) => {
                places.push(Place::Infinity);
                continue;
            }
            None => {
                places.push(Place::Unknown);
                continue;
            }
        };
        if point[0][0].hypot(point[0][1]) <= INFINITE.max(10.0 * error) * norm(&point) {
            places.push(Place::Infinity);
            continue;
        }
        let affine: Vec<[[f64; 1]; 2]> = point[1..].iter().map(|&x| over(x, point[0]).map(|x| [x])).collect();
        points.extend(affine.iter().copied());
        finite.push(i);
        places.push(Place::Finite(Box::new(Solution {
            point: affine,
            multiplicity: 1,
            winding,
            report: NewtonReport::default(),
            regular: false,
        })));
    }
    let compiled = system.compile()?;
    let (moved, moves) = Newton::new(&compiled).stage(tracker.engine(), silent, &points)?;
    let (_, looks) = Newton::new(&compiled).iterations(0).stage(tracker.engine(), silent, &points)?;
    for (k, &i) in finite.iter().enumerate() {
        let Place::Finite(solution) = &mut places[i] else { continue };
        let point = &moved[k * (n - 1)..][..n - 1];
        let report = &moves[k];
        let plain = |point: &[[[f64; 1]; 2]]| point.iter().map(|x| x.map(|[x]| x)).collect::<Vec<_>>();
        let stayed = apart(&plain(point), &plain(&solution.point)) < 1e-4;
        solution.regular =
            solution.winding == 1 && stayed && report.is_converged() && !report.is_rank_deficient::<[f64; 1]>();
        if solution.regular {
            solution.point = point.to_vec();
            solution.report = *report;
        } else {
            solution.report = looks[k];
            let largest = norm(&plain(&solution.point));
            if largest * FAR > 1.0 {
                places[i] = Place::Infinity;
            }
        }
    }
    Ok(numbers.iter().zip(places).map(|(&path, place)| Ended { path, place }).collect())
}

/// A path that was followed.
struct Ended {
    /// Its number.
    path: u64,
    place: Place,
}

/// Where.
enum Place {
    Finite(Box<Solution>),
    Infinity,
    Unknown,
}

/// The largest real or imaginary part.
fn norm(point: &[[f64; 2]]) -> f64 {
    point.iter().flatten().fold(0.0, |norm: f64, x| norm.max(x.abs()))
}

/// The largest coordinate, or 1: that of the point with x_0 = 1.
fn unit(point: &[[f64; 2]]) -> f64 {
    norm(point).max(1.0)
}

/// The largest difference in units of b.
fn apart(a: &[[f64; 2]], b: &[[f64; 2]]) -> f64 {
    a.iter().flatten().zip(b.iter().flatten()).fold(0.0, |most: f64, (a, b)| most.max((a - b).abs())) / unit(b)
}

/// Groups of finite ends that are the same point, each with the places in the list.
fn groups(ends: &[Ended]) -> Vec<Vec<usize>> {
    let solution = |i: usize| match &ends[i].place {
        Place::Finite(solution) => Some(solution),
        _ => None,
    };
    let point = |i: usize| -> Vec<[f64; 2]> {
        solution(i).map(|solution| solution.point.iter().map(|x| x.map(|[x]| x)).collect()).unwrap_or_default()
    };
    // Equal points are near in any one direction: each is compared with those that are.
    let project = |p: &[[f64; 2]]| -> f64 {
        p.iter().enumerate().map(|(j, x)| x[0] * (j as f64 + 1.0).sin() + x[1] * (j as f64 + 1.5).cos()).sum()
    };
    let mut sorted: Vec<(f64, usize, Vec<[f64; 2]>)> =
        (0..ends.len()).filter(|&i| solution(i).is_some()).map(|i| (project(&point(i)), i, point(i))).collect();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut group_of: Vec<Option<usize>> = vec![None; sorted.len()];
    for a in 0..sorted.len() {
        let group = *group_of[a].get_or_insert_with(|| {
            groups.push(vec![sorted[a].1]);
            groups.len() - 1
        });
        let reach = SAME * 2.0 * sorted[a].2.len() as f64 * unit(&sorted[a].2);
        for b in a + 1..sorted.len() {
            if sorted[b].0 - sorted[a].0 > reach {
                break;
            }
            let regular = |i: usize| solution(i).is_some_and(|solution| solution.regular);
            let same = if regular(sorted[a].1) || regular(sorted[b].1) { EQUAL } else { SAME };
            if group_of[b].is_none() && apart(&sorted[b].2, &sorted[a].2) < same {
                group_of[b] = Some(group);
                groups[group].push(sorted[b].1);
            }
        }
    }
    groups
}

/// Paths that end in a regular zero together with others, of which at most one belongs there, and those whose end was not found.
fn doubtful(ends: &[Ended]) -> Vec<usize> {
    let regular = |i: &usize| matches!(&ends[*i].place, Place::Finite(solution) if solution.regular);
    let crossed = groups(ends).into_iter().filter(|group| group.len() > 1 && group.iter().any(regular)).flatten();
    let unknown = (0..ends.len()).filter(|&i| matches!(ends[i].place, Place::Unknown));
    crossed.chain(unknown).collect()
}

/// Each point once.
fn together(mut ends: Vec<Ended>) -> Vec<Solution> {
    let groups = groups(&ends);
    let mut take = |i: usize| match std::mem::replace(&mut ends[i].place, Place::Unknown) {
        Place::Finite(solution) => Some(*solution),
        _ => None,
    };
    let merge = |group: Vec<usize>| {
        let multiplicity = group.len();
        let found = group.into_iter().filter_map(&mut take);
        let best = found.reduce(|a, b| {
            let winding = a.winding.max(b.winding);
            let better = if (b.regular, a.report.residual) > (a.regular, b.report.residual) { b } else { a };
            Solution { winding, ..better }
        });
        best.map(|best| Solution { multiplicity, ..best })
    };
    groups.into_iter().filter_map(merge).collect()
}
