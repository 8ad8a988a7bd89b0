//! Squarefree parts and decompositions (Yun's algorithm) by GCDs with the derivative.

use super::{Gcd, Input, Task};
use crate::error::{Error, Result};
use crate::poly::Polynomial;
use rug::Integer;

/// f = content prod factors\[i\].0 ^ factors\[i\].1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Squarefree {
    /// The content with the sign of the leading coefficient; 0 for f = 0.
    pub content: Integer,
    /// Squarefree, primitive, pairwise coprime polynomials of positive degree with positive leading coefficients, with their
    /// multiplicities, which ascend.
    pub factors: Vec<(Polynomial, u32)>,
}

/// f / (content and sign): f is not 0.
fn primitive(f: &Polynomial) -> Result<(Integer, Polynomial)> {
    let mut content = f.content();
    if f.terms().first().is_some_and(|term| term.coefficient.is_negative()) {
        content = -content;
    }
    let primitive = f.exact_div_integer(&content)?;
    Ok((content, primitive))
}

/// The variable of f; an error where there are several.
fn variable(f: &Polynomial) -> Result<Option<String>> {
    let input = Input::new(f, f)?;
    Ok(match input.task {
        Task::Zero(..) => None,
        Task::Pair(_) => input.var.map(|var| input.vars[var].clone()),
    })
}

/// The squarefree decomposition of f in Z\[x\], by Yun's algorithm: one GCD for each multiplicity.
///
/// # Errors
/// As [`Gcd::run`].
///
/// # Examples
/// ```
/// use eliminant::{Polynomial, squarefree_decomposition};
/// let f: Polynomial = "-12*(x - 1)^3*(x + 2)*x^3".parse()?;
/// let decomposition = squarefree_decomposition(&f)?;
/// assert_eq!(decomposition.content, -12);
/// let factors: Vec<_> = decomposition.factors.iter().map(|(f, m)| format!("({f})^{m}")).collect();
/// assert_eq!(factors, ["(x + 2)^1", "(x^2 - x)^3"]);
/// # Ok::<(), eliminant::Error>(())
/// ```
pub fn squarefree_decomposition(f: &Polynomial) -> Result<Squarefree> {
    if f.is_zero() {
        return Ok(Squarefree { content: Integer::new(), factors: Vec::new() });
    }
    let (content, f) = primitive(f)?;
    let Some(var) = variable(&f)? else { return Ok(Squarefree { content, factors: Vec::new() }) };
    let cofactors = |f: &Polynomial, g: &Polynomial| {
        let answer = Gcd::new(f, g).cofactors(true).run()?;
        let [a, b] = answer.cofactors.ok_or_else(|| Error::argument("polynomials", "must not both be 0"))?;
        Ok::<_, Error>((answer.gcd, a, b))
    };
    // With f = prod a_i^i: b = prod a_i, c = sum i a_i' b / a_i, d = c - b' = sum (i - 1) a_i' b / a_i; gcd(b, d) = a_1.
    let (_, mut b, mut c) = cofactors(&f, &f.derivative(&var))?;
    let mut factors = Vec::new();
    let mut multiplicity = 1;
    while b.degree(&var).unwrap_or(0) > 0 {
        let d = &c - &b.derivative(&var);
        let (a, next_b, next_c) = match d.is_zero() {
            true => (b.clone(), Polynomial::constant(f.vars(), 1.into())?, Polynomial::zero(f.vars())?),
            false => cofactors(&b, &d)?,
        };
        if a.degree(&var).unwrap_or(0) > 0 {
            factors.push((primitive(&a)?.1, multiplicity));
        }
        (b, c) = (next_b, next_c);
        multiplicity += 1;
    }
    Ok(Squarefree { content, factors })
}

/// The product of the distinct irreducible factors of positive degree of f, primitive with a positive leading coefficient:
/// f / gcd(f, f') without its content. 1 for constants, 0 for 0.
///
/// # Errors
/// As [`Gcd::run`].
///
/// # Examples
/// ```
/// use eliminant::{Polynomial, squarefree_part};
/// let f: Polynomial = "-4*(x - 1)^3*(x + 2)^2".parse()?;
/// assert_eq!(squarefree_part(&f)?.to_string(), "x^2 + x - 2");
/// # Ok::<(), eliminant::Error>(())
/// ```
pub fn squarefree_part(f: &Polynomial) -> Result<Polynomial> {
    if f.is_zero() {
        return Ok(f.clone());
    }
    let (_, f) = primitive(f)?;
    let Some(var) = variable(&f)? else { return Ok(f) };
    let derivative = f.derivative(&var);
    let answer = Gcd::new(&f, &derivative).cofactors(true).run()?;
    match answer.cofactors {
        Some([part, _]) => Ok(primitive(&part)?.1),
        None => Ok(f),
    }
}
