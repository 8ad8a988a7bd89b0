//! The kernels of explicit Chinese remaindering, mixed-radix conversion, recovery and Vandermonde interpolation, every entry over its whole range of
//! sizes, against the same functions on one host thread, word by word. Without a device each test prints one line and
//! passes, unless `REQUIRE_GPU=1`.

use cuda_std::{DevicePtr, Kernel};
use eliminant::Control;
use eliminant::engine::Engine;
use eliminant::engine::cuda::{Context, Cuda, DeviceBuffer, Stream};
use eliminant::engine::input::IntegerTable;
use eliminant::lift::{MixedRadixTables, recover};
use eliminant::plan::primes::Prime;
use gpu::Field;
use gpu::arith::{Mont31, prime::is_prime};
use gpu::crt::{self, Division};
use gpu::kernels::crt::{
    CrtProduct, CrtTable, CrtTerms, CrtWords, Limbs, PRODUCT_SHARED, Product, TERMS, TILE, WORDS_WARPS,
};
use gpu::kernels::interpolate::{
    Vandermonde1x64, Vandermonde2x128, Vandermonde4x256, Vandermonde4x512, Vandermonde4x1024, VandermondeGlobal,
};
use gpu::kernels::mixed_radix::{
    MixedRadixBlock32, MixedRadixBlock128, MixedRadixBlock512, MixedRadixSimple, MixedRadixThread, MixedRadixWeights,
    RecoverLimbs,
};
use gpu::mixed_radix::{self, Weights, convert, convert_lanes, weights_len};
use gpu::recover::{limbs_len, recover_limbs};
use gpu::team::Solo;
use gpu::vandermonde;
use rug::integer::Order;
use rug::{Complete, Integer};

/// A stream, or `None` where there is no device and none is required.
fn stream() -> Option<Stream> {
    match Context::new(0) {
        Ok(context) => Some(Stream::new(&context).unwrap()),
        Err(error) => {
            assert!(std::env::var_os("REQUIRE_GPU").is_none(), "REQUIRE_GPU is set: {error}");
            println!("skipped: {error}");
            None
        }
    }
}

/// Equal words; a failure names the first place, not thousands of numbers.
fn assert_same(found: &[u32], expected: &[u32], what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    if let Some(at) = (0..found.len()).find(|&at| found[at] != expected[at]) {
        panic!("{what}: word {at} of {} is {}, not {}", found.len(), found[at], expected[at]);
    }
}

/// Constants of primes, four words each, and their address as the kernels take it.
fn constants(stream: &Stream, primes: &[Mont31]) -> (DeviceBuffer<u32>, DevicePtr<Mont31>) {
    let words: Vec<u32> = primes.iter().flat_map(|m| [m.p, m.mu, m.r1, m.r2]).collect();
    let buffer = stream.copy_of(&words).unwrap();
    let address = DevicePtr::from_raw(buffer.as_ptr().as_raw());
    (buffer, address)
}

/// Coefficients given by their digits, with their residues: both \[prime\]\[coefficient\].
struct Case {
    tables: MixedRadixTables,
    width: usize,
    digits: Vec<u32>,
    residues: Vec<u32>,
}

impl Case {
    /// `n` primes, the largest or the smallest odd ones, and `width` coefficients.
    fn new(n: usize, large: bool, width: usize) -> Self {
        let mut primes: Vec<u32> = if large {
            (3..=Mont31::MAX).rev().filter(|&p| is_prime(p)).take(n).collect()
        } else {
            (3..=Mont31::MAX).filter(|&p| is_prime(p)).take(n).collect()
        };
        primes.sort_unstable();
        let moduli: Vec<Mont31> = primes.iter().map(|&p| Mont31::new(p).unwrap()).collect();
        let mut digits = vec![0; n * width];
        let mut residues = vec![0; n * width];
        for k in 0..width {
            let column: Vec<u32> = (0..n).map(|i| Self::digit(primes[i], i, k, n, width)).collect();
            for i in 0..n {
                digits[i * width + k] = column[i];
                // Digits above i stand for multiples of the modulus.
                let m = primes[i] as u64;
                let value = (0..=i).rev().fold(0, |acc, j| (acc * primes[j] as u64 + column[j] as u64) % m);
                residues[i * width + k] = value as u32;
            }
        }
        Case { tables: MixedRadixTables::new(&moduli).unwrap(), width, digits, residues }
    }

