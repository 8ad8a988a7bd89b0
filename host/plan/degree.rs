//! Degrees of resultants and discriminants in each kept variable, from the degrees of the coefficients alone.
//!
//! Let v be a kept variable and let d_i be the degree in v of the coefficient f_i of y^i. Over the algebraic closure of
//! Q(other variables)((1/v)), f = f_p prod (y - alpha_i), where the degree in v of the alpha_i (that is, minus the
//! valuation at v = infinity) is read off the upper convex hull of the points (i, d_i): an edge from (i, d_i) to (k, d_k),
//! i < k, stands for k - i roots of degree (d_i - d_k) / (k - i), and if f_0 = ... = f_(z-1) = 0, f_z != 0, there are z
//! roots 0 of degree -infinity. From res(f, g) = f_p^q g_q^p prod (alpha_i - beta_j),
//!
//! ```text
//! deg res(f, g) <= q d_p + p e_q + sum_(i,j) max(deg alpha_i, deg beta_j),
//! ```
//!
//! and from disc(f) = f_n^(2n-2) prod_(i<j) (alpha_i - alpha_j)^2,
//!
//! ```text
//! deg disc(f) <= (2n - 2) d_n + 2 sum_(i<j) max(deg alpha_i, deg alpha_j).
//! ```
//!
//! No bound that looks only at the degrees is smaller. Take f_i = u_i v^(d_i) and g_j = w_j v^(e_j) with independent
//! u_i, w_j: the leading coefficients of the roots on one edge are the simple non-zero roots of an edge polynomial with
//! independent coefficients, so that no two of them agree, no alpha_i - beta_j drops in degree, and equality holds. Hence
//! the value is at most the row bound and the column bound of the Sylvester matrix, its assignment bound, and the mixed
//! area of the Newton polygons with (0, 0), (0, p) and (0, 0), (0, q) added: all of these hold for every polynomial with
//! the given degrees. The mixed area of the polygons as they are counts roots off the coordinate axes only and is no
//! bound: f = x^5 y, g = y - 1 has mixed area 0 and resultant x^5 (up to sign).
//!
//! Only that minus the degree is a valuation was asked of v. So the same bounds hold for the degree that gives each kept variable a weight: the total
//! degree, where that is 1 for all.
//!
//! Source: Newton polygons, e.g. Walker, Algebraic Curves, IV.3; Gelfand, Kapranov, Zelevinsky, chapter 12.

use super::rows::{Row, Rows};

/// A degree of coefficients, minus which is a valuation; `None` for 0.
type Degree<'a> = dyn Fn(&Row) -> Option<u64> + 'a;

/// The degree in kept variable number `var`.
fn in_variable(var: usize) -> impl Fn(&Row) -> Option<u64> {
    move |row| row.degree(var).map(u64::from)
}

/// An edge of the upper hull: `len` roots, whose degrees are equal and have the sum `rise`.
struct Edge {
    len: i128,
    rise: i128,
}

/// The degrees of the roots and of the leading coefficient.
struct Roots {
    lead: i128,
    /// Steepest first: rise / len is strictly decreasing.
    edges: Vec<Edge>,
    zeros: usize,
}

impl Roots {
    /// `None` for the zero polynomial. Degrees are at most a sum of exponents with weights, so numbers stay far below 2^127 in absolute value.
    fn new(f: &Rows, degree: &Degree<'_>) -> Option<Self> {
        // The hull from y^p downwards, as a stack: a corner goes when the next point is on or above its edge's line.
        let mut hull: Vec<(i128, i128)> = Vec::new();
        for (i, row) in f.rows.iter().enumerate().rev() {
            let Some(d) = degree(row) else { continue };
            let (i, d) = (i as i128, i128::from(d));
            while let [.., (i0, d0), (i1, d1)] = hull[..]
                && (d - d1) * (i0 - i1) >= (d1 - d0) * (i1 - i)
            {
                hull.pop();
            }
            hull.push((i, d));
        }
        let (lead, zeros) = (hull.first()?.1, hull.last()?.0 as usize);
        let edges = hull.windows(2).map(|w| Edge { len: w[0].0 - w[1].0, rise: w[1].1 - w[0].1 }).collect();
        Some(Roots { lead, edges, zeros })
    }
}

