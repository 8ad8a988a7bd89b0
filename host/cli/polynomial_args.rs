//! Arguments that are polynomials and matrices, with the variables they have.

use super::command_line::unshielded;
use super::status::Failure;
use clap::Args;
use eliminant::option_text::modulus;
use std::convert::Infallible;

/// A variable in any of its spellings.
#[expect(clippy::unnecessary_wraps, reason = "clap wants a result")]
pub fn name(text: &str) -> Result<String, Infallible> {
    Ok(eliminant::poly::name_of(text))
}

/// The names of variables.
#[derive(Debug, Args)]
pub struct Names {
    /// The variable to eliminate; may be left out where there is only one
    #[arg(long, value_name = "NAME", value_parser = name)]
    pub var: Option<String>,
    #[command(flatten)]
    pub order: Order,
}

/// The order of variables.
#[derive(Debug, Args)]
pub struct Order {
    /// All variables in the order of the output; alphabetical unless given
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = name)]
    pub vars: Option<Vec<String>>,
}

/// Which subresultants.
#[derive(Debug, Args)]
pub struct Asked {
    /// The principal coefficients alone: those of y^k in S_k
    #[arg(long, conflicts_with = "index")]
    pub principal: bool,
    /// S_K alone
    #[arg(long, value_name = "K")]
    pub index: Option<u32>,
}

/// Two polynomials, one variable of which is eliminated, or a file of them.
#[derive(Debug, Args)]
pub struct Pairs {
    /// The first polynomial, or a list of both: [F, G]
    #[arg(value_name = "F", value_parser = unshielded, required_unless_present = "batch")]
    pub f: Option<String>,
    /// The second polynomial
    #[arg(value_name = "G", value_parser = unshielded)]
    pub g: Option<String>,
    /// Too many, for a message that says so
    #[arg(hide = true, value_parser = unshielded)]
    pub more: Vec<String>,
    #[command(flatten)]
    pub names: Names,
    /// A file of pairs, or - for standard input: lines {"f":"...","g":"..."}, also with "var"
    ///
    /// --var stands in for a missing "var". Answers are lines of JSON in the same order, such as {"resultant":"..."}, or {"error":"..."}: a line that is refused does not spoil the others.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["f", "g"])]
    pub batch: Option<String>,
}

impl Pairs {
    /// The first argument of a command, and the second one where the first is no list of both.
    ///
    /// # Errors
    /// Of usage, where there are more.
    pub fn one(&self, command: &str) -> Result<(&str, Option<&str>), Failure> {
        match &self.f {
            Some(f) if self.more.is_empty() => Ok((f, self.g.as_deref())),
            Some(_) => Err(no_pair(command, 2 + self.more.len())),
            // Clap asks for it.
            None => Err(no_pair(command, 0)),
        }
    }
}

/// Why a command that takes two polynomials does not take so many.
pub fn no_pair(command: &str, found: usize) -> Failure {
    let advice = match found {
        0 | 1 => format!("eliminant {command} F G --var NAME"),
        _ => "eliminate from two at a time, or find common zeros with eliminant solve-system 'F; G; ..'".to_owned(),
    };
    let are = if found == 1 { "1 is".to_owned() } else { format!("{found} are") };
    Failure::usage(format!("{command} {} two polynomials, and {are} given: {advice}", takes(command)))
}

/// The verb of a command, of which some are called by a plural.
pub fn takes(command: &str) -> &'static str {
    if command.ends_with('s') { "take" } else { "takes" }
}

/// One polynomial, one variable of which is eliminated, or a file of them.
#[derive(Debug, Args)]
pub struct Singles {
    /// The polynomial
    #[arg(value_name = "F", value_parser = unshielded, required_unless_present = "batch")]
    pub f: Option<String>,
    /// Too many, for a message that says so
    #[arg(hide = true, value_parser = unshielded)]
    pub more: Vec<String>,
    #[command(flatten)]
    pub names: Names,
    /// A file of polynomials, or - for standard input: lines {"f":"..."}, also with "var"
    ///
    /// --var stands in for a missing "var". Answers are lines of JSON in the same order, such as {"discriminant":"..."}, or {"error":"..."}: a line that is refused does not spoil the others.
    #[arg(long, value_name = "FILE", conflicts_with = "f")]
    pub batch: Option<String>,
}

