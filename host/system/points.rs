//! Points in and out: JSON, CSV, plain text, other precisions.

mod rows;

use crate::error::{Error, ErrorKind, Result};
use crate::floating::{Precision, nearest, print, print_rounded};
use crate::plural::count;
use crate::poly::{json_error, name_of};
use crate::shorten::{shortened, shortened_list};
use rows::{assignment, rows};
use rug::Rational;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

/// Reads points for `variables` from JSON or lines with commas: \[point\]\[variable\], each part the nearest number of this precision.
///
/// JSON is a list of points, each a list with a coordinate for every variable: a number, a decimal string, or a pair of them, `[re, im]`.
/// Numbers of JSON are taken as they are written. CSV has a point on each line, with a column for every variable, `0.5` or `1/3 - 2*i`, or two,
/// real and imaginary part (in one line of one variable this is refused, since it may be two points); or the variables are named, `x = 1, y = 2`, in any order. A point may stand in brackets, as in `(1, 2)`, `[1, 2]`, `{x: 1, y: 2}` and
/// `{x -> 1, y -> 2}`, and several in a list, `[(1, 2), (3, 4)]`. `#` begins a comment. JSON are also the answers that the program prints for zeros, `{"vars":[..],"solutions":[{"point":[..]}]}`, with `points` of Newton's method or `ends` of paths; also its list of zeros, or one of them.
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
/// assert_eq!(parse_points::<[f64; 1]>("(1, 0.5 - 2*i), {y: 0, x: 1/1000}", &names)?, points);
/// assert!(parse_points::<[f64; 1]>("1, 2, 3", &names).is_err());
/// # Ok::<(), eliminant::Error>(())
/// ```
pub fn parse_points<R: Precision>(text: &str, variables: &[String]) -> Result<Vec<[R; 2]>> {
    let start = text.trim_start();
    match start.strip_prefix('[').map(str::trim_start) {
        Some(list) if is_json_list(start, list) => return of_json(text, variables),
        _ => {}
    }
    match start.strip_prefix('{').map(str::trim_start) {
        Some(object) if object.is_empty() || object.starts_with(['"', '}']) => of_answer(text, variables),
        _ => of_csv(text, variables),
    }
}

/// Whether a text that begins with `[` and goes on with `list` is meant as JSON, rather than as `[x = 1]` or `[(1, 2)]`.
fn is_json_list(text: &str, list: &str) -> bool {
    match list.chars().next() {
        None | Some(']' | '"') => true,
        Some('[') => !list[1..].trim_start().starts_with(|c: char| c == '_' || c == '(' || c.is_alphabetic()),
        _ => serde_json::from_str::<Vec<&RawValue>>(text).is_ok(),
    }
}

/// An answer of the program in JSON, or one zero of it.
#[derive(Deserialize)]
struct Answer<'a> {
    #[serde(default)]
    vars: Option<Vec<String>>,
    #[serde(borrow)]
    point: Option<Vec<&'a RawValue>>,
    #[serde(borrow)]
    solutions: Option<Vec<Row<'a>>>,
    #[serde(borrow)]
    points: Option<Vec<Row<'a>>>,
    #[serde(borrow)]
    ends: Option<Vec<End<'a>>>,
}

/// A zero with what is known of it.
#[derive(Deserialize)]
struct Row<'a> {
    #[serde(borrow)]
    point: Vec<&'a RawValue>,
}

/// The zeros at the end of paths.
#[derive(Deserialize)]
struct End<'a> {
    #[serde(borrow)]
    paths: Vec<Row<'a>>,
}

