//! What answers at points take on a device.

use super::field::Kind;
use crate::engine::PointScalar;

/// Milliseconds of a computation that has next to nothing to do: a hundred launches and the tables.
const LEAST: f64 = 2.0;

/// Picoseconds on an H200, by `benches/results/2026-11-30-h200-points.txt`.
#[derive(Debug, Clone, Copy)]
struct Rates {
    /// A step of three products and a reduction.
    step: f64,
    /// A coefficient in Horner's rule.
    horner: f64,
    /// A value by a chirp transform.
    chirp: f64,
    /// A point, for its inverse and its part of the interpolation.
    point: f64,
}

const fn rates(bits: u32) -> Rates {
    match bits {
        ..=31 => Rates { step: 0.9, horner: 0.9, chirp: 75.0, point: 2000.0 },
        32..=61 => Rates { step: 4.6, horner: 2.0, chirp: 135.0, point: 3000.0 },
        62..=64 => Rates { step: 8.0, horner: 3.0, chirp: 135.0, point: 3000.0 },
        65..=128 => Rates { step: 32.0, horner: 8.0, chirp: 300.0, point: 5000.0 },
        _ => Rates { step: 160.0, horner: 40.0, chirp: 1100.0, point: 10_000.0 },
    }
}

/// Milliseconds of scalars at all points of the variables, of polynomials with `dims` coefficients in each of these, modulo a prime of so many bits; `None` for
/// fields that no kernel computes in.
pub(super) fn device(
    (kind, bits): (Kind, u32),
    rows: usize,
    (points, dims): (&[u32], &[usize]),
    scalar: &PointScalar,
) -> Option<f64> {
    if matches!(kind, Kind::Extension { .. }) || points.iter().all(|&n| n <= 1) {
        return None;
    }
    let rates = rates(bits);
    let (mut all, mut table) = (1.0, dims.iter().map(|&n| n as f64).product::<f64>() * rows as f64);
    let mut evaluation = 0.0;
    for (&n, &dim) in points.iter().zip(dims) {
        all *= f64::from(n);
        table /= dim as f64;
        evaluation += all * table * (dim as f64 * rates.horner).min(rates.chirp);
    }
    Some(LEAST + (evaluation + all * (scalar.steps() as f64 * rates.step + rates.point)) * 1e-9)
}
