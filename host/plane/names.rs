//! The names of both coordinates.

use crate::error::{Error, Result};
use crate::poly::Polynomial;

/// Those that are given, if nothing else occurs; else those that occur, in the order of a polynomial that has both, else in alphabetical order.
pub(crate) fn names(polynomials: &[&Polynomial], given: Option<&[String; 2]>) -> Result<[String; 2]> {
    let mut occurring: Vec<&str> = polynomials.iter().flat_map(|f| f.occurring()).collect();
    occurring.sort_unstable();
    occurring.dedup();
    if let Some([x, y]) = given {
        let strange = occurring.into_iter().find(|name| name != x && name != y);
        return match strange {
            Some(name) => Err(Error::argument("variables", format!("are {x} and {y}, and {name} occurs too"))),
            None if x == y => Err(Error::argument("variables", format!("are {x} twice; give two"))),
            None => Ok([x.clone(), y.clone()]),
        };
    }
    let place = |list: &[String], name: &&str| list.iter().position(|known| known == name);
    for list in polynomials.iter().map(|f| f.vars()) {
        if occurring.iter().all(|name| place(list, name).is_some()) {
            occurring.sort_by_key(|name| place(list, name));
            break;
        }
    }
    match occurring[..] {
        [x, y] => Ok([x.to_owned(), y.to_owned()]),
        _ => Err(Error::argument(
            "variables",
            format!("are {}; two are wanted: name both where one occurs alone", occurring.join(", ")),
        )),
    }
}
