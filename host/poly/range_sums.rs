//! Sums of terms and of products of terms in a range of monomials, on all threads.
//!
//! A range is split until it has few products. Those of a small one are added up in a table of its monomials, which stays in the processor's caches: no products are
//! ordered, and nothing depends on how often they meet.

use super::exponent_words::Word;
use super::heap_division::{Outcome, Ring, Terms};
use crate::alone;
use crate::error::Result;
use std::borrow::Borrow;

/// Products of a range that is not split, at least.
const SMALL: usize = 1 << 14;

/// Products of such a range for each row: to split one takes some steps a row.
const PER_ROW: usize = 16;

/// Words of products between two looks: some milliseconds.
const LOOK: u64 = 1 << 18;

/// A term times terms in descending order.
pub(super) struct Row<'a, K, N> {
    pub by: &'a (K, N),
    pub terms: &'a [(K, N)],
}

/// The terms of one polynomial, and the products that are subtracted from them: all with monomials of one range.
pub(super) struct Range<'a, K, C, N> {
    pub terms: &'a [(K, C)],
    pub rows: Vec<Row<'a, K, N>>,
}

impl<'a, K: Word, N> Row<'a, K, N> {
    /// The products that are `pivot` or above, and those below; `None` where there are none.
    fn split(&self, pivot: &K) -> [Option<Self>; 2] {
        let (front, back) = self.terms.split_at(self.terms.partition_point(|term| self.at(term) >= *pivot));
        [front, back].map(|terms| (!terms.is_empty()).then_some(Row { by: self.by, terms }))
    }

    fn at(&self, term: &(K, N)) -> K {
        term.0.times(&self.by.0)
    }
}

impl<'a, K: Word, C, N> Range<'a, K, C, N> {
    /// Terms and products.
    fn count(&self) -> usize {
        self.terms.len() + self.rows.iter().map(|row| row.terms.len()).sum::<usize>()
    }

    /// Two ranges, the one with the larger monomials first, of which none has much more than three quarters of the products; `None` where all products have one
    /// monomial, or nearly so.
    fn halves(&self) -> Option<[Self; 2]> {
        let of_terms = self.terms.get(self.terms.len() / 2).map(|term| (term.0.clone(), self.terms.len()));
        let of_row = |row: &Row<'a, K, N>| Some((row.at(row.terms.get(row.terms.len() / 2)?), row.terms.len()));
        let mut middles: Vec<(K, usize)> = self.rows.iter().filter_map(of_row).chain(of_terms).collect();
        middles.sort_unstable_by(|a, b| b.0.cmp(&a.0));
        // Half of the products are of rows whose middle is not below the pivot, and half of the others are above their own.
        let half = self.count() / 2;
        let mut before = 0;
        let (pivot, _) = middles.iter().find(|(_, length)| {
            before += length;
            before > half
        })?;
        let (front, back) = self.terms.split_at(self.terms.partition_point(|term| term.0 >= *pivot));
        let mut halves = [front, back].map(|terms| Range { terms, rows: Vec::with_capacity(self.rows.len()) });
        for row in &self.rows {
            for (half, part) in halves.iter_mut().zip(row.split(pivot)) {
                half.rows.extend(part);
            }
        }
        halves.iter().all(|half| half.count() > 0).then_some(halves)
    }
}

/// Sums by monomials.
struct Sums<K, S> {
    sums: Vec<(K, S)>,
    /// Number of the sum and 1 in the first free place from that of the monomial on; 0 is free. A power of two, twice the sums at least.
    places: Vec<u32>,
}

impl<K: Word, S: Default> Sums<K, S> {
    fn new(expected: usize) -> Self {
        Sums { sums: Vec::with_capacity(expected), places: vec![0; (4 * expected).next_power_of_two().max(64)] }
    }

    /// The place with the number of a monomial's sum, or a free one.
    fn place(&self, key: &K) -> usize {
        let mask = self.places.len() - 1;
        let mut place = (key.mixed() >> (u64::BITS - self.places.len().trailing_zeros())) as usize;
        loop {
            match self.places[place] {
                0 => return place,
                number if self.sums[number as usize - 1].0 == *key => return place,
                _ => place = (place + 1) & mask,
            }
        }
    }

