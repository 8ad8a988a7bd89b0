//! Prompts of other systems, which come along where an input or an answer is copied: `>>> `, `sage: `, `In[1]:= `, `(%i1) `, `%1 = `. They are left out
//! where they begin a line, as nothing else can begin with one of them there.

/// Prompts without a number: Python, MATLAB, Maple, PARI, Sage, Julia, and the second lines of Python and Sage.
const PLAIN: [&str; 8] = [">>>", ">>", ">", "?", "sage:", "julia>", "...", "....:"];

/// Both sides of the number of the others: Mathematica, IPython, Maxima, PARI.
const NUMBERED: [(&str, &str); 9] = [
    ("In[", "]:="),
    ("Out[", "]="),
    ("Out[", "]//InputForm="),
    ("In [", "]:"),
    ("In[", "]:"),
    ("Out[", "]:"),
    ("(%i", ")"),
    ("(%o", ")"),
    ("%", " ="),
];

/// The end of the prompt that stands at `start` of a text and begins a line; `None` where there is none.
pub(in crate::poly) fn prompt(text: &str, start: usize) -> Option<usize> {
    let rest = &text[start..];
    // Most tokens are no prompts by their first byte.
    if !rest.starts_with(['>', '?', '%', '(', '.', 's', 'j', 'I', 'O']) || !begins_line(&text[..start]) {
        return None;
    }
    let plain = PLAIN.iter().filter_map(|prompt| rest.strip_prefix(prompt).filter(|rest| ends(prompt, rest)));
    let numbered = NUMBERED.iter().filter_map(|(before, after)| {
        let number = rest.strip_prefix(before)?;
        let behind = number.trim_start_matches(|c: char| c.is_ascii_digit());
        let rest = behind.strip_prefix(after)?;
        (behind.len() < number.len() && ends(after, rest)).then_some(rest)
    });
    plain.chain(numbered).next().map(|rest| text.len() - rest.len())
}

/// Whether nothing but blanks stands between the end of a text and its last line end.
fn begins_line(text: &str) -> bool {
    let before = text.trim_end_matches([' ', '\t', '\u{feff}']);
    before.is_empty() || before.ends_with('\n')
}

/// Whether a prompt ends where `rest` follows it. `:` alone would end a statement, and `==` is an equation.
fn ends(prompt: &str, rest: &str) -> bool {
    match prompt.chars().next_back() {
        Some('=') => !rest.starts_with('='),
        Some(':') => rest.starts_with([' ', '\t']),
        _ => rest.is_empty() || rest.starts_with([' ', '\t', '\r', '\n']),
    }
}

#[cfg(test)]
mod tests {
    use crate::Polynomial;
    use crate::poly::{RationalFunction, RationalFunctionMatrix};

    #[test]
    fn prompts_before_a_polynomial() {
        for prompt in [
            ">>> ",
            "sage: ",
            "In[12]:= ",
            "Out[12]= ",
            "Out[12]//InputForm= ",
            "In [3]: ",
            "Out[3]: ",
            "(%i1) ",
            " (%o1) ",
            "? ",
            "%1 = ",
            "> ",
            ">> ",
            "julia> ",
            "\u{feff}\n > ",
            "> f := ",
            "sage: f := ",
        ] {
            let found = Polynomial::parse(&format!("{prompt}x^2 - 1"));
            assert_eq!(found.map(|f| f.to_string()).as_deref(), Ok("x^2 - 1"), "{prompt:?}");
        }
    }

    #[test]
    fn prompts_at_line_starts() {
        let shown = |text: &str| {
            let list = RationalFunction::list_within::<&str>(text, None, u64::MAX).unwrap();
            list.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(shown("sage: x^2 +\n....: y;\nsage: y - 1"), ["x^2 + y", "y - 1"]);
        assert_eq!(shown("> [x,\n> y]"), ["x", "y"]);
        let matrix = |text: &str| text.parse::<RationalFunctionMatrix>().unwrap().to_string();
        assert_eq!(matrix(">>> Matrix([[x, 1],\n... [2, y]])"), "[[x, 1], [2, y]]");
        assert_eq!(matrix("%3 =\n[x 1]\n[2 y]"), "[[x, 1], [2, y]]");
        assert_eq!(matrix("(%o2) matrix([x,1],[2,y])"), "[[x, 1], [2, y]]");
    }

    #[test]
    fn other_readings_stay() {
        for (text, expected) in
            [("sage^2 - 1", "sage^2 - 1"), ("(x)", "x"), ("In[1] - 1", "In_1 - 1"), (".5*x*2", "x"), ("sage:", "sage")]
        {
            assert_eq!(Polynomial::parse(text).unwrap().to_string(), expected);
        }
        assert_eq!(Polynomial::parse("Out[1] == x").unwrap().to_string(), "Out_1 - x");
        for text in ["x > y", "x + ? y", "x - %1 = y", "% = x", ">x"] {
            assert!(Polynomial::parse(text).is_err(), "{text}");
        }
    }

    /// Carets point into the text as it was typed.
    #[test]
    fn places_count_the_prompt() {
        let message = Polynomial::parse("sage: x + $").unwrap_err().to_string();
        assert!(message.starts_with("line 1, column 11: unexpected character `$`"), "{message}");
        assert!(message.contains("\n  sage: x + $\n"), "{message}");
    }
}
