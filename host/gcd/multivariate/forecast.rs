//! How long the steps of a GCD in several variables take, as progress is measured.

use super::bounds::main_by_degrees;
use super::dense::{Dense, Rows};
use super::shape::{Sizes, predicted_steps, steps};
use super::terms::Terms;
use crate::gcd::forecast::{LOADED, LOADED_WORD, part_of_ends};
use crate::gcd::pair::content;
use crate::plan::cost::{Linear, Rates};
use crate::poly::Term;
use rug::Integer;

/// Nanoseconds that one core takes besides the stages of an engine, on an EPYC (`benches/results/2026-11-25-epyc-progress.txt`), for a
/// coefficient and each word of 32 bits of it. From its term to its place:
const PLACED: Linear = Linear { each: 250.0, further: 2.0 };
/// By powers of the main variable, once more.
const IN_ROWS: Linear = Linear { each: 60.0, further: 0.5 };
/// From residues to the coefficients of rows, whose sizes are added up.
const FOUND: Linear = Linear { each: 60.0, further: 0.5 };
/// From rows to its place.
const ASSEMBLED: Linear = Linear { each: 90.0, further: 0.5 };
/// Its value modulo a 61-bit prime, with its residue.
const VALUE: Linear = Linear { each: 40.0, further: 0.7 };
/// Its term, and what is given back.
const TERM: Linear = Linear { each: 90.0, further: 0.5 };
/// A limb of a row that is divided as a long integer, and each doubling of its length.
const DIVIDED: f64 = 14.0;
/// The same of a product.
const MULTIPLIED: f64 = 8.0;
/// A product modulo a 61-bit prime, of which each coefficient of an image takes one in each variable.
const PRODUCT: f64 = 6.0;

/// Nanoseconds of one core in which rows are divided by a polynomial.
pub(super) fn division(rows: &Rows, by: &Dense) -> f64 {
    if by.is_one() {
        return 0.0;
    }
    // As many limbs for each coefficient as those of the quotient may have.
    let of_row = |row: &Dense| {
        let bits = row.height() + row.dims.iter().map(|&n| n as u64).sum::<u64>();
        (row.coefficients.len() as f64, bits)
    };
    as_integers(rows.iter().flatten().map(of_row))
}

/// Nanoseconds of one core in which rows are multiplied by a polynomial.
pub(super) fn product(rows: &Rows, by: &Dense) -> f64 {
    if by.is_one() {
        return 0.0;
    }
    let height = by.height();
    let of_row = |row: &Dense| {
        let count: f64 = row.dims.iter().zip(&by.dims).map(|(a, b)| (a + b - 1) as f64).product();
        (count, row.height() + height)
    };
    as_integers(rows.iter().flatten().map(of_row)) * MULTIPLIED / DIVIDED
}

/// The time of divisions of so many coefficients of so many bits, as long integers.
fn as_integers(all: impl Iterator<Item = (f64, u64)>) -> f64 {
    let one = |(count, bits): (f64, u64)| {
        let limbs = count * (bits / 64 + 1) as f64;
        DIVIDED * limbs * limbs.max(2.0).log2()
    };
    all.map(one).sum()
}

/// Nanoseconds of so many coefficients with so many words.
fn time(of: Linear, (count, words): (f64, f64)) -> f64 {
    of.each * count + of.further * words
}

/// Coefficients that tell a content.
const FOR_CONTENT: usize = 8;

/// Coefficients of one polynomial, among them zeros.
#[derive(Debug, Clone, Copy)]
pub(super) struct Measure {
    pub count: f64,
    /// Words of 32 bits of all.
    pub words: f64,
    /// Bits of the longest.
    pub height: u64,
}

impl Measure {
    /// Of so many coefficients, of which these are not 0.
    pub fn new<'a>(count: usize, coefficients: impl Iterator<Item = &'a Integer>) -> Self {
        let (limbs, height) = coefficients
            .fold((0, 0), |(limbs, height), c| (limbs + c.as_limbs().len(), height.max(c.significant_bits().into())));
        Measure { count: count as f64, words: 2.0 * limbs as f64, height }
    }

    pub fn of(f: &Dense) -> Self {
        Measure::new(f.coefficients.len(), f.coefficients.iter())
    }
}

