//! Exponents of an answer, which are small while it is computed.
//!
//! Grids have an axis for each variable, whose points count with all others. So an operation takes powers of variables out of its input, and
//! v for v^d where all exponents of v are multiples of d, and a variable that is in monomial factors only has no axis. The answer is
//! v^s times a polynomial in v^d. Where it is homogeneous for some weights, one small exponent for each follows from the others
//! ([`super::gradings`]): the variable is 1 while the answer is computed.

use super::gradings::Relation;
use super::prime61::Prime61;
use super::support::Support;
use crate::alone::prelude::*;
use crate::error::{Error, ErrorKind, Result};
use crate::poly::{Exponents, Polynomial, Term};
use rug::Integer;
use std::ops::Range;

/// The degree of an answer is below: exponents of polynomials are.
pub(crate) const DEGREES: u128 = 1 << 31;

/// Terms that one thread makes as fast as several: 4,600 took 0.16 ms of one, and 0.17 to 0.2 of more (`benches/results/2026-11-26-h100-determinants.txt`).
const FEW: usize = 1 << 13;

/// Terms that a thread makes one after the other.
const PART: usize = 1 << 11;

/// Small degrees, of which a grid has as many points, are below.
const SMALL_DEGREES: u128 = 1 << 30;

/// A variable that occurs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Variable {
    /// Its place among all variables of the answer.
    pub place: usize,
    /// The factor of small exponents; 0 where it is in monomial factors only.
    pub step: u32,
    /// Exponent of the power that the answer is a multiple of; small exponents for which the sum is negative do not occur where this is.
    pub shift: i64,
}

impl Variable {
    /// Its exponent for a small one; `None` where that is none.
    fn large(&self, small: i64) -> Option<u32> {
        u32::try_from(self.shift.checked_add(small.checked_mul(self.step.into())?)?).ok()
    }
}

/// A variable whose small exponents follow from those of the axes.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Determined {
    /// The variable.
    variable: Variable,
    /// How, with the numbers of axes; `coordinate` is the variable's number among those that occur.
    relation: Relation,
}

impl Determined {
    /// Its small exponent for those of the axes; `None` where it is none: coefficients there are 0.
    fn small(&self, axes: &[u32]) -> Option<u64> {
        let Relation { divisor, constant, weights, .. } = &self.relation;
        let sum: i128 = weights.iter().map(|&(axis, w)| i128::from(w) * i128::from(axes[axis])).sum();
        let (divisor, weight) = (i128::from(*divisor), constant - sum);
        (weight % divisor == 0).then(|| u64::try_from(weight / divisor).ok()).flatten()
    }

    /// The largest one for exponents of the axes up to these.
    fn most(&self, axes: &[u64]) -> u128 {
        let Relation { divisor, constant, weights, .. } = &self.relation;
        let least: i128 = weights
            .iter()
            .map(|&(axis, w)| i128::from(w.min(0)) * i128::from(axes.get(axis).copied().unwrap_or(0)))
            .sum();
        u128::try_from((constant - least) / i128::from(*divisor)).unwrap_or(0)
    }
}

/// A point of small variables.
pub(crate) struct At {
    /// Their values.
    pub small: Vec<u64>,
    /// The factor of the polynomial in them there.
    pub taken: u64,
}

/// How small exponents of an answer become large again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AnswerExponents {
    /// Number of variables, with those that do not occur.
    kept: usize,
    /// Those that occur, places ascending.
    variables: Vec<Variable>,
    /// Those of them that need no axis.
    determined: Vec<Determined>,
}

impl AnswerExponents {
    /// For `kept` variables of which these occur; `relations` are of those with a step, numbered in their order.
    pub fn new(kept: usize, variables: Vec<Variable>, relations: Vec<Relation>) -> Self {
        let with_step: Vec<usize> = (0..variables.len()).filter(|&i| variables[i].step > 0).collect();
        let is_axis = |number: &usize| relations.iter().all(|relation| relation.coordinate != *number);
        let axes: Vec<usize> = (0..with_step.len()).filter(is_axis).collect();
        let determined = |relation: Relation| {
            let coordinate = with_step[relation.coordinate];
            // Those on the right side of a relation have none themselves.
            let weights = relation.weights.iter().map(|&(number, w)| (axes.partition_point(|&axis| axis < number), w));
            let relation = Relation { coordinate, weights: weights.collect(), ..relation };
            Determined { variable: variables[coordinate], relation }
        };
        let determined = relations.iter().cloned().map(determined).collect();
        AnswerExponents { kept, variables, determined }
    }

