//! Numbers of few primes, by one thread a coefficient.

use super::flights::{Flights, Sink};
use crate::control::Control;
use crate::engine::cuda::Stream;
use crate::engine::cuda::driver::launch::{blocks, word};
use crate::engine::cuda::residues::Residues;
use crate::error::Result;
use crate::lift::crt::Chinese;
use cuda_std::DevicePtr;
use gpu::arith::Mont31;
use gpu::integers::crt::reciprocal;
use gpu::kernels::crt::{CrtShort, SHORT, Short};
use rug::Integer;
use rug::integer::Order;

/// Words of 64 bits for numbers in \[-M, M).
fn words_len(product: &Integer) -> usize {
    product.significant_bits() as usize / 64 + 1
}

/// Coefficients of a chunk of numbers of `len` words of 64 bits, where the sink takes `bytes` at a time and a device has `free`.
fn columns(width: usize, len: usize, bytes: usize, free: usize) -> usize {
    (bytes.min(free / 4) / (8 * len)).max(SHORT as usize).min(width)
}

/// \[word\]\[i\] of M / p_i, and -M modulo 2^(32 len) for the last i.
fn table(numbers: &[Integer], product: &Integer, len: usize) -> Vec<u32> {
    let minus = (Integer::from(1) << (32 * len as u32)) - product;
    let digits: Vec<Vec<u32>> = numbers.iter().chain([&minus]).map(|number| number.to_digits(Order::Lsf)).collect();
    let row = |k: usize| digits.iter().map(move |digits| digits.get(k).copied().unwrap_or(0));
    (0..len).flat_map(row).collect()
}

/// The numbers of all coefficients to `sink`, in chunks.
pub(super) fn run(
    stream: &Stream,
    (residues, moduli, chinese): (&Residues, &[Mont31], &Chinese),
    control: &Control,
    sink: &mut dyn Sink,
) -> Result<()> {
    let (width, product) = (residues.coefficients, chinese.product());
    let len = words_len(product);
    let numbers: Vec<Integer> = moduli.iter().map(|m| Integer::from(product.div_exact_u_ref(m.modulus()))).collect();
    let weights: Vec<u32> =
        moduli.iter().zip(&numbers).map(|(m, number)| m.inverse(m.enter(number.mod_u(m.modulus())))).collect();
    let constants: Vec<[u32; 4]> = moduli.iter().map(|m| m.words()).collect();
    let reciprocals: Vec<u64> = moduli.iter().map(|m| reciprocal(m.modulus())).collect();
    let (constants, weights) = (stream.copy_of(&constants)?, stream.copy_of(&weights)?);
    let (reciprocals, table) = (stream.copy_of(&reciprocals)?, stream.copy_of(&table(&numbers, product, 2 * len))?);
    let columns = columns(width, len, sink.bytes(), stream.context().available_memory()?);
    sink.begin(stream, width, columns, len)?;
    let words = stream.alloc::<u64>(columns * len)?;
    let (n, terms) = (word("primes", moduli.len())?, moduli.len() as u32 + 1);
    let mut flights = Flights::new(sink, control, width);
    for first in (0..width).step_by(columns) {
        flights.make_room()?;
        let range = first..width.min(first + columns);
        let shape = Short {
            n,
            stride: word("coefficients", width)?,
            columns: word("coefficients", range.len())?,
            len: word("words of an integer", 2 * len)?,
        };
        let kernel = CrtShort {
            moduli: DevicePtr::from_raw(constants.as_ptr().as_raw()),
            weights: weights.as_ptr(),
            reciprocals: reciprocals.as_ptr(),
            table: table.as_ptr(),
            residues: residues.values.ptr_at(first)?,
            words: DevicePtr::from_raw(words.as_ptr().as_raw()),
            shape,
        };
        // SAFETY: n primes with their constants, n rows of `width` residues, 2 len rows of n + 1 words of the table; words for all
        // coefficients of the chunk, which what was queued before on the stream is done with; n + 1 words of shared memory a thread.
        unsafe { stream.launch(&kernel, (blocks(range.len(), SHORT)?, 1, 1), 4 * SHORT * terms)? };
        flights.queue(stream, range, &words)?;
    }
    flights.end()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_those_of_the_products() {
        // 3 5 7 = 105.
        let numbers = [35, 21, 15].map(Integer::from);
        let product = Integer::from(105);
        assert_eq!(table(&numbers, &product, 2), [35, 21, 15, 105u32.wrapping_neg(), 0, 0, 0, u32::MAX]);
        assert_eq!(words_len(&product), 1);
        // A sign beside 63 bits, but not beside 64.
        assert_eq!([63, 64].map(|bits| words_len(&((Integer::from(1) << bits) - 1u32))), [1, 2]);
    }

    #[test]
    fn chunks_fit() {
        assert_eq!(columns(1000, 2, 1 << 20, 1 << 30), 1000);
        assert_eq!(columns(1 << 20, 2, 1 << 20, 1 << 30), 1 << 16);
        assert_eq!(columns(1 << 20, 2, 1 << 20, 1 << 16), 1 << 10);
        assert_eq!(columns(1 << 20, 2, 1 << 20, 0), SHORT as usize);
    }
}
