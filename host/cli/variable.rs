//! The variable of `--var`: the one that is named, or the only one there is.

use super::status::Failure;
use eliminant::shorten::{shortened, shortened_list};

/// Characters of an argument that a message repeats.
const LONGEST: usize = 60;

/// A command as it was typed, up to its options, for messages.
pub struct Typed<'a> {
    /// The name of the command.
    pub command: &'a str,
    /// Each argument, and what it is called on the usage line.
    pub arguments: &'a [(&'a str, &'a str)],
}

impl Typed<'_> {
    /// The command with a choice of the variable. Long arguments have the names of the usage line.
    fn with(&self, var: &str) -> String {
        let argument = |&(name, text): &(&str, &str)| match text {
            _ if text.chars().count() > LONGEST || text.contains(|c: char| c == '\'' || c.is_control()) => {
                name.to_owned()
            }
            "-" => text.to_owned(),
            _ => format!("'{text}'"),
        };
        let arguments: String = self.arguments.iter().map(|pair| argument(pair) + " ").collect();
        format!("eliminant {} {arguments}--var {var}", self.command)
    }
}

/// The variable that is `given`, or the only one of `order`.
///
/// # Errors
/// Of usage, when there are several to choose from, none, or several are given.
pub fn variable(given: Option<&str>, order: &[String], typed: &Typed<'_>) -> Result<String, Failure> {
    match (given, order) {
        (Some(list), _) if list.contains(',') => {
            let first = list.split(',').next().unwrap_or_default().trim();
            let message = format!("--var {}: one variable at a time; take {} first", shortened(list), shortened(first));
            Err(Failure::usage(message + ", and the next one from the answer"))
        }
        (Some(name), _) => Ok(name.to_owned()),
        (None, [only]) => Ok(only.clone()),
        (None, []) => Err(Failure::usage(format!(
            "there are constants only, and so no variable to choose; name one with --var:\n  {}",
            typed.with("x")
        ))),
        (None, [.., last]) => Err(Failure::usage(format!(
            "choose one of the variables {} with --var:\n  {}",
            shortened_list(order),
            typed.with(&shortened(last))
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_only_variable_needs_no_name() {
        let typed = Typed { command: "resultant", arguments: &[("F", "x - 1"), ("G", "-")] };
        let names = ["x", "y"].map(str::to_owned);
        let message = |given: Option<&str>, order: &[String]| variable(given, order, &typed).unwrap_err().message;
        assert_eq!(variable(None, &names[1..], &typed).unwrap(), "y");
        assert_eq!(variable(Some("z"), &names, &typed).unwrap(), "z");
        let several = "choose one of the variables x, y with --var:\n  eliminant resultant 'x - 1' - --var y";
        assert_eq!(message(None, &names), several);
        assert!(message(None, &[]).contains("constants only"));
        let list = "--var x,y: one variable at a time; take x first, and the next one from the answer";
        assert_eq!(message(Some("x,y"), &names), list);
        let long = Typed { command: "discriminant", arguments: &[("F", &"x + ".repeat(99))] };
        assert!(variable(None, &names, &long).unwrap_err().message.ends_with("eliminant discriminant F --var y"));
    }
}
