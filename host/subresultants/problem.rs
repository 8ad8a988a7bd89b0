//! From two polynomials to rows by powers of the eliminated variable, and from coefficients to the answer.

use super::which::Which;
use crate::engine::subresultant::MOST_DEGREE;
use crate::error::{Error, ErrorKind, Result};
use crate::plan::exponents::{AnswerExponents, Variable, gcd};
use crate::plan::rows::{Row, Rows};
use crate::poly::{Exponents, Polynomial, Term, union_vars};
use crate::run::modulus::{self, Modulus};
use crate::shorten::{shortened, shortened_list};
use gpu::resultant::subresultants::Wanted;
use rug::Integer;
use rug::ops::Pow;

/// Terms of both polynomials up to which one thread suffices beside the computation.
const SMALL: usize = 256;

/// Two polynomials, by powers of the eliminated variable.
pub(super) struct Problem {
    /// All variables.
    vars: Vec<String>,
    /// The place of the eliminated one among them.
    place: usize,
    /// The kept ones.
    pub kept: Vec<String>,
    /// f and g without their contents and common powers of the kept variables, in small exponents.
    pub rows: [Rows; 2],
    /// What they were divided by.
    contents: [Integer; 2],
    shifts: [Exponents; 2],
    /// The way back to large exponents.
    pub exponents: AnswerExponents,
    /// Which subresultants of them.
    pub which: Which,
}

impl Problem {
    /// Of f and g in `var`.
    ///
    /// # Errors
    /// `Argument` for a polynomial that is 0, a variable that does not occur, a number that no subresultant has; `Limit` for degrees that are too large.
    pub fn new(
        [f, g]: [&Polynomial; 2],
        var: &str,
        which: impl FnOnce((u32, u32)) -> Result<Which>,
        modulus: Option<Modulus>,
    ) -> Result<Self> {
        let vars = if f.vars() == g.vars() { f.vars().to_vec() } else { union_vars(f, g) };
        let Some(place) = vars.iter().position(|v| v == var) else {
            let list = if vars.is_empty() { "there are none".into() } else { shortened_list(&vars) };
            let message = format!("{:?} does not occur; variables are {list}", shortened(var));
            return Err(Error::argument("variable", message));
        };
        for (name, h) in [("first", f), ("second", g)] {
            if h.is_zero() {
                let message = format!("the {name} one is 0, and has no degree that subresultants could begin with");
                return Err(Error::argument("polynomial", message));
            }
        }
        let degrees = [f, g].map(|h| h.degree(var).unwrap_or(0));
        let which = which((degrees[0], degrees[1]))?;
        let beside = match which {
            Which::Cofactors(k) => (degrees[0] - k).saturating_add(degrees[1] - k),
            _ => 0,
        };
        let largest = u64::from(degrees[0].max(degrees[1])) + u64::from(beside);
        if largest > u64::from(MOST_DEGREE) {
            let (needed, allowed) = (largest.into(), MOST_DEGREE.into());
            return Err(ErrorKind::Limit { what: "degree in the eliminated variable", needed, allowed }.into());
        }
        let kept: Vec<String> = vars.iter().filter(|v| *v != var).cloned().collect();
        let reduced = modulus.map(|p| [f, g].map(|h| of_representatives(h, var, p)));
        let reduced = match reduced {
            Some([f, g]) => Some([f?, g?]),
            None => None,
        };
        let [f, g] = match &reduced {
            Some([Some(f), Some(g)]) => [f, g],
            _ => [f, g],
        };
        let places = [f, g].map(|h| -> Vec<Option<usize>> {
            kept.iter().map(|name| h.vars().iter().position(|v| v == name)).collect()
        });
        let exponent = |e: &[u32], place: Option<usize>| place.map_or(0, |place| e[place]);
        let mut shifts = [f, g].map(|_| Exponents::from_elem(0, kept.len()));
        let mut variables = Vec::new();
        for number in 0..kept.len() {
            let mut step = 0;
            for (which, h) in [f, g].into_iter().enumerate() {
                let all = || h.terms().iter().map(|term| exponent(&term.exponents, places[which][number]));
                let lowest = all().min().unwrap_or(0);
                shifts[which][number] = lowest;
                step = all().fold(step, |step, e| gcd(step, e - lowest));
            }
            variables.push(Variable { place: number, step, shift: 0 });
        }
        let contents = [f, g].map(Polynomial::content);
        let rows = [0, 1].map(|which| {
            let h = [f, g][which];
            let y = h.vars().iter().position(|v| v == var);
            let mut rows = vec![Row::default(); h.degree(var).unwrap_or(0) as usize + 1];
            for term in h.terms() {
                let axes = variables.iter().filter(|variable| variable.step > 0);
                let small = axes.map(|&Variable { place, step, .. }| {
                    (exponent(&term.exponents, places[which][place]) - shifts[which][place]) / step
                });
                let coefficient = Integer::from(term.coefficient.div_exact_ref(&contents[which]));
                rows[exponent(&term.exponents, y) as usize].terms.push((coefficient, small.collect()));
            }
            Rows { kept: variables.iter().filter(|variable| variable.step > 0).count(), rows }
        });
        let exponents = AnswerExponents::new(kept.len(), variables, Vec::new());
        Ok(Problem { vars, place, kept, rows, contents, shifts, exponents, which })
    }

