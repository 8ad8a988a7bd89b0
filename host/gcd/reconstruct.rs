//! Candidates: what the images of least degree are lifted to.

use super::bound::SLACK;
use super::images::{Images, Loaded, side_by_side};
use super::pair::{Pair, Parts, content};
use super::verify::Check;
use crate::alone::prelude::*;
use crate::control::Control;
use crate::engine::AnyEngine;
use crate::engine::input::{Extent, List, extent};
use crate::error::Result;
use crate::plan::columns::Columns;
use crate::plan::primes::product_bits;
use rug::Integer;

/// A common multiple of the GCD, candidate only: lead / lc(h) h modulo the product of the lucky primes.
pub(super) struct Candidate {
    /// Its primitive part with a positive leading coefficient.
    pub primitive: Vec<Integer>,
    /// How large that is.
    pub extent: Extent,
    /// Its value at the point of the check.
    pub value: u64,
    /// Bits of the largest coefficient of the multiple.
    pub height: u64,
    /// log2 of the product of the primes.
    pub bits: f64,
}

/// The candidates of the pairs in `chosen`, numbers with degrees of their images, from the primes whose images have these degrees
/// for all of them; `None` for a pair when there is no such prime, or leading or trailing coefficients tell that it is wrong.
pub(super) fn candidates(
    engine: &mut dyn AnyEngine,
    loaded: &Loaded<'_>,
    images: &[Images],
    chosen: &[(usize, u32)],
    check: &Check,
    control: &Control,
) -> Result<Vec<Option<Candidate>>> {
    let mut end = 0;
    let starts: Vec<usize> = loaded
        .job
        .pairs
        .iter()
        .map(|pair| {
            let start = end;
            end += pair.width() as usize;
            start
        })
        .collect();
    let len = |degree: u32| degree as usize + 1;
    let columns: Columns = chosen.iter().map(|&(pair, degree)| starts[pair]..starts[pair] + len(degree)).collect();
    let lucky = |part: &Images| -> Vec<u32> {
        let rows = part.degrees.chunks_exact(starts.len()).enumerate();
        let fits = |found: &[u32]| chosen.iter().all(|&(pair, degree)| found[pair] == degree);
        rows.filter(|(_, found)| fits(found)).map(|(row, _)| row as u32).collect()
    };
    let rows: Vec<Vec<u32>> = images.iter().map(lucky).collect();
    let count: usize = rows.iter().map(Vec::len).sum();
    if count == 0 || chosen.is_empty() {
        return Ok(chosen.iter().map(|_| None).collect());
    }
    let polynomials = side_by_side(chosen.iter().map(|&(_, degree)| len(degree)));
    let mut residues = engine.residues(count, polynomials.last().map_or(0, |range| range.end))?;
    let mut moduli = Vec::with_capacity(count);
    for (part, rows) in images.iter().zip(&rows) {
        part.coefficients.select(engine, &part.batch, rows, &columns, &mut residues, moduli.len())?;
        moduli.extend(rows.iter().map(|&row| part.primes[row as usize]));
    }
    let bits = product_bits(moduli.iter().copied());
    let multiples = engine.crt_polynomials(residues, &moduli, &polynomials, control)?;
    let candidate = |(multiple, &(pair, _)): (Vec<Integer>, &(usize, u32))| {
        Candidate::new(multiple, loaded.pairs[pair], bits, check)
    };
    Ok(multiples.into_par_iter().zip(chosen).map(candidate).collect())
}

impl Candidate {
    /// The candidate that a multiple of a GCD gives; `None` where it is plainly wrong.
    fn new(mut multiple: Vec<Integer>, pair: &Pair<'_>, bits: f64, check: &Check) -> Option<Self> {
        // Both are wrong where there are too few primes.
        if multiple.last() != Some(&pair.lead) || multiple.first().is_none_or(Integer::is_zero) {
            return None;
        }
        let whole = extent(&multiple[..]);
        // It divides the leading coefficient, which is mostly short.
        let content = content(std::iter::once(&pair.lead).chain(&multiple));
        if content != 1 {
            multiple.par_iter_mut().with_min_len(1024).for_each(|c| c.div_exact_mut(&content));
        }
        if !is_plausible(pair, &multiple) {
            return None;
        }
        let extent = if content == 1 { whole } else { extent(&multiple[..]) };
        let value = check.value(&multiple[..]);
        Some(Candidate { primitive: multiple, extent, value, height: whole.height, bits })
    }

    /// Whether it is so much smaller than the primes that it is hardly so by chance.
    pub fn is_small(&self) -> bool {
        self.height as f64 + SLACK < self.bits
    }

    /// Its coefficients.
    pub fn list(&self) -> List<'_> {
        List { words: Some(self.extent.words), ..List::of(&self.primitive) }
    }
}

/// Whether `h`, of a candidate, divides f or g, as far as leading and trailing coefficients tell.
fn is_plausible(pair: &Pair<'_>, h: &[Integer]) -> bool {
    let divides = |f: &Parts<'_>| match (h.first(), h.last()) {
        (Some(first), Some(last)) => f.first.is_divisible(first) && f.last.is_divisible(last),
        _ => false,
    };
    divides(&pair.f) && divides(&pair.g)
}
