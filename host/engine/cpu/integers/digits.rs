//! Mixed-radix digits: coefficients side by side in SIMD lanes, with a prime per digit.

use crate::alone::prelude::*;
use crate::control::Control;
use crate::engine::cpu::watched::Steps;
use crate::error::{ErrorKind, Result};
use crate::lift::MixedRadixTables;
use crate::tasks::Tasks;
use gpu::arith::Mont31;
use gpu::integers::mixed_radix::{Weights, conversions, convert_lanes};

/// Coefficients converted together: eight sums of eight 64-bit lanes are registers with AVX-512. Sixteen lanes ran at a third of
/// the speed (1000 primes, one core: 1.3 instead of 3.8 G products/s), four at the same.
const LANES: usize = 8;

struct PanelDigits<'a> {
    moduli: &'a [Mont31],
    weights: &'a [Weights],
    panel: &'a mut [[u32; LANES]],
    tasks: &'a Tasks<'a>,
}

impl pulp::NullaryFnOnce for PanelDigits<'_> {
    type Output = ();
    #[inline(always)]
    fn call(self) {
        let PanelDigits { moduli, weights, mut panel, tasks } = self;
        convert_lanes(Steps::new(tasks).team(), moduli, weights, &mut panel);
    }
}

/// Digits \[prime\]\[coefficient\] of `width` coefficients from residues of the same shape.
pub(in crate::engine::cpu) fn digits(
    tables: &MixedRadixTables,
    residues: &[u32],
    width: usize,
    control: &Control,
) -> Result<Vec<u32>> {
    let n = tables.moduli().len();
    if Some(residues.len()) != n.checked_mul(width) {
        let expected = n.saturating_mul(width);
        return Err(ErrorKind::Shape { what: "residues", expected, found: residues.len() }.into());
    }
    let mut digits = vec![0; residues.len()];
    if width == 0 {
        return Ok(digits);
    }
    let weights = tables.weights_watched(control)?;
    let tasks = Tasks::new(control, 1.0, width.div_ceil(LANES) * conversions(n));
    let panels: Vec<Vec<[u32; LANES]>> = (0..width.div_ceil(LANES))
        .into_par_iter()
        .map(|panel| {
            control.check()?;
            let rows = residues.chunks_exact(width).map(|row| {
                let source = &row[panel * LANES..width.min((panel + 1) * LANES)];
                let mut lanes = [0; LANES];
                lanes[..source.len()].copy_from_slice(source);
                lanes
            });
            let mut lanes: Vec<_> = rows.collect();
            pulp::Arch::new().dispatch(PanelDigits {
                moduli: tables.moduli(),
                weights,
                panel: &mut lanes,
                tasks: &tasks,
            });
            Ok(lanes)
        })
        .collect::<Result<_>>()?;
    digits.par_chunks_mut(width).enumerate().for_each(|(i, row)| {
        for (target, panel) in row.chunks_mut(LANES).zip(&panels) {
            target.copy_from_slice(&panel[i][..target.len()]);
        }
    });
    Ok(digits)
}
