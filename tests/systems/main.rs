//! Systems of polynomials: certificates, facts by sympy, the ways in and out, and what is wrong with wrong text.

mod certify;
mod errors;
mod facts;
mod forms;
