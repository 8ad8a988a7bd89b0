//! The transforms of family `stockham` in all three situations, and its transposition, against one host thread.

use super::stream;
use cuda_std::DevicePtr;
use eliminant::engine::cuda::{DeviceBuffer, Stream};
use gpu::Field;
use gpu::arith::{Mont31, prime};
use gpu::kernels::stockham::{
    StockhamEvaluate, StockhamInterpolate, StockhamTranspose, TRANSPOSE_SHARED, VectorShape, shared,
};
use gpu::team::Solo;
use gpu::transform::coset;
use gpu::transform::ntt::Twiddles;
use gpu::transform::stockham::{self, Launch, Situation};
use std::cell::Cell;

/// The largest primes 1 modulo `len`.
fn fields(len: u32) -> Vec<Mont31> {
    let candidates = (0..).map(|k| (Mont31::MAX - 1) / len * len + 1 - k * len);
    candidates.filter(|&p| prime::is_prime(p)).take(3).map(|p| Mont31::new(p).unwrap()).collect()
}

fn random(m: &Mont31, seed: usize) -> u32 {
    m.enter((seed as u32).wrapping_mul(2_654_435_761) >> 3)
}

/// Tables and vectors of one shape.
struct Case {
    shape: VectorShape,
    fields: Vec<Mont31>,
    powers: Vec<u32>,
    /// [prime][coset][coefficient].
    scales: Vec<u32>,
    /// [prime][vector][coefficient].
    source: Vec<u32>,
}

impl Case {
    fn new(vectors: u32, (len, cosets): (u32, u32), coefficients: u32) -> Self {
        let fields = fields(len);
        let numbers = |count: u32, seed: usize| -> Vec<u32> {
            let of = |(p, m): (usize, &Mont31)| -> Vec<u32> {
                (0..count as usize).map(|i| random(m, seed + 77 * p + i)).collect()
            };
            fields.iter().enumerate().flat_map(of).collect()
        };
        let table = |m: &Mont31| {
            let root = prime::root_of_unity(m, len).unwrap();
            (0..len).map(|i| m.pow(root, i)).collect::<Vec<_>>()
        };
        Case {
            powers: fields.iter().flat_map(table).collect(),
            scales: numbers(cosets * coefficients.max(len), 5),
            source: numbers(vectors * coefficients, 9),
            shape: VectorShape { vectors, coefficients, len, cosets, of_block: 0 },
            fields,
        }
    }

    /// Transforms of all vectors on all cosets, a vector at a time: of `load(p, v, j, k)`, as `store(p, j, k, value)` makes them.
    fn transforms(
        &self,
        inverse: bool,
        load: impl Fn(usize, usize, usize, u32) -> u32,
        store: impl Fn(usize, usize, u32, u32) -> u32,
    ) -> Vec<u32> {
        let VectorShape { vectors, len, cosets, .. } = self.shape;
        let mut out = Vec::new();
        for (p, field) in self.fields.iter().enumerate() {
            let w = Twiddles::new(&self.powers[p * len as usize..][..len as usize], len, inverse);
            for (v, j) in (0..vectors as usize).flat_map(|v| (0..cosets as usize).map(move |j| (v, j))) {
                let memories = [0, 1].map(|_| vec![Cell::new(0); len as usize]);
                let both = [&memories[0][..], &memories[1][..]];
                let load = |_: u32, k: u32| load(p, v, j, k);
                stockham::transform(field, Solo, (1, len), &w, both, load, |_, k, x| out.push(store(p, j, k, x)));
            }
        }
        out
    }

    fn evaluated(&self) -> Vec<u32> {
        let VectorShape { vectors, coefficients: n, len, cosets, .. } = self.shape;
        let load = |p: usize, v: usize, j: usize, k: u32| {
            let f = &self.source[(p * vectors as usize + v) * n as usize..][..n as usize];
            let scales = &self.scales[(p * cosets as usize + j) * n as usize..][..n as usize];
            coset::folded(&self.fields[p], (&f, n), &scales, k, len)
        };
        self.transforms(false, load, |_, _, _, value| value)
    }

    fn inverted(&self, values: &[u32]) -> Vec<u32> {
        let VectorShape { vectors, len, cosets, .. } = self.shape;
        let (vectors, len, cosets) = (vectors as usize, len as usize, cosets as usize);
        let load = |p: usize, v: usize, j: usize, k: u32| values[((p * vectors + v) * cosets + j) * len + k as usize];
        let scale = |p: usize, j: usize, k: u32| self.scales[(p * cosets + j) * len + k as usize];
        self.transforms(true, load, |p, j, k, value| self.fields[p].mul(value, scale(p, j, k)))
    }
}

