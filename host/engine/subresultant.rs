//! Subresultants of two polynomials at each point.

use crate::error::{ErrorKind, Result};
use crate::plan::cost::Scalar;
use gpu::Field;
use gpu::arith::Modulus;
use gpu::resultant::remainder::RemainderRow;
use gpu::resultant::remainder::blocks::StepByStep;
use gpu::resultant::remainder::{self, Denominator, Leads};
use gpu::resultant::subresultants::{self, At, Ended, One, Signs, Sink, Wanted, left_by};
use gpu::team::{Solo, Team};

/// The subresultants at a point, from f (degree p) and g (degree q): their coefficients as [`Wanted::place`] has them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubresultantJob {
    /// Formal degree of f: rows 0..=p of the values.
    pub p: u32,
    /// Formal degree of g: rows p+1..=p+q+1 of the values.
    pub q: u32,
    /// Degrees of the remainder sequence, larger degree first.
    pub schedule: Vec<u32>,
    /// Which ones.
    pub wanted: Wanted,
}

/// Most coefficients of all subresultants together.
const OUTPUTS: u64 = 1 << 24;

/// Largest degree of both polynomials: exponents of leading coefficients are below 2^32.
pub const MOST_DEGREE: u32 = 65_535;

impl SubresultantJob {
    /// Rows of values that go in.
    pub fn rows(&self) -> u32 {
        self.p + self.q + 2
    }

    /// Coefficients that come out.
    pub fn outputs(&self) -> u32 {
        self.wanted.outputs() as u32
    }

    /// Refuses what no pair has.
    ///
    /// # Errors
    /// `Shape`; `Limit` where there are too many coefficients.
    pub fn check(&self) -> Result<()> {
        let wrong = |what, expected: u32, found: u32| {
            Err(ErrorKind::Shape { what, expected: expected as usize, found: found as usize }.into())
        };
        let (larger, smaller) = (self.p.max(self.q), self.p.min(self.q));
        if larger > MOST_DEGREE {
            return wrong("degree of a polynomial with subresultants, at most", MOST_DEGREE, larger);
        }
        let last = if larger == smaller { smaller.wrapping_sub(1) } else { smaller };
        if self.wanted.high > last || larger == 0 || self.wanted.low > self.wanted.high {
            return wrong("number of a subresultant, at most", last, self.wanted.high.max(self.wanted.low));
        }
        match self.schedule[..] {
            [first, second, ..] if (first, second) == (larger, smaller) => {}
            _ => return wrong("first degrees of a schedule", larger, self.schedule.first().copied().unwrap_or(0)),
        }
        if let Some(pair) = self.schedule[1..].windows(2).find(|pair| pair[1] >= pair[0]) {
            return wrong("next degree of a schedule, at most", pair[0].saturating_sub(1), pair[1]);
        }
        let (needed, allowed) = (u128::from(self.wanted.outputs()), u128::from(OUTPUTS));
        if needed > allowed {
            return Err(ErrorKind::Limit { what: "coefficients of subresultants", needed, allowed }.into());
        }
        Ok(())
    }

    /// Element steps down to the last one that is wanted.
    pub(crate) fn scalar(&self) -> Scalar {
        let (larger, smaller) = (u64::from(self.p.max(self.q)), u64::from(self.p.min(self.q)));
        let left = u64::from(self.wanted.low);
        let all = (larger + 1) * (smaller + 1) - left * left.min(smaller);
        let steps = all + self.wanted.outputs();
        Scalar { steps, outputs: self.outputs(), ..Scalar::resultant(self.p, self.q) }
    }

    /// Whether f and g change places so that the first has the larger degree.
    pub fn swapped(&self) -> bool {
        self.p < self.q
    }

    /// The number of the only one that is wanted whole.
    pub fn one(&self) -> Option<u32> {
        (self.wanted.principal == 0 && self.wanted.low == self.wanted.high).then_some(self.wanted.low)
    }

    /// Number of the last step that leaves one of several.
    pub fn last_step(&self) -> u32 {
        let is_before = |pair: &&[u32]| pair[1] > self.wanted.low;
        (self.schedule.windows(2).take_while(is_before).count().min(self.schedule.len() - 2)) as u32
    }

    /// Whether the only one is minus what the sequence leaves.
    pub fn negative(&self, k: u32) -> bool {
        let mut signs = self.signs();
        // The step that goes below k is one of them where its remainder is S_k.
        self.schedule.windows(2).take_while(|pair| pair[1] > k).for_each(|pair| signs.step(pair[0], pair[1]));
        signs.negative(k)
    }

    /// Signs before the first step.
    pub fn signs(&self) -> Signs {
        let mut signs = Signs::default();
        if self.swapped() {
            signs.step(self.p, self.q);
        }
        signs
    }

