//! The image of one pair modulo the primes of one bundle.

use super::form::Form;
use super::found::Found;
use super::one_prime;
use crate::alone::prelude::*;
use crate::engine::cpu::bundle::{Tables, Watch};
use crate::engine::cpu::half_gcd::{self, Half};
use crate::engine::cpu::thresholds::Thresholds;
use crate::engine::cpu::watched::Steps;
use crate::engine::cpu::word::{CpuWord, Lanes, Residue};
use crate::engine::gcd::{GcdMethod, GcdPair, UNLUCKY};
use crate::tasks::Tasks;
use gpu::Field;
use gpu::arith::Modulus;
use gpu::gcd::schur;
use gpu::team::Team;

/// The GCD of polynomials of formal degrees p = f.len() - 1 and q, both positive.
#[inline(always)]
fn found<F: Field>(
    field: &F,
    team: impl Team,
    mut f: Vec<F::Elem>,
    mut g: Vec<F::Elem>,
    method: GcdMethod,
) -> Found<F::Elem> {
    match method {
        GcdMethod::Remainder => Found::by_steps(field, team, f, g),
        GcdMethod::Schur if f.len() < g.len() => found_by_schur(field, team, &mut g, &mut f),
        GcdMethod::Schur => found_by_schur(field, team, &mut f, &mut g),
    }
}

/// The same by the Schur algorithm, deg f >= deg g.
#[inline(always)]
fn found_by_schur<F: Field>(field: &F, team: impl Team, f: &mut [F::Elem], g: &mut [F::Elem]) -> Found<F::Elem> {
    let (p, q) = (f.len() as u32 - 1, g.len() as u32 - 1);
    let mut rows: [Vec<F::Elem>; 5] = std::array::from_fn(|_| vec![field.zero(); (p + q + 1) as usize]);
    let [a, b, c, d, l] = &mut rows;
    let mut columns = schur::Generator { a: &mut a[..], b: &mut b[..], c: &mut c[..], d: &mut d[..] };
    let mut l = &mut l[..];
    let stop = schur::factor(field, team, (&f, p), (&g, q), &mut columns, &mut l);
    if stop.off == F::ALL {
        return Found { row: Vec::new(), degree: None, off: F::ALL };
    }
    let image = schur::finish(field, team, &columns, &mut l, p + q, stop);
    let row = (0..=image.degree).map(|i| image.coefficient(field, &columns, p + q, i)).collect();
    Found { row, degree: Some(image.degree), off: image.off }
}

/// [`found`], with the instructions of the bundle.
struct Plain<'a, B: Lanes<Modulus: CpuWord>> {
    field: &'a B,
    f: &'a [B::Elem],
    g: &'a [B::Elem],
    method: GcdMethod,
    tasks: &'a Tasks<'a>,
}

impl<B: Lanes<Modulus: CpuWord>> pulp::NullaryFnOnce for Plain<'_, B> {
    type Output = Found<B::Elem>;

    #[inline(always)]
    fn call(self) -> Self::Output {
        found(self.field, Steps::new(self.tasks).team(), self.f.to_vec(), self.g.to_vec(), self.method)
    }
}

/// Multiplies elements.
struct Scale<'a, B: Lanes<Modulus: CpuWord>> {
    field: &'a B,
    row: &'a mut [B::Elem],
    scale: B::Elem,
}

impl<B: Lanes<Modulus: CpuWord>> pulp::NullaryFnOnce for Scale<'_, B> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Scale { field, row, scale } = self;
        for c in row {
            *c = field.mul(scale, *c);
        }
    }
}

/// The progress that an image in one of the forms reports, where the GCD has this degree.
fn work((pair, degree): (&GcdPair, u32), method: GcdMethod, form: Form, thresholds: &Thresholds) -> usize {
    let (p, q) = (pair.p.max(pair.q) as usize, pair.p.min(pair.q) as usize);
    let d = q.min(degree as usize);
    match (method, form) {
        // Two columns of p rows q times, then four of p to d rows.
        (GcdMethod::Schur, _) => 2 * p * q + 2 * (p * p - d * d),
        // As much for each degree by which both become less.
        (GcdMethod::Remainder, Form::Half) => half_gcd::work_of((p, q), d, thresholds.half_base),
        (GcdMethod::Remainder, Form::Bundle | Form::Alone) => (p * q - d * d) / 2,
    }
}

