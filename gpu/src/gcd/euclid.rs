//! The GCD by a division-free remainder sequence that finds its own degrees.
//!
//! Steps of deg A = deg B + 1 whose remainder C has one degree less than B are done two in one pass, as those of a resultant; any
//! other step by itself. The leading coefficient of C is computed before the pass, so that no pass is in vain.

use super::degree;
use crate::arith::field::Field;
use crate::resultant::remainder::RemainderRow;
use crate::resultant::remainder::normal::{Leading, double_step};
use crate::resultant::remainder::pseudo_remainder::pseudo_remainder;
use crate::team::Team;

/// A GCD up to a factor: where it is, its degree, and the lanes it is not for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Image {
    /// Whether it is in the row of f; else in that of g.
    pub in_f: bool,
    /// Its degree; `None` for gcd(0, 0) = 0, and where nobody wants it any more: [`Team::is_stopped`].
    pub degree: Option<u32>,
    /// Lanes whose degrees differ from those of the others, for which row and degree mean nothing. Never all, and none where
    /// there is one lane.
    pub off: u32,
}

/// gcd(f, g) up to a factor, for polynomials of degrees at most `p` and `q`; both are destroyed. Coefficients above its degree mean
/// nothing. Leading coefficients may vanish; gcd(f, 0) = f.
///
/// Every thread of the team returns the same value. O(p q) element steps of three products and one reduction.
#[inline(always)]
pub fn gcd<F: Field, R: RemainderRow<F::Elem>, T: Team>(field: &F, team: T, f: R, p: u32, g: R, q: u32) -> Image {
    let mut off = 0;
    let (mut a_row, mut b_row, mut in_f) = (f, g, true);
    let (a, b) = (degree(field, &a_row, p, &mut off), degree(field, &b_row, q, &mut off));
    let (mut a, mut b) = match (a, b) {
        (None, degree) => return Image { in_f: false, degree, off },
        (degree, None) => return Image { in_f: true, degree, off },
        (Some(a), Some(b)) => (a, b),
    };
    if a < b {
        core::mem::swap(&mut a_row, &mut b_row);
        core::mem::swap(&mut a, &mut b);
        in_f = false;
    }
    // deg A = a >= b = deg B in all lanes that are not off.
    loop {
        if team.is_stopped() {
            return Image { in_f, degree: None, off };
        }
        if b == 0 {
            return Image { in_f: !in_f, degree: Some(0), off };
        }
        if a == b + 1 && b >= 3 {
            let formal = normal(field, team, (&mut a_row, &mut b_row), b, &mut off);
            if formal != b {
                a = formal + 1;
                match degree(field, &b_row, formal, &mut off) {
                    None => return Image { in_f, degree: Some(a), off },
                    Some(degree) => b = degree,
                }
                // Constants end; so does a run that goes on after lower degrees, by the step that follows.
                if b == 0 {
                    continue;
                }
            }
        }
        pseudo_remainder(field, team, &mut a_row, &b_row, a, b);
        let Some(c) = degree(field, &a_row, b - 1, &mut off) else {
            return Image { in_f: !in_f, degree: Some(b), off };
        };
        core::mem::swap(&mut a_row, &mut b_row);
        in_f = !in_f;
        (a, b) = (b, c);
    }
}

