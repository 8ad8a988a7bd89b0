//! Subresultants by the division-free remainder sequence that follows a given schedule of degrees.
//!
//! For f, g of formal degrees p, q the k-th subresultant S_k, k < max(p, q), k <= min(p, q), is the determinant of the rows
//! y^(q-k-1) f, .., f, y^(p-k-1) g, .., g, whose columns are the coefficients of y^(p+q-k-1), .., y^(k+1) and at last the polynomials themselves: a
//! polynomial of degree k at most. The coefficient of y^k in it is the principal one, psc_k; psc_0 = S_0 is the resultant.
//!
//! With A, B of degrees a >= b, l = lc(B) and C = l^e A - Q B of formal degree c < b, e = a - b + 1,
//!
//! > S_k(A, B) = (-1)^((a-k)(b-k)) l^(a-c-e(b-k)) S_k(B, C) for k <= c, S_(b-1)(A, B) = (-1)^(a-b+1) C, S_b(A, B) = l^(a-b-1) B for a > b.
//!
//! So for the degrees d_0 >= d_1 > d_2 > .. of the sequence A_0, A_1, .., with l_i = lc(A_i) and e_i = d_(i-1) - d_i + 1, the subresultants that are not 0 are
//!
//! > S_k = +- l_i^(d_(i-1)-d_i-1) A_i / D_i for k = d_i,  S_k = +- X_(i-1) A_i / D_i for k = d_(i-1) - 1,
//! > W_i = W_(i-1) l_i^(e_i),  X_i = W_(i-1)^(d_i-d_(i+1)-1) l_i^((e_i-1)(d_i-d_(i+1)-1)),  D_(i+1) = D_i W_(i-1) X_i,
//!
//! from W_0 = D_1 = 1 on. Nearly always both are the same, X_i = 1, and all are divided by one denominator after the other, whose inverses follow from
//! that of the last one.
//!
//! Source: Basu, Pollack and Roy, Algorithms in Real Algebraic Geometry, chapter 8 (structure of subresultants); the steps are those of [`super::remainder`].

use super::remainder::blocks::Blocks;
use super::remainder::pseudo_remainder::pseudo_remainder;
use super::remainder::{Denominator, End, Leads, RemainderRow, sequence};
use crate::arith::field::Field;
use crate::memory::Row;
use crate::team::Team;

/// Which subresultants are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Wanted {
    /// Those from this one on.
    pub low: u32,
    /// The last one.
    pub high: u32,
    /// 1 where the principal coefficients are all that is wanted, else 0.
    pub principal: u32,
}

impl Wanted {
    /// Whether S_k is among them.
    #[inline(always)]
    pub fn has(self, k: u32) -> bool {
        self.low <= k && k <= self.high
    }

    /// Coefficients of S_k.
    #[inline(always)]
    pub fn width(self, k: u32) -> u32 {
        if self.principal != 0 { 1 } else { k + 1 }
    }

    /// The coefficients of all before S_k, from the lowest k up: where its own begin, that of y^0 first.
    #[inline(always)]
    pub fn place(self, k: u32) -> u64 {
        let (low, k) = (self.low as u64, k as u64);
        if self.principal != 0 { k - low } else { (k * (k + 1) - low * (low + 1)) / 2 }
    }

    /// Coefficients of all together.
    pub fn outputs(self) -> u64 {
        self.place(self.high + 1)
    }
}

/// The products W and D of a sequence.
#[derive(Clone, Copy)]
pub struct Scales<E> {
    w: E,
    /// D_i.
    pub denominator: E,
}

/// What a step adds to them.
#[derive(Clone, Copy)]
pub struct Factors<E> {
    /// D_(i+1) / D_i.
    pub denominator: E,
    /// X_i.
    pub defective: E,
}

impl<E: Copy> Scales<E> {
    /// W_0 and D_1.
    #[inline(always)]
    pub fn new<F: Field<Elem = E>>(field: &F) -> Self {
        Scales { w: field.one(), denominator: field.one() }
    }

