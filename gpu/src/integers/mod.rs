//! Between integers and residues: reduction modulo primes, Chinese remaindering, mixed-radix digits.

pub mod crt;
pub mod lifted;
pub mod mixed_radix;
pub mod recover;
pub mod reduction;
