//! Columns of tables of residues: which ones are copied, what is 0 in them, and what is refused.

use crate::drive::{fields, grid, primes, table};
use eliminant::engine::LiftEngine;
use eliminant::plan::columns::Columns;
use eliminant::plan::primes::Prime;
use eliminant::{Control, ErrorKind};
use gpu::arith::Modulus as _;
use gpu::columns::{BoxAxis, PIECE};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rug::Integer;

/// Elements of a row.
const WIDTH: usize = 60_000;

/// A box: its first column, and (count, stride) of each axis.
type Box<'a> = (usize, &'a [(usize, usize)]);

/// Boxes of every rank up to four, of less than a piece and of many, some with steps between neighbours or elements that come twice.
const BOXES: [Box<'static>; 9] = [
    (59_000, &[(1000, 1)]),
    (7, &[]),
    (100, &[(37, 1500), (41, 30), (23, 1)]),
    (0, &[(40, 1500), (50, 30), (30, 1)]),
    (0, &[(3, 20_000), (9, 1000), (5, 100), (7, 3)]),
    (5, &[(0, 1), (4, 4)]),
    (0, &[(PIECE as usize, 29)]),
    (3, &[(PIECE as usize + 1, 2)]),
    (30_000, &[(2, 5), (10_000, 1)]),
];

/// The columns of a box, one after the other.
fn places((first, axes): Box<'_>) -> Vec<usize> {
    let step = |places: Vec<usize>, &(count, stride): &(usize, usize)| {
        places.iter().flat_map(|&at| (0..count).map(move |k| at + k * stride)).collect()
    };
    axes.iter().fold(vec![first], step)
}

/// Adds a box.
fn push(columns: &mut Columns, (first, axes): Box<'_>) {
    let axis = |&(count, stride): &(usize, usize)| BoxAxis { count: count as u64, stride: stride as u64 };
    columns.push(first as u64, &axes.iter().map(axis).collect::<Vec<_>>());
}

/// Boxes one behind the other.
fn columns_of(boxes: &[Box<'_>]) -> Columns {
    let mut columns = Columns::new();
    boxes.iter().for_each(|&one| push(&mut columns, one));
    columns
}

/// The integers modulo all primes.
fn reduced<E: LiftEngine>(engine: &mut E, primes: &[Prime<E::Modulus>], integers: &[Integer]) -> (E::Batch, E::Buffer) {
    let input = engine.load(&table(1, &[integers.len() as u32], integers)).expect("load");
    let batch = engine.begin(&grid(&[]), primes).expect("begin");
    let residues = engine.reduce(&batch, &input).expect("reduce");
    (batch, residues)
}

/// Boxes alone, and all of them one behind the other, for all primes of the batch and for some.
pub fn selected<E: LiftEngine>(engine: &mut E) {
    let rng = &mut StdRng::seed_from_u64(61);
    let primes = primes::<E::Modulus>(&grid(&[]), 5, rng);
    let integers: Vec<Integer> = (0..WIDTH).map(|_| rng.random_range(-1i64 << 57..1 << 57).into()).collect();
    let (batch, source) = reduced(engine, &primes, &integers);
    for boxes in BOXES.iter().map(std::slice::from_ref).chain([&BOXES[..], &[]]) {
        let columns = columns_of(boxes);
        let expected: Vec<&Integer> = boxes.iter().flat_map(|&one| places(one)).map(|at| &integers[at]).collect();
        assert_eq!(columns.len(), expected.len());
        // Row 0 is written last: neighbours stay as they are.
        let mut residues = engine.residues(4, columns.len()).expect("residues");
        engine.select(&batch, &source, &[1, 2, 4], &columns, &mut residues, 1).expect("select");
        engine.select(&batch, &source, &[0], &columns, &mut residues, 0).expect("select");
        engine.select(&batch, &source, &[], &columns, &mut residues, 4).expect("none");
        let moduli = fields(&[0, 1, 2, 4].map(|k: usize| primes[k].clone()));
        let found = engine.crt(residues, &moduli, &Control::default()).expect("integers");
        assert!(found.iter().eq(expected), "{boxes:?}");
    }
}

/// Only elements of a box count, each of them does, and only modulo its primes.
pub fn vanishing<E: LiftEngine>(engine: &mut E) {
    let rng = &mut StdRng::seed_from_u64(62);
    let primes = primes::<E::Modulus>(&grid(&[]), 3, rng);
    let others = Integer::from(primes[0].field.p()) * primes[2].field.p();
    for one in BOXES {
        let mut integers = vec![Integer::from(1); WIDTH];
        let inside = places(one);
        inside.iter().for_each(|&at| integers[at] = Integer::new());
        let columns = columns_of(&[one]);
        let (batch, source) = reduced(engine, &primes, &integers);
        assert_eq!(engine.vanish(&batch, &source, &columns).expect("vanish"), [true; 3], "{one:?}");
        let piece = PIECE as usize;
        for number in [0, 1, inside.len() / 2, piece - 1, piece, 2 * piece, inside.len().saturating_sub(1)] {
            let Some(&at) = inside.get(number) else { continue };
            integers[at] = others.clone();
            let (batch, source) = reduced(engine, &primes, &integers);
            let found = engine.vanish(&batch, &source, &columns).expect("vanish");
            assert_eq!(found, [true, false, true], "{one:?}, element {number}");
            integers[at] = Integer::new();
        }
    }
}

/// Columns outside the row, or without room, are an error on every engine.
pub fn refused<E: LiftEngine>(engine: &mut E) {
    let rng = &mut StdRng::seed_from_u64(63);
    let primes = primes::<E::Modulus>(&grid(&[]), 3, rng);
    let (batch, source) = reduced(engine, &primes, &vec![Integer::from(5); 100]);
    let outside: [Box<'_>; 5] = [
        (0, &[(101, 1)]),
        (100, &[]),
        (90, &[(2, 4), (3, 3)]),
        (0, &[(1 << 40, 1 << 20), (2, 1)]),
        (usize::MAX, &[(3, usize::MAX)]),
    ];
    for one in outside {
        let columns = columns_of(&[(0, &[(4, 1)]), one]);
        let error = engine.vanish(&batch, &source, &columns).expect_err("outside");
        assert!(matches!(error.kind(), ErrorKind::Shape { .. }), "{one:?}: {error}");
        let mut residues = engine.residues(3, columns.len().min(200)).expect("residues");
        let error = engine.select(&batch, &source, &[0, 1, 2], &columns, &mut residues, 0).expect_err("outside");
        assert!(matches!(error.kind(), ErrorKind::Shape { .. }), "{one:?}: {error}");
    }
    // The last element that there is.
    let columns = columns_of(&[(90, &[(2, 3), (3, 3)])]);
    assert_eq!(engine.vanish(&batch, &source, &columns).expect("inside"), [false; 3]);
    let mut residues = engine.residues(3, 6).expect("residues");
    engine.select(&batch, &source, &[0, 1, 2], &columns, &mut residues, 0).expect("inside");
    let error = engine.select(&batch, &source, &[3], &columns, &mut residues, 0).expect_err("no such prime");
    assert!(matches!(error.kind(), ErrorKind::Argument { .. }), "{error}");
    let error = engine.select(&batch, &source, &[0], &Columns::range(0..5), &mut residues, 0).expect_err("too few");
    assert!(matches!(error.kind(), ErrorKind::Shape { .. }), "{error}");
    assert_eq!(engine.vanish(&batch, &source, &Columns::new()).expect("none"), [true; 3]);
}