fn of_answer<R: Precision>(text: &str, variables: &[String]) -> Result<Vec<[R; 2]>> {
    let Answer { vars, point, solutions, points, ends } =
        serde_json::from_str(text).map_err(|error| json_error(text, &error, ""))?;
    let ends = ends.map(|ends| ends.into_iter().flat_map(|end| end.paths).collect());
    let one = point.map(|point| vec![Row { point }]);
    let Some(rows) = solutions.or(points).or(ends).or(one) else {
        let message =
            "this is an object without zeros; give \"solutions\", \"points\", \"ends\" or \"point\", or a list";
        return Err(Error::argument("points", message));
    };
    // A zero by itself has its coordinates in the order of the variables.
    let vars = vars.unwrap_or_else(|| variables.to_vec());
    let order = order(vars.iter().map(String::as_str), variables)?;
    let rows: Vec<Vec<&RawValue>> = rows.into_iter().map(|row| row.point).collect();
    if let Some(i) = rows.iter().position(|row| row.len() != vars.len()) {
        check_len(i, rows[i].len(), variables, "")?;
    }
    of_values(rows.iter().map(|row| order.iter().map(|&place| row[place]).collect()).collect(), variables)
}

/// The place of each variable among the names, which are the same in another order.
fn order<'a>(names: impl Iterator<Item = &'a str>, variables: &[String]) -> Result<Vec<usize>> {
    let names: Vec<&str> = names.collect();
    let places: Option<Vec<usize>> =
        variables.iter().map(|variable| names.iter().position(|name| name == variable)).collect();
    places.filter(|_| names.len() == variables.len()).ok_or_else(|| {
        let message = format!(
            "the coordinates are {}, and the variables are {}",
            shortened_list(&names),
            shortened_list(variables)
        );
        Error::argument("points", message)
    })
}

/// The nearest number.
fn rounded<R: Precision>(x: &Rational) -> Result<R> {
    let mut number = R::default();
    match nearest::<4>(x) {
        Some(parts) => number.as_mut().copy_from_slice(&parts[..R::PARTS]),
        None => return Err(Error::argument("points", "a number is beyond the range of doubles, about 1.8e308")),
    }
    Ok(number)
}

/// A complex number as polynomials have their coefficients.
fn complex<R: Precision>(text: &str) -> Result<[R; 2]> {
    if text.is_empty() {
        return Err(Error::argument("points", "a number is missing; write 0.5, -1/3 or 1 + 2*i"));
    }
    let message = || format!("{:?} is not a number; write 0.5, -1/3 or 1 + 2*i", shortened(text));
    let several = || {
        let message = format!(
            "{:?} is not a number; coordinates are separated by commas, and points stand on lines of their own",
            shortened(text)
        );
        Error::argument("points", message)
    };
    // Blanks and `;` separate numbers in other systems.
    let is_list = text
        .split([';', ' ', '\t'])
        .filter(|part| !part.is_empty())
        .all(|part| part.trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit()));
    let is_list = is_list && text.contains([';', ' ', '\t']);
    if is_list {
        return Err(several());
    }
    let constant = super::parse::plain(text)?;
    let value = match (constant.variables(), constant.len()) {
        ([], 1) => constant.evaluate(&[])?.pop(),
        _ => None,
    };
    let value = value.ok_or_else(|| Error::argument("points", message()))?;
    Ok([rounded(&value.re)?, rounded(&value.im)?])
}

fn of_json<R: Precision>(text: &str, variables: &[String]) -> Result<Vec<[R; 2]>> {
    if let Ok(list) = serde_json::from_str::<Vec<&RawValue>>(text) {
        match list.first().and_then(|first| first.get().chars().next()) {
            None | Some('[') => {}
            // The zeros of an answer.
            Some('{') => {
                let zeros: Vec<Row<'_>> = serde_json::from_str(text).map_err(|error| json_error(text, &error, ""))?;
                return of_values(zeros.into_iter().map(|zero| zero.point).collect(), variables);
            }
            // The coordinates of one point.
            Some(_) => return of_values(vec![list], variables),
        }
    }
    let list: Vec<Vec<&RawValue>> = serde_json::from_str(text).map_err(|error| json_error(text, &error, ""))?;
    of_values(list, variables)
}

