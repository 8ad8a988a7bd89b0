//! How much of a computation is done: a fraction of the work that was predicted, told now and then.
//!
//! A computation is a tree of parts, each a share of the one above. Whoever does work advances the innermost part, which passes it on
//! upwards, so that the fraction only grows, whatever was predicted; a part is never more than done.

use crate::control::Control;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, TryLockError};
use std::time::{Duration, Instant};

/// Between two calls of the caller's function, at least.
const PAUSE: Duration = Duration::from_millis(50);

/// The caller's function, as a control has it.
pub(crate) type Tell = Arc<dyn Fn(f64) + Send + Sync>;

/// Tells the fraction done: one call at a time, in order, and not too often.
struct Teller {
    tell: Tell,
    start: Instant,
    pause: Duration,
    /// Microseconds after the start before which nothing is told.
    next: AtomicU64,
    /// What was told last.
    told: Mutex<f64>,
}

impl Teller {
    fn is_due(&self) -> bool {
        self.start.elapsed().as_micros() as u64 >= self.next.load(Ordering::Relaxed)
    }

    /// Tells what `done` says; the end is left to [`Teller::end`].
    fn look(&self, done: &Done) {
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
        let fraction = done.get();
        if fraction > *told && fraction < 1.0 {
            *told = fraction;
            (self.tell)(fraction);
            self.next.store((self.start.elapsed() + self.pause).as_micros() as u64, Ordering::Relaxed);
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

/// A fraction that grows up to 1.
#[derive(Default)]
struct Done(AtomicU64);

impl Done {
    fn get(&self) -> f64 {
        f64::from_bits(self.0.load(Ordering::Relaxed))
    }

    /// Adds `part`, and returns by how much it grew.
    fn add(&self, part: f64) -> f64 {
        let grown = |bits| (f64::from_bits(bits) + part.max(0.0)).min(1.0);
        let more = |bits| Some(grown(bits).to_bits());
        match self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more) {
            Ok(bits) | Err(bits) => grown(bits) - f64::from_bits(bits),
        }
    }
}

/// A part of a computation.
pub(crate) struct Part {
    teller: Arc<Teller>,
    /// The part it belongs to, and its share of that; none for a whole computation.
    above: Option<(Arc<Part>, f64)>,
    done: Done,
}

impl Part {
    /// A computation that begins; `every` advance is told if so, for tests.
    pub fn whole(tell: Tell, every: bool) -> Arc<Part> {
        let pause = if every { Duration::ZERO } else { PAUSE };
        let (next, told) = (AtomicU64::new(0), Mutex::new(0.0));
        let teller = Arc::new(Teller { tell, start: Instant::now(), pause, next, told });
        Arc::new(Part { teller, above: None, done: Done::default() })
    }

    /// A part that is `share` of this one.
    pub fn share(self: &Arc<Self>, share: f64) -> Arc<Part> {
        Arc::new(Part { teller: self.teller.clone(), above: Some((self.clone(), share)), done: Done::default() })
    }

    /// The fraction done.
    pub fn done(&self) -> f64 {
        self.done.get()
    }

    /// This much more is done.
    pub fn advance(&self, part: f64) {
        let (mut at, mut grown) = (self, self.done.add(part));
        while let Some((above, share)) = &at.above {
            grown = above.done.add(grown * share);
            at = above;
        }
        if grown > 0.0 {
            self.teller.look(&at.done);
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

/// Like tasks that together are a part of what a control tells of, finished by any threads. Cheap: it is passed on when it is
/// time to tell something, and at the end.
pub(crate) struct Tasks<'a> {
    control: &'a Control,
    count: u64,
    /// What each is of the control's progress.
    each: f64,
    done: AtomicU64,
    passed_on: AtomicU64,
}

impl<'a> Tasks<'a> {
    /// `count` tasks that are `part` of the control's progress.
    pub fn new(control: &'a Control, part: f64, count: usize) -> Self {
        let each = part / count.max(1) as f64;
        Tasks { control, count: count as u64, each, done: AtomicU64::new(0), passed_on: AtomicU64::new(0) }
    }

    /// Whether work is to end.
    pub fn is_stopped(&self) -> bool {
        self.control.is_stopped()
    }

    /// So many more are done.
    pub fn done(&self, count: usize) {
        let Some(part) = self.control.meter() else { return };
        self.done.fetch_add(count as u64, Ordering::Relaxed);
        if part.is_due() {
            self.pass_on(part);
        }
    }

    /// How many are done, in those that were expected.
    #[cfg(test)]
    pub fn told(&self) -> f64 {
        self.done.load(Ordering::Relaxed) as f64 / self.count.max(1) as f64
    }

    /// All are done, though they were fewer.
    pub fn finish(&self) {
        self.done.fetch_max(self.count, Ordering::Relaxed);
    }

    fn pass_on(&self, part: &Part) {
        let done = self.done.load(Ordering::Relaxed);
        let done = done.min(self.count);
        let before = self.passed_on.fetch_max(done, Ordering::Relaxed);
        part.advance(done.saturating_sub(before) as f64 * self.each);
    }
}

impl Drop for Tasks<'_> {
    fn drop(&mut self) {
        if let Some(part) = self.control.meter() {
            self.pass_on(part);
        }
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
        let most = 1 + whole.teller.start.elapsed().as_millis() / PAUSE.as_millis();
        assert!(calls >= 1 && calls as u128 <= most, "{calls} {most}");
    }

    #[test]
    fn tasks_are_all_passed_on() {
        let (whole, told) = told(true);
        let control = Control::of(whole.clone());
        let tasks = Tasks::new(&control, 0.5, 1000);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| (0..250).for_each(|_| tasks.done(1)));
            }
        });
        drop(tasks);
        assert!((whole.done() - 0.5).abs() < 1e-9 && told.lock().unwrap().len() > 10);
    }
}
