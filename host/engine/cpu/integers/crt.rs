//! Explicit Chinese remaindering on the CPU.
//!
//! > sum y_i M / p_i = sum over leaves (sum over i in the leaf of y_i P / p_i) M / P,
//!
//! with P the product of a leaf's primes. A leaf is a small table product on SIMD lanes, coefficients side by side, the same
//! sums that a device computes for the whole set; leaves are put together by a product tree, n P = n' P'' + n'' P', where large
//! coefficients profit from fast multiplication. Signs and sizes come from q at the end.

use crate::alone::prelude::*;
use crate::control::Control;
use crate::engine::cpu::Residues;
use crate::error::{Error, Result};
use crate::lift::crt::{Chinese, LEAF, check_residues, limbs_of};
use crate::tasks::Tasks;
use gpu::Field;
use gpu::arith::Mont31;
use gpu::integers::crt::{self, Division, SLAB, Sums, pack, ripple};
use rug::Integer;
use rug::integer::Order;

/// Coefficients side by side: 64-bit sums in a register of AVX-512.
const LANES: usize = 8;

/// Limbs summed at a time, in registers.
const TILE: usize = 8;

/// Limbs of the sums of a leaf: entries are below 2^(31 LEAF), sums below 2^(31 LEAF + 6).
const LEAF_LIMBS: usize = (31 * LEAF + 6).div_ceil(28).next_multiple_of(TILE);

/// The constants that turn a residue modulo one prime into y_i and y_i / p_i.
struct Term {
    modulus: Mont31,
    weight: u32,
    reciprocal: u64,
}

/// The table of one leaf: P / p_i in tiles of limbs, \[tile\]\[prime\].
struct Leaf {
    terms: Vec<Term>,
    tiles: Vec<Vec<[u32; TILE]>>,
}

impl Leaf {
    /// The leaf of `moduli` with product `product`; `rest` is M mod product^2.
    fn new(moduli: &[Mont31], product: &Integer, rest: &Integer) -> Self {
        let limbs = limbs_of(product, (product.significant_bits() as usize).div_ceil(28).next_multiple_of(TILE));
        let mut tiles = vec![vec![[0; TILE]; moduli.len()]; limbs.len() / TILE];
        for (i, m) in moduli.iter().enumerate() {
            let mut division = Division::default();
            for (k, &limb) in limbs.iter().enumerate() {
                tiles[k / TILE][i][k % TILE] = division.step(m, limb);
            }
        }
        let term = |m: &Mont31| {
            // M = p Q gives M mod p^2 = p (Q mod p).
            let square = m.modulus() as u64 * m.modulus() as u64;
            let quotient = (Integer::from(rest % square).to_u64_wrapping() / m.modulus() as u64) as u32;
            Term { modulus: *m, weight: m.inverse(m.enter(quotient)), reciprocal: crt::reciprocal(m.modulus()) }
        };
        Leaf { terms: moduli.iter().map(term).collect(), tiles }
    }
}

/// Sums of one leaf for a panel of coefficients.
struct LeafSums<'a> {
    leaf: &'a Leaf,
    /// In: residues. Out: y_i.
    terms: &'a mut [[u32; LANES]],
    /// Sums of y_i / p_i go on.
    ratios: &'a mut [u64; LANES],
    /// Digits below 2^30 in base 2^28.
    digits: &'a mut [[u32; LANES]; LEAF_LIMBS + 2],
}

impl pulp::NullaryFnOnce for LeafSums<'_> {
    type Output = ();
    #[allow(clippy::needless_range_loop, reason = "a lane is an index into several arrays")]
    #[inline(always)]
    fn call(self) {
        let LeafSums { leaf, terms, ratios, digits } = self;
        for (y, term) in terms.iter_mut().zip(&leaf.terms) {
            for lane in 0..LANES {
                y[lane] = term.modulus.mul(y[lane], term.weight);
            }
            for lane in 0..LANES {
                ratios[lane] += crt::ratio(y[lane], term.reciprocal);
            }
        }
        *digits = [[0; LANES]; LEAF_LIMBS + 2];
        for (tile, table) in leaf.tiles.iter().enumerate() {
            let mut sums = Sums::<LANES, TILE>::new();
            for (terms, table) in terms.chunks(SLAB).zip(table.chunks(SLAB)) {
                for (y, limbs) in terms.iter().zip(table) {
                    sums.add(y, limbs);
                }
                sums.fold();
            }
            for b in 0..TILE {
                for a in 0..LANES {
                    let parts = sums.split(a, b);
                    for k in 0..3 {
                        digits[tile * TILE + b + k][a] += parts[k];
                    }
                }
            }
        }
    }
}

