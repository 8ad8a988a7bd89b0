//! Intervals with one root each, by bisection and clusters.
//!
//! On an interval the polynomial is known to as many bits as signs need (`local.rs`): Bernstein's coefficients, or those of the derivative, say that there is no
//! root or one (`signs.rs`). Else the interval is halved, and so are its coefficients: those of high degree vanish on short intervals. Where errors hide too much
//! the polynomial is expanded anew from f, with more bits. Where one half after the other is without a root, all roots may lie in a
//! small part of it, which is looked for at once (`cluster.rs`).
//!
//! It ends where f is squarefree: on short intervals the first two coefficients exceed all others, and no end of an interval is a root.
//!
//! Source: Collins and Akritas, SYMSAC 1976; Sagraloff and Mehlhorn, Computing real roots of real polynomials, J. Symb. Comp. 73 (2016).

use super::annuli::annuli;
use super::between::Window;
use super::cluster::{expected, mean, together};
use super::doubles::Doubles;
use super::local::Local;
use super::newton::{Closer, closer};
use super::residues::Residues;
use super::signs::{Count, roots, roots_of};
use super::value::{Value, value};
use crate::alone;
use crate::alone::prelude::*;
use crate::error::{ErrorKind, Result};
use rug::ops::NegAssign;
use rug::{Float, Integer};

/// Two dyadic numbers `lower` / 2^scale < `upper` / 2^scale, scale of any sign; a number where they are equal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Interval {
    pub lower: Integer,
    pub upper: Integer,
    pub scale: i64,
}

/// Bits that a new expansion has beyond those that are needed, for the intervals within, and the share of lost bits that are added to them. Of 32 to 160 bits and
/// shares from a half to nothing these were the fastest for most of FLINT's families of degrees 64 to 1024 (`benches/results/2026-12-01-doubles-first.txt`).
const SPARE: u32 = 64;
const SPARE_SHARE: u32 = 12;

/// Bits that may be lost with some left in doubles.
const MOST_LOST_IN_DOUBLES: u32 = 40;

/// Coefficients up to which doubles are tried, in n^2 steps.
const MOST_IN_DOUBLES: usize = 8192;

/// Intervals in a row with one half without a root, before a cluster is looked for.
const PATIENCE: u32 = 3;

/// Bits by which a cluster is looked for more closely than the interval, at first.
const FIRST_ZOOM: u32 = 8;

/// A search for the roots of f.
struct Search<'s, L> {
    f: &'s [Integer],
    doubles: Doubles,
    /// The most bits that all coefficients may take.
    most_bits: u128,
    /// Intervals that do not meet it are passed over.
    window: &'s Window,
    residues: Residues,
    /// Called every few milliseconds.
    look: L,
}

/// A part of the line on which roots are looked for. Its ends are no roots.
struct Cell {
    interval: Interval,
    /// f there.
    local: Option<Local>,
    /// Bits by which f is smaller there than the largest of its terms, as far as known.
    lost: u32,
    /// Intervals before it in a row with one half without a root.
    lonely: u32,
    patience: u32,
    zoom: u32,
}

/// A simple root.
pub struct Found {
    /// It has no other root, and f has different signs at its ends.
    pub isolating: Interval,
    /// A part of it with the root.
    pub interval: Interval,
    /// log2 of how much shorter it is.
    pub closer: u32,
    /// Whether f is negative at the lower end.
    pub negative_below: bool,
}

/// Knowledge of an interval.
enum Known {
    Roots(Vec<Found>),
    Open(Cell),
}

/// The positive roots of f, ascending: each in an open interval, the ends of which are no roots. f is squarefree
/// and f(0) is not 0. All coefficients of an interval take `most_bits` at most. Some roots outside of `window` are left out.
///
/// # Errors
/// `Limit`; of `look`, which is called every few milliseconds.
pub fn isolate(
    f: &[Integer],
    most_bits: u128,
    window: &Window,
    look: &(impl Fn() -> Result<()> + Sync),
) -> Result<Vec<Found>> {
    let mut signs = f.iter().filter(|c| !c.is_zero()).map(Integer::is_negative);
    let Some(first) = signs.next() else { return Ok(Vec::new()) };
    if signs.all(|sign| sign == first) {
        return Ok(Vec::new());
    }
    let search = Search { f, doubles: Doubles::of(f), most_bits, window, residues: Residues::of(f), look };
    let found = annuli(f).into_par_iter().map(|[lower, upper]| {
        let power = Integer::from(1) << u32::try_from(upper - lower).unwrap_or(u32::MAX);
        let interval = Interval { lower: 1.into(), upper: power, scale: -lower };
        let first = Cell { interval, local: None, lost: 0, lonely: 0, patience: PATIENCE, zoom: FIRST_ZOOM };
        match search.known(first)? {
            Known::Roots(roots) => Ok(roots),
            Known::Open(cell) => search.roots(cell),
        }
    });
    Ok(found.collect::<Result<Vec<_>>>()?.into_iter().flatten().collect())
}

