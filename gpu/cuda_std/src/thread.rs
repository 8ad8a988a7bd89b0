//! Who a thread is, and the block's barrier.

use core::arch::nvptx;

macro_rules! index {
    ($($name:ident, $intrinsic:ident, $doc:literal;)*) => { $(
        #[doc = $doc]
        #[inline(always)]
        pub fn $name() -> u32 {
            // SAFETY: reads a special register.
            unsafe { nvptx::$intrinsic() as u32 }
        }
    )* };
}

index! {
    thread_idx_x, _thread_idx_x, "The thread's number in its block, first dimension.";
    thread_idx_y, _thread_idx_y, "The thread's number in its block, second dimension.";
    block_idx_x, _block_idx_x, "The block's number in the grid, first dimension.";
    block_idx_y, _block_idx_y, "The block's number in the grid, second dimension.";
    block_idx_z, _block_idx_z, "The block's number in the grid, third dimension.";
    block_dim_x, _block_dim_x, "Threads of a block, first dimension.";
    grid_dim_x, _grid_dim_x, "Blocks of the grid, first dimension.";
    grid_dim_y, _grid_dim_y, "Blocks of the grid, second dimension.";
}

/// The thread's number in a one-dimensional grid: `block_idx_x * block_dim_x + thread_idx_x`, modulo 2^32. Launches keep the
/// number of threads below 2^32.
#[inline(always)]
pub fn index_1d() -> u32 {
    block_idx_x().wrapping_mul(block_dim_x()).wrapping_add(thread_idx_x())
}

/// Waits until every thread of the block is here; what any wrote to shared or global memory before is then seen by all.
///
/// Call it in uniform control flow only, and never in a loop whose exit depends on the thread.
#[inline(always)]
pub fn sync_threads() {
    // SAFETY: a barrier touches no memory.
    unsafe { nvptx::_syncthreads() }
}

/// Stops the kernel with a fault. The context is unusable afterwards; the host says so.
#[inline(always)]
pub fn trap() -> ! {
    // SAFETY: ends the kernel.
    unsafe { nvptx::trap() }
}
