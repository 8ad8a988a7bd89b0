//! The kernels of mixed-radix conversion, recovery and Vandermonde interpolation, every entry over its whole range of
//! sizes, against the same functions on one host thread, word by word.

use super::digits::{Case, assert_same, constants};
use super::stream;
use cuda_std::{DevicePtr, Kernel};
use eliminant::engine::cuda::Stream;
use eliminant::lift::recover;
use gpu::arith::Mont31;
use gpu::integers::mixed_radix::{self, Weights, convert, convert_lanes, weights_len};
use gpu::integers::recover::{limbs_len, recover_limbs};
use gpu::kernels::interpolate::{
    Vandermonde1x64, Vandermonde2x128, Vandermonde4x256, Vandermonde4x512, Vandermonde4x1024, VandermondeGlobal,
};
use gpu::kernels::mixed_radix::{
    MixedRadixBlock32, MixedRadixBlock128, MixedRadixBlock512, MixedRadixSimple, MixedRadixThread, MixedRadixWeights,
    RecoverLimbs,
};
use gpu::team::Solo;
use gpu::transform::vandermonde;
use rug::Complete;
use rug::integer::Order;

impl Case {
    /// Column `k` of `rows`.
    fn column(&self, rows: &[u32], k: usize) -> Vec<u32> {
        rows.iter().skip(k).step_by(self.width).copied().collect()
    }

    /// The host's conversions find the digits.
    fn check_host(&self) {
        let moduli = self.tables.moduli();
        for k in 0..self.width {
            let expected = self.column(&self.digits, k);
            let mut row = self.column(&self.residues, k);
            let mut lanes: Vec<[u32; 1]> = row.iter().map(|&x| [x]).collect();
            convert(moduli, self.tables.starts(), Solo, &mut &mut row[..], &mut &mut vec![0; moduli.len()][..]);
            assert_same(&row, &expected, &self.what("convert"));
            convert_lanes(Solo, moduli, self.tables.weights(), &mut &mut lanes[..]);
            assert_same(lanes.as_flattened(), &expected, &self.what("convert_lanes"));
        }
    }

    /// Runs the kernel that `make` builds from the residues' address and compares what took their place.
    fn compare<K: Kernel>(&self, stream: &Stream, grid: u32, shared: u32, make: impl Fn(DevicePtr<u32>) -> K) {
        let digits = stream.copy_of(&self.residues).unwrap();
        // SAFETY: n * width residues, tables of n primes, the grid and the shared bytes that the kernel asks for.
        unsafe { stream.launch(&make(digits.as_ptr()), (grid, 1, 1), shared).unwrap() };
        assert_same(&digits.to_vec().unwrap(), &self.digits, &self.what(K::NAME));
    }
}

/// Below, at and above a chunk, a span and two of them for m_chunk = 32, 128, 512. Few sizes have more coefficients than a
/// block has threads, the others few coefficients: the host is slow.
fn cases() -> impl Iterator<Item = Case> {
    let sizes = [
        1, 2, 7, 8, 9, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257, 511, 512, 513, 1023, 1024, 1025, 2048,
        2049,
    ];
    sizes.into_iter().flat_map(|n| {
        let width = if n <= 65 { 131 } else { 13 };
        [Case::new(n, true, width), Case::new(n, false, width)]
    })
}

#[test]
fn mixed_radix_kernels_equal_the_host() {
    let Some(stream) = stream() else { return };
    for case in cases() {
        case.check_host();
        let (n, coefficients) = (case.n() as u32, case.width as u32);
        let (_constants, moduli) = constants(&stream, case.tables.moduli());
        let start_words = stream.copy_of(case.tables.starts()).unwrap();
        let starts = start_words.as_ptr();
        case.compare(&stream, coefficients, 4 * 2 * n, |digits| MixedRadixSimple {
            moduli,
            starts,
            digits,
            n,
            coefficients,
        });
        macro_rules! block {
            ($kernel:ident, $chunk:literal) => {
                case.compare(&stream, coefficients, 4 * mixed_radix::exchange_len($chunk), |digits| $kernel {
                    moduli,
                    starts,
                    digits,
                    n,
                    coefficients,
                })
            };
        }
        block!(MixedRadixBlock32, 32);
        block!(MixedRadixBlock128, 128);
        block!(MixedRadixBlock512, 512);

        let table = stream.zeroed::<u32>(weights_len(case.n()) * mixed_radix::CHUNK).unwrap();
        let weights = DevicePtr::<Weights>::from_raw(table.as_ptr().as_raw());
        let fill = MixedRadixWeights { moduli, table: weights, n };
        // SAFETY: n primes and weights_len entries of zeros; a thread for each prime.
        unsafe { stream.launch(&fill, (n.div_ceil(MixedRadixWeights::BLOCK), 1, 1), 0).unwrap() };
        let expected: Vec<u32> = case.tables.weights().iter().flat_map(|entry| entry.0).collect();
        assert_same(&table.to_vec().unwrap(), &expected, &case.what(MixedRadixWeights::NAME));
        case.compare(&stream, coefficients.div_ceil(MixedRadixThread::BLOCK), 0, |digits| MixedRadixThread {
            moduli,
            weights,
            digits,
            n,
            coefficients,
        });
    }
}

