//! The builder of plane solutions.

use super::answer::{PlaneAnswer, PlaneSolution};
use super::coordinates::Coordinates;
use super::located::Located;
use super::names::names;
use super::projection::{Pair, Projection};
use super::roots::Roots;
use crate::alone;
use crate::alone::prelude::*;
use crate::error::{Error, Result};
use crate::gcd::Gcd;
use crate::poly::Polynomial;
use crate::run::options::{RunOptions, run_setters};
use crate::run::threads::on_threads;
use std::sync::OnceLock;

/// Parts of the progress: the common factor, projections, and the roots of each.
const STEPS: usize = 8;

/// All real solutions of f = g = 0 for two polynomials in two variables, with all choices.
///
/// # Examples
/// ```
/// use eliminant::{Polynomial, SolvePlane};
/// let (f, g): (Polynomial, Polynomial) = ("x^2 + y^2 - 2".parse()?, "(x - y)^2*(x + 2*y - 3)".parse()?);
/// let answer = SolvePlane::new(&f, &g).run()?;
/// assert_eq!(answer.to_string(), "x = -1, y = -1  # multiplicity 2\nx = 1/5, y = 7/5\nx = 1, y = 1  # multiplicity 3\n");
/// assert_eq!((answer.complex, answer.different), (6, 3));
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct SolvePlane<'a> {
    f: &'a Polynomial,
    g: &'a Polynomial,
    options: Options,
}

#[derive(Debug, Clone, Default)]
struct Options {
    run: RunOptions,
    variables: Option<[String; 2]>,
    bits: u32,
    complex: bool,
}

run_setters!(SolvePlane, "The CUDA devices, which share resultants.");

impl<'a> SolvePlane<'a> {
    /// Of two polynomials in which two variables occur together.
    pub fn new(f: &'a Polynomial, g: &'a Polynomial) -> Self {
        SolvePlane { f, g, options: Options::default() }
    }

    /// The names of both coordinates, in order; those that occur, unless set, in the order of a polynomial that has both, else in alphabetical order.
    pub fn variables(mut self, x: &str, y: &str) -> Self {
        self.options.variables = Some([x.to_owned(), y.to_owned()]);
        self
    }

    /// Makes the intervals of coordinates at most 2^-bits of them long, on all threads; they are just short enough to be told apart unless set.
    pub fn bits(mut self, bits: u32) -> Self {
        self.options.bits = bits;
        self
    }

