//! The choices of the CUDA engine, and of the backend. Sizes from which scalars take more threads are those of `tables rates`.

use super::Asked;
use super::inputs::{Pair, Quotient, Rows, primes};
use super::stages::Integers;
use super::write::{Choice, Line};
use crate::absent;
use eliminant::engine::cuda::{Context, Cuda, Thresholds};
use eliminant::engine::gcd::{GcdEngine, GcdShape, PointsJob, PointsShape};
use eliminant::engine::input::IntegerTable;
use eliminant::engine::{Engine, ResultantEngine};
use eliminant::{Backend, Gcd, Lift, Polynomial, Result, Resultant};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rug::Integer;

/// All tables; without a device a line that says so.
///
/// # Errors
/// Those of the engine, and with REQUIRE_GPU=1 that there is no device.
pub fn tables(asked: &Asked<'_>) -> std::result::Result<(), String> {
    let outcome = Cuda::new(0).and_then(|engine| {
        let multiprocessors = engine.device().multiprocessors;
        Device { context: Context::new(0)?, engine, multiprocessors }.tables(asked)
    });
    match outcome {
        Err(error) if absent::is_absence(&error) => absent::skip("choices of cuda", &error.to_string()),
        outcome => outcome.map_err(|error| error.to_string()),
    }
}

struct Device {
    engine: Cuda,
    context: Context,
    multiprocessors: u32,
}

/// The measurements on a device, by name.
type Table = (&'static str, fn(&mut Device, &Asked<'_>) -> Result<()>);

impl Device {
    fn tables(&mut self, asked: &Asked<'_>) -> Result<()> {
        let all: [Table; 10] = [
            ("waited", Self::waited),
            ("reduce", Self::reduce),
            ("rounds", Self::rounds),
            ("handover", Self::handover),
            ("long-rounds", Self::long_rounds),
            ("tensor-rounds", Self::tensor_rounds),
            ("divide", Self::divide),
            ("points", Self::points),
            ("lift", Self::lift),
            ("backend", Self::backend),
        ];
        for (_, table) in all.iter().filter(|(name, _)| asked.wants(name)) {
            table(self, asked)?;
            self.engine.set_thresholds(Thresholds::default());
        }
        Ok(())
    }

    /// The engine with another choice.
    fn with(&mut self, change: impl Fn(&mut Thresholds)) -> &mut Cuda {
        let mut thresholds = Thresholds::default();
        change(&mut thresholds);
        self.engine.set_thresholds(thresholds);
        &mut self.engine
    }

    /// Two sides by turns: whatever `run` does on the engine that `side` has set, to its end.
    fn medians(
        &mut self,
        asked: &Asked<'_>,
        set: impl Fn(&mut Thresholds, usize),
        run: impl Fn(&mut Cuda) -> Result<()>,
    ) -> Result<Vec<f64>> {
        asked.turns.whole(2, |side| {
            run(self.with(|t| set(t, side)))?;
            self.context.synchronize()
        })
    }

    fn waited(&mut self, asked: &Asked<'_>) -> Result<()> {
        let mut lines = Vec::new();
        for &count in asked.sizes(&[16usize, 64, 256, 1024, 4096]) {
            let rows = Rows::new(&mut self.engine, (20, 16), 12, 400, count)?;
            let run = |engine: &mut Cuda| {
                let batch = engine.begin(&rows.grid, &rows.primes)?;
                let residues = engine.reduce(&batch, &rows.input)?;
                let values = engine.evaluate(&batch, residues, rows.job.rows(), rows.table.dims())?;
                let (values, _) = engine.scalars(&batch, values, &rows.job)?;
                engine.interpolate(&batch, values, 1).map(drop)
            };
            let times = self.medians(asked, |t, side| t.waited = [usize::MAX, 0][side], run)?;
            lines.push(Line { at: (count as u64 * rows.grid.points()) as f64, times });
        }
        let lost = |line: &Line| format!("{:.0}% at {:.0}", 100.0 * (line.times[1] / line.times[0] - 1.0), line.at);
        let here = format!("waiting costs {}", lines.iter().map(lost).collect::<Vec<_>>().join(", "));
        let code = ("Thresholds::waited", Thresholds::default().waited as f64);
        let sizes = "scalars; degrees 20 and 16, 12 coefficients, 400 points: all stages";
        Choice { name: "waited", sizes, code, sides: &["queued", "waited for"] }.print_rate(&lines, &here);
        Ok(())
    }

