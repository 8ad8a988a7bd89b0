//! The choices of the CPU engine, of each word.

use super::inputs::{Coprime, Pair, Quotient, Rows};
use super::stages::{Integers, scalars};
use super::write::{Choice, Line};
use super::{Asked, small};
use eliminant::engine::cpu::{Cpu, CpuWord, Thresholds};
use eliminant::engine::gcd::GcdShape;
use eliminant::{Control, Lift, Result};
use gpu::Field;
use gpu::arith::Mont31;

/// Bytes of memory: more than all inputs take.
const MEMORY: u64 = 4 << 30;

/// All tables.
///
/// # Errors
/// Those of the engine.
pub fn tables(asked: &Asked<'_>) -> Result<()> {
    let engine = Cpu::new(MEMORY, Control::default());
    Word { name: "31 bits", engine: engine.clone() }.tables(asked)?;
    #[cfg(target_arch = "x86_64")]
    match Cpu::with_ifma(MEMORY, Control::default()) {
        Some(engine) => Word { name: "50 bits", engine }.tables(asked)?,
        None => println!("\nskipped: 50 bits: this processor has no AVX-512 IFMA"),
    }
    lift(asked, &engine)?;
    small::table(asked)
}

/// The engine for one word.
struct Word<M: CpuWord> {
    name: &'static str,
    engine: Cpu<M>,
}

/// The measurements of one word, by name.
type Table<M> = (&'static str, fn(&Word<M>, &Asked<'_>) -> Result<()>);

/// The work on one thread.
fn on_one_thread<R: Send>(work: impl FnOnce() -> Result<R> + Send) -> Result<R> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    pool.expect("a thread").install(work)
}

/// Full bundles of primes.
fn lanes<M: CpuWord>() -> usize {
    <M::Wide as Field>::LANES as usize
}

impl<M: CpuWord> Word<M> {
    fn name(&self, table: &str) -> String {
        format!("{table}, {}", self.name)
    }

    /// Engines with other choices.
    fn with(&self, change: impl Fn(&mut Thresholds)) -> Cpu<M> {
        let mut thresholds = *self.engine.thresholds();
        change(&mut thresholds);
        self.engine.clone().with_thresholds(thresholds)
    }

    /// For images step by step for all primes at once, by half-gcd, and step by step for each prime by itself.
    fn forms(&self) -> [Cpu<M>; 3] {
        let never = |t: &mut Thresholds| (t.half_gcd, t.alone) = (u32::MAX, f64::INFINITY);
        [
            self.with(never),
            self.with(|t| (t.half_gcd, t.alone) = (1, f64::INFINITY)),
            self.with(|t| (t.half_gcd, t.alone, t.step) = (u32::MAX, 0.0, 0.0)),
        ]
    }

    fn tables(&self, asked: &Asked<'_>) -> Result<()> {
        let of_one: [Table<M>; 8] = [
            ("direct", Self::direct),
            ("half-gcd", Self::half_gcd),
            ("half-resultant", Self::half_resultant),
            ("alone", Self::alone),
            ("half-base", Self::half_base),
            ("half-rest", Self::half_rest),
            ("half-products", Self::half_products),
            ("divide", Self::divide),
        ];
        for (_, table) in of_one.iter().filter(|(name, _)| asked.wants(name)) {
            on_one_thread(|| table(self, asked))?;
        }
        if asked.wants("half-shared") { self.half_shared(asked) } else { Ok(()) }
    }

    fn direct(&self, asked: &Asked<'_>) -> Result<()> {
        let mut lines = Vec::new();
        for &n in asked.sizes(&[32u32, 64, 96, 128, 192, 256, 384]) {
            let mut engines = [self.with(|t| t.direct = usize::MAX), self.with(|t| t.direct = 0)];
            let rows = Rows::new(&mut engines[0], (32, 32), n, 4000, 16)?;
            let times = asked.turns.medians(2, |side| scalars(&mut engines[side], &rows, || Ok(())))?;
            lines.push(Line { at: f64::from(n), times });
        }
        let code = ("Thresholds::direct", self.engine.thresholds().direct as f64);
        let sizes = "coefficients in x; degree 32 in y, 16 primes, 4000 points, one thread: evaluation and scalars";
        Choice { name: &self.name("direct"), sizes, code, sides: &["direct", "transform"] }.print(&lines);
        Ok(())
    }

