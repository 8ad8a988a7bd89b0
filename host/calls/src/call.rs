//! An operation with its operands.

use crate::answer::{Answer, json};
use crate::operation::Operation;
use crate::options::Options;
use eliminant::poly::RationalFunctionMatrix;
use eliminant::{
    Adjugate, Cofactors, Content, Control, Decomposition, Determinant, Discriminant, Error, ErrorKind, ExtendedGcd,
    Gcd, GcdAnswer, GcdBatch, GcdOptions, LinearSystem, Rank, RationalFunction, RationalMatrix, RationalPolynomial,
    Result, Resultant, Solvability, Subresultants, tiny,
};
use std::sync::Arc;

/// An operation with its operands and options.
#[derive(Debug, Clone)]
pub struct Call {
    /// The operation.
    pub operation: Operation,
    /// Its functions, in the order of the operation.
    pub functions: Vec<Arc<RationalFunction>>,
    /// Its matrix.
    pub matrix: Option<Arc<RationalFunctionMatrix>>,
    /// Its variable. May be `None` where one variable occurs.
    pub variable: Option<String>,
    /// Its options.
    pub options: Options,
}

/// A refusal of an argument.
fn refused(what: &'static str, message: impl Into<String>) -> Error {
    ErrorKind::Argument { what, message: message.into() }.into()
}

impl Call {
    /// Computes the answer.
    ///
    /// # Errors
    /// As the operation; `Argument` for a wrong number of operands, and where the variable has to be chosen.
    pub fn run(&self, control: &Control) -> Result<Answer> {
        if let Some(call) = self.over_variable()? {
            return call.run(control);
        }
        let options = self.options.with_control(control);
        match self.operation {
            Operation::Resultant => {
                let [f, g] = self.functions()?;
                let answer = Resultant::of_functions(f, g, &self.variable()?).options(options.of_resultant()?).run()?;
                Ok(Answer::new(vec![answer.polynomial], answer.report))
            }
            Operation::Discriminant => {
                let [f] = self.functions()?;
                let answer = Discriminant::of_functions(f, &self.variable()?).options(options.of_resultant()?).run()?;
                Ok(Answer::new(vec![answer.polynomial], answer.report))
            }
            Operation::Subresultants | Operation::SturmHabicht => {
                let variable = self.variable()?;
                let answer = self.subresultants(&variable, &options)?.run()?;
                let values = answer.polynomials.into_iter().map(RationalFunction::from).collect();
                Ok(Answer::new(values, answer.report))
            }
            Operation::Cofactors => {
                let [f, g] = self.polynomials()?;
                let variable = self.variable()?;
                let index = options.index().unwrap_or(0);
                let answer = Cofactors::of_rational(f, g, &variable).index(index).options(options.of_list()?).run()?;
                let values = [answer.subresultant, answer.u, answer.v].map(RationalFunction::from);
                Ok(Answer::new(values.into(), answer.report))
            }
            Operation::Determinant => determinant(self.matrix()?, &options),
            Operation::CharacteristicPolynomial => {
                determinant(&self.matrix()?.characteristic(&self.named()?)?, &options)
            }
            Operation::Adjugate => {
                let answer = Adjugate::of_rational(&self.of_polynomials()?).options(options.of_list()?).run()?;
                let entries = answer.adjugate.entries().iter().cloned().chain([answer.determinant]);
                Ok(Answer::new(entries.map(RationalFunction::from).collect(), answer.report))
            }
            Operation::Rank => {
                let matrix = self.of_polynomials()?;
                let rank = Rank::of_rational(&matrix).options(options.of_list()?);
                let answer = options.certify().map_or(rank.clone(), |certify| rank.certify(certify)).run()?;
                let numbers = answer.rows.iter().chain(&answer.columns).map(|&k| k as i32).collect();
                let value = RationalPolynomial::from(answer.rank as i64).into();
                Ok(Answer { multiplicities: numbers, ..Answer::new(vec![value], answer.report) })
            }
            Operation::LinearSystem => self.linear_system(&options),
            Operation::Gcd => self.gcd(&options, control),
            Operation::GcdBatch => self.batch(options.of_gcd()?),
            Operation::Lcm => self.lcm(&options, control),
            Operation::ExtendedGcd => {
                let [f, g] = self.polynomials()?;
                let gcd = ExtendedGcd::of_rational(f, g).options(options.of_gcd()?);
                let answer = options.modulus().map_or(gcd.clone(), |p| gcd.modulus(p)).run()?;
                let [s, t] = answer.combination;
                Ok(Answer::new(vec![answer.gcd.into(), s.into(), t.into()], answer.report))
            }
            Operation::Content => {
                let [f] = self.functions()?;
                let answer = Content::of_functions(f, &self.variable()?).options(options.of_gcd()?).run()?;
                Ok(Answer::new(vec![answer.content, answer.primitive.into()], answer.report))
            }
            Operation::Squarefree => {
                let [f] = self.functions()?;
                let decomposition = Decomposition::of_functions(f).options(options.of_gcd()?);
                let decomposition = options.modulus().map_or(decomposition.clone(), |p| decomposition.modulus(p));
                let (found, report) = decomposition.run()?;
                let content = RationalPolynomial::from(found.content).with_vars(f.vars())?;
                let (factors, multiplicities): (Vec<_>, Vec<_>) = found.factors.into_iter().unzip();
                let factors = factors.into_iter().map(RationalFunction::from);
                let values = std::iter::once(content.into()).chain(factors).collect();
                Ok(Answer { multiplicities, ..Answer::new(values, report) })
            }
        }
    }

