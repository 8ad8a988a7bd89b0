//! Round trips, and files that are not whole, were changed, or were written wrongly.

use super::super::properties::coefficient;
use super::*;
use crate::error::{ErrorKind, Result};
use crate::poly::{Polynomial, RationalPolynomial, TermSink};
use crate::records::HEAD;
use proptest::collection::vec;
use proptest::prelude::*;
use rug::Integer;

/// In blocks of about so many bytes.
fn bytes(f: &RationalPolynomial, block: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    f.write_to(&mut BinaryWriter::with_blocks(&mut bytes, block)).unwrap();
    bytes
}

fn read(bytes: &[u8]) -> Result<RationalPolynomial> {
    RationalPolynomial::read_binary(bytes)
}

/// Where a file is wrong, and how.
fn failure(bytes: &[u8]) -> (u64, String) {
    match read(bytes).unwrap_err().kind().clone() {
        ErrorKind::Binary { byte, message } => (byte, message),
        other => panic!("{other:?}"),
    }
}

/// Of three blocks.
fn small() -> RationalPolynomial {
    "3/2*x^300*y - 70000*x^2 + 5*y^7 - 1/6".parse().unwrap()
}

/// The file of these records, with the right checksums.
fn file(records: &[(u32, &[u8])]) -> Vec<u8> {
    let mut crc = crc32fast::Hasher::new();
    let mut file = [&FORM.magic[..], &FORM.version.to_le_bytes()].concat();
    crc.update(&file);
    for (count, payload) in records {
        let record = [&count.to_le_bytes()[..], &(payload.len() as u64).to_le_bytes(), payload].concat();
        crc.update(&record);
        file.extend(record);
        file.extend(crc.clone().finalize().to_le_bytes());
    }
    file
}

/// One variable x, denominator 1.
const HEADER: (u32, &[u8]) = (1, b"\x01x\x01\x01");

#[test]
fn every_byte_is_as_documented() {
    let f: RationalPolynomial = "(258*x^200 - 1)/2".parse().unwrap();
    let block = b"\xc8\x01\x04\x02\x01\x00\x03\x01";
    assert_eq!(bytes(&f, 1 << 20), file(&[(1, b"\x01x\x01\x02"), (2, block), (0, &2u64.to_le_bytes())]));
    let zero = RationalPolynomial::from(Polynomial::zero(&["x"]).unwrap());
    assert_eq!(bytes(&zero, 1), file(&[HEADER, (0, &[0; 8])]));
}

#[test]
fn large_numbers_and_many_variables() {
    let names = ["a", "b", "c", "d", "e", "f", "g", "long_name_9"];
    let huge = (Integer::from(1) << 100_000u32) - 1u32;
    let exponents = vec![Polynomial::MAX_EXPONENT, 0, 127, 128, 16383, 16384, 1, Polynomial::MAX_EXPONENT];
    let terms = [(-huge.clone(), exponents), (huge + 1u32, vec![0; 8]), (Integer::from(-256), vec![1; 8])];
    let f = Polynomial::from_terms(&names, terms).unwrap();
    for denominator in [1, 255, 256] {
        let f = RationalPolynomial::new(f.clone(), Integer::from(denominator)).unwrap();
        for block in [1, 1 << 10, 1 << 20] {
            assert_eq!(read(&bytes(&f, block)).unwrap(), f);
        }
    }
    for text in ["0", "-1", "1/340282366920938463463374607431768211456"] {
        let f: RationalPolynomial = text.parse().unwrap();
        assert_eq!(read(&bytes(&f, 1)).unwrap(), f);
    }
}

proptest! {
    #[test]
    fn round_trips(
        terms in vec((coefficient(), vec(prop_oneof![0..4u32, any::<u32>().prop_map(|e| e >> 1)], 5)), 0..12),
        vars in 0..=5usize,
        denominator in 1u32..1000,
        block in 1..60usize,
    ) {
        let names = &["v", "w", "x", "y", "z"][..vars];
        let terms = terms.into_iter().map(|(c, e)| (c, e[..vars].to_vec()));
        let f = RationalPolynomial::new(Polynomial::from_terms(names, terms)?, Integer::from(denominator))?;
        let bytes = bytes(&f, block);
        prop_assert_eq!(&read(&bytes)?, &f);
        let reader = BinaryReader::new(&bytes[..])?;
        prop_assert_eq!(reader.vars(), names);
        prop_assert_eq!(&reader.collect::<Result<Vec<_>>>()?, f.numerator().terms());
    }

    /// Any bytes at all, also behind a right beginning: an error, no panic.
    #[test]
    fn any_bytes(bytes in vec(any::<u8>(), 0..200), count in 0..4u32) {
        prop_assert!(read(&bytes).is_err());
        prop_assert!(read(&[&FORM.magic[..], &FORM.version.to_le_bytes(), &bytes].concat()).is_err());
        // With right checksums it may be a polynomial.
        let _ = read(&file(&[(count, &bytes), (0, &[0; 8])]));
        let _ = read(&file(&[HEADER, (count, &bytes), (0, &u64::from(count).to_le_bytes())]));
    }
}

