//! Squarefree decompositions.

use super::divided;
use super::engine_args::GcdChoices;
use super::gcd::end;
use super::input::{Need, Reading, warn_of_names};
use super::output::Destination;
use super::output_args::{AnswerFormat, Output};
use super::polynomial_args::SquarefreeArgument;
use super::session::session;
use super::status::Failure;
use eliminant::Modulus;
use eliminant::poly::Notation;
use eliminant::{
    Control, Decomposition, GcdReport, Polynomial, Rational, RationalFunction, RationalPolynomial, Squarefree,
};
use serde::Serialize;

/// A squarefree decomposition, as JSON.
#[derive(Serialize)]
struct Decomposed {
    content: String,
    factors: Vec<Factor>,
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<GcdReport>,
}

#[derive(Serialize)]
struct Factor {
    factor: Polynomial,
    /// Negative for factors of a divisor.
    multiplicity: i32,
}

/// The function of an argument. Says what becomes of a divisor.
pub fn read(
    argument: &SquarefreeArgument,
    is_modular: bool,
    choices: &GcdChoices,
    need: Option<&Need>,
) -> Result<RationalFunction, Failure> {
    let vars = argument.order.vars.as_deref();
    let reading = Reading { vars, memory: choices.exact.engine.memory_limit };
    let f = reading.function("F", &argument.f, need)?;
    warn_of_names(f.vars(), vars);
    divided::of_gcds("squarefree", &[("F", &f)], is_modular)?;
    Ok(f)
}

/// `eliminant squarefree`.
pub fn squarefree(
    argument: &SquarefreeArgument,
    modulus: Option<Modulus>,
    choices: &GcdChoices,
    output: &Output,
) -> Result<(), Failure> {
    choices.exact.check(output)?;
    let read = || read(argument, modulus.is_some(), choices, None);
    let run = |f: &RationalFunction, control: &Control| {
        let decomposition = Decomposition::of_functions(f).options(choices.options(control));
        Ok(modulus.map_or(decomposition.clone(), |p| decomposition.modulus(p)).run()?)
    };
    let destination = Destination::for_several(output, "a decomposition has several; take --format text or json")?;
    let (Squarefree { content, factors }, report) = session(output, &destination, read, run)?;
    match output.format {
        AnswerFormat::Json => {
            let factor = |(factor, multiplicity)| Factor { factor, multiplicity };
            let factors = factors.into_iter().map(factor).collect();
            destination.json(&Decomposed {
                content: content.to_string(),
                factors,
                report: output.report.then(|| report.clone()),
            })?;
        }
        _ => {
            if let Some((factor, _)) = factors.first() {
                destination.warn_of(factor.vars());
            }
            destination.text(product(&constant(content)?, &factors, destination.notation()))?;
        }
    }
    end("squarefree", None, &report, choices, output)
}

/// A number as a polynomial.
fn constant(number: Rational) -> eliminant::Result<RationalPolynomial> {
    let (above, below) = number.into_numer_denom();
    RationalPolynomial::new(Polynomial::constant::<&str>(&[], above)?, below)
}

/// A content times powers of factors: `-4*x*(x - 1)^2`. The content 1 is left out, and that of -1 is a sign, where there are factors.
fn product(content: &RationalPolynomial, factors: &[(Polynomial, i32)], notation: Notation) -> String {
    // A product of variables needs no parentheses, and a single one as the base of a power neither.
    let is_bare = |factor: &Polynomial, multiplicity: i32| match factor.terms() {
        [term] => multiplicity == 1 || term.exponents.iter().map(|&e| u64::from(e)).sum::<u64>() == 1,
        _ => false,
    };
    let power = |(factor, multiplicity): &(Polynomial, i32)| {
        let text = factor.to_text(notation);
        let base = if is_bare(factor, *multiplicity) { text } else { notation.in_parentheses(&text) };
        if *multiplicity == 1 { base } else { base + &notation.power(*multiplicity) }
    };
    let (sign, number) = match content.to_string().as_str() {
        "1" => ("", None),
        "-1" => ("-", None),
        _ => ("", Some(content.to_text(notation))),
    };
    match (factors, sign, number) {
        ([], ..) => content.to_text(notation),
        ([(factor, 1)], "", None) => factor.to_text(notation),
        (_, sign, number) => {
            let factors: Vec<String> = number.into_iter().chain(factors.iter().map(power)).collect();
            format!("{sign}{}", factors.join(notation.product()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_as_other_systems_write_them() {
        let shown = |content: &str, factors: &[(&str, i32)], notation| {
            let factors: Vec<(Polynomial, i32)> = factors.iter().map(|(f, m)| (f.parse().unwrap(), *m)).collect();
            product(&content.parse().unwrap(), &factors, notation)
        };
        let plain = |content: &str, factors: &[(&str, i32)]| shown(content, factors, Notation::Plain);
        assert_eq!(plain("-1", &[("32*x^2 - 9", 1)]), "-(32*x^2 - 9)");
        assert_eq!(plain("4", &[("x", 1)]), "4*x");
        assert_eq!(plain("-1/2", &[("x*y", 1), ("x - 1", 3)]), "-1/2*x*y*(x - 1)^3");
        assert_eq!(plain("1", &[("x + 1", 1), ("x", 2), ("y*z", 3)]), "(x + 1)*x^2*(y*z)^3");
        assert_eq!(plain("2", &[("x + 1", 1), ("x", -1), ("y*z", -3)]), "2*(x + 1)*x^(-1)*(y*z)^(-3)");
        assert_eq!((plain("1", &[("x^2 - 1", 1)]), plain("-1", &[("x", 1)])), ("x^2 - 1".into(), "-x".into()));
        assert_eq!((plain("1", &[]), plain("-1", &[]), plain("0", &[])), ("1".into(), "-1".into(), "0".into()));
        let factors = [("x^2 - 1", 1), ("y", 12)];
        assert_eq!(shown("-1/2", &factors, Notation::Python), "-Rational(1, 2)*(x**2 - 1)*y**12");
        assert_eq!(shown("3", &factors, Notation::Latex), r"3 \left(x^{2} - 1\right) y^{12}");
    }
}
