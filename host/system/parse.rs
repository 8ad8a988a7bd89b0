//! Text to sums of terms: recursive descent, one character ahead.

use crate::error::{Error, Result};
use crate::floating::decimal;
use crate::poly::systems::sum::{Sum, TooLarge};
use crate::poly::systems::{Coefficient, System};
use crate::poly::{error_at, unexpected};
use std::collections::HashMap;
use std::str::FromStr;

/// Most open parentheses: each is a few calls deep.
const MAX_DEPTH: usize = 200;

/// Our text, or PHCpack's where the first line is one or two integers and more follows.
impl FromStr for System {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        if super::phc::has_count_line(text) {
            return System::from_phc(text);
        }
        let mut reader = Reader::new(text);
        let mut sums = Vec::new();
        if text.lines().any(|line| line.split('#').next().is_some_and(|line| line.contains(';'))) {
            while reader.peek().is_some() {
                sums.push(reader.equation()?);
                match reader.peek() {
                    Some(';') => reader.at += 1,
                    None => (),
                    Some(_) => return Err(reader.wrong_follower()),
                }
            }
        } else {
            for line in text.split_inclusive('\n') {
                reader.end = reader.start_of(line) + line.len();
                if reader.peek().is_some() {
                    sums.push(reader.equation()?);
                    if reader.peek().is_some() {
                        return Err(reader.wrong_follower());
                    }
                }
            }
        }
        if sums.is_empty() {
            return Err(error_at(text, text.len(), "there is no polynomial; write for example x^2 + y - 1;"));
        }
        Ok(System::of(reader.variables, sums))
    }
}

