//! Tokens to polynomials: one pass with an explicit stack, one frame per open parenthesis, so that nesting costs no
//! call stack. A product keeps its monomial apart from the sums among its factors; a sum keeps its terms unsorted, by
//! denominator, until it ends. A sum of n terms takes O(n log n).

mod divisors;
mod exponent;
mod frame;
mod readings;

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use rug::Integer;
use rug::ops::Pow;

use super::lexer::{Kind, Lexer, Names, Token, error_at, unexpected};
use super::limits::Budget;
use super::matrix::NOT_CONSTANT;
use super::polynomial::{Exponents, Polynomial, Term, max_bits, normalise};
use super::product::{exponent_overflow, exponent_range, mul_terms, pow_terms};
use super::rational::RationalPolynomial;
use crate::error::Result;
use crate::floating::decimal;
use crate::shorten::{shortened, shortened_list};
pub(super) use divisors::Fraction;
use divisors::{Divisor, Powers};
use frame::{Frame, Group, Product};

/// Most open parentheses; a frame takes a few hundred bytes.
pub(super) const MAX_DEPTH: usize = 10_000;

/// terms / (denominator * divisors), terms normalised, the denominator positive.
#[derive(Debug)]
struct Value {
    terms: Vec<Term>,
    denominator: Integer,
    below: Powers,
}

pub(super) struct Parser<'a> {
    text: &'a str,
    lexer: Lexer<'a>,
    names: Names<'a>,
    /// The token that comes next.
    next: Token,
    /// The last two that were taken, the earlier one first.
    taken: [Option<Token>; 2],
    vars: Arc<[String]>,
    /// Place in `vars` of each name of the tokens.
    places: Vec<usize>,
    /// Place in `vars` of the imaginary unit.
    unit: Option<usize>,
    /// The polynomials, not constants, that something was divided by, and the place of each among them.
    divisors: Vec<Divisor>,
    known_divisors: HashMap<Vec<Term>, usize>,
    /// The largest exponent: 2^31 - 1, and 2^32 - 1 in a system.
    most_exponent: u32,
    budget: Budget,
    /// The kind of text, for messages.
    part: Part,
    /// The part of the text that is read is plainly LaTeX, where names beside each other are a product.
    is_latex: bool,
    is_all_latex: bool,
}

/// Whether a text has signs that only LaTeX has: a command, or an exponent or an index in braces.
fn is_latex(text: &str) -> bool {
    text.contains('\\') || ["^{", "_{"].iter().any(|sign| text.contains(sign))
}

/// The role of a polynomial in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Whole,
    Entry,
}

impl Part {
    fn name(self) -> &'static str {
        match self {
            Part::Whole => "text",
            Part::Entry => "entry",
        }
    }
}

/// A name of the text that is not in the list of variables: its first place, and what to say.
#[derive(Debug)]
pub(super) struct Unknown {
    pub(super) offset: usize,
    pub(super) message: String,
}

impl<'a> Parser<'a> {
    /// A parser of a text that makes polynomials of at most `bytes` bytes, and of 1 GiB.
    pub(super) fn new(text: &'a str, vars: Option<Arc<[String]>>, bytes: u64) -> Result<Self> {
        let mut parser = Self::of_names(text, Names::of(text)?, vars, bytes)
            .map_err(|Unknown { offset, message }| error_at(text, offset, message))?;
        parser.begin(0..text.len())?;
        Ok(parser)
    }

