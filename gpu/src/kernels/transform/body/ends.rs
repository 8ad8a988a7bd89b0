//! Where the elements of a transform come from and where they go: vectors at a stride or one behind the other, folded, scaled or as they are.

use super::width::{Elem, Width};
use crate::arith::field::Field;
use crate::kernels::device::*;
use crate::memory::Row;
use crate::transform::butterfly::{self, MOST};
use crate::transform::coset;
use crate::transform::ntt::ReadRow;
use crate::transform::steps::{Source, Target, unrolled};

/// Four words that are read or written at once.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
pub struct Four(pub [u32; 4]);

/// Coefficients of a vector at a stride, scaled and folded.
pub struct ColumnCoefficients<'a, F, C, S> {
    pub field: &'a F,
    pub coefficients: C,
    pub count: u32,
    pub scales: S,
    pub len: u32,
}

impl<F: Field, C: Row<F::Elem>, S: ReadRow<F::Elem>> Source<F::Elem> for ColumnCoefficients<'_, F, C, S> {
    #[inline(always)]
    fn load<const R: u32>(&self, base: u32, m: u32) -> [F::Elem; MOST] {
        let f = (&OnlyRead(&self.coefficients), self.count);
        coset::folded_elements::<_, _, _, R>(self.field, f, &self.scales, (base, m), self.len)
    }

    #[inline(always)]
    fn butterfly<G: Field<Elem = F::Elem>, const R: u32, const LOOSE: bool>(
        &self,
        field: &G,
        at: (u32, u32),
        constants: &[F::Elem; 6],
    ) -> [F::Elem; MOST] {
        if 2 * self.count > self.len {
            return butterfly::forward::<G, R, LOOSE>(field, self.load::<R>(at.0, at.1), constants);
        }
        let f = (&OnlyRead(&self.coefficients), self.count);
        let x = coset::lower_elements::<_, _, _, R>(self.field, f, &self.scales, at);
        butterfly::forward_half::<G, R, LOOSE>(field, x, constants)
    }
}

/// A row that is only read.
struct OnlyRead<'a, R>(&'a R);

impl<E: Copy, R: Row<E>> ReadRow<E> for OnlyRead<'_, R> {
    #[inline(always)]
    fn read(&self, i: u32) -> E {
        self.0.get(i)
    }
}

/// The same of vectors one behind the other, as many at a time as an element has words: element k of all of them is one element. Where the
/// last ones are fewer, the last one is its own neighbour.
pub struct LineCoefficients<'a, W: Width, S> {
    pub field: &'a W::Field,
    /// Of the first vector.
    pub coefficients: *const u32,
    /// Number of vectors.
    pub vectors: u32,
    /// Coefficients of each.
    pub count: u32,
    pub scales: S,
    pub len: u32,
}

impl<W: Width, S: ReadRow<Elem<W>>> LineCoefficients<'_, W, S> {
    /// Those of the vectors in which element `base` of all of them is, and its place there.
    #[inline(always)]
    fn of_vectors(&self, base: u32) -> (W::Rows, u32) {
        let (group, base) = (base / self.len, base % self.len);
        let row = |k: u32| {
            let vector = if W::WORDS == 1 { group } else { (W::WORDS * group + k).min(self.vectors - 1) };
            // SAFETY: the vectors of the block have `count` coefficients each.
            unsafe { GlobalRow::read_only(self.coefficients.add(vector as usize * self.count as usize), 1) }
        };
        (W::beside(row), base)
    }
}

impl<W: Width, S: ReadRow<Elem<W>>> Source<Elem<W>> for LineCoefficients<'_, W, S> {
    #[inline(always)]
    fn load<const R: u32>(&self, base: u32, m: u32) -> [Elem<W>; MOST] {
        let (coefficients, base) = self.of_vectors(base);
        let f = (&coefficients, self.count);
        coset::folded_elements::<_, _, _, R>(self.field, f, &self.scales, (base, m), self.len)
    }

    #[inline(always)]
    fn butterfly<F: Field<Elem = Elem<W>>, const R: u32, const LOOSE: bool>(
        &self,
        field: &F,
        (base, m): (u32, u32),
        constants: &[Elem<W>; 6],
    ) -> [Elem<W>; MOST] {
        if 2 * self.count > self.len {
            return butterfly::forward::<F, R, LOOSE>(field, self.load::<R>(base, m), constants);
        }
        let (coefficients, base) = self.of_vectors(base);
        let f = (&coefficients, self.count);
        let x = coset::lower_elements::<_, _, _, R>(self.field, f, &self.scales, (base, m));
        butterfly::forward_half::<F, R, LOOSE>(field, x, constants)
    }
}

/// Elements of one vector at a stride, which is found when it is wanted: until then it takes no registers.
pub struct ColumnValues<'a, F, V> {
    pub field: &'a F,
    pub values: V,
}

impl<F: Field, R: Row<F::Elem>, V: Fn() -> R> Source<F::Elem> for ColumnValues<'_, F, V> {
    #[inline(always)]
    fn load<const N: u32>(&self, base: u32, m: u32) -> [F::Elem; MOST] {
        let mut elements = [self.field.zero(); MOST];
        let values = (self.values)();
        unrolled::<N>(|k| elements[k] = values.get(base + k as u32 * m));
        elements
    }
}

