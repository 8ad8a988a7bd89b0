//! Many rounds ([`super::block`]) at once: on a window first, then on everything by transforms.
//!
//! A long round takes (F, G) of degrees p and q, not 0 and near each other, to (F', G') = M (F, G) with the same GCD, M the product of
//! the matrices of up to [`Level::rounds`] rounds. These are done on the [`Level::window`] leading coefficients only, with M beside
//! them: its columns (m00, m10) and (m01, m11) are transformed exactly as (F, G) is. So a *row* of a long round is
//!
//! > m_r0 (`column` elements), m_r1 (as many), and the window,
//!
//! and a round updates all of it alike: the part of a column above its degree is 0, so that no part reaches into the next. In the
//! end [`products`](super::cyclic::products) computes F' and G' tile by tile, each for itself.
//!
//! # What is known
//! Let c = max(p, q) + 1 - window > 0, position i of the window hold coefficients c + i, and entries of M have degrees at most D by now.
//! As in [`super::block`], what the window has for X = m_r0 F + m_r1 G are the coefficients of X from position D on; those below mean
//! nothing. A round is done only where all [`block::WINDOW`] coefficients that it looks at are at known positions, and the degrees of
//! both polynomials have been seen there. So it gets what the round of X and Y themselves gets, window by window: *a long round is the
//! plain rounds one after the other*, for any degrees, gaps included, and F' and G' are theirs to the last coefficient. Where
//! a degree is not seen at a known position, the pair is uneven, or the window is at its end, the long round is too.
//!
//! The first round of an even pair is always possible, so the sum of degrees decreases. In a normal sequence D plus the degree of X
//! is that of F: all rounds are possible with a window of [`block::WINDOW`] + 2 [`STEPS`] (rounds - 1).
//!
//! # Tiles
//! Elements e of a tile are the coefficients `start` - most + e of F and G, and e >= most of the cyclic product with an entry of degree at
//! most `most` < LEN wraps round nowhere: these LEN - most coefficients from `start` on are those of F' and G'. Above the degrees that
//! the window has shown these vanish, so they are not computed.

use super::block::{self, STEPS};
use super::coefficient;
use super::cyclic::LEN;
use super::rounds::tops;
use crate::arith::field::Field;
use crate::memory::Row;
use crate::team::Team;

/// The size of long rounds.
#[derive(Clone, Copy)]
#[cfg_attr(not(target_arch = "nvptx64"), derive(Debug))]
pub struct Level {
    rounds: u32,
    window: u32,
}

/// The result of [`Level::begin`] for a pair.
#[derive(Clone, Copy)]
#[cfg_attr(not(target_arch = "nvptx64"), derive(Debug, PartialEq, Eq))]
pub enum Begin {
    /// A long round: coefficient c of both is position 0 of the window.
    Window(u32),
    /// Plain rounds, of which some make it even.
    Uneven,
    /// Plain rounds to the end.
    Short,
}

/// The result of [`Level::next`] for a window.
#[derive(Clone, Copy)]
#[cfg_attr(not(target_arch = "nvptx64"), derive(Debug, PartialEq, Eq))]
pub enum Next {
    /// A round.
    Round {
        /// Whether the second row is A.
        swapped: bool,
        /// Element of the row that is the leading coefficient of A.
        a: u32,
        /// The same of B.
        b: u32,
    },
    /// The long round ends; elements of the rows above which all are 0.
    End(u32, u32),
}

impl Level {
    /// Up to `rounds` rounds; `None` where a tile has no room for them.
    pub const fn new(rounds: u32) -> Option<Self> {
        // LEN is no multiple of STEPS.
        if rounds == 0 || rounds > LEN / STEPS {
            return None;
        }
        Some(Level { rounds, window: block::WINDOW + 2 * STEPS * (rounds - 1) })
    }

    /// Most rounds of a long round.
    pub const fn rounds(&self) -> u32 {
        self.rounds
    }

    /// Largest degree of an entry of M.
    pub const fn most(&self) -> u32 {
        self.rounds * STEPS
    }

    /// Elements of a column's part of a row.
    pub const fn column(&self) -> u32 {
        self.most() + 1
    }

