//! Tables of a batch of primes in device memory.

use crate::engine::cuda::driver::buffer::DeviceBuffer;
use crate::engine::cuda::driver::launch::{blocks, word};
use crate::engine::cuda::driver::stream::Stream;
use crate::error::{ErrorKind, Result};
use crate::plan::grid::Grid;
use crate::plan::primes::Prime;
use cuda_std::DevicePtr;
use gpu::arith::Mont31;
use gpu::kernels::reduce::{AxisInverses, POWERS, PowerTable};
use gpu::transform::ntt::Passes;
use rayon::prelude::*;

/// Primes of a batch with their tables.
pub struct Batch {
    /// p, mu, r1, r2 of every prime: the layout of [`Mont31`].
    pub(in crate::engine::cuda) primes: DeviceBuffer<[u32; 4]>,
    pub(in crate::engine::cuda) grid: Grid,
    pub(in crate::engine::cuda) axes: Vec<AxisTables>,
}

/// Tables of one kept variable.
pub(in crate::engine::cuda) struct AxisTables {
    /// Length of a transform.
    pub len: u32,
    /// Number of cosets.
    pub cosets: u32,
    /// Passes of a transform.
    pub passes: Passes,
    /// w^i, i < len, per prime.
    pub powers: DeviceBuffer<u32>,
    /// s_j per prime and coset.
    pub shifts: DeviceBuffer<u32>,
    /// s_j^-1 per prime and coset.
    pub inverse_shifts: DeviceBuffer<u32>,
    /// 1 / len per prime and coset.
    pub inverse_lens: DeviceBuffer<u32>,
    /// Inverse of the cosets' Vandermonde matrix per prime, row-major.
    pub unmix: DeviceBuffer<u32>,
}

impl AxisTables {
    /// Number of points.
    pub fn points(&self) -> u32 {
        self.len * self.cosets
    }
}

/// The address of the primes as kernels take it.
pub(in crate::engine::cuda) fn prime_ptr(primes: &DeviceBuffer<[u32; 4]>) -> DevicePtr<Mont31> {
    DevicePtr::from_raw(primes.as_ptr().as_raw())
}

impl Batch {
    /// Uploads primes and computes tables for `tables`; answers have the shape of `grid`.
    pub(in crate::engine::cuda) fn new(stream: &Stream, tables: &Grid, grid: &Grid, primes: &[Prime]) -> Result<Self> {
        let constants: Vec<[u32; 4]> = primes.iter().map(|Prime { field: m, .. }| m.words()).collect();
        let constants = stream.copy_of(&constants)?;
        let mut axes = Vec::with_capacity(tables.axes.len());
        for (k, axis) in tables.axes.iter().enumerate() {
            let roots: Vec<u32> = primes.iter().map(|p| p.axes[k].root).collect();
            let shifts: Vec<u32> = primes.iter().flat_map(|p| p.axes[k].shifts.iter().copied()).collect();
            let (roots, shifts) = (stream.copy_of(&roots)?, stream.copy_of(&shifts)?);
            let (inverse_shifts, inverse_lens) = (stream.alloc(shifts.len())?, stream.alloc(shifts.len())?);
            let kernel = AxisInverses {
                primes: prime_ptr(&constants),
                per_prime: axis.cosets,
                shifts: shifts.as_ptr(),
                len: axis.len,
                entries: word("shifts", shifts.len())?,
                inverse_shifts: inverse_shifts.as_ptr(),
                inverse_lens: inverse_lens.as_ptr(),
            };
            // SAFETY: all three have one word per prime and coset.
            unsafe { stream.launch(&kernel, (blocks(shifts.len(), 128)?, 1, 1), 0)? };
            let unmix: Vec<u32> = if axis.cosets == 1 {
                Vec::new()
            } else {
                primes.par_iter().flat_map_iter(|p| p.axes[k].unmix(&p.field, axis.len)).collect()
            };
            let passes = Passes::new(axis.len);
            // Kernels count them in 32 bits.
            word("points of an axis", axis.points() as usize)?;
            axes.push(AxisTables {
                len: axis.len,
                cosets: axis.cosets,
                passes: passes.ok_or(ErrorKind::Shape {
                    what: "length of a transform",
                    expected: 1,
                    found: axis.len as usize,
                })?,
                powers: power_table(stream, &constants, 1, &roots, None, axis.len)?,
                shifts,
                inverse_shifts,
                inverse_lens,
                unmix: stream.copy_of(&unmix)?,
            });
        }
        Ok(Batch { primes: constants, grid: grid.clone(), axes })
    }

    /// Number of primes.
    pub(in crate::engine::cuda) fn len(&self) -> usize {
        self.primes.len()
    }
}

/// start\[e\] base\[e\]^i, i < `len`, for `per_prime` entries e of every prime; start 1 for `None`.
pub(in crate::engine::cuda) fn power_table(
    stream: &Stream,
    primes: &DeviceBuffer<[u32; 4]>,
    per_prime: u32,
    base: &DeviceBuffer<u32>,
    start: Option<&DeviceBuffer<u32>>,
    len: u32,
) -> Result<DeviceBuffer<u32>> {
    let entries = primes.len() * per_prime as usize;
    if base.len() != entries || start.is_some_and(|start| start.len() != entries) {
        return Err(ErrorKind::Shape { what: "bases of a power table", expected: entries, found: base.len() }.into());
    }
    let out = stream.alloc(entries * len as usize)?;
    if out.is_empty() {
        return Ok(out);
    }
    let warps = entries.saturating_mul(len.div_ceil(POWERS) as usize);
    // Threads are counted in 32 bits.
    let threads = word("threads of a power table", warps.saturating_mul(32))?;
    let kernel = PowerTable {
        primes: prime_ptr(primes),
        per_prime,
        base: base.as_ptr(),
        start: start.map_or(DevicePtr::NULL, |start| start.as_ptr()),
        len,
        entries: word("entries of a power table", entries)?,
        out: out.as_ptr(),
    };
    // SAFETY: `per_prime` entries a prime, of `len` words each in `out`.
    unsafe { stream.launch(&kernel, (threads.div_ceil(128), 1, 1), 0)? };
    Ok(out)
}
