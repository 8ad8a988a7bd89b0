//! Values of many polynomials at a grid of points, one variable after the other.
//!
//! By Horner's rule for all polynomials at a point, or, where the first variable has high exponents, by the chirp transform of one polynomial after the other
//! for many of its points.

use super::progression::Chirp;
use crate::alone::prelude::*;
use crate::error::Result;
use crate::finite_field::Arithmetic;
use crate::tasks::Tasks;

/// Coefficients from which a chirp transform takes less than Horner's rule, for elements of one word and of several.
const LONG: [usize; 2] = [1024, 384];

/// Elements of a block of points, for all polynomials.
const BLOCK: usize = 1 << 22;

/// The sizes of an evaluation.
pub(super) struct Evaluation<'a> {
    points: &'a [u32],
    dims: &'a [usize],
    rows: usize,
    /// Points of a block of the first variable, where that is evaluated by transforms.
    block: Option<usize>,
}

impl<'a> Evaluation<'a> {
    /// Of so many polynomials with `dims` coefficients in each variable, which has so many `points`.
    pub fn new(points: &'a [u32], dims: &'a [usize], rows: usize, is_word: bool) -> Self {
        let width: usize = dims.iter().skip(1).product::<usize>() * rows;
        let block = match (points.first(), dims.first()) {
            (Some(&n), Some(&dim)) if dim >= LONG[usize::from(!is_word)] => {
                Some((BLOCK / width.max(1)).clamp(dim, 8 * dim).min(n as usize))
            }
            _ => None,
        };
        Evaluation { points, dims, rows, block }
    }

    /// Products of elements, about.
    pub fn products(&self) -> f64 {
        let (mut all, mut table) = (1.0, self.dims.iter().map(|&n| n as f64).product::<f64>() * self.rows as f64);
        let mut sum = 0.0;
        for (level, (&n, &dim)) in self.points.iter().zip(self.dims).enumerate() {
            all *= f64::from(n);
            sum += match self.block {
                // A product of dim and dim + block coefficients for each polynomial and block.
                Some(block) if level == 0 => {
                    all * table / dim as f64 * (1.0 + 2.0 * dim as f64 / block as f64) * (dim as f64).log2() * 4.0
                }
                _ => all * table,
            };
            table /= dim as f64;
        }
        sum
    }

    /// Elements that are held besides the values: the table, a block, and products for it.
    pub fn elements(&self) -> f64 {
        let table: f64 = self.dims.iter().map(|&n| n as f64).product::<f64>() * self.rows as f64;
        let width = table / self.dims.first().map_or(1.0, |&n| n as f64);
        table + self.block.map_or(width * rayon::current_num_threads() as f64, |block| 2.0 * width * block as f64)
    }

    /// The values of a function of the polynomials' values, the first variable outermost; `None` where it has none.
    ///
    /// # Errors
    /// Of the function.
    pub fn values<K: Arithmetic>(
        &self,
        (field, table): (K, &[K::Elem]),
        (starts, q): (&[K::Elem], K::Elem),
        value: &(impl Fn(&[K::Elem]) -> Result<Option<K::Elem>> + Sync),
        tasks: &Tasks,
    ) -> Result<Option<Vec<K::Elem>>> {
        let (Some(&n), Some(&start)) = (self.points.first(), starts.first()) else {
            return Ok(value(table)?.map(|value| vec![value]));
        };
        let at = (self, field, &starts[1..], q);
        let behind = |table: &[K::Elem]| -> Result<Option<Vec<K::Elem>>> {
            let mut values = Vec::new();
            let whole = collect(at, table, 1, value, &mut values)?;
            tasks.done(1);
            Ok(whole.then_some(values))
        };
        let mut all = Vec::new();
        let block = self.block.unwrap_or(n as usize);
        let chirp = self.block.map(|block| Chirp::new(field, q, self.dims[0], block));
        let mut from = start;
        let to_next = field.pow(q, block as u64);
        for first in (0..n as usize).step_by(block) {
            let count = block.min(n as usize - first);
            let parts: Vec<Option<Vec<K::Elem>>> = match &chirp {
                Some(chirp) => {
                    let width = table.len() / self.dims[0];
                    let of_line = |line: usize| {
                        let f: Vec<K::Elem> = table[line..].iter().step_by(width).copied().collect();
                        chirp.values(&f, from)
                    };
                    let lines: Vec<Vec<K::Elem>> = (0..width).into_par_iter().map(of_line).collect();
                    let of_point = |i: usize| behind(&lines.iter().map(|line| line[i]).collect::<Vec<_>>());
                    (0..count).into_par_iter().map(of_point).collect::<Result<_>>()?
                }
                None => {
                    let of_point = |i: usize| {
                        let at = field.mul(from, field.pow(q, i as u64));
                        behind(&horner(field, table, self.dims[0], at))
                    };
                    (0..count).into_par_iter().map(of_point).collect::<Result<_>>()?
                }
            };
            let Some(parts) = parts.into_iter().collect::<Option<Vec<_>>>() else { return Ok(None) };
            parts.into_iter().for_each(|part| all.extend(part));
            from = field.mul(from, to_next);
        }
        Ok(Some(all))
    }
}

