//! Family `points_32`: values at geometric progressions of points, resultants and determinants there, and interpolation, modulo one prime below 2^31. See
//! [`crate::kernels::problems::points`].

use crate::arith::Mont32;

type PrimeField = Mont32;
type Element = u32;

crate::kernels::problems::points::points!(
    "points_32",
    PrimeField,
    Element,
    points_32_terms,
    points_32_values,
    points_32_to_residues,
    points_32_from_residues,
    points_32_resultants_8,
    points_32_resultants_16,
    points_32_resultants_32,
    points_32_determinants
);
