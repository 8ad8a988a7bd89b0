//! Values at points where a power is beyond the range of doubles and the value need not be: at x = 1e20, y = 1e-20 engines find x^20 y^20 as an
//! infinity times 0, and x^20 y^17 as 0.
//!
//! Such points are evaluated again, on the host whichever engine it was, by the same program with numbers whose exponent is apart. They have twice
//! as many doubles as the points, and four in quad-double. A value that is not finite shows an overflow. An underflow does not show: where a product on
//! the way may have been too small, and factors above 1 may follow it, values are computed again that are not much larger than its error.

use super::points::widened;
use crate::alone::prelude::*;
use crate::control::Control;
use crate::engine::system::rounded;
use crate::error::Result;
use crate::floating::{Lane, Precision, lane, of_lane};
use crate::poly::systems::Compiled;
use gpu::arith::Ring;
use gpu::floating::{Complex, Real, Scalar};
use gpu::system::evaluate::{Stored, polynomial};
use rug::Rational;

/// Complex numbers z 2^e over the reals R. Errors are those of [`Complex`], without overflow or underflow.
#[derive(Debug, Clone, Copy)]
struct Scaled<R>(Complex<R>);

/// z 2^e: the larger leading double of z is from 1/2 to 1, or z = 0.
#[derive(Debug, Clone, Copy)]
struct Number<E> {
    z: [E; 2],
    e: i64,
}

/// 2^e, for e from -1022 to 1023.
fn power_of_two(e: i64) -> f64 {
    f64::from_bits(((e + 1023) as u64) << 52)
}

/// The e with 2^(e - 1) <= |x| < 2^e, for a finite x other than 0.
fn exponent(x: f64) -> i64 {
    let bits = |x: f64| (x.to_bits() >> 52 & 0x7ff) as i64;
    match bits(x) {
        0 => bits(x * power_of_two(64)) - 1022 - 64,
        normal => normal - 1022,
    }
}

impl<R: Real<Float = Scalar>> Scaled<R> {
    /// z 2^e for any z.
    fn number(&self, z: [R::Elem; 2], e: i64) -> Number<R::Elem> {
        let size = self.0.0.leading(z[0]).abs().max(self.0.0.leading(z[1]).abs());
        if size == 0.0 || !size.is_finite() {
            return Number { z, e: 0 };
        }
        let k = exponent(size);
        Number { z: self.shifted(z, -k), e: e + k }
    }

    /// z 2^k, rounded once where it is subnormal, for a z whose larger leading double is from 2^-1074 to 2^1024.
    fn shifted(&self, z: [R::Elem; 2], k: i64) -> [R::Elem; 2] {
        let first = k.clamp(-960, 960);
        let mut z = z.map(|part| self.0.0.scale(part, power_of_two(first)));
        let mut rest = k - first;
        // Beyond that all is 0, or an infinity.
        rest = rest.clamp(-2200, 2200);
        while rest != 0 {
            let next = rest.clamp(-1022, 1023);
            z = z.map(|part| self.0.0.scale(part, power_of_two(next)));
            rest -= next;
        }
        z
    }
}

impl<R: Real<Float = Scalar>> Ring for Scaled<R> {
    type Elem = Number<R::Elem>;
    const LANES: u32 = 1;

    fn zero(&self) -> Self::Elem {
        Number { z: self.0.zero(), e: 0 }
    }
    fn one(&self) -> Self::Elem {
        self.number(self.0.one(), 0)
    }
    fn add(&self, a: Self::Elem, b: Self::Elem) -> Self::Elem {
        let is_zero = |a: &Self::Elem| a.z.iter().all(|&part| self.0.0.leading(part) == 0.0);
        let (large, small) = if a.e < b.e { (b, a) } else { (a, b) };
        match (is_zero(&a), is_zero(&b)) {
            (true, _) => b,
            (_, true) => a,
            _ => self.number(self.0.add(large.z, self.shifted(small.z, small.e - large.e)), large.e),
        }
    }
    fn sub(&self, a: Self::Elem, b: Self::Elem) -> Self::Elem {
        self.add(a, self.neg(b))
    }
    fn neg(&self, a: Self::Elem) -> Self::Elem {
        Number { z: self.0.neg(a.z), ..a }
    }
    fn mul(&self, a: Self::Elem, b: Self::Elem) -> Self::Elem {
        self.number(self.0.mul(a.z, b.z), a.e + b.e)
    }
    fn square(&self, a: Self::Elem) -> Self::Elem {
        self.number(self.0.square(a.z), 2 * a.e)
    }
}

/// How small and how large products can become at a point.
struct Ranges {
    /// The largest degree of a term.
    degree: i64,
    /// The largest exponent of each variable.
    exponents: Vec<i64>,
    /// Bits by which a coefficient is below 1, at most, and above.
    coefficients: [i64; 2],
}

