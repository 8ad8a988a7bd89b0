//! An independent check of every answer: one scalar modulo a random 61-bit prime at a random point, by another method.
//!
//! The engines compute division-free modulo primes of 31 or 50 bits; here Euclid's algorithm with an inversion per remainder runs
//! modulo a prime they never saw, on the integers themselves. A wrong answer of degree D and H bits passes with probability
//! at most D / 2^60 + H / (60 N), N the number of 61-bit primes (over 2^54).

use super::modular::Modular;
use super::modulo;
use crate::alone::prelude::*;
use crate::control::Control;
use crate::engine::ScalarKind;
use crate::error::Result;
use crate::plan::prime61::Prime61;
use crate::plan::remainders::Remainders;
use crate::run::check::Check;
use crate::run::options::RunOptions;
use crate::run::random::{Purpose, rng};
use rand::rngs::StdRng;

/// res(f, g) for f, g with leading coefficients (the last ones) that are not 0, in Montgomery form like them.
///
/// # Errors
/// `Cancelled`.
fn euclid(field: Prime61, f: Vec<u64>, g: Vec<u64>, control: &Control) -> Result<u64> {
    if f.len() >= g.len() {
        return Ok(Remainders::new(field, f, g, control)?.resultant);
    }
    // res(f, g) = (-1)^(deg f deg g) res(g, f).
    let negative = (f.len() - 1) & (g.len() - 1) & 1 != 0;
    let value = Remainders::new(field, g, f, control)?.resultant;
    Ok(if negative { field.sub(0, value) } else { value })
}

/// The check of an answer over the integers: one point modulo a random 61-bit prime.
///
/// # Errors
/// `Cancelled`.
pub(super) fn check(problem: &Modular, run: &RunOptions) -> Result<Check> {
    drawn(problem, &mut rng(run, Purpose::Check), run)
}

/// Points at which an answer that is not 0 is looked for: it vanishes at one of them with a probability below 2^-30.
const DRAWS: usize = 8;

/// The check that tells an answer over the integers from its negative: a point where it is not 0, modulo a prime of its
/// own. `None` where it is 0 at all points that are drawn, as the answer 0 is.
///
/// # Errors
/// `Cancelled`.
pub(super) fn sign(problem: &Modular, run: &RunOptions) -> Result<Option<Check>> {
    let mut rng = rng(run, Purpose::Sign);
    not_vanishing(|| drawn(problem, &mut rng, run))
}

/// The first of some draws at which the answer is not 0.
///
/// # Errors
/// Of a draw.
fn not_vanishing(mut draw: impl FnMut() -> Result<Check>) -> Result<Option<Check>> {
    for _ in 0..DRAWS {
        let check = draw()?;
        if !check.vanishes() {
            return Ok(Some(check));
        }
    }
    Ok(None)
}

/// The answer at a random point modulo a random prime.
pub(super) struct Point {
    /// The prime.
    pub field: Prime61,
    /// The point.
    pub point: Vec<u64>,
    /// The answer there.
    pub value: u64,
}

impl Point {
    /// One where no leading coefficient vanishes.
    ///
    /// # Errors
    /// `Cancelled`.
    pub fn random(problem: &Modular, rng: &mut StdRng, control: &Control) -> Result<Self> {
        loop {
            let field = Prime61::random(rng);
            let point: Vec<u64> = (0..problem.f.kept).map(|_| field.element(rng)).collect();
            if let Some(value) = scalar(field, problem, &point, control)? {
                return Ok(Point { field, point, value });
            }
        }
    }
}

/// The answer at a random point modulo a random prime.
fn drawn(problem: &Modular, rng: &mut StdRng, run: &RunOptions) -> Result<Check> {
    let Point { field, point, value } = Point::random(problem, rng, &run.control)?;
    Ok(Check::new(field, vec![(point, value)]))
}

/// The same of an answer modulo the prime `p`, which divides no leading coefficient, with coefficients below the exponents `keep`:
/// as many points as make the error small.
///
/// # Errors
/// `Cancelled`.
pub(super) fn check_modulo(problem: &Modular, p: u32, keep: &[u32], run: &RunOptions) -> Result<Check> {
    let mut rng = rng(run, Purpose::Check);
    let (field, points) = modulo::field(problem, p.into(), keep);
    let mut scalars = Vec::new();
    while scalars.len() < points as usize {
        let missing = scalars.len()..points as usize;
        let drawn: Vec<Vec<u64>> = missing.map(|_| keep.iter().map(|_| field.element(&mut rng)).collect()).collect();
        let at = |point: Vec<u64>| Ok(scalar(field, problem, &point, &run.control)?.map(|value| (point, value)));
        let found: Vec<_> = drawn.into_par_iter().map(at).collect::<Result<_>>()?;
        scalars.extend(found.into_iter().flatten());
    }
    Ok(Check::new(field, scalars))
}

/// The answer at a point; `None` where a leading coefficient vanishes, which few points make it do: at most deg of them.
///
/// # Errors
/// `Cancelled`.
pub(super) fn scalar(field: Prime61, problem: &Modular, point: &[u64], control: &Control) -> Result<Option<u64>> {
    let (f, g) = (field.specialise(&problem.f, point), field.specialise(&problem.g, point));
    of_values(field, problem.kind, (f, g), control)
}

