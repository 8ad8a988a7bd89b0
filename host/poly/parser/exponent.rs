//! Exponents: integers, also as expressions of integers in parentheses.

use super::Parser;
use crate::error::Result;
use crate::poly::lexer::{Kind, SUPERSCRIPT_MINUS, Token, superscript};

/// Most open parentheses of an exponent: each is a few calls deep.
const MAX_DEPTH: usize = 64;

const INTEGER: &str = "an exponent must be an integer";

impl Parser<'_> {
    /// The exponent that follows, 1 where none does: whether it is negative, and its absolute value.
    pub(super) fn exponent(&mut self) -> Result<(bool, u32)> {
        let token = self.peek();
        if token.kind == Kind::Superscript {
            self.advance()?;
            let text = &self.text[token.start..token.end];
            let digits: String = text.chars().filter_map(superscript).collect();
            let value = self.integer_of(token, &digits)?;
            return self.checked(token, if text.starts_with(SUPERSCRIPT_MINUS) { -value } else { value });
        }
        if token.kind != Kind::Power {
            return Ok((false, 1));
        }
        self.advance()?;
        let token = self.peek();
        let value = match token.kind {
            Kind::Minus => {
                self.advance()?;
                -self.integer()?
            }
            _ => self.operand(0)?,
        };
        self.checked(token, value)
    }

    /// A value within the range of exponents.
    fn checked(&self, token: Token, value: i64) -> Result<(bool, u32)> {
        match u32::try_from(value.unsigned_abs()).ok().filter(|&size| size <= self.most_exponent) {
            Some(size) => Ok((value < 0, size)),
            None => self.too_large(token),
        }
    }

    fn too_large<T>(&self, token: Token) -> Result<T> {
        self.error(token, format!("this exponent is too large; exponents must be below {}", self.exponent_limit()))
    }

    /// Digits, below 2^62.
    fn integer_of(&self, token: Token, digits: &str) -> Result<i64> {
        match digits.parse::<i64>().ok().filter(|&value| value < 1 << 62) {
            Some(value) => Ok(value),
            None => self.too_large(token),
        }
    }

    fn integer(&mut self) -> Result<i64> {
        let token = self.peek();
        match token.kind {
            Kind::Integer => {
                self.advance()?;
                self.integer_of(token, &self.text[token.start..token.end])
            }
            Kind::End => self.error(token, format!("the {} ends where an exponent must follow", self.part.name())),
            _ => self.error(token, INTEGER),
        }
    }

    /// An integer, or an expression in parentheses or braces.
    fn operand(&mut self, depth: usize) -> Result<i64> {
        let open = self.peek();
        let (close, character) = match open.kind {
            Kind::Open => (Kind::Close, ')'),
            Kind::OpenBrace => (Kind::CloseBrace, '}'),
            _ => return self.integer(),
        };
        if depth == MAX_DEPTH {
            return self
                .error(open, format!("more than {MAX_DEPTH} open parentheses in an exponent; expand some of them"));
        }
        self.advance()?;
        let value = self.integer_sum(depth + 1)?;
        let found = self.peek();
        if found.kind != close {
            return self
                .error(found, format!("an exponent is an expression of integers: close it with `{character}` here"));
        }
        self.advance()?;
        Ok(value)
    }

    /// Checks a value of an expression.
    fn within(&self, token: Token, value: Option<i64>) -> Result<i64> {
        match value.filter(|value| value.unsigned_abs() < 1 << 62) {
            Some(value) => Ok(value),
            None => self.too_large(token),
        }
    }

    fn integer_sum(&mut self, depth: usize) -> Result<i64> {
        let mut sum = self.integer_product(depth)?;
        loop {
            let token = self.peek();
            let sign = match token.kind {
                Kind::Plus => 1,
                Kind::Minus => -1,
                _ => return Ok(sum),
            };
            self.advance()?;
            let product = self.integer_product(depth)?;
            sum = self.within(token, sum.checked_add(sign * product))?;
        }
    }

    fn integer_product(&mut self, depth: usize) -> Result<i64> {
        let mut product = self.integer_power(depth)?;
        loop {
            let token = self.peek();
            let is_quotient = match token.kind {
                Kind::Times => false,
                Kind::Divide => true,
                _ => return Ok(product),
            };
            self.advance()?;
            let factor = self.integer_power(depth)?;
            product = match is_quotient {
                false => self.within(token, product.checked_mul(factor))?,
                true if factor != 0 && product % factor == 0 => product / factor,
                true => return self.error(token, "an exponent must be an integer: roots are not known here"),
            };
        }
    }

    /// An operand with its signs and a power, which binds closer.
    fn integer_power(&mut self, depth: usize) -> Result<i64> {
        let mut sign = 1;
        while matches!(self.peek().kind, Kind::Plus | Kind::Minus) {
            if self.peek().kind == Kind::Minus {
                sign = -sign;
            }
            self.advance()?;
        }
        let base = self.operand(depth)?;
        let token = self.peek();
        if token.kind != Kind::Power {
            return Ok(sign * base);
        }
        self.advance()?;
        let exponent = u32::try_from(self.operand(depth)?).ok();
        let power = exponent.and_then(|exponent| base.checked_pow(exponent));
        Ok(sign * self.within(token, power)?)
    }
}
