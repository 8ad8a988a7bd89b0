//! Ranks by MPI: what starts them, and what carries their messages.

use super::{Processes, serve};
use crate::engine::remote::{Heard, Link};
use crate::error::{Error, ErrorKind, Result};
use crate::run::memory::share_with;
use mpi::Threading;
use mpi::topology::{Rank, SimpleCommunicator};
use mpi::traits::{Communicator, Destination, MatchedReceiveVec, Source};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Bytes of one message of MPI, whose lengths are numbers of 32 bits; a longer one is sent in pieces.
const PIECE: usize = 1 << 30;

/// For how long a message is looked for all the time, before this thread sleeps between two looks.
const BUSY: Duration = Duration::from_micros(200);

/// The longest sleep between two looks.
const SLEEP: Duration = Duration::from_millis(1);

/// The world of MPI. One thread at a time calls it, as implementations are fastest and surest.
struct World(Mutex<SimpleCommunicator>);

// SAFETY: the communicator is a handle of the whole process, MPI was asked for calls from all threads, and the lock makes them follow each other.
unsafe impl Send for World {}
// SAFETY: as above.
unsafe impl Sync for World {}

/// Messages to and from one rank.
struct Process {
    world: Arc<World>,
    rank: Rank,
    heard: Heard,
}

impl Link for Process {
    fn number(&self) -> usize {
        self.rank as usize
    }

    fn send(&self, message: Vec<u8>) -> Result<()> {
        let world = self.world.0.lock().unwrap_or_else(PoisonError::into_inner);
        let process = world.process_at_rank(self.rank);
        // As many whole pieces as there are, and one that is shorter.
        let mut pieces = message.chunks_exact(PIECE);
        pieces.by_ref().for_each(|piece| process.send(piece));
        process.send(pieces.remainder());
        Ok(())
    }

    fn receive(&self, wait: Duration) -> Result<Option<Vec<u8>>> {
        let Some(mut message) = self.piece(Some(wait))? else { return Ok(None) };
        let mut is_whole = message.len() < PIECE;
        while !is_whole {
            let Some(piece) = self.piece(None)? else { continue };
            is_whole = piece.len() < PIECE;
            message.extend_from_slice(&piece);
        }
        Ok(Some(message))
    }

    fn heard(&self) -> &Heard {
        &self.heard
    }
}

impl Process {
    /// The next piece of a message, if one comes within that time.
    fn piece(&self, wait: Option<Duration>) -> Result<Option<Vec<u8>>> {
        let begun = Instant::now();
        let mut pause = Duration::from_micros(10);
        loop {
            {
                let world = self.world.0.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some(found) = world.process_at_rank(self.rank).immediate_matched_probe() {
                    let piece = found.matched_receive_vec().0;
                    self.heard.again();
                    return Ok(Some(piece));
                }
            }
            let waited = begun.elapsed();
            if wait.is_some_and(|wait| waited >= wait) {
                return Ok(None);
            }
            if waited > BUSY {
                sleep(pause);
                pause = (2 * pause).min(SLEEP);
            } else {
                std::thread::yield_now();
            }
        }
    }
}

/// Begins MPI, and does `main` on rank 0, with all ranks, whose answer it gives. The others serve the computations of rank 0 that have these ranks among their options
/// ([`RunOptions::processes`](crate::RunOptions::processes)), until `main` has ended; then they give `None`. Once in a process, before threads of this crate work; on all ranks.
///
/// Each rank takes as many threads as its process may use: `mpirun --map-by slot:PE=8` gives it eight cores. Where ranks of a machine are not bound to cores they share all of them evenly.
///
/// # Errors
/// `Process` where MPI cannot begin, or had begun before; on ranks that serve, where rank 0 is gone.
pub fn with_mpi<R>(main: impl FnOnce(Processes) -> R) -> Result<Option<R>> {
    let refused = |message: &str| Error::from(ErrorKind::Process { number: 0, message: message.to_owned() });
    let Some((_universe, threading)) = mpi::initialize_with_threading(Threading::Serialized) else {
        return Err(refused("cannot begin MPI, which had begun before"));
    };
    if threading < Threading::Serialized {
        return Err(refused("has an MPI that only one thread may call"));
    }
    let world = SimpleCommunicator::world();
    let (rank, count) = (world.rank(), world.size());
    let machine = world.split_shared(rank);
    let (local, locals) = (machine.rank() as usize, machine.size() as usize);
    drop(machine);
    share_machine(locals)?;
    let world = Arc::new(World(Mutex::new(world)));
    let link = |rank| Arc::new(Process { world: world.clone(), rank, heard: Heard::new() }) as Arc<dyn Link>;
    if rank != 0 {
        return serve(&link(0), local).map(|()| None);
    }
    let processes = Processes::new((1..count).map(link).collect());
    let answer = main(processes.clone());
    if !processes.are_all_here() {
        // MPI waits for all ranks at its end; one that is gone or does not answer would never come.
        world.0.lock().unwrap_or_else(PoisonError::into_inner).abort(1);
    }
    processes.end();
    Ok(Some(answer))
}

/// Takes a part of the memory and of the cores of a machine that so many ranks share, where they are not bound to cores.
fn share_machine(locals: usize) -> Result<()> {
    share_with(locals);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let is_bound = std::fs::read_to_string("/proc/cpuinfo")
        .is_ok_and(|text| text.lines().filter(|line| line.starts_with("processor")).count() > cores);
    if locals > 1 && !is_bound {
        let threads = (cores / locals).max(1);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build_global();
        pool.map_err(|error| crate::run::threads::no_threads(threads, &error))?;
    }
    Ok(())
}
