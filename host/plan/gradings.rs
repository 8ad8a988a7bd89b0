//! Gradings: weights of variables with which an answer is homogeneous, so that some of its exponents follow from the others.
//!
//! A problem gives vectors of exponents whose span V over Q is such that all exponents e of the answer lie in o + V for an origin o. The weights w
//! with w.v = 0 for all v in V are its gradings: w.e = w.o for all terms of the answer. A basis of them in echelon form, each with its
//! own last coordinate c where all others have 0, says
//!
//! > e_c = (w.o - sum over i < c of w_i e_i) / w_c,
//!
//! where only coordinates without such a relation occur on the right. So those with one need no axis: the variable is set to 1, and no
//! two terms become one, since exponents in o + V (or in a row's own o' + V) that agree in the other coordinates agree in this one. Relations go
//! from the coordinates before to those behind, so the lexicographic order of the exponents is that of those that have an axis: where two
//! vectors differ first, they do not differ in a coordinate that follows from those before.

use rug::Integer;
use rug::ops::NegAssign;

/// Weights of a relation are below: larger ones are not looked for, as exponents of that size have no grid.
const WEIGHTS: i64 = 1 << 16;

/// Most coordinates whose gradings are looked for: a basis has the square of that many numbers.
const COORDINATES: usize = 256;

/// The weights with which all vectors so far have weight 0: a basis over Q, of integers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Gradings {
    basis: Vec<Vec<Integer>>,
}

/// A coordinate that follows from others, as in the module's formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Relation {
    /// c.
    pub coordinate: usize,
    /// w_c, positive.
    pub divisor: i64,
    /// w.o.
    pub constant: i128,
    /// i and w_i, without those that are 0.
    pub weights: Vec<(usize, i64)>,
}

impl Gradings {
    /// All weights of `count` coordinates; none of more than [`COORDINATES`].
    pub fn all(count: usize) -> Self {
        let count = if count > COORDINATES { 0 } else { count };
        let unit = |i| (0..count).map(|k| Integer::from(u8::from(i == k))).collect();
        Gradings { basis: (0..count).map(unit).collect() }
    }

    /// Whether only the weight 0 is left.
    pub fn is_empty(&self) -> bool {
        self.basis.is_empty()
    }

    /// Leaves those with which `vector` has weight 0.
    ///
    /// The kernel of a linear form on their span: one element of the basis with another value, and of each other one the combination
    /// with it that has the value 0. As many products as there are numbers in the basis, and a combination at most `count` times in all.
    pub fn restrict(&mut self, vector: &[i64]) {
        let vector: Vec<(usize, i64)> = vector.iter().copied().enumerate().filter(|&(_, v)| v != 0).collect();
        let there = |w: &Vec<Integer>, i: usize| !w[i].is_zero();
        let value = |w: &Vec<Integer>| {
            vector.iter().filter(|&&(i, _)| there(w, i)).fold(Integer::new(), |sum, &(i, v)| sum + &w[i] * v)
        };
        let values: Vec<Integer> = self.basis.iter().map(value).collect();
        let Some(out) = values.iter().position(|value| !value.is_zero()) else { return };
        let (pivot, by) = (self.basis.remove(out), &values[out]);
        let others = values[..out].iter().chain(&values[out + 1..]);
        for (w, value) in self.basis.iter_mut().zip(others).filter(|(_, value)| !value.is_zero()) {
            combine(w, by, &pivot, value);
        }
    }

    /// The relations of the echelon form, where the first `known` coordinates of an answer are 0 and the others are numbered without them.
    ///
    /// Gradings of the known coordinates alone are left out, as are relations with larger weights than there are grids for.
    pub fn relations(mut self, origin: &[i64], known: usize) -> Vec<Relation> {
        let mut found = Vec::with_capacity(self.basis.len());
        for c in (known..origin.len()).rev() {
            // Those found have 0 here already, unless they are combined with this one.
            let free = |number: usize| !found.iter().any(|&(_, of)| of == number);
            let Some(number) = (0..self.basis.len()).find(|&k| free(k) && !self.basis[k][c].is_zero()) else {
                continue;
            };
            let mut pivot = std::mem::take(&mut self.basis[number]);
            if pivot[c].is_negative() {
                pivot.iter_mut().for_each(Integer::neg_assign);
            }
            let by = pivot[c].clone();
            for w in self.basis.iter_mut().filter(|w| w.get(c).is_some_and(|x| !x.is_zero())) {
                let value = w[c].clone();
                combine(w, &by, &pivot, &value);
            }
            self.basis[number] = pivot;
            found.push((c, number));
        }
        let relation = |&(c, number): &(usize, usize)| {
            let w = &self.basis[number];
            let small = |x: &Integer| x.to_i64().filter(|x| x.abs() < WEIGHTS);
            let w = w.iter().map(small).collect::<Option<Vec<i64>>>()?;
            // Sums of exponents are below 2^50.
            let constant = w.iter().zip(origin).map(|(&w, &o)| i128::from(w) * i128::from(o)).sum();
            let weights = (known..c).filter(|&i| w[i] != 0).map(|i| (i - known, w[i])).collect();
            Some(Relation { coordinate: c - known, divisor: w[c], constant, weights })
        };
        found.iter().rev().filter_map(relation).collect()
    }
}