    /// A parser of the parts of a text that the names are from. Its first polynomial begins with [`Parser::entry`].
    pub(super) fn of_names(
        text: &'a str,
        names: Names<'a>,
        vars: Option<Arc<[String]>>,
        bytes: u64,
    ) -> std::result::Result<Self, Unknown> {
        let vars = vars.unwrap_or_else(|| {
            let mut names: Vec<String> = names.list.iter().map(|(name, _)| name.clone().into_owned()).collect();
            names.sort();
            names.into()
        });
        let known: HashMap<&str, usize> = vars.iter().enumerate().map(|(place, name)| (name.as_str(), place)).collect();
        let mut places = Vec::with_capacity(names.list.len());
        for (name, offset) in &names.list {
            match known.get(&**name) {
                Some(&place) => places.push(place),
                None => {
                    let list = if vars.is_empty() { "none".to_owned() } else { shortened_list(&vars[..]) };
                    let name = shortened(name);
                    let message = format!("unknown variable `{name}`; the variables are: {list}");
                    return Err(Unknown { offset: *offset, message });
                }
            }
        }
        let most_exponent = if names.has_unit() { u32::MAX } else { Polynomial::MAX_EXPONENT };
        let unit = vars.iter().position(|name| names.is_unit(name));
        let budget = Budget::new(vars.len(), bytes);
        let next = Token { kind: Kind::End, start: 0, end: 0 };
        let lexer = Lexer::within(text, 0..0);
        Ok(Parser {
            text,
            lexer,
            names,
            next,
            taken: [None; 2],
            vars,
            places,
            unit,
            most_exponent,
            divisors: Vec::new(),
            known_divisors: HashMap::new(),
            budget,
            part: Part::Whole,
            is_latex: false,
            is_all_latex: false,
        })
    }

    /// Goes to a part of the text.
    fn begin(&mut self, part: Range<usize>) -> Result<()> {
        self.lexer = Lexer::within(self.text, part.clone());
        self.taken = [None; 2];
        self.is_latex = self.is_all_latex || is_latex(&self.text[part]);
        self.next = self.lexer.next(&mut self.names)?;
        Ok(())
    }

    /// The numerator and the divisors of a part of the text, an entry of a matrix, of at most `bytes` bytes. The steps of all parts add up.
    pub(super) fn entry(&mut self, part: Range<usize>, bytes: u64) -> Result<Fraction> {
        self.part = Part::Entry;
        self.budget.allow(bytes);
        self.begin(part)?;
        self.fraction()
    }

    /// The numerator and the divisors of a part of the text, a polynomial of a system or of a list.
    pub(super) fn equation(&mut self, part: Range<usize>) -> Result<Fraction> {
        self.begin(part)?;
        self.fraction()
    }

    /// Whether all parts of the text are LaTeX, also those without one of its signs.
    pub(super) fn set_latex(&mut self, is_latex: bool) {
        self.is_all_latex = is_latex;
    }

    /// The variables.
    pub(super) fn vars(&self) -> &Arc<[String]> {
        &self.vars
    }

    /// The token that comes next; it stays there.
    fn peek(&self) -> Token {
        self.next
    }

    /// Goes on to the token behind it. The end is never passed.
    fn advance(&mut self) -> Result<()> {
        self.taken = [self.taken[1], Some(self.next)];
        self.next = self.lexer.next(&mut self.names)?;
        Ok(())
    }

    fn error<T>(&self, token: Token, message: impl Into<String>) -> Result<T> {
        Err(error_at(self.text, token.start, message))
    }

    /// The polynomial that the text is.
    ///
    /// # Errors
    /// `Parse` at a divisor that is no constant and stays below.
    pub(super) fn run(&mut self) -> Result<RationalPolynomial> {
        let Fraction { numerator, divisors } = self.fraction()?;
        match divisors.first() {
            Some(&(_, _, offset)) => Err(error_at(self.text, offset, NOT_CONSTANT)),
            None => Ok(numerator),
        }
    }

