//! The form of an image: all primes of a bundle at once, or each by itself.

use crate::engine::cpu::thresholds::Thresholds;
use crate::engine::cpu::word::{CpuWord, Lanes};
use crate::engine::gcd::{GcdMethod, GcdPair};
use gpu::Field;

/// How an image is computed. The answer is the same for all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::engine::cpu) enum Form {
    /// Step by step for all primes of the bundle at once.
    Bundle,
    /// By half-gcd for all primes at once.
    Half,
    /// Step by step for each prime by itself.
    Alone,
}

/// The work at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::engine::cpu) struct Load {
    /// Images of a pair modulo a bundle.
    pub images: usize,
    /// Threads for them.
    pub threads: usize,
}

impl Form {
    /// The fastest form for images of `pair` modulo bundles `B` with `primes` lanes in use. By element steps on the widest bundle: with
    /// degrees p >= q there are S = (p - q) q + q^2 / 2 for all lanes, S / lanes for a prime by itself, and for half-gcd
    /// p / 2 [`Thresholds::half_gcd`], as many as S where it begins to be faster. Each thread does its share of images or primes.
    pub fn of<B: Lanes<Modulus: CpuWord>>(
        pair: &GcdPair,
        method: GcdMethod,
        primes: usize,
        load: Load,
        thresholds: &Thresholds,
    ) -> Form {
        if method == GcdMethod::Schur {
            return Form::Bundle;
        }
        let (p, q) = (f64::from(pair.p.max(pair.q)), f64::from(pair.p.min(pair.q)));
        let steps = (p - q) * q + q * q / 2.0;
        let lanes = f64::from(<<B::Modulus as CpuWord>::Wide as Field>::LANES);
        // A narrow bundle takes less time.
        let width = f64::from(B::LANES) / lanes;
        let &Thresholds { half_gcd: from, alone: by_itself, step, half_shared, .. } = thresholds;
        let rounds = |tasks: usize| tasks.div_ceil(load.threads.max(1)) as f64;
        let alone = rounds(load.images * primes) * (steps / lanes * by_itself + step * q);
        let together = rounds(load.images) * width * steps;
        let shared = if load.threads > load.images { half_shared } else { 1.0 };
        let half = rounds(load.images) * width * p * thresholds.half_gcd_steps() / shared;
        match pair.p.min(pair.q) >= from && half < together.min(alone) {
            true => Form::Half,
            false if alone < together => Form::Alone,
            false => Form::Bundle,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gpu::arith::{Mont31, Mont31x4};

    type Wide = <Mont31 as CpuWord>::Wide;

    const FROM: u32 = Mont31::THRESHOLDS.half_gcd;

    fn form<B: Lanes<Modulus: CpuWord>>(p: u32, q: u32, primes: usize, images: usize, threads: usize) -> Form {
        let pair = GcdPair { f: 0, p, g: p + 1, q, lead: p + q + 2 };
        Form::of::<B>(&pair, GcdMethod::Remainder, primes, Load { images, threads }, &Mont31::THRESHOLDS)
    }

    #[test]
    fn few_primes_are_alone() {
        // Full bundles on a thread each are the best there is.
        assert_eq!(form::<Wide>(1400, 1300, 16, 1, 1), Form::Bundle);
        assert_eq!(form::<Wide>(1400, 1300, 16, 64, 16), Form::Bundle);
        assert_eq!(form::<Mont31x4>(1400, 1300, 4, 1, 1), Form::Bundle);
        // Few lanes in use, more threads than bundles, or one bundle more than threads.
        assert_eq!(form::<Wide>(1400, 1300, 5, 1, 1), Form::Alone);
        assert_eq!(form::<Wide>(1400, 1300, 16, 1, 2), Form::Alone);
        assert_eq!(form::<Wide>(1400, 1300, 16, 17, 16), Form::Alone);
        // Short operands, where a step takes longer than its elements.
        assert_eq!(form::<Wide>(20, 15, 5, 1, 1), Form::Bundle);
        assert_eq!(form::<Wide>(40, 30, 5, 1, 1), Form::Alone);
        let long = 2 * FROM;
        assert_eq!(form::<Wide>(long, long, 16, 1, 1), Form::Half);
        assert_eq!(form::<Wide>(long, long, 2, 1, 1), Form::Alone);
        assert_eq!(form::<Wide>(long, long, 16, 1, 16), Form::Alone);
        assert_eq!(form::<Wide>(20 * long, 20 * long, 2, 1, 1), Form::Half);
        assert_eq!(form::<Wide>(FROM - 1, FROM - 1, 16, 1, 1), Form::Bundle);
        let pair = GcdPair { f: 0, p: 100, g: 101, q: 100, lead: 202 };
        let load = Load { images: 1, threads: 16 };
        let schur = Form::of::<Wide>(&pair, GcdMethod::Schur, 1, load, &Mont31::THRESHOLDS);
        assert_eq!(schur, Form::Bundle);
    }
}
