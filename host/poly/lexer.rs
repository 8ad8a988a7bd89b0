//! Text to tokens, one at a time, and offsets to errors with line and column.

use std::collections::HashMap;
use std::ops::Range;

use crate::error::{Error, ErrorKind, Result};

/// What a token is. Names and numbers are found in the text again by their offsets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Integer,
    /// Digits with a point.
    Decimal,
    /// Digits above the line: an exponent.
    Superscript,
    /// A variable, by its place in [`Names`].
    Name(usize),
    Plus,
    Minus,
    Times,
    Divide,
    Power,
    Open,
    Close,
    OpenBrace,
    CloseBrace,
    /// `=` or `==`.
    Equals,
    /// `;` or `:`, which ends a polynomial.
    Semicolon,
    /// After the last token.
    End,
}

/// A token and where it stands, in bytes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The distinct names of a text, in order of appearance.
#[derive(Debug, Default)]
pub(super) struct Names<'a> {
    /// The names, each with the offset of its first token.
    pub(super) list: Vec<(&'a str, usize)>,
    places: HashMap<&'a str, usize>,
}

/// The tokens of a text, one behind the other; `End` ends them, again and again.
#[derive(Debug)]
pub(super) struct Lexer<'a> {
    /// The text up to where the lexer stops.
    text: &'a str,
    /// The whole text, for messages.
    whole: &'a str,
    /// Where the next token begins, or white space before it.
    at: usize,
    /// The end of the last token: where something is missing when there are no more.
    end: usize,
}

/// The parse error at an offset in bytes. Columns count characters.
pub(crate) fn error_at(text: &str, offset: usize, message: impl Into<String>) -> Error {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    let start = text[..offset].rfind('\n').map_or(0, |at| at + 1);
    let end = text[offset..].find('\n').map_or(text.len(), |at| offset + at);
    ErrorKind::Parse {
        line: text[..start].matches('\n').count() + 1,
        column: text[start..offset].chars().count() + 1,
        message: message.into(),
        source_line: text[start..end].trim_end_matches('\r').to_owned(),
    }
    .into()
}

/// The digit that a character above the line stands for.
pub(super) fn superscript(character: char) -> Option<char> {
    match character {
        '\u{b9}' => Some('1'),
        '\u{b2}' => Some('2'),
        '\u{b3}' => Some('3'),
        '\u{2070}' | '\u{2074}'..='\u{2079}' => char::from_digit(character as u32 - 0x2070, 10),
        _ => None,
    }
}

/// Why a character cannot stand in a polynomial, and what to write instead.
pub(crate) fn unexpected(character: char) -> String {
    let hint = match character {
        ',' => "; write decimal numbers with a point",
        '.' => "; a number has digits",
        '\u{2013}' | '\u{2014}' | '\u{2212}' => "; write `-`",
        '\u{b7}' | '\u{d7}' | '\u{22c5}' => "; write `*`",
        '\u{f7}' | '\u{2215}' | '\u{2044}' => "; write `/`",
        c if superscript(c).is_some() => "; write powers as x^2",
        '[' | ']' => "; write variables with an index as x1 or x_1, parentheses as ( and )",
        '{' | '}' => "; write exponents as x^12, parentheses as ( and )",
        '=' => "; give the left side minus the right side",
        c if c.is_alphabetic() => "; names are made of the letters A-Z, a-z, digits and `_`",
        _ => "; use integers, names, + - * / ^ ( )",
    };
    match character.is_control() {
        true => format!("unexpected character U+{:04X}{hint}", character as u32),
        false => format!("unexpected character `{character}`{hint}"),
    }
}

impl<'a> Names<'a> {
    /// Reads the whole text. O(length).
    ///
    /// # Errors
    /// `Parse` at what is no token.
    pub(super) fn of(text: &'a str) -> Result<Self> {
        let mut names = Names::default();
        names.read(text, 0..text.len())?;
        Ok(names)
    }

    /// Adds the names of a part of a text.
    ///
    /// # Errors
    /// `Parse` at what is no token.
    pub(super) fn read(&mut self, text: &'a str, part: Range<usize>) -> Result<()> {
        let mut lexer = Lexer::within(text, part);
        while lexer.next(self)?.kind != Kind::End {}
        Ok(())
    }

    /// The place of a name, a new one at the end.
    fn place(&mut self, name: &'a str, offset: usize) -> usize {
        *self.places.entry(name).or_insert_with(|| {
            self.list.push((name, offset));
            self.list.len() - 1
        })
    }
}

impl<'a> Lexer<'a> {
    /// The tokens of a part of a text, which begins and ends between characters.
    pub(super) fn within(text: &'a str, part: Range<usize>) -> Self {
        Lexer { text: &text[..part.end], whole: text, at: part.start, end: part.start }
    }

