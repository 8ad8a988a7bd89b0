//! A mixed cell: an edge of each support, with the inverse of the matrix of all edges.

use super::supports::Support;
use super::whole::Whole;

/// Edges (a_j, b_j), one of each support, that are linearly independent: the columns u_j = b_j - a_j of a matrix M.
///
/// There is one point x at which <a_j, x> + w(a_j) = <b_j, x> + w(b_j) for all j. It is a point where the tropical hypersurfaces of the supports meet, if no
/// other point p of a support j has a smaller <p, x> + w(p).
#[derive(Clone)]
pub(super) struct Cell<I> {
    /// Places of a_j and b_j.
    pub(super) edges: Vec<[u32; 2]>,
    /// V M^-1, row by row.
    adjugate: Vec<I>,
    /// V = |det M|: the multiplicity of the point.
    pub(super) volume: I,
}

/// A number of a cell, or of something in it, does not fit into a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TooLarge;

impl<I: Whole> Cell<I> {
    /// The edges from 0 to e_j of unit simplices.
    pub(super) fn first(n: usize) -> Self {
        let adjugate = (0..n * n).map(|i| I::from(i32::from(i % (n + 1) == 0))).collect();
        Cell { edges: (1..).take(n).map(|j| [0, j]).collect(), adjugate, volume: I::from(1) }
    }

    /// Row j of V M^-1: the direction of the line in which all other hypersurfaces meet. Along it b_j grows against a_j.
    pub(super) fn row(&self, j: usize) -> &[I] {
        let n = self.edges.len();
        &self.adjugate[j * n..][..n]
    }

    /// Edge k in a simplex that is `scale` times as large.
    pub(super) fn enlarge(&mut self, k: usize, scale: i64) -> Result<(), TooLarge> {
        let n = self.edges.len();
        let room = 64 - scale.leading_zeros() + self.bits();
        if room >= I::BITS {
            return Err(TooLarge);
        }
        let scale = I::of(scale);
        for (i, x) in self.adjugate.iter_mut().enumerate() {
            if i / n != k {
                *x = *x * scale;
            }
        }
        self.volume = self.volume * scale;
        Ok(())
    }

    /// V M^-1 u: the coordinates of a vector in the edges, times V.
    pub(super) fn coordinates(&self, u: impl Iterator<Item = i64> + Clone) -> Vec<I> {
        (0..self.edges.len()).map(|j| dot(self.row(j), u.clone())).collect()
    }

    /// The cell with another edge j, of which these are the [`Cell::coordinates`].
    pub(super) fn replace(&mut self, j: usize, edge: [u32; 2], coordinates: &[I]) -> Result<(), TooLarge> {
        let n = self.edges.len();
        let (pivot, volume) = (coordinates[j], self.volume);
        let (head, tail) = self.adjugate.split_at_mut(j * n);
        let (row, tail) = tail.split_at_mut(n);
        let others = head.chunks_exact_mut(n).chain(tail.chunks_exact_mut(n));
        let of_others = coordinates[..j].iter().chain(&coordinates[j + 1..]);
        for (other, &y) in others.zip(of_others) {
            for (x, &r) in other.iter_mut().zip(&*row) {
                *x = I::minor([pivot, *x], [y, r], volume).ok_or(TooLarge)?;
            }
        }
        self.volume = pivot;
        if pivot < I::default() {
            self.volume = -pivot;
            self.adjugate.iter_mut().for_each(|x| *x = -*x);
        }
        self.edges[j] = edge;
        Ok(())
    }

    /// V x, for r_j = w(a_j) - w(b_j), the value that u_j has there.
    pub(super) fn meeting(&self, values: impl Iterator<Item = i64>) -> Vec<I> {
        let n = self.edges.len();
        let mut point = vec![I::default(); n];
        for (j, r) in values.enumerate().filter(|&(_, r)| r != 0) {
            point.iter_mut().zip(self.row(j)).for_each(|(x, &a)| *x = *x + a * I::of(r));
        }
        point
    }

    /// Bits of the largest number.
    pub(super) fn bits(&self) -> u32 {
        self.adjugate.iter().map(|x| x.bits()).max().unwrap_or(0).max(self.volume.bits())
    }

    /// # Errors
    /// `TooLarge` where a value <p, V x> + V w(p), for a point of one of these supports, might be.
    pub(super) fn check(&self, supports: &[Support], weight: u32) -> Result<(), TooLarge> {
        let n = self.edges.len() as u32;
        let degree = supports.iter().map(Support::bits).max().unwrap_or(0);
        // V x is a sum of n products of a weight; a value is one of n products more, with a degree. Differences have a bit more.
        let sum = 32 - n.leading_zeros();
        if self.bits() + weight + degree + 2 * sum + 2 < I::BITS { Ok(()) } else { Err(TooLarge) }
    }
}

/// The scalar product.
pub(super) fn dot<I: Whole>(x: &[I], u: impl Iterator<Item = i64>) -> I {
    x.iter().zip(u).fold(I::default(), |sum, (&x, u)| sum + x * I::of(u))
}
