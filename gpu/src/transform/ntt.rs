//! Number-theoretic transforms of length 2^a 3^b 5^c, in place, without reordering.
//!
//! The forward transform decimates in frequency: natural order in, digit-reversed order out. The inverse runs the same
//! passes backwards: digit-reversed in, natural out. Pointwise work between the two needs no particular order.
//!
//! One pass of radix r on blocks of n = r m elements, w the root of order L: for j < m
//!
//! > X_t = w^((L/n) j t) sum_k w^((L/r) k t) x\[j + k m\],  stored at j + t m,  t = 0..r-1,
//!
//! after which each of the r sub-blocks of m elements is transformed by itself.
//!
//! W. M. Gentleman, G. Sande, Fast Fourier transforms: for fun and profit, AFIPS 1966.

use crate::arith::field::Field;
use crate::memory::Row;
use crate::team::Team;

/// The passes of a transform: radices 5, 3, 2 and 4, in that order, with 2 at most once. So a multiple of 4 ends with radix 4,
/// which [`super::orbit`] likes best.
///
/// Packed into one word that kernels take by value: three bits a radix, first pass lowest, 0 ends. 21 radices fit, and
/// 3^20 > 2^31.
#[derive(Clone, Copy)]
#[cfg_attr(not(target_arch = "nvptx64"), derive(Debug, PartialEq, Eq))]
pub struct Passes(u64);

impl Passes {
    /// The passes of length `len`; `None` when it is 0, above 2^31, or has a prime factor above 5.
    pub fn new(len: u32) -> Option<Self> {
        if len == 0 || len > 1 << 31 {
            return None;
        }
        let mut code = 0;
        let mut at = 0;
        let mut rest = len;
        for radix in [5u32, 3, 2, 4] {
            // One 2 where the power of two has an odd exponent.
            let odd = rest.trailing_zeros() % 2 == 1;
            while rest.is_multiple_of(radix) && (radix != 2 || odd) {
                code |= (radix as u64) << at;
                at += 3;
                rest /= radix;
                if radix == 2 {
                    break;
                }
            }
        }
        (rest == 1).then_some(Passes(code))
    }

    /// The packed word.
    #[inline(always)]
    pub const fn code(self) -> u64 {
        self.0
    }

    /// From the packed word of [`Passes::code`].
    #[inline(always)]
    pub const fn from_code(code: u64) -> Self {
        Passes(code)
    }

    /// Whether there are none.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The first radix and the passes after it; `None` when there are none.
    #[inline(always)]
    pub const fn split_first(self) -> Option<(u32, Passes)> {
        if self.0 == 0 { None } else { Some(((self.0 & 7) as u32, Passes(self.0 >> 3))) }
    }

    /// The first one or two passes as a butterfly of [`super::butterfly`]: its number of elements, and the passes after it.
    #[inline(always)]
    pub const fn split_first_step(self) -> Option<(u32, Passes)> {
        let Some((radix, rest)) = self.split_first() else { return None };
        match (radix, rest.split_first()) {
            (4, Some((4, rest))) => Some((16, rest)),
            (2, Some((4, rest))) => Some((8, rest)),
            _ => Some((radix, rest)),
        }
    }

    /// The last one or two passes as a butterfly, and the passes before it.
    #[inline(always)]
    pub const fn split_last_step(self) -> Option<(u32, Passes)> {
        let Some((radix, before)) = self.split_last() else { return None };
        match (before.split_last(), radix) {
            (Some((4, before)), 4) => Some((16, before)),
            (Some((2, before)), 4) => Some((8, before)),
            _ => Some((radix, before)),
        }
    }

    /// The last radix and the passes before it; `None` when there are none.
    #[inline(always)]
    pub const fn split_last(self) -> Option<(u32, Passes)> {
        if self.0 == 0 {
            return None;
        }
        let at = (63 - self.0.leading_zeros()) / 3 * 3;
        Some(((self.0 >> at) as u32, Passes(self.0 & !(7 << at))))
    }
}

/// The powers of w a butterfly needs, picked from a table w^0 .. w^(L-1).
pub struct Twiddles<R> {
    table: R,
    len: u32,
    inverse: bool,
}

impl<R> Twiddles<R> {
    /// `table` holds w^i for i < `len`, w of order `len`; `inverse` reads w^-i instead.
    #[inline(always)]
    pub fn new(table: R, len: u32, inverse: bool) -> Self {
        Twiddles { table, len, inverse }
    }

