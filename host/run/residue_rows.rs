//! Residues of an answer modulo all primes, where an engine has no room for them: in memory of the host, or in a file.
//!
//! They come by primes, as batches are computed, and go by coefficients, as these are lifted. A file is that of a checkpoint, or one of the same
//! format that has no name and ends with the store.

use super::checkpoint::{Archive, Kept, Row};
use crate::error::{Error, ErrorKind, Result};
use crate::plan::plain_primes::PrimeSize;
use crate::plan::residues::{PlainResidues, ResidueSlice};
use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// Residues \[prime\]\[coefficient\] modulo primes of one size.
pub(crate) struct Store {
    size: PrimeSize,
    primes: Vec<u64>,
    columns: usize,
    place: Place,
}

enum Place {
    /// The residues of each prime, where they arrived: gigabytes are not copied.
    Memory(Vec<Option<Arrived>>),
    File(Blocks),
}

/// A row of rows that came together.
#[derive(Clone)]
pub(crate) struct Arrived {
    rows: Arc<PlainResidues>,
    number: usize,
}

struct Blocks {
    kept: Kept,
    /// The folder, for messages.
    folder: String,
    /// Coefficients of a block, at most.
    width: usize,
    /// Rows of the primes.
    rows: HashMap<u64, usize>,
}

/// Residues of some coefficients modulo all primes, which need the store no more.
pub(crate) enum Found {
    /// The rows that these are part of, elements `start` to `end` of each.
    Shared(Vec<Arrived>, usize, Range<usize>),
    /// One row after the other.
    Read(PlainResidues),
}

impl Found {
    /// Gives one or more rows after the other to `take`, each time with the number of the first one.
    ///
    /// # Errors
    /// Those of `take`.
    pub fn each(&self, mut take: impl FnMut(usize, ResidueSlice<'_>) -> Result<()>) -> Result<()> {
        match self {
            Found::Shared(rows, width, columns) => rows.iter().enumerate().try_for_each(|(row, arrived)| {
                let start = arrived.number * width;
                take(row, arrived.rows.range(start + columns.start..start + columns.end))
            }),
            Found::Read(values) => take(0, values.all()),
        }
    }
}

impl Store {
    /// In memory, of which it takes what its rows come in.
    pub fn in_memory(size: PrimeSize, primes: Vec<u64>, columns: usize) -> Self {
        let place = Place::Memory(vec![None; primes.len()]);
        Store { size, primes, columns, place }
    }

    /// In a file, in blocks of at most `width` coefficients: that of a checkpoint if it is `kept`, else one in `folder`.
    ///
    /// # Errors
    /// `File`.
    pub fn in_folder(
        (folder, kept): (&Path, Option<&Kept>),
        size: PrimeSize,
        (primes, columns): (Vec<u64>, usize),
        width: usize,
    ) -> Result<Self> {
        let kept = match kept {
            Some(kept) => kept.clone(),
            None => Archive::without_name(folder)?.of(0),
        };
        let rows = primes.iter().enumerate().map(|(row, &prime)| (prime, row)).collect();
        let blocks = Blocks { kept, folder: folder.display().to_string(), width: width.max(1), rows };
        Ok(Store { size, primes, columns, place: Place::File(blocks) })
    }

    /// Whether it is that of a checkpoint, where residues stay.
    pub fn is_kept(&self) -> bool {
        matches!(&self.place, Place::File(blocks) if blocks.kept.is_lasting())
    }

    /// Puts residues \[prime\]\[coefficient\] of all coefficients modulo some primes, from number `row` on, where they belong; once for each.
    ///
    /// # Errors
    /// `Shape`; `File`, `Checkpoint`.
    pub fn put(&mut self, row: usize, values: PlainResidues) -> Result<()> {
        let width = self.columns;
        let rows = values.len() / width.max(1);
        if rows * width != values.len() || row + rows > self.primes.len() {
            let (expected, found) = (self.primes.len().saturating_sub(row) * width, values.len());
            return Err(ErrorKind::Shape { what: "residues of a store", expected, found }.into());
        }
        match &mut self.place {
            Place::Memory(all) => {
                let values = Arc::new(values);
                for (number, place) in all[row..row + rows].iter_mut().enumerate() {
                    *place = Some(Arrived { rows: values.clone(), number });
                }
            }
            Place::File(blocks) => {
                let rows = self.primes[row..row + rows].iter().map(|&prime| Row { prime, tag: 0 });
                blocks.kept.put_residues(&rows.collect::<Vec<Row>>(), blocks.width, values.all())?;
            }
        }
        Ok(())
    }