    /// The sum of a monomial.
    fn at(&mut self, key: K) -> &mut S {
        let place = self.place(&key);
        let number = match self.places[place] {
            0 => self.insert(place, key),
            number => number as usize - 1,
        };
        &mut self.sums[number].1
    }

    #[inline(never)]
    fn insert(&mut self, place: usize, key: K) -> usize {
        let number = self.sums.len();
        self.sums.push((key, S::default()));
        // A range has less than 2^32 products: tables of more are not in memory.
        self.places[place] = number as u32 + 1;
        if 2 * self.sums.len() > self.places.len() {
            self.places = vec![0; 2 * self.places.len()];
            for number in 0..self.sums.len() {
                let place = self.place(&self.sums[number].0);
                self.places[place] = number as u32 + 1;
            }
        }
        number
    }
}

/// A division whose terms are known as far as the products of a range need them.
pub(super) struct Quotients<'d, R: Ring, O, L> {
    pub ring: &'d R,
    /// The leading coefficient of the divisor.
    pub lead: &'d R::Number,
    /// A monomial over the leading one of the divisor; `None` where no quotient has such a term.
    pub over: O,
    /// Called every few milliseconds.
    pub look: L,
}

impl<R: Ring, O, L: Fn() -> Result<()> + Sync> Quotients<'_, R, O, L> {
    /// The terms of the quotient that the range has, in descending order.
    ///
    /// # Errors
    /// Of the look.
    pub fn of<K: Word, C: Borrow<R::Number> + Sync>(
        &self,
        range: &Range<'_, K, C, R::Number>,
    ) -> Result<Outcome<Terms<K, R>>>
    where
        O: Fn(&K) -> Option<K> + Sync,
    {
        let most = SMALL.max(PER_ROW * range.rows.len());
        let Some([front, back]) = (range.count() > most).then(|| range.halves()).flatten() else {
            return self.of_small(range);
        };
        let (front, back) = alone::join(|| self.of(&front), || self.of(&back));
        Ok(match (front?, back?) {
            (Outcome::Exact(mut front), Outcome::Exact(back)) => {
                front.extend(back);
                Outcome::Exact(front)
            }
            (Outcome::Inexact, _) | (_, Outcome::Inexact) => Outcome::Inexact,
            _ => Outcome::Abandoned,
        })
    }

    fn of_small<K: Word, C: Borrow<R::Number>>(
        &self,
        range: &Range<'_, K, C, R::Number>,
    ) -> Result<Outcome<Terms<K, R>>>
    where
        O: Fn(&K) -> Option<K>,
    {
        let ring = self.ring;
        let mut sums: Sums<K, R::Sum> = Sums::new(range.terms.len());
        let mut fits = true;
        for (key, c) in range.terms {
            fits &= ring.add(sums.at(key.clone()), c.borrow());
        }
        let mut since = 0;
        for row in &range.rows {
            let factor = &row.by.1;
            for term in row.terms {
                fits &= ring.subtract_product(sums.at(row.at(term)), factor, &term.1);
            }
            since += row.terms.len() as u64 * ring.limbs(factor);
            if since >= LOOK {
                (self.look)()?;
                since = 0;
            }
        }
        (self.look)()?;
        if !fits {
            return Ok(Outcome::Abandoned);
        }
        let mut found = Vec::new();
        for (key, sum) in sums.sums {
            if ring.is_zero(&sum) {
                continue;
            }
            let Some(key) = (self.over)(&key) else { return Ok(Outcome::Inexact) };
            match ring.divide(sum, self.lead) {
                Outcome::Exact(c) => found.push((key, c)),
                Outcome::Inexact => return Ok(Outcome::Inexact),
                Outcome::Abandoned => return Ok(Outcome::Abandoned),
            }
        }
        found.sort_unstable_by(|a, b| b.0.cmp(&a.0));
        Ok(Outcome::Exact(found))
    }
}
