//! Text to tokens, one at a time, and offsets to errors with line and column.
//!
//! Forms of other systems become tokens of ours here: `\\frac{a}{b}` is ((a)/(b)), `Eq(a, b)` is ((a)-(b)), `Rational(a, b)` is ((a)/(b)), and `Poly(a, x)`
//! is (a).

mod comments;
mod latex;
mod names;
mod prompts;

use std::ops::Range;

use crate::error::{Error, ErrorKind, Result};

pub(super) use comments::comment;
use latex::Latex;
pub(crate) use names::is_name;
pub use names::name_of;
pub(super) use names::{Names, functions};
use names::{is_name_start, name_at};
pub(super) use prompts::prompt;

/// The kind of a token. Names and numbers are found in the text again by their offsets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Integer,
    /// Digits with a point, a power of ten, or both.
    Decimal,
    /// Digits above the line, perhaps with a minus sign before them: an exponent.
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
    /// `[` that is no index.
    OpenList,
    CloseList,
    /// `=` or `==`.
    Equals,
    /// `;` or `:`, which ends a polynomial.
    Semicolon,
    Comma,
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

/// An open bracket, with the meaning of a comma inside it and of the bracket that closes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bracket {
    Parenthesis,
    Brace,
    /// The first operand of a call such as `Eq(a, b)`, and the operator between both.
    First(Kind),
    /// The second operand of it.
    Second,
    /// The numerator of `\frac`.
    Above,
    /// The denominator of it.
    Below,
    /// `Poly(f, x, ..)`: the names of its variables follow a comma.
    Poly,
    /// `ideal(f, g)`: a list.
    List,
}

/// Calls of other systems, each with the bracket that it opens.
const CALLS: [(&str, Bracket); 7] = [
    ("Eq", Bracket::First(Kind::Minus)),
    ("Equal", Bracket::First(Kind::Minus)),
    ("Rational", Bracket::First(Kind::Divide)),
    ("Poly", Bracket::Poly),
    ("Integer", Bracket::Parenthesis),
    ("ideal", Bracket::List),
    ("Ideal", Bracket::List),
];

/// Words before the name and the `=` of a definition: `poly f = x^2;`.
const DECLARATIONS: [&str; 2] = ["poly", "ideal"];

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
    open: Vec<Bracket>,
    /// Tokens that stand where the last one does, the next one last.
    pending: Vec<Token>,
    /// A polynomial begins here, so that a name with `:=` may come before it.
    is_start: bool,
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

/// The minus sign above the line.
pub(super) const SUPERSCRIPT_MINUS: char = '\u{207b}';

/// The bytes of the exponent above the line that a text begins with; `None` where no digit follows the sign.
fn raised(text: &str) -> Option<usize> {
    let digits = text.strip_prefix(SUPERSCRIPT_MINUS).unwrap_or(text);
    let behind = digits.trim_start_matches(|c| superscript(c).is_some());
    (behind.len() < digits.len()).then(|| text.len() - behind.len())
}

/// Why a character cannot stand in a polynomial, and what to write instead.
pub(crate) fn unexpected(character: char) -> String {
    let hint = match character {
        ',' => "; one polynomial is wanted here, and decimal numbers have a point",
        '.' => "; a number has digits",
        '\u{2013}' | '\u{2014}' => "; write `-`",
        '[' | ']' => "; write variables with an index as x[1] or x_1, parentheses as ( and )",
        '{' | '}' => "; write exponents as x^12, parentheses as ( and )",
        '\\' => "; of LaTeX \\frac, \\cdot, \\times, \\left, \\right, \\mathrm and Greek letters are read",
        '\'' | '"' => "; write the polynomial without quotation marks",
        '=' => "; give the left side minus the right side",
        _ => "; use integers, names, + - * / ^ ( )",
    };
    match character.is_control() {
        true => format!("unexpected character U+{:04X}{hint}", character as u32),
        false => format!("unexpected character `{character}`{hint}"),
    }
}

/// The end of the run of bytes of a class that begins at `at`.
fn run(bytes: &[u8], at: usize, class: fn(&u8) -> bool) -> usize {
    at + bytes[at..].iter().take_while(|byte| class(byte)).count()
}

