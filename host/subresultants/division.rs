//! All subresultants of two polynomials over a field by Euclid's algorithm, with an inversion for each remainder.
//!
//! With A = Q B + C in place of l^e A = Q B + C the formulas of [`gpu::resultant::subresultants`] become
//!
//! > S_k(A, B) = (-1)^((a-k)(b-k)) l^(a-c) S_k(B, C) for k <= c, S_(b-1)(A, B) = (-1)^(a-b+1) l^(a-b+1) C.

use crate::control::Control;
use crate::error::Result;
use crate::finite_field::Arithmetic;

/// Calls `visit` with k, a factor and a polynomial for each S_k = factor x polynomial that is not 0, from the highest k down to `low`, for f and g whose leading
/// coefficients are not 0.
///
/// # Errors
/// `Cancelled`.
pub(super) fn by_division<K: Arithmetic<Elem = u64>>(
    field: K,
    [f, g]: [Vec<u64>; 2],
    low: usize,
    control: &Control,
    mut visit: impl FnMut(usize, u64, &[u64]),
) -> Result<()> {
    let signed = |odd: usize, x: u64| if odd & 1 != 0 { field.sub(0, x) } else { x };
    let (p, q) = (f.len() - 1, g.len() - 1);
    let (mut a, mut b) = if p >= q { (f, g) } else { (g, f) };
    // Of S_k for even and odd k: what its factor is so far.
    let mut factors = [0, 1].map(|k| if p >= q { field.one() } else { signed((p + k) * (q + k), field.one()) });
    // For the number a - 1, where it is not that of b.
    let mut above: Option<[u64; 2]> = None;
    loop {
        control.check()?;
        let (da, db) = (a.len() - 1, b.len() - 1);
        let lead = b[db];
        if let Some(factors) = above
            && da - 1 > db
        {
            visit(da - 1, factors[(da - 1) % 2], &b);
        }
        if da > db {
            visit(db, field.mul(factors[db % 2], field.pow(lead, (da - db - 1) as u64)), &b);
        }
        if db <= low {
            return Ok(());
        }
        let inverse = field.inverse(lead);
        while a.len() > db {
            let Some(top) = a.pop() else { break };
            let factor = field.mul(top, inverse);
            let at = a.len() - db;
            a[at..].iter_mut().zip(&b).for_each(|(x, &y)| *x = field.sub(*x, field.mul(factor, y)));
        }
        while a.last() == Some(&0) {
            a.pop();
        }
        if a.is_empty() {
            return Ok(());
        }
        let dc = a.len() - 1;
        let step = |k: usize, e: usize| field.mul(factors[k], signed((da + k) * (db + k), field.pow(lead, e as u64)));
        let (with_c, with_next) = ([0, 1].map(|k| step(k, da - dc)), [0, 1].map(|k| step(k, da - db + 1)));
        (factors, above) = (with_c, Some(with_next));
        std::mem::swap(&mut a, &mut b);
    }
}
