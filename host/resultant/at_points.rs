//! Answers modulo a prime without enough roots of unity: values at consecutive numbers of its field, on the CPU, in place of a computation over Z.
//!
//! Each kept variable takes as many values s, s + 1, .. as the answer may have powers of it. The rows of f and g are evaluated by Horner's rule, one variable after the other;
//! at a point Euclid's algorithm gives the answer; and Newton's formula goes back, variable by variable. With the forward differences D^j of values at s, s + 1, ..
//!
//! > P(x) = sum D^j P(s) / j! (x - s) (x - s - 1) .. (x - s - j + 1)
//!
//! so that differences take no products. For N points, n of them along a variable, a coefficient table of E elements, and degrees p, q: O(N (E + p q)) products, and
//! O(N n) for each variable.
//!
//! The check is that of answers computed directly, but by determinants of Sylvester's matrix.

use super::modular::Modular;
use super::modulo::{self, degrees, vanishes};
use super::options::{Interpolation, Method, ResultantOptions};
use super::stages::Outline;
use super::verify;
use crate::alone::prelude::*;
use crate::control::Control;
use crate::engine::ScalarKind;
use crate::error::Result;
use crate::finite_field::determinants::determinant as value_at_point;
use crate::plan::grid::Evaluation;
use crate::plan::prime61::Prime61;
use crate::plan::rows::Rows;
use crate::run::check::Check;
use crate::run::options::{Backend, RunOptions};
use crate::run::random::{Purpose, rng};
use crate::run::{backend, memory};
use crate::tasks::Tasks;
use rug::Integer;

/// Milliseconds that a computation over Z must be predicted to take: there is nothing to gain from less.
const LEAST: f64 = 1.0;

/// Milliseconds of a product and a sum modulo a prime of 61 bits on one core, and products that an inverse counts as.
const PRODUCT: f64 = 3e-6;
const INVERSE: f64 = 100.0;

/// The part of the values in the progress.
const POINTS: f64 = 0.9;

/// Sets of points that are tried: at none of its points a leading coefficient may vanish. The primes are so large that it does with a probability below 1 / FEW.
const TRIES: usize = 3;
const FEW: f64 = 8.0;

/// A computation that is predicted to be faster than one over Z.
pub(super) struct AtPoints {
    field: Prime61,
    /// Values of each kept variable.
    points: Vec<u32>,
    /// Coefficients of f and g in each kept variable.
    dims: Vec<usize>,
    /// Bytes.
    pub bytes: u64,
}

/// The computation at points, where it is possible and predicted to take less time than the one over Z.
pub(super) fn pays(problem: &Modular, outline: &Outline, options: &ResultantOptions) -> Option<AtPoints> {
    let modulus = options.modulus?;
    let p = modulus.word().filter(|&p| p % 2 == 1 && p < 1 << 61)?;
    let is_free = options.method == Method::Remainder
        && options.interpolation == Interpolation::Ntt
        && options.evaluation == Evaluation::Auto
        && options.run.backend != Backend::Cuda;
    let points = outline.keep();
    let is_plain = outline.support.sides() == points;
    let room = degrees(problem, &points).saturating_mul(modulo::ROOM) <= p;
    if !is_free || !is_plain || !room || vanishes(&problem.f, modulus) || vanishes(&problem.g, modulus) {
        return None;
    }
    let rows = || problem.f.rows.iter().chain(&problem.g.rows);
    let dim = |axis| rows().filter_map(|row| row.degree(axis)).max().unwrap_or(0) as usize + 1;
    let dims: Vec<usize> = (0..problem.f.kept).map(dim).collect();
    let all: f64 = points.iter().map(|&n| f64::from(n)).product();
    // Few sets of points have one where a leading coefficient vanishes.
    let lead = |h: &Rows| (0..h.kept).filter_map(|axis| h.rows.last()?.degree(axis)).map(f64::from).sum::<f64>();
    if FEW * all * (lead(&problem.f) + lead(&problem.g)) > p as f64 {
        return None;
    }
    let table = dims.iter().map(|&n| n as f64).product::<f64>() * rows().count() as f64;
    let [d, e] = [&problem.f, &problem.g].map(|h| h.rows.len() as f64 - 1.0);
    // Of the last variable each point has all coefficients; of the others they are left behind.
    let of_table = dims.last().map_or(0.0, |&n| n as f64 * rows().count() as f64);
    let at_points = all * (of_table + d * e + INVERSE * d.min(e));
    let back: f64 = points.iter().map(|&n| f64::from(n)).sum::<f64>() * all;
    let threads = rayon::current_num_threads() as f64;
    // One variable has one line.
    let lines = if points.len() > 1 { threads } else { 1.0 };
    let (_, checked) = modulo::field(problem, p, &points);
    let of_check = f64::from(checked) * (d + e).powi(3) / 3.0;
    let milliseconds = PRODUCT * ((at_points + table) / threads + back / lines + of_check);
    let bytes = (16.0 * (all + table) + 8.0 * (d + e).powi(2)) as u64;
    let over_z = backend::milliseconds(&options.run, &outline.work());
    let fits = bytes.saturating_add(outline.held) <= memory::allowed(&options.run);
    let pays = fits && over_z >= LEAST && milliseconds < over_z;
    pays.then(|| AtPoints { field: Prime61::new(p), points, dims, bytes })
}

