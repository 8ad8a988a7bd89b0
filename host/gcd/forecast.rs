//! How long a GCD in one variable takes: for plans, and as progress is measured.
//!
//! Unknown sizes are guessed from the ends of the polynomials. Leading and constant coefficient of the GCD h divide those of f and
//! of g, so they divide their GCDs; those of other factors have little in common. So these GCDs are about as long as the coefficients of h,
//! and the part that they are of the coefficients of f or g is the part that the degree of h is of theirs, as for products of polynomials
//! with coefficients of one size. The end that tells less counts: f and its derivative, say, have a leading coefficient in common whatever
//! else they have. Where both ends are too short to tell anything, h is assumed to have half the degree of the shorter one.

use super::bound::{SLACK, usual_bits};
use super::pair::{Pair, Parts};
use crate::clock::StageTime;
use crate::engine::Worker;
use crate::engine::cpu::{half_gcd_excess, has_ifma};
use crate::engine::gcd::GcdMethod;
use crate::plan::cost::{CORE_31, CORE_50, Rates};
use crate::run::options::WordSize;
use rug::Integer;

/// Bits of the GCD of two integers that random ones may well have: in one of six cases more.
const CHANCE: f64 = 3.0;

/// Bits up to which it is taken for chance, a quarter of the integers at most: one in a thousand random ones have more.
const LIKELY: f64 = 10.0;

/// Bits of an end of a polynomial from which it tells something.
const TELLING: f64 = 8.0;

/// The part that the GCD is of f or g, whichever is shorter, from the bits of the GCD of each of their ends and of the shorter of both.
pub(super) fn part_of_ends(ends: [(f64, f64); 2]) -> f64 {
    let part = |(common, own): (f64, f64)| match common <= (own / 4.0).clamp(CHANCE, LIKELY) {
        true => 0.0,
        false => ((common - CHANCE) / (own - CHANCE)).min(1.0),
    };
    let told = ends.into_iter().filter(|&(_, own)| own >= TELLING).map(part);
    told.min_by(f64::total_cmp).unwrap_or(0.5)
}

/// Element steps of an image modulo one prime, as those of resultants are counted, for which the rates are; for a GCD of degree `degree`, with
/// which a remainder sequence ends.
pub(super) fn steps((p, q): (u32, u32), degree: f64, rates: &Rates, method: GcdMethod) -> f64 {
    let (p, q) = (f64::from(p.max(q)), f64::from(p.min(q)));
    let Long { step, half_gcd, .. } = Long::of(rates);
    match method {
        GcdMethod::Remainder => {
            let first = step * 2.0 * (p - q + 1.0) * q;
            let by_steps = first + step * (q * q - degree * degree).max(0.0);
            // Its first quotient is found from leading coefficients, unless there are more of it.
            let by_half = half_gcd.map_or(f64::INFINITY, |half| half.at(q, (q - degree).max(1.0)));
            by_steps.min(if p > 2.0 * q { first + by_half } else { by_half })
        }
        // Two columns of p rows q times, then four of p to d rows; each takes the time of more than two steps.
        GcdMethod::Schur => SCHUR * (2.0 * p * q + 2.0 * (p * p - degree * degree)),
    }
}

/// Element steps in whose time the Schur algorithm does a row of a column.
const SCHUR: f64 = 2.4;

/// An image of long polynomials on an engine, in element steps of resultants.
#[derive(Debug, Clone, Copy)]
struct Long {
    /// A step of a remainder sequence.
    step: f64,
    /// Half-gcd, where there is one.
    half_gcd: Option<HalfGcd>,
    /// Interpolations of a dividend that a quotient by values takes the time of.
    transforms: f64,
}

/// Element steps of half-gcd for each coefficient of the shorter polynomial, whose products at the top are of its length, and for each of the degrees
/// by which it makes both smaller: those of 2^14 coefficients, which grow with the logarithm of their number and the points of their transforms.
#[derive(Debug, Clone, Copy)]
struct HalfGcd {
    whole: f64,
    degree: f64,
}

impl HalfGcd {
    fn at(&self, length: f64, degrees: f64) -> f64 {
        let grown = length.max(2.0).log2() / 14.0 * half_gcd_excess(length as usize) / 1.05;
        (self.whole * length + self.degree * degrees) * grown
    }
}

