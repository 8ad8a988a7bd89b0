//! GCDs of polynomials in two to four variables: Brown's dense algorithm on the grids of the resultants.
//!
//! (Brown, On Euclid's algorithm and the computation of polynomial greatest common divisors, JACM 18, 1971.) Content and primitive part
//! in a main variable, contents by recursion; GCDs and cofactors in the main variable at all points of a grid of the others, modulo
//! primes, then interpolation and Chinese remaindering. `images` has the proof of what comes out.

mod dense;
mod images;
mod kronecker;
mod outline;
mod recursion;

use super::cost::PointsWork;
use super::solve::Counts;
use super::{Chosen, Clock};
use crate::engine::gcd::{GcdEngine, GcdMethod};
use crate::error::{Error, ErrorKind, Result};
use crate::gcd::progress::Sections;
use crate::options::Options;
use crate::plan::prime61::Prime61;
use crate::poly::{Polynomial, Term};
use crate::random::{Purpose, rng};
use dense::{Dense, Stripped, each_place};
use rand::rngs::StdRng;
use recursion::{Found, primitive_gcd};
use rug::Integer;

/// Most variables that occur.
pub(super) const MAX_VARIABLES: usize = 4;

/// Most coefficients of a dense polynomial.
const MAX_LENGTH: u128 = 1 << 25;

/// What all steps of one computation share.
struct Context<'a, E: GcdEngine> {
    engine: &'a mut E,
    /// Without progress of its own.
    options: &'a Options,
    sections: Sections<'a>,
    clock: &'a mut Clock,
    counts: Counts,
    random: StdRng,
    /// Of GCDs in one variable.
    method: GcdMethod,
}

/// Two polynomials that are not 0, as they are computed with: x^stride in place of x for every variable.
pub(super) struct Problem {
    /// Variables of the answer.
    vars: Vec<String>,
    /// Those that occur.
    places: Vec<usize>,
    /// Common divisors of all differences of exponents.
    strides: Vec<u32>,
    /// Lowest exponents of both polynomials.
    low: [Vec<u32>; 2],
    f: Stripped,
    g: Stripped,
}

/// The primitive GCD and its cofactors.
pub(super) struct Solution {
    gcd: Dense,
    cofactors: [Dense; 2],
}

/// gcd(a, b).
fn integer_gcd(mut a: u32, mut b: u32) -> u32 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The exponents of a term in the variables at `index`, 0 where there is none.
fn exponents<'a>(term: &'a Term, index: &'a [Option<usize>]) -> impl Iterator<Item = u32> + 'a {
    index.iter().map(|&k| k.map_or(0, |k| term.exponents[k]))
}

/// The dense polynomial of `f`, not 0, without the powers `low`.
fn dense(f: &Polynomial, index: &[Option<usize>], low: &[u32], strides: &[u32]) -> Result<Stripped> {
    let mut degrees = vec![0u32; index.len()];
    for term in f.terms() {
        degrees.iter_mut().zip(exponents(term, index)).for_each(|(most, e)| *most = e.max(*most));
    }
    let length = |((&most, &low), &stride): ((&u32, &u32), &u32)| u128::from((most - low) / stride) + 1;
    let lengths: Vec<u128> = degrees.iter().zip(low).zip(strides).map(length).collect();
    let needed = lengths.iter().fold(1u128, |all, n| all.saturating_mul(*n));
    if needed > MAX_LENGTH {
        return Err(ErrorKind::Limit { what: "coefficients of a dense polynomial", needed, allowed: MAX_LENGTH }.into());
    }
    let dims: Vec<usize> = lengths.iter().map(|&n| n as usize).collect();
    let mut coefficients = vec![Integer::new(); needed as usize];
    for term in f.terms() {
        let places =
            exponents(term, index).zip(low).zip(strides).map(|((e, low), stride)| ((e - low) / stride) as usize);
        let place = places.zip(&dims).fold(0, |place, (e, n)| place * n + e);
        coefficients[place].clone_from(&term.coefficient);
    }
    let zero = || ErrorKind::Shape { what: "terms", expected: 1, found: 0 };
    Ok(Dense::new(dims, coefficients).ok_or_else(zero)?.stripped())
}

impl Problem {
    /// gcd(f, g) for polynomials that are not 0, over `vars`, of which those at `places` occur.
    ///
    /// # Errors
    /// `Unsupported` for more than four of these; `Limit` when a dense polynomial would be too long.
    pub fn new(f: &Polynomial, g: &Polynomial, vars: &[String], places: Vec<usize>) -> Result<Self> {
        if places.len() > MAX_VARIABLES {
            let names: Vec<&str> = places.iter().map(|&k| &vars[k][..]).collect();
            let (count, names) = (names.len(), names.join(", "));
            let message = format!("GCDs are of polynomials in at most four variables; these have {count}: {names}");
            return Err(Error::unsupported(message));
        }
        let index = |h: &Polynomial| -> Vec<Option<usize>> {
            places.iter().map(|&k| h.vars().iter().position(|name| *name == vars[k])).collect()
        };
        let index = [index(f), index(g)];
        let mut low = [vec![u32::MAX; places.len()], vec![u32::MAX; places.len()]];
        let mut strides = vec![0u32; places.len()];
        for ((h, index), low) in [f, g].into_iter().zip(&index).zip(&mut low) {
            for term in h.terms() {
                low.iter_mut().zip(exponents(term, index)).for_each(|(least, e)| *least = e.min(*least));
            }
            for term in h.terms() {
                let differences = exponents(term, index).zip(&*low).map(|(e, low)| e - low);
                strides.iter_mut().zip(differences).for_each(|(stride, e)| *stride = integer_gcd(*stride, e));
            }
        }
        strides.iter_mut().for_each(|stride| *stride = (*stride).max(1));
        let [f, g] = [(f, &index[0], &low[0]), (g, &index[1], &low[1])].map(|(h, i, low)| dense(h, i, low, &strides));
        Ok(Problem { vars: vars.to_vec(), places, strides, low, f: f?, g: g? })
    }

