//! Lines and points in the coordinates of the plane: all that a picture shows of its subject.

use serde::Serialize;

/// Colours that all people can tell apart (Okabe and Ito, 2008).
pub(super) const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"];

/// The colour of a curve, counted from 0.
pub(super) fn colour(curve: Option<usize>) -> &'static str {
    curve.map_or("#000", |curve| COLOURS[curve % COLOURS.len()])
}

/// A picture without its window and size.
pub(super) struct Scene {
    /// The names of both axes.
    pub names: [String; 2],
    /// The equations of the curves, in the order of their colours.
    pub curves: Vec<String>,
    /// Parts of the curves.
    pub lines: Vec<Line>,
    /// Vertical asymptotes: where, with their titles.
    pub asymptotes: Vec<(f64, String)>,
    /// Special points, roots or solutions.
    pub points: Vec<Point>,
}

/// A part of a curve, or of several.
pub(super) struct Line {
    pub curves: Vec<usize>,
    pub points: Vec<[f64; 2]>,
}

/// A point with its title.
pub(super) struct Point {
    pub at: [f64; 2],
    pub kind: PointKind,
    /// The curves on which it is; none of roots and solutions.
    pub curves: Vec<usize>,
    /// Drawn beside the point where it is above 1.
    pub multiplicity: usize,
    pub title: String,
}

/// The kind of a point. Each one is a layer of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum PointKind {
    Isolated,
    Crossing,
    Singular,
    VerticalTangent,
    RealRoot,
    OtherRoot,
    RealSolution,
    DoubtfulSolution,
}

/// How a point is drawn.
#[derive(Debug, Clone, Copy, Serialize)]
pub(super) struct Mark {
    /// A diamond; a disc otherwise.
    pub is_diamond: bool,
    /// In pixels: of the disc, or half the diagonal of the diamond.
    pub radius: f64,
    pub fill: &'static str,
    pub stroke: &'static str,
}

impl PointKind {
    /// Its name in titles.
    pub fn name(self) -> &'static str {
        match self {
            PointKind::Isolated => "isolated point",
            PointKind::Crossing => "crossing",
            PointKind::Singular => "singular point",
            PointKind::VerticalTangent => "vertical tangent",
            PointKind::RealRoot => "real root",
            PointKind::OtherRoot => "not real",
            PointKind::RealSolution => "real solution",
            PointKind::DoubtfulSolution => "solution that may be real",
        }
    }

    /// The name of all of them, in the legend and beside the switch of their layer.
    pub fn plural(self) -> &'static str {
        match self {
            PointKind::Isolated => "isolated points",
            PointKind::Crossing => "crossings",
            PointKind::Singular => "singular points",
            PointKind::VerticalTangent => "vertical tangents",
            PointKind::RealRoot => "real roots",
            PointKind::OtherRoot => "other roots",
            PointKind::RealSolution => "certified, real",
            PointKind::DoubtfulSolution => "may be real",
        }
    }

    /// Whether the legend explains it. The colours of special points of curves are those of the curves.
    pub fn is_in_legend(self) -> bool {
        use PointKind::{DoubtfulSolution, OtherRoot, RealRoot, RealSolution};
        matches!(self, RealRoot | OtherRoot | RealSolution | DoubtfulSolution)
    }

    /// How a point of this kind on these curves is drawn.
    pub fn mark(self, curves: &[usize]) -> Mark {
        let stroke = colour(curves.first().copied());
        let disc = |radius, fill, stroke| Mark { is_diamond: false, radius, fill, stroke };
        let diamond = |fill| Mark { is_diamond: true, radius: 5.0, fill, stroke: COLOURS[1] };
        match self {
            PointKind::VerticalTangent => disc(2.5, "#fff", stroke),
            PointKind::Isolated | PointKind::Crossing | PointKind::Singular => {
                disc(3.5, if curves.len() > 1 { "#000" } else { stroke }, stroke)
            }
            PointKind::RealRoot | PointKind::RealSolution => disc(4.0, COLOURS[0], COLOURS[0]),
            PointKind::OtherRoot => diamond(COLOURS[1]),
            PointKind::DoubtfulSolution => diamond("#fff"),
        }
    }
}

impl Point {
    pub fn mark(&self) -> Mark {
        self.kind.mark(&self.curves)
    }

    /// Whether it has a ring and a number.
    pub fn is_multiple(&self) -> bool {
        self.multiplicity > 1
    }
}

impl Scene {
    /// The kinds of all points, each once.
    pub fn kinds(&self) -> Vec<PointKind> {
        let mut kinds: Vec<PointKind> = self.points.iter().map(|point| point.kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }
}
