//! The device self-test: every primitive that kernels build on, on edge values, against the host.

use super::driver::buffer::DeviceBuffer;
use super::driver::code::KernelCode;
use super::driver::context::Context;
use super::driver::device::DeviceInfo;
use super::driver::stream::Stream;
use crate::error::{ErrorKind, Result};
use bytemuck::Pod;
use cuda_std::Kernel;
use gpu::arith::Mont31;
use gpu::floating::{Double, DoubleDouble, QuadDouble, Scalar};
use gpu::kernels::selftest::{
    SelftestAtomic, SelftestBarrier, SelftestBlockShape, SelftestComplexes1, SelftestComplexes2, SelftestComplexes4,
    SelftestDoubles, SelftestIndices, SelftestIntegers, SelftestLargeShared, SelftestReals1, SelftestReals2,
    SelftestReals4, SelftestResidues, SelftestShared, SelftestSingles, SelftestWarp, Triple,
};
use gpu::kernels::tensor::SelftestTensor;
use gpu::selftest::{
    COMPLEXES, DOUBLES, INTEGERS, REALS, RESIDUES, SINGLES, complexes, doubles, integers, reals, residues, scramble,
    singles,
};
use std::array::from_fn;
use std::fmt::LowerHex;
use std::time::{Duration, Instant};

/// The findings of the self-test of a device.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SelfTest {
    /// The device.
    pub device: DeviceInfo,
    /// The groups of primitives, all of them right.
    pub checks: Vec<Check>,
    /// Wall time, the loading of the kernels included.
    pub time: Duration,
    /// How the kernels came onto the device.
    pub code: KernelCode,
}

/// One group of primitives.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Check {
    /// The kernel that ran it.
    pub kernel: &'static str,
    /// Words compared.
    pub words: usize,
}

/// Runs every primitive on device number `ordinal` and compares with the host.
///
/// # Errors
/// `Device` names the kernel, the place and the values of the first wrong word, or the fault; else as [`Context::new`].
///
/// # Examples
/// ```no_run
/// let result = eliminant::engine::cuda::self_test(0)?;
/// println!("{}: {} groups right", result.device, result.checks.len());
/// # Ok::<(), eliminant::Error>(())
/// ```
pub fn self_test(ordinal: usize) -> Result<SelfTest> {
    let start = Instant::now();
    let context = Context::new(ordinal)?;
    let stream = Stream::new(&context)?;
    let mut checks = Vec::new();
    for group in
        [indices, block_shape, warp, shared, large_shared, atomics, barrier, integer_group, single_group, double_group]
    {
        checks.push(group(&stream)?);
    }
    for group in [reals_1, reals_2, reals_4, complexes_1, complexes_2, complexes_4] {
        checks.push(group(&stream)?);
    }
    for p in PRIMES {
        checks.push(residue_group(&stream, p)?);
    }
    if context.device().compute_capability >= (8, 0) {
        checks.push(tensor(&stream)?);
    }
    let code = context.kernel_code::<SelftestIndices>()?;
    Ok(SelfTest { device: context.device().clone(), checks, time: start.elapsed(), code })
}

/// The check of `K` when `found` is `expected`, else the first difference.
fn compare<K: Kernel, T: Pod + Eq + LowerHex>(found: &DeviceBuffer<T>, expected: &[T]) -> Result<Check> {
    let found = found.to_vec()?;
    let wrong = found.iter().zip(expected).position(|(a, b)| a != b);
    let message = match wrong {
        _ if found.len() != expected.len() => format!("{} words, expected {}", found.len(), expected.len()),
        Some(at) => format!("word {at} is {:#x}, expected {:#x}", found[at], expected[at]),
        None => return Ok(Check { kernel: K::NAME, words: expected.len() }),
    };
    Err(ErrorKind::Device { kernel: K::NAME, message }.into())
}

