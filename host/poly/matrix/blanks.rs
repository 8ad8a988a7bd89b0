//! Rows whose entries stand between blanks, as MATLAB reads them and PARI and Sage print them.
//!
//! A row without commas has several entries where blanks stand between operands only. An operator with blanks around it makes one entry of both its sides,
//! and a sign with a blank before it alone has two readings.

use std::ops::Range;

use crate::error::Result;
use crate::poly::lexer::{comment, error_at};
use crate::shorten::shortened;

/// The parts of a row between blanks, outside of brackets.
fn parts(text: &str, row: Range<usize>) -> Result<Vec<Range<usize>>> {
    let mut parts: Vec<Range<usize>> = Vec::new();
    let (mut depth, mut behind, mut start) = (0usize, row.start, None);
    for (offset, c) in text[row.clone()].char_indices() {
        let at = row.start + offset;
        if at < behind {
            continue;
        }
        let is_comment = match comment(text, text, at)? {
            Some(end) => {
                behind = end;
                true
            }
            None => false,
        };
        if depth == 0 && (c.is_whitespace() || is_comment) {
            parts.extend(start.take().map(|start| start..at));
            continue;
        }
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        start.get_or_insert(at);
    }
    parts.extend(start.map(|start| start..row.end));
    Ok(parts)
}

fn is_sign(c: char) -> bool {
    matches!(c, '+' | '-' | '\u{2212}')
}

fn is_operator(c: char) -> bool {
    is_sign(c)
        || matches!(c, '*' | '/' | '^' | '=' | '\u{b7}' | '\u{d7}' | '\u{22c5}' | '\u{f7}' | '\u{2215}' | '\u{2044}')
}

/// The entries of a row without commas: `None` where it is one.
///
/// # Errors
/// `Parse` where there are two readings.
pub(super) fn entries(text: &str, row: Range<usize>) -> Result<Option<Vec<Range<usize>>>> {
    // A blank behind a command of LaTeX only ends its name.
    if text[row.clone()].contains('\\') {
        return Ok(None);
    }
    let parts = parts(text, row)?;
    let (mut separating, mut joining) = (None, false);
    for pair in parts.windows(2) {
        let [left, right] = [&text[pair[0].clone()], &text[pair[1].clone()]];
        if left.ends_with(is_operator) || right.chars().all(is_operator) {
            joining = true;
        } else if right.starts_with(is_sign) {
            let (left, right) = (shortened(left), shortened(right));
            let message =
                format!("this has two readings; write `{left}, {right}` for two entries, and `{left}{right}` for one");
            return Err(error_at(text, pair[1].start, message));
        } else if right.starts_with(is_operator) {
            joining = true;
        } else {
            separating.get_or_insert(pair[1].start);
        }
    }
    match separating {
        None => return Ok(None),
        Some(at) if joining => {
            let message = "products are written with `*`, and entries separated by `,`: insert one of them here";
            return Err(error_at(text, at, message));
        }
        Some(_) => {}
    }
    if let Some(pair) = parts.windows(2).find(|pair| text[pair[0].end..pair[1].start].contains('\n')) {
        let message = "a line begins inside of a row; write `;` before it for a new row, or `,` for this one";
        return Err(error_at(text, pair[1].start, message));
    }
    Ok(Some(parts))
}
