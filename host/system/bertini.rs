//! Bertini's input files: `variable_group x, y; function f, g; f = ..; g = ..;` between `INPUT` and `END;`, with `%` before comments. Settings between
//! `CONFIG` and `END;` are not of the system, and are passed over.

use super::parse::whole;
use crate::error::{Error, ErrorKind, Result};
use crate::poly::systems::System;
use crate::poly::{Equations, equations_in, error_at, is_name, name_of, substituted};
use crate::shorten::{shortened, shortened_list};
use std::collections::HashMap;
use std::ops::Range;

/// The most bytes of a function with the definitions of others put into it.
const LONGEST: usize = 1 << 26;

/// Declarations of variables.
const VARIABLES: [&str; 2] = ["variable_group", "variable"];

/// Declarations of what is no system of polynomials with affine zeros, and what to do.
const REFUSED: [(&str, &str); 6] = [
    (
        "hom_variable_group",
        "zeros are points of affine space here; put 1 in place of one variable of the group, and declare the others with variable_group",
    ),
    (
        "parameter",
        "a file with parameters is a homotopy of Bertini's; give the polynomials alone, and follow their zeros with eliminant track --parameters",
    ),
    (
        "pathvariable",
        "a file with a path variable is a homotopy of Bertini's; give the polynomials alone, and follow their zeros with eliminant track --parameters",
    ),
    ("random", "random numbers are not drawn here; declare a constant, and give its value"),
    ("random_real", "random numbers are not drawn here; declare a constant, and give its value"),
    ("implicit_function", "functions are polynomials here; declare them with function"),
];

/// A statement up to its `;`, without the blanks around it.
type Statement<'a> = (Range<usize>, &'a str);

/// What a file declares and defines.
#[derive(Default)]
struct File {
    variables: Vec<String>,
    /// Names of functions, and where each is declared.
    functions: Vec<(String, usize)>,
    constants: Vec<String>,
    /// Definitions in the order of the file: a name, and its value.
    definitions: Vec<(String, Range<usize>)>,
}

/// The text with blanks in place of its comments, of the same length in bytes.
fn without_comments(text: &str) -> String {
    let mut found = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let end = line.find('%').unwrap_or(line.len());
        found.push_str(&line[..end]);
        let comment = &line[end..];
        found.extend(std::iter::repeat_n(' ', comment.trim_end_matches('\n').len()));
        found.push_str(&comment[comment.trim_end_matches('\n').len()..]);
    }
    found
}

/// Where a text goes on behind a word that begins it, as `CONFIG` and `INPUT` do.
fn behind(text: &str, at: usize, word: &str) -> Option<usize> {
    let rest = text[at..].trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let rest = rest.strip_prefix(word).filter(|rest| rest.starts_with(char::is_whitespace))?;
    Some(text.len() - rest.len())
}

/// The statements between `INPUT` and `END;`, either of which may be missing.
fn statements(text: &str) -> Vec<Statement<'_>> {
    let of_settings = behind(text, 0, "CONFIG").and_then(|at| Some(at + text[at..].find("END;")? + 4)).unwrap_or(0);
    let mut at = behind(text, of_settings, "INPUT").unwrap_or(of_settings);
    let mut list = Vec::new();
    for part in text[at..].split(';') {
        let statement = part.trim();
        let start = at + part.len() - part.trim_start().len();
        if statement == "END" {
            break;
        }
        if !statement.is_empty() {
            list.push((start..start + statement.len(), statement));
        }
        at += part.len() + 1;
    }
    list
}

/// The first word of a statement, where it declares the names behind it.
fn declared(statement: &str) -> Option<(&str, &str)> {
    let (word, names) = statement.split_once(char::is_whitespace)?;
    let is_declaration = VARIABLES.contains(&word)
        || ["function", "constant"].contains(&word)
        || REFUSED.iter().any(|(refused, _)| *refused == word);
    (is_declaration && !names.trim_start().starts_with('=')).then_some((word, names))
}