    /// The order of w.
    #[inline(always)]
    pub fn order(&self) -> u32 {
        self.len
    }

    /// The factors w^(e step) of a butterfly, or w^(-e step), for e step < len.
    #[inline(always)]
    pub fn factors(&self, step: u32) -> Factors<'_, R> {
        match self.inverse {
            false => Factors { table: &self.table, first: 0, step },
            // Of step 0 all are entry 0.
            true => {
                Factors { table: &self.table, first: if step == 0 { 0 } else { self.len }, step: step.wrapping_neg() }
            }
        }
    }

    /// w^i, or w^-i, for i < len.
    #[inline(always)]
    pub fn power<T: Copy>(&self, i: u32) -> T
    where
        R: ReadRow<T>,
    {
        let index = if self.inverse && i != 0 { self.len - i } else { i };
        self.table.read(index)
    }
}

/// Equidistant entries of a table of powers.
pub struct Factors<'a, R> {
    table: &'a R,
    first: u32,
    step: u32,
}

impl<R> Factors<'_, R> {
    /// Number `e` > 0.
    #[inline(always)]
    pub fn get<T: Copy>(&self, e: u32) -> T
    where
        R: ReadRow<T>,
    {
        self.table.read(self.first.wrapping_add(e.wrapping_mul(self.step)))
    }
}

/// A vector that is only read.
pub trait ReadRow<T: Copy> {
    /// Element `i`.
    fn read(&self, i: u32) -> T;
}

impl<T: Copy> ReadRow<T> for &[T] {
    #[inline(always)]
    fn read(&self, i: u32) -> T {
        self[i as usize]
    }
}

/// y_t = sum_k w_r^(k t) x_k for r = `radix` in 2..=5; entries beyond are unused.
#[inline(always)]
pub fn dft<F: Field, W: ReadRow<F::Elem>>(field: &F, radix: u32, x: [F::Elem; 5], w: &Twiddles<W>) -> [F::Elem; 5] {
    let [x0, x1, x2, x3, x4] = x;
    match radix {
        2 => [field.add(x0, x1), field.sub(x0, x1), x2, x3, x4],
        3 => {
            let (w1, w2) = (w.power(w.len / 3), w.power(w.len / 3 * 2));
            let y1 = field.add(x0, field.dot2(w1, x1, w2, x2));
            let y2 = field.add(x0, field.dot2(w2, x1, w1, x2));
            [field.add(x0, field.add(x1, x2)), y1, y2, x3, x4]
        }
        4 => {
            let (s02, d02) = (field.add(x0, x2), field.sub(x0, x2));
            let (s13, d13) = (field.add(x1, x3), field.mul(field.sub(x1, x3), w.power(w.len / 4)));
            [field.add(s02, s13), field.add(d02, d13), field.sub(s02, s13), field.sub(d02, d13), x4]
        }
        _ => {
            let fifth = w.len / 5;
            let (w1, w2, w3, w4) = (w.power(fifth), w.power(2 * fifth), w.power(3 * fifth), w.power(4 * fifth));
            let y0 = field.add(x0, field.add(field.add(x1, x2), field.add(x3, x4)));
            let y1 = field.add(x0, field.add(field.dot2(w1, x1, w2, x2), field.dot2(w3, x3, w4, x4)));
            let y2 = field.add(x0, field.add(field.dot2(w2, x1, w4, x2), field.dot2(w1, x3, w3, x4)));
            let y3 = field.add(x0, field.add(field.dot2(w3, x1, w1, x2), field.dot2(w4, x3, w2, x4)));
            let y4 = field.add(x0, field.add(field.dot2(w4, x1, w3, x2), field.dot2(w2, x3, w1, x4)));
            [y0, y1, y2, y3, y4]
        }
    }
}

/// One butterfly of a forward pass: number `index` < n_total / radix among blocks of `n` elements.
#[inline(always)]
pub fn forward_butterfly<F: Field, R: Row<F::Elem>, W: ReadRow<F::Elem>>(
    field: &F,
    row: &mut R,
    n: u32,
    radix: u32,
    index: u32,
    w: &Twiddles<W>,
) {
    let m = n / radix;
    let j = index % m;
    forward_at(field, row, radix, (index / m * n + j, m), w.len / n * j, w);
}

