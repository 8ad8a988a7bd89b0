//! Between coefficients and values: transforms on cosets of roots of unity, direct evaluation, interpolation at any points.

pub mod butterfly;
pub mod coset;
pub mod ntt;
pub mod orbit;
pub mod steps;
pub mod stockham;
pub mod tile;
pub mod vandermonde;
