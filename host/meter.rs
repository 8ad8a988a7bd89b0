//! How much of a computation is done: a fraction of the work that was predicted, told now and then.
//!
//! A computation is a tree of parts, each a share of the one above. Whoever does work advances the innermost part, which passes it on
//! upwards, so that the fraction only grows, whatever was predicted; a part is never more than done.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
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
    /// What was told last.
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

/// How much of a part's foretold time counts as seen already, where its measured time says otherwise.
///
/// With 1/10 a machine of half the speed that was foretold is known for one within a third after a tenth of the time, and a first step that takes twice
/// what was foretold of it, when a seventh of all is done, makes the rest half as long again.
const TRUST: f64 = 0.1;

/// The speed of a fraction that is ahead, in that with which it would be 1 at the end: it never stands still.
const AHEAD: f64 = 0.1;

/// Ratio of actual to predicted time. `done` is the prediction for the finished steps, which took `spent`; `left` is the prediction for the
/// remaining ones. `before` is the ratio that was assumed before any step was finished; none if predictions have another unit than time. Then
/// there is no ratio before a step is finished.
fn factor(spent: f64, done: f64, left: f64, before: Option<f64>) -> Option<f64> {
    let seen = before.map_or(0.0, |_| TRUST * left);
    let whole = done + seen;
    if whole > 0.0 { Some((spent + seen * before.unwrap_or(0.0)) / whole) } else { before }
}

/// What a part is of the one above.
enum Above {
    /// A share, beside others or not.
    Share(Arc<Part>, f64),
    /// One of the sections that follow each other.
    Section(Arc<Part>, Section),
}

/// A section, in the unit of all sections of a part.
#[derive(Clone, Copy)]
struct Section {
    /// What is foretold of it.
    work: f64,
    /// What is foretold of all behind it.
    behind: f64,
    /// Whether the unit is a nanosecond.
    in_time: bool,
}

/// How far a part is.
#[derive(Default)]
struct State {
    done: f64,
    /// What was foretold of the sections that are over.
    before: f64,
    /// The same of the section that is not, as far as it is done.
    now: f64,
    /// Nanoseconds that are left, where a section told it last.
    left: Option<f64>,
    /// Nanoseconds from the beginning to when it did.
    seen: f64,
}

/// A part of a computation. Its fraction is what its shares add up to, or with sections the part of its time that went by.
pub(crate) struct Part {
    teller: Arc<Teller>,
    /// None for a whole computation.
    above: Option<Above>,
    begun: Instant,
    /// Nanoseconds that are foretold of it, and how many times as long everything took so far.
    foretold: Option<(f64, f64)>,
    state: Mutex<State>,
}

impl Part {
    fn new(teller: Arc<Teller>, above: Option<Above>, foretold: Option<(f64, f64)>) -> Arc<Part> {
        Arc::new(Part { teller, above, begun: Instant::now(), foretold, state: Mutex::default() })
    }

    /// A computation that begins; `every` advance is told if so, for tests, and all takes the time that is foretold.
    pub fn whole(tell: Tell, every: bool) -> Arc<Part> {
        let pause = if every { Duration::ZERO } else { PAUSE };
        let (next, told) = (AtomicU64::new(0), Mutex::new(0.0));
        Part::new(Arc::new(Teller { tell, start: Instant::now(), pause, next, told }), None, None)
    }

    /// A part that is `share` of this one.
    pub fn share(self: &Arc<Self>, share: f64) -> Arc<Part> {
        Part::new(self.teller.clone(), Some(Above::Share(self.clone(), share)), None)
    }

    /// The section that begins: `work` is foretold of it, `behind` of all that follows. This part's fraction is then the time that went by
    /// in that and what is left: what the section itself still takes, and `behind` as many times as what is done took longer than foretold. Where that is
    /// less than was told before, the fraction goes on slowly. In another unit than time, `behind` is what the time of all so far makes of it.
    pub fn section(self: &Arc<Self>, work: f64, behind: f64, in_time: bool) -> Arc<Part> {
        let section = Section { work, behind, in_time };
        let known = {
            let mut state = self.state();
            state.before += std::mem::take(&mut state.now);
            if in_time && state.before == 0.0 {
                // What came before the first was not foretold.
                state.before = self.spent(0.0);
            }
            let factor = self.factor(&state, work + behind, in_time);
            factor.map(|factor| if in_time { (work, factor) } else { (work * factor, 1.0) })
        };
        let part = Part::new(self.teller.clone(), Some(Above::Section(self.clone(), section)), known);
        self.follow(&part, section);
        part
    }