impl AtPoints {
    /// How many points there are.
    pub fn count(&self) -> u64 {
        self.points.iter().map(|&n| u64::from(n)).product()
    }

    /// The coefficients of the answer, those of the support of `outline` in order, from 0 to p - 1; `None` where a leading coefficient vanishes at a point of each set.
    ///
    /// # Errors
    /// `Cancelled`.
    pub fn answer(&self, problem: &Modular, outline: &Outline, run: &RunOptions) -> Result<Option<Vec<Integer>>> {
        let mut rng = rng(run, Purpose::Grid);
        let table = self.table(problem);
        for _ in 0..TRIES {
            let start = self.field.element(&mut rng);
            let Some(mut values) = self.values(problem, &table, start, &run.control)? else { continue };
            self.interpolate(&mut values, start, &run.control)?;
            if self.points.is_empty() {
                return Ok(Some(values.into_iter().map(|value| self.field.leave(value).into()).collect()));
            }
            // Lines of the support are those of the points.
            let (support, width) = (&outline.support, self.points[self.points.len() - 1] as usize);
            let coefficients = support.lines(0..support.len() as usize).flat_map(|line| {
                let from = line.number as usize * width + line.from as usize;
                &values[from..from + line.len]
            });
            return Ok(Some(coefficients.map(|&value| self.field.leave(value).into()).collect()));
        }
        Ok(None)
    }

    /// Coefficients \[exponents\]\[row\], f before g.
    fn table(&self, problem: &Modular) -> Vec<u64> {
        let rows: Vec<_> = problem.f.rows.iter().chain(&problem.g.rows).collect();
        let mut table = vec![0; self.dims.iter().product::<usize>() * rows.len()];
        for (number, row) in rows.iter().enumerate() {
            let coefficients: Vec<&Integer> = row.terms.iter().map(|(c, _)| c).collect();
            for (residue, (_, exponents)) in self.field.residues(&coefficients).into_iter().zip(&row.terms) {
                let place = exponents.iter().zip(&self.dims).fold(0, |place, (&e, &n)| place * n + e as usize);
                table[place * rows.len() + number] = residue;
            }
        }
        table
    }

    /// Values \[points\], the first variable outermost; `None` where a leading coefficient vanishes.
    fn values(&self, problem: &Modular, table: &[u64], start: u64, control: &Control) -> Result<Option<Vec<u64>>> {
        let Some(&first) = self.points.first() else {
            return Ok(self.value(problem, table, control)?.map(|value| vec![value]));
        };
        let field = self.field;
        let tasks = Tasks::new(control, POINTS, first as usize);
        let of_first = |i: u32| -> Result<Option<Vec<u64>>> {
            let at = field.add(start, field.enter(i.into()));
            let mut values = Vec::new();
            let whole =
                self.collect(problem, (1, horner(field, table, self.dims[0], at)), start, &mut values, control)?;
            tasks.done(1);
            Ok(whole.then_some(values))
        };
        let all: Vec<u32> = (0..first).collect();
        let parts: Vec<Option<Vec<u64>>> = all.into_par_iter().map(of_first).collect::<Result<_>>()?;
        Ok(parts.into_iter().collect::<Option<Vec<Vec<u64>>>>().map(|parts| parts.concat()))
    }

    /// Adds the values behind the first `level` variables, which are fixed in `table`; whether no leading coefficient vanishes.
    fn collect(
        &self,
        problem: &Modular,
        (level, table): (usize, Vec<u64>),
        start: u64,
        into: &mut Vec<u64>,
        control: &Control,
    ) -> Result<bool> {
        let Some(&n) = self.points.get(level) else {
            let value = self.value(problem, &table, control)?;
            into.extend(value);
            return Ok(value.is_some());
        };
        let mut at = start;
        for _ in 0..n {
            let next = horner(self.field, &table, self.dims[level], at);
            if !self.collect(problem, (level + 1, next), start, into, control)? {
                return Ok(false);
            }
            at = self.field.add(at, self.field.one());
        }
        Ok(true)
    }

    /// The answer at a point where the rows have these values.
    fn value(&self, problem: &Modular, rows: &[u64], control: &Control) -> Result<Option<u64>> {
        control.check()?;
        let (f, g) = rows.split_at(problem.f.rows.len());
        verify::of_values(self.field, problem.kind, (f.to_vec(), g.to_vec()), control)
    }

