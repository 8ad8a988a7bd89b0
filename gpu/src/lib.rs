#![no_std]
//! Shared mathematics and kernels.
