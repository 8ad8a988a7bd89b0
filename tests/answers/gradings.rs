//! Answers that are homogeneous for some weights, of which exponents follow from others: against sums over all permutations.

use eliminant::poly::TextWriter;
use eliminant::{
    Backend, Determinant, DeterminantMethod, Discriminant, Interpolation, Lift, Matrix, Method, Polynomial, Resultant,
};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rug::Integer;

const NAMES: [&str; 5] = ["a", "b", "c", "d", "y"];

/// The determinant by its definition.
fn naive(matrix: &Matrix) -> Polynomial {
    let n = matrix.rows();
    let entries = matrix.entries();
    let constant = |value: i32| Polynomial::constant(matrix.vars(), value.into()).expect("a constant");
    fn expand(n: usize, entries: &[Polynomial], row: usize, used: &mut Vec<usize>, one: &Polynomial) -> Polynomial {
        if row == n {
            return one.clone();
        }
        let mut sum = Polynomial::zero(one.vars()).expect("names of variables");
        for j in (0..n).filter(|&j| !entries[row * n + j].is_zero()) {
            if used.contains(&j) {
                continue;
            }
            // The sign of moving column j before the later ones that are taken already.
            let odd = used.iter().filter(|&&k| k > j).count() % 2 == 1;
            used.push(j);
            let product = &entries[row * n + j] * &expand(n, entries, row + 1, used, one);
            used.pop();
            sum = if odd { &sum - &product } else { &sum + &product };
        }
        sum
    }
    expand(n, entries, 0, &mut Vec::new(), &constant(1))
}

/// Up to `most` random terms with exponents up to `bound` of `count` variables that have the weights of `base`.
fn graded(rng: &mut StdRng, weights: &[Vec<i32>], base: &[i32], bound: i32, most: usize) -> Vec<(Integer, Vec<u32>)> {
    let count = base.len();
    let mut terms: Vec<(Integer, Vec<u32>)> = Vec::new();
    for _ in 0..400 {
        let e: Vec<i32> = (0..count).map(|_| rng.random_range(0..=bound)).collect();
        let same = |w: &Vec<i32>| w.iter().zip(&e).zip(base).map(|((w, e), b)| w * (e - b)).sum::<i32>() == 0;
        let e: Vec<u32> = e.iter().map(|&e| e as u32).collect();
        if terms.len() < most && weights.iter().all(same) && terms.iter().all(|(_, other)| *other != e) {
            terms.push((Integer::from(rng.random_range(1..100)) * if rng.random() { 1 } else { -1 }, e));
        }
    }
    terms
}

/// Random weights of `count` variables, and their rank.
fn weights(rng: &mut StdRng, count: usize, number: usize) -> (Vec<Vec<i32>>, usize) {
    let all: Vec<Vec<i32>> = (0..number).map(|_| (0..count).map(|_| rng.random_range(-1..=3)).collect()).collect();
    let zero = |w: &Vec<i32>| w.iter().all(|&w| w == 0);
    let parallel = |a: &[i32], b: &[i32]| (0..count).all(|i| (0..count).all(|k| a[i] * b[k] == a[k] * b[i]));
    let rank = match &all[..] {
        [] => 0,
        [one] => usize::from(!zero(one)),
        [one, two, ..] if parallel(one, two) => usize::from(!zero(one) || !zero(two)),
        _ => 2,
    };
    (all, rank)
}

