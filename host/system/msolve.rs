//! msolve's format: a line with the variables, between commas, a line with the characteristic, and the polynomials, between commas.

use super::parse::whole;
use crate::error::Result;
use crate::poly::systems::System;
use crate::poly::{equations, error_at, is_name};
use crate::shorten::{shortened, shortened_list};

/// The variables, the characteristic, and where the polynomials begin; `None` for another text.
fn head(text: &str) -> Option<(Vec<String>, &str, usize)> {
    let (variables, rest) = text.split_once('\n')?;
    let (characteristic, polynomials) = rest.split_once('\n')?;
    let variables: Vec<String> = variables.split(',').map(|name| name.trim().to_owned()).collect();
    let characteristic = characteristic.trim();
    let is_number = !characteristic.is_empty() && characteristic.bytes().all(|byte| byte.is_ascii_digit());
    let is_head = is_number && variables.iter().all(|name| is_name(name));
    is_head.then_some((variables, characteristic, text.len() - polynomials.len()))
}

/// The system of a text in this format, with the variables in the order of its first line; `None` for another text.
///
/// # Errors
/// `Parse`, with the place: a characteristic other than 0, variables that are not in the first line, and everything that is no polynomial.
pub(super) fn system(text: &str) -> Result<Option<System>> {
    let Some((variables, characteristic, start)) = head(text) else { return Ok(None) };
    let line = variables.join(", ");
    if characteristic.bytes().any(|digit| digit != b'0') {
        let at = text[..start].trim_end().len() - characteristic.len();
        let message = format!(
            "the characteristic is {}; zeros are complex numbers here, and it must be 0",
            shortened(characteristic)
        );
        return Err(error_at(text, at, message));
    }
    let mut found = equations(text, start..text.len())?;
    let others: Vec<&String> = found.variables.iter().filter(|name| !variables.contains(name)).collect();
    if !others.is_empty() {
        let message =
            format!("the variables are {}, and {} is none of them", shortened(&line), shortened_list(&others));
        return Err(error_at(text, start, message));
    }
    found.variables = variables;
    whole(text, found).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_have_the_order_of_the_first_line() {
        let read = system("y, x\n0\nx^2 - 1,\ny - x\n").unwrap().unwrap();
        assert_eq!((read.variables(), read.len()), (&["y", "x"].map(str::to_owned)[..], 2));
        let message = |text: &str| system(text).unwrap_err().to_string();
        assert!(message("x\n65537\nx^2 - 1").starts_with("line 2, column 1: the characteristic is 65537"));
        assert!(message("x, y\n0\nx - z, y").contains("the variables are x, y, and z is none of them"));
        for text in ["x^2 - 1\n0\n", "2\nx - 1;\ny", "x, y", "x - 1\ny - 1\n", "x\ny\nz - 1"] {
            assert_eq!(system(text), Ok(None), "{text}");
        }
    }
}