    fn half_gcd(&self, asked: &Asked<'_>) -> Result<()> {
        let mut lines = Vec::new();
        for &n in asked.sizes(&[1000u32, 1500, 2000, 3000, 4000, 5000, 6000, 8000]) {
            let [mut plain, mut half, _] = self.forms();
            let pair = Pair::new(&mut half, n, n / 2, lanes::<M>(), GcdShape::Auto)?;
            let run = |side: usize| pair.images(if side == 0 { &mut plain } else { &mut half });
            lines.push(Line { at: f64::from(n), times: asked.turns.whole(2, run)? });
        }
        let code = ("Thresholds::half_gcd", f64::from(self.engine.thresholds().half_gcd));
        let sizes = "degree of f and g, twice that of the GCD; one full bundle, one thread";
        Choice { name: &self.name("half-gcd"), sizes, code, sides: &["plain", "half-gcd"] }.print(&lines);
        Ok(())
    }

    fn half_resultant(&self, asked: &Asked<'_>) -> Result<()> {
        let mut lines = Vec::new();
        for &n in asked.sizes(&[1000u32, 1500, 2000, 3000, 4000, 6000, 8000]) {
            let mut engines = [self.with(|t| t.half_resultant = u32::MAX), self.with(|t| t.half_resultant = 1)];
            let pair = Coprime::new(&mut engines[1], n, lanes::<M>())?;
            let run = |side: usize| pair.resultant(&mut engines[side]);
            lines.push(Line { at: f64::from(n), times: asked.turns.whole(2, run)? });
        }
        let code = ("Thresholds::half_resultant", f64::from(self.engine.thresholds().half_resultant));
        let sizes = "degree of f, one more than that of g; one full bundle, one thread";
        Choice { name: &self.name("half-resultant"), sizes, code, sides: &["plain", "half-gcd"] }.print(&lines);
        Ok(())
    }

    fn alone(&self, asked: &Asked<'_>) -> Result<()> {
        let sizes = asked.sizes(&[300u32, 1000, 4000]);
        let lanes = lanes::<M>() as f64;
        let mut lines = Vec::new();
        for &n in sizes {
            let [mut together, _, mut alone] = self.forms();
            // A constant GCD: n^2 / 2 element steps.
            let pair = Pair::new(&mut together, n, 0, 1, GcdShape::Auto)?;
            let full = Pair::new(&mut together, n, 0, self::lanes::<M>(), GcdShape::Auto)?;
            let run = |side: usize| if side == 0 { full.images(&mut together) } else { pair.images(&mut alone) };
            lines.push(Line { at: f64::from(n), times: asked.turns.whole(2, run)? });
        }
        // a(n) = n^2 / 2 / lanes alone + n step in element steps of a bundle, of which that takes n^2 / 2.
        let steps = |line: &Line| line.at * line.at / 2.0 * line.times[1] / line.times[0];
        let here = match (&lines[..], sizes.len()) {
            ([a, .., b], 2..) => {
                // Both over n: linear in n.
                let (y, z) = (steps(a) / a.at, steps(b) / b.at);
                let slope = (z - y) / (b.at - a.at);
                format!("alone {:.2}, step {:.1}", slope * 2.0 * lanes, y - slope * a.at)
            }
            _ => String::new(),
        };
        let thresholds = self.engine.thresholds();
        let name = format!("Thresholds::step = {}, Thresholds::alone", thresholds.step);
        let sizes = "degree of f and g, coprime; one thread";
        Choice {
            name: &self.name("alone"),
            sizes,
            code: (&name, thresholds.alone),
            sides: &["full bundle", "one prime"],
        }
        .print_rate(&lines, &here);
        Ok(())
    }

    fn half_shared(&self, asked: &Asked<'_>) -> Result<()> {
        let mut lines = Vec::new();
        for &n in asked.sizes(&[10_000u32, 20_000]) {
            let half = self.forms()[1].clone();
            let pair = Pair::new(&mut half.clone(), n, n / 2, lanes::<M>(), GcdShape::Auto)?;
            let run = |side: usize| match side {
                0 => on_one_thread(|| pair.images(&mut half.clone())),
                _ => pair.images(&mut half.clone()),
            };
            lines.push(Line { at: f64::from(n), times: asked.turns.whole(2, run)? });
        }
        let gain = |line: &Line| format!("{:.2} at {}", line.times[0] / line.times[1], line.at);
        let here = lines.iter().map(gain).collect::<Vec<_>>().join(", ");
        let code = ("Thresholds::half_shared", self.engine.thresholds().half_shared);
        let sizes = "degree of f and g, twice that of the GCD; one full bundle";
        Choice { name: &self.name("half-shared"), sizes, code, sides: &["one thread", "all"] }
            .print_rate(&lines, &here);
        Ok(())
    }

