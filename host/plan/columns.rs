//! Columns of a table of residues in an order: boxes of tensors, one behind the other, whatever number of elements they have.

use crate::error::{ErrorKind, Result};
use gpu::columns::{BoxAxis, TensorBox};
use std::ops::Range;

/// Columns: the elements of boxes, see [`gpu::columns`], with the places of single ones computed where they are wanted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Columns {
    boxes: Vec<TensorBox>,
    axes: Vec<BoxAxis>,
}

impl Columns {
    /// No columns.
    pub fn new() -> Self {
        Columns::default()
    }

    /// Those from `range.start` to `range.end`.
    pub fn range(range: Range<usize>) -> Self {
        let mut columns = Columns::new();
        columns.push_range(range);
        columns
    }

    /// Behind all others those of a range.
    pub fn push_range(&mut self, range: Range<usize>) {
        self.push(range.start as u64, &[BoxAxis { count: range.len() as u64, stride: 1 }]);
    }

    /// Behind all others the box from column `first` on with these axes, the last one innermost; nothing where one has no elements.
    pub fn push(&mut self, first: u64, axes: &[BoxAxis]) {
        if axes.iter().any(|axis| axis.count == 0) {
            return;
        }
        let from = self.axes.len();
        for &axis in axes.iter().filter(|axis| axis.count > 1) {
            match self.axes[from..].last_mut() {
                // The axis above goes on where this one ends.
                Some(above) if Some(above.stride) == axis.count.checked_mul(axis.stride) => {
                    *above = BoxAxis { count: above.count.saturating_mul(axis.count), stride: axis.stride };
                }
                _ => self.axes.push(axis),
            }
        }
        if self.axes.len() == from {
            self.axes.push(BoxAxis { count: 1, stride: 1 });
        }
        let (before, pieces) = (self.elements(), self.pieces());
        let len = self.axes[from..].iter().fold(1, |len: u64, axis| len.saturating_mul(axis.count));
        let rank = (self.axes.len() - from) as u64;
        self.boxes.push(TensorBox { first, len, before, pieces, axes: from as u64, rank });
    }

    /// Number of columns; the greatest there is for more than that.
    pub fn len(&self) -> usize {
        usize::try_from(self.elements()).unwrap_or(usize::MAX)
    }

    /// The same where a machine word is shorter.
    fn elements(&self) -> u64 {
        self.boxes.last().map_or(0, |last| last.before.saturating_add(last.len))
    }

    /// Number of pieces of all boxes.
    pub fn pieces(&self) -> u64 {
        self.boxes.last().map_or(0, |last| last.pieces.saturating_add(last.count()))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.boxes.is_empty()
    }

    /// The boxes.
    pub fn boxes(&self) -> &[TensorBox] {
        &self.boxes
    }

    /// Their axes.
    pub fn axes(&self) -> &[BoxAxis] {
        &self.axes
    }

    /// Refuses columns that are not all in rows of `width`.
    ///
    /// # Errors
    /// `Shape`.
    pub(crate) fn check(&self, width: usize) -> Result<()> {
        let end = self.boxes.iter().map(|found| self.end(found)).max().unwrap_or(0);
        if end <= width as u64 {
            return Ok(());
        }
        let found = usize::try_from(end).unwrap_or(usize::MAX);
        Err(ErrorKind::Shape { what: "columns", expected: width, found }.into())
    }

    /// Behind the last column of a box.
    fn end(&self, found: &TensorBox) -> u64 {
        let along = |axis: &BoxAxis| (axis.count - 1).saturating_mul(axis.stride);
        self.axes_of(found).iter().fold(found.first.saturating_add(1), |end, axis| end.saturating_add(along(axis)))
    }

    fn axes_of(&self, found: &TensorBox) -> &[BoxAxis] {
        &self.axes[found.axes as usize..][..found.rank as usize]
    }

    /// Ranges of neighbours, in order; what lies along an innermost axis of stride 1 is one.
    pub fn ranges(&self) -> impl Iterator<Item = Range<usize>> {
        self.boxes.iter().flat_map(|found| self.ranges_of(found, 0..found.len))
    }

