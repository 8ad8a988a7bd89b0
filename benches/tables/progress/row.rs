//! Computations whose progress is watched: GCDs of f = a h and g = b h for random a, b and h, and resultants and determinants of random polynomials.

use crate::gcd::product;
use eliminant::{
    Decomposition, Determinant, Gcd, GcdBatch, GcdMethod, GcdOptions, Matrix, Polynomial, Result, Resultant,
    RunOptions, RunReport,
};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rug::Integer;
use rug::integer::Order;

/// A computation.
pub struct Row {
    pub name: String,
    task: Task,
    method: GcdMethod,
    /// Whether cofactors are asked for.
    cofactors: bool,
}

enum Task {
    /// Each pair by itself in one variable or several.
    Pair(Shape),
    Batch(Vec<Shape>),
    /// The squarefree decomposition of prod a_i^i for random a_i of these degrees.
    Squarefree(Vec<u32>, u32),
    /// Of two polynomials, the last of whose variables is eliminated: degrees in that, variables and degree of the others, bits.
    Resultant([u32; 2], (u32, u32), u32),
    /// Of a matrix of so many rows: variables and degree of its entries, bits.
    Determinant(u32, (u32, u32), u32),
}

/// Variables, degrees of a, b and h in each of them, and bits of a and b, and of h.
#[derive(Clone, Copy)]
struct Shape {
    vars: u32,
    degrees: (u32, u32, u32),
    bits: (u32, u32),
    ends: Ends,
    /// One of so many coefficients of a, b and h is not zero, about.
    sparse: u32,
    /// Whether f and g are multiplied by one polynomial without the first variable, of the degree of h.
    content: bool,
}

/// Leading and constant coefficients of all factors.
#[derive(Clone, Copy, PartialEq)]
enum Ends {
    /// Random, as all others.
    Random,
    /// 1.
    One,
}

const VARS: [&str; 4] = ["x", "y", "z", "t"];

/// A factor: its degree in each variable, its bits, its ends, of how many coefficients one is not zero, and from which variable on it has them.
#[derive(Clone, Copy)]
struct Factor {
    degree: u32,
    bits: u32,
    ends: Ends,
    sparse: u32,
    first_var: u32,
}

/// The coefficients of a random factor, with x^(width^k) in place of variable number k.
fn coefficients((vars, width): (u32, usize), factor: Factor, rng: &mut StdRng) -> Vec<Integer> {
    let Factor { degree, bits, ends, sparse, first_var } = factor;
    let length = degree as usize + 1;
    let count = length.pow(vars - first_var);
    let power = |i: u32| width.pow(first_var + i);
    let place = |k: usize| (0..vars - first_var).map(|i| k / length.pow(i) % length * power(i)).sum::<usize>();
    let mut all = vec![Integer::new(); place(count - 1) + 1];
    for k in 0..count {
        let words: Vec<u64> = (0..=bits / 64).map(|_| rng.random()).collect();
        let value = Integer::from_digits(&words, Order::Lsf).keep_bits(bits) | Integer::from(1);
        let is_end = k == 0 || k + 1 == count;
        if !is_end && sparse > 1 && rng.random_range(0..sparse) > 0 {
            continue;
        }
        all[place(k)] = match (is_end && ends == Ends::One, rng.random()) {
            (true, _) => Integer::from(1),
            (false, true) => -value,
            (false, false) => value,
        };
    }
    all
}

/// The product of random factors, each with the seed of its random numbers.
fn polynomial(vars: u32, factors: &[(Factor, u64)]) -> Result<Polynomial> {
    let width = factors.iter().map(|(factor, _)| factor.degree as usize).sum::<usize>() + 1;
    let factor = |&(factor, seed)| coefficients((vars, width), factor, &mut StdRng::seed_from_u64(seed));
    let all = factors.iter().map(factor).fold(vec![Integer::from(1)], |all, factor| product(&all, &factor));
    if vars == 1 {
        return Polynomial::from_dense(VARS[0], all);
    }
    let exponents = |place: usize| (0..vars).map(|i| (place / width.pow(i) % width) as u32).collect();
    let terms = all.into_iter().enumerate().filter(|(_, c)| !c.is_zero()).map(|(place, c)| (c, exponents(place)));
    Polynomial::from_terms(&VARS[..vars as usize], terms.collect::<Vec<(Integer, Vec<u32>)>>())
}

