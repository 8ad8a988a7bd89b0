//! Exact division, division with remainder in one variable, and the primitive part.

use rug::Integer;
use rug::integer::IntegerExt64;

use super::arithmetic::over_same_vars;
use super::exponent_words::{Monomial, Packing};
use super::heap_division::{self, Integers, Outcome, Residues, Ring, Terms, Words};
use super::polynomial::{Exponents, Polynomial, Term};
use crate::error::{Error, ErrorKind, Result};
use crate::finite_field::Field;
use crate::shorten::shortened;

/// The most products of terms of one division: minutes.
const MAX_PRODUCTS: u128 = 1 << 34;

/// The most terms of a quotient: of the order of 1 GiB.
const MAX_TERMS: u128 = 1 << 23;

fn is_zero_error() -> Error {
    Error::argument("divisor", "is 0; divide by a polynomial other than 0")
}

fn inexact() -> Error {
    Error::argument("divisor", "does not divide the polynomial; a remainder other than 0 is left")
}

fn limit(what: &'static str, needed: u128, allowed: u128) -> Result<()> {
    match needed > allowed {
        true => Err(ErrorKind::Limit { what, needed, allowed }.into()),
        false => Ok(()),
    }
}

/// Products of numbers between two calls of a look: some milliseconds.
const LOOK: u64 = 1 << 16;

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
    look: impl FnMut() -> Result<()>,
) -> Result<Option<Polynomial>> {
    quotient_over(Coefficients::Integers, (f, g), look)
}

/// The same modulo a prime, for coefficients from 0 to p - 1, that of the first term of g not 0.
///
/// # Errors
/// As [`quotient_watched`].
pub(crate) fn quotient_modulo(
    field: Field,
    (f, g): (&Polynomial, &Polynomial),
    look: impl FnMut() -> Result<()>,
) -> Result<Option<Polynomial>> {
    quotient_over(Coefficients::Residues(field), (f, g), look)
}

/// The coefficients that a division has.
#[derive(Clone, Copy)]
enum Coefficients {
    Integers,
    Residues(Field),
}

fn quotient_over(
    over: Coefficients,
    (f, g): (&Polynomial, &Polynomial),
    look: impl FnMut() -> Result<()>,
) -> Result<Option<Polynomial>> {
    let Some(lead) = g.terms.first() else { return Err(is_zero_error()) };
    if f.is_zero() {
        return Ok(Some(f.clone()));
    }
    let degrees: Exponents = (0..f.vars.len()).map(|k| f.degree_in(k).unwrap_or(0)).collect();
    let room = degrees.iter().enumerate().map(|(k, degree)| degree.checked_sub(g.degree_in(k).unwrap_or(0)));
    let Some(room) = room.collect::<Option<Exponents>>() else { return Ok(None) };
    let division = Division { coefficients: over, f, g, lead, room: &room, look };
    let packing = Packing::with_guards(&degrees);
    let terms = match packing.words() {
        1 => division.packed::<1>(&packing)?,
        2 => division.packed::<2>(&packing)?,
        3 | 4 => division.packed::<4>(&packing)?,
        _ => division.unpacked()?,
    };
    let polynomial = |terms: Vec<Term>| Polynomial::descending(f.shared_vars(), terms);
    Ok(terms.map(polynomial))
}

/// A division, and the degrees of its quotient.
struct Division<'a, L> {
    coefficients: Coefficients,
    f: &'a Polynomial,
    g: &'a Polynomial,
    lead: &'a Term,
    room: &'a Exponents,
    look: L,
}

