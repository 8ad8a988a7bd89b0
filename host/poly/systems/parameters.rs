//! Systems some of whose variables are parameters.

use super::system::{System, Term};
use crate::error::{Error, Result};
use crate::shorten::{shortened, shortened_list};

impl System {
    /// The same system with these variables as its last ones, in this order: parameters, as [`Track`](crate::system::Track) has them.
    ///
    /// # Errors
    /// `Argument` where a name is no variable, or occurs twice.
    ///
    /// ```
    /// use eliminant::System;
    /// let system: System = "a*x^2 - b*y; y - a".parse()?;
    /// assert_eq!(system.with_parameters(&["b", "a"])?.variables(), ["x", "y", "b", "a"]);
    /// assert!(system.with_parameters(&["c"]).is_err());
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn with_parameters<S: AsRef<str>>(&self, parameters: &[S]) -> Result<System> {
        let names = self.variables();
        let parameters: Vec<&str> = parameters.iter().map(AsRef::as_ref).collect();
        let refused =
            |name: &str, message: &str| Err(Error::argument("parameters", format!("{:?} {message}", shortened(name))));
        if let Some(name) = parameters.iter().find(|name| !names.iter().any(|known| known == *name)) {
            return refused(name, &format!("does not occur; variables are {}", shortened_list(names)));
        }
        if let Some(at) = (1..parameters.len()).find(|&at| parameters[..at].contains(&parameters[at])) {
            return refused(parameters[at], "occurs twice");
        }
        let mut order: Vec<usize> = (0..names.len()).collect();
        order.sort_by_key(|&v| parameters.iter().position(|name| *name == names[v]).map_or(0, |at| at + 1));
        let mut places = vec![0; names.len()];
        order.iter().enumerate().for_each(|(place, &v)| places[v] = place);
        let term = |term: &Term| Term {
            coefficient: term.coefficient.clone(),
            exponents: term.exponents.iter().map(|&(v, e)| (places[v], e)).collect(),
        };
        let polynomials = self.polynomials().iter().map(|terms| terms.iter().map(term).collect()).collect();
        let names: Vec<&String> = order.iter().map(|&v| &names[v]).collect();
        System::new(&names, polynomials)
    }
}
