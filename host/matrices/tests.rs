//! Adjugates, ranks and linear systems against determinants of minors, in generic and degenerate position.

use super::problem::Problem;
use super::{Adjugate, LinearAnswer, LinearSystem, Rank, Solvability};
use crate::engine::MatrixWanted;
use crate::poly::matrix::naive;
use crate::run::options::Backend;
use crate::run::tuples::List;
use crate::{Certainty, ListOptions, Matrix, Polynomial, RationalMatrix, RationalPolynomial};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rug::Integer;

/// A polynomial with a few random terms, often 0.
fn polynomial(rng: &mut StdRng, names: &[&str], density: u32) -> Polynomial {
    let count = if rng.random_range(0..100) < density { 1 + rng.random_range(0..3) } else { 0 };
    let mut term = || {
        let exponents: Vec<u32> = names.iter().map(|_| rng.random_range(0..3)).collect();
        (Integer::from(rng.random_range(-9..10)), exponents)
    };
    Polynomial::from_terms(names, (0..count).map(|_| term()).collect::<Vec<_>>()).unwrap()
}

/// A matrix of each kind: dense, sparse, of a lower rank, with contents and powers of variables in rows and columns, of numbers, with equal entries.
fn matrix(rng: &mut StdRng, kind: usize, (rows, columns): (usize, usize)) -> Matrix {
    let names: &[&str] = [&["x", "y"][..], &["x"], &["x", "y", "z"], &[]][rng.random_range(0..4)];
    let density = [100, 50, 90, 80, 100, 35][kind % 6];
    let row = |rng: &mut StdRng| -> Vec<Polynomial> { (0..columns).map(|_| polynomial(rng, names, density)).collect() };
    let mut all: Vec<Vec<Polynomial>> = (0..rows).map(|_| row(rng)).collect();
    match kind % 6 {
        2 if rows > 1 => {
            // Combinations of the first rows.
            for i in rows - 1 - rng.random_range(0..rows.div_ceil(2))..rows {
                let (f, g) = (polynomial(rng, names, 100), polynomial(rng, names, 50));
                let other = rng.random_range(0..i.max(1));
                all[i] = (0..columns).map(|j| &(&all[0][j] * &f) + &(&all[other][j] * &g)).collect();
            }
        }
        3 => {
            let factor = polynomial(rng, names, 100);
            let monomial = |f: &Polynomial| match f.terms().first() {
                Some(term) => Polynomial::from_terms(names, [(Integer::from(6), term.exponents.to_vec())]).unwrap(),
                None => Polynomial::constant(names, 10.into()).unwrap(),
            };
            let (factor, last) = (monomial(&factor), columns.saturating_sub(1));
            all.iter_mut().for_each(|row| row.iter_mut().skip(last).for_each(|f| *f = &*f * &factor));
            all.iter_mut().take(1).flatten().for_each(|f| *f = &*f * &factor);
        }
        4 if rows > 0 => {
            let first: Vec<Polynomial> = all[0].clone();
            let squared = |f: &Polynomial, by: usize| {
                let square = |e: &u32| 2 * e;
                let terms = f.terms().iter();
                let terms =
                    terms.map(|t| (t.coefficient.clone(), t.exponents.iter().map(square).collect::<Vec<u32>>()));
                let f = Polynomial::from_terms(names, terms).unwrap();
                if by.is_multiple_of(2) { f } else { f.negate() }
            };
            for (i, row) in all.iter_mut().enumerate() {
                row.iter_mut().enumerate().for_each(|(j, f)| *f = squared(&first[(i * j) % columns], i + j));
            }
        }
        _ => {}
    }
    Matrix::over(names, all).unwrap()
}

