//! The topology of curves as JSON.

use super::graph::{Asymptote, CurveComponent, CurveEdge, CurveFace, CurveGraph, CurveVertex, EdgeEnd, VertexKind};
use crate::roots::RealAlgebraic;
use serde_json::{Value, json};

impl VertexKind {
    /// `isolated`, `singular` or `vertical tangent`.
    pub fn name(self) -> &'static str {
        match self {
            VertexKind::Isolated => "isolated",
            VertexKind::Singular => "singular",
            VertexKind::VerticalTangent => "vertical tangent",
        }
    }
}

fn end(end: &EdgeEnd) -> Value {
    match end {
        EdgeEnd::Vertex(vertex) => json!({ "vertex": vertex }),
        EdgeEnd::Left => json!({ "x": "-oo" }),
        EdgeEnd::Right => json!({ "x": "oo" }),
        EdgeEnd::Down(line) => json!({ "y": "-oo", "asymptote": line }),
        EdgeEnd::Up(line) => json!({ "y": "oo", "asymptote": line }),
    }
}

fn edge(edge: &CurveEdge) -> Value {
    json!({ "ends": edge.ends.each_ref().map(end), "curves": edge.curves })
}

fn face(face: &CurveFace) -> Value {
    let signs: Vec<i32> = face.signs.iter().map(|&sign| sign as i32).collect();
    json!({ "point": face.point.each_ref().map(ToString::to_string), "signs": signs, "bounded": face.is_bounded })
}

impl CurveGraph {
    /// An object with the keys `asymptotes`, `components`, `edges`, `faces`, `variables` and `vertices`. Coordinates have `value` with so many digits, an `interval` of two fractions,
    /// and `rational` where they are rational.
    ///
    /// ```
    /// use eliminant::{Arrangement, Polynomial};
    /// let f: Polynomial = "x*y - 1".parse()?;
    /// let graph = Arrangement::new(&[&f]).run()?.to_json(10);
    /// assert_eq!(graph["edges"][0].to_string(), r#"{"curves":[0],"ends":[{"x":"-oo"},{"asymptote":0,"y":"-oo"}]}"#);
    /// assert_eq!(graph["asymptotes"][0]["x"]["rational"], "0");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn to_json(&self, digits: u32) -> Value {
        let number = |x: &RealAlgebraic| x.to_json(digits);
        let vertex = |vertex: &CurveVertex| {
            json!({
                "point": [number(&vertex.x), number(&vertex.y)],
                "kind": vertex.kind.name(),
                "branches": vertex.branches,
                "curves": vertex.curves,
            })
        };
        let component = |component: &CurveComponent| {
            json!({
                "vertices": component.vertices,
                "edges": component.edges,
                "bounded": component.is_bounded,
                "oval": component.is_oval,
            })
        };
        let asymptote = |line: &Asymptote| json!({ "x": number(&line.x), "part": line.is_part });
        json!({
            "asymptotes": self.asymptotes.iter().map(asymptote).collect::<Value>(),
            "components": self.components.iter().map(component).collect::<Value>(),
            "edges": self.edges.iter().map(edge).collect::<Value>(),
            "faces": self.faces.iter().map(face).collect::<Value>(),
            "variables": self.variables,
            "vertices": self.vertices.iter().map(vertex).collect::<Value>(),
        })
    }
}