    /// From values to coefficients, variable by variable.
    fn interpolate(&self, values: &mut [u64], start: u64, control: &Control) -> Result<()> {
        let mut inner = values.len();
        for &n in &self.points {
            let n = n as usize;
            inner /= n;
            let newton = Newton::new(self.field, n, start);
            // Lines side by side.
            let line = |block: &[u64], k: usize| (0..n).map(|i| block[i * inner + k]).collect::<Vec<u64>>();
            let lines: Vec<(usize, usize)> =
                (0..values.len() / (n * inner)).flat_map(|outer| (0..inner).map(move |k| (outer, k))).collect();
            let found: Vec<Vec<u64>> = lines
                .par_iter()
                .map(|&(outer, k)| newton.coefficients(line(&values[outer * n * inner..], k), control))
                .collect::<Result<_>>()?;
            for (&(outer, k), line) in lines.iter().zip(found) {
                line.into_iter().enumerate().for_each(|(i, c)| values[(outer * n + i) * inner + k] = c);
            }
        }
        Ok(())
    }
}

/// The polynomials in the other variables, `dim` of them one behind the other, at a value of the first one.
fn horner(field: Prime61, table: &[u64], dim: usize, at: u64) -> Vec<u64> {
    let width = table.len() / dim;
    let mut sum = table[(dim - 1) * width..].to_vec();
    for coefficients in table[..(dim - 1) * width].rchunks_exact(width) {
        sum.iter_mut().zip(coefficients).for_each(|(sum, &c)| *sum = field.add(field.mul(*sum, at), c));
    }
    sum
}

/// Interpolation at n points start, start + 1, ..
struct Newton {
    field: Prime61,
    start: u64,
    /// 1 / j!.
    inverse_factorials: Vec<u64>,
}

impl Newton {
    fn new(field: Prime61, n: usize, start: u64) -> Self {
        let numbers = (1..n as u64).map(|j| field.enter(j));
        let factorial = numbers.clone().fold(field.one(), |product, j| field.mul(product, j));
        let mut inverses = vec![field.inverse(factorial)];
        for j in numbers.rev() {
            inverses.push(field.mul(inverses[inverses.len() - 1], j));
        }
        inverses.reverse();
        Newton { field, start, inverse_factorials: inverses }
    }

    /// The coefficients of the polynomial with these values.
    ///
    /// # Errors
    /// `Cancelled`.
    fn coefficients(&self, mut values: Vec<u64>, control: &Control) -> Result<Vec<u64>> {
        let (field, n) = (self.field, values.len());
        for j in 1..n {
            if j % 256 == 0 {
                control.check()?;
            }
            let mut before = values[j - 1];
            for value in &mut values[j..] {
                let own = *value;
                *value = field.sub(own, before);
                before = own;
            }
        }
        values.iter_mut().zip(&self.inverse_factorials).for_each(|(value, &by)| *value = field.mul(*value, by));
        // P = c_0 + (x - s) (c_1 + (x - s - 1) (c_2 + ..)), from the inside.
        for i in (0..n.saturating_sub(1)).rev() {
            if i % 256 == 0 {
                control.check()?;
            }
            let at = field.add(self.start, field.enter(i as u64));
            for k in i..n - 1 {
                values[k] = field.sub(values[k], field.mul(at, values[k + 1]));
            }
        }
        Ok(values)
    }
}

/// The check of the answer modulo p: its values at random points, by determinants of Sylvester's matrix.
///
/// # Errors
/// `Cancelled`.
pub(super) fn check(problem: &Modular, p: u64, keep: &[u32], run: &RunOptions) -> Result<Check> {
    let mut rng = rng(run, Purpose::Check);
    let (field, points) = modulo::field(problem, p, keep);
    let mut scalars = Vec::new();
    while scalars.len() < points as usize {
        let point: Vec<u64> = keep.iter().map(|_| field.element(&mut rng)).collect();
        let [f, g] = [&problem.f, &problem.g].map(|h: &Rows| field.specialise(h, &point));
        let Some(&lead) = f.last().filter(|&&lead| lead != 0) else { continue };
        let value = sylvester(field, &f, &g, &run.control)?;
        let n = f.len() as u64 - 1;
        let value = match problem.kind {
            ScalarKind::Resultant => value,
            ScalarKind::Discriminant => {
                let quotient = field.mul(value, field.inverse(lead));
                if (n * (n - 1) / 2).is_multiple_of(2) { quotient } else { field.sub(0, quotient) }
            }
        };
        scalars.push((point, value));
    }
    Ok(Check::new(field, scalars))
}

