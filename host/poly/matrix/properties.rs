//! Properties that hold for all matrices, on random ones.

use proptest::collection::vec;
use proptest::prelude::*;
use rug::Integer;

use super::naive::determinant;
use super::{Matrix, RationalMatrix};
use crate::poly::properties::polynomial;
use crate::poly::{Polynomial, RationalPolynomial};

/// Rows of polynomials over x, y, z, up to four by four.
fn rows() -> impl Strategy<Value = Vec<Vec<Polynomial>>> {
    (0..5usize, 0..5usize).prop_flat_map(|(rows, columns)| vec(vec(polynomial(4, 4), columns), rows))
}

/// Text close to a matrix, so that errors come late.
fn near_text() -> impl Strategy<Value = String> {
    let pieces = [
        "[",
        "]",
        "[[",
        "]]",
        "], [",
        ",",
        ";",
        "{",
        "}",
        "(",
        ")",
        "x",
        "y",
        "+",
        "2",
        "/2",
        "^2",
        " ",
        "\n",
        "é",
        "Mat(",
        "matrix(",
        "Matrix(2, 2, ",
        "[x, y]",
        "[[x, 1], [2, y]]",
    ];
    vec(proptest::sample::select(pieces.to_vec()), 0..15).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn text_and_json_round_trip(rows in rows(), d in 1u32..1000) {
        let vars = ["x", "y", "z"];
        let m = Matrix::over(&vars, rows)?;
        prop_assert_eq!(&Matrix::parse_in(&m.to_string(), &vars)?, &m);
        prop_assert_eq!(&Matrix::from_json(&m.to_json())?, &m);
        prop_assert_eq!(&serde_json::from_str::<Matrix>(&m.to_json())?, &m);
        let entries = m.entries().iter().enumerate();
        let entries: Vec<RationalPolynomial> = entries
            .map(|(i, f)| RationalPolynomial::new(f.clone(), Integer::from(d + i as u32)))
            .collect::<Result<_, _>>()?;
        let lists: Vec<Vec<RationalPolynomial>> = match m.columns() {
            0 => vec![vec![]; m.rows()],
            columns => entries.chunks(columns).map(<[_]>::to_vec).collect(),
        };
        let q = RationalMatrix::over(&vars, lists)?;
        prop_assert_eq!(&RationalMatrix::parse_in(&q.to_string(), &vars)?, &q);
        prop_assert_eq!(&RationalMatrix::from_json(&q.to_json())?, &q);
        prop_assert_eq!((m.rows(), m.columns()), (q.rows(), q.columns()));
    }

    #[test]
    fn other_spellings_are_the_same_matrix(rows in rows()) {
        let m = Matrix::over(&["x", "y", "z"], rows)?;
        let text = m.to_string();
        let inner = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or_default();
        for spelling in [
            format!("Matrix({text})"),
            format!("Matrix({}, {}, {text})", m.rows(), m.columns()),
            text.replace('[', "{").replace(']', "}"),
            // Rows need entries to stand without a list around them.
            if m.columns() == 0 { text.clone() } else { format!("matrix({inner})") },
            if m.columns() == 0 { text.clone() } else { inner.replace("], [", "; ") },
        ] {
            // No row has no arguments and no list.
            if !inner.is_empty() {
                prop_assert_eq!(&Matrix::parse_in(&spelling, m.vars())?, &m);
            }
        }
    }

    #[test]
    fn transposing_twice_changes_nothing(rows in rows()) {
        let m = Matrix::over(&["x", "y", "z"], rows)?;
        let t = m.transposed();
        prop_assert_eq!((t.rows(), t.columns()), (m.columns(), m.rows()));
        for i in 0..m.rows() {
            for j in 0..m.columns() {
                prop_assert_eq!(m.entry(i, j), t.entry(j, i));
            }
        }
        prop_assert_eq!(t.transposed(), m);
    }

    #[test]
    fn determinants_over_their_denominators(entries in vec((polynomial(2, 3), 1u32..20), 9)) {
        let fractions = entries.iter().map(|(f, d)| RationalPolynomial::new(f.clone(), Integer::from(*d)));
        let fractions = fractions.collect::<Result<Vec<_>, _>>()?;
        let m = RationalMatrix::new(fractions.chunks(3).map(<[_]>::to_vec).collect())?;
        let (integral, product) = m.into_parts();
        // All entries times the product of all denominators, another way to the same determinant.
        let all: Integer = entries.iter().map(|(_, d)| d).product();
        let scaled = entries.iter().map(|(f, d)| {
            let factor = Polynomial::constant(f.vars(), Integer::from(&all / *d))?;
            f.checked_mul(&factor)
        });
        let scaled = scaled.collect::<Result<Vec<_>, _>>()?;
        let scaled = Matrix::new(scaled.chunks(3).map(<[_]>::to_vec).collect())?;
        let left = RationalPolynomial::new(determinant(&integral), product)?;
        let right = RationalPolynomial::new(determinant(&scaled), all.clone() * &all * &all)?;
        prop_assert_eq!(left, right);
    }

    #[test]
    fn no_text_panics(text in any::<String>(), near in near_text()) {
        for text in [text, near] {
            match RationalMatrix::parse(&text) {
                Ok(m) => prop_assert_eq!(RationalMatrix::parse_in(&m.to_string(), m.vars())?, m),
                Err(error) => prop_assert!(!error.to_string().is_empty()),
            }
            if let Err(error) = Matrix::from_json(&text) {
                prop_assert!(!error.to_string().is_empty());
            }
        }
    }
}
