//! Integers from their residues modulo 50-bit primes: explicit Chinese remaindering in 52-bit limbs.
//!
//! With M the product of the primes and y_i = x_i (M / p_i)^-1 mod p_i,
//!
//! > v = sum_i y_i (M / p_i) - q M,  q = round(sum_i y_i / p_i),  |v| < M / 2.
//!
//! The sum is a product of residues and a table of limbs: eight coefficients in the lanes of a register, one register per
//! limb. H. L. Montgomery, R. C. Vaughan; D. J. Bernstein, Multidigit modular multiplication with the explicit Chinese
//! remainder theorem (1995).

use super::tree50;
use crate::alone::prelude::*;
use crate::control::Control;
use crate::engine::cpu::Residues;
use crate::error::{Error, Result};
use crate::lift::crt::{check_moduli, check_residues};
use crate::lift::product;
use crate::plan::cost::CORE_50;
use crate::simd::ifma::{Eight, Ifma};
use crate::tasks::Tasks;
use gpu::arith::{Modulus, Mont50};
use rug::Integer;
use rug::integer::{IntegerExt64, Order};

/// Bits of a limb.
const BITS: usize = 52;

/// Limbs that are summed together, in as many registers.
const BLOCK: usize = 16;

/// Primes between two carries. For each a limb takes in a low word, below 2^52, and a high word, below 2^50 since numbers are
/// below 2^50 and limbs below 2^52: it stays below 2^10 (2^52 + 2^50) + 2^52 < 2^63.
const CARRY: usize = 1 << 10;

/// Primes whose cofactors are computed together, on all cores, before they go into the table.
const GROUP: usize = 256;

/// Registers of eight coefficients that share the visit of a block of the table, at most.
const PANEL: usize = 4;

/// The constants of the primes for the sum.
struct Table {
    moduli: Vec<Mont50>,
    /// (M / p_i)^-1 in Montgomery form: the product with a number is a number.
    inverses: Vec<u64>,
    product: Integer,
    /// Limbs of M, [`Table::blocks`] blocks of them.
    product_limbs: Vec<u64>,
    /// Limbs of M / p_i, \[block\]\[i\].
    limbs: Vec<[u64; BLOCK]>,
    blocks: usize,
}

/// The 52-bit limbs of a number that is not negative, `len` of them.
fn limbs(x: &Integer, len: usize) -> Vec<u64> {
    let words = x.as_limbs();
    let word = |i: usize| words.get(i).copied().unwrap_or(0) as u128;
    let limb = |k: usize| {
        let (i, shift) = (k * BITS / 64, k * BITS % 64);
        ((word(i) | word(i + 1) << 64) >> shift) as u64 & ((1 << BITS) - 1)
    };
    (0..len).map(limb).collect()
}

/// Blocks of limbs for numbers of `bits` bits: one limb more than these have, for the high word of the last, as sums are
/// below N M < 2^52 M.
fn blocks_of(bits: usize) -> usize {
    (bits / BITS + 2).div_ceil(BLOCK)
}

/// Bytes of the table of so many primes while it is made: 7.7 N^2, but for the last block of limbs and a group of cofactors.
pub(in crate::engine::cpu) fn table_bytes(primes: u64) -> u64 {
    let limbs = blocks_of(usize::try_from(primes.saturating_mul(50)).unwrap_or(usize::MAX)) * BLOCK;
    primes.saturating_add(primes.min(GROUP as u64)).saturating_mul(8 * limbs as u64)
}

impl Table {
    /// At least one prime.
    fn new(moduli: &[Mont50], control: &Control) -> Result<Self> {
        let tasks = Tasks::new(control, 1.0, moduli.len());
        let plain: Vec<u64> = moduli.iter().map(|m| m.modulus()).collect();
        let product = product(&plain);
        let blocks = blocks_of(product.significant_bits() as usize);
        let n = moduli.len();
        let mut table = vec![[0; BLOCK]; blocks * n];
        let mut inverses = Vec::with_capacity(n);
        for (group, moduli) in moduli.chunks(GROUP).enumerate() {
            control.check()?;
            let cofactors: Vec<(u64, Vec<u64>)> = moduli
                .par_iter()
                .map(|m| {
                    if control.is_stopped() {
                        return (0, Vec::new());
                    }
                    let cofactor = Integer::from(&product / m.modulus());
                    let inverse = m.reciprocal(m.element(cofactor.mod_u64(m.modulus())));
                    tasks.done(1);
                    (inverse, limbs(&cofactor, blocks * BLOCK))
                })
                .collect();
            control.check()?;
            inverses.extend(cofactors.iter().map(|(inverse, _)| *inverse));
            table.par_chunks_exact_mut(n).enumerate().for_each(|(block, rows)| {
                for (row, (_, limbs)) in rows[group * GROUP..].iter_mut().zip(&cofactors) {
                    row.copy_from_slice(&limbs[block * BLOCK..][..BLOCK]);
                }
            });
        }
        Ok(Table {
            moduli: moduli.to_vec(),
            inverses,
            product_limbs: limbs(&product, blocks * BLOCK),
            product,
            limbs: table,
            blocks,
        })
    }
}

