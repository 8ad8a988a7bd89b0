//! Solutions put together from their coordinates.

use super::answer::{ComplexPlaneSolution, PlaneSolution};
use super::pairs::Lists;
use super::projection::Pair;
use super::roots::Roots;
use crate::control::Control;
use crate::error::Result;
use crate::roots::{ComplexAlgebraic, RealAlgebraic};

/// Over each t is exactly one solution, x + c y = t; where there are no `xs`, c is 0 and x is t. Coordinates of solutions are among `xs` and `ys`.
pub(super) struct Coordinates {
    pub c: i32,
    pub ts: Roots,
    pub xs: Option<Roots>,
    pub ys: Roots,
}

impl Coordinates {
    /// The real solutions with their t, in ascending order of x, then of y. Over a real t they are real, since their conjugates are over t too.
    pub fn real(&mut self, pair: &Pair<'_>, control: &Control) -> Result<Vec<(RealAlgebraic, PlaneSolution)>> {
        let ts = self.ts.real_mut();
        let xs = self.xs.as_mut().map(Roots::real_mut);
        let places = Lists { c: self.c, ts, xs, ys: self.ys.real_mut() }.pairs(pair, control)?;
        let mut places: Vec<_> = places.into_iter().enumerate().map(|(t, place)| (place, t)).collect();
        places.sort_unstable();
        let real = |roots: &Roots, i: usize| roots.numbers[i].clone().into_real();
        let solution = |([i, j], t): ([usize; 2], usize)| {
            let x = real(self.xs.as_ref().unwrap_or(&self.ts), i)?;
            let (image, y, multiplicity) = (real(&self.ts, t)?, real(&self.ys, j)?, self.ts.multiplicities[t]);
            Some((image, PlaneSolution { x, y, multiplicity }))
        };
        Ok(places.into_iter().filter_map(solution).collect())
    }

    /// The other solutions, in pairs of conjugates: first the one whose x, or y where x is real, is above the real axis.
    pub fn others(&mut self, pair: &Pair<'_>, control: &Control) -> Result<Vec<ComplexPlaneSolution>> {
        // Conjugates are next to each other.
        let (real, mut above) = (self.ts.real, self.ts.above());
        let (xs, ys) = (self.xs.as_mut().map(|roots| &mut roots.numbers[..]), &mut self.ys.numbers[..]);
        let places = Lists { c: self.c, ts: &mut above, xs, ys }.pairs(pair, control)?;
        let mut found: Vec<([usize; 2], u32)> = Vec::with_capacity(places.len());
        for (t, [mut i, mut j]) in places.into_iter().enumerate() {
            let multiplicity = self.ts.multiplicities[real + 2 * t];
            let is_x_below = match &self.xs {
                Some(xs) => xs.is_below(i),
                None => {
                    i = real + 2 * i;
                    Some(false)
                }
            };
            if is_x_below.or(self.ys.is_below(j)) == Some(true) {
                i = self.xs.as_ref().unwrap_or(&self.ts).conjugate(i);
                j = self.ys.conjugate(j);
            }
            found.push(([i, j], multiplicity));
        }
        found.sort_unstable();
        let solution = |([i, j], multiplicity): ([usize; 2], u32)| {
            let x = &self.xs.as_ref().unwrap_or(&self.ts).numbers[i];
            let y = &self.ys.numbers[j];
            [[x.clone(), y.clone()], [x, y].map(ComplexAlgebraic::conjugate)].map(|[x, y]| ComplexPlaneSolution {
                x,
                y,
                multiplicity,
            })
        };
        Ok(found.into_iter().flat_map(solution).collect())
    }
}
