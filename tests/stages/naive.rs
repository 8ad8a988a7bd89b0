//! Plain arithmetic and textbook formulas that the stages are compared with: nothing here is shared with the engines.

use eliminant::engine::{ScalarJob, ScalarKind, ScalarMethod};

/// Residues modulo one prime below 2^50, by the machine's division.
#[derive(Debug, Clone, Copy)]
pub struct Modulus(pub u64);

impl Modulus {
    pub fn sub(self, a: u64, b: u64) -> u64 {
        (a + self.0 - b) % self.0
    }

    pub fn mul(self, a: u64, b: u64) -> u64 {
        (a as u128 * b as u128 % self.0 as u128) as u64
    }

    pub fn pow(self, base: u64, exponent: u64) -> u64 {
        let (mut power, mut square, mut rest) = (1 % self.0, base, exponent);
        while rest > 0 {
            if rest & 1 == 1 {
                power = self.mul(power, square);
            }
            square = self.mul(square, square);
            rest >>= 1;
        }
        power
    }

    pub fn inverse(self, a: u64) -> u64 {
        assert_ne!(a % self.0, 0);
        self.pow(a, self.0 - 2)
    }

    /// sum a_i b_i.
    pub fn dot(self, a: &[u64], b: &[u64]) -> u64 {
        // Few products below 2^100 stay below 2^128.
        let parts = a.chunks(8).zip(b.chunks(8));
        let part = |(x, y): (&[u64], &[u64])| x.iter().zip(y).map(|(&x, &y)| x as u128 * y as u128).sum::<u128>();
        parts.fold(0, |sum, xy| ((sum as u128 + part(xy)) % self.0 as u128) as u64)
    }

    /// The value at x of the polynomial with these coefficients, constant term first.
    pub fn horner(self, coefficients: &[u64], x: u64) -> u64 {
        coefficients.iter().rev().fold(0, |value, &c| (self.mul(value, x) + c) % self.0)
    }

    /// The value at `point` of a polynomial with `dims` coefficients per variable, row-major.
    pub fn value(self, coefficients: &[u64], dims: &[u32], point: &[u64]) -> u64 {
        let mut values = coefficients.to_vec();
        for (&n, &x) in dims.iter().zip(point).rev() {
            values = values.chunks(n as usize).map(|row| self.horner(row, x)).collect();
        }
        assert_eq!(values.len(), 1);
        values[0]
    }

    /// The product of two polynomials.
    pub fn product(self, a: &[u64], b: &[u64]) -> Vec<u64> {
        let mut product = vec![0; a.len() + b.len() - 1];
        for (i, &x) in a.iter().enumerate() {
            for (target, &y) in product[i..].iter_mut().zip(b) {
                *target = (*target + self.mul(x, y)) % self.0;
            }
        }
        product
    }

    /// The coefficients of f'.
    pub fn derivative(self, f: &[u64]) -> Vec<u64> {
        f.iter().enumerate().skip(1).map(|(i, &c)| self.mul(i as u64 % self.0, c)).collect()
    }

    /// The matrix [k][i] that takes values at x_i to coefficients of x^k: Lagrange polynomials by synthetic division.
    pub fn interpolation(self, points: &[u64]) -> Vec<Vec<u64>> {
        let n = points.len();
        let all = points.iter().fold(vec![1], |product, &x| self.product(&product, &[self.sub(0, x), 1]));
        let mut matrix = vec![vec![0; n]; n];
        for (i, &x) in points.iter().enumerate() {
            let mut quotient = vec![0; n];
            let mut carry = 0;
            for k in (0..n).rev() {
                carry = (self.mul(carry, x) + all[k + 1]) % self.0;
                quotient[k] = carry;
            }
            let scale = self.inverse(self.horner(&quotient, x));
            for (row, c) in matrix.iter_mut().zip(quotient) {
                row[i] = self.mul(c, scale);
            }
        }
        matrix
    }

    /// The determinant by Gaussian elimination.
    pub fn determinant(self, mut rows: Vec<Vec<u64>>) -> u64 {
        let n = rows.len();
        let mut determinant = 1 % self.0;
        for k in 0..n {
            let Some(pivot) = (k..n).find(|&i| rows[i][k] != 0) else { return 0 };
            if pivot != k {
                rows.swap(pivot, k);
                determinant = self.sub(0, determinant);
            }
            determinant = self.mul(determinant, rows[k][k]);
            self.eliminate(&mut rows, k);
        }
        determinant
    }

