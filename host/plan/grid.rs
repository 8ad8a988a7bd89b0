//! The grid of evaluation points and the primes that have it.
//!
//! Per kept variable the points are `cosets` cosets s_j `<w>` of the group of order `len`, len = 2^a 3^b 5^c; the primes are
//! those of the form k lcm(len) + 1 in the range of a [`Word`], the largest first. One coset unless such primes run short; its shift s_1
//! is random all the same, so that inputs like x^k - 1 do not vanish on the whole grid.

pub use super::axes::Grid;
pub use super::axis::Axis;
pub use super::evaluation::{Evaluation, smooth_len};
use super::primes::{self, Prime, Word};
use super::slabs::Cut;
use crate::error::{Error, ErrorKind, Result};
use gpu::arith::Mont31;
use rand::rngs::StdRng;

/// A grid of at least `points[k]` points in variable k, with primes whose product exceeds 2^`bits`, ascending, none of them
/// refused by `usable`.
///
/// # Errors
/// [`ErrorKind::Limit`] when no splitting into cosets yields enough primes, down to transforms of one point, for which any
/// prime will do: there are 43 million of 31 bits.
pub fn choose<M: Word>(
    points: &[u32],
    bits: u64,
    usable: &(dyn Fn(u64) -> bool + Sync),
    rng: &mut StdRng,
) -> Result<(Grid, Vec<Prime<M>>)> {
    choose_cut(points, (&Cut::none(), Evaluation::Auto), bits, usable, rng)
}

/// As [`choose`], with a grid that can be cut into slabs, and whose points are evaluated in a way of the caller's choice.
///
/// # Errors
/// As [`choose`].
pub(crate) fn choose_cut<M: Word>(
    points: &[u32],
    (cut, evaluation): (&Cut, Evaluation),
    bits: u64,
    usable: &(dyn Fn(u64) -> bool + Sync),
    rng: &mut StdRng,
) -> Result<(Grid, Vec<Prime<M>>)> {
    choose_of(Which::Largest, points, (cut, evaluation), bits, usable, rng)
}

/// Which of the primes with the roots of unity of a grid are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Which {
    /// The largest, which are known from call to call.
    Largest,
    /// Random ones.
    Random,
}

/// As [`choose_cut`], with primes that are random where that is asked for.
///
/// # Errors
/// As [`choose`].
pub(crate) fn choose_of<M: Word>(
    which: Which,
    points: &[u32],
    (cut, evaluation): (&Cut, Evaluation),
    bits: u64,
    usable: &(dyn Fn(u64) -> bool + Sync),
    rng: &mut StdRng,
) -> Result<(Grid, Vec<Prime<M>>)> {
    let mut cosets = cut.cosets(points.len());
    loop {
        let axes: Vec<Axis> = points.iter().zip(&cosets).map(|(&n, &c)| evaluation.axis(n, c)).collect();
        let grid = Grid::new(axes).evaluated_by(evaluation);
        // Orders of roots are 32-bit numbers, and cosets must be plenty.
        if grid.modulus() < M::LEAST.min(1 << 31) {
            let (modulus, fits) = (grid.modulus() as u32, |p| grid.fits(p) && usable(p));
            let found = match which {
                Which::Largest => primes::largest(modulus, bits, &fits),
                Which::Random => primes::random(modulus, bits, &fits, rng),
            };
            if let Some(found) = found {
                let primes = primes::on_grid(&found, modulus, &grid, rng);
                return Ok((grid, primes));
            }
        }
        // More cosets of the longest transform: it becomes shorter, and more primes have its roots of unity.
        let long = grid.axes.iter().enumerate().filter(|(_, axis)| axis.len > 1);
        let Some((longest, &axis)) = long.max_by_key(|(_, axis)| axis.len) else {
            return Err(too_many_bits::<M>(bits));
        };
        cosets[longest] = evaluation.more_cosets(points[longest], axis);
    }
}