    /// The next token; its name is entered among `names` if it is not there.
    ///
    /// # Errors
    /// `Parse` at what is no token.
    pub(super) fn next(&mut self, names: &mut Names<'a>) -> Result<Token> {
        let (text, bytes) = (self.text, self.text.as_bytes());
        // Where the class of bytes that begins at `at` ends.
        let run = |at: usize, class: fn(&u8) -> bool| at + bytes[at..].iter().take_while(|byte| class(byte)).count();
        while let Some(&byte) = bytes.get(self.at) {
            let start = self.at;
            let (kind, end) = match byte {
                b' ' | b'\t' | b'\n' | b'\r' => {
                    self.at += 1;
                    continue;
                }
                b'#' => {
                    self.at = run(start, |byte| *byte != b'\n');
                    continue;
                }
                b'0'..=b'9' => match run(start, u8::is_ascii_digit) {
                    end if bytes.get(end) == Some(&b'.') => (Kind::Decimal, run(end + 1, u8::is_ascii_digit)),
                    end => (Kind::Integer, end),
                },
                b'.' if bytes.get(start + 1).is_some_and(u8::is_ascii_digit) => {
                    (Kind::Decimal, run(start + 1, u8::is_ascii_digit))
                }
                b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                    let end = run(start, |byte| byte.is_ascii_alphanumeric() || *byte == b'_');
                    (Kind::Name(names.place(&text[start..end], start)), end)
                }
                b'+' => (Kind::Plus, start + 1),
                b'-' => (Kind::Minus, start + 1),
                b'*' if bytes.get(start + 1) == Some(&b'*') => (Kind::Power, start + 2),
                b'*' => (Kind::Times, start + 1),
                b'/' => (Kind::Divide, start + 1),
                b'^' => (Kind::Power, start + 1),
                b'(' => (Kind::Open, start + 1),
                b')' => (Kind::Close, start + 1),
                b'{' => (Kind::OpenBrace, start + 1),
                b'}' => (Kind::CloseBrace, start + 1),
                b'=' if bytes.get(start + 1) == Some(&b'=') => (Kind::Equals, start + 2),
                b'=' => (Kind::Equals, start + 1),
                b';' | b':' => (Kind::Semicolon, start + 1),
                b'\\' if let Some((kind, end)) = of_latex(text, start) => match kind {
                    Some(kind) => (kind, end),
                    None => {
                        self.at = end;
                        continue;
                    }
                },
                _ => {
                    // Tokens are whole characters, so `start` is the beginning of one.
                    let Some(character) = text[start..].chars().next() else { break };
                    if character.is_whitespace() || (start == 0 && character == '\u{feff}') {
                        self.at += character.len_utf8();
                        continue;
                    }
                    let one = |kind| (kind, start + character.len_utf8());
                    match character {
                        '\u{2212}' => one(Kind::Minus),
                        '\u{b7}' | '\u{d7}' | '\u{22c5}' => one(Kind::Times),
                        '\u{f7}' | '\u{2215}' | '\u{2044}' => one(Kind::Divide),
                        c if superscript(c).is_some() => {
                            let digits = text[start..].chars().take_while(|&c| superscript(c).is_some());
                            (Kind::Superscript, start + digits.map(char::len_utf8).sum::<usize>())
                        }
                        _ => return Err(error_at(self.whole, start, unexpected(character))),
                    }
                }
            };
            (self.at, self.end) = (end, end);
            return Ok(Token { kind, start, end });
        }
        Ok(Token { kind: Kind::End, start: self.end, end: self.end })
    }
}

/// A command of LaTeX that has a meaning here, or none and is passed over, and where it ends.
fn of_latex(text: &str, start: usize) -> Option<(Option<Kind>, usize)> {
    let rest = &text[start + 1..];
    let name = &rest[..rest.bytes().take_while(u8::is_ascii_alphabetic).count()];
    let kind = match name {
        "cdot" | "times" => Some(Kind::Times),
        "left" | "right" => None,
        _ => return None,
    };
    Some((kind, start + 1 + name.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(error: Error) -> (usize, usize, String, String) {
        match error.kind().clone() {
            ErrorKind::Parse { line, column, message, source_line } => (line, column, message, source_line),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn tokens_and_names() {
        let text = " x_1*\t12**y - x_1\n";
        let (mut names, mut lexer) = (Names::of(text).unwrap(), Lexer::within(text, 0..text.len()));
        let tokens: Vec<Token> = (0..9).map(|_| lexer.next(&mut names).unwrap()).collect();
        let kinds: Vec<Kind> = tokens.iter().map(|token| token.kind).collect();
        use Kind::*;
        assert_eq!(kinds, [Name(0), Times, Integer, Power, Name(1), Minus, Name(0), End, End]);
        assert_eq!(names.list, [("x_1", 1), ("y", 10)]);
        assert_eq!(tokens[7].start, 17);
    }

    #[test]
    fn parts_of_a_text_keep_their_places() {
        let (text, mut names) = ("[x, y +$]", Names::default());
        names.read(text, 1..2).unwrap();
        let mut lexer = Lexer::within(text, 3..7);
        let tokens: Vec<Token> = (0..3).map(|_| lexer.next(&mut names).unwrap()).collect();
        assert_eq!((names.list, tokens[2].kind, tokens[2].start), (vec![("x", 1), ("y", 4)], Kind::End, 7));
        let (line, column, _, source) = position(Names::default().read(text, 3..8).unwrap_err());
        assert_eq!((line, column, source.as_str()), (1, 8, text));
    }

    #[test]
    fn columns_count_characters() {
        let (line, column, message, source) = position(Names::of("x +\r\n\u{a0}\u{a0}y \u{2013} 1\r\nz").unwrap_err());
        assert_eq!((line, column, source.as_str()), (2, 5, "\u{a0}\u{a0}y \u{2013} 1"));
        assert!(message.ends_with("write `-`"));
        assert!(position(Names::of("\u{1}").unwrap_err()).2.starts_with("unexpected character U+0001"));
        assert!(position(Names::of("1,5").unwrap_err()).2.contains("with a point"));
        assert_eq!(position(error_at("ab", 99, "m")).1, 3);
        assert_eq!(position(error_at("é", 1, "m")).1, 1);
    }
}
