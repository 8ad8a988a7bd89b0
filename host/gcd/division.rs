//! Exact divisions by candidates, which prove them: h F = f modulo primes whose product exceeds all coefficients of h F - f.

use super::forecast;
use super::images::{Loaded, side_by_side};
use super::pair::{Pair, Parts};
use super::reconstruct::Candidate;
use super::request::{Cofactors, Counts};
use super::verify::Check;
use crate::alone::prelude::*;
use crate::clock::Clock;
use crate::control::Control;
use crate::engine::AnyEngine;
use crate::engine::Words;
use crate::engine::any::{Batch, Buffer, Input};
use crate::engine::gcd::Division;
use crate::engine::input::List;
use crate::engine::lift::Measured;
use crate::error::{Error, Result};
use crate::plan::columns::Columns;
use crate::plan::cost::Rates;
use crate::plan::grid::{Evaluation, Grid, Which};
use crate::plan::plain_primes::{PlainPrime, choose, moduli};
use crate::plan::primes::product_bits;
use crate::plan::slabs::Cut;
use crate::run::batches::{Cost, Stage, batch_len, in_batches};
use rand::rngs::StdRng;
use rug::Integer;
use rug::integer::IntegerExt64;
use std::ops::ControlFlow;

/// The request of [`divide`].
#[derive(Clone, Copy)]
pub(super) struct Wanted<'a> {
    /// Bits that the product of the primes exceeds.
    pub bits: u64,
    /// Whether the quotients are wanted as integers.
    pub integers: bool,
    /// The consumer of their values.
    pub check: &'a Check,
}

/// The result of [`divide`].
pub(super) struct Quotients {
    /// Whether the divisor divides modulo all primes; two for each pair.
    pub exact: Vec<bool>,
    /// Quotients modulo the product of the primes, two for each pair, at most about half of it; none where no division is exact.
    pub measured: Vec<Measured>,
    /// Their coefficients, the constant terms first, where they are wanted.
    pub quotients: Vec<Vec<Integer>>,
    /// log2 of the product of the primes.
    pub bits: f64,
}

/// Quotients of f and g of some pairs by candidates h, each with the number of its pair: whether they divide modulo all of
/// some primes with a product of more than `bits` bits, and quotients modulo that product.
pub(super) fn divide(
    engine: &mut dyn AnyEngine,
    loaded: &Loaded<'_>,
    candidates: &[(usize, Candidate)],
    wanted: Wanted<'_>,
    rng: &mut StdRng,
    control: &Control,
    clock: &mut Clock,
) -> Result<Quotients> {
    let Wanted { bits, integers, check } = wanted;
    let rates = &engine.rates();
    let place = check.place();
    let lists: Vec<List<'_>> = candidates.iter().map(|(_, h)| h.list()).collect();
    let divisors = clock.time("load", || engine.load_lists(&lists))?;
    let mut divisions = Vec::with_capacity(2 * candidates.len());
    let mut at = 0;
    for (pair, h) in candidates {
        let place = loaded.job.pairs[*pair];
        let d = h.primitive.len() as u32 - 1;
        divisions.push(Division { dividend: place.f, n: place.p, divisor: at, d });
        divisions.push(Division { dividend: place.g, n: place.q, divisor: at, d });
        at += d + 1;
    }
    let leads: Vec<&Integer> = candidates.iter().filter_map(|(_, h)| h.primitive.last()).collect();
    let usable = |p: u64| leads.iter().all(|lead| !lead.is_divisible_u64(p));
    // Of one pair: those of several are short ones.
    let points = if candidates.len() == 1 { engine.division_points(&divisions) } else { 0 };
    let points = Some(points).filter(|&points| points > 0);
    let (grid, primes) = clock.time("plan", || {
        let how = (&Cut::none(), Evaluation::Auto);
        choose(engine.prime_size(), Which::Largest, points.as_slice(), how, bits, &usable, rng)
    })?;
    let columns = side_by_side(divisions.iter().map(|division| (division.n - division.d + 1) as usize));
    let end = columns.last().map_or(0, |range| range.end);
    let words = candidates.iter().map(|(_, h)| h.extent.words as u64).sum();
    let width = end as u64;
    let stage = PairQuotients { loaded, grid: &grid, divisors: &divisors, divisions: &divisions, words, width };
    let len = batch_len(engine, &stage, primes.len())?;
    let mut residues = engine.residues(primes.len(), end)?;
    let whole = Columns::range(0..end);
    let mut exact = vec![true; divisions.len()];
    let now = rates.in_bundles(primes.len() as u64) * stage.predicted(rates).into_iter().sum::<f64>();
    let lift = rates.lifting(end, primes.len());
    let images = control.next_of(now, lift);
    in_batches(engine, &stage, &primes, (len, len), &images, clock, |engine, done, clock| {
        exact.iter_mut().zip(done.found).for_each(|(all, one)| *all &= one);
        if exact.iter().all(|&exact| !exact) {
            return Ok(ControlFlow::Break(()));
        }
        let rows: Vec<u32> = (0..done.primes.len() as u32).collect();
        clock
            .time("divide", || engine.select(&done.batch, &done.coefficients, &rows, &whole, &mut residues, done.at))?;
        Ok(ControlFlow::Continue(()))
    })?;
    if exact.iter().all(|&exact| !exact) {
        return Ok(Quotients { exact, measured: Vec::new(), quotients: Vec::new(), bits: 0.0 });
    }
    images.finish();
    let control = &control.next_of(lift, 0.0);
    let moduli = moduli(&primes);
    let (measured, quotients) = clock.time("crt", || {
        if !integers {
            return Ok::<_, Error>((engine.measure(residues, &moduli, &columns, place, control)?, Vec::new()));
        }
        let quotients = engine.crt_polynomials(residues, &moduli, &columns, control)?;
        Ok((quotients.par_iter().map(|quotient| Measured::new(quotient, place)).collect(), quotients))
    })?;
    Ok(Quotients { exact, measured, quotients, bits: product_bits(moduli) })
}

