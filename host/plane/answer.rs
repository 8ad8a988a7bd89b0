//! What the solutions are told in.

use crate::poly::Polynomial;
use crate::roots::{ComplexAlgebraic, RealAlgebraic};
use std::fmt;

/// A real solution of f = g = 0 that has no other one near.
#[derive(Debug, Clone)]
pub struct PlaneSolution {
    /// The first coordinate.
    pub x: RealAlgebraic,
    /// The second one.
    pub y: RealAlgebraic,
    /// The intersection multiplicity of f and g there; of f/h and g/h where they have a common factor h.
    pub multiplicity: u32,
}

/// A solution of f = g = 0 that is not real and has no other one near. One of its coordinates may be real.
#[derive(Debug, Clone)]
pub struct ComplexPlaneSolution {
    /// The first coordinate.
    pub x: ComplexAlgebraic,
    /// The second one.
    pub y: ComplexAlgebraic,
    /// The intersection multiplicity, as of [`PlaneSolution`].
    pub multiplicity: u32,
}

/// All solutions of f = g = 0.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct PlaneAnswer {
    /// The names of both coordinates.
    pub variables: [String; 2],
    /// The isolated real solutions, in ascending order of x, then of y. A point of the curve `common` is none.
    pub solutions: Vec<PlaneSolution>,
    /// The isolated solutions that are not real, if they were asked for: each, above the real axis in its first coordinate that is not real, and then its conjugate. They
    /// are in the order of the real roots and then the others by real parts, of x and then of y. A point of the curve `common` is none.
    pub others: Vec<ComplexPlaneSolution>,
    /// The number of complex solutions of f/h = g/h = 0 with their multiplicities, real ones among them.
    pub complex: u64,
    /// Those without multiplicities.
    pub different: u64,
    /// The common factor h, where it is no constant: f and g are 0 on the whole curve h = 0, which may have no real point.
    pub common: Option<Polynomial>,
    /// The number c of the direction t = x + c y in which different solutions have different t.
    pub direction: i32,
}

/// A line for each solution: fractions where coordinates are rational, else 20 digits.
impl fmt::Display for PlaneAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y] = &self.variables;
        let mut line = |one: &dyn fmt::Display, other: &dyn fmt::Display, multiplicity| {
            write!(f, "{x} = {one}, {y} = {other}")?;
            if multiplicity > 1 {
                write!(f, "  # multiplicity {multiplicity}")?;
            }
            writeln!(f)
        };
        self.solutions.iter().try_for_each(|s| line(&s.x, &s.y, s.multiplicity))?;
        self.others.iter().try_for_each(|s| line(&s.x, &s.y, s.multiplicity))
    }
}
