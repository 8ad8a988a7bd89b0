//! Residues of an answer modulo all primes, where an engine has no room for them: in memory of the host, or in a file.
//!
//! They come by primes, as batches are computed, and go by coefficients, as these are lifted. A file has no name and ends with the store;
//! it consists of blocks, each of a range of coefficients modulo the primes of a batch, appended as they come.

use crate::engine::batching::zeros;
use crate::error::{Error, ErrorKind, Result};
use bytemuck::Pod;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;

/// Residues \[prime\]\[coefficient\] of the type of a word.
pub(crate) struct Store<T> {
    rows: usize,
    columns: usize,
    place: Place<T>,
}

enum Place<T> {
    Memory(Vec<T>),
    File(Blocks),
}

struct Blocks {
    file: File,
    /// The folder, for messages.
    folder: String,
    /// Coefficients of a block, at most.
    width: usize,
    blocks: Vec<Block>,
    end: u64,
}

/// Residues \[prime\]\[coefficient\] somewhere in a file.
struct Block {
    rows: Range<usize>,
    columns: Range<usize>,
    at: u64,
    /// CRC-32 of its bytes.
    checksum: u32,
}

impl<T: Pod + Default> Store<T> {
    /// In memory.
    ///
    /// # Errors
    /// `OutOfMemory`.
    pub fn in_memory(rows: usize, columns: usize) -> Result<Self> {
        Ok(Store { rows, columns, place: Place::Memory(zeros(rows, columns)?) })
    }

    /// In a file in `folder`, in blocks of at most `width` coefficients.
    ///
    /// # Errors
    /// `File`.
    pub fn in_folder(folder: &Path, (rows, columns): (usize, usize), width: usize) -> Result<Self> {
        let name = folder.display().to_string();
        let file = tempfile::tempfile_in(folder).map_err(|error| broken(&name, &error))?;
        let blocks = Blocks { file, folder: name, width: width.max(1), blocks: Vec::new(), end: 0 };
        Ok(Store { rows, columns, place: Place::File(blocks) })
    }

    /// Puts residues \[prime\]\[coefficient\] of all coefficients modulo some primes, from number `row` on, where they belong; once for each.
    ///
    /// # Errors
    /// `Shape`; `File`.
    pub fn put(&mut self, row: usize, values: &[T]) -> Result<()> {
        let width = self.columns;
        let rows = values.len() / width.max(1);
        if rows * width != values.len() || row + rows > self.rows {
            let (expected, found) = (self.rows.saturating_sub(row) * width, values.len());
            return Err(ErrorKind::Shape { what: "residues of a store", expected, found }.into());
        }
        match &mut self.place {
            Place::Memory(all) => all[row * width..][..values.len()].copy_from_slice(values),
            Place::File(blocks) => {
                for first in (0..width).step_by(blocks.width) {
                    let columns = first..width.min(first + blocks.width);
                    let inside = values.chunks_exact(width).flat_map(|row| &row[columns.clone()]);
                    blocks.append(row..row + rows, columns.clone(), &inside.copied().collect::<Vec<T>>())?;
                }
            }
        }
        Ok(())
    }

    /// Residues \[prime\]\[coefficient\] of a range of coefficients.
    ///
    /// # Errors
    /// `Shape`; `File`, also where some were never put, or are not as they were.
    pub fn get(&mut self, columns: Range<usize>) -> Result<Vec<T>> {
        if columns.end > self.columns {
            let (expected, found) = (self.columns, columns.end);
            return Err(ErrorKind::Shape { what: "coefficients of a store", expected, found }.into());
        }
        let mut found = zeros(self.rows, columns.len())?;
        match &mut self.place {
            Place::Memory(all) => {
                let rows = found.chunks_exact_mut(columns.len().max(1)).zip(all.chunks_exact(self.columns.max(1)));
                rows.for_each(|(to, from)| to.copy_from_slice(&from[columns.clone()]));
            }
            Place::File(blocks) => blocks.read(self.rows, columns, &mut found)?,
        }
        Ok(found)
    }
}

impl Blocks {
    fn append<T: Pod>(&mut self, rows: Range<usize>, columns: Range<usize>, values: &[T]) -> Result<()> {
        let bytes: &[u8] = bytemuck::cast_slice(values);
        let written = self.file.seek(SeekFrom::Start(self.end)).and_then(|_| self.file.write_all(bytes));
        written.map_err(|error| broken(&self.folder, &error))?;
        self.blocks.push(Block { rows, columns, at: self.end, checksum: crc32fast::hash(bytes) });
        self.end += bytes.len() as u64;
        Ok(())
    }

