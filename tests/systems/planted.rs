//! Square systems whose zeros are known by construction: exactly, with multiplicities.

use eliminant::system::{Coefficient, System};
use rand::Rng;
use rand::rngs::StdRng;
use rug::{Integer, Rational};

/// A system, and all of its zeros.
pub struct Planted {
    pub kind: &'static str,
    /// As it was put together: a line that the program takes.
    pub text: String,
    pub system: System,
    /// In the order of the variables of the system, each with its multiplicity.
    pub zeros: Vec<(Vec<Coefficient>, usize)>,
}

/// Paths of a system, at most.
const PATHS: u64 = 48;

/// The multiplicity of a zero, at most, mostly; and in few systems.
const MULTIPLICITY: usize = 4;
const FEW_MULTIPLICITY: usize = 12;

const NAMES: [&str; 4] = ["x", "y", "z", "w"];

/// A random system of a random kind.
pub fn planted(rng: &mut StdRng) -> Planted {
    loop {
        let found = match rng.random_range(0..4) {
            0 => powers(rng),
            1 => triangular(rng),
            2 => planes(rng),
            _ => interpolated(rng),
        };
        let most = if rng.random_bool(0.1) { FEW_MULTIPLICITY } else { MULTIPLICITY };
        if let Some(planted) = found.filter(|found| found.zeros.iter().all(|(_, k)| *k <= most)) {
            return planted;
        }
    }
}

/// 10^k.
pub fn ten(k: i32) -> Rational {
    let power = Rational::from(Integer::from(Integer::u_pow_u(10, k.unsigned_abs())));
    if k < 0 { power.recip() } else { power }
}

fn minus(a: &Coefficient, b: &Coefficient) -> Coefficient {
    a.clone() + -b.clone()
}

/// A system with these zeros, in the order of [`NAMES`]; nothing where there are too many paths, or a variable does not occur.
fn built(kind: &'static str, text: String, zeros: Vec<(Vec<Coefficient>, usize)>) -> Option<Planted> {
    let n = zeros.first()?.0.len();
    let system: System = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    let places: Vec<usize> =
        system.variables().iter().filter_map(|name| NAMES.iter().position(|other| name == other)).collect();
    if places.len() != n || system.degrees().iter().product::<u64>() > PATHS {
        return None;
    }
    let zeros: Vec<(Vec<Coefficient>, usize)> = zeros
        .into_iter()
        .map(|(point, multiplicity)| (places.iter().map(|&place| point[place].clone()).collect(), multiplicity))
        .collect();
    for (i, (point, _)) in zeros.iter().enumerate() {
        assert!(system.evaluate(point).unwrap().iter().all(Coefficient::is_zero), "{text}: {point:?} is no zero");
        assert!(zeros[..i].iter().all(|(other, _)| other != point), "{text}: {point:?} is there twice");
    }
    Some(Planted { kind, text, system, zeros })
}

/// Coordinates in which a system is put together, as linear forms in the variables: the first is s_1 x_1 + c s_2 x_2, others are s_j x_j, with
/// powers of ten s_j.
struct Frame {
    shear: i32,
    scales: Vec<Rational>,
}

impl Frame {
    fn random(rng: &mut StdRng, n: usize) -> Self {
        let has_units = rng.random_bool(0.5);
        let scale = |_| if has_units { ten(rng.random_range(-8..=6)) } else { Rational::from(1) };
        let scales = (0..n).map(scale).collect();
        let shear = if n > 1 && rng.random_bool(0.4) { rng.random_range(-3..=3) } else { 0 };
        Frame { shear, scales }
    }

    /// The forms, as text.
    fn forms(&self) -> Vec<String> {
        let scaled =
            |j: usize| if self.scales[j] == 1 { NAMES[j].into() } else { format!("{}*{}", self.scales[j], NAMES[j]) };
        let mut forms: Vec<String> = (0..self.scales.len()).map(scaled).collect();
        if self.shear != 0 {
            forms[0] = format!("({})", sum(&[(1, &forms[0]), (self.shear, &forms[1])]));
        }
        forms
    }

