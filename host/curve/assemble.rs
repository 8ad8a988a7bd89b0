//! Vertices, edges, faces and components from what is on all cuts.

use super::critical::Critical;
use super::fibre::Fibre;
use super::graph::{CurveComponent, CurveEdge, EdgeEnd};
use crate::error::{ErrorKind, Result};

/// Sets that are united.
pub(super) struct Sets(Vec<usize>);

impl Sets {
    fn new(count: usize) -> Self {
        Sets((0..count).collect())
    }

    fn find(&mut self, mut of: usize) -> usize {
        while self.0[of] != of {
            self.0[of] = self.0[self.0[of]];
            of = self.0[of];
        }
        of
    }

    fn unite(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a.max(b)] = a.min(b);
    }

    /// Numbers of the sets, in the order of their first elements, for all elements; and how many there are.
    fn numbers(&mut self) -> (Vec<usize>, usize) {
        let mut numbers = vec![usize::MAX; self.0.len()];
        let mut count = 0;
        for of in 0..self.0.len() {
            let first = self.find(of);
            if numbers[first] == usize::MAX {
                numbers[first] = count;
                count += 1;
            }
            numbers[of] = numbers[first];
        }
        (numbers, count)
    }
}

/// The numbers of arcs in the slabs are those that were found beside the cuts.
pub(super) fn check_arcs(fibres: &[Fibre], arcs: &[usize]) -> Result<()> {
    match fibres.iter().zip(arcs.windows(2)).position(|(fibre, arcs)| fibre.arcs != arcs) {
        None => Ok(()),
        Some(cut) => Err(broken(format!(
            "{} and {} arcs in the slabs beside cut {cut}, and {:?} near it",
            arcs[cut],
            arcs[cut + 1],
            fibres[cut].arcs
        ))),
    }
}

/// The edges: arcs that continue through simple points, and the parts of vertical lines. `lines` are the cuts that are called vertical lines.
pub(super) fn edges(critical: &Critical, fibres: &[Fibre], arcs: &[usize], lines: &[usize]) -> Vec<CurveEdge> {
    let mut edges: Vec<CurveEdge> = Vec::new();
    let begin = |edges: &mut Vec<CurveEdge>, from: EdgeEnd, arc: [usize; 2]| {
        edges.push(CurveEdge { ends: [from, EdgeEnd::Right], curves: Vec::new(), arcs: vec![arc] });
        edges.len() - 1
    };
    // The edges of the arcs in the slab on the left.
    let mut open: Vec<usize> = (0..arcs[0]).map(|arc| begin(&mut edges, EdgeEnd::Left, [0, arc])).collect();
    for (index, fibre) in fibres.iter().enumerate() {
        let slab = index + 1;
        let line = lines.partition_point(|&line| line < index);
        let mut next = Vec::with_capacity(arcs[slab]);
        let at_infinity = |edges: &mut Vec<CurveEdge>, next: &mut Vec<usize>, down: bool| {
            let end = if down { EdgeEnd::Down(line) } else { EdgeEnd::Up(line) };
            fibre.outside(down, 0).for_each(|arc| edges[open[arc]].ends[1] = end);
            next.extend(fibre.outside(down, 1).map(|arc| begin(edges, end, [slab, arc])));
        };
        at_infinity(&mut edges, &mut next, true);
        let mut below = EdgeEnd::Down(line);
        for point in &fibre.points {
            let [left, right] = point.arcs.clone();
            let Some(vertex) = point.vertex else {
                edges[open[left.start]].arcs.push([slab, right.start]);
                next.push(open[left.start]);
                continue;
            };
            let end = EdgeEnd::Vertex(vertex);
            left.for_each(|arc| edges[open[arc]].ends[1] = end);
            next.extend(right.map(|arc| begin(&mut edges, end, [slab, arc])));
            if critical.cuts[index].is_line {
                edges.push(CurveEdge { ends: [below, end], curves: Vec::new(), arcs: Vec::new() });
                below = end;
            }
        }
        at_infinity(&mut edges, &mut next, false);
        if critical.cuts[index].is_line {
            edges.push(CurveEdge { ends: [below, EdgeEnd::Up(line)], curves: Vec::new(), arcs: Vec::new() });
        }
        open = next;
    }
    edges
}