impl<L: Fn() -> Result<()> + Sync> Search<'_, L> {
    /// The roots of a cell of which nothing is known.
    fn roots(&self, cell: Cell) -> Result<Vec<Found>> {
        let mut cell = cell;
        let (mut below, mut above) = (Vec::new(), Vec::new());
        loop {
            (self.look)()?;
            if cell.lonely >= cell.patience && cell.local.is_some() {
                match self.narrowed(&mut cell)? {
                    Some(Known::Roots(found)) => {
                        below.extend(found);
                        break;
                    }
                    Some(Known::Open(inner)) => {
                        cell = inner;
                        continue;
                    }
                    None => cell.patience = 2 * cell.lonely,
                }
            }
            let (lonely, patience) = (cell.lonely + 1, cell.patience);
            let [low, high] = self.halves(cell)?;
            let (low, high) = alone::join(|| self.known(low), || self.known(high));
            match (low?, high?) {
                (Known::Open(low), Known::Open(high)) => {
                    let (low, high) = alone::join(|| self.roots(low), || self.roots(high));
                    below.extend(low?);
                    below.extend(high?);
                    break;
                }
                (Known::Open(rest), Known::Roots(found)) => {
                    let lonely = if found.is_empty() { lonely } else { 0 };
                    above.splice(0..0, found);
                    cell = Cell { lonely, patience, ..rest };
                }
                (Known::Roots(found), Known::Open(rest)) => {
                    let lonely = if found.is_empty() { lonely } else { 0 };
                    below.extend(found);
                    cell = Cell { lonely, patience, ..rest };
                }
                (Known::Roots(low), Known::Roots(high)) => {
                    below.extend(low);
                    below.extend(high);
                    break;
                }
            }
        }
        below.extend(above);
        Ok(below)
    }

    /// The roots in a cell, where signs tell.
    fn known(&self, mut cell: Cell) -> Result<Known> {
        if !self.window.meets(&cell.interval) {
            return Ok(Known::Roots(Vec::new()));
        }
        // n^2 errors are less than the largest coefficient, with 32 bits to spare.
        let needed = 32 + 2 * self.bits_of_length();
        cell.local = cell.local.filter(|local| local.accuracy() >= needed);
        if cell.local.is_none() {
            let sees = cell.lost < MOST_LOST_IN_DOUBLES && self.f.len() <= MOST_IN_DOUBLES;
            if sees && let Some(known) = self.known_in_doubles(&mut cell) {
                return Ok(known);
            }
            // The numbers f_k b^k of both halves have sizes that differ much.
            if Integer::from(&cell.interval.lower << 1) < cell.interval.upper {
                return Ok(Known::Open(cell));
            }
            if cell.lost >= MOST_LOST_IN_DOUBLES {
                cell.lost = self.lost(&cell.interval, cell.lost)?;
            }
            let spare = SPARE + cell.lost / SPARE_SHARE;
            cell.local = Some(self.expanded(&cell.interval, needed + spare, &mut cell.lost)?);
        }
        Ok(match cell.local.as_ref().map_or(Count::Unknown, |local| roots(local, self.f.len())) {
            Count::None => Known::Roots(Vec::new()),
            Count::One => self.found(&cell.interval, cell.local.as_ref()),
            Count::Unknown => Known::Open(cell),
        })
    }

    /// The same, where doubles tell or may tell in the halves; `None` where more bits are needed, about `lost` more.
    fn known_in_doubles(&self, cell: &mut Cell) -> Option<Known> {
        let local = self.doubles.on(&cell.interval);
        match roots_of(&local.coefficients, local.error, self.f.len()) {
            Count::None => return Some(Known::Roots(Vec::new())),
            Count::One => return Some(self.found(&cell.interval, Some(&Local::from(&local)))),
            Count::Unknown => (),
        }
        // n errors are less than the largest coefficient, with 10 bits to spare.
        if local.accuracy() > 1024.0 * self.f.len() as f64 {
            let interval = cell.interval.clone();
            return Some(Known::Open(Cell { interval, local: None, ..*cell }));
        }
        cell.lost = local.lost().unwrap_or(MOST_LOST_IN_DOUBLES);
        None
    }

    /// The only root of an interval.
    fn found(&self, interval: &Interval, local: Option<&Local>) -> Known {
        Known::Roots(local.map(|local| Found::of(interval.clone(), local, self.f.len())).into_iter().collect())
    }

    /// Bits of the number of coefficients.
    fn bits_of_length(&self) -> u32 {
        usize::BITS - self.f.len().leading_zeros()
    }

    /// Bits by which f on an interval is smaller than the largest of the numbers f_k b^k for its upper end b, from values at three points; about `expected`.
    fn lost(&self, Interval { lower, upper, scale }: &Interval, expected: u32) -> Result<u32> {
        let places = [Integer::from(upper << 1), Integer::from(lower << 1), Integer::from(lower + upper)];
        let mut bits = expected + 64;
        loop {
            (self.look)()?;
            check_bits(8, bits, self.most_bits)?;
            let values = places.each_ref().map(|m| value(self.f, m, scale + 1, bits));
            let largest = values[0].exponent + i64::from(bits);
            let is_known = |value: &&Value| value.v.significant_bits() > u64::BITS - value.error.leading_zeros() + 4;
            let size = |value: &Value| value.exponent + i64::from(value.v.significant_bits());
            if let Some(size) = values.iter().filter(is_known).map(size).max() {
                return Ok(u32::try_from(largest - size).unwrap_or(0));
            }
            bits = bits.saturating_mul(2);
        }
    }

    /// f on an interval: the largest coefficient exceeds errors by so many bits.
    fn expanded(&self, interval: &Interval, accuracy: u32, lost: &mut u32) -> Result<Local> {
        // Errors are some for each coefficient.
        let accuracy_and_errors = accuracy.saturating_add(self.bits_of_length() + 3);
        loop {
            let bits = accuracy_and_errors.saturating_add(*lost);
            // A few coefficients count as 8, so that bits stay below 2^31.
            check_bits(self.f.len().max(8) as u128, bits, self.most_bits)?;
            let local = Local::of(self.f, interval, bits, &self.look)?;
            let found = local.accuracy();
            if found >= accuracy {
                return Ok(local);
            }
            *lost = lost.saturating_add(if found == 0 { bits } else { accuracy - found + 8 });
        }
    }

    /// Both halves, or about halves where the middle may be a root.
    fn halves(&self, cell: Cell) -> Result<[Cell; 2]> {
        let Cell { interval: Interval { lower, upper, scale }, local, lost, zoom, .. } = cell;
        let part = |lower: Integer, upper: Integer, scale: i64, local: Option<Local>| Cell {
            interval: Interval { lower, upper, scale },
            local,
            lost,
            lonely: 0,
            patience: PATIENCE,
            zoom,
        };
        let middle = Integer::from(&lower + &upper);
        if !self.residues.may_be_root(&middle, scale + 1) {
            let [below, above] = local.as_ref().and_then(Local::halves).map_or([None, None], |halves| halves.map(Some));
            let (lower, upper) = (lower << 1, upper << 1);
            return Ok([part(lower, middle.clone(), scale + 1, below), part(middle, upper, scale + 1, above)]);
        }
        // (1/2 + 2^-bits) of the length: no more than n of them are roots.
        let mut bits = 4;
        loop {
            (self.look)()?;
            let length = Integer::from(&upper - &lower);
            let place = Integer::from(&lower << bits) + length * ((Integer::from(1) << (bits - 1)) + 1u32);
            let scale = scale + i64::from(bits);
            if !self.residues.may_be_root(&place, scale) {
                let (lower, upper) = (lower << bits, upper << bits);
                return Ok([part(lower, place.clone(), scale, None), part(place, upper, scale, None)]);
            }
            bits += 1;
        }
    }

    /// A part that has all roots of a cell, where they lie together.
    fn narrowed(&self, cell: &mut Cell) -> Result<Option<Known>> {
        let Some(of) = cell.local.as_ref().and_then(expected) else { return Ok(None) };
        let bits = 2 * cell.zoom + 8;
        // The point is moved to the mean of the expected roots. Around it is a disc with the whole interval.
        let Some(near) = at(&cell.interval, &of.place, bits) else { return Ok(None) };
        let around = |z: &Integer, accuracy: u32, lost: &mut u32| {
            let [lower, upper] = [&cell.interval.lower, &cell.interval.upper].map(|end| Integer::from(end << bits));
            let upper = z + (upper - lower);
            let disc = Interval { lower: z.clone(), upper, scale: cell.interval.scale + i64::from(bits) };
            match self.expanded(&disc, accuracy, lost) {
                // Halving takes less memory.
                Err(error) if matches!(error.kind(), ErrorKind::Limit { .. }) => Ok(None),
                expanded => expanded.map(Some),
            }
        };
        let mut lost = cell.lost;
        let Some(first) = around(&near, bits + 64, &mut lost)? else { return Ok(None) };
        let Some(moved) = mean(&first.rows.numbers(), of.count) else { return Ok(None) };
        let length = Integer::from(&cell.interval.upper - &cell.interval.lower);
        let Some(moved) = Float::with_val(moved.prec(), moved << bits).to_integer() else { return Ok(None) };
        let center = near + moved * &length;
        let [lower, upper] = [&cell.interval.lower, &cell.interval.upper].map(|end| Integer::from(end << bits));
        if center < lower || center > upper {
            return Ok(None);
        }
        let accuracy = of.count.saturating_mul(bits).saturating_add(64);
        let Some(second) = around(&center, accuracy, &mut lost)? else { return Ok(None) };
        let Some(together) = together(&second, self.f.len()) else { return Ok(None) };
        if together.count == 0 {
            return Ok(Some(Known::Roots(Vec::new())));
        }
        if together.closer < PATIENCE {
            return Ok(None);
        }
        // No end of the part is a root: no root is on the circle around it.
        let radius = length << bits;
        let closer = together.closer;
        let [lower, upper, center] = [lower, upper, center].map(|place| place << closer);
        let interval = Interval {
            lower: lower.max(Integer::from(&center - &radius)),
            upper: upper.min(center + radius),
            scale: cell.interval.scale + i64::from(bits) + i64::from(closer),
        };
        // The next one is tried at once.
        let inner =
            Cell { interval, local: None, lost, lonely: PATIENCE, patience: PATIENCE, zoom: closer.max(FIRST_ZOOM) };
        self.known(inner).map(Some)
    }
}

