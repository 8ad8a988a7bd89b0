//! GCDs over Z in more variables than grids are made for: images modulo random primes, and a proof by division.
//!
//! Let f and g be primitive, and c the GCD of their leading coefficients in lexicographic order. Modulo a prime p that does not divide c the GCD h_p has
//! the leading coefficient 1 ([`super::modulo`]: Brown's algorithm with lists of terms). If its leading monomial is that of the GCD h over Z, then c h_p is the
//! image of (c / lc h) h. Otherwise it is higher, and p is unlucky: images with the lowest leading monomial so far are combined by Chinese remainders, and
//! the primitive part H of the result is tried as soon as a further prime leaves it as it is, or its coefficients are short beside the primes.
//!
//! Proof: if H divides f and g, it divides h, so that lm H <= lm h <= lm h_p = lm H. Then h / H is a constant, and both are primitive.
//!
//! Source: von zur Gathen and Gerhard, Modern Computer Algebra, section 6.4, for the modular algorithm.

use super::modulo::gcd_modulo;
use super::request::Counts;
use crate::control::Control;
use crate::error::{Error, ErrorKind, Result};
use crate::plan::prime61::Prime61;
use crate::poly::{Exponents, Polynomial, size};
use crate::run::options::RunOptions;
use crate::run::random::{Purpose, rng};
use rug::Integer;
use rug::integer::IntegerExt64;
use rustc_hash::FxHashMap;

/// Products of terms and points of one image, at most: some seconds.
const STEPS: u128 = 1 << 30;

/// Two polynomials over one list of variables.
pub(super) struct Problem {
    /// Primitive.
    f: Polynomial,
    g: Polynomial,
    /// The contents of the polynomials that were given.
    contents: [Integer; 2],
    /// Bounds on the degrees of the GCD.
    pub degrees: Vec<u32>,
}

/// The GCD, and the cofactors where they are wanted.
pub(super) type Found = (Polynomial, Option<[Polynomial; 2]>);

impl Problem {
    /// gcd(f, g) over `vars`; both are not 0.
    ///
    /// # Errors
    /// `Limit` where an image would take too long.
    pub fn new(f: &Polynomial, g: &Polynomial, vars: &[String]) -> Result<Self> {
        let contents = [f.content(), g.content()];
        let primitive = |h: &Polynomial, content: &Integer| h.with_vars(vars)?.exact_div_integer(content);
        let (f, g) = (primitive(f, &contents[0])?, primitive(g, &contents[1])?);
        let degree = |k: usize| f.degree_in(k).unwrap_or(0).min(g.degree_in(k).unwrap_or(0));
        let degrees: Vec<u32> = (0..vars.len()).map(degree).collect();
        // Each variable but one takes some points more than its degree.
        let main = degrees.iter().copied().max().unwrap_or(0);
        let points = degrees.iter().filter(|&&d| d > 0).fold(1u128, |all, &d| all.saturating_mul(u128::from(d) + 2));
        let terms = (f.terms().len() + g.terms().len()) as u128;
        let steps = (points / (u128::from(main) + 2)).saturating_mul(terms);
        if steps > STEPS {
            let what = "steps of a GCD in more than four variables";
            return Err(ErrorKind::Limit { what, needed: steps, allowed: STEPS }.into());
        }
        Ok(Problem { f, g, contents, degrees })
    }

    /// Bytes of the host that it takes, about: both polynomials, their images, and as much for the answer.
    pub fn held(&self) -> u64 {
        4 * (size::polynomial(&self.f) + size::polynomial(&self.g))
    }

    /// The answer, and what was done.
    ///
    /// # Errors
    /// `Limit`; `Cancelled`; `Verification`.
    pub fn solve(&self, run: &RunOptions, control: &Control, beside: u64) -> Result<(Found, Counts)> {
        let Problem { f, g, contents, .. } = self;
        let (vars, held) = (f.vars(), beside.saturating_add(self.held()));
        let silent = run.with_control(control.silent());
        let lead = |h: &Polynomial| h.terms().first().map_or_else(Integer::new, |term| term.coefficient.clone());
        let lead = lead(f).gcd(&lead(g));
        let mut random = rng(run, Purpose::Grid);
        let (mut counts, mut images) = (Counts::default(), Images::default());
        loop {
            control.check()?;
            let p = Prime61::random(&mut random).modulus();
            if lead.is_divisible_u64(p) || (images.count > 0 && images.product.is_divisible_u64(p)) {
                continue;
            }
            let (image, _) = gcd_modulo((f, g), (p, vars), (&silent, held))?;
            counts.primes += 1;
            counts.unlucky += match images.include(&image, (&lead, p)) {
                Seen::Unlucky => 1,
                Seen::Reset { before } => before,
                Seen::Combined => 0,
            };
            if !images.is_likely() {
                continue;
            }
            counts.candidates += 1;
            let candidate = images.candidate(vars)?;
            let quotients = [f, g].map(|h| h.exact_div(&candidate));
            let [Ok(a), Ok(b)] = quotients else {
                // Not all quotients that fail are inexact: some are too long.
                if let Some(error) = quotients.into_iter().filter_map(Result::err).find(is_no_argument) {
                    return Err(error);
                }
                continue;
            };
            counts.verified_modulo = check((f, g), (&candidate, &a, &b), run)?;
            let content = Integer::from(contents[0].gcd_ref(&contents[1]));
            let over = |h: Polynomial, of: &Integer| h.times_integer(&Integer::from(of.div_exact_ref(&content)));
            let cofactors = [over(a, &contents[0]), over(b, &contents[1])];
            return Ok(((candidate.times_integer(&content), Some(cofactors)), counts));
        }
    }
}