fn indices(stream: &Stream) -> Result<Check> {
    let (gx, gy, gz) = (3u32, 2u32, 2u32);
    // The last block is not complete; the rows are longer than what is written.
    let (n, stride) = (64 * gx * gy * gz - 5, 64 * gx * gy * gz + 3);
    let p = Triple { a: 7, stride, n };
    let k = 1u64 << 16;
    let out = stream.zeroed::<u32>(8 * stride as usize)?;
    // SAFETY: `out` holds 8 rows of `stride` >= n words.
    unsafe { stream.launch(&SelftestIndices { out: out.as_ptr(), k, p }, (gx, gy, gz), 0)? };
    let mut expected = vec![0u32; 8 * stride as usize];
    for i in 0..n {
        let (t, block) = (i % 64, i / 64);
        let (x, y, z) = (block % gx, block / gx % gy, block / (gx * gy));
        let words = [t, x, y, z, 64, gx, x * 64 + t, t % 32];
        for (row, word) in words.into_iter().enumerate() {
            expected[row * stride as usize + i as usize] = word + p.a + k as u32;
        }
    }
    compare::<SelftestIndices, _>(&out, &expected)
}

fn block_shape(stream: &Stream) -> Result<Check> {
    let n = 3 * 128 - 7;
    let out = stream.zeroed::<u32>(n as usize)?;
    // SAFETY: `out` holds n words.
    unsafe { stream.launch(&SelftestBlockShape { out: out.as_ptr(), n }, (3, 1, 1), 0)? };
    let expected: Vec<u32> = (0..n).map(|i| 100 * (i / 32 % 4) + i % 32).collect();
    compare::<SelftestBlockShape, _>(&out, &expected)
}

fn warp(stream: &Stream) -> Result<Check> {
    let values: Vec<u32> = (0..32u32).map(|i| i.wrapping_mul(0x9e37_79b9) ^ 0x1234_5678).collect();
    let input = stream.copy_of(&values)?;
    let out = stream.zeroed::<u64>(12 * 32)?;
    // SAFETY: 32 values in, 12 rows of 32 out.
    unsafe { stream.launch(&SelftestWarp { values: input.as_ptr(), out: out.as_ptr() }, (1, 1, 1), 0)? };
    let odd: Vec<bool> = values.iter().map(|v| v & 1 == 1).collect();
    let bits = |mask: u32, want: bool| {
        (0..32).filter(|&i| mask >> i & 1 == 1 && odd[i] == want).map(|i| 1u64 << i).sum::<u64>()
    };
    let wide = |lane: usize| u64::from(values[lane]) << 32 | lane as u64;
    let all_above = values.iter().zip(0u32..).all(|(&v, lane)| v > lane);
    let mut expected = vec![0u64; 12 * 32];
    for lane in 0..32 {
        let low = lane < 16;
        let words = [
            values[lane ^ 5].into(),
            values[(lane + 3) % 32].into(),
            values[if lane < 4 { lane } else { lane - 4 }].into(),
            values[if lane > 24 { lane } else { lane + 7 }].into(),
            wide(lane ^ 17),
            wide(lane.saturating_sub(1)),
            bits(u32::MAX, true),
            odd.contains(&true).into(),
            (!odd.contains(&false)).into(),
            all_above.into(),
            if low { bits(0xffff, true) } else { bits(0xffff_0000, false) },
            values[lane ^ if low { 1 } else { 2 }].into(),
        ];
        for (row, word) in words.into_iter().enumerate() {
            expected[row * 32 + lane] = word;
        }
    }
    compare::<SelftestWarp, _>(&out, &expected)
}

