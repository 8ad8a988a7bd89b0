//! Pictures of real curves, of complex roots, and of solutions of systems.
//!
//! Each of these subjects becomes a scene: lines, and points with titles and kinds (`scene.rs`). `curves.rs` makes it from the topology of curves, so that no oval,
//! isolated point or branch in the window is missed, however small; `roots.rs` from complex roots and `solutions.rs` from solutions. Scenes are drawn as SVG (`svg.rs`), as
//! a page of HTML that needs nothing else (`page.rs`), or as the pixels of the SVG (`png.rs`); these do not depend on the subject.

mod axes;
mod curves;
mod legend;
mod page;
#[cfg(feature = "png")]
mod png;
mod roots;
mod scale;
mod scene;
mod solutions;
mod svg;
#[cfg(test)]
mod tests;
mod window;

use self::scene::Scene;
use crate::control::Control;
use crate::curve::{CurveGraph, Window};
use crate::error::{Error, Result};
use crate::poly::Polynomial;
use crate::roots::ComplexRoot;
use crate::system::SolveAnswer;
use std::ops::RangeInclusive;

/// Pixels of a side.
const SIZES: RangeInclusive<u32> = 100..=20_000;

/// A picture with special points: of curves ([`Plot::new`]), complex roots ([`Plot::of_roots`]) or solutions of a system ([`Plot::of_solutions`]).
///
/// # Examples
/// ```
/// use eliminant::{Arrangement, Plot, Polynomial};
/// let f: Polynomial = "y^2 - x^3 + x^2".parse()?;
/// let graph = Arrangement::new(&[&f]).run()?;
/// let picture = Plot::new(&graph).size(400, 300)?.svg()?;
/// assert!(picture.starts_with("<svg") && picture.contains("x = 0, y = 0: isolated point"));
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Plot<'a> {
    subject: Subject<'a>,
    window: Option<Window>,
    size: [u32; 2],
    control: Control,
}

