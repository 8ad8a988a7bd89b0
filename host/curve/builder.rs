//! The builder of curves.

use super::critical::{Critical, Union};
use super::graph::CurveGraph;
use super::plane::Plane;
use super::specialize::Rows;
use crate::alone::prelude::*;
use crate::error::{Error, Result};
use crate::plane::names;
use crate::poly::Polynomial;
use crate::roots::RealAlgebraic;
use crate::run::options::{RunOptions, run_setters};
use crate::run::threads::on_threads;

/// Parts of the progress.
const STEPS: usize = 8;

/// The topology of the real curves f = 0 of one polynomial in two variables or of several: [`Arrangement::run`].
///
/// # Examples
/// ```
/// use eliminant::{Arrangement, Polynomial, VertexKind};
/// // A cubic with an oval and a branch, and one with an isolated point.
/// let f: Polynomial = "y^2 - x^3 + x".parse()?;
/// let graph = Arrangement::new(&[&f]).run()?;
/// assert_eq!((graph.components.len(), graph.ovals(), graph.faces.len()), (2, 1, 3));
/// let g: Polynomial = "y^2 - x^3 + x^2".parse()?;
/// let graph = Arrangement::new(&[&g]).run()?;
/// assert_eq!((graph.components.len(), graph.isolated_points()), (2, 1));
/// assert_eq!(graph.vertices[0].kind, VertexKind::Isolated);
/// // Both: they meet in two points.
/// let graph = Arrangement::new(&[&f, &g]).run()?;
/// assert_eq!(graph.vertices.iter().filter(|vertex| vertex.curves == [0, 1]).count(), 2);
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Arrangement<'a> {
    curves: Vec<&'a Polynomial>,
    options: Options,
}

#[derive(Debug, Clone, Default)]
struct Options {
    run: RunOptions,
    variables: Option<[String; 2]>,
    bits: u32,
}

run_setters!(Arrangement, "The CUDA devices, which share resultants.");

impl<'a> Arrangement<'a> {
    /// Of polynomials in which two variables occur together.
    pub fn new(curves: &[&'a Polynomial]) -> Self {
        Arrangement { curves: curves.to_vec(), options: Options::default() }
    }

    /// The names of both coordinates, in order; those that occur, unless set, in the order of a polynomial that has both, else in alphabetical order.
    pub fn variables(mut self, x: &str, y: &str) -> Self {
        self.options.variables = Some([x.to_owned(), y.to_owned()]);
        self
    }

    /// Makes the intervals of coordinates at most 2^-bits of them long, on all threads; they are just short enough to be told apart unless set.
    pub fn bits(mut self, bits: u32) -> Self {
        self.options.bits = bits;
        self
    }

    /// The graph of the real points of all curves, and the faces between them. It is proved to be complete.
    ///
    /// Vertices are isolated points, singular points, crossings and points with a vertical tangent. Edges are graphs of functions of x, or parts of vertical lines. Factors
    /// that a polynomial has several times count once. A polynomial without real zeros has an empty curve. A folder of checkpoints is not used.
    ///
    /// # Errors
    /// `Argument` when there is no polynomial, when one is 0, when more than two variables occur, or when less than two occur and none are named; `Limit` and the others of
    /// [`SolvePlane::run`](crate::SolvePlane::run).
    ///
    /// # Complexity
    /// For degree d the solutions of f = f_y = 0, d (d - 1) complex ones, and for each critical line the real roots of two polynomials of degree d.
    pub fn run(&self) -> Result<CurveGraph> {
        on_threads(self.options.run.threads, || self.graph())?
    }

    fn graph(&self) -> Result<CurveGraph> {
        if self.curves.is_empty() {
            return Err(Error::argument("polynomials", "are none; give one or more"));
        }
        let whole = self.options.run.control.begin();
        // A file of checkpoints is of one computation, and here are several.
        let run = RunOptions { checkpoint: None, ..self.options.run.clone() };
        let step = |index: usize| run.with_control(whole.of_list(index, STEPS));
        let names = names(&self.curves, self.options.variables.as_ref())?;
        let union = Union::new(&self.curves, names, &step(0))?;
        let rows = Rows::new(&union.f, &union.names)?;
        let critical = Critical::of(&union, &rows, &step)?;
        let silent = run.with_control(whole.silent());
        let plane = Plane::of(&union, &rows, &critical, &silent)?;
        step(STEPS - 2).control.begin().finish();
        let mut graph = plane.graph(&union, &critical, &silent)?;
        graph.vertices.par_iter_mut().try_for_each(|vertex| {
            let refine = |value: &mut RealAlgebraic| value.refine_watched(self.options.bits, || whole.check());
            refine(&mut vertex.x).and_then(|()| refine(&mut vertex.y))
        })?;
        whole.finish();
        Ok(graph)
    }
}
