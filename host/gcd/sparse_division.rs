//! Exact division over Z by a divisor of few terms, term by term.
//!
//! Quotients by transforms take O(n log n) for each prime, however few terms there are. Here each term of the quotient takes a product for each
//! term of the divisor: see `heap_division`. Over Z a quotient proves the division.
//!
//! How many terms a quotient has is not known before, so a division has a budget, and is given up where that is used.

use super::pair::{Pair, Parts};
use crate::control::Control;
use crate::engine::input::List;
use crate::error::Result;
use crate::poly::heap_division::{self, Integers, Outcome};
use rug::Integer;

/// Terms, exponents descending.
pub(super) type Terms = Vec<(u32, Integer)>;

/// Most terms of a divisor that is looked at.
const TERMS: usize = 256;

/// Limbs of products between two looks at the control: some milliseconds.
const LOOK: u64 = 1 << 16;

/// f / h and g / h for a pair and a primitive h with positive degree, the constant term first; `primes` is what quotients modulo primes would take.
///
/// A coefficient modulo a prime takes about 100 nanoseconds by transforms, and so does a limb of a product here, with the heap: where that is known to be less, the
/// division is done, and else begun with an eighth of it.
///
/// # Errors
/// `Cancelled`.
pub(super) fn quotients(pair: &Pair<'_>, h: &[Integer], primes: u64, control: &Control) -> Result<Outcome<[Terms; 2]>> {
    let Some((mut budget, _)) = budget(pair, h, primes) else { return Ok(Outcome::Abandoned) };
    let divisor: Terms = descending(&List::of(&h)).collect();
    let f = match quotient(&pair.f, &divisor, &mut budget, control)? {
        Outcome::Exact(quotient) => quotient,
        Outcome::Inexact => return Ok(Outcome::Inexact),
        Outcome::Abandoned => return Ok(Outcome::Abandoned),
    };
    Ok(match quotient(&pair.g, &divisor, &mut budget, control)? {
        Outcome::Exact(g) => Outcome::Exact([f, g]),
        Outcome::Inexact => Outcome::Inexact,
        Outcome::Abandoned => Outcome::Abandoned,
    })
}

/// Nanoseconds that [`quotients`] takes, about.
pub(super) fn predicted(pair: &Pair<'_>, h: &[Integer], primes: u64) -> f64 {
    budget(pair, h, primes).map_or(0.0, |(budget, most)| 100.0 * budget.min(most) as f64)
}

/// Limbs of products that both divisions may have, and that they have at most; none where they are not tried.
fn budget(pair: &Pair<'_>, h: &[Integer], primes: u64) -> Option<(u64, u64)> {
    let terms = h.iter().filter(|c| !c.is_zero()).count();
    let lengths = (pair.f.length() + pair.g.length()) as u64;
    let whole = lengths.saturating_mul(primes.max(1));
    // Coefficients of the quotients may be as long as those of f and g.
    let limbs = pair.f.height.max(pair.g.height) / 64 + 1;
    let most = lengths.saturating_mul(terms as u64).saturating_mul(limbs);
    (terms <= TERMS).then_some((if most <= whole { whole } else { whole / 8 }, most))
}

/// The terms of a list of coefficients.
fn descending<'l>(list: &'l List<'_>) -> impl Iterator<Item = (u32, Integer)> + 'l {
    let terms = (0..list.integers.count()).rev().map(|i| (i as u32, list.integers.at(i)));
    terms.filter(|(_, c)| !c.is_zero()).map(|(i, c)| (i, if list.negate { Integer::from(-c) } else { c.clone() }))
}

fn quotient(f: &Parts<'_>, h: &Terms, budget: &mut u64, control: &Control) -> Result<Outcome<Terms>> {
    let list = f.list();
    divide(descending(&list), h, budget, control)
}

/// The quotient of terms with descending exponents.
fn divide(
    f: impl Iterator<Item = (u32, Integer)>,
    h: &Terms,
    budget: &mut u64,
    control: &Control,
) -> Result<Outcome<Terms>> {
    let Some(&(degree, _)) = h.first() else { return Ok(Outcome::Inexact) };
    let mut since = LOOK;
    control.check()?;
    let spend = |limbs| {
        if limbs > *budget {
            return Ok(false);
        }
        *budget -= limbs;
        since = since.saturating_sub(limbs);
        if since == 0 {
            control.check()?;
            since = LOOK;
        }
        Ok(true)
    };
    heap_division::divide(&Integers, f, h, |exponent| exponent.checked_sub(degree), spend)
}

/// The coefficients of so many, the constant term first.
pub(super) fn dense(terms: Terms, count: usize) -> Vec<Integer> {
    let mut coefficients = vec![Integer::new(); count];
    terms.into_iter().for_each(|(i, c)| coefficients[i as usize] = c);
    coefficients
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    fn terms(dense: &[Integer]) -> Terms {
        descending(&List::of(&dense)).collect()
    }

    fn product(a: &[Integer], b: &[Integer]) -> Vec<Integer> {
        let mut product = vec![Integer::new(); a.len() + b.len() - 1];
        for (i, c) in a.iter().enumerate() {
            b.iter().enumerate().for_each(|(j, d)| product[i + j] += c * d);
        }
        product
    }

    /// Products are divided by their factors; what is changed in one coefficient is not.
    #[test]
    fn quotients_of_products() {
        let mut rng = StdRng::seed_from_u64(6);
        let control = Control::default();
        for _ in 0..500 {
            let mut random = |most: usize| -> Vec<Integer> {
                let degree = rng.random_range(0..most);
                let share = rng.random_range(1..5);
                let mut f: Vec<Integer> = (0..=degree)
                    .map(|_| if rng.random_range(0..5) < share { rng.random_range(-50i64..50) } else { 0 }.into())
                    .collect();
                f[degree] = rng.random_range(1i64..9).into();
                f
            };
            let (a, h) = (random(30), random(9));
            let f = product(&a, &h);
            let divided = |f: &[Integer], mut budget: u64| {
                divide(terms(f).into_iter(), &terms(&h), &mut budget, &control).unwrap()
            };
            assert_eq!(divided(&f, u64::MAX), Outcome::Exact(terms(&a)));
            assert_eq!(dense(terms(&a), a.len()), a);
            let cost: u64 = terms(&a).iter().map(|(_, c)| (terms(&h).len() * c.as_limbs().len()) as u64).sum();
            assert_eq!((divided(&f, cost), divided(&f, cost - 1)), (Outcome::Exact(terms(&a)), Outcome::Abandoned));
            if terms(&h).len() > 1 {
                let mut wrong = f.clone();
                let k = rng.random_range(0..f.len() - 1);
                wrong[k] += 1;
                // h divides no power of x.
                assert_eq!(divided(&wrong, u64::MAX), Outcome::Inexact);
            }
        }
    }

    #[test]
    fn cancelled() {
        let control = Control::default();
        control.cancel();
        let h = vec![(1, Integer::from(1)), (0, Integer::from(-1))];
        assert!(divide(std::iter::empty(), &h, &mut 5, &control).is_err());
    }
}
