//! GCDs, divisions and rounds by a team of threads: as by one, and without races.

mod common;

use common::threads::{SharedRow, run_team};
use common::*;
use gpu::Field;
use gpu::arith::Mont31;
use gpu::gcd::block::{COEFFICIENTS, QUADS, Round, coefficients, head, top};
use gpu::gcd::points::{Degrees, point};
use gpu::gcd::{Image, divide, gcd};
use gpu::team::Solo;
use std::cell::Cell;

const P: u32 = 1_000_003;
const SIZES: [u32; 4] = [1, 2, 5, 8];

fn field() -> Mont31 {
    Mont31::new(P).unwrap()
}

fn random(random: &mut Random, degree: usize) -> Vec<u32> {
    (0..=degree).map(|_| 1 + random.below(P - 1)).collect()
}

fn product(f: &[u32], g: &[u32]) -> Vec<u32> {
    let mut out = vec![0; f.len() + g.len() - 1];
    for (i, &a) in f.iter().enumerate() {
        for (j, &b) in g.iter().enumerate() {
            out[i + j] = field().add(out[i + j], field().mul(a, b));
        }
    }
    out
}

/// f(x^e).
fn spread(f: &[u32], e: usize) -> Vec<u32> {
    let mut out = vec![0; (f.len() - 1) * e + 1];
    out.iter_mut().step_by(e).zip(f).for_each(|(out, &c)| *out = c);
    out
}

/// Pairs of all kinds, leading coefficients not 0: coprime, with a common factor, with gaps, uneven, multiples.
fn pairs() -> Vec<(Vec<u32>, Vec<u32>)> {
    let r = &mut Random::new(1);
    let (f, g, h) = (random(r, 150), random(r, 149), random(r, 40));
    let mut near = product(&g, &h);
    near[3] = field().add(near[3], 1);
    // Runs of quotients of degree 1 that a gap ends, so that they begin again in another order and at another parity.
    let (mut long, mut longer) = (random(r, 60), random(r, 61));
    for degree in [1, 1, 2, 1, 1, 1, 3, 1, 1, 1, 1, 4, 1, 1, 5, 1, 2, 1, 1, 1, 3].into_iter().cycle().take(60) {
        let mut next = product(&longer, &random(r, degree));
        next.iter_mut().zip(&long).for_each(|(c, &r)| *c = field().add(*c, r));
        (long, longer) = (longer, next);
    }
    vec![
        (longer, long),
        (random(r, 400), random(r, 400)),
        (random(r, 1), random(r, 1)),
        (random(r, 9), random(r, 4)),
        (f.clone(), g.clone()),
        (product(&f, &h), product(&g, &h)),
        (spread(&f[..70], 3), spread(&g[..60], 3)),
        (spread(&f[..6], 40), g.clone()),
        (f.clone(), h[..8].to_vec()),
        (random(r, 300), h.clone()),
        (product(&g, &h), g.clone()),
        (near, g),
        (f.clone(), f),
    ]
}

/// What all threads returned, and the rows afterwards; no race.
fn by_team<E: Copy + Send + Sync, O: Send + PartialEq + std::fmt::Debug + Copy>(
    size: u32,
    rows: &[&[E]],
    work: impl Fn(common::threads::Member<'_>, Vec<common::threads::View<'_, E>>) -> O + Sync,
) -> (O, Vec<Vec<E>>) {
    let shared: Vec<SharedRow<E>> = rows.iter().map(|row| SharedRow::new(row)).collect();
    let results = run_team(size, &shared, |member, views| work(member, views.collect()));
    assert!(shared.iter().all(|row| !row.race()), "a race of {size} threads");
    assert!(results.iter().all(|result| *result == results[0]), "{results:?}");
    let after = run_team(1, &shared, |_, views| {
        views
            .zip(rows)
            .map(|(view, row)| (0..row.len() as u32).map(|i| gpu::memory::Row::get(&view, i)).collect())
            .collect()
    });
    (results[0], after.into_iter().next().unwrap())
}

#[test]
fn gcds() {
    for (f, g) in pairs() {
        for (f, g) in [(&f, &g), (&g, &f)] {
            let (p, q) = (f.len() as u32 - 1, g.len() as u32 - 1);
            let (mut a, mut b) = (f.clone(), g.clone());
            let expected = gcd(&field(), Solo, &mut a[..], p, &mut b[..], q);
            for size in SIZES {
                let (image, rows): (Image, _) =
                    by_team(size, &[f, g], |member, views| gcd(&field(), member, views[0], p, views[1], q));
                assert_eq!(image, expected, "degrees {p} and {q}");
                let end = image.degree.map_or(0, |d| d as usize + 1);
                let (found, expected) = if image.in_f { (&rows[0], &a) } else { (&rows[1], &b) };
                assert_eq!(found[..end], expected[..end]);
            }
        }
    }
}