/// A place in a text, and the variables met before it.
pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    /// Where the next character is, or white space before it.
    pub(super) at: usize,
    /// The end of what is read.
    end: usize,
    /// In order of appearance.
    pub(super) variables: Vec<String>,
    places: HashMap<&'a str, u32>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Reader { text, at: 0, end: text.len(), variables: Vec::new(), places: HashMap::new() }
    }

    /// Where a part of the text begins.
    fn start_of(&self, part: &str) -> usize {
        part.as_ptr().addr() - self.text.as_ptr().addr()
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..self.end]
    }

    /// The next character that is neither white space nor in a comment.
    pub(super) fn peek(&mut self) -> Option<char> {
        loop {
            let character = self.rest().chars().next()?;
            if character == '#' {
                self.at += self.rest().find('\n').unwrap_or(self.rest().len());
            } else if character.is_whitespace() || (self.at == 0 && character == '\u{feff}') {
                self.at += character.len_utf8();
            } else {
                return Some(character);
            }
        }
    }

    fn error(&self, at: usize, message: impl Into<String>) -> Error {
        error_at(self.text, at, message)
    }

    fn too_large(&self, at: usize) -> impl Fn(TooLarge) -> Error {
        move |error| error_at(self.text, at, error.message())
    }

    /// What is wrong with the character that follows a whole polynomial.
    pub(super) fn wrong_follower(&mut self) -> Error {
        let message = match self.peek() {
            Some('(' | '0'..='9' | 'a'..='z' | 'A'..='Z' | '_') => {
                "an operator is missing; products are written with `*`".into()
            }
            Some(')') => "there is no `(` for this `)`".to_owned(),
            Some(c @ ('^' | '*' | '/' | ';' | '.')) => format!("`{c}` cannot stand here"),
            Some(',') => {
                "unexpected character `,`; write decimal numbers with a point, and `;` between polynomials".to_owned()
            }
            Some(character) => unexpected(character),
            None => "the text ends here; a polynomial ends with `;`".to_owned(),
        };
        self.error(self.at, message)
    }

    /// `sum [ ('=' | '==') sum ]`: the left side minus the right side.
    fn equation(&mut self) -> Result<Sum> {
        let mut sum = self.sum(0)?;
        if self.peek() == Some('=') {
            self.at += if self.rest().starts_with("==") { 2 } else { 1 };
            sum.add(self.sum(0)?.negate());
        }
        Ok(sum)
    }

    /// `['+' | '-'] product { ('+' | '-') product }`
    pub(super) fn sum(&mut self, depth: usize) -> Result<Sum> {
        // A sign before the first product is one of its first factor's: both change the sign of the whole product.
        let mut sum = self.product(depth)?;
        loop {
            match self.peek() {
                Some('+') => {
                    self.at += 1;
                    sum.add(self.product(depth)?);
                }
                Some('-') => {
                    self.at += 1;
                    sum.add(self.product(depth)?.negate());
                }
                _ => return Ok(sum),
            }
        }
    }

    /// `factor { ('*' | '/') factor }`
    fn product(&mut self, depth: usize) -> Result<Sum> {
        let mut product = self.factor(depth)?;
        loop {
            let operator = self.peek();
            let at = self.at;
            match operator {
                Some('*') => {
                    self.at += 1;
                    let factor = self.factor(depth)?;
                    product = product.times(&factor).map_err(self.too_large(at))?;
                }
                Some('/') => {
                    self.at += 1;
                    self.peek();
                    let at = self.at;
                    let divisor = self.factor(depth)?.as_constant();
                    let divisor = divisor.ok_or_else(|| self.error(at, "a divisor is a number"))?;
                    let inverse = divisor.inverse().ok_or_else(|| self.error(at, "division by 0"))?;
                    product = product.times(&Sum::constant(inverse)).map_err(self.too_large(at))?;
                }
                _ => return Ok(product),
            }
        }
    }

    /// `{ '+' | '-' } atom [ ('^' | '**') exponent ]`: a power binds closer than a sign.
    fn factor(&mut self, depth: usize) -> Result<Sum> {
        let mut negative = false;
        while let Some(sign @ ('+' | '-')) = self.peek() {
            negative ^= sign == '-';
            self.at += 1;
        }
        let mut value = self.atom(depth)?;
        let power = self.peek().map_or(0, |_| match self.rest().as_bytes() {
            [b'^', ..] => 1,
            [b'*', b'*', ..] => 2,
            _ => 0,
        });
        if power > 0 {
            self.at += power;
            self.peek();
            let start = self.at;
            let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
            self.at += digits;
            let exponent = self.text[start..self.at].parse::<u32>();
            let exponent = exponent.map_err(|_| self.error(start, "an exponent is an integer from 0 to 2^32 - 1"))?;
            value = value.power(exponent).map_err(self.too_large(start))?;
        }
        Ok(if negative { value.negate() } else { value })
    }

    /// `number | variable | 'i' | '(' sum ')'`
    fn atom(&mut self, depth: usize) -> Result<Sum> {
        let next = self.peek();
        let start = self.at;
        match next {
            Some('(') if depth == MAX_DEPTH => {
                Err(self.error(start, format!("more than {MAX_DEPTH} parentheses are open")))
            }
            Some('(') => {
                self.at += 1;
                let sum = self.sum(depth + 1)?;
                match self.peek() {
                    Some(')') => self.at += 1,
                    Some(';') | None => return Err(self.error(start, "this `(` is not closed")),
                    Some(_) => return Err(self.wrong_follower()),
                }
                Ok(sum)
            }
            Some('0'..='9' | '.') => {
                self.at += number(self.rest());
                // `decimal` counts columns from the start of the number: what is wrong with it is its exponent or the point alone.
                let value = decimal(&self.text[start..self.at]);
                let value = value.map_err(|_| match &self.text[start..self.at] {
                    "." => self.error(start, "a number has digits"),
                    _ => self.error(start, "the exponent of this number is beyond 100000"),
                })?;
                Ok(Sum::constant(Coefficient::from(value)))
            }
            Some('a'..='z' | 'A'..='Z' | '_') => {
                let name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
                self.at += self.rest().bytes().take_while(name).count();
                Ok(match &self.text[start..self.at] {
                    "i" | "I" => Sum::constant(Coefficient::unit()),
                    name => Sum::variable(self.place(name)),
                })
            }
            Some(character @ (')' | '*' | '/' | '^' | ';')) => {
                Err(self.error(start, format!("a number, a variable or `(` is missing before `{character}`")))
            }
            Some(_) => Err(self.wrong_follower()),
            None => {
                // At the end of the last line with something on it.
                let end = self.text[..start].trim_end().len();
                Err(self.error(end, "the text ends where a number, a variable or `(` is missing"))
            }
        }
    }

    fn place(&mut self, name: &'a str) -> u32 {
        *self.places.entry(name).or_insert_with(|| {
            self.variables.push(name.to_owned());
            (self.variables.len() - 1) as u32
        })
    }
}

/// The length of the decimal number that a text begins with: digits, a point, and an exponent where digits follow its `e`.
fn number(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digits = |from: usize| from + bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut end = digits(0);
    if bytes.get(end) == Some(&b'.') {
        end = digits(end + 1);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let first = end + 1 + usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        if digits(first.min(bytes.len())) > first {
            end = digits(first);
        }
    }
    end
}