/// The butterfly of the elements `base` + k `m`; `step` is L / n j.
#[inline(always)]
fn forward_at<F: Field, R: Row<F::Elem>, W: ReadRow<F::Elem>>(
    field: &F,
    row: &mut R,
    radix: u32,
    (base, m): (u32, u32),
    step: u32,
    w: &Twiddles<W>,
) {
    let mut x = [field.zero(); 5];
    for k in 0..5 {
        if k < radix {
            x[k as usize] = row.get(base + k * m);
        }
    }
    let y = dft(field, radix, x, w);
    row.set(base, y[0]);
    for t in 1..5 {
        if t < radix {
            let value = if step == 0 { y[t as usize] } else { field.mul(y[t as usize], w.power(step * t)) };
            row.set(base + t * m, value);
        }
    }
}

/// One butterfly of an inverse pass; `w` reads inverse powers.
#[inline(always)]
pub fn inverse_butterfly<F: Field, R: Row<F::Elem>, W: ReadRow<F::Elem>>(
    field: &F,
    row: &mut R,
    n: u32,
    radix: u32,
    index: u32,
    w: &Twiddles<W>,
) {
    let m = n / radix;
    let j = index % m;
    inverse_at(field, row, radix, (index / m * n + j, m), w.len / n * j, w);
}

/// The inverse butterfly of the elements `base` + k `m`; `step` is L / n j.
#[inline(always)]
fn inverse_at<F: Field, R: Row<F::Elem>, W: ReadRow<F::Elem>>(
    field: &F,
    row: &mut R,
    radix: u32,
    (base, m): (u32, u32),
    step: u32,
    w: &Twiddles<W>,
) {
    let mut x = [field.zero(); 5];
    for t in 0..5 {
        if t < radix {
            let value = row.get(base + t * m);
            x[t as usize] = if t == 0 || step == 0 { value } else { field.mul(value, w.power(step * t)) };
        }
    }
    let y = dft(field, radix, x, w);
    for k in 0..5 {
        if k < radix {
            row.set(base + k * m, y[k as usize]);
        }
    }
}

/// All butterflies of a pass, of a radix known to the compiler: no branches by radix, and divisions beforehand only.
#[inline(always)]
fn pass<F: Field, R: Row<F::Elem>, W: ReadRow<F::Elem>, T: Team, const RADIX: u32, const INVERSE: bool>(
    field: &F,
    team: T,
    row: &mut R,
    (n, block): (u32, u32),
    w: &Twiddles<W>,
) {
    let (m, unit) = (block / RADIX, w.len / block);
    if T::SOLO {
        let mut start = 0;
        while start < n {
            for j in 0..m {
                match INVERSE {
                    false => forward_at(field, row, RADIX, (start + j, m), unit * j, w),
                    true => inverse_at(field, row, RADIX, (start + j, m), unit * j, w),
                }
            }
            start += block;
        }
        return;
    }
    // Butterfly `index` is number j of the block that begins at `start`; j and its step are below m, so their sum is below 2 m.
    let (mut index, size) = (team.rank(), team.size());
    let (mut start, mut j) = (index / m * block, index % m);
    let (blocks, step) = (size / m * block, size % m);
    while index < n / RADIX {
        match INVERSE {
            false => forward_at(field, row, RADIX, (start + j, m), unit * j, w),
            true => inverse_at(field, row, RADIX, (start + j, m), unit * j, w),
        }
        index += size;
        start += blocks;
        j += step;
        if j >= m {
            j -= m;
            start += block;
        }
    }
}

/// [`pass`] by its radix.
#[inline(always)]
fn pass_of<F: Field, R: Row<F::Elem>, W: ReadRow<F::Elem>, T: Team, const INVERSE: bool>(
    field: &F,
    team: T,
    row: &mut R,
    radix: u32,
    size: (u32, u32),
    w: &Twiddles<W>,
) {
    match radix {
        2 => pass::<F, R, W, T, 2, INVERSE>(field, team, row, size, w),
        3 => pass::<F, R, W, T, 3, INVERSE>(field, team, row, size, w),
        4 => pass::<F, R, W, T, 4, INVERSE>(field, team, row, size, w),
        _ => pass::<F, R, W, T, 5, INVERSE>(field, team, row, size, w),
    }
}

