//! The arguments of the process: which of them are options, and which are polynomials that begin with a minus sign.

use super::args::CommandLine;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, Parser};
use eliminant::shorten::shortened;
use std::convert::Infallible;
use std::ffi::OsString;

/// Bytes of a hint of the reader of the command line that may be shown.
const LONGEST_HINT: usize = 200;

/// In the hint that an option which does not exist may have been meant as a polynomial. Nobody means that: those that begin with `-` are read without it.
const AS_A_VALUE: &str = "as a value, use";

/// In front of an argument that begins with `-` and is no option. No argument of a process has this character.
const SHIELD: char = '\0';

impl CommandLine {
    /// Reads the arguments of the process, or ends it with a message.
    pub fn read(arguments: impl Iterator<Item = OsString>) -> Self {
        CommandLine::try_read(arguments).unwrap_or_else(|error| error.exit())
    }

    /// Reads arguments. `-h` is a polynomial where one may stand; as the only argument of a command it asks for help.
    ///
    /// # Errors
    /// Those of the reader, with long arguments shortened; also help and version, which are texts to be shown.
    pub fn try_read(arguments: impl Iterator<Item = OsString>) -> Result<Self, clap::Error> {
        CommandLine::try_parse_from(shielded(arguments)).map_err(with_command).map_err(with_short_values)
    }
}

/// The argument as it was given. It is a value parser of clap.
pub fn unshielded(argument: &str) -> Result<String, Infallible> {
    Ok(argument.strip_prefix(SHIELD).unwrap_or(argument).to_owned())
}

/// Arguments of a command that takes polynomials, where those that begin with `-` and are no options of it are shielded.
///
/// `--word` of two letters and more is taken for an option, so that a misspelt one is no polynomial.
fn shielded(mut arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut line = CommandLine::command();
    line.build();
    let mut command = &line;
    let mut read: Vec<OsString> = arguments.next().into_iter().collect();
    let mut rest = arguments.peekable();
    while let Some(below) = rest.peek().and_then(|word| command.find_subcommand(word)) {
        command = below;
        read.extend(rest.next());
    }
    let rest: Vec<OsString> = rest.collect();
    if command.get_positionals().next().is_none() {
        read.extend(rest);
        return read;
    }
    let is_alone = rest.len() == 1;
    // The next argument is the value of an option; all that follow are polynomials.
    let (mut is_value, mut is_rest) = (false, false);
    for argument in rest {
        let text = argument.to_str().filter(|text| text.starts_with('-') && *text != "-");
        let is_free = !is_rest && !std::mem::take(&mut is_value);
        match text.filter(|_| is_free) {
            Some("--") => is_rest = true,
            Some("-h") if is_alone => {}
            Some(text) => {
                let name = text.strip_prefix("--").map(|name| name.split_once('=').map_or(name, |parts| parts.0));
                let option = name.and_then(|name| command.get_arguments().find(|known| known.get_long() == Some(name)));
                is_value = option.is_some_and(|option| option.get_action().takes_values()) && !text.contains('=');
                if option.is_none() && !name.is_some_and(is_like_an_option) {
                    read.push(format!("{SHIELD}{text}").into());
                    continue;
                }
            }
            None => {}
        }
        read.push(argument);
    }
    read
}

/// Whether a name behind `--` is a word: two small letters and more, with hyphens between.
fn is_like_an_option(name: &str) -> bool {
    name.len() > 1 && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')
}

/// Commands of other programs, and what comes next to them here.
const ELSEWHERE: [(&str, &str); 6] = [
    ("factor", "polynomials are not factored completely; `eliminant squarefree F` finds the factors by multiplicity"),
    (
        "factorize",
        "polynomials are not factored completely; `eliminant squarefree F` finds the factors by multiplicity",
    ),
    ("eliminate", "`eliminant resultant F G --var NAME` eliminates a variable from two polynomials"),
    ("determinant", "`eliminant det MATRIX` computes determinants"),
    ("groebner", "Groebner bases are not computed; `eliminant resultant F G --var NAME` eliminates a variable"),
    ("evaluate", "`eliminant eval SYSTEM --points POINTS` evaluates polynomials at points"),
];

/// The error of a command that only other programs have, with a hint in place of commands that are spelt alike.
fn with_command(mut error: clap::Error) -> clap::Error {
    let hint = match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(word)) => {
            ELSEWHERE.iter().find(|(command, _)| command == word).map(|(_, hint)| *hint)
        }
        _ => None,
    };
    if let Some(hint) = hint {
        error.remove(ContextKind::SuggestedSubcommand);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![hint.into()]));
    }
    error
}

