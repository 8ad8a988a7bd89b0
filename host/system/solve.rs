//! All isolated zeros of a square system.

mod answer;
mod batches;
mod collect;
mod order;
mod proved;
mod sample;
mod solution;

pub use self::answer::SolveAnswer;
pub use self::proved::Proved;
pub use self::solution::Solution;
pub(super) use self::solution::pairs;

use self::batches::Batches;
use self::collect::{Wanted, collect, doubtful};
use self::sample::Sample;
use super::balance::{Balanced, balanced};
use super::certify::Coordinate;
use super::circles::Circle;
use super::homotopy::Homotopy;
use super::infinity::Forms;
use super::newton::products_of_step;
use super::on_engine::{OnEngine, Work, on_engine};
use super::plan::{PlannedZeros, SystemPlan, plan};
use super::precise::Family;
use super::reduce::reduced;
use super::size;
use super::square::{squared, without_zeros};
use super::start::{RootCounts, StartSystem, choose};
use super::track::{Paths, Tracker};
use super::zero::{Ended, Place, Zero};
use crate::control::Control;
use crate::error::{Error, Result};
use crate::poly::size::block;
use crate::poly::systems::{Coefficient, System};
use crate::run::memory;
use crate::run::options::{Backend, RunOptions, run_setters};
use crate::run::random::{Purpose, rng};
use crate::run::report::RunReport;
use crate::system::together::Together;
use rand::rngs::StdRng;

/// Paths that are followed at the same time, at most.
const BATCH: u64 = 1 << 14;

/// The same, at least, where memory is short: enough for the lanes of many threads.
const FEWEST: u64 = 1 << 8;

/// The work of the zeros of a polyhedral start over that of the paths from them.
const OF_STARTS: f64 = 1.0;

/// Times that paths are followed again, on another patch and with more care: where several end in one regular zero, and where no end was found. The last
/// time it is done in multiple precision.
const AGAIN: usize = 2;

/// Choices of [`Solve`].
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct SolveOptions {
    /// Where and how it is computed, with which seed.
    pub run: RunOptions,
    /// The bits that the certificate of a zero proves of each coordinate: see [`Solve::bits`].
    pub bits: u32,
    /// Where paths begin.
    pub start: StartSystem,
}

impl Default for SolveOptions {
    /// For doubles.
    fn default() -> Self {
        SolveOptions { run: RunOptions::default(), bits: f64::MANTISSA_DIGITS, start: StartSystem::Auto }
    }
}

/// Finds all isolated zeros in C^n of n polynomials in n variables, by paths from the zeros of a [`StartSystem`].
///
/// Where leading forms depend on each other linearly, polynomials are combined to ones of lower degree first, and units are chosen in which
/// coefficients are about 1. Paths are as many as the product of the degrees, or a mixed volume; each isolated zero is the end of at least one, with probability one for the
/// random numbers of the homotopy. Other ends are zeros at infinity, or points where zeros are not isolated. Every path is accounted for. That a
/// path goes to infinity is decided by its valuations and by the leading forms, in systems of at most 64 paths also by its course further on; ends that are singular, clustered or far are found in multiple precision. That no
/// zero is missing is proved if as many are certified as a bound of their number says ([`SolveAnswer::proved`]); otherwise the answer says what may be missing.
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
/// let x: f64 = answer.solutions.iter().map(|zero| zero.point[0].re).product();
/// assert!((x + 1.0).abs() < 1e-12);
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Solve<'a> {
    system: &'a System,
    options: SolveOptions,
}

/// Finds the isolated zeros of a square system with the default choices: see [`Solve`].
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

impl System {
    /// All isolated zeros with the default choices, each with its certificate: [`Solve`].
    ///
    /// # Errors
    /// As [`Solve::run`].
    ///
    /// ```
    /// let system: eliminant::System = "x^2 - 2".parse()?;
    /// let answer = system.solve()?;
    /// assert_eq!((answer.solutions.len(), answer.real_points().count()), (2, 2));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn solve(&self) -> Result<SolveAnswer> {
        solve_system(self)
    }
}

run_setters!(Solve, "The CUDA devices, which share paths.");

impl<'a> Solve<'a> {
    /// The most bits of [`Solve::bits`]: the widths of bounds are doubles.
    pub const MAX_BITS: u32 = 480;

