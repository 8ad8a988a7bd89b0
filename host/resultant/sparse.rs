//! Answers of few terms in a large box of exponents: from their values at a geometric sequence of points, without a grid.
//!
//! The kept variables are put equal to powers of one, so that exponents in the box become its numbers E. With a prime that has a root w of unity of
//! order 2^m above all of them, values at x_k = u_k w^(n s_k), n = 0, 1, ..., with the strides s_k of the box and random u_k, tell the terms and,
//! scaled by powers of the u_k, the coefficients modulo the prime ([`prony`]). Further primes take as many values as there are terms, and no search.
//! A value is one resultant modulo a prime of 61 bits, by Euclid's algorithm.
//!
//! A sequence of 2 T + 8 values that has a recurrence of order T is taken for one of T terms. That is no proof: so this way is for
//! probabilistic answers. The answer is compared with the resultant at random points modulo random primes, as many as bound the error as it was asked for.
//!
//! The search is given up when it has taken a fraction of the predicted time of the grid: an answer of more terms costs that much more.

use super::modular::Modular;
use super::options::{Interpolation, Method, ResultantOptions};
use super::verify::{Point, scalar};
use crate::alone::prelude::*;
use crate::control::Control;
use crate::error::{ErrorKind, Result};
use crate::plan::prime61::Prime61;
use crate::poly::Exponents;
use crate::run::backend;
use crate::run::options::Backend;
use crate::run::random::{Purpose, rng};
use crate::run::stopping::Certainty;
use crate::sparse::balanced::Balanced;
use crate::sparse::prony;
use rand::rngs::StdRng;
use rug::Integer;
use rug::integer::IntegerExt64;

/// Exponents of the box are below 2^BITS: primes with roots of that order are plenty.
const BITS: u32 = 46;

/// Values of the first attempt, and by how many a recurrence must be confirmed.
const FIRST: usize = 16;
const CONFIRMING: usize = 8;

/// Most terms: the search for roots is quadratic in their number.
const TERMS: usize = 1024;

/// The search takes so much of the predicted time of the grid at most, and is begun where its first attempt takes a tenth of that.
const SHARE: f64 = 0.2;

/// Milliseconds that the grid must be predicted to take.
const LEAST: f64 = 20.0;

/// An answer that was found.
pub(super) struct Found {
    /// Small exponents of its terms, ascending, and their coefficients.
    pub terms: Vec<(Exponents, Integer)>,
    /// Bounds on the degrees per axis, and on the bits of the coefficients.
    pub degree_bound: Vec<u32>,
    pub height_bound: u64,
    /// How many primes and values it took.
    pub primes: usize,
    pub scalars: u64,
    /// The prime of the last comparison.
    pub verified_modulo: u64,
    /// log2 of a bound on the probability that it is wrong; none where it is certified.
    pub failure_log2: Option<f64>,
}

/// A box of exponents whose numbers are exponents of one variable.
struct Contracted {
    sides: Vec<u32>,
    strides: Vec<u64>,
    /// 2^bits is above all numbers.
    bits: u32,
}

impl Contracted {
    /// `None` for a box that is too large.
    fn new(degrees: &[u32]) -> Option<Self> {
        let sides: Vec<u32> = degrees.iter().map(|&d| d + 1).collect();
        let mut strides = vec![1u64; sides.len()];
        let mut count = 1u64;
        for (stride, &side) in strides.iter_mut().zip(&sides).rev() {
            *stride = count;
            count = count.checked_mul(side.into()).filter(|&count| count <= 1 << BITS)?;
        }
        Some(Contracted { sides, strides, bits: (u64::BITS - (count - 1).leading_zeros()).max(1) })
    }

    fn exponents(&self, number: u64) -> Option<Exponents> {
        let digit = |(&stride, &side): (&u64, &u32)| number / stride % u64::from(side);
        let exponents: Exponents = self.strides.iter().zip(&self.sides).map(|both| digit(both) as u32).collect();
        (self.number(&exponents) == number).then_some(exponents)
    }

    fn number(&self, exponents: &[u32]) -> u64 {
        exponents.iter().zip(&self.strides).map(|(&e, stride)| u64::from(e) * stride).sum()
    }
}

/// A prime, and the sequence of points modulo it.
struct Sequence<'a> {
    problem: &'a Modular,
    contracted: &'a Contracted,
    field: Prime61,
    root: u64,
    /// u_k.
    units: Vec<u64>,
}

