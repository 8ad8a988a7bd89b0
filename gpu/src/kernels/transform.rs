//! Family `transform`: evaluation and interpolation along one kept variable.
//!
//! Vectors along the variable lie at stride `inner`: element k of vector (o, i), i < inner, of a tensor with n elements along it
//! is at (o n + k) inner + i. Outer indices, strides, vectors' lengths and points are 32-bit numbers, their products have 64 bits.
//! Tables per prime: `powers`\[p\]\[i\] = w^i, i < len; `scales`\[p\]\[j\]\[k\].
//!
//! A transform that fits in a block's shared memory takes a tile of vectors, see [`crate::transform::tile`]. Otherwise it takes several
//! launches, whose threads are spread over planes \[r\]\[inner\] of one outer index after the other: neighbours have neighbouring i.

use super::device::*;
use crate::arith::field::Field;
use crate::arith::{Mont31, Pair};
use crate::memory::Row;
use crate::transform::butterfly::MOST;
use crate::transform::coset;
use crate::transform::ntt::{self, Passes, ReadRow, Twiddles};
use crate::transform::orbit::{self, Powers};
use crate::transform::steps::{self, Source, Target, unrolled};
use crate::transform::tile::{self, Tiling};
use cuda_std::prelude::*;

/// Where the vectors of a launch lie.
#[kernel_param]
pub struct AxisShape {
    /// Outer indices; with `inner` each, the vectors of a prime.
    pub outer: u32,
    /// Stride of a vector's elements.
    pub inner: u32,
    /// Coefficients of a vector; for interpolation the number of points.
    pub coefficients: u32,
    /// Length of a transform.
    pub len: u32,
    /// Number of cosets; len cosets points.
    pub cosets: u32,
}

/// What the bodies of the kernels share.
#[cfg(target_arch = "nvptx64")]
mod body {
    use super::*;

    /// Start of outer index `o` of prime `p` when vectors have `n` elements.
    #[inline(always)]
    pub fn start(shape: &AxisShape, p: u32, o: u32, n: u32) -> usize {
        (p as usize * shape.outer as usize + o as usize) * n as usize * shape.inner as usize
    }

    /// Outer index, r and i of this thread, for planes \[rows\]\[inner\] of up to 2^31 elements, a block's threads in one plane: blocks
    /// (o c + b, ..), c = ceil(rows inner / threads). `None` beyond the plane.
    #[inline(always)]
    pub fn in_plane(shape: &AxisShape, rows: u32) -> Option<(u32, u32, u32)> {
        let (x, size) = (thread::block_idx_x(), thread::block_dim_x());
        let plane = rows * shape.inner;
        let blocks = plane.div_ceil(size);
        let at = x % blocks * size + thread::thread_idx_x();
        if at < plane { Some((x / blocks, at / shape.inner, at % shape.inner)) } else { None }
    }

    /// Coefficient `k` of a vector at `source` scaled by `scale` and folded to the length of a transform.
    #[inline(always)]
    pub unsafe fn folded(field: &Mont31, shape: &AxisShape, k: u32, source: *const u32, scale: *const u32) -> u32 {
        // SAFETY: both have shape.coefficients elements.
        let (source, scale) =
            unsafe { (GlobalRow::read_only(source, shape.inner as usize), GlobalRow::read_only(scale, 1)) };
        coset::folded(field, (&source, shape.coefficients), &scale, k, shape.len)
    }

    /// Four words that are read or written at once.
    #[derive(Clone, Copy)]
    #[repr(C, align(16))]
    pub struct Four(pub [u32; 4]);

    /// What a thread takes of a row of words: one, or two neighbours as one element.
    pub trait Width {
        /// The arithmetic of elements.
        type Field: Field;
        /// Words of an element.
        const WORDS: u32;
        /// That modulo a prime.
        fn field(modulus: Mont31) -> Self::Field;
        /// Elements at a stride of so many elements.
        ///
        /// # Safety
        /// As [`GlobalRow::new`], aligned to elements.
        unsafe fn row(base: *mut u32, stride: usize) -> impl Row<Elem<Self>> + Copy;
        /// Words that are good for all parts of an element.
        ///
        /// # Safety
        /// As [`GlobalRow::read_only`].
        unsafe fn table(base: *const u32) -> impl ReadRow<Elem<Self>>;
        /// Elements in shared memory.
        ///
        /// # Safety
        /// As [`SharedRow::new`], aligned to elements.
        unsafe fn shared(base: SharedPtr<u32>) -> impl Row<Elem<Self>> + Copy;
    }

