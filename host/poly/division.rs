//! Exact division, division with remainder in one variable, and the primitive part.

use crate::alone;
use crate::alone::prelude::*;
use rug::Integer;

use super::arithmetic::over_same_vars;
use super::division_orders::{ByLevels, Order, Packed, Unpacked, Watch};
use super::exponent_words::Packing;
use super::grading::Grading;
use super::heap_division::{Integers, Outcome, Residues, Words};
use super::polynomial::{Exponents, Polynomial, Term};
use crate::error::{Error, ErrorKind, Result};
use crate::finite_field::PrimeField;
use crate::shorten::shortened;

/// The most products of terms of one division: minutes.
const MAX_PRODUCTS: u128 = 1 << 34;

/// The most terms of a quotient: of the order of 1 GiB.
const MAX_TERMS: u128 = 1 << 23;

pub(super) fn is_zero_error() -> Error {
    Error::argument("divisor", "is 0; divide by a polynomial other than 0")
}

pub(super) fn inexact() -> Error {
    Error::argument("divisor", "does not divide the polynomial; a remainder other than 0 is left")
}

fn limit(what: &'static str, needed: u128, allowed: u128) -> Result<()> {
    match needed > allowed {
        true => Err(ErrorKind::Limit { what, needed, allowed }.into()),
        false => Ok(()),
    }
}

/// Bits of the coefficients that are divided as words.
const SHORT: u32 = 62;

/// Terms of a dividend from which it is divided by levels: some 100 microseconds.
const BY_LEVELS: usize = 1 << 10;

/// Terms of the divisor, or at least so many of the quotient, for each gap of weights.
const PER_LEVEL: u64 = 16;

/// f / g for polynomials over one list of variables, g not 0.
pub(super) fn quotient(f: &Polynomial, g: &Polynomial) -> Result<Polynomial> {
    quotient_watched(f, g, || Ok(()))?.ok_or_else(inexact)
}

/// f / g as [`Polynomial::exact_div`], over one list of variables; `None` where g does not divide f. `look` is called every few milliseconds.
///
/// The degrees of f are those of g and the quotient together, in each variable: a term beyond them proves that g does not divide f, and so does a
/// coefficient that is not divisible.
///
/// # Errors
/// `Argument` when g is 0; `Limit`; of `look`.
pub(crate) fn quotient_watched(
    f: &Polynomial,
    g: &Polynomial,
    look: impl Fn() -> Result<()> + Sync,
) -> Result<Option<Polynomial>> {
    quotient_over(OverIntegers, (f, g), look)
}

/// The same modulo a prime, for coefficients from 0 to p - 1, that of the first term of g not 0.
///
/// # Errors
/// As [`quotient_watched`].
pub(crate) fn quotient_modulo(
    field: impl PrimeField,
    (f, g): (&Polynomial, &Polynomial),
    look: impl Fn() -> Result<()> + Sync,
) -> Result<Option<Polynomial>> {
    quotient_over(Modulo(field), (f, g), look)
}

/// The coefficients that a division has.
trait Coefficients: Copy + Sync {
    /// The terms of the quotient of f and g in an order, if there is one.
    ///
    /// # Errors
    /// Of `watch`.
    fn divided<O: Order>(self, order: &O, f: &[Term], g: &[Term], watch: &impl Watch) -> Result<Option<Vec<Term>>>;
}

/// Integers.
#[derive(Clone, Copy)]
struct OverIntegers;

/// Numbers modulo a prime, as integers.
#[derive(Clone, Copy)]
struct Modulo<P>(P);

fn quotient_over(
    over: impl Coefficients,
    (f, g): (&Polynomial, &Polynomial),
    look: impl Fn() -> Result<()> + Sync,
) -> Result<Option<Polynomial>> {
    let Some(lead) = g.terms.first() else { return Err(is_zero_error()) };
    if f.is_zero() {
        return Ok(Some(f.clone()));
    }
    let (degrees, of_g) = alone::join(|| f.all_degrees(), || g.all_degrees());
    let room = degrees.iter().zip(of_g).map(|(degree, of_g)| degree.checked_sub(of_g));
    let Some(room) = room.collect::<Option<Exponents>>() else { return Ok(None) };
    let division = Division { coefficients: over, f: &f.terms, g: &g.terms, degrees: &degrees, room: &room, look };
    let terms = match division.grading() {
        Some(grading) => division.by_levels(&grading)?,
        None => division.lexicographic(&lead.exponents)?,
    };
    let polynomial = |terms: Vec<Term>| Polynomial::descending(f.shared_vars(), terms);
    Ok(terms.map(polynomial))
}

