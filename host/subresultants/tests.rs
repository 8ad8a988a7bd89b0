//! Subresultants against determinants of Sylvester's rows, in generic and degenerate position.

use super::problem::Problem;
use super::which::{Which, last};
use crate::poly::{Matrix, Polynomial};
use crate::run::options::Backend;
use crate::run::tuples::List;
use crate::{Cofactors, Determinant, RationalPolynomial, Subresultants};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rug::Integer;

/// S_k by its definition: the determinant whose last column has the polynomials themselves.
fn by_definition(f: &Polynomial, g: &Polynomial, var: &str, k: u32) -> Polynomial {
    let (p, q) = (f.degree(var).unwrap_or(0), g.degree(var).unwrap_or(0));
    let names: Vec<&str> = f.vars().iter().map(String::as_str).collect();
    let y = Polynomial::variable(&names, var).unwrap();
    let row = |h: &Polynomial, shift: u32| -> Vec<Polynomial> {
        let whole = h * &y.pow(shift).unwrap();
        let coefficients = whole.collect(var).unwrap();
        let column = |power: u32| match coefficients.get(power as usize) {
            Some(c) => c.with_vars(&names).unwrap(),
            None => Polynomial::zero(&names).unwrap(),
        };
        (k + 1..p + q - k).rev().map(column).chain([whole.clone()]).collect()
    };
    let rows = (0..q - k).rev().map(|s| row(f, s)).chain((0..p - k).rev().map(|s| row(g, s)));
    let matrix = Matrix::over(&names, rows.collect()).unwrap();
    Determinant::new(&matrix).backend(Backend::Cpu).run().unwrap().polynomial
}

/// A polynomial of a degree in y with random terms, of which some may vanish.
fn random(rng: &mut StdRng, degree: u32, kept: usize, bits: u32) -> Polynomial {
    let names = &["a", "b", "y"][2 - kept..];
    let sparse = rng.random_bool(0.4);
    let mut terms = Vec::new();
    for power in 0..=degree {
        let count = match power {
            _ if power == degree => 1 + rng.random_range(0..2),
            _ if sparse && rng.random_bool(0.6) => 0,
            _ => rng.random_range(0..4),
        };
        for _ in 0..count {
            // Of those with equal exponents the sum is not 0.
            let coefficient = rng.random_range(-(1i64 << bits)..=1 << bits) * 4 + 1;
            let mut exponents: Vec<u32> = (0..kept).map(|_| rng.random_range(0..4)).collect();
            exponents.push(power);
            terms.push((Integer::from(coefficient), exponents));
        }
    }
    Polynomial::from_terms(names, terms).unwrap()
}

/// One pair of each kind: generic, with a common factor, in y^2, with monomials and contents.
fn pair(rng: &mut StdRng, kind: usize) -> [Polynomial; 2] {
    let kept = rng.random_range(0..3);
    let names = &["a", "b", "y"][2 - kept..];
    let mut degree = |most: u32| rng.random_range(0..=most);
    let (p, q, d) = (degree(5), degree(5), 1 + degree(1));
    let [f, g, h] = [p, q, d].map(|degree| random(rng, degree, kept, 3));
    let y = Polynomial::variable(names, "y").unwrap();
    let double = |f: &Polynomial| f.substitute("y", &y.pow(2).unwrap()).unwrap();
    match kind % 4 {
        0 => [f, g],
        1 => [&f * &h, &g * &h],
        2 => [double(&f), double(&g)],
        _ => {
            let first = Polynomial::variable(names, names[0]).unwrap();
            let factor = &first.pow(2).unwrap() * &Polynomial::constant(names, 6.into()).unwrap();
            [&f * &factor, &g * &(&factor * &first)]
        }
    }
}