    /// The values of the variables where the forms have these.
    fn point(&self, mut values: Vec<Coefficient>) -> Vec<Coefficient> {
        if self.shear != 0 {
            values[0] = minus(&values[0], &(Coefficient::from(self.shear) * values[1].clone()));
        }
        values.into_iter().zip(&self.scales).map(|(x, scale)| x * Coefficient::from(scale.clone().recip())).collect()
    }
}

/// Different numbers: small, fractions, of all sizes from 10^-6 to 10^8, or near each other, some of them; real or not.
fn numbers(rng: &mut StdRng, count: usize) -> Vec<Coefficient> {
    let (style, is_real) = (rng.random_range(0..5), rng.random_bool(0.7));
    let digits = rng.random_range(1..=6);
    let complex = |rng: &mut StdRng, part: &mut dyn FnMut(&mut StdRng) -> Rational| {
        let re = part(rng);
        let im = if is_real { Rational::new() } else { part(rng) };
        Coefficient::new(re, im)
    };
    let centre = complex(rng, &mut |rng| Rational::from(rng.random_range(1..=20)));
    let mut found: Vec<Coefficient> = Vec::new();
    while found.len() < count {
        let x = match style {
            0 => complex(rng, &mut |rng| Rational::from(rng.random_range(-9..=9))),
            1 => complex(rng, &mut |rng| Rational::from((rng.random_range(-30..=30), rng.random_range(1..=12)))),
            2 => {
                let unit = ten(rng.random_range(-6..=8));
                complex(rng, &mut |rng| Rational::from(rng.random_range(1..=9)) * &unit)
            }
            // Near the centre, and one that is not.
            _ if found.is_empty() && rng.random_bool(0.3) => Coefficient::from(-1),
            _ => {
                let near = complex(rng, &mut |rng| Rational::from(rng.random_range(-5..=5)) * ten(-digits));
                centre.clone() * (Coefficient::from(1) + near)
            }
        };
        if !found.contains(&x) {
            found.push(x);
        }
    }
    found
}

/// 1 mostly, or up to 4.
fn multiplicity(rng: &mut StdRng) -> usize {
    if rng.random_bool(0.7) { 1 } else { rng.random_range(2..=4) }
}

/// (`form` - `x`)^`k`.
fn factor(form: &str, x: &Coefficient, k: usize) -> String {
    let power = if k == 1 { String::new() } else { format!("^{k}") };
    match x {
        _ if x.is_zero() => format!("({form}){power}"),
        _ if !x.im.is_zero() => format!("({form} - ({x})){power}"),
        _ if x.re.is_negative() => format!("({form} + {}){power}", -x.clone()),
        _ => format!("({form} - {x}){power}"),
    }
}

/// A form that may have a power.
fn bracketed(form: &str) -> String {
    if form.contains('*') && !form.starts_with('(') { format!("({form})") } else { form.into() }
}

/// A sum of multiples of forms.
fn sum(terms: &[(i32, &String)]) -> String {
    let mut text = String::new();
    for (slope, form) in terms.iter().filter(|(slope, _)| *slope != 0) {
        let sign = match (text.is_empty(), *slope < 0) {
            (true, true) => "-",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        };
        let size = slope.abs();
        text += &if size == 1 { format!("{sign}{form}") } else { format!("{sign}{size}*{form}") };
    }
    if text.is_empty() { "0".into() } else { text }
}

/// One variable: a product of powers.
fn powers(rng: &mut StdRng) -> Option<Planted> {
    let frame = Frame::random(rng, 1);
    let forms = frame.forms();
    let count = rng.random_range(1..=7);
    let zeros: Vec<(Coefficient, usize)> = numbers(rng, count).into_iter().map(|x| (x, multiplicity(rng))).collect();
    if zeros.iter().map(|(_, k)| k).sum::<usize>() > 10 {
        return None;
    }
    let text: Vec<String> = zeros.iter().map(|(x, k)| factor(&forms[0], x, *k)).collect();
    let zeros = zeros.into_iter().map(|(x, k)| (frame.point(vec![x]), k)).collect();
    built("powers", text.join("*"), zeros)
}