    /// Number of variables, with those that do not occur.
    pub fn kept(&self) -> usize {
        self.kept
    }

    /// Those that occur.
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// Whether the variable number `number` of those that occur has an axis.
    pub fn has_axis(&self, number: usize) -> bool {
        self.variables[number].step > 0 && self.determined.iter().all(|found| found.relation.coordinate != number)
    }

    /// The variables that have an axis.
    pub fn axes(&self) -> impl Iterator<Item = &Variable> {
        self.variables.iter().enumerate().filter(|&(number, _)| self.has_axis(number)).map(|(_, variable)| variable)
    }

    /// Degrees of an answer per variable that occurs, for those `small` ones per axis.
    ///
    /// # Errors
    /// `Limit` when one is 2^31 or more, or that of an axis 2^30.
    pub fn degrees(&self, small: &[u64]) -> Result<Vec<u32>> {
        if let Some(&needed) = small.iter().find(|&&degree| u128::from(degree) >= SMALL_DEGREES) {
            let (needed, allowed) = (needed.into(), SMALL_DEGREES - 1);
            let what = "degree of the answer, common divisors taken out";
            return Err(ErrorKind::Limit { what, needed, allowed }.into());
        }
        let degree = |needed: u128| match needed < DEGREES {
            true => Ok(needed as u32),
            false => Err(ErrorKind::Limit { what: "degree of the answer", needed, allowed: DEGREES - 1 }.into()),
        };
        self.large_degrees(small).into_iter().map(degree).collect()
    }

    /// The same without a limit.
    pub fn large_degrees(&self, small: &[u64]) -> Vec<u128> {
        let mut rest = small.iter();
        let degree = |(number, variable): (usize, &Variable)| {
            let found = self.determined.iter().find(|found| found.relation.coordinate == number);
            let own = match found {
                Some(found) => found.most(small),
                None if variable.step > 0 => rest.next().copied().unwrap_or(0).into(),
                None => 0,
            };
            let degree = own.saturating_mul(variable.step.into()).min(i128::MAX as u128 / 2) as i128;
            u128::try_from(degree + i128::from(variable.shift)).unwrap_or(0)
        };
        self.variables.iter().enumerate().map(degree).collect()
    }

    /// The small variables at a random point where the variables of the answer have these values: with `scaled` the
    /// answer is compared as it is, else where variables without an axis are 1; `None` where one vanishes.
    ///
    /// With the relation s_c = (k - sum w_i s_i) / d of small exponents, the value of the variable becomes t^d for a random t: then its power
    /// x^(s_c) is t^k times the product of all t^(-w_i s_i), which belong to the axes.
    pub fn at(&self, field: Prime61, point: &mut [u64], scaled: bool) -> Option<At> {
        let mut small: Vec<u64> = self.axes().map(|v| field.pow(point[v.place], v.step.into())).collect();
        // By Fermat an inverse is a power too.
        let order = i128::from(field.modulus() - 1);
        let power = |t: u64, e: i128| field.pow(t, e.rem_euclid(order) as u64);
        let mut taken = field.one();
        for Determined { variable, relation } in &self.determined {
            let t = if scaled { point[variable.place] } else { field.one() };
            if t == 0 {
                return None;
            }
            point[variable.place] = field.pow(t, relation.divisor as u64);
            let t = field.pow(t, variable.step.into());
            taken = field.mul(taken, power(t, relation.constant));
            for &(axis, w) in &relation.weights {
                small[axis] = field.mul(small[axis], power(t, -i128::from(w)));
            }
        }
        let shift = |all, variable: &Variable| {
            let x = point[variable.place];
            field.mul(
                all,
                if variable.shift < 0 { power(x, variable.shift.into()) } else { field.pow(x, variable.shift as u64) },
            )
        };
        Some(At { small, taken: self.variables.iter().fold(taken, shift) })
    }

    /// The exponents of coefficient number `index` of an answer with this support, of small exponents; `None` for a coefficient that
    /// is 0 in every answer, since one of them would not be an exponent.
    #[cfg(test)]
    pub fn exponents(&self, support: &Support, index: usize) -> Option<Exponents> {
        let mut small = Exponents::from_elem(0, support.sides().len());
        support.exponents(index, &mut small);
        self.large(&small)
    }

