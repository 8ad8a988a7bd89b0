//! Family `points_256`: values at geometric progressions of points, resultants and determinants there, and interpolation, modulo one prime below 2^256. See
//! [`crate::kernels::problems::points`].

use crate::arith::MontWords;

type PrimeField = MontWords<4>;
type Element = [u64; 4];

crate::kernels::problems::points::points!(
    "points_256",
    PrimeField,
    Element,
    points_256_terms,
    points_256_values,
    points_256_to_residues,
    points_256_from_residues,
    points_256_resultants_8,
    points_256_resultants_16,
    points_256_resultants_32,
    points_256_determinants
);
