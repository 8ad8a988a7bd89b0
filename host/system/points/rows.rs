//! Lines with points: fields between commas, bare or in the brackets of other systems, as in `(1, 2)`, `[(1, 2), (3, 4)]` and `{x: 1, y: 2}`.

use std::ops::Range;

/// A point as text.
pub(super) struct Row<'a> {
    /// From 0.
    pub(super) line: usize,
    /// The whole line.
    pub(super) source: &'a str,
    /// The places of its coordinates in the line.
    pub(super) fields: Vec<Range<usize>>,
}

/// The points of a text, one behind the other. `#` begins a comment.
pub(super) fn rows(text: &str) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    for (line, source) in text.lines().enumerate() {
        let shown = source.split('#').next().unwrap_or_default();
        if shown.trim().is_empty() {
            continue;
        }
        rows.extend(points(shown).into_iter().map(|part| Row { line, source, fields: fields(shown, part) }));
    }
    rows
}

/// The points of a line.
fn points(line: &str) -> Vec<Range<usize>> {
    // The end of a statement or of a line of a list.
    let end = line.trim_end().trim_end_matches([';', ',']).len();
    let whole = 0..end;
    let list = enclosed(line, whole.clone()).and_then(|inner| groups(line, inner));
    list.or_else(|| groups(line, whole.clone())).unwrap_or_else(|| vec![whole])
}

/// The insides of brackets between commas, where they are points and nothing stands besides them. `(1 + i), 2` are two numbers.
fn groups(line: &str, part: Range<usize>) -> Option<Vec<Range<usize>>> {
    let is_point = |inner: &Range<usize>| {
        !line[..inner.start].ends_with('(')
            || fields(line, inner.clone()).len() > 1
            || assignment(&line[inner.clone()]).is_some()
    };
    fields(line, part).into_iter().map(|field| enclosed(line, field).filter(is_point)).collect()
}

/// The inside of the bracket that a part of a line is.
fn enclosed(line: &str, part: Range<usize>) -> Option<Range<usize>> {
    let text = line[part.clone()].trim_end();
    let start = part.start + (text.len() - text.trim_start().len());
    let end = part.start + text.len();
    let close = match line[start..end].chars().next()? {
        '(' => ')',
        '[' => ']',
        '{' => '}',
        _ => return None,
    };
    let mut depth = 0usize;
    for (at, c) in line[start..end].char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            let is_whole = start + at + c.len_utf8() == end && c == close;
            return is_whole.then(|| start + 1..end - 1);
        }
    }
    None
}

/// The parts between commas that stand in no bracket.
fn fields(line: &str, part: Range<usize>) -> Vec<Range<usize>> {
    let (mut fields, mut depth, mut start) = (Vec::new(), 0usize, part.start);
    for (at, c) in line[part.clone()].char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                fields.push(start..part.start + at);
                start = part.start + at + 1;
            }
            _ => {}
        }
    }
    fields.push(start..part.end);
    fields
}

/// The name and the number of a coordinate with its name: `x = 1`, `x == 1`, `x := 1`, `x -> 1` or `x: 1`.
pub(super) fn assignment(field: &str) -> Option<(&str, &str)> {
    let parts = ["->", ":=", "==", "=", ":"].into_iter().find_map(|sign| field.split_once(sign));
    parts.map(|(name, number)| (name.trim(), number.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<Vec<&str>> {
        let mut shown = Vec::new();
        for Row { source, fields, .. } in rows(text) {
            shown.push(fields.into_iter().map(|field| source[field].trim()).collect());
        }
        shown
    }

    #[test]
    fn points_in_brackets_and_bare() {
        for text in ["1, 2", "(1, 2)", "[1, 2];", " {1, 2} # one", "[(1, 2)]", "{{1, 2}}"] {
            assert_eq!(shown(text), [["1", "2"]], "{text}");
        }
        for text in ["1, 2\n\n3, 4", "(1, 2), (3, 4)", "[(1, 2), (3, 4)]", "(1, 2),\n(3, 4)", "{{1, 2}, {3, 4}}"] {
            assert_eq!(shown(text), [["1", "2"], ["3", "4"]], "{text}");
        }
        assert_eq!(shown("(1 + i), 2*(3 - i)"), [["(1 + i)", "2*(3 - i)"]]);
        assert_eq!(shown("(1 + i)*(2 + i)"), [["(1 + i)*(2 + i)"]]);
        assert_eq!(shown("(x = 1), (x = 2)"), [["x = 1"], ["x = 2"]]);
        assert_eq!(shown("{x -> 1}"), [["x -> 1"]]);
        assert_eq!(shown("(1, 2"), [["(1, 2"]]);
        assert_eq!(shown("}1, 2{"), [["}1", "2{"]]);
    }

    #[test]
    fn names_of_coordinates() {
        for field in ["x = 1/2", "x == 1/2", "x->1/2", "x := 1/2", " x: 1/2"] {
            assert_eq!(assignment(field), Some(("x", "1/2")), "{field}");
        }
        assert_eq!(assignment("-1"), None);
    }
}