    /// Degrees of f and g in the eliminated variable.
    pub fn degrees(&self) -> (u32, u32) {
        let [p, q] = [0, 1].map(|which| self.rows[which].rows.len() as u32 - 1);
        (p, q)
    }

    /// The pair whose subresultants are computed: for the cofactors of S_k that is y^(n+m) f + y^m and y^(n+m) g + 1 with n = q - k and m = p - k.
    ///
    /// With the cofactors U and V of S_k their subresultant number k + n + m is U (y^(n+m) f + y^m) + V (y^(n+m) g + 1) = y^(n+m) S_k + y^m U + V, since only their coefficients of
    /// y^(n+m+k+1) and above, those of f and g, are in the other columns of its matrix; and deg U < n, deg V < m.
    pub fn pair(&self) -> [Rows; 2] {
        let Some((n, m)) = self.beside() else { return self.rows.clone() };
        let one = || vec![(Integer::from(1), Exponents::from_elem(0, self.rows[0].kept))];
        [0, 1].map(|which| {
            let mut rows = vec![Row::default(); (n + m) as usize];
            // Without rows of f, or of g, there is no such cofactor.
            if let Some(row) = rows.get_mut(if which == 0 { m as usize } else { 0 }) {
                row.terms = one();
            }
            rows.extend(self.rows[which].rows.iter().cloned());
            Rows { kept: self.rows[which].kept, rows }
        })
    }

    /// Its subresultants that are wanted.
    pub fn wanted(&self) -> Wanted {
        self.which.wanted(self.beside().map_or(0, |(n, m)| n + m))
    }

    /// Coefficients of both cofactors, where these are wanted.
    fn beside(&self) -> Option<(u32, u32)> {
        let (p, q) = self.degrees();
        match self.which {
            Which::Cofactors(k) => Some((q - k, p - k)),
            _ => None,
        }
    }

    /// What S_k is multiplied by: the powers of contents and of variables that were taken out of f and g, of which it has so many rows.
    fn factor(&self, n: u32, m: u32) -> (Integer, Exponents) {
        let [c, d] = &self.contents;
        let mut exponents = Exponents::from_elem(0, self.kept.len());
        for (number, e) in exponents.iter_mut().enumerate() {
            *e = self.shifts[0][number] * n + self.shifts[1][number] * m;
        }
        (Integer::from(c.pow(n)) * Integer::from(d.pow(m)), exponents)
    }

    /// Bits of what S_k is multiplied by, for the lowest k: at most so many.
    pub fn bits_of_factor(&self) -> u64 {
        let (p, q) = self.degrees();
        let low = self.which.first();
        let bits = |c: &Integer, n: u32| if *c == 1 { 0 } else { u64::from(c.significant_bits()) * u64::from(n) };
        bits(&self.contents[0], q - low).saturating_add(bits(&self.contents[1], p - low))
    }