    /// An element.
    pub type Elem<W> = <<W as Width>::Field as Field>::Elem;

    /// One word.
    pub struct Single;

    impl Width for Single {
        type Field = Mont31;
        const WORDS: u32 = 1;
        #[inline(always)]
        fn field(modulus: Mont31) -> Mont31 {
            modulus
        }
        #[inline(always)]
        unsafe fn row(base: *mut u32, stride: usize) -> impl Row<u32> + Copy {
            // SAFETY: the caller's.
            unsafe { GlobalRow::new(base, stride) }
        }
        #[inline(always)]
        unsafe fn table(base: *const u32) -> impl ReadRow<u32> {
            // SAFETY: the caller's.
            unsafe { GlobalRow::read_only(base, 1) }
        }
        #[inline(always)]
        unsafe fn shared(base: SharedPtr<u32>) -> impl Row<u32> + Copy {
            // SAFETY: the caller's.
            unsafe { SharedRow::new(base, 1) }
        }
    }

    /// Two words.
    pub struct Double;

    /// Pairs of words in global memory.
    #[derive(Clone, Copy)]
    pub struct GlobalPairs {
        base: *mut u64,
        stride: usize,
    }

    impl Row<[u32; 2]> for GlobalPairs {
        #[inline(always)]
        fn get(&self, i: u32) -> [u32; 2] {
            // SAFETY: the contract of `Width::row`.
            let pair = unsafe { *self.base.add(i as usize * self.stride) };
            [pair as u32, (pair >> 32) as u32]
        }
        #[inline(always)]
        fn set(&mut self, i: u32, [a, b]: [u32; 2]) {
            // SAFETY: the contract of `Width::row`.
            unsafe { *self.base.add(i as usize * self.stride) = u64::from(a) | u64::from(b) << 32 }
        }
    }

    /// Pairs of words in shared memory.
    #[derive(Clone, Copy)]
    pub struct SharedPairs(SharedPtr<u64>);

    impl Row<[u32; 2]> for SharedPairs {
        #[inline(always)]
        fn get(&self, i: u32) -> [u32; 2] {
            // SAFETY: the contract of `Width::shared`.
            let pair = unsafe { self.0.ld(i) };
            [pair as u32, (pair >> 32) as u32]
        }
        #[inline(always)]
        fn set(&mut self, i: u32, [a, b]: [u32; 2]) {
            // SAFETY: the contract of `Width::shared`.
            unsafe { self.0.st(i, u64::from(a) | u64::from(b) << 32) }
        }
    }

    /// A table of words, each twice.
    pub struct Twice(GlobalRow);

    impl ReadRow<[u32; 2]> for Twice {
        #[inline(always)]
        fn read(&self, i: u32) -> [u32; 2] {
            [self.0.get(i); 2]
        }
    }