impl Singles {
    /// The one polynomial of a command.
    ///
    /// # Errors
    /// Of usage, where there are more.
    pub fn one(&self, command: &str) -> Result<&str, Failure> {
        match (&self.f, self.more.len()) {
            (Some(f), 0) => Ok(f),
            // Clap asks for it.
            (None, _) => Err(Failure::usage("a polynomial, or --batch FILE")),
            (Some(_), more) => Err(Failure::usage(format!(
                "{command} takes one polynomial, and {} are given: eliminant resultant F G eliminates a variable from two, and \
                 eliminant {command} --batch FILE takes many",
                1 + more
            ))),
        }
    }
}

/// One polynomial, and the variable of its powers.
#[derive(Debug, Args)]
pub struct ContentArgument {
    /// The polynomial
    #[arg(value_name = "F", value_parser = unshielded)]
    pub f: String,
    /// The variable: the coefficients are those of its powers; may be left out where there is only one
    #[arg(long, value_name = "NAME", value_parser = name)]
    pub var: Option<String>,
    #[command(flatten)]
    pub order: Order,
}

/// One polynomial.
#[derive(Debug, Args)]
pub struct SquarefreeArgument {
    /// The polynomial
    #[arg(value_name = "F", value_parser = unshielded)]
    pub f: String,
    #[command(flatten)]
    pub order: Order,
}

/// A matrix: its determinant, or its characteristic polynomial in a variable.
pub struct MatrixArgument {
    pub matrix: String,
    pub order: Order,
    pub characteristic: Option<String>,
}

/// A matrix, or a file of them.
#[derive(Debug, Args)]
pub struct Matrices {
    /// The matrix: text, @FILE or FILE, or -
    #[arg(value_name = "MATRIX", value_parser = unshielded, required_unless_present = "batch")]
    pub matrix: Option<String>,
    #[command(flatten)]
    pub order: Order,
    /// The characteristic polynomial det(VAR I - MATRIX) in place of the determinant
    #[arg(long, value_name = "VAR")]
    pub characteristic: Option<String>,
    /// A file of matrices, or - for standard input: lines {"matrix":"..."}
    ///
    /// A matrix is text, as in {"matrix":"[[x, 1], [2, y]]"}. Answers are lines {"determinant":"..."} in the
    /// same order, or {"error":"..."}: a line that is refused does not spoil the others.
    #[arg(long, value_name = "FILE", conflicts_with = "matrix")]
    pub batch: Option<String>,
}

impl Matrices {
    /// The one matrix there is.
    ///
    /// # Errors
    /// Of usage where there is none, which clap refuses.
    pub fn one(self) -> Result<MatrixArgument, Failure> {
        let Matrices { matrix, order, characteristic, .. } = self;
        match matrix {
            Some(matrix) => Ok(MatrixArgument { matrix, order, characteristic }),
            None => Err(Failure::usage("a matrix, or --batch FILE")),
        }
    }
}

/// A matrix or a file of them, and the variable of the characteristic polynomials.
#[derive(Debug, Args)]
pub struct CharpolyArguments {
    /// The matrix: text, @FILE or FILE, or -
    #[arg(value_name = "MATRIX", value_parser = unshielded, required_unless_present = "batch")]
    pub matrix: Option<String>,
    /// The variable of the characteristic polynomial, which the matrix does not have
    #[arg(long, value_name = "NAME", default_value = "t", value_parser = name)]
    pub var: String,
    #[command(flatten)]
    pub order: Order,
    /// A file of matrices, or - for standard input: lines {"matrix":"..."}
    ///
    /// A matrix is text, as in {"matrix":"[[x, 1], [2, y]]"}. Answers are lines {"characteristic_polynomial":"..."} in the
    /// same order, or {"error":"..."}: a line that is refused does not spoil the others.
    #[arg(long, value_name = "FILE", conflicts_with = "matrix")]
    pub batch: Option<String>,
}

impl From<CharpolyArguments> for Matrices {
    /// The matrices whose determinants they are.
    fn from(CharpolyArguments { matrix, var, order, batch }: CharpolyArguments) -> Self {
        Matrices { matrix, order, characteristic: Some(var), batch }
    }
}