    /// The same of so many columns at most at a time, for threads.
    pub fn parts(&self) -> impl Iterator<Item = impl Iterator<Item = Range<usize>>> {
        self.boxes.iter().flat_map(move |found| {
            let parts = (0..found.len.div_ceil(PART)).map(|k| k * PART..found.len.min((k + 1) * PART));
            parts.map(move |numbers| self.ranges_of(found, numbers))
        })
    }

    /// Ranges of neighbours of the elements `numbers` of a box.
    fn ranges_of(&self, found: &TensorBox, numbers: Range<u64>) -> impl Iterator<Item = Range<usize>> {
        let (found, axes) = (*found, self.axes_of(found));
        let line = axes.last().filter(|axis| axis.stride == 1).map_or(1, |axis| axis.count);
        let mut at = numbers.start;
        std::iter::from_fn(move || {
            let len = (line - at % line).min(numbers.end - at);
            let start = found.place(at, |i| axes[i as usize]) as usize;
            at += len;
            (len > 0).then_some(start..start + len as usize)
        })
    }
}

/// Columns of a part.
const PART: u64 = 1 << 14;

impl FromIterator<Range<usize>> for Columns {
    fn from_iter<I: IntoIterator<Item = Range<usize>>>(ranges: I) -> Self {
        let mut columns = Columns::new();
        ranges.into_iter().for_each(|range| columns.push_range(range));
        columns
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axes<const N: usize>(axes: [(u64, u64); N]) -> [BoxAxis; N] {
        axes.map(|(count, stride)| BoxAxis { count, stride })
    }

    #[test]
    fn ranges_are_those_of_the_boxes() {
        let mut columns = Columns::new();
        columns.push_range(5..9);
        columns.push_range(7..7);
        columns.push(100, &axes([(2, 50), (3, 10), (4, 1)]));
        columns.push(0, &axes([(3, 2)]));
        columns.push(8, &[]);
        let expected: Vec<Range<usize>> =
            [5..9, 100..104, 110..114, 120..124, 150..154, 160..164, 170..174, 0..1, 2..3, 4..5, 8..9].to_vec();
        assert_eq!(columns.ranges().collect::<Vec<_>>(), expected);
        assert_eq!(columns.parts().flatten().collect::<Vec<_>>(), expected);
        assert_eq!((columns.len(), columns.boxes().len()), (32, 4));
        assert!(columns.check(174).is_ok() && columns.check(173).is_err());
        assert_eq!(Columns::from_iter([5..9, 9..9, 0..2]).len(), 6);
        assert!(Columns::new().is_empty() && Columns::new().check(0).is_ok());
        assert_eq!(Columns::new().len(), 0);
    }

    /// Axes that go on where those inside end are one; those of one element are none.
    #[test]
    fn whole_axes_are_joined() {
        let mut columns = Columns::new();
        columns.push(3, &axes([(5, 24), (1, 99), (6, 4), (4, 1)]));
        assert_eq!(columns.axes(), axes([(120, 1)]));
        columns.push(3, &axes([(5, 24), (6, 4), (3, 1)]));
        assert_eq!(columns.axes()[1..], axes([(30, 4), (3, 1)]));
        assert_eq!((columns.len(), columns.boxes()[1].pieces), (210, 1));
    }

    /// Parts of long lines, and of many short ones.
    #[test]
    fn parts_cover_all() {
        for (first, shape) in [(7, [(3, 1 << 20), (100_000, 1)]), (0, [(50_000, 10), (3, 1)])] {
            let mut columns = Columns::new();
            columns.push(first, &axes(shape));
            let all = |ranges: &mut dyn Iterator<Item = Range<usize>>| ranges.flatten().collect::<Vec<usize>>();
            assert_eq!(all(&mut columns.parts().flatten()), all(&mut columns.ranges()));
            assert_eq!(columns.parts().count(), columns.len().div_ceil(PART as usize));
        }
    }

    #[test]
    fn numbers_beyond_32_bits() {
        let mut columns = Columns::new();
        columns.push(1 << 33, &axes([(1 << 17, 1 << 17), (1 << 16, 1)]));
        assert_eq!(columns.len(), 1 << 33);
        assert_eq!(
            columns.ranges().nth(70_000),
            Some((1 << 33) + (70_000 << 17)..(1 << 33) + (70_000 << 17) + (1 << 16))
        );
        assert!(columns.check(1 << 34).is_err() && columns.check(1 << 35).is_ok());
    }
}
