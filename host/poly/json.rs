//! JSON, on one line: `{"vars":["x","y"],"terms":[["-3",[2,1]],["7",[0,0]]]}`.
//!
//! Coefficients are strings, so that no reader rounds them; `"a/b"` in a [`RationalPolynomial`]. JSON integers up to 64 bits
//! are read too. The key `report`, which the program adds, is skipped.

use std::fmt;

use rug::Integer;
use serde::de::{Deserializer, Error as _, IgnoredAny, Visitor};
use serde::ser::{SerializeSeq, SerializeStruct, Serializer};
use serde::{Deserialize, Serialize};

use super::json_words::json_message;
use super::lexer::error_at;
use super::polynomial::{Polynomial, Term};
use super::rational::RationalPolynomial;
use crate::error::Result;
use crate::shorten::{shortened, shortened_middle};

/// A coefficient as it is written: above / below, below not 0.
struct Coefficient {
    above: Integer,
    below: Integer,
}

/// A term over a denominator, for writing.
pub(super) fn term<'a>(coefficient: &Integer, exponents: &'a [u32], denominator: &Integer) -> (String, &'a [u32]) {
    let common = Integer::from(coefficient.gcd_ref(denominator));
    let text = match common == *denominator {
        true => Integer::from(coefficient.div_exact_ref(&common)).to_string(),
        false => format!("{}/{}", Integer::from(coefficient / &common), Integer::from(denominator / &common)),
    };
    (text, exponents)
}

/// The terms of a polynomial over a denominator, for writing.
struct Terms<'a> {
    terms: &'a [Term],
    denominator: &'a Integer,
}

impl Serialize for Terms<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.terms.len()))?;
        for Term { coefficient, exponents } in self.terms {
            list.serialize_element(&term(coefficient, exponents, self.denominator))?;
        }
        list.end()
    }
}

fn write<S: Serializer>(
    poly: &Polynomial,
    denominator: &Integer,
    serializer: S,
) -> std::result::Result<S::Ok, S::Error> {
    let mut object = serializer.serialize_struct("Polynomial", 2)?;
    object.serialize_field("vars", poly.vars())?;
    object.serialize_field("terms", &Terms { terms: poly.terms(), denominator })?;
    object.end()
}

impl Serialize for Polynomial {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        write(self, Integer::ONE, serializer)
    }
}

impl Serialize for RationalPolynomial {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        write(self.numerator(), self.denominator(), serializer)
    }
}

/// An optional sign and digits; nothing else, not even what the integer parser skips.
fn integer(text: &str) -> Option<Integer> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    Integer::from_str_radix(text, 10).ok()
}

struct CoefficientVisitor;

impl Visitor<'_> for CoefficientVisitor {
    type Value = Coefficient;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a coefficient: an integer as a string such as \"-3\", or a JSON integer of at most 64 bits")
    }

    fn visit_i64<E>(self, value: i64) -> std::result::Result<Coefficient, E> {
        Ok(Coefficient { above: Integer::from(value), below: Integer::from(1) })
    }

    fn visit_u64<E>(self, value: u64) -> std::result::Result<Coefficient, E> {
        Ok(Coefficient { above: Integer::from(value), below: Integer::from(1) })
    }

    fn visit_str<E: serde::de::Error>(self, value: &str) -> std::result::Result<Coefficient, E> {
        let (above, below) = value.split_once('/').unwrap_or((value, "1"));
        match (integer(above), integer(below)) {
            (Some(above), Some(below)) if !below.is_zero() => Ok(Coefficient { above, below }),
            _ => Err(E::custom(format!(
                "\"{}\" is not a coefficient; write an integer such as \"-3\", or a fraction such as \"1/2\"",
                shortened(value)
            ))),
        }
    }
}

impl<'de> Deserialize<'de> for Coefficient {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        deserializer.deserialize_any(CoefficientVisitor)
    }
}

/// The object as it is read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    vars: Vec<String>,
    terms: Vec<(Coefficient, Vec<u32>)>,
    #[serde(default, rename = "report")]
    _report: Option<IgnoredAny>,
}

