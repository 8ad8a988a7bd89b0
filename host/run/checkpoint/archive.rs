//! Residues in a file while a computation goes on: they come in any order, from all threads, and go by primes or by columns.

use super::log::{Head, Log, Row, head};
use crate::error::{Error, ErrorKind, Result};
use crate::plan::plain_primes::PrimeSize;
use crate::plan::residues::{PlainResidues, ResidueSlice};
use bytemuck::Pod;
use std::collections::HashMap;
use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Time between two waits for the disk, at least: a loss of power takes away what was written since.
const SYNC: Duration = Duration::from_secs(5);

/// And at least so many times what the last wait has taken.
const RARELY: u32 = 30;

/// Bytes of residues that are copied at a time.
const PIECE: usize = 1 << 22;

/// Rows of residues of so many bytes, with `width` columns, that are copied at a time; one at least.
pub(crate) fn rows_at_once(bytes: usize, width: usize) -> usize {
    (PIECE / (bytes * width).max(1)).max(1)
}

/// A file of residues.
#[derive(Debug)]
pub(crate) struct Archive {
    /// For messages.
    path: String,
    /// Whether it has a name, and outlives the process.
    lasting: bool,
    problem: u128,
    seed: u64,
    /// The damage that was found when it was opened, in one line.
    pub(crate) damaged: Option<String>,
    /// Rows that were there already, and were of use.
    restored: AtomicUsize,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    log: Log,
    /// Numbers of the sections of each key.
    places: HashMap<u128, Vec<usize>>,
    synced: Instant,
    wait: Duration,
}

/// Rows of a section: the number, the place of the prime among those that are wanted, and the tag.
type Rows = Vec<(usize, usize, u64)>;

/// The residues of one computation.
#[derive(Debug, Clone)]
pub(crate) struct Kept {
    archive: Arc<Archive>,
    key: u128,
}

impl Archive {
    pub(super) fn new(path: String, lasting: bool, log: Log, head: &Head, damaged: Option<String>) -> Self {
        let mut places: HashMap<u128, Vec<usize>> = HashMap::new();
        log.sections.iter().enumerate().for_each(|(i, section)| places.entry(section.key).or_default().push(i));
        let state = State { log, places, synced: Instant::now(), wait: Duration::ZERO };
        let (problem, seed, restored) = (head.problem, head.seed, AtomicUsize::new(0));
        Archive { path, lasting, problem, seed, damaged, restored, state: Mutex::new(state) }
    }

    /// A file without a name in `folder`, that ends with the computation.
    ///
    /// # Errors
    /// `File`.
    pub fn without_name(folder: &Path) -> Result<Arc<Self>> {
        let path = folder.display().to_string();
        let head = head(0, 0);
        let log = tempfile::tempfile_in(folder).and_then(|file| Log::begin(file, &head));
        let broken = |error| failed(&path, false, "residues cannot be kept in this folder", &error);
        let log = log.map_err(broken)?;
        Ok(Arc::new(Archive::new(path, false, log, &head, None)))
    }

    /// The seed of the random choices of a computation that has none of its own.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Rows that were there already, and were of use.
    pub fn restored(&self) -> usize {
        self.restored.load(Ordering::Relaxed)
    }

    /// The residues of the computation of this fingerprint.
    pub fn of(self: &Arc<Self>, key: u128) -> Kept {
        Kept { archive: self.clone(), key }
    }

    /// Waits until all is on the disk.
    ///
    /// # Errors
    /// `Checkpoint`; `File`.
    pub fn sync(&self) -> Result<()> {
        self.state().log.sync().map_err(|error| self.failed("residues cannot be written", &error))
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.state().log.sections.is_empty()
    }

    /// Takes away all residues, of which some are wrong.
    ///
    /// # Errors
    /// `Checkpoint`; `File`.
    pub fn clear(&self) -> Result<()> {
        let mut state = self.state();
        state.places.clear();
        state.log.clear().map_err(|error| self.failed("wrong residues cannot be taken away", &error))
    }

    /// Forgets what has so many columns.
    #[cfg(test)]
    pub fn forget(&self, columns: usize) {
        let mut guard = self.state();
        let State { log, places, .. } = &mut *guard;
        places.values_mut().for_each(|numbers| numbers.retain(|&i| log.sections[i].columns != columns as u64));
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn failed(&self, what: &str, error: &io::Error) -> Error {
        failed(&self.path, self.lasting, what, error)
    }
}

/// An error of a checkpoint, or of the file of a folder.
fn failed(path: &str, lasting: bool, what: &str, error: &io::Error) -> Error {
    let (path, message) = (path.to_owned(), format!("{what}: {error}"));
    match lasting {
        true => ErrorKind::Checkpoint { file: path, message: message + "; what was saved before stays" }.into(),
        false => ErrorKind::File { path, message }.into(),
    }
}

impl Kept {
    /// Those of a part of this computation, with a fingerprint of its own.
    pub fn part(&self, key: u128) -> Kept {
        Kept { archive: self.archive.clone(), key: self.key ^ key.rotate_left(1) }
    }

