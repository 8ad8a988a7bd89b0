//! The rows: what the papers measured, and reading the inputs that `benches/data/make_rows.py` writes.

use crate::files;
use eliminant::Polynomial;
use rug::Integer;
use std::path::{Path, PathBuf};

/// A row of the 2013 paper's Table 1, with its GPU column where our row has that row's shape. The stated degrees of its dense
/// rows 6, 8, 10, 16 cannot give the resultant degrees it reports; the primed rows have x-degrees that do.
pub const PAPER_2013: [(&str, Option<f64>); 20] = [
    ("R1", Some(16.0)),
    ("R2", Some(174.0)),
    ("R3", Some(66.0)),
    ("R4", Some(189.0)),
    ("R5", Some(146.0)),
    ("R6", None),
    ("R7", Some(294.0)),
    ("R8", None),
    ("R9", Some(854.0)),
    ("R10", None),
    ("R11", Some(1110.0)),
    ("R12", Some(7010.0)),
    ("R13", Some(96.0)),
    ("R14", Some(1930.0)),
    ("R15", Some(3900.0)),
    ("R16", None),
    ("R6p", Some(498.0)),
    ("R8p", Some(486.0)),
    ("R10p", Some(1940.0)),
    ("R16p", Some(14300.0)),
];

/// A row of the 2010 paper's Table 1: milliseconds of its GPU for evaluation and resultants, points at which its algorithm
/// failed.
pub const PAPER_2010: [(&str, f64, u32); 6] =
    [("T1", 131.6, 1), ("T2", 175.7, 0), ("T3", 393.5, 3), ("T4", 492.6, 4), ("T5", 752.5, 2), ("T6", 1363.6, 3)];

/// Rows larger than the papers'.
const LARGE: [&str; 7] = ["L1", "L160", "L2", "L400", "L512", "L3", "L2048"];

/// The names of all rows.
pub fn names() -> Vec<&'static str> {
    let papers = PAPER_2013.iter().map(|row| row.0).chain(PAPER_2010.iter().map(|row| row.0));
    papers.chain(LARGE).collect()
}

/// An input.
pub struct Row {
    pub name: &'static str,
    pub f: Polynomial,
    pub g: Polynomial,
    /// The file the programs in `benches/baselines` read, where there is one.
    pub plain: Option<PathBuf>,
}

impl Row {
    /// The row `name` from `NAME.txt`, or from `NAME.f.txt` and `NAME.g.txt`; `None` when the folder has neither.
    pub fn read(folder: &Path, name: &'static str) -> Result<Option<Row>, String> {
        let plain = folder.join(format!("{name}.txt"));
        if plain.exists() {
            let (f, g) = parse(&files::read(&plain)?).map_err(|error| format!("{}: {error}", plain.display()))?;
            return Ok(Some(Row { name, f, g, plain: Some(plain) }));
        }
        let pair = ["f", "g"].map(|letter| folder.join(format!("{name}.{letter}.txt")));
        if !pair.iter().all(|path| path.exists()) {
            return Ok(None);
        }
        let read = |path: &Path| -> Result<Polynomial, String> {
            files::read(path)?.trim().parse().map_err(|error| format!("{}: {error}", path.display()))
        };
        Ok(Some(Row { name, f: read(&pair[0])?, g: read(&pair[1])?, plain: None }))
    }

    /// Degrees in y and x, bits and density of the coefficients.
    pub fn shape(&self) -> String {
        let degree = |p: &Polynomial, var| p.degree(var).unwrap_or(0) as usize;
        let pair = |var| (degree(&self.f, var), degree(&self.g, var));
        let ((p, q), (d, e)) = (pair("y"), pair("x"));
        let room = (p + 1) * (d + 1) + (q + 1) * (e + 1);
        let density = (self.f.terms().len() + self.g.terms().len()) as f64 / room as f64;
        let bits = self.f.max_bits().max(self.g.max_bits());
        format!("y {p},{q} x {d},{e} {bits} bit {density:.2}")
    }
}

/// f and g from `deg_y f, deg_x f, deg_y g, deg_x g` and the rows of coefficients, constant first.
fn parse(text: &str) -> Result<(Polynomial, Polynomial), String> {
    let mut words = text.split_whitespace();
    let mut degrees = [0u32; 4];
    for degree in &mut degrees {
        let word = words.next().ok_or("the first line needs four degrees")?;
        *degree = word.parse().map_err(|_| format!("{word} is no degree"))?;
    }
    let mut polynomial = |deg_y: u32, deg_x: u32| -> Result<Polynomial, String> {
        let mut terms = Vec::new();
        for y in 0..=deg_y {
            for x in 0..=deg_x {
                let word = words.next().ok_or("a coefficient is missing")?;
                let value: Integer = word.parse().map_err(|_| format!("{word} is no integer"))?;
                terms.push((value, vec![x, y]));
            }
        }
        Polynomial::from_terms(&["x", "y"], terms).map_err(|error| error.to_string())
    };
    let f = polynomial(degrees[0], degrees[1])?;
    let g = polynomial(degrees[2], degrees[3])?;
    match words.next() {
        None => Ok((f, g)),
        Some(word) => Err(format!("{word} after the last coefficient")),
    }
}