    /// Coefficients of a window.
    pub const fn window(&self) -> u32 {
        self.window
    }

    /// Element of a row that is position 0 of the window.
    pub const fn at(&self) -> u32 {
        2 * self.column()
    }

    /// Elements of a row.
    pub const fn row(&self) -> u32 {
        self.at() + self.window()
    }

    /// Coefficients of F' and G' in a tile.
    pub const fn tile(&self) -> u32 {
        LEN - self.most()
    }

    /// The coefficient of F and G that is element `e` of the tile from `start` on. Below coefficient 0 it wraps, and is above every degree.
    #[inline(always)]
    pub fn place(&self, start: u32, e: u32) -> u32 {
        (start + e).wrapping_sub(self.most())
    }

    /// The first step of polynomials of degrees `p` and `q`, `None` for 0. Pairs of degree below `limit` are short; so
    /// are those of which a window is all there is.
    #[inline(always)]
    pub fn begin(&self, p: Option<u32>, q: Option<u32>, limit: u32) -> Begin {
        match (p, q) {
            (Some(p), Some(q)) if p.max(q) >= limit.max(self.window()) => {
                if p.abs_diff(q) <= STEPS {
                    Begin::Window(p.max(q) + 1 - self.window())
                } else {
                    Begin::Uneven
                }
            }
            _ => Begin::Short,
        }
    }

    /// Element `i` of row `r` at the beginning, for the polynomial of degree `degree` in `source`; c of [`Begin::Window`].
    #[inline(always)]
    pub fn element<F: Field, S: Row<F::Elem>>(
        &self,
        field: &F,
        (source, degree): (&S, u32),
        r: u32,
        c: u32,
        i: u32,
    ) -> F::Elem {
        if i >= self.at() {
            return coefficient(field, (source, degree), c + (i - self.at()));
        }
        if i == r * self.column() { field.one() } else { field.zero() }
    }

    /// The element of a row at the beginning that is the leading coefficient of a polynomial of degree `degree`; and back.
    #[inline(always)]
    pub fn element_of(&self, degree: u32, c: u32) -> u32 {
        // |p - q| <= STEPS, which a window exceeds.
        self.at() + (degree - c)
    }

    /// The degree of the polynomial that has its leading coefficient at element `i` of a row, at - 1 at least; c > 0.
    #[inline(always)]
    pub fn degree_of(&self, i: u32, c: u32) -> u32 {
        c + i - self.at()
    }

