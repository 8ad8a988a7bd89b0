//! Names: letters, digits and `_`, and an index in one of its spellings. `x[1]`, `x(1)`, `x_{1}` and `x` with a small 1 below the line are `x_1`.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use super::{Kind, Lexer, error_at, superscript};
use crate::error::Result;
use crate::poly::spelling::is_function;
use crate::shorten::shortened;

/// The distinct names of a text, in order of appearance.
#[derive(Debug, Default)]
pub(in crate::poly) struct Names<'a> {
    /// The names, each with the offset of its first token.
    pub(in crate::poly) list: Vec<(Cow<'a, str>, usize)>,
    places: HashMap<Cow<'a, str>, usize>,
    /// `i` and `I` are the imaginary unit.
    has_unit: bool,
    /// Names with an index in parentheses, without it, and where the first one stands.
    called: HashMap<&'a str, usize>,
    /// The first number with `e`, and with `E`, without a point.
    scientific: [Option<usize>; 2],
}

impl<'a> Names<'a> {
    /// Names among which `i` and `I` are the imaginary unit, which is called `i`.
    pub(in crate::poly) fn with_unit() -> Self {
        Names { has_unit: true, ..Names::default() }
    }

    /// Reads the whole text. O(length).
    ///
    /// # Errors
    /// `Parse` at what is no token, and where a name or a number has two readings.
    pub(in crate::poly) fn of(text: &'a str) -> Result<Self> {
        let mut names = Names::default();
        names.read(text, 0..text.len())?;
        names.check(text)?;
        Ok(names)
    }

    /// Adds the names of a part of a text.
    ///
    /// # Errors
    /// `Parse` at what is no token.
    pub(in crate::poly) fn read(&mut self, text: &'a str, part: Range<usize>) -> Result<()> {
        let mut lexer = Lexer::within(text, part);
        while lexer.next(self)?.kind != Kind::End {}
        Ok(())
    }

    /// Refuses `x(1)` where `x` is a variable too, and `2e-1` where `e` is.
    ///
    /// # Errors
    /// `Parse` at the first of them.
    pub(in crate::poly) fn check(&self, text: &str) -> Result<()> {
        let called = self.called.iter().filter(|(stem, _)| self.places.contains_key(**stem));
        if let Some((stem, &offset)) = called.min_by_key(|(_, offset)| **offset) {
            let stem = shortened(stem);
            let message = format!(
                "this has two readings; write `{stem}*(1)` for a product, `{stem}[1]` for a variable with an index"
            );
            return Err(error_at(text, offset, message));
        }
        for (letter, offset) in ["e", "E"].into_iter().zip(self.scientific) {
            if let Some(offset) = offset.filter(|_| self.places.contains_key(letter)) {
                let message = format!(
                    "this has two readings where `{letter}` is a variable; write `2*{letter} - 1` for a product, `0.2` for the number"
                );
                return Err(error_at(text, offset, message));
            }
        }
        Ok(())
    }

    /// Notes a decimal number: one with a power of ten and without a point may have been meant as a product.
    pub(super) fn scientific(&mut self, number: &str, offset: usize) {
        if number.contains('.') {
            return;
        }
        for (letter, first) in ['e', 'E'].into_iter().zip(&mut self.scientific) {
            if number.contains(letter) {
                first.get_or_insert(offset);
            }
        }
    }

    /// The place of a name, a new one at the end.
    pub(super) fn place(&mut self, name: Cow<'a, str>, offset: usize) -> usize {
        let name = if self.has_unit && name == "I" { Cow::Borrowed("i") } else { name };
        if let Some(&place) = self.places.get(&name) {
            return place;
        }
        self.list.push((name.clone(), offset));
        self.places.insert(name, self.list.len() - 1);
        self.list.len() - 1
    }

    pub(in crate::poly) fn has_unit(&self) -> bool {
        self.has_unit
    }

    /// Whether a name is the imaginary unit.
    pub(in crate::poly) fn is_unit(&self, name: &str) -> bool {
        self.has_unit && name == "i"
    }
}

/// The name that a text stands for, as polynomials have it: `x_1` for `x[1]` and `x(1)`, `alpha` for `\alpha`. The text itself where it is no name.
///
/// ```
/// use eliminant::poly::name_of;
/// assert_eq!(["x(1)", " x[1] ", "x_{1}", "y", "2 x"].map(name_of), ["x_1", "x_1", "x_1", "y", "2 x"]);
/// ```
pub fn name_of(text: &str) -> String {
    let (mut names, mut lexer) = (Names::default(), Lexer::within(text, 0..text.len()));
    let mut next = || lexer.next(&mut names).map(|token| token.kind);
    match (next(), next()) {
        (Ok(Kind::Name(_)), Ok(Kind::End)) => names.list.swap_remove(0).0.into_owned(),
        _ => text.to_owned(),
    }
}

