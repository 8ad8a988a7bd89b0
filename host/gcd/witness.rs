//! Results that the host computes again, where nothing else would contradict a device.
//!
//! A divisor is proved by values of the host, whatever it comes from. That there is none rests on images alone, and a fault of a device, in its copy of the
//! polynomials say, makes all of them wrong in the same way. Then also what is lifted never divides, and more primes would be taken for ever.

use super::images::{Loaded, axes, degree};
use super::pair::Pair;
use super::request::Request;
use crate::clock::Clock;
use crate::engine::AnyEngine;
use crate::engine::cpu::Cpu;
use crate::engine::gcd::GcdMethod;
use crate::error::{Error, ErrorKind, Result};
use crate::plan::slabs::Cut;
use crate::run::memory;
use crate::run::prime_supply::Supply;
use crate::run::random::{Purpose, rng};
use rug::integer::IntegerExt64;

/// Primes of which one must agree: one by itself is unlucky for about one in a million pairs.
const PRIMES: usize = 3;

/// The error of a device whose result is wrong.
pub(super) fn fault(prime: u64, message: String) -> Error {
    ErrorKind::Verification { what: "gcd", prime, message }.into()
}

/// The least degree of images of a pair modulo a few random primes, computed by the CPU, until one is at most `least`; with its prime.
///
/// # Errors
/// `Cancelled`; `Limit` where memory is short.
pub(super) fn image_degree(pair: &Pair<'_>, least: u32, request: Request<'_>) -> Result<(u32, u64)> {
    let run = &request.options.run;
    let control = request.control.silent();
    let mut cpu = Cpu::new(memory::left(run, request.beside)?, control.clone()).sharing(rayon::current_num_threads());
    let engine: &mut dyn AnyEngine = &mut cpu;
    let (pairs, clock) = ([pair], &mut Clock::default());
    let loaded = Loaded::new(engine, &pairs, GcdMethod::Remainder, &control)?;
    let (mut supply, mut random) = (Supply::default(), rng(run, Purpose::Check));
    supply.at_random();
    let points = engine.image_points((pair.f.degree(), pair.g.degree()));
    let usable = |p: u64| !pair.lead.is_divisible_u64(p);
    let mut found = (u32::MAX, 0);
    for _ in 0..PRIMES {
        let (grid, primes) =
            supply.take(engine.prime_size(), (axes(&points), &Cut::none()), (1, 0.0), &usable, &mut random)?;
        let prime = primes.first().map_or(0, |prime| prime.p);
        let images = loaded.images(engine, (&grid, &primes, None), None, &control, clock)?;
        let told = degree(&images, 1, 0).map_or(u32::MAX, |(degree, _)| degree);
        found = found.min((told, prime));
        if told <= least {
            break;
        }
    }
    Ok(found)
}

/// Agrees that a pair is coprime, as a device says.
///
/// # Errors
/// `Verification` where it is not; as [`image_degree`].
pub(super) fn agree_coprime(pair: &Pair<'_>, request: Request<'_>) -> Result<()> {
    match image_degree(pair, 0, request)? {
        (0, _) => Ok(()),
        (degree, prime) => {
            Err(fault(prime, format!("images of degree 0 on the device, of degree {degree} on the host")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gcd::options::GcdOptions;
    use crate::poly::Polynomial;

    #[test]
    fn degrees_are_those_of_the_gcd() {
        let options = GcdOptions::default();
        let request = Request { options: &options, control: &options.run.control, cofactors: false, beside: 0 };
        for (f, g, expected) in [
            ("(x^3 - 2)*(x^50 + x + 1)", "(x^3 - 2)*(x^40 - 7)", 3),
            ("x^50 + x + 1", "x^40 - 7", 0),
            ("6*x^2 - 6", "4*x + 4", 1),
        ] {
            let [f, g] = [f, g].map(|text| text.parse::<Polynomial>().unwrap());
            let pair = Pair::new((&f, Some(0)), (&g, Some(0))).unwrap();
            for least in [0, expected] {
                let (degree, prime) = image_degree(&pair, least, request).unwrap();
                assert!(degree == expected && prime > 1 << 29, "{f}, {g}: {degree} modulo {prime}");
            }
        }
    }
}
