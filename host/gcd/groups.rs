//! Pairs of a batch on devices: groups of similar pairs in one set of launches each, then by themselves those that it was not enough
//! for. Devices take the next group when they are done with one.

use super::batch_of_pairs;
use super::checkpoint;
use super::compute;
use super::pair::Pair;
use super::report::GcdReport;
use super::request::{Counts, Request, Solution};
use crate::clock::Clock;
use crate::engine::AnyEngine;
use crate::error::{ErrorKind, Result};
use crate::run::team;
use std::cmp::Reverse;

/// Pairs of one group differ in bits and degrees by less than this factor.
const SPREAD: u64 = 2;

/// Words of the coefficients of one group: its tables stay in memory that is used again from group to group.
const WORDS: u64 = 1 << 22;

/// Pairs that are worth a set of launches of their own.
const FEW: usize = 32;

/// Groups for each of several engines, at least, so that none waits long for the others.
const PER_ENGINE: u64 = 2;

/// The GCDs of all `pairs`, in order.
///
/// # Errors
/// Errors of the engines; `Cancelled`.
pub(super) fn solutions(
    engines: &mut [&mut dyn AnyEngine],
    pairs: &[&Pair<'_>],
    request: Request<'_>,
    report: &mut GcdReport,
    clock: &mut Clock,
) -> Result<Vec<Solution>> {
    let mut solutions: Vec<Option<Solution>> = pairs.iter().map(|_| None).collect();
    // A pair by itself is left to `one`.
    let (groups, mut left): (Vec<Vec<usize>>, Vec<Vec<usize>>) =
        groups(pairs, engines.len()).into_iter().partition(|group| group.len() > 1);
    let grouped: usize = groups.iter().map(Vec::len).sum();
    let control = request.control.next(grouped as f64 / pairs.len().max(1) as f64);
    let found = team::each(engines, &groups, &control, clock, |engine, group, control, clock| {
        let (mut counts, request) = (Counts::default(), Request { control, ..request });
        let members: Vec<&Pair<'_>> = group.iter().map(|&i| pairs[i]).collect();
        let solved = batch_of_pairs::many(engine, &members, request, clock, &mut counts)?;
        let found = members.iter().zip(&solved).filter_map(|(pair, solution)| Some((pair, solution.as_ref()?)));
        found.into_iter().try_for_each(|(pair, solution)| checkpoint::keep(&request.options.run, pair, solution))?;
        Ok((solved, counts))
    })?;
    for (group, (solved, counts)) in groups.iter().zip(found) {
        report.add(&counts);
        group.iter().zip(solved).for_each(|(&i, solution)| solutions[i] = solution);
        left.push(group.iter().copied().filter(|&i| solutions[i].is_none()).collect());
    }
    let left = left.concat();
    let found = team::each(engines, &left, &request.control.next(1.0), clock, |engine, &i, control, clock| {
        let (mut counts, request) = (Counts::default(), Request { control, ..request });
        let solution = compute::one(engine, pairs[i], request, clock, &mut counts)?;
        checkpoint::keep(&request.options.run, pairs[i], &solution)?;
        Ok((solution, counts))
    })?;
    for (i, (solution, counts)) in left.into_iter().zip(found) {
        solutions[i] = Some(solution);
        report.alone += 1;
        report.add(&counts);
    }
    let (expected, solutions): (usize, Vec<Solution>) = (pairs.len(), solutions.into_iter().flatten().collect());
    match solutions.len() {
        found if found == expected => Ok(solutions),
        found => Err(ErrorKind::Shape { what: "GCDs of a batch", expected, found }.into()),
    }
}

/// Most engines that can have a share of the pairs.
pub(super) fn shares(pairs: &[&Pair<'_>]) -> usize {
    groups(pairs, usize::MAX).len().max(1)
}

/// Places of pairs that are computed together: similar bits and degrees, at most so many that their tables are handy, and of several
/// engines all have their share; the longest first.
fn groups(pairs: &[&Pair<'_>], engines: usize) -> Vec<Vec<usize>> {
    let size = |pair: &Pair<'_>| {
        let (f, g) = (pair.f.height, pair.g.height);
        let class = |n: u64| n.max(32).ilog2() / SPREAD.ilog2();
        let length = u64::from(pair.f.degree()) + u64::from(pair.g.degree()) + 3;
        ((class(f.min(g)), class(f.max(g)), class(length)), length * (f.max(g) / 32 + 1))
    };
    let sizes: Vec<_> = pairs.iter().map(|pair| size(pair)).collect();
    let whole: u64 = sizes.iter().map(|(_, words)| words).sum();
    let share = if engines > 1 { whole / PER_ENGINE.saturating_mul(engines as u64) } else { whole };
    let mut order: Vec<usize> = (0..pairs.len()).collect();
    order.sort_by_key(|&i| Reverse(sizes[i].0));
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let (mut last, mut words) = (None, 0);
    for i in order {
        let (class, size) = sizes[i];
        let most = |group: &Vec<usize>| if group.len() < FEW { WORDS } else { WORDS.min(share) };
        match groups.last_mut() {
            Some(group) if last == Some(class) && words + size <= most(group) => group.push(i),
            _ => {
                groups.push(vec![i]);
                words = 0;
            }
        }
        last = Some(class);
        words += size;
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::any::objects;
    use crate::engine::cpu::Cpu;
    use crate::engine::gcd::GcdMethod;
    use crate::gcd::options::GcdOptions;
    use crate::poly::Polynomial;
    use gpu::arith::{Mont31, prime::is_prime};
    use rug::Integer;

    /// (h a, h b) of growing degrees and bits, some of them coprime; the first prime is unlucky for one, and divides both leading
    /// coefficients of another.
    fn products() -> Vec<[Polynomial; 3]> {
        let poly = |text: &str| text.parse::<Polynomial>().unwrap();
        let mut all: Vec<[Polynomial; 3]> = (0..150u32)
            .map(|i| {
                let (n, m, k) = (5 + i % 50, 3 + i % 7, i % 5 + 1);
                let h = match i % 9 {
                    0 => poly("1"),
                    _ => poly(&format!("{}*x^{m} + {}*x - {}", i + 1, (u64::from(i) << 40) + 1, 3 * k)),
                };
                let a = poly(&format!("x^{n} - {i}*x^2 + {k}"));
                let b = poly(&format!("{k}*x^{} + x^3 + {}", n + 2, u64::from(i) * 0x1234_5678_9abc + 7));
                [&h * &a, &h * &b, h]
            })
            .collect();
        let p = (3..=Mont31::MAX).rev().find(|&p| is_prime(p)).unwrap();
        for (a, b) in
            [("x - 3".to_owned(), format!("x - {}", 3 + u64::from(p))), (format!("{p}*x + 1"), format!("{p}*x - 1"))]
        {
            let h = poly("x^7 - 5*x + 2");
            all.push([&h * &poly(&a), &h * &poly(&b), h]);
        }
        all
    }

    #[test]
    fn engines_share_the_pairs() {
        let products = products();
        let pairs: Vec<Pair<'_>> =
            products.iter().map(|[f, g, _]| Pair::new((f, Some(0)), (g, Some(0))).unwrap()).collect();
        let pairs: Vec<&Pair<'_>> = pairs.iter().collect();
        for (count, method) in
            [(1, GcdMethod::Remainder), (2, GcdMethod::Remainder), (3, GcdMethod::Remainder), (2, GcdMethod::Schur)]
        {
            let mut engines: Vec<Cpu> = vec![Cpu::new(1 << 30, crate::control::Control::default()); count];
            let mut engines = objects(&mut engines);
            let options = GcdOptions { method, ..GcdOptions::default() };
            let mut report = GcdReport::new(method, pairs.len());
            let request = Request { options: &options, control: &options.run.control, cofactors: true, beside: 0 };
            let found = super::solutions(&mut engines, &pairs, request, &mut report, &mut Clock::default()).unwrap();
            assert_eq!(found.len(), pairs.len());
            for ((found, pair), [f, g, h]) in found.into_iter().zip(&pairs).zip(&products) {
                let dense = |terms: &mut dyn Iterator<Item = (Integer, u32)>| {
                    let terms: Vec<_> = terms.collect();
                    let mut coefficients = vec![Integer::new(); terms[0].1 as usize + 1];
                    terms.into_iter().for_each(|(c, e)| coefficients[e as usize] = c);
                    Polynomial::from_dense("x", coefficients).unwrap()
                };
                let gcd = dense(&mut pair.gcd(found.gcd));
                assert_eq!(gcd, h.with_vars(&["x"]).unwrap());
                let [a, b] = pair.cofactors(found.cofactors.unwrap()).map(|mut terms| dense(&mut terms));
                assert_eq!((&(&gcd * &a), &(&gcd * &b)), (f, g));
            }
            assert!(report.alone > 0 && report.alone < 20 && report.candidates > 0, "{}", report.alone);
        }
    }

    /// Every pair in one group; several engines have shares, one has as few groups as there may be.
    #[test]
    fn groups_cover() {
        let f: Polynomial = "x^901 - 5*x^3 + 2".parse().unwrap();
        let pair = Pair::new((&f, Some(0)), (&f, Some(0))).unwrap();
        let other: Polynomial = "x^9 - 5*x^3 + 2".parse().unwrap();
        let small = Pair::new((&other, Some(0)), (&other, Some(0))).unwrap();
        for (count, engines, least, most) in
            [(300, 1, 1, 1), (300, 2, 4, 5), (300, 4, 8, 9), (100, 4, 3, 4), (20, 4, 1, 1), (5000, 1, 3, 4)]
        {
            let pairs: Vec<&Pair<'_>> = (0..count).map(|_| &pair).chain([&small; 3]).collect();
            let groups = groups(&pairs, engines);
            let mut seen: Vec<usize> = groups.concat();
            seen.sort_unstable();
            assert_eq!(seen, (0..count + 3).collect::<Vec<_>>());
            // The three small pairs are one more.
            assert!((least + 1..=most + 1).contains(&groups.len()), "{count} on {engines}: {}", groups.len());
        }
        assert!(groups(&[], 2).is_empty());
        assert_eq!([shares(&[]), shares(&[&pair]), shares(&[&pair, &small]), shares(&[&pair; 320])], [1, 1, 2, 10]);
    }
}