/// A matrix, or a file of them.
#[derive(Debug, Args)]
pub struct PlainMatrix {
    /// The matrix: text, @FILE or FILE, or -
    #[arg(value_name = "MATRIX", value_parser = unshielded, required_unless_present = "batch")]
    pub matrix: Option<String>,
    #[command(flatten)]
    pub order: Order,
    /// A file of matrices, or - for standard input: lines {"matrix":"..."}
    ///
    /// Answers are lines of JSON in the same order, or {"error":"..."}: a line that is refused does not spoil the others.
    #[arg(long, value_name = "FILE", conflicts_with = "matrix")]
    pub batch: Option<String>,
}

/// A matrix and right sides, or a file of them.
#[derive(Debug, Args)]
pub struct SystemOfEquations {
    /// The matrix: text, @FILE or FILE, or -
    #[arg(value_name = "MATRIX", value_parser = unshielded, required_unless_present = "batch")]
    pub matrix: Option<String>,
    /// The right side: a list, [1, x], or a matrix with a column for each of several
    #[arg(value_name = "RIGHT", value_parser = unshielded, required_unless_present = "batch")]
    pub right: Option<String>,
    #[command(flatten)]
    pub order: Order,
    /// A file of systems, or - for standard input: lines {"matrix":"...","right":"..."}
    ///
    /// Answers are lines of JSON in the same order, or {"error":"..."}: a line that is refused does not spoil the others.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["matrix", "right"])]
    pub batch: Option<String>,
}

/// Two polynomials, all variables of which count, or a file of them.
#[derive(Debug, Args)]
pub struct PlainPair {
    /// The first polynomial, or a list of both: [F, G]
    #[arg(value_name = "F", value_parser = unshielded, required_unless_present = "batch")]
    pub f: Option<String>,
    /// The second polynomial
    #[arg(value_name = "G", value_parser = unshielded)]
    pub g: Option<String>,
    #[command(flatten)]
    pub order: Order,
    /// A file of pairs, or - for standard input: lines {"f":"...","g":"..."}
    ///
    /// Answers are lines of JSON in the same order, or {"error":"..."}: a line that is refused does not spoil the others.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["f", "g"])]
    pub batch: Option<String>,
}

/// Two polynomials or more whose GCD is planned, or a file of pairs.
#[derive(Debug, Args)]
pub struct PlannedGcds {
    /// The polynomials, two or more, or a list of them: [F, G]
    #[arg(value_name = "F", value_parser = unshielded, required_unless_present = "batch")]
    pub polynomials: Vec<String>,
    /// A file of pairs, or - for standard input: lines {"f":"...","g":"..."}
    #[arg(long, value_name = "FILE", conflicts_with = "polynomials")]
    pub batch: Option<String>,
    #[command(flatten)]
    pub order: Order,
}

/// Two polynomials or more, or a file of pairs.
#[derive(Debug, Args)]
pub struct GcdArguments {
    /// The polynomials, two or more, or a list of them: [F, G]
    #[arg(value_name = "F", value_parser = unshielded, required_unless_present = "batch")]
    pub polynomials: Vec<String>,
    /// A file of pairs, or - for standard input: lines {"f":"...","g":"..."}
    ///
    /// Answers are lines {"gcd":"..."} in the same order, or
    /// {"error":"..."}: a line that is refused does not spoil the others. A GPU computes pairs of similar size together.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["polynomials", "cofactors"])]
    pub batch: Option<String>,
    /// Also F and G divided by the greatest common divisor, on lines of their own
    #[arg(long)]
    pub cofactors: bool,
    /// Of F and G modulo the prime P of at most 256 bits: with the leading coefficient 1 and others from 0 to P - 1
    #[arg(long, value_name = "P", value_parser = modulus)]
    pub modulus: Option<eliminant::Modulus>,
    #[command(flatten)]
    pub order: Order,
}

/// Two polynomials or more.
#[derive(Debug, Args)]
pub struct LcmArguments {
    /// The polynomials, two or more, or a list of them: [F, G]
    #[arg(value_name = "F", value_parser = unshielded, required = true)]
    pub polynomials: Vec<String>,
    #[command(flatten)]
    pub order: Order,
}

/// A modulus of polynomials.
#[derive(Debug, Args)]
pub struct ModulusArgument {
    /// Modulo the prime P of at most 256 bits: with the leading coefficients 1 and others from 0 to P - 1
    #[arg(long, value_name = "P", value_parser = modulus)]
    pub modulus: Option<eliminant::Modulus>,
}
