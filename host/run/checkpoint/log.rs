//! The format of files with residues: a head, then sections one behind the other, each with residues of one computation modulo some primes.
//!
//! ```text
//! file    := head   section ...
//! head    := 89 45 4C 52 0D 0A 1A 0A   format: u32 = 1   version: 32 bytes   problem: u128   seed: u64   crc: u32
//! section := "RESIDUES"   problem: u128   key: u128   rows: u32   word: u32   columns: u64   width: u64
//!            rows times (prime: u64   tag: u64)   crc: u32
//!            block ...
//! block   := rows times up to width residues of word bytes   crc: u32
//! ```
//!
//! Numbers are little-endian; `crc` is the CRC-32 of what is before it in its head, section or block. Block number i has the columns from
//! i `width` on. `version` is that of the program, filled up with zeros; `problem` and `key` say what the residues belong to ([`Fingerprint`]).
//! Sections are only appended. So what was written before a process was killed stays, and what is not whole, or not as it was written, is
//! left out when the file is opened: up to the next section that is whole.
//!
//! [`Fingerprint`]: super::fingerprint::Fingerprint

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::time::{Duration, Instant};

const MAGIC: [u8; 8] = *b"\x89ELR\r\n\x1a\n";
const SECTION: [u8; 8] = *b"RESIDUES";
/// Of the layout of all that is in a file, and of what the residues mean.
const FORMAT: u32 = 1;
const VERSION: usize = 32;
/// Bytes of the head, and of a section before its rows.
pub(super) const HEAD: usize = 8 + 4 + VERSION + 16 + 8 + 4;
const FIXED: usize = 8 + 16 + 16 + 4 + 4 + 8 + 8;
/// Bytes of a block, at most, where one column does not have more: it is checked as a whole.
pub(super) const BLOCK: usize = 1 << 22;

/// Bytes that are worth to be written by themselves, and how soon others follow that wait for them.
const LITTLE: usize = 1 << 16;
const SOON: Duration = Duration::from_millis(100);

/// Rows of a section, at most: primes of a batch are fewer.
const MOST_ROWS: u64 = 1 << 20;

/// The beginning of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Head {
    pub format: u32,
    pub version: String,
    pub problem: u128,
    pub seed: u64,
}

/// Residues modulo one prime, whatever else is to be known of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Row {
    pub prime: u64,
    pub tag: u64,
}

/// Residues \[row\]\[column\], in a file.
#[derive(Debug)]
pub(super) struct Section {
    pub problem: u128,
    pub key: u128,
    pub rows: Vec<Row>,
    pub word: u32,
    pub columns: u64,
    width: u64,
    /// The first block.
    at: u64,
}

/// A file.
#[derive(Debug)]
pub(super) struct Log {
    file: File,
    pub sections: Vec<Section>,
    /// Behind the last section.
    end: u64,
    /// The last bytes, which the file does not have yet.
    pending: Vec<u8>,
    flushed: Instant,
    /// Behind the last section that the file has.
    whole: u64,
}

/// The contents of a file that is opened.
pub(super) struct Found {
    pub log: Log,
    /// `None` where it is not as it was written.
    pub head: Option<Head>,
    /// Bytes that are not as they were written, or not whole.
    pub damaged: Vec<Range<u64>>,
}

/// Fields of a record, one behind the other.
struct Fields<'a>(&'a [u8]);

impl Fields<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let mut field = [0; N];
        let (first, rest) = self.0.split_at(N.min(self.0.len()));
        field[..first.len()].copy_from_slice(first);
        self.0 = rest;
        field
    }

    fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.take())
    }

    fn u64(&mut self) -> u64 {
        u64::from_le_bytes(self.take())
    }

    fn u128(&mut self) -> u128 {
        u128::from_le_bytes(self.take())
    }
}

/// `bytes` with their checksum.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let crc = crc32fast::hash(&bytes);
    bytes.extend(crc.to_le_bytes());
    bytes
}