/// Limbs \[limb\]\[coefficient\] and signs by [`recover`] and by [`recover_limbs`] on the host.
fn limbs_on_host(case: &Case) -> (Vec<u32>, Vec<u32>) {
    let integers = recover(&case.tables, &case.digits, case.width).unwrap();
    let len = limbs_len(case.n());
    let mut expected = vec![0; len * case.width];
    for (k, integer) in integers.iter().enumerate() {
        let mut column = case.column(&case.digits, k);
        let mut limbs = vec![u32::MAX; len];
        let negative = recover_limbs(case.tables.moduli(), &&mut column[..], &mut &mut limbs[..]);
        let mut words = integer.to_digits::<u32>(Order::Lsf);
        words.resize(len, 0);
        assert_same(&limbs, &words, &case.what("recover_limbs on the host"));
        assert_eq!(negative, *integer < 0);
        for (i, &word) in words.iter().enumerate() {
            expected[i * case.width + k] = word;
        }
    }
    let small = [0, 1, 2].map(|k| integers[k].to_i32());
    assert_eq!(small, [Some(0), Some(1), Some(-1)], "{}", case.what("small numbers"));
    assert_eq!((&integers[3] * 2u32).complete() + 1u32, *case.tables.product(), "{}", case.what("the largest"));
    assert_eq!((&integers[3] + &integers[4]).complete(), 0, "{}", case.what("the least"));
    (expected, integers.iter().map(|integer| (*integer < 0) as u32).collect())
}

#[test]
fn recovered_limbs_equal_the_host() {
    let Some(stream) = stream() else { return };
    for case in cases() {
        let (n, coefficients) = (case.n(), case.width);
        let (expected, signs) = limbs_on_host(&case);
        let (_constants, moduli) = constants(&stream, case.tables.moduli());
        let digits = stream.copy_of(&case.digits).unwrap();
        // Every word must be written.
        let limbs = stream.copy_of(&vec![u32::MAX; expected.len()]).unwrap();
        let negative = stream.copy_of(&vec![u32::MAX; coefficients]).unwrap();
        let kernel = RecoverLimbs {
            moduli,
            digits: digits.as_ptr(),
            limbs: limbs.as_ptr(),
            negative: negative.as_ptr(),
            n: n as u32,
            coefficients: coefficients as u32,
        };
        let grid = ((coefficients as u32).div_ceil(RecoverLimbs::BLOCK), 1, 1);
        // SAFETY: n primes, n digits and limbs_len limbs a coefficient, a sign each; a thread for each coefficient.
        unsafe { stream.launch(&kernel, grid, 0).unwrap() };
        assert_same(&limbs.to_vec().unwrap(), &expected, &case.what(RecoverLimbs::NAME));
        assert_same(&negative.to_vec().unwrap(), &signs, &case.what("signs of recover_limbs"));
    }
}

/// Interpolation problems of some primes, \[prime\]\[point\] in Montgomery form, and what one host thread makes of them.
struct Problem {
    fields: Vec<Mont31>,
    n: u32,
    points: Vec<u32>,
    values: Vec<u32>,
    scaled: Vec<u32>,
    denominators: Vec<u32>,
}