/// Two or three variables: products of powers of x_j - a, where a is a linear form in the variables before. Over a point of the variables before, of
/// multiplicity m, a zero of multiplicity k of the next polynomial is one of multiplicity m k.
fn triangular(rng: &mut StdRng) -> Option<Planted> {
    let n = rng.random_range(2..=3);
    let frame = Frame::random(rng, n);
    let forms = frame.forms();
    let mut points: Vec<(Vec<Coefficient>, usize)> = vec![(Vec::new(), 1)];
    let mut texts = Vec::new();
    for j in 0..n {
        let count = rng.random_range(1..=if j == 0 { 3 } else { 2 });
        let factors: Vec<(Coefficient, i32, usize)> = numbers(rng, count)
            .into_iter()
            .map(|x| (x, if j > 0 { rng.random_range(-2..=2) } else { 0 }, multiplicity(rng)))
            .collect();
        let text = |(x, slope, k): &(Coefficient, i32, usize)| match slope {
            0 => factor(&forms[j], x, *k),
            _ => factor(&sum(&[(1, &forms[j]), (-slope, &forms[j - 1])]), x, *k),
        };
        texts.push(factors.iter().map(text).collect::<Vec<_>>().join("*"));
        let mut next: Vec<(Vec<Coefficient>, usize)> = Vec::new();
        for (point, m) in &points {
            for (x, slope, k) in &factors {
                let base = if j > 0 { point[j - 1].clone() } else { Coefficient::default() };
                let mut point = point.clone();
                point.push(x.clone() + Coefficient::from(*slope) * base);
                match next.iter_mut().find(|(other, _)| *other == point) {
                    Some((_, multiplicity)) => *multiplicity += m * k,
                    None => next.push((point, m * k)),
                }
            }
        }
        points = next;
    }
    let zeros = points.into_iter().map(|(point, m)| (frame.point(point), m)).collect();
    built("triangular", texts.join("; "), zeros)
}

/// Two to four variables: products of powers of linear forms. A zero is where one factor of each polynomial vanishes, and its multiplicity is the
/// product of their powers where no others do.
fn planes(rng: &mut StdRng) -> Option<Planted> {
    let n = rng.random_range(2..=4);
    let frame = Frame::random(rng, n);
    let forms = frame.forms();
    let mut products: Vec<Vec<(Vec<i32>, Coefficient, usize)>> = Vec::new();
    for _ in 0..n {
        let count = rng.random_range(1..=[0, 0, 3, 2, 2][n]);
        let slopes = |rng: &mut StdRng| (0..n).map(|_| rng.random_range(-3..=3)).collect::<Vec<i32>>();
        // Parallel ones, which may be near each other, or not.
        let parallel = rng.random_bool(0.4).then(|| slopes(rng));
        let rights = numbers(rng, count);
        let factors =
            rights.into_iter().map(|right| (parallel.clone().unwrap_or_else(|| slopes(rng)), right, multiplicity(rng)));
        products.push(factors.collect());
    }
    let text = |(slopes, right, k): &(Vec<i32>, Coefficient, usize)| {
        let terms: Vec<(i32, &String)> = slopes.iter().copied().zip(&forms).collect();
        factor(&sum(&terms), right, *k)
    };
    let texts: Vec<String> =
        products.iter().map(|factors| factors.iter().map(text).collect::<Vec<_>>().join("*")).collect();
    let mut zeros: Vec<(Vec<Coefficient>, usize)> = Vec::new();
    let mut chosen = vec![0; n];
    loop {
        let factors: Vec<&(Vec<i32>, Coefficient, usize)> =
            chosen.iter().zip(&products).map(|(&i, list)| &list[i]).collect();
        let rows = factors.iter().map(|(slopes, right, _)| {
            slopes.iter().map(|&slope| Coefficient::from(slope)).chain([right.clone()]).collect()
        });
        // Parallel planes meet at infinity, or are the same.
        let point = frame.point(solved(rows.collect())?);
        if zeros.iter().any(|(other, _)| *other == point) {
            return None;
        }
        zeros.push((point, factors.iter().map(|(.., k)| k).product()));
        let Some(next) = (0..n).find(|&i| chosen[i] + 1 < products[i].len()) else { break };
        chosen[..next].fill(0);
        chosen[next] += 1;
    }
    built("planes", texts.join("; "), zeros)
}

