//! Family `points_64`: values at geometric progressions of points, resultants and determinants there, and interpolation, modulo one prime below 2^64. See
//! [`crate::kernels::problems::points`].

use crate::arith::Mont64;

type PrimeField = Mont64;
type Element = u64;

crate::kernels::problems::points::points!(
    "points_64",
    PrimeField,
    Element,
    points_64_terms,
    points_64_values,
    points_64_to_residues,
    points_64_from_residues,
    points_64_resultants_8,
    points_64_resultants_16,
    points_64_resultants_32,
    points_64_determinants
);
