//! Mutations of inputs.

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// Words that mean something in some of the forms.
const TOKENS: [&str; 30] = [
    "+",
    "-",
    "*",
    "**",
    "/",
    "^",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "\"",
    "0",
    "1",
    "2147483647",
    "2147483648",
    "4294967296",
    "99999999999999999999",
    "x",
    "y",
    "x2",
    "_",
    " ",
    "\n",
    "\u{2212}",
    "vars",
    "terms",
];

pub struct Mutator(StdRng);

impl Mutator {
    pub fn new(seed: u64) -> Self {
        Mutator(StdRng::seed_from_u64(seed))
    }

    /// One of the inputs with a few changes.
    pub fn mutated(&mut self, corpus: &[Vec<u8>]) -> Vec<u8> {
        let random = &mut self.0;
        let mut input = corpus[random.random_range(0..corpus.len())].clone();
        for _ in 0..random.random_range(1..6) {
            let at = random.random_range(0..=input.len());
            let end = (at + random.random_range(0..9)).min(input.len());
            match random.random_range(0..7) {
                0 => drop(input.drain(at..end)),
                1 => {
                    let part = input[at..end].to_vec();
                    input.splice(at..at, part);
                }
                2 => {
                    let token = TOKENS[random.random_range(0..TOKENS.len())];
                    input.splice(at..end, token.bytes());
                }
                3 => {
                    let token = TOKENS[random.random_range(0..TOKENS.len())];
                    input.splice(at..at, token.bytes());
                }
                4 if at < input.len() => input[at] ^= 1 << random.random_range(0..8),
                5 if at < input.len() => input[at] = random.random(),
                _ => {
                    let other = &corpus[random.random_range(0..corpus.len())];
                    let from = random.random_range(0..=other.len());
                    let part = other[from..(from + random.random_range(0..40)).min(other.len())].to_vec();
                    input.splice(at..end, part);
                }
            }
        }
        input
    }
}
