//! Subresultants by their values at points modulo primes, and those that are lifted on request.

use super::builder::Subresultants;
use super::division::by_division;
use super::which::{beyond, checked, last};
use crate::alone::prelude::*;
use crate::control::Control;
use crate::error::{Error, Result};
use crate::finite_field::{Arithmetic, Field};
use crate::plural::count;
use crate::poly::Polynomial;
use crate::run::modulus::Modulus;
use crate::run::threads::on_threads;
use crate::run::tuples::ListOptions;
use std::collections::BTreeMap;

/// The subresultants of two polynomials as a source of values: S_k at a point of the kept variables modulo a prime, without a polynomial of the whole chain. What is
/// asked for as a polynomial is computed once, and kept. Made by [`Subresultants::values`].
///
/// # Examples
/// ```
/// use eliminant::{Polynomial, Subresultants};
/// let [f, g] = ["y^3 - x", "y^2 + x*y + 1"].map(|text| text.parse::<Polynomial>().unwrap());
/// let mut values = Subresultants::new(&f, &g, "y").values()?;
/// // S_1 = x^2*y - y at x = 3 modulo 101: coefficients of 1 and y.
/// assert_eq!(values.at(1, &[3], 101)?, [0, 8]);
/// assert_eq!(values.polynomial(1)?.degree("y"), Some(1));
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct SubresultantValues {
    f: Polynomial,
    /// `None` for a Sturm-Habicht sequence.
    g: Option<Polynomial>,
    var: String,
    options: ListOptions,
    kept: Vec<String>,
    /// Coefficients of the powers of the variable.
    rows: [Vec<Polynomial>; 2],
    found: BTreeMap<u32, Polynomial>,
}

/// f and g at a point.
struct AtPoint {
    field: Field,
    pair: [Vec<u64>; 2],
    /// Degrees of f and g as polynomials.
    degrees: [usize; 2],
}

impl SubresultantValues {
    pub(super) fn new(builder: &Subresultants<'_>) -> Result<Self> {
        let ([f, g], var) = builder.pair();
        let mut vars: Vec<&String> = f.vars().iter().collect();
        vars.extend(g.vars().iter().filter(|name| !f.vars().contains(name)));
        let [of_f, of_g] = [f, g].map(|h| h.clone().with_vars(&vars)?.collect(var));
        let kept = vars.into_iter().filter(|name| *name != var).cloned().collect();
        let g = (!builder.is_sturm_habicht()).then(|| g.clone());
        let (f, var, options) = (f.clone(), var.to_owned(), builder.options.clone());
        Ok(SubresultantValues { f, g, var, options, kept, rows: [of_f?, of_g?], found: BTreeMap::new() })
    }

    fn builder(&self) -> Subresultants<'_> {
        let builder = match &self.g {
            Some(g) => Subresultants::new(&self.f, g, &self.var),
            None => Subresultants::sturm_habicht(&self.f, &self.var),
        };
        builder.options(self.options.clone())
    }

    /// The kept variables: a point has a coordinate for each, in this order.
    pub fn kept(&self) -> &[String] {
        &self.kept
    }

    /// How another thread cancels what is asked for next.
    pub fn set_control(&mut self, control: Control) {
        self.options.run.control = control;
    }

    /// How many subresultants there are.
    pub fn count(&self) -> usize {
        let [p, q] = self.degrees();
        let last = if self.g.is_none() { Some(p) } else { last((p, q)) };
        last.map_or(0, |last| last as usize + 1)
    }

    fn degrees(&self) -> [u32; 2] {
        self.rows.each_ref().map(|rows| rows.len().saturating_sub(1) as u32)
    }

    /// S_k at a point modulo the prime `p`: coefficients of 1, y, .., y^k, from 0 to `p` - 1.
    ///
    /// Also where leading coefficients vanish at the point: what is reduced is the polynomial S_k.
    ///
    /// # Errors
    /// `Argument`: no subresultant has this number, the point has another number of coordinates than there are kept variables, `p` is no prime below 2^63.
    ///
    /// # Complexity
    /// The terms of f and g, and O(deg f deg g) products.
    pub fn at(&self, k: u32, point: &[u64], p: u64) -> Result<Vec<u64>> {
        self.check(k)?;
        let (k, mut value) = (k as usize, vec![0; k as usize + 1]);
        self.visit(point, &field(p)?, k, |of, row| {
            if of == k {
                value[..row.len()].copy_from_slice(row);
            }
        })?;
        Ok(value)
    }

    /// S_0, S_1, .. at a point modulo the prime `p`, each as [`SubresultantValues::at`].
    ///
    /// # Errors
    /// As there.
    ///
    /// # Complexity
    /// As there; there are O(min(deg f, deg g)^2) coefficients.
    pub fn chain_at(&self, point: &[u64], p: u64) -> Result<Vec<Vec<u64>>> {
        let mut chain: Vec<Vec<u64>> = (1..=self.count()).map(|width| vec![0; width]).collect();
        self.visit(point, &field(p)?, 0, |k, row| chain[k][..row.len()].copy_from_slice(row))?;
        Ok(chain)
    }

    /// The principal coefficients psc_0, psc_1, .. at each of some points modulo the prime `p`, from 0 to `p` - 1; the points are shared among all threads.
    ///
    /// # Errors
    /// As [`SubresultantValues::at`].
    pub fn principal_at(&self, points: &[Vec<u64>], p: u64) -> Result<Vec<Vec<u64>>> {
        let field = &field(p)?;
        let at = |point: &Vec<u64>| {
            let mut principal = vec![0; self.count()];
            self.visit(point, field, 0, |k, row| principal[k] = coefficient(row, k))?;
            Ok(principal)
        };
        on_threads(self.options.run.threads, || points.par_iter().map(at).collect())?
    }

    /// S_k over Z, or modulo the modulus of the builder, computed where it has not been yet.
    ///
    /// # Errors
    /// As [`Subresultants::run`].
    pub fn polynomial(&mut self, k: u32) -> Result<&Polynomial> {
        if !self.found.contains_key(&k) {
            let found = self.builder().index(k).run()?.polynomials.pop();
            self.found.insert(k, found.map_or_else(|| Polynomial::zero(self.f.vars()), Ok)?);
        }
        Ok(&self.found[&k])
    }

    /// Calls `visit` with the number and the coefficients of those from `low` that are not 0.
    fn visit(&self, point: &[u64], field: &Field, low: usize, mut visit: impl FnMut(usize, &[u64])) -> Result<()> {
        let at = self.at_point(point, *field)?;
        let (field, last) = (at.field, at.degrees[0]);
        let leave = |row: &[u64]| row.iter().map(|&x| field.leave(x)).collect::<Vec<u64>>();
        if self.g.is_some() {
            return at.visit(low, &self.options.run.control, |k, row| visit(k, &leave(row)));
        }
        visit(last, &leave(&at.pair[0]));
        at.visit(low, &self.options.run.control, |k, row| match (last - k) % 4 > 1 {
            true => visit(k, &leave(&row.iter().map(|&x| field.sub(0, x)).collect::<Vec<u64>>())),
            false => visit(k, &leave(row)),
        })
    }

    /// Refuses a number that no subresultant has.
    ///
    /// # Errors
    /// `Argument`.
    fn check(&self, k: u32) -> Result<()> {
        let [p, q] = self.degrees();
        match &self.g {
            None if k > p => Err(beyond(k, p)),
            None => Ok(()),
            Some(_) => checked(k, (p, q)).map(drop),
        }
    }

    fn at_point(&self, point: &[u64], field: Field) -> Result<AtPoint> {
        if point.len() != self.kept.len() {
            let (given, needed) = (count(point.len(), "coordinate"), count(self.kept.len(), "kept variable"));
            return Err(Error::argument("point", format!("has {given}; give one for each of {needed}")));
        }
        let [f, g] = self.rows.each_ref().map(|rows| -> Result<Vec<u64>> {
            let mut values: Vec<u64> = rows
                .iter()
                .map(|row| Ok(field.enter(row.evaluate_mod(point, field.modulus())?)))
                .collect::<Result<_>>()?;
            while values.last() == Some(&0) {
                values.pop();
            }
            Ok(values)
        });
        Ok(AtPoint { field, pair: [f?, g?], degrees: self.rows.each_ref().map(|rows| rows.len().saturating_sub(1)) })
    }
}