    /// A builder for the zeros of this system.
    pub fn new(system: &'a System) -> Self {
        Solve { system, options: SolveOptions::default() }
    }

    /// Encloses each certified zero so narrowly that its bounds prove this many bits of the real and the imaginary part of each coordinate, or of the larger one
    /// where the other may be 0; as many as they can where zeros are too close together. 53 unless set, and at most [`Solve::MAX_BITS`].
    /// [`Coordinate::to_decimal`] has the digits; [`Solution::point`] stays the nearest doubles.
    ///
    /// ```
    /// use eliminant::system::{Solve, System};
    /// let system: System = "x^3 - 2; y - x^2".parse()?;
    /// let answer = Solve::new(&system).bits(212).run()?;
    /// let root = answer.solutions[0].root().unwrap();
    /// let digits = "1.2599210498948731647672106072782283505702514647015079800819751";
    /// assert!(root.coordinates[0].to_decimal(65)[0].starts_with(digits));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn bits(mut self, bits: u32) -> Self {
        self.options.bits = bits;
        self
    }

    /// Where paths begin; [`StartSystem::Auto`] unless set. The zeros are the same, but the number of paths is not.
    pub fn start(mut self, start: StartSystem) -> Self {
        self.options.start = start;
        self
    }

    /// Finds the zeros. Both engines give the same bits.
    ///
    /// # Errors
    /// `Argument` where there are not as many polynomials as variables, none, or one of them is 0, or a coefficient is beyond the range of
    /// doubles, for too many bits, and for a polyhedral start whose cells are too large; `Limit` for 2^32 paths and more, and where all of them to ends of their own would exceed memory, with certificates of
    /// [`super::certify()`]; `Cancelled`; those of the CUDA engine as [`crate::Determinant::run`].
    pub fn run(&self) -> Result<SolveAnswer> {
        let Prepared { work, run } = self.prepare()?;
        on_engine::<[f64; 1], _>(&self.options.run, work, run)
    }

    /// Predicts memory and time of [`Solve::run`]. On a CPU some of the paths are followed, for a fifth of a second or a little more, two at the most, since those that go to
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
        let mut plan = plan::<[f64; 1]>(&self.options.run, &work, run.homotopy.paths())?;
        plan.zeros = Some(PlannedZeros { root_counts: run.counts, is_polyhedral: run.homotopy.is_polyhedral() });
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
        if self.options.bits > Self::MAX_BITS {
            let message =
                format!("{} are more than {}, the most that bounds can prove", self.options.bits, Self::MAX_BITS);
            return Err(Error::argument("bits", message));
        }
        let mut random = rng(&self.options.run, Purpose::Homotopy);
        let (system, n) = (without_zeros(self.system), self.system.variables().len());
        let is_overdetermined = system.len() > n;
        let mut balanced = balanced(&reduced(if is_overdetermined { system } else { self.system.clone() }))?;
        let mut all = None;
        if is_overdetermined && let Some(combined) = squared(&balanced.system, n, &mut random) {
            all = Some(std::mem::replace(&mut balanced.system, combined));
        }
        let system = &balanced.system;
        let room = memory::allowed(&self.options.run) / bytes_of_end(system.variables().len(), self.options.bits);
        let (start, counts) = choose(system, self.options.start, &self.options.run, &mut random, room)?;
        let homotopy = Homotopy::new(system, start, &mut random)?;
        let chain = 60.0 * 5.0 * products_of_step(&homotopy.compiled, 2);
        let (paths, n) = (homotopy.paths(), system.variables().len());
        // The system, its scaled form, and lists of it and of the homotopy on the engine.
        let systems = 4 * size::system(system) + 2 * size::on_engine(&homotopy.compiled, &[1, 2]) + homotopy.bytes();
        let fixed = paths.saturating_mul(bytes_of_end(n, self.options.bits)).saturating_add(systems);
        let each = bytes_of_path(n + 1) + homotopy.bytes_of_start();
        let room = memory::allowed(&self.options.run).saturating_sub(fixed) / each;
        let batch = room.clamp(FEWEST, BATCH).min(paths).max(1);
        let work = Work {
            products: paths as f64 * chain * if homotopy.is_polyhedral() { 1.0 + OF_STARTS } else { 1.0 },
            chain: 20.0 * chain,
            bytes: 0.0,
            held: fixed.saturating_add(batch * each),
        };
        Ok(Prepared { work, run: Run { balanced, all, homotopy, counts, random, batch, bits: self.options.bits } })
    }
}