impl Shape {
    fn pair(self) -> Result<(Polynomial, Polynomial)> {
        let Shape { vars, degrees: (a, b, h), bits: (others, common), ends, sparse, content } = self;
        let factor = |degree, bits| Factor { degree, bits, ends, sparse, first_var: 0 };
        let of = |other, seed| {
            let mut factors = vec![(factor(h, common), 1), (factor(other, others), seed)];
            if content {
                factors.push((Factor { first_var: 1, ..factor(h, common) }, 4));
            }
            polynomial(vars, &factors)
        };
        Ok((of(a, 2)?, of(b, 3)?))
    }
}

/// All rows, with sizes times `scale`: with 1 most of them take two to five seconds on one core.
pub fn all(scale: f64) -> Vec<Row> {
    let size = |n: u32| ((f64::from(n) * scale) as u32).max(2);
    let shape = |vars, (a, b, h): (u32, u32, u32), bits| {
        let sized = |n: u32| if n == 0 { 0 } else { size(n) };
        let degrees = (sized(a), sized(b), sized(h));
        Shape { vars, degrees, bits, ends: Ends::Random, sparse: 1, content: false }
    };
    let one = |degrees, bits| shape(1, degrees, bits);
    let row = |name: &str, task| Row { name: name.to_owned(), task, method: GcdMethod::Remainder, cofactors: false };
    let pair = |name: &str, shape| row(name, Task::Pair(shape));
    let mut rows = vec![
        pair("coprime", one((60_000, 59_000, 0), (3000, 1))),
        pair("coprime-small", one((200_000, 199_000, 0), (40, 1))),
        pair("gcd-10", one((14_400, 14_000, 1600), (1500, 1500))),
        pair("gcd-10-even", one((28_800, 28_000, 3200), (2700, 300))),
        pair("gcd-50", one((10_000, 9500, 10_000), (1500, 1500))),
        pair("gcd-90", one((2400, 2100, 21_600), (1500, 1500))),
        pair("gcd-90-even", one((1600, 1400, 14_400), (300, 2700))),
        pair("monic-50", Shape { ends: Ends::One, ..one((10_000, 9500, 10_000), (1500, 1500)) }),
        pair("uneven-degrees", one((15_000, 1500, 1500), (1500, 1500))),
        pair("uneven-bits", one((16_000, 15_200, 16_000), (3000, 300))),
        pair("huge-bits", one((200, 190, 200), (30_000, 30_000))),
        pair("long", one((60_000, 58_000, 60_000), (60, 60))),
        pair("two", shape(2, (200, 180, 200), (400, 400))),
        pair("two-coprime", shape(2, (900, 900, 0), (400, 400))),
        pair("two-90", shape(2, (50, 45, 400), (400, 400))),
        pair("two-bits", shape(2, (28, 28, 28), (8000, 8000))),
        pair("three", shape(3, (36, 36, 36), (200, 200))),
        pair("four", shape(4, (12, 12, 12), (100, 100))),
        pair("sparse", Shape { sparse: 100, ..one((70_000, 69_000, 70_000), (100, 100)) }),
        pair("two-sparse", Shape { sparse: 40, ..shape(2, (200, 180, 200), (100, 100)) }),
        pair("three-sparse", Shape { sparse: 40, ..shape(3, (40, 36, 40), (100, 100)) }),
        pair("two-monic", Shape { ends: Ends::One, ..shape(2, (200, 180, 200), (400, 400)) }),
        pair("three-coprime", shape(3, (100, 100, 0), (200, 200))),
        pair("two-content", Shape { content: true, ..shape(2, (120, 100, 90), (300, 300)) }),
    ];
    for (name, shape) in [
        ("cofactors", one((10_000, 9500, 10_000), (1500, 1500))),
        ("cofactors-10", one((14_400, 14_000, 1600), (1500, 1500))),
        ("two-cofactors", shape(2, (200, 180, 200), (400, 400))),
    ] {
        rows.push(Row { cofactors: true, ..pair(name, shape) });
    }
    let mut schur = pair("schur", one((2800, 2600, 2800), (500, 500)));
    schur.method = GcdMethod::Schur;
    rows.push(schur);
    let equal = Shape { degrees: (0, 0, size(16_000)), bits: (1, 6000), ..one((0, 0, 1), (1, 1)) };
    rows.push(pair("equal", equal));
    let batch = (0..60).map(|k| one((600 + 20 * k, 500 + 20 * k, 400 + 30 * k), (300 + 5 * k, 300 + 5 * k)));
    rows.push(row("batch", Task::Batch(batch.collect())));
    let several = (0..30).map(|k| shape(2, (40 + k, 40, 40 + k), (100 + k, 100 + k)));
    rows.push(row("batch-two", Task::Batch(several.collect())));
    rows.push(row("squarefree", Task::Squarefree([1600, 1200, 800, 400].map(size).to_vec(), 300)));
    rows.push(row("squarefree-2", Task::Squarefree([3000, 3000].map(size).to_vec(), 600)));
    rows.push(row("squarefree-1", Task::Squarefree(vec![size(30_000)], 600)));
    for (name, degrees, others, bits) in [
        ("res-long", [250, 240], (1, 1), 30),
        ("res-bits", [20, 20], (1, 12), 10_000),
        ("res-points", [12, 12], (1, 4000), 60),
        ("res-two", [14, 12], (2, 14), 32),
        ("res-three", [7, 6], (3, 6), 32),
    ] {
        rows.push(row(name, Task::Resultant(degrees.map(size), (others.0, size(others.1)), bits)));
    }
    for (name, n, others, bits) in
        [("det-0", 200, (0, 0), 300), ("det-1", 80, (1, 8), 32), ("det-2", 22, (2, 6), 32), ("det-3", 12, (3, 4), 32)]
    {
        rows.push(row(name, Task::Determinant(size(n), (others.0, others.1), bits)));
    }
    rows
}

