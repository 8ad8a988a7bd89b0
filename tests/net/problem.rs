//! The problems: each from the seed and its number alone.

use crate::choices::Choices;
use crate::random::{mapped, once_in, pick};
use crate::{divide, eliminate, keep, matrices};
use eliminant::{Interpolation, Method, Polynomial};
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rug::Integer;
use serde::Serialize;
use std::fmt::{self, Display, Formatter};

/// How large problems are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    Small,
    Medium,
}

/// Which of all problems this is.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    pub seed: u64,
    pub scale: Scale,
    pub number: u64,
}

/// The arguments that make this problem alone.
impl Display for Place {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let [small, medium] = if self.scale == Scale::Small { [1, 0] } else { [0, 1] };
        write!(f, "--seed {} --first {} --small {small} --medium {medium}", self.seed, self.number)
    }
}

/// The operation on the inputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Operation {
    Resultant,
    Discriminant,
    Gcd,
    Cofactors,
    Batch,
    List,
    Squarefree,
    Part,
    Determinant,
    /// All subresultants, their principal coefficients, and one with its cofactors.
    Chain,
    Principal,
    Combination,
    Adjugate,
}

impl Operation {
    /// Whether a variable is eliminated from two polynomials.
    fn is_of_pairs(self) -> bool {
        use Operation::*;
        matches!(self, Resultant | Chain | Principal | Combination)
    }
}

/// A problem and how to solve it.
#[derive(Debug, Clone)]
pub struct Problem {
    pub operation: Operation,
    /// Two polynomials, one, or a list; of a batch the pairs one behind the other, of a matrix the entries row by row.
    pub inputs: Vec<Polynomial>,
    /// The variable that is eliminated.
    pub variable: &'static str,
    pub modulus: Option<u32>,
    pub choices: Choices,
}

impl Problem {
    /// The problem of this place.
    pub fn new(place: Place) -> Self {
        // Odd factors keep apart what differs in one of the three.
        let scale = place.scale as u64;
        let mixed = place.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ place.number.wrapping_mul(0xd134_2543_de82_ef95);
        let rng = &mut StdRng::seed_from_u64(mixed.rotate_left(17) ^ scale.wrapping_mul(0xbf58_476d_1ce4_e5b9));
        let operation = match rng.random_range(0..29) {
            0..8 => Operation::Resultant,
            8..11 => Operation::Discriminant,
            11..14 => Operation::Gcd,
            14..17 => Operation::Cofactors,
            17..22 => Operation::Determinant,
            22 => pick(rng, &[Operation::Batch, Operation::Batch, Operation::List]),
            25..27 => pick(rng, &[Operation::Principal, Operation::Combination]),
            // The chain of a long pair has more coefficients than a net has time for.
            27 if place.scale == Scale::Small => Operation::Chain,
            27 | 28 => Operation::Adjugate,
            _ => pick(rng, &[Operation::Squarefree, Operation::Squarefree, Operation::Squarefree, Operation::Part]),
        };
        let modulus = modulus(rng);
        let (inputs, variable) = match operation {
            Operation::Resultant
            | Operation::Discriminant
            | Operation::Chain
            | Operation::Principal
            | Operation::Combination => match once_in(rng, 3) {
                true => several_kept(rng, operation, place.scale, modulus),
                false => elimination(rng, operation, place.scale, modulus),
            },
            Operation::Gcd | Operation::Cofactors => (divisors(rng, place.scale), ""),
            Operation::Batch => (batch(rng, place.scale), ""),
            Operation::Determinant | Operation::Adjugate => {
                let size = match place.scale {
                    Scale::Small => matrices::Size::small(rng),
                    Scale::Medium => matrices::Size::medium(rng),
                };
                (matrices::entries(rng, &size, modulus), "")
            }
            Operation::List => {
                let [variables, others] = [0, 1].map(|_| rng.random_range(1..5));
                let size = divide::Size::small(rng, variables);
                (divide::list(rng, &size, others), "")
            }
            Operation::Squarefree | Operation::Part => {
                let size = match place.scale {
                    Scale::Small => divide::Size::small(rng, 1),
                    Scale::Medium => divide::Size::medium(rng, 1),
                };
                (vec![divide::powers(rng, &size)], "")
            }
        };
        let modulus = modulus
            .filter(|_| !variable.is_empty() || matches!(operation, Operation::Determinant | Operation::Adjugate));
        let mut choices = Choices::random(rng);
        // That several kept variables have no arbitrary points is seen now and then.
        let several = !variable.is_empty() && inputs.iter().any(|f| f.vars().len() > 2);
        if several && !once_in(rng, 8) {
            choices.interpolation = Interpolation::Ntt;
        }
        let is_elimination = matches!(operation, Operation::Resultant | Operation::Discriminant);
        if choices.method == Method::Sylvester
            && is_elimination
            && Extent::new(&inputs, variable, modulus).by_sylvester() > MOST_BY_SYLVESTER
        {
            choices.method = Method::Remainder;
        }
        Problem { operation, inputs, variable, modulus, choices }
    }
}

/// Most steps of a remainder sequence in x and y, and of elimination in Sylvester matrices: a fraction of a second of one thread, and a second.
const MOST_STEPS: f64 = 3e8;
const MOST_BY_SYLVESTER: f64 = 3e9;

/// How large an elimination is, about.
struct Extent {
    /// Degrees in the eliminated variable.
    degrees: [f64; 2],
    /// Points, times primes.
    scalars: f64,
}