impl Raw {
    /// A message when it is no polynomial.
    fn check(self) -> std::result::Result<RationalPolynomial, String> {
        let text = |error: crate::error::Error| error.to_string();
        // A tree of least common multiples over the distinct denominators.
        let mut level: Vec<Integer> =
            self.terms.iter().map(|(c, _)| c.below.clone().abs()).filter(|below| *below != 1).collect();
        level.sort();
        level.dedup();
        while level.len() > 1 {
            level = level
                .chunks(2)
                .map(|pair| pair[1..].iter().fold(pair[0].clone(), |lcm, other| lcm.lcm(other)))
                .collect();
        }
        let denominator = level.pop().unwrap_or_else(|| Integer::from(1));
        let words = u64::from(denominator.significant_bits() / 64).saturating_mul(self.terms.len() as u64);
        if words > 1 << 27 {
            return Err(
                "the common denominator makes the polynomial larger than 1 GiB; use fewer denominators".to_owned()
            );
        }
        let terms = self.terms.into_iter().map(|(c, exponents)| {
            let factor = Integer::from(denominator.div_exact_ref(&c.below));
            (c.above * factor, exponents)
        });
        let numerator = Polynomial::from_terms(&self.vars, terms).map_err(text)?;
        RationalPolynomial::new(numerator, denominator).map_err(text)
    }
}

const INTEGRAL: &str = "coefficients must be integers here, not fractions";

impl<'de> Deserialize<'de> for RationalPolynomial {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        Raw::deserialize(deserializer)?.check().map_err(D::Error::custom)
    }
}

impl<'de> Deserialize<'de> for Polynomial {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        match RationalPolynomial::deserialize(deserializer)?.into_parts() {
            (numerator, denominator) if denominator == 1 => Ok(numerator),
            _ => Err(D::Error::custom(INTEGRAL)),
        }
    }
}

/// Reads a whole text that is to be `what`; errors carry the position that serde_json reports, its byte columns turned into
/// characters, or the beginning where it reports none.
pub(super) fn read<T: for<'de> Deserialize<'de>>(text: &str, what: &str) -> Result<T> {
    serde_json::from_str(text).map_err(|error| json_error(text, &error, &format!("not a {what} in JSON: ")))
}

/// The error of the reader of JSON at its place in the text, with `before` in front of its message. Lines count from 1, columns in bytes of
/// the line.
pub(crate) fn json_error(text: &str, error: &serde_json::Error, before: &str) -> crate::error::Error {
    let (line, column) = (error.line(), error.column());
    let start = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum::<usize>();
    error_at(text, start + column.saturating_sub(1), format!("{before}{}", shortened_middle(&json_message(error))))
}

/// Writes without white space.
pub(crate) fn to_text<T: Serialize>(value: &T) -> String {
    match serde_json::to_string(value) {
        Ok(text) => text,
        // Writing fails where the writer does, where a map has keys that are no strings, and where a type's own `Serialize`
        // says so: this is memory, the keys are names of fields, and ours are derived or write strings, integers and lists.
        Err(error) => unreachable!("{error}"),
    }
}

impl Polynomial {
    /// The JSON form, on one line.
    ///
    /// ```
    /// use eliminant::poly::Polynomial;
    /// let f: Polynomial = "-3*x^2*y + 7".parse()?;
    /// assert_eq!(f.to_json(), r#"{"vars":["x","y"],"terms":[["-3",[2,1]],["7",[0,0]]]}"#);
    /// assert_eq!(Polynomial::from_json(&f.to_json())?, f);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn to_json(&self) -> String {
        to_text(self)
    }

    /// Reads the JSON form; terms may come in any order, like terms are added.
    ///
    /// # Errors
    /// `Parse` with line and column of malformed JSON; at line 1, column 1 with the number of the term (from 0) when the
    /// object is well formed and its contents do not fit.
    pub fn from_json(text: &str) -> Result<Self> {
        read(text, "polynomial")
    }
}

