//! Matrices and polynomials of symbols.

use eliminant::{Matrix, Polynomial};
use std::fmt;

pub enum Problem {
    Determinant(Matrix),
    /// f, g, and the variable that is eliminated.
    Resultant(Polynomial, Polynomial, String),
    Discriminant(Polynomial, String),
}

pub struct Row {
    pub name: String,
    pub problem: Problem,
}

/// Name, kind, variables, and polynomials: entries row by row, or f, g and the variable, with tabs between them.
impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        match &self.problem {
            Problem::Determinant(matrix) => {
                write!(f, "{name}\tdeterminant\t{}", matrix.vars().join(","))?;
                matrix.entries().iter().try_for_each(|entry| write!(f, "\t{entry}"))
            }
            Problem::Resultant(a, b, y) => write!(f, "{name}\tresultant\t{}\t{a}\t{b}\t{y}", (a + b).vars().join(",")),
            Problem::Discriminant(a, y) => write!(f, "{name}\tdiscriminant\t{}\t{a}\t{y}", a.vars().join(",")),
        }
    }
}

fn read(text: &str) -> Result<Polynomial, String> {
    text.parse().map_err(|error| format!("{text}: {error}"))
}

/// The matrix of n rows with these entries.
fn matrix(name: &str, n: usize, entry: impl Fn(usize, usize) -> String) -> Result<Row, String> {
    let row = |i| (0..n).map(|j| read(&entry(i, j))).collect::<Result<Vec<_>, _>>();
    let rows = (0..n).map(row).collect::<Result<Vec<_>, _>>()?;
    let matrix = Matrix::new(rows).map_err(|error| error.to_string())?;
    Ok(Row { name: format!("{name}-{n}"), problem: Problem::Determinant(matrix) })
}

/// a0 + a1 y + ..
fn generic(letter: &str, degree: usize) -> Result<Polynomial, String> {
    let terms: Vec<String> = (0..=degree).map(|k| format!("{letter}{k}*y^{k}")).collect();
    read(&terms.join(" + "))
}

fn symbol(i: usize, j: usize) -> String {
    format!("a{i}_{j}")
}

fn symmetric(i: usize, j: usize) -> String {
    symbol(i.min(j), i.max(j))
}

/// The matrix of a graph with a weight for each edge, without the row and column of vertex n.
fn kirchhoff(name: &str, n: usize, is_edge: impl Fn(usize, usize) -> bool) -> Result<Row, String> {
    matrix(name, n, |i, j| {
        let weight = |i: usize, j: usize| is_edge(i.min(j), i.max(j)).then(|| symmetric(i, j));
        match i == j {
            true => (0..=n).filter(|&k| k != i).filter_map(|k| weight(i, k)).collect::<Vec<_>>().join(" + "),
            false => weight(i, j).map_or("0".to_owned(), |weight| format!("-{weight}")),
        }
    })
}

/// Dixon's matrix of three polynomials in x and y of degrees m and n, as a list of lists: coefficients of x^i y^j in p_k are given.
///
/// It has the coefficients of det [p(x, y); p(s, y); p(s, t)] / ((x - s)(y - t)) by products of powers of x, y in columns, of s, t in rows.
fn dixon(
    name: &str,
    (m, n): (usize, usize),
    coefficient: impl Fn(usize, usize, usize) -> String,
) -> Result<Row, String> {
    let failed = |error: eliminant::Error| error.to_string();
    let of = |k: usize, x: &str, y: &str| {
        let terms: Vec<String> = (0..=m)
            .flat_map(|i| (0..=n).map(move |j| (i, j)))
            .map(|(i, j)| format!("({})*{x}^{i}*{y}^{j}", coefficient(k, i, j)))
            .collect();
        read(&terms.join(" + "))
    };
    let rows = [("x", "y"), ("s", "y"), ("s", "t")]
        .map(|(x, y)| (0..3).map(|k| of(k, x, y)).collect::<Result<Vec<_>, String>>());
    let [a, b, c] = rows;
    let (a, b, c) = (a?, b?, c?);
    let minor = |i: usize, j: usize| &b[i] * &c[j] - &b[j] * &c[i];
    let sum = &a[0] * &minor(1, 2) - &a[1] * &minor(0, 2) + &a[2] * &minor(0, 1);
    let quotient = sum.exact_div(&read("(x - s)*(y - t)")?).map_err(failed)?;
    let size = 2 * m * n;
    // s^i t^j with i < 2m, j < n, and x^k y^l with k < m, l < 2n: x is in the first row alone, s and y are in two.
    let by = |f: &Polynomial, var: &str, k: usize| -> Result<Polynomial, String> {
        let powers = if f.contains(var) { f.collect(var).map_err(failed)? } else { vec![f.clone()] };
        Ok(powers.get(k).cloned().unwrap_or_else(|| Polynomial::from(0)))
    };
    let mut entries = Vec::new();
    for (i, j) in (0..2 * m).flat_map(|i| (0..n).map(move |j| (i, j))) {
        let row = by(&by(&quotient, "s", i)?, "t", j)?;
        for (k, l) in (0..m).flat_map(|k| (0..2 * n).map(move |l| (k, l))) {
            entries.push(by(&by(&row, "x", k)?, "y", l)?.to_string());
        }
    }
    matrix(name, size, |i, j| entries[i * size + j].clone())
}

fn resultant(name: &str, f: Polynomial, g: Polynomial) -> Row {
    Row { name: name.to_owned(), problem: Problem::Resultant(f, g, "y".to_owned()) }
}