/// w = (by w - value pivot) / g with the greatest g; by > 0 does not change signs.
fn combine(w: &mut [Integer], by: &Integer, pivot: &[Integer], value: &Integer) {
    let mut content = Integer::new();
    for (w, pivot) in w.iter_mut().zip(pivot) {
        *w *= by;
        *w -= Integer::from(value * pivot);
        content.gcd_mut(w);
    }
    if content > 1 {
        w.iter_mut().for_each(|w| w.div_exact_mut(&content));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    fn relations(count: usize, known: usize, origin: &[i64], vectors: &[Vec<i64>]) -> Vec<Relation> {
        let mut gradings = Gradings::all(count);
        vectors.iter().for_each(|vector| gradings.restrict(vector));
        gradings.relations(origin, known)
    }

    #[test]
    fn total_degree() {
        // x^2, x y, y^2 and z^2.
        let vectors = [vec![-1, 1, 0], vec![-2, 2, 0], vec![-2, 0, 2]];
        let found = relations(3, 0, &[2, 0, 0], &vectors);
        let last = Relation { coordinate: 2, divisor: 1, constant: 2, weights: vec![(0, 1), (1, 1)] };
        assert_eq!(found, [last]);
        // Nothing is said of a vector of all coordinates, and everything of none.
        assert!(relations(3, 0, &[0; 3], &[vec![1, 0, 0], vec![1, 1, 0], vec![5, 2, 7]]).is_empty());
        let all = relations(2, 0, &[3, -4], &[]);
        assert_eq!(
            all.iter().map(|r| (r.coordinate, r.divisor, r.constant)).collect::<Vec<_>>(),
            [(0, 1, 3), (1, 1, -4)]
        );
    }

    #[test]
    fn known_coordinates_are_left_out() {
        // The discriminant of a y^2 + b y + c, b^2 - 4 a c: in the order y, a, b, c with e_y = 0, e_b = 2 - 2 e_a and e_c = e_a.
        let found = relations(4, 1, &[-2, 0, 0, 2], &[vec![2, 1, 0, -1], vec![1, 0, 1, -1]]);
        let relation = |coordinate, constant, w| Relation { coordinate, divisor: 1, constant, weights: vec![(0, w)] };
        assert_eq!(found, [relation(1, 2, 2), relation(2, 0, -1)]);
    }

    /// Every vector of the span follows from the coordinates that have no relation, which are as many as the rank, each from those before it.
    #[test]
    fn random_spans() {
        let mut rng = StdRng::seed_from_u64(1);
        let mut counts = [0; 7];
        for _ in 0..1000 {
            let (count, rank) = (rng.random_range(1..7), rng.random_range(0..7));
            let mut vector =
                |range: i64| -> Vec<i64> { (0..count).map(|_| rng.random_range(-range..=range)).collect() };
            let (origin, vectors) = (vector(20), (0..rank).map(|_| vector(3)).collect::<Vec<_>>());
            let found = relations(count, 0, &origin, &vectors);
            let determined: Vec<usize> = found.iter().map(|relation| relation.coordinate).collect();
            assert!(determined.windows(2).all(|pair| pair[0] < pair[1]) && found.len() + rank >= count);
            for relation in &found {
                let before = |i: usize| i < relation.coordinate && !determined.contains(&i);
                assert!(relation.divisor > 0 && relation.weights.iter().all(|&(i, w)| before(i) && w != 0));
            }
            for _ in 0..20 {
                let mut e = origin.clone();
                for v in &vectors {
                    let times = rng.random_range(-5..=5);
                    e.iter_mut().zip(v).for_each(|(e, v)| *e += times * v);
                }
                for Relation { coordinate, divisor, constant, weights } in &found {
                    let sum: i128 = weights.iter().map(|&(i, w)| i128::from(w) * i128::from(e[i])).sum();
                    assert_eq!(constant - sum, i128::from(*divisor) * i128::from(e[*coordinate]));
                }
            }
            counts[found.len()] += 1;
        }
        assert!(counts[..6].iter().all(|&count| count > 20), "{counts:?}");
    }

    /// Exact whatever the size: relations of 2^16 and more are left out, others stay.
    #[test]
    fn large_weights() {
        let big = 1 << 30;
        assert!(relations(2, 0, &[0, 0], &[vec![big + 1, big - 1]]).is_empty());
        assert_eq!(relations(2, 0, &[0, 5], &[vec![big, 2 * big]])[0].weights, [(0, -2)]);
        let found = relations(3, 0, &[0, 0, 7], &[vec![big + 1, big - 1, 0]]);
        assert_eq!(found, [Relation { coordinate: 2, divisor: 1, constant: 7, weights: vec![] }]);
        assert!(Gradings::all(COORDINATES + 1).is_empty() && !Gradings::all(COORDINATES).is_empty());
    }
}
