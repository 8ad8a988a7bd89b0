//! Random systems, and such whose zeros exact elimination counts.

use eliminant::poly::Polynomial;
use eliminant::system::{Coefficient, System};
use eliminant::{Complex64, gcd, gcd_with_cofactors, resultant, squarefree_decomposition};
use rand::Rng;
use rand::rngs::StdRng;
use rug::Rational;

/// A random polynomial in these variables, as text: each monomial of at most this degree is there with this probability, and one of this degree.
fn polynomial(rng: &mut StdRng, names: &[&str], degree: u32, density: f64) -> String {
    let mut monomials = vec![(String::new(), 0)];
    for name in names {
        let mut next = Vec::new();
        for (monomial, d) in &monomials {
            next.push((monomial.clone(), *d));
            next.extend((1..=degree - d).map(|e| {
                let power = if e == 1 { format!("*{name}") } else { format!("*{name}^{e}") };
                (format!("{monomial}{power}"), d + e)
            }));
        }
        monomials = next;
    }
    let highest: Vec<usize> = (0..monomials.len()).filter(|&i| monomials[i].1 == degree).collect();
    let needed = highest[rng.random_range(0..highest.len())];
    let mut text = String::new();
    for (i, (monomial, _)) in monomials.iter().enumerate() {
        if rng.random_bool(density) || i == needed {
            let sign = match (text.is_empty(), rng.random_bool(0.5)) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            };
            text += &format!("{sign}{}{monomial}", rng.random_range(1..=7));
        }
    }
    text
}

/// Several, as the text of a system.
fn polynomials(rng: &mut StdRng, names: &[&str], degrees: &[u32], density: f64) -> String {
    let list: Vec<String> = degrees.iter().map(|&degree| polynomial(rng, names, degree, density)).collect();
    list.join("; ")
}

/// A system of a random kind: dense, sparse, with many zeros at infinity, conics, spheres, a family, with a curve of zeros.
pub fn random_system(rng: &mut StdRng) -> (&'static str, System) {
    let (two, three) = (["x", "y"], ["x", "y", "z"]);
    loop {
        let (kind, text) = match rng.random_range(0..10) {
            0 => ("dense", polynomials(rng, &two, &[3, 2], 1.0)),
            1 => ("dense", polynomials(rng, &three, &[2, 2, 2], 1.0)),
            2 => ("sparse", polynomials(rng, &two, &[4, 3], 0.3)),
            3 => ("sparse", polynomials(rng, &three, &[3, 2, 2], 0.3)),
            4 => ("conics", polynomials(rng, &two, &[2, 2], 0.9)),
            // The same forms of the highest degree.
            5 => {
                let (a, b, form) = (rng.random_range(1..9), rng.random_range(1..9), polynomial(rng, &two, 2, 0.5));
                let (linear, other) = (polynomial(rng, &two, 1, 0.9), polynomial(rng, &two, 1, 0.9));
                ("infinity", format!("{a}*({form}) + {linear}; {b}*({form}) + {other} - x*y"))
            }
            6 => {
                let mut sphere = || {
                    let terms: Vec<String> =
                        three.iter().map(|name| format!("({name} - {})^2", rng.random_range(0..9))).collect();
                    format!("{} - {}", terms.join(" + "), rng.random_range(9..99))
                };
                ("spheres", [sphere(), sphere(), sphere()].join("; "))
            }
            7 => {
                let common = polynomial(rng, &two, 1, 0.9);
                let (a, b) = (polynomial(rng, &two, 2, 0.7), polynomial(rng, &two, 1, 0.9));
                ("curve", format!("({common})*({a}); ({common})*({b})"))
            }
            _ => {
                let family = match rng.random_range(0..5) {
                    0 => System::katsura(2),
                    1 => System::katsura(3),
                    2 => System::noon(3),
                    3 => System::cyclic(3),
                    _ => System::eco(4),
                };
                return ("family", family.expect("a family"));
            }
        };
        if let Some(system) = square(&text) {
            return (kind, system);
        }
    }
}

/// The system, where it has as many polynomials as variables and none is constant.
fn square(text: &str) -> Option<System> {
    let system: System = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    (system.variables().len() == system.len() && !system.degrees().contains(&0)).then_some(system)
}

