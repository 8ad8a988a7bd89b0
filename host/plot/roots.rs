//! The scene of complex roots.

use super::scene::{Point, PointKind, Scene};
use crate::alone::prelude::*;
use crate::control::Control;
use crate::error::Result;
use crate::roots::ComplexRoot;

/// Real and imaginary parts.
pub(super) fn places(roots: &[ComplexRoot]) -> Vec<[f64; 2]> {
    let place = |root: &ComplexRoot| {
        let value = root.value.to_complex64();
        [value.re, value.im]
    };
    roots.par_iter().map(place).collect()
}

/// A point for each root; none where there are no roots. Titles have real fractions exactly, other roots with 20 digits, and multiplicities above 1.
///
/// # Errors
/// `Cancelled`.
pub(super) fn scene(variable: &str, roots: &[ComplexRoot], control: &Control) -> Result<Scene> {
    let point = |(root, at): (&ComplexRoot, [f64; 2])| {
        control.check()?;
        let kind = if root.value.as_real().is_some() { PointKind::RealRoot } else { PointKind::OtherRoot };
        let several = match root.multiplicity {
            1 => String::new(),
            m => format!(", multiplicity {m}"),
        };
        let title = format!("{variable} = {}: {}{several}", root.value, kind.name());
        Ok(Point { at, kind, curves: Vec::new(), multiplicity: root.multiplicity as usize, title })
    };
    Ok(Scene {
        names: ["Re", "Im"].map(|part| format!("{part} {variable}")),
        curves: Vec::new(),
        lines: Vec::new(),
        asymptotes: Vec::new(),
        points: roots.par_iter().zip(places(roots)).map(point).collect::<Result<_>>()?,
    })
}
