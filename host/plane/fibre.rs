//! What f and g have in common over the roots of a factor of their resultant.

use super::projection::{Pair, Projection};
use crate::determinant::Determinant;
use crate::error::Result;
use crate::gcd::Gcd;
use crate::poly::{Matrix, Polynomial, UnivariatePolynomial};
use crate::run::options::RunOptions;
use rug::Integer;
use std::sync::OnceLock;

/// The subresultants of f and g in y, both with a constant leading coefficient, each computed when it is first asked for. Constant factors are left out.
pub(super) struct Subresultants {
    bezout: OnceLock<Matrix>,
    /// That of degree k + 1 in y: the coefficients of y^0 to y^(k+1), as polynomials in t.
    found: Vec<OnceLock<Vec<UnivariatePolynomial>>>,
}

impl Subresultants {
    /// Of polynomials of these degrees.
    pub fn new(degrees: [u32; 2]) -> Self {
        let found = (0..degrees[0].min(degrees[1])).map(|_| OnceLock::new()).collect();
        Subresultants { bezout: OnceLock::new(), found }
    }

    /// The lower one of both degrees, and the highest degree of a subresultant.
    fn highest(&self) -> usize {
        self.found.len()
    }

    /// That of degree k in y, k from 1 up. For the highest k it is the polynomial of the lower degree.
    fn get(&self, k: usize, [f, g]: &[Polynomial; 2], y: &str, run: &RunOptions) -> Result<&[UnivariatePolynomial]> {
        let place = &self.found[k - 1];
        if let Some(found) = place.get() {
            return Ok(found);
        }
        let found = if k == self.highest() {
            let lower = if f.degree(y) < g.degree(y) { f } else { g };
            lower.collect(y)?.iter().map(UnivariatePolynomial::try_from).collect::<Result<_>>()?
        } else {
            let bezout = match self.bezout.get() {
                Some(bezout) => bezout,
                None => {
                    let bezout = Matrix::bezout(f, g, y)?;
                    self.bezout.get_or_init(|| bezout)
                }
            };
            subresultant(bezout, k, run)?
        };
        Ok(place.get_or_init(|| found))
    }
}

/// The k-th subresultant of f and g in y, but for a constant: the coefficients of y^0 to y^k, as polynomials in t.
///
/// With Bezout's matrix B, whose rows and columns stand for powers of y, the coefficient of y^j is the determinant of its rows k to n - 1 and its columns j and k + 1 to
/// n - 1. Rows from k up are u f + v g with deg u < deg g - k and deg v < deg f - k, so their determinants have what defines subresultants, times lc(f)^(deg f - deg g).
fn subresultant(bezout: &Matrix, k: usize, run: &RunOptions) -> Result<Vec<UnivariatePolynomial>> {
    let n = bezout.rows();
    let coefficient = |j: usize| {
        let columns = || std::iter::once(j).chain(k + 1..n);
        let row = |i: usize| columns().filter_map(|column| bezout.entry(i, column).cloned()).collect();
        let minor = Matrix::new((k..n).map(row).collect())?;
        let value = Determinant::new(&minor).run_options(run.clone()).run()?.polynomial;
        UnivariatePolynomial::try_from(&value)
    };
    (0..=k).map(coefficient).collect()
}

/// The degree of a polynomial.
fn degree(f: &UnivariatePolynomial) -> usize {
    f.degree().unwrap_or(0)
}

/// Whether the squarefree polynomial divides another one over Q.
fn divides(factor: &UnivariatePolynomial, f: &UnivariatePolynomial) -> Result<bool> {
    Ok(f.is_zero() || degree(&factor.gcd(f)?) == degree(factor))
}

/// The roots t of a squarefree polynomial over which f and g have exactly one common root: y = above(t) / below(t).
pub(super) struct Fibre {
    pub factor: UnivariatePolynomial,
    above: UnivariatePolynomial,
    below: UnivariatePolynomial,
}

impl Fibre {
    /// h(t - c y, y) at the common root, times a power of `below`.
    pub fn value(&self, h: &Polynomial, c: i32, pair: &Pair<'_>) -> Result<UnivariatePolynomial> {
        let (x, y) = (h.index_of(pair.x)?, h.index_of(pair.y)?);
        let degree = h.total_degree().unwrap_or(0) as u32;
        let t = UnivariatePolynomial::new([0, 1]);
        let of_x = &(&t * &self.below) - &(&self.above * &UnivariatePolynomial::from(i64::from(c)));
        let mut value = UnivariatePolynomial::from(0);
        for term in h.terms() {
            let (i, j) = (term.exponents[x], term.exponents[y]);
            let powers = &(&of_x.pow(i)? * &self.above.pow(j)?) * &self.below.pow(degree - i - j)?;
            value = &value + &(&powers * &UnivariatePolynomial::from(term.coefficient.clone()));
        }
        Ok(value)
    }
}

/// The roots of a squarefree factor of the resultant of f and g, both with a constant leading coefficient in y, in parts; `None` where f and g have several common roots y
/// over one of them.
///
/// For the least k with psc_k(t) != 0 the k-th subresultant is the GCD of f(t, y) and g(t, y) but for a factor. So the factor is divided into those of equal k, by GCDs with
/// psc_1, psc_2, .. For k = 1 the GCD is linear. Else it is to be s_k (y - b)^k with b = -s_(k-1) / (k s_k): for each i
///
/// > s_(k-i) (k s_k)^i = C(k, i) s_(k-1)^i s_k  at all roots.
pub(super) fn fibres(
    projection: &Projection,
    factor: &Polynomial,
    pair: &Pair<'_>,
    run: &RunOptions,
) -> Result<Option<Vec<Fibre>>> {
    let subresultants = &projection.subresultants;
    let mut left = UnivariatePolynomial::try_from(factor)?;
    let mut parts = Vec::new();
    // There is a k, since the leading coefficients are constants and there are roots in common.
    for k in 1..=subresultants.highest() {
        if degree(&left) == 0 {
            break;
        }
        let s = subresultants.get(k, &projection.sheared, pair.y, run)?;
        let [.., below, leading] = s else { break };
        let further = if leading.is_zero() { left.clone() } else { common(&left, leading, run)? };
        let here = left.exact_div(&further)?;
        left = further;
        if degree(&here) == 0 {
            continue;
        }
        let by = leading * &UnivariatePolynomial::from(k as i64);
        for i in 2..=k {
            let product = &s[k - i] * &by.pow(i as u32)?;
            let binomial = UnivariatePolynomial::from(Integer::from(Integer::binomial_u(k as u32, i as u32)));
            let power = &(&below.pow(i as u32)? * leading) * &binomial;
            if !divides(&here, &(&product - &power))? {
                return Ok(None);
            }
        }
        parts.push(Fibre { factor: here, above: -below, below: by });
    }
    Ok(Some(parts))
}

/// The GCD of two polynomials in t.
fn common(f: &UnivariatePolynomial, g: &UnivariatePolynomial, run: &RunOptions) -> Result<UnivariatePolynomial> {
    let (f, g) = (f.to_polynomial("t")?, g.to_polynomial("t")?);
    UnivariatePolynomial::try_from(&Gcd::new(&f, &g).run_options(run.clone()).run()?.gcd)
}