fn of_values<R: Precision>(list: Vec<Vec<&RawValue>>, variables: &[String]) -> Result<Vec<[R; 2]>> {
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
    for (count, row) in rows(text).into_iter().enumerate() {
        let fields: Vec<&str> = row.fields.iter().map(|field| row.source[field.clone()].trim()).collect();
        let at = |error: Error, field: usize| -> Error {
            let column = row.source[..row.fields[field].start].chars().count() + 1;
            let message = match error.kind() {
                ErrorKind::Parse { message, .. } | ErrorKind::Argument { message, .. } => message.clone(),
                _ => return error,
            };
            ErrorKind::Parse { line: row.line + 1, column, message, source_line: row.source.to_owned() }.into()
        };
        if fields.iter().any(|field| assignment(field).is_some()) {
            points.extend(named(&fields, variables).map_err(|(error, field)| at(error, field))?);
            continue;
        }
        let numbers = fields.iter().enumerate().map(|(i, field)| complex::<R>(field).map_err(|e| at(e, i)));
        let numbers = numbers.collect::<Result<Vec<_>>>()?;
        if numbers.len() == n {
            points.extend(numbers);
        } else if n == 1 && numbers.len() == 2 && text.trim().lines().count() == 1 {
            let message = "this has two readings; write the imaginary part of one point with `*i`, and two points on lines of their own";
            return Err(at(Error::argument("points", message), 1));
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
    }
    Ok(points)
}

/// A point whose coordinates have their names, `x = 1`; an error with its field.
fn named<R: Precision>(fields: &[&str], variables: &[String]) -> std::result::Result<Vec<[R; 2]>, (Error, usize)> {
    let mut coordinates = Vec::with_capacity(fields.len());
    for (i, field) in fields.iter().enumerate() {
        let Some((name, number)) = assignment(field) else {
            let message = format!("{:?} has no name; write all of x = 1, y = 2", shortened(field));
            return Err((Error::argument("points", message), i));
        };
        coordinates.push((name_of(name), complex(number).map_err(|error| (error, i))?));
    }
    let order = order(coordinates.iter().map(|(name, _)| &**name), variables).map_err(|error| (error, 0))?;
    Ok(order.into_iter().map(|place| coordinates[place].1).collect())
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

/// A number as text: `re + im*i`, or `re` where the imaginary part is 0, with 17, 32 or 65 digits at most: as many as the precision has.
pub fn number_to_text<R: Precision>([re, im]: &[R; 2]) -> String {
    if im.as_ref()[0] == 0.0 {
        return rounded_text(re);
    }
    match rounded_text(im).strip_prefix('-') {
        Some(im) => format!("{} - {im}*i", rounded_text(re)),
        None => format!("{} + {}*i", rounded_text(re), rounded_text(im)),
    }
}

/// The decimal digits of a part that the precision has.
fn rounded_text<R: Precision>(part: &R) -> String {
    match part.as_ref() {
        [x] => print(&[*x]),
        [x, y] => print_rounded(&[*x, *y]),
        [a, b, c, d] => print_rounded(&[*a, *b, *c, *d]),
        _ => String::new(),
    }
}

/// All decimal digits of a part.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Whole answers, their lists of zeros, and single zeros; pairs of numbers are none of these.
    #[test]
    fn zeros_of_answers() {
        let names = ["x", "y"].map(str::to_owned);
        let points = |text: &str| parse_points::<[f64; 1]>(text, &names).map_err(|error| error.to_string());
        let zero = r#"{"certified":true,"point":[[1,2],["3",0]],"box":null}"#;
        let expected = Ok(vec![[[1.0], [2.0]], [[3.0], [0.0]]]);
        assert_eq!(points(zero), expected);
        assert_eq!(points(&format!("[{zero}]")), expected);
        assert_eq!(points(&format!(r#"{{"vars":["x","y"],"solutions":[{zero}]}}"#)), expected);
        assert_eq!(points("[[[1, 2], 3]]"), expected);
        assert_eq!(points(&format!("[{zero},{zero}]")).map(|points| points.len()), Ok(4));
        assert!(points("[{\"points\":[]}]").unwrap_err().contains("point"));
        assert!(points(r#"{"vars":["x","y"]}"#).unwrap_err().contains("an object without zeros"));
        assert!(points(r#"{"point":[1]}"#).unwrap_err().contains("number 1 has 1 coordinate"));
    }
}
