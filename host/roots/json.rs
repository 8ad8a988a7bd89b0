//! Real algebraic numbers as JSON.

use super::algebraic::RealAlgebraic;
use rug::Rational;
use serde_json::{Value, json};

/// Relative length of the intervals: 2^-20.
const BITS: u32 = 20;

impl RealAlgebraic {
    /// An object: `value` with so many significant digits, `interval` with the ends of an interval that has no other root of its polynomial, as fractions, and
    /// `rational`, the number itself, where it is rational.
    ///
    /// ```
    /// use eliminant::{Rational, RealAlgebraic};
    /// let number = RealAlgebraic::from(Rational::from((1, 3)));
    /// assert_eq!(number.to_json(4).to_string(), r#"{"interval":["1/3","1/3"],"rational":"1/3","value":"0.3333"}"#);
    /// ```
    pub fn to_json(&self, digits: u32) -> Value {
        let interval = self.interval(BITS).each_ref().map(Rational::to_string);
        let mut value = json!({ "value": self.to_decimal(digits), "interval": interval });
        if let Some(rational) = self.as_rational() {
            value["rational"] = json!(rational.to_string());
        }
        value
    }
}