/// The stage of exact divisions; it tells of each whether it is exact modulo all primes.
struct PairQuotients<'a, 'p> {
    loaded: &'a Loaded<'p>,
    grid: &'a Grid,
    divisors: &'a Input,
    divisions: &'a [Division],
    /// Words of 32 bits of all divisors.
    words: u64,
    /// Coefficients of all quotients.
    width: u64,
}

impl PairQuotients<'_, '_> {
    /// Nanoseconds modulo one prime, about: dividends and divisors are reduced, then divided.
    fn predicted(&self, rates: &Rates) -> [f64; 3] {
        let divisors = self.divisions.iter().step_by(2).map(|division| f64::from(division.d) + 1.0).sum();
        let degrees = self.divisions.iter().map(|division| (division.n.into(), division.d.into()));
        let of_divisors = forecast::reduction(rates, divisors, self.words as f64);
        [self.loaded.reduction(rates), of_divisors, forecast::division(rates, degrees)]
    }
}

impl Stage for PairQuotients<'_, '_> {
    type Found = Vec<bool>;
    type Coefficients = Buffer;

    fn grid(&self) -> &Grid {
        self.grid
    }

    fn cost(&self, _: &dyn AnyEngine) -> Cost {
        let batch = Loaded::words(self.loaded.integers, self.grid);
        Cost { words: Words { batch, scratch: 0 }, kept: self.width, steps: 0 }
    }

    fn run(
        &self,
        engine: &mut dyn AnyEngine,
        batch: &Batch,
        _: &[PlainPrime],
        control: &Control,
        clock: &mut Clock,
    ) -> Result<(Buffer, Vec<bool>)> {
        let [of_dividends, of_divisors, division] = self.predicted(&engine.rates());
        engine.watch(&control.next_of(of_dividends, of_divisors + division));
        let dividends = clock.time("reduce", || engine.reduce(batch, &self.loaded.input))?;
        engine.watch(&control.next_of(of_divisors, division));
        let divisors = clock.time("reduce", || engine.reduce(batch, self.divisors))?;
        engine.watch(&control.next_of(division, 0.0));
        clock.time("divide", || engine.divide(batch, &dividends, &divisors, self.divisions))
    }
}

/// Bits that the product of the primes must exceed so that h F = f modulo it holds over Z.
fn certain_bits(f: &Parts<'_>, h: &Candidate, quotient: u64) -> u64 {
    let length = h.primitive.len();
    let terms = length.min(f.length() + 1 - length) as u64;
    // |h F - f| < 2^(max + 1).
    let product = h.extent.height + quotient + u64::from(u64::BITS - terms.leading_zeros());
    product.max(f.height) + 1
}

/// The result of [`tried`] for one candidate.
pub(super) enum Trial {
    /// It divides both; the cofactors where they are wanted.
    Divides(Option<Cofactors>),
    /// It does not.
    Fails,
    /// It may: so many bits would tell.
    Bits(u64),
}