    /// Whether the answer takes no longer than threads take to wake, so that the calling thread computes it alone.
    pub fn is_tiny(&self) -> bool {
        let run = self.options.run();
        let mut polynomials = Vec::with_capacity(self.functions.len());
        for f in &self.functions {
            let Some(f) = f.as_polynomial() else { return false };
            polynomials.push(f.numerator());
        }
        match (self.operation, &polynomials[..]) {
            (Operation::Resultant | Operation::Subresultants | Operation::Cofactors, &[f, g]) => {
                self.variable().is_ok_and(|var| tiny::resultant(run, f, g, &var))
            }
            (Operation::Discriminant | Operation::SturmHabicht, &[f]) => {
                self.variable().is_ok_and(|var| tiny::discriminant(run, f, &var))
            }
            (Operation::Squarefree, &[f]) => tiny::squarefree(run, f),
            (Operation::Gcd | Operation::Lcm | Operation::ExtendedGcd | Operation::Content, [_] | [_, _]) => {
                tiny::gcd(run, polynomials)
            }
            (Operation::Determinant | Operation::CharacteristicPolynomial, []) => {
                // One entry more, for the variable of the characteristic polynomial.
                let variable = self.variable.as_ref().and_then(|var| RationalPolynomial::var(var).ok());
                self.matrix.as_ref().is_some_and(|matrix| {
                    let entries = matrix.entries().iter().filter_map(RationalFunction::as_polynomial).chain(&variable);
                    tiny::determinant(run, matrix.rows(), entries.map(RationalPolynomial::numerator))
                        && matrix.entries().iter().all(|entry| entry.divisor().is_none())
                })
            }
            _ => false,
        }
    }

    /// The answers of many calls, computed on all threads at once, as [`Control::in_parallel`].
    ///
    /// # Errors
    /// The number of a call that failed, and its error, which is one of [`Call::run`].
    pub fn run_all(calls: &[Call], control: &Control) -> std::result::Result<Vec<Answer>, (usize, Error)> {
        control.in_parallel(calls.len(), |index, control| calls[index].run(control))
    }