/// The number of the digits of one lane.
fn number(digits: &[[u32; LANES]; LEAF_LIMBS + 2], limbs: usize, lane: usize) -> Integer {
    let mut words = [0; LEAF_LIMBS / 8 * 7 + 7];
    let mut carry = 0;
    // The two digits above the last tile are below the next group's eight.
    let groups = limbs / 8 + 1;
    for (group, words) in words.as_chunks_mut::<7>().0.iter_mut().take(groups).enumerate() {
        let digit = |k: usize| digits.get(8 * group + k).map_or(0, |row| row[lane]);
        let (packed, above) = pack(&std::array::from_fn(digit));
        *words = packed;
        carry = above + ripple(words, carry);
    }
    debug_assert_eq!(carry, 0);
    Integer::from_digits(&words[..7 * groups], Order::Lsf)
}

/// sum y_i M / p_i from the sums of the leaves.
fn combine(mut values: Vec<Integer>, levels: &[Vec<Integer>]) -> Integer {
    for products in levels {
        if values.len() <= 1 {
            break;
        }
        let mut above = Vec::with_capacity(values.len().div_ceil(2));
        let mut below = values.into_iter();
        for pair in products.chunks(2) {
            above.push(match (below.next(), below.next(), pair) {
                (Some(low), Some(high), [of_low, of_high]) => {
                    let mut sum = low * of_high;
                    sum += high * of_low;
                    sum
                }
                // A last value without a partner is its parent.
                (low, ..) => low.unwrap_or_default(),
            });
        }
        values = above;
    }
    values.pop().unwrap_or_default()
}

/// The integers in the symmetric range with the given residues \[prime\]\[coefficient\].
pub(in crate::engine::cpu) fn crt(residues: &Residues, moduli: &[Mont31], control: &Control) -> Result<Vec<Integer>> {
    let width = residues.coefficients;
    check_residues(residues.values.len(), moduli.len(), width)?;
    let chinese = Chinese::new(moduli)?;
    if width == 0 {
        return Ok(Vec::new());
    }
    let product = chinese.product();
    let leaves: Vec<Leaf> = moduli
        .par_chunks(LEAF)
        .zip(&chinese.levels[0])
        .map(|(moduli, of_leaf)| {
            control.check()?;
            Ok(Leaf::new(moduli, of_leaf, &(product % Integer::from(of_leaf.square_ref()))))
        })
        .collect::<Result<_>>()?;
    let mut integers = Vec::with_capacity(width);
    integers.resize_with(width, Integer::new);
    // Sums and integers take about as long.
    let tasks = Tasks::new(control, 1.0, 2 * width * leaves.len());
    integers.par_chunks_mut(LANES).enumerate().try_for_each(|(panel, integers)| {
        let count = integers.len();
        let mut ratios = [0; LANES];
        let mut digits = [[0; LANES]; LEAF_LIMBS + 2];
        let mut values = vec![Vec::with_capacity(leaves.len()); integers.len()];
        let mut terms = Vec::with_capacity(LEAF);
        for (leaf, rows) in leaves.iter().zip(residues.values.chunks(LEAF * width)) {
            control.check()?;
            terms.clear();
            terms.extend(rows.chunks_exact(width).map(|row| {
                let source = &row[panel * LANES..width.min((panel + 1) * LANES)];
                let mut lanes = [0; LANES];
                lanes[..source.len()].copy_from_slice(source);
                lanes
            }));
            pulp::Arch::new().dispatch(LeafSums { leaf, terms: &mut terms, ratios: &mut ratios, digits: &mut digits });
            for (lane, values) in values.iter_mut().enumerate() {
                values.push(number(&digits, leaf.tiles.len() * TILE, lane));
            }
            tasks.done(count);
        }
        for ((integer, values), ratio) in integers.iter_mut().zip(values).zip(ratios) {
            control.check()?;
            let mut value = combine(values, &chinese.levels);
            value -= product * crt::round(ratio);
            *integer = chinese.symmetric(value);
            tasks.done(leaves.len());
        }
        Ok::<(), Error>(())
    })?;
    Ok(integers)
}
