//! Input as messages repeat it: whole where it is short, else in part, with its length.

use std::borrow::Cow;
use std::fmt::Display;

/// Characters of a name or a number that a message shows whole.
const WHOLE: usize = 60;

/// Characters at the beginning of a longer one.
const BEGINNING: usize = 40;

/// Items of a list that a message names.
const ITEMS: usize = 8;

/// Characters of a path, or of a message of another library, that are shown whole.
const LONG: usize = 300;

/// The byte behind the first `count` characters; `None` where there are no more.
fn end_of(text: &str, count: usize) -> Option<usize> {
    text.char_indices().nth(count).map(|(at, _)| at)
}

/// A name, a number or an argument: its first 40 characters and their number where it has more than 60.
///
/// ```
/// use eliminant::shorten::shortened;
/// assert_eq!(shortened("x1"), "x1");
/// assert_eq!(shortened(&"ab".repeat(500)), "abababababababababababababababababababab.. (1000 characters)");
/// ```
pub fn shortened(text: &str) -> Cow<'_, str> {
    match (end_of(text, WHOLE), end_of(text, BEGINNING)) {
        (Some(_), Some(end)) => Cow::Owned(format!("{}.. ({} characters)", &text[..end], text.chars().count())),
        _ => Cow::Borrowed(text),
    }
}

/// The items of a list with commas between, each [`shortened`]: all of up to eight, else the first eight and how many more there are.
///
/// ```
/// use eliminant::shorten::shortened_list;
/// assert_eq!(shortened_list(["x", "y"]), "x, y");
/// assert_eq!(shortened_list(1..=100), "1, 2, 3, 4, 5, 6, 7, 8 and 92 more");
/// ```
pub fn shortened_list<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    let mut items = items.into_iter();
    let first: Vec<String> = items.by_ref().take(ITEMS).map(|item| shortened(&item.to_string()).into_owned()).collect();
    match items.count() {
        0 => first.join(", "),
        more => format!("{} and {more} more", first.join(", ")),
    }
}

/// A path or a message of another library: its beginning and its end where it has more than 300 characters.
///
/// ```
/// use eliminant::shorten::shortened_middle;
/// let text = "a".repeat(1000);
/// assert_eq!(shortened_middle(&text), format!("{0} .. {0}", "a".repeat(150)));
/// ```
pub fn shortened_middle(text: &str) -> Cow<'_, str> {
    if end_of(text, LONG).is_none() {
        return Cow::Borrowed(text);
    }
    let (head, tail) = (end_of(text, LONG / 2), text.char_indices().rev().nth(LONG / 2 - 1));
    match (head, tail) {
        (Some(head), Some((tail, _))) => Cow::Owned(format!("{} .. {}", &text[..head], &text[tail..])),
        _ => Cow::Borrowed(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_counted_and_not_bytes() {
        let text = |count: usize| "é".repeat(count);
        assert_eq!(shortened(&text(60)), text(60));
        assert_eq!(shortened(&text(61)), format!("{}.. (61 characters)", text(40)));
        assert_eq!(shortened_middle(&text(300)), text(300));
        assert_eq!(shortened_middle(&text(301)), format!("{0} .. {0}", text(150)));
        assert_eq!(shortened_middle("").as_ref(), "");
    }

    #[test]
    fn lists_have_short_items() {
        let names = vec!["a".repeat(100); 9];
        let shown = shortened_list(&names);
        assert_eq!(shown.matches("(100 characters)").count(), 8);
        assert!(shown.ends_with(" and 1 more"));
        assert_eq!(shortened_list(Vec::<u32>::new()), "");
    }
}