impl<F: Field, R: Row<F::Elem>, V: Fn() -> R> Target<F::Elem> for ColumnValues<'_, F, V> {
    #[inline(always)]
    fn store<const N: u32>(&mut self, base: u32, m: u32, elements: [F::Elem; MOST]) {
        let mut values = (self.values)();
        unrolled::<N>(|k| values.set(base + k as u32 * m, elements[k]));
    }
}

/// Elements of vectors one behind the other: `len` of every `points`. Four at a time, as `len` is a multiple of 4, where butterflies
/// have neighbours.
pub struct LineValues {
    /// Of the first vector.
    pub values: *mut u32,
    pub len: u32,
    pub points: u32,
}

impl LineValues {
    /// Element `base` of all vectors one behind the other.
    #[inline(always)]
    unsafe fn at(&self, base: u32) -> *mut u32 {
        let (vector, k) = (base / self.len, base % self.len);
        // SAFETY: the vectors of the block have `points` elements each.
        unsafe { self.values.add(vector as usize * self.points as usize + k as usize) }
    }
}

impl Source<u32> for LineValues {
    #[inline(always)]
    fn load<const R: u32>(&self, base: u32, m: u32) -> [u32; MOST] {
        let mut elements = [0; MOST];
        // SAFETY: elements of one vector; four from a multiple of 4 on are aligned.
        unsafe {
            let from = self.at(base);
            if R.is_multiple_of(4) && m == 1 {
                unrolled::<R>(|k| {
                    if k % 4 == 0 {
                        let Four([a, b, c, d]) = *from.add(k).cast::<Four>();
                        (elements[k], elements[k + 1], elements[k + 2], elements[k + 3]) = (a, b, c, d);
                    }
                });
            } else {
                unrolled::<R>(|k| elements[k] = *from.add(k * m as usize));
            }
        }
        elements
    }
}

/// `R` words of one vector at `to`, `m` apart. Four at a time where they are neighbours: then they begin at a multiple of 4.
#[inline(always)]
unsafe fn write<const R: u32>(to: *mut u32, m: u32, word: impl Fn(usize) -> u32) {
    // SAFETY: the caller's.
    unsafe {
        if R.is_multiple_of(4) && m == 1 {
            unrolled::<R>(|k| {
                if k % 4 == 0 {
                    *to.add(k).cast::<Four>() = Four([word(k), word(k + 1), word(k + 2), word(k + 3)]);
                }
            });
        } else {
            unrolled::<R>(|k| *to.add(k * m as usize) = word(k));
        }
    }
}

impl Target<u32> for LineValues {
    #[inline(always)]
    fn store<const R: u32>(&mut self, base: u32, m: u32, elements: [u32; MOST]) {
        // SAFETY: as for loading; a butterfly's elements are its own.
        unsafe { write::<R>(self.at(base), m, |k| elements[k]) }
    }
}

/// Values of vectors as [`LineCoefficients`] has them two at a time.
pub struct LinePairs {
    /// Of the first vector.
    pub values: *mut u32,
    /// Number of vectors.
    pub vectors: u32,
    pub len: u32,
    pub points: u32,
}

impl Target<[u32; 2]> for LinePairs {
    #[inline(always)]
    fn store<const R: u32>(&mut self, base: u32, m: u32, elements: [[u32; 2]; MOST]) {
        let (pair, k) = (base / self.len, base % self.len);
        // SAFETY: the vectors of the block have `points` elements each; a butterfly's elements are its own.
        unsafe {
            let to = self.values.add(2 * pair as usize * self.points as usize + k as usize);
            write::<R>(to, m, |k| elements[k][0]);
            if 2 * pair + 1 < self.vectors {
                write::<R>(to.add(self.points as usize), m, |k| elements[k][1]);
            }
        }
    }
}

/// An end that multiplies by the factors of `scales` on the way out, those of one vector of `len` elements.
pub struct Scaled<'a, F, S, T> {
    pub field: &'a F,
    pub scales: S,
    pub len: u32,
    pub target: T,
}

impl<F: Field, S: ReadRow<F::Elem>, T: Target<F::Elem>> Target<F::Elem> for Scaled<'_, F, S, T> {
    #[inline(always)]
    fn store<const R: u32>(&mut self, base: u32, m: u32, mut elements: [F::Elem; MOST]) {
        let first = base % self.len;
        unrolled::<R>(|k| elements[k] = self.field.mul(elements[k], self.scales.read(first + k as u32 * m)));
        self.target.store::<R>(base, m, elements);
    }
}

/// Shared memory with an element left out after every sixteen: butterflies of sixteen neighbours are in different banks.
#[derive(Clone, Copy)]
pub struct Padded<R>(pub R);

impl<E: Copy, R: Row<E>> Row<E> for Padded<R> {
    #[inline(always)]
    fn get(&self, i: u32) -> E {
        self.0.get(i + i / 16)
    }
    #[inline(always)]
    fn set(&mut self, i: u32, value: E) {
        self.0.set(i + i / 16, value);
    }
}
