//! Integers in and out: reduction, storing in batches, the lift.

use crate::drive::{chinese, fields, grid, modulus, primes, stages, stored, table};
use eliminant::engine::input::List;
use eliminant::engine::lift::FieldPoint;
use eliminant::engine::{LiftEngine, MixedRadix};
use eliminant::lift::MixedRadixTables;
use eliminant::plan::columns::Columns;
use eliminant::plan::primes::Prime;
use eliminant::{Clock, Control, ErrorKind, Lift};
use gpu::arith::{Modulus as _, Mont61};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rug::Integer;
use rug::integer::{IntegerExt64, Order};
use rug::ops::RemRounding;
use std::ops::Range;

/// An integer of exactly `limbs` limbs, all of them ones or random.
fn of_limbs(limbs: usize, ones: bool, rng: &mut StdRng) -> Integer {
    let mut words: Vec<u32> = (0..limbs).map(|_| if ones { u32::MAX } else { rng.random() }).collect();
    if let Some(top) = words.last_mut() {
        *top |= 1 << 31;
    }
    Integer::from_digits(&words, Order::Lsf)
}

/// Integers of 0 to 1000 limbs, around the 256 that a block of the device holds at a time, of both signs.
pub fn reduction<E: LiftEngine>(engine: &mut E) {
    let mut rng = StdRng::seed_from_u64(31);
    let mut integers = vec![Integer::new(), Integer::from(1), Integer::from(-1)];
    for limbs in [1, 2, 63, 64, 65, 255, 256, 257, 511, 512, 513, 1000] {
        integers.push(of_limbs(limbs, false, &mut rng));
        integers.push(-of_limbs(limbs, true, &mut rng));
        integers.push(-(Integer::from(1) << (32 * limbs as u32 - 1)));
    }
    let width = integers.len() as u32 + 1;
    let grid = grid(&[(40, 1)]);
    assert_eq!(width, 40);
    for count in [1, 2, 63, 64, 65, 200] {
        let primes = primes::<E::Modulus>(&grid, count, &mut rng);
        // A multiple of every prime.
        let product = primes.iter().fold(Integer::from(-3), |product, prime| product * prime.field.p());
        integers.push(product);
        let table = table(1, &[width], &integers);
        // With as many integers as points the residues have the shape of coefficients.
        let found = stages(engine, (&grid, &primes, count), &table, &[width], |_, _, residues| residues);
        for (prime, row) in primes.iter().zip(&found) {
            let expected: Vec<u64> = integers.iter().map(|x| x.mod_u64(prime.field.p())).collect();
            assert!(*row == expected, "modulo {}", prime.field.p());
            assert_eq!(row[width as usize - 1], 0);
        }
        integers.pop();
    }
}

/// Every lift of an engine, on all numbers of primes and coefficients.
pub fn batches_and_integers<E: LiftEngine>(engine: &mut E) {
    let control = Control::default();
    batches(engine, |engine, residues, moduli, integers| {
        let found = engine.crt(residues, moduli, &control).expect("integers");
        assert!(found == integers, "{} primes, {} coefficients", moduli.len(), integers.len());
    });
    batches(engine, |engine, residues, moduli, integers| {
        let found = engine.lift(residues, moduli, Lift::Auto, &control, &mut Clock::default()).expect("integers");
        assert!(found == integers, "{} primes, {} coefficients", moduli.len(), integers.len());
    });
}

/// Polynomials measured on the same: every coefficient from the fifth on is below a quarter of the product, so that it has one form.
pub fn measures<E: LiftEngine>(engine: &mut E) {
    let control = Control::default();
    for p in [(1 << 61) - 1, 65_537] {
        let field = Mont61::new(p).unwrap();
        let at = FieldPoint { field, point: field.enter(0x1234_5678_9abc_def1) };
        batches(engine, |engine, residues, moduli, integers| {
            let n = integers.len();
            let ends = [4, 5, 5, n / 3, n - n / 4, n].map(|end| end.clamp(4.min(n), n));
            let polynomials: Vec<Range<usize>> = ends.windows(2).map(|pair| pair[0]..pair[1].max(pair[0])).collect();
            let found = engine.measure(residues, moduli, &polynomials, at, &control).expect("measures");
            assert_eq!(found.len(), polynomials.len());
            for (range, measured) in polynomials.iter().zip(found) {
                let part = &integers[range.clone()];
                let bits = part.iter().map(|v| u64::from(v.significant_bits())).max().unwrap_or(0);
                assert!((bits..bits + 2).contains(&measured.height), "{bits}: {measured:?}");
                let horner =
                    |value: Integer, v: &Integer| (value * field.leave(at.point) + v).rem_euc(&Integer::from(p));
                let value = part.iter().rev().fold(Integer::new(), horner);
                assert_eq!(field.leave(measured.value), value, "{} primes, {range:?} of {n}", moduli.len());
            }
        });
    }
    let primes = fields(&primes::<E::Modulus>(&grid(&[(4, 1)]), 2, &mut StdRng::seed_from_u64(36)));
    let at = FieldPoint { field: Mont61::new(5).unwrap(), point: 1 };
    for ranges in [[3..7, 7..11], [3..7, 6..9]] {
        let mut residues = || engine.residues(2, 10).expect("residues");
        let (some, same) = (residues(), residues());
        let error = engine.measure(some, &primes, &ranges, at, &control).expect_err("outside, or twice");
        let again = engine.crt_polynomials(same, &primes, &ranges, &control).expect_err("outside, or twice");
        for error in [error, again] {
            assert!(matches!(error.kind(), ErrorKind::Shape { .. } | ErrorKind::Argument { .. }), "{error}");
        }
    }
}