/// Whether a text is such a file: its first statement is a declaration, and it declares both functions and something else.
fn is_file(statements: &[Statement<'_>]) -> bool {
    let words = || statements.iter().map(|(_, statement)| declared(statement).map(|(word, _)| word));
    let is_function = |word: &str| word == "function";
    words().next().flatten().is_some() && words().flatten().any(is_function) && !words().flatten().all(is_function)
}

/// The system of a text in this format, with the variables and functions in the order of their declarations; `None` for another text.
///
/// # Errors
/// `Parse`, with the place: declarations that are not read, names without a declaration or a definition, and everything that is no polynomial.
pub(super) fn system(text: &str) -> Result<Option<System>> {
    // Other texts are not read for it.
    if !text.contains("function") {
        return Ok(None);
    }
    let plain = without_comments(text);
    let statements = statements(&plain);
    if !is_file(&statements) {
        return Ok(None);
    }
    let read = || read(&plain, &statements)?.system(&plain);
    // Messages show the lines with their comments.
    read().map(Some).map_err(|error| match error.kind().clone() {
        ErrorKind::Parse { line, column, message, source_line } => {
            let source_line = text.lines().nth(line - 1).map_or(source_line, str::to_owned);
            ErrorKind::Parse { line, column, message, source_line }.into()
        }
        _ => error,
    })
}

/// The message about another meaning of these names.
const UNIT: &str = "`i` and `I` are the imaginary unit; take another name";

fn is_unit(name: &str) -> bool {
    ["i", "I"].contains(&name)
}

/// The declarations and definitions of all statements.
fn read(text: &str, statements: &[Statement<'_>]) -> Result<File> {
    let mut file = File::default();
    for (range, statement) in statements {
        let error = |message: String| -> Result<File> { Err(error_at(text, range.start, message)) };
        if let Some((word, list)) = declared(statement) {
            if let Some((_, message)) = REFUSED.iter().find(|(refused, _)| *refused == word) {
                return error(format!("`{word}` is not read: {message}"));
            }
            for name in list.split(',') {
                let at = name.as_ptr().addr() - text.as_ptr().addr() + name.len() - name.trim_start().len();
                let name = name_of(name.trim());
                if !is_name(&name) {
                    return Err(error_at(text, at, "a name must stand here; names stand between commas"));
                }
                if is_unit(&name) {
                    return Err(error_at(text, at, UNIT));
                }
                if file.is_declared(&name) {
                    return Err(error_at(text, at, format!("`{}` is declared twice", shortened(&name))));
                }
                match word {
                    "function" => file.functions.push((name, at)),
                    "constant" => file.constants.push(name),
                    _ => file.variables.push(name),
                }
            }
            continue;
        }
        let Some((name, value)) = statement.split_once('=') else {
            return error("a definition must stand here, such as f = x^2 - 1;".to_owned());
        };
        let name = name_of(name.trim());
        if !is_name(&name) || file.variables.contains(&name) {
            return error("a function, a constant or a subfunction must stand before the `=`".to_owned());
        }
        if is_unit(&name) {
            return error(UNIT.to_owned());
        }
        if file.definitions.iter().any(|(other, _)| *other == name) {
            return error(format!("`{}` is defined twice", shortened(&name)));
        }
        file.definitions.push((name, range.end - value.len()..range.end));
    }
    Ok(file)
}

impl File {
    fn is_declared(&self, name: &String) -> bool {
        self.variables.contains(name)
            || self.constants.contains(name)
            || self.functions.iter().any(|(function, _)| function == name)
    }

    /// Where the functions are defined, in the order of their declarations.
    fn of_functions(&self, text: &str) -> Result<Vec<Range<usize>>> {
        let places: HashMap<&String, &Range<usize>> = self.definitions.iter().map(|(name, at)| (name, at)).collect();
        let place = |(name, at): &(String, usize)| match places.get(name) {
            Some(place) => Ok((*place).clone()),
            None => Err(error_at(text, *at, format!("`{}` is declared, and has no definition", shortened(name)))),
        };
        self.functions.iter().map(place).collect()
    }

    /// The functions as a system.
    fn system(self, text: &str) -> Result<System> {
        let parts = self.of_functions(text)?;
        let mut known: Vec<&String> = self.variables.iter().collect();
        // Each definition may have names of earlier ones.
        for (name, part) in &self.definitions {
            let found = equations_in(text, std::slice::from_ref(part))?;
            let others: Vec<&String> = found.variables.iter().filter(|name| !known.contains(name)).collect();
            if !others.is_empty() {
                let message = format!(
                    "{} is not defined before this; the variables are {}",
                    shortened_list(&others),
                    shortened(&self.variables.join(", "))
                );
                let blanks = text[part.clone()].len() - text[part.clone()].trim_start().len();
                return Err(error_at(text, part.start + blanks, message));
            }
            known.push(name);
        }
        let is_used = |found: &Equations| found.variables.iter().any(|name| !self.variables.contains(name));
        let mut found = equations_in(text, &parts)?;
        if !is_used(&found) {
            found.variables = self.variables;
            return whole(text, found);
        }
        let texts = self.expanded(text)?;
        let functions = self.functions.iter().map(|(name, _)| &*texts[name]);
        let joined = functions.collect::<Vec<_>>().join(";\n");
        // Places of this text are not those of the file.
        let of_file = |error: Error| match error.kind() {
            ErrorKind::Parse { message, .. } => {
                let start = parts.first().map_or(0, |part| part.start);
                error_at(text, start, format!("with the values of all names put in: {message}"))
            }
            _ => error,
        };
        let mut ends = 0;
        let places: Vec<Range<usize>> = self
            .functions
            .iter()
            .map(|(name, _)| {
                let start = ends;
                ends += texts[name].len() + 2;
                start..start + texts[name].len()
            })
            .collect();
        let mut found = equations_in(&joined, &places).map_err(of_file)?;
        found.variables = self.variables.clone();
        whole(&joined, found).map_err(of_file)
    }

    /// All definitions with earlier ones in place of their names.
    fn expanded(&self, text: &str) -> Result<HashMap<String, String>> {
        let mut values = HashMap::new();
        for (name, part) in &self.definitions {
            let Some(value) = substituted(text, part.clone(), &values, LONGEST)? else {
                let message =
                    "this takes more than 64 MiB with the values of all names put in; define it with fewer of them";
                return Err(error_at(text, part.start, message));
            };
            values.insert(name.clone(), value);
        }
        Ok(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        system(text).unwrap().unwrap().to_string()
    }

    fn message(text: &str) -> String {
        system(text).unwrap_err().to_string()
    }

    #[test]
    fn files_with_and_without_settings() {
        let text = "% two circles\nCONFIG\n  TRACKTYPE: 0; % isolated zeros\nEND;\nINPUT\n  variable_group y, x;\n  \
                    function f1, f2;\n  f2 = x - y; % a line\n  f1 = x^2 + y^2 - 1;\nEND;\nnothing of it = $";
        let read = system(text).unwrap().unwrap();
        assert_eq!(read.variables(), ["y", "x"]);
        assert_eq!(read.to_string(), "y^2 + x^2 - 1;\n-y + x;\n");
        assert_eq!(shown("variable_group x;\nvariable_group y;\nfunction f;\nf = I*x - 1.5*y;"), "i*x - 3/2*y;\n");
        for text in ["x - 1; y - function", "function - 1; x", "variable_group x, y; x - 1", "f = x; function f;"] {
            assert_eq!(system(text).ok().flatten(), None, "{text}");
        }
    }

    #[test]
    fn constants_and_subfunctions() {
        let text =
            "variable_group x, y; function f, g; constant c; c = 1/2 + I; s = x + c*y; t = s^2; f = t - 1; g = x*s/2;";
        let plain = "variable_group x, y; function f, g; f = (x + (1/2 + I)*y)^2 - 1; g = x*(x + (1/2 + I)*y)/2;";
        assert_eq!(shown(text), shown(plain));
        // Constants may divide, and variables may not.
        assert_eq!(shown("function f; variable_group x; constant c; c = 4; f = x/c;"), "1/4*x;\n");
        assert!(
            message("function f; variable_group x; s = x; f = 1/s;").contains("put in: a divisor must be a constant")
        );
    }

    #[test]
    fn declarations_that_are_not_read() {
        for word in ["hom_variable_group", "parameter", "pathvariable", "random"] {
            let text = format!("function f;\nvariable_group x;\n{word} t;\nf = x;");
            assert!(message(&text).starts_with(&format!("line 3, column 1: `{word}` is not read: ")), "{text}");
        }
    }

    #[test]
    fn mistakes_have_their_places() {
        let with = |text: &str| message(&format!("variable_group x, y;\nfunction f;\n{text} % so\n"));
        let error = with("f = x + $;");
        assert!(error.starts_with("line 3, column 9: unexpected character `$`"), "{error}");
        assert!(error.contains("\n  f = x + $; % so\n"), "{error}");
        assert!(with("f = x + z;").contains("line 3, column 5: z is not defined before this; the variables are x, y"));
        assert!(with("f = s; s = x;").contains("s is not defined before this"));
        assert!(with("f = x; f = y;").starts_with("line 3, column 8: `f` is defined twice"));
        assert!(with("g = x;").starts_with("line 2, column 10: `f` is declared, and has no definition"));
        assert!(with("f = x; x + 1;").starts_with("line 3, column 8: a definition must stand here"));
        assert!(with("x = 1; f = x;").contains("must stand before the `=`"));
        assert!(with("constant x; f = x;").contains("line 3, column 10: `x` is declared twice"));
        assert!(with("variable_group I; f = x;").contains("imaginary unit"));
        assert!(with("variable_group 2; f = x;").contains("a name must stand here"));
        let doubled: String = (1..40).map(|k| format!("s{k} = s{0} + s{0};", k - 1)).collect();
        assert!(with(&format!("s0 = x; {doubled} f = s39;")).contains("more than 64 MiB"));
    }
}
