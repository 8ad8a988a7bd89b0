//! Transforms by a team in few steps: each takes the elements of a butterfly of up to 16 into registers. The first step reads its source
//! and the last one writes its target; between them is the team's memory, which a transform of one step does not need.
//!
//! Several vectors of L elements one behind the other are transformed together: the blocks of a pass are those of all.

use super::butterfly::{self, MOST};
use super::ntt::{Passes, ReadRow, Twiddles};
use crate::arith::field::Field;
use crate::memory::Row;
use crate::team::Team;

/// Where the elements of butterflies come from.
pub trait Source<E> {
    /// Elements `base` + k `m`, k < `R`; the others mean nothing.
    fn load<const R: u32>(&self, base: u32, m: u32) -> [E; MOST];

    /// The forward butterfly of these elements, see [`butterfly::forward`]. A source that knows some of them to be 0 has less to do.
    #[inline(always)]
    fn butterfly<F: Field<Elem = E>, const R: u32, const LOOSE: bool>(
        &self,
        field: &F,
        (base, m): (u32, u32),
        constants: &[E; 6],
    ) -> [E; MOST] {
        butterfly::forward::<F, R, LOOSE>(field, self.load::<R>(base, m), constants)
    }
}

/// Where they go to.
pub trait Target<E> {
    /// Sets elements `base` + k `m`, k < `R`.
    fn store<const R: u32>(&mut self, base: u32, m: u32, elements: [E; MOST]);
}

/// Calls `work` with the numbers below `R`, up to [`MOST`]. Spelled out: registers have no index at run time.
#[inline(always)]
pub fn unrolled<const R: u32>(mut work: impl FnMut(usize)) {
    macro_rules! each {
        ($($k:literal)*) => { $(
            if $k < R {
                work($k);
            }
        )* };
    }
    each!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
}

/// Memory of a team: a row of elements.
struct Shared<'a, F: Field, R> {
    field: &'a F,
    row: R,
}

impl<F: Field, R: Row<F::Elem>> Source<F::Elem> for Shared<'_, F, R> {
    #[inline(always)]
    fn load<const N: u32>(&self, base: u32, m: u32) -> [F::Elem; MOST] {
        let mut elements = [self.field.zero(); MOST];
        unrolled::<N>(|k| elements[k] = self.row.get(base + k as u32 * m));
        elements
    }
}

impl<F: Field, R: Row<F::Elem>> Target<F::Elem> for Shared<'_, F, R> {
    #[inline(always)]
    fn store<const N: u32>(&mut self, base: u32, m: u32, elements: [F::Elem; MOST]) {
        unrolled::<N>(|k| self.row.set(base + k as u32 * m, elements[k]));
    }
}

/// One step on `n` elements in blocks of `block`, by butterflies of `R`. `EDGE`: blocks are single butterflies.
#[inline(always)]
fn step<F: Field, T: Team, W: ReadRow<F::Elem>, const R: u32, const EDGE: bool, const INVERSE: bool>(
    field: &F,
    team: T,
    (n, block): (u32, u32),
    w: &Twiddles<W>,
    source: &impl Source<F::Elem>,
    target: &mut impl Target<F::Elem>,
) {
    let (m, unit) = (if EDGE { 1 } else { block / R }, w.order() / block);
    let constants = butterfly::constants::<F, W, R>(field, w);
    let turned = |mut x: [F::Elem; MOST], j: u32| {
        if !EDGE {
            let factors = w.factors(unit * j);
            unrolled::<R>(|k| {
                if k > 0 {
                    x[k] = field.mul(x[k], factors.get(butterfly::exponent(R, k as u32)));
                }
            });
        }
        x
    };
    // Butterfly `index` is number j of the block that begins at `start`; j and its step are below m, so their sum is below 2 m.
    let (mut index, size) = (team.rank(), team.size());
    let (mut start, mut j) = (index / m * block, index % m);
    let (blocks, ahead) = (size / m * block, size % m);
    while index < n / R {
        let at = (start + j, m);
        let y = match (INVERSE, EDGE) {
            (true, _) => butterfly::inverse::<F, R>(field, turned(source.load::<R>(at.0, m), j), &constants),
            (false, true) => source.butterfly::<F, R, false>(field, at, &constants),
            (false, false) => turned(source.butterfly::<F, R, true>(field, at, &constants), j),
        };
        target.store::<R>(start + j, m, y);
        index += size;
        start += blocks;
        j += ahead;
        if j >= m {
            j -= m;
            start += block;
        }
    }
}