fn shared(stream: &Stream) -> Result<Check> {
    let (blocks, rounds) = (5usize, 9u32);
    let mut v: Vec<u64> = (0..128 * blocks as u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 1).collect();
    let data = stream.copy_of(&v)?;
    let counts = stream.zeroed::<u32>(blocks)?;
    let kernel = SelftestShared { data: data.as_ptr(), counts: counts.as_ptr(), rounds };
    // SAFETY: 128 double words and one count per block; 128 * 8 + 128 * 4 + 4 bytes of shared memory.
    unsafe { stream.launch(&kernel, (blocks as u32, 1, 1), 1540)? };
    for _ in 0..rounds {
        for block in v.chunks_mut(128) {
            let before = block.to_vec();
            for (i, value) in block.iter_mut().enumerate() {
                // The low word travels apart and comes back xored with itself and twice with the index: 0 in the end.
                *value = before[127 - i].wrapping_add(i as u64);
            }
        }
    }
    compare::<SelftestShared, _>(&counts, &vec![rounds * 127 * 64; blocks])?;
    compare::<SelftestShared, _>(&data, &v)
}

fn large_shared(stream: &Stream) -> Result<Check> {
    let bytes = stream.context().device().shared_per_block;
    let words = bytes / 4;
    let out = stream.zeroed::<u32>(128)?;
    // SAFETY: 128 words out; the launch allots `words` words.
    unsafe { stream.launch(&SelftestLargeShared { out: out.as_ptr(), words }, (1, 1, 1), 4 * words)? };
    let sum = |i: u32| {
        let read = (127 - i..words).step_by(128);
        read.fold(0u32, |sum, at| sum.wrapping_add(at.wrapping_mul(0x9e37_79b9)))
    };
    compare::<SelftestLargeShared, _>(&out, &(0..128).map(sum).collect::<Vec<_>>())
}

fn atomics(stream: &Stream) -> Result<Check> {
    let (blocks, bias) = (37u32, 1000u32);
    let n = blocks * 256;
    let out = stream.copy_of(&[0, u32::MAX, 0, 0])?;
    // SAFETY: `out` holds four words.
    unsafe { stream.launch(&SelftestAtomic { out: out.as_ptr(), bias }, (blocks, 1, 1), 0)? };
    let sum = (bias..bias + n).fold(0u32, u32::wrapping_add);
    compare::<SelftestAtomic, _>(&out, &[sum, bias, bias + n - 1, u32::MAX])
}

fn barrier(stream: &Stream) -> Result<Check> {
    let rounds = 20;
    let seeds: Vec<u32> = (0..64u32).map(|i| i * i + 1).collect();
    let data = stream.copy_of(&seeds)?;
    // SAFETY: 64 words of data and of shared memory.
    unsafe { stream.launch(&SelftestBarrier { data: data.as_ptr(), rounds }, (1, 1, 1), 256)? };
    let busy = |i: usize| seeds[i].is_multiple_of(3);
    let stored: Vec<u32> = (0..64).map(|i| if busy(i) { scramble(seeds[i], rounds) } else { seeds[i] }).collect();
    let expected: Vec<u32> = (0..64)
        .map(|i| if busy(i) { stored[i].wrapping_add(stored[63 - i]) } else { stored[63 - i] ^ i as u32 })
        .collect();
    compare::<SelftestBarrier, _>(&data, &expected)
}

