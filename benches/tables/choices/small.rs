//! The size from which several threads set a resultant up.

use super::Asked;
use super::write::{Choice, Line};
use eliminant::{Backend, Polynomial, Result, Resultant, ResultantOptions};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rug::Integer;

/// A dense polynomial of these degrees, coefficients of 32 bits.
fn dense(y: u32, x: u32, rng: &mut StdRng) -> Result<Polynomial> {
    let exponents = (0..=x).flat_map(|i| (0..=y).map(move |j| vec![i, j]));
    let terms = exponents.map(|exponents| (Integer::from(rng.random_range(1..=u32::MAX)), exponents));
    Polynomial::from_terms(&["x", "y"], terms)
}

/// Plans of one thread and of all, for pairs of growing degree in y.
pub fn table(asked: &Asked<'_>) -> Result<()> {
    if !asked.wants("small") {
        return Ok(());
    }
    let mut lines = Vec::new();
    for &degree in asked.sizes(&[16u32, 32, 48, 64, 96, 128, 192]) {
        let mut rng = StdRng::seed_from_u64(u64::from(degree));
        let (f, g) = (dense(degree, 8, &mut rng)?, dense(degree, 8, &mut rng)?);
        let at = f.terms().len() + g.terms().len() + (degree as usize + 1).pow(2);
        let sides = [Some(usize::MAX), Some(0)].map(|small| {
            let mut options = ResultantOptions::default();
            options.run.backend = Backend::Cpu;
            options.run.seed = Some(1);
            options.small = small;
            options
        });
        let plan = |side: usize| Resultant::new(&f, &g, "y").options(sides[side].clone()).plan().map(drop);
        lines.push(Line { at: at as f64, times: asked.turns.whole(2, plan)? });
    }
    let code = ("SMALL of host/resultant/problem.rs", 2048.0);
    let sizes = "terms and pairs of rows, degree 8 in x: the plan";
    Choice { name: "small", sizes, code, sides: &["one thread", "several"] }.print(&lines);
    Ok(())
}