/// Normal steps from deg B = `b` >= 3, deg A = b + 1 on, two at a time, while deg B >= 3 and degrees fall by one. Returns the formal
/// degree of B; deg A is one more. Lanes that do not go on when others do are off.
#[inline(always)]
fn normal<F: Field, R: RemainderRow<F::Elem>, T: Team>(
    field: &F,
    team: T,
    (a_row, b_row): (&mut R, &mut R),
    mut b: u32,
    off: &mut u32,
) -> u32 {
    let start = b;
    let mut leads = (a_row.get(b + 1), a_row.get(b));
    while !team.is_stopped() {
        let lead = b_row.get(b);
        let zeros = field.zeros(lead) | *off;
        if zeros == F::ALL {
            break;
        }
        let leading = Leading::new(field, (a_row, b_row), leads, lead, b);
        let c_zeros = field.zeros(leading.lead_c) | zeros;
        if c_zeros == F::ALL {
            break;
        }
        *off = c_zeros;
        leads = double_step(field, team, (a_row, b_row), &leading, lead, b);
        b -= 2;
        if b < 3 {
            break;
        }
    }
    // Passes write all of C but its leading coefficient. Without a pass it is there, and others may be about to read it, as they
    // may coefficients that the next step writes.
    if b < start && team.rank() == 0 {
        a_row.set(b + 1, leads.0);
    }
    team.sync();
    b
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arith::{Bundle, Modulus, Mont31, Mont31x4};
    use crate::team::Solo;

    const P: u32 = 1_000_003;

    fn field() -> Mont31 {
        Mont31::new(P).unwrap()
    }

    fn elements(field: &Mont31, f: &[i64]) -> Vec<u32> {
        f.iter().map(|&c| field.element(c.rem_euclid(P as i64) as u64)).collect()
    }

    fn product(f: &[i64], g: &[i64]) -> Vec<i64> {
        let mut out = vec![0; f.len() + g.len() - 1];
        for (i, a) in f.iter().enumerate() {
            for (j, b) in g.iter().enumerate() {
                out[i + j] = (out[i + j] + a * b) % P as i64;
            }
        }
        out
    }

    /// The monic GCD.
    fn monic(f: &[i64], g: &[i64]) -> Option<Vec<u32>> {
        let field = field();
        let (mut f, mut g) = (elements(&field, f), elements(&field, g));
        let (p, q) = (f.len() as u32 - 1, g.len() as u32 - 1);
        let image = gcd(&field, Solo, &mut f[..], p, &mut g[..], q);
        assert_eq!(image.off, 0);
        let row = if image.in_f { f } else { g };
        let row = &row[..=image.degree? as usize];
        let inverse = field.inverse(*row.last().unwrap());
        Some(row.iter().map(|&c| field.leave(field.mul(c, inverse))).collect())
    }

    /// Cofactors of any shape times a common factor; the cofactors are coprime modulo P.
    #[test]
    fn common_factors_are_found() {
        let cofactors: [(&[i64], &[i64]); 6] = [
            (&[1, 2, 3, 4, 5, 6, 7, 8], &[3, 1, 4, 1, 5, 9, 2]),
            (&[1, 0, 0, 0, 0, 0, 2], &[1, 0, 0, 3]),
            (&[5], &[1, 2, 3, 4]),
            (&[1, 1], &[7]),
            (&[1, 2, 3, 4, 5, 6, 7, 8, 9], &[1, 2, 3, 4, 5, 6, 7, 8, 9, 1]),
            (&[0, 0, 0, 1], &[1, 0, 1]),
        ];
        for (f, g) in cofactors {
            for h in [&[1i64][..], &[2, 1], &[0, 0, 1], &[1, 2, 3, 4, 5, 6, 1], &[9, 0, 0, 0, 0, 0, 0, 0, 0, 1]] {
                let expected: Vec<u32> = h.iter().map(|&c| c as u32).collect();
                let (mut fh, gh) = (product(f, h), product(g, h));
                assert_eq!(monic(&fh, &gh).unwrap(), expected, "{f:?} {g:?} {h:?}");
                assert_eq!(monic(&gh, &fh).unwrap(), expected);
                fh.extend([0, 0]);
                assert_eq!(monic(&fh, &gh).unwrap(), expected, "formal degree above the true one");
            }
        }
        assert_eq!(monic(&[0, 0], &[0]), None);
        assert_eq!(monic(&[0, 0], &[2, 4]), monic(&[1, 2], &[0]));
    }

    /// A lane that leaves the degrees of the others is off, and does not disturb them.
    #[test]
    fn lanes_that_differ_are_off() {
        let field = field();
        let bundle = Mont31x4::from_primes(&[field]).unwrap();
        // (x - 1)(x - 2)(x - 3 - k) and (x - 1)(x - 3): lane 0 has gcd (x - 1)(x - 3), the others x - 1.
        let f = |k: i64| elements(&field, &product(&product(&[-1, 1], &[-2, 1]), &[-3 - k, 1]));
        let g = elements(&field, &product(&[-1, 1], &[-3, 1]));
        let gather = |lanes: &dyn Fn(i64) -> u32| {
            let mut element = bundle.zero();
            for k in 0..4 {
                Mont31x4::set_lane(&mut element, k as usize, lanes(k));
            }
            element
        };
        let mut fs: Vec<_> = (0..4).map(|i| gather(&|k| f(k)[i])).collect();
        let mut gs: Vec<_> = (0..3).map(|i| gather(&|_| g[i])).collect();
        let image = gcd(&bundle, Solo, &mut fs[..], 3, &mut gs[..], 2);
        assert_eq!((image.degree, image.off), (Some(1), 1));
        let row = if image.in_f { fs } else { gs };
        for lane in 1..4 {
            let (c0, c1) = (Mont31x4::lane(&row[0], lane), Mont31x4::lane(&row[1], lane));
            assert_eq!(field.add(c0, c1), 0, "a multiple of x - 1");
            assert_ne!(c1, 0);
        }
    }
}
