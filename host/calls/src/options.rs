//! Options of a call as pairs of names and texts.

use crate::operation::Operation;
use eliminant::Modulus;
use eliminant::option_text::{devices, memory_size, modulus, positive};
use eliminant::{
    Backend, Certainty, Control, DeterminantMethod, DeterminantOptions, Error, ErrorKind, Evaluation, GcdMethod,
    GcdOptions, Interpolation, Lift, ListOptions, Method, Result, ResultantOptions, RunOptions,
};

/// -log2 of the probability of a wrong answer, in probabilistic mode, unless given.
const ERROR_EXPONENT: u32 = 80;

/// The options of an operation. Those that are not set have their defaults.
#[derive(Debug, Clone)]
pub struct Options {
    operation: Operation,
    run: RunOptions,
    method: Option<String>,
    certainty: Certainty,
    error_exponent: Option<u32>,
    modulus: Option<Modulus>,
    evaluation: Evaluation,
    lift: Lift,
    interpolation: Interpolation,
    contraction: bool,
    cofactors: bool,
    principal: bool,
    certify: Option<bool>,
    index: Option<u32>,
}

/// The error of an option that cannot have this value.
fn wrong(name: &'static str, value: &str, right: &str) -> Error {
    ErrorKind::Argument { what: name, message: format!("is {value}; {right}") }.into()
}

/// The value of this name.
fn choice<T: Copy>(name: &'static str, value: &str, all: &[(&str, T)]) -> Result<T> {
    let found = all.iter().find(|(known, _)| *known == value);
    found.map(|(_, choice)| *choice).ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|(known, _)| *known).collect();
        wrong(name, value, &format!("write {}", names.join(" or ")))
    })
}

/// `true` and `false`, in any case.
fn is_wanted(name: &'static str, value: &str) -> Result<bool> {
    match value {
        "true" | "True" | "1" => Ok(true),
        "false" | "False" | "0" => Ok(false),
        _ => Err(wrong(name, value, "write true or false")),
    }
}

