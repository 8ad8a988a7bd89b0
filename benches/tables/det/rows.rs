//! The rows: matrices of the shapes of the paper's tables, the same as those of `benches/data/make_det_rows.py`; and their texts.

use super::paper::{self, Paper};
use crate::python::Python;
use eliminant::{Matrix, Polynomial, Result};
use rug::Integer;

/// Names of the variables.
const NAMES: [&str; 5] = ["x", "y", "z", "u", "v"];

/// Coefficients are between this and its negative, and not 0.
const LARGEST: i32 = 100;

/// An entry: coefficients with their exponents, in the order in which they are drawn.
pub type Entry = Vec<(i32, Vec<u32>)>;

/// A row of the tables.
pub struct Row {
    pub name: String,
    /// Rows of the matrix.
    pub size: usize,
    /// Most terms of an entry.
    pub terms: usize,
    /// The paper's figures for this shape.
    pub paper: Paper,
}

/// T2-r-k and T3-r-s with four terms an entry, then M2-r-k and M3-r-s with one.
pub fn all() -> Vec<Row> {
    let row = |paper: Paper, letter: char, terms| {
        let numbers = &paper.name[1..];
        let size = numbers.split('-').nth(1).and_then(|size| size.parse().ok()).expect("a number of rows in the name");
        Row { name: format!("{letter}{numbers}"), size, terms, paper }
    };
    let of = |letter, terms| paper::rows().into_iter().map(move |paper| row(paper, letter, terms));
    of('T', 4).chain(of('M', 1)).collect()
}

impl Row {
    /// Whether a name is that of the row, or the beginning of it up to a hyphen.
    pub fn is_named(&self, name: &str) -> bool {
        self.name.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    }

    /// The number of the paper's table.
    pub fn table(&self) -> &str {
        &self.name[1..2]
    }

    /// The last part of the name: variables, or what limits the degrees.
    pub fn series(&self) -> &str {
        self.name.rsplit('-').next().unwrap_or_default()
    }

    /// The variables.
    pub fn vars(&self) -> &'static [&'static str] {
        &NAMES[..self.paper.degrees.len()]
    }

    /// All entries, row by row.
    ///
    /// Row i has its share of each degree of the determinant, floor((i + 1) D / r) - floor(i D / r), as the largest exponents; by a
    /// permutation for each variable one entry of each row reaches it.
    pub fn entries(&self) -> Vec<Entry> {
        let (n, degrees) = (self.size as u32, &self.paper.degrees);
        let mut random = Python::new(&self.name);
        let columns: Vec<Vec<u32>> = degrees.iter().map(|_| random.permutation(n)).collect();
        let mut entries = Vec::with_capacity(self.size * self.size);
        for i in 0..n {
            let share: Vec<u32> = degrees.iter().map(|d| (i + 1) * d / n - i * d / n).collect();
            let room = share.iter().map(|d| *d as usize + 1).product();
            for j in 0..n {
                let mut entry = Entry::new();
                while entry.len() < self.terms.min(room) {
                    let mut exponents: Vec<u32> = share.iter().map(|d| random.below(d + 1)).collect();
                    if entry.is_empty() {
                        let full = (0..share.len()).filter(|&v| columns[v][i as usize] == j);
                        full.for_each(|v| exponents[v] = share[v]);
                    }
                    let coefficient = random.below(2 * LARGEST as u32 + 1) as i32 - LARGEST;
                    if coefficient != 0 && entry.iter().all(|(_, other)| *other != exponents) {
                        entry.push((coefficient, exponents));
                    }
                }
                entries.push(entry);
            }
        }
        entries
    }

    /// The matrix.
    ///
    /// # Errors
    /// When the library refuses it.
    pub fn matrix(&self) -> Result<Matrix> {
        let polynomial = |entry: Entry| {
            Polynomial::from_terms(self.vars(), entry.into_iter().map(|(c, exponents)| (Integer::from(c), exponents)))
        };
        let entries = self.entries().into_iter().map(polynomial).collect::<Result<Vec<_>>>()?;
        Matrix::over(self.vars(), entries.chunks(self.size).map(<[_]>::to_vec).collect())
    }

    /// The matrix as `eliminant det` reads it, to the letter as Python writes it.
    pub fn json(&self) -> String {
        let term = |(c, exponents): &(i32, Vec<u32>)| {
            let powers = self.vars().iter().zip(exponents).filter(|(_, e)| **e > 0).map(|(v, e)| format!("*{v}^{e}"));
            format!("{c}{}", powers.collect::<String>())
        };
        let entry = |entry: &Entry| format!("\"{}\"", entry.iter().map(term).collect::<Vec<_>>().join(" + "));
        let entries: Vec<String> = self.entries().iter().map(entry).collect();
        let rows: Vec<String> = entries.chunks(self.size).map(|row| format!("[{}]", row.join(", "))).collect();
        let vars: Vec<String> = self.vars().iter().map(|v| format!("\"{v}\"")).collect();
        format!("{{\"vars\": [{}], \"rows\": [{}]}}\n", vars.join(", "), rows.join(", "))
    }

    /// The matrix as the baseline program reads it: rows and variables; of each entry its number of terms, and on lines of their own
    /// coefficients and exponents.
    pub fn plain(&self) -> String {
        let mut text = format!("{} {}\n", self.size, self.vars().len());
        for entry in self.entries() {
            text += &format!("{}\n", entry.len());
            for (c, exponents) in entry {
                text += &format!("{c} {}\n", exponents.iter().map(u32::to_string).collect::<Vec<_>>().join(" "));
            }
        }
        text
    }
}
