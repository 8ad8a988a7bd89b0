//! Mixed-radix conversion: from residues modulo m_0 < m_1 < ... < m_(N-1) to the digits of
//!
//! > X = alpha_0 + alpha_1 m_0 + alpha_2 m_0 m_1 + ...,  0 <= alpha_i < m_i.
//!
//! P. Emeliyanenko, J. Parallel Distrib. Comput. 73 (2013), section 5.8; J. Wei, L. Chen (2020), section 3.4, for one thread
//! per coefficient. With M_j = m_0 ... m_(j-1) and c_i = M_i^-1 mod m_i,
//!
//! > alpha_i = (x_i - alpha_0 M_0 - ... - alpha_(i-1) M_(i-1)) c_i mod m_i.
//!
//! Residues are plain numbers in \[0, m_i), not in Montgomery form, and so are the digits, which take their place. Many
//! coefficients are laid out \[prime\]\[coefficient\].
//!
//! **One product per factor.** Known digits and moduli are plain numbers below 2^31, so alpha_j and m_j need no reduction
//! modulo m_i and no Montgomery form: both updates of a step are let shrink by R = 2^32 alike,
//!
//! > x_i <- (x_i - alpha_j w_i) / R,  w_i <- w_i m_j / R  mod m_i,
//!
//! which keeps x_i = (x_i - alpha_0 M_0 - ...) s_i / R^j and w_i = M_j s_i / R^j with the start s_i = R^i / M_i: after i
//! steps x_i is alpha_i. This is O(N) memory and two reductions an element step; [`convert`] (Fig. 5) and
//! [`convert_chunked`] (Fig. 6) share its two functions [`eliminate`] and [`advance`].
//!
//! **Many coefficients.** The weights M_j c_i mod m_i are the same for all coefficients. [`convert_lanes`] takes them from
//! a table of N^2 / 2 words and sums eight products for each reduction.

use crate::arith::Mont31;
use crate::arith::field::Field;
use crate::arith::wide::{mad_wide, mul_hi};
use crate::memory::Row;
use crate::team::Team;

/// (x - alpha w) / R mod m, for x in \[0, m\], alpha < 2^31 and `minus_weight` = -w in \[0, m).
#[inline(always)]
pub fn eliminate(m: &Mont31, x: u32, digit: u32, minus_weight: u32) -> u32 {
    // alpha (m - 1) + m < 2^31 m < 2^32 m.
    m.reduce(mad_wide(digit, minus_weight, x as u64))
}

/// w m_j / R mod m, for w in \[0, m) and any m_j < 2^32; keeps the sign of a negated weight.
#[inline(always)]
pub fn advance(m: &Mont31, weight: u32, radix: u32) -> u32 {
    m.reduce(mad_wide(weight, radix, 0))
}

/// R s_i mod m_i with s_i = R^i / M_i: what the conversion of element `i` starts with. i + 45 products. The moduli are
/// distinct primes.
pub fn start(moduli: &[Mont31], i: usize) -> u32 {
    let m = &moduli[i];
    // 1 advanced i times is M_i / R^i = 1 / s_i.
    let inverse = moduli[..i].iter().fold(1, |w, earlier| advance(m, w, earlier.modulus()));
    m.inverse(m.enter(inverse))
}

/// First x_i s_i and -s_i, from x_i and [`start`].
#[inline(always)]
fn begin(m: &Mont31, x: u32, start: u32) -> (u32, u32) {
    (m.reduce(mad_wide(x, start, 0)), m.neg(m.leave(start)))
}

/// The simple form (Fig. 5): in step j every later element is updated by digit j, threads side by side.
///
/// `digits` holds the N residues of one coefficient and then its digits; `weights` is a work row of N words; `starts` has
/// [`start`] of each modulus. N^2 / 2 element steps, N barriers, any N and team.
#[inline(always)]
pub fn convert<R: Row<u32>, S: Row<u32>, T: Team>(
    moduli: &[Mont31],
    starts: &[u32],
    team: T,
    digits: &mut R,
    weights: &mut S,
) {
    let n = moduli.len() as u32;
    let mut i = team.rank();
    while i < n {
        let (x, minus_weight) = begin(&moduli[i as usize], digits.get(i), starts[i as usize]);
        digits.set(i, x);
        weights.set(i, minus_weight);
        i += team.size();
    }
    team.sync();
    for j in 0..n {
        let (digit, radix) = (digits.get(j), moduli[j as usize].modulus());
        let mut i = j + 1 + team.rank();
        while i < n {
            let (m, minus_weight) = (&moduli[i as usize], weights.get(i));
            digits.set(i, eliminate(m, digits.get(i), digit, minus_weight));
            weights.set(i, advance(m, minus_weight, radix));
            i += team.size();
        }
        team.sync();
    }
}