    /// Refuses an answer whose coefficients have these degrees before they are multiplied by the powers that were taken out.
    ///
    /// # Errors
    /// `Limit` when an exponent would be too large.
    pub fn check_factors(&self, degrees: &[u128]) -> Result<()> {
        let (p, q) = self.degrees();
        let low = self.which.first();
        let mut of_answer = vec![0; self.kept.len()];
        self.exponents
            .variables()
            .iter()
            .zip(degrees)
            .for_each(|(variable, &degree)| of_answer[variable.place] = degree);
        for ((e, d), degree) in self.shifts[0].iter().zip(&self.shifts[1]).zip(of_answer) {
            let of_factor = u128::from(*e) * u128::from(q - low) + u128::from(*d) * u128::from(p - low);
            let needed = of_factor.saturating_add(degree);
            if needed > u128::from(Polynomial::MAX_EXPONENT) {
                let allowed = Polynomial::MAX_EXPONENT.into();
                return Err(ErrorKind::Limit { what: "degree of the answer", needed, allowed }.into());
            }
        }
        Ok(())
    }

    /// Whether one thread does all but the computation itself as fast as several.
    pub fn is_small(&self) -> bool {
        let terms = |h: &Rows| h.rows.iter().map(|row| row.terms.len()).sum::<usize>();
        self.rows.iter().map(terms).sum::<usize>() < SMALL
    }

    /// The polynomials of an answer from the terms of its coefficients, those of one subresultant after the other.
    ///
    /// # Errors
    /// None for answers that are some.
    pub fn assembled(&self, found: Vec<Vec<Term>>, modulus: Option<Modulus>) -> Result<Vec<Polynomial>> {
        let (p, q) = self.degrees();
        let mut found = found.into_iter();
        let mut polynomial = |k: u32, (n, m): (u32, u32), powers: std::ops::Range<u32>| {
            let (content, shift) = self.factor(n, m);
            let mut terms = Vec::new();
            for power in powers {
                for mut term in found.next().into_iter().flatten() {
                    term.exponents.iter_mut().zip(&shift).for_each(|(e, &by)| *e = e.saturating_add(by));
                    if content != 1 {
                        term.coefficient *= &content;
                    }
                    terms.push((term.coefficient, term.exponents, power));
                }
            }
            self.over(terms, modulus, matches!(self.which, Which::Principal { .. }).then_some(k))
        };
        match self.which {
            Which::Principal { last } => (0..=last).map(|k| polynomial(k, (q - k, p - k), k..k + 1)).collect(),
            Which::Chain { last } => (0..=last).map(|k| polynomial(k, (q - k, p - k), 0..k + 1)).collect(),
            Which::One(k) => Ok(vec![polynomial(k, (q - k, p - k), 0..k + 1)?]),
            Which::Cofactors(k) => {
                let (n, m) = (q - k, p - k);
                let v = polynomial(k, (n, m.saturating_sub(1)), 0..m)?;
                let u = polynomial(k, (n.saturating_sub(1), m), 0..n)?;
                let s = polynomial(k, (n, m), 0..k + 1)?;
                Ok(vec![s, u, v])
            }
        }
    }

    /// The polynomial of terms with exponents of the kept variables and of the eliminated one; over the kept ones alone for a `principal` coefficient.
    fn over(
        &self,
        terms: Vec<(Integer, Exponents, u32)>,
        modulus: Option<Modulus>,
        principal: Option<u32>,
    ) -> Result<Polynomial> {
        let term = |(coefficient, exponents, power): (Integer, Exponents, u32)| {
            let mut exponents = exponents.to_vec();
            if principal.is_none() {
                exponents.insert(self.place, power);
            }
            let coefficient = match modulus {
                Some(p) => p.residue(&coefficient),
                None => coefficient,
            };
            (coefficient, exponents)
        };
        let vars = if principal.is_some() { &self.kept } else { &self.vars };
        Polynomial::from_terms(vars, terms.into_iter().map(term))
    }
}

/// The polynomial with representatives modulo `p`; `None` where its degree in `var` would be less.
fn of_representatives(f: &Polynomial, var: &str, p: Modulus) -> Result<Option<Polynomial>> {
    let terms = f.terms().iter().map(|term| (modulus::representative(&term.coefficient, p), term.exponents.to_vec()));
    let reduced = Polynomial::from_terms(f.vars(), terms)?;
    Ok((reduced.degree(var) == f.degree(var)).then_some(reduced))
}
