//! Operators of owned operands, of integers beside a polynomial, and with assignment. Each is the operator of two references.

use std::iter::{Product, Sum};
use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use rug::{Integer, Rational};

use super::{Polynomial, RationalPolynomial, UnivariatePolynomial};

/// One operator of a type, from that of its references.
macro_rules! owned_operator {
    ($type:ident, $trait:ident $method:ident $assign:ident $assign_method:ident) => {
        /// As the operator of two references.
        impl $trait for $type {
            type Output = $type;

            fn $method(self, other: $type) -> $type {
                $trait::$method(&self, &other)
            }
        }

        /// As the operator of two references.
        impl $trait<&$type> for $type {
            type Output = $type;

            fn $method(self, other: &$type) -> $type {
                $trait::$method(&self, other)
            }
        }

        /// As the operator of two references.
        impl $trait<$type> for &$type {
            type Output = $type;

            fn $method(self, other: $type) -> $type {
                $trait::$method(self, &other)
            }
        }

        /// As the operator of two references, in place of the left operand.
        impl $assign for $type {
            fn $assign_method(&mut self, other: $type) {
                *self = $trait::$method(&*self, &other);
            }
        }

        /// As the operator of two references, in place of the left operand.
        impl $assign<&$type> for $type {
            fn $assign_method(&mut self, other: &$type) {
                *self = $trait::$method(&*self, other);
            }
        }
    };
}

/// One operator of a type and a number, on both sides.
macro_rules! number_operator {
    ($type:ident, $number:ty, $trait:ident $method:ident $assign:ident $assign_method:ident) => {
        /// The number is a constant over the variables of the polynomial.
        impl $trait<$number> for $type {
            type Output = $type;

            fn $method(self, other: $number) -> $type {
                $trait::$method(&self, &self.constant_like(other))
            }
        }

        /// The number is a constant over the variables of the polynomial.
        impl $trait<$number> for &$type {
            type Output = $type;

            fn $method(self, other: $number) -> $type {
                $trait::$method(self, &self.constant_like(other))
            }
        }

        /// The number is a constant over the variables of the polynomial.
        impl $trait<$type> for $number {
            type Output = $type;

            fn $method(self, other: $type) -> $type {
                $trait::$method(&other.constant_like(self), &other)
            }
        }

        /// The number is a constant over the variables of the polynomial.
        impl $trait<&$type> for $number {
            type Output = $type;

            fn $method(self, other: &$type) -> $type {
                $trait::$method(&other.constant_like(self), other)
            }
        }

        /// The number is a constant over the variables of the polynomial.
        impl $assign<$number> for $type {
            fn $assign_method(&mut self, other: $number) {
                *self = $trait::$method(&*self, &self.constant_like(other));
            }
        }
    };
}

macro_rules! number_operators {
    ($type:ident, $($number:ty),*) => { $(
        number_operator!($type, $number, Add add AddAssign add_assign);
        number_operator!($type, $number, Sub sub SubAssign sub_assign);
        number_operator!($type, $number, Mul mul MulAssign mul_assign);
    )* };
}

/// Sum, product and sign of a type.
macro_rules! operators {
    ($type:ident) => {
        owned_operator!($type, Add add AddAssign add_assign);
        owned_operator!($type, Sub sub SubAssign sub_assign);
        owned_operator!($type, Mul mul MulAssign mul_assign);

        /// All signs changed.
        impl Neg for $type {
            type Output = $type;

            fn neg(self) -> $type {
                -&self
            }
        }

        /// The sum, added from the first to the last; 0 for none.
        impl Sum for $type {
            fn sum<I: Iterator<Item = $type>>(summands: I) -> $type {
                summands.reduce(|sum, f| sum + f).unwrap_or_default()
            }
        }

        /// The sum, added from the first to the last; 0 for none.
        impl<'a> Sum<&'a $type> for $type {
            fn sum<I: Iterator<Item = &'a $type>>(summands: I) -> $type {
                summands.cloned().sum()
            }
        }

        /// The product, multiplied from the first to the last; 1 for none.
        ///
        /// # Panics
        /// As the operator `*`.
        impl Product for $type {
            fn product<I: Iterator<Item = $type>>(factors: I) -> $type {
                factors.reduce(|product, f| product * f).unwrap_or_else(|| $type::from(1))
            }
        }

        /// The product, multiplied from the first to the last; 1 for none.
        ///
        /// # Panics
        /// As the operator `*`.
        impl<'a> Product<&'a $type> for $type {
            fn product<I: Iterator<Item = &'a $type>>(factors: I) -> $type {
                factors.cloned().product()
            }
        }
    };
}

