//! Polynomials from arguments, files and standard input.

use super::divided;
use super::status::Failure;
use eliminant::poly::{
    RationalFunction, RationalFunctionMatrix, assigned_name, assigned_names, doubtful_names, is_binary,
};
use eliminant::shorten::{shortened, shortened_middle};
use eliminant::system::{self, System};
use eliminant::{ErrorKind, RationalPolynomial};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::cell::{Cell, RefCell};
use std::fs::File;
use std::io::{Cursor, Read};
use std::path::Path;

/// Warnings of names, one a line.
const WARNINGS: usize = 8;

/// Lines of a batch that a message names besides the first one.
const LINES: usize = 10;

/// Characters of a matrix as text, one of which it has, and which names of files seldom have.
const OF_MATRICES: [char; 8] = ['[', '{', '(', '<', '=', ',', ';', '\n'];

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

impl<'a> Source<'a> {
    /// Where a matrix comes from: an argument that does not look like one is a path, and so is one that a file has as its name.
    fn of_matrix(argument: &'a str) -> Self {
        let is_text =
            argument.trim_start().starts_with(['[', '{', '<']) || argument.contains(OF_MATRICES) && !is_file(argument);
        match Source::from(argument) {
            Source::Argument(text) if !is_text => Source::File(text),
            source => source,
        }
    }
}

