//! Bounds on the degrees of a GCD, from one image per variable.
//!
//! A bound 0 decides: the GCD is 1, or lacks a variable, and nothing that follows would show that it is more. So it is believed when
//! images modulo two primes agree, so that no single fault decides. Others are checked by the images that follow.

use super::dense::{Dense, PARALLEL};
use crate::alone;
use crate::alone::prelude::*;
use crate::control::Control;
use crate::error::Result;
use crate::plan::prime61::Prime61;
use gpu::gcd::quotient_steps::pseudo_divide;
use rand::Rng;
use std::borrow::Cow;
use std::ops::Range;

/// Products of residues below 2^61 whose sum is reduced once: below 8 p^2 < 2^64 p.
const TOGETHER: usize = 8;

/// The sums over all e of `powers`\[e\] times values \[outer\]\[e\]\[inner\].
fn summed(field: Prime61, values: &[u64], powers: &[u64], inner: usize) -> Vec<u64> {
    let mut sums = vec![0; values.len() / powers.len()];
    for (block, sums) in values.chunks_exact(powers.len() * inner).zip(sums.chunks_exact_mut(inner)) {
        for (rows, powers) in block.chunks(TOGETHER * inner).zip(powers.chunks(TOGETHER)) {
            for (i, sum) in sums.iter_mut().enumerate() {
                let products =
                    rows[i..].iter().step_by(inner).zip(powers).map(|(&c, &x)| u128::from(c) * u128::from(x));
                *sum = field.add(*sum, field.reduce(products.sum()));
            }
        }
    }
    sums
}

/// Images of a polynomial, each in one variable.
struct Point<'a> {
    field: Prime61,
    /// Powers of the value of each variable, at least as many as there are coefficients.
    powers: &'a [Vec<u64>],
    /// Coefficients in each variable.
    dims: &'a [usize],
    /// Whether an image is wanted in a variable.
    wanted: &'a [bool],
}

impl Point<'_> {
    /// The image in each variable in which one is wanted, the constant term first, and others that are empty. `residues` are those of all
    /// coefficients. O(s) products for s of them.
    fn images(&self, residues: &[u64]) -> Vec<Vec<u64>> {
        let mut images = vec![Vec::new(); self.dims.len()];
        self.within(residues, 0, &mut images);
        images
    }

    /// Those in the variables from number `first` on, from the values for all exponents of these. Each half of them is summed out, from its end or
    /// its beginning on, for the images in the other half. The first sum takes a product a value, those that follow fewer.
    fn within(&self, values: &[u64], first: usize, images: &mut [Vec<u64>]) {
        if let [image] = images {
            *image = values.to_vec();
            return;
        }
        let (middle, end) = (first + images.len() / 2, first + images.len());
        let (of_first, of_last) = images.split_at_mut(middle - first);
        let is_wanted = |range: Range<usize>| self.wanted[range].contains(&true);
        let without =
            |values: &[u64], k: usize, inner| summed(self.field, values, &self.powers[k][..self.dims[k]], inner);
        let mut on_first = || {
            if is_wanted(first..middle) {
                let sums = |values: Cow<'_, [u64]>, k| without(&values, k, 1).into();
                self.within(&(middle..end).rev().fold(values.into(), sums), first, of_first);
            }
        };
        let mut on_last = || {
            if is_wanted(middle..end) {
                let sums = |values: Cow<'_, [u64]>, k| without(&values, k, values.len() / self.dims[k]).into();
                self.within(&(first..middle).fold(values.into(), sums), middle, of_last);
            }
        };
        match values.len() < PARALLEL {
            true => (on_first(), on_last()),
            false => alone::join(on_first, on_last),
        };
    }
}

