//! The library as somebody meets it who has used another computer algebra system: the lines that one tries first.

mod json;
mod systems;

use std::any::TypeId;
use std::collections::HashSet;

use eliminant::*;

type Outcome = Result<()>;

/// With everything of the crate imported the names of std's prelude are std's: `Result` still takes an error of its own.
#[test]
fn names_of_std() {
    let parsed: Result<i64, std::num::ParseIntError> = "7".parse();
    assert_eq!(parsed, Ok(7));
    fn same<A: 'static, B: 'static>() -> bool {
        TypeId::of::<A>() == TypeId::of::<B>()
    }
    assert!(same::<Result<i32, String>, std::result::Result<i32, std::string::String>>());
    assert!(same::<Option<Box<i32>>, std::option::Option<std::boxed::Box<i32>>>());
    assert!(same::<Vec<i32>, std::vec::Vec<i32>>());
    fn through_std<T: Clone + Default + PartialEq + Send + Sync>(x: &T) -> Option<T> {
        Some(x.clone()).filter(|y| y == x).or(None)
    }
    assert_eq!(through_std(&Polynomial::from(3)), Some(3.into()));
    // Errors of both kinds leave one function.
    fn read(text: &str) -> Result<Polynomial, Box<dyn std::error::Error>> {
        let (factor, f) = text.split_once(' ').ok_or("no blank")?;
        Ok(factor.parse::<i64>()? * f.parse::<Polynomial>()?)
    }
    assert_eq!(read("2 x").unwrap().to_string(), "2*x");
    assert!(read("x x").is_err() && read("2 (").is_err() && read("2").is_err());
}

#[test]
fn arithmetic() -> Outcome {
    let (x, y) = (Polynomial::var("x")?, Polynomial::var("y")?);
    let f = 3 * &x * &x * &y - 5 * &y + 7;
    assert_eq!(f.to_string(), "3*x^2*y - 5*y + 7");
    assert_eq!(f.clone() + f.clone(), &f * 2);
    assert_eq!((&f + 1) - Integer::from(1), f);
    assert_eq!(-(-&f), f);
    let mut g = f.clone();
    g += 1;
    g -= &y;
    g *= x.clone();
    assert_eq!(g.to_string(), "3*x^3*y - 6*x*y + 8*x");
    assert_eq!([x.clone(), y.clone()].iter().sum::<Polynomial>(), &x + &y);
    assert_eq!((1..=3).map(|k| &x - k).product::<Polynomial>().to_string(), "x^3 - 6*x^2 + 11*x - 6");
    assert_eq!((&x + &y).pow(2)?, &x * &x + 2 * &x * &y + &y * &y);
    Ok(())
}

#[test]
fn numbers_and_terms() -> Outcome {
    assert_eq!(Polynomial::from(3) + Polynomial::from(Integer::from(4)), 7.into());
    assert_eq!(Polynomial::default(), Polynomial::from(0));
    let f = Polynomial::from_integer_terms(&["x", "y"], [(3, vec![2, 1]), (-5, vec![0, 1]), (7, vec![0, 0])])?;
    assert_eq!((f.len(), f.is_empty(), f.is_constant(), f.total_degree()), (3, false, false, Some(3)));
    assert_eq!((f.coefficient(&[("x", 2), ("y", 1)]), f.leading_coefficient()), (3.into(), Some(&3.into())));
    let mut sum = Integer::new();
    for term in &f {
        sum += &term.coefficient;
    }
    assert_eq!(sum, 5);
    assert_eq!(HashSet::from([f.clone(), f.clone() * 1]).len(), 1);
    assert_eq!(
        (f.evaluate(&[2, -1])?, f.evaluate_rational(&[Rational::from((1, 3)), Rational::from(3)])?),
        (0.into(), (-7).into())
    );
    assert_eq!(f.substitute("x", &"y + 1".parse()?)?.to_string(), "3*y^3 + 6*y^2 - 2*y + 7");
    assert_eq!(f.derivative("x").to_string(), "6*x*y");
    assert_eq!(f.to_latex(), "3 x^{2} y - 5 y + 7");
    Ok(())
}