    impl Width for Double {
        type Field = Pair<Mont31>;
        const WORDS: u32 = 2;
        #[inline(always)]
        fn field(modulus: Mont31) -> Pair<Mont31> {
            Pair(modulus)
        }
        #[inline(always)]
        unsafe fn row(base: *mut u32, stride: usize) -> impl Row<[u32; 2]> + Copy {
            GlobalPairs { base: base.cast(), stride }
        }
        #[inline(always)]
        unsafe fn table(base: *const u32) -> impl ReadRow<[u32; 2]> {
            // SAFETY: the caller's.
            Twice(unsafe { GlobalRow::read_only(base, 1) })
        }
        #[inline(always)]
        unsafe fn shared(base: SharedPtr<u32>) -> impl Row<[u32; 2]> + Copy {
            SharedPairs(base.cast())
        }
    }

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
    }

    /// A row that is only read.
    struct OnlyRead<'a, R>(&'a R);

    impl<E: Copy, R: Row<E>> ReadRow<E> for OnlyRead<'_, R> {
        #[inline(always)]
        fn read(&self, i: u32) -> E {
            self.0.get(i)
        }
    }

    /// The same of vectors one behind the other.
    pub struct LineCoefficients<'a> {
        pub field: &'a Mont31,
        /// Of the first vector.
        pub coefficients: *const u32,
        pub count: u32,
        pub scales: GlobalRow,
        pub len: u32,
    }

    impl Source<u32> for LineCoefficients<'_> {
        #[inline(always)]
        fn load<const R: u32>(&self, base: u32, m: u32) -> [u32; MOST] {
            let (vector, base) = (base / self.len, base % self.len);
            // SAFETY: the vectors of the block have `count` coefficients each.
            let coefficients =
                unsafe { GlobalRow::read_only(self.coefficients.add(vector as usize * self.count as usize), 1) };
            let f = (&coefficients, self.count);
            coset::folded_elements::<_, _, _, R>(self.field, f, &self.scales, (base, m), self.len)
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

    impl Target<u32> for LineValues {
        #[inline(always)]
        fn store<const R: u32>(&mut self, base: u32, m: u32, elements: [u32; MOST]) {
            // SAFETY: as for loading; a butterfly's elements are its own.
            unsafe {
                let to = self.at(base);
                if R.is_multiple_of(4) && m == 1 {
                    unrolled::<R>(|k| {
                        if k % 4 == 0 {
                            let four = [elements[k], elements[k + 1], elements[k + 2], elements[k + 3]];
                            *to.add(k).cast::<Four>() = Four(four);
                        }
                    });
                } else {
                    unrolled::<R>(|k| *to.add(k * m as usize) = elements[k]);
                }
            }
        }
    }

    /// What gets the factors of `scales` on its way out, those of one vector of `len` elements.
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

    /// Shared memory with a word left out after every sixteen: butterflies of sixteen neighbours are in different banks.
    #[derive(Clone, Copy)]
    pub struct Padded(pub SharedRow);

    impl Row<u32> for Padded {
        #[inline(always)]
        fn get(&self, i: u32) -> u32 {
            self.0.get(i + i / 16)
        }
        #[inline(always)]
        fn set(&mut self, i: u32, value: u32) {
            self.0.set(i + i / 16, value);
        }
    }

    /// `evaluate_columns` and its like.
    #[inline(always)]
    pub unsafe fn evaluate_columns<W: Width>(
        (primes, powers, scales): (*const Mont31, *const u32, *const u32),
        (source, target): (*const u32, *mut u32),
        shape: &AxisShape,
        passes: u64,
        log_columns: u32,
    ) {
        let (j, p) = (thread::block_idx_y(), thread::block_idx_z());
        let tiling = Tiling::new(shape.outer, shape.inner / W::WORDS, log_columns);
        let tile = tiling.tile(thread::block_idx_x());
        let (len, n, points) = (shape.len, shape.coefficients, shape.len * shape.cosets);
        let (inner, words) = ((shape.inner / W::WORDS) as usize, W::WORDS as usize);
        // SAFETY: as in `evaluate_tile`; threads without a column read and write nothing.
        unsafe {
            let field = W::field(*primes.add(p as usize));
            let memory = W::shared(dynamic_shared_mem::<u32>());
            let (place, team, memory) = tiling.column(&tile, Block::current(), len, memory);
            let source = source.add(start(shape, p, 0, n) + words * tiling.start(&tile, place, n));
            let scales = scales.add((p * shape.cosets + j) as usize * n as usize);
            let coefficients = W::row(source.cast_mut(), inner);
            let values = || {
                let base = start(shape, p, 0, points) + words * tiling.start(&tile, place, points);
                W::row(target.add(base + (j * len) as usize * shape.inner as usize), inner)
            };
            steps::forward(
                &field,
                team,
                (len, len, Passes::from_code(passes)),
                &Twiddles::new(W::table(powers.add(p as usize * len as usize)), len, false),
                memory,
                &ColumnCoefficients { field: &field, coefficients, count: n, scales: W::table(scales), len },
                &mut ColumnValues { field: &field, values },
            );
        }
    }

    /// `interpolate_columns` and its like.
    #[inline(always)]
    pub unsafe fn interpolate_columns<W: Width>(
        (primes, powers, scales): (*const Mont31, *const u32, *const u32),
        data: *mut u32,
        shape: &AxisShape,
        passes: u64,
        log_columns: u32,
    ) {
        let (j, p) = (thread::block_idx_y(), thread::block_idx_z());
        let tiling = Tiling::new(shape.outer, shape.inner / W::WORDS, log_columns);
        let tile = tiling.tile(thread::block_idx_x());
        let (len, points) = (shape.len, shape.len * shape.cosets);
        let (inner, words) = ((shape.inner / W::WORDS) as usize, W::WORDS as usize);
        // SAFETY: as in `interpolate_tile`. All elements of a column are read before the barrier behind the first step, or a butterfly's
        // by the thread that writes them.
        unsafe {
            let field = W::field(*primes.add(p as usize));
            let memory = W::shared(dynamic_shared_mem::<u32>());
            let (place, team, memory) = tiling.column(&tile, Block::current(), len, memory);
            let values = || {
                let base = start(shape, p, 0, points) + words * tiling.start(&tile, place, points);
                W::row(data.add(base + (j * len) as usize * shape.inner as usize), inner)
            };
            let scales = W::table(scales.add((p * shape.cosets + j) as usize * len as usize));
            let target = ColumnValues { field: &field, values };
            steps::inverse(
                &field,
                team,
                (len, Passes::from_code(passes)),
                &Twiddles::new(W::table(powers.add(p as usize * len as usize)), len, true),
                memory,
                &ColumnValues { field: &field, values },
                &mut Scaled { field: &field, scales, len, target },
            );
        }
    }

    /// Evaluation of few coefficients directly, see [`crate::transform::orbit`]: K / 3 groups of three in each sum. Block (c j + b, k, p),
    /// c = ceil(len / r / 128), r the radix of the last pass: orbits 128 b .. of coset j, two a thread, of vectors `chunk` k .. of
    /// prime p. `shifts` has cosets words a prime; there are less than 2^32 vectors.
    #[inline(always)]
    pub unsafe fn evaluate_orbits<const K: usize>(
        (primes, powers, shifts): (*const Mont31, *const u32, *const u32),
        (source, target): (*const u32, *mut u32),
        shape: &AxisShape,
        passes: u64,
        chunk: u32,
    ) {
        let (x, p, t) = (thread::block_idx_x(), thread::block_idx_z(), thread::thread_idx_x());
        let (len, n, inner) = (shape.len, shape.coefficients, shape.inner as usize);
        let passes = Passes::from_code(passes);
        let radix = orbit::radix(passes);
        let triples = K as u32 / 3;
        let orbits = len / radix;
        let blocks = orbits.div_ceil(ORBITS);
        let (j, first) = (x / blocks, x % blocks * ORBITS);
        let from = thread::block_idx_y() * chunk;
        let vectors = chunk.min(shape.outer * shape.inner - from);
        let start = |v: u32, n: u32| start(shape, p, v / shape.inner, n) + (v % shape.inner) as usize;
        // SAFETY: the grid is (blocks cosets, ceil(vectors / chunk), primes); tables and tensors have the shapes of the module
        // header; the shared block has orbits_shared(chunk, ..) bytes. Barriers separate the loading of the coefficients from their
        // use, and each warp's staging words are its own, with warp barriers between writing and reading.
        unsafe {
            let field = *primes.add(p as usize);
            let shared = dynamic_shared_mem::<u32>();
            // Group g of a vector: coefficients a + r (3 t + i), i < 3, for a = g / triples, t = g % triples.
            let groups = radix * triples;
            let mut at = t;
            while at < vectors * groups {
                let (v, g) = (at / groups, at % groups);
                let (a, t) = (g / triples, g % triples);
                let base = source.add(start(from + v, n));
                for i in 0..3 {
                    let index = a + radix * (3 * t + i);
                    let value = if index < n { *base.add(index as usize * inner) } else { 0 };
                    shared.st(4 * at + i, value);
                }
                at += ORBIT_THREADS;
            }
            thread::sync_threads();
            let table = GlobalRow::read_only(powers.add(p as usize * len as usize), 1);
            let w = Twiddles::new(table, len, false);
            let shift = *shifts.add((p * shape.cosets + j) as usize);
            // Orbits beyond the last compute the last one and are not written.
            let point = |m: u32| orbit::first_point(&field, shift, m.min(orbits - 1) * radix, passes, &w);
            let here = Powers::<K>::new(&field, point(first + t), point(first + ORBIT_THREADS + t), radix, &w);
            let (lane, warp) = (warp::lane_id(), t / warp::SIZE);
            let staging = shared.add(4 * chunk * groups + warp * warp::SIZE * radix);
            let points = len * shape.cosets;
            // Values of an orbit are four neighbours at a multiple of four.
            let wide = radix == 4 && inner == 1;
            for v in 0..vectors {
                let [one, two] = here.values(&field, radix, |a, t| {
                    let [c0, c1, c2, _] = shared.ld4(4 * (v * groups + a * triples + t));
                    [c0, c1, c2]
                });
                let target = target.add(start(from + v, points));
                // The warp's orbits from `first` on are consecutive positions, up to the coset's end.
                let write = |first: u32, values: [u32; 5]| {
                    if wide {
                        let m = first + t;
                        if m < orbits {
                            let [v0, v1, v2, v3, _] = values;
                            *target.add((j * len + 4 * m) as usize).cast::<Four>() = Four([v0, v1, v2, v3]);
                        }
                        return;
                    }
                    warp::sync_warp(warp::FULL);
                    for k in 0..5 {
                        if k < radix {
                            staging.st(lane * radix + k, values[k as usize]);
                        }
                    }
                    warp::sync_warp(warp::FULL);
                    let begin = (first + warp * warp::SIZE) * radix;
                    for k in 0..5 {
                        let i = begin + k * warp::SIZE + lane;
                        if k < radix && i < len {
                            *target.add((j * len + i) as usize * inner) = staging.ld(k * warp::SIZE + lane);
                        }
                    }
                };
                write(first, one);
                write(first + ORBIT_THREADS, two);
            }
        }
    }
}

