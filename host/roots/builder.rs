//! All real roots of a polynomial.

use super::algebraic::RealAlgebraic;
use super::isolate::{Interval, check_bits, isolate, reflected, size_of_roots};
use super::refine::{Isolated, dyadic};
use crate::error::{Error, ErrorKind, Result};
use crate::gcd::Decomposition;
use crate::plural;
use crate::poly::{Polynomial, UnivariatePolynomial};
use crate::run::options::{RunOptions, run_setters};
use crate::run::threads::on_threads;
use rayon::prelude::*;
use rug::Rational;
use std::sync::Arc;

/// The most bits of the coefficients of one interval: 1 GiB.
const MAX_BITS: u128 = 1 << 33;

/// The most coefficients of a polynomial whose roots are looked for.
const MAX_COEFFICIENTS: u128 = 1 << 24;

/// A real root of a polynomial.
#[derive(Debug, Clone)]
pub struct RealRoot {
    /// The root.
    pub value: RealAlgebraic,
    /// How often it is a root.
    pub multiplicity: u32,
}

/// Finds all real roots of a polynomial in one variable over Z: `RealRoots::new(&f).run()`, or `f.real_roots()` without choices.
///
/// The roots come in ascending order. Nothing is approximate: that there are no others is proved, and so are multiplicities and rational values.
///
/// # Complexity
/// A squarefree decomposition, and for an interval of the search a Taylor shift of n coefficients. The number of intervals is of the order of the number of
/// real roots and of pairs of complex ones near them, times the logarithm of the digits in which they agree.
///
/// ```
/// use eliminant::{Polynomial, RealRoots};
/// let f: Polynomial = "(x^2 - 2)*(3*x + 1)^2*(x^2 + 1)".parse()?;
/// let roots = RealRoots::new(&f).run()?;
/// let shown: Vec<(String, u32)> = roots.iter().map(|root| (root.value.to_string(), root.multiplicity)).collect();
/// assert_eq!(shown, [
///     ("-1.4142135623730950488".to_owned(), 1),
///     ("-1/3".to_owned(), 2),
///     ("1.4142135623730950488".to_owned(), 1),
/// ]);
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct RealRoots<'a> {
    f: &'a Polynomial,
    options: Options,
}

#[derive(Debug, Clone, Default)]
struct Options {
    run: RunOptions,
    bits: u32,
}

run_setters!(RealRoots, "The CUDA devices, which share the GCDs of the squarefree decomposition.");

impl<'a> RealRoots<'a> {
    /// Of a polynomial in which at most one variable occurs.
    pub fn new(f: &'a Polynomial) -> Self {
        RealRoots { f, options: Options::default() }
    }

    /// Makes intervals at most 2^-bits of their roots long, on all threads; they are just short enough to be disjoint unless set.
    pub fn bits(mut self, bits: u32) -> Self {
        self.options.bits = bits;
        self
    }

    /// The real roots in ascending order; none of a constant other than 0.
    ///
    /// # Errors
    /// `Argument` when the polynomial is 0, of which every number is a root, or when several variables occur; `Limit` when f / x^v = g(x^d) has a g of degree 2^24 or
    /// more, or when the coefficients of one interval could take more than 1 GiB, or an eighth of the memory limit; `Cancelled`; and as
    /// [`Decomposition::run`].
    pub fn run(&self) -> Result<Vec<RealRoot>> {
        on_threads(self.options.run.threads, || self.roots())?
    }

