//! The scalar at a point: one resultant or discriminant.

use crate::engine::cpu::points::PointJob;
use crate::engine::{ScalarJob, ScalarKind, ScalarMethod};
use gpu::Field;
use gpu::arith::Modulus;
use gpu::fraction::Fraction;
use gpu::resultant::scalar::Kind;
use gpu::resultant::schur::{self, Form};
use gpu::resultant::{remainder, repair};
use gpu::team::Team;

/// Columns the Schur forms need besides f.
pub struct Columns<E> {
    /// g y^(p-1), which g ends.
    g: Vec<E>,
    c: Vec<E>,
    d: Vec<E>,
}

impl<E: Copy> Columns<E> {
    #[inline(always)]
    fn new<F: Field<Elem = E>>(field: &F, job: &ScalarJob) -> Self {
        let (p, q) = (job.p as usize, job.q as usize);
        let zeros = |n: usize| vec![field.zero(); n];
        match job.method {
            ScalarMethod::Remainder => Columns { g: Vec::new(), c: Vec::new(), d: Vec::new() },
            ScalarMethod::Schur | ScalarMethod::Schur2010 => {
                Columns { g: zeros((p + q).max(q + 1)), c: zeros(p), d: zeros(p) }
            }
        }
    }

    /// The scalar of f and g, which are destroyed.
    #[inline(always)]
    fn fraction<F: Field<Elem = E>>(
        &mut self,
        field: &F,
        team: impl Team,
        job: &ScalarJob,
        (f, g): (&mut [E], &mut [E]),
    ) -> Fraction<E> {
        let form = match job.method {
            ScalarMethod::Remainder => {
                let (a, b) = if job.swapped() { (g, f) } else { (f, g) };
                return remainder::resultant(field, team, a, b, &job.schedule);
            }
            ScalarMethod::Schur => Form::Block2013,
            ScalarMethod::Schur2010 => Form::Shift2010,
        };
        let start = self.g.len() - g.len();
        self.g[start..].copy_from_slice(g);
        let columns = schur::Columns { f, b: &mut self.g[..], c: &mut self.c[..], d: &mut self.d[..] };
        schur::resultant(field, team, form, columns, job.p, job.q)
    }
}

impl ScalarJob {
    /// The scalar, from the resultant that the method leaves.
    pub(super) fn of_resultant(&self) -> Kind {
        Kind { discriminant: self.kind == ScalarKind::Discriminant, negative: self.negative() }
    }
}

impl PointJob for ScalarJob {
    type Scratch<E> = Columns<E>;

    fn rows(&self) -> usize {
        ScalarJob::rows(self) as usize
    }

    fn steps(&self) -> u64 {
        ScalarJob::steps(self)
    }

    fn told(&self) -> usize {
        let (p, q) = (self.p as usize, self.q as usize);
        match self.method {
            // Passes do two steps.
            ScalarMethod::Remainder => p * q / 2,
            ScalarMethod::Schur | ScalarMethod::Schur2010 => p * q / 2 + 3 * p * p / 2,
        }
    }

    #[inline(always)]
    fn scratch<F: Field>(&self, field: &F) -> Columns<F::Elem> {
        Columns::new(field, self)
    }

    #[inline(always)]
    fn fraction<F: Field, T: Team>(
        &self,
        field: &F,
        team: T,
        values: &mut [F::Elem],
        scratch: &mut Columns<F::Elem>,
    ) -> Fraction<F::Elem> {
        let kind = self.of_resultant();
        let (f, g) = values.split_at_mut(self.p as usize + 1);
        let lead = f[self.p as usize];
        kind.scalar(field, scratch.fraction(field, team, self, (f, g)), lead)
    }

    fn repaired<M: Modulus, T: Team>(&self, field: &M, team: T, mut f: Vec<M::Elem>) -> M::Elem {
        let mut g = f.split_off(self.p as usize + 1);
        match self.kind {
            ScalarKind::Resultant => repair::resultant(field, team, &mut f[..], &mut g[..], self.p, self.q),
            ScalarKind::Discriminant => repair::discriminant(field, team, &mut f[..], &mut g[..], self.p),
        }
    }
}
