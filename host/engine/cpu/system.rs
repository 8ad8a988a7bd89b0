//! Systems of polynomials at points: as many points at a time as a register has doubles.

use super::Cpu;
use super::system_loops::system_loops;
use super::word::CpuWord;
use crate::alone::prelude::*;
use crate::engine::system::{PaperLists, SystemEngine, SystemMethod, points_of, rounded};
use crate::error::Result;
use crate::floating::{Lanes, Precision};
use crate::poly::systems::Compiled;
use gpu::arith::Ring;
use gpu::floating::{Complex, Float, Real};
use gpu::system::evaluate::{self, Stored, polynomial};
use gpu::system::paper;
use pulp::{Simd, WithSimd};

/// A system with rounded coefficients.
pub struct CpuSystem<R> {
    pub(super) compiled: Compiled,
    pub(super) coefficients: Vec<[R; 2]>,
    /// By the paper's kernels.
    paper: Option<PaperLists<R>>,
}

/// Points of a task: a multiple of the lanes of every processor, and 8 where those alone are worth it, since cancelling waits for tasks and
/// threads share few points. An operation of several doubles takes more than as many times their square.
fn points_of_task<R: Precision>(compiled: &Compiled) -> usize {
    let work = compiled.products().saturating_mul((R::PARTS * R::PARTS) as u64);
    8 * (100_000 / work.max(1)).clamp(1, 8) as usize
}

impl<M: CpuWord> SystemEngine for Cpu<M> {
    type System<R: Precision> = CpuSystem<R>;

    fn load_system<R: Precision>(&mut self, system: &Compiled, method: SystemMethod) -> Result<CpuSystem<R>> {
        let paper = match method {
            SystemMethod::Auto => None,
            SystemMethod::Paper => Some(PaperLists::new(system)?),
        };
        Ok(CpuSystem { compiled: system.clone(), coefficients: rounded(system.coefficients())?, paper })
    }

    fn evaluate_system<R: Precision>(
        &mut self,
        system: &CpuSystem<R>,
        points: &[[R; 2]],
        values: &mut [[R; 2]],
        jacobians: Option<&mut [[R; 2]]>,
    ) -> Result<()> {
        let compiled = &system.compiled;
        let (n, m) = (compiled.variables(), compiled.polynomials());
        let count = points_of(compiled, points.len(), values.len(), jacobians.as_ref().map(|j| j.len()))?;
        let each = points_of_task::<R>(compiled);
        let control = &self.control;
        let task = |first: usize, values: &mut [[R; 2]], jacobians: &mut [[R; 2]]| {
            if !control.is_stopped() {
                let points = &points[first * n..(first + each).min(count) * n];
                (system_loops().evaluate)(Evaluate { system, points, values, jacobians });
                control.advance(each.min(count - first) as f64 / count as f64);
            }
        };
        // Without polynomials or points there is nothing to do.
        let (of_values, of_jacobians) = ((each * m).max(1), (each * m * n).max(1));
        match jacobians {
            Some(jacobians) if n > 0 => values
                .par_chunks_mut(of_values)
                .zip(jacobians.par_chunks_mut(of_jacobians))
                .enumerate()
                .for_each(|(i, (values, jacobians))| task(i * each, values, jacobians)),
            _ => values.par_chunks_mut(of_values).enumerate().for_each(|(i, values)| task(i * each, values, &mut [])),
        }
        control.check()
    }
}

/// Some points, one after the other in groups of lanes.
pub struct Evaluate<'a, R> {
    system: &'a CpuSystem<R>,
    points: &'a [[R; 2]],
    values: &'a mut [[R; 2]],
    /// Empty where they are not wanted.
    jacobians: &'a mut [[R; 2]],
}

