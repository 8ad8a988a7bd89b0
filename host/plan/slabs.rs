//! A grid cut into slabs: of each of its outermost axes one coset at a time.
//!
//! On the coset with shift s of the roots of unity of order L, a polynomial in x is its remainder by x^L - s^L
//! ([`gpu::transform::coset`]). So a slab is a grid by itself, with one coset of each axis that is cut; interpolation on it gives partial
//! coefficients, and those of all slabs together determine the coefficients, an axis after the other, by the inverse of a Vandermonde
//! matrix. Computing on slabs takes the memory of one slab, and of the coefficients, which may be elsewhere.

use super::axes::Grid;
use super::axis::Axis;
use super::evaluation::Evaluation;
use super::plain_primes::PlainPrime;
use super::primes::{AxisRoots, Prime, Word};
use crate::alone::prelude::*;

/// Most cosets of an axis that is cut: c of them take c products for each coefficient.
const MOST: u32 = 512;

/// How a grid is cut: the least number of cosets of each of its outermost axes, of which a slab has one. None: it is whole.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cut(Vec<u32>);

impl Cut {
    /// No cut.
    pub fn none() -> Self {
        Cut::default()
    }

    /// Into at least `slabs` slabs, where so many `points` per axis have as many.
    pub fn into_slabs(points: &[u32], slabs: u32) -> Self {
        let (mut cosets, mut missing) = (Vec::new(), slabs);
        for &n in points.iter().take_while(|_| slabs > 1) {
            let c = missing.min(n).clamp(1, MOST);
            cosets.push(c);
            missing = missing.div_ceil(c);
            if missing == 1 {
                break;
            }
        }
        Cut(cosets)
    }

    /// Along the outermost axes, as many cosets as they have.
    pub fn along(axes: usize) -> Self {
        Cut(vec![1; axes])
    }

    /// From none on to more and smaller slabs of a grid of at least `points` per axis.
    pub fn all(points: &[u32]) -> impl Iterator<Item = Self> {
        let points = points.to_vec();
        std::iter::successors(Some(Cut::none()), move |cut| {
            let mut next = cut.clone();
            loop {
                let axes = next.0.len();
                if let Some(last) = next.0.last_mut() {
                    let most = points[axes - 1].min(MOST);
                    if *last < most {
                        *last = (*last + last.div_ceil(2)).min(most);
                        return Some(next);
                    }
                }
                if axes == points.len() {
                    return None;
                }
                next.0.push(1);
            }
        })
    }

    /// Number of axes that are cut.
    pub fn axes(&self) -> usize {
        self.0.len()
    }

    /// Whether nothing is cut.
    pub fn is_none(&self) -> bool {
        self.0.is_empty()
    }

    /// Least numbers of cosets of `axes` axes.
    pub fn cosets(&self, axes: usize) -> Vec<u32> {
        self.0.iter().copied().chain(std::iter::repeat(1)).take(axes).collect()
    }

    /// The least grid of at least so many points per axis that can be cut like this. Primes may have a larger one.
    pub fn grid(&self, points: &[u32], evaluation: Evaluation) -> Grid {
        let axes = points.iter().zip(self.cosets(points.len())).map(|(&n, c)| evaluation.axis(n, c));
        Grid::new(axes.collect()).evaluated_by(evaluation)
    }

    /// The slabs of a grid.
    pub fn of<'g>(&self, grid: &'g Grid) -> Slabs<'g> {
        Slabs { grid, axes: self.axes().min(grid.axes.len()) }
    }
}

/// The slabs of a grid.
#[derive(Debug, Clone, Copy)]
pub struct Slabs<'g> {
    grid: &'g Grid,
    /// How many axes are cut.
    axes: usize,
}