/// The bytes before the checksum, where that is right.
fn opened(bytes: &[u8]) -> Option<&[u8]> {
    let (bytes, crc) = bytes.split_last_chunk::<4>()?;
    (crc32fast::hash(bytes) == u32::from_le_bytes(*crc)).then_some(bytes)
}

/// That of a file of this program.
pub(super) fn head(problem: u128, seed: u64) -> Head {
    Head { format: FORMAT, version: env!("CARGO_PKG_VERSION").to_owned(), problem, seed }
}

impl Head {
    fn bytes(&self) -> Vec<u8> {
        let mut version = self.version.clone().into_bytes();
        version.resize(VERSION, 0);
        let fields = [&MAGIC[..], &self.format.to_le_bytes(), &version];
        sealed([&fields.concat()[..], &self.problem.to_le_bytes(), &self.seed.to_le_bytes()].concat())
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let mut fields = Fields(opened(bytes)?);
        if fields.take() != MAGIC {
            return None;
        }
        let (format, version): (u32, [u8; VERSION]) = (fields.u32(), fields.take());
        let version = String::from_utf8_lossy(&version).trim_end_matches('\0').to_owned();
        Some(Head { format, version, problem: fields.u128(), seed: fields.u64() })
    }
}

impl Section {
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = [&SECTION[..], &self.problem.to_le_bytes(), &self.key.to_le_bytes()].concat();
        bytes.extend((self.rows.len() as u32).to_le_bytes());
        bytes.extend(self.word.to_le_bytes());
        [self.columns, self.width].iter().for_each(|n| bytes.extend(n.to_le_bytes()));
        self.rows.iter().for_each(|row| [row.prime, row.tag].iter().for_each(|n| bytes.extend(n.to_le_bytes())));
        sealed(bytes)
    }

    /// Columns of each block.
    fn blocks(&self) -> impl Iterator<Item = Range<u64>> + use<> {
        let (columns, width) = (self.columns, self.width.max(1));
        (0..columns.div_ceil(width)).map(move |i| i * width..columns.min((i + 1) * width))
    }

    /// Bytes of a block of so many columns, without the checksum.
    fn size(&self, columns: u64) -> u64 {
        self.rows.len() as u64 * u64::from(self.word) * columns
    }

    /// Where a block is.
    fn place(&self, columns: &Range<u64>) -> u64 {
        let before = columns.start / self.width.max(1);
        self.at + self.size(columns.start) + 4 * before
    }

    fn end(&self) -> u64 {
        self.at + self.size(self.columns) + 4 * self.columns.div_ceil(self.width.max(1))
    }
}

impl Log {
    /// A new file with this head.
    pub fn begin(mut file: File, head: &Head) -> io::Result<Self> {
        file.set_len(0)?;
        file.seek(SeekFrom::Start(0))?;
        file.write_all(&head.bytes())?;
        Ok(Log::of(file))
    }

    /// Takes away all sections.
    pub fn clear(&mut self) -> io::Result<()> {
        self.file.set_len(HEAD as u64)?;
        self.sections.clear();
        self.pending.clear();
        (self.end, self.whole) = (HEAD as u64, HEAD as u64);
        Ok(())
    }

    fn of(file: File) -> Self {
        Log {
            file,
            sections: Vec::new(),
            end: HEAD as u64,
            pending: Vec::new(),
            flushed: Instant::now(),
            whole: HEAD as u64,
        }
    }

    /// A file as it is. Every checksum in it is looked at.
    pub fn open(mut file: File) -> io::Result<Found> {
        let len = file.seek(SeekFrom::End(0))?;
        let head = read(&mut file, 0, (HEAD as u64).min(len))?;
        let head = Head::read(&head);
        let mut damaged = Vec::new();
        let mut at = HEAD as u64;
        if head.is_none() && len > 0 {
            at = next_section(&mut file, at, len)?.max(at);
            damaged.push(0..at.min(len));
        }
        // Damaged bytes behind the last section that is whole are written over.
        let mut log = Log::of(file);
        while at < len {
            let Some(section) = log.section(at, len)? else {
                let next = next_section(&mut log.file, at + 1, len)?;
                damaged.push(at..next);
                at = next;
                continue;
            };
            let end = section.end();
            match log.is_whole(&section)? {
                true => {
                    log.sections.push(section);
                    (log.end, log.whole) = (end, end);
                }
                false => damaged.push(at..end),
            }
            at = end;
        }
        Ok(Found { log, head, damaged })
    }