    /// The plan as JSON: bounds, primes, memory, nothing of the answer.
    ///
    /// # Errors
    /// As [`Call::run`], except for faults of a device; `Unsupported` for operations on more than two functions.
    pub fn plan(&self) -> Result<String> {
        if let Some(call) = self.over_variable()? {
            return call.plan();
        }
        let options = &self.options;
        match self.operation {
            Operation::Resultant => {
                let [f, g] = self.functions()?;
                json(&Resultant::of_functions(f, g, &self.variable()?).options(options.of_resultant()?).plan()?)
            }
            Operation::Discriminant => {
                let [f] = self.functions()?;
                json(&Discriminant::of_functions(f, &self.variable()?).options(options.of_resultant()?).plan()?)
            }
            Operation::Subresultants | Operation::SturmHabicht => {
                json(&self.subresultants(&self.variable()?, options)?.plan()?)
            }
            Operation::Cofactors => {
                let [f, g] = self.polynomials()?;
                let variable = self.variable()?;
                let index = options.index().unwrap_or(0);
                json(&Cofactors::of_rational(f, g, &variable).index(index).options(options.of_list()?).plan()?)
            }
            Operation::Determinant => plan_of_determinant(self.matrix()?, options),
            Operation::CharacteristicPolynomial => {
                plan_of_determinant(&self.matrix()?.characteristic(&self.named()?)?, options)
            }
            Operation::Adjugate => {
                json(&Adjugate::of_rational(&self.of_polynomials()?).options(options.of_list()?).plan()?)
            }
            Operation::Rank => {
                let matrix = self.of_polynomials()?;
                let rank = Rank::of_rational(&matrix).options(options.of_list()?);
                json(&options.certify().map_or(rank.clone(), |certify| rank.certify(certify)).plan()?)
            }
            Operation::LinearSystem => {
                let (matrix, right) = self.equations()?;
                json(&LinearSystem::of_rational(&matrix, &right).options(options.of_list()?).plan()?)
            }
            Operation::Gcd | Operation::Lcm => {
                let [f, g] = self.functions()?;
                json(&Gcd::of_functions(f, g).options(options.of_gcd()?).plan()?)
            }
            Operation::ExtendedGcd => {
                let [f, g] = self.polynomials()?;
                json(&ExtendedGcd::of_rational(f, g).options(options.of_gcd()?).plan()?)
            }
            Operation::Content => {
                let [f] = self.functions()?;
                json(&Content::of_functions(f, &self.variable()?).options(options.of_gcd()?).plan()?)
            }
            Operation::Squarefree => {
                let [f] = self.functions()?;
                json(&Decomposition::of_functions(f).options(options.of_gcd()?).plan()?)
            }
            Operation::GcdBatch => {
                let message = "a batch has no plan of its own; plan its largest pair".to_owned();
                Err(ErrorKind::Unsupported { message }.into())
            }
        }
    }

    /// The call over its variable, where there are constants alone: they are over no variable, and so not over a wrong one.
    fn over_variable(&self) -> Result<Option<Call>> {
        let is_constant = !self.functions.is_empty() && self.functions.iter().all(|f| f.vars().is_empty());
        let Some(variable) = self.variable.as_ref().filter(|_| is_constant && self.operation.has_variable()) else {
            return Ok(None);
        };
        let over = |f: &Arc<RationalFunction>| Ok(Arc::new(f.as_ref().clone().with_vars(&[variable])?));
        Ok(Some(Call { functions: self.functions.iter().map(over).collect::<Result<_>>()?, ..self.clone() }))
    }

    /// The functions, of which there must be so many.
    fn functions<const N: usize>(&self) -> Result<[&RationalFunction; N]> {
        let all: Vec<&RationalFunction> = self.functions.iter().map(Arc::as_ref).collect();
        let given = all.len();
        all.try_into().map_err(|_| refused("polynomials", format!("are {given}; {} takes {N}", self.operation.name())))
    }

