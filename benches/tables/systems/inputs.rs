//! The rows: random systems by their shape, and points.

use eliminant::floating::Precision;
use eliminant::system::System;

/// A random system: n polynomials in n variables, k variables with exponents to d in each of T terms.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    pub n: usize,
    pub terms: usize,
    pub k: usize,
    pub d: u32,
    /// Seconds of 100,000 dependent evaluations of the paper, on one Tesla C2050 and on one core.
    pub paper: Option<(f64, f64)>,
}

impl Row {
    pub fn name(&self) -> String {
        format!("n {} T {} k {} d {}", self.n, self.terms, self.k, self.d)
    }

    pub fn system(&self) -> eliminant::Result<System> {
        System::synthetic(self.n, self.terms, self.k, self.d, 1)
    }

    /// How many times the work of the row with T = 1024 and k = 16 in double, about.
    pub fn work(&self, parts: usize) -> usize {
        (self.terms * self.k / 16_384).max(1) * [1, 1, 10, 10, 120][parts]
    }

    /// Products that the method takes by the paper's own count: n (d - 2) + T (6 k - 5).
    pub fn products(&self) -> f64 {
        let (n, t, k, d) = (self.n as f64, self.terms as f64, self.k as f64, f64::from(self.d));
        n * (d - 2.0) + t * (6.0 * k - 5.0)
    }

    /// Its sums: T (k + 1).
    pub fn sums(&self) -> f64 {
        (self.terms * (self.k + 1)) as f64
    }
}

/// The row of an argument `n,T,k,d`.
pub fn row_of(text: &str) -> Result<Row, String> {
    let numbers: Result<Vec<u32>, _> = text.split(',').map(str::parse).collect();
    match numbers.as_deref() {
        Ok(&[n, terms, k, d]) => {
            let row = row(n as usize, terms as usize, k as usize, d, None);
            row.system().map(|_| row).map_err(|error| error.to_string())
        }
        _ => Err("write n,T,k,d, as in 32,1024,16,10".to_owned()),
    }
}

const fn row(n: usize, terms: usize, k: usize, d: u32, paper: Option<(f64, f64)>) -> Row {
    Row { n, terms, k, d, paper }
}

/// Many points at once.
pub fn batched(smoke: bool) -> Vec<Row> {
    if smoke {
        return vec![row(4, 8, 3, 3, None)];
    }
    vec![row(32, 1024, 16, 10, None), row(32, 1024, 9, 2, None), row(10, 100, 5, 3, None)]
}

/// One point at a time: the paper's tables 2 and 3, and rows beyond them.
#[cfg(feature = "cuda")]
pub fn dependent(smoke: bool) -> Vec<Row> {
    if smoke {
        return vec![row(4, 8, 3, 3, None)];
    }
    vec![
        row(32, 704, 9, 2, Some((14.514, 110.9))),
        row(32, 1024, 9, 2, Some((15.265, 159.3))),
        row(32, 1536, 9, 2, Some((17.000, 238.7))),
        row(32, 2048, 9, 2, None),
        row(32, 8192, 9, 2, None),
        row(32, 704, 16, 10, Some((19.068, 196.9))),
        row(32, 1024, 16, 10, Some((20.800, 283.3))),
        row(32, 1536, 16, 10, Some((21.763, 425.8))),
        row(32, 2048, 16, 10, None),
        row(32, 8192, 16, 10, None),
        row(40, 1600, 20, 10, None),
        row(70, 4900, 35, 10, None),
    ]
}

/// Points on the unit circle.
pub fn points<R: Precision>(n: usize, count: usize) -> Vec<[R; 2]> {
    let part = |x: f64| {
        let mut number = R::default();
        number.as_mut()[0] = x;
        number
    };
    // Angles by the golden ratio: well spread, the same everywhere.
    let angle = |i: usize| (i as f64 * 0.618_033_988_749_894_9).fract() * std::f64::consts::TAU;
    (0..n * count).map(|i| [part(angle(i).cos()), part(angle(i).sin())]).collect()
}
