//! The format and its files.

use super::*;
use std::collections::HashMap;

const PROBLEM: u128 = 7;

fn bytes_of(folder: &Path) -> Vec<u8> {
    fs::read(folder.join(NAME)).unwrap()
}

fn write(folder: &Path, bytes: &[u8]) {
    fs::write(folder.join(NAME), bytes).unwrap();
}

fn row(prime: u64) -> Row {
    Row { prime, tag: prime + 1 }
}

fn message(result: Result<Arc<Archive>>) -> String {
    result.expect_err("an error").to_string()
}

/// The residues of prime p in column k.
fn value(p: u64, k: usize) -> u32 {
    (p * 1000 + k as u64) as u32
}

/// Three sections of two computations, one of them with more than one block, one without columns.
fn small(folder: &Path) {
    let archive = open(folder, PROBLEM, Some(5)).unwrap();
    let values =
        |primes: &[u64]| -> Vec<u32> { primes.iter().flat_map(|&p| (0..7).map(move |k| value(p, k))).collect() };
    archive.of(1).put(&[row(3), row(5)], 3, &values(&[3, 5])).unwrap();
    archive.of(2).put::<u64>(&[row(3)], 1, &[1 << 40, 9]).unwrap();
    archive.of(1).put(&[row(11)], 100, &values(&[11])).unwrap();
    archive.of(2).put::<u64>(&[row(5)], 1, &[]).unwrap();
    archive.sync().unwrap();
}

/// The residues of the two computations that are there; all of them must be right.
fn found(archive: &Arc<Archive>) -> usize {
    let mut rows = 0;
    let primes = [11, 3, 17, 5];
    archive
        .of(1)
        .restore(primes.into_iter(), 7, |i, tag, values: &[u32]| {
            let expected: Vec<u32> = (0..7).map(|k| value(primes[i], k)).collect();
            assert_eq!((tag, values), (primes[i] + 1, &expected[..]));
            rows += 1;
            Ok(())
        })
        .unwrap();
    archive
        .of(2)
        .restore(primes.into_iter(), 2, |i, tag, values: &[u64]| {
            let expected = if primes[i] == 3 { &[1 << 40, 9][..] } else { &[] };
            assert_eq!((tag, values), (primes[i] + 1, expected));
            rows += 1;
            Ok(())
        })
        .unwrap();
    rows
}

#[test]
fn what_is_put_is_there_again() {
    let folder = tempfile::tempdir().unwrap();
    small(folder.path());
    let archive = open(folder.path(), PROBLEM, None).unwrap();
    assert_eq!((found(&archive), archive.seed(), &archive.damaged), (5, 5, &None));
    // Words of another size, rows that are too long, and primes that are not there.
    let none = |_: usize, _: u64, _: &[u64]| -> Result<()> { panic!("nothing") };
    assert_eq!(archive.of(1).restore([3, 5].into_iter(), 7, none).unwrap(), [0, 1]);
    let none = |_: usize, _: u64, _: &[u32]| -> Result<()> { panic!("nothing") };
    assert_eq!(archive.of(1).restore([3, 5].into_iter(), 6, none).unwrap(), [0, 1]);
    assert_eq!(archive.of(3).restore([3, 4].into_iter(), 7, none).unwrap(), [0, 1]);
    assert_eq!(archive.of(1).restore([17, 3].into_iter(), 7, |_, _, _: &[u32]| Ok(())).unwrap(), [0]);
    for columns in [0..7, 2..4, 6..7] {
        let (mut values, rows) = (vec![0u32; 3 * columns.len()], HashMap::from([(11, 0), (17, 1), (5, 2)]));
        assert_eq!(archive.of(1).columns(&rows, columns.clone(), &mut values).unwrap(), 2);
        let expected = [11, 0, 5].map(|p| columns.clone().map(move |k| if p == 0 { 0 } else { value(p, k) }));
        assert_eq!(values, expected.into_iter().flatten().collect::<Vec<u32>>());
    }
}

/// Long sections are in the file at once, to the last byte.
#[test]
fn long_sections_wait_for_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let archive = open(folder.path(), PROBLEM, None).unwrap();
    archive.of(1).put(&[row(3)], 5, &vec![1u32; 20_000]).unwrap();
    archive.of(1).put(&[row(5), row(7)], 7000, &vec![1u32; 40_000]).unwrap();
    let path = folder.path().join("copy");
    fs::create_dir(&path).unwrap();
    fs::copy(folder.path().join(NAME), path.join(NAME)).unwrap();
    let copy = open(&path, PROBLEM, None).unwrap();
    assert_eq!((copy.of(1).missing::<u32>([3, 5, 7].into_iter(), 20_000), &copy.damaged), (vec![], &None));
}