/// Degree of gcd(a, b); `None` for a = b = 0. No quotient is divided by a leading coefficient, of which the inverse takes as long as a short division.
///
/// # Errors
/// `Cancelled`.
pub(in crate::gcd) fn gcd_degree(
    field: Prime61,
    mut a: Vec<u64>,
    mut b: Vec<u64>,
    control: &Control,
) -> Result<Option<usize>> {
    let trim = |f: &mut Vec<u64>| {
        while f.last() == Some(&0) {
            f.pop();
        }
    };
    trim(&mut a);
    trim(&mut b);
    if a.len() < b.len() {
        std::mem::swap(&mut a, &mut b);
    }
    let mut quotient = Vec::new();
    while !b.is_empty() {
        control.check()?;
        quotient.resize(a.len() - b.len() + 1, 0);
        pseudo_divide(&*field, &mut a, &b, &mut quotient, || control.is_stopped());
        a.truncate(b.len() - 1);
        trim(&mut a);
        std::mem::swap(&mut a, &mut b);
    }
    // A division that was stopped leaves anything.
    control.check()?;
    Ok(a.len().checked_sub(1))
}

/// The degrees that images have told in one variable.
#[derive(Default)]
struct Told(Vec<usize>);

impl Told {
    /// The bound, once it is known: one that is not 0, or what two images agree on. Each image is a bound, so that whatever two have is one,
    /// even where a third is wrong.
    fn bound(&self) -> Option<usize> {
        match self.0[..] {
            [] => None,
            [degree] => (degree > 0).then_some(degree),
            [ref before @ .., last] => before.contains(&last).then_some(last),
        }
    }
}

/// Bounds on the degrees of gcd(f, g) in all variables, usually the degrees themselves; `control` is told of it.
///
/// The leading coefficient of the GCD in a variable divides those of f and g. Where one of these does not vanish at a point
/// modulo a prime, the GCD keeps its degree there, and divides the image's. Images number i are at random points modulo `primes`\[i\], random ones
/// too, of which there are as many as were needed so far. O(s) products for s coefficients, and the steps of Euclid's algorithm.
///
/// # Errors
/// `Cancelled`.
pub(super) fn degree_bounds(
    f: &Dense,
    g: &Dense,
    (primes, rng): (&mut Vec<Prime61>, &mut impl Rng),
    control: &Control,
) -> Result<Vec<usize>> {
    let most: Vec<usize> = (0..f.dims.len()).map(|var| f.degree(var).min(g.degree(var))).collect();
    agreed(&most, |number, vars| {
        if number == primes.len() {
            primes.push(Prime61::random(rng));
        }
        images(primes[number], (f, g), (vars, &most), rng, control)
    })
}

/// The bounds that are at most `most`, by the degrees that images number 0, 1, ... tell for some variables.
fn agreed(most: &[usize], mut images: impl FnMut(usize, &[usize]) -> Result<Vec<usize>>) -> Result<Vec<usize>> {
    let mut told: Vec<Told> = most.iter().map(|_| Told::default()).collect();
    for number in 0.. {
        let open: Vec<usize> = (0..most.len()).filter(|&var| most[var] > 0 && told[var].bound().is_none()).collect();
        if open.is_empty() {
            break;
        }
        for (&var, degree) in open.iter().zip(images(number, &open)?) {
            told[var].0.push(degree);
        }
    }
    Ok(told.iter().map(|told| told.bound().unwrap_or(0)).collect())
}

/// The degrees of one image in each of some variables, at most `most`, at a random point.
///
/// # Errors
/// `Cancelled`.
fn images(
    field: Prime61,
    (f, g): (&Dense, &Dense),
    (vars, most): (&[usize], &[usize]),
    rng: &mut impl Rng,
    control: &Control,
) -> Result<Vec<usize>> {
    // The images are as much as one of the GCDs, and degrees of 0 take a second time.
    let each = 0.5 / (vars.len() + 1) as f64;
    let power = |(&m, &n): (&usize, &usize)| field.powers(field.element(rng), m.max(n));
    let powers: Vec<Vec<u64>> = f.dims.iter().zip(&g.dims).map(power).collect();
    let wanted: Vec<bool> = (0..most.len()).map(|var| vars.contains(&var)).collect();
    let of = |h: &Dense| {
        let point = Point { field, powers: &powers, dims: &h.dims, wanted: &wanted };
        point.images(&field.residues(&h.coefficients))
    };
    let (mut of_f, mut of_g) = alone::join(|| of(f), || of(g));
    control.advance(each);
    let pairs: Vec<(usize, [Vec<u64>; 2])> = vars
        .iter()
        .map(|&var| (most[var], [&mut of_f, &mut of_g].map(|images| std::mem::take(&mut images[var]))))
        .collect();
    let bound = |(most, [a, b]): (usize, [Vec<u64>; 2])| {
        if a.last() == Some(&0) && b.last() == Some(&0) {
            return Ok(most);
        }
        Ok(gcd_degree(field, a, b, control)?.map_or(most, |degree| degree.min(most)))
    };
    let bound = |pair: (usize, [Vec<u64>; 2])| {
        let found = bound(pair);
        control.advance(each);
        found
    };
    match f.coefficients.len().max(g.coefficients.len()) < PARALLEL {
        true => pairs.into_iter().map(bound).collect(),
        false => pairs.into_par_iter().map(bound).collect(),
    }
}

