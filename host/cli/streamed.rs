//! An answer that goes to its file term by term, and need not fit in memory.

use super::describe::Size;
use super::output::Open;
use super::output_args::{AnswerFormat, Output};
use super::status::Failure;
use super::style::Style;
use eliminant::poly::{BinaryWriter, JsonWriter, Term, TermSink, TextWriter};
use rug::Integer;
use serde::Serialize;
use std::io::{self, Write};

/// The sink of the answer of a computation. It ends with [`Streamed::complete`], once it is known that the answer is right.
pub struct Streamed<'a> {
    form: Form<'a>,
    /// The variables in the order of the output, which is the order of the answer.
    order: &'a [String],
    /// The size of the written terms.
    size: Size,
}

enum Form<'a> {
    Text(TextWriter<Open<'a>>),
    Json(JsonWriter<Open<'a>>),
    Bin(BinaryWriter<Open<'a>>),
}

impl<'a> Streamed<'a> {
    /// An answer in the variables of `order`, in this order: terms are written as they come.
    pub fn new(open: Open<'a>, output: &Output, order: &'a [String]) -> Self {
        if let Some(style) = output.style {
            style.warn(order);
        }
        let notation = output.style.map(Style::notation).unwrap_or_default();
        let form = match output.format {
            AnswerFormat::Text => Form::Text(TextWriter::in_notation(open, notation)),
            AnswerFormat::Json => Form::Json(JsonWriter::new(open)),
            AnswerFormat::Bin => Form::Bin(BinaryWriter::new(open)),
        };
        Streamed { form, order, size: Size::default() }
    }

    fn sink(&mut self) -> &mut dyn TermSink {
        match &mut self.form {
            Form::Text(text) => text,
            Form::Json(json) => json,
            Form::Bin(bin) => bin,
        }
    }

    /// Ends the file, in JSON with the key `report` where there is one; what was written.
    pub fn complete(self, report: Option<&impl Serialize>) -> Result<Size, Failure> {
        let Streamed { form, size, .. } = self;
        let ended = match form {
            Form::Text(mut text) => text.finish().map(|()| (text.into_inner(), true)),
            Form::Bin(mut bin) => bin.finish().map(|()| (bin.into_inner(), false)),
            Form::Json(mut json) => {
                let ended = match report {
                    None => json.finish(),
                    Some(report) => json.finish_with("report", report),
                };
                ended.map(|()| (json.into_inner(), true))
            }
        };
        let lines = |(mut open, line): (Open<'a>, bool)| if line { writeln!(open).map(|()| open) } else { Ok(open) };
        ended.and_then(lines).map_err(eliminant::Error::from)?.complete()?;
        Ok(size)
    }
}

impl TermSink for Streamed<'_> {
    fn begin(&mut self, vars: &[String], denominator: &Integer) -> io::Result<()> {
        if vars != self.order {
            return Err(io::Error::other("the answer has other variables"));
        }
        self.size.begin(self.order);
        let order = self.order;
        self.sink().begin(order, denominator)
    }

    fn term(&mut self, coefficient: &Integer, exponents: &[u32]) -> io::Result<()> {
        self.size.include(coefficient, exponents);
        self.sink().term(coefficient, exponents)
    }

    fn terms(&mut self, terms: &[Term]) -> io::Result<()> {
        self.size.include_all(terms);
        self.sink().terms(terms)
    }

    fn finish(&mut self) -> io::Result<()> {
        Ok(())
    }
}
