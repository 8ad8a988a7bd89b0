//! The mathematics that CPU and GPU share, on the host: by one thread and by teams of threads.

mod blocks;
mod common;
mod determinant;
mod float_arithmetic;
mod four_steps;
mod gaps;
mod gcd;
mod gcd_schur;
mod matrix;
mod mixed_radix;
mod panels;
mod remainder;
mod repair;
mod schur;
mod stockham;
mod subresultants;
mod threads;
mod vandermonde;
