//! Systems of polynomials at points.

use super::Worker;
use crate::error::{Error, ErrorKind, Result};
use crate::floating::Precision;
use crate::system::Compiled;

/// Values and Jacobians of systems.
///
/// Points are \[point\]\[variable\], values \[point\]\[polynomial\] and Jacobians \[point\]\[polynomial\]\[variable\].
pub trait SystemEngine: Worker {
    /// A system with coefficients of this precision, where the engine wants it.
    type System<R: Precision>: Send;

    /// Brings a system to the engine.
    ///
    /// # Errors
    /// `Argument` for a coefficient beyond the range of doubles; of the engine.
    fn load_system<R: Precision>(&mut self, system: &Compiled) -> Result<Self::System<R>>;

    /// The values at all points, and the Jacobians where there is room for them.
    ///
    /// # Errors
    /// `Shape` for lists of the wrong length; `Cancelled`; of the engine.
    fn evaluate_system<R: Precision>(
        &mut self,
        system: &Self::System<R>,
        points: &[[R; 2]],
        values: &mut [[R; 2]],
        jacobians: Option<&mut [[R; 2]]>,
    ) -> Result<()>;
}

/// The rounded coefficients of a system.
///
/// # Errors
/// `Argument` where one is beyond the range of doubles.
pub(crate) fn coefficients<R: Precision>(system: &Compiled) -> Result<Vec<[R; 2]>> {
    let rounded = system.rounded::<R>();
    let finite = |c: &[R; 2]| c.iter().all(|part| part.as_ref()[0].is_finite());
    match rounded.iter().position(|c| !finite(c)) {
        None => Ok(rounded),
        Some(t) => {
            let message = format!("{} is beyond the range of doubles, about 1.8e308", system.coefficients()[t]);
            Err(Error::argument("coefficient", message))
        }
    }
}

/// The number of points of lists that belong together.
///
/// # Errors
/// `Shape` where they do not.
pub(crate) fn points_of(system: &Compiled, points: usize, values: usize, jacobians: Option<usize>) -> Result<usize> {
    let (n, m) = (system.variables(), system.polynomials());
    let count = if n > 0 { points / n } else { values / m.max(1) };
    let check = |what, expected: usize, found: usize| -> Result<()> {
        if expected == found { Ok(()) } else { Err(ErrorKind::Shape { what, expected, found }.into()) }
    };
    check("coordinates of points", count * n, points)?;
    check("values of a system", count * m, values)?;
    jacobians.map_or(Ok(()), |found| check("elements of Jacobians", count * m * n, found))?;
    Ok(count)
}