/// Evaluation of a tile of 2^`log_columns` columns on one coset in shared memory ([`Tiling::words`]): scale, fold, transform. Block
/// (x, j, p): tile x, coset j, prime p. `target` has len cosets elements a vector, in the transform's order.
#[kernel(family = "transform", block = 256, min_blocks = 2)]
pub unsafe fn evaluate_tile(
    primes: *const Mont31,
    powers: *const u32,
    scales: *const u32,
    source: *const u32,
    target: *mut u32,
    shape: AxisShape,
    passes: u64,
    log_columns: u32,
) {
    let (j, p) = (thread::block_idx_y(), thread::block_idx_z());
    let tiling = Tiling::new(shape.outer, shape.inner, log_columns);
    let tile = tiling.tile(thread::block_idx_x());
    let (len, n, inner, points) = (shape.len, shape.coefficients, shape.inner as usize, shape.len * shape.cosets);
    // SAFETY: the grid is (tiles, cosets, primes); tables and tensors have the shapes of the module header; the shared block has the
    // tiling's words, and all threads of the block take part.
    unsafe {
        let field = *primes.add(p as usize);
        let source = source.add(body::start(&shape, p, 0, n));
        let scale = scales.add((p * shape.cosets + j) as usize * n as usize);
        let target = target.add(body::start(&shape, p, 0, points) + (j * len) as usize * inner);
        let table = GlobalRow::read_only(powers.add(p as usize * len as usize), 1);
        tile::transform::<_, _, _, _, false>(
            &field,
            Block::current(),
            (&tiling, &tile),
            SharedRow::new(dynamic_shared_mem(), 1),
            (len, Passes::from_code(passes), &Twiddles::new(table, len, false)),
            |at| body::folded(&field, &shape, at.k, source.add(tiling.start(&tile, at, n)), scale),
            |at, value| *target.add(tiling.start(&tile, at, points) + at.k as usize * inner) = value,
        );
    }
}

