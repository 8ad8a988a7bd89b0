//! Real algebraic numbers as they are shown.

use super::root_args::RootDigits;
use eliminant::{Rational, RealAlgebraic};
use serde_json::Value;

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
    rational: Option<Rational>,
    json: Value,
}

impl Coordinate {
    pub fn new(value: &RealAlgebraic, digits: u32) -> Self {
        Coordinate { rational: value.as_rational().cloned(), json: value.to_json(digits) }
    }

    /// The number: a fraction where it is one and no digits are asked for.
    pub fn text(&self, choices: &RootDigits) -> String {
        match &self.rational {
            Some(value) if choices.digits.is_none() => value.to_string(),
            _ => self.json["value"].as_str().unwrap_or_default().to_owned(),
        }
    }

    pub fn interval(&self) -> String {
        let [lower, upper] = [0, 1].map(|end| self.json["interval"][end].as_str().unwrap_or_default());
        format!("[{lower}, {upper}]")
    }

    pub fn to_json(&self) -> Value {
        self.json.clone()
    }
}
