//! Polynomials from arguments, files and standard input.

use super::status::Failure;
use eliminant::RationalPolynomial;
use eliminant::poly::doubtful_names;
use std::io::Read;

/// Where the text of an argument comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Source<'a> {
    Argument(&'a str),
    File(&'a str),
    StandardInput,
}

impl<'a> From<&'a str> for Source<'a> {
    fn from(argument: &'a str) -> Self {
        match argument.strip_prefix('@') {
            Some(path) => Source::File(path),
            None if argument == "-" => Source::StandardInput,
            None => Source::Argument(argument),
        }
    }
}

/// Refuses more than one `-` among the arguments, given with their names on the usage line.
pub fn one_standard_input(arguments: &[(&str, &str)]) -> Result<(), Failure> {
    let names: Vec<&str> =
        arguments.iter().filter(|a| Source::from(a.1) == Source::StandardInput).map(|a| a.0).collect();
    match names.len() {
        0 | 1 => Ok(()),
        _ => Err(Failure::usage(format!(
            "{} are all `-`; only one polynomial comes from standard input",
            names.join(" and ")
        ))),
    }
}

/// The text of the argument called `name` on the usage line, and what it is called in messages.
pub fn read_text(name: &str, argument: &str) -> Result<(String, String), Failure> {
    let (place, bytes) = match Source::from(argument) {
        Source::Argument(text) => return Ok((name.to_owned(), text.to_owned())),
        Source::File(path) => (format!("{name} ({path})"), std::fs::read(path)),
        Source::StandardInput => {
            let mut bytes = Vec::new();
            let result = std::io::stdin().lock().read_to_end(&mut bytes);
            (format!("{name} (standard input)"), result.map(|_| bytes))
        }
    };
    let bytes = bytes.map_err(|error| Failure::usage(format!("cannot be read: {error}")).within(&place))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let line = error.as_bytes()[..error.utf8_error().valid_up_to()].iter().filter(|&&b| b == b'\n').count() + 1;
        Failure::usage(format!("line {line} is not UTF-8 text")).within(&place)
    })?;
    let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
    Ok((place, text))
}

/// The polynomial of the argument called `name` on the usage line, over `vars` where given. Files and standard input may
/// hold JSON.
pub fn read(name: &str, argument: &str, vars: Option<&[String]>) -> Result<RationalPolynomial, Failure> {
    let (place, text) = read_text(name, argument)?;
    let is_json = !matches!(Source::from(argument), Source::Argument(_)) && text.trim_start().starts_with('{');
    let polynomial = if is_json { parse_json(&text, vars) } else { parse_text(&text, vars) };
    polynomial.map_err(|error| Failure::from(error).within(&place))
}

/// Warns of names that may have been meant as products or powers. Who lists the variables with `--vars` knows them.
pub fn warn_of_names(names: &[String], vars: Option<&[String]>) {
    if vars.is_some() {
        return;
    }
    for (name, product) in doubtful_names(names) {
        super::output::message(format_args!(
            "warning: `{name}` is one variable; write `{product}` for a product of powers, or name all variables in --vars"
        ));
    }
}

fn parse_text(text: &str, vars: Option<&[String]>) -> eliminant::Result<RationalPolynomial> {
    match vars {
        Some(vars) => RationalPolynomial::parse_in(text, vars),
        None => RationalPolynomial::parse(text),
    }
}

fn parse_json(text: &str, vars: Option<&[String]>) -> eliminant::Result<RationalPolynomial> {
    let polynomial = RationalPolynomial::from_json(text)?;
    let Some(vars) = vars else { return Ok(polynomial) };
    let (numerator, denominator) = polynomial.into_parts();
    RationalPolynomial::new(numerator.with_vars(vars)?, denominator)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_by_their_first_character() {
        assert_eq!(Source::from("-"), Source::StandardInput);
        assert_eq!(Source::from("-x"), Source::Argument("-x"));
        assert_eq!(Source::from("@a b.poly"), Source::File("a b.poly"));
    }

    #[test]
    fn the_argument_and_the_file_are_named() {
        let failure = read("G", "x + $", None).unwrap_err();
        assert_eq!(failure.message.lines().next().unwrap().split("unexpected").next(), Some("G: line 1, column 5: "));
        let failure = read("F", "@/no/such/file", None).unwrap_err();
        assert!(failure.message.starts_with("F (/no/such/file): cannot be read: "), "{}", failure.message);
        assert!(one_standard_input(&[("F", "-"), ("G", "-")]).unwrap_err().message.starts_with("F and G are"));
        assert_eq!(one_standard_input(&[("F", "-x"), ("G", "-")]), Ok(()));
        let vars = ["y".to_owned(), "x".to_owned()];
        assert_eq!(read("F", "x + y", Some(&vars)).unwrap().to_string(), "y + x");
        assert!(read("F", "x + z", Some(&vars)).unwrap_err().message.starts_with("F: line 1, column 5"));
    }
}
