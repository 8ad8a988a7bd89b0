//! GCDs by contents and primitive parts: contents by recursion over fewer variables, primitive parts from images.

use super::bounds::{degree_bounds, main_variable};
use super::context::Context;
use super::dense::{Dense, Rows, Stripped};
use super::exact::{self, quotient};
use super::forecast::{Forecast, Measure, division, product};
use super::memory::{self, Room};
use super::multiples::{Multiples, multiples};
use super::primitive::Primitive;
use super::shape::Shape;
use crate::alone;
use crate::alone::prelude::*;
use crate::control::Control;
use crate::error::{ErrorKind, Result};
use crate::gcd::compute;
use crate::gcd::pair::{self, Pair};
use crate::gcd::request::{Counts, Request};
use crate::gcd::witness::fault;
use crate::poly::Polynomial;
use crate::run::memory::is_lack;
use crate::tasks::Tasks;
use rug::Integer;

/// Steps of a remainder sequence in one variable up to which one image tells sooner than the engine that there is no common divisor,
/// as is usual for coefficients of a polynomial.
const SHORT: usize = 1 << 16;

/// A GCD with a positive leading coefficient, and the cofactors where they are by-products.
pub(super) struct Found {
    pub gcd: Dense,
    pub cofactors: Option<[Dense; 2]>,
}

impl Found {
    /// 1.
    fn coprime(variables: usize) -> Self {
        Found { gcd: Dense::one(variables), cofactors: None }
    }
}

/// gcd(f, g), with contents and monomials.
fn gcd(context: &mut Context<'_>, f: Dense, g: Dense) -> Result<Dense> {
    let Stripped { content: f_content, low: f_low, primitive: f } = f.stripped();
    let Stripped { content: g_content, low: g_low, primitive: g } = g.stripped();
    let low: Vec<usize> = f_low.iter().zip(&g_low).map(|(&a, &b)| a.min(b)).collect();
    let h = primitive_gcd(context, &f, &g)?.gcd;
    Ok(h.scaled(&f_content.gcd(&g_content)).shifted(&low))
}

/// The GCD of polynomials not all of which are 0, the shortest first; it ends at 1, usually after two, and leaves the rest alone. Two take `each`,
/// and the rest of the computation takes `behind`, in one unit. All are counted from the beginning where the GCD is likely not to be 1.
fn gcd_of_all<'d>(
    context: &mut Context<'_>,
    all: impl IntoIterator<Item = &'d Dense>,
    (each, mut likely): (f64, bool),
    behind: f64,
) -> Result<Dense> {
    let mut all: Vec<&Dense> = all.into_iter().collect();
    all.sort_by_key(|f| std::cmp::Reverse(f.coefficients.len()));
    let Some(mut h) = all.pop().cloned().map(Dense::positive) else {
        return Err(ErrorKind::Shape { what: "polynomials of a content", expected: 1, found: 0 }.into());
    };
    while !h.is_one()
        && let Some(f) = all.pop()
    {
        let others = if likely { each * all.len() as f64 } else { 0.0 };
        h = context.within((each, others + behind), |context| gcd(context, h, f.clone()))?;
        likely = true;
    }
    Ok(h)
}

/// The rows divided by a polynomial that divides them; the rest of the computation takes `behind`, in the unit of [`division`].
fn divided(context: &mut Context<'_>, rows: Rows, by: &Dense, behind: f64) -> Result<Rows> {
    if by.is_one() {
        return Ok(rows);
    }
    let Context { control, clock, room, .. } = context;
    let section = control.next_of(division(&rows, by), behind);
    let tasks = Tasks::new(&section, 1.0, rows.iter().flatten().map(|row| row.coefficients.len()).sum());
    let divide = |row: Dense| {
        section.check()?;
        let quotient = exact(&row, by, room.of_thread())?;
        tasks.done(row.coefficients.len());
        Ok(quotient)
    };
    let rows = clock.time("divide", || rows.into_par_iter().map(|row| row.map(divide).transpose()).collect());
    drop(tasks);
    section.finish();
    rows
}

/// a / b, where b divides a.
pub(super) fn exact(a: &Dense, b: &Dense, memory: u64) -> Result<Dense> {
    let broken = || ErrorKind::Shape { what: "exact quotient of polynomials", expected: 1, found: 0 };
    Ok(quotient(a, b, memory)?.ok_or_else(broken)?)
}