/// Sets a choice of where and how something is computed; `false` where the name is none of them.
///
/// # Errors
/// `Argument` when it has no such value.
pub fn set_run(run: &mut RunOptions, name: &str, value: &str) -> Result<bool> {
    match name {
        "backend" => {
            let all = [("auto", Backend::Auto), ("cpu", Backend::Cpu), ("cuda", Backend::Cuda), ("gpu", Backend::Cuda)];
            run.backend = choice("backend", value, &all)?;
        }
        "devices" => run.devices = devices(value).map_err(|right| wrong("devices", value, &right))?,
        "threads" => run.threads = Some(positive(value).map_err(|right| wrong("threads", value, &right))?),
        "memory_limit" => {
            run.memory_limit = Some(memory_size(value).map_err(|right| wrong("memory_limit", value, &right))?);
        }
        "checkpoint" => run.checkpoint = Some(value.into()),
        "scratch" => run.scratch = Some(value.into()),
        "seed" => {
            let seed = value.parse().map_err(|_| wrong("seed", value, "write an integer from 0 to 2^64 - 1"))?;
            run.seed = Some(seed);
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// The choices of how integers are recovered.
const LIFTS: &[(&str, Lift)] = &[
    ("auto", Lift::Auto),
    ("crt", Lift::Crt),
    ("mixed-radix", Lift::MixedRadix),
    ("mixed-radix-thread", Lift::MixedRadixThread),
];

impl Options {
    /// The defaults.
    pub fn new(operation: Operation) -> Self {
        Options {
            operation,
            run: RunOptions::default(),
            method: None,
            certainty: Certainty::default(),
            error_exponent: None,
            modulus: None,
            evaluation: Evaluation::default(),
            lift: Lift::default(),
            interpolation: Interpolation::default(),
            contraction: false,
            cofactors: false,
            principal: false,
            certify: None,
            index: None,
        }
    }

    /// Sets the option `name`, whose values are written as on the command line of the program: `cpu`, `8G`, `0,1`.
    ///
    /// # Errors
    /// `Argument` when the operation has no such option, or the option no such value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        let Some(name) = self.operation.options().find(|known| *known == name) else {
            let known: Vec<&str> = self.operation.options().collect();
            let message = format!("`{name}` is none of {}; it has {}", self.operation.name(), known.join(", "));
            return Err(ErrorKind::Argument { what: "option", message }.into());
        };
        let told = |right: String| wrong(name, value, &right);
        if set_run(&mut self.run, name, value)? {
            return Ok(());
        }
        match name {
            "modulus" => self.modulus = Some(modulus(value).map_err(told)?),
            "certainty" => {
                let probabilistic = Certainty::Probabilistic { error_exponent: ERROR_EXPONENT };
                let all = [("certified", Certainty::Certified), ("probabilistic", probabilistic)];
                self.certainty = choice(name, value, &all)?;
            }
            "error_exponent" => {
                let exponent = value.parse().map_err(|_| told("write an integer from 0".to_owned()))?;
                self.error_exponent = Some(exponent);
            }
            "evaluation" => {
                let all = [Evaluation::Auto, Evaluation::Stockham].map(|evaluation| (evaluation.name(), evaluation));
                self.evaluation = choice(name, value, &all)?;
            }
            "lift" => self.lift = choice(name, value, LIFTS)?,
            "interpolation" => {
                let all = [Interpolation::Ntt, Interpolation::Vandermonde].map(|method| (method.name(), method));
                self.interpolation = choice(name, value, &all)?;
            }
            "contraction" => self.contraction = is_wanted(name, value)?,
            "cofactors" => self.cofactors = is_wanted(name, value)?,
            "principal" => self.principal = is_wanted(name, value)?,
            "certify" => self.certify = Some(is_wanted(name, value)?),
            "index" => {
                let index = value.parse().map_err(|_| told("write an integer from 0".to_owned()))?;
                self.index = Some(index);
            }
            // The table of the operation has no other name.
            _ => {
                let given = Options { method: Some(value.to_owned()), ..self.clone() };
                given.check_method()?;
                self.method = given.method;
            }
        }
        Ok(())
    }

    /// Refuses a method that the operation does not have.
    fn check_method(&self) -> Result<()> {
        use Operation::*;
        match self.operation {
            Resultant | Discriminant => self.resultant_method().map(drop),
            Determinant | CharacteristicPolynomial => self.determinant_method().map(drop),
            _ => self.gcd_method().map(drop),
        }
    }

    /// The options with a control of the computation.
    pub fn with_control(&self, control: &Control) -> Options {
        let mut options = self.clone();
        options.run.control = control.clone();
        options
    }

    /// The certainty that was asked for.
    ///
    /// # Errors
    /// `Argument` when an error exponent is given for certified answers.
    fn certainty(&self) -> Result<Certainty> {
        match (self.certainty, self.error_exponent) {
            (certainty, None) => Ok(certainty),
            (Certainty::Probabilistic { .. }, Some(error_exponent)) => Ok(Certainty::Probabilistic { error_exponent }),
            (_, Some(_)) => {
                let message = "is for probabilistic answers; add certainty=\"probabilistic\"".to_owned();
                Err(ErrorKind::Argument { what: "error_exponent", message }.into())
            }
        }
    }

    /// Where and how it is computed.
    pub(crate) fn run(&self) -> &RunOptions {
        &self.run
    }

    /// The prime modulo which the answer is wanted.
    pub(crate) fn modulus(&self) -> Option<Modulus> {
        self.modulus
    }

    /// Whether cofactors are wanted.
    pub(crate) fn cofactors(&self) -> bool {
        self.cofactors
    }

    /// Whether principal coefficients are wanted.
    pub(crate) fn principal(&self) -> bool {
        self.principal
    }

    /// Whether a rank is to be certified, where that is said.
    pub(crate) fn certify(&self) -> Option<bool> {
        self.certify
    }

    /// The number of the subresultant that is wanted.
    pub(crate) fn index(&self) -> Option<u32> {
        self.index
    }

    /// Whether a folder of checkpoints is set.
    pub fn has_checkpoint(&self) -> bool {
        self.run.checkpoint.is_some()
    }

    fn resultant_method(&self) -> Result<Method> {
        let all = [Method::Remainder, Method::Schur, Method::Schur2010, Method::Sylvester]
            .map(|method| (method.name(), method));
        self.method.as_deref().map_or(Ok(Method::default()), |method| choice("method", method, &all))
    }

    fn determinant_method(&self) -> Result<DeterminantMethod> {
        use DeterminantMethod::{Auto, Condensation, Elimination};
        let all = [Auto, Elimination, Condensation].map(|method| (method.name(), method));
        self.method.as_deref().map_or(Ok(Auto), |method| choice("method", method, &all))
    }

    fn gcd_method(&self) -> Result<GcdMethod> {
        let all = [GcdMethod::Remainder, GcdMethod::Schur].map(|method| (method.name(), method));
        self.method.as_deref().map_or(Ok(GcdMethod::default()), |method| choice("method", method, &all))
    }

    /// Those of a resultant.
    pub(crate) fn of_resultant(&self) -> Result<ResultantOptions> {
        let mut options = ResultantOptions::default();
        options.run = self.run.clone();
        options.interpolation = self.interpolation;
        options.evaluation = self.evaluation;
        options.lift = self.lift;
        options.certainty = self.certainty()?;
        options.modulus = self.modulus;
        options.method = self.resultant_method()?;
        Ok(options)
    }

    /// Those of a determinant.
    pub(crate) fn of_determinant(&self) -> Result<DeterminantOptions> {
        let mut options = DeterminantOptions::default();
        options.run = self.run.clone();
        options.contraction = self.contraction;
        options.evaluation = self.evaluation;
        options.lift = self.lift;
        options.certainty = self.certainty()?;
        options.modulus = self.modulus;
        options.method = self.determinant_method()?;
        Ok(options)
    }

    /// Those of several polynomials.
    pub(crate) fn of_list(&self) -> Result<ListOptions> {
        let mut options = ListOptions::default();
        options.run = self.run.clone();
        options.lift = self.lift;
        options.certainty = self.certainty()?;
        options.modulus = self.modulus;
        Ok(options)
    }

    /// Those of a GCD.
    pub(crate) fn of_gcd(&self) -> Result<GcdOptions> {
        let mut options = GcdOptions::default();
        options.run = self.run.clone();
        options.method = self.gcd_method()?;
        Ok(options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_of_every_operation_is_known() {
        let values = [
            ("backend", "cpu"),
            ("devices", "0,1"),
            ("threads", "2"),
            ("memory_limit", "2G"),
            ("checkpoint", "folder"),
            ("scratch", "folder"),
            ("seed", "7"),
            ("certainty", "probabilistic"),
            ("error_exponent", "20"),
            ("modulus", "2^31-1"),
            ("evaluation", "stockham"),
            ("lift", "crt"),
            ("interpolation", "vandermonde"),
            ("contraction", "true"),
            ("cofactors", "true"),
            ("principal", "true"),
            ("certify", "true"),
            ("index", "2"),
        ];
        for operation in Operation::ALL {
            assert_eq!(Operation::of_name(operation.name()), Some(operation));
            let mut options = Options::new(operation);
            for name in operation.options() {
                let value = values.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
                let value = value.unwrap_or(if operation.is_of_matrix() { "condensation" } else { "schur" });
                options.set(name, value).unwrap_or_else(|error| panic!("{name}: {error}"));
            }
            assert_eq!(options.run.seed, Some(7));
        }
    }

    #[test]
    fn wrong_options_are_named() {
        let message =
            |operation, name: &str, value: &str| Options::new(operation).set(name, value).unwrap_err().to_string();
        let none = message(Operation::Lcm, "modulus", "7");
        assert!(none.starts_with("option: `modulus` is none of lcm; it has backend, devices, "), "{none}");
        assert_eq!(message(Operation::Gcd, "backend", "gpus"), "backend: is gpus; write auto or cpu or cuda or gpu");
        assert_eq!(message(Operation::Gcd, "threads", "0"), "threads: is 0; write an integer from 1");
        assert_eq!(message(Operation::Gcd, "method", "sylvester"), "method: is sylvester; write remainder or schur");
        let mut exponent = Options::new(Operation::Resultant);
        exponent.set("error_exponent", "9").unwrap();
        assert!(exponent.of_resultant().unwrap_err().to_string().contains("probabilistic"));
    }
}
