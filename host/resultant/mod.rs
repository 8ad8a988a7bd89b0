//! Resultants and discriminants.
//!
//! Conventions. With p = deg_y f, q = deg_y g and S the Sylvester matrix of f and g in y (rows of f first),
//!
//! > res_y(f, g) = det S = lc(f)^q lc(g)^p prod (alpha_i - beta_j),
//!
//! so res(g, f) = (-1)^(p q) res(f, g), res(c, g) = c^q and res(f, d) = d^p for c, d free of y, res(c, d) = 1, and
//! res(f, g) = 0 when f or g is zero. The discriminant is disc_y(f) = (-1)^(n (n-1)/2) res_y(f, f') / lc(f), n = deg_y f;
//! degree 1 gives 1, degree 0 and f = 0 give 0. Over Q both are those of the numerators, divided by powers of the denominators
//! ([`Resultant::of_rational`], [`Discriminant::of_rational`]).
//!
//! Any number of variables is kept. The answer is computed densely: all exponents up to a bound for each variable count, after
//! monomial factors and common divisors of exponents are taken out. Probabilistic answers of few terms need not be (`host/resultant/sparse`).

mod at_points;
mod builder;
mod compute;
mod deflation;
mod describe;
mod exponents;
mod functions;
mod integers;
mod memory;
mod methods;
mod minors;
mod modular;
mod modulo;
mod options;
mod packing;
mod plan;
mod powers;
mod problem;
mod pseudo_remainder;
mod rational;
mod remedy;
mod report;
mod setters;
mod shear;
mod sparse;
mod stages;
mod sylvester;
mod trinomial;
mod verify;
mod write;

pub use builder::{Discriminant, Resultant};
pub use describe::ResultantPlan;
pub(crate) use minors::hybrid_bezout;
pub use options::{Interpolation, Method, Remedy, ResultantOptions};
pub use report::{ResultantAnswer, ResultantReport};

use crate::error::Result;
use crate::poly::Polynomial;

/// Computes the resultant res_y(f, g) for the variable y = `var`, with the default choices: see [`Resultant`].
///
/// # Errors
/// See [`Resultant::run`].
///
/// # Examples
/// ```
/// use eliminant::{Polynomial, resultant};
/// let f: Polynomial = "y^2 - x".parse()?;
/// let g: Polynomial = "y - x + 1".parse()?;
/// assert_eq!(resultant(&f, &g, "y")?.to_string(), "x^2 - 3*x + 1");
/// let g: Polynomial = "y - z".parse()?;
/// assert_eq!(resultant(&f, &g, "y")?.to_string(), "-x + z^2"); // Any number of variables is kept.
/// # Ok::<(), eliminant::Error>(())
/// ```
pub fn resultant(f: &Polynomial, g: &Polynomial, var: &str) -> Result<Polynomial> {
    Ok(Resultant::new(f, g, var).run()?.polynomial)
}

/// Computes the discriminant disc_y(f) for the variable y = `var`, with the default choices: see [`Discriminant`].
///
/// # Errors
/// See [`Resultant::run`].
///
/// # Examples
/// ```
/// use eliminant::{Polynomial, discriminant};
/// let f: Polynomial = "a*y^2 + b*y + c".parse()?;
/// let g: Polynomial = "y^3 + x*y + 1".parse()?;
/// assert_eq!(discriminant(&f, "y")?.to_string(), "-4*a*c + b^2");
/// assert_eq!(discriminant(&g, "y")?.to_string(), "-4*x^3 - 27");
/// # Ok::<(), eliminant::Error>(())
/// ```
pub fn discriminant(f: &Polynomial, var: &str) -> Result<Polynomial> {
    Ok(Discriminant::new(f, var).run()?.polynomial)
}
