//! Brown's algorithm over a finite field, by recursion over the variables.
//!
//! Let f and g be primitive over K\[x_n\], h their greatest common divisor, and c that of their leading coefficients, which are polynomials in x_n. At a point a
//! of x_n with c(a) != 0 the leading monomial of the GCD of f(a) and g(a) is that of h or a greater one, and there is a greater one at
//! finitely many points only (unlucky ones). Where it is the same, the GCD times c(a) is the value of H = c h / lc(h), and the cofactors are those of
//! A = lc(h) f / h and of B: they are interpolated together.
//!
//! **Proof.** What comes out is a common divisor whose leading monomial is no less than that of h, and so it is h. It divides f for one of two reasons.
//! - The division was done. That is tried when a new point has left H as it was, with as much work as the images have taken so far; sparse polynomials need few
//!   points.
//! - H A and c f agree at N points, and neither has a degree of N or more in x_n: they are equal, and the primitive part of H divides f,
//!   since c has no x_1, ..., x_(n-1).
//!
//! An end comes, since there are finitely many unlucky points: where those of the field do not suffice, the caller takes a greater one.
//!
//! Source: Brown, On Euclid's algorithm and the computation of polynomial greatest common divisors, JACM 18 (1971); Geddes, Czapor, Labahn, Algorithms for
//! Computer Algebra, section 7.4.

use super::division::divide;
use super::effort::Effort;
use super::interpolation::{Interpolant, Nodes};
use super::levels::Level;
use super::points::Points;
use crate::alone::prelude::*;
use crate::control::Control;
use crate::error::Result;
use crate::finite_field::{Arithmetic, Element, dense};
use crate::poly::heap_division::Outcome;
use crate::run::memory;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// A GCD whose first coefficient is 1, and the cofactors; `None` where the points of the field are used up.
pub(super) type Found<E = u64> = Option<[Level<E>; 3]>;

/// Values that all images share.
pub(super) struct Brown<'e, K> {
    pub field: K,
    /// Bits of the exponents of x_1, x_2, ...
    pub bits: &'e [u32],
    /// Without progress.
    pub control: &'e Control,
}

/// Images whose GCDs have the same leading monomial.
struct Images<E> {
    monomial: u128,
    nodes: Nodes<E>,
    /// H, A and B.
    parts: [Interpolant<E>; 3],
}

impl<E: Element> Images<E> {
    fn bytes(&self) -> u64 {
        self.parts.iter().map(|part| part.polynomial.bytes()).sum()
    }
}

/// f and g, primitive in x_n, and what they were divided by.
struct Primitive<E> {
    parts: [Level<E>; 2],
    contents: [Vec<E>; 2],
    /// The GCD of the contents.
    content: Vec<E>,
}

