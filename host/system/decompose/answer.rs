//! Components, and what is known of them.

use super::slices::Slices;
use crate::floating::Complex64;
use crate::system::SolveAnswer;
use crate::system::solve::pairs;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use std::fmt;

/// Points of an irreducible component of the zeros of a system, or of several whose points could not be told apart.
///
/// ```
/// use eliminant::System;
///
/// let system: System = "x^2 + y^2 + z^2 - 1".parse()?;
/// let sphere = &system.decompose()?.components[0];
/// assert_eq!((sphere.dimension, sphere.degree, sphere.is_irreducible), (2, 2, true));
/// // A witness point is a zero of the system and of both slices.
/// let (point, slice) = (&sphere.points[0], &sphere.slices[1]);
/// let value = point.iter().zip(slice).map(|(x, a)| x * a).sum::<eliminant::Complex64>() + slice[3];
/// assert!(value.norm() < 1e-10);
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Component {
    /// Its dimension d, at least 1.
    pub dimension: usize,
    /// The number of its points in d generic hyperplanes.
    pub degree: usize,
    /// The multiplicity of a generic point, as a zero of the system's polynomials, or of generic combinations where there are too many.
    pub multiplicity: usize,
    /// Whether it is one irreducible component: its points form one group by monodromy, which passes the trace test. Otherwise it is one or more.
    pub is_irreducible: bool,
    /// Its witness points: those in the slices.
    pub points: Vec<Vec<Complex64>>,
    /// The slices a_1 x_1 + .. + a_n x_n + a_0, d of them, each as a_1, .., a_n, a_0.
    pub slices: Vec<Vec<Complex64>>,
}

impl Component {
    /// One of multiplicity 1 with these points.
    pub(super) fn of(slices: &Slices, points: Vec<Vec<Complex64>>) -> Self {
        Component {
            dimension: slices.count(),
            degree: points.len(),
            multiplicity: 1,
            is_irreducible: false,
            points,
            slices: slices.forms.clone(),
        }
    }

    /// In units in which coordinate j is 2^`scales[j]` times as large.
    pub(super) fn in_units(mut self, scales: &[i32]) -> Self {
        for (j, &bits) in scales.iter().enumerate() {
            let unit = f64::from(bits).exp2();
            self.points.iter_mut().for_each(|point| point[j] *= unit);
            self.slices.iter_mut().for_each(|form| form[j] /= unit);
        }
        self
    }
}

/// All zeros of a system: its components, and its isolated zeros.
///
/// ```
/// use eliminant::System;
///
/// // Two lines that meet in a point.
/// let system: System = "x*y".parse()?;
/// let answer = system.decompose()?;
/// assert_eq!(answer.to_string(), "dimension 1, degree 1\ndimension 1, degree 1\n");
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct DecomposeAnswer {
    /// The variables of the system, in the order of the coordinates of all points.
    pub variables: Vec<String>,
    /// The components of dimension 1 and more: in descending order of dimensions, then in ascending order of degrees.
    pub components: Vec<Component>,
    /// The isolated zeros, as [`Solve`](crate::system::Solve) finds them; none where there are fewer polynomials than variables.
    pub isolated: SolveAnswer,
    /// Paths that were followed to find points.
    pub paths: u64,
    /// Those whose end was not found. Components, or isolated zeros, may be missing where this is not 0.
    pub failed: u64,
    /// Points whose multiplicity is not what the paths that end there add up to.
    pub inconsistent: u64,
}

impl DecomposeAnswer {
    pub(super) fn new(variables: Vec<String>) -> Self {
        let isolated = SolveAnswer::new(variables.clone(), 0, "cpu");
        DecomposeAnswer { variables, components: Vec::new(), isolated, paths: 0, failed: 0, inconsistent: 0 }
    }

    /// Brings components into order.
    pub(super) fn sort(&mut self) {
        let key =
            |part: &Component| (usize::MAX - part.dimension, part.multiplicity, !part.is_irreducible, part.degree);
        self.components.sort_by_key(key);
    }

    /// The end of every path was found, and multiplicities are what they must be. That is evidence that no component is missing.
    pub fn is_complete(&self) -> bool {
        self.failed == 0 && self.inconsistent == 0
    }

    /// The largest dimension of a component, 0 where there are isolated zeros only; `None` where there are no zeros.
    ///
    /// ```
    /// use eliminant::System;
    /// let dimension = |text: &str| Ok::<_, eliminant::Error>(text.parse::<System>()?.decompose()?.dimension());
    /// assert_eq!([dimension("x*z; y*z")?, dimension("x - 1; y; z")?, dimension("x*y - 1; x")?], [Some(2), Some(0), None]);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn dimension(&self) -> Option<usize> {
        let isolated = (!self.isolated.solutions.is_empty()).then_some(0);
        self.components.iter().map(|component| component.dimension).chain(isolated).max()
    }

    /// JSON on one line, as the program writes it: `{"components":[{"degree":2,"dimension":1,..}],..,"vars":["x","y"]}`.
    ///
    /// ```
    /// let answer = "x*y - 1; x*y - 1".parse::<eliminant::System>()?.decompose()?;
    /// let json = answer.to_json();
    /// assert!(json.starts_with(r#"{"components":[{"degree":2,"dimension":1,"irreducible":true,"multiplicity":1,"points":[["#), "{json}");
    /// assert!(json.ends_with(r#""vars":["x","y"]}"#));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn to_json(&self) -> String {
        crate::poly::json_text(self)
    }
}

/// As the program writes it: `dimension 1, degree 2`, with `multiplicity 2` for more than 1, and `not split` for what may be several components.
impl fmt::Display for Component {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "dimension {}, degree {}", self.dimension, self.degree)?;
        if self.multiplicity > 1 {
            write!(f, ", multiplicity {}", self.multiplicity)?;
        }
        f.write_str(if self.is_irreducible { "" } else { "  # not split" })
    }
}

/// A line for each component, then one for each isolated zero.
impl fmt::Display for DecomposeAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.components.iter().try_for_each(|component| writeln!(f, "{component}"))?;
        write!(f, "{}", self.isolated)
    }
}

impl Serialize for Component {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let numbers = |rows: &[Vec<Complex64>]| rows.iter().map(|row| pairs(row)).collect::<Vec<_>>();
        let mut object = serializer.serialize_struct("Component", 6)?;
        object.serialize_field("degree", &self.degree)?;
        object.serialize_field("dimension", &self.dimension)?;
        object.serialize_field("irreducible", &self.is_irreducible)?;
        object.serialize_field("multiplicity", &self.multiplicity)?;
        object.serialize_field("points", &numbers(&self.points))?;
        object.serialize_field("slices", &numbers(&self.slices))?;
        object.end()
    }
}

impl Serialize for DecomposeAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("DecomposeAnswer", 6)?;
        object.serialize_field("components", &self.components)?;
        object.serialize_field("failed", &self.failed)?;
        object.serialize_field("inconsistent", &self.inconsistent)?;
        object.serialize_field("isolated", &self.isolated.solutions)?;
        object.serialize_field("paths", &self.paths)?;
        object.serialize_field("vars", &self.variables)?;
        object.end()
    }
}
