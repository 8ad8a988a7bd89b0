//! GCDs of polynomials in two to four variables: Brown's dense algorithm on the grids of the resultants.
//!
//! (Brown, On Euclid's algorithm and the computation of polynomial greatest common divisors, JACM 18, 1971.) Content and primitive part
//! in a main variable, contents by recursion; GCDs and cofactors in the main variable at all points of a grid of the others, modulo
//! primes, then interpolation and Chinese remaindering. `multiples` has the proof of what comes out.

mod bounds;
mod context;
mod coprime;
mod dense;
mod exact;
mod forecast;
mod kronecker;
mod loaded;
mod memory;
mod multiples;
mod outline;
mod primitive;
mod recursion;
mod schoolbook;
mod shape;
mod terms;

pub(super) use self::bounds::gcd_degree;
pub(super) use self::coprime::Sparse;
use self::memory::Room;
pub(super) use self::outline::{Outline, Way};
use super::plan::PointsWork;
use super::request::{Counts, Request};
use crate::alone;
use crate::clock::Clock;
use crate::engine::AnyEngine;
use crate::error::{Error, ErrorKind, Result};
use crate::gcd::forecast::host_rates;
use crate::plan::prime61::Prime61;
use crate::poly::{Exponents, Polynomial, Term, size};
use crate::run::backend::first;
use crate::run::memory as memory_of_run;
use crate::run::options::RunOptions;
use crate::run::random::{Purpose, rng};
use crate::tasks::Tasks;
use context::Context;
use dense::{Dense, each_place};
use forecast::Forecast;
use recursion::{Found, exact, primitive_gcd};
use rug::Integer;
use terms::WithContent;

/// Two polynomials that are not 0, as they are computed with: x^stride in place of x for every variable.
pub(super) struct Problem {
    /// Variables of the answer.
    vars: Vec<String>,
    /// Places of the variables that occur.
    places: Vec<usize>,
    /// Common divisors of all differences of exponents.
    strides: Vec<u32>,
    /// Lowest exponents of both polynomials.
    low: [Vec<u32>; 2],
    f: WithContent,
    g: WithContent,
    /// Bytes of the polynomials, as they were given and as they are here.
    held: u64,
}

/// The primitive GCD and its cofactors.
pub(super) struct Solution {
    gcd: Dense,
    cofactors: [Dense; 2],
}

impl Problem {
    /// The answer on the first of the engines, and what was done.
    pub fn on_first(
        &self,
        engines: &mut [&mut dyn AnyEngine],
        request: Request<'_>,
        clock: &mut Clock,
    ) -> Result<(Solution, Counts)> {
        let engine = first(engines)?;
        let whole = crate::gcd::memory::whole(engine, self.held + request.beside);
        self.on_engine(engine, request, clock).map_err(whole)
    }

    /// gcd(f, g) over `vars`, of which those at `places` occur.
    ///
    /// # Errors
    /// `Limit` when a dense polynomial would be too long, or both take more memory than there is;
    /// `Cancelled`.
    pub fn new(pair: Sparse<'_>, vars: &[String], places: Vec<usize>, run: &RunOptions) -> Result<Self> {
        let Sparse { f, g, strides } = pair;
        let given = 2 * (size::of_terms(f.terms) + size::of_terms(g.terms));
        let (f_dims, g_dims) = (f.dims(&strides)?, g.dims(&strides)?);
        let count = |dims: &[usize]| dims.iter().product::<usize>() as u64;
        // Places of the coefficients, and of references to them.
        let held = given + size::integers(count(&f_dims) + count(&g_dims), 0) / 2 * 3;
        memory_of_run::check(held, memory_of_run::allowed(run))?;
        let forecast = Forecast::of_terms(&host_rates(run.word), (&f, &f_dims), (&g, &g_dims));
        let control = run.control.next_of(forecast.input, forecast.computed() + forecast.end());
        let all = f.terms.len() + f_dims.iter().product::<usize>() + g.terms.len() + g_dims.iter().product::<usize>();
        let tasks = &Tasks::new(&control, 1.0, all);
        let (a, b) = alone::join(|| f.primitive(f_dims, &strides, tasks), || g.primitive(g_dims, &strides, tasks));
        control.check()?;
        control.finish();
        Ok(Problem { vars: vars.to_vec(), places, strides, low: [f.low, g.low], f: a, g: b, held })
    }

    /// Bytes of the host that are in use from the beginning to the end.
    pub fn held(&self) -> u64 {
        self.held
    }