impl<K: Arithmetic> Brown<'_, K> {
    /// gcd(f, g) for polynomials that are not 0 in as many variables as there are bits, in no more than `room` bytes; `progress` is told.
    ///
    /// # Errors
    /// `Limit`; `Cancelled`.
    pub fn run(
        &self,
        f: Level<K::Elem>,
        g: Level<K::Elem>,
        room: u64,
        random: &mut StdRng,
        progress: &Control,
    ) -> Result<Found<K::Elem>> {
        self.gcd((f, g), self.bits.len(), (room, Some(progress)), random, &mut Effort::default())
    }

    fn gcd(
        &self,
        (f, g): (Level<K::Elem>, Level<K::Elem>),
        level: usize,
        (room, progress): (u64, Option<&Control>),
        random: &mut StdRng,
        effort: &mut Effort,
    ) -> Result<Found<K::Elem>> {
        let held = f.bytes().saturating_add(g.bytes());
        memory::check(held, room)?;
        if level <= 1 {
            // Copies that become remainders, and quotients.
            memory::check(held.saturating_mul(3), room)?;
            return Ok(Some(self.univariate(f, g, effort)?));
        }
        let (field, control, begun) = (self.field, self.control, effort.done);
        let primitive = self.primitive(f, g)?;
        let [f, g] = &primitive.parts;
        let lead = dense::gcd(field, f.lead(), g.lead(), control)?;
        let degrees = [f, g].map(|part| lead.len() - 1 + part.degree());
        let enough = degrees[0].max(degrees[1]) + 1;
        let mut points = Points::new(field, random);
        let mut images: Option<Images<K::Elem>> = None;
        let mut trial = 0;
        loop {
            let known = images.as_ref().map_or(0, |images| images.nodes.count());
            // The first one often tells that there is no common divisor.
            let threads = if progress.is_some() && known > 0 { rayon::current_num_threads() } else { 1 };
            let usable = points.by_ref().filter(|&point| dense::value(field, &lead, point) != field.zero());
            let batch: Vec<(K::Elem, u64)> =
                usable.take(threads.min(enough - known)).map(|point| (point, random.random())).collect();
            if batch.is_empty() {
                return Ok(None);
            }
            let taken = held.saturating_add(images.as_ref().map_or(0, Images::bytes));
            let each = room.saturating_sub(taken) / batch.len() as u64;
            let section = progress.map(|progress| progress.next_of(batch.len() as f64, (enough - known) as f64));
            let image = |&(point, seed): &(K::Elem, u64)| {
                let (mut random, mut effort) = (StdRng::seed_from_u64(seed), Effort::default());
                let found = self.image((f, g), point, level, each, &mut random, &mut effort)?;
                Ok((point, found, effort.done))
            };
            let found: Vec<(K::Elem, Found<K::Elem>, u64)> = match &batch[..] {
                [one] => vec![image(one)?],
                _ => batch.par_iter().map(image).collect::<Result<_>>()?,
            };
            if let Some(section) = section {
                section.finish();
            }
            for (point, image, work) in found {
                effort.spend(work, control)?;
                let Some(image) = image else { return Ok(None) };
                let monomial = image[0].leading_monomial(self.bits[level - 2]);
                if monomial == 0 {
                    let [f, g] = primitive.parts;
                    let found = [Level::one(field), f, g];
                    return Ok(Some(self.whole(found, (&primitive.contents, &primitive.content))?));
                }
                if images.as_ref().is_some_and(|images| images.monomial < monomial) {
                    continue;
                }
                let current = match images.take().filter(|images| images.monomial == monomial) {
                    Some(images) => images,
                    None => {
                        trial = 0;
                        Images {
                            monomial,
                            nodes: Nodes::new(field),
                            parts: std::array::from_fn(|_| Interpolant::new()),
                        }
                    }
                };
                let current = images.insert(current);
                let changed = self.push(current, (&lead, point), &image, level);
                effort.spend(current.parts.iter().map(|part| 2 * part.polynomial.coefficients()).sum(), control)?;
                memory::check(held.saturating_add(current.bytes()), room)?;
                let divided = if current.nodes.count() >= enough {
                    let divided = self.by_degrees(current, degrees)?;
                    if divided.is_none() {
                        // All points were unlucky.
                        images = None;
                    }
                    divided
                } else if !changed && effort.done - begun >= trial {
                    let budget = effort.done - begun;
                    let left = room.saturating_sub(held.saturating_add(current.bytes()));
                    let divided = self.by_division(current, (f, g), level, (budget, left), effort)?;
                    trial = 2 * (effort.done - begun);
                    divided
                } else {
                    None
                };
                if let Some(found) = divided {
                    return Ok(Some(self.whole(found, (&primitive.contents, &primitive.content))?));
                }
            }
        }
    }

    /// gcd(f, g) in x_1.
    fn univariate(&self, f: Level<K::Elem>, g: Level<K::Elem>, effort: &mut Effort) -> Result<[Level<K::Elem>; 3]> {
        let (field, control) = (self.field, self.control);
        let [f, g] = [f, g].map(|part| part.rows.into_iter().next().unwrap_or_default().1);
        effort.spend(8 + f.len() as u64 * g.len() as u64, control)?;
        let h = dense::gcd(field, &f, &g, control)?;
        let [a, b] = [f, g].map(|part| dense::quotient(field, part, &h, control));
        Ok([h, a?, b?].map(|row| Level { rows: vec![(0, row)] }))
    }

    fn primitive(&self, f: Level<K::Elem>, g: Level<K::Elem>) -> Result<Primitive<K::Elem>> {
        let (field, control) = (self.field, self.control);
        let contents = [f.content(field, control)?, g.content(field, control)?];
        let content = dense::gcd(field, &contents[0], &contents[1], control)?;
        let parts = [f.over(field, &contents[0], control)?, g.over(field, &contents[1], control)?];
        Ok(Primitive { parts, contents, content })
    }

    /// GCD and cofactors at a point of x_n.
    fn image(
        &self,
        (f, g): (&Level<K::Elem>, &Level<K::Elem>),
        point: K::Elem,
        level: usize,
        room: u64,
        random: &mut StdRng,
        effort: &mut Effort,
    ) -> Result<Found<K::Elem>> {
        effort.spend(f.coefficients() + g.coefficients(), self.control)?;
        // Primitive polynomials vanish at no point.
        let values = [f, g].map(|part| part.at(self.field, point));
        let [f, g] = Level::pair_from_terms(&values, self.bits[level - 2], room)?;
        drop(values);
        self.gcd((f, g), level - 1, (room, None), random, effort)
    }

    /// Takes an image; tells whether it changes H.
    fn push(
        &self,
        images: &mut Images<K::Elem>,
        (lead, point): (&[K::Elem], K::Elem),
        image: &[Level<K::Elem>; 3],
        level: usize,
    ) -> bool {
        let (field, bits) = (self.field, self.bits[level - 2]);
        let Images { nodes, parts, .. } = images;
        let at = (&*nodes, nodes.inverse_at(field, point), point);
        let scale = dense::value(field, lead, point);
        let [h, a, b] = parts;
        let changed = h.push(field, at, image[0].terms(bits).map(|(key, c)| (key, field.mul(c, scale))));
        a.push(field, at, image[1].terms(bits));
        b.push(field, at, image[2].terms(bits));
        nodes.push(field, point);
        changed
    }

    /// The primitive GCD and its cofactors from H, A and B where their degrees prove it, with those of c f and c g.
    fn by_degrees(&self, images: &Images<K::Elem>, degrees: [usize; 2]) -> Result<Found<K::Elem>> {
        let (field, control) = (self.field, self.control);
        let [h, a, b] = images.parts.each_ref().map(|part| &part.polynomial);
        let proved = |part: &Level<K::Elem>, degree| (h.degree() + part.degree()).max(degree) < images.nodes.count();
        if !proved(a, degrees[0]) || !proved(b, degrees[1]) {
            return Ok(None);
        }
        let content = h.content(field, control)?;
        let h = h.clone().over(field, &content, control)?;
        // A = lc(h) f / h.
        let [a, b] = [a, b].map(|part| part.clone().over(field, h.lead(), control));
        Ok(Some([h, a?, b?]))
    }

    /// The primitive part of H and its cofactors, where it divides f and g and that does not take too long.
    fn by_division(
        &self,
        images: &Images<K::Elem>,
        (f, g): (&Level<K::Elem>, &Level<K::Elem>),
        level: usize,
        (budget, room): (u64, u64),
        effort: &mut Effort,
    ) -> Result<Found<K::Elem>> {
        let (field, control) = (self.field, self.control);
        let h = &images.parts[0].polynomial;
        let content = h.content(field, control)?;
        let h = h.clone().over(field, &content, control)?;
        let mut quotient = |part| {
            let (limits, bits) = ((budget, room.saturating_sub(h.bytes())), &self.bits[..level - 1]);
            match divide((field, bits), (part, &h), limits, (effort, control)) {
                Ok(Outcome::Exact(quotient)) => Ok(Some(quotient)),
                Ok(_) => Ok(None),
                // More images may take less.
                Err(error) if memory::is_lack(&error) => Ok(None),
                Err(error) => Err(error),
            }
        };
        let Some(a) = quotient(f)? else { return Ok(None) };
        let Some(b) = quotient(g)? else { return Ok(None) };
        Ok(Some([h, a, b]))
    }

    /// GCD and cofactors with the contents of f and g, the GCD with the first coefficient 1.
    fn whole(
        &self,
        [h, a, b]: [Level<K::Elem>; 3],
        (contents, content): (&[Vec<K::Elem>; 2], &[K::Elem]),
    ) -> Result<[Level<K::Elem>; 3]> {
        let (field, control) = (self.field, self.control);
        let [over_f, over_g] = contents.each_ref().map(|c| dense::quotient(field, c.clone(), content, control));
        let unit = h.lead().last().copied().unwrap_or(field.one());
        let h = h.scaled(field, field.inverse(unit)).times(field, content, control)?;
        let a = a.scaled(field, unit).times(field, &over_f?, control)?;
        let b = b.scaled(field, unit).times(field, &over_g?, control)?;
        Ok([h, a, b])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finite_field::Field;

    const P: u64 = 11;

    /// By exponents of x_1 and the coefficients in x_2.
    fn level(rows: &[(u128, &[u64])]) -> Level {
        let row = |row: &[u64]| row.iter().map(|&c| Field::new(P).enter(c)).collect();
        Level { rows: rows.iter().map(|(e, c)| (*e, row(c))).collect() }
    }

    /// Three of the eleven points are unlucky: whether they come first or later, the others give the GCD.
    #[test]
    fn unlucky_points_are_left_out() {
        // u = x_2 (x_2 - 1) (x_2 - 2) = x_2^3 - 3 x_2^2 + 2 x_2, and (x_1 + x_2) x_1 and (x_1 + x_2) (x_1 + u) are the same where it vanishes.
        let f = level(&[(2, &[1]), (1, &[0, 1])]);
        let g = level(&[(2, &[1]), (1, &[0, 3, P - 3, 1]), (0, &[0, 0, 2, P - 3, 1])]);
        let expected =
            [level(&[(1, &[1]), (0, &[0, 1])]), level(&[(1, &[1])]), level(&[(1, &[1]), (0, &[0, 2, P - 3, 1])])];
        let control = Control::default();
        let brown = Brown { field: Field::new(P), bits: &[3, 3], control: &control };
        for seed in 0..30 {
            let mut random = StdRng::seed_from_u64(seed);
            let found = brown.run(f.clone(), g.clone(), u64::MAX, &mut random, &control).unwrap();
            assert_eq!(found.as_ref(), Some(&expected), "seed {seed}");
        }
    }
}