/// The rows times an integer.
fn scaled(rows: Rows, by: &Integer) -> Rows {
    rows.into_par_iter().map(|row| row.map(|row| row.scaled(by))).collect()
}

/// The rows without their content over Z, which divides `multiple`.
fn primitive(rows: Rows, multiple: &Integer) -> Rows {
    let all = rows.iter().flatten().flat_map(|row| &row.coefficients);
    let content = pair::content(std::iter::once(multiple).chain(all));
    if content == 1 {
        return rows;
    }
    rows.into_par_iter().map(|row| row.map(|row| row.divided(&content))).collect()
}

/// The rows times a polynomial, of which `control` is told.
fn multiplied(rows: Rows, by: &Dense, room: Room, control: &Control) -> Result<Rows> {
    if by.is_one() {
        return Ok(rows);
    }
    let tasks = Tasks::new(control, 1.0, rows.len());
    let multiply = |row: Option<Dense>| {
        control.check()?;
        tasks.done(1);
        row.map(|row| exact::product(&row, by, room.of_thread())).transpose()
    };
    rows.into_par_iter().map(multiply).collect()
}

/// The quotient of a division that may as well be left undone where memory is short: what follows finds it by images.
fn divisor(quotient: Result<Option<Dense>>) -> Result<Option<Dense>> {
    match quotient {
        Err(error) if is_lack(&error) => Ok(None),
        found => found,
    }
}

/// gcd(f, g) of polynomials without content over Z that are no multiples of variables.
pub(super) fn primitive_gcd(context: &mut Context<'_>, f: &Dense, g: &Dense) -> Result<Found> {
    context.control.check()?;
    let variables = f.dims.len();
    if f.is_constant() || g.is_constant() {
        return Ok(Found::coprime(variables));
    }
    // The GCD has none of a variable that does not occur in both.
    if let Some(var) = (0..variables).find(|&k| (f.dims[k] > 1) != (g.dims[k] > 1)) {
        let gcd = without(context, var, f, g)?;
        return Ok(Found { gcd, cofactors: None });
    }
    let occurring: Vec<usize> = (0..variables).filter(|&k| f.dims[k] > 1).collect();
    if let [var] = occurring[..]
        && f.dims[var] * g.dims[var] > SHORT
    {
        return univariate(context, var, f, g);
    }
    let Context { engine, control, clock, primes, random, room, .. } = context;
    let (room, rates) = (*room, engine.rates());
    let likely = Forecast::likely(&rates, f, g);
    let section = control.next_of(likely.bounds, likely.computed() - likely.bounds);
    let mut bounds = clock.time("bounds", || degree_bounds(f, g, (primes, random), &section))?;
    section.finish();
    if bounds.iter().all(|&bound| bound == 0) {
        return Ok(Found::coprime(variables));
    }
    if let [var] = occurring[..] {
        return univariate(context, var, f, g);
    }
    if let Some(&var) = occurring.iter().find(|&&k| bounds[k] == 0) {
        let gcd = without(context, var, f, g)?;
        return Ok(Found { gcd, cofactors: None });
    }
    for (h, other, swapped) in [(f, g, false), (g, f, true)] {
        if occurring.iter().all(|&k| bounds[k] == h.degree(k))
            && let Some(q) = divisor(clock.time("divide", || quotient(other, h, room.left)))?
        {
            let one = Dense::one(variables);
            return Ok(Found { gcd: h.clone(), cofactors: Some(if swapped { [q, one] } else { [one, q] }) });
        }
    }
    let var = main_variable(f, g);
    let shape = Shape { f, g, var, bounds: &bounds };
    memory::footprint(&*context.engine, (room, &context.options.run), &shape)?;
    let forecast = Forecast::new(&rates, &shape.sizes(), [f, g].map(Measure::of));
    let behind = forecast.multiples() + forecast.assemble;
    let section = context.control.next_of(forecast.rows, behind);
    let (f_rows, g_rows) = context.clock.time("rows", || alone::join(|| f.rows(var), || g.rows(var)));
    section.finish();
    // Most contents are 1, which images of two rows tell. What divides all rows of f is likely to divide those of g.
    let each = forecast.bounds / f_rows.len().min(g_rows.len()) as f64;
    let f_content = gcd_of_all(context, f_rows.iter().flatten(), (each, false), each + behind)?;
    let behind_g = division(&f_rows, &f_content) + behind;
    let g_content = gcd_of_all(context, g_rows.iter().flatten(), (each, !f_content.is_one()), behind_g)?;
    let behind_f = division(&g_rows, &g_content) + behind;
    let both = division(&f_rows, &f_content) + behind_f;
    let content = context.within((each, both), |context| gcd(context, f_content.clone(), g_content.clone()))?;
    let f_rows = divided(context, f_rows, &f_content, behind_f)?;
    let g_rows = divided(context, g_rows, &g_content, behind)?;
    // The GCD is the content times the primitive one.
    bounds.iter_mut().zip(&content.dims).for_each(|(bound, n)| *bound = bound.saturating_sub(n - 1));
    let [h, a, b] = primitive_in(context, var, (f_rows, g_rows), &bounds, &forecast)?;
    if h.len() <= bounds[var] && context.engine.facts().wants_witness {
        agree(context, (f, g), (var, h.len() - 1))?;
    }
    let silent = context.control.silent();
    let parts = context.clock.time("assemble", || {
        let over = |of: &Dense| exact(of, &content, room.left);
        let (f_factor, g_factor) = (over(&f_content)?, over(&g_content)?);
        let assembled = |rows: Rows, by: &Dense| {
            let broken = || ErrorKind::Shape { what: "rows of a polynomial", expected: 1, found: 0 };
            let rows = multiplied(rows, by, room, &silent)?;
            Ok::<_, crate::error::Error>(Dense::from_rows(var, rows).ok_or_else(broken)?)
        };
        let others = || alone::join(|| assembled(a, &f_factor), || assembled(b, &g_factor));
        let (h, (a, b)) = alone::join(|| assembled(h, &content), others);
        Ok::<_, crate::error::Error>([h?, a?, b?])
    })?;
    let [h, mut a, mut b] = parts;
    let sign = h.leading().is_some_and(Integer::is_negative);
    if sign {
        let minus = Integer::from(-1);
        (a, b) = (a.scaled(&minus), b.scaled(&minus));
    }
    Ok(Found { gcd: h.positive(), cofactors: Some([a, b]) })
}