impl Slabs<'_> {
    /// How many there are.
    pub fn count(&self) -> usize {
        self.grid.axes[..self.axes].iter().map(|axis| axis.cosets as usize).product()
    }

    /// The grid of each of them.
    pub fn grid(&self) -> Grid {
        let cut = self.grid.axes[..self.axes].iter().map(|axis| Axis { cosets: 1, ..*axis });
        let axes = cut.chain(self.grid.axes[self.axes..].iter().copied()).collect();
        Grid { axes, ..self.grid.clone() }
    }

    /// The cosets of slab number `slab`, the last axis fastest.
    fn cosets(&self, slab: usize) -> Vec<usize> {
        let mut rest = slab;
        let of = |axis: &Axis| {
            let coset = rest % axis.cosets as usize;
            rest /= axis.cosets as usize;
            coset
        };
        let mut cosets: Vec<usize> = self.grid.axes[..self.axes].iter().rev().map(of).collect();
        cosets.reverse();
        cosets
    }

    /// Primes of the grid for slab number `slab`.
    pub fn primes(&self, primes: &[PlainPrime], slab: usize) -> Vec<PlainPrime> {
        let cosets = self.cosets(slab);
        let of = |prime: &PlainPrime| {
            let mut prime = prime.clone();
            for (axis, &j) in prime.axes.iter_mut().zip(&cosets) {
                axis.shifts = vec![axis.shifts[j]];
            }
            prime
        };
        primes.iter().map(of).collect()
    }

    /// Puts the partial coefficients \[row\]\[exponents\] of slab number `slab` where they belong among those of all slabs, whose rows
    /// have the shape of the grid.
    pub fn place<T: Copy>(&self, slab: usize, partial: &[T], all: &mut [T]) {
        let cosets = self.cosets(slab);
        // Along the last axis that is cut a coset is contiguous.
        let Some((last, outer)) = self.grid.axes[..self.axes].split_last() else { return all.copy_from_slice(partial) };
        let inner: usize = self.grid.axes[self.axes..].iter().map(|axis| axis.points() as usize).product();
        let run = last.len as usize * inner;
        let start = cosets[self.axes - 1] * run;
        for (number, values) in partial.chunks_exact(run).enumerate() {
            // Row, then an element of the coset of each axis before.
            let (mut rest, mut at, mut stride) = (number, start, run * last.cosets as usize);
            for (axis, &j) in outer.iter().zip(&cosets).rev() {
                at += (j * axis.len as usize + rest % axis.len as usize) * stride;
                rest /= axis.len as usize;
                stride *= axis.points() as usize;
            }
            all[rest * stride + at..][..run].copy_from_slice(values);
        }
    }

    /// The coefficients, from the partial ones of all slabs, modulo one prime; all are plain residues. In place.
    pub fn combine<M: Word>(&self, prime: &Prime<M>, all: &mut [M::Elem]) {
        let mut inner: usize = self.grid.axes.iter().map(|axis| axis.points() as usize).product();
        for (axis, roots) in self.grid.axes[..self.axes].iter().zip(&prime.axes) {
            inner /= axis.points() as usize;
            combine_axis(&prime.field, axis, roots, all, inner);
        }
    }
}

/// Elements of each coset that are combined together, so that all of them stay in a cache.
const TILE: usize = 256;

