//! Commands of LaTeX.

use super::Kind;
use super::names::index_at;

/// The meaning of a command, and where it ends.
pub(super) enum Latex {
    Token(Kind, usize),
    /// It is passed over.
    Nothing(usize),
    /// `\frac{`.
    Fraction(usize),
    Name(String, usize),
}

/// Letters that are written by their names. Those that look like Latin ones have none in LaTeX.
const GREEK: [&str; 40] = [
    "alpha",
    "beta",
    "gamma",
    "delta",
    "epsilon",
    "varepsilon",
    "zeta",
    "eta",
    "theta",
    "vartheta",
    "iota",
    "kappa",
    "lambda",
    "mu",
    "nu",
    "xi",
    "pi",
    "varpi",
    "rho",
    "varrho",
    "sigma",
    "varsigma",
    "tau",
    "upsilon",
    "phi",
    "varphi",
    "chi",
    "psi",
    "omega",
    "Gamma",
    "Delta",
    "Theta",
    "Lambda",
    "Xi",
    "Pi",
    "Sigma",
    "Upsilon",
    "Phi",
    "Psi",
    "Omega",
];

/// Commands before the size of a parenthesis or of white space: they mean nothing.
const NOTHING: [&str; 14] = [
    "left",
    "right",
    "big",
    "Big",
    "bigg",
    "Bigg",
    "bigl",
    "bigr",
    "Bigl",
    "Bigr",
    "quad",
    "qquad",
    "displaystyle",
    "limits",
];

/// Commands with a name of a variable in braces.
const WORDS: [&str; 5] = ["mathrm", "mathit", "mathbf", "text", "operatorname"];

/// Commands that are functions.
const FUNCTIONS: [&str; 13] =
    ["sqrt", "sin", "cos", "tan", "cot", "sinh", "cosh", "tanh", "arcsin", "arccos", "arctan", "exp", "log"];

/// The command at a backslash, or a message.
pub(super) fn command(text: &str, start: usize) -> Result<Latex, String> {
    let rest = &text[start + 1..];
    let name = &rest[..rest.bytes().take_while(u8::is_ascii_alphabetic).count()];
    let end = start + 1 + name.len();
    let behind = |rest: &str| text.len() - rest.len();
    let indexed = |name: &str, end: usize| {
        let (index, end) = index_at(text, end)?;
        Ok(Latex::Name(format!("{name}{index}"), end))
    };
    match name {
        "cdot" | "times" | "ast" => Ok(Latex::Token(Kind::Times, end)),
        "div" => Ok(Latex::Token(Kind::Divide, end)),
        // White space, and the brackets around mathematics.
        "" if rest.starts_with([',', ';', '!', ':', ' ', '(', ')', '[', ']']) => Ok(Latex::Nothing(start + 2)),
        "frac" | "dfrac" | "tfrac" => match text[end..].trim_start().strip_prefix('{') {
            Some(rest) => Ok(Latex::Fraction(behind(rest))),
            None => Err("a fraction of LaTeX has two parts in braces: write \\frac{1}{2}".to_owned()),
        },
        _ if NOTHING.contains(&name) => Ok(Latex::Nothing(end)),
        _ if GREEK.contains(&name) => indexed(name, end),
        _ if FUNCTIONS.contains(&name) => Err(format!("`\\{name}`: roots and functions are not known here")),
        _ if WORDS.contains(&name) => {
            let word = text[end..].strip_prefix('{').and_then(|rest| rest.split_once('}'));
            match word {
                Some((word, rest)) if !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphabetic()) => {
                    indexed(word, behind(rest))
                }
                _ => Err(format!("a name of letters is wanted: write \\{name}{{name}}")),
            }
        }
        _ => Err(super::unexpected('\\')),
    }
}
