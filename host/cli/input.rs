//! Polynomials from arguments, files and standard input.

use super::status::Failure;
use eliminant::poly::doubtful_names;
use eliminant::{ErrorKind, Polynomial, RationalPolynomial};
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

/// How arguments are read.
#[derive(Debug, Clone, Copy, Default)]
pub struct Reading<'a> {
    /// The variables, where given.
    pub vars: Option<&'a [String]>,
    /// Bytes that a text, and a polynomial, may take.
    pub memory: Option<u64>,
}

impl Reading<'_> {
    /// The text of the argument called `name` on the usage line, and what it is called in messages.
    pub fn text(&self, name: &str, argument: &str) -> Result<(String, String), Failure> {
        let most = self.memory.unwrap_or(u64::MAX);
        let (place, bytes) = match Source::from(argument) {
            Source::Argument(text) => return Ok((name.to_owned(), text.to_owned())),
            Source::File(path) => {
                (format!("{name} ({path})"), std::fs::File::open(path).and_then(|file| bytes_of(file, most)))
            }
            Source::StandardInput => (format!("{name} (standard input)"), bytes_of(std::io::stdin().lock(), most)),
        };
        let bytes = bytes.map_err(|error| Failure::usage(format!("cannot be read: {error}")).within(&place))?;
        if bytes.len() as u64 > most {
            let (needed, allowed) = (bytes.len() as u128, u128::from(most));
            let limit = ErrorKind::Limit { what: "bytes of the text", needed, allowed };
            return Err(Failure::from(eliminant::Error::from(limit)).within(&place));
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = valid.iter().filter(|&&b| b == b'\n').count() + 1;
            Failure::usage(format!("line {line} is not UTF-8 text")).within(&place)
        })?;
        let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
        Ok((place, text))
    }

    /// The polynomial of the argument called `name` on the usage line. Files and standard input may hold JSON.
    pub fn polynomial(&self, name: &str, argument: &str) -> Result<RationalPolynomial, Failure> {
        let (place, text) = self.text(name, argument)?;
        let is_json = !matches!(Source::from(argument), Source::Argument(_)) && text.trim_start().starts_with('{');
        let polynomial = if is_json { parse_json(&text, self.vars) } else { self.parse(&text) };
        polynomial.map_err(|error| Failure::from(error).within(&place))
    }

    /// The polynomial of a text.
    pub fn parse(&self, text: &str) -> eliminant::Result<RationalPolynomial> {
        RationalPolynomial::parse_within(text, self.vars, self.memory.unwrap_or(u64::MAX))
    }
}

/// All that can be read, and of more than `most` bytes one more than these.
fn bytes_of(mut source: impl Read, most: u64) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.by_ref().take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The polynomial over the variables in `order`.
pub fn over(f: Polynomial, order: &[String]) -> eliminant::Result<Polynomial> {
    if f.vars() == order { Ok(f) } else { f.with_vars(order) }
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
        let failure = Reading::default().polynomial("G", "x + $").unwrap_err();
        assert_eq!(failure.message.lines().next().unwrap().split("unexpected").next(), Some("G: line 1, column 5: "));
        let failure = Reading::default().polynomial("F", "@/no/such/file").unwrap_err();
        assert!(failure.message.starts_with("F (/no/such/file): cannot be read: "), "{}", failure.message);
        assert!(one_standard_input(&[("F", "-"), ("G", "-")]).unwrap_err().message.starts_with("F and G are"));
        assert_eq!(one_standard_input(&[("F", "-x"), ("G", "-")]), Ok(()));
        let vars = ["y".to_owned(), "x".to_owned()];
        let reading = Reading { vars: Some(&vars), memory: Some(1000) };
        assert_eq!(reading.polynomial("F", "x + y").unwrap().to_string(), "y + x");
        assert!(reading.polynomial("F", "x + z").unwrap_err().message.starts_with("F: line 1, column 5"));
        let failure = reading.polynomial("F", "(x + y)^99").unwrap_err();
        assert!(failure.message.starts_with("F: 64-bit words of the expanded polynomial"), "{}", failure.message);
    }
}