/// The determinant of Sylvester's matrix of polynomials of these formal degrees, constant terms first.
///
/// # Errors
/// `Cancelled`.
fn sylvester(field: Prime61, f: &[u64], g: &[u64], control: &Control) -> Result<u64> {
    let (p, q) = (f.len() - 1, g.len() - 1);
    let n = p + q;
    let mut elements = vec![0; n * n];
    for (row, (h, shift)) in (0..q).map(|i| (f, i)).chain((0..p).map(|i| (g, i))).enumerate() {
        h.iter().rev().enumerate().for_each(|(k, &c)| elements[row * n + shift + k] = c);
    }
    value_at_point(field, n, elements, control)
}

#[cfg(test)]
mod tests {
    use super::super::deflation::PowersOfY;
    use super::super::problem::{Computation, Problem};
    use super::*;
    use crate::poly::Polynomial;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    /// The same as over Z, for no, one and two kept variables, whatever is faster.
    #[test]
    fn answers_are_images_of_those_over_z() {
        let mut rng = StdRng::seed_from_u64(1);
        let mut all = 0;
        for round in 0..60 {
            let kept = round % 3;
            let names = &["a", "b", "y"][2 - kept..];
            let mut polynomial = |degree: u32| {
                let terms = (0..=degree).flat_map(|power| {
                    let count = if power == degree { 1 } else { rng.random_range(0..3) };
                    let mut term = |_| {
                        let mut exponents: Vec<u32> = (0..kept).map(|_| rng.random_range(0..4)).collect();
                        exponents.push(power);
                        (Integer::from(rng.random_range(-500i64..500) * 2 + 1), exponents)
                    };
                    (0..count).map(&mut term).collect::<Vec<_>>()
                });
                let terms: Vec<(Integer, Vec<u32>)> = terms.collect();
                Polynomial::from_terms(names, terms).unwrap()
            };
            let (f, g) = (polynomial(1 + round as u32 % 5), polynomial(1 + round as u32 % 4));
            let problem = || match round % 4 {
                0 => Problem::discriminant(&f, "y", PowersOfY::Stay).unwrap(),
                _ => Problem::resultant(&f, &g, "y", PowersOfY::Stay).unwrap(),
            };
            for p in [10_007, 2_147_483_629, (1 << 61) - 1] {
                let options = ResultantOptions { modulus: Some(p.into()), ..ResultantOptions::default() };
                let problem = super::super::modulo::reduced(problem(), p.into()).unwrap();
                let Computation::Modular(modular) = &problem.task else { continue };
                let outline = modular.outline(&options).unwrap();
                let points = outline.keep();
                let rows = || modular.f.rows.iter().chain(&modular.g.rows);
                let dim = |axis| rows().filter_map(|row| row.degree(axis)).max().unwrap_or(0) as usize + 1;
                let dims = (0..modular.f.kept).map(dim).collect();
                let at_points = AtPoints { field: Prime61::new(p), points, dims, bytes: 0 };
                let run = RunOptions { seed: Some(round as u64), ..RunOptions::default() };
                let Some(found) = at_points.answer(modular, &outline, &run).unwrap() else { continue };
                let check = check(modular, p, outline.support.sides(), &run).unwrap();
                check.compare("resultant", &outline.support, &found).unwrap();
                let over_z = ResultantOptions { run: run.clone(), ..options.clone() };
                let solved = super::super::compute::solved(&problem, &over_z, Default::default()).unwrap();
                let polynomial =
                    modular.thinning.answer.polynomial(&problem.kept, &outline.support, found, Integer::ONE).unwrap();
                assert_eq!(
                    problem.inflated(polynomial, &options).unwrap(),
                    solved.polynomial,
                    "{f} and {g} modulo {p}"
                );
                all += 1;
            }
        }
        assert!(all > 100, "{all}");
    }

    /// It is chosen where it is faster: dense polynomials modulo a prime that engines do not compute with.
    #[test]
    fn dense_pairs_are_computed_so() {
        let mut rng = StdRng::seed_from_u64(2);
        let mut dense = || {
            let terms = (0..16).flat_map(|i| (0..16).map(move |j| vec![i, j]));
            let terms: Vec<(Integer, Vec<u32>)> =
                terms.map(|e| (Integer::from(rng.random_range(1u64..1 << 60)), e)).collect();
            Polynomial::from_terms(&["x", "y"], terms).unwrap()
        };
        let (f, g) = (dense(), dense());
        for p in [2_147_483_629, (1 << 61) - 1] {
            let question = || crate::Resultant::new(&f, &g, "y").modulus(p).backend(Backend::Cpu);
            let answer = question().run().unwrap();
            assert!(answer.report.direct && answer.report.run.primes == 1 && question().plan().unwrap().direct);
            let over_z = question().method(Method::Schur).run().unwrap();
            assert!(!over_z.report.direct);
            assert_eq!(answer.polynomial, over_z.polynomial);
        }
    }
}