impl Long {
    /// Those of shorter primes are measured with AVX2, of degrees from 4000 to 200,000 (`benches/results/2026-11-25-epyc-progress.txt`). Devices, which
    /// have no bundles of primes, do without half-gcd. Those of 50-bit primes are between a Zen 4 and a Xeon of degrees 60,000 and 199,000, which take 0.8 to 1.1 and 1.5 of it
    /// (`benches/results/2026-11-26-epyc-progress.txt`).
    fn of(rates: &Rates) -> Long {
        match (rates.bundle.0, rates.prime_bits) {
            (..=1, _) => Long { step: 1.0, half_gcd: None, transforms: 2.0 },
            (_, ..=31) => {
                let half_gcd = HalfGcd { whole: 800.0, degree: 3400.0 };
                Long { step: 0.75, half_gcd: Some(half_gcd), transforms: 4.0 }
            }
            _ => {
                let half_gcd = HalfGcd { whole: 1300.0, degree: 5500.0 };
                Long { step: 1.0, half_gcd: Some(half_gcd), transforms: 5.5 }
            }
        }
    }
}

/// The rates of the host with primes of this word, where no engine is chosen yet.
pub(super) fn host_rates(word: WordSize) -> Rates {
    if word != WordSize::Bits31 && has_ifma() { CORE_50 } else { CORE_31 }
}

/// The rates of an engine for plans: with 31-bit primes on a CPU, those of AVX2 whatever its instructions are.
pub(super) fn of_engine(engine: &dyn Worker) -> Rates {
    let rates = engine.rates();
    if engine.facts().has_half_gcd && rates.prime_bits <= 31 { CORE_31 } else { rates }
}

/// Nanoseconds in which integers with so many words of 32 bits are reduced modulo one prime.
pub(super) fn reduction(rates: &Rates, integers: f64, words: f64) -> f64 {
    rates.reduction.each * integers + rates.reduction.further * words
}

/// Nanoseconds of exact divisions of degrees n by d modulo one prime, with residues of all coefficients: by values, or step by step where that
/// is faster.
pub(super) fn division(rates: &Rates, divisions: impl Iterator<Item = (f64, f64)>) -> f64 {
    let by_values = Long::of(rates).transforms * rates.interpolated();
    let one = |(n, d): (f64, f64)| (by_values * n).min(2.0 * rates.step() * (n - d + 1.0) * d);
    divisions.map(one).sum()
}

/// The quantities that the time of a GCD of two polynomials of positive degree depends on.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sizes {
    method: GcdMethod,
    /// Degrees.
    degrees: (u32, u32),
    /// Words of 32 bits of both polynomials.
    words: f64,
    /// Bits of the longest coefficients of the longer polynomial.
    longest: f64,
    /// Bits of the primes with which the GCD is known, unless it is longer than f and g.
    usual: u64,
    /// Bits of the GCD of the leading or of the constant coefficients, whichever is longer.
    ends: f64,
    /// Bits by which coefficients of f or g, whichever is less, exceed those at their ends, over the degree.
    growth: f64,
    /// The degree that is guessed.
    guess: f64,
}

impl Sizes {
    pub fn new(pair: &Pair<'_>, method: GcdMethod) -> Self {
        let bits = |c: &Integer| f64::from(c.significant_bits());
        let both = |of: &dyn Fn(&Parts<'_>) -> f64| of(&pair.f).min(of(&pair.g));
        let growth =
            |f: &Parts<'_>| (f.height as f64 - bits(&f.first).max(bits(&f.last))).max(0.0) / f64::from(f.degree());
        let part = part_of_ends([
            (bits(&pair.lead), both(&|f| bits(&f.last))),
            (bits(&pair.trail), both(&|f| bits(&f.first))),
        ]);
        let degrees = (pair.f.degree(), pair.g.degree());
        Sizes {
            method,
            degrees,
            words: pair.words() as f64,
            longest: pair.f.height.max(pair.g.height) as f64,
            usual: usual_bits(pair),
            ends: bits(&pair.lead).max(bits(&pair.trail)),
            growth: both(&growth),
            guess: (part * f64::from(degrees.0.min(degrees.1))).round(),
        }
    }

    /// Those of the proof.
    pub fn proof_primes(&self, rates: &Rates) -> u64 {
        if self.guess < 0.5 { 0 } else { rates.primes(self.proof()) }
    }

    /// The degree that is guessed.
    pub fn degree(&self) -> u32 {
        self.guess as u32
    }

    /// Bits of the coefficients of a GCD of that degree.
    pub fn height(&self) -> u64 {
        self.bits(self.guess)
    }

    /// Bits of the coefficients of a GCD of this degree, about.
    fn bits(&self, degree: f64) -> u64 {
        if degree < 0.5 { 1 } else { ((self.ends + self.growth * degree) as u64).min(self.usual) }
    }

    /// Bits of the primes with which a GCD of this degree is known, about.
    fn known(&self, degree: f64) -> u64 {
        (self.bits(degree) + SLACK as u64).min(self.usual)
    }

    /// Bits of the primes of the proof.
    fn proof(&self) -> u64 {
        let length = self.degrees.0.max(self.degrees.1) + 1;
        self.longest as u64 + u64::from(u32::BITS - length.leading_zeros()) + 8
    }
}

/// Nanoseconds that a coefficient, and a word of 32 bits of it, take on their way to an engine: one core of an EPYC.
pub(super) const LOADED: f64 = 150.0;
pub(super) const LOADED_WORD: f64 = 15.0;

/// The steps of one pair.
pub(super) struct Forecast {
    pub rates: Rates,
    pub sizes: Sizes,
}

impl Forecast {
    /// The way to the engine.
    pub fn load(&self) -> f64 {
        let (p, q) = self.sizes.degrees;
        LOADED * (f64::from(p) + f64::from(q)) + LOADED_WORD * self.sizes.words
    }

