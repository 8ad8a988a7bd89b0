//! New points for roots that lie together.
//!
//! k points around k roots that are much closer to each other come nearer by 2 / (k + 1) of the distance with each step. So they are put where the roots are expected:
//! around the center c = z - a_(k-1) / (k a_k), where a_j are the coefficients of f(z + h), at the k sizes of h that Newton's polygon of f(c + h) has.
//! If there are too few bits for that polygon, the points wait for more.
//! Nothing here is proved, or has to be: these are points to begin with.

use super::scaled::Scaled;
use super::start::{above, sizes, turned};
use super::value::DOUBLES;
use crate::control::Control;
use crate::error::Result;
use crate::system::Number;
use rug::{Assign, Float};

/// Roots that lie together, at most.
const MOST: usize = 200;

/// log2 of the distance to the next root over that to the last of those that lie together, at least.
const GAP: f64 = 2.0;

/// Points that are alone or have no center, at most, before no other ones are tried.
const PATIENCE: usize = 4;

/// Differences of logarithms of sizes that do not count.
const SLACK: f64 = 0.5;

/// A polynomial with coefficients of some precision, in descending order of its exponents.
pub struct Restart<'a> {
    pub f: &'a [Float],
    pub exponents: &'a [u32],
    pub precision: u32,
}

/// A root of which one knows a point.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Place {
    Above(usize),
    Below,
    Real,
}

/// Points near the roots that lie together, and the distance of other ones.
struct Group {
    center: Number,
    is_real: bool,
    /// Those above the axis.
    members: Vec<usize>,
    /// Logarithms of the distances of those on the axis.
    of_real: Vec<f64>,
    count: usize,
}