/// The tables of a case on a device.
struct Device<'a> {
    stream: &'a Stream,
    case: &'a Case,
    constants: DeviceBuffer<u32>,
    powers: DeviceBuffer<u32>,
    scales: DeviceBuffer<u32>,
    source: DeviceBuffer<u32>,
}

impl<'a> Device<'a> {
    fn new(stream: &'a Stream, case: &'a Case) -> Self {
        let constants: Vec<u32> = case.fields.iter().flat_map(|m| m.words()).collect();
        let send = |words: &[u32]| stream.copy_of(words).unwrap();
        let (constants, powers, scales) = (send(&constants), send(&case.powers), send(&case.scales));
        Device { stream, case, constants, powers, scales, source: send(&case.source) }
    }

    /// Both kernels where the device runs so many blocks at a time; the situation that is.
    fn check(&self, at_once: u32, (expected, inverted): (&[u32], &[u32])) -> Situation {
        let VectorShape { vectors, len, cosets, .. } = self.case.shape;
        let launch = Launch::new(vectors, len, at_once);
        let shape = VectorShape { of_block: launch.vectors, ..self.case.shape };
        let (grid, bytes) = ((launch.blocks, cosets, self.case.fields.len() as u32), shared(&launch, len));
        let target = self.stream.zeroed::<u32>(expected.len()).unwrap();
        let primes = DevicePtr::from_raw(self.constants.as_ptr().as_raw());
        let (powers, scales, data) = (self.powers.as_ptr(), self.scales.as_ptr(), target.as_ptr());
        let kernel = StockhamEvaluate { primes, powers, scales, source: self.source.as_ptr(), target: data, shape };
        // SAFETY: tables and vectors have the shapes the kernel asks for, and the launch's shared memory.
        unsafe { self.stream.launch(&kernel, grid, bytes).unwrap() };
        assert!(target.to_vec().unwrap() == expected, "evaluated, {launch:?}, length {len}");
        let kernel = StockhamInterpolate { primes, powers, scales, data, shape };
        // SAFETY: as above.
        unsafe { self.stream.launch(&kernel, grid, bytes).unwrap() };
        assert!(target.to_vec().unwrap() == inverted, "inverted, {launch:?}, length {len}");
        launch.situation
    }
}

#[test]
fn all_situations_equal_the_host() {
    let Some(stream) = stream() else { return };
    let mut seen = Vec::new();
    for (vectors, axis, n) in [
        (1, (1, 1), 1),
        (7, (1, 3), 5),
        (600, (1, 1), 1),
        (9, (2, 1), 3),
        (5, (64, 2), 40),
        (300, (64, 1), 64),
        (40, (1024, 1), 700),
        (3, (8192, 1), 8192),
        (5, (8192, 2), 9000),
        (1, (4096, 3), 12_000),
        (33, (32, 1), 100),
    ] {
        let case = Case::new(vectors, axis, n);
        let expected = case.evaluated();
        let inverted = case.inverted(&expected);
        let device = Device::new(&stream, &case);
        seen.extend([1, 2, 5, 1000].map(|at_once| device.check(at_once, (&expected, &inverted))));
    }
    for situation in [Situation::OneBlock, Situation::Blocks, Situation::Rounds] {
        assert!(seen.contains(&situation), "{situation:?}");
    }
}

#[test]
fn transposition_equals_the_host() {
    let Some(stream) = stream() else { return };
    for (primes, outer, rows, columns) in
        [(1, 1, 1, 1), (2, 3, 5, 7), (3, 1, 32, 32), (1, 4, 33, 31), (2, 2, 1000, 3), (1, 2, 40, 700), (5, 70, 65, 64)]
    {
        let all = (primes * outer * rows * columns) as usize;
        let numbers: Vec<u32> = (0..all as u32).collect();
        let (source, target) = (stream.copy_of(&numbers).unwrap(), stream.zeroed::<u32>(all).unwrap());
        let kernel = StockhamTranspose { source: source.as_ptr(), target: target.as_ptr(), outer, rows, columns };
        let tiles = stockham::tiles(rows, columns) as u32;
        // SAFETY: the grid is (tiles of all matrices, primes), both buffers have as many elements, and the tile's shared memory.
        unsafe { stream.launch(&kernel, (outer * tiles, primes, 1), TRANSPOSE_SHARED).unwrap() };
        let matrix = |number: u32| {
            let at = move |j: u32, i: u32| number * rows * columns + i * columns + j;
            (0..columns).flat_map(move |j| (0..rows).map(move |i| at(j, i)))
        };
        let expected: Vec<u32> = (0..primes * outer).flat_map(matrix).collect();
        assert!(target.to_vec().unwrap() == expected, "{primes} x {outer} of {rows} x {columns}");
    }
}
