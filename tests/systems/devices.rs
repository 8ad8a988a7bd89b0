//! Values and Jacobians on a device: the bits of the CPU engine.

use crate::device::unless_absent;
use crate::device_lists::lists_of_devices;
use crate::values::{points, systems};
use eliminant::engine::cpu::Cpu;
use eliminant::engine::cuda::{Context, Cuda, DeviceBuffer, PaperForm, PointShape, Stream};
use eliminant::engine::track::{ParameterLines, PathState};
use eliminant::engine::{NewtonEngine, SystemEngine, SystemMethod, TrackEngine};
use eliminant::floating::Precision;
use eliminant::system::{Decompose, Evaluator, Newton, NewtonReport, Solve, StartSystem, System, Term, TrackStatus};
use eliminant::{Backend, Control};
use gpu::system::newton::Stop;
use gpu::system::track::Choices;
use std::sync::atomic::{AtomicBool, Ordering};

/// All bits of all numbers; -0 is 0.
fn bits<R: Precision>(numbers: &[[R; 2]]) -> Vec<u64> {
    numbers.iter().flatten().flat_map(|number| number.as_ref().iter().map(|x| (x + 0.0).to_bits())).collect()
}

fn check<R: Precision>(cuda: &mut Cuda, system: &System, count: usize) {
    let compiled = system.compile().unwrap();
    let (n, m) = (compiled.variables(), compiled.polynomials());
    let points = points::<R>(n, count);
    let results = || (vec![[R::default(); 2]; count * m], vec![[R::default(); 2]; count * m * n]);
    let mut cpu = Cpu::new(1 << 30, Control::default());
    let (mut values, mut jacobians) = results();
    let loaded = cpu.load_system::<R>(&compiled, SystemMethod::Auto).unwrap();
    cpu.evaluate_system(&loaded, &points, &mut values, Some(&mut jacobians)).unwrap();
    let expected = (bits(&values), bits(&jacobians));

    let loaded = cuda.load_system::<R>(&compiled, SystemMethod::Auto).unwrap();
    let (mut values, mut jacobians) = results();
    cuda.evaluate_system(&loaded, &points, &mut values, Some(&mut jacobians)).unwrap();
    assert!(expected == (bits(&values), bits(&jacobians)), "{} {n} variables, {m} polynomials", R::NAME);
    let (mut values, _) = results();
    cuda.evaluate_system(&loaded, &points, &mut values, None).unwrap();
    assert!(expected.0 == bits(&values));

    let stream = Stream::new(&Context::new(0).unwrap()).unwrap();
    let doubles = 2 * R::PARTS;
    for shape in [PointShape::Batch, PointShape::Point] {
        let source = stream.copy_of::<f64>(bytemuck::cast_slice(&points)).unwrap();
        let mut values: DeviceBuffer<f64> = stream.zeroed(count * m * doubles).unwrap();
        let mut jacobians: DeviceBuffer<f64> = stream.zeroed(count * m * n * doubles).unwrap();
        stream.synchronize().unwrap();
        cuda.evaluate_resident(&loaded, shape, &source, &mut values, Some(&mut jacobians)).unwrap();
        Context::new(0).unwrap().synchronize().unwrap();
        let (values, jacobians) = (values.to_vec().unwrap(), jacobians.to_vec().unwrap());
        let found: (Vec<[R; 2]>, Vec<[R; 2]>) =
            (bytemuck::cast_slice(&values).to_vec(), bytemuck::cast_slice(&jacobians).to_vec());
        assert!(expected == (bits(&found.0), bits(&found.1)), "{} {shape:?} {n} variables, {m} polynomials", R::NAME);
        // Values alone, of which nothing else is made.
        let mut alone: DeviceBuffer<f64> = stream.zeroed(count * m * doubles).unwrap();
        stream.synchronize().unwrap();
        cuda.evaluate_resident(&loaded, shape, &source, &mut alone, None).unwrap();
        Context::new(0).unwrap().synchronize().unwrap();
        let alone: Vec<[R; 2]> = bytemuck::cast_slice(&alone.to_vec().unwrap()).to_vec();
        assert!(expected.0 == bits(&alone), "{} {shape:?} {n} variables, {m} polynomials: values", R::NAME);
    }
}