/// The main variable, among those that occur: the one with the least work at points, and where those are alike, with the shortest
/// leading coefficients.
pub(super) fn main_variable(f: &Dense, g: &Dense) -> usize {
    // The GCD of the leading coefficients is at most as long as the shorter of them.
    let lead = |var: usize| {
        let (a, b) = (f.leading_box(var), g.leading_box(var));
        a.iter().zip(&b).map(|(a, b)| a.min(b)).product::<usize>()
    };
    let occurring = (0..f.dims.len()).filter(|&var| f.dims[var] > 1 && g.dims[var] > 1);
    let measured = occurring.map(|var| (var, work_in(&f.dims, &g.dims, var), lead(var)));
    measured.min_by(|a, b| a.1.total_cmp(&b.1).then(a.2.cmp(&b.2))).map_or(0, |(var, ..)| var)
}

/// The work at points with this main variable, for these numbers of coefficients.
fn work_in(f: &[usize], g: &[usize], var: usize) -> f64 {
    let steps = f[var] as f64 * g[var] as f64;
    let points = |k: usize| f[k].max(g[k]) as f64;
    let points: f64 = (0..f.len()).filter(|&k| k != var).map(points).product();
    // Evaluation and interpolation are some fifty products a value.
    points * (steps + 50.0 * (f[var] + g[var]) as f64)
}

