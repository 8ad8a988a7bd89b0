//! The inputs of each figure.

use crate::gcd::rows::{Row, row};

/// A line of a figure: inputs along the axis.
pub struct Family {
    pub label: &'static str,
    /// Position on the axis, and input.
    pub stops: Vec<(u32, Row)>,
}

/// A figure.
pub struct Figure {
    pub name: &'static str,
    pub axis: &'static str,
    pub families: Vec<Family>,
    /// Shares of stages in place of times.
    pub stages: bool,
}

/// One dense pair, the same in every run.
pub fn input(degrees: (u32, u32), gcd: u32, bits: u32) -> Row {
    row("FIG8", degrees, gcd, (bits, bits))
}

/// The paper's figures: of the left one it gives the bits and the range of degrees, of the histogram degrees and bits; the GCD has half
/// the degree there.
pub fn all() -> Vec<Figure> {
    let by_degree = |label, bits| Family {
        label,
        stops: (1..=10).map(|n| (500 * n, input((500 * n, 500 * n), 250 * n, bits))).collect(),
    };
    let by_bits = |label, degrees, gcd| Family {
        label,
        stops: (2..=12).map(|n| (500 * n, input(degrees, gcd, 500 * n))).collect(),
    };
    let shape = |number, label, degree, bits| Family {
        label,
        stops: vec![(number, input((degree, degree), degree / 2, bits))],
    };
    vec![
        Figure {
            name: "degree",
            axis: "degree of f and g; that of the gcd is half",
            families: vec![by_degree("768 bit", 768), by_degree("1640 bit", 1640), by_degree("2140 bit", 2140)],
            stages: false,
        },
        Figure {
            name: "bits",
            axis: "bits of f and g",
            families: vec![
                by_bits("1600, 1400, gcd 1000", (1600, 1400), 1000),
                by_bits("300, 1300, gcd 100", (300, 1300), 100),
            ],
            stages: false,
        },
        Figure {
            name: "stages",
            axis: "1: degrees 10000, 750 bit; 2: 3800, 1664 bit; 3: 1600, 5753 bit",
            families: vec![
                shape(1, "10000, 750 bit", 10_000, 750),
                shape(2, "3800, 1664 bit", 3800, 1664),
                shape(3, "1600, 5753 bit", 1600, 5753),
            ],
            stages: true,
        },
    ]
}
