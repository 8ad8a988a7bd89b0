//! How long a computation takes on the CPU and on a device, roughly: enough to choose between them.

/// Counts that times are proportional to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Work {
    /// Element steps of the scalar stage, three products each.
    pub steps: u64,
    /// Values of rows at points, over all primes.
    pub values: u64,
    /// Residues of the answer's coefficients times primes: products of the lift.
    pub lift: u64,
    /// Devices that could have a share of it: primes, or coefficients of the answer where these are fewer.
    pub shares: u64,
}

/// Milliseconds that each further device costs: threads are started twice, residues exchanged, tables of the lift made anew.
const FURTHER_DEVICE: f64 = 0.5;

/// Nanoseconds per step, value and product of the lift, and milliseconds however little there is to do.
struct Rates {
    step: f64,
    value: f64,
    lift: f64,
    fixed: f64,
}

/// One core, with AVX-512: medians of the 2013 paper's rows R1, R5, R12, R16'.
const CORE: Rates = Rates { step: 0.4, value: 5.0, lift: 0.2, fixed: 0.1 };

/// One device (H200), warm: R12 and R16', and what is left for R1, launches and copies.
const DEVICE: Rates = Rates { step: 0.0007, value: 0.02, lift: 0.002, fixed: 0.6 };

impl Rates {
    fn milliseconds(&self, work: &Work, workers: usize) -> f64 {
        let Work { steps, values, lift, .. } = *work;
        let nanoseconds = self.step * steps as f64 + self.value * values as f64 + self.lift * lift as f64;
        self.fixed + nanoseconds * 1e-6 / workers.max(1) as f64
    }
}

impl Work {
    /// The work of a computation: `steps` per prime, polynomials in the kept variables (`rows`), points and coefficients of the
    /// answer.
    pub fn new(primes: usize, steps: u64, rows: u64, points: u64, coefficients: u64) -> Self {
        let primes = primes as u64;
        Work {
            shares: primes.min(coefficients),
            steps: steps.saturating_mul(primes),
            values: rows.saturating_mul(points).saturating_mul(primes),
            lift: coefficients.saturating_mul(primes).saturating_mul(primes),
        }
    }

    /// Milliseconds on so many threads of the CPU.
    pub fn cpu(&self, threads: usize) -> f64 {
        CORE.milliseconds(self, threads)
    }

    /// Milliseconds on a device that is ready.
    pub fn device(&self) -> f64 {
        DEVICE.milliseconds(self, 1)
    }

    /// How many of `most` >= 1 equal devices are fastest, `always` as many as can have a share.
    pub fn devices(&self, most: usize, always: bool) -> usize {
        let most = (most as u64).min(self.shares).max(1) as usize;
        let milliseconds = |n: usize| DEVICE.milliseconds(self, n) + FURTHER_DEVICE * (n - 1) as f64;
        let fastest = (1..=most).min_by(|&a, &b| milliseconds(a).total_cmp(&milliseconds(b)));
        if always { most } else { fastest.unwrap_or(1) }
    }

    /// Whether a device would be faster.
    pub fn suits_device(&self, threads: usize) -> bool {
        self.device() < self.cpu(threads)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_the_paper() {
        // primes, (p + 1) (q + 1) points, rows, points, coefficients; milliseconds measured on 16 threads of an H200's host and on
        // the H200.
        let r12 = Work::new(904, 61 * 76 * 2916, 137, 2916, 2881);
        let r16p = Work::new(2084, 42 * 30 * 3000, 72, 3000, 2954);
        for (work, cpu, device) in [(r12, 582.0, 20.0), (r16p, 729.0, 40.0)] {
            assert!((0.5..2.0).contains(&(work.cpu(16) / cpu)), "{}", work.cpu(16));
            assert!((0.5..2.0).contains(&(work.device() / device)), "{}", work.device());
            assert!(work.suits_device(64));
        }
        // R1: the CPU with 16 cores, the device beside one.
        let r1 = Work::new(41, 21 * 17 * 360, 38, 360, 333);
        assert!(!r1.suits_device(16) && r1.suits_device(1));
        let tiny = Work::new(2, 6 * 4, 5, 4, 4);
        assert!(!tiny.suits_device(1));
    }

    #[test]
    fn small_work_stays_on_one_device() {
        let tiny = Work::new(2, 6 * 4, 5, 4, 4);
        assert_eq!([1, 2, 8].map(|most| tiny.devices(most, false)), [1, 1, 1]);
        assert_eq!([1, 2, 8].map(|most| tiny.devices(most, true)), [1, 2, 2]);
        let r12 = Work::new(904, 61 * 76 * 2916, 137, 2916, 2881);
        assert_eq!([1, 2, 4].map(|most| r12.devices(most, false)), [1, 2, 4]);
        // One prime, one coefficient, nothing: no second share.
        for (primes, coefficients) in [(1, 100), (100, 1), (0, 0)] {
            assert_eq!(Work::new(primes, u64::MAX, 1, 1, coefficients).devices(8, true), 1);
        }
    }

    #[test]
    fn counts_do_not_overflow() {
        let most = Work::new(usize::MAX, u64::MAX, u64::MAX, u64::MAX, u64::MAX);
        assert_eq!(most, Work { steps: u64::MAX, values: u64::MAX, lift: u64::MAX, shares: u64::MAX });
        assert!(most.cpu(1).is_finite() && most.suits_device(64));
    }
}