/// The connected parts of the curves.
pub(super) fn components(vertices: usize, edges: &[CurveEdge]) -> Vec<CurveComponent> {
    let mut sets = Sets::new(vertices + edges.len());
    let mut degrees = vec![0; vertices];
    for (index, edge) in edges.iter().enumerate() {
        for end in edge.ends {
            if let EdgeEnd::Vertex(vertex) = end {
                sets.unite(vertex, vertices + index);
                degrees[vertex] += 1;
            }
        }
    }
    let (numbers, count) = sets.numbers();
    let empty = CurveComponent { vertices: Vec::new(), edges: Vec::new(), is_bounded: true, is_oval: true };
    let mut components = vec![empty; count];
    for vertex in 0..vertices {
        let component = &mut components[numbers[vertex]];
        component.vertices.push(vertex);
        component.is_oval &= degrees[vertex] == 2;
    }
    for (index, edge) in edges.iter().enumerate() {
        let component = &mut components[numbers[vertices + index]];
        component.edges.push(index);
        let is_bounded = edge.ends.iter().all(|end| matches!(end, EdgeEnd::Vertex(_)));
        component.is_bounded &= is_bounded;
        component.is_oval &= is_bounded;
    }
    components
}

/// A face by a cell in it, the slab and the number of arcs below, and whether it is bounded.
pub(super) struct Face {
    pub cell: [usize; 2],
    pub is_bounded: bool,
}

/// The faces: cells between the arcs of a slab, which are connected through the gaps between the points of a cut.
pub(super) fn faces(critical: &Critical, fibres: &[Fibre], arcs: &[usize]) -> Vec<Face> {
    let mut first = vec![0];
    for count in arcs {
        first.push(first[first.len() - 1] + count + 1);
    }
    let total = first[arcs.len()];
    let mut sets = Sets::new(total);
    let mut unbounded = vec![false; total];
    for (index, fibre) in fibres.iter().enumerate() {
        // The gaps of both slabs at the lowest gap of the cut.
        let mut gaps = fibre.down;
        for side in 0..2 {
            let begin = first[index + side];
            (0..=gaps[side]).for_each(|gap| unbounded[begin + gap] = true);
            (fibre.outside(false, side).start..=fibre.arcs[side]).for_each(|gap| unbounded[begin + gap] = true);
        }
        if critical.cuts[index].is_line {
            continue;
        }
        sets.unite(first[index] + gaps[0], first[index + 1] + gaps[1]);
        for point in &fibre.points {
            gaps = [point.arcs[0].end, point.arcs[1].end];
            sets.unite(first[index] + gaps[0], first[index + 1] + gaps[1]);
        }
    }
    let (numbers, count) = sets.numbers();
    let mut faces: Vec<Face> = (0..count).map(|_| Face { cell: [0, 0], is_bounded: true }).collect();
    for slab in (0..arcs.len()).rev() {
        for gap in 0..=arcs[slab] {
            let cell = first[slab] + gap;
            let is_outside = slab == 0 || slab + 1 == arcs.len() || gap == 0 || gap == arcs[slab];
            let face = &mut faces[numbers[cell]];
            face.is_bounded &= !unbounded[cell] && !is_outside;
            face.cell = [slab, gap];
        }
    }
    faces
}

/// Euler's formula for the sphere, on which all ends at infinity are one more vertex.
pub(super) fn check_euler(
    vertices: usize,
    edges: &[CurveEdge],
    components: &[CurveComponent],
    faces: usize,
) -> Result<()> {
    let unbounded = components.iter().filter(|component| !component.is_bounded).count();
    let at_infinity = usize::from(unbounded > 0);
    let parts = components.len() - unbounded + at_infinity;
    if vertices + at_infinity + faces != edges.len() + parts + 1 {
        let counts =
            format!("{vertices} vertices, {} edges, {faces} faces, {} components", edges.len(), components.len());
        return Err(broken(format!("{counts} are against Euler's formula")));
    }
    Ok(())
}

fn broken(message: String) -> crate::error::Error {
    ErrorKind::Verification { what: "curve", prime: 0, message }.into()
}
