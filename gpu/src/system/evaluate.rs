//! A polynomial and its gradient at a point.

use super::program::{Factor, Program};
use super::term::{self, Add, Sink};
use crate::arith::Ring;
use crate::memory::Row;

/// The memory of the products of a term between going forward and going backward.
///
/// A type and not a value: all is inlined before a compiler learns which value there is, and in lanes of complex quad-doubles the forms that are not
/// taken are half a million instructions.
pub trait Keep: Copy {
    /// Factors of a chunk whose products are in registers; 0 where all are stored.
    const CHUNK: u32;

    /// [`mod@term`].
    fn term<R: Ring>(
        self,
        ring: &R,
        coefficient: R::Elem,
        factors: &[Factor],
        table: &impl Row<R::Elem>,
        forward: &mut impl Row<R::Elem>,
        sink: &mut impl Sink<R::Elem>,
    );
}

/// [`term::stored`].
#[derive(Debug, Clone, Copy)]
pub struct Stored;

/// [`term::in_registers`] by chunks of `C` factors.
#[derive(Debug, Clone, Copy)]
pub struct Registers<const C: usize>;

impl Keep for Stored {
    const CHUNK: u32 = 0;

    #[inline(always)]
    fn term<R: Ring>(
        self,
        ring: &R,
        coefficient: R::Elem,
        factors: &[Factor],
        table: &impl Row<R::Elem>,
        forward: &mut impl Row<R::Elem>,
        sink: &mut impl Sink<R::Elem>,
    ) {
        term::stored(ring, coefficient, factors, table, forward, sink);
    }
}

impl<const C: usize> Keep for Registers<C> {
    const CHUNK: u32 = C as u32;

    #[inline(always)]
    fn term<R: Ring>(
        self,
        ring: &R,
        coefficient: R::Elem,
        factors: &[Factor],
        table: &impl Row<R::Elem>,
        forward: &mut impl Row<R::Elem>,
        sink: &mut impl Sink<R::Elem>,
    ) {
        term::in_registers::<C, R>(ring, coefficient, factors, table, forward, sink);
    }
}

/// Elements that `forward` of [`mod@term`] has room for, where a term has up to `k` factors, by [`Keep::CHUNK`].
pub const fn forward_of(chunk: u32, k: u32) -> u32 {
    k.saturating_sub(1) / if chunk == 0 { 1 } else { chunk }
}

