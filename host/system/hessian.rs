//! Hessians of the polynomials times vectors.

use super::evaluator::{Evaluator, Values, count_points, zeros};
use super::modular::{ModularValues, each_polynomial, field_of, points_of, residues};
use super::size;
use crate::alone::prelude::*;
use crate::clock::Clock;
use crate::engine::cpu::Cpu;
use crate::engine::{DirectionLists, HessianEngine, SystemEngine, SystemMethod};
use crate::error::{Error, Result};
use crate::floating::Precision;
use crate::plural::count;
use crate::poly::systems::{Coefficient, Compiled, System};
use crate::run::memory;
use crate::run::options::Backend;
use crate::run::report::RunReport;
use crate::run::threads::on_pool;
use gpu::arith::{Dual, Mont31};
use std::time::Instant;

/// Derivatives of a system along a direction v at some points. H_p is the matrix of second derivatives of polynomial p.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct HessianProducts<R> {
    /// Values and Jacobians, which come with it; Jacobians are empty with [`Evaluator::values_only`].
    pub first: Values<R>,
    /// The derivative of f_p in the direction v, J v, at point i: \[i\]\[p\].
    pub slopes: Vec<[R; 2]>,
    /// H_p v at point i: \[i\]\[p\]\[v\]; with weights w their sum w_1 H_1 v + .. + w_m H_m v: \[i\]\[v\].
    pub products: Vec<[R; 2]>,
}

/// The same modulo a prime.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ModularHessianProducts {
    /// Values and Jacobians.
    pub first: ModularValues,
    /// J v at point i: \[i\]\[p\].
    pub slopes: Vec<u64>,
    /// H_p v at point i: \[i\]\[p\]\[v\].
    pub products: Vec<u64>,
}

