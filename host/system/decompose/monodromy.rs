//! Which witness points belong to one component.

use super::slices::Slices;
use crate::error::Result;
use crate::floating::Complex64;
use crate::poly::systems::{Compiled, System};
use crate::run::options::RunOptions;
use crate::system::start::{angle, on_circle};
use crate::system::{Track, TrackStatus};
use rand::rngs::StdRng;
use std::collections::BTreeMap;

/// Most loops.
const LOOPS: usize = 40;

/// Loops, as far as progress is concerned.
const EXPECTED: usize = 6;

/// Points are the same if coordinates differ by less than that part of the largest one.
const SAME: f64 = 1e-6;

/// A sum of points is linear if its second difference is below that part of their coordinates.
const LINEAR: f64 = 1e-8;

/// Witness points, by their places.
pub(super) struct Group {
    pub(super) members: Vec<usize>,
    /// They are those of one irreducible component, as monodromy and the trace test say. Else they are those of one or more.
    pub(super) is_whole: bool,
}

/// The regular witness points of each irreducible component, and those of which it is not found, together.
pub(super) fn groups(
    system: &System,
    slices: &Slices,
    points: &[Vec<Complex64>],
    run: &RunOptions,
    random: &mut StdRng,
) -> Result<Vec<Group>> {
    if points.is_empty() {
        return Ok(Vec::new());
    }
    let system = slices.as_parameters(system, random)?;
    let bends = bends(&system, slices, points, &run.with_control(run.control.next(0.2)), random)?;
    let is_whole = |members: &[usize]| {
        let (sum, size) = members.iter().fold((Complex64::default(), 0.0), |(sum, size), &i| {
            let (bend, of) = bends[i];
            (sum + bend, size + of)
        });
        sum.norm() <= LINEAR * size
    };
    let mut group_of: Vec<usize> = (0..points.len()).collect();
    for turn in 0..LOOPS {
        let left: Vec<usize> = members(&group_of).into_iter().filter(|group| !is_whole(group)).flatten().collect();
        if left.is_empty() {
            break;
        }
        let part = 1.0 / EXPECTED.saturating_sub(turn).max(1) as f64;
        let some: Vec<&[Complex64]> = left.iter().map(|&i| &points[i][..]).collect();
        let ends = around(&system, slices, &some, &run.with_control(run.control.next(part)), random)?;
        for (&i, end) in left.iter().zip(ends) {
            let Some(end) = end else { continue };
            if let Some(&j) = left.iter().find(|&&j| are_same(&end, &points[j])) {
                let (kept, other) = (group_of[i], group_of[j]);
                group_of.iter_mut().filter(|group| **group == other).for_each(|group| *group = kept);
            }
        }
    }
    let (whole, left): (Vec<_>, Vec<_>) = members(&group_of).into_iter().partition(|group| is_whole(group));
    let left = left.concat();
    let rest = (!left.is_empty()).then_some(Group { members: left, is_whole: false });
    Ok(whole.into_iter().map(|members| Group { members, is_whole: true }).chain(rest).collect())
}

/// The places of each group.
fn members(group_of: &[usize]) -> Vec<Vec<usize>> {
    let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    group_of.iter().enumerate().for_each(|(i, &group)| groups.entry(group).or_default().push(i));
    groups.into_values().collect()
}

/// The second difference of a random linear form of each point while a slice moves in parallel, and the size of its values. What is not found is
/// no number, so that no sum with it is linear.
fn bends(
    system: &Compiled,
    slices: &Slices,
    points: &[Vec<Complex64>],
    run: &RunOptions,
    random: &mut StdRng,
) -> Result<Vec<(Complex64, f64)>> {
    let mut number = || {
        let [re, im] = on_circle(angle(random));
        Complex64::new(re, im)
    };
    let way = number();
    let form: Vec<Complex64> = points[0].iter().map(|_| number()).collect();
    let ends = [slices.moved(way).parameters(), slices.moved(-way).parameters()].concat();
    let starts: Vec<&[Complex64]> = points.iter().map(|point| &point[..]).collect();
    let found = track(system, &slices.parameters(), &ends, &starts, run)?;
    let value = |point: &[Complex64]| point.iter().zip(&form).map(|(x, a)| x * a).sum::<Complex64>();
    let (forward, back) = found.split_at(points.len());
    let bend = |i: usize| {
        let (Some(forward), Some(back)) = (&forward[i], &back[i]) else { return (f64::NAN.into(), f64::NAN) };
        let values = [value(forward), value(back), -2.0 * value(&points[i])];
        (values.iter().sum(), values.iter().map(|x| x.norm()).sum())
    };
    Ok((0..points.len()).map(bend).collect())
}

/// Where points are after slices have moved on a random triangle; nothing for paths that were lost.
fn around(
    system: &Compiled,
    slices: &Slices,
    points: &[&[Complex64]],
    run: &RunOptions,
    random: &mut StdRng,
) -> Result<Vec<Option<Vec<Complex64>>>> {
    let n = points[0].len();
    let mut corner = || Slices::random(slices.count(), n, random).parameters();
    let corners = [slices.parameters(), corner(), corner(), slices.parameters()];
    let mut found: Vec<Option<Vec<Complex64>>> = points.iter().map(|point| Some(point.to_vec())).collect();
    for (k, side) in corners.windows(2).enumerate() {
        let known: Vec<usize> = (0..found.len()).filter(|&i| found[i].is_some()).collect();
        let starts: Vec<&[Complex64]> = found.iter().flatten().map(|point| &point[..]).collect();
        let run = run.with_control(run.control.next(1.0 / (3 - k) as f64));
        let ends = track(system, &side[0], &side[1], &starts, &run)?;
        known.into_iter().zip(ends).for_each(|(i, end)| found[i] = end);
    }
    Ok(found)
}

/// The ends of paths, \[end\]\[path\].
fn track(
    system: &Compiled,
    start: &[Complex64],
    ends: &[Complex64],
    points: &[&[Complex64]],
    run: &RunOptions,
) -> Result<Vec<Option<Vec<Complex64>>>> {
    let n = points.first().map_or(1, |point| point.len());
    let found = Track::new(system, start, ends).run_options(run.clone()).run(&points.concat())?;
    let of_path = |(point, report): (&[Complex64], &crate::system::TrackReport)| {
        (report.status == TrackStatus::End).then(|| point.to_vec())
    };
    Ok(found.points.chunks(n).zip(&found.reports).map(of_path).collect())
}

fn are_same(a: &[Complex64], b: &[Complex64]) -> bool {
    let size = a.iter().chain(b).map(|x| x.norm()).fold(0.0, f64::max);
    a.iter().zip(b).all(|(x, y)| (x - y).norm() <= SAME * size)
}
