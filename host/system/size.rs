//! Bytes of systems.

use crate::poly::size::block;
use crate::poly::systems::{Compiled, System, Term};
use gpu::system::Factor;

/// Bytes of a term besides itself, with so many limbs of numbers of its coefficient and so many variables.
fn beside(limbs: [usize; 4], variables: usize) -> u64 {
    // Also a 0 may have a limb.
    let numbers: u64 = limbs.into_iter().map(|limbs| block(8 * limbs.max(1) as u64)).sum();
    numbers + block((size_of::<(usize, u32)>() * variables) as u64)
}

/// Limbs of the numbers of a coefficient.
fn limbs(coefficient: &super::Coefficient) -> [usize; 4] {
    let [re, im] = [&coefficient.re, &coefficient.im];
    [re.numer(), re.denom(), im.numer(), im.denom()].map(|x| x.as_limbs().len())
}

/// Bytes of a list of names.
fn names(names: &[String]) -> u64 {
    names.iter().map(|name| size_of::<String>() as u64 + block(name.len() as u64)).sum()
}

/// Bytes of a term.
pub(super) fn of_term(term: &Term) -> u64 {
    size_of::<Term>() as u64 + beside(limbs(&term.coefficient), term.exponents.len())
}

/// Bytes of a system.
pub(crate) fn system(system: &System) -> u64 {
    let terms: u64 = system.polynomials().iter().flatten().map(of_term).sum();
    names(system.variables()) + (system.len() * size_of::<Vec<Term>>()) as u64 + terms
}

/// Bytes of a compiled system: its lists, and its coefficients.
pub(crate) fn compiled(compiled: &Compiled) -> u64 {
    let words: usize = compiled.lengths().words().iter().sum();
    let of = |coefficient| size_of::<super::Coefficient>() as u64 + beside(limbs(coefficient), 0);
    // A factor has four words, of which the lists have all.
    const { assert!(size_of::<Factor>() == 16) };
    names(compiled.names()) + 4 * words as u64 + compiled.coefficients().iter().map(of).sum::<u64>()
}

/// Bytes of a compiled system, and of it once more on an engine for each precision of so many doubles, with its coefficients there.
pub(super) fn on_engine(system: &Compiled, parts: &[usize]) -> u64 {
    let numbers = system.terms() * 2 * parts.iter().sum::<usize>() * size_of::<f64>();
    (1 + parts.len() as u64) * compiled(system) + numbers as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_terms() {
        let small: System = "x^2*y - 5".parse().unwrap();
        let number = 4 * block(8);
        let names = 2 * (size_of::<String>() as u64 + block(1));
        let lists = size_of::<Vec<Term>>() as u64 + 2 * size_of::<Term>() as u64;
        assert_eq!(system(&small), names + lists + 2 * number + block(32));
        let long: System = "x^2*y - 36893488147419103232".parse().unwrap();
        assert_eq!(system(&long), system(&small) + block(16) - block(8));
        let lists = small.compile().unwrap();
        assert_eq!(compiled(&lists), names + 4 * lists.words().len() as u64 + 2 * (64 + number));
    }
}