/// One point, and primes with roots of unity for products of polynomials at it by transforms of `len` points; otherwise as [`choose`]. `None` where
/// there are too few of them.
pub(crate) fn for_products<M: Word>(
    len: u32,
    bits: u64,
    usable: &(dyn Fn(u64) -> bool + Sync),
    rng: &mut StdRng,
) -> Option<(Grid, Vec<Prime<M>>)> {
    let grid = Grid::new(Vec::new()).with_products(len);
    let found = primes::largest(len, bits, usable)?;
    let primes = primes::on_grid(&found, len, &grid, rng);
    Some((grid, primes))
}

fn too_many_bits<M: Word>(bits: u64) -> Error {
    ErrorKind::Limit {
        what: "bits of the answer's coefficients, for the primes that fit a word",
        needed: bits as u128,
        allowed: primes::available_bits::<M>() as u128,
    }
    .into()
}

/// As [`choose`], for arbitrary points: exactly `points[k]` of them in variable k, and any primes.
///
/// # Errors
/// [`ErrorKind::Limit`] as for [`choose`].
pub fn arbitrary<M: Word>(
    points: &[u32],
    bits: u64,
    usable: &(dyn Fn(u64) -> bool + Sync),
    _: &mut StdRng,
) -> Result<(Grid, Vec<Prime<M>>)> {
    let found = primes::largest(1, bits, usable).ok_or_else(|| too_many_bits::<M>(bits))?;
    let grid = Grid::new(points.iter().map(|&len| Axis { len, cosets: 1 }).collect());
    Ok((grid, primes::without_roots(&found)))
}

/// Most cosets of a grid modulo a given prime: the solution of a Vandermonde system per coset costs as much as a transform then.
const COSETS: u32 = 16;

/// Points from which arbitrary ones begin are below this.
pub const FIRST_POINTS: u32 = 1 << 20;

/// A grid modulo the prime `p` with at least `points[k]` points in variable k, as few as there are: at most 16 cosets of roots
/// of unity. `None` when there is none with fewer than p / 2 points, or the engines do not compute modulo p.
pub fn modulo(points: &[u32], p: u32, evaluation: Evaluation, rng: &mut StdRng) -> Option<(Grid, Prime)> {
    let mut lens = vec![1u32];
    for factor in [2, 3, 5] {
        let mut multiple = lens.clone();
        loop {
            multiple =
                multiple.iter().filter_map(|n| n.checked_mul(factor)).filter(|n| (p - 1).is_multiple_of(*n)).collect();
            if multiple.is_empty() {
                break;
            }
            lens.extend(&multiple);
        }
    }
    lens.retain(|&len| evaluation.transforms(len));
    let axis = |&n: &u32| {
        let axes = lens.iter().map(|&len| Axis { len, cosets: n.div_ceil(len) }).filter(|axis| axis.cosets <= COSETS);
        let axis = axes.min_by_key(|axis| (u64::from(axis.len) * u64::from(axis.cosets), axis.cosets))?;
        (u64::from(axis.len) * u64::from(axis.cosets) < u64::from(p / 2)).then_some(axis)
    };
    let grid = Grid::new(points.iter().map(axis).collect::<Option<Vec<_>>>()?).evaluated_by(evaluation);
    let prime = primes::with_roots(&[u64::from(p)], &grid, rng).ok()?.pop()?;
    Some((grid, prime))
}

