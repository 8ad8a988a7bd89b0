//! GCDs, divisions and rounds by a team of threads: as by one, and without races.

use crate::common::*;
use crate::threads::{Core, Member, SharedRow, View, Warp, run_team};
use gpu::Field;
use gpu::arith::Mont31;
use gpu::gcd::block::{COEFFICIENTS, QUADS, Round, STEPS, coefficients, head, top};
use gpu::gcd::cyclic::{LEN, WORDS, products, transform};
use gpu::gcd::long::{Level, Next};
use gpu::gcd::points::{Degrees, point};
use gpu::gcd::tensor_update::{HALO, PARTS, combine};
use gpu::gcd::{Image, divide, gcd};
use gpu::memory::Row;
use gpu::team::{Solo, Team};
use gpu::tensor::windows::{self, Table, WIDTH};
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

/// The results of all threads, and the rows afterwards; no race.
fn by_team<E: Copy + Send + Sync, O: Send + PartialEq + std::fmt::Debug + Copy>(
    size: u32,
    rows: &[&[E]],
    work: impl Fn(Member<'_>, Vec<View<'_, E>>) -> O + Sync,
) -> (O, Vec<Vec<E>>) {
    let shared: Vec<SharedRow<E>> = rows.iter().map(|row| SharedRow::new(row)).collect();
    let results = run_team(size, &shared, |member, views| work(member, views.collect()));
    assert!(shared.iter().all(|row| !row.race()), "a race of {size} threads");
    assert!(results.iter().all(|result| *result == results[0]), "{results:?}");
    let after = run_team(1, &shared, |_, views| {
        views.zip(rows).map(|(view, row)| (0..row.len() as u32).map(|i| view.get(i)).collect()).collect()
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

/// h, f / h and g / h multiply back, and teams find what one thread does.
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
                    assert_eq!([product(&h, a), product(&h, b)], [f.clone(), g.clone()], "degrees {p} and {q}");
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
                let first = top(&field(), member, &source, (0, 99), &mut views[0]);
                assert_eq!(top(&field(), member, &source, (0, 99), &mut views[0]), first);
                first
            });
            assert_eq!(found, expected);
        }
    }
}

/// Transforms and products of long rounds.
#[test]
fn tiles() {
    let field = Mont31::new(998_244_353).unwrap();
    let r = &mut Random::new(7);
    let w = field.pow(field.enter(3), (field.modulus() - 1) / LEN);
    let table: Vec<u32> =
        std::iter::successors(Some(field.one()), |&x| Some(field.mul(x, w))).take(LEN as usize).collect();
    let mut elements = |n: usize| -> Vec<u32> { (0..n).map(|_| r.below(field.modulus())).collect() };
    let (rows, entry, spectra) = (elements(2 * LEN as usize), elements(977), elements(4 * LEN as usize));
    let load = |i: u32| entry.get(i as usize).copied().unwrap_or(0);
    let (mut values, mut sums) = (vec![0; LEN as usize], vec![0; 2 * LEN as usize]);
    let scratch = vec![7; 2 * WORDS as usize];
    let table = &&table[..];
    transform(&field, Solo, load, &mut &mut scratch.clone()[..], table, |at, value| values[at as usize] = value);
    let given = |r: u32, i: u32| rows[(r * LEN + i) as usize];
    let spectrum = |entry: u32, at: u32| spectra[(entry * LEN + at) as usize];
    let store = |r: u32, i: u32, value| sums[(r * LEN + i) as usize] = value;
    products(&field, Solo, given, &mut &mut scratch.clone()[..], table, spectrum, store);
    for size in [3, 8] {
        let (_, after) = by_team(size, &[&scratch, &vec![0; values.len()]], |member, mut views| {
            let (mut out, mut row) = (views.pop().unwrap(), views.pop().unwrap());
            transform(&field, member, load, &mut row, table, |at, value| out.set(at, value));
        });
        assert!(after[1] == values, "a transform by {size} threads");
        let (_, after) = by_team(size, &[&scratch, &vec![0; sums.len()]], |member, mut views| {
            let (mut out, mut rows) = (views.pop().unwrap(), views.pop().unwrap());
            products(&field, member, given, &mut rows, table, spectrum, |r, i, value| out.set(r * LEN + i, value));
        });
        assert!(after[1] == sums, "products by {size} threads");
    }
}

