//! Intervals with one root each, by Descartes' rule of signs, bisection and Newton's method.
//!
//! The number of sign changes of (x + 1)^n f(1/(x + 1)) is at least the number of roots of f in (0, 1), counted with multiplicities. It exceeds that by an even
//! number, so it is right where it is 0 or 1. Halving an interval ends where f is squarefree (theorems of one and two circles). Where roots lie close
//! together, intervals would be halved many times in vain: there a step of Newton's method for a root of multiplicity k guesses an interval shorter by a
//! factor N that has all of them, and sign changes prove it. N is squared after each success.
//!
//! Source: Collins and Akritas, SYMSAC 1976; Sagraloff, When Newton meets Descartes, ISSAC 2012.

use super::between::Window;
use super::taylor_shift::shift;
use crate::alone;
use crate::error::{ErrorKind, Result};
use rug::Integer;
use rug::ops::NegAssign;

/// An interval between two dyadic numbers `lower` / 2^scale and `upper` / 2^scale, scale of any sign; a number where they are equal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Interval {
    pub lower: Integer,
    pub upper: Integer,
    pub scale: i64,
}

/// A part of the line on which roots are looked for.
struct Cell<'w> {
    /// A multiple of f on the interval, as if that were (0, 1). The constant coefficient is not 0.
    f: Vec<Integer>,
    interval: Interval,
    /// Sign changes on the interval from which this one came.
    changes_before: usize,
    /// log2 N.
    zoom: u32,
    /// The most bits that the coefficients may take.
    most_bits: u128,
    /// Intervals that do not meet it are passed over.
    window: &'w Window,
}

/// The least log2 N.
const LEAST_ZOOM: u32 = 2;

/// The roots of f between 0 and 2^size, ascending: each in an open interval, the ends of which need not be free of other roots, or exactly. f is squarefree
/// and f(0) is not 0. The coefficients of an interval take `most_bits` at most. Some roots outside of `window` are left out.
///
/// # Errors
/// `Limit`; of `look`, which is called every few milliseconds.
pub fn isolate(
    f: &[Integer],
    size: i64,
    most_bits: u128,
    window: &Window,
    look: &(impl Fn() -> Result<()> + Sync),
) -> Result<Vec<Interval>> {
    check_bits(f.len() as u128, max_bits(f), size.unsigned_abs(), most_bits)?;
    // f(2^size x), times a power of 2 where size is negative.
    let degree = f.len().saturating_sub(1) as u64;
    let power = |k: u64| if size < 0 { (degree - k) * size.unsigned_abs() } else { k * size.unsigned_abs() };
    let mut f: Vec<Integer> = f.iter().zip(0..).map(|(c, k)| Integer::from(c << power(k) as u32)).collect();
    without_powers_of_two(&mut f);
    let interval = Interval { lower: Integer::new(), upper: 1.into(), scale: -size };
    Cell { f, interval, changes_before: usize::MAX, zoom: LEAST_ZOOM, most_bits, window }.roots(look)
}

impl<'w> Cell<'w> {
    fn roots(self, look: &(impl Fn() -> Result<()> + Sync)) -> Result<Vec<Interval>> {
        let mut cell = self;
        loop {
            if !cell.window.meets(&cell.interval) {
                return Ok(Vec::new());
            }
            let changes = changes(&cell.f, look)?;
            match changes {
                0 => return Ok(Vec::new()),
                1 => return Ok(vec![cell.interval]),
                // All are still together: there may be a cluster.
                _ if changes == cell.changes_before => {
                    if let Some(inner) = cell.inner(changes, look)? {
                        cell = inner;
                        continue;
                    }
                }
                _ => (),
            }
            let (lower, middle, upper) = cell.halves(changes, look)?;
            let (mut roots, above) = alone::join(|| lower.roots(look), || upper.roots(look));
            if let Ok(roots) = &mut roots {
                roots.extend(middle);
                roots.extend(above?);
            }
            return roots;
        }
    }

