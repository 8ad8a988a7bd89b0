//! Tiles of neighbouring vectors: what the stages along an axis take at a time.
//!
//! In a tensor \[outer\]\[n\]\[inner\] the vectors lie at stride `inner`. A tile is a few neighbours among those with one outer index: it
//! is read a line of neighbours after the other, transformed in scratch memory, vector behind vector, and written line by line. Where
//! `inner` is 1 the vectors lie one behind the other already, and are transformed where they are to be.
//!
//! Tasks are blocks of tiles, so that the threads share everything but the axis. A block's lines are taken apart beforehand: they
//! are disjoint slices of the output.

use crate::alone::prelude::*;
use crate::engine::cpu::bundle::Watch;
use crate::engine::cpu::word::{CpuWord, Lanes};
use crate::tasks::Tasks;

/// A tensor \[outer\]\[n\]\[inner\] and how many elements take the place of n.
pub(super) struct Shape {
    pub outer: usize,
    pub n: usize,
    pub points: usize,
    pub inner: usize,
}

/// The vectors of a tile that are read: element k of vector c is at k `element` + c `column`.
#[derive(Clone, Copy)]
pub(super) struct Vectors<'a, E> {
    from: &'a [E],
    element: usize,
    column: usize,
}

impl<E: Copy> Vectors<'_, E> {
    /// Element `k` of vector `c`.
    #[inline(always)]
    pub fn get(&self, k: usize, c: usize) -> E {
        self.from[k * self.element + c * self.column]
    }

    /// Whether elements of one number lie beside each other; otherwise those of one vector do.
    #[inline(always)]
    pub fn lie_side_by_side(&self) -> bool {
        self.column == 1
    }
}

/// A stage that works on tiles.
pub(super) trait TileStage<B: Lanes<Modulus: CpuWord>>: Sync {
    /// Makes `rows`, as many vectors of [`Shape::points`] elements one behind the other, from the vectors of `source`.
    fn tile(&self, source: Vectors<'_, B::Elem>, rows: &mut [B::Elem]);
}

/// Bytes of the rows of a tile: two tiles fit in a small L2 cache.
const TILE: usize = 1 << 17;

/// Most vectors of a tile. With 4 interpolation is slower, with 16 evaluation at stride 1 is
/// (`benches/results/2026-11-23-epyc-axes.txt`).
const WIDTH: usize = 8;

/// Bytes of the rows of a task, if they are short.
const TASK: usize = 1 << 18;

/// Bytes of its part of a line, at least, where there are vectors enough: each such slice takes 16 bytes itself.
const PART: usize = 512;

/// Elements up to which one thread fills a vector.
const SHORT: usize = 1 << 12;

/// `count` zeros. Filling long vectors, and having their memory mapped, is work for all threads.
fn zeros<E: Copy + Send + Sync>(zero: E, count: usize) -> Vec<E> {
    if count <= SHORT { vec![zero; count] } else { (0..count).into_par_iter().map(|_| zero).collect() }
}

/// Vectors that one task takes, and vectors of its tiles: few enough that there is work for all threads.
fn widths(shape: &Shape, bytes: usize) -> (usize, usize) {
    let row = shape.points * bytes;
    let share = (shape.outer * shape.inner).div_ceil(4 * rayon::current_num_threads());
    let task = (TASK / row).max(PART / bytes).clamp(1, share.max(1));
    let width = (TILE / row).clamp(1, WIDTH).min(task);
    (task / width * width, width)
}

/// Runs `stage` on all vectors of a tensor.
pub(super) fn run<B: Lanes<Modulus: CpuWord>, S: TileStage<B>>(
    field: &B,
    stage: &S,
    input: &[B::Elem],
    shape: &Shape,
    watch: Watch<'_>,
) -> Vec<B::Elem> {
    let &Shape { outer, n, points, inner } = shape;
    let mut output = zeros(field.zero(), outer * points * inner);
    if output.is_empty() || n == 0 {
        return output;
    }
    let tasks = watch.tasks(outer * inner);
    let (task, width) = widths(shape, size_of::<B::Elem>());
    if inner == 1 {
        output.par_chunks_mut(points * task).zip(input.par_chunks(n * task)).for_each(|(target, source)| {
            one_task(&tasks, target.len() / points, || {
                field.simd(Neighbours { stage, source, target, shape, width });
            });
        });
        return output;
    }
    output.par_chunks_mut(points * inner).zip(input.par_chunks(n * inner)).for_each(|(target, source)| {
        let mut blocks: Vec<Vec<&mut [B::Elem]>> = Vec::new();
        blocks.resize_with(inner.div_ceil(task), || Vec::with_capacity(points));
        for line in target.chunks_mut(inner) {
            for (block, part) in blocks.iter_mut().zip(line.chunks_mut(task)) {
                block.push(part);
            }
        }
        blocks.into_par_iter().enumerate().for_each(|(number, lines)| {
            one_task(&tasks, lines.first().map_or(0, |line| line.len()), || {
                let scratch = vec![field.zero(); points * width];
                field.simd(Strided { stage, source, first: number * task, lines, shape, width, scratch });
            });
        });
    });
    output
}

/// A task of so many vectors, unless work is to end.
fn one_task(tasks: &Tasks<'_>, vectors: usize, work: impl FnOnce()) {
    if !tasks.is_stopped() {
        work();
        tasks.done(vectors);
    }
}

/// Vectors one behind the other.
struct Neighbours<'a, B: Lanes, S> {
    stage: &'a S,
    source: &'a [B::Elem],
    target: &'a mut [B::Elem],
    shape: &'a Shape,
    width: usize,
}

impl<B: Lanes<Modulus: CpuWord>, S: TileStage<B>> pulp::NullaryFnOnce for Neighbours<'_, B, S> {
    type Output = ();
    #[inline(always)]
    fn call(self) {
        let Neighbours { stage, source, target, shape: &Shape { n, points, .. }, width } = self;
        for (from, rows) in source.chunks(n * width).zip(target.chunks_mut(points * width)) {
            stage.tile(Vectors { from, element: 1, column: n }, rows);
        }
    }
}

/// Vectors side by side, from `first` on: `lines` are where their elements go, all of one point beside each other.
struct Strided<'a, B: Lanes, S> {
    stage: &'a S,
    source: &'a [B::Elem],
    first: usize,
    lines: Vec<&'a mut [B::Elem]>,
    shape: &'a Shape,
    width: usize,
    scratch: Vec<B::Elem>,
}

impl<B: Lanes<Modulus: CpuWord>, S: TileStage<B>> pulp::NullaryFnOnce for Strided<'_, B, S> {
    type Output = ();
    #[inline(always)]
    fn call(self) {
        let Strided { stage, source, first, mut lines, shape: &Shape { points, inner, .. }, width, mut scratch } = self;
        let vectors = lines.first().map_or(0, |line| line.len());
        for at in (0..vectors).step_by(width) {
            let count = width.min(vectors - at);
            let rows = &mut scratch[..points * count];
            stage.tile(Vectors { from: &source[first + at..], element: inner, column: 1 }, rows);
            for (i, line) in lines.iter_mut().enumerate() {
                for (c, value) in line[at..at + count].iter_mut().enumerate() {
                    *value = rows[c * points + i];
                }
            }
        }
    }
}