/// The end of the number that begins with the digits, or the point, at `start`.
fn number(bytes: &[u8], start: usize) -> (Kind, usize) {
    let mut end = run(bytes, start, u8::is_ascii_digit);
    let mut kind = Kind::Integer;
    if bytes.get(end) == Some(&b'.') {
        (kind, end) = (Kind::Decimal, run(bytes, end + 1, u8::is_ascii_digit));
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let first = end + 1 + usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let last = run(bytes, first.min(bytes.len()), u8::is_ascii_digit);
        // `2e3x` and `2e3_1` are no numbers: their names go on.
        if last > first && !matches!(bytes.get(last), Some(b'a'..=b'z' | b'A'..=b'Z' | b'_')) {
            return (Kind::Decimal, last);
        }
    }
    (kind, end)
}

impl<'a> Lexer<'a> {
    /// The tokens of a part of a text, which begins and ends between characters.
    pub(super) fn within(text: &'a str, part: Range<usize>) -> Self {
        Lexer {
            text: &text[..part.end],
            whole: text,
            at: part.start,
            end: part.start,
            open: Vec::new(),
            pending: Vec::new(),
            is_start: true,
        }
    }

    fn error<T>(&self, at: usize, message: impl Into<String>) -> Result<T> {
        Err(error_at(self.whole, at, message))
    }

    /// The next token; its name is entered among `names` if it is not there.
    ///
    /// # Errors
    /// `Parse` at what is no token.
    pub(super) fn next(&mut self, names: &mut Names<'a>) -> Result<Token> {
        if let Some(token) = self.pending.pop() {
            return Ok(token);
        }
        let (text, bytes) = (self.text, self.text.as_bytes());
        while let Some(&byte) = bytes.get(self.at) {
            let start = self.at;
            if let Some(end) = comment(self.whole, text, start)? {
                self.at = end;
                continue;
            }
            if let Some(end) = prompt(text, start) {
                self.at = end;
                continue;
            }
            let (kind, end) = match byte {
                b' ' | b'\t' | b'\n' | b'\r' => {
                    self.is_start |= byte == b'\n' && self.open.is_empty();
                    self.at += 1;
                    continue;
                }
                b'0'..=b'9' => number(bytes, start),
                b'.' if bytes.get(start + 1).is_some_and(u8::is_ascii_digit) => number(bytes, start),
                b'a'..=b'z' | b'A'..=b'Z' | b'_' => match self.name(names, start)? {
                    Some(token) => return Ok(token),
                    None => continue,
                },
                b'+' => (Kind::Plus, start + 1),
                b'-' => (Kind::Minus, start + 1),
                b'*' if bytes.get(start + 1) == Some(&b'*') => (Kind::Power, start + 2),
                b'*' => (Kind::Times, start + 1),
                b'/' => (Kind::Divide, start + 1),
                b'^' => (Kind::Power, start + 1),
                b'(' => {
                    self.open.push(Bracket::Parenthesis);
                    (Kind::Open, start + 1)
                }
                b'{' => {
                    self.open.push(Bracket::Brace);
                    (Kind::OpenBrace, start + 1)
                }
                b')' | b'}' | b',' => return self.bracket(byte, start),
                b'[' => (Kind::OpenList, start + 1),
                b']' => (Kind::CloseList, start + 1),
                b'=' if bytes.get(start + 1) == Some(&b'=') => (Kind::Equals, start + 2),
                b'=' => (Kind::Equals, start + 1),
                b';' | b':' => (Kind::Semicolon, start + 1),
                b'\\' => match latex::command(text, start).map_err(|message| error_at(self.whole, start, message))? {
                    Latex::Token(kind, end) => (kind, end),
                    Latex::Nothing(end) => {
                        self.at = end;
                        continue;
                    }
                    Latex::Name(name, end) => (Kind::Name(names.place(name.into(), start)), end),
                    Latex::Fraction(end) => return Ok(self.opened(Bracket::Above, start, end)),
                },
                _ => {
                    // Tokens are whole characters, so `start` is the beginning of one.
                    let Some(character) = text[start..].chars().next() else { break };
                    if character.is_whitespace() || (start == 0 && character == '\u{feff}') {
                        self.at += character.len_utf8();
                        continue;
                    }
                    if character == '$' && is_math(self.whole) {
                        self.at += 1;
                        continue;
                    }
                    let one = |kind| (kind, start + character.len_utf8());
                    match character {
                        '\u{2212}' => one(Kind::Minus),
                        '\u{b7}' | '\u{d7}' | '\u{22c5}' | '\u{2217}' => one(Kind::Times),
                        '\u{f7}' | '\u{2215}' | '\u{2044}' => one(Kind::Divide),
                        c if c == SUPERSCRIPT_MINUS || superscript(c).is_some() => match raised(&text[start..]) {
                            Some(length) => (Kind::Superscript, start + length),
                            None => {
                                return self.error(start, "a digit above the line must follow, as in x\u{207b}\u{b9}");
                            }
                        },
                        c if is_name_start(c) => match self.name(names, start)? {
                            Some(token) => return Ok(token),
                            None => continue,
                        },
                        _ => return self.error(start, unexpected(character)),
                    }
                }
            };
            if kind == Kind::Decimal {
                names.scientific(&text[start..end], start);
            }
            return Ok(self.token(kind, start, end));
        }
        if let Some(Bracket::Above | Bracket::Below) = self.open.last() {
            return self.error(self.end, "a fraction of LaTeX is not whole: write \\frac{1}{2}");
        }
        Ok(Token { kind: Kind::End, start: self.end, end: self.end })
    }

