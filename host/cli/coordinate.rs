//! Algebraic numbers as they are shown.

use super::root_args::RootDigits;
use eliminant::{ComplexAlgebraic, Rational, RealAlgebraic};
use serde_json::{Value, json};

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

/// A real root, or a real coordinate of a solution.
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

/// A complex root, or a coordinate of a complex solution.
pub enum ComplexCoordinate {
    Real(Coordinate),
    Other { parts: [String; 2], rectangle: [[Rational; 2]; 2] },
}

impl ComplexCoordinate {
    pub fn new(value: &ComplexAlgebraic, digits: u32) -> Self {
        match value.as_real() {
            Some(value) => ComplexCoordinate::Real(Coordinate::new(value, digits)),
            // As short as the digits need.
            None => ComplexCoordinate::Other { parts: value.to_decimal(digits), rectangle: value.rectangle(0) },
        }
    }

    pub fn is_real(&self) -> bool {
        matches!(self, ComplexCoordinate::Real(_))
    }

    pub fn text(&self, choices: &RootDigits) -> String {
        match self {
            ComplexCoordinate::Real(value) => value.text(choices),
            ComplexCoordinate::Other { parts: [re, im], .. } => {
                let (sign, size) = im.strip_prefix('-').map_or(("+", im.as_str()), |im| ("-", im));
                format!("{re} {sign} {size}*i")
            }
        }
    }

    pub fn interval(&self) -> String {
        match self {
            ComplexCoordinate::Real(value) => value.interval(),
            ComplexCoordinate::Other { rectangle: [[a, b], [c, d]], .. } => format!("[{a}, {b}] + [{c}, {d}]*i"),
        }
    }

    /// The keys `value` and `rectangle`, and `rational` where it is one.
    pub fn to_json(&self) -> Value {
        match self {
            ComplexCoordinate::Real(value) => {
                let of = value.to_json();
                let mut number = json!({ "value": [of["value"], "0"], "rectangle": [of["interval"], ["0", "0"]] });
                if let Some(rational) = of.get("rational") {
                    number["rational"] = rational.clone();
                }
                number
            }
            ComplexCoordinate::Other { parts, rectangle } => {
                let rectangle = rectangle.each_ref().map(|ends| ends.each_ref().map(Rational::to_string));
                json!({ "value": parts, "rectangle": rectangle })
            }
        }
    }
}
