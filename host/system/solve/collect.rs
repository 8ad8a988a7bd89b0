//! The ends of all paths as an answer: each zero once, with what is known of its multiplicity.

use super::order::sort;
use super::{Solution, SolveAnswer};
use crate::alone::prelude::*;
use crate::control::Control;
use crate::error::{Error, Result};
use crate::floating::Complex64;
use crate::poly::systems::{Coefficient, Compiled, System};
use crate::shorten::shortened;
use crate::system::balance::shifted;
use crate::system::certify::{Certificate, Reason};
use crate::system::newton::Newton;
use crate::system::precise::{Local, local};
use crate::system::together::Together;
use crate::system::zero::{Ended, Place, Zero, groups, may_be_zeros, printed, sharpen};

/// How the caller wants zeros.
pub(super) struct Wanted<'a> {
    /// The units.
    pub scales: &'a [i32],
    /// Bits of each part of a coordinate that the bounds of certified zeros prove, where they can.
    pub bits: u32,
    /// All polynomials, of which the system has combinations.
    pub all: Option<&'a System>,
}

/// Counts the ends, and has each zero once, in the units of the caller.
pub(super) fn collect(
    system: &System,
    compiled: &Compiled,
    Wanted { scales, bits, all }: Wanted<'_>,
    engine: &mut Together<'_, '_>,
    control: &Control,
    mut ends: Vec<Ended>,
    answer: &mut SolveAnswer,
) -> Result<()> {
    let count = |is: fn(&Place) -> bool| ends.iter().filter(|end| is(&end.place)).count() as u64;
    answer.at_infinity = count(|place| matches!(place, Place::Infinity));
    answer.failed = count(|place| matches!(place, Place::Unknown));
    let groups = groups(&ends);
    let mut zeros = Vec::new();
    for group in groups {
        let mut windings: Vec<usize> = Vec::new();
        let mut multiplicity = group.len();
        let mut best: Option<Zero> = None;
        for i in group {
            let Place::Finite(zero) = std::mem::replace(&mut ends[i].place, Place::Unknown) else { continue };
            windings.push(zero.winding);
            let is_better = |best: &Zero| (zero.is_regular, -zero.error) > (best.is_regular, -best.error);
            if best.as_ref().is_none_or(is_better) {
                best = Some(*zero);
            }
        }
        if let Some(zero) = best {
            if zero.is_regular && multiplicity > 1 {
                // One path ends there. The others were followed again, and are lost.
                answer.failed += multiplicity as u64 - 1;
                (multiplicity, windings) = (1, vec![zero.winding]);
            }
            zeros.push((zero, multiplicity, windings));
        }
    }
    if let Some(all) = all {
        let mut sharp: Vec<Zero> = zeros.iter().map(|(zero, ..)| zero.clone()).collect();
        sharpen(system, &mut sharp.iter_mut().collect::<Vec<_>>(), EXCLUDING);
        let mut are_zeros = may_be_zeros(all, &sharp).into_iter();
        zeros.retain(|(_, paths, _)| {
            let is_zero = are_zeros.next() == Some(true);
            answer.nonsolutions += if is_zero { 0 } else { *paths as u64 };
            is_zero
        });
        control.check()?;
    }
    // A regular zero is the end of one path. A singular one has the multiplicity of its dual space, and paths go in cycles around it.
    let locals: Vec<Local> =
        zeros
            .par_iter()
            .map(|(zero, paths, _)| {
                if zero.is_regular {
                    Local::Isolated(1)
                } else {
                    local(system, &zero.point, paths + BEYOND, zero.noise)
                }
            })
            .collect();
    control.check()?;
    let units = |zero: &Zero| -> Result<Vec<Complex64>> {
        let doubles = |((x, &bits), name): ((Coefficient, &i32), &String)| {
            let beyond = |_| {
                let message = format!(
                    "has a zero whose {} is beyond the range of a double, 1.8e308; choose a larger unit for it",
                    shortened(name)
                );
                Error::argument("system", message)
            };
            shifted(&x, bits.into()).nearest::<1>().map_err(beyond).map(|[[re], [im]]| Complex64::new(re, im))
        };
        printed(zero).into_iter().zip(scales).zip(system.variables()).map(doubles).collect()
    };
    let mut isolated = Vec::new();
    for ((zero, multiplicity, windings), local) in zeros.into_iter().zip(locals) {
        let is_consistent = match local {
            Local::Larger => {
                answer.not_isolated.push((units(&zero)?, multiplicity));
                continue;
            }
            Local::Isolated(found) => found == multiplicity && are_cycles(&windings),
            Local::Unknown => are_cycles(&windings),
        };
        answer.inconsistent += u64::from(!is_consistent);
        isolated.push((zero, multiplicity, windings));
    }
    let mut zeros = isolated;
    if bits > f64::MANTISSA_DIGITS {
        let mut all: Vec<&mut Zero> = zeros.iter_mut().map(|(zero, ..)| zero).collect();
        sharpen(system, &mut all, bits);
        control.check()?;
    }
    let points: Vec<[[f64; 1]; 2]> =
        zeros.iter().flat_map(|(zero, ..)| zero.doubles()).map(|x| x.map(|part| [part])).collect();
    let (_, reports) = Newton::new(compiled).iterations(0).stage(engine, &control.silent(), &points)?;
    for ((zero, multiplicity, windings), report) in zeros.into_iter().zip(reports) {
        let point = units(&zero)?;
        let mut coordinates = printed(&zero).into_iter().zip(&point);
        let is_below = coordinates.any(|(x, near)| !x.is_zero() && near.re.hypot(near.im) < f64::MIN_POSITIVE);
        answer.below_range += u64::from(is_below);
        let certificate = match zero.certificate {
            Certificate::Certified(_) if all.is_some() => Certificate::NotCertified(Reason::Overdetermined),
            Certificate::Certified(root) => {
                let root = root.in_units(scales);
                root.map_or(Certificate::NotCertified(Reason::NotFinite), Certificate::Certified)
            }
            other => other,
        };
        let winding = windings.into_iter().max().unwrap_or(1);
        let regular = zero.is_regular;
        answer.solutions.push(Solution { point, multiplicity, winding, report, regular, certificate });
    }
    sort(&mut answer.solutions);
    Ok(())
}

/// Whether paths with these winding numbers are whole cycles: as many as a multiple of it have each.
fn are_cycles(windings: &[usize]) -> bool {
    windings.iter().all(|w| windings.iter().filter(|other| *other == w).count() % w == 0)
}

/// Bits of zeros at which other polynomials are evaluated: values near zeros of high multiplicity are small.
const EXCLUDING: u32 = 200;

/// Multiplicities that are looked for beyond the number of paths.
const BEYOND: usize = 2;

/// Paths that end in a regular zero together with others, of which at most one belongs there, and those whose end was not found.
pub(super) fn doubtful(ends: &[Ended]) -> Vec<usize> {
    let regular = |i: &usize| matches!(&ends[*i].place, Place::Finite(zero) if zero.is_regular);
    let crossed = groups(ends).into_iter().filter(|group| group.len() > 1 && group.iter().any(regular)).flatten();
    let unknown = (0..ends.len()).filter(|&i| matches!(ends[i].place, Place::Unknown));
    crossed.chain(unknown).collect()
}
