//! The rows as files for the baseline programs.

use super::rows::{self, Pair, Row};
use crate::files;
use rug::Integer;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

/// The first `count` pairs of a row, as the programs in `benches/baselines` read them.
pub fn pairs_to(path: &Path, pairs: &[Pair]) -> Result<(), String> {
    let mut out = BufWriter::new(File::create(path).map_err(files::at(path))?);
    pairs.iter().try_for_each(|pair| rows::write(pair, &mut out)).map_err(files::at(path))?;
    out.flush().map_err(files::at(path))
}

/// Writes the first `count` pairs of a row to `DIR/ROW.txt`, and prints what they are.
pub fn row(row: &Row, count: usize, dir: &Path) -> Result<(), String> {
    let pairs = row.pairs(count);
    pairs_to(&dir.join(row.name).with_extension("txt"), &pairs)?;
    let longest = |p: &[Integer]| p.iter().map(Integer::significant_bits).max().unwrap_or(0);
    let bits = |of: fn(&Pair) -> &[Integer]| pairs.iter().map(|pair| longest(of(pair))).max().unwrap_or(0);
    let gcds: usize = pairs.iter().map(|pair| pair.common.len() - 1).sum();
    let (p, q) = row.degrees;
    println!(
        "{}: {} of {} pairs of degrees {p} and {q}, gcds' degrees together {gcds}, bits up to {}, {} and {}",
        row.name,
        pairs.len(),
        row.pairs,
        bits(|pair| &pair.f),
        bits(|pair| &pair.g),
        bits(|pair| &pair.common),
    );
    Ok(())
}
