//! All real roots of a polynomial.

use super::algebraic::RealAlgebraic;
use super::between::{Between, Window};
use super::isolate::{isolate, reflected};
use super::refine::{Isolated, may_have_rational_roots};
use super::split::{Split, most_bits};
use crate::alone::alone_if;
use crate::alone::prelude::*;
use crate::error::{Error, Result};
use crate::plural;
use crate::poly::{Polynomial, UnivariatePolynomial};
use crate::run::options::{RunOptions, run_setters};
use crate::run::threads::on_threads;
use crate::tiny;
use rug::Rational;
use std::sync::Arc;

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
/// A squarefree decomposition, and for an interval of the search O(m^2) additions of m coefficients: n of them at most, and on short intervals about as many as
/// bits are needed. The number of intervals is of the order of the number of real roots and of pairs of complex ones near them, times the logarithm of the digits in
/// which they agree.
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
    between: Between,
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

    /// Only the roots from `lower` to `upper`, both included; `None` is no end on its side. Intervals outside are not divided further.
    ///
    /// ```
    /// use eliminant::{Polynomial, Rational, RealRoots};
    /// let f: Polynomial = "(x - 1)*(x - 2)*(x^2 - 5)".parse()?;
    /// let from_2 = RealRoots::new(&f).between(Rational::from(2), None).run()?;
    /// assert_eq!(from_2.iter().map(|root| root.value.to_decimal(5)).collect::<Vec<_>>(), ["2.0000", "2.2361"]);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn between(mut self, lower: impl Into<Option<Rational>>, upper: impl Into<Option<Rational>>) -> Self {
        self.options.between = Between { lower: lower.into(), upper: upper.into() };
        self
    }

    /// The real roots in ascending order; none of a constant other than 0.
    ///
    /// # Errors
    /// `Argument` when the polynomial is 0, of which every number is a root, when several variables occur, or when the ends of [`RealRoots::between`] are in
    /// descending order; `Limit` when f / x^v = g(x^d) has a g of degree 2^24 or
    /// more, or when the coefficients of one interval could take more than 1 GiB, or an eighth of the memory limit; `Cancelled`; and as
    /// [`Decomposition::run`](crate::Decomposition::run).
    pub fn run(&self) -> Result<Vec<RealRoot>> {
        self.compute(|| {
            let Some(split) = self.split()? else { return Ok(Vec::new()) };
            self.roots(&split)
        })
    }

    /// The number of different real roots. Their intervals are not made shorter, except for roots near an end of [`RealRoots::between`].
    ///
    /// # Errors
    /// As [`RealRoots::run`].
    ///
    /// ```
    /// use eliminant::{Polynomial, Rational, RealRoots};
    /// let f: Polynomial = "(x^2 - 2)^3*(x - 1)*x".parse()?;
    /// assert_eq!(RealRoots::new(&f).count()?, 4);
    /// assert_eq!(RealRoots::new(&f).between(Rational::from(0), Rational::from(1)).count()?, 2);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn count(&self) -> Result<u64> {
        self.compute(|| {
            let Some(split) = self.split()? else { return Ok(0) };
            Ok(self.isolated(&split)?.len() as u64 + u64::from(self.has_zero(&split)))
        })
    }

    /// On the threads that are wanted, or on this one alone where there is little to do.
    fn compute<R: Send>(&self, work: impl FnOnce() -> Result<R> + Send) -> Result<R> {
        let run = &self.options.run;
        alone_if(tiny::real_roots(run, self.f), || on_threads(run.threads, work))?
    }

    fn split(&self) -> Result<Option<Split>> {
        if let Between { lower: Some(lower), upper: Some(upper) } = &self.options.between
            && lower > upper
        {
            let text = format!("from {lower} to {upper} has no numbers; give the lower end first");
            return Err(Error::argument("interval", text));
        }
        Split::of(self.f, &self.options.run)
    }

    /// The roots of the polynomial that was taken apart.
    pub(super) fn roots(&self, split: &Split) -> Result<Vec<RealRoot>> {
        let found = self.isolated(split)?.into_par_iter();
        let mut roots: Vec<RealRoot> = found
            .map(|Found { negative, of, multiplicity }| RealRoot {
                value: RealAlgebraic::root(negative, split.degree, of),
                multiplicity,
            })
            .collect();
        if self.has_zero(split) {
            roots.push(RealRoot { value: RealAlgebraic::rational(Rational::new()), multiplicity: split.order });
        }
        let mut roots = self.sorted(roots)?;
        roots.par_iter_mut().try_for_each(|root| root.value.refine_watched(self.options.bits, || self.look()))?;
        Ok(roots)
    }

    /// Whether 0 is a root that is wanted.
    fn has_zero(&self, split: &Split) -> bool {
        let zero = RealAlgebraic::rational(Rational::new());
        split.order > 0 && self.options.between.has_at_hand(&zero) == Some(true)
    }

    /// All roots other than 0 that are wanted, in no order.
    fn isolated(&self, split: &Split) -> Result<Vec<Found>> {
        let parts: Vec<(&UnivariatePolynomial, u32, bool)> =
            split.parts.iter().flat_map(|(h, m)| [(h, *m, false), (h, *m, true)]).collect();
        let found = parts.into_par_iter().map(|(h, multiplicity, negative)| {
            // The roots of x^d = y < 0 are real for odd d, and of x^d = y > 0 there are two for even d.
            let signs: &[bool] = match (negative, split.degree % 2) {
                (true, 0) => return Ok(Vec::new()),
                (false, 0) => &[false, true],
                _ => &[negative],
            };
            let window = |&negative: &bool| self.options.between.powers(negative, split.degree);
            let Some(window) = signs.iter().filter_map(window).reduce(|a, b| a.hull(&b)) else {
                return Ok(Vec::new());
            };
            let roots = self.positive_roots(h, negative, &window)?;
            let of_signs = |of: &Isolated| {
                let found = |&negative: &bool| Found { negative, of: of.clone(), multiplicity };
                signs.iter().map(found).collect::<Vec<_>>()
            };
            let all: Vec<Found> = roots.iter().flat_map(of_signs).collect();
            let wanted = |found: Found| Ok(self.is_wanted(&found, split.degree)?.then_some(found));
            all.into_par_iter().filter_map(|found| wanted(found).transpose()).collect()
        });
        Ok(found.collect::<Result<Vec<Vec<_>>>>()?.into_iter().flatten().collect())
    }

    /// Whether a root is between the ends.
    fn is_wanted(&self, found: &Found, degree: u32) -> Result<bool> {
        let Found { negative, of, .. } = found;
        let between = &self.options.between;
        let at_hand = between.has_at_hand(&RealAlgebraic::untested(*negative, degree, of.clone()));
        at_hand.map_or_else(
            || {
                let mut value = RealAlgebraic::root(*negative, degree, of.clone());
                between.has(|end| value.compare_rational(end, || self.look()))
            },
            Ok,
        )
    }

    /// An error where the search was cancelled.
    fn look(&self) -> Result<()> {
        self.options.run.control.check()
    }

    /// The positive roots of a squarefree h, or of h(-x). Some of those outside of the window are left out.
    fn positive_roots(&self, h: &UnivariatePolynomial, negative: bool, window: &Window) -> Result<Vec<Isolated>> {
        let coefficients = if negative { reflected(h.coefficients()) } else { h.coefficients().to_vec() };
        let found = isolate(&coefficients, most_bits(&self.options.run), window, &|| self.look())?;
        let f = Arc::new(coefficients);
        let may_be_rational = may_have_rational_roots(&f);
        Ok(found.into_iter().map(|found| Isolated::new(f.clone(), may_be_rational, found)).collect())
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

/// A root other than 0 in an interval.
struct Found {
    negative: bool,
    /// The power |x|^d of the root.
    of: Isolated,
    multiplicity: u32,
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
    /// `Argument` where f has no root there, or several; else as [`RealRoots::run`].
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
        let polynomial = f.to_polynomial("x")?;
        let mut between = RealRoots::new(&polynomial).between(lower.clone(), upper.clone()).run()?;
        let count = between.len();
        match (between.pop(), count) {
            (Some(root), 1) => Ok(root.value),
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
