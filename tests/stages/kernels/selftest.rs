//! The CUDA layer on a device: the self-test, and what goes wrong in the ways it should.

use super::context;
use crate::turns::turn;
use cuda_std::DevicePtr;
use eliminant::ErrorKind;
use eliminant::engine::cuda::{Context, HostBuffer, KernelCode, Stream, devices, kernels, self_test};
use gpu::kernels::selftest::{SelftestAtomic, SelftestLargeShared, SelftestTrap};
use std::time::{Duration, Instant};

#[test]
fn every_primitive_is_right() {
    let Some(_) = context() else { return };
    for device in devices().unwrap() {
        let result = self_test(device.ordinal).unwrap();
        println!("{}: {} groups in {:?}", result.device, result.checks.len(), result.time);
        assert!(result.checks.len() >= 20 && result.checks.iter().all(|check| check.words > 0));
    }
}

#[test]
fn buffers_copy_clear_and_are_reused() {
    let Some(context) = context() else { return };
    let stream = Stream::new(&context).unwrap();
    for len in [0usize, 1, 3, 1000, 1 << 20] {
        let numbers: Vec<u16> = (0..len).map(|i| (i * 7 + 1) as u16).collect();
        let mut buffer = stream.copy_of(&numbers).unwrap();
        assert_eq!(buffer.to_vec().unwrap(), numbers);
        // From the second element on: an address and a size that are no multiples of 4.
        if len > 1 {
            buffer.zero(1..len).unwrap();
            let back = buffer.to_vec().unwrap();
            assert!(back[0] == numbers[0] && back[1..].iter().all(|&x| x == 0));
        }
        let mut copy = stream.alloc::<u16>(len).unwrap();
        copy.copy_from(0, &buffer, 0..len).unwrap();
        assert_eq!(copy.to_vec().unwrap(), buffer.to_vec().unwrap());
        assert!(matches!(buffer.upload(1, &numbers).unwrap_err().kind(), ErrorKind::Shape { .. }));
        assert!(buffer.ptr_at(len).is_ok() && buffer.ptr_at(len + 1).is_err());
    }
    let address = stream.alloc::<u32>(5000).unwrap().as_ptr().as_raw();
    assert_eq!(stream.alloc::<u32>(5000).unwrap().as_ptr().as_raw(), address, "a dropped buffer's memory is kept");
    let other = Stream::new(&context).unwrap();
    assert_ne!(other.alloc::<u32>(5000).unwrap().as_ptr().as_raw(), address, "but not for another stream");
}

#[test]
fn page_locked_memory_copies_in_order() {
    let Some(context) = context() else { return };
    let stream = Stream::new(&context).unwrap();
    let mut host = HostBuffer::<u64>::zeroed(&context, 100_000).unwrap();
    let mut back = HostBuffer::<u64>::zeroed(&context, 100_000).unwrap();
    host.iter_mut().zip(0..).for_each(|(x, i)| *x = i * i);
    let mut buffer = stream.alloc::<u64>(host.len()).unwrap();
    let start = stream.record().unwrap();
    // SAFETY: both host buffers live, untouched, until the synchronisation below.
    unsafe {
        buffer.upload_async(0, &host).unwrap();
        buffer.download_async(0, &mut back).unwrap();
    }
    let end = stream.record().unwrap();
    stream.synchronize().unwrap();
    assert_eq!(*host, *back);
    assert!(end.elapsed_since(&start).unwrap().as_nanos() > 0);
    assert!(HostBuffer::<u64>::zeroed(&context, 0).unwrap().is_empty());
}

#[test]
fn the_memory_limit_holds_and_kept_memory_is_given_up_for_it() {
    let Some(context) = context() else { return };
    let stream = Stream::new(&context).unwrap();
    context.set_memory_limit(Some(8 << 20));
    let first = stream.alloc::<u8>(6 << 20).unwrap();
    let error = stream.alloc::<u8>(4 << 20).err().expect("above the limit");
    assert_eq!(error.kind(), &ErrorKind::OutOfMemory { bytes: 4 << 20, free: 2 << 20, others: 0 });
    assert!(context.available_memory().unwrap() <= 2 << 20);
    drop(first);
    // The 6 MiB kept are too much beside 4 more, and are given back to the driver.
    let second = stream.alloc::<u8>(4 << 20).unwrap();
    assert_eq!(context.peak_memory(), 6 << 20);
    drop(second);
    context.set_memory_limit(None);
    let all = context.device().memory;
    assert!(matches!(stream.alloc::<u8>(2 * all).err().unwrap().kind(), ErrorKind::OutOfMemory { .. }));
    assert!(stream.alloc::<u8>(usize::MAX).is_err() && stream.alloc::<u64>(usize::MAX / 2).is_err());
}

/// Another context of the device has most of its memory, and gives it back after a while: into what it keeps for reuse.
#[test]
fn memory_that_others_hold_is_waited_for() {
    let (Some(first), Some(second)) = (context(), context()) else { return };
    let _turn = turn();
    let [holder, waiter] = [&first, &second].map(|context| Stream::new(context).unwrap());
    let most = first.available_memory().unwrap() / 5 * 3;
    let held = holder.alloc::<u8>(most).unwrap();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            std::thread::sleep(Duration::from_millis(200));
            drop(held);
        });
        let start = Instant::now();
        let block = waiter.alloc::<u8>(most).expect("memory that was given back");
        assert!(block.len() == most && start.elapsed() >= Duration::from_millis(150), "{:?}", start.elapsed());
    });
}