    /// The step from degrees a, b to b, c where the polynomial of degree b has the leading coefficient `lead`. Degrees are at most 65,535: exponents are below 2^32 then.
    #[inline(always)]
    pub fn step<F: Field<Elem = E>>(&mut self, field: &F, lead: E, (a, b, c): (u32, u32, u32)) -> Factors<E> {
        let (above, below) = (a - b, b - c);
        let mut defective = field.one();
        if below > 1 {
            defective = field.mul(field.pow(self.w, below - 1), field.pow(lead, above * (below - 1)));
        }
        let denominator = if below > 1 { field.mul(self.w, defective) } else { self.w };
        self.denominator = field.mul(self.denominator, denominator);
        let square = field.mul(lead, lead);
        self.w = field.mul(self.w, if above == 1 { square } else { field.pow(lead, above + 1) });
        Factors { denominator, defective }
    }
}

/// Signs of all subresultants, as they follow one another: sum (d_(j-1) - k)(d_j - k) for even and for odd k.
#[derive(Clone, Copy, Default)]
pub struct Signs {
    even: u32,
    odd: u32,
}

impl Signs {
    /// Behind a step from degrees a, b.
    #[inline(always)]
    pub fn step(&mut self, a: u32, b: u32) {
        self.even ^= a & b & 1;
        self.odd ^= (a + 1) & (b + 1) & 1;
    }

    /// Whether S_k is minus what the sequence leaves.
    #[inline(always)]
    pub fn negative(&self, k: u32) -> bool {
        (if k & 1 == 0 { self.even } else { self.odd }) != 0
    }
}

/// A sequence that ends in degree k.
struct Low(u32);

impl<E> Leads<E> for Low {
    #[inline(always)]
    fn low(&self) -> u32 {
        self.0
    }

    #[inline(always)]
    fn put(&mut self, _: E) {}
}

/// Where one subresultant is, but for its sign: `numerator` / `denominator` times a polynomial.
pub struct One<E> {
    /// Of what it is a multiple.
    pub at: At<E>,
    /// What it is multiplied by.
    pub numerator: E,
    /// What it is divided by.
    pub denominator: E,
    /// The lanes that left the schedule.
    pub off: u32,
}

/// A polynomial that a sequence has left.
pub enum At<E> {
    /// In the row of A, of this degree.
    A(u32),
    /// In the row of B, of this degree.
    B(u32),
    /// A constant.
    Constant(E),
    /// 0.
    Zero,
}

/// S_k of A and B, following `schedule`, for k at most the smaller degree and below the larger one; A and B are destroyed.
///
/// The steps and the denominator are those of the resultant, with all degrees less by k in the exponents of the denominator: O(d_0 d_1 - k^2) element steps.
#[inline(always)]
pub fn one<F: Field, R: RemainderRow<F::Elem>, T: Team, S: Blocks<F, T, R>>(
    field: &F,
    (team, blocks): (T, S),
    (a_row, b_row): (&mut R, &mut R),
    schedule: &[u32],
    k: u32,
) -> One<F::Elem> {
    let (mut denominator, mut off) = (Denominator::telling(field, Low(k)), 0);
    let end = sequence(field, (team, blocks), (&mut *a_row, &mut *b_row), schedule, &mut denominator, &mut off);
    let mut numerator = field.one();
    let at = match end {
        End::Constant(value) => At::Constant(value),
        End::Last(a, b) => {
            let lead = b_row.get(b);
            off |= field.zeros(lead);
            // Nearly always that is 1.
            numerator = field.pow(lead, a - b - 1);
            At::B(b)
        }
        End::Below(b, c) if b == k + 1 => At::A(c),
        End::Below(..) | End::Zero => At::Zero,
    };
    One { at, numerator, denominator: denominator.value_of_ended(), off }
}

/// The principal coefficients from the leading coefficients l_1, l_2, .. of a sequence, before they are divided: that of number d_i is +- l_i^(d_(i-1)-d_i) / D_i. Calls
/// `put` with each of those from `wanted.low` on, and leaves D_(i+1) / D_i in place of l_i. Returns the last denominator, and how many factors there were before it.
///
/// O(d_1) products.
#[inline(always)]
pub fn principal<F: Field, R: Row<F::Elem>>(
    field: &F,
    leads: &mut R,
    schedule: &[u32],
    (wanted, mut signs): (Wanted, Signs),
    mut put: impl FnMut(u32, F::Elem),
) -> Ended<F::Elem> {
    let mut scales = Scales::new(field);
    let mut step = 0;
    loop {
        let (a, b) = (schedule[step as usize], schedule[step as usize + 1]);
        let lead = leads.get(step);
        if let [Some(k), _] = left_by(schedule, step, wanted) {
            let value = if a - b == 1 { lead } else { field.pow(lead, a - b) };
            put(k, if signs.negative(k) { field.neg(value) } else { value });
        }
        let Some(&c) = schedule.get(step as usize + 2) else { break };
        if b <= wanted.low {
            break;
        }
        leads.set(step, scales.step(field, lead, (a, b, c)).denominator);
        signs.step(a, b);
        step += 1;
    }
    Ended { denominator: scales.denominator, steps: step, off: 0 }
}

