//! Polynomials over Z in any number of variables.
//!
//! [`Polynomial`] is sparse: a list of variables and a list of terms in descending lexicographic order.
//! [`RationalPolynomial`] adds one positive denominator. Both read and write text (`3*x^2*y - 5*y + 7`) and JSON
//! (`{"vars":["x","y"],"terms":[["3",[2,1]],["-5",[0,1]],["7",[0,0]]]}`).
//!
//! # Text
//!
//! ```text
//! sum     := ['+' | '-'] product { ('+' | '-') product }
//! product := factor { ('*' | '/') factor }        a divisor must be a constant, not zero
//! factor  := { '+' | '-' } atom [ ('^' | '**') exponent ]
//! atom    := integer | variable | '(' sum ')'
//! ```
//!
//! Exponents are integers from 0 to 2^31 - 1, variables match `[A-Za-z_][A-Za-z0-9_]*`, white space is free, products are
//! always written with `*`. Products and powers of sums are expanded; a bound on the result and on the work is checked
//! before, so `(x+y)^1000000` is an error at once and not a long wait.
//!
//! ```
//! use eliminant::poly::Polynomial;
//!
//! let f: Polynomial = "(x + y)^2*(x - y) - 7".parse()?;
//! assert_eq!(f.vars(), ["x", "y"]);
//! assert_eq!(f.to_string(), "x^3 + x^2*y - x*y^2 - y^3 - 7");
//! assert_eq!(f.degree("y"), Some(3));
//!
//! let error = "x^2 + 3x".parse::<Polynomial>().unwrap_err();
//! assert!(error.to_string().starts_with("line 1, column 8: "));
//! # Ok::<(), eliminant::Error>(())
//! ```

mod arithmetic;
mod display;
mod evaluate;
pub(crate) mod integers;
mod json;
mod lexer;
mod limits;
mod parse;
mod parser;
mod polynomial;
mod product;
#[cfg(test)]
mod properties;
mod rational;
pub(crate) mod size;
mod spelling;
mod variables;

pub use polynomial::{Exponents, Polynomial, Term};
pub use rational::RationalPolynomial;
pub use spelling::{as_product, doubtful_names};
pub use variables::union_vars;