    /// The exponents for small ones of all axes; `None` as above.
    pub fn large(&self, small: &[u32]) -> Option<Exponents> {
        let mut exponents = Exponents::from_elem(0, self.kept);
        let mut rest = small.iter();
        let mut determined = self.determined.iter().peekable();
        for (number, variable) in self.variables.iter().enumerate() {
            let own = match determined.next_if(|found| found.relation.coordinate == number) {
                Some(found) => i64::try_from(found.small(small)?).ok()?,
                None if variable.step > 0 => rest.next().copied().unwrap_or(0).into(),
                None => 0,
            };
            exponents[variable.place] = variable.large(own)?;
        }
        Some(exponents)
    }

    /// Those of all variables but that of the last axis, where none is determined by others, for small ones of all axes.
    fn all_but_last(&self, small: &[u32]) -> Option<Exponents> {
        let mut exponents = Exponents::from_elem(0, self.kept);
        let mut rest = small.iter().rev().skip(1).rev();
        for variable in &self.variables {
            let own = match variable.step {
                0 => Some(0),
                _ => rest.next().map(|&own| own.into()),
            };
            exponents[variable.place] = own.map_or(Some(0), |own| variable.large(own))?;
        }
        Some(exponents)
    }

    /// The terms of an answer with this support whose coefficients from number `first` on are these times `factor`, exponents descending; without
    /// those that are 0, and those that have no exponents.
    ///
    /// All cores, where there are many.
    pub fn terms(
        &self,
        support: &Support,
        first: usize,
        mut coefficients: Vec<Integer>,
        factor: &Integer,
    ) -> Vec<Term> {
        // The order of a support over places that ascend is the lexicographic order of the exponents, those that follow from others included.
        let walk = || Walk::new(self, support);
        let term = |walk: &mut Walk, number: usize, mut coefficient: Integer| {
            if *factor != 1 {
                coefficient *= factor;
            }
            walk.exponents(first + number).map(|exponents| Term { coefficient, exponents })
        };
        if coefficients.len() <= FEW {
            let (mut walk, mut terms) = (walk(), Vec::with_capacity(coefficients.len()));
            let all = coefficients.into_iter().enumerate().rev().filter(|(_, c)| !c.is_zero());
            terms.extend(all.filter_map(|(number, c)| term(&mut walk, number, c)));
            return terms;
        }
        // Each thread writes its own terms where they belong: it knows that from how many each part has. To count, and to make room, takes others than
        // this one where it is much.
        let part = |part: &[Integer]| part.iter().filter(|c| !c.is_zero()).count();
        let counts: Vec<usize> = coefficients.par_chunks(PART).with_min_len(16).map(part).collect();
        let empty = |_| Term { coefficient: Integer::new(), exponents: Exponents::new() };
        let room = (0..counts.iter().sum()).into_par_iter().with_min_len(16 * PART);
        let mut terms: Vec<Term> = room.map(empty).collect();
        let (mut places, mut rest) = (Vec::with_capacity(counts.len()), &mut terms[..]);
        for &count in counts.iter().rev() {
            let (place, behind) = std::mem::take(&mut rest).split_at_mut(count);
            places.push(place);
            rest = behind;
        }
        let parts = coefficients.par_chunks_mut(PART).enumerate().rev().zip(places);
        let without = parts.map(|((number, part), place)| {
            let (mut walk, mut place, mut without) = (walk(), place.iter_mut(), 0);
            for (i, c) in part.iter_mut().enumerate().rev().filter(|(_, c)| !c.is_zero()) {
                match (term(&mut walk, number * PART + i, std::mem::take(c)), place.next()) {
                    (Some(term), Some(place)) => *place = term,
                    _ => without += 1,
                }
            }
            without
        });
        // A coefficient without exponents is 0 in every answer, and only in those that are wrong it is not.
        if without.sum::<usize>() > 0 {
            terms.retain(|term| !term.coefficient.is_zero());
        }
        terms
    }