    /// The token that was found, behind which the text goes on.
    fn token(&mut self, kind: Kind, start: usize, end: usize) -> Token {
        self.is_start = matches!(kind, Kind::Semicolon | Kind::Comma | Kind::OpenList) && self.open.is_empty();
        (self.at, self.end) = (end, end);
        Token { kind, start, end }
    }

    /// A token behind which others stand at the same place.
    fn tokens(&mut self, kinds: &[Kind], start: usize, end: usize) -> Token {
        let token = |&kind: &Kind| Token { kind, start, end };
        self.pending.extend(kinds[1..].iter().rev().map(token));
        self.token(kinds[0], start, end)
    }

    /// Opens a bracket of the forms of other systems.
    fn opened(&mut self, bracket: Bracket, start: usize, end: usize) -> Token {
        self.open.push(bracket);
        match bracket {
            Bracket::Parenthesis | Bracket::Poly => self.token(Kind::Open, start, end),
            Bracket::List => self.token(Kind::OpenList, start, end),
            _ => self.tokens(&[Kind::Open, Kind::Open], start, end),
        }
    }

    /// A closing bracket or a comma, by what is open.
    fn bracket(&mut self, byte: u8, start: usize) -> Result<Token> {
        let end = start + 1;
        match (byte, self.open.last().copied()) {
            (b',', Some(Bracket::First(operator))) => {
                self.open.pop();
                self.open.push(Bracket::Second);
                Ok(self.tokens(&[Kind::Close, operator, Kind::Open], start, end))
            }
            (b',', Some(Bracket::Poly)) => {
                let Some(length) = closing(&self.text[end..]) else {
                    return self.error(start, "this `Poly(` is never closed; add a `)`");
                };
                self.open.pop();
                Ok(self.token(Kind::Close, start, end + length))
            }
            (b',', Some(Bracket::Second)) | (b')', Some(Bracket::First(_))) => {
                self.error(start, "two operands are wanted here, as in Eq(x^2, y)")
            }
            (b',', _) => Ok(self.token(Kind::Comma, start, end)),
            (b')', Some(Bracket::Second)) => {
                self.open.pop();
                Ok(self.tokens(&[Kind::Close, Kind::Close], start, end))
            }
            (b')', Some(Bracket::Parenthesis | Bracket::Poly)) => {
                self.open.pop();
                Ok(self.token(Kind::Close, start, end))
            }
            (b')', Some(Bracket::List)) => {
                self.open.pop();
                Ok(self.token(Kind::CloseList, start, end))
            }
            (b')', Some(Bracket::Above | Bracket::Below)) => {
                self.error(start, "close the `{` of this fraction with `}`")
            }
            // The parser finds what is wrong with it.
            (b')', _) => Ok(self.token(Kind::Close, start, end)),
            (_, Some(Bracket::Above)) => {
                let rest = &self.text[end..];
                let Some(below) = rest.trim_start().strip_prefix('{') else {
                    return self.error(end, "a fraction of LaTeX has two parts in braces: write \\frac{1}{2}");
                };
                self.open.pop();
                self.open.push(Bracket::Below);
                let end = self.text.len() - below.len();
                Ok(self.tokens(&[Kind::Close, Kind::Divide, Kind::Open], start, end))
            }
            (_, Some(Bracket::Below)) => {
                self.open.pop();
                Ok(self.tokens(&[Kind::Close, Kind::Close], start, end))
            }
            (_, open) => {
                if open == Some(Bracket::Brace) {
                    self.open.pop();
                }
                Ok(self.token(Kind::CloseBrace, start, end))
            }
        }
    }