impl Extent {
    fn new(inputs: &[Polynomial], variable: &str, modulus: Option<u32>) -> Self {
        let [f, g] = [&inputs[0], inputs.get(1).unwrap_or(&inputs[0])];
        let degree = |f: &Polynomial, variable: &str| f64::from(f.degree(variable).unwrap_or(0));
        let bits = |f: &Polynomial| f.terms().iter().map(|term| term.coefficient.significant_bits()).max().unwrap_or(0);
        let (p, q) = (degree(f, variable), degree(g, variable));
        let kept = f.vars().iter().filter(|name| *name != variable);
        let points: f64 = kept.map(|name| degree(f, name) * q + degree(g, name) * p + 1.0).product();
        let primes = modulus.map_or_else(|| (f64::from(bits(f)) * q + f64::from(bits(g)) * p) / 30.0 + 1.0, |_| 1.0);
        Extent { degrees: [p, q], scalars: points * primes }
    }

    /// Steps of remainder sequences.
    fn steps(&self) -> f64 {
        self.degrees[0] * self.degrees[1] * self.scalars
    }

    /// Steps of elimination in Sylvester matrices.
    fn by_sylvester(&self) -> f64 {
        (self.degrees[0] + self.degrees[1]).powi(3) / 6.0 * self.scalars
    }
}

/// A prime below 2^31, more often one at which something is special, or most often none.
fn modulus(rng: &mut StdRng) -> Option<u32> {
    // 998244353 and 469762049 have roots of unity of large orders.
    const SPECIAL: [u32; 14] =
        [2, 2, 3, 3, 5, 7, 13, 257, 65_537, 998_244_353, 469_762_049, 1_431_655_751, 2_147_483_629, 2_147_483_647];
    match rng.random_range(0..20) {
        0..10 => None,
        10..16 => Some(pick(rng, &SPECIAL)),
        _ => {
            let bits = rng.random_range(3..31);
            Integer::from(rng.random_range(2..1u32 << bits)).next_prime().to_u32()
        }
    }
}

/// Inputs in x and y, in any order, and which of them is eliminated.
fn elimination(
    rng: &mut StdRng,
    operation: Operation,
    scale: Scale,
    modulus: Option<u32>,
) -> (Vec<Polynomial>, &'static str) {
    let size = match scale {
        Scale::Small => eliminate::Size::small(rng),
        Scale::Medium => eliminate::Size::medium(rng),
    };
    let mut inputs = match operation {
        _ if operation.is_of_pairs() => eliminate::pair(rng, size, modulus).to_vec(),
        _ => vec![eliminate::alone(rng, size, modulus)],
    };
    // Long polynomials in y alone may have got a factor in x, which makes hundreds of points of one.
    if Extent::new(&inputs, "y", modulus).steps() > MOST_STEPS {
        inputs = inputs
            .iter()
            .map(|f| {
                mapped(f, |coefficient, exponents| {
                    exponents[0] = 0;
                    coefficient
                })
            })
            .collect();
    }
    let variable = if once_in(rng, 4) { "x" } else { "y" };
    for f in &mut inputs {
        if variable == "x" {
            *f = f.swap("x", "y").expect("both variables");
        }
        let vars: &[&str] = pick(rng, &[&["x", "y"], &["x", "y"], &["x", "y"], &["y", "x"]]);
        *f = f.with_vars(vars).expect("both variables");
    }
    (inputs, variable)
}

/// Inputs of which several variables are kept, with their variables in any order, and which one is eliminated.
fn several_kept(
    rng: &mut StdRng,
    operation: Operation,
    scale: Scale,
    modulus: Option<u32>,
) -> (Vec<Polynomial>, &'static str) {
    let size = match scale {
        Scale::Small => keep::Size::small(rng),
        Scale::Medium => keep::Size::medium(rng),
    };
    let mut inputs = match operation {
        _ if operation.is_of_pairs() => keep::pair(rng, &size, modulus).to_vec(),
        _ => vec![keep::alone(rng, &size, modulus)],
    };
    let mut variable = "y";
    if once_in(rng, 8) {
        let other = pick(rng, size.vars);
        inputs.iter_mut().for_each(|f| *f = f.swap("y", other).expect("both variables"));
        variable = other;
    }
    let mut vars = size.vars.to_vec();
    for f in &mut inputs {
        if once_in(rng, 4) {
            vars.shuffle(rng);
        }
        *f = f.with_vars(&vars).expect("the same variables");
    }
    (inputs, variable)
}

/// Two polynomials in one to four variables.
fn divisors(rng: &mut StdRng, scale: Scale) -> Vec<Polynomial> {
    let variables = pick(rng, &[1, 1, 1, 2, 2, 3, 4]);
    let size = match scale {
        Scale::Small => divide::Size::small(rng, variables),
        Scale::Medium => divide::Size::medium(rng, variables),
    };
    let [f, mut g] = divide::pair(rng, &size);
    // Another list of variables.
    if once_in(rng, 8) {
        let mut vars = g.vars().to_vec();
        vars.rotate_left(1);
        g = g.with_vars(&vars).expect("the same variables");
    }
    vec![f, g]
}

/// Pairs of several sizes: medium batches have many small ones, and a few that are not.
fn batch(rng: &mut StdRng, scale: Scale) -> Vec<Polynomial> {
    let (small, medium) = match scale {
        Scale::Small => (rng.random_range(0..8), 0),
        Scale::Medium => (rng.random_range(20..200), rng.random_range(0..3)),
    };
    let mut inputs: Vec<Polynomial> = (0..small).flat_map(|_| divisors(rng, Scale::Small)).collect();
    inputs.extend((0..medium).flat_map(|_| divisors(rng, Scale::Medium)));
    inputs
}
