//! Remedies for pairs whose Sylvester matrix is nowhere strongly regular (2013 paper, section 4.2).
//!
//! The Schur forms divide by leading minors of the Sylvester matrix. Where one vanishes at single points, those points are
//! repaired; where one vanishes identically, every point would be. Then another pair, with other minors, is computed in
//! place of (f, g), and its resultant turned into the one asked for: see [`pairs`] for the identities and their proofs.
//!
//! Trials at a few random points of random primes decide: first the pair as it is, then [`Remedy::Swap`],
//! [`Remedy::Factor`], [`Remedy::Combination`], [`Remedy::Squares`]. A minor that is not 0 vanishes at one random point with
//! probability about degree / 2^30, so a pair that fails at all of them fails everywhere. If no remedy works, the pair stays
//! as it is and the repair routine computes it. So it is with a common factor of degree 2 or more: the rank of each Sylvester
//! matrix is below n - 1 then, and no pair is regular. Squares, the one costly remedy, are not tried where the resultant is 0.
//!
//! A discriminant is (-1)^(n (n-1)/2) res(f, f') / lc(f) with f' of formal degree n - 1, its true degree over Z: the remedies
//! apply to res(f, f'), which is then divided by lc(f) as a polynomial in the kept variables, exactly.
//!
//! Errata: the paper has res(f, g) = -res(g, f) and res(f, h y^k) = f_0^k res(f, h); the signs are (-1)^(p q) and (-1)^(p k).
//! The root of a square leaves a sign, which an independent scalar settles, one that is not 0.

mod coefficients;
mod pairs;
mod square_root;
#[cfg(test)]
mod tests;

pub(super) use coefficients::Coefficients;

use super::memory::held;
use super::modular::Modular;
use super::options::{Method, Remedy, ResultantOptions};
use super::stages::Outline;
use super::verify;
use crate::control::Control;
use crate::engine::ScalarKind;
use crate::engine::cpu::watched::Steps;
use crate::error::{ErrorKind, Result};
use crate::plan::rows::{Row, Rows};
use crate::plan::schedule::values;
use crate::plan::support::Support;
use crate::poly::size;
use crate::run::memory::{allowed, check};
use crate::run::options::RunOptions;
use crate::run::random::{Purpose, rng};
use crate::tasks::Tasks;
use gpu::arith::{Mont31, prime};
use gpu::resultant::repair;
use gpu::resultant::schur::{self, Columns, Form};
use gpu::team::Team;
use pairs::Pair;
use rand::Rng;

/// A problem that is computed in place of another, and the way back.
pub(super) struct Remedied {
    /// The remedy.
    pub remedy: Remedy,
    /// The pair that is computed instead.
    pub problem: Modular,
    square: bool,
    power: Option<(Row, u32)>,
    divisor: Option<Row>,
    negative: bool,
}

/// Points at which pairs are tried.
struct Trial {
    form: Form,
    samples: Vec<(Mont31, Vec<u32>)>,
    control: Control,
}

/// Primes of a trial, and points per prime.
const PRIMES: usize = 3;
const POINTS: usize = 2;

impl Trial {
    fn new(form: Form, kept: usize, rng: &mut impl Rng, control: &Control) -> Self {
        let mut samples = Vec::with_capacity(PRIMES * POINTS);
        while samples.len() < PRIMES * POINTS {
            let p = rng.random_range(1 << 29..Mont31::MAX) | 1;
            let Some(field) = Mont31::new(p).filter(|_| prime::is_prime(p)) else { continue };
            for _ in 0..POINTS {
                samples.push((field, (0..kept).map(|_| field.enter(rng.random_range(1..p))).collect()));
            }
        }
        Trial { form, samples, control: control.clone() }
    }