/// The error with long arguments shortened in its message.
fn with_short_values(mut error: clap::Error) -> clap::Error {
    let without_shield = |text: &str| shortened(&text.replace(SHIELD, "")).into_owned();
    let context: Vec<(ContextKind, ContextValue)> = error
        .context()
        .filter_map(|(kind, value)| {
            let value = match value {
                ContextValue::String(text) => ContextValue::String(without_shield(text)),
                // A hint that repeats a long argument says nothing that the message does not say.
                ContextValue::StyledStrs(hints) => {
                    let is_shown = |hint: &&StyledStr| {
                        let hint = hint.to_string();
                        hint.len() <= LONGEST_HINT && !hint.contains(SHIELD) && !hint.contains(AS_A_VALUE)
                    };
                    ContextValue::StyledStrs(hints.iter().filter(is_shown).cloned().collect())
                }
                _ => return None,
            };
            Some((kind, value))
        })
        .collect();
    for (kind, value) in context {
        match &value {
            // An empty list of hints would be an empty line.
            ContextValue::StyledStrs(hints) if hints.is_empty() => error.remove(kind),
            _ => error.insert(kind, value),
        };
    }
    error
}

#[cfg(test)]
mod tests {
    use super::super::args::Command;
    use super::*;
    use eliminant::Devices;
    use eliminant::option_text::{devices, modulus};

    fn read(line: &[&str]) -> Result<CommandLine, clap::Error> {
        CommandLine::try_read([&["eliminant"], line].concat().into_iter().map(OsString::from))
    }

    #[test]
    fn the_command_line_is_well_formed() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn polynomials_may_begin_with_a_minus_sign() {
        for (f, g) in [("-y + 1", "-x"), ("-h", "-V"), ("--y", "-"), ("-1", "-"), ("-vars", "-y^2 - x")] {
            for line in [
                ["resultant", f, g, "--var", "y"],
                ["resultant", "--var", "y", f, g],
                ["res", f, "--var", "y", g],
                ["resultant", "--var=y", f, "--report", g],
            ] {
                let parsed = read(&line).unwrap_or_else(|e| panic!("{line:?}: {e}"));
                let Command::Resultant { pairs, .. } = parsed.command else { panic!("{line:?}") };
                let found = (pairs.f.as_deref(), pairs.g.as_deref(), pairs.names.var.as_deref());
                assert_eq!(found, (Some(f), Some(g), Some("y")));
            }
            let parsed = read(&["gcd", f, "x", g, "--vars", "y,x"]).unwrap();
            let Command::Gcd { arguments, .. } = parsed.command else { panic!() };
            assert_eq!(
                (arguments.polynomials, arguments.order.vars.unwrap().len()),
                (vec![f.into(), "x".into(), g.into()], 2)
            );
        }
        assert_eq!(read(&["discriminant", "--help"]).unwrap_err().kind(), clap::error::ErrorKind::DisplayHelp);
        assert_eq!(read(&["plan", "resultant", "-h"]).unwrap_err().kind(), clap::error::ErrorKind::DisplayHelp);
    }

    #[test]
    fn misspelt_options_are_no_polynomials() {
        for line in [["gcd", "x", "y", "--cofactor"], ["gcd", "x", "--modulo=7", "y"], ["resultant", "x", "--vr", "y"]]
        {
            let message = read(&line).unwrap_err().to_string();
            assert!(message.contains("unexpected argument '--") && !message.contains(SHIELD), "{message}");
            assert!(!message.contains("as a value"), "{message}");
        }
        let message = read(&["plan", "resultant", "x", "y", "--style", "latex"]).unwrap_err().to_string();
        assert!(message.contains("unexpected argument '--style' found\n\nUsage:"), "{message}");
        let message = read(&["resultant", "x", "y", "--styl", "latex"]).unwrap_err().to_string();
        assert!(message.contains("a similar argument exists: '--style'"), "{message}");
        // One polynomial too many is shown as it was given.
        let message = read(&["squarefree", "x", "-y"]).unwrap_err().to_string();
        assert!(message.contains("unexpected argument '-y' found"), "{message:?}");
    }

    #[test]
    fn commands_of_other_programs_have_a_hint() {
        for (word, hint) in ELSEWHERE {
            let error = read(&[word, "x"]).unwrap_err();
            assert_eq!(error.exit_code(), 2);
            assert!(error.to_string().contains(hint), "{error}");
        }
    }

    #[test]
    fn lists_and_sizes() {
        let line = ["discriminant", "y^2", "--var", "y", "--vars", "y,x", "--devices", "0,1", "--memory-limit", "8G"];
        let Command::Discriminant { singles, choices, .. } = read(&line).unwrap().command else { panic!() };
        assert_eq!(singles.names.order.vars.unwrap(), ["y", "x"]);
        assert_eq!(
            (&choices.exact.engine.devices, choices.exact.engine.memory_limit),
            (&Devices::Numbers(vec![0, 1]), Some(8 << 30))
        );
        assert_eq!([devices("all"), devices("1")], [Ok(Devices::All), Ok(Devices::Numbers(vec![1]))]);
        assert!(["", ",", "0,", "-1", "0;1", "ALL", "all,0"].iter().all(|text| devices(text).is_err()));
        assert_eq!((modulus("7"), modulus("2^31-1")), (Ok(7.into()), Ok(((1 << 31) - 1).into())));
        assert!(["x", "-5", "1/2", ""].iter().all(|text| modulus(text).is_err()));
        for bad in
            [["--repeat", "0"], ["--threads", "0"], ["--threads", "x"], ["--memory-limit", "8Q"], ["--seed", "-1"]]
        {
            assert_eq!(read(&[&line[..], &bad].concat()).unwrap_err().exit_code(), 2, "{bad:?}");
        }
    }
}
