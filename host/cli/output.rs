//! Where an answer, a plan or a list goes: standard output or a file, whole or not at all where the reader has gone.

use super::output_args::{AnswerFormat, Output};
use super::output_file::{OutputFile, Pending, Writing};
use super::status::Failure;
use super::style::Style;
use eliminant::poly::{BinaryWriter, JsonWriter, Notation, RationalFunction, TextWriter};
use eliminant::{ErrorKind, RationalPolynomial};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};

/// Where something is written to.
#[derive(Default)]
pub struct Destination {
    /// `None` for standard output.
    file: Option<OutputFile>,
    format: AnswerFormat,
    style: Option<Style>,
}

/// A rational function as JSON. Polynomials have a form of their own.
#[derive(Serialize)]
#[serde(untagged)]
pub enum InJson<'a> {
    Polynomial(&'a RationalPolynomial),
    Function(&'a RationalFunction),
}

impl<'a> From<&'a RationalFunction> for InJson<'a> {
    fn from(f: &'a RationalFunction) -> Self {
        f.as_polynomial().map_or(InJson::Function(f), InJson::Polynomial)
    }
}

/// A rational function as JSON with the key `report`.
#[derive(Serialize)]
struct Reported<'a, R: Serialize> {
    #[serde(flatten)]
    function: &'a RationalFunction,
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<&'a R>,
}

/// Something that is being written. If it is dropped before [`Open::complete`], it leaves no file.
pub enum Open<'a> {
    StandardOutput(BufWriter<Stdout>),
    File(Writing<'a>),
}

impl Destination {
    /// Makes sure that the answer of a computation can be written, before it is read or computed.
    pub fn new(output: &Output) -> Result<Self, Failure> {
        if output.format == AnswerFormat::Bin {
            refuse_terminal(output, "bin")?;
        }
        if output.style.is_some() && output.format != AnswerFormat::Text {
            return Err(Failure::usage("--style is of text: leave out --style, or take --format text"));
        }
        let file = output.output.as_deref().map(OutputFile::new).transpose()?;
        Ok(Destination { file, format: output.format, style: output.style })
    }

    /// [`Destination::new`] for answers of several polynomials; `instead` is what would be right for a binary one.
    pub fn for_several(output: &Output, instead: &str) -> Result<Self, Failure> {
        match output.format {
            AnswerFormat::Bin => Err(Failure::usage(format!("--format bin holds one polynomial: {instead}"))),
            _ => Destination::new(output),
        }
    }

    /// How polynomials are written in text.
    pub fn notation(&self) -> Notation {
        self.style.map(Style::notation).unwrap_or_default()
    }

    /// Warns of variables that the system of `--style` takes for something else.
    pub fn warn_of(&self, names: &[String]) {
        if let Some(style) = self.style {
            style.warn(names);
        }
    }

