//! Systems as text.

use crate::poly::systems::{Coefficient, System, Term};
use std::fmt;

/// One polynomial a line, each with its `;`; what [`std::str::FromStr`] reads.
///
/// The variables of what is read are those that occur, in order of appearance; JSON keeps all, in their order.
impl fmt::Display for System {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for terms in self.polynomials() {
            for (i, term) in terms.iter().enumerate() {
                write_term(f, term, self.variables(), i == 0)?;
            }
            f.write_str(if terms.is_empty() { "0;\n" } else { ";\n" })?;
        }
        Ok(())
    }
}

fn write_term(f: &mut fmt::Formatter<'_>, term: &Term, variables: &[String], first: bool) -> fmt::Result {
    let Coefficient { re, im } = &term.coefficient;
    let mixed = !re.is_zero() && !im.is_zero();
    // The sign of a number with one part stands before the term.
    let negative = !mixed && (re.is_negative() || im.is_negative());
    f.write_str(match (first, negative) {
        (true, true) => "-",
        (true, false) => "",
        (false, true) => " - ",
        (false, false) => " + ",
    })?;
    let size = if negative { -term.coefficient.clone() } else { term.coefficient.clone() };
    let alone = term.exponents.is_empty();
    let mut between = "*";
    match (mixed, size == Coefficient::from(1)) {
        (true, _) => write!(f, "({size})")?,
        (false, true) if !alone => between = "",
        (false, _) => write!(f, "{size}")?,
    }
    for &(place, e) in &term.exponents {
        write!(f, "{between}{}", variables[place])?;
        if e > 1 {
            write!(f, "^{e}")?;
        }
        between = "*";
    }
    Ok(())
}
