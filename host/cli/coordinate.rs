//! Real algebraic numbers as they are shown.

use super::root_args::RootDigits;
use eliminant::{Rational, RealAlgebraic};
use serde_json::{Value, json};

/// Relative length of the intervals that are shown: 2^-20.
const BITS: u32 = 20;

/// Bits with which so many digits are mostly certain.
pub fn bits_of(digits: u32) -> u32 {
    digits.saturating_mul(10) / 3 + 16
}

/// The multiplicity as a comment behind a line, where it is not 1.
pub fn comment(multiplicity: u32) -> String {
    match multiplicity {
        1 => String::new(),
        m => format!("  # multiplicity {m}"),
    }
}

/// A root, or a coordinate of a solution.
pub struct Coordinate {
    decimal: String,
    rational: Option<Rational>,
    interval: [Rational; 2],
}

impl Coordinate {
    pub fn new(value: &RealAlgebraic, digits: u32) -> Self {
        let rational = value.as_rational().cloned();
        Coordinate { decimal: value.to_decimal(digits), rational, interval: value.interval(BITS) }
    }

    /// The number: a fraction where it is one and no digits are asked for.
    pub fn text(&self, choices: &RootDigits) -> String {
        match &self.rational {
            Some(value) if choices.digits.is_none() => value.to_string(),
            _ => self.decimal.clone(),
        }
    }

    pub fn interval(&self) -> String {
        format!("[{}, {}]", self.interval[0], self.interval[1])
    }

    pub fn to_json(&self) -> Value {
        let interval = self.interval.each_ref().map(Rational::to_string);
        let mut value = json!({ "value": self.decimal, "interval": interval });
        if let Some(rational) = &self.rational {
            value["rational"] = json!(rational.to_string());
        }
        value
    }
}
