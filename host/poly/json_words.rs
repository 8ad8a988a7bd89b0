//! The messages of the reader of JSON, in words of JSON and not of Rust.

/// Messages by their beginnings.
const MESSAGES: [(&str, &str); 9] = [
    ("EOF while parsing", "the text ends before its JSON does"),
    ("trailing characters", "something follows the JSON; remove it"),
    ("trailing comma", "nothing follows the comma before this bracket; remove the comma"),
    ("expected ident", "this is no JSON: text stands in quotation marks"),
    ("expected value", "a value is missing here"),
    ("key must be a string", "a key must stand here, text in quotation marks"),
    ("invalid number", "this is no number of JSON"),
    ("recursion limit", "too many brackets are open"),
    (
        "data did not match any variant of untagged enum",
        "a term must stand here: [\"coefficient\", [exponents]], or [\"real part\", \"imaginary part\", [exponents]]",
    ),
];

/// The fault of a text that is no JSON, or not the JSON that is wanted; without the place.
#[doc(hidden)]
pub(crate) fn json_message(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    words(message.rfind(&place).map_or(&message[..], |at| &message[..at]))
}

/// The same, of a message with a place of a matrix in front.
pub(super) fn words(message: &str) -> String {
    if let Some((place, rest)) = message.split_once(": ").filter(|(place, _)| place.starts_with("row ")) {
        return format!("{place}: {}", words(rest));
    }
    if let Some((_, words)) = MESSAGES.iter().find(|(beginning, _)| message.starts_with(beginning)) {
        return (*words).to_owned();
    }
    let quoted = |text: &str| text.split('`').nth(1).unwrap_or_default().to_owned();
    if message.starts_with("missing field") {
        return format!("the key \"{}\" is missing", quoted(message));
    }
    if message.starts_with("duplicate field") {
        return format!("the key \"{}\" is there twice", quoted(message));
    }
    if let Some((unknown, known)) = message.strip_prefix("unknown field").and_then(|rest| rest.split_once(", expected"))
    {
        let known: Vec<&str> = known.split('`').skip(1).step_by(2).collect();
        return format!("the key \"{}\" is not known; keys are {}", quoted(unknown), known.join(", "));
    }
    let parts = message.split_once(": ").filter(|(before, _)| matches!(*before, "invalid type" | "invalid value"));
    match parts.and_then(|(_, rest)| rest.split_once(", expected ")) {
        Some((found, wanted)) => format!("expected {}, found {}", of_wanted(wanted), of_found(found)),
        None => match message.strip_prefix("invalid length ").and_then(|rest| rest.split_once(", expected ")) {
            Some((length, wanted)) => format!("expected {}, found a list of {length}", of_wanted(wanted)),
            None => message.to_owned(),
        },
    }
}

fn of_wanted(wanted: &str) -> String {
    match wanted {
        "a sequence" => "a list".to_owned(),
        "a map" => "an object in braces".to_owned(),
        "a string" | "a borrowed string" => "text in quotation marks".to_owned(),
        "u32" => "an integer from 0 to 4294967295".to_owned(),
        _ if wanted.starts_with("struct ") => "an object in braces".to_owned(),
        _ => match wanted.strip_prefix("a tuple of size ") {
            Some(size) => format!("a list of {size}"),
            None => wanted.to_owned(),
        },
    }
}

fn of_found(found: &str) -> String {
    let plain = found.replace('`', "");
    match found {
        "sequence" => "a list".to_owned(),
        "map" => "an object".to_owned(),
        "unit value" => "null".to_owned(),
        _ if found.starts_with("integer") => format!("the {plain}"),
        _ => {
            let number = plain.strip_prefix("floating point ").map(|number| format!("the number {number}"));
            let text = plain.strip_prefix("string ").map(|text| format!("the text {text}"));
            number.or(text).unwrap_or_else(|| plain.strip_prefix("boolean ").unwrap_or(&plain).to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Wanted {
        _list: Vec<u32>,
        _pair: (String, u32),
    }

    #[test]
    fn no_words_of_rust() {
        for (text, expected) in [
            ("", "the text ends before its JSON does"),
            ("[", "the text ends before its JSON does"),
            ("nul", "the text ends before its JSON does"),
            ("nil", "this is no JSON: text stands in quotation marks"),
            ("x", "a value is missing here"),
            ("3", "expected an object in braces, found the integer 3"),
            ("{} 1", "the key \"_list\" is missing"),
            (r#"{"a": 1}"#, "the key \"a\" is not known; keys are _list, _pair"),
            (r#"{"_list": 1.5}"#, "expected a list, found the number 1.5"),
            (r#"{"_list": {}}"#, "expected a list, found an object"),
            (r#"{"_list": ["a"]}"#, "expected an integer from 0 to 4294967295, found the text \"a\""),
            (r#"{"_list": [true]}"#, "expected an integer from 0 to 4294967295, found true"),
            (r#"{"_list": [null]}"#, "expected an integer from 0 to 4294967295, found null"),
            (r#"{"_list": [1,]}"#, "nothing follows the comma before this bracket; remove the comma"),
            (r#"{"_list": [], "_list": []}"#, "the key \"_list\" is there twice"),
            (r#"{"_pair": ["a"]}"#, "expected a list of 2, found a list of 1"),
            (r#"{"_pair": [[], 1]}"#, "expected text in quotation marks, found a list"),
            ("{1: 2}", "a key must stand here, text in quotation marks"),
        ] {
            let error = serde_json::from_str::<Wanted>(text).expect_err(text);
            assert_eq!(json_message(&error), expected, "{text}: {error}");
        }
        let error = serde_json::from_str::<Vec<u32>>("[1] 2").unwrap_err();
        assert_eq!(json_message(&error), "something follows the JSON; remove it");
    }
}
