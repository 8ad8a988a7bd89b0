//! The builder of curves.

use super::assemble::{Face, check_arcs, check_euler, components, edges, faces};
use super::critical::{Critical, Cut, Union};
use super::fibre::{Derivatives, fibre};
use super::graph::{Asymptote, CurveFace, CurveGraph, CurveVertex, VertexKind};
use super::labels;
use super::specialize::Rows;
use crate::control::Control;
use crate::error::{Error, Result};
use crate::plane::names;
use crate::poly::Polynomial;
use crate::roots::{RealAlgebraic, RealRoots};
use crate::run::options::RunOptions;
use crate::run::threads::on_threads;
use rayon::prelude::*;
use rug::Rational;

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
    variables: Option<[String; 2]>,
    run: RunOptions,
    bits: u32,
}

impl<'a> Arrangement<'a> {
    /// Of polynomials in which two variables occur together.
    pub fn new(curves: &[&'a Polynomial]) -> Self {
        Arrangement { curves: curves.to_vec(), variables: None, run: RunOptions::default(), bits: 0 }
    }

    /// The names of both coordinates, in order; those that occur, unless set, in the order of a polynomial that has both, else in alphabetical order.
    pub fn variables(mut self, x: &str, y: &str) -> Self {
        self.variables = Some([x.to_owned(), y.to_owned()]);
        self
    }

    /// Engines, threads, the memory limit and a control. A folder of checkpoints is not used.
    pub fn run_options(mut self, run: RunOptions) -> Self {
        self.run = RunOptions { checkpoint: None, ..run };
        self
    }

    /// Makes the intervals of coordinates at most 2^-bits of them long, on all threads; they are just short enough to be told apart unless set.
    pub fn bits(mut self, bits: u32) -> Self {
        self.bits = bits;
        self
    }

    /// By which the search can be cancelled.
    pub fn control(mut self, control: Control) -> Self {
        self.run.control = control;
        self
    }

    /// The graph of the real points of all curves, and the faces between them. It is proved to be complete.
    ///
    /// Vertices are isolated points, singular points, crossings and points with a vertical tangent. Edges are graphs of functions of x, or parts of vertical lines. Factors
    /// that a polynomial has several times count once. A polynomial without real zeros has an empty curve.
    ///
    /// # Errors
    /// `Argument` when there is no polynomial, when one is 0, when more than two variables occur, or when less than two occur and none are named; `Limit` and the others of
    /// [`SolvePlane::run`](crate::SolvePlane::run).
    ///
    /// # Complexity
    /// For degree d the solutions of f = f_y = 0, d (d - 1) complex ones, and for each critical line the real roots of two polynomials of degree d.
    pub fn run(&self) -> Result<CurveGraph> {
        on_threads(self.run.threads, || self.graph())?
    }

    fn graph(&self) -> Result<CurveGraph> {
        if self.curves.is_empty() {
            return Err(Error::argument("polynomials", "are none; give one or more"));
        }
        let whole = self.run.control.begin();
        let step = |index: usize| self.run.with_control(whole.of_list(index, STEPS));
        let union = Union::new(&self.curves, names(&self.curves, self.variables.as_ref())?, &step(0))?;
        let rows = Rows::new(&union.f, &union.names)?;
        let critical = Critical::of(&union, &rows, &step)?;
        let samples = samples(&critical.cuts, &whole)?;
        let silent = self.run.with_control(whole.silent());
        let derivatives = Derivatives::new(&union, critical.points.iter().map(|point| point.order).max().unwrap_or(0))?;
        let fibre = |(index, cut): (usize, &Cut)| {
            let room = [samples[index].clone(), samples[index + 1].clone()];
            fibre(cut, &critical.points, &derivatives, &rows, &room, &silent.control)
        };
        let fibres = critical.cuts.par_iter().enumerate().map(fibre).collect::<Result<Vec<_>>>()?;
        step(5).control.begin().finish();
        let roots = |q: &Rational| -> Result<Vec<RealAlgebraic>> {
            let f = rows.at(q).to_polynomial(&union.names[1])?;
            let roots = RealRoots::new(&f).run_options(silent.clone()).run()?;
            Ok(roots.into_iter().map(|root| root.value).collect())
        };
        let roots: Vec<Vec<RealAlgebraic>> = samples.par_iter().map(roots).collect::<Result<_>>()?;
        let arcs: Vec<usize> = roots.iter().map(Vec::len).collect();
        check_arcs(&fibres, &arcs)?;
        step(6).control.begin().finish();
        // The cuts that are parts of the curve, or have branches that go to infinity.
        let goes_up = |index: usize| {
            (0..2).any(|side| {
                let fibre = &fibres[index];
                fibre.down[side] > 0
                    || fibre.points.last().map_or(fibre.down[side], |point| point.arcs[side].end) < fibre.arcs[side]
            })
        };
        let lines: Vec<usize> =
            (0..fibres.len()).filter(|&index| critical.cuts[index].is_line || goes_up(index)).collect();
        let mut asymptotes = vec![None; fibres.len()];
        lines.iter().enumerate().for_each(|(number, &index)| asymptotes[index] = Some(number));
        let mut edges = edges(&critical, &fibres, &arcs, &asymptotes);
        let of_edges = labels::of_edges(&union, &critical, &edges, &samples, &roots, &lines, &silent)?;
        edges.iter_mut().zip(of_edges).for_each(|(edge, curves)| edge.curves = curves);
        let of_vertices = labels::of_vertices(&union, &critical, &edges, &silent)?;
        let components = components(critical.points.len(), &edges);
        let faces = faces(&critical, &fibres, &arcs);
        check_euler(critical.points.len(), &edges, &components, faces.len())?;
        let mut branches = vec![[0, 0]; critical.points.len()];
        for point in fibres.iter().flat_map(|fibre| &fibre.points) {
            if let Some(vertex) = point.vertex {
                branches[vertex] = [point.arcs[0].len(), point.arcs[1].len()];
            }
        }
        let on_line = |vertex: usize| critical.cuts.iter().any(|cut| cut.is_line && cut.points.contains(&vertex));
        let vertex = |(number, curves): (usize, Vec<usize>)| {
            let point = &critical.points[number];
            let kind = match (branches[number], point.is_singular) {
                ([0, 0], _) if !on_line(number) => VertexKind::Isolated,
                (_, true) => VertexKind::Singular,
                (_, false) => VertexKind::VerticalTangent,
            };
            let (x, y) = (point.x.clone(), point.y.clone());
            CurveVertex { x, y, kind, curves, branches: branches[number] }
        };
        let mut vertices: Vec<CurveVertex> = of_vertices.into_iter().enumerate().map(vertex).collect();
        vertices.par_iter_mut().try_for_each(|vertex| {
            let refine = |value: &mut RealAlgebraic| value.refine_watched(self.bits, || whole.check());
            refine(&mut vertex.x).and_then(|()| refine(&mut vertex.y))
        })?;
        let face = |face: Face| -> Result<CurveFace> {
            let [slab, gap] = face.cell;
            let point = [samples[slab].clone(), height_between(&roots[slab], gap)?];
            let at = |f: &Polynomial| Ok::<_, Error>(f.evaluate_rational(&point)?.cmp0());
            let signs = union.curves.iter().map(at).collect::<Result<_>>()?;
            Ok(CurveFace { point, signs, is_bounded: face.is_bounded })
        };
        let faces = faces.into_iter().map(face).collect::<Result<_>>()?;
        let asymptote = |&index: &usize| {
            let cut = &critical.cuts[index];
            Asymptote { x: cut.x.clone(), is_part: cut.is_line }
        };
        let asymptotes = lines.iter().map(asymptote).collect();
        whole.finish();
        Ok(CurveGraph {
            variables: union.names,
            polynomials: union.curves,
            vertices,
            edges,
            faces,
            components,
            asymptotes,
            f: union.f,
            cuts: critical.cuts.iter().map(|cut| cut.x.to_f64()).collect(),
            samples,
            arcs,
        })
    }
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