/// Whether an error is another than that of a division that is not exact.
fn is_no_argument(error: &Error) -> bool {
    !matches!(error.kind(), ErrorKind::Argument { .. })
}

/// What an image says beside those before.
enum Seen {
    Unlucky,
    /// So many before it were unlucky.
    Reset {
        before: usize,
    },
    Combined,
}

/// Images with the lowest leading monomial, combined.
#[derive(Default)]
struct Images {
    lead: Exponents,
    /// Residues modulo the product of the primes.
    residues: FxHashMap<Exponents, Integer>,
    product: Integer,
    /// How many primes it has.
    count: usize,
    /// The last prime left the balanced residues as they were.
    stable: bool,
}

impl Images {
    /// Takes in an image with the leading coefficient 1, times c modulo p.
    fn include(&mut self, image: &Polynomial, (c, p): (&Integer, u64)) -> Seen {
        let Some(first) = image.terms().first() else { return Seen::Unlucky };
        let scaled = |value: &Integer| Integer::from(Integer::from(value * c).mod_u64(p));
        let new = || image.terms().iter().map(|term| (term.exponents.clone(), scaled(&term.coefficient)));
        if self.count == 0 || first.exponents < self.lead {
            let before = std::mem::take(&mut self.count);
            *self = Images {
                lead: first.exponents.clone(),
                residues: new().collect(),
                product: Integer::from(p),
                count: 1,
                stable: false,
            };
            return Seen::Reset { before };
        }
        if first.exponents > self.lead {
            return Seen::Unlucky;
        }
        let mut new: FxHashMap<Exponents, Integer> = new().collect();
        for exponents in self.residues.keys() {
            new.entry(exponents.clone()).or_default();
        }
        let inverse = Integer::from(self.product.mod_u64(p)).invert(&Integer::from(p)).unwrap_or_default();
        self.stable = true;
        for (exponents, value) in new {
            let balanced = balanced(self.residues.entry(exponents.clone()).or_default(), &self.product);
            // x + M ((r - x) / M mod p), for the balanced x: 0 where it stays.
            let step = (Integer::from(&value - &balanced) * &inverse).mod_u64(p);
            self.stable &= step == 0;
            let value = balanced + Integer::from(&self.product * step);
            self.residues.insert(exponents, value);
        }
        self.product *= p;
        let product = &self.product;
        self.residues.values_mut().for_each(|value| value.modulo_mut(product));
        self.count += 1;
        Seen::Combined
    }

    /// Whether the residues are likely to be those of integers: the last prime left them, or they are short beside the product.
    fn is_likely(&self) -> bool {
        let bits = self.residues.values().map(|value| balanced(value, &self.product).significant_bits()).max();
        self.count > 0 && (self.stable || 2 * bits.unwrap_or(0) < self.product.significant_bits())
    }

    /// The primitive polynomial with these residues, its first coefficient positive.
    fn candidate(&self, vars: &[String]) -> Result<Polynomial> {
        let terms = self.residues.iter().map(|(exponents, value)| (balanced(value, &self.product), exponents.to_vec()));
        let whole = Polynomial::from_terms(vars, terms)?;
        let content = whole.content();
        let negative = whole.terms().first().is_some_and(|term| term.coefficient.is_negative());
        whole.exact_div_integer(&if negative { -content } else { content })
    }
}

/// The residue of least absolute value.
fn balanced(value: &Integer, product: &Integer) -> Integer {
    if Integer::from(2 * value) > *product { Integer::from(value - product) } else { value.clone() }
}

