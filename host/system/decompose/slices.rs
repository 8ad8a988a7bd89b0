//! Random hyperplanes.

use crate::error::{Error, Result};
use crate::floating::Complex64;
use crate::poly::systems::{Compiled, System, Term};
use crate::system::homotopy::coefficient;
use crate::system::square::squared;
use crate::system::start::{angle, on_circle};
use rand::rngs::StdRng;

/// Linear polynomials a_1 x_1 + .. + a_n x_n + a_0, each as a_1, .., a_n, a_0.
#[derive(Debug, Clone)]
pub(super) struct Slices {
    pub(super) forms: Vec<Vec<Complex64>>,
}

impl Slices {
    /// With coefficients on the unit circle.
    pub(super) fn random(count: usize, variables: usize, random: &mut StdRng) -> Self {
        let number = |random: &mut StdRng| {
            let [re, im] = on_circle(angle(random));
            Complex64::new(re, im)
        };
        Slices { forms: (0..count).map(|_| (0..=variables).map(|_| number(random)).collect()).collect() }
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.forms.len()
    }

    /// The coefficients, as parameters of a system.
    pub(super) fn parameters(&self) -> Vec<Complex64> {
        self.forms.concat()
    }

    /// The same, but the first one is moved in parallel.
    pub(super) fn moved(&self, way: Complex64) -> Self {
        let mut moved = self.clone();
        moved.forms[0].last_mut().into_iter().for_each(|constant| *constant += way);
        moved
    }

    /// The polynomials of a system and the slices.
    pub(super) fn with(&self, system: &System) -> Result<System> {
        let term = |(j, a): (usize, &Complex64)| {
            let exponents = if j < system.variables().len() { vec![(j, 1)] } else { vec![] };
            Term { coefficient: coefficient([a.re, a.im]), exponents }
        };
        let forms = self.forms.iter().map(|form| form.iter().enumerate().map(term).collect());
        System::new(system.variables(), system.polynomials().iter().cloned().chain(forms).collect())
    }

    /// As many combinations of the polynomials as make n with the slices, whose coefficients are parameters.
    pub(super) fn as_parameters(&self, system: &System, random: &mut StdRng) -> Result<Compiled> {
        let (n, count) = (system.variables().len(), self.count());
        let combined = squared(system, n - count, random)
            .ok_or_else(|| Error::argument("system", "has fewer polynomials than its components have codimensions"))?;
        let form = |k: usize| -> Vec<Term> {
            let term = |j: usize| {
                let parameter = (n + k * (n + 1) + j, 1);
                let exponents = if j < n { vec![(j, 1), parameter] } else { vec![parameter] };
                Term { coefficient: 1.into(), exponents }
            };
            (0..=n).map(term).collect()
        };
        let polynomials = combined.polynomials().iter().cloned().chain((0..count).map(form)).collect();
        let variables = (0..n).map(|j| format!("x{j}"));
        let names: Vec<String> = variables.chain((0..count * (n + 1)).map(|k| format!("q{k}"))).collect();
        System::new(&names, polynomials)?.compile()
    }
}
