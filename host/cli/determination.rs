//! Determinants of rational matrices, over the variables in the order asked for.

use super::batch::{self, Line, Refusal, Shape};
use super::describe::Size;
use super::divided;
use super::engine_args::DetChoices;
use super::input::{Need, Reading, warn_of_names};
use super::output::Open;
use super::output_args::Output;
use super::polynomial_args::{Matrices, MatrixArgument, Order};
use super::session::{Computation, compute};
use super::status::Failure;
use super::streamed::Streamed;
use eliminant::poly::{RationalFunction, RationalFunctionMatrix};
use eliminant::{Control, Determinant, DeterminantPlan, DeterminantReport, ErrorKind, RationalMatrix};

/// A matrix whose determinant is asked for.
pub struct Determination<'c> {
    matrix: Given,
    choices: &'c DetChoices,
}

/// A matrix by its entries. Rational functions need more room than polynomials, and are divided.
enum Given {
    Polynomials(RationalMatrix),
    Functions(RationalFunctionMatrix),
}

impl<'c> Determination<'c> {
    /// Of an argument.
    pub fn new(argument: &MatrixArgument, choices: &'c DetChoices, need: Option<&Need>) -> Result<Self, Failure> {
        let reading = reading(&argument.order, choices);
        let matrix = reading.matrix("MATRIX", &argument.matrix, need)?;
        warn_of_names(matrix.vars(), argument.order.vars.as_deref());
        let determination = Determination::of(matrix, argument.characteristic.as_deref(), choices)?;
        if determination.is_divided() {
            divided::of_matrix();
        }
        Ok(determination)
    }

    /// Of a matrix, or of `var` I less the matrix.
    fn of(matrix: RationalFunctionMatrix, var: Option<&str>, choices: &'c DetChoices) -> Result<Self, Failure> {
        let matrix = match var {
            Some(var) => matrix.characteristic(var).map_err(|error| match error.kind() {
                ErrorKind::Argument { what: "variable", message } => {
                    Failure::usage(format!("the variable of the characteristic polynomial: {message}"))
                }
                _ => error.into(),
            })?,
            None => matrix,
        };
        let matrix = matrix.to_polynomials().map_or(Given::Functions(matrix), Given::Polynomials);
        Ok(Determination { matrix, choices })
    }

    /// The plan of the computation.
    pub fn plan(&self) -> Result<DeterminantPlan, Failure> {
        let options = self.choices.options(&Control::default())?;
        Ok(match &self.matrix {
            Given::Polynomials(matrix) => Determinant::of_rational(matrix).options(options).plan()?,
            Given::Functions(matrix) => Determinant::of_functions(matrix).options(options).plan()?,
        })
    }
}

fn reading<'a>(order: &'a Order, choices: &DetChoices) -> Reading<'a> {
    Reading { vars: order.vars.as_deref(), memory: choices.exact.engine.memory_limit }
}

/// The lines of batches, whose answers are called `answer`.
pub const fn shape(answer: &'static str) -> Shape {
    Shape { keys: &["matrix"], optional: &[], answer }
}

/// The matrix of a line.
pub fn of_line<'c>(
    line: &Line,
    matrices: &Matrices,
    choices: &'c DetChoices,
    need: Option<&Need>,
) -> Result<Determination<'c>, Refusal> {
    let matrix = line.matrix("matrix", &reading(&matrices.order, choices), need)?;
    Determination::of(matrix, matrices.characteristic.as_deref(), choices).map_err(|failure| line.refused(failure))
}

/// `eliminant det` and `eliminant charpoly`, whose answers are called `answer`.
pub fn determinants(
    answer: &'static str,
    matrices: Matrices,
    choices: &DetChoices,
    output: &Output,
) -> Result<(), Failure> {
    let options = (&choices.exact, &choices.answer);
    match &matrices.batch {
        Some(file) => {
            batch::run_functions(file, &shape(answer), |line| of_line(line, &matrices, choices, None), options, output)
        }
        None => {
            let matrix = matrices.one()?;
            compute(|| Determination::new(&matrix, choices, None), options, output)
        }
    }
}

impl Computation for Determination<'_> {
    type Report = DeterminantReport;

    fn is_integral(&self) -> bool {
        matches!(&self.matrix, Given::Polynomials(matrix) if matrix.is_integral())
    }

    fn is_divided(&self) -> bool {
        matches!(self.matrix, Given::Functions(_))
    }

    fn run(&self, control: &Control) -> Result<(RationalFunction, DeterminantReport), Failure> {
        let options = self.choices.options(control)?;
        match &self.matrix {
            Given::Polynomials(matrix) => {
                let answer = Determinant::of_rational(matrix).options(options).run()?;
                Ok((answer.polynomial.into(), answer.report))
            }
            Given::Functions(matrix) => {
                let answer = Determinant::of_functions(matrix).options(options).run()?;
                Ok((answer.polynomial, answer.report))
            }
        }
    }

    fn write(&self, control: &Control, output: &Output, file: Open<'_>) -> Result<(Size, DeterminantReport), Failure> {
        let Given::Polynomials(matrix) = &self.matrix else {
            return Err(Failure::usage("a rational function is not written term by term"));
        };
        let options = self.choices.options(control)?;
        let mut sink = Streamed::new(file, output, matrix.vars());
        let report = Determinant::of_rational(matrix).options(options).write(&mut sink)?;
        let size = sink.complete(output.report.then_some(&report))?;
        Ok((size, report))
    }
}
