//! Options of what is written.

use super::style::Style;
use clap::{Args, ValueEnum};
use eliminant::option_text::positive;
use std::path::PathBuf;

/// How an answer of polynomials is written.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct Output {
    /// Form of the answer
    #[arg(long, value_enum, default_value_t)]
    pub format: AnswerFormat,
    /// The system that is to read the text
    ///
    /// Without it the text suits Sage, Singular, Maple, Magma and PARI.
    #[arg(long, value_enum, value_name = "SYSTEM")]
    pub style: Option<Style>,
    /// Write the answer to FILE instead of standard output
    ///
    /// The file appears, or is replaced, when the answer is complete.
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Say in words why the answer is certified, on standard error
    #[arg(long)]
    pub explain: bool,
    /// Say what was done in lines on standard error, or as the key `report` of JSON
    #[arg(long)]
    pub report: bool,
    /// No progress bar
    #[arg(long, hide_short_help = true)]
    pub quiet: bool,
    #[command(flatten)]
    pub timing: Timing,
}

/// How an answer of numbers is written.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct SystemOutput {
    /// Form of the answer
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// Write the answer to FILE instead of standard output
    ///
    /// The file appears, or is replaced, when the answer is complete.
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Say what was done in lines on standard error, or as the key `report` of JSON
    #[arg(long)]
    pub report: bool,
    /// No progress bar
    #[arg(long, hide_short_help = true)]
    pub quiet: bool,
    #[command(flatten)]
    pub timing: Timing,
}

impl From<SystemOutput> for Output {
    fn from(output: SystemOutput) -> Self {
        let SystemOutput { format, output, report, quiet, timing } = output;
        let format = match format {
            Format::Text => AnswerFormat::Text,
            Format::Json => AnswerFormat::Json,
        };
        Output { format, style: None, output, explain: false, report, quiet, timing }
    }
}

/// How a picture is written.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct PictureOutput {
    /// Form of the picture; by the ending of FILE unless given, and SVG on standard output
    #[arg(long, value_enum)]
    pub format: Option<PictureFormat>,
    /// Write the picture to FILE instead of standard output: .svg, .png, or .html for a page that can be moved and enlarged
    ///
    /// The file appears, or is replaced, when the picture is complete.
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// No progress bar
    #[arg(long, hide_short_help = true)]
    pub quiet: bool,
    #[command(flatten)]
    pub timing: Timing,
}

impl From<PictureOutput> for Output {
    fn from(output: PictureOutput) -> Self {
        let PictureOutput { format: _, output, quiet, timing } = output;
        let format = AnswerFormat::Text;
        Output { format, style: None, output, explain: false, report: false, quiet, timing }
    }
}

/// Options of reports of time.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct Timing {
    /// Print a table of the stages' times on standard error
    #[arg(long, hide_short_help = true)]
    pub timings: bool,
    /// Draw the stages' times
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub timings_svg: Option<PathBuf>,
    /// Compute N times, without reading and writing; each wall time is a JSON line on standard error
    #[arg(long, value_name = "N", value_parser = positive, hide_short_help = true)]
    pub repeat: Option<usize>,
}

/// Help of `--format` of plans and lists.
pub const FORMAT_HELP: &str = "Form of what is written to standard output";

/// How a plan is written, and by what its times are predicted.
#[derive(Debug, Args)]
pub struct PlanOutput {
    #[arg(long, value_enum, default_value_t, help = FORMAT_HELP)]
    pub format: Format,
    /// Measure how fast the engines of this machine are anew, a second each
    ///
    /// Otherwise the rates that an earlier plan has measured are taken from $XDG_CACHE_HOME/eliminant or ~/.cache/eliminant, and measured if
    /// they are not there.
    #[arg(long)]
    pub calibrate: bool,
}

/// The form of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PictureFormat {
    Svg,
    Png,
    /// A page that can be moved and enlarged, and needs no other file
    Html,
}

/// The form of a plan, a list or numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Format {
    #[default]
    Text,
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum AnswerFormat {
    #[default]
    Text,
    Json,
    /// Of one polynomial, with checksums; for @FILE, and for programs that read it piece by piece
    Bin,
}