    /// What is foretold from now on is what was measured: all so far counts as if it had taken what was foretold of it.
    pub fn settle(&self) {
        let mut state = self.state();
        (state.before, state.now) = (self.spent(state.before + state.now), 0.0);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Nanoseconds since it began; in tests what was foretold of what is `done`.
    fn spent(&self, done: f64) -> f64 {
        if self.teller.pause.is_zero() { done } else { self.begun.elapsed().as_nanos() as f64 }
    }

    /// Ratio of actual to predicted time of its sections, of which so much remains.
    fn factor(&self, state: &State, left: f64, in_time: bool) -> Option<f64> {
        let done = state.before + state.now;
        let before = in_time.then(|| self.foretold.map_or(1.0, |(_, before)| before));
        factor(self.spent(done), done, left, before)
    }

    /// Nanoseconds that are left; none where nothing tells.
    fn left(&self) -> Option<f64> {
        let state = self.state();
        if state.left.is_some() {
            return state.left;
        }
        let rest = 1.0 - state.done;
        let (work, before) = self.foretold.map_or((1.0, None), |(work, before)| (work, Some(before)));
        let done = work * state.done;
        Some(rest * work * factor(self.spent(done), done, rest * work, before)?)
    }

    /// The fraction done.
    pub fn done(&self) -> f64 {
        self.state().done
    }

    /// This much more is done.
    pub fn advance(&self, part: f64) {
        let grown = {
            let mut state = self.state();
            let before = state.done;
            state.left = None;
            state.done = (before + part.max(0.0)).min(1.0);
            state.done - before
        };
        self.pass_on(grown);
    }

    /// A section is further, or begins.
    fn follow(&self, part: &Part, section: Section) {
        let done = part.done();
        // In tests time is in the unit of the sections, whatever that is.
        let left = match self.teller.pause.is_zero() && !section.in_time {
            true => Some(section.work * (1.0 - done)),
            false => part.left(),
        };
        let grown = {
            let mut state = self.state();
            state.now = section.work * done;
            let rest = section.work * (1.0 - done) + section.behind;
            let factor = self.factor(&state, rest, section.in_time);
            let (Some(left), Some(factor)) = (left, factor) else { return };
            let (before, spent) = (state.done, self.spent(state.before + state.now));
            let left = left + factor * section.behind;
            let since = (spent - state.seen).max(0.0);
            let part = |time: f64| if time > 0.0 { time / (time + left) } else { 0.0 };
            let slowly = before + AHEAD * (1.0 - before) * part(since);
            (state.left, state.seen) = (Some(left), spent);
            state.done = part(spent).max(slowly).clamp(before, 1.0);
            state.done - before
        };
        self.pass_on(grown);
    }

    /// It has grown by so much.
    fn pass_on(&self, grown: f64) {
        match &self.above {
            _ if grown <= 0.0 => (),
            None => self.teller.look(self.done()),
            Some(Above::Share(above, share)) => above.advance(grown * share),
            Some(Above::Section(above, section)) => above.follow(self, *section),
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

    /// A fraction of the time: it follows what is foretold of the rest, goes on slowly where that has become more, and is right again once the time has come.
    #[test]
    fn sections_follow_the_time() {
        let (whole, told) = told(true);
        let first = whole.section(100.0, 300.0, true);
        first.advance(0.5);
        first.end();
        // Less is left than was foretold, then three times as much.
        let second = whole.section(100.0, 100.0, true);
        second.end();
        let third = whole.section(600.0, 0.0, true);
        third.advance(0.5);
        third.advance(0.25);
        third.end();
        whole.end();
        let told = told.lock().unwrap();
        let slowly = 2.0 / 3.0 + AHEAD / 3.0 / 2.0;
        let expected = [0.125, 0.25, 1.0 / 3.0, 2.0 / 3.0, slowly, 650.0 / 800.0, 1.0];
        assert!(told.len() == 7 && told.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{told:?}");
    }

    /// Sections within sections, in nanoseconds or not, and shares within them: each tells above what itself still takes.
    #[test]
    fn sections_are_told_above() {
        let (whole, told) = told(true);
        let outer = whole.section(100.0, 100.0, true);
        // It takes 300, not 100.
        let inner = outer.section(150.0, 150.0, true);
        inner.share(0.5).end();
        inner.end();
        outer.section(150.0, 0.0, true).end();
        outer.end();
        whole.section(100.0, 0.0, true).end();
        whole.end();
        // What is left of it is 225, 150 and 0, with 100 behind it, after 25, 50 and 100.
        let told = told.lock().unwrap();
        let expected = [25.0 / 350.0, 50.0 / 300.0, 0.5, 1.0];
        assert!(told.len() == 4 && told.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{told:?}");
        let other = Part::whole(Arc::new(|_| ()), true);
        other.section(1.0, 3.0, false).end();
        assert!((other.done() - 0.25).abs() < 1e-12);
        other.section(1.0, 1.0, false).end();
        assert!((other.done() - 2.0 / 3.0).abs() < 1e-12);
    }

    /// What was seen counts the more the more of it there is, and what is foretold in no time is known by what was seen alone.
    #[test]
    fn factors_are_learnt() {
        assert_eq!(factor(0.0, 0.0, 100.0, Some(1.0)), Some(1.0));
        assert_eq!((factor(0.0, 0.0, 100.0, None), factor(30.0, 10.0, 90.0, None)), (None, Some(3.0)));
        let twice = |part: f64| factor(2.0 * part, part, 1.0 - part, Some(1.0)).unwrap();
        assert!(twice(0.01) < 1.15 && twice(0.1) > 1.5 && twice(0.5) > 1.9 && twice(1.0) == 2.0);
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
