//! What curves are told in.

use crate::poly::Polynomial;
use crate::roots::RealAlgebraic;
use rug::Rational;
use std::cmp::Ordering;

/// What is special at a vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VertexKind {
    /// No other point of the curves is near.
    Isolated,
    /// Not smooth: a node, a cusp, a point of several curves, or another singular point of the product of all.
    Singular,
    /// Smooth, with a vertical tangent.
    VerticalTangent,
}

/// A point at which edges begin.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct CurveVertex {
    /// The first coordinate.
    pub x: RealAlgebraic,
    /// The second one.
    pub y: RealAlgebraic,
    /// What it is.
    pub kind: VertexKind,
    /// The curves on which it is, counted from 0.
    pub curves: Vec<usize>,
    /// The number of branches on the left and on the right of it; parts of vertical lines are not counted.
    pub branches: [usize; 2],
}

/// Where an edge ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EdgeEnd {
    /// In the vertex with this number.
    Vertex(usize),
    /// x goes to -oo.
    Left,
    /// x goes to oo.
    Right,
    /// y goes to -oo along the vertical line with this number.
    Down(usize),
    /// y goes to oo along it.
    Up(usize),
}

/// A branch without vertices inside: the graph of a function of x, or a part of a vertical line.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct CurveEdge {
    /// Both ends, the left one or the lower one first.
    pub ends: [EdgeEnd; 2],
    /// The curves to which it belongs, counted from 0.
    pub curves: Vec<usize>,
    /// Its arcs from left to right, by slab and number from below in it; none of a part of a vertical line.
    pub(crate) arcs: Vec<[usize; 2]>,
}

/// A connected part of the plane without the curves.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct CurveFace {
    /// A point in it.
    pub point: [Rational; 2],
    /// The signs of all polynomials in it.
    pub signs: Vec<Ordering>,
    /// Whether it is bounded.
    pub is_bounded: bool,
}

/// A connected part of all curves together.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct CurveComponent {
    /// The numbers of its vertices.
    pub vertices: Vec<usize>,
    /// The numbers of its edges.
    pub edges: Vec<usize>,
    /// Whether it is bounded.
    pub is_bounded: bool,
    /// Whether it is a closed curve without crossings: two edges begin at each of its vertices.
    pub is_oval: bool,
}

/// A vertical line that is a part of a curve, or along which branches go to infinity.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Asymptote {
    /// Where it is.
    pub x: RealAlgebraic,
    /// Whether it is a part of a curve.
    pub is_part: bool,
}

/// The topology of the real curves of some polynomials.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct CurveGraph {
    /// The names of both coordinates.
    pub variables: [String; 2],
    /// The polynomials, in these variables.
    pub polynomials: Vec<Polynomial>,
    /// In ascending order of x, then of y.
    pub vertices: Vec<CurveVertex>,
    /// Those between vertices and infinity.
    pub edges: Vec<CurveEdge>,
    /// The connected parts of the rest of the plane.
    pub faces: Vec<CurveFace>,
    /// The connected parts of the curves.
    pub components: Vec<CurveComponent>,
    /// Vertical lines to which edges go or belong, from left to right.
    pub asymptotes: Vec<Asymptote>,
    /// The squarefree product of all polynomials without its vertical lines.
    pub(crate) f: Polynomial,
    /// All lines that cut the plane: those through vertices, and along asymptotes.
    pub(crate) cuts: Vec<f64>,
    /// Numbers between the cuts, and left and right of all: one in each slab.
    pub(crate) samples: Vec<Rational>,
    /// The numbers of arcs in the slabs.
    pub(crate) arcs: Vec<usize>,
}

impl CurveGraph {
    /// The number of components that are ovals.
    pub fn ovals(&self) -> usize {
        self.components.iter().filter(|component| component.is_oval).count()
    }

    /// The number of isolated points.
    pub fn isolated_points(&self) -> usize {
        self.vertices.iter().filter(|vertex| vertex.kind == VertexKind::Isolated).count()
    }
}
