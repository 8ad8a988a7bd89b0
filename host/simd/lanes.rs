//! Bundles of primes, with what SIMD vectors add to the shared arithmetic.

use gpu::Field;
use gpu::arith::Bundle;

/// A residue in one lane.
pub(crate) type Residue<B> = <<B as Bundle>::Modulus as Field>::Elem;

/// A bundle and the instructions it is made for.
pub trait Lanes: Bundle {
    /// Runs a closure body compiled for them.
    fn simd<R>(&self, task: impl pulp::NullaryFnOnce<Output = R>) -> R;

    /// The element sum `digits`\[k\] 2^(b k), b = [`CpuWord::DIGIT_BITS`](crate::engine::cpu::CpuWord::DIGIT_BITS); `weights`\[k\] is the element 2^(b k) R, as many as digits or more: the sum of
    /// digits times words of these is R times the element's own word. 0 for no digits.
    fn integer(&self, digits: &[u64], weights: &[Self::Elem]) -> Self::Elem;

    /// Neighbours of a row of residues modulo one prime, as many as lanes.
    type Neighbours: Copy;

    /// A row in parts of them, and what is left.
    fn parts(row: &[Residue<Self>]) -> (&[Self::Neighbours], &[Residue<Self>]);

    /// The same to write to.
    fn parts_mut(row: &mut [Residue<Self>]) -> (&mut [Self::Neighbours], &mut [Residue<Self>]);

    /// Residue i of the neighbours in lane i.
    fn load(neighbours: Self::Neighbours) -> Self::Elem;

    /// Lane i as residue i of neighbours.
    fn store(a: Self::Elem) -> Self::Neighbours;

    /// A residue in every lane.
    fn splat(a: Residue<Self>) -> Self::Elem;

    /// The last lane of `before` in lane 0, lane i - 1 of `a` in lane i.
    fn shifted(&self, before: Self::Elem, a: Self::Elem) -> Self::Elem;
}