/// As [`modulo`], for arbitrary points of at most one variable: exactly `points[k]` of them, from an integer below
/// [`FIRST_POINTS`] on.
pub fn modulo_arbitrary(points: &[u32], p: u32) -> Option<(Grid, Prime)> {
    // Two rounds of points that fail and one that is repaired, each with its excess points, and all less than p.
    let last = |&n: &u32| u64::from(FIRST_POINTS) + 4 * u64::from(n) + 64;
    if points.len() > 1 || points.iter().any(|n| last(n) > u64::from(p)) {
        return None;
    }
    let prime = Prime { field: Mont31::new(p)?, axes: Vec::new() };
    Some((Grid::new(points.iter().map(|&len| Axis { len, cosets: 1 }).collect()), prime))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gpu::arith::{Mont31, Mont50};
    use rand::SeedableRng;

    #[test]
    fn primes_are_ascending_fit_and_suffice() {
        fit_and_suffice::<Mont31>();
        fit_and_suffice::<Mont50>();
    }

    fn fit_and_suffice<M: Word>() {
        let mut rng = StdRng::seed_from_u64(1);
        for (points, bits) in
            [(vec![1], 10), (vec![100], 5000), (vec![30, 17], 900), (vec![1 << 17], 20000), (vec![], 40)]
        {
            let (grid, primes) = choose::<M>(&points, bits, &|p| p % 1000 != 7, &mut rng).unwrap();
            let mut total = 0.0;
            for pair in primes.windows(2) {
                assert!(pair[0].field.p() < pair[1].field.p());
            }
            for prime in &primes {
                total += (prime.field.p() as f64).log2();
                assert_ne!(prime.field.p() % 1000, 7);
                for (axis, roots) in grid.axes.iter().zip(&prime.axes) {
                    assert_eq!((prime.field.p() - 1) % axis.len as u64, 0);
                    assert_eq!(roots.shifts.len() as u32, axis.cosets);
                }
            }
            assert!(total > bits as f64);
            for (axis, &n) in grid.axes.iter().zip(&points) {
                assert!(axis.points() >= u64::from(n));
            }
        }
    }

    /// Almost as many points as there are numbers modulo a prime: primes with too few cosets are left out.
    #[test]
    fn nearly_all_numbers_are_points() {
        for points in [(1 << 28) + 1, 1 << 29, (1 << 29) + 1, 1 << 30] {
            let mut rng = StdRng::seed_from_u64(3);
            let (grid, primes) = choose::<Mont31>(&[points], 30, &|_| true, &mut rng).unwrap();
            assert!(grid.axes[0].points() >= u64::from(points) && !primes.is_empty());
            assert!(primes.iter().all(|prime| grid.fits(prime.field.modulus().into())));
        }
        let grid = Grid::new(vec![Axis { len: 4, cosets: 4 }]);
        let with_roots = |p| primes::with_roots::<Mont31>(&[p], &grid, &mut StdRng::seed_from_u64(4));
        assert!(with_roots(13).is_err());
        assert_eq!(with_roots(17).unwrap()[0].axes[0].shifts.len(), 4);
    }

    /// One point, and roots for products at it; few 31-bit primes have those of a long one.
    #[test]
    fn primes_for_products() {
        let mut rng = StdRng::seed_from_u64(6);
        let (grid, primes) = for_products::<Mont31>(15 << 9, 3000, &|p| p % 1000 != 7, &mut rng).unwrap();
        assert_eq!((grid.points(), grid.modulus(), grid.products), (1, 15 << 9, Some(15 << 9)));
        assert!(primes.len() > 95);
        for prime in &primes {
            let [roots] = &prime.axes[..] else { panic!("{:?}", prime.axes) };
            let power = |e: u32| gpu::Field::pow(&prime.field, roots.root, e);
            let one = power(0);
            assert!(power(15 << 9) == one && [2, 3, 5].iter().all(|q| power((15 << 9) / q) != one));
            assert_ne!(prime.field.modulus() % 1000, 7);
        }
        assert!(for_products::<Mont31>(15 << 20, 30_000, &|_| true, &mut rng).is_none());
    }

    /// Powers of two up to 8192, of more points several cosets, and primes that have them.
    #[test]
    fn grids_for_stockham() {
        let mut rng = StdRng::seed_from_u64(5);
        for (points, cut, expected) in [
            (vec![], Cut::none(), vec![]),
            (vec![1, 2, 33], Cut::none(), vec![(1, 1), (2, 1), (64, 1)]),
            (vec![20_000, 5], Cut::none(), vec![(8192, 3), (8, 1)]),
            (vec![20, 5], Cut::into_slabs(&[20, 5], 3), vec![(8, 3), (8, 1)]),
        ] {
            let how = (&cut, Evaluation::Stockham);
            let (grid, primes) = choose_cut::<Mont31>(&points, how, 900, &|_| true, &mut rng).unwrap();
            assert_eq!(grid.evaluation, Evaluation::Stockham);
            assert_eq!(grid.axes.iter().map(|axis| (axis.len, axis.cosets)).collect::<Vec<_>>(), expected);
            assert!(grid.check_lens().is_ok() && primes.iter().all(|prime| grid.fits(prime.field.modulus().into())));
            assert_eq!(cut.of(&grid).grid().evaluation, Evaluation::Stockham);
        }
        // 10,000 primes or so are 1 modulo 8192; more need shorter transforms.
        let how = (&Cut::none(), Evaluation::Stockham);
        let (grid, primes) = choose_cut::<Mont31>(&[8000], how, 400_000, &|_| true, &mut rng).unwrap();
        assert!(grid.axes[0].cosets > 1 && grid.axes[0].points() == 8192 && primes.len() > 13_000);
        assert!(Grid::new(vec![Axis { len: 6, cosets: 1 }]).evaluated_by(Evaluation::Stockham).check_lens().is_err());
    }

    #[test]
    fn too_many_bits_is_a_limit() {
        let error = choose::<Mont31>(&[10], 1 << 40, &|_| true, &mut StdRng::seed_from_u64(1)).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Limit { .. }));
    }

    #[test]
    fn grids_of_a_given_prime() {
        let mut rng = StdRng::seed_from_u64(1);
        let of_axis = |grid: &Grid| (grid.axes[0].len, grid.axes[0].cosets);
        let axes = |n, p, rng: &mut StdRng| modulo(&[n], p, Evaluation::Auto, rng).map(|(grid, _)| of_axis(&grid));
        // 998244353 = 119 2^23 + 1; 65537 = 2^16 + 1; 97 = 3 2^5 + 1; 1000000007 = 2 500000003 + 1.
        assert_eq!(axes(1000, 998_244_353, &mut rng), Some((1024, 1)));
        assert_eq!(axes(640, 998_244_353, &mut rng), Some((128, 5)));
        assert_eq!(axes(30_000, 65_537, &mut rng), Some((2048, 15)));
        assert_eq!(axes(40_000, 65_537, &mut rng), None);
        assert_eq!(axes(30, 97, &mut rng), Some((6, 5)));
        assert_eq!(axes(30, 1_000_000_007, &mut rng), Some((2, 15)));
        assert_eq!(axes(33, 1_000_000_007, &mut rng), None);
        assert_eq!(axes(1, 2_147_483_647, &mut rng), None);
        let (grid, prime) = modulo(&[640], 998_244_353, Evaluation::Auto, &mut rng).unwrap();
        let field = &prime.field;
        let mut powers: Vec<u32> = prime.axes[0].shifts.iter().map(|&s| gpu::Field::pow(field, s, 128)).collect();
        powers.sort_unstable();
        powers.dedup();
        assert_eq!((powers.len(), grid.axes[0].cosets), (5, 5));
        let stockham =
            |n, p, rng: &mut StdRng| modulo(&[n], p, Evaluation::Stockham, rng).map(|(grid, _)| of_axis(&grid));
        assert_eq!(stockham(20_000, 998_244_353, &mut rng), Some((4096, 5)));
        assert_eq!([stockham(30, 97, &mut rng), stockham(33, 1_000_000_007, &mut rng)], [Some((2, 15)), None]);
        assert!(modulo_arbitrary(&[33], 1_000_000_007).is_some());
        assert!(modulo_arbitrary(&[33], 65_537).is_none() && modulo_arbitrary(&[33, 2], 1_000_000_007).is_none());
    }

    #[test]
    fn cosets_when_primes_run_short() {
        // 270 primes or so are 1 modulo 2^19; 3000 need more cosets.
        let (grid, primes) = choose::<Mont31>(&[1 << 19], 90_000, &|_| true, &mut StdRng::seed_from_u64(1)).unwrap();
        assert!(grid.axes[0].cosets > 1);
        assert!(primes.len() > 2900);
    }
}