    /// Cuts off what is behind the last section, and writes the head once more.
    pub fn mend(&mut self, head: &Head) -> io::Result<()> {
        self.file.set_len(self.end)?;
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(&head.bytes())
    }

    /// The section at `at`, where there is one that ends before `len`; its blocks are not looked at.
    fn section(&mut self, at: u64, len: u64) -> io::Result<Option<Section>> {
        if len - at < (FIXED + 4) as u64 {
            return Ok(None);
        }
        let fixed = read(&mut self.file, at, FIXED as u64)?;
        let mut fields = Fields(&fixed);
        if fields.take() != SECTION {
            return Ok(None);
        }
        let (problem, key, rows, word) = (fields.u128(), fields.u128(), u64::from(fields.u32()), fields.u32());
        let (columns, width) = (fields.u64(), fields.u64());
        let whole = FIXED as u64 + 16 * rows + 4;
        // A length that is not whole may be any number: no memory for that.
        if rows > MOST_ROWS || len - at < whole {
            return Ok(None);
        }
        let bytes = read(&mut self.file, at, whole)?;
        let Some(fields) = opened(&bytes) else { return Ok(None) };
        let mut fields = Fields(&fields[FIXED..]);
        let rows = (0..rows).map(|_| Row { prime: fields.u64(), tag: fields.u64() }).collect();
        let section = Section { problem, key, rows, word, columns, width, at: at + whole };
        // A length that has passed the checksum was written so, and fits; but the end may be missing.
        Ok((section.end() <= len).then_some(section))
    }

    fn is_whole(&mut self, section: &Section) -> io::Result<bool> {
        for columns in section.blocks() {
            let size = section.size(columns.end - columns.start) + 4;
            if opened(&read(&mut self.file, section.place(&columns), size)?).is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Appends residues \[row\]\[column\] as bytes, in blocks of `width` columns, or fewer. Little ones that come soon one after the other
    /// are written together.
    pub fn append(&mut self, section: (u128, u128, Vec<Row>), word: u32, width: u64, values: &[u8]) -> io::Result<()> {
        let (problem, key, rows) = section;
        let each = (rows.len() as u64 * u64::from(word)).max(1);
        let columns = values.len() as u64 / each;
        let width = width.clamp(1, (BLOCK as u64 / each).max(1));
        let mut section = Section { problem, key, rows, word, columns, width, at: 0 };
        let fixed = section.bytes();
        section.at = self.end + fixed.len() as u64;
        self.pending.extend(fixed);
        self.blocks(&section, values)?;
        self.end = section.end();
        self.sections.push(section);
        // A part of one that is not little must not stay behind.
        match values.len() < LITTLE && self.pending.len() < LITTLE && self.flushed.elapsed() < SOON {
            true => Ok(()),
            false => self.flush(),
        }
    }

    /// Writes what is left of whole sections.
    pub fn flush(&mut self) -> io::Result<()> {
        self.write_pending()?;
        self.whole = self.end;
        Ok(())
    }

    fn write_pending(&mut self) -> io::Result<()> {
        let pending = std::mem::take(&mut self.pending);
        self.write(&pending)
    }

    /// Writes the next bytes of the file.
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.flushed = Instant::now();
        if bytes.is_empty() {
            return Ok(());
        }
        let written = self.file.seek(SeekFrom::End(0)).and_then(|_| self.file.write_all(bytes));
        if written.is_err() {
            // A file that cannot be written may still be cut; if not, the next one who opens it does it.
            _ = self.file.set_len(self.whole);
        }
        written
    }

    fn blocks(&mut self, section: &Section, values: &[u8]) -> io::Result<()> {
        let (word, row) = (section.word as usize, section.columns as usize * section.word as usize);
        for columns in section.blocks() {
            let range = columns.start as usize * word..columns.end as usize * word;
            match range.len() == row {
                true => self.block(values, section.word)?,
                false => {
                    let inside = values.chunks_exact(row).flat_map(|values| &values[range.clone()]);
                    self.block(&inside.copied().collect::<Vec<u8>>(), section.word)?;
                }
            }
        }
        Ok(())
    }

    fn block(&mut self, values: &[u8], word: u32) -> io::Result<()> {
        if cfg!(target_endian = "big") {
            let mut swapped = values.to_vec();
            swap(&mut swapped, word);
            return self.bytes(&swapped);
        }
        self.bytes(values)
    }

    /// Bytes and their checksum, behind what is pending.
    fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        if bytes.len() < LITTLE {
            self.pending.extend(bytes);
        } else {
            self.write_pending()?;
            self.write(bytes)?;
        }
        self.pending.extend(crc32fast::hash(bytes).to_le_bytes());
        Ok(())
    }

