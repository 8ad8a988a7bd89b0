//! Names that may have been meant as products or powers: other systems read `xy` or `x2` so, here each is one variable.
use std::collections::HashSet;

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

/// The names among `names` that may have been meant as products, each with the product: a letter of it is a variable too.
///
/// # Examples
/// ```
/// use eliminant::poly::doubtful_names;
/// let names = ["x", "x2", "y", "z1"].map(str::to_owned);
/// assert_eq!(doubtful_names(&names), [("x2", "x^2".to_owned())]);
/// ```
pub fn doubtful_names(names: &[String]) -> Vec<(&str, String)> {
    // Once for all names, of which there may be many.
    let letters: HashSet<char> = names.iter().filter(|name| name.len() == 1).flat_map(|name| name.chars()).collect();
    let doubtful = |name: &String| name.chars().any(|c| c.is_ascii_alphabetic() && letters.contains(&c));
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
    fn only_beside_a_letter_that_is_a_variable() {
        let names = |list: &[&str]| list.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        assert_eq!(doubtful_names(&names(&["x1", "x2", "y"])), []);
        assert_eq!(doubtful_names(&names(&["xy", "y"])), [("xy", "x*y".to_owned())]);
        assert_eq!(doubtful_names(&[]), []);
    }
}