/// Products of fragments of bytes, against the model that the arrangement of digits is tested with.
fn tensor(stream: &Stream) -> Result<Check> {
    // Warps with all bytes 0, 1 and 255, with each of these beside single other bytes, and with mixtures.
    let patterns = [0, u32::MAX, 0x0101_0101, 0xff00_ff00, 0x00ff_00ff, 0x8000_0001, 0x0001_ff80];
    let warps: Vec<(u32, u32)> = (0..8).flat_map(|a| (0..8).map(move |b| (a, b))).collect();
    let word = |kind: u32, at: u32| match patterns.get(kind as usize) {
        Some(&pattern) => pattern,
        None => (at + 1).wrapping_mul(0x9e37_79b9) ^ at << 13,
    };
    let fragments = |words: u32, kind: fn(&(u32, u32)) -> u32| -> Vec<u32> {
        let of = |(warp, kinds): (u32, &(u32, u32))| {
            (0..32 * words).map(move |at| (kind(kinds), 32 * words * warp + at)).collect::<Vec<_>>()
        };
        (0..).zip(&warps).flat_map(of).map(|(kind, at)| word(kind, at)).collect()
    };
    let (a, b) = (fragments(4, |kinds| kinds.0), fragments(2, |kinds| kinds.1));
    let c: Vec<u32> = (0..a.len() as u32).map(|at| at.wrapping_mul(0x0100_0193) >> (at % 20)).collect();
    let (da, db, dc) = (stream.copy_of(&a)?, stream.copy_of(&b)?, stream.copy_of(&c)?);
    let out = stream.zeroed::<u32>(a.len())?;
    let kernel = SelftestTensor { a: da.as_ptr(), b: db.as_ptr(), c: dc.as_ptr(), out: out.as_ptr() };
    // SAFETY: 4, 2, 4 and 4 words for each lane of as many blocks as there are warps.
    unsafe { stream.launch(&kernel, (warps.len() as u32, 1, 1), 0)? };
    let expected: Vec<u32> = (0..warps.len())
        .flat_map(|warp| {
            let four = |all: &[u32]| from_fn(|lane| from_fn(|i| all[4 * (32 * warp + lane) + i]));
            let right = from_fn(|lane| from_fn(|i| b[2 * (32 * warp + lane) + i]));
            cuda_std::tensor::product(&four(&a), &right, &four(&c)).into_iter().flatten()
        })
        .collect();
    compare::<SelftestTensor, _>(&out, &expected)
}

/// Edge values of 32 bits.
const WORDS: [u32; 16] = [
    0,
    1,
    2,
    3,
    0xffff,
    0x1_0000,
    0x1_0001,
    0x5555_5555,
    0x7fff_fffe,
    0x7fff_ffff,
    0x8000_0000,
    0x8000_0001,
    0xaaaa_aaab,
    0xdead_beef,
    0xffff_fffe,
    0xffff_ffff,
];

/// All triples of one element of each, as three columns.
fn triples<A: Copy, B: Copy, C: Copy>(a: &[A], b: &[B], c: &[C]) -> (Vec<A>, Vec<B>, Vec<C>) {
    let mut columns = (Vec::new(), Vec::new(), Vec::new());
    for &x in a {
        for &y in b {
            for &z in c {
                columns.0.push(x);
                columns.1.push(y);
                columns.2.push(z);
            }
        }
    }
    columns
}

/// Row r of the answers, at r n + i.
fn rows<T: Copy + Default, const N: usize>(answers: impl ExactSizeIterator<Item = [T; N]>) -> Vec<T> {
    let n = answers.len();
    let mut all = vec![T::default(); N * n];
    for (i, answer) in answers.enumerate() {
        for (row, word) in answer.into_iter().enumerate() {
            all[row * n + i] = word;
        }
    }
    all
}

/// Blocks of 128 threads for `n` < 2^31 items.
fn blocks(n: usize) -> (u32, u32, u32) {
    (n.div_ceil(128) as u32, 1, 1)
}

fn integer_group(stream: &Stream) -> Result<Check> {
    let wide = [0, 1, (1 << 32) - 1, 1 << 32, (1 << 33) - 2, (1 << 33) - 1, 1 << 63, 0x0123_4567_89ab_cdef, u64::MAX];
    let (a, b, c) = triples(&WORDS, &WORDS, &wide);
    let n = a.len();
    let (da, db, dc) = (stream.copy_of(&a)?, stream.copy_of(&b)?, stream.copy_of(&c)?);
    let out = stream.zeroed::<u64>(INTEGERS * n)?;
    let kernel = SelftestIntegers { a: da.as_ptr(), b: db.as_ptr(), c: dc.as_ptr(), out: out.as_ptr(), n: n as u32 };
    // SAFETY: n operands of each kind, INTEGERS rows of n answers.
    unsafe { stream.launch(&kernel, blocks(n), 0)? };
    let expected = rows((0..n).map(|i| integers(a[i], b[i], c[i])));
    compare::<SelftestIntegers, _>(&out, &expected)
}