/// Threads of a block of `evaluate_columns` and `interpolate_columns`.
pub const COLUMN_THREADS: u32 = 128;

macro_rules! evaluate_columns {
    ($($name:ident, $width:ident, $words:literal;)*) => { $(
        #[doc = "The same for a tile at a stride that is read and written by whole sectors: straight from and to global memory, in few steps,"]
        #[doc = concat!("see [`crate::transform::steps`]. A column has ", $words, " in a row; the stride is a multiple of that. The")]
        #[doc = "shared block is not used where one step is enough."]
        #[kernel(family = "transform", block = 128, min_blocks = 4)]
        pub unsafe fn $name(
            primes: *const Mont31,
            powers: *const u32,
            scales: *const u32,
            source: *const u32,
            target: *mut u32,
            shape: AxisShape,
            passes: u64,
            log_columns: u32,
        ) {
            // SAFETY: the caller's.
            unsafe { body::evaluate_columns::<body::$width>((primes, powers, scales), (source, target), &shape, passes, log_columns) };
        }
    )* };
}

evaluate_columns! {
    evaluate_columns, Single, "one word";
    evaluate_column_pairs, Double, "two words";
}

/// Threads of a block of `evaluate_lines` and `interpolate_lines`.
pub const LINE_THREADS: u32 = 64;