/// The value of polynomial `p` as number 0 of `sums`, its derivatives by the variables that occur in it behind.
///
/// Terms are added in their order. `coefficient` gives the one of a term by its number. For `forward` see [`forward_of`].
#[inline(always)]
pub fn polynomial<R: Ring>(
    ring: &R,
    (program, p): (&Program<'_>, u32),
    keep: impl Keep,
    coefficient: impl Fn(u32) -> R::Elem,
    table: &impl Row<R::Elem>,
    forward: &mut impl Row<R::Elem>,
    sums: &mut impl Row<R::Elem>,
) {
    for slot in 0..=program.columns_of(p).len() as u32 {
        sums.set(slot, ring.zero());
    }
    let mut sink = Add { ring, sums };
    for t in program.terms_of(p) {
        keep.term(ring, coefficient(t), program.factors_of(t), table, forward, &mut sink);
    }
}

/// The value of polynomial `p` alone, the one that [`polynomial`] gives to the bit.
#[inline(always)]
pub fn value<R: Ring>(
    ring: &R,
    (program, p): (&Program<'_>, u32),
    coefficient: impl Fn(u32) -> R::Elem,
    table: &impl Row<R::Elem>,
) -> R::Elem {
    let mut sum = ring.zero();
    for t in program.terms_of(p) {
        sum = ring.add(sum, term::value(ring, coefficient(t), program.factors_of(t), table));
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arith::{Mont31, Ring};
    use crate::floating::{Complex, Double, DoubleDouble, QuadDouble, Real, Scalar};
    use crate::system::Factor;

    /// One polynomial with one term, x_1^1 x_2^2 x_3^3 x_4^1 .. of k variables: powers of v are entries n + v.
    fn check<R: Ring>(ring: &R, k: usize, number: impl Fn(usize) -> R::Elem) -> [Vec<R::Elem>; 5]
    where
        R::Elem: core::fmt::Debug + PartialEq,
    {
        let exponent = |v: usize| 1 + v as u32 % 3;
        let factors: Vec<Factor> = (0..k)
            .map(|v| Factor { variable: v as u32, power: (k + v) as u32, exponent: exponent(v), slot: v as u32 + 1 })
            .collect();
        let columns: Vec<u32> = (0..k as u32).collect();
        let program = Program {
            power_starts: &vec![0; k + 1],
            powers: &[],
            polynomial_starts: &[0, 1],
            term_starts: &[0, k as u32],
            factors: &factors,
            column_starts: &[0, k as u32],
            columns: &columns,
            slot_starts: &[],
            slots: &[],
        };
        let mut table: Vec<R::Elem> = (0..k).map(&number).collect();
        for v in 0..k {
            table.push(ring.pow(table[v], exponent(v) - 1));
        }
        let table = &&mut table[..];
        let sums = [
            sums(ring, &program, Stored, number(k), table),
            sums(ring, &program, Registers::<4>, number(k), table),
            sums(ring, &program, Registers::<8>, number(k), table),
            sums(ring, &program, Registers::<12>, number(k), table),
            sums(ring, &program, Registers::<16>, number(k), table),
        ];
        let value = value(ring, (&program, 0), |_| number(k), table);
        assert!(sums.iter().all(|sums| sums[0] == value));
        sums
    }

    /// Value and derivatives of a polynomial of one term.
    fn sums<R: Ring, K: Keep>(
        ring: &R,
        program: &Program<'_>,
        keep: K,
        coefficient: R::Elem,
        table: &impl Row<R::Elem>,
    ) -> Vec<R::Elem> {
        let k = program.factors.len();
        let mut forward = vec![ring.zero(); forward_of(K::CHUNK, k as u32) as usize];
        let mut sums = vec![ring.zero(); k + 1];
        polynomial(ring, (program, 0), keep, |_| coefficient, table, &mut &mut forward[..], &mut &mut sums[..]);
        sums
    }

    #[test]
    fn a_term_of_any_number_of_variables() {
        let field = Mont31::new(1_000_003).unwrap();
        for k in 0..34 {
            let number = |v: usize| field.enter(2 + 3 * v as u32);
            let [stored, in_registers @ ..] = check(&field, k, number);
            assert!(in_registers.iter().all(|sums| *sums == stored));
            let exponent = |v: usize| 1 + v as u32 % 3;
            for (slot, &found) in stored.iter().enumerate() {
                // The derivative by number slot - 1, one product at a time.
                let of = |v: usize| match v + 1 == slot {
                    true => Ring::times(&field, Ring::pow(&field, number(v), exponent(v) - 1), exponent(v)),
                    false => Ring::pow(&field, number(v), exponent(v)),
                };
                assert_eq!(found, (0..k).fold(number(k), |product, v| Ring::mul(&field, product, of(v))));
            }
        }
    }

    #[test]
    fn all_forms_have_the_same_bits() {
        fn of<R: Real>(reals: R)
        where
            R::Elem: core::fmt::Debug + PartialEq,
        {
            let number = |v: usize| {
                let part = |x: f64| reals.div(reals.of_f64(x), reals.of_f64(7.0));
                [part(3.0 + v as f64), part(5.0 - v as f64 / 3.0)]
            };
            for k in 0..26 {
                let [stored, in_registers @ ..] = check(&Complex(reals), k, number);
                assert!(in_registers.iter().all(|sums| *sums == stored));
            }
        }
        of(Double(Scalar));
        of(DoubleDouble(Scalar));
        of(QuadDouble(Scalar));
    }
}