    /// The images modulo the primes between two numbers of bits, and all that is likely to come behind. The least degree of an image is
    /// known or not.
    pub fn images(&self, (from, to): (u64, u64), degree: Option<u32>) -> (f64, f64) {
        let degree = degree.map_or(self.sizes.guess, f64::from);
        let now = self.image(degree) * self.between(from, to);
        if degree < 0.5 { (now, 0.0) } else { (now, self.candidate(to, degree) + self.behind(to, degree)) }
    }

    /// The lift of a candidate of this degree, and all that is likely to come behind.
    pub fn lift(&self, bits: u64, degree: u32) -> (f64, f64) {
        let degree = f64::from(degree);
        (self.candidate(bits, degree), self.behind(bits, degree))
    }

    /// The steps that are likely to follow a candidate from primes of so many bits: further rounds, and the proof.
    fn behind(&self, mut bits: u64, degree: f64) -> f64 {
        let mut later = self.division(degree);
        // Bits are doubled until they are enough.
        while bits < self.sizes.known(degree) {
            later += self.image(degree) * self.between(bits, 2 * bits);
            bits *= 2;
            later += self.candidate(bits, degree);
        }
        later
    }

    /// Bits of the primes of all rounds, of which the first has so many.
    pub fn rounds(&self, first: u64) -> u64 {
        let known = self.sizes.known(self.sizes.guess);
        let mut bits = first;
        while self.sizes.guess >= 0.5 && bits < known {
            bits *= 2;
        }
        bits
    }

    /// Milliseconds of the stages, where the first round has primes of so many bits.
    pub fn stages(&self, first: u64) -> Vec<StageTime> {
        let (bits, degree) = (self.rounds(first), self.sizes.guess);
        let images = self.image(degree) * self.rates.in_bundles(self.rates.primes(bits));
        let (lift, proof) = match degree < 0.5 {
            true => (0.0, 0.0),
            false => (self.candidate(bits, degree), self.division(degree)),
        };
        let stages = [("images", images), ("lift", lift), ("prove", proof), ("other", self.rates.fixed * 1e6)];
        stages.map(|(stage, time)| StageTime { stage, milliseconds: 1e-6 * time }).to_vec()
    }

    /// Primes, as those of full bundles, between two numbers of bits.
    fn between(&self, from: u64, to: u64) -> f64 {
        self.rates.in_bundles(to.saturating_sub(from).div_ceil(u64::from(self.rates.prime_bits).max(1)))
    }

    /// An image modulo one prime, with its residues.
    fn image(&self, degree: f64) -> f64 {
        let Sizes { degrees: (p, q), method, words, .. } = self.sizes;
        self.rates.step() * steps((p, q), degree, &self.rates, method)
            + reduction(&self.rates, f64::from(p) + f64::from(q), words)
    }

    fn candidate(&self, bits: u64, degree: f64) -> f64 {
        self.rates.lifting(degree as usize + 1, self.rates.primes(bits) as usize)
    }