    /// The subresultants of f and g, each before it is divided; `output` is 0. Factors of the denominators go to `factors`, one for each step.
    #[inline(always)]
    pub(crate) fn undivided<F: Field, T: Team>(
        &self,
        field: &F,
        team: T,
        values: &mut [F::Elem],
        output: &mut [F::Elem],
        factors: &mut [F::Elem],
    ) -> Ended<F::Elem> {
        let (f, g) = values.split_at_mut(self.p as usize + 1);
        let (mut a, mut b) = if self.swapped() { (g, f) } else { (f, g) };
        let (wanted, schedule) = (self.wanted, &self.schedule[..]);
        if let Some(k) = self.one() {
            let One { at, numerator, denominator, off } =
                subresultants::one(field, (team, StepByStep), (&mut a, &mut b), schedule, k);
            let factor = if self.negative(k) { field.neg(numerator) } else { numerator };
            let (row, degree) = match at {
                At::A(degree) => (a, degree),
                At::B(degree) => (b, degree),
                At::Constant(value) => {
                    a[0] = value;
                    (a, 0)
                }
                At::Zero => return Ended { denominator: field.one(), steps: 0, off },
            };
            let coefficients = output.iter_mut().zip(&*row).take(degree as usize + 1);
            coefficients.for_each(|(to, &c)| *to = field.mul(factor, c));
            return Ended { denominator, steps: 0, off };
        }
        if wanted.principal != 0 {
            let mut denominator = Denominator::telling(field, InSlice { leads: &mut *factors, next: 0 });
            let mut off = 0;
            remainder::sequence(field, (team, StepByStep), (&mut a, &mut b), schedule, &mut denominator, &mut off);
            if team.is_stopped() {
                return Ended { denominator: field.one(), steps: 0, off };
            }
            let put = |k: u32, value| output[wanted.place(k) as usize] = value;
            let mut leads = factors;
            let ended = subresultants::principal(field, &mut leads, schedule, (wanted, self.signs()), put);
            return Ended { off: off | field.zeros(ended.denominator), ..ended };
        }
        let mut sink = InSlices { wanted, output, factors };
        subresultants::several(field, team, (a, b), schedule, (wanted, self.signs()), &mut sink)
    }

    /// Divides what [`SubresultantJob::undivided`] left by its denominators; `inverse` is that of the last one, behind `steps` factors.
    #[inline(always)]
    pub(crate) fn divide<F: Field>(
        &self,
        field: &F,
        (steps, mut inverse): (u32, F::Elem),
        output: &mut [F::Elem],
        factors: &[F::Elem],
    ) {
        if self.one().is_some() {
            return output.iter_mut().for_each(|x| *x = field.mul(*x, inverse));
        }
        for step in (0..=steps).rev() {
            for k in left_by(&self.schedule, step, self.wanted).into_iter().flatten() {
                let at = self.wanted.place(k) as usize;
                let of_k = &mut output[at..at + self.wanted.width(k) as usize];
                of_k.iter_mut().for_each(|x| *x = field.mul(*x, inverse));
            }
            if step > 0 {
                inverse = field.mul(inverse, factors[step as usize - 1]);
            }
        }
    }

    /// The same modulo one prime, whatever the values are: any leading coefficients may vanish.
    ///
    /// With the true degrees p' = deg f, q' = deg g, where one of them is less, and k < min(p, q): for p' < p and q' = q
    ///
    /// > S_k = (-1)^((p-p')(q-k)) lc(g)^(p-p') S_k of degrees p', q for k <= p', S_(q-1) = (-1)^(p-q+1) lc(g)^(p-q+1) f for q - 1 > p', else 0,
    ///
    /// likewise without signs for p' = p and q' < q; 0 where both are less, since the first column is. S_q = g_q^(p-q-1) g for p > q.
    pub(crate) fn repaired<M: Modulus>(&self, field: &M, values: &[M::Elem]) -> Vec<M::Elem> {
        let mut output = vec![field.zero(); self.outputs() as usize];
        let (f, g) = values.split_at(self.p as usize + 1);
        let (p, q) = (self.p, self.q);
        let shorter = if p > q { g } else { f };
        if p != q && self.wanted.high == p.min(q) {
            let factor = field.pow(shorter[shorter.len() - 1], p.abs_diff(q) - 1);
            self.put(field, p.min(q), shorter, factor, &mut output);
        }
        let (Some(of_f), Some(of_g)) = (degree(field, f), degree(field, g)) else { return output };
        if of_f < p && of_g < q {
            return output;
        }
        // What those of true degrees are multiplied by.
        let (lead, missing) = if of_f < p { (g[q as usize], p - of_f) } else { (f[p as usize], q - of_g) };
        let negative = |k: u32| (p - of_f) & (q - k) & 1 != 0;
        let most = of_f.min(of_g);
        // Those below both formal degrees, and below the true ones.
        let last = if of_f == of_g { most.checked_sub(1) } else { Some(most) };
        let last = last.and_then(|last| p.min(q).checked_sub(1).map(|below| last.min(below)));
        if let Some(last) = last.filter(|&last| self.wanted.low <= last) {
            let wanted = Wanted { high: self.wanted.high.min(last), ..self.wanted };
            let (f, g) = (&f[..=of_f as usize], &g[..=of_g as usize]);
            let schedule = schedule(field, f, g);
            let job = SubresultantJob { p: of_f, q: of_g, schedule, wanted };
            let mut values = [f, g].concat();
            let mut factors = vec![field.zero(); job.schedule.len()];
            let count = wanted.outputs() as usize;
            let ended = job.undivided(field, Solo, &mut values, &mut output[..count], &mut factors);
            let inverse = field.reciprocal(ended.denominator);
            job.divide(field, (ended.steps, inverse), &mut output[..count], &factors);
            let factor = field.pow(lead, missing);
            for k in wanted.low..=wanted.high {
                let at = wanted.place(k) as usize;
                let factor = if negative(k) { field.neg(factor) } else { factor };
                let of_k = &mut output[at..at + wanted.width(k) as usize];
                of_k.iter_mut().for_each(|x| *x = field.mul(*x, factor));
            }
        }
        // The one just below the formal degree, where the shorter one does not reach it.
        if of_f < p && q > 0 && q - 1 > of_f && q - 1 < p && self.wanted.has(q - 1) {
            let factor = field.pow(lead, p - q + 1);
            self.put(field, q - 1, f, if (p - q + 1) & 1 != 0 { field.neg(factor) } else { factor }, &mut output);
        }
        if of_g < q && p > 0 && p - 1 > of_g && p - 1 < q && self.wanted.has(p - 1) {
            self.put(field, p - 1, g, field.pow(lead, q - p + 1), &mut output);
        }
        output
    }

