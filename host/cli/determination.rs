//! Determinants of rational matrices, over the variables in the order asked for.

use super::batch::{self, Line};
use super::describe::Size;
use super::engine_args::DetChoices;
use super::input::{Need, Reading, warn_of_names};
use super::output::Open;
use super::output_args::Output;
use super::polynomial_args::{Matrices, MatrixArgument, Order};
use super::session::{Computation, compute};
use super::status::Failure;
use super::streamed::Streamed;
use eliminant::{
    Control, Determinant, DeterminantPlan, DeterminantReport, ErrorKind, RationalMatrix, RationalPolynomial,
};

/// A matrix whose determinant is asked for.
pub struct Determination<'c> {
    matrix: RationalMatrix,
    choices: &'c DetChoices,
}

impl<'c> Determination<'c> {
    /// Of an argument.
    pub fn new(argument: &MatrixArgument, choices: &'c DetChoices, need: Option<&Need>) -> Result<Self, Failure> {
        let reading = reading(&argument.order, choices);
        let matrix = reading.matrix("MATRIX", &argument.matrix, need)?;
        warn_of_names(matrix.vars(), argument.order.vars.as_deref());
        Determination::of(matrix, argument.characteristic.as_deref(), choices)
    }

    /// Of a matrix, or of `var` I less the matrix.
    fn of(matrix: RationalMatrix, var: Option<&str>, choices: &'c DetChoices) -> Result<Self, Failure> {
        let matrix = match var {
            Some(var) => matrix.characteristic(var).map_err(|error| match error.kind() {
                ErrorKind::Argument { what: "variable", message } => {
                    Failure::usage(format!("the variable of the characteristic polynomial: {message}"))
                }
                _ => error.into(),
            })?,
            None => matrix,
        };
        Ok(Determination { matrix, choices })
    }

    /// The plan of the computation.
    pub fn plan(&self) -> Result<DeterminantPlan, Failure> {
        Ok(Determinant::of_rational(&self.matrix).options(self.choices.options(&Control::default())?).plan()?)
    }
}

fn reading<'a>(order: &'a Order, choices: &DetChoices) -> Reading<'a> {
    Reading { vars: order.vars.as_deref(), memory: choices.exact.engine.memory_limit }
}

/// `eliminant det`.
pub fn determinants(matrices: Matrices, choices: &DetChoices, output: &Output) -> Result<(), Failure> {
    let options = (&choices.exact, &choices.answer);
    let Matrices { matrix, order, characteristic, batch } = matrices;
    match (batch, matrix) {
        (Some(file), _) => {
            let read = |line: &Line| {
                let matrix = line.matrix("matrix", &reading(&order, choices))?;
                Determination::of(matrix, characteristic.as_deref(), choices).map_err(|failure| line.refused(failure))
            };
            let shape = batch::Shape { keys: &["matrix"], optional: &[], answer: "determinant" };
            batch::run(&file, &shape, read, options, output)
        }
        (None, Some(matrix)) => determinant(&MatrixArgument { matrix, order, characteristic }, choices, output),
        // Clap asks for it.
        _ => Err(Failure::usage("a matrix, or --batch FILE")),
    }
}

/// The determinant of one matrix.
pub fn determinant(matrix: &MatrixArgument, choices: &DetChoices, output: &Output) -> Result<(), Failure> {
    compute(|| Determination::new(matrix, choices, None), (&choices.exact, &choices.answer), output)
}

impl Computation for Determination<'_> {
    type Report = DeterminantReport;

    fn is_integral(&self) -> bool {
        self.matrix.is_integral()
    }

    fn run(&self, control: &Control) -> Result<(RationalPolynomial, DeterminantReport), Failure> {
        let answer = Determinant::of_rational(&self.matrix).options(self.choices.options(control)?).run()?;
        Ok((answer.polynomial, answer.report))
    }

    fn write(&self, control: &Control, output: &Output, file: Open<'_>) -> Result<(Size, DeterminantReport), Failure> {
        let options = self.choices.options(control)?;
        let mut sink = Streamed::new(file, output, self.matrix.vars());
        let report = Determinant::of_rational(&self.matrix).options(options).write(&mut sink)?;
        let size = sink.complete(output.report.then_some(&report))?;
        Ok((size, report))
    }
}