    /// Whether they outlive the process.
    pub fn is_lasting(&self) -> bool {
        self.archive.lasting
    }

    /// Changes a byte so many from the end of the file.
    #[cfg(test)]
    pub fn damage(&self, from_end: i64) {
        self.archive.state().log.damage(from_end);
    }

    /// Saves bytes that are no residues.
    ///
    /// # Errors
    /// As [`Kept::put`].
    pub fn put_bytes(&self, bytes: &[u8]) -> Result<()> {
        self.put(&[Row { prime: 0, tag: 0 }], bytes.len(), bytes)
    }

    /// The bytes that [`Kept::put_bytes`] has saved.
    ///
    /// # Errors
    /// As [`Kept::restore`].
    pub fn bytes(&self) -> Result<Option<Vec<u8>>> {
        let mut found = None;
        self.restore(std::iter::once(0), usize::MAX, |_, _, bytes: &[u8]| {
            found = Some(bytes.to_vec());
            Ok(())
        })?;
        Ok(found)
    }

    /// So many rows were of use.
    pub fn count(&self, rows: usize) {
        self.archive.restored.fetch_add(rows, Ordering::Relaxed);
    }

    /// Saves residues \[row\]\[column\] for `rows`, in blocks of up to `width` columns.
    ///
    /// # Errors
    /// `Checkpoint`, `File`: then nothing is saved of them.
    pub fn put<T: Pod>(&self, rows: &[Row], width: usize, values: &[T]) -> Result<()> {
        if rows.is_empty() {
            return Ok(());
        }
        let archive = &*self.archive;
        let (mut guard, word) = (archive.state(), size_of::<T>() as u32);
        let state = &mut *guard;
        let section = (archive.problem, self.key, rows.to_vec());
        let mut written = state.log.append(section, word, width as u64, bytemuck::cast_slice(values));
        let number = state.log.sections.len();
        if written.is_ok() {
            state.places.entry(self.key).or_default().push(number - 1);
        }
        if written.is_ok() && archive.lasting && state.synced.elapsed() > SYNC.max(state.wait * RARELY) {
            let begin = Instant::now();
            written = state.log.sync();
            (state.synced, state.wait) = (Instant::now(), begin.elapsed());
        }
        written.map_err(|error| archive.failed("residues cannot be written", &error))
    }

    /// Gives to `take` what is saved modulo `primes`: the place of the prime among them, its tag and its residues in the first ones of so many
    /// `columns`. The places of the primes of which nothing is saved.
    ///
    /// # Errors
    /// `Checkpoint`, `File`: the file has changed since it was opened; of `take`.
    pub fn restore<T: Pod + Default>(
        &self,
        primes: impl Iterator<Item = u64>,
        columns: usize,
        mut take: impl FnMut(usize, u64, &[T]) -> Result<()>,
    ) -> Result<Vec<usize>> {
        let (sections, missing) = self.sections_of::<T>(primes, columns);
        for (number, width, rows) in sections {
            for rows in rows.chunks(rows_at_once(size_of::<T>(), width)) {
                let mut values = vec![T::default(); rows.len() * width];
                self.with_log(|log| {
                    log.read(number, 0..width as u64, |block, bytes| {
                        let block = block.start as usize..block.end as usize;
                        let each = block.len() * size_of::<T>();
                        for (&(row, ..), values) in rows.iter().zip(values.chunks_exact_mut(width)) {
                            let to = bytemuck::cast_slice_mut(&mut values[block.clone()]);
                            to.copy_from_slice(&bytes[row * each..][..each]);
                        }
                        Ok(())
                    })
                })?;
                // Not while the file is locked: what this does on all cores may wait for somebody who wants it.
                for (i, &(_, place, tag)) in rows.iter().enumerate() {
                    take(place, tag, &values[i * width..][..width])?;
                }
            }
        }
        Ok(missing)
    }

    /// The same without the residues: the places of the primes of which nothing is saved.
    pub fn missing<T>(&self, primes: impl Iterator<Item = u64>, columns: usize) -> Vec<usize> {
        self.sections_of::<T>(primes, columns).1
    }

    /// As [`Kept::put`].
    ///
    /// # Errors
    /// As there.
    pub fn put_residues(&self, rows: &[Row], width: usize, values: ResidueSlice<'_>) -> Result<()> {
        match values {
            ResidueSlice::Bits31(values) => self.put(rows, width, values),
            ResidueSlice::Bits50(values) => self.put(rows, width, values),
        }
    }

