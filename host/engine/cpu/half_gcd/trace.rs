//! The record of the steps of a remainder sequence, in their order.

use crate::engine::cpu::word::{CpuWord, Lanes};
use gpu::resultant::remainder::Denominator;

/// Hears of every step x <- l^e x - q y before it is done.
pub(super) trait Trace<B: Lanes<Modulus: CpuWord>> {
    /// Of x and y, which lack their `below` lowest coefficients.
    fn step(&mut self, field: &B, pair: (&[B::Elem], &[B::Elem]), below: usize);

    /// Whether the rest of the sequence is of no use.
    fn is_lost(&self) -> bool;
}

/// Keeps nothing.
pub(super) struct Untraced;

impl<B: Lanes<Modulus: CpuWord>> Trace<B> for Untraced {
    #[inline(always)]
    fn step(&mut self, _: &B, _: (&[B::Elem], &[B::Elem]), _: usize) {}

    #[inline(always)]
    fn is_lost(&self) -> bool {
        false
    }
}

/// The denominator of a resultant, for degrees that follow a schedule.
pub(super) struct Factors<'a, E> {
    schedule: &'a [u32],
    /// Steps so far: the next pair has the degrees of this number and of the next one.
    pub steps: usize,
    denominator: Denominator<E>,
    /// Leading coefficient of y in the last step, whose factor depends on the degree of what it leaves.
    lead: Option<E>,
    is_lost: bool,
}

impl<'a, E: Copy> Factors<'a, E> {
    pub fn new<B: Lanes<Modulus: CpuWord, Elem = E>>(field: &B, schedule: &'a [u32]) -> Self {
        Factors { schedule, steps: 0, denominator: Denominator::new(field), lead: None, is_lost: false }
    }

    /// Whether a pair of these degrees is the next one. One that is not loses the trace.
    #[inline(always)]
    pub fn is_next(&mut self, degrees: (usize, usize)) -> bool {
        let next = self.schedule.get(self.steps..self.steps + 2);
        self.is_lost |= next.is_none_or(|next| (next[0] as usize, next[1] as usize) != degrees);
        !self.is_lost
    }

    /// Takes in the factor of the last step.
    #[inline(always)]
    pub fn close<B: Lanes<Modulus: CpuWord, Elem = E>>(&mut self, field: &B) {
        let before = self.steps.checked_sub(1).and_then(|last| self.schedule.get(last..last + 3));
        if let (Some(lead), Some(&[a, b, c])) = (self.lead.take(), before) {
            self.denominator.step(field, lead, (a, b, c));
        }
    }

    /// The denominator of all steps, behind which there is a pair with the next degrees.
    pub fn denominator<B: Lanes<Modulus: CpuWord, Elem = E>>(mut self, field: &B) -> E {
        self.close(field);
        self.denominator.value(field, self.schedule[self.steps])
    }
}

impl<B: Lanes<Modulus: CpuWord>> Trace<B> for Factors<'_, B::Elem> {
    #[inline(always)]
    fn step(&mut self, field: &B, (x, y): (&[B::Elem], &[B::Elem]), below: usize) {
        let degree = |f: &[B::Elem]| f.len() - 1 + below;
        if let Some(&lead) = y.last()
            && self.is_next((degree(x), degree(y)))
        {
            self.close(field);
            self.lead = Some(lead);
            self.steps += 1;
        }
    }

    #[inline(always)]
    fn is_lost(&self) -> bool {
        self.is_lost
    }
}
