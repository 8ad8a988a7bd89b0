//! How a computation is run, whatever the operation: the choice of engines, the loop over batches of primes, several engines.

pub(crate) mod backend;
pub(crate) mod batches;
pub(crate) mod check;
pub(crate) mod checkpoint;
pub(crate) mod coefficients;
pub(crate) mod denominator;
pub(crate) mod kept_slabs;
pub(crate) mod memory;
pub(crate) mod minors;
pub(crate) mod modulus;
pub(crate) mod on_grid;
pub(crate) mod options;
pub(crate) mod pointwise;
pub(crate) mod prime_supply;
pub(crate) mod random;
pub(crate) mod ranges;
pub(crate) mod report;
pub(crate) mod residue_rows;
pub(crate) mod resume;
pub(crate) mod stopping;
pub(crate) mod team;
pub(crate) mod threads;
pub(crate) mod tuples;