impl Evaluator<'_> {
    /// Every H_p v at each point, for a direction v of its own: what Halley's method takes, and with J v the second-order terms of a path.
    ///
    /// The gradient is computed over dual numbers x + v t with t^2 = 0, by the program that gives the Jacobian. Without a device: this is done on
    /// the CPU.
    ///
    /// # Errors
    /// As [`Evaluator::run`]; `Argument` where there are not as many directions as points; `Unsupported` for [`Backend::Cuda`] and for
    /// [`SystemMethod::Paper`].
    ///
    /// # Complexity
    /// For each point three times [`Compiled::products`], whatever n is; n m numbers of results, and as many for the Jacobian.
    ///
    /// # Source
    /// A. Griewank, A. Walther, Evaluating Derivatives, 2nd ed., 2008, chapter 5.
    ///
    /// ```
    /// use eliminant::system::{Evaluator, System};
    ///
    /// let system = "x^2*y; x + y".parse::<System>()?.compile()?;
    /// let number = |x: f64| [[x], [0.0]];
    /// let found = Evaluator::new(&system).hessian_products(&[number(3.0), number(5.0)], &[number(1.0), number(2.0)])?;
    /// // H_1 = (2 y, 2 x; 2 x, 0) = (10, 6; 6, 0), and H_2 = 0.
    /// assert_eq!(found.products, [22.0, 6.0, 0.0, 0.0].map(number));
    /// assert_eq!(found.slopes, [48.0, 3.0].map(number));
    /// assert_eq!(found.first.values, [45.0, 8.0].map(number));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn hessian_products<R: Precision>(
        &self,
        points: &[[R; 2]],
        directions: &[[R; 2]],
    ) -> Result<HessianProducts<R>> {
        self.along(points, directions, None)
    }

    /// The sum w_1 H_1 v + .. + w_m H_m v at each point, for a direction and weights, \[point\]\[polynomial\], of its own: the Hessian of a Lagrangian
    /// times a vector.
    ///
    /// # Errors
    /// As [`Evaluator::hessian_products`]; `Argument` where there is not a weight for each polynomial at each point.
    ///
    /// # Complexity
    /// As there, and a product for each variable of each polynomial; n numbers of results a point.
    ///
    /// ```
    /// use eliminant::system::{Evaluator, System};
    ///
    /// let system = "x^2*y; x*y".parse::<System>()?.compile()?;
    /// let number = |x: f64| [[x], [0.0]];
    /// let (point, v, w) = ([3.0, 5.0].map(number), [1.0, 2.0].map(number), [1.0, -10.0].map(number));
    /// let found = Evaluator::new(&system).weighted_hessian_products(&point, &v, &w)?;
    /// assert_eq!(found.products, [22.0 - 20.0, 6.0 - 10.0].map(number));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn weighted_hessian_products<R: Precision>(
        &self,
        points: &[[R; 2]],
        directions: &[[R; 2]],
        weights: &[[R; 2]],
    ) -> Result<HessianProducts<R>> {
        self.along(points, directions, Some(weights))
    }

    fn along<R: Precision>(
        &self,
        points: &[[R; 2]],
        directions: &[[R; 2]],
        weights: Option<&[[R; 2]]>,
    ) -> Result<HessianProducts<R>> {
        let (system, options) = (self.system(), self.all_options());
        let (n, m) = (system.variables(), system.polynomials());
        let count = count_points(points, system.names())?;
        if count_points(directions, system.names())? != count {
            let message = format!("are {}, for {count} points", directions.len() / n);
            return Err(Error::argument("directions", message));
        }
        if let Some(weights) = weights.filter(|weights| weights.len() != count * m) {
            let message = format!("are {}; {count} points with {m} polynomials take {}", weights.len(), count * m);
            return Err(Error::argument("weights", message));
        }
        let is_finite = |number: &[R; 2]| number.iter().all(|part| part.as_ref().iter().all(|x| x.is_finite()));
        if let Some(at) = weights.and_then(|weights| weights.iter().position(|weight| !is_finite(weight))) {
            return Err(Error::argument("weights", format!("number {} is not finite", at + 1)));
        }
        if options.run.backend == Backend::Cuda {
            return Err(Error::unsupported("Hessians times vectors are computed on the CPU; choose auto or cpu"));
        }
        if options.method != SystemMethod::Auto {
            return Err(Error::unsupported("the paper's kernels have no second derivatives; choose the method auto"));
        }
        let start = Instant::now();
        let of_jacobian = if options.values_only { 0 } else { m * n };
        let row = if weights.is_some() { n } else { m * n };
        let numbers = count as u128 * (2 * m + of_jacobian + row) as u128;
        let given = (points.len() + directions.len() + weights.map_or(0, <[_]>::len)) as u128;
        let bytes = (numbers + given).saturating_mul(size_of::<[R; 2]>() as u128);
        let held = u64::try_from(bytes).unwrap_or(u64::MAX);
        let held = held.saturating_add(size::on_engine(system, &[R::PARTS]));
        let room = memory::left(&options.run, held)?;
        let mut run = options.run.clone();
        run.control = run.control.begin();
        on_pool(
            &run,
            || Ok(()),
            |()| false,
            |(), mut clock: Clock| {
                let mut engine = Cpu::<Mont31>::new(room, run.control.clone());
                let mut values = zeros(count * m)?;
                let mut slopes = zeros(count * m)?;
                let mut jacobians = zeros(count * of_jacobian)?;
                let mut products = zeros(count * row)?;
                let loaded = clock.time("load", || engine.load_system::<R>(system, options.method))?;
                clock.time("evaluate", || {
                    let lists = DirectionLists {
                        points,
                        directions,
                        weights,
                        values: &mut values,
                        slopes: &mut slopes,
                        jacobians: &mut jacobians,
                        products: &mut products,
                    };
                    engine.hessian_products(&loaded, lists)
                })?;
                let mut report = RunReport { backend: "cpu", stages: clock.into_stages(), ..RunReport::default() };
                report.device = format!("{} threads", rayon::current_num_threads());
                report.milliseconds = start.elapsed().as_secs_f64() * 1e3;
                let first = Values { values, jacobians, polynomials: m, variables: n, report };
                Ok(HessianProducts { first, slopes, products })
            },
        )
    }
}