/// A system in x and y, or in x, y and z, and what exact elimination says of its zeros.
pub struct Counted {
    pub kind: &'static str,
    pub text: String,
    pub system: System,
    /// Squarefree polynomials whose zeros are the values of x - c y at the isolated zeros of the system; their degrees; the multiplicities of these zeros.
    pub factors: Vec<(Vec<Rational>, usize, usize)>,
    /// The common factor in x and y: its curve is not isolated.
    pub common: Option<System>,
    /// c.
    shear: i32,
}

/// A random one.
pub fn counted(rng: &mut StdRng) -> Counted {
    let names = ["x", "y"];
    loop {
        let degrees = [rng.random_range(1..=4), rng.random_range(1..=3)];
        let density = if rng.random_bool(0.5) { 0.9 } else { 0.35 };
        let [f, g] = degrees.map(|degree| polynomial(rng, &names, degree, density));
        let (kind, f, g) = match rng.random_range(0..6) {
            0 | 1 => ("plain", f, g),
            // Each zero twice.
            2 => {
                let (square, slope) = (polynomial(rng, &names, 1, 0.9), rng.random_range(-3..=3));
                ("squares", f.clone(), format!("({square})^2 + ({slope})*({f})"))
            }
            // Powers of factors.
            3 => {
                let [a, b] = [2, 1].map(|degree| polynomial(rng, &names, degree, density));
                let line = polynomial(rng, &names, 1, 0.9);
                (
                    "powers",
                    format!("({a})*({line})^{}", rng.random_range(1..=2)),
                    format!("({b})^{}", rng.random_range(1..=3)),
                )
            }
            _ => {
                let degree = rng.random_range(1..=2);
                let [common, a, b] = [degree, 2, 1].map(|degree| polynomial(rng, &names, degree, 0.6));
                let power = rng.random_range(1..=4) / 4 + 1;
                ("curve", format!("({common})^{power}*({a})"), format!("({common})*({b})"))
            }
        };
        if let Some(counted) = eliminated(kind, &f, &g, rng) {
            return counted;
        }
    }
}

/// The system of f and g, or one in a third variable with zeros at the same x and y.
fn eliminated(kind: &'static str, f: &str, g: &str, rng: &mut StdRng) -> Option<Counted> {
    let parsed = |text: &str| Polynomial::parse_in(text, &["x", "y"]).expect("a polynomial");
    let (first, second) = (parsed(f), parsed(g));
    if [&first, &second].iter().any(|f| f.as_constant().is_some()) {
        return None;
    }
    let mut shear = || rng.random_range(101..=997);
    let (c, other) = (shear(), shear());
    let found = counts(&first, &second, c)?;
    // The projections keep different zeros apart, where two of them agree.
    let numbers = |factors: &[(Polynomial, usize)]| -> Vec<(u32, usize)> {
        factors.iter().map(|(factor, k)| (factor.degree("x").unwrap_or(0), *k)).collect()
    };
    if numbers(&found) != numbers(&counts(&first, &second, other)?) {
        return None;
    }
    let mut text = format!("{f}; {g}");
    if rng.random_bool(0.25) {
        let (graph, [a, b]) = (polynomial(rng, &["x", "y"], 2, 0.5), [0; 2].map(|_| rng.random_range(-3..=3)));
        let graph = format!("(z - ({graph}))");
        text = format!("{f} + ({a})*{graph}; {g} + ({b})*{graph}; {graph}");
    }
    let system = square(&text)?;
    if system.degrees().iter().product::<u64>() > 32 {
        return None;
    }
    let common = gcd(&first, &second).expect("a GCD");
    let common = common.as_constant().is_none().then(|| System::try_from(&common).expect("a system"));
    let dense = |(factor, k): (Polynomial, usize)| {
        let coefficients: Vec<Rational> = factor
            .collect("x")
            .expect("it has x")
            .iter()
            .map(|c| c.as_constant().expect("one variable").into())
            .collect();
        let degree = coefficients.len() - 1;
        (coefficients, degree, k)
    };
    let factors = found.into_iter().map(dense).collect();
    Some(Counted { kind, text, system, factors, common, shear: c })
}

