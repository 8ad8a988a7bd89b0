//! Atomic updates of global memory, relaxed, seen by the whole device.
//!
//! `core::sync::atomic` would be seen by the host and by other devices too, which costs more and is not needed.

use core::arch::asm;

macro_rules! global_atomic {
    ($($name:ident, $t:ty, $reg:ident, $op:literal, $what:literal;)*) => { $(
        #[doc = concat!($what, " atomically and returns what was there.")]
        ///
        /// # Safety
        /// `p` points to an aligned word of a live buffer in global memory; other threads access it only by atomics until the
        /// kernel ends.
        #[inline(always)]
        pub unsafe fn $name(p: *mut $t, value: $t) -> $t {
            let r: $t;
            // SAFETY: the caller vouches for the address; memory counts as changed.
            unsafe {
                asm!("{{ .reg .u64 t; cvta.to.global.u64 t, {p};", concat!("atom.global.", $op, " {r}, [t], {v}; }}"),
                     r = out($reg) r, p = in(reg64) p, v = in($reg) value, options(nostack, preserves_flags));
            }
            r
        }
    )* };
}

global_atomic! {
    add_u32, u32, reg32, "add.u32", "Adds `value` to `*p` modulo 2^32";
    min_u32, u32, reg32, "min.u32", "Sets `*p` to the lesser of `*p` and `value`";
    max_u32, u32, reg32, "max.u32", "Sets `*p` to the greater of `*p` and `value`";
    or_u32, u32, reg32, "or.b32", "Sets the bits of `value` in `*p`";
}