/// Up to 8 [`PANEL`] coefficients from `first` on.
struct PanelIntegers<'a> {
    simd: Ifma,
    table: &'a Table,
    residues: &'a Residues<Mont50>,
    first: usize,
    target: &'a mut [Integer],
    tasks: &'a Tasks<'a>,
}

/// Limbs of 8 coefficients, with carries.
struct Column {
    limbs: Vec<Eight>,
    q: [u64; 8],
    doubtful: [bool; 8],
}

impl pulp::NullaryFnOnce for PanelIntegers<'_> {
    type Output = ();
    #[inline(always)]
    fn call(self) {
        let PanelIntegers { simd, table, residues, first, target, tasks } = self;
        let n = table.moduli.len();
        let registers = target.len().div_ceil(8);
        let mut ys = vec![simd.zero(); registers * n];
        let mut columns: Vec<Column> = Vec::with_capacity(registers);
        for (k, ys) in ys.chunks_exact_mut(n).enumerate() {
            columns.push(begin(simd, table, residues, first + 8 * k, ys));
        }
        for start in (0..n).step_by(CARRY) {
            let primes = start..n.min(start + CARRY);
            for block in 0..table.blocks {
                if tasks.is_stopped() {
                    return;
                }
                let rows = &table.limbs[block * n..][primes.clone()];
                for (column, ys) in columns.iter_mut().zip(ys.chunks_exact(n)) {
                    accumulate(simd, rows, &ys[primes.clone()], &mut column.limbs[block * BLOCK..][..BLOCK + 1]);
                }
            }
            for column in &mut columns {
                carry(simd, &mut column.limbs);
            }
            tasks.done(target.len());
        }
        let mut words = Vec::new();
        for (column, target) in columns.iter_mut().zip(target.chunks_mut(8)) {
            subtract(simd, table, column);
            for (lane, integer) in target.iter_mut().enumerate() {
                *integer = finish(table, column, lane, &mut words);
            }
        }
    }
}

/// The y_i of 8 coefficients from `first` on, and q.
#[inline(always)]
fn begin(simd: Ifma, table: &Table, residues: &Residues<Mont50>, first: usize, ys: &mut [Eight]) -> Column {
    let width = residues.coefficients;
    let count = (width - first).min(8);
    let mut quotient = [0f64; 8];
    for (i, y) in ys.iter_mut().enumerate() {
        let (m, inverse) = (&table.moduli[i], table.inverses[i]);
        let mut lanes = [0u64; 8];
        lanes[..count].copy_from_slice(&residues.values[i * width + first..][..count]);
        // Montgomery product with one prime in all lanes, as in `Mont50::reduce`.
        let (x, p) = (pulp::cast::<[u64; 8], Eight>(lanes), simd.splat(m.modulus()));
        let zero = simd.zero();
        let (low, high) = (simd.low(zero, x, simd.splat(inverse)), simd.high(zero, x, simd.splat(inverse)));
        let q = simd.low(zero, low, simd.splat(m.mu()));
        let r = simd.sub(high, simd.high(zero, q, p));
        *y = simd.min(r, simd.add(r, p));
        let reciprocal = 1.0 / m.modulus() as f64;
        let numbers: [u64; 8] = pulp::cast(*y);
        for (sum, number) in quotient.iter_mut().zip(numbers) {
            *sum += number as f64 * reciprocal;
        }
    }
    // Each term has an error below 2^-51, each of the n sums below n one of 2^-53 n: with n <= 2^20, checked by `check_moduli`,
    // less than 2^-12 in all.
    // Where the fraction comes this near to 1/2, the result is compared with M / 2.
    Column {
        limbs: vec![simd.zero(); table.blocks * BLOCK + 1],
        q: quotient.map(|sum| sum.round() as u64),
        doubtful: quotient.map(|sum| ((sum - sum.floor()) - 0.5).abs() < 1.0 / 1024.0),
    }
}

