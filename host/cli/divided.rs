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
    /// The functions in lowest terms where the answer is divided by their divisors, and their numerators otherwise. Functions that are all polynomials
    /// need no word.
    pub fn prepared<const N: usize>(
        &self,
        functions: [(&str, RationalFunction); N],
    ) -> Result<[RationalFunction; N], Failure> {
        let names = functions.each_ref().map(|(name, _)| *name);
        let mut reduced = Vec::with_capacity(N);
        for (_, function) in functions {
            reduced.push(function.reduced()?);
        }
        let divided: Vec<(&str, String)> =
            names.iter().zip(&reduced).filter_map(|(name, f)| Some((*name, f.divisor()?))).collect();
        let is_possible = !self.is_modular && reduced.iter().all(|f| f.is_polynomial_in(self.var));
        if !divided.is_empty() {
            self.note(&divided, &reduced, is_possible);
        }
        let taken = |f: RationalFunction| if is_possible { f } else { f.into_numerator().into() };
        let prepared: Vec<RationalFunction> = reduced.into_iter().map(taken).collect();
        prepared.try_into().map_err(|_| Failure::usage("one function for each name"))
    }

    /// Says what the answer is.
    fn note(&self, divided: &[(&str, String)], functions: &[RationalFunction], is_possible: bool) {
        let Input { answer, var, is_modular } = self;
        let (are, numerators) = match divided {
            [_] => ("is a rational function", "the numerator is taken"),
            _ => ("are rational functions", "the numerators are taken"),
        };
        let names: Vec<&str> = divided.iter().map(|(name, _)| *name).collect();
        let names = names.join(" and ");
        if is_possible {
            let divisors: Vec<String> = divided.iter().map(|(_, divisor)| shortened(divisor).into_owned()).collect();
            let divisors = divisors.join(" and ");
            message(format_args!(
                "note: {names} {are}: the {answer} of the numerators is divided by powers of {divisors}"
            ));
        } else if *is_modular && functions.iter().all(|f| f.is_polynomial_in(var)) {
            message(format_args!(
                "note: {names} {are}, and {numerators}: modulo a prime the {answer} is not divided by the divisors"
            ));
        } else {
            message(format_args!(
                "note: {names} {are}, and {numerators}: a zero of a divisor may be an extra zero of the answer"
            ));
        }
    }
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