/// Bytes of shared memory of those for `vectors` vectors of `len` elements.
pub const fn lines_shared(vectors: u32, len: u32) -> u32 {
    4 * (vectors * len).div_ceil(16) * 17
}

/// The same where vectors lie one behind the other, of a multiple of 4 elements: block (x, j, p) has vectors `vectors` x .. of prime p,
/// and [`lines_shared`].
#[kernel(family = "transform", block = 64, min_blocks = 10)]
pub unsafe fn evaluate_lines(
    primes: *const Mont31,
    powers: *const u32,
    scales: *const u32,
    source: *const u32,
    target: *mut u32,
    shape: AxisShape,
    passes: u64,
    vectors: u32,
) {
    let (j, p) = (thread::block_idx_y(), thread::block_idx_z());
    let first = thread::block_idx_x() * vectors;
    let count = vectors.min(shape.outer - first);
    let (len, n, points) = (shape.len, shape.coefficients, shape.len * shape.cosets);
    // SAFETY: the grid is (tiles, cosets, primes); tables and tensors have the shapes of the module header; all threads take part.
    unsafe {
        let field = *primes.add(p as usize);
        let scales = scales.add((p * shape.cosets + j) as usize * n as usize);
        let table = GlobalRow::read_only(powers.add(p as usize * len as usize), 1);
        steps::forward(
            &field,
            Block::current(),
            (count * len, len, Passes::from_code(passes)),
            &Twiddles::new(table, len, false),
            body::Padded(SharedRow::new(dynamic_shared_mem(), 1)),
            &body::LineCoefficients {
                field: &field,
                coefficients: source.add(body::start(&shape, p, first, n)),
                count: n,
                scales: GlobalRow::read_only(scales, 1),
                len,
            },
            &mut body::LineValues {
                values: target.add(body::start(&shape, p, first, points) + (j * len) as usize),
                len,
                points,
            },
        );
    }
}

/// Orbits of a block of `evaluate_orbits_1` and its like: two a thread.
pub const ORBITS: u32 = 128;
/// Threads of such a block.
pub const ORBIT_THREADS: u32 = ORBITS / 2;

/// Bytes of shared memory of those for `vectors` polynomials: coefficients in groups of three, 16 bytes each, and one orbit of each
/// thread.
pub const fn orbits_shared(vectors: u32, radix: u32, triples: u32) -> u32 {
    16 * vectors * radix * triples + 4 * radix * ORBITS / 2
}

// Blocks that fit together bound the registers: as many as go without spilling.
macro_rules! evaluate_orbits {
    ($($name:ident, $powers:literal, $blocks:literal;)*) => { $(
        #[doc = concat!("Direct evaluation, ", stringify!($powers), " / 3 groups of three coefficients in each sum.")]
        #[kernel(family = "transform", block = 64, min_blocks = $blocks)]
        pub unsafe fn $name(
            primes: *const Mont31,
            powers: *const u32,
            shifts: *const u32,
            source: *const u32,
            target: *mut u32,
            shape: AxisShape,
            passes: u64,
            chunk: u32,
        ) {
            // SAFETY: the caller's.
            unsafe { body::evaluate_orbits::<$powers>((primes, powers, shifts), (source, target), &shape, passes, chunk) };
        }
    )* };
}

evaluate_orbits! {
    evaluate_orbits_1, 3, 10;
    evaluate_orbits_2, 6, 12;
    evaluate_orbits_3, 9, 10;
    evaluate_orbits_4, 12, 10;
    evaluate_orbits_5, 15, 8;
    evaluate_orbits_6, 18, 8;
    evaluate_orbits_7, 21, 8;
    evaluate_orbits_8, 24, 8;
}