    fn read<T: Pod + Default>(&mut self, rows: usize, columns: Range<usize>, found: &mut [T]) -> Result<()> {
        let Blocks { file, folder, blocks, .. } = self;
        let (mut there, mut values) = (0, Vec::new());
        for block in blocks.iter() {
            let common = columns.start.max(block.columns.start)..columns.end.min(block.columns.end);
            if common.is_empty() {
                continue;
            }
            let width = block.columns.len();
            values.resize(block.rows.len() * width, T::default());
            let bytes: &mut [u8] = bytemuck::cast_slice_mut(&mut values);
            let read = file.seek(SeekFrom::Start(block.at)).and_then(|_| file.read_exact(bytes));
            read.map_err(|error| broken(folder, &error))?;
            if crc32fast::hash(bytes) != block.checksum {
                return Err(failed(folder, "residues kept in this folder are not as they were written".to_owned()));
            }
            for (row, values) in block.rows.clone().zip(values.chunks_exact(width)) {
                let to = row * columns.len() + common.start - columns.start;
                found[to..to + common.len()]
                    .copy_from_slice(&values[common.start - block.columns.start..][..common.len()]);
            }
            there += common.len() * block.rows.len();
        }
        match rows * columns.len() {
            all if all == there => Ok(()),
            all => Err(failed(folder, format!("{} of {all} residues were never written", all - there.min(all)))),
        }
    }
}

fn broken(folder: &str, error: &io::Error) -> Error {
    failed(folder, format!("residues cannot be kept in this folder: {error}"))
}

fn failed(folder: &str, message: String) -> Error {
    ErrorKind::File { path: folder.to_owned(), message }.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stores(rows: usize, columns: usize) -> Vec<Store<u32>> {
        let folder = std::env::temp_dir();
        let mut stores = vec![Store::in_memory(rows, columns).unwrap()];
        for width in [1, 3, 7, 100] {
            stores.push(Store::in_folder(&folder, (rows, columns), width).unwrap());
        }
        stores
    }

    #[test]
    fn rows_go_in_and_columns_come_out() {
        let (rows, columns) = (5, 23);
        let value = |row: usize, column: usize| (100 * row + column) as u32;
        for mut store in stores(rows, columns) {
            for part in [3..5, 0..1, 1..3] {
                let values: Vec<u32> = part.clone().flat_map(|row| (0..columns).map(move |k| value(row, k))).collect();
                store.put(part.start, &values).unwrap();
            }
            for range in [0..23, 0..0, 4..5, 3..12, 22..23] {
                let of_row = |row: usize| range.clone().map(move |k| value(row, k));
                let expected: Vec<u32> = (0..rows).flat_map(of_row).collect();
                assert_eq!(store.get(range.clone()).unwrap(), expected, "{range:?}");
            }
            assert!(store.get(20..24).is_err());
            assert!(store.put(4, &[0; 46]).is_err() && store.put(0, &[0; 22]).is_err());
        }
        assert!(stores(3, 0).into_iter().all(|mut store| store.get(0..0) == Ok(Vec::new())));
    }

    #[test]
    fn what_is_missing_or_damaged_is_found() {
        let mut store = Store::<u64>::in_folder(&std::env::temp_dir(), (2, 10), 4).unwrap();
        store.put(0, &[7; 10]).unwrap();
        let error = store.get(1..3).unwrap_err();
        assert!(error.to_string().contains("2 of 4 residues were never written"), "{error}");
        store.put(1, &[8; 10]).unwrap();
        assert_eq!(store.get(9..10).unwrap(), [7, 8]);
        let Place::File(blocks) = &mut store.place else { panic!("a file") };
        blocks.file.seek(SeekFrom::Start(8 * 11 + 3)).unwrap();
        blocks.file.write_all(&[1]).unwrap();
        let error = store.get(0..3).unwrap_err();
        assert!(error.to_string().contains("not as they were written"), "{error}");
        // Other blocks are.
        assert_eq!(store.get(9..10).unwrap(), [7, 8]);
        let nowhere = Store::<u32>::in_folder(Path::new("/nowhere/at/all"), (2, 10), 4).err().unwrap();
        assert!(nowhere.to_string().contains("/nowhere/at/all: residues cannot be kept in this folder"), "{nowhere}");
    }
}