/// The paper's kernels, in all forms whose order of operations is that of the CPU engine.
fn check_paper<R: Precision>(cuda: &mut Cuda, system: &System, count: usize) {
    let compiled = system.compile().unwrap();
    let (n, m, doubles) = (compiled.variables(), compiled.polynomials(), 2 * R::PARTS);
    let points = points::<R>(n, count);
    let results = || (vec![[R::default(); 2]; count * m], vec![[R::default(); 2]; count * m * n]);
    let mut cpu = Cpu::new(1 << 30, Control::default());
    let (mut values, mut jacobians) = results();
    let loaded = cpu.load_system::<R>(&compiled, SystemMethod::Paper).unwrap();
    cpu.evaluate_system(&loaded, &points, &mut values, Some(&mut jacobians)).unwrap();
    let expected = (bits(&values), bits(&jacobians));
    let loaded = cuda.load_system::<R>(&compiled, SystemMethod::Paper).unwrap();
    let (mut values, mut jacobians) = results();
    cuda.evaluate_system(&loaded, &points, &mut values, Some(&mut jacobians)).unwrap();
    assert!(expected == (bits(&values), bits(&jacobians)), "{} {n} variables, {m} polynomials", R::NAME);
    let stream = Stream::new(&Context::new(0).unwrap()).unwrap();
    // Powers without a table are made in another order.
    let mut form = PaperForm::default();
    form.table = false;
    let mut room = cuda.paper_room(&loaded, form, count).unwrap();
    let source = stream.copy_of::<f64>(bytemuck::cast_slice(&points)).unwrap();
    let (mut found, mut rows) =
        (stream.zeroed(count * m * doubles).unwrap(), stream.zeroed(count * m * n * doubles).unwrap());
    stream.synchronize().unwrap();
    cuda.evaluate_paper(&loaded, &mut room, &source, &mut found, &mut rows).unwrap();
    Context::new(0).unwrap().synchronize().unwrap();
    let doubles_of = |numbers: &[[R; 2]]| bytemuck::cast_slice::<_, f64>(numbers).to_vec();
    for (found, expected) in [(found, doubles_of(&values)), (rows, doubles_of(&jacobians))] {
        let largest = expected.iter().fold(0.0, |a: f64, x| a.max(x.abs()));
        assert!(found.to_vec().unwrap().iter().zip(&expected).all(|(a, b)| (a - b).abs() <= 1e-13 * largest));
    }
    for (compact, coalesced) in [(false, false), (false, true), (true, false), (true, true)] {
        let mut form = PaperForm::default();
        (form.compact, form.coalesced) = (compact, coalesced);
        let mut room = cuda.paper_room(&loaded, form, count).unwrap();
        let source = stream.copy_of::<f64>(bytemuck::cast_slice(&points)).unwrap();
        let mut values: DeviceBuffer<f64> = stream.zeroed(count * m * doubles).unwrap();
        let mut jacobians: DeviceBuffer<f64> = stream.zeroed(count * m * n * doubles).unwrap();
        stream.synchronize().unwrap();
        // Twice: zeros are still where no term is.
        for _ in 0..2 {
            cuda.evaluate_paper(&loaded, &mut room, &source, &mut values, &mut jacobians).unwrap();
        }
        Context::new(0).unwrap().synchronize().unwrap();
        let (values, jacobians) = (values.to_vec().unwrap(), jacobians.to_vec().unwrap());
        let found: (Vec<[R; 2]>, Vec<[R; 2]>) =
            (bytemuck::cast_slice(&values).to_vec(), bytemuck::cast_slice(&jacobians).to_vec());
        assert!(expected == (bits(&found.0), bits(&found.1)), "{} {form:?} {n} variables, {m} polynomials", R::NAME);
    }
}