    /// Both halves, and the middle where it is a root.
    fn halves(self, changes: usize, look: &(impl Fn() -> Result<()> + Sync)) -> Result<(Self, Option<Interval>, Self)> {
        let Cell { f, interval: Interval { lower, upper, scale }, zoom, most_bits, window, .. } = self;
        let middle = Integer::from(&lower + &upper);
        let scale = scale + 1;
        // 2^n f(x / 2), and the same at x + 1.
        let degree = f.len() - 1;
        let mut below: Vec<Integer> = f.into_iter().zip(0..).map(|(c, k)| c << (degree - k) as u32).collect();
        let mut above = below.clone();
        shift(&mut above, look)?;
        let is_root = above[0].is_zero();
        if is_root {
            // f is squarefree: the root is simple.
            above.remove(0);
        }
        without_powers_of_two(&mut below);
        without_powers_of_two(&mut above);
        let cell = |f, lower, upper| {
            let zoom = (zoom / 2).max(LEAST_ZOOM);
            Cell { f, interval: Interval { lower, upper, scale }, changes_before: changes, zoom, most_bits, window }
        };
        let root = is_root.then(|| Interval { lower: middle.clone(), upper: middle.clone(), scale });
        Ok((cell(below, lower << 1, middle.clone()), root, cell(above, middle, upper << 1)))
    }

    /// An interval of 3/(4 N) of the length that has all roots, if there is one where Newton's method expects it.
    ///
    /// Near roots x0 that are k together f/f' is about (x - x0)/k. Two points give k and x0.
    fn inner(&self, changes: usize, look: &(impl Fn() -> Result<()> + Sync)) -> Result<Option<Self>> {
        let grid = self.zoom + 2;
        let values = [1, 2, 3].map(|quarter| value_at_quarter(&self.f, quarter));
        let places = [(0, 2), (0, 1), (1, 2)].map(|(i, j)| expected_place((i, &values[i]), (j, &values[j]), grid));
        // Where there is a cluster that short, two pairs of points away from it agree.
        let agree = |i: usize, j: usize| match (&places[i], &places[j]) {
            (Some(a), Some(b)) if Integer::from(a - b).abs() <= 1 => Some(a),
            _ => None,
        };
        let Some(place) = agree(0, 1).or_else(|| agree(0, 2)).or_else(|| agree(1, 2)) else { return Ok(None) };
        let Some((f, interval)) = self.part(place, grid, look)? else { return Ok(None) };
        // The next interval is tried at once.
        let zoom = self.zoom.saturating_mul(2);
        Ok(Some(Cell { f, interval, changes_before: changes, zoom, ..*self }))
    }

    /// The part from `place` - 1 to `place` + 2, in units of 2^-`grid`, where it is proved that nothing is outside.
    fn part(
        &self,
        place: &Integer,
        grid: u32,
        look: &(impl Fn() -> Result<()> + Sync),
    ) -> Result<Option<(Vec<Integer>, Interval)>> {
        let all = Integer::from(1) << grid;
        let from = Integer::from(place - 1).max(Integer::new());
        let to = Integer::from(place + 2).min(all.clone());
        // 2^(grid n) f(x / 2^grid).
        let degree = self.f.len() as u64 - 1;
        check_bits(self.f.len() as u128, max_bits(&self.f), u64::from(grid), self.most_bits)?;
        let fine: Vec<Integer> =
            self.f.iter().zip(0..).map(|(c, k)| Integer::from(c << (u64::from(grid) * (degree - k)) as u32)).collect();
        let is_free =
            |f: Vec<Integer>, length: &Integer| changes(&stretched(f, length), look).map(|changes| changes == 0);
        if !from.is_zero() && !is_free(fine.clone(), &from)? {
            return Ok(None);
        }
        let behind = moved(fine.clone(), &to, look)?;
        if behind[0].is_zero() || (to != all && !is_free(behind, &Integer::from(&all - &to))?) {
            return Ok(None);
        }
        let mut f = moved(fine, &from, look)?;
        if f[0].is_zero() {
            return Ok(None);
        }
        f = stretched(f, &Integer::from(&to - &from));
        without_powers_of_two(&mut f);
        let Interval { lower, upper, scale } = &self.interval;
        let length = Integer::from(upper - lower);
        let at = |place: Integer| Integer::from(lower << grid) + place * &length;
        let interval = Interval { lower: at(from), upper: at(to), scale: scale + i64::from(grid) };
        Ok(Some((f, interval)))
    }
}

/// 4^n f and 4^n f'/4 at a fourth, a half or three fourths, by Horner's rule.
fn value_at_quarter(f: &[Integer], quarter: u32) -> (Integer, Integer) {
    let (mut value, mut slope) = (Integer::new(), Integer::new());
    for (c, k) in f.iter().rev().zip(0u32..) {
        slope = slope * quarter + &value;
        value = value * quarter + Integer::from(c << (2 * k));
    }
    (value, slope)
}