/// Compares the products with f and g at a random point modulo a random 61-bit prime, which is returned.
///
/// # Errors
/// `Verification`.
fn check(
    (f, g): (&Polynomial, &Polynomial),
    (h, a, b): (&Polynomial, &Polynomial, &Polynomial),
    run: &RunOptions,
) -> Result<u64> {
    let mut random = rng(run, Purpose::Check);
    let field = Prime61::random(&mut random);
    let p = field.modulus();
    let point: Vec<u64> = f.vars().iter().map(|_| field.leave(field.element(&mut random))).collect();
    let value = |h: &Polynomial| Ok::<_, Error>(field.enter(h.evaluate_mod(&point, p)?));
    let common = value(h)?;
    for (whole, part) in [(f, a), (g, b)] {
        if field.mul(common, value(part)?) != value(whole)? {
            let message = "the product of the answer and its cofactor differs from the polynomial at a point".into();
            return Err(ErrorKind::Verification { what: "gcd", prime: p, message }.into());
        }
    }
    Ok(p)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Gcd;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    const NAMES: [&str; 7] = ["a", "b", "c", "d", "e", "x", "y"];

    /// A sparse polynomial in some of the names.
    fn random(rng: &mut StdRng, names: usize, terms: usize, degree: u32, bits: u32) -> Polynomial {
        let term = |rng: &mut StdRng| {
            let coefficient = Integer::from(rng.random_range(1..1i64 << bits)) * if rng.random() { 1 } else { -1 };
            let exponents = (0..NAMES.len()).map(|k| if k < names { rng.random_range(0..=degree) } else { 0 });
            (coefficient, exponents.collect::<Vec<_>>())
        };
        let terms: Vec<_> = (0..terms).map(|_| term(rng)).collect();
        Polynomial::from_terms(&NAMES, terms).unwrap()
    }

    /// gcd(h a, h b) is a multiple of h, its cofactors have no common divisor, and the products are f and g.
    #[test]
    fn gcds_of_products() {
        let mut rng = StdRng::seed_from_u64(3);
        let mut nontrivial = 0;
        for round in 0..60 {
            let (terms, degree, bits) = (2 + round % 4, 1 + round as u32 % 3, [3, 20, 62][round % 3]);
            let h = random(&mut rng, 5 + round % 3, terms, degree, bits);
            let [a, b] = [(); 2].map(|()| random(&mut rng, 5, terms, degree, bits));
            let (f, g) = (&h * &a, &h * &b);
            if f.is_zero() || g.is_zero() {
                continue;
            }
            let answer = Gcd::new(&f, &g).cofactors(true).seed(round as u64).run().unwrap();
            let [p, q] = answer.cofactors.unwrap();
            assert_eq!((&answer.gcd * &p, &answer.gcd * &q), (f, g));
            assert!(answer.gcd.exact_div(&h).is_ok() && answer.gcd.terms()[0].coefficient > 0);
            assert_eq!(Gcd::new(&p, &q).run().unwrap().gcd.terms().len(), 1, "{p} and {q}");
            nontrivial += usize::from(answer.report.run.primes > 0);
        }
        assert!(nontrivial > 20, "{nontrivial}");
    }

    /// Unlucky primes cannot be chosen, as primes are random; images that were unlucky are left out.
    #[test]
    fn images_with_higher_leading_monomials_are_left_out() {
        let poly = |text: &str| Polynomial::parse_in(text, &["x", "y"]).unwrap();
        let one = Integer::from(1);
        let mut images = Images::default();
        assert!(matches!(images.include(&poly("x^2 + y"), (&one, 101)), Seen::Reset { before: 0 }));
        assert!(matches!(images.include(&poly("x + 5*y"), (&one, 103)), Seen::Reset { before: 1 }));
        assert!(matches!(images.include(&poly("x*y + 1"), (&one, 107)), Seen::Unlucky));
        assert!(matches!(images.include(&poly("x + 5*y + 106"), (&one, 107)), Seen::Combined));
        assert!(matches!(images.include(&poly("x + 5*y + 100"), (&one, 101)), Seen::Combined));
        let mut images = Images::default();
        for p in [101u64, 103, 107] {
            images.include(&poly(&format!("x + 5*y + {}", p - 3)), (&one, p));
        }
        assert!(images.stable && images.is_likely());
        assert_eq!(images.candidate(&["x".to_owned(), "y".to_owned()]).unwrap().to_string(), "x + 5*y - 3");
    }

    #[test]
    fn what_takes_too_long_is_refused() {
        let text = "(a*b*c*d*e)^300 + a + b + c + d + e";
        let f: Polynomial = format!("({text})*(a + b)").parse().unwrap();
        let g: Polynomial = format!("({text} + 1)*(a + b)").parse().unwrap();
        let error = Gcd::new(&f, &g).run().unwrap_err();
        assert!(
            matches!(error.kind(), ErrorKind::Limit { what: "steps of a GCD in more than four variables", .. }),
            "{error}"
        );
        let control = crate::Control::default();
        control.cancel();
        let (f, g): (Polynomial, Polynomial) =
            ("(a + b + c + d + e)*(a - 1)".parse().unwrap(), "(a + b + c + d + e)*(a - 2)".parse().unwrap());
        assert!(Gcd::new(&f, &g).control(control).run().is_err());
    }
}
