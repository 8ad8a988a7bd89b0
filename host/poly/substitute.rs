//! Texts in which names stand for other texts.

use super::lexer::{Kind, Lexer, Names};
use crate::error::Result;
use std::collections::HashMap;
use std::ops::Range;

/// A part of a text with `values` in parentheses in place of their names; `None` where that takes more than `most` bytes.
///
/// # Errors
/// `Parse` at what is no token.
pub(crate) fn substituted(
    text: &str,
    part: Range<usize>,
    values: &HashMap<String, String>,
    most: usize,
) -> Result<Option<String>> {
    let (mut names, mut lexer) = (Names::with_unit(), Lexer::within(text, part.clone()));
    let (mut found, mut copied) = (String::new(), part.start);
    loop {
        let token = lexer.next(&mut names)?;
        let value = match token.kind {
            Kind::End => break,
            Kind::Name(place) => values.get(&*names.list[place].0),
            _ => None,
        };
        let Some(value) = value else { continue };
        for piece in [&text[copied..token.start], "(", value, ")"] {
            found.push_str(piece);
        }
        copied = token.end;
        if found.len() > most {
            return Ok(None);
        }
    }
    found.push_str(&text[copied..part.end]);
    Ok(Some(found).filter(|found| found.len() <= most))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_replaced_whole() {
        let values = HashMap::from([("s".to_owned(), "x + 1".to_owned()), ("c_1".to_owned(), "2".to_owned())]);
        let text = "f = s^2 - ss*c[1] - s";
        let found = |most| substituted(text, 4..text.len(), &values, most).unwrap();
        assert_eq!(found(99).as_deref(), Some("(x + 1)^2 - ss*(2) - (x + 1)"));
        assert_eq!((found(10), found(27)), (None, None));
        assert!(substituted("$", 0..1, &values, 9).is_err());
    }
}
