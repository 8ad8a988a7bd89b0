//! The rows: pairs with a known common divisor, the same in every run; and their text.

use super::product::product;
use super::source::Source;
use crate::python::Python;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rayon::prelude::*;
use rug::Integer;
use std::io::{self, BufRead, Write};
use std::ops::RangeInclusive;

/// Coefficients from the lowest up; the last is not zero.
pub type Coefficients = Vec<Integer>;

/// f = a h and g = b h for random h, a and b.
pub struct Pair {
    pub f: Coefficients,
    pub g: Coefficients,
    /// h: divides the gcd, and is the gcd or its negative unless random polynomials happen to have a common divisor.
    pub common: Coefficients,
}

/// A row: how many pairs, and of which degrees and lengths.
pub struct Row {
    pub name: &'static str,
    pub pairs: usize,
    /// Degrees of f and g.
    pub degrees: (u32, u32),
    /// Degree of the gcd; of a range, each pair has one of its own.
    pub gcd: RangeInclusive<u32>,
    /// Bits of f and g, up to one or two.
    pub bits: (u32, u32),
    /// A tenth of the gcd's coefficients and 3 percent of the cofactors', or all.
    pub sparse: bool,
    /// Whether Python's generator makes it, or `StdRng`.
    python: bool,
}

/// A row of one dense pair.
pub const fn row(name: &'static str, degrees: (u32, u32), gcd: u32, bits: (u32, u32)) -> Row {
    Row { name, pairs: 1, degrees, gcd: gcd..=gcd, bits, sparse: false, python: false }
}

const fn batch(
    name: &'static str,
    pairs: usize,
    degrees: (u32, u32),
    gcd: RangeInclusive<u32>,
    bits: (u32, u32),
) -> Row {
    Row { name, pairs, degrees, gcd, bits, sparse: false, python: false }
}

/// Every row.
///
/// G1 to G7 are Table 1 of the GCD paper, by the generator of `benches/data/make_gcd_rows.py`. B1 to B4 are its Table 2, which gives an
/// average degree of the gcd for the last three. MAYHEM is the largest instance of a contest of 2010: degrees 10000, gcd of degree
/// 5000, coefficients of 10000 bits.
pub fn all() -> Vec<Row> {
    let python = |row: Row| Row { python: true, ..row };
    let sparse = |row: Row| Row { sparse: true, ..row };
    vec![
        python(sparse(row("G1", (923, 412), 100, (300, 200)))),
        python(row("G2", (1000, 400), 100, (300, 200))),
        python(row("G3", (2300, 2100), 1400, (35, 1015))),
        python(row("G4", (3669, 3957), 3257, (3000, 2000))),
        python(row("G5", (4900, 4900), 2500, (46, 46))),
        python(row("G6", (10000, 10000), 5000, (162, 165))),
        python(row("G7", (10000, 10000), 5000, (3733, 748))),
        row("MAYHEM", (10_000, 10_000), 5000, (10_000, 10_000)),
        row("LARGE", (100_000, 100_000), 50_000, (1000, 1000)),
        sparse(batch("B1", 200, (900, 800), 50..=50, (150, 150))),
        sparse(batch("B2", 200, (900, 800), 80..=120, (150, 150))),
        sparse(batch("B3", 100, (1000, 900), 160..=240, (170, 180))),
        batch("B4", 400, (900, 700), 120..=180, (150, 100)),
        batch("MANY", 20_000, (900, 800), 50..=100, (150, 150)),
    ]
}

/// `degree` + 1 coefficients, the first and the last among those that are there.
fn polynomial(source: &mut dyn Source, degree: u32, bits: u32, density: f64) -> Coefficients {
    let mut coefficient = |i| match density == 1.0 || i == 0 || i == degree || source.present(density) {
        true => source.coefficient(bits),
        false => Integer::new(),
    };
    (0..=degree).map(&mut coefficient).collect()
}

impl Row {
    /// Pair number `index`: the same whatever other pairs are made.
    pub fn pair(&self, index: usize) -> Pair {
        match self.python {
            true => self.draw(&mut Python::new(&format!("gpu-peer-{}", self.name)), *self.gcd.start()),
            false => {
                let words = self.name.bytes().map(u64::from).chain([index as u64]);
                let seed = words.fold(1u64, |seed, word| seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(word));
                let mut rng = StdRng::seed_from_u64(seed);
                let gcd = rand::Rng::random_range(&mut rng, self.gcd.clone());
                self.draw(&mut rng, gcd)
            }
        }
    }

    /// The first `count` pairs, at most all, made by all threads.
    pub fn pairs(&self, count: usize) -> Vec<Pair> {
        (0..count.min(self.pairs)).into_par_iter().map(|index| self.pair(index)).collect()
    }

    /// h, a and b from the source, and their products.
    fn draw(&self, source: &mut dyn Source, gcd: u32) -> Pair {
        let (p, q) = self.degrees;
        // The bits by which a product is longer than its factors: half the bits of its number of terms.
        let growth = |n: u32| match self.sparse {
            true => 1.5,
            false => f64::from(u32::BITS - ((n - gcd).min(gcd) + 1).leading_zeros()) / 2.0,
        };
        let (in_f, in_g) = (f64::from(self.bits.0) - growth(p), f64::from(self.bits.1) - growth(q));
        let bits = (in_f.min(in_g) / 2.0).floor().max(2.0);
        let (of_gcd, of_cofactor) = if self.sparse { (0.10, 0.03) } else { (1.0, 1.0) };
        let common = polynomial(source, gcd, bits as u32, of_gcd);
        let a = polynomial(source, p - gcd, (in_f - bits).round_ties_even() as u32, of_cofactor);
        let b = polynomial(source, q - gcd, (in_g - bits).round_ties_even() as u32, of_cofactor);
        Pair { f: product(&a, &common), g: product(&b, &common), common }
    }
}

/// Writes f and g as the programs in `benches/baselines` read them: the degree, then the coefficients from the lowest up.
pub fn write(pair: &Pair, out: &mut dyn Write) -> io::Result<()> {
    for p in [&pair.f, &pair.g] {
        write!(out, "{}\n{}", p.len() - 1, p[0])?;
        for c in &p[1..] {
            write!(out, " {c}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Reads what [`write()`] has written: one pair after the other.
///
/// # Errors
/// When a line cannot be read, or is not what it should be.
pub fn read(input: impl BufRead) -> Result<Vec<(Coefficients, Coefficients)>, String> {
    let mut polynomials = Vec::new();
    let mut lines = input.lines();
    while let Some(degree) = lines.next() {
        let degree: usize = degree.map_err(|e| e.to_string())?.trim().parse().map_err(|_| "no degree".to_owned())?;
        let line = lines.next().ok_or("no coefficients")?.map_err(|e| e.to_string())?;
        let coefficients: Result<Coefficients, _> = line.split_whitespace().map(str::parse).collect();
        let coefficients = coefficients.map_err(|error| error.to_string())?;
        if coefficients.len() != degree + 1 {
            return Err(format!("{} coefficients for degree {degree}", coefficients.len()));
        }
        polynomials.push(coefficients);
    }
    let mut pairs = Vec::new();
    let mut polynomials = polynomials.into_iter();
    while let Some(f) = polynomials.next() {
        pairs.push((f, polynomials.next().ok_or("f without g")?));
    }
    Ok(pairs)
}
