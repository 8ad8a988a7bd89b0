//! The plane with all cuts, and what it says of the curves.

use super::assemble::{Face, check_arcs, check_euler, components, edges, faces};
use super::critical::{Critical, Cut, Union};
use super::fibre::{Derivatives, Fibre, fibre};
use super::graph::{Asymptote, CurveFace, CurveGraph, CurveVertex, VertexKind};
use super::labels;
use super::specialize::Rows;
use crate::alone::prelude::*;
use crate::control::Control;
use crate::error::{Error, Result};
use crate::poly::Polynomial;
use crate::roots::{RealAlgebraic, RealRoots};
use crate::run::options::RunOptions;
use rug::Rational;

/// The cuts' fibres, and in each slab between them a number with the heights of all arcs there.
pub(super) struct Plane {
    fibres: Vec<Fibre>,
    samples: Vec<Rational>,
    heights: Vec<Vec<RealAlgebraic>>,
}

impl Plane {
    pub(super) fn of(union: &Union, rows: &Rows, critical: &Critical, run: &RunOptions) -> Result<Self> {
        let samples = samples(&critical.cuts, &run.control)?;
        let highest = critical.points.iter().map(|point| point.order).max().unwrap_or(0);
        let derivatives = Derivatives::new(union, highest)?;
        let fibre = |(index, cut): (usize, &Cut)| {
            let room = [samples[index].clone(), samples[index + 1].clone()];
            fibre(cut, &critical.points, &derivatives, rows, &room, &run.control)
        };
        let fibres = critical.cuts.par_iter().enumerate().map(fibre).collect::<Result<Vec<_>>>()?;
        let heights = |q: &Rational| -> Result<Vec<RealAlgebraic>> {
            let f = rows.at(q).to_polynomial(&union.names[1])?;
            Ok(RealRoots::new(&f).run_options(run.clone()).run()?.into_iter().map(|root| root.value).collect())
        };
        let heights = samples.par_iter().map(heights).collect::<Result<_>>()?;
        Ok(Plane { fibres, samples, heights })
    }

    pub(super) fn graph(self, union: &Union, critical: &Critical, run: &RunOptions) -> Result<CurveGraph> {
        let Plane { fibres, samples, heights } = self;
        let arcs: Vec<usize> = heights.iter().map(Vec::len).collect();
        check_arcs(&fibres, &arcs)?;
        // The cuts that are parts of a curve, or have branches that go to infinity.
        let is_line = |&index: &usize| critical.cuts[index].is_line || fibres[index].goes_to_infinity();
        let lines: Vec<usize> = (0..fibres.len()).filter(is_line).collect();
        let mut edges = edges(critical, &fibres, &arcs, &lines);
        let of_edges = labels::of_edges(union, critical, &edges, &samples, &heights, &lines, run)?;
        edges.iter_mut().zip(of_edges).for_each(|(edge, curves)| edge.curves = curves);
        let components = components(critical.points.len(), &edges);
        let faces = faces(critical, &fibres, &arcs);
        check_euler(critical.points.len(), &edges, &components, faces.len())?;
        let face = |face: Face| -> Result<CurveFace> {
            let [slab, gap] = face.cell;
            let point = [samples[slab].clone(), height_between(&heights[slab], gap)?];
            let at = |f: &Polynomial| Ok::<_, Error>(f.evaluate_rational(&point)?.cmp0());
            let signs = union.curves.iter().map(at).collect::<Result<_>>()?;
            Ok(CurveFace { point, signs, is_bounded: face.is_bounded })
        };
        let asymptote = |&index: &usize| {
            let cut: &Cut = &critical.cuts[index];
            Asymptote { x: cut.x.clone(), is_part: cut.is_line }
        };
        Ok(CurveGraph {
            variables: union.names.clone(),
            polynomials: union.curves.clone(),
            vertices: vertices(critical, &fibres, labels::of_vertices(union, critical, &edges, run)?),
            faces: faces.into_iter().map(face).collect::<Result<_>>()?,
            edges,
            components,
            asymptotes: lines.iter().map(asymptote).collect(),
            f: union.f.clone(),
            cuts: critical.cuts.iter().map(|cut| cut.x.to_f64()).collect(),
            samples,
            arcs,
        })
    }
}

/// All critical points, each with the curves on which it is.
fn vertices(critical: &Critical, fibres: &[Fibre], curves: Vec<Vec<usize>>) -> Vec<CurveVertex> {
    let mut branches = vec![[0, 0]; critical.points.len()];
    for point in fibres.iter().flat_map(|fibre| &fibre.points) {
        if let Some(vertex) = point.vertex {
            branches[vertex] = [point.arcs[0].len(), point.arcs[1].len()];
        }
    }
    let mut on_line = vec![false; critical.points.len()];
    for cut in critical.cuts.iter().filter(|cut| cut.is_line) {
        cut.points.iter().for_each(|&vertex| on_line[vertex] = true);
    }
    let vertex = |(number, curves): (usize, Vec<usize>)| {
        let point = &critical.points[number];
        let kind = match (branches[number], point.is_singular) {
            ([0, 0], _) if !on_line[number] => VertexKind::Isolated,
            (_, true) => VertexKind::Singular,
            (_, false) => VertexKind::VerticalTangent,
        };
        CurveVertex { x: point.x.clone(), y: point.y.clone(), kind, curves, branches: branches[number] }
    };
    curves.into_iter().enumerate().map(vertex).collect()
}

/// Short numbers between the cuts, and one on either side of all.
fn samples(cuts: &[Cut], control: &Control) -> Result<Vec<Rational>> {
    let mut samples = Vec::with_capacity(cuts.len() + 1);
    let Some((first, last)) = cuts.first().zip(cuts.last()) else { return Ok(vec![Rational::new()]) };
    samples.push(first.x.interval(8)[0].clone().floor() - 1);
    for pair in cuts.windows(2) {
        control.check()?;
        samples.push(between(&pair[0].x, &pair[1].x));
    }
    samples.push(last.x.interval(8)[1].clone().ceil() + 1);
    Ok(samples)
}

/// A short number between two different ones, the smaller first.
fn between(a: &RealAlgebraic, b: &RealAlgebraic) -> Rational {
    let mut precision = 8;
    loop {
        let ([_, lower], [upper, _]) = (a.interval(precision), b.interval(precision));
        if lower < upper {
            return shortest(&lower, &upper);
        }
        precision *= 2;
    }
}

/// The dyadic number between two numbers with the fewest bits behind the point.
fn shortest(lower: &Rational, upper: &Rational) -> Rational {
    let mut bits = -i32::try_from(lower.numer().significant_bits().max(upper.numer().significant_bits())).unwrap_or(0);
    loop {
        let next: Rational = ((lower.clone() << bits).floor() + 1u32) >> bits;
        if next < *upper {
            return next;
        }
        bits += 1;
    }
}

/// A height with so many roots below.
fn height_between(roots: &[RealAlgebraic], below: usize) -> Result<Rational> {
    let under = below.checked_sub(1).and_then(|last| roots.get(last));
    Ok(match (under, roots.get(below)) {
        (None, None) => Rational::new(),
        (None, Some(first)) => first.interval(8)[0].clone().floor() - 1,
        (Some(last), None) => last.interval(8)[1].clone().ceil() + 1,
        (Some(a), Some(b)) => between(a, b),
    })
}
