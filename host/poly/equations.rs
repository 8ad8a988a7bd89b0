//! The polynomials of a text with several: between `;`, between commas, in a list, or one on a line.

use std::ops::Range;

use super::lexer::{Kind, Lexer, Names, Token, error_at};
use super::parser::Parser;
use super::rational::RationalPolynomial;
use super::rational_function::product_to_text;
use crate::error::Result;

/// A polynomial, or the numerator of a rational function.
pub(crate) struct Equation {
    /// Polynomials that add up to it, each over its own variables, among them the imaginary unit as `i` with exponents 0 and 1.
    pub(crate) numerators: Vec<RationalPolynomial>,
    /// Its divisors as text, where it is a rational function, and the offset of the first one.
    pub(crate) divisor: Option<(String, usize)>,
}

/// The polynomials, and the variables in order of appearance without the imaginary unit.
pub(crate) struct Equations {
    pub(crate) variables: Vec<String>,
    pub(crate) list: Vec<Equation>,
    /// A `;` or a comma stands behind the last one.
    pub(crate) is_ended: bool,
}

/// Separators of the polynomials, and where they begin and end.
#[derive(Default)]
struct Separators {
    /// `;` and commas.
    marks: Vec<Range<usize>>,
    /// Ends of lines.
    lines: Vec<Range<usize>>,
}

/// Reads a part of a text.
///
/// # Errors
/// `Parse` with the place in the whole text; `Limit` as for one polynomial.
pub(crate) fn equations(text: &str, part: Range<usize>) -> Result<Equations> {
    let mut names = Names::with_unit();
    let (parts, is_ended) = split(text, part, &mut names)?;
    of_parts(text, parts, names, is_ended)
}

/// Reads parts of a text each of which is a polynomial.
///
/// # Errors
/// As [`equations`].
pub(crate) fn equations_in(text: &str, parts: &[Range<usize>]) -> Result<Equations> {
    let mut names = Names::with_unit();
    parts.iter().try_for_each(|part| names.read(text, part.clone()))?;
    of_parts(text, parts.to_vec(), names, true)
}

/// The polynomials that parts of a text are, which have these names.
fn of_parts(text: &str, parts: Vec<Range<usize>>, names: Names<'_>, is_ended: bool) -> Result<Equations> {
    names.check(text)?;
    let list = parts.into_iter().map(|part| equation(text, part)).collect::<Result<_>>()?;
    let variables =
        names.list.iter().filter(|(name, _)| !names.is_unit(name)).map(|(name, _)| name.clone().into_owned());
    Ok(Equations { variables: variables.collect(), list, is_ended })
}

/// Most names of a polynomial that is read as a whole: each of its terms has an exponent for each of them. A longer one is read product by product.
const NAMES: usize = 256;

/// One of them. It is read over its own variables: there may be many in the whole system.
fn equation(text: &str, part: Range<usize>) -> Result<Equation> {
    if let Some(parts) = products(text, part.clone())? {
        let read = |part: Range<usize>| whole(text, part);
        let list = parts.into_iter().map(read).collect::<Result<Vec<_>>>()?;
        if list.iter().all(|equation| equation.divisor.is_none()) {
            let numerators = list.into_iter().flat_map(|equation| equation.numerators).collect();
            return Ok(Equation { numerators, divisor: None });
        }
    }
    whole(text, part)
}

/// The parts that are products, each with its sign, where there are many names and no equals sign.
fn products(text: &str, part: Range<usize>) -> Result<Option<Vec<Range<usize>>>> {
    let (mut names, mut lexer) = (Names::with_unit(), Lexer::within(text, part.clone()));
    let (mut parts, mut depth, mut start) = (Vec::new(), 0usize, part.start);
    let mut last = Kind::Plus;
    loop {
        let Token { kind, start: at, .. } = lexer.next(&mut names)?;
        let is_operand = !matches!(last, Kind::Plus | Kind::Minus | Kind::Times | Kind::Divide | Kind::Power);
        match kind {
            Kind::Open | Kind::OpenBrace => depth += 1,
            Kind::Close | Kind::CloseBrace => depth = depth.saturating_sub(1),
            Kind::Plus | Kind::Minus if depth == 0 && is_operand => {
                parts.push(start..at);
                start = at;
            }
            Kind::Equals => return Ok(None),
            Kind::End => break,
            _ => {}
        }
        last = kind;
    }
    parts.push(start..part.end);
    Ok((names.list.len() > NAMES).then_some(parts))
}

/// The polynomial of a part.
fn whole(text: &str, part: Range<usize>) -> Result<Equation> {
    let mut names = Names::with_unit();
    names.read(text, part.clone())?;
    let mut parser = Parser::of_names(text, names, None, u64::MAX)
        .map_err(|unknown| error_at(text, unknown.offset, unknown.message))?;
    let fraction = parser.equation(part)?;
    let factors = || fraction.divisors.iter().map(|(divisor, exponent, _)| (divisor, *exponent));
    let divisor = fraction.divisors.first().map(|&(_, _, offset)| (product_to_text(factors()), offset));
    Ok(Equation { numerators: vec![fraction.numerator], divisor })
}