impl<'a> Sequence<'a> {
    fn random(problem: &'a Modular, contracted: &'a Contracted, rng: &mut StdRng) -> Self {
        let (field, root) = Prime61::random_with_root(contracted.bits, rng);
        let units = contracted.sides.iter().map(|_| field.element(rng)).collect();
        Sequence { problem, contracted, field, root, units }
    }

    /// Values number `from` to `to` of the answer; `None` where a leading coefficient vanishes at one of the points.
    fn values(&self, from: usize, to: usize, control: &Control) -> Result<Option<Vec<u64>>> {
        let field = self.field;
        let value = |n: usize| {
            let with_unit = self.contracted.strides.iter().zip(&self.units);
            let point: Vec<u64> = with_unit
                .map(|(&stride, &unit)| {
                    // The order of w is a power of two: exponents may overflow.
                    field.mul(unit, field.pow(self.root, stride.wrapping_mul(n as u64) % (1 << self.contracted.bits)))
                })
                .collect();
            scalar(field, self.problem, &point, control)
        };
        let values: Vec<Option<u64>> = (from..to).into_par_iter().map(value).collect::<Result<_>>()?;
        Ok(values.into_iter().collect())
    }

    /// The factor of a coefficient.
    fn scale(&self, exponents: &[u32]) -> u64 {
        let field = self.field;
        let power = |(&unit, &e): (&u64, &u32)| field.pow(unit, e.into());
        self.units.iter().zip(exponents).map(power).fold(field.one(), |all, x| field.mul(all, x))
    }

    /// The coefficients modulo the prime of these terms, for as many values.
    fn residues(&self, support: &[Exponents], values: &[u64]) -> Vec<u64> {
        let field = self.field;
        let roots: Vec<u64> = support.iter().map(|e| field.pow(self.root, self.contracted.number(e))).collect();
        let scaled = prony::coefficients(field, &roots, values);
        let residue = |(&c, e): (&u64, &Exponents)| field.leave(field.mul(c, field.inverse(self.scale(e))));
        scaled.iter().zip(support).map(residue).collect()
    }
}

/// Nanoseconds of a value, about: Euclid's algorithm takes some 4 for a step and an inverse for each degree; powers of points for each term.
fn nanoseconds(problem: &Modular) -> f64 {
    let (p, q) = (problem.f.rows.len() as f64, problem.g.rows.len() as f64);
    let terms: usize = problem.f.rows.iter().chain(&problem.g.rows).map(|row| row.terms.len()).sum();
    4.0 * p * q + 500.0 * p.min(q) + 200.0 * terms as f64 * problem.f.kept as f64
}