    /// The numerator that the text has, and what it is divided by.
    pub(super) fn fraction(&mut self) -> Result<Fraction> {
        let mut frames: Vec<Frame> = Vec::new();
        let mut frame = Frame::new(0);
        // On the right side of an equation.
        let mut is_right = false;
        loop {
            // A factor begins here, with its signs.
            let token = self.peek();
            let value = match token.kind {
                Kind::Plus | Kind::Minus => {
                    if token.kind == Kind::Minus {
                        frame.product.coefficient.negate();
                    }
                    self.advance()?;
                    continue;
                }
                Kind::Open => {
                    if frames.len() == MAX_DEPTH {
                        return self
                            .error(token, format!("more than {MAX_DEPTH} open parentheses; expand some of them"));
                    }
                    frames.push(std::mem::replace(&mut frame, Frame::new(token.start)));
                    self.advance()?;
                    continue;
                }
                Kind::Integer | Kind::Decimal | Kind::Name(_) => {
                    self.advance()?;
                    self.atom(&mut frame.product, token)?;
                    None
                }
                _ => return self.error(token, self.missing_operand(token, frames.len())),
            };
            let mut closed: Option<(Token, Value)> = value;
            // Operators and closing parentheses, up to the next factor.
            loop {
                if let Some((token, value)) = closed.take() {
                    self.factor(&mut frame.product, token, value)?;
                }
                let token = self.peek();
                if self.implies_product(token, &frame.product)? {
                    break;
                }
                self.advance()?;
                match token.kind {
                    Kind::Times => {
                        frame.product.divided = false;
                        break;
                    }
                    Kind::Divide => {
                        (frame.product.divide, frame.product.divided) = (true, true);
                        break;
                    }
                    Kind::Plus | Kind::Minus => {
                        self.end_product(&mut frame)?;
                        // The right side of an equation is subtracted.
                        if (token.kind == Kind::Minus) != (is_right && frames.is_empty()) {
                            frame.product.coefficient.negate();
                        }
                        break;
                    }
                    Kind::Equals => {
                        if let Some(message) = self.misplaced_equals(is_right, frames.len()) {
                            return self.error(token, message);
                        }
                        self.end_product(&mut frame)?;
                        is_right = true;
                        frame.product.coefficient.negate();
                        break;
                    }
                    Kind::Semicolon => {
                        let next = self.peek();
                        if !frames.is_empty() || self.part == Part::Entry {
                            return self.error(token, unexpected(';'));
                        }
                        if next.kind != Kind::End {
                            return self.error(next, "a second polynomial begins here, and one is wanted");
                        }
                    }
                    Kind::Close => {
                        let Some(outer) = frames.pop() else {
                            return self
                                .error(token, "there is no open `(` for this `)`; remove it or add a `(` before");
                        };
                        let inner = std::mem::replace(&mut frame, outer);
                        let open = Token { kind: Kind::Open, start: inner.open, end: inner.open + 1 };
                        closed = Some((open, self.end_sum(inner)?));
                    }
                    Kind::End if frames.is_empty() => {
                        let value = self.end_sum(frame)?;
                        return self.as_fraction(value);
                    }
                    Kind::End => {
                        let open = Token { kind: Kind::Open, start: frame.open, end: frame.open + 1 };
                        return self.error(open, "this `(` is never closed; add a `)`");
                    }
                    Kind::Power => return self.error(token, "a power of a power needs parentheses: write (x^2)^3"),
                    Kind::Integer | Kind::Decimal | Kind::Name(_) | Kind::Open => {
                        return self.error(token, self.implicit(token));
                    }
                    Kind::Superscript => {
                        return self.error(token, "a power of a power needs parentheses: write (x^2)^3");
                    }
                    Kind::Comma => return self.error(token, self.misplaced_comma(token)),
                    Kind::OpenBrace | Kind::CloseBrace | Kind::OpenList | Kind::CloseList => {
                        return self.error(token, unexpected(self.text[token.start..].chars().next().unwrap_or('{')));
                    }
                }
            }
        }
    }

    /// Multiplies (or divides) by a number or a variable, with its power.
    fn atom(&mut self, product: &mut Product, token: Token) -> Result<()> {
        let (is_negative, exponent) = self.exponent()?;
        product.divide ^= is_negative;
        if let Kind::Name(name) = token.kind {
            let (place, divide) = (self.places[name], std::mem::take(&mut product.divide));
            return match (self.unit == Some(place), divide && exponent > 0) {
                // 1 / i^e = i^(4 - e).
                (true, true) => self.add_exponent(product, token, place, 4 - exponent % 4),
                (true, false) => self.add_exponent(product, token, place, exponent % 4),
                (false, true) => self.divide_by_variable(product, token, place, exponent),
                (false, false) => self.add_exponent(product, token, place, exponent),
            };
        }
        let text = &self.text[token.start..token.end];
        let number = match token.kind {
            // Exact: the digits over a power of ten.
            Kind::Decimal => decimal(text).map(|value| value.into_numer_denom()).ok(),
            _ => text.parse::<Integer>().ok().map(|value| (value, Integer::from(1))),
        };
        let Some((above, below)) = number else {
            return self.error(token, "the power of ten of this number is beyond 100000");
        };
        let above = self.raised(above, exponent)?;
        let below = if below == 1 { below } else { self.raised(below, exponent)? };
        self.scale(product, token, above, below)
    }

