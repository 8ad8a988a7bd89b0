//! Determinants of rational matrices, over the variables in the order asked for.

use super::args::{DetChoices, MatrixArgument, Output};
use super::describe::Size;
use super::input::{Need, Reading, warn_of_names};
use super::output::Open;
use super::session::Computation;
use super::status::Failure;
use super::streamed::Streamed;
use eliminant::{Control, Determinant, DeterminantPlan, DeterminantReport, RationalMatrix, RationalPolynomial};

/// A matrix whose determinant is asked for.
pub struct Determination<'c> {
    matrix: RationalMatrix,
    choices: &'c DetChoices,
}

impl<'c> Determination<'c> {
    /// Of an argument.
    pub fn new(argument: &MatrixArgument, choices: &'c DetChoices, need: Option<&Need>) -> Result<Self, Failure> {
        let vars = argument.vars.as_deref();
        let reading = Reading { vars, memory: choices.engine.memory_limit };
        let matrix = reading.matrix("MATRIX", &argument.matrix, need)?;
        warn_of_names(matrix.vars(), vars);
        let matrix = match &argument.characteristic {
            Some(var) => matrix.characteristic(var)?,
            None => matrix,
        };
        Ok(Determination { matrix, choices })
    }

    /// What a computation would do.
    pub fn plan(&self) -> Result<DeterminantPlan, Failure> {
        Ok(Determinant::of_rational(&self.matrix).options(self.choices.options(&Control::default())?).plan()?)
    }
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
        let mut sink = Streamed::new(file, output.format, self.matrix.vars());
        let report = Determinant::of_rational(&self.matrix).options(options).write(&mut sink)?;
        let size = sink.complete(output.report.then_some(&report))?;
        Ok((size, report))
    }
}