fn discriminant(name: &str, f: Polynomial) -> Row {
    Row { name: name.to_owned(), problem: Problem::Discriminant(f, "y".to_owned()) }
}

/// Sums of products of the symbols, by a fixed sequence of numbers: `count` symbols and `terms` terms for each power of y.
fn sparse(name: &str, (p, q): (usize, usize), count: usize, terms: usize) -> Result<Row, String> {
    let mut state = 1_u64;
    let mut number = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut pair = [p, q].map(|degree| {
        let mut term = |k: usize| format!("{}*u{}*u{}*y^{k}", 1 + number(9), number(count), number(count));
        let text: Vec<String> = (0..=degree).flat_map(|k| (0..terms).map(|_| term(k)).collect::<Vec<_>>()).collect();
        text.join(" + ")
    });
    let [f, g] = pair.each_mut().map(|text| read(text));
    Ok(resultant(name, f?, g?))
}

/// All rows, or a few small ones.
pub fn all(smoke: bool) -> Result<Vec<Row>, String> {
    if smoke {
        let edges = |i: usize, j: usize| i < j;
        return Ok(vec![
            matrix("generic", 4, symbol)?,
            kirchhoff("kirchhoff", 3, edges)?,
            dixon("dixon", (1, 1), |k, i, j| format!("c{k}_{i}_{j}"))?,
            resultant("resultant-3-2", generic("a", 3)?, generic("b", 2)?),
            discriminant("discriminant-4", generic("a", 4)?),
            sparse("sparse-3-3", (3, 3), 5, 2)?,
        ]);
    }
    let mut rows = Vec::new();
    for n in 5..=9 {
        rows.push(matrix("generic", n, symbol)?);
    }
    for n in 5..=9 {
        rows.push(matrix("symmetric", n, symmetric)?);
    }
    for n in 5..=9 {
        rows.push(matrix("toeplitz", n, |i, j| format!("t{}", n + i - j))?);
    }
    for n in 5..=9 {
        rows.push(matrix("circulant", n, |i, j| format!("c{}", (n + j - i) % n))?);
    }
    for n in 5..=9 {
        rows.push(matrix("vandermonde", n, |i, j| format!("x{i}^{j}"))?);
    }
    for n in 5..=7 {
        rows.push(kirchhoff("kirchhoff", n, |i, j| i < j)?);
    }
    for n in 5..=9 {
        rows.push(kirchhoff("wheel", n, |i, j| j == n || j - i == 1 || j - i == n - 1)?);
    }
    for n in 4..=6 {
        let entry =
            |i: usize, j: usize| if i == j { format!("t - {}", symbol(i, j)) } else { format!("-{}", symbol(i, j)) };
        rows.push(matrix("characteristic", n, entry)?);
    }
    for (p, q) in
        [(2, 2), (3, 2), (3, 3), (4, 3), (4, 4), (5, 3), (5, 4), (5, 5), (6, 2), (6, 3), (6, 4), (6, 5), (6, 6)]
    {
        rows.push(resultant(&format!("resultant-{p}-{q}"), generic("a", p)?, generic("b", q)?));
    }
    for n in 3..=9 {
        rows.push(discriminant(&format!("discriminant-{n}"), generic("a", n)?));
    }
    for (n, k) in [(5, 1), (7, 2), (9, 1), (9, 4), (12, 5), (15, 2), (20, 3), (30, 7)] {
        rows.push(discriminant(&format!("trinomial-{n}-{k}"), read(&format!("a*y^{n} + b*y^{k} + c"))?));
        rows.push(discriminant(
            &format!("parameters-{n}-{k}"),
            read(&format!("(u + v)*y^{n} + (u*w - 3)*y^{k} + (v^2 - w)"))?,
        ));
    }
    for n in 6..=13 {
        rows.push(matrix("symmetric-toeplitz", n, |i, j| format!("t{}", i.abs_diff(j)))?);
    }
    rows.push(dixon("dixon-generic", (1, 1), |k, i, j| format!("c{k}_{i}_{j}"))?);
    rows.push(dixon("dixon-few", (2, 1), |k, i, j| match (k + i + j) % 3 {
        0 => format!("{}*u + v", 1 + i + 2 * j),
        1 => format!("w - {}", 2 + k + i),
        _ => format!("{}", 1 + k * i),
    })?);
    rows.push(dixon("dixon-symbols", (2, 1), |k, i, j| match (i + 2 * j + k) % 2 {
        0 => format!("c{k}_{i}_{j}"),
        _ => format!("{}", 1 + i + j),
    })?);
    for n in 3..=6 {
        // Squares of distances of n points.
        rows.push(matrix("cayley-menger", n + 1, |i, j| match (i.min(j), i.max(j)) {
            (i, j) if i == j => "0".to_owned(),
            (0, _) => "1".to_owned(),
            (i, j) => format!("d{i}_{j}"),
        })?);
    }
    for (degrees, count, terms) in [
        ((2, 2), 5, 3),
        ((3, 2), 6, 2),
        ((3, 3), 5, 2),
        ((3, 3), 8, 2),
        ((4, 3), 8, 2),
        ((4, 4), 6, 1),
        ((5, 4), 10, 1),
        ((5, 5), 10, 1),
        ((6, 3), 7, 2),
    ] {
        rows.push(sparse(&format!("kept{count}-{}-{}-{terms}", degrees.0, degrees.1), degrees, count, terms)?);
    }
    Ok(rows)
}
