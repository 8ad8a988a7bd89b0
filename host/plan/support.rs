//! The exponents that coefficients of an answer may have: those of a box, or the part of it where the total degree is bounded.
//!
//! An answer has degree d_k at most in variable k, so its exponents are in the box of all e with e_k <= d_k. Dense polynomials in n variables
//! have a total degree too, and so has their resultant: then about one in n! of the box is left, the e with sum w_k e_k <= D besides, where
//! w_k is what the small exponents of an axis count for. Points are those of the box, but only coefficients of the support are kept, lifted
//! and compared; the others are 0.
//!
//! Coefficients are numbered in lexicographic order of their exponents, the last variable innermost. Those with equal exponents but the last
//! one are a line; where lines begin is known, so a coefficient is found by bisection.

use super::columns::Columns;
use super::grid::{Axis, Grid};
use gpu::columns::BoxAxis;
use std::ops::Range;

/// Exponents of an answer per axis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Support {
    /// Those of the box are below.
    sides: Vec<u32>,
    /// The remaining part of it, where that is less.
    part: Option<Part>,
}

/// A part of a box.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Part {
    /// The lines that have coefficients, in order.
    lines: Vec<Start>,
    /// Coefficients of all of them.
    len: u64,
}

/// A line of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Start {
    /// Number of its first coefficient.
    first: u64,
    /// Its number among all lines of the box.
    number: u64,
}

/// Neighbouring coefficients with equal exponents of all axes but the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Line {
    /// Number of the line among those of the box: its exponents in mixed radix.
    pub number: u64,
    /// Exponent of the first one along the last axis.
    pub from: u32,
    /// How many.
    pub len: usize,
}

/// A line takes memory too, some 80 bytes with its box for engines, as a coefficient has its residues: a part is worth while that has fewer
/// coefficients than the box by two for each line. So many lines are too many.
const WORTH: u64 = 2;
const LINES: u64 = 1 << 22;

impl Support {
    /// All exponents below `sides`.
    pub fn whole(sides: Vec<u32>) -> Self {
        Support { sides, part: None }
    }

    /// The exponents e below `sides` with sum `weights`\[k\] e_k <= `most`, or all of the box where that is hardly less.
    pub fn bounded(sides: Vec<u32>, weights: &[u64], most: u64) -> Self {
        let part = Part::new(&sides, weights, most);
        Support { sides, part }
    }

    /// The exponents of several answers, of each those below `sides` of its own, with their number as the exponent of a first axis; or all of the box where that is hardly
    /// less.
    pub fn stacked(sides: &[Vec<u32>]) -> Self {
        let axes = sides.first().map_or(0, Vec::len);
        let largest = (0..axes).map(|k| sides.iter().map(|of| of[k]).max().unwrap_or(0));
        let all = Support::whole(std::iter::once(sides.len() as u32).chain(largest).collect());
        let part = Part::stacked(sides, &all.sides);
        Support { part, ..all }
    }

    /// Exponents of each axis are below.
    pub fn sides(&self) -> &[u32] {
        &self.sides
    }

    /// Whether all exponents of the box are in it.
    pub fn is_whole(&self) -> bool {
        self.part.is_none()
    }

    /// Number of coefficients; the greatest number there is for more than that.
    pub fn len(&self) -> u64 {
        match &self.part {
            Some(part) => part.len,
            None => self.sides.iter().fold(1, |all, &n| all.saturating_mul(n.into())),
        }
    }

    /// Bytes of it, and of the columns of an engine.
    pub fn bytes(&self) -> u64 {
        let each = size_of::<Start>() + size_of::<gpu::columns::TensorBox>() + size_of::<BoxAxis>();
        self.part.as_ref().map_or(0, |part| part.lines.len() as u64 * each as u64)
    }

    /// Along the last axis.
    fn width(&self) -> u64 {
        self.sides.last().copied().unwrap_or(1).into()
    }

    /// The numbers of the coefficients of the line that has number `index`, and the line's own number. They have the exponents 0, 1, .. along
    /// the last axis.
    pub fn line_of(&self, index: u64) -> (Range<u64>, u64) {
        let Some(part) = &self.part else {
            let width = self.width().max(1);
            let number = index / width;
            return (number * width..(number + 1) * width, number);
        };
        let found = part.lines.partition_point(|line| line.first <= index).saturating_sub(1);
        let end = part.lines.get(found + 1).map_or(part.len, |next| next.first);
        let Start { first, number } = part.lines[found];
        (first..end, number)
    }

    /// The line of coefficient number `index`, as far as it goes from there.
    fn line(&self, index: u64) -> Line {
        let (line, number) = self.line_of(index);
        Line { number, from: (index - line.start) as u32, len: (line.end - index) as usize }
    }

    /// The lines of some coefficients, in order, the first and the last one as far as they are among them.
    pub fn lines(&self, coefficients: Range<usize>) -> impl Iterator<Item = Line> {
        let mut at = coefficients.start;
        std::iter::from_fn(move || {
            let left = coefficients.end.checked_sub(at).filter(|&left| left > 0)?;
            let mut line = self.line(at as u64);
            line.len = line.len.min(left);
            at += line.len;
            Some(line)
        })
    }