impl Found {
    /// The only root of an interval with so many coefficients.
    fn of(isolating: Interval, local: &Local, coefficients: usize) -> Self {
        let negative_below = local.is_negative_below();
        let Some(Closer { lower, upper, bits }) = closer(local, coefficients) else {
            return Found { interval: isolating.clone(), isolating, closer: 0, negative_below };
        };
        let closer = bits - Integer::from(&upper - &lower).significant_bits().min(bits);
        let length = Integer::from(&isolating.upper - &isolating.lower);
        let at = |place: Integer| Integer::from(&isolating.lower << bits) + place * &length;
        let interval = Interval { lower: at(lower), upper: at(upper), scale: isolating.scale + i64::from(bits) };
        Found { isolating, interval, closer, negative_below }
    }
}

/// A point of an interval in units of 2^-(scale + bits), from its place if the interval is that from 0 to 1; `None` outside.
fn at(Interval { lower, upper, .. }: &Interval, place: &Float, bits: u32) -> Option<Integer> {
    let place = Float::with_val(place.prec(), place << bits).to_integer()?;
    let is_inside = place >= 0 && place <= Integer::from(1) << bits;
    is_inside.then(|| Integer::from(lower << bits) + place * Integer::from(upper - lower))
}

/// Refuses so many coefficients of so many bits, where they may take more than `most`.
///
/// # Errors
/// `Limit`.
pub fn check_bits(count: u128, bits: u32, most: u128) -> Result<()> {
    // Eight intervals or multiples of them are held at once: a byte for each bit.
    let needed = count * u128::from(bits);
    match needed > most {
        true => Err(ErrorKind::Limit { what: "bytes of memory to isolate real roots", needed, allowed: most }.into()),
        false => Ok(()),
    }
}

/// f(-x).
pub fn reflected(f: &[Integer]) -> Vec<Integer> {
    let mut f = f.to_vec();
    f.iter_mut().skip(1).step_by(2).for_each(NegAssign::neg_assign);
    f
}