/// The adjugate by its definition.
fn adjugate(m: &Matrix) -> Matrix {
    let n = m.rows();
    let without = |k: usize| (0..n).filter(|&i| i != k).collect::<Vec<usize>>();
    let entry = |i: usize, j: usize| {
        let value = naive::determinant(&m.submatrix(&without(j), &without(i)).unwrap());
        if (i + j).is_multiple_of(2) { value } else { value.negate() }
    };
    Matrix::over(m.vars(), (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect()).unwrap()
}

#[test]
fn random_adjugates() {
    let rounds = if cfg!(debug_assertions) { 150 } else { 3000 };
    let (mut minors, mut zeros) = (0, 0);
    for round in 0..rounds {
        let mut rng = StdRng::seed_from_u64(round);
        let n = rng.random_range(0..6);
        let m = matrix(&mut rng, round as usize, (n, n));
        let expected = adjugate(&m);
        for backend in [Backend::Auto, Backend::Cpu] {
            let answer = Adjugate::new(&m).backend(backend).run().unwrap();
            assert_eq!(answer.adjugate, expected, "{m}");
            assert_eq!(answer.determinant, naive::determinant(&m), "{m}");
            minors += usize::from(answer.report.minors);
            zeros += usize::from(expected.entries().iter().all(Polynomial::is_zero));
        }
    }
    assert!(zeros > 2 && minors > 0, "{minors} {zeros}");
}

/// By values and as minors, whichever is chosen.
#[test]
fn both_ways_agree() {
    let mut both = 0;
    for round in 0..60 {
        let mut rng = StdRng::seed_from_u64(1000 + round);
        let n = 1 + rng.random_range(0..4);
        let wanted = [MatrixWanted::Adjugate, MatrixWanted::Solution][round as usize % 2];
        let columns = if wanted == MatrixWanted::Solution { n + 2 } else { n };
        let m = matrix(&mut rng, round as usize / 2, (n, columns));
        let options = ListOptions::default();
        let problem = Problem::new(&m, wanted, None).unwrap();
        if problem.entries.rows.is_empty() {
            continue;
        }
        let decided = problem.decide(&options.run).unwrap();
        let bounds = &decided.bounds;
        assert_eq!(decided.order.places.len(), bounds.sides.len());
        let Some(expansion) = problem.expansion(&decided, None, &options).unwrap() else { continue };
        // The check of the values is that of the other way.
        let values = expansion.values(&options.run).unwrap();
        problem.drawn(&decided, false, &options.run).unwrap().compare("adjugate", &values).unwrap();
        for (value, sides) in values.iter().zip(&bounds.sides) {
            let within = |e: &[u32]| e.iter().zip(sides).all(|(e, side)| e < side);
            assert!(value.terms().iter().all(|term| within(&term.exponents)), "{m}: {value} {sides:?}");
            assert!(u64::from(value.max_bits()) <= bounds.height);
        }
        both += 1;
    }
    assert!(both > 25, "{both}");
}

/// Numbers of symbols: no grid has room for them.
#[test]
fn symbols() {
    let n = 5;
    let row = |i: usize| (0..n).map(|j| format!("a{i}{j}").parse::<Polynomial>().unwrap()).collect();
    let m = Matrix::new((0..n).map(row).collect()).unwrap();
    let answer = Adjugate::new(&m).run().unwrap();
    assert!(answer.report.minors);
    assert_eq!((answer.determinant.terms().len(), answer.adjugate[(1, 2)].terms().len()), (120, 24));
    assert_eq!(answer.adjugate, adjugate(&m));
    assert_eq!(Rank::new(&m).run().unwrap().rank, n);
    let b = Matrix::parse("[[b1], [b2], [b3], [b4], [b5]]").unwrap();
    let answer = LinearSystem::new(&m, &b).run().unwrap();
    assert_eq!((answer.denominator.terms().len(), answer.numerators[(4, 0)].terms().len()), (120, 120));
}

/// A banded matrix of 20 rows in many symbols.
#[test]
fn bands_of_symbols() {
    let n = 14;
    let entry = |i: usize, j: usize| match i.abs_diff(j) < 2 {
        true => format!("a{}", i + j).parse::<Polynomial>().unwrap(),
        false => Polynomial::from(0),
    };
    let m = Matrix::new((0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect()).unwrap();
    let answer = Adjugate::new(&m).run().unwrap();
    assert!(answer.report.minors);
    let product = m.checked_mul(&answer.adjugate).unwrap();
    assert!((0..n * n).all(|k| {
        let entry = &product[(k / n, k % n)];
        if k / n == k % n { *entry == answer.determinant } else { entry.is_zero() }
    }));
}

#[test]
fn adjugates_modulo_primes_and_over_q() {
    for round in 0..24 {
        let mut rng = StdRng::seed_from_u64(2000 + round);
        let n = rng.random_range(0..4);
        let m = matrix(&mut rng, round as usize, (n, n));
        let expected = Adjugate::new(&m).run().unwrap();
        for p in [2, 3, 101, 2_147_483_647, 9_223_372_036_854_775_783] {
            let found = Adjugate::new(&m).modulus(p).run().unwrap();
            let reduced = |f: &Polynomial| crate::run::modulus::image(f, p.into()).unwrap();
            assert!(found.adjugate.entries().iter().zip(expected.adjugate.entries()).all(|(a, b)| *a == reduced(b)));
            assert_eq!(found.determinant, reduced(&expected.determinant));
        }
        // Rows divided by numbers.
        let entry =
            |k: usize| RationalPolynomial::new(m.entries()[k].clone(), Integer::from([6, 35, 4][k / n])).unwrap();
        let rows: Vec<Vec<RationalPolynomial>> = (0..n).map(|i| (0..n).map(|j| entry(i * n + j)).collect()).collect();
        let over_q = RationalMatrix::over(m.vars(), rows).unwrap();
        let found = Adjugate::of_rational(&over_q).run().unwrap();
        let product = over_q.checked_mul(&found.adjugate).unwrap();
        for k in 0..n * n {
            let value = &product[(k / n, k % n)];
            assert!(if k / n == k % n { *value == found.determinant } else { value.is_zero() }, "{over_q}");
        }
        if n == 3 {
            let divided = |j: usize| Integer::from(6 * 35 * 4 / [6, 35, 4][j]);
            let of =
                |k: usize| RationalPolynomial::new(expected.adjugate.entries()[k].clone(), divided(k % n)).unwrap();
            assert!((0..n * n).all(|k| found.adjugate.entries()[k] == of(k)));
        }
    }
}

/// The rank by minors of all sizes at the rows and columns of the answer, and one more.
#[test]
fn random_ranks() {
    let rounds = if cfg!(debug_assertions) { 120 } else { 2000 };
    let mut ranks = [0; 6];
    for round in 0..rounds {
        let mut rng = StdRng::seed_from_u64(3000 + round);
        let (rows, columns) = (rng.random_range(0..6), rng.random_range(0..6));
        let m = matrix(&mut rng, round as usize, (rows, columns));
        let answer = Rank::new(&m).certify(round % 2 == 0).run().unwrap();
        let rank = answer.rank;
        assert_eq!((answer.rows.len(), answer.columns.len()), (rank, rank));
        let minor = m.submatrix(&answer.rows, &answer.columns).unwrap();
        assert!(!naive::determinant(&minor).is_zero(), "{m}");
        // All minors with one row and column more vanish.
        for i in (0..rows).filter(|i| !answer.rows.contains(i)) {
            for j in (0..columns).filter(|j| !answer.columns.contains(j)) {
                let more = |all: &[usize], k: usize| [all, &[k]].concat();
                let larger = m.submatrix(&more(&answer.rows, i), &more(&answer.columns, j)).unwrap();
                assert!(naive::determinant(&larger).is_zero(), "{m}");
            }
        }
        let is_full = rank == m.rows().min(m.columns());
        let is_zero = m.entries().iter().all(Polynomial::is_zero);
        assert_eq!(answer.is_certified, round % 2 == 0 || is_full || is_zero, "{m}");
        assert!(answer.is_certified || answer.report.failure_log2.is_some_and(|failure| failure < -100.0));
        assert_eq!(answer.is_certified, answer.report.certainty == "certified");
        ranks[rank] += 1;
    }
    assert!(ranks.iter().all(|&count| count > 2), "{ranks:?}");
    let m = Matrix::parse("[[x, y], [x^2, x*y]]").unwrap();
    let quick = Rank::new(&m).certainty(Certainty::Probabilistic { error_exponent: 60 }).run().unwrap();
    assert!(!quick.is_certified && Rank::new(&m).run().unwrap().is_certified);
    assert!(Rank::new(&m).modulus(7).run().unwrap_err().to_string().contains("over Q"));
}

/// Whether M times the numerators is the denominator times b, and the fraction is primitive.
fn check_solution(m: &Matrix, b: &Matrix, answer: &LinearAnswer) {
    let of = |m: &Matrix| m.clone().with_vars(answer.denominator.vars()).unwrap();
    let product = of(m).checked_mul(&answer.numerators).unwrap();
    let right = of(b);
    assert!(product.entries().iter().zip(right.entries()).all(|(a, b)| *a == b * &answer.denominator), "{m} {b}");
    let all: Vec<Polynomial> =
        answer.numerators.entries().iter().cloned().chain([answer.denominator.clone()]).collect();
    assert_eq!(crate::gcd_list(&all).unwrap().as_constant(), Some(1.into()), "{m} {b}");
    assert!(answer.denominator.terms()[0].coefficient > 0);
    assert!(answer.free.iter().all(|&j| (0..b.columns()).all(|c| answer.numerators[(j, c)].is_zero())));
}

#[test]
fn random_linear_systems() {
    let rounds = if cfg!(debug_assertions) { 150 } else { 3000 };
    let mut kinds = [0; 3];
    for round in 0..rounds {
        let mut rng = StdRng::seed_from_u64(4000 + round);
        // Without rows a list of them does not say how many columns there are.
        let (rows, columns) = match round % 3 {
            0 => (4 - round as usize % 4, 4 - round as usize % 4),
            _ => (1 + rng.random_range(0..4), rng.random_range(0..5)),
        };
        let m = matrix(&mut rng, round as usize / 3, (rows, columns));
        let names: Vec<&str> = m.vars().iter().map(String::as_str).collect();
        let beside = 1 + rng.random_range(0..2);
        let random = |rng: &mut StdRng, rows: usize| {
            let row = |rng: &mut StdRng| (0..beside).map(|_| polynomial(rng, &names, 80)).collect();
            let rows = (0..rows).map(|_| row(rng)).collect();
            Matrix::over(&names, rows).unwrap()
        };
        // Consistent more often than by chance.
        let b = if round % 2 == 0 && columns > 0 {
            m.checked_mul(&random(&mut rng, columns)).unwrap()
        } else {
            random(&mut rng, rows)
        };
        if b.rows() != m.rows() {
            continue;
        }
        let answer = LinearSystem::new(&m, &b).run().unwrap();
        let row = |i: usize| [&m, &b].into_iter().flat_map(move |m| (0..m.columns()).map(move |j| m[(i, j)].clone()));
        let whole = Matrix::over(&names, (0..rows).map(|i| row(i).collect()).collect()).unwrap();
        let [of_m, of_whole] = [&m, &whole].map(|m| Rank::new(m).run().unwrap().rank);
        let expected = match (of_m == of_whole, of_m == columns) {
            (false, _) => Solvability::None,
            (true, true) => Solvability::Unique,
            (true, false) => Solvability::Infinite,
        };
        assert_eq!(answer.solvability, expected, "{m} {b}");
        kinds[expected as usize] += 1;
        if expected == Solvability::None {
            assert!(answer.numerators.rows() == 0 && answer.denominator.is_zero());
            continue;
        }
        assert_eq!(answer.free.len(), columns - of_m);
        assert_eq!(
            (answer.numerators.rows(), answer.numerators.columns()),
            (columns, if columns > 0 { b.columns() } else { 0 })
        );
        if columns > 0 {
            check_solution(&m, &b, &answer);
        }
    }
    assert!(kinds.iter().all(|&count| count > 20), "{kinds:?}");
}

#[test]
fn linear_systems_over_q() {
    let [m, b] = ["[[x/2, 1/3], [1, y/5]]", "[[1/7], [z]]"].map(|text| RationalMatrix::parse(text).unwrap());
    let answer = LinearSystem::of_rational(&m, &b).run().unwrap();
    assert_eq!(answer.denominator.vars(), ["x", "y", "z"]);
    let (of_m, _) = m.into_parts();
    let scaled = Matrix::parse("[[6], [5*z]]").unwrap();
    assert_eq!(of_m.to_string(), "[[3*x, 2], [5, y]]");
    // The first row was multiplied by 42.
    let of_m = Matrix::parse("[[21*x, 14], [5, y]]").unwrap();
    check_solution(&of_m, &scaled, &answer);
}

#[test]
fn faults_are_named() {
    let [wide, square, column] =
        ["[[1, 2]]", "[[1, x], [0, 1]]", "[[1], [2], [3]]"].map(|text| Matrix::parse(text).unwrap());
    let message = |error: crate::Error| error.to_string();
    assert!(message(Adjugate::new(&wide).run().unwrap_err()).contains("1 row and 2 columns"));
    assert!(message(Adjugate::new(&square).modulus(4).run().unwrap_err()).contains("not a prime"));
    assert!(
        message(LinearSystem::new(&square, &column).run().unwrap_err()).contains("has 3 rows, and the matrix has 2")
    );
    assert!(message(LinearSystem::new(&square, &square).modulus(5).run().unwrap_err()).contains("over Q"));
    let high = Matrix::parse("[[x^2000000000, 1], [1, x^2000000000]]").unwrap();
    assert!(message(Adjugate::new(&high).run().unwrap_err()).contains("degree of the answer"));
    assert_eq!(Rank::new(&high).run().unwrap().rank, 2);
}