    /// The exponents of a line along all axes but the last, from the last one of them to the first.
    pub fn outer(&self, line: u64) -> impl Iterator<Item = u32> {
        let mut rest = line;
        self.sides.iter().rev().skip(1).map(move |&n| {
            let e = rest % u64::from(n.max(1));
            rest /= u64::from(n.max(1));
            e as u32
        })
    }

    /// The exponents of coefficient number `index`, into `exponents`, one for each axis.
    #[cfg(test)]
    pub fn exponents(&self, index: usize, exponents: &mut [u32]) {
        let Some((last, outer)) = exponents.split_last_mut() else { return };
        let line = self.line(index as u64);
        *last = line.from;
        outer.iter_mut().rev().zip(self.outer(line.number)).for_each(|(to, e)| *to = e);
    }

    /// The columns of its coefficients among those on a grid.
    pub fn columns(&self, grid: &Grid) -> Columns {
        let Some(part) = &self.part else { return grid.inside(&self.sides) };
        let mut columns = Columns::new();
        for (k, line) in part.lines.iter().enumerate() {
            let end = part.lines.get(k + 1).map_or(part.len, |next| next.first);
            let mut stride = grid.axes.last().map_or(1, Axis::points);
            let mut first = 0;
            for (e, axis) in self.outer(line.number).zip(grid.axes.iter().rev().skip(1)) {
                first += u64::from(e) * stride;
                stride = stride.saturating_mul(axis.points());
            }
            columns.push(first, &[BoxAxis { count: end - line.first, stride: 1 }]);
        }
        columns
    }
}

impl Part {
    /// As [`Support::stacked`]; `None` where it is the whole box, or hardly less.
    fn stacked(all: &[Vec<u32>], sides: &[u32]) -> Option<Self> {
        let whole = sides.iter().fold(1u64, |all, &n| all.saturating_mul(n.into()));
        let (&width, outer) = sides.split_last().filter(|_| sides.len() > 1)?;
        let mut part = Part { lines: Vec::new(), len: 0 };
        let allowed = LINES.min(whole / WORTH) as usize;
        for (number, of) in all.iter().enumerate() {
            if of.contains(&0) {
                continue;
            }
            let (&count, of) = of.split_last()?;
            debug_assert!(count <= width);
            let mut exponents = vec![0u32; outer.len()];
            exponents[0] = number as u32;
            loop {
                if part.lines.len() == allowed {
                    return None;
                }
                part.lines.push(Start { first: part.len, number: self::number(&exponents, outer) });
                part.len += u64::from(count);
                let Some(k) = (0..of.len()).rev().find(|&k| exponents[k + 1] + 1 < of[k]) else { break };
                exponents[k + 1] += 1;
                exponents[k + 2..].fill(0);
            }
        }
        part.pays(whole).then_some(part)
    }

    /// Whether it is worth while.
    fn pays(&self, whole: u64) -> bool {
        self.len.saturating_add(WORTH * self.lines.len() as u64) <= whole
    }

    /// `None` where it is the whole box, or hardly less.
    fn new(sides: &[u32], weights: &[u64], most: u64) -> Option<Self> {
        let sum = sides.iter().zip(weights).map(|(&n, &w)| u128::from(w) * u128::from(n.saturating_sub(1)));
        // Of one axis the bound is that of its degree.
        if sides.len() < 2 || sides.contains(&0) || sum.sum::<u128>() <= u128::from(most) {
            return None;
        }
        let whole = sides.iter().fold(1u64, |all, &n| all.saturating_mul(n.into()));
        let (&width, outer) = sides.split_last()?;
        let (&weight, outer_weights) = weights.split_last()?;
        let allowed = LINES.min(whole / WORTH) as usize;
        let mut part = Part { lines: Vec::new(), len: 0 };
        // Exponents along the outer axes, with the sum that each prefix of them leaves.
        let mut exponents = vec![0u32; outer.len()];
        let mut left = vec![most; outer.len() + 1];
        loop {
            let most = left[outer.len()].checked_div(weight).unwrap_or(u64::MAX);
            let count = u64::from(width).min(most.saturating_add(1));
            if part.lines.len() == allowed {
                return None;
            }
            part.lines.push(Start { first: part.len, number: number(&exponents, outer) });
            part.len += count;
            // The next exponents in lexicographic order whose sum is small enough.
            let advanced =
                (0..outer.len()).rev().find(|&k| exponents[k] + 1 < outer[k] && left[k + 1] >= outer_weights[k]);
            let Some(k) = advanced else { break };
            exponents[k] += 1;
            left[k + 1] -= outer_weights[k];
            exponents[k + 1..].fill(0);
            let rest = left[k + 1];
            left[k + 2..].fill(rest);
        }
        part.pays(whole).then_some(part)
    }
}

