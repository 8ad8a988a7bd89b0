//! From polynomials to rows by powers of the eliminated variable, and from coefficients to the answer.

use super::deflation::{Deflation, PowersOfY, order};
use super::exponents::{Axis, Thinning};
use super::memory::held;
use super::modular::{MAX_DEGREE, Modular, SMALL};
use super::options::{Interpolation, Method, ResultantOptions};
use crate::alone::prelude::*;
use crate::alone::{self, alone_if};
use crate::engine::ScalarKind;
use crate::error::{Error, ErrorKind, Result};
use crate::plan::grid::Evaluation;
use crate::plan::rows::{Row, Rows};
use crate::poly::{Exponents, Polynomial, Term, union_vars};
use crate::run::memory;
use crate::shorten::{shortened, shortened_list};
use rug::Integer;

/// A resultant or discriminant to be computed.
pub(super) struct Problem {
    /// Name of the operation.
    pub operation: &'static str,
    /// The kept variables.
    pub kept: Vec<String>,
    /// The computation that it takes.
    pub task: Computation,
    /// The way back to the answer, where exponents of the eliminated variable have a common divisor or a power of it
    /// was taken out.
    pub deflation: Option<Deflation>,
}

/// The computation that it takes.
pub(super) enum Computation {
    /// The answer, known without computation.
    Trivial(Integer),
    /// The modular computation.
    Modular(Box<Modular>),
}

impl Problem {
    /// Whether one thread does all but the computation itself as fast as several.
    pub fn is_small(&self, options: &ResultantOptions) -> bool {
        match &self.task {
            Computation::Trivial(_) => true,
            Computation::Modular(modular) => modular.is_small(options),
        }
    }

    /// res_var(f, g).
    pub fn resultant(f: &Polynomial, g: &Polynomial, var: &str, powers: PowersOfY) -> Result<Self> {
        let vars = if f.vars() == g.vars() { f.vars().to_vec() } else { union_vars(f, g) };
        let kept = kept_variables(&vars, var)?;
        let operation = "resultant";
        let trivial = |value: u32, deflation| {
            let task = Computation::Trivial(value.into());
            Problem { operation, kept: kept.clone(), task, deflation }
        };
        if f.is_zero() || g.is_zero() {
            return Ok(trivial(0, None));
        }
        // A common root 0.
        if order(f, var) > 0 && order(g, var) > 0 {
            return Ok(trivial(0, None));
        }
        if let Some(of_monomial) = Deflation::of_monomial(f, g, (&kept, var), powers)? {
            return Ok(trivial(1, Some(of_monomial)));
        }
        let (deflated, deflation) = Deflation::of_pair(f, g, (&kept, var), powers)?.unzip();
        let (f, g) = deflated.as_ref().map_or((f, g), |[f, g]| (f, g));
        let [p, q] = [degree(f, var)?, degree(g, var)?];
        let (p, q) = (u64::from(p), u64::from(q));
        let thinning = Thinning::new((&kept, var), &[f, g], &[q, p], p * q);
        let of = |h, which| rows(h, var, &kept, thinning.axes(which));
        let (f, g) = match f.terms().len() + g.terms().len() < SMALL / 2 {
            true => (of(f, 0), of(g, 1)),
            false => alone::join(|| of(f, 0), || of(g, 1)),
        };
        let task = Modular { kind: ScalarKind::Resultant, f, g, thinning };
        Ok(Problem { operation, kept, task: Computation::Modular(Box::new(task)), deflation })
    }

    /// disc_var(f).
    pub fn discriminant(f: &Polynomial, var: &str, powers: PowersOfY) -> Result<Self> {
        let kept = kept_variables(f.vars(), var)?;
        let operation = "discriminant";
        let trivial = |value: u32, deflation| {
            let task = Computation::Trivial(value.into());
            Problem { operation, kept: kept.clone(), task, deflation }
        };
        if f.degree(var).unwrap_or(0) == 0 {
            return Ok(trivial(0, None));
        }
        // A double root 0.
        if order(f, var) > 1 {
            return Ok(trivial(0, None));
        }
        let (deflated, deflation) = Deflation::of_one(f, (&kept, var), powers)?.unzip();
        let f = deflated.as_ref().unwrap_or(f);
        if f.degree(var) == Some(1) {
            return Ok(trivial(1, deflation));
        }
        let n = degree(f, var)?;
        let n = u64::from(n);
        let thinning = Thinning::new((&kept, var), &[f], &[2 * n - 2], n * (n - 1));
        let f = rows(f, var, &kept, thinning.axes(0));
        let task = Modular { kind: ScalarKind::Discriminant, g: f.derivative(), f, thinning };
        Ok(Problem { operation, kept, task: Computation::Modular(Box::new(task)), deflation })
    }

