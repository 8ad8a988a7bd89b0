//! Of which order the curve meets the vertical line in a critical point.

use super::critical::Union;
use super::enclosed::Enclosed;
use crate::alone::prelude::*;
use crate::error::Result;
use crate::plane::Located;
use crate::run::options::RunOptions;

/// For each solution (a, b) of f = f_y = 0 the order of b as a root of f(a, y), at least 2.
///
/// The multiplicity m of the solution is mu + order - 1. So the order is m + 1 where f_x is not 0, and at most m + 1 in any case. It is finite, since f has no factor
/// x - a.
pub(super) fn contacts(union: &Union, located: &Located, run: &RunOptions) -> Result<Vec<u32>> {
    let [x, y] = &union.names;
    let solutions = &located.answer.solutions;
    let most = |index: usize| solutions[index].multiplicity + 1;
    let vanishes = |of: &Enclosed, index: usize| of.vanishes(&solutions[index].x, &solutions[index].y);
    let mut orders = vec![2; solutions.len()];
    let of_x = Enclosed::new(union.f.derivative(x), &union.names)?;
    let mut open = Vec::new();
    for (index, order) in orders.iter_mut().enumerate() {
        match most(index) {
            2 => {}
            most if vanishes(&of_x, index)? == Some(false) => *order = most,
            _ => open.push(index),
        }
    }
    let mut derivative = union.f.derivative(y);
    for order in 2.. {
        if open.is_empty() {
            break;
        }
        run.control.check()?;
        derivative = derivative.derivative(y);
        let of_derivative = Enclosed::new(derivative.clone(), &union.names)?;
        // Whether the order is higher.
        let tried = open.par_iter().map(|&index| match most(index) == order {
            true => Ok(Some(false)),
            false => vanishes(&of_derivative, index),
        });
        let tried: Vec<Option<bool>> = tried.collect::<Result<_>>()?;
        // What one of them needs is computed for all.
        let exact = if tried.contains(&None) { located.vanish(&derivative, run)? } else { Vec::new() };
        let mut higher = Vec::new();
        for (&index, tried) in open.iter().zip(&tried) {
            match tried.unwrap_or_else(|| exact[index]) {
                true => higher.push(index),
                false => orders[index] = order,
            }
        }
        open = higher;
    }
    Ok(orders)
}
