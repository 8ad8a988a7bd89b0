//! Systems of polynomials: certificates, facts by sympy, derivatives, the ways in and out, and what is wrong with wrong text.

mod certify;
#[cfg(feature = "cuda")]
#[path = "../common/device.rs"]
mod device;
#[cfg(feature = "cuda")]
mod devices;
mod errors;
mod facts;
mod forms;
mod hessian;
mod newton;
mod solve;
mod track;
mod values;
