//! The equations in the elementary symmetric functions of the signed cosines.
//!
//! x_k = +-cos a_k with the sign of the step. T_j is odd for an odd harmonic j, so +-cos(j a_k) = T_j(x_k), and one system has the solutions
//! of every pattern of signs: T_j(x_1) + .. + T_j(x_n) = 0. It is symmetric in the x_k. Newton's identities write its power sums
//! p_k = x_1^k + .. + x_n^k in s_1 = m, s_2, .., s_n, and each solution is there once instead of n! times.

use eliminant::{Error, Polynomial};
use rug::Integer;

/// The harmonics that vanish: odd, and not divisible by 3, since those cancel between three phases. n sources take n - 1 of them.
pub const HARMONICS: [usize; 4] = [5, 7, 11, 13];

/// A polynomial with the name that it has in the output.
#[derive(Debug, Clone)]
pub struct Named {
    pub name: String,
    pub f: Polynomial,
}

/// A positive rational number, for m.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ratio {
    pub above: Integer,
    pub below: Integer,
}

impl Ratio {
    pub fn to_f64(&self) -> f64 {
        self.above.to_f64() / self.below.to_f64()
    }
}

impl std::fmt::Display for Ratio {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.below == 1 {
            true => write!(f, "{}", self.above),
            false => write!(f, "{}/{}", self.above, self.below),
        }
    }
}

impl std::str::FromStr for Ratio {
    type Err = String;

    /// `19/10` or `1.9`, both exact.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is not a positive number such as 19/10 or 1.9, of at most 40 digits");
        let number = |digits: &str| match digits.bytes().all(|b| b.is_ascii_digit()) && (1..=40).contains(&digits.len())
        {
            true => digits.parse::<Integer>().map_err(|_| wrong()),
            false => Err(wrong()),
        };
        let (above, below) = match (text.split_once('/'), text.split_once('.')) {
            (Some((above, below)), _) => (number(above)?, number(below)?),
            (None, Some((whole, part))) => {
                number(part)?;
                (number(&format!("{whole}{part}"))?, number(&format!("1{}", "0".repeat(part.len())))?)
            }
            (None, None) => (number(text)?, Integer::from(1)),
        };
        if above.is_zero() || below.is_zero() {
            return Err(wrong());
        }
        let common = Integer::from(above.gcd_ref(&below));
        Ok(Ratio { above: above / &common, below: below / common })
    }
}

/// m, s2, .., sn.
pub fn variables(n: usize) -> Vec<String> {
    std::iter::once("m".to_owned()).chain((2..=n).map(|k| format!("s{k}"))).collect()
}

/// Coefficients of the Chebyshev polynomial T_j, the constant first: cos(j a) = T_j(cos a).
pub fn chebyshev(j: usize) -> Vec<i64> {
    let (mut before, mut t) = (vec![1], vec![0, 1]);
    for _ in 1..j {
        let mut next = vec![0; t.len() + 1];
        for (k, c) in t.iter().enumerate() {
            next[k + 1] += 2 * c;
        }
        for (k, c) in before.iter().enumerate() {
            next[k] -= c;
        }
        (before, t) = (t, next);
    }
    t
}

/// p_0, .., p_last of n numbers in m, s2, .., sn: p_k = s_1 p_(k-1) - s_2 p_(k-2) + .., where the term with p_0 counts k times, not n.
fn power_sums(n: usize, last: usize) -> Result<Vec<Polynomial>, Error> {
    let vars = variables(n);
    let constant = |c: i64| Polynomial::constant(&vars, c.into());
    let mut sums = vec![constant(n as i64)?];
    for k in 1..=last {
        let mut sum = constant(0)?;
        for i in 1..=k.min(n) {
            let rest = if i == k { constant(k as i64)? } else { sums[k - i].clone() };
            let term = &Polynomial::variable(&vars, &vars[i - 1])? * &rest;
            sum = if i % 2 == 1 { &sum + &term } else { &sum - &term };
        }
        sums.push(sum);
    }
    Ok(sums)
}

/// g5, g7, ..: the sums of T_5, T_7, .. over the signed cosines of n sources, in m, s2, .., sn; with a value of m in s2, .., sn.
pub fn equations(n: usize, m: Option<&Ratio>) -> Result<Vec<Named>, Error> {
    let harmonics = &HARMONICS[..n - 1];
    let sums = power_sums(n, harmonics[n - 2])?;
    let mut equations = Vec::new();
    for &j in harmonics {
        let mut f = Polynomial::zero(&variables(n))?;
        for (k, c) in chebyshev(j).into_iter().enumerate() {
            f = &f + &(&sums[k] * &Polynomial::constant(&variables(n), c.into())?);
        }
        if let Some(m) = m {
            f = at(&f, "m", &m.above, &m.below)?;
            f = f.exact_div_integer(&f.content())?;
        }
        equations.push(Named { name: format!("g{j}"), f });
    }
    Ok(equations)
}

/// below^d f(above / below), d the degree of f in `var`, which the answer lacks.
pub fn at(f: &Polynomial, var: &str, above: &Integer, below: &Integer) -> Result<Polynomial, Error> {
    let rows = f.collect(var)?;
    let others: Vec<&String> = f.vars().iter().filter(|name| *name != var).collect();
    let mut value = Polynomial::zero(&others)?;
    let mut power = Integer::from(1);
    for row in rows.iter().rev() {
        let constant = |c: &Integer| Polynomial::constant(&others, c.clone());
        value = &(&value * &constant(above)?) + &(row * &constant(&power)?);
        power *= below;
    }
    Ok(value)
}