/// Squarefree polynomials of the values of x - c y at the isolated zeros of f and g, with the multiplicities of these zeros; nothing where c is not
/// generic.
fn counts(f: &Polynomial, g: &Polynomial, c: i32) -> Option<Vec<(Polynomial, usize)>> {
    let value: Polynomial = Polynomial::parse_in(&format!("x + {c}*y"), &["x", "y"]).expect("a form");
    let sheared = |f: &Polynomial| f.substitute("x", &value).expect("small");
    let (common, a, b) = gcd_with_cofactors(f, g).expect("a GCD");
    let (a, b, common) = (sheared(&a), sheared(&b), sheared(&common));
    if [&a, &b].iter().any(|f| f.as_constant().is_some()) {
        return Some(Vec::new());
    }
    // All zeros are finite ones over their x: the highest power of y has a constant coefficient.
    let is_generic = |f: &Polynomial| {
        let total = f.terms().iter().map(|term| term.exponents.iter().sum::<u32>()).max();
        f.degree("y") == total
    };
    if !is_generic(&a) || !is_generic(&b) {
        return None;
    }
    let eliminant = resultant(&a, &b, "y").expect("a resultant");
    if eliminant.as_constant().is_some() {
        return Some(Vec::new());
    }
    let mut factors: Vec<(Polynomial, usize)> = Vec::new();
    for (mut factor, multiplicity) in squarefree_decomposition(&eliminant).expect("a decomposition").factors {
        if common.as_constant().is_none() {
            // Without zeros on the common curve.
            let mut there = factor.clone();
            for times in 1..=2 {
                let times = Polynomial::parse_in(&times.to_string(), &["x", "y"]).expect("a number");
                let moved = &b + &times.checked_mul(&common).expect("small");
                there = gcd(&there, &resultant(&a, &moved, "y").expect("a resultant")).expect("a GCD");
            }
            factor = gcd_with_cofactors(&factor, &there).expect("a GCD").1;
        }
        if factor.as_constant().is_none() {
            factors.push((factor, multiplicity as usize));
        }
    }
    Some(factors)
}

impl Counted {
    /// x and y.
    fn place(&self, point: &[Complex64]) -> [Coefficient; 2] {
        ["x", "y"].map(|name| {
            let place = self.system.variables().iter().position(|other| other == name).expect("it occurs");
            let part = |x: f64| Rational::from_f64(x).expect("a finite number");
            Coefficient::new(part(point[place].re), part(point[place].im))
        })
    }

    /// The polynomial of which x - c y is a zero, but for this part of its size.
    pub fn nearest(&self, point: &[Complex64], near: f64) -> Option<usize> {
        let [x, y] = self.place(point);
        let unit = size(&x) + f64::from(self.shear) * size(&y);
        let at = x + Coefficient::from(-self.shear) * y;
        // There is a zero as near as the degree times a step of Newton's method.
        let apart = |(coefficients, degree, _): &(Vec<Rational>, usize, usize)| {
            let (mut value, mut slope) = (Coefficient::default(), Coefficient::default());
            for c in coefficients.iter().rev() {
                slope = slope * at.clone() + value.clone();
                value = value * at.clone() + Coefficient::from(c.clone());
            }
            match slope.inverse() {
                _ if value.is_zero() => 0.0,
                Some(inverse) => *degree as f64 * size(&(value * inverse)),
                None => f64::INFINITY,
            }
        };
        let apart: Vec<f64> = self.factors.iter().map(apart).collect();
        let best = (0..apart.len()).min_by(|&a, &b| apart[a].total_cmp(&apart[b]))?;
        (apart[best] <= near * unit.max(1e-6)).then_some(best)
    }

    /// The common factor vanishes there, but for a rounding error.
    pub fn is_on_common_part(&self, point: &[Complex64]) -> bool {
        let Some(common) = &self.common else { return false };
        let [x, y] = self.place(point);
        let place: Vec<Coefficient> =
            common.variables().iter().map(|name| if name == "x" { x.clone() } else { y.clone() }).collect();
        let value = size(&common.evaluate(&place).expect("a value")[0]);
        let magnitude: f64 = common.polynomials()[0]
            .iter()
            .map(|term| {
                let powers = term.exponents.iter().map(|&(place_of, e)| size(&place[place_of]).powi(e as i32));
                powers.fold(size(&term.coefficient), |product, power| product * power)
            })
            .sum();
        value <= 1e-8 * magnitude
    }
}

fn size(x: &Coefficient) -> f64 {
    x.re.to_f64().hypot(x.im.to_f64())
}
