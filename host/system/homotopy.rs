//! The homotopy from a start system of the same degrees, in projective coordinates.

use crate::error::{Error, ErrorKind, Result};
use crate::plural::count;
use crate::poly::systems::{Coefficient, Compiled, System, Term};
use rand::Rng;
use rand::rngs::StdRng;
use rug::Rational;
use std::f64::consts::TAU;
use std::ops::Range;

/// Most paths of a system.
const MOST: u128 = 1 << 32;

/// Arguments of the a_k. Where they are arbitrary, noon-6 takes 1.7 times as many steps as with 1 for all; with these 1.1 times.
const ANGLES: Range<f64> = 0.1..0.3;

/// H(x_0, .., x_n; s, t) = s G + t F and c x - 1, for F made homogeneous by x_0 and G_k = x_k^{d_k} - a_k x_0^{d_k}: from (s, t) = (gamma, 0) to
/// (0, 1).
///
/// With random a_k no zero of F lies on a zero of G_k: such a path would stand still, or a curve of zeros would be missed. The patch c x = 1 with
/// random c has a point for every zero but those of a hyperplane that none lies in, with probability one; with random gamma no path meets another
/// one before its end (A. J. Sommese, C. W. Wampler, The Numerical Solution of Systems of Polynomials Arising in Engineering and Science, 2005,
/// sections 3.7 and 8.4).
pub(super) struct Homotopy {
    /// H; the parameters are s and t.
    pub(super) compiled: Compiled,
    /// d_k.
    degrees: Vec<u64>,
    patch: Vec<[f64; 2]>,
    constants: Constants,
}

/// The numbers of a homotopy that stay the same on another patch.
#[derive(Debug, Clone)]
struct Constants {
    gamma: [f64; 2],
    /// The arguments of the a_k.
    angles: Vec<f64>,
}

/// The number of size 1 with this argument.
fn on_circle(angle: f64) -> [f64; 2] {
    let (im, re) = angle.sin_cos();
    [re, im]
}

/// A random argument.
fn angle(random: &mut StdRng) -> f64 {
    random.random_range(0.0..TAU)
}

/// The exact number.
pub(super) fn coefficient([re, im]: [f64; 2]) -> Coefficient {
    let part = |x: f64| Rational::from_f64(x).unwrap_or_default();
    Coefficient::new(part(re), part(im))
}

impl Homotopy {
    /// For a square system.
    ///
    /// # Errors
    /// `Argument` where there are not as many polynomials as variables, none, or one is 0; `Limit` for 2^32 paths and more.
    pub(super) fn new(system: &System, random: &mut StdRng) -> Result<Self> {
        let gamma = on_circle(angle(random));
        let angles = system.variables().iter().map(|_| random.random_range(ANGLES)).collect();
        Self::with(system, Constants { gamma, angles }, random)
    }

    /// The same paths on another patch.
    ///
    /// # Errors
    /// As [`Homotopy::new`].
    pub(super) fn on_another_patch(&self, system: &System, random: &mut StdRng) -> Result<Self> {
        Self::with(system, self.constants.clone(), random)
    }

    fn with(system: &System, constants: Constants, random: &mut StdRng) -> Result<Self> {
        let n = system.variables().len();
        if n != system.len() || n == 0 {
            let message = format!(
                "has {} in {}; give as many polynomials as variables, at least one",
                count(system.len(), "polynomial"),
                count(n, "variable")
            );
            return Err(Error::argument("system", message));
        }
        if let Some(k) = system.polynomials().iter().position(Vec::is_empty) {
            return Err(Error::argument("system", format!("polynomial {} is 0, so zeros are not isolated", k + 1)));
        }
        let degrees = system.degrees();
        let paths = degrees.iter().try_fold(1u128, |product, &d| product.checked_mul(u128::from(d)));
        if let Some(needed) = Some(paths.unwrap_or(u128::MAX)).filter(|&paths| paths >= MOST) {
            return Err(ErrorKind::Limit { what: "paths of a system", needed, allowed: MOST - 1 }.into());
        }
        let patch: Vec<[f64; 2]> = (0..=n).map(|_| on_circle(angle(random))).collect();
        let (s, t) = (n + 1, n + 2);
        let mut polynomials: Vec<Vec<Term>> = Vec::with_capacity(n + 1);
        for (k, (terms, &d)) in system.polynomials().iter().zip(&degrees).enumerate() {
            let power = |place: usize, coefficient: Coefficient| Term {
                coefficient,
                exponents: vec![(place, d as u32), (s, 1)],
            };
            let [re, im] = on_circle(constants.angles[k]);
            let homogeneous = terms.iter().map(|term| {
                let mut exponents: Vec<(usize, u32)> = term.exponents.iter().map(|&(v, e)| (v + 1, e)).collect();
                exponents.extend([(0, (d - term.degree()) as u32), (t, 1)]);
                Term { coefficient: term.coefficient.clone(), exponents }
            });
            polynomials.push(homogeneous.chain([power(k + 1, 1.into()), power(0, coefficient([-re, -im]))]).collect());
        }
        let linear = patch.iter().enumerate();
        let linear = linear.map(|(j, &c)| Term { coefficient: coefficient(c), exponents: vec![(j, 1)] });
        polynomials.push(linear.chain([Term { coefficient: (-1).into(), exponents: vec![] }]).collect());
        let names: Vec<String> = (0..=n).map(|j| format!("x{j}")).chain(["s".to_owned(), "t".to_owned()]).collect();
        let compiled = System::new(&names, polynomials)?.compile()?;
        Ok(Homotopy { compiled, degrees, patch, constants })
    }

    /// The product of the degrees.
    pub(super) fn paths(&self) -> u64 {
        self.degrees.iter().product()
    }

    /// (s, t) at the start.
    pub(super) fn start(&self) -> [[[f64; 1]; 2]; 2] {
        [self.constants.gamma.map(|x| [x]), [[0.0]; 2]]
    }

    /// (s, t) at the end.
    pub(super) fn end(&self) -> [[[f64; 1]; 2]; 2] {
        [[[0.0]; 2], [[1.0], [0.0]]]
    }

    /// Zeros of G on the patch, by their numbers: x_0 = 1 and roots of the a_k before they are scaled.
    pub(super) fn starts(&self, numbers: impl IntoIterator<Item = u64>) -> Vec<[[f64; 1]; 2]> {
        let mut points = Vec::new();
        for mut number in numbers {
            let mut point = vec![[1.0, 0.0]];
            for (&d, angle) in self.degrees.iter().zip(&self.constants.angles) {
                point.push(on_circle((TAU * (number % d) as f64 + angle) / d as f64));
                number /= d;
            }
            let value = self.patch.iter().zip(&point).fold([0.0, 0.0], |sum, (&c, &x)| add(sum, times(c, x)));
            points.extend(point.iter().map(|&x| over(x, value).map(|x| [x])));
        }
        points
    }

    /// Numbers of paths.
    pub(super) fn numbers(&self) -> Range<u64> {
        0..self.paths()
    }

    /// gamma.
    pub(super) fn gamma(&self) -> [f64; 2] {
        self.constants.gamma
    }
}

/// a + b.
pub(super) fn add(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] + b[0], a[1] + b[1]]
}

/// a b.
pub(super) fn times(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]]
}

/// a / b.
pub(super) fn over(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    use gpu::floating::{Complex, Double, Scalar};
    Complex(Double(Scalar)).div(a.map(|x| [x]), b.map(|x| [x])).map(|[x]| x)
}
