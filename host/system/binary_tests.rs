//! Round trips, and files that are not whole, were changed, or were written wrongly.

use super::binary::{FORM, is_binary};
use super::{Coefficient, Compiled, System, Term, size};
use crate::error::{ErrorKind, Result};
use crate::records::RecordWriter;
use proptest::collection::vec;
use proptest::prelude::*;
use rug::{Integer, Rational};

/// In blocks of about so many bytes.
fn bytes(system: &System, block: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    system.write_blocks(&mut bytes, block).unwrap();
    bytes
}

fn read(bytes: &[u8]) -> Result<System> {
    System::read_binary(bytes)
}

/// Where a file is wrong, and how.
fn failure(bytes: &[u8]) -> (u64, String) {
    match read(bytes).unwrap_err().kind().clone() {
        ErrorKind::Binary { byte, message } => (byte, message),
        other => panic!("{other:?}"),
    }
}

fn small() -> System {
    "3/2*x^300*z - (70000 - 5*i)*x^2 + i/3; 0; 5*y^7 - 1e-3".parse().unwrap()
}

/// The file of these records, with the right checksums.
fn file(records: &[(u32, &[u8])]) -> Vec<u8> {
    let mut writer = RecordWriter::new(Vec::new());
    writer.beginning(&FORM).unwrap();
    for (count, payload) in records {
        writer.count = *count;
        writer.payload.extend(*payload);
        writer.record().unwrap();
    }
    writer.into_inner()
}

/// Variables x and y, one polynomial of one term.
const HEADER: (u32, &[u8]) = (2, b"\x01x\x01y\x01\x01");

fn end(terms: u64) -> [u8; 8] {
    terms.to_le_bytes()
}

#[test]
fn every_byte_is_as_documented() {
    let system: System = "258*x^200*z - i/2; y; 0".parse().unwrap();
    // x, z, y: places in order of appearance.
    let header = b"\x01x\x01z\x01y\x03\x02\x01\x00";
    let terms =
        b"\x02\x01\xc8\x01\x01\x01\x04\x02\x01\x01\x01\x00\x00\x00\x03\x01\x01\x02\x01\x03\x01\x02\x01\x01\x01\x00";
    assert_eq!(bytes(&system, 1 << 20), file(&[(3, header), (3, terms), (0, &end(3))]));
    let none = System::new::<&str>(&[], vec![]).unwrap();
    assert_eq!(bytes(&none, 1), file(&[(0, b"\x00"), (0, &end(0))]));
    assert!(is_binary(&bytes(&none, 1)));
}

#[test]
fn systems_of_all_families() {
    let mut systems = vec![System::cyclic(5).unwrap(), System::katsura(4).unwrap(), System::eco(5).unwrap(), small()];
    systems.push("x^4294967295*y; 1/340282366920938463463374607431768211456 + 1e300*i".parse().unwrap());
    systems.push(System::new(&["a", "b"], vec![vec![], vec![]]).unwrap());
    for system in systems {
        for block in [1, 40, 1 << 20] {
            assert_eq!(read(&bytes(&system, block)).unwrap(), system);
        }
        let compiled = system.compile().unwrap();
        assert_eq!(System::from(&compiled), system);
        let mut bytes = Vec::new();
        compiled.write_binary(&mut bytes).unwrap();
        assert_eq!(Compiled::read_binary(&bytes[..]).unwrap(), compiled);
    }
}

fn part() -> impl Strategy<Value = Rational> {
    prop_oneof![
        Just(Rational::new()),
        (any::<i64>(), 1..=u64::MAX).prop_map(Rational::from),
        (any::<i128>(), 0..200u32).prop_map(|(n, s)| Rational::from(Integer::from(n) << s)),
    ]
}

