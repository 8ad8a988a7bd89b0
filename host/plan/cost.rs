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

/// The number n of devices, 1 <= n <= `most`, with the least `milliseconds(n)` plus what starting n - 1 further ones costs; 1 for none.
pub(crate) fn fastest(most: usize, milliseconds: impl Fn(usize) -> f64) -> usize {
    let with_start = |n: usize| milliseconds(n) + FURTHER_DEVICE * (n - 1) as f64;
    (1..=most).min_by(|&a, &b| with_start(a).total_cmp(&with_start(b))).unwrap_or(1)
}

/// Nanoseconds per step, value and product of the lift, and milliseconds however little there is to do.
struct Rates {
    step: f64,
    value: f64,
    lift: f64,
    fixed: f64,
}

/// One core with 31-bit primes in AVX-512: medians of the 2013 paper's rows R1, R5, R12, R16'.
const CORE: Rates = Rates { step: 0.4, value: 5.0, lift: 0.2, fixed: 0.1 };

/// One core with 50-bit primes, by counts for 31 bits: R3, R10, R12, R16'.
const CORE_IFMA: Rates = Rates { step: 0.19, value: 2.0, lift: 0.04, fixed: 0.1 };

/// Milliseconds that sharing costs the cores where there is something to share: R1 and R3 on 16 of them.
const SHARING: f64 = 0.8;

/// One device (H200), warm: R12 and R16', and what is left for R1, launches and copies.
const DEVICE: Rates = Rates { step: 0.00042, value: 0.0045, lift: 0.0004, fixed: 0.3 };

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

    /// Milliseconds on so many threads of the CPU, with or without 50-bit primes.
    pub fn cpu(&self, threads: usize, ifma: bool) -> f64 {
        let rates = if ifma { CORE_IFMA } else { CORE };
        let alone = rates.milliseconds(self, 1);
        if threads < 2 { alone } else { alone.min(SHARING + rates.milliseconds(self, threads)) }
    }

    /// Milliseconds on a device that is ready.
    pub fn device(&self) -> f64 {
        DEVICE.milliseconds(self, 1)
    }

    /// How many of `most` >= 1 equal devices are fastest, `always` as many as can have a share.
    pub fn devices(&self, most: usize, always: bool) -> usize {
        let most = (most as u64).min(self.shares).max(1) as usize;
        if always { most } else { fastest(most, |n| DEVICE.milliseconds(self, n)) }
    }

    /// Whether a device would be faster.
    pub fn suits_device(&self, threads: usize, ifma: bool) -> bool {
        self.device() < self.cpu(threads, ifma)
    }
}

/// Nanoseconds on one core, or on a device, of the stages of a batch and of the lift: what progress is measured by.
#[derive(Debug, Clone, Copy)]
pub struct StageRates {
    /// An element step.
    pub step: f64,
    /// A value of a row at a point.
    pub value: f64,
    /// An integer reduced.
    pub integer: f64,
    /// A value interpolated.
    pub interpolated: f64,
    /// A product of the lift: coefficients times primes times primes.
    pub product: f64,
    /// A residue that is lifted.
    pub residue: f64,
    /// The same where the lift's table is beyond the cache.
    pub far_product: f64,
    /// An entry of the lift's table: primes times primes.
    pub entry: f64,
}

/// 31-bit primes in AVX-512 and 50-bit ones: dense pairs of degrees 20 and 40 in both variables, one of y-degree 200, and a univariate
/// one of degree 3000, on two cores of an EPYC.
pub const CORE_31: StageRates = StageRates {
    step: 0.4,
    value: 6.0,
    integer: 15.0,
    interpolated: 15.0,
    product: 0.2,
    far_product: 0.2,
    residue: 50.0,
    entry: 0.5,
};
/// See [`CORE_31`].
pub const CORE_50: StageRates = StageRates {
    step: 0.25,
    value: 4.5,
    integer: 27.0,
    interpolated: 23.0,
    product: 0.06,
    far_product: 0.12,
    residue: 55.0,
    entry: 18.0,
};
/// An H200: the rates that devices are chosen by.
pub const H200: StageRates = StageRates {
    step: DEVICE.step,
    value: DEVICE.value,
    integer: DEVICE.value,
    interpolated: DEVICE.value,
    product: DEVICE.lift,
    far_product: DEVICE.lift,
    residue: DEVICE.value,
    entry: DEVICE.lift,
};

/// Primes whose table of the lift is some ten MiB.
const CACHED: f64 = 1500.0;

impl StageRates {
    /// The lift of so many coefficients from their residues modulo so many primes.
    pub fn lift(&self, coefficients: usize, primes: usize) -> f64 {
        // Eight are lifted together.
        let (together, primes) = (coefficients.next_multiple_of(8) as f64, primes as f64);
        let product = if primes < CACHED { self.product } else { self.far_product };
        primes * (primes * (together * product + self.entry) + together * self.residue)
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
        for (work, cpu, ifma, device) in [(r12, 582.0, 170.0, 8.5), (r16p, 729.0, 212.0, 11.8)] {
            for (predicted, measured) in
                [(work.cpu(16, false), cpu), (work.cpu(16, true), ifma), (work.device(), device)]
            {
                assert!((0.5..2.0).contains(&(predicted / measured)), "{predicted} {measured}");
            }
            assert!(work.suits_device(64, true));
        }
        // R1: 0.46 ms on the device, 1.1 on 16 cores.
        let r1 = Work::new(41, 21 * 17 * 360, 38, 360, 333);
        assert!(r1.suits_device(16, true) && r1.suits_device(1, false));
        let tiny = Work::new(2, 6 * 4, 5, 4, 4);
        assert!(!tiny.suits_device(1, true) && !tiny.suits_device(16, false));
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
        assert!(most.cpu(1, false).is_finite() && most.suits_device(64, true));
    }
}
