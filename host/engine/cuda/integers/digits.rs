//! Mixed-radix digits: a block for each coefficient, in the chunked form of the 2013 paper, or a thread, as in the 2020 paper.

use crate::engine::cuda::DeviceBuffer;
use crate::engine::cuda::driver::launch::{blocks, word};
use crate::engine::cuda::driver::stream::Stream;
use crate::engine::cuda::residues::Residues;
use crate::error::Result;
use crate::lift::MixedRadixTables;
use crate::lift::crt::check_residues;
use cuda_std::{DevicePtr, Kernel};
use gpu::arith::Mont31;
use gpu::integers::mixed_radix::{CHUNK, Weights, exchange_len, weights_len};
use gpu::kernels::mixed_radix::{
    MixedRadixBlock32, MixedRadixBlock128, MixedRadixBlock512, MixedRadixThread, MixedRadixWeights,
};

/// Bytes of the table of weights of so many primes.
pub(super) fn weights_bytes(primes: usize) -> u64 {
    // Half of the square of the primes, in words.
    let primes = primes as u64;
    primes.saturating_mul(primes).saturating_mul(2).saturating_add(64 * primes + 64)
}

/// The primes on the device.
fn constants(stream: &Stream, tables: &MixedRadixTables) -> Result<DeviceBuffer<[u32; 4]>> {
    let constants: Vec<[u32; 4]> = tables.moduli().iter().map(|m| m.words()).collect();
    stream.copy_of(&constants)
}

/// Digits \[prime\]\[coefficient\] of all coefficients, in place of their residues, by a thread for each.
///
/// # Errors
/// `Shape`, `Limit`; of the device.
pub(super) fn by_threads(stream: &Stream, residues: Residues, tables: &MixedRadixTables) -> Result<Vec<u32>> {
    let (primes, width) = (tables.moduli().len(), residues.coefficients);
    check_residues(residues.values.len(), primes, width)?;
    if width == 0 {
        return Ok(Vec::new());
    }
    let constants = constants(stream, tables)?;
    let moduli = DevicePtr::<Mont31>::from_raw(constants.as_ptr().as_raw());
    let (n, coefficients) =
        (word("primes", primes)?, word("coefficients", width.saturating_add(MixedRadixThread::BLOCK as usize))?);
    let coefficients = coefficients - MixedRadixThread::BLOCK;
    let table = stream.zeroed::<u32>(weights_len(primes) * CHUNK)?;
    let weights = DevicePtr::<Weights>::from_raw(table.as_ptr().as_raw());
    let kernel = MixedRadixWeights { moduli, table: weights, n };
    // SAFETY: n primes, and weights_len entries of zeros; a thread for each prime.
    unsafe { stream.launch(&kernel, (blocks(primes, MixedRadixWeights::BLOCK)?, 1, 1), 0)? };
    let kernel = MixedRadixThread { moduli, weights, digits: residues.values.as_ptr(), n, coefficients };
    // SAFETY: tables of n primes, n * coefficients residues.
    unsafe { stream.launch(&kernel, (blocks(width, MixedRadixThread::BLOCK)?, 1, 1), 0)? };
    residues.values.to_vec()
}

/// The same by a block for each.
///
/// # Errors
/// As [`by_threads`].
pub(super) fn by_blocks(stream: &Stream, residues: Residues, tables: &MixedRadixTables) -> Result<Vec<u32>> {
    let moduli = tables.moduli();
    let width = residues.coefficients;
    check_residues(residues.values.len(), moduli.len(), width)?;
    if width == 0 {
        return Ok(Vec::new());
    }
    let constants = constants(stream, tables)?;
    let starts = stream.copy_of(tables.starts())?;
    let moduli_ptr = DevicePtr::<Mont31>::from_raw(constants.as_ptr().as_raw());
    let (starts_ptr, digits) = (starts.as_ptr(), residues.values.as_ptr());
    let (n, coefficients) = (word("primes", moduli.len())?, word("coefficients", width)?);
    let grid = (coefficients, 1, 1);
    macro_rules! launch {
        ($kernel:ident, $chunk:literal) => {{
            let kernel = $kernel { moduli: moduli_ptr, starts: starts_ptr, digits, n, coefficients };
            // SAFETY: tables of n elements, n * coefficients residues, exchange_len words of shared memory.
            unsafe { stream.launch(&kernel, grid, 4 * exchange_len($chunk))? }
        }};
    }
    // Small sets leave most threads of a large block idle; large ones wait less at barriers in it.
    match moduli.len() {
        ..=128 => launch!(MixedRadixBlock32, 32),
        129..=2048 => launch!(MixedRadixBlock128, 128),
        _ => launch!(MixedRadixBlock512, 512),
    }
    residues.values.to_vec()
}
