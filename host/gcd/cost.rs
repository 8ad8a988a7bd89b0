//! Which engine a GCD suits.

use super::pair::Pair;
use crate::backend::{self, Chosen, Wish};
use crate::error::Result;
use crate::options::Options;

/// Work of GCDs, roughly.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Work {
    /// Element steps of three products modulo one prime, times primes of 31 bits.
    steps: f64,
    /// Steps of the longest remainder sequence, one after the other.
    sequence: f64,
    /// Integers times primes of the proof and the lift.
    residues: f64,
}

impl Work {
    /// Of a pair whose GCD is likely to be small: a GCD of high degree only makes less work.
    fn new(pair: &Pair<'_>) -> Self {
        let (p, q) = (f64::from(pair.f.degree()), f64::from(pair.g.degree()));
        let (f, g) = (pair.f.height as f64, pair.g.height as f64);
        let (long, short) = (p.max(q), p.min(q));
        Work {
            steps: ((long - short) * short + short * short / 2.0) * (f.min(g) / 30.0 + 2.0),
            sequence: long,
            residues: (p + q) * (f.max(g) / 30.0 + 2.0),
        }
    }

    /// Milliseconds on so many threads.
    fn cpu(&self, threads: usize) -> f64 {
        (self.steps * 0.3e-6 + self.residues * 40e-6) / threads as f64 + 0.02
    }

    /// Milliseconds on a device.
    fn device(&self) -> f64 {
        self.steps * 1e-9 + self.sequence * 0.4e-3 + self.residues * 0.3e-6 + 0.8
    }
}

/// The wish for an engine for all of some pairs.
pub(super) struct GcdWish {
    suits_device: bool,
}

/// What `pairs` wish for.
pub(super) fn wish(options: &Options, pairs: &[&Pair<'_>]) -> GcdWish {
    let work = pairs.iter().fold(Work::default(), |sum, pair| {
        let work = Work::new(pair);
        Work {
            steps: sum.steps + work.steps,
            sequence: sum.sequence.max(work.sequence),
            residues: sum.residues + work.residues,
        }
    });
    GcdWish { suits_device: work.device() < work.cpu(backend::threads(options)) }
}

impl GcdWish {
    /// For GCDs in more than one variable: the CPU, unless a device is asked for.
    pub fn for_points() -> Self {
        GcdWish { suits_device: false }
    }

    /// The engine.
    pub fn choose(&self, options: &Options) -> Result<Chosen> {
        let wish =
            Wish { suits_device: self.suits_device, devices: &|_| 1, has_room: &|_| Ok(true), word: options.word };
        backend::choose(options, &wish)
    }
}
