//! The kernels of explicit Chinese remaindering against the same functions on one host thread, word by word, and the
//! engine's lift by them under little memory.

use super::digits::{Case, assert_same, constants};
use super::{engine, stream};
use cuda_std::Kernel;
use eliminant::Control;
use eliminant::engine::cuda::Stream;
use eliminant::engine::input::IntegerTable;
use eliminant::engine::{Engine, LiftEngine};
use eliminant::lift::recover;
use eliminant::plan::columns::Columns;
use eliminant::plan::grid::Grid;
use eliminant::plan::primes::Prime;
use gpu::Field;
use gpu::arith::{Mont31, prime::is_prime};
use gpu::integers::crt::{self, Division};
use gpu::kernels::crt::{
    CrtProduct, CrtTable, CrtTerms, CrtWords, Limbs, PRODUCT_SHARED, Product, TERMS, TILE, WORDS_WARPS,
};
use rug::integer::Order;
use rug::{Complete, Integer};

/// The words that one launch sequence of the family `crt` leaves in device memory.
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
    let reciprocals: Vec<u64> = moduli.iter().map(|m| crt::reciprocal(m.modulus())).collect();
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
            sum + (case.tables.product() / moduli[i].modulus()).complete() * terms[i * width + k]
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
    let Some(mut engine) = engine() else { return };
    let (n, width) = (1500, 700);
    let mut primes: Vec<u32> = (3..=Mont31::MAX).rev().filter(|&p| is_prime(p)).take(n).collect();
    primes.reverse();
    let moduli: Vec<Mont31> = primes.iter().map(|&p| Mont31::new(p).unwrap()).collect();
    let primes: Vec<Prime> = moduli.iter().map(|&field| Prime { field, axes: Vec::new() }).collect();
    let mut expected = Vec::new();
    for k in 0..width {
        let len: u32 = 1 + 2 * k;
        let words: Vec<u32> =
            (0..len).map(|i| (i + 1).wrapping_mul(2_654_435_761) ^ k.wrapping_mul(0x85eb_ca6b) | 1).collect();
        let size = Integer::from_digits(&words, Order::Lsf);
        expected.push(if k % 2 == 1 { -size } else { size });
    }
    let table = IntegerTable::of(1, &[width], &expected).unwrap();
    let residue_bytes = 4 * n * width as usize;
    for limit in [residue_bytes * 6, residue_bytes + 12_000_000, residue_bytes * 40] {
        let input = engine.load(&table).unwrap();
        let batch = engine.begin(&Grid::new(Vec::new()), &primes).unwrap();
        let residues = engine.reduce(&batch, &input).unwrap();
        let mut all = engine.residues(n, width as usize).unwrap();
        let rows: Vec<u32> = (0..n as u32).collect();
        engine.select(&batch, &residues, &rows, &Columns::range(0..width as usize), &mut all, 0).unwrap();
        drop((input, batch));
        engine.set_memory_limit(Some(limit));
        let found = engine.crt(all, &moduli, &Control::default()).unwrap();
        engine.set_memory_limit(None);
        assert!(found == expected, "{limit} bytes");
    }
}
