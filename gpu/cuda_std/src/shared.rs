//! The block's shared memory: one block of bytes whose size the launch chooses.
//!
//! rustc has no shared memory, so the block is a symbol declared by [`ptx_module!`](crate::ptx_module) and reached by assembly
//! loads and stores through 32-bit addresses. A load may be moved across other loads; stores and barriers keep their order.

use core::arch::asm;
use core::marker::PhantomData;

/// A type that shared memory holds: 4 or 8 bytes, valid for any bytes.
pub trait SharedWord: Copy {
    /// The word at `address` of the shared window.
    ///
    /// # Safety
    /// `address` is aligned to the type and lies in the launch's shared block.
    unsafe fn ld(address: u32) -> Self;
    /// Stores `value` at `address` of the shared window.
    ///
    /// # Safety
    /// As [`SharedWord::ld`], and no other thread accesses the word until the next barrier.
    unsafe fn st(address: u32, value: Self);
}

macro_rules! shared_word {
    ($($t:ty, $reg:ident, $suffix:literal;)*) => { $(
        impl SharedWord for $t {
            #[inline(always)]
            unsafe fn ld(address: u32) -> Self {
                let r: $t;
                // SAFETY: the caller vouches for the address; the load depends on it and on memory only.
                unsafe {
                    asm!(concat!("ld.shared.", $suffix, " {r}, [{a}];"), r = out($reg) r, a = in(reg32) address,
                         options(pure, readonly, nostack, preserves_flags));
                }
                r
            }
            #[inline(always)]
            unsafe fn st(address: u32, value: Self) {
                // SAFETY: the caller vouches for the address; memory counts as changed.
                unsafe {
                    asm!(concat!("st.shared.", $suffix, " [{a}], {v};"), v = in($reg) value, a = in(reg32) address,
                         options(nostack, preserves_flags));
                }
            }
        }
    )* };
}

shared_word! {
    u32, reg32, "u32";
    u64, reg64, "u64";
    f32, reg32, "f32";
    f64, reg64, "f64";
}

/// An array of `T` in shared memory, by its 32-bit address.
#[repr(transparent)]
pub struct SharedPtr<T> {
    address: u32,
    element: PhantomData<*mut T>,
}

// By hand: an address is `Copy` whatever is there.
impl<T> Clone for SharedPtr<T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for SharedPtr<T> {}

impl<T> SharedPtr<T> {
    /// The array at `address` of the shared window.
    #[inline(always)]
    pub const fn from_address(address: u32) -> Self {
        SharedPtr { address, element: PhantomData }
    }

    /// The address in the shared window.
    #[inline(always)]
    pub const fn address(self) -> u32 {
        self.address
    }

    /// The array that begins `count` elements further on.
    #[inline(always)]
    pub const fn add(self, count: u32) -> Self {
        Self::from_address(self.address.wrapping_add(count.wrapping_mul(size_of::<T>() as u32)))
    }

    /// The same bytes as an array of `U`, which must be no more aligned than the address is.
    #[inline(always)]
    pub const fn cast<U>(self) -> SharedPtr<U> {
        SharedPtr::from_address(self.address)
    }
}

#[cfg(target_arch = "nvptx64")]
impl<T> SharedPtr<T> {
    /// The array as an ordinary pointer: for slices of what is only read. Loads through it need not know that it is shared memory.
    #[inline(always)]
    pub fn generic(self) -> *const T {
        let address: u64;
        // SAFETY: computes an address and reads nothing.
        unsafe {
            asm!("{{ .reg .u64 t; cvt.u64.u32 t, {a}; cvta.shared.u64 {r}, t; }}", r = out(reg64) address,
                 a = in(reg32) self.address, options(pure, nomem, nostack, preserves_flags));
        }
        address as *const T
    }
}

impl<T: SharedWord> SharedPtr<T> {
    /// Element `i`.
    ///
    /// # Safety
    /// Element `i` lies in the launch's shared block, and a barrier separates this from a store by another thread.
    #[inline(always)]
    pub unsafe fn ld(self, i: u32) -> T {
        // SAFETY: passed on to the caller.
        unsafe { T::ld(self.add(i).address) }
    }

    /// Sets element `i`.
    ///
    /// # Safety
    /// As [`SharedPtr::ld`], and no other thread accesses element `i` before the next barrier.
    #[inline(always)]
    pub unsafe fn st(self, i: u32, value: T) {
        // SAFETY: passed on to the caller.
        unsafe { T::st(self.add(i).address, value) }
    }
}

