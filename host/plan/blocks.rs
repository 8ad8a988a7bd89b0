//! Block triangular form of a square matrix: blocks of rows and columns such that everything to one side of them is zero.
//!
//! With a choice of elements that are not zero, one in each row and column, row i points to row k where it has an element in the column
//! that row k chose. The strongly connected components are the blocks, and the determinant is the product of theirs, up to the sign of the
//! choice. The components do not depend on the choice (Dulmage and Mendelsohn).
//!
//! Source: Tarjan, Depth-first search and linear graph algorithms (1972).

/// A block on the diagonal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Block {
    /// Number of rows.
    pub size: usize,
    /// Its elements, row by row, as [`gpu::determinant::matrix::entry`].
    pub elements: Vec<u32>,
}

impl Block {
    /// The number of the entry of an element; `None` for zero.
    pub fn number(&self, row: usize, column: usize) -> Option<usize> {
        (self.elements[row * self.size + column] as usize / 2).checked_sub(1)
    }

    /// Whether an element is the negative of its entry.
    pub fn is_negative(&self, row: usize, column: usize) -> bool {
        self.elements[row * self.size + column] % 2 == 1
    }
}

/// Strongly connected components of the graph in which row i points to row k where `points(i, k)`, each ascending.
///
/// O(n^2) calls.
pub(crate) fn components(n: usize, points: impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
    const NEW: usize = usize::MAX;
    let (mut number, mut low, mut on_stack) = (vec![NEW; n], vec![0; n], vec![false; n]);
    let (mut stack, mut found, mut next) = (Vec::new(), Vec::new(), 0);
    for start in 0..n {
        if number[start] != NEW {
            continue;
        }
        // Rows on the way, each with the next one that it may point to: depth may be n.
        let mut way = vec![(start, 0)];
        while let Some(&mut (i, ref mut k)) = way.last_mut() {
            if *k == 0 {
                (number[i], low[i]) = (next, next);
                next += 1;
                stack.push(i);
                on_stack[i] = true;
            }
            match (*k..n).find(|&k| points(i, k) && (number[k] == NEW || on_stack[k])) {
                Some(to) => {
                    *k = to + 1;
                    match number[to] == NEW {
                        true => way.push((to, 0)),
                        false => low[i] = low[i].min(number[to]),
                    }
                }
                None => {
                    way.pop();
                    if let Some(&(above, _)) = way.last() {
                        low[above] = low[above].min(low[i]);
                    }
                    if low[i] == number[i] {
                        let from = stack.iter().rposition(|&k| k == i).unwrap_or(0);
                        let mut component = stack.split_off(from);
                        component.iter().for_each(|&k| on_stack[k] = false);
                        component.sort_unstable();
                        found.push(component);
                    }
                }
            }
        }
    }
    found
}

/// Whether a permutation is odd.
pub(crate) fn is_odd(permutation: &[usize]) -> bool {
    let mut seen = vec![false; permutation.len()];
    let mut odd = false;
    for start in 0..permutation.len() {
        let mut at = start;
        while !std::mem::replace(&mut seen[at], true) {
            at = permutation[at];
            odd ^= at != start;
        }
    }
    odd
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    #[test]
    fn components_are_what_is_reached_both_ways() {
        let mut rng = StdRng::seed_from_u64(1);
        for round in 0..500 {
            let n = rng.random_range(0..9usize);
            let percent = [5, 15, 40][round % 3];
            let edges: Vec<bool> = (0..n * n).map(|_| rng.random_range(0..100) < percent).collect();
            let mut reached = edges.clone();
            (0..n).for_each(|i| reached[i * n + i] = true);
            for middle in 0..n {
                for i in 0..n {
                    for k in 0..n {
                        reached[i * n + k] |= reached[i * n + middle] && reached[middle * n + k];
                    }
                }
            }
            let found = components(n, |i, k| edges[i * n + k]);
            let mut all: Vec<usize> = found.concat();
            all.sort_unstable();
            assert!(all.into_iter().eq(0..n));
            for component in &found {
                for k in 0..n {
                    let together = reached[component[0] * n + k] && reached[k * n + component[0]];
                    assert_eq!(component.contains(&k), together);
                }
            }
        }
    }

    #[test]
    fn deep_graphs_have_no_deep_recursion() {
        let n = 3000;
        assert_eq!(components(n, |i, k| k == i + 1).len(), n);
        assert_eq!(components(n, |i, k| k == (i + 1) % n).len(), 1);
    }

    #[test]
    fn signs_of_permutations() {
        let odd = [(&[][..], false), (&[0], false), (&[1, 0], true), (&[1, 2, 0], false), (&[1, 0, 3, 2], false)];
        odd.into_iter().for_each(|(permutation, expected)| assert_eq!(is_odd(permutation), expected));
        assert!(is_odd(&[3, 1, 2, 0]));
    }
}
