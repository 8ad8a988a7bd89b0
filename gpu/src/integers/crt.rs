//! Explicit Chinese remaindering: from residues to binary limbs by sums of table entries, without a digit by digit chain.
//!
//! With M = p_0 ... p_(N-1) and y_i = x_i (M / p_i)^-1 mod p_i,
//!
//! > v = sum y_i (M / p_i) - q M,  q = round(sum y_i / p_i),
//!
//! as sum y_i / p_i = v / M + q and |v / M| < 1/2. So N limb vectors, the same for all coefficients, are multiplied by a
//! matrix of y_i: an integer matrix product. (P. L. Montgomery, R. D. Silverman, Math. Comp. 54 (1990), section 4;
//! D. J. Bernstein, *Multidigit modular multiplication with the explicit Chinese remainder theorem* (1995).)
//!
//! **Rounding.** [`ratio`] is y_i / p_i in 43 fractional bits, rounded down by less than 2^-32. Their sum S' and the true sum
//! S have 0 <= S - S' < E = N 2^-32 <= 2^-12. [`round`] takes q = floor(S' + 1/2), so -1/2 <= S - q < 1/2 + E: the number
//! (S - q) M is v, or v + M when it is above (M - 1) / 2. It is v whenever M > 4 |v|: then S is within 1/4 of an integer, and
//! q that integer, as 1/4 + E < 1/2. In any case one comparison with (M - 1) / 2 by the receiver decides, exactly.
//!
//! **Limbs** of [`LIMB_BITS`] = 28 bits. y_i < p_i < 2^32 / 3, so 32 products of y_i and a limb are below 2^63.42 and a sum
//! in 64 bits needs its upper part taken away once in [`SLAB`] = 32 terms only ([`Sums`]); no carry flags, no third word per
//! step. [`Sums::split`] and [`pack`] bring sums to two's complement of 32-bit words: 8 limbs are 7 words.
//!
//! **Table.** M / p_i is an exact division, which goes from the lowest limb up ([`Division`]) and takes one multiplication
//! by p_i^-1 mod 2^28 per limb; M / p_i modulo p_i comes along.
//!
//! **Few primes.** Up to [`SHORT_MODULI`] a thread finds a whole number by itself, in words of 32 bits ([`short_words`]).

use crate::arith::Mont31;
use crate::arith::field::Field;
use crate::arith::wide::mad_wide;

/// Bits of a limb.
pub const LIMB_BITS: u32 = 28;

/// Numbers of limbs are multiples of this: 448 bits, 7 words of 64 bits.
pub const LIMB_GROUP: usize = 16;

/// Terms that a sum takes between two [`Sums::fold`].
pub const SLAB: usize = 32;

/// Terms of [`Sums::add_slab`] without a branch.
const STEPS: u32 = 16;

/// Limbs of [`Division::run`].
pub const RUN: u32 = 8;

/// Most moduli: bounds the error of [`round`] and the upper parts of [`Sums`].
pub const MAX_MODULI: usize = 1 << 20;

/// Moduli up to which numbers are short: see [`short_words`].
pub const SHORT_MODULI: usize = 32;

const MASK: u32 = (1 << LIMB_BITS) - 1;

/// Fractional bits of [`ratio`].
const FRACTION: u32 = 43;

/// Limbs for numbers in \[-M, M) in two's complement, M of `bits` bits.
pub const fn limbs_len(bits: usize) -> usize {
    (bits + 1).div_ceil(LIMB_GROUP * LIMB_BITS as usize) * LIMB_GROUP
}

/// Words of 32 bits that `limbs` limbs are, for a multiple of 8 limbs.
pub const fn words_len(limbs: usize) -> usize {
    limbs / 8 * 7
}

/// Limb `i` of the number with the given words, lowest first.
#[inline(always)]
pub fn limb(words: &[u32], i: usize) -> u32 {
    let bit = i * LIMB_BITS as usize;
    let word = |k: usize| if k < words.len() { words[k] as u64 } else { 0 };
    ((word(bit / 32) | word(bit / 32 + 1) << 32) >> (bit % 32)) as u32 & MASK
}

