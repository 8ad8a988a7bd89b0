//! Functions that the bodies of the kernels share.

use super::SubresultantParameters;
use crate::arith::Mont31;
use crate::arith::field::Field;
use crate::kernels::device::*;
use crate::kernels::problems::resultant::{ScalarParameters, body};
use crate::memory::Row;
use crate::resultant::remainder::blocks::{Blocks, StepByStep};
use crate::resultant::remainder::{self, Denominator, Leads, RemainderRow};
use crate::resultant::subresultants::{self, At, One, Signs, Sink, Wanted};
use crate::team::Team;

impl SubresultantParameters {
    /// As far as f and g at a point depend on them.
    #[inline(always)]
    pub fn of_pair(&self) -> ScalarParameters {
        let &SubresultantParameters { p, q, points, schedule_len, .. } = self;
        ScalarParameters { p, q, points, schedule_len, discriminant: 0, negative: 0 }
    }

    /// Which ones.
    #[inline(always)]
    pub fn wanted(&self) -> Wanted {
        Wanted { low: self.low, high: self.high, principal: self.principal }
    }

    /// Signs before the first step.
    #[inline(always)]
    pub fn signs(&self) -> Signs {
        let mut signs = Signs::default();
        if self.p < self.q {
            signs.step(self.p, self.q);
        }
        signs
    }

    /// Leading coefficients, and factors, of a point: elements `points` apart.
    ///
    /// # Safety
    /// `factors` has schedule_len words for each point of each prime.
    #[inline(always)]
    pub unsafe fn factors(&self, factors: *mut u32, (prime, point): (usize, u32)) -> GlobalRow {
        let at = prime * self.schedule_len as usize * self.points as usize + point as usize;
        // SAFETY: the caller's: `factors` has schedule_len words a point.
        unsafe { GlobalRow::new(factors.add(at), self.points as usize) }
    }

    /// Outputs of a point.
    ///
    /// # Safety
    /// `outputs` has as many words for each point of each prime.
    #[inline(always)]
    pub unsafe fn outputs(&self, outputs: *mut u32, (prime, point): (usize, u32)) -> GlobalRow {
        let at = prime * self.outputs as usize * self.points as usize + point as usize;
        // SAFETY: the caller's: `outputs` has as many words a point.
        unsafe { GlobalRow::new(outputs.add(at), self.points as usize) }
    }
}

/// Where the leading coefficients of a sequence go, as far as this thread is to write them.
struct Written {
    row: GlobalRow,
    next: u32,
    writes: bool,
}

impl Leads<u32> for Written {
    #[inline(always)]
    fn put(&mut self, lead: u32) {
        if self.writes {
            self.row.set(self.next, lead);
        }
        self.next += 1;
    }
}

/// Memory of the outputs: coefficients, factors or leading coefficients, and for each point a numerator and a denominator, which is 0 where it left the schedule.
pub type Outputs = (*mut u32, *mut u32, *mut u32, *mut u32);

/// The leading coefficients of the sequence, or the only subresultant that is wanted whole, of f and g, which are loaded.
#[inline(always)]
pub unsafe fn sequence<R: RemainderRow<u32> + Copy, T: Team, S: Blocks<Mont31, T, R>>(
    field: &Mont31,
    (team, blocks): (T, S),
    (f, g): (R, R),
    (prime, point): (usize, u32),
    schedule: *const u32,
    (outputs, factors, numerators, denominators): Outputs,
    job: &SubresultantParameters,
) {
    let (mut a, mut b) = if job.p < job.q { (g, f) } else { (f, g) };
    // SAFETY: `schedule` has schedule_len elements; the pointers have room for all points of all primes.
    unsafe {
        let schedule = core::slice::from_raw_parts(schedule, job.schedule_len as usize);
        let (at, first) = (prime * job.points as usize + point as usize, team.rank() == 0);
        if job.principal != 0 {
            let leads = Written { row: job.factors(factors, (prime, point)), next: 0, writes: first };
            let (mut denominator, mut off) = (Denominator::telling(field, leads), 0);
            remainder::sequence(field, (team, blocks), (&mut a, &mut b), schedule, &mut denominator, &mut off);
            if first {
                *denominators.add(at) = (off == 0) as u32;
            }
            return;
        }
        let One { at: found, numerator, denominator, off } =
            subresultants::one(field, (team, blocks), (&mut a, &mut b), schedule, job.low);
        let mut output = job.outputs(outputs, (prime, point));
        match found {
            At::A(degree) => team.each(degree + 1, |i| output.set(i, a.get(i))),
            At::B(degree) => team.each(degree + 1, |i| output.set(i, b.get(i))),
            At::Constant(value) => {
                if first {
                    output.set(0, value);
                }
            }
            At::Zero => {}
        }
        if first {
            *numerators.add(at) = if job.negative != 0 { field.neg(numerator) } else { numerator };
            *denominators.add(at) = if off != 0 { 0 } else { denominator };
        }
    }
}

