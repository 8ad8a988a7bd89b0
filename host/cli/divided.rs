//! Rational functions as input: the numerator is taken, and a line on standard error says so.

use super::output::message;
use eliminant::poly::RationalFunction;
use eliminant::shorten::shortened;
use eliminant::system::Divided;

/// The divisor of a function to a power, as a factor; `None` where that is 1.
fn factor(f: &RationalFunction, exponent: u32) -> Option<String> {
    let divisor = f.divisor().filter(|_| exponent > 0)?;
    let (divisor, is_one) = (shortened(&divisor).into_owned(), f.divisors().len() == 1);
    // `(x + 1)` has its parentheses; a product and a power have none.
    Some(match (exponent, is_one && f.divisors()[0].1 == 1) {
        (1, _) => divisor,
        (_, true) => format!("{divisor}^{exponent}"),
        (_, false) => format!("({divisor})^{exponent}"),
    })
}

/// Whether a variable occurs in the divisors.
fn has(f: &RationalFunction, var: &str) -> bool {
    f.divisors().iter().any(|(divisor, _)| divisor.degree(var).is_some_and(|degree| degree > 0))
}

fn degree(f: &RationalFunction, var: &str) -> u32 {
    f.numerator().numerator().degree(var).unwrap_or(0)
}

/// Says that the resultant is that of the numerators, and how it differs from that of the functions: res(N / D, G) = res(N, G) / D^deg(G) where D does not
/// depend on the eliminated variable.
pub fn of_resultant(f: &RationalFunction, g: &RationalFunction, var: &str) {
    let names: Vec<&str> =
        [("F", f), ("G", g)].iter().filter(|(_, f)| f.divisor().is_some()).map(|(name, _)| *name).collect();
    let factors = [factor(f, degree(g, var)), factor(g, degree(f, var))];
    note(&names, "resultant", has(f, var) || has(g, var), factors.into_iter().flatten().collect());
}

/// The same for a discriminant: disc(N / D) = disc(N) / D^(2 n - 2) for the degree n.
pub fn of_discriminant(f: &RationalFunction, var: &str) {
    let names = if f.divisor().is_some() { &["F"][..] } else { &[] };
    let factors = factor(f, degree(f, var).saturating_sub(1).saturating_mul(2));
    note(names, "discriminant", has(f, var), factors.into_iter().collect());
}

fn note(names: &[&str], answer: &str, is_eliminated: bool, factors: Vec<String>) {
    let (are, numerators) = match names {
        [] => return,
        [_] => ("is a rational function", "the numerator is taken"),
        _ => ("are rational functions", "the numerators are taken"),
    };
    let names = names.join(" and ");
    let difference = match (is_eliminated, factors.is_empty()) {
        (true, _) => "a zero of a divisor may be an extra zero of the answer".to_owned(),
        (false, true) => format!("the answer is the {answer} of the input"),
        (false, false) => format!("the answer is the {answer} of the input times {}", factors.join("*")),
    };
    message(format_args!("note: {names} {are}, and {numerators}: {difference}"));
}

/// Says which polynomials of a system are numerators.
pub fn of_system(divided: &[Divided]) {
    for Divided { place, divisor } in divided.iter().take(8) {
        message(format_args!(
            "note: polynomial {} is the numerator of a rational function: a zero of its divisor {} may be an extra zero",
            place + 1,
            shortened(divisor)
        ));
    }
    if divided.len() > 8 {
        message(format_args!("note: {} more polynomials are numerators of rational functions", divided.len() - 8));
    }
}