/// Division of a multiple Q p of p by p, from the lowest limb up.
#[derive(Clone, Copy, Default)]
pub struct Division {
    /// The multiple of Q that remains to be taken away after the limbs found so far, in \[0, p).
    pub borrow: u32,
    /// Those limbs as a number times 2^(-28 k) mod p, k of them, in \[0, p).
    pub sum: u32,
}

impl Division {
    /// The next limb of Q, from the next limb of the multiple.
    #[inline(always)]
    pub fn step(&mut self, m: &Mont31, limb: u32) -> u32 {
        // (limb - borrow) / p modulo 2^28, as mu = -1 / p modulo 2^32.
        let quotient = self.borrow.wrapping_sub(limb).wrapping_mul(m.mu()) & MASK;
        // = limb modulo 2^28, at most (2^28 - 1) p + p - 1 = 2^28 p - 1: the new borrow is in [0, p) again.
        let t = mad_wide(quotient, m.modulus(), self.borrow as u64);
        self.borrow = (t >> LIMB_BITS) as u32;
        // (sum + quotient) / 2^28 = 16 (sum + quotient) / 2^32, and 16 (p + 2^28) <= 2^32 p for p >= 2.
        self.sum = m.reduce(((self.sum + quotient) as u64) << (32 - LIMB_BITS));
        quotient
    }

    /// The next [`RUN`] limbs of Q, in order to `store`, from those of the multiple.
    #[inline(always)]
    pub fn run(&mut self, m: &Mont31, limbs: [u32; RUN as usize], mut store: impl FnMut(u32)) {
        // Spelled out: registers have no index at run time.
        store(self.step(m, limbs[0]));
        store(self.step(m, limbs[1]));
        store(self.step(m, limbs[2]));
        store(self.step(m, limbs[3]));
        store(self.step(m, limbs[4]));
        store(self.step(m, limbs[5]));
        store(self.step(m, limbs[6]));
        store(self.step(m, limbs[7]));
    }

    /// 1 / Q mod p in Montgomery form, 0 when p divides Q, after all `limbs` limbs. About 50 products.
    #[inline(always)]
    pub fn inverse(&self, m: &Mont31, limbs: u32) -> u32 {
        let shift = m.pow(m.enter(1 << LIMB_BITS), limbs);
        m.inverse(m.mul(m.enter(self.sum), shift))
    }
}

/// floor(2^64 / p), p > 1 odd.
#[inline(always)]
pub fn reciprocal(p: u32) -> u64 {
    // p does not divide 2^64.
    u64::MAX / p as u64
}

/// y / p in units of 2^-43, rounded down by less than 2^-32, for y < p and [`reciprocal`] of p.
#[inline(always)]
pub fn ratio(y: u32, reciprocal: u64) -> u64 {
    // y floor(2^64 / p) < 2^64, and less than the true product by at most y < 2^31; the shift loses less than 2^-43.
    (y as u64 * reciprocal) >> (64 - FRACTION)
}

/// floor(S' + 1/2) for a sum S' of at most [`MAX_MODULI`] of [`ratio`].
#[inline(always)]
pub fn round(sum: u64) -> u32 {
    // Below 2^20 2^43 + 2^42.
    ((sum + (1 << (FRACTION - 1))) >> FRACTION) as u32
}

/// A x B sums of products, `A` columns by `B` limbs, each low + 2^48 top.
#[derive(Clone, Copy)]
pub struct Sums<const A: usize, const B: usize> {
    low: [[u64; A]; B],
    top: [[u32; A]; B],
}

#[allow(
    clippy::needless_range_loop,
    reason = "loops over indices unroll before arrays are split into registers; iterators do so too late"
)]
impl<const A: usize, const B: usize> Sums<A, B> {
    /// Zeros.
    #[inline(always)]
    pub fn new() -> Self {
        Sums { low: [[0; A]; B], top: [[0; A]; B] }
    }

