//! Exponents of the kept variables, made small before the computation and large again afterwards.
//!
//! Where all exponents of v in f are a plus multiples of d, and in g b plus multiples of d, f = v^a f1(v^d), g = v^b g1(v^d), and with
//! the degrees p, q in the eliminated variable
//!
//! > res(f, g) = v^(a q + b p) res(f1, g1)(v^d), disc(f) = v^(a (2p - 2)) disc(f1)(v^d),
//!
//! since each row of f in the Sylvester matrix has the factor v^a, each of g v^b, and disc(f) is homogeneous of degree 2p - 2 in the
//! coefficients of f. Grids have an axis for each variable, whose points count with all others: so what need not be computed is not.
//! A variable that is in monomial factors only has no axis. Before that y may be multiplied by a power of v, which changes d and the factor of the
//! answer ([`super::shear`]).
//!
//! Nor has one whose exponents follow from those of others. Where all terms of f have the weight A and all of g the weight B, with weights w of
//! the kept variables and u of y, the elements of row i and column j of the Sylvester matrix have weight r_i + c_j, and
//!
//! > res(f, g) has weight q A + p B - u p q, disc(f) has weight (2 n - 2) A - u n (n - 1), n = deg f.
//!
//! So with vectors of exponents of y and the kept variables, f_0 of one term of f and g_0 of one term of g, those of res(f, g), where y has
//! the exponent 0, are in q f_0 + p g_0 - (p q, 0) + V, where V is the span of the differences in f and in g ([`crate::plan::gradings`]).

use super::shear::Shear;
use crate::error::Result;
use crate::plan::exponents::{AnswerExponents, Variable};
use crate::plan::gradings::{Gradings, Relation};
use crate::poly::{Polynomial, Term, places};

/// How exponents of the kept variables are made small, and those of the answer large.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Thinning {
    /// Those of the answer.
    pub answer: AnswerExponents,
    /// The change of the exponents of each variable that occurs in the polynomials.
    shears: Vec<Shear>,
}

/// How the exponents of a variable with an axis become small.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Axis {
    /// Its place among the kept ones.
    pub place: usize,
    /// The divisor of the exponents, after the rest is done.
    pub step: u32,
    /// The exponent that is subtracted from them.
    pub lowest: i64,
    /// How many times the exponent of the eliminated variable is added.
    pub weight: i64,
}

impl Axis {
    /// The small exponent for `e` in a term with this power of the eliminated variable.
    pub fn small(&self, e: u32, power: u32) -> u32 {
        ((i64::from(e) + self.weight * i64::from(power) - self.lowest) / i64::from(self.step)) as u32
    }
}

impl Thinning {
    /// Of the polynomials in `var` and the variables `kept`, none of which is 0; the answer is homogeneous in the coefficients of each, of the
    /// degrees `weights`, and of weight `-of_var` where the power of `var` of each coefficient has its exponent as weight.
    pub fn new((kept, var): (&[String], &str), polynomials: &[&Polynomial], weights: &[u64], of_var: u64) -> Self {
        let with_places = places_with((kept, var), polynomials);
        let variable = |(place, places): (usize, &Vec<[Option<usize>; 2]>)| {
            let shear = Shear::new(places, polynomials, weights, of_var)?;
            Some((Variable { place, step: shear.step, shift: shear.shift }, shear))
        };
        let (variables, shears): (Vec<Variable>, Vec<Shear>) =
            with_places.iter().enumerate().filter_map(variable).unzip();
        let relations = relations((kept, var), (polynomials, weights, of_var), &variables, &shears);
        Thinning { answer: AnswerExponents::new(kept.len(), variables, relations), shears }
    }

    /// How many coefficients an answer for the same has in small exponents, of all variables that occur: a bound.
    pub fn points((kept, var): (&[String], &str), polynomials: &[&Polynomial], weights: &[u64], of_var: u64) -> u128 {
        let of = |places: &Vec<[Option<usize>; 2]>| {
            let shear = Shear::new(places, polynomials, weights, of_var);
            shear.map_or(1, |shear| shear.coefficients(places, polynomials))
        };
        places_with((kept, var), polynomials).iter().map(of).fold(1, u128::saturating_mul)
    }

    /// Kept variables, with those that do not occur.
    pub fn kept(&self) -> usize {
        self.answer.kept()
    }

    /// The variables that have an axis, and how their exponents in polynomial number `which` become small.
    pub fn axes(&self, which: usize) -> impl Iterator<Item = Axis> {
        let all = self.answer.variables().iter().zip(&self.shears).enumerate();
        let with_axis = all.filter(|&(number, _)| self.answer.has_axis(number));
        with_axis.map(move |(_, (variable, shear))| axis(variable, shear, which))
    }

    /// Degrees of an answer per kept variable that occurs, for those `small` ones per axis.
    ///
    /// # Errors
    /// `Limit` when one is 2^31 or more, or that of an axis 2^30.
    pub fn degrees(&self, small: &[u64]) -> Result<Vec<u32>> {
        self.answer.degrees(small)
    }
}

/// For each kept variable where `var` and that one are in the exponents of each polynomial.
fn places_with((kept, var): (&[String], &str), polynomials: &[&Polynomial]) -> Vec<Vec<[Option<usize>; 2]>> {
    let of_kept: Vec<Vec<Option<usize>>> = polynomials.iter().map(|f| places(f, kept)).collect();
    let of_y: Vec<Option<usize>> = polynomials.iter().map(|f| places(f, &[var])[0]).collect();
    let with = |place: usize| of_y.iter().zip(&of_kept).map(|(&y, of_kept)| [y, of_kept[place]]).collect();
    (0..kept.len()).map(with).collect()
}

