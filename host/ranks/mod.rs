//! Processes that share a computation, on one machine or on many: ranks, in the words of MPI.
//!
//! Rank 0 reads, plans, checks and writes. Each other rank is an engine to it: one GPU where devices compute, else the cores that its process may use. Engines share primes, and then
//! the coefficients of the answer, as several devices of one process do; so answers are the same to the byte, whatever the number of ranks. Memory limits and numbers of
//! threads are those of each rank. A checkpoint is written by rank 0, and may be gone on from with any number of ranks.
//!
//! What ranks tell each other goes through rank 0: a computation moves its input to each rank, and its residues and its coefficients to and from each rank once.

#[cfg(feature = "mpi")]
mod mpi;
mod serving;
#[cfg(test)]
mod tests;

#[cfg(feature = "mpi")]
pub use self::mpi::with_mpi;
pub(crate) use serving::Opening;
#[cfg(any(feature = "mpi", test))]
pub(crate) use serving::serve_rank;

use crate::engine::AnyEngine;
use crate::engine::remote::{Link, Remote, greeting, quit};
use crate::error::{Error, ErrorKind, Result};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// The ranks of a computation: [`RunOptions::ranks`](crate::RunOptions::ranks).
#[derive(Clone)]
pub struct Ranks(Arc<Pool>);

/// Ranks that wait for a computation.
struct Pool {
    idle: Mutex<Vec<Arc<dyn Link>>>,
    others: usize,
}

impl fmt::Debug for Ranks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ranks").field("count", &self.count()).finish()
    }
}

impl Ranks {
    /// This rank, and those at the other ends, which [`serve_rank`].
    #[cfg(any(feature = "mpi", test))]
    pub(crate) fn new(links: Vec<Arc<dyn Link>>) -> Self {
        Ranks(Arc::new(Pool { others: links.len(), idle: Mutex::new(links) }))
    }

    /// How many processes there are, with this one.
    pub fn count(&self) -> usize {
        1 + self.0.others
    }

    /// Engines of at most so many other ranks. Where another computation has them there are none.
    ///
    /// # Errors
    /// `Rank`: one has no such engine, or is gone.
    pub(crate) fn open(&self, opening: &Opening, most: usize) -> Result<Vec<Rank>> {
        let links: Vec<Arc<dyn Link>> = {
            let mut idle = self.0.idle.lock().unwrap_or_else(PoisonError::into_inner);
            let from = idle.len().saturating_sub(most);
            idle.drain(from..).collect()
        };
        // All begin at the same time.
        let asked: Vec<Result<()>> = links.iter().map(|link| opening.send(&**link)).collect();
        let opened = links.into_iter().zip(asked).map(|(link, asked)| {
            let rank = link.rank();
            let greeted = asked.and_then(|()| greeting(&*link));
            let named = |error: Error| match error.kind() {
                ErrorKind::Rank { .. } => error,
                _ => ErrorKind::Rank { rank, message: format!("cannot take part: {error}") }.into(),
            };
            match greeted {
                Ok(greeting) => {
                    let engine = Some(Remote::new(link.clone(), greeting));
                    Ok(Rank { engine, link, pool: self.0.clone() })
                }
                Err(error) => {
                    self.0.put(link);
                    Err(named(error))
                }
            }
        });
        // All answers are heard, whatever the first says.
        let opened: Vec<Result<Rank>> = opened.collect();
        opened.into_iter().collect()
    }
}

impl Pool {
    fn put(&self, link: Arc<dyn Link>) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(link);
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let idle = self.idle.get_mut().unwrap_or_else(PoisonError::into_inner);
        // A rank that is gone needs no end.
        idle.iter().for_each(|link| _ = quit(&**link));
    }
}

/// Another rank's engine, while a computation has it.
pub(crate) struct Rank {
    /// There is one until it is dropped.
    engine: Option<Remote>,
    link: Arc<dyn Link>,
    pool: Arc<Pool>,
}

impl Rank {
    /// Its engine.
    pub fn engine(&mut self) -> Option<&mut dyn AnyEngine> {
        self.engine.as_mut().map(|engine| engine as &mut dyn AnyEngine)
    }
}

impl Drop for Rank {
    fn drop(&mut self) {
        // It is told the end before another computation begins.
        let was_heard = self.engine.take().is_none_or(|engine| engine.is_heard());
        // One that has not answered would give this answer to another computation.
        if was_heard {
            self.pool.put(self.link.clone());
        }
    }
}