    fn roots(&self) -> Result<Vec<RealRoot>> {
        let occurring: Vec<&str> = self.f.occurring().collect();
        if self.f.is_zero() {
            return Err(Error::argument("polynomial", "is 0, and every number is a root of it; give another one"));
        }
        let [var] = occurring[..] else {
            return match occurring.len() {
                0 => Ok(Vec::new()),
                _ => Err(Error::argument(
                    "polynomial",
                    format!("has the variables {}; real roots are of polynomials in one", occurring.join(", ")),
                )),
            };
        };
        let Deflated { order, degree, g } = Deflated::of(self.f, var)?;
        let needed = u128::from(g.degree(var).unwrap_or(0)) + 1;
        if needed > MAX_COEFFICIENTS {
            let what = "coefficients of a polynomial whose roots are isolated";
            return Err(ErrorKind::Limit { what, needed, allowed: MAX_COEFFICIENTS }.into());
        }
        // Before the squarefree decomposition, which takes long then.
        check_bits(needed, 0, 0, self.most_bits())?;
        let squarefree = Decomposition::new(&g).run_options(self.options.run.clone()).run()?.0;
        let parts: Vec<(&Polynomial, u32, bool)> =
            squarefree.factors.iter().flat_map(|(h, m)| [(h, *m, false), (h, *m, true)]).collect();
        let found = parts.into_par_iter().map(|(h, multiplicity, negative)| {
            // The roots of x^d = y < 0 are real for odd d, and of x^d = y > 0 there are two for even d.
            let signs: &[bool] = match (negative, degree % 2) {
                (true, 0) => return Ok(Vec::new()),
                (false, 0) => &[false, true],
                _ => &[negative],
            };
            let roots = self.positive_roots(h, negative)?;
            let root = |of: &Isolated| {
                let value = |&negative: &bool| RealAlgebraic::root(negative, degree, of.clone());
                signs.iter().map(value).map(move |value| RealRoot { value, multiplicity }).collect::<Vec<_>>()
            };
            Ok(roots.par_iter().flat_map_iter(root).collect())
        });
        let mut roots: Vec<RealRoot> = found.collect::<Result<Vec<Vec<_>>>>()?.into_iter().flatten().collect();
        if order > 0 {
            roots.push(RealRoot { value: RealAlgebraic::rational(Rational::new()), multiplicity: order });
        }
        let mut roots = self.sorted(roots)?;
        roots.par_iter_mut().try_for_each(|root| root.value.refine_watched(self.options.bits, || self.look()))?;
        Ok(roots)
    }

    /// The most bits of the coefficients of one interval.
    fn most_bits(&self) -> u128 {
        // Some intervals are held at once, and some multiples of each.
        self.options.run.memory_limit.map_or(MAX_BITS, |bytes| MAX_BITS.min(bytes.into()))
    }

    /// An error where the search was cancelled.
    fn look(&self) -> Result<()> {
        if self.options.run.control.is_cancelled() { Err(ErrorKind::Cancelled.into()) } else { Ok(()) }
    }

    /// The positive roots of a squarefree h, or of h(-x).
    fn positive_roots(&self, h: &Polynomial, negative: bool) -> Result<Vec<Isolated>> {
        let h = UnivariatePolynomial::try_from(h)?;
        let coefficients = if negative { reflected(h.coefficients()) } else { h.into_coefficients() };
        let Some(size) = size_of_roots(&coefficients) else { return Ok(Vec::new()) };
        let intervals = isolate(&coefficients, size, self.most_bits(), &|| self.look())?;
        let is_exact = |interval: &&Interval| interval.lower == interval.upper;
        // Without roots that may be ends of other intervals.
        let known = intervals.iter().filter(is_exact).map(|interval| {
            let (above, below) = dyadic(&interval.lower, interval.scale).into_numer_denom();
            UnivariatePolynomial::new([-above, below])
        });
        let rest = UnivariatePolynomial::new(coefficients).exact_div(&known.product())?;
        let rest = Arc::new(rest.into_coefficients());
        let root = |interval: Interval| {
            self.look()?;
            Ok(if is_exact(&&interval) { Isolated::exact(interval) } else { Isolated::new(rest.clone(), interval) })
        };
        intervals.into_par_iter().map(root).collect()
    }

