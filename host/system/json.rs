//! Systems as JSON: `{"vars":["x"],"polynomials":[[["1",[2]],["-1/2","3",[0]]]]}`.

use crate::error::{Error, Result};
use crate::floating::decimal;
use crate::plural::count;
use crate::poly::json_error;
use crate::poly::systems::{Coefficient, System, Term};
use crate::shorten::shortened;
use rug::{Integer, Rational};
use serde::{Deserialize, Serialize};

/// A term: a real part, an imaginary part where it is not 0, and an exponent for every variable.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Written {
    Real(String, Vec<u32>),
    Complex(String, String, Vec<u32>),
}

/// The whole.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    vars: Vec<String>,
    polynomials: Vec<Vec<Written>>,
}

impl System {
    /// Reads JSON. Numbers are strings, `"-5"`, `"1/3"` or `"2.5e-3"`, and exact.
    ///
    /// # Errors
    /// `Parse` for what is not this JSON, with the place as far as the reader of JSON knows it; `Argument` for variables, numbers and
    /// lists of exponents that make no system.
    ///
    /// ```
    /// use eliminant::system::System;
    /// let text = r#"{"vars":["x","y"],"polynomials":[[["1",[2,0]],["0.5","-1/3",[0,1]]]]}"#;
    /// let system = System::from_json(text)?;
    /// assert_eq!(system.to_string(), "x^2 + (1/2 - 1/3*i)*y;\n");
    /// assert_eq!(System::from_json(&system.to_json())?, system);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn from_json(text: &str) -> Result<Self> {
        let document: Document = serde_json::from_str(text).map_err(|error| json_error(text, &error, ""))?;
        let n = document.vars.len();
        let term = |written: Written| {
            let (re, im, exponents) = match written {
                Written::Real(re, exponents) => (re, "0".to_owned(), exponents),
                Written::Complex(re, im, exponents) => (re, im, exponents),
            };
            if exponents.len() != n {
                let message = format!("a term has {} for {}", count(exponents.len(), "exponent"), count(n, "variable"));
                return Err(Error::argument("polynomials", message));
            }
            let exponents = exponents.into_iter().enumerate().filter(|&(_, e)| e > 0).collect();
            Ok(Term { coefficient: Coefficient::new(number(&re)?, number(&im)?), exponents })
        };
        let terms = |list: Vec<Written>| list.into_iter().map(term).collect::<Result<Vec<Term>>>();
        let polynomials = document.polynomials.into_iter().map(terms).collect::<Result<_>>()?;
        System::new(&document.vars, polynomials)
    }

    /// JSON on one line, with fractions in lowest terms.
    pub fn to_json(&self) -> String {
        let term = |term: &Term| {
            let mut exponents = vec![0; self.variables().len()];
            term.exponents.iter().for_each(|&(place, e)| exponents[place] = e);
            let Coefficient { re, im } = &term.coefficient;
            match im.is_zero() {
                true => Written::Real(re.to_string(), exponents),
                false => Written::Complex(re.to_string(), im.to_string(), exponents),
            }
        };
        let polynomials = self.polynomials().iter().map(|terms| terms.iter().map(term).collect()).collect();
        let document = Document { vars: self.variables().to_vec(), polynomials };
        // Strings and numbers always have a text.
        serde_json::to_string(&document).unwrap_or_default()
    }
}

/// An integer, a fraction or a decimal number.
fn number(text: &str) -> Result<Rational> {
    let wrong = || {
        Error::argument(
            "polynomials",
            format!("{:?} is not a number; write \"-5\", \"1/3\" or \"2.5e-3\"", shortened(text)),
        )
    };
    let Some((above, below)) = text.split_once('/') else { return decimal(text).map_err(|_| wrong()) };
    let integer = |text: &str| text.parse::<Integer>().map_err(|_| wrong());
    let (above, below) = (integer(above)?, integer(below)?);
    if below.is_zero() {
        return Err(wrong());
    }
    Ok(Rational::from((above, below)))
}