/// The number of a line of the box.
fn number(exponents: &[u32], sides: &[u32]) -> u64 {
    exponents.iter().zip(sides).fold(0, |all, (&e, &n)| all * u64::from(n) + u64::from(e))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All exponents of a box in lexicographic order.
    fn of_box(sides: &[u32]) -> Vec<Vec<u32>> {
        sides.iter().fold(vec![vec![]], |all, &n| {
            all.iter().flat_map(|e| (0..n).map(move |last| [&e[..], &[last]].concat())).collect()
        })
    }

    const CASES: [(&[u32], &[u64], u64); 9] = [
        (&[41, 41], &[1, 1], 40),
        (&[41, 31], &[1, 1], 50),
        (&[30, 2, 60], &[1, 3, 1], 40),
        (&[21, 21, 21], &[1, 1, 1], 20),
        (&[9, 9, 9, 40], &[5, 1, 2, 1], 39),
        (&[21, 5, 70], &[0, 1, 1], 30),
        (&[40, 70], &[1, 0], 5),
        // Not worth while, or nothing is left out.
        (&[41, 41], &[1, 1], 80),
        (&[41, 2], &[1, 1], 40),
    ];

    #[test]
    fn coefficients_are_those_of_the_exponents_in_order() {
        for (number, (sides, weights, most)) in CASES.into_iter().enumerate() {
            let support = Support::bounded(sides.to_vec(), weights, most);
            assert_eq!(support.is_whole(), number >= 7, "{number}");
            let sum = |e: &Vec<u32>| e.iter().zip(weights).map(|(&e, &w)| u64::from(e) * w).sum::<u64>();
            let all = of_box(sides).into_iter().filter(|e| support.is_whole() || sum(e) <= most);
            let expected: Vec<Vec<u32>> = all.collect();
            let found: Vec<Vec<u32>> = (0..support.len() as usize)
                .map(|index| {
                    let mut exponents = vec![0; sides.len()];
                    support.exponents(index, &mut exponents);
                    exponents
                })
                .collect();
            assert!(found == expected, "{number}: {} of {}", found.len(), expected.len());
            // Lines of a part from the middle on.
            let range = found.len() / 3..found.len() - 2;
            let of_lines = support.lines(range.clone()).flat_map(|line| {
                let mut outer: Vec<u32> = support.outer(line.number).collect();
                outer.reverse();
                (0..line.len as u32).map(move |k| [&outer[..], &[line.from + k]].concat()).collect::<Vec<_>>()
            });
            assert!(of_lines.collect::<Vec<_>>() == expected[range], "{number}");
        }
    }

    #[test]
    fn columns_are_those_of_the_grid() {
        for (sides, weights, most) in CASES {
            let support = Support::bounded(sides.to_vec(), weights, most);
            let grid = Grid::new(sides.iter().map(|&n| Axis { len: n + 1, cosets: 1 }).collect());
            let columns: Vec<usize> = support.columns(&grid).ranges().flatten().collect();
            let place = |index: usize| {
                let mut exponents = vec![0; sides.len()];
                support.exponents(index, &mut exponents);
                exponents.iter().zip(&grid.axes).fold(0, |at, (&e, axis)| at * axis.len as usize + e as usize)
            };
            assert!(columns == (0..support.len() as usize).map(place).collect::<Vec<usize>>(), "{sides:?}");
        }
    }

    /// Those of each number in order, whether a part is kept or not.
    #[test]
    fn answers_with_supports_of_their_own() {
        for sides in [
            vec![vec![9, 30], vec![1, 20], vec![0, 4], vec![4, 25]],
            vec![vec![40], vec![3], vec![0], vec![12]],
            vec![vec![3, 4, 30], vec![2, 1, 9], vec![1, 2, 3]],
            vec![vec![5, 5], vec![5, 4]],
            vec![vec![], vec![]],
        ] {
            let support = Support::stacked(&sides);
            let expected: Vec<Vec<u32>> = match support.is_whole() {
                true => of_box(support.sides()),
                false => (0..)
                    .zip(&sides)
                    .flat_map(|(k, of)| of_box(of).into_iter().map(move |e| [&[k][..], &e].concat()))
                    .collect(),
            };
            let found = (0..support.len() as usize).map(|index| {
                let mut exponents = vec![0; support.sides().len()];
                support.exponents(index, &mut exponents);
                exponents
            });
            assert!(found.collect::<Vec<_>>() == expected, "{sides:?}");
            assert_eq!(support.is_whole(), sides.len() == 2, "{sides:?}");
        }
    }

    #[test]
    fn boxes_without_axes_and_without_end() {
        let none = Support::whole(vec![]);
        none.exponents(0, &mut []);
        assert_eq!((none.len(), none.lines(0..1).count()), (1, 1));
        assert_eq!(Support::bounded(vec![], &[], 0), none);
        let large = Support::bounded(vec![1 << 30; 8], &[1; 8], 1 << 30);
        assert_eq!((large.is_whole(), large.len()), (true, u64::MAX));
    }
}
