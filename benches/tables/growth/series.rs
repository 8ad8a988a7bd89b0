//! The series: which inputs are timed, and the inputs themselves.

use eliminant::{Polynomial, Result};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rug::Integer;
use rug::integer::Order;

/// Degrees and bits of a pair of dense polynomials.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Degrees of f and g in y, the variable eliminated.
    pub y: (u32, u32),
    /// Degrees of f and g in x.
    pub x: (u32, u32),
    /// Bits of the coefficients.
    pub bits: u32,
    /// The prime modulo which the resultant is computed, or none: over Z.
    pub modulus: Option<u32>,
}

/// The prime of `y-degree-modulo`, 119 * 2^23 + 1: it has roots of unity for every grid, so that each engine computes in this one field.
const MODULUS: u32 = 998_244_353;

impl Shape {
    /// Over Z.
    pub const fn over_z(y: (u32, u32), x: (u32, u32), bits: u32) -> Self {
        Shape { y, x, bits, modulus: None }
    }

    /// The pair: every coefficient random with a random sign, none zero, the same in every run.
    ///
    /// # Errors
    /// When the library refuses the degrees.
    pub fn pair(&self) -> Result<(Polynomial, Polynomial)> {
        let words = [self.y.0, self.y.1, self.x.0, self.x.1, self.bits];
        let seed =
            words.iter().fold(1u64, |seed, &word| seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(word.into()));
        let mut rng = StdRng::seed_from_u64(seed);
        let mut polynomial = |y, x| {
            let mut terms = Vec::new();
            for i in 0..=x {
                for j in 0..=y {
                    let words: Vec<u32> = (0..self.bits.div_ceil(32)).map(|_| rng.random()).collect();
                    let mut size = Integer::from_digits(&words, Order::Lsf).keep_bits(self.bits);
                    // The full length: the height of the answer then depends on the shape alone.
                    size.set_bit(self.bits - 1, true);
                    terms.push((if rng.random() { size } else { -size }, vec![i, j]));
                }
            }
            Polynomial::from_terms(&["x", "y"], terms)
        };
        Ok((polynomial(self.y.0, self.x.0)?, polynomial(self.y.1, self.x.1)?))
    }
}

impl std::fmt::Display for Shape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Shape { y: (p, q), x: (d, e), bits, .. } = self;
        write!(f, "y {p},{q} x {d},{e} {bits} bit")
    }
}

/// A family of inputs along one axis; one line of a plot per family and engine.
pub struct Family {
    /// The quantity that stays the same, in words.
    pub fixed: &'static str,
    /// Position on the axis, and input.
    pub inputs: Vec<(u32, Shape)>,
}

/// One plot.
pub struct Series {
    /// Its name, also of its file.
    pub name: &'static str,
    /// The quantity on the axis.
    pub axis: &'static str,
    pub families: Vec<Family>,
}

/// `first`, twice that, four times that, to `last`.
fn doublings(first: u32, last: u32) -> impl Iterator<Item = u32> {
    std::iter::successors(Some(first), |n| n.checked_mul(2)).take_while(move |&n| n <= last)
}

/// Inputs by their position.
fn family(fixed: &'static str, at: impl Iterator<Item = u32>, shape: impl Fn(u32) -> Shape) -> Family {
    Family { fixed, inputs: at.map(|n| (n, shape(n))).collect() }
}

/// Every series.
///
/// The last two are the upper graphs of Fig. 7 of the 2013 paper, time against bits and against y-degree: its text names no
/// inputs but "various configurations from Table 1", so the shapes are those of rows 3, 13 and 9 of that table.
pub fn all() -> Vec<Series> {
    let paper_bits = [24, 32, 64, 100, 200, 300, 400, 500, 600, 700, 800, 900];
    vec![
        Series {
            name: "y-degree",
            axis: "degree of f and g in y",
            families: vec![family("deg_x 4, 32 bit", doublings(8, 4096), |n| Shape::over_z((n, n), (4, 4), 32))],
        },
        Series {
            name: "y-degree-modulo",
            axis: "degree of f and g in y",
            families: vec![family("deg_x 4, modulo 998244353", doublings(8, 4096), |n| Shape {
                modulus: Some(MODULUS),
                ..Shape::over_z((n, n), (4, 4), 32)
            })],
        },
        Series {
            name: "x-degree",
            axis: "degree of f and g in x",
            families: vec![family("deg_y 16, 32 bit", doublings(4, 1024), |n| Shape::over_z((16, 16), (n, n), 32))],
        },
        Series {
            name: "bits",
            axis: "bits of the coefficients",
            families: vec![family("deg_y 16, deg_x 8", doublings(8, 16384), |n| Shape::over_z((16, 16), (8, 8), n))],
        },
        Series {
            name: "fig7-bits",
            axis: "bits of the coefficients",
            families: vec![
                family("as row 3", paper_bits.into_iter(), |n| Shape::over_z((19, 17), (40, 39), n)),
                family("as row 13", paper_bits.into_iter(), |n| Shape::over_z((31, 23), (42, 33), n)),
            ],
        },
        Series {
            name: "fig7-y-degree",
            axis: "degree of f and g in y",
            families: vec![family("as row 9", (2..=16).map(|n| 10 * n), |n| Shape::over_z((n, n), (10, 10), 32))],
        },
    ]
}

/// The pairs that are timed against the number of devices.
pub const FOR_DEVICES: [(&str, Shape); 3] = [
    ("y 60 x 60 300 bit", Shape::over_z((60, 60), (60, 60), 300)),
    ("y 200 x 40 64 bit", Shape::over_z((200, 200), (40, 40), 64)),
    ("y 32 x 64 1024 bit", Shape::over_z((32, 32), (64, 64), 1024)),
];