fn check(f: &Polynomial, g: &Polynomial) {
    let degrees = [f, g].map(|h| h.degree("y").unwrap_or(0));
    let degrees = (degrees[0], degrees[1]);
    let count = last(degrees).map_or(0, |last| last + 1);
    let chain = Subresultants::new(f, g, "y").backend(Backend::Cpu).run().unwrap();
    let principal = Subresultants::new(f, g, "y").principal().run().unwrap().polynomials;
    assert_eq!((chain.polynomials.len(), principal.len()), (count as usize, count as usize));
    for k in 0..count {
        let expected = by_definition(f, g, "y", k);
        assert_eq!(chain.polynomials[k as usize], expected, "S_{k} of {f} and {g}");
        assert_eq!(Subresultants::new(f, g, "y").index(k).run().unwrap().polynomials, std::slice::from_ref(&expected));
        let leading = expected.collect("y").unwrap().get(k as usize).cloned();
        assert_eq!(Some(principal[k as usize].clone()).filter(|psc| !psc.is_zero()), leading.filter(|c| !c.is_zero()));
        let found =
            Cofactors::new(f, g, "y").index(k).run().unwrap_or_else(|error| panic!("{error}: S_{k} of {f} and {g}"));
        assert_eq!(found.subresultant, expected, "{f} and {g}");
        assert_eq!(&(&found.u * f) + &(&found.v * g), expected, "cofactors of S_{k} of {f} and {g}");
        let below = |c: &Polynomial, most: u32| c.is_zero() || c.degree("y").unwrap_or(0) < most;
        assert!(below(&found.u, degrees.1 - k) && below(&found.v, degrees.0 - k), "{f} and {g}");
    }
    assert!(Subresultants::new(f, g, "y").index(count).run().is_err());
}

/// Values where leading coefficients vanish, and where f or g does, against the polynomials.
#[test]
fn values_at_points_modulo_small_primes() {
    let mut rng = StdRng::seed_from_u64(7);
    let (mut degenerate, mut all) = (0, 0);
    for round in 0..if cfg!(debug_assertions) { 80 } else { 400 } {
        let [f, g] = pair(&mut StdRng::seed_from_u64(round), round as usize);
        let mut builder = Subresultants::new(&f, &g, "y");
        if round % 3 == 0 {
            builder = Subresultants::sturm_habicht(&f, "y");
        }
        let chain = builder.run().unwrap().polynomials;
        let mut values = builder.values().unwrap();
        assert_eq!(values.count(), chain.len());
        for p in [2, 3, 5, 2_147_483_647, 9_223_372_036_854_775_783] {
            for _ in 0..6 {
                let point: Vec<u64> = values.kept().iter().map(|_| rng.random_range(0..p)).collect();
                let reduced = |s: &Polynomial| -> Vec<u64> {
                    s.collect("y").unwrap().iter().map(|row| row.evaluate_mod(&point, p).unwrap()).collect()
                };
                let found = values.chain_at(&point, p).unwrap();
                let principal = values.principal_at(std::slice::from_ref(&point), p).unwrap().remove(0);
                for (k, s) in chain.iter().enumerate() {
                    let mut expected = reduced(s);
                    expected.resize(k + 1, 0);
                    assert_eq!(found[k], expected, "S_{k} of {f} and {g} at {point:?} modulo {p}");
                    assert_eq!(values.at(k as u32, &point, p).unwrap(), expected);
                    assert_eq!(principal[k], expected[k]);
                }
                let leads = [&f, &g].map(|h| reduced(h).last().copied().unwrap_or(0));
                (degenerate, all) = (degenerate + usize::from(leads.contains(&0)), all + 1);
            }
        }
        if let Some((k, s)) = chain.iter().enumerate().next_back() {
            assert_eq!(values.polynomial(k as u32).unwrap(), s);
        }
        assert!(values.at(chain.len() as u32, &vec![0; values.kept().len()], 3).is_err());
    }
    assert!(5 * degenerate > all && degenerate < all, "{degenerate} of {all}");
}

/// The number of different real roots from the principal coefficients of a Sturm-Habicht sequence, the last one first: Basu, Pollack and Roy, notation 4.30.
fn real_roots(principal: &[Polynomial]) -> i64 {
    let signs: Vec<i64> = principal.iter().map(|c| c.as_constant().map_or(0, |c| c.cmp0() as i64)).rev().collect();
    let nonzero: Vec<usize> = (0..signs.len()).filter(|&i| signs[i] != 0).collect();
    let of_pair = |pair: &[usize]| {
        let gap = pair[1] - pair[0];
        let sign = if (gap * (gap - 1) / 2).is_multiple_of(2) { 1 } else { -1 };
        if gap % 2 == 1 { sign * signs[pair[0]] * signs[pair[1]] } else { 0 }
    };
    nonzero.windows(2).map(of_pair).sum()
}