#[test]
fn divisions() {
    for (f, h) in pairs() {
        if f.len() < h.len() {
            continue;
        }
        let (n, d) = (f.len() as u32 - 1, h.len() as u32 - 1);
        let inverse = field().inverse(h[d as usize]);
        let (mut a, mut b) = (f.clone(), h.clone());
        let expected = divide(&field(), Solo, &mut &mut a[..], n, &mut &mut b[..], d, inverse);
        for size in SIZES {
            let (off, rows) = by_team(size, &[&f, &h], |member, mut views| {
                let (mut h, mut f) = (views.pop().unwrap(), views.pop().unwrap());
                divide(&field(), member, &mut f, n, &mut h, d, inverse)
            });
            assert_eq!((off, &rows[0]), (expected, &a), "degrees {n} and {d}");
        }
    }
}

/// c h, f / h and g / h multiply back, and teams find what one thread does.
#[test]
fn points() {
    let r = &mut Random::new(2);
    for (mut f, mut g) in pairs() {
        let (p, q) = (f.len() as u32 - 1, g.len() as u32 - 1);
        let (mut a, mut b) = (f.clone(), g.clone());
        let degree = gcd(&field(), Solo, &mut a[..], p, &mut b[..], q).degree.unwrap();
        if degree == 0 {
            // A factor that both have.
            let degree = 1 + r.below(9) as usize;
            let h = random(r, degree);
            (f, g) = (product(&f, &h), product(&g, &h));
        }
        for (f, g) in [(&f, &g), (&g, &f)] {
            for (extra, c, asked) in [(0, 7, 0), (2, 1, 0), (0, 0, 0), (0, 7, 1)] {
                let (mut f, mut g) = (f.clone(), g.clone());
                f.resize(f.len() + extra, 0);
                g.resize(g.len() + extra, 0);
                let (p, q) = (f.len() as u32 - 1, g.len() as u32 - 1);
                let (mut a, mut b) = (f.clone(), g.clone());
                let d = gcd(&field(), Solo, &mut a[..], p, &mut b[..], q).degree.unwrap();
                if d + asked > p.min(q) {
                    continue;
                }
                let degrees = Degrees { p, q, d: d + asked };
                let values = [&f[..], &g, &[c]].concat();
                let mut memory = vec![5; degrees.memory() as usize];
                let mut out = vec![6; degrees.outputs() as usize];
                let cells = Cell::from_mut(&mut memory[..]).as_slice_of_cells();
                let found = point(&field(), Solo, &degrees, &&values[..], cells, &mut &mut out[..]);
                assert_eq!(found, (c != 0).then_some(d));
                if c != 0 && asked == 0 {
                    let (h, rest) = out.split_at(d as usize);
                    let (a, b) = rest.split_at((p + 1 - d) as usize);
                    let h = [h, &[c]].concat();
                    let times = |f: &[u32]| f.iter().map(|&e| field().mul(c, e)).collect::<Vec<u32>>();
                    assert_eq!([product(&h, a), product(&h, b)], [times(&f), times(&g)], "degrees {p} and {q}");
                }
                for size in SIZES {
                    let (memory, blank) = (vec![5; degrees.memory() as usize], vec![6; out.len()]);
                    let (by_team, rows) = by_team(size, &[&memory, &blank], |member, mut views| {
                        let (mut out, memory) = (views.pop().unwrap(), views.pop().unwrap());
                        point(&field(), member, &degrees, &&values[..], memory, &mut out)
                    });
                    assert_eq!((by_team, &rows[1]), (found, &out), "degrees {p} and {q}");
                }
            }
        }
    }
}

#[test]
fn rounds() {
    for (f, g) in pairs() {
        let (a, b) = (f.len() as u32 - 1, g.len() as u32 - 1);
        if a < b {
            continue;
        }
        let (mut first, mut second) = (vec![[1; 4]; QUADS as usize], vec![[1; 4]; QUADS as usize]);
        let sources = (&mut f.clone()[..], &mut g.clone()[..]);
        let expected = head(&field(), Solo, (&sources.0, a), (&sources.1, b), (&mut first[..], &mut second[..]));
        let serial = if expected.in_first { &&mut first[..] } else { &&mut second[..] };
        for size in SIZES {
            let blank = vec![[2; 4]; QUADS as usize];
            let (round, mut rows): (Round, _) = by_team(size, &[&blank, &blank], |member, views| {
                let sources = (&mut f.clone()[..], &mut g.clone()[..]);
                head(&field(), member, (&sources.0, a), (&sources.1, b), (views[0], views[1]))
            });
            assert_eq!(round, expected, "degrees {a} and {b}");
            let found = &&mut rows[!round.in_first as usize][..];
            for j in 0..COEFFICIENTS {
                let expected = coefficients(serial, round.in_order, j);
                assert_eq!(coefficients(found, round.in_order, j), expected, "degrees {a} and {b}: {j}");
            }
        }
    }
}

#[test]
fn degrees() {
    for zeros in [0, 1, 5, 99, 100] {
        let mut f = vec![3; 100];
        f[100 - zeros..].fill(0);
        let expected = (100 - zeros as u32).checked_sub(1);
        for size in SIZES {
            let blank = vec![77; size as usize];
            let (found, _) = by_team(size, &[&blank], |member, mut views| {
                // Twice in a row with the same scratch, as a kernel does.
                let source = &mut f.clone()[..];
                let first = top(&field(), member, &source, 99, &mut views[0]);
                assert_eq!(top(&field(), member, &source, 99, &mut views[0]), first);
                first
            });
            assert_eq!(found, expected);
        }
    }
}