/// Adds y_i times the limbs of M / p_i.
#[inline(always)]
fn accumulate(simd: Ifma, rows: &[[u64; BLOCK]], ys: &[Eight], limbs: &mut [Eight]) {
    let mut sums = [simd.zero(); BLOCK + 1];
    for (row, &y) in rows.iter().zip(ys) {
        for (k, &limb) in row.iter().enumerate() {
            let limb = simd.splat(limb);
            sums[k] = simd.low(sums[k], y, limb);
            sums[k + 1] = simd.high(sums[k + 1], y, limb);
        }
    }
    for (limb, sum) in limbs.iter_mut().zip(sums) {
        *limb = simd.add(*limb, sum);
    }
}

/// Brings limbs with signs into [0, 2^52), but for the last.
#[inline(always)]
fn carry(simd: Ifma, limbs: &mut [Eight]) {
    let mut carried = simd.zero();
    let mask = simd.splat((1 << BITS) - 1);
    if let Some((last, limbs)) = limbs.split_last_mut() {
        for limb in limbs {
            let sum = simd.add(*limb, carried);
            *limb = simd.and(sum, mask);
            carried = simd.carry(sum);
        }
        *last = simd.add(*last, carried);
    }
}

/// Subtracts q M.
#[inline(always)]
fn subtract(simd: Ifma, table: &Table, column: &mut Column) {
    let q: Eight = pulp::cast(column.q);
    let mut high = simd.zero();
    for (limb, &m) in column.limbs.iter_mut().zip(&table.product_limbs) {
        let m = simd.splat(m);
        *limb = simd.sub(simd.sub(*limb, simd.low(simd.zero(), q, m)), high);
        high = simd.high(simd.zero(), q, m);
    }
    // The last limb of M is 0: nothing is left in `high`.
    carry(simd, &mut column.limbs);
}

/// The integer in one lane. `words` is scratch.
fn finish(table: &Table, column: &Column, lane: usize, words: &mut Vec<u64>) -> Integer {
    let at = |k: usize| pulp::cast::<Eight, [u64; 8]>(column.limbs[k])[lane];
    let last = column.limbs.len() - 1;
    // Two's complement: the last limb has all bits of the sign.
    let negative = (at(last) as i64) < 0;
    let flip = if negative { (1 << BITS) - 1 } else { 0 };
    words.clear();
    let (mut low, mut held) = (0u128, 0);
    for k in 0..last {
        low |= ((at(k) ^ flip) as u128) << held;
        held += BITS;
        if held >= 64 {
            words.push(low as u64);
            low >>= 64;
            held -= 64;
        }
    }
    words.push(low as u64);
    let magnitude = Integer::from_digits(words, Order::Lsf);
    // -v = (not v) + 1.
    let value = if negative { -(magnitude + 1u32) } else { magnitude };
    if !column.doubtful[lane] {
        return value;
    }
    let twice = Integer::from(&value << 1);
    match (twice.cmp_abs(&table.product).is_gt(), negative) {
        (false, _) => value,
        (true, false) => value - &table.product,
        (true, true) => value + &table.product,
    }
}

