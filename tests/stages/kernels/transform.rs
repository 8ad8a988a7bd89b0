//! Tiles of every width, columns and lines in few steps, and launches over planes, against one vector after the other on one host thread.

use super::stream;
use cuda_std::DevicePtr;
use eliminant::engine::cuda::{DeviceBuffer, Stream};
use gpu::Field;
use gpu::arith::{Mont31, prime};
use gpu::kernels::transform::{
    AxisShape, COLUMN_THREADS, EvaluateColumns, EvaluateFold, EvaluateLinePairs, EvaluateLines, EvaluateTile,
    InterpolateColumns, InterpolateLines, InterpolateScale, InterpolateTile, InterpolateUnmix, TransformPass,
    line_pairs_shared, lines_shared,
};
use gpu::team::Solo;
use gpu::transform::ntt::{self, Passes, Twiddles};
use gpu::transform::tile::Tiling;
use gpu::transform::{coset, ntt::ReadRow};

/// The largest primes 1 modulo `len`.
fn fields(len: u32, count: usize) -> Vec<Mont31> {
    let candidates = (0..).map(|k| (Mont31::MAX - 1) / len * len + 1 - k * len);
    candidates.filter(|&p| prime::is_prime(p)).take(count).map(|p| Mont31::new(p).unwrap()).collect()
}

fn random(m: &Mont31, seed: usize) -> u32 {
    m.enter((seed as u32).wrapping_mul(2_654_435_761) >> 3)
}

/// Tables and a tensor of one shape.
struct Case {
    shape: AxisShape,
    fields: Vec<Mont31>,
    powers: Vec<u32>,
    /// [prime][coset][coefficient].
    scales: Vec<u32>,
    /// [prime][outer][coefficient][inner].
    source: Vec<u32>,
    /// A matrix for every prime, of any numbers.
    unmix: Vec<u32>,
}

impl Case {
    fn new((outer, inner): (u32, u32), (len, cosets): (u32, u32), coefficients: u32) -> Self {
        let fields = fields(len, 3);
        let per_prime = |count: usize, seed: usize| -> Vec<u32> {
            let one = |(p, m): (usize, &Mont31)| (0..count).map(|i| random(m, seed + 77 * p + i)).collect::<Vec<_>>();
            fields.iter().enumerate().flat_map(one).collect()
        };
        let table = |m: &Mont31| {
            let root = prime::root_of_unity(m, len).unwrap();
            (0..len).map(|i| m.pow(root, i)).collect::<Vec<_>>()
        };
        Case {
            powers: fields.iter().flat_map(table).collect(),
            scales: per_prime((cosets * coefficients.max(len)) as usize, 5),
            source: per_prime((outer * coefficients * inner) as usize, 9),
            unmix: per_prime((cosets * cosets) as usize, 3),
            shape: AxisShape { outer, inner, coefficients, len, cosets },
            fields,
        }
    }

    fn points(&self) -> u32 {
        self.shape.len * self.shape.cosets
    }

    /// Calls `work` with field number, place of the first element of each vector among `n` to a vector, and its coset.
    fn each(&self, mut work: impl FnMut(usize, usize, usize)) {
        let AxisShape { outer, inner, cosets, .. } = self.shape;
        for p in 0..self.fields.len() {
            for o in 0..outer as usize {
                for i in 0..inner as usize {
                    (0..cosets as usize).for_each(|j| work(p, (p * outer as usize + o) << 32 | i, j));
                }
            }
        }
    }

    fn at(&self, vector: usize, k: u32, n: u32) -> usize {
        ((vector >> 32) * n as usize + k as usize) * self.shape.inner as usize + (vector & 0xffff_ffff)
    }

