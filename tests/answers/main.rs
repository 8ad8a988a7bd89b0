//! Answers of the public calls: against FLINT and PARI, by identities, with every choice, on the CPU, a device and several devices.

mod contraction;
mod determinants;
#[path = "../common/device.rs"]
mod device;
#[path = "../common/device_lists.rs"]
mod device_lists;
mod devices;
mod early;
mod evaluation;
#[cfg(feature = "cuda")]
mod faults;
mod gaps;
mod gcd;
mod gcd_devices;
mod gcd_modular;
mod gcd_multivariate;
mod gradings;
mod identities;
mod modulus;
mod resultants;
mod several;
mod stopping;
mod suite;
mod total_degree;
#[path = "../common/turns.rs"]
mod turns;
mod vectors;
