//! The homotopy from a start system to the given one, in projective coordinates.

use super::start::{GenericTerm, Start, angle, on_circle};
use super::together::Together;
use crate::control::Control;
use crate::error::Result;
use crate::poly::systems::{Coefficient, Compiled, System, Term};
use rand::rngs::StdRng;
use rug::Rational;

/// A coefficient whose size is from 2^-`BITS` to 2^`BITS` has one parameter together with that of the start system.
const BITS: i32 = 200;

/// How often starts are searched. Each search has `MORE_CARE` times the tolerance of the one before.
const TIMES: i32 = 3;
const MORE_CARE: f64 = 0.25;

/// H(x_0, .., x_n; q) and c x - 1: coefficients move on lines from those of gamma G, for a start system G, to those of F, both made homogeneous by x_0.
///
/// The patch c x = 1 with random c has a point for every zero but those of a hyperplane that none lies in, with probability one; with random gamma, or random
/// coefficients of G, no path meets another one before its end (A. J. Sommese, C. W. Wampler, The Numerical Solution of Systems of Polynomials Arising in Engineering and
/// Science, 2005, sections 3.7 and 8.4).
pub(super) struct Homotopy {
    /// H; the parameters are the last variables.
    pub(super) compiled: Compiled,
    parameters: Parameters,
    patch: Vec<[f64; 2]>,
    start: Start,
}

/// The ways of parameters.
#[derive(Default)]
struct Parameters {
    start: Vec<[[f64; 1]; 2]>,
    end: Vec<[[f64; 1]; 2]>,
    /// The term of the start system that a parameter belongs to alone, counted over all polynomials.
    places: Vec<Option<usize>>,
}

impl Parameters {
    fn add(&mut self, start: [f64; 2], end: [f64; 2], place: Option<usize>) {
        self.start.push(start.map(|x| [x]));
        self.end.push(end.map(|x| [x]));
        self.places.push(place);
    }
}

/// The exact number.
pub(super) fn coefficient([re, im]: [f64; 2]) -> Coefficient {
    let part = |x: f64| Rational::from_f64(x).unwrap_or_default();
    Coefficient::new(part(re), part(im))
}

/// The point of a patch c x = 1 that is a multiple of this one.
pub(super) fn on_patch(point: &[[f64; 2]], patch: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let value = patch.iter().zip(point).fold([0.0, 0.0], |sum, (&c, &x)| add(sum, times(c, x)));
    point.iter().map(|&x| over(x, value)).collect()
}

impl Homotopy {
    /// From this start.
    ///
    /// # Errors
    /// `Limit` for a system that is too long.
    pub(super) fn new(system: &System, start: Start, random: &mut StdRng) -> Result<Self> {
        let n = system.variables().len();
        let patch: Vec<[f64; 2]> = (0..=n).map(|_| on_circle(angle(random))).collect();
        let (mut polynomials, parameters) = match &start {
            Start::Powers(powers) => in_two(system, &powers.terms(), powers.gamma),
            Start::Polyhedral(start) => term_by_term(system, &start.terms()),
        };
        let linear = patch.iter().enumerate();
        let linear = linear.map(|(j, &c)| Term { coefficient: coefficient(c), exponents: vec![(j, 1)] });
        polynomials.push(linear.chain([Term { coefficient: (-1).into(), exponents: vec![] }]).collect());
        let name = |letter: &str, j: usize| format!("{letter}{j}");
        let names = (0..=n).map(|j| name("x", j)).chain((0..parameters.start.len()).map(|k| name("q", k)));
        let compiled = System::new(&names.collect::<Vec<_>>(), polynomials)?.compile()?;
        Ok(Homotopy { compiled, parameters, patch, start })
    }

    /// The same paths on another patch.
    ///
    /// # Errors
    /// As [`Homotopy::new`].
    pub(super) fn on_another_patch(self, system: &System, random: &mut StdRng) -> Result<Self> {
        Self::new(system, self.start, random)
    }

    /// How many paths there are.
    pub(super) fn paths(&self) -> u64 {
        match &self.start {
            Start::Powers(powers) => powers.paths(),
            Start::Polyhedral(start) => start.paths(),
        }
    }

    /// Whether zeros of the start system are found by paths themselves.
    pub(super) fn is_polyhedral(&self) -> bool {
        matches!(self.start, Start::Polyhedral(_))
    }

    /// Bytes of the start system.
    pub(super) fn bytes(&self) -> u64 {
        match &self.start {
            Start::Powers(_) => 0,
            Start::Polyhedral(start) => start.bytes(),
        }
    }

    /// The parameters at the start.
    pub(super) fn start(&self) -> &[[[f64; 1]; 2]] {
        &self.parameters.start
    }

    /// The parameters at the end.
    pub(super) fn end(&self) -> &[[[f64; 1]; 2]] {
        &self.parameters.end
    }

    /// The terms of the start system, polynomial by polynomial.
    pub(super) fn start_terms(&self) -> Vec<Vec<GenericTerm>> {
        match &self.start {
            Start::Powers(powers) => powers.terms(),
            Start::Polyhedral(start) => start.terms(),
        }
    }

    /// Bytes of a path while its start is searched.
    pub(super) fn bytes_of_start(&self) -> u64 {
        match &self.start {
            Start::Powers(_) => 0,
            Start::Polyhedral(start) => start.bytes_of_path(self.parameters.start.len()),
        }
    }