fn axis(variable: &Variable, shear: &Shear, which: usize) -> Axis {
    Axis { place: variable.place, step: variable.step, lowest: shear.lowest[which], weight: shear.weight }
}

/// Exponents of variables that follow from those of others, for small exponents: those with a step, in their order.
fn relations(
    (kept, var): (&[String], &str),
    (polynomials, weights, of_var): (&[&Polynomial], &[u64], u64),
    variables: &[Variable],
    shears: &[Shear],
) -> Vec<Relation> {
    let with_step = || variables.iter().zip(shears).filter(|(variable, _)| variable.step > 0);
    let count = with_step().count() + 1;
    let (mut gradings, mut origin, mut difference) = (Gradings::all(count), vec![0; count], vec![0; count]);
    // Degrees in `var` are below 2^17, sums of exponents below 2^50.
    origin[0] = -(of_var as i64);
    for (which, (f, &weight)) in polynomials.iter().zip(weights).enumerate() {
        let index = |name: &str| f.vars().iter().position(|v| v == name);
        let of = |term: &Term, index: Option<usize>| index.map_or(0, |i| term.exponents[i]);
        let y = index(var);
        let small: Vec<(Option<usize>, Axis)> =
            with_step().map(|(variable, shear)| (index(&kept[variable.place]), axis(variable, shear, which))).collect();
        // The exponent of y comes first.
        let exponent = |term: &Term, at: usize| match at.checked_sub(1) {
            None => i64::from(of(term, y)),
            Some(at) => i64::from(small[at].1.small(of(term, small[at].0), of(term, y))),
        };
        let Some(first) = f.terms().first() else { continue };
        let base: Vec<i64> = (0..count).map(|at| exponent(first, at)).collect();
        origin.iter_mut().zip(&base).for_each(|(o, e)| *o += weight as i64 * e);
        for term in &f.terms()[1..] {
            if gradings.is_empty() {
                return Vec::new();
            }
            let differences = base.iter().enumerate().map(|(at, e)| exponent(term, at) - e);
            difference.iter_mut().zip(differences).for_each(|(into, difference)| *into = difference);
            gradings.restrict(&difference);
        }
    }
    gradings.relations(&origin, 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::support::Support;

    fn of(place: usize, step: u32, lowest: i64) -> Axis {
        Axis { place, step, lowest, weight: 0 }
    }

    #[test]
    fn steps_and_shifts() {
        let names: Vec<String> = ["a", "b", "c", "d"].map(String::from).to_vec();
        let [f, g] = ["a^2*b^7*y^3 + a^8*b^7", "a^5*b*y^2 + 3*a^11*b*d + a^5*b*d^2"]
            .map(|text| Polynomial::parse_in(text, &["a", "b", "c", "d", "y"]).unwrap());
        // a: 2 + 6 k and 5 + 6 k; b: 7 and 1, without an axis; c does not occur; d: nothing to take out.
        let thinning = Thinning::new((&names, "y"), &[&f, &g], &[2, 3], 6);
        assert_eq!(thinning.kept(), 4);
        assert_eq!(thinning.axes(0).collect::<Vec<_>>(), [of(0, 6, 2), of(3, 1, 0)]);
        assert_eq!(thinning.axes(1).collect::<Vec<_>>(), [of(0, 6, 5), of(3, 1, 0)]);
        assert_eq!(thinning.degrees(&[4, 3]).unwrap(), [2 * 2 + 5 * 3 + 6 * 4, 7 * 2 + 3, 3]);
        assert_eq!(
            thinning.answer.exponents(&Support::whole(vec![5, 4]), 7).map(|e| e.to_vec()),
            Some(vec![19 + 6, 17, 0, 3])
        );
        assert!(thinning.degrees(&[1 << 28, 3]).is_ok() && thinning.degrees(&[1 << 29, 3]).is_err());
    }

    #[test]
    fn exponents_that_follow_from_others() {
        let names: Vec<String> = ["a", "b", "c", "d"].map(String::from).to_vec();
        let [f, g] = ["a^2*b^7*y^3 + a^8*b^7", "a^5*b*y^2 + 3*a^11*b*d"]
            .map(|text| Polynomial::parse_in(text, &["a", "b", "c", "d", "y"]).unwrap());
        // With a for a^6: res(y^3 + a, y^2 + 3 a d) = a^2 + 27 a^3 d^3, so d has the exponent 3 e_a - 6.
        let thinning = Thinning::new((&names, "y"), &[&f, &g], &[2, 3], 6);
        assert_eq!(thinning.axes(1).collect::<Vec<_>>(), [of(0, 6, 5)]);
        assert_eq!(thinning.degrees(&[3]).unwrap(), [19 + 18, 17, 3]);
        let exponents = |index| thinning.answer.exponents(&Support::whole(vec![4]), index).map(|e| e.to_vec());
        assert_eq!((exponents(2), exponents(3)), (Some(vec![19 + 12, 17, 0, 0]), Some(vec![19 + 18, 17, 0, 3])));
        assert_eq!((exponents(0), exponents(1)), (None, None));
    }
}