/// Whether a matrix or a system is written in JSON: an object, which `{{x, y}, {1, x*y}}` and `{x, y}` are not.
fn is_json_object(text: &str) -> bool {
    text.trim_start().strip_prefix('{').is_some_and(|rest| rest.trim_start().starts_with('"'))
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

/// Bytes with which all that was read can be read; at first those of a text.
pub type Need = Cell<u64>;

/// Bytes of a small text.
pub const LEAST_NEED: u64 = 64;

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
        let (place, content) = open(name, Source::from(argument))?;
        let text = match content {
            Content::Argument(text) => text.to_owned(),
            Content::Stream(stream) => self.text_of(stream).map_err(|failure| failure.within(&place))?,
        };
        Ok((place, text))
    }

    /// The text of a stream.
    fn text_of(&self, stream: impl Read) -> Result<String, Failure> {
        let most = self.memory();
        let bytes = bytes_of(stream, most.saturating_add(1))?;
        if bytes.len() as u64 > most {
            let (needed, allowed) = (bytes.len() as u128, u128::from(most));
            let limit = ErrorKind::Limit { what: "bytes of the text", needed, allowed };
            return Err(eliminant::Error::from(limit).into());
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = valid.iter().filter(|&&b| b == b'\n').count() + 1;
            Failure::usage(format!("line {line} is not UTF-8 text"))
        })?;
        Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
    }

    /// The rational function of the argument called `name` on the usage line, in lowest terms. Files and standard input may hold JSON or the binary format.
    /// For a plan, `need` is raised to the bytes with which it can be read.
    pub fn function(&self, name: &str, argument: &str, need: Option<&Need>) -> Result<RationalFunction, Failure> {
        self.read(name, argument, need, |reading, text| reading.function_of(text))
    }

    /// The rational functions of an argument that may be a list, as [`Reading::function`].
    pub fn functions(&self, name: &str, argument: &str, need: Option<&Need>) -> Result<Vec<RationalFunction>, Failure> {
        let Several(list) = self.read(name, argument, need, |reading, text| match is_json_object(text) {
            true => Ok(Several(vec![reading.function_of(text)?])),
            false => {
                let list = RationalFunction::list_within(text, reading.vars, reading.memory())?;
                list.into_iter().map(RationalFunction::reduced).collect::<eliminant::Result<_>>().map(Several)
            }
        })?;
        Ok(list)
    }

    /// The rational function of a text, which may be JSON, in lowest terms.
    pub fn function_of(&self, text: &str) -> eliminant::Result<RationalFunction> {
        match text.trim_start().starts_with('{') {
            false => self.parse(text)?,
            true => self.of_json(text)?,
        }
        .reduced()
    }

    /// The name that a text defines in other systems, where the variables are not listed. Who lists them knows that the name is one.
    pub fn assigned(&self, text: &str) -> Option<String> {
        if self.vars.is_none() { assigned_name(text) } else { None }
    }

    /// The result of `parse` for a text, or a polynomial in another form.
    fn read<T: From<RationalFunction>>(
        &self,
        name: &str,
        argument: &str,
        need: Option<&Need>,
        parse: impl Fn(&Reading<'_>, &str) -> eliminant::Result<T>,
    ) -> Result<T, Failure> {
        let (place, content) = open(name, Source::from(argument))?;
        // A plan reads a text several times, and warns of it once.
        let assigned = RefCell::new(None);
        let parse = |reading: &Reading<'_>, text: &str| {
            let found = parse(reading, text)?;
            assigned.replace(reading.assigned(text));
            Ok(found)
        };
        let found = match content {
            Content::Argument(text) => self.with(need, 0, |reading| Ok(parse(reading, text)?)),
            Content::Stream(stream) => {
                self.of_stream(need, stream, |reading, stream| reading.read_stream(stream, &parse))
            }
        };
        let found = found.map_err(|failure| failure.within(&place))?;
        if let Some(assigned) = assigned.take() {
            warn_of_assignment(&place, &assigned, &[]);
        }
        Ok(found)
    }

    /// The same for a stream, whose first bytes show its form.
    fn read_stream<T: From<RationalFunction>>(
        &self,
        stream: &mut dyn Read,
        parse: &impl Fn(&Reading<'_>, &str) -> eliminant::Result<T>,
    ) -> Result<T, Failure> {
        let beginning = bytes_of(&mut *stream, 8)?;
        let binary = is_any_binary(&beginning);
        let whole = Cursor::new(beginning).chain(stream);
        if binary {
            let f = RationalPolynomial::read_binary_within(whole, self.memory())?;
            return Ok(self.in_vars(f.into())?.into());
        }
        Ok(parse(self, &self.text_of(whole)?)?)
    }

    /// The function of JSON, or of the answer of `squarefree` or `gcd` in JSON: the product, or the greatest common divisor.
    fn of_json(&self, text: &str) -> eliminant::Result<RationalFunction> {
        if !["\"gcd\"", "\"factors\""].iter().any(|key| text.contains(key)) {
            return self.of_json_form(text);
        }
        // Other objects are polynomials, or wrong as such.
        let keys: Keys<'_> = serde_json::from_str(text).unwrap_or_default();
        if let Some(gcd) = keys.gcd {
            let text = serde_json::from_str::<String>(gcd.get());
            return text.map_or_else(|_| self.of_json_form(gcd.get()), |text| self.parse(&text));
        }
        match (keys.content, keys.factors) {
            (Some(content), Some(factors)) => {
                let power = |Power { factor, multiplicity }: Power| format!("*({factor})^({multiplicity})");
                let product = factors.into_iter().map(power).collect::<String>();
                self.parse(&format!("({content}){product}"))
            }
            _ => self.of_json_form(text),
        }
    }

    /// The function of the form that polynomials have, or that of rational functions.
    fn of_json_form(&self, text: &str) -> eliminant::Result<RationalFunction> {
        let function = match text.contains("\"numerator\"") {
            true => RationalFunction::from_json(text)?,
            false => RationalPolynomial::from_json(text)?.into(),
        };
        self.in_vars(function)
    }

    /// The system of the argument called `name` on the usage line: a text, PHCpack's format or JSON. Files and standard input
    /// may hold the binary format.
    pub fn system(&self, name: &str, argument: &str) -> Result<System, Failure> {
        let (place, content) = open(name, Source::from(argument))?;
        let system = match content {
            Content::Argument(text) => system_of(text),
            Content::Stream(stream) => self.system_of_stream(stream),
        };
        let system = system.map_err(|failure| failure.within(&place))?;
        warn_of_products(system.variables(), "");
        Ok(system)
    }

    fn system_of_stream(&self, mut stream: impl Read) -> Result<System, Failure> {
        let beginning = bytes_of(&mut stream, 8)?;
        let binary = is_any_binary(&beginning);
        let whole = Cursor::new(beginning).chain(stream);
        if binary {
            return Ok(System::read_binary_within(whole, self.memory())?);
        }
        system_of(&self.text_of(whole)?)
    }

    /// The matrix of the argument called `name` on the usage line: a text or JSON, or a file or standard input with one of them. For `need` see
    /// [`Reading::function`].
    pub fn matrix(&self, name: &str, argument: &str, need: Option<&Need>) -> Result<RationalFunctionMatrix, Failure> {
        let source = Source::of_matrix(argument);
        let (place, content) = open(name, source).map_err(|failure| match source {
            Source::File(path) if path == argument => Failure {
                message: format!("{}; a matrix that is no file is written as [[x, y], [1, x*y]]", failure.message),
                ..failure
            },
            _ => failure,
        })?;
        let matrix = match content {
            Content::Argument(text) => self.with(need, 0, |reading| reading.matrix_of(text).map_err(Failure::from)),
            Content::Stream(stream) => self.of_stream(need, stream, |reading, stream| {
                reading.text_of(stream).and_then(|text| reading.matrix_of(&text).map_err(Failure::from))
            }),
        };
        matrix.map_err(|failure| failure.within(&place))
    }

    /// The matrix of a text, which may be JSON.
    pub fn matrix_of(&self, text: &str) -> eliminant::Result<RationalFunctionMatrix> {
        if !is_json_object(text) {
            return RationalFunctionMatrix::parse_within(text, self.vars, self.memory());
        }
        let matrix = RationalFunctionMatrix::from_json_within(text, self.memory())?;
        match self.vars {
            Some(vars) if matrix.vars() != vars => matrix.with_vars(vars),
            _ => Ok(matrix),
        }
    }

    /// The function over the variables, where given.
    fn in_vars(&self, f: RationalFunction) -> eliminant::Result<RationalFunction> {
        let Some(vars) = self.vars else { return Ok(f) };
        function_over(f, vars)
    }

    /// The result of `read` for a stream, which is read once.
    fn of_stream<T>(
        &self,
        need: Option<&Need>,
        mut stream: Box<dyn Read>,
        read: impl Fn(&Reading<'_>, &mut dyn Read) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        if need.is_none() {
            return read(self, &mut *stream);
        }
        let bytes = bytes_of(stream, self.memory().saturating_add(1))?;
        self.with(need, bytes.len() as u64, |reading| read(reading, &mut &bytes[..]))
    }

    /// The result of `read`. Where a plan needs to know how much memory that takes, it is read again with less, from
    /// `least` bytes on.
    pub fn with<T>(
        &self,
        need: Option<&Need>,
        least: u64,
        read: impl Fn(&Reading<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let found = read(self)?;
        let Some(need) = need else { return Ok(found) };
        let mut bytes = least.max(need.get());
        // Enough is found after a few texts that end early, the last of which was about half the length of the whole.
        while bytes < self.memory() && read(&Reading { memory: Some(bytes), ..*self }).is_err() {
            bytes = bytes.saturating_mul(2);
        }
        need.set(bytes.min(self.memory()));
        Ok(found)
    }

    fn memory(&self) -> u64 {
        self.memory.unwrap_or(u64::MAX)
    }

    fn parse(&self, text: &str) -> eliminant::Result<RationalFunction> {
        RationalFunction::parse_within(text, self.vars, self.memory())
    }
}

/// Whether a file begins as those of polynomials or systems in binary form do: one of the other kind is told as such, and is no text.
fn is_any_binary(beginning: &[u8]) -> bool {
    is_binary(beginning) || system::is_binary(beginning)
}

/// The system of a text.
fn system_of(text: &str) -> Result<System, Failure> {
    if is_json_object(text) {
        return Ok(System::from_json(text)?);
    }
    let (system, divided) = System::numerators(text)?;
    divided::of_system(&divided);
    // Too many unknowns, some of which are the names of polynomials elsewhere.
    if system.len() < system.variables().len()
        && let [first, ..] = &assigned_names(text)[..]
    {
        let first = shortened(first);
        super::output::message(format_args!(
            "warning: `{first} = ..` is an equation with the unknown {first}; for a polynomial leave out `{first} =`, or write `{first} := ..`"
        ));
    }
    Ok(system)
}

/// The functions of a list.
struct Several(Vec<RationalFunction>);

impl From<RationalFunction> for Several {
    fn from(f: RationalFunction) -> Self {
        Several(vec![f])
    }
}

/// The answers in JSON that are read as polynomials or rational functions.
#[derive(Default, Deserialize)]
struct Keys<'a> {
    #[serde(borrow)]
    gcd: Option<&'a RawValue>,
    content: Option<String>,
    factors: Option<Vec<Power>>,
}