    /// The work that it is, roughly.
    pub fn work(&self) -> PointsWork {
        let [f, g] = [&self.f.primitive, &self.g.primitive];
        PointsWork::new((&f.dims, &g.dims), (f.height(), g.height()))
    }

    /// The answer on the engine chosen, the first of several, and what was done.
    pub fn solve(
        &self,
        chosen: &mut Chosen,
        method: GcdMethod,
        options: &Options,
        clock: &mut Clock,
    ) -> Result<(Solution, Counts)> {
        match chosen {
            Chosen::Cpu(engine) => self.on_engine(engine, method, options, clock),
            #[cfg(target_arch = "x86_64")]
            Chosen::Cpu50(engine) => self.on_engine(engine, method, options, clock),
            #[cfg(feature = "cuda")]
            Chosen::Cuda(engines) => {
                let engine = engines.first_mut().ok_or_else(|| Error::argument("devices", "name at least one"))?;
                self.on_engine(&mut **engine, method, options, clock)
            }
        }
    }

    /// The same on one engine.
    pub fn on_engine<E: GcdEngine>(
        &self,
        engine: &mut E,
        method: GcdMethod,
        options: &Options,
        clock: &mut Clock,
    ) -> Result<(Solution, Counts)> {
        let random = images::random(options);
        let (quiet, sections) = (options.control.silent(), Sections::new(&options.control));
        let quiet = Options { control: quiet, ..options.clone() };
        let mut context =
            Context { engine, options: &quiet, sections, clock, counts: Counts::default(), random, method };
        let (f, g) = (&self.f.primitive, &self.g.primitive);
        let Found { gcd, cofactors } = primitive_gcd(&mut context, f.clone(), g.clone())?;
        let broken = || ErrorKind::Shape { what: "exact quotient of polynomials", expected: 1, found: 0 };
        let mut counts = context.counts;
        let cofactors = match cofactors {
            Some(cofactors) => cofactors,
            None => clock.time("divide", || {
                let (a, b) = rayon::join(|| kronecker::quotient(f, &gcd), || kronecker::quotient(g, &gcd));
                Ok::<_, Error>([a.ok_or_else(broken)?, b.ok_or_else(broken)?])
            })?,
        };
        let solution = Solution { gcd, cofactors };
        counts.verified_modulo = clock.time("verify", || self.verify(&solution, options))?;
        Ok((solution, counts))
    }

    /// Compares with an independent computation: f(a) = h(a) F(a) at a random point a modulo a random 61-bit prime, and the same of g.
    fn verify(&self, solution: &Solution, options: &Options) -> Result<u64> {
        let mut rng = rng(options, Purpose::Check);
        let field = Prime61::random(&mut rng);
        let point: Vec<u64> = self.places.iter().map(|_| field.element(&mut rng)).collect();
        let value = |f: &Dense| {
            let dims: Vec<u32> = f.dims.iter().map(|&n| n as u32).collect();
            field.evaluate(&f.coefficients[..], &dims, &point)
        };
        let h = value(&solution.gcd);
        for (f, cofactor) in [&self.f, &self.g].into_iter().zip(&solution.cofactors) {
            if field.mul(h, value(cofactor)) != value(&f.primitive) {
                let message =
                    "the product of the answer and its cofactor differs from the polynomial at a point".into();
                return Err(ErrorKind::Verification { what: "gcd", prime: field.p, message }.into());
            }
        }
        Ok(field.p)
    }

    /// c x^low f(x^stride).
    fn polynomial(&self, f: Dense, c: &Integer, low: &[u32]) -> Result<Polynomial> {
        let mut terms = Vec::new();
        let mut coefficients = f.coefficients;
        each_place(&f.dims, |place, exponents| {
            if coefficients[place].is_zero() {
                return;
            }
            let mut spread = vec![0; self.vars.len()];
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
        let of = |cofactor: Dense, f: &Stripped, own: &[u32]| {
            let rest: Vec<u32> = own.iter().zip(&low).map(|(a, b)| a - b).collect();
            self.polynomial(cofactor, &Integer::from(f.content.div_exact_ref(&content)), &rest)
        };
        let [a, b] = solution.cofactors;
        Ok((gcd, Some([of(a, &self.f, &self.low[0])?, of(b, &self.g, &self.low[1])?])))
    }
}