    /// Adds column\[a\] limb\[b\] to sum (a, b). Columns are below 2^32 / 3, limbs below 2^28; at most [`SLAB`] times between
    /// two [`Sums::fold`].
    #[inline(always)]
    pub fn add(&mut self, column: &[u32; A], limb: &[u32; B]) {
        for b in 0..B {
            for a in 0..A {
                // 2^48 + 32 2^28 2^32 / 3 < 2^64.
                self.low[b][a] = mad_wide(column[a], limb[b], self.low[b][a]);
            }
        }
    }

    /// Adds columns(k)\[a\] limbs(k)\[b\] to sum (a, b) for every k < [`SLAB`], and folds.
    #[inline(always)]
    pub fn add_slab(&mut self, columns: impl Fn(u32) -> [u32; A], limbs: impl Fn(u32) -> [u32; B]) {
        let mut first = 0;
        while first < SLAB as u32 {
            let mut step = |k: u32| self.add(&columns(first + k), &limbs(first + k));
            let mut four = |k: u32| {
                step(k);
                step(k + 1);
                step(k + 2);
                step(k + 3);
            };
            // Spelled out: a loop of so much assembly is not unrolled, and moves its sums about in every round.
            four(0);
            four(4);
            four(8);
            four(12);
            first += STEPS;
        }
        self.fold();
    }

    /// Moves what is above 2^48 to the upper parts, at most 2^16 each time.
    #[inline(always)]
    pub fn fold(&mut self) {
        for b in 0..B {
            for a in 0..A {
                // MAX_MODULI / SLAB + 1 times 2^16 < 2^32.
                self.top[b][a] += (self.low[b][a] >> 48) as u32;
                self.low[b][a] &= (1 << 48) - 1;
            }
        }
    }

    /// Sum (a, b) = d_0 + 2^28 d_1 + 2^56 d_2 with d_0, d_1 < 2^28 and d_2 < 2^24, after [`Sums::fold`].
    #[inline(always)]
    pub fn split(&self, a: usize, b: usize) -> [u32; 3] {
        let (low, top) = (self.low[b][a], self.top[b][a]);
        [low as u32 & MASK, (low >> LIMB_BITS) as u32 | (top & 0xff) << 20, top >> 8]
    }
}

impl Sums<4, 4> {
    /// Gives a, b and what [`Sums::split`] says of sum (a, b) to `store`, for all of them.
    #[inline(always)]
    pub fn split_all(&self, mut store: impl FnMut(u32, u32, [u32; 3])) {
        // Spelled out: registers have no index at run time.
        let mut row = |a: usize| {
            store(a as u32, 0, self.split(a, 0));
            store(a as u32, 1, self.split(a, 1));
            store(a as u32, 2, self.split(a, 2));
            store(a as u32, 3, self.split(a, 3));
        };
        row(0);
        row(1);
        row(2);
        row(3);
    }
}

impl<const A: usize, const B: usize> Default for Sums<A, B> {
    fn default() -> Self {
        Self::new()
    }
}

/// Digit `place` in base 2^28 of a number whose sums [`Sums::split`] took apart: part d of the sum at a place, `part(d, place)`, belongs d
/// places higher. Below 2^28 + 2^28 + 2^24 < 2^30.
#[inline(always)]
pub fn digit(place: u32, part: impl Fn(u32, u32) -> u32) -> u32 {
    let mut digit = part(0, place);
    if place >= 1 {
        digit += part(1, place - 1);
    }
    if place >= 2 {
        digit += part(2, place - 2);
    }
    digit
}