/// The mathematical objects of a picture.
#[derive(Debug, Clone, Copy)]
enum Subject<'a> {
    Curves(&'a CurveGraph),
    /// The variable of the polynomial, and its roots.
    Roots(&'a str, &'a [ComplexRoot]),
    /// Solutions, and the numbers of the unknowns of both axes.
    Solutions(&'a SolveAnswer, [usize; 2]),
}

impl<'a> Plot<'a> {
    fn of(subject: Subject<'a>) -> Self {
        Plot { subject, window: None, size: [800, 600], control: Control::default() }
    }

    /// Of the curves of a graph, 800 times 600 pixels large, with a window that has all vertices and bounded edges.
    pub fn new(graph: &'a CurveGraph) -> Self {
        Plot::of(Subject::Curves(graph))
    }

    /// The curves y = f(x) and y = 0 for a polynomial f in one variable x, which cross in its real roots. The name of y is `y`, or `z` if that of x is `y`.
    ///
    /// # Errors
    /// `Argument` where not exactly one variable occurs.
    ///
    /// ```
    /// use eliminant::{Arrangement, Plot, Polynomial};
    /// let f: Polynomial = "x^3 - 4*x".parse()?;
    /// let [curve, axis] = Plot::graph_of(&f)?;
    /// let graph = Arrangement::new(&[&curve, &axis]).run()?;
    /// assert!(Plot::new(&graph).svg()?.contains("x = -2, y = 0: crossing"));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn graph_of(f: &Polynomial) -> Result<[Polynomial; 2]> {
        curves::graph_of(f)
    }

    /// Of the complex roots of a polynomial in the variable of this name, 800 times 600 pixels large, with all roots in the window and equal scales on both axes.
    ///
    /// Real roots are blue discs, the others are red diamonds. A multiple root has a ring with its multiplicity beside it. The plane is empty if there are no roots.
    ///
    /// ```
    /// use eliminant::{Plot, Polynomial};
    /// let f: Polynomial = "(x - 1)^2*(x^2 + 4)".parse()?;
    /// let roots = f.complex_roots()?;
    /// let picture = Plot::of_roots("x", &roots).svg()?;
    /// assert!(picture.contains("x = 1: real root, multiplicity 2"));
    /// assert!(Plot::of_roots("x", &[]).svg()?.starts_with("<svg"));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn of_roots(variable: &'a str, roots: &'a [ComplexRoot]) -> Self {
        Plot::of(Subject::Roots(variable, roots))
    }

    /// Of the real solutions of a system, 800 times 600 pixels large, with all of them in the window. The axes are two different unknowns, the first two unless given.
    ///
    /// Solutions that are proved real are blue discs; those that may be real ([`Solution::may_be_real`](crate::Solution::may_be_real)) are white diamonds, and the others are
    /// left out. Titles have all coordinates. Solutions that agree in both coordinates share a point. A multiple solution has a ring with its multiplicity beside it. The plane
    /// is empty if there are no solutions.
    ///
    /// # Errors
    /// `Argument` for an axis that is no unknown of the system, for two equal ones, and for a system in one unknown.
    ///
    /// ```
    /// use eliminant::{Plot, System};
    /// let system: System = "x^2 + y^2 - 25; x - y - 1; z - x*y".parse()?;
    /// let answer = system.solve()?;
    /// let picture = Plot::of_solutions(&answer, Some(["x", "z"]))?.svg()?;
    /// assert!(picture.contains("x = 4, y = 3, z = 12: certified, real"));
    /// assert!(Plot::of_solutions(&answer, Some(["x", "w"])).is_err());
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn of_solutions(answer: &'a SolveAnswer, axes: Option<[&str; 2]>) -> Result<Self> {
        Ok(Plot::of(Subject::Solutions(answer, solutions::axes(&answer.variables, axes)?)))
    }

    /// Refuses axes that [`Plot::of_solutions`] refuses, before the system of these unknowns is solved.
    ///
    /// # Errors
    /// As there.
    #[doc(hidden)]
    pub fn check_axes(unknowns: &[String], axes: Option<[&str; 2]>) -> Result<()> {
        solutions::axes(unknowns, axes).map(drop)
    }

    /// The part of the plane in the picture. Scales of both axes are independent.
    pub fn window(mut self, window: Window) -> Self {
        self.window = Some(window);
        self
    }

    /// Pixels of the picture.
    ///
    /// # Errors
    /// `Argument` where a side is less than 100 or more than 20,000.
    pub fn size(mut self, width: u32, height: u32) -> Result<Self> {
        for side in [width, height] {
            if !SIZES.contains(&side) {
                let message = format!("is {width} x {height}; a side has {} to {} pixels", SIZES.start(), SIZES.end());
                return Err(Error::argument("size", message));
            }
        }
        self.size = [width, height];
        Ok(self)
    }

    /// By which drawing can be cancelled.
    pub fn control(mut self, control: Control) -> Self {
        self.control = control;
        self
    }

    /// The window: the one that was set, or the one that is chosen.
    ///
    /// # Errors
    /// As [`CurveGraph::polygons`]; `Argument` if a point has a coordinate beyond the range of doubles and no window was set.
    pub fn shown(&self) -> Result<Window> {
        self.shown_in(svg::area(self.size))
    }

    /// The window of so many pixels.
    fn shown_in(&self, area: [f64; 2]) -> Result<Window> {
        match (self.window, self.subject) {
            (Some(window), _) => Ok(window),
            (None, Subject::Curves(graph)) => window::of_curves(graph, area, &self.control),
            (None, Subject::Roots(_, roots)) => window::of_points(&roots::places(roots), area, true),
            (None, Subject::Solutions(answer, axes)) => {
                window::of_points(&solutions::places(answer, axes), area, false)
            }
        }
    }

    /// All that is drawn. Lines are as near to the curves as this part of what the eye sees in the window.
    fn scene(&self, window: &Window, part: f64) -> Result<Scene> {
        match self.subject {
            Subject::Curves(graph) => curves::scene(graph, window, part, &self.control),
            Subject::Roots(variable, roots) => roots::scene(variable, roots, &self.control),
            Subject::Solutions(answer, axes) => Ok(solutions::scene(answer, axes)),
        }
    }

    /// The picture as SVG: axes, curves, special points whose titles are exact coordinates, and a legend where there are several curves or kinds of points that it explains.
    ///
    /// # Errors
    /// As [`Plot::shown`].
    pub fn svg(&self) -> Result<String> {
        let window = self.shown()?;
        Ok(svg::draw(&self.scene(&window, 1.0)?, &window, self.size))
    }

    /// A page with the picture that can be moved and enlarged, shows coordinates under the pointer, and has a switch for each curve and kind of points.
    /// It needs no other file.
    ///
    /// # Errors
    /// As [`Plot::shown`].
    pub fn html(&self) -> Result<String> {
        let window = self.shown_in(self.size.map(f64::from))?;
        let scene = self.scene(&page::around(&window)?, page::PART)?;
        Ok(page::write(&scene, &window, self.size))
    }

    /// The pixels of [`Plot::svg`] as a PNG file. Its labels need no font of the machine.
    ///
    /// # Errors
    /// As [`Plot::shown`]; `Limit` for more than 2^26 pixels.
    ///
    /// ```
    /// use eliminant::{Plot, Polynomial};
    /// let f: Polynomial = "x^5 - x - 1".parse()?;
    /// let picture = Plot::of_roots("x", &f.complex_roots()?).size(400, 300)?.png()?;
    /// assert!(picture.starts_with(b"\x89PNG\r\n\x1a\n"));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    #[cfg(feature = "png")]
    pub fn png(&self) -> Result<Vec<u8>> {
        png::check(self.size)?;
        png::render(&self.svg()?, self.size)
    }
}