/// Number of words of the exchange row of [`convert_chunked`] for a team of `size` threads.
pub const fn exchange_len(size: u32) -> u32 {
    4 * size
}

/// The two elements that a thread keeps in registers, `size` apart.
struct Held {
    m: [Mont31; 2],
    x: [u32; 2],
    minus_weight: [u32; 2],
}

impl Held {
    #[inline(always)]
    fn update(&mut self, which: usize, digit: u32, radix: u32) {
        let m = &self.m[which];
        self.x[which] = eliminate(m, self.x[which], digit, self.minus_weight[which]);
        self.minus_weight[which] = advance(m, self.minus_weight[which], radix);
    }
}

/// The chunked form (Fig. 6), with `m_chunk` the size of the team: any N, two elements in registers per thread.
///
/// For each span of 2 m_chunk elements, `block` updates it by the digits found before, which are read back from `digits`
/// m_chunk at a time, and `stairs` then finds the digits of the span. `exchange` has [`exchange_len`] words. The rest is as
/// for [`convert`]. N^2 / 2 element steps and the idle ones of `stairs`; with c = m_chunk about N + N / c + N^2 / (4 c^2)
/// barriers.
#[inline(always)]
pub fn convert_chunked<R: Row<u32>, S: Row<u32>, T: Team>(
    moduli: &[Mont31],
    starts: &[u32],
    team: T,
    digits: &mut R,
    exchange: &mut S,
) {
    let n = moduli.len() as u32;
    let (rank, size) = (team.rank(), team.size());
    let mut first = 0;
    while first < n {
        // Elements beyond the last one repeat it; nobody reads what becomes of them.
        let own = [(first + rank).min(n - 1), (first + size + rank).min(n - 1)];
        let m = [moduli[own[0] as usize], moduli[own[1] as usize]];
        let low = begin(&m[0], digits.get(own[0]), starts[own[0] as usize]);
        let high = begin(&m[1], digits.get(own[1]), starts[own[1] as usize]);
        let mut held = Held { m, x: [low.0, high.0], minus_weight: [low.1, high.1] };
        // `first` is a multiple of 2 m_chunk: earlier chunks are full.
        let mut chunk = 0;
        while chunk < first {
            block(moduli, team, &mut held, digits, exchange, chunk);
            chunk += size;
        }
        stairs(team, &mut held, exchange, (n - first).min(2 * size));
        if first + rank < n {
            digits.set(first + rank, held.x[0]);
        }
        if first + size + rank < n {
            digits.set(first + size + rank, held.x[1]);
        }
        // Digits written here are read by other threads, and the exchange row is written again.
        team.sync();
        first += 2 * size;
    }
}

/// Updates what the threads hold by the digits `chunk`, ..., `chunk` + m_chunk - 1: every thread 2 m_chunk steps.
#[inline(always)]
fn block<R: Row<u32>, S: Row<u32>, T: Team>(
    moduli: &[Mont31],
    team: T,
    held: &mut Held,
    digits: &R,
    exchange: &mut S,
    chunk: u32,
) {
    let (rank, size) = (team.rank(), team.size());
    // Two halves of the exchange row in turn, so that one barrier a chunk is enough.
    let base = ((chunk / size) & 1) * 2 * size;
    exchange.set(base + rank, digits.get(chunk + rank));
    exchange.set(base + size + rank, moduli[(chunk + rank) as usize].modulus());
    team.sync();
    for j in 0..size {
        let (digit, radix) = (exchange.get(base + j), exchange.get(base + size + j));
        held.update(0, digit, radix);
        held.update(1, digit, radix);
    }
}