/// A division, the degrees of its dividend and those of its quotient.
struct Division<'a, C, L> {
    coefficients: C,
    f: &'a [Term],
    g: &'a [Term],
    degrees: &'a Exponents,
    room: &'a Exponents,
    look: L,
}

impl<C: Coefficients, L: Fn() -> Result<()> + Sync> Watch for Division<'_, C, L> {
    fn terms(&self, count: u64) -> Result<()> {
        limit("terms of a division", count.into(), MAX_TERMS)?;
        limit("products of terms of a division", u128::from(count) * self.g.len() as u128, MAX_PRODUCTS)
    }

    fn look(&self) -> Result<()> {
        (self.look)()
    }
}

impl<C: Coefficients, L: Fn() -> Result<()> + Sync> Division<'_, C, L> {
    /// Weights with so few gaps that the division is done by levels, in at most four words.
    fn grading(&self) -> Option<Grading> {
        let (f, g) = (self.f.len() as u64, self.g.len() as u64);
        if self.f.len() < BY_LEVELS || g < 2 {
            return None;
        }
        let (grading, gaps) = Grading::choose(self.g, self.degrees)?;
        let words = Packing::with_guards(&grading.highest(self.degrees)).words();
        // The quotient has f / g terms at least.
        (words <= 4 && gaps.saturating_mul(PER_LEVEL) <= g.max(f / g)).then_some(grading)
    }

    /// The terms of the quotient, if there is one.
    fn by_levels(&self, grading: &Grading) -> Result<Option<Vec<Term>>> {
        let divisor: Exponents = self.degrees.iter().zip(self.room).map(|(a, b)| a - b).collect();
        let degrees = [self.degrees, &divisor, self.room];
        let packing = &Packing::with_guards(&grading.highest(self.degrees));
        let mut terms = match packing.words() {
            1 => self.terms(&ByLevels::<1> { grading, packing, degrees })?,
            2 => self.terms(&ByLevels::<2> { grading, packing, degrees })?,
            _ => self.terms(&ByLevels::<4> { grading, packing, degrees })?,
        };
        if let Some(terms) = &mut terms {
            terms.par_sort_unstable_by(|a, b| b.exponents.cmp(&a.exponents));
        }
        Ok(terms)
    }

    /// The same in lexicographic order, for a divisor with this leading monomial.
    fn lexicographic(&self, lead: &Exponents) -> Result<Option<Vec<Term>>> {
        let (packing, room) = (&Packing::with_guards(self.degrees), self.room);
        match packing.words() {
            1 => self.terms(&Packed::<1> { packing, lead, room }),
            2 => self.terms(&Packed::<2> { packing, lead, room }),
            3 | 4 => self.terms(&Packed::<4> { packing, lead, room }),
            _ => self.terms(&Unpacked { lead, room }),
        }
    }

    fn terms(&self, order: &impl Order) -> Result<Option<Vec<Term>>> {
        self.coefficients.divided(order, self.f, self.g, self)
    }
}

/// With coefficients of a word where all are short, else with integers.
impl Coefficients for OverIntegers {
    fn divided<O: Order>(self, order: &O, f: &[Term], g: &[Term], watch: &impl Watch) -> Result<Option<Vec<Term>>> {
        let is_short = |term: &Term| term.coefficient.significant_bits() <= SHORT;
        if g.iter().chain(f).all(is_short) {
            let number = |term: &Term| term.coefficient.to_i64_wrapping();
            let g = g.iter().map(|term| (order.divisor(&term.exponents), number(term))).collect();
            match order.divided(&Words, (f, number), g, watch)? {
                Outcome::Abandoned => (),
                quotient => return Ok(terms(quotient, order, Integer::from)),
            }
        }
        let g = g.iter().map(|term| (order.divisor(&term.exponents), term.coefficient.clone())).collect();
        let quotient = order.divided(&Integers, (f, |term| &term.coefficient), g, watch)?;
        Ok(terms(quotient, order, |c| c))
    }
}

