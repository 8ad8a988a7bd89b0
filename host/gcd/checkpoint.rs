//! GCDs of a batch in a checkpoint: proved and verified, as integers.
//!
//! Each is a list of coefficients, the constant term first: twice the number of bytes of the magnitude, and one more where it is negative, in
//! eight bytes, then the magnitude, the least byte first.

use super::pair::Pair;
use super::request::Solution;
use crate::error::Result;
use crate::run::checkpoint::Kept;
use crate::run::options::RunOptions;
use rug::Integer;
use rug::integer::Order;

fn of(run: &RunOptions, pair: &Pair<'_>) -> Option<Kept> {
    // Images of the same pair have another key.
    run.archive.as_ref().map(|archive| archive.of(!pair.fingerprint()))
}

/// Keeps the GCD of a pair, where the options name a checkpoint.
///
/// # Errors
/// `Checkpoint`.
pub(super) fn keep(run: &RunOptions, pair: &Pair<'_>, solution: &Solution) -> Result<()> {
    of(run, pair).map_or(Ok(()), |kept| kept.put_bytes(&bytes(&solution.gcd)))
}

/// The GCD of a pair, if it was kept.
///
/// # Errors
/// `Checkpoint`.
pub(super) fn restored(run: &RunOptions, pair: &Pair<'_>) -> Result<Option<Solution>> {
    let Some(kept) = of(run, pair) else { return Ok(None) };
    let found = kept.bytes()?.and_then(|bytes| integers(&bytes));
    kept.count(found.is_some().into());
    Ok(found.map(|gcd| Solution { gcd, cofactors: None }))
}

fn bytes(integers: &[Integer]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for c in integers {
        let magnitude = c.to_digits::<u8>(Order::Lsf);
        bytes.extend((2 * magnitude.len() as u64 + u64::from(c.is_negative())).to_le_bytes());
        bytes.extend(magnitude);
    }
    bytes
}

/// `None` where it is no such list.
fn integers(mut bytes: &[u8]) -> Option<Vec<Integer>> {
    let mut integers = Vec::new();
    while let Some((head, rest)) = bytes.split_first_chunk() {
        let head = u64::from_le_bytes(*head);
        let (magnitude, rest) = rest.split_at_checked(usize::try_from(head / 2).ok()?)?;
        let c = Integer::from_digits(magnitude, Order::Lsf);
        integers.push(if head % 2 == 1 { -c } else { c });
        bytes = rest;
    }
    (bytes.is_empty() && !integers.is_empty()).then_some(integers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_as_they_were_written() {
        let list: Vec<Integer> = vec![(-5).into(), 0.into(), Integer::from(1) << 200u32, 255.into(), (-256).into()];
        let written = bytes(&list);
        assert_eq!(integers(&written), Some(list.clone()));
        assert!((0..written.len()).all(|n| integers(&written[..n]) != Some(list.clone())));
        assert_eq!(integers(&[]), None);
    }
}