    /// Sorts by size. Intervals that overlap are made shorter: all roots are different.
    fn sorted(&self, mut roots: Vec<RealRoot>) -> Result<Vec<RealRoot>> {
        let mut bits = 32;
        loop {
            self.look()?;
            let mut ends: Vec<([Rational; 2], usize)> =
                roots.iter().enumerate().map(|(at, root)| (root.value.ends(bits), at)).collect();
            ends.sort();
            // Intervals are open, so they may have an end in common.
            let meeting: Vec<usize> = ends
                .windows(2)
                .filter(|pair| pair[0].0[1] > pair[1].0[0])
                .flat_map(|pair| [pair[0].1, pair[1].1])
                .collect();
            if meeting.is_empty() {
                return Ok(ends.into_iter().map(|(_, at)| roots[at].clone()).collect());
            }
            meeting.into_iter().for_each(|at| roots[at].value.refine(bits));
            bits *= 2;
        }
    }
}

/// f = x^order g(x^degree), g(0) not 0.
struct Deflated {
    order: u32,
    degree: u32,
    g: Polynomial,
}

impl Deflated {
    fn of(f: &Polynomial, var: &str) -> Result<Self> {
        let index = f.index_of(var)?;
        let exponents = || f.terms().iter().map(|term| term.exponents[index]);
        let order = exponents().min().unwrap_or(0);
        let degree = exponents().fold(0, |divisor, e| gcd(divisor, e - order)).max(1);
        let terms = f.terms().iter().map(|term| (term.coefficient.clone(), [(term.exponents[index] - order) / degree]));
        Ok(Deflated { order, degree, g: Polynomial::from_integer_terms(&[var], terms)? })
    }
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl Polynomial {
    /// The real roots in ascending order, with multiplicities; [`RealRoots`] can be cancelled.
    ///
    /// # Errors
    /// As [`RealRoots::run`].
    ///
    /// ```
    /// use eliminant::Polynomial;
    /// let f: Polynomial = "x^1000001 - 2*x".parse()?;
    /// let roots: Vec<String> = f.real_roots()?.iter().map(|root| root.value.to_decimal(9)).collect();
    /// assert_eq!(roots, ["-1.00000069", "0", "1.00000069"]);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn real_roots(&self) -> Result<Vec<RealRoot>> {
        RealRoots::new(self).run()
    }
}

impl RealAlgebraic {
    /// The only real root of f from `lower` to `upper`: a number that [`RealAlgebraic::polynomial`] and [`RealAlgebraic::interval`] have told.
    ///
    /// # Errors
    /// `Argument` where f has no root there, or several; else as [`RealRoots::run`] and [`RealAlgebraic::compare`].
    ///
    /// ```
    /// use eliminant::{Rational, RealAlgebraic, UnivariatePolynomial};
    /// let f = UnivariatePolynomial::new([-2, 0, 1]);
    /// let root = RealAlgebraic::root_between(&f, &[Rational::from(1), Rational::from(2)])?;
    /// assert_eq!(root.to_f64(), 2f64.sqrt());
    /// assert!(RealAlgebraic::root_between(&f, &[Rational::from(-2), Rational::from(2)]).is_err());
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn root_between(f: &UnivariatePolynomial, [lower, upper]: &[Rational; 2]) -> Result<Self> {
        let ends = [lower, upper].map(|end| RealAlgebraic::from(end.clone()));
        let mut between = Vec::new();
        for root in f.real_roots()? {
            if root.value.compare(&ends[0])?.is_ge() && root.value.compare(&ends[1])?.is_le() {
                between.push(root.value);
            }
        }
        let count = between.len();
        match (between.pop(), count) {
            (Some(root), 1) => Ok(root),
            _ => Err(Error::argument(
                "interval",
                format!("has {} from {lower} to {upper}; one is wanted", plural::count(count, "root")),
            )),
        }
    }
}

impl UnivariatePolynomial {
    /// The real roots in ascending order, with multiplicities.
    ///
    /// # Errors
    /// As [`RealRoots::run`].
    ///
    /// ```
    /// use eliminant::UnivariatePolynomial;
    /// let f = UnivariatePolynomial::from_roots([3, -1, 3]);
    /// let roots: Vec<_> = f.real_roots()?.into_iter().map(|root| (root.value.to_f64(), root.multiplicity)).collect();
    /// assert_eq!(roots, [(-1.0, 1), (3.0, 2)]);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn real_roots(&self) -> Result<Vec<RealRoot>> {
        self.to_polynomial("x")?.real_roots()
    }
}