    /// As [`Kept::restore`], of residues modulo primes of this size.
    ///
    /// # Errors
    /// As there.
    pub fn restore_residues(
        &self,
        size: PrimeSize,
        primes: impl Iterator<Item = u64>,
        columns: usize,
        mut take: impl FnMut(usize, u64, ResidueSlice<'_>) -> Result<()>,
    ) -> Result<Vec<usize>> {
        match size {
            PrimeSize::Bits31 => {
                self.restore(primes, columns, |place, tag, values| take(place, tag, ResidueSlice::Bits31(values)))
            }
            PrimeSize::Bits50 => {
                self.restore(primes, columns, |place, tag, values| take(place, tag, ResidueSlice::Bits50(values)))
            }
        }
    }

    /// As [`Kept::missing`], of residues modulo primes of this size.
    pub fn missing_residues(&self, size: PrimeSize, primes: impl Iterator<Item = u64>, columns: usize) -> Vec<usize> {
        match size {
            PrimeSize::Bits31 => self.missing::<u32>(primes, columns),
            PrimeSize::Bits50 => self.missing::<u64>(primes, columns),
        }
    }

    /// The sections that have residues of the type `T` modulo some of `primes`, in up to so many `columns`: number, columns, and of their rows
    /// the number, the place of the prime, and the tag. The places of all other primes.
    fn sections_of<T>(
        &self,
        primes: impl Iterator<Item = u64>,
        columns: usize,
    ) -> (Vec<(usize, usize, Rows)>, Vec<usize>) {
        let mut missing: HashMap<u64, usize> = primes.enumerate().map(|(place, prime)| (prime, place)).collect();
        let mut sections = Vec::new();
        let guard = self.archive.state();
        for &number in guard.places.get(&self.key).into_iter().flatten() {
            let section = &guard.log.sections[number];
            if section.word as usize != size_of::<T>() || section.columns > columns as u64 {
                continue;
            }
            let rows = section.rows.iter().enumerate();
            let rows = rows.filter_map(|(i, row)| Some((i, missing.remove(&row.prime)?, row.tag)));
            sections.push((number, section.columns as usize, rows.collect()));
        }
        let mut missing: Vec<usize> = missing.into_values().collect();
        missing.sort_unstable();
        (sections, missing)
    }

    /// Residues \[prime\]\[column\] of a range of columns; how many primes there are of them.
    ///
    /// # Errors
    /// As [`Kept::restore`].
    pub fn columns<T: Pod + Default>(
        &self,
        rows: &HashMap<u64, usize>,
        columns: Range<usize>,
        found: &mut [T],
    ) -> Result<usize> {
        let (mut seen, width) = (vec![false; rows.len()], columns.len());
        self.with_log(|log| {
            let numbers: Vec<usize> = (0..log.sections.len()).filter(|&i| log.sections[i].key == self.key).collect();
            for number in numbers {
                let section = &log.sections[number];
                let places: Vec<Option<usize>> = section.rows.iter().map(|row| rows.get(&row.prime).copied()).collect();
                if section.word as usize != size_of::<T>() || section.columns == 0 || places.iter().all(Option::is_none)
                {
                    continue;
                }
                log.read(number, columns.start as u64..columns.end as u64, |block, bytes| {
                    let block = block.start as usize..block.end as usize;
                    let common = block.start.max(columns.start)..block.end.min(columns.end);
                    let each = bytes.len() / places.len();
                    for (place, bytes) in places.iter().zip(bytes.chunks_exact(each)) {
                        let Some(row) = place else { continue };
                        let to = &mut found[row * width + common.start - columns.start..][..common.len()];
                        let from = (common.start - block.start) * size_of::<T>();
                        bytemuck::cast_slice_mut(to).copy_from_slice(&bytes[from..][..common.len() * size_of::<T>()]);
                    }
                    Ok(())
                })?;
                places.into_iter().flatten().for_each(|row| seen[row] = true);
            }
            Ok(())
        })?;
        Ok(seen.into_iter().filter(|&seen| seen).count())
    }

    /// As [`Kept::columns`].
    ///
    /// # Errors
    /// As there.
    pub fn columns_of_residues(
        &self,
        rows: &HashMap<u64, usize>,
        columns: Range<usize>,
        found: &mut PlainResidues,
    ) -> Result<usize> {
        match found {
            PlainResidues::Bits31(found) => self.columns(rows, columns, found),
            PlainResidues::Bits50(found) => self.columns(rows, columns, found),
        }
    }

    /// Does something with the file.
    fn with_log<R>(&self, run: impl FnOnce(&mut Log) -> io::Result<R>) -> Result<R> {
        run(&mut self.archive.state().log).map_err(|error| self.archive.failed("residues cannot be read", &error))
    }
}