    /// Whether all leading minors of order below that of the matrix are not zero.
    fn strongly_regular(self, mut rows: Vec<Vec<u64>>) -> bool {
        for k in 0..rows.len().saturating_sub(1) {
            if rows[k][k] == 0 {
                return false;
            }
            self.eliminate(&mut rows, k);
        }
        true
    }

    /// Clears column k below row k.
    fn eliminate(self, rows: &mut [Vec<u64>], k: usize) {
        let (above, below) = rows.split_at_mut(k + 1);
        let inverse = self.inverse(above[k][k]);
        for row in below.iter_mut().filter(|row| row[k] != 0) {
            let factor = self.sub(0, self.mul(row[k], inverse));
            for (x, &y) in row[k..].iter_mut().zip(&above[k][k..]) {
                *x = (*x + self.mul(factor, y)) % self.0;
            }
        }
    }

    /// res_(p,q)(f, g), p = f.len() - 1, q = g.len() - 1: the Sylvester determinant.
    pub fn resultant(self, f: &[u64], g: &[u64]) -> u64 {
        self.determinant(sylvester(f, g))
    }

    /// disc_p(f), p = f.len() - 1: the Sylvester determinant of f and f' with a_p divided out of the first column, which
    /// keeps its meaning where a_p = 0.
    pub fn discriminant(self, f: &[u64]) -> u64 {
        let p = f.len() as u64 - 1;
        let mut rows = sylvester(f, &self.derivative(f));
        for row in &mut rows {
            row[0] = 0;
        }
        let first_of_g = p as usize - 1;
        rows[first_of_g][0] = p % self.0;
        if first_of_g > 0 {
            rows[0][0] = 1;
        }
        let value = self.determinant(rows);
        if p * (p - 1) / 2 % 2 == 1 { self.sub(0, value) } else { value }
    }

    /// The result of the scalar stage.
    pub fn scalar(self, kind: ScalarKind, f: &[u64], g: &[u64]) -> u64 {
        match kind {
            ScalarKind::Resultant => self.resultant(f, g),
            ScalarKind::Discriminant => self.discriminant(f),
        }
    }

    /// Whether the method of `job` cannot compute the scalar and leaves it to the repair.
    pub fn is_repaired(self, job: &ScalarJob, f: &[u64], g: &[u64]) -> bool {
        if job.kind == ScalarKind::Discriminant && f[job.p as usize] == 0 {
            return true;
        }
        match job.method {
            ScalarMethod::Remainder => {
                let (a, b) = if job.swapped() { (g, f) } else { (f, g) };
                !self.follows(a.to_vec(), b.to_vec(), &job.schedule)
            }
            // A single full step has no denominator.
            _ => job.p > 1 && !self.strongly_regular(sylvester(f, g)),
        }
    }

    /// Whether the remainder sequence of a and b has the degrees of `schedule`. The first may be too large, and a schedule
    /// that does not end with 0 ends with a remainder that is zero.
    fn follows(self, mut a: Vec<u64>, mut b: Vec<u64>, schedule: &[u32]) -> bool {
        for next in 2..=schedule.len() {
            let degree = b.len() - 1;
            if degree == 0 {
                return true;
            }
            if b[degree] == 0 {
                return false;
            }
            let inverse = self.inverse(b[degree]);
            while a.len() > degree {
                let offset = a.len() - b.len();
                let factor = self.sub(0, self.mul(a[a.len() - 1], inverse));
                for (x, &y) in a[offset..].iter_mut().zip(&b) {
                    *x = (*x + self.mul(factor, y)) % self.0;
                }
                assert_eq!(a.pop(), Some(0));
            }
            let keep = schedule.get(next).map_or(0, |&c| c as usize + 1);
            if a[keep..].iter().any(|&x| x != 0) {
                return false;
            }
            a.truncate(keep);
            (a, b) = (b, a);
        }
        true
    }
}

/// The Sylvester matrix: q rows of f, then p rows of g, leading coefficients first.
fn sylvester(f: &[u64], g: &[u64]) -> Vec<Vec<u64>> {
    let (p, q) = (f.len() - 1, g.len() - 1);
    let row = |polynomial: &[u64], shift: usize| {
        let mut row = vec![0; p + q];
        for (target, &c) in row[shift..].iter_mut().zip(polynomial.iter().rev()) {
            *target = c;
        }
        row
    };
    (0..q).map(|i| row(f, i)).chain((0..p).map(|i| row(g, i))).collect()
}