    /// S_k = `factor` times a polynomial of degree k at most.
    fn put<F: Field>(&self, field: &F, k: u32, row: &[F::Elem], factor: F::Elem, output: &mut [F::Elem]) {
        let (mut row, degree) = (row.to_vec(), k.min(row.len() as u32 - 1));
        let mut sink = InSlices { wanted: self.wanted, output, factors: &mut [] };
        sink.subresultant(field, Solo, (k, degree), &&mut row[..], factor);
    }
}

/// The degree of a polynomial.
fn degree<M: Modulus>(field: &M, f: &[M::Elem]) -> Option<u32> {
    f.iter().rposition(|&c| c != field.zero()).map(|d| d as u32)
}

/// Degrees of the remainder sequence of two polynomials with leading coefficients that are not 0, the larger one first.
fn schedule<M: Modulus>(field: &M, f: &[M::Elem], g: &[M::Elem]) -> Vec<u32> {
    let (mut a, mut b) = if f.len() >= g.len() { (f.to_vec(), g.to_vec()) } else { (g.to_vec(), f.to_vec()) };
    let mut degrees = vec![a.len() as u32 - 1, b.len() as u32 - 1];
    while b.len() > 1 {
        let inverse = field.reciprocal(b[b.len() - 1]);
        while a.len() >= b.len() {
            let factor = field.neg(field.mul(a[a.len() - 1], inverse));
            let off = a.len() - b.len();
            a[off..].iter_mut().zip(&b).for_each(|(x, &y)| *x = field.add(*x, field.mul(factor, y)));
            a.pop();
        }
        let Some(d) = degree(field, &a) else { break };
        a.truncate(d as usize + 1);
        degrees.push(d);
        std::mem::swap(&mut a, &mut b);
    }
    degrees
}

/// Leading coefficients, one behind the other.
struct InSlice<'a, E> {
    leads: &'a mut [E],
    next: usize,
}

impl<E: Copy> Leads<E> for InSlice<'_, E> {
    #[inline(always)]
    fn put(&mut self, lead: E) {
        if let Some(to) = self.leads.get_mut(self.next) {
            *to = lead;
        }
        self.next += 1;
    }
}

/// Room on the host.
struct InSlices<'a, E> {
    wanted: Wanted,
    output: &'a mut [E],
    factors: &'a mut [E],
}

impl<E: Copy> Sink<E> for InSlices<'_, E> {
    #[inline(always)]
    fn subresultant<F: Field<Elem = E>, R: RemainderRow<E>, T: Team>(
        &mut self,
        field: &F,
        _: T,
        (k, degree): (u32, u32),
        row: &R,
        factor: E,
    ) {
        let at = self.wanted.place(k) as usize;
        if self.wanted.principal != 0 {
            if k == degree {
                self.output[at] = field.mul(factor, row.get(k));
            }
            return;
        }
        for i in 0..=degree {
            self.output[at + i as usize] = field.mul(factor, row.get(i));
        }
    }

    #[inline(always)]
    fn factor<T: Team>(&mut self, _: T, step: u32, factor: E) {
        self.factors[step as usize] = factor;
    }
}