operators!(Polynomial);
number_operators!(Polynomial, i64, Integer, &Integer);
operators!(RationalPolynomial);
number_operators!(RationalPolynomial, i64, Integer, &Integer, Rational, &Rational);
operators!(UnivariatePolynomial);
number_operators!(UnivariatePolynomial, i64, Integer, &Integer);

#[cfg(test)]
mod tests {
    use super::*;

    fn poly(text: &str) -> Polynomial {
        text.parse().unwrap()
    }

    /// All forms of an operator have the value and the list of variables of that of references.
    #[test]
    fn operands_may_be_owned() {
        let (f, g) = (Polynomial::parse_in("z^2 - 3*x", &["z", "x"]).unwrap(), poly("x + y"));
        for (a, b) in [(&f, &g), (&f, &f), (&f, &poly("0")), (&poly("7"), &poly("0*t"))] {
            let (a, b) = (a.clone(), b.clone());
            assert_eq!([a.clone() + b.clone(), a.clone() + &b, &a + b.clone()], [&a + &b, &a + &b, &a + &b]);
            assert_eq!([a.clone() - b.clone(), a.clone() - &b, &a - b.clone()], [&a - &b, &a - &b, &a - &b]);
            assert_eq!([a.clone() * b.clone(), a.clone() * &b, &a * b.clone()], [&a * &b, &a * &b, &a * &b]);
            let mut sum = a.clone();
            sum += &b;
            sum -= b.clone();
            sum *= b.clone();
            assert_eq!(sum, &(&(&a + &b) - &b) * &b);
            assert_eq!(-a.clone(), a.negate());
        }
    }

    #[test]
    fn numbers_keep_the_variables() {
        let f = Polynomial::parse_in("z - x", &["z", "x"]).unwrap();
        assert_eq!((1 + &f - 1).vars(), ["z", "x"]);
        assert_eq!((3 - &f).to_string(), "-z + x + 3");
        assert_eq!((f.clone() * Integer::new()).vars(), ["z", "x"]);
        let large = Integer::from(1) << 200u32;
        assert_eq!((&f * &large).max_bits(), 201);
        assert_eq!(large.clone() - &f + f.clone(), f.constant_like(large));
        let mut g = f.clone();
        g += 5;
        g *= Integer::from(2);
        g -= i64::MIN;
        assert_eq!(g.to_string(), "2*z - 2*x + 9223372036854775818");
    }

    #[test]
    fn sums_and_products_of_lists() {
        let list = [poly("x"), poly("x - 1"), poly("y")];
        assert_eq!(list.iter().sum::<Polynomial>().to_string(), "2*x + y - 1");
        assert_eq!(list.into_iter().product::<Polynomial>().to_string(), "x^2*y - x*y");
        let none: [Polynomial; 0] = [];
        assert_eq!((none.iter().sum::<Polynomial>(), none.iter().product()), (poly("0"), poly("1")));
        let alone = Polynomial::parse_in("z + x", &["z", "x"]).unwrap();
        assert_eq!([&alone].into_iter().sum::<Polynomial>(), alone);
    }

    #[test]
    fn rational_polynomials() {
        let (f, g): (RationalPolynomial, RationalPolynomial) =
            ("x/2 + 1/3".parse().unwrap(), "x/6 - y".parse().unwrap());
        assert_eq!((&f + &g).to_string(), "2/3*x - y + 1/3");
        assert_eq!((&f - &g).to_string(), "1/3*x + y + 1/3");
        assert_eq!((&f * &g).to_string(), "1/12*x^2 - 1/2*x*y + 1/18*x - 1/3*y");
        assert_eq!((&f - &f).denominator(), &1);
        assert_eq!((2 * f.clone() * Integer::from(3)).to_string(), "3*x + 2");
        assert_eq!((f.clone() - Rational::from((1, 3))).to_string(), "1/2*x");
        assert_eq!((Rational::from((2, 3)) * -g).to_string(), "-1/9*x + 2/3*y");
    }
}
