//! Resultants and discriminants of rational polynomials, over the variables in the order asked for.

use super::batch::{self, Line, Refusal, Shape};
use super::describe::Size;
use super::divided::Input;
use super::engine_args::Choices;
use super::input::{Need, Reading, function_over, one_standard_input, warn_of_names};
use super::output::Open;
use super::output_args::Output;
use super::polynomial_args::{Names, Order, Pairs, Singles, no_pair};
use super::session::{Computation, compute};
use super::status::Failure;
use super::streamed::Streamed;
use super::variable::{Typed, variable};
use eliminant::poly::{RationalFunction, union_vars};
use eliminant::shorten::{shortened, shortened_list};
use eliminant::{Control, Discriminant, Resultant, ResultantPlan, ResultantReport};

/// The variable that is eliminated, and the polynomials.
pub struct Elimination<'c> {
    f: RationalFunction,
    /// `None` for a discriminant.
    g: Option<RationalFunction>,
    var: String,
    /// The other variables, in the order of the output.
    kept: Vec<String>,
    choices: &'c Choices,
}

impl<'c> Elimination<'c> {
    /// The resultant of two arguments, or of one that is a list of two.
    pub fn resultant(pairs: &Pairs, choices: &'c Choices, need: Option<&Need>) -> Result<Self, Failure> {
        let (names, reading) = (&pairs.names, reading(&pairs.names, choices));
        let (first, second) = pairs.one("resultant")?;
        let mut arguments = vec![("F", first)];
        arguments.extend(second.map(|second| ("G", second)));
        one_standard_input(&arguments)?;
        let (f, g) = match second {
            Some(second) => (reading.function("F", first, need)?, reading.function("G", second, need)?),
            None => match <[RationalFunction; 2]>::try_from(reading.functions("F", first, need)?) {
                Ok([f, g]) => (f, g),
                Err(list) => return Err(no_pair("resultant", list.len())),
            },
        };
        let typed = Typed { command: "resultant", arguments: &arguments };
        let vars = union_vars(f.numerator().numerator(), g.numerator().numerator());
        let var = chosen(names, &vars, &typed)?;
        let is_modular = choices.answer.modulus.is_some();
        let [f, g] = Input { answer: "resultant", var: &var, is_modular }.prepared([("F", f), ("G", g)]);
        Elimination::new((f, Some(g)), vars, names, choices, &typed)
    }

    /// The discriminant of an argument.
    pub fn discriminant(singles: &Singles, choices: &'c Choices, need: Option<&Need>) -> Result<Self, Failure> {
        let (f, names) = (singles.one("discriminant")?, &singles.names);
        let typed = Typed { command: "discriminant", arguments: &[("F", f)] };
        let f = reading(names, choices).function("F", f, need)?;
        let vars = f.vars().to_vec();
        let var = chosen(names, &vars, &typed)?;
        let is_modular = choices.answer.modulus.is_some();
        let [f] = Input { answer: "discriminant", var: &var, is_modular }.prepared([("F", f)]);
        Elimination::new((f, None), vars, names, choices, &typed)
    }

    /// Of one function or two, which have the variables `vars`.
    fn new(
        (f, g): (RationalFunction, Option<RationalFunction>),
        vars: Vec<String>,
        names: &Names,
        choices: &'c Choices,
        typed: &Typed<'_>,
    ) -> Result<Self, Failure> {
        let var = chosen(names, &vars, typed)?;
        let order = names.order.vars.clone().unwrap_or_else(|| order(&vars, &var));
        warn_of_names(&order, names.order.vars.as_deref());
        let kept = kept(&order, &var, if g.is_some() { "in F or G" } else { "in F" })?;
        let g = g.map(|g| function_over(g, &order)).transpose()?;
        Ok(Elimination { f: function_over(f, &order)?, g, var, kept, choices })
    }

    /// The plan of the computation.
    pub fn plan(&self) -> Result<ResultantPlan, Failure> {
        let options = self.choices.options(&Control::default())?;
        Ok(match &self.g {
            Some(g) => Resultant::of_functions(&self.f, g, &self.var).options(options).plan()?,
            None => Discriminant::of_functions(&self.f, &self.var).options(options).plan()?,
        })
    }
}

