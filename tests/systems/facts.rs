//! Families and texts against sympy: degrees, numbers of terms, values and derivatives at a point
//! (`scripts/reference/make_systems.py`).

use eliminant::system::{Coefficient, System};
use rug::Rational;
use serde_json::Value;

fn lines() -> impl Iterator<Item = Value> {
    include_str!("../data/systems.jsonl").lines().map(|line| serde_json::from_str(line).unwrap())
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

fn number(value: &Value) -> Coefficient {
    let part = |i: usize| value[i].as_str().unwrap().parse::<Rational>().unwrap();
    Coefficient::new(part(0), part(1))
}

fn numbers(value: &Value) -> Vec<Coefficient> {
    list(value).iter().map(number).collect()
}

fn family(name: &str, n: usize) -> System {
    match name {
        "cyclic" => System::cyclic(n),
        "katsura" => System::katsura(n),
        "noon" => System::noon(n),
        "reimer" => System::reimer(n),
        "eco" => System::eco(n),
        "chandra" => System::chandra(n, &Rational::from((51234, 100_000))),
        _ => panic!("{name}"),
    }
    .unwrap()
}

#[test]
fn systems_are_what_sympy_says() {
    let mut count = 0;
    for line in lines() {
        let system = match line["text"].as_str() {
            Some(text) => text.parse::<System>().unwrap_or_else(|error| panic!("{error}")),
            None => family(line["family"].as_str().unwrap(), line["n"].as_u64().unwrap() as usize),
        };
        let names: Vec<&str> = list(&line["vars"]).iter().map(|name| name.as_str().unwrap()).collect();
        assert_eq!(system.variables(), names);
        let degrees: Vec<u64> = list(&line["degrees"]).iter().map(|d| d.as_u64().unwrap()).collect();
        assert_eq!(system.degrees(), degrees, "{line}");
        let terms: Vec<u64> = list(&line["terms"]).iter().map(|d| d.as_u64().unwrap()).collect();
        let found: Vec<u64> = system.polynomials().iter().map(|terms| terms.len() as u64).collect();
        assert_eq!(found, terms, "{line}");
        if line["point"].is_array() {
            let point = numbers(&line["point"]);
            assert_eq!(system.evaluate(&point).unwrap(), numbers(&line["values"]), "{line}");
            for (place, expected) in list(&line["derivatives"]).iter().enumerate() {
                let found = system.derivative(place).unwrap().evaluate(&point).unwrap();
                assert_eq!(found, numbers(expected), "{line}");
            }
        }
        count += 1;
    }
    assert_eq!(count, 25);
}

#[test]
fn every_system_comes_back_from_every_form() {
    for line in lines() {
        let system = match line["text"].as_str() {
            Some(text) => text.parse::<System>().unwrap(),
            None => family(line["family"].as_str().unwrap(), line["n"].as_u64().unwrap() as usize),
        };
        assert_eq!(System::from_json(&system.to_json()).unwrap(), system);
        let phc = system.to_phc();
        assert_eq!(System::from_phc(&phc).unwrap(), system, "{phc}");
        assert_eq!(phc.parse::<System>().unwrap(), system, "{phc}");
        // Text names variables where they occur first.
        let read: System = system.to_string().parse().unwrap();
        assert_eq!(read.len(), system.len());
        if read.variables() == system.variables() {
            assert_eq!(read, system);
        }
    }
}

#[test]
fn families_begin_somewhere() {
    assert!(System::cyclic(1).is_err() && System::katsura(0).is_err() && System::noon(1).is_err());
    assert!(System::reimer(0).is_err() && System::eco(1).is_err() && System::chandra(0, &Rational::new()).is_err());
    assert_eq!(System::katsura(2).unwrap().variables(), ["u0", "u1", "u2"]);
}