/// Loads f and g of a point into memory of the team, element i of p + q + 2 of `f`, of which those from p + 1 on are `g`.
#[inline(always)]
pub unsafe fn load<R: Row<u32>, T: Team>(
    team: T,
    f: &mut R,
    values: *const u32,
    place: (usize, u32),
    job: &SubresultantParameters,
) {
    // SAFETY: the caller's.
    unsafe { body::load(team, f, (0, job.p + job.q + 2), values, place, &job.of_pair()) };
    team.sync();
}

/// As [`sequence`], by a team in memory of its own.
#[inline(always)]
pub unsafe fn at_point<R: RemainderRow<u32> + Copy, T: Team, S: Blocks<Mont31, T, R>>(
    (team, blocks): (T, S),
    (mut f, g): (R, R),
    place: (usize, u32),
    (primes, values, schedule): (*const Mont31, *const u32, *const u32),
    outputs: Outputs,
    job: &SubresultantParameters,
) {
    // SAFETY: the caller's.
    unsafe {
        load(team, &mut f, values, place, job);
        sequence(&*primes.add(place.0), (team, blocks), (f, g), place, schedule, outputs, job);
    }
}

/// Several subresultants of f and g, by a team in memory of its own.
#[inline(always)]
pub unsafe fn several<R: RemainderRow<u32> + Copy, T: Team>(
    team: T,
    (mut f, g): (R, R),
    place: (usize, u32),
    (primes, values, schedule): (*const Mont31, *const u32, *const u32),
    (outputs, factors, numerators, denominators): Outputs,
    job: &SubresultantParameters,
) {
    // SAFETY: the caller's; `schedule` has schedule_len elements.
    unsafe {
        load(team, &mut f, values, place, job);
        let field = &*primes.add(place.0);
        let schedule = core::slice::from_raw_parts(schedule, job.schedule_len as usize);
        let rows = if job.p < job.q { (g, f) } else { (f, g) };
        let (outputs, factors) = (job.outputs(outputs, place), job.factors(factors, place));
        let mut sink = InRows { wanted: job.wanted(), outputs, factors };
        let ended = subresultants::several(field, team, rows, schedule, (job.wanted(), job.signs()), &mut sink);
        if team.rank() == 0 {
            let at = place.0 * job.points as usize + place.1 as usize;
            *numerators.add(at) = field.one();
            *denominators.add(at) = if ended.off != 0 { 0 } else { ended.denominator };
        }
    }
}

/// Rows of device memory.
struct InRows {
    wanted: Wanted,
    outputs: GlobalRow,
    factors: GlobalRow,
}

impl Sink<u32> for InRows {
    #[inline(always)]
    fn subresultant<F: Field<Elem = u32>, R: RemainderRow<u32>, T: Team>(
        &mut self,
        field: &F,
        team: T,
        (k, degree): (u32, u32),
        row: &R,
        factor: u32,
    ) {
        let at = self.wanted.place(k) as u32;
        let outputs = &mut self.outputs;
        team.each(degree + 1, |i| outputs.set(at + i, field.mul(factor, row.get(i))));
    }

    #[inline(always)]
    fn factor<T: Team>(&mut self, team: T, step: u32, factor: u32) {
        if team.rank() == 0 {
            self.factors.set(step, factor);
        }
    }
}

/// No blocks of steps.
pub const STEPS: StepByStep = StepByStep;
