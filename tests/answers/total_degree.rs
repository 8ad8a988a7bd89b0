//! Answers whose total degree is bounded below what their degrees allow: products of linear forms, whose resultants are products of the
//! resultants of pairs of them, and matrices that are products of triangular ones.

use crate::suite;
use eliminant::poly::TextWriter;
use eliminant::{Backend, Determinant, Discriminant, Lift, Matrix, Method, Polynomial, Resultant};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rug::Integer;

const NAMES: [&str; 4] = ["x", "y", "z", "t"];

/// Exponents in n variables whose sum is at most `degree`.
fn simplex(degree: u32, n: u32) -> u64 {
    Integer::from(degree + n).binomial(n).to_u64().expect("a small number")
}

/// c + sum of a_k v_k over all of these variables with random a_k that are not 0; its coefficients, that of 1 last.
fn linear(names: &[&str], rng: &mut StdRng) -> (Polynomial, Vec<i64>) {
    let coefficients: Vec<i64> =
        (0..=names.len()).map(|_| rng.random_range(1..1 << 20) * [1, -1][rng.random_range(0..2)]).collect();
    let terms = coefficients.iter().enumerate().map(|(k, &c)| {
        let mut exponents = vec![0; names.len()];
        exponents.iter_mut().skip(k).take(1).for_each(|e| *e = 1);
        (Integer::from(c), exponents)
    });
    let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
    (Polynomial::from_terms(&names, terms).expect("a linear form"), coefficients)
}

fn product<'p>(factors: impl Iterator<Item = &'p Polynomial>) -> Polynomial {
    factors.cloned().reduce(|a, b| &a * &b).expect("a factor")
}

/// Where they were asked for, slabs and parts of the answer.
fn ways(backend: Backend, mut run: impl FnMut(Backend, u32, Method)) {
    run(backend, 1, Method::Remainder);
    run(backend, 1, Method::Sylvester);
    run(backend, 4, Method::Remainder);
}

fn resultants(backend: Backend) {
    let mut rng = StdRng::seed_from_u64(1);
    for (n, p, q) in [(2, 9, 8), (3, 4, 5), (3, 6, 3)] {
        let names: Vec<&str> = NAMES[..n].iter().copied().chain(["w"]).collect();
        let [a, b]: [Vec<_>; 2] = [p, q].map(|count| (0..count).map(|_| linear(&names, &mut rng)).collect());
        let [f, g] = [&a, &b].map(|all| product(all.iter().map(|(form, _)| form)));
        // Of a w + A and b w + B it is a B - b A.
        let kept: Vec<String> = NAMES[..n].iter().map(|&name| name.to_owned()).collect();
        let pairs: Vec<Polynomial> = a
            .iter()
            .flat_map(|(_, a)| b.iter().map(move |(_, b)| (a, b)))
            .map(|(a, b)| {
                let at = |k: usize| Integer::from(a[n]) * b[k] - Integer::from(b[n]) * a[k];
                let terms = (0..n).chain([n + 1]).map(|k| (at(k), (0..n).map(|i| u32::from(i == k)).collect()));
                Polynomial::from_terms(&kept, terms).expect("a polynomial")
            })
            .collect();
        let expected = product(pairs.iter());
        ways(backend, |backend, slabs, method| {
            let resultant = || Resultant::new(&f, &g, "w").backend(backend).slabs(slabs).method(method);
            let plan = Resultant::new(&f, &g, "w").method(method).plan().expect("a plan");
            assert_eq!(plan.on_grid.coefficients, simplex(p * q, n as u32), "{n} {p} {q}");
            assert_eq!(resultant().run().expect("a resultant").polynomial, expected, "{n} {p} {q} {slabs}");
            let mut text = Vec::new();
            resultant().write(&mut TextWriter::new(&mut text)).expect("a resultant");
            assert_eq!(String::from_utf8(text).expect("text").trim_end(), expected.to_string());
        });
        // Modulo a prime that has a grid, and one that has none.
        for modulus in [2_013_265_921, 101] {
            let found =
                Resultant::new(&f, &g, "w").backend(backend).modulus(u64::from(modulus)).run().expect("a resultant");
            let terms = expected
                .terms()
                .iter()
                .map(|term| (Integer::from(term.coefficient.mod_u(modulus)), term.exponents.to_vec()));
            assert_eq!(found.polynomial, Polynomial::from_terms(expected.vars(), terms).expect("residues"));
        }
    }
}

fn discriminants(backend: Backend) {
    let mut rng = StdRng::seed_from_u64(2);
    let names = ["x", "y", "z", "w"];
    let forms: Vec<_> = (0..4).map(|_| linear(&names, &mut rng)).collect();
    let f = product(forms.iter().map(|(form, _)| form));
    // The product of the squares of the resultants of all pairs.
    let pair = |a: &Polynomial, b: &Polynomial| {
        Resultant::new(a, b, "w").backend(backend).run().expect("a resultant").polynomial
    };
    let pairs: Vec<Polynomial> =
        (0..4).flat_map(|i| (0..i).map(move |j| (i, j))).map(|(i, j)| pair(&forms[i].0, &forms[j].0)).collect();
    let root = product(pairs.iter());
    // A lift that is asked for takes primes, where minors would do.
    let plan = Discriminant::new(&f, "w").lift(Lift::Crt).plan().expect("a plan");
    assert_eq!(plan.on_grid.coefficients, simplex(12, 3));
    let found = Discriminant::new(&f, "w").backend(backend).lift(Lift::Crt).run().expect("a discriminant");
    assert_eq!(found.polynomial, &root * &root);
}

fn determinants(backend: Backend) {
    let mut rng = StdRng::seed_from_u64(3);
    for (count, n) in [(2, 12), (3, 6), (4, 4)] {
        let names = &NAMES[..count];
        let vars: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        let zero = Polynomial::zero(&vars).expect("0");
        let mut triangle = |lower: bool| -> Vec<Vec<Polynomial>> {
            let mut entry =
                |i: usize, j: usize| if (i >= j) == lower || i == j { linear(names, &mut rng).0 } else { zero.clone() };
            (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect()
        };
        let (l, u) = (triangle(true), triangle(false));
        let entry = |i: usize, j: usize| (0..n).fold(zero.clone(), |sum, k| &sum + &(&l[i][k] * &u[k][j]));
        let matrix = Matrix::new((0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect()).expect("a matrix");
        let expected = product((0..n).flat_map(|i| [&l[i][i], &u[i][i]]));
        let plan = Determinant::new(&matrix).lift(Lift::Crt).plan().expect("a plan");
        let (degree, whole) = (2 * n as u32, (2 * n as u64 + 1).pow(count as u32));
        assert_eq!(plan.on_grid.coefficients, simplex(degree, count as u32), "{count} of {whole}");
        for slabs in [1, 4] {
            let found =
                Determinant::new(&matrix).lift(Lift::Crt).backend(backend).slabs(slabs).run().expect("a determinant");
            assert_eq!(found.polynomial, expected, "{count} {n} {slabs}");
        }
        let contracted =
            Determinant::new(&matrix).lift(Lift::Crt).backend(backend).contraction(true).run().expect("a determinant");
        assert_eq!(contracted.polynomial, expected);
    }
}

#[test]
fn on_the_cpu() {
    resultants(Backend::Cpu);
    discriminants(Backend::Cpu);
    determinants(Backend::Cpu);
}

#[test]
fn on_a_device() {
    if suite::have_gpu() {
        resultants(Backend::Cuda);
        discriminants(Backend::Cuda);
        determinants(Backend::Cuda);
    }
}
