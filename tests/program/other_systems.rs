//! Cases in several kept variables that the tests of other systems have.

use crate::command_line::answer;
use eliminant::{Polynomial, RationalPolynomial};
use serde::Deserialize;
use std::path::{Path, PathBuf};

#[derive(Debug, Deserialize)]
struct Case {
    name: String,
    kind: String,
    vars: Vec<String>,
    f: String,
    g: Option<String>,
    var: String,
    modulus: Option<u32>,
    expected: String,
}

#[test]
fn several_kept_variables() {
    let folder = std::env::var_os("ELIMINANT_DATA").map(PathBuf::from);
    let folder = folder.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data"));
    let text = std::fs::read_to_string(folder.join("other_systems.jsonl")).expect("tests/data/other_systems.jsonl");
    for line in text.lines() {
        let case: Case = serde_json::from_str(line).expect("a case a line");
        let (vars, modulus) = (case.vars.join(","), case.modulus.map(|p| p.to_string()));
        let mut arguments = vec![case.kind.as_str(), &case.f];
        arguments.extend(case.g.as_deref());
        arguments.extend(["--var", &case.var, "--vars", &vars]);
        arguments.extend(modulus.iter().flat_map(|p| ["--modulus", p]));
        let parse = |text: &str| RationalPolynomial::parse_in(text.trim(), &case.vars).expect("an answer");
        let (found, mut expected) = (parse(&answer(&arguments)), parse(&case.expected));
        if let Some(p) = case.modulus {
            let terms = expected.numerator().terms().iter();
            let terms = terms.map(|term| (term.coefficient.mod_u(p).into(), term.exponents.to_vec()));
            expected = Polynomial::from_terms(&case.vars, terms).expect("an answer").into();
        }
        assert_eq!(found, expected, "{}", case.name);
    }
}
