//! Subresultants against determinants of Sylvester's rows, in generic and degenerate position.

use super::plan::Bounds;
use super::problem::Problem;
use super::which::{Which, last};
use crate::poly::{Matrix, Polynomial};
use crate::run::options::Backend;
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
            let bounds = Bounds::new(&problem).unwrap();
            let Some(expansion) = super::minors::Expansion::new(&problem, &bounds, None, &options).unwrap() else {
                continue;
            };
            // The check of the values is that of the other way.
            expansion.values("subresultants", &bounds, &options).unwrap();
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
                over_z.iter().map(|s| crate::run::modulus::times(s, 1, p).unwrap()).collect();
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