proptest! {
    #[test]
    fn round_trips(
        polynomials in vec(vec((part(), part(), vec(prop_oneof![0..3u32, any::<u32>()], 5)), 0..6), 0..5),
        vars in 0..=5usize,
        block in 1..100usize,
    ) {
        let names = &["v", "w", "x", "y", "z"][..vars];
        let term = |(re, im, e): (Rational, Rational, Vec<u32>)| Term {
            coefficient: Coefficient::new(re, im),
            exponents: e[..vars].iter().copied().enumerate().filter(|&(_, e)| e > 0).collect(),
        };
        let polynomials = polynomials.into_iter().map(|terms| terms.into_iter().map(term).collect()).collect();
        let system = System::new(names, polynomials)?;
        prop_assert_eq!(&read(&bytes(&system, block))?, &system);
        prop_assert_eq!(&System::from(&system.compile()?), &system);
    }

    /// Any bytes at all, also behind a right beginning: an error, no panic.
    #[test]
    fn any_bytes(bytes in vec(any::<u8>(), 0..200), count in 0..4u32) {
        prop_assert!(read(&bytes).is_err());
        prop_assert!(read(&[&FORM.magic[..], &FORM.version.to_le_bytes(), &bytes].concat()).is_err());
        // With right checksums it may be a system.
        let _ = read(&file(&[(count, &bytes), (0, &[0; 8])]));
        let _ = read(&file(&[HEADER, (count, &bytes), (0, &end(1))]));
    }
}

#[test]
fn files_that_are_not_whole() {
    let whole = bytes(&small(), 20);
    for length in 0..whole.len() {
        let (byte, message) = failure(&whole[..length]);
        assert!(byte == length as u64 && message.contains("the file ends in "), "{length}: {byte}: {message}");
    }
    assert_eq!(failure(&[&whole[..], b"\n"].concat()), (whole.len() as u64, "the file goes on behind its end".into()));
}

/// Every change of one byte is found.
#[test]
fn files_that_were_changed() {
    let whole = bytes(&small(), 20);
    for at in 0..whole.len() {
        for change in 1..=255u8 {
            let mut changed = whole.clone();
            changed[at] ^= change;
            let (byte, message) = failure(&changed);
            assert!(byte <= whole.len() as u64 && !message.is_empty());
        }
    }
    assert_eq!(failure(b"x^2 - 1; y and more").1, "this is not a system in binary form, which begins with 89 45 4C 53");
    let mut polynomial = Vec::new();
    "x^2".parse::<crate::poly::Polynomial>().unwrap().write_binary(&mut polynomial).unwrap();
    assert!(failure(&polynomial).1.contains("not a system in binary form"));
    let mut newer = whole;
    newer[8] = 2;
    assert_eq!(failure(&newer), (8, "this is version 2 of the format, and this program reads version 1".into()));
}

