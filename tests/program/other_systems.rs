//! Cases that the tests of other systems have, and some of the same kinds.

use crate::runs::answer;
use eliminant::{Polynomial, RationalPolynomial};
use rug::Integer;
use serde::Deserialize;
use std::path::{Path, PathBuf};

#[derive(Debug, Deserialize)]
struct Case {
    name: String,
    kind: String,
    vars: Vec<String>,
    f: String,
    g: Option<String>,
    var: Option<String>,
    modulus: Option<u32>,
    expected: String,
}

impl Case {
    fn parse(&self, text: &str) -> RationalPolynomial {
        RationalPolynomial::parse_in(text.trim(), &self.vars).expect("an answer")
    }

    /// The polynomial with coefficients from 0 to p - 1, where there is a modulus.
    fn image(&self, f: RationalPolynomial) -> RationalPolynomial {
        let Some(p) = self.modulus else { return f };
        let residue = |c: &Integer| c.mod_u(p);
        let terms =
            f.numerator().terms().iter().map(|term| (residue(&term.coefficient).into(), term.exponents.to_vec()));
        Polynomial::from_terms(&self.vars, terms).expect("an answer").into()
    }

    /// Whether the sum of products of two polynomials is another one.
    fn adds_up(&self, products: [[&RationalPolynomial; 2]; 2], sum: &RationalPolynomial) -> bool {
        let constant = |c: Integer| Polynomial::constant(&self.vars, c).expect("a constant");
        let [[a, b], [c, d]] = products;
        // a b + c d - sum over one denominator.
        let denominators = [[a, b], [c, d]].map(|[x, y]| Integer::from(x.denominator() * y.denominator()));
        let [m, n] = &denominators;
        let left = &(&(a.numerator() * b.numerator()) * &constant(n.clone()))
            + &(&(c.numerator() * d.numerator()) * &constant(m.clone()));
        let right = sum.numerator() * &constant(Integer::from(m * n));
        let rest = &(&left * &constant(sum.denominator().clone())) - &right;
        self.image(rest.into()).numerator().is_zero()
    }

    fn check(&self) {
        let (vars, modulus) = (self.vars.join(","), self.modulus.map(|p| p.to_string()));
        let (command, principal) = match self.kind.split_once(' ') {
            Some((command, principal)) => (command, Some(principal)),
            None => (self.kind.as_str(), None),
        };
        let mut arguments = vec![command, &self.f];
        arguments.extend(self.g.as_deref());
        arguments.extend(["--vars", &vars]);
        arguments.extend(self.var.iter().flat_map(|var| ["--var", var]));
        arguments.extend(modulus.iter().flat_map(|p| ["--modulus", p]));
        let option = principal.map(|option| format!("--{option}"));
        arguments.extend(option.as_deref());
        let out = answer(&arguments);
        let lines: Vec<&str> = out.lines().collect();
        let name = &self.name;
        if self.kind == "squarefree" {
            assert_eq!(lines, [self.expected.as_str()], "{name}");
            return;
        }
        if ["subresultants", "sturm-habicht"].contains(&command) {
            let expected = self.expected.split(';').map(|text| self.parse(text));
            assert_eq!(
                lines.iter().map(|line| self.parse(line)).collect::<Vec<_>>(),
                expected.collect::<Vec<_>>(),
                "{name}"
            );
            return;
        }
        assert_eq!(self.parse(lines[0]), self.image(self.parse(&self.expected)), "{name}");
        let (first, f) = (self.parse(lines[0]), self.parse(&self.f));
        let zero = self.parse("0");
        match (self.kind.as_str(), &lines[1..]) {
            ("xgcd" | "cofactors", [s, t]) => {
                let (g, s, t) = (self.parse(self.g.as_deref().expect("g")), self.parse(s), self.parse(t));
                assert!(self.adds_up([[&s, &f], [&t, &g]], &first), "{name}");
            }
            ("content", [primitive]) => {
                assert!(self.adds_up([[&first, &self.parse(primitive)], [&zero, &zero]], &f), "{name}");
            }
            (_, others) => assert!(others.is_empty(), "{name}"),
        }
    }
}

#[test]
fn cases_of_other_systems() {
    let folder = std::env::var_os("ELIMINANT_DATA").map(PathBuf::from);
    let folder = folder.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data"));
    let text = std::fs::read_to_string(folder.join("other_systems.jsonl")).expect("tests/data/other_systems.jsonl");
    for line in text.lines() {
        let case: Case = serde_json::from_str(line).expect("a case a line");
        case.check();
    }
}