/// Where the subresultants of one pair go.
pub trait Sink<E: Copy> {
    /// S_k before it is divided: `factor` times the polynomial in `row`; `at` is k and the degree of that, which is not larger.
    fn subresultant<F: Field<Elem = E>, R: RemainderRow<E>, T: Team>(
        &mut self,
        field: &F,
        team: T,
        at: (u32, u32),
        row: &R,
        factor: E,
    );

    /// D_(i+2) / D_(i+1), for step number i.
    fn factor<T: Team>(&mut self, team: T, step: u32, factor: E);
}

/// Whether step number `step` of a schedule leaves S_k with k = d_(step+1), and S_k with k = d_step - 1 > d_(step+1), whose principal coefficient is 0.
#[inline(always)]
pub fn left_by(schedule: &[u32], step: u32, wanted: Wanted) -> [Option<u32>; 2] {
    let (a, b) = (schedule[step as usize], schedule[step as usize + 1]);
    let regular = a > b && wanted.has(b);
    let defective = wanted.principal == 0 && step > 0 && a - 1 > b && wanted.has(a - 1);
    [regular.then_some(b), defective.then(|| a - 1)]
}

/// The last denominator, how many factors there were before it, and the lanes that left the schedule.
pub struct Ended<E> {
    /// The product of all factors.
    pub denominator: E,
    /// How many there were.
    pub steps: u32,
    /// The lanes.
    pub off: u32,
}

/// Several subresultants of A and B but for their denominators, following `schedule`, as [`super::remainder::resultant`]: what is 0 is left out. `negative` says of even and
/// of odd k whether S_k is minus what the sequence leaves, for A and B that have changed places. A and B are destroyed.
///
/// O(d_0 d_1) element steps of three products and one reduction, and one product for each coefficient.
#[inline(always)]
pub fn several<F: Field, R: RemainderRow<F::Elem>, T: Team, S: Sink<F::Elem>>(
    field: &F,
    team: T,
    (mut a_row, mut b_row): (R, R),
    schedule: &[u32],
    (wanted, mut signs): (Wanted, Signs),
    sink: &mut S,
) -> Ended<F::Elem> {
    let mut off = 0;
    let mut scales = Scales::new(field);
    let mut defective = field.one();
    let mut step = 0;
    loop {
        let (a, b) = (schedule[step as usize], schedule[step as usize + 1]);
        let lead = b_row.get(b);
        off |= field.zeros(lead);
        let [regular, other] = left_by(schedule, step, wanted);
        if let Some(k) = other {
            let factor = if signs.negative(k) { field.neg(defective) } else { defective };
            sink.subresultant(field, team, (k, b), &b_row, factor);
        }
        if let Some(k) = regular {
            let factor = field.pow(lead, a - b - 1);
            let factor = if signs.negative(k) { field.neg(factor) } else { factor };
            sink.subresultant(field, team, (k, b), &b_row, factor);
        }
        if b <= wanted.low || b == 0 || team.is_stopped() {
            break;
        }
        pseudo_remainder(field, team, &mut a_row, &b_row, a, b);
        let next = schedule.get(step as usize + 2).copied();
        // A remainder that is 0 has no degree, and no subresultant below is another one.
        let mut i = next.map_or(0, |c| c + 1);
        while i < b {
            off |= !field.zeros(a_row.get(i)) & F::ALL;
            i += 1;
        }
        let Some(c) = next else { break };
        let factors = scales.step(field, lead, (a, b, c));
        sink.factor(team, step, factors.denominator);
        defective = factors.defective;
        signs.step(a, b);
        core::mem::swap(&mut a_row, &mut b_row);
        step += 1;
        team.sync();
    }
    Ended { denominator: scales.denominator, steps: step, off }
}