    /// The power of an answer that is asked for; 1 where exponents have no common divisor.
    pub fn power(&self) -> u32 {
        self.deflation.as_ref().map_or(1, |deflation| deflation.k)
    }

    /// Bounds on the degrees and the bits of the answer, for those of what is computed, which has degrees on its axes and a number of coefficients.
    ///
    /// # Errors
    /// `Limit` where a power is too large to be written down.
    pub fn bounds(
        &self,
        modular: &Modular,
        size: (&[u32], u64),
        bounds: (Vec<u32>, u64),
        options: &ResultantOptions,
    ) -> Result<(Vec<u32>, u64)> {
        let (degrees, bits) = self.bounds_of(modular, bounds, size.1, options)?;
        if let Some(deflation) = &self.deflation {
            let bytes = deflation.bytes_of_power(size, (bits, options.modulus), held(modular, options));
            memory::check(bytes, memory::allowed(&options.run))?;
        }
        Ok((degrees, bits))
    }

    /// The same where at most so many `coefficients` are computed.
    ///
    /// # Errors
    /// `Limit` for degrees of 2^31 and more.
    pub fn bounds_of(
        &self,
        modular: &Modular,
        (degrees, bits): (Vec<u32>, u64),
        coefficients: u64,
        options: &ResultantOptions,
    ) -> Result<(Vec<u32>, u64)> {
        let Some(deflation) = &self.deflation else { return Ok((degrees, bits)) };
        let places = modular.thinning.answer.variables().iter().map(|variable| variable.place);
        let degrees = deflation.degrees(places, &degrees)?;
        Ok((degrees, options.modulus.map_or_else(|| deflation.bits(bits, coefficients), |_| bits)))
    }

    /// The answer, from what was computed.
    ///
    /// # Errors
    /// `Limit`.
    pub fn inflated(&self, computed: Polynomial, options: &ResultantOptions) -> Result<Polynomial> {
        match &self.deflation {
            Some(deflation) => deflation.inflate(&computed, options.modulus, memory::allowed(&options.run)),
            None => Ok(computed),
        }
    }

    /// Bytes that it takes to inflate an answer of no more than these degrees and bits, by [`Problem::bounds`] of what is computed, which has these degrees on
    /// its axes and at most `count` coefficients.
    ///
    /// # Errors
    /// `Limit` for degrees of 2^31 and more.
    pub fn bytes_to_inflate(
        &self,
        modular: &Modular,
        (axes, count): (&[u32], u64),
        (degrees, bits): (&[u32], u64),
        options: &ResultantOptions,
    ) -> Result<u64> {
        let Some(deflation) = &self.deflation else { return Ok(0) };
        // The bits of the answer, and a polynomial of those degrees in the same steps, with coefficients of which the sum is no less.
        let bits_of_sum = bits + u64::from(u64::BITS - count.leading_zeros());
        let mut terms = vec![(Integer::from(1) << bits_of_sum as usize, vec![0; self.kept.len()])];
        for (variable, &degree) in modular.thinning.answer.variables().iter().zip(degrees) {
            for exponent in [variable.step.min(degree), degree] {
                let mut exponents = vec![0; self.kept.len()];
                exponents[variable.place] = exponent;
                terms.push((Integer::from(1), exponents));
            }
        }
        let answer = Polynomial::from_terms(&self.kept, terms)?;
        let bits = options.modulus.map_or_else(|| deflation.bits(bits, count), |_| bits);
        let power = deflation.bytes_of_power((axes, count), (bits, options.modulus), held(modular, options));
        let allowed = memory::allowed(&options.run);
        Ok(power.max(deflation.bytes_to_inflate((&answer, count), options.modulus, allowed)?))
    }