    /// A thread that stops when the computation does; what it finds then means nothing.
    fn tasks(&self) -> Tasks<'_> {
        Tasks::new(&self.control, 0.0, 1)
    }

    /// Whether the resultant is 0 at all points.
    fn vanishes(&self, f: &Rows, g: &Rows) -> bool {
        let (p, q) = (f.rows.len() as u32 - 1, g.rows.len() as u32 - 1);
        self.samples.iter().all(|(field, point)| {
            let (mut f, mut g) = (values(f, field, point), values(g, field, point));
            let tasks = self.tasks();
            repair::resultant(field, Steps::new(&tasks).team(), &mut f[..], &mut g[..], p, q) == 0
        })
    }

    /// Whether the algorithm succeeds at a point.
    fn succeeds(&self, f: &Rows, g: &Rows) -> bool {
        self.samples.iter().any(|(field, point)| {
            let tasks = self.tasks();
            let steps = Steps::new(&tasks);
            succeeds_at(steps.team(), self.form, field, values(f, field, point), values(g, field, point))
        })
    }
}

/// Whether the algorithm computes res(f, g) for univariate images of their formal degrees.
fn succeeds_at(team: impl Team, form: Form, field: &Mont31, mut f: Vec<u32>, g: Vec<u32>) -> bool {
    let (p, q) = (f.len() - 1, g.len() - 1);
    let mut b = vec![0; (p + q).max(q + 1)];
    let start = b.len() - g.len();
    b[start..].copy_from_slice(&g);
    let (mut c, mut d) = (vec![0; p], vec![0; p]);
    let columns = Columns { f: &mut f[..], b: &mut b[..], c: &mut c[..], d: &mut d[..] };
    schur::resultant(field, team, form, columns, p as u32, q as u32).off == 0
}

/// Whether [`choose`] has anything to do.
pub(super) fn is_sought(options: &ResultantOptions) -> bool {
    match options.remedy {
        Remedy::Auto => options.method.needs_remedies(),
        Remedy::None => false,
        _ => true,
    }
}

/// The pair that is computed in place of `problem`; `None` when that is computed as it is.
///
/// [`Remedy::Auto`] acts for the Schur forms only, when the problem as it is fails. A remedy that is asked for is applied
/// wherever it applies, in the first of its variants that succeeds, or else in its first.
///
/// # Complexity
/// A few scalars per pair that is tried.
pub(super) fn choose(problem: &Modular, options: &ResultantOptions) -> Result<Option<Remedied>> {
    if !is_sought(options) {
        return Ok(None);
    }
    let form = match options.method {
        Method::Schur2010 => Form::Shift2010,
        Method::Schur | Method::Remainder | Method::Sylvester => Form::Block2013,
    };
    let mut rng = rng(&options.run, Purpose::Remedy);
    let control = &options.run.control;
    let trial = Trial::new(form, problem.f.kept, &mut rng, control);
    let (f, g) = (&problem.f, &problem.g);
    if options.remedy == Remedy::Auto {
        let regular = trial.succeeds(f, g);
        control.check()?;
        if regular {
            return Ok(None);
        }
        for remedy in [Remedy::Swap, Remedy::Factor, Remedy::Combination, Remedy::Squares] {
            if remedy == Remedy::Squares && trial.vanishes(f, g) {
                break;
            }
            let found = variants(remedy, f, g, &mut rng)?.into_iter().find(|pair| trial.succeeds(&pair.f, &pair.g));
            control.check()?;
            if let Some(pair) = found {
                return Ok(Some(Remedied::new(remedy, pair, problem)));
            }
        }
        return Ok(None);
    }
    let mut pairs = variants(options.remedy, f, g, &mut rng)?;
    if pairs.is_empty() {
        return Ok(None);
    }
    let best = pairs.iter().position(|pair| trial.succeeds(&pair.f, &pair.g)).unwrap_or(0);
    control.check()?;
    Ok(Some(Remedied::new(options.remedy, pairs.swap_remove(best), problem)))
}

/// The pairs of one remedy.
fn variants(remedy: Remedy, f: &Rows, g: &Rows, rng: &mut impl Rng) -> Result<Vec<Pair>> {
    match remedy {
        Remedy::Auto | Remedy::None => Ok(Vec::new()),
        Remedy::Swap => Ok(pairs::swap(f, g)),
        Remedy::Factor => Ok(pairs::factor(f, g)),
        Remedy::Combination => pairs::combination(f, g, rng),
        Remedy::Squares => pairs::squares(f, g, rng),
    }
}