fn single_group(stream: &Stream) -> Result<Check> {
    // No two of them give an infinity less an infinity or 0 times one: no NaN. Ends of the formats, subnormals, ties.
    let edges = [
        0.0,
        -0.0,
        0.5,
        1.0,
        1.0 + f32::EPSILON,
        -1.5,
        2.5,
        3.0000002,
        16777215.0,
        16777216.0,
        -2147483648.0,
        4294967040.0,
        1e-20,
        f32::MIN_POSITIVE,
        f32::from_bits(1),
        1e18,
    ];
    let (x, y, z) = triples(&edges, &edges, &edges);
    let n = x.len();
    let (dx, dy, dz) = (stream.copy_of(&x)?, stream.copy_of(&y)?, stream.copy_of(&z)?);
    let out = stream.zeroed::<u32>(SINGLES * n)?;
    let kernel = SelftestSingles { x: dx.as_ptr(), y: dy.as_ptr(), z: dz.as_ptr(), out: out.as_ptr(), n: n as u32 };
    // SAFETY: n operands of each kind, SINGLES rows of n answers.
    unsafe { stream.launch(&kernel, blocks(n), 0)? };
    let expected = rows((0..n).map(|i| singles(x[i], y[i], z[i])));
    compare::<SelftestSingles, _>(&out, &expected)
}

fn double_group(stream: &Stream) -> Result<Check> {
    let edges = [
        0.0,
        -0.0,
        0.5,
        1.0,
        1.0 + f64::EPSILON,
        -1.5,
        2.5,
        9007199254740991.0,
        9007199254740992.0,
        -2147483648.0,
        4294967295.5,
        4294967296.0,
        1.8446744073709552e19,
        -9223372036854775808.0,
        f64::MIN_POSITIVE,
        f64::from_bits(1),
        1e150,
    ];
    let (x, y, z) = triples(&edges, &edges, &edges);
    let n = x.len();
    let (dx, dy, dz) = (stream.copy_of(&x)?, stream.copy_of(&y)?, stream.copy_of(&z)?);
    let out = stream.zeroed::<u64>(DOUBLES * n)?;
    let kernel = SelftestDoubles { x: dx.as_ptr(), y: dy.as_ptr(), z: dz.as_ptr(), out: out.as_ptr(), n: n as u32 };
    // SAFETY: n operands of each kind, DOUBLES rows of n answers.
    unsafe { stream.launch(&kernel, blocks(n), 0)? };
    let expected = rows((0..n).map(|i| doubles(x[i], y[i], z[i])));
    compare::<SelftestDoubles, _>(&out, &expected)
}

/// Numbers of N doubles: edges and mixtures of them, the later parts small beside the earlier.
fn numbers<const N: usize>() -> Vec<[f64; N]> {
    let u = f64::EPSILON / 2.0;
    let leading = [0.0, 1.0, -1.5, 1.0 + 2.0 * u, 2.0 - 2.0 * u, 1e-20, -3e40, 1.0 / 3.0, 1e200, 1e-290, f64::NAN];
    let factors = [0.0, 0.5, -0.9, 1e-9, -0.5 + u];
    let mut all = Vec::new();
    for x in leading {
        for (i, _) in factors.iter().enumerate() {
            let mut parts = [x; N];
            for k in 1..N {
                parts[k] = parts[k - 1] * u * factors[(i * k) % factors.len()];
            }
            all.push(parts);
        }
    }
    all.push([f64::INFINITY; N]);
    all
}