    /// Digit `i` of coefficient `k`: the ends of the range and what is next to zero, then both signs and all lengths.
    fn digit(p: u32, i: usize, k: usize, n: usize, width: usize) -> u32 {
        match k {
            0 => 0,
            // 1 and -1.
            1 => (i == 0) as u32,
            2 => p - 1,
            // (M - 1) / 2 and -(M - 1) / 2.
            3 => p / 2,
            4 => p / 2 + (i == 0) as u32,
            // m_0 and -m_0: the complemented lowest digit and the one added to it carry.
            5 => (i == 1) as u32,
            6 if i > 0 => p - 1,
            6 => 0,
            _ => {
                let len = (n * (k - 6)).div_ceil(width - 7);
                let seed = (i as u32 + 1).wrapping_mul(2_654_435_761) ^ (k as u32).wrapping_mul(0x85eb_ca6b);
                match (i < len, k % 2) {
                    (true, _) => seed % p,
                    (false, 0) => 0,
                    (false, _) => p - 1,
                }
            }
        }
    }

    fn n(&self) -> usize {
        self.tables.moduli().len()
    }

    fn what(&self, name: &str) -> String {
        format!("{name}, {} primes up to {:?}", self.n(), self.tables.moduli().last().map(|m| m.p))
    }

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
            convert_lanes(moduli, self.tables.weights(), &mut &mut lanes[..]);
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
            let y: Vec<u32> = (0..n).map(|i| f.enter((i ^ number).wrapping_mul(2_654_435_761) % f.p)).collect();
            let (mut b, mut a) = (y.clone(), vec![0; n as usize]);
            points.extend(&x);
            values.extend(y);
            let d = vandermonde::interpolate(f, Solo, n, &&mut x[..], &mut &mut b[..], &mut a[..], &mut []);
            assert_eq!(d == 0, twice, "n = {n}, p = {}", f.p);
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

/// What one launch sequence of the family `crt` leaves in device memory.
struct Remainders {
    table: Vec<u32>,
    weights: Vec<u32>,
    reciprocals: Vec<u64>,
    terms: Vec<u32>,
    quotients: Vec<u32>,
    words: Vec<u32>,
}

/// `limbs` limbs of a number >= 0.
fn limbs28(value: &Integer, limbs: usize) -> Vec<u32> {
    let words = value.to_digits::<u32>(Order::Lsf);
    (0..limbs).map(|i| crt::limb(&words, i)).collect()
}

/// The whole family on one case, the table in ranges of `range` limbs, the coefficients in chunks of `columns`.
fn remainders_on_device(stream: &Stream, case: &Case, range: usize, columns: usize) -> Remainders {
    let (n, width) = (case.n(), case.width);
    let limbs = crt::limbs_len(case.tables.product().significant_bits() as usize);
    let (_constants, moduli) = constants(stream, case.tables.moduli());
    let whole = Integer::from(1) << (28 * limbs as u32);
    let product = stream.copy_of(&limbs28(case.tables.product(), limbs)).unwrap();
    let minus = stream.copy_of(&limbs28(&(whole - case.tables.product()), limbs)).unwrap();
    // Every word must be written.
    let filled = |len: usize| stream.copy_of(&vec![u32::MAX; len]).unwrap();
    let (state, table, weights) = (filled(2 * n), filled(n * limbs), filled(n));
    let reciprocals = stream.copy_of(&vec![u64::MAX; n]).unwrap();
    let ranges = || {
        (0..limbs).step_by(range).map(|first| Limbs {
            first: first as u32,
            len: range.min(limbs - first) as u32,
            all: limbs as u32,
        })
    };
    for limbs in ranges() {
        let kernel = CrtTable {
            moduli,
            n: n as u32,
            product: product.as_ptr(),
            limbs,
            state: state.as_ptr(),
            table: table.ptr_at(limbs.first as usize * n).unwrap(),
            weights: weights.as_ptr(),
            reciprocals: reciprocals.as_ptr(),
        };
        // SAFETY: n primes, all limbs of the product, a state of 2 n, rows of n words for the range, n weights.
        unsafe { stream.launch(&kernel, ((n as u32).div_ceil(CrtTable::BLOCK), 1, 1), 0).unwrap() };
    }
    let (terms, quotients) = (stream.copy_of(&case.residues).unwrap(), filled(width));
    let kernel = CrtTerms {
        moduli,
        weights: weights.as_ptr(),
        reciprocals: reciprocals.as_ptr(),
        residues: terms.as_ptr(),
        quotients: quotients.as_ptr(),
        n: n as u32,
        coefficients: width as u32,
    };
    // SAFETY: n * width residues, a quotient a coefficient; a sum of 8 bytes for each thread of a block.
    unsafe { stream.launch(&kernel, ((width as u32).div_ceil(TERMS.0), 1, 1), 8 * TERMS.0 * TERMS.1).unwrap() };
    let mut words = Vec::new();
    for first in (0..width).step_by(columns) {
        let count = columns.min(width - first);
        let (parts, out) = (filled(3 * count * limbs), filled(count * crt::words_len(limbs)));
        for limbs in ranges() {
            let kernel = CrtProduct {
                terms: terms.ptr_at(first).unwrap(),
                quotients: quotients.ptr_at(first).unwrap(),
                table: table.ptr_at(limbs.first as usize * n).unwrap(),
                minus: minus.ptr_at(limbs.first as usize).unwrap(),
                parts: parts.as_ptr(),
                shape: Product { n: n as u32, stride: width as u32, columns: count as u32, limbs },
            };
            let grid = ((count as u32).div_ceil(TILE), limbs.len.div_ceil(TILE), 1);
            // SAFETY: n rows of `width` terms from column `first` on, the table of the range, three parts a limb.
            unsafe { stream.launch(&kernel, grid, 4 * PRODUCT_SHARED).unwrap() };
        }
        let kernel =
            CrtWords { parts: parts.as_ptr(), words: out.as_ptr(), limbs: limbs as u32, columns: count as u32 };
        // SAFETY: three parts and 7 / 8 of a word a limb, for `count` coefficients; a warp for each.
        unsafe { stream.launch(&kernel, ((count as u32).div_ceil(WORDS_WARPS), 1, 1), 0).unwrap() };
        words.extend(out.to_vec().unwrap());
    }
    Remainders {
        table: table.to_vec().unwrap(),
        weights: weights.to_vec().unwrap(),
        reciprocals: reciprocals.to_vec().unwrap(),
        terms: terms.to_vec().unwrap(),
        quotients: quotients.to_vec().unwrap(),
        words,
    }
}

/// The same by the shared functions on one host thread; the words by [`recover`] from the digits.
fn remainders_on_host(case: &Case) -> Remainders {
    let (n, width, moduli) = (case.n(), case.width, case.tables.moduli());
    let limbs = crt::limbs_len(case.tables.product().significant_bits() as usize);
    let product = limbs28(case.tables.product(), limbs);
    let mut table = vec![0; n * limbs];
    let mut weights = Vec::new();
    for (i, m) in moduli.iter().enumerate() {
        let mut division = Division::default();
        for (k, &limb) in product.iter().enumerate() {
            table[k * n + i] = division.step(m, limb);
        }
        assert_eq!(division.borrow, 0, "{}", case.what("a rest"));
        weights.push(division.inverse(m, limbs as u32));
    }
    let reciprocals: Vec<u64> = moduli.iter().map(|m| crt::reciprocal(m.p)).collect();
    let mut terms = case.residues.clone();
    let mut sums = vec![0; width];
    for (i, m) in moduli.iter().enumerate() {
        for (y, sum) in terms[i * width..][..width].iter_mut().zip(&mut sums) {
            *y = m.mul(*y, weights[i]);
            *sum += crt::ratio(*y, reciprocals[i]);
        }
    }
    let quotients: Vec<u32> = sums.into_iter().map(crt::round).collect();
    let integers = recover(&case.tables, &case.digits, width).unwrap();
    let mut words = Vec::new();
    for (k, integer) in integers.iter().enumerate() {
        // sum y_i M / p_i - q M: the integer, or M more where rounding left the choice open.
        let exact = (0..n).fold(Integer::new(), |sum, i| {
            sum + (case.tables.product() / moduli[i].p).complete() * terms[i * width + k]
        });
        let value = exact - (case.tables.product() * quotients[k]).complete();
        assert!(value == *integer || value == (integer + case.tables.product()).complete(), "{}", case.what("value"));
        let modulus = Integer::from(1) << (28 * limbs as u32);
        let mut column = (if value < 0 { value + modulus } else { value }).to_digits::<u32>(Order::Lsf);
        column.resize(crt::words_len(limbs), 0);
        words.extend(column);
    }
    Remainders { table, weights, reciprocals, terms, quotients, words }
}

#[test]
fn explicit_remainders_equal_the_host() {
    let stream = stream();
    for (n, width) in
        [(1, 131), (2, 65), (3, 64), (31, 63), (32, 33), (33, 131), (64, 8), (300, 97), (1025, 13), (2500, 9)]
    {
        for large in [true, false] {
            let case = Case::new(n, large, width);
            let host = remainders_on_host(&case);
            let Some(stream) = &stream else { continue };
            let limbs = host.table.len() / n;
            for (range, columns) in [(limbs, width), (64.min(limbs), 64), (16, width)] {
                if range == 16 && limbs > 160 {
                    continue;
                }
                let device = remainders_on_device(stream, &case, range, columns);
                assert_same(&device.table, &host.table, &case.what("table"));
                assert_same(&device.weights, &host.weights, &case.what("weights"));
                assert_eq!(device.reciprocals, host.reciprocals, "{}", case.what("reciprocals"));
                assert_same(&device.terms, &host.terms, &case.what("terms"));
                assert_same(&device.quotients, &host.quotients, &case.what("quotients"));
                assert_same(&device.words, &host.words, &case.what("words"));
            }
        }
    }
}

/// The engine's lift with so little memory that table and coefficients are cut, and with plenty.
#[test]
fn explicit_remainders_under_a_limit() {
    let mut engine = match Cuda::new(0) {
        Ok(engine) => engine,
        Err(error) => {
            assert!(std::env::var_os("REQUIRE_GPU").is_none(), "REQUIRE_GPU is set: {error}");
            println!("skipped: {error}");
            return;
        }
    };
    let (n, width) = (1500, 700);
    let mut primes: Vec<u32> = (3..=Mont31::MAX).rev().filter(|&p| is_prime(p)).take(n).collect();
    primes.reverse();
    let moduli: Vec<Mont31> = primes.iter().map(|&p| Mont31::new(p).unwrap()).collect();
    let primes: Vec<Prime> = moduli.iter().map(|&field| Prime { field, axes: Vec::new() }).collect();
    let mut table =
        IntegerTable { rows: 1, dims: vec![width], offsets: vec![0], limbs: Vec::new(), negative: Vec::new() };
    let mut expected = Vec::new();
    for k in 0..width {
        let len = 1 + 2 * k;
        let words: Vec<u32> =
            (0..len).map(|i| (i + 1).wrapping_mul(2_654_435_761) ^ k.wrapping_mul(0x85eb_ca6b) | 1).collect();
        table.limbs.extend(&words);
        table.offsets.push(table.limbs.len() as u32);
        table.negative.push(k % 2 == 1);
        let size = Integer::from_digits(&words, Order::Lsf);
        expected.push(if k % 2 == 1 { -size } else { size });
    }
    let residue_bytes = 4 * n * width as usize;
    for limit in [residue_bytes * 6, residue_bytes + 12_000_000, residue_bytes * 40] {
        let input = engine.load(&table).unwrap();
        let batch = engine.begin_points(width, &primes).unwrap();
        let residues = engine.reduce(&batch, &input).unwrap();
        let mut all = engine.residues(n, width as usize).unwrap();
        engine.store(&batch, residues, &[width], &mut all, 0).unwrap();
        drop((input, batch));
        engine.set_memory_limit(Some(limit));
        let found = engine.crt(all, &moduli, &Control::default()).unwrap();
        engine.set_memory_limit(None);
        assert!(found == expected, "{limit} bytes");
    }
}
