//! JSON, on one line: `{"numerator":{"vars":["x"],"terms":[["1",[0]]]},"denominator":[{"factor":{..},"multiplicity":2}]}`.
//!
//! The numerator may have fractions. The key `report`, which the program adds, is skipped.

use serde::de::{Deserializer, Error as _, IgnoredAny};
use serde::ser::{SerializeStruct, Serializer};
use serde::{Deserialize, Serialize};

use super::RationalFunction;
use crate::error::Result;
use crate::poly::json::{read, to_text};
use crate::poly::{Polynomial, RationalPolynomial};

#[derive(Serialize)]
struct FactorOf<'a> {
    factor: &'a Polynomial,
    multiplicity: u32,
}

impl Serialize for RationalFunction {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("RationalFunction", 2)?;
        object.serialize_field("numerator", &self.numerator)?;
        let factors = self.divisors.iter().map(|&(ref factor, multiplicity)| FactorOf { factor, multiplicity });
        object.serialize_field("denominator", &factors.collect::<Vec<_>>())?;
        object.end()
    }
}

/// A factor as it is read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Factor {
    factor: Polynomial,
    multiplicity: u32,
}

/// The object as it is read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    numerator: RationalPolynomial,
    denominator: Vec<Factor>,
    #[serde(default, rename = "report")]
    _report: Option<IgnoredAny>,
}

impl Raw {
    fn check(self) -> Result<RationalFunction> {
        let factor = |Factor { factor, multiplicity }: Factor| (factor, u64::from(multiplicity));
        RationalFunction::over(self.numerator, self.denominator.into_iter().map(factor))
    }
}

impl<'de> Deserialize<'de> for RationalFunction {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        Raw::deserialize(deserializer)?.check().map_err(D::Error::custom)
    }
}

impl RationalFunction {
    /// The JSON form, on one line.
    ///
    /// ```
    /// use eliminant::poly::RationalFunction;
    /// let f = RationalFunction::parse("1/x^2")?;
    /// let json = r#"{"numerator":{"vars":["x"],"terms":[["1",[0]]]},"denominator":[{"factor":{"vars":["x"],"terms":[["1",[1]]]},"multiplicity":2}]}"#;
    /// assert_eq!(f.to_json(), json);
    /// assert_eq!(RationalFunction::from_json(json)?, f);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn to_json(&self) -> String {
        to_text(self)
    }

    /// Reads the JSON form.
    ///
    /// # Errors
    /// As [`RationalPolynomial::from_json`]; `Argument` when a factor of the denominator is 0.
    pub fn from_json(text: &str) -> Result<Self> {
        read::<Raw>(text, "rational function")?.check()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_read_again_and_mistakes_are_named() {
        for text in ["(x/2 + y)/(x - y)^2", "x", "0", "1/(x*y)"] {
            let f: RationalFunction = text.parse().unwrap();
            assert_eq!(RationalFunction::from_json(&f.to_json()).as_ref(), Ok(&f));
            assert_eq!(serde_json::from_str::<RationalFunction>(&f.to_json()).unwrap(), f);
        }
        let message = |text: &str| RationalFunction::from_json(text).unwrap_err().to_string();
        let one = r#"{"vars":["x"],"terms":[["1",[0]]]}"#;
        let zero = r#"{"vars":["x"],"terms":[]}"#;
        let error = message(&format!(r#"{{"numerator":{one},"denominator":[{{"factor":{zero},"multiplicity":1}}]}}"#));
        assert!(error.starts_with("divisor: is 0"), "{error}");
        assert!(message(&format!(r#"{{"numerator":{one}}}"#)).contains("the key \"denominator\" is missing"));
    }
}