/// The solution of linear equations, given with their right sides; nothing where they are singular.
fn solved(mut rows: Vec<Vec<Coefficient>>) -> Option<Vec<Coefficient>> {
    let n = rows.len();
    for k in 0..n {
        let pivot = (k..n).find(|&i| !rows[i][k].is_zero())?;
        rows.swap(k, pivot);
        let inverse = rows[k][k].inverse()?;
        rows[k].iter_mut().for_each(|x| *x = x.clone() * inverse.clone());
        let row = rows[k].clone();
        for other in (0..n).filter(|&i| i != k) {
            let factor = -rows[other][k].clone();
            rows[other].iter_mut().zip(&row).for_each(|(x, y)| *x = x.clone() + factor.clone() * y.clone());
        }
    }
    Some(rows.into_iter().map(|row| row[n].clone()).collect())
}

/// Two or three variables: a product of powers of x_1 - a, and x_j - p_j(x_1), where p_j is small, or has random values at the points a. Multiples of the
/// latter are added to the former, which leaves zeros and multiplicities as they are.
fn interpolated(rng: &mut StdRng) -> Option<Planted> {
    let n = rng.random_range(2..=3);
    let frame = Frame::random(rng, n);
    let forms = frame.forms();
    let count = rng.random_range(1..=4);
    let nodes = numbers(rng, count);
    let powers: Vec<usize> = nodes.iter().map(|_| multiplicity(rng)).collect();
    let first: Vec<String> = nodes.iter().zip(&powers).map(|(x, &k)| factor(&forms[0], x, k)).collect();
    let mut points: Vec<Vec<Coefficient>> = nodes.iter().map(|x| vec![x.clone()]).collect();
    let mut others = Vec::new();
    for form in &forms[1..] {
        let (values, graph) = if rng.random_bool(0.3) {
            let values = numbers(rng, count);
            let graph = newton(&nodes, &values, &forms[0])?;
            (values, graph)
        } else {
            let [a, b, c] = [0; 3].map(|_| rng.random_range(-3..=3));
            let parabola = |x: &Coefficient| {
                (x.clone() * x.clone()) * Coefficient::from(a) + x.clone() * Coefficient::from(b) + Coefficient::from(c)
            };
            let graph = sum(&[(a, &format!("{}^2", bracketed(&forms[0]))), (b, &forms[0]), (c, &"1".into())]);
            (nodes.iter().map(parabola).collect(), graph)
        };
        points.iter_mut().zip(&values).for_each(|(point, value)| point.push(value.clone()));
        others.push(format!("({form} - ({graph}))"));
    }
    let mut text = first.join("*");
    for other in &others {
        match rng.random_range(0..3) {
            0 => {}
            1 => text += &format!(" + ({})*{other}", rng.random_range(1..=5)),
            _ => text += &format!(" + ({} - {})*{other}", forms[n - 1], rng.random_range(1..=5)),
        }
    }
    let zeros = points.into_iter().zip(powers).map(|(point, k)| (frame.point(point), k)).collect();
    built("interpolated", [vec![text], others].concat().join("; "), zeros)
}

/// The polynomial of least degree with these values, in Newton's form, as text.
fn newton(nodes: &[Coefficient], values: &[Coefficient], form: &str) -> Option<String> {
    let mut divided = values.to_vec();
    let mut text = format!("({})", divided[0]);
    let mut product = String::new();
    for order in 1..nodes.len() {
        for i in 0..nodes.len() - order {
            let width = minus(&nodes[i + order], &nodes[i]).inverse()?;
            divided[i] = minus(&divided[i + 1], &divided[i]) * width;
        }
        product += &format!("*{}", factor(form, &nodes[order - 1], 1));
        text += &format!(" + ({}){product}", divided[0]);
    }
    Some(text)
}