    /// Rational functions over the same variables, one a line.
    pub fn functions<'a>(&self, list: impl IntoIterator<Item = &'a RationalFunction>) -> Result<(), Failure> {
        let list: Vec<&RationalFunction> = list.into_iter().collect();
        if let Some(first) = list.first() {
            self.warn_of(first.vars());
        }
        self.lines(list.into_iter().map(|f| f.to_text(self.notation())))
    }

    /// Whether it is a regular file.
    pub fn is_regular_file(&self) -> bool {
        self.file.as_ref().is_some_and(OutputFile::is_regular)
    }

    /// The unfinished file, which an interrupt abandons.
    pub fn pending(&self) -> Pending {
        self.file.as_ref().map(OutputFile::pending).unwrap_or_default()
    }

    /// Begins to write.
    pub fn open(&self) -> Result<Open<'_>, Failure> {
        match &self.file {
            None => Ok(Open::StandardOutput(BufWriter::with_capacity(1 << 16, io::stdout()))),
            Some(file) => file.open().map(Open::File),
        }
    }

    /// Writes; a reader that closes a pipe early is content with what it has.
    fn write(&self, run: impl FnOnce(&mut Open) -> io::Result<()>) -> Result<(), Failure> {
        let mut open = self.open()?;
        match run(&mut open) {
            Ok(()) => open.complete(),
            Err(error) => failed(error),
        }
    }

    /// A text, with a line's end.
    pub fn text(&self, text: impl std::fmt::Display) -> Result<(), Failure> {
        self.write(|out| writeln!(out, "{text}"))
    }

    /// A binary file, or a text that has its last line's end.
    pub fn bytes(&self, bytes: &[u8]) -> Result<(), Failure> {
        self.write(|out| out.write_all(bytes))
    }

    /// Lines of text.
    pub fn lines(&self, lines: impl Iterator<Item = impl std::fmt::Display>) -> Result<(), Failure> {
        self.write(|out| lines.into_iter().try_for_each(|line| writeln!(out, "{line}")))
    }

    /// One line of JSON.
    pub fn json(&self, value: &impl Serialize) -> Result<(), Failure> {
        self.write(|out| {
            serde_json::to_writer(&mut *out, value)?;
            writeln!(out)
        })
    }

    /// One line of JSON: an object with these fields, and one more that is a list, of which one item at a time is in memory. Keys are in
    /// alphabetical order.
    pub fn json_with_list(
        &self,
        fields: &Map<String, Value>,
        key: &str,
        items: impl Iterator<Item = Value>,
    ) -> Result<(), Failure> {
        self.write(|out| {
            let (before, behind): (Vec<_>, Vec<_>) = fields.iter().partition(|field| field.0.as_str() < key);
            write!(out, "{{")?;
            for (name, value) in before {
                write!(out, "{}:{value},", json!(name))?;
            }
            write!(out, "{}:[", json!(key))?;
            for (i, item) in items.enumerate() {
                let comma = if i > 0 { "," } else { "" };
                write!(out, "{comma}{item}")?;
            }
            write!(out, "]")?;
            for (name, value) in behind {
                write!(out, ",{}:{value}", json!(name))?;
            }
            writeln!(out, "}}")
        })
    }

    /// A rational function in the form asked for; a polynomial as [`Destination::polynomial`].
    ///
    /// # Errors
    /// Of usage, where a function has a divisor and the form is binary.
    pub fn function(&self, f: &RationalFunction, report: Option<&impl Serialize>) -> Result<(), Failure> {
        if let Some(f) = f.as_polynomial() {
            return self.polynomial(f, report);
        }
        self.warn_of(f.vars());
        match self.format {
            AnswerFormat::Json => self.json(&Reported { function: f, report }),
            AnswerFormat::Text => self.text(f.to_text(self.notation())),
            AnswerFormat::Bin => Err(not_binary()),
        }
    }

    /// A polynomial, in the form asked for; in JSON with the key `report` where there is one.
    pub fn polynomial(&self, f: &RationalPolynomial, report: Option<&impl Serialize>) -> Result<(), Failure> {
        self.warn_of(f.numerator().vars());
        self.write(|out| match self.format {
            AnswerFormat::Text => {
                f.write_to(&mut TextWriter::in_notation(&mut *out, self.notation()))?;
                writeln!(out)
            }
            AnswerFormat::Json => {
                let mut json = JsonWriter::new(&mut *out);
                match report {
                    None => f.write_to(&mut json)?,
                    Some(report) => {
                        f.write_terms_to(&mut json)?;
                        json.finish_with("report", report)?;
                    }
                }
                writeln!(out)
            }
            AnswerFormat::Bin => f.write_to(&mut BinaryWriter::new(out)),
        })
    }
}

impl Open<'_> {
    /// All is written.
    pub fn complete(mut self) -> Result<(), Failure> {
        match self.flush() {
            Err(error) => failed(error),
            Ok(()) => match self {
                Open::StandardOutput(_) => Ok(()),
                Open::File(writing) => writing.complete(),
            },
        }
    }

    /// The error with what is written to in it, also for those who do not know that.
    fn named<T>(&self, result: io::Result<T>) -> io::Result<T> {
        let path = || match self {
            Open::StandardOutput(_) => "standard output".to_owned(),
            Open::File(writing) => writing.path().display().to_string(),
        };
        result.map_err(|error| {
            let kind = ErrorKind::File { path: path(), message: error.to_string() };
            io::Error::new(error.kind(), eliminant::Error::from(kind))
        })
    }
}

/// Refuses to send a binary format to a terminal.
///
/// # Errors
/// Of usage, where standard output is one and no file is named.
pub fn refuse_terminal(output: &Output, format: &str) -> Result<(), Failure> {
    match output.output.is_none() && io::stdout().is_terminal() {
        false => Ok(()),
        true => Err(Failure::usage(format!(
            "--format {format}: a terminal cannot show it; add --output FILE, or send standard output to a file or a program"
        ))),
    }
}

/// Why an answer with a divisor is not written in binary.
pub fn not_binary() -> Failure {
    Failure::usage(
        "--format bin holds one polynomial, and the answer is a rational function; take --format text or json",
    )
}

/// Why nothing more is written.
fn failed(error: io::Error) -> Result<(), Failure> {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Ok(()),
        _ => Err(eliminant::Error::from(error).into()),
    }
}

impl Write for Open<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = match self {
            Open::StandardOutput(out) => out.write(bytes),
            Open::File(writing) => writing.write(bytes),
        };
        self.named(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = match self {
            Open::StandardOutput(out) => out.flush(),
            Open::File(writing) => writing.flush(),
        };
        self.named(flushed)
    }
}

/// Writes to standard error; when nobody listens there is nobody to tell.
pub fn message(text: impl std::fmt::Display) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}
