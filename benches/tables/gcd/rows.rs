//! The rows: pairs with a known common divisor, the same in every run; and their text.

use super::product::product;
use super::source::{Python, Source};
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
    /// The SHA-512 digest that Python seeds its generator with; none: `StdRng`.
    digest: Option<&'static str>,
}

/// A row of one dense pair.
pub const fn row(name: &'static str, degrees: (u32, u32), gcd: u32, bits: (u32, u32)) -> Row {
    Row { name, pairs: 1, degrees, gcd: gcd..=gcd, bits, sparse: false, digest: None }
}

const fn batch(
    name: &'static str,
    pairs: usize,
    degrees: (u32, u32),
    gcd: RangeInclusive<u32>,
    bits: (u32, u32),
) -> Row {
    Row { name, pairs, degrees, gcd, bits, sparse: false, digest: None }
}

/// Every row.
///
/// G1 to G7 are Table 1 of the GCD paper, by the generator of `benches/data/make_gcd_rows.py`. B1 to B4 are its Table 2, which gives an
/// average degree of the gcd for the last three. MAYHEM is the largest instance of a contest of 2010: degrees 10000, gcd of degree
/// 5000, coefficients of 10000 bits.
pub fn all() -> Vec<Row> {
    let digest = |row: Row, digest| Row { digest: Some(digest), ..row };
    let sparse = |row: Row| Row { sparse: true, ..row };
    vec![
        digest(
            sparse(row("G1", (923, 412), 100, (300, 200))),
            "4ee1e4e1ece625924fa353ec864af01d2c89de5c410eec98bd9f82206b199f9030e9587d4d4749e8038f21995e6ea7f7c4f55cb409138685e614e9438a979750",
        ),
        digest(
            row("G2", (1000, 400), 100, (300, 200)),
            "abcb1cb6b76ee6ffb1ba766817a078fe5d998e01e94fcc522b1f1e71bc56725d418e2f87e5b9d7a6d6df6770b9545ad8d23c4b78ff8d98de8d74028dc2396790",
        ),
        digest(
            row("G3", (2300, 2100), 1400, (35, 1015)),
            "d754c539dcb19e15ad2fbab6b6a58f8fcab0394afe908144a3fdb59cba289deaf52a474c277422b5397d70fb3d1baff483910fc42955a0d55e577d1f75a6e1a6",
        ),
        digest(
            row("G4", (3669, 3957), 3257, (3000, 2000)),
            "7052e2836529dd095785388531e58786e850a7dee4ffc39713c067a16fc256defe0748ddda2ff68ae0e1eee5c049d4fbeffb502dc4f867bcce20b7582936fa32",
        ),
        digest(
            row("G5", (4900, 4900), 2500, (46, 46)),
            "d2c32c52c72170dd113387543c6ef463196cd55b3dfe79ef666a633146a0d657bd7a4582450ae59b28a6e19dec0cd6c80802db32afc5e8cf593532f4d00876d2",
        ),
        digest(
            row("G6", (10000, 10000), 5000, (162, 165)),
            "56158980f3c55b25a399b21c1246aa338e9fe42966d48e727b2dec14c808343ad922d3ad1a2ae16c508b64197d9bc6b5b46970985853b924e6cc3e471c5ce365",
        ),
        digest(
            row("G7", (10000, 10000), 5000, (3733, 748)),
            "557b605436cde8496ff6e2007a1d772dca3937ca079c33ced4bad20963d0895fdf66db0a26224e42d992f9d6fc682026f4c59b291c5af4b451b959f2798c31df",
        ),
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
        match self.digest {
            Some(digest) => self.draw(&mut Python::new(&format!("gpu-peer-{}", self.name), digest), *self.gcd.start()),
            None => {
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
        // What a product is longer than its factors: half the bits of its number of terms.
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
