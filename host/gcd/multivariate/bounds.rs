//! What one image per variable tells: bounds on the degrees of a GCD.
//!
//! A bound 0 decides: the GCD is 1, or lacks a variable, and nothing that follows would show that it is more. So it is believed when
//! images modulo two primes agree, so that no single fault decides. Others are checked by the images that follow.

use super::dense::{Dense, PARALLEL};
use crate::control::Control;
use crate::error::Result;
use crate::plan::prime61::Prime61;
use crate::plan::schedule::divide;
use rand::Rng;
use rayon::prelude::*;

/// f at a point of all variables but `var`, the constant term first, from its residues.
fn image(field: Prime61, f: &Dense, residues: &[u64], point: &[u64], var: usize) -> Vec<u64> {
    // One variable after the other, the last one first, is summed out.
    let mut values = residues.to_vec();
    let mut inner = 1;
    for k in (0..f.dims.len()).rev() {
        let n = f.dims[k];
        if k == var {
            inner *= n;
            continue;
        }
        let horner = |block: &[u64], i: usize| {
            (0..n).rev().fold(0, |sum, e| field.add(field.mul(sum, point[k]), block[e * inner + i]))
        };
        values = values.chunks_exact(n * inner).flat_map(|block| (0..inner).map(move |i| horner(block, i))).collect();
    }
    values
}

/// Degree of gcd(a, b); `None` for a = b = 0.
pub(super) fn gcd_degree(field: Prime61, mut a: Vec<u64>, mut b: Vec<u64>, control: &Control) -> Result<Option<usize>> {
    let trim = |f: &mut Vec<u64>| {
        while f.last() == Some(&0) {
            f.pop();
        }
    };
    trim(&mut a);
    trim(&mut b);
    while let Some(&lead) = b.last() {
        divide(field, &mut a, &b, field.inverse(lead), control)?;
        trim(&mut a);
        std::mem::swap(&mut a, &mut b);
    }
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
/// modulo a prime, the GCD keeps its degree there, and divides the image's. O(n s) products for n variables and s coefficients.
///
/// # Errors
/// `Cancelled`.
pub(super) fn degree_bounds(f: &Dense, g: &Dense, rng: &mut impl Rng, control: &Control) -> Result<Vec<usize>> {
    agreed(f.dims.len(), |vars| images(f, g, vars, rng, control))
}

/// The bounds in so many variables, by the degrees that `images` tells for some of them.
fn agreed(variables: usize, mut images: impl FnMut(&[usize]) -> Result<Vec<usize>>) -> Result<Vec<usize>> {
    let mut told: Vec<Told> = (0..variables).map(|_| Told::default()).collect();
    loop {
        let open: Vec<usize> = (0..variables).filter(|&var| told[var].bound().is_none()).collect();
        if open.is_empty() {
            return Ok(told.iter().filter_map(Told::bound).collect());
        }
        for (&var, degree) in open.iter().zip(images(&open)?) {
            told[var].0.push(degree);
        }
    }
}

/// The degrees of one image in each of some variables, modulo a random prime at a random point.
///
/// # Errors
/// `Cancelled`.
fn images(f: &Dense, g: &Dense, vars: &[usize], rng: &mut impl Rng, control: &Control) -> Result<Vec<usize>> {
    // The residues are as much as an image, and degrees of 0 take a second time.
    let each = 0.5 / (vars.len() + 1) as f64;
    let field = Prime61::random(rng);
    let point: Vec<u64> = f.dims.iter().map(|_| field.element(rng)).collect();
    let residues = |h: &Dense| field.residues(&h.coefficients);
    let (f_residues, g_residues) = rayon::join(|| residues(f), || residues(g));
    control.advance(each);
    let bound = |var: usize| {
        let most = f.degree(var).min(g.degree(var));
        if most == 0 {
            return Ok(0);
        }
        let image = |h, residues| image(field, h, residues, &point, var);
        let (a, b) = rayon::join(|| image(f, &f_residues), || image(g, &g_residues));
        if a.last() == Some(&0) && b.last() == Some(&0) {
            return Ok(most);
        }
        Ok(gcd_degree(field, a, b, control)?.map_or(most, |degree| degree.min(most)))
    };
    let bound = |var: usize| {
        let found = bound(var);
        control.advance(each);
        found
    };
    if f.coefficients.len().max(g.coefficients.len()) < PARALLEL {
        vars.iter().map(|&var| bound(var)).collect()
    } else {
        vars.par_iter().map(|&var| bound(var)).collect()
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
        assert_eq!(degree_bounds(&f, &g, &mut rng, &Control::default()).unwrap(), [1, 0, 2]);
        assert_eq!(degree_bounds(&a, &b, &mut rng, &Control::default()).unwrap(), [0, 0, 0]);
        assert_eq!(degree_bounds(&f, &f, &mut rng, &Control::default()).unwrap(), [1, 2, 3]);
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
            let found = agreed(2, |vars| {
                drawn += 1;
                Ok(vars.iter().map(|&var| told[drawn - 1][var]).collect())
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
