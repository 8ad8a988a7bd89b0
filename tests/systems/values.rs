//! Values and Jacobians of compiled systems against exact ones.

use eliminant::Control;
use eliminant::engine::cpu::Cpu;
use eliminant::engine::{SystemEngine, SystemMethod};
use eliminant::floating::{Precision, exact, nearest};
use eliminant::system::{Coefficient, System};
use rug::Rational;

pub fn systems() -> Vec<System> {
    let text = |t: &str| t.parse::<System>().unwrap();
    vec![
        System::cyclic(5).unwrap(),
        System::katsura(4).unwrap(),
        System::noon(4).unwrap(),
        System::synthetic(12, 48, 9, 5, 7).unwrap(),
        System::synthetic(20, 20, 17, 3, 8).unwrap(),
        System::synthetic(30, 30, 25, 2, 9).unwrap(),
        // Not square, a constant, nothing, high powers, one variable only.
        text("x^17*y^9*z - 1/3*x^5 + i; y; 7; x - x; z^40"),
        text("3/7*x^3 - 2"),
    ]
}

/// Fractions of size about 1, rounded to N doubles.
pub fn points<R: Precision>(n: usize, count: usize) -> Vec<[R; 2]> {
    let number = |seed: usize| {
        let x = Rational::from((1 + (seed * 7919) as i64 % 211 - 105, 53 + seed as u64 % 17));
        let mut number = R::default();
        number.as_mut().copy_from_slice(&nearest::<4>(&x).unwrap()[..R::PARTS]);
        number
    };
    (0..count * n).map(|i| [number(2 * i), number(2 * i + 1)]).collect()
}

pub fn coefficient<R: Precision>([re, im]: &[R; 2]) -> Coefficient {
    Coefficient::new(exact(re.as_ref()).unwrap(), exact(im.as_ref()).unwrap())
}

/// |a - b| at most `bound` in both parts.
fn close(a: &Coefficient, b: &Coefficient, bound: &Rational) -> bool {
    Rational::from(&a.re - &b.re).abs() <= *bound && Rational::from(&a.im - &b.im).abs() <= *bound
}

/// The sum of the absolute values of the terms at the point, which errors are in proportion to, and its exact value.
fn with_size(system: &System, point: &[Coefficient]) -> Vec<(Coefficient, Rational)> {
    let one = |c: &Coefficient| c.re.clone().abs() + c.im.clone().abs();
    let sizes: Vec<Coefficient> = point.iter().map(|c| Coefficient::from(one(c))).collect();
    let terms = |terms: &Vec<eliminant::system::Term>| {
        let absolute = terms.iter().map(|term| eliminant::system::Term {
            coefficient: Coefficient::from(one(&term.coefficient)),
            exponents: term.exponents.clone(),
        });
        absolute.collect::<Vec<_>>()
    };
    let absolute = System::new(system.variables(), system.polynomials().iter().map(terms).collect()).unwrap();
    let values = system.evaluate(point).unwrap();
    let sizes = absolute.evaluate(&sizes).unwrap();
    values.into_iter().zip(sizes.into_iter().map(|c| c.re)).collect()
}

fn check<R: Precision>(bits: u32, method: SystemMethod) {
    for system in systems() {
        let compiled = system.compile().unwrap();
        let (n, m, count) = (compiled.variables(), compiled.polynomials(), 9);
        let points = points::<R>(n, count);
        let mut values = vec![[R::default(); 2]; count * m];
        let mut jacobians = vec![[R::default(); 2]; count * m * n];
        let mut cpu = Cpu::new(1 << 30, Control::default());
        let loaded = cpu.load_system::<R>(&compiled, method).unwrap();
        cpu.evaluate_system(&loaded, &points, &mut values, Some(&mut jacobians)).unwrap();
        let mut alone = vec![[R::default(); 2]; count * m];
        cpu.evaluate_system(&loaded, &points, &mut alone, None).unwrap();
        assert_eq!(values, alone);
        // A product of degree d and a sum of T terms: at most 16 (d + T) errors of the arithmetic, to be generous.
        let degree: u64 = system.degrees().into_iter().max().unwrap_or(0);
        let unit = Rational::from((1, rug::Integer::from(1) << bits));
        for (i, point) in points.chunks(n).enumerate() {
            let exact: Vec<Coefficient> = point.iter().map(coefficient).collect();
            let bound = |size: Rational| size * Rational::from(16 * (degree + 40)) * &unit;
            for (p, (value, size)) in with_size(&system, &exact).into_iter().enumerate() {
                assert!(close(&coefficient(&values[i * m + p]), &value, &bound(size)), "{} value {p}", R::NAME);
            }
            for v in 0..n {
                let derivative = system.derivative(v).unwrap();
                for (p, (value, size)) in with_size(&derivative, &exact).into_iter().enumerate() {
                    let found = coefficient(&jacobians[(i * m + p) * n + v]);
                    assert!(close(&found, &value, &bound(size)), "{} derivative {p} {v}", R::NAME);
                }
            }
        }
    }
}

#[test]
fn values_and_jacobians_are_right_in_every_precision() {
    check::<[f64; 1]>(53, SystemMethod::Auto);
    check::<[f64; 2]>(104, SystemMethod::Auto);
    check::<[f64; 4]>(206, SystemMethod::Auto);
}

#[test]
fn the_papers_kernels_are_right_in_every_precision() {
    check::<[f64; 1]>(53, SystemMethod::Paper);
    check::<[f64; 2]>(104, SystemMethod::Paper);
    check::<[f64; 4]>(206, SystemMethod::Paper);
}
