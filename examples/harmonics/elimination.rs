//! The elimination: symbol by symbol, and what resultants have too much taken out.
//!
//! A resultant of f and g is a combination of them, so it vanishes at their common zeros. It may have factors that vanish elsewhere, and
//! these are known by three arguments, each of which is a computation here:
//!
//! - A factor in m alone vanishes for single values of m, whatever s2, s3, .. are. A value of m is eliminated by itself.
//! - Where both leading coefficients vanish, f and g have a common zero at infinity, and the resultant vanishes. Such a factor is spurious if
//!   the equations have no common zero on it, which is shown by resultants that are coprime.
//! - At the end, two resultants in s2 are combinations of the equations, so their GCD over the rational functions in m is one too: what is
//!   not in both has no zero in common with the equations.

use super::equations::Named;
use eliminant::{Error, Polynomial, gcd, gcd_list, gcd_with_cofactors, resultant};

/// Why a factor is no part of the answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Why {
    /// It is in m alone.
    Constant,
    /// Both leading coefficients vanish with it, and the equations have no common zero there.
    Infinity,
    /// It is not in the resultant of this name.
    NotIn(String),
    /// It is there once more.
    Repeated,
}

#[derive(Debug, Clone)]
pub struct Removed {
    pub factor: Polynomial,
    pub times: u32,
    pub why: Why,
}

/// One resultant.
#[derive(Debug, Clone)]
pub struct Step {
    pub var: String,
    pub f: Named,
    pub g: Named,
    /// As it was computed; `result` is what was left of it.
    pub raw: Polynomial,
    pub removed: Vec<Removed>,
    pub result: Named,
}

#[derive(Debug, Clone)]
pub struct Elimination {
    /// The polynomials in s2, .., sn; then those without sn; and so on down to those in s2 and s3.
    pub levels: Vec<Vec<Named>>,
    pub steps: Vec<Step>,
    /// What the last resultant still had too much.
    pub removed: Vec<Removed>,
    /// In s2, and m where that is symbolic.
    pub answer: Polynomial,
}

pub fn has(f: &Polynomial, var: &str) -> bool {
    f.degree(var).unwrap_or(0) > 0
}

/// Whether f is no constant over the rational functions in m.
fn has_symbol(f: &Polynomial) -> bool {
    f.vars().iter().any(|var| var != "m" && has(f, var))
}

/// The leading coefficient in `var`.
fn leading(f: &Polynomial, var: &str) -> Result<Polynomial, Error> {
    Ok(f.collect(var)?.pop().unwrap_or(Polynomial::zero(f.vars())?))
}

/// The GCD of the coefficients of f, which are in m or integers.
fn content(f: &Polynomial) -> Result<Polynomial, Error> {
    let mut rows = vec![f.clone()];
    for var in f.vars().iter().filter(|var| *var != "m") {
        rows = rows.iter().map(|row| row.collect(var)).collect::<Result<Vec<_>, _>>()?.concat();
    }
    gcd_list(&rows)
}

/// f without its factor in m alone, which is added to `removed` where it is more than a number.
fn primitive(f: &Polynomial, removed: &mut Vec<Removed>) -> Result<Polynomial, Error> {
    let (factor, rest, _) = gcd_with_cofactors(f, &content(f)?)?;
    if factor.as_constant().is_none() {
        removed.push(Removed { factor, times: 1, why: Why::Constant });
    }
    Ok(rest)
}

/// Whether `h` and all of `list` have no common zero, for all but single values of m; `false` where that is not seen.
///
/// Every common zero is one of the resultants in one variable less, by any pivot. In the end there is one variable, and
/// a GCD without it.
fn no_zero_on(h: &Polynomial, list: &[Named]) -> Result<bool, Error> {
    let mut system: Vec<Polynomial> =
        std::iter::once(h.clone()).chain(list.iter().map(|named| named.f.clone())).collect();
    let mut vars: Vec<String> = list[0].f.vars().iter().filter(|var| *var != "m").cloned().collect();
    // The last variable of h first, with h as pivot: it has low degree.
    let first = vars.iter().rposition(|var| has(h, var)).unwrap_or(0);
    vars.rotate_left(first);
    for var in &vars[..vars.len() - 1] {
        let (with, mut rest): (Vec<Polynomial>, Vec<Polynomial>) = system.into_iter().partition(|f| has(f, var));
        if let Some(pivot) = with.iter().min_by_key(|f| f.degree(var)) {
            for f in with.iter().filter(|f| *f != pivot) {
                let f = resultant(pivot, f, var)?;
                if !f.is_zero() {
                    rest.push(primitive(&f, &mut Vec::new())?);
                }
            }
        }
        system = rest;
    }
    let common = gcd_list(&system)?;
    Ok(!common.is_zero() && !has_symbol(&common))
}