    /// The name at `start`: a variable, or the beginning of a call. `None` where it was the name of a definition, which is passed over.
    fn name(&mut self, names: &mut Names<'a>, start: usize) -> Result<Option<Token>> {
        let text = self.text;
        let (name, end) = name_at(text, start, names).map_err(|(at, message)| error_at(self.whole, at, message))?;
        if std::mem::take(&mut self.is_start)
            && let Some(end) = defined(text, &name, end)
        {
            self.at = end;
            return Ok(None);
        }
        if text[end..].starts_with('(') {
            if let Some((_, bracket)) = CALLS.iter().find(|(call, _)| *call == name) {
                return Ok(Some(self.opened(*bracket, start, end + 1)));
            }
            if name == "Mod" {
                return self.error(
                    start,
                    "`Mod` is not read; write the integer alone, and give the modulus apart (--modulus)",
                );
            }
        }
        let place = names.place(name, start);
        Ok(Some(self.token(Kind::Name(place), start, end)))
    }
}

/// Whether a text stands between the `$` of LaTeX, which mean nothing here.
fn is_math(text: &str) -> bool {
    let text = text.trim().trim_end_matches([';', '.', ',']);
    text.len() > 1 && text.starts_with('$') && text.ends_with('$')
}

/// The end of the `:=`, or of the `=` of a declaration or of `I = ideal(..)`, behind a name that ends at `end`.
fn defined(text: &str, name: &str, end: usize) -> Option<usize> {
    let behind = |rest: &str| text.len() - rest.len();
    let rest = text[end..].trim_start();
    if let Some(rest) = rest.strip_prefix(":=") {
        return Some(behind(rest));
    }
    let list = rest.strip_prefix('=').map(str::trim_start);
    if let Some(list) = list.filter(|list| list.starts_with("ideal(") || list.starts_with("Ideal(")) {
        return Some(behind(list));
    }
    // `_[1]=x^2-1`, as Singular prints an ideal.
    if let Some(value) = rest.strip_prefix('=').filter(|value| name.starts_with('_') && !value.starts_with('=')) {
        return Some(behind(value));
    }
    if !DECLARATIONS.contains(&name) {
        return None;
    }
    let length: usize = rest.chars().take_while(|&c| is_name_start(c) || c.is_ascii_digit()).map(char::len_utf8).sum();
    let value = rest[length..].trim_start().strip_prefix('=')?;
    (length > 0 && !value.starts_with('=')).then(|| behind(value))
}

/// The length of a text up to the parenthesis that closes the one before it, and with it.
fn closing(text: &str) -> Option<usize> {
    let mut open = 1usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' => open += 1,
            ')' => open -= 1,
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
        assert_eq!(names.list, [("x_1".into(), 1), ("y".into(), 10)]);
        assert_eq!(tokens[7].start, 17);
    }

    #[test]
    fn parts_of_a_text_keep_their_places() {
        let (text, mut names) = ("[x, y +$]", Names::default());
        names.read(text, 1..2).unwrap();
        let mut lexer = Lexer::within(text, 3..7);
        let tokens: Vec<Token> = (0..3).map(|_| lexer.next(&mut names).unwrap()).collect();
        assert_eq!(
            (names.list, tokens[2].kind, tokens[2].start),
            (vec![("x".into(), 1), ("y".into(), 4)], Kind::End, 7)
        );
        let (line, column, _, source) = position(Names::default().read(text, 3..8).unwrap_err());
        assert_eq!((line, column, source.as_str()), (1, 8, text));
    }

    #[test]
    fn columns_count_characters() {
        let (line, column, message, source) = position(Names::of("x +\r\n\u{a0}\u{a0}y \u{2013} 1\r\nz").unwrap_err());
        assert_eq!((line, column, source.as_str()), (2, 5, "\u{a0}\u{a0}y \u{2013} 1"));
        assert!(message.ends_with("write `-`"));
        assert!(position(Names::of("\u{1}").unwrap_err()).2.starts_with("unexpected character U+0001"));
        assert_eq!(position(error_at("ab", 99, "m")).1, 3);
        assert_eq!(position(error_at("é", 1, "m")).1, 1);
    }
}
