//! Family `points_128`: values at geometric progressions of points, resultants and determinants there, and interpolation, modulo one prime below 2^128. See
//! [`crate::kernels::problems::points`].

use crate::arith::MontWords;

type PrimeField = MontWords<2>;
type Element = [u64; 2];

crate::kernels::problems::points::points!(
    "points_128",
    PrimeField,
    Element,
    points_128_terms,
    points_128_values,
    points_128_to_residues,
    points_128_from_residues,
    points_128_resultants_8,
    points_128_resultants_16,
    points_128_resultants_32,
    points_128_determinants
);