    /// A power of an integer, within the limits.
    fn raised(&mut self, value: Integer, exponent: u32) -> Result<Integer> {
        if exponent == 1 {
            return Ok(value);
        }
        let term = [Term { coefficient: value, exponents: Exponents::new() }];
        if !term[0].coefficient.is_zero() && exponent > 0 {
            self.budget.power(&term, exponent)?;
        }
        let [Term { coefficient, .. }] = term;
        Ok(coefficient.pow(exponent))
    }

    fn add_exponent(&mut self, product: &mut Product, token: Token, place: usize, exponent: u32) -> Result<()> {
        if product.exponents.is_empty() {
            product.exponents.resize(self.vars.len(), 0);
        }
        match product.exponents[place].checked_add(exponent).filter(|&sum| sum <= self.most_exponent) {
            Some(sum) => {
                product.exponents[place] = sum;
                Ok(())
            }
            None => self.error(token, self.large_exponent(place)),
        }
    }

    /// The first number that is too large for an exponent.
    fn exponent_limit(&self) -> u64 {
        u64::from(self.most_exponent) + 1
    }

    fn large_exponent(&self, place: usize) -> String {
        let name = shortened(&self.vars[place]);
        format!(
            "with this factor an exponent of `{name}` reaches {}; exponents must be below it",
            self.exponent_limit()
        )
    }

    /// Multiplies (or divides, by the state of the product) by a rational constant; `below` is positive.
    fn scale(&mut self, product: &mut Product, token: Token, above: Integer, below: Integer) -> Result<()> {
        let (above, below) = match std::mem::take(&mut product.divide) {
            false => (above, below),
            true if above.is_zero() => return self.error(token, "division by 0; divide by an integer other than 0"),
            true if above.is_negative() => (-below, -above),
            true => (below, above),
        };
        product.coefficient.multiply(above, &mut self.budget)?;
        if below != 1 {
            product.denominator.multiply(below, &mut self.budget)?;
        }
        Ok(())
    }

    /// Multiplies (or divides) by what stood in parentheses, with the power that follows.
    fn factor(&mut self, product: &mut Product, token: Token, value: Value) -> Result<()> {
        let (is_negative, exponent) = self.exponent()?;
        product.divide ^= is_negative;
        if exponent == 0 {
            return self.scale(product, token, Integer::from(1), Integer::from(1));
        }
        if product.divide && !self.is_constant(&value) {
            return self.divide_by(product, token, value, exponent);
        }
        let Value { mut terms, mut denominator, below } = value;
        if exponent > 1 && !terms.is_empty() {
            let range = exponent_range(&terms);
            if let Some(place) =
                range.iter().position(|r| u64::from(r.1) * u64::from(exponent) >= self.exponent_limit())
            {
                return self.error(token, self.large_exponent(place));
            }
            self.budget.power(&terms, exponent)?;
            terms = self.reduced(pow_terms(&terms, exponent));
            self.budget.power(&[Term { coefficient: denominator.clone(), exponents: Exponents::new() }], exponent)?;
            denominator = denominator.pow(exponent);
        }
        if terms.is_empty() {
            return self.scale(product, token, Integer::new(), Integer::from(1));
        }
        self.add_powers(product, token, &below, exponent)?;
        if terms.len() > 1 {
            self.scale(product, token, Integer::from(1), denominator)?;
            return self.multiply_body(product, token, terms);
        }
        let Some(Term { coefficient, exponents }) = terms.pop() else { return Ok(()) };
        for (place, &e) in exponents.iter().enumerate().filter(|(_, e)| **e > 0) {
            self.add_exponent(product, token, place, e)?;
        }
        self.scale(product, token, coefficient, denominator)
    }

    /// Multiplies the sums among the factors by another one.
    fn multiply_body(&mut self, product: &mut Product, token: Token, terms: Vec<Term>) -> Result<()> {
        product.body = Some(match product.body.take() {
            None => terms,
            Some(body) => self.multiply(token, &body, &terms)?,
        });
        Ok(())
    }

