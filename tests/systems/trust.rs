//! Zeros of systems against what is known of them: planted ones, other units, and counts by exact elimination. Each test takes a few systems, or those
//! whose seeds `TRUST_SYSTEMS` has; then it prints what it counts, and each fault at once.

use crate::planted::{Planted, planted, ten};
use crate::random::{Counted, counted, random_system};
use crate::tally::{Fault, Tally, fault, raised};
use eliminant::Complex64;
use eliminant::system::{CertifiedRoot, Coefficient, Reality, Solution, SolveAnswer, System, Term};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rug::Rational;

/// How far a zero may be from the one that it stands for, relative to each coordinate.
const NEAR: f64 = 1e-8;

/// Seeds of random systems and of homotopies.
fn seeds(few: u64) -> std::ops::Range<u64> {
    raised().unwrap_or(0..few)
}

#[test]
fn planted_zeros() {
    let mut tally = Tally::new("planted");
    for seed in seeds(12) {
        let planted = planted(&mut StdRng::seed_from_u64(seed));
        tally.count(planted.kind);
        tally.solve(&planted.system, &planted.text, seed, |answer| judge(&planted, answer));
    }
    tally.finish();
}

/// A part of a number that is a double.
fn exact(x: f64) -> Rational {
    Rational::from_f64(x).expect("a finite number")
}

fn size(x: &Coefficient) -> f64 {
    x.re.to_f64().hypot(x.im.to_f64())
}

/// The largest difference of two coordinates in units of `unit(j)`.
fn distance(point: &[Complex64], zero: &[Coefficient], unit: impl Fn(usize) -> f64) -> f64 {
    let apart = |(j, (&Complex64 { re, im }, x)): (usize, (&Complex64, &Coefficient))| {
        let difference = Coefficient::new(exact(re) - &x.re, exact(im) - &x.im);
        if difference.is_zero() { 0.0 } else { size(&difference) / unit(j) }
    };
    point.iter().zip(zero).enumerate().map(apart).fold(0.0, f64::max)
}

/// Every zero is one of the system's, each is there once with its multiplicity, and nothing certified is wrong; a zero may be missing, or have too small a
/// multiplicity, where the answer says that it is not complete.
fn judge(planted: &Planted, answer: &SolveAnswer) -> Result<(), Fault> {
    let n = planted.system.variables().len();
    // Of a coordinate that is 0, the unit is the largest one.
    let largest = |j: usize| planted.zeros.iter().map(|(zero, _)| size(&zero[j])).fold(0.0, f64::max);
    let largest: Vec<f64> = (0..n).map(largest).map(|size| if size == 0.0 { 1.0 } else { size }).collect();
    let mut found = vec![0; planted.zeros.len()];
    for solution in &answer.solutions {
        let relative = |zero: &[Coefficient]| {
            distance(&solution.point, zero, |j| if zero[j].is_zero() { largest[j] } else { size(&zero[j]) })
        };
        let (near, apart) = planted
            .zeros
            .iter()
            .map(|(zero, _)| relative(zero))
            .enumerate()
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .expect("a system with zeros");
        let (zero, multiplicity) = &planted.zeros[near];
        if apart > NEAR {
            let scaled = distance(&solution.point, zero, |j| largest[j]);
            let point = &solution.point;
            return match solution.certificate.root().is_some() {
                true => fault!("false certified zero", "{point:?}: {apart:.1e} from {zero:?}"),
                false if scaled <= NEAR => fault!("inaccurate zero", "{point:?}: {apart:.1e} from {zero:?}"),
                false => {
                    fault!("false zero", "{point:?}, multiplicity {}: {apart:.1e} from {zero:?}", solution.multiplicity)
                }
            };
        }
        if let Some(root) = solution.certificate.root() {
            boxed(planted, root, near, solution)?;
        }
        found[near] += 1;
        if found[near] > 1 {
            return fault!("twice", "{zero:?} has multiplicity {multiplicity}: {}", all(answer));
        }
        if solution.multiplicity != *multiplicity && answer.is_complete() {
            let cause = if solution.multiplicity > *multiplicity { "merged, unsaid" } else { "multiplicity, unsaid" };
            let detail = format!("{zero:?}: {} for {multiplicity}", solution.multiplicity);
            return Err(Fault { cause, detail });
        }
    }
    if !answer.is_complete() {
        return Ok(());
    }
    if let Some(missing) = found.iter().position(|&count| count == 0) {
        let (zero, multiplicity) = &planted.zeros[missing];
        return fault!("missing, unsaid", "{zero:?} of multiplicity {multiplicity}: {}", all(answer));
    }
    match answer.not_isolated.is_empty() {
        true => Ok(()),
        false => fault!("not isolated", "{:?}", answer.not_isolated),
    }
}

