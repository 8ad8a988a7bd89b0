//! Memory of GCDs in one variable.

use super::bound::{usual_bits, word};
use super::images::Loaded;
use super::pair::{Pair, Parts};
use super::request::Request;
use crate::engine::AnyEngine;
use crate::engine::input;
use crate::engine::{Words, Worker};
use crate::error::{Error, Result};
use crate::lift::Lift;
use crate::plan::grid::{Axis, Grid};
use crate::poly::size;
use crate::run::batches::Cost;
use crate::run::memory::{self, Footprint};

/// Bytes of the host that are in use whatever computes: f and g as polynomials and as primitive ones, as a table and as an engine's
/// digits.
pub(super) fn held(pair: &Pair<'_>) -> u64 {
    let of = |parts: &Parts<'_>| {
        let (count, magnitudes) = (parts.length() as u64, parts.magnitude_bytes());
        let coefficients = size::integers(count, 0).saturating_add(2 * magnitudes);
        2 * coefficients + size::terms(count, 0) + input::bytes(count, magnitudes)
    };
    of(&pair.f).saturating_add(of(&pair.g))
}

/// Bytes that a GCD of a pair takes on `engine`, with coefficients no longer than those of f and g: beside what is held there where the
/// engine is the host's, else of the host with what is held.
///
/// # Errors
/// `Limit` where that is more than there is; of the engine.
pub(super) fn footprint(engine: &dyn AnyEngine, pair: &Pair<'_>, request: Request<'_>) -> Result<Footprint> {
    let (p, q) = (pair.f.degree(), pair.g.degree());
    let (shorter, longer) = (pair.f.height.min(pair.g.height), pair.f.height.max(pair.g.height));
    let count = |bits: u64| (bits as f64 / word(engine)) as usize + 2;
    let (images, quotients) = (count(usual_bits(pair)), count(longer));
    let (of_gcd, of_quotients) = (u64::from(p.min(q)) + 1, u64::from(p) + u64::from(q) + 2);
    let candidate = size::integers(of_gcd, shorter + u64::from(pair.lead.significant_bits()));
    if !engine.facts().shares_memory {
        let cofactors = if request.cofactors { size::integers(of_quotients, longer) } else { 0 };
        let held = held(pair).saturating_add(request.beside);
        let needed = held.saturating_add(candidate).saturating_add(cofactors);
        memory::check(needed, memory::allowed(&request.options.run))?;
        return Ok(Footprint { least: needed, usual: needed, batch: 0 });
    }
    let (batching, left) = (engine.batching(), engine.memory()?);
    let cost = |points: u32, kept: u64| {
        let axes = if points == 0 { Vec::new() } else { vec![Axis { len: points, cosets: 1 }] };
        let words = Words { batch: Loaded::words(of_quotients + 1, &Grid::new(axes)), scratch: 0 };
        Cost { words, kept, steps: 0 }
    };
    let (image, quotient) = (cost(engine.image_points((p, q)), of_gcd), cost(p.max(q) + 1, of_quotients));
    let lift = |primes: usize, width: u64| engine.lift_memory(primes, width as usize, Lift::Auto);
    // Images stay until the candidate is proved.
    let kept = batching.kept(&image, images);
    let whole = |of_images: u64, division: u64| {
        let proof = division.max(lift(quotients, of_quotients));
        let afterwards = lift(images, of_gcd).max(candidate.saturating_add(proof));
        of_images.max(kept.saturating_add(afterwards))
    };
    let least = whole(batching.least(&image, images), batching.least(&quotient, quotients));
    memory::check(least, left)?;
    let in_batches = |cost: &Cost, primes: usize| {
        let batch = batching.len(cost, left, primes)?;
        Ok::<_, Error>((batch, batching.kept(cost, primes).saturating_add(batching.bytes(cost, batch as u64))))
    };
    let ((batch, of_images), (_, of_proof)) = (in_batches(&image, images)?, in_batches(&quotient, quotients)?);
    Ok(Footprint { least, usual: whole(of_images, of_proof).min(left), batch })
}

/// An engine's lack of memory as one of the host, which holds `held` bytes besides, where the memory is the host's.
pub(super) fn whole(engine: &dyn Worker, held: u64) -> impl Fn(Error) -> Error + use<> {
    memory::beside(if engine.facts().shares_memory { held } else { 0 })
}