/// Adds the values at all points of the variables from number `level` on, of polynomials in these alone; whether there is one at each point.
fn collect<K: Arithmetic>(
    at: (&Evaluation, K, &[K::Elem], K::Elem),
    table: &[K::Elem],
    level: usize,
    value: &impl Fn(&[K::Elem]) -> Result<Option<K::Elem>>,
    into: &mut Vec<K::Elem>,
) -> Result<bool> {
    let (evaluation, field, starts, q) = at;
    let (Some(&n), Some(&start)) = (evaluation.points.get(level), starts.get(level - 1)) else {
        let value = value(table)?;
        into.extend(value);
        return Ok(value.is_some());
    };
    let mut x = start;
    for _ in 0..n {
        let next = horner(field, table, evaluation.dims[level], x);
        if !collect(at, &next, level + 1, value, into)? {
            return Ok(false);
        }
        x = field.mul(x, q);
    }
    Ok(true)
}

/// The polynomials in the other variables for a value of the first one, in which the table has `dim` coefficients.
fn horner<K: Arithmetic>(field: K, table: &[K::Elem], dim: usize, at: K::Elem) -> Vec<K::Elem> {
    let width = table.len() / dim;
    let mut sum = table[(dim - 1) * width..].to_vec();
    for coefficients in table[..(dim - 1) * width].rchunks_exact(width) {
        sum.iter_mut().zip(coefficients).for_each(|(sum, &c)| *sum = field.add(field.mul(*sum, at), c));
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Control;
    use crate::finite_field::dense;
    use crate::plan::prime61::Prime61;
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    /// With transforms in blocks of any size and without them: the sum of the polynomials' values, with weights.
    #[test]
    fn both_ways_agree() {
        let (mut rng, control) = (StdRng::seed_from_u64(2), Control::default());
        let field = Prime61::new((1 << 61) - 1);
        let mut random = |count: usize| (0..count).map(|_| field.nonzero(&mut rng)).collect::<Vec<u64>>();
        for (points, dims, rows) in
            [(vec![20], vec![9], 3), (vec![13, 4], vec![9, 3], 2), (vec![7, 2, 3], vec![5, 1, 2], 1)]
        {
            let table = random(dims.iter().product::<usize>() * rows);
            let (starts, q) = (random(points.len()), random(1)[0]);
            let value = |values: &[u64]| Ok(Some(dense::value(field, values, q)));
            let found = |block: Option<usize>| {
                let evaluation = Evaluation { points: &points, dims: &dims, rows, block };
                let tasks = Tasks::new(&control, 1.0, points[0] as usize);
                evaluation.values((field, &table), (&starts, q), &value, &tasks).unwrap().unwrap()
            };
            let expected = found(None);
            assert_eq!(expected.len(), points.iter().product::<u32>() as usize);
            for block in [1, 2, 5, points[0] as usize] {
                assert_eq!(found(Some(block)), expected, "{points:?} {block}");
            }
            // The first value by definition: rows are evaluated by powers of all variables.
            let mut values = vec![field.zero(); rows];
            for (place, row) in table.chunks(rows).enumerate() {
                let mut rest = place;
                let mut monomial = field.one();
                for (&dim, &x) in dims.iter().zip(&starts).rev() {
                    monomial = field.mul(monomial, field.pow(x, (rest % dim) as u64));
                    rest /= dim;
                }
                values.iter_mut().zip(row).for_each(|(v, &c)| *v = field.add(*v, field.mul(c, monomial)));
            }
            assert_eq!(expected[0], dense::value(field, &values, q));
        }
    }
}
