//! Systems as JSON: `{"vars":["x"],"polynomials":[[["1",[2]],["-1/2","3",[0]]]]}`.

use crate::error::{Error, Result};
use crate::floating::decimal;
use crate::plural::count;
use crate::poly::systems::{Coefficient, System, Term};
use crate::poly::{json_error, json_text};
use crate::shorten::shortened;
use rug::{Integer, Rational};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

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
        document.system()
    }

    /// JSON on one line, with fractions in lowest terms.
    pub fn to_json(&self) -> String {
        json_text(self)
    }
}

impl Document {
    /// # Errors
    /// As [`System::from_json`].
    fn system(self) -> Result<System> {
        let n = self.vars.len();
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
        let polynomials = self.polynomials.into_iter().map(terms).collect::<Result<_>>()?;
        System::new(&self.vars, polynomials)
    }

    fn of(system: &System) -> Self {
        let term = |term: &Term| {
            let mut exponents = vec![0; system.variables().len()];
            term.exponents.iter().for_each(|&(place, e)| exponents[place] = e);
            let Coefficient { re, im } = &term.coefficient;
            match im.is_zero() {
                true => Written::Real(re.to_string(), exponents),
                false => Written::Complex(re.to_string(), im.to_string(), exponents),
            }
        };
        let polynomials = system.polynomials().iter().map(|terms| terms.iter().map(term).collect()).collect();
        Document { vars: system.variables().to_vec(), polynomials }
    }
}

impl Serialize for System {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        Document::of(self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for System {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        Document::deserialize(deserializer)?.system().map_err(D::Error::custom)
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
