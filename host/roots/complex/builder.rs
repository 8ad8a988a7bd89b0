//! All complex roots of a polynomial.

use super::aberth::discs;
use super::number::{Above, ComplexAlgebraic};
use super::radicals::radicals;
use super::scaled::Scaled;
use super::value::Evaluated;
use crate::alone::prelude::*;
use crate::control::Control;
use crate::error::{Error, ErrorKind, Result};
use crate::plural;
use crate::poly::{Polynomial, UnivariatePolynomial};
use crate::roots::split::Split;
use crate::roots::{RealAlgebraic, RealRoots};
use crate::run::options::{RunOptions, run_setters};
use crate::run::threads::on_threads;
use rug::{Integer, Rational};
use std::cmp::Ordering;
use std::sync::Arc;

/// The highest degree of a squarefree factor: a step takes as many operations as its square.
const MAX_DEGREE: u128 = 1 << 16;

/// Degree times bits of a coefficient: exponents of values, and of their squares, are those of floats.
const MAX_EXPONENT: u128 = 1 << 28;

/// Bits with which roots in a rectangle are told from others.
const MOST_BITS_OF_PLACE: u32 = 1 << 14;

/// A complex root of a polynomial.
#[derive(Debug, Clone)]
pub struct ComplexRoot {
    /// The root.
    pub value: ComplexAlgebraic,
    /// How often it is a root.
    pub multiplicity: u32,
}

/// Finds all complex roots of a polynomial in one variable over Z: `ComplexRoots::new(&f).run()`, or `f.complex_roots()` without choices.
///
/// Real roots come first, in ascending order. The others follow in pairs, a root above the real axis and then its conjugate, by their real parts as far as
/// their discs tell. Nothing is approximate: that there are no others is proved, and so are multiplicities and which roots are real.
///
/// # Complexity
/// Besides the real roots, some ten steps of the iteration for each squarefree factor, of n^2 operations on doubles; with more bits where roots are close together.
///
/// ```
/// use eliminant::{ComplexRoots, Polynomial};
/// let f: Polynomial = "(x^2 + 1)^5*(x - 3)".parse()?;
/// let roots = ComplexRoots::new(&f).run()?;
/// let shown: Vec<(String, u32)> = roots.iter().map(|root| (root.value.to_string(), root.multiplicity)).collect();
/// assert_eq!(shown[0], ("3".to_owned(), 1));
/// assert_eq!(shown[1], ("0 + 1.0000000000000000000*i".to_owned(), 5));
/// assert_eq!(shown[2], ("0 - 1.0000000000000000000*i".to_owned(), 5));
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct ComplexRoots<'a> {
    f: &'a Polynomial,
    options: Options,
}

#[derive(Debug, Clone, Default)]
struct Options {
    run: RunOptions,
    bits: u32,
}

run_setters!(ComplexRoots, "The CUDA devices, which share the GCDs of the squarefree decomposition.");

impl<'a> ComplexRoots<'a> {
    /// Of a polynomial in which at most one variable occurs.
    pub fn new(f: &'a Polynomial) -> Self {
        ComplexRoots { f, options: Options::default() }
    }

    /// Makes the radii of discs at most 2^-bits of their roots, on all threads; they are just small enough to be disjoint unless set.
    pub fn bits(mut self, bits: u32) -> Self {
        self.options.bits = bits;
        self
    }

    /// All complex roots; none of a constant other than 0.
    ///
    /// # Errors
    /// As [`RealRoots::run`]; `Limit` for a squarefree factor of a degree above 2^16, or where degree times bits of a coefficient are above 2^28.
    ///
    /// # Sources
    /// O. Aberth, Iteration methods for finding all zeros of a polynomial simultaneously, Math. Comp. 27 (1973); D. Bini, Numerical computation of polynomial zeros by
    /// means of Aberth's method, Numer. Algorithms 13 (1996).
    pub fn run(&self) -> Result<Vec<ComplexRoot>> {
        on_threads(self.options.run.threads, || self.roots())?
    }