/// The same of f and g at a point.
///
/// # Errors
/// `Cancelled`.
pub(super) fn of_values(
    field: Prime61,
    kind: ScalarKind,
    (f, g): (Vec<u64>, Vec<u64>),
    control: &Control,
) -> Result<Option<u64>> {
    let (Some(lead), Some(1..)) = (f.last().copied().filter(|&lead| lead != 0), g.last()) else { return Ok(None) };
    let n = f.len() as u64 - 1;
    let value = euclid(field, f, g, control)?;
    if kind == ScalarKind::Resultant {
        return Ok(Some(value));
    }
    let value = field.mul(value, field.inverse(lead));
    Ok(Some(if (n * (n - 1) / 2).is_multiple_of(2) { value } else { field.sub(0, value) }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;
    use crate::plan::support::Support;
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    #[test]
    fn resultants_of_split_polynomials() {
        let field = Prime61::random(&mut StdRng::seed_from_u64(1));
        // prod (x - r) for the given roots times lead.
        let poly = |lead: u64, roots: &[u64]| {
            let mut c = vec![field.enter(lead)];
            for &r in roots {
                c.insert(0, 0);
                for i in 0..c.len() - 1 {
                    c[i] = field.sub(c[i], field.mul(field.enter(r), c[i + 1]));
                }
            }
            c
        };
        let power = |a: u64, e: usize| field.pow(field.enter(a), e as u64);
        for (fr, gr) in
            [(&[1u64, 2, 3][..], &[5u64, 7][..]), (&[4], &[9, 11, 12]), (&[3, 3, 8, 1], &[6, 2, 9, 10]), (&[], &[5])]
        {
            let pairs = fr.iter().flat_map(|&a| gr.iter().map(move |&b| field.sub(field.enter(a), field.enter(b))));
            let product = pairs.fold(field.one(), |acc, d| field.mul(acc, d));
            let want = field.mul(product, field.mul(power(3, gr.len()), power(5, fr.len())));
            assert_eq!(euclid(field, poly(3, fr), poly(5, gr), &Control::default()), Ok(want));
        }
        assert_eq!(euclid(field, poly(3, &[1, 2]), poly(5, &[2, 7]), &Control::default()), Ok(0));
        let control = Control::default();
        control.cancel();
        assert!(euclid(field, poly(3, &[1, 2]), poly(5, &[2, 7]), &control).is_err());
    }

    /// A point where the answer is 0 tells nothing of its sign: another is drawn, and few suffice.
    #[test]
    fn the_sign_is_told_where_the_answer_is_not_0() {
        let field = Prime61::random(&mut StdRng::seed_from_u64(2));
        let support = Support::whole(vec![2]);
        // x - 3, first at 3, then at 5.
        let [three, five] = [3, 5].map(|x| field.enter(x));
        let (answer, negative) = ([-3, 1].map(rug::Integer::from), [3, -1].map(rug::Integer::from));
        let mut draws = 0;
        let told = not_vanishing(|| {
            draws += 1;
            let at = if draws < 3 { three } else { five };
            Ok(Check::new(field, vec![(vec![at], field.sub(at, three))]))
        });
        let told = told.unwrap().unwrap();
        assert_eq!(draws, 3);
        assert!(told.compare("resultant", &support, &answer).is_ok());
        assert!(told.compare("resultant", &support, &negative).is_err());
        // The first draw agrees with both.
        let blind = Check::new(field, vec![(vec![three], 0)]);
        assert!(
            blind.compare("resultant", &support, &answer).is_ok()
                && blind.compare("resultant", &support, &negative).is_ok()
        );
        let zero = || Ok(Check::new(field, vec![(vec![five], 0)]));
        assert!(not_vanishing(zero).unwrap().is_none());
    }

    #[test]
    fn wrong_coefficients_are_found() {
        use super::super::deflation::PowersOfY;
        use super::super::options::ResultantOptions;
        use super::super::problem::{Computation, Problem};
        use crate::poly::Polynomial;
        let f = Polynomial::parse_in("3*y^2 + x*y - 5", &["x", "y"]).unwrap();
        let g = Polynomial::parse_in("x^2*y + 7*y^3 - x + 2", &["x", "y"]).unwrap();
        for (problem, name) in [
            (Problem::resultant(&f, &g, "y", PowersOfY::Go).unwrap(), "resultant"),
            (Problem::discriminant(&g, "y", PowersOfY::Go).unwrap(), "discriminant"),
        ] {
            let Computation::Modular(modular) = &problem.task else { panic!("{name} needs a computation") };
            let run = RunOptions { seed: Some(7), ..RunOptions::default() };
            let options = ResultantOptions { run, ..ResultantOptions::default() };
            let answer = crate::resultant::compute::solved(&problem, &options, Default::default()).unwrap().polynomial;
            let right = answer.dense_coefficients().unwrap();
            let support = Support::whole(vec![right.len() as u32]);
            let check = check(modular, &options.run).unwrap();
            assert!(check.compare(name, &support, &right).is_ok());
            for i in 0..right.len() {
                for change in [1, -1, 1 << 30] {
                    let mut wrong = right.clone();
                    wrong[i] += change;
                    let error = check.compare(name, &support, &wrong).unwrap_err();
                    assert!(matches!(error.kind(), ErrorKind::Verification { what, .. } if *what == name), "{error}");
                }
            }
        }
    }
}