    /// The next step for `rows` that are 0 above the elements `formal`, where entries of M have degrees at most
    /// `degree`. `scratch` has an element a thread. Fields of one lane. Every thread of the team returns the same.
    #[inline(always)]
    pub fn next<F: Field, S: Row<F::Elem>, R: Row<u32>, T: Team>(
        &self,
        field: &F,
        team: T,
        rows: (&S, &S),
        formal: (u32, u32),
        degree: u32,
        scratch: &mut R,
    ) -> Next {
        // The first element known.
        let floor = self.at() + degree;
        let (first, second) = tops(field, team, rows, (floor, formal), scratch);
        if let (Some(x), Some(y)) = (first, second) {
            let (a, b) = (x.max(y), x.min(y));
            if a - b <= STEPS && a + 1 >= floor + block::WINDOW && degree + STEPS <= self.most() {
                return Next::Round { swapped: x < y, a, b };
            }
        }
        // Below what is known anything may be, up to what the rounds themselves have found.
        let end = |seen: Option<u32>, formal: u32| seen.unwrap_or(formal.min(floor - 1));
        Next::End(end(first, formal.0), end(second, formal.1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arith::Mont31;
    use crate::gcd::block::tests::{
        Rest, degree_of, monic, plain_round, product_in as product, random_in as random, spread, update,
    };
    use crate::gcd::block::{COEFFICIENTS, QUADS, coefficients, head};
    use crate::gcd::cyclic::tests::{spectrum, table};
    use crate::gcd::cyclic::{WORDS, products};
    use crate::gcd::gcd;
    use crate::team::Solo;

    /// One modulus with the tables of its tiles.
    struct Model {
        field: Mont31,
        table: Vec<u32>,
        scale: u32,
        level: Level,
    }

    /// The steps that a pair took.
    #[derive(Default, Debug)]
    struct Counts {
        long: u32,
        rounds: u32,
        plain: u32,
    }

    impl Model {
        fn new(p: u32, rounds: u32) -> Self {
            let field = Mont31::new(p).unwrap();
            let scale = field.inverse(field.enter(LEN));
            Model { field, table: table(&field), scale, level: Level::new(rounds).unwrap() }
        }

        /// With a window too short for the last rounds by `less` coefficients.
        fn narrow(p: u32, rounds: u32, less: u32) -> Self {
            let mut model = Model::new(p, rounds);
            model.level.window -= less;
            model
        }

        /// A long round from c on, and how many rounds it was.
        fn long_round(&self, f: &[u32], g: &[u32], c: u32) -> (Rest, u32) {
            let (field, level) = (&self.field, self.level);
            let of = |r: u32, f: &[u32]| -> Vec<u32> {
                let (mut source, degree) = (f.to_vec(), f.len() as u32 - 1);
                let row = (0..level.row()).map(|i| level.element(field, (&&mut source[..], degree), r, c, i)).collect();
                source.clear();
                row
            };
            let mut rows = [of(0, f), of(1, g)];
            let mut formal = [f, g].map(|f| level.element_of(f.len() as u32 - 1, c));
            let (mut degree, mut rounds) = (0, 0);
            while rounds < level.rounds() {
                let mut sources = rows.clone();
                let [x, y] = &mut sources;
                let next = level.next(
                    field,
                    Solo,
                    (&&mut x[..], &&mut y[..]),
                    (formal[0], formal[1]),
                    degree,
                    &mut &mut [0][..],
                );
                let (swapped, a, b) = match next {
                    Next::Round { swapped, a, b } => (swapped, a, b),
                    Next::End(x, y) => {
                        formal = [x, y];
                        break;
                    }
                };
                let (mut first, mut second) = (vec![[7; 4]; QUADS as usize], vec![[7; 4]; QUADS as usize]);
                let [mut a_row, mut b_row] = sources;
                if swapped {
                    std::mem::swap(&mut a_row, &mut b_row);
                }
                a_row.truncate(a as usize + 1);
                b_row.truncate(b as usize + 1);
                let sources = (&&mut a_row.clone()[..], &&mut b_row.clone()[..]);
                let round = head(field, Solo, (sources.0, a), (sources.1, b), (&mut first[..], &mut second[..]));
                assert!(!round.uneven && round.shift == 0);
                let found = if round.in_first { &&mut first[..] } else { &&mut second[..] };
                let matrix: Vec<[u32; 4]> = (0..COEFFICIENTS).map(|j| coefficients(found, round.in_order, j)).collect();
                formal = [round.degrees.0, round.degrees.1];
                assert!(formal.iter().all(|&i| i + 1 >= level.at()), "columns are updated to their ends");
                let (x, y) = update(field, &round, &matrix, &a_row, &b_row);
                rows = [x, y].map(|mut row| {
                    // Nothing may be read from above.
                    row.resize(level.row() as usize, 9);
                    row
                });
                degree += round.len - 1;
                rounds += 1;
            }
            let spectra: Vec<Vec<u32>> = (0..4usize)
                .map(|entry| {
                    let column = &rows[entry / 2][entry % 2 * level.column() as usize..][..level.column() as usize];
                    assert!(column[degree as usize + 1..].iter().all(|&c| c == 0));
                    spectrum(field, &self.table, &column[..=degree as usize])
                })
                .collect();
            let degrees = formal.map(|i| level.degree_of(i, c));
            let mut out = degrees.map(|degree| vec![5; degree as usize + 1]);
            for start in (0..=degrees[0].max(degrees[1])).step_by(level.tile() as usize) {
                let at = |f: &[u32], e: u32| f.get(level.place(start, e) as usize).copied().unwrap_or(0);
                products(
                    field,
                    Solo,
                    |r, e| at([f, g][r as usize], e),
                    &mut &mut vec![7; 2 * WORDS as usize][..],
                    &&self.table[..],
                    |entry, at| field.mul(self.scale, spectra[entry as usize][at as usize]),
                    |r, e, value| {
                        if let Some(out) = out[r as usize].get_mut(level.place(start, e) as usize) {
                            *out = value;
                        }
                    },
                );
            }
            (out.into(), rounds)
        }

        /// The monic GCD by long rounds to the end, each compared with as many plain rounds.
        fn gcd(&self, f: &[u32], g: &[u32], limit: u32) -> (Option<Vec<u32>>, Counts) {
            let (field, level) = (&self.field, self.level);
            let (mut f, mut g) = (f.to_vec(), g.to_vec());
            let mut counts = Counts::default();
            loop {
                let (p, q) = (degree_of(field, &mut f), degree_of(field, &mut g));
                let sum = p.unwrap_or(0) + q.unwrap_or(0);
                if let Begin::Window(c) = level.begin(p, q, limit) {
                    let (mut long, rounds) = self.long_round(&f, &g, c);
                    assert!((1..=level.rounds()).contains(&rounds));
                    for _ in 0..rounds {
                        (f, g) = plain_round(field, &f, &g);
                        degree_of(field, &mut f);
                        degree_of(field, &mut g);
                    }
                    let degrees = (degree_of(field, &mut long.0), degree_of(field, &mut long.1));
                    assert!(long == (f.clone(), g.clone()), "{p:?} {q:?} {c} {rounds}");
                    assert!(degrees.0.unwrap_or(0) + degrees.1.unwrap_or(0) < sum);
                    counts.long += 1;
                    counts.rounds += rounds;
                    continue;
                }
                let (Some(a), Some(b)) = (p, q) else {
                    let rest = if f == [0] { g } else { f };
                    return (if rest == [0] { None } else { Some(monic(field, rest)) }, counts);
                };
                if a.min(b) == 0 {
                    return (Some(vec![field.one()]), counts);
                }
                (f, g) = plain_round(field, &f, &g);
                counts.plain += 1;
                assert!(counts.plain < 5000);
            }
        }

        fn check(&self, f: &[u32], g: &[u32], limit: u32) -> Counts {
            let (mut a, mut b) = (f.to_vec(), g.to_vec());
            let (p, q) = (f.len() as u32 - 1, g.len() as u32 - 1);
            let image = gcd(&self.field, Solo, &mut a[..], p, &mut b[..], q);
            let expected = image.degree.map(|d| {
                let mut row = if image.in_f { a } else { b };
                row.truncate(d as usize + 1);
                monic(&self.field, row)
            });
            let (found, counts) = self.gcd(f, g, limit);
            assert!(found == expected, "degrees {p} and {q}: {counts:?}");
            counts
        }
    }

    const P: u32 = 998_244_353;

    #[test]
    fn long_rounds_end_in_the_gcd() {
        let mut state = 11;
        for rounds in [1, 2, 3, 8] {
            let model = Model::new(P, rounds);
            let field = &model.field;
            for (h, p, q) in
                [(0, 1200, 1199), (700, 600, 600), (1500, 20, 142), (0, 1300, 1178), (3, 300, 1400), (2400, 300, 299)]
            {
                let h = random(field, &mut state, h);
                let (f, g) = (random(field, &mut state, p), random(field, &mut state, q));
                let (f, g) = (product(field, &f, &h), product(field, &g, &h));
                model.check(&f, &g, 0);
                model.check(&g, &f, 1000);
            }
        }
    }

    /// Quotients of degree 1 all the way: every long round but the last has all its rounds.
    #[test]
    fn long_rounds_are_full() {
        let mut state = 12;
        for rounds in [1, 2, 5, 8] {
            let model = Model::new(P, rounds);
            let (f, g) = (random(&model.field, &mut state, 4000), random(&model.field, &mut state, 4000));
            let counts = model.check(&f, &g, 0);
            assert_eq!(counts.rounds, counts.long * rounds, "{counts:?}");
            // Short from a window on.
            assert!(counts.long * model.level.most() + model.level.window() > 4000, "{counts:?}");
            assert_eq!(model.check(&f, &g, 3000).long, 1001u32.div_ceil(model.level.most()));
        }
    }

    /// Where the window ends before the rounds do: as many as all of whose coefficients are known.
    #[test]
    fn windows_that_end() {
        let mut state = 14;
        for (rounds, less) in [(2, 1), (3, 1), (3, 9), (4, 100), (3, 243), (3, 244), (3, 245), (8, 900)] {
            let model = Model::narrow(P, rounds, less);
            let field = &model.field;
            let (f, g) = (random(field, &mut state, 2300), random(field, &mut state, 2299));
            let counts = model.check(&f, &g, 2000);
            assert_eq!(counts.rounds, counts.long * (rounds - less.div_ceil(2 * STEPS)), "{counts:?}");
            let (few, fewer) = (spread(&f[..800], 3), spread(&g[..790], 3));
            assert!(model.check(&few, &fewer, 2000).long > 0);
        }
    }

    #[test]
    fn gaps_and_degenerate_pairs() {
        let mut state = 13;
        // Modulo a small prime degrees fall by more than 1 now and then.
        for (p, rounds) in [(12_289, 2), (P, 3), (12_289, 8)] {
            let model = Model::new(p, rounds);
            let field = &model.field;
            let check = |f: &[u32], g: &[u32]| {
                let counts = model.check(f, g, 0);
                model.check(g, f, 0);
                counts
            };
            let size = model.level.window() as usize;
            let (f, g) = (random(field, &mut state, size + 400), random(field, &mut state, size + 390));
            assert!(check(&f, &g).long > 0);
            for e in [2, 3, 40, 130] {
                let (few, fewer) = (spread(&f[..size / e + 9], e), spread(&g[..size / e + 8], e));
                check(&few, &fewer);
                let mut other = fewer.clone();
                other[1] = field.one();
                check(&few, &other);
            }
            check(&f, &f);
            check(&f, &[0]);
            check(&vec![0; 100], &[0, 0]);
            check(&product(field, &f, &g[..30]), &f);
            check(&product(field, &f, &g[..200]), &f);
            // Zeros at the top.
            check(&[&f[..], &vec![0; 400]].concat(), &g);
            // A quotient of a large degree after some ordinary steps, and remainders that the window shows at its end, or just not.
            for (steps, degree) in [(3, 100), (50, 123), (124, 300), (130, 90)] {
                let (mut x, mut y) = (f.clone(), g[..size / 2].to_vec());
                for k in 0..=steps {
                    let quotient = random(field, &mut state, if k == 0 { degree } else { 1 });
                    let mut next = product(field, &x, &quotient);
                    next.iter_mut().zip(&y).for_each(|(c, &r)| *c = field.add(*c, r));
                    (x, y) = (next, x);
                }
                assert!(check(&x, &y).long > 0);
            }
            for place in [size - 250, size - 246, size - 245, size - 130, size / 2, 20] {
                let mut near = f.clone();
                near[place + 400] = field.add(near[place + 400], field.one());
                check(&f, &near);
                check(&product(field, &f, &g[..9]), &product(field, &near, &g[..9]));
            }
        }
    }

    #[test]
    fn what_begins() {
        let level = Level::new(8).unwrap();
        assert_eq!((level.most(), level.window(), level.row(), level.tile()), (976, 1954, 3908, 3120));
        let window = level.window();
        assert_eq!(level.begin(Some(window), Some(window - STEPS), 0), Begin::Window(1));
        assert_eq!(level.begin(Some(window - STEPS - 1), Some(window), 0), Begin::Uneven);
        assert_eq!(level.begin(Some(window - 1), Some(window - 1), 0), Begin::Short);
        assert_eq!(level.begin(Some(5000), Some(5001), 5001), Begin::Window(5002 - window));
        assert_eq!(level.begin(Some(5000), Some(5001), 5002), Begin::Short);
        assert_eq!((level.begin(None, Some(5000), 0), level.begin(Some(5000), None, 0)), (Begin::Short, Begin::Short));
        assert!(Level::new(0).is_none() && Level::new(33).is_some() && Level::new(34).is_none());
    }
}
