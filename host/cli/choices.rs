//! From the choices of a command line to the library's options.

use super::engine_args::{
    BackendName, CertaintyChoices, CertaintyName, Choices, DetChoices, DetMethodName, EngineChoices, EvaluationName,
    ExactChoices, GcdChoices, GcdMethodName, InterpolationName, LiftName, ListChoices, MethodName, OverQ, WordName,
};
use super::status::Failure;
use super::system_args::{StartName, SystemMethodName};
use eliminant::engine::SystemMethod;
use eliminant::system::StartSystem;
use eliminant::{
    Backend, Certainty, Control, DeterminantMethod, DeterminantOptions, Evaluation, GcdMethod, GcdOptions,
    Interpolation, Lift, ListOptions, Method, ResultantOptions, RunOptions, WordSize,
};

/// -log2 of the probability of a wrong answer, in probabilistic mode, unless given.
const ERROR_EXPONENT: u32 = 80;

impl From<WordName> for WordSize {
    fn from(name: WordName) -> Self {
        match name {
            WordName::Auto => WordSize::Auto,
            WordName::Bits31 => WordSize::Bits31,
            WordName::Bits50 => WordSize::Bits50,
        }
    }
}

impl From<BackendName> for Backend {
    fn from(name: BackendName) -> Self {
        match name {
            BackendName::Auto => Backend::Auto,
            BackendName::Cpu => Backend::Cpu,
            BackendName::Cuda => Backend::Cuda,
        }
    }
}

impl From<MethodName> for Method {
    fn from(name: MethodName) -> Self {
        match name {
            MethodName::Remainder => Method::Remainder,
            MethodName::Schur => Method::Schur,
            MethodName::Schur2010 => Method::Schur2010,
            MethodName::Sylvester => Method::Sylvester,
        }
    }
}

impl From<DetMethodName> for DeterminantMethod {
    fn from(name: DetMethodName) -> Self {
        match name {
            DetMethodName::Auto => DeterminantMethod::Auto,
            DetMethodName::Elimination => DeterminantMethod::Elimination,
            DetMethodName::Condensation => DeterminantMethod::Condensation,
        }
    }
}

impl From<InterpolationName> for Interpolation {
    fn from(name: InterpolationName) -> Self {
        match name {
            InterpolationName::Ntt => Interpolation::Ntt,
            InterpolationName::Vandermonde => Interpolation::Vandermonde,
        }
    }
}

impl From<EvaluationName> for Evaluation {
    fn from(name: EvaluationName) -> Self {
        match name {
            EvaluationName::Auto => Evaluation::Auto,
            EvaluationName::Stockham => Evaluation::Stockham,
        }
    }
}

impl From<LiftName> for Lift {
    fn from(name: LiftName) -> Self {
        match name {
            LiftName::Auto => Lift::Auto,
            LiftName::Crt => Lift::Crt,
            LiftName::MixedRadix => Lift::MixedRadix,
            LiftName::MixedRadixThread => Lift::MixedRadixThread,
        }
    }
}

impl From<GcdMethodName> for GcdMethod {
    fn from(name: GcdMethodName) -> Self {
        match name {
            GcdMethodName::Remainder => GcdMethod::Remainder,
            GcdMethodName::Schur => GcdMethod::Schur,
        }
    }
}

impl From<StartName> for StartSystem {
    fn from(name: StartName) -> Self {
        match name {
            StartName::Auto => StartSystem::Auto,
            StartName::Total => StartSystem::TotalDegree,
            StartName::Polyhedral => StartSystem::Polyhedral,
        }
    }
}

impl From<SystemMethodName> for SystemMethod {
    fn from(name: SystemMethodName) -> Self {
        match name {
            SystemMethodName::Auto => SystemMethod::Auto,
            SystemMethodName::Paper => SystemMethod::Paper,
        }
    }
}

impl EngineChoices {
    /// The choices, with this control.
    pub fn options(&self, control: &Control) -> RunOptions {
        let mut run = RunOptions::default();
        run.backend = self.backend.into();
        run.devices = self.devices.clone();
        run.threads = self.threads;
        run.memory_limit = self.memory_limit;
        run.processes = super::processes::all();
        run.control = control.clone();
        run
    }
}

