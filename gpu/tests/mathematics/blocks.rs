//! Remainder sequences whose ordinary steps are taken in blocks, against the same step by step: numerator, denominator and what is off are equal
//! to the bit. By sums as they come, for every field; and from digits, by warps whose tensor cores are the model of the instruction.

use crate::common::*;
use crate::remainder::{Found, by_one, full, largest, schedule, times, with_gaps};
use crate::threads::{Core, SharedRow, View, Warp, run_team};
use gpu::arith::{Bundle, Mont31, Mont31x16};
use gpu::resultant::remainder::ahead::{Ahead, Applier};
use gpu::resultant::remainder::blocks::{InBlocks, Placed, Plain as Sums, elements};
use gpu::resultant::remainder::head::positions;
use gpu::resultant::remainder::resultant_by;
use gpu::resultant::remainder::tensor_blocks::{BELOW, Bytes, near, room, second, steps};
use gpu::team::Solo;
use std::cell::Cell;

fn step_by_step<F: Plain>(field: &F, f: &[Vec<u32>], g: &[Vec<u32>], degrees: &[u32]) -> Found {
    by_one(field, Solo, f, g, degrees)
}

fn of_one(field: &Mont31, f: &[u32], g: &[u32], degrees: &[u32]) -> Found {
    step_by_step(field, &[f.to_vec()], &[g.to_vec()], degrees)
}

/// By one thread, in blocks of `STEPS` steps.
fn in_blocks<const STEPS: u32, const E: usize, F: Plain>(
    field: &F,
    f: &[Vec<u32>],
    g: &[Vec<u32>],
    degrees: &[u32],
) -> Found {
    let cells = |elements: Vec<F::Elem>| elements.into_iter().map(Cell::new).collect::<Vec<_>>();
    let (a, b) = (cells(pack(field, f)), cells(pack(field, g)));
    assert!(positions(STEPS) <= E as u32);
    let near = cells(vec![field.zero(); elements(STEPS) as usize]);
    let blocks = InBlocks(Sums::<_, STEPS, E> { near: &near[..] });
    let found = resultant_by(field, (Solo, blocks), &a[..], &b[..], degrees);
    (field.leave_all(found.numerator), field.leave_all(found.denominator), found.off)
}

/// The same by a warp, each of whose threads has `E` positions.
fn by_warp<const STEPS: u32, const E: usize>(field: &Mont31, f: &[u32], g: &[u32], degrees: &[u32]) -> Found {
    let rows = [
        SharedRow::new(&pack(field, &[f.to_vec()])),
        SharedRow::new(&pack(field, &[g.to_vec()])),
        SharedRow::new(&vec![0; elements(STEPS) as usize]),
    ];
    let cores = [Core::new()];
    let found = run_team(32, &rows, |member, rows| {
        let (a, b) = (rows.next().unwrap(), rows.next().unwrap());
        let blocks = InBlocks(Sums::<_, STEPS, E> { near: rows.next().unwrap() });
        resultant_by(field, (Warp::new(member, &cores), blocks), a, b, degrees)
    });
    assert!(!rows.iter().any(SharedRow::race), "{degrees:?}");
    (field.leave_all(found[0].numerator), field.leave_all(found[0].denominator), found[0].off)
}

/// From digits: `PROBLEMS` pairs by one warp, or one by several warps.
fn by_warps<const PARTS: usize, const PROBLEMS: u32, const E: usize>(
    field: &Mont31,
    warps: u32,
    pairs: &[(Vec<u32>, Vec<u32>)],
    degrees: &[u32],
) -> Vec<Found> {
    assert!(pairs.len() == PROBLEMS as usize && (warps == 1 || PROBLEMS == 1 && warps > 2));
    let (p, q) = (pairs[0].0.len() as u32, pairs[0].1.len() as u32);
    let distance = room(p + q);
    // Whatever is not a zero below an operand or the operand may be anything.
    let mut operands = vec![0xdead_beef; (PROBLEMS * distance) as usize];
    let places = |problem: u32| (problem * distance + BELOW, problem * distance + BELOW + second(p));
    for (problem, (f, g)) in (0..).zip(pairs) {
        let (of_f, of_g) = places(problem);
        for (first, row) in [(of_f, f), (of_g, g)] {
            operands[(first - BELOW) as usize..first as usize].fill(0);
            let words = pack(field, &[row.to_vec()]);
            operands[first as usize..first as usize + row.len()].copy_from_slice(&words);
        }
    }
    let rows = [SharedRow::new(&operands), SharedRow::new(&vec![0xdead_beef; near(PARTS, PROBLEMS) as usize])];
    let cores: Vec<Core> = (0..warps).map(|_| Core::new()).collect();
    let found = run_team(32 * warps, &rows, |member, rows| {
        let (far, near) = (rows.next().unwrap(), rows.next().unwrap());
        let (team, problem) = Warp::one_of(PROBLEMS, member, &cores);
        let [f, g] = <[u32; 2]>::from(places(problem)).map(|first| Placed { row: far, first, stride: 1 });
        if warps == 1 {
            let bytes = Bytes::<View<u32>, PARTS, PROBLEMS, E>::new(field, near, (problem, distance));
            resultant_by(field, (team, InBlocks(bytes)), f, g, degrees)
        } else {
            let (warp, number) = team.own();
            let applier = number.checked_sub(1).map(|number| Applier { warp, number, count: warps - 1 });
            let ahead = Ahead::<View<u32>, _, _, PARTS, E>::new(field, near, (number == 0).then_some(warp), applier);
            resultant_by(field, (team, ahead), f, g, degrees)
        }
    });
    assert!(!rows.iter().any(SharedRow::race), "{warps} warps, {PROBLEMS} pairs, {degrees:?}");
    let plain =
        |k: usize| (vec![field.leave(found[k].numerator)], vec![field.leave(found[k].denominator)], found[k].off);
    (0..PROBLEMS as usize).map(plain).collect()
}

