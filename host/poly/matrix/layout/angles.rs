//! Matrices between angles, as Maple writes them: `<<a, b>|<c, d>>` has the columns (a, b) and (c, d), `<<a|b>, <c|d>>` the rows (a, b) and (c, d), and
//! `<a, b; c, d>` the same rows. A comma puts parts one below the other, a bar side by side.

use super::{Bracket, Scanner};
use crate::error::Result;

/// How to write both.
const WANTED: &str = "write columns as <<a, b>|<c, d>>, rows as <<a|b>, <c|d>>";

impl Scanner<'_> {
    /// The matrix whose `<` comes next.
    pub(super) fn angles(&mut self) -> Result<()> {
        self.is_in_angles = true;
        let open = self.angle();
        match self.peek() {
            Some('<') => self.vectors(&open)?,
            _ => self.rows_between(&open)?,
        }
        self.is_in_angles = false;
        Ok(())
    }

    /// Goes behind a `<`.
    fn angle(&mut self) -> Bracket {
        let at = self.at;
        self.at += 1;
        Bracket { at, close: '>' }
    }

    /// Vectors, one below the other or side by side, up to the `>` that closes `outer`.
    fn vectors(&mut self, outer: &Bracket) -> Result<()> {
        // What separates the vectors, and what their entries.
        let (mut between, mut within) = (None, None);
        let (mut vectors, mut length) = (0, 0);
        loop {
            if self.peek() != Some('<') {
                return self.error(self.at, format!("another `<` must stand here; {WANTED}"));
            }
            let (start, first) = (self.at, self.entries.len());
            let open = self.angle();
            loop {
                let k = self.entries.len() - first;
                // Bars between entries make a row of them, and so do commas between vectors.
                let is_row = within == Some('|') || between == Some(',');
                self.entry(&open, if is_row { (vectors, k) } else { (k, vectors) })?;
                match self.peek() {
                    Some('>') => break,
                    Some(mark @ (',' | '|')) if within.is_none_or(|other| other == mark) && between != Some(mark) => {
                        within = Some(mark);
                        self.at += 1;
                    }
                    Some(',' | '|' | ';') => return self.misplaced(),
                    _ => return self.unclosed(&open),
                }
            }
            self.at += 1;
            let found = self.entries.len() - first;
            if vectors == 0 {
                length = found;
            }
            vectors += 1;
            if found != length {
                let of = if within == Some('|') || between == Some(',') { "row" } else { "column" };
                let entries = if found == 1 { "entry" } else { "entries" };
                let message =
                    format!("{of} {vectors} has {found} {entries} and {of} 1 has {length}; give each {of} as many");
                return self.error(start, message);
            }
            match self.peek() {
                Some('>') => break,
                Some(mark @ (',' | '|')) if between.is_none_or(|other| other == mark) && within != Some(mark) => {
                    between = Some(mark);
                    self.at += 1;
                }
                Some(',' | '|' | ';') => return self.misplaced(),
                _ => return self.unclosed(outer),
            }
        }
        self.at += 1;
        match within == Some('|') || between == Some(',') {
            true => (self.rows, self.columns) = (vectors, Some(length)),
            false => {
                let by_columns = std::mem::take(&mut self.entries);
                let of_row = |row: usize| by_columns[row..].iter().step_by(length).cloned();
                self.entries = (0..length).flat_map(of_row).collect();
                (self.rows, self.columns) = (length, Some(vectors));
            }
        }
        Ok(())
    }

    /// `a, b; c, d` up to the `>` that closes it, where each `;` ends a row; `a, b` is a column, `a|b` a row.
    fn rows_between(&mut self, open: &Bracket) -> Result<()> {
        let (mut within, mut start, mut first) = (None, self.at, 0);
        loop {
            let k = self.entries.len() - first;
            self.entry(open, (self.rows, k))?;
            match self.peek() {
                Some('>') => break,
                Some(mark @ (',' | '|')) if within.is_none_or(|other| other == mark) => {
                    within = Some(mark);
                    self.at += 1;
                }
                Some(';') if within != Some('|') => {
                    self.at += 1;
                    self.end_row(start, first)?;
                    (start, first) = (self.at, self.entries.len());
                }
                Some(',' | '|' | ';') => return self.misplaced(),
                _ => return self.unclosed(open),
            }
        }
        self.at += 1;
        match self.rows == 0 && within == Some(',') {
            true => (self.rows, self.columns) = (self.entries.len(), Some(1)),
            false => self.end_row(start, first)?,
        }
        Ok(())
    }

    /// A separator that makes no rectangle.
    fn misplaced<T>(&mut self) -> Result<T> {
        let mark = self.peek().unwrap_or('>');
        self.error(self.at, format!("this `{mark}` makes no rectangle with those before it; {WANTED}"))
    }
}

