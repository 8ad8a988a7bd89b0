//! How long an allocation waits for memory that other computations hold on the device.

use std::time::{Duration, Instant};

/// Longest wait of one allocation. Others finish a batch in a fraction of a second, and many computations within this.
const LONGEST: Duration = Duration::from_secs(10);

/// The first pause, and the longest; each is twice the one before.
const PAUSES: [Duration; 2] = [Duration::from_millis(1), Duration::from_millis(50)];

/// How often memory that looks free is asked for again: another computation was faster, or it is in pieces.
const AGAIN: u32 = 3;

/// The memory of a device, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    /// Free now.
    pub free: usize,
    /// Held by other computations, of this process or of others.
    pub others: usize,
}

/// The wait of one allocation.
pub struct Patience {
    start: Instant,
    pause: Duration,
    again: u32,
}

impl Patience {
    pub fn new() -> Self {
        Patience { start: Instant::now(), pause: PAUSES[0], again: AGAIN }
    }

    /// How long to wait before `bytes` are asked for again, which the device has just refused; `None` where that is in vain, or has
    /// taken long enough.
    pub fn pause(&mut self, bytes: usize, room: Room) -> Option<Duration> {
        self.pause_after(self.start.elapsed(), bytes, room)
    }

    fn pause_after(&mut self, waited: Duration, bytes: usize, room: Room) -> Option<Duration> {
        if room.free >= bytes {
            self.again = self.again.checked_sub(1)?;
        } else if room.free.saturating_add(room.others) < bytes || waited >= LONGEST {
            return None;
        }
        let pause = self.pause;
        self.pause = (2 * pause).min(PAUSES[1]);
        Some(pause)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pauses(bytes: usize, room: Room) -> Vec<Duration> {
        let (mut patience, mut waited) = (Patience::new(), Duration::ZERO);
        let next = || {
            let pause = patience.pause_after(waited, bytes, room)?;
            waited += pause;
            Some(pause)
        };
        std::iter::from_fn(next).collect()
    }

    /// Memory that others hold is waited for, for a while, and what is not there is not.
    #[test]
    fn only_what_others_hold_is_waited_for() {
        let waits = pauses(100, Room { free: 10, others: 90 });
        let all: Duration = waits.iter().sum();
        assert!(waits.is_sorted() && waits[0] == PAUSES[0] && waits.last() == Some(&PAUSES[1]));
        assert!(all >= LONGEST && all < LONGEST + PAUSES[1], "{all:?}");
        assert!(pauses(100, Room { free: 10, others: 89 }).is_empty());
        assert!(pauses(usize::MAX, Room { free: 10, others: usize::MAX - 11 }).is_empty());
    }

    /// A refusal although enough is free is not believed at once.
    #[test]
    fn what_looks_free_is_asked_for_again() {
        for others in [0, 1000] {
            assert_eq!(pauses(100, Room { free: 100, others }).len(), AGAIN as usize);
        }
    }
}