/// The first step of an evaluation too long for shared memory: scale and fold into `target`. Blocks of planes \[len\]\[inner\], (.., j, p).
#[kernel(family = "transform", block = 256)]
pub unsafe fn evaluate_fold(
    primes: *const Mont31,
    scales: *const u32,
    source: *const u32,
    target: *mut u32,
    shape: AxisShape,
) {
    let (j, p) = (thread::block_idx_y(), thread::block_idx_z());
    let (len, n, points) = (shape.len, shape.coefficients, shape.len * shape.cosets);
    if let Some((o, k, i)) = body::in_plane(&shape, len) {
        // SAFETY: the grid covers the planes, cosets and primes; each thread has an element of the target for itself.
        unsafe {
            let field = *primes.add(p as usize);
            let source = source.add(body::start(&shape, p, o, n) + i as usize);
            let scale = scales.add((p * shape.cosets + j) as usize * n as usize);
            let at = (j * len + k) as usize * shape.inner as usize + i as usize;
            *target.add(body::start(&shape, p, o, points) + at) = body::folded(&field, &shape, k, source, scale);
        }
    }
}

/// One pass of a transform in global memory, on blocks of `n` elements: forward, or inverse for `inverse` = 1. Blocks of planes
/// \[len / radix\]\[inner\], (.., j, p): a butterfly a thread. They are in the first dimension, the only one that takes more than 65535.
#[kernel(family = "transform", block = 128)]
pub unsafe fn transform_pass(
    primes: *const Mont31,
    powers: *const u32,
    data: *mut u32,
    shape: AxisShape,
    n: u32,
    radix: u32,
    inverse: u32,
) {
    let (j, p) = (thread::block_idx_y(), thread::block_idx_z());
    let (len, inner) = (shape.len, shape.inner as usize);
    if let Some((o, index, i)) = body::in_plane(&shape, len / radix) {
        // SAFETY: butterfly `index` touches elements of its own of the coset's len elements of vector i.
        unsafe {
            let field = *primes.add(p as usize);
            let base = data.add(body::start(&shape, p, o, len * shape.cosets) + i as usize);
            let mut row = GlobalRow::new(base.add((j * len) as usize * inner), inner);
            let table = GlobalRow::read_only(powers.add(p as usize * len as usize), 1);
            let twiddles = Twiddles::new(table, len, inverse != 0);
            if inverse != 0 {
                ntt::inverse_butterfly(&field, &mut row, n, radix, index, &twiddles);
            } else {
                ntt::forward_butterfly(&field, &mut row, n, radix, index, &twiddles);
            }
        }
    }
}

/// Interpolation of a tile of 2^`log_columns` columns on one coset in shared memory ([`Tiling::words`]): inverse transform, then the
/// factors of `scales` (s^-k / len). In place. Block (x, j, p) as in `evaluate_tile`.
#[kernel(family = "transform", block = 256, min_blocks = 2)]
pub unsafe fn interpolate_tile(
    primes: *const Mont31,
    powers: *const u32,
    scales: *const u32,
    data: *mut u32,
    shape: AxisShape,
    passes: u64,
    log_columns: u32,
) {
    let (j, p) = (thread::block_idx_y(), thread::block_idx_z());
    let tiling = Tiling::new(shape.outer, shape.inner, log_columns);
    let tile = tiling.tile(thread::block_idx_x());
    let (len, inner, points) = (shape.len, shape.inner as usize, shape.len * shape.cosets);
    // SAFETY: as in `evaluate_tile`; each block has its coset of its vectors to itself, and a thread writes what it has read.
    unsafe {
        let field = *primes.add(p as usize);
        let base = data.add(body::start(&shape, p, 0, points) + (j * len) as usize * inner);
        let scale = scales.add((p * shape.cosets + j) as usize * len as usize);
        let table = GlobalRow::read_only(powers.add(p as usize * len as usize), 1);
        tile::transform::<_, _, _, _, true>(
            &field,
            Block::current(),
            (&tiling, &tile),
            SharedRow::new(dynamic_shared_mem(), 1),
            (len, Passes::from_code(passes), &Twiddles::new(table, len, true)),
            |at| *base.add(tiling.start(&tile, at, points) + at.k as usize * inner),
            |at, value| {
                let scaled = field.mul(value, *scale.add(at.k as usize));
                *base.add(tiling.start(&tile, at, points) + at.k as usize * inner) = scaled;
            },
        );
    }
}