/// Agrees with a device on a degree in `var` below the bound that an image of the host has told: only a fault, or a prime that was unlucky
/// for the host, is the reason.
///
/// # Errors
/// `Verification`; `Cancelled`.
fn agree(context: &mut Context<'_>, (f, g): (&Dense, &Dense), (var, degree): (usize, usize)) -> Result<()> {
    let Context { control, clock, random, .. } = context;
    let bounds = clock.time("verify", || degree_bounds(f, g, (&mut Vec::new(), random), &control.silent()))?;
    match bounds[var] <= degree {
        true => Ok(()),
        false => Err(fault(0, format!("a degree of {degree} on the device, of {} on the host", bounds[var]))),
    }
}

/// gcd(f, g) where it has no power of `var`: that of all coefficients.
fn without(context: &mut Context<'_>, var: usize, f: &Dense, g: &Dense) -> Result<Dense> {
    let rows = [f.rows(var), g.rows(var)];
    let count = rows.iter().flatten().flatten().count() as f64;
    // It is mostly that of all of them.
    let each = Forecast::likely(&context.engine.rates(), f, g).bounds / count;
    gcd_of_all(context, rows.iter().flatten().flatten(), (each, true), 0.0)
}

/// gcd(f, g) and cofactors for polynomials by powers of `var`, primitive in it.
fn primitive_in(
    context: &mut Context<'_>,
    var: usize,
    (f, g): (Rows, Rows),
    bounds: &[usize],
    forecast: &Forecast,
) -> Result<[Rows; 3]> {
    let (Some(Some(a)), Some(Some(b))) = (f.last(), g.last()) else {
        return Err(ErrorKind::Shape { what: "leading coefficients", expected: 2, found: 0 }.into());
    };
    let variables = a.dims.len();
    let coprime = |f, g| Ok([vec![Some(Dense::one(variables))], f, g]);
    let behind = forecast.multiples() + forecast.assemble;
    let share = (forecast.bounds / f.len().min(g.len()) as f64, behind);
    let lead = context.within(share, |context| gcd(context, a.clone(), b.clone()))?;
    let mut bounds = bounds.to_vec();
    // e = c / lc h is an integer at most where c has no higher degrees than h.
    if lead.dims.iter().zip(&bounds).all(|(n, bound)| n - 1 <= *bound) {
        let s = pair::content(&lead.coefficients);
        let times_s = (s != 1).then(|| [&f, &g].map(|rows| scaled(rows.clone(), &s)));
        let rows = times_s.as_ref().map_or([&f, &g], |[f, g]| [f, g]);
        let problem = Primitive { var, rows, lead: &lead, integer: true, bounds: &bounds };
        match multiples(context, &problem, forecast)? {
            Multiples::Coprime => return coprime(f, g),
            // H = e h, F = s / e (f / h), and f / h is primitive too.
            Multiples::Found(found) => {
                return context.clock.time("divide", || Ok(found.map(|rows| primitive(rows, &s))));
            }
            Multiples::Fractions(degree) => bounds[var] = degree as usize,
        }
    }
    let room = context.room;
    // All is multiplied by c, and divided by it or e again.
    let [of_f, of_g] = [&f, &g].map(|rows| product(rows, &lead));
    let longer = &Forecast { assemble: forecast.assemble + 2.0 * (of_f + of_g), ..*forecast };
    let behind = longer.multiples() + longer.assemble;
    let sections = &context.control;
    let multiply = |rows: &Rows, work: f64, behind: f64| {
        let section = sections.next_of(work, behind);
        let product = multiplied(rows.clone(), &lead, room, &section);
        section.finish();
        product
    };
    let both = || Ok::<_, crate::error::Error>([multiply(&f, of_f, of_g + behind)?, multiply(&g, of_g, behind)?]);
    let rows = context.clock.time("multiply", both)?;
    let problem = Primitive { var, rows: [&rows[0], &rows[1]], lead: &lead, integer: false, bounds: &bounds };
    let found = multiples(context, &problem, longer)?;
    let Multiples::Found([multiple, a, b]) = found else { return coprime(f, g) };
    // H = e h: e is the content, and F = lc(h) f / h.
    let content = gcd_of_all(context, multiple.iter().flatten(), (share.0, false), longer.assemble)?;
    let lc = context.clock.time("divide", || exact(&lead, &content, room.left))?;
    let behind_a = division(&b, &lc) + forecast.assemble;
    let behind = division(&a, &lc) + behind_a;
    let multiple = divided(context, multiple, &content, behind)?;
    let a = divided(context, a, &lc, behind_a)?;
    Ok([multiple, a, divided(context, b, &lc, forecast.assemble)?])
}

