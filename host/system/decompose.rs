//! All zeros of any number of polynomials: components of every dimension.

mod answer;
mod monodromy;
mod slices;

pub use answer::{Component, DecomposeAnswer};

use self::monodromy::{Group, groups};
use self::slices::Slices;
use super::balance::{Balanced, balanced};
use super::plan::SystemPlan;
use super::solve::{Solution, Solve};
use super::square::without_zeros;
use super::start::StartSystem;
use crate::control::Control;
use crate::error::{Error, Result};
use crate::floating::Complex64;
use crate::poly::systems::System;
use crate::run::options::{RunOptions, run_setters};
use crate::run::random::{Purpose, rng};
use rand::rngs::StdRng;
use std::collections::BTreeMap;

/// The part of the work of a dimension that finds points; the rest tells to which component each belongs.
const POINTS: f64 = 0.7;

/// Choices of [`Decompose`].
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct DecomposeOptions {
    /// Where and how it is computed, with which seed.
    pub run: RunOptions,
    /// Where paths to points of components begin.
    pub start: StartSystem,
}

/// Finds all zeros in C^n of any number of polynomials in n variables: the irreducible components of each dimension, with their degrees, and the isolated
/// zeros.
///
/// A component of dimension d and degree k meets d random hyperplanes, the slices, in k points: its *witness points*. They are the isolated zeros
/// of the system together with the slices, which [`Solve`] finds for each d. Points of components of higher dimension are not isolated there. Which points
/// belong to one irreducible component is found by *monodromy*: slices move on random loops, along which points of one component change places. A *trace test* confirms that
/// none is missing: if one slice moves in parallel, the sum of the points of whole components is a linear function of its way, and that of a part of one is not.
///
/// All of this is evidence, with probability one for the random numbers, and not proof. Components whose points are singular (those with a multiplicity above
/// 1) are counted but not split: [`Component::is_irreducible`] says so.
///
/// # Complexity
/// For each dimension d the paths of [`Solve`] for n polynomials, d of them linear, and some loops of three paths for each witness point. Paths that end in
/// components of higher dimension take some milliseconds to seconds each.
///
/// # Source
/// A. J. Sommese, C. W. Wampler, The Numerical Solution of Systems of Polynomials Arising in Engineering and Science, 2005, chapters 13 to 15.
///
/// ```
/// use eliminant::system::{Decompose, System};
///
/// // A line, a parabola and a point.
/// let system: System = "x*(y - x^2)*(y - 2); x*(y - x^2)*(x - 3)".parse()?;
/// let answer = Decompose::new(&system).seed(1).run()?;
/// let components: Vec<_> = answer.components.iter().map(|part| (part.dimension, part.degree)).collect();
/// assert_eq!(components, [(1, 1), (1, 2)]);
/// assert_eq!(answer.isolated.solutions[0].real_point(), Some(vec![3.0, 2.0]));
/// assert!(answer.is_complete());
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Decompose<'a> {
    system: &'a System,
    options: DecomposeOptions,
}

run_setters!(Decompose, "The CUDA devices, which share paths.");

impl System {
    /// The components of all zeros, with the default choices: [`Decompose`].
    ///
    /// # Errors
    /// As [`Decompose::run`].
    ///
    /// ```
    /// let hyperbola: eliminant::System = "x*y - 1".parse()?;
    /// assert_eq!(hyperbola.decompose()?.to_string(), "dimension 1, degree 2\n");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn decompose(&self) -> Result<DecomposeAnswer> {
        Decompose::new(self).run()
    }
}

impl<'a> Decompose<'a> {
    /// A builder for the components of the zeros of this system.
    pub fn new(system: &'a System) -> Self {
        Decompose { system, options: DecomposeOptions::default() }
    }

    /// Where paths begin; [`StartSystem::Auto`] unless set.
    pub fn start(mut self, start: StartSystem) -> Self {
        self.options.start = start;
        self
    }