#[test]
fn launches_beyond_the_limits_are_refused() {
    let Some(context) = context() else { return };
    let stream = Stream::new(&context).unwrap();
    let allowed = context.device().shared_per_block;
    let kernel = SelftestLargeShared { out: DevicePtr::NULL, words: 0 };
    // SAFETY: nothing is launched.
    let error = unsafe { stream.launch(&kernel, (1, 1, 1), allowed + 1) }.unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Limit { .. }), "{error}");
    // SAFETY: as above.
    assert!(unsafe { stream.launch(&kernel, (0, 1, 1), 0) }.is_err());
    let usage = context.kernel_usage::<SelftestAtomic>(0).unwrap();
    assert!(usage.registers > 0 && usage.local_bytes == 0 && usage.blocks_per_multiprocessor > 0, "{usage:?}");
}

/// The PTX of a family.
fn ptx(family: &str) -> String {
    let kernels = kernels().unwrap();
    let (_, image) = kernels.families.iter().find(|(name, _)| *name == family).unwrap();
    String::from_utf8(image.unpack().unwrap().to_vec()).unwrap()
}

#[test]
fn broken_ptx_is_refused_with_the_drivers_log() {
    let Some(context) = context() else { return };
    let ptx = ptx(kernels().unwrap().families[0].0).replace("ret;", "retreat;");
    let error = context.try_image(None, &ptx).unwrap_err();
    let ErrorKind::Ptx { log, .. } = error.kind() else { panic!("{error}") };
    assert!(log.contains("CUDA_ERROR_INVALID_PTX") && log.contains("line"), "{log}");
    // The context is as good as before.
    assert!(context.synchronize().is_ok());
}

#[test]
fn assembled_kernels_are_taken_where_they_fit_and_compiled_elsewhere() {
    let Some(context) = context() else { return };
    let kernels = kernels().unwrap();
    let (major, minor) = context.device().compute_capability;
    let fits = |arch: u32| arch / 10 == major && arch % 10 <= minor;
    let ptx = &ptx("selftest");
    // Options that the driver is told to ignore cannot be tested.
    if std::env::var_os("CUDA_FORCE_PTX_JIT").is_none() {
        let expected = kernels.assembled_for().into_iter().filter(|&arch| fits(arch)).max();
        let expected = expected.map_or(KernelCode::Ptx, |arch| KernelCode::Cubin { arch });
        assert_eq!(context.kernel_code::<SelftestTrap>().unwrap(), expected);
    }
    // An image of another device, and none at all: both are compiled instead.
    let other = kernels.cubins.iter().find(|&&(family, arch, _)| family == "selftest" && arch / 10 != major);
    let other = other.map(|&(_, arch, image)| (arch, image.unpack().unwrap()));
    for cubin in
        [other.as_ref().map(|(arch, image)| (*arch, &**image)), Some((90, &b"no image\0\0\0\0\0\0\0\0"[..])), None]
    {
        assert_eq!(context.try_image(cubin, ptx).unwrap(), KernelCode::Ptx);
    }
    assert!(context.synchronize().is_ok());
}

#[test]
fn families_are_loaded_when_they_are_used() {
    let Some(context) = context() else { return };
    assert!(context.loaded_families().is_empty());
    context.preload::<SelftestTrap>().unwrap();
    assert_eq!(context.loaded_families(), ["selftest"]);
}

/// Runs in a process of its own, the next test's: a trap takes the device from the whole process.
#[test]
#[ignore = "started by a_trap_is_reported_and_no_more_work_is_taken"]
fn trap_in_this_process() {
    let context = Context::new(0).unwrap();
    let stream = Stream::new(&context).unwrap();
    let mut buffer = stream.zeroed::<u32>(4).unwrap();
    // SAFETY: takes no addresses.
    unsafe { stream.launch(&SelftestTrap { condition: 0 }, (1, 1, 1), 0).unwrap() };
    stream.synchronize().unwrap();
    // SAFETY: as above.
    unsafe { stream.launch(&SelftestTrap { condition: 1 }, (1, 1, 1), 0).unwrap() };
    let error = stream.synchronize().unwrap_err();
    let ErrorKind::Device { kernel, message } = error.kind() else { panic!("{error}") };
    assert_eq!(*kernel, "selftest_trap");
    assert!(message.contains("takes no more work"), "{message}");
    assert_eq!(stream.synchronize().unwrap_err(), error);
    assert_eq!(buffer.upload(0, &[1, 2, 3, 4]).unwrap_err(), error);
    assert_eq!(stream.alloc::<u32>(1 << 20).err(), Some(error));
    println!("the trap was reported");
}

#[test]
fn a_trap_is_reported_and_no_more_work_is_taken() {
    let Some(_) = context() else { return };
    let this = std::env::current_exe().unwrap();
    let output = std::process::Command::new(this)
        .args(["--ignored", "--exact", "kernels::selftest::trap_in_this_process", "--nocapture"])
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("the trap was reported"), "{text}");
}

#[test]
fn contexts_and_streams_move_between_threads() {
    let Some(context) = context() else { return };
    let stream = Stream::new(&context).unwrap();
    let buffer = stream.copy_of(&[1u32, 2, 3]).unwrap();
    let back = std::thread::spawn(move || buffer.to_vec()).join().unwrap().unwrap();
    assert_eq!(back, [1, 2, 3]);
    drop((stream, context));
}

#[test]
fn a_machine_without_a_device_is_told_so() {
    let Err(error) = devices() else { return };
    match error.kind() {
        ErrorKind::DriverUnavailable { tried } => assert!(tried.contains("libcuda.so.1"), "{tried}"),
        ErrorKind::NoDevice { count: 0, .. } => (),
        _ => panic!("{error}"),
    }
    // The kernels are looked at first: without them a device would not help.
    let expected = kernels().map(|_| error).unwrap_or_else(|error| error);
    assert_eq!(Context::new(0).err(), Some(expected.clone()));
    assert_eq!(self_test(0).err(), Some(expected));
}