/// Factors of fewer bits leave the error of an underflow below 2^-1040.
const HARMLESS: i64 = 32;

impl Ranges {
    fn new(system: &Compiled) -> Self {
        let mut exponents = vec![0; system.variables()];
        let mut degree = 0;
        for t in 0..system.terms() {
            let factors = system.factors_of(t);
            degree = degree.max(factors.iter().map(|factor| i64::from(factor.exponent)).sum());
            for factor in factors {
                let most = &mut exponents[factor.variable as usize];
                *most = i64::max(*most, factor.exponent.into());
            }
        }
        // Derivatives have an exponent as a factor.
        let exponent_bits = i64::from(64 - degree.leading_zeros());
        let bits = |x: &Rational| i64::from(x.numer().significant_bits()) - i64::from(x.denom().significant_bits());
        let parts = system.coefficients().iter().flat_map(|c| [&c.re, &c.im]).filter(|part| !part.is_zero());
        let [low, high] = parts.map(bits).fold([0, 0], |[low, high], k| [low.max(1 - k), high.max(1 + k)]);
        Ranges { degree, exponents, coefficients: [low, high + exponent_bits] }
    }

    /// Values below this in size may be wrong by underflow at a point; 0 where none can be.
    fn doubtful<R: Precision>(&self, point: &[[R; 2]]) -> f64 {
        // Sums over all variables, and the largest of one.
        let (mut sums, mut most) = ([0, 0], [0, 0]);
        for (number, e) in point.iter().zip(&self.exponents) {
            let size = size(number);
            if size > 0.0 {
                let k = exponent(size);
                for (i, bits) in [(1 - k).max(0), (1 + k).max(0)].into_iter().enumerate() {
                    sums[i] += e * bits;
                    most[i] = bits.max(most[i]);
                }
            }
        }
        let [low, high] = [0, 1].map(|i| i64::min(sums[i], most[i] * self.degree) + self.coefficients[i]);
        let digits = 53 * R::PARTS as i64;
        if low + digits < 1020 || high < HARMLESS {
            return 0.0;
        }
        match high - 1075 + digits + 30 {
            ..=-1022 => 0.0,
            k @ -1021..=1000 => power_of_two(k),
            _ => f64::MAX,
        }
    }
}

/// The larger leading double of both parts.
fn size<R: Precision>([re, im]: &[R; 2]) -> f64 {
    re.as_ref()[0].abs().max(im.as_ref()[0].abs())
}

/// A number is finite and not doubtful.
fn is_right<R: Precision>(number: &[R; 2], doubtful: f64) -> bool {
    is_finite(number) && size(number) >= doubtful
}

/// All parts of a number are finite.
fn is_finite<R: Precision>(number: &[R; 2]) -> bool {
    number.iter().all(|part| part.as_ref().iter().all(|x| x.is_finite()))
}

/// All parts of many numbers are finite. Without a branch for each, as processors do several at once.
fn are_finite<R: Precision>(numbers: &[[R; 2]]) -> bool {
    let infinite = f64::INFINITY.to_bits();
    let parts: &[f64] = bytemuck::cast_slice(numbers);
    !parts.iter().fold(false, |any, x| any | (x.abs().to_bits() >= infinite))
}

/// Finds values and derivatives anew that are not finite or may be wrong by underflow: \[point\]\[polynomial\] and
/// \[point\]\[polynomial\]\[variable\], or no derivatives. They are infinite afterwards where they are beyond the range of doubles. Returns the number
/// of points that were evaluated again.
///
/// # Errors
/// `Cancelled`.
pub(super) fn evaluate_again<R: Precision>(
    system: &Compiled,
    points: &[[R; 2]],
    values: &mut [[R; 2]],
    jacobians: &mut [[R; 2]],
    control: &Control,
) -> Result<usize> {
    if system.polynomials() == 0 || system.variables() == 0 {
        return Ok(0);
    }
    match R::PARTS {
        1 => in_precision::<R, [f64; 2]>(system, points, values, jacobians, control),
        _ => in_precision::<R, [f64; 4]>(system, points, values, jacobians, control),
    }
}

/// A point with what is known there.
struct Row<'a, R> {
    point: &'a [[R; 2]],
    values: &'a mut [[R; 2]],
    /// Empty where values alone are wanted.
    jacobian: &'a mut [[R; 2]],
    /// Numbers below this may be wrong by underflow.
    doubtful: f64,
}

