//! Memory of the stages on a grid.

use crate::engine::{OnGridShape, Words};
use crate::plan::grid::Evaluation;
use gpu::transform::stockham::LONGEST;

/// Polynomials as long as the transforms of a half-gcd that are there at the same time. It applies a matrix to a pair: both with copies, four entries, six
/// rows of values and two products; or it multiplies two matrices, half as long, beside pair, copies and entries of all levels above.
const PRODUCTS: u64 = 20;

/// Words of a prime: the most that two stages one after the other hold, input and output. Along the last variable up to `direct`
/// coefficients are not evaluated before the point stage asks for values.
pub(super) fn words_on_grid(shape: &OnGridShape<'_>, direct: usize) -> Words {
    let points = shape.grid.points();
    let scratch = shape.grid.axes.iter().map(|axis| axis.points()).max().unwrap_or(0);
    if shape.grid.evaluation == Evaluation::Stockham {
        // A transposition, and a transform, from one buffer to another. A task has two memories, and scales as many as there are coefficients.
        let of_task = scratch.max(LONGEST.into()).saturating_mul(2);
        let scales = shape.dims.iter().copied().max().map_or(0, u64::from);
        return Words { batch: shape.words(), scratch: of_task.saturating_add(scales) };
    }
    let products = shape.grid.products.map_or(0, u64::from);
    let tables: u64 = shape.grid.axes.iter().map(|axis| u64::from(axis.len)).sum::<u64>() + products;
    let mut held = shape.integers();
    let mut most = held;
    for (k, (axis, &n)) in shape.grid.axes.iter().zip(shape.dims).enumerate() {
        if k + 1 == shape.dims.len() && n as usize <= direct {
            break;
        }
        let evaluated = (held / u64::from(n.max(1))).saturating_mul(axis.points());
        most = most.max(held.saturating_add(evaluated));
        held = evaluated;
    }
    // The point stage writes its rows, and may write them once more in another order; interpolation reads one buffer and writes another.
    let written = shape.outputs.saturating_mul(points).saturating_mul(2);
    most = most.max(held.saturating_add(written));
    Words { batch: most.saturating_add(tables), scratch: scratch.max(PRODUCTS.saturating_mul(products)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::grid::{Axis, Grid};

    #[test]
    fn words_of_stages() {
        let axis = |len, cosets| Axis { len, cosets };
        let words = |dims: &[u32], axes: Vec<Axis>, direct| {
            words_on_grid(
                &OnGridShape { inputs: 10, outputs: 1, dims, grid: &Grid::new(axes), leaves_last: false },
                direct,
            )
        };
        // Values are made when they are asked for: 10 rows of 5 coefficients, and one row of 200 points twice.
        assert_eq!(words(&[5], vec![axis(100, 2)], 64), Words { batch: 50 + 400 + 100, scratch: 200 });
        // They are stored: coefficients and values of 10 rows, or values and what is written.
        assert_eq!(words(&[65], vec![axis(100, 1)], 64), Words { batch: 1000 + 650 + 100, scratch: 100 });
        // 10 x 3 x 7 coefficients, 10 x 20 x 7 values along the first variable, and not those along the second.
        assert_eq!(words(&[3, 7], vec![axis(20, 1), axis(30, 1)], 64), Words { batch: 1400 + 1200 + 50, scratch: 30 });
        assert_eq!(
            words(&[3, 7], vec![axis(20, 1), axis(30, 1)], 6),
            Words { batch: 1400 + 6000 + 1200 - 1200 + 50, scratch: 30 }
        );
        assert_eq!(words(&[], vec![], 64), Words { batch: 12, scratch: 0 });
        // Products at the one point: tables, and polynomials as long as their transforms.
        let grid = Grid::new(vec![]).with_products(480);
        let shape = OnGridShape { inputs: 10, outputs: 1, dims: &[], grid: &grid, leaves_last: false };
        assert_eq!(words_on_grid(&shape, 64), Words { batch: 12 + 480, scratch: 9600 });
    }
}
