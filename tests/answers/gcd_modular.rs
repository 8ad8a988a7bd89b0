//! GCDs and squarefree decompositions modulo primes, in one to five variables: stored answers of FLINT.

use crate::suite::data;
use eliminant::{Decomposition, Gcd, Polynomial};
use rug::Integer;
use rug::integer::IntegerExt64;
use serde::Deserialize;

#[derive(Deserialize)]
struct Pair {
    name: String,
    modulus: u64,
    vars: Vec<String>,
    f: String,
    g: String,
    gcd: String,
}

#[derive(Deserialize)]
struct Decomposed {
    name: String,
    modulus: u64,
    vars: Vec<String>,
    f: String,
    lead: String,
    factors: Vec<(String, u32)>,
}

fn lines(file: &str) -> Vec<String> {
    let path = data().join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path:?}: {e}"));
    text.lines().map(str::to_owned).collect()
}

/// f with coefficients from 0 to p - 1.
fn image(f: &Polynomial, p: u64) -> Polynomial {
    let terms = f.terms().iter().map(|term| (term.coefficient.mod_u64(p).into(), term.exponents.to_vec()));
    Polynomial::from_terms(f.vars(), terms).unwrap()
}

#[test]
fn stored_gcds() {
    let lines = lines("gcd_modular.jsonl");
    assert!(lines.len() >= 600, "{} cases", lines.len());
    for line in lines {
        let Pair { name, modulus: p, vars, f, g, gcd } = serde_json::from_str(&line).expect("a case");
        let read = |text: &str| Polynomial::parse_in(text, &vars).unwrap_or_else(|e| panic!("{name}: {e}"));
        let (f, g, gcd) = (read(&f), read(&g), read(&gcd));
        for (f, g) in [(&f, &g), (&g, &f)] {
            let answer = Gcd::new(f, g).modulus(p).cofactors(true).seed(11).run();
            let answer = answer.unwrap_or_else(|e| panic!("{name}: {e}"));
            assert_eq!(answer.gcd, image(&gcd, p), "{name}");
            match answer.cofactors {
                Some([a, b]) => {
                    let products = [a, b].map(|part| image(&(&answer.gcd * &part), p));
                    assert_eq!(products, [image(f, p), image(g, p)], "cofactors of {name}");
                }
                None => assert!(image(f, p).is_zero() && image(g, p).is_zero(), "no cofactors of {name}"),
            }
        }
    }
}

#[test]
fn stored_decompositions() {
    let lines = lines("squarefree_modular.jsonl");
    assert!(lines.len() >= 200, "{} cases", lines.len());
    for line in lines {
        let Decomposed { name, modulus: p, vars, f, lead, factors } = serde_json::from_str(&line).expect("a case");
        let read = |text: &str| Polynomial::parse_in(text, &vars).unwrap_or_else(|e| panic!("{name}: {e}"));
        let found = Decomposition::new(&read(&f)).modulus(p).seed(11).run();
        let (found, _) = found.unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(found.content, lead.parse::<Integer>().unwrap(), "{name}");
        let expected: Vec<_> = factors.iter().map(|(factor, m)| (image(&read(factor), p), *m)).collect();
        assert_eq!(found.factors, expected, "{name}");
    }
}
