//! The common denominator of a sequence of steps without division.

use crate::arith::field::Field;

/// Whoever wants to know the leading coefficients of the divisors of a sequence, one after the other.
pub trait Leads<E> {
    /// The sequence is one of polynomials whose degrees are larger by so many than those of the pair whose resultant the denominator belongs to: the subresultant of that
    /// number takes the same steps.
    #[inline(always)]
    fn low(&self) -> u32 {
        0
    }

    /// The next one.
    fn put(&mut self, lead: E);
}

/// Nobody.
impl<E> Leads<E> for () {
    #[inline(always)]
    fn put(&mut self, _: E) {}
}

/// The common denominator of steps that follow one another: collects prod l_k^(E_k), E_k = (b_k - 1)(a_k - b_k) + c_k.
///
/// A run of ordinary steps (a - b = 1, c = b - 1) has exponents 2 (b_k - 1) that fall by two: with the running products
/// P_k = l_1 ... l_k, the product of l_k^(last - k) is P_1 ... P_(last - 1), so a step costs two products and no power.
#[derive(Clone, Copy)]
pub struct Denominator<E, L = ()> {
    /// The product of the runs and steps that ended.
    pub(super) total: E,
    prefix: E,
    prefixes: E,
    in_run: bool,
    leads: L,
}

impl<E: Copy> Denominator<E> {
    /// 1.
    #[inline(always)]
    pub fn new<F: Field<Elem = E>>(field: &F) -> Self {
        Denominator::telling(field, ())
    }
}

impl<E: Copy, L: Leads<E>> Denominator<E, L> {
    /// 1, which tells of all leading coefficients that it takes in.
    #[inline(always)]
    pub fn telling<F: Field<Elem = E>>(field: &F, leads: L) -> Self {
        Denominator { total: field.one(), prefix: field.one(), prefixes: field.one(), in_run: false, leads }
    }

    /// Tells of one that it does not take in, or takes in otherwise.
    #[inline(always)]
    pub(super) fn put(&mut self, lead: E) {
        self.leads.put(lead);
    }

    /// [`Leads::low`].
    #[inline(always)]
    pub(super) fn low(&self) -> u32 {
        self.leads.low()
    }

    /// P_(k - 1), and the product of those before it: an ordinary step makes P_k = P_(k - 1) l_k of the first, and P_1 ... P_(k - 1) of the other.
    #[inline(always)]
    pub(super) fn run(&self) -> (E, E) {
        (self.prefix, self.prefixes)
    }

    /// The value of [`Denominator::run`] after an ordinary step.
    #[inline(always)]
    pub(super) fn set_run(&mut self, (prefix, prefixes): (E, E)) {
        (self.prefix, self.prefixes) = (prefix, prefixes);
        self.in_run = true;
    }

    #[inline(always)]
    pub(super) fn ordinary<F: Field<Elem = E>>(&mut self, field: &F, lead: E) {
        self.put(lead);
        self.prefixes = field.mul(self.prefixes, self.prefix);
        self.prefix = field.mul(self.prefix, lead);
        self.in_run = true;
    }

    /// Ends a run whose last step had deg B = `last`, for `low` = 0: prod l_k^(2 (b_k - 1)) = (prefixes * prefix^(last - 1))^2.
    #[inline(always)]
    pub(super) fn end_run<F: Field<Elem = E>>(&mut self, field: &F, last: u32) {
        if self.in_run {
            let root = field.mul(self.prefixes, field.pow(self.prefix, last - 1 - self.low()));
            self.total = field.mul(self.total, field.mul(root, root));
            self.prefix = field.one();
            self.prefixes = field.one();
            self.in_run = false;
        }
    }

    /// Takes in a step from degrees a, b to b, c with leading coefficient `lead` of degree b >= 1, which follows the one before. Degrees are at most 130,000, as for
    /// [`super::resultant`].
    #[inline(always)]
    pub fn step<F: Field<Elem = E>>(&mut self, field: &F, lead: E, (a, b, c): (u32, u32, u32)) {
        if a - b == 1 && c + 1 == b {
            self.ordinary(field, lead);
        } else {
            // The run before it ended with the pair whose second degree is a.
            self.end_run(field, a);
            self.other(field, lead, (b - 1) * (a - b) + c);
        }
    }

    /// The denominator, where the last step had deg B = `last`.
    #[inline(always)]
    pub fn value<F: Field<Elem = E>>(mut self, field: &F, last: u32) -> E {
        self.end_run(field, last);
        self.total
    }

    /// The denominator, where a run that goes on has ended already.
    #[inline(always)]
    pub(crate) fn value_of_ended(self) -> E {
        self.total
    }

    #[inline(always)]
    pub(super) fn other<F: Field<Elem = E>>(&mut self, field: &F, lead: E, exponent: u32) {
        self.put(lead);
        self.total = field.mul(self.total, field.pow(lead, exponent));
    }
}
