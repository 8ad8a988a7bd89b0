//! The kernels that `benches/tables/rates.rs` takes its bounds from, against the same functions on the host: a bound is worth something
//! only if all of its work is done.

use super::stream;
use cuda_std::{DevicePtr, Kernel};
use eliminant::engine::cuda::Stream;
use gpu::arith::Mont31;
use gpu::kernels::bound::{BoundFloats, BoundProducts, BoundSteps, float_steps, products, steps};

/// Blocks of 128 threads.
const BLOCKS: u32 = 3;

/// The words that the threads of a kernel write; `make` builds the kernel from the address of the words.
fn words<K: Kernel>(stream: &Stream, make: impl Fn(DevicePtr<u32>) -> K) -> Vec<u32> {
    // Every word must be written.
    let out = stream.copy_of(&vec![u32::MAX; (BLOCKS * K::BLOCK) as usize]).unwrap();
    // SAFETY: a word a thread.
    unsafe { stream.launch(&make(out.as_ptr()), (BLOCKS, 1, 1), 0).unwrap() };
    out.to_vec().unwrap()
}

/// The host computes the same.
fn expected(of: impl Fn(u32) -> u32) -> Vec<u32> {
    (0..BLOCKS * BoundSteps::BLOCK).map(of).collect()
}

#[test]
fn bounds_equal_the_host() {
    let stream = stream();
    for rounds in [0, 1, 2, 33, 1000] {
        for p in [3, 65_537, 1_431_655_751] {
            let field = Mont31::new(p).unwrap();
            let host = expected(|t| steps(&field, t, rounds));
            let Some(stream) = &stream else { continue };
            let device = words(stream, |out| BoundSteps { field, rounds, out });
            assert_eq!(device, host, "{rounds} element steps modulo {p}");
        }
        let field = Mont31::new(65_537).unwrap();
        let float_rounds = rounds / 2 + 1;
        let host = expected(|t| match t / BoundFloats::BLOCK % 2 {
            0 => steps(&field, t, rounds),
            _ => float_steps(t, float_rounds),
        });
        if let Some(stream) = &stream {
            let device = words(stream, |out| BoundFloats { field, rounds, float_rounds, out });
            assert_eq!(device, host, "{rounds} element steps beside {float_rounds} in double precision");
        }
        for factor in [0, 1, 12_345, (u32::MAX - 1) / (rounds + 1)] {
            let host = expected(|t| products(factor, t, rounds));
            let Some(stream) = &stream else { continue };
            let device = words(stream, |out| BoundProducts { factor, rounds, out });
            assert_eq!(device, host, "{rounds} products with {factor}");
        }
    }
}
