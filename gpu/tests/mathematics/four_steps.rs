//! Remainder sequences whose ordinary steps are taken four at a time, by one thread, by teams, and by teams with a leader, against the same two at a
//! time by one thread: numerator, denominator and what is off are equal to the bit, and no thread reads what another may be writing.

use crate::common::*;
use crate::remainder::{Found, by_one, full, largest, schedule, times, with_gaps};
use crate::threads::{SharedRow, run_team};
use gpu::arith::{Bundle, Mont31, Mont31x16};
use gpu::resultant::remainder::led::{Led, NEAR};
use gpu::resultant::remainder::{resultant, resultant_by};
use gpu::team::{Registers, Solo, Team};

fn rows<F: Plain>(field: &F, f: &[Vec<u32>], g: &[Vec<u32>]) -> [SharedRow<F::Elem>; 3]
where
    F::Elem: Send + Sync,
{
    let near = vec![field.zero(); NEAR as usize];
    [SharedRow::new(&pack(field, f)), SharedRow::new(&pack(field, g)), SharedRow::new(&near)]
}

/// By a team whose members all find the factors.
fn by_team<F: Plain + Sync>(field: &F, size: u32, f: &[Vec<u32>], g: &[Vec<u32>], degrees: &[u32]) -> Found
where
    F::Elem: Send + Sync,
{
    let rows = rows(field, f, g);
    let found = run_team(size, &rows[..2], |member, rows| {
        let (a, b) = (rows.next().unwrap(), rows.next().unwrap());
        resultant(field, member, a, b, degrees)
    });
    assert!(!rows.iter().any(SharedRow::race), "{size} threads, {degrees:?}");
    (field.leave_all(found[0].numerator), field.leave_all(found[0].denominator), found[0].off)
}

/// By a team with a leader, who has registers for degrees below `DEGREE`.
fn by_leader<const DEGREE: u32, F: Plain + Sync>(
    field: &F,
    size: u32,
    f: &[Vec<u32>],
    g: &[Vec<u32>],
    degrees: &[u32],
) -> Found
where
    F::Elem: Send + Sync,
{
    let rows = rows(field, f, g);
    let found = run_team(size, &rows, |member, rows| {
        let (a, b) = (rows.next().unwrap(), rows.next().unwrap());
        let led = Led::new(rows.next().unwrap(), (member.rank() == 0).then_some(Registers::<DEGREE>));
        resultant_by(field, (member, led), a, b, degrees)
    });
    assert!(!rows.iter().any(SharedRow::race), "{size} threads, {degrees:?}");
    (field.leave_all(found[0].numerator), field.leave_all(found[0].denominator), found[0].off)
}

#[test]
fn one_thread() {
    let mut random = Random::new(51);
    let field = largest();
    let p = field.modulus();
    for n in 3..80 {
        for m in [n, n + 1, n + 4] {
            let (f, g) = (full(m + 1, p, &mut random), full(n + 1, p, &mut random));
            let degrees = schedule(&f, &g, p);
            let (f, g) = (vec![f], vec![g]);
            let expected = by_one(&field, Solo, &f, &g, &degrees);
            assert_eq!(by_one(&field, Registers::<8>, &f, &g, &degrees), expected, "{m}, {n}");
            assert_eq!(by_one(&field, Registers::<32>, &f, &g, &degrees), expected, "{m}, {n}");
        }
    }
}

/// By a team with a leader: segments of one element, of less than the ticks of a wave, and of many.
#[test]
fn teams() {
    let mut random = Random::new(52);
    let field = largest();
    let p = field.modulus();
    for n in [7, 8, 9, 11, 12, 13, 20, 23, 24, 25, 31, 40, 61, 90] {
        for m in [n, n + 1, 2 * n] {
            let (f, g) = (full(m + 1, p, &mut random), full(n + 1, p, &mut random));
            let degrees = schedule(&f, &g, p);
            let (f, g) = (vec![f], vec![g]);
            let expected = by_one(&field, Solo, &f, &g, &degrees);
            for size in [2, 3, 4, 8] {
                assert_eq!(by_team(&field, size, &f, &g, &degrees), expected, "{m}, {n} by {size}");
                assert_eq!(by_leader::<32, _>(&field, size, &f, &g, &degrees), expected, "{m}, {n} led, {size}");
                assert_eq!(by_leader::<8, _>(&field, size, &f, &g, &degrees), expected, "{m}, {n} led, {size}");
            }
        }
    }
}