/// Forward transform of `n` elements; `passes` are those of `n`, and `n` divides the order of the twiddles' root.
///
/// Row j + t m of the output order: position i holds the value at w^e(i), e the digit reversal. (L / r) (r + 1) products
/// and as many additions a pass at most.
#[inline(always)]
pub fn forward<F: Field, R: Row<F::Elem>, W: ReadRow<F::Elem>, T: Team>(
    field: &F,
    team: T,
    row: &mut R,
    n: u32,
    mut passes: Passes,
    w: &Twiddles<W>,
) {
    let mut block = n;
    while let Some((radix, rest)) = passes.split_first() {
        passes = rest;
        pass_of::<F, R, W, T, false>(field, team, row, radix, (n, block), w);
        team.sync();
        block /= radix;
    }
}

/// Inverse transform of `n` elements, without the factor 1/n.
#[inline(always)]
pub fn inverse<F: Field, R: Row<F::Elem>, W: ReadRow<F::Elem>, T: Team>(
    field: &F,
    team: T,
    row: &mut R,
    n: u32,
    mut passes: Passes,
    w: &Twiddles<W>,
) {
    let mut block = 1;
    while let Some((radix, rest)) = passes.split_last() {
        passes = rest;
        block *= radix;
        pass_of::<F, R, W, T, true>(field, team, row, radix, (n, block), w);
        team.sync();
    }
}

/// Exponent e with position `i` of a forward transform's output holding the value at w^e.
pub fn exponent_at(mut i: u32, n: u32, mut passes: Passes) -> u32 {
    // After the first pass sub-block t (i / m = t) holds frequencies t + r u, u from the rest.
    let mut scale = 1;
    let mut exponent = 0;
    let mut block = n;
    while let Some((radix, rest)) = passes.split_first() {
        passes = rest;
        block /= radix;
        exponent += scale * (i / block);
        i %= block;
        scale *= radix;
    }
    exponent
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arith::{Mont31, prime};
    use crate::team::Solo;

    fn prime_for(len: u32) -> Mont31 {
        let mut k = (Mont31::MAX - 1) / len;
        loop {
            if let Some(m) = Mont31::new(k * len + 1)
                && prime::is_prime(m.modulus())
            {
                return m;
            }
            k -= 1;
        }
    }

    fn table(m: &Mont31, len: u32) -> Vec<u32> {
        let w = prime::root_of_unity(m, len).unwrap();
        (0..len).map(|i| m.pow(w, i)).collect()
    }

    const LENGTHS: [u32; 16] = [1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 15, 16, 20, 30, 60, 225];

    #[test]
    fn forward_evaluates_at_digit_reversed_powers() {
        for len in LENGTHS {
            let m = prime_for(len);
            let powers = table(&m, len);
            let coefficients: Vec<u32> = (0..len).map(|i| m.enter(i * i + 7 * i + 3)).collect();
            let mut row = coefficients.clone();
            let passes = Passes::new(len).unwrap();
            forward(&m, Solo, &mut row.as_mut_slice(), len, passes, &Twiddles::new(&powers[..], len, false));
            for i in 0..len {
                let x = powers[exponent_at(i, len, passes) as usize];
                let horner = coefficients.iter().rev().fold(0, |acc, &c| m.add(m.mul(acc, x), c));
                assert_eq!(row[i as usize], horner, "length {len}, position {i}");
            }
        }
    }

    #[test]
    fn inverse_undoes_forward() {
        for len in LENGTHS.into_iter().chain([2 * 3 * 4 * 5 * 16, 6750, 4096]) {
            let m = prime_for(len);
            let powers = table(&m, len);
            let coefficients: Vec<u32> = (0..len).map(|i| m.enter(i.wrapping_mul(2654435761) >> 3)).collect();
            let mut row = coefficients.clone();
            let passes = Passes::new(len).unwrap();
            forward(&m, Solo, &mut row.as_mut_slice(), len, passes, &Twiddles::new(&powers[..], len, false));
            inverse(&m, Solo, &mut row.as_mut_slice(), len, passes, &Twiddles::new(&powers[..], len, true));
            let scale = m.inverse(m.enter(len));
            let back: Vec<u32> = row.iter().map(|&x| m.mul(x, scale)).collect();
            assert_eq!(back, coefficients, "length {len}");
        }
    }

    #[test]
    fn lengths_with_other_factors_have_no_passes() {
        for len in [0, 7, 14, 33, 2 * 3 * 5 * 7] {
            assert!(Passes::new(len).is_none(), "{len}");
        }
    }
}
