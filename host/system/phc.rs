//! PHCpack's format.

use super::parse::whole;
use crate::error::Result;
use crate::poly::systems::System;
use crate::poly::{equations, error_at};
use crate::shorten::shortened_list;

/// The parts that may follow the polynomials in a file: their title, or solutions.
const SECTIONS: [&str; 3] = ["TITLE", "THE SOLUTIONS", "SOLUTIONS"];

impl System {
    /// Reads PHCpack's format: a line with the number of polynomials, and of variables where that is another; then the polynomials, each
    /// with its `;`. A title and solutions after them are skipped.
    ///
    /// # Errors
    /// `Parse`, with the place: no count, another number of polynomials or variables than counted, and everything that is no polynomial.
    ///
    /// ```
    /// use eliminant::system::System;
    /// let system = System::from_phc("2\n x**2 + 4*y**2 - 4;\n 2*y**2 - x;\n\nTITLE : an ellipse\n")?;
    /// assert_eq!(system.to_string(), "x^2 + 4*y^2 - 4;\n-x + 2*y^2;\n");
    /// assert_eq!(system.to_phc(), "2\nx^2 + 4*y^2 - 4;\n-x + 2*y^2;\n");
    ///
    /// let error = System::from_phc("3\nx*y - 1;\nx + y;\n").unwrap_err();
    /// assert!(error.to_string().starts_with("line 1, column 1: the count is 3, and there are 2 polynomials"));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn from_phc(text: &str) -> Result<Self> {
        let line = text.lines().next().unwrap_or_default();
        let starts = |word: &&str| word.as_ptr().addr() - text.as_ptr().addr();
        let words: Vec<&str> = line.split_whitespace().collect();
        let counts: Option<Vec<usize>> = words.iter().map(|word| word.parse().ok()).collect();
        let (count, variables, at) = match counts.as_deref() {
            Some([n]) => (*n, *n, (0, 0)),
            Some([n, m]) => (*n, *m, (0, 1)),
            _ => {
                let message = "the first line is the number of polynomials, and that of variables if it is another";
                return Err(error_at(text, words.first().map_or(0, starts), message));
            }
        };
        let end = end_of_polynomials(text, line.len());
        let found = equations(text, line.len()..end)?;
        if !found.is_ended && !found.list.is_empty() {
            return Err(error_at(text, end, "the text ends here; a polynomial ends with `;`"));
        }
        let system = whole(text, found)?;
        if system.len() != count {
            let message = format!("the count is {count}, and there are {} polynomials", system.len());
            return Err(error_at(text, starts(&words[at.0]), message));
        }
        if system.variables().len() != variables {
            let found = shortened_list(system.variables());
            let message = format!(
                "the count of variables is {variables}, and there are {} ({found}); the first line is `{count} {}`",
                system.variables().len(),
                system.variables().len()
            );
            return Err(error_at(text, starts(&words[at.1]), message));
        }
        Ok(system)
    }

    /// PHCpack's format, as [`System::from_phc`] reads it.
    ///
    /// A variable that occurs nowhere, or out of order, is named in the first polynomial as PHCpack's users do: `+ x - x`.
    pub fn to_phc(&self) -> String {
        let (count, variables) = (self.len(), self.variables().len());
        let mut text = if count == variables { format!("{count}\n") } else { format!("{count} {variables}\n") };
        let places =
            self.polynomials().iter().flatten().flat_map(|term| term.exponents.iter().map(|&(place, _)| place));
        let mut next = 0;
        let in_order = places.into_iter().all(|place| {
            next += usize::from(place == next);
            place < next
        });
        let polynomials = self.to_string();
        if (!in_order || next < variables) && !self.is_empty() {
            let names: Vec<String> = self.variables().iter().map(|name| format!("{name} - {name}")).collect();
            text += &names.join(" + ");
            text += if polynomials.starts_with('-') { " " } else { " + " };
        }
        text + &polynomials
    }
}

/// Where the title or the solutions begin that follow the polynomials, or the end of the text.
fn end_of_polynomials(text: &str, start: usize) -> usize {
    let mut at = start;
    for line in text[start..].split_inclusive('\n') {
        if SECTIONS.iter().any(|section| line.trim_start().starts_with(section)) {
            return at;
        }
        at += line.len();
    }
    at
}

/// The first line is one or two integers, and more follows.
pub(super) fn has_count_line(text: &str) -> bool {
    let (line, rest) = text.split_once('\n').unwrap_or_default();
    let words: Vec<&str> = line.split_whitespace().collect();
    let digits = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    (1..=2).contains(&words.len()) && words.iter().all(digits) && !rest.trim().is_empty()
}
