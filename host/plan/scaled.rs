//! Polynomials in f64, each coefficient of a power of the eliminated variable with an exponent of its own.

use super::rows::{Row, Rows};

/// A polynomial by powers of the eliminated variable; `None` for zero rows.
pub(crate) struct ScaledRows {
    /// The number of kept variables.
    pub kept: usize,
    /// The coefficient of y^i, for each i.
    pub rows: Vec<Option<ScaledRow>>,
}

/// A coefficient polynomial divided by 2^exponent, with the lowest power of the first kept variable taken out.
#[derive(Clone)]
pub(crate) struct ScaledRow {
    /// Powers of the first kept variable with their coefficients, rounded, each off by at most 2^-51 of itself and 2^-1000.
    pub coefficients: Vec<(usize, f64)>,
    /// An upper bound for the sum of the absolute values of the exact coefficients, off by (terms + 8) 2^-51 of itself at most.
    pub norm1: f64,
    /// log2 of what the row was divided by.
    pub exponent: f64,
    /// The largest power.
    pub degree: usize,
}

impl ScaledRow {
    /// `None` for the zero row. The largest coefficient is in [1/2, 1].
    fn new(row: &Row) -> Option<Self> {
        let power = |exponents: &[u32]| exponents.first().copied().unwrap_or(0) as usize;
        let low = row.terms.iter().map(|(_, e)| power(e)).min()?;
        let top = row.terms.iter().map(|(c, _)| c.significant_bits()).max()?;
        let mut coefficients = Vec::with_capacity(row.terms.len());
        let (mut norm1, mut degree) = (0.0, 0);
        for (c, e) in &row.terms {
            // Towards 0, by less than 2^-52 of it. Values below 2^-1022 become 0.
            let (mantissa, exponent) = c.to_f64_exp();
            let shift = i64::from(exponent) - i64::from(top);
            let c = if shift > -1000 { mantissa * f64::from_bits(((1023 + shift) as u64) << 52) } else { 0.0 };
            norm1 += c.abs();
            degree = degree.max(power(e) - low);
            coefficients.push((power(e) - low, c));
        }
        // The sum is at least 1/2; a term loses 2^-52 of itself or 2^-1000, and an addition 2^-53 of the sum.
        let norm1 = norm1 * (1.0 + (row.terms.len() + 4) as f64 * f64::EPSILON);
        Some(ScaledRow { coefficients, norm1, exponent: f64::from(top), degree })
    }

    /// The row times k >= 1.
    fn times(&self, k: usize) -> Self {
        // A bound stays one: the two roundings lose 2^-52 of it together.
        let mut row = self.clone();
        row.coefficients.iter_mut().for_each(|(_, c)| *c *= k as f64);
        row.norm1 *= k as f64 * (1.0 + 4.0 * f64::EPSILON);
        row
    }

    /// log2 of an upper bound for the sum of the absolute values of the coefficients.
    pub fn log2_norm(&self) -> f64 {
        self.norm1.log2() + self.exponent
    }
}

impl ScaledRows {
    /// O(terms).
    pub fn new(f: &Rows) -> Self {
        ScaledRows { kept: f.kept, rows: f.rows.iter().map(ScaledRow::new).collect() }
    }

    /// Rows `from`, ..., `to` - 1, each times its factor; 0 gives a zero row.
    pub fn multiplied(&self, from: usize, to: usize, factor: impl Fn(usize) -> usize) -> Self {
        let row = |i: usize| self.rows[i].as_ref().filter(|_| factor(i) > 0).map(|row| row.times(factor(i)));
        ScaledRows { kept: self.kept, rows: (from..to).map(row).collect() }
    }

    /// The largest difference of two exponents within a row.
    pub fn span(&self) -> usize {
        self.rows.iter().flatten().map(|row| row.degree).max().unwrap_or(0)
    }

    /// [`ScaledRow::log2_norm`] of every row; -infinity for zero rows.
    pub fn log2_norms(&self) -> Vec<f64> {
        self.rows.iter().map(|row| row.as_ref().map_or(f64::NEG_INFINITY, ScaledRow::log2_norm)).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::exact::{config, ragged};
    use super::super::rows::Exponents;
    use super::*;
    use rug::Integer;
    use rug::ops::Pow;

    /// Whether log2 n <= bound <= log2 n + 2^-40, for bounds that are not integers by chance.
    fn just_above(n: &Integer, bound: f64) -> bool {
        let (mantissa, exponent) = n.to_f64_exp();
        let exact = mantissa.log2() + f64::from(exponent);
        bound >= exact && bound <= exact + 1e-11
    }

    proptest! {
        #![proptest_config(config(300))]

        #[test]
        fn norms_are_upper_bounds(f in ragged(3, 20), k in 1usize..100_000) {
            let scaled = ScaledRows::new(&f);
            let multiplied = scaled.multiplied(0, f.rows.len(), |_| k);
            for ((row, log2), times) in f.rows.iter().zip(scaled.log2_norms()).zip(multiplied.log2_norms()) {
                let exact = row.norm1();
                if exact.is_zero() {
                    prop_assert_eq!((log2, times), (f64::NEG_INFINITY, f64::NEG_INFINITY));
                } else {
                    prop_assert!(just_above(&exact, log2), "{}", exact);
                    prop_assert!(just_above(&Integer::from(&exact * k as u64), times), "{} {}", exact, k);
                }
            }
        }
    }

    #[test]
    fn tiny_coefficients_beside_large_ones() {
        let large = Integer::from(2).pow(5000);
        let terms = [(large, 7), (Integer::from(-1), 3), (Integer::from(2).pow(3999), 4)];
        let terms = terms.map(|(c, e)| (c, Exponents::from_slice(&[e]))).to_vec();
        let row = ScaledRow::new(&Row { terms }).unwrap();
        assert_eq!((row.degree, row.exponent), (4, 5001.0));
        assert_eq!(row.coefficients, [(4, 0.5), (0, 0.0), (1, 0.0)]);
        assert!(row.norm1 > 0.5 && row.norm1 < 0.5 + 1e-14);
    }
}
