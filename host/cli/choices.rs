//! From the choices of a command line to the library's options.

use super::args::{
    BackendName, CertaintyName, Choices, EngineChoices, GcdChoices, GcdMethodName, InterpolationName, LiftName,
    MethodName, WordName,
};
use super::status::Failure;
use eliminant::{
    Backend, Certainty, Control, GcdMethod, GcdOptions, Interpolation, Lift, Method, ResultantOptions, RunOptions,
    WordSize,
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

impl From<LiftName> for Lift {
    fn from(name: LiftName) -> Self {
        match name {
            LiftName::Auto => Lift::Auto,
            LiftName::Crt => Lift::Crt,
            LiftName::MixedRadix => Lift::MixedRadix,
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

impl EngineChoices {
    /// The choices, with this control.
    pub fn options(&self, control: &Control) -> RunOptions {
        let mut run = RunOptions::default();
        run.backend = self.backend.into();
        run.devices = self.devices.clone();
        run.threads = self.threads;
        run.word = self.word.into();
        run.memory_limit = self.memory_limit;
        run.seed = self.seed;
        run.control = control.clone();
        run
    }
}

impl GcdChoices {
    /// The choices, with this control.
    pub fn options(&self, control: &Control) -> GcdOptions {
        let mut options = GcdOptions::default();
        options.run = self.engine.options(control);
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
        let message = "--error-exponent is for probabilistic answers; add --certainty probabilistic";
        let mut options = ResultantOptions::default();
        options.run = self.engine.options(control);
        options.run.scratch.clone_from(&self.scratch);
        options.method = self.method.into();
        options.interpolation = self.interpolation.into();
        options.lift = self.lift.into();
        options.certainty = self.certainty().ok_or_else(|| Failure::usage(message))?;
        options.modulus = self.modulus;
        Ok(options)
    }

    /// The certainty asked for; `None` when an error exponent is given for certified answers.
    fn certainty(&self) -> Option<Certainty> {
        match (self.certainty, self.error_exponent) {
            (CertaintyName::Certified, None) => Some(Certainty::Certified),
            (CertaintyName::Certified, Some(_)) => None,
            (CertaintyName::Probabilistic, given) => {
                Some(Certainty::Probabilistic { error_exponent: given.unwrap_or(ERROR_EXPONENT) })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::{Command, CommandLine};
    use clap::Parser;

    #[test]
    fn the_error_exponent_is_for_probabilistic_answers() {
        let certainty = |more: &[&str]| {
            let line = [&["discriminant", "y^2", "--var", "y"], more].concat();
            let Command::Discriminant { choices, .. } =
                CommandLine::try_parse_from([&["eliminant"], &line[..]].concat()).unwrap().command
            else {
                panic!()
            };
            choices.certainty()
        };
        assert_eq!(certainty(&[]), Some(Certainty::Certified));
        assert_eq!(certainty(&["--error-exponent", "9"]), None);
        let probabilistic = |error_exponent| Some(Certainty::Probabilistic { error_exponent });
        assert_eq!(certainty(&["--certainty", "probabilistic"]), probabilistic(80));
        assert_eq!(certainty(&["--certainty", "probabilistic", "--error-exponent", "9"]), probabilistic(9));
    }
}