fn check_all<R: Precision>(count: usize) {
    let Some(mut cuda) = unless_absent(Cuda::new(0)) else { return };
    for system in systems() {
        check::<R>(&mut cuda, &system, count);
        check::<R>(&mut cuda, &system, 1);
        check_paper::<R>(&mut cuda, &system, 5);
    }
    // Chunks of terms that are full and others, by the longest term: the first polynomials have terms of so many factors, the others shorter ones.
    for k in [9, 12, 15, 16, 17] {
        let [long, short] = [k, k - 4].map(|k| System::synthetic(20, 60, k, 4, 7).unwrap());
        let polynomials = [&long.polynomials()[..7], &short.polynomials()[..6]].concat();
        check::<R>(&mut cuda, &System::new(long.variables(), polynomials).unwrap(), count);
    }
    // Sums that have no room in shared memory.
    check::<R>(&mut cuda, &System::synthetic(300, 300, 250, 3, 5).unwrap(), 9);
    // Two polynomials with more factors than that.
    let many = System::synthetic(40, 40 * 500, 35, 3, 6).unwrap();
    let two = System::new(many.variables(), many.polynomials()[..2].to_vec()).unwrap();
    check::<R>(&mut cuda, &two, 3);
}

/// Newton's method, from points near roots and far from them.
fn check_newton<R: Precision>(cuda: &mut Cuda, system: &System, count: usize) {
    let compiled = system.compile().unwrap();
    let n = compiled.variables();
    let start = points::<R>(n, count);
    let stop = Stop { iterations: 12, tolerance: 1e-14, root: 1e-7 };
    let mut cpu = Cpu::new(1 << 30, Control::default());
    let (mut expected, mut known) = (start.clone(), vec![NewtonReport::default(); count]);
    let loaded = cpu.load_system::<R>(&compiled, SystemMethod::Auto).unwrap();
    cpu.refine_points(&loaded, stop, &mut expected, &mut known).unwrap();
    let (mut found, mut reports) = (start, vec![NewtonReport::default(); count]);
    let loaded = cuda.load_system::<R>(&compiled, SystemMethod::Auto).unwrap();
    cuda.refine_points(&loaded, stop, &mut found, &mut reports).unwrap();
    let first = known.iter().zip(&reports).position(|(a, b)| a != b);
    assert!(first.is_none(), "{} {n} variables: {:?} {:?}", R::NAME, known[first.unwrap()], reports[first.unwrap()]);
    assert!(bits(&expected) == bits(&found), "{} {n} variables, {count} points", R::NAME);
}