    /// The result of an evaluation.
    fn evaluated(&self) -> Vec<u32> {
        let AxisShape { coefficients: n, len, cosets, .. } = self.shape;
        let mut out = vec![0; self.source.len() / n as usize * self.points() as usize];
        self.each(|p, vector, j| {
            let m = &self.fields[p];
            let f: Vec<u32> = (0..n).map(|k| self.source[self.at(vector, k, n)]).collect();
            let scales = &self.scales[(p * cosets as usize + j) * n as usize..][..n as usize];
            let mut row: Vec<u32> = (0..len).map(|k| coset::folded(m, (&&f[..], n), &scales, k, len)).collect();
            let powers = &self.powers[p * len as usize..][..len as usize];
            let passes = Passes::new(len).unwrap();
            ntt::forward(m, Solo, &mut row.as_mut_slice(), len, passes, &Twiddles::new(powers, len, false));
            for (k, value) in (0..).zip(row) {
                out[self.at(vector, j as u32 * len + k, self.points())] = value;
            }
        });
        out
    }

    /// The result of the inverse transforms of all cosets of `values`, scaled.
    fn inverted(&self, values: &[u32]) -> Vec<u32> {
        let AxisShape { len, cosets, .. } = self.shape;
        let mut out = vec![0; values.len()];
        self.each(|p, vector, j| {
            let m = &self.fields[p];
            let at = |k: u32| self.at(vector, j as u32 * len + k, self.points());
            let mut row: Vec<u32> = (0..len).map(|k| values[at(k)]).collect();
            let powers = &self.powers[p * len as usize..][..len as usize];
            let passes = Passes::new(len).unwrap();
            ntt::inverse(m, Solo, &mut row.as_mut_slice(), len, passes, &Twiddles::new(powers, len, true));
            for (k, value) in (0..).zip(row) {
                out[at(k)] = m.mul(value, self.scales[(p * cosets as usize + j) * len as usize + k as usize]);
            }
        });
        out
    }