    fn reduce(&mut self, asked: &Asked<'_>) -> Result<()> {
        let mut lines = Vec::new();
        for &words in asked.sizes(&[2u32, 4, 8, 16, 32, 64]) {
            let mut rng = StdRng::seed_from_u64(u64::from(words));
            let mut integer = || {
                let digits: Vec<u32> = (0..words).map(|_| rng.random_range(1..=u32::MAX)).collect();
                Integer::from_digits(&digits, rug::integer::Order::Lsf)
            };
            let integers: Vec<Integer> = (0..8192).map(|_| integer()).collect();
            let input = self.engine.load(&IntegerTable::of(1, &[8192], &integers)?)?;
            let (grid, primes) = primes::<Cuda>(0, 64)?;
            let batch = self.engine.begin(&grid, &primes)?;
            let run = |engine: &mut Cuda| engine.reduce(&batch, &input).map(drop);
            let times = self.medians(asked, |t, side| t.short_words = [usize::MAX, 0][side], run)?;
            lines.push(Line { at: f64::from(words), times });
        }
        let code = ("Thresholds::short_words", Thresholds::default().short_words as f64 + 1.0);
        let sizes = "words of an integer; 8192 integers, 64 primes (the code takes threads below)";
        Choice { name: "reduce", sizes, code, sides: &["thread each", "block each"] }.print(&lines);
        Ok(())
    }

    fn rounds(&mut self, asked: &Asked<'_>) -> Result<()> {
        for count in [4, 32, 264] {
            let mut lines = Vec::new();
            for &n in asked.sizes(&[500u32, 1000, 1500, 2000, 3000, 5000]) {
                let pair = Pair::new(&mut self.engine, n, n / 2, count, GcdShape::Auto)?;
                let set = |t: &mut Thresholds, side: usize| t.rounds_from = [u32::MAX, 0][side];
                let times = self.medians(asked, set, |engine| pair.images(engine))?;
                lines.push(Line { at: f64::from(n), times });
            }
            let code = ("Thresholds::rounds_from", f64::from(Thresholds::default().rounds_from));
            let sizes = "degree of f and g, twice that of the GCD";
            let name = format!("rounds, {count} primes");
            Choice { name: &name, sizes, code, sides: &["block each", "rounds"] }.print(&lines);
        }
        Ok(())
    }

    fn handover(&mut self, asked: &Asked<'_>) -> Result<()> {
        let values = asked.sizes(&[128u32, 256, 512, 1024, 1499]);
        let mut times = vec![Vec::new(); values.len()];
        for (n, count) in [(3000, 16), (10_000, 16), (10_000, 132)] {
            // A constant GCD: all of the sequence.
            let pair = Pair::new(&mut self.engine, n, 0, count, GcdShape::Auto)?;
            let run = |side: usize| {
                pair.images(self.with(|t| t.handover = values[side]))?;
                self.context.synchronize()
            };
            let medians = asked.turns.whole(values.len(), run)?;
            times.iter_mut().zip(medians).for_each(|(times, median)| times.push(median));
        }
        let lines: Vec<Line> =
            values.iter().zip(times).map(|(&value, times)| Line { at: f64::from(value), times }).collect();
        let code = ("Thresholds::handover", f64::from(Thresholds::default().handover));
        let sides = ["3000 x 16", "10000 x 16", "10000 x 132"];
        let sizes = "its value; degrees x primes, coprime";
        Choice { name: "handover", sizes, code, sides: &sides }.print_values(&lines);
        Ok(())
    }