/// Paths from the zeros of x_k^2 = a_k to those of x_k^2 = a_k with neighbours mixed in, by three lines or by parameters that decay.
fn check_paths<R: Precision>(cuda: &mut Cuda, n: usize, count: usize, decays: bool) {
    let equation = |k: usize| format!("x{k}^2 - a{k}*(1 + x{}/8 - 1/8)", (k + 1) % n);
    let names: Vec<String> = (0..n).map(|k| format!("x{k}")).chain((0..n).map(|k| format!("a{k}"))).collect();
    let text: Vec<String> = (0..n).map(equation).collect();
    let parsed: System = text.join("; ").parse().unwrap();
    // The parameters last.
    let places: Vec<usize> =
        parsed.variables().iter().map(|name| names.iter().position(|other| other == name).unwrap()).collect();
    let term = |term: &Term| Term {
        coefficient: term.coefficient.clone(),
        exponents: term.exponents.iter().map(|&(v, e)| (places[v], e)).collect(),
    };
    let polynomials = parsed.polynomials().iter().map(|terms| terms.iter().map(term).collect()).collect();
    let compiled = System::new(&names, polynomials).unwrap().compile().unwrap();
    let number = |re: f64, im: f64| {
        let mut number = [R::default(); 2];
        (number[0].as_mut()[0], number[1].as_mut()[0]) = (re, im);
        number
    };
    // x = 1 and a = 1 is a zero, and the signs of x do not matter far from it: those paths fail at the start.
    let rate = |i: usize| (i % 7) as f64 / 4.0;
    let (ends, backs): (Vec<_>, Vec<_>) = (0..3 * n)
        .map(|i| match decays {
            true => (number(rate(i).exp(), 0.0), number(rate(i), 0.0)),
            false => {
                let im = if i < n { 0.0 } else { 0.75 };
                (number(0.5 + i as f64 / 8.0, im), number(0.5 - i as f64 / 8.0, -im))
            }
        })
        .unzip();
    let lines = ParameterLines { parameters: n, count: 3, ends, backs };
    let state = |i: usize| PathState::new((i % 3) as u32, number(1.0, 0.0), number(i as f64 / 4.0 % 1.25, 0.0), 0.05);
    let start: Vec<[R; 2]> = (0..count * n).map(|i| number(if i % (5 * n) == 1 { -1.0 } else { 1.0 }, 0.0)).collect();
    let choices = Choices {
        attempts: 60,
        least: 1e-6,
        correction: 1e-6,
        prediction: 0.05,
        contraction: 0.05,
        noise: 1e-12,
        bound: 1e6,
        decays: decays.into(),
    };
    let mut of_cpu = (start.clone(), start.clone(), (0..count).map(state).collect::<Vec<_>>());
    let mut cpu = Cpu::new(1 << 30, Control::default());
    let loaded = cpu.load_system::<R>(&compiled, SystemMethod::Auto).unwrap();
    cpu.track_paths(&loaded, &lines, choices, &mut of_cpu.0, &mut of_cpu.1, &mut of_cpu.2).unwrap();
    // One of five fails, the first one too.
    assert!(of_cpu.2.iter().filter(|path| path.status == TrackStatus::End).count() >= count / 2);
    let mut of_device = (start.clone(), start, (0..count).map(state).collect::<Vec<_>>());
    let loaded = cuda.load_system::<R>(&compiled, SystemMethod::Auto).unwrap();
    cuda.track_paths(&loaded, &lines, choices, &mut of_device.0, &mut of_device.1, &mut of_device.2).unwrap();
    let first = (0..count).find(|&i| of_cpu.2[i] != of_device.2[i]);
    assert!(first.is_none(), "{} {n} {:?} {:?}", R::NAME, of_cpu.2[first.unwrap()], of_device.2[first.unwrap()]);
    assert!(bits(&of_cpu.0) == bits(&of_device.0) && bits(&of_cpu.1) == bits(&of_device.1), "{} {n}", R::NAME);
}

fn check_zeros<R: Precision>(count: usize) {
    let Some(mut cuda) = unless_absent(Cuda::new(0)) else { return };
    for system in [System::cyclic(5), System::katsura(9), System::noon(4), System::reimer(5)] {
        let system = system.unwrap();
        check_newton::<R>(&mut cuda, &system, count);
        check_newton::<R>(&mut cuda, &system, 1);
    }
    check_newton::<R>(&mut cuda, &"x^3 - 2".parse().unwrap(), count);
    // More than shared memory holds.
    check_newton::<R>(&mut cuda, &System::synthetic(130, 260, 3, 2, 8).unwrap(), 3);
    for (n, count) in [(2, count), (7, count), (12, 1), (60, 4)] {
        check_paths::<R>(&mut cuda, n, count, false);
        check_paths::<R>(&mut cuda, n, count, true);
    }
}

#[test]
fn zeros_in_double() {
    check_zeros::<[f64; 1]>(1500);
}

#[test]
fn zeros_in_double_double() {
    check_zeros::<[f64; 2]>(400);
}

#[test]
fn zeros_in_quad_double() {
    check_zeros::<[f64; 4]>(30);
}