/// The degrees that the GCD is likely to have, from the ends of both polynomials in lexicographic order, first and last, and the contents of both: ends of the
/// GCD divide them, as in one variable (`host/gcd/forecast.rs`).
fn likely_degrees(
    (f, g): (&[usize], &[usize]),
    ends: [[Option<&Integer>; 2]; 2],
    contents: &[Integer; 2],
) -> Vec<usize> {
    let bits = |c: &Integer| f64::from(c.significant_bits());
    let [first, last] = ends.map(|[a, b]| match a.zip(b) {
        Some((a, b)) => {
            let [a, b] = [Integer::from(a / &contents[0]), Integer::from(b / &contents[1])];
            (bits(&Integer::from(a.gcd_ref(&b))), bits(&a).min(bits(&b)))
        }
        None => (0.0, 0.0),
    });
    let part = part_of_ends([first, last]);
    f.iter().zip(g).map(|(&f, &g)| (part * (f.min(g) - 1) as f64).round() as usize).collect()
}

/// Nanoseconds of the steps of one GCD.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Forecast {
    /// From terms to places.
    pub input: f64,
    /// One image for each variable.
    pub bounds: f64,
    /// By powers of the main variable.
    pub rows: f64,
    /// The steps that [`super::multiples`] reports: the way to the engine, images, lift, and the numbers that prove it.
    pub load: f64,
    pub images: f64,
    pub lift: f64,
    pub proof: f64,
    /// Contents multiplied in, and the coefficients in their places.
    pub assemble: f64,
    /// The comparison at a random point.
    pub verify: f64,
    /// The terms of the answer.
    pub terms: f64,
}

impl Forecast {
    /// Of images of these sizes, on an engine with these rates; a GCD of degree 0 in some variable is found by one image for each.
    pub fn new(rates: &Rates, sizes: &Sizes<'_>, [f, g]: [Measure; 2]) -> Self {
        let given = (f.count + g.count, f.words + g.words);
        let work = sizes.work(f.height.max(g.height));
        // Of GCD and cofactors, which are as long as f and g together.
        let found = (work.coefficients as f64, given.1);
        let variables = sizes.f.len() as f64;
        let ends = Forecast {
            input: time(PLACED, given),
            bounds: variables * PRODUCT * given.0 + given.1,
            verify: time(VALUE, (given.0 + found.0, 2.0 * given.1)),
            terms: time(TERM, found),
            ..Forecast::default()
        };
        let lacks = |k: usize| sizes.bounds[k] == 0 && sizes.f[k].max(sizes.g[k]) > 1;
        if (0..sizes.f.len()).any(lacks) {
            // Two images agree that it is.
            return Forecast { bounds: 2.0 * ends.bounds, ..ends };
        }
        let stages = rates.stages(&work, rates.primes(work.bits));
        let sum = |names: &[&str]| {
            let named = stages.iter().filter(|stage| names.contains(&stage.stage));
            1e6 * named.map(|stage| stage.milliseconds).sum::<f64>()
        };
        let job = sizes.job();
        let interpolated = f64::from(job.outputs()) * sum(&["interpolate"]);
        let points = work.points() * rates.in_bundles(rates.primes(work.bits));
        let more = rates.step() * points * (predicted_steps(&job) - steps(&job)) as f64;
        Forecast {
            rows: time(IN_ROWS, given),
            load: LOADED * given.0 + LOADED_WORD * given.1,
            images: sum(&["tables", "reduce", "evaluate", "scalars"]) + interpolated + more,
            lift: sum(&["lift"]),
            proof: time(FOUND, found),
            assemble: time(ASSEMBLED, found),
            ..ends
        }
    }

    /// Of primitive polynomials, with the GCD that their ends let expect.
    pub fn likely(rates: &Rates, f: &Dense, g: &Dense) -> Self {
        let first = |f: &'_ Dense| f.coefficients.iter().position(|c| !c.is_zero());
        let first = [f, g].map(|f| first(f).map(|k| &f.coefficients[k]));
        let ones = [Integer::from(1), Integer::from(1)];
        let bounds = likely_degrees((&f.dims, &g.dims), [first, [f.leading(), g.leading()]], &ones);
        let var = main_by_degrees(&f.dims, &g.dims).unwrap_or(0);
        let sizes = Sizes { f: &f.dims, g: &g.dims, var, bounds: &bounds };
        Forecast::new(rates, &sizes, [f, g].map(Measure::of))
    }

