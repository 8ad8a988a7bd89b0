//! Rational functions as input: an answer is divided by their divisors, or the numerators are taken, which a line on standard error says.

use super::output::message;
use super::status::Failure;
use eliminant::poly::RationalFunction;
use eliminant::shorten::shortened;
use eliminant::system::Divided;

/// Functions with their names on the usage line, a variable of which is eliminated.
pub struct Input<'a> {
    /// `resultant` or `discriminant`.
    pub answer: &'static str,
    pub var: &'a str,
    /// Whether answers are modulo a prime, where no function is divided.
    pub is_modular: bool,
}

impl Input<'_> {
    /// The functions, or their numerators where the answer cannot be divided by their divisors. Functions that are all polynomials need no word.
    pub fn prepared<const N: usize>(&self, functions: [(&str, RationalFunction); N]) -> [RationalFunction; N] {
        let is_polynomial = functions.iter().all(|(_, f)| f.is_polynomial_in(self.var));
        let divided: Vec<(&str, String)> =
            functions.iter().filter_map(|(name, f)| Some((*name, f.divisor()?))).collect();
        if !divided.is_empty() {
            self.note(&divided, N, is_polynomial);
        }
        let is_possible = is_polynomial && !self.is_modular;
        functions.map(|(_, f)| if is_possible { f } else { f.into_numerator().into() })
    }

    /// Says what the answer is of so many functions, of which these have divisors.
    fn note(&self, divided: &[(&str, String)], count: usize, is_polynomial: bool) {
        let Input { answer, is_modular, .. } = self;
        let (are, numerators) = match divided {
            [_] => ("is a rational function", "the numerator is taken"),
            _ => ("are rational functions", "the numerators are taken"),
        };
        let names: Vec<&str> = divided.iter().map(|(name, _)| *name).collect();
        let names = names.join(" and ");
        match (is_polynomial, is_modular) {
            (true, false) => {
                let divisors: Vec<_> = divided.iter().map(|(_, divisor)| shortened(divisor)).collect();
                let divisors = divisors.join(" and ");
                let of = if count == 1 { "numerator" } else { "numerators" };
                message(format_args!(
                    "note: {names} {are}: the {answer} of the {of} is divided by powers of {divisors}"
                ));
            }
            (true, true) => message(format_args!(
                "note: {names} {are}, and {numerators}: modulo a prime the {answer} is not divided by the divisors"
            )),
            (false, _) => message(format_args!(
                "note: {names} {are}, and {numerators}: a zero of a divisor may be an extra zero of the answer"
            )),
        }
    }
}

/// Says what becomes of the divisors of functions whose GCD, least common multiple, content or squarefree factors are asked for; each has its name on the
/// usage line.
///
/// # Errors
/// Of usage, where there is a modulus, or the operation has no meaning for rational functions.
pub fn of_gcds(operation: &str, functions: &[(&str, &RationalFunction)], is_modular: bool) -> Result<(), Failure> {
    let divided: Vec<(&str, String)> = functions.iter().filter_map(|(name, f)| Some((*name, f.divisor()?))).collect();
    let Some((first, divisor)) = divided.first() else { return Ok(()) };
    let divisor = shortened(divisor);
    let mut names: Vec<&str> = divided.iter().map(|(name, _)| *name).collect();
    names.dedup();
    let are = if divided.len() == 1 { "is a rational function" } else { "are rational functions" };
    let names = names.join(" and ");
    let meaning = match operation {
        _ if is_modular => {
            let message = format!("--modulus is for polynomials, and {first} is divided by {divisor}");
            return Err(Failure::usage(message + "; take the numerator, or leave out --modulus"));
        }
        "gcd" => "the GCD of the numerators is divided by the least common multiple of the divisors".to_owned(),
        "lcm" => "the least common multiple of the numerators is divided by the GCD of the divisors".to_owned(),
        "content" => format!("the content of the numerator is divided by {divisor}"),
        "squarefree" => format!("the factors of its divisor {divisor} have negative exponents"),
        _ => {
            let message = format!("{operation} is for polynomials, and {first} is divided by {divisor}");
            return Err(Failure::usage(message + "; multiply all of them by their divisors first"));
        }
    };
    message(format_args!("note: {names} {are}: {meaning}"));
    Ok(())
}

/// Says by what the determinant is divided.
pub fn of_matrix() {
    message(
        "note: the matrix has rational functions: the determinant of its rows times their divisors is divided by these",
    );
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