    /// The answer over the variables `names` from its coefficients, those of a support of small exponents in order, times `factor`.
    ///
    /// # Errors
    /// `Argument` when there is another number of names.
    pub fn polynomial(
        &self,
        names: &[String],
        support: &Support,
        coefficients: Vec<Integer>,
        factor: &Integer,
    ) -> Result<Polynomial> {
        if names.len() != self.kept {
            return Err(Error::argument("variables", format!("{} names for {}", names.len(), self.kept)));
        }
        Polynomial::from_descending(names, self.terms(support, 0, coefficients, factor))
    }
}

/// The exponents of coefficients that are asked for one after the other: on a line only the last small one changes.
struct Walk<'a> {
    answer: &'a AnswerExponents,
    support: &'a Support,
    /// The numbers of the coefficients of the line that was walked last.
    line: Range<u64>,
    /// Their small exponents, but for the last one.
    small: Exponents,
    /// The variable of the last axis, where no exponents follow from those of the axes.
    last: Option<&'a Variable>,
    /// The exponents of the line, that of this variable 0; `None` where another has none.
    begin: Option<Exponents>,
}

impl<'a> Walk<'a> {
    fn new(answer: &'a AnswerExponents, support: &'a Support) -> Self {
        let small = Exponents::from_elem(0, support.sides().len());
        let last = answer.axes().last().filter(|_| answer.determined.is_empty());
        Walk { answer, support, line: 0..0, small, last, begin: None }
    }

    /// Those of coefficient number `index`; `None` for one that is 0 in every answer.
    #[inline]
    fn exponents(&mut self, index: usize) -> Option<Exponents> {
        let index = index as u64;
        if !self.line.contains(&index) {
            self.begin_line(index);
        }
        let Some(last) = self.small.last_mut() else { return self.answer.large(&[]) };
        *last = (index - self.line.start) as u32;
        let Some(variable) = self.last else { return self.answer.large(&self.small) };
        let mut exponents = Exponents::from_slice(self.begin.as_ref()?);
        exponents[variable.place] = variable.large((*last).into())?;
        Some(exponents)
    }

    /// Goes to the line of coefficient number `index`.
    fn begin_line(&mut self, index: u64) {
        let Some((_, outer)) = self.small.split_last_mut() else { return };
        let (line, number) = self.support.line_of(index);
        self.line = line;
        outer.iter_mut().rev().zip(self.support.outer(number)).for_each(|(to, e)| *to = e);
        if self.last.is_some() {
            self.begin = self.answer.all_but_last(&self.small);
        }
    }
}

/// gcd(a, b), and the other where one is 0.
pub(crate) fn gcd(mut a: u32, mut b: u32) -> u32 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Terms of parts, with and without zeros, are those that have the exponents of their numbers.
    #[test]
    fn terms_of_few_and_of_many() {
        let variable = |place, step, shift| Variable { place, step, shift };
        let shifted = vec![variable(0, 2, 5), variable(2, 0, 7), variable(3, 3, -6), variable(5, 1, 1)];
        let relation = Relation { coordinate: 2, divisor: 2, constant: 40, weights: vec![(0, 1), (1, 2)] };
        for (answer, axes) in [
            (AnswerExponents::new(6, shifted.clone(), Vec::new()), 3),
            (AnswerExponents::new(6, shifted, vec![relation]), 2),
            (AnswerExponents::new(2, Vec::new(), Vec::new()), 0),
        ] {
            for sides in [[5, 4, 9], [30, 20, 40]] {
                let sides = sides[..axes].to_vec();
                for support in [Support::whole(sides.clone()), Support::bounded(sides.clone(), &vec![1; axes], 30)] {
                    for (zeros, factor) in [(1, 1), (3, -2), (1000, 1)] {
                        let value = |i: usize| {
                            Integer::from(if zeros > 1 && i.is_multiple_of(zeros) { 0 } else { i as i64 - 7 })
                        };
                        let all = support.len() as usize;
                        let term = |i: usize| {
                            let coefficient: Integer = value(i) * factor;
                            let exponents = answer.exponents(&support, i).filter(|_| !coefficient.is_zero())?;
                            Some(Term { coefficient, exponents })
                        };
                        let expected: Vec<Term> = (0..all).rev().filter_map(term).collect();
                        let first = all / 3;
                        let factor = Integer::from(factor);
                        let mut found = answer.terms(&support, first, (first..all).map(value).collect(), &factor);
                        found.extend(answer.terms(&support, 0, (0..first).map(value).collect(), &factor));
                        assert!(found == expected, "{answer:?} {support:?} {zeros}");
                    }
                }
            }
        }
    }
}