    fn long_rounds(&mut self, asked: &Asked<'_>) -> Result<()> {
        for n in [6000u32, 12_000, 30_000] {
            let mut lines = Vec::new();
            for &count in asked.sizes(&[4usize, 10, 20, 40, 80, 160]) {
                let engine = self.with(|t| t.long_from = 0);
                let pair = Pair::new(engine, n, n / 2, count, GcdShape::Auto)?;
                let set = |t: &mut Thresholds, side: usize| t.long_coefficients = [u32::MAX, 0][side];
                let times = self.medians(asked, set, |engine| pair.images(engine))?;
                lines.push(Line { at: f64::from(n) * count as f64 / f64::from(self.multiprocessors), times });
            }
            let code = ("Thresholds::long_coefficients", f64::from(Thresholds::default().long_coefficients));
            let sizes = "coefficients for each multiprocessor, GCD of half the degree";
            let name = format!("long-rounds, degree {n} (Thresholds::long_from = {})", Thresholds::default().long_from);
            Choice { name: &name, sizes, code, sides: &["plain rounds", "long rounds"] }.print(&lines);
        }
        Ok(())
    }

    fn tensor_rounds(&mut self, asked: &Asked<'_>) -> Result<()> {
        for (n, sizes) in [(2000u32, &[1usize, 30, 300][..]), (10_000, &[1, 10, 40, 260]), (100_000, &[1, 10, 50])] {
            let mut lines = Vec::new();
            for &count in asked.sizes(sizes) {
                let engine = self.with(|t| t.long_from = 0);
                let pair = Pair::new(engine, n, n / 2, count, GcdShape::Auto)?;
                let set = |t: &mut Thresholds, side: usize| t.tensor_rounds = side == 1;
                let times = self.medians(asked, set, |engine| pair.images(engine))?;
                lines.push(Line { at: count as f64, times });
            }
            let code = ("Thresholds::tensor_rounds", f64::from(u8::from(Thresholds::default().tensor_rounds)));
            let name = format!("tensor-rounds, degree {n}, GCD of half of it");
            Choice { name: &name, sizes: "primes", code, sides: &["products of words", "tensor cores"] }.print(&lines);
        }
        Ok(())
    }

    fn divide(&mut self, asked: &Asked<'_>) -> Result<()> {
        for count in [8, 132] {
            let mut lines = Vec::new();
            for &n in asked.sizes(&[128u32, 256, 512, 1024, 2048, 4096]) {
                let from = [u32::MAX, 0];
                let mut quotient = |side: usize| Quotient::new(self.with(|t| t.divide_from = from[side]), n, count);
                let quotients = [quotient(0)?, quotient(1)?];
                let run = |side: usize| {
                    quotients[side].divide(self.with(|t| t.divide_from = from[side]))?;
                    self.context.synchronize()
                };
                let times = asked.turns.whole(2, run)?;
                lines.push(Line { at: f64::from(n), times });
            }
            let code = ("Thresholds::divide_from", f64::from(Thresholds::default().divide_from));
            let sizes = "degree of the dividend, twice that of the divisor";
            let name = format!("divide, {count} primes");
            Choice { name: &name, sizes, code, sides: &["schoolbook", "by values"] }.print(&lines);
        }
        Ok(())
    }

    fn points(&mut self, asked: &Asked<'_>) -> Result<()> {
        use PointsShape::{Block, Lanes4, Lanes32, Thread};
        let shapes = [Thread, Lanes4, Lanes32, Block];
        let mut lines = Vec::new();
        for &n in asked.sizes(&[100u32, 150, 250, 400, 500, 650, 800, 1200, 2400, 4800]) {
            let (degree, count) = (n / 2, (4_000_000 / (n * n)).max(1) as usize);
            let points = 4000u32;
            let (grid, primes) = primes::<Cuda>(points, count)?;
            let batch = self.engine.begin(&grid, &primes)?;
            // The same pair at every point, and c = 1.
            let mut rng = StdRng::seed_from_u64(u64::from(n));
            let h = super::inputs::random(degree, &mut rng);
            let pair = [0; 2].map(|_| super::inputs::product(&h, &super::inputs::random(n - degree, &mut rng)));
            let integers: Vec<Integer> = pair.iter().flatten().chain(&[1]).map(|&c| Integer::from(c)).collect();
            let table = IntegerTable::of(2 * n + 3, &[1], &integers)?;
            let input = self.engine.load(&table)?;
            let (engine, context) = (&mut self.engine, &self.context);
            let run = |side: usize| {
                let residues = engine.reduce(&batch, &input)?;
                let values = engine.evaluate(&batch, residues, 2 * n + 3, &[1])?;
                context.synchronize()?;
                let start = std::time::Instant::now();
                engine.gcd_points(&batch, values, &PointsJob { p: n, q: n, degree, shape: shapes[side] })?;
                context.synchronize()?;
                Ok(start.elapsed())
            };
            lines.push(Line { at: f64::from(2 * n + 2), times: asked.turns.medians(shapes.len(), run)? });
        }
        let code = ("FASTEST of host/engine/cuda/gcd/points.rs; Lanes32 from", 1601.0);
        let sizes = "words a point, 4000 points; threads do not fit the shared memory of some";
        let sides = ["thread", "4 lanes", "32 lanes", "block"];
        Choice { name: "points", sizes, code, sides: &sides }.print_fastest(&lines);
        Ok(())
    }