#[test]
fn determinants() {
    let mut rng = StdRng::seed_from_u64(1);
    let (mut fewer, mut zeros, mut none) = (0, 0, 0);
    for round in 0..240 {
        let (count, n) = (rng.random_range(1..=4), rng.random_range(1..=4));
        let (weights, rank) = weights(&mut rng, count, round % 3);
        let mut vector = |bound: i32| (0..count).map(|_| rng.random_range(0..=bound)).collect::<Vec<i32>>();
        let (r, c): (Vec<_>, Vec<_>) = ((0..n).map(|_| vector(1)).collect(), (0..n).map(|_| vector(1)).collect());
        let names = &NAMES[..count];
        let mut rows: Vec<Vec<Polynomial>> = Vec::new();
        for r in &r {
            let entry = |c: &Vec<i32>| {
                let base: Vec<i32> = r.iter().zip(c).map(|(r, c)| r + c).collect();
                let terms = match rng.random_range(0..5) {
                    0 => Vec::new(),
                    _ => graded(&mut rng, &weights, &base, 3, 3),
                };
                Polynomial::from_terms(names, terms).expect("an entry")
            };
            rows.push(c.iter().map(entry).collect());
        }
        if round % 7 == 0 && n > 1 {
            rows[n - 1] = rows[0].clone();
        }
        let matrix = Matrix::new(rows).expect("a matrix");
        let expected = naive(&matrix);
        // A lift that is asked for takes primes, where minors would do.
        let determinant = Determinant::new(&matrix).backend(Backend::Cpu).seed(round as u64).lift(Lift::Crt);
        let answer = determinant.run().unwrap_or_else(|error| panic!("{matrix}: {error}"));
        assert_eq!(answer.polynomial, expected, "{matrix}");
        let plan = determinant.plan().expect("a plan");
        let axes = plan.on_grid.grid.len();
        assert!(axes + rank <= count, "{axes} axes, {weights:?}: {matrix}");
        assert_eq!(plan.degree_bound, answer.report.degree_bound);
        let mut text = Vec::new();
        determinant.write(&mut TextWriter::new(&mut text)).expect("written");
        assert_eq!(String::from_utf8(text).expect("UTF-8"), expected.to_string(), "{matrix}");
        for p in [2, 97, 998_244_353] {
            let image = expected.terms().iter().map(|t| (t.coefficient.mod_u(p).into(), t.exponents.to_vec()));
            let image = Polynomial::from_terms(expected.vars(), image).expect("an image");
            let found = determinant.clone().modulus(u64::from(p)).run().expect("an answer").polynomial;
            assert_eq!(found, image, "modulo {p}: {matrix}");
        }
        fewer += usize::from(rank > 0 && axes > 0 && n > 1);
        none += usize::from(axes == count);
        zeros += usize::from(expected.is_zero());
    }
    assert!(fewer > 20 && zeros > 10 && none > 10, "{fewer} {zeros} {none}");
}

/// A pair whose terms have the weights of one term each.
fn pair(rng: &mut StdRng, count: usize, weights: &[Vec<i32>]) -> [Polynomial; 2] {
    let names: Vec<&str> = NAMES[..count].iter().copied().chain(["y"]).collect();
    [(); 2].map(|()| {
        loop {
            let base: Vec<i32> = (0..=count).map(|_| rng.random_range(0..=2)).collect();
            let terms = graded(rng, weights, &base, 3, 4);
            let f = Polynomial::from_terms(&names, terms).expect("a polynomial");
            if !f.is_zero() {
                return f;
            }
        }
    })
}