    /// The blocks of section number `number` that have some of `columns`: each with its columns, and residues \[row\]\[column\] as bytes.
    ///
    /// # Errors
    /// Also where a block is not as it was written.
    pub fn read(
        &mut self,
        number: usize,
        columns: Range<u64>,
        mut take: impl FnMut(Range<u64>, &[u8]) -> io::Result<()>,
    ) -> io::Result<()> {
        self.flush()?;
        let section = &self.sections[number];
        for block in section.blocks().filter(|block| block.start < columns.end && columns.start < block.end) {
            let size = section.size(block.end - block.start);
            let mut bytes = read(&mut self.file, section.place(&block), size + 4)?;
            let broken = || io::Error::other("residues are not as they were written");
            opened(&bytes).ok_or_else(broken)?;
            bytes.truncate(size as usize);
            if cfg!(target_endian = "big") {
                swap(&mut bytes, section.word);
            }
            take(block, &bytes)?;
        }
        Ok(())
    }

    /// Changes a byte so many from the end.
    #[cfg(test)]
    pub fn damage(&mut self, from_end: i64) {
        let at = self.file.seek(SeekFrom::End(-from_end)).unwrap();
        let byte = read(&mut self.file, at, 1).unwrap()[0];
        self.file.seek(SeekFrom::Start(at)).unwrap();
        self.file.write_all(&[!byte]).unwrap();
    }

    /// Waits until all is where no loss of power reaches it.
    pub fn sync(&mut self) -> io::Result<()> {
        self.flush()?;
        self.file.sync_data()
    }
}

/// Words of the other order of bytes.
fn swap(bytes: &mut [u8], word: u32) {
    bytes.chunks_exact_mut(word.max(1) as usize).for_each(<[u8]>::reverse);
}

fn read(file: &mut File, at: u64, size: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(usize::try_from(size).unwrap_or(usize::MAX)).map_err(io::Error::other)?;
    file.seek(SeekFrom::Start(at))?;
    file.take(size).read_to_end(&mut bytes)?;
    match bytes.len() as u64 == size {
        true => Ok(bytes),
        false => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

/// Where something from `from` on looks like a section; `len` where nothing does.
fn next_section(file: &mut File, mut from: u64, len: u64) -> io::Result<u64> {
    const PIECE: u64 = 1 << 20;
    while from < len {
        // The next piece begins where a name that is cut would.
        let bytes = read(file, from, (PIECE + SECTION.len() as u64).min(len - from))?;
        if let Some(place) = bytes.windows(SECTION.len()).position(|window| window == SECTION) {
            return Ok(from + place as u64);
        }
        from += PIECE;
    }
    Ok(len)
}
