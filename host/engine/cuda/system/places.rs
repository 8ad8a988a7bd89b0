//! The lists of a system for the kernels in which a thread has a term, and its neighbours the terms next to it.

use crate::system::Compiled;
use gpu::system::Factor;

/// How many empty places there are behind the factors of each term: 1 where most terms have an even number of factors, else 0. Then the
/// places of neighbouring terms with equally many factors are an odd number apart.
pub(super) fn pad(system: &Compiled) -> u32 {
    let odd = system.program().term_starts.windows(2).filter(|w| (w[1] - w[0]) % 2 == 1).count();
    u32::from(2 * odd < system.terms())
}

/// The factors of all terms, `pad` empty ones behind each term; then for each of [`gpu::system::Program::slots`] the place of its factor among
/// those of its polynomial. In words.
pub(super) fn places(system: &Compiled, pad: u32) -> Vec<u32> {
    let program = system.program();
    let mut words = Vec::with_capacity(5 * program.factors.len() + 4 * pad as usize * system.terms());
    let mut place_of = vec![0; program.factors.len()];
    for p in 0..system.polynomials() {
        let mut place = 0;
        for t in system.terms_of(p) {
            let first = program.term_starts[t] as usize;
            for (i, f) in system.factors_of(t).iter().enumerate() {
                place_of[first + i] = place;
                words.extend([f.variable, f.power, f.exponent, f.slot]);
                place += 1;
            }
            let Factor { variable, power, exponent, slot } = Factor::default();
            for _ in 0..pad {
                words.extend([variable, power, exponent, slot]);
            }
            place += pad;
        }
    }
    words.extend(program.slots.iter().map(|&factor| place_of[factor as usize]));
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::System;

    #[test]
    fn slots_lead_to_their_factors() {
        let mixed = "x^3*y*z + x*y - 4; 2; x*y*z*w^2 + w; 5 - y^7".parse::<System>().unwrap();
        for (system, expected) in
            [(System::synthetic(8, 40, 4, 5, 1).unwrap(), 1), (System::cyclic(5).unwrap(), 0), (mixed, 1)]
        {
            let compiled = system.compile().unwrap();
            assert_eq!(pad(&compiled), expected, "{:?}", compiled.names());
            let program = compiled.program();
            for pad in [0, 1, 2] {
                let words = places(&compiled, pad);
                let all = program.factors.len() + pad as usize * compiled.terms();
                assert_eq!(words.len(), 4 * all + program.slots.len());
                let (factors, slots) = words.split_at(4 * all);
                for p in 0..compiled.polynomials() {
                    let terms = compiled.terms_of(p);
                    let first = program.term_starts[terms.start] as usize + pad as usize * terms.start;
                    for c in program.column_starts[p] as usize..program.column_starts[p + 1] as usize {
                        for s in program.slot_starts[c] as usize..program.slot_starts[c + 1] as usize {
                            let factor = &program.factors[program.slots[s] as usize];
                            let place = first + slots[s] as usize;
                            let words = [factor.variable, factor.power, factor.exponent, factor.slot];
                            assert_eq!(factors[4 * place..4 * place + 4], words);
                            assert_eq!(factor.variable, program.columns[c]);
                        }
                    }
                }
            }
        }
    }
}