    /// The functions, none of which may have a divisor.
    fn polynomials<const N: usize>(&self) -> Result<[&RationalPolynomial; N]> {
        let functions = self.functions::<N>()?;
        match functions.iter().find_map(|f| f.divisor()) {
            Some(divisor) => Err(refused(
                "polynomials",
                format!("one is divided by {divisor}; {} is for polynomials", self.operation.name()),
            )),
            None => Ok(functions.map(RationalFunction::numerator)),
        }
    }

    /// Subresultants, or the sequence, that the options ask for.
    fn subresultants<'a>(
        &'a self,
        variable: &'a str,
        options: &Options,
    ) -> Result<Subresultants<'a, RationalPolynomial>> {
        let all = match self.operation {
            Operation::SturmHabicht => {
                let [f] = self.polynomials()?;
                Subresultants::sturm_habicht_of_rational(f, variable)
            }
            _ => {
                let [f, g] = self.polynomials()?;
                Subresultants::of_rational(f, g, variable)
            }
        };
        let all = all.options(options.of_list()?);
        match (options.index(), options.principal()) {
            (Some(_), true) => Err(refused("principal", "coefficients are of all of them; leave out the index")),
            (Some(k), false) => Ok(all.index(k)),
            (None, true) => Ok(all.principal()),
            (None, false) => Ok(all),
        }
    }

    /// The matrix, no entry of which may have a divisor.
    fn of_polynomials(&self) -> Result<RationalMatrix> {
        let refusal = || {
            let message = format!("has rational functions, and {} is for polynomials", self.operation.name());
            refused("matrix", format!("{message}; multiply its rows by their divisors"))
        };
        self.matrix()?.to_polynomials().ok_or_else(refusal)
    }

    /// The matrix and the right sides, which are the functions, row by row.
    fn equations(&self) -> Result<(RationalMatrix, RationalMatrix)> {
        let matrix = self.of_polynomials()?;
        let (rows, given) = (matrix.rows(), self.functions.len());
        let beside = given.checked_div(rows).unwrap_or(0);
        if beside * rows != given || beside == 0 && rows > 0 {
            let message = format!("are {given}, and the matrix has {rows} rows; give as many for each right side");
            return Err(refused("functions", message));
        }
        let polynomials = self.functions.iter().map(|f| f.as_polynomial().cloned());
        let Some(entries) = polynomials.collect::<Option<Vec<RationalPolynomial>>>() else {
            return Err(refused("functions", "one has a divisor; multiply the row by it"));
        };
        let right = RationalMatrix::new(entries.chunks(beside.max(1)).map(<[RationalPolynomial]>::to_vec).collect())?;
        Ok((matrix, right))
    }

    fn linear_system(&self, options: &Options) -> Result<Answer> {
        let (matrix, right) = self.equations()?;
        let answer = LinearSystem::of_rational(&matrix, &right).options(options.of_list()?).run()?;
        let mut values: Vec<RationalFunction> = Vec::new();
        if answer.solvability != Solvability::None {
            let all = answer.numerators.entries().iter().cloned().chain([answer.denominator]);
            values.extend(all.map(|f| RationalFunction::from(RationalPolynomial::from(f))));
        }
        let free = answer.free.iter().map(|&k| k as i32).collect();
        Ok(Answer { multiplicities: free, ..Answer::new(values, answer.report) })
    }

    fn matrix(&self) -> Result<&RationalFunctionMatrix> {
        self.matrix.as_deref().ok_or_else(|| refused("matrix", "is missing"))
    }

    /// The variable that is named.
    fn named(&self) -> Result<String> {
        self.variable.clone().ok_or_else(|| refused("variable", "is missing; name the one of the answer"))
    }

    /// The variable that is named, or the only one that occurs.
    fn variable(&self) -> Result<String> {
        if let Some(variable) = &self.variable {
            return Ok(variable.clone());
        }
        let mut occurring: Vec<&str> = self.functions.iter().flat_map(|f| f.vars()).map(String::as_str).collect();
        occurring.sort_unstable();
        occurring.dedup();
        match occurring[..] {
            [only] => Ok(only.to_owned()),
            [] => Err(refused("variable", "is missing: there are constants only; name one")),
            _ => Err(refused("variable", format!("is missing; name one of {}", occurring.join(", ")))),
        }
    }

    /// Refuses lists that are too short, and checkpoints of several computations.
    fn check_list(&self) -> Result<()> {
        let (name, given) = (self.operation.name(), self.functions.len());
        if given < 2 {
            return Err(refused("polynomials", format!("are {given}; {name} takes two or more")));
        }
        if given > 2 && self.options.has_checkpoint() {
            return Err(refused("checkpoint", "is for two polynomials"));
        }
        Ok(())
    }

    /// One after the other.
    fn gcd(&self, options: &Options, control: &Control) -> Result<Answer> {
        self.check_list()?;
        let steps = self.functions.len() - 1;
        if steps > 1 && options.cofactors() {
            return Err(refused("cofactors", "are of two polynomials"));
        }
        let of = |f: &RationalFunction, g: &RationalFunction, step: usize| {
            let options = options.with_control(&control.of_list(step, steps));
            let gcd = Gcd::of_functions(f, g).options(options.of_gcd()?).cofactors(options.cofactors());
            options.modulus().map_or(gcd.clone(), |p| gcd.modulus(p)).run()
        };
        let mut answer = of(&self.functions[0], &self.functions[1], 0)?;
        for (index, f) in self.functions.iter().enumerate().skip(2) {
            let next = of(&answer.gcd, f, index - 1)?;
            answer = GcdAnswer { report: answer.report.followed_by(next.report), ..next };
        }
        let mut values = vec![answer.gcd];
        if options.cofactors() {
            // 0 and 0 have none.
            let zero = RationalFunction::from(RationalPolynomial::default());
            let cofactors = answer.cofactors.map(|both| both.map(RationalFunction::from));
            values.extend(cofactors.unwrap_or([zero.clone(), zero]));
        }
        Ok(Answer::new(values, answer.report))
    }

    fn lcm(&self, options: &Options, control: &Control) -> Result<Answer> {
        self.check_list()?;
        let steps = self.functions.len() - 1;
        let of = |f: &RationalFunction, g: &RationalFunction, step: usize| {
            let options = options.with_control(&control.of_list(step, steps));
            Gcd::of_functions(f, g).options(options.of_gcd()?).lcm()
        };
        let (mut multiple, mut report) = of(&self.functions[0], &self.functions[1], 0)?;
        for (index, f) in self.functions.iter().enumerate().skip(2) {
            let (next, of_next) = of(&multiple, f, index - 1)?;
            (multiple, report) = (next, report.followed_by(of_next));
        }
        Ok(Answer::new(vec![multiple], report))
    }

    fn batch(&self, options: GcdOptions) -> Result<Answer> {
        let (pairs, []) = self.functions.as_chunks::<2>() else {
            return Err(refused("pairs", "the last one has no second polynomial"));
        };
        let pairs: Vec<_> = pairs.iter().map(|[f, g]| (f.as_ref().clone(), g.as_ref().clone())).collect();
        let (gcds, report) = GcdBatch::of_functions(&pairs).options(options).run()?;
        Ok(Answer::new(gcds, report))
    }
}