/// A factor of a squarefree decomposition.
#[derive(Deserialize)]
struct Power {
    factor: RationalPolynomial,
    multiplicity: i64,
}

/// The source that an argument leads to.
enum Content<'a> {
    Argument(&'a str),
    Stream(Box<dyn Read>),
}

/// The source of the argument called `name`, and its name in messages.
fn open<'a>(name: &str, source: Source<'a>) -> Result<(String, Content<'a>), Failure> {
    Ok(match source {
        Source::Argument(text) => {
            if is_file(text) {
                let text = shortened_middle(text);
                super::output::message(format_args!(
                    "warning: {name} is read as text, and there is a file of that name: to read the file write @{text}"
                ));
            }
            (name.to_owned(), Content::Argument(text))
        }
        Source::File(path) => {
            let place = format!("{name} ({})", shortened_middle(path));
            let file = File::open(path).map_err(|error| unreadable(error).within(&place))?;
            (place, Content::Stream(Box::new(file)))
        }
        Source::StandardInput => {
            (format!("{name} (standard input)"), Content::Stream(Box::new(std::io::stdin().lock())))
        }
    })
}

/// Whether a text is the name of a file, in which `@` was forgotten.
fn is_file(text: &str) -> bool {
    text.len() < 4096 && !text.contains(['\n', '\0']) && Path::new(text).is_file()
}

