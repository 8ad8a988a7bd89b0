//! Systems of polynomials at points.

use super::Worker;
use crate::error::{Error, ErrorKind, Result};
use crate::floating::{Precision, nearest};
use crate::poly::systems::{Coefficient, Compiled};
use crate::shorten::shortened;
use gpu::kernels::system_paper::PaperShape;

/// Values and Jacobians of systems.
///
/// Points are \[point\]\[variable\], values \[point\]\[polynomial\] and Jacobians \[point\]\[polynomial\]\[variable\].
pub trait SystemEngine: Worker {
    /// A system with coefficients of this precision, where the engine wants it.
    type System<R: Precision>: Send + Sync;

    /// Brings a system to the engine.
    ///
    /// # Errors
    /// `Argument` for a coefficient beyond the range of doubles; of the engine.
    fn load_system<R: Precision>(&mut self, system: &Compiled, method: SystemMethod) -> Result<Self::System<R>>;

    /// The values at all points, and the Jacobians where there is room for them.
    ///
    /// # Errors
    /// `Shape` for lists of the wrong length; `Cancelled`; of the engine.
    fn evaluate_system<R: Precision>(
        &mut self,
        system: &Self::System<R>,
        points: &[[R; 2]],
        values: &mut [[R; 2]],
        jacobians: Option<&mut [[R; 2]]>,
    ) -> Result<()>;
}

/// Points with a direction each, and where results go.
pub struct DirectionLists<'a, R> {
    /// \[point\]\[variable\].
    pub points: &'a [[R; 2]],
    /// v, \[point\]\[variable\].
    pub directions: &'a [[R; 2]],
    /// w, \[point\]\[polynomial\], where the sum w_1 H_1 v + .. is wanted in place of every product.
    pub weights: Option<&'a [[R; 2]]>,
    /// f_p, \[point\]\[polynomial\].
    pub values: &'a mut [[R; 2]],
    /// The derivative of f_p in the direction v, \[point\]\[polynomial\].
    pub slopes: &'a mut [[R; 2]],
    /// \[point\]\[polynomial\]\[variable\], or empty.
    pub jacobians: &'a mut [[R; 2]],
    /// H_p v, \[point\]\[polynomial\]\[variable\], or their sum, \[point\]\[variable\].
    pub products: &'a mut [[R; 2]],
}

impl<'a, R> DirectionLists<'a, R> {
    /// The lists of groups of `each` points of `count`, for n variables, m polynomials, and so many numbers of products a point.
    pub(crate) fn split(
        self,
        count: usize,
        each: usize,
        (n, m, row): (usize, usize, usize),
    ) -> impl Iterator<Item = Self> + use<'a, R> {
        let DirectionLists { points, directions, weights, mut values, mut slopes, mut jacobians, mut products } = self;
        let of_jacobian = if jacobians.is_empty() { 0 } else { m * n };
        (0..count).step_by(each).map(move |first| {
            let size = each.min(count - first);
            DirectionLists {
                points: &points[first * n..][..size * n],
                directions: &directions[first * n..][..size * n],
                weights: weights.map(|weights| &weights[first * m..][..size * m]),
                values: take(&mut values, size * m),
                slopes: take(&mut slopes, size * m),
                jacobians: take(&mut jacobians, size * of_jacobian),
                products: take(&mut products, size * row),
            }
        })
    }
}

/// The first numbers of a list, which has the others left.
fn take<'a, T>(list: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    let (first, rest) = std::mem::take(list).split_at_mut(count);
    *list = rest;
    first
}

/// Hessian matrices of polynomials times vectors.
pub trait HessianEngine: SystemEngine {
    /// Values, derivatives in a direction, Jacobians, and the Hessians times that direction, at each point with its direction.
    ///
    /// # Errors
    /// `Shape` for lists of the wrong length; `Cancelled`.
    fn hessian_products<R: Precision>(&mut self, system: &Self::System<R>, lists: DirectionLists<'_, R>) -> Result<()>;
}

/// How values and Jacobians are computed. Results differ by rounding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum SystemMethod {
    /// At most 4 k - 2 products for a term of k variables: [`gpu::system::term`].
    #[default]
    Auto,
    /// The three kernels of the paper evaluation-differentiation-2012, 6 k - 5 products: [`gpu::system::paper`].
    Paper,
}