#[test]
fn resultants_and_discriminants() {
    let mut rng = StdRng::seed_from_u64(2);
    let (mut fewer, mut zeros, mut none) = (0, 0, 0);
    for round in 0..240 {
        let count = rng.random_range(1..=4);
        // Of the kept variables and y; where only y has a weight, nothing follows from it for the others.
        let (weights, rank) = weights(&mut rng, count + 1, round % 3);
        let [f, mut g] = pair(&mut rng, count, &weights);
        if round % 8 == 0 {
            g = &g * &f;
        }
        let matrix = Matrix::sylvester(&f, &g, "y").expect("a matrix");
        let kept = &NAMES[..count];
        let expected = if f.contains("y") || g.contains("y") { naive(&matrix) } else { continue };
        let expected = expected.with_vars(kept).expect("the kept variables");
        for method in [Method::Remainder, Method::Schur, Method::Sylvester] {
            let resultant =
                Resultant::new(&f, &g, "y").backend(Backend::Cpu).method(method).seed(round as u64).lift(Lift::Crt);
            let answer = resultant.run().unwrap_or_else(|error| panic!("{f}, {g}: {error}"));
            assert_eq!(answer.polynomial, expected, "{method:?}: {f}, {g}");
            let mut text = Vec::new();
            resultant.write(&mut TextWriter::new(&mut text)).expect("written");
            assert_eq!(String::from_utf8(text).expect("UTF-8"), expected.to_string(), "{f}, {g}");
            for p in [3, 998_244_353] {
                let image = expected.terms().iter().map(|t| (t.coefficient.mod_u(p).into(), t.exponents.to_vec()));
                let image = Polynomial::from_terms(expected.vars(), image).expect("an image");
                let found = resultant.clone().modulus(u64::from(p)).run().expect("an answer").polynomial;
                assert_eq!(found, image, "{method:?} modulo {p}: {f}, {g}");
            }
        }
        let axes = Resultant::new(&f, &g, "y").lift(Lift::Crt).plan().expect("a plan").on_grid.grid.len();
        assert!(axes + rank <= count + 1, "{axes} axes, {weights:?}: {f}, {g}");
        fewer += usize::from(rank > 0 && axes > 0);
        none += usize::from(axes == count);
        zeros += usize::from(expected.is_zero());
        // disc(f) lc(f) = +-res(f, f').
        let Some(n @ 2..) = f.degree("y") else { continue };
        let product = naive(&Matrix::sylvester(&f, &f.derivative("y"), "y").expect("a matrix"));
        let product = product.with_vars(kept).expect("the kept variables");
        let leading = f.terms().iter().filter(|term| term.exponents[count] == n);
        let leading = leading.map(|term| (term.coefficient.clone(), term.exponents[..count].to_vec()));
        let lead = Polynomial::from_terms(kept, leading).expect("a coefficient");
        for method in [Method::Remainder, Method::Sylvester] {
            let found = Discriminant::new(&f, "y")
                .backend(Backend::Cpu)
                .method(method)
                .lift(Lift::Crt)
                .run()
                .expect("an answer");
            let found = &found.polynomial * &lead;
            let signed = if n * (n - 1) / 2 % 2 == 0 { product.clone() } else { -&product };
            assert_eq!(found, signed, "{f}");
        }
    }
    assert!(fewer > 20 && zeros > 10 && none > 10, "{fewer} {zeros} {none}");
}

/// One axis is left of two: interpolation at arbitrary points has it.
#[test]
fn arbitrary_points() {
    let [f, g] = ["y^3 - 2*x*z*y + z^3", "x*y^2 + 5*z^3 - x^2*z"].map(|text| text.parse::<Polynomial>().unwrap());
    let by = |interpolation| Resultant::new(&f, &g, "y").backend(Backend::Cpu).interpolation(interpolation);
    let [ntt, vandermonde] = [Interpolation::Ntt, Interpolation::Vandermonde].map(|i| by(i).run().unwrap());
    assert_eq!(ntt.polynomial, vandermonde.polynomial);
    assert_eq!(by(Interpolation::Ntt).plan().unwrap().on_grid.grid.len(), 1);
    assert_eq!(vandermonde.report.interpolation, "vandermonde");
    let of_nine = |term: &eliminant::poly::Term| term.exponents.iter().sum::<u32>() == 9;
    assert!(ntt.polynomial.terms().len() > 3 && ntt.polynomial.terms().iter().all(of_nine));
}

/// A matrix of symbols is homogeneous in those of each row and column: of n^2 axes (n - 1)^2 are left.
#[test]
fn symbols() {
    for n in 1..=4 {
        let matrix = Matrix::generic(n, n, "x").expect("a matrix");
        let determinant = Determinant::new(&matrix).backend(Backend::Cpu).method(DeterminantMethod::Elimination);
        assert_eq!(determinant.run().expect("an answer").polynomial, naive(&matrix));
        assert_eq!(determinant.plan().expect("a plan").on_grid.grid.len(), (n - 1) * (n - 1));
    }
    // A circulant is homogeneous, a Vandermonde matrix too.
    let circulant: Matrix = "[[a, b, c], [c, a, b], [b, c, a]]".parse().unwrap();
    let vandermonde: Matrix =
        "[[1, a, a^2, a^3], [1, b, b^2, b^3], [1, c, c^2, c^3], [1, d, d^2, d^3]]".parse().unwrap();
    for (matrix, axes) in [(circulant, 2), (vandermonde, 3)] {
        let determinant = Determinant::new(&matrix).backend(Backend::Cpu).method(DeterminantMethod::Elimination);
        assert_eq!(determinant.run().expect("an answer").polynomial, naive(&matrix));
        assert_eq!(determinant.plan().expect("a plan").on_grid.grid.len(), axes);
    }
}
