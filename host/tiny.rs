//! Tiny problems: their work takes about as long as threads take to wake, so that the calling thread does it alone.
//!
//! The sizes of the operands, with all terms below their degrees, give a number of steps. It is rough: a problem that is taken for a tiny one and is none
//! takes a few milliseconds on one thread.

use crate::poly::Polynomial;
use crate::run::options::{Backend, RunOptions};

/// The most terms of the operands: to count the steps must take no time.
const TERMS: usize = 256;

/// The most variables.
const VARIABLES: usize = 12;

/// The most steps. So many take one thread 0.1 to 0.3 milliseconds, and two threads no less.
const STEPS: f64 = 4096.0;

/// Sizes of operands.
struct Sizes<'a> {
    /// The highest degree in each variable that occurs.
    degrees: Vec<(&'a str, f64)>,
    /// The most bits of a coefficient.
    bits: f64,
}

/// Words of so many bits.
fn words(bits: f64) -> f64 {
    1.0 + bits / 32.0
}

impl<'a> Sizes<'a> {
    /// Of some polynomials; `None` if they have too many terms.
    fn new(polynomials: impl IntoIterator<Item = &'a Polynomial>) -> Option<Self> {
        let (mut sizes, mut terms) = (Sizes { degrees: Vec::new(), bits: 0.0 }, 0);
        for f in polynomials {
            terms += f.terms().len();
            if terms > TERMS {
                return None;
            }
            sizes.bits = sizes.bits.max(f.max_bits() as f64);
            for (var, degree) in f.vars().iter().zip(f.all_degrees()).filter(|(_, degree)| *degree > 0) {
                // So many make more than 4096 terms. Lists may have millions of names that do not occur.
                if sizes.degrees.len() > VARIABLES {
                    return None;
                }
                match sizes.degrees.iter_mut().find(|(known, _)| known == var) {
                    Some((_, most)) => *most = most.max(degree.into()),
                    None => sizes.degrees.push((var, degree.into())),
                }
            }
        }
        Some(sizes)
    }

    /// The terms of a polynomial with `times` these degrees in all variables except `without`.
    fn terms(&self, times: f64, without: &str) -> f64 {
        let others = self.degrees.iter().filter(|(var, _)| *var != without);
        others.map(|(_, degree)| times * degree + 1.0).product()
    }

    /// Steps of a GCD: for each word and each value of the other variables an image in one.
    fn gcd(&self) -> f64 {
        let longest = self.degrees.iter().map(|(_, degree)| degree + 1.0).fold(1.0, f64::max);
        let sum: f64 = self.degrees.iter().map(|(_, degree)| degree).sum();
        self.terms(1.0, "") * longest * words(self.bits + sum)
    }

    /// Steps of a squarefree decomposition: some GCDs for each variable, with contents in the others.
    fn squarefree(&self) -> f64 {
        let variables = self.degrees.iter().filter(|(_, degree)| *degree > 0.0).count();
        4.0 * (variables * variables) as f64 * self.gcd()
    }

    /// Steps of a resultant for these degrees in its variable: for each word and each value of the other variables a remainder sequence.
    fn resultant(&self, var: &str, [p, q]: [f64; 2]) -> f64 {
        self.terms(p + q, var) * (p + 1.0) * (q + 1.0) * words((p + q) * (self.bits + 2.0))
    }

    /// Steps of a determinant: for each word and each value of the variables an elimination.
    fn determinant(&self, rows: f64) -> f64 {
        self.terms(rows, "") * rows.powi(3) * words(rows * (self.bits + 2.0))
    }
}

/// Whether a problem with these options and operands is tiny. With options that say where work is done, none is.
fn is_tiny<'a>(
    run: &RunOptions,
    polynomials: impl IntoIterator<Item = &'a Polynomial>,
    steps: impl FnOnce(Sizes<'a>) -> f64,
) -> bool {
    let is_free = run.threads.is_none() && run.checkpoint.is_none() && run.backend != Backend::Cuda;
    is_free && Sizes::new(polynomials).is_some_and(|sizes| steps(sizes) <= STEPS)
}

/// Whether the GCD of two polynomials is tiny, their combination too, or the content of one.
pub fn gcd<'a>(run: &RunOptions, polynomials: impl IntoIterator<Item = &'a Polynomial>) -> bool {
    is_tiny(run, polynomials, |sizes| sizes.gcd())
}

/// Whether the squarefree decomposition is tiny.
pub fn squarefree(run: &RunOptions, f: &Polynomial) -> bool {
    is_tiny(run, [f], |sizes| sizes.squarefree())
}

