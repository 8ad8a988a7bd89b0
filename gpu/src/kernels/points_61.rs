//! Family `points_61`: values at geometric progressions of points, resultants and determinants there, and interpolation, modulo one prime below 2^61. See
//! [`crate::kernels::problems::points`].

use crate::arith::Mont61;

type PrimeField = Mont61;
type Element = u64;

crate::kernels::problems::points::points!(
    "points_61",
    PrimeField,
    Element,
    points_61_terms,
    points_61_values,
    points_61_to_residues,
    points_61_from_residues,
    points_61_resultants_8,
    points_61_resultants_16,
    points_61_resultants_32,
    points_61_determinants
);