impl<P: PrimeField> Coefficients for Modulo<P> {
    fn divided<O: Order>(self, order: &O, f: &[Term], g: &[Term], watch: &impl Watch) -> Result<Option<Vec<Term>>> {
        let Modulo(field) = self;
        let number = |term: &Term| field.residue(&term.coefficient);
        let g: Vec<(O::Key, P::Elem)> = g.iter().map(|term| (order.divisor(&term.exponents), number(term))).collect();
        // The leading one of this order.
        let lead = g.iter().max_by(|a, b| a.0.cmp(&b.0));
        let ring = Residues::new(field, lead.map_or(field.one(), |lead| lead.1));
        let quotient = order.divided(&ring, (f, number), g, watch)?;
        Ok(terms(quotient, order, |c| field.number(c)))
    }
}

/// The terms of a quotient, if the division was exact.
fn terms<P: Order, C>(
    quotient: Outcome<Vec<(P::Key, C)>>,
    order: &P,
    integer: impl Fn(C) -> Integer,
) -> Option<Vec<Term>> {
    let Outcome::Exact(quotient) = quotient else { return None };
    let term = |(key, c)| Term { coefficient: integer(c), exponents: order.exponents(key) };
    Some(quotient.into_iter().map(term).collect())
}

impl Polynomial {
    /// The quotient h of f = g h, where g divides f over Z: over the union of the variables when they differ.
    ///
    /// # Errors
    /// `Argument` when the divisor is 0 or does not divide; `Limit` when the quotient has more than 2^23 terms, or more than 2^34
    /// products of terms are needed.
    ///
    /// # Complexity
    /// m n products and O((m n + t) log m) comparisons, for m terms of g, n of h, and t of f: S. C. Johnson's heap, 1974. Long polynomials are mostly divided by
    /// weights, on all threads, with m n + t steps in tables in place of comparisons.
    ///
    /// ```
    /// use eliminant::Polynomial;
    /// let (f, g): (Polynomial, Polynomial) = ("x^3 - y^3".parse()?, "x - y".parse()?);
    /// assert_eq!(f.exact_div(&g)?.to_string(), "x^2 + x*y + y^2");
    /// assert!(f.exact_div(&"x + y".parse()?).is_err() && f.exact_div(&0.into()).is_err());
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn exact_div(&self, divisor: &Polynomial) -> Result<Polynomial> {
        let (f, g) = over_same_vars(self, divisor);
        quotient(&f, &g)
    }

    /// q and r with f = g q + r, where r has a smaller degree in `var` than g, over the union of the variables when they differ.
    ///
    /// Such q and r are unique where they exist: always when the leading coefficient of g in `var` is 1 or -1.
    ///
    /// # Errors
    /// `Argument` when g is 0, when `var` is in neither list, or when the leading coefficient of g in `var` does not divide that of a rest, so that
    /// q is not a polynomial with integer coefficients; `Limit` when a degree is 2^24 or more, and as [`Polynomial::exact_div`].
    ///
    /// # Complexity
    /// One product of coefficients for each power of q and each power of g that occurs.
    ///
    /// ```
    /// use eliminant::Polynomial;
    /// let (f, g): (Polynomial, Polynomial) = ("x^3 + 2*x*y".parse()?, "x^2 - 1".parse()?);
    /// let (q, r) = f.div_rem(&g, "x")?;
    /// assert_eq!((q.to_string(), r.to_string()), ("x".to_owned(), "2*x*y + x".to_owned()));
    /// let error = f.div_rem(&"2*x + 1".parse()?, "x").unwrap_err();
    /// assert!(error.to_string().contains("leading coefficient 2"));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn div_rem(&self, divisor: &Polynomial, var: &str) -> Result<(Polynomial, Polynomial)> {
        let (f, g) = over_same_vars(self, divisor);
        f.index_of(var)?;
        let (mut rest, rows) = (f.collect(var)?, g.collect(var)?);
        let Some((lead, lower)) = rows.split_last() else { return Err(is_zero_error()) };
        let lower: Vec<(usize, &Polynomial)> = lower.iter().enumerate().filter(|(_, row)| !row.is_zero()).collect();
        let powers = rest.len().saturating_sub(lead_place(&rows));
        limit("products of coefficients of a division", powers as u128 * lower.len() as u128, MAX_PRODUCTS)?;
        let mut found = Vec::with_capacity(powers);
        while rest.len() > lead_place(&rows) {
            let Some(first) = rest.pop() else { break };
            let coefficient = quotient(&first, lead).map_err(|error| match error.kind() {
                ErrorKind::Argument { .. } => not_integral(lead, &first),
                _ => error,
            })?;
            if !coefficient.is_zero() {
                let shift = rest.len() - lead_place(&rows);
                for (place, row) in &lower {
                    rest[place + shift] = &rest[place + shift] - &coefficient.checked_mul(row)?;
                }
            }
            found.push(coefficient);
        }
        found.reverse();
        Ok((Polynomial::from_rows(&f.vars, var, &found)?, Polynomial::from_rows(&f.vars, var, &rest)?))
    }

    /// The polynomial divided by its [`Polynomial::content`]; 0 for 0. Signs stay. [`content`](fn@crate::content) has the primitive part in one variable.
    ///
    /// ```
    /// use eliminant::Polynomial;
    /// assert_eq!("-6*x + 9*y".parse::<Polynomial>()?.primitive_part().to_string(), "-2*x + 3*y");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn primitive_part(&self) -> Polynomial {
        let (content, mut result) = (self.content(), self.clone());
        // The content divides all coefficients, and is 0 only where there are none.
        result.terms.iter_mut().for_each(|term| term.coefficient.div_exact_mut(&content));
        result
    }
}

