//! Messages through pipes: a length of eight bytes, and so many bytes.

use super::{Processes, serve};
use crate::engine::remote::{Heard, Link};
use crate::error::{Error, ErrorKind, Result};
use crate::run::threads::no_threads;
use std::io::{self, Read, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;
use std::time::Duration;

/// Two pipes, one each way.
pub(super) struct Pipe<W> {
    number: usize,
    to: Mutex<W>,
    /// What a thread of its own reads; none from the end on.
    from: Mutex<Receiver<Vec<u8>>>,
    heard: Arc<Heard>,
}

impl<W: Write + Send> Pipe<W> {
    /// To and from this process.
    ///
    /// # Errors
    /// `Argument` where no thread can be started.
    pub fn new(number: usize, from: impl Read + Send + 'static, to: W) -> Result<Self> {
        let ((messages, received), heard) = (channel(), Arc::new(Heard::new()));
        let from = Listening { from, heard: heard.clone() };
        Builder::new().spawn(move || read(from, &messages)).map_err(|error| no_threads(1, &error))?;
        Ok(Pipe { number, to: Mutex::new(to), from: Mutex::new(received), heard })
    }

    fn gone(&self) -> Error {
        ErrorKind::Process { number: self.number, message: "is gone".to_owned() }.into()
    }
}

/// A reader, and when it has read.
struct Listening<R> {
    from: R,
    heard: Arc<Heard>,
}

impl<R: Read> Read for Listening<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.from.read(into)?;
        self.heard.again();
        Ok(read)
    }
}

/// Passes messages on, until the pipe ends or nobody hears them.
fn read(mut from: impl Read, messages: &Sender<Vec<u8>>) {
    let mut next = || -> io::Result<Vec<u8>> {
        let mut len = [0; 8];
        from.read_exact(&mut len)?;
        let (len, mut message) = (u64::from_le_bytes(len), Vec::new());
        // The length is no promise.
        (&mut from).take(len).read_to_end(&mut message)?;
        if message.len() as u64 == len { Ok(message) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    };
    while let Ok(message) = next() {
        if messages.send(message).is_err() {
            break;
        }
    }
}

impl<W: Write + Send> Link for Pipe<W> {
    fn number(&self) -> usize {
        self.number
    }

    fn send(&self, message: Vec<u8>) -> Result<()> {
        let mut to = self.to.lock().unwrap_or_else(PoisonError::into_inner);
        let mut written = || {
            to.write_all(&(message.len() as u64).to_le_bytes())?;
            to.write_all(&message)?;
            to.flush()
        };
        written().map_err(|_| self.gone())
    }

    fn receive(&self, wait: Duration) -> Result<Option<Vec<u8>>> {
        match self.from.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(wait) {
            Ok(message) => Ok(Some(message)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(self.gone()),
        }
    }

    fn heard(&self) -> &Heard {
        &self.heard
    }
}

impl Processes {
    /// This process, and one that each of the commands starts: a program that calls [`serve_standard`], here or on another machine, as
    /// `ssh node2 eliminant serve`. They end with this process.
    ///
    /// # Errors
    /// `Process` where a command cannot be started.
    ///
    /// # Examples
    /// ```no_run
    /// use eliminant::processes::Processes;
    /// use eliminant::{Resultant, RunOptions};
    /// use std::process::Command;
    /// let mut other = Command::new("ssh");
    /// other.args(["node2", "eliminant", "serve"]);
    /// let mut run = RunOptions::default();
    /// run.processes = Some(Processes::start([other])?);
    /// let (f, g) = ("y^3 - x*y + 1".parse()?, "x*y^2 - 3".parse()?);
    /// let answer = Resultant::new(&f, &g, "y").run_options(run).run()?;
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn start(commands: impl IntoIterator<Item = Command>) -> Result<Processes> {
        let links = commands.into_iter().enumerate().map(|(k, command)| start(k + 1, command));
        links.collect::<Result<Vec<Arc<dyn Link>>>>().map(Processes::new)
    }
}

/// The link to process number `process`, which a command starts.
fn start(number: usize, mut command: Command) -> Result<Arc<dyn Link>> {
    let failed = |message: String| Error::from(ErrorKind::Process { number, message });
    let started = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = started.map_err(|error| failed(format!("cannot be started by {command:?}: {error}")))?;
    let (Some(to), Some(from)) = (child.stdin.take(), child.stdout.take()) else {
        return Err(failed("has no pipes".to_owned()));
    };
    let link = Pipe::new(number, from, to)?;
    // It ends when its pipe does; then the system is not to keep it.
    Builder::new().spawn(move || child.wait()).map_err(|error| no_threads(1, &error))?;
    Ok(Arc::new(link))
}

/// Serves the computations of a process that has started this one by [`Processes::start`], on standard input and output, until that ends. Where devices compute, it takes that of
/// this number.
///
/// # Errors
/// `Process`: the other process is gone.
pub fn serve_standard(device: usize) -> Result<()> {
    let link: Arc<dyn Link> = Arc::new(Pipe::new(0, io::stdin(), io::stdout())?);
    serve(&link, device)
}
