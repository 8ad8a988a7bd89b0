//! Random choices of how a problem is to be solved.

use crate::random::{once_in, pick};
use eliminant::{
    Backend, Certainty, DeterminantMethod, Evaluation, GcdMethod, Interpolation, Lift, MatrixShape, Method, Remedy,
    ScalarShape, WordSize,
};
use rand::Rng;
use rand::rngs::StdRng;

/// All shapes.
const SHAPES: [ScalarShape; 14] = [
    ScalarShape::Auto,
    ScalarShape::Thread,
    ScalarShape::Columns2,
    ScalarShape::Columns4,
    ScalarShape::Columns8,
    ScalarShape::Lanes4,
    ScalarShape::Lanes8,
    ScalarShape::Lanes16,
    ScalarShape::Lanes32,
    ScalarShape::Block64,
    ScalarShape::Block128,
    ScalarShape::Block256,
    ScalarShape::Global,
    ScalarShape::Blocks,
];

/// All shapes of matrices.
const MATRIX_SHAPES: [MatrixShape; 8] = [
    MatrixShape::Auto,
    MatrixShape::Thread,
    MatrixShape::Lanes4,
    MatrixShape::Lanes32,
    MatrixShape::Block256,
    MatrixShape::Registers,
    MatrixShape::Global,
    MatrixShape::Panels,
];

/// All options of a caller. Each operation takes those that it has.
#[derive(Debug, Clone, PartialEq)]
pub struct Choices {
    pub backend: Backend,
    pub method: Method,
    pub remedy: Remedy,
    pub shape: ScalarShape,
    pub interpolation: Interpolation,
    pub evaluation: Evaluation,
    pub lift: Lift,
    pub word: WordSize,
    pub certainty: Certainty,
    pub gcd_method: GcdMethod,
    /// GCDs of sparse polynomials on a grid.
    pub grid: bool,
    pub determinant_method: DeterminantMethod,
    pub matrix_shape: MatrixShape,
    pub contraction: bool,
    /// Two engines on the first device.
    pub split: bool,
    /// Whether the plan of a resultant or discriminant is made beforehand.
    pub planned: bool,
    /// Least number of slabs of a grid.
    pub slabs: u32,
    pub threads: usize,
    pub memory_limit: Option<u64>,
    pub seed: u64,
}

impl Choices {
    /// The choices that nobody has to make, on one thread of the CPU.
    pub fn plain() -> Self {
        Choices {
            backend: Backend::Cpu,
            method: Method::default(),
            remedy: Remedy::default(),
            shape: ScalarShape::default(),
            interpolation: Interpolation::default(),
            evaluation: Evaluation::default(),
            lift: Lift::default(),
            word: WordSize::default(),
            certainty: Certainty::default(),
            gcd_method: GcdMethod::default(),
            grid: false,
            determinant_method: DeterminantMethod::default(),
            matrix_shape: MatrixShape::default(),
            contraction: false,
            split: false,
            planned: false,
            slabs: 0,
            threads: 1,
            memory_limit: None,
            seed: 1,
        }
    }

    /// Random ones on the CPU; the default of each is the most frequent.
    pub fn random(rng: &mut StdRng) -> Self {
        let remedies = [Remedy::None, Remedy::Swap, Remedy::Factor, Remedy::Combination, Remedy::Squares];
        let lift = pick(rng, &[Lift::Auto, Lift::Auto, Lift::Crt, Lift::MixedRadix, Lift::MixedRadixThread]);
        let word = pick(rng, &[WordSize::Auto, WordSize::Auto, WordSize::Bits31, WordSize::Bits50]);
        let interpolation = pick(rng, &[Interpolation::Ntt, Interpolation::Ntt, Interpolation::Vandermonde]);
        Choices {
            method: pick(
                rng,
                &[Method::Remainder, Method::Remainder, Method::Schur, Method::Schur2010, Method::Sylvester],
            ),
            remedy: if rng.random() { Remedy::Auto } else { pick(rng, &remedies) },
            shape: if once_in(rng, 4) { ScalarShape::Auto } else { pick(rng, &SHAPES) },
            interpolation,
            // Arbitrary points are not evaluated so; that is said now and then.
            evaluation: match interpolation == Interpolation::Ntt || once_in(rng, 16) {
                true => pick(rng, &[Evaluation::Auto, Evaluation::Auto, Evaluation::Stockham]),
                false => Evaluation::Auto,
            },
            lift,
            // Mixed radix has 31-bit words only; that it says so is seen now and then.
            word: if matches!(lift, Lift::MixedRadix | Lift::MixedRadixThread) && !once_in(rng, 16) {
                WordSize::Auto
            } else {
                word
            },
            certainty: match once_in(rng, 4) {
                true => Certainty::Probabilistic { error_exponent: pick(rng, &[60, 80, 200]) },
                false => Certainty::Certified,
            },
            gcd_method: pick(rng, &[GcdMethod::Remainder, GcdMethod::Remainder, GcdMethod::Schur]),
            determinant_method: pick(rng, &[DeterminantMethod::Elimination, DeterminantMethod::Condensation]),
            matrix_shape: pick(rng, &MATRIX_SHAPES),
            contraction: once_in(rng, 4),
            split: once_in(rng, 8),
            planned: once_in(rng, 8),
            slabs: if once_in(rng, 6) { pick(rng, &[2, 3, 5, 16, 1000]) } else { 0 },
            threads: pick(rng, &[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 3]),
            // Small ones make several batches.
            memory_limit: once_in(rng, 16).then(|| 1 << rng.random_range(13..26)),
            seed: rng.random(),
            grid: !once_in(rng, 4),
            ..Choices::plain()
        }
    }
}