/// A dense polynomial in the first variables, of these degrees.
fn dense(degrees: &[u32], bits: u32, seed: u64) -> Result<Polynomial> {
    let mut rng = StdRng::seed_from_u64(seed);
    let count = degrees.iter().fold(1, |all, degree| all * (degree + 1));
    let exponents = |mut place: u32| {
        let of = |degree: &u32| {
            let exponent = place % (degree + 1);
            place /= degree + 1;
            exponent
        };
        degrees.iter().map(of).collect::<Vec<u32>>()
    };
    let mut integer = || {
        let words: Vec<u64> = (0..=bits / 64).map(|_| rng.random()).collect();
        Integer::from_digits(&words, Order::Lsf).keep_bits(bits) | Integer::from(1)
    };
    let terms: Vec<(Integer, Vec<u32>)> = (0..count).map(|place| (integer(), exponents(place))).collect();
    Polynomial::from_terms(&VARS[..degrees.len()], terms)
}

impl Row {
    /// Computes it; what it did.
    pub fn run(&self, run: &RunOptions, begin: impl FnOnce()) -> Result<RunReport> {
        let mut options = GcdOptions::default();
        (options.run, options.method) = (run.clone(), self.method);
        match &self.task {
            Task::Pair(shape) => {
                let (f, g) = shape.pair()?;
                begin();
                Gcd::new(&f, &g).cofactors(self.cofactors).options(options).run().map(|answer| answer.report.run)
            }
            Task::Batch(shapes) => {
                let pairs: Vec<_> = shapes.iter().map(|shape| shape.pair()).collect::<Result<_>>()?;
                begin();
                GcdBatch::new(&pairs).options(options).run().map(|(_, report)| report.run)
            }
            &Task::Resultant(degrees, (others, degree), bits) => {
                let of = |main: u32, seed| {
                    let mut all = vec![degree; others as usize];
                    all.push(main);
                    dense(&all, bits, seed)
                };
                let (f, g, var) = (of(degrees[0], 1)?, of(degrees[1], 2)?, VARS[others as usize]);
                begin();
                Resultant::new(&f, &g, var).run_options(run.clone()).run().map(|answer| answer.report.run)
            }
            &Task::Determinant(n, (others, degree), bits) => {
                let entry = |k: u32| dense(&vec![degree; others as usize], bits, k.into());
                let row = |i: u32| (0..n).map(|j| entry(i * n + j)).collect::<Result<Vec<Polynomial>>>();
                let matrix = Matrix::new((0..n).map(row).collect::<Result<_>>()?)?;
                begin();
                Determinant::new(&matrix).run_options(run.clone()).run().map(|answer| answer.report.run)
            }
            Task::Squarefree(degrees, bits) => {
                let factor = |degree| Factor { degree, bits: *bits, ends: Ends::Random, sparse: 1, first_var: 0 };
                let powers = degrees
                    .iter()
                    .zip(1..)
                    .flat_map(|(&degree, k)| std::iter::repeat_n((factor(degree), k), k as usize));
                let f = polynomial(1, &powers.collect::<Vec<_>>())?;
                begin();
                Decomposition::new(&f).options(options).run().map(|(_, report)| report.run)
            }
        }
    }
}