    /// The work that it is, roughly.
    pub fn work(&self) -> PointsWork {
        let [f, g] = [&self.f.f, &self.g.f];
        PointsWork::new((&f.dims, &g.dims), (f.height(), g.height()))
    }

    /// The answer on one engine, and what was done.
    pub fn on_engine(
        &self,
        engine: &mut dyn AnyEngine,
        Request { options, control, beside, .. }: Request<'_>,
        clock: &mut Clock,
    ) -> Result<(Solution, Counts)> {
        let room = Room::new(engine, self.held.saturating_add(beside), &options.run)?;
        let (f, g) = (&self.f.f, &self.g.f);
        let forecast = Forecast::likely(&engine.rates(), f, g);
        let mut context = Context {
            engine,
            options,
            control: control.next_of(forecast.computed(), forecast.end()),
            clock,
            counts: Counts::default(),
            primes: Vec::new(),
            random: rng(&options.run, Purpose::Grid),
            room,
        };
        let Found { gcd, cofactors } = primitive_gcd(&mut context, f, g)?;
        context.control.finish();
        let mut counts = context.counts;
        let cofactors = match cofactors {
            Some(cofactors) => cofactors,
            None => clock.time("divide", || {
                let (a, b) = alone::join(|| exact(f, &gcd, room.half()), || exact(g, &gcd, room.half()));
                Ok::<_, Error>([a?, b?])
            })?,
        };
        let solution = Solution { gcd, cofactors };
        let comparison = control.next_of(forecast.verify, forecast.terms);
        counts.verified_modulo = clock.time("verify", || self.verify(&solution, &options.run))?;
        comparison.finish();
        Ok((solution, counts))
    }

    /// Compares with an independent computation: f(a) = h(a) F(a) at a random point a modulo a random 61-bit prime, and the same of g.
    fn verify(&self, solution: &Solution, run: &RunOptions) -> Result<u64> {
        let mut rng = rng(run, Purpose::Check);
        let field = Prime61::random(&mut rng);
        let point: Vec<u64> = self.places.iter().map(|_| field.element(&mut rng)).collect();
        let value = |f: &Dense| {
            let dims: Vec<u32> = f.dims.iter().map(|&n| n as u32).collect();
            field.evaluate(&f.coefficients[..], &dims, &point)
        };
        let h = value(&solution.gcd);
        for (f, cofactor) in [&self.f, &self.g].into_iter().zip(&solution.cofactors) {
            if field.mul(h, value(cofactor)) != value(&f.f) {
                let message =
                    "the product of the answer and its cofactor differs from the polynomial at a point".into();
                return Err(ErrorKind::Verification { what: "gcd", prime: field.modulus(), message }.into());
            }
        }
        Ok(field.modulus())
    }

    /// c x^low f(x^stride).
    fn polynomial(&self, f: Dense, c: &Integer, low: &[u32]) -> Result<Polynomial> {
        let mut terms = Vec::new();
        let mut coefficients = f.coefficients;
        each_place(&f.dims, |place, exponents| {
            if coefficients[place].is_zero() {
                return;
            }
            let mut spread = Exponents::from_elem(0, self.vars.len());
            let each = self.places.iter().zip(exponents).zip(low.iter().zip(&self.strides));
            each.for_each(|((&at, &e), (low, stride))| spread[at] = low + e as u32 * stride);
            let coefficient = std::mem::take(&mut coefficients[place]) * c;
            terms.push(Term { coefficient, exponents: spread });
        });
        terms.reverse();
        Polynomial::from_descending(&self.vars, terms)
    }

    /// GCD and cofactors with contents and monomials.
    pub fn answer(&self, solution: Solution, cofactors: bool) -> Result<(Polynomial, Option<[Polynomial; 2]>)> {
        let content = Integer::from(self.f.content.gcd_ref(&self.g.content));
        let low: Vec<u32> = self.low[0].iter().zip(&self.low[1]).map(|(&a, &b)| a.min(b)).collect();
        let gcd = self.polynomial(solution.gcd, &content, &low)?;
        if !cofactors {
            return Ok((gcd, None));
        }
        let of = |cofactor: Dense, f: &WithContent, own: &[u32]| {
            let rest: Vec<u32> = own.iter().zip(&low).map(|(a, b)| a - b).collect();
            self.polynomial(cofactor, &Integer::from(f.content.div_exact_ref(&content)), &rest)
        };
        let [a, b] = solution.cofactors;
        Ok((gcd, Some([of(a, &self.f, &self.low[0])?, of(b, &self.g, &self.low[1])?])))
    }
}