    /// Residues \[prime\]\[coefficient\] of a range of coefficients.
    ///
    /// # Errors
    /// `Shape`, also where some were never put into memory; `File`, `Checkpoint`, also where some were never put into a file, or are not as they
    /// were.
    pub fn get(&mut self, columns: Range<usize>) -> Result<Found> {
        if columns.end > self.columns {
            let (expected, found) = (self.columns, columns.end);
            return Err(ErrorKind::Shape { what: "coefficients of a store", expected, found }.into());
        }
        let count = self.primes.len();
        match &mut self.place {
            _ if columns.is_empty() => Ok(Found::Read(PlainResidues::new(self.size))),
            Place::Memory(all) => {
                let rows: Vec<Arrived> = all.iter().flatten().cloned().collect();
                if rows.len() < count {
                    return Err(ErrorKind::Shape { what: "rows of a store", expected: count, found: rows.len() }.into());
                }
                Ok(Found::Shared(rows, self.columns, columns))
            }
            Place::File(blocks) => {
                let mut found = PlainResidues::zeros(self.size, count, columns.len())?;
                let missing = count - blocks.kept.columns_of_residues(&blocks.rows, columns, &mut found)?;
                if missing > 0 {
                    let message = format!("residues modulo {missing} of {count} primes were never written");
                    return Err(failed(&blocks.folder, message));
                }
                Ok(Found::Read(found))
            }
        }
    }
}

fn failed(folder: &str, message: String) -> Error {
    ErrorKind::File { path: folder.to_owned(), message }.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn primes(count: usize) -> Vec<u64> {
        (0..count as u64).map(|i| 1000 - i).collect()
    }

    fn stores(rows: usize, columns: usize) -> Vec<Store> {
        let folder = std::env::temp_dir();
        let mut stores = vec![Store::in_memory(PrimeSize::Bits31, primes(rows), columns)];
        for width in [1, 3, 7, 100] {
            stores.push(Store::in_folder((&folder, None), PrimeSize::Bits31, (primes(rows), columns), width).unwrap());
        }
        stores
    }

    /// All residues of a range.
    fn all(store: &mut Store, range: Range<usize>) -> Result<PlainResidues> {
        let mut all = PlainResidues::new(store.size);
        store.get(range.clone())?.each(|row, values| {
            assert_eq!(all.len(), row * range.len());
            all.extend(values)
        })?;
        Ok(all)
    }

    #[test]
    fn rows_go_in_and_columns_come_out() {
        let (rows, columns) = (5, 23);
        let value = |row: usize, column: usize| (100 * row + column) as u32;
        for mut store in stores(rows, columns) {
            for part in [3..5, 0..1, 1..3] {
                let values: Vec<u32> = part.clone().flat_map(|row| (0..columns).map(move |k| value(row, k))).collect();
                store.put(part.start, PlainResidues::Bits31(values)).unwrap();
            }
            for range in [0..23, 0..0, 4..5, 3..12, 22..23] {
                let of_row = |row: usize| range.clone().map(move |k| value(row, k));
                let expected: Vec<u32> = (0..rows).flat_map(of_row).collect();
                assert_eq!(all(&mut store, range.clone()), Ok(PlainResidues::Bits31(expected)), "{range:?}");
            }
            assert!(store.get(20..24).is_err());
            let zeros = |count| PlainResidues::Bits31(vec![0; count]);
            assert!(store.put(4, zeros(46)).is_err() && store.put(0, zeros(22)).is_err());
        }
        assert!(
            stores(3, 0)
                .into_iter()
                .all(|mut store| all(&mut store, 0..0) == Ok(PlainResidues::new(PrimeSize::Bits31)))
        );
    }

    #[test]
    fn what_is_missing_or_damaged_is_found() {
        let folder = std::env::temp_dir();
        let mut store = Store::in_folder((&folder, None), PrimeSize::Bits50, (primes(2), 10), 4).unwrap();
        store.put(0, PlainResidues::Bits50(vec![7; 10])).unwrap();
        let error = all(&mut store, 1..3).unwrap_err();
        assert!(error.to_string().contains("modulo 1 of 2 primes were never written"), "{error}");
        store.put(1, PlainResidues::Bits50(vec![8; 10])).unwrap();
        assert_eq!(all(&mut store, 9..10), Ok(PlainResidues::Bits50(vec![7, 8])));
        let Place::File(blocks) = &mut store.place else { panic!("a file") };
        blocks.kept.damage(10);
        let error = all(&mut store, 8..10).unwrap_err();
        assert!(error.to_string().contains("not as they were written"), "{error}");
        // Other blocks are.
        assert_eq!(all(&mut store, 0..1), Ok(PlainResidues::Bits50(vec![7, 8])));
        let mut store = Store::in_memory(PrimeSize::Bits50, primes(2), 10);
        store.put(1, PlainResidues::Bits50(vec![8; 10])).unwrap();
        assert!(all(&mut store, 1..3).unwrap_err().to_string().contains("rows of a store"));
        let nowhere = Path::new("/nowhere/at/all");
        let nowhere = Store::in_folder((nowhere, None), PrimeSize::Bits31, (primes(2), 10), 4).err().unwrap();
        assert!(nowhere.to_string().contains("/nowhere/at/all: residues cannot be kept in this folder"), "{nowhere}");
    }
}
