//! The lists of a system polynomial by polynomial, for the kernels in which a thread has a term ([`gpu::system::record`]).

use crate::error::{ErrorKind, Result};
use crate::poly::systems::Compiled;
use gpu::system::Factor;
use gpu::system::record::Header;

/// The records of all polynomials, behind their starts in units of 16 bytes and their end.
pub(super) struct Records {
    pub words: Vec<u32>,
    /// Words of the longest one.
    pub longest: u64,
    /// Most numbers that a polynomial needs.
    pub numbers: u32,
}

/// How many empty places there are behind the factors of each term: 1 where most terms have an even number of factors, else 0. Then the
/// places of neighbouring terms with equally many factors are an odd number apart.
fn pad(system: &Compiled) -> u32 {
    let odd = system.program().term_starts.windows(2).filter(|w| (w[1] - w[0]) % 2 == 1).count();
    u32::from(2 * odd < system.terms())
}

/// The records of a system.
///
/// # Errors
/// `Limit` where they have 2^32 words or numbers, or more.
pub(super) fn records(system: &Compiled) -> Result<Records> {
    let pad = pad(system);
    let (m, entries) = (system.polynomials(), system.entries() as u32);
    let mut all = Records { words: vec![0; (m + 1).next_multiple_of(4)], longest: 0, numbers: 0 };
    for p in 0..m {
        let start = all.words.len();
        all.words[p] = (start / 4) as u32;
        let header = push(system, p, pad, &mut all.words);
        all.longest = all.longest.max((all.words.len() - start) as u64);
        let numbers = header.numbers(entries);
        let limit =
            |_| ErrorKind::Limit { what: "factors of a polynomial", needed: numbers.into(), allowed: u32::MAX.into() };
        all.numbers = all.numbers.max(u32::try_from(numbers).map_err(limit)?);
    }
    all.words[m] = (all.words.len() / 4) as u32;
    if u32::try_from(all.words.len()).is_err() {
        let needed = all.words.len() as u128;
        return Err(ErrorKind::Limit { what: "words of a system", needed, allowed: u32::MAX.into() }.into());
    }
    Ok(all)
}

/// Appends the record of polynomial `p`.
fn push(system: &Compiled, p: usize, pad: u32, words: &mut Vec<u32>) -> Header {
    let program = system.program();
    let terms = system.terms_of(p);
    let (factors, _) = system.size_of(p);
    let header = Header {
        terms: terms.len() as u32,
        places: factors as u32 + pad * terms.len() as u32,
        slots: factors as u32,
        first_term: terms.start as u32,
    };
    words.extend([header.terms, header.places, header.slots, header.first_term]);
    let (mut starts, mut place_of) = (Vec::with_capacity(terms.len()), Vec::with_capacity(factors));
    let mut place = 0;
    for t in terms.clone() {
        let factors = system.factors_of(t);
        starts.push([place, factors.len() as u32]);
        for f in factors {
            place_of.push([place, f.exponent]);
            words.extend([f.variable, f.power, f.exponent, f.slot]);
            place += 1;
        }
        let Factor { variable, power, exponent, slot } = Factor::default();
        for _ in 0..pad {
            words.extend([variable, power, exponent, slot]);
        }
        place += pad;
    }
    words.extend(program.powers.as_flattened());
    words.extend(starts.as_flattened());
    let first = program.term_starts[terms.start];
    let columns = program.column_starts[p] as usize..program.column_starts[p + 1] as usize;
    let slots = program.slot_starts[columns.start] as usize..program.slot_starts[columns.end] as usize;
    for &factor in &program.slots[slots.clone()] {
        words.extend(place_of[(factor - first) as usize]);
    }
    words.extend(program.power_starts);
    let mut column = columns.start;
    for v in 0..=system.variables() as u32 {
        while column < columns.end && program.columns[column] < v {
            column += 1;
        }
        words.push(program.slot_starts[column] - slots.start as u32);
    }
    words.resize(words.len().next_multiple_of(4), 0);
    header
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::System;
    use gpu::system::record::Record;

    #[test]
    fn records_have_all_of_their_polynomials() {
        let mixed = "x^3*y*z + x*y - 4; 2; x*y*z*w^2 + w; 5 - y^7".parse::<System>().unwrap();
        for (system, expected) in
            [(System::synthetic(8, 40, 4, 5, 1).unwrap(), 1), (System::cyclic(5).unwrap(), 0), (mixed, 1)]
        {
            let compiled = system.compile().unwrap();
            let (program, n) = (compiled.program(), compiled.variables() as u32);
            assert_eq!(pad(&compiled), expected, "{:?}", compiled.names());
            let all = records(&compiled).unwrap();
            // Aligned as on a device.
            let quads: Vec<[u128; 1]> =
                all.words.chunks_exact(4).map(|w| [bytemuck::cast([w[0], w[1], w[2], w[3]])]).collect();
            let words: &[u32] = bytemuck::cast_slice(&quads);
            assert_eq!(words.len(), 4 * all.words[compiled.polynomials()] as usize);
            for p in 0..compiled.polynomials() {
                let powers = program.powers.len() as u32;
                // SAFETY: the records are those of the system, and live.
                let record = unsafe { Record::at(words[4 * words[p] as usize..].as_ptr(), n, powers) };
                let end = record.header.starts(n, powers)[6];
                assert_eq!(words[p + 1] - words[p], end / 4);
                assert!(
                    u64::from(end) <= all.longest
                        && record.header.numbers(compiled.entries() as u32) <= u64::from(all.numbers)
                );
                assert_eq!((record.powers, record.power_starts), (program.powers, program.power_starts));
                let terms = compiled.terms_of(p);
                assert_eq!(
                    (record.header.terms as usize, record.header.first_term as usize),
                    (terms.len(), terms.start)
                );
                let mut next = 0;
                for (t, &[start, count]) in terms.zip(record.terms) {
                    assert_eq!(start, next);
                    next += count + expected;
                    assert!(record.factors[start as usize..(start + count) as usize] == *compiled.factors_of(t));
                }
                assert_eq!(record.header.places, next);
                let columns = program.column_starts[p] as usize..program.column_starts[p + 1] as usize;
                for v in 0..n {
                    let slots = record.slot_starts[v as usize] as usize..record.slot_starts[v as usize + 1] as usize;
                    let column = columns.clone().find(|&c| program.columns[c] == v);
                    let expected = column.map_or(0, |c| program.slot_starts[c + 1] - program.slot_starts[c]);
                    assert_eq!(slots.len() as u32, expected);
                    for &[place, exponent] in &record.slots[slots] {
                        let factor = &record.factors[place as usize];
                        assert_eq!((factor.variable, factor.exponent), (v, exponent));
                    }
                }
            }
        }
    }
}
