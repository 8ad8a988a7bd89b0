//! Text to the places of the entries of a matrix in it: brackets, separators, and the numbers of rows and columns. The
//! contents of an entry are the parser's business; only its parentheses are counted here. There is no recursion.

mod angles;

use std::ops::Range;

use super::{blanks, place, ragged};
use crate::error::{ErrorKind, Result};
use crate::poly::lexer::{comment, error_at, prompt, unexpected};
use crate::poly::rational_function::RationalFunction;

/// Where the entries of a matrix stand.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// Bytes of the text, row by row.
    pub(super) entries: Vec<Range<usize>>,
    /// The matrix is LaTeX, where no blank separates anything.
    pub(super) is_latex: bool,
}

/// Bytes of an entry without terms, and of its place in the text.
pub(super) const ENTRY: u64 = (size_of::<RationalFunction>() + size_of::<Range<usize>>()) as u64;

/// The names that may stand before the parentheses.
const NAMES: [&str; 6] = ["matrix", "Matrix", "Mat", "ImmutableMatrix", "ImmutableDenseMatrix", "MutableDenseMatrix"];

/// The environments of LaTeX that are matrices.
const ENVIRONMENTS: [&str; 7] = ["matrix", "pmatrix", "bmatrix", "Bmatrix", "vmatrix", "smallmatrix", "array"];

/// The end of the text in place of a closing bracket.
const END: char = '\0';

/// Where the brackets of a text stand that is read from front to back.
struct Scanner<'a> {
    text: &'a str,
    at: usize,
    rows: usize,
    /// Entries of the first row, once it is read.
    columns: Option<usize>,
    entries: Vec<Range<usize>>,
    /// The memory that the entries may take.
    bytes: u64,
    is_latex: bool,
    /// Between `<` and `>`, where a `>` at the beginning of a line is no prompt.
    is_in_angles: bool,
}

/// A bracket that is open: where it stands, and what closes it.
struct Bracket {
    at: usize,
    close: char,
}

impl Layout {
    /// The layout of a text.
    ///
    /// # Errors
    /// `Parse` at what is no matrix; `Limit` when its entries take more than `bytes` bytes even without terms.
    pub(super) fn of(text: &str, bytes: u64) -> Result<Self> {
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let mut scanner = Scanner {
            text,
            at,
            rows: 0,
            columns: None,
            entries: Vec::new(),
            bytes,
            is_latex: false,
            is_in_angles: false,
        };
        scanner.matrix()?;
        let Scanner { rows, columns, entries, is_latex, .. } = scanner;
        Ok(Layout { rows, columns: columns.unwrap_or(0), entries, is_latex })
    }
}

/// The bracket that closes what this one opens.
fn closing(open: char) -> Option<char> {
    match open {
        '[' => Some(']'),
        '{' => Some('}'),
        _ => None,
    }
}

