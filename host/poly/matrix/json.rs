//! JSON, on one line: `{"vars":["x","y"],"rows":[["x*y + 1","2"],["x","y"]]}`.
//!
//! An entry is a text, as it is written here, or a JSON integer of at most 64 bits, or a polynomial as
//! [`RationalPolynomial::to_json`] writes it. Without `vars` the variables are all of those of the entries, in alphabetical order.
//! The key `report`, which the program adds, is skipped.

use std::collections::BTreeSet;
use std::fmt::{self, Display};

use rug::Integer;
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::ser::{SerializeSeq, SerializeStruct, Serializer};
use serde::{Deserialize, Serialize};

use super::entry::bytes;
use super::layout::ENTRY;
use super::parse::{check_bytes, of_entry};
use super::{Entry, MatrixOver, place};
use crate::error::{Error, Result};
use crate::poly::json::{read, to_text};
use crate::poly::polynomial::Polynomial;
use crate::poly::rational::RationalPolynomial;
use crate::poly::rational_function::RationalFunction;

/// Rows, for writing.
struct Rows<'a, T> {
    rows: usize,
    columns: usize,
    entries: &'a [T],
}

/// One row, for writing.
struct Row<'a, T>(&'a [T]);

impl<T: Display> Serialize for Row<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.0.len()))?;
        for entry in self.0 {
            list.serialize_element(&entry.to_string())?;
        }
        list.end()
    }
}

impl<T: Display> Serialize for Rows<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.rows))?;
        for row in 0..self.rows {
            list.serialize_element(&Row(&self.entries[row * self.columns..(row + 1) * self.columns]))?;
        }
        list.end()
    }
}

impl<E: Display> Serialize for MatrixOver<E> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Matrix", 2)?;
        object.serialize_field("vars", &*self.vars)?;
        object.serialize_field("rows", &Rows { rows: self.rows, columns: self.columns, entries: &self.entries })?;
        object.end()
    }
}

/// An entry as it is read.
enum Written {
    Text(String),
    Integer(Integer),
    Polynomial(RationalPolynomial),
}

struct EntryVisitor;

impl<'de> Visitor<'de> for EntryVisitor {
    type Value = Written;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "an entry: a polynomial as a text such as \"x^2 + 1\", a JSON integer of at most 64 bits, or a polynomial in JSON",
        )
    }

    fn visit_i64<E>(self, value: i64) -> std::result::Result<Written, E> {
        Ok(Written::Integer(Integer::from(value)))
    }

    fn visit_u64<E>(self, value: u64) -> std::result::Result<Written, E> {
        Ok(Written::Integer(Integer::from(value)))
    }

    fn visit_str<E>(self, value: &str) -> std::result::Result<Written, E> {
        Ok(Written::Text(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> std::result::Result<Written, E> {
        Ok(Written::Text(value))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> std::result::Result<Written, A::Error> {
        RationalPolynomial::deserialize(MapAccessDeserializer::new(map)).map(Written::Polynomial)
    }
}

/// Reads the entry in a row and a column, from 0, which its errors name.
struct EntryIn {
    row: usize,
    column: usize,
}

impl<'de> DeserializeSeed<'de> for EntryIn {
    type Value = Written;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> std::result::Result<Written, D::Error> {
        deserializer.deserialize_any(EntryVisitor).map_err(|error| {
            // serde_json says where, and says it again of this error, which is at the same place.
            let text = error.to_string();
            let message = text.rfind(" at line ").map_or(text.as_str(), |at| &text[..at]);
            D::Error::custom(format!("{}: {message}", place(self.row, self.column)))
        })
    }
}

/// Reads the entries of a row, from 0.
struct RowOf {
    row: usize,
}

impl<'de> DeserializeSeed<'de> for RowOf {
    type Value = Vec<Written>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> std::result::Result<Vec<Written>, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for RowOf {
    type Value = Vec<Written>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {} as a list of entries", self.row + 1)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> std::result::Result<Vec<Written>, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = list.next_element_seed(EntryIn { row: self.row, column: entries.len() })? {
            entries.push(entry);
        }
        Ok(entries)
    }
}

/// Rows as they are read.
struct Lists(Vec<Vec<Written>>);

struct ListsVisitor;

impl<'de> Visitor<'de> for ListsVisitor {
    type Value = Lists;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of rows, each a list of entries")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> std::result::Result<Lists, A::Error> {
        let mut rows = Vec::new();
        while let Some(row) = list.next_element_seed(RowOf { row: rows.len() })? {
            rows.push(row);
        }
        Ok(Lists(rows))
    }
}

impl<'de> Deserialize<'de> for Lists {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        deserializer.deserialize_seq(ListsVisitor)
    }
}

