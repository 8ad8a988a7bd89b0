//! Which engine a GCD suits.

use super::memory;
use super::pair::Pair;
use crate::engine::cpu::thresholds::BITS_50;
use crate::error::Result;
use crate::plan;
use crate::run::backend::{self, EngineRequest, SelectedEngines};
use crate::run::options::RunOptions;

/// Work of GCDs, roughly.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Work {
    /// Element steps of three products, times primes of 31 bits.
    steps: f64,
    /// Element steps on bundles of primes, as a CPU does them with all primes of a bundle at once.
    together: f64,
    /// The most element steps on one bundle: one thread does them.
    longest_together: f64,
    /// Element steps with each prime by itself, a vector of coefficients at a time.
    alone: f64,
    /// The most element steps on one prime.
    longest_alone: f64,
    /// Steps of the longest remainder sequence, one after the other.
    sequence: f64,
    /// Integers times primes of 31 bits of the proof and the lift.
    residues: f64,
}

/// Bits of a prime of a CPU, and primes of a bundle.
const PRIME_BITS: f64 = 50.0;
const BUNDLE: f64 = 8.0;

impl Work {
    /// The work of a pair of degrees p and q, of f and g bits, whose GCD is likely to be small: a GCD of high degree only makes less work.
    pub fn new((p, q): (u32, u32), (f, g): (u64, u64)) -> Self {
        let (long, short) = (f64::from(p.max(q)), f64::from(p.min(q)));
        let (f, g) = (f as f64, g as f64);
        let steps = (long - short) * short + short * short / 2.0;
        let on_bundle = steps.min(BITS_50.half_gcd_steps() * long);
        let on_prime = steps / BUNDLE + BITS_50.step * short;
        let primes = (f.min(g) / PRIME_BITS).ceil() + 1.0;
        Work {
            steps: steps * (f.min(g) / 30.0 + 2.0),
            together: on_bundle * (primes / BUNDLE).ceil(),
            longest_together: on_bundle,
            alone: on_prime * primes,
            longest_alone: on_prime,
            sequence: long,
            residues: (p as f64 + q as f64) * (f.max(g) / 30.0 + 2.0),
        }
    }

    /// The work of one pair after the other.
    fn and(self, other: Work) -> Work {
        Work {
            steps: self.steps + other.steps,
            together: self.together + other.together,
            longest_together: self.longest_together.max(other.longest_together),
            alone: self.alone + other.alone,
            longest_alone: self.longest_alone.max(other.longest_alone),
            sequence: self.sequence.max(other.sequence),
            residues: self.residues + other.residues,
        }
    }

    /// Milliseconds on so many threads: G1 to G7 and the batches of the GCD paper on a Xeon with AVX-512 IFMA, primes by themselves
    /// on a Zen 4.
    pub fn cpu(&self, threads: usize) -> f64 {
        let threads = threads as f64;
        let together = (self.together / threads).max(self.longest_together);
        let alone = (self.alone / threads).max(self.longest_alone);
        together.min(alone) * 3e-6 + self.residues * 75e-6 / threads + 0.05
    }

    /// Milliseconds on a device that is ready: the same, and larger ones, on an H200.
    fn device(&self) -> f64 {
        self.steps * 0.5e-9 + self.sequence * 0.15e-3 + self.residues * 3e-6 + 0.8
    }
}

/// The engine_request for engines for all of some pairs.
pub(super) struct GcdWish {
    suits_device: bool,
    /// Milliseconds on one device.
    device: f64,
    /// Milliseconds on the CPU.
    cpu: f64,
    /// Bytes of the host that they hold.
    pub held: u64,
}