    /// Finds the components.
    ///
    /// # Errors
    /// `Argument` where there is no variable or no polynomial; those of [`Solve::run`] for as many polynomials as variables.
    pub fn run(&self) -> Result<DecomposeAnswer> {
        let Cut { units, dimensions, mut random } = self.cut()?;
        let control = self.options.run.control.begin();
        let mut answer = DecomposeAnswer::new(self.system.variables().to_vec());
        // The lowest dimension has the most paths: if these are too many it is said first.
        let count = dimensions.len();
        for (k, Sliced { slices, system }) in dimensions.into_iter().enumerate() {
            let whole = control.next(1.0 / (count - k) as f64);
            let found = self.points(&system, whole.next(POINTS)).run()?;
            answer.paths += found.paths;
            answer.failed += found.failed;
            answer.inconsistent += found.inconsistent;
            if slices.count() == 0 {
                answer.isolated = found;
            } else {
                let run = self.options.run.with_control(whole.next(1.0));
                let components = components(&units.system, &slices, found.solutions, &run, &mut random)?;
                answer.components.extend(components.into_iter().map(|component| component.in_units(&units.scales)));
            }
            whole.finish();
        }
        answer.sort();
        control.finish();
        Ok(answer)
    }

    /// Predicts memory and time of [`Decompose::run`], from some of the paths to witness points as [`Solve::plan`].
    ///
    /// # Errors
    /// As there.
    ///
    /// ```
    /// use eliminant::system::Decompose;
    /// let sphere: eliminant::System = "x^2 + y^2 + z^2 - 1".parse()?;
    /// assert_eq!(Decompose::new(&sphere).plan()?.points, 2);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn plan(&self) -> Result<SystemPlan> {
        let plan = |Sliced { system, .. }: Sliced| self.points(&system, self.options.run.control.silent()).plan();
        let plans = self.cut()?.dimensions.into_iter().map(plan).collect::<Result<Vec<_>>>()?;
        let whole = plans.into_iter().reduce(SystemPlan::and).ok_or_else(nothing)?;
        Ok(SystemPlan { milliseconds: whole.milliseconds / POINTS, ..whole })
    }

    /// The search for the points of a dimension.
    fn points<'s>(&self, system: &'s System, control: Control) -> Solve<'s> {
        Solve::new(system).run_options(self.options.run.with_control(control)).start(self.options.start)
    }

    /// The systems of all dimensions.
    ///
    /// # Errors
    /// `Argument` where there is no variable or no polynomial.
    fn cut(&self) -> Result<Cut> {
        let n = self.system.variables().len();
        if n == 0 || self.system.is_empty() {
            return Err(nothing());
        }
        let system = without_zeros(self.system);
        let mut random = rng(&self.options.run, Purpose::Slices);
        let units = balanced(&system)?;
        // n - m is the least dimension of a component, and n that of C^n.
        let lowest = n.saturating_sub(system.len());
        let highest = if system.is_empty() { n } else { n - 1 };
        let sliced = |dimension: usize| {
            let slices = Slices::random(dimension, n, &mut random);
            // Isolated zeros are in the units of the caller, as all that is told of them.
            let system = if dimension == 0 { system.clone() } else { slices.with(&units.system)? };
            Ok(Sliced { slices, system })
        };
        let dimensions = (lowest..=highest).map(sliced).collect::<Result<_>>()?;
        Ok(Cut { units, dimensions, random })
    }
}

/// A system, cut by slices of all numbers from the lowest dimension on.
struct Cut {
    units: Balanced,
    dimensions: Vec<Sliced>,
    random: StdRng,
}

/// Slices, and a system together with them.
struct Sliced {
    slices: Slices,
    system: System,
}

fn nothing() -> Error {
    Error::argument("system", "has no polynomials in variables; give one at least")
}

/// The components that these witness points belong to.
fn components(
    system: &System,
    slices: &Slices,
    points: Vec<Solution>,
    run: &RunOptions,
    random: &mut StdRng,
) -> Result<Vec<Component>> {
    let (regular, singular): (Vec<Solution>, Vec<Solution>) = points.into_iter().partition(|point| point.regular);
    let points: Vec<Vec<Complex64>> = regular.into_iter().map(|point| point.point).collect();
    let split =
        groups(system, slices, &points, run, random)?.into_iter().map(|Group { members, is_whole }| Component {
            is_irreducible: is_whole,
            ..Component::of(slices, members.into_iter().map(|i| points[i].clone()).collect())
        });
    let mut multiple: BTreeMap<usize, Vec<Vec<Complex64>>> = BTreeMap::new();
    singular.into_iter().for_each(|point| multiple.entry(point.multiplicity).or_default().push(point.point));
    let multiple = multiple.into_iter().map(|(multiplicity, points)| Component {
        is_irreducible: points.len() == 1,
        multiplicity,
        ..Component::of(slices, points)
    });
    Ok(split.chain(multiple).collect())
}