/// Against their definition, and the number of real roots.
#[test]
fn sturm_habicht_sequences() {
    let mut rng = StdRng::seed_from_u64(11);
    for round in 0..60 {
        let (kept, degree) = (round % 3, round as u32 % 7);
        let mut f = random(&mut rng, degree, kept, 3);
        if round % 4 == 1 {
            let square = random(&mut rng, 1 + round as u32 % 2, kept, 2);
            f = &f * &square.pow(2).unwrap();
        }
        let p = f.degree("y").unwrap_or(0);
        let derivative = f.derivative("y");
        let sequence = Subresultants::sturm_habicht(&f, "y").run().unwrap().polynomials;
        let principal = Subresultants::sturm_habicht(&f, "y").principal().run().unwrap().polynomials;
        assert_eq!((sequence.len(), principal.len()), (p as usize + 1, p as usize + 1));
        for (k, found) in (0..=p).zip(&sequence) {
            let expected = match k {
                _ if k == p => f.clone(),
                _ => {
                    let s = by_definition(&f, &derivative, "y", k);
                    if (p - k) * (p - k - 1) / 2 % 2 == 1 { -s } else { s }
                }
            };
            assert_eq!(*found, expected, "number {k} of {f}");
            let one = Subresultants::sturm_habicht(&f, "y").index(k).run().unwrap().polynomials;
            assert_eq!(one, std::slice::from_ref(&expected));
            let coefficient = expected.collect("y").unwrap().get(k as usize).cloned();
            assert_eq!(
                coefficient.filter(|c| !c.is_zero()),
                Some(principal[k as usize].clone()).filter(|c| !c.is_zero())
            );
        }
        assert!(Subresultants::sturm_habicht(&f, "y").index(p + 1).run().is_err());
        for modulus in [2, 7, 9_223_372_036_854_775_783] {
            let reduced: Vec<Polynomial> =
                sequence.iter().map(|s| crate::run::modulus::image(s, modulus.into()).unwrap()).collect();
            assert_eq!(Subresultants::sturm_habicht(&f, "y").modulus(modulus).run().unwrap().polynomials, reduced);
        }
        let c = Integer::from(10);
        let rational = RationalPolynomial::new(f.clone(), c.clone()).unwrap();
        let over_q = Subresultants::sturm_habicht_of_rational(&rational, "y").run().unwrap().polynomials;
        for ((k, s), found) in (0..).zip(&sequence).zip(&over_q) {
            use rug::ops::Pow;
            let by = Integer::from((&c).pow(if k == p { 1 } else { 2 * (p - k) - 1 }));
            assert_eq!(*found, RationalPolynomial::new(s.clone(), by).unwrap());
        }
        if kept == 0 {
            let expected = if p == 0 { 0 } else { crate::RealRoots::new(&f).run().unwrap().len() as i64 };
            assert_eq!(real_roots(&principal), expected, "{f}");
        }
    }
    let message = Subresultants::sturm_habicht(&"y^2 - x".parse().unwrap(), "z").run().unwrap_err().to_string();
    assert!(message.contains("\"z\" does not occur"), "{message}");
}

#[test]
fn random_pairs_of_all_kinds() {
    let rounds = if cfg!(debug_assertions) { 60 } else { 400 };
    for round in 0..rounds {
        let [f, g] = pair(&mut StdRng::seed_from_u64(round), round as usize);
        check(&f, &g);
    }
}

