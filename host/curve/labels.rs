//! Which of several curves vertices and edges belong to.

use super::critical::{Critical, Point, Union};
use super::enclosed::Enclosed;
use super::graph::{CurveEdge, EdgeEnd};
use super::specialize::Rows;
use crate::alone::prelude::*;
use crate::error::Result;
use crate::gcd::Content;
use crate::poly::UnivariatePolynomial;
use crate::roots::RealAlgebraic;
use crate::run::options::RunOptions;
use rug::Rational;

/// The curves of each edge, by the roots of f in the slabs.
pub(super) fn of_edges(
    union: &Union,
    critical: &Critical,
    edges: &[CurveEdge],
    samples: &[Rational],
    roots: &[Vec<RealAlgebraic>],
    lines: &[usize],
    run: &RunOptions,
) -> Result<Vec<Vec<usize>>> {
    if union.curves.len() == 1 {
        return Ok(vec![vec![0]; edges.len()]);
    }
    let [x, y] = &union.names;
    // Each curve's vertical lines, and the rest.
    let parts: Vec<(UnivariatePolynomial, Rows)> = union
        .curves
        .iter()
        .map(|f| {
            let answer = Content::new(f, y).run_options(run.clone()).run()?;
            let lines = UnivariatePolynomial::try_from(&answer.content.with_vars(&[x])?)?;
            Ok((lines, Rows::new(&answer.primitive.with_vars(&union.names)?, &union.names)?))
        })
        .collect::<Result<_>>()?;
    let curves = |edge: &CurveEdge| {
        run.control.check()?;
        let mut of = Vec::new();
        for (index, (vertical, rows)) in parts.iter().enumerate() {
            let is_on = match edge.arcs.first() {
                Some(&[slab, arc]) => roots[slab][arc].sign_of(&rows.at(&samples[slab]))?.is_eq(),
                None => critical.cuts[line_of(edge, critical, lines)].x.sign_of(vertical)?.is_eq(),
            };
            if is_on {
                of.push(index);
            }
        }
        Ok(of)
    };
    edges.par_iter().map(curves).collect()
}

/// The cut that has a part of a vertical line.
fn line_of(edge: &CurveEdge, critical: &Critical, lines: &[usize]) -> usize {
    let of = |end: EdgeEnd| match end {
        EdgeEnd::Vertex(vertex) => critical.cuts.iter().position(|cut| cut.points.contains(&vertex)).unwrap_or(0),
        EdgeEnd::Down(line) | EdgeEnd::Up(line) => lines[line],
        EdgeEnd::Left | EdgeEnd::Right => 0,
    };
    of(edge.ends[0])
}

/// The curves of each vertex: those of its edges, and others that have an isolated point there.
pub(super) fn of_vertices(
    union: &Union,
    critical: &Critical,
    edges: &[CurveEdge],
    run: &RunOptions,
) -> Result<Vec<Vec<usize>>> {
    let count = union.curves.len();
    let mut is_on = vec![vec![count == 1; critical.points.len()]; count];
    for edge in edges {
        for end in edge.ends {
            if let EdgeEnd::Vertex(vertex) = end {
                edge.curves.iter().for_each(|&curve| is_on[curve][vertex] = true);
            }
        }
    }
    for (f, is_on) in union.curves.iter().zip(&mut is_on) {
        let enclosed = Enclosed::new(f.clone(), &union.names)?;
        let mut exact: [Option<Vec<bool>>; 2] = [None, None];
        for (point, is_on) in critical.points.iter().zip(is_on.iter_mut()).filter(|(_, is_on)| !**is_on) {
            let Point { x, y, source: [source, place], .. } = point;
            *is_on = match enclosed.vanishes(x, y)? {
                Some(is_zero) => is_zero,
                None => match &mut exact[*source] {
                    Some(known) => known[*place],
                    unknown => unknown.insert(critical.sources[*source].vanish(f, run)?)[*place],
                },
            };
        }
    }
    let curves = |point: usize| (0..count).filter(|&curve| is_on[curve][point]).collect();
    Ok((0..critical.points.len()).map(curves).collect())
}