/// Whether the real roots are: intervals take about as long as the squarefree decomposition before them.
pub fn real_roots(run: &RunOptions, f: &Polynomial) -> bool {
    squarefree(run, f)
}

/// Whether the resultant in this variable is tiny.
pub fn resultant(run: &RunOptions, f: &Polynomial, g: &Polynomial, var: &str) -> bool {
    let degree = |f: &Polynomial| f.degree(var).unwrap_or(0).into();
    is_tiny(run, [f, g], |sizes| sizes.resultant(var, [degree(f), degree(g)]))
}

/// Whether the discriminant is: the resultant with the derivative.
pub fn discriminant(run: &RunOptions, f: &Polynomial, var: &str) -> bool {
    resultant(run, f, f, var)
}

/// Whether the determinant of so many rows is tiny.
pub fn determinant<'a>(run: &RunOptions, rows: usize, entries: impl IntoIterator<Item = &'a Polynomial>) -> bool {
    rows * rows <= TERMS && is_tiny(run, entries, |sizes| sizes.determinant(rows as f64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Content, Control, Decomposition, Determinant, Discriminant, ExtendedGcd, Gcd, Matrix, RealRoots, Resultant,
    };
    use std::sync::{Arc, Mutex};
    use std::thread::{ThreadId, current};

    /// The threads that have reported progress of a computation.
    fn threads<T>(compute: impl FnOnce(RunOptions) -> crate::Result<T>) -> Vec<ThreadId> {
        let seen = Arc::new(Mutex::new(Vec::new()));
        let into = seen.clone();
        let control = Control::with_every_progress(move |_| into.lock().unwrap().push(current().id()));
        compute(RunOptions { control, ..RunOptions::default() }).unwrap();
        let mut seen = seen.lock().unwrap().clone();
        seen.dedup();
        seen
    }

    #[test]
    fn the_calling_thread_solves_tiny_problems() {
        let [f, g] = ["x^5*y - 3*x^2*y + 7", "2*x^4 - y^2*x + 1"].map(|text| text.parse::<Polynomial>().unwrap());
        let [h, k] = ["(x - 1)^2*(x^2 + 1)", "x^3 - 3*x + 1"].map(|text| text.parse::<Polynomial>().unwrap());
        let matrix: Matrix = "[x, 1, 2; 3, x, y; y, 5, x - y]".parse().unwrap();
        let all = [
            threads(|run| Gcd::new(&f, &g).run_options(run).run()),
            threads(|run| Gcd::new(&h, &k).run_options(run).run()),
            threads(|run| ExtendedGcd::new(&h, &k).run_options(run).run()),
            threads(|run| Content::new(&f, "x").run_options(run).run()),
            threads(|run| Decomposition::new(&h).run_options(run).run()),
            threads(|run| Resultant::new(&f, &g, "x").run_options(run).run()),
            threads(|run| Discriminant::new(&k, "x").run_options(run).run()),
            threads(|run| Determinant::new(&matrix).run_options(run).run()),
        ];
        assert!(all.iter().all(|threads| threads[..] == [current().id()]), "{all:?}");
        assert!(real_roots(&RunOptions::default(), &k) && RealRoots::new(&k).run().is_ok_and(|roots| roots.len() == 3));
    }

    #[test]
    fn others_are_not_tiny() {
        let run = RunOptions::default();
        let polynomial = |text: &str| text.parse::<Polynomial>().unwrap();
        let (f, short) = (polynomial("x^3*y^2 - x + 5"), polynomial("x^2 - 2"));
        assert!(gcd(&run, [&f, &short]) && resultant(&run, &f, &short, "x") && squarefree(&run, &short));
        assert!(!gcd(&run, [&polynomial("x^500 - 1"), &short]) && !gcd(&run, [&polynomial("(x + y)^300")]));
        assert!(
            !resultant(&run, &f, &polynomial("x^9*y^9 + 1"), "x") && !squarefree(&run, &polynomial("x^90 - x + 1"))
        );
        assert!(!determinant(&run, 40, []) && !discriminant(&run, &polynomial("x^8 - y^8*x + 1"), "x"));
        // The caller has chosen threads, or an engine.
        assert!(!gcd(&RunOptions { threads: Some(4), ..run.clone() }, [&f, &short]));
        assert!(!gcd(&RunOptions { backend: Backend::Cuda, ..run }, [&f, &short]));
    }
}