/// Both ways give the same, whichever is chosen.
#[test]
fn minors_and_values() {
    let mut both = 0;
    for round in 0..20 {
        let [f, g] = pair(&mut StdRng::seed_from_u64(100 + round), round as usize);
        let degrees = [&f, &g].map(|h| h.degree("y").unwrap_or(0));
        let Some(last) = last((degrees[0], degrees[1])) else { continue };
        let options = crate::ListOptions::default();
        for which in [Which::Chain { last }, Which::Principal { last }, Which::Cofactors(0)] {
            let problem = Problem::new([&f, &g], "y", |_| Ok(which), None).unwrap();
            let bounds = problem.decide(&options.run).unwrap();
            let Some(expansion) = problem.expansion(&bounds, None, &options).unwrap() else { continue };
            // The check of the values is that of the other way.
            let values = expansion.values(&options.run).unwrap();
            problem.drawn(&bounds, false, &options.run).unwrap().compare("subresultants", &values).unwrap();
            let outline = bounds.outline(problem.kept.len(), &options).unwrap();
            assert_eq!(outline.support.len() > 0, !bounds.sides.is_empty());
            both += 1;
        }
    }
    assert!(both > 10, "{both}");
}

/// Symbols: no grid has room for them.
#[test]
fn symbols_in_all_coefficients() {
    let f: Polynomial = "a5*y^5 + a4*y^4 + a3*y^3 + a2*y^2 + a1*y + a0".parse().unwrap();
    let g: Polynomial = "b4*y^4 + b3*y^3 + b2*y^2 + b1*y + b0".parse().unwrap();
    let answer = Subresultants::new(&f, &g, "y").index(2).run().unwrap();
    assert!(answer.report.minors);
    let names: Vec<String> = f.vars().iter().chain(g.vars()).filter(|v| *v != "y").cloned().collect();
    let names: Vec<&str> = names.iter().map(String::as_str).chain(["y"]).collect();
    let [f, g] = [&f, &g].map(|h| h.with_vars(&names).unwrap());
    assert_eq!(answer.polynomials[0].with_vars(&names).unwrap(), by_definition(&f, &g, "y", 2));
}

#[test]
fn modulo_primes_and_over_q() {
    let mut rng = StdRng::seed_from_u64(5);
    for round in 0..24 {
        let [f, g] = pair(&mut rng, round);
        let degrees = [&f, &g].map(|h| h.degree("y").unwrap_or(0));
        let over_z = Subresultants::new(&f, &g, "y").run().unwrap().polynomials;
        for p in [2, 3, 101, 2_147_483_647, 9_223_372_036_854_775_783] {
            let found = Subresultants::new(&f, &g, "y").modulus(p).run().unwrap().polynomials;
            let reduced: Vec<Polynomial> =
                over_z.iter().map(|s| crate::run::modulus::image(s, p.into()).unwrap()).collect();
            assert_eq!(found, reduced, "{f} and {g} modulo {p}");
        }
        let [c, d] = [6, 35].map(rug::Integer::from);
        let [rf, rg] = [(&f, &c), (&g, &d)].map(|(h, c)| RationalPolynomial::new(h.clone(), c.clone()).unwrap());
        let over_q = Subresultants::of_rational(&rf, &rg, "y").run().unwrap().polynomials;
        for (k, (s, found)) in (0..).zip(over_z.iter().zip(&over_q)) {
            use rug::ops::Pow;
            let by = Integer::from((&c).pow(degrees[1] - k)) * Integer::from((&d).pow(degrees[0] - k));
            assert_eq!(*found, RationalPolynomial::new(s.clone(), by).unwrap());
        }
    }
}

#[test]
fn faults_are_named() {
    let [f, g, zero] = ["y^2 - x", "y - 1", "0*y"].map(|text| text.parse::<Polynomial>().unwrap());
    let message = |found: crate::Result<crate::SubresultantsAnswer>| found.unwrap_err().to_string();
    assert!(message(Subresultants::new(&f, &g, "z").run()).contains("\"z\" does not occur"));
    assert!(message(Subresultants::new(&f, &zero, "y").run()).contains("the second one is 0"));
    assert!(message(Subresultants::new(&f, &g, "y").index(2).run()).contains("there are those from 0 to 1"));
    assert!(message(Subresultants::new(&f, &g, "y").modulus(4).run()).contains("not a prime"));
    let long: Polynomial = "y^100000 + 1".parse().unwrap();
    assert!(message(Subresultants::new(&long, &g, "y").index(0).run()).contains("degree in the eliminated variable"));
    let large: Polynomial = "y^9000 + 1".parse().unwrap();
    assert!(
        message(Subresultants::new(&large, &large.derivative("y"), "y").run())
            .contains("coefficients of subresultants")
    );
}
