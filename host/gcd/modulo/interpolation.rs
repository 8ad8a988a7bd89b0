//! Newton's interpolation of polynomials by their values at points of x_n.

use super::levels::{Level, Row};
use crate::finite_field::{Arithmetic, Element, dense};

/// The product of x_n - a over the points a so far.
#[derive(Debug)]
pub(super) struct Nodes<E = u64> {
    pub product: Vec<E>,
}

impl<E: Element> Nodes<E> {
    pub fn new<K: Arithmetic<Elem = E>>(field: K) -> Self {
        Nodes { product: vec![field.one()] }
    }

    /// How many points there are.
    pub fn count(&self) -> usize {
        self.product.len() - 1
    }

    /// 1 / the product at a point that is none of them.
    pub fn inverse_at<K: Arithmetic<Elem = E>>(&self, field: K, point: E) -> E {
        field.inverse(dense::value(field, &self.product, point))
    }

    /// One point more.
    pub fn push<K: Arithmetic<Elem = E>>(&mut self, field: K, point: E) {
        self.product.insert(0, field.zero());
        for i in 1..self.product.len() {
            let c = field.mul(self.product[i], point);
            self.product[i - 1] = field.sub(self.product[i - 1], c);
        }
    }
}

/// The polynomial of the least degree in x_n that has the values so far.
#[derive(Debug)]
pub(super) struct Interpolant<E = u64> {
    pub polynomial: Level<E>,
}

impl<E: Element> Interpolant<E> {
    /// 0, before there are values.
    pub fn new() -> Self {
        Interpolant { polynomial: Level { rows: Vec::new() } }
    }

    /// One value more, given by its terms in descending order: f + (value - f(a)) N / N(a) with the product N of the nodes so far and 1 / N(a). Tells whether that
    /// is another polynomial.
    pub fn push<K: Arithmetic<Elem = E>>(
        &mut self,
        field: K,
        (nodes, inverse, point): (&Nodes<E>, E, E),
        value: impl Iterator<Item = (u128, E)>,
    ) -> bool {
        let rows = std::mem::take(&mut self.polynomial.rows);
        let (mut old, mut new) = (rows.into_iter().peekable(), value.peekable());
        let mut merged: Vec<Row<E>> = Vec::with_capacity(old.len());
        let mut changed = false;
        loop {
            let (monomial, mut row) = match (old.peek(), new.peek()) {
                (None, None) => break,
                (Some(row), other) if other.is_none_or(|term| row.0 >= term.0) => old.next().unwrap_or_default(),
                (_, Some(term)) => (term.0, Vec::new()),
                (Some(_), None) => break,
            };
            let value = new.next_if(|term| term.0 == monomial).map_or(E::ZERO, |term| term.1);
            let step = field.sub(value, dense::value(field, &row, point));
            if step != E::ZERO {
                changed = true;
                let factor = field.mul(step, inverse);
                // The product has a higher degree than the row.
                row.resize(nodes.product.len(), E::ZERO);
                row.iter_mut().zip(&nodes.product).for_each(|(to, &c)| *to = field.add(*to, field.mul(factor, c)));
            }
            merged.push((monomial, row));
        }
        self.polynomial.rows = merged;
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finite_field::Field;

    #[test]
    fn values_give_the_polynomial() {
        let field = Field::new(101);
        let enter = |c: &[u64]| c.iter().map(|&c| field.enter(c)).collect::<Vec<_>>();
        let f = Level { rows: vec![(9, enter(&[0, 0, 5])), (4, enter(&[1])), (0, enter(&[100, 3, 0, 7]))] };
        let (mut nodes, mut found) = (Nodes::new(field), Interpolant::new());
        let changes: Vec<bool> = [0, 7, 3, 50, 100, 21]
            .map(|point| {
                let point = field.enter(point);
                let inverse = nodes.inverse_at(field, point);
                let changed = found.push(field, (&nodes, inverse, point), f.at(field, point).into_iter());
                nodes.push(field, point);
                changed
            })
            .to_vec();
        assert_eq!((found.polynomial, nodes.count()), (f, 6));
        assert_eq!(changes, [true, true, true, true, false, false]);
    }
}