/// Polynomials come out as the same integers, however the coefficients are shared out.
pub fn polynomials<E: LiftEngine>(engine: &mut E) {
    let control = Control::default();
    for parts in [1, 2, 7, 300] {
        batches(engine, |engine, residues, moduli, integers| {
            let n = integers.len();
            // Some coefficients are left out, and some polynomials have none.
            let start = |k: usize| k * n / parts;
            let ranges: Vec<Range<usize>> =
                (0..parts).map(|k| start(k) + (k % 3).min(start(k + 1) - start(k))..start(k + 1)).collect();
            let found = engine.crt_polynomials(residues, moduli, &ranges, &control).expect("polynomials");
            assert_eq!(found.len(), parts);
            for (range, polynomial) in ranges.iter().zip(&found) {
                assert!(polynomial[..] == integers[range.clone()], "{} primes, {range:?} of {n}", moduli.len());
            }
        });
    }
    // More than a device has on the way at a time.
    let mut rng = StdRng::seed_from_u64(38);
    let primes = primes::<E::Modulus>(&grid(&[]), 25, &mut rng);
    let integers: Vec<Integer> = (0..60_000).map(|k| of_limbs(k % 20 + 1, k % 7 == 0, &mut rng)).collect();
    let residues = of_lists(engine, &primes, &[List::of(&integers)]);
    let found = engine.crt_polynomials(residues, &fields(&primes), &[5..30_000, 30_000..60_000], &control);
    let found = found.expect("polynomials");
    assert!(found[0][..] == integers[5..30_000] && found[1][..] == integers[30_000..]);
}