#[test]
fn blocks_do_what_steps_do() {
    let mut random = Random::new(41);
    let field = largest();
    let p = field.modulus();
    for (m, n) in [(3, 3), (4, 4), (5, 4), (8, 8), (9, 8), (13, 12), (20, 20), (33, 32), (40, 17), (41, 40), (70, 69)] {
        let (f, g) = (full(m + 1, p, &mut random), full(n + 1, p, &mut random));
        let degrees = schedule(&f, &g, p);
        let (f, g) = (vec![f], vec![g]);
        let expected = step_by_step(&field, &f, &g, &degrees);
        assert_eq!(expected.2, 0);
        assert_eq!(in_blocks::<2, 10, _>(&field, &f, &g, &degrees), expected, "{m}, {n}");
        assert_eq!(in_blocks::<4, 16, _>(&field, &f, &g, &degrees), expected, "{m}, {n}");
        assert_eq!(in_blocks::<6, 22, _>(&field, &f, &g, &degrees), expected, "{m}, {n}");
        assert_eq!(in_blocks::<14, 46, _>(&field, &f, &g, &degrees), expected, "{m}, {n}");
    }
}

/// Schedules with gaps, where blocks stop; and ends in a common factor.
#[test]
fn blocks_between_gaps() {
    let mut random = Random::new(42);
    let field = largest();
    let p = field.modulus();
    let mut lengths = [0; 2];
    for round in 0..60 {
        let (f, g) = with_gaps((1 + round % 5, 30, 12), p, &mut random);
        let degrees = schedule(&f, &g, p);
        lengths[(degrees[degrees.len() - 1] > 0) as usize] += 1;
        let (f, g) = (vec![f], vec![g]);
        let expected = step_by_step(&field, &f, &g, &degrees);
        assert_eq!(in_blocks::<2, 10, _>(&field, &f, &g, &degrees), expected, "{degrees:?}");
        assert_eq!(in_blocks::<6, 22, _>(&field, &f, &g, &degrees), expected, "{degrees:?}");
    }
    assert!(lengths[0] > 5 && lengths[1] > 5, "{lengths:?}");
}

/// Modulo small primes leading coefficients vanish inside of blocks: what is off is the same.
#[test]
fn lanes_that_leave_the_schedule() {
    let mut random = Random::new(43);
    let mut off = 0;
    for round in 0..300 {
        let p = [3, 5, 101, 1009][round % 4];
        let field = Mont31::new(p).unwrap();
        let n = 12 + random.below(30);
        let (f, g) = (full(n as usize + 2, p, &mut random), full(n as usize + 1, p, &mut random));
        let degrees: Vec<u32> = (0..=n + 1).rev().collect();
        let (f, g) = (vec![f], vec![g]);
        let expected = step_by_step(&field, &f, &g, &degrees);
        let found = in_blocks::<4, 16, _>(&field, &f, &g, &degrees);
        assert_eq!(found.2, expected.2);
        if found.2 == 0 {
            assert_eq!(found, expected, "modulo {p}");
        } else {
            off += 1;
        }
    }
    assert!((100..290).contains(&off), "{off}");
    let primes = primes_below(2000, 16);
    let bundle = Mont31x16::from_primes(&primes.iter().map(|&p| Mont31::new(p).unwrap()).collect::<Vec<_>>()).unwrap();
    let pairs: Vec<_> = primes.iter().map(|&p| (full(42, p, &mut random), full(41, p, &mut random))).collect();
    let (mut f, g): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
    // The first remainder of one lane has a degree that is too low.
    f[3] = times(&full(2, primes[3], &mut random), &g[3], primes[3]);
    let degrees: Vec<u32> = (0..=41).rev().collect();
    let expected = step_by_step(&bundle, &f, &g, &degrees);
    let found = in_blocks::<8, 28, _>(&bundle, &f, &g, &degrees);
    assert_eq!(found.2, expected.2);
    assert!(found.2 >> 3 & 1 == 1 && found.2.count_ones() < 8, "{:b}", found.2);
    for lane in (0..16).filter(|lane| found.2 >> lane & 1 == 0) {
        assert_eq!((found.0[lane], found.1[lane]), (expected.0[lane], expected.1[lane]));
    }
}

