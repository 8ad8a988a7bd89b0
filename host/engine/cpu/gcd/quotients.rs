//! Long exact divisions by values: f(a) / h(a) at as many points as f has coefficients, and interpolation.

use crate::alone::prelude::*;
use crate::engine::cpu::bundle::{BundleStage, Tables, Watch};
use crate::engine::cpu::grid::evaluate::Evaluate;
use crate::engine::cpu::grid::interpolate::Interpolate;
use crate::engine::cpu::inverses::Prefixes;
use crate::engine::cpu::word::{CpuWord, Lanes};
use crate::engine::gcd::Division;

/// Points with one inversion.
const CHUNK: usize = 512;

/// Points for all `divisions` by values, where each takes less time so: from `least` products of the schoolbook method on. 0: they do not.
pub(in crate::engine::cpu) fn points(divisions: &[Division], least: u64) -> u32 {
    let products = |division: &Division| u64::from(division.n - division.d) * u64::from(division.d);
    match divisions.iter().all(|division| products(division) >= least) {
        true => divisions.iter().map(|division| division.n + 1).max().unwrap_or(0),
        false => 0,
    }
}

/// The values f / h at some points; `None` where h vanishes in a lane in use.
struct Divide<'a, B: Lanes<Modulus: CpuWord>> {
    tables: &'a Tables<B>,
    h: &'a [B::Elem],
    f: &'a mut [B::Elem],
}

impl<B: Lanes<Modulus: CpuWord>> pulp::NullaryFnOnce for Divide<'_, B> {
    type Output = Option<()>;

    #[inline(always)]
    fn call(self) -> Option<()> {
        let Divide { tables, h, f } = self;
        let field = &tables.field;
        let prefixes = Prefixes::new(field, h.iter().copied());
        // Lanes that hold no prime of their own repeat one that does.
        if field.zeros(prefixes.product) != 0 {
            return None;
        }
        for (f, inverse) in f.iter_mut().zip(prefixes.inverses(tables, h.iter().copied())) {
            *f = field.mul(*f, inverse);
        }
        Some(())
    }
}

/// Quotients of all `divisions`, one behind the other, and whether they are exact in every lane; `None` when a divisor has a root
/// among the points, or the control says stop.
///
/// The quotient F has degree below the number of points, as f has, and h F = f at all of them. If F has degree at most n - d then h F
/// has degree at most n, and so h F = f; otherwise h does not divide f, whose quotient would be F.
pub(in crate::engine::cpu) fn quotients<B: Lanes<Modulus: CpuWord>>(
    tables: &Tables<B>,
    dividends: &[B::Elem],
    divisors: &[B::Elem],
    divisions: &[Division],
    watch: Watch<'_>,
) -> Option<(Vec<B::Elem>, Vec<bool>)> {
    let points = tables.axes.first()?.powers.len() * tables.axes.first()?.shifts.len();
    // A transform each of divisors and dividends, and one back.
    let values = |f: &[B::Elem], watch: Watch<'_>| {
        Evaluate { axis: 0, outer: 1, coefficients: f.len(), inner: 1 }.run(tables, f, watch)
    };
    let mut distinct: Vec<(u32, u32)> = divisions.iter().map(|division| (division.divisor, division.d)).collect();
    distinct.dedup();
    let each = watch.part(1.0 / (distinct.len() + 2 * divisions.len()) as f64);
    let divisor = |&(at, d): &(u32, u32)| values(&divisors[at as usize..=(at + d) as usize], each);
    let divisor_values: Vec<Vec<B::Elem>> = distinct.par_iter().map(divisor).collect();
    let quotient = |division: &Division| {
        let &Division { dividend, n, divisor, d } = division;
        let h = &divisor_values[distinct.iter().position(|&h| h == (divisor, d))?];
        let mut f = values(&dividends[dividend as usize..=(dividend + n) as usize], each);
        if watch.control.is_stopped() || h.len() != points || f.len() != points {
            return None;
        }
        for (f, h) in f.chunks_mut(CHUNK).zip(h.chunks(CHUNK)) {
            tables.field.simd(Divide { tables, h, f })?;
        }
        let mut quotient = Interpolate { axis: 0, outer: 1, inner: 1 }.run(tables, &f, each);
        let exact = quotient.drain((n - d) as usize + 1..).all(|c| tables.field.zeros(c) == B::ALL);
        Some((quotient, exact))
    };
    let all = divisions.par_iter().map(quotient).collect::<Option<Vec<_>>>()?;
    let (rows, exact): (Vec<_>, Vec<_>) = all.into_iter().unzip();
    Some((rows.concat(), exact))
}
