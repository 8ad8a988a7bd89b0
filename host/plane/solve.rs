//! The builder of plane solutions.

use super::answer::{PlaneAnswer, PlaneSolution};
use super::located::Located;
use super::names::names;
use super::pairs::pairs;
use super::projection::{Pair, Projection};
use crate::alone;
use crate::alone::prelude::*;
use crate::control::Control;
use crate::error::{Error, Result};
use crate::gcd::Gcd;
use crate::poly::Polynomial;
use crate::roots::{RealAlgebraic, RealRoot, RealRoots};
use crate::run::options::{RunOptions, run_setters};
use crate::run::threads::on_threads;
use std::cmp::Ordering;
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

    /// All isolated real solutions, proved.
    ///
    /// Where f and g have a common factor h, they are 0 on the whole curve h = 0: it is told beside the solutions of f/h = g/h = 0 that are not on it.
    /// A folder of checkpoints is not used.
    ///
    /// # Errors
    /// `Argument` when both polynomials are 0, when more than two variables occur, or when less than two occur and none are named; `Limit` when the degree of a resultant is
    /// 2^24 or more; and as [`Resultant::run`](crate::Resultant::run), [`Determinant::run`](crate::Determinant::run) and [`RealRoots::run`].
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
        let mut found =
            PlaneAnswer { variables, solutions: Vec::new(), complex: 0, different: 0, common, direction: 0 };
        let [f, g] = answer.cofactors.unwrap_or([f, g]);
        if [&f, &g].into_iter().any(|f| f.as_constant().is_some()) {
            whole.finish();
            return Ok(Located::without(found));
        }
        let [x, y] = &found.variables;
        let pair = Pair { f: f.with_vars(&[x, y])?, g: g.with_vars(&[x, y])?, x, y };
        let projection = projected(&pair, must_be_regular || found.common.is_some(), &step)?;
        (found.complex, found.different, found.direction) = (projection.all(x), projection.different(x), projection.c);
        let roots = |var: &str, run: RunOptions| -> Result<Vec<RealAlgebraic>> {
            let resultant = pair.resultant(var, &run)?;
            Ok(RealRoots::new(&resultant).run_options(run).run()?.into_iter().map(|root| root.value).collect())
        };
        // Isolating intervals are long chains of short work: the three go together.
        let (ts, (xs, ys)) = alone::join(
            || self.on_no_curve(&projection, &pair, found.common.as_ref(), &step(5)),
            || {
                let xs = || (projection.c != 0).then(|| roots(y, step(6))).transpose();
                alone::join(xs, || roots(x, step(7)))
            },
        );
        let (ts, xs, ys) = (ts?, xs?, ys?);
        let mut images = Vec::new();
        if !ts.is_empty() {
            (images, found.solutions) = solutions(&pair, projection.c, ts, xs, ys, &whole)?;
            found.solutions.par_iter_mut().try_for_each(|solution| {
                let refine = |value: &mut RealAlgebraic| value.refine_watched(self.options.bits, || whole.check());
                refine(&mut solution.x).and_then(|()| refine(&mut solution.y))
            })?;
        }
        whole.finish();
        let [f, g] = [pair.f, pair.g];
        Ok(Located { answer: found, images, of: Some((f, g, projection)), regular: OnceLock::new() })
    }

    /// The roots t of a projection whose solutions are on no curve of common zeros.
    fn on_no_curve(
        &self,
        projection: &Projection,
        pair: &Pair<'_>,
        common: Option<&Polynomial>,
        run: &RunOptions,
    ) -> Result<Vec<RealRoot>> {
        let mut roots = RealRoots::new(&projection.resultant).run_options(run.clone()).run()?;
        let Some(h) = common else { return Ok(roots) };
        let on_curve = projection.on_curve(h, pair, run)?;
        let mut kept = Vec::with_capacity(roots.len());
        for root in roots.drain(..) {
            if root.value.sign_of(&on_curve)? != Ordering::Equal {
                kept.push(root);
            }
        }
        Ok(kept)
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

/// The solutions of a pair by their images, which are the xs in direction 0; with the images in their order.
fn solutions(
    pair: &Pair<'_>,
    c: i32,
    ts: Vec<RealRoot>,
    xs: Option<Vec<RealAlgebraic>>,
    mut ys: Vec<RealAlgebraic>,
    control: &Control,
) -> Result<(Vec<RealAlgebraic>, Vec<PlaneSolution>)> {
    let mut images: Vec<RealAlgebraic> = ts.iter().map(|root| root.value.clone()).collect();
    let mut xs = xs.unwrap_or_else(|| images.clone());
    let places = pairs(pair, c, [&mut images, &mut xs, &mut ys], control)?;
    let mut found: Vec<_> = places.into_iter().zip(0..).collect();
    found.sort_unstable();
    let solution = |([i, j], t): ([usize; 2], usize)| {
        let (x, y) = (xs[i].clone(), ys[j].clone());
        (images[t].clone(), PlaneSolution { x, y, multiplicity: ts[t].multiplicity })
    };
    Ok(found.into_iter().map(solution).unzip())
}