impl AtPoint {
    /// Calls `visit` with k and S_k, constant term first, for those from `low` that are not 0.
    ///
    /// Where lc(f) is 0 at the point, deg f = p there is one less than assumed, the first column of the determinant has lc(g) alone, in row q - k + 1:
    ///
    /// > S_k of degrees p, q = (-1)^(q-k) lc(g) S_k of degrees p - 1, q,  k < q,
    ///
    /// and lc(f) in the first row where lc(g) is 0. Down to p = k that ends with S_k of degrees k, q, which is lc(f)^(q-k-1) f for f of degree k: f for q = k + 1, else 0. Where both are 0 the first
    /// column is, and S_k is 0 for k < min(p, q).
    fn visit(self, low: usize, control: &Control, mut visit: impl FnMut(usize, &[u64])) -> Result<()> {
        let AtPoint { field, pair: [f, g], degrees: [p, q] } = self;
        let mut show = |k: usize, factor: u64, row: &[u64]| {
            visit(k, &row.iter().map(|&x| field.mul(factor, x)).collect::<Vec<u64>>());
        };
        let (lead_f, lead_g) = (coefficient(&f, p), coefficient(&g, q));
        // The last one, without rows of one of them.
        let (most, least) = if p > q { (p, q) } else { (q, p) };
        let (shorter, lead) = if p > q { (&g, lead_g) } else { (&f, lead_f) };
        if most > least && least >= low {
            show(least, field.pow(lead, (most - least - 1) as u64), shorter);
        }
        if lead_f == 0 && lead_g == 0 {
            return Ok(());
        }
        // Which polynomial has a lower degree than assumed, by how much, and the factor for even and odd k.
        let (dropped, lead, other) = match (lead_f, lead_g) {
            (0, lead) => (&f, lead, q),
            (lead, _) => (&g, lead, p),
        };
        let formal = if lead_f == 0 { p } else { q };
        let missing = formal + 1 - dropped.len();
        let factor = |k: usize, times: usize| {
            let power = field.pow(lead, times as u64);
            let is_negative = lead_f == 0 && (q - k) % 2 == 1 && times % 2 == 1;
            if is_negative { field.sub(0, power) } else { power }
        };
        // Those of degree k above what is left: the last one of degrees k and k + 1 at most.
        if missing > 0 && other > 0 && other - 1 < formal && other > dropped.len() && other > low {
            let k = other - 1;
            show(k, factor(k, formal - k), dropped);
        }
        if dropped.is_empty() {
            return Ok(());
        }
        by_division(field, [f, g], low, control, |k, of_pair, row| {
            if k < least {
                show(k, field.mul(factor(k, missing), of_pair), row);
            }
        })
    }
}

/// The field of a prime.
///
/// # Errors
/// `Argument` for a number that is no prime below 2^63.
fn field(p: u64) -> Result<Field> {
    Ok(Field::new(Modulus::from(p).checked_word()?))
}

/// The coefficient of a power.
fn coefficient(h: &[u64], power: usize) -> u64 {
    h.get(power).copied().unwrap_or(0)
}
