//! Interpolation by teams: the same as by one thread, and no element is used by two threads without a barrier between.

use crate::threads::{SharedRow, run_team};
use gpu::arith::Mont31;
use gpu::team::Solo;
use gpu::transform::vandermonde::{exchange_len, interpolate, interpolate_rows};

/// n distinct points, one of them 0, and values, in Montgomery form.
fn problem(f: &Mont31, n: u32) -> (Vec<u32>, Vec<u32>) {
    let x = (0..n).map(|i| f.enter((i * 7) % f.modulus())).rev().collect();
    let y = (0..n).map(|i| f.enter((i ^ 5).wrapping_mul(2_654_435_761) % f.modulus())).collect();
    (x, y)
}

fn solo(f: &Mont31, x: &[u32], y: &[u32]) -> (Vec<u32>, u32) {
    let (mut x, mut b, mut a) = (x.to_vec(), y.to_vec(), vec![0; x.len()]);
    let d = interpolate(f, Solo, x.len() as u32, &&mut x[..], &mut &mut b[..], &mut a[..], &mut []);
    (b, d)
}

/// Elements of a row after its team is done, read by a team of one.
fn plain(row: &[SharedRow<u32>], len: usize) -> Vec<u32> {
    use gpu::memory::Row;
    run_team(1, row, |_, views| {
        let view = views.next().unwrap();
        (0..len as u32).map(|i| view.get(i)).collect()
    })
    .remove(0)
}

#[test]
fn teams_agree_with_one_thread() {
    let f = Mont31::new(1_073_741_789).unwrap();
    for n in [1, 2, 3, 8, 9, 31, 33, 70] {
        let (x, y) = problem(&f, n);
        let expected = solo(&f, &x, &y);
        for size in [2, 3, 5] {
            let rows = [&y, &x, &x, &x].map(|row| SharedRow::new(row));
            let d = run_team(size, &rows, |team, views| {
                let [mut b, x, a, spare] = std::array::from_fn(|_| views.next().unwrap());
                interpolate(&f, team, n, &x, &mut b, a, spare)
            });
            assert!(rows.iter().all(|row| !row.race()), "race, n = {n}, {size} threads");
            assert_eq!((plain(&rows, n as usize), d[0]), expected, "n = {n}, {size} threads");
            assert!(d.iter().all(|&each| each == d[0]));
        }
    }
}

fn check_rows<const ROWS: usize>(n: u32, size: u32) {
    let f = Mont31::new(1_073_741_789).unwrap();
    let (x, y) = problem(&f, n);
    let exchange = vec![0; exchange_len(size) as usize];
    let rows = [&y, &x, &exchange].map(|row| SharedRow::new(row));
    let d = run_team(size, &rows, |team, views| {
        let [mut values, x, mut exchange] = std::array::from_fn(|_| views.next().unwrap());
        interpolate_rows::<_, _, _, _, ROWS>(&f, team, n, &x, &mut values, &mut exchange)
    });
    assert!(rows.iter().all(|row| !row.race()), "race, n = {n}, ROWS = {ROWS}, {size} threads");
    assert_eq!((plain(&rows, n as usize), d[0]), solo(&f, &x, &y), "n = {n}, ROWS = {ROWS}, {size} threads");
    assert!(d.iter().all(|&each| each == d[0]));
}

#[test]
fn every_parity_agrees_with_one_thread() {
    for n in 1..=13 {
        check_rows::<1>(n, n);
        check_rows::<1>(n, n + 2);
        check_rows::<2>(n, n.div_ceil(2));
        check_rows::<2>(n, n.div_ceil(2) + 1);
        check_rows::<4>(n, n.div_ceil(4));
        check_rows::<4>(n, n.div_ceil(4) + 3);
    }
}