/// The work of `pairs`, one after the other.
pub(super) fn work(pairs: &[&Pair<'_>]) -> Work {
    let of_pair = |pair: &&Pair<'_>| Work::new((pair.f.degree(), pair.g.degree()), (pair.f.height, pair.g.height));
    pairs.iter().map(of_pair).fold(Work::default(), Work::and)
}

/// The engine request of `pairs`.
pub(super) fn engine_request(run: &RunOptions, pairs: &[&Pair<'_>]) -> GcdWish {
    let work = work(pairs);
    let held = pairs.iter().map(|pair| memory::held(pair)).sum();
    GcdWish::new(work.device(), work.cpu(backend::threads(run)), held)
}

/// Work of GCDs in more than one variable, roughly.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct PointsWork {
    /// Element steps at all points, those of transforms among them, times primes of 31 bits.
    steps: f64,
    /// Element steps on bundles of primes, as a CPU does them.
    bundle_steps: f64,
    /// Integers times primes of 31 bits of reduction and lift.
    residues: f64,
    /// Coefficients that the host reads and writes, most of them by one thread.
    coefficients: f64,
    /// GCDs.
    count: f64,
}

/// Threads that one GCD keeps busy on a CPU, on the average: it has few bundles of primes.
const BUSY: f64 = 2.0;

/// Products of evaluation and interpolation for each value.
const PER_VALUE: f64 = 50.0;

impl PointsWork {
    /// For numbers of coefficients in each variable and heights of both polynomials, with a GCD of half their size. The grid has as many
    /// points as f or g has coefficients in the kept variables; the main variable is the one with the least work.
    pub fn new((f, g): (&[usize], &[usize]), (f_bits, g_bits): (u64, u64)) -> Self {
        let steps = |var: usize| {
            let kept = (0..f.len()).filter(|&k| k != var);
            let points: f64 = kept.map(|k| f[k].max(g[k]) as f64).product();
            // The GCD takes 3/4 of the steps of a resultant, both quotients half as many.
            points * (1.25 * f[var] as f64 * g[var] as f64 + PER_VALUE * (f[var] + g[var]) as f64)
        };
        let occurring = (0..f.len()).filter(|&var| f[var] > 1 && g[var] > 1);
        let steps = occurring.map(steps).min_by(f64::total_cmp).unwrap_or(0.0);
        let size = |dims: &[usize]| dims.iter().map(|&n| n as f64).product::<f64>();
        // Answers have as many bits as f and g, and a few more for the sums of products.
        let bits = f_bits.max(g_bits) as f64 + 10.0;
        PointsWork {
            steps: steps * (bits / 30.0 + 2.0),
            bundle_steps: steps * (bits / (BUNDLE * PRIME_BITS)).ceil().max(1.0),
            residues: 2.0 * (size(f) + size(g)) * (bits / 30.0 + 2.0),
            coefficients: size(f) + size(g),
            count: 1.0,
        }
    }

    /// The work of one pair after the other.
    fn and(self, other: PointsWork) -> PointsWork {
        PointsWork {
            steps: self.steps + other.steps,
            bundle_steps: self.bundle_steps + other.bundle_steps,
            residues: self.residues + other.residues,
            coefficients: self.coefficients + other.coefficients,
            count: self.count + other.count,
        }
    }

    /// Milliseconds of the host, whatever computes the images.
    fn host(&self) -> f64 {
        self.coefficients * 0.12e-3
    }

    /// Milliseconds on so many threads, of which each takes one of several GCDs: P1 to P5 on one thread of an EPYC, and on a Xeon of 16.
    pub fn cpu(&self, threads: usize) -> f64 {
        let images = self.bundle_steps * 1.3e-6 + self.residues * 11e-6;
        let threads = threads as f64;
        match self.count > 1.0 {
            true => (self.host() + images) / threads.min(self.count),
            false => self.host() + images / threads.min(BUSY) + 0.05,
        }
    }

    /// Milliseconds on a device that is ready: the same on an H100. Contents and leading coefficients have launches of their own.
    fn device(&self) -> f64 {
        self.steps * 1e-9 + self.residues * 1e-6 + self.host() + self.count
    }
}

/// The engine request of GCDs in more than one variable.
pub(super) fn engine_request_of_points(
    run: &RunOptions,
    works: impl IntoIterator<Item = PointsWork>,
    held: u64,
) -> GcdWish {
    let work = works.into_iter().fold(PointsWork::default(), PointsWork::and);
    GcdWish::new(work.device(), work.cpu(backend::threads(run)), held)
}

impl GcdWish {
    fn new(device: f64, cpu: f64, held: u64) -> Self {
        GcdWish { suits_device: device < cpu, device, cpu, held }
    }

    /// Whether a device would be faster.
    pub fn suits_device(&self) -> bool {
        self.suits_device
    }

    /// The engines; of several devices as many as are fastest when at most `shares` can have one.
    pub fn choose(&self, run: &RunOptions, shares: impl Fn() -> usize) -> Result<SelectedEngines> {
        let engine_request = EngineRequest {
            suits_device: self.suits_device,
            is_long: backend::is_long(run, || self.cpu) && shares() > 1,
            systems: false,
            devices: &|most| if most > 1 { self.devices(most.min(shares()), run.always_split) } else { most },
            has_room: &|_| Ok(true),
            word: run.word,
            held: self.held,
        };
        backend::choose(run, &engine_request)
    }

    /// How many of `most` >= 1 equal devices are fastest, `always` as many as can have a share.
    fn devices(&self, most: usize, always: bool) -> usize {
        if always { most.max(1) } else { plan::cost::fastest(most, |n| self.device / n as f64) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A device is for large grids.
    #[test]
    fn grids() {
        let work = |dims: &[usize], bits| PointsWork::new((dims, dims), (bits, bits));
        let small = work(&[10, 10], 20);
        assert!(small.cpu(1) < small.device());
        for large in [work(&[300, 300], 200), work(&[40, 40, 40], 100), work(&[20, 20, 20, 20], 60)] {
            assert!(large.device() < large.cpu(16), "{large:?}");
        }
        // A variable that does not occur in both is none of the main ones.
        assert_eq!(PointsWork::new((&[5, 1], &[1, 9]), (9, 9)).steps, 0.0);
        // Many small pairs, one after the other on a device, stay on the CPU.
        let many = (0..1000).map(|_| small).fold(PointsWork::default(), PointsWork::and);
        assert!(many.cpu(16) < many.device());
    }

    #[test]
    fn pairs_in_several_variables() {
        // Milliseconds measured on one thread of an EPYC, on a Xeon of 16 threads and on an H100: P1 to P5.
        let rows: [(&[usize], _, _, _, _); 5] = [
            (&[61, 61], 105, 3.2, 3.5, 2.6),
            (&[121, 121], 47, 11.5, 10.0, 5.5),
            (&[201, 201], 127, 42.0, 26.0, 12.2),
            (&[21, 21, 21], 66, 5.7, 6.5, 4.3),
            (&[10, 10, 10, 10], 45, 8.1, 8.0, 6.0),
        ];
        for (dims, bits, one, all, device) in rows {
            let work = PointsWork::new((dims, dims), (bits, bits));
            for (predicted, measured) in [(work.cpu(1), one), (work.cpu(16), all), (work.device(), device)] {
                assert!((0.4..2.0).contains(&(predicted / measured)), "{dims:?}: {predicted} for {measured}");
            }
            assert!(dims == [61, 61] || work.device() < work.cpu(16), "{dims:?}");
        }
    }

    #[test]
    fn devices() {
        let devices = |milliseconds, always| {
            let engine_request = GcdWish::new(milliseconds, f64::INFINITY, 0);
            [0, 1, 2, 8].map(|most| engine_request.devices(most, always))
        };
        assert_eq!((devices(1000.0, false), devices(0.5, false)), ([1, 1, 2, 8], [1; 4]));
        assert_eq!(devices(0.5, true), [1, 1, 2, 8]);
    }

    #[test]
    fn rows_of_the_paper() {
        // Milliseconds measured on one thread and on two of a Zen 4, and on a device.
        let rows = [
            ((2300, 2100), (35, 1015), 6.5, 4.7, 1.3),
            ((3669, 3957), (3000, 2000), 54.5, 32.9, 5.1),
            ((4900, 4900), (46, 46), 15.2, 9.9, 2.2),
            ((10_000, 10_000), (162, 165), 72.2, 53.5, 4.0),
            ((10_000, 10_000), (3733, 748), 136.6, 137.7, 7.6),
        ];
        for (degrees, bits, one, two, device) in rows {
            let work = Work::new(degrees, bits);
            for (predicted, measured) in [(work.cpu(1), one), (work.cpu(2), two), (work.device(), device)] {
                assert!((0.3..4.0).contains(&(predicted / measured)), "{degrees:?}: {predicted} for {measured}");
            }
            assert!(work.device() < work.cpu(16));
        }
        // Small pairs are for the CPU, many of them for a device.
        let small = Work::new((60, 50), (100, 100));
        assert!(small.cpu(1) < small.device());
        let many = (0..20_000).map(|_| Work::new((900, 800), (150, 150))).fold(Work::default(), Work::and);
        assert!(many.device() < many.cpu(16));
    }
}
