//! The allocator's use of memory that is free again.

use libmimalloc_sys::{mi_option_set, mi_option_t};

/// `mi_option_purge_delay` of mimalloc.h: milliseconds that free memory is kept, a second unless set.
const PURGE_DELAY: mi_option_t = 15;

/// Gives memory back to the system as soon as it is free. Under a limit it must not be there twice, once kept and once in use; without
/// one this costs time: pages that are used again need not be made anew.
pub fn give_back_at_once() {
    // SAFETY: sets a number among the options of the allocator, which is that of this program; any thread may do so.
    unsafe { mi_option_set(PURGE_DELAY, 0) };
}

#[cfg(test)]
mod tests {
    use super::*;
    use libmimalloc_sys::mi_option_get;

    #[test]
    fn the_option_has_this_number() {
        // SAFETY: reads a number.
        let before = unsafe { mi_option_get(PURGE_DELAY) };
        assert!(before >= 10, "the delay is {before} milliseconds unless set");
        give_back_at_once();
        // SAFETY: reads a number.
        assert_eq!(unsafe { mi_option_get(PURGE_DELAY) }, 0);
    }
}