    /// Finds the starts of these paths, `batch` at a time. If two starts coincide or one is not found, they are searched again with more care. Some
    /// may stay unknown.
    pub(super) fn find_starts(
        &mut self,
        engine: &mut Together<'_, '_>,
        numbers: &[u64],
        batch: usize,
        control: &Control,
    ) -> Result<()> {
        for time in 0..TIMES {
            let missing: Vec<u64> = numbers.iter().copied().filter(|&number| !self.is_known(number)).collect();
            let Start::Polyhedral(start) = &mut self.start else { break };
            let Parameters { start: values, places, .. } = &self.parameters;
            let control = control.next(0.9);
            for some in missing.chunks(batch.max(1)) {
                control.check()?;
                let control = control.share(some.len() as f64 / missing.len() as f64);
                let care = MORE_CARE.powi(time);
                start.find(engine, &self.compiled, values, (places, &self.patch), (some, care), &control)?;
            }
            start.remove_doubles();
        }
        Ok(())
    }

    /// Whether it is known where a path begins.
    pub(super) fn is_known(&self, number: u64) -> bool {
        match &self.start {
            Start::Powers(_) => true,
            Start::Polyhedral(start) => start.zero(number).is_some(),
        }
    }

    /// Where paths begin, by their numbers, of which all are known.
    pub(super) fn starts(&self, numbers: impl IntoIterator<Item = u64>) -> Vec<[[f64; 1]; 2]> {
        let zero = |number| match &self.start {
            Start::Powers(powers) => on_patch(&powers.zero(number), &self.patch),
            Start::Polyhedral(start) => on_patch(start.zero(number).unwrap_or(&[]), &self.patch),
        };
        numbers.into_iter().flat_map(zero).map(|x| x.map(|x| [x])).collect()
    }
}

/// The exponents of a term that is made homogeneous of degree d.
fn homogeneous(term: &Term, d: u64) -> Vec<(usize, u32)> {
    let x0 = (d > term.degree()).then(|| (0, (d - term.degree()) as u32));
    x0.into_iter().chain(term.exponents.iter().map(|&(v, e)| (v + 1, e))).collect()
}

/// s G + t F: from (s, t) = (gamma, 0) to (0, 1).
fn in_two(system: &System, start: &[Vec<GenericTerm>], gamma: [f64; 2]) -> (Vec<Vec<Term>>, Parameters) {
    let n = system.variables().len();
    let (s, t) = (n + 1, n + 2);
    let with = |parameter: usize, mut exponents: Vec<(usize, u32)>, coefficient| {
        exponents.push((parameter, 1));
        Term { coefficient, exponents }
    };
    let degrees = system.degrees();
    let polynomials = system.polynomials().iter().zip(start).zip(&degrees).map(|((terms, start), &d)| {
        let start = start.iter().map(|term| with(s, term.exponents.clone(), coefficient(term.coefficient)));
        let terms = terms.iter().map(|term| with(t, homogeneous(term, d), term.coefficient.clone()));
        start.chain(terms).collect()
    });
    let mut parameters = Parameters::default();
    parameters.add(gamma, [0.0, 0.0], None);
    parameters.add([0.0, 0.0], [1.0, 0.0], None);
    (polynomials.collect(), parameters)
}

/// Each monomial with a parameter of its own, times its coefficient f: from g / f, for that of the start system, to 1.
fn term_by_term(system: &System, start: &[Vec<GenericTerm>]) -> (Vec<Vec<Term>>, Parameters) {
    let first = system.variables().len() + 1;
    let mut parameters = Parameters::default();
    let mut place = 0;
    let mut polynomials = Vec::new();
    for (terms, start) in system.polynomials().iter().zip(start) {
        let mut polynomial = Vec::new();
        for (k, generic) in start.iter().enumerate() {
            let mut add = |coefficient: Coefficient, start: [f64; 2], end: [f64; 2], place: Option<usize>| {
                let mut exponents = generic.exponents.clone();
                exponents.push((first + parameters.start.len(), 1));
                parameters.add(start, end, place);
                polynomial.push(Term { coefficient, exponents });
            };
            let own = terms.get(k).map(|term| &term.coefficient);
            let size = own.map_or(0.0, |f| f.re.to_f64().hypot(f.im.to_f64()));
            match own {
                Some(f) if size.log2().abs() < f64::from(BITS) => {
                    let near = [f.re.to_f64(), f.im.to_f64()];
                    add(f.clone(), over(generic.coefficient, near), [1.0, 0.0], Some(place));
                }
                own => {
                    add(1.into(), generic.coefficient, [0.0, 0.0], Some(place));
                    if let Some(f) = own {
                        add(f.clone(), [0.0, 0.0], [1.0, 0.0], None);
                    }
                }
            }
            place += 1;
        }
        polynomials.push(polynomial);
    }
    (polynomials, parameters)
}

/// a + b.
pub(super) fn add(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] + b[0], a[1] + b[1]]
}

/// a b.
pub(super) fn times(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]]
}

/// a / b.
pub(super) fn over(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    use gpu::floating::{Complex, Double, Scalar};
    Complex(Double(Scalar)).div(a.map(|x| [x]), b.map(|x| [x])).map(|[x]| x)
}
