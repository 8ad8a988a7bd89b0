//! Names that may have been meant as products or powers: other systems read `xy` or `x2` so, here each is one variable.
use std::collections::HashSet;

/// Names that are functions for everybody else, in lower case.
const FUNCTIONS: [&str; 24] = [
    "sqrt",
    "root",
    "surd",
    "cbrt",
    "sin",
    "cos",
    "tan",
    "cot",
    "sec",
    "csc",
    "sinh",
    "cosh",
    "tanh",
    "asin",
    "acos",
    "atan",
    "arcsin",
    "arccos",
    "arctan",
    "exp",
    "log",
    "ln",
    "abs",
    "factorial",
];

/// Whether a name before a parenthesis is a function, as `sqrt` and `Sin` are.
pub(super) fn is_function(name: &str) -> bool {
    FUNCTIONS.contains(&&*name.to_ascii_lowercase())
}

/// `name` as a product of powers of variables of one letter, as in `x^2*y` for `x2y`; `None` for a name that is one letter, or has
/// an underscore, a leading zero after a letter, or nothing but a letter in it.
///
/// # Examples
/// ```
/// use eliminant::poly::as_product;
/// assert_eq!(as_product("x2y").as_deref(), Some("x^2*y"));
/// assert_eq!(as_product("xy").as_deref(), Some("x*y"));
/// assert_eq!([as_product("x"), as_product("x_1")], [None, None]);
/// ```
pub fn as_product(name: &str) -> Option<String> {
    let mut factors: Vec<(char, String)> = Vec::new();
    for character in name.chars() {
        match (character, factors.last_mut()) {
            (letter, _) if letter.is_ascii_alphabetic() => factors.push((letter, String::new())),
            (digit, Some((_, exponent))) if digit.is_ascii_digit() => exponent.push(digit),
            _ => return None,
        }
    }
    let plain = factors.len() < 2 && factors.iter().all(|(_, exponent)| exponent.is_empty());
    if plain || factors.iter().any(|(_, exponent)| exponent.starts_with('0')) {
        return None;
    }
    let power = |(letter, exponent): &(char, String)| match exponent.is_empty() {
        true => letter.to_string(),
        false => format!("{letter}^{exponent}"),
    };
    Some(factors.iter().map(power).collect::<Vec<_>>().join("*"))
}

/// The names among `names` that may have been meant as products, each with the product: a letter of it is a variable too; or it is a letter with a number,
/// and neither 0 nor 1 nor the index 11 of a matrix is a number of that letter; or it has no other letters than x, y and z, and several.
///
/// # Examples
/// ```
/// use eliminant::poly::doubtful_names;
/// let names = ["x", "x2", "y", "z1", "z2", "a3"].map(str::to_owned);
/// assert_eq!(doubtful_names(&names), [("x2", "x^2".to_owned()), ("a3", "a^3".to_owned())]);
/// assert!(doubtful_names(&["a11", "a12", "a21", "a22"].map(str::to_owned)).is_empty());
/// ```
pub fn doubtful_names(names: &[String]) -> Vec<(&str, String)> {
    // Once for all names, of which there may be many.
    let letters: HashSet<char> = names.iter().filter(|name| name.len() == 1).flat_map(|name| name.chars()).collect();
    // The first of x_0, x_1, .. is there; or a_11, and a_12 or a_21 of a matrix.
    let all: HashSet<&str> = names.iter().map(String::as_str).collect();
    let is_first = |name: &str| match name.split_at_checked(1) {
        Some((_, "0" | "1")) => true,
        Some((letter, "11")) => ["12", "21"].iter().any(|index| all.contains(&*format!("{letter}{index}"))),
        _ => false,
    };
    let first: HashSet<char> =
        names.iter().filter(|name| is_first(name)).filter_map(|name| name.chars().next()).collect();
    let doubtful = |name: &String| {
        let of: Vec<char> = name.chars().filter(char::is_ascii_alphabetic).collect();
        let is_power_alone = of.len() == 1 && !first.contains(&of[0]);
        let is_product = of.len() > 1 && of.iter().all(|c| "xyz".contains(*c));
        is_power_alone || is_product || of.iter().any(|c| letters.contains(c))
    };
    names.iter().filter(|name| doubtful(name)).filter_map(|name| Some((name.as_str(), as_product(name)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_of_letters() {
        for (name, product) in
            [("x2", Some("x^2")), ("abc", Some("a*b*c")), ("x10y", Some("x^10*y")), ("X1Y2", Some("X^1*Y^2"))]
        {
            assert_eq!(as_product(name).as_deref(), product, "{name}");
        }
        for name in ["", "x", "_x", "x_", "x0", "x01", "2x"] {
            assert_eq!(as_product(name), None, "{name}");
        }
    }

    #[test]
    fn names_that_are_doubtful() {
        let names = |list: &[&str]| list.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        assert_eq!(doubtful_names(&names(&["x1", "x2", "y"])), []);
        assert_eq!(doubtful_names(&names(&["x0", "x3", "ab", "x_2"])), []);
        assert_eq!(doubtful_names(&names(&["x3", "x2"])).len(), 2);
        assert_eq!(doubtful_names(&names(&["x11", "x2"])).len(), 2);
        assert_eq!(doubtful_names(&names(&["m11", "m21"])), []);
        assert_eq!(doubtful_names(&names(&["zx"])), [("zx", "z*x".to_owned())]);
        assert_eq!(doubtful_names(&names(&["xy", "y"])), [("xy", "x*y".to_owned())]);
        assert_eq!(doubtful_names(&[]), []);
    }
}