/// The object as it is read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    #[serde(default)]
    vars: Option<Vec<String>>,
    rows: Lists,
    #[serde(default, rename = "report")]
    _report: Option<IgnoredAny>,
}

impl Written {
    /// The function, over a list of variables where one is given.
    fn read(self, vars: Option<&[String]>, bytes: u64) -> Result<RationalFunction> {
        match self {
            Written::Text(text) => RationalFunction::parse_within(&text, vars, bytes),
            Written::Integer(value) => Ok(Polynomial::constant::<String>(&[], value)?.into()),
            Written::Polynomial(f) => Ok(f.into()),
        }
    }
}

impl Raw {
    /// The matrix, of at most `bytes` bytes.
    fn check<E: Entry>(self, bytes: u64) -> Result<MatrixOver<E>> {
        let mut needed = 0u64;
        let mut rows = Vec::with_capacity(self.rows.0.len());
        for (i, row) in self.rows.0.into_iter().enumerate() {
            let mut entries = Vec::with_capacity(row.len());
            for (j, entry) in row.into_iter().enumerate() {
                let function = entry.read(self.vars.as_deref(), bytes - needed).map_err(|error| {
                    let place = place(i, j);
                    of_entry(error, format_args!("in the text of {place}"))
                })?;
                let entry = E::of_function(function)
                    .map_err(|message| Error::argument("rows", format!("{}: {message}", place(i, j))))?;
                needed = needed.saturating_add(ENTRY).saturating_add(self::bytes(&entry));
                check_bytes(needed, bytes)?;
                entries.push(entry);
            }
            rows.push(entries);
        }
        let vars = self.vars.unwrap_or_else(|| {
            let lists = rows.iter().flatten().flat_map(|entry: &E| entry.parts().take(1)).map(Polynomial::vars);
            lists.flatten().collect::<BTreeSet<_>>().into_iter().cloned().collect()
        });
        MatrixOver::over(&vars, rows)
    }
}

impl<'de, E: Entry> Deserialize<'de> for MatrixOver<E> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        Raw::deserialize(deserializer)?.check(u64::MAX).map_err(D::Error::custom)
    }
}

impl<E: Entry> MatrixOver<E> {
    /// The JSON form, on one line.
    ///
    /// ```
    /// use eliminant::{Matrix, RationalMatrix};
    /// let m = Matrix::parse("[[x*y + 1, 2], [x, y]]")?;
    /// assert_eq!(m.to_json(), r#"{"vars":["x","y"],"rows":[["x*y + 1","2"],["x","y"]]}"#);
    /// assert_eq!(Matrix::from_json(&m.to_json())?, m);
    /// assert_eq!(RationalMatrix::parse("[[x/2 - 1]]")?.to_json(), r#"{"vars":["x"],"rows":[["1/2*x - 1"]]}"#);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn to_json(&self) -> String {
        to_text(self)
    }

    /// Reads the JSON form. Entries are texts, JSON integers, or polynomials in JSON; without `vars` the variables are all of
    /// those of the entries, in alphabetical order. A matrix without rows has no columns.
    ///
    /// # Errors
    /// `Parse` with line and column of malformed JSON, and where it is an entry's with its row and column from 1; `Parse` of the text
    /// of an entry, with line and column in this text; `Argument` when a row has another length than the first, when a variable is not in
    /// `vars`, when a coefficient of a [`Matrix`](super::Matrix) is no integer, or a divisor in a [`RationalMatrix`](super::RationalMatrix)
    /// no constant; `Limit` as [`MatrixOver::parse`].
    ///
    /// ```
    /// use eliminant::{Matrix, RationalMatrix};
    /// let m = Matrix::from_json(r#"{"rows":[["y + x",2],["0",{"vars":["t"],"terms":[["3",[1]]]}]]}"#)?;
    /// assert_eq!(m.vars(), ["t", "x", "y"]);
    /// assert_eq!(m.to_string(), "[[x + y, 2], [0, 3*t]]");
    /// let error = RationalMatrix::from_json(r#"{"rows":[["x","2"],["y","y x"]]}"#).unwrap_err();
    /// assert!(error.to_string().starts_with("line 1, column 3: in the text of row 2, column 2: products are written"));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn from_json(text: &str) -> Result<Self> {
        Self::from_json_within(text, u64::MAX)
    }

    /// As [`MatrixOver::from_json`]; `Limit` already where the matrix takes more than `bytes` bytes.
    #[doc(hidden)]
    pub fn from_json_within(text: &str, bytes: u64) -> Result<Self> {
        read::<Raw>(text, "matrix")?.check(bytes)
    }
}

#[cfg(test)]
mod tests {
    use crate::error::ErrorKind;
    use crate::poly::{Matrix, RationalMatrix};