#[test]
fn denominators_are_reduced() {
    let mut bytes = Vec::new();
    let mut sink = BinaryWriter::new(&mut bytes);
    sink.begin(&["x".to_owned()], &Integer::from(6)).unwrap();
    sink.term(&Integer::from(4), &[1]).unwrap();
    sink.finish().unwrap();
    assert_eq!(read(&bytes).unwrap(), "2/3*x".parse().unwrap());
}

#[test]
fn files_that_are_not_whole() {
    let whole = bytes(&small(), 8);
    for end in 0..whole.len() {
        let (byte, message) = failure(&whole[..end]);
        assert!(byte == end as u64 && message.contains("the file ends in "), "{end}: {byte}: {message}");
    }
    assert_eq!(failure(&[&whole[..], b"\n"].concat()), (whole.len() as u64, "the file goes on behind its end".into()));
}

/// Every change of one byte is found.
#[test]
fn files_that_were_changed() {
    let whole = bytes(&small(), 8);
    for at in 0..whole.len() {
        for change in 1..=255u8 {
            let mut changed = whole.clone();
            changed[at] ^= change;
            let (byte, message) = failure(&changed);
            assert!(byte <= whole.len() as u64 && !message.is_empty());
        }
    }
    let lines = whole.iter().flat_map(|&b| if b == b'\n' { vec![b'\r', b] } else { vec![b] }).collect::<Vec<_>>();
    assert!(failure(&lines).1.contains("ends of lines were changed"));
    assert!(failure(b"x^2 - 1 and more").1.contains("not a polynomial in binary form"));
}

/// The places of the blocks in a file.
fn blocks(file: &[u8]) -> Vec<std::ops::Range<usize>> {
    let (mut ranges, mut at) = (Vec::new(), FORM.magic.len() + 4);
    while at < file.len() {
        let size = u64::from_le_bytes(file[at + 4..at + HEAD].try_into().unwrap()) as usize;
        ranges.push(at..at + HEAD + size + 4);
        at += HEAD + size + 4;
    }
    ranges
}

/// Whole blocks that are exchanged, left out, or from another file.
#[test]
fn blocks_out_of_place() {
    let whole = bytes(&small(), 1);
    let other = bytes(&"3/2*x^300*y - 70000*x^2 + 4*y^7 - 1/6".parse().unwrap(), 1);
    let ranges = blocks(&whole);
    assert_eq!(ranges.len(), 6);
    let part = |i: usize| &whole[ranges[i].clone()];
    let start = &whole[..ranges[0].end];
    let checksum = |file: &[&[u8]], block: &str| {
        let message = failure(&file.concat()).1;
        assert!(message.contains(&format!("the checksum of {block} is")), "{message}");
    };
    checksum(&[start, part(2), part(1), part(3), part(4), part(5)], "block 1");
    checksum(&[start, part(1), part(3), part(4), part(5)], "block 2");
    checksum(&[start, part(1), part(2), part(3), part(5)], "its end record");
    // The blocks behind a foreign one do not fit either, so that exchanging all but one is found too.
    checksum(&[start, part(1), part(2), &other[ranges[3].clone()], part(4), part(5)], "block 4");
}

