//! Printing: a list of rows. Sage, SymPy, Maple and Magma read it as nested lists, and Eliminant reads it again.

use std::fmt::{self, Display};

use super::MatrixOver;

/// The rows of a matrix, each of `columns` entries.
pub(super) fn write_rows<T: Display>(
    f: &mut fmt::Formatter<'_>,
    rows: usize,
    columns: usize,
    entries: &[T],
) -> fmt::Result {
    f.write_str("[")?;
    for row in 0..rows {
        f.write_str(if row == 0 { "[" } else { ", [" })?;
        for (column, entry) in entries[row * columns..(row + 1) * columns].iter().enumerate() {
            f.write_str(if column == 0 { "" } else { ", " })?;
            entry.fmt(f)?;
        }
        f.write_str("]")?;
    }
    f.write_str("]")
}

/// `[[x, y], [1, x*y]]`; `[]` for no rows, whatever the number of columns, and `[[], []]` for two rows without columns.
///
/// ```
/// use eliminant::Matrix;
/// let m = Matrix::new(vec![vec!["y*x".parse()?, "1 - x".parse()?]])?;
/// assert_eq!(m.to_string(), "[[x*y, -x + 1]]");
/// # Ok::<(), eliminant::Error>(())
/// ```
impl<E: Display> Display for MatrixOver<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_rows(f, self.rows, self.columns, &self.entries)
    }
}