macro_rules! interpolate_columns {
    ($($name:ident, $width:ident, $blocks:literal;)*) => { $(
        #[doc = concat!("The same for a tile as `evaluate_", stringify!($name), "` takes it.")]
        #[kernel(family = "transform", block = 128, min_blocks = $blocks)]
        pub unsafe fn $name(
            primes: *const Mont31,
            powers: *const u32,
            scales: *const u32,
            data: *mut u32,
            shape: AxisShape,
            passes: u64,
            log_columns: u32,
        ) {
            // SAFETY: the caller's.
            unsafe { body::interpolate_columns::<body::$width>((primes, powers, scales), data, &shape, passes, log_columns) };
        }
    )* };
}

interpolate_columns! {
    interpolate_columns, Single, 5;
    interpolate_column_pairs, Double, 4;
}

/// The same for vectors as `evaluate_lines` takes them.
#[kernel(family = "transform", block = 64, min_blocks = 10)]
pub unsafe fn interpolate_lines(
    primes: *const Mont31,
    powers: *const u32,
    scales: *const u32,
    data: *mut u32,
    shape: AxisShape,
    passes: u64,
    vectors: u32,
) {
    let (j, p) = (thread::block_idx_y(), thread::block_idx_z());
    let first = thread::block_idx_x() * vectors;
    let count = vectors.min(shape.outer - first);
    let (len, points) = (shape.len, shape.len * shape.cosets);
    // SAFETY: as in `evaluate_lines` and `interpolate_columns`.
    unsafe {
        let field = *primes.add(p as usize);
        let start = data.add(body::start(&shape, p, first, points) + (j * len) as usize);
        let values = || body::LineValues { values: start, len, points };
        let scales = GlobalRow::read_only(scales.add((p * shape.cosets + j) as usize * len as usize), 1);
        let table = GlobalRow::read_only(powers.add(p as usize * len as usize), 1);
        steps::inverse(
            &field,
            Block::current(),
            (count * len, Passes::from_code(passes)),
            &Twiddles::new(table, len, true),
            body::Padded(SharedRow::new(dynamic_shared_mem(), 1)),
            &values(),
            &mut body::Scaled { field: &field, scales, len, target: values() },
        );
    }
}

/// The last step of an interpolation too long for shared memory: the factors of `scales`. Blocks of planes \[len\]\[inner\], (.., j, p).
#[kernel(family = "transform", block = 256)]
pub unsafe fn interpolate_scale(primes: *const Mont31, scales: *const u32, data: *mut u32, shape: AxisShape) {
    let (j, p) = (thread::block_idx_y(), thread::block_idx_z());
    let len = shape.len;
    if let Some((o, k, i)) = body::in_plane(&shape, len) {
        // SAFETY: the grid covers the planes, cosets and primes; each thread has an element for itself.
        unsafe {
            let field = *primes.add(p as usize);
            let scale = scales.add((p * shape.cosets + j) as usize * len as usize);
            let at = (j * len + k) as usize * shape.inner as usize + i as usize;
            let element = data.add(body::start(&shape, p, o, len * shape.cosets) + at);
            *element = field.mul(*element, *scale.add(k as usize));
        }
    }
}

/// Coefficient k + m len of a vector from the cosets' coefficients k: sum_j unmix\[p\]\[m\]\[j\] source\[j len + k\]. Blocks of planes
/// \[len cosets\]\[inner\], (.., p).
#[kernel(family = "transform", block = 128)]
pub unsafe fn interpolate_unmix(
    primes: *const Mont31,
    unmix: *const u32,
    source: *const u32,
    target: *mut u32,
    shape: AxisShape,
) {
    let p = thread::block_idx_y();
    let (points, inner) = (shape.len * shape.cosets, shape.inner as usize);
    if let Some((o, element, i)) = body::in_plane(&shape, points) {
        let (m, k) = (element / shape.len, element % shape.len);
        // SAFETY: the grid covers the planes and primes; source and target are different buffers.
        unsafe {
            let field = *primes.add(p as usize);
            let at = body::start(&shape, p, o, points) + i as usize;
            let row = GlobalRow::read_only(unmix.add(((p * shape.cosets + m) * shape.cosets) as usize), 1);
            let found = |j: u32| *source.add(at + (j * shape.len + k) as usize * inner);
            *target.add(at + element as usize * inner) = coset::unmixed(&field, &row, found, shape.cosets);
        }
    }
}
