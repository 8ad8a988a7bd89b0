//! Decisions about a GCD before anything of it is computed.

use super::bounds::{degree_bounds, main_variable};
use super::memory::{self, Room};
use super::recursion::polynomials;
use super::shape::{Shape, divisor_bits};
use super::{Dense, Problem};
use crate::engine::AnyEngine;
use crate::error::Result;
use crate::gcd::bound::content_bits;
use crate::plan::cost::Work;
use crate::poly::Polynomial;
use crate::run::memory::Footprint;
use crate::run::options::RunOptions;
use crate::run::random::{Purpose, rng};
use rug::Integer;

/// The way to the GCD of the primitive polynomials.
pub(in crate::gcd) enum Way {
    /// It is 1.
    Known,
    /// GCDs of the coefficients by powers of a variable that it has not.
    Coefficients,
    /// As that of polynomials in one variable.
    Univariate(Box<[Polynomial; 2]>),
    /// Images in a main variable, at points of all others.
    Points(usize),
}

/// A problem with its bounds.
pub(in crate::gcd) struct Outline<'a> {
    problem: &'a Problem,
    pub way: Way,
    /// Bounds on the degrees of the primitive GCD.
    bounds: Vec<usize>,
}

impl Problem {
    /// The bounds, by one image for each variable, as the computation begins.
    ///
    /// # Errors
    /// `Cancelled`.
    pub fn outline(&self, run: &RunOptions) -> Result<Outline<'_>> {
        let (f, g) = (&self.f.f, &self.g.f);
        let all = 0..f.dims.len();
        let least: Vec<usize> = all.clone().map(|k| f.degree(k).min(g.degree(k))).collect();
        let of = |way, bounds| Ok(Outline { problem: self, way, bounds });
        if f.is_constant() || g.is_constant() {
            return of(Way::Known, vec![0; f.dims.len()]);
        }
        if all.clone().any(|k| (f.dims[k] > 1) != (g.dims[k] > 1)) {
            return of(Way::Coefficients, least);
        }
        let occurring: Vec<usize> = all.filter(|&k| f.dims[k] > 1).collect();
        if occurring.len() == 1 {
            return of(Way::Univariate(Box::new(polynomials(f, g)?)), least);
        }
        let bounds = degree_bounds(f, g, (&mut Vec::new(), &mut rng(run, Purpose::Grid)), &run.control)?;
        let way = match occurring.iter().filter(|&&k| bounds[k] == 0).count() {
            0 => Way::Points(main_variable(f, g)),
            n if n == occurring.len() => Way::Known,
            _ => Way::Coefficients,
        };
        of(way, bounds)
    }
}

impl Outline<'_> {
    fn polynomials(&self) -> (&Dense, &Dense) {
        (&self.problem.f.f, &self.problem.g.f)
    }

    /// The shape of images in the main variable `var`.
    fn shape(&self, var: usize) -> Shape<'_> {
        let (f, g) = self.polynomials();
        Shape { f, g, var, bounds: &self.bounds }
    }

    /// Bounds on the degrees of the GCD in the variables that occur.
    pub fn degrees(&self) -> Vec<u32> {
        let Problem { strides, low, .. } = self.problem;
        let degree = |(k, &bound): (usize, &usize)| low[0][k].min(low[1][k]) + strides[k] * bound as u32;
        self.bounds.iter().enumerate().map(degree).collect()
    }

    /// Bits of the longest coefficients of the primitive polynomials.
    pub fn heights(&self) -> [u64; 2] {
        let (f, g) = self.polynomials();
        [f.height(), g.height()]
    }

    /// Bits that suffice for the coefficients of the GCD.
    pub fn height_bound(&self) -> u64 {
        let (f, g) = self.polynomials();
        let content = Integer::from(self.problem.f.content.gcd_ref(&self.problem.g.content));
        divisor_bits(f, g, &self.bounds) + content_bits(&content)
    }

    /// The variables other than the main one `var`, numbers of those that occur, with the points that are needed of them.
    pub fn points(&self, var: usize) -> Vec<u32> {
        self.shape(var).dims()
    }

    /// Work of images, and rows of values that are interpolated.
    pub fn work(&self, var: usize) -> (Work, u32) {
        let shape = self.shape(var);
        (shape.work(), shape.job().outputs())
    }

    /// Primes that usually suffice, and the most unless some are unlucky, of an engine.
    pub fn primes(&self, engine: &dyn AnyEngine, var: usize) -> (usize, usize) {
        let shape = self.shape(var);
        let most = shape.most_bits() / engine.prime_size().least_bits() + 2;
        (shape.primes(engine), usize::try_from(most).unwrap_or(usize::MAX))
    }

    /// Bytes that it takes of the host.
    ///
    /// # Errors
    /// `Limit` where that is more than there is.
    pub fn footprint(&self, engine: &dyn AnyEngine, var: usize, run: &RunOptions) -> Result<Footprint> {
        let room = Room::new(engine, self.problem.held, run)?;
        memory::footprint(engine, (room, run), &self.shape(var))
    }
}
