//! Readings of a text: where a product is meant without its sign, and why a token cannot stand where it does.

use super::{Parser, Part, Product};
use crate::error::Result;
use crate::poly::lexer::{Kind, Token, functions, unexpected};
use crate::poly::spelling::{as_product, is_function};
use crate::shorten::shortened;

impl Parser<'_> {
    /// Whether a factor follows a factor, and their product is meant: `2x`, `3(x + 1)`, `(x + 1)(x - 1)`, `x²y`, and of LaTeX `w y`,
    /// `x \left(y + 1\right)` and `x \frac{1}{2}`. In an entry of a matrix that is no LaTeX both must touch, since blanks separate entries for many.
    ///
    /// # Errors
    /// `Parse` where there are two readings: `1/2x`, `x^2y`, and a parenthesis that begins a line.
    pub(super) fn implies_product(&self, token: Token, product: &Product) -> Result<bool> {
        let Some(last) = self.taken[1] else { return Ok(false) };
        let of_name = matches!(token.kind, Kind::Name(_));
        let may_follow = match last.kind {
            Kind::Integer | Kind::Decimal | Kind::Close | Kind::Superscript | Kind::CloseBrace => {
                of_name || token.kind == Kind::Open
            }
            // No blank of LaTeX separates anything.
            Kind::Name(_) if self.is_latex => {
                let is_command = || self.text[last.end..].trim_start().starts_with('\\');
                of_name || (token.kind == Kind::Open && is_command())
            }
            _ => false,
        };
        let is_doubtful = of_name && as_product(&self.text[token.start..token.end]).is_some();
        if !may_follow || is_doubtful || (self.part == Part::Entry && !self.is_latex && last.end != token.start) {
            return Ok(false);
        }
        if self.text[last.end..token.start].contains('\n') {
            return self.error(token, "a second polynomial begins here, or a `*` is missing before it");
        }
        if product.divided {
            return self
                .error(token, "this has two readings; write `(1/2)*x` or `1/(2*x)`, with your numbers and names");
        }
        if of_name && last.kind == Kind::Integer && self.taken[0].is_some_and(|before| before.kind == Kind::Power) {
            return self.error(token, "this has two readings; write `x^2*y` or `x^(..)`, with your names");
        }
        Ok(true)
    }

    /// Why an equals sign cannot stand where it does.
    pub(super) fn misplaced_equals(&self, is_right: bool, depth: usize) -> Option<&'static str> {
        match self.part {
            Part::Entry => Some("an entry is a polynomial and no equation; give the left side minus the right side"),
            Part::Whole if depth > 0 => Some("an equation is not in parentheses"),
            Part::Whole if is_right => Some("an equation has one `=`; give two equations one by one"),
            Part::Whole => None,
        }
    }

    /// Why a factor cannot follow a factor. A name such as `x2y` has two readings.
    pub(super) fn implicit(&self, token: Token) -> String {
        let insert = match self.part {
            Part::Whole => "products are written with `*`: insert `*` here",
            Part::Entry => "products are written with `*`, and entries separated by `,`: insert one of them here",
        };
        let name = &self.text[token.start..token.end];
        if let Some(last) = self.taken[0].filter(|_| self.part == Part::Whole)
            && self.text[last.end.min(token.start)..token.start].contains('\n')
        {
            return "a second polynomial begins here, or a `*` is missing before it".to_owned();
        }
        if let Some(last) = self.taken[0]
            && is_function(&self.text[last.start..last.end])
        {
            return functions(&self.text[last.start..last.end]);
        }
        if let (Kind::Open, Part::Whole, Some(last)) = (token.kind, self.part, self.taken[0])
            && matches!(last.kind, Kind::Name(_))
        {
            let name = shortened(&self.text[last.start..last.end]);
            let is_definition = self.text[token.start..]
                .find(')')
                .is_some_and(|end| self.text[token.start + end + 1..].trim_start().starts_with(['=', ':']));
            let function = if is_definition { format!(": leave out `{name}(..) =`") } else { String::new() };
            return format!(
                "this has two readings; write `{name}*(..)` for a product. Functions are not known{function}"
            );
        }
        match (token.kind, as_product(name)) {
            (Kind::Name(_), Some(product)) => {
                let (name, product) = (shortened(name), shortened(&product));
                format!("{insert}; then `{name}` is one variable: for a product write `{product}`")
            }
            _ => insert.to_owned(),
        }
    }

    /// Why a comma cannot stand where it does.
    pub(super) fn misplaced_comma(&self, token: Token) -> String {
        let digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
        let bytes = self.text.as_bytes();
        match token.start > 0 && digit(bytes.get(token.start - 1)) && digit(bytes.get(token.end)) {
            true => "this has two readings; write 1.5 for a decimal number, and `1, 5` for two polynomials".to_owned(),
            false => "a second polynomial follows this comma, and one is wanted here".to_owned(),
        }
    }

    pub(super) fn missing_operand(&self, token: Token, depth: usize) -> String {
        let wanted = "an integer, a variable or `(`";
        match token.kind {
            Kind::OpenBrace => unexpected('{'),
            Kind::CloseBrace => unexpected('}'),
            Kind::OpenList => "a list begins here, and one polynomial is wanted; leave out the `[`".to_owned(),
            Kind::CloseList => unexpected(']'),
            Kind::End if self.taken[1].is_none() => match self.part {
                Part::Whole => "the polynomial is empty; write 0 for the polynomial 0".to_owned(),
                Part::Entry => "the entry is empty; write 0 for the polynomial 0".to_owned(),
            },
            Kind::End => format!("the {} ends where {wanted} must follow", self.part.name()),
            Kind::Close if depth == 0 => "there is no open `(` for this `)`; remove it or add a `(` before".to_owned(),
            _ => format!("unexpected `{}`; {wanted} must stand here", shortened(&self.text[token.start..token.end])),
        }
    }
}