/// Finds the `len` <= 2 m_chunk digits of the span that the threads hold. In the first m_chunk steps every thread has work
/// (its high element), in the others the triangle of the high elements is left.
#[inline(always)]
fn stairs<S: Row<u32>, T: Team>(team: T, held: &mut Held, exchange: &mut S, len: u32) {
    let (rank, size) = (team.rank(), team.size());
    // The last block may still be read.
    team.sync();
    exchange.set(2 * size + rank, held.m[0].modulus());
    exchange.set(3 * size + rank, held.m[1].modulus());
    let low = size.min(len);
    for j in 0..low {
        if rank == j {
            exchange.set(j, held.x[0]);
        }
        team.sync();
        let (digit, radix) = (exchange.get(j), exchange.get(2 * size + j));
        if rank > j {
            held.update(0, digit, radix);
        }
        held.update(1, digit, radix);
    }
    for j in low..len {
        if rank + size == j {
            exchange.set(j, held.x[1]);
        }
        team.sync();
        if rank + size > j {
            held.update(1, exchange.get(j), exchange.get(2 * size + j));
        }
    }
}

/// Moduli that [`convert_lanes`] works on at a time.
pub const CHUNK: usize = 8;

/// -M_j c_i mod m_i in Montgomery form for one j and the [`CHUNK`] moduli i of a chunk; 0 for j >= i and beyond N.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(not(target_arch = "nvptx64"), derive(Debug))]
#[repr(C, align(32))]
pub struct Weights(pub [u32; CHUNK]);

/// Where the weights of a chunk begin: chunk c has those of all j < 8 (c + 1), 4 c (c + 1) in all before it.
pub const fn weights_offset(chunk: usize) -> usize {
    CHUNK / 2 * chunk * (chunk + 1)
}

/// Length of the table of weights for `n` moduli: 32 bytes each, 2 N^2 bytes and a little more in all.
pub const fn weights_len(n: usize) -> usize {
    weights_offset(n.div_ceil(CHUNK))
}

/// Passes j and the weight -M_j c_i mod m_i in Montgomery form to `put`, for j = 0, ..., max(i - 1, 0). 4 i + 45 products.
///
/// The entry is number i mod 8 of the [`Weights`] at [`weights_offset`]\(i / 8) + j. For i = 0 it is -1, which is what
/// brings residue 0 through.
#[inline(always)]
pub fn weights(moduli: &[Mont31], i: usize, mut put: impl FnMut(usize, u32)) {
    let m = &moduli[i];
    let mut inverse = m.one();
    for earlier in &moduli[..i] {
        inverse = m.mul(inverse, m.enter(earlier.modulus()));
    }
    let mut minus_weight = m.neg(m.inverse(inverse));
    put(0, minus_weight);
    for j in 1..i {
        minus_weight = m.mul(minus_weight, m.enter(moduli[j - 1].modulus()));
        put(j, minus_weight);
    }
}

/// r + T / 2^32 mod m in \[0, m), for r in \[0, m) and T a sum of at most eight products of numbers below 2^32 / 3 and
/// below m.
#[inline(always)]
fn fold(m: &Mont31, r: u32, t: u64) -> u32 {
    // T < 8 (2^32 / 3) m, so hi(T) < 8/3 m < 2^32: two conditional subtractions bring it below m.
    let high = (t >> 32) as u32;
    let high = high.min(high.wrapping_sub(m.modulus()));
    let high = high.min(high.wrapping_sub(m.modulus()));
    let q = (t as u32).wrapping_mul(m.mu().wrapping_neg());
    let quotient = high.wrapping_sub(mul_hi(q, m.modulus()));
    m.add(r, quotient.min(quotient.wrapping_add(m.modulus())))
}

/// The [`CHUNK`] elements in registers: x_i less the digits folded in so far, and sums not folded yet.
struct Registers<const L: usize> {
    m: [Mont31; CHUNK],
    x: [[u32; L]; CHUNK],
    sums: [[u64; L]; CHUNK],
}

impl<const L: usize> Registers<L> {
    /// x c_i, from the weight of j = 0, which is -c_i.
    #[inline(always)]
    fn begin(&mut self, q: usize, weight: u32) {
        for x in &mut self.x[q] {
            // m - x in [1, m], so the product is at most m^2 < 2^32 m.
            *x = self.m[q].reduce(mad_wide(self.m[q].modulus() - *x, weight, 0));
        }
    }

