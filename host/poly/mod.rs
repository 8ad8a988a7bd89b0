//! Polynomials over Z in any number of variables.
//!
//! [`Polynomial`] is sparse: a list of variables and a list of terms in descending lexicographic order.
//! [`RationalPolynomial`] adds one positive denominator. Both read and write text (`3*x^2*y - 5*y + 7`), JSON
//! (`{"vars":["x","y"],"terms":[["3",[2,1]],["-5",[0,1]],["7",[0,0]]]}`) and a binary format, also term by term as a [`TermSink`].
//! [`mod@matrix`] has matrices of them.
//!
//! # Text
//!
//! ```text
//! text       := [name ':='] sum [ ('=' | '==') sum ] [ ';' | ':' ]     an equation is its left side minus its right side
//! sum        := ['+' | '-'] product { ('+' | '-') product }
//! product    := factor { ['*' | '/'] factor }
//! factor     := { '+' | '-' } atom [ ('^' | '**') exponent ]
//! exponent   := integer | '-' integer | '(' expression of integers ')'
//! atom       := integer | decimal | variable | '(' sum ')'
//! ```
//!
//! White space is free. Prompts that begin a line, as `>>> ` and `In[1]:= `, are left out. `#` begins a comment, as `//` does at the beginning of a line or behind `;`; `(* *)` and `/* */` are comments too. Decimal numbers,
//! also with a power of ten, `1e-3`, are exact. A name has letters of any language, digits and `_`, and does not begin with a digit. An index has four
//! spellings: `x[1]`, `x(1)`, `x_{1}` and `x_1` are the variable `x_1`; `x1` is another one.
//!
//! `*` may be left out behind a number or a parenthesis, before a name or a parenthesis: `2x`, `3(x + 1)`, `(x + 1)(x - 1)`. Where that has two
//! readings, as `1/2x` or `x^2y`, and between names, it may not, but for names of LaTeX, `\alpha x`. Exponents above the line, also `x⁻¹`, `−`, `·`, of LaTeX `x^{2}`, `\frac{a}{b}`, `\cdot`, `\times`,
//! `\left`, `\right`, `\mathrm{name}` and Greek letters, and `Eq(a, b)`, `Poly(f, x)`, `Rational(1, 2)` of SymPy are read too.
//!
//! Exponents are below 2^31 and a divisor is a constant, or one that divides: `(x^2 - 1)/(x - 1)` is x + 1. [`RationalFunction`] reads others. Products and
//! powers of sums are expanded; a bound on the result and on the work is checked before, so `(x+y)^1000000` is an error at once and not a long wait.
//!
//! # Binary
//!
//! Bytes of exponents and coefficients, in blocks with checksums: a file that was changed or is not whole is an error, and neither writing
//! nor reading term by term takes more memory than a block. `docs/format.md` describes every byte; version 1 stays readable.
//!
//! # Example
//!
//! ```
//! use eliminant::poly::Polynomial;
//!
//! let f: Polynomial = "(x + y)^2*(x - y) - 7".parse()?;
//! assert_eq!(f.vars(), ["x", "y"]);
//! assert_eq!(f.to_string(), "x^3 + x^2*y - x*y^2 - y^3 - 7");
//! assert_eq!(f.degree("y"), Some(3));
//!
//! let error = "x^2 + y x".parse::<Polynomial>().unwrap_err();
//! assert!(error.to_string().starts_with("line 1, column 9: "));
//! # Ok::<(), eliminant::Error>(())
//! ```

mod arithmetic;
mod assignment;
mod binary;
mod constant;
mod construct;
mod display;
mod division;
mod division_orders;
mod equations;
mod evaluate;
mod exponent_words;
mod grading;
pub(crate) mod heap_division;
pub(crate) mod integers;
mod json;
mod json_words;
mod json_writer;
pub(crate) mod kronecker;
mod latex;
mod level_division;
mod lexer;
mod limits;
mod list;
pub mod matrix;
mod notation;
mod operators;
mod packed;
mod parse;
mod parser;
mod polynomial;
mod product;
#[cfg(test)]
mod properties;
mod range_sums;
mod rational;
mod rational_arithmetic;
mod rational_function;
mod read_off;
mod sink;
pub(crate) mod size;
mod spelling;
mod substitute;
pub(crate) mod systems;
mod text_writer;
mod univariate;
mod values;
mod variables;

pub use assignment::{assigned_name, assigned_names};
pub use binary::{BinaryReader, BinaryWriter, is_binary};
pub(crate) use division::{quotient_modulo, quotient_watched};
pub(crate) use equations::{Equations, equations, equations_in};
pub(crate) use json::{json_error, to_text as json_text};
pub use json_writer::JsonWriter;
pub use lexer::name_of;
pub(crate) use lexer::{error_at, is_name};
pub(crate) use limits::multinomial_count;
pub use matrix::{Matrix, RationalFunctionMatrix, RationalMatrix};
pub use notation::Notation;
pub use polynomial::{Exponents, Polynomial, Term};
pub(crate) use product::mul_terms;
pub use rational::RationalPolynomial;
pub use rational_function::RationalFunction;
pub use sink::{InMemory, TermSink};
pub use spelling::{as_product, doubtful_names};
pub(crate) use substitute::substituted;
pub use text_writer::TextWriter;
pub use univariate::UnivariatePolynomial;
pub(crate) use variables::places;
pub use variables::union_vars;