/// Eight digits in base 2^28, each below 2^30, as seven words and a carry of at most 4.
#[inline(always)]
pub fn pack(digits: &[u32; 8]) -> ([u32; 7], u32) {
    // sum (2^30 - 1) 2^(28 k) < 2^226 (1 + 2^-27): the carry is at most 4.
    let mut words = [0; 7];
    let mut held = digits[0] as u64;
    let mut k = 1;
    while k < 8 {
        // Digit k begins at bit 32 - 4 k of word k - 1. held < 2^31 (k = 1: 2^30) plus 2^30 2^28.
        held += (digits[k] as u64) << (32 - 4 * k);
        words[k - 1] = held as u32;
        held >>= 32;
        k += 1;
    }
    (words, held as u32)
}

/// Adds `carry` to the number of the seven words and returns the carry out, 0 or 1.
#[inline(always)]
pub fn ripple(words: &mut [u32; 7], carry: u32) -> u32 {
    let mut carry = carry as u64;
    let mut k = 0;
    while k < 7 {
        let t = words[k] as u64 + carry;
        words[k] = t as u32;
        carry = t >> 32;
        k += 1;
    }
    carry as u32
}

/// Whether a carry into the number of the seven words goes through it.
#[inline(always)]
pub fn propagates(words: &[u32; 7]) -> bool {
    words[0] & words[1] & words[2] & words[3] & words[4] & words[5] & words[6] == u32::MAX
}

/// Bit i: the carry into place i, of 32 places of which `generate` have a carry out and `propagate` pass one on; no place does
/// both. Bit 32: the carry out of the last.
#[inline(always)]
pub fn carries(generate: u32, propagate: u32) -> u64 {
    // Added to itself, a generating place carries; added to nothing, a propagating one passes a carry on.
    let (x, y) = ((generate | propagate) as u64, generate as u64);
    (x + y) ^ x ^ y
}

