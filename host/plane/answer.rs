//! What the solutions are told in.

use crate::poly::Polynomial;
use crate::roots::RealAlgebraic;
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

/// All solutions of f = g = 0.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct PlaneAnswer {
    /// The names of both coordinates.
    pub variables: [String; 2],
    /// The isolated real solutions, in ascending order of x, then of y. A point of the curve `common` is none.
    pub solutions: Vec<PlaneSolution>,
    /// The complex solutions of f/h = g/h = 0 with their multiplicities, real ones among them.
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
        for solution in &self.solutions {
            write!(f, "{x} = {}, {y} = {}", solution.x, solution.y)?;
            if solution.multiplicity > 1 {
                write!(f, "  # multiplicity {}", solution.multiplicity)?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
