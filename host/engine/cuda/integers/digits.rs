//! Mixed-radix digits: one block per coefficient, in the chunked form of the 2013 paper.

use crate::engine::cuda::DeviceBuffer;
use crate::engine::cuda::driver::launch::word;
use crate::engine::cuda::driver::stream::Stream;
use crate::engine::cuda::residues::Residues;
use crate::error::Result;
use crate::lift::MixedRadixTables;
use crate::lift::crt::check_residues;
use cuda_std::DevicePtr;
use gpu::arith::Mont31;
use gpu::integers::mixed_radix::exchange_len;
use gpu::kernels::mixed_radix::{MixedRadixBlock32, MixedRadixBlock128, MixedRadixBlock512};

/// Digits \[prime\]\[coefficient\] of all coefficients, in place of their residues.
pub(in crate::engine::cuda) fn digits(
    stream: &Stream,
    residues: Residues,
    tables: &MixedRadixTables,
) -> Result<Vec<u32>> {
    let moduli = tables.moduli();
    let width = residues.coefficients;
    check_residues(residues.values.len(), moduli.len(), width)?;
    if width == 0 {
        return Ok(Vec::new());
    }
    let constants: Vec<[u32; 4]> = moduli.iter().map(|m| m.words()).collect();
    let constants: DeviceBuffer<[u32; 4]> = stream.copy_of(&constants)?;
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