    /// Adds one digit's products; at most eight between two folds.
    #[allow(
        clippy::needless_range_loop,
        reason = "loops over indices unroll before arrays are split into registers; iterators do so too late"
    )]
    #[inline(always)]
    fn add(&mut self, digit: &[u32; L], weight: &[u32; CHUNK]) {
        for q in 0..CHUNK {
            for lane in 0..L {
                self.sums[q][lane] = mad_wide(digit[lane], weight[q], self.sums[q][lane]);
            }
        }
    }

    #[inline(always)]
    fn fold(&mut self, q: usize) {
        for lane in 0..L {
            self.x[q][lane] = fold(&self.m[q], self.x[q][lane], self.sums[q][lane]);
        }
        self.sums[q] = [0; L];
    }

    /// Element q is complete once the digits before it are folded in: its digit is stored and added to those after it (all
    /// get a product; the weights of j >= i are 0). `q` is a constant of the caller's.
    #[inline(always)]
    fn finish<R: Row<[u32; L]>>(&mut self, digits: &mut R, first: usize, n: usize, q: usize, weight: &[u32; CHUNK]) {
        self.fold(q);
        let digit = self.x[q];
        if first + q < n {
            digits.set((first + q) as u32, digit);
        }
        self.add(&digit, weight);
    }
}

/// The progress that [`convert_lanes`] reports for `n` primes.
pub fn conversions(n: usize) -> usize {
    let chunks = n.div_ceil(CHUNK);
    chunks * (chunks + 1) / 2
}

