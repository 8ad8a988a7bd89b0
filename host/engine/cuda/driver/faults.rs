//! Faults of a device at a chosen event, as tests order them. Without an order an event costs the load of a flag.

use cust::error::CudaError;
use cust::sys::{self, CUDA_SUCCESS, CUdeviceptr, CUresult, CUstream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The fault.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The driver has no memory, of the device or page-locked, for one allocation. No kept block is used meanwhile.
    Memory,
    /// Nor for any later one.
    MemoryFromThen,
    /// A kernel is left out. All memory given out meanwhile begins as words 1, so that what nobody writes looks like residues.
    LeftOut,
    /// A kernel traps.
    Trap,
    /// A byte of what is copied to the device or from it is wrong there.
    Copy,
}

/// A fault, and the number of the event at which it happens, from 0.
struct Order {
    fault: Fault,
    at: u64,
    seen: u64,
}

static ORDERED: AtomicBool = AtomicBool::new(false);
static ORDER: Mutex<Option<Order>> = Mutex::new(None);

fn lock() -> MutexGuard<'static, Option<Order>> {
    ORDER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Orders a fault at event number `at` of its kind from now on, in this process; or ends the last order. Returns how many events of its
/// kind that one has seen.
#[doc(hidden)]
pub fn order_fault(order: Option<(Fault, u64)>) -> u64 {
    let mut current = lock();
    ORDERED.store(order.is_some(), Ordering::SeqCst);
    let last = std::mem::replace(&mut *current, order.map(|(fault, at)| Order { fault, at, seen: 0 }));
    last.map_or(0, |last| last.seen)
}

/// Whether one of `faults` is ordered.
fn ordered(faults: &[Fault]) -> bool {
    ORDERED.load(Ordering::Relaxed) && lock().as_ref().is_some_and(|order| faults.contains(&order.fault))
}

/// Counts an event of `faults`, and returns the fault that happens at it.
fn event(faults: &[Fault]) -> Option<Fault> {
    if !ORDERED.load(Ordering::Relaxed) {
        return None;
    }
    let mut current = lock();
    let order = current.as_mut().filter(|order| faults.contains(&order.fault))?;
    let number = order.seen;
    order.seen += 1;
    let happens = number == order.at || (order.fault == Fault::MemoryFromThen && number > order.at);
    happens.then_some(order.fault)
}

/// An allocation of the driver, or its refusal.
pub(super) fn allocation(allocate: impl FnOnce() -> CUresult) -> CUresult {
    match event(&[Fault::Memory, Fault::MemoryFromThen]) {
        Some(_) => CudaError::OutOfMemory.code(),
        None => allocate(),
    }
}

/// Whether blocks that were kept may be used.
pub(super) fn may_reuse() -> bool {
    !ordered(&[Fault::Memory, Fault::MemoryFromThen])
}

/// The launch of a kernel.
pub(super) fn launch() -> Option<Fault> {
    event(&[Fault::LeftOut, Fault::Trap])
}

/// Memory that was given out.
///
/// # Safety
/// The address is that of so many bytes, a multiple of 4, which nothing on another stream uses.
pub(super) unsafe fn given(address: CUdeviceptr, bytes: usize, stream: CUstream) -> CUresult {
    match ordered(&[Fault::LeftOut]) {
        // SAFETY: passed on to the caller.
        true => unsafe { sys::cuMemsetD32Async(address, 1, bytes / 4, stream) },
        false => CUDA_SUCCESS,
    }
}

/// A copy of `bytes` bytes to an address of the device, which is queued, or from there, which will be.
///
/// # Safety
/// The address is that of so many bytes, one at least, which nothing on another stream uses.
pub(super) unsafe fn copied(address: CUdeviceptr, bytes: usize, stream: CUstream) -> CUresult {
    match event(&[Fault::Copy]) {
        // SAFETY: passed on to the caller.
        Some(_) => unsafe { sys::cuMemsetD8Async(address + bytes as u64 / 2, 0x5a, 1, stream) },
        None => CUDA_SUCCESS,
    }
}