    /// Whether the solutions that are not real are found too: [`PlaneAnswer::others`]. The real ones are the same.
    ///
    /// ```
    /// use eliminant::{Polynomial, SolvePlane};
    /// let (f, g): (Polynomial, Polynomial) = ("x^2 + y^2 - 1".parse()?, "x - 2".parse()?);
    /// let answer = SolvePlane::new(&f, &g).complex(true).run()?;
    /// assert_eq!(answer.others.len(), 2);
    /// assert_eq!(answer.others[0].x.to_string(), "2");
    /// assert_eq!(answer.others[0].y.to_decimal(5), ["0", "1.7321"]);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn complex(mut self, yes: bool) -> Self {
        self.options.complex = yes;
        self
    }

    /// All isolated real solutions, and on request the other complex ones, proved.
    ///
    /// Where f and g have a common factor h, they are 0 on the whole curve h = 0: it is told beside the solutions of f/h = g/h = 0 that are not on it.
    /// A folder of checkpoints is not used.
    ///
    /// # Errors
    /// `Argument` when both polynomials are 0, when more than two variables occur, or when less than two occur and none are named; `Limit` when the degree of a resultant is
    /// 2^24 or more; and as [`Resultant::run`](crate::Resultant::run), [`Determinant::run`](crate::Determinant::run),
    /// [`RealRoots::run`](crate::RealRoots::run) and [`ComplexRoots::run`](crate::ComplexRoots::run).
    ///
    /// # Complexity
    /// For degrees m and n three resultants of degree m n or less, mostly. Where solutions are multiple, subresultants besides: two determinants of order m - 1, n <= m.
    pub fn run(&self) -> Result<PlaneAnswer> {
        Ok(on_threads(self.options.run.threads, || self.located(false))??.answer)
    }

    /// The solutions with their images, under a projection that tells which curves they are on if it `must_be_regular`.
    pub(crate) fn located(&self, must_be_regular: bool) -> Result<Located> {
        let whole = self.options.run.control.begin();
        // A file of checkpoints is of one computation, and here are several.
        let run = RunOptions { checkpoint: None, ..self.options.run.clone() };
        let step = |index: usize| run.with_control(whole.of_list(index.min(STEPS - 1), STEPS));
        let variables = names(&[self.f, self.g], self.options.variables.as_ref())?;
        let [f, g] = [self.f, self.g].map(|f| f.with_vars(&variables));
        let (f, g) = (f?, g?);
        if f.is_zero() && g.is_zero() {
            return Err(Error::argument("polynomials", "are both 0: every point is a solution; give others"));
        }
        let answer = Gcd::new(&f, &g).cofactors(true).run_options(step(0)).run()?;
        let common = answer.gcd.as_constant().is_none().then_some(answer.gcd);
        let mut found = PlaneAnswer {
            variables,
            solutions: Vec::new(),
            others: Vec::new(),
            complex: 0,
            different: 0,
            common,
            direction: 0,
        };
        let [f, g] = answer.cofactors.unwrap_or([f, g]);
        if [&f, &g].into_iter().any(|f| f.as_constant().is_some()) {
            whole.finish();
            return Ok(Located::without(found));
        }
        let [x, y] = &found.variables;
        let pair = Pair { f: f.with_vars(&[x, y])?, g: g.with_vars(&[x, y])?, x, y };
        let projection = projected(&pair, must_be_regular || found.common.is_some(), &step)?;
        (found.complex, found.different, found.direction) = (projection.all(x), projection.different(x), projection.c);
        let of = |var: &str, run: RunOptions| self.roots(&pair.resultant(var, &run)?, run);
        // Isolating intervals are long chains of short work: the three go together.
        let (ts, (xs, ys)) = alone::join(
            || self.roots(&projection.isolated(&pair, found.common.as_ref(), &step(5))?, step(5)),
            || {
                let xs = || (projection.c != 0).then(|| of(y, step(6))).transpose();
                alone::join(xs, || of(x, step(7)))
            },
        );
        let mut coordinates = Coordinates { c: projection.c, ts: ts?, xs: xs?, ys: ys? };
        let real = coordinates.real(&pair, &whole)?;
        found.others = coordinates.others(&pair, &whole)?;
        let (images, solutions): (Vec<_>, Vec<PlaneSolution>) = real.into_iter().unzip();
        found.solutions = solutions;
        let bits = self.options.bits;
        found.solutions.par_iter_mut().try_for_each(|solution| {
            solution.x.refine_watched(bits, || whole.check())?;
            solution.y.refine_watched(bits, || whole.check())
        })?;
        found.others.par_iter_mut().try_for_each(|solution| {
            solution.x.refine_watched(bits, || whole.check())?;
            solution.y.refine_watched(bits, || whole.check())
        })?;
        whole.finish();
        let [f, g] = [pair.f, pair.g];
        Ok(Located { answer: found, images, of: Some((f, g, projection)), regular: OnceLock::new() })
    }

    /// The roots that are asked for.
    fn roots(&self, f: &Polynomial, run: RunOptions) -> Result<Roots> {
        if self.options.complex { Roots::complex(f, run) } else { Roots::real(f, run) }
    }
}

/// A projection under which different solutions have different images. A regular one tells whether they are on other curves.
fn projected(pair: &Pair<'_>, must_be_regular: bool, step: &impl Fn(usize) -> RunOptions) -> Result<Projection> {
    // So many images are less than there are solutions.
    let mut too_few = 0;
    let mut of_zero: Option<Projection> = None;
    let directions = (0..).flat_map(|size: i32| if size == 0 { vec![0] } else { vec![size, -size] });
    for (index, c) in directions.enumerate() {
        let run = step(1 + index.min(3));
        run.control.check()?;
        let Some(projection) = pair.projection(c, &run)? else { continue };
        if projection.is_squarefree() && (projection.is_regular() || !must_be_regular) {
            return Ok(projection);
        }
        if !projection.is_regular() {
            continue;
        }
        if c == 0 {
            // Where solutions lie above each other it is in this direction: another one is looked at before the long test.
            of_zero = Some(projection);
            continue;
        }
        let images = projection.different(pair.x);
        let candidates = of_zero.take().filter(|zero| zero.different(pair.x) >= images).into_iter().chain([projection]);
        for candidate in candidates {
            let images = candidate.different(pair.x);
            if images > too_few {
                if candidate.is_injective(pair, &run)? {
                    return Ok(candidate);
                }
                too_few = images;
            }
        }
    }
    // Directions that are not taken are finitely many, and there are 2^32 of them.
    Err(Error::argument("polynomials", "have no direction in which different solutions can be told apart"))
}