    fn failure(text: &str) -> (usize, usize, String) {
        match RationalMatrix::from_json(text).unwrap_err().kind().clone() {
            ErrorKind::Parse { line, column, message, .. } => (line, column, message),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn entries_of_all_kinds() {
        let text = r#" { "rows": [ ["z + 1/2", -9223372036854775808, 18446744073709551615],
            [{"terms":[["1/3",[1,0]]],"vars":["y","x"]}, 0, " (x + 1)^2 "] ], "report": {"a": [1]} } "#;
        let m = RationalMatrix::from_json(text).unwrap();
        assert_eq!(m.vars(), ["x", "y", "z"]);
        let shown = "[[z + 1/2, -9223372036854775808, 18446744073709551615], [1/3*y, 0, x^2 + 2*x + 1]]";
        assert_eq!(m.to_string(), shown);
        let text = r#"{"vars":["z","x"],"rows":[["x + z",{"vars":["x","y"],"terms":[["1",[1,0]]]}]]}"#;
        assert_eq!(RationalMatrix::from_json(text).unwrap().to_string(), "[[z + x, x]]");
        assert_eq!(serde_json::from_str::<Matrix>(text).unwrap().to_string(), "[[z + x, x]]");
        for (text, rows, columns) in [(r#"{"vars":["x"],"rows":[]}"#, 0, 0), (r#"{"vars":["x"],"rows":[[],[]]}"#, 2, 0)]
        {
            let m = Matrix::from_json(text).unwrap();
            assert_eq!((m.rows(), m.columns(), m.to_json().as_str()), (rows, columns, text));
        }
    }

    #[test]
    fn malformed_objects_say_where() {
        assert_eq!(failure("").0, 1);
        let (line, column, message) = failure("{\"rows\":[[\"x\",1],\n[\"y\",1.5]]}");
        assert_eq!((line, column), (2, 9), "{message}");
        assert!(message.contains("row 2, column 2: expected an entry"), "{message}");
        assert!(!message.contains("at line"), "{message}");
        let (line, _, message) = failure("{\"rows\":[[\"x\"],\n\n[{\"vars\":[\"x\"],\"terms\":[[\"é\",[1]]]}]]}");
        assert_eq!(line, 3);
        assert!(message.contains("row 2, column 1: \"é\" is not a coefficient"), "{message}");
        let message = failure(r#"{"rows":[["x"],[{"vars":["x"],"terms":[["1",[1,2]]]}]]}"#).2;
        assert!(message.contains("row 2, column 1: terms: term 0 has 2 exponents"), "{message}");
        let message = failure(r#"{"rows":[["x"],"y"]}"#).2;
        assert!(message.contains("expected row 2 as a list of entries"), "{message}");
        assert!(failure(r#"{"rows":5}"#).2.contains("expected a list of rows"));
        assert!(failure(r#"{"rows":[[null]]}"#).2.contains("row 1, column 1: expected an entry"));
        assert!(failure(r#"{"vars":["x"]}"#).2.contains("the key \"rows\" is missing"));
        assert!(failure(r#"{"rows":[],"columns":1}"#).2.contains("the key \"columns\" is not known"));
        assert!(failure(r#"{"rows":[]} x"#).2.contains("something follows the JSON"));
    }

    #[test]
    fn bad_entries_say_which_and_where_in_their_text() {
        let (line, column, message) = failure(
            r#"{"rows":[["x","1"],["y",
            "x +\n $"]]}"#,
        );
        assert_eq!((line, column), (2, 2));
        assert!(message.starts_with("in the text of row 2, column 2: unexpected character `$`"), "{message}");
        let message = |text: &str| RationalMatrix::from_json(text).unwrap_err().to_string();
        let unknown = message(r#"{"vars":["x"],"rows":[["x","x + y"]]}"#);
        assert!(
            unknown.starts_with("line 1, column 5: in the text of row 1, column 2: unknown variable `y`"),
            "{unknown}"
        );
        let unknown = message(r#"{"vars":["x"],"rows":[["x",{"vars":["y"],"terms":[["1",[1]]]}]]}"#);
        assert_eq!(unknown, "variables: `y` occurs in row 1, column 2; add it to the list");
        let ragged = message(r#"{"rows":[["x"],["x","y"]]}"#);
        assert_eq!(ragged, "rows: row 2 has 2 entries and row 1 has 1; give each row as many");
        assert!(message(r#"{"vars":["x","x"],"rows":[]}"#).contains("`x` occurs twice"));
        let fraction = Matrix::from_json(r#"{"rows":[["x","y/2"]]}"#).unwrap_err().to_string();
        assert!(fraction.starts_with("rows: row 1, column 2: coefficients must be integers here"), "{fraction}");
        let limit = RationalMatrix::from_json_within(r#"{"rows":[["(x+1)^50"]]}"#, 1000).unwrap_err();
        assert!(matches!(limit.kind(), ErrorKind::Limit { .. }));
    }
}
