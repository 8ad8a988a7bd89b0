//! Resultants and discriminants of rational polynomials, over the variables in the order asked for.
//!
//! With f = F / a and g = G / b for integer polynomials F, G and p, q their degrees in y,
//! res_y(f, g) = res_y(F, G) / (a^q b^p), and disc_y(f) = disc_y(F) / a^(2n-2) for n = deg_y f >= 1. Modulo a prime these are
//! quotients in its field.

use super::args::{Choices, Names, Output};
use super::denominator::Denominator;
use super::describe::Size;
use super::input::{Need, Reading, one_standard_input, over, warn_of_names};
use super::output::Open;
use super::session::Computation;
use super::status::Failure;
use super::streamed::Streamed;
use eliminant::poly::union_vars;
use eliminant::shorten::{shortened, shortened_list};
use eliminant::{Control, Discriminant, Polynomial, RationalPolynomial, Resultant, ResultantPlan, ResultantReport};

/// What is eliminated from what.
pub struct Elimination<'c> {
    f: Polynomial,
    /// `None` for a discriminant.
    g: Option<Polynomial>,
    var: String,
    /// The other variables, in the order of the output.
    kept: Vec<String>,
    /// What the answer for the numerators is divided by.
    denominator: Denominator,
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
        let (f, a) = reading.polynomial("F", f, need)?.into_parts();
        let (g, b) = reading.polynomial("G", g, need)?.into_parts();
        let order = names.vars.clone().unwrap_or_else(|| order(&union_vars(&f, &g), &names.var));
        warn_of_names(&order, vars);
        let kept = kept(&order, &names.var, "neither in F nor in G")?;
        let degree = |h: &Polynomial| h.degree(&names.var).unwrap_or(0);
        let denominator = Denominator::of_powers([(a, degree(&g)), (b, degree(&f))])?;
        let (f, g) = (over(f, &order)?, Some(over(g, &order)?));
        Ok(Elimination { f, g, var: names.var.clone(), kept, denominator, choices })
    }

    /// The discriminant of an argument.
    pub fn discriminant(f: &str, names: &Names, choices: &'c Choices, need: Option<&Need>) -> Result<Self, Failure> {
        let reading = Reading { vars: names.vars.as_deref(), memory: choices.engine.memory_limit };
        let (f, a) = reading.polynomial("F", f, need)?.into_parts();
        let order = names.vars.clone().unwrap_or_else(|| order(f.vars(), &names.var));
        warn_of_names(&order, names.vars.as_deref());
        let kept = kept(&order, &names.var, "not in F")?;
        let n = f.degree(&names.var).unwrap_or(0);
        let denominator = Denominator::of_powers([(a, n.saturating_mul(2).saturating_sub(2))])?;
        Ok(Elimination { f: over(f, &order)?, g: None, var: names.var.clone(), kept, denominator, choices })
    }

    /// What a computation would do.
    pub fn plan(&self) -> Result<ResultantPlan, Failure> {
        self.denominator.check(self.choices.answer.modulus)?;
        let options = self.choices.options(&Control::default())?;
        Ok(match &self.g {
            Some(g) => Resultant::new(&self.f, g, &self.var).options(options).plan()?,
            None => Discriminant::new(&self.f, &self.var).options(options).plan()?,
        })
    }
}

impl Computation for Elimination<'_> {
    type Report = ResultantReport;

    fn is_integral(&self) -> bool {
        self.denominator.is_one()
    }

    fn run(&self, control: &Control) -> Result<(RationalPolynomial, ResultantReport), Failure> {
        let modulus = self.choices.answer.modulus;
        self.denominator.check(modulus)?;
        let options = self.choices.options(control)?;
        let answer = match &self.g {
            Some(g) => Resultant::new(&self.f, g, &self.var).options(options).run()?,
            None => Discriminant::new(&self.f, &self.var).options(options).run()?,
        };
        // Both polynomials have the variables in the order of the output, and so has the answer.
        Ok((self.denominator.under(answer.polynomial, modulus)?, answer.report))
    }

    fn write(&self, control: &Control, output: &Output, file: Open<'_>) -> Result<(Size, ResultantReport), Failure> {
        self.denominator.check(self.choices.answer.modulus)?;
        let options = self.choices.options(control)?;
        let mut sink = Streamed::new(file, output.format, &self.kept);
        let report = match &self.g {
            Some(g) => Resultant::new(&self.f, g, &self.var).options(options).write(&mut sink)?,
            None => Discriminant::new(&self.f, &self.var).options(options).write(&mut sink)?,
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