/// [`step`] by its number of elements.
#[inline(always)]
fn step_of<F: Field, T: Team, W: ReadRow<F::Elem>, const EDGE: bool, const INVERSE: bool>(
    field: &F,
    team: T,
    radix: u32,
    size: (u32, u32),
    w: &Twiddles<W>,
    source: &impl Source<F::Elem>,
    target: &mut impl Target<F::Elem>,
) {
    match radix {
        2 => step::<F, T, W, 2, EDGE, INVERSE>(field, team, size, w, source, target),
        3 => step::<F, T, W, 3, EDGE, INVERSE>(field, team, size, w, source, target),
        4 => step::<F, T, W, 4, EDGE, INVERSE>(field, team, size, w, source, target),
        5 => step::<F, T, W, 5, EDGE, INVERSE>(field, team, size, w, source, target),
        8 => step::<F, T, W, 8, EDGE, INVERSE>(field, team, size, w, source, target),
        _ => step::<F, T, W, 16, EDGE, INVERSE>(field, team, size, w, source, target),
    }
}

/// Transforms vectors of `len` > 1 elements, `n` altogether, as [`super::ntt::forward`] does: natural order in `source`, that of the
/// transform in `target`. `passes` are those of `len`, `memory` has room for `n` elements, and `len` divides the order of w's root.
#[inline(always)]
pub fn forward<F: Field, T: Team, W: ReadRow<F::Elem>>(
    field: &F,
    team: T,
    (n, len, passes): (u32, u32, Passes),
    w: &Twiddles<W>,
    memory: impl Row<F::Elem> + Copy,
    source: &impl Source<F::Elem>,
    target: &mut impl Target<F::Elem>,
) {
    let Some((radix, mut rest)) = passes.split_first_step() else { return };
    if rest.is_empty() {
        step_of::<F, T, W, true, false>(field, team, radix, (n, len), w, source, target);
        return;
    }
    let (mut shared, between) = (Shared { field, row: memory }, Shared { field, row: memory });
    step_of::<F, T, W, false, false>(field, team, radix, (n, len), w, source, &mut shared);
    team.sync();
    let mut block = len / radix;
    while let Some((radix, after)) = rest.split_first_step() {
        if after.is_empty() {
            step_of::<F, T, W, true, false>(field, team, radix, (n, block), w, &between, target);
            return;
        }
        step_of::<F, T, W, false, false>(field, team, radix, (n, block), w, &between, &mut shared);
        team.sync();
        (rest, block) = (after, block / radix);
    }
}