/// All zeros, in short.
fn all(answer: &SolveAnswer) -> String {
    let zero = |zero: &Solution| {
        let parts: Vec<String> = zero.point.iter().map(|x| format!("{:.9e} + {:.9e} i", x.re, x.im)).collect();
        let certified = if zero.certificate.root().is_some() { ", certified" } else { "" };
        format!("({}: {} paths{certified})", parts.join(", "), zero.multiplicity)
    };
    let zeros: Vec<String> = answer.solutions.iter().map(zero).collect();
    format!("{}; at infinity {}, not isolated {:?}", zeros.join(" "), answer.at_infinity, answer.not_isolated)
}

/// The box has this zero of the system, within the bounds, and no other.
fn boxed(planted: &Planted, root: &CertifiedRoot, near: usize, solution: &Solution) -> Result<(), Fault> {
    let in_box = |zero: &[Coefficient]| {
        root.coordinates.iter().zip(zero).all(|(coordinate, x)| {
            let parts = [(&x.re, &coordinate.centre.re), (&x.im, &coordinate.centre.im)];
            parts.into_iter().all(|(x, centre)| Rational::from(x - centre).abs() <= exact(coordinate.radius))
        })
    };
    let inside: Vec<usize> = (0..planted.zeros.len()).filter(|&i| in_box(&planted.zeros[i].0)).collect();
    let (zero, multiplicity) = &planted.zeros[near];
    if inside != [near] || *multiplicity != 1 {
        return fault!(
            "certificate",
            "{zero:?}, multiplicity {multiplicity}: zeros {inside:?} in the box of {solution:?}"
        );
    }
    for (coordinate, x) in root.coordinates.iter().zip(zero) {
        let between = |x: &Rational, [lower, upper]: [f64; 2]| exact(lower) <= *x && *x <= exact(upper);
        let re = Rational::from(&x.re - &coordinate.centre.re);
        let im = Rational::from(&x.im - &coordinate.centre.im);
        let offsets = between(&re, coordinate.offset[0]) && between(&im, coordinate.offset[1]);
        if !offsets || !between(&x.re, coordinate.re) || !between(&x.im, coordinate.im) {
            return fault!("bounds", "{zero:?}: {coordinate:?}");
        }
    }
    let is_real = zero.iter().all(|x| x.im.is_zero());
    match (root.reality, is_real) {
        (Reality::Real, false) | (Reality::NotReal, true) => fault!("reality", "{zero:?}: {:?}", root.reality),
        _ => Ok(()),
    }
}

/// Units of variables and polynomials change, and the zeros are the same ones in these units.
#[test]
fn units_do_not_matter() {
    let mut tally = Tally::new("units");
    for seed in seeds(12) {
        let mut rng = StdRng::seed_from_u64(seed);
        let (kind, system) = random_system(&mut rng);
        tally.count(kind);
        let units: Vec<i32> = system.variables().iter().map(|_| rng.random_range(-12..=12)).collect();
        let scaled = scaled(&system, &units, &mut rng);
        let text = system.to_string();
        let Some(plain) = tally.solve(&system, &text, seed, |_| Ok(())) else { continue };
        let judge = |answer: &SolveAnswer| same(&plain, answer, &units);
        tally.solve(&scaled, &scaled.to_string(), seed, judge);
    }
    tally.finish();
}

