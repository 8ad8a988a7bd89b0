//! Our engines.

use crate::options::place;
use crate::values::{DeviceList, Threads};
use eliminant::plan::cost::{CORE_50, H200};
use eliminant::{Backend, Determinant, DeterminantAnswer, DeterminantMethod, Matrix};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

/// One of our engines with its choices.
#[derive(Clone)]
pub struct Engine {
    pub backend: Backend,
    pub threads: Threads,
    /// Of CUDA.
    pub devices: DeviceList,
    pub method: DeterminantMethod,
    /// Bytes of memory for the work; none: what the library takes unless told.
    pub memory: Option<u64>,
}

impl Engine {
    /// One thread of the CPU.
    pub fn of_one_thread() -> Self {
        let (backend, threads, devices) = (Backend::Cpu, Some(1), vec![0]);
        Engine { backend, threads, devices, method: DeterminantMethod::Elimination, memory: None }
    }

    /// The options of `tables det` that choose it alone.
    pub fn words(&self) -> Vec<String> {
        let backend = if self.backend == Backend::Cuda { "cuda" } else { "cpu" };
        let threads = self.threads.map_or("all".to_owned(), |n| n.to_string());
        let devices: Vec<String> = self.devices.iter().map(usize::to_string).collect();
        let mut words: Vec<String> = ["--backend", backend, "--threads", &threads, "--devices", &devices.join(",")]
            .into_iter()
            .chain(["--methods", self.method.name()])
            .map(str::to_owned)
            .collect();
        if let Some(bytes) = self.memory {
            words.extend(["--memory-limit".to_owned(), (bytes as f64 / f64::from(1 << 30)).to_string()]);
        }
        words
    }

    /// Its name in the table.
    pub fn label(&self) -> String {
        let place = place(self.backend, self.threads, (self.devices != [0]).then_some(&self.devices[..]));
        match self.method {
            DeterminantMethod::Elimination => place,
            other => format!("{place} {}", other.name()),
        }
    }

    /// The determinant of a matrix.
    pub fn job<'m>(&self, matrix: &'m Matrix) -> Determinant<'m> {
        let job = Determinant::new(matrix).backend(self.backend).devices(&self.devices).method(self.method).seed(1);
        let job = match self.threads {
            Some(n) => job.threads(n),
            None => job,
        };
        match self.memory {
            Some(bytes) => job.memory_limit(bytes),
            None => job,
        }
    }

    /// How long a run takes, about, by the rates of some machine: enough to leave a row out. Of a device, one that is ready.
    ///
    /// # Errors
    /// Where it cannot compute the determinant: memory does not suffice, for one.
    pub fn predicted(&self, matrix: &Matrix) -> eliminant::Result<Duration> {
        let (rates, workers) = match self.backend {
            Backend::Cuda => (&H200, self.devices.len()),
            _ => (&CORE_50, self.threads.or_else(|| available_parallelism().ok().map(usize::from)).unwrap_or(1)),
        };
        let milliseconds = self.job(matrix).plan()?.on_grid.predict(rates).milliseconds / workers.max(1) as f64;
        Ok(Duration::try_from_secs_f64(milliseconds / 1e3).unwrap_or(Duration::MAX))
    }
}

/// A run, with its milliseconds: from the matrix in memory to the polynomial in memory.
pub fn timed(job: &Determinant) -> eliminant::Result<(DeterminantAnswer, f64)> {
    let start = Instant::now();
    let answer = std::hint::black_box(job.run())?;
    Ok((answer, start.elapsed().as_secs_f64() * 1e3))
}