/// Combines along one axis the elements \[outer\]\[coset\]\[len\]\[inner\].
fn combine_axis<M: Word>(field: &M, axis: &Axis, roots: &AxisRoots<M>, all: &mut [M::Elem], inner: usize) {
    let (c, run) = (axis.cosets as usize, axis.len as usize * inner);
    if c == 1 || run == 0 {
        return;
    }
    // In Montgomery form: a product with a plain residue is plain.
    let matrix = roots.unmix(field, axis.len);
    all.par_chunks_exact_mut(c * run).for_each(|block| {
        let tiles: Vec<Vec<M::Elem>> = (0..run)
            .into_par_iter()
            .step_by(TILE)
            .map(|first| {
                let count = TILE.min(run - first);
                let mut sums = vec![field.zero(); c * count];
                for (row, sums) in matrix.chunks_exact(c).zip(sums.chunks_exact_mut(count)) {
                    for (j, &factor) in row.iter().enumerate() {
                        let values = &block[j * run + first..][..count];
                        sums.iter_mut().zip(values).for_each(|(sum, &value)| {
                            *sum = field.add(*sum, field.mul(factor, value));
                        });
                    }
                }
                sums
            })
            .collect();
        for (number, tile) in tiles.iter().enumerate() {
            let count = tile.len() / c;
            for (m, sums) in tile.chunks_exact(count).enumerate() {
                block[m * run + number * TILE..][..count].copy_from_slice(sums);
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::primes;
    use gpu::arith::{Mont31, Mont50};
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    /// Remainders of a polynomial in several variables by x^L - s^L for the cosets of a slab.
    fn partial<M: Word>(slabs: &Slabs<'_>, prime: &Prime<M>, all: &[M::Elem]) -> Vec<M::Elem> {
        let field = &prime.field;
        let (mut data, mut outer) = (all.to_vec(), 1);
        let mut inner: usize = all.len();
        for (k, axis) in slabs.grid.axes.iter().enumerate() {
            let n = axis.points() as usize;
            inner /= n;
            if k < slabs.axes {
                let (len, power) = (axis.len as usize, field.pow(prime.axes[k].shifts[0], axis.len));
                let mut next = vec![field.zero(); outer * len * inner];
                for (i, &value) in data.iter().enumerate() {
                    let (o, e, rest) = (i / (n * inner), i / inner % n, i % inner);
                    let scaled = field.mul(field.pow(power, (e / len) as u32), value);
                    let to = (o * len + e % len) * inner + rest;
                    next[to] = field.add(next[to], scaled);
                }
                data = next;
                outer *= len;
            } else {
                outer *= n;
            }
        }
        data
    }

    fn slabs_together_are_the_whole<M: Word>() {
        let mut random = StdRng::seed_from_u64(5);
        for (axes, cut) in [
            (vec![(4, 3)], 1),
            (vec![(1, 7)], 1),
            (vec![(300, 2)], 1),
            (vec![(3, 2), (5, 4)], 1),
            (vec![(3, 2), (5, 4)], 2),
            (vec![(1, 4), (2, 3), (6, 2)], 2),
            (vec![(2, 2), (1, 1), (4, 2), (3, 1)], 3),
            (vec![(4, 3), (2, 2)], 0),
        ] {
            let axes: Vec<Axis> = axes.into_iter().map(|(len, cosets)| Axis { len, cosets }).collect();
            let grid = Grid::new(axes);
            let modulus = grid.axes.iter().map(|axis| axis.len).product::<u32>();
            let rooted = primes::largest::<M>(modulus, 40, &|_| true).unwrap();
            let prime = &primes::on_grid(&rooted, modulus, &grid, &mut random)[0];
            let (points, rows) = (grid.points() as usize, 3);
            let residue = |_| prime.field.plain(prime.field.element(random.random_range(0..prime.field.p())));
            let expected: Vec<M::Elem> = (0..rows * points).map(residue).collect();
            let slabs = Slabs { grid: &grid, axes: cut };
            let mut all = vec![prime.field.zero(); rows * points];
            let expected_count: usize = grid.axes[..cut].iter().map(|axis| axis.cosets as usize).product();
            assert_eq!(slabs.count(), expected_count);
            for slab in 0..slabs.count() {
                let primes = slabs.primes(&[PlainPrime::from(prime)], slab);
                let of_slab = primes[0].with_word::<M>().unwrap();
                let of_row = |row: &[M::Elem]| partial(&slabs, &of_slab, row);
                let values: Vec<M::Elem> = expected.chunks_exact(points).flat_map(of_row).collect();
                assert_eq!(values.len(), rows * slabs.grid().points() as usize);
                slabs.place(slab, &values, &mut all);
            }
            slabs.combine(prime, &mut all);
            assert!(all == expected, "{grid:?} cut along {cut}");
        }
    }

    #[test]
    fn slabs_together_are_the_whole_in_both_words() {
        slabs_together_are_the_whole::<Mont31>();
        slabs_together_are_the_whole::<Mont50>();
    }

    #[test]
    fn cuts_become_finer_until_they_fit() {
        let points = [100, 7, 30];
        let size = |cut: Cut| {
            let grid = cut.grid(&points, Evaluation::Auto);
            (cut.axes(), grid.points() / cut.of(&grid).count() as u64)
        };
        let sizes: Vec<(usize, u64)> = Cut::all(&points).map(size).collect();
        assert_eq!((sizes[0], sizes[sizes.len() - 1]), ((0, 100 * 8 * 30), (3, 1)));
        assert!(sizes.windows(2).all(|pair| pair[1].0 >= pair[0].0 && pair[1].1 <= pair[0].1), "{sizes:?}");
        assert_eq!(Cut::all(&[]).count(), 1);
        assert_eq!(Cut::all(&[1, 1]).count(), 1);
        for slabs in 1..50 {
            let cut = Cut::into_slabs(&points, slabs);
            assert!(cut.of(&cut.grid(&points, Evaluation::Auto)).count() >= slabs as usize, "{slabs}");
        }
        assert_eq!(Cut::into_slabs(&[3], 50).cosets(1), [3]);
        assert_eq!(Cut::into_slabs(&[], 50), Cut::none());
    }
}