/// Tables that the paper's kernels read besides the lists of a program; see [`gpu::kernels::system_paper`].
pub(crate) struct PaperLists<R> {
    pub shape: PaperShape,
    /// Polynomial of each term, and number of the term in it.
    #[cfg_attr(not(feature = "cuda"), allow(dead_code, reason = "read by kernels"))]
    pub places: Vec<u32>,
    /// Starts of the slots of each sum.
    #[cfg_attr(not(feature = "cuda"), allow(dead_code, reason = "read by kernels"))]
    pub starts: Vec<u32>,
    /// Numbers of the terms of each sum.
    #[cfg_attr(not(feature = "cuda"), allow(dead_code, reason = "read by kernels"))]
    pub slots: Vec<u32>,
    /// \[j\]\[term\]: c e_j of each variable of a term, then c.
    pub coefficients: Vec<[R; 2]>,
}

impl<R: Precision> PaperLists<R> {
    /// # Errors
    /// `Limit` for more than 2^32 - 1 numbers; `Argument` for a coefficient beyond the range of doubles.
    pub fn new(compiled: &Compiled) -> Result<Self> {
        let (n, m, count) = (compiled.variables(), compiled.polynomials(), compiled.terms());
        let widest = compiled.widest_term();
        let numbers = (widest + 1) as u128 * count as u128;
        let allowed = u128::from(u32::MAX);
        if numbers > allowed {
            return Err(ErrorKind::Limit { what: "coefficients of derivatives", needed: numbers, allowed }.into());
        }
        let mut exact = vec![Coefficient::default(); numbers as usize];
        let mut places = Vec::with_capacity(2 * count);
        let mut sums = vec![Vec::new(); m * (n + 1)];
        let (mut degree, mut longest) = (1, 0);
        for p in 0..m {
            let terms = compiled.terms_of(p);
            longest = longest.max(terms.len());
            for (number, t) in terms.enumerate() {
                let c = &compiled.coefficients()[t];
                for (j, factor) in compiled.factors_of(t).iter().enumerate() {
                    degree = degree.max(factor.exponent);
                    exact[j * count + t] = c.clone() * Coefficient::from(factor.exponent);
                    sums[(factor.variable as usize + 1) * m + p].push((j * count + t) as u32);
                }
                exact[widest * count + t] = c.clone();
                sums[p].push((widest * count + t) as u32);
                places.extend([p as u32, number as u32]);
            }
        }
        let mut starts = vec![0];
        for sum in &sums {
            starts.push(starts.last().copied().unwrap_or(0) + sum.len() as u32);
        }
        let shape = PaperShape {
            variables: n as u32,
            polynomials: m as u32,
            terms: count as u32,
            widest: widest as u32,
            longest: longest as u32,
            degree,
            compact: 0,
            coalesced: 0,
        };
        Ok(PaperLists { shape, places, starts, slots: sums.concat(), coefficients: rounded(&exact)? })
    }
}

/// Coefficients with each part the nearest number of this precision.
///
/// # Errors
/// `Argument` where one is beyond the range of doubles.
pub(crate) fn rounded<R: Precision>(exact: &[Coefficient]) -> Result<Vec<[R; 2]>> {
    let round = |coefficient: &Coefficient| -> Result<[R; 2]> {
        let mut number = [R::default(); 2];
        for (x, part) in [&coefficient.re, &coefficient.im].into_iter().zip(&mut number) {
            // The doubles of four are each what is left of x by the ones before it.
            let parts = nearest::<4>(x).ok_or_else(|| {
                let digits = coefficient.to_string();
                let digits = shortened(&digits);
                Error::argument("coefficient", format!("{digits} is beyond the range of doubles, about 1.8e308"))
            })?;
            part.as_mut().copy_from_slice(&parts[..R::PARTS]);
        }
        Ok(number)
    };
    exact.iter().map(round).collect()
}

/// The number of points of lists that belong together.
///
/// # Errors
/// `Shape` where they do not.
pub(crate) fn points_of(system: &Compiled, points: usize, values: usize, jacobians: Option<usize>) -> Result<usize> {
    let (n, m) = (system.variables(), system.polynomials());
    let count = points.checked_div(n).unwrap_or(values / m.max(1));
    let check = |what, expected: usize, found: usize| -> Result<()> {
        if expected == found { Ok(()) } else { Err(ErrorKind::Shape { what, expected, found }.into()) }
    };
    check("coordinates of points", count * n, points)?;
    check("values of a system", count * m, values)?;
    jacobians.map_or(Ok(()), |found| check("elements of Jacobians", count * m * n, found))?;
    Ok(count)
}