/// Files that only a wrong program writes.
#[test]
fn files_that_were_written_wrongly() {
    let one = |block: &[u8]| failure(&file(&[HEADER, (1, block), (0, &end(1))]));
    let right = b"\x01\x01\x02\x02\x03\x01\x01\x00";
    let system: System = "3*x^2".parse().unwrap();
    let found = read(&file(&[HEADER, (1, right), (0, &end(1))])).unwrap();
    assert_eq!((found.polynomials(), found.variables().len()), (system.polynomials(), 2));
    // The payload of the block begins with byte 46: variables, gap, exponent, size, magnitude, denominator.
    assert_eq!(one(b"\x03\x01\x01\x01\x01\x01\x01"), (46, "a term has 3 variables, of 2".into()));
    assert_eq!(one(b"\x01\x00\x02\x02\x03\x01\x01\x00").0, 47);
    assert!(one(b"\x01\x03\x02\x02\x03\x01\x01\x00").1.contains("variables that are not there"));
    assert!(one(b"\x02\x02\x02\x01\x02\x02\x03\x01\x01\x00").1.contains("variables that are not there"));
    assert!(one(b"\x01\x01\x00\x02\x03\x01\x01\x00").1.contains("an exponent that is 0"));
    assert!(one(b"\x01\x01\x80\x80\x80\x80\x10\x02\x03\x01\x01\x00").1.contains("2^32 or more"));
    assert!(one(b"\x01\x01\x02\x00\x00").1.contains("a term is 0"));
    assert!(one(b"\x01\x01\x02\x01\x00").1.contains("a 0 has a sign"));
    assert!(one(b"\x01\x01\x02\x02\x00\x01\x01\x00").1.contains("its last byte must not be 0"));
    assert!(one(b"\x01\x01\x02\x02\x03\x00\x00\x00").1.contains("an integer is 0"));
    assert!(one(b"\x01\x01\x02\x02\x03\x01\x01").1.contains("longer than its record"));
    assert!(one(b"\x01\x01\x02\x02\x03\x01\x01\x00\x00").1.contains("1 byte more"));
    assert!(one(b"\x01\x01").1.contains("1 terms are longer than their block"));
    let two = (2, &b"\x01x\x01y\x01\x02"[..]);
    let order = |second: &[u8]| failure(&file(&[two, (1, right), (1, second), (0, &end(2))])).1;
    assert!(order(right).contains("descending order"));
    assert!(order(b"\x02\x01\x02\x01\x01\x02\x03\x01\x01\x00").contains("descending order"));
    assert!(read(&file(&[two, (1, right), (1, b"\x01\x02\x09\x02\x03\x01\x01\x00"), (0, &end(2))])).is_ok());
    assert!(failure(&file(&[two, (1, right), (0, &end(1))])).1.contains("ends after 1 terms"));
    assert!(failure(&file(&[HEADER, (2, &right.repeat(2)), (0, &end(1))])).1.contains("more terms than the header"));
    assert!(failure(&file(&[HEADER, (1, right), (1, right), (0, &end(1))])).1.contains("more terms than the header"));
    assert!(failure(&file(&[HEADER, (1, right), (0, &end(2))])).1.contains("does not count its 1 terms"));
    let header = |count: u32, payload: &[u8]| failure(&file(&[(count, payload), (0, &end(0))])).1;
    assert!(header(1, b"\x01i\x00").contains("`i` is not a variable name"));
    assert!(header(2, b"\x01x\x01x\x00").contains("occurs twice"));
    assert!(header(1, b"\x01\xff\x00").contains("not UTF-8"));
    assert!(header(u32::MAX, b"\x01x\x00").contains("4294967295 variables are longer"));
    assert!(header(1, b"\x01x\xff\xff\xff\xff\xff\x01\x00").contains("68719476735 polynomials are longer"));
    assert!(header(1, b"\x01x\x00\x00").contains("1 byte more"));
}

/// Numbers and lengths that lie are errors without so much memory; a system is refused as soon as it takes more than it may.
#[test]
fn lengths_are_counted() {
    let mut lies = file(&[HEADER]);
    lies.extend([1, 0, 0, 0]);
    lies.extend((u64::MAX / 2).to_le_bytes());
    lies.extend([1; 1000]);
    assert!(failure(&lies).1.contains("the file ends in block 1, "));
    // 2^63 terms, of which there is one.
    let many = (2, &b"\x01x\x01y\x01\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01"[..]);
    let term = (1, &b"\x01\x01\x02\x02\x03\x01\x01\x00"[..]);
    assert!(failure(&file(&[many, term, (0, &end(1))])).1.contains("ends after 1 terms"));
    let refused = |bytes: &[u8], memory: u64| {
        let error = System::read_binary_within(bytes, memory).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Limit { .. }), "{error}");
    };
    refused(&file(&[HEADER, (1, b"\x01\x01\x02\x80\x80\x80\x80\x04\x01")]), u64::MAX);
    refused(&file(&[(1, &[vec![1, b'x', 200, 1], vec![0; 200]].concat()), (0, &end(0))]), 6000);
    // The file is smaller than the system in memory; lists have up to half as much room again.
    let terms = |k: u32| Term { coefficient: 7.into(), exponents: vec![(0, k + 1)] };
    let system = System::new(&["x"], vec![(0..1000).map(terms).collect()]).unwrap();
    let (written, needed) = (bytes(&system, 1 << 20), size::system(&system));
    assert!((written.len() as u64) < needed / 5);
    assert_eq!(System::read_binary_within(&written[..], needed + needed / 2).unwrap(), system);
    refused(&written, needed - 200);
}

#[test]
fn a_source_that_fails() {
    struct Fails;
    impl std::io::Read for Fails {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("the disk is gone"))
        }
    }
    let whole = bytes(&small(), 1);
    let error = System::read_binary(std::io::Read::chain(&whole[..40], Fails)).unwrap_err().to_string();
    assert!(error.starts_with("byte ") && error.contains("the disk is gone"), "{error}");
}