#[test]
fn division() -> Outcome {
    let (f, g): (Polynomial, Polynomial) = ("x^3 - 1".parse()?, "x - 1".parse()?);
    assert_eq!(f.exact_div(&g)?.to_string(), "x^2 + x + 1");
    let (q, r) = f.div_rem(&"x^2 + 1".parse()?, "x")?;
    assert_eq!((q.to_string(), r.to_string()), ("x".to_owned(), "-x - 1".to_owned()));
    assert_eq!((6 * g).primitive_part().to_string(), "x - 1");
    Ok(())
}

#[test]
fn operations() -> Outcome {
    let (f, g): (Polynomial, Polynomial) = ("y^2 - x".parse()?, "y - 3".parse()?);
    assert_eq!(f.resultant(&g, "y")?, resultant(&f, &g, "y")?);
    assert_eq!(f.discriminant("y")?.to_string(), "4*x");
    assert_eq!((&f * &g).gcd(&(&g * &g))?.to_string(), "y - 3");
    assert_eq!((&g * &g).squarefree_part()?, g);
    let zero = Polynomial::default();
    assert_eq!((&f * &g).lcm(&(&g * 2))?, -2 * &f * &g);
    assert_eq!((f.lcm(&zero)?.is_zero(), zero.lcm(&g)?.is_zero(), zero.lcm(&zero)?), (true, true, zero.clone()));
    assert_eq!("x*z".parse::<Polynomial>()?.lcm(&"y".parse()?)?.to_string(), "x*y*z");
    let m: Matrix = "[[x, y], [1, 2]]".parse()?;
    assert_eq!(m.determinant()?.to_string(), "2*x - y");
    assert_eq!(m.characteristic_polynomial("t")?.to_string(), "t^2 - t*x - 2*t + 2*x - y");
    Ok(())
}

/// Coefficients as a list: of one variable, or in one of several.
#[test]
fn dense() -> Outcome {
    let f: Polynomial = "x^3 - 2*x + 5".parse()?;
    let coefficients = f.dense_coefficients()?;
    assert_eq!(coefficients, [5, -2, 0, 1]);
    assert_eq!(Polynomial::from_dense("x", coefficients)?, f);
    let rows = "x^2*y^2 + 3*x*y - 7".parse::<Polynomial>()?.collect("y")?;
    assert_eq!(rows.iter().map(Polynomial::to_string).collect::<Vec<_>>(), ["-7", "3*x", "x^2"]);
    Ok(())
}

/// A polynomial in one variable as a list.
#[test]
fn univariate() -> Outcome {
    let f = UnivariatePolynomial::new([5, -2, 0, 1]);
    assert_eq!(
        (f.to_string().as_str(), f.degree(), f.leading_coefficient()),
        ("x^3 - 2*x + 5", Some(3), Some(&1.into()))
    );
    assert_eq!(UnivariatePolynomial::try_from(&"t^3 - 2*t + 5".parse()?)?, f);
    assert_eq!(f.to_polynomial("t")?.to_string(), "t^3 - 2*t + 5");
    assert_eq!((&f * &f + 1 - 2 * f.clone()).to_string(), "x^6 - 4*x^4 + 8*x^3 + 4*x^2 - 16*x + 16");
    assert_eq!((f.evaluate(2)?, f.evaluate_rational(Rational::from((1, 2)))?), (9.into(), Rational::from((33, 8))));
    let (g, h) = (UnivariatePolynomial::from_roots([1, 2]), UnivariatePolynomial::from_roots([2, 3]));
    assert_eq!(
        (g.gcd(&h)?.to_string(), g.resultant(&h)?, f.discriminant()?),
        ("x - 2".to_owned(), 0.into(), (-643).into())
    );
    assert_eq!((&f * &g).exact_div(&g)?, f);
    assert_eq!([g, h].iter().product::<UnivariatePolynomial>().coefficients(), [12, -28, 23, -8, 1]);
    Ok(())
}