    fn lift(&mut self, asked: &Asked<'_>) -> Result<()> {
        let mut lines = Vec::new();
        for &count in asked.sizes(&[2usize, 4, 8, 32, 64, 400]) {
            let integers = Integers::new(&mut self.engine, count, 1000)?;
            let ways = [Lift::MixedRadix, Lift::Crt];
            let (engine, context) = (&mut self.engine, &self.context);
            let lift = |side: usize| integers.lift(engine, ways[side], || context.synchronize());
            lines.push(Line { at: count as f64, times: asked.turns.medians(2, lift)? });
        }
        let code = ("CRT_PRIMES of host/engine/cuda/integers/mod.rs", 1.0);
        let sizes = "primes; 1000 coefficients";
        Choice { name: "lift", sizes, code, sides: &["digits", "remainders"] }.print(&lines);
        Ok(())
    }

    /// The choice of `auto`, which costs of `plan/cost.rs` and `gcd/plan.rs` decide.
    fn backend(&mut self, asked: &Asked<'_>) -> Result<()> {
        let mut rng = StdRng::seed_from_u64(1);
        let mut polynomial = |y: u32, x: u32| {
            let exponents = (0..=x).flat_map(|i| (0..=y).map(move |j| vec![i, j]));
            let terms = exponents.map(|exponents| (Integer::from(rng.random_range(1..=u32::MAX)), exponents));
            Polynomial::from_terms(&["x", "y"], terms.collect::<Vec<_>>())
        };
        let (mut resultants, mut gcds) = (Vec::new(), Vec::new());
        let (mut took, mut took_gcds) = (Vec::new(), Vec::new());
        for &n in asked.sizes(&[2u32, 4, 6, 8, 12, 16, 24]) {
            let (f, g) = (polynomial(n, n)?, polynomial(n, n)?);
            let run = |backend| Resultant::new(&f, &g, "y").backend(backend).seed(1).run();
            let backends = [Backend::Cpu, Backend::Cuda];
            let times = asked.turns.whole(2, |side| run(backends[side]).map(drop))?;
            resultants.push(Line { at: f64::from(n), times });
            took.push(format!("{} at {n}", run(Backend::Auto)?.report.run.backend));
        }
        for &n in asked.sizes(&[50u32, 100, 200, 400, 800, 1600, 3200]) {
            let [h, a, b] = [polynomial(0, n / 2)?, polynomial(0, n / 2)?, polynomial(0, n / 2)?];
            let (f, g) = (&h * &a, &h * &b);
            let run = |backend| Gcd::new(&f, &g).backend(backend).seed(1).run();
            let backends = [Backend::Cpu, Backend::Cuda];
            let times = asked.turns.whole(2, |side| run(backends[side]).map(drop))?;
            gcds.push(Line { at: f64::from(n), times });
            took_gcds.push(format!("{} at {n}", run(Backend::Auto)?.report.run.backend));
        }
        for (name, sizes, lines, took) in [
            ("backend, resultants", "both degrees, 32 bits", resultants, took),
            ("backend, GCDs", "degree, 32 bits", gcds, took_gcds),
        ] {
            Choice { name, sizes, code: ("costs; device 0 =", 0.0), sides: &["cpu", "cuda"] }.print(&lines);
            println!("  auto: {}", took.join(", "));
        }
        Ok(())
    }
}