/// The least degrees with which many members take four steps a pass: the last one has a single element, or nothing.
#[test]
fn large_teams() {
    let mut random = Random::new(56);
    let field = largest();
    let p = field.modulus();
    for (size, n) in [(8, 128), (8, 131), (13, 208), (13, 214), (14, 224), (16, 257)] {
        let (f, g) = (full(n + 2, p, &mut random), full(n + 1, p, &mut random));
        let degrees = schedule(&f, &g, p);
        let (f, g) = (vec![f], vec![g]);
        let expected = by_one(&field, Solo, &f, &g, &degrees);
        assert_eq!(by_team(&field, size, &f, &g, &degrees), expected, "{n} by {size}");
        assert_eq!(by_leader::<32, _>(&field, size, &f, &g, &degrees), expected, "{n} led, {size}");
    }
}

/// Schedules with gaps, where runs end anywhere, and ends in a common factor.
#[test]
fn between_gaps() {
    let mut random = Random::new(53);
    let field = largest();
    let p = field.modulus();
    let mut ends = [0; 2];
    for round in 0..40 {
        let (f, g) = with_gaps((1 + round % 5, 50, 25), p, &mut random);
        let degrees = schedule(&f, &g, p);
        ends[(degrees[degrees.len() - 1] > 0) as usize] += 1;
        let (f, g) = (vec![f], vec![g]);
        let expected = by_one(&field, Solo, &f, &g, &degrees);
        assert_eq!(by_one(&field, Registers::<16>, &f, &g, &degrees), expected, "{degrees:?}");
        for size in [2, 4] {
            assert_eq!(by_team(&field, size, &f, &g, &degrees), expected, "{degrees:?} by {size}");
            assert_eq!(by_leader::<32, _>(&field, size, &f, &g, &degrees), expected, "{degrees:?} led, {size}");
        }
    }
    assert!(ends.iter().all(|&count| count > 5), "{ends:?}");
}

/// Modulo small primes leading coefficients vanish in the middle of a pass: what is off is the same.
#[test]
fn lanes_that_leave_the_schedule() {
    let mut random = Random::new(54);
    let mut off = 0;
    for round in 0..120 {
        let p = [3, 101, 1009][round % 3];
        let field = Mont31::new(p).unwrap();
        let n = 24 + random.below(30);
        let (f, g) = (full(n as usize + 2, p, &mut random), full(n as usize + 1, p, &mut random));
        let degrees: Vec<u32> = (0..=n + 1).rev().collect();
        let (f, g) = (vec![f], vec![g]);
        let expected = by_one(&field, Solo, &f, &g, &degrees);
        for found in
            [by_one(&field, Registers::<16>, &f, &g, &degrees), by_leader::<32, _>(&field, 3, &f, &g, &degrees)]
        {
            assert_eq!(found.2, expected.2);
            if found.2 == 0 {
                assert_eq!(found, expected, "modulo {p}");
            } else {
                off += 1;
            }
        }
    }
    assert!((60..220).contains(&off), "{off}");
}

/// Sixteen primes at once, some of whose lanes leave the schedule.
#[test]
fn bundles() {
    let mut random = Random::new(55);
    let primes = primes_below(2000, 16);
    let bundle = Mont31x16::from_primes(&primes.iter().map(|&p| Mont31::new(p).unwrap()).collect::<Vec<_>>()).unwrap();
    let pairs: Vec<_> = primes.iter().map(|&p| (full(52, p, &mut random), full(51, p, &mut random))).collect();
    let (mut f, g): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
    // The first remainder of one lane has a degree that is too low.
    f[5] = times(&full(2, primes[5], &mut random), &g[5], primes[5]);
    let degrees: Vec<u32> = (0..=51).rev().collect();
    let expected = by_one(&bundle, Solo, &f, &g, &degrees);
    assert!(expected.2 >> 5 & 1 == 1 && expected.2.count_ones() < 8, "{:b}", expected.2);
    for found in [by_one(&bundle, Registers::<16>, &f, &g, &degrees), by_leader::<16, _>(&bundle, 4, &f, &g, &degrees)]
    {
        assert_eq!(found.2, expected.2);
        for lane in (0..16).filter(|lane| found.2 >> lane & 1 == 0) {
            assert_eq!((found.0[lane], found.1[lane]), (expected.0[lane], expected.1[lane]));
        }
    }
}
