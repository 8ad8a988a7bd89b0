//! The resultant of long polynomials, from the leading coefficients and degrees of their remainder sequence.

use super::trace::Factors;
use super::{Half, Poly};
use crate::engine::cpu::watched::Steps;
use crate::engine::cpu::word::{CpuWord, Lanes};
use crate::tasks::Tasks;
use gpu::fraction::Fraction;
use gpu::resultant::remainder;

/// The plain remainder sequence of a short pair.
struct Rest<'a, B: Lanes<Modulus: CpuWord>> {
    field: &'a B,
    pair: [Poly<B::Elem>; 2],
    schedule: &'a [u32],
    tasks: &'a Tasks<'a>,
}

impl<B: Lanes<Modulus: CpuWord>> pulp::NullaryFnOnce for Rest<'_, B> {
    type Output = Fraction<B::Elem>;

    #[inline(always)]
    fn call(self) -> Self::Output {
        let Rest { field, pair: [mut a, mut b], schedule, tasks } = self;
        remainder::resultant(field, Steps::new(tasks).team(), &mut a[..], &mut b[..], schedule)
    }
}

impl<B: Lanes<Modulus: CpuWord>> Half<'_, B> {
    /// res(f, g) up to the sign of the schedule, as [`remainder::resultant`], of polynomials of the formal degrees that the schedule begins with. All lanes are off
    /// where the degrees of all are others than those of the schedule, and a lane whose degrees are others than those of the rest; so is one in which the leading coefficient of f is
    /// 0.
    pub fn resultant(&self, f: &[B::Elem], g: &[B::Elem], schedule: &[u32]) -> Fraction<B::Elem> {
        let (field, mut off) = (self.field, 0);
        let lost = Fraction { off: B::ALL, ..Fraction::one(field) };
        let mut factors = Factors::new(field, schedule);
        let Some([a, b]) = self.shorten((f, g), &mut off, &mut factors) else { return lost };
        let rest = match b.len().checked_sub(1) {
            // A common factor, where the schedule has one.
            None => {
                let ends = factors.steps + 1 == schedule.len() && schedule.last() != Some(&0);
                return if ends { Fraction { numerator: field.zero(), off, ..Fraction::one(field) } } else { lost };
            }
            Some(degree) => {
                if !factors.is_next((a.len() - 1, degree)) {
                    return lost;
                }
                let schedule = &schedule[factors.steps..];
                field.simd(Rest { field, pair: [a, b], schedule, tasks: self.tasks })
            }
        };
        let mut all = Fraction { denominator: factors.denominator(field), off, ..Fraction::one(field) };
        all.include(field, rest);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{elements, product, random, spread, tables};
    use super::*;
    use crate::control::Control;
    use crate::engine::cpu::bundle::Tables;
    use gpu::Field;
    use gpu::arith::{Bundle, Mont31, Mont31x4};
    use gpu::team::Solo;
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    type Elem = <Mont31x4 as Field>::Elem;

    /// Degrees that fall one by one to `end`.
    fn normal(p: usize, q: usize, end: usize) -> Vec<u32> {
        std::iter::once(p).chain((end..=q).rev()).map(|degree| degree as u32).collect()
    }

    /// The lanes that are off; the others have the value of the plain sequence.
    fn check(tables: &Tables<Mont31x4>, f: &[Elem], g: &[Elem], schedule: &[u32]) -> u32 {
        let degree = f.len() as u32 - 1;
        let control = Control::default();
        let tasks = Tasks::new(&control, 1.0, 1);
        let (mut a, mut b) = (f.to_vec(), g.to_vec());
        let expected = remainder::resultant(&tables.field, Solo, &mut a[..], &mut b[..], schedule);
        let found = Half::new(tables, degree, &Mont31::THRESHOLDS, &tasks).unwrap().resultant(f, g, schedule);
        let value = |found: &Fraction<Elem>| tables.field.mul(found.numerator, tables.inverse(found.denominator));
        let (value, expected_value) = (value(&found), value(&expected));
        assert_eq!(found.off & expected.off, expected.off);
        for lane in (0..4).filter(|lane| found.off >> lane & 1 == 0) {
            assert_eq!(Mont31x4::lane(&value, lane), Mont31x4::lane(&expected_value, lane), "{schedule:?}");
        }
        found.off
    }

    #[test]
    fn values_are_those_of_the_plain_sequence() {
        let mut rng = StdRng::seed_from_u64(1);
        for (p, q) in [(1501, 1500), (2000, 2000), (2100, 1200), (3000, 40), (2900, 1), (1200, 1199)] {
            let tables = tables(p as u32);
            let [f, g] = [p, q].map(|degree| elements(&tables, &random(&mut rng, degree)));
            assert_eq!(check(&tables, &f, &g, &normal(p, q, 0)), 0, "{p} {q}");
        }
    }

    #[test]
    fn gaps_and_common_factors() {
        let mut rng = StdRng::seed_from_u64(2);
        let tables = tables(2700);
        for e in [2, 3] {
            let [f, g] = [900, 800].map(|degree| elements(&tables, &spread(&random(&mut rng, degree), e)));
            let schedule: Vec<u32> = normal(900, 800, 0).into_iter().map(|degree| degree * e as u32).collect();
            assert_eq!(check(&tables, &f, &g, &schedule), 0);
            // Other degrees than the schedule says.
            assert_eq!(check(&tables, &f, &g, &normal(900 * e, 800 * e, 0)), Mont31x4::ALL);
        }
        let [f, g, h] = [1000, 900, 700].map(|degree| elements(&tables, &random(&mut rng, degree)));
        let (f, g) = (product(&tables, &f, &h), product(&tables, &g, &h));
        assert_eq!(check(&tables, &f, &g, &normal(1700, 1600, 700)), 0);
        assert_eq!(check(&tables, &f, &g, &normal(1700, 1600, 0)), Mont31x4::ALL);
        // A remainder of low degree once: h q + r and h.
        let [q, r] = [1300, 600].map(|degree| elements(&tables, &random(&mut rng, degree)));
        let mut near = product(&tables, &h, &q);
        near.iter_mut().zip(&r).for_each(|(x, &r)| *x = tables.field.add(*x, r));
        let schedule: Vec<u32> = [2000, 700].into_iter().chain((0..=600).rev()).collect();
        assert_eq!(check(&tables, &near, &h, &schedule), 0);
    }

    /// A leading coefficient that vanishes, and a common root, in one lane each.
    #[test]
    fn lanes_that_differ_are_off() {
        let mut rng = StdRng::seed_from_u64(3);
        let tables = tables(1500);
        let [mut f, g] = [1500, 1450].map(|degree| elements(&tables, &random(&mut rng, degree)));
        let schedule = normal(1500, 1450, 0);
        Mont31x4::set_lane(&mut f[1500], 2, 0);
        assert_eq!(check(&tables, &f, &g, &schedule), 0b0100);
        // y - 8 in lane 3, and y - root in the others.
        let factor = |root: u32| {
            let minus = |prime: &Mont31, lane: usize| prime.neg(prime.enter(if lane == 3 { 8 } else { root }));
            vec![tables.gather(|lane| minus(&tables.primes[lane], lane)), tables.field.one()]
        };
        let f = product(&tables, &f[..1500], &factor(5));
        let g = product(&tables, &g[..1450], &factor(6));
        // A common root in lane 3: the last remainder is 0 there, and so is the resultant.
        assert_eq!(check(&tables, &f, &g, &schedule), 0);
    }
}
