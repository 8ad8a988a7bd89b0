//! The plane projected along lines.

use super::fibre::{Subresultants, fibres};
use crate::error::Result;
use crate::gcd::Decomposition;
use crate::poly::{Polynomial, UnivariatePolynomial};
use crate::resultant::Resultant;
use crate::run::options::RunOptions;
use rug::Integer;

/// Two coprime polynomials in the variables `x` and `y`.
pub(super) struct Pair<'a> {
    pub f: Polynomial,
    pub g: Polynomial,
    pub x: &'a str,
    pub y: &'a str,
}

/// The roots t of res_y(f, g) for x = t - c y.
pub(super) struct Projection {
    pub c: i32,
    is_regular: bool,
    /// f and g with x = t - c y, where t is called x.
    pub sheared: [Polynomial; 2],
    /// In t.
    pub resultant: Polynomial,
    /// Squarefree polynomials in t, pairwise coprime, with their multiplicities in the resultant.
    pub factors: Vec<(Polynomial, u32)>,
    /// Those of `sheared` in y.
    pub subresultants: Subresultants,
}

impl Pair<'_> {
    pub fn resultant(&self, var: &str, run: &RunOptions) -> Result<Polynomial> {
        Ok(Resultant::new(&self.f, &self.g, var).run_options(run.clone()).run()?.polynomial)
    }

    /// The projection along (-c, 1); `None` where f and g both may have solutions at infinity over some t.
    pub fn projection(&self, c: i32, run: &RunOptions) -> Result<Option<Projection>> {
        let line = || {
            let names = [self.x, self.y];
            let terms = [(Integer::from(1), vec![1, 0]), (Integer::from(-c), vec![0, 1])];
            Polynomial::from_terms(&names, terms)
        };
        let sheared = |f: &Polynomial| if c == 0 { Ok(f.clone()) } else { f.substitute(self.x, &line()?) };
        let sheared = [sheared(&self.f)?, sheared(&self.g)?];
        let [f, g] = &sheared;
        // Whether no root y goes to infinity.
        let is_constant =
            |f: &Polynomial| f.collect(self.y).map(|rows| rows.last().is_some_and(Polynomial::is_constant));
        let leading = [is_constant(f)?, is_constant(g)?];
        if leading == [false, false] {
            return Ok(None);
        }
        let resultant = Resultant::new(f, g, self.y).run_options(run.clone()).run()?.polynomial;
        let factors = Decomposition::new(&resultant).run_options(run.clone()).run()?.0.factors;
        let subresultants = Subresultants::new([f, g].map(|f| f.degree(self.y).unwrap_or(0)));
        Ok(Some(Projection { c, is_regular: leading == [true, true], sheared, resultant, factors, subresultants }))
    }
}

impl Projection {
    /// The number of different t.
    pub fn different(&self, x: &str) -> u64 {
        self.factors.iter().map(|(factor, _)| u64::from(factor.degree(x).unwrap_or(0))).sum()
    }

    /// The sum of their multiplicities.
    pub fn all(&self, x: &str) -> u64 {
        let of = |(factor, m): &(Polynomial, u32)| u64::from(factor.degree(x).unwrap_or(0)) * u64::from(*m);
        self.factors.iter().map(of).sum()
    }

    pub fn is_squarefree(&self) -> bool {
        self.factors.iter().all(|(_, multiplicity)| *multiplicity == 1)
    }

    /// Whether the leading coefficients of both polynomials in y are constants.
    pub fn is_regular(&self) -> bool {
        self.is_regular
    }

    /// Whether over each t is one solution, of a regular projection.
    pub fn is_injective(&self, pair: &Pair<'_>, run: &RunOptions) -> Result<bool> {
        for (factor, _) in self.factors.iter().filter(|(_, multiplicity)| *multiplicity > 1) {
            if fibres(self, factor, pair, run)?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The resultant without those t whose solution is on a curve of common zeros.
    pub fn isolated(&self, pair: &Pair<'_>, common: Option<&Polynomial>, run: &RunOptions) -> Result<Polynomial> {
        let Some(h) = common else { return Ok(self.resultant.clone()) };
        let on_curve = self.on_curve(h, pair, run)?;
        let mut left = UnivariatePolynomial::from(1);
        for (factor, multiplicity) in &self.factors {
            let factor = UnivariatePolynomial::try_from(factor)?;
            left = &left * &factor.exact_div(&factor.gcd(&on_curve)?)?.pow(*multiplicity)?;
        }
        left.to_polynomial(pair.x)
    }

    /// A polynomial in t which is 0 at those t whose solution is on the curve h = 0, of a regular projection with one solution over each t.
    pub fn on_curve(&self, h: &Polynomial, pair: &Pair<'_>, run: &RunOptions) -> Result<UnivariatePolynomial> {
        let mut all = UnivariatePolynomial::from(1);
        for (factor, _) in &self.factors {
            for fibre in fibres(self, factor, pair, run)?.into_iter().flatten() {
                let value = fibre.value(h, self.c, pair)?;
                all = &all * &if value.is_zero() { fibre.factor } else { fibre.factor.gcd(&value)? };
            }
        }
        Ok(all)
    }
}