/// The answer, where it is found in a fraction of the predicted time of the grid; `None` where that is not so, or it may not be looked for.
///
/// # Errors
/// `Limit` where exponents are too large whatever is done; `Cancelled`; `Verification`.
pub(super) fn attempt(problem: &Modular, options: &ResultantOptions, operation: &'static str) -> Result<Option<Found>> {
    let Certainty::Probabilistic { error_exponent } = options.certainty else { return Ok(None) };
    let may_be = options.method == Method::Remainder
        && options.interpolation == Interpolation::Ntt
        && options.modulus.is_none()
        && options.run.backend != Backend::Cuda
        && problem.f.kept > 0;
    if !may_be {
        return Ok(None);
    }
    let degree_bound = problem.degrees_of_axes()?;
    let Some(contracted) = Contracted::new(&degree_bound) else { return Ok(None) };
    let height_bound = problem.plain_height_bound();
    let coefficients = degree_bound.iter().map(|&d| u64::from(d) + 1).product();
    let grid = backend::milliseconds(&options.run, &problem.work(options, (&degree_bound, coefficients), height_bound));
    // The time of so many values, on all threads.
    let taken = |values: usize| values as f64 * nanoseconds(problem) / 1e6 / backend::threads(&options.run) as f64;
    if grid < LEAST || taken(2 * FIRST) > SHARE / 10.0 * grid {
        return Ok(None);
    }
    let control = &options.run.control;
    let mut rng = rng(&options.run, Purpose::Sparse);
    let sequence = Sequence::random(problem, &contracted, &mut rng);
    let (mut values, mut count) = (Vec::new(), FIRST + CONFIRMING);
    let recurrence = loop {
        let Some(more) = sequence.values(values.len(), count, control)? else { return Ok(None) };
        values.extend(more);
        let recurrence = prony::recurrence(sequence.field, &values);
        if 2 * (recurrence.len() - 1) + CONFIRMING <= values.len() {
            break recurrence;
        }
        count = 2 * count - CONFIRMING;
        if count > 2 * TERMS + CONFIRMING || taken(count) > SHARE * grid {
            return Ok(None);
        }
    };
    let mut scalars = values.len() as u64;
    control.check()?;
    let root = (sequence.root, contracted.bits);
    let Some(numbers) = prony::logarithms(sequence.field, recurrence, root, control)? else { return Ok(None) };
    let exponents = numbers.into_iter().map(|number| contracted.exponents(number));
    let Some(support) = exponents.collect::<Option<Vec<Exponents>>>() else { return Ok(None) };
    let terms = support.len();
    let mut integers = Balanced::new(&sequence.residues(&support, &values[..terms]), sequence.field.modulus());
    let mut primes = 1;
    // |c| <= 2^height: certain from 2^(height + 1) on, and mostly known before.
    while !integers.stable && u64::from(integers.product.significant_bits()) < height_bound + 2 && terms > 0 {
        let next = Sequence::random(problem, &contracted, &mut rng);
        if integers.product.is_divisible_u64(next.field.modulus()) {
            continue;
        }
        let Some(values) = next.values(0, terms, control)? else { continue };
        integers.include(&next.residues(&support, &values), next.field.modulus());
        (primes, scalars) = (primes + 1, scalars + terms as u64);
    }
    let terms: Vec<(Exponents, Integer)> =
        support.into_iter().zip(integers.values).filter(|(_, c)| !c.is_zero()).collect();
    let (verified_modulo, failure_log2) =
        verified(problem, &terms, (&degree_bound, height_bound), error_exponent, (options, operation))?;
    Ok(Some(Found {
        terms,
        degree_bound,
        height_bound,
        primes,
        scalars,
        verified_modulo,
        failure_log2: Some(failure_log2),
    }))
}

