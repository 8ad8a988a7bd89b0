//! Values and Jacobians on a device: the bits of the CPU engine.

use crate::device::unless_absent;
use crate::values::{points, systems};
use eliminant::Control;
use eliminant::engine::cpu::Cpu;
use eliminant::engine::cuda::{Context, Cuda, DeviceBuffer, PaperForm, PointShape, Stream};
use eliminant::engine::{SystemEngine, SystemMethod};
use eliminant::floating::Precision;
use eliminant::system::System;

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
    // Sums that have no room in shared memory.
    check::<R>(&mut cuda, &System::synthetic(300, 300, 250, 3, 5).unwrap(), 9);
    // Two polynomials with more factors than that.
    let many = System::synthetic(40, 40 * 500, 35, 3, 6).unwrap();
    let two = System::new(many.variables(), many.polynomials()[..2].to_vec()).unwrap();
    check::<R>(&mut cuda, &two, 3);
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