/// Whether a name may begin with a character.
pub(super) fn is_name_start(character: char) -> bool {
    character == '_' || character.is_alphabetic()
}

/// Whether a text is a name: letters of any language, ASCII digits and `_`, not beginning with a digit.
pub(crate) fn is_name(text: &str) -> bool {
    text.starts_with(is_name_start) && text.chars().all(is_name_part)
}

/// Whether a character may stand in a name.
fn is_name_part(character: char) -> bool {
    is_name_start(character) || character.is_ascii_digit()
}

/// The digit that a character below the line stands for.
fn subscript(character: char) -> Option<char> {
    match character {
        '\u{2080}'..='\u{2089}' => char::from_digit(character as u32 - 0x2080, 10),
        _ => None,
    }
}

/// The name that begins at `start`, with its index, and where it ends; an error is a place and a message.
pub(super) fn name_at<'a>(
    text: &'a str,
    start: usize,
    names: &mut Names<'a>,
) -> std::result::Result<(Cow<'a, str>, usize), (usize, String)> {
    let rest = &text[start..];
    let stem = &rest[..rest.find(|c| !is_name_part(c)).unwrap_or(rest.len())];
    let end = start + stem.len();
    let next = text[end..].chars().next();
    let indexed = |index: &str, end: usize| Ok((Cow::Owned(format!("{stem}{index}")), end));
    match next {
        Some('[') if is_function(stem) => Err((start, functions(stem))),
        Some('[') => match list(&text[end + 1..], ']') {
            Some((index, length)) => indexed(&index, end + 1 + length),
            None => Err((end, "an index is an integer, or some with commas between, as in x[1] or x[1,2]".to_owned())),
        },
        Some('(') if !is_function(stem) => match list(&text[end + 1..], ')') {
            Some((index, length)) if !matches!(stem, "Integer" | "Poly" | "Rational" | "Eq" | "Equal" | "Mod") => {
                names.called.entry(stem).or_insert(start);
                indexed(&index, end + 1 + length)
            }
            _ => Ok((Cow::Borrowed(stem), end)),
        },
        Some('{') if stem.len() > 1 && stem.ends_with('_') => match index_at(text, end - 1) {
            Ok((index, end)) => Ok((Cow::Owned(format!("{}{index}", &stem[..stem.len() - 1])), end)),
            Err(message) => Err((end, message)),
        },
        // The names that are written for Mathematica.
        Some('$') if text[end + 1..].starts_with(is_name_part) => {
            let word = &text[end..];
            let word = &word[..word.find(|c| c != '$' && !is_name_part(c)).unwrap_or(word.len())];
            let word = word.trim_end_matches('$');
            indexed(&word.replace('$', "_"), end + word.len())
        }
        Some(c) if subscript(c).is_some() => {
            let digits: String = text[end..].chars().map_while(subscript).collect();
            // Each of these characters has three bytes.
            indexed(&format!("_{digits}"), end + 3 * digits.len())
        }
        Some(c) if superscript(c).is_none() && c.is_numeric() => {
            Err((end, format!("`{c}` is no digit of a name; write x_1")))
        }
        _ => Ok((Cow::Borrowed(stem), end)),
    }
}

/// Why a function is not read.
pub(in crate::poly) fn functions(name: &str) -> String {
    format!("`{}` would be a variable: roots and functions are not known here", shortened(name))
}

/// `1, 2]` as the index `_1_2` and its length, with the bracket that closes it.
fn list(text: &str, close: char) -> Option<(String, usize)> {
    let end = text.find(close)?;
    let mut index = String::new();
    for part in text[..end].split(',') {
        let digits = part.trim();
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        index.push('_');
        index.push_str(digits);
    }
    Some((index, end + 1))
}

/// The index of LaTeX at `_{1,2}`, `_12` or `_a`, as it follows a name, and where it ends; nothing where there is none.
pub(super) fn index_at(text: &str, start: usize) -> std::result::Result<(String, usize), String> {
    let Some(rest) = text[start..].strip_prefix('_') else { return Ok((String::new(), start)) };
    let behind = |rest: &str| text.len() - rest.len();
    let word = |word: &str| !word.is_empty() && word.chars().all(is_name_part);
    let Some(inner) = rest.strip_prefix('{') else {
        let length = rest.find(|c| !is_name_part(c)).unwrap_or(rest.len());
        return Ok((format!("_{}", &rest[..length]), behind(&rest[length..])));
    };
    match inner.split_once('}') {
        Some((inner, rest)) if inner.split(',').all(|part| word(part.trim())) => {
            Ok((inner.split(',').map(|part| format!("_{}", part.trim())).collect(), behind(rest)))
        }
        _ => Err("an index is made of letters and digits, as in x_{1} or x_{1,2}".to_owned()),
    }
}