/// Functions need more room than polynomials, and are divided.
fn determinant(matrix: &RationalFunctionMatrix, options: &Options) -> Result<Answer> {
    let options = options.of_determinant()?;
    match matrix.to_polynomials() {
        Some(matrix) => {
            let answer = Determinant::of_rational(&matrix).options(options).run()?;
            Ok(Answer::new(vec![answer.polynomial.into()], answer.report))
        }
        None => {
            let answer = Determinant::of_functions(matrix).options(options).run()?;
            Ok(Answer::new(vec![answer.polynomial], answer.report))
        }
    }
}

fn plan_of_determinant(matrix: &RationalFunctionMatrix, options: &Options) -> Result<String> {
    let options = options.of_determinant()?;
    match matrix.to_polynomials() {
        Some(matrix) => json(&Determinant::of_rational(&matrix).options(options).plan()?),
        None => json(&Determinant::of_functions(matrix).options(options).plan()?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(operation: Operation, functions: &[&str], variable: Option<&str>) -> Call {
        let functions = functions.iter().map(|text| Arc::new(text.parse().unwrap())).collect();
        let variable = variable.map(str::to_owned);
        Call { operation, functions, matrix: None, variable, options: Options::new(operation) }
    }

    fn values(call: &Call) -> Vec<String> {
        call.run(&Control::default()).unwrap().values.iter().map(RationalFunction::to_string).collect()
    }

    #[test]
    fn each_operation() {
        use Operation::*;
        assert_eq!(values(&call(Resultant, &["x^2 - y", "x - 3"], Some("x"))), ["-y + 9"]);
        assert_eq!(values(&call(Resultant, &["x^2 - 2", "x - 3"], None)), ["7"]);
        assert_eq!(values(&call(Resultant, &["5", "7"], Some("x"))), ["1"]);
        assert_eq!(values(&call(Discriminant, &["a*x^2 + b*x + c"], Some("x"))), ["-4*a*c + b^2"]);
        assert_eq!(values(&call(Gcd, &["x^2 - 1", "x^2 - x", "x^3 - 1"], None)), ["x - 1"]);
        assert_eq!(values(&call(Lcm, &["x - 1", "x + 1", "x^2"], None)), ["x^4 - x^2"]);
        assert_eq!(values(&call(GcdBatch, &["x - 1", "x^2 - 1", "4", "6"], None)), ["x - 1", "2"]);
        assert_eq!(values(&call(ExtendedGcd, &["x", "x - 1"], None)), ["1", "1", "-1"]);
        assert_eq!(values(&call(Subresultants, &["y^3 - x", "y^2 + x*y + 1"], Some("y"))).len(), 3);
        let sequence = call(SturmHabicht, &["y^2/2 - x"], Some("y"));
        // -S_0(f, y) = -f(0).
        assert_eq!(values(&sequence), ["x", "y", "-x + 1/2*y^2"]);
        assert_eq!(values(&call(Cofactors, &["y^2 - x", "x*y - 1"], Some("y"))), ["-x^3 + 1", "x^2", "-x*y - 1"]);
        assert_eq!(values(&call(Content, &["2*x*y + 4*x"], Some("y"))), ["2*x", "y + 2"]);
        let squarefree = call(Squarefree, &["-3*(x - 1)^2*x"], None).run(&Control::default()).unwrap();
        assert_eq!(squarefree.multiplicities, [1, 2]);
        let mut cofactors = call(Gcd, &["x^2 - 1", "x^2 - x"], None);
        cofactors.options.set("cofactors", "true").unwrap();
        assert_eq!(values(&cofactors), ["x - 1", "x + 1", "x"]);
        let mut matrix = call(Determinant, &[], None);
        matrix.matrix = Some(Arc::new("[[x, 1/y], [2, x]]".parse().unwrap()));
        assert_eq!(values(&matrix), ["(x^2*y - 2)/y"]);
        let mut characteristic = call(CharacteristicPolynomial, &[], Some("t"));
        characteristic.matrix = Some(Arc::new("[[1, 2], [3, 4]]".parse().unwrap()));
        assert_eq!(values(&characteristic), ["t^2 - 5*t - 2"]);
        let of = |operation, text: &str, functions: &[&str]| {
            let matrix = Some(Arc::new(text.parse().unwrap()));
            Call { matrix, ..call(operation, functions, None) }
        };
        let adjugate = of(Adjugate, "[[x/2, 1], [2, y]]", &[]);
        assert_eq!(values(&adjugate), ["y", "-1", "-2", "1/2*x", "1/2*x*y - 2"]);
        let rank = of(Rank, "[[x, y, 1], [x^2, x*y, x]]", &[]).run(&Control::default()).unwrap();
        assert_eq!((rank.values[0].to_string(), rank.multiplicities), ("1".to_owned(), vec![0, 0]));
        assert_eq!(values(&of(LinearSystem, "[[x, 1], [1, y]]", &["1", "0"])), ["y", "-1", "x*y - 1"]);
        let infinite = of(LinearSystem, "[[x, x^2], [1, x]]", &["x", "1"]).run(&Control::default()).unwrap();
        assert_eq!((infinite.values.len(), infinite.multiplicities.len()), (3, 1));
        assert!(values(&of(LinearSystem, "[[x, x^2], [1, x]]", &["1", "1"])).is_empty());
        let wrong = of(LinearSystem, "[[x, 1], [1, y]]", &["1", "0", "2"]).run(&Control::default()).unwrap_err();
        assert!(wrong.to_string().contains("the matrix has 2 rows"));
        let system = of(LinearSystem, "[[x, 1], [1, y]]", &["1", "0"]);
        let of_rank = of(Rank, "[[x, y, 1], [x^2, x*y, x]]", &[]);
        for call in [matrix, characteristic, cofactors, adjugate, sequence, system, of_rank] {
            assert!(call.plan().unwrap().starts_with("{\"operation\":"));
        }
    }

    #[test]
    fn tiny_calls_are_known() {
        use Operation::*;
        let is_tiny = |operation, functions: &[&str]| call(operation, functions, Some("x")).is_tiny();
        assert!(is_tiny(Resultant, &["x^2 - y", "x/2 - 3"]) && is_tiny(Discriminant, &["x^2 + y*x + 1"]));
        assert!(
            is_tiny(Lcm, &["x^2 - 1", "x - 1"]) && is_tiny(Squarefree, &["(x - 1)^2"]) && is_tiny(Content, &["x*y"])
        );
        assert!(!is_tiny(Gcd, &["x^900 - 1", "x - 1"]) && !is_tiny(Gcd, &["1/x", "x"]) && !is_tiny(Gcd, &["x"; 3]));
        let matrix =
            |text: &str| Call { matrix: Some(Arc::new(text.parse().unwrap())), ..call(Determinant, &[], None) };
        assert!(matrix("[x, 1; 2, y]").is_tiny() && !matrix("[1/x, 1; 2, y]").is_tiny());
        let characteristic =
            Call { operation: CharacteristicPolynomial, variable: Some("t".to_owned()), ..matrix("[1, 2; 3, 4]") };
        assert!(characteristic.is_tiny());
        let mut chosen = call(Gcd, &["x^2 - 1", "x - 1"], None);
        assert!(chosen.is_tiny());
        chosen.options.set("threads", "2").unwrap();
        assert!(!chosen.is_tiny());
    }

    #[test]
    fn wrong_operands_are_named() {
        let message = |call: Call| call.run(&Control::default()).unwrap_err().to_string();
        assert_eq!(message(call(Operation::Resultant, &["x"], None)), "polynomials: are 1; resultant takes 2");
        assert_eq!(message(call(Operation::Gcd, &["x"], None)), "polynomials: are 1; gcd takes two or more");
        assert_eq!(message(call(Operation::Resultant, &["x", "y"], None)), "variable: is missing; name one of x, y");
        assert_eq!(message(call(Operation::Determinant, &[], None)), "matrix: is missing");
        assert_eq!(
            message(call(Operation::ExtendedGcd, &["1/x", "x"], None)),
            "polynomials: one is divided by x; extended_gcd is for polynomials"
        );
    }
}