impl<R: Precision> Row<'_, R> {
    /// The point, if something there is wrong or doubtful.
    fn wrong(mut self, ranges: &Ranges) -> Option<Self> {
        self.doubtful = ranges.doubtful(self.point);
        let right = match self.doubtful > 0.0 {
            true => self.values.iter().chain(&*self.jacobian).all(|number| is_right(number, self.doubtful)),
            false => are_finite(self.values) && are_finite(self.jacobian),
        };
        (!right).then_some(self)
    }
}

/// [`evaluate_again`] with numbers of precision `W`.
fn in_precision<R: Precision, W: Precision>(
    system: &Compiled,
    points: &[[R; 2]],
    values: &mut [[R; 2]],
    jacobians: &mut [[R; 2]],
    control: &Control,
) -> Result<usize> {
    let (n, m) = (system.variables(), system.polynomials());
    let ranges = Ranges::new(system);
    let row = |(i, (values, jacobian)): (usize, (_, _))| Row::<R> {
        point: &points[i * n..][..n],
        values,
        jacobian,
        doubtful: 0.0,
    };
    let mut rows: Vec<Row<R>> = if jacobians.is_empty() {
        values
            .par_chunks_mut(m)
            .map(|values| (values, &mut [][..]))
            .enumerate()
            .map(row)
            .filter_map(|row| row.wrong(&ranges))
            .collect()
    } else {
        let both = values.par_chunks_mut(m).zip(jacobians.par_chunks_mut(m * n));
        both.enumerate().map(row).filter_map(|row| row.wrong(&ranges)).collect()
    };
    if rows.is_empty() {
        return Ok(0);
    }
    let ring = Scaled(Complex(W::reals(Scalar)));
    let number = |[re, im]: &[W; 2]| ring.number([lane(re), lane(im)], 0);
    let coefficients: Vec<_> = rounded::<W>(system.coefficients())?.iter().map(number).collect();
    let paper = || {
        let zeros = |count: usize| vec![ring.zero(); count];
        (zeros(system.entries()), zeros(system.widest_term()), zeros(system.widest_polynomial() + 1))
    };
    rows.par_iter_mut().for_each_init(paper, |(table, forward, sums), row| {
        if control.is_stopped() {
            return;
        }
        let Row { point, doubtful, values, jacobian } = row;
        let point = widened::<R, W>(point);
        let (mut table, mut forward, mut sums) = (&mut table[..], &mut forward[..], &mut sums[..]);
        table.iter_mut().zip(&point).for_each(|(entry, x)| *entry = number(x));
        let program = system.program();
        program.all_powers(&ring, &mut table);
        for (p, value) in values.iter_mut().enumerate() {
            let mut none = [];
            let row = if jacobian.is_empty() { &mut none[..] } else { &mut jacobian[p * n..][..n] };
            if is_right(value, *doubtful) && row.iter().all(|number| is_right(number, *doubtful)) {
                continue;
            }
            let coefficient = |t: u32| coefficients[t as usize];
            polynomial(&ring, (&program, p as u32), Stored, coefficient, &table, &mut forward, &mut sums);
            let replace = |place: &mut [R; 2], found| {
                if !is_right(place, *doubtful) {
                    *place = narrow::<R, W>(&ring, found);
                }
            };
            replace(value, sums[0]);
            if !row.is_empty() {
                for (&v, &derivative) in system.columns_of(p).iter().zip(&sums[1..]) {
                    replace(&mut row[v as usize], derivative);
                }
            }
        }
    });
    control.check()?;
    Ok(rows.len())
}

