//! A text that is one rational function or a list of them.

use super::equations::list;
use super::lexer::{Names, error_at};
use super::parser::Parser;
use super::polynomial::checked_vars;
use super::rational_function::RationalFunction;
use crate::error::Result;

impl RationalFunction {
    /// The functions of `[f, g]`, `{f, g}`, `f, g` or `f; g`, each over its own variables or all over `vars`; one of any other text, as
    /// [`RationalFunction::parse_within`] reads it.
    #[doc(hidden)]
    pub fn list_within<S: AsRef<str>>(text: &str, vars: Option<&[S]>, bytes: u64) -> Result<Vec<Self>> {
        let Some(parts) = list(text) else { return Ok(vec![Self::parse_within(text, vars, bytes)?]) };
        let vars = vars.map(checked_vars).transpose()?;
        let read = |part: std::ops::Range<usize>| {
            let mut names = Names::default();
            names.read(text, part.clone())?;
            names.check(text)?;
            let mut parser = Parser::of_names(text, names, vars.clone(), bytes)
                .map_err(|unknown| error_at(text, unknown.offset, unknown.message))?;
            Ok(parser.equation(part)?.into())
        };
        parts.into_iter().map(read).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        let list = RationalFunction::list_within::<&str>(text, None, u64::MAX);
        list.unwrap_or_else(|error| panic!("{text}: {error}")).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn lists_in_all_brackets() {
        for text in ["[x^2 - 1, y]", "{x^2 - 1, y}", "x^2 - 1, y", "x^2 - 1; y;", "# two\n[x^2 - 1,\n y];"] {
            assert_eq!(shown(text), ["x^2 - 1", "y"], "{text}");
        }
        assert_eq!(shown("[x]"), ["x"]);
        assert_eq!(shown("[1/x, (x^2 - 1)/(x - 1)]"), ["1/x", "x + 1"]);
        assert_eq!(shown("Poly(x^2 - 1, x, y);"), ["x^2 - 1"]);
        assert_eq!(shown("[]"), [""; 0]);
        assert_eq!(shown("x +\n y"), ["x + y"]);
    }

    #[test]
    fn places_are_those_of_the_whole_text() {
        let message = |text: &str, vars: Option<&[&str]>| {
            RationalFunction::list_within(text, vars, u64::MAX).unwrap_err().to_string()
        };
        assert!(message("[x, 2 $]", None).starts_with("line 1, column 7: unexpected character `$`"));
        assert!(message("[x, y]", Some(&["x"])).starts_with("line 1, column 5: unknown variable `y`"));
        assert!(message("x + 1,5", None).contains("two readings"));
        assert!(message("x\ny", None).contains("a second polynomial begins here"));
    }
}
