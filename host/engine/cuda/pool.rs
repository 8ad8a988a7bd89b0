//! Engines kept between calls, by device: an engine costs a context and modules.

use super::driver::device::{check_ordinals, count};
use super::engine::Cuda;
use crate::error::{Error, Result};
use std::collections::HashMap;
use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, PoisonError};

/// Engines at rest.
static POOL: Mutex<Option<HashMap<usize, Vec<Cuda>>>> = Mutex::new(None);

/// An engine in use; it goes back to the pool afterwards.
pub struct EngineGuard {
    ordinal: usize,
    /// `Some` until dropped.
    engine: Option<Cuda>,
}

/// The numbers of the devices asked for, of all devices for `None`.
///
/// # Errors
/// `NoDevice` for a number beyond the last device; as [`super::devices`].
pub fn ordinals(numbers: Option<&[usize]>) -> Result<Vec<usize>> {
    match numbers {
        None => Ok((0..count()?).collect()),
        Some(numbers) => {
            check_ordinals(numbers)?;
            Ok(numbers.to_vec())
        }
    }
}

/// Engines on the devices `ordinals`, each bounded to `memory_limit` bytes. Those on one device share what it has free.
///
/// # Errors
/// As [`Cuda::new`]; the fault of a device.
pub fn engines(ordinals: &[usize], memory_limit: Option<u64>) -> Result<Vec<EngineGuard>> {
    let limit = memory_limit.map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
    let mut guards: Vec<Option<EngineGuard>> = ordinals.iter().map(|&ordinal| rested(ordinal)).collect();
    // New contexts take a fraction of a second each: several at a time.
    std::thread::scope(|scope| {
        let several = ordinals.len() > 1;
        let mut starting = Vec::new();
        for (guard, &ordinal) in guards.iter_mut().zip(ordinals).filter(|(guard, _)| guard.is_none()) {
            let mut start = move || {
                *guard = Some(EngineGuard { ordinal, engine: Some(Cuda::new(ordinal)?) });
                Ok::<(), Error>(())
            };
            match several {
                true => starting.push(scope.spawn(start)),
                false => start()?,
            }
        }
        starting
            .into_iter()
            .try_for_each(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })?;
    // All are there: a missing one was an error.
    let guards: Vec<EngineGuard> = guards.into_iter().flatten().collect();
    trim_rested(ordinals);
    for guard in &guards {
        guard.check_device()?;
        guard.set_memory_limit(limit);
        guard.begin_peak();
    }
    for guard in &guards {
        let sharing = ordinals.iter().filter(|&&ordinal| ordinal == guard.ordinal).count();
        if sharing > 1 {
            let part = guard.available_memory()? / sharing;
            guard.set_memory_limit(Some(limit.map_or(part, |limit| limit.min(part))));
        }
    }
    Ok(guards)
}

/// Gives back what engines at rest keep on the devices `ordinals`: to those in use it would look taken.
fn trim_rested(ordinals: &[usize]) {
    let mut pool = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    for (_, engines) in pool.get_or_insert_default().iter_mut().filter(|(ordinal, _)| ordinals.contains(ordinal)) {
        // An engine that has faulted holds nothing any more; whoever takes it next is told.
        engines.iter_mut().for_each(|engine| drop(engine.trim()));
    }
}

/// An engine at rest on device `ordinal`.
fn rested(ordinal: usize) -> Option<EngineGuard> {
    let mut pool = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    let engine = pool.get_or_insert_default().get_mut(&ordinal)?.pop()?;
    Some(EngineGuard { ordinal, engine: Some(engine) })
}

impl Deref for EngineGuard {
    type Target = Cuda;
    fn deref(&self) -> &Cuda {
        match &self.engine {
            Some(engine) => engine,
            // Guards are made with an engine, only `drop` takes it, and nobody can borrow what is dropped.
            None => unreachable!(),
        }
    }
}

impl DerefMut for EngineGuard {
    fn deref_mut(&mut self) -> &mut Cuda {
        match &mut self.engine {
            Some(engine) => engine,
            // Guards are made with an engine, only `drop` takes it, and nobody can borrow what is dropped.
            None => unreachable!(),
        }
    }
}

impl Drop for EngineGuard {
    fn drop(&mut self) {
        if let Some(engine) = self.engine.take() {
            let mut pool = POOL.lock().unwrap_or_else(PoisonError::into_inner);
            pool.get_or_insert_default().entry(self.ordinal).or_default().push(engine);
        }
    }
}