/// Compares an answer with the resultant at as many random points modulo random primes as bound the error by 2^-`error_exponent`: one is passed by
/// a wrong answer of total degree D and H bits with a probability of D / 2^60 + H / (60 N) at most, N > 2^54 the number of primes.
///
/// # Errors
/// `Verification`; `Cancelled`.
pub(super) fn verified(
    problem: &Modular,
    terms: &[(Exponents, Integer)],
    (degrees, height): (&[u32], u64),
    error_exponent: u32,
    (options, operation): (&ResultantOptions, &'static str),
) -> Result<(u64, f64)> {
    let degree: f64 = degrees.iter().map(|&d| f64::from(d)).sum();
    // The difference of two answers has a bit more.
    let longest = terms.iter().map(|(_, c)| u64::from(c.significant_bits())).max().unwrap_or(0).max(height) + 1;
    let passes = (degree.max(1.0) / 60f64.exp2() + longest as f64 / (60.0 * 54f64.exp2())).log2();
    let count = (f64::from(error_exponent) / -passes).ceil().max(1.0);
    let mut rng = rng(&options.run, Purpose::Check);
    let mut prime = 0;
    for _ in 0..count as usize {
        let Point { field, point, value } = Point::random(problem, &mut rng, &options.run.control)?;
        let found = field.sum_of_terms(terms, |(exponents, c)| (c, exponents), &point);
        prime = field.modulus();
        if found != value {
            let [expected, found] = [value, found].map(|x| field.leave(x));
            let message = format!("at a random point expected {expected}, found {found}");
            return Err(ErrorKind::Verification { what: operation, prime, message }.into());
        }
    }
    Ok((prime, passes * count))
}

#[cfg(test)]
mod tests {
    use super::super::deflation::PowersOfY;
    use super::super::problem::{Computation, Problem};
    use super::*;
    use crate::lift::Lift;
    use crate::run::options::RunOptions;
    use crate::{Discriminant, Polynomial, Resultant};

    const NAMES: [&str; 5] = ["u", "w", "x", "y", "z"];

    fn poly(text: &str) -> Polynomial {
        Polynomial::parse_in(text, &NAMES).unwrap()
    }

    fn kept(text: &str) -> Polynomial {
        Polynomial::parse_in(text, &["u", "w", "x", "z"]).unwrap()
    }

    fn options() -> ResultantOptions {
        let run = RunOptions { backend: Backend::Cpu, seed: Some(11), ..RunOptions::default() };
        let certainty = Certainty::Probabilistic { error_exponent: 80 };
        // A lift that is asked for takes primes, where minors would do.
        ResultantOptions { run, certainty, lift: Lift::Crt, ..ResultantOptions::default() }
    }

    /// disc(y^2 + b y + c) = b^2 - 4 c, and resultants with linear polynomials, in boxes that no grid has room for.
    #[test]
    fn few_terms_in_large_boxes() {
        let c = "x^1500*z^900*w^70 - 3*x^70*u^9*w^501 + 2^200*z^811*x + 7*w^3*u - 5";
        let b = "x^900*w^3 - z^877 + 12*u^11";
        let f = poly(&format!("y^2 + ({b})*y + {c}"));
        let answer = Discriminant::new(&f, "y").options(options()).run().unwrap();
        assert_eq!(answer.polynomial, kept(&format!("({b})^2 - 4*({c})")));
        let report = &answer.report;
        assert!(report.sparse && report.failure_log2.unwrap() <= -80.0 && report.run.verified_modulo > 0);
        assert!(report.scalars < 200 && report.run.primes >= 4, "{} {}", report.scalars, report.run.primes);
        // c and b at y = x^3 z: f(x^3 z).
        let g = poly("2*y - x^3*z");
        let answer = Resultant::new(&f, &g, "y").options(options()).run().unwrap();
        let y = "x^3*z";
        assert_eq!(answer.polynomial, kept(&format!("({y})^2 + 2*({b})*{y} + 4*({c})")));
        assert!(answer.report.sparse);
        // Exponents that follow from others, strides and lowest exponents.
        let f = poly("y^3 - x^300*z^600*u^50*y + x^900*w^700 + x^899*w^700");
        let answer = Discriminant::new(&f, "y").options(options()).run().unwrap();
        let (b, c) = ("x^300*z^600*u^50", "(x^900*w^700 + x^899*w^700)");
        assert_eq!(answer.polynomial, kept(&format!("4*({b})^3 - 27*{c}^2")));
    }

    /// An answer of many terms, a certified one, a small grid: nothing is looked for, or it is given up. The answer 0 has no terms.
    #[test]
    fn what_is_not_sparse() {
        let found = |f: &str, g: &str, options: &ResultantOptions| {
            let problem = Problem::resultant(&poly(f), &poly(g), "y", PowersOfY::Go).unwrap();
            let Computation::Modular(modular) = &problem.task else { panic!("a computation") };
            attempt(modular, options, "resultant").unwrap()
        };
        let (f, g) = ("y^2 - x^900*z^800*u - w*x - z^700", "y - x^900*w^500 - z*u");
        assert!(found(f, g, &options()).is_some());
        let certified = ResultantOptions { certainty: Certainty::Certified, ..options() };
        assert!(found(f, g, &certified).is_none());
        assert!(found("y^2 - x*z - 1", "y - x", &options()).is_none());
        let dense = "(y + x + z + 1)^9*y + (x + 2*z + 3)^40 + w^90*u^80";
        assert!(found(dense, "y^5 + (x - z - 2)^30*y + u*w", &options()).is_none());
        let common = format!("({f})*(x*y - w^300*u)");
        let zero = found(&common, "(y - x^900*w^500 - z*u)*(x*y - w^300*u)", &options()).unwrap();
        assert!(zero.terms.is_empty());
    }

    #[test]
    fn wrong_terms_are_found() {
        let (f, g) = (poly("y^2 - x^900*z^800*u - w*x - z^700"), poly("y - x^900*w^500 - z*u"));
        let problem = Problem::resultant(&f, &g, "y", PowersOfY::Go).unwrap();
        let Computation::Modular(modular) = &problem.task else { panic!("a computation") };
        let options = options();
        let found = attempt(modular, &options, "resultant").unwrap().unwrap();
        let check = |terms: &[(Exponents, Integer)]| {
            verified(modular, terms, (&found.degree_bound, found.height_bound), 80, (&options, "resultant"))
        };
        assert!(check(&found.terms).is_ok());
        for k in 0..found.terms.len() {
            let mut wrong = found.terms.clone();
            wrong[k].1 += 1;
            assert!(check(&wrong).is_err());
            wrong.remove(k);
            assert!(check(&wrong).is_err());
        }
    }
}