    fn roots(&self) -> Result<Vec<ComplexRoot>> {
        let (run, bits) = (&self.options.run, self.options.bits);
        let Some(split) = Split::of(self.f, run)? else { return Ok(Vec::new()) };
        // Sizes are checked before all work.
        let wholes: Vec<Arc<Evaluated>> =
            split.parts.iter().map(|(h, _)| whole(h, split.degree)).collect::<Result<_>>()?;
        let real = RealRoots::new(self.f).run_options(run.clone()).bits(bits).roots(&split)?;
        let mut above: Vec<(Above, u32)> = Vec::new();
        let mut is_of_several = false;
        for ((h, multiplicity), f) in split.parts.iter().zip(wholes) {
            // Parts have different multiplicities.
            let of_part = real.iter().filter(|root| root.multiplicity == *multiplicity && root.value.sign().is_ne());
            let mut known: Vec<RealAlgebraic> = of_part.map(|root| root.value.clone()).collect();
            let found = match split.degree {
                1 => discs(&f, &mut known, None, &run.control)?,
                degree => {
                    let mut powers = powers(h, run)?;
                    let mut near = |bits: u32| radicals(&mut powers, degree, bits, &run.control);
                    discs(&f, &mut known, Some(&mut near), &run.control)?
                }
            };
            is_of_several |= !above.is_empty() && !found.is_empty();
            above.extend(found.into_iter().map(|disc| (Above { f: f.clone(), disc }, *multiplicity)));
        }
        if is_of_several {
            separate(&mut above, &run.control)?;
        }
        above.par_iter_mut().try_for_each(|(root, _)| root.disc.refine(&root.f, bits, || run.control.check()))?;
        above.sort_by(|(a, _), (b, _)| order(a, b));
        let real = real
            .into_iter()
            .map(|root| ComplexRoot { value: ComplexAlgebraic::real(root.value), multiplicity: root.multiplicity });
        let others = above.into_iter().flat_map(|(root, multiplicity)| {
            ComplexAlgebraic::pair(root).map(|value| ComplexRoot { value, multiplicity })
        });
        Ok(real.chain(others).collect())
    }
}

/// h(x^degree).
fn whole(h: &UnivariatePolynomial, degree: u32) -> Result<Arc<Evaluated>> {
    let coefficients = h.coefficients();
    let needed = (coefficients.len() as u128 - 1) * u128::from(degree);
    if needed > MAX_DEGREE {
        let what = "degree of a squarefree factor whose complex roots are found";
        return Err(ErrorKind::Limit { what, needed, allowed: MAX_DEGREE }.into());
    }
    let bits = coefficients.iter().map(Integer::significant_bits).max().unwrap_or(0);
    let exponent = needed * (u128::from(bits) + 2);
    if exponent > MAX_EXPONENT {
        let what = "degree times bits of a coefficient for complex roots";
        return Err(ErrorKind::Limit { what, needed: exponent, allowed: MAX_EXPONENT }.into());
    }
    let mut all = vec![Integer::new(); needed as usize + 1];
    for (k, c) in coefficients.iter().enumerate() {
        all[k * degree as usize].clone_from(c);
    }
    Ok(Arc::new(Evaluated::new(all)))
}

/// The roots of a squarefree polynomial that are real or above the real axis.
fn powers(h: &UnivariatePolynomial, run: &RunOptions) -> Result<Vec<ComplexAlgebraic>> {
    let roots = ComplexRoots::new(&h.to_polynomial("x")?).run_options(run.clone()).roots()?;
    let real = roots.iter().take_while(|root| root.value.as_real().is_some()).count();
    // A conjugate follows each of the others.
    let is_wanted = |(index, _): &(usize, ComplexRoot)| *index < real || (index - real) % 2 == 0;
    Ok(roots.into_iter().enumerate().filter(is_wanted).map(|(_, root)| root.value).collect())
}