fn unreadable(error: std::io::Error) -> Failure {
    Failure::usage(format!("cannot be read: {error}"))
}

/// All that can be read, up to `most` bytes.
fn bytes_of(source: impl Read, most: u64) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    source.take(most).read_to_end(&mut bytes).map_err(unreadable)?;
    Ok(bytes)
}

/// The function over the variables in `order`.
pub fn function_over(f: RationalFunction, order: &[String]) -> eliminant::Result<RationalFunction> {
    if f.vars() == order { Ok(f) } else { f.with_vars(order) }
}

/// Warns of `f = ..`, which defines f in most other systems, and names `more` lines that have such a text.
pub fn warn_of_assignment(place: &str, name: &str, more: &[usize]) {
    let name = shortened(name);
    let more = if more.is_empty() { String::new() } else { format!("; the same in {}", listed_lines(more)) };
    super::output::message(format_args!(
        "warning: {place}: `{name} = ..` is read as the equation {name} - (..) = 0; for the polynomial leave out `{name} =`, or write `{name} := ..`{more}"
    ));
}

/// `line 3`, or `lines 3, 4, 5`; of many the first ones.
pub fn listed_lines(numbers: &[usize]) -> String {
    let named: Vec<String> = numbers.iter().take(LINES).map(usize::to_string).collect();
    let more = if numbers.len() > LINES { ", ..." } else { "" };
    format!("{} {}{more}", if numbers.len() == 1 { "line" } else { "lines" }, named.join(", "))
}

/// Warns of names that may have been meant as products or powers. Who lists the variables with `--vars` knows them.
pub fn warn_of_names(names: &[String], vars: Option<&[String]>) {
    if vars.is_some() {
        return;
    }
    warn_of_constants(names);
    warn_of_products(names, ", or name all variables in --vars");
}

/// Warns of names that are constants elsewhere.
fn warn_of_constants(names: &[String]) {
    for name in names {
        match name.as_str() {
            "I" | "i" => super::output::message(format_args!(
                "warning: `{name}` is a variable; the imaginary unit is known in systems of polynomials only"
            )),
            "pi" | "Pi" | "PI" | "\u{3c0}" => {
                super::output::message(format_args!("warning: `{name}` is a variable, and not the number 3.14159.."))
            }
            _ => {}
        }
    }
}

/// Warns of names that may have been meant as products or powers; `remedy` is another thing that one may do.
fn warn_of_products(names: &[String], remedy: &str) {
    let mut doubtful = doubtful_names(names).into_iter();
    for (name, product) in doubtful.by_ref().take(WARNINGS) {
        let (name, product) = (shortened(name), shortened(&product));
        super::output::message(format_args!(
            "warning: `{name}` is one variable; write `{product}` for {}{remedy}",
            kind_of(&product)
        ));
    }
    let more = doubtful.count();
    if more > 0 {
        super::output::message(format_args!("warning: {more} more names could be meant as products or powers"));
    }
}