impl Compiled {
    /// The values of [`Evaluator::hessian_products`], modulo `p`, for points and directions \[point\]\[variable\].
    ///
    /// # Errors
    /// As [`Compiled::evaluate_modulo`]; `Argument` where there are not as many directions as points.
    ///
    /// ```
    /// use eliminant::system::System;
    /// let system = "x^2*y".parse::<System>()?.compile()?;
    /// let found = system.hessian_products_modulo(101, &[3, 5], &[1, 2])?;
    /// assert_eq!((found.slopes, found.products), (vec![48], vec![22, 6]));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn hessian_products_modulo(
        &self,
        p: u64,
        points: &[u64],
        directions: &[u64],
    ) -> Result<ModularHessianProducts> {
        let field = field_of(p)?;
        let (n, m) = (self.variables(), self.polynomials());
        let count = points_of(self, "points", p, points)?;
        if points_of(self, "directions", p, directions)? != count {
            return Err(Error::argument("directions", format!("are {}, for {count} points", directions.len() / n)));
        }
        let ring = Dual(field);
        let coefficients: Vec<_> = residues(self, &field)?.into_iter().map(|c| [c, 0]).collect();
        let at_point = |(point, direction): (&[u64], &[u64])| {
            let variables = point.iter().zip(direction).map(|(&x, &v)| [field.enter(x), field.enter(v)]);
            let [mut values, mut slopes] = [(); 2].map(|()| Vec::with_capacity(m));
            let [mut jacobian, mut products] = [(); 2].map(|()| vec![0; m * n]);
            each_polynomial(self, &ring, &coefficients, variables, |p, sums| {
                values.push(field.leave(sums[0][0]));
                slopes.push(field.leave(sums[0][1]));
                for (&v, sum) in self.columns_of(p).iter().zip(&sums[1..]) {
                    jacobian[p * n + v as usize] = field.leave(sum[0]);
                    products[p * n + v as usize] = field.leave(sum[1]);
                }
            });
            [values, slopes, jacobian, products]
        };
        let found: Vec<_> = points.par_chunks_exact(n).zip(directions.par_chunks_exact(n)).map(at_point).collect();
        let all = |which: usize| found.iter().flat_map(|lists| lists[which].iter().copied()).collect();
        let first = ModularValues { values: all(0), jacobians: all(2) };
        Ok(ModularHessianProducts { first, slopes: all(1), products: all(3) })
    }
}

impl System {
    /// Every H_p v at a point, exactly: \[p\]\[v\], by differentiating twice.
    ///
    /// # Errors
    /// `Argument` where point or direction have not a number for every variable.
    ///
    /// # Complexity
    /// n^2 derivatives of the system, and as many values: a reference, not the way to many products.
    ///
    /// ```
    /// use eliminant::system::System;
    /// let system: System = "x^2*y".parse()?;
    /// let products = system.hessian_products(&[3.into(), 5.into()], &[1.into(), 2.into()])?;
    /// assert_eq!(products, [[22.into(), 6.into()]]);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn hessian_products(&self, point: &[Coefficient], direction: &[Coefficient]) -> Result<Vec<Vec<Coefficient>>> {
        let n = self.variables().len();
        if direction.len() != n {
            return Err(Error::argument(
                "direction",
                format!("has {} for {}", count(direction.len(), "number"), count(n, "variable")),
            ));
        }
        let mut products = vec![vec![Coefficient::default(); n]; self.len()];
        for v in 0..n {
            let slope = self.derivative(v)?;
            for (w, along) in direction.iter().enumerate() {
                for (row, second) in products.iter_mut().zip(slope.derivative(w)?.evaluate(point)?) {
                    row[v] = row[v].clone() + second * along.clone();
                }
            }
        }
        Ok(products)
    }
}