#[test]
fn warps_take_blocks() {
    let mut random = Random::new(44);
    let field = largest();
    let p = field.modulus();
    for (m, n) in [(45, 44), (60, 60), (50, 20)] {
        let (f, g) = (full(m + 1, p, &mut random), full(n + 1, p, &mut random));
        let degrees = schedule(&f, &g, p);
        let expected = of_one(&field, &f, &g, &degrees);
        assert_eq!(by_warp::<10, 2>(&field, &f, &g, &degrees), expected, "{m}, {n}");
        assert_eq!(by_warp::<20, 2>(&field, &f, &g, &degrees), expected, "{m}, {n}");
        assert_eq!(by_warp::<20, 3>(&field, &f, &g, &degrees), expected, "{m}, {n}");
    }
}

#[test]
fn warps_apply_blocks_from_digits() {
    let mut random = Random::new(45);
    let field = largest();
    let p = field.modulus();
    let mut check = |m: usize, n: usize, parts: usize, problems: usize, warps: u32| {
        let pairs: Vec<_> = (0..problems).map(|_| (full(m + 1, p, &mut random), full(n + 1, p, &mut random))).collect();
        let degrees = schedule(&pairs[0].0, &pairs[0].1, p);
        let found = match (parts, problems) {
            (1, 1) => by_warps::<1, 1, 2>(&field, warps, &pairs, &degrees),
            (2, 1) => by_warps::<2, 1, 2>(&field, warps, &pairs, &degrees),
            (3, 1) => by_warps::<3, 1, 3>(&field, warps, &pairs, &degrees),
            (4, 1) => by_warps::<4, 1, 3>(&field, warps, &pairs, &degrees),
            (2, 2) => by_warps::<2, 2, 3>(&field, warps, &pairs, &degrees),
            (4, 4) => by_warps::<4, 4, 12>(&field, warps, &pairs, &degrees),
            _ => unreachable!("no such shape"),
        };
        for ((f, g), found) in pairs.iter().zip(found) {
            let expected = of_one(&field, f, g, &degrees);
            assert_eq!(
                found,
                expected,
                "{m}, {n} in blocks of {} steps, {problems} pairs, {warps} warps",
                steps(parts)
            );
        }
    };
    // The least degree for a block; one block and more; tiles that are full and not; more warps than tiles; a step before the first block.
    check(13, 12, 1, 1, 1);
    check(77, 76, 1, 1, 1);
    check(29, 28, 2, 1, 1);
    check(80, 80, 2, 2, 1);
    check(90, 60, 3, 1, 1);
    check(61, 60, 4, 1, 1);
    check(134, 130, 4, 1, 3);
    check(121, 121, 4, 4, 1);
    check(61, 60, 4, 1, 3);
    check(200, 199, 4, 1, 3);
    check(330, 329, 4, 1, 3);
    check(400, 398, 4, 1, 5);
}

/// A run that ends in a common factor just where a block does, or one step behind it: no pass is left.
#[test]
fn no_pass_behind_the_last_block() {
    let mut random = Random::new(47);
    let field = largest();
    let p = field.modulus();
    for behind in [0, 1] {
        let h = full(14, p, &mut random);
        let (f, g) = (full(14 + behind, p, &mut random), full(13 + behind, p, &mut random));
        let (f, g) = (times(&f, &h, p), times(&g, &h, p));
        let degrees = schedule(&f, &g, p);
        assert_eq!((degrees[1] as usize - 13, degrees[degrees.len() - 1]), (12 + behind, 13));
        let expected = of_one(&field, &f, &g, &degrees);
        assert_eq!(by_warps::<1, 1, 2>(&field, 3, &[(f, g)], &degrees), [expected]);
    }
}

/// Coefficients with digits 0 and 255, p - 1 everywhere, and small primes.
#[test]
fn extreme_digits() {
    let mut random = Random::new(46);
    for p in [3, 257, 65_537, 16_777_213, largest().modulus()] {
        let field = Mont31::new(p).unwrap();
        let edges = [0, 1, p - 1, 0x00ff_00ff % p, 0x4fff_ffff % p, 0xff % p, 0xff00 % p, 0x3f00_00ff % p];
        for round in 0..2 {
            let mut row = |len: usize| -> Vec<u32> {
                let mut element = |_| match round {
                    0 => edges[random.below(8) as usize],
                    _ => p - 1 - (random.below(4) == 0) as u32,
                };
                (0..len).map(&mut element).map(|x| field.leave(x)).collect()
            };
            let pair = (row(64), row(63));
            let degrees: Vec<u32> = (0..=63).rev().collect();
            let expected = of_one(&field, &pair.0, &pair.1, &degrees);
            let found = by_warps::<4, 1, 3>(&field, 1, &[pair], &degrees).remove(0);
            assert_eq!(found.2, expected.2, "modulo {p}");
            if found.2 == 0 {
                assert_eq!(found, expected, "modulo {p}");
            }
        }
    }
}
