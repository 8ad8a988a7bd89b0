//! The uses of an input.

use crate::program;
use eliminant::system::{System, parse_points};
use eliminant::{Discriminant, Gcd, Polynomial, RationalMatrix, RationalPolynomial};

/// Bytes that a polynomial, and a plan of it, may take.
const MEMORY: u64 = 1 << 20;

#[derive(Debug, Clone, Copy)]
pub enum Target {
    Text,
    Json,
    Binary,
    Matrix,
    /// Systems as text, as JSON and in PHCpack's format.
    System,
    /// Points in two variables, as JSON and CSV.
    Points,
    /// A file for `gcd --batch`.
    Batch,
    /// Words behind `plan`, separated by tabulators.
    CommandLine,
}

/// The bytes of an input of the corpus: one for each character.
pub fn bytes(input: &str) -> Vec<u8> {
    input.chars().map(|c| c as u8).collect()
}

/// The text of the corpus for an input.
pub fn text(input: &[u8]) -> String {
    input.iter().map(|&byte| char::from(byte)).collect()
}

impl Target {
    pub fn name(self) -> &'static str {
        match self {
            Target::Text => "text",
            Target::Json => "json",
            Target::Binary => "binary",
            Target::Matrix => "matrix",
            Target::System => "system",
            Target::Points => "points",
            Target::Batch => "batch",
            Target::CommandLine => "command line",
        }
    }

    /// Mutations where nothing else is asked for: those that start a process are fewer.
    pub fn mutations(self) -> usize {
        match self {
            Target::Batch | Target::CommandLine => 120,
            _ => 1500,
        }
    }

    pub fn run(self, input: &[u8]) {
        let text = String::from_utf8_lossy(input);
        match self {
            Target::Text => {
                if let Ok(f) = RationalPolynomial::parse_within::<&str>(&text, None, MEMORY) {
                    let printed = f.to_string();
                    assert_eq!(
                        RationalPolynomial::parse_in(&printed, f.numerator().vars()),
                        Ok(f.clone()),
                        "{printed}"
                    );
                    plans(f.numerator());
                }
            }
            Target::Json => {
                if let Ok(f) = RationalPolynomial::from_json(&text) {
                    assert_eq!(RationalPolynomial::from_json(&f.to_json()), Ok(f.clone()));
                    plans(f.numerator());
                }
            }
            Target::Binary => {
                if let Ok(f) = RationalPolynomial::read_binary_within(input, MEMORY) {
                    plans(f.numerator());
                }
            }
            Target::Matrix => {
                let found = [
                    RationalMatrix::parse_within::<&str>(&text, None, MEMORY),
                    RationalMatrix::from_json_within(&text, MEMORY),
                ];
                for matrix in found.into_iter().flatten() {
                    assert_eq!(RationalMatrix::from_json(&matrix.to_json()), Ok(matrix));
                }
            }
            Target::System => {
                let found = [text.parse::<System>(), System::from_json(&text), System::from_phc(&text)];
                for system in found.into_iter().flatten() {
                    assert_eq!(System::from_json(&system.to_json()), Ok(system.clone()));
                    assert_eq!(System::from_phc(&system.to_phc()).map(|again| again.to_phc()), Ok(system.to_phc()));
                    let _ = system.compile();
                }
            }
            Target::Points => {
                let names = ["x", "y"].map(str::to_owned);
                let double = parse_points::<[f64; 1]>(&text, &names);
                let quadruple = parse_points::<[f64; 4]>(&text, &names);
                assert!(double.is_err() || quadruple.is_ok_and(|points| points.len() == double.unwrap().len()));
            }
            Target::Batch => program::batch(input),
            Target::CommandLine => program::plan(input),
        }
    }
}

/// Plans of small polynomials, which may be refused.
fn plans(f: &Polynomial) {
    let degree: u64 = f.vars().iter().map(|var| u64::from(f.degree(var).unwrap_or(0))).sum();
    if degree > 40 || f.terms().len() > 40 {
        return;
    }
    if let Some(var) = f.vars().first() {
        let _ = Discriminant::new(f, var).memory_limit(MEMORY).plan();
        let _ = Gcd::new(f, &f.derivative(var)).memory_limit(MEMORY).plan();
    }
}
