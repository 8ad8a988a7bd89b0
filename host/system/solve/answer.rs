//! All zeros that were found, and what became of the paths.

use super::solution::{Solution, pairs};
use crate::floating::Complex64;
use crate::system::start::RootCounts;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use std::fmt;

/// The zeros of a system, and what became of its paths.
///
/// ```
/// use eliminant::System;
///
/// let system: System = "x^2 + y^2 - 25; x - y - 1".parse()?;
/// let answer = system.solve()?;
/// assert!(answer.is_complete());
/// let real: Vec<Vec<f64>> = answer.real_points().collect();
/// assert_eq!(real, [[-3.0, -4.0], [4.0, 3.0]]);
/// assert!(answer.to_string().contains("x = 4, y = 3  # certified, real\n"));
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct SolveAnswer {
    /// The variables of the system, in the order of the coordinates of all points.
    pub variables: Vec<String>,
    /// The isolated zeros, each once: those that are proved real, in ascending order of their coordinates, then the others by real and imaginary part of
    /// each coordinate.
    pub solutions: Vec<Solution>,
    /// Paths: the product of the degrees, after polynomials whose leading forms depend on others were made lower, or a mixed volume. They are the multiplicities of the zeros, `not_isolated`, `at_infinity`, `failed` and `nonsolutions` together.
    pub paths: u64,
    /// Points in which zeros are not isolated, with the paths that end in each: the system has a curve of zeros there, or more.
    pub not_isolated: Vec<(Vec<Complex64>, usize)>,
    /// Those that go to infinity.
    pub at_infinity: u64,
    /// Those whose end was not found. Zeros may be missing where this is not 0.
    pub failed: u64,
    /// Those to zeros of combinations of the polynomials that are no zeros of all of them: 0 where there are not more polynomials than variables.
    pub nonsolutions: u64,
    /// Zeros whose multiplicity is not what the paths that end there add up to.
    pub inconsistent: u64,
    /// Zeros with a coordinate that is not 0 and below 2.2e-308 in size, of which doubles have fewer digits or none.
    pub below_range: u64,
    /// Those that were followed again, as several ended in one regular zero or no end was found.
    pub again: u64,
    /// Those that took double-doubles.
    pub extended: u64,
    /// Those that ended in multiple precision.
    pub precise: u64,
    /// Attempts of a step, without those near u = 0.
    pub attempts: u64,
    /// Bounds of the number of isolated zeros, as far as they were computed, of the system whose paths were followed.
    pub root_counts: RootCounts,
    /// Paths began at the zeros of a generic system with the same monomials.
    pub is_polyhedral: bool,
    /// `cpu` or `cuda`: where paths were followed.
    pub backend: &'static str,
}

impl SolveAnswer {
    /// Of so many paths, before any is followed.
    pub(in crate::system) fn new(variables: Vec<String>, paths: u64, backend: &'static str) -> Self {
        SolveAnswer {
            variables,
            solutions: Vec::new(),
            paths,
            not_isolated: Vec::new(),
            at_infinity: 0,
            failed: 0,
            nonsolutions: 0,
            inconsistent: 0,
            below_range: 0,
            again: 0,
            extended: 0,
            precise: 0,
            attempts: 0,
            root_counts: RootCounts { total_degree: None, mixed_volume: None, stable_mixed_volume: None },
            is_polyhedral: false,
            backend,
        }
    }

    /// The end of every path was found, and multiplicities are what they must be. That is evidence that no isolated zero is missing; [`SolveAnswer::proved`] says whether there is a proof.
    pub fn is_complete(&self) -> bool {
        self.failed == 0 && self.inconsistent == 0
    }

    /// The zeros that are proved to be real.
    pub fn real_points(&self) -> impl Iterator<Item = Vec<f64>> {
        self.solutions.iter().filter_map(Solution::real_point)
    }

    /// JSON on one line, as the program writes it without a report: `{"at_infinity":0,"failed":0,..,"solutions":[..],"vars":["x","y"]}`.
    ///
    /// ```
    /// let answer = "(x - 3)^2".parse::<eliminant::System>()?.solve()?;
    /// let zero = r#"{"box":null,"certified":false,"multiplicity":2,"point":[[3.0,0.0]],"radius":null,"real":null,"regular":false,"#;
    /// let json = answer.to_json();
    /// assert!(json.starts_with(r#"{"at_infinity":0,"failed":0,"inconsistent":0,"nonsolutions":0,"not_isolated":[],"paths":2,"proved":null,"solutions":["#));
    /// assert!(json.contains(zero) && json.ends_with(r#""vars":["x"]}"#), "{json}");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn to_json(&self) -> String {
        crate::poly::json_text(self)
    }
}

/// A line for each zero, as the program writes it: `x = 4, y = 3  # certified, real`.
impl fmt::Display for SolveAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for zero in &self.solutions {
            writeln!(f, "{}", zero.line(&self.variables))?;
        }
        Ok(())
    }
}

/// A point on a curve of zeros, or on more, as it is in JSON.
#[derive(Serialize)]
struct NotIsolated {
    paths: usize,
    point: Vec<[f64; 2]>,
}

impl Serialize for SolveAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let not_isolated =
            |(point, paths): &(Vec<Complex64>, usize)| NotIsolated { paths: *paths, point: pairs(point) };
        let mut object = serializer.serialize_struct("SolveAnswer", 9)?;
        object.serialize_field("at_infinity", &self.at_infinity)?;
        object.serialize_field("failed", &self.failed)?;
        object.serialize_field("inconsistent", &self.inconsistent)?;
        object.serialize_field("nonsolutions", &self.nonsolutions)?;
        object.serialize_field("not_isolated", &self.not_isolated.iter().map(not_isolated).collect::<Vec<_>>())?;
        object.serialize_field("paths", &self.paths)?;
        object.serialize_field("proved", &self.proved())?;
        object.serialize_field("solutions", &self.solutions)?;
        object.serialize_field("vars", &self.variables)?;
        object.end()
    }
}