    /// Bytes that it takes to inflate a known answer.
    ///
    /// # Errors
    /// `Limit` for degrees of 2^31 and more.
    pub fn bytes_of_known(&self, value: &Integer, options: &ResultantOptions) -> Result<u64> {
        let Some(deflation) = &self.deflation else { return Ok(0) };
        let answer = Polynomial::constant(&self.kept, value.clone())?;
        deflation.bytes_to_inflate((&answer, 1), options.modulus, memory::allowed(&options.run))
    }

    /// Refuses choices that there are not for this problem.
    ///
    /// # Errors
    /// `Unsupported`.
    pub fn check(&self, options: &ResultantOptions) -> Result<()> {
        if options.interpolation == Interpolation::Vandermonde && options.evaluation != Evaluation::Auto {
            return Err(Error::unsupported(format!(
                "evaluation by {} is at roots of unity, and interpolation by vandermonde from arbitrary points; choose one of the two",
                options.evaluation.name()
            )));
        }
        let Computation::Modular(modular) = &self.task else { return Ok(()) };
        if options.interpolation == Interpolation::Vandermonde && options.method == Method::Sylvester {
            return Err(Error::unsupported(format!(
                "the method {} has no interpolation at arbitrary points (vandermonde); ntt is for all methods",
                options.method.name()
            )));
        }
        let places: Vec<usize> = modular.thinning.axes(0).map(|axis| axis.place).collect();
        if options.interpolation == Interpolation::Vandermonde && places.len() > 1 {
            let names: Vec<&str> = places.iter().map(|&place| self.kept[place].as_str()).collect();
            return Err(Error::unsupported(format!(
                "interpolation at arbitrary points (vandermonde) is for one kept variable, and {} would be kept; ntt is for any number",
                shortened_list(names)
            )));
        }
        Ok(())
    }
}

/// All variables but `var`.
fn kept_variables(vars: &[String], var: &str) -> Result<Vec<String>> {
    if !vars.iter().any(|v| v == var) {
        let list =
            if vars.is_empty() { "there are none".into() } else { format!("variables are {}", shortened_list(vars)) };
        return Err(Error::argument("variable", format!("{:?} does not occur; {list}", shortened(var))));
    }
    Ok(vars.iter().filter(|v| *v != var).cloned().collect())
}

/// The degree in the eliminated variable.
///
/// # Errors
/// `Limit`.
fn degree(f: &Polynomial, var: &str) -> Result<u32> {
    let degree = f.degree(var).unwrap_or(0);
    if degree as usize > MAX_DEGREE {
        let (needed, allowed) = (degree.into(), MAX_DEGREE as u128);
        return Err(ErrorKind::Limit { what: "degree in the eliminated variable", needed, allowed }.into());
    }
    Ok(degree)
}

/// `f` by powers of `var`, over the variables that have `axes`.
fn rows(f: &Polynomial, var: &str, kept: &[String], axes: impl Iterator<Item = Axis>) -> Rows {
    // A variable that is not in the list of f has the exponent 0.
    let index = |name: &str| f.vars().iter().position(|v| v == name);
    let exponent = |term: &Term, index: Option<usize>| index.map_or(0, |i| term.exponents[i]);
    let y = index(var);
    let axes: Vec<(Option<usize>, Axis)> = axes.map(|axis| (index(&kept[axis.place]), axis)).collect();
    let mut terms: Vec<Vec<&Term>> = vec![Vec::new(); f.degree(var).unwrap_or(0) as usize + 1];
    f.terms().iter().for_each(|term| terms[exponent(term, y) as usize].push(term));
    let row = |(power, terms): (usize, Vec<&Term>)| {
        let small = |term: &Term| -> Exponents {
            axes.iter().map(|(index, axis)| axis.small(exponent(term, *index), power as u32)).collect()
        };
        Row { terms: terms.into_iter().map(|term| (term.coefficient.clone(), small(term))).collect() }
    };
    let rows = alone_if(f.terms().len() < SMALL, || terms.into_par_iter().enumerate().map(row).collect());
    Rows { kept: axes.len(), rows }
}