impl SharedPtr<u32> {
    /// Elements `i` and `i + 1` by one load.
    ///
    /// # Safety
    /// As [`SharedPtr::ld`] for both, and element `i` is aligned to 8 bytes.
    #[inline(always)]
    pub unsafe fn ld2(self, i: u32) -> [u32; 2] {
        let (x, y): (u32, u32);
        // SAFETY: the caller vouches for the address; the load depends on it and on memory only.
        unsafe {
            asm!("ld.shared.v2.u32 {{{x}, {y}}}, [{a}];", x = out(reg32) x, y = out(reg32) y,
                 a = in(reg32) self.add(i).address, options(pure, readonly, nostack, preserves_flags));
        }
        [x, y]
    }

    /// Elements `i` to `i + 3` by one load.
    ///
    /// # Safety
    /// As [`SharedPtr::ld`] for each of them, and element `i` is aligned to 16 bytes.
    #[inline(always)]
    pub unsafe fn ld4(self, i: u32) -> [u32; 4] {
        let (x, y, z, w): (u32, u32, u32, u32);
        // SAFETY: the caller vouches for the address; the load depends on it and on memory only.
        unsafe {
            asm!("ld.shared.v4.u32 {{{x}, {y}, {z}, {w}}}, [{a}];", x = out(reg32) x, y = out(reg32) y, z = out(reg32) z,
                 w = out(reg32) w, a = in(reg32) self.add(i).address,
                 options(pure, readonly, nostack, preserves_flags));
        }
        [x, y, z, w]
    }

    /// Sets elements `i` to `i + 3` to `values`.
    ///
    /// # Safety
    /// As [`SharedPtr::st`] for each of them, and element `i` is aligned to 16 bytes.
    #[inline(always)]
    pub unsafe fn st4(self, i: u32, values: [u32; 4]) {
        let [x, y, z, w] = values;
        // SAFETY: the caller vouches for the address.
        unsafe {
            asm!("st.shared.v4.u32 [{a}], {{{x}, {y}, {z}, {w}}};", a = in(reg32) self.add(i).address, x = in(reg32) x,
                 y = in(reg32) y, z = in(reg32) z, w = in(reg32) w, options(nostack, preserves_flags));
        }
    }

    /// Adds `value` to element `i` atomically and returns what was there.
    ///
    /// # Safety
    /// Element `i` lies in the launch's shared block; until the next barrier other threads access it only like this.
    #[inline(always)]
    pub unsafe fn atomic_add(self, i: u32, value: u32) -> u32 {
        let r: u32;
        // SAFETY: the caller vouches for the address; memory counts as changed.
        unsafe {
            asm!("atom.shared.add.u32 {r}, [{a}], {v};", r = out(reg32) r, a = in(reg32) self.add(i).address,
                 v = in(reg32) value, options(nostack, preserves_flags));
        }
        r
    }
}

impl SharedPtr<f64> {
    /// Elements `i` and `i + 1` by one load.
    ///
    /// # Safety
    /// As [`SharedPtr::ld`] for both, and element `i` is aligned to 16 bytes.
    #[inline(always)]
    pub unsafe fn ld2(self, i: u32) -> [f64; 2] {
        let (x, y): (f64, f64);
        // SAFETY: the caller vouches for the address; the load depends on it and on memory only.
        unsafe {
            asm!("ld.shared.v2.f64 {{{x}, {y}}}, [{a}];", x = out(reg64) x, y = out(reg64) y,
                 a = in(reg32) self.add(i).address, options(pure, readonly, nostack, preserves_flags));
        }
        [x, y]
    }

    /// Sets elements `i` and `i + 1`.
    ///
    /// # Safety
    /// As [`SharedPtr::st`] for both, and element `i` is aligned to 16 bytes.
    #[inline(always)]
    pub unsafe fn st2(self, i: u32, [x, y]: [f64; 2]) {
        // SAFETY: the caller vouches for the address.
        unsafe {
            asm!("st.shared.v2.f64 [{a}], {{{x}, {y}}};", a = in(reg32) self.add(i).address, x = in(reg64) x,
                 y = in(reg64) y, options(nostack, preserves_flags));
        }
    }
}

/// The launch-sized shared block, aligned to 16 bytes. Every call names the same bytes: carve them up with
/// [`SharedPtr::add`] and [`SharedPtr::cast`], and let the host compute the size by the same formula.
#[inline(always)]
pub fn dynamic_shared_mem<T>() -> SharedPtr<T> {
    let address: u32;
    // SAFETY: takes the address of a symbol that `ptx_module!` declares. Within the shared window it has 32 bits.
    unsafe {
        asm!("{{ .reg .u64 t; mov.u64 t, eliminant_shared; cvt.u32.u64 {r}, t; }}", r = out(reg32) address,
             options(pure, nomem, nostack, preserves_flags));
    }
    SharedPtr::from_address(address)
}