/// The parts that are polynomials, and whether the last one has a separator behind it.
fn split<'a>(text: &'a str, part: Range<usize>, names: &mut Names<'a>) -> Result<(Vec<Range<usize>>, bool)> {
    let mut lexer = Lexer::within(text, part.clone());
    let mut token = lexer.next(names)?;
    let list = match token.kind {
        Kind::OpenList | Kind::OpenBrace => Some(token),
        _ => None,
    };
    let mut whole = part;
    if let Some(open) = list {
        whole.start = open.end;
        token = lexer.next(names)?;
    }
    let (mut depth, mut last, mut separators) = (0usize, None::<Token>, Separators::default());
    loop {
        let gap = last.map(|last| last.end..token.start).filter(|gap| gap.start < gap.end);
        if let Some(gap) = gap.filter(|gap| depth == 0 && list.is_none() && text[gap.clone()].contains('\n')) {
            separators.lines.push(gap);
        }
        match token.kind {
            Kind::Open | Kind::OpenBrace | Kind::OpenList => depth += 1,
            Kind::CloseList | Kind::CloseBrace if depth == 0 && list.is_some() => {
                whole.end = token.start;
                end_list(text, &mut lexer, names)?;
                break;
            }
            Kind::Close | Kind::CloseBrace | Kind::CloseList => depth = depth.saturating_sub(1),
            Kind::Comma if depth == 0 && is_decimal(text, token) => {
                return Err(error_at(
                    text,
                    token.start,
                    "this has two readings; write 1.5 for a decimal number, and `1, 5` for two polynomials",
                ));
            }
            Kind::Semicolon | Kind::Comma if depth == 0 => separators.marks.push(token.start..token.end),
            Kind::End => {
                if let Some(open) = list {
                    return Err(error_at(text, open.start, "this list is never closed; add a bracket"));
                }
                break;
            }
            _ => {}
        }
        last = Some(token);
        token = lexer.next(names)?;
    }
    Ok(parts(text, whole, separators))
}

/// The parts of any text; none where it cannot be read.
pub(super) fn parts_of(text: &str) -> Vec<Range<usize>> {
    split(text, 0..text.len(), &mut Names::default()).map(|(parts, _)| parts).unwrap_or_default()
}

/// The parts of a list of polynomials, in brackets or between commas or `;`; `None` for another text, which is one polynomial or wrong.
pub(super) fn list(text: &str) -> Option<Vec<Range<usize>>> {
    // Only a text with one of them needs to be read for it.
    if !text.contains([',', ';', '[', '{']) {
        return None;
    }
    let mut names = Names::default();
    let first = Lexer::within(text, 0..text.len()).next(&mut names).ok()?;
    let (parts, _) = split(text, 0..text.len(), &mut names).ok()?;
    let is_separated = parts.len() > 1 && text[parts[0].end..].starts_with([',', ';', ':']);
    (is_separated || matches!(first.kind, Kind::OpenList | Kind::OpenBrace)).then_some(parts)
}

/// Nothing but a `;` follows a list.
fn end_list<'a>(text: &'a str, lexer: &mut Lexer<'a>, names: &mut Names<'a>) -> Result<()> {
    loop {
        let token = lexer.next(names)?;
        match token.kind {
            Kind::End => return Ok(()),
            Kind::Semicolon => {}
            _ => return Err(error_at(text, token.start, "the list has ended; remove what follows it")),
        }
    }
}

/// A comma between digits, without white space.
fn is_decimal(text: &str, comma: Token) -> bool {
    let digit = |at: Option<usize>| at.and_then(|at| text.as_bytes().get(at)).is_some_and(u8::is_ascii_digit);
    digit(comma.start.checked_sub(1)) && digit(Some(comma.end))
}

/// The parts between the separators. Ends of lines separate where nothing else does.
fn parts(text: &str, whole: Range<usize>, separators: Separators) -> (Vec<Range<usize>>, bool) {
    let Separators { marks, lines } = separators;
    let has_marks = !marks.is_empty();
    let mut parts = Vec::new();
    let mut start = whole.start;
    for separator in if has_marks { marks } else { lines } {
        parts.push(start..separator.start);
        start = separator.end;
    }
    // White space and comments alone are no polynomial.
    let mut names = Names::default();
    let is_empty = Lexer::within(text, start..whole.end).next(&mut names).is_ok_and(|token| token.kind == Kind::End);
    if !is_empty {
        parts.push(start..whole.end);
    }
    (parts, has_marks && is_empty)
}
