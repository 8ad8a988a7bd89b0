//! Hessians times vectors: the gradients of systems over dual numbers, in lanes.

use super::Cpu;
use super::system::{CpuSystem, get, set, splat};
use super::system_loops::system_loops;
use super::word::CpuWord;
use crate::alone::prelude::*;
use crate::engine::system::{DirectionLists, HessianEngine};
use crate::error::{ErrorKind, Result};
use crate::floating::{Lanes, Precision};
use gpu::arith::{Dual, Ring};
use gpu::floating::Complex;
use gpu::system::evaluate::{Stored, polynomial};
use pulp::{Simd, WithSimd};

/// Points of a task. Products of dual numbers are three.
fn points_of_task<R: Precision>(system: &CpuSystem<R>) -> usize {
    let work = system.compiled.products().saturating_mul(3 * (R::PARTS * R::PARTS) as u64);
    8 * (100_000 / work.max(1)).clamp(1, 8) as usize
}

impl<M: CpuWord> HessianEngine for Cpu<M> {
    fn hessian_products<R: Precision>(&mut self, system: &CpuSystem<R>, lists: DirectionLists<'_, R>) -> Result<()> {
        let (n, m) = (system.compiled.variables(), system.compiled.polynomials());
        let count = lists.points.len().checked_div(n).unwrap_or(0);
        let row = if lists.weights.is_some() { n } else { m * n };
        let check = |what, expected: usize, found: usize| -> Result<()> {
            if expected == found { Ok(()) } else { Err(ErrorKind::Shape { what, expected, found }.into()) }
        };
        check("coordinates of points", count * n, lists.points.len())?;
        check("coordinates of directions", count * n, lists.directions.len())?;
        check("weights of polynomials", count * m, lists.weights.map_or(count * m, <[_]>::len))?;
        check("values of a system", count * m, lists.values.len())?;
        check("slopes of a system", count * m, lists.slopes.len())?;
        check("products of Hessians", count * row, lists.products.len())?;
        if !lists.jacobians.is_empty() {
            check("elements of Jacobians", count * m * n, lists.jacobians.len())?;
        }
        let each = points_of_task(system);
        let tasks: Vec<_> = lists.split(count, each, (n, m, row)).collect();
        let control = &self.control;
        tasks.into_par_iter().for_each(|lists| {
            if !control.is_stopped() {
                let points = lists.points.len() / n.max(1);
                (system_loops().hessian_products)(Products { system, lists });
                control.advance(points as f64 / count as f64);
            }
        });
        control.check()
    }
}

/// Some points, one after the other in groups of lanes.
pub struct Products<'a, R> {
    system: &'a CpuSystem<R>,
    lists: DirectionLists<'a, R>,
}

impl<R: Precision> WithSimd for Products<'_, R> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let reals = R::reals(Lanes(simd));
        let ring = Complex(reals);
        let dual = Dual(ring);
        let Products { system, lists } = self;
        let compiled = &system.compiled;
        let program = compiled.program();
        let (n, m) = (compiled.variables(), compiled.polynomials());
        let zero = dual.zero();
        let mut table = vec![zero; compiled.entries()];
        let mut forward = vec![zero; compiled.widest_term()];
        let mut sums = vec![zero; compiled.widest_polynomial() + 1];
        let mut weighted = vec![ring.zero(); if lists.weights.is_some() { n } else { 0 }];
        let (mut table, mut forward, mut sums) = (&mut table[..], &mut forward[..], &mut sums[..]);
        let count = lists.points.len() / n.max(1);
        let coefficient = |t: u32| {
            let [re, im] = &system.coefficients[t as usize];
            [[splat::<R, S>(reals, re), splat::<R, S>(reals, im)], ring.zero()]
        };
        for first in (0..count).step_by(S::F64_LANES) {
            let lanes = S::F64_LANES.min(count - first);
            // Lanes without a point repeat the last one.
            let point = |lane: usize| first + lane.min(lanes - 1);
            for (v, [value, derivative]) in table.iter_mut().enumerate().take(n) {
                for lane in 0..S::F64_LANES {
                    let at = point(lane) * n + v;
                    set::<R, S>(value, lane, &lists.points[at]);
                    set::<R, S>(derivative, lane, &lists.directions[at]);
                }
            }
            program.all_powers(&dual, &mut table);
            weighted.fill(ring.zero());
            for p in 0..m {
                polynomial(&dual, (&program, p as u32), Stored, coefficient, &table, &mut forward, &mut sums);
                let columns = compiled.columns_of(p);
                if let Some(weights) = lists.weights {
                    let mut weight = ring.zero();
                    for lane in 0..S::F64_LANES {
                        set::<R, S>(&mut weight, lane, &weights[point(lane) * m + p]);
                    }
                    for (&v, sum) in columns.iter().zip(&sums[1..]) {
                        let sum_of_v = &mut weighted[v as usize];
                        *sum_of_v = ring.add(*sum_of_v, ring.mul(weight, sum[1]));
                    }
                }
                for lane in 0..lanes {
                    let i = first + lane;
                    get::<R, S>(&sums[0][0], lane, &mut lists.values[i * m + p]);
                    get::<R, S>(&sums[0][1], lane, &mut lists.slopes[i * m + p]);
                    let rows = [&mut *lists.jacobians, &mut *lists.products];
                    for (part, rows) in rows.into_iter().enumerate() {
                        if rows.is_empty() || part == 1 && lists.weights.is_some() {
                            continue;
                        }
                        let row = &mut rows[(i * m + p) * n..][..n];
                        row.fill(Default::default());
                        for (&v, sum) in columns.iter().zip(&sums[1..]) {
                            get::<R, S>(&sum[part], lane, &mut row[v as usize]);
                        }
                    }
                }
            }
            for (v, sum) in weighted.iter().enumerate() {
                for lane in 0..lanes {
                    get::<R, S>(sum, lane, &mut lists.products[(first + lane) * n + v]);
                }
            }
        }
    }
}