/// Launches a kernel of floating numbers on all pairs of operands, as rows of parts, and compares with `expected`.
fn floating_group<K: Kernel, const N: usize>(
    stream: &Stream,
    results: usize,
    kernel: impl FnOnce(&DeviceBuffer<f64>, &DeviceBuffer<f64>, &DeviceBuffer<u64>, u32) -> K,
    expected: impl Fn([f64; N], [f64; N], &mut dyn FnMut(usize, u64)),
) -> Result<Check> {
    let numbers = numbers::<N>();
    let pairs: Vec<_> = numbers.iter().flat_map(|&a| numbers.iter().map(move |&b| (a, b))).collect();
    let n = pairs.len();
    let (firsts, seconds): (Vec<_>, Vec<_>) = pairs.iter().copied().unzip();
    let rows =
        |numbers: &[[f64; N]]| -> Vec<f64> { (0..N).flat_map(|part| numbers.iter().map(move |x| x[part])).collect() };
    let (a, b) = (stream.copy_of(&rows(&firsts))?, stream.copy_of(&rows(&seconds))?);
    let out = stream.zeroed::<u64>(results * N * n)?;
    // SAFETY: N rows of n of each operand, N for each of the results.
    unsafe { stream.launch(&kernel(&a, &b, &out, n as u32), (n.div_ceil(64) as u32, 1, 1), 0)? };
    let mut words = vec![0; results * N * n];
    for (i, &(a, b)) in pairs.iter().enumerate() {
        expected(a, b, &mut |row, bits| words[row * n + i] = bits);
    }
    compare::<K, _>(&out, &words)
}

macro_rules! floating_groups {
    ($($name:ident, $kernel:ident, $results:ident, $count:ident, $reals:ident;)*) => { $(
        fn $name(stream: &Stream) -> Result<Check> {
            floating_group(
                stream,
                $count,
                |a, b, out, n| $kernel { a: a.as_ptr(), b: b.as_ptr(), out: out.as_ptr(), n },
                |a, b, put| $results(&$reals(Scalar), a, b, put),
            )
        }
    )* };
}

floating_groups! {
    reals_1, SelftestReals1, reals, REALS, Double;
    reals_2, SelftestReals2, reals, REALS, DoubleDouble;
    reals_4, SelftestReals4, reals, REALS, QuadDouble;
    complexes_1, SelftestComplexes1, complexes, COMPLEXES, Double;
    complexes_2, SelftestComplexes2, complexes, COMPLEXES, DoubleDouble;
    complexes_4, SelftestComplexes4, complexes, COMPLEXES, QuadDouble;
}

/// The smallest prime, a small one, one near 2^24, and the largest that the arithmetic takes: 2^32 / 3 less 2 or so.
const PRIMES: [u32; 4] = [3, 257, 16_777_213, 1_431_655_751];

fn residue_group(stream: &Stream, p: u32) -> Result<Check> {
    let m = Mont31::new(p)
        .ok_or_else(|| crate::error::Error::argument("p", format!("{p} is no modulus of the self-test")))?;
    // Ends, middle, Montgomery's one and its negative, and every edge word brought below p.
    let mut edges = vec![0, 1, 2 % p, p - 1, p - 2, p / 2, p / 2 + 1, m.enter(1), p - m.enter(1), m.enter(m.enter(1))];
    edges.extend(WORDS.map(|word| word % p));
    edges.sort_unstable();
    edges.dedup();
    let (a, b, c) = triples(&edges, &edges, &edges);
    let n = a.len();
    let (da, db, dc) = (stream.copy_of(&a)?, stream.copy_of(&b)?, stream.copy_of(&c)?);
    let out = stream.zeroed::<u32>(RESIDUES * n)?;
    let kernel = SelftestResidues { m, a: da.as_ptr(), b: db.as_ptr(), c: dc.as_ptr(), out: out.as_ptr(), n: n as u32 };
    // SAFETY: n operands of each kind, RESIDUES rows of n answers.
    unsafe { stream.launch(&kernel, blocks(n), 0)? };
    let expected = rows((0..n).map(|i| residues(&m, a[i], b[i], c[i])));
    compare::<SelftestResidues, _>(&out, &expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_are_what_the_kernels_allow() {
        for p in PRIMES {
            assert!(gpu::arith::prime::is_prime(p) && Mont31::new(p).is_some(), "{p}");
        }
        // The last one is the largest prime allowed.
        assert!((PRIMES[3] + 1..=Mont31::MAX).all(|n| !gpu::arith::prime::is_prime(n)));
    }
}
