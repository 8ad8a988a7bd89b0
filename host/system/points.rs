//! Points in and out: JSON, CSV, plain text, other precisions.

use crate::error::{Error, ErrorKind, Result};
use crate::floating::{Precision, nearest, print};
use crate::plural::count;
use crate::poly::json_error;
use crate::shorten::{shortened, shortened_list};
use crate::system::System;
use rug::Rational;
use serde_json::Value;
use serde_json::value::RawValue;

/// Reads points for `variables` from JSON or lines with commas: \[point\]\[variable\], each part the nearest number of this precision.
///
/// JSON is a list of points, each a list with a coordinate for every variable: a number, a decimal string, or a pair of them, `[re, im]`.
/// Numbers of JSON are taken as they are written. CSV has a point on each line, with a column for every variable, `0.5` or `1/3 - 2*i`, or two,
/// real and imaginary part. A text that begins with `[` is JSON.
///
/// # Errors
/// `Parse` for what is neither, with line and column; `Argument` for a number of coordinates that is not that of the variables, and for
/// numbers beyond the range of doubles.
///
/// ```
/// use eliminant::system::parse_points;
/// let names = ["x".to_owned(), "y".to_owned()];
/// let points = parse_points::<[f64; 1]>(r#"[[1, ["0.5", -2]], ["1e-3", 0]]"#, &names)?;
/// assert_eq!(points, [[[1.0], [0.0]], [[0.5], [-2.0]], [[0.001], [0.0]], [[0.0], [0.0]]]);
/// assert_eq!(parse_points::<[f64; 1]>("1, 0.5 - 2*i\n1e-3, 0\n", &names)?, points);
/// assert_eq!(parse_points::<[f64; 1]>("1, 0, 0.5, -2\n1e-3, 0, 0, 0\n", &names)?, points);
/// assert!(parse_points::<[f64; 1]>("1, 2, 3", &names).is_err());
/// # Ok::<(), eliminant::Error>(())
/// ```
pub fn parse_points<R: Precision>(text: &str, variables: &[String]) -> Result<Vec<[R; 2]>> {
    if text.trim_start().starts_with('[') { of_json(text, variables) } else { of_csv(text, variables) }
}

/// The nearest number.
fn rounded<R: Precision>(x: &Rational) -> Result<R> {
    let mut number = R::default();
    match nearest::<4>(x) {
        Some(parts) => number.as_mut().copy_from_slice(&parts[..R::PARTS]),
        None => return Err(Error::argument("points", "contain a number beyond the range of doubles, about 1.8e308")),
    }
    Ok(number)
}

/// A complex number as polynomials have their coefficients.
fn complex<R: Precision>(text: &str) -> Result<[R; 2]> {
    // With its end a number is no count line.
    let constant: System = format!("{text};").parse()?;
    let value = match (constant.variables(), constant.len()) {
        ([], 1) => constant.evaluate(&[])?.pop(),
        _ => None,
    };
    let message = || format!("{:?} is not a number; write 0.5, -1/3 or 1 + 2*i", shortened(text));
    let value = value.ok_or_else(|| Error::argument("points", message()))?;
    Ok([rounded(&value.re)?, rounded(&value.im)?])
}

fn of_json<R: Precision>(text: &str, variables: &[String]) -> Result<Vec<[R; 2]>> {
    let list: Vec<Vec<&RawValue>> = serde_json::from_str(text).map_err(|error| json_error(text, &error, ""))?;
    let part = |value: &RawValue| {
        let text = value.get();
        match serde_json::from_str::<String>(text) {
            Ok(inner) => complex::<R>(&inner),
            Err(_) if text.starts_with(|c: char| c == '-' || c.is_ascii_digit()) => complex(text),
            Err(_) => Err(Error::argument("points", format!("{} is not a number", shortened(text)))),
        }
    };
    let real = |value: &RawValue| match part(value)? {
        [re, im] if im == R::default() => Ok(re),
        _ => Err(Error::argument(
            "points",
            format!("{} is a real or imaginary part, and must be real", shortened(value.get())),
        )),
    };
    let coordinate = |value: &RawValue| match serde_json::from_str::<Vec<&RawValue>>(value.get()) {
        Ok(parts) => match &parts[..] {
            [re, im] => Ok([real(re)?, real(im)?]),
            _ => Err(Error::argument(
                "points",
                format!("{} is not a pair of real and imaginary part", shortened(value.get())),
            )),
        },
        Err(_) => part(value),
    };
    let mut points = Vec::with_capacity(list.len().saturating_mul(variables.len()));
    for (i, point) in list.iter().enumerate() {
        check_len(i, point.len(), variables, "")?;
        for value in point {
            points.push(coordinate(value)?);
        }
    }
    Ok(points)
}