/// 10^k_j x_j for x_j, and each polynomial times a random power of ten.
fn scaled(system: &System, units: &[i32], rng: &mut StdRng) -> System {
    let polynomial = |terms: &Vec<Term>| -> Vec<Term> {
        let unit: i32 = rng.random_range(-12..=12);
        let of = |term: &Term| {
            let power = unit + term.exponents.iter().map(|&(j, e)| units[j] * e as i32).sum::<i32>();
            Term { coefficient: term.coefficient.clone() * ten(power).into(), exponents: term.exponents.clone() }
        };
        terms.iter().map(of).collect()
    };
    let polynomials = system.polynomials().iter().map(polynomial).collect();
    System::new(system.variables(), polynomials).expect("the same variables")
}

/// The same counts, and zeros that are the same in other units.
fn same(plain: &SolveAnswer, scaled: &SolveAnswer, units: &[i32]) -> Result<(), Fault> {
    let counts = |answer: &SolveAnswer| {
        let certified = answer.solutions.iter().filter(|zero| zero.certificate.root().is_some()).count();
        let others: usize = answer.not_isolated.iter().map(|(_, paths)| paths).sum();
        let finds = [answer.solutions.len(), certified, others];
        (finds, answer.at_infinity, answer.failed, answer.inconsistent)
    };
    if counts(plain) != counts(scaled) {
        return fault!(
            "units",
            "([zeros, certified, not isolated], at infinity, failed, inconsistent): {:?} in plain units, {:?} in these\n    plain:  {}\n    scaled: {}",
            counts(plain),
            counts(scaled),
            all(plain),
            all(scaled)
        );
    }
    let mut rest: Vec<&Solution> = plain.solutions.iter().collect();
    for zero in &scaled.solutions {
        let unscaled: Vec<Coefficient> = zero
            .point
            .iter()
            .zip(units)
            .map(|(&Complex64 { re, im }, &k)| Coefficient::new(exact(re) * ten(k), exact(im) * ten(k)))
            .collect();
        let is_same = |other: &&Solution| {
            let near = distance(&other.point, &unscaled, |j| size(&unscaled[j]).max(1e-3)) < NEAR;
            near && other.multiplicity == zero.multiplicity
        };
        match rest.iter().position(is_same) {
            Some(i) => _ = rest.swap_remove(i),
            None => return fault!("units, zeros", "{zero:?}\n    plain: {}", all(plain)),
        }
    }
    Ok(())
}

/// Numbers of zeros and multiplicities against those of exact elimination.
#[test]
fn exact_elimination() {
    let mut tally = Tally::new("elimination");
    for seed in seeds(12) {
        let counted = counted(&mut StdRng::seed_from_u64(seed));
        tally.count(counted.kind);
        tally.solve(&counted.system, &counted.text, seed, |answer| eliminated(&counted, answer));
    }
    tally.finish();
}

/// Each zero is one of those by elimination, with its multiplicity, and a complete answer has all of them.
fn eliminated(counted: &Counted, answer: &SolveAnswer) -> Result<(), Fault> {
    let mut found = vec![0; counted.factors.len()];
    for solution in &answer.solutions {
        if counted.is_on_common_part(&solution.point) {
            return fault!("claimed isolated", "{:?}: {} paths", solution.point, solution.multiplicity);
        }
        let Some(near) = counted.nearest(&solution.point, NEAR) else {
            return fault!("false zero", "{:?}, multiplicity {}", solution.point, solution.multiplicity);
        };
        found[near] += 1;
        let (_, _, multiplicity) = counted.factors[near];
        if solution.multiplicity != multiplicity && (answer.is_complete() || solution.certificate.root().is_some()) {
            let detail = format!("{} for {multiplicity}: {}", solution.multiplicity, all(answer));
            return Err(Fault { cause: "multiplicity, unsaid", detail });
        }
    }
    let expected: Vec<usize> = counted.factors.iter().map(|&(_, degree, _)| degree).collect();
    if found.iter().zip(&expected).any(|(found, expected)| found > expected) {
        return fault!("too many", "{found:?} for {expected:?}: {}", all(answer));
    }
    if !answer.is_complete() {
        return Ok(());
    }
    if found != expected {
        return fault!("missing, unsaid", "{found:?} for {expected:?}: {}", all(answer));
    }
    match (counted.common.is_some(), answer.not_isolated.is_empty()) {
        (true, true) => fault!("curve, unsaid", "{}", all(answer)),
        (false, false) => fault!("not isolated", "{}", all(answer)),
        _ => Ok(()),
    }
}