/// Every byte changed: no wrong residue, and it is told.
#[test]
fn every_changed_byte_is_found() {
    let folder = tempfile::tempdir().unwrap();
    small(folder.path());
    let whole = bytes_of(folder.path());
    for i in 0..whole.len() {
        for change in [1, 0x80, 0xFF] {
            let mut bytes = whole.clone();
            bytes[i] ^= change;
            write(folder.path(), &bytes);
            let archive = open(folder.path(), PROBLEM, None).unwrap();
            assert!(archive.damaged.is_some(), "{i}");
            // A head that is damaged leaves all sections, and a section all others.
            let rows = found(&archive);
            assert!(if i < log::HEAD { rows == 5 } else { (3..5).contains(&rows) }, "{i}: {rows}");
            drop(archive);
            // Missing residues are computed again, and then all are there.
            small(folder.path());
            assert_eq!(found(&open(folder.path(), PROBLEM, None).unwrap()), 5, "{i}");
        }
    }
}

/// Every length: no wrong residue. That it is too short is told, but where a section ends: so a run that was killed there leaves it.
#[test]
fn every_shorter_file_is_of_use() {
    let folder = tempfile::tempdir().unwrap();
    small(folder.path());
    let whole = bytes_of(folder.path());
    let mut silent = Vec::new();
    for n in 0..whole.len() {
        write(folder.path(), &whole[..n]);
        let archive = open(folder.path(), PROBLEM, None).unwrap();
        let rows = found(&archive);
        assert!(rows < 5);
        if archive.damaged.is_none() {
            silent.push(rows);
        }
        drop(archive);
        small(folder.path());
        assert_eq!(found(&open(folder.path(), PROBLEM, None).unwrap()), 5, "{n}");
    }
    assert_eq!(silent, [0, 0, 2, 3, 4]);
    // Too long.
    write(folder.path(), &[&whole[..], &[0; 100]].concat());
    let archive = open(folder.path(), PROBLEM, None).unwrap();
    assert!(archive.damaged.is_some() && found(&archive) == 5);
    drop(archive);
    assert_eq!(bytes_of(folder.path()), whole);
}

#[test]
fn others_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    small(folder.path());
    let whole = bytes_of(folder.path());
    assert!(message(open(folder.path(), 8, None)).ends_with("name another folder, or remove it to begin anew"));
    // Also where the head does not say it.
    let mut bytes = whole.clone();
    bytes[20] ^= 1;
    write(folder.path(), &bytes);
    assert!(message(open(folder.path(), 8, None)).contains("of another problem"));
    assert_eq!(bytes_of(folder.path()), bytes);
    // A version with the same layout of heads.
    let other = Head { version: "0.0.1".into(), ..head(PROBLEM, 5) };
    fs::remove_file(folder.path().join(NAME)).unwrap();
    let file = locked(&folder.path().join(NAME), true).unwrap().unwrap();
    Log::begin(file, &other).unwrap();
    assert!(message(open(folder.path(), PROBLEM, None)).contains("version 0.0.1 of the program, in format 1"));
    // Nothing of another problem is no loss.
    write(folder.path(), &whole[..log::HEAD]);
    assert_eq!(open(folder.path(), 8, None).unwrap().seed().min(1), 1);
}

#[test]
fn one_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("made").join("too");
    let first = open(&path, PROBLEM, None).unwrap();
    assert!(message(open(&path, PROBLEM, None)).contains("another computation has it"));
    assert!(remove_checkpoint(&path).is_err());
    drop(first);
    open(&path, PROBLEM, None).unwrap();
    remove_checkpoint(&path).unwrap();
    remove_checkpoint(&path).unwrap();
    assert_eq!(fs::read_dir(&path).unwrap().count(), 0);
    assert!(
        message(open(&folder.path().join("made").join("too").join("\0"), PROBLEM, None)).contains("cannot be made")
    );
    fs::write(folder.path().join("file"), "").unwrap();
    assert!(message(open(&folder.path().join("file"), PROBLEM, None)).contains("the folder cannot be made"));
}