impl Scanner<'_> {
    fn error<T>(&self, at: usize, message: impl Into<String>) -> Result<T> {
        Err(error_at(self.text, at, message))
    }

    /// The character that comes next, behind white space, comments and prompts. A comment that is never closed is left to the parser of the entry.
    fn peek(&mut self) -> Option<char> {
        loop {
            let rest = &self.text[self.at..];
            self.at += rest.len() - rest.trim_start().len();
            let comment = comment(self.text, self.text, self.at).ok().flatten();
            let prompt = || prompt(self.text, self.at).filter(|_| !self.is_in_angles);
            match comment.or_else(prompt) {
                Some(end) => self.at = end,
                None => return self.text[self.at..].chars().next(),
            }
        }
    }

    /// Goes behind the next character if it is this one.
    fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    /// Goes behind `M =` or `M :=`, which names the matrix.
    fn definition(&mut self) {
        self.peek();
        let rest = &self.text[self.at..];
        let behind = rest.trim_start_matches(|c: char| c == '_' || c.is_alphanumeric());
        let is_named = behind.len() < rest.len();
        let value = behind.trim_start();
        let value = value.strip_prefix(":=").or_else(|| value.strip_prefix('=').filter(|rest| !rest.starts_with('=')));
        if let Some(value) = value.filter(|_| is_named) {
            self.at = self.text.len() - value.len();
        }
    }

    fn matrix(&mut self) -> Result<()> {
        while self.take('$') {}
        self.definition();
        let Some(first) = self.peek() else {
            return self.error(self.text.len(), "the text is empty; write [] for the 0 x 0 matrix");
        };
        if closing(first).is_some() {
            let mut is_row = self.list()?;
            // Rows on lines of their own, as PARI and Sage print them.
            while is_row && self.begins_line() {
                self.row()?;
                is_row = first == '[';
            }
        } else if first == '\\' {
            self.latex()?;
        } else if first == '<' {
            self.angles()?;
        } else {
            self.call()?;
        }
        // The end of a statement in other systems.
        while self.peek().is_some_and(|c| matches!(c, ';' | ':' | ',' | '$')) {
            self.at += 1;
        }
        match self.peek() {
            None => Ok(()),
            Some('[') => self.error(
                self.at,
                "a second `[` after the matrix; write [[x, y], [1, x*y]], or each row on a line of its own",
            ),
            Some(c) => self.error(self.at, format!("unexpected `{c}` after the matrix; remove what follows it")),
        }
    }

    /// Whether a `[` comes next, on another line.
    fn begins_line(&mut self) -> bool {
        let before = self.at;
        self.peek() == Some('[') && self.text[before..self.at].contains('\n')
    }

    /// A name with something in parentheses.
    fn call(&mut self) -> Result<()> {
        let start = self.at;
        let rest = &self.text[start..];
        let name = &rest[..rest.bytes().take_while(u8::is_ascii_alphanumeric).count()];
        self.at += name.len();
        if name == "matrix"
            && let Some((rows, columns, list)) = declared(&self.text[self.at..])
        {
            self.at = self.text.len() - list.len();
            let open = Bracket { at: start, close: END };
            self.entries(&open)?;
            self.end_row(start, 0)?;
            return self.reshape(Some((rows, Some(columns))), start);
        }
        if !NAMES.contains(&name) || !self.take('(') {
            return self.error(
                start,
                "a matrix must begin here, with `[` or `{` or as matrix([x, y], [1, x*y]); write [[x, y], [1, x*y]]",
            );
        }
        let parenthesis = Bracket { at: self.at - 1, close: ')' };
        let size = self.size();
        self.peek();
        let list = self.at;
        match self.peek().and_then(closing) {
            Some(_) => {
                let flat = self.list()?;
                while size.is_none() && flat && self.take(',') {
                    self.row()?;
                }
            }
            None if self.peek() == Some('<') => self.angles()?,
            // `Mat(x)`
            None if size.is_none() => {
                self.entry(&parenthesis, (0, 0))?;
                self.end_row(list, 0)?;
            }
            None => return self.error(list, "the rows must stand here, in brackets: [[x, y], [1, x*y]]"),
        }
        if !self.take(')') {
            return self.unclosed(&parenthesis);
        }
        self.reshape(size, list)
    }

    /// Gives the entries that begin at `list` the numbers of rows and columns that are announced. Rows alone are enough.
    fn reshape(&mut self, size: Option<(usize, Option<usize>)>, list: usize) -> Result<()> {
        let found = (self.rows, self.columns.unwrap_or(0));
        let columns = |rows: usize| if found.0 == 1 { found.1 / rows.max(1) } else { found.1 };
        let size = size.map(|(rows, announced)| (rows, announced.unwrap_or_else(|| columns(rows))));
        match size {
            // All entries in one list, row by row, as Maple and Sage take them.
            Some((rows, columns)) if found.0 == 1 && rows.checked_mul(columns) == Some(found.1) => {
                (self.rows, self.columns) = (rows, Some(columns));
                Ok(())
            }
            Some(size) if size != found => {
                let message = format!(
                    "{} x {} entries follow, and {} x {} are announced; give each row in brackets: [[x, y], [1, x*y]]",
                    found.0, found.1, size.0, size.1
                );
                self.error(list, message)
            }
            _ => Ok(()),
        }
    }

    /// An environment of LaTeX, also between `\left(` and `\right)`.
    fn latex(&mut self) -> Result<()> {
        const WANTED: &str = "write a matrix of LaTeX as \\begin{pmatrix} x & y \\\\ 1 & x y \\end{pmatrix}";
        self.delimiter("\\left");
        self.peek();
        let (text, start) = (self.text, self.at);
        let environment = text[start..].strip_prefix("\\begin{").and_then(|rest| rest.split_once('}'));
        let Some((name, inner)) = environment.filter(|(name, _)| ENVIRONMENTS.contains(name)) else {
            return self.error(start, format!("no matrix begins here; {WANTED}"));
        };
        let close = format!("\\end{{{name}}}");
        let Some(length) = inner.find(&close) else {
            return self.error(start, format!("this `\\begin{{{name}}}` is never closed; add `{close}`"));
        };
        self.is_latex = true;
        let begin = text.len() - inner.len();
        let end = begin + length;
        // The alignment of the columns.
        let columns = inner.trim_start();
        let alignment = match name == "array" && columns.starts_with('{') {
            true => inner.len() - columns.len() + braced(columns).unwrap_or(0),
            false => 0,
        };
        let begin = (begin + alignment).min(end);
        let (mut row, mut first, mut entry) = (begin, self.entries.len(), begin);
        let (mut depth, mut at) = (0usize, row);
        while at < end {
            match text.as_bytes()[at] {
                b'{' => depth += 1,
                b'}' => depth = depth.saturating_sub(1),
                b'&' if depth == 0 => {
                    self.end_entry(entry..at)?;
                    entry = at + 1;
                }
                b'\\' if text[at + 1..end].starts_with('\\') && depth == 0 => {
                    self.end_entry(entry..at)?;
                    self.end_row(row, first)?;
                    (row, first, entry) = (at + 2, self.entries.len(), at + 2);
                    at += 1;
                }
                _ => {}
            }
            at += 1;
        }
        // Nothing but white space follows the last end of a row.
        if !text[row..end].trim().is_empty() {
            self.end_entry(entry..end)?;
            self.end_row(row, first)?;
        }
        self.at = end + close.len();
        self.delimiter("\\right");
        Ok(())
    }

    /// Goes behind `\left` or `\right` and the bracket that it makes larger.
    fn delimiter(&mut self, command: &str) {
        self.peek();
        if let Some(rest) = self.text[self.at..].strip_prefix(command) {
            let rest = rest.trim_start();
            let rest = rest.strip_prefix('\\').unwrap_or(rest);
            self.at =
                self.text.len() - rest.strip_prefix(['(', ')', '[', ']', '{', '}', '|', '.']).unwrap_or(rest).len();
        }
    }

    /// The numbers of rows and columns, or of rows alone, that may stand first between parentheses.
    fn size(&mut self) -> Option<(usize, Option<usize>)> {
        // The ring of Sage says nothing more: `matrix(QQ, 2, 2, ..)`. `Mat(x, y)` has none.
        self.peek();
        let rest = self.text[self.at..].trim_start_matches(|c: char| c == '_' || c.is_alphanumeric());
        let is_name = self.text[self.at..].starts_with(char::is_alphabetic);
        let behind = rest.trim_start().strip_prefix(',').map(str::trim_start).filter(|_| is_name);
        if let Some(rest) = behind.filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit() || closing(c).is_some()))
        {
            self.at = self.text.len() - rest.len();
        }
        let rows = self.number()?;
        Some((rows, self.number()))
    }

    /// A number with a comma behind it. Where there is none the scanner stays.
    fn number(&mut self) -> Option<usize> {
        self.peek();
        let (before, rest) = (self.at, &self.text[self.at..]);
        let digits = &rest[..rest.bytes().take_while(u8::is_ascii_digit).count()];
        self.at += digits.len();
        let number = if self.take(',') { digits.parse().ok() } else { None };
        if number.is_none() {
            self.at = before;
        }
        number
    }

    /// A list of rows, or of entries; whether it is one row of entries.
    fn list(&mut self) -> Result<bool> {
        let open = self.open()?;
        match self.peek() {
            Some(c) if c == open.close => {
                self.at += c.len_utf8();
                Ok(false)
            }
            Some('[' | '{') => {
                self.row()?;
                // Python has a comma behind the last row, too.
                while self.take(',') && self.peek() != Some(open.close) {
                    self.row()?;
                }
                self.close(&open)?;
                Ok(false)
            }
            _ => {
                loop {
                    self.peek();
                    let (start, first) = (self.at, self.entries.len());
                    self.entries(&open)?;
                    self.end_row(start, first)?;
                    if open.close != ']' || !self.take(';') || self.peek() == Some(']') {
                        break;
                    }
                }
                self.close(&open)?;
                Ok(self.rows == 1)
            }
        }
    }

    /// A list of entries.
    fn row(&mut self) -> Result<()> {
        let (open, first) = (self.open()?, self.entries.len());
        if self.peek() != Some(open.close) {
            self.entries(&open)?;
        }
        self.close(&open)?;
        self.end_row(open.at, first)
    }

    /// Entries up to what is no comma.
    fn entries(&mut self, open: &Bracket) -> Result<()> {
        let mut column = 0;
        self.entry(open, (self.rows, column))?;
        if open.close == ']' && self.peek() != Some(',') {
            return self.split_at_blanks();
        }
        while self.take(',') {
            column += 1;
            self.entry(open, (self.rows, column))?;
        }
        Ok(())
    }

    /// Makes entries of the last one where blanks separate them.
    fn split_at_blanks(&mut self) -> Result<()> {
        let Some(last) = self.entries.last().cloned() else { return Ok(()) };
        let end = last.end;
        if let Some(parts) = blanks::entries(self.text, last)? {
            self.entries.pop();
            parts.into_iter().try_for_each(|part| self.end_entry(part))?;
            // Blanks may follow.
            self.at = end;
        }
        Ok(())
    }

    /// The entry of a row and a column, up to what ends it.
    fn entry(&mut self, open: &Bracket, (row, column): (usize, usize)) -> Result<()> {
        self.peek();
        let start = self.at;
        let mut parentheses = 0usize;
        let inside = |message: &str| format!("{}: {message}", place(row, column));
        // The end of a comment or of an index.
        let mut behind = start;
        let mut before = None;
        for (offset, c) in self.text[start..].char_indices() {
            let at = start + offset;
            if at < behind {
                continue;
            }
            if let Some(end) = comment(self.text, self.text, at)? {
                behind = end;
                continue;
            }
            match c {
                '[' if before.is_some_and(|c: char| c == '_' || c.is_alphanumeric()) => {
                    let Some(length) = self.text[at..].find(']') else { return self.error(at, inside(&unexpected(c))) };
                    behind = at + length + 1;
                }
                '{' if offset > 0 => {
                    let Some(length) = braced(&self.text[at..]) else { return self.error(at, inside(&unexpected(c))) };
                    behind = at + length;
                }
                '(' => parentheses += 1,
                ')' if parentheses > 0 => parentheses -= 1,
                ',' if parentheses > 0 => {
                    let message = "a comma inside of parentheses; close the `(` before it, and write rows as [x, y]";
                    return self.error(at, inside(message));
                }
                '[' | '{' if offset == 0 => {
                    return self
                        .error(at, inside("a polynomial must stand here, not a list; write [[x, y], [1, x*y]]"));
                }
                '[' | '{' => return self.error(at, inside(&unexpected(c))),
                '|' | '>' if open.close == '>' => return self.end_entry(start..at),
                '<' if open.close == '>' => return self.error(at, inside(&unexpected(c))),
                // A parenthesis that is open still is the parser's to find.
                ',' | ';' | ']' | '}' => return self.end_entry(start..at),
                ')' if open.close == ')' => return self.end_entry(start..at),
                _ => {}
            }
            before = Some(c);
        }
        if open.close == END {
            return self.end_entry(start..self.text.len());
        }
        self.unclosed(open)
    }

    fn end_entry(&mut self, entry: Range<usize>) -> Result<()> {
        let needed = (self.entries.len() as u64 + 1).saturating_mul(ENTRY);
        if needed > self.bytes {
            let (needed, allowed) = (u128::from(needed), u128::from(self.bytes));
            return Err(ErrorKind::Limit { what: "bytes of the matrix", needed, allowed }.into());
        }
        self.at = entry.end;
        self.entries.push(entry);
        Ok(())
    }

    /// Counts the row that began at `start`, with the entries from `first` on.
    fn end_row(&mut self, start: usize, first: usize) -> Result<()> {
        let found = self.entries.len() - first;
        let columns = *self.columns.get_or_insert(found);
        if found != columns {
            return self.error(start, ragged(self.rows, found, columns));
        }
        self.rows += 1;
        Ok(())
    }

    /// Goes behind the bracket that opens a list.
    fn open(&mut self) -> Result<Bracket> {
        let next = self.peek();
        let at = self.at;
        let Some((c, close)) = next.and_then(|c| Some((c, closing(c)?))) else {
            return self.error(at, "a row must begin here, with `[`; write rows as [[x, y], [1, x*y]]");
        };
        self.at += c.len_utf8();
        Ok(Bracket { at, close })
    }

    /// Goes behind the bracket that closes a list.
    fn close(&mut self, open: &Bracket) -> Result<()> {
        if self.take(open.close) { Ok(()) } else { self.unclosed(open) }
    }

    /// Something else stands where a list may end.
    fn unclosed<T>(&mut self, open: &Bracket) -> Result<T> {
        let Bracket { at, close } = *open;
        let text = self.text;
        match self.peek() {
            Some(c) if matches!(c, ']' | '}' | ')' | ';' | '[' | '{' | ',') => {
                let comma = if close == ')' || c == ',' { "" } else { "`,` or " };
                self.error(self.at, format!("unexpected `{c}`; write {comma}`{close}` here"))
            }
            _ => self.error(at, format!("this `{}` is never closed; add a `{close}`", &text[at..at + 1])),
        }
    }
}