/// Upper bounds for the degree of res_y(f, g) in each kept variable: the bound of the [module documentation](self).
///
/// 0 where the resultant is certainly zero: f or g zero, or both divisible by y. For dense f and g of degrees d, e in the
/// kept variable this is q d + p e, with p, q the degrees in y.
///
/// # Complexity
/// O(terms + p + q) for each kept variable.
///
/// # Examples
/// ```
/// use eliminant::plan::{degree::resultant_degree, rows::{Exponents, Row, Rows}};
/// let term = |c: i32, e: u32| Row { terms: vec![(c.into(), Exponents::from_slice(&[e]))] };
/// let f = Rows { kept: 1, rows: vec![Row::default(), term(1, 5)] }; // x^5 y
/// let g = Rows { kept: 1, rows: vec![term(-1, 0), term(1, 0)] }; // y - 1
/// assert_eq!(resultant_degree(&f, &g), [5]);
/// ```
pub fn resultant_degree(f: &Rows, g: &Rows) -> Vec<u64> {
    (0..f.kept).map(|var| resultant_degree_by(f, g, &in_variable(var))).collect()
}

/// An upper bound for sum `weights`\[k\] e_k for the exponents e of all terms of res_y(f, g), as [`resultant_degree`].
pub(crate) fn weighted_resultant_degree(f: &Rows, g: &Rows, weights: &[u64]) -> u64 {
    resultant_degree_by(f, g, &|row| row.weighted_degree(weights))
}

fn resultant_degree_by(f: &Rows, g: &Rows, of_row: &Degree<'_>) -> u64 {
    let (Some(a), Some(b)) = (Roots::new(f, of_row), Roots::new(g, of_row)) else { return 0 };
    if a.zeros > 0 && b.zeros > 0 {
        return 0;
    }
    let (p, q) = (f.rows.len() as i128 - 1, g.rows.len() as i128 - 1);
    let mut degree = q * a.lead + p * b.lead;
    // An edge of len l, rise h of f and one of len m, rise k of g have l m pairs and add l m max(h / l, k / m) =
    // max(h m, k l). The edges of g that are at least as steep as the edge of f at hand are a prefix, which only grows.
    let (mut steeper, mut len, mut rise) = (b.edges.iter().peekable(), 0, 0);
    for edge in &a.edges {
        while let Some(e) = steeper.next_if(|e| e.rise * edge.len >= edge.rise * e.len) {
            len += e.len;
            rise += e.rise;
        }
        // q - len also counts the roots 0 of g.
        degree += rise * edge.len + edge.rise * (q - len);
    }
    // The roots 0 of f: every root of g, none of which is 0, has the larger degree.
    degree += a.zeros as i128 * b.edges.iter().map(|e| e.rise).sum::<i128>();
    nonnegative(degree)
}

/// Upper bounds for the degree of disc_y(f) in each kept variable: the bound of the [module documentation](self).
///
/// 0 for deg_y f < 2 and where the discriminant is certainly zero (y^2 divides f).
///
/// # Complexity
/// O(terms + n) for each kept variable, n = deg_y f.
///
/// # Examples
/// ```
/// use eliminant::plan::{degree::discriminant_degree, rows::{Exponents, Row, Rows}};
/// let term = |c: i32, e: u32| Row { terms: vec![(c.into(), Exponents::from_slice(&[e]))] };
/// let f = Rows { kept: 1, rows: vec![term(3, 7), Row::default(), term(1, 2)] }; // x^2 y^2 + 3 x^7
/// assert_eq!(discriminant_degree(&f), [9]); // -12 x^9
/// ```
pub fn discriminant_degree(f: &Rows) -> Vec<u64> {
    (0..f.kept).map(|var| discriminant_degree_by(f, &in_variable(var))).collect()
}

/// An upper bound for sum `weights`\[k\] e_k for the exponents e of all terms of disc_y(f), as [`discriminant_degree`].
pub(crate) fn weighted_discriminant_degree(f: &Rows, weights: &[u64]) -> u64 {
    discriminant_degree_by(f, &|row| row.weighted_degree(weights))
}

fn discriminant_degree_by(f: &Rows, of_row: &Degree<'_>) -> u64 {
    let Some(roots) = Roots::new(f, of_row) else { return 0 };
    if f.rows.len() < 3 || roots.zeros > 1 {
        return 0;
    }
    let n = f.rows.len() as i128 - 1;
    let mut degree = (2 * n - 2) * roots.lead;
    // With the degrees a_1 >= ... >= a_n, twice the sum of the maxima is 2 sum_i (n - i) a_i; an edge at
    // i = s + 1, ..., s + l of rise h has a_i = h / l and adds h (2 (n - s) - l - 1). A single root 0 has n - i = 0.
    let mut before = 0;
    for edge in &roots.edges {
        degree += edge.rise * (2 * (n - before) - edge.len - 1);
        before += edge.len;
    }
    nonnegative(degree)
}

