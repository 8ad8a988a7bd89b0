//! Where the topology of a curve changes.

use super::contact::contacts;
use super::specialize::Rows;
use crate::error::{Error, Result};
use crate::gcd::{Content, Decomposition};
use crate::plane::{Located, SolvePlane};
use crate::poly::{Polynomial, UnivariatePolynomial};
use crate::roots::{RealAlgebraic, RealRoots};
use crate::run::options::RunOptions;
use rug::Integer;
use std::cmp::Ordering;

/// Several curves as one: the product v(x) f of all their squarefree factors.
pub(super) struct Union {
    pub names: [String; 2],
    pub curves: Vec<Polynomial>,
    /// Without factors in x alone; a constant where there are only vertical lines.
    pub f: Polynomial,
    /// In x.
    pub lines: Polynomial,
}

/// The product of the squarefree factors, which have integer coefficients without a common divisor.
fn squarefree(f: &Polynomial, run: &RunOptions) -> Result<Polynomial> {
    let factors = Decomposition::new(f).run_options(run.clone()).run()?.0.factors;
    let one = Polynomial::constant(f.vars(), Integer::from(1))?;
    factors.iter().try_fold(one, |product, (factor, _)| product.checked_mul(factor))
}

impl Union {
    pub(super) fn new(curves: &[&Polynomial], names: [String; 2], run: &RunOptions) -> Result<Self> {
        let mut all = Vec::with_capacity(curves.len());
        for (index, f) in curves.iter().enumerate() {
            if f.is_zero() {
                let message = format!("number {} is 0: its curve is the whole plane; give another one", index + 1);
                return Err(Error::argument("polynomials", message));
            }
            all.push(f.with_vars(&names)?);
        }
        let one = Polynomial::constant(&names, Integer::from(1))?;
        let mut product = one.clone();
        for f in &all {
            // Squares first: they make the product larger.
            product = product.checked_mul(&squarefree(f, run)?)?;
        }
        let product = if all.len() == 1 { product } else { squarefree(&product, run)? };
        let [_, y] = &names;
        let answer = Content::new(&product, y).run_options(run.clone()).run()?;
        let [f, lines] = [answer.primitive, answer.content].map(|f| f.with_vars(&names));
        Ok(Union { names, curves: all, f: f?, lines: lines? })
    }
}

/// A point of the curve where the order of f(x, .) is not 1, or on a vertical line.
#[derive(Clone)]
pub(super) struct Point {
    pub x: RealAlgebraic,
    pub y: RealAlgebraic,
    /// The order of y as a root of f(x, .).
    pub order: u32,
    pub is_singular: bool,
    /// The list of solutions that it is from, and its number there.
    pub source: [usize; 2],
}

/// A line x = a that cuts the plane.
pub(super) struct Cut {
    pub x: RealAlgebraic,
    /// From below; numbers in the list of all points.
    pub points: Vec<usize>,
    /// Whether the line belongs to the curve.
    pub is_line: bool,
    /// Whether the leading coefficient of f in y is 0 there.
    pub is_asymptote: bool,
}

/// All critical points, and all cuts from left to right.
pub(super) struct Critical {
    pub points: Vec<Point>,
    pub cuts: Vec<Cut>,
    /// f = f_y = 0, f = v = 0.
    pub sources: [Located; 2],
}

impl Critical {
    pub(super) fn of(union: &Union, rows: &Rows, step: &impl Fn(usize) -> RunOptions) -> Result<Self> {
        let Union { names, f, lines, .. } = union;
        let [x, y] = names;
        // A polynomial that is linear in y, without factors in x, has no critical points: the coefficients have no root in common.
        let slope =
            if rows.degree_in_y() < 2 { Polynomial::constant(names, Integer::from(1))? } else { f.derivative(y) };
        let solve =
            |g: &Polynomial, run: RunOptions| SolvePlane::new(f, g).variables(x, y).run_options(run).located(false);
        let sources = [solve(&slope, step(1))?, solve(lines, step(2))?];
        let orders = contacts(union, &sources[0], &step(3))?;
        let tangents = sources[0].answer.solutions.iter().zip(&orders).enumerate();
        let mut points: Vec<Point> = tangents
            .map(|(index, (solution, &order))| Point {
                x: solution.x.clone(),
                y: solution.y.clone(),
                order,
                is_singular: solution.multiplicity != order - 1,
                source: [0, index],
            })
            .collect();
        let of_lines = RealRoots::new(lines).run_options(step(4)).run()?;
        let leading = rows.row(rows.degree_in_y()).to_polynomial(x)?;
        let of_leading = RealRoots::new(&leading).run_options(step(4)).run()?;
        // Points on vertical lines that are not critical already.
        for (index, solution) in sources[1].answer.solutions.iter().enumerate() {
            let mut is_known = false;
            for point in &mut points {
                if point.x.compare(&solution.x)?.is_eq() && point.y.compare(&solution.y)?.is_eq() {
                    point.is_singular = true;
                    is_known = true;
                    break;
                }
            }
            if !is_known {
                let (x, y) = (solution.x.clone(), solution.y.clone());
                points.push(Point { x, y, order: 1, is_singular: true, source: [1, index] });
            }
        }
        let mut cuts: Vec<Cut> = Vec::new();
        let mut cut = |x: &RealAlgebraic, change: &mut dyn FnMut(&mut Cut)| -> Result<()> {
            // The place among those that are known.
            let (mut low, mut high) = (0, cuts.len());
            while low < high {
                let middle = (low + high) / 2;
                match cuts[middle].x.compare(x)? {
                    Ordering::Less => low = middle + 1,
                    Ordering::Greater => high = middle,
                    Ordering::Equal => {
                        change(&mut cuts[middle]);
                        return Ok(());
                    }
                }
            }
            let mut new = Cut { x: x.clone(), points: Vec::new(), is_line: false, is_asymptote: false };
            change(&mut new);
            cuts.insert(low, new);
            Ok(())
        };
        for (index, point) in points.iter().enumerate() {
            cut(&point.x, &mut |cut| cut.points.push(index))?;
        }
        for root in &of_lines {
            cut(&root.value, &mut |cut| cut.is_line = true)?;
        }
        for root in &of_leading {
            cut(&root.value, &mut |cut| cut.is_asymptote = true)?;
        }
        for cut in &mut cuts {
            sort(&mut cut.points, &points)?;
        }
        // All points in this order.
        let order: Vec<usize> = cuts.iter().flat_map(|cut| cut.points.iter().copied()).collect();
        let points = order.into_iter().map(|index| points[index].clone()).collect();
        let mut next = 0..;
        cuts.iter_mut().for_each(|cut| cut.points = next.by_ref().take(cut.points.len()).collect());
        Ok(Critical { points, cuts, sources })
    }
}

/// Sorts points of one line by y.
fn sort(numbers: &mut [usize], points: &[Point]) -> Result<()> {
    for end in 1..numbers.len() {
        for at in (1..=end).rev() {
            if points[numbers[at - 1]].y.compare(&points[numbers[at]].y)?.is_lt() {
                break;
            }
            numbers.swap(at - 1, at);
        }
    }
    Ok(())
}

/// The largest power of y whose coefficient is not 0 at x, and the coefficients up to it.
pub(super) fn reduced(rows: &Rows, x: &RealAlgebraic) -> Result<Vec<UnivariatePolynomial>> {
    let mut all: Vec<UnivariatePolynomial> = (0..=rows.degree_in_y()).map(|power| rows.row(power)).collect();
    while let Some(last) = all.last() {
        if x.sign_of(last)?.is_ne() {
            break;
        }
        all.pop();
    }
    Ok(all)
}