impl Computation for Elimination<'_> {
    type Report = ResultantReport;

    fn is_integral(&self) -> bool {
        let is_integral = |f: &RationalFunction| f.as_polynomial().is_some_and(|f| f.is_integral());
        is_integral(&self.f) && self.g.as_ref().is_none_or(is_integral)
    }

    fn is_divided(&self) -> bool {
        self.f.divisor().is_some() || self.g.as_ref().is_some_and(|g| g.divisor().is_some())
    }

    fn run(&self, control: &Control) -> Result<(RationalFunction, ResultantReport), Failure> {
        let options = self.choices.options(control)?;
        let answer = match &self.g {
            Some(g) => Resultant::of_functions(&self.f, g, &self.var).options(options).run()?,
            None => Discriminant::of_functions(&self.f, &self.var).options(options).run()?,
        };
        // Both functions have the variables in the order of the output, and so has the answer.
        Ok((answer.polynomial, answer.report))
    }

    fn write(&self, control: &Control, output: &Output, file: Open<'_>) -> Result<(Size, ResultantReport), Failure> {
        let options = self.choices.options(control)?;
        let mut sink = Streamed::new(file, output, &self.kept);
        let f = self.f.numerator();
        let report = match &self.g {
            Some(g) => Resultant::of_rational(f, g.numerator(), &self.var).options(options).write(&mut sink)?,
            None => Discriminant::of_rational(f, &self.var).options(options).write(&mut sink)?,
        };
        let size = sink.complete(output.report.then_some(&report))?;
        Ok((size, report))
    }
}

/// The variable to eliminate, of these.
pub fn chosen(names: &Names, vars: &[String], typed: &Typed<'_>) -> Result<String, Failure> {
    variable(names.var.as_deref(), names.order.vars.as_deref().unwrap_or(vars), typed)
}

/// How the polynomials are read.
fn reading<'a>(names: &'a Names, choices: &Choices) -> Reading<'a> {
    Reading { vars: names.order.vars.as_deref(), memory: choices.exact.engine.memory_limit }
}

/// The names with the variable of a line, if it has one.
pub fn names_of(names: &Names, var: Option<&String>) -> Names {
    Names { var: var.or(names.var.as_ref()).cloned(), order: Order { vars: names.order.vars.clone() } }
}

/// The lines of batches of resultants.
pub const RESULTANTS: Shape = Shape { keys: &["f", "g"], optional: &["var"], answer: "resultant" };

/// The lines of batches of discriminants.
pub const DISCRIMINANTS: Shape = Shape { keys: &["f"], optional: &["var"], answer: "discriminant" };

/// The resultant of a line.
pub fn resultant_of<'c>(
    line: &Line,
    names: &Names,
    choices: &'c Choices,
    need: Option<&Need>,
) -> Result<Elimination<'c>, Refusal> {
    let [f, g] = ["f", "g"].map(|key| line.function(key, &reading(names, choices), need));
    let (f, g) = (f?, g?);
    let vars = union_vars(f.numerator().numerator(), g.numerator().numerator());
    let typed = Typed { command: "resultant --batch FILE", arguments: &[] };
    let names = names_of(names, line.get("var"));
    Elimination::new((f, Some(g)), vars, &names, choices, &typed).map_err(|failure| line.refused(failure))
}

/// The discriminant of a line.
pub fn discriminant_of<'c>(
    line: &Line,
    names: &Names,
    choices: &'c Choices,
    need: Option<&Need>,
) -> Result<Elimination<'c>, Refusal> {
    let f = line.function("f", &reading(names, choices), need)?;
    let vars = f.vars().to_vec();
    let typed = Typed { command: "discriminant --batch FILE", arguments: &[] };
    let names = names_of(names, line.get("var"));
    Elimination::new((f, None), vars, &names, choices, &typed).map_err(|failure| line.refused(failure))
}

/// `eliminant resultant`.
pub fn resultants(pairs: &Pairs, choices: &Choices, output: &Output) -> Result<(), Failure> {
    let options = (&choices.exact, &choices.answer);
    match &pairs.batch {
        Some(file) => {
            let read = |line: &Line| resultant_of(line, &pairs.names, choices, None);
            batch::run_functions(file, &RESULTANTS, read, options, output)
        }
        None => compute(|| Elimination::resultant(pairs, choices, None), options, output),
    }
}

/// `eliminant discriminant`.
pub fn discriminants(singles: &Singles, choices: &Choices, output: &Output) -> Result<(), Failure> {
    let options = (&choices.exact, &choices.answer);
    match &singles.batch {
        Some(file) => {
            let read = |line: &Line| discriminant_of(line, &singles.names, choices, None);
            batch::run_functions(file, &DISCRIMINANTS, read, options, output)
        }
        None => compute(|| Elimination::discriminant(singles, choices, None), options, output),
    }
}

/// All variables, in order. Constants have none; then there is no other that `--var` may have been meant to name.
pub fn order(vars: &[String], var: &str) -> Vec<String> {
    if vars.is_empty() { vec![var.to_owned()] } else { vars.to_vec() }
}

/// All variables but `var`.
fn kept(order: &[String], var: &str, absent: &str) -> Result<Vec<String>, Failure> {
    if !order.iter().any(|name| name == var) {
        let there = match order {
            [only] => format!("the only variable is {}", shortened(only)),
            _ => format!("the variables are {}", shortened_list(order)),
        };
        let message = format!("--var {}: the variable does not occur {absent}; {there}", shortened(var));
        return Err(Failure::usage(message + ". To eliminate it all the same, name it in --vars"));
    }
    Ok(order.iter().filter(|name| *name != var).cloned().collect())
}