/// The main variable by degrees alone; none where no variable occurs in both.
pub(super) fn main_by_degrees(f: &[usize], g: &[usize]) -> Option<usize> {
    let occurring = (0..f.len()).filter(|&var| f[var] > 1 && g[var] > 1);
    occurring.min_by(|&a, &b| work_in(f, g, a).total_cmp(&work_in(f, g, b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gcd::multivariate::dense::each_place;
    use crate::gcd::multivariate::exact;
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    fn dense(dims: [usize; 3], coefficients: &[i32]) -> Dense {
        Dense::new(dims.to_vec(), coefficients.iter().map(|&c| c.into()).collect()).unwrap()
    }

    #[test]
    fn bounds_are_the_degrees() {
        let h = dense([2, 1, 3], &[1, 2, 3, 4, 5, 6]);
        let a = dense([1, 3, 2], &[1, 0, 2, 0, 0, 5]);
        let b = dense([2, 2, 2], &[7, 1, 0, 0, 3, 3, -1, 2]);
        let product = |a: &Dense, b: &Dense| exact::product(a, b, 1 << 30).unwrap();
        let (f, g) = (product(&h, &a), product(&h, &b));
        let mut rng = StdRng::seed_from_u64(1);
        let mut primes = Vec::new();
        let mut bounds = |f, g| degree_bounds(f, g, (&mut primes, &mut rng), &Control::default()).unwrap();
        assert_eq!(bounds(&f, &f), [1, 2, 3]);
        assert_eq!(bounds(&f, &g), [1, 0, 2]);
        assert_eq!(bounds(&a, &b), [0, 0, 0]);
        // Degrees of 0 take a second prime, and only one.
        assert!(primes.len() == 2 && primes[0] != primes[1]);
    }

    /// Term by term, whatever the numbers of coefficients and the variables that are wanted.
    #[test]
    fn images_are_values() {
        let mut rng = StdRng::seed_from_u64(2);
        for dims in [vec![5, 1, 19], vec![2, 3, 4, 5], vec![17, 9], vec![33, 41], vec![7]] {
            let field = Prime61::random(&mut rng);
            let point: Vec<u64> = dims.iter().map(|_| field.element(&mut rng)).collect();
            let powers: Vec<Vec<u64>> = dims.iter().zip(&point).map(|(n, &x)| field.powers(x, n + 3)).collect();
            let residues: Vec<u64> = (0..dims.iter().product()).map(|_| field.element(&mut rng)).collect();
            for only in [None, Some(0), Some(dims.len() - 1)] {
                let wanted: Vec<bool> = (0..dims.len()).map(|k| only.is_none_or(|only| only == k)).collect();
                let images = Point { field, powers: &powers, dims: &dims, wanted: &wanted }.images(&residues);
                for (var, image) in images.iter().enumerate().filter(|&(var, _)| wanted[var]) {
                    let mut expected = vec![0; dims[var]];
                    each_place(&dims, |place, exponents| {
                        let others = (0..dims.len()).filter(|&k| k != var);
                        let value = others.fold(residues[place], |value, k| {
                            field.mul(value, field.pow(point[k], exponents[k] as u64))
                        });
                        let sum = &mut expected[exponents[var]];
                        *sum = field.add(*sum, value);
                    });
                    assert_eq!(image, &expected, "{dims:?} {var}");
                }
            }
        }
    }

    /// With a gap of degrees, none, and common divisors of any degree.
    #[test]
    fn degrees_of_gcds() {
        let mut rng = StdRng::seed_from_u64(4);
        let field = Prime61::random(&mut rng);
        let mut random = |degree: usize| (0..=degree).map(|_| field.element(&mut rng)).collect::<Vec<u64>>();
        let control = Control::default();
        for (p, q, d) in [(0, 0, 0), (5, 4, 2), (4, 5, 2), (6, 6, 6), (40, 3, 1), (3, 40, 0), (30, 29, 17), (9, 1, 1)] {
            let h = random(d);
            let mut multiple = |degree: usize| {
                let mut product = vec![0; degree + 1];
                for (i, &a) in random(degree - d).iter().enumerate() {
                    product[i..].iter_mut().zip(&h).for_each(|(sum, &b)| *sum = field.add(*sum, field.mul(a, b)));
                }
                product
            };
            let (mut a, b) = (multiple(p), multiple(q));
            assert_eq!(gcd_degree(field, a.clone(), b.clone(), &control).unwrap(), Some(d));
            assert_eq!(gcd_degree(field, a.clone(), vec![0; 3], &control).unwrap(), Some(p));
            // Leading zeros.
            a.extend([0, 0]);
            assert_eq!(gcd_degree(field, b, a, &control).unwrap(), Some(d));
        }
        assert_eq!(gcd_degree(field, vec![0], vec![], &control).unwrap(), None);
        let (long, short) = (random(50_000), random(3));
        let cancelled = Control::default();
        cancelled.cancel();
        assert!(gcd_degree(field, long, short, &cancelled).is_err());
    }

    /// One image that is wrong, or of an unlucky prime, decides nothing: whatever it tells, two others agree.
    #[test]
    fn a_single_image_decides_no_degree_of_0() {
        for (told, expected, draws) in [
            (&[[3, 2], [9, 9]][..], [3, 2], 1),
            (&[[0, 2], [0, 9]], [0, 2], 2),
            // A fault tells 0 for 3, and an unlucky prime 1 for 0.
            (&[[0, 0], [3, 1], [3, 0]], [3, 0], 3),
            (&[[0, 0], [3, 0], [4, 9], [4, 9]], [4, 0], 4),
        ] {
            let mut drawn = 0;
            let found = agreed(&[9, 9], |number, vars| {
                drawn += 1;
                Ok(vars.iter().map(|&var| told[number][var]).collect())
            });
            assert_eq!((&found.unwrap()[..], drawn), (&expected[..], draws));
        }
    }

    #[test]
    fn the_main_variable_makes_little_work() {
        // Long sequences at few points are more than short ones at many.
        let f = dense([40, 5, 1], &[1; 200]);
        assert_eq!(main_variable(&f, &f), 1);
        // x^2 + y^2 + x^2 y: the leading coefficients are y + 1 in x, 1 in y.
        let f = dense([3, 3, 1], &[0, 0, 1, 0, 0, 0, 1, 1, 0]);
        assert_eq!(main_variable(&f, &f), 1);
    }
}