/// The bounds are degrees of non-zero polynomials with generic coefficients, so not negative, and in one variable at most
/// q max d + p max e < 2^64 for exponents below 2^32 and fewer than 2^31 rows.
fn nonnegative(degree: i128) -> u64 {
    debug_assert!(degree >= 0);
    u64::try_from(degree).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::exact::{self, config, dense, discriminant, ragged, resultant, sparse};
    use super::super::rows::{Exponents, Row};
    use super::*;

    fn degree(polynomial: &[rug::Integer]) -> u64 {
        polynomial.len().saturating_sub(1) as u64
    }

    fn sylvester_degrees(f: &Rows, g: &Rows) -> Vec<Vec<Option<u64>>> {
        let (p, q) = (f.rows.len() - 1, g.rows.len() - 1);
        let entry = |h: &Rows, shift: usize, c: usize| {
            let i = (h.rows.len() - 1 + shift).checked_sub(c).filter(|i| *i < h.rows.len())?;
            h.rows[i].degree(0).map(u64::from)
        };
        let rows = (0..q).map(|r| (f, r)).chain((0..p).map(|r| (g, r)));
        rows.map(|(h, r)| (0..p + q).map(|c| entry(h, r, c)).collect()).collect()
    }

    /// The sum of the largest degrees of the rows; 0 where one of them is a zero row.
    fn row_bound(matrix: &[Vec<Option<u64>>]) -> u64 {
        matrix.iter().map(|row| row.iter().copied().max().flatten()).sum::<Option<u64>>().unwrap_or(0)
    }

    fn column_bound(matrix: &[Vec<Option<u64>>]) -> u64 {
        let column = |c: usize| matrix.iter().map(|row| row[c]).collect::<Vec<_>>();
        row_bound(&(0..matrix.len()).map(column).collect::<Vec<_>>())
    }

    type Point = (i128, i128);

    fn cross(o: Point, a: Point, b: Point) -> i128 {
        (a.0 - o.0) * (b.1 - o.1) - (a.1 - o.1) * (b.0 - o.0)
    }

    /// Twice the area of the convex hull.
    fn area(mut points: Vec<Point>) -> i128 {
        points.sort_unstable();
        points.dedup();
        let chain = |points: &mut dyn Iterator<Item = Point>| {
            let mut hull: Vec<Point> = Vec::new();
            for point in points {
                while let [.., a, b] = hull[..]
                    && cross(a, b, point) <= 0
                {
                    hull.pop();
                }
                hull.push(point);
            }
            hull
        };
        let mut hull = chain(&mut points.iter().copied());
        hull.extend(chain(&mut points.iter().rev().copied()));
        hull.iter().zip(hull.iter().cycle().skip(1)).map(|(a, b)| a.0 * b.1 - a.1 * b.0).sum()
    }

    /// Area(P + Q) - Area(P) - Area(Q), by all sums of two points.
    fn mixed_area(f: &Rows, g: &Rows, corners: bool) -> u64 {
        let points = |h: &Rows| {
            let row = |(i, row): (usize, &Row)| -> Vec<Point> {
                row.terms.iter().map(|(_, e)| (i128::from(e[0]), i as i128)).collect()
            };
            let mut points: Vec<Point> = h.rows.iter().enumerate().flat_map(row).collect();
            if corners {
                points.extend([(0, 0), (0, h.rows.len() as i128 - 1)]);
            }
            points
        };
        let (a, b) = (points(f), points(g));
        let sums = a.iter().flat_map(|u| b.iter().map(|v| (u.0 + v.0, u.1 + v.1))).collect();
        u64::try_from((area(sums) - area(a) - area(b)) / 2).unwrap()
    }

    #[test]
    fn roots_at_zero_count() {
        let (f, g) = (sparse(&[(1, 5, 1)]), sparse(&[(1, 0, 1), (-1, 0, 0)]));
        assert_eq!(mixed_area(&f, &g, false), 0);
        assert_eq!(mixed_area(&f, &g, true), 5);
        assert_eq!(resultant_degree(&f, &g), [5]);
        assert_eq!(degree(&resultant(&f, &g)), 5);
    }

    #[test]
    fn constants_and_zero() {
        let (zero, one, x3) = (sparse(&[]), sparse(&[(1, 0, 0)]), sparse(&[(7, 3, 0)]));
        let f = sparse(&[(1, 2, 4), (5, 9, 0)]);
        assert_eq!(resultant_degree(&zero, &f), [0]);
        assert_eq!(resultant_degree(&zero, &x3), [0]);
        assert_eq!(resultant_degree(&one, &f), [0]);
        assert_eq!(resultant_degree(&x3, &f), [12]);
        assert_eq!(resultant_degree(&f, &x3), [12]);
        assert_eq!(resultant_degree(&x3, &x3), [0]);
        assert_eq!([zero, x3, sparse(&[(1, 4, 1)])].map(|h| discriminant_degree(&h)), [[0]; 3]);
        // Both divisible by y; y^2 divides f.
        assert_eq!(resultant_degree(&sparse(&[(1, 5, 1)]), &sparse(&[(1, 9, 2), (1, 3, 1)])), [0]);
        assert_eq!(discriminant_degree(&sparse(&[(1, 5, 3), (1, 9, 2)])), [0]);
    }

    #[test]
    fn large_exponents_do_not_overflow() {
        let (e, n) = (u32::MAX, 1000);
        let f = sparse(&[(1, e, n), (1, 0, 0)]);
        let g = sparse(&[(1, 0, n), (1, e, 0)]);
        assert_eq!(resultant_degree(&f, &g), [2 * u64::from(e) * n as u64]);
    }

    #[test]
    fn variables_are_independent() {
        // y^2 - a b^3 and y - a^2 c: the resultant is a^4 c^2 - a b^3.
        let row = |c: i32, e: [u32; 3]| Row { terms: vec![(c.into(), Exponents::from_slice(&e))] };
        let one = || row(1, [0, 0, 0]);
        let f = Rows { kept: 3, rows: vec![row(-1, [1, 3, 0]), Row::default(), one()] };
        let g = Rows { kept: 3, rows: vec![row(-1, [2, 0, 1]), one()] };
        assert_eq!(resultant_degree(&f, &g), [4, 3, 2]);
        assert_eq!(discriminant_degree(&f), [1, 3, 0]);
        let none = Rows { kept: 0, rows: vec![Row { terms: vec![(3.into(), Exponents::new())] }; 3] };
        assert!(resultant_degree(&none, &none).is_empty());
    }

    proptest! {
        #![proptest_config(config(400))]

        #[test]
        fn holds_and_is_least(f in ragged(5, 5), g in ragged(5, 5)) {
            let bound = resultant_degree(&f, &g)[0];
            prop_assert_eq!(bound, resultant_degree(&g, &f)[0]);
            prop_assert!(degree(&resultant(&f, &g)) <= bound);
            if !f.rows.is_empty() && !g.rows.is_empty() {
                let matrix = sylvester_degrees(&f, &g);
                prop_assert!(bound <= row_bound(&matrix));
                prop_assert!(bound <= column_bound(&matrix));
                let mixed = mixed_area(&f, &g, true);
                prop_assert!(bound <= mixed);
                if !f.rows[0].terms.is_empty() && !g.rows[0].terms.is_empty() {
                    prop_assert_eq!(bound, mixed);
                }
            }
        }

        #[test]
        fn discriminant_holds(f in ragged(5, 4)) {
            prop_assume!(f.rows.len() > 1);
            let bound = discriminant_degree(&f)[0];
            prop_assert!(degree(&discriminant(&f)) <= bound);
            let most = f.rows.iter().filter_map(|row| row.degree(0)).max().unwrap_or(0);
            prop_assert!(bound <= (2 * f.rows.len() as u64 - 4) * u64::from(most));
        }

        // One random term in each row: no cancellation except by accident, none with this seed.
        #[test]
        fn exact_for_generic_coefficients(
            f in prop::collection::vec(prop::option::weighted(0.7, (0..9u32, 1..1_000_000i64)), 2..6),
            g in prop::collection::vec(prop::option::weighted(0.7, (0..9u32, 1..1_000_000i64)), 2..6),
        ) {
            let rows = |terms: &[Option<(u32, i64)>]| {
                let term = |(i, t): (usize, &Option<(u32, i64)>)| t.map(|(e, c)| (c, e, i));
                sparse(&terms.iter().enumerate().filter_map(term).collect::<Vec<_>>())
            };
            let (f, g) = (rows(&f), rows(&g));
            let exact = resultant(&f, &g);
            prop_assert_eq!(degree(&exact), resultant_degree(&f, &g)[0]);
            if f.rows.len() > 1 {
                prop_assert_eq!(degree(&discriminant(&f)), discriminant_degree(&f)[0]);
            }
        }
    }

    proptest! {
        #![proptest_config(config(4))]

        #[test]
        fn exact_for_dense(f in dense(6, 4, 20), g in dense(5, 7, 20)) {
            prop_assert_eq!(resultant_degree(&f, &g)[0], 5 * 4 + 6 * 7);
            prop_assert_eq!(degree(&exact::resultant(&f, &g)), 5 * 4 + 6 * 7);
            prop_assert_eq!(discriminant_degree(&f)[0], 10 * 4);
            prop_assert_eq!(degree(&discriminant(&f)), 10 * 4);
        }
    }
}
