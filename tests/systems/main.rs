//! Systems of polynomials: certificates, facts by sympy, derivatives, the ways in and out, all zeros against what is known of them, and what is wrong
//! with wrong text.

mod certify;
mod components;
#[path = "../common/device.rs"]
mod device;
#[cfg(feature = "cuda")]
#[path = "../common/device_lists.rs"]
mod device_lists;
#[cfg(feature = "cuda")]
mod devices;
mod errors;
mod facts;
mod forms;
mod hessian;
mod mixed_volumes;
mod newton;
mod planted;
mod random;
mod solve;
mod tally;
mod track;
mod trust;
mod values;
mod zeros;