#[test]
fn all_zeros_are_those_of_the_cpu() {
    if unless_absent(Cuda::new(0)).is_none() {
        return;
    }
    for system in [System::cyclic(5), System::katsura(5), System::eco(6)] {
        let system = system.unwrap();
        for start in [StartSystem::TotalDegree, StartSystem::Polyhedral] {
            let solve = |backend| Solve::new(&system).seed(4).start(start).backend(backend).run().unwrap();
            let (cpu, mut cuda) = (solve(Backend::Cpu), solve(Backend::Cuda));
            assert_eq!(cuda.backend, "cuda");
            cuda.backend = "cpu";
            assert!(cpu == cuda, "{start:?}");
        }
    }
}

#[test]
fn components_are_those_of_the_cpu() {
    if unless_absent(Cuda::new(0)).is_none() {
        return;
    }
    for text in ["x*(y - x^2)*(y - 2); x*(y - x^2)*(x - 3)", "x^2 + y^2 - 5; x*y - 2; x - y + 1"] {
        let system: System = text.parse().unwrap();
        let decompose = |backend| Decompose::new(&system).seed(4).backend(backend).run().unwrap();
        let (cpu, mut cuda) = (decompose(Backend::Cpu), decompose(Backend::Cuda));
        cuda.isolated.backend = "cpu";
        assert!(cpu == cuda, "{text}");
    }
}

/// Engines of several devices, and several of one, share points: the answers stay what they are.
/// Who waits for a whole context, as an engine does that is short of memory, neither fails nor ends the captures of others.
#[test]
fn steppers_are_made_while_others_wait() {
    if unless_absent(Cuda::new(0)).is_none() {
        return;
    }
    let compiled = System::katsura(3).unwrap().compile().unwrap();
    let start = points::<[f64; 1]>(compiled.variables(), 1);
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let waits = scope.spawn(|| {
            let context = Context::new(0).unwrap();
            while !done.load(Ordering::Relaxed) {
                context.synchronize().unwrap();
            }
        });
        let step = |_| {
            let mut stepper = Newton::new(&compiled).backend(Backend::Cuda).stepper::<[f64; 1]>(&start)?;
            stepper.step().map(drop)
        };
        let made = (0..100).try_for_each(step);
        done.store(true, Ordering::Relaxed);
        waits.join().unwrap();
        made.unwrap();
    });
}

#[test]
fn devices_share_points_and_paths() {
    if unless_absent(Cuda::new(0)).is_none() {
        return;
    }
    let system = System::katsura(6).unwrap();
    let compiled = system.compile().unwrap();
    let start = points::<[f64; 2]>(compiled.variables(), 1000);
    let cpu = (
        Evaluator::new(&compiled).backend(Backend::Cpu).run(&start).unwrap(),
        Newton::new(&compiled).backend(Backend::Cpu).run(&start).unwrap(),
        Solve::new(&system).seed(4).backend(Backend::Cpu).run().unwrap(),
    );
    for devices in lists_of_devices() {
        let found = Evaluator::new(&compiled).backend(Backend::Cuda).devices(&devices).always_split(true).run(&start);
        let found = found.unwrap();
        assert!(bits(&found.values) == bits(&cpu.0.values) && bits(&found.jacobians) == bits(&cpu.0.jacobians));
        if devices.len() > 1 {
            assert_eq!(found.report.device.matches(" (").count(), devices.len(), "{}", found.report.device);
        }
        let found = Newton::new(&compiled).backend(Backend::Cuda).devices(&devices).always_split(true).run(&start);
        let found = found.unwrap();
        assert!(bits(&found.points) == bits(&cpu.1.points) && found.reports == cpu.1.reports, "{devices:?}");
        let solve = Solve::new(&system).seed(4).backend(Backend::Cuda).devices(&devices).always_split(true);
        let mut found = solve.run().unwrap();
        found.backend = "cpu";
        assert!(found == cpu.2, "{devices:?}");
    }
}

#[test]
fn doubles() {
    check_all::<[f64; 1]>(1000);
}

#[test]
fn double_doubles() {
    check_all::<[f64; 2]>(300);
}

#[test]
fn quad_doubles() {
    check_all::<[f64; 4]>(100);
}
