//! Greatest common divisors over Z, and what follows from them.
//!
//! Conventions. gcd(f, g) includes the greatest common divisor of the contents and has a positive leading coefficient: that of the first
//! term in descending lexicographic order. gcd(0, 0) = 0 and gcd(0, g) = |g|, the one of g and -g with a positive leading coefficient.
//!
//! Over Q, gcd(f, g) is the h with a positive leading coefficient for which f / h and g / h have integer coefficients and the GCD 1: gcd(1/2, 1/3) = 1/6.
//! The builders have it by `of_rational` ([`Gcd::of_rational`]). Of rational functions it is likewise the h for which f / h and g / h are such
//! polynomials: gcd(1/x, 1/y) = 1/(x y) ([`Gcd::of_functions`]).
//!
//! The method is Brown's, as in the GCD paper: GCDs modulo primes, those of the least degree scaled by the GCD of the leading
//! coefficients and lifted by Chinese remaindering. The answer is proved by exact division, whose quotients are the cofactors. With two to
//! four variables that is done at all points of a grid of all variables but one. Sparse polynomials, and all in more variables, have images at a geometric progression.

mod batch;
mod batch_of_pairs;
mod bound;
mod builder;
mod checkpoint;
mod compute;
mod content;
mod coprime_base;
mod describe;
mod division;
mod extended;
mod forecast;
mod functions;
mod groups;
mod images;
mod memory;
mod methods;
mod modulo;
mod multivariate;
mod operation_plans;
mod options;
mod pair;
mod plan;
mod problem;
mod rational;
mod reconstruct;
mod reduced;
mod report;
mod request;
mod setters;
mod sparse;
mod sparse_division;
mod squarefree;
mod verify;
mod witness;

pub use batch::{GcdBatch, gcd_batch};
pub use builder::Gcd;
pub use content::{Content, ContentAnswer, content};
pub use describe::{CombinationPlan, GcdPlan};
pub use extended::{ExtendedGcd, ExtendedGcdAnswer, extended_gcd};
pub use options::GcdOptions;
pub(crate) use reduced::divided;
pub use report::{GcdAnswer, GcdReport, Squarefree};
pub use squarefree::{Decomposition, squarefree_decomposition, squarefree_part};

use crate::error::Result;
use crate::poly::Polynomial;
use problem::is_negative;

/// Computes gcd(f, g) with the default choices: see [`Gcd`].
///
/// # Errors
/// See [`Gcd::run`].
///
/// # Examples
/// ```
/// use eliminant::{Polynomial, gcd};
/// let f: Polynomial = "4*x^3 - 4*x".parse()?;
/// let g: Polynomial = "-6*x^2 - 12*x - 6".parse()?;
/// assert_eq!(gcd(&f, &g)?.to_string(), "2*x + 2");
/// let zero = Polynomial::zero(&["x"])?;
/// assert_eq!(gcd(&zero, &g)?.to_string(), "6*x^2 + 12*x + 6");
/// # Ok::<(), eliminant::Error>(())
/// ```
pub fn gcd(f: &Polynomial, g: &Polynomial) -> Result<Polynomial> {
    Ok(Gcd::new(f, g).run()?.gcd)
}

/// Computes h = gcd(f, g), f / h and g / h. For f = g = 0 all three are 0.
///
/// # Errors
/// See [`Gcd::run`].
///
/// # Examples
/// ```
/// use eliminant::{Polynomial, gcd_with_cofactors};
/// let f: Polynomial = "x^2 - 1".parse()?;
/// let g: Polynomial = "x^3 - 1".parse()?;
/// let (h, a, b) = gcd_with_cofactors(&f, &g)?;
/// assert_eq!([h, a, b].map(|f| f.to_string()), ["x - 1", "x + 1", "x^2 + x + 1"]);
/// # Ok::<(), eliminant::Error>(())
/// ```
pub fn gcd_with_cofactors(f: &Polynomial, g: &Polynomial) -> Result<(Polynomial, Polynomial, Polynomial)> {
    let answer = Gcd::new(f, g).cofactors(true).run()?;
    let zero = || Polynomial::zero(answer.gcd.vars());
    let [a, b] = match answer.cofactors {
        Some(cofactors) => cofactors,
        None => [zero()?, zero()?],
    };
    Ok((answer.gcd, a, b))
}

/// Computes the GCD of all polynomials of a list; 0 for an empty list.
///
/// It ends at the first GCD that is 1. A constant or a small polynomial early in the list makes the rest cheap.
///
/// # Errors
/// See [`Gcd::run`].
///
/// # Examples
/// ```
/// use eliminant::{Polynomial, gcd_list};
/// let list = ["x^4 - 1", "x^6 - 1", "x^2 + 2*x + 1"].map(|f| f.parse::<Polynomial>());
/// let list = list.into_iter().collect::<Result<Vec<_>, _>>()?;
/// assert_eq!(gcd_list(&list)?.to_string(), "x + 1");
/// # Ok::<(), eliminant::Error>(())
/// ```
pub fn gcd_list(list: &[Polynomial]) -> Result<Polynomial> {
    let mut result = Polynomial::zero::<&str>(&[])?;
    for f in list {
        result = gcd(&result, f)?;
        if result.as_constant().is_some_and(|c| c == 1) {
            break;
        }
    }
    // Over the variables of all polynomials, whichever were read.
    let mut vars: Vec<&String> = list.iter().flat_map(Polynomial::vars).collect();
    vars.sort();
    vars.dedup();
    let gcd = match list {
        [first, rest @ ..] if rest.iter().all(|f| f.vars() == first.vars()) => result.with_vars(first.vars()),
        _ => result.with_vars(&vars),
    }?;
    Ok(if is_negative(&gcd) { gcd.negate() } else { gcd })
}

/// Whether f and g have no common divisor of positive degree; contents do not count. False when one is 0 and the other not
/// constant. Usually two primes suffice.
///
/// # Errors
/// See [`Gcd::run`].
///
/// # Examples
/// ```
/// use eliminant::{Polynomial, is_coprime};
/// let f: Polynomial = "6*x^2 - 6".parse()?;
/// assert!(is_coprime(&f, &"4*x^2 + 4".parse()?)?);
/// assert!(!is_coprime(&f, &"x^3 + 1".parse()?)?);
/// # Ok::<(), eliminant::Error>(())
/// ```
pub fn is_coprime(f: &Polynomial, g: &Polynomial) -> Result<bool> {
    Ok(gcd(f, g)?.as_constant().is_some_and(|c| !c.is_zero()))
}