/// The residues of all integers of the lists.
fn of_lists<E: LiftEngine>(engine: &mut E, primes: &[Prime<E::Modulus>], lists: &[List<'_>]) -> E::Residues {
    let input = engine.load_lists(lists).expect("load");
    let batch = engine.begin(&grid(&[]), primes).expect("begin");
    let residues = engine.reduce(&batch, &input).expect("reduce");
    let count: usize = lists.iter().map(|list| list.integers.count()).sum();
    let mut all = engine.residues(primes.len(), count).expect("residues");
    let (rows, whole) = ((0..primes.len() as u32).collect::<Vec<u32>>(), Columns::range(0..count));
    engine.select(&batch, &residues, &rows, &whole, &mut all, 0).expect("select");
    all
}

/// Lists of integers, few and many, short and longer than what is copied at a time, and their negatives.
pub fn lists<E: LiftEngine>(engine: &mut E) {
    let mut rng = StdRng::seed_from_u64(37);
    let primes = primes::<E::Modulus>(&grid(&[]), 11, &mut rng);
    let product = primes.iter().fold(Integer::from(1), |product, prime| product * prime.field.p());
    let mut list = |count: usize, limbs: usize| -> Vec<Integer> {
        let integer = |k: usize| match k % 5 {
            0 => Integer::new(),
            1 => Integer::from(k) - 50,
            n => of_limbs(limbs - k % limbs.min(3), n == 2, &mut rng) * if k.is_multiple_of(2) { 1 } else { -1 },
        };
        (0..count).map(integer).collect()
    };
    for lists in [
        vec![list(10, 3), list(1, 1), list(0, 1)],
        vec![list(4000, 3), list(97, 1), list(0, 1)],
        vec![list(900, 7), list(5000, 10), list(1, 40), list(3000, 300)],
        vec![list(5000, 2), list(1200, 1600)],
        vec![],
    ] {
        let views: Vec<&[Integer]> = lists.iter().map(|list| &list[..]).collect();
        let signed: Vec<List<'_>> =
            views.iter().enumerate().map(|(k, list)| List::of(list).negated(k % 2 == 1)).collect();
        let all = of_lists(engine, &primes, &signed);
        let found = engine.crt(all, &fields(&primes), &Control::default()).expect("integers");
        let expected = lists
            .iter()
            .enumerate()
            .flat_map(|(k, list)| list.iter().map(move |c| if k % 2 == 1 { Integer::from(-c) } else { c.clone() }));
        for (i, (found, expected)) in found.iter().zip(expected).enumerate() {
            let difference = Integer::from(found - &expected);
            assert!(difference.is_divisible(&product), "{i}: {found}, not {expected}");
        }
        assert_eq!(found.len(), lists.iter().map(Vec::len).sum::<usize>());
    }
}

/// Mixed-radix digits on the same, against division, and the integers from them.
pub fn batches_and_digits<E: MixedRadix>(engine: &mut E) {
    for lift in [Lift::MixedRadix, Lift::MixedRadixThread] {
        batches(engine, |engine, residues, moduli, integers| {
            let tables = MixedRadixTables::new(moduli).expect("ascending primes");
            let digits = engine.digits(residues, &tables, lift).expect("digits");
            let product = moduli.iter().fold(Integer::from(1), |product, m| product * m.modulus());
            for (k, integer) in integers.iter().enumerate() {
                let mut rest = if *integer < 0 { Integer::from(integer + &product) } else { integer.clone() };
                for (i, m) in moduli.iter().enumerate() {
                    let expected = rest.mod_u(m.modulus());
                    assert_eq!(digits[i * integers.len() + k], expected, "{} primes, digit {i}", moduli.len());
                    rest /= m.modulus();
                }
                assert_eq!(rest, 0);
            }
        });
        batches(engine, |engine, residues, moduli, integers| {
            let found =
                engine.lift(residues, moduli, lift, &Control::default(), &mut Clock::default()).expect("integers");
            assert!(found == integers, "{} primes, {} coefficients", moduli.len(), integers.len());
        });
    }
}

/// Numbers of primes and coefficients around the sizes of bundles, chunks and blocks, in batches of every kind: `check` gets the
/// residues of integers, the primes and the integers.
fn batches<E: LiftEngine>(engine: &mut E, check: impl Fn(&mut E, E::Residues, &[E::Modulus], &[Integer])) {
    let mut rng = StdRng::seed_from_u64(32);
    // (primes, primes in a batch, length, kept coefficients).
    let cases = [
        (1, 1, 1, 1),
        (1, 1, 1000, 1000),
        (2, 1, 2, 2),
        (3, 2, 32, 31),
        (4, 4, 36, 33),
        (5, 2, 2, 2),
        (15, 7, 32, 31),
        (16, 16, 36, 33),
        (17, 16, 1, 1),
        (31, 10, 36, 33),
        (32, 31, 40, 17),
        (33, 17, 1000, 1000),
        (63, 20, 2, 2),
        (65, 64, 36, 33),
        (127, 50, 32, 31),
        (128, 33, 2, 2),
        (129, 16, 36, 33),
        (257, 100, 32, 31),
        (300, 48, 1, 1),
        (300, 128, 100, 97),
        (2049, 1000, 2, 2),
        (7, 7, 5000, 4990),
    ];
    for (count, batch, len, keep) in cases {
        let grid = grid(&[(len, 1)]);
        let primes = primes::<E::Modulus>(&grid, count, &mut rng);
        let product = primes.iter().fold(Integer::from(1), |product, prime| product * prime.field.p());
        let half = Integer::from(&product - 1) / 2u32;
        // The ends of the range first, then numbers of all lengths with both signs.
        let mut integers = vec![half.clone(), Integer::new(), -half, Integer::from(-1)];
        while integers.len() < len as usize {
            let limbs = rng.random_range(0..=product.significant_bits() as usize / 32);
            let value = (of_limbs(limbs, false, &mut rng) >> 2u32).keep_bits(product.significant_bits() - 2);
            integers.push(if rng.random() { -value } else { value });
        }
        integers.truncate(len as usize);
        let table = table(1, &[len], &integers);
        let residues = stored(engine, (&grid, &primes, batch), &table, &[keep], |_, _, residues| residues);
        check(engine, residues, &fields(&primes), &integers[..keep as usize]);
    }
}

/// Explicit remaindering refuses rows that are not there and the same prime twice, and stops when it is told to.
pub fn remainders_are_checked<E: LiftEngine>(engine: &mut E) {
    let mut rng = StdRng::seed_from_u64(35);
    let primes = fields(&primes::<E::Modulus>(&grid(&[(4, 1)]), 6, &mut rng));
    let residues = engine.residues(5, 4).expect("residues");
    let error = engine.crt(residues, &primes, &Control::default()).expect_err("a row is missing");
    assert!(matches!(error.kind(), ErrorKind::Shape { .. }), "{error}");
    let residues = engine.residues(2, 4).expect("residues");
    let error = engine.crt(residues, &[primes[0]; 2], &Control::default()).expect_err("one prime twice");
    assert!(matches!(error.kind(), ErrorKind::Argument { .. }), "{error}");
    let residues = engine.residues(6, 0).expect("residues");
    assert!(engine.crt(residues, &primes, &Control::default()).expect("nothing").is_empty());
    let cancelled = Control::default();
    cancelled.cancel();
    let residues = engine.residues(6, 4).expect("residues");
    let error = engine.crt(residues, &primes, &cancelled).expect_err("cancelled");
    assert!(matches!(error.kind(), ErrorKind::Cancelled), "{error}");
}

/// The primes may come in any number of batches; what is stored does not depend on it.
pub fn batches_agree<E: LiftEngine>(engine: &mut E) {
    let mut rng = StdRng::seed_from_u64(33);
    let grid = grid(&[(6, 2)]);
    let primes = primes::<E::Modulus>(&grid, 37, &mut rng);
    let residues: Vec<Vec<u64>> =
        primes.iter().map(|p| (0..12).map(|_| rng.random_range(0..modulus(p).0)).collect()).collect();
    let integers: Vec<Integer> = (0..12).map(|i| chinese(&primes, residues.iter().map(|r| r[i]), i)).collect();
    let table = table(1, &[12], &integers);
    for batch in [1, 2, 3, 5, 8, 9, 16, 19, 36, 37, 100] {
        let found = stages(engine, (&grid, &primes, batch), &table, &[12], |engine, tables, residues| {
            let values = engine.evaluate(tables, residues, 1, &[12]).expect("evaluate");
            engine.interpolate(tables, values, 1).expect("interpolate")
        });
        assert!(found == residues, "batches of {batch}");
    }
}

/// Rows that are not there, or of another width, are an error and not a write beyond the end.
pub fn shapes_are_checked<E: LiftEngine>(engine: &mut E) {
    let mut rng = StdRng::seed_from_u64(34);
    let grid = grid(&[(4, 1)]);
    let primes = primes::<E::Modulus>(&grid, 6, &mut rng);
    let table = table(1, &[4], &[1, 2, 3, 4].map(Integer::from));
    let input = engine.load(&table).expect("load");
    let tables = engine.begin(&grid, &primes[..3]).expect("begin");
    let mut all = engine.residues(6, 4).expect("residues");
    let whole = |width: usize| Columns::range(0..width);
    for (keep, at) in [(3, 0), (5, 0), (4, 4), (4, 7), (4, usize::MAX / 2)] {
        let residues = engine.reduce(&tables, &input).expect("reduce");
        let error = engine.select(&tables, &residues, &[0, 1, 2], &whole(keep), &mut all, at).expect_err("no room");
        assert!(matches!(error.kind(), ErrorKind::Shape { .. }), "{error}");
    }
    for at in [0, 3] {
        let residues = engine.reduce(&tables, &input).expect("reduce");
        engine.select(&tables, &residues, &[0, 1, 2], &whole(4), &mut all, at).expect("room");
    }
}

/// Tensors of another size than rows and axes say are an error on every engine, and nothing is read beyond their ends.
pub fn tensors_are_checked<E: LiftEngine>(engine: &mut E) {
    let mut rng = StdRng::seed_from_u64(35);
    let grid = grid(&[(4, 1), (6, 1)]);
    let primes = primes::<E::Modulus>(&grid, 3, &mut rng);
    let input = engine.load(&table(2, &[3, 5], &vec![Integer::from(7); 30])).expect("load");
    let tables = engine.begin(&grid, &primes).expect("begin");
    let wrong: [(u32, &[u32]); 6] =
        [(3, &[3, 5]), (1, &[3, 5]), (2, &[3, 6]), (6, &[5]), (2, &[3, 5, 1]), (u32::MAX, &[4, 6])];
    for (rows, dims) in wrong {
        let residues = engine.reduce(&tables, &input).expect("reduce");
        let error = engine.evaluate(&tables, residues, rows, dims).err().expect("another shape");
        assert!(matches!(error.kind(), ErrorKind::Shape { .. }), "{rows} {dims:?}: {error}");
    }
    for rows in [0, 1, 3, u32::MAX] {
        let residues = engine.reduce(&tables, &input).expect("reduce");
        let values = engine.evaluate(&tables, residues, 2, &[3, 5]).expect("evaluate");
        let error = engine.interpolate(&tables, values, rows).err().expect("other rows");
        assert!(matches!(error.kind(), ErrorKind::Shape { .. }), "{rows}: {error}");
    }
}