/// The place of the cluster in units of 2^-grid, from the values v and derivatives w/4 at two of the points (i + 1)/4: those in fourths are u = v/w steps
/// to the root, over k. So x0 = i + 1 - k u_i with k = (j - i)/(u_j - u_i).
fn expected_place(
    (i, of_i): (usize, &(Integer, Integer)),
    (j, of_j): (usize, &(Integer, Integer)),
    grid: u32,
) -> Option<Integer> {
    // u_i = a / b and u_j = c / d: x0 = i + 1 - (j - i) a d / (b c - a d).
    let ad = Integer::from(&of_i.0 * &of_j.1);
    let difference = Integer::from(&of_i.1 * &of_j.0) - &ad;
    if difference.is_zero() {
        return None;
    }
    let fourths = Integer::from(&difference * (i + 1) as u64) - ad * (j - i) as u64;
    let (place, _) = (fourths << (grid - 2)).div_rem_floor(difference);
    (place >= -1 && place <= Integer::from(1) << grid).then_some(place)
}

/// Refuses so many coefficients of so many bits that grow by `each` bits from power to power, where they may take more than `most`.
///
/// # Errors
/// `Limit`.
pub fn check_bits(count: u128, bits: u32, each: u64, most: u128) -> Result<()> {
    // A shift by 1 adds a bit for each power. Eight intervals or multiples of them are held at once: a byte for each bit.
    let needed = count * (u128::from(bits) + count * (u128::from(each) + 1));
    match needed > most {
        true => Err(ErrorKind::Limit { what: "bytes of memory to isolate real roots", needed, allowed: most }.into()),
        false => Ok(()),
    }
}

/// Bits of the longest coefficient.
fn max_bits(f: &[Integer]) -> u32 {
    f.iter().map(Integer::significant_bits).max().unwrap_or(0)
}

/// f(x + a).
fn moved(mut f: Vec<Integer>, a: &Integer, look: &(impl Fn() -> Result<()> + Sync)) -> Result<Vec<Integer>> {
    if a.is_zero() {
        return Ok(f);
    }
    // f(a x) at x + 1, and back.
    f = stretched(f, a);
    shift(&mut f, look)?;
    let mut power = Integer::from(1);
    for c in &mut f {
        c.div_exact_mut(&power);
        power *= a;
    }
    Ok(f)
}

/// f(a x).
fn stretched(mut f: Vec<Integer>, a: &Integer) -> Vec<Integer> {
    let mut power = Integer::from(1);
    for c in &mut f {
        *c *= &power;
        power *= a;
    }
    f
}

/// The sign changes of (x + 1)^n f(1 / (x + 1)): at least the number of roots in (0, 1).
fn changes(f: &[Integer], look: &(impl Fn() -> Result<()> + Sync)) -> Result<usize> {
    // The shifted coefficients are sums of these.
    if sign_changes(f) == 0 {
        return Ok(0);
    }
    let mut reversed: Vec<Integer> = f.iter().rev().cloned().collect();
    shift(&mut reversed, look)?;
    Ok(sign_changes(&reversed))
}

/// The sign changes of a list, zeros left out.
pub fn sign_changes(f: &[Integer]) -> usize {
    let mut signs = f.iter().filter(|c| !c.is_zero()).map(Integer::is_negative);
    let Some(mut last) = signs.next() else { return 0 };
    signs.filter(|&sign| std::mem::replace(&mut last, sign) != sign).count()
}

/// Divides by the highest power of 2 that all coefficients have.
fn without_powers_of_two(f: &mut [Integer]) {
    let power = f.iter().filter_map(|c| c.find_one(0)).min().unwrap_or(0);
    if power > 0 {
        f.iter_mut().for_each(|c| *c >>= power);
    }
}

/// f(-x).
pub fn reflected(f: &[Integer]) -> Vec<Integer> {
    let mut f = f.to_vec();
    f.iter_mut().skip(1).step_by(2).for_each(NegAssign::neg_assign);
    f
}

/// A size with all positive roots below 2^size; `None` where there are none, since all signs are alike. f is not 0.
///
/// A positive root is at most 2 max (|c_k| / |c_n|)^(1/(n-k)) over the coefficients of the other sign than the leading one: Kioustelidis, Bounds for
/// positive roots of polynomials, 1986.
pub fn size_of_roots(f: &[Integer]) -> Option<i64> {
    let lead = f.last()?;
    let bits = |c: &Integer| i64::from(c.significant_bits());
    let lower = f.iter().rev().zip(0i64..).skip(1);
    let others = lower.filter(|(c, _)| !c.is_zero() && c.is_negative() != lead.is_negative());
    // |c| / |lead| < 2^(bits - bits of lead + 1).
    others.map(|(c, down)| (bits(c) - bits(lead) + 1 + down - 1).div_euclid(down) + 1).max()
}