fn of_csv<R: Precision>(text: &str, variables: &[String]) -> Result<Vec<[R; 2]>> {
    let n = variables.len();
    let mut points = Vec::new();
    let mut count = 0;
    for (line, row) in text.lines().enumerate() {
        if row.trim().is_empty() || row.trim_start().starts_with('#') {
            continue;
        }
        let fields: Vec<&str> = row.split(',').collect();
        let at = |error: Error, field: usize| -> Error {
            let column = fields[..field].iter().map(|f| f.chars().count() + 1).sum::<usize>() + 1;
            let message = match error.kind() {
                ErrorKind::Parse { message, .. } | ErrorKind::Argument { message, .. } => message.clone(),
                _ => return error,
            };
            ErrorKind::Parse { line: line + 1, column, message, source_line: row.to_owned() }.into()
        };
        let numbers = fields.iter().enumerate().map(|(i, field)| complex::<R>(field.trim()).map_err(|e| at(e, i)));
        let numbers = numbers.collect::<Result<Vec<_>>>()?;
        if numbers.len() == n {
            points.extend(numbers);
        } else if numbers.len() == 2 * n {
            for (v, pair) in numbers.chunks_exact(2).enumerate() {
                let [[re, im], [other, rest]] = [pair[0], pair[1]];
                if im != R::default() || rest != R::default() {
                    let error = Error::argument("points", "real and imaginary part are real numbers");
                    return Err(at(error, 2 * v));
                }
                points.push([re, other]);
            }
        } else {
            check_len(count, numbers.len(), variables, &format!(", or {} with real and imaginary parts", 2 * n))?;
        }
        count += 1;
    }
    Ok(points)
}

/// # Errors
/// `Argument` for another number of coordinates than variables.
fn check_len(i: usize, found: usize, variables: &[String], or: &str) -> Result<()> {
    if found == variables.len() {
        return Ok(());
    }
    let names = shortened_list(variables);
    let message = format!("number {} has {}; give {}{or}: {names}", i + 1, count(found, "coordinate"), variables.len());
    Err(Error::argument("point", message))
}

/// A number as JSON: `[re, im]`, doubles as numbers, those of more parts as decimal strings; null where a part is not finite.
pub fn number_to_json<R: Precision>(number: &[R; 2]) -> Value {
    let part = |part: &R| match part.as_ref() {
        [x] => serde_json::Number::from_f64(*x).map_or(Value::Null, Value::Number),
        parts if parts[0].is_finite() => Value::String(text(part)),
        _ => Value::Null,
    };
    Value::Array(number.iter().map(part).collect())
}

/// A number as text: `re + im*i`, or `re` where the imaginary part is 0.
pub fn number_to_text<R: Precision>([re, im]: &[R; 2]) -> String {
    if im.as_ref()[0] == 0.0 {
        return text(re);
    }
    match text(im).strip_prefix('-') {
        Some(im) => format!("{} - {im}*i", text(re)),
        None => format!("{} + {}*i", text(re), text(im)),
    }
}

/// The decimal digits of a part.
fn text<R: Precision>(part: &R) -> String {
    match part.as_ref() {
        [x] => print(&[*x]),
        [x, y] => print(&[*x, *y]),
        [a, b, c, d] => print(&[*a, *b, *c, *d]),
        _ => String::new(),
    }
}

/// The same numbers with more doubles, or fewer.
pub(super) fn widened<A: Precision, B: Precision>(numbers: &[[A; 2]]) -> Vec<[B; 2]> {
    let part = |a: A| {
        let mut b = B::default();
        for (b, &a) in b.as_mut().iter_mut().zip(a.as_ref()) {
            *b = a;
        }
        b
    };
    numbers.iter().map(|&[re, im]| [part(re), part(im)]).collect()
}