/// Whether the candidates, with the numbers of their pairs, divide f and g, as far as the quotients tell; those that do have passed
/// the check. `given` are values of all pairs.
pub(super) fn tried(
    pairs: &[&Pair<'_>],
    candidates: &[(usize, Candidate)],
    Quotients { exact, measured, quotients, bits }: Quotients,
    (check, given): (&Check, &[[u64; 2]]),
    clock: &mut Clock,
    counts: &mut Counts,
) -> Result<Vec<Trial>> {
    let trial = |i: usize| {
        let (pair, h) = &candidates[i];
        let ([true, true], [f, g]) = (&exact[2 * i..2 * i + 2], measured.get(2 * i..2 * i + 2).unwrap_or_default())
        else {
            return Ok(Trial::Fails);
        };
        let parts = pairs[*pair];
        let needed = certain_bits(&parts.f, h, f.height).max(certain_bits(&parts.g, h, g.height));
        if needed as f64 >= bits {
            return Ok(Trial::Bits(needed));
        }
        check.run(given[*pair], h.value, [f.value, g.value])?;
        Ok(Trial::Divides(None))
    };
    let mut trials: Vec<Trial> = clock.time("verify", || (0..candidates.len()).map(trial).collect::<Result<_>>())?;
    if trials.iter().any(|trial| matches!(trial, Trial::Divides(_))) {
        counts.verified_modulo = check.prime();
    }
    let mut quotients = quotients.into_iter();
    for trial in &mut trials {
        let both = quotients.next().zip(quotients.next());
        if let Trial::Divides(cofactors) = trial {
            *cofactors = both.map(|(f, g)| [f, g]);
        }
    }
    Ok(trials)
}

/// Bits of the primes of quotients that are usually enough.
pub(super) fn likely_bits(pair: &Pair<'_>, h: &Candidate) -> u64 {
    let f = pair.f.height.max(pair.g.height);
    let length = pair.f.length().max(pair.g.length()) as u64;
    f.max(h.extent.height) + u64::from(u64::BITS - length.leading_zeros()) + 8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::input::extent;
    use crate::poly::Polynomial;
    use crate::run::options::RunOptions;

    /// sum c x^k for k <= `degree`, with c = 2^`bits` - 1 but for the constant term, which is 2 less: a primitive polynomial.
    fn all_ones(degree: u32, bits: u32) -> Vec<Integer> {
        let ones = (Integer::from(1) << bits) - 1u32;
        let mut all = vec![ones; degree as usize + 1];
        all[0] -= 2u32;
        all
    }

    fn polynomial(coefficients: &[Integer]) -> Polynomial {
        let terms: Vec<String> = coefficients.iter().enumerate().map(|(k, c)| format!("({c})*x^{k}")).collect();
        terms.join(" + ").parse().unwrap()
    }

    fn candidate(primitive: Vec<Integer>, check: &Check) -> Candidate {
        let (extent, value) = (extent(&primitive[..]), check.value(&primitive[..]));
        let height = extent.height;
        Candidate { primitive, extent, value, height, bits: 1e9 }
    }

    fn product(a: &[Integer], b: &[Integer]) -> Vec<Integer> {
        let mut all = vec![Integer::new(); a.len() + b.len() - 1];
        for (i, a) in a.iter().enumerate() {
            b.iter().enumerate().for_each(|(j, b)| all[i + j] += Integer::from(a * b));
        }
        all
    }

    /// Modulo as many bits no difference h F - f is 0 without being it, with any of the three the largest.
    #[test]
    fn differences_are_below_the_bound() {
        let check = Check::new(&RunOptions::default());
        for (n, d) in [(1, 1), (5, 2), (9, 8), (40, 20)] {
            for [of_f, of_h, of_quotient] in [[3, 40, 50], [200, 5, 5], [60, 30, 30], [2, 2, 2], [4, 90, 3]] {
                let f = polynomial(&all_ones(n, of_f));
                let pair = Pair::new((&f, Some(0)), (&f, Some(0))).unwrap();
                let h = candidate(all_ones(d, of_h), &check);
                let quotient = all_ones(n - d, of_quotient);
                let bits = certain_bits(&pair.f, &h, of_quotient.into());
                let largest = product(&h.primitive, &quotient)
                    .iter()
                    .zip(all_ones(n, of_f))
                    .map(|(a, b)| Integer::from(a + &b))
                    .max()
                    .unwrap();
                assert!(u64::from(largest.significant_bits()) <= bits, "{n} {d} {of_f} {of_h} {of_quotient}");
            }
        }
    }

    /// A candidate divides where both divisions are exact, modulo enough bits.
    #[test]
    fn trials() {
        let check = Check::new(&RunOptions::default());
        let (h, [a, b]) = (all_ones(2, 9), [all_ones(3, 20), all_ones(4, 11)]);
        let [f, g] = [polynomial(&product(&h, &a)), polynomial(&product(&h, &b))];
        let pair = Pair::new((&f, Some(0)), (&g, Some(0))).unwrap();
        let given = [check.given(&pair)];
        let candidates = [(0, candidate(h, &check))];
        let measured = || [&a, &b].map(|quotient| Measured::new(quotient, check.place())).to_vec();
        let needed = certain_bits(&pair.f, &candidates[0].1, measured()[0].height).max(certain_bits(
            &pair.g,
            &candidates[0].1,
            measured()[1].height,
        ));
        let trial = |exact: [bool; 2], bits: f64, measured: Vec<Measured>| {
            let quotients = Quotients { exact: exact.to_vec(), measured, quotients: Vec::new(), bits };
            let (mut clock, mut counts) = (Clock::default(), Counts::default());
            tried(&[&pair], &candidates, quotients, (&check, &given), &mut clock, &mut counts)
                .map(|mut trials| trials.remove(0))
        };
        let enough = needed as f64 + 0.5;
        assert!(matches!(trial([true, true], enough, measured()), Ok(Trial::Divides(None))));
        for exact in [[true, false], [false, true], [false, false]] {
            assert!(matches!(trial(exact, enough, measured()), Ok(Trial::Fails)), "{exact:?}");
        }
        assert!(matches!(trial([true, true], needed as f64, measured()), Ok(Trial::Bits(bits)) if bits == needed));
        // Values that disagree are an error, never an answer.
        let wrong = measured().into_iter().rev().collect();
        assert!(trial([true, true], 1e6, wrong).is_err());
    }
}