/// The inverse of [`forward`] without the factor 1 / len, as [`super::ntt::inverse`]; `w` reads inverse powers.
#[inline(always)]
pub fn inverse<F: Field, T: Team, W: ReadRow<F::Elem>>(
    field: &F,
    team: T,
    (n, passes): (u32, Passes),
    w: &Twiddles<W>,
    memory: impl Row<F::Elem> + Copy,
    source: &impl Source<F::Elem>,
    target: &mut impl Target<F::Elem>,
) {
    let Some((radix, mut rest)) = passes.split_last_step() else { return };
    if rest.is_empty() {
        step_of::<F, T, W, true, true>(field, team, radix, (n, radix), w, source, target);
        return;
    }
    let (mut shared, between) = (Shared { field, row: memory }, Shared { field, row: memory });
    step_of::<F, T, W, true, true>(field, team, radix, (n, radix), w, source, &mut shared);
    team.sync();
    let mut block = radix;
    while let Some((radix, before)) = rest.split_last_step() {
        block *= radix;
        if before.is_empty() {
            step_of::<F, T, W, false, true>(field, team, radix, (n, block), w, &between, target);
            return;
        }
        step_of::<F, T, W, false, true>(field, team, radix, (n, block), w, &between, &mut shared);
        team.sync();
        rest = before;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arith::{Mont31, prime};
    use crate::team::Solo;
    use crate::transform::ntt;
    use core::cell::Cell;

    /// Elements of a slice.
    struct Slice<'a>(&'a [Cell<u32>]);

    impl Source<u32> for Slice<'_> {
        fn load<const R: u32>(&self, base: u32, m: u32) -> [u32; MOST] {
            let mut elements = [u32::MAX; MOST];
            unrolled::<R>(|k| elements[k] = self.0[base as usize + k * m as usize].get());
            elements
        }
    }

    impl Target<u32> for Slice<'_> {
        fn store<const R: u32>(&mut self, base: u32, m: u32, elements: [u32; MOST]) {
            unrolled::<R>(|k| {
                let before = self.0[base as usize + k * m as usize].replace(elements[k]);
                assert_eq!(before, u32::MAX, "written twice");
            });
        }
    }

    /// Elements of a slice whose upper half is 0, of one vector.
    struct LowerHalf<'a>(Slice<'a>);

    impl Source<u32> for LowerHalf<'_> {
        fn load<const R: u32>(&self, base: u32, m: u32) -> [u32; MOST] {
            self.0.load::<R>(base, m)
        }

        fn butterfly<F: Field<Elem = u32>, const R: u32, const LOOSE: bool>(
            &self,
            field: &F,
            (base, m): (u32, u32),
            constants: &[u32; 6],
        ) -> [u32; MOST] {
            let mut x = self.load::<R>(base, m);
            // Elements that are not asked for are anything.
            x[R.div_ceil(2) as usize..].fill(u32::MAX);
            butterfly::forward_half::<F, R, LOOSE>(field, x, constants)
        }
    }

    /// As one vector after the other by one pass after the other: the same residues to the bit.
    #[test]
    fn steps_are_passes() {
        let mut lens: Vec<u32> = (2..130).filter(|&len| Passes::new(len).is_some()).collect();
        lens.extend([240, 256, 320, 375, 400, 512, 1024, 2048, 2160, 4096]);
        for len in lens {
            let p = (1..).map(|k| (Mont31::MAX - 1) / len * len + 1 - k * len).find(|&p| prime::is_prime(p)).unwrap();
            let m = Mont31::new(p).unwrap();
            let root = prime::root_of_unity(&m, len).unwrap();
            let powers: Vec<u32> = (0..len).map(|i| m.pow(root, i)).collect();
            let passes = Passes::new(len).unwrap();
            for vectors in [1, 3] {
                let n = vectors * len;
                // The largest residues among them.
                let value = |i: u32| if i % 7 < 3 { p - 1 - i % 2 } else { m.enter(i.wrapping_mul(2654435761) >> 3) };
                let cells = |fill: &dyn Fn(u32) -> u32| (0..n).map(|i| Cell::new(fill(i))).collect::<Vec<_>>();
                let (input, memory) = (cells(&value), cells(&|_| 0));
                for inverted in [false, true] {
                    let output = cells(&|_| u32::MAX);
                    let w = Twiddles::new(&powers[..], len, inverted);
                    let (source, mut target) = (Slice(&input), Slice(&output));
                    match inverted {
                        false => forward(&m, Solo, (n, len, passes), &w, &memory[..], &source, &mut target),
                        true => inverse(&m, Solo, (n, passes), &w, &memory[..], &source, &mut target),
                    }
                    let mut expected: Vec<u32> = input.iter().map(Cell::get).collect();
                    for mut row in expected.chunks_mut(len as usize) {
                        match inverted {
                            false => ntt::forward(&m, Solo, &mut row, len, passes, &w),
                            true => ntt::inverse(&m, Solo, &mut row, len, passes, &w),
                        }
                    }
                    let found: Vec<u32> = output.iter().map(Cell::get).collect();
                    assert_eq!(found, expected, "length {len}, inverse: {inverted}");
                }
            }
            // The upper half is 0.
            let input: Vec<Cell<u32>> =
                (0..len).map(|i| Cell::new(if 2 * i < len { m.enter(i * i + 1) } else { 0 })).collect();
            let cells = |value: u32| vec![Cell::new(value); len as usize];
            let (memory, [found, expected]) = (cells(0), [(); 2].map(|()| cells(u32::MAX)));
            let w = Twiddles::new(&powers[..], len, false);
            let shape = (len, len, passes);
            forward(&m, Solo, shape, &w, &memory[..], &LowerHalf(Slice(&input)), &mut Slice(&found));
            forward(&m, Solo, shape, &w, &memory[..], &Slice(&input), &mut Slice(&expected));
            assert_eq!(found, expected, "length {len}, the lower half");
        }
    }
}
