//! Processes that share a computation, on one machine or on many: ranks, in the words of MPI.
//! [`Processes::start`] starts them by commands; with the feature `mpi` they are those that MPI has started.
//!
//! Process 0 reads, plans, checks and writes. Each other process is an engine to it: one GPU where devices compute, else the cores that its process may use. Engines share primes, and then
//! the coefficients of the answer, as several devices of one process do; so answers are the same to the byte, whatever the number of processes. Memory limits and numbers of
//! threads are those of each process. A checkpoint is written by process 0, and may be gone on from with any number of processes.
//!
//! What processes tell each other goes through process 0: a computation moves its input to each process, and its residues and its coefficients to and from each process once.

#[cfg(feature = "mpi")]
mod mpi;
mod pipe;
mod serving;
#[cfg(test)]
mod tests;

#[cfg(feature = "mpi")]
pub use self::mpi::with_mpi;
pub use pipe::serve_standard;
pub(crate) use serving::{Opening, serve};

use crate::engine::remote::{Link, Remote, greeting, quit};
use crate::engine::{AnyEngine, AnySystems};
use crate::error::{Error, ErrorKind, Result};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The processes of a computation: [`RunOptions::processes`](crate::RunOptions::processes).
#[derive(Clone)]
pub struct Processes(Arc<Pool>);

/// Processes that wait for a computation.
struct Pool {
    state: Mutex<State>,
    others: usize,
}

/// Who waits for what.
struct State {
    /// For a computation.
    idle: Vec<Arc<dyn Link>>,
    /// For the end, since they have told what was wrong.
    distrusted: Vec<Arc<dyn Link>>,
}

impl fmt::Debug for Processes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Processes").field("count", &self.count()).finish()
    }
}

impl Processes {
    /// This process, and those at the other ends, which [`serve`].
    pub(crate) fn new(links: Vec<Arc<dyn Link>>) -> Self {
        let others = links.len();
        Processes(Arc::new(Pool { state: Mutex::new(State { idle: links, distrusted: Vec::new() }), others }))
    }

    /// Ends the processes that wait for a computation; they take part in no other.
    pub fn end(&self) {
        let mut state = self.0.state();
        let State { idle, distrusted } = &mut *state;
        // A process that is gone needs no end.
        idle.drain(..).chain(distrusted.drain(..)).for_each(|link| _ = quit(&*link));
    }

    /// Whether no process is gone, or computes.
    #[cfg(feature = "mpi")]
    fn are_all_here(&self) -> bool {
        let state = self.0.state();
        state.idle.len() + state.distrusted.len() == self.0.others
    }

    /// How many processes there are, with this one.
    pub fn count(&self) -> usize {
        1 + self.0.others
    }

    /// Engines of at most so many other processes. Where another computation has them there are none.
    ///
    /// # Errors
    /// `Process`: one has no such engine, or is gone.
    pub(crate) fn open(&self, opening: &Opening, most: usize) -> Result<Vec<Process>> {
        let links: Vec<Arc<dyn Link>> = {
            let idle = &mut self.0.state().idle;
            let from = idle.len().saturating_sub(most);
            idle.drain(from..).collect()
        };
        // All begin at the same time.
        let asked: Vec<Result<()>> = links.iter().map(|link| opening.send(&**link)).collect();
        let opened = links.into_iter().zip(asked).map(|(link, asked)| {
            let number = link.number();
            let greeted = asked.and_then(|()| greeting(&*link));
            let named = |error: Error| match error.kind() {
                ErrorKind::Process { .. } => error,
                _ => ErrorKind::Process { number, message: format!("cannot take part: {error}") }.into(),
            };
            match greeted {
                Ok(greeting) => {
                    let engine = Some(Remote::new(link.clone(), greeting));
                    Ok(Process { engine, link, pool: self.0.clone() })
                }
                Err(error) => {
                    self.0.state().idle.push(link);
                    Err(named(error))
                }
            }
        });
        // All answers are heard, whatever the first says.
        let opened: Vec<Result<Process>> = opened.collect();
        opened.into_iter().collect()
    }
}

impl Pool {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Another process's engine, while a computation has it.
pub(crate) struct Process {
    /// There is one until it is dropped.
    engine: Option<Remote>,
    link: Arc<dyn Link>,
    pool: Arc<Pool>,
}

impl Process {
    /// The number of the process.
    pub fn number(&self) -> usize {
        self.link.number()
    }

    /// Whether it has told what was wrong.
    pub fn is_distrusted(&self) -> bool {
        self.engine.as_ref().is_some_and(Remote::is_distrusted)
    }

    /// Its engine.
    pub fn engine(&mut self) -> Option<&mut dyn AnyEngine> {
        self.engine.as_mut().map(|engine| engine as &mut dyn AnyEngine)
    }

    /// The same for systems of polynomials.
    pub fn systems(&mut self) -> Option<&mut dyn AnySystems> {
        self.engine.as_mut().map(|engine| engine as &mut dyn AnySystems)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It is told the end before another computation begins.
        let Some((was_heard, is_distrusted)) = self.engine.take().map(|e| (e.is_heard(), e.is_distrusted())) else {
            return;
        };
        let mut state = self.pool.state();
        match is_distrusted {
            // One that has not answered would give this answer to another computation.
            _ if !was_heard => {}
            true => state.distrusted.push(self.link.clone()),
            false => state.idle.push(self.link.clone()),
        }
    }
}