/// The integers v, |v| < M / 2, with residues \[prime\]\[coefficient\]; the primes are distinct.
///
/// 2 N^2 multiplications of IFMA for every 8 coefficients of N primes; the table has 7.7 N^2 bytes. Few integers have a tree instead.
///
/// # Errors
/// `Shape`; as [`check_moduli`]; `Unsupported` without IFMA; `Cancelled`.
pub(in crate::engine::cpu) fn crt(
    residues: &Residues<Mont50>,
    moduli: &[Mont50],
    control: &Control,
) -> Result<Vec<Integer>> {
    let width = residues.coefficients;
    check_residues(residues.values.len(), moduli.len(), width)?;
    check_moduli(moduli.iter().map(|m| m.modulus()))?;
    control.check()?;
    let Some(simd) = Ifma::try_new() else {
        return Err(Error::unsupported("50-bit primes without AVX-512 IFMA".to_owned()));
    };
    if width == 0 {
        return Ok(Vec::new());
    }
    if tree50::suits(moduli.len(), width) {
        return tree50::crt(residues, moduli, control);
    }
    let table = CORE_50.entry * (moduli.len() as f64).powi(2);
    let sums = CORE_50.lifting(width, moduli.len()) - table;
    let table = Table::new(moduli, &control.next_of(table, sums))?;
    let sums = control.next(1.0);
    let tasks = Tasks::new(&sums, 1.0, width * moduli.len().div_ceil(CARRY));
    let mut integers = Vec::with_capacity(width);
    integers.resize_with(width, Integer::new);
    // Several panels a thread, so that all end together.
    let panel = 8 * (width / (32 * rayon::current_num_threads())).clamp(1, PANEL);
    integers.par_chunks_mut(panel).enumerate().for_each(|(number, target)| {
        if !control.is_stopped() {
            simd.vectorize(PanelIntegers {
                simd,
                table: &table,
                residues,
                first: panel * number,
                target,
                tasks: &tasks,
            });
        }
    });
    control.check()?;
    Ok(integers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;
    use gpu::arith::prime::is_prime_for;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    fn primes(n: usize, large: bool) -> Vec<Mont50> {
        let prime = |p: &u64| is_prime_for::<Mont50>(*p);
        let of = |p| Mont50::new(p).unwrap();
        if large {
            (3..=Mont50::MAX).rev().filter(prime).take(n).map(of).collect()
        } else {
            (3..=Mont50::MAX).filter(prime).take(n).map(of).collect()
        }
    }

    /// 0, small numbers, the ends of the range, a quarter of it and numbers of all lengths, with both signs.
    fn integers(product: &Integer, count: usize) -> Vec<Integer> {
        let mut rng = StdRng::seed_from_u64(count as u64);
        let end: Integer = Integer::from(product - 1u32) / 2;
        let mut all = vec![Integer::new(), Integer::from(1), end.clone(), Integer::from(&end - 1u32)];
        all.extend([Integer::from(&end >> 1), Integer::from(&end / 3)]);
        for i in 0..count {
            let bits = end.significant_bits() as usize * (i + 1) / count;
            let words: Vec<u64> = (0..bits / 64 + 1).map(|_| rng.random()).collect();
            all.push(Integer::from_digits(&words, Order::Lsf) % Integer::from(&end + 1u32));
        }
        let negative: Vec<Integer> = all.iter().map(|v| Integer::from(-v)).collect();
        all.extend(negative);
        all
    }

    fn round_trip(moduli: &[Mont50], count: usize) {
        let expected = integers(&moduli.iter().map(|m| Integer::from(m.modulus())).product(), count);
        let values = moduli.iter().flat_map(|m| expected.iter().map(|v| v.mod_u64(m.modulus()))).collect();
        let residues = Residues { coefficients: expected.len(), values };
        let found = crt(&residues, moduli, &Control::default()).unwrap();
        assert!(found == expected, "{} primes", moduli.len());
    }

    #[test]
    fn residues_to_integers() {
        if Ifma::try_new().is_none() {
            println!("skipped: this processor has no AVX-512 IFMA");
            return;
        }
        for n in [1, 2, 3, 7, 8, 15, 16, 17, 31, 32, 33, 100, 255, 256, 257, 600] {
            round_trip(&primes(n, true), 30);
            round_trip(&primes(n, false), 9);
        }
        // Beyond the primes between two carries.
        round_trip(&primes(CARRY + 1, true), 3);
        round_trip(&primes(2 * CARRY + 77, true), 20);
        // Few for a table.
        round_trip(&primes(CARRY + 1, true), 1);
    }

    #[test]
    fn tables_are_as_large_as_said() {
        if Ifma::try_new().is_none() {
            println!("skipped: this processor has no AVX-512 IFMA");
            return;
        }
        for n in [1, 5, 40, 300] {
            let table = Table::new(&primes(n, true), &Control::default()).unwrap();
            let (bytes, said) = (size_of_val(&table.limbs[..]) as u64, table_bytes(n as u64));
            assert_eq!(said, bytes / n as u64 * (n + n.min(GROUP)) as u64);
        }
    }

    #[test]
    fn shapes_are_checked() {
        let residues = Residues { coefficients: 2, values: vec![0; 5] };
        assert!(crt(&residues, &primes(3, true), &Control::default()).is_err());
        // No primes; and one of them twice.
        let none = Residues { coefficients: 2, values: Vec::new() };
        let error = crt(&none, &[], &Control::default()).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Argument { what: "moduli", .. }), "{error}");
        let (residues, mut moduli) = (Residues { coefficients: 1, values: vec![1; 3] }, primes(3, true));
        moduli[2] = moduli[0];
        let error = crt(&residues, &moduli, &Control::default()).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Argument { what: "moduli", .. }), "{error}");
        if Ifma::try_new().is_some() {
            let residues = Residues { coefficients: 0, values: Vec::new() };
            assert!(crt(&residues, &primes(3, true), &Control::default()).unwrap().is_empty());
        }
    }
}