/// Polynomials over Q have the methods of those over Z.
#[test]
fn rational() -> Outcome {
    let x = RationalPolynomial::var("x")?;
    let f = &x * &x / 2 - 3 * &x / 4;
    assert_eq!((f.to_string().as_str(), f.degree("x"), f.total_degree()), ("1/2*x^2 - 3/4*x", Some(2), Some(2)));
    assert_eq!(
        (f.derivative("x").to_string(), f.coefficient(&[("x", 1)])),
        ("x - 3/4".to_owned(), Rational::from((-3, 4)))
    );
    assert!(!f.is_zero() && (&f - &f).is_zero() && (&f / 3 * 3 - f).as_constant() == Some(0.into()));
    Ok(())
}

/// res(f, g) = lc(f)^q prod g(a) over the roots a of f is det of Sylvester's matrix. Bezout's, of f and g of degree n, has the sign (-1)^(n(n-1)/2) before
/// it: the other one for n = 2 and 3.
#[test]
fn signs() -> Outcome {
    for (f, g, sign) in [
        ("2*y - a", "y - b", 1),
        ("3*y^2 - a", "y^2 + b*y + 1", -1),
        ("y^3 - a", "2*y^3 + b", -1),
        ("y^4 + a*y - 1", "y^4 + b*y^3", 1),
    ] {
        let (f, g): (Polynomial, Polynomial) = (f.parse()?, g.parse()?);
        let res = f.resultant(&g, "y")?;
        assert!(!res.is_zero());
        assert_eq!(Matrix::sylvester(&f, &g, "y")?.determinant()?, res);
        assert_eq!(Matrix::bezout(&f, &g, "y")?.determinant()?, sign * &res, "{f}, {g}");
        let degrees = f.degree("y").zip(g.degree("y")).map_or(0, |(p, q)| p * q);
        assert_eq!(g.resultant(&f, "y")?, if degrees % 2 == 0 { res } else { -res });
    }
    // lc(f)^q prod g(a) with the roots 1 and 2 of f, q = 1.
    let (f, g): (Polynomial, Polynomial) = ("3*(y - 1)*(y - 2)".parse()?, "y - x".parse()?);
    assert_eq!(f.resultant(&g, "y")?, "3*(1 - x)*(2 - x)".parse()?);
    Ok(())
}

#[test]
fn rational_polynomials_and_matrices() -> Outcome {
    let (f, g): (RationalPolynomial, RationalPolynomial) = ("x/2 + 1/3".parse()?, "x/2".parse()?);
    assert_eq!((&f - g).to_string(), "1/3");
    assert_eq!((&f * Rational::from((2, 3)) + 1).to_string(), "1/3*x + 11/9");
    assert_eq!(f.to_latex(), r"\frac{1}{2} x + \frac{1}{3}");
    assert_eq!(f.resultant(&"x + 1".parse()?, "x")?, Rational::from((1, 6)).into());
    assert_eq!((&f * &f).gcd(&f)?.numerator().to_string(), "3*x + 2");
    assert_eq!(RationalMatrix::parse("[[x/2, 1/3], [5, y/7]]")?.determinant()?.to_string(), "1/14*x*y - 5/3");
    let m: Matrix = "[[x, y], [1, 2]]".parse()?;
    assert_eq!((&m * Matrix::identity(2)?, m[(0, 1)].to_string()), (m.clone(), "y".to_owned()));
    // The theorem of Cayley and Hamilton.
    let (trace, one) = (&m[(0, 0)] + &m[(1, 1)], Matrix::identity(2)?);
    let value = &m * &m - trace * &m + m.determinant()? * one;
    assert!(value.entries().iter().all(Polynomial::is_zero));
    Ok(())
}