    /// One constant of half-gcd at some values, for pairs of two degrees.
    fn value(
        &self,
        asked: &Asked<'_>,
        (name, code): (&str, (&str, f64)),
        values: &[usize],
        change: impl Fn(&mut Thresholds, usize),
    ) -> Result<()> {
        let values = asked.sizes(values);
        let mut engines: Vec<Cpu<M>> = values
            .iter()
            .map(|&value| {
                self.with(|t| {
                    (t.half_gcd, t.alone) = (1, f64::INFINITY);
                    change(t, value);
                })
            })
            .collect();
        let mut times = vec![Vec::new(); values.len()];
        for n in [6000, 16_000] {
            let pair = Pair::new(&mut engines[0], n, n / 2, lanes::<M>(), GcdShape::Auto)?;
            let medians = asked.turns.whole(values.len(), |side| pair.images(&mut engines[side]))?;
            times.iter_mut().zip(medians).for_each(|(times, median)| times.push(median));
        }
        let lines: Vec<Line> =
            values.iter().zip(times).map(|(&value, times)| Line { at: value as f64, times }).collect();
        let sizes = "its value; half-gcd of a full bundle, GCD of half the degree, one thread";
        Choice { name: &self.name(name), sizes, code, sides: &["degree 6000", "16000"] }.print_values(&lines);
        Ok(())
    }

    fn half_base(&self, asked: &Asked<'_>) -> Result<()> {
        let code = ("Thresholds::half_base", self.engine.thresholds().half_base as f64);
        self.value(asked, ("half-base", code), &[48, 96, 144, 192, 256, 384], |t, value| t.half_base = value)
    }

    fn half_rest(&self, asked: &Asked<'_>) -> Result<()> {
        let code = ("Thresholds::half_rest", self.engine.thresholds().half_rest as f64);
        self.value(asked, ("half-rest", code), &[500, 1000, 2000, 4000, 8000], |t, value| t.half_rest = value)
    }

    fn half_products(&self, asked: &Asked<'_>) -> Result<()> {
        let code = ("Thresholds::half_products", self.engine.thresholds().half_products as f64);
        self.value(asked, ("half-products", code), &[10, 20, 40, 80, 160, 320], |t, value| t.half_products = value)
    }

    fn divide(&self, asked: &Asked<'_>) -> Result<()> {
        let mut lines = Vec::new();
        for &n in asked.sizes(&[300u32, 500, 700, 1000, 1400, 2000, 3000]) {
            let mut engines = [self.with(|t| t.divide = u64::MAX), self.with(|t| t.divide = 0)];
            let quotients =
                [Quotient::new(&mut engines[0], n, lanes::<M>())?, Quotient::new(&mut engines[1], n, lanes::<M>())?];
            let times = asked.turns.whole(2, |side| quotients[side].divide(&mut engines[side]))?;
            lines.push(Line { at: f64::from(n) * f64::from(n) / 4.0, times });
        }
        let code = ("Thresholds::divide", self.engine.thresholds().divide as f64);
        let sizes = "products of the schoolbook method, degree n by n / 2; one full bundle with its tables, one thread";
        Choice { name: &self.name("divide"), sizes, code, sides: &["schoolbook", "by values"] }.print(&lines);
        Ok(())
    }
}

/// The lift of 31-bit residues, on all threads.
fn lift(asked: &Asked<'_>, engine: &Cpu<Mont31>) -> Result<()> {
    if !asked.wants("lift") {
        return Ok(());
    }
    let mut lines = Vec::new();
    for &count in asked.sizes(&[2usize, 4, 6, 8, 12, 16, 64, 400]) {
        let mut engine = engine.clone();
        let integers = Integers::new(&mut engine, count, 1000)?;
        let ways = [Lift::MixedRadix, Lift::Crt];
        let times = asked.turns.medians(2, |side| integers.lift(&mut engine, ways[side], || Ok(())))?;
        lines.push(Line { at: count as f64, times });
    }
    let code = ("Thresholds::crt_primes", engine.thresholds().crt_primes as f64);
    let sizes = "primes; 1000 coefficients, all threads";
    Choice { name: "lift, 31 bits", sizes, code, sides: &["digits", "remainders"] }.print(&lines);
    Ok(())
}