impl Remedied {
    fn new(remedy: Remedy, pair: Pair, problem: &Modular) -> Self {
        let Pair { f, g, square, power, mut negative } = pair;
        let mut divisor = None;
        if problem.kind == ScalarKind::Discriminant {
            // n (n - 1) / 2 is odd for n = 2, 3 modulo 4.
            let n = problem.f.rows.len() - 1;
            negative ^= n & 2 != 0;
            divisor = problem.f.rows.last().cloned();
        }
        let problem = Modular { kind: ScalarKind::Resultant, f, g, thinning: problem.thinning.clone() };
        Remedied { remedy, problem, square, power, divisor, negative }
    }

    /// Bounds and schedule of [`Remedied::problem`], whose memory includes `original` and what the way back takes.
    pub fn outline(&self, original: &Modular, options: &ResultantOptions) -> Result<Outline> {
        let mut outline = self.problem.outline(options)?;
        // The way back is by tables of a whole box.
        outline.support = Support::whole(outline.keep());
        let (mut coefficients, mut bits) = (1u64, outline.height_bound);
        for (k, &d) in outline.degree_bound.iter().enumerate() {
            let of_power = self.power.as_ref().map_or(0, |(factor, times)| {
                u64::from(factor.degree(k).unwrap_or(0)).saturating_mul(u64::from(*times))
            });
            coefficients = coefficients.saturating_mul(u64::from(d).saturating_add(1).saturating_add(of_power));
        }
        if let Some((factor, times)) = &self.power {
            bits = bits.saturating_add(u64::from(factor.norm1().significant_bits()).saturating_mul(u64::from(*times)));
        }
        // A table and what is made of it; the root of a square is that of one integer, with all coefficients in it.
        let tables = if self.square { 4 } else { 2 };
        let is_computed = self.square || self.power.is_some() || self.divisor.is_some();
        let way_back = if is_computed { size::integers(coefficients, bits).saturating_mul(tables) } else { 0 };
        outline.held = outline.held.saturating_add(held(original, options)).saturating_add(way_back);
        check(outline.held, allowed(&options.run))?;
        Ok(outline)
    }

    /// The answer of `original` from the resultant of [`Remedied::problem`].
    ///
    /// # Errors
    /// [`ErrorKind::Verification`] when that is no square, or no multiple of lc(f), where it must be, or neither the root nor its
    /// negative is the answer at a random point.
    pub fn compensate(
        &self,
        mut image: Coefficients,
        original: &Modular,
        operation: &'static str,
        run: &RunOptions,
    ) -> Result<Coefficients> {
        let wrong = |what: &str| ErrorKind::Verification {
            what: operation,
            prime: 0,
            message: format!("the resultant after the remedy `{}` is {what}", self.remedy.name()),
        };
        if self.square {
            image = image.square_root().ok_or_else(|| wrong("no square"))?;
        }
        if let Some((factor, k)) = &self.power {
            for _ in 0..*k {
                image = image.times(factor);
            }
        }
        if let Some(divisor) = &self.divisor {
            image = image.divided_by(divisor).ok_or_else(|| wrong("no multiple of the leading coefficient"))?;
        }
        if self.negative {
            image.negate();
        }
        if self.square && image.values.iter().any(|value| !value.is_zero()) {
            let support = Support::whole(image.keep.clone());
            let sign =
                verify::sign(original, run)?.ok_or_else(|| wrong("not 0, as the answer is at all random points"))?;
            // One of the two is the answer there, as the answer is not 0.
            match sign.compare(operation, &support, &image.values) {
                Err(error) if matches!(error.kind(), ErrorKind::Verification { .. }) => {
                    image.negate();
                    sign.compare(operation, &support, &image.values)?;
                }
                checked => drop(checked?),
            }
        }
        Ok(image)
    }
}