/// The numbers of rows and columns of Singular's ` m[2][2] = `, and what follows it.
fn declared(text: &str) -> Option<(usize, usize, &str)> {
    let number = |text: &'_ str| -> Option<(usize, usize)> {
        let (digits, rest) = text.trim_start().strip_prefix('[')?.split_once(']')?;
        Some((digits.trim().parse().ok()?, rest.len()))
    };
    let name = text.trim_start();
    let rest = name.trim_start_matches(|c: char| c == '_' || c.is_alphanumeric());
    let (rows, length) = number(rest)?;
    let rest = &rest[rest.len() - length..];
    let (columns, length) = number(rest)?;
    let rest = rest[rest.len() - length..].trim_start().strip_prefix('=')?;
    Some((rows, columns, rest))
}

/// The length of the braces that a text begins with, and of what is in them.
fn braced(text: &str) -> Option<usize> {
    let mut open = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '{' => open += 1,
            '}' => open -= 1,
            _ => {}
        }
        if open == 0 {
            return Some(at + 1);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_keep_their_places() {
        let text = "\u{feff} Matrix( 2,1, [ [x*(y + 1) ],[\n\u{a0}é]] ) ";
        let layout = Layout::of(text, u64::MAX).unwrap();
        assert_eq!((layout.rows, layout.columns), (2, 1));
        let entries: Vec<&str> = layout.entries.iter().map(|part| &text[part.clone()]).collect();
        assert_eq!(entries, ["x*(y + 1) ", "é"]);
    }

    #[test]
    fn entries_are_counted_before_they_are_read() {
        let text = format!("[{}0]", "0,".repeat(1000));
        assert_eq!(Layout::of(&text, 1001 * ENTRY).unwrap().columns, 1001);
        let error = Layout::of(&text, 1000 * ENTRY).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Limit { what: "bytes of the matrix", .. }));
    }
}