/// `a product` or `a power`, by the text of a product of powers of variables.
fn kind_of(product: &str) -> &'static str {
    if product.contains('*') { "a product" } else { "a power" }
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
    fn matrices_are_texts_json_or_files() {
        let shown = |argument: &str| Reading::default().matrix("M", argument, None).unwrap().to_string();
        let expected = "[[x, y], [1, x*y]]";
        for text in [
            " [[x, y], [1, x*y]]",
            "[x, y; 1, x*y]",
            "{{x, y}, {1, x*y}}",
            "matrix([x, y], [1, x*y])",
            "Matrix ([[x, y], [1, x*y]])",
            "Mat([x, y; 1, x*y])",
            r#"{"rows":[["x","y"],[1,"x*y"]]}"#,
            "{ \n \"vars\":[\"x\",\"y\"],\"rows\":[[\"x\",\"y\"],[\"1\",\"x*y\"]]}",
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
        let path = std::env::temp_dir().join(format!("eliminant matrix {}", std::process::id()));
        for text in ["\u{feff}\n[[x, y],\n [1, x*y]]\n", "\n{\"rows\":[[\"x\",\"y\"],[1,\"x*y\"]]}\n"] {
            std::fs::write(&path, text).unwrap();
            let path = path.to_str().unwrap();
            assert_eq!((shown(path).as_str(), shown(&format!("@{path}")).as_str()), (expected, expected));
        }
        std::fs::remove_file(&path).unwrap();
        assert_eq!(Source::of_matrix("-"), Source::StandardInput);
        assert_eq!(Source::of_matrix("matrix.txt"), Source::File("matrix.txt"));
        assert_eq!(Source::of_matrix("Mat"), Source::File("Mat"));
        for text in ["# two\n[[x]]", "M = [[x]]", "matrix m[1][1] = x;", "ImmutableMatrix([[x]])", "\\begin{pmatrix}"] {
            assert_eq!(Source::of_matrix(text), Source::Argument(text));
        }
    }

    #[test]
    fn matrices_have_variables_limits_and_places() {
        let vars = ["y".to_owned(), "x".to_owned()];
        let reading = Reading { vars: Some(&vars), memory: Some(2000) };
        for text in ["[[x + y]]", r#"{"rows":[["x + y"]]}"#, r#"{"vars":["x","y"],"rows":[["x + y"]]}"#] {
            assert_eq!(reading.matrix("M", text, None).unwrap().to_string(), "[[y + x]]", "{text}");
        }
        let message = |argument: &str| reading.matrix("M", argument, None).unwrap_err().message;
        assert!(message("[[x, z]]").starts_with("M: line 1, column 6: row 1, column 2: unknown variable `z`"));
        assert!(message(r#"{"rows":[["z"]]}"#).starts_with("M: variables: `z` occurs in row 1, column 1"));
        let file = message("no such file");
        assert!(file.starts_with("M (no such file): cannot be read: "), "{file}");
        assert!(file.ends_with("; a matrix that is no file is written as [[x, y], [1, x*y]]"), "{file}");
        assert!(!message("@no such file").contains("[[x, y]"));
        for large in ["[[(x + y)^99]]", r#"{"rows":[["(x + y)^99"]]}"#] {
            assert!(message(large).contains("of memory for the expanded polynomial"), "{large}");
        }
        let long = format!("[{}0]", "0, ".repeat(100));
        assert!(message(&long).contains("of memory for the matrix"));
    }

    #[test]
    fn the_argument_and_the_file_are_named() {
        let failure = Reading::default().function("G", "x + $", None).unwrap_err();
        assert_eq!(failure.message.lines().next().unwrap().split("unexpected").next(), Some("G: line 1, column 5: "));
        let failure = Reading::default().function("F", "@/no/such/file", None).unwrap_err();
        assert!(failure.message.starts_with("F (/no/such/file): cannot be read: "), "{}", failure.message);
        assert!(one_standard_input(&[("F", "-"), ("G", "-")]).unwrap_err().message.starts_with("F and G are"));
        assert_eq!(one_standard_input(&[("F", "-x"), ("G", "-")]), Ok(()));
        let vars = ["y".to_owned(), "x".to_owned()];
        let reading = Reading { vars: Some(&vars), memory: Some(1000) };
        assert_eq!(reading.function("F", "x + y", None).unwrap().to_string(), "y + x");
        assert!(reading.function("F", "x + z", None).unwrap_err().message.starts_with("F: line 1, column 5"));
        let failure = reading.function("F", "(x + y)^99", None).unwrap_err();
        assert!(failure.message.contains("of memory for the expanded polynomial"), "{}", failure.message);
    }

    /// Input can be read with the memory that a plan finds for it, also where that is more than the polynomial takes.
    #[test]
    fn plans_know_what_reading_takes() {
        let path = std::env::temp_dir().join(format!("eliminant need {}", std::process::id()));
        std::fs::write(&path, format!("x{}", " ".repeat(3000))).unwrap();
        let file = format!("@{}", path.display());
        for argument in ["x", "(x + y)^99 - (x + y)^99 + 1", "123456789/7*x*y*z", &file] {
            let need = Need::new(LEAST_NEED);
            let found = Reading::default().function("F", argument, Some(&need)).unwrap();
            let reading = |memory: u64| Reading { vars: None, memory: Some(memory) };
            assert_eq!(reading(need.get()).function("F", argument, None), Ok(found), "{argument}");
            assert!(need.get() == LEAST_NEED || reading(need.get() / 4).function("F", argument, None).is_err());
        }
        let need = Need::new(LEAST_NEED);
        let matrix = "[[x, y], [(x + y)^30, 1]]";
        Reading::default().matrix("M", matrix, Some(&need)).unwrap();
        assert!(Reading { vars: None, memory: Some(need.get()) }.matrix("M", matrix, None).is_ok());
        assert!(need.get() > 1000);
        std::fs::remove_file(&path).unwrap();
    }
}