/// The `len` lowest words of the sum of factor(i) times the number with the words word(k, i), i < `terms`, lowest first to `store`.
///
/// With y_i and M / p_i, then q and -M in two's complement, that is v in two's complement, if it fits. At most 2^31 terms.
#[inline(always)]
pub fn short_words(
    terms: u32,
    len: u32,
    factor: impl Fn(u32) -> u32,
    word: impl Fn(u32, u32) -> u32,
    mut store: impl FnMut(u32, u32),
) {
    let mut carry = 0u64;
    for k in 0..len {
        // Both sums are at most (terms + 1) (2^32 - 1), the carry into the next word as well: terms 2^32 + terms - 1 at most.
        let (mut low, mut high) = (carry, 0u64);
        for i in 0..terms {
            let product = factor(i) as u64 * word(k, i) as u64;
            low += product & u32::MAX as u64;
            high += product >> 32;
        }
        store(k, low as u32);
        carry = (low >> 32) + high;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arith::prime::is_prime;

    #[test]
    fn division_is_exact() {
        for p in [3, 5, 7, 65_537, 536_870_923, Mont31::MAX - 4].into_iter().filter(|&p| is_prime(p)) {
            let m = Mont31::new(p).unwrap();
            // Q of 5 limbs in u128 arithmetic limb by limb, from patterns with zeros and tops.
            for q in [[0, 0, 0, 0, 0], [1, 0, 0, 0, 0], [MASK; 5], [7, MASK, 0, 123_456_789, MASK - 1]] {
                let mut carry = 0u64;
                let mut multiple = [0u32; 7];
                for (k, limb) in multiple.iter_mut().enumerate() {
                    let t = q.get(k).map_or(0, |&q| q as u64) * p as u64 + carry;
                    *limb = t as u32 & MASK;
                    carry = t >> LIMB_BITS;
                }
                assert_eq!(carry, 0);
                let (mut run, mut quotient) = (Division::default(), Vec::new());
                run.run(&m, std::array::from_fn(|k| multiple.get(k).copied().unwrap_or(0)), |limb| quotient.push(limb));
                assert_eq!((&quotient[..5], &quotient[5..], run.borrow), (&q[..], &[0; 3][..], 0), "{p}");
                let mut division = Division::default();
                for (k, &limb) in multiple.iter().enumerate() {
                    assert_eq!(division.step(&m, limb), q.get(k).copied().unwrap_or(0), "{p}");
                }
                assert_eq!(division.borrow, 0);
                let residue = q.iter().rev().fold(0, |r, &q| ((r << LIMB_BITS) + q as u64) % p as u64) as u32;
                let inverse = division.inverse(&m, 7);
                assert_eq!(m.mul(residue, inverse), (residue != 0) as u32, "{p}");
            }
        }
    }

    #[test]
    fn ratios_round_down_by_little() {
        for p in [3, 5, 65_537, Mont31::MAX - 4] {
            for y in [0, 1, p / 2, p / 2 + 1, p - 1] {
                let exact = ((y as u128) << 96) / p as u128;
                let found = (ratio(y, reciprocal(p)) as u128) << (96 - FRACTION);
                assert!(found <= exact && exact - found < 1 << 64, "{y} / {p}");
            }
        }
        let half = 1u64 << (FRACTION - 1);
        assert_eq!([0, half - 1, half, 3 * half - 1, 3 * half].map(round), [0, 0, 1, 1, 2]);
        assert_eq!(round(((1 << FRACTION) - 1) * MAX_MODULI as u64), MAX_MODULI as u32);
    }

    #[test]
    fn sums_take_the_largest_terms() {
        let mut sums = Sums::<2, 1>::new();
        let column = [Mont31::MAX, 3];
        let mut exact = [0u128; 2];
        for slab in 0..50 {
            for _ in 0..SLAB {
                sums.add(&column, &[MASK]);
                exact = [0, 1].map(|a| exact[a] + column[a] as u128 * MASK as u128);
            }
            sums.fold();
            for (a, exact) in exact.into_iter().enumerate() {
                let d = sums.split(a, 0);
                assert!(d[0] <= MASK && d[1] <= MASK && d[2] < 1 << 24);
                assert_eq!(d[0] as u128 | (d[1] as u128) << 28 | (d[2] as u128) << 56, exact, "{slab}");
            }
        }
        // The upper parts have room for the most moduli.
        let top = (MAX_MODULI / SLAB + 1) as u64 * ((u64::MAX >> 48) + 1);
        assert!(top <= u32::MAX as u64);
    }

    /// A slab, and all parts of 16 sums, are those of the terms one by one.
    #[test]
    fn slabs_are_their_terms() {
        let word = |i: u32| i.wrapping_mul(2_654_435_761);
        let columns = |k: u32| [0, 1, 2, 3].map(|a| word(8 * k + a) % Mont31::MAX);
        let limbs = |k: u32| [4, 5, 6, 7].map(|b| word(8 * k + b) & MASK);
        let (mut sums, mut others) = (Sums::<4, 4>::new(), Sums::<4, 4>::new());
        for _ in 0..3 {
            sums.add_slab(columns, limbs);
            (0..SLAB as u32).for_each(|k| others.add(&columns(k), &limbs(k)));
            others.fold();
        }
        let mut seen = Vec::new();
        sums.split_all(|a, b, parts| {
            assert_eq!(parts, others.split(a as usize, b as usize));
            seen.push((a, b));
        });
        assert_eq!(seen, (0..16).map(|i| (i / 4, i % 4)).collect::<Vec<_>>());
    }

    #[test]
    fn digits_are_those_of_the_parts() {
        // Three sums d_0 + 2^28 d_1 + 2^56 d_2, the largest there are, one place apart.
        let part = |d: u32, place: u32| if place > 2 { 0 } else { MASK - d - 4 * place };
        let sum = |place: u32| (0..3).map(|d| u128::from(part(d, place)) << (LIMB_BITS * (d + place))).sum::<u128>();
        let number: u128 = (0..5).map(|place| u128::from(digit(place, part)) << (LIMB_BITS * place)).sum();
        assert_eq!(number, sum(0) + sum(1) + sum(2));
    }

    /// One warp's way with 256 digits, on the host.
    fn words(digits: &[u32], carry: &mut u32) -> Vec<u32> {
        let mut lanes: Vec<_> = digits.as_chunks::<8>().0.iter().map(pack).collect();
        let last = lanes[lanes.len() - 1].1;
        let (mut generate, mut propagate) = (0, 0);
        for i in 0..lanes.len() {
            let below = if i == 0 { *carry } else { lanes[i - 1].1 };
            generate |= ripple(&mut lanes[i].0, below) << i;
            propagate |= (propagates(&lanes[i].0) as u32) << i;
        }
        assert_eq!(generate & propagate, 0);
        let carries = carries(generate, propagate);
        for (i, lane) in lanes.iter_mut().enumerate() {
            ripple(&mut lane.0, (carries >> i) as u32 & 1);
        }
        *carry = last + (carries >> lanes.len()) as u32;
        lanes.iter().flat_map(|lane| lane.0).collect()
    }

    #[test]
    fn packing_carries_through() {
        let top = (1 << 30) - 1;
        let mut patterns = vec![vec![0; 512], vec![top; 512], vec![MASK; 512]];
        let mut long = vec![MASK; 512];
        long[0] = MASK + 1;
        patterns.push(long.clone());
        long[300] = MASK - 1;
        patterns.push(long);
        let mut state = 1u32;
        for _ in 0..20 {
            let mut next = || {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                if state >> 30 == 0 { MASK } else { state >> 2 }
            };
            patterns.push((0..512).map(|_| next()).collect());
        }
        for digits in patterns {
            let mut carry = 0;
            let found: Vec<u32> = digits.chunks(256).flat_map(|half| words(half, &mut carry)).collect();
            // Limb by limb.
            let mut held = 0u64;
            for (i, &digit) in digits.iter().enumerate() {
                held += digit as u64;
                assert_eq!(limb(&found, i), held as u32 & MASK, "limb {i}");
                held >>= LIMB_BITS;
            }
            assert_eq!(carry as u64, held);
        }
    }

    #[test]
    fn short_words_are_those_of_the_sum() {
        // Two terms of 128 bits, and minus the second once more, against 128-bit arithmetic that wraps.
        let numbers = [u128::MAX, 0x1234_5678_9abc_def0_0fed_cba9_8765_4321, 1 << 95, 0];
        for (a, b) in numbers.iter().flat_map(|&a| numbers.map(|b| (a, b))) {
            for (x, y) in [(0, 0), (1, 1), (u32::MAX, u32::MAX), (Mont31::MAX - 1, 3)] {
                let (numbers, factors) = ([a, b, b.wrapping_neg()], [x, y, 1]);
                let want = (a.wrapping_mul(x as u128)).wrapping_add(b.wrapping_mul(y as u128)).wrapping_sub(b);
                for len in 1..=4 {
                    let mut found = [0; 4];
                    let word = |k: u32, i: u32| (numbers[i as usize] >> (32 * k)) as u32;
                    short_words(3, len, |i| factors[i as usize], word, |k, word| found[k as usize] = word);
                    let expected: Vec<u32> =
                        (0..4).map(|k| if k < len { (want >> (32 * k)) as u32 } else { 0 }).collect();
                    assert_eq!(found[..], expected[..], "{len} words");
                }
            }
        }
        // The largest sums: 33 (2^32 - 1) (2^1280 - 1) = 33 - 33 2^32 modulo 2^1280.
        let mut found = [0; 40];
        short_words(SHORT_MODULI as u32 + 1, 40, |_| u32::MAX, |_, _| u32::MAX, |k, word| found[k as usize] = word);
        assert_eq!((found[0], found[1]), (33, u32::MAX - 32));
        assert_eq!(found[2..], [u32::MAX; 38]);
    }

    #[test]
    fn lengths() {
        assert_eq!([limbs_len(2), limbs_len(447), limbs_len(448), limbs_len(895)], [16, 16, 32, 32]);
        assert_eq!(words_len(16), 14);
    }
}