/// The number in the precision of the points: an infinity beyond the range of doubles.
fn narrow<R: Precision, W: Precision>(ring: &Scaled<W::Reals<Scalar>>, Number { z, e }: Number<Lane<W>>) -> [R; 2] {
    ring.shifted(z, e).map(|part| {
        let (mut number, part) = (R::default(), of_lane::<W>(part));
        number.as_mut().copy_from_slice(&part.as_ref()[..R::PARTS]);
        if !number.as_ref()[0].is_finite() {
            number.as_mut()[1..].fill(0.0);
        }
        number
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::floating::exact;
    use crate::system::{Coefficient, Evaluator, System};
    use crate::{Backend, ErrorKind};

    /// Both parts within `error` of the larger exact part, or infinite beyond the range of doubles.
    fn assert_near<R: Precision>(found: &[R; 2], expected: &Coefficient, error: f64, what: &str) {
        let limit = Rational::from_f64(f64::MAX).unwrap();
        let size = expected.re.clone().abs().max(expected.im.clone().abs());
        for (found, expected) in found.iter().zip([&expected.re, &expected.im]) {
            match exact(found.as_ref()) {
                Some(number) => {
                    let bound = size.clone() * Rational::from_f64(error).unwrap()
                        + Rational::from_f64(f64::from_bits(R::PARTS as u64)).unwrap();
                    assert!((number - expected).abs() <= bound, "{what}: {found:?}, {}", expected.to_f64());
                }
                None => {
                    assert_eq!(found.as_ref()[0], expected.to_f64().signum() * f64::INFINITY, "{what}");
                    assert!(expected.clone().abs() > limit, "{what}: {}", expected.to_f64());
                }
            }
        }
    }

    /// Values and derivatives by the evaluator against exact ones.
    fn check<R: Precision>(system: &System, points: &[[R; 2]], error: f64) {
        let n = system.variables().len();
        let compiled = system.compile().unwrap();
        let found = Evaluator::new(&compiled).backend(Backend::Cpu).run(points).unwrap();
        let alone = Evaluator::new(&compiled).backend(Backend::Cpu).values_only().run(points).unwrap();
        assert_eq!(found.values, alone.values);
        for (i, point) in points.chunks(n).enumerate() {
            let of = |x: &[R; 2]| Coefficient::new(exact(x[0].as_ref()).unwrap(), exact(x[1].as_ref()).unwrap());
            let place: Vec<Coefficient> = point.iter().map(of).collect();
            for (value, expected) in found.values_at(i).iter().zip(system.evaluate(&place).unwrap()) {
                assert_near(value, &expected, error, &format!("{} point {i}", R::NAME));
            }
            for v in 0..n {
                let derivatives = system.derivative(v).unwrap().evaluate(&place).unwrap();
                for (row, expected) in found.jacobian_at(i).chunks(n).zip(derivatives) {
                    assert_near(&row[v], &expected, error, &format!("{} point {i} by {v}", R::NAME));
                }
            }
        }
    }

    fn points<R: Precision>(list: &[[f64; 2]]) -> Vec<[R; 2]> {
        let part = |x: f64| {
            let mut part = R::default();
            part.as_mut()[0] = x;
            part
        };
        list.iter().map(|&[re, im]| [part(re), part(im)]).collect()
    }

    #[test]
    fn values_are_those_of_exact_numbers() {
        // Each polynomial is one term, so that no cancellation of terms hides errors.
        let system: System = "(1/3 + 2*i)*x^20*y^20; x^3*y^5*z; 7*z^9; x*y*z/9".parse().unwrap();
        let list = [
            [1e20, 0.0],
            [1e-20, 0.0],
            [3.0, 1.0],
            [1e200, -3e200],
            [2e-201, 1e-200],
            [-7e-300, 1e-300],
            [1e300, 1e300],
            [1e300, 1e-300],
            [f64::from_bits(3), 0.0],
            [1e308, 0.0],
            [1e-150, 0.0],
            [-1e-308, 5e-324],
        ];
        check(&system, &points::<[f64; 1]>(&list), 1e-13);
        check(&system, &points::<[f64; 2]>(&list), 1e-29);
        check(&system, &points::<[f64; 4]>(&list), 1e-59);
    }

    #[test]
    fn the_largest_exponents() {
        let system = "x^4294967295*y^4294967295 - 1; x^4294967295*y^4294967294".parse::<System>().unwrap();
        let compiled = system.compile().unwrap();
        let point = points::<[f64; 1]>(&[[2.0, 0.0], [0.5, 0.0]]);
        let found = Evaluator::new(&compiled).backend(Backend::Cpu).run(&point).unwrap();
        assert_eq!(found.values, [[[0.0], [0.0]], [[2.0], [0.0]]]);
        assert_eq!(found.jacobian_at(0)[..2], [[[4294967295.0 / 2.0], [0.0]], [[4294967295.0 * 2.0], [0.0]]]);
    }

    #[test]
    fn finite_numbers_stay_and_infinite_ones_are_found() {
        let system = "x^2; x".parse::<System>().unwrap().compile().unwrap();
        let at = points::<[f64; 2]>(&[[1e200, 0.0], [2.0, 0.0]]);
        let mut values = vec![[[f64::NAN, 0.0], [0.0, 0.0]], [[7.0, 0.0]; 2], [[8.0, 0.0]; 2], [[9.0, 0.0]; 2]];
        let control = Control::default();
        assert_eq!(evaluate_again(&system, &at, &mut values, &mut [], &control), Ok(1));
        assert_eq!(values[0], [[f64::INFINITY, 0.0], [0.0, 0.0]]);
        assert_eq!(values[1..], [[[7.0, 0.0]; 2], [[8.0, 0.0]; 2], [[9.0, 0.0]; 2]]);
        assert_eq!(evaluate_again(&system, &at[1..], &mut values[2..], &mut [], &control), Ok(0));
        values[0] = [[f64::NAN, 0.0]; 2];
        control.cancel();
        let cancelled = evaluate_again(&system, &at, &mut values, &mut [], &control).unwrap_err();
        assert_eq!(cancelled.kind(), &ErrorKind::Cancelled);
    }
}