/// The image of one pair modulo the primes of one bundle: coefficients, and the degree in each lane in use; `expected` is what is told of
/// progress for.
pub(in crate::engine::cpu) fn image<B: Lanes<Modulus: CpuWord>>(
    tables: &Tables<B>,
    residues: &[B::Elem],
    (pair, expected): (&GcdPair, u32),
    (method, form, thresholds): (GcdMethod, Form, &Thresholds),
    watch: Watch<'_>,
) -> (Vec<B::Elem>, Vec<u32>) {
    let lanes = if form == Form::Alone { tables.primes.len() } else { 1 };
    let tasks = &watch.tasks(lanes.saturating_mul(work((pair, expected), method, form, thresholds).max(1)));
    let (mut row, mut degrees, off) = match form {
        Form::Alone => (vec![tables.field.zero(); pair.width() as usize], vec![UNLUCKY; tables.primes.len()], B::ALL),
        Form::Bundle | Form::Half => together(tables, residues, pair, (method, form, thresholds), tasks),
    };
    let lanes: Vec<usize> = (0..degrees.len()).filter(|lane| off >> lane & 1 != 0).collect();
    let of_lane = |&lane: &usize| match tasks.is_stopped() {
        true => Vec::new(),
        false => alone(tables, residues, pair, method, lane, tasks),
    };
    let found: Vec<Vec<Residue<B>>> = lanes.par_iter().map(of_lane).collect();
    for (&lane, found) in lanes.iter().zip(found) {
        degrees[lane] = found.len().checked_sub(1).map_or(UNLUCKY, |degree| degree as u32);
        let coefficients = found.into_iter().chain(std::iter::repeat(tables.primes[lane].zero()));
        row.iter_mut().zip(coefficients).for_each(|(c, value)| B::set_lane(c, lane, value));
    }
    // The higher the degree of a GCD, the sooner it is found.
    tasks.finish();
    (row, degrees)
}

/// The image in all lanes but those that are off.
fn together<B: Lanes<Modulus: CpuWord>>(
    tables: &Tables<B>,
    residues: &[B::Elem],
    pair: &GcdPair,
    (method, form, thresholds): (GcdMethod, Form, &Thresholds),
    tasks: &Tasks<'_>,
) -> (Vec<B::Elem>, Vec<u32>, u32) {
    let field = &tables.field;
    let polynomial = |at: u32, degree: u32| &residues[at as usize..=(at + degree) as usize];
    let (f, g) = (polynomial(pair.f, pair.p), polynomial(pair.g, pair.q));
    let half = if form == Form::Half { Half::new(tables, pair.p.max(pair.q), thresholds, tasks) } else { None };
    let Found { mut row, degree, off } = match half {
        Some(half) => half.gcd(f, g),
        None => field.simd(Plain { field, f, g, method, tasks }),
    };
    row.resize(pair.width() as usize, field.zero());
    let top = degree.unwrap_or(0) as usize;
    let lead = residues[pair.lead as usize];
    let scale = field.mul(lead, tables.inverse(row[top]));
    field.simd(Scale { field, row: &mut row[..=top], scale });
    row[top + 1..].fill(field.zero());
    let of_lane = |lane| if field.zeros(lead) >> lane & 1 != 0 { UNLUCKY } else { degree.unwrap_or(UNLUCKY) };
    (row, (0..tables.primes.len()).map(of_lane).collect(), off)
}