/// Files that only a wrong program writes.
#[test]
fn files_that_were_written_wrongly() {
    let end = |terms: u64| terms.to_le_bytes();
    let one = |block: &[u8]| failure(&file(&[HEADER, (1, block), (0, &end(1))]));
    assert_eq!(read(&file(&[HEADER, (1, b"\x01\x02\x01"), (0, &end(1))])).unwrap(), "x".parse().unwrap());
    // The payload of the block begins with byte 44: exponent, size, magnitude.
    assert_eq!(one(b"\x01\x02\x00"), (46, "an integer is 0 or has leading zeros; its last byte must not be 0".into()));
    assert!(one(b"\x01\x00\x01").1.contains("an integer is 0"));
    assert!(one(b"\x01\x02").1.contains("1 terms are longer than their block"));
    assert!(one(b"\x01\x04\x01").1.contains("an integer of 2 bytes is longer than its record"));
    assert!(one(b"\x01\x02\x01\x00").1.contains("the record has 1 byte more"));
    assert!(one(b"\x80\x00\x02\x01").1.contains("more bytes than it needs"));
    assert!(one(b"\x80\x80\x80").1.contains("a number is longer than its record"));
    assert!(one(b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02\x02\x01").1.contains("not below 2^64"));
    assert!(one(b"\x80\x80\x80\x80\x08\x02\x01").1.contains("exponent 2147483648"));
    let order = |block: &[u8]| failure(&file(&[HEADER, (1, b"\x01\x02\x01"), (1, block), (0, &end(2))]));
    assert!(order(b"\x01\x02\x01").1.contains("descending order"));
    assert!(order(b"\x02\x02\x01").1.contains("descending order"));
    assert!(failure(&file(&[HEADER, (0, &end(1))])).1.contains("does not count its 0 terms"));
    assert!(failure(&file(&[HEADER, (0, &[0; 7])])).1.contains("does not count its 0 terms"));
    let header = |count: u32, payload: &[u8]| failure(&file(&[(count, payload), (0, &end(0))])).1;
    assert!(header(1, b"\x01-\x01\x01").contains("`-` is not a name"));
    assert!(header(1, b"\x01\xff\x01\x01").contains("not UTF-8"));
    assert!(header(2, b"\x01x\x01x\x01\x01").contains("occurs twice"));
    assert!(header(u32::MAX, b"\x01x\x01\x01").contains("4294967295 variables are longer"));
    assert!(header(1, b"\x01x\x00").contains("an integer is 0"));
    assert!(header(1, b"\x01x").contains("longer than its record"));
    let mut newer = file(&[HEADER, (0, &end(0))]);
    newer[8] = 2;
    assert_eq!(failure(&newer), (8, "this is version 2 of the format, and this program reads version 1".into()));
}

/// A length that lies is an error without so much memory; one that is true is refused before it is kept.
#[test]
fn lengths_are_counted() {
    let mut lies = file(&[HEADER]);
    lies.extend([1, 0, 0, 0]);
    lies.extend((u64::MAX / 2).to_le_bytes());
    lies.extend([1; 1000]);
    assert!(failure(&lies).1.contains("the file ends in block 1, "));
    let refused = |bytes: &[u8], memory: u64| {
        let error = RationalPolynomial::read_binary_within(bytes, memory).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Limit { .. }), "{error}");
    };
    let long = vec![2u8; 1 << 16];
    refused(&file(&[HEADER, (1, &long)]), 1 << 10);
    // A magnitude of 2^29 bytes is too long for an integer, whatever the record has.
    refused(&file(&[HEADER, (1, b"\x01\x80\x80\x80\x80\x04\x01")]), u64::MAX);
    let names: Vec<String> = (0..100).map(|i| format!("x{i}")).collect();
    let zero = RationalPolynomial::from(Polynomial::zero(&names).unwrap());
    refused(&bytes(&zero, 1), 6000);
    // The file is smaller than the polynomial in memory: as many bytes as that takes are enough, fewer are not.
    let terms = (0..1000u32).map(|e| (Integer::from(1), vec![e]));
    let f = RationalPolynomial::from(Polynomial::from_terms(&["x"], terms).unwrap());
    let written = bytes(&f, 1 << 20);
    let needed = crate::poly::size::polynomial(f.numerator());
    assert!((written.len() as u64) < needed / 5);
    assert_eq!(RationalPolynomial::read_binary_within(&written[..], needed).unwrap(), f);
    refused(&written, needed - 1);
}

/// Writing and reading term by term keep one block.
#[test]
fn blocks_end_with_the_term_that_fills_them() {
    let mut bytes = Vec::new();
    let mut sink = BinaryWriter::with_blocks(&mut bytes, 10);
    sink.begin(&["x".to_owned()], Integer::ONE).unwrap();
    for e in (0..100u32).rev() {
        sink.term(&Integer::from(7), &[e]).unwrap();
    }
    sink.finish().unwrap();
    // Four terms of three bytes; header and end.
    assert_eq!(blocks(&bytes).len(), 25 + 2);
    let mut reader = BinaryReader::new(&bytes[..]).unwrap();
    assert_eq!(reader.by_ref().take(50).count(), 50);
    bytes.truncate(400);
    let terms: Vec<_> = BinaryReader::new(&bytes[..]).unwrap().collect();
    assert!(terms.last().unwrap().is_err() && terms.iter().filter(|term| term.is_err()).count() == 1);
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
    let source = std::io::Read::chain(&whole[..40], Fails);
    let error = RationalPolynomial::read_binary(source).unwrap_err();
    assert!(error.to_string().starts_with("byte ") && error.to_string().contains("the disk is gone"), "{error}");
}
