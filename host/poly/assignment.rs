//! Texts such as `f = x^2 - 1`: an equation here, and the definition of a polynomial in most other systems.

use super::equations::parts_of;
use super::lexer::{Kind, Lexer, Names};
use crate::error::Result;
use std::collections::HashSet;
use std::ops::Range;

/// The name that a text defines where `=` is read as other systems read it: it stands alone on the left side of one `=`, and the right side does not have it.
/// `None` where the text is an equation for everybody: `x^2 = y`, `f == x`, `f = f^2`, and with the coordinates x, y and z, as in the curve `y = x^2`.
///
/// ```
/// use eliminant::poly::assigned_name;
/// assert_eq!(assigned_name("f = x^2 - 1").as_deref(), Some("f"));
/// assert_eq!([assigned_name("f := x^2 - 1"), assigned_name("f = f^2 - 1"), assigned_name("y_1 = x^2")], [None, None, None]);
/// ```
pub fn assigned_name(text: &str) -> Option<String> {
    let (mut names, mut lexer) = (Names::default(), Lexer::within(text, 0..text.len()));
    let mut next = || lexer.next(&mut names).ok();
    let (first, equals) = (next()?, next()?);
    // `==` is an equation everywhere.
    if !matches!(first.kind, Kind::Name(_)) || equals.kind != Kind::Equals || equals.end - equals.start > 1 {
        return None;
    }
    loop {
        match next()?.kind {
            kind if kind == first.kind => return None,
            Kind::End => break,
            _ => {}
        }
    }
    names.list.first().map(|(name, _)| name.clone().into_owned()).filter(|name| !is_coordinate(name))
}

/// The names of the polynomials that a list or system defines so, `f = x^2 - 1; g = y - x`: those that occur in no other one.
pub fn assigned_names(text: &str) -> Vec<String> {
    let parts = parts_of(text);
    let names_of = |part: &Range<usize>| {
        let mut names = Names::default();
        names.read(text, part.clone()).map(|()| names.list.into_iter().map(|(name, _)| name.into_owned()).collect())
    };
    let Ok(names) = parts.iter().map(names_of).collect::<Result<Vec<HashSet<String>>>>() else { return Vec::new() };
    let occurs_once = |name: &String| names.iter().filter(|names| names.contains(name)).count() == 1;
    parts.iter().filter_map(|part| assigned_name(&text[part.clone()])).filter(occurs_once).collect()
}

/// Whether a name is that of a coordinate: x, y or z, also with a number.
fn is_coordinate(name: &str) -> bool {
    let number = name.strip_prefix(['x', 'y', 'z', 'X', 'Y', 'Z']);
    number.is_some_and(|number| number.bytes().all(|byte| byte == b'_' || byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_several() {
        assert_eq!(assigned_names("f = x^2 - 1; g = y - x"), ["f", "g"]);
        assert_eq!(assigned_names("f = x^2 - 1\ng = y - f"), ["g"]);
        assert_eq!(assigned_names("x^2 - 1; y = x; $"), [""; 0]);
    }

    #[test]
    fn one_name_alone_is_assigned() {
        for (text, name) in [
            (" f = x^2 - 1;", Some("f")),
            ("# one\np=a*x^2+b*x+c", Some("p")),
            ("x0y = a", Some("x0y")),
            ("g = $", None),
            ("f", None),
            ("f + 1 = x", None),
            ("2*f = x", None),
            ("x2 = a", None),
            ("Z = a", None),
            ("poly f = x", None),
            ("f == x", None),
            ("f = x + f", None),
            ("", None),
        ] {
            assert_eq!(assigned_name(text).as_deref(), name, "{text}");
        }
    }
}