/// The degree of a polynomial, not 0, that is given by its coefficients.
fn lead_place(rows: &[Polynomial]) -> usize {
    rows.len() - 1
}

pub(super) fn not_integral(lead: &impl ToString, first: &impl ToString) -> Error {
    let (lead, first) = (lead.to_string(), first.to_string());
    let message = format!(
        "its leading coefficient {} does not divide {}, so the quotient is not a polynomial over Z",
        shortened(&lead),
        shortened(&first)
    );
    Error::argument("divisor", message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finite_field::Field;
    use rug::integer::IntegerExt64;

    fn poly(text: &str) -> Polynomial {
        text.parse().unwrap()
    }

    /// By levels, and in lexicographic order, whichever would be chosen.
    fn both(coefficients: impl Coefficients, f: &Polynomial, g: &Polynomial) -> [Option<Vec<Term>>; 2] {
        let degrees: Exponents = (0..f.vars.len()).map(|k| f.degree_in(k).unwrap()).collect();
        let of_g: Exponents = (0..f.vars.len()).map(|k| g.degree_in(k).unwrap()).collect();
        let room: Option<Exponents> = degrees.iter().zip(&of_g).map(|(a, b)| a.checked_sub(*b)).collect();
        let Some(room) = room else { return [None, None] };
        let look = || Ok(());
        let division = Division { coefficients, f: &f.terms, g: &g.terms, degrees: &degrees, room: &room, look };
        let (grading, _) = Grading::choose(&g.terms, &degrees).unwrap();
        [division.by_levels(&grading).unwrap(), division.lexicographic(&g.terms[0].exponents).unwrap()]
    }

    /// Products are divided by their factors in both ways, with coefficients near the bounds of words and beyond, exponents of one word to four; and what differs from a
    /// product in one term, wherever it is, is not.
    #[test]
    fn products_and_what_differs_in_a_term() {
        use rand::rngs::StdRng;
        use rand::{Rng, SeedableRng};
        let mut rng = StdRng::seed_from_u64(5);
        let field = Field::new((1 << 61) - 1);
        for round in 0..120 {
            let variables = [2, 3, 5, 9][round % 4];
            let (degree, bits) = ([2, 9, 300][round % 3], [3, 29, 30, 31, 61, 62, 63, 200][round / 2 % 8]);
            let names: Vec<String> = (0..variables).map(|k| format!("x{k}")).collect();
            let mut random = |count: usize| {
                let term = |_| {
                    let c: Integer = (Integer::from(1) << bits) - rng.random_range(1u32..4);
                    let c = if rng.random_range(0..2) == 0 { -c } else { c };
                    (c, (0..variables).map(|_| rng.random_range(0..=degree)).collect())
                };
                let terms: Vec<(Integer, Vec<u32>)> = (0..count).map(term).collect();
                Polynomial::from_terms(&names, terms).unwrap()
            };
            let [m, n] = [[2, 30], [40, 3], [70, 90], [7, 7], [400, 60]][round % 5];
            let (g, q) = (random(m), random(n));
            if g.terms.len() < 2 || q.is_zero() {
                continue;
            }
            let f = &g * &q;
            assert_eq!(both(OverIntegers, &f, &g), [Some(q.terms.clone()), Some(q.terms.clone())]);
            let reduced = |h: &Polynomial| {
                let term =
                    |term: &Term| (Integer::from(term.coefficient.mod_u64(field.modulus())), term.exponents.clone());
                Polynomial::from_terms(&names, h.terms.iter().map(term).map(|(c, e)| (c, e.to_vec()))).unwrap()
            };
            let (of_f, of_g) = (reduced(&f), reduced(&g));
            if of_g.terms.len() > 1 {
                let [a, b] = both(Modulo(field), &of_f, &of_g);
                assert!(a.is_some() && a == b, "{round}");
            }
            let last = f.terms.len() - 1;
            for place in [0, last / 2, last] {
                for change in 0..3 {
                    let mut other = f.clone();
                    match change {
                        0 => other.terms[place].coefficient += 1,
                        1 => _ = other.terms.remove(place),
                        // A term beside it, of the degrees of f.
                        _ => {
                            let mut term = other.terms[place].clone();
                            let k = term.exponents.iter().position(|&e| e > 0);
                            k.into_iter().for_each(|k| term.exponents[k] -= 1);
                            let terms = other.terms.iter().chain([&term]);
                            let terms = terms.map(|term| (term.coefficient.clone(), term.exponents.to_vec()));
                            other = Polynomial::from_terms(&names, terms.collect::<Vec<_>>()).unwrap();
                        }
                    }
                    if other == f || other.is_zero() {
                        continue;
                    }
                    assert_eq!(both(OverIntegers, &other, &g), [None, None], "{round} {place} {change}");
                }
            }
        }
    }

    /// Large enough that ranges are split, and that levels are chosen.
    #[test]
    fn long_products() {
        let power = |text: &str, e: u32| poly(&format!("({text})^{e}"));
        let (g, q) = (power("1 + x + y^5 + z^4 + t^40", 9), power("3 + x^9 - y^2 + z^11 + t^7", 8));
        let f = &g * &q;
        let (g, q) = (g.with_vars(f.vars()).unwrap(), q.with_vars(f.vars()).unwrap());
        assert_eq!(both(OverIntegers, &f, &g), [Some(q.terms.clone()), Some(q.terms.clone())]);
        for (a, b) in [(&g, &q), (&q, &g)] {
            assert_eq!(quotient(&f, a).unwrap(), *b);
            let mut other = f.clone();
            other.terms[20_000].coefficient -= 1;
            assert!(quotient(&other, a).is_err());
        }
        assert!(f.terms.len() > 40_000);
        // A divisor of which all weights of single variables have several leading terms.
        let g = power("x*y + y*z + x*z + t", 8);
        let f = &g * &q;
        assert_eq!(quotient(&f, &g.with_vars(f.vars()).unwrap()).unwrap(), q);
    }

    #[test]
    fn degenerate_divisions() {
        assert_eq!(poly("0*x").exact_div(&poly("x + 1")).unwrap(), poly("0*x"));
        assert_eq!(poly("12").exact_div(&poly("-3")).unwrap(), poly("-4"));
        assert_eq!(poly("x*y").exact_div(&poly("y")).unwrap().vars(), ["x", "y"]);
        for (f, g) in [("x^2 + 1", "x"), ("3*x", "2"), ("x", "x^2"), ("0", "0"), ("y", "x")] {
            let error = poly(f).exact_div(&poly(g)).unwrap_err();
            assert!(matches!(error.kind(), ErrorKind::Argument { .. } | ErrorKind::Limit { .. }), "{f} / {g}: {error}");
        }
        let (q, r) = poly("x").div_rem(&poly("x^2 + y"), "x").unwrap();
        assert_eq!((q, r), (poly("0*x*y"), poly("x + 0*y")));
        let error = poly("y*x^2 + 1").div_rem(&poly("y + 0*x"), "x").unwrap_err();
        assert!(error.to_string().contains("its leading coefficient y does not divide 1"), "{error}");
        assert!(poly("x").div_rem(&poly("0*x"), "x").is_err() && poly("x").div_rem(&poly("x"), "z").is_err());
    }
}
