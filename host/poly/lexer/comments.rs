//! Comments: `#` and `//` up to the end of the line, `(* *)`, and `/* */`.

use super::error_at;
use crate::error::Result;

/// The end of the comment that begins at `start` of a text, which is the beginning of `whole`; `None` where there is none.
///
/// # Errors
/// `Parse` for a comment that is never closed, and for `//` behind something on its line, which may be a division.
pub(in crate::poly) fn comment(whole: &str, text: &str, start: usize) -> Result<Option<usize>> {
    let rest = &text[start..];
    let line = || text[start..].find('\n').map_or(text.len(), |at| start + at);
    let block = |close: &str| match rest[2..].find(close) {
        Some(at) => Ok(Some(start + 2 + at + close.len())),
        None => Err(error_at(whole, start, format!("this comment is never closed; add a `{close}`"))),
    };
    match rest.as_bytes() {
        [b'#', ..] => Ok(Some(line())),
        [b'(', b'*', ..] => block("*)"),
        [b'/', b'*', ..] => block("*/"),
        [b'/', b'/', ..] => {
            let before = text[..start].rsplit('\n').next().unwrap_or_default().trim_end();
            match before.is_empty() || before.ends_with([';', ',', ':', '[', ']', '{']) {
                true => Ok(Some(line())),
                false => {
                    Err(error_at(whole, start, "this has two readings; write `#` for a comment, `/` for a division"))
                }
            }
        }
        _ => Ok(None),
    }
}