impl Problem {
    /// Points in descending order down to 0, or the first of them twice; values with zeros among them.
    fn new(fields: &[Mont31], n: u32, twice: bool) -> Self {
        let (mut points, mut values) = (Vec::new(), Vec::new());
        let (mut scaled, mut denominators) = (Vec::new(), Vec::new());
        for (number, f) in (1..).zip(fields) {
            let mut x: Vec<u32> = (0..n).rev().map(|i| f.enter(i * number * 3)).collect();
            if twice {
                x[n as usize - 1] = x[0];
            }
            let y: Vec<u32> = (0..n).map(|i| f.enter((i ^ number).wrapping_mul(2_654_435_761) % f.modulus())).collect();
            let (mut b, mut a) = (y.clone(), vec![0; n as usize]);
            points.extend(&x);
            values.extend(y);
            let d = vandermonde::interpolate(f, Solo, n, &&mut x[..], &mut &mut b[..], &mut a[..], &mut []);
            assert_eq!(d == 0, twice, "n = {n}, p = {}", f.modulus());
            scaled.extend(b);
            denominators.push(d);
        }
        Problem { fields: fields.to_vec(), n, points, values, scaled, denominators }
    }

    /// Runs the kernel that `make` builds from (primes, points, values, denominators) and compares.
    fn compare<K: Kernel>(
        &self,
        stream: &Stream,
        shared: u32,
        make: impl Fn(DevicePtr<Mont31>, DevicePtr<u32>, DevicePtr<u32>, DevicePtr<u32>) -> K,
    ) {
        let (_constants, primes) = constants(stream, &self.fields);
        let points = stream.copy_of(&self.points).unwrap();
        let values = stream.copy_of(&self.values).unwrap();
        let denominators = stream.copy_of(&vec![u32::MAX; self.fields.len()]).unwrap();
        let kernel = make(primes, points.as_ptr(), values.as_ptr(), denominators.as_ptr());
        // SAFETY: n points and values a prime, one denominator; n in the entry's range; the shared bytes that it asks for.
        unsafe { stream.launch(&kernel, (self.fields.len() as u32, 1, 1), shared).unwrap() };
        let what = format!("{}, n = {}", K::NAME, self.n);
        assert_same(&values.to_vec().unwrap(), &self.scaled, &what);
        assert_same(&denominators.to_vec().unwrap(), &self.denominators, &format!("denominators of {what}"));
    }

    /// Every entry whose range n is in.
    fn compare_all(&self, stream: &Stream) {
        let n = self.n;
        macro_rules! entry {
            ($kernel:ident, $threads:literal, $most:literal) => {
                if n <= $most {
                    let shared = 4 * vandermonde::exchange_len($threads);
                    self.compare(stream, shared, |primes, points, values, denominators| $kernel {
                        primes,
                        points,
                        values,
                        denominators,
                        n,
                    });
                }
            };
        }
        entry!(Vandermonde1x64, 64, 64);
        entry!(Vandermonde2x128, 128, 256);
        entry!(Vandermonde4x256, 256, 1024);
        entry!(Vandermonde4x512, 512, 2048);
        entry!(Vandermonde4x1024, 1024, 4096);
        let work = stream.copy_of(&vec![u32::MAX; 2 * self.points.len()]).unwrap();
        self.compare(stream, 0, |primes, points, values, denominators| VandermondeGlobal {
            primes,
            points,
            values,
            work: work.as_ptr(),
            denominators,
            n,
        });
    }
}

/// Each remainder modulo 4 at both ends of every entry; equal points, whose denominator is 0.
fn problems() -> impl Iterator<Item = Problem> {
    let fields = [1_431_655_751, 65_537, 1_073_741_789].map(|p| Mont31::new(p).unwrap());
    let small = (1..=68).chain([97, 126, 127, 128, 129, 191]).chain(253..=258).chain([511, 512, 513, 770]);
    let middle = small.chain(1021..=1026).chain([1535]).chain(2045..=2050).map(move |n| (n, 3, false));
    // Two primes where the host takes long.
    let large = [3001, 4093, 4094, 4095, 4096, 4097, 5000].map(|n| (n, 2, false));
    let twice = [2, 3, 40, 64, 255, 1022, 1300].map(|n| (n, 3, true));
    middle.chain(large).chain(twice).map(move |(n, primes, twice)| Problem::new(&fields[..primes], n, twice))
}

#[test]
fn vandermonde_kernels_equal_the_host() {
    let Some(stream) = stream() else { return };
    for problem in problems() {
        problem.compare_all(&stream);
    }
}