/// The homotopies, and their work.
struct Prepared {
    work: Work,
    run: Run,
}

/// The computation.
struct Run {
    balanced: Balanced,
    /// All polynomials, of which the balanced system has combinations.
    all: Option<System>,
    homotopy: Homotopy,
    counts: RootCounts,
    random: StdRng,
    /// Paths that are followed at the same time.
    batch: u64,
    /// Those that bounds prove.
    bits: u32,
}

/// Bytes that are kept of a path to the answer, where it has a zero of its own: its end, that in the order of the zeros with the group it is in,
/// and what [`super::certify()`] says of it.
fn bytes_of_end(n: usize, bits: u32) -> u64 {
    let point = block((n * size_of::<[f64; 2]>()) as u64);
    // Lists that grow have up to as much room again.
    let end = 2 * size_of::<Ended>() as u64 + block(size_of::<Solution>() as u64) + point;
    let in_order = 2 * size_of::<(f64, f64, usize, &Zero)>() as u64;
    let group = (2 * size_of::<Vec<usize>>() + size_of::<usize>()) as u64 + block(32);
    // Middles and centres are rational numbers of a few limbs, of twice the bits where these are many.
    let number = block(u64::from(2 * bits + 192).div_ceil(8).max(40));
    let coordinate = size_of::<Coordinate>() as u64 + 4 * number + size_of::<Coefficient>() as u64 + 4 * number;
    end + in_order + group + point + block(size_of::<Zero>() as u64) + 2 * n as u64 * coordinate
}

/// Bytes of a path in n projective coordinates while it is followed in doubles: the paths of the batch, those near their ends, those that are tried
/// straight, three points and a circle of each. Paths in multiple precision, one for each thread, are not counted.
fn bytes_of_path(n: usize) -> u64 {
    4 * Paths::bytes(n) + (6 * n * size_of::<[f64; 2]>() + 1024) as u64 + Circle::bytes(n)
}

impl OnEngine for Run {
    type Output = SolveAnswer;

    fn run(self, engine: &mut Together<'_, '_>, control: &Control, report: RunReport) -> Result<SolveAnswer> {
        let Run { balanced: Balanced { system, scales }, all, mut homotopy, counts, mut random, batch, bits } = self;
        let (system, compiled) = (&system, system.compile()?);
        let mut answer = SolveAnswer::new(system.variables().to_vec(), homotopy.paths(), report.backend);
        (answer.root_counts, answer.is_polyhedral) = (counts, homotopy.is_polyhedral());
        let forms = Forms::new(system, homotopy.start_terms())?;
        let mut ends: Vec<Ended> = (0..homotopy.paths()).map(|path| Ended { path, place: Place::Unknown }).collect();
        if homotopy.is_polyhedral() {
            let control = control.next(OF_STARTS / (1.0 + OF_STARTS));
            let numbers: Vec<u64> = ends.iter().map(|end| end.path).collect();
            homotopy.find_starts(engine, &numbers, batch as usize, &control)?;
            control.finish();
        }
        let mut which: Vec<usize> = (0..ends.len()).collect();
        // The first time, and again with more care, and in multiple precision.
        for again in 0..=AGAIN {
            control.check()?;
            if again > 0 {
                which = doubtful(&ends);
            }
            which.retain(|&i| homotopy.is_known(ends[i].path));
            if which.is_empty() {
                break;
            }
            if again > 0 {
                answer.again += which.len() as u64;
                homotopy = homotopy.on_another_patch(system, &mut random)?;
            }
            let control = control.next(if again == 0 { 0.9 } else { 0.7 });
            let family = Family::new(&homotopy.compiled, homotopy.start(), homotopy.end());
            let batches = Batches { system, compiled: &compiled, homotopy: &homotopy, forms: &forms, family: &family };
            let mut tracker = Tracker::new(engine, &homotopy.compiled, homotopy.start(), homotopy.end())?;
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
        collect(
            system,
            &compiled,
            Wanted { scales: &scales, bits, all: all.as_ref() },
            engine,
            control,
            ends,
            &mut answer,
        )?;
        Ok(answer)
    }
}
