//! Resultants and discriminants of rational polynomials, over the variables in the order asked for.

use super::args::{Choices, Names, Output};
use super::describe::Size;
use super::divided;
use super::input::{Need, Reading, one_standard_input, over, warn_of_names};
use super::output::Open;
use super::session::Computation;
use super::status::Failure;
use super::streamed::Streamed;
use eliminant::poly::union_vars;
use eliminant::shorten::{shortened, shortened_list};
use eliminant::{Control, Discriminant, RationalPolynomial, Resultant, ResultantPlan, ResultantReport};

/// What is eliminated from what.
pub struct Elimination<'c> {
    f: RationalPolynomial,
    /// `None` for a discriminant.
    g: Option<RationalPolynomial>,
    var: String,
    /// The other variables, in the order of the output.
    kept: Vec<String>,
    choices: &'c Choices,
}

impl<'c> Elimination<'c> {
    /// The resultant of two arguments.
    pub fn resultant(
        (f, g): (&str, &str),
        names: &Names,
        choices: &'c Choices,
        need: Option<&Need>,
    ) -> Result<Self, Failure> {
        one_standard_input(&[("F", f), ("G", g)])?;
        let vars = names.vars.as_deref();
        let reading = Reading { vars, memory: choices.engine.memory_limit };
        let (f, g) = (reading.function("F", f, need)?, reading.function("G", g, need)?);
        divided::of_resultant(&f, &g, &names.var);
        let (f, g) = (f.into_numerator(), g.into_numerator());
        let order = names.vars.clone().unwrap_or_else(|| order(&union_vars(f.numerator(), g.numerator()), &names.var));
        warn_of_names(&order, vars);
        let kept = kept(&order, &names.var, "neither in F nor in G")?;
        let (f, g) = (over(f, &order)?, Some(over(g, &order)?));
        Ok(Elimination { f, g, var: names.var.clone(), kept, choices })
    }

    /// The discriminant of an argument.
    pub fn discriminant(f: &str, names: &Names, choices: &'c Choices, need: Option<&Need>) -> Result<Self, Failure> {
        let reading = Reading { vars: names.vars.as_deref(), memory: choices.engine.memory_limit };
        let f = reading.function("F", f, need)?;
        divided::of_discriminant(&f, &names.var);
        let f = f.into_numerator();
        let order = names.vars.clone().unwrap_or_else(|| order(f.numerator().vars(), &names.var));
        warn_of_names(&order, names.vars.as_deref());
        let kept = kept(&order, &names.var, "not in F")?;
        Ok(Elimination { f: over(f, &order)?, g: None, var: names.var.clone(), kept, choices })
    }

    /// What a computation would do.
    pub fn plan(&self) -> Result<ResultantPlan, Failure> {
        let options = self.choices.options(&Control::default())?;
        Ok(match &self.g {
            Some(g) => Resultant::of_rational(&self.f, g, &self.var).options(options).plan()?,
            None => Discriminant::of_rational(&self.f, &self.var).options(options).plan()?,
        })
    }
}

impl Computation for Elimination<'_> {
    type Report = ResultantReport;

    fn is_integral(&self) -> bool {
        self.f.is_integral() && self.g.as_ref().is_none_or(RationalPolynomial::is_integral)
    }

    fn run(&self, control: &Control) -> Result<(RationalPolynomial, ResultantReport), Failure> {
        let options = self.choices.options(control)?;
        let answer = match &self.g {
            Some(g) => Resultant::of_rational(&self.f, g, &self.var).options(options).run()?,
            None => Discriminant::of_rational(&self.f, &self.var).options(options).run()?,
        };
        // Both polynomials have the variables in the order of the output, and so has the answer.
        Ok((answer.polynomial, answer.report))
    }

    fn write(&self, control: &Control, output: &Output, file: Open<'_>) -> Result<(Size, ResultantReport), Failure> {
        let options = self.choices.options(control)?;
        let mut sink = Streamed::new(file, output.format, &self.kept);
        let report = match &self.g {
            Some(g) => Resultant::of_rational(&self.f, g, &self.var).options(options).write(&mut sink)?,
            None => Discriminant::of_rational(&self.f, &self.var).options(options).write(&mut sink)?,
        };
        let size = sink.complete(output.report.then_some(&report))?;
        Ok((size, report))
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
        let message = format!("--var {}: the variable occurs {absent}; {there}", shortened(var));
        return Err(Failure::usage(message + ". To eliminate it all the same, name it in --vars"));
    }
    Ok(order.iter().filter(|name| *name != var).cloned().collect())
}