/// Polynomials in which one variable occurs as such in one variable.
pub(super) fn polynomials(f: &Dense, g: &Dense) -> Result<[Polynomial; 2]> {
    let [f, g] = [f, g].map(|h| Polynomial::from_dense("x", h.coefficients.clone()));
    Ok([f?, g?])
}

/// gcd(f, g) in one variable.
fn univariate(context: &mut Context<'_>, var: usize, f: &Dense, g: &Dense) -> Result<Found> {
    let [a, b] = polynomials(f, g)?;
    let pair = Pair::new((&a, Some(0)), (&b, Some(0)))?;
    let h = match pair.is_trivial() {
        true => vec![1.into()],
        false => {
            let Context { engine, options, control, clock, counts, room, .. } = context;
            let beside = room.held;
            let mut of_pair = Counts::default();
            let request = Request { options, control, cofactors: false, beside };
            let found = compute::one(*engine, &pair, request, clock, &mut of_pair)?;
            counts.include(of_pair);
            found.gcd
        }
    };
    let mut dims = vec![1; f.dims.len()];
    // Exponents descend: the first one is the degree.
    let mut coefficients = Vec::new();
    for (c, e) in pair.gcd(h) {
        if coefficients.is_empty() {
            coefficients.resize_with(e as usize + 1, Integer::new);
        }
        coefficients[e as usize] = c;
    }
    dims[var] = coefficients.len();
    Ok(Found { gcd: Dense { dims, coefficients }, cofactors: None })
}