#[cfg(test)]
mod tests {
    use crate::RationalMatrix;

    fn message(text: &str) -> String {
        RationalMatrix::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn columns_and_rows() {
        for (text, expected) in [
            ("<<1,2>|<3,x>>", "[[1, 3], [2, x]]"),
            ("<<1|2>,<3|x>>", "[[1, 2], [3, x]]"),
            ("M := < <1, 2> | <3, x> >;", "[[1, 3], [2, x]]"),
            ("<\n<1,2>\n|<3,x>\n>", "[[1, 3], [2, x]]"),
            ("> <<1,2>|<3,x>>:", "[[1, 3], [2, x]]"),
            ("Matrix(<<1,2>|<3,x>>)", "[[1, 3], [2, x]]"),
            ("<<1,2,3>|<4,5,(x+1)^2>>", "[[1, 4], [2, 5], [3, x^2 + 2*x + 1]]"),
            ("<1,2;3,x>", "[[1, 2], [3, x]]"),
            ("<1,x>", "[[1], [x]]"),
            ("<1|x>", "[[1, x]]"),
            ("<<1,x>>", "[[1], [x]]"),
            ("<<1|x>>", "[[1, x]]"),
            ("<<1>|<x>>", "[[1, x]]"),
            ("<<1>,<x>>", "[[1], [x]]"),
            ("<x[1]>", "[[x_1]]"),
        ] {
            assert_eq!(RationalMatrix::parse(text).map(|m| m.to_string()).as_deref(), Ok(expected), "{text}");
        }
    }

    /// Places are those of the matrix, whichever way it is written.
    #[test]
    fn errors_name_row_and_column() {
        assert!(message("<<1,2>|<3 x,4>>").starts_with("line 1, column 11: row 1, column 2: products are written"));
        assert!(message("<<1,2>|<3,$>>").starts_with("line 1, column 11: row 2, column 2: unexpected character `$`"));
        assert!(message("<<1|2>,<3|(4,5)>>").starts_with("line 1, column 13: row 2, column 2: a comma inside"));
        assert!(message("<<1,2>|<(3,1),4>>").starts_with("line 1, column 11: row 1, column 2: a comma inside"));
        let error = RationalMatrix::parse_in("<<x,y>|<z,1>>", &["x", "y"]).unwrap_err().to_string();
        assert!(error.starts_with("line 1, column 9: row 1, column 2: unknown variable `z`"), "{error}");
    }

    #[test]
    fn no_rectangles() {
        assert!(message("<<1,2>|<3>>").contains("column 8: column 2 has 1 entry and column 1 has 2"));
        assert!(message("<<1|2>,<3>>").contains("row 2 has 1 entry and row 1 has 2"));
        for text in ["<<1,2>,<3,4>>", "<<1|2>|<3|4>>", "<<1>|<2|3>>", "<<1,2|3>>", "<1|2;3|4>", "<<1,2>|<3,4>,<5,6>>"] {
            assert!(message(text).contains("makes no rectangle with those before it; write columns as"), "{text}");
        }
        assert!(message("<<1,2>|3>").contains("another `<` must stand here"));
        assert!(message("<<1,2>|<3,4>").contains("column 1: this `<` is never closed"));
        assert!(message("<<1,2>|<3,4").contains("column 8: this `<` is never closed"));
        assert!(message("<<<1>>>").contains("row 1, column 1"));
        assert!(message("<>").contains("the entry is empty"));
    }
}