    /// The cosets of `values`, taken apart.
    fn unmixed(&self, values: &[u32]) -> Vec<u32> {
        let AxisShape { len, cosets, .. } = self.shape;
        let mut out = vec![0; values.len()];
        self.each(|p, vector, row| {
            let m = &self.fields[p];
            let matrix = &self.unmix[(p * cosets as usize + row) * cosets as usize..][..cosets as usize];
            for k in 0..len {
                let found = |j: u32| values[self.at(vector, j * len + k, self.points())];
                let expected = (0..cosets).fold(0, |sum, j| m.add(sum, m.mul((&matrix).read(j), found(j))));
                out[self.at(vector, row as u32 * len + k, self.points())] = expected;
            }
        });
        out
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

    fn primes(&self) -> DevicePtr<Mont31> {
        DevicePtr::from_raw(self.constants.as_ptr().as_raw())
    }

    fn grid(&self, x: u32) -> (u32, u32, u32) {
        (x, self.case.shape.cosets, self.case.fields.len() as u32)
    }

    /// Blocks of planes of `rows`.
    fn planes(&self, rows: u32, threads: u32) -> u32 {
        self.case.shape.outer * (rows * self.case.shape.inner).div_ceil(threads)
    }

    fn tiles(&self, log_columns: u32) {
        let (case, AxisShape { outer, inner, len, .. }) = (self.case, self.case.shape);
        let tiling = Tiling::new(outer, inner, log_columns);
        let (shared, grid) = (4 * tiling.words(len) as u32, self.grid(tiling.tiles() as u32));
        if shared as usize > self.stream.context().device().shared_per_block as usize {
            return;
        }
        let passes = Passes::new(len).unwrap().code();
        let (primes, powers, scales, shape) = (self.primes(), self.powers.as_ptr(), self.scales.as_ptr(), case.shape);
        let expected = case.evaluated();
        let target = self.stream.zeroed::<u32>(expected.len()).unwrap();
        let (source, out) = (self.source.as_ptr(), target.as_ptr());
        let kernel = EvaluateTile { primes, powers, scales, source, target: out, shape, passes, log_columns };
        // SAFETY: tables and tensors have the shapes the kernel asks for, and the tiling's shared memory.
        unsafe { self.stream.launch(&kernel, grid, shared).unwrap() };
        assert!(target.to_vec().unwrap() == expected, "evaluated, 2^{log_columns} columns, {shape:?}");
        let kernel = InterpolateTile { primes, powers, scales, data: out, shape, passes, log_columns };
        // SAFETY: as above.
        unsafe { self.stream.launch(&kernel, grid, shared).unwrap() };
        assert!(target.to_vec().unwrap() == case.inverted(&expected), "inverted, 2^{log_columns} columns, {shape:?}");
    }

    /// In few steps by way of registers: columns, and lines where vectors lie one behind the other.
    fn steps(&self, log_columns: u32) {
        let (case, AxisShape { outer, inner, len, .. }) = (self.case, self.case.shape);
        let tiling = Tiling::new(outer, inner, log_columns);
        let (shared, grid) = (4 * tiling.words(len) as u32, self.grid(tiling.tiles() as u32));
        let fits = |shared: u32| shared as usize <= self.stream.context().device().shared_per_block as usize;
        let passes = Passes::new(len).unwrap().code();
        let (primes, powers, scales, shape) = (self.primes(), self.powers.as_ptr(), self.scales.as_ptr(), case.shape);
        let (expected, source) = (case.evaluated(), self.source.as_ptr());
        let inverted = case.inverted(&expected);
        let target = || self.stream.zeroed::<u32>(expected.len()).unwrap();
        if len > 1 && fits(shared) && 1 << log_columns <= COLUMN_THREADS {
            let target = target();
            let data = target.as_ptr();
            let kernel = EvaluateColumns { primes, powers, scales, source, target: data, shape, passes, log_columns };
            // SAFETY: as in `tiles`.
            unsafe { self.stream.launch(&kernel, grid, shared).unwrap() };
            assert!(target.to_vec().unwrap() == expected, "evaluated, 2^{log_columns} columns in steps, {shape:?}");
            let kernel = InterpolateColumns { primes, powers, scales, data, shape, passes, log_columns };
            // SAFETY: as in `tiles`.
            unsafe { self.stream.launch(&kernel, grid, shared).unwrap() };
            assert!(target.to_vec().unwrap() == inverted, "inverted, 2^{log_columns} columns in steps, {shape:?}");
        }
        // Blocks that are full, and a last one that is not.
        let vectors = (1 << log_columns) - log_columns / 2;
        if inner == 1 && len.is_multiple_of(4) && fits(line_pairs_shared(vectors, len)) {
            let grid = self.grid(outer.div_ceil(vectors));
            let target = target();
            let data = target.as_ptr();
            let kernel = EvaluateLinePairs { primes, powers, scales, source, target: data, shape, passes, vectors };
            // SAFETY: tables and tensors have the shapes the kernel asks for, and the lines' shared memory.
            unsafe { self.stream.launch(&kernel, grid, line_pairs_shared(vectors, len)).unwrap() };
            assert!(target.to_vec().unwrap() == expected, "evaluated, {vectors} lines in pairs, {shape:?}");
            let target = self.stream.zeroed::<u32>(expected.len()).unwrap();
            let data = target.as_ptr();
            let kernel = EvaluateLines { primes, powers, scales, source, target: data, shape, passes, vectors };
            // SAFETY: as above.
            unsafe { self.stream.launch(&kernel, grid, lines_shared(vectors, len)).unwrap() };
            assert!(target.to_vec().unwrap() == expected, "evaluated, {vectors} lines, {shape:?}");
            let kernel = InterpolateLines { primes, powers, scales, data, shape, passes, vectors };
            // SAFETY: as above.
            unsafe { self.stream.launch(&kernel, grid, lines_shared(vectors, len)).unwrap() };
            assert!(target.to_vec().unwrap() == inverted, "inverted, {vectors} lines, {shape:?}");
        }
    }

    fn in_planes(&self) {
        let (case, AxisShape { len, .. }) = (self.case, self.case.shape);
        let (primes, powers, scales, shape) = (self.primes(), self.powers.as_ptr(), self.scales.as_ptr(), case.shape);
        let expected = case.evaluated();
        let target = self.stream.zeroed::<u32>(expected.len()).unwrap();
        let (source, data) = (self.source.as_ptr(), target.as_ptr());
        let pass = |n: u32, radix: u32, inverse: u32| {
            let kernel = TransformPass { primes, powers, data, shape, n, radix, inverse };
            // SAFETY: as in `tiles`.
            unsafe { self.stream.launch(&kernel, self.grid(self.planes(len / radix, 128)), 0).unwrap() };
        };
        let fold = EvaluateFold { primes, scales, source, target: data, shape };
        // SAFETY: as in `tiles`.
        unsafe { self.stream.launch(&fold, self.grid(self.planes(len, 256)), 0).unwrap() };
        let (mut rest, mut n) = (Passes::new(len).unwrap(), len);
        while let Some((radix, next)) = rest.split_first() {
            pass(n, radix, 0);
            (rest, n) = (next, n / radix);
        }
        assert!(target.to_vec().unwrap() == expected, "evaluated, {shape:?}");
        let mut rest = Passes::new(len).unwrap();
        while let Some((radix, before)) = rest.split_last() {
            n *= radix;
            pass(n, radix, 1);
            rest = before;
        }
        let scale = InterpolateScale { primes, scales, data, shape };
        // SAFETY: as in `tiles`.
        unsafe { self.stream.launch(&scale, self.grid(self.planes(len, 256)), 0).unwrap() };
        let inverted = case.inverted(&expected);
        assert!(target.to_vec().unwrap() == inverted, "inverted, {shape:?}");
        let (unmix, out) = (self.stream.copy_of(&case.unmix).unwrap(), self.stream.zeroed(inverted.len()).unwrap());
        let kernel = InterpolateUnmix { primes, unmix: unmix.as_ptr(), source: data, target: out.as_ptr(), shape };
        let grid = (self.planes(case.points(), 128), case.fields.len() as u32, 1);
        // SAFETY: as in `tiles`.
        unsafe { self.stream.launch(&kernel, grid, 0).unwrap() };
        assert!(out.to_vec().unwrap() == case.unmixed(&inverted), "cosets, {shape:?}");
    }
}

#[test]
fn tiles_and_planes_equal_the_host() {
    let Some(stream) = stream() else { return };
    for around in [(1, 1), (5, 1), (300, 1), (3, 3), (40, 5), (2, 8), (3, 31), (2, 33), (1, 260), (2, 100)] {
        for (axis, n) in [
            ((1, 1), 1),
            ((2, 1), 3),
            ((3, 2), 5),
            ((5, 1), 2),
            ((16, 1), 8),
            ((20, 2), 31),
            ((30, 3), 90),
            ((128, 1), 64),
        ] {
            let case = Case::new(around, axis, n);
            let device = Device::new(&stream, &case);
            (0..=8).for_each(|log_columns| {
                device.tiles(log_columns);
                device.steps(log_columns);
            });
            device.in_planes();
        }
    }
    for (around, axis, n) in [
        ((2, 9), (1000, 2), 1500),
        ((1, 3), (8192, 1), 4096),
        ((3, 1), (6750, 1), 7000),
        ((7, 1), (480, 2), 900),
        ((5, 16), (480, 2), 900),
        ((3, 1), (4096, 1), 9000),
        ((5, 1), (32, 1), 500),
        ((9, 40), (64, 1), 1),
        ((9, 1), (512, 1), 300),
    ] {
        let case = Case::new(around, axis, n);
        let device = Device::new(&stream, &case);
        (0..=5).for_each(|log_columns| {
            device.tiles(log_columns);
            device.steps(log_columns);
        });
        device.in_planes();
    }
}