impl RationalPolynomial {
    /// The JSON form, on one line, with coefficients `"a"` or `"a/b"`.
    ///
    /// ```
    /// use eliminant::poly::RationalPolynomial;
    /// let f: RationalPolynomial = "x/2 - 1".parse()?;
    /// assert_eq!(f.to_json(), r#"{"vars":["x"],"terms":[["1/2",[1]],["-1",[0]]]}"#);
    /// assert_eq!(RationalPolynomial::from_json(&f.to_json())?, f);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn to_json(&self) -> String {
        to_text(self)
    }

    /// Reads the JSON form, with fractions.
    ///
    /// # Errors
    /// As [`Polynomial::from_json`].
    pub fn from_json(text: &str) -> Result<Self> {
        read(text, "polynomial")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;

    fn failure(text: &str) -> (usize, usize, String) {
        match Polynomial::from_json(text).unwrap_err().kind().clone() {
            ErrorKind::Parse { line, column, message, .. } => (line, column, message),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn zero_and_no_variables() {
        let zero = Polynomial::zero(&["x"]).unwrap();
        assert_eq!(zero.to_json(), r#"{"vars":["x"],"terms":[]}"#);
        assert_eq!(Polynomial::from_json(&zero.to_json()).unwrap(), zero);
        let text = r#"{"vars":[],"terms":[["5",[]]]}"#;
        assert_eq!(Polynomial::from_json(text).unwrap().to_json(), text);
    }

    #[test]
    fn input_is_lenient_in_order_numbers_and_report() {
        let text = r#" { "terms": [ [7, [0]], [-18446744073709551616e0, [1]] ], "vars": ["x"] } "#;
        assert!(failure(text).2.contains("a coefficient: an integer as a string"));
        let text = r#"{"terms":[[7,[0]],["+3",[2]],[-9223372036854775808,[1]],[18446744073709551615,[1]]],"vars":["x"],
            "report":{"primes":[1,2]}}"#;
        assert_eq!(Polynomial::from_json(text).unwrap().to_string(), "3*x^2 + 9223372036854775807*x + 7");
        let text = r#"{"vars":["x"],"terms":[["2/-4",[1]],["1/2",[1]],["6/3",[0]]]}"#;
        assert_eq!(Polynomial::from_json(text).unwrap().to_string(), "2");
    }

    #[test]
    fn malformed_objects_say_where() {
        assert_eq!(failure("").0, 1);
        let (line, column, message) = failure("{\"vars\":[\"x\"],\n\"terms\":[[\"é\",[1]]]}");
        assert_eq!((line, column), (2, 13));
        assert!(message.contains("\"é\" is not a coefficient"), "{message}");
        assert!(!message.contains("at line"), "{message}");
        for bad in ["", "-", "1 2", "1_0", "1/0", "/2", "1/", "--1", "0x1", "1.5", " 1"] {
            assert!(
                failure(&format!(r#"{{"vars":["x"],"terms":[["{bad}",[1]]]}}"#)).2.contains("coefficient"),
                "{bad}"
            );
        }
        let (line, column, message) = failure(r#"{"vars":["x"],"terms":[["1",[1]],["1",[1,2]]]}"#);
        assert_eq!((line, column), (1, 1));
        assert!(message.contains("term 1 has 2 exponents"), "{message}");
        assert!(
            failure(r#"{"vars":["x"],"terms":[["1",[-1]]]}"#)
                .2
                .contains("expected an integer from 0 to 4294967295, found the integer -1")
        );
        assert!(failure(r#"{"vars":["x"],"terms":[["1",[2147483648]]]}"#).2.contains("must be below"));
        assert!(failure(r#"{"vars":["x","x"],"terms":[]}"#).2.contains("occurs twice"));
        assert!(failure(r#"{"vars":["x"]}"#).2.contains("the key \"terms\" is missing"));
        assert!(
            failure(r#"{"vars":["x"],"terms":[],"more":1}"#)
                .2
                .contains("the key \"more\" is not known; keys are vars, terms, report")
        );
        assert!(failure(r#"{"vars":["x"],"terms":[["1/2",[1]]]}"#).2.contains(INTEGRAL));
        assert!(failure(r#"{"vars":["x"],"terms":[]} x"#).2.contains("something follows the JSON"));
    }
}