    /// The same of terms, for dense polynomials with so many coefficients in each variable.
    pub fn of_terms(rates: &Rates, (f, f_dims): (&Terms<'_>, &[usize]), (g, g_dims): (&Terms<'_>, &[usize])) -> Self {
        let end = |of: fn(&[Term]) -> Option<&Term>| [f, g].map(|f| of(f.terms).map(|term| &term.coefficient));
        // Of some of the coefficients it is about the same.
        let content = |f: &Terms<'_>| {
            let some = f.terms.iter().step_by(f.terms.len() / FOR_CONTENT + 1);
            content(some.chain(f.terms.last()).map(|term| &term.coefficient))
        };
        let ends = [end(<[Term]>::last), end(<[Term]>::first)];
        let bounds = likely_degrees((f_dims, g_dims), ends, &[content(f), content(g)]);
        let var = main_by_degrees(f_dims, g_dims).unwrap_or(0);
        let sizes = Sizes { f: f_dims, g: g_dims, var, bounds: &bounds };
        let measure = |f: &Terms<'_>, dims: &[usize]| {
            Measure::new(dims.iter().product(), f.terms.iter().map(|term| &term.coefficient))
        };
        Forecast::new(rates, &sizes, [measure(f, f_dims), measure(g, g_dims)])
    }

    /// The steps that images, lift and proof report.
    pub fn multiples(&self) -> f64 {
        self.load + self.images + self.lift + self.proof
    }

    /// The work of the primitive GCD.
    pub fn computed(&self) -> f64 {
        self.bounds + self.rows + self.multiples() + self.assemble
    }

    /// The work that is left when there is one.
    pub fn end(&self) -> f64 {
        self.verify + self.terms
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gcd::multivariate::exact;
    use crate::plan::cost::CORE_50;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    fn random(dims: [usize; 2], bits: u32, rng: &mut StdRng) -> Dense {
        let integer = |_| (0..bits / 30).fold(Integer::from(1), |all, _| (all << 30) + rng.random_range(1..1i32 << 30));
        Dense::new(dims.to_vec(), (0..dims[0] * dims[1]).map(integer).collect()).unwrap()
    }

    /// (h a, h b) for random polynomials with so many coefficients and bits.
    fn pair(h: ([usize; 2], u32), others: ([usize; 2], u32)) -> [Dense; 2] {
        let rng = &mut StdRng::seed_from_u64(3);
        let [h, a, b] = [h, others, others].map(|(dims, bits)| random(dims, bits, rng));
        [a, b].map(|other| exact::product(&h, &other, 1 << 30).unwrap())
    }

    fn degrees([f, g]: &[Dense; 2]) -> Vec<usize> {
        let ends = [[f, g].map(|f| f.coefficients.first()), [f, g].map(|f| f.coefficients.last())];
        likely_degrees((&f.dims, &g.dims), ends, &[Integer::from(1), Integer::from(1)])
    }

    #[test]
    fn ends_tell_the_degrees() {
        assert_eq!(degrees(&pair(([1, 1], 0), ([9, 7], 300))), [0, 0]);
        let even = degrees(&pair(([7, 9], 300), ([7, 9], 300)));
        assert!((5..=7).contains(&even[0]) && (7..=9).contains(&even[1]), "{even:?}");
        let large = degrees(&pair(([10, 10], 900), ([2, 2], 60)));
        assert!(large.iter().all(|&degree| degree >= 8), "{large:?}");
    }

    /// A pair that is likely to be coprime has images for bounds and no others, and the larger its GCD the less its images take.
    #[test]
    fn coprime_pairs_have_no_images() {
        let likely = |[f, g]: &[Dense; 2]| Forecast::likely(&CORE_50, f, g);
        let coprime = likely(&pair(([1, 1], 0), ([19, 19], 300)));
        assert!(coprime.bounds > 0.0 && coprime.input > 0.0 && coprime.end() > 0.0);
        assert_eq!((coprime.computed(), coprime.multiples()), (coprime.bounds, 0.0));
        let even = likely(&pair(([10, 10], 300), ([10, 10], 300)));
        assert!(even.images > even.bounds && even.computed() > even.multiples() + even.bounds);
    }
}
