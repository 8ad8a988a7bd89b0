//! The start of as many paths as the product of the degrees: G_k = x_k^{d_k} - a_k x_0^{d_k}.

use super::{GenericTerm, angle, on_circle};
use crate::system::System;
use rand::Rng;
use rand::rngs::StdRng;
use std::f64::consts::TAU;
use std::ops::Range;

/// Arguments of the a_k. Where they are arbitrary, noon-6 takes 1.7 times as many steps as with 1 for all; with these 1.1 times.
const ANGLES: Range<f64> = 0.1..0.3;

/// G: with random a_k no zero of the system lies on a zero of G_k. Such a path would stand still, or a curve of zeros would be missed.
#[derive(Debug, Clone)]
pub(in crate::system) struct Powers {
    /// d_k.
    degrees: Vec<u64>,
    /// gamma, which G is multiplied with.
    pub(in crate::system) gamma: [f64; 2],
    /// The arguments of the a_k.
    angles: Vec<f64>,
}

impl Powers {
    /// For a system without a polynomial that is 0.
    pub(in crate::system) fn new(system: &System, random: &mut StdRng) -> Self {
        let gamma = on_circle(angle(random));
        let angles = system.variables().iter().map(|_| random.random_range(ANGLES)).collect();
        Powers { degrees: system.degrees(), gamma, angles }
    }

    /// The product of the degrees.
    pub(in crate::system) fn paths(&self) -> u64 {
        // Below 2^32, or 0.
        if self.degrees.contains(&0) { 0 } else { self.degrees.iter().product() }
    }

    /// The terms of each G_k.
    pub(in crate::system) fn terms(&self) -> Vec<Vec<GenericTerm>> {
        let of = |(k, (&d, &angle)): (usize, (&u64, &f64))| {
            let power = |place, coefficient| GenericTerm { coefficient, exponents: vec![(place, d as u32)] };
            vec![power(k + 1, [1.0, 0.0]), power(0, on_circle(angle).map(|x| -x))]
        };
        self.degrees.iter().zip(&self.angles).enumerate().map(of).collect()
    }

    /// A zero of G by its number: x_0 = 1 and roots of the a_k.
    pub(in crate::system) fn zero(&self, mut number: u64) -> Vec<[f64; 2]> {
        let mut point = vec![[1.0, 0.0]];
        for (&d, angle) in self.degrees.iter().zip(&self.angles) {
            point.push(on_circle((TAU * (number % d) as f64 + angle) / d as f64));
            number /= d;
        }
        point
    }
}