/// Converts `L` coefficients side by side: one per GPU thread, or a SIMD register of them.
///
/// Element i of `digits` holds the residues modulo m_i of the L coefficients and then their digits. `weights` is the table
/// filled by [`weights`]. Eight elements and their sums are in registers; digits found before are read once per eight.
/// N^2 / 2 products and N^2 / 16 reductions a coefficient. `team` is one thread: it may stop, and is told of [`conversions`].
#[allow(
    clippy::needless_range_loop,
    reason = "loops over indices unroll before arrays are split into registers; iterators do so too late"
)]
#[inline(always)]
pub fn convert_lanes<const L: usize, R: Row<[u32; L]>>(
    team: impl Team,
    moduli: &[Mont31],
    weights: &[Weights],
    digits: &mut R,
) {
    let n = moduli.len();
    for chunk in 0..n.div_ceil(CHUNK) {
        if team.is_stopped() {
            return;
        }
        team.passed(chunk as u32 + 1);
        let first = chunk * CHUNK;
        let offset = weights_offset(chunk);
        // Elements beyond the last one repeat its modulus and residue; nobody reads what becomes of them.
        let at = |q: usize| (first + q).min(n - 1);
        let mut registers = Registers {
            m: core::array::from_fn(|q| moduli[at(q)]),
            x: core::array::from_fn(|q| digits.get(at(q) as u32)),
            sums: [[0; L]; CHUNK],
        };
        let inverse = weights[offset].0;
        for q in 0..CHUNK {
            registers.begin(q, inverse[q]);
        }
        for group in 0..chunk {
            for j in group * CHUNK..(group + 1) * CHUNK {
                registers.add(&digits.get(j as u32), &weights[offset + j].0);
            }
            for q in 0..CHUNK {
                registers.fold(q);
            }
        }
        // Spelled out: registers have no index at run time.
        let own = offset + first;
        registers.finish(digits, first, n, 0, &weights[own].0);
        registers.finish(digits, first, n, 1, &weights[own + 1].0);
        registers.finish(digits, first, n, 2, &weights[own + 2].0);
        registers.finish(digits, first, n, 3, &weights[own + 3].0);
        registers.finish(digits, first, n, 4, &weights[own + 4].0);
        registers.finish(digits, first, n, 5, &weights[own + 5].0);
        registers.finish(digits, first, n, 6, &weights[own + 6].0);
        registers.finish(digits, first, n, 7, &weights[own + 7].0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arith::prime::is_prime;
    use crate::team::Solo;

    /// The `n` largest primes, ascending; or the `n` smallest odd ones, whose sizes differ most.
    fn moduli(n: usize, large: bool) -> Vec<Mont31> {
        let mut primes: Vec<u32> = if large {
            (3..=Mont31::MAX).rev().filter(|&p| is_prime(p)).take(n).collect()
        } else {
            (3..=Mont31::MAX).filter(|&p| is_prime(p)).take(n).collect()
        };
        primes.sort_unstable();
        primes.into_iter().map(|p| Mont31::new(p).unwrap()).collect()
    }

    /// Digits of edge and mixed numbers: all 0, all top, one, and a scrambled pattern.
    fn digit_sets(moduli: &[Mont31]) -> Vec<Vec<u32>> {
        let by = |f: &dyn Fn(usize, u32) -> u32| -> Vec<u32> {
            moduli.iter().enumerate().map(|(i, m)| f(i, m.modulus())).collect()
        };
        vec![
            by(&|_, _| 0),
            by(&|_, p| p - 1),
            by(&|i, _| (i == 0) as u32),
            by(&|_, p| (p - 1) / 2),
            by(&|i, p| (i as u32 + 1).wrapping_mul(2_654_435_761) % p),
        ]
    }

    /// Residues of the number with these digits, by Horner in u64.
    fn residues(moduli: &[Mont31], digits: &[u32]) -> Vec<u32> {
        let horner = |p: u64| {
            moduli.iter().zip(digits).rev().fold(0u64, |acc, (m, &digit)| (acc * m.modulus() as u64 + digit as u64) % p)
                as u32
        };
        moduli.iter().map(|m| horner(m.modulus() as u64)).collect()
    }

    fn cases() -> impl Iterator<Item = Vec<Mont31>> {
        [1, 2, 3, 7, 8, 9, 16, 17, 31, 40].into_iter().flat_map(|n| [moduli(n, true), moduli(n, false)])
    }

    fn starts(moduli: &[Mont31]) -> Vec<u32> {
        (0..moduli.len()).map(|i| start(moduli, i)).collect()
    }

    fn table(moduli: &[Mont31]) -> Vec<Weights> {
        let mut table = vec![Weights([0; CHUNK]); weights_len(moduli.len())];
        for i in 0..moduli.len() {
            let offset = weights_offset(i / CHUNK);
            weights(moduli, i, |j, weight| table[offset + j].0[i % CHUNK] = weight);
        }
        table
    }

    #[test]
    fn simple_form_solo() {
        for moduli in cases() {
            for digits in digit_sets(&moduli) {
                let mut row = residues(&moduli, &digits);
                let mut work = vec![0; moduli.len()];
                convert(&moduli, &starts(&moduli), Solo, &mut &mut row[..], &mut &mut work[..]);
                assert_eq!(row, digits);
            }
        }
    }

    #[test]
    fn chunked_form_solo() {
        for moduli in cases() {
            for digits in digit_sets(&moduli) {
                let mut row = residues(&moduli, &digits);
                convert_chunked(&moduli, &starts(&moduli), Solo, &mut &mut row[..], &mut &mut [0; 4][..]);
                assert_eq!(row, digits);
            }
        }
    }

    #[test]
    fn lanes() {
        for moduli in cases() {
            let (table, sets) = (table(&moduli), digit_sets(&moduli));
            let columns: Vec<_> = sets.iter().map(|digits| residues(&moduli, digits)).collect();
            let mut rows: Vec<[u32; 5]> =
                (0..moduli.len()).map(|i| std::array::from_fn(|lane| columns[lane][i])).collect();
            convert_lanes(Solo, &moduli, &table, &mut &mut rows[..]);
            for (lane, digits) in sets.iter().enumerate() {
                assert_eq!(&rows.iter().map(|row| row[lane]).collect::<Vec<_>>(), digits);
            }
        }
    }

    #[test]
    fn fold_takes_eight_largest_products() {
        let m = moduli(1, true)[0];
        for other in [m.modulus() - 1, Mont31::MAX] {
            let t = 8 * (m.modulus() - 1) as u64 * other as u64;
            for r in [0, 1, m.modulus() - 1] {
                let expected = (r as u64 + m.leave((t % m.modulus() as u64) as u32) as u64) % m.modulus() as u64;
                assert_eq!(fold(&m, r, t) as u64, expected);
            }
        }
    }
}