    /// Both divisions by a candidate, and the lift of the quotients.
    pub fn division(&self, degree: f64) -> f64 {
        let (p, q) = (f64::from(self.sizes.degrees.0), f64::from(self.sizes.degrees.1));
        let primes = self.rates.primes(self.sizes.proof());
        let divisor = degree * self.sizes.bits(degree) as f64 / 32.0;
        let residues = reduction(&self.rates, p + q + degree, self.sizes.words + divisor);
        let one = residues + division(&self.rates, [(p, degree), (q, degree)].into_iter());
        let quotients = (p + q + 2.0 - 2.0 * degree).max(2.0) as usize;
        self.rates.in_bundles(primes) * one + self.rates.lifting(quotients, primes as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::cost::CORE_50;
    use crate::poly::Polynomial;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    /// A random polynomial; a small one where the ends are 1.
    fn random(rng: &mut StdRng, degree: usize, bits: u32, monic: bool) -> Polynomial {
        let mut integer = |_| {
            let words = (0..bits.div_ceil(30)).map(|_| rng.random_range(1..1i32 << 30));
            words.fold(Integer::from(0), |all, word| (all << 30) + word)
        };
        let mut all: Vec<Integer> = (0..=degree).map(&mut integer).collect();
        if monic {
            (all[0], all[degree]) = (1.into(), 1.into());
        }
        Polynomial::from_dense("x", all).unwrap()
    }

    /// The sizes of (h a, h b) for random a, b and h of these degrees and bits.
    fn sizes(h: (usize, u32), others: (usize, u32), monic: bool) -> Sizes {
        let rng = &mut StdRng::seed_from_u64(5);
        let [a, b] = [0, 1].map(|k| random(rng, others.0 + k, others.1, monic));
        let h = random(rng, h.0, h.1, monic);
        let (f, g) = (&a * &h, &b * &h);
        let pair = Pair::new((&f, Some(0)), (&g, Some(0))).unwrap();
        Sizes::new(&pair, GcdMethod::Remainder)
    }

    #[test]
    fn ends_tell_the_degree() {
        for bits in [60, 300] {
            assert_eq!(sizes((0, 1), (100, bits), false).degree(), 0, "coprime");
            let even = sizes((80, bits), (80, bits), false);
            assert!((60..=100).contains(&even.degree()), "{even:?}");
            let large = sizes((150, 9 * bits), (15, bits), false);
            assert!((135..=165).contains(&large.degree()), "{large:?}");
            // Nothing is known of it.
            assert_eq!(sizes((80, bits), (80, bits), true).degree(), 80);
        }
        let f = random(&mut StdRng::seed_from_u64(1), 50, 200, false);
        let pair = Pair::new((&f, Some(0)), (&f, Some(0))).unwrap();
        assert_eq!(Sizes::new(&pair, GcdMethod::Remainder).degree(), 50);
    }

    /// For the right degree the bits are about right, whatever part of the coefficients the GCD's are.
    #[test]
    fn ends_tell_the_bits() {
        for (h, others, monic) in [
            ((80, 300), (80, 300), false),
            ((20, 900), (100, 300), false),
            ((100, 90), (20, 900), false),
            ((80, 300), (80, 300), true),
        ] {
            let found = sizes(h, others, monic).bits(h.0 as f64) as f64 / f64::from(h.1);
            assert!((0.8..1.5).contains(&found), "{h:?} {others:?}: {found}");
        }
    }

    /// The rest becomes less from step to step, and a coprime pair has no rest after its images.
    #[test]
    fn work_becomes_less() {
        let forecast = |sizes| Forecast { rates: CORE_50, sizes };
        let even = forecast(sizes((80, 3000), (80, 3000), false));
        let (first, behind) = even.images((0, 400), None);
        let (second, less) = even.images((400, 800), Some(80));
        let (lift, proof) = even.lift(even.rounds(400), 80);
        assert!(first > 0.0 && second > 0.0 && lift > 0.0 && proof > 0.0);
        assert!(behind > second + less && less > lift + proof, "{behind} {second} {less} {lift} {proof}");
        assert!((3000..6400).contains(&even.rounds(400)), "{}", even.rounds(400));
        let coprime = forecast(sizes((0, 1), (160, 3000), false));
        assert_eq!((coprime.images((0, 400), None).1, coprime.rounds(400)), (0.0, 400));
        assert_eq!(coprime.sizes.proof_primes(&CORE_50), 0);
    }

    /// A GCD of high degree ends its remainder sequence early.
    #[test]
    fn steps_end_with_the_gcd() {
        let steps = |p, q, d| steps((p, q), d, &CORE_50, GcdMethod::Remainder);
        assert_eq!(steps(100, 100, 0.0), 200.0 + 10_000.0);
        assert_eq!((steps(100, 100, 100.0), steps(101, 50, 50.0)), (200.0, 5200.0));
        // Half-gcd: as much for each degree.
        let [none, half, most] = [0.0, 10_000.0, 20_000.0].map(|degree| steps(40_000, 40_000, degree));
        assert!((none - half) / (half - most) > 0.99 && (none - half) / (half - most) < 1.01, "{none} {half} {most}");
        let first = steps(100_000, 40_000, 20_000.0) - steps(40_000, 40_000, 20_000.0);
        assert!((first / (2.0 * 60_001.0 * 40_000.0) - 1.0).abs() < 1e-9);
    }
}
