//! Systems of polynomials: facts by sympy, the ways in and out, and what is wrong with wrong text.

mod errors;
mod facts;
mod forms;
mod newton;
mod solve;
mod track;
mod values;