/// The next step in a window: leading coefficients where they are expected, below, or not seen.
#[test]
fn windows() {
    let level = Level::new(3).unwrap();
    let end = level.row() - 1;
    let floor = level.at() + 50;
    // Leading coefficients of both rows, with zeros down to the columns, and formal ones.
    for (x, y, formal, expected) in [
        (end, end - 1, (end, end), Next::Round { swapped: false, a: end, b: end - 1 }),
        (end - 5, end - 3, (end, end - 3), Next::Round { swapped: true, a: end - 3, b: end - 5 }),
        (end, end - 122, (end, end), Next::Round { swapped: false, a: end, b: end - 122 }),
        (end - 123, end, (end, end), Next::End(end - 123, end)),
        (floor + 245, floor + 245, (end, end), Next::Round { swapped: false, a: floor + 245, b: floor + 245 }),
        (floor + 244, floor + 240, (end, floor + 240), Next::End(floor + 244, floor + 240)),
        (end, floor - 1, (end, end), Next::End(end, floor - 1)),
        (end, floor - 9, (end, floor - 3), Next::End(end, floor - 3)),
        (0, floor, (end, floor + 5), Next::End(floor - 1, floor)),
    ] {
        let row = |top: u32| -> Vec<u32> { (0..=end).map(|i| if i <= top { 1 + i } else { 0 }).collect() };
        let (first, second) = (row(x), row(y));
        for size in SIZES {
            let (next, _) = by_team(size, &[&vec![77; size as usize]], |member, mut views| {
                let rows = (&mut first.clone()[..], &mut second.clone()[..]);
                level.next(&field(), member, (&rows.0, &rows.1), formal, 50, &mut views[0])
            });
            assert_eq!(next, expected, "{x} {y}");
        }
    }
    // No room for another round.
    let full = &mut vec![1; end as usize + 1][..];
    let next = level.next(&field(), Solo, (&full, &full), (end, end), 2 * 122 + 1, &mut &mut [0][..]);
    assert_eq!(next, Next::End(end, end));
}

/// Tiles times the matrix of a round from digits, by two warps, against sums of products; the largest digits among them.
#[test]
fn rounds_from_digits() {
    let (width, warps) = (WIDTH as usize, 2);
    for p in [97, primes_below(Mont31::MAX, 1)[0]] {
        let field = Mont31::new(p).unwrap();
        for (seed, len) in
            [(1u32, 1usize), (2, 60), (3, STEPS as usize), (4, COEFFICIENTS as usize), (5, COEFFICIENTS as usize)]
        {
            let mut state = u64::from(seed);
            let mut next = || {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                // Only largest ones at the end.
                if seed == 5 { p - 1 } else { (state >> 33) as u32 % p }
            };
            let matrix: Vec<[u32; 4]> = (0..len).map(|_| [(); 4].map(|()| next())).collect();
            let length = warps * width + HALO as usize;
            let tiles = [(); 2].map(|()| (0..length).map(|_| next()).collect::<Vec<u32>>());
            let digits = vec![0xdead_beef; windows::digits(PARTS) as usize];
            let rows = [SharedRow::new(&tiles[0]), SharedRow::new(&tiles[1]), SharedRow::new(&digits)];
            let cores: Vec<Core> = (0..warps).map(|_| Core::new()).collect();
            let parts = run_team(32 * warps as u32, &rows, |member, rows| {
                let [a, b, digits] = [(); 3].map(|()| rows.next().unwrap());
                let team = Warp::new(member, &cores);
                let table = Table::<_, PARTS>::new(&field, digits, 0);
                let entry = |row: u32, column: u32, t: u32| {
                    matrix.get(t as usize).map_or(0, |entries| entries[(2 * row + column) as usize])
                };
                table.write(&field, team, entry);
                member.sync();
                let mut found = Vec::new();
                let first = member.rank() / 32 * WIDTH;
                combine(&field, team, &table, (&a, &b), first, |second, i, value| found.push((second, i, value)));
                found
            });
            assert!(!rows.iter().any(SharedRow::race));
            let mut found: Vec<_> = parts.into_iter().flatten().collect();
            found.sort_unstable();
            let expected = |row: usize, i: usize| {
                (0..len).fold(0, |sum, t| {
                    let at = i + HALO as usize - t;
                    let [x, y] = [2 * row, 2 * row + 1].map(|k| matrix[t][k]);
                    field.add(sum, field.add(field.mul(x, tiles[0][at]), field.mul(y, tiles[1][at])))
                })
            };
            let all = (0..2).flat_map(|row| (0..warps * width).map(move |i| (row, i)));
            let expected: Vec<_> = all.map(|(row, i)| (row == 1, i as u32, expected(row, i))).collect();
            assert!(found == expected, "{len} coefficients modulo {p}");
        }
    }
}