impl<R: Precision> WithSimd for Evaluate<'_, R> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let reals = R::reals(Lanes(simd));
        let ring = Complex(reals);
        let Evaluate { system, points, values, jacobians } = self;
        let compiled = &system.compiled;
        let program = compiled.program();
        let (n, m) = (compiled.variables(), compiled.polynomials());
        let zero = ring.zero();
        let entries = system.paper.as_ref().map_or(compiled.entries(), |paper| n * paper.shape.degree as usize);
        let mut table = vec![zero; entries.max(n)];
        let mut forward = vec![zero; compiled.widest_term() + 1];
        let mut sums = vec![zero; compiled.widest_polynomial() + 1];
        let (mut table, mut forward, mut sums) = (&mut table[..], &mut forward[..], &mut sums[..]);
        let count = values.len() / m.max(1);
        let number = |[re, im]: &[R; 2]| [splat::<R, S>(reals, re), splat::<R, S>(reals, im)];
        let coefficient = |t: u32| number(&system.coefficients[t as usize]);
        let mut variables = vec![zero; n];
        for first in (0..count).step_by(S::F64_LANES) {
            let lanes = S::F64_LANES.min(count - first);
            for v in 0..n {
                // Lanes without a point repeat the last one.
                for lane in 0..S::F64_LANES {
                    set::<R, S>(&mut variables[v], lane, &points[(first + lane.min(lanes - 1)) * n + v]);
                }
            }
            if let Some(paper) = &system.paper {
                for (v, &x) in variables.iter().enumerate() {
                    paper::powers(&ring, x, (v as u32, n as u32, paper.shape.degree), &mut table);
                }
            } else {
                table[..n].copy_from_slice(&variables);
                program.all_powers(&ring, &mut table);
            }
            for p in 0..m {
                match &system.paper {
                    None if jacobians.is_empty() => {
                        sums[0] = evaluate::value(&ring, (&program, p as u32), coefficient, &table);
                    }
                    None => {
                        polynomial(&ring, (&program, p as u32), Stored, coefficient, &table, &mut forward, &mut sums)
                    }
                    Some(paper) => {
                        let count = compiled.terms();
                        let widest = paper.shape.widest as usize;
                        sums.fill(zero);
                        for t in compiled.terms_of(p) {
                            let factors = compiled.factors_of(t);
                            let common = paper::common_factor(&ring, factors, n as u32, &table);
                            let x = |j: u32| variables[factors[j as usize].variable as usize];
                            let row = |j: u32| if (j as usize) < factors.len() { j as usize } else { widest };
                            let coefficient = |j: u32| number(&paper.coefficients[row(j) * count + t]);
                            paper::term(&ring, factors.len() as u32, common, x, coefficient, &mut forward);
                            sums[0] = ring.add(sums[0], forward[factors.len()]);
                            for (factor, &derivative) in factors.iter().zip(&*forward) {
                                let slot = factor.slot as usize;
                                sums[slot] = ring.add(sums[slot], derivative);
                            }
                        }
                    }
                }
                for lane in 0..lanes {
                    get::<R, S>(&sums[0], lane, &mut values[(first + lane) * m + p]);
                }
                if !jacobians.is_empty() {
                    let columns = compiled.columns_of(p);
                    for lane in 0..lanes {
                        let row = &mut jacobians[((first + lane) * m + p) * n..][..n];
                        row.fill(Default::default());
                        for (&v, sum) in columns.iter().zip(&sums[1..]) {
                            get::<R, S>(sum, lane, &mut row[v as usize]);
                        }
                    }
                }
            }
        }
    }
}

/// A complex number in lanes.
pub(super) type Elem<R, S> = [<<R as Precision>::Reals<Lanes<S>> as Ring>::Elem; 2];

/// The number in every lane.
#[inline(always)]
pub(super) fn splat<R: Precision, S: Simd>(
    reals: R::Reals<Lanes<S>>,
    number: &R,
) -> <R::Reals<Lanes<S>> as Ring>::Elem {
    let mut elem = reals.zero();
    for (lanes, &part) in elem.as_mut().iter_mut().zip(number.as_ref()) {
        *lanes = reals.float().splat(part);
    }
    elem
}

/// Sets a lane.
#[inline(always)]
pub(super) fn set<R: Precision, S: Simd>(elem: &mut Elem<R, S>, lane: usize, number: &[R; 2]) {
    for (elem, number) in elem.iter_mut().zip(number) {
        for (lanes, &part) in elem.as_mut().iter_mut().zip(number.as_ref()) {
            <Lanes<S> as Float>::set_lane(lanes, lane, part);
        }
    }
}

/// Reads a lane.
#[inline(always)]
pub(super) fn get<R: Precision, S: Simd>(elem: &Elem<R, S>, lane: usize, number: &mut [R; 2]) {
    for (elem, number) in elem.iter().zip(number) {
        for (lanes, part) in elem.as_ref().iter().zip(number.as_mut()) {
            *part = <Lanes<S> as Float>::lane(lanes, lane);
        }
    }
}