impl ExactChoices {
    /// The choices, with this control.
    pub fn options(&self, control: &Control) -> RunOptions {
        let mut run = self.engine.options(control);
        run.word = self.word.into();
        run.checkpoint.clone_from(&self.checkpoint);
        run.keep_checkpoint = true;
        run.seed = self.seed;
        run
    }
}

impl GcdChoices {
    /// The choices, with this control.
    pub fn options(&self, control: &Control) -> GcdOptions {
        let mut options = GcdOptions::default();
        options.run = self.exact.options(control);
        options.method = self.method.into();
        options
    }
}

impl Choices {
    /// The choices, with this control.
    ///
    /// # Errors
    /// Of usage, when an error exponent is given for certified answers.
    pub fn options(&self, control: &Control) -> Result<ResultantOptions, Failure> {
        let mut options = ResultantOptions::default();
        options.run = self.exact.options(control);
        options.run.scratch.clone_from(&self.answer.scratch);
        options.method = self.method.into();
        options.interpolation = self.interpolation.into();
        options.evaluation = self.answer.evaluation.into();
        options.lift = self.answer.lift.into();
        options.certainty = self.answer.certainty.chosen()?;
        options.modulus = self.answer.modulus;
        Ok(options)
    }
}

impl DetChoices {
    /// The choices, with this control.
    ///
    /// # Errors
    /// As [`Choices::options`].
    pub fn options(&self, control: &Control) -> Result<DeterminantOptions, Failure> {
        let mut options = DeterminantOptions::default();
        options.run = self.exact.options(control);
        options.run.scratch.clone_from(&self.answer.scratch);
        options.method = self.method.into();
        options.contraction = self.contraction;
        options.evaluation = self.answer.evaluation.into();
        options.lift = self.answer.lift.into();
        options.certainty = self.answer.certainty.chosen()?;
        options.modulus = self.answer.modulus;
        Ok(options)
    }
}

impl OverQ {
    /// The choices, with this control.
    ///
    /// # Errors
    /// As [`Choices::options`].
    pub fn options(&self, control: &Control) -> Result<ListOptions, Failure> {
        let mut options = ListOptions::default();
        options.run = self.exact.options(control);
        options.certainty = self.certainty.chosen()?;
        Ok(options)
    }
}

impl ListChoices {
    /// The choices, with this control.
    ///
    /// # Errors
    /// As [`Choices::options`].
    pub fn options(&self, control: &Control) -> Result<ListOptions, Failure> {
        let mut options = self.over_q.options(control)?;
        options.modulus = self.modulus;
        Ok(options)
    }
}

impl CertaintyChoices {
    /// The certainty asked for.
    ///
    /// # Errors
    /// Of usage, when an error exponent is given for certified answers.
    fn chosen(&self) -> Result<Certainty, Failure> {
        match (self.name, self.error_exponent) {
            (CertaintyName::Certified, None) => Ok(Certainty::Certified),
            (CertaintyName::Certified, Some(_)) => {
                Err(Failure::usage("--error-exponent is for probabilistic answers; add --certainty probabilistic"))
            }
            (CertaintyName::Probabilistic, given) => {
                Ok(Certainty::Probabilistic { error_exponent: given.unwrap_or(ERROR_EXPONENT) })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::{Command, CommandLine};

    #[test]
    fn the_error_exponent_is_for_probabilistic_answers() {
        let certainty = |more: &[&str]| {
            let line = [&["discriminant", "y^2", "--var", "y"], more].concat();
            let line = [&["eliminant"], &line[..]].concat().into_iter().map(Into::into);
            let Command::Discriminant { choices, .. } = CommandLine::try_read(line).unwrap().command else { panic!() };
            choices.answer.certainty.chosen().ok()
        };
        assert_eq!(certainty(&[]), Some(Certainty::Certified));
        assert_eq!(certainty(&["--error-exponent", "9"]), None);
        let probabilistic = |error_exponent| Some(Certainty::Probabilistic { error_exponent });
        assert_eq!(certainty(&["--certainty", "probabilistic"]), probabilistic(80));
        assert_eq!(certainty(&["--certainty", "probabilistic", "--error-exponent", "9"]), probabilistic(9));
    }
}