impl<L: FnMut() -> Result<()>> Division<'_, L> {
    /// The terms of the quotient, if there is one, with monomials of `W` words.
    fn packed<const W: usize>(self, packing: &Packing) -> Result<Option<Vec<Term>>> {
        let pack = |exponents: &Exponents| packing.pack::<W>(exponents);
        let over = packing.quotients(pack(&self.lead.exponents), pack(self.room));
        self.with_monomials(pack, |monomial| packing.unpack(&monomial), over)
    }

    /// The same with lists of exponents.
    fn unpacked(self) -> Result<Option<Vec<Term>>> {
        let (lead, room) = (&self.lead.exponents, self.room);
        let over = |monomial: &Exponents| {
            let difference =
                monomial.iter().zip(lead).map(|(a, b)| a.checked_sub(*b)).collect::<Option<Exponents>>()?;
            difference.iter().zip(room).all(|(e, most)| e <= most).then_some(difference)
        };
        self.with_monomials(Exponents::clone, |monomial| monomial, over)
    }

    /// Over Z with coefficients of a word where all are short, else with integers.
    fn with_monomials<K: Monomial>(
        mut self,
        pack: impl Fn(&Exponents) -> K,
        unpack: impl Fn(K) -> Exponents,
        over: impl Fn(&K) -> Option<K>,
    ) -> Result<Option<Vec<Term>>> {
        let (of_f, of_g) = (&self.f.terms, &self.g.terms);
        if let Coefficients::Residues(field) = self.coefficients {
            let packed = |term: &Term| (pack(&term.exponents), field.enter(term.coefficient.mod_u64(field.modulus())));
            let g: Vec<(K, u64)> = of_g.iter().map(packed).collect();
            let ring = Residues::new(field, g.first().map_or(field.one(), |lead| lead.1));
            let quotient = self.divided(&ring, of_f.iter().map(packed), &g, &over)?;
            return Ok(terms(quotient, unpack, |c| field.leave(c).into()));
        }
        if let (Some(f), Some(g)) = (short(of_f, &pack), short(of_g, &pack)) {
            match self.divided(&Words, f.into_iter(), &g, &over)? {
                Outcome::Abandoned => (),
                quotient => return Ok(terms(quotient, unpack, Integer::from)),
            }
        }
        let packed = |term: &Term| (pack(&term.exponents), term.coefficient.clone());
        let g: Vec<(K, Integer)> = of_g.iter().map(packed).collect();
        Ok(terms(self.divided(&Integers, of_f.iter().map(packed), &g, &over)?, unpack, |c| c))
    }

    fn divided<K: Monomial, R: Ring>(
        &mut self,
        ring: &R,
        f: impl Iterator<Item = (K, R::Number)>,
        g: &[(K, R::Number)],
        over: impl Fn(&K) -> Option<K>,
    ) -> Result<Outcome<Terms<K, R>>> {
        let (mut terms, mut since) = (0u128, 0);
        let spend = |limbs| {
            terms += 1;
            limit("terms of a division", terms, MAX_TERMS)?;
            limit("products of terms of a division", terms * g.len() as u128, MAX_PRODUCTS)?;
            since += limbs;
            if since >= LOOK {
                (self.look)()?;
                since = 0;
            }
            Ok(true)
        };
        heap_division::divide(ring, f, g, over, spend)
    }
}

/// The terms of a quotient, if the division was exact.
fn terms<K, C>(
    quotient: Outcome<Vec<(K, C)>>,
    unpack: impl Fn(K) -> Exponents,
    integer: impl Fn(C) -> Integer,
) -> Option<Vec<Term>> {
    let Outcome::Exact(quotient) = quotient else { return None };
    let term = |(monomial, c)| Term { coefficient: integer(c), exponents: unpack(monomial) };
    Some(quotient.into_iter().map(term).collect())
}

/// The terms, where all coefficients are below 2^62.
fn short<K>(terms: &[Term], pack: impl Fn(&Exponents) -> K) -> Option<Vec<(K, i64)>> {
    let short = |c: &Integer| c.to_i64().filter(|c| c.unsigned_abs() < 1 << 62);
    terms.iter().map(|term| Some((pack(&term.exponents), short(&term.coefficient)?))).collect()
}

impl Polynomial {
    /// The quotient h of f = g h, where g divides f over Z: over the union of the variables when they differ.
    ///
    /// # Errors
    /// `Argument` when the divisor is 0 or does not divide; `Limit` when the quotient has more than 2^23 terms, or more than 2^34
    /// products of terms are needed.
    ///
    /// # Complexity
    /// m n products and O((m n + t) log m) comparisons, for m terms of g, n of h, and t of f: S. C. Johnson's heap, 1974.
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

fn not_integral(lead: &Polynomial, first: &Polynomial) -> Error {
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

    fn poly(text: &str) -> Polynomial {
        text.parse().unwrap()
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