/// By real parts, then by imaginary ones, as far as the centers of discs tell.
fn order(a: &Above, b: &Above) -> Ordering {
    Scaled::of(&a.disc.center).order(Scaled::of(&b.disc.center))
}

/// Makes discs smaller until all are disjoint. It ends, since all roots are different: factors are coprime.
fn separate(above: &mut [(Above, u32)], control: &Control) -> Result<()> {
    let mut bits = 32;
    loop {
        let meets = |i: usize| {
            control.check()?;
            let disc = &above[i].0.disc;
            Ok(above.iter().enumerate().any(|(j, (other, _))| i != j && !disc.is_disjoint(&other.disc)))
        };
        let meeting: Vec<bool> = (0..above.len()).into_par_iter().map(meets).collect::<Result<_>>()?;
        if !meeting.contains(&true) {
            return Ok(());
        }
        above
            .par_iter_mut()
            .zip(meeting)
            .filter(|(_, meets)| *meets)
            .try_for_each(|((root, _), _)| root.disc.refine(&root.f, bits, || control.check()))?;
        bits *= 2;
    }
}

impl Polynomial {
    /// All complex roots, with multiplicities: real ones in ascending order, then pairs of conjugates. [`ComplexRoots`] can be cancelled.
    ///
    /// # Errors
    /// As [`ComplexRoots::run`].
    ///
    /// ```
    /// use eliminant::Polynomial;
    /// let f: Polynomial = "x^2 - 2*x + 5".parse()?;
    /// let roots = f.complex_roots()?;
    /// assert_eq!(roots[0].value.to_decimal(3), ["1.00", "2.00"]);
    /// assert_eq!(roots[1].value.to_decimal(3), ["1.00", "-2.00"]);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn complex_roots(&self) -> Result<Vec<ComplexRoot>> {
        ComplexRoots::new(self).run()
    }
}

impl ComplexAlgebraic {
    /// The only root of f in a rectangle: a number that [`ComplexAlgebraic::polynomial`] and [`ComplexAlgebraic::rectangle`] have told.
    ///
    /// # Errors
    /// `Argument` where f has no root there, or several, or where one is at its border as far as 2^14 bits tell; else as [`ComplexRoots::run`].
    ///
    /// ```
    /// use eliminant::{ComplexAlgebraic, UnivariatePolynomial};
    /// let f = UnivariatePolynomial::new([-2, 0, 0, 1]);
    /// let root = f.complex_roots()?.remove(2).value;
    /// let found = ComplexAlgebraic::root_in(&f, &root.rectangle(10))?;
    /// assert_eq!(found.to_string(), root.to_string());
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn root_in(f: &UnivariatePolynomial, rectangle: &[[Rational; 2]; 2]) -> Result<Self> {
        let mut roots = f.complex_roots()?;
        for bits in [16, 64, 256, MOST_BITS_OF_PLACE] {
            roots.retain(|root| {
                let at = root.value.rectangle(bits);
                rectangle.iter().zip(&at).all(|([lower, upper], [first, last])| first <= upper && last >= lower)
            });
            if roots.len() <= 1 {
                break;
            }
        }
        let count = roots.len();
        match (roots.pop(), count) {
            (Some(root), 1) => Ok(root.value),
            _ => Err(Error::argument(
                "rectangle",
                format!("has {} in it or at its border; one is wanted", plural::count(count, "root")),
            )),
        }
    }
}

impl UnivariatePolynomial {
    /// All complex roots, with multiplicities: real ones in ascending order, then pairs of conjugates.
    ///
    /// # Errors
    /// As [`ComplexRoots::run`].
    ///
    /// ```
    /// use eliminant::UnivariatePolynomial;
    /// let roots = UnivariatePolynomial::new([1, 0, 1]).complex_roots()?;
    /// assert_eq!(roots.iter().map(|root| root.value.to_complex64().im).collect::<Vec<_>>(), [1.0, -1.0]);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn complex_roots(&self) -> Result<Vec<ComplexRoot>> {
        self.to_polynomial("x")?.complex_roots()
    }
}