/// The image in one lane, up to its leading coefficient; empty where it is of no use.
fn alone<B: Lanes<Modulus: CpuWord>>(
    tables: &Tables<B>,
    residues: &[B::Elem],
    pair: &GcdPair,
    method: GcdMethod,
    lane: usize,
    tasks: &Tasks<'_>,
) -> Vec<Residue<B>> {
    let prime = &tables.primes[lane];
    let lead = B::lane(&residues[pair.lead as usize], lane);
    if lead == prime.zero() {
        return Vec::new();
    }
    let polynomial = |at: u32, degree: u32| -> Vec<Residue<B>> {
        residues[at as usize..=(at + degree) as usize].iter().map(|c| B::lane(c, lane)).collect()
    };
    let (f, g) = (polynomial(pair.f, pair.p), polynomial(pair.g, pair.q));
    let steps = Steps::new(tasks);
    let row = match (method, one_prime::everywhere(prime)) {
        (GcdMethod::Remainder, Some(field)) => one_prime::gcd(field, prime, f, g, steps.team()),
        (GcdMethod::Remainder, None) | (GcdMethod::Schur, _) => {
            let Found { mut row, degree, off } = found(prime, steps.team(), f, g, method);
            degree.filter(|_| off == 0).map(|degree| {
                row.truncate(degree as usize + 1);
                row
            })
        }
    };
    let Some(mut row) = row else { return Vec::new() };
    if let Some(&last) = row.last() {
        let scale = prime.mul(lead, prime.reciprocal(last));
        row.iter_mut().for_each(|c| *c = prime.mul(scale, *c));
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Control;
    use crate::plan::cost::half_gcd::half_gcd_points;
    use crate::plan::grid;
    use gpu::arith::{Mont31, Mont31x4};
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    /// Residues of f, g and a leading coefficient, with f and g the products of random polynomials and x - a common root; in lane 1 they
    /// have a root more in common, in lane 2 the leading coefficient of g is 0, and that of the image in lane 3.
    fn residues<B: Lanes<Modulus: CpuWord>>(tables: &Tables<B>, (p, q): (usize, usize)) -> (Vec<B::Elem>, GcdPair) {
        let mut rng = StdRng::seed_from_u64(7);
        let field = &tables.field;
        let mut element = |_: usize| {
            let values: [u64; 16] = std::array::from_fn(|_| rng.random_range(1..1 << 40));
            tables.gather(|lane| tables.primes[lane].element(values[lane]))
        };
        let (mut f, mut g): (Vec<B::Elem>, Vec<B::Elem>) =
            ((0..p - 1).map(&mut element).collect(), (0..q - 1).map(&mut element).collect());
        let times = |f: &mut Vec<B::Elem>, root: &dyn Fn(usize) -> u64| {
            let root = tables.gather(|lane| tables.primes[lane].element(root(lane)));
            f.insert(0, field.zero());
            for i in 0..f.len() - 1 {
                f[i] = field.sub(f[i], field.mul(root, f[i + 1]));
            }
        };
        times(&mut f, &|_| 5);
        times(&mut f, &|_| 6);
        times(&mut g, &|_| 5);
        times(&mut g, &|lane| if lane == 1 { 6 } else { 7 });
        let zero = field.zero();
        let mut lead = element(0);
        if tables.primes.len() > 3 {
            B::set_lane(g.last_mut().unwrap(), 2, B::lane(&zero, 2));
            B::set_lane(&mut lead, 3, B::lane(&zero, 3));
        }
        let pair = GcdPair { f: 0, p: p as u32, g: p as u32 + 1, q: q as u32, lead: (p + q) as u32 + 2 };
        ([f, g, vec![lead]].concat(), pair)
    }

    /// The image in the lanes in use where its degree means anything.
    fn lanes<B: Lanes<Modulus: CpuWord>>(
        tables: &Tables<B>,
        (row, degrees): &(Vec<B::Elem>, Vec<u32>),
    ) -> Vec<Option<Vec<u64>>> {
        let of_lane = |(lane, &degree): (usize, &u32)| {
            let prime = &tables.primes[lane];
            (degree != UNLUCKY).then(|| row.iter().map(|c| prime.number(B::lane(c, lane))).collect())
        };
        degrees.iter().enumerate().map(of_lane).collect()
    }

    fn check<M: CpuWord, B: Lanes<Modulus = M>>(count: usize) {
        let control = Control::default();
        for (p, q) in [(30, 30), (40, 17), (17, 64), (1300, 1200)] {
            let points = half_gcd_points(p.max(q) as u32);
            let bits = count as u64 * u64::from(M::MAX.ilog2()) + 60;
            let mut rng = StdRng::seed_from_u64(1);
            let (grid, primes) = grid::choose::<M>(&[points], bits, &|_| true, &mut rng).unwrap();
            let tables = Tables::<B>::new(&grid, &primes[..count]).unwrap();
            let (residues, pair) = residues(&tables, (p, q));
            let found = |method, form| {
                let watch = Watch { control: &control, part: 1.0 };
                image(&tables, &residues, (&pair, 0), (method, form, &M::THRESHOLDS), watch)
            };
            let expected = found(GcdMethod::Remainder, Form::Bundle);
            let mut degrees = vec![1; count];
            if count > 1 {
                degrees[1] = 2;
            }
            if count > 3 {
                // Without its leading coefficient g has another root.
                degrees[2] = 0;
                degrees[3] = UNLUCKY;
            }
            assert_eq!(expected.1, degrees);
            for form in [Form::Alone, Form::Half] {
                let other = found(GcdMethod::Remainder, form);
                assert_eq!(other.1, expected.1, "{form:?} {p} {q} {count}");
                assert_eq!(lanes(&tables, &other), lanes(&tables, &expected), "{form:?} {p} {q} {count}");
            }
            if p < 100 {
                let schur = found(GcdMethod::Schur, Form::Alone);
                assert_eq!(lanes(&tables, &schur), lanes(&tables, &found(GcdMethod::Schur, Form::Bundle)));
            }
        }
    }

    /// The reported progress of an image of polynomials of degrees p and q with a GCD of degree d, as a part of the
    /// expected one.
    fn told((p, q, d): (usize, usize, usize), method: GcdMethod, form: Form) -> f64 {
        let points = half_gcd_points(p.max(q) as u32);
        let mut rng = StdRng::seed_from_u64(1);
        let (grid, primes) = grid::choose::<Mont31>(&[points], 90, &|_| true, &mut rng).unwrap();
        let tables = Tables::<Mont31x4>::new(&grid, &primes[..3]).unwrap();
        let field = &tables.field;
        let mut random = |degree: usize| -> Vec<_> {
            let element = |_| {
                let value = rng.random_range(1..1 << 28);
                tables.gather(|lane| tables.primes[lane].element(value + lane as u64))
            };
            (0..=degree).map(element).collect()
        };
        let h = random(d);
        let mut multiple = |degree: usize| {
            let cofactor = random(degree - d);
            let mut product = vec![field.zero(); degree + 1];
            for (i, &a) in cofactor.iter().enumerate() {
                product[i..].iter_mut().zip(&h).for_each(|(sum, &b)| *sum = field.add(*sum, field.mul(a, b)));
            }
            product
        };
        let (f, g) = (multiple(p), multiple(q));
        let pair = GcdPair { f: 0, p: p as u32, g: p as u32 + 1, q: q as u32, lead: 0 };
        let thresholds = &gpu::arith::Mont31::THRESHOLDS;
        let control = Control::with_every_progress(|_| ()).begin();
        let tasks = Tasks::new(&control, 1.0, work((&pair, d as u32), method, form, thresholds));
        let found = match Half::new(&tables, p.max(q) as u32, thresholds, &tasks).filter(|_| form == Form::Half) {
            Some(half) => half.gcd(&f, &g),
            None => found(field, Steps::new(&tasks).team(), f, g, method),
        };
        assert_eq!(found.degree, Some(d as u32));
        tasks.told()
    }

    /// Whatever the degree of the GCD, where it is what was expected.
    #[test]
    fn images_tell_of_the_work_that_there_is() {
        for degrees in [(200, 190, 0), (200, 190, 100), (200, 190, 180), (400, 60, 30)] {
            for (method, least, most) in [(GcdMethod::Remainder, 0.9, 1.1), (GcdMethod::Schur, 0.9, 1.1)] {
                let part = told(degrees, method, Form::Bundle);
                assert!((least..most).contains(&part), "{degrees:?} {method:?}: {part}");
            }
        }
        for degrees in [(3000, 2990, 0), (3000, 2990, 1500), (3800, 3700, 900), (4000, 1600, 200), (4000, 2500, 0)] {
            let part = told(degrees, GcdMethod::Remainder, Form::Half);
            assert!((0.7..1.3).contains(&part), "{degrees:?}: {part}");
        }
    }

    #[test]
    fn all_forms_agree() {
        for count in [1, 3, 4] {
            check::<Mont31, Mont31x4>(count);
        }
        for count in [2, 16] {
            check::<Mont31, <Mont31 as CpuWord>::Wide>(count);
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn all_forms_agree_with_50_bits() {
        if !crate::engine::cpu::has_ifma() {
            println!("skipped: this processor has no AVX-512 IFMA");
            return;
        }
        for count in [1, 3, 8] {
            check::<gpu::arith::Mont50, crate::simd::Mont50x8>(count);
        }
    }
}
