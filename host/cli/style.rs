//! The system that is to read an answer.

use super::output;
use clap::ValueEnum;
use eliminant::poly::Notation;
use eliminant::shorten::shortened_list;

/// A system that reads polynomials.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Style {
    Sage,
    /// `**` for powers, and divisions that are exact there
    Sympy,
    Singular,
    Maple,
    Magma,
    /// `x[1]` in place of `x_1`
    Mathematica,
    Pari,
    /// For math mode
    Latex,
}

impl Style {
    /// How this system writes polynomials.
    pub fn notation(self) -> Notation {
        match self {
            Style::Sage | Style::Singular | Style::Maple | Style::Magma | Style::Pari => Notation::Plain,
            Style::Sympy => Notation::Python,
            Style::Mathematica => Notation::Mathematica,
            Style::Latex => Notation::Latex,
        }
    }

    /// Names that mean something else to this system than a variable. Sage, Singular and Magma have names of rings that are declared, so that
    /// only words of the language remain.
    fn reserved(self) -> &'static [&'static str] {
        match self {
            Style::Sage => PYTHON,
            Style::Sympy => &["I", "E", "N", "O", "Q", "S", "pi", "oo", "zoo", "nan"],
            Style::Maple => &["I", "Pi", "D", "O", "gamma", "Catalan", "true", "false", "infinity"],
            Style::Mathematica => &["C", "D", "E", "I", "K", "N", "O", "Pi", "Degree", "Catalan"],
            Style::Pari => &["I", "O", "Pi", "Euler", "Catalan", "oo"],
            Style::Singular | Style::Magma | Style::Latex => &[],
        }
    }

    /// The variables that have a meaning of their own in this system.
    fn misread(self, names: &[String]) -> Vec<&str> {
        let is_reserved = |name: &&str| self.reserved().contains(name) || self == Style::Sympy && PYTHON.contains(name);
        names.iter().map(String::as_str).filter(is_reserved).collect()
    }

    /// Warns of variables that this system takes for something else.
    pub fn warn(self, names: &[String]) {
        let names = self.misread(names);
        if !names.is_empty() {
            let (names, style) = (shortened_list(&names), self.name());
            output::message(format_args!("warning: {style} does not read {names} as a variable; give it another name"));
        }
    }

    /// The name of the system.
    fn name(self) -> &'static str {
        match self {
            Style::Sage => "Sage",
            Style::Sympy => "SymPy",
            Style::Singular => "Singular",
            Style::Maple => "Maple",
            Style::Magma => "Magma",
            Style::Mathematica => "Mathematica",
            Style::Pari => "PARI",
            Style::Latex => "LaTeX",
        }
    }
}

/// Words of Python that are no names.
const PYTHON: &[&str] = &[
    "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else", "except",
    "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise",
    "return", "try", "while", "with", "yield",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_another_meaning() {
        let names = ["C", "E", "I", "lambda", "x"].map(str::to_owned);
        let misread = |style: Style| style.misread(&names).join(" ");
        assert_eq!(misread(Style::Sympy), "E I lambda");
        assert_eq!(misread(Style::Sage), "lambda");
        assert_eq!(misread(Style::Mathematica), "C E I");
        assert_eq!((misread(Style::Maple), misread(Style::Pari)), ("I".into(), "I".into()));
        assert_eq!(misread(Style::Singular) + &misread(Style::Latex), "");
    }
}