    fn multiply(&mut self, token: Token, f: &[Term], g: &[Term]) -> Result<Vec<Term>> {
        if let Some(place) = exponent_overflow(f, g, self.most_exponent) {
            return self.error(token, self.large_exponent(place));
        }
        self.budget.product(f, g)?;
        Ok(self.reduced(mul_terms(f, g)))
    }

    /// Adds the finished product to the sum and begins the next.
    fn end_product(&mut self, frame: &mut Frame) -> Result<()> {
        let Product { mut coefficient, denominator, mut exponents, mut below, body, .. } =
            std::mem::replace(&mut frame.product, Product::new());
        if coefficient.is_zero() {
            return Ok(());
        }
        self.cancel_variables(&mut exponents, &mut below);
        if self.reduce_unit(&mut exponents) {
            coefficient.negate();
        }
        let (coefficient, mut denominator) =
            (coefficient.value(&mut self.budget)?, denominator.value(&mut self.budget)?);
        exponents.resize(self.vars.len(), 0);
        let mut monomial = Term { coefficient, exponents: exponents.into() };
        if denominator != 1 {
            let common = Integer::from(monomial.coefficient.gcd_ref(&denominator));
            monomial.coefficient.div_exact_mut(&common);
            denominator.div_exact_mut(&common);
        }
        frame.terms += body.as_ref().map_or(1, |body| body.len() as u128);
        self.budget.size(frame.terms, 0)?;
        let group = frame.sum.entry((denominator, below)).or_default();
        match body {
            None => group.terms.push(monomial),
            Some(body) => {
                // Deep nesting touches the inner terms again and again: that is work too.
                self.budget.spend(16 * body.len() as u128)?;
                if monomial.coefficient == 1 && monomial.exponents.iter().all(|&e| e == 0) {
                    group.terms.extend(body);
                } else {
                    let place = exponent_overflow(&body, std::slice::from_ref(&monomial), self.most_exponent);
                    if let Some(place) = place {
                        let message = format!(
                            "in this product an exponent of `{}` reaches {}; exponents must be below it",
                            shortened(&self.vars[place]),
                            self.exponent_limit()
                        );
                        // The product ends before the token just read.
                        let last = self.taken[0].unwrap_or(self.next);
                        return self.error(last, message);
                    }
                    self.budget.product(&body, std::slice::from_ref(&monomial))?;
                    let terms = mul_terms(&body, &[monomial]);
                    group.terms.extend(if self.unit.is_some() { self.reduced(terms) } else { terms });
                }
            }
        }
        frame.terms -= group.settle() as u128;
        Ok(())
    }

    /// The whole sum over one denominator.
    fn end_sum(&mut self, mut frame: Frame) -> Result<Value> {
        self.end_product(&mut frame)?;
        if frame.sum.len() <= 1 {
            let ((denominator, below), group) =
                frame.sum.pop_first().unwrap_or_else(|| ((Integer::from(1), Powers::new()), Group::default()));
            return self.cancelled(Value { terms: normalise(group.terms), denominator, below });
        }
        // A tree of least common multiples: sizes stay balanced.
        let mut level: Vec<Integer> = frame.sum.keys().map(|(denominator, _)| denominator.clone()).collect();
        while level.len() > 1 {
            level = level
                .chunks(2)
                .map(|pair| pair[1..].iter().fold(pair[0].clone(), |lcm, other| lcm.lcm(other)))
                .collect();
        }
        let denominator = level.pop().unwrap_or_else(|| Integer::from(1));
        let bits = frame.sum.values().map(|group| max_bits(&group.terms)).max().unwrap_or(0);
        self.budget.size(frame.terms, u128::from(bits) + u128::from(denominator.significant_bits()))?;
        let common = divisors::common(frame.sum.keys().map(|(_, below)| below));
        let mut all = Vec::new();
        for ((under, below), Group { mut terms, .. }) in frame.sum {
            let factor = Integer::from(denominator.div_exact_ref(&under));
            for term in &mut terms {
                self.budget.integer_product(term.coefficient.significant_bits(), factor.significant_bits())?;
                term.coefficient *= &factor;
            }
            if below != common {
                terms = self.times_missing(normalise(terms), &common, &below)?;
            }
            all.append(&mut terms);
        }
        self.cancelled(Value { terms: normalise(all), denominator, below: common })
    }
}