impl Restart<'_> {
    /// Moves points above the real axis that are not settled, where they are near roots that lie together. Those that wait for more bits are settled here.
    pub fn run(&self, points: &mut [Number], real: &[Number], settled: &mut [bool], control: &Control) -> Result<()> {
        let mut open: Vec<bool> = settled.iter().map(|settled| !settled).collect();
        let mut patience = PATIENCE;
        while let Some(i) = open.iter().position(|&open| open).filter(|_| patience > 0) {
            control.check()?;
            open[i] = false;
            let Some(group) = self.group(&points[i], points, real) else {
                patience -= 1;
                continue;
            };
            let moved = self.places(&group);
            for (k, &j) in group.members.iter().enumerate() {
                open[j] = false;
                match &moved {
                    Some(moved) => points[j].clone_from(&moved[k]),
                    None => settled[j] = true,
                }
            }
        }
        Ok(())
    }

    /// The points around z, if they are much nearer to each other than to the next one.
    fn group(&self, z: &Number, points: &[Number], real: &[Number]) -> Option<Group> {
        let around = distances(z, points, real);
        let last = MOST.min(around.len() - 1);
        let gaps = (2..=last).map(|k| (k, around[k].0 - around[k - 1].0));
        let (count, _) = gaps.max_by(|a, b| a.1.total_cmp(&b.1)).filter(|(_, gap)| *gap >= GAP)?;
        let mut center = self.center(z, count)?;
        let mut around = distances(&center, points, real);
        let is_real = around[..count].iter().any(|(_, place)| !matches!(place, Place::Above(_)));
        if is_real {
            center.im = Float::new(self.precision);
            around = distances(&center, points, real);
        }
        let (inside, outside) = around.split_at(count);
        let members: Vec<usize> = inside.iter().filter_map(|(_, place)| place.above()).collect();
        let of_real: Vec<f64> = inside.iter().filter(|(_, place)| *place == Place::Real).map(|(log, _)| *log).collect();
        let has_mirrors = !is_real || 2 * members.len() + of_real.len() == count;
        let is_apart = outside[0].0 - inside[count - 1].0 >= GAP / 2.0;
        (has_mirrors && is_apart).then_some(Group { center, is_real, members, of_real, count })
    }

    /// Where the derivative of order count - 1 is 0, by two steps of Newton's method from z with so many bits, and with twice as many again and again.
    fn center(&self, z: &Number, count: usize) -> Option<Number> {
        let mut center = z.clone();
        let doublings = self.precision.ilog2() - DOUBLES.ilog2();
        for step in 0..2 * (doublings + 1) {
            center = center.at(self.precision >> (doublings - step / 2));
            let all = self.expanded(&center, count);
            if Scaled::of(&all[count]).is_zero() {
                return None;
            }
            center = center.minus(&all[count - 1].over(&all[count].clone().multiple(count as u32)));
        }
        Some(center)
    }

    /// A place for each member; `None` where the polygon is hidden by errors.
    fn places(&self, group: &Group) -> Option<Vec<Number>> {
        let Group { center, count, .. } = group;
        let found: Vec<f64> = self.expanded(center, *count).iter().map(|c| Scaled::of(c).log2()).collect();
        let noise = self.noise(center, *count);
        let known: Vec<f64> =
            found.iter().zip(&noise).map(|(&c, &e)| if c > e { c } else { f64::NEG_INFINITY }).collect();
        let bounds: Vec<f64> = found.iter().zip(&noise).map(|(c, e)| c.max(*e)).collect();
        let (least, expected) = (sizes(&known), sizes(&bounds));
        // A root in the center itself is always hidden.
        let hidden = count - least.len();
        let is_known = |(a, b): (&f64, &f64)| (a - b).abs() < SLACK;
        if hidden > group.of_real.len().max(1) || !least.iter().zip(&expected[hidden..]).all(is_known) {
            return None;
        }
        let around = if group.is_real { above(expected, &group.of_real, 0) } else { turned(&expected) };
        Some(around.into_iter().map(|h| center.plus(&h.to_number(self.precision))).collect())
    }

    /// The first coefficients of f(z + h).
    fn expanded(&self, z: &Number, count: usize) -> Vec<Number> {
        let mut all = vec![Number::zero(z.precision()); self.exponents[0] as usize + 1];
        for (c, &k) in self.f.iter().zip(self.exponents) {
            all[(self.exponents[0] - k) as usize].re.assign(c);
        }
        expanded(all, count, |sum, a| sum.add(&a.times(z)))
    }

    /// Logarithms of bounds of their errors, about.
    fn noise(&self, z: &Number, count: usize) -> Vec<f64> {
        let mut all = vec![Scaled::ZERO; self.exponents[0] as usize + 1];
        for (c, &k) in self.f.iter().zip(self.exponents) {
            all[(self.exponents[0] - k) as usize] = Scaled::of_float(c).abs();
        }
        let size = Scaled::of(z).abs();
        let sums = expanded(all, count, |sum, a| *sum = sum.plus(a.times(size)));
        let lost = f64::from(self.precision) - f64::from(self.exponents[0] + 1).log2() - 2.0;
        sums.iter().map(|sum| sum.log2() - lost).collect()
    }
}

impl Place {
    fn above(self) -> Option<usize> {
        match self {
            Place::Above(index) => Some(index),
            Place::Below | Place::Real => None,
        }
    }
}

/// Logarithms of the distances of all points and their mirrors from z, in ascending order.
fn distances(z: &Number, points: &[Number], real: &[Number]) -> Vec<(f64, Place)> {
    let mirror = Number { re: z.re.clone(), im: -z.im.clone() };
    // Equal numbers differ by less than what they have bits for.
    let least = Scaled::of(z).log2() - f64::from(z.precision());
    let log = |w: &Number, from: &Number| Scaled::of(&w.minus(from)).log2().max(least);
    let both = |(j, w)| [(log(w, z), Place::Above(j)), (log(w, &mirror), Place::Below)];
    let of_real = real.iter().map(|w| (log(w, z), Place::Real));
    let mut all: Vec<(f64, Place)> = points.iter().enumerate().flat_map(both).chain(of_real).collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    all
}

/// The first coefficients of f(z + h), from those of f in descending order, by synthetic division. `add` adds z times its second argument to the first one.
fn expanded<T>(mut all: Vec<T>, count: usize, add: impl Fn(&mut T, &T)) -> Vec<T> {
    for k in 0..=count {
        for i in 1..all.len() - k {
            let (before, rest) = all.split_at_mut(i);
            add(&mut rest[0], &before[i - 1]);
        }
    }
    all.reverse();
    all.truncate(count + 1);
    all
}
