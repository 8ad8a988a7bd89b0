//! How much of a computation is done: a fraction of the work that was predicted, told now and then.
//!
//! A computation is a tree of parts, each a share of the one above. Whoever does work advances the innermost part, which passes it on
//! upwards, so that the fraction only grows, whatever was predicted; a part is never more than done.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, TryLockError};
use std::time::{Duration, Instant};

/// Between two calls of the caller's function, at least, or a twentieth of the time so far where that is less, but not below the other.
const PAUSE: Duration = Duration::from_millis(50);
const LEAST_PAUSE: Duration = Duration::from_millis(2);

/// The caller's function, as a control has it.
pub(crate) type Tell = Arc<dyn Fn(f64) + Send + Sync>;

/// Tells the fraction done: one call at a time, in order, and not too often.
struct Teller {
    tell: Tell,
    start: Instant,
    pause: Duration,
    /// Microseconds after the start before which nothing is told.
    next: AtomicU64,
    /// The last report.
    told: Mutex<f64>,
}

impl Teller {
    fn is_due(&self) -> bool {
        self.start.elapsed().as_micros() as u64 >= self.next.load(Ordering::Relaxed)
    }

    /// Tells a fraction; the end is left to [`Teller::end`].
    fn look(&self, fraction: f64) {
        if !self.is_due() {
            return;
        }
        let mut told = match self.told.try_lock() {
            Ok(told) => told,
            Err(TryLockError::Poisoned(told)) => told.into_inner(),
            // Another thread tells, and nobody waits for it, but where every advance is to be told.
            Err(TryLockError::WouldBlock) if self.pause.is_zero() => {
                self.told.lock().unwrap_or_else(PoisonError::into_inner)
            }
            Err(TryLockError::WouldBlock) => return,
        };
        if fraction > *told && fraction < 1.0 {
            *told = fraction;
            (self.tell)(fraction);
            let spent = self.start.elapsed();
            let pause = self.pause.min((spent / 20).max(LEAST_PAUSE));
            self.next.store((spent + pause).as_micros() as u64, Ordering::Relaxed);
        }
    }

    fn end(&self) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if *told < 1.0 {
            *told = 1.0;
            (self.tell)(1.0);
        }
    }
}

/// A part of a computation: its fraction is the sum of its shares.
pub(crate) struct Part {
    teller: Arc<Teller>,
    /// The part above, and the share of it that this part is; none for a whole computation.
    above: Option<(Arc<Part>, f64)>,
    done: Mutex<f64>,
}

impl Part {
    fn new(teller: Arc<Teller>, above: Option<(Arc<Part>, f64)>) -> Arc<Part> {
        Arc::new(Part { teller, above, done: Mutex::default() })
    }

    /// A computation that begins; if `every`, then every advance is reported, for tests.
    pub fn whole(tell: Tell, every: bool) -> Arc<Part> {
        let pause = if every { Duration::ZERO } else { PAUSE };
        let (next, told) = (AtomicU64::new(0), Mutex::new(0.0));
        Part::new(Arc::new(Teller { tell, start: Instant::now(), pause, next, told }), None)
    }

    /// A part that is `share` of this one.
    pub fn share(self: &Arc<Self>, share: f64) -> Arc<Part> {
        Part::new(self.teller.clone(), Some((self.clone(), share)))
    }

    /// The fraction done.
    pub fn done(&self) -> f64 {
        *self.done.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// This much more is done.
    pub fn advance(&self, part: f64) {
        let grown = {
            let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
            let before = *done;
            *done = (before + part.max(0.0)).min(1.0);
            *done - before
        };
        match &self.above {
            _ if grown <= 0.0 => (),
            None => self.teller.look(self.done()),
            Some((above, share)) => above.advance(grown * share),
        }
    }

    /// The whole computation has its answer; a part is done.
    pub fn end(&self) {
        match self.above {
            Some(_) => self.advance(1.0),
            None => self.teller.end(),
        }
    }

    /// Whether it is time to tell something.
    pub fn is_due(&self) -> bool {
        self.teller.is_due()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A computation, and what it told.
    fn told(every: bool) -> (Arc<Part>, Arc<Mutex<Vec<f64>>>) {
        let told = Arc::new(Mutex::new(Vec::new()));
        let into = told.clone();
        (Part::whole(Arc::new(move |fraction| into.lock().unwrap().push(fraction)), every), told)
    }

    #[test]
    fn parts_add_up() {
        let (whole, told) = told(true);
        let (first, second) = (whole.share(0.25), whole.share(0.75));
        first.advance(0.5);
        second.advance(1.0 / 3.0);
        first.advance(7.0);
        first.advance(1.0);
        let below = second.share(0.5);
        below.advance(0.5);
        second.end();
        below.end();
        whole.end();
        whole.end();
        let told = told.lock().unwrap();
        let expected = [0.125, 0.375, 0.5, 0.6875, 1.0];
        assert!(told.len() == 5 && told.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{told:?}");
    }

    /// Threads that advance at the same time: in order, up to the end, each but the last below it.
    #[test]
    fn threads_tell_in_order() {
        let (whole, told) = told(true);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                let part = whole.share(0.25);
                scope.spawn(move || (0..1000).for_each(|_| part.advance(0.001)));
            }
        });
        assert!((whole.done() - 1.0).abs() < 1e-9);
        whole.end();
        let told = told.lock().unwrap();
        assert!(told.windows(2).all(|pair| pair[0] < pair[1]) && told.last() == Some(&1.0) && told.len() > 100);
    }

    /// A function that takes long is called now and then all the same.
    #[test]
    fn little_is_told_in_a_short_time() {
        let (whole, told) = told(false);
        (0..10_000).for_each(|_| whole.advance(1e-5));
        let calls = told.lock().unwrap().len();
        let most = 1 + whole.teller.start.elapsed().as_millis() / LEAST_PAUSE.as_millis();
        assert!(calls >= 1 && calls as u128 <= most, "{calls} {most}");
    }
}