/// f without all powers of the factors of h, which is no constant.
fn without(f: &Polynomial, h: &Polynomial, why: Why, removed: &mut Vec<Removed>) -> Result<Polynomial, Error> {
    let mut rest = f.clone();
    loop {
        let (common, quotient, _) = gcd_with_cofactors(&rest, h)?;
        if !has_symbol(&common) {
            return Ok(rest);
        }
        rest = quotient;
        match removed.last_mut() {
            Some(last) if last.factor == common => last.times += 1,
            _ => removed.push(Removed { factor: common, times: 1, why: why.clone() }),
        }
    }
}

/// res_var(f, g), cleaned: `level` has all polynomials that vanish at the solutions, f and g among them.
fn step(level: &[Named], (f, g): (&Named, &Named), var: &str, name: String) -> Result<Step, Error> {
    let raw = resultant(&f.f, &g.f, var)?;
    let mut removed = Vec::new();
    let mut result = primitive(&raw, &mut removed)?;
    let common = gcd(&leading(&f.f, var)?, &leading(&g.f, var)?)?;
    if !raw.is_zero() && has_symbol(&common) && has_symbol(&gcd(&result, &common)?) {
        let common = primitive(&common, &mut Vec::new())?;
        if no_zero_on(&common, level)? {
            result = without(&result, &common, Why::Infinity, &mut removed)?;
        }
    }
    let (f, g, result) = (f.clone(), g.clone(), Named { name, f: result });
    Ok(Step { var: var.to_owned(), f, g, raw, removed, result })
}

/// Which pairs of a level are eliminated: the first with each other one. If the first is linear in `var` with a constant leading coefficient,
/// that is substitution, and exact; else solutions of the resultants need not be of the equations, and a pair without the first is taken
/// besides, which they do not solve.
fn pairs(level: &[Named], var: &str, last: bool) -> Result<Vec<(usize, usize)>, Error> {
    let mut pairs: Vec<(usize, usize)> = (1..level.len()).map(|k| (0, k)).collect();
    let exact = level[0].f.degree(var) == Some(1) && !has_symbol(&leading(&level[0].f, var)?);
    if !exact && !last && level.len() > 2 {
        pairs.push((1, 2));
    }
    Ok(pairs)
}

/// Eliminates sn, .., s3 from g5, g7, .., with n - 1 equations. `None` where a resultant is 0: for single values of m only.
pub fn eliminate(equations: Vec<Named>) -> Result<Option<Elimination>, Error> {
    let n = equations.len() + 1;
    let (mut levels, mut steps) = (vec![equations], Vec::new());
    for k in (3..=n).rev() {
        let (level, var) = (&levels[n - k], format!("s{k}"));
        let mut next = Vec::new();
        for (i, j) in pairs(level, &var, k == 3)? {
            let step = step(level, (&level[i], &level[j]), &var, format!("r{}", steps.len() + 1))?;
            if step.result.f.is_zero() {
                return Ok(None);
            }
            next.push(step.result.clone());
            steps.push(step);
        }
        levels.push(next);
    }
    let last = levels.pop().unwrap_or_default();
    let mut removed = Vec::new();
    let mut answer = primitive(&last[0].f, &mut removed)?;
    for other in &last[1..] {
        let (common, rest, _) = gcd_with_cofactors(&answer, &other.f)?;
        answer = common;
        if has_symbol(&rest) {
            removed.push(Removed { factor: rest, times: 1, why: Why::NotIn(other.name.clone()) });
        }
    }
    // A root of higher multiplicity is one root.
    let (repeated, simple, _) = gcd_with_cofactors(&answer, &answer.derivative("s2"))?;
    if has_symbol(&repeated) {
        answer = simple;
        removed.push(Removed { factor: repeated, times: 1, why: Why::Repeated });
    }
    Ok(Some(Elimination { levels, steps, removed, answer }))
}
